"""A paper sheet beside the book: the deal in which the two part is found where it is, and nowhere where they agree."""

import random
from collections.abc import Iterator, Sequence

import pytest
from test_adding_up import dealt

from scorekeeper.adding_up import Column, Written, first_slip, read
from scorekeeper.parting import Parting, explained, first_parting, lengths, reach

MATCHES = 200
Scores = list[list[int]]
BOOK: Scores = [[1270, 430], [3765, -75], [405, 2185], [300, 500]]
"""Four deals of two sides."""


def columns(*sides: Sequence[tuple[str, int | None]], starts: Sequence[int] = (0, 0)) -> list[Column]:
    """What the paper has for each side: what was counted and the total below, deal by deal."""
    found = []
    for side, lines in enumerate(sides):
        written = []
        for counted, total in lines:
            one = read(counted)
            assert one is not None
            written.append(Written(one.figures, one.stated, total))
        found.append(Column(("We", "They")[side], written, starts[side]))
    return found


def they(*figures: int) -> list[tuple[str, int | None]]:
    return [(str(figure), None) for figure in figures]


def told(parting: Parting | None) -> tuple[int, int, int, int, int | None] | None:
    """Side, deals, points in the book, points on the paper."""
    return parting and (parting.side, parting.since + 1, parting.line + 1, parting.book, parting.piece.points)


THEY = they(430, -75, 2185, 500)
PARTED = {
    "one figure": (
        columns([("1000 + 270", 1270), ("3765", 5035), ("355", 5390), ("300", 5690)], THEY),
        (0, 3, 3, 405, 355),
        ["The paper has 355.", "The book has 405: 50 more."],
    ),
    "digits exchanged": (
        columns(they(1270, 3675, 405, 300), THEY),
        (0, 2, 2, 3765, 3675),
        ["The paper has 3,675.", "The book has 3,765: 90 more.", "Perhaps the digits 7 and 6 are exchanged."],
    ),
    "a minus": (
        columns(they(1270, 3765, 405, 300), they(430, 75, 2185, 500)),
        (1, 2, 2, -75, 75),
        ["The paper has 75.", "The book has −75: 150 less.", "Perhaps one has a minus that the other lacks."],
    ),
    "a total alone": (
        columns([("", 1270), ("", 5035), ("", 5390), ("", 5690)], THEY),
        (0, 3, 3, 405, 355),
        [
            "The total on the paper goes from 5,035 to 5,390: that leaves 355 for this deal.",
            "The book has 405: 50 more.",
        ],
    ),
    "totals, some of them": (
        columns([("", 1270), ("", None), ("", 5390), ("", 5690)], THEY),
        (0, 2, 3, 4170, 4120),
        [
            "The total on the paper goes from 1,270 to 5,390: that leaves 4,120 for these deals.",
            "The book has 4,170: 50 more.",
            "Type the totals between them too, and the deal is found.",
        ],
    ),
    "a total below what was counted": (
        columns([("", 1270), ("3765", None), ("", 5390)], THEY),
        (0, 3, 3, 405, 355),
        [
            "The total on the paper goes from 1,270 to 5,390: that leaves 355 for this deal.",
            "The book has 405: 50 more.",
        ],
    ),
    "totals with something counted between them": (
        columns([("", None), ("3765", None), ("", 5390)], THEY),
        (0, 1, 3, 5440, 5390),
        [
            "The total on the paper goes from 0 to 5,390: that leaves 5,390 for these deals.",
            "The book has 5,440: 50 more.",
            "Type the totals between them too, and the deal is found.",
        ],
    ),
    "counted, and a total that hides it": (
        columns([("", None), ("3715", None), ("", 5440)], THEY),
        (0, 2, 2, 3765, 3715),
        ["The paper has 3,715.", "The book has 3,765: 50 more."],
    ),
    "nothing": (
        columns([("1270", None), ("3765", None), ("", None), ("300", 5335)], THEY),
        (0, 3, 3, 405, None),
        ["Nothing stands on the paper.", "The book has 405."],
    ),
    "the sides exchanged": (
        columns(they(1270, 3765, 2185, 300), they(430, -75, 405, 500)),
        (0, 3, 3, 405, 2185),
        ["The paper has 2,185.", "The book has 405: 1,780 less.", "Perhaps We and They are exchanged."],
    ),
    "a deal left out": (
        columns(they(1270, 405, 300), they(430, 2185, 500)),
        (0, 2, 2, 3765, 405),
        [
            "The paper has 405.",
            "The book has 3,765: 3,360 more.",
            "Perhaps deal 2 is missing on the paper: from there on it has the deals that follow.",
        ],
    ),
    "perhaps a deal left out, but nobody can tell": (
        columns(they(1270, 405), []),
        (0, 2, 2, 3765, 405),
        ["The paper has 405.", "The book has 3,765: 3,360 more."],
    ),
    "a deal too many": (
        columns(they(1270, 0, 3765, 405, 300), they(430, 20, -75, 2185, 500)),
        (0, 2, 2, 3765, 0),
        [
            "The paper has 0.",
            "The book has 3,765: 3,765 more.",
            "Perhaps deal 2 of the paper is missing in the book: the deals after it agree.",
        ],
    ),
    "the earlier deal of the other side": (
        columns(they(1270, 3765, 355, 300), they(430, -80, 2185, 500)),
        (1, 2, 2, -75, -80),
        ["The paper has −80.", "The book has −75: 5 more."],
    ),
}


