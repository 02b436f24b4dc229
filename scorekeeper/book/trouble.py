"""What can be wrong with the book's file, in plain sentences."""

import errno
from pathlib import Path

from sqlite_utils.utils import sqlite3  # type: ignore[attr-defined]  # pysqlite3 where it is installed

from scorekeeper.words import Text, say


class BookTrouble(Exception):
    """The file cannot be read or written; `message` says why. Nothing was saved."""

    def __init__(self, message: Text) -> None:
        super().__init__(str(message))
        self.message = message


class NewerBook(BookTrouble):
    """A later version of the program has written the file."""


BUSY = say("the book is being written by another program; try again in a moment")
_FULL = say("the disk is full; nothing was saved")


def kind(error: Exception) -> int:
    """The kind of SQLite's failure: the lower eight bits of its code; the others are circumstances."""
    return int(getattr(error, "sqlite_errorcode", 0)) & 0xFF


def trouble(path: Path, error: Exception) -> BookTrouble:
    """A failure of SQLite or the system in a sentence of ours."""
    name = str(path)
    code = kind(error)
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return BookTrouble(BUSY)
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
