"""From the bytes of a file to its rows: how it is encoded, what separates its cells, where its headings stand."""

import codecs
import csv
import io
from collections.abc import Iterator
from typing import NamedTuple

from scorekeeper.spreadsheet.columns import key_of
from scorekeeper.words import Text, say

MOST_BYTES = 16 * 1024 * 1024
MOST_ROWS = 100_000
MOST_COLUMNS = 200
SEPARATORS = {",": "comma", ";": "semicolon", "\t": "tab"}

_BEGINNING = 64 * 1024
_ABOVE = 20
"""So many rows may stand above the headings."""

Row = tuple[int, list[str]]
"""Its number, counted as a spreadsheet does, and its cells."""


class Unreadable(ValueError):
    """A file, or from some row on the rest of it, that cannot be read."""

    def __init__(self, row: int, message: Text) -> None:
        super().__init__(str(message))
        self.row = row
        self.message = message


class Grid(NamedTuple):
    """A file that has headings we know; `separator`: the character between its cells."""

    text: str
    encoding: str
    separator: str
    heading_row: int
    headings: list[str]

    def rows(self) -> Iterator[Row]:
        """The rows below the headings that are not empty. Raises `Unreadable` where it goes on no further."""
        for number, cells in _rows(self.text, self.separator):
            if number > MOST_ROWS:
                raise Unreadable(number, say("at most {most} rows are read; this one is left out", most=MOST_ROWS))
            if number > self.heading_row and any(map(str.strip, cells)):
                yield number, cells


def grid(raw: bytes) -> Grid:
    """The file's text and headings. Raises `Unreadable` where there are none."""
    if len(raw) > MOST_BYTES:
        raise Unreadable(0, say("files of at most {most} megabytes are read", most=MOST_BYTES // 1024**2))
    text, encoding = _decoded(raw)
    beginning = text[:_BEGINNING]
    found = [(*heads, separator) for separator in SEPARATORS if (heads := _headings(beginning, separator))]
    if not found:
        raise Unreadable(
            1, say("a row with the names of the columns is expected here: side and score, or players and total")
        )
    _, heading_row, headings, separator = max(found, key=lambda one: one[0])
    return Grid(text, encoding, separator, heading_row, headings)


def _decoded(raw: bytes) -> tuple[str, str]:
    if raw.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        try:
            return raw.decode("utf-16"), "UTF-16"
        except ValueError:
            raise Unreadable(0, say("this begins as UTF-16 and is none; save it as UTF-8")) from None
    try:
        return raw.decode("utf-8-sig"), "UTF-8"
    except ValueError:
        return raw.decode("cp1252", "replace"), "Windows-1252"


def _rows(text: str, separator: str) -> Iterator[Row]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    number = 0
    while True:
        number += 1
        try:
            yield number, next(reader)
        except StopIteration:
            return
        except csv.Error:
            message = say("from here on nothing can be read: a quotation mark without its other, or a cell without end")
            raise Unreadable(number, message) from None


def _headings(beginning: str, separator: str) -> tuple[int, int, list[str]] | None:
    """How many columns are known in the first row that has the needed ones, its number and its cells."""
    rows = _rows(beginning, separator)
    for _ in range(_ABOVE):
        try:
            number, cells = next(rows)
        except (StopIteration, Unreadable):
            return None
        keys = {key for cell in cells[:MOST_COLUMNS] if (key := key_of(cell))}
        if keys & {"side", "players"} and keys & {"score", "total"}:
            return len(keys), number, [cell.strip() for cell in cells[:MOST_COLUMNS]]
    return None
