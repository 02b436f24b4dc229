"""A score sheet that was kept on paper: the first line that does not add up, and what may have happened there.

After a slip the rest of a column follows the wrong total. So the first slip alone is told, and what hangs on it.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Literal

import msgspec

from scorekeeper.typed import MINUS, whole
from scorekeeper.words import Text, say, verbatim

STEP = 5
"""Points: every card value and every bonus is a multiple of it."""

_NUMBER = r"[1-9]\ \d{3}(?!\d)|\d{1,3}(?:[.,'’\u00a0\u202f]\d{3})+(?!\d)|\d+"
_FIGURE = re.compile(rf"\s*(?:[;/]|,(?=\s))?\s*([{MINUS}+]?)\s*({_NUMBER})")
_SUM = re.compile(rf"\s*=\s*(?:([{MINUS}+]?)\s*({_NUMBER}))?\s*")


class Written(msgspec.Struct, frozen=True):
    """What the paper has for one side in one deal: figures, the sum that stands beside them, and the total below.

    `stated` and `total` are None where the paper has none.
    """

    figures: tuple[int, ...] = ()
    stated: int | None = None
    total: int | None = None

    @property
    def sum(self) -> int:
        """What the figures make; the sum that is stated where no figures are."""
        return sum(self.figures) if self.figures else self.stated or 0

    @property
    def untold(self) -> bool:
        """Does a total stand here without anything counted?"""
        return self.total is not None and not self.figures and self.stated is None


class Column(msgspec.Struct, frozen=True):
    """One side of the sheet: its lines from the first deal down, and the total with which it starts."""

    name: str
    lines: Sequence[Written]
    start: int = 0


class Slip(msgspec.Struct, frozen=True):
    """A figure that is not what stands above it makes. Sides and lines count from 0, figures are points.

    `which`: the figures do not make the sum beside them, or the total before and the deal do not make the total below.
    `since`: the first line that is meant, where totals are missing above; `before`: the total that is carried to it.
    `off`: how far all later totals of the side are off if nothing else is wrong, 0 where they are right again.
    `last`: what the last total of the side should then be, None where it is right.
    """

    side: int
    line: int
    which: Literal["sum", "carry"]
    stands: int
    expected: int
    since: int
    before: int
    off: int = 0
    last: int | None = None
    guess: Text | None = None

    @property
    def difference(self) -> int:
        """By how much too high it stands."""
        return self.stands - self.expected


def read(text: str) -> Written | None:
    """What was counted, as people write it: "1000 + 270", "1000 270", "430−75", "= 1270" behind it or not.

    A space is in a number only behind a single digit: "1 270" is one figure, "70 500" are two. None if it is no row of
    figures. A dash alone is nothing.
    """
    text = text.strip()
    if not text or text in MINUS:
        return Written((0,) if text else ())
    figures: list[int] = []
    place = 0
    while found := _FIGURE.match(text, place):
        figures.append(_figure(*found.groups()))
        place = found.end()
    if place == len(text):
        return Written(tuple(figures))
    if not (found := _SUM.fullmatch(text, place)) or not (figures or found[2]):
        return None
    return Written(tuple(figures), _figure(found[1] or "", found[2]) if found[2] else None)


def _figure(sign: str, number: str) -> int:
    value = whole(number) or 0
    return -value if sign and sign in MINUS else value


def first_slip(columns: Sequence[Column]) -> Slip | None:
    """The first line, deal by deal and side by side, that does not add up; None if all do.

    Where totals are missing, the next one is held against all lines since the last. A total without anything counted
    is taken as it stands: see `untold`.
    """
    for line in range(max((len(column.lines) for column in columns), default=0)):
        for side, column in enumerate(columns):
            if line < len(column.lines) and (slip := _slip(column, side, line)):
                effect = _effect(column, slip)
                return msgspec.structs.replace(slip, **effect, guess=_guess(columns, slip))
    return None


def _slip(column: Column, side: int, line: int) -> Slip | None:
    """What is wrong in this line, if those above it are right."""
    here = column.lines[line]
    since, before = _carried(column, line)
    if here.figures and here.stated not in (None, here.sum):
        assert here.stated is not None
        return Slip(side, line, "sum", here.stated, here.sum, line, before)
    if here.total is None or any(one.untold for one in column.lines[since : line + 1]):
        return None
    expected = before + sum(one.sum for one in column.lines[since : line + 1])
    if here.total == expected:
        return None
    return Slip(side, line, "carry", here.total, expected, since, before)


def _carried(column: Column, line: int) -> tuple[int, int]:
    """The first line below the last total before this line, and that total."""
    for above in range(line - 1, -1, -1):
        total = column.lines[above].total
        if total is not None:
            return above + 1, total
    return 0, column.start


def _effect(column: Column, slip: Slip) -> dict[str, int | None]:
    """How far later totals are off, and the right last one."""
    since, before = _carried(column, slip.line)
    later = [(line, one.total) for line, one in enumerate(column.lines) if one.total is not None and line >= slip.line]
    if not later:
        return {"off": 0, "last": None}
    line, total = later[0]
    right = before + sum(one.sum for one in column.lines[since : line + 1])
    off = total - right
    if slip.which == "carry" and len(later) > 1:
        following, next_total = later[1]
        if next_total == right + sum(one.sum for one in column.lines[line + 1 : following + 1]):
            off = 0  # written wrong, and gone on from the right one
    return {"off": off, "last": later[-1][1] - off if off else None}


def untold(columns: Sequence[Column]) -> list[tuple[int, int]]:
    """Side and line of each total beside which nothing counted stands: nobody can tell whether it is right."""
    return [
        (side, line)
        for side, column in enumerate(columns)
        for line, one in enumerate(column.lines)
        if one.untold and one.total != _carried(column, line)[1]
    ]


def odd(columns: Sequence[Column]) -> list[tuple[int, int, int]]:
    """Side, line and figure of what was counted and does not end in 0 or 5: points that no cards make."""
    return [
        (side, line, figure)
        for side, column in enumerate(columns)
        for line, one in enumerate(column.lines)
        for figure in (*one.figures, *(() if one.figures or one.stated is None else (one.stated,)))
        if figure % STEP
    ]


def last_totals(columns: Sequence[Column]) -> list[int]:
    """The total that each column comes to, the last one that stands and what was counted after it."""
    found = []
    for column in columns:
        since, before = _carried(column, len(column.lines))
        found.append(before + sum(one.sum for one in column.lines[since:]))
    return found


# ---- what may have happened ------------------------------------------------------------------------------------------


def _guess(columns: Sequence[Column], slip: Slip) -> Text | None:
    """The first common mistake that leads to exactly what stands there."""
    return next((text for made, text in _mistakes(columns, slip) if made == slip.stands), None)


def _mistakes(columns: Sequence[Column], slip: Slip) -> Iterator[tuple[int, Text]]:
    """Figures that would stand there, each with the mistake that leads to it, the likeliest first."""
    expected = slip.expected
    yield -expected, say("the minus is missing") if expected < 0 else say("there is a minus too many")
    for made, one, other in exchanged(expected):
        yield made, say("the digits {one} and {other} are exchanged", one=one, other=other)
    lines = list(columns[slip.side].lines[slip.since : slip.line + 1])
    if slip.which == "carry":
        yield from _other_totals(columns, slip)
    figures = [figure for one in lines for figure in one.figures if len(lines) > 1 or len(one.figures) > 1]
    wholes = [one.sum for one in lines] if slip.which == "carry" else []
    for figure in dict.fromkeys([*wholes, *figures]):
        yield expected - figure, say("the {figure} is left out", figure=figure)
        yield expected + figure, say("the {figure} is added twice", figure=figure)
        if figure > 0:
            yield expected - 2 * figure, say("the {figure} is subtracted instead of added", figure=figure)
        else:
            yield expected - 2 * figure, say("the {figure} is added instead of subtracted", figure=-figure)
    carried = [slip.before] if slip.which == "carry" else []
    for figure in dict.fromkeys([*figures, *wholes, *carried]):
        for made, _, _ in exchanged(figure):
            yield expected - figure + made, say("the {figure} is added as {made}", figure=figure, made=made)
    for points in (10, 100, 1000, 10_000):
        yield expected - points, say("{points} was forgotten in carrying", points=points)
        yield expected + points, say("{points} was carried once too often", points=points)
    yield from _misread(expected, slip.stands)


def _other_totals(columns: Sequence[Column], slip: Slip) -> Iterator[tuple[int, Text]]:
    """Where the deal is added to a total of another side, or to an older one, or another side's deal to this one."""
    own = slip.expected - slip.before
    for side, column in enumerate(columns):
        if side == slip.side:
            continue
        name = verbatim(column.name)
        _, before = _carried(column, slip.since)
        yield before + own, say("it is added to the total of {side}", side=name)
        here = column.lines[slip.line] if slip.line < len(column.lines) else Written()
        if here.total is not None:
            yield here.total + own, say("it is added to the total of {side}", side=name)
        if slip.since == slip.line:
            yield slip.before + here.sum, say("what {side} had in this deal is added", side=name)
    lines = columns[slip.side].lines
    older = [(-1, columns[slip.side].start), *((line, one.total) for line, one in enumerate(lines[: slip.since]))]
    for line, total in older[-2::-1]:
        if total is None:
            continue
        if line < 0:
            yield (
                total + own,
                say("it is added to what the sheet starts with instead of deal {right}", right=slip.since),
            )
        else:
            text = say(
                "it is added to the total of deal {wrong} instead of deal {right}", wrong=line + 1, right=slip.since
            )
            yield total + own, text


