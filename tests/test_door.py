"""Coming in: links and codes, what they are worth and for how long; cookies; letting out."""

import html
import logging
import re
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from _household import COOKIE, InClient, let_in, stranger
from flask import Flask
from flask.testing import FlaskClient
from sqlite_utils.utils import sqlite3  # type: ignore[attr-defined]  # the one that the book uses
from test_pages import DEAL, WINNING, filled, op, play, text
from werkzeug.middleware.dispatcher import DispatcherMiddleware
from werkzeug.test import TestResponse

from scorekeeper import book as books
from scorekeeper.book import Book, Invited
from scorekeeper.web import guesses
from scorekeeper.web.guesses import Guesses

HERE = {"Origin": "http://localhost"}


def carried(page: str) -> dict[str, str]:
    """What the first form of a page sends by itself."""
    found: dict[str, str] = {}
    for name, value in re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', page):
        found.setdefault(name, html.unescape(value))
    return found


def invited(book: Book, role: books.Role = "scorer", name: str = "Marta", match: int | None = None) -> Invited:
    with book.session() as session:
        return session.access.invite(name, role, match)


def come_in(client: FlaskClient, code: str, **typed: str) -> TestResponse:
    """Follows a link, or types a code, and presses the button."""
    form = carried(client.get("/join").get_data(as_text=True))
    return client.post("/join", data={**form, "code": code, **typed}, headers=HERE)


def names(book: Book) -> list[str]:
    """The devices that are in, but for the first owner's."""
    with book.session() as session:
        return sorted(one.name for one in session.access.devices() if one.name != "The owner")


@pytest.mark.parametrize("how", ["link", "code"])
def test_a_link_or_a_code_lets_a_device_in_at_once_and_the_address_stays_clean(
    app: Flask, book: Book, how: str
) -> None:
    play(book)
    client = stranger(app)
    assert client.get("/").status_code == 403
    answer = come_in(client, getattr(invited(book), how))
    assert (answer.status_code, answer.headers["Location"]) == (303, "/")
    assert client.get("/new").status_code == 200
    assert names(book) == ["Marta"]


@pytest.mark.parametrize("change", [str.lower, lambda code: f" {code[:4]} - {code[4:]} ", lambda code: code + "\n"])
def test_a_code_is_read_as_people_type_it(app: Flask, book: Book, change: Any) -> None:
    assert come_in(stranger(app), change(invited(book).code)).status_code == 303


def test_letters_that_look_like_figures_are_taken_for_them() -> None:
    assert books.access.read("o0-iI lL 1") == "00" + "11111"


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("", "Type the code that you were given."),
        ("K7QM", "A code has eight letters and digits."),
        ("K7QM3XPD", "This code opens nothing."),
        ("K" * 26, "This link lets nobody in any more."),
        ("Ж" * 8, "This code opens nothing."),
        ("\x00" * 8, "This code opens nothing."),
        ("x" * 60_000, "A code has eight letters and digits."),
    ],
)
def test_what_opens_nothing_is_said_beside_the_field_and_kept(app: Flask, code: str, said: str) -> None:
    answer = come_in(stranger(app), code, name="Zé")
    assert answer.status_code == 422
    assert said in text(answer)
    page = answer.get_data(as_text=True)
    assert 'aria-invalid="true" aria-describedby="code-error"' in page
    assert 'value="Zé"' in page
    assert f'value="{code if len(code) != 26 else ""}"' in page


def test_an_owners_link_lets_one_device_in_and_the_others_as_many_as_come(app: Flask, book: Book) -> None:
    for role, worth in (("owner", 1), ("scorer", 3), ("viewer", 3)):
        made = invited(book, role, role)  # type: ignore[arg-type]
        answers = [come_in(stranger(app), made.link).status_code for _ in range(3)]
        assert answers == [303] * worth + [422] * (3 - worth)
    assert names(book) == ["owner", "scorer", "scorer 2", "scorer 3", "viewer", "viewer 2", "viewer 3"]


