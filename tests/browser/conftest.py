"""A real browser, the size of a small phone, on a real server."""

import os
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Error
from werkzeug.serving import make_server

from dev import OWN_BROWSERS, find_browser

LAN_NAME = "scorekeeper.local"
FLAGS = [
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    f"--host-resolver-rules=MAP {LAN_NAME} 127.0.0.1",
]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if item.path.is_relative_to(here):
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session", autouse=True)
def _own_browsers() -> None:
    if OWN_BROWSERS.is_dir():
        os.environ.setdefault("PLAYWRIGHT_BROWSERS_PATH", str(OWN_BROWSERS))


@pytest.fixture(scope="session")
def base_url() -> None:
    """Stands in for pytest-playwright's own, which pytest 9.2 warns about; `served` gives the address."""


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    args = {**browser_type_launch_args, "args": FLAGS}
    if path := find_browser():
        args["executable_path"] = path
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        args["chromium_sandbox"] = False  # Chromium refuses to run as root otherwise
    return args


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
    phone = {
        "viewport": {"width": 360, "height": 640},
        "device_scale_factor": 2,
        "has_touch": True,
        "is_mobile": True,
    }
    return {**browser_context_args, **phone}


@pytest.fixture
def port(tmp_path: Path) -> Iterator[int]:
    """Port on which the app serves an empty book."""
    from scorekeeper.web.app import create_app

    app = create_app({"BOOK": tmp_path / "test.book"})
    server = make_server("127.0.0.1", 0, app, threaded=True)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield server.port
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def served(port: int) -> str:
    """Address of the app on this machine, which browsers trust."""
    return f"http://127.0.0.1:{port}"


@pytest.fixture
def served_on_lan(port: int) -> str:
    """Address of the same app as another device at home sees it: plain http, not a secure context."""
    return f"http://{LAN_NAME}:{port}"
