"""The household's book: one SQLite file, written through sqlite-utils, and the only place that knows SQL.

The truth is the append-only `journal` and the pinned rules in `rulebooks`; triggers refuse to change or delete them.
`matches`, `sides`, `deals`, `scores` and `lines` are projections for lists and statistics: written together with each
entry, never read to score, rebuildable from the journal. What a method has returned is on the disk.
"""

import contextlib
import errno
import hashlib
import itertools
import os
import re
import secrets
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal, NamedTuple, Self, get_args

import msgspec
from sqlite_utils import Database, Migrations
from sqlite_utils.utils import sqlite3  # type: ignore[attr-defined]  # pysqlite3 where it is installed

from scorekeeper import match as matches_
from scorekeeper import rules
from scorekeeper.faults import Refused
from scorekeeper.match import Deal, DealRefused, Entry, Impossible, Kind, Match, Opened, Side
from scorekeeper.rules import RulesError, Variant
from scorekeeper.words import Text, say

Act = Literal["entered", "corrected", "struck_out", "brought_back"]
Row = tuple[Any, ...]
Rows = dict[str, list[Row]]

PATIENCE = 10.0
"""Seconds that a writer waits for the others before it gives up."""
RECENT = 64
"""Matches kept folded."""


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
             players TEXT NOT NULL, total INTEGER NOT NULL, opening_minimum INTEGER NOT NULL,
             PRIMARY KEY ("match", side))""",
        """deals (
             id INTEGER PRIMARY KEY, "match" INTEGER NOT NULL REFERENCES matches, number INTEGER,
             dealer INTEGER NOT NULL, struck_out INTEGER NOT NULL, at TEXT NOT NULL, changed_at TEXT NOT NULL)""",
        """scores (
             deal INTEGER NOT NULL REFERENCES deals, side INTEGER NOT NULL, score INTEGER NOT NULL,
             total INTEGER NOT NULL, opening_minimum INTEGER NOT NULL, went_out INTEGER NOT NULL,
             concealed INTEGER NOT NULL, PRIMARY KEY (deal, side))""",
        """lines (
             deal INTEGER NOT NULL REFERENCES deals, side INTEGER NOT NULL, position INTEGER NOT NULL,
             key TEXT NOT NULL, count INTEGER, each INTEGER, points INTEGER NOT NULL,
             PRIMARY KEY (deal, side, position))""",
    ):
        db.execute(f"CREATE TABLE {table} STRICT")
    db.table("deals").create_index(["match"])


STEPS = (journal_and_rulebooks, settings, projections)
"""How the file came to its present shape; a step that was once released is never changed."""
migrations = Migrations("scorekeeper")
for step in STEPS:
    migrations()(step)


class Projection(NamedTuple):
    """A table drawn from the journal. The first `keys` columns name a row, the first of all is an entry of `kind`."""

    kind: Kind
    keys: int
    columns: str

    @property
    def names(self) -> list[str]:
        return self.columns.split()


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


class BookTrouble(Exception):
    """The file cannot be read or written; `message` says why. Nothing was saved."""

    def __init__(self, message: Text) -> None:
        super().__init__(str(message))
        self.message = message


class NewerBook(BookTrouble):
    """A later version of the program has written the file."""


class BadOpId(ValueError):
    """An op id is 16 to 64 letters, digits, - or _."""


class NoSuchMatch(LookupError):
    """The book has no match of this id."""


class OtherContent(Exception):
    """This op id was written before, with another content. Nothing was written."""


class Stale(Exception):
    """The match has moved on since `base`: as it stands now, and the entries `since`. Nothing was written."""

    def __init__(self, match: Match, since: list[Entry]) -> None:
        super().__init__(f"match {match.id} is at entry {match.last_entry}")
        self.match = match
        self.since = since


class Written(msgspec.Struct, frozen=True):
    """The entry and the match after it. `repeated`: this op id had written it before."""

    entry: Entry
    match: Match
    repeated: bool


class Summary(msgspec.Struct, frozen=True):
    """A match in a list. `winner`: a side, from 0; `deals`: those that stand; `dealer`: a name; totals in points."""

    id: int
    variant: str
    variant_name: str
    opened_at: str
    changed_at: str
    finished: bool
    winner: int | None
    deals: int
    dealer: str
    sides: list[tuple[str, int]]


def default_path() -> Path:
    """Where the book lies: $SCOREKEEPER_BOOK, or `household.book` in the user's folder for data."""
    if named := os.environ.get("SCOREKEEPER_BOOK"):
        return Path(named)
    home = Path.home()
    if sys.platform == "win32":
        folder = Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local") / "Scorekeeper"
    elif sys.platform == "darwin":
        folder = home / "Library" / "Application Support" / "Scorekeeper"
    else:
        folder = Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share") / "scorekeeper"
    return folder / "household.book"


