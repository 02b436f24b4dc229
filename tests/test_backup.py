"""Nothing is lost: copies of the book, the way back, and the chain that shows what was changed."""

import logging
import random
import threading
from collections.abc import Iterator
from contextlib import closing, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from sqlite_utils.utils import sqlite3  # type: ignore[attr-defined]  # the one that the book uses

from scorekeeper import book as books
from scorekeeper import variants
from scorekeeper.book import Book, Copy, backup
from scorekeeper.cli import main
from scorekeeper.entries import Side
from scorekeeper.match import Match

SIDES = [Side("Ana & Rui", ["Ana", "Rui"]), Side("Marta & Zé", ["Marta", "Zé"])]
TRIES = 1_000  # flipped bits
SIZES = 10  # bytes of a row before its first text


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "household.book"


@pytest.fixture
def book(path: Path) -> Iterator[Book]:
    with Book(path) as found:
        yield found


_names = (f"a-name-for-an-act-{n:06}" for n in range(10**6))


def opened(book: Book) -> Match:
    with book.session() as session:
        start: dict[str, Any] = {"house_rules": {}, "players": 4, "dealer": 0, "before": [0, 0]}
        return session.open_match(next(_names), variant=variants.load("classic"), sides=SIDES, **start).match


def entered(book: Book, match: Match, ours: int, theirs: int) -> Match:
    with book.session() as session:
        body = {"tallies": [{"result": ours}, {"result": theirs}]}
        return session.write(next(_names), match.id, "entered", body, match.last_entry).match


def problems(path: Path) -> list[str]:
    with Book(path) as book, book.session() as session:
        return [str(problem) for problem in session.problems()]


def now(book: Book, match: Match) -> Match:
    with book.session() as session:
        found = session.match(match.id)
    assert found is not None
    return found


def test_a_finished_match_is_backed_up_and_an_unfinished_one_is_not(book: Book, path: Path) -> None:
    match = entered(book, opened(book), 3000, -120)
    assert books.copies(path) == []
    entered(book, match, 2500, 40)
    [copy] = books.copies(path)
    assert copy.before == ""
    with Book(copy.path) as kept, kept.session() as session:
        assert [one.finished for one in session.history.matches().matches] == [True]
        assert session.problems() == []