def test_a_press_that_trembles_lets_one_device_in(app: Flask, book: Book) -> None:
    client, made = stranger(app), invited(book, "owner")
    form = {**carried(client.get("/join").get_data(as_text=True)), "code": made.code}
    before = client.get_cookie(COOKIE)
    assert before is not None
    for _ in range(2):  # the second is on its way before the first is answered
        client.set_cookie(COOKIE, before.value)
        assert client.post("/join", data=form, headers=HERE).status_code == 303
    assert client.get("/devices").status_code == 200
    assert names(book) == ["Marta"]


def test_nobody_is_taken_for_another_because_neither_names_the_act(app: Flask, book: Book) -> None:
    made = invited(book)
    clients = [stranger(app) for _ in range(2)]
    for client in clients:
        assert come_in(client, made.code, op_id="").status_code == 303
    assert names(book) == ["Marta", "Marta 2"]


def test_whoever_goes_back_and_presses_once_more_stays_in(app: Flask, book: Book) -> None:
    client, made = stranger(app), invited(book, "owner")
    form = {**carried(client.get("/join").get_data(as_text=True)), "code": made.link}
    assert client.post("/join", data=form, headers=HERE).status_code == 303
    assert client.post("/join", data=form, headers=HERE).status_code == 303
    assert client.get("/devices").status_code == 200
    assert names(book) == ["Marta"]


@pytest.mark.parametrize(("role", "status"), [("owner", 422), ("scorer", 303)])
def test_an_answer_is_not_given_again_once_its_device_is_out(
    app: Flask, book: Book, role: books.Role, status: int
) -> None:
    client, made = stranger(app), invited(book, role)
    form = {**carried(client.get("/join").get_data(as_text=True)), "code": made.link}
    before = client.get_cookie(COOKIE)
    assert before is not None
    client.post("/join", data=form, headers=HERE)
    with book.session() as session:
        session.access.end_device(device_of(book))
    client.set_cookie(COOKIE, before.value)
    assert client.post("/join", data=form, headers=HERE).status_code == status
    assert client.get("/").status_code == (200 if status == 303 else 403)


def test_a_device_says_whose_it_is_and_the_proof_of_a_deal_names_it(app: Flask, book: Book) -> None:
    client = stranger(app)
    come_in(client, invited(book).code, name="Tia\u202e <b>Zulmira</b>")
    match = play(book)
    form = filled(client.get(f"/matches/{match}/deals/new/plain").get_data(as_text=True))
    typed = {"went_out": "0", "side0-result": "3525", "side1-result": "1490", "act": "save"}
    for _ in range(2):  # once more after the doubt
        answer = client.post(f"/matches/{match}/deals/new/plain", data={**form, **typed}, headers=HERE)
        form = filled(answer.get_data(as_text=True))
    assert re.search(r"Entered \d+:\d\d.[AP]M, Tia <b>Zulmira</b>\.", text(client.get(f"/matches/{match}/deals/2")))
    with book.session() as session:
        [opened, entered] = session.entries(match)
        assert (opened.device, session.access.name_of(entered.device)) == (None, "Tia <b>Zulmira</b>")
        assert session.problems() == []


def test_a_device_that_comes_in_anew_is_no_two(app: Flask, book: Book) -> None:
    client = stranger(app)
    come_in(client, invited(book, "viewer").code)
    assert client.get("/new").status_code == 403
    come_in(client, invited(book, "scorer", "Rui").code)
    assert client.get("/new").status_code == 200
    assert names(book) == ["Rui"]


def test_a_device_that_is_in_does_not_lose_what_it_may_by_following_a_link(client: FlaskClient, book: Book) -> None:
    page = client.get("/join?to=/matches/1")
    assert "This device is in" in text(page)
    assert "With one that lets it do less, this device may do less from then on." in text(page)
    assert '<a class="button brass" href="/matches/1">' in page.get_data(as_text=True)
    assert client.get("/devices").status_code == 200


