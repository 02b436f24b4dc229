"""A paper sheet is added up as it stands: the first slip is found where it is, and none where there is none."""

import functools
import random
from collections.abc import Iterator
from typing import NamedTuple

import _deals
import pytest

from scorekeeper import adding_up, match, tally, variants
from scorekeeper.adding_up import Column, Slip, Written, explained, first_slip, last_totals, odd, read, untold

SHEETS = 1_000
Line = tuple[str, int | None]


def column(name: str, *lines: Line, start: int = 0) -> Column:
    """A column of what was counted, as it is written, and the total below."""
    found = []
    for counted, total in lines:
        written = read(counted)
        assert written is not None
        found.append(Written(written.figures, written.stated, total))
    return Column(name, found, start)


def they(*totals: int | None) -> Column:
    """The side "They" of the published sheet (W27), with these totals."""
    deals = ("1000 + 270", "3200 + 565", "1800 + 385", "3200 + 340")
    return column("They", *zip(deals, totals, strict=True))


def said(*columns: Column) -> list[str]:
    slip = first_slip(columns)
    return [str(text) for text in explained(columns, slip)] if slip else []


# ---- what is typed ---------------------------------------------------------------------------------------------------

READ = {
    "": ((), None),
    "1270": ((1270,), None),
    "1000 + 270": ((1000, 270), None),
    "1000+270": ((1000, 270), None),
    "1000 270": ((1000, 270), None),
    "1000/270": ((1000, 270), None),
    "1000, 270": ((1000, 270), None),
    "1000; 270": ((1000, 270), None),
    "1000 + 270 = 1270": ((1000, 270), 1270),
    "1000 270=1,270": ((1000, 270), 1270),
    "1.000 + 270 =": ((1000, 270), None),
    "1 270": ((1270,), None),
    "1 270 = 1 270": ((1270,), 1270),
    "70 500": ((70, 500), None),
    "100 270": ((100, 270), None),
    "12,340": ((12340,), None),
    "430−75": ((430, -75), None),
    "430 - 75 = 355": ((430, -75), 355),
    "430 –75": ((430, -75), None),
    "-75": ((-75,), None),
    "10 - 85 = −75": ((10, -85), -75),
    "+100": ((100,), None),
    "= 1270": ((), 1270),
    "–": ((0,), None),
    "0": ((0,), None),
}


@pytest.mark.parametrize(("text", "found"), READ.items())
def test_figures_are_read_as_people_write_them(text: str, found: tuple[tuple[int, ...], int | None]) -> None:
    written = read(text)
    assert written is not None
    assert (written.figures, written.stated) == found


@pytest.mark.parametrize(
    "text", ["+", "=", "x", "12x", "1000,270", "12,5", "--5", "5 + + 5", "1 = 1 = 1", "5 =x", "1e3"]
)
def test_what_is_no_row_of_figures_is_told_apart(text: str) -> None:
    assert read(text) is None


# ---- sheets that add up ----------------------------------------------------------------------------------------------


def test_the_published_sheet_adds_up() -> None:
    """W27: a line for bonuses and a line for cards in each deal, carried forward."""
    sheet = [they(1270, 5035, 7220, 10760)]
    assert first_slip(sheet) is None
    assert last_totals(sheet) == [10760]


def test_a_sheet_may_start_with_totals_and_lack_some() -> None:
    assert first_slip([they(None, None, None, None)]) is None
    assert first_slip([they(None, 5035, None, 10760)]) is None
    begun = column("We", ("500", 2100), ("−75", None), ("", None), ("100", 2125), start=1600)
    assert first_slip([begun]) is None
    assert last_totals([begun, they(1270, None, None, None)]) == [2125, 10760]


def test_a_side_may_have_fewer_lines_than_another() -> None:
    assert first_slip([column("We"), they(1270, 5035, 7220, 10760), column("You", ("5", 5))]) is None
    assert first_slip([]) is None


