"""Pictures of figures: round scales, places in percent, words that stand on no others, and never a large one."""

import itertools
import math
import random

import pytest
from flask import Flask, render_template_string

from scorekeeper.web import charts
from scorekeeper.web.charts import BOTTOM, LEFT, LINE_OF_TEXT, MOST_BARS, MOST_SERIES, RIGHT, TOP, Level, Series

PICTURE = """{% from "_charts.html" import line_picture, bar_picture with context %}
{% set draw = bar_picture if picture.bars is defined else line_picture %}
{{ draw(picture, "it", "A title", "What is said") }}"""


@pytest.mark.parametrize(
    ("low", "high", "numbers"),
    [
        (0, 0, [0, 1]),
        (0, 1, [0, 1]),
        (0, 5, [0, 1, 2, 3, 4, 5]),
        (0, 6, [0, 2, 4, 6]),
        (0, 1495, [0, 500, 1000, 1500]),
        (0, 5000, [0, 1000, 2000, 3000, 4000, 5000]),
        (0, 5001, [0, 2000, 4000, 6000]),
        (0, 8500, [0, 2000, 4000, 6000, 8000, 10000]),
        (-12345, 98765, [-50000, 0, 50000, 100000]),
        (-300, -120, [-300, -250, -200, -150, -100]),
        (1480.25, 1532.5, [1480, 1500, 1520, 1540]),
        (7, 7, [7, 8]),
    ],
)
def test_a_scale_has_a_few_round_numbers_around_its_figures(low: float, high: float, numbers: list[int]) -> None:
    assert charts.round_numbers(low, high) == numbers


def test_every_scale_holds_its_figures_and_is_not_much_larger() -> None:
    drawn = random.Random(7)
    for _ in range(2000):
        low, high = sorted(drawn.uniform(-1, 1) * 10 ** drawn.randint(0, 6) for _ in range(2))
        numbers = charts.round_numbers(low, high)
        assert numbers[0] <= low <= high <= numbers[-1]
        assert 2 <= len(numbers) <= 6
        assert len({b - a for a, b in itertools.pairwise(numbers)}) == 1
        step = numbers[1] - numbers[0]
        assert int(str(step).rstrip("0")) in (1, 2, 5)


def test_a_line_goes_from_the_left_to_the_right_and_from_the_lowest_number_to_the_highest() -> None:
    picture = charts.lines([Series("We", [0, 500, 1000])], ["start", "1", "2"])
    [curve] = picture.curves
    assert curve.path == f"M{10 * LEFT:.0f} {10 * BOTTOM:.0f}L500 480L{10 * RIGHT:.0f} {10 * TOP:.0f}"
    assert [(mark.x, mark.y) for mark in curve.marks] == [(LEFT, BOTTOM), (50.0, 48.0), (RIGHT, TOP)]
    assert [(tick.value, tick.y) for tick in picture.ticks] == [
        (0, 88.0),
        (200, 72.0),
        (400, 56.0),
        (600, 40.0),
        (800, 24.0),
        (1000, 8.0),
    ]


def test_a_line_has_a_gap_where_there_is_no_figure() -> None:
    [curve] = charts.lines([Series("Ana", [None, 0, 1, None, 1, None])], list("abcdef")).curves
    assert curve.path.count("M") == 2
    assert curve.path.count("L") == 1
    assert len(curve.marks) == 3


def test_a_series_without_a_figure_is_not_drawn() -> None:
    first, second = charts.lines([Series("Ana", [None, None]), Series("Rui", [1, 2])], ["1", "2"]).curves
    assert (first.path, first.marks, first.label) == ("", [], None)
    assert (second.number, second.label.text if second.label else "") == (2, "Rui")


def test_one_place_alone_stands_in_the_middle() -> None:
    picture = charts.lines([Series("Ana", [5])], ["November"])
    assert picture.curves[0].marks[0].x == 50.0
    assert [(word.at, word.text) for word in picture.words] == [(50.0, "November")]