# --- Secrets.


def test_of_secrets_nothing_but_hashes_is_in_the_file_and_nothing_in_any_log(
    app: Flask, book: Book, path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    made, client = invited(book), stranger(app)
    come_in(client, made.link)
    other = stranger(app)
    come_in(other, made.code)
    cookies = [found.value for found in [client.get_cookie(COOKIE), other.get_cookie(COOKIE)] if found]
    assert len(set(cookies)) == 2
    book.close()
    whole = b"".join(file.read_bytes() for file in path.parent.iterdir() if file.is_file())
    known = [_secret(app, one) for one in cookies]
    for secret in [made.link, made.code, *known]:
        assert len(secret) >= 8
        assert secret.encode() not in whole
        assert secret not in caplog.text


def _secret(app: Flask, cookie: str) -> str:
    serializer = app.session_interface.get_signing_serializer(app)  # type: ignore[attr-defined]
    return str(serializer.loads(cookie)["device"])


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "kitchen.book"


def test_a_device_is_known_by_192_random_bits_and_gets_others_each_time(app: Flask, book: Book) -> None:
    made = invited(book)
    clients = [stranger(app) for _ in range(3)]
    found = set()
    for client in clients:
        come_in(client, made.link)
        kept = client.get_cookie(COOKIE)
        assert kept is not None
        found.add(_secret(app, kept.value))
    assert {len(secret) for secret in found} == {32}
    assert len(found) == 3


# --- Cookies, by scheme and by where the app is mounted.


@pytest.mark.parametrize(
    ("base", "prefix", "name", "about"),
    [
        ("http://localhost", "", COOKIE, {"HttpOnly", "Path=/", "SameSite=Lax"}),
        ("http://localhost", "/cards", COOKIE, {"HttpOnly", "Path=/cards", "SameSite=Lax"}),
        ("https://localhost", "", f"__Host-{COOKIE}", {"Secure", "HttpOnly", "Path=/", "SameSite=Lax"}),
        ("https://localhost", "/cards", f"__Secure-{COOKIE}", {"Secure", "HttpOnly", "Path=/cards", "SameSite=Lax"}),
    ],
)
def test_the_cookie_is_named_and_kept_by_scheme_and_mount(
    app: Flask, book: Book, base: str, prefix: str, name: str, about: set[str]
) -> None:
    app.wsgi_app = DispatcherMiddleware(lambda _, start: [], {prefix: app.wsgi_app})  # type: ignore[method-assign]
    client = stranger(app)
    door = f"{prefix}/join"
    form = carried(client.get(door, base_url=base).get_data(as_text=True))
    answer = client.post(door, base_url=base, data={**form, "code": invited(book).link}, headers={"Origin": base})
    assert answer.headers["Location"] == f"{prefix}/"
    [said] = [one for one in answer.headers.getlist("Set-Cookie") if one.startswith(f"{name}=")]
    parts = set(said.split("; ")[1:])
    assert about <= parts
    assert not any(part.startswith("Domain") for part in parts)
    assert ("Secure" in parts) == base.startswith("https")
    assert any(part.startswith("Expires=") for part in parts)  # it outlives the browser's evening
    assert client.get(f"{prefix}/new", base_url=base).status_code == 200


def test_books_of_one_host_have_cookies_of_their_own(tmp_path: Path) -> None:
    marks = set()
    for name in ("a.book", "b.book"):
        with Book(tmp_path / name) as book, book.session() as session:
            marks.add(session.mark())
            assert session.mark() in marks
    assert len(marks) == 2


@pytest.mark.parametrize("base", ["http://localhost", "https://localhost"])
def test_a_browser_is_told_to_come_back_by_https_only_by_https(client: FlaskClient, base: str) -> None:
    said = client.get("/", base_url=base).headers.get("Strict-Transport-Security")
    assert said == ("max-age=31536000" if base.startswith("https") else None)


def test_a_page_sends_no_cookie_again_and_again(app: Flask, book: Book) -> None:
    client = stranger(app)
    come_in(client, invited(book).link)
    client.get("/new/classic")
    for address in ("/", "/new/classic", "/rules"):
        assert "Set-Cookie" not in client.get(address).headers


# --- Letting out.


def let_out(client: FlaskClient, address: str, **typed: str) -> TestResponse:
    form = carried(client.get("/devices").get_data(as_text=True))
    return client.post(address, data={**form, **typed}, headers=HERE)


@pytest.fixture
def marta(app: Flask, book: Book) -> InClient:
    """In, with a link named after her."""
    client = stranger(app)
    come_in(client, invited(book).link)
    assert client.get("/").status_code == 200
    return client


def invitation_of(book: Book, name: str = "Marta") -> str:
    with book.session() as session:
        return next(one.id for one in session.access.invitations() if one.name == name)


def device_of(book: Book, name: str = "Marta") -> str:
    with book.session() as session:
        return next(one.id for one in session.access.devices() if one.name == name)


def test_a_device_that_is_let_out_is_out_at_its_next_request(client: FlaskClient, book: Book, marta: InClient) -> None:
    assert let_out(client, f"/devices/{device_of(book)}/end").status_code == 303
    assert marta.get("/").status_code == 403
    assert client.get("/").status_code == 200


def test_an_ended_link_lets_nobody_in_and_whoever_it_let_in_is_out(
    app: Flask, client: FlaskClient, book: Book, marta: InClient
) -> None:
    made = invited(book, name="Rui")
    rui = stranger(app)
    come_in(rui, made.code)
    let_out(client, f"/invitations/{invitation_of(book, 'Rui')}/end")
    assert rui.get("/").status_code == 403
    assert [come_in(stranger(app), secret).status_code for secret in (made.link, made.code)] == [422, 422]
    assert marta.get("/").status_code == 200


def test_a_new_code_in_place_of_one_ends_it_and_is_told_once(
    app: Flask, client: FlaskClient, book: Book, marta: InClient
) -> None:
    told = let_out(client, f"/invitations/{invitation_of(book)}/end", again="")
    [code] = re.findall(r'<p class="code-told" dir="ltr">([0-9A-Z-]{9})</p>', told.get_data(as_text=True))
    assert marta.get("/").status_code == 403
    assert come_in(stranger(app), code).status_code == 303
    assert code not in client.get("/devices").get_data(as_text=True)
    assert names(book) == ["Marta"]


def test_all_others_are_let_out_at_once_and_no_link_or_code_is_worth_anything(
    app: Flask, client: FlaskClient, book: Book, marta: InClient
) -> None:
    made = invited(book)
    let_out(client, "/devices/others/end")
    assert marta.get("/").status_code == 403
    assert come_in(stranger(app), made.link).status_code == 422
    assert client.get("/devices").status_code == 200
    assert names(book) == []


def test_a_device_leaves_by_itself(marta: InClient, book: Book) -> None:
    before = marta.get_cookie(COOKIE)
    assert before is not None
    form = carried(marta.get("/look").get_data(as_text=True))
    for _ in range(2):
        assert marta.post("/leave", data=form, headers=HERE).headers["Location"] == "/"
    assert names(book) == []
    marta.set_cookie(COOKIE, before.value, domain="localhost")  # kept by somebody
    assert marta.get("/").status_code == 403


def test_a_device_is_renamed_and_the_journal_says_so_too(client: FlaskClient, book: Book, marta: InClient) -> None:
    device = device_of(book)
    let_out(client, f"/devices/{device}/name", name="Zé")
    with book.session() as session:
        assert session.access.name_of(device) == "Zé"
    let_out(client, f"/devices/{device}/name", name=" \u200b ")
    assert names(book) == ["Zé"]


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"name": " \u200b ", "role": "scorer"}, "Write whom it is for"),
        ({"name": "W" * 41, "role": "scorer"}, "at most 40 letters"),
        ({"name": "Rui", "role": "king"}, ""),
    ],
)
def test_an_invitation_that_says_too_little_is_not_made(
    client: FlaskClient, book: Book, typed: dict[str, str], said: str
) -> None:
    answer = let_out(client, "/devices", **typed)
    assert answer.status_code == 422
    assert said in text(answer)
    with book.session() as session:
        assert [one.name for one in session.access.invitations()] == ["The owner"]


