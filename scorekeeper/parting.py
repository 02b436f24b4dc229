"""A score sheet that was kept on paper beside the book: the first deal for which the two have other points.

What the paper has for a deal is what was counted or, where only totals stand, what they leave for it. A total that was
added up wrong says nothing about a deal: that is a slip, see `adding_up`.
"""

from collections.abc import Iterator, Sequence

import msgspec

from scorekeeper.adding_up import Column, Written, exchanged
from scorekeeper.words import Text, say, verbatim


class Piece(msgspec.Struct, frozen=True):
    """The points that a side has on the paper for one deal, or for several of which only a total tells.

    `lines` count from 0; `points` is None where nothing stands there; `carry`: the totals before and after that tell.
    """

    lines: tuple[int, ...]
    points: int | None
    carry: tuple[int, int] | None = None


class Parting(msgspec.Struct, frozen=True):
    """What a side has on the paper, and `book`: the points it has in the book for the same deals."""

    side: int
    piece: Piece
    book: int
    guess: Text | None = None

    @property
    def since(self) -> int:
        """The first line that is meant."""
        return self.piece.lines[0]

    @property
    def by_total(self) -> bool:
        """Do only totals tell of it on the paper?"""
        return self.piece.carry is not None

    @property
    def line(self) -> int:
        """The last line that is meant."""
        return self.piece.lines[-1]


def first_parting(columns: Sequence[Column], scores: Sequence[Sequence[int]]) -> Parting | None:
    """The first deal, deal by deal and side by side, for which paper and book have other points; None if none.

    `scores`: of each deal in the book, the points of every side.
    """
    found = []
    for side, column in enumerate(columns):
        for piece in _pieces(column):
            if piece.lines[-1] < len(scores):
                book = sum(scores[line][side] for line in piece.lines)
                if book != (piece.points or 0):
                    found.append(Parting(side, piece, book))
                    break
    first = min(found, key=lambda one: (one.since, one.side), default=None)
    return first and msgspec.structs.replace(first, guess=_guess(columns, scores, first))


def reach(column: Column) -> int:
    """How many deals the column goes down to."""
    return max(
        (line + 1 for line, one in enumerate(column.lines) if _is_counted(one) or one.total is not None), default=0
    )


def _is_counted(one: Written) -> bool:
    return bool(one.figures) or one.stated is not None


def _pieces(column: Column) -> list[Piece]:
    """What the paper has for each deal, from total to total. What was counted comes first: it tells more."""
    found: list[Piece] = []
    first, before = 0, column.start
    for line in range(end := reach(column)):
        total = column.lines[line].total
        if total is not None or line == end - 1:
            found += _between(column, range(first, line + 1), before)
            first, before = line + 1, before if total is None else total
    return found


def _between(column: Column, lines: range, before: int) -> Iterator[Piece]:
    """The pieces of the lines below one total down to the next, or to the end."""
    last = column.lines[lines[-1]]
    counted = [line for line in lines if _is_counted(column.lines[line])]
    for line in counted:
        yield Piece((line,), column.lines[line].sum)
    others = [line for line in lines if line not in counted]
    if last.total is not None and last.untold:
        left = last.total - before - sum(column.lines[line].sum for line in counted if line < others[0])
        yield Piece(tuple(range(others[0], lines.stop)), left, (before, last.total))
    else:
        for line in others:
            yield Piece((line,), None)


# ---- what may have happened ------------------------------------------------------------------------------------------


def _guess(columns: Sequence[Column], scores: Sequence[Sequence[int]], parting: Parting) -> Text | None:
    """The first common mistake that leads to exactly what the paper has."""
    if parting.since != parting.line or parting.piece.points is None:
        return None
    line, side, points = parting.line, parting.side, parting.piece.points
    paper = [{piece.lines[0]: piece.points for piece in _pieces(column) if len(piece.lines) == 1} for column in columns]
    if _shifted(paper, scores, line, 0, 1):
        return say("deal {number} is missing on the paper: from there on it has the deals that follow", number=line + 1)
    if max(map(reach, columns)) > len(scores) and _shifted(paper, scores, line, 1, 0):
        return say("deal {number} of the paper is missing in the book: the deals after it agree", number=line + 1)
    for other, column in enumerate(columns):
        if other != side and (points, paper[other].get(line)) == (scores[line][other], scores[line][side]):
            return say("{one} and {other} are exchanged", one=_name(columns[side]), other=_name(column))
    for made, one_digit, other_digit in exchanged(parting.book):
        if made == points:
            return say("the digits {one} and {other} are exchanged", one=one_digit, other=other_digit)
    return say("one has a minus that the other lacks") if points == -parting.book else None


def _shifted(
    paper: Sequence[dict[int, int | None]], scores: Sequence[Sequence[int]], line: int, on_paper: int, in_book: int
) -> bool:
    """Does all that the paper has from this line on agree, once so many deals are passed over on either?"""
    alike = [
        points == scores[at - on_paper + in_book][side]
        for side, column in enumerate(paper)
        for at, points in column.items()
        if at >= line + on_paper and at - on_paper + in_book < len(scores)
    ]
    return len(alike) > 1 and all(alike)


# ---- in words --------------------------------------------------------------------------------------------------------


def explained(parting: Parting) -> list[Text]:
    """Where paper and book part, in sentences: what the paper has, what the book has, and what it may be."""
    piece, book = parting.piece, parting.book
    several = len(piece.lines) > 1
    found = [_on_paper(piece)]
    more = book - (piece.points or 0)
    if piece.points is None:
        found.append(say("The book has {book}.", book=book))
    elif more > 0:
        found.append(say("The book has {book}: {points} more.", book=book, points=more))
    else:
        found.append(say("The book has {book}: {points} less.", book=book, points=-more))
    if parting.guess is not None:
        found.append(say("Perhaps {guess}.", guess=parting.guess))
    if several:
        found.append(say("Type the totals between them too, and the deal is found."))
    return found


def _on_paper(piece: Piece) -> Text:
    if piece.points is None:
        return say("Nothing stands on the paper.")
    if piece.carry is None:
        return say("The paper has {points}.", points=piece.points)
    figures = {"before": piece.carry[0], "total": piece.carry[1], "points": piece.points}
    if len(piece.lines) > 1:
        return say(
            "The total on the paper goes from {before} to {total}: that leaves {points} for these deals.", **figures
        )
    return say("The total on the paper goes from {before} to {total}: that leaves {points} for this deal.", **figures)


def lengths(columns: Sequence[Column], deals: int, room: int | None = None) -> list[Text]:
    """Where the paper has fewer deals than the book, or more, in sentences. `room`: so many deals can be told of the
    paper at most; where it is full, nobody has said that the paper ends there."""
    ends = [reach(column) for column in columns]
    if room is not None and set(ends) == {room} and room < deals:
        return [
            say(
                "Compared as far as deal {most}: there is no room for more here, and the book has {n}.",
                most=room,
                n=deals,
            )
        ]
    if len(set(ends)) == 1:
        return [_length(ends[0], deals)] if ends[0] != deals else []
    return [
        say("{side}: {length}", side=_name(column), length=_length(end, deals))
        for column, end in zip(columns, ends, strict=True)
        if end != deals
    ]


def _length(end: int, deals: int) -> Text:
    if not end:
        return say("Nothing stands on the paper.")
    if not deals:
        return say("The book has no deal yet.")
    if end < deals:
        return say("The paper ends with deal {paper}, the book with deal {book}.", paper=end, book=deals)
    return say("The book ends with deal {book}, the paper with deal {paper}.", paper=end, book=deals)


def _name(column: Column) -> Text:
    return verbatim(column.name)
