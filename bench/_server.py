"""The server as a household starts it, in a process of its own, that may be killed at any moment; and phones without a
browser, which speak to it over real connections."""

import contextlib
import html
import http.client
import re
import socket
import subprocess
import sys
import time
import urllib.parse
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any

from _household import COOKIE, OWNER, cookie, settled

READY_WITHIN = 60.0  # s


class Server:
    """`scorekeeper serve` on a port of its own, which stays the same; its owner is in."""

    def __init__(self, book: Path) -> None:
        self.book = book
        settled(book)
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = int(free.getsockname()[1])
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Returns once it answers."""
        command = [sys.executable, "-m", "scorekeeper", "serve", "--book", str(self.book), "--no-browser"]
        self._process = subprocess.Popen(
            [*command, "--host", "127.0.0.1", "--port", str(self.port)], stdout=subprocess.DEVNULL
        )
        until = time.monotonic() + READY_WITHIN
        while not self.answers():
            if self._process.poll() is not None or time.monotonic() > until:
                self.kill()
                raise RuntimeError("the server does not start")
            time.sleep(0.02)

    def answers(self) -> bool:
        with contextlib.suppress(OSError, http.client.HTTPException), contextlib.closing(Phone(self.port)) as phone:
            return phone.get("/here").status == 204
        return False

    def kill(self) -> None:
        """As a power cut would, but for what the machine still writes to its disk."""
        assert self._process is not None
        self._process.kill()
        self._process.wait()

    def stop(self) -> None:
        assert self._process is not None
        self._process.terminate()
        self._process.wait()

    def memory(self) -> int:
        """Bytes that the process holds in memory."""
        assert self._process is not None
        status = Path(f"/proc/{self._process.pid}/status").read_text(encoding="ascii")
        found = re.search(r"VmRSS:\s+(\d+) kB", status)
        assert found is not None
        return int(found[1]) * 1024


class Answer:
    """What came back, read to its end."""

    def __init__(self, answer: http.client.HTTPResponse) -> None:
        self.status = answer.status
        self.headers = answer.headers
        self.text = answer.read().decode()


class Phone:
    """One of the owner's that speaks HTTP over a connection which it keeps, with cookies and without a cache."""

    def __init__(self, port: int) -> None:
        self._wire = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        self._cookies = {COOKIE: cookie(OWNER)}
        self.token = ""

    def get(self, path: str, **headers: str) -> Answer:
        return self._send("GET", path, None, headers)

    def post(self, path: str, fields: dict[str, Any]) -> Answer:
        body = urllib.parse.urlencode({"csrf_token": self.token, **fields})
        return self._send("POST", path, body, {"Content-Type": "application/x-www-form-urlencoded"})

    def take_token(self) -> None:
        self.token = self.get("/token").text

    def close(self) -> None:
        self._wire.close()

    def _send(self, method: str, path: str, body: str | None, headers: dict[str, str]) -> Answer:
        if self._cookies:
            headers = {**headers, "Cookie": "; ".join(f"{name}={value}" for name, value in self._cookies.items())}
        self._wire.request(method, path, body, headers)
        answer = Answer(self._wire.getresponse())
        for line in answer.headers.get_all("Set-Cookie", []):
            self._cookies |= {name: one.value for name, one in SimpleCookie(line).items()}
        return answer


def carried(page: str) -> dict[str, str]:
    """What the first form of a page sends by itself that holds the name of an act."""
    found = {}
    for tag in re.findall(r"<input\b[^>]*>", page):
        given = dict(re.findall(r'([a-z_-]+)="([^"]*)"', tag))
        if given.get("type") == "hidden":
            found.setdefault(given["name"], html.unescape(given.get("value", "")))
    return found
