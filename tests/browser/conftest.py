"""A real browser, the size of a small phone, on a real server."""

import contextlib
import html
import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import _browser
import pytest
from _browser import LAN_NAME, PHONE, launch_options
from playwright.sync_api import Browser, Error, expect

expect.set_options(timeout=20_000)  # ms: a loaded machine is slow, and a test in which all is well waits for nothing


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if item.path.is_relative_to(here):
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def base_url() -> None:
    """Stands in for pytest-playwright's own, which pytest 9.2 warns about; `served` gives the address."""


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    return {**browser_type_launch_args, **launch_options()}


@pytest.fixture(scope="session")
def launch_browser(launch_browser: Callable[..., Browser]) -> Callable[..., Browser]:
    """Without any browser the tests are skipped, but not where every test has to run."""

    def launch(**options: Any) -> Browser:
        try:
            return launch_browser(**options)
        except Error as error:
            if "Executable doesn't exist" not in str(error):
                raise
        reason = "no Chromium, Chrome or Edge found; $SCOREKEEPER_CHROMIUM can name one"
        return pytest.fail(reason) if os.environ.get("CI") else pytest.skip(reason)

    return launch


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    return {**browser_context_args, **PHONE}


def _drawn(page: str) -> dict[str, str]:
    """What the form of a page would send if nobody typed anything."""
    found = {}
    for tag in re.findall(r"<input\b[^>]*>", page):
        given = dict(re.findall(r'([a-z_-]+)="([^"]*)"', tag))
        if given.get("type") not in ("radio", "checkbox") or re.search(r"\bchecked\b", tag):
            found[given["name"]] = html.unescape(given.get("value", ""))
    return found


class Home(_browser.Home):
    """The same, and forms sent to it without a browser."""

    def send(self, address: str, typed: dict[str, str], to: str | None = None, act: str = "save") -> str:
        """Types into the form on a page and saves, doubts or not; the address it leads to."""
        client = self.app.test_client()
        answer = client.get(address)
        for _ in range(2):
            drawn = _drawn(answer.get_data(as_text=True))
            answer = client.post(to or address, data={**drawn, **typed, "act": act})
            if answer.status_code == 303:
                break
        return answer.headers["Location"]


@contextlib.contextmanager
def _at_home(book: Path, worker: bool = False) -> Iterator[Home]:
    found = Home(book, worker)
    found.start()
    try:
        yield found
    finally:
        found.stop()


@pytest.fixture(scope="session")
def at_home() -> Callable[..., contextlib.AbstractContextManager[Home]]:
    """Serves the book of this path as long as it is entered; with a service worker if that is asked for."""
    return _at_home


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Home]:
    """Serves an empty book."""
    with _at_home(tmp_path / "test.book") as found:
        yield found


@pytest.fixture
def port(home: Home) -> int:
    """Port on which the app serves an empty book."""
    return home.port


@pytest.fixture
def served(port: int) -> str:
    """Address of the app on this machine, which browsers trust."""
    return f"http://127.0.0.1:{port}"


@pytest.fixture
def served_on_lan(port: int) -> str:
    """Address of the same app as another device at home sees it: plain http, not a secure context."""
    return f"http://{LAN_NAME}:{port}"
