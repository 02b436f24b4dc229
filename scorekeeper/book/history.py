"""What all matches together have to tell: lists, statistics and records of those that are selected."""

import itertools
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import msgspec
from sqlite_utils import Database

from scorekeeper.book import drawing
from scorekeeper.book.projections import folded
from scorekeeper.facts import Facts
from scorekeeper.selection import EVERYTHING, Selection, subject

if TYPE_CHECKING:
    from scorekeeper.book.file import BookFile

PAGE = 25
"""So many rows stand on a page of a list."""
MOST_NAMES = 200
"""So many names are offered where one is typed."""
EVENINGS = 30
"""So many days at the table are told apart."""


class Summary(msgspec.Struct, frozen=True):
    """A match in a list. `winner`: a side, from 0; `deals`: those that stand; `dealer`: a name; totals in points."""

    id: int
    variant: str
    variant_name: str
    played_on: str
    place: str
    note: str
    opened_at: str
    changed_at: str
    finished: bool
    winner: int | None
    deals: int
    dealer: str
    sides: list[tuple[str, int]]

    @property
    def next_number(self) -> int:
        """The number of the deal to be entered next."""
        return self.deals + 1


class Found(NamedTuple):
    """One page of the matches selected, and how many there are on all."""

    matches: list[Summary]
    number: int


class Household(NamedTuple):
    """How many matches the household has, running ones among them, how many of them finished; and how many deals."""

    matches: int
    finished: int
    deals: int


class Streak(NamedTuple):
    """The longest row of wins: how many, whose, and the first and last of its matches."""

    wins: int
    subject: str
    first: int
    last: int


class Tried(NamedTuple):
    """A person beside or across the table: finished matches, and those of them that the subject won."""

    person: int
    name: str
    matches: int
    won: int


class Standing(NamedTuple):
    """A person or partnership (its key "12-15") in a list; `rating` in hundredths, None before a rated match."""

    subject: str
    played: int
    wins: int
    rating: int | None
    rated: int
    last_played: str


class Month(NamedTuple):
    """A subject at the end of a month: finished matches in it, wins among them, the rating after its last."""

    month: str
    played: int
    wins: int
    rating: int


class Evening(NamedTuple):
    """A day at the table, and its figures."""

    played_on: str
    facts: Facts


class Wins(NamedTuple):
    """Finished matches in a month, and those of them that the subject won."""

    month: str
    played: int
    won: int


class Whole(NamedTuple):
    """What the matches selected tell of the subject: the figures, the longest row of wins, month by month with finished
    matches in it, and the last days at the table, oldest first."""

    facts: Facts
    streak: Streak | None
    months: list[Wins]
    evenings: list[Evening]


class Company(NamedTuple):
    """With whom the subject has played and against whom, each most often first."""

    partners: list[Tried]
    opponents: list[Tried]


class Tally(NamedTuple):
    """How many finished matches a person or partnership has, and how many of them won."""

    subject: str
    matches: int
    won: int


class Day(NamedTuple):
    """A day at the table: where, and of each match the name and the total of every side. `changed_at`: when anything of
    it was written last, UTC."""

    played_on: str
    changed_at: str
    places: list[str]
    matches: list[list[tuple[str, int]]]


_SEATED = "EXISTS (SELECT 1 FROM drawn_seats WHERE person = p.id)"

Order = Literal["played", "changed"]
_ORDERS: dict[Order, str] = {"played": "m.played_on DESC, m.id DESC", "changed": "m.last_entry DESC"}
_SUMMARY = """id, variant, variant_name, played_on, place, note, opened_at, changed_at, finished, winner, deals,
  dealer"""


