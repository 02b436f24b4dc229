"""What a page that stays open asks for: has the match moved on, and a token for what waited too long for its own."""

from flask import Blueprint, Response, request
from flask_wtf.csrf import generate_csrf

from scorekeeper.web.store import match_or_404

pages = Blueprint("live", __name__)


@pages.get("/matches/<int:match_id>/last")
def last(match_id: int) -> Response:
    """The number of the last entry of the match, which is its tag too: nothing but that when it is the same."""
    number = str(match_or_404(match_id).last_entry)
    response = Response(number, mimetype="text/plain")
    response.set_etag(number)
    response.make_conditional(request)
    return response


@pages.get("/token")
def token() -> Response:
    """A token for one form, for whoever holds the cookie that comes with it."""
    response = Response(generate_csrf(), mimetype="text/plain")
    response.headers["Cache-Control"] = "no-store"
    return response