def test_a_total_without_anything_counted_is_taken_as_it_stands_and_named() -> None:
    sheet = [column("We", ("100", 100), ("", 350), ("50", 400), ("", 400)), they(1270, 5035, 7220, 10760)]
    assert first_slip(sheet) is None
    assert untold(sheet) == [(0, 1)]
    above = [column("We", ("100", None), ("", 350), ("50", 401))]
    assert first_slip(above) == Slip(
        0,
        2,
        "carry",
        401,
        400,
        2,
        350,
        off=1,
        last=400,
        guess=first_slip(above).guess,  # type: ignore[union-attr]
    )


def test_a_figure_that_no_cards_make_is_a_doubt_and_no_slip() -> None:
    sheet = [column("We", ("103", 103), ("100 + 12 = 112", 215)), they(1270, 5035, 7220, 10760)]
    assert first_slip(sheet) is None
    assert odd(sheet) == [(0, 0, 103), (0, 1, 12)]
    assert odd([column("We", ("= 7", 7))]) == [(0, 0, 7)]


# ---- slips -----------------------------------------------------------------------------------------------------------

SLIPS: dict[str, tuple[list[Column], tuple[int, int, str, int, int], list[str]]] = {
    "digits exchanged in a total": (
        [they(1270, 5035, 7220, 10670)],
        (0, 3, "carry", 10670, 10760),
        [
            "7,220 + 3,200 + 340 makes 10,760.",
            "There stands 10,670: 90 too little.",
            "Perhaps the digits 7 and 6 are exchanged.",
        ],
    ),
    "digits exchanged, and gone on from there": (
        [they(1720, 5485, 7670, 11210)],
        (0, 0, "carry", 1720, 1270),
        [
            "0 + 1,000 + 270 makes 1,270.",
            "There stands 1,720: 450 too much.",
            "Perhaps the digits 2 and 7 are exchanged.",
            "If only this is wrong, all later totals of They are 450 too high.",
            "The last one is then 10,760, not 11,210.",
        ],
    ),
    "digits exchanged, and gone on from what was right": (
        [they(1720, 5035, 7220, 10760)],
        (0, 0, "carry", 1720, 1270),
        [
            "0 + 1,000 + 270 makes 1,270.",
            "There stands 1,720: 450 too much.",
            "Perhaps the digits 2 and 7 are exchanged.",
            "The next total is right all the same.",
        ],
    ),
    "a hundred forgotten": (
        [they(1270, 4935, 7120, 10660)],
        (0, 1, "carry", 4935, 5035),
        [
            "1,270 + 3,200 + 565 makes 5,035.",
            "There stands 4,935: 100 too little.",
            "Perhaps 100 was forgotten in carrying.",
            "If only this is wrong, all later totals of They are 100 too low.",
            "The last one is then 10,760, not 10,660.",
        ],
    ),
    "the cards left out": (
        [they(1270, 4470, 6655, 10195)],
        (0, 1, "carry", 4470, 5035),
        [
            "1,270 + 3,200 + 565 makes 5,035.",
            "There stands 4,470: 565 too little.",
            "Perhaps the 565 is left out.",
            "If only this is wrong, all later totals of They are 565 too low.",
            "The last one is then 10,760, not 10,195.",
        ],
    ),
    "the other side's total": (
        [column("We", ("500", 500), ("200", 1470), ("30", 1500)), they(1270, 5035, 7220, 10760)],
        (0, 1, "carry", 1470, 700),
        [
            "500 + 200 makes 700.",
            "There stands 1,470: 770 too much.",
            "Perhaps it is added to the total of They.",
            "If only this is wrong, all later totals of We are 770 too high.",
            "The last one is then 730, not 1,500.",
        ],
    ),
    "the other side's deal": (
        [column("We", ("500", 500), ("200", 4265)), they(1270, 5035, 7220, 10760)],
        (0, 1, "carry", 4265, 700),
        [
            "500 + 200 makes 700.",
            "There stands 4,265: 3,565 too much.",
            "Perhaps what They had in this deal is added.",
        ],
    ),
    "a line too high": (
        [column("We", ("505", 505), ("215", 720), ("335", 840), ("30", 870))],
        (0, 2, "carry", 840, 1055),
        [
            "720 + 335 makes 1,055.",
            "There stands 840: 215 too little.",
            "Perhaps it is added to the total of deal 1 instead of deal 2.",
            "If only this is wrong, all later totals of We are 215 too low.",
            "The last one is then 1,085, not 870.",
        ],
    ),
    "added to what the sheet starts with": (
        [column("We", ("505", 2105), ("215", 1815), start=1600)],
        (0, 1, "carry", 1815, 2320),
        [
            "2,105 + 215 makes 2,320.",
            "There stands 1,815: 505 too little.",
            "Perhaps it is added to what the sheet starts with instead of deal 1.",
        ],
    ),
    "twice": (
        [column("We", ("505", 505), ("215 + 130", 980))],
        (0, 1, "carry", 980, 850),
        ["505 + 215 + 130 makes 850.", "There stands 980: 130 too much.", "Perhaps the 130 is added twice."],
    ),
    "subtracted": (
        [column("We", ("505", 505), ("215", 290))],
        (0, 1, "carry", 290, 720),
        [
            "505 + 215 makes 720.",
            "There stands 290: 430 too little.",
            "Perhaps the 215 is subtracted instead of added.",
        ],
    ),
    "the hand added": (
        [column("We", ("430 − 75 = 505", 505), ("30", 535))],
        (0, 0, "sum", 505, 355),
        [
            "430 − 75 makes 355.",
            "There stands 505: 150 too much.",
            "Perhaps the 75 is added instead of subtracted.",
            "If only this is wrong, all later totals of We are 150 too high.",
            "The last one is then 385, not 535.",
        ],
    ),
    "a sum written wrong and carried right": (
        [column("We", ("430 − 75 = 365", 355))],
        (0, 0, "sum", 365, 355),
        [
            "430 − 75 makes 355.",
            "There stands 365: 10 too much.",
            "Perhaps 10 was carried once too often.",
            "The next total is right all the same.",
        ],
    ),
    "a sum below missing totals": (
        [column("We", ("100", None), ("430 − 75 = 365", None), ("30", 495))],
        (0, 1, "sum", 365, 355),
        [
            "430 − 75 makes 355.",
            "There stands 365: 10 too much.",
            "Perhaps 10 was carried once too often.",
            "If only this is wrong, all later totals of We are 10 too high.",
            "The last one is then 485, not 495.",
        ],
    ),
    "a minus lost": (
        [column("We", ("−75", 75))],
        (0, 0, "carry", 75, -75),
        ["0 − 75 makes −75.", "There stands 75: 150 too much.", "Perhaps the minus is missing."],
    ),
    "a figure misread": (
        [column("We", ("505", 505), ("130 + 215", 876))],
        (0, 1, "carry", 876, 850),
        ["505 + 130 + 215 makes 850.", "There stands 876: 26 too much."],
    ),
    "a digit misread": (
        [column("We", ("505", 505), ("130 + 215", 880))],
        (0, 1, "carry", 880, 850),
        [
            "505 + 130 + 215 makes 850.",
            "There stands 880: 30 too much.",
            "Perhaps one digit is wrong, 8 in place of 5.",
        ],
    ),
    "a figure turned round": (
        [column("We", ("505", 505), ("130 + 215", 1030))],
        (0, 1, "carry", 1030, 850),
        ["505 + 130 + 215 makes 850.", "There stands 1,030: 180 too much.", "Perhaps the 130 is added as 310."],
    ),
    "one of three deals without totals": (
        [they(1270, None, None, 9380)],
        (0, 3, "carry", 9380, 10760),
        [
            "From 1,270 on, deals 2 to 4 bring 9,490 together: that makes 10,760.",
            "There stands 9,380: 1,380 too little.",
        ],
    ),
    "a whole deal left out of three": (
        [they(1270, None, None, 8575)],
        (0, 3, "carry", 8575, 10760),
        [
            "From 1,270 on, deals 2 to 4 bring 9,490 together: that makes 10,760.",
            "There stands 8,575: 2,185 too little.",
            "Perhaps the 2,185 is left out.",
        ],
    ),
    "the second of two sides, in an earlier deal": (
        [column("We", ("500", 500), ("200", 710)), they(1280, 5045, 7230, 10770)],
        (1, 0, "carry", 1280, 1270),
        [
            "0 + 1,000 + 270 makes 1,270.",
            "There stands 1,280: 10 too much.",
            "Perhaps 10 was carried once too often.",
            "If only this is wrong, all later totals of They are 10 too high.",
            "The last one is then 10,760, not 10,770.",
        ],
    ),
}