@pytest.mark.parametrize(
    ("places", "told"),
    [
        (2, [1, 2]),
        (3, [1, 2, 3]),
        (5, [1, 2, 3, 4, 5]),
        (6, [1, 3, 6]),
        (7, [1, 3, 5, 7]),
        (11, [1, 4, 7, 11]),
        (40, [1, 11, 21, 31, 40]),
    ],
)
def test_a_few_places_are_told_both_ends_among_them(places: int, told: list[int]) -> None:
    names = [str(n + 1) for n in range(places)]
    words = charts.lines([Series("We", [0] * places)], names).words
    assert [int(word.text) for word in words] == told
    assert [word.anchor for word in words] == ["start", *["middle"] * (len(told) - 2), "end"]


def test_names_at_the_ends_of_lines_never_stand_on_each_other_or_outside() -> None:
    drawn = random.Random(11)
    for _ in range(300):
        count = drawn.randint(1, MOST_SERIES)
        series = [Series("abcdef"[n], [drawn.choice((0, 0, 5, 999, 1000)) for _ in range(3)]) for n in range(count)]
        labels = sorted(curve.label.at for curve in charts.lines(series, ["1", "2", "3"]).curves if curve.label)
        assert len(labels) == count
        assert all(b - a >= LINE_OF_TEXT - 0.11 for a, b in itertools.pairwise(labels))
        assert labels[0] > 0
        assert labels[-1] < 96


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ana & Rui", "Ana & Rui"),
        ("W" * 12, "W" * 12),
        ("Ana and Rui too", "Ana and Rui…"),
        ("Anna & Rui & Zé", "Anna & Rui…"),
    ],
)
def test_a_long_name_is_cut_in_the_picture_and_whole_below_it(name: str, shown: str) -> None:
    [curve] = charts.lines([Series(name, [1, 2])], ["1", "2"]).curves
    assert (curve.label.text if curve.label else "", curve.name) == (shown, name)


def test_levels_lie_within_the_scale_and_the_highest_of_those_that_are_near_has_the_word() -> None:
    levels = [Level(1500, "90"), Level(5000, "target"), Level(4900, "lost"), Level(3000, "120")]
    picture = charts.lines([Series("We", [0, 100])], ["start", "1"], levels)
    assert [(level.at, level.text) for level in picture.levels] == [
        (8.0, "target"),
        (9.6, ""),
        (40.0, "120"),
        (64.0, "90"),
    ]
    assert [tick.value for tick in picture.ticks] == [0, 1000, 2000, 4000]


@pytest.mark.parametrize("count", [40, 41])
def test_marks_of_many_points_are_few_and_the_last_has_one(count: int) -> None:
    [curve] = charts.lines([Series("We", [n % 7 for n in range(count)])], [str(n) for n in range(count)]).curves
    assert len(curve.marks) <= charts.MOST_MARKS
    assert curve.path.endswith(f"L{10 * curve.marks[-1].x:.0f} {10 * curve.marks[-1].y:.0f}")


@pytest.mark.parametrize(
    ("values", "above"), [([0, 5, 10], True), ([10, 5, 5], True), ([10, 8, 5], False), ([5], True)]
)
def test_a_name_stands_over_the_end_of_a_line_and_below_one_that_falls(values: list[int], above: bool) -> None:
    picture = charts.lines(
        [Series("We", values), Series("They", [0, *values[1:-1], 10][: len(values)])], ["1", "2", "3"][: len(values)]
    )
    curve = picture.curves[0]
    assert curve.label
    assert (curve.label.at < curve.marks[-1].y) == above