@pytest.mark.parametrize(("paper", "where", "sentences"), PARTED.values(), ids=PARTED)
def test_paper_and_book_part(
    paper: list[Column], where: tuple[int, int, int, int, int | None], sentences: list[str]
) -> None:
    parting = first_parting(paper, BOOK)
    assert parting is not None
    assert (told(parting), [str(text) for text in explained(parting)]) == (where, sentences)


AGREED = {
    "as it is": columns(they(1270, 3765, 405, 300), THEY),
    "only totals, from where it began": columns(
        [("", 2870), ("", 6635), ("", 7040), ("", 7340)], THEY, starts=(1600, 0)
    ),
    "only the last total": columns([("", None), ("", None), ("", None), ("", 5740)], THEY),
    "a total added up wrong": columns([("1270", 1720), ("3765", 5485), ("405", None), ("", 6190)], THEY),
    "one side alone": columns(they(1270, 3765, 405, 300), []),
    "two deals of four": columns(they(1270, 3765), [("", 430), ("", 355), ("", None)]),
    "a deal more": columns(they(1270, 3765, 405, 300, 90), [*THEY, ("", 9999)]),
}


@pytest.mark.parametrize("paper", AGREED.values(), ids=AGREED)
def test_paper_and_book_agree(paper: list[Column]) -> None:
    assert first_parting(paper, BOOK) is None


def test_nothing_on_the_paper_is_what_the_book_has_for_nothing() -> None:
    assert first_parting(columns([("10", 10), ("", None), ("20", 30)], []), [[10, 5], [0, 5], [20, 5]]) is None


def test_of_two_deals_alike_none_is_said_to_be_missing_in_the_book() -> None:
    parting = first_parting(columns(they(10, 25, 20), they(5, 5, 5)), [[10, 5], [20, 5], [20, 5]])
    assert parting is not None
    assert (parting.since, parting.guess) == (1, None)


LENGTHS = {
    "two of four": (they(1, 2), they(1, 2), 4, ["The paper ends with deal 2, the book with deal 4."]),
    "five of four": (
        they(1, 2, 3, 4, 5),
        they(5, 4, 3, 2, 1),
        4,
        ["The book ends with deal 4, the paper with deal 5."],
    ),
    "four of four": (THEY, THEY, 4, []),
    "one side": (THEY, [], 4, ["They: Nothing stands on the paper."]),
    "each its own": (
        they(1, 2, 3),
        they(1, 2, 3, 4, 5),
        4,
        [
            "We: The paper ends with deal 3, the book with deal 4.",
            "They: The book ends with deal 4, the paper with deal 5.",
        ],
    ),
    "of nothing": (THEY, THEY, 0, ["The book has no deal yet."]),
}


