"""Programs: the keys they come in with, what those are worth and for how long, and where they are worth nothing."""

import logging
import re
from pathlib import Path

import pytest
from _household import COOKIE, OWNER, cookie, let_in, stranger
from flask import Flask
from flask.testing import FlaskClient
from test_door import HERE, Clock, carried, clock, come_in, device_of, invited, let_out
from test_pages import DEAL, op, play, text
from werkzeug.test import TestResponse

from scorekeeper import book as books
from scorekeeper.book import Book

__all__ = ["clock"]


def key(book: Book, name: str = "The spreadsheet") -> str:
    with book.session() as session:
        return session.access.let_program_in(name)


def asked(app: Flask, key: str, address: str = "/api/matches", **about: str) -> TestResponse:
    """What a program is answered that has nothing but this key."""
    return stranger(app).get(address, headers={"Authorization": f"Bearer {key}", **about}, buffered=True)


def made(client: FlaskClient, name: str = "The spreadsheet", **typed: str) -> TestResponse:
    """Presses the button that makes a key."""
    form = carried(client.get("/devices").get_data(as_text=True))
    return client.post("/devices/programs", data={**form, "program": name, **typed}, headers=HERE)


def told(answer: TestResponse) -> str:
    [found] = re.findall(r"<code>([\w-]{32})</code>", answer.get_data(as_text=True))
    return str(found)


def test_a_key_is_told_once_and_lets_a_program_read(app: Flask, client: FlaskClient, book: Book) -> None:
    match = play(book, DEAL)
    answer = made(client)
    assert answer.status_code == 200
    assert answer.headers["Cache-Control"] == "no-store"
    listed = asked(app, told(answer))
    assert listed.status_code == 200
    assert [one["id"] for one in listed.get_json()["matches"]] == [match]
    assert told(answer) not in client.get("/devices").get_data(as_text=True)


