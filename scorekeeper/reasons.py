"""The rule behind a line of a score: the rows of the rule card it rests on, who says so, and what they say.

A line keeps its key and its points; which step of a ladder applied is read from them, and from what the side showed.
"""

from collections.abc import Collection, Mapping
from typing import Literal

import msgspec

from scorekeeper import scoring
from scorekeeper.rulecard import Row, by_name
from scorekeeper.rules import Sign, Threes, Variant
from scorekeeper.scoring import Line
from scorekeeper.tally import Shown
from scorekeeper.words import Text, say, say_many

Origin = Literal["source", "reading", "house", "table"]


class Reason(msgspec.Struct, frozen=True):
    """Why a line counts. `rules`: rows of the rule card, the main one first; `says`: what they say, with the value.

    `origin`: "source" prints it; "reading": we read it into the source; "house": this table chose it; "table": the
    table stated the points themselves, so that no rule of the game stands behind them (one row, without a name).
    """

    rules: list[Row]
    origin: Origin
    says: Text

    @property
    def told(self) -> Row | None:
        """The rule that says in words why: the one we read into the source, or a choice that the source has."""
        if self.origin == "reading":
            return next((row for row in self.rules if row.ruling and row.reading), None)
        main = self.rules[0]
        return main if self.origin == "source" and main.house_rule and main.reading else None


def of(variant: Variant, line: Line, shown: Shown | None = None, chosen: Collection[str] = ()) -> Reason:
    """The reason of a line that `scoring` made under the variant. `shown`: what its side showed, where that is known;
    `chosen`: the names of the house rules that the table chose."""
    table, _, key = line.key.partition(".")
    if table in ("result", "adjustment"):
        return _stated(line)
    if table in ("red_threes", "black_threes"):
        rule = variant.red_threes if table == "red_threes" else variant.black_threes
        assert rule is not None
        rules, says = _threes(variant, table, rule, line, shown)
    elif line.key == "canastas.concealed":
        rules = _rows(variant, line.key)
        says = say("A canasta laid complete from the hand brings {points} points on top.", points=line.each or 0)
    elif table == "canastas":
        rules, says = _canastas(variant, key, line)
    elif table == "going_out":
        rules, says = _going_out(variant, line)
    elif table == "extras":
        rules = _rows(variant, f"{line.key}.points")
        says = say("{what}: {points} points for each.", what=line.label, points=line.each or 0)
    elif table == "special_hands":
        rules = _rows(variant, f"{line.key}.points")
        says = say(
            "{hand}, that is {meaning}: {points} points in place of all else that the side has.",
            hand=line.label,
            meaning=Text(variant.special_hands[key].meaning),
            points=line.points,
        )
    elif table == "card_points":
        rules, says = _melded(variant, line, shown)
    elif table == "hand_points":
        rules = [*_rows(variant, "hands"), *_values(variant, _held(variant, shown))]
        says = say("The cards left in the hands of all players of a side count their values against it.")
    elif line.key == "hands.doubled":
        rules, says = _doubled(variant, line)
    else:
        rules, says = _apart(variant, key, line)
    return Reason(rules, origin(rules, chosen), says)


def origin(rules: list[Row], chosen: Collection[str]) -> Origin:
    """Who says so: the table if it chose any of these rules, else we if any of them is our reading.

    Values of cards are only if all of them are: nobody doubts a king for the sake of the black threes beside it.
    """
    if any(row.name in chosen for row in rules):
        return "house"
    values = [bool(row.ruling) for row in rules if row.ranks]
    read = any(row.ruling for row in rules if not row.ranks) or (bool(values) and all(values))
    return "reading" if read else "source"


def _stated(line: Line) -> Reason:
    if line.key == "result":
        says = say("The table added the side's points up itself. Which rules made them, it did not state.")
    else:
        says = say("The table agreed on these points. No rule of the game gives them.")
    points = say_many("{n} point", "{n} points", line.points)
    return Reason([Row(line.label, points, note=says)], "table", says)


def _rows(variant: Variant, *names: str) -> list[Row]:
    """The first row of each of these names that the card has."""
    found = by_name(variant)
    return [found[name][0] for name in names if name in found]