@pytest.mark.parametrize(("columns", "where", "sentences"), SLIPS.values(), ids=SLIPS.keys())
def test_the_first_slip_is_told_in_words(
    columns: list[Column], where: tuple[int, int, str, int, int], sentences: list[str]
) -> None:
    slip = first_slip(columns)
    assert slip is not None
    assert (slip.side, slip.line, slip.which, slip.stands, slip.expected) == where
    assert slip.difference == slip.stands - slip.expected
    assert said(*columns) == sentences


# ---- a thousand sheets -----------------------------------------------------------------------------------------------


class Sheet(NamedTuple):
    """The lines of each side as they are written: figures, the sum beside them or None, the total or None."""

    names: tuple[str, ...]
    starts: list[int]
    lines: list[list[tuple[list[int], int | None, int | None]]]

    @property
    def columns(self) -> list[Column]:
        sides = zip(self.names, self.lines, self.starts, strict=True)
        return [Column(name, [Written(tuple(f), s, t) for f, s, t in lines], start) for name, lines, start in sides]


@functools.cache
def dealt() -> list[list[list[int]]]:
    """Deals of every game, really dealt: for each the figures of its sides, bonuses first, then cards."""
    found = []
    for key in sorted(variants.files()):
        variant = variants.load(key)
        for deal in _deals.deals(key, seed=7, count=60):
            scored = match.score_deal(variant, 4, [tally.read(one) for one in deal])
            sides = []
            for lines in scored.lines:
                cards = sum(line.points for line in lines if line.key in ("card_points", "hand_points"))
                bonus = sum(line.points for line in lines) - cards
                sides.append([bonus, cards] if bonus and cards else [bonus + cards])
            found.append(sides)
    return found


