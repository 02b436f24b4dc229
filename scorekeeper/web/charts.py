"""Pictures of figures: lines and stacked bars, laid out here and drawn by the macros of `_charts.html`.

A picture is as wide as its page and as high as so many lines of text, so every place in it is told in percent of its
width and height, and its words keep the size that the reader chose. Series are told apart by their number: a colour, a
dash and a mark, or a hatching. Many points are thinned, many bars added up, so that a picture is never a large one.
"""

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

MOST_SERIES = 6
"""So many can be told apart."""
LEFT, RIGHT, TOP, BOTTOM = 3.0, 97.0, 8.0, 88.0
"""Percent: what lies between them is for lines and bars, what is below for the words under them."""
FIRST_BAR = 10.0
"""Percent: the numbers of the scale stand before it."""
LINE_OF_TEXT = 6.5
"""Percent of the height that a line of words takes."""
MOST_POINTS = 120
MOST_MARKS = 12
MOST_BARS = 24
MOST_TOTALS = 8
"""With more bars, what they come to is not written over them."""
MOST_WORDS = 5
SHORT = 5
"""Letters of a word below, that another may be near to."""
LONGEST_LABEL = 12
"""Letters of a name that stands in the picture; below it stands all of it."""


class Series(NamedTuple):
    """Figures of one kind, one for each place; None where there is none."""

    name: str
    values: Sequence[float | None]


class Level(NamedTuple):
    """A height that is told for itself, such as the points that end a match."""

    value: float
    label: str


class Tick(NamedTuple):
    """A round number of the scale and its height."""

    y: float
    value: int


class Word(NamedTuple):
    """Words at a height, or below the picture: `anchor` is the end of them that lies there."""

    at: float
    text: str
    anchor: str = "middle"


class Mark(NamedTuple):
    x: float
    y: float


class Curve(NamedTuple):
    """A series as it is drawn: its number from 1, its path in tenths of a percent, its marks, its name at its end."""

    number: int
    name: str
    path: str
    marks: list[Mark]
    label: Word | None


class Lines(NamedTuple):
    """A picture of lines. `levels` of no words are drawn, and told elsewhere."""

    ticks: list[Tick]
    levels: list[Word]
    words: list[Word]
    curves: list[Curve]


class Bar(NamedTuple):
    """A piece of a stacked bar: the number of its series from 1, its place and its size in percent."""

    number: int
    x: float
    y: float
    width: float
    height: float


class Total(NamedTuple):
    """What a bar comes to, and where its end is."""

    x: float
    y: float
    value: int


class Bars(NamedTuple):
    """A picture of stacked bars. `each`: how many places one bar stands for; `names`: those of the series, in order."""

    ticks: list[Tick]
    words: list[Word]
    bars: list[Bar]
    totals: list[Total]
    each: int
    names: list[str]


def lines(series: Sequence[Series], places: Sequence[str], levels: Iterable[Level] = ()) -> Lines:
    """A line for each series over places of these names. Raises ValueError where there are more than can be told apart,
    or none, or where a series has not a value for each place."""
    _check(series, places)
    levels = list(levels)
    values = [value for one in series for value in one.values if value is not None]
    scale = _Scale([*values, *(level.value for level in levels)])
    kept = thinned(series, MOST_POINTS)
    step = (RIGHT - LEFT) / max(len(places) - 1, 1)
    middles = [LEFT + step * n for n in range(len(places))] if len(places) > 1 else [50.0]
    at = [middles[place] for place in kept]
    drawn = _apart(sorted((Word(scale.y(one.value), one.label, "start") for one in levels), key=lambda one: one.at))
    ticks = [tick for tick in scale.ticks if all(abs(tick.y - one.at) >= LINE_OF_TEXT for one in drawn)]
    curves = [_curve(number, one, kept, at, scale) for number, one in enumerate(series, 1)]
    return Lines(ticks, drawn, _words(places, middles), _labelled(curves))


def bars(series: Sequence[Series], places: Sequence[str]) -> Bars:
    """A bar for each place, the series one upon the other; none of their values is negative. Raises ValueError as
    `lines` does."""
    _check(series, places)
    each = math.ceil(len(places) / MOST_BARS)
    firsts = range(0, len(places), each)
    heights = [[sum(value or 0 for value in one.values[first : first + each]) for first in firsts] for one in series]
    sums = [sum(column) for column in zip(*heights, strict=True)]
    scale = _Scale([0, *sums])
    step = (RIGHT - FIRST_BAR) / len(sums)
    width = round(min(step * 0.7, 12), 1)
    middles = [FIRST_BAR + step * (n + 0.5) for n in range(len(sums))]
    found = []
    below = [0.0] * len(sums)
    for number, row in enumerate(heights, 1):
        for n, value in enumerate(row):
            if value:
                top, bottom = scale.y(below[n] + value), scale.y(below[n])
                below[n] += value
                found.append(Bar(number, round(middles[n] - width / 2, 1), top, width, round(bottom - top, 1)))
    told = len(sums) <= MOST_TOTALS
    totals = [Total(round(x, 1), scale.y(value), round(value)) for x, value in zip(middles, sums, strict=True) if told]
    words = _words([places[first] for first in firsts], middles, FIRST_BAR)
    return Bars(scale.ticks, words, found, totals, each, [one.name for one in series])


