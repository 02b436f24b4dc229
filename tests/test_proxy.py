"""Behind a proxy that speaks https: what its headers change, and that nobody else's do."""

import contextlib
import http.client
import re
from pathlib import Path

import pytest
from _household import COOKIE, cookie, household, let_in, stranger
from _server import Server
from flask import Flask
from flask.testing import FlaskClient
from test_door import carried, invited
from test_pages import play

FORWARDED = {
    "X-Forwarded-For": "203.0.113.9",
    "X-Forwarded-Proto": "https",
    "X-Forwarded-Host": "cards.example.org",
}
BELOW = {**FORWARDED, "X-Forwarded-Prefix": "/cards"}


def bare(app: Flask) -> FlaskClient:
    """One that sends the cookies that it is told to, and no others."""
    app.test_client_class = None
    return app.test_client(use_cookies=False)


@pytest.fixture
def hosts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCOREKEEPER_HOSTS", "cards.example.org")
    monkeypatch.setenv("SCOREKEEPER_PROXIES", "1")


@pytest.mark.usefixtures("hosts")
@pytest.mark.parametrize(
    ("headers", "root", "name"), [(FORWARDED, "", f"__Host-{COOKIE}"), (BELOW, "/cards", f"__Secure-{COOKIE}")]
)
def test_a_device_comes_in_and_enters_through_a_proxy(
    tmp_path: Path, headers: dict[str, str], root: str, name: str
) -> None:
    app = household({"BOOK": tmp_path / "kitchen.book"})
    book = app.extensions["book"]
    match = play(book)
    client = bare(app)
    door = client.get("/join", headers=headers)
    assert door.headers["Strict-Transport-Security"] == "max-age=31536000"
    page = door.get_data(as_text=True)
    assert all(one.startswith(f"{root}/") for one in re.findall(r'(?:href|action|src)="(/[^"]*)"', page))
    [said] = door.headers.getlist("Set-Cookie")
    assert said.startswith(f"{name}=")
    assert {"Secure", "HttpOnly", f"Path={root or '/'}", "SameSite=Lax"} <= set(said.split("; "))
    kept = said.partition(";")[0]
    form = {**carried(page), "code": invited(book).link, "to": f"/matches/{match}"}
    own = {**headers, "Origin": "https://cards.example.org"}
    answer = client.post("/join", data=form, headers={**own, "Cookie": kept})
    assert answer.headers["Location"] == f"{root}/matches/{match}"
    [said] = answer.headers.getlist("Set-Cookie")
    inside = {**own, "Cookie": said.partition(";")[0]}
    assert client.get(f"/matches/{match}/deals/new", headers=inside).status_code == 200
    assert client.post("/leave", headers={**inside, "Origin": "https://evil.example"}).status_code == 403
    told = client.get(f"/matches/{match}/others", headers=inside).get_data(as_text=True)
    assert f"https://<wbr>cards.example.org{root}</p>" in told
    book.close()


@pytest.mark.usefixtures("hosts")
def test_guesses_are_counted_by_the_address_behind_the_proxy(tmp_path: Path) -> None:
    app = household({"BOOK": tmp_path / "kitchen.book"})
    client = bare(app)

    def guess(address: str) -> int:
        headers = {**FORWARDED, "X-Forwarded-For": f"198.51.100.1, {address}", "Origin": "https://cards.example.org"}
        door = client.get("/join", headers=headers)
        kept = door.headers["Set-Cookie"].partition(";")[0]
        form = {**carried(door.get_data(as_text=True)), "code": "K7QM3XPD"}
        return client.post("/join", data=form, headers={**headers, "Cookie": kept}).status_code

    assert [guess("203.0.113.9") for _ in range(6)] == [422] * 5 + [429]
    assert guess("203.0.113.10") == 422
    app.extensions["book"].close()


def test_nobody_is_believed_where_no_proxy_is_said_to_be(tmp_path: Path) -> None:
    app = household({"BOOK": tmp_path / "kitchen.book"})
    answer = stranger(app).get("/join", headers=BELOW)
    assert answer.headers["Set-Cookie"].startswith(f"{COOKIE}=")
    assert "Strict-Transport-Security" not in answer.headers
    assert "/cards/" not in answer.get_data(as_text=True)
    app.extensions["book"].close()


@pytest.mark.slow
@pytest.mark.parametrize("proxies", ["0", "1"])
def test_the_server_passes_on_what_a_proxy_says_where_there_is_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, proxies: str
) -> None:
    monkeypatch.setenv("SCOREKEEPER_HOSTS", "cards.example.org")
    monkeypatch.setenv("SCOREKEEPER_PROXIES", proxies)
    server = Server(tmp_path / "kitchen.book")
    server.start()
    try:
        with contextlib.closing(http.client.HTTPConnection("127.0.0.1", server.port)) as wire:
            wire.request("GET", "/join", headers=BELOW)
            answer = wire.getresponse()
            assert 'action="/cards/join"' in answer.read().decode() or proxies == "0"
    finally:
        server.stop()
    believed = answer.headers["Set-Cookie"].startswith(f"__Secure-{COOKIE}=")
    assert (believed, "Strict-Transport-Security" in answer.headers) == (
        (True, True) if proxies == "1" else (False, False)
    )


def test_two_books_below_one_host_do_not_take_each_others_devices(tmp_path: Path) -> None:
    first, second = (household({"BOOK": tmp_path / name, "SESSION_COOKIE_NAME": name}) for name in ("a", "b"))
    let_in(first.extensions["book"], "a phone of the first")
    for app, status in ((first, 200), (second, 403)):
        client = stranger(app)
        for name in ("a", "b"):  # a browser sends both
            client.set_cookie(name, cookie("a phone of the first"))
        assert client.get("/").status_code == status
        app.extensions["book"].close()
