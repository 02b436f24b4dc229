"""A real browser the size of a small phone, and a real server: what the browser tests and the measurements share."""

import os
import threading
from pathlib import Path
from typing import Any

from _household import COOKIE, OWNER, cookie, household
from playwright.sync_api import BrowserContext, BrowserType
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
PHONE: dict[str, Any] = {
    "viewport": {"width": 360, "height": 640},
    "device_scale_factor": 2,
    "has_touch": True,
    "is_mobile": True,
    "storage_state": {
        "cookies": [
            {
                "name": COOKIE,
                "value": cookie(OWNER),
                "domain": host,
                "path": "/",
                "expires": 4e9,
                "httpOnly": True,
                "secure": False,
                "sameSite": "Lax",
            }
            for host in ("127.0.0.1", LAN_NAME)
        ]
    },
}
"""A small phone that is the owner's."""


def launch_options() -> dict[str, Any]:
    """How Chromium is started: the installed one, else Playwright's own."""
    if OWN_BROWSERS.is_dir():
        os.environ.setdefault("PLAYWRIGHT_BROWSERS_PATH", str(OWN_BROWSERS))
    options: dict[str, Any] = {"args": FLAGS}
    if path := find_browser():
        options["executable_path"] = path
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        options["chromium_sandbox"] = False  # Chromium refuses to run as root otherwise
    return options


def same_phone(kind: BrowserType, folder: Path) -> BrowserContext:
    """A browser whose storage lies in this folder, and outlives it."""
    about = {name: value for name, value in PHONE.items() if name != "storage_state"}
    phone = kind.launch_persistent_context(folder, **launch_options(), **about)
    if not phone.cookies():
        phone.add_cookies(PHONE["storage_state"]["cookies"])
    return phone


class Home:
    """The machine at home that serves a household's book, on the same port whenever it is started again."""

    def __init__(self, book: Path, worker: bool = False) -> None:
        self.book = book
        self.worker = worker  # else it would come between the pages and what a test does to the network
        self.port = 0

    def start(self) -> None:
        self.app = household({"BOOK": self.book, "SERVICE_WORKER": self.worker})
        self._server = make_server("127.0.0.1", self.port, self.app, threaded=True)
        self.port = self._server.port
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05})
        self._thread.start()

    def stop(self) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()
        self.app.extensions["book"].close()
