"""What is drawn from the journal into tables, kept up with every entry or drawn anew as a whole.

A match draws its own rows. People, months and standings hang on many matches: each entry draws anew what of them it
touches. Standings follow one another, so a change of an old result draws all later ones again.
"""

import itertools
from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar

import msgspec
from sqlite_utils import Database

from scorekeeper import facts as facts_
from scorekeeper import rating
from scorekeeper.book import projections
from scorekeeper.book.projections import OF_HOUSEHOLD, PROJECTIONS, Row, Rows, as_json
from scorekeeper.entries import Entry, Side
from scorekeeper.facts import Facts
from scorekeeper.match import Match
from scorekeeper.people import People, kept, named, sides_of
from scorekeeper.rating import Rating
from scorekeeper.typed import alike

Value = TypeVar("Value")
Place = tuple[str, int]
"""Of a match among all: the day it was played, and its number."""
FIRST: Place = ("", 0)
_Bare = msgspec.defstruct(
    "_Bare",
    [
        (field.name, tuple[int, int, int] | None if field.name in facts_.RECORDS else field.type)
        for field in msgspec.structs.fields(Facts)
    ],
    array_like=True,
    gc=False,
)
_decode = msgspec.json.Decoder(list[_Bare]).decode  # type: ignore[valid-type] # made of `Facts` above


def each_of(texts: Iterable[str]) -> list[Any]:
    """The figures of each of these texts, to be added up: as `Facts`, but that records are bare, which is quicker."""
    return _decode(f"[{','.join(texts)}]")


def facts_of(texts: Iterable[tuple[str]]) -> Facts:
    """The figures of rows that hold nothing but `facts`, together."""
    return facts_.together(each_of(text for (text,) in texts))


def is_drawn(db: Database) -> bool:
    """Are the tables filled, and by this version?"""
    return db.execute("SELECT version FROM drawn").fetchall() == [(projections.VERSION,)]


def count(db: Database) -> int:
    """How many matches there are."""
    return int(db.execute("SELECT count(*) FROM drawn_matches").fetchone()[0])


def people_version(db: Database) -> int:
    """Another number whenever a person is."""
    return int(db.execute("SELECT ifnull(max(changed), 0) FROM drawn_people").fetchone()[0])


def people(db: Database) -> People:
    """The household's people as they are drawn."""
    rows = db.execute(OF_HOUSEHOLD["drawn_people"].selection("drawn_people")).fetchall()
    given = db.execute("SELECT given FROM drawn").fetchone()
    return kept(map(projections.person_of, rows), given[0] if given else 0)


def draw_match(db: Database, match: Match, now: People, before: Match | None = None) -> None:
    """Draws a match, and what hangs on it. `before`: the match that is drawn already."""
    if before is not None:
        recounted = {deal.id: deal.scored for deal in before.deals}
        for deal in match.deals:
            if recounted.get(deal.id, deal.scored) is not deal.scored:
                db.execute("DELETE FROM drawn_lines WHERE deal = ?", [deal.id])
        if before.opened.sides != match.opened.sides:
            db.execute('DELETE FROM drawn_seats WHERE "match" = ?', [match.id])
    put(db, projections.rows(match, now, before))
    for cell in cells_of(match, now) | (cells_of(before, now) if before else set()):
        draw_month(db, cell)
    told = [(one.played_on, one.id) for one in (before, match) if one and one.finished]
    if told and (before is None or _told(before) != _told(match)):
        draw_standings(db, min(told))


def _told(match: Match) -> tuple[object, ...]:
    """What of a match standings hang on."""
    return match.finished, match.winner, match.finished and match.totals, match.played_on, match.sides


def put(db: Database, drawn: Rows) -> None:
    """Puts rows in their places."""
    for table, changed in drawn.items():
        if changed:
            db.conn.executemany(PROJECTIONS[table].statement(table), changed)


