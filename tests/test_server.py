"""The embedded server under many phones: the short forms of bench/phones.py that need no browser."""

import re
import socket
from collections.abc import Iterator

import phones
import pytest
from _books import opened
from _figures import missed
from _household import IN
from _server import Server


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
