"""Others at the table: the address they are told, and the picture of it."""

import html
import re
from typing import Any

import pytest
import segno
from flask import Flask
from flask.testing import FlaskClient
from test_pages import play, text
from werkzeug.test import TestResponse

from scorekeeper import lan
from scorekeeper.book import Book

NAMED = "http://scorekeeper.local:8321/"
ALONE = "No other phone can reach this computer now"

Told = tuple[str, list[str]]
"""What the picture is said to hold, and the addresses to type."""


def told(page: str) -> Told:
    pictures = re.findall(r'<img class="qr" [^>]*alt="QR code of ([^"]*)">', page)
    [picture] = pictures or [""]
    typed = re.findall(r'<p class="others-address" dir="ltr">(.*?)</p>', page)
    return html.unescape(picture), [html.unescape(one.replace("<wbr>", "")) for one in typed]


def asked(app: Flask, base: str, path: str, **headers: str) -> TestResponse:
    return app.test_client().get(path, base_url=base, headers=headers)


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
    page = asked(app, base, f"/matches/{match}").get_data(as_text=True)
    assert told(page) == (f"{home}matches/{match}", [home.rstrip("/")])
    assert ALONE not in page


@pytest.mark.usefixtures("at_home")
@pytest.mark.parametrize("reader", READERS)
def test_the_picture_holds_that_address_dark_on_white_and_white_around_it(app: Flask, book: Book, reader: str) -> None:
    match = play(book)
    base, home = READERS[reader]
    page = asked(app, base, f"/matches/{match}").get_data(as_text=True)
    [source] = re.findall(r'<img class="qr" src="([^"]+)"', page)
    prefix = re.sub(r"^\w+://[^/]+", "", base)
    assert source == f"{prefix}/matches/{match}/qr.svg"
    svg = asked(app, base, source.removeprefix(prefix)).get_data(as_text=True)
    code = segno.make_qr(f"{home}matches/{match}", error="m")
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
    answer = asked(app, "http://127.0.0.1:8321", f"/matches/{match}")
    assert told(answer.get_data(as_text=True)) == ("", [])
    assert ALONE in text(answer)
    assert asked(app, "http://127.0.0.1:8321", f"/matches/{match}/qr.svg").status_code == 404
    assert told(asked(app, "http://192.168.1.5:8321", f"/matches/{match}").get_data(as_text=True))[1]


@pytest.mark.usefixtures("at_home")
def test_a_name_that_the_network_knows_is_told_after_the_address_and_never_twice(app: Flask, book: Book) -> None:
    app.config["NAMED"] = NAMED
    match = play(book)
    for base, typed in {
        "http://127.0.0.1:8321": ["http://192.168.1.20:8321", NAMED.rstrip("/")],
        "http://scorekeeper.local:8321": [NAMED.rstrip("/")],
    }.items():
        assert told(asked(app, base, f"/matches/{match}").get_data(as_text=True))[1] == typed


def test_a_page_kept_for_one_reader_tells_no_other_the_wrong_address(
    app: Flask, book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = play(book)
    for here in ("192.168.1.20", "192.168.1.21"):  # it moved to another network
        monkeypatch.setattr(lan, "address", lambda here=here: here)
        for base, home in {
            "http://127.0.0.1:1": f"http://{here}:1",
            "http://127.0.0.1:2": f"http://{here}:2",
            "http://a:1": "http://a:1",
            "https://a:1": "https://a:1",
        }.items():
            assert told(asked(app, base, f"/matches/{match}").get_data(as_text=True))[1] == [home]


@pytest.mark.usefixtures("at_home")
def test_the_picture_is_not_sent_again_to_whoever_has_it(client: FlaskClient, book: Book) -> None:
    address = f"/matches/{play(book)}/qr.svg"
    answer = client.get(address)
    assert answer.mimetype == "image/svg+xml"
    assert answer.headers["Cache-Control"] == "private, no-cache"
    assert client.get(address, headers={"If-None-Match": answer.headers["ETag"]}).status_code == 304


def test_a_match_that_is_not_there_has_no_picture(client: FlaskClient) -> None:
    assert client.get("/matches/99/qr.svg").status_code == 404


def test_nothing_of_the_picture_is_fetched_before_it_is_asked_for(client: FlaskClient, book: Book) -> None:
    page = client.get(f"/matches/{play(book)}", base_url="http://a").get_data(as_text=True)
    assert re.search(r'<details class="others">(?:(?!</details>).)*<img [^>]*loading="lazy"', page, re.DOTALL)


def test_the_settings_say_how_a_phone_stays_lit(client: FlaskClient) -> None:
    assert "let it stay lit for ten minutes: in this device's own settings" in text(client.get("/look"))
