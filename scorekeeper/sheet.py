"""A whole match as one document, TOML or JSON: the score sheet that the command line and the examples speak.

`document` writes one that says all that a match rests on; `score` reads it strictly and scores it.
"""

import collections
import datetime
import functools
import hashlib
import json
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import msgspec

from scorekeeper import match, rulebook, tally, variants
from scorekeeper.entries import LONGEST_NOTE, LONGEST_REASON, Opened, Side, is_day
from scorekeeper.faults import Fault, Refused
from scorekeeper.match import Contest, Deal, DealRefused, Match, Scored, Told, is_over, score_deal
from scorekeeper.rules import MOST_POINTS, RulesError, Variant, remembered
from scorekeeper.typed import LONGEST_NAME, clean_name
from scorekeeper.words import Text, say

KEYS = (
    *("id", "variant", "played_on", "place", "players", "sides", "names", "dealer", "before", "rules", "rulebook"),
    *("note", "deals", "ended"),
)
"""In the order in which `document` writes them."""

LARGEST_RULEBOOK = 64 * 1024
"""Bytes of JSON."""
MOST_WAYS = 1_000_000
"""So many ways to spread a deal's canastas over their kinds can be gone through in a moment."""

_ID = re.compile(r"[A-Za-z0-9_-]{16,64}")

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


def score(document: Mapping[str, Any], load: Callable[[str], Variant] = variants.load) -> Match:
    """The match that the sheet describes, scored: under the rules that it brings (`rulebook`), else under those of its
    game here. `load`: knows the games. Raises `SheetRefused` with every fault."""
    key = document.get("variant")
    if not isinstance(key, str):
        raise SheetRefused(("variant", say("which game is it? A text is expected here")))
    if "rulebook" in document:
        return score_under(_brought(key, document["rulebook"]), document, _known(key))
    try:
        variant = load(key)
    except variants.UnknownVariant:
        known = ", ".join(variants.files())
        raise SheetRefused(
            ("variant", say("there is no game {key}; there are {known}", key=key, known=known))
        ) from None
    except RulesError as error:
        raise SheetRefused(("variant", say("this game cannot be read: {why}", why=str(error)))) from None
    return score_under(variant, document, variant)