_writers: dict[Path, threading.Lock] = {}
_writers_lock = threading.Lock()


class Book:
    """The household's file, made where there is none. One per process; `session()` for each request.

    Raises `BookTrouble`: `NewerBook`, or a file or folder that cannot be used. `patience` is in seconds.
    """

    def __init__(self, path: Path | str, patience: float = PATIENCE) -> None:
        self.path = Path(path).expanduser().resolve()
        self.patience = patience
        self.recent: dict[int, Match] = {}
        self.rulebooks: dict[str, Variant] = {}
        self._recent_lock = threading.Lock()
        with _writers_lock:
            self.writer = _writers.setdefault(self.path, threading.Lock())
        with self.plainly():
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            with contextlib.suppress(FileExistsError):
                os.close(os.open(self.path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
            # The last connection to close would checkpoint; this one keeps that from happening at every request.
            self._keeper = self.connect(check_same_thread=False)
            try:
                self._prepare(self._keeper)
            except BaseException:
                self._keeper.close()
                raise

    def _prepare(self, db: Database) -> None:
        has_tables = bool(db.table_names())  # looked at first: nothing of another program's file is touched
        applied = {migration.name for migration in migrations.applied(db)}
        if has_tables and not applied:
            raise BookTrouble(say("{path} belongs to another program", path=str(self.path)))
        if applied - {step.__name__ for step in STEPS}:
            raise NewerBook(say("a newer Scorekeeper has written {path}; update this one", path=str(self.path)))
        with contextlib.suppress(PermissionError):
            self.path.chmod(0o600)
        self._enable_wal(db)
        if migrations.pending(db):
            with self.writing(db):
                migrations.apply(db)

    def _enable_wal(self, db: Database) -> None:
        deadline = time.monotonic() + self.patience
        with self.turn():
            while True:
                try:
                    return db.enable_wal()
                except sqlite3.OperationalError as error:
                    # Here SQLite itself does not wait for the others that open a new book at this moment.
                    if _kind(error) != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                        raise
                    time.sleep(0.01)

    def connect(self, check_same_thread: bool = True) -> Database:
        """A connection to the file, which must be there."""
        uri = f"{self.path.as_uri()}?mode=rw"
        conn = sqlite3.connect(uri, self.patience, uri=True, check_same_thread=check_same_thread)
        try:
            conn.execute("PRAGMA foreign_keys=ON")
            conn.execute("PRAGMA synchronous=FULL")
            return Database(conn, execute_plugins=False)
        except BaseException:
            conn.close()
            raise

    def session(self) -> "Session":
        """A connection for one request in one thread; a context manager, or call `close()`."""
        return Session(self)

    def close(self) -> None:
        """Ends the book's own connection."""
        self._keeper.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def remember(self, match: Match) -> None:
        """Keeps the match at hand; of many, those used last."""
        with self._recent_lock:
            self.recent.pop(match.id, None)
            self.recent[match.id] = match
            if len(self.recent) > RECENT:
                del self.recent[next(iter(self.recent))]

    @contextlib.contextmanager
    def turn(self) -> Iterator[None]:
        """This process's turn to write."""
        if not self.writer.acquire(timeout=self.patience):
            raise BookTrouble(_BUSY)
        try:
            yield
        finally:
            self.writer.release()

    @contextlib.contextmanager
    def writing(self, db: Database) -> Iterator[None]:
        """A transaction that may read first: all of it is on the disk afterwards, or none."""
        with self.turn():
            db.conn.execute("BEGIN IMMEDIATE")
            try:
                yield
                db.conn.execute("COMMIT")
            except BaseException:
                db.rollback()
                raise

    @contextlib.contextmanager
    def plainly(self) -> Iterator[None]:
        """What goes wrong with the file, in a plain sentence."""
        try:
            yield
        except (sqlite3.Error, OSError) as error:
            raise _trouble(self.path, error) from error


class Session:
    """One connection to the book, for one thread. Every method raises `BookTrouble` where the file fails."""

    def __init__(self, book: Book) -> None:
        self._book = book
        with book.plainly():
            self._db = book.connect()

    def close(self) -> None:
        """Ends the connection."""
        self._db.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def match(self, match_id: int) -> Match | None:
        """The match as it stands."""
        with self._book.plainly():
            return self._now(match_id)

    def entries(self, match_id: int) -> list[Entry]:
        """The journal of a match, oldest first; none for an unknown one."""
        with self._book.plainly():
            return self._entries(match_id)

    def matches(self) -> list[Summary]:
        """All matches: those running, latest changed first; then those finished, newest first."""
        with self._book.plainly():
            rows = self._db.execute(
                """SELECT id, variant, variant_name, opened_at, changed_at, finished, winner, deals, dealer_name,
                     sides.name, sides.total
                   FROM matches JOIN sides ON sides."match" = matches.id
                   ORDER BY finished, iif(finished, id, last_entry) DESC, side"""
            ).fetchall()
        found = []
        for _, group in itertools.groupby(rows, key=lambda row: row[0]):
            of_match = list(group)
            match_id, variant, name, opened_at, changed_at, finished, winner, deals, dealer = of_match[0][:9]
            sides = [(row[9], row[10]) for row in of_match]
            about = (variant, name, opened_at, changed_at, bool(finished), winner, deals, dealer)
            found.append(Summary(match_id, *about, sides))
        return found

    def open_match(
        self,
        op_id: str,
        *,
        variant: Variant,
        house_rules: Mapping[str, Any],
        players: int,
        sides: list[Side],
        dealer: int,
        before: list[int],
    ) -> Written:
        """Opens a match under these rules, which are pinned. `variant` has the `house_rules` chosen already;
        `dealer`: a seat, from 0; `before`: points per side. Raises `Impossible`, `OtherContent`, `BadOpId`."""
        pinned = variant.pinned()
        digest = hashlib.sha256(pinned).hexdigest()
        start = Opened(variant.key, digest, dict(house_rules), players, sides, dealer, before)
        text = _json(start)
        with self._book.plainly(), self._writing(op_id):
            if first := self._written(op_id):
                # Rules that changed with an update between two sendings make no other content.
                if first.kind != "opened" or _json({**first.body, "rules": digest}) != text:
                    raise OtherContent(op_id)
                return self._again(first)
            if not self._db.execute("SELECT 1 FROM rulebooks WHERE digest = ?", [digest]).fetchone():
                self._db.table("rulebooks").insert({"digest": digest, "data": pinned.decode()})
            number = self._next_number()
            entry = Entry(number, number, "opened", msgspec.json.decode(text), _utc())
            match = matches_.opened(entry, self._rulebook(digest))
            self._append(op_id, entry, text, None, match)
        return self._answer(entry, match)

    def write(self, op_id: str, match_id: int, kind: Act, body: Mapping[str, Any], base: int) -> Written:
        """Writes one act. `body` as in `match.Entry`; `base`: the last entry of the match that the writer had seen.

        Raises `Stale`, `OtherContent`, `NoSuchMatch`, `BadOpId`; `DealRefused`, `Impossible`, `Refused` as
        `match.after`.
        """
        if kind not in get_args(Act):
            raise ValueError(f"no act: {kind}")
        text = _json(body)
        with self._book.plainly(), self._writing(op_id):
            if first := self._written(op_id):
                if (first.match, first.kind, _json(first.body)) != (match_id, kind, text):
                    raise OtherContent(op_id)
                return self._again(first)
            before = self._now(match_id)
            if before is None:
                raise NoSuchMatch(match_id)
            if base != before.last_entry:
                raise Stale(before, self._entries(match_id, base))
            entry = Entry(self._next_number(), match_id, kind, msgspec.json.decode(text), _utc())
            match = matches_.after(before, entry)
            self._append(op_id, entry, text, before, match)
        return self._answer(entry, match)

    def secret_key(self) -> str:
        """The key that signs this household's cookies: random, made once, 64 hexadecimal digits."""
        query = "SELECT value FROM settings WHERE name = 'secret_key'"
        with self._book.plainly():
            row = self._db.execute(query).fetchone()
            if row is None:
                with self._book.writing(self._db):
                    made = {"name": "secret_key", "value": secrets.token_hex(32)}
                    self._db.table("settings").insert(made, ignore=True)
                row = self._db.execute(query).fetchone()
        return str(row[0])

    def rebuild(self, progress: Callable[[int, int], None] | None = None) -> None:
        """Draws all projections anew from the journal. `progress` is told matches done and matches in all."""
        with self._book.plainly(), self._book.writing(self._db):
            for table in reversed(PROJECTIONS):
                self._db.table(table).delete_where()
            ids = self._match_ids()
            for done, match_id in enumerate(ids, 1):
                self._put(_rows(self._fold(self._entries(match_id))))
                if progress:
                    progress(done, len(ids))

    def differences(self) -> list[str]:
        """Where the projections are not what the journal says, a sentence for each row; none in a sound book."""
        found: list[str] = []
        with self._book.plainly():
            self._db.begin()
            try:
                for match_id in self._match_ids():
                    for table, rows in _rows(self._fold(self._entries(match_id))).items():
                        found += _differences(table, self._kept(table, "IN", match_id), rows)
                for table in PROJECTIONS:
                    found += _differences(table, self._kept(table, "NOT IN"), [])
            finally:
                self._db.rollback()
        return found

    def _kept(self, table: str, which: Literal["IN", "NOT IN"], match_id: int | None = None) -> list[Row]:
        """The rows of a projection that belong to a match, or those that belong to none."""
        columns = PROJECTIONS[table].names
        listed = ", ".join(f'"{column}"' for column in columns)
        own = 'SELECT number FROM journal WHERE kind = ? AND ifnull("match" = ?, true)'
        query = f'SELECT {listed} FROM {table} WHERE "{columns[0]}" {which} ({own})'
        return self._db.execute(query, [PROJECTIONS[table].kind, match_id]).fetchall()

    def _match_ids(self) -> list[int]:
        return [row[0] for row in self._db.execute("SELECT number FROM journal WHERE kind = 'opened' ORDER BY number")]

    def _entries(self, match_id: int, after: int = 0) -> list[Entry]:
        rows = self._db.execute(
            """SELECT number, "match", kind, body, at FROM journal WHERE "match" = ? AND number > ? ORDER BY number""",
            [match_id, after],
        )
        return [_entry(row) for row in rows]

    def _now(self, match_id: int) -> Match | None:
        """The match as it stands: the cached one, and what other processes have added since."""
        known = self._book.recent.get(match_id)
        entries = self._entries(match_id, known.last_entry if known else 0)
        match = self._fold(entries, known) if entries else known
        if match is not None:
            self._book.remember(match)
        return match

    def _fold(self, entries: list[Entry], match: Match | None = None) -> Match:
        try:
            if match is None:
                return matches_.replay(entries, self._rulebook(entries[0].body["rules"]))
            return matches_.followed(match, entries)
        except (DealRefused, Impossible, Refused, RulesError) as error:
            number = entries[0].match
            raise BookTrouble(say("match {number} cannot be read: {why}", number=number, why=str(error))) from error

    def _rulebook(self, digest: str) -> Variant:
        variant = self._book.rulebooks.get(digest)
        if variant is None:
            row = self._db.execute("SELECT data FROM rulebooks WHERE digest = ?", [digest]).fetchone()
            variant = rules.read(msgspec.json.decode(row[0]))
            self._book.rulebooks[digest] = variant
        return variant

    @contextlib.contextmanager
    def _writing(self, op_id: str) -> Iterator[None]:
        if not re.fullmatch(r"[A-Za-z0-9_-]{16,64}", op_id):
            raise BadOpId(op_id)
        with self._book.writing(self._db):
            yield

    def _written(self, op_id: str) -> Entry | None:
        row = self._db.execute(
            'SELECT number, "match", kind, body, at FROM journal WHERE op_id = ?', [op_id]
        ).fetchone()
        return row and _entry(row)

    def _again(self, first: Entry) -> Written:
        """The first answer again: the match as that entry left it."""
        match = self._now(first.match)
        assert match is not None
        if match.last_entry != first.number:
            match = self._fold([entry for entry in self._entries(first.match) if entry.number <= first.number])
        return Written(first, match, True)

    def _next_number(self) -> int:
        """A match carries its own entry's number, so that must be known before it is written."""
        row = self._db.execute("SELECT seq FROM sqlite_sequence WHERE name = 'journal'").fetchone()
        return 1 + (row[0] if row else 0)

    def _append(self, op_id: str, entry: Entry, text: str, before: Match | None, match: Match) -> None:
        row = {"number": entry.number, "op_id": op_id, "match": entry.match, "kind": entry.kind}
        self._db.table("journal").insert({**row, "body": text, "at": entry.at})
        if entry.kind == "corrected":
            self._db.table("lines").delete_where("deal = ?", [entry.body["deal"]])
        self._put(_rows(match, before))

    def _put(self, rows: Rows) -> None:
        for table, changed in rows.items():
            if changed:
                self._db.table(table).insert_all([PROJECTIONS[table].names, *changed], replace=True)

    def _answer(self, entry: Entry, match: Match) -> Written:
        self._book.remember(match)
        return Written(entry, match, False)


def _rows(match: Match, before: Match | None = None) -> Rows:
    """The projections' rows of a match; only those that are new or other than `before`."""
    rows: Rows = {table: [] for table in PROJECTIONS}
    known = {deal.id: deal for deal in before.deals} if before else {}
    rows["matches"].append(_match_row(match))
    rows["sides"] = _new(_side_rows(match), _side_rows(before) if before else [])
    for deal in match.deals:
        old = known.get(deal.id)
        rows["deals"] += _new([_deal_row(match.id, deal)], [_deal_row(match.id, old)] if old else [])
        rows["scores"] += _new(_score_rows(deal), _score_rows(old) if old else [])
        if old is None or old.scored is not deal.scored:
            rows["lines"] += _line_rows(deal)
    return rows


def _new(rows: list[Row], known: list[Row]) -> list[Row]:
    return [row for row in rows if row not in known]


def _match_row(match: Match) -> Row:
    start, variant = match.opened, match.variant
    about = (match.id, variant.key, variant.name, start.rules, start.players, match.opened_at)
    state = (match.changed_at, match.last_entry, int(match.finished), match.winner, len(match.standing))
    return (*about, *state, match.dealer, match.seat_name(match.dealer))


def _side_rows(match: Match) -> list[Row]:
    each = zip(match.sides, match.totals, match.opening_minimums, strict=True)
    return [
        (match.id, number, side.name, _json(side.players), total, minimum)
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


def _differences(table: str, kept: list[Row], drawn: list[Row]) -> Iterator[str]:
    keys, columns = PROJECTIONS[table].keys, PROJECTIONS[table].names
    as_kept, as_drawn = ({row[:keys]: row for row in rows} for rows in (kept, drawn))
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


def _entry(row: tuple[int, int, Kind, str, str]) -> Entry:
    number, match_id, kind, body, at = row
    if kind not in get_args(Kind):
        raise NewerBook(say("a newer Scorekeeper has written in this match; update this one"))
    return Entry(number, match_id, kind, msgspec.json.decode(body), at)


def _json(content: object) -> str:
    """The same text for the same content, whatever the order of its keys."""
    plain = msgspec.to_builtins(content, str_keys=True)
    return msgspec.json.encode(plain, order="sorted").decode()


def _utc() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


_BUSY = say("the book is being written by another program; try again in a moment")
_FULL = say("the disk is full; nothing was saved")


def _kind(error: Exception) -> int:
    """The kind of SQLite's failure: the lower eight bits of its code; the others are circumstances."""
    return int(getattr(error, "sqlite_errorcode", 0)) & 0xFF


def _trouble(path: Path, error: Exception) -> BookTrouble:
    """A failure of SQLite or the system in a sentence of ours."""
    name = str(path)
    code = _kind(error)
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return BookTrouble(_BUSY)
    if code == sqlite3.SQLITE_FULL or getattr(error, "errno", None) == errno.ENOSPC:
        return BookTrouble(_FULL)
    if code == sqlite3.SQLITE_NOTADB:
        return BookTrouble(say("{path} is no book of Scorekeeper", path=name))
    if code == sqlite3.SQLITE_CORRUPT:
        return BookTrouble(say("the book {path} is damaged; restore a backup", path=name))
    if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM):
        return BookTrouble(say("the book {path} cannot be written: the file or its folder is read-only", path=name))
    if code == sqlite3.SQLITE_CANTOPEN:
        return BookTrouble(say("the book {path} cannot be opened", path=name))
    why = getattr(error, "strerror", None) or str(error)
    return BookTrouble(say("the book {path} cannot be used: {why}", path=name, why=why))
