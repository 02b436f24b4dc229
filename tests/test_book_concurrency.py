"""Several programs and threads write in one book, some of them until they are killed.

Run as a program, this file is one that writes: it prints each op id once the book has acknowledged it.
"""

import contextlib
import os
import secrets
import subprocess
import sys
import threading
import time
from collections import Counter
from pathlib import Path

import pytest

from scorekeeper import variants
from scorekeeper.book import Book, Stale
from scorekeeper.entries import Side

THREADS = 8
TALLIES = [
    {"card_points": 300, "canastas": {"natural": 1}, "hand_points": 0, "went_out": True},
    {"card_points": 120, "canastas": {"mixed": 1}, "hand_points": 35},
]


def write_deals(book: Book, match_ids: list[int], deals: int) -> None:
    """Enters deals as a phone does: looks, writes, looks again where somebody was quicker; sends every fifth twice."""
    with book.session() as session:
        for n in range(deals):
            op_id, match_id = secrets.token_urlsafe(16), match_ids[n % len(match_ids)]
            while True:
                match = session.match(match_id)
                assert match is not None
                with contextlib.suppress(Stale):
                    first = session.write(op_id, match_id, "entered", {"tallies": TALLIES}, match.last_entry)
                    break
            if n % 5 == 0:
                again = session.write(op_id, match_id, "entered", {"tallies": TALLIES}, match.last_entry)
                assert again.repeated
                assert again.entry == first.entry
            # One call for the whole line: those of several threads must not mix.
            os.write(sys.stdout.fileno(), f"{op_id} {first.entry.number}\n".encode())


def main(path: str, at: float, deals: int, match_ids: list[int]) -> None:
    while time.time() < at:
        pass
    with Book(path) as book:
        threads = [threading.Thread(target=write_deals, args=(book, match_ids, deals)) for _ in range(THREADS)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()


class Program:
    """This file, running."""

    def __init__(self, path: Path, deals: int, match_ids: list[int], at: float = 0) -> None:
        self.said = path.with_name(secrets.token_hex(8))
        command = [sys.executable, __file__, str(path), str(at), str(deals), *map(str, match_ids)]
        with self.said.open("w") as said:
            self.process = subprocess.Popen(command, stdout=said, stderr=subprocess.PIPE, text=True)

    def end(self) -> str:
        """Waits for its end; what it complained of."""
        return self.process.communicate(timeout=120)[1]

    def acknowledged(self) -> dict[str, int]:
        """Op ids and entry numbers so far; a line cut off by a kill does not count."""
        lines = self.said.read_text().splitlines(keepends=True)
        pairs = [line.split() for line in lines if line.endswith("\n")]
        return {op_id: int(number) for op_id, number in pairs}


def kept(book: Book) -> tuple[Counter[str], dict[str, int]]:
    """How often each op id is in the journal, and under which number."""
    with contextlib.closing(book.connect()) as db:
        assert db.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
        assert db.execute("PRAGMA foreign_key_check").fetchall() == []
        rows = db.execute("SELECT op_id, number FROM journal WHERE kind = 'entered'").fetchall()
    return Counter(op_id for op_id, _ in rows), dict(rows)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "household.book"


def opened(path: Path, count: int) -> list[int]:
    sides = [Side("North", []), Side("East", [])]
    with Book(path) as book, book.session() as session:
        return [
            session.open_match(
                secrets.token_urlsafe(16),
                variant=variants.load("classic"),
                house_rules={},
                players=4,
                sides=sides,
                dealer=0,
                before=[0, 0],
            ).match.id
            for _ in range(count)
        ]


def test_two_programs_of_eight_threads_write_each_deal_exactly_once(path: Path) -> None:
    deals = 6
    match_ids = opened(path, 4)
    programs = [Program(path, deals, match_ids) for _ in range(2)]
    answers: dict[str, int] = {}
    for one in programs:
        assert one.end() == ""
        assert one.process.returncode == 0
        answers |= one.acknowledged()
    assert len(answers) == 2 * THREADS * deals
    with Book(path) as book, book.session() as session:
        counts, numbers = kept(book)
        assert numbers == answers
        assert set(counts.values()) == {1}
        assert session.differences() == []
        assert session.history.facts().deals == 2 * len(answers)


def test_nothing_acknowledged_is_lost_when_the_programs_are_killed(path: Path) -> None:
    match_ids = opened(path, 40)
    answers: dict[str, int] = {}
    for round_ in range(3):
        programs = [Program(path, 1_000_000, match_ids) for _ in range(2)]
        deadline = time.monotonic() + 60
        while not all(one.acknowledged() for one in programs) and time.monotonic() < deadline:
            time.sleep(0.01)
        time.sleep(0.03 * round_)
        for one in programs:
            one.process.kill()
        for one in programs:
            assert one.end() == ""
            assert one.acknowledged()
            answers |= one.acknowledged()
    with Book(path) as book, book.session() as session:
        counts, numbers = kept(book)
        assert answers.items() <= numbers.items()
        assert set(counts.values()) == {1}
        assert session.differences() == []
        assert session.history.facts().deals == 2 * len(numbers)


def test_programs_that_make_a_new_book_at_once_all_find_it_ready(path: Path) -> None:
    for round_ in range(2):
        at = time.time() + 1  # by then all of them have started
        programs = [Program(path.with_name(f"{round_}.book"), 0, [], at) for _ in range(5)]
        assert [one.end() for one in programs] == [""] * 5
        assert [one.process.returncode for one in programs] == [0] * 5


if __name__ == "__main__":
    main(sys.argv[1], float(sys.argv[2]), int(sys.argv[3]), [int(number) for number in sys.argv[4:]])