@pytest.mark.parametrize(("we", "others", "deals", "sentences"), LENGTHS.values(), ids=LENGTHS)
def test_what_one_has_more_than_the_other_is_said(
    we: list[tuple[str, int | None]], others: list[tuple[str, int | None]], deals: int, sentences: list[str]
) -> None:
    assert [str(text) for text in lengths(columns(we, others), deals)] == sentences


# ---- matches ---------------------------------------------------------------------------------------------------------


def matches(seed: int) -> Iterator[tuple[random.Random, Scores, list[Column]]]:
    """Matches, and each on paper: figures or one alone for each deal, or a total alone, or no totals."""
    chance = random.Random(seed)
    deals = dealt()
    for _ in range(MATCHES):
        played = chance.choices(deals, k=chance.randint(1, 12))
        scores = [[sum(lines) for lines in deal] for deal in played]
        starts = (chance.choice((0, 1600)), chance.choice((0, -75)))
        kind = chance.choice(("lines", "one figure", "totals", "no totals", "mixed"))
        paper = []
        for side in range(2):
            total, written = starts[side], []
            for deal in played:
                total += sum(deal[side])
                here = chance.choice(("lines", "totals", "no totals")) if kind == "mixed" else kind
                figures = tuple(deal[side]) if here == "lines" else (sum(deal[side]),)
                written.append(
                    Written(() if here == "totals" else figures, None, None if here == "no totals" else total)
                )
            paper.append(Column(f"side {side}", written, starts[side]))
        yield chance, scores, paper


def test_a_paper_that_was_copied_from_the_book_agrees() -> None:
    for _, scores, paper in matches(1):
        assert first_slip(paper) is None
        assert first_parting(paper, scores) is None
        assert lengths(paper, len(scores)) == []


def changed(chance: random.Random, figure: int) -> int:
    """Another figure: a multiple of 5 off, or with two of its digits exchanged."""
    digits = list(str(abs(figure)))
    place = chance.randrange(len(digits))
    digits[place], digits[place - 1] = digits[place - 1], digits[place]
    other = int("".join(digits)) * (-1 if figure < 0 else 1)
    return (
        other if other != figure and chance.random() < 0.5 else figure + 5 * chance.choice((-60, -10, -1, 1, 10, 200))
    )


def test_a_figure_that_is_another_on_the_paper_is_found_though_the_paper_adds_up() -> None:
    for chance, scores, paper in matches(2):
        side, line = chance.randrange(2), chance.randrange(len(scores))
        lines = list(paper[side].lines)
        one = lines[line]
        figure = one.figures[-1] if one.figures else scores[line][side]
        by = changed(chance, figure) - figure
        lines[line] = Written((*one.figures[:-1], figure + by) if one.figures else (), None, one.total)
        for later in range(line, len(lines)):
            total = lines[later].total
            lines[later] = Written(lines[later].figures, None, None if total is None else total + by)
        wrong = [
            Column(other.name, lines if at == side else other.lines, other.start) for at, other in enumerate(paper)
        ]
        assert first_slip(wrong) is None
        parting = first_parting(wrong, scores)
        assert told(parting) == (side, line + 1, line + 1, scores[line][side], scores[line][side] + by)


def test_totals_that_are_missing_leave_the_deals_between_them() -> None:
    for chance, scores, paper in matches(3):
        side, line = chance.randrange(2), chance.randrange(len(scores))
        totals = [paper[side].start + sum(deal[side] for deal in scores[: at + 1]) for at in range(len(scores))]
        kept = [at == len(scores) - 1 or chance.random() < 0.5 for at in range(len(scores))]
        written = [
            Written((), None, total + 50 * (at >= line) if kept[at] else None) for at, total in enumerate(totals)
        ]
        wrong = [
            Column(other.name, written if at == side else other.lines, other.start) for at, other in enumerate(paper)
        ]
        parting = first_parting(wrong, scores)
        assert parting is not None
        assert parting.side == side
        assert parting.since <= line <= parting.line
        assert [at for at in range(parting.since, parting.line + 1) if kept[at]] == [parting.line]
        assert parting.since == 0 or kept[parting.since - 1]
        assert (parting.piece.points or 0) - parting.book == 50
        assert reach(wrong[side]) == len(scores)
