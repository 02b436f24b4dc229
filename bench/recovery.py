"""Is anything lost that was acknowledged? The real server killed under load; torn files; a book of ten years put back.

Eight phones enter deals, each in a match of its own, and send every deal again until it is acknowledged, while the
server is killed at random moments and started again. After each kill the book is checked: file, chain, projections, and
that every acknowledged deal is there once.

Of the file and its write-ahead log, as a kill has left them, copies are cut off at random or have their last bytes
undone. Each must open as a sound book that holds the first entries of the journal and none out of line.

A book of ten years (150,000 entries) is backed up and put back; told is how long putting it back takes, everything that
restore does by itself included.
"""

import random
import secrets
import shutil
import sys
import tempfile
import threading
import time
from collections import Counter
from contextlib import closing, suppress
from dataclasses import dataclass, field
from http.client import HTTPException
from pathlib import Path
from typing import Any

from _books import opened
from _figures import Figure, report
from _server import Phone, Server
from sqlite_utils.utils import sqlite3  # type: ignore[attr-defined]  # the one that the book uses

from scorekeeper import book as books
from scorekeeper.book import Book, chain

PHONES = 8
KILLS = 200
TORN = 200
YEARS = 150_000  # entries: ten a week, thirty entries each, for ten years
RESTORED_WITHIN = 10.0  # s
UP = (0.0, 0.5)  # s that the server is left alone
SEED = 5
APART = (0.0, 0.1)  # s between two deals of a phone
TYPED = {"act": "save", "waited": "yes", "went_out": "nobody", "side0-result": "5", "side1-result": "-5"}
BODY: dict[str, Any] = {
    "tallies": [
        {"card_points": 60, "canastas": {"mixed": 0}, "red_threes": 0, "hand_points": 85},
        {"card_points": 75, "canastas": {"mixed": 0}, "red_threes": 0, "hand_points": 100},
    ]
}
ENTRY = "number, op_id, kind, body"


@dataclass
class Found:
    """What became of the acknowledged deals; `faults`: what a check said."""

    kills: int = 0
    acknowledged: list[str] = field(default_factory=list)
    lost: int = 0
    doubled: int = 0
    faults: list[str] = field(default_factory=list)


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        found = killed(Path(folder) / "killed.book", KILLS)
        told = [*figures(found), *torn(Path(folder) / "torn", TORN), *ten_years(Path(folder), YEARS)]
    for fault in found.faults:
        print(fault, file=sys.stderr)
    return report(told)


def figures(found: Found) -> list[Figure]:
    return [
        Figure("kills of the server under load", found.kills, ""),
        Figure("deals acknowledged", len(found.acknowledged), ""),
        Figure("acknowledged deals lost", found.lost, "", 0),
        Figure("deals doubled", found.doubled, "", 0),
        Figure("checks that found a fault", len(found.faults), "", 0),
    ]


def killed(path: Path, kills: int) -> Found:
    """Kills the server so often while eight phones write."""
    server = Server(path)
    matches = [opened(path).id for _ in range(PHONES)]
    found = Found()
    over = threading.Event()
    chance = random.Random(SEED)
    phones = [
        threading.Thread(target=_enters, args=(server.port, match, over, found.acknowledged)) for match in matches
    ]
    server.start()
    for phone in phones:
        phone.start()
    try:
        while found.kills < kills:
            time.sleep(chance.uniform(*UP))
            server.kill()
            found.kills += 1
            with Book(path) as book:
                _look(book, found)
            server.start()
        time.sleep(1)
    finally:
        over.set()
        for phone in phones:
            phone.join()
        server.kill()
    with Book(path) as book:
        _look(book, found)
    found.doubled = sum(n - 1 for n in Counter(rows(path, "op_id")).values())
    return found


def _enters(port: int, match: int, over: threading.Event, acknowledged: list[str]) -> None:
    """One phone: it enters deal after deal, and sends each until it is acknowledged."""
    chance = random.Random(match)
    fields: dict[str, str] = {}
    while not over.wait(chance.uniform(*APART)):
        with suppress(OSError, HTTPException), closing(Phone(port)) as phone:
            phone.take_token()
            fields = fields or {
                **TYPED,
                "op_id": secrets.token_hex(16),
                "base": phone.get(f"/matches/{match}/last").text,
            }
            answer = phone.post(f"/matches/{match}/deals/new", fields)
            if answer.status != 200 or "saved" not in answer.text:
                raise RuntimeError(f"{answer.status}: {answer.text[:300]}")
            acknowledged.append(fields["op_id"])
            fields = {}


