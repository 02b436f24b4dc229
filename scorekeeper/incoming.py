"""A file with matches, whatever it is: a household, a single sheet (JSON or TOML), or rows of a spreadsheet."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from scorekeeper import household, sheet, spreadsheet
from scorekeeper.household import LARGEST_SHEET, Nicknamed
from scorekeeper.sheet import SheetRefused
from scorekeeper.spreadsheet import Plan, Problem
from scorekeeper.words import Text, say, say_many


class Incoming(msgspec.Struct, frozen=True):
    """What a file holds. `sheets`: each named; `count`: so many there are; `plan`: how a spreadsheet was understood."""

    people: list[Nicknamed]
    sheets: Iterator[tuple[str, Mapping[str, Any]]]
    count: int
    plan: Plan | None = None


def read(data: bytes, default_variant: str | None = None) -> Incoming:
    """What the file holds. `default_variant`: the game of a spreadsheet's matches that name none.

    Raises `SheetRefused` with all that is wrong, but what is found only when a sheet is scored.
    """
    if data.lstrip()[:1] == b"{" or (len(data) <= LARGEST_SHEET and _is_toml(data)):
        found = household.read(data)
        return Incoming(found.people, found.sheets, found.count)
    plan = spreadsheet.read(data, default_variant)
    if plan.problems:
        faults = [("", _said(problem)) for problem in plan.problems]
        if plan.further:
            faults.append(("", say_many("and {n} more", "and {n} more", plan.further)))
        raise SheetRefused(*faults)
    return Incoming([], sheet.identified(plan.documents), len(plan.documents), plan)


def _is_toml(data: bytes) -> bool:
    """Is it a single sheet as the command line scores them? A spreadsheet names no game in this way."""
    try:
        return "variant" in sheet.parse(data.decode("utf-8-sig"))
    except (SheetRefused, ValueError):
        return False


def _said(problem: Problem) -> Text:
    if not problem.row:
        return problem.message
    if not problem.column:
        return say("Row {row}: {fault}", row=problem.row, fault=problem.message)
    return say("Row {row}, {column}: {fault}", row=problem.row, column=problem.column, fault=problem.message)
