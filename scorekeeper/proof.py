"""How a total came about: deal by deal, and rule by rule. Either way the parts add up to it."""

import msgspec

from scorekeeper import scoring
from scorekeeper.match import Match
from scorekeeper.scoring import Line
from scorekeeper.words import Text


class Sum(msgspec.Struct, frozen=True):
    """What one rule brought a side in a whole match. `count`: how often it applied, None where that is not counted in
    every deal; `points`: their sum; `deals`: the numbers of the deals it did so in."""

    label: Text
    key: str
    count: int | None
    points: int
    deals: list[int]


def by_rule(match: Match, side: int) -> list[Sum]:
    """What each rule brought a side in the deals that stand, in the order of the sheet."""
    rows = scoring.side_by_side([deal.scored.lines[side] for deal in match.standing])
    return [_sum(row) for row in rows]


def _sum(row: list[Line | None]) -> Sum:
    """Of one rule, a line for each deal, None where it has none."""
    lines = [line for line in row if line]
    counts = [line.count for line in lines if line.count is not None]
    return Sum(
        lines[0].label,
        lines[0].key,
        sum(counts) if len(counts) == len(lines) else None,
        scoring.score(lines),
        [number for number, line in enumerate(row, 1) if line],
    )
