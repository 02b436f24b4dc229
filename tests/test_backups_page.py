"""The pages on which the owner looks after the book: copies made, taken along, put back, a book from elsewhere."""

import contextlib
import errno
import html
import io
import os
import re
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlite_utils.utils import sqlite3  # type: ignore[attr-defined]  # the one that the book uses
from test_backup import BOOKS, changed, kept
from test_pages import DEAL, WINNING, filled, journal, play
from werkzeug.test import TestResponse

from scorekeeper import book as books
from scorekeeper.book import Book, backup
from scorekeeper.web import backups, jobs
from scorekeeper.web.words import file_size


def text(answer: TestResponse) -> str:
    """What is to be read on a page, each piece apart from the next."""
    page = answer.get_data(as_text=True).partition("<body>")[2]
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", page)).split())


def token(client: FlaskClient) -> str:
    return filled(client.get("/backups").get_data(as_text=True))["csrf_token"]


def press(client: FlaskClient, address: str, page: str = "", **fields: str) -> TestResponse:
    """Sends the form of this page, as a browser would."""
    form = filled(client.get(page or address).get_data(as_text=True))
    return client.post(address, data={**form, **fields})


def send(client: FlaskClient, content: bytes, name: str = "old.book") -> TestResponse:
    """Sends a file from the device."""
    return client.post("/backups/upload", **form_with(content, name, csrf_token=token(client)))


def form_with(content: bytes | None = None, name: str = "old.book", **fields: str) -> dict[str, Any]:
    """A form with a file in it, as a browser packs it."""
    parts = [
        f'--xyz\r\nContent-Disposition: form-data; name="{key}"\r\n\r\n{value}\r\n' for key, value in fields.items()
    ]
    head = f'--xyz\r\nContent-Disposition: form-data; name="book"; filename="{name}"\r\n\r\n'
    file = b"" if content is None else head.encode() + content + b"\r\n"
    return {
        "data": "".join(parts).encode() + file + b"--xyz--\r\n",
        "content_type": "multipart/form-data; boundary=xyz",
    }


def names(book: Book) -> list[str]:
    return [copy.path.name for copy in books.copies(book.path)]


def beside(book: Book) -> list[str]:
    """What lies in the folder of the copies and is none."""
    return sorted({path.name for path in backup.folder(book.path).glob("*")} - set(names(book)))


def from_elsewhere(tmp_path: Path, *deals: list[dict[str, Any]]) -> bytes:
    """The file of another household's book."""
    path = tmp_path / "elsewhere" / "other.book"
    with Book(path) as other:
        play(other, *deals)
        return books.back_up(other.path).path.read_bytes()


# ---- copies ----------------------------------------------------------------------------------------------------------


def test_the_copies_are_listed_newest_first_with_what_they_were_made_before(client: FlaskClient, book: Book) -> None:
    play(book, DEAL)
    for name in ("2001-02-03T04-05-06Z-0000.book", "2002-02-03T04-05-06Z-0000-update.book"):
        backup.folder(book.path).mkdir(exist_ok=True)
        (backup.folder(book.path) / name).write_bytes(bytes(84_400))
    books.back_up(book.path, "restore")
    said = text(client.get("/backups"))
    assert re.search("before a copy was put back · .*2002.* · before an update · 84 kB .*2001.* · 84 kB ", said)
    assert said.index("Matches") < said.index("In the book now Matches 1 Entries 2 Last entry")


