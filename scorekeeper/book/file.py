"""The household's file: where it lies, how it is opened and made ready, and whose turn it is to write.

It knows nothing of matches; those are read and written through a session.
"""

import contextlib
import os
import secrets
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Self

from sqlite_utils import Database
from sqlite_utils.utils import sqlite3  # type: ignore[attr-defined]  # pysqlite3 where it is installed

from scorekeeper.book import backup
from scorekeeper.book.schema import STEPS, migrations
from scorekeeper.book.trouble import BUSY, BookTrouble, NewerBook, kind, trouble
from scorekeeper.words import say

IDLE = 8
"""So many connections are kept open between requests."""
PATIENCE = 10.0
"""Seconds that a writer waits for the others before it gives up."""


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


class BookFile:
    """The household's file, made where there is none; its own connection lasts until `close()`.

    Raises `BookTrouble`: `NewerBook`, or a file or folder that cannot be used. `patience` is in seconds; `copied`: is
    it a copy of a book, that need not be copied before it is brought up to date?
    """

    def __init__(self, path: Path | str, patience: float = PATIENCE, copied: bool = False) -> None:
        self._copied = copied
        self.path = Path(path).expanduser().resolve()
        self.patience = patience
        self._opened: tuple[int, int] | None = None
        self._idle: list[Database] = []
        self._troubles = 0
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
                self._opened = self._identity()
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
        self.generation = _generation(db)
        if migrations.pending(db):
            if has_tables and not self._copied:
                backup.back_up(self.path, "update")
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
                    if kind(error) != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                        raise
                    time.sleep(0.01)

    def connect(self, check_same_thread: bool = True) -> Database:
        """A connection to the file, which must be there."""
        uri = f"{self.path.as_uri()}?mode=rw"
        conn = sqlite3.connect(uri, timeout=self.patience, uri=True, check_same_thread=check_same_thread)
        try:
            conn.execute("PRAGMA foreign_keys=ON")
            conn.execute("PRAGMA synchronous=FULL")
            return Database(conn, execute_plugins=False)
        except BaseException:
            conn.close()
            raise

    def lend(self) -> tuple[Database, int]:
        """A connection for one user at a time, and what to hand in with it at `take_back`.

        What is remembered of one book would be written into another that took its place, an older copy perhaps: then
        nothing is lent any more.
        """
        there = self._identity()
        if there is not None and there != self._opened:
            raise BookTrouble(say("another file lies at {path} now; start Scorekeeper anew", path=str(self.path)))
        if there is not None and self._idle:
            with contextlib.suppress(IndexError):  # another request may have been quicker
                return self._seen(self._idle.pop()), self._troubles
        return self._seen(self.connect(check_same_thread=False)), self._troubles

    def _seen(self, db: Database) -> Database:
        try:
            self._look(db)
            return db
        except BaseException:
            db.close()
            raise

    def become(self, source: sqlite3.Connection, last: Callable[[], None]) -> None:
        """Takes over all that is in another file, which is one of ours, in one transaction. `last`: what is done to it
        just before, when nobody else here writes any more."""
        with self.turn(), self.plainly():
            last()
            source.execute(f"PRAGMA user_version = {self.generation + 1 + secrets.randbelow(1_000_000)}")
            source.commit()
            with contextlib.closing(self.connect()) as db:
                source.backup(db.conn)
                self._look(db)

    def renew(self, db: Database) -> None:
        """Makes everybody forget what was read, here and in other programs, once what is being written is."""
        db.execute(f"PRAGMA user_version = {self.generation + 1}")

    def _look(self, db: Database) -> None:
        """Forgets what was read of a book that another has taken the place of."""
        if (found := _generation(db)) != self.generation:
            self.forget()
            self.generation = found

    def forget(self) -> None:
        """Another book lies in the file now."""

    def take_back(self, db: Database, troubles: int) -> None:
        """Keeps a few connections open for the next requests; none that has lived through trouble with the file."""
        if troubles == self._troubles and not db.conn.in_transaction and len(self._idle) < IDLE:
            self._idle.append(db)
        else:
            db.close()

    def _identity(self) -> tuple[int, int] | None:
        """Which file lies there; None where none does, which is for SQLite to say."""
        try:
            status = self.path.stat()
        except OSError:
            return None
        return status.st_dev, status.st_ino

    def close(self) -> None:
        """Ends the book's own connections."""
        self._troubles += 1  # what is still lent is closed when it comes back
        while self._idle:
            self._idle.pop().close()
        self._keeper.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @contextlib.contextmanager
    def turn(self, patience: float | None = None) -> Iterator[None]:
        """This process's turn to write. `patience`: another than usual."""
        if not self.writer.acquire(timeout=self.patience if patience is None else patience):
            raise BookTrouble(BUSY)
        try:
            yield
        finally:
            self.writer.release()

    @contextlib.contextmanager
    def writing(self, db: Database, patience: float | None = None) -> Iterator[None]:
        """A transaction that may read first: all of it is on the disk afterwards, or none. `patience` as for `turn`."""
        with self.turn(patience):
            if patience is not None:
                _wait_at_most(db, patience)
            try:
                db.conn.execute("BEGIN IMMEDIATE")
            finally:
                if patience is not None:
                    _wait_at_most(db, self.patience)
            try:
                self._look(db)
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
            self._troubles += 1
            raise trouble(self.path, error) from error


def _wait_at_most(db: Database, seconds: float) -> None:
    db.conn.execute(f"PRAGMA busy_timeout = {int(seconds * 1000)}")


def _generation(db: Database) -> int:
    """Another number whenever another book has taken this one's place in the file."""
    return int(db.conn.execute("PRAGMA user_version").fetchone()[0])
