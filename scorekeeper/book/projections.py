"""The tables drawn from the journal: their rows for a match, and where kept rows differ from them."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from scorekeeper.match import Deal, Kind, Match

Row = tuple[Any, ...]
Rows = dict[str, list[Row]]


class Projection(NamedTuple):
    """A table drawn from the journal. The first `keys` columns name a row, the first of all is an entry of `kind`."""

    kind: Kind
    keys: int
    columns: str

    @property
    def names(self) -> list[str]:
        return self.columns.split()

    def statement(self, table: str) -> str:
        """The statement that puts a row in its place."""
        names = ", ".join(f'"{name}"' for name in self.names)
        return f"INSERT OR REPLACE INTO {table} ({names}) VALUES ({', '.join('?' * len(self.names))})"


PROJECTIONS = {
    "matches": Projection(
        "opened",
        1,
        "id variant variant_name rules players opened_at changed_at last_entry finished winner deals"
        " dealer dealer_name",
    ),
    "sides": Projection("opened", 2, "match side name players total opening_minimum"),
    "deals": Projection("entered", 1, "id match number dealer struck_out at changed_at"),
    "scores": Projection("entered", 2, "deal side score total opening_minimum went_out concealed"),
    "lines": Projection("entered", 3, "deal side position key count each points"),
}
"""Parents first."""


def rows(match: Match, before: Match | None = None) -> Rows:
    """The projections' rows of a match; only those that are new or other than `before`."""
    found: Rows = {table: [] for table in PROJECTIONS}
    known = {deal.id: deal for deal in before.deals} if before else {}
    found["matches"].append(_match_row(match))
    found["sides"] = _new(_side_rows(match), _side_rows(before) if before else [])
    for deal in match.deals:
        old = known.get(deal.id)
        if deal is old:
            continue
        found["deals"] += _new([_deal_row(match.id, deal)], [_deal_row(match.id, old)] if old else [])
        found["scores"] += _new(_score_rows(deal), _score_rows(old) if old else [])
        if old is None or old.scored is not deal.scored:
            found["lines"] += _line_rows(deal)
    return found


def _new(drawn: list[Row], known: list[Row]) -> list[Row]:
    return [row for row in drawn if row not in known]


def _match_row(match: Match) -> Row:
    start, variant = match.opened, match.variant
    about = (match.id, variant.key, variant.name, start.rules, start.players, match.opened_at)
    state = (match.changed_at, match.last_entry, int(match.finished), match.winner, len(match.standing))
    return (*about, *state, match.dealer, match.seat_name(match.dealer))


def _side_rows(match: Match) -> list[Row]:
    each = zip(match.sides, match.totals, match.opening_minimums, strict=True)
    return [
        (match.id, number, side.name, as_json(side.players), total, minimum)
        for number, (side, total, minimum) in enumerate(each)
    ]


def _deal_row(match_id: int, deal: Deal) -> Row:
    return (deal.id, match_id, deal.number, deal.dealer, int(deal.struck_out), deal.at, deal.changed_at)


def _score_rows(deal: Deal) -> list[Row]:
    each = zip(deal.scored.scores, deal.totals, deal.opening_minimums, deal.scored.shown, strict=True)
    return [
        (deal.id, side, score, total, minimum, int(shown.out), int(shown.concealed))
        for side, (score, total, minimum, shown) in enumerate(each)
    ]


def _line_rows(deal: Deal) -> list[Row]:
    return [
        (deal.id, side, position, line.key, line.count, line.each, line.points)
        for side, lines in enumerate(deal.scored.lines)
        for position, line in enumerate(lines)
    ]


def differences(table: str, kept: list[Row], drawn: list[Row]) -> Iterator[str]:
    """Where the kept rows of a table are not the drawn ones, a sentence for each row or value."""
    keys, columns = PROJECTIONS[table].keys, PROJECTIONS[table].names
    as_kept, as_drawn = ({row[:keys]: row for row in side} for side in (kept, drawn))
    for key in sorted(as_kept.keys() | as_drawn.keys()):
        where = f"{table}: " + ", ".join(f"{name} {value}" for name, value in zip(columns, key, strict=False))
        if key not in as_kept:
            yield f"{where} is missing"
        elif key not in as_drawn:
            yield f"{where} is not in the journal"
        else:
            for name, old, new in zip(columns, as_kept[key], as_drawn[key], strict=True):
                if old != new:
                    yield f"{where}: {name} is {old}, by the journal {new}"


def as_json(content: object) -> str:
    """The same text for the same content, whatever the order of its keys."""
    plain = msgspec.to_builtins(content, str_keys=True)
    return msgspec.json.encode(plain, order="sorted").decode()
