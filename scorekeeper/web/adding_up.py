"""Does a paper sheet add up? Its columns typed in as they stand, and the first slip. Nothing is written.

The fields of side 0 in deal 3 are "counted0.3" and "total0.3"; "name0" and "start0" are above them. All that was typed
stands in the address.
"""

import re
from collections.abc import Mapping
from typing import NamedTuple

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from scorekeeper import adding_up
from scorekeeper.adding_up import Column, Slip, Written
from scorekeeper.rules import MOST_POINTS
from scorekeeper.typed import LONGEST_NAME, clean_name, whole
from scorekeeper.web.words import tr
from scorekeeper.words import Text, say

pages = Blueprint("adding_up", __name__)

SIDES = range(2, 5)
ROWS, MOST_ROWS = 6, 36
"""Deals that the form has room for at first, and at most: with four sides an address takes no more."""
LONGEST = 60
"""Letters of what was counted in a deal."""

_A_FIELD = re.compile(r"(name|start)[0-3]|(counted|total)[0-3]\.([1-9]|[12][0-9]|3[0-6])")


class Spot(NamedTuple):
    """A field as it was typed, and what is wrong or odd about it. `deal` is 0 above the deals."""

    id: str
    text: str
    deal: int
    side: int
    error: Text | None = None
    doubt: Text | None = None
    slip: Slip | None = None


class Sheet(NamedTuple):
    """The form as it was typed. `rows`: for each deal the fields of each side, counted and total."""

    names: list[str]
    starts: list[Spot]
    rows: list[list[tuple[Spot, Spot]]]

    @property
    def faulty(self) -> list[Spot]:
        """The fields that cannot be read, from the top of the page down."""
        return [
            spot for spot in (*self.starts, *(one for row in self.rows for pair in row for one in pair)) if spot.error
        ]


class Answer(NamedTuple):
    """What comes of a sheet: the first slip in sentences, or none; each side's last total; what nobody can tell."""

    slip: Slip | None
    sentences: list[Text]
    totals: list[int]
    untold: list[tuple[int, int]]


@pages.get("/paper-check")
def check() -> ResponseReturnValue:
    """The form and, once it is sent, what it comes to."""
    given = request.args
    sides = _chosen(given, "change_sides", _chosen(given, "sides", 2, SIDES), SIDES)
    rows = min(_chosen(given, "rows", ROWS, range(1, MOST_ROWS + 1)) + ROWS * ("more" in given), MOST_ROWS)
    sheet = _typed(given, sides, rows)
    asked = any(key.startswith(("counted", "total")) for key in given)
    answer = None
    if asked and "more" not in given and "change_sides" not in given:
        sheet, answer = _answered(sheet)
    return render_template(
        "paper_check.html",
        sheet=sheet,
        answer=answer,
        most_rows=MOST_ROWS,
        sides=SIDES,
        laid_aside=_laid_aside(given, sides, rows),
        asked=asked,
        fresh=rows - ROWS + 1 if "more" in given else 0,
        typed_names=[given.get(f"name{side}", "") for side in range(sides)],
        opened="change_sides" in given or any(spot.error for spot in sheet.starts),
    )


def _chosen(given: Mapping[str, str], key: str, usual: int, among: range) -> int:
    """The number under this key, if it is one that can be chosen."""
    number = whole(given.get(key, ""))
    return number if number is not None and number in among else usual


def _laid_aside(given: Mapping[str, str], sides: int, rows: int) -> list[tuple[str, str]]:
    """What was typed for sides or deals that the form does not show now: kept, should they come back."""
    return [
        (key, text)
        for key, text in given.items()
        if text and (found := _A_FIELD.fullmatch(key)) and not _is_shown(key, found[3], sides, rows)
    ]


def _is_shown(key: str, deal: str | None, sides: int, rows: int) -> bool:
    side = key.partition(".")[0][-1]
    return int(side) < sides and int(deal or 1) <= rows


def _typed(given: Mapping[str, str], sides: int, rows: int) -> Sheet:
    names = [clean_name(given.get(f"name{side}", ""))[:LONGEST_NAME] for side in range(sides)]
    starts = [_number(given, f"start{side}", 0, side) for side in range(sides)]
    deals = [
        [(_counted(given, deal, side), _number(given, f"total{side}.{deal}", deal, side)) for side in range(sides)]
        for deal in range(1, rows + 1)
    ]
    return Sheet([name or _usual_name(side, sides) for side, name in enumerate(names)], starts, deals)


def _usual_name(side: int, sides: int) -> str:
    return tr((say("We"), say("They"))[side]) if sides == 2 else tr(say("Side {n}", n=side + 1))


def _number(given: Mapping[str, str], key: str, deal: int, side: int) -> Spot:
    text = given.get(key, "")
    number = whole(text)
    error = None
    if number is None and text.strip():
        error = say("a whole number is expected here")
    elif abs(number or 0) > MOST_POINTS:
        error = say("at most {most} points, plus or minus", most=MOST_POINTS)
    return Spot(key, text, deal, side, error)


def _counted(given: Mapping[str, str], deal: int, side: int) -> Spot:
    key = f"counted{side}.{deal}"
    text = given.get(key, "")
    error = None
    if len(text) > LONGEST:
        error = say("at most {most} letters", most=LONGEST)
    elif (found := adding_up.read(text)) is None:
        error = say("figures are expected here, like {one} or {other}", one="1000 + 270", other="430 − 75")
    elif any(abs(figure) > MOST_POINTS for figure in (*found.figures, found.stated or 0)):
        error = say("at most {most} points, plus or minus", most=MOST_POINTS)
    return Spot(key, text, deal, side, error)


def _columns(sheet: Sheet) -> list[Column]:
    """The sheet for the core, down to the last deal in which anything stands."""
    deals = list(sheet.rows)
    while deals and not any(spot.text.strip() for pair in deals[-1] for spot in pair):
        deals.pop()
    found = []
    for side, name in enumerate(sheet.names):
        lines = []
        for row in deals:
            counted, total = row[side]
            written = adding_up.read(counted.text) or Written()
            lines.append(Written(written.figures, written.stated, whole(total.text)))
        found.append(Column(name, lines, whole(sheet.starts[side].text) or 0))
    return found


def _answered(sheet: Sheet) -> tuple[Sheet, Answer | None]:
    """The answer, and the sheet with the slip and the doubts beside their fields; none where a field cannot be read."""
    columns = _columns(sheet)
    rows = [list(row) for row in sheet.rows]
    if not any(column.lines for column in columns):
        counted, total = rows[0][0]
        rows[0][0] = (counted._replace(error=say("write here what the paper has for the first deal")), total)
        return sheet._replace(rows=rows), None
    if sheet.faulty:
        return sheet, None
    slip = adding_up.first_slip(columns)
    for side, line, figure in adding_up.odd(columns):
        counted, total = rows[line][side]
        rows[line][side] = (counted._replace(doubt=say("{points} does not end in 0 or 5", points=figure)), total)
    if slip:
        counted, total = rows[slip.line][slip.side]
        marked = (counted._replace(slip=slip), total) if slip.which == "sum" else (counted, total._replace(slip=slip))
        rows[slip.line][slip.side] = marked
    sentences = adding_up.explained(columns, slip) if slip else []
    answer = Answer(slip, sentences, adding_up.last_totals(columns), adding_up.untold(columns))
    return sheet._replace(rows=rows), answer
