"""The short forms of bench/phones.py that need a browser: many phones at once, and what an evening of them sends."""

from collections.abc import Iterator
from pathlib import Path

import phones
import pytest
from _figures import missed
from _server import Server
from playwright.sync_api import Browser


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with phones.serving(tmp_path / "test.book") as found:
        yield found


def test_eight_phones_at_once_write_over_nothing_and_see_each_other(browser: Browser, server: Server) -> None:
    figures = phones.together(browser, server, writes=48, rate=8)
    assert figures[0].value >= 24
    assert missed([figure for figure in figures if "in the middle" not in figure.name]) == []


def test_an_evening_of_a_page_that_follows_sends_little(browser: Browser, server: Server) -> None:
    assert missed(phones.evening(browser, server, asks=3, changes=1)) == []
