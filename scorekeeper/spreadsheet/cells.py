"""What stands in one cell: texts that no spreadsheet takes for a formula, and numbers, days and answers as people type
them."""

import datetime
import re
from typing import Literal, NamedTuple

from scorekeeper.spreadsheet.columns import plain
from scorekeeper.typed import whole

FIRST_YEAR = 1900
LAST_YEAR = 2199

_FORMULA = r"=+\-@＝＋－＠"
_OPEN = re.compile(rf"^(?='*[{_FORMULA}\t\r\n])|(?<=[;\t\r\n])(?='*[{_FORMULA}])")
_GUARDED = re.compile(rf"^'(?='*[{_FORMULA}\t\r\n])|(?<=[;\t\r\n])'(?='*[{_FORMULA}])")
"""After a semicolon, a tab or a new line too: a spreadsheet that splits there would begin a cell with it."""

_CENTS = re.compile(r"(.*\d)([.,])0{1,2}")
_TIME = r"(?:[ T]\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?)?"
_YEAR_FIRST = re.compile(r"(\d{4})([-/.])(\d{1,2})\2(\d{1,2})" + _TIME, re.ASCII)
_YEAR_LAST = re.compile(r"(\d{1,2})([-/.]) ?(\d{1,2})\2 ?(\d{4})" + _TIME, re.ASCII)

BETWEEN = (",", "&", "+", "/", ";", "\n")
"""What may stand between names; of several the last."""
_AND = re.compile(r"\s(?:and|und|et|y|e|și|şi|si)\s", re.IGNORECASE)

_YES = {
    *("1", "x", "✓", "✔", "y", "yes", "true", "si", "verdadero", "s", "sim", "verdadeiro"),
    *("da", "adevarat", "vero", "j", "ja", "wahr", "o", "oui", "vrai"),
}
_NO = {"0", "-", "–", "—", "−", "n", "no", "false", "falso", "nao", "nu", "fals", "nein", "falsch", "non", "faux"}


def guarded(text: str) -> str:
    """The text with an apostrophe before whatever a spreadsheet would take for a formula."""
    return _OPEN.sub("'", text)


def unguarded(text: str) -> str:
    """The text that was `guarded`."""
    return _GUARDED.sub("", text)


def number(text: str) -> int | None:
    """A whole number, thousands apart or not, with nothing behind the comma but noughts; None if it is none."""
    found = whole(text)
    if found is None and (cents := _CENTS.fullmatch(text.strip())) and cents[2] not in cents[1]:
        found = whole(cents[1])
    return found


def answer(text: str) -> bool | None:
    """Yes or no in any of the languages; None for anything else."""
    said = plain(text) or text.strip()
    return True if said in _YES else False if said in _NO else None


class Day(NamedTuple):
    """A day, "2026-11-29", and in which order it was written; `either`: could day and month be meant the other way?"""

    iso: str
    order: Literal["year first", "day first", "month first"]
    either: bool = False


def day(text: str) -> Day | None:
    """2026-11-29, 29.11.2026 or 29/11/2026, a time of day behind it or not; 11/29/2026 where no other day can be meant.
    None if it is none of them."""
    text = text.strip()
    if found := _YEAR_FIRST.fullmatch(text):
        iso = _iso(found[1], found[3], found[4])
        return Day(iso, "year first") if iso else None
    if not (found := _YEAR_LAST.fullmatch(text)):
        return None
    day_first, month_first = _iso(found[4], found[3], found[1]), _iso(found[4], found[1], found[3])
    if day_first:
        return Day(day_first, "day first", found[2] == "/" and month_first not in ("", day_first))
    return Day(month_first, "month first") if month_first and found[2] == "/" else None


def _iso(year: str, month: str, day: str) -> str:
    try:
        found = datetime.date(int(year), int(month), int(day))
    except ValueError:
        return ""
    return found.isoformat() if FIRST_YEAR <= found.year <= LAST_YEAR else ""


def people(text: str, places: int | None = None) -> list[str]:
    """The names in a cell: "Ana & Rui" or another of `BETWEEN`; "Ana e Rui" where that makes as many as `places`.

    Empty ones are kept: "Ana & " is Ana and somebody.
    """
    if not text.strip():
        return []
    names = [text]
    if places != 1:
        between = next((one for one in reversed(BETWEEN) if one in text), None)
        names = text.split(between) if between else [text]
        if len(names) == 1 and len(by_word := _AND.split(text.strip())) == places:
            names = by_word
    return [name.strip() for name in names]


def together(names: list[str]) -> str:
    """The names in one cell, from which `people` reads them again."""
    rank = max((number for number, one in enumerate(BETWEEN) if any(one in name for name in names)), default=0)
    between = BETWEEN[min(max(rank + 1, BETWEEN.index("&")), len(BETWEEN) - 1)]
    return f" {between} ".join(names)