class History:
    """Of a session; every method raises `BookTrouble` where the file fails."""

    def __init__(self, book: "BookFile", db: Database) -> None:
        self._book, self._db = book, db

    def matches(self, selection: Selection = EVERYTHING, page: int = 1, order: Order = "played") -> Found:
        """A page of the matches selected, from 1."""
        where, values = _where(selection)
        with self._book.plainly():
            count = self._db.execute(f"SELECT count(*) FROM drawn_matches m WHERE {where}", values).fetchone()[0]
            rows = self._db.execute(
                f"SELECT {_SUMMARY} FROM drawn_matches m WHERE {where} ORDER BY {_ORDERS[order]} LIMIT ? OFFSET ?",
                [*values, PAGE, (page - 1) * PAGE],
            ).fetchall()
            return Found(self._summaries(rows), count)

    def opened_after(
        self, match_id: int, most: int, selection: Selection = EVERYTHING, only: int | None = None
    ) -> list[Summary]:
        """At most so many of the matches selected that were opened after this one, in that order; `only`: none but
        that."""
        where, values = _where(selection)
        with self._book.plainly():
            rows = self._db.execute(
                f"""SELECT {_SUMMARY} FROM drawn_matches m
                    WHERE {where} AND m.id > ? AND ifnull(m.id = ?, true) ORDER BY m.id LIMIT ?""",
                [*values, match_id, only, most],
            ).fetchall()
            return self._summaries(rows)

    def count(self) -> int:
        """How many matches there are."""
        with self._book.plainly():
            return drawing.count(self._db)

    def version(self) -> int:
        """Another number after every entry."""
        with self._book.plainly():
            return int(self._db.execute("SELECT ifnull(max(number), 0) FROM journal").fetchone()[0])

    def summaries(self, match_ids: Iterable[int]) -> dict[int, Summary]:
        """These matches, as far as there are any."""
        ids = sorted(set(match_ids))
        where = f"id IN ({', '.join('?' * len(ids))})"
        with self._book.plainly():
            rows = self._db.execute(f"SELECT {_SUMMARY} FROM drawn_matches WHERE {where}", ids).fetchall()
            return {summary.id: summary for summary in self._summaries(rows)}

    def quarrelled(self, match_ids: Iterable[int]) -> list[int]:
        """Those of these matches in which a deal was ever contested: whether one still is, they say themselves."""
        ids = sorted(set(match_ids))
        query = f"""SELECT DISTINCT "match" FROM journal
                    WHERE kind = 'contested' AND "match" IN ({", ".join("?" * len(ids))})"""
        with self._book.plainly():
            return [number for (number,) in self._db.execute(query, ids)]

    def scores(self, deal_id: int) -> list[int]:
        """What a deal brought each side; none for an unknown one."""
        query = "SELECT score FROM drawn_scores WHERE deal = ? ORDER BY side"
        with self._book.plainly():
            return [score for (score,) in self._db.execute(query, [deal_id])]

    def _summaries(self, rows: list[tuple[Any, ...]]) -> list[Summary]:
        found = []
        for number, variant, name, day, place, note, opened, changed, finished, winner, deals, dealer in rows:
            sides = self._sides_of(number)
            query = """SELECT name FROM drawn_people WHERE id =
                         (SELECT person FROM drawn_seats WHERE "match" = ? AND seat = ?)"""
            named = self._db.execute(query, [number, dealer]).fetchone()
            deals_next = named[0] if named else sides[dealer % len(sides)][0]
            about = (number, variant, name, day, place, note, opened, changed, bool(finished))
            found.append(Summary(*about, winner, deals, deals_next, sides))
        return found

    def facts(self, selection: Selection = EVERYTHING) -> Facts:
        """The figures of the subject, or of all sides together."""
        with self._book.plainly():
            if not selection.against:
                where, values = _months(selection)
                return drawing.facts_of(self._db.execute(f"SELECT facts FROM drawn_months WHERE {where}", values))
            own, values = _own(selection)
            where, more = _when(selection)
            query = f'SELECT facts FROM ({own}) o JOIN drawn_matches m ON m.id = o."match" WHERE {where}'
            return drawing.facts_of(self._db.execute(query, [*values, *more]))

    def household(self, selection: Selection = EVERYTHING) -> Household:
        """How many matches the household has, of a game, in a time."""
        where, values = _months(msgspec.structs.replace(selection, of=()))
        sums = ", ".join(f"ifnull(sum({column}), 0)" for column in Household._fields)
        query = f"SELECT {sums} FROM drawn_months WHERE {where}"
        with self._book.plainly():
            return Household(*self._db.execute(query, values).fetchone())

    def whole(self, selection: Selection) -> Whole:
        """What the matches of a person or partnership tell."""
        own, values = _own(selection)
        where, more = _when(selection)
        joined = f'({own}) o JOIN drawn_matches m ON m.id = o."match" WHERE {where}'
        with self._book.plainly():
            rows = self._db.execute(
                f"SELECT m.id, played_on, finished, m.winner IS o.side FROM {joined}", [*values, *more]
            ).fetchall()
        rows.sort(key=lambda row: (row[1], row[0]))
        streak = _streak(subject(selection.of), ((row[0], row[3]) for row in rows if row[2]))
        months = []
        for month, group in itertools.groupby((row for row in rows if row[2]), key=lambda row: row[1][:7]):
            wins = [row[3] for row in group]
            months.append(Wins(month, len(wins), sum(wins)))
        return Whole(self.facts(selection), streak, months, self._evenings(selection, sorted({row[1] for row in rows})))

    def streak(self, selection: Selection = EVERYTHING) -> Streak | None:
        """The longest row of wins of the subject; with none, of any person."""
        with self._book.plainly():
            return self._own_streak(selection) if selection.of else self._longest_streak(selection)

    def _own_streak(self, selection: Selection) -> Streak | None:
        own, values = _own(selection)
        where, more = _when(selection)
        rows = self._db.execute(
            f"""SELECT m.id, m.winner IS o.side FROM ({own}) o JOIN drawn_matches m ON m.id = o."match"
                WHERE finished AND {where} ORDER BY played_on, m.id""",
            [*values, *more],
        )
        return _streak(subject(selection.of), rows)

    def _longest_streak(self, selection: Selection) -> Streak | None:
        run = "variant_run" if selection.variant else "run"
        where, values = _when(selection)
        row = self._db.execute(
            f"""SELECT count(*), subject, {run} FROM drawn_standings m
                WHERE partners = 0 AND {run} IS NOT NULL AND {where}
                GROUP BY subject, {run} ORDER BY 1 DESC, max(played_on), max("match") LIMIT 1""",
            values,
        ).fetchone()
        if row is None:
            return None
        ends = self._db.execute(
            f"""SELECT "match" FROM drawn_standings m WHERE subject = ? AND {run} = ? AND {where}
                ORDER BY played_on, "match\"""",
            [row[1], row[2], *values],
        ).fetchall()
        return Streak(row[0], row[1], ends[0][0], ends[-1][0])

    def company(self, selection: Selection) -> Company:
        """With whom the person or partnership has played, and against whom."""
        own, values = _own(selection)
        where, more = _when(selection)
        with self._book.plainly():
            rows = self._db.execute(
                f"""SELECT beside, p.id, p.name, matches, won FROM
                      (SELECT s.side = o.side AS beside, person, count(*) AS matches, sum(m.winner IS o.side) AS won
                       FROM ({own}) o JOIN drawn_matches m ON m.id = o."match"
                         JOIN drawn_seats s ON s."match" = o."match"
                       WHERE finished AND {where} GROUP BY person, beside)
                      JOIN drawn_people p ON p.id = person
                    ORDER BY matches DESC, won DESC, p.id""",
                [*values, *more],
            ).fetchall()
        found = [(beside, Tried(*row)) for beside, *row in rows if row[0] not in selection.of]
        return Company(*([tried for beside, tried in found if beside == wanted] for wanted in (1, 0)))

    def standings(self, partners: bool = False) -> list[Standing]:
        """How all people stand, or all partnerships, by rating."""
        of_people, of_sides = "cast(id AS TEXT) FROM drawn_people", "DISTINCT partnership FROM drawn_sides"
        with self._book.plainly():
            rows = self._db.execute(
                f"""WITH every(one) AS (SELECT {of_sides if partners else of_people})
                    SELECT subject, played, wins, iif(rated, rating, NULL), rated, played_on
                    FROM every JOIN drawn_standings t ON t.subject = one AND (t.played_on, t."match") =
                      (SELECT played_on, "match" FROM drawn_standings WHERE subject = one
                       ORDER BY played_on DESC, "match" DESC LIMIT 1)
                    ORDER BY rated > 0 DESC, rating DESC, length(subject), subject"""
            ).fetchall()
        return [Standing(*row) for row in rows]

    def most_matches(self, selection: Selection = EVERYTHING) -> Tally | None:
        """The person with the most finished matches; of a game, in a time."""
        return self._tally(selection, "partners = 0", [], "2 DESC")

    def best_partnership(self, selection: Selection = EVERYTHING, least: int = 10) -> Tally | None:
        """The partnership that won the largest share of at least so many matches; of a game, in a time. Where the
        selection says whose, one that all of these are of."""
        which = "partners = 1" + " AND instr('-' || subject || '-', ?)" * len(selection.of)
        share = "1.0 * sum(won) / count(*) DESC, 2 DESC"
        return self._tally(selection, which, [f"-{person}-" for person in selection.of], share, least)

    def _tally(self, selection: Selection, which: str, people: list[str], order: str, least: int = 1) -> Tally | None:
        where, values = _when(selection)
        with self._book.plainly():
            row = self._db.execute(
                f"""SELECT subject, count(*), sum(won) FROM drawn_standings m WHERE {which} AND {where}
                    GROUP BY subject HAVING count(*) >= ? ORDER BY {order}, length(subject), subject LIMIT 1""",
                [*people, *values, least],
            ).fetchone()
        return Tally(*row) if row else None

    def of_late(self, most: int = MOST_NAMES) -> list[int]:
        """Those who have played, whoever did so last in front, but for hidden people."""
        with self._book.plainly():
            rows = self._db.execute(
                f"""WITH late(id, last) AS MATERIALIZED
                      (SELECT id, (SELECT max(played_on) FROM drawn_standings WHERE subject = cast(p.id AS TEXT))
                       FROM drawn_people p WHERE NOT hidden AND {_SEATED})
                    SELECT id FROM late ORDER BY last IS NULL DESC, last DESC, id DESC LIMIT ?""",
                [most],
            )
            return [row[0] for row in rows]

    def seated(self) -> set[int]:
        """The people who sit in a match, finished or not."""
        with self._book.plainly():
            return {row[0] for row in self._db.execute(f"SELECT id FROM drawn_people p WHERE {_SEATED}")}

    def months(self, key: str, since: str = "", until: str = "") -> list[Month]:
        """How a person or partnership stood at the end of each month with a finished match."""
        where, values = _when(Selection(since=since, until=until))
        with self._book.plainly():
            rows = self._db.execute(
                f"""SELECT substr(played_on, 1, 7), count(*), sum(won), rating, max(played)
                    FROM drawn_standings m WHERE subject = ? AND {where} GROUP BY 1""",
                [key, *values],
            ).fetchall()
        return [Month(*row[:-1]) for row in rows]

    def evenings(self, selection: Selection = EVERYTHING, most: int = EVENINGS) -> list[Evening]:
        """The last days at the table, oldest first."""
        where, values = _where(msgspec.structs.replace(selection, finished=None, words=""))
        query = f"SELECT DISTINCT played_on FROM drawn_matches m WHERE {where} ORDER BY 1 DESC LIMIT ?"
        with self._book.plainly():
            days = [day for (day,) in self._db.execute(query, [*values, most])]
        return self._evenings(selection, days[::-1], most)

    def _evenings(self, selection: Selection, days: list[str], most: int = EVENINGS) -> list[Evening]:
        """The last of these days, which are in their order."""
        if not days:
            return []
        own, values = _own(selection)
        where, more = _when(selection)
        with self._book.plainly():
            rows = self._db.execute(
                f"""SELECT played_on, facts FROM drawn_matches m CROSS JOIN ({own}) o ON o."match" = m.id
                    WHERE m.played_on >= ? AND {where} ORDER BY played_on""",
                [*values, days[-most:][0], *more],
            )
            of_days = itertools.groupby(rows, key=lambda row: row[0])
            return [Evening(day, drawing.facts_of((text,) for _, text in group)) for day, group in of_days]

    def _sides_of(self, match_id: int) -> list[tuple[str, int]]:
        query = 'SELECT name, total FROM drawn_sides WHERE "match" = ? ORDER BY side'
        return self._db.execute(query, [match_id]).fetchall()

    def days(self) -> Iterator[Day]:
        """All days at the table, oldest first, read as they are asked for."""
        with self._book.plainly():
            rows = self._db.execute(
                """SELECT played_on, id, changed_at, place, name, total
                   FROM drawn_matches m JOIN drawn_sides s ON s."match" = m.id ORDER BY played_on, id, side"""
            )
            for day, of_day in itertools.groupby(rows, key=lambda row: row[0]):
                sides = [(match, changed, place, (name, total)) for _, match, changed, place, name, total in of_day]
                matches = [[one[3] for one in group] for _, group in itertools.groupby(sides, key=lambda one: one[0])]
                places = [*dict.fromkeys(place for _, _, place, _ in sides if place)]
                yield Day(day, max(changed for _, changed, _, _ in sides), places, matches)

    def last_opened(self) -> int | None:
        """The number of the match that was opened last."""
        with self._book.plainly():
            row = self._db.execute("SELECT max(id) FROM drawn_matches").fetchone()
        return row[0] if row else None


