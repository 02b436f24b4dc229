"""What a side of a match has to show for it, as figures that add up: of many matches they make the statistics.

Points are points. What was entered as a mere result is no deal that was counted: nothing is known of its canastas.
"""

import math
from collections.abc import Callable, Collection, Iterable
from operator import itemgetter
from typing import Any, NamedTuple

import msgspec

from scorekeeper.match import Deal, Match


class Record(NamedTuple):
    """A figure and what it rests on. `id`: of the deal, or of the match where it is about the whole of it."""

    figure: int
    id: int
    match: int


class Facts(msgspec.Struct, array_like=True):
    """The figures of one subject: a person, a partnership, a side, the household.

    `matches`: finished ones, of them `won` and `shared`. `deals`: those that stand, of all matches; `counted`: of them
    those told in detail. The fields from `concealed_canastas` to `red_threes`, `canastas` by kind and `unopened` are
    about counted deals; `left`: points left in hand in `left_deals` of them. `dealt`: deals that the subject dealt.
    `minimums`: of each opening minimum, in how many counted deals it was faced, and in how many of those reached.
    """

    matches: int = 0
    won: int = 0
    shared: int = 0
    deals: int = 0
    points: int = 0
    deals_won: int = 0
    counted: int = 0
    concealed_canastas: int = 0
    red_threes: int = 0
    out: int = 0
    concealed: int = 0
    unopened: int = 0
    left_deals: int = 0
    left: int = 0
    dealt: int = 0
    dealt_points: int = 0
    dealt_won: int = 0
    canastas: dict[str, int] = {}
    minimums: dict[int, tuple[int, int]] = {}
    best_deal: Record | None = None
    worst_deal: Record | None = None
    comeback: Record | None = None
    closest: Record | None = None
    widest: Record | None = None
    highest: Record | None = None
    longest: Record | None = None
    shortest: Record | None = None

    @property
    def lost(self) -> int:
        return self.matches - self.won - self.shared


FEW_MATCHES, FEW_DEALS = 10, 30
"""Of fewer, shares and averages may be chance."""
_SURE = 2
"""Standard errors that a difference must be larger than."""


def differ(part: int, whole: int, other: int, other_whole: int) -> bool:
    """Are the two shares further apart than chance alone would easily bring them?"""
    if not whole or not other_whole:
        return False
    both = (part + other) / (whole + other_whole)
    error = math.sqrt(both * (1 - both) * (1 / whole + 1 / other_whole))
    return abs(part / whole - other / other_whole) > _SURE * error


_COUNTS = Facts.__struct_fields__[: Facts.__struct_fields__.index("canastas")]
_MOST = ("best_deal", "comeback", "widest", "highest", "longest")
_LEAST = ("worst_deal", "closest", "shortest")
RECORDS = (*_MOST, *_LEAST)


def together(many: Iterable[Facts]) -> Facts:
    """The figures of all of them. Of equal records the older one stays."""
    columns: list[Any] = list(zip(*map(msgspec.structs.astuple, many), strict=True))
    if not columns:
        return Facts()
    named = dict(zip(Facts.__struct_fields__, columns, strict=True))
    counts: Any = map(sum, columns[: len(_COUNTS)])
    whole = Facts(*counts)
    for kinds in named["canastas"]:
        for kind, count in kinds.items():
            whole.canastas[kind] = whole.canastas.get(kind, 0) + count
    for minimums in named["minimums"]:
        for minimum, (faced, opened) in minimums.items():
            before = whole.minimums.get(minimum, (0, 0))
            whole.minimums[minimum] = before[0] + faced, before[1] + opened
    for names, best in ((_MOST, max), (_LEAST, min)):
        for name in names:
            if found := [record for record in named[name] if record is not None]:
                figure = best(found)[0]
                setattr(whole, name, Record(*min((one for one in found if one[0] == figure), key=itemgetter(1))))
    return whole


def _take(facts: Facts, name: str, figure: int, deal: Deal, match: Match, best: Callable[[int, int], int]) -> None:
    """Keeps the record if it is one. Deals come oldest first."""
    held: Record | None = getattr(facts, name)
    if held is None or (figure != held.figure and best(figure, held.figure) == figure):
        setattr(facts, name, Record(figure, deal.id, match.id))