def exchanged(value: int) -> Iterator[tuple[int, str, str]]:
    """The numbers that differ from this one in two digits that have changed places, neighbours first; those digits."""
    digits, sign = str(abs(value)), -1 if value < 0 else 1
    places = [(one, other) for one in range(len(digits)) for other in range(one + 1, len(digits))]
    for one, other in sorted(places, key=lambda pair: pair[1] - pair[0]):
        if digits[one] != digits[other]:
            swapped = list(digits)
            swapped[one], swapped[other] = digits[other], digits[one]
            yield sign * int("".join(swapped)), digits[one], digits[other]


def _misread(expected: int, stands: int) -> Iterator[tuple[int, Text]]:
    """One digit in the place of another."""
    right, wrong = str(expected), str(stands)
    digits = [pair for pair in zip(right, wrong, strict=False) if pair[0] != pair[1]]
    if len(right) == len(wrong) and len(digits) == 1:
        yield stands, say("one digit is wrong, {wrong} in place of {right}", right=digits[0][0], wrong=digits[0][1])


# ---- in words --------------------------------------------------------------------------------------------------------


def explained(columns: Sequence[Column], slip: Slip) -> list[Text]:
    """The slip in sentences: what makes what, what stands there, what it may be, and what hangs on it."""
    column = columns[slip.side]
    found = [_reckoned(column, slip), _stands(slip)]
    if slip.guess is not None:
        found.append(say("Perhaps {guess}.", guess=slip.guess))
    later = [one for one in column.lines[slip.line + (slip.which == "carry") :] if one.total is not None]
    if later and slip.off and slip.last is not None:
        name, far, last = verbatim(column.name), abs(slip.off), slip.last
        found.append(
            say("If only this is wrong, all later totals of {side} are {points} too high.", side=name, points=far)
            if slip.off > 0
            else say("If only this is wrong, all later totals of {side} are {points} too low.", side=name, points=far)
        )
        found.append(say("The last one is then {last}, not {stands}.", last=last, stands=last + slip.off))
    elif later:
        found.append(say("The next total is right all the same."))
    return found