def test_a_copy_let_go_at_this_moment_is_not_listed(
    client: FlaskClient, book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = books.back_up(book.path)
    gone.path.unlink()
    monkeypatch.setattr("scorekeeper.book.copies", lambda _: [gone])
    assert "None yet" in text(client.get("/backups"))


def test_one_press_makes_a_copy_and_two_make_one(client: FlaskClient, book: Book) -> None:
    play(book, DEAL)
    assert "None yet" in text(client.get("/backups"))
    form = filled(client.get("/backups").get_data(as_text=True))
    first, second = (client.post("/backups", data=form) for _ in range(2))
    assert (first.status_code, first.headers["Location"]) == (303, f"/backups?made={names(book)[0]}")
    assert second.headers["Location"] == first.headers["Location"]
    assert len(names(book)) == 1
    assert "The book is copied" in text(client.get(first.headers["Location"]))
    assert "The book is copied" not in text(client.get("/backups?made=another"))
    press(client, "/backups")
    assert len(names(book)) == 2


def test_a_copy_is_sent_as_it_lies_there_and_kept_by_nobody_on_the_way(client: FlaskClient, book: Book) -> None:
    play(book, DEAL)
    copy = books.back_up(book.path)
    answer = client.get(f"/backups/{copy.path.name}")
    assert answer.is_streamed
    with contextlib.closing(answer):
        assert answer.get_data() == copy.path.read_bytes()
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.headers["Content-Disposition"] == f"attachment; filename=scorekeeper-{copy.path.name}"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Content-Length"] == str(copy.path.stat().st_size)


def test_the_book_as_it_is_now_is_sent_whatever_was_pressed_before(client: FlaskClient, book: Book) -> None:
    form = {**filled(client.get("/backups").get_data(as_text=True)), "then": "download"}
    for entries in (2, 4):
        play(book, DEAL)
        answer = client.post("/backups", data=form)
        assert answer.status_code == 303
        there = Path(book.path.parent / "taken.book")
        with contextlib.closing(client.get(answer.headers["Location"])) as sent:
            there.write_bytes(sent.get_data())
        assert books.look_into(book, there).entries == entries


TRICKS = [
    *("..", "../kitchen.book", "..%2Fkitchen.book", "%2e%2e%2fkitchen.book", "..%5Ckitchen.book", "%2Fetc%2Fpasswd"),
    *("kitchen.book", "COPY%00", "COPY%00.book", "%00", "%2E/COPY", "COPY%20", "COPY.part", "left.part", "copy"),
    *("of another sort.book", f"{'0' * 32}.sent", "x" * 3000),
]


def test_nothing_is_sent_or_put_back_but_copies(client: FlaskClient, book: Book) -> None:
    play(book, DEAL)
    copy = books.back_up(book.path).path
    for other in ("left.part", "of another sort.book", "x.sent", f"{'0' * 32}.sent", f"{copy.name}.part"):
        (backup.folder(book.path) / other).write_bytes(copy.read_bytes())
    form = {"csrf_token": token(client)}
    for name in TRICKS:
        named = name.replace("COPY", copy.name)
        assert client.get(f"/backups/{named}").status_code == 404, name
        if not named.endswith(".sent"):
            assert client.get(f"/backups/{named}/restore").status_code == 404, name
            assert client.post(f"/backups/{named}/restore", data=form).status_code == 404, name
    for name in (f"{'g' * 32}.sent", "../0.sent", "x.sent"):
        for answer in (client.get(f"/backups/{name}/restore"), client.post(f"/backups/{name}/restore", data=form)):
            assert answer.status_code in (404, 422), name
    assert [one.before for one in books.copies(book.path)] == [""]


# ---- putting back ----------------------------------------------------------------------------------------------------


def test_what_is_in_a_copy_is_shown_beside_what_is_in_the_book(client: FlaskClient, book: Book) -> None:
    play(book, DEAL)
    copy = books.back_up(book.path, "update").path.name
    play(book, DEAL, DEAL)
    before = journal(book)
    said = text(client.get(f"/backups/{copy}/restore"))
    assert "It was made before an update." in said
    assert re.search("Matches 1 2 Entries 2 5 Last entry .+ All that is in the book now leaves it", said)
    assert journal(book) == before
    assert (names(book), beside(book)) == ([copy], [])


def test_a_copy_is_put_back_and_the_way_back_is_offered_and_leads_there(client: FlaskClient, book: Book) -> None:
    play(book, DEAL)
    copy = books.back_up(book.path).path.name
    play(book, DEAL, DEAL)
    answer = press(client, f"/backups/{copy}/restore")
    assert answer.status_code == 303
    assert journal(book) == 2
    page = client.get(answer.headers["Location"])
    assert "Done: the book is now what you have put in its place." in text(page)
    [way] = re.findall(r'href="([^"]+)"><svg[^>]*icon-undo', page.get_data(as_text=True)) or re.findall(
        r'href="(/backups/[^"]+-restore\.book/restore)"><svg', page.get_data(as_text=True)
    )
    assert press(client, way).status_code == 303
    assert journal(book) == 5
    assert "Done" not in text(client.get("/backups"))


def test_pressed_twice_it_is_put_back_once_and_the_way_back_is_the_same(client: FlaskClient, book: Book) -> None:
    play(book, DEAL)
    copy = books.back_up(book.path).path.name
    play(book, DEAL)
    form = filled(client.get(f"/backups/{copy}/restore").get_data(as_text=True))
    answers: list[TestResponse] = []
    app = client.application

    def pressed() -> None:
        other = app.test_client()
        answers.append(other.post(f"/backups/{copy}/restore", data=form))

    threads = [threading.Thread(target=pressed) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [answer.status_code for answer in answers] == [303] * 3
    assert len({answer.headers["Location"] for answer in answers}) == 1
    assert sorted(one.before for one in books.copies(book.path)) == ["", "restore"]


def test_without_its_token_nothing_is_done(client: FlaskClient, book: Book) -> None:
    play(book, DEAL)
    copy = books.back_up(book.path).path
    play(book, DEAL)
    for address in ("/backups", f"/backups/{copy.name}/restore", "/backups/upload"):
        assert client.post(address, data={"op_id": "a-name-for-an-act-1"}).status_code == 400
    assert client.post("/backups/upload", **form_with(copy.read_bytes(), csrf_token="forged")).status_code == 400
    assert journal(book) == 4
    assert (names(book), beside(book)) == ([copy.name], [])


def test_a_copy_that_is_damaged_is_refused_by_the_name_that_a_reader_knows(client: FlaskClient, book: Book) -> None:
    play(book, DEAL)
    copy = books.back_up(book.path).path
    form = filled(client.get(f"/backups/{copy.name}/restore").get_data(as_text=True))
    copy.write_bytes(copy.read_bytes()[:4096] + bytes(4096) + copy.read_bytes()[8192:])
    for answer in (
        client.get(f"/backups/{copy.name}/restore"),
        client.post(f"/backups/{copy.name}/restore", data=form),
    ):
        assert answer.status_code == 422
        assert re.search("The copy of .* is not sound|the book The copy of .* is damaged", text(answer)), text(answer)
        assert str(book.path.parent) not in text(answer)
    assert journal(book) == 2
    assert beside(book) == []


# ---- a book from elsewhere -------------------------------------------------------------------------------------------


def test_a_book_from_the_device_is_looked_into_then_put_in_place(
    client: FlaskClient, book: Book, tmp_path: Path
) -> None:
    play(book, DEAL)
    answer = send(client, from_elsewhere(tmp_path, DEAL, DEAL, DEAL))
    assert answer.status_code == 303
    assert journal(book) == 2
    shown = client.get(answer.headers["Location"])
    assert re.search("In the file In the book now Matches 1 1 Entries 4 2", text(shown))
    [sent] = beside(book)
    assert (backup.folder(book.path) / sent).stat().st_mode & 0o077 == 0 or os.name == "nt"
    form = filled(shown.get_data(as_text=True))
    for _ in range(2):  # the second press finds the file gone, and what came of the first
        done = client.post(answer.headers["Location"], data=form)
        assert done.status_code == 303
        assert "Done" in text(client.get(done.headers["Location"]))
    assert journal(book) == 4
    assert [one.before for one in books.copies(book.path)] == ["restore"]
    assert beside(book) == []
    late = press(client, answer.headers["Location"], "/backups")
    assert "no longer there; choose it again" in text(late)
    assert "no longer there; choose it again" in text(client.get(answer.headers["Location"]))


@pytest.mark.parametrize("source", BOOKS, ids=lambda source: source.stem)
def test_a_book_of_an_earlier_version_is_taken_too(
    source: Path, client: FlaskClient, book: Book, tmp_path: Path
) -> None:
    kept(source, tmp_path / "of long ago.book")
    answer = send(client, (tmp_path / "of long ago.book").read_bytes())
    assert "In the file In the book now Matches 2 0" in text(client.get(answer.headers["Location"]))
    assert press(client, answer.headers["Location"]).status_code == 303
    with book.session() as session:
        assert len(session.history.matches().matches) == 2


def test_looking_into_a_copy_changes_nothing_of_it(client: FlaskClient, book: Book) -> None:
    backup.folder(book.path).mkdir()
    path = backup.folder(book.path) / "2001-02-03T04-05-06Z-0000-update.book"
    kept(BOOKS[-1], path)
    before = path.read_bytes()
    assert client.get(f"/backups/{path.name}/restore").status_code == 200
    assert path.read_bytes() == before
    assert beside(book) == []


def newer(path: Path) -> None:
    with contextlib.closing(sqlite3.connect(path)) as conn:
        conn.execute("INSERT INTO _sqlite_migrations (migration_set, name, applied_at) VALUES ('scorekeeper', 'x', '')")
        conn.commit()


def strange(path: Path) -> None:
    path.unlink()
    with contextlib.closing(sqlite3.connect(path)) as conn:
        conn.execute("CREATE TABLE songs (title TEXT)")


def torn(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:4096] + bytes(4096) + path.read_bytes()[8192:])


def rewritten(path: Path) -> None:
    assert changed(path, "UPDATE journal SET at = '2001-01-01T00:00:00Z' WHERE number = 2")


@pytest.mark.parametrize(
    ("harm", "said"),
    [
        (lambda path: path.write_bytes(b""), "my <b>.book is no book of Scorekeeper"),
        (lambda path: path.write_bytes(b"no book at all" * 400), "my <b>.book is no book of Scorekeeper"),
        (lambda path: path.write_bytes(path.read_bytes()[:5000]), "my <b>.book"),
        (torn, "my <b>.book"),
        (newer, "a newer Scorekeeper has written my <b>.book"),
        (strange, "my <b>.book belongs to another program"),
        (rewritten, "my <b>.book is not sound: entry 2 of the journal"),
    ],
    ids=["empty", "text", "cut", "torn", "newer", "of another program", "rewritten"],
)
def test_a_file_that_is_no_sound_book_is_refused_beside_its_field(
    client: FlaskClient, book: Book, tmp_path: Path, harm: Any, said: str
) -> None:
    play(book, DEAL)
    path = tmp_path / "harmed.book"
    path.write_bytes(from_elsewhere(tmp_path, DEAL, DEAL))
    harm(path)
    answer = send(client, path.read_bytes(), "my <b>\u202e.book")
    page = answer.get_data(as_text=True)
    assert answer.status_code == 422
    assert said in text(answer)
    assert str(tmp_path) not in text(answer)
    assert re.search(
        r'aria-describedby="book-hint book-error" aria-invalid="true">\s*<p class="error" id="book-error">', page
    )
    assert "<b>.book" not in page
    assert journal(book) == 2
    assert [*names(book), *beside(book)] == []


def test_without_a_file_the_field_says_so(client: FlaskClient, book: Book) -> None:
    for content in (b"", None):
        answer = client.post("/backups/upload", **form_with(content, "", csrf_token=token(client)))
        assert (answer.status_code, "choose a file first" in text(answer)) == (422, True)
    assert client.get("/backups/upload").headers["Location"] == "/backups"


def test_a_book_may_be_long_and_everything_else_may_not(
    client: FlaskClient, book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backups, "LARGEST", 3_000_000)
    assert "is no book" in text(send(client, b"x" * 2_900_000))
    answer = send(client, b"x" * 3_000_000)
    assert (answer.status_code, "larger than any book" in text(answer)) == (413, True)
    much = {"csrf_token": token(client), "more": "x" * 70_000}
    assert client.post("/backups/upload", **form_with(**much)).status_code == 413
    for address in ("/backups", "/backups/x.book/restore"):
        assert client.post(address, data=much).status_code == 413
        assert client.post(address, **form_with(b"x" * 70_000, csrf_token=token(client))).status_code == 413
    assert beside(book) == []


def test_nothing_is_read_of_what_is_sent_before_it_is_known_by_whom(app: Flask) -> None:
    class Unread(io.RawIOBase):
        """As long as it says, whenever the client asks for its end."""

        def __init__(self, length: int) -> None:
            self.length, self.at = length, 0

        def seek(self, offset: int, whence: int = 0) -> int:
            self.at = self.length if whence == 2 else offset
            return self.at

        def tell(self) -> int:
            return self.at

        def readable(self) -> bool:
            return True

        def readinto(self, buffer: Any) -> int:
            raise AssertionError("it was read")

    app.before_request(lambda: ("not for you", 403))
    kind = "multipart/form-data; boundary=xyz"
    for length in (60_000, 10_000_000):
        answer = app.test_client().post("/backups/upload", input_stream=Unread(length), content_type=kind)
        assert (answer.status_code, answer.get_data()) == (403, b"not for you")


def test_a_full_disk_is_said_and_leaves_nothing_half(
    client: FlaskClient, book: Book, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(book, DEAL)
    content = from_elsewhere(tmp_path, DEAL)

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    for place in ("scorekeeper.book.looking.shutil.copyfileobj", "flask_wtf.csrf.CSRFProtect._get_csrf_token"):
        with monkeypatch.context() as disk:
            sent = form_with(content, csrf_token=token(client))
            disk.setattr(place, full)
            answer = client.post("/backups/upload", **sent)
        assert (answer.status_code, "the disk is full; nothing was saved" in text(answer)) == (422, True)
    form = filled(client.get("/backups").get_data(as_text=True))
    with monkeypatch.context() as disk:
        disk.setattr(backup, "_on_disk", full)
        answer = client.post("/backups", data=form)
    assert answer.status_code == 503
    assert re.search("Copies of the book the disk is full; nothing was saved .* Make a copy now", text(answer))
    assert [*names(book), *beside(book)] == []
    assert client.post("/backups", data=form).status_code == 303


def test_what_crashes_have_left_is_cleared_away_after_a_day(client: FlaskClient, book: Book) -> None:
    backup.folder(book.path).mkdir()
    left = [f"{name}{age}" for age in ("", "-wal") for name in ("0a.trial", f"{'a' * 32}.sent", "2001-x.part")]
    others = ["2001-02-03T04-05-06Z-0000.book", "notes.txt", "sent", "part.of mine"]
    for name in [*left, *others]:
        for day, number in (("new ", 23), ("old ", 25)):
            path = backup.folder(book.path) / (name if name in others else day + name)
            path.write_bytes(b"")
            os.utime(path, (time.time() - number * 3600,) * 2)
    client.get("/backups")
    found = {path.name for path in backup.folder(book.path).iterdir()}
    assert found == {*(f"new {name}" for name in left), *others}


# ---- is the book sound? ----------------------------------------------------------------------------------------------


def test_a_sound_book_is_said_to_be_and_an_empty_one_too(client: FlaskClient, book: Book) -> None:
    assert "Sound: nothing written yet." in text(client.get("/backups/check"))
    play(book, WINNING, WINNING)
    said = text(client.get("/backups/check"))
    assert re.search("Sound: 3 entries, the last of .", said)
    assert "A copy from before" not in said


def test_whatever_is_wrong_with_the_book_is_said(client: FlaskClient, book: Book) -> None:
    play(book, DEAL)
    with contextlib.closing(sqlite3.connect(book.path)) as conn:
        for table in ("journal", "rulebooks"):
            conn.execute(f"DROP TRIGGER {table}_update")
        conn.execute("UPDATE journal SET at = '2001-01-01T00:00:00Z' WHERE number = 2")
        conn.execute("UPDATE rulebooks SET data = data || ' '")
        conn.commit()
    said = text(client.get("/backups/check"))
    assert "entry 2 of the journal is not what was written" in said
    assert "are not those that a match began with" in said
    assert "A copy from before it was so can be put in the book's place" in said
    assert "Sound" not in said


def test_a_book_of_which_little_can_be_read_has_the_page_all_the_same(client: FlaskClient, book: Book) -> None:
    play(book, DEAL)
    copy = books.back_up(book.path).path.name
    with contextlib.closing(sqlite3.connect(book.path)) as conn:
        for view in ("people", "matches", "sides", "seats", "deals", "lines"):
            conn.execute(f"DROP VIEW {view}")
        conn.execute("ALTER TABLE drawn_matches RENAME TO elsewhere")
        conn.commit()
    for address in ("/backups", "/backups/check", f"/backups/{copy}/restore"):
        answer = client.get(address)
        assert answer.status_code == 200, address
    assert "no such table" in text(client.get("/backups"))


def test_sizes_are_said_as_a_reader_says_them(app: Flask) -> None:
    for tag, sizes in (("en", ["1 kB", "84 kB", "1.2 MB", "256 MB"]), ("pt", ["1 kB", "84 kB", "1,2 MB", "256 MB"])):
        with app.test_request_context(headers={"Accept-Language": tag}):
            app.extensions["babel"].locale_selector = lambda tag=tag: tag
            assert [file_size(size) for size in (10, 84_400, 1_200_000, 256_000_000)] == sizes


def test_the_lists_are_drawn_anew(client: FlaskClient, book: Book) -> None:
    play(book, DEAL)
    with contextlib.closing(sqlite3.connect(book.path)) as conn:
        conn.execute("UPDATE drawn_sides SET total = 5")
        conn.commit()
    assert "total is 5" in text(client.get("/backups/check"))
    answer = client.post("/backups/lists", data={"csrf_token": token(client)})
    assert answer.status_code == 303
    assert "All lists and statistics are drawn anew" in text(client.get(answer.location))
    assert "Sound" in text(client.get("/backups/check"))
    with book.session() as session:
        assert session.differences() == []


def test_long_checking_says_how_far_it_is(client: FlaskClient, book: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    for _ in range(30):
        play(book, DEAL)
    with monkeypatch.context() as patched:
        patched.setattr(jobs, "WAIT", 0.0)
        going = client.get("/backups/check")
    assert re.search(r"Checking the book \d+ of \d+ match", text(going))
    assert 'http-equiv="refresh"' in going.get_data(as_text=True)
    assert "Sound: 60 entries" in text(client.get("/backups/check"))