def test_a_backup_that_fails_takes_nothing_from_the_save(
    book: Book, path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    backup.folder(path).write_text("a file where the folder should be", encoding="utf-8")
    with caplog.at_level(logging.WARNING):
        match = entered(book, opened(book), 5100, 0)
    assert match.finished
    assert now(book, match).totals == [5100, 0]
    assert "no backup" in caplog.text


def test_a_restored_book_is_the_copy_and_can_be_undone(book: Book, path: Path) -> None:
    first = entered(book, opened(book), 100, 50)
    copy = books.back_up(path)
    second = entered(book, first, 200, 60)
    before = books.restore(book, copy.path)
    assert before.before == "restore"
    assert now(book, first).totals == [100, 50]
    other = entered(book, now(book, first), 300, 70)  # under the number that an entry has had before
    assert other.last_entry == second.last_entry
    assert now(book, first).totals == [400, 120]
    books.restore(book, before.path)
    assert now(book, first).totals == [300, 110]
    assert problems(path) == []


def test_another_program_that_has_the_book_open_sees_what_was_restored(book: Book, path: Path) -> None:
    match = entered(book, opened(book), 100, 50)
    copy = books.back_up(path)
    with Book(path) as other:
        match = entered(other, match, 200, 60)
        books.restore(book, copy.path)
        assert now(other, match).totals == [100, 50]
        assert entered(other, now(other, match), 5, 5).totals == [105, 55]
    assert now(book, match).totals == [105, 55]


def test_a_session_from_before_writes_upon_what_was_restored(book: Book, path: Path) -> None:
    match = entered(book, opened(book), 100, 50)
    copy = books.back_up(path)
    last = entered(book, match, 200, 60)
    with Book(path) as other, other.session() as session:
        assert (found := session.match(match.id)) is not None
        assert found.totals == [300, 110]
        books.restore(book, copy.path)
        body = {"tallies": [{"result": 1}, {"result": 1}]}
        with pytest.raises(books.Stale):
            session.write(next(_names), match.id, "entered", body, last.last_entry)
    assert problems(path) == []


def test_a_book_is_restored_while_it_is_written(book: Book, path: Path) -> None:
    match = opened(book)
    copy = books.back_up(path)
    over = threading.Event()

    def writes() -> None:
        while not over.is_set():
            with suppress(books.NoSuchMatch, books.Stale):  # it was in the book that is no more
                entered(book, opened(book), 5, 5)

    writer = threading.Thread(target=writes)
    writer.start()
    for _ in range(5):
        books.restore(book, copy.path)
    over.set()
    writer.join()
    assert problems(path) == []
    assert now(book, match).deals == []


def cut(text: bytes) -> bytes:
    return text[: len(text) // 2]


def torn(text: bytes) -> bytes:
    return text[:4096] + bytes(4096) + text[8192:]


@pytest.mark.parametrize("damage", [cut, torn, lambda _: b"", lambda _: b"no book at all" * 400], ids=range(4))
def test_a_copy_that_is_not_sound_is_refused_and_the_book_stays(damage: Any, book: Book, path: Path) -> None:
    match = entered(book, opened(book), 100, 50)
    copy = books.back_up(path).path
    copy.write_bytes(damage(copy.read_bytes()))
    with pytest.raises(books.BookTrouble):
        books.restore(book, copy)
    assert now(book, match).totals == [100, 50]
    assert problems(path) == []
    assert [one.name for one in backup.folder(path).iterdir()] == [copy.name]


def test_no_other_book_is_put_in_place_of_this_one_that_a_newer_program_has_written(book: Book, path: Path) -> None:
    copy = books.back_up(path).path
    with closing(sqlite3.connect(copy)) as conn:
        conn.execute("INSERT INTO _sqlite_migrations (migration_set, name, applied_at) VALUES ('scorekeeper', 'x', '')")
        conn.commit()
    with pytest.raises(books.NewerBook):
        books.restore(book, copy)
    with pytest.raises(books.BookTrouble, match="there is no file"):
        books.restore(book, path.with_name("nothing.book"))


def rewritten(path: Path) -> None:
    assert changed(path, "UPDATE journal SET at = '2001-01-01T00:00:00Z' WHERE number = 2")


def with_torn_pages(path: Path) -> None:
    with closing(sqlite3.connect(path)) as conn:
        conn.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    with path.open("r+b") as file:
        file.seek(4096)
        file.write(bytes(5 * 4096))  # the journal too


@pytest.mark.parametrize("harm", [rewritten, with_torn_pages])
def test_out_of_a_book_that_is_not_sound_the_way_leads_back(harm: Any, book: Book, path: Path) -> None:
    match = entered(book, opened(book), 100, 50)
    copy = books.back_up(path)
    harm(path)
    with book.session() as session:
        assert session.problems()
    with pytest.raises(books.BookTrouble):
        books.back_up(path)
    harmed = books.restore(book, copy.path)
    assert problems(path) == []
    assert now(book, match).totals == [100, 50]
    with pytest.raises(books.BookTrouble):
        books.restore(book, harmed.path)
    assert len(books.copies(path)) == 2


def days_ago(*days: float) -> list[Copy]:
    at = datetime(2026, 11, 30, 12, tzinfo=UTC)
    return [Copy(Path(f"{day}"), at - timedelta(days=day), "") for day in sorted(days)]


def test_a_copy_is_not_let_go_as_soon_as_it_is_made(book: Book, path: Path) -> None:
    for _ in range(3 * backup.LAST):  # most of them in one second
        assert books.back_up(path).path.is_file()
    assert len(books.copies(path)) <= backup.LAST + 1


def test_copies_are_kept_by_their_age() -> None:
    """Each of the last ten; then the last of each of five weeks, of twelve months, and of every year."""
    evenings = days_ago(*(0.01 * n for n in range(10)), *range(1, 1500))
    gone = {copy.path.name for copy in backup.surplus(evenings)}
    kept = [copy for copy in evenings if copy.path.name not in gone]
    days = [(evenings[0].at - copy.at).days for copy in kept]
    assert len(kept) == 10 + 4 + 11 + 3
    assert days[:10] == [0] * 10
    days_kept = [copy.at.strftime("%Y-%m-%d") for copy in kept[10:]]
    assert days_kept[:5] == ["2026-11-29", "2026-11-22", "2026-11-15", "2026-11-08", "2026-10-31"]
    assert set(days_kept[-4:]) == {"2025-12-31", "2024-12-31", "2023-12-31", "2022-12-31"}
    assert backup.surplus(days_ago(*range(10))) == []


def test_old_copies_go_when_a_new_one_is_made(book: Book, path: Path) -> None:
    opened(book)
    for n in range(12):
        name = f"2001-02-03T04-05-{n:02}Z-0000.book"
        backup.folder(path).mkdir(exist_ok=True)
        (backup.folder(path) / name).write_bytes(b"")
    (backup.folder(path) / "of another sort.book").write_bytes(b"")
    books.back_up(path)
    assert len(books.copies(path)) == 10
    assert (backup.folder(path) / "of another sort.book").exists()


def changed(path: Path, statement: str) -> list[str]:
    """What is said of a book of which somebody else has changed the file."""
    with closing(sqlite3.connect(path)) as conn:
        for (trigger,) in conn.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            conn.execute(f"DROP TRIGGER {trigger}")
        conn.executescript(statement)
        conn.commit()
    return problems(path)


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("UPDATE journal SET body = replace(body, '100', '900') WHERE number = 2", "entry 2 of the journal is not"),
        ("UPDATE journal SET at = '2001-01-01T00:00:00Z' WHERE number = 3", "entry 3 of the journal is not"),
        ("UPDATE journal SET device = 'another' WHERE number = 2", "entry 2 of the journal is not"),
        ("UPDATE journal SET hash = '' WHERE number = 1", "entry 1 of the journal is not"),
        ("DELETE FROM journal WHERE number = 2", "entry 2 of the journal is missing"),
        ("DELETE FROM journal WHERE number > 1", "entries 2 to 4 of the journal are missing"),
        ("UPDATE journal SET number = 1000000000000 WHERE number = 4", "entries 4 to 999999999999"),
        ("UPDATE rulebooks SET data = data || ' '", "are not those that a match began with"),
        ("UPDATE drawn_sides SET total = total + 5 WHERE side = 0", "total is "),
        ("DELETE FROM drawn_lines", "is missing"),
    ],
)
def test_what_somebody_else_changed_is_found(book: Book, path: Path, statement: str, said: str) -> None:
    match = opened(book)
    for _ in range(3):
        match = entered(book, match, 100, 50)
    assert problems(path) == []
    found = changed(path, statement)
    assert any(said in problem.replace(",", "") for problem in found), found