def draw_people(db: Database, before: People, now: People) -> None:
    """Draws the people after an entry, and in all their matches what they are called and who they are."""
    gone = before.persons.keys() - now.persons.keys()
    changed = [one for one in now.persons.values() if before.persons.get(one.id) is not one]
    for number in gone:
        db.execute("DELETE FROM drawn_people WHERE id = ?", [number])
    put(db, {"drawn_people": [projections.person_row(person) for person in changed]})
    db.execute("UPDATE drawn SET given = ?", [now.given])
    known = [before.persons[one.id] for one in changed if one.id in before.persons]
    touched = {*gone, *(one.id for one in changed)} if gone or known else set()
    spelled = {alike(name) for one in changed for name in (*one.spellings, *one.nicknames)} if touched else set()
    rows: list[Row] = []
    for column, values in (("person", touched), ("key", spelled)):
        for some in _batches(sorted(values)):
            query = f'SELECT "match", seat, key, person FROM drawn_seats WHERE {column} IN ({_marks(some)})'
            rows += db.execute(query, some)
    rows = sorted(set(rows))
    others, moved = [], []
    for match_id, seat, name, person in rows:
        called = now.called(name)
        if (found := called and called.id) != person:
            others.append((found, match_id, seat))
            moved.append(person)
    db.conn.executemany('UPDATE drawn_seats SET person = ? WHERE "match" = ? AND seat = ?', others)
    ids = {row[0] for row in rows}
    if before.unsaid != now.unsaid:  # a name that is not to be read may stand anywhere
        ids = {number for (number,) in db.execute("SELECT id FROM drawn_matches")}
    subjects = _name_sides(db, sorted(ids), now)
    subjects |= {str(person) for row, other in zip(moved, others, strict=True) for person in (row, other[0]) if person}
    for subject in sorted(subjects):
        _draw_months_of(db, subject)
    if others:
        query = "SELECT min(played_on), min(id) FROM drawn_matches WHERE id IN ({})"
        since = [
            db.execute(query.format(_marks(some)), some).fetchone()
            for some in _batches(sorted({row[1] for row in others}))
        ]
        draw_standings(db, min(since))


def _name_sides(db: Database, match_ids: Iterable[int], now: People) -> set[str]:
    """Calls the sides of these matches what they are called now; the partnerships that gained or lost a match."""
    found: set[str] = set()
    for some in _batches(match_ids):
        query = f'SELECT "match", side, typed, players, partnership FROM drawn_sides WHERE "match" IN ({_marks(some)})'
        rows = []
        for match_id, number, typed, players, before in db.execute(query, some).fetchall():
            side = Side(typed, msgspec.json.decode(players, type=list[str]))
            name, _, _, partnership = projections.named(side, now)
            rows.append((name, partnership, match_id, number))
            found |= {key for key in (before, partnership) if key and before != partnership}
        db.conn.executemany('UPDATE drawn_sides SET name = ?, partnership = ? WHERE "match" = ? AND side = ?', rows)
    return found


def mark_drawn(db: Database, now: People) -> None:
    """Says that everything is drawn by this version."""
    db.execute("DELETE FROM drawn")
    db.execute("INSERT INTO drawn VALUES (?, ?)", [projections.VERSION, now.given])


def _batches(values: Iterable[Value], size: int = 500) -> Iterator[list[Value]]:
    waiting = iter(values)
    while some := list(itertools.islice(waiting, size)):
        yield some


def _marks(values: Iterable[object]) -> str:
    return ", ".join("?" for _ in values)


Cell = tuple[str, str, str]
"""A subject's month in a game: its key, the month, the game's."""


def cells_of(match: Match, now: People) -> set[Cell]:
    """The months that a match counts in: the household's, those of its people and of its partnerships."""
    persons = [now.called(name) for name in named(match.sides)]
    subjects = {"", *(str(person.id) for person in persons if person)}
    subjects |= {key for side in match.sides if (key := projections.partnership(side, now))}
    return {(subject, match.played_on[:7], match.variant.key) for subject in subjects}


