"""A tally written for one game, read by another: what is said otherwise there, and what it does not tell.

Cards that are named tell everything. Counted ones tell what their own game has to know: whether the points in hand hold
a black three is written down only where it costs something else.
"""

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from scorekeeper.contradictions import stated_apart
from scorekeeper.rules import Variant
from scorekeeper.tally import IN_HAND, Shown, Tally
from scorekeeper.words import Text, say


def plainly(variant: Variant, tally: Tally) -> Tally:
    """The tally without what the variant does not tell apart: there a concealed canasta is a canasta, going out is
    going out, and a three in hand that costs its card value is among the points in hand."""
    said: dict[str, Any] = {}
    if not variant.canastas.concealed:
        said["concealed_canastas"] = 0
    if variant.going_out.concealed is None:
        said["concealed"] = False
    for card, key in IN_HAND.items():
        n, worth = getattr(tally, key), variant.card_values.get(card)
        if not n or worth is None or stated_apart(variant, card):
            continue
        said[key] = 0
        if tally.hand_counts is None:
            said["hand_points"] = said.get("hand_points", tally.hand_points or 0) + n * worth
        else:
            counts = said.get("hand_counts", tally.hand_counts)
            said["hand_counts"] = {**counts, worth: counts.get(worth, 0) + n}
    return msgspec.structs.replace(tally, **said)


def unwritten(own: Variant, other: Variant, sides: Iterable[tuple[Tally, Shown]]) -> list[Text]:
    """What the `other` rules ask and the tallies of a deal, written under its `own`, do not tell, each once. Beside
    each tally what it shows under the other rules."""
    told = [pair for pair in sides if pair[0].result is None and pair[0].special_hand is None]
    return each_once(text for tally, shown in told for text in _missing(own, other, tally, shown))


def each_once(texts: Iterable[Text]) -> list[Text]:
    """The texts without repetition, in the order in which they come."""
    return list({str(text): text for text in texts}.values())


def _missing(own: Variant, other: Variant, tally: Tally, shown: Shown) -> Iterator[Text]:
    counted = bool(tally.counted_melds)
    held = bool(tally.counted_hand or tally.hand_taken_off)
    if (counted or held) and _valued_otherwise(own, other):
        yield say("What the cards counted are worth there")
    if counted:
        yield from _of_melds(own, other, tally)
    if other.canastas.concealed and not own.canastas.concealed and shown.canastas:
        yield say("Canastas laid concealed")
    if other.going_out.concealed and own.going_out.concealed is None and shown.went_out:
        yield say("Going out concealed")
    if other.black_threes and not own.black_threes:
        yield say("Black threes laid on the table")
    if held:
        yield from _of_hands(own, other)


def _of_melds(own: Variant, other: Variant, tally: Tally) -> Iterator[Text]:
    before, after = own.canastas.kinds, other.canastas.kinds
    there = [key for key, n in tally.canastas.items() if n]
    for key in there:
        if key in before and key in after and before[key].card_values != after[key].card_values:
            yield say("Card values inside the canastas: {what}", what=Text(before[key].label))
    laid = {before[key].of for key in there if key in before}
    yield from (Text(kind.label) for key, kind in after.items() if key not in before and kind.of in laid)
    yield from _of_extras(own, other, "incomplete_meld")


def _of_hands(own: Variant, other: Variant) -> Iterator[Text]:
    names = {"B3": say("Black threes among the points in hand"), "R3": say("Red threes among the points in hand")}
    for card, name in names.items():
        if stated_apart(other, card) and not stated_apart(own, card) and _cost(own, card) != _cost(other, card):
            yield name
    yield from _of_extras(own, other, "held")


def _of_extras(own: Variant, other: Variant, on: str) -> Iterator[Text]:
    new = (extra for key, extra in other.extras.items() if extra.on == on and key not in own.extras)
    return (Text(extra.label) for extra in new)


def _valued_otherwise(own: Variant, other: Variant) -> bool:
    both = own.card_values.keys() & other.card_values.keys()
    return any(own.card_values[rank] != other.card_values[rank] for rank in both)


def _cost(variant: Variant, card: str) -> int:
    """Points that a card costs in a hand."""
    return variant.charge(card) if card in variant.charged_apart else variant.card_values.get(card, 0)