def _row(variant: Variant, name: str, place: int) -> Row:
    """The row of this place among those of one name."""
    return by_name(variant)[name][place]


def _threes(variant: Variant, key: str, rule: Threes, line: Line, shown: Shown | None) -> tuple[list[Row], Text]:
    red = key == "red_threes"
    step = _step(rule.sign, line.points, shown)
    sign = rule.sign.steps[step]
    name = next(one for one in (f"{key}.sign.by", f"{key}.sign.steps", f"{key}.sign") if one in by_name(variant))
    turned = _row(variant, name, step)
    who = side_of(rule.sign, step)
    if sign == 0:
        says = (
            say("Red threes of {who} count nothing.", who=who)
            if red
            else say("Black threes of {who} count nothing.", who=who)
        )
        return [turned], says
    count = line.count if line.count is not None else _count(rule, abs(line.points), sign)
    if sign < 0 and rule.all_against is not None and count == len(rule.ladder):
        points = rule.all_against
        says = (
            say("All {n} red threes of {who} count {points} against it.", n=count, who=who, points=points)
            if red
            else say("All {n} black threes of {who} count {points} against it.", n=count, who=who, points=points)
        )
        return [*_rows(variant, f"{key}.all_against"), turned], says
    points = rule.ladder[count - 1]
    if sign > 0 and red:
        says = say_many(
            "{n} red three of {who} counts {points} for it.",
            "{n} red threes of {who} count {points} for it.",
            count,
            who=who,
            points=points,
        )
    elif sign > 0:
        says = say_many(
            "{n} black three of {who} counts {points} for it.",
            "{n} black threes of {who} count {points} for it.",
            count,
            who=who,
            points=points,
        )
    elif red:
        says = say_many(
            "{n} red three of {who} counts {points} against it.",
            "{n} red threes of {who} count {points} against it.",
            count,
            who=who,
            points=points,
        )
    else:
        says = say_many(
            "{n} black three of {who} counts {points} against it.",
            "{n} black threes of {who} count {points} against it.",
            count,
            who=who,
            points=points,
        )
    return [_row(variant, f"{key}.ladder", count - 1), turned], says


def _step(sign: Sign, points: int, shown: Shown | None) -> int:
    """Which step of a sign applied; without what the side showed, the first that gives points of this sign."""
    if shown is not None:
        count = shown.canasta_count if sign.by == "canastas" else int(shown.opened)
        return min(count, len(sign.steps) - 1)
    wanted = (points > 0) - (points < 0)
    return sign.steps.index(wanted) if wanted in sign.steps else 0


def _count(rule: Threes, points: int, sign: int) -> int:
    """How many threes made these points, where they are no product."""
    if sign < 0 and points == rule.all_against:
        return len(rule.ladder)
    return rule.ladder.index(points) + 1


def side_of(sign: Sign, step: int) -> Text:
    """The side that a step of a sign is about."""
    if sign.by == "opened":
        return say("a side that has melded") if step else say("a side that has not melded")
    if not step:
        return say("a side without a canasta")
    if step == len(sign.steps) - 1:
        return say_many("a side with {n} canasta or more", "a side with {n} canastas or more", step)
    return say_many("a side with {n} canasta", "a side with {n} canastas", step)


def _canastas(variant: Variant, key: str, line: Line) -> tuple[list[Row], Text]:
    kind = variant.canastas.kinds[key]
    rules = _rows(variant, f"canastas.kinds.{key}.bonus")
    paid = _rows(variant, "canastas.wild_paid_to") if kind.of == "wild" else []
    if line.each != kind.bonus:
        return [*paid, *rules], say("Canastas of wild cards are paid only to the side that went out.")
    says = say(
        "{canastas}, that is {meaning}: {points} points for each.",
        canastas=line.label,
        meaning=Text(kind.meaning),
        points=kind.bonus,
    )
    return [*rules, *paid], says


def _going_out(variant: Variant, line: Line) -> tuple[list[Row], Text]:
    if line.label == scoring.GOING_OUT_CONCEALED:
        says = say("Who goes out concealed has {points} points for it, in all.", points=line.points)
        return _rows(variant, "going_out.concealed"), says
    says = say("The side that goes out has {points} points for it.", points=line.points)
    return _rows(variant, "going_out.bonus"), says


