"""Copies of the book beside it: made by SQLite's own means, checked, kept by their age."""

import contextlib
import os
import re
import secrets
import time
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from sqlite_utils import Database
from sqlite_utils.utils import sqlite3  # type: ignore[attr-defined]  # pysqlite3 where it is installed

from scorekeeper.book import check
from scorekeeper.book.trouble import BookTrouble, trouble
from scorekeeper.words import say

LAST, WEEKS, MONTHS = 10, 5, 12
"""Each of so many copies is kept; of older ones the last of each of so many weeks and months, and of every year."""
RESTORE = "restore"
"""What is about to be done to a book in whose place a copy is put."""
LEFT_FOR = 24 * 3600
"""Seconds: what a crash has left half done may be looked at for so long."""
_TIME = "%Y-%m-%dT%H-%M-%SZ"
_NAME = re.compile(r"(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ)-[0-9a-f]{4}(?:-([a-z-]+))?\.book")
_LEFT = re.compile(r".+\.(?:part|trial|sent)(?:-wal|-shm|-journal)?")
"""What is half done: a copy, a file being tried, one that was sent and not put in the book's place."""


class Copy(NamedTuple):
    """A copy of the book. `at`: when it was made, UTC; `before`: what was about to be done to the book, if anything."""

    path: Path
    at: datetime
    before: str


def folder(book: Path) -> Path:
    """Where the copies of a book lie."""
    return book.with_name(f"{book.name}.backups")


def copies(book: Path) -> list[Copy]:
    """The copies there are, newest first. What was left half done beside them for a day is cleared away."""
    with plainly(folder(book)):
        _sweep(folder(book))
        names = [path.name for path in folder(book).glob("*.book")]
    found = [(name, told) for name in names if (told := _NAME.fullmatch(name))]
    made = [
        Copy(folder(book) / name, datetime.strptime(told[1], _TIME).replace(tzinfo=UTC), told[2] or "")
        for name, told in found
    ]
    return sorted(made, key=lambda copy: (copy.at, copy.path), reverse=True)


def back_up(book: Path, before: str = "") -> Copy:
    """Copies the book as it stands, checks the copy, and lets go of those that are too many.

    `before`: what is about to be done to the book; one that is to be replaced is copied page by page where it is not
    sound. Raises `BookTrouble`: no new copy then, no old one less.
    """
    with plainly(folder(book)):
        folder(book).mkdir(mode=0o700, exist_ok=True)
        at = datetime.now(UTC).replace(microsecond=0)
        name = "-".join(filter(None, [at.strftime(_TIME), secrets.token_hex(2), before]))
        part = folder(book) / f"{name}.part"
        try:
            with contextlib.closing(sqlite3.connect(f"{book.as_uri()}?mode=ro", uri=True)) as source:
                try:
                    source.execute("VACUUM INTO ?", [str(part)])
                    _sound(part)
                except (BookTrouble, sqlite3.DatabaseError):
                    if before != RESTORE:
                        raise
                    part.unlink(missing_ok=True)  # the way back from a damaged book is open, and back to it
                    with contextlib.closing(sqlite3.connect(part)) as to:
                        source.backup(to)
            part.chmod(0o600)
            _on_disk(part)
            made = Copy(part.rename(folder(book) / f"{name}.book"), at, before)
            _on_disk(folder(book))
        finally:
            part.unlink(missing_ok=True)
        for old in surplus(copies(book)):
            if old.path != made.path:  # of those of one second it may be the last in line
                old.path.unlink(missing_ok=True)
    return made


def surplus(made: Iterable[Copy]) -> list[Copy]:
    """Those of the copies, newest first, that are kept no longer."""
    found = list(made)
    kept = set(found[:LAST])
    for form, most in (("%G-%V", WEEKS), ("%Y-%m", MONTHS), ("%Y", len(found))):
        last_of = {copy.at.strftime(form): copy for copy in reversed(found)}  # the newest of a week is written last
        newest = sorted(last_of, reverse=True)[:most]
        kept |= {last_of[period] for period in newest}
    return [copy for copy in found if copy not in kept]


def _sweep(kept: Path) -> None:
    """Clears away what crashes have left in the folder; what cannot be cleared away stays."""
    for path in kept.glob("*"):
        if _LEFT.fullmatch(path.name):
            with contextlib.suppress(OSError):
                if time.time() - path.stat().st_mtime > LEFT_FOR:
                    path.unlink()


def _sound(copy: Path) -> None:
    """Raises `BookTrouble` for a copy that is not what it should be."""
    with contextlib.closing(sqlite3.connect(f"{copy.as_uri()}?mode=ro", uri=True)) as conn:
        for problem in check.problems(Database(conn, execute_plugins=False)):
            raise BookTrouble(say("the copy of the book is not sound: {why}", why=problem))


def _on_disk(path: Path) -> None:
    """Returns once the file, or what a folder lists, is on the disk."""
    if os.name == "nt" and path.is_dir():
        return  # Windows writes folders by itself, and opens none
    number = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(number)
    finally:
        os.close(number)


@contextlib.contextmanager
def plainly(path: Path) -> Iterator[None]:
    """What goes wrong with this file or folder, in a plain sentence."""
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        raise trouble(path, error) from error
