"""What a question is, and how its examples are worked: dealt, judged and scored like any deal."""

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from scorekeeper import match, referee, tally
from scorekeeper.cards import NATURALS
from scorekeeper.faults import Refused
from scorekeeper.match import DealRefused, Scored
from scorekeeper.melds import Laid
from scorekeeper.referee import Opening
from scorekeeper.rules import Variant
from scorekeeper.scoring import Line
from scorekeeper.words import Text, say, verbatim


class Example(msgspec.Struct, frozen=True):
    """`shown`: what lies there; `lines`: those of its score that the question is about; `outcome`: what else comes of
    it."""

    shown: Text
    lines: list[Line] = []
    outcome: Text | None = None


class Question(msgspec.Struct, frozen=True):
    """`names`: of the rules and facts of play that the answer rests on, as far as the game has them."""

    key: str
    asks: Text
    answer: Text
    names: list[str]
    example: Example | None = None


Ask = Callable[[Variant], Question | None]
"""None where the game does not raise the question; `NotHere` where it does not allow the example."""


class NotHere(Exception):
    """The deal of an example cannot happen in this game."""


def at_a_table_of(variant: Variant, players: int) -> Variant:
    """The same rules for so many players and no others."""
    seats = {players: variant.seats[players]}
    others = tuple(f"seats.{number}." for number in variant.seats if number != players)
    house_rules = {name: rule for name, rule in variant.house_rules.items() if not name.startswith(others)}
    return msgspec.structs.replace(variant, seats=seats, house_rules=house_rules)


def players(variant: Variant) -> int:
    """The table that the examples are dealt at: the largest."""
    return max(variant.seats)


def partners(variant: Variant) -> bool:
    """Are there sides of two or more?"""
    return players(variant) > variant.seats[players(variant)].sides


def deal(variant: Variant, one: dict[str, Any], other: dict[str, Any] | None = None) -> Scored:
    """A deal in which the first side shows the one tally, the second the other. Raises `NotHere`.

    The tallies need not name every hand: those left out hold a four, but for the empty one of whoever went out.
    """
    seat = variant.seats[players(variant)]
    tallies = [one, other or {}, *({} for _ in range(seat.sides - 2))]
    try:
        return match.score_deal(variant, players(variant), [tally.read(_whole(variant, one)) for one in tallies])
    except DealRefused:
        raise NotHere from None


def _whole(variant: Variant, one: dict[str, Any]) -> dict[str, Any]:
    places = players(variant) // variant.seats[players(variant)].sides
    hands = one.get("hands", [""] if one.get("went_out") else [])
    return {**one, "hands": [*hands, *["4"] * places][:places]}


def lines(scored: Scored, *tables: str) -> list[Line]:
    """Those of the first side that belong to these tables of the rules, all of them without any."""
    return [line for line in scored.lines[0] if not tables or line.key.split(".")[0] in tables]


def points(scored: Scored, *tables: str) -> int:
    """What these lines come to."""
    return sum(line.points for line in lines(scored, *tables))


def asked_about(scored: Scored, key: str) -> Text | None:
    """What the app asks about this key of the first side."""
    doubts = [doubt.message for doubt in scored.doubts if doubt.side == 0 and doubt.key == key]
    if doubts and doubts[-1].msgid.endswith("?"):
        return say("The app asks about it: {doubt}", doubt=_joined(doubts, "; "))
    return say("The app asks about it: {doubt}.", doubt=_joined(doubts, "; ")) if doubts else None


def opens(variant: Variant, before: int, melds: list[str], top_card: str = "") -> Opening | None:
    """The opening check; None where the variant has none or forbids these melds."""
    if variant.opening is None:
        return None
    try:
        return referee.opening(variant, before, melds, top_card)
    except Refused:
        return None


def verdict(check: Opening) -> Text:
    """What came of an opening check."""
    if check.opens:
        return say(
            "They count {count}, and {required} are needed: that opens.", count=check.count, required=check.required
        )
    return say(
        "They count {count}, and {required} are needed: that does not open.", count=check.count, required=check.required
    )


def laid(variant: Variant, meld: str) -> Laid:
    """One meld, and whether it may be."""
    [found] = tally.lay(variant, [meld])
    return found


def canastas(variant: Variant, count: int) -> list[str]:
    """Melds with so many canastas, of the highest ranks that make one; with none, the smallest meld of the highest.

    Raises `NotHere` where there are not so many.
    """
    size = variant.canastas.size
    ranks = [rank for rank in (*NATURALS[1:], "A") if laid(variant, f"{rank}*{size}").kind]
    if len(ranks) < max(count, 1):
        raise NotHere
    return [f"{rank}*{size}" for rank in ranks[:count]] if count else [f"{ranks[0]}*{variant.melds.min_cards}"]


def needed(variant: Variant) -> int:
    """The canastas that going out takes."""
    return variant.seats[players(variant)].canastas_needed


def gone_out(variant: Variant, spared: int = 0) -> dict[str, Any]:
    """A side that went out with the canastas it takes, at least one. `spared`: so many ranks are left to the others."""
    return {"melds": canastas(variant, max(needed(variant), 1) + spared)[spared:], "went_out": True}


WENT_OUT = say("The side went out.")


def melded(*melds: str, more: Text | None = None) -> Text:
    """ "Melded: K*7, Q*5 2 2. More."."""
    shown = say("Melded: {cards}.", cards=verbatim(", ".join(melds)))
    return said(shown, more) if more else shown


def held(*hands: str) -> Text:
    """ "In hand: A JK." """
    return say("In hand: {cards}.", cards=verbatim(" | ".join(hand or "–" for hand in hands)))


def said(*sentences: Text) -> Text:
    """Sentences, one after the other."""
    return _joined(sentences, " ")


def listed(texts: Iterable[Text]) -> Text:
    """ "natural canastas, mixed canastas"."""
    return _joined(texts, ", ")


def _joined(texts: Iterable[Text], between: str) -> Text:
    parts: dict[str, int | str | Text] = {f"part{place}": text for place, text in enumerate(texts)}
    return Text(between.join("{" + name + "}" for name in parts), parts)
