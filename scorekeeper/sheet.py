"""A whole match as one document, TOML or JSON: the score sheet that the command line and the examples speak."""

import json
import tomllib
from collections.abc import Iterator, Mapping
from typing import Any

from scorekeeper import match, rulebook, tally, variants
from scorekeeper.faults import Fault, Refused
from scorekeeper.match import DealRefused, Match, Opened, Scored, Side, score_deal
from scorekeeper.rules import MOST_POINTS, RulesError, Variant
from scorekeeper.words import Text, say

KEYS = ("variant", "players", "sides", "before", "rules", "deals")

Faults = list[tuple[str, Text]]


class SheetRefused(ValueError):
    """Every fault of the sheet: where it is ("deals[0].tallies[1].red_threes") and what."""

    def __init__(self, *faults: tuple[str, Text]) -> None:
        super().__init__("; ".join(f"{where}: {message}" for where, message in faults))
        self.faults = list(faults)


def parse(text: str) -> dict[str, Any]:
    """The document: JSON where its first character is `{`, else TOML. Raises `SheetRefused`."""
    try:
        document = json.loads(text) if text.lstrip().startswith("{") else tomllib.loads(text)
        json.dumps(document, default=str, ensure_ascii=False).encode()  # no half characters, no bottomless nesting
    except (ValueError, RecursionError) as error:
        raise SheetRefused(("sheet", say("this is neither TOML nor JSON: {why}", why=str(error)))) from None
    assert isinstance(document, dict)
    return document


def score(document: Mapping[str, Any]) -> Match:
    """The match that the sheet describes, scored. Raises `SheetRefused` with every fault."""
    key = document.get("variant")
    if not isinstance(key, str):
        raise SheetRefused(("variant", say("which game is it? A text is expected here")))
    try:
        variant = variants.load(key)
    except variants.UnknownVariant:
        known = ", ".join(variants.files())
        raise SheetRefused(
            ("variant", say("there is no game {key}; there are {known}", key=key, known=known))
        ) from None
    except RulesError as error:
        raise SheetRefused(("variant", say("this game cannot be read: {why}", why=str(error)))) from None
    return score_under(variant, document)


def score_under(variant: Variant, document: Mapping[str, Any]) -> Match:
    """As `score`, under this variant whatever the document names."""
    faults: Faults = [(key, say("there is no such key")) for key in document if key not in KEYS]
    variant, house_rules = _rules(variant, document.get("rules", {}), faults)
    sides = _sides(document.get("sides"), faults)
    if sides is None:
        raise SheetRefused(*faults)
    players = _players(variant, document.get("players"), len(sides), faults)
    before = _before(document.get("before"), len(sides), faults)
    if players is None or before is None:
        raise SheetRefused(*faults)
    deals = list(_deals(variant, players, len(sides), document.get("deals", []), faults))
    if faults:
        raise SheetRefused(*faults)
    start = Opened(variant.key, "", house_rules, players, [Side(name, []) for name in sides], 0, before)
    return match.of_deals(variant, start, deals)


def where(deal: int, fault: Fault) -> str:
    """The fault's place in the sheet; `deal` counts from 0."""
    if fault.side is None and fault.key:
        return fault.key
    return f"deals[{deal}].{fault.where}".removesuffix(".")


def result(scored: Match) -> dict[str, Any]:
    """What `scorekeeper score --json` prints: plain data, every sentence in English."""
    return {
        "variant": scored.variant.key,
        "deals": [
            {
                "scores": [
                    {
                        "score": deal.scored.scores[side],
                        "total": deal.totals[side],
                        "opening_minimum": deal.opening_minimums[side],
                        "lines": [
                            {
                                "key": line.key,
                                "label": str(line.label),
                                "count": line.count,
                                "each": line.each,
                                "points": line.points,
                                "fact": str(line.fact),
                            }
                            for line in lines
                        ],
                    }
                    for side, lines in enumerate(deal.scored.lines)
                ],
                "doubts": [{"where": where(i, doubt), "message": str(doubt.message)} for doubt in deal.doubts],
            }
            for i, deal in enumerate(scored.deals)
        ],
        "totals": scored.totals,
        "opening_minimums": scored.opening_minimums,
        "finished": scored.finished,
        "winner": scored.winner,
    }