def test_an_invitation_sent_twice_is_one(client: FlaskClient, book: Book) -> None:
    form = carried(client.get("/devices").get_data(as_text=True))
    told = [
        client.post("/devices", data={**form, "name": "Rui", "role": "viewer"}, headers=HERE).get_data(as_text=True)
        for _ in range(2)
    ]
    assert told[0] == told[1]
    with book.session() as session:
        assert [one.name for one in session.access.invitations()].count("Rui") == 1


def code_of(answer: TestResponse) -> str:
    [found] = re.findall(r'<p class="code-told" dir="ltr">([0-9A-Z-]{9})</p>', answer.get_data(as_text=True))
    return str(found)


def test_a_form_that_is_sent_again_with_another_role_or_name_tells_another_code(
    app: Flask, client: FlaskClient, book: Book
) -> None:
    match = play(book)
    others = f"/matches/{match}/others"
    form = carried(client.get(others).get_data(as_text=True))
    codes = [code_of(client.post(others, data={**form, "role": role}, headers=HERE)) for role in ("scorer", "viewer")]
    guest = stranger(app)
    come_in(guest, codes[1])
    assert guest.get("/new").status_code == 403
    form = carried(client.get("/devices").get_data(as_text=True))
    for name, role in (("Rui", "owner"), ("Rui", "viewer"), ("Tia", "viewer")):
        codes.append(code_of(client.post("/devices", data={**form, "name": name, "role": role}, headers=HERE)))
    assert len(set(codes)) == 5


