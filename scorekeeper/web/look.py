"""How the pages look: as the phone has it, light, dark or strong. The choice is kept in a cookie on the phone.

The lamp on a page is a link, and the choice is made on a page of its own: a form needs a token, which is one visitor's
own, and the page of a match is drawn once for all of them. Pages that hold something typed carry no lamp.
"""

import re
from typing import NamedTuple
from urllib.parse import quote

from flask import Blueprint, Flask, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.words import Text, say

pages = Blueprint("look", __name__)

COOKIE = "scorekeeper_look"
_YEAR = 365 * 24 * 3600
_OWN_PATH = re.compile(r"/(?!/)[!-\[\]-~]*")
"""A path and query of this app in plain characters: no other host, no backslash that a browser reads as a slash."""


class Look(NamedTuple):
    """One look: its name, what it is for, the schemes a browser may draw its own parts in, the colour of its paper."""

    key: str
    word: Text
    hint: Text
    scheme: str
    paper: str | None


LOOKS = {
    look.key: look
    for look in (
        Look("auto", say("Auto"), say("as this device has it"), "light dark", None),
        Look("light", say("Light"), say("ink on paper"), "light", "#faf5ea"),
        Look("dark", say("Dark"), say("pale ink on dark paper"), "dark", "#1d1a16"),
        Look("strong", say("Strong"), say("black on white, nothing faint"), "light", "#fff"),
    )
}


def install(app: Flask) -> None:
    """Gives every page its look, and the address that its lamp leads to."""
    app.register_blueprint(pages)
    app.context_processor(lambda: {"look": chosen(), "lamp": _lamp()})


def chosen() -> Look:
    """The look of this request: what its cookie names, else Auto."""
    return LOOKS.get(request.cookies.get(COOKIE, ""), LOOKS["auto"])


@pages.get("/look")
def choose() -> ResponseReturnValue:
    """The four looks; `?back=` names the page to go back to."""
    back = _own(request.args.get("back", ""))
    return render_template("look.html", looks=LOOKS.values(), back=back, leads=request.script_root + back)


@pages.post("/look")
def keep() -> ResponseReturnValue:
    """Keeps the look on the phone, and goes back."""
    look = LOOKS.get(request.form.get("look", "")) or abort(400)
    response = redirect(request.script_root + _own(request.form.get("back", "")), 303)
    response.set_cookie(
        COOKIE,
        look.key,
        max_age=_YEAR,
        path=request.script_root or "/",
        secure=request.is_secure,
        httponly=True,
        samesite="Lax",
    )
    return response


def _lamp() -> str | None:
    """Where the lamp of this page leads; None on the answer to a form, which says what only that answer can say."""
    if request.method not in ("GET", "HEAD"):
        return None
    query = request.query_string.decode("latin-1")
    return url_for("look.choose", back=quote(request.path) + ("?" + query if query else ""))


def _own(path: str) -> str:
    """The path, if it is one of ours; else that of the matches."""
    return path if _OWN_PATH.fullmatch(path) else "/"
