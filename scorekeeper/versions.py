"""Two versions of one deal: what a second count leaves as it was, and what tells the two apart.

A deal is counted again, or somebody remembers it otherwise. Both versions are scored by themselves; this says, line by
line, where they part and by how many points.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Literal

import msgspec

from scorekeeper.match import Match, Scored
from scorekeeper.rules import Variant
from scorekeeper.scoring import Line, side_by_side
from scorekeeper.tally import IN_HAND, Tally
from scorekeeper.trace import Effect
from scorekeeper.words import Text, say, verbatim

Data = Mapping[str, Any]
"""The plain data of a tally, as in an entry's body."""

_PARTS = {
    **dict.fromkeys(("melds", "card_points", "card_counts", "canastas", "concealed_canastas"), "melded"),
    **dict.fromkeys(("opened", "hand_taken_off"), "melded"),
    **dict.fromkeys(("hands", "hand_points", "hand_counts", *IN_HAND.values()), "held"),
}
"""What is counted in one go, by the keys of a tally; any other key is a part by itself."""
_WENT_OUT = ("went_out", "concealed", "special_hand")


class Row(msgspec.Struct, frozen=True):
    """One line of a side in both versions; None where a version has none such."""

    first: Line | None
    other: Line | None

    @property
    def either(self) -> Line:
        """The line of the first version, else that of the other."""
        found = self.first or self.other
        assert found is not None
        return found

    @property
    def points(self) -> int:
        """By how many points the other version differs."""
        return _points(self.other) - _points(self.first)

    @property
    def differs(self) -> bool:
        """Do the versions tell of different points here, or of another number of the same thing?"""
        return (_points(self.first), _count(self.first)) != (_points(self.other), _count(self.other))

    @property
    def facts(self) -> tuple[Text | None, Text | None]:
        """What each version rests on, where that tells more than the points: it differs, or names cards."""
        first, other = (line.fact if line and line.fact.msgid else None for line in (self.first, self.other))
        if first and other:
            return (first, other) if first != other else (None, None)
        only = first or other
        return (first, other) if only and only.msgid == verbatim("").msgid else (None, None)


class Side(msgspec.Struct, frozen=True):
    """One side in both versions, line by line, and its score in each."""

    rows: list[Row]
    first: int
    other: int

    @property
    def points(self) -> int:
        """By how many points the other version differs."""
        return self.other - self.first

    @property
    def differing(self) -> list[Row]:
        return [row for row in self.rows if row.differs]


def compared(first: Scored, other: Scored) -> list[Side]:
    """Both versions side by side, per side."""
    return [
        Side([Row(*pair) for pair in side_by_side(pair)], *scores)
        for pair, scores in zip(
            zip(first.lines, other.lines, strict=True), zip(first.scores, other.scores, strict=True), strict=True
        )
    ]


def alike(sides: Iterable[Side]) -> bool:
    """Do both versions say the same in every line, to the point?"""
    return not any(side.differing for side in sides)


def counted_again(variant: Variant, was: Tally, said: Data) -> Data:
    """What a side shows of which only a part was counted again: what was left out is as it was entered.

    Parts are what the side melded, what it held, its red threes, its black threes, and what the table agreed on. Who
    went out is none of them; it is said by itself. Where the hands were taken off the melds, both are one part.
    """
    before = {key: value for key, value in was.data.items() if key not in _WENT_OUT}
    if was.went_out and before.get("hand_points") == 0:
        del before["hand_points"]  # it followed from going out
    kept, stated = _facts(before), _facts(said)
    anew = {_part(variant, fact) for fact in stated}
    if was.hand_taken_off and anew & {"melded", "held"}:
        anew |= {"melded", "held"}
    if stated and ("result" in anew or "result" in before):  # a result stands in the place of all that is counted
        anew.update(_part(variant, fact) for fact in kept if fact != ("adjustment",))
    kept = {fact: value for fact, value in kept.items() if _part(variant, fact) not in anew}
    return _data({**kept, **stated})


def half_counted(variant: Variant, was: Tally, said: Data, hands: int) -> Literal["melds", "hands"] | None:
    """What is still to be counted where the hands were taken off the melds, and only one of both was counted again.

    `hands`: how many the side still holds. Another net, stated as such, is whole.
    """
    anew = {_part(variant, fact) for fact in _facts(said)}
    if not was.hand_taken_off or said.get("hand_taken_off") or "result" in anew:
        return None
    if "held" in anew:
        return None if "melded" in anew else "melds"
    return "hands" if hands and "melded" in anew else None


Fact = tuple[str, ...]
"""A key of a tally, or "extras" and one of them."""


def _facts(data: Data) -> dict[Fact, Any]:
    found: dict[Fact, Any] = {(key,): value for key, value in data.items() if key != "extras"}
    return found | {("extras", name): count for name, count in data.get("extras", {}).items()}


def _data(facts: Mapping[Fact, Any]) -> Data:
    extras = {fact[1]: count for fact, count in facts.items() if len(fact) > 1}
    return {fact[0]: value for fact, value in facts.items() if len(fact) == 1} | ({"extras": extras} if extras else {})


def _part(variant: Variant, fact: Fact) -> str:
    if len(fact) == 1:
        return _PARTS.get(fact[0], fact[0])
    return "held" if variant.extras[fact[1]].on == "held" else "melded"


def told(row: Row, again: bool) -> Text:
    """In words how the versions differ in this line. `again`: the other one is a second count."""
    rule, (first, other) = row.either.label, _numbers(row)
    if again:
        what = say("{rule}: {first} entered, {other} counted again", rule=rule, first=first, other=other)
    else:
        what = say("{rule}: {first} in the first version, {other} in the other", rule=rule, first=first, other=other)
    return less_or_more(what, row.points)


def _numbers(row: Row) -> tuple[int, int]:
    """What tells the line apart in both versions: how many there are; points, where that says nothing."""
    counts = [0 if line is None else line.count for line in (row.first, row.other)]
    if None in counts or counts[0] == counts[1]:
        return _points(row.first), _points(row.other)
    return counts[0] or 0, counts[1] or 0


def less_or_more(what: Text, points: int) -> Text:
    """So many points less, or more, than in the first version."""
    if points < 0:
        return say("{what}: {points} less", what=what, points=-points)
    return say("{what}: {points} more", what=what, points=points) if points else what


def later(effect: Effect) -> list[Text]:
    """What would have been otherwise on the way: the opening minimums of deals that were played since."""
    found = []
    for moved in effect.moved:
        following = _following(effect.after, moved.deal)
        if following is None:
            continue
        found += [
            say(
                "{side} needed {was} to open deal {n}; it would be {now}.",
                side=effect.after.sides[side].name,
                was=was,
                now=now,
                n=following,
            )
            for side, was, now in moved.asked
        ]
    return found


def _following(match: Match, deal_id: int) -> int | None:
    """The number of the deal that was played after this one."""
    return next((deal.number for deal in match.standing if deal.id > deal_id), None)


def _points(line: Line | None) -> int:
    return line.points if line else 0


def _count(line: Line | None) -> int | None:
    return line.count if line else None