def test_a_code_that_was_ended_is_not_told_again(app: Flask, client: FlaskClient, book: Book) -> None:
    form = {**carried(client.get("/devices").get_data(as_text=True)), "name": "Rui", "role": "viewer"}
    first = code_of(client.post("/devices", data=form, headers=HERE))
    with book.session() as session:
        session.access.end_invitation(invitation_of(book, "Rui"))
    second = code_of(client.post("/devices", data=form, headers=HERE))
    assert come_in(stranger(app), first).status_code == 422
    assert come_in(stranger(app), second).status_code == 303


def test_presses_that_come_at_once_make_one_invitation(app: Flask, client: FlaskClient, book: Book) -> None:
    form = {**carried(client.get("/devices").get_data(as_text=True)), "name": "Rui", "role": "viewer"}
    with ThreadPoolExecutor(3) as pool:
        told = list(pool.map(lambda one: code_of(one.post("/devices", data=form, headers=HERE)), [client] * 3))
    assert len(set(told)) == 1


def test_a_new_code_asked_for_twice_at_once_is_told_twice(client: FlaskClient, book: Book, marta: InClient) -> None:
    form = {**carried(client.get("/devices").get_data(as_text=True)), "again": ""}
    address = f"/invitations/{invitation_of(book)}/end"
    assert len({code_of(client.post(address, data=form, headers=HERE)) for _ in range(2)}) == 1
    with book.session() as session:
        assert [one.name for one in session.access.invitations()].count("Marta") == 1


def test_the_owner_reads_that_a_device_can_come_in_again(client: FlaskClient, book: Book, marta: InClient) -> None:
    said = "Its link and code let it in again"
    assert said in text(client.get("/devices"))
    with book.session() as session, book.writing(session._db):
        session._db.execute("UPDATE invitations SET ended_at = made_at")
    assert said not in text(client.get("/devices"))


