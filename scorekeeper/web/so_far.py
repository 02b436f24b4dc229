"""What a deal gives while it is still being entered: the same engine, asked about what is known.

An empty field is a question that is still open, and nothing is said against a deal for what may yet be typed.
"""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from scorekeeper import cards, referee, scoring, tally
from scorekeeper.faults import Fault, Refused
from scorekeeper.match import Match
from scorekeeper.melds import Laid
from scorekeeper.rules import Threes, Variant
from scorekeeper.scoring import LEFT_APART, Line
from scorekeeper.tally import IN_HAND, Shown, Tally

OPEN = None
"""The points of a line whose sign hangs on what is still open."""


class Got(NamedTuple):
    """A cell of the sheet: points, `OPEN` where they are not known yet, and how many there are where that is told."""

    points: int | None
    how_many: int | None


class SoFar(NamedTuple):
    """One side: what it has by cell of the sheet, the sum of all points that are known, and its melds if named."""

    cells: dict[str, Got]
    score: int
    laid: list[Laid]


_MELDED = ("card_points", "card_counts", "melds", "result", "special_hand")
_CANASTAS = ("canastas", "concealed_canastas", "melds", "result", "special_hand")


def counted(variant: Variant, tallies: Sequence[dict[str, Any]]) -> list[SoFar]:
    """What each side has by now. Tallies that are none give nothing."""
    shown = [_shown(variant, data) for data in tallies]
    out = any(one.out for one in shown)
    return [_side(variant, one, data, out) for one, data in zip(shown, tallies, strict=True)]


def errors(match: Match, tallies: Sequence[dict[str, Any]]) -> list[Fault]:
    """What cannot be, whatever else will be typed."""
    known: list[Tally] = []
    faults: list[Fault] = []
    for side, data in enumerate(tallies):
        if _open(data, _MELDED):  # canastas whose cards are not counted yet cannot be judged
            data = {key: value for key, value in data.items() if key not in ("canastas", "concealed_canastas")}
        try:
            known.append(tally.read(data))
        except Refused as refused:
            known.append(Tally())
            faults.append(Fault(side, refused.key, refused.message))
    return faults + referee.judge(match.variant, match.opened.players, known)[0]


def cell_of(line: Line) -> str:
    """The cell of the sheet in which a line stands, named after the key of the tally that it is typed under."""
    table, _, _ = line.key.partition(".")
    if table in ("going_out", "special_hands"):
        return "went_out"
    if line.key == "canastas.concealed":
        return "concealed_canastas"
    if line.key == "hands.doubled":
        return "doubled"
    if table == "hands":
        return next(IN_HAND[card] for card, label in LEFT_APART.items() if label == line.label)
    return "adjustment.points" if table == "adjustment" else table if table == "result" else line.key


def _shown(variant: Variant, data: dict[str, Any]) -> Shown:
    try:
        read = tally.read(data)
        shown = tally.shown(variant, read)
    except (Refused, LookupError, cards.UnreadableCards):
        return Shown()
    if _open(data, _MELDED) and read.opened is None:
        shown.opened = True  # nearly every side has melded something, and soon says what
    return shown


def _side(variant: Variant, shown: Shown, data: dict[str, Any], out: bool) -> SoFar:
    try:
        lines = scoring.lines(variant, shown, out)
    except LookupError:  # more threes than there are, a kind of another game: said as an error
        return SoFar({}, 0, shown.laid or [])
    hanging = set(_hanging_on_canastas(variant)) if _open(data, _CANASTAS) else set()
    cells = {
        cell: Got(OPEN if cell in hanging else line.points, line.count) for line in lines for cell in [cell_of(line)]
    }
    return SoFar(cells, sum(got.points or 0 for got in cells.values()), shown.laid or [])


def _hanging_on_canastas(variant: Variant) -> Iterator[str]:
    """The cells whose sign, or whose being there, follows from the number of canastas."""
    yield "doubled"
    if variant.melds.sign:
        yield "card_points"
    for key in ("red_threes", "black_threes"):
        threes: Threes | None = getattr(variant, key)
        if threes and threes.sign.by == "canastas":
            yield key


def _open(data: dict[str, Any], keys: Sequence[str]) -> bool:
    """Is none of these said yet? A count of nothing says something here: somebody pressed it."""
    return not any(key in data for key in keys)
