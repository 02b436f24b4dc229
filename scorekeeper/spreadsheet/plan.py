"""What was understood of a file: the matches in it, and every place that is wrong."""

from typing import Any

import msgspec

from scorekeeper.words import Text

MOST_PROBLEMS = 1_000


class Problem(msgspec.Struct, frozen=True):
    """A sentence about one cell: its row, counted as a spreadsheet does, and the heading of its column. Row 0 is the
    file, column "" the row as a whole."""

    row: int
    column: str
    message: Text


class Plan(msgspec.Struct, frozen=True):
    """The matches of a file as score sheets, those without a problem; `rows`: where each of them begins.

    `problems`: at most `MOST_PROBLEMS`, `further`: how many there are besides. `columns`: which heading was taken for
    which column; `unused`: headings that were taken for none. `day_first`: was a day like 5/6/2026 taken for the 5th of
    June?
    """

    documents: list[dict[str, Any]] = []
    rows: list[int] = []
    problems: list[Problem] = []
    further: int = 0
    encoding: str = ""
    separator: str = ""
    heading_row: int = 0
    columns: list[tuple[str, str]] = []
    unused: list[str] = []
    day_first: bool = False


class Found:
    """Problems as they are found; those beyond `MOST_PROBLEMS` are only counted."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []
        self.further = 0

    @property
    def count(self) -> int:
        return len(self.problems) + self.further

    def add(self, row: int, column: str, message: Text) -> None:
        if len(self.problems) < MOST_PROBLEMS:
            self.problems.append(Problem(row, column, message))
        else:
            self.further += 1
