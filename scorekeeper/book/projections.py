"""The tables drawn from the journal: their rows for a match, and where kept rows differ from them."""

import heapq
import itertools
import unicodedata
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import msgspec

from scorekeeper import facts
from scorekeeper.entries import Side
from scorekeeper.match import Deal, Match
from scorekeeper.people import People, Person
from scorekeeper.typed import alike

Row = tuple[Any, ...]
Rows = dict[str, list[Row]]

VERSION = 1
"""Of the rows; a book with rows of another is drawn anew when it is opened."""


class Projection(NamedTuple):
    """A table drawn from the journal. The first `keys` columns name a row."""

    keys: int
    columns: str

    @property
    def names(self) -> list[str]:
        return self.columns.split()

    def statement(self, table: str) -> str:
        """The statement that puts a row in its place."""
        names = ", ".join(f'"{name}"' for name in self.names)
        return f"INSERT OR REPLACE INTO {table} ({names}) VALUES ({', '.join('?' * len(self.names))})"

    def selection(self, table: str) -> str:
        """The statement that reads its rows, in the order of what names them."""
        names = [f'"{name}"' for name in self.names]
        return f"SELECT {', '.join(names)} FROM {table} ORDER BY {', '.join(names[: self.keys])}"


OF_MATCH = {
    "drawn_matches": Projection(
        1,
        "id variant variant_name rules players played_on place note words opened_at changed_at last_entry"
        " finished ended winner deals dealer",
    ),
    "drawn_sides": Projection(2, "match side name typed players partnership total opening_minimum facts"),
    "drawn_seats": Projection(2, "match seat side name key person facts"),
    "drawn_deals": Projection(1, "id match number dealer struck_out note at changed_at"),
    "drawn_scores": Projection(
        2,
        "deal side faced score total opening_minimum went_out concealed opened canastas red_threes left_in_hand",
    ),
    "drawn_lines": Projection(3, "deal side position key count each points"),
}
"""What a match is drawn into, parents first."""
OF_HOUSEHOLD = {
    "drawn_people": Projection(1, "id name own_name spellings nicknames hidden changed mark"),
    "drawn_months": Projection(3, "subject month variant matches finished deals facts"),
    "drawn_standings": Projection(
        3, "subject played_on match variant partners won played wins rating rated run variant_run"
    ),
}
"""What all matches together are drawn into."""
PROJECTIONS = {**OF_MATCH, **OF_HOUSEHOLD}


def rows(match: Match, people: People, before: Match | None = None) -> Rows:
    """The projections' rows of a match; only those that are new or other than `before`."""
    found: Rows = {table: [] for table in OF_MATCH}
    known = {deal.id: deal for deal in before.deals} if before else {}
    found["drawn_matches"].append(_match_row(match))
    now, then = facts.of_match(match), facts.of_match(before) if before else None
    if before is not None and then is not None and before.sides == match.sides:
        found["drawn_sides"] = _new(_side_rows(match, people, now), _side_rows(before, people, then))
        found["drawn_seats"] = _new(_seat_rows(match, people, now), _seat_rows(before, people, then))
    else:
        found["drawn_sides"], found["drawn_seats"] = _side_rows(match, people, now), _seat_rows(match, people, now)
    for deal in match.deals:
        old = known.get(deal.id)
        if deal is old:
            continue
        found["drawn_deals"] += _new([_deal_row(match.id, deal)], [_deal_row(match.id, old)] if old else [])
        found["drawn_scores"] += _new(_score_rows(match, deal), _score_rows(match, old) if old else [])
        if old is None or old.scored is not deal.scored:
            found["drawn_lines"] += _line_rows(deal)
    return found


def _new(drawn: list[Row], known: list[Row]) -> list[Row]:
    return [row for row in drawn if row not in known]


def _match_row(match: Match) -> Row:
    start, variant = match.opened, match.variant
    words = folded(" ".join([start.place, start.note, *(deal.note for deal in match.deals)]))
    about = (match.id, variant.key, variant.name, start.rules, start.players, match.played_on)
    said = (start.place, start.note, words, match.opened_at, match.changed_at, match.last_entry)
    return (*about, *said, int(match.finished), int(match.ended), match.winner, len(match.standing), match.dealer)


