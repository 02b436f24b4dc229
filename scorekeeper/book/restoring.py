"""The way back: a copy in the book's place.

It is put back page by page into the file that is open, in one transaction: whoever reads or writes meanwhile has the
book before or after, and a program that dies halfway leaves it before. What stood in it is copied first, so going back
can be undone by going back. Who may come in stays as it is: whoever was let out since stays out.
"""

import contextlib
from pathlib import Path

from sqlite_utils.utils import sqlite3  # type: ignore[attr-defined]  # pysqlite3 where it is installed

from scorekeeper.book import backup
from scorekeeper.book.access import utc
from scorekeeper.book.backup import Copy
from scorekeeper.book.looking import sound_copy
from scorekeeper.book.schema import settle_triggers
from scorekeeper.book.session import Book
from scorekeeper.book.trouble import BookTrouble, kind
from scorekeeper.words import say


def restore(book: Book, copy: Path) -> Copy:
    """Puts a copy in the book's place, once it has been found sound; the copy of what stood in the book before.

    Raises `BookTrouble`, and the book is as it was. `copy` may be of an earlier version, and lie anywhere.
    """
    if not copy.is_file():
        raise BookTrouble(say("there is no file {path}", path=str(copy)))
    with sound_copy(book, copy) as (trial, _):
        before = backup.back_up(book.path, "restore")
        with contextlib.closing(sqlite3.connect(trial)) as source:
            book.become(source, lambda: _keep_doors(book, source))
    return before


def _keep_doors(book: Book, source: sqlite3.Connection) -> None:
    """Gives the copy the doors of the present book. Devices that only the copy knows stay as names in its journal.

    Where the present book is too damaged to tell, nobody is in, but by a new link for its owner.
    """
    settle_triggers(source)
    tables = ("invitations", "devices")
    for table in tables:
        source.execute(f"UPDATE {table} SET ended_at = ? WHERE ended_at IS NULL", [utc()])
    source.commit()
    source.execute("ATTACH ? AS present", [str(book.path)])
    try:
        for table in (*tables, "settings"):
            columns = ", ".join(f'"{name}"' for _, name, *_ in source.execute(f"PRAGMA present.table_info({table})"))
            source.execute(f"INSERT OR REPLACE INTO {table} ({columns}) SELECT {columns} FROM present.{table}")
        source.commit()
    except sqlite3.DatabaseError as error:
        source.rollback()
        if kind(error) not in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
            raise
    source.execute("DETACH present")
