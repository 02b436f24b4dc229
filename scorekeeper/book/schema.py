"""The book's tables, step by step as they came about."""

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


STEPS = (journal_and_rulebooks, settings, projections, chain, access)
"""How the file came to its present shape; a step that was once released is never changed."""
migrations = Migrations("scorekeeper")
for step in STEPS:
    migrations()(step)


def settle_triggers(conn: sqlite3.Connection) -> None:
    """Leaves a book, which somebody else may have made, the triggers of our steps and no others: they would write in it
    by themselves."""
    query = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"
    new = Database(memory=True, execute_plugins=False)
    for step in STEPS:
        step(new)
    own, there = set(new.execute(query)), set(conn.execute(query))
    new.close()
    for name, _ in there - own:
        conn.execute('DROP TRIGGER "{}"'.format(name.replace('"', '""')))
    for _, sql in own - there:
        conn.execute(sql)