def folded(text: str) -> str:
    """The text as it is searched: "Großmutters Café" and "grossmutters cafe" are the same."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    return " ".join("".join(char for char in plain if not unicodedata.combining(char)).split())


def _side_rows(match: Match, people: People, played: facts.Played) -> list[Row]:
    each = zip(match.sides, match.totals, match.opening_minimums, played.sides, strict=True)
    return [
        (match.id, number, *named(side, people), total, minimum, as_json(its_facts))
        for number, (side, total, minimum, its_facts) in enumerate(each)
    ]


def named(side: Side, people: People) -> tuple[str, str, str, str | None]:
    """Of a side the columns `name`, `typed`, `players` and `partnership`."""
    return people.shown(side).name, side.name, as_json(side.players), partnership(side, people)


def partnership(side: Side, people: People) -> str | None:
    """The numbers of the people of a side of several, all of them named: "3-17"."""
    persons = [people.called(name) for name in side.players]
    if len(persons) < 2 or None in persons:
        return None
    return "-".join(str(number) for number in sorted(person.id for person in persons if person))


def _seat_rows(match: Match, people: People, played: facts.Played) -> list[Row]:
    found = []
    for seat, its_facts in enumerate(played.seats):
        side, place = seat % len(match.sides), seat // len(match.sides)
        players = match.sides[side].players
        name = players[place] if place < len(players) else ""
        if alike(name):
            person = people.called(name)
            found.append((match.id, seat, side, name, alike(name), person and person.id, as_json(its_facts)))
    return found


def _deal_row(match_id: int, deal: Deal) -> Row:
    about = (deal.id, match_id, deal.number, deal.dealer, int(deal.struck_out), deal.note)
    return (*about, deal.at, deal.changed_at)


def _score_rows(match: Match, deal: Deal) -> list[Row]:
    each = zip(deal.scored.scores, deal.totals, deal.opening_minimums, deal.scored.shown, strict=True)
    found = []
    for side, (score, total, minimum, shown) in enumerate(each):
        faced = match.variant.opening_minimum(deal.before[side])
        told: Row = (None, None, None, None)
        if facts.is_counted(deal, side):
            left = facts.left_in_hand(deal, side) if shown.hand_stated else None
            told = (int(shown.opened), sum(shown.canastas.values()), shown.red_threes, left)
        out = (int(shown.out), int(shown.concealed))
        found.append((deal.id, side, faced, score, total, minimum, *out, *told))
    return found


def _line_rows(deal: Deal) -> list[Row]:
    return [
        (deal.id, side, position, line.key, line.count, line.each, line.points)
        for side, lines in enumerate(deal.scored.lines)
        for position, line in enumerate(lines)
    ]


def person_row(person: Person) -> Row:
    """The row of one of the household."""
    names = (person.name, person.own_name, as_json(person.spellings), as_json(person.nicknames))
    return (person.id, *names, int(person.hidden), person.changed, person.mark)


def person_of(row: Row) -> Person:
    """The person of a row."""
    number, _, own_name, spellings, nicknames, hidden, changed, mark = row
    listed = (msgspec.json.decode(text, type=list[str]) for text in (spellings, nicknames))
    spelled, nicknamed = listed
    return Person(number, own_name, spelled, changed, mark, nicknamed, bool(hidden))


def differences(table: str, kept: Iterable[Row], drawn: Iterable[Row]) -> Iterator[str]:
    """Where the kept rows of a table are not the drawn ones, a sentence for each row or value; both in their order."""
    keys, columns = PROJECTIONS[table].keys, PROJECTIONS[table].names
    both = heapq.merge(((row[:keys], 0, row) for row in kept), ((row[:keys], 1, row) for row in drawn))
    for one, group in itertools.groupby(both, key=lambda row: row[0]):
        found = {which: row for _, which, row in group}
        where = f"{table}: " + ", ".join(f"{name} {value}" for name, value in zip(columns, one, strict=False))
        if 0 not in found:
            yield f"{where} is missing"
        elif 1 not in found:
            yield f"{where} is not in the journal"
        else:
            for name, old, new in zip(columns, found[0], found[1], strict=True):
                if old != new:
                    yield f"{where}: {name} is {old}, by the journal {new}"


def as_json(content: object) -> str:
    """The same text for the same content, whatever the order of its keys."""
    plain = msgspec.to_builtins(content, str_keys=True)
    return msgspec.json.encode(plain, order="sorted").decode()