def test_a_flipped_byte_of_any_row_of_the_journal_is_found(book: Book, path: Path) -> None:
    match = opened(book)
    for n in range(20):
        match = entered(book, match, 5 * n, 50)
    book.close()
    whole = path.read_bytes()
    with closing(sqlite3.connect(path)) as conn:
        rows = conn.execute("SELECT op_id, hash FROM journal").fetchall()
        read = conn.execute("SELECT * FROM journal").fetchall()
    places: list[int] = []
    for op_id, link in rows:  # a row lies in one piece: sizes and types, then its columns from the name to the link
        start, end = whole.find(op_id.encode()), whole.find(link.encode()) + len(link)
        assert 0 < start < end < start + 1000
        places += range(start - SIZES, end)
    chance = random.Random(5)
    missed = []
    for place in chance.sample(places, TRIES):
        flipped = bytearray(whole)
        flipped[place] ^= 1 << chance.randrange(8)
        path.write_bytes(flipped)
        try:
            found = problems(path)
        except books.BookTrouble as trouble:
            found = [str(trouble)]
        if not found:
            with closing(sqlite3.connect(path)) as conn:  # one bit of a row is nothing that anybody reads
                if conn.execute("SELECT * FROM journal").fetchall() != read:
                    missed.append(place)
    assert missed == []