@pytest.mark.parametrize("count", [1, 2, 6])
def test_a_thousand_points_are_thinned_and_keep_their_peaks_and_both_ends(count: int) -> None:
    drawn = random.Random(5)
    series = [Series(str(n), [drawn.randint(0, 100) for _ in range(1000)]) for n in range(count)]
    series[-1] = Series("peak", [*[50] * 400, 1000, *[50] * 300, -1000, *[50] * 295, 70, 30, 50])
    kept = charts.thinned(series, 120)
    assert len(kept) <= 122
    assert kept == sorted(set(kept))
    assert {0, 400, 701, 999} <= set(kept)


def test_few_points_are_all_kept() -> None:
    assert charts.thinned([Series("We", [3] * 120)], 120) == list(range(120))


def test_bars_stand_upon_each_other_from_the_bottom() -> None:
    picture = charts.bars([Series("natural", [2, 0]), Series("mixed", [1, 4])], ["May", "June"])
    drawn = [(bar.number, bar.y, bar.height) for bar in picture.bars]
    assert drawn == [(1, 48.0, 40.0), (2, 28.0, 20.0), (2, 8.0, 80.0)]
    assert [(total.value, total.y) for total in picture.totals] == [(3, 28.0), (4, 8.0)]
    assert picture.bars[0].x == picture.bars[1].x < picture.bars[2].x
    assert (picture.each, picture.names) == (1, ["natural", "mixed"])


def test_many_bars_are_added_up() -> None:
    picture = charts.bars([Series("natural", [1] * 100)], [str(n) for n in range(100)])
    assert picture.each == math.ceil(100 / MOST_BARS) == 5
    assert len(picture.bars) == 20
    assert {bar.height for bar in picture.bars} == {80.0}
    assert [tick.value for tick in picture.ticks][-1] == 5
    assert picture.totals == []
    assert [picture.words[0].text, picture.words[-1].text] == ["0", "95"]


@pytest.mark.parametrize("draw", [charts.lines, charts.bars])
@pytest.mark.parametrize(
    ("series", "places"),
    [([], ["1"]), ([Series("We", [])], []), ([Series("We", [1])], ["1", "2"]), ([Series("We", [1])] * 7, ["1"])],
)
def test_what_cannot_be_drawn_or_told_apart_is_refused(draw, series, places) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(ValueError, match="1 to 6 series"):
        draw(series, places)


def drawn(app: Flask, picture: object) -> str:
    with app.test_request_context():
        return render_template_string(PICTURE, picture=picture)


def test_a_picture_says_what_it_is_and_each_series_has_a_look_of_its_own(app: Flask) -> None:
    picture = charts.lines([Series(f"side {n}", [n, 1000 * n]) for n in range(6)], ["1", "2"])
    page = drawn(app, picture)
    assert '<svg class="chart" role="img" aria-labelledby="it-title it-said">' in page
    assert '<title id="it-title">A title</title>' in page
    assert '<desc id="it-said">What is said</desc>' in page
    assert "5,000" in page
    shapes = [page.partition(f'id="it-{n}" d="')[2].partition('"')[0] for n in range(1, 7)]
    assert len(set(shapes)) == 6
    assert all(f"side {n}</bdi>" in page for n in range(6))
    assert "style=" not in page


def test_each_kind_of_bar_has_a_hatching_of_its_own(app: Flask) -> None:
    page = drawn(app, charts.bars([Series(f"kind {n}", [n + 1, 2]) for n in range(6)], ["1", "2"]))
    hatchings = [page.partition(f'<pattern id="it-{n}"')[2].partition(' d="')[2].partition('"')[0] for n in range(1, 7)]
    assert len(set(hatchings)) == 6
    assert page.count('fill="url(#it-3)"') == 3  # two bars and the key


def test_a_thousand_evenings_are_a_small_picture(app: Flask) -> None:
    drawing = random.Random(3)
    places = [f"{n} November" for n in range(1000)]
    series = [Series(f"side {n}", [drawing.uniform(1300, 1700) for _ in range(1000)]) for n in range(6)]
    assert len(drawn(app, charts.lines(series, places))) < 24_000
    assert len(drawn(app, charts.bars(series, places))) < 24_000