def _streak(key: str, results: Iterable[tuple[int, int]]) -> Streak | None:
    """The longest row of wins among finished matches, each with whether it was won."""
    best: list[int] = []
    for won, group in itertools.groupby(results, key=lambda row: row[1]):
        run = [match_id for match_id, _ in group]
        if won and len(run) > len(best):
            best = run
    return Streak(len(best), key, best[0], best[-1]) if best else None


def _own(selection: Selection) -> tuple[str, list[Any]]:
    """The subject's side of every match: a query for match, side and facts."""
    if not selection.of:
        return 'SELECT "match", side, facts FROM drawn_sides', []
    query, values = _of(selection.of, "side, facts")
    if not selection.against:
        return query, values
    other, more = _of(selection.against, "side")
    return f'SELECT o.* FROM ({query}) o JOIN ({other}) a ON a."match" = o."match" AND a.side <> o.side', values + more


def _of(people: tuple[int, ...], columns: str) -> tuple[str, list[Any]]:
    if len(people) == 1:
        return f'SELECT "match", {columns} FROM drawn_seats WHERE person = ?', [people[0]]
    return f'SELECT "match", {columns} FROM drawn_sides WHERE partnership = ?', [subject(people)]


def _when(selection: Selection) -> tuple[str, list[Any]]:
    """The conditions of game and time on a table `m` of matches."""
    found, values = ["true"], []
    if selection.variant:
        found.append("m.variant = ?")
        values.append(selection.variant)
    if selection.since:
        found.append("m.played_on >= ?")
        values.append(f"{selection.since}-01")
    if selection.until:
        found.append("m.played_on <= ?")
        values.append(f"{selection.until}-31")
    return " AND ".join(found), values


def _months(selection: Selection) -> tuple[str, list[Any]]:
    """The conditions of a subject's months."""
    found, values = ["subject = ?"], [subject(selection.of)]
    for column, sign, value in (
        ("variant", "=", selection.variant),
        ("month", ">=", selection.since),
        ("month", "<=", selection.until),
    ):
        if value:
            found.append(f"{column} {sign} ?")
            values.append(value)
    return " AND ".join(found), values


def _where(selection: Selection) -> tuple[str, list[Any]]:
    """The conditions of a list of matches."""
    where, values = _when(selection)
    if selection.of:
        own, more = _own(selection)
        where += f' AND m.id IN (SELECT "match" FROM ({own}))'
        values += more
    if selection.finished is not None:
        where += " AND m.finished = ?"
        values.append(int(selection.finished))
    for word in folded(selection.words).split():
        where += " AND instr(m.words, ?)"
        values.append(word)
    return where, values