def _rules(variant: Variant, tables: object, faults: Faults) -> tuple[Variant, dict[str, Any]]:
    if not isinstance(tables, dict):
        faults.append(("rules", say("a table is expected here")))
        return variant, {}
    house_rules: dict[str, Any] = {}
    for name, value in _flattened(tables):
        if name in house_rules:
            faults.append((f"rules.{name}", say("this is said twice")))
        house_rules[name] = value
    try:
        return rulebook.chosen(variant, house_rules), house_rules
    except RulesError as error:
        faults += [(f"rules.{name}", message) for name, message in error.faults]
        return variant, {}


def _flattened(tables: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """{"opening": {"below_zero": 15}} -> "opening.below_zero", 15; however deep, without recursion."""
    waiting = [("", tables)]
    while waiting:
        prefix, table = waiting.pop()
        for key, value in table.items():
            if isinstance(value, dict):
                waiting.append((f"{prefix}{key}.", value))
            else:
                yield f"{prefix}{key}", value


def _sides(names: object, faults: Faults) -> list[str] | None:
    if isinstance(names, list) and len(names) >= 2 and all(isinstance(name, str) for name in names):
        return names
    faults.append(("sides", say("a list with the name of each side is expected here")))
    return None


def _players(variant: Variant, players: object, sides: int, faults: Faults) -> int | None:
    if players is None:
        largest = variant.default_players(sides)
        if largest is None:
            faults.append(("sides", say("{game} is not played by {sides} sides", game=Text(variant.name), sides=sides)))
        return largest
    if not isinstance(players, int) or isinstance(players, bool) or players not in variant.seats:
        listed = ", ".join(str(n) for n in sorted(variant.seats))
        faults.append(("players", say("{game} is for {listed} players", game=Text(variant.name), listed=listed)))
        return None
    if variant.seats[players].sides != sides:
        expected = variant.seats[players].sides
        faults.append(("sides", say("{players} players are {expected} sides", players=players, expected=expected)))
        return None
    return players


def _before(before: object, sides: int, faults: Faults) -> list[int] | None:
    if before is None:
        return [0] * sides
    if not isinstance(before, list) or len(before) != sides or any(type(total) is not int for total in before):
        faults.append(("before", say("a list with the total of each side is expected here")))
        return None
    for side, total in enumerate(before):
        if abs(total) > MOST_POINTS:
            faults.append((f"before[{side}]", say("at most {most} points, plus or minus", most=MOST_POINTS)))
            return None
    return before


def _deals(variant: Variant, players: int, sides: int, deals: object, faults: Faults) -> Iterator[Scored]:
    if not isinstance(deals, list):
        faults.append(("deals", say("a list is expected here")))
        return
    for i, deal in enumerate(deals):
        tallies = deal.get("tallies") if isinstance(deal, dict) else None
        if not isinstance(tallies, list) or len(tallies) != sides:
            faults.append((f"deals[{i}].tallies", say("a list with one tally for each side is expected here")))
            continue
        faults += [(f"deals[{i}].{key}", say("there is no such key")) for key in deal if key != "tallies"]
        known = len(faults)
        read = []
        for side, data in enumerate(tallies):
            try:
                read.append(tally.read(data))
            except Refused as refused:
                faults.append((where(i, Fault(side, refused.key, refused.message)), refused.message))
        if len(faults) > known:
            continue
        try:
            yield score_deal(variant, players, read)
        except DealRefused as refused_deal:
            faults += [(where(i, fault), fault.message) for fault in refused_deal.faults]