def draw_month(db: Database, cell: Cell) -> None:
    """Draws a subject's month in a game, out of its matches."""
    subject, month, variant = cell
    db.execute("DELETE FROM drawn_months WHERE subject = ? AND month = ? AND variant = ?", cell)
    table, whose, who = _sides_of(subject)
    rows = db.execute(
        f"""SELECT ?, {_OF_MONTH} FROM drawn_matches m CROSS JOIN {table} s ON s."match" = m.id
            WHERE m.variant = ? AND m.played_on BETWEEN ? AND ? AND {whose}""",
        [subject, variant, f"{month}-01", f"{month}-31", *who],
    )
    _put_months(db, rows)


def draw_months(db: Database) -> None:
    """Draws all months of everybody."""
    db.execute("DELETE FROM drawn_months")
    for subject, table in (("''", "drawn_sides"), ("s.person", "drawn_seats"), ("s.partnership", "drawn_sides")):
        rows = db.execute(
            f"""SELECT {subject}, {_OF_MONTH} FROM {table} s JOIN drawn_matches m ON m.id = s."match"
                WHERE {subject} IS NOT NULL ORDER BY 1, m.variant, m.played_on"""
        )
        _put_months(db, rows)


def _draw_months_of(db: Database, subject: str) -> None:
    """Draws all months of a subject that other matches belong to now."""
    db.execute("DELETE FROM drawn_months WHERE subject = ?", [subject])
    table, whose, who = _sides_of(subject)
    rows = db.execute(
        f"""SELECT ?, {_OF_MONTH} FROM {table} s CROSS JOIN drawn_matches m ON m.id = s."match"
            WHERE {whose} ORDER BY m.variant, m.played_on""",
        [subject, *who],
    )
    _put_months(db, rows)


_OF_MONTH = "m.variant, substr(m.played_on, 1, 7), m.id, m.finished, m.deals, s.facts"


def _sides_of(subject: str) -> tuple[str, str, list[str]]:
    """Where the subject's sides lie: a table, a condition on it, and its values."""
    if not subject:
        return "drawn_sides", "true", []
    return (
        ("drawn_sides", "s.partnership = ?", [subject])
        if "-" in subject
        else ("drawn_seats", "s.person = ?", [subject])
    )


def _put_months(db: Database, rows: Iterable[Row]) -> None:
    """Puts months together from rows of subject, variant, month, match, finished, deals and facts, those of one month
    beside each other."""
    found = []
    for (subject, variant, month), group in itertools.groupby(rows, key=lambda row: row[:3]):
        sides = list(group)
        matches = {match: (finished, deals) for _, _, _, match, finished, deals, _ in sides}
        counts = (len(matches), *map(sum, zip(*matches.values(), strict=True)))
        facts = facts_of((text,) for *_, text in sides)
        found.append((str(subject), month, variant, *counts, as_json(facts)))
    put(db, {"drawn_months": found})


def twice(db: Database, entry: Entry, now: People) -> str | None:
    """The name of somebody who would sit twice in a match after this entry, if there is one."""
    if entry.kind in ("opened", "seated"):
        both = now.twice(sides_of(entry))
        return both.name if both else None
    person = now.called(str(entry.body["name"]))
    if person is None:
        return None
    query = 'SELECT 1 FROM drawn_seats WHERE person = ? GROUP BY "match" HAVING count(*) > 1 LIMIT 1'
    return person.name if db.execute(query, [person.id]).fetchone() else None


def draw_standings(db: Database, since: Place) -> None:
    """Draws the standings after all matches from this place on."""
    db.execute('DELETE FROM drawn_standings WHERE (played_on, "match") >= (?, ?)', since)
    known = _Standings(db, since)
    for some in _results(db, since):
        put(db, {"drawn_standings": [row for result in some for row in known.after(result)]})


class _Side(NamedTuple):
    """A side of a finished match. `people`: those named; `whole`: is everybody?"""

    total: int
    people: list[str]
    partnership: str | None
    whole: bool


class _Result(NamedTuple):
    played_on: str
    match: int
    variant: str
    winner: int | None
    sides: list[_Side]


class _Standing(NamedTuple):
    """How a subject stands after so many matches. `run`: the match that its present wins in a row began with, None
    after one not won; `runs`: the same among the matches of each variant."""

    played: int = 0
    wins: int = 0
    rating: Rating = Rating()
    run: int | None = None
    runs: Mapping[str, int | None] = MappingProxyType({})