def _look(book: Book, found: Found) -> None:
    """What the kill has done to the book."""
    so_far = list(found.acknowledged)  # what is acknowledged while it is looked at, another look finds
    with book.session() as session:
        found.faults += [str(fault) for fault in session.problems()]
    names = Counter(row[0] for row in rows(book.path, "op_id"))
    found.lost += sum(names[name] != 1 for name in so_far)


def rows(path: Path, columns: str) -> list[tuple[Any, ...]]:
    """The journal as it lies in the file."""
    with closing(sqlite3.connect(path)) as conn:
        return conn.execute(f"SELECT {columns} FROM journal ORDER BY number").fetchall()


def torn(folder: Path, copies: int) -> list[Figure]:
    """Copies of a book that was being written, cut off or with their last bytes undone."""
    folder.mkdir()
    book = folder / "whole.book"
    chance = random.Random(SEED)
    sound = 0
    with Book(book) as kept, kept.session() as session:
        match = opened(book)
        for _ in range(60):  # the log holds them all, since nobody closes the book
            body = {"tallies": [{"result": 5}, {"result": -5}]}
            match = session.write(secrets.token_hex(16), match.id, "entered", body, match.last_entry).match
        there = rows(book, ENTRY)
        log = book.with_name(f"{book.name}-wal").read_bytes()
        for number in range(copies):
            copy = folder / f"torn-{number}.book"
            shutil.copyfile(book, copy)
            at = chance.randrange(len(log))
            rest = b"" if chance.random() < 0.5 else secrets.token_bytes(len(log) - at)
            copy.with_name(f"{copy.name}-wal").write_bytes(log[:at] + rest)
            sound += _holds_the_first(copy, there)
    return [Figure("torn copies", copies, ""), Figure("that are no sound beginning of the book", copies - sound, "", 0)]


def _holds_the_first(copy: Path, there: list[tuple[Any, ...]]) -> bool:
    """Does it open as a sound book that holds the first entries, in their order, and no others?"""
    with Book(copy) as kept, kept.session() as session:
        return session.problems() == [] and (found := rows(copy, ENTRY)) == there[: len(found)]


def ten_years(folder: Path, entries: int) -> list[Figure]:
    """Seconds to put back a book of so many entries."""
    long = folder / "long.book"
    grown(long, entries)
    copy = books.back_up(long)
    with Book(folder / "present.book") as present:
        began = time.perf_counter()
        books.restore(present, copy.path)
        took = time.perf_counter() - began
        there = len(rows(present.path, "number"))
    return [
        Figure("entries of the long book", there, "", entries, at_most=False),
        Figure("its size", long.stat().st_size / 1_000_000, "MB"),
        Figure("to put it back", took, "s", RESTORED_WITHIN),
    ]


def grown(path: Path, entries: int) -> None:
    """Writes a book of so many entries: matches of thirty, all of them alike but for their names."""
    first = opened(path)
    with Book(path) as book, book.session() as session:
        match = first
        for _ in range(29):
            match = session.write(secrets.token_hex(16), match.id, "entered", BODY, match.last_entry).match
    like = rows(path, chain.COLUMNS)
    number, last = like[-1][0], rows(path, "hash")[-1][0]
    with closing(sqlite3.connect(path)) as conn:
        while number < entries:
            start = number
            for entry in like:
                number += 1
                fields = (number, secrets.token_hex(16), start + 1, *entry[3:])
                last = chain.link(last, fields)
                conn.execute(
                    f"INSERT INTO journal ({chain.COLUMNS}, hash) VALUES (?, ?, ?, ?, ?, ?, ?)", [*fields, last]
                )
        conn.commit()
    with Book(path) as book, book.session() as session:
        session.rebuild()


if __name__ == "__main__":
    sys.exit(main())