class Played(NamedTuple):
    """A match in figures: of each side, and of each seat, from 0; they differ only in who dealt."""

    sides: list[Facts]
    seats: list[Facts]


def of_match(match: Match) -> Played:
    """The figures of a match as it stands."""
    sides, players = range(len(match.sides)), match.opened.players
    seats: list[Facts] = [Facts()] * players
    found = []
    for side in sides:
        own = _of_side(match, side)
        places = range(side, players, len(sides))
        for seat in places:
            seats[seat] = msgspec.structs.replace(own)
            _add_dealt(seats[seat], match, side, [seat])
        _add_dealt(own, match, side, places)
        found.append(own)
    return Played(found, seats)


def won_by(deal: Deal, side: int) -> bool:
    """Has this side made more in the deal than every other?"""
    scores = deal.scored.scores
    return all(scores[side] > score for other, score in enumerate(scores) if other != side)


def _of_side(match: Match, side: int) -> Facts:
    facts = Facts()
    for deal in match.standing:
        _add_deal(facts, match, deal, side)
    if match.finished:
        _add_result(facts, match, side)
    return facts


def _add_deal(facts: Facts, match: Match, deal: Deal, side: int) -> None:
    shown, score = deal.scored.shown[side], deal.scored.scores[side]
    facts.deals += 1
    facts.points += score
    facts.deals_won += won_by(deal, side)
    _take(facts, "best_deal", score, deal, match, max)
    _take(facts, "worst_deal", score, deal, match, min)
    facts.out += shown.out
    facts.concealed += shown.concealed
    if not is_counted(deal, side):
        return
    facts.counted += 1
    for kind, count in shown.canastas.items():
        if count:
            facts.canastas[kind] = facts.canastas.get(kind, 0) + count
    facts.concealed_canastas += shown.concealed_canastas
    facts.red_threes += shown.red_threes
    facts.unopened += not shown.opened
    if shown.hand_stated:
        facts.left_deals += 1
        facts.left += left_in_hand(deal, side)
    if (minimum := match.variant.opening_minimum(deal.before[side])) is not None:
        faced, opened = facts.minimums.get(minimum, (0, 0))
        facts.minimums[minimum] = faced + 1, opened + int(shown.opened)


def is_counted(deal: Deal, side: int) -> bool:
    """Is more known of this side than what it scored?"""
    shown = deal.scored.shown[side]
    return shown.result is None and shown.special_hand is None


def left_in_hand(deal: Deal, side: int) -> int:
    """What the cards left in its hands cost the side, in points; 0 and more."""
    lines = deal.scored.lines[side]
    return -sum(line.points for line in lines if line.key == "hand_points" or line.key.startswith("hands."))


def _add_dealt(facts: Facts, match: Match, side: int, seats: Collection[int]) -> None:
    for deal in match.standing:
        if deal.dealer in seats:
            facts.dealt += 1
            facts.dealt_points += deal.scored.scores[side]
            facts.dealt_won += won_by(deal, side)


def _add_result(facts: Facts, match: Match, side: int) -> None:
    def record(figure: int) -> Record:
        return Record(figure, match.id, match.id)

    facts.matches = 1
    facts.won = int(match.winner == side)
    facts.shared = int(match.winner is None)
    facts.highest = record(match.totals[side])
    if deals := len(match.standing):
        facts.longest = facts.shortest = record(deals)
    if match.winner is None:
        return
    first, second = sorted(match.totals, reverse=True)[:2]
    facts.closest = record(first - second)
    if match.winner == side:
        facts.widest = record(first - second)
        behind = max(_behind(match, side))
        facts.comeback = record(behind) if behind > 0 else None


def _behind(match: Match, side: int) -> Iterable[int]:
    """How far the side was behind the best other, at the start and after each deal."""
    for totals in (match.opened.before, *(deal.totals for deal in match.standing)):
        yield max(total for other, total in enumerate(totals) if other != side) - totals[side]