def test_a_key_has_192_random_bits_and_the_file_keeps_its_hash_alone(
    app: Flask, book: Book, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    keys = [key(book) for _ in range(3)]
    assert {len(one) for one in keys} == {32}  # letters of six bits each
    assert len(set(keys)) == 3
    assert {asked(app, one).status_code for one in keys} == {200}
    book.close()
    whole = b"".join(file.read_bytes() for file in tmp_path.iterdir() if file.is_file())
    for one in keys:
        assert one.encode() not in whole
        assert one not in caplog.text


@pytest.mark.parametrize("scheme", ["Bearer ", "bearer ", "BEARER   "])
def test_the_scheme_is_read_as_http_has_it(app: Flask, book: Book, scheme: str) -> None:
    answer = stranger(app).get("/api/matches", headers={"Authorization": scheme + key(book)})
    assert answer.status_code == 200


@pytest.mark.parametrize(
    "sent",
    [
        {},
        {"Authorization": ""},
        {"Authorization": "Bearer"},
        {"Authorization": "Bearer x"},
        {"Authorization": "Bearer \xff"},
        {"Authorization": f"Bearer {'x' * 10_000}"},
        {"Authorization": f"Bearer {OWNER}"},
        {"Authorization": "Basic KEY"},
        {"Authorization": "KEY"},
        {"X-Key": "KEY"},
        {"Cookie": "key=KEY"},
        {"Cookie": f"{COOKIE}=KEY"},
    ],
)
def test_whoever_asks_without_a_key_is_told_how_to_ask(app: Flask, book: Book, sent: dict[str, str]) -> None:
    play(book, DEAL)
    right = key(book)
    headers = {name: value.replace("KEY", right) for name, value in sent.items()}
    answer = stranger(app).get(f"/api/matches?key={right}&access_token={right}", headers=headers)
    assert answer.status_code == 401
    assert answer.headers["WWW-Authenticate"].startswith("Bearer ")
    assert ("invalid_token" in answer.headers["WWW-Authenticate"]) == headers.get("Authorization", "").startswith("Bea")
    assert answer.mimetype == "application/problem+json"
    assert answer.get_json()["status"] == 401
    assert "Ana" not in answer.get_data(as_text=True)


def test_a_key_in_a_signed_cookie_is_none(app: Flask, book: Book) -> None:
    client = stranger(app)
    client.set_cookie(COOKIE, cookie(key(book)))
    assert [client.get(path).status_code for path in ("/", "/api/matches")] == [403, 401]


def test_the_secret_of_a_device_is_no_key_and_lets_nothing_be_read(app: Flask, book: Book) -> None:
    let_in(book, "of a scorer", "scorer")
    assert asked(app, "of a scorer").status_code == 401


def test_a_key_opens_no_page_and_writes_nothing(app: Flask, book: Book) -> None:
    match = play(book, DEAL)
    right = key(book)
    for address in ("/", f"/matches/{match}", f"/matches/{match}/last", "/rules", "/new", "/devices", "/backups"):
        answer = asked(app, right, address)
        assert (answer.status_code, "Ana" in answer.get_data(as_text=True)) == (403, False), address
    client = stranger(app)
    form = carried(client.get("/join").get_data(as_text=True))
    headers = {"Authorization": f"Bearer {right}", **HERE}
    for address in (f"/matches/{match}/journal/{match + 1}/undo", "/devices/programs", "/backups"):
        assert client.post(address, data={**form, "op_id": op()}, headers=headers).status_code == 403, address
    with book.session() as session:
        assert len(session.entries(match)) == 2


def test_a_key_takes_a_sheet_out_too(app: Flask, book: Book) -> None:
    match, right = play(book, DEAL), key(book)
    assert asked(app, right, f"/matches/{match}.json").get_json()["sides"] == ["Ana & Rui", "Marta & Zé"]
    for answer, status in (
        (asked(app, "x", f"/matches/{match}.json"), 401),
        (asked(app, right, "/matches/999.json"), 404),
    ):
        assert (answer.status_code, answer.mimetype) == (status, "application/problem+json")
    assert stranger(app).get(f"/matches/{match}.json").status_code == 403  # the door, as for any browser


def test_a_wrong_key_hides_nothing_behind_the_cookie_of_a_device(app: Flask, client: FlaskClient, book: Book) -> None:
    wrong = {"Authorization": "Bearer x"}
    assert client.get("/api/matches").status_code == 200
    assert client.get("/api/matches", headers=wrong).status_code == 401
    assert client.get("/", headers=wrong).status_code == 200  # where keys are nothing, neither is a wrong one


def test_whoever_looks_after_the_book_asks_no_more_with_a_key_than_a_viewer(app: Flask, book: Book) -> None:
    with book.session() as session:
        program = session.access.program(key(book))
    assert program is not None
    assert (program.role, program.match, program.may("scorer")) == ("viewer", None, False)


def test_a_program_is_listed_and_removed_like_a_device(app: Flask, client: FlaskClient, book: Book) -> None:
    right = told(made(client))
    page = text(client.get("/devices"))
    assert re.search(r"The spreadsheet a program · looks on · in since .* · not used yet", page)
    assert "Its link and code let it in again" not in page
    asked(app, right)
    assert re.search(r"The spreadsheet a program · looks on · in since .* · last used \d", text(client.get("/devices")))
    let_out(client, f"/devices/{device_of(book, 'The spreadsheet')}/name", name="The home page")
    assert "The home page a program" in text(client.get("/devices"))
    let_out(client, f"/devices/{device_of(book, 'The home page')}/end")
    answer = asked(app, right)
    assert answer.status_code == 401
    assert answer.get_json()["detail"] == "This key lets nobody in, or not any more."
    assert "The home page" not in text(client.get("/devices"))


def test_a_program_is_let_out_with_all_others(app: Flask, client: FlaskClient, book: Book) -> None:
    right = told(made(client))
    let_out(client, "/devices/others/end")
    assert asked(app, right).status_code == 401


def test_a_restored_backup_lets_no_program_in_again_and_none_out(app: Flask, client: FlaskClient, book: Book) -> None:
    ended = key(book, "Ended")
    copy = books.back_up(book.path)
    let_out(client, f"/devices/{device_of(book, 'Ended')}/end")
    late = key(book, "Late")
    books.restore(book, copy.path)
    assert [asked(app, one).status_code for one in (ended, late)] == [401, 200]


def test_no_link_and_no_code_belongs_to_a_program(app: Flask, client: FlaskClient, book: Book) -> None:
    right = key(book)
    with book.session() as session:
        assert [one.name for one in session.access.invitations()] == ["The owner"]
        rows = session._db.execute("SELECT link, code FROM invitations WHERE name = 'The spreadsheet'").fetchall()
    for typed in (right, *rows[0]):
        assert come_in(stranger(app), typed).status_code == 422


def test_the_last_use_of_a_program_is_noted_and_no_cookie_comes_of_it(
    app: Flask, book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    right = key(book)

    def used() -> str:
        with book.session() as session:
            program = session.access.program(right)
            assert program is not None
            return program.used_at

    assert used() == ""
    for now in ("2027-01-05T10:00:00Z", "2027-02-05T10:09:00Z"):
        monkeypatch.setattr("scorekeeper.web.access.utc", lambda now=now: now)
        monkeypatch.setattr("scorekeeper.book.access.utc", lambda now=now: now)
        assert "Set-Cookie" not in asked(app, right).headers
        assert used() == now


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("", "Write which program it is for"),
        ("\u200b", "Write which program it is for"),
        ("x" * 41, "at most 40 letters"),
    ],
)
def test_a_key_without_a_good_name_is_not_made(client: FlaskClient, book: Book, name: str, said: str) -> None:
    answer = made(client, name)
    assert answer.status_code == 422
    assert said in text(answer)
    assert 'aria-describedby="program-error"' in answer.get_data(as_text=True)
    assert '<details class="apart" open>' in answer.get_data(as_text=True)
    with book.session() as session:
        assert [one for one in session.access.devices() if one.program] == []


