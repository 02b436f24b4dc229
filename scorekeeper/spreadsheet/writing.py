"""Matches written as rows, a row for each side and deal."""

import codecs
import csv
import functools
import io
import json
from collections.abc import Iterable, Iterator

from scorekeeper.match import Deal, Match
from scorekeeper.spreadsheet import cells

HEADINGS = (
    *("match", "played_on", "place", "game", "target", "rules", "seats", "side_number", "side", "players"),
    *("deal", "dealer", "score", "agreed", "reason", "total", "opening_minimum", "went_out", "concealed", "canastas"),
    *("red_threes", "card_points", "hand_points", "note", "won"),
)

Cells = list[str | int]
"""Points and counts are numbers; yes is 1 and no 0; "" is what does not apply or is not known."""

_guarded = functools.lru_cache(4096)(cells.guarded)


def rows(match: Match, name: str | int) -> Iterator[Cells]:
    """The rows of a match that goes by this name, under `HEADINGS`; deals that are struck out are left out.

    `score` is the deal's, with the `agreed` points in it, and `opening_minimum` the one the side had to reach in it.
    Points from before the first deal stand in rows of deal 0; the totals of a match of which no deal is known in rows
    without a deal.
    """
    start = match.opened
    rules = "; ".join(f"{rule}={json.dumps(value)}" for rule, value in start.house_rules.items() if rule != "target")
    about: Cells = [name, match.played_on, start.place, start.variant, match.variant.target, rules, start.players]
    sides: list[Cells] = [
        [number, side.name, cells.together(side.players) if any(side.players) else ""]
        for number, side in enumerate(match.sides, 1)
    ]
    won: Cells = [int(match.winner == side) if match.finished else "" for side in range(len(sides))]
    deals = match.standing
    if any(start.before) or not deals:
        of_the_end = match.finished and not deals
        first: str | int = "" if of_the_end else 0
        note = "" if deals else start.note
        for side, points in enumerate(start.before):
            yield [*about, *sides[side], first, "", "", "", "", points, *[""] * 7, note, won[side]]
    for deal in deals:
        dealer = match.seat_name(deal.dealer)
        for side, one in enumerate(sides):
            yield [*about, *one, deal.number or 0, dealer, *_of_deal(match, deal, side), deal.note, won[side]]


def _of_deal(match: Match, deal: Deal, side: int) -> Cells:
    """From score to hand points."""
    scored, variant = deal.scored, match.variant
    shown, agreed = scored.shown[side], scored.tallies[side].adjustment
    minimum = variant.opening_minimum(deal.before[side])
    points = {line.key: line.points for line in scored.lines[side]}
    left = -sum([n for key, n in points.items() if key[:6] == "hands." or key == "hand_points"])
    counted = shown.result is None and shown.special_hand is None
    return [
        scored.scores[side],
        agreed.points if agreed else "",
        agreed.reason if agreed else "",
        deal.totals[side],
        "" if minimum is None else minimum,
        int(shown.out),
        int(shown.concealed),
        ", ".join(f"{kind} {n}" for kind in variant.canastas.kinds if (n := shown.canastas.get(kind))),
        shown.red_threes if counted else "",
        points.get("card_points", "") if shown.melds_stated else "",
        left if shown.hand_stated else "",
    ]


def written(matches: Iterable[tuple[Match, str | int]]) -> Iterator[bytes]:
    """The file of these matches and their names, piece by piece: UTF-8 with its mark, commas, RFC 4180.

    A text that a spreadsheet would take for a formula gets an apostrophe, which `read` takes off.
    """
    yield codecs.BOM_UTF8 + _lines([HEADINGS])
    for match, name in matches:
        yield _lines([_guarded(cell) if isinstance(cell, str) else cell for cell in row] for row in rows(match, name))


def _lines(rows: Iterable[Iterable[str | int]]) -> bytes:
    piece = io.StringIO(newline="")
    csv.writer(piece).writerows(rows)
    return piece.getvalue().encode()