def run(*args: str | Path) -> tuple[int, str]:
    result = CliRunner().invoke(main, [str(arg) for arg in args])
    return result.exit_code, result.output


def test_the_command_line_backs_up_checks_and_restores(book: Book, path: Path) -> None:
    match = entered(book, opened(book), 100, 50)
    assert run("check", "--book", path) == (0, f"Sound: 2 entries, the last of {match.changed_at}.\n")
    assert run("backup", "--book", path)[0] == 0
    [copy] = books.copies(path)
    entered(book, match, 5, 5)
    code, said = run("restore", "--book", path, copy.path)
    assert code == 0
    assert "What stood in the book before:" in said
    assert now(book, match).totals == [100, 50]
    code, listed = run("restore", "--book", path)
    assert [line.split("  ")[0] for line in listed.splitlines()] == [str(one.path) for one in books.copies(path)]
    assert changed(path, "UPDATE journal SET at = '' WHERE number = 1")
    code, said = run("check", "--book", path)
    assert (code, "entry 1 of the journal is not what was written" in said) == (1, True)


def test_commands_for_a_book_that_is_none_say_so(tmp_path: Path) -> None:
    for command in ("check", "backup", "restore"):
        assert run(command, "--book", tmp_path / "none.book") == (1, f"There is no book at {tmp_path / 'none.book'}.\n")


BOOKS = sorted((Path(__file__).parent / "books").glob("*.sql"))
TOTALS = [[1850, 5505], [1250, 460]]


def kept(source: Path, path: Path) -> None:
    """Writes the book that a version of the program has left, from the text in which it is kept."""
    with closing(sqlite3.connect(path)) as conn:
        conn.executescript(source.read_text(encoding="utf-8"))


def totals(book: Book) -> list[list[int]]:
    with book.session() as session:
        found = [session.match(one.id) for one in sorted(session.history.matches().matches, key=lambda one: one.id)]
    return [match.totals for match in found if match]


def test_a_book_of_each_schema_is_kept() -> None:
    kept_names = {source.stem for source in BOOKS}
    assert kept_names == {step.__name__ for step in books.STEPS[2:]}  # the first two made no lists yet


@pytest.mark.parametrize("source", BOOKS, ids=lambda source: source.stem)
def test_a_book_of_an_earlier_version_is_copied_then_brought_up_to_date(source: Path, path: Path) -> None:
    kept(source, path)
    with Book(path) as book:
        assert totals(book) == TOTALS
    assert problems(path) == []
    older = source.stem != books.STEPS[-1].__name__
    assert [copy.before for copy in books.copies(path)] == ["update"] * older


@pytest.mark.parametrize("source", BOOKS, ids=lambda source: source.stem)
def test_a_backup_of_an_earlier_version_is_restored_and_that_is_undone(
    source: Path, book: Book, path: Path, tmp_path: Path
) -> None:
    match = entered(book, opened(book), 100, 50)
    kept(source, tmp_path / "of long ago.book")
    before = books.restore(book, tmp_path / "of long ago.book")
    assert totals(book) == TOTALS
    assert problems(path) == []
    books.restore(book, before.path)
    assert totals(book) == [match.totals]
    assert not [found for found in tmp_path.rglob("*") if "trial" in found.name]
