"""The embedded server under many phones: the short forms of bench/phones.py that need no browser."""

import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import phones
import pytest
from _books import opened
from _figures import missed
from _household import IN
from _server import Server
from click.testing import CliRunner

from scorekeeper.book import Book
from scorekeeper.cli import main
from scorekeeper.web.backups import LARGEST


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with phones.serving(tmp_path_factory.mktemp("served") / "test.book") as found:
        yield found


def test_acts_that_are_sent_again_and_again_are_written_once_and_answered_alike(server: Server) -> None:
    assert missed(phones.repeated(server, 40)) == []


def test_a_hundred_phones_are_answered_and_leave_nothing_behind(server: Server) -> None:
    answered, *_ = phones.followed(server, phones.FOLLOWERS, duration=3)
    assert answered.value >= phones.FOLLOWERS  # each asked at least once, and nobody was turned away
    assert missed(phones.grown(server, 20, 100)) == []


def test_a_page_that_follows_needs_one_connection(server: Server) -> None:
    match = opened(server.book)
    with socket.create_connection(("127.0.0.1", server.port)) as wire, wire.makefile("rb") as answers:
        tag = ""
        for status in (200, 304, 304):
            given = f"GET /matches/{match.id} HTTP/1.1\r\nHost: here\r\n{IN}\r\n{tag}\r\n"
            wire.sendall(given.encode())
            head = b"".join(iter(answers.readline, b"\r\n")).decode()
            assert f" {status} " in head
            answers.read(int((re.findall(r"Content-Length: (\d+)", head) or [0])[0]))
            [known] = re.findall(r"Etag: (\S+)", head)
            tag = f"If-None-Match: {known}\r\n"
        wire.sendall(f"GET /here HTTP/1.1\r\nHost: here\r\n{tag}Connection: close\r\n\r\n".encode())
        assert b"Connection: close" in answers.read()  # to its end: it is closed


def test_the_first_start_shows_the_owners_link_until_somebody_used_it(tmp_path: Path) -> None:
    """What `scorekeeper serve` prints; and `scorekeeper owner`, when that is lost."""
    book = tmp_path / "new.book"

    def started() -> list[str]:
        command = [sys.executable, "-m", "scorekeeper", "serve", "--no-browser", "--host", "127.0.0.1"]
        process = subprocess.Popen([*command, "--book", str(book)], stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        lines = list(iter(process.stdout.readline, "Stop with Ctrl+C. Everything saved is in the book.\n"))
        process.terminate()
        process.wait()
        process.stdout.close()
        return re.findall(r"http://127\.0\.0\.1:\d+/join#([0-9A-Z]{26})", "".join(lines))

    def come_in(link: str) -> bool:
        with Book(book) as kept, kept.session() as session:
            return session.access.join(link, "") is not None

    [first], [second] = started(), started()
    assert not come_in(first)
    assert come_in(second)
    assert started() == []
    made = CliRunner().invoke(main, ["owner", "--book", str(book), "--address", "http://192.168.1.5:8321"])
    [third] = re.findall(r"  http://192\.168\.1\.5:8321/join#([0-9A-Z]{26})\n", made.output)
    [code] = re.findall(r"type this code: ([0-9A-Z]{4}-[0-9A-Z]{4})\n", made.output)
    assert come_in(code)
    assert not come_in(third)  # they are for one device


def test_more_than_any_book_holds_is_refused_before_it_is_sent(server: Server) -> None:
    with socket.create_connection(("127.0.0.1", server.port)) as wire:
        wire.sendall(f"POST /look HTTP/1.1\r\nHost: here\r\nContent-Length: {LARGEST + 1}\r\n\r\n".encode())
        wire.settimeout(10)
        assert wire.recv(1000).startswith(b"HTTP/1.1 413 ")