def _held(variant: Variant, shown: Shown | None) -> set[str] | None:
    """The ranks left in hand that count their values, as far as they are known."""
    if shown is not None and shown.held is not None:
        return {rank for hand in shown.held for rank in hand} - variant.charged_apart.keys()
    return _of_these_values(variant, shown.hand_counts if shown else None)


def _laid_ranks(variant: Variant, shown: Shown | None) -> set[str] | None:
    """The ranks melded, as far as they are known."""
    if shown is not None and shown.laid:
        return {rank for meld in shown.laid for rank in meld.cards}
    return _of_these_values(variant, shown.counts if shown else None)


def _of_these_values(variant: Variant, counts: Mapping[int, int] | None) -> set[str] | None:
    if not counts or not any(counts.values()):
        return None
    return {rank for rank, value in variant.card_values.items() if counts.get(value)}


def _values(variant: Variant, ranks: Collection[str] | None) -> list[Row]:
    """The rows with the values of these cards; of all cards where they are not known."""
    rows = [row for name, rows in by_name(variant).items() if name.startswith("card_values.") for row in rows]
    if ranks is None:
        return rows
    return [row for row in rows if not set(row.ranks).isdisjoint(ranks)]


def _melded(variant: Variant, line: Line, shown: Shown | None) -> tuple[list[Row], Text]:
    rules = _values(variant, _laid_ranks(variant, shown))
    kinds = variant.canastas.kinds if shown is None else shown.canastas
    unpriced = [row for kind in kinds for row in _rows(variant, f"canastas.kinds.{kind}.card_values")]
    sign = variant.melds.sign
    if sign is None:
        says = say("The cards that a side melds count their values for it, those in canastas too.")
        if any(not variant.canastas.kinds[kind].card_values for kind in kinds):
            says = say("The cards that a side melds count their values for it, those of some canastas excepted.")
        if shown is not None and shown.hand_taken_off:
            says = say("The cards that a side melds count their values for it, less those left in its hands.")
            unpriced += _rows(variant, "hands")
        return [*rules, *unpriced], says
    step = _step(sign, line.points, shown)
    who = side_of(sign, step)
    if sign.steps[step] > 0:
        says = say("The cards melded by {who} count their values for it.", who=who)
    elif sign.steps[step]:
        says = say("The cards melded by {who} count their values against it.", who=who)
    else:
        says = say("The cards melded by {who} count nothing.", who=who)
    name = next(one for one in ("melds.sign.by", "melds.sign.steps", "melds.sign") if one in by_name(variant))
    return [_row(variant, name, step), *rules, *unpriced], says


def _doubled(variant: Variant, line: Line) -> tuple[list[Row], Text]:
    charges = [row for key in variant.hands.apart for row in _rows(variant, f"hands.apart.{key}.each")]
    rules = [*_rows(variant, "hands.doubled"), *_rows(variant, "hands"), *charges]
    if line.fact == scoring.NOBODY_OUT:
        says = say("Without a canasta, what is left in hand counts twice, when nobody went out too.")
        return [*_rows(variant, "hands.doubled.nobody_out"), *rules], says
    return rules, say("Without a canasta, what is left in hand counts twice when another side went out.")


def _apart(variant: Variant, key: str, line: Line) -> tuple[list[Row], Text]:
    each = -(line.each or 0)
    rules = _rows(variant, f"hands.apart.{key}.each")
    if line.fact == scoring.AT_CARD_VALUE:
        card = next(card for card, label in scoring.LEFT_APART.items() if label == line.label)
        says = say(
            "{cards} of the partner of the one who went out cost their card value, {points} each.",
            cards=line.label,
            points=each,
        )
        return [*_rows(variant, f"hands.apart.{key}.side_out"), *_values(variant, [card])], says
    if not each:
        return rules, say("{cards} cost nothing.", cards=line.label)
    return rules, say("{cards} cost {points} each, and not their card value.", cards=line.label, points=each)