def round_numbers(low: float, high: float, most: int = 6) -> list[int]:
    """At most so many whole numbers at equal steps (1, 2 or 5 and noughts), from the last not above `low` to the
    first that is not below `high`."""
    step = 1
    while True:
        for times in (1, 2, 5):
            first, last = math.floor(low / step / times), math.ceil(high / step / times)
            if last - first < most:
                last = max(last, first + 1)
                return [n * step * times for n in range(first, last + 1)]
        step *= 10


def thinned(series: Sequence[Series], most: int) -> list[int]:
    """The places to draw, in order, about so many at most: of each stretch those where a series is highest and lowest,
    and both ends."""
    count = len(series[0].values)
    if count <= most:
        return list(range(count))
    stretches = max(most // (2 * len(series)), 1)
    kept = {0, count - 1}
    for n in range(stretches):
        stretch = range(n * count // stretches, (n + 1) * count // stretches)
        for one in series:
            there = [(value, place) for place in stretch if (value := one.values[place]) is not None]
            if there:
                kept |= {max(there)[1], min(there)[1]}
    return sorted(kept)


class _Scale:
    """From values to heights: percent from the top."""

    def __init__(self, values: Sequence[float]) -> None:
        numbers = round_numbers(min(values, default=0), max(values, default=0))
        self._low, self._high = numbers[0], numbers[-1]
        self.ticks = [Tick(self.y(number), number) for number in numbers]

    def y(self, value: float) -> float:
        return round(BOTTOM - (BOTTOM - TOP) * (value - self._low) / (self._high - self._low), 1)


def _check(series: Sequence[Series], places: Sequence[str]) -> None:
    if not 1 <= len(series) <= MOST_SERIES or not places or any(len(one.values) != len(places) for one in series):
        raise ValueError(f"a picture has 1 to {MOST_SERIES} series with a value for each of its places")


def _curve(number: int, series: Series, kept: list[int], at: list[float], scale: _Scale) -> Curve:
    path, marks = "", []
    pen = "M"
    for place, x in zip(kept, at, strict=True):
        value = series.values[place]
        if value is None:
            pen = "M"
            continue
        y = scale.y(value)
        path += f"{pen}{round(10 * x)} {round(10 * y)}"
        marks.append(Mark(round(x, 1), y))
        pen = "L"
    if not marks:
        return Curve(number, series.name, "", [], None)
    falls = len(marks) > 1 and marks[-1].y > marks[-2].y
    # The words stand over the end of a line that rises, below one that falls.
    end = marks[-1].y + (LINE_OF_TEXT * 0.9 if falls else -LINE_OF_TEXT * 0.4)
    every = math.ceil(len(marks) / MOST_MARKS)
    marks = marks[::-1][::every][::-1]
    return Curve(number, series.name, path, marks, Word(round(end, 1), _short(series.name), "end"))


def _short(name: str) -> str:
    return name if len(name) <= LONGEST_LABEL else name[: LONGEST_LABEL - 1].rstrip() + "…"


def _labelled(curves: list[Curve]) -> list[Curve]:
    """The curves, their names moved so far that none stands on another."""
    named = sorted((one for one in curves if one.label), key=lambda one: one.label.at if one.label else 0)
    places: list[float] = []
    for one in named:
        assert one.label
        places.append(max(one.label.at, places[-1] + LINE_OF_TEXT) if places else max(one.label.at, LINE_OF_TEXT * 0.8))
    lowest = BOTTOM + LINE_OF_TEXT * 0.5
    for n in reversed(range(len(places))):
        places[n] = round(min(places[n], lowest), 1)
        lowest = places[n] - LINE_OF_TEXT
    at = {one.number: place for one, place in zip(named, places, strict=True)}
    return [one._replace(label=one.label._replace(at=at[one.number])) if one.label else one for one in curves]


def _apart(levels: list[Word]) -> list[Word]:
    """The levels from the highest, without the words of those that stand too near to one above."""
    found: list[Word] = []
    for one in levels:
        told = [other.at for other in found if other.text]
        near = bool(told) and one.at - told[-1] < LINE_OF_TEXT
        found.append(one._replace(text="") if near else one)
    return found


def _words(places: Sequence[str], middles: Sequence[float], left: float = 0.0) -> list[Word]:
    """The names of a few places at equal steps from the first, and of the last."""
    last = len(places) - 1
    if not last:
        return [Word(round(middles[0], 1), places[0])]
    step = math.ceil(last / (MOST_WORDS - 1))
    room = 0.7 if max(map(len, places)) <= SHORT else 1
    between = [n for n in range(step, last, step) if last - n >= room * step]
    words = [Word(round(middles[n], 1), places[n]) for n in between]
    return [Word(left, places[0], "start"), *words, Word(100.0, places[last], "end")]
