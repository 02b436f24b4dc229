"""Pages for what went wrong, in plain words: what happened, that nothing is lost, and the way on.

Programs are told the same in a document of their own, as RFC 9457 has it.
"""

from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import NamedTuple

import msgspec
from flask import Flask, Response, g, make_response, render_template, request
from flask.globals import request_ctx
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException, MethodNotAllowed

from scorekeeper.book import BadOpId, BookTrouble, NoSuchMatch
from scorekeeper.rules import RulesError
from scorekeeper.web.words import tr
from scorekeeper.words import Text, say

_WORDS = {
    400: (say("This could not be read"), say("Something in what was sent is not as it should be. Nothing was saved.")),
    404: (say("There is no such page"), say("The address is wrong, or what it named is not in this book.")),
    405: (say("Not from here"), say("This address is only for saving from a page. Nothing was changed.")),
    413: (say("That is too much"), say("What was sent is far larger than any deal. Nothing was saved.")),
    500: (
        say("Something went wrong here"),
        say("It is a fault of the program, not yours. What was saved before is safe in the book."),
    ),
}
_DETAILS = {
    404: say("There is no such address, or what it names is not in this book."),
    405: say("There is nothing here but to be read: GET."),
}
"""What programs are told in place of the words of a page."""
_TOO_LONG_OPEN = (
    say("This page was open too long"),
    say("Nothing of it is saved yet."),
)
_NOT_OURS = (
    say("This page was open too long"),
    say("Nothing is lost: go back, load the page anew and send it again."),
)
_TROUBLE = say("The book cannot be used")
_BAD_RULES = say("The file of a game cannot be read")


PROGRAMS = "/api/"
"""Begins the addresses at which programs are told what went wrong."""
PROBLEM = "application/problem+json"


class Problem(msgspec.Struct, frozen=True):
    """What went wrong, as RFC 9457 has it. `detail` is a sentence; `status` and `title` are those of HTTP."""

    type: str
    title: str
    status: int
    detail: str


class Happened(NamedTuple):
    """An act of somebody else: a sentence, and what each side has from that deal now, where it counts."""

    message: Text
    scores: list[tuple[str, int]]


def install(app: Flask) -> None:
    """Tells the app which page stands for which trouble."""
    app.register_error_handler(HTTPException, _refused)
    app.register_error_handler(CSRFError, _too_long_open)
    app.register_error_handler(BookTrouble, _trouble)
    app.register_error_handler(RulesError, _bad_rules)
    app.register_error_handler(NoSuchMatch, lambda _: page(*_WORDS[404], status=404))
    app.register_error_handler(BadOpId, lambda _: page(*_WORDS[400], status=400))


def page(
    title: Text,
    message: Text,
    status: int,
    kept: Sequence[tuple[str, str]] = (),
    acts: Sequence[Happened] = (),
    match_id: int | None = None,
    deal_id: int | None = None,
) -> Response:
    """The page for one trouble.

    `kept`: what the reader had sent, to be sent again; `acts`: what others have done; `match_id`, `deal_id`:
    where to look.
    """
    if to_program():
        return problem(status, _DETAILS.get(status, Text("{title}. {message}", {"title": title, "message": message})))
    if request_ctx.url_adapter is None:  # the host asked for is no host: no page can say where anything is
        return Response(f"{tr(title)}. {tr(message)}\n", status, mimetype="text/plain")
    where = {"match_id": match_id, "deal_id": deal_id}
    drawn = render_template("error.html", heading=title, message=message, kept=kept, acts=acts, **where)
    return make_response(drawn, status)


def to_program() -> bool:
    """Does a program read the answer to this request?"""
    return request.path.startswith(PROGRAMS) or "by_key" in g


def problem(status: int, detail: Text, headers: Mapping[str, str] | None = None) -> Response:
    """What a program is told of one trouble, in English whoever asks."""
    found = Problem("about:blank", HTTPStatus(status).phrase, status, str(detail))
    return Response(msgspec.json.encode(found), status, {"Cache-Control": "no-store", **(headers or {})}, PROBLEM)


def _kept() -> list[tuple[str, str]]:
    """What the reader had sent, but for the token, which a page gives anew."""
    return [(key, value) for key, value in request.form.items(multi=True) if key != "csrf_token"]


def _ours() -> list[tuple[str, str]]:
    """What the reader had sent from a form of ours, to be sent again once the trouble is over."""
    return _kept() if g.get("csrf_valid") else []


def _refused(error: HTTPException) -> Response:
    if error.response is not None and isinstance(error.response, Response):
        return error.response
    status = error.code or 500
    title, message = _WORDS.get(status) or (Text(HTTPStatus(status).phrase), _WORDS[400 if status < 500 else 500][1])
    response = page(title, message, status, _ours() if status >= 500 else ())
    if isinstance(error, MethodNotAllowed) and error.valid_methods:
        response.headers["Allow"] = ", ".join(error.valid_methods)
    return response


def _too_long_open(error: CSRFError) -> Response:
    """The cookie or the token is gone. A form of ours may be sent again as it is; a stranger's may not."""
    if request.headers.get("Origin", "").partition("://")[2] != request.host:
        return page(*_NOT_OURS, status=400)
    return page(*_TOO_LONG_OPEN, status=400, kept=_kept())


def _trouble(error: BookTrouble) -> Response:
    return page(_TROUBLE, error.message, 503, _ours())


def _bad_rules(error: RulesError) -> Response:
    return page(_BAD_RULES, Text(str(error)), 500, _ours())
