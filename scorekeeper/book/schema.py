"""The book's tables, step by step as they came about."""

import contextlib

from sqlite_utils import Database, Migrations
from sqlite_utils.utils import sqlite3  # type: ignore[attr-defined]  # pysqlite3 where it is installed

from scorekeeper.book.chain import COLUMNS, link


def journal_and_rulebooks(db: Database) -> None:
    """What is kept in ink."""
    db.execute(
        """CREATE TABLE journal (
             number INTEGER PRIMARY KEY AUTOINCREMENT, op_id TEXT NOT NULL UNIQUE, "match" INTEGER NOT NULL,
             kind TEXT NOT NULL, body TEXT NOT NULL, at TEXT NOT NULL) STRICT"""
    )
    db.table("journal").create_index(["match", "number"])
    db.execute("CREATE TABLE rulebooks (digest TEXT NOT NULL PRIMARY KEY, data TEXT NOT NULL) STRICT")
    # INSERT OR REPLACE deletes without calling a delete trigger unless recursive triggers are on: hence the third.
    for table, taken in (
        ("journal", "number = new.number OR op_id = new.op_id"),
        ("rulebooks", "digest = new.digest"),
    ):
        refuse = f"BEGIN SELECT RAISE(ABORT, 'the {table} is kept in ink'); END"
        db.execute(f"CREATE TRIGGER {table}_update BEFORE UPDATE ON {table} {refuse}")
        db.execute(f"CREATE TRIGGER {table}_delete BEFORE DELETE ON {table} {refuse}")
        when = f"WHEN EXISTS (SELECT 1 FROM {table} WHERE {taken})"
        db.execute(f"CREATE TRIGGER {table}_replace BEFORE INSERT ON {table} {when} {refuse}")


def settings(db: Database) -> None:
    """What the household sets, by name."""
    db.execute("CREATE TABLE settings (name TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL) STRICT")


def projections(db: Database) -> None:
    """What can be drawn from the journal again. Points are points; totals and minimums are those after the deal."""
    for table in (
        """matches (
             id INTEGER PRIMARY KEY, variant TEXT NOT NULL, variant_name TEXT NOT NULL,
             rules TEXT NOT NULL REFERENCES rulebooks, players INTEGER NOT NULL, opened_at TEXT NOT NULL,
             changed_at TEXT NOT NULL, last_entry INTEGER NOT NULL, finished INTEGER NOT NULL, winner INTEGER,
             deals INTEGER NOT NULL, dealer INTEGER NOT NULL, dealer_name TEXT NOT NULL)""",
        """sides (
             "match" INTEGER NOT NULL REFERENCES matches, side INTEGER NOT NULL, name TEXT NOT NULL,
             players TEXT NOT NULL, total INTEGER NOT NULL, opening_minimum INTEGER,
             PRIMARY KEY ("match", side)) WITHOUT ROWID,""",
        """deals (
             id INTEGER PRIMARY KEY, "match" INTEGER NOT NULL REFERENCES matches, number INTEGER,
             dealer INTEGER NOT NULL, struck_out INTEGER NOT NULL, at TEXT NOT NULL, changed_at TEXT NOT NULL)""",
        """scores (
             deal INTEGER NOT NULL REFERENCES deals, side INTEGER NOT NULL, score INTEGER NOT NULL,
             total INTEGER NOT NULL, opening_minimum INTEGER, went_out INTEGER NOT NULL,
             concealed INTEGER NOT NULL, PRIMARY KEY (deal, side)) WITHOUT ROWID,""",
        """lines (
             deal INTEGER NOT NULL REFERENCES deals, side INTEGER NOT NULL, position INTEGER NOT NULL,
             key TEXT NOT NULL, count INTEGER, each INTEGER, points INTEGER NOT NULL,
             PRIMARY KEY (deal, side, position)) WITHOUT ROWID,""",
    ):
        db.execute(f"CREATE TABLE {table} STRICT")
    db.table("deals").create_index(["match"])


def chain(db: Database) -> None:
    """Every entry carries a hash over itself and the one before it."""
    db.execute("DROP TRIGGER journal_update")
    db.execute("ALTER TABLE journal ADD COLUMN hash TEXT NOT NULL DEFAULT ''")
    before = ""
    for fields in db.execute(f"SELECT {COLUMNS} FROM journal ORDER BY number").fetchall():
        before = link(before, fields)
        db.execute("UPDATE journal SET hash = ? WHERE number = ?", [before, fields[0]])
    refuse = "BEGIN SELECT RAISE(ABORT, 'the journal is kept in ink'); END"
    db.execute(f"CREATE TRIGGER journal_update BEFORE UPDATE ON journal {refuse}")


