"""The shell and what makes an app of it: the same for everybody, kept where it may be, never where it must not."""

import json
import re
import struct
from typing import Any

import pytest
from _household import household
from flask import Flask
from flask.testing import FlaskClient
from test_pages import SCRIPT, play
from test_static import PACKED, WEIGHT, page
from werkzeug.middleware.dispatcher import DispatcherMiddleware

from scorekeeper.book import Book


def test_the_shell_is_kept_for_a_week_whatever_cookies_the_phone_has(client: FlaskClient) -> None:
    client.set_cookie("scorekeeper_look", "dark")
    client.set_cookie("scorekeeper_hand", "left")
    answer = client.get("/shell")
    assert answer.headers["Cache-Control"] == "private, max-age=604800"
    assert "Cookie" not in answer.headers["Vary"]
    assert "Set-Cookie" not in answer.headers
    assert 'data-look="auto"' in answer.get_data(as_text=True)
    assert "data-hand" not in answer.get_data(as_text=True)
    assert client.get("/shell", headers={"If-None-Match": answer.headers["ETag"]}).status_code == 304


def test_the_shell_holds_nothing_of_the_household_and_no_token(client: FlaskClient, book: Book) -> None:
    before = client.get("/shell").get_data()
    play(book, [{"result": 3000}, {"result": -120}])
    client.get("/new/classic")
    found = client.get("/shell")
    assert found.get_data() == before
    assert "csrf" not in found.get_data(as_text=True)
    assert len(SCRIPT.findall(found.get_data(as_text=True))) == 1
    assert {"script-src 'self'", "manifest-src 'self'"} <= set(found.headers["Content-Security-Policy"].split("; "))


def test_the_shell_weighs_no_more_than_a_page(client: FlaskClient) -> None:
    found = client.get("/shell", headers=PACKED)
    files = re.findall(r'(?:href|src)="(/static/[^"]+\.(?:css|js))"', page(found))
    answers = [found, *(client.get(file, headers=PACKED) for file in files)]
    assert len(files) == 2
    assert sum(len(str(one.headers).encode()) + len(one.get_data()) for one in answers) <= WEIGHT


def test_that_the_book_answers_is_said_in_no_words_and_kept_nowhere(client: FlaskClient) -> None:
    answer = client.get("/here")
    assert (answer.status_code, answer.get_data()) == (204, b"")
    assert answer.headers["Cache-Control"] == "no-store"


def test_the_manifest_names_what_a_phone_asks_for(client: FlaskClient) -> None:
    answer = client.get("/manifest.webmanifest")
    assert answer.mimetype == "application/manifest+json"
    told = json.loads(answer.get_data())
    assert told["name"] == told["short_name"] == "Scorekeeper"
    assert told["id"] == told["start_url"] == "/shell"
    assert (told["scope"], told["display"]) == ("/", "standalone")
    assert {(one["sizes"], one["purpose"]) for one in told["icons"]} == {
        *(("192x192", "any"), ("512x512", "any"), ("512x512", "maskable"))
    }
    assert_pictures(client, told)


def assert_pictures(client: FlaskClient, told: dict[str, Any]) -> None:
    for one in told["icons"]:
        icon = client.get(one["src"])
        assert icon.mimetype == one["type"] == "image/png"
        width, height = struct.unpack(">II", icon.get_data()[16:24])
        assert f"{width}x{height}" == one["sizes"]
        assert len(icon.get_data()) < 12_000


def test_everything_follows_the_prefix_the_app_is_mounted_under(app: Flask) -> None:
    app.wsgi_app = DispatcherMiddleware(lambda environ, start: [], {"/cards": app.wsgi_app})  # type: ignore[method-assign]
    client = app.test_client()
    told = json.loads(client.get("/cards/manifest.webmanifest").get_data())
    assert (told["start_url"], told["scope"]) == ("/cards/shell", "/cards/")
    assert_pictures(client, told)
    shell = client.get("/cards/shell").get_data(as_text=True)
    named = re.findall(r'(?:href|src|data-matches|data-entry|data-worker)="(/[^"]*)"', shell)
    assert len(named) >= 7
    assert [one for one in named if not one.startswith("/cards/")] == []
    assert client.get("/cards/sw.js").status_code == 200


def test_the_entry_screen_has_no_room_for_the_manifest_and_every_other_page_names_it(
    client: FlaskClient, book: Book
) -> None:
    match = play(book)
    there = {
        path: "manifest" in client.get(path).get_data(as_text=True) for path in ("/", f"/matches/{match}", "/rules")
    }
    assert set(there.values()) == {True}
    assert "manifest" not in client.get(f"/matches/{match}/deals/new").get_data(as_text=True)


def test_the_worker_is_asked_for_anew_each_time_and_another_for_each_making(app: Flask, client: FlaskClient) -> None:
    answer = client.get("/sw.js")
    assert answer.mimetype == "text/javascript"
    assert answer.headers["Cache-Control"] == "no-cache"
    making = app.extensions["making"]
    assert answer.get_data(as_text=True).count(making) == 1
    app.extensions["making"] = "another"
    assert making not in client.get("/sw.js").get_data(as_text=True)


@pytest.mark.parametrize("how", ["config", "environment"])
def test_switched_off_the_worker_ends_itself_and_no_page_names_it(
    tmp_path: Any, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    monkeypatch.setenv("SCOREKEEPER_SERVICE_WORKER", "off" if how == "environment" else "on")
    about = {"SERVICE_WORKER": False} if how == "config" else {}
    app = household({"BOOK": tmp_path / "kitchen.book", **about})
    client = app.test_client()
    worker = client.get("/sw.js").get_data(as_text=True)
    assert "registration.unregister()" in worker
    assert "fetch" not in worker
    assert "data-worker" not in client.get("/").get_data(as_text=True)
    app.extensions["book"].close()


def test_the_rare_pads_are_kept_only_under_an_address_that_names_what_they_are_of(
    app: Flask, client: FlaskClient, book: Book
) -> None:
    match = play(book)

    def address() -> str:
        [found] = re.findall(r'data-pads="([^"]+)"', client.get(f"/matches/{match}/deals/new").get_data(as_text=True))
        return found

    named = address()
    answer = client.get(named)
    assert answer.headers["Cache-Control"] == "private, max-age=2592000"
    assert "Cookie" not in answer.headers["Vary"]
    assert "Set-Cookie" not in answer.headers
    for wrong in (named.partition("?")[0], f"{named}0"):
        assert client.get(wrong).headers["Cache-Control"] == "private, no-cache"
    app.extensions["making"] = "another"
    assert address() != named
