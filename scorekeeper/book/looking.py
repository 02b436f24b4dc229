"""What a book holds, and a file before it may take the book's place: taken in from somebody's device, looked into."""

import contextlib
import re
import secrets
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import IO, NamedTuple

from sqlite_utils.utils import sqlite3  # type: ignore[attr-defined]  # pysqlite3 where it is installed

from scorekeeper.book import backup
from scorekeeper.book.backup import plainly
from scorekeeper.book.session import Book, Session
from scorekeeper.book.trouble import BookTrouble
from scorekeeper.words import say

SENT = ".sent"
"""How the name of a file ends that was taken in; those of copies end otherwise."""
_TAKEN_IN = re.compile(r"[0-9a-f]{32}\.sent")
_PIECE = 1 << 20  # bytes


class Held(NamedTuple):
    """What a book holds. `last`: when the last of its entries was written, UTC; "" where nothing is written yet."""

    matches: int
    entries: int
    last: str


def held(session: Session) -> Held:
    """What the book of this session holds."""
    last = session.last_entry()
    return Held(session.history.count(), last.number if last else 0, last.at if last else "")


@contextlib.contextmanager
def sound_copy(book: Book, file: Path) -> Iterator[tuple[Path, Held]]:
    """A copy of the file, brought up to date, as long as this is entered, and what it holds.

    Raises `BookTrouble` for no book, a newer program's, or one that is not sound.
    """
    trial = backup.folder(book.path) / f"{secrets.token_hex(8)}.trial"
    with plainly(file):
        try:
            backup.folder(book.path).mkdir(mode=0o700, exist_ok=True)
            shutil.copyfile(file, trial)
            with contextlib.closing(sqlite3.connect(trial)) as conn:
                if not conn.execute("SELECT 1 FROM sqlite_master").fetchone():  # it would become an empty book
                    raise BookTrouble(say("{path} is no book of Scorekeeper", path=str(file)))
            with Book(trial, copied=True) as other, other.session() as session:
                if problems := session.problems(replayed=False):  # lists are drawn from the journal
                    raise BookTrouble(say("{path} is not sound: {why}", path=str(file), why=problems[0]))
                found = held(session)
            yield trial, found
        finally:
            for rest in ("", "-wal", "-shm"):
                trial.with_name(trial.name + rest).unlink(missing_ok=True)


def look_into(book: Book, file: Path) -> Held:
    """What a file holds that may be put in the book's place. It may be of an earlier version, and stays as it is.

    Raises `BookTrouble` where `restore` would.
    """
    with sound_copy(book, file) as (_, found):
        return found


def take_in(book: Path, sent: IO[bytes]) -> Path:
    """Writes what somebody sent into the folder of the copies, piece by piece, under a name that no copy has.

    Raises `BookTrouble`, and nothing of it stays.
    """
    path = backup.folder(book) / f"{secrets.token_hex(16)}{SENT}"
    with plainly(path):
        path.parent.mkdir(mode=0o700, exist_ok=True)
        try:
            with path.open("xb") as to:
                path.chmod(0o600)
                shutil.copyfileobj(sent, to, _PIECE)
        except BaseException:
            with contextlib.suppress(OSError):
                path.unlink()
            raise
    return path


def taken_in(book: Path, name: str) -> Path | None:
    """The file that was taken in under this name, while it is there."""
    path = backup.folder(book) / name
    return path if _TAKEN_IN.fullmatch(name) and path.is_file() else None