class _Standings:
    """How all stand, in the order of their matches."""

    def __init__(self, db: Database, since: Place) -> None:
        self._db, self._since = db, since
        self._known: dict[str, _Standing] = {}

    def after(self, result: _Result) -> list[Row]:
        """The rows of a match: of its people, and of its partnerships."""
        people = [side.people for side in result.sides]
        partnerships = [[side.partnership] if side.partnership else [] for side in result.sides]
        by_people = self._moved(people, result, all(side.whole for side in result.sides))
        return by_people + self._moved(partnerships, result, all(partnerships))

    def _moved(self, sides: list[list[str]], result: _Result, rated: bool) -> list[Row]:
        before = [[self._of(subject) for subject in side] for side in sides]
        ratings = [[standing.rating for standing in side] for side in before]
        if rated:
            ratings = rating.after(ratings, [side.total for side in result.sides])
        rows = []
        for side, subjects in enumerate(sides):
            won = side == result.winner
            for subject, old, new in zip(subjects, before[side], ratings[side], strict=True):
                run, own_run = old.run, old.runs.get(result.variant)
                run, own_run = ((run or result.match), (own_run or result.match)) if won else (None, None)
                now = _Standing(old.played + 1, old.wins + won, new, run, {**old.runs, result.variant: own_run})
                self._known[subject] = now
                about = (subject, result.played_on, result.match, result.variant, int("-" in subject), int(won))
                rows.append((*about, now.played, now.wins, new.rating, new.matches, run, own_run))
        return rows

    def _of(self, subject: str) -> _Standing:
        if subject not in self._known:
            self._known[subject] = self._before(subject) if self._since != FIRST else _Standing()
        return self._known[subject]

    def _before(self, subject: str) -> _Standing:
        """How the subject stood before the first match that is drawn."""
        last = self._db.execute(
            """SELECT played, wins, rating, rated, run FROM drawn_standings
               WHERE subject = ? ORDER BY played_on DESC, "match" DESC LIMIT 1""",
            [subject],
        ).fetchone()
        if last is None:
            return _Standing()
        runs = self._db.execute(
            """SELECT variant, variant_run FROM drawn_standings WHERE subject = ? ORDER BY played_on, "match" ASC""",
            [subject],
        )
        played, wins, points, rated, run = last
        return _Standing(played, wins, Rating(points, rated), run, dict(runs.fetchall()))  # the last of each variant


def _results(db: Database, since: Place, size: int = 1_000) -> Iterator[list[_Result]]:
    """The finished matches from this place on, so many at a time."""
    while True:
        matches = db.execute(
            """SELECT played_on, id, variant, winner, players FROM drawn_matches
               WHERE finished AND (played_on, id) >= (?, ?) ORDER BY played_on, id LIMIT ?""",
            [*since, size],
        ).fetchall()
        ids = [row[1] for row in matches]
        listed = f'"match" IN ({_marks(ids)})'
        people: dict[tuple[int, int], list[str]] = {}
        seats = f'SELECT "match", side, person FROM drawn_seats WHERE {listed} AND person IS NOT NULL ORDER BY seat'
        for match_id, side, person in db.execute(seats, ids):
            people.setdefault((match_id, side), []).append(str(person))
        sides: dict[int, list[tuple[int, str | None]]] = {}
        query = f'SELECT "match", total, partnership FROM drawn_sides WHERE {listed} ORDER BY "match", side'
        for match_id, total, partnership in db.execute(query, ids):
            sides.setdefault(match_id, []).append((total, partnership))
        found = []
        for day, match_id, variant, winner, players in matches:
            of_match = []
            for side, (total, partnership) in enumerate(sides[match_id]):
                named = people.get((match_id, side), [])
                whole = len(named) * len(sides[match_id]) == players
                of_match.append(_Side(total, named, partnership, whole))
            found.append(_Result(day, match_id, variant, winner, of_match))
        yield found
        if len(matches) < size:
            return
        since = (matches[-1][0], matches[-1][1] + 1)