def test_of_two_owners_that_let_each_other_out_one_stays(client: FlaskClient, book: Book) -> None:
    other = let_in(book, "another owner")
    with book.session() as session:
        [first] = [one.id for one in session.access.devices() if one.id != other]
        session.access.end_all(first)
        session.access.end_all(other)  # which was on its way
        assert [one.id for one in session.access.devices()] == [first]


def test_a_restored_backup_lets_nobody_in_again_and_nobody_out(
    app: Flask, client: FlaskClient, book: Book, marta: InClient
) -> None:
    made = invited(book, name="Rui")
    copy = books.back_up(book.path)
    let_out(client, f"/devices/{device_of(book)}/end")
    let_out(client, f"/invitations/{invitation_of(book, 'Rui')}/end")
    late = stranger(app)
    come_in(late, invited(book, name="Late").code)
    books.restore(book, copy.path)
    assert marta.get("/").status_code == 403
    assert come_in(stranger(app), made.link).status_code == 422
    assert late.get("/").status_code == 200
    assert client.get("/devices").status_code == 200


def test_a_backup_of_another_book_brings_its_entries_and_none_of_its_devices(
    app: Flask, client: FlaskClient, book: Book, tmp_path: Path
) -> None:
    with Book(tmp_path / "other.book") as other:
        device = let_in(other, "somebody else's phone")
        with other.session() as session:
            session.device = device
        play(other, DEAL)
    books.restore(book, tmp_path / "other.book")
    assert client.get("/matches/1").status_code == 200
    foreign = app.test_client()
    assert isinstance(foreign, InClient)
    foreign.come_in("somebody else's phone")
    assert foreign.get("/").status_code == 403