def _reckoned(column: Column, slip: Slip) -> Text:
    """What stands above, and what it makes."""
    lines = column.lines[slip.since : slip.line + 1]
    if slip.which == "sum":
        return say("{figures} makes {sum}.", figures=_row(lines[0].figures), sum=slip.expected)
    if len(lines) > 1:
        return say(
            "From {before} on, deals {first} to {last} bring {sum} together: that makes {expected}.",
            before=slip.before,
            first=slip.since + 1,
            last=slip.line + 1,
            sum=slip.expected - slip.before,
            expected=slip.expected,
        )
    figures = _row((slip.before, *(lines[0].figures or (lines[0].sum,))))
    return say("{figures} makes {sum}.", figures=figures, sum=slip.expected)


def _stands(slip: Slip) -> Text:
    """What stands there instead, and by how much it is off."""
    far = abs(slip.difference)
    if slip.difference > 0:
        return say("There stands {stands}: {points} too much.", stands=slip.stands, points=far)
    return say("There stands {stands}: {points} too little.", stands=slip.stands, points=far)


def _row(figures: Sequence[int]) -> Text:
    """ "5,035 + 1,800 − 75": figures as they are added up."""
    names = [f"figure{place}" for place in range(len(figures))]
    first, *rest = (f"{{{name}}}" for name in names)
    signs = (" + " if figure >= 0 else " \N{MINUS SIGN} " for figure in figures[1:])
    values = [figures[0], *(abs(figure) for figure in figures[1:])]
    return Text(
        first + "".join(sign + one for sign, one in zip(signs, rest, strict=True)),
        dict(zip(names, values, strict=True)),
    )