def access(db: Database) -> None:
    """Who comes in, and with what: of secrets no more than hashes. The journal names the device behind each entry."""
    for table in (
        """invitations (
             id TEXT NOT NULL PRIMARY KEY, name TEXT NOT NULL, role TEXT NOT NULL, "match" INTEGER,
             link TEXT NOT NULL UNIQUE, code TEXT NOT NULL UNIQUE, made_at TEXT NOT NULL, ended_at TEXT)""",
        """devices (
             id TEXT NOT NULL PRIMARY KEY, invitation TEXT NOT NULL REFERENCES invitations, name TEXT NOT NULL,
             secret TEXT NOT NULL UNIQUE, joined_at TEXT NOT NULL, used_at TEXT NOT NULL, ended_at TEXT)""",
    ):
        db.execute(f"CREATE TABLE {table} STRICT")
    db.execute("ALTER TABLE journal ADD COLUMN device TEXT")


def history(db: Database) -> None:
    """What is drawn from the journal lies in tables of its own, more of it than before; their views are for everybody.

    The rows follow when the book is opened. Of a side: the name as it is shown, and as typed; `partnership`: the
    numbers of its people with - between them. `facts`: `facts.Facts` in JSON. `subject`: a person's number, a
    partnership, or nothing for the whole household. Standings are those after a finished match: so many `played`,
    `wins` among them; `rating` in hundredths of a point after so many `rated` matches; `run`: the match with which the
    wins in a row began that it belongs to, among all matches and among those of the variant.
    """
    for table in ("lines", "scores", "deals", "sides", "matches"):
        db.execute(f"DROP TABLE {table}")
    for table in (
        """drawn (version INTEGER NOT NULL, given INTEGER NOT NULL)""",
        """drawn_people (
             id INTEGER PRIMARY KEY, name TEXT NOT NULL, own_name TEXT NOT NULL, spellings TEXT NOT NULL,
             nicknames TEXT NOT NULL, hidden INTEGER NOT NULL, changed INTEGER NOT NULL, mark TEXT NOT NULL)""",
        """drawn_matches (
             id INTEGER PRIMARY KEY, variant TEXT NOT NULL, variant_name TEXT NOT NULL,
             rules TEXT NOT NULL REFERENCES rulebooks, players INTEGER NOT NULL, played_on TEXT NOT NULL,
             place TEXT NOT NULL, note TEXT NOT NULL, words TEXT NOT NULL, opened_at TEXT NOT NULL,
             changed_at TEXT NOT NULL, last_entry INTEGER NOT NULL, finished INTEGER NOT NULL, ended INTEGER NOT NULL,
             winner INTEGER, deals INTEGER NOT NULL, dealer INTEGER NOT NULL)""",
        """drawn_sides (
             "match" INTEGER NOT NULL REFERENCES drawn_matches, side INTEGER NOT NULL, name TEXT NOT NULL,
             typed TEXT NOT NULL, players TEXT NOT NULL, partnership TEXT, total INTEGER NOT NULL,
             opening_minimum INTEGER, facts TEXT NOT NULL, PRIMARY KEY ("match", side)) WITHOUT ROWID,""",
        """drawn_seats (
             "match" INTEGER NOT NULL REFERENCES drawn_matches, seat INTEGER NOT NULL, side INTEGER NOT NULL,
             name TEXT NOT NULL, key TEXT NOT NULL, person INTEGER, facts TEXT NOT NULL,
             PRIMARY KEY ("match", seat)) WITHOUT ROWID,""",
        """drawn_deals (
             id INTEGER PRIMARY KEY, "match" INTEGER NOT NULL REFERENCES drawn_matches, number INTEGER,
             dealer INTEGER NOT NULL, struck_out INTEGER NOT NULL, note TEXT NOT NULL, at TEXT NOT NULL,
             changed_at TEXT NOT NULL)""",
        """drawn_scores (
             deal INTEGER NOT NULL REFERENCES drawn_deals, side INTEGER NOT NULL, faced INTEGER, score INTEGER NOT NULL,
             total INTEGER NOT NULL, opening_minimum INTEGER, went_out INTEGER NOT NULL, concealed INTEGER NOT NULL,
             opened INTEGER, canastas INTEGER, red_threes INTEGER, left_in_hand INTEGER,
             PRIMARY KEY (deal, side)) WITHOUT ROWID,""",
        """drawn_lines (
             deal INTEGER NOT NULL REFERENCES drawn_deals, side INTEGER NOT NULL, position INTEGER NOT NULL,
             key TEXT NOT NULL, count INTEGER, each INTEGER, points INTEGER NOT NULL,
             PRIMARY KEY (deal, side, position)) WITHOUT ROWID,""",
        """drawn_months (
             subject TEXT NOT NULL, month TEXT NOT NULL, variant TEXT NOT NULL, matches INTEGER NOT NULL,
             finished INTEGER NOT NULL, deals INTEGER NOT NULL, facts TEXT NOT NULL,
             PRIMARY KEY (subject, month, variant)) WITHOUT ROWID,""",
        """drawn_standings (
             subject TEXT NOT NULL, played_on TEXT NOT NULL, "match" INTEGER NOT NULL, variant TEXT NOT NULL,
             partners INTEGER NOT NULL, won INTEGER NOT NULL, played INTEGER NOT NULL, wins INTEGER NOT NULL,
             rating INTEGER NOT NULL, rated INTEGER NOT NULL, run INTEGER, variant_run INTEGER,
             PRIMARY KEY (subject, played_on, "match")) WITHOUT ROWID,""",
    ):
        db.execute(f"CREATE TABLE {table} STRICT")
    for table, columns in (
        ("drawn_matches", ["finished", "played_on"]),
        ("drawn_matches", ["played_on"]),
        ("drawn_matches", ["variant", "played_on"]),
        ("drawn_sides", ["partnership"]),
        ("drawn_seats", ["person", "match", "side"]),
        ("drawn_seats", ["key"]),
        ("drawn_deals", ["match"]),
        ("drawn_standings", ["played_on", "match"]),
        ("drawn_people", ["changed"]),
    ):
        db.table(table).create_index(columns)
    for name, among in (("run", "partners, subject, run"), ("variant_run", "variant, partners, subject, variant_run")):
        db.execute(
            f'CREATE INDEX drawn_{name}s ON drawn_standings ({among}, played_on, "match") WHERE {name} IS NOT NULL'
        )
    for view in (
        """people (person, name, hidden, matches, won, rating, last_played) AS
           SELECT id, name, hidden, ifnull(played, 0), ifnull(wins, 0), rating / 100, t.played_on
           FROM drawn_people p LEFT JOIN drawn_standings t ON t.subject = cast(p.id AS TEXT) AND
             (t.played_on, t."match") = (SELECT played_on, "match" FROM drawn_standings
               WHERE subject = cast(p.id AS TEXT) ORDER BY played_on DESC, "match" DESC LIMIT 1)""",
        """matches ("match", played_on, place, note, variant, game, players, deals, finished, ended_early, winner) AS
           SELECT m.id, played_on, place, note, variant, variant_name, m.players, deals, finished, ended, w.name
           FROM drawn_matches m LEFT JOIN drawn_sides w ON w."match" = m.id AND w.side = m.winner""",
        """sides ("match", side, name, total, won) AS
           SELECT s."match", side, name, total, iif(finished, ifnull(winner = side, 0), NULL)
           FROM drawn_matches m JOIN drawn_sides s ON s."match" = m.id""",
        """seats ("match", seat, side, person, name) AS
           SELECT s."match", seat, side, person, p.name FROM drawn_seats s JOIN drawn_people p ON p.id = s.person""",
        """deals (deal, "match", played_on, variant, number, side, name, dealer, score, total, opening_minimum, opened,
             went_out, concealed, canastas, red_threes, left_in_hand, note) AS
           SELECT d.id, d."match", played_on, variant, d.number, c.side, s.name, d.dealer, score, c.total, faced,
             opened, went_out, concealed, canastas, red_threes, left_in_hand, d.note
           FROM drawn_deals d JOIN drawn_matches m ON m.id = d."match" JOIN drawn_scores c ON c.deal = d.id
             JOIN drawn_sides s ON s."match" = d."match" AND s.side = c.side
           WHERE NOT struck_out""",
        """lines (deal, "match", number, side, name, position, rule, count, each, points) AS
           SELECT d.id, d."match", number, l.side, s.name, position, key, count, each, points
           FROM drawn_lines l JOIN drawn_deals d ON d.id = l.deal
             JOIN drawn_sides s ON s."match" = d."match" AND s.side = l.side
           WHERE NOT struck_out""",
    ):
        db.execute(f"CREATE VIEW {view}")


STEPS = (journal_and_rulebooks, settings, projections, chain, access, history)
"""How the file came to its present shape; a step that was once released is never changed."""
migrations = Migrations("scorekeeper")
for step in STEPS:
    migrations()(step)


def anew() -> Database:
    """An empty book in a file of SQLite's own, gone once it is closed."""
    new = Database(sqlite3.connect(""), execute_plugins=False)
    for step in STEPS:
        step(new)
    return new


def settle_triggers(conn: sqlite3.Connection) -> None:
    """Leaves a book, which somebody else may have made, the triggers and views of our steps and no others: triggers
    would write in it by themselves, views say what is not so."""
    query = "SELECT type, name, sql FROM sqlite_master WHERE type IN ('trigger', 'view')"
    with contextlib.closing(anew()) as new:
        own, there = set(new.execute(query)), set(conn.execute(query))
    for kind, name, _ in there - own:
        conn.execute('DROP {} "{}"'.format(kind, name.replace('"', '""')))
    for _, _, sql in own - there:
        conn.execute(sql)