def test_a_form_that_is_sent_again_tells_the_same_key_while_it_is_one(
    app: Flask, client: FlaskClient, book: Book
) -> None:
    form = {**carried(client.get("/devices").get_data(as_text=True)), "program": "The spreadsheet"}
    first, again = (told(client.post("/devices/programs", data=form, headers=HERE)) for _ in range(2))
    assert first == again
    let_out(client, f"/devices/{device_of(book, 'The spreadsheet')}/end")
    other = told(client.post("/devices/programs", data=form, headers=HERE))
    assert [asked(app, one).status_code for one in (first, other)] == [401, 200]


# --- Guessing.


def test_wrong_keys_make_an_address_wait_and_keep_out_no_program_that_is_in(
    app: Flask, client: FlaskClient, book: Book, clock: Clock
) -> None:
    in_already, new = key(book), key(book, "New")
    assert asked(app, in_already).status_code == 200
    answers = [asked(app, f"guess {n}") for n in range(6)]
    assert [answer.status_code for answer in answers] == [401] * 5 + [429]
    assert answers[-1].headers["Retry-After"] == "1"
    assert answers[-1].get_json()["status"] == 429
    assert asked(app, new).status_code == 429  # else each guess would be answered
    assert asked(app, in_already).status_code == 200
    assert client.get("/api/matches").status_code == 200
    clock.now += 2
    assert [asked(app, one).status_code for one in (new, "guess 7")] == [200, 401]


def test_an_old_key_uses_up_none_of_the_tries_of_the_door(app: Flask, book: Book, clock: Clock) -> None:
    for n in range(10):
        asked(app, f"guess {n}")
    assert come_in(stranger(app), invited(book).code).status_code == 303


def test_a_key_that_has_ended_is_a_guess_like_others(app: Flask, client: FlaskClient, book: Book, clock: Clock) -> None:
    right = key(book)
    assert asked(app, right).status_code == 200
    let_out(client, f"/devices/{device_of(book, 'The spreadsheet')}/end")
    assert [asked(app, right).status_code for _ in range(7)] == [401] * 6 + [429]