def test_a_copy_from_a_stranger_opens_no_door(app: Flask, client: FlaskClient, book: Book) -> None:
    out, kept = invited(book, name="Out"), invited(book, name="Kept")
    with book.session() as session:
        session.access.end_invitation(invitation_of(book, "Out"))
    copy = books.back_up(book.path).path
    with closing(sqlite3.connect(copy)) as conn:
        conn.execute("CREATE TABLE other AS SELECT * FROM invitations")
        conn.execute("PRAGMA foreign_keys = OFF")
        conn.execute("DROP TABLE invitations")
        conn.execute(  # its columns in another order
            """CREATE TABLE invitations (id TEXT PRIMARY KEY, name TEXT, role TEXT, ended_at TEXT,
                 link TEXT UNIQUE, code TEXT UNIQUE, made_at TEXT, "match" INTEGER)"""
        )
        conn.execute('INSERT INTO invitations SELECT id, name, role, ended_at, link, code, made_at, "match" FROM other')
        conn.execute("DROP TABLE other")
        own = books.access._hash("M" * 26)
        conn.execute("INSERT INTO invitations VALUES ('m', 'M', 'owner', NULL, ?, 'm', '2026', NULL)", [own])
        conn.execute("DROP TRIGGER journal_update")
        conn.execute(
            """CREATE TRIGGER again AFTER UPDATE ON invitations
               BEGIN UPDATE invitations SET ended_at = NULL WHERE id = 'm'; END"""
        )
        conn.commit()
    books.restore(book, copy)
    assert come_in(stranger(app), "M" * 26).status_code == 422
    assert come_in(stranger(app), out.link).status_code == 422
    assert come_in(stranger(app), kept.link).status_code == 303
    assert client.get("/devices").status_code == 200
    with book.session() as session:
        triggers = {row[0] for row in session._db.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")}
    assert {"journal_update"} <= triggers
    assert "again" not in triggers


# --- While others write.


WRITES = """import sys; sys.path.insert(0, sys.argv[2])
from scorekeeper.book import Book
with Book(sys.argv[1]) as book, book.session() as session, book.writing(session._db):
    print(flush=True)
    sys.stdin.read()
"""


def test_nobody_who_looks_on_or_guesses_waits_for_whoever_writes(app: Flask, client: FlaskClient, book: Book) -> None:
    with book.session() as session:
        session.secret_key()  # every app has made it
    with book.session() as session, book.writing(session._db):
        session._db.execute("UPDATE devices SET used_at = '2026-01-01T00:00:00Z'")
    guessing = stranger(app)
    form = carried(guessing.get("/join").get_data(as_text=True))
    at = str(Path(__file__).resolve().parent.parent)
    other = subprocess.Popen(
        [sys.executable, "-c", WRITES, book.path, at], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    with other:
        assert other.stdout is not None
        other.stdout.readline()
        began = time.monotonic()
        assert client.get("/").status_code == 200
        for code in ("K" * 26, "K" * 8):
            assert guessing.post("/join", data={**form, "code": code}, headers=HERE).status_code == 422
        assert time.monotonic() - began < book.patience / 2
        other.communicate()
    client.get("/")
    with book.session() as session:
        [found] = session.access.devices()
        assert found.used_at > "2026-01-01T00:00:00Z"


# --- Guessing.


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    found = Clock()
    monkeypatch.setattr(guesses.time, "monotonic", found)
    return found


def test_after_five_wrong_codes_each_further_one_takes_twice_as_long(clock: Clock) -> None:
    found = Guesses()
    assert [found.wait("192.168.1.7") for _ in range(5)] == [0] * 5
    waits = []
    for _ in range(12):
        waits.append(seconds := found.wait("192.168.1.7"))
        clock.now += seconds
        assert found.wait("192.168.1.7") == 0
    assert waits == [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]
    assert found.wait("192.168.1.8") == 0


def test_all_addresses_together_have_a_hundred_wrong_codes_in_an_hour(clock: Clock) -> None:
    found = Guesses()
    assert [found.wait(f"10.0.{n}.1") for n in range(100)] == [0] * 100
    assert found.wait("10.1.0.1") == 3600
    clock.now += 3601
    assert found.wait("10.1.0.1") == 0


def test_the_many_addresses_of_one_home_count_as_one(clock: Clock) -> None:
    found = Guesses()
    assert [found.wait(f"2001:db8:1:1::{n:x}") for n in range(1, 6)] == [0] * 5
    assert found.wait("2001:db8:1:1:ffff::1") == 1
    assert found.wait("2001:db8:1:2::1") == 0


def test_addresses_of_the_old_kind_are_told_apart_however_they_are_written(clock: Clock) -> None:
    found = Guesses()
    assert [found.wait("::ffff:192.168.1.7") for _ in range(5)] == [0] * 5
    assert found.wait("192.168.1.7") == 1
    assert found.wait("::ffff:192.168.1.8") == 0


def test_a_right_code_is_no_wrong_one(clock: Clock) -> None:
    found = Guesses()
    for _ in range(300):
        assert found.wait("192.168.1.7") == 0
        found.right("192.168.1.7")


def test_guessing_makes_that_address_wait_and_neither_links_nor_whoever_is_in(
    app: Flask, client: FlaskClient, book: Book, marta: InClient, clock: Clock
) -> None:
    made = invited(book)
    guessing = stranger(app)
    answers = [come_in(guessing, f"K7QM3XP{n}") for n in range(6)]
    assert [answer.status_code for answer in answers] == [422] * 5 + [429]
    assert answers[-1].headers["Retry-After"] == "1"
    assert "Try again in a moment." in text(answers[-1])
    assert come_in(guessing, made.code).status_code == 429  # even the right one
    assert [one.get("/").status_code for one in (client, marta)] == [200, 200]
    assert come_in(guessing, made.link).status_code == 303


# --- What a stranger sees.


def test_the_door_says_whom_to_ask_and_nothing_of_the_book(app: Flask, book: Book) -> None:
    match = play(book, DEAL)
    for address in ("/", f"/matches/{match}", f"/matches/{match}/deals/2", "/matches/99", "/rules", "/new", "/devices"):
        answer = stranger(app).get(address)
        assert answer.status_code == 403
        assert "Whoever looks after it lets you in" in text(answer)
        assert not re.search("Ana|Marta|4,?30|Classic", answer.get_data(as_text=True))
        assert carried(answer.get_data(as_text=True))["to"] == address


@pytest.mark.parametrize(
    "to", ["//evil.example", "https://evil.example/", "/\\evil.example", "javascript:1", "", "\n/"]
)
def test_the_door_leads_nowhere_but_into_the_book(app: Flask, book: Book, to: str) -> None:
    assert come_in(stranger(app), invited(book).code, to=to).headers["Location"] == "/"


def test_the_door_leads_to_the_page_that_was_asked_for(app: Flask, book: Book) -> None:
    match = play(book, DEAL)
    client = stranger(app)
    form = carried(client.get(f"/matches/{match}?saved=2").get_data(as_text=True))
    answer = client.post("/join", data={**form, "code": invited(book).code}, headers=HERE)
    assert answer.headers["Location"] == f"/matches/{match}?saved=2"


def test_the_door_leads_to_no_address_that_only_takes_what_is_sent(app: Flask, book: Book, marta: InClient) -> None:
    with book.session() as session:
        session.access.end_device(device_of(book))
    for address, to in (("/matches/1/deals/2/strike", "/"), ("/new/classic", "/new/classic")):
        assert carried(marta.post(address, headers=HERE).get_data(as_text=True))["to"] == to


def test_a_viewer_of_one_match_sees_that_one_and_is_led_to_it(app: Flask, book: Book) -> None:
    one, other = play(book, DEAL), play(book, DEAL)
    client = stranger(app)
    come_in(client, invited(book, "viewer", match=one).code)
    assert client.get("/").headers["Location"] == f"/matches/{one}"
    page = client.get(f"/matches/{one}")
    assert page.status_code == 200
    assert not re.search("Enter deal|Correct|Others at the table|Rematch", text(page))
    for address in (f"/matches/{other}", f"/matches/{other}/deals/4", "/matches/99/table"):
        answer = client.get(address)
        assert answer.status_code == 403
        assert "look on at one match" in text(answer)
    assert client.get(f"/matches/{one}/deals/4").status_code == 404


def test_whoever_looks_on_at_a_match_that_is_over_has_something_to_press(app: Flask, book: Book) -> None:
    match = play(book, WINNING, WINNING)
    client = stranger(app)
    come_in(client, invited(book, "viewer", match=match).code)
    dock = client.get(f"/matches/{match}").get_data(as_text=True).partition('<footer class="dock">')[2]
    assert re.findall(r'href="([^"]+)"', dock) == [f"/matches/{match}/table"]


def test_the_last_use_of_a_device_is_noted_now_and_then(
    client: FlaskClient, book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    def used() -> str:
        with book.session() as session:
            [found] = session.access.devices()
            return found.used_at

    before = used()
    client.get("/")
    assert used() == before
    for now, renewed in (
        ("2027-01-05T10:00:00Z", True),
        ("2027-01-05T10:09:00Z", False),
        ("2027-01-05T10:11:00Z", False),
    ):
        monkeypatch.setattr("scorekeeper.web.access.utc", lambda now=now: now)
        monkeypatch.setattr("scorekeeper.book.access.utc", lambda now=now: now)
        assert ("Set-Cookie" in client.get("/").headers) == renewed  # a cookie lives for 400 days at most
    assert used() == "2027-01-05T10:11:00Z"


def test_a_phone_that_was_let_out_keeps_what_it_could_not_send(app: Flask, book: Book, marta: InClient) -> None:
    match = play(book)
    with book.session() as session:
        session.access.end_device(device_of(book))
    answer = marta.post(f"/matches/{match}/deals/new", data={"act": "save", "op_id": op()}, headers=HERE)
    assert (answer.status_code, answer.mimetype) == (403, "text/html")  # for the outbox no refusal of the deal
    assert "What you typed is still on the page before this one" in text(answer)


def test_the_owner_is_the_owner(client: FlaskClient) -> None:
    page = client.get("/devices")
    assert "The owner this device looks after the book · in since" in text(page)
