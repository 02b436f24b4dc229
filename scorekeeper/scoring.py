"""From what a side shows to the lines that make its score.

A score is nothing but the sum of its lines; each carries its rule's key and label, the fact it rests on and its points.
"""

from collections.abc import Mapping, Sequence

import msgspec

from scorekeeper import cards
from scorekeeper.rules import Threes, Variant
from scorekeeper.tally import Shown
from scorekeeper.words import Text, say, say_many, verbatim


class Line(msgspec.Struct, frozen=True):
    """One reason of a score. `count` and `each` are None where the points are no product."""

    key: str
    label: Text
    count: int | None
    each: int | None
    points: int
    fact: Text


def line_name(line: Line) -> tuple[str, str]:
    """What tells a line from the others of its side: black threes and red ones may be charged by one rule."""
    return line.key, line.label.msgid


def side_by_side(columns: Sequence[Sequence[Line]]) -> list[list[Line | None]]:
    """The lines of all columns, those of one name in one row, in the order of the sheet; None: it has none such."""
    names: list[tuple[str, str]] = []
    for column in columns:
        place = 0
        for name in map(line_name, column):
            if name not in names:
                names.insert(place, name)
            place = names.index(name) + 1
    found = [{line_name(line): line for line in column} for column in columns]
    return [[column.get(name) for column in found] for name in names]


RED_THREES = say("Red threes")
BLACK_THREES = say("Black threes")
GOING_OUT = say("Going out")
GOING_OUT_CONCEALED = say("Going out concealed")
CONCEALED_CANASTAS = say("Concealed canastas")
CARDS_MELDED = say("Cards melded")
LEFT_IN_HAND = say("Left in hand")
LEFT_APART = {"B3": say("Black threes in hand"), "R3": say("Red threes in hand")}
DOUBLED = say("Hand counted twice")
RESULT = say("Result")
AGREED = say("Agreed")

NO_FACT = Text("")

NOBODY_OUT = say("no canasta, and nobody went out")
AT_CARD_VALUE = say("the side went out: card value only")

_COUNTED = say("counted at the table")
_TYPED = say("typed as points")


def score(lines: list[Line]) -> int:
    """The points of a side in a deal."""
    return sum(line.points for line in lines)


def less(points: list[int], others: list[int]) -> list[int]:
    """By how much each side's points differ from the others."""
    return [one - other for one, other in zip(points, others, strict=True)]


def lines(variant: Variant, shown: Shown, somebody_out: bool) -> list[Line]:
    """The lines of one side, in the order of the score sheet. `somebody_out`: did any side of the deal go out?"""
    found: list[Line] = []
    if shown.special_hand is not None:
        hand = variant.special_hands[shown.special_hand]
        key = f"special_hands.{shown.special_hand}"
        found.append(Line(key, Text(hand.label), None, None, hand.points, Text(hand.meaning)))
    elif shown.result is not None:
        found.append(Line("result", RESULT, None, None, shown.result, say("as the table added it up")))
    else:
        _canastas(variant, shown, found)
        if shown.red_threes and variant.red_threes:
            found.append(_threes("red_threes", RED_THREES, variant.red_threes, shown.red_threes, shown))
        if shown.black_threes and variant.black_threes:
            found.append(_threes("black_threes", BLACK_THREES, variant.black_threes, shown.black_threes, shown))
        _going_out(variant, shown, found)
        _extras(variant, shown, found)
        _melded(variant, shown, found)
        _hand(variant, shown, somebody_out, found)
    if shown.adjustment:
        reason = verbatim(shown.adjustment.reason)
        found.append(Line("adjustment", AGREED, None, None, shown.adjustment.points, reason))
    return found


def _canastas(variant: Variant, shown: Shown, found: list[Line]) -> None:
    if not shown.canastas:
        return
    rules = variant.canastas
    for key, kind in rules.kinds.items():
        count = shown.canastas.get(key)
        if not count:
            continue
        each, fact = kind.bonus, _COUNTED
        if kind.of == "wild" and rules.wild_paid_to == "side_out" and not shown.went_out:
            each, fact = 0, say("paid only to the side that went out")
        elif shown.laid is not None:
            fact = verbatim(", ".join(cards.write(meld.cards) for meld in shown.laid if meld.kind == key))
        found.append(Line(f"canastas.{key}", Text(kind.label), count, each, count * each, fact))
    if shown.concealed_canastas and rules.concealed:
        count = shown.concealed_canastas
        fact = say("laid complete from the hand")
        found.append(
            Line(
                "canastas.concealed",
                CONCEALED_CANASTAS,
                count,
                rules.concealed,
                count * rules.concealed,
                fact,
            )
        )