def score_under(variant: Variant, document: Mapping[str, Any], usual: Variant | None = None) -> Match:
    """As `score`, under this variant whatever the document names. Among the match's house rules are not those that
    `usual` has of its own."""
    faults: Faults = [(key, say("there is no such key")) for key in document if key not in KEYS]
    _check_id(document.get("id"), faults)
    variant, house_rules = _rules(variant, document.get("rules", {}), faults)
    sides = _sides(document.get("sides"), faults)
    if sides is None:
        raise SheetRefused(*faults)
    players = _players(variant, document.get("players"), len(sides), faults)
    before = _before(document.get("before"), len(sides), faults)
    if players is None or before is None:
        raise SheetRefused(*faults)
    start = Opened(
        variant.key,
        "",
        {name: value for name, value in house_rules.items() if usual is None or _said(usual, name) != value},
        players,
        _seated(sides, document.get("names"), players // len(sides), faults),
        _dealer(document.get("dealer", 0), players, faults),
        before,
        _day(document.get("played_on"), faults),
        clean_name(_text(document.get("place", ""), "place", LONGEST_NAME, faults)),
        _text(document.get("note", ""), "note", LONGEST_NOTE, faults),
    )
    ended = document.get("ended", False)
    if not isinstance(ended, bool):
        faults.append(("ended", say("true or false is expected here")))
    deals = list(_deals(variant, players, len(sides), document.get("deals", []), faults))
    if faults:
        raise SheetRefused(*faults)
    scored = match.of_deals(variant, start, deals, ended)
    if ended and _is_over(scored):
        raise SheetRefused(("ended", say("this match is over already")))
    return scored


def document(scored: Match, sheet_id: str | None = None) -> dict[str, Any]:
    """The sheet of a match, from which `score` makes the same match again. Deals that are struck out are left out, and
    so is what says nothing.

    It names the value of every house rule. Where the rest of the rules that the match is played under is not what the
    file of that game says now, they go along whole (`rulebook`), so that nobody scores it otherwise unawares.
    """
    variant, start = scored.variant, scored.opened
    places = start.players // len(start.sides)
    rules = {name: _said(variant, name) for name in ("target", "tie", *variant.house_rules)}
    found = {
        "id": sheet_id,
        "variant": start.variant,
        "played_on": scored.played_on,
        "place": start.place,
        "players": start.players,
        "sides": [side.name for side in start.sides],
        "names": [[*side.players, *[""] * (places - len(side.players))] for side in start.sides],
        "dealer": start.dealer,
        "before": start.before,
        "rules": rules,
        "rulebook": None if _is_known(variant, rules) else _rulebook(variant),
        "note": start.note,
        "deals": [_deal(deal) for deal in scored.standing],
        "ended": scored.ended and not _is_over(scored),
    }
    said_anyway = ("variant", "players", "sides", "rules", "deals")
    return {key: value for key, value in found.items() if key in said_anyway or _says_something(value)}


def identity(content: Mapping[str, Any], nth: int = 1) -> str:
    """A name for a sheet that brings none: the same for the same content, whatever the order of its keys. `nth`: which
    one of this content it is in its file."""
    plain = {key: value for key, value in content.items() if key not in ("id", "rulebook")}
    rules = json.dumps(content.get("rulebook"), default=str)  # the order of its kinds of canastas means something
    text = json.dumps([plain, rules, nth], sort_keys=True, default=str)
    return f"sheet-{hashlib.sha256(text.encode()).hexdigest()[:48]}"


def identified(documents: Iterable[Mapping[str, Any]]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Each sheet of a file with its name, its own or the one that follows from its content: the same file twice names
    the same matches."""
    known: collections.Counter[str] = collections.Counter()
    for content in documents:
        own = content.get("id")
        if own is None:
            first = identity(content)
            known[first] += 1
            own = first if known[first] == 1 else identity(content, known[first])
        yield own, content


def where(deal: int, fault: Fault) -> str:
    """The fault's place in the sheet; `deal` counts from 0."""
    if fault.side is None and fault.key:
        return fault.key
    return _within(f"deals[{deal}]", fault)


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


def _known(key: str) -> Variant | None:
    """The game of this key as it is here, if it is."""
    try:
        return variants.load(key)
    except (variants.UnknownVariant, RulesError):
        return None


def _said(variant: Variant, name: str) -> Any:
    """What the variant says under a dotted name, None for nothing."""
    try:
        return variant.value(name)
    except KeyError:
        return None


def _brought(key: str, rules: object) -> Variant:
    """The rules that a sheet brings along. Raises `SheetRefused`."""
    try:
        data = msgspec.json.encode(rules)
    except (TypeError, ValueError, OverflowError, RecursionError):
        raise SheetRefused(("rulebook", say("these rules cannot be read"))) from None
    if len(data) > LARGEST_RULEBOOK:
        raise SheetRefused(("rulebook", say("rules of at most {most} bytes are read", most=LARGEST_RULEBOOK)))
    try:
        variant = _variant_of(data)
    except RulesError as error:
        raise SheetRefused(*((f"rulebook.{name}".strip("."), message) for name, message in error.faults)) from None
    if variant.key != key:
        raise SheetRefused(("rulebook.key", say("these are not the rules of {key}", key=key)))
    return variant


@functools.lru_cache(16)
def _variant_of(data: bytes) -> Variant:
    rules = msgspec.json.decode(data)
    if not isinstance(rules, dict):
        raise RulesError(("", say("a table is expected here")))
    variant = rulebook.read(rules)
    kinds = sum(kind.of == "rank" for kind in variant.canastas.kinds.values())
    canastas = sum(variant.pack.values()) // variant.canastas.size
    if kinds and (canastas // kinds + 1) ** kinds > MOST_WAYS:
        raise RulesError(("canastas.kinds", say("so many kinds of canastas cannot be told apart in so many cards")))
    return variant


def _is_known(variant: Variant, rules: Mapping[str, Any]) -> bool:
    """Are these the rules that the game of this key has here, once the table has chosen its house rules?"""
    known = _known(variant.key)
    try:
        now = rulebook.chosen(known, rules) if known else None
    except RulesError:
        return False
    return now is not None and (now is variant or now.pinned() == variant.pinned())


@remembered
def _rulebook(variant: Variant) -> dict[str, Any]:
    """All rules but the worked examples, as plain data without what the variant does not have."""
    return {key: _there(value) for key, value in variant.data.items() if key != "examples" and value is not None}


def _there(value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    return {key: _there(one) for key, one in value.items() if one is not None}


def _is_over(scored: Match) -> bool:
    """Has a side reached the target, whatever the table agreed?"""
    return bool(scored.standing) and is_over(scored.variant, scored.totals)[0]


def _deal(deal: Deal) -> dict[str, Any]:
    found: dict[str, Any] = {"tallies": _data(deal.scored)}
    if deal.note:
        found["note"] = deal.note
    if deal.contest:
        found["contested"] = {"tallies": _data(deal.contest.scored)}
        if deal.contest.reason:
            found["contested"]["reason"] = deal.contest.reason
    return found


def _data(scored: Scored) -> list[dict[str, Any]]:
    return [one.data for one in scored.tallies]


def _says_something(value: Any) -> bool:
    """Is there anything in it but nothing, none and 0?"""
    return any(map(_says_something, value)) if isinstance(value, list) else bool(value)


def _check_id(sheet_id: object, faults: Faults) -> None:
    if sheet_id is not None and not (isinstance(sheet_id, str) and _ID.fullmatch(sheet_id)):
        faults.append(("id", say("16 to 64 letters, digits, - or _ are expected here")))


def _text(text: object, where: str, longest: int, faults: Faults) -> str:
    """The text of a key, "" beside a fault where it is none."""
    if not isinstance(text, str):
        faults.append((where, say("a text is expected here")))
    elif len(text) > longest:
        faults.append((where, say("at most {most} letters", most=longest)))
    elif any("\ud800" <= char <= "\udfff" for char in text):
        faults.append((where, say("a text holds half a character")))
    else:
        return text
    return ""


def _day(day: object, faults: Faults) -> str | None:
    if type(day) is datetime.date:  # as TOML writes it without quotes
        return day.isoformat()
    if day is not None and not is_day(day):
        faults.append(("played_on", say("a day like 2026-11-29 is expected here")))
        return None
    return None if day is None else str(day)


def _dealer(dealer: object, players: int, faults: Faults) -> int:
    if isinstance(dealer, int) and not isinstance(dealer, bool) and 0 <= dealer < players:
        return dealer
    faults.append(("dealer", say("a seat from 0 to {last} is expected here", last=players - 1)))
    return 0


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
    if not (isinstance(names, list) and len(names) >= 2 and all(isinstance(name, str) for name in names)):
        faults.append(("sides", say("a list with the name of each side is expected here")))
        return None
    found = []
    for side, name in enumerate(names):
        known = len(faults)
        found.append(clean_name(_text(name, f"sides[{side}]", LONGEST_NAME, faults)))
        if not found[-1] and len(faults) == known:
            faults.append((f"sides[{side}]", say("a name is expected here")))
    return found


def _seated(sides: list[str], names: object, places: int, faults: Faults) -> list[Side]:
    """The sides with their people, of whom none need be named."""
    if names is None:
        return [Side(name, []) for name in sides]
    if not isinstance(names, list) or len(names) != len(sides):
        faults.append(("names", say("a list with the names of each side is expected here")))
        return []
    found = []
    for side, (name, people) in enumerate(zip(sides, names, strict=True)):
        where = f"names[{side}]"
        if not isinstance(people, list) or len(people) > places:
            faults.append((where, say("a list of at most {places} names is expected here", places=places)))
            continue
        players = [_text(one, f"{where}[{place}]", LONGEST_NAME, faults) for place, one in enumerate(people)]
        found.append(Side(name, [clean_name(one) for one in players]))
    return found


def _players(variant: Variant, players: object, sides: int, faults: Faults) -> int | None:
    if players is None:
        largest = variant.default_players(sides)
        if largest is None:
            known = ", ".join(str(n) for n in sorted({seats.sides for seats in variant.seats.values()}))
            message = say("{game} is played by {known} sides, not {n}", game=Text(variant.name), known=known, n=sides)
            faults.append(("sides", message))
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
        faults.append(("before", say("a list of {sides} totals is expected here, one for each side", sides=sides)))
        return None
    for side, total in enumerate(before):
        if abs(total) > MOST_POINTS:
            faults.append((f"before[{side}]", say("at most {most} points, plus or minus", most=MOST_POINTS)))
            return None
    return before


def _deals(variant: Variant, players: int, sides: int, deals: object, faults: Faults) -> Iterator[Told]:
    """Each deal scored, the note about it and its other version."""
    if not isinstance(deals, list):
        faults.append(("deals", say("a list is expected here")))
        return
    for i, deal in enumerate(deals):
        here = f"deals[{i}]"
        known = len(faults)
        told = deal if isinstance(deal, dict) else {}
        keys = ("tallies", "note", "contested")
        faults += [(f"{here}.{key}", say("there is no such key")) for key in told if key not in keys]
        note = _text(told.get("note", ""), f"{here}.note", LONGEST_NOTE, faults)
        scored = _scored(variant, players, sides, told, here, faults)
        contest = _contest(variant, players, sides, told["contested"], here, faults) if "contested" in told else None
        if contest and scored and contest.scored.tallies == scored.tallies:
            faults.append((f"{here}.contested", say("the other version says the same as the first")))
        if scored and len(faults) == known:
            yield Told(scored, note, contest)


def _contest(variant: Variant, players: int, sides: int, told: object, here: str, faults: Faults) -> Contest | None:
    """The other version of a deal."""
    here = f"{here}.contested"
    told = told if isinstance(told, dict) else {}
    faults += [(f"{here}.{key}", say("there is no such key")) for key in told if key not in ("tallies", "reason")]
    reason = _text(told.get("reason", ""), f"{here}.reason", LONGEST_REASON, faults)
    scored = _scored(variant, players, sides, told, here, faults)
    return Contest(0, scored, reason) if scored else None


def _scored(
    variant: Variant, players: int, sides: int, told: Mapping[str, Any], here: str, faults: Faults
) -> Scored | None:
    """The tallies of a deal scored, None where they are none."""
    tallies = told.get("tallies")
    if not isinstance(tallies, list) or len(tallies) != sides:
        faults.append(
            (f"{here}.tallies", say("a list of {sides} tallies is expected here, one for each side", sides=sides))
        )
        return None
    read = []
    for side, data in enumerate(tallies):
        try:
            read.append(tally.read(data))
        except Refused as refused:
            faults.append((_within(here, Fault(side, refused.key, refused.message)), refused.message))
    if len(read) < sides:
        return None
    try:
        return score_deal(variant, players, read)
    except DealRefused as refused_deal:
        faults += [(_within(here, fault), fault.message) for fault in refused_deal.faults]
        return None


def _within(here: str, fault: Fault) -> str:
    return f"{here}.{fault.where}".removesuffix(".")
