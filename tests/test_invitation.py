"""Others at the table: the link and the address that they are told, and the picture of the link."""

import html
import re
from typing import Any
from urllib.parse import unquote

import pytest
import segno
from flask import Flask
from flask.testing import FlaskClient
from test_pages import play, text

from scorekeeper import lan
from scorekeeper.book import Book

NAMED = "http://scorekeeper.local:8321/"
ALONE = "No other phone can reach this computer now"

Told = tuple[str, list[str]]
"""The link that lets a device in, and the addresses to type."""


def told(page: str) -> Told:
    links = re.findall(r'<p class="link-told" dir="ltr">(.*?)</p>', page)
    [link] = links or [""]
    typed = re.findall(r'<p class="others-address" dir="ltr">(.*?)</p>', page)
    return html.unescape(link), [html.unescape(one.replace("<wbr>", "")) for one in typed]


def asked(app: Flask, base: str, path: str, role: str = "viewer") -> str:
    """The page that tells what others come in with, for a reader at this address."""
    client = app.test_client()
    page = client.get(path, base_url=base).get_data(as_text=True)
    if "others-address" not in page:
        return page
    [token] = re.findall(r'name="csrf_token" value="([^"]+)"', page)
    answer = client.post(path, base_url=base, data={"csrf_token": token, "role": role})
    assert answer.headers["Cache-Control"] == "no-store"
    return answer.get_data(as_text=True)


def modules(svg: str) -> tuple[int, set[tuple[int, int]]]:
    """How many modules a picture is wide, and which are dark, by what its lines cover."""
    [width] = re.findall(r'viewBox="0 0 (\d+) \1"', svg)
    dark: set[tuple[int, int]] = set()
    [path] = re.findall(r'<path [^>]*stroke="#000"[^>]*\bd="([^"]+)"', svg) or re.findall(
        r'<path [^>]*\bd="([^"]+)"[^>]*stroke="#000"', svg
    )
    x = y = 0.0
    for act, numbers in re.findall(r"([Mmh])([-\d. ]+)", path):
        steps = [float(one) for one in numbers.replace("-", " -").split()]
        if act == "h":
            dark |= {(int(x) + n, int(y)) for n in range(int(steps[0]))}
            x += steps[0]
        else:
            x, y = (steps[0], steps[1]) if act == "M" else (x + steps[0], y + steps[1])
    return int(width), dark


@pytest.fixture
def at_home(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    app.config["HOSTS"] = ["cards.example.org"]
    monkeypatch.setattr(lan, "address", lambda: "192.168.1.20")


# Where the reader is, what the picture holds before the path of the match, and what is to be typed.
READERS = {
    "by address": ("http://192.168.1.5:8321", "http://192.168.1.5:8321/"),
    "by name": ("http://raspberrypi:8321", "http://raspberrypi:8321/"),
    "on port 80": ("http://raspberrypi", "http://raspberrypi/"),
    "over IPv6": ("http://[fd00::5]:8321", "http://[fd00::5]:8321/"),
    "https behind a prefix": ("https://cards.example.org/canasta", "https://cards.example.org/canasta/"),
    "here": ("http://127.0.0.1:8321", "http://192.168.1.20:8321/"),
    "here, by another address": ("http://127.9.9.9:8321", "http://192.168.1.20:8321/"),
    "here, by no address": ("http://0.0.0.0:8321", "http://192.168.1.20:8321/"),
    "here, by name": ("http://LocalHost:8321", "http://192.168.1.20:8321/"),
    "here, over IPv6": ("http://[::1]:8321", "http://192.168.1.20:8321/"),
    "here, https behind a prefix": ("https://localhost/canasta", "https://192.168.1.20/canasta/"),
}


@pytest.mark.usefixtures("at_home")
@pytest.mark.parametrize("reader", READERS)
def test_others_are_told_the_address_that_reaches_this_machine(app: Flask, book: Book, reader: str) -> None:
    match = play(book)
    base, home = READERS[reader]
    link, typed = told(asked(app, base, f"/matches/{match}/others"))
    assert re.fullmatch(re.escape(f"{home}join?to=/matches/{match}#") + "[0-9A-Z]{26}", link)
    assert typed == [home.rstrip("/")]


@pytest.mark.usefixtures("at_home")
@pytest.mark.parametrize("reader", READERS)
def test_the_picture_holds_that_link_dark_on_white_and_white_around_it(app: Flask, book: Book, reader: str) -> None:
    match = play(book)
    page = asked(app, READERS[reader][0], f"/matches/{match}/others")
    [source] = re.findall(r'<img class="qr" src="data:image/svg\+xml;charset=utf-8,([^"]+)"', page)
    svg = unquote(html.unescape(source)).replace("'", '"')
    code = segno.make_qr(told(page)[0], error="m")
    dark = {(x + 4, y + 4) for y, row in enumerate(code.matrix) for x, module in enumerate(row) if module}
    assert modules(svg) == (len(code.matrix) + 8, dark)
    assert re.search(r'<path (?:[^>]* )?fill="#fff" [^>]*d="M0 0h(\d+)v\1h-\1z"', svg)
    assert "style" not in svg


@pytest.mark.parametrize(
    ("config", "address"), [({}, None), ({"SHARED": False}, "192.168.1.20")], ids=["no network", "for itself alone"]
)
def test_where_no_other_phone_comes_that_is_said_and_no_address(
    app: Flask, book: Book, monkeypatch: pytest.MonkeyPatch, config: dict[str, Any], address: str | None
) -> None:
    monkeypatch.setattr(lan, "address", lambda: address)
    app.config.update(config)
    match = play(book)
    page = asked(app, "http://127.0.0.1:8321", f"/matches/{match}/others")
    assert told(page) == ("", [])
    assert ALONE in page
    assert told(asked(app, "http://192.168.1.5:8321", f"/matches/{match}/others"))[1]


@pytest.mark.usefixtures("at_home")
def test_a_name_that_the_network_knows_is_told_after_the_address_and_never_twice(app: Flask, book: Book) -> None:
    app.config["NAMED"] = NAMED
    match = play(book)
    for base, typed in {
        "http://127.0.0.1:8321": ["http://192.168.1.20:8321", NAMED.rstrip("/")],
        "http://scorekeeper.local:8321": [NAMED.rstrip("/")],
    }.items():
        assert told(asked(app, base, f"/matches/{match}/others"))[1] == typed


def test_the_settings_say_how_a_phone_stays_lit(client: FlaskClient) -> None:
    assert "let it stay lit for ten minutes: in this device's own settings" in text(client.get("/look"))