def _threes(key: str, label: Text, rule: Threes, count: int, shown: Shown) -> Line:
    sign = rule.sign.of(shown.opened, shown.canasta_count)
    amount = rule.ladder[count - 1]
    if sign < 0 and rule.all_against is not None and count == len(rule.ladder):
        amount = rule.all_against
    each = rule.ladder[0] * sign if amount == count * rule.ladder[0] else None
    fact = _sign_fact(rule, sign, shown)
    if each is None:
        return Line(key, label, None, None, amount * sign, say("{n} of them; {fact}", n=count, fact=fact))
    return Line(key, label, count, each, amount * sign, fact)


def _sign_fact(rule: Threes, sign: int, shown: Shown) -> Text:
    if rule.sign.by == "canastas":
        reason = _canasta_count(shown)
    else:
        reason = say("the side has melded") if shown.opened else say("the side has not melded")
    if sign > 0:
        return say("plus: {reason}", reason=reason)
    if sign < 0:
        return say("minus: {reason}", reason=reason)
    return say("they do not count: {reason}", reason=reason)


def _canasta_count(shown: Shown) -> Text:
    count = shown.canasta_count
    return say_many("{n} canasta", "{n} canastas", count) if count else say("no canasta")


def _going_out(variant: Variant, shown: Shown, found: list[Line]) -> None:
    if not shown.went_out:
        return
    rule = variant.going_out
    if shown.concealed and rule.concealed is not None:
        fact = say("the whole hand laid at once; {points} in all", points=rule.concealed)
        found.append(Line("going_out", GOING_OUT_CONCEALED, None, None, rule.concealed, fact))
    else:
        fact = say("not concealed") if rule.concealed is not None else NO_FACT
        found.append(Line("going_out", GOING_OUT, None, None, rule.bonus, fact))


def _extras(variant: Variant, shown: Shown, found: list[Line]) -> None:
    if not shown.extras:
        return
    for key, extra in variant.extras.items():
        count = shown.extras.get(key)
        if not count:
            continue
        fact = _COUNTED if shown.laid is None and shown.held is None else say("found in the cards")
        found.append(Line(f"extras.{key}", Text(extra.label), count, extra.points, count * extra.points, fact))


def _melded(variant: Variant, shown: Shown, found: list[Line]) -> None:
    if not shown.melds_stated:
        return
    sign = variant.melds.sign.of(shown.opened, shown.canasta_count) if variant.melds.sign else 1
    if sign < 0:
        fact = say("minus: {reason}", reason=_canasta_count(shown))
    elif shown.hand_taken_off:
        fact = say("what was left in hand is already taken off")
    elif shown.laid is not None:
        counted = (meld for meld in shown.laid if not meld.kind or variant.canastas.kinds[meld.kind].card_values)
        fact = verbatim(", ".join(cards.write(meld.cards) for meld in counted) or "–")
    else:
        fact = verbatim(_counts(shown.counts)) if shown.counts is not None else _TYPED
    found.append(Line("card_points", CARDS_MELDED, None, None, shown.card_points * sign, fact))


def _at_value(variant: Variant, hand: cards.Cards) -> cards.Cards:
    """The cards of a hand that are charged their values: none that is charged by the piece, or not at all."""
    return {rank: n for rank, n in hand.items() if rank not in variant.charged_apart and rank in variant.card_values}


def _counts(counts: Mapping[int, int]) -> str:
    return ", ".join(f"{value} × {n}" for value, n in sorted(counts.items(), reverse=True) if n)


def _hand(variant: Variant, shown: Shown, somebody_out: bool, found: list[Line]) -> None:
    if not shown.hand_stated:
        return
    if shown.held is not None:
        fact = verbatim(" | ".join(cards.write(_at_value(variant, hand)) or "–" for hand in shown.held))
    else:
        fact = verbatim(_counts(shown.hand_counts)) if shown.hand_counts is not None else _TYPED
    found.append(Line("hand_points", LEFT_IN_HAND, None, None, -shown.hand_points, fact))
    charged = shown.hand_points
    for card, count in shown.apart.items():
        if not count:
            continue
        key = variant.charged_apart[card]
        rule = variant.hands.apart[key]
        if rule.side_out or not shown.went_out:
            each, fact = rule.each, say("charged by the piece")
        else:
            each, fact = variant.card_values.get(card, 0), AT_CARD_VALUE
        charged += each * count
        found.append(Line(f"hands.{key}", LEFT_APART[card], count, -each, -each * count, fact))
    doubled = variant.hands.doubled
    if doubled and charged and not shown.went_out and not shown.canasta_count:
        if somebody_out:
            fact = say("no canasta, and another side went out")
        elif doubled.nobody_out:
            fact = NOBODY_OUT
        else:
            return
        found.append(Line("hands.doubled", DOUBLED, None, None, -charged, fact))
