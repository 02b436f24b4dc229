"""By which name the program is asked, and from which page: nobody outside may reach the book through a browser at home.

A page on the internet can give its own name the address of a machine at home, and would then be one page with the book
for a browser (DNS rebinding). So the program answers to addresses, to names that nobody outside can give, and to those
it is told: `SCOREKEEPER_HOSTS`, with commas between them. What is sent must come from a page of its own, as far as the
browser says from where. And an address must be a text.
"""

import os
from urllib.parse import urlsplit

from flask import Flask, Response, abort, current_app, request
from flask.globals import request_ctx

from scorekeeper import lan
from scorekeeper.web import errors
from scorekeeper.words import say

_OTHER_NAME = (
    say("The book does not go by this name"),
    say("Open it by its address in numbers. Whoever runs it can tell it further names: SCOREKEEPER_HOSTS."),
)
_ELSEWHERE = (
    say("This was not sent from here"),
    say("It came from another page or program. Nothing was saved."),
)
_READING = {"GET", "HEAD", "OPTIONS"}


def install(app: Flask) -> None:
    """Asks all three of every request. `app.config["HOSTS"]`: the names that it is told."""
    told = os.environ.get("SCOREKEEPER_HOSTS", "").lower().split(",")
    app.config.setdefault("HOSTS", [name.strip() for name in told])
    app.before_request(_asked_by_name)
    app.before_request(_sent_from_here)
    app.before_request(_a_text)


def _asked_by_name() -> Response | None:
    if request_ctx.url_adapter is None:
        return None  # no name at all, which is refused as such
    host = urlsplit(f"//{request.host}").hostname or ""
    if host and (lan.named_at_home(host) or host in current_app.config["HOSTS"]):
        return None
    return errors.page(*_OTHER_NAME, status=400)


def _sent_from_here() -> Response | None:
    origin = request.headers.get("Origin")
    if request.method in _READING or origin is None or origin.partition("://")[2] == request.host:
        return None
    return errors.page(*_ELSEWHERE, status=403)


def _a_text() -> None:
    """What stands behind the `?` may be any bytes, and whoever asks for an argument takes them for a text."""
    try:
        request.query_string.decode()
    except UnicodeDecodeError:
        abort(400)