def sheets(seed: int) -> Iterator[tuple[random.Random, Sheet]]:
    """Sheets without a slip, as three kinds of table keep them: figures, their sum too, or one figure for each deal."""
    chance = random.Random(seed)
    deals = dealt()
    for _ in range(SHEETS):
        starts = [chance.choice((0, 0, 0, 5 * chance.randrange(-50, 400))) for _ in range(2)]
        kind = chance.choice(("figures", "summed", "one figure"))
        lines: list[list[tuple[list[int], int | None, int | None]]] = [[], []]
        totals = list(starts)
        for deal in chance.choices(deals, k=chance.randint(1, 12)):
            for side, figures in enumerate(deal):
                totals[side] += sum(figures)
                row = [sum(figures)] if kind == "one figure" else list(figures)
                lines[side].append((row, sum(row) if kind == "summed" else None, totals[side]))
        yield chance, Sheet(("We", "They"), starts, lines)


def swapped(value: int) -> int | None:
    """The number with two of its digits exchanged; None where that changes nothing."""
    digits = str(abs(value))
    for place in range(len(digits) - 1):
        if digits[place] != digits[place + 1]:
            other = digits[:place] + digits[place + 1] + digits[place] + digits[place + 2 :]
            return int(other) * (-1 if value < 0 else 1)
    return None


