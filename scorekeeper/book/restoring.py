"""The way back: a copy in the book's place.

It is put back page by page into the file that is open, in one transaction: whoever reads or writes meanwhile has the
book before or after, and a program that dies halfway leaves it before. What stood in it is copied first, so going back
can be undone by going back. Who may come in stays as it is: whoever was let out since stays out.
"""

import contextlib
import secrets
import shutil
from pathlib import Path

from sqlite_utils.utils import sqlite3  # type: ignore[attr-defined]  # pysqlite3 where it is installed

from scorekeeper.book import backup
from scorekeeper.book.access import utc
from scorekeeper.book.backup import Copy, plainly
from scorekeeper.book.session import Book
from scorekeeper.book.trouble import BookTrouble
from scorekeeper.words import say


def restore(book: Book, copy: Path) -> Copy:
    """Puts a copy in the book's place, once it has been found sound; the copy of what stood in the book before.

    Raises `BookTrouble`, and the book is as it was. `copy` may be of an earlier version, and lie anywhere.
    """
    if not copy.is_file():
        raise BookTrouble(say("there is no file {path}", path=str(copy)))
    trial = backup.folder(book.path) / f"{secrets.token_hex(8)}.trial"
    with plainly(copy):
        try:
            backup.folder(book.path).mkdir(mode=0o700, exist_ok=True)
            shutil.copyfile(copy, trial)
            _not_new(trial)
            with Book(trial, copied=True) as other, other.session() as session:  # brought up to date
                if problems := session.problems(replayed=False):  # lists are drawn from the journal
                    raise BookTrouble(say("{path} is not sound: {why}", path=str(copy), why=problems[0]))
            before = backup.back_up(book.path, "restore")
            with contextlib.closing(sqlite3.connect(trial)) as source:
                _keep_doors(book, source)
                book.become(source)
        finally:
            for rest in ("", "-wal", "-shm"):
                trial.with_name(trial.name + rest).unlink(missing_ok=True)
    return before


def _keep_doors(book: Book, source: sqlite3.Connection) -> None:
    """Gives the copy the doors of the present book. Devices that only the copy knows stay as names in its journal."""
    source.execute("ATTACH ? AS present", [str(book.path)])
    for table in ("invitations", "devices"):
        source.execute(f"UPDATE {table} SET ended_at = ? WHERE ended_at IS NULL", [utc()])
        source.execute(f"INSERT OR REPLACE INTO {table} SELECT * FROM present.{table}")
    source.execute("INSERT OR REPLACE INTO settings SELECT * FROM present.settings")
    source.commit()
    source.execute("DETACH present")


def _not_new(path: Path) -> None:
    """Raises `BookTrouble` for an empty file, which would become an empty book."""
    with contextlib.closing(sqlite3.connect(path)) as conn:
        if not conn.execute("SELECT 1 FROM sqlite_master").fetchone():
            raise BookTrouble(say("{path} is no book of Scorekeeper", path=str(path)))
