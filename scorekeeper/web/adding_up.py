"""Does a paper sheet add up? Its columns typed in as they stand, and the first slip. Nothing is written.

For a match, whose sides and first totals are known, also: does it agree with the book, and if not, where do they part?

The fields of side 0 in deal 3 are "counted0.3" and "total0.3"; "name0" and "start0" are above them. All that was typed
stands in the address.
"""

import re
from collections.abc import Mapping
from typing import NamedTuple

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from scorekeeper import adding_up, parting
from scorekeeper.adding_up import Column, Slip, Written
from scorekeeper.match import Deal, Match
from scorekeeper.parting import Parting
from scorekeeper.rules import MOST_POINTS
from scorekeeper.typed import LONGEST_NAME, clean_name, whole
from scorekeeper.web.store import match_or_404
from scorekeeper.web.words import tr
from scorekeeper.words import Text, say

pages = Blueprint("adding_up", __name__)

SIDES = range(2, 5)
ROWS = 6
"""Deals that the form has room for at first."""
MOST_ROWS = {2: 72, 3: 48, 4: 36}
"""And at most, by the number of sides: an address takes no more."""
LONGEST = 60
"""Letters of what was counted in a deal."""

_A_FIELD = re.compile(r"(name|start)[0-3]|(counted|total)[0-3]\.([1-9]|[1-6][0-9]|7[0-2])")


class Spot(NamedTuple):
    """A field as it was typed, and what is wrong or odd about it. `deal` is 0 above the deals."""

    id: str
    text: str
    deal: int
    side: int
    error: Text | None = None
    doubt: Text | None = None
    slip: Slip | None = None
    parting: Parting | None = None


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


class Compared(NamedTuple):
    """What comes of it beside the book: where they part, in sentences, or nowhere; the deal in which they do, None
    where the paper tells of several together; and where one of them has fewer deals."""

    parting: Parting | None
    sentences: list[Text]
    deal: Deal | None
    lengths: list[Text]


@pages.get("/paper-check")
def check() -> ResponseReturnValue:
    """The form and, once it is sent, what it comes to."""
    sides = _chosen(request.args, "change_sides", _chosen(request.args, "sides", 2, SIDES), SIDES)
    return _page(sides, ROWS, None)


@pages.get("/matches/<int:match_id>/paper-check")
def of_match(match_id: int) -> ResponseReturnValue:
    """The same for this match, with where the paper and the book part."""
    match = match_or_404(match_id)
    sides = len(match.sides)
    return _page(sides, min(max(ROWS, len(match.standing)), MOST_ROWS[sides]), match)


def _page(sides: int, least: int, match: Match | None) -> str:
    given, most = request.args, MOST_ROWS[sides]
    shown = max(min(_chosen(given, "rows", least, range(1, max(MOST_ROWS.values()) + 1)), most), least if match else 1)
    rows = min(shown + ROWS * ("more" in given), most)
    sheet = _typed(given, sides, rows, match)
    asked = any(key.startswith(("counted", "total")) for key in given)
    answer = compared = None
    if asked and "more" not in given and "change_sides" not in given:
        sheet, answer = _answered(sheet)
        if match and answer:
            sheet, compared = _compared(sheet, match)
    return render_template(
        "paper_check.html",
        match=match,
        sheet=sheet,
        answer=answer,
        compared=compared,
        most_rows=most,
        sides=SIDES,
        laid_aside=_laid_aside(given, sides, rows),
        asked=asked,
        fresh=shown + 1 if "more" in given else 0,
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


def _typed(given: Mapping[str, str], sides: int, rows: int, match: Match | None) -> Sheet:
    if match:
        names = [side.name for side in match.sides]
        starts = [Spot(f"start{side}", str(total), 0, side) for side, total in enumerate(match.opened.before)]
    else:
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


def _compared(sheet: Sheet, match: Match) -> tuple[Sheet, Compared]:
    """What the paper is beside the book, and the sheet with the place marked where they part."""
    columns = _columns(sheet)
    rows = [list(row) for row in sheet.rows]
    first = parting.first_parting(columns, [deal.scored.scores for deal in match.standing])
    deal = None
    if first:
        counted, total = rows[first.line][first.side]
        marked = (
            (counted, total._replace(parting=first)) if first.by_total else (counted._replace(parting=first), total)
        )
        rows[first.line][first.side] = marked
        deal = match.standing[first.line] if first.since == first.line else None
    sentences = parting.explained(first) if first else []
    lengths = parting.lengths(columns, len(match.standing), MOST_ROWS[len(match.sides)])
    return sheet._replace(rows=rows), Compared(first, sentences, deal, lengths)