def slipped(chance: random.Random, sheet: Sheet) -> tuple[Sheet, tuple[int, int]]:
    """The sheet with one slip, and where it is: side and line. All totals after it follow from the wrong figure."""
    while True:
        side = chance.randrange(len(sheet.lines))
        line = chance.randrange(len(sheet.lines[side]))
        figures, stated, total = sheet.lines[side][line]
        assert total is not None
        wrong = chance.choice((5, 10, 100, 1000, 5 * chance.randint(1, 300))) * chance.choice((1, -1))
        kind = chance.choice(("sum", "carry", "digits of the total", "digits of the sum", "digits of a figure"))
        after = 0
        if kind == "sum":
            after = wrong
            here = (figures, None if stated is None else stated + wrong, total)
        elif kind == "carry":
            after = wrong
            here = (figures, stated, total)
        elif kind == "digits of the total" and (other := swapped(total)) is not None:
            after = other - total
            here = (figures, stated, total)
        elif kind == "digits of the sum" and stated is not None and (other := swapped(stated)) is not None:
            after = other - stated
            here = (figures, other, total)
        elif kind == "digits of a figure" and (other := swapped(figures[-1])) is not None:
            here = ([*figures[:-1], other], stated, total)
        else:
            continue
        rows = list(sheet.lines[side])
        rows[line] = here
        for later in range(line, len(rows)):
            f, s, t = rows[later]
            assert t is not None
            rows[later] = (f, s, t + after)
        lines = list(sheet.lines)
        lines[side] = rows
        return sheet._replace(lines=lines), (side, line)


def test_a_thousand_sheets_without_a_slip_add_up() -> None:
    assert [sheet for _, sheet in sheets(1) if first_slip(sheet.columns)] == []


def test_the_slip_in_each_of_a_thousand_sheets_is_found_where_it_is() -> None:
    wrong, told = [], 0
    for chance, clean in sheets(2):
        sheet, where = slipped(chance, clean)
        assert sheet.columns != clean.columns
        slip = first_slip(sheet.columns)
        if slip is None or (slip.side, slip.line) != where:
            wrong.append((sheet, where, slip))
            continue
        told += slip.guess is not None
        right = last_totals(clean.columns)[slip.side]
        if sheet.lines[slip.side][slip.line][0] == clean.lines[slip.side][slip.line][0]:
            stands = last_totals(sheet.columns)[slip.side]
            assert (slip.last if slip.last is not None else stands) == right
    assert wrong == []
    assert told > SHEETS / 2


def test_with_totals_missing_the_slip_is_found_at_the_next_total_and_the_deals_are_named() -> None:
    found = 0
    for chance, clean in sheets(3):
        sheet, (side, line) = slipped(chance, clean)
        rows = [list(one) for one in sheet.lines]
        for at, (figures, stated, _) in enumerate(rows[side][:-1]):
            if chance.random() < 0.5:
                rows[side][at] = (figures, stated, None)
        columns = sheet._replace(lines=rows).columns
        slip = first_slip(columns)
        assert slip is not None
        assert slip.side == side
        if slip.which == "sum":
            assert slip.line == line
        else:
            assert slip.since <= line <= slip.line
            assert slip.line == next(at for at in range(line, len(rows[side])) if rows[side][at][2] is not None)
            found += slip.since < slip.line
    assert found > SHEETS / 10


def test_clean_sheets_with_totals_missing_add_up() -> None:
    for chance, clean in sheets(4):
        rows = [[(f, s, t if chance.random() < 0.5 else None) for f, s, t in lines] for lines in clean.lines]
        columns = clean._replace(lines=rows).columns
        assert first_slip(columns) is None
        assert untold(columns) == []
        assert last_totals(columns) == last_totals(clean.columns)


def test_every_column_is_a_multiple_of_the_step() -> None:
    """As the games are: so nothing that was really dealt is doubted."""
    assert adding_up.STEP == 5
    for _, clean in sheets(5):
        assert odd(clean.columns) == []
