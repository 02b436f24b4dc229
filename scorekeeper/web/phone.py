"""What a phone remembers, in cookies: how the pages look on it, which hand holds it, how the entry of a deal moves on.

The lamp on a page is a link to where all of it is chosen: a form needs a token, which is one visitor's own, and the
page of a match is drawn once for all of them. With script a press on the lamp changes the look at once, kept in the
same cookie (`static/parts/phone.js`). Pages that hold something typed carry no lamp.
"""

from typing import NamedTuple
from urllib.parse import quote

from flask import Blueprint, Flask, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.web import access
from scorekeeper.web.paths import own
from scorekeeper.web.store import session
from scorekeeper.web.words import tr
from scorekeeper.words import Text, say

pages = Blueprint("phone", __name__)

COOKIE = "scorekeeper_{}"
OVER_HTTPS = "__Secure-"
"""Begins their names there: plain http can neither read nor set them."""
_YEAR = 365 * 24 * 3600


class Option(NamedTuple):
    """One option of a setting: its key, its name, what it is for."""

    key: str
    word: Text
    hint: Text


class Look(NamedTuple):
    """One look: like any option, with the schemes a browser may draw its own parts in and the colour of its paper."""

    key: str
    word: Text
    hint: Text
    scheme: str
    paper: str | None


class Setting(NamedTuple):
    """What can be chosen: how it is called, and the options. The first is the usual one and needs no cookie."""

    word: Text
    options: dict[str, Option | Look]


def _setting(word: Text, *options: Option | Look) -> Setting:
    return Setting(word, {one.key: one for one in options})


SETTINGS = {
    "look": _setting(
        say("Look"),
        Look("auto", say("Auto"), say("as this device has it"), "light dark", None),
        Look("light", say("Light"), say("ink on paper"), "light", "#faf5ea"),
        Look("dark", say("Dark"), say("pale ink on dark paper"), "dark", "#1d1a16"),
        Look("strong", say("Strong"), say("black on white, nothing faint"), "light", "#fff"),
    ),
    "hand": _setting(
        say("Hand"),
        Option("right", say("Right"), say("the main button at the right")),
        Option("left", say("Left"), say("the main button at the left")),
    ),
    "moving": _setting(
        say("Moving on"),
        Option("itself", say("By itself"), say("after each answer")),
        Option("next", say("With Next"), say("when you are ready")),
    ),
}


def install(app: Flask) -> None:
    """Gives every page what its phone remembers (`look`, `hand`, `moving`), and the address that its lamp leads to."""
    app.register_blueprint(pages)
    app.context_processor(lambda: {**{name: chosen(name) for name in SETTINGS}, "lamp": _lamp()})
    app.add_template_global(_look_words, "look_words")


def chosen(name: str) -> Option | Look:
    """What this request's phone remembers of a setting, else the usual."""
    options = SETTINGS[name].options
    return options.get(request.cookies.get(_cookie(name), "")) or next(iter(options.values()))


@pages.get("/look")
def choose() -> ResponseReturnValue:
    """All settings; `?back=` names the page to go back to."""
    back = own(request.args.get("back", ""))
    leads, inside = request.script_root + back, access.device()
    last = inside is not None and inside.role == "owner" and session().access.owners() == 1
    return render_template("phone.html", settings=SETTINGS, back=back, leads=leads, inside=inside, last_owner=last)


@pages.post("/look")
def keep() -> ResponseReturnValue:
    """Keeps the one setting that is sent, and goes back."""
    name = next((name for name in SETTINGS if name in request.form), None) or abort(400)
    options = SETTINGS[name].options
    option = options.get(request.form[name]) or abort(400)
    response = redirect(request.script_root + own(request.form.get("back", "")), 303)
    response.set_cookie(  # scripts may read and write it: there is nothing in it that others must not know
        _cookie(name),
        option.key,
        max_age=0 if option == next(iter(options.values())) else _YEAR,
        path=request.script_root or "/",
        secure=request.is_secure,
        samesite="Lax",
    )
    return response


def _cookie(name: str) -> str:
    return (OVER_HTTPS if request.is_secure else "") + COOKIE.format(name)


def _look_words() -> str:
    """The names of the looks in their order, for the script that walks through them."""
    return "|".join(tr(look.word) for look in SETTINGS["look"].options.values())


def _lamp() -> str | None:
    """Where the lamp of this page leads; None on the answer to a form, which says what only that answer can say."""
    if request.method not in ("GET", "HEAD"):
        return None
    query = request.query_string.decode("latin-1")
    return url_for("phone.choose", back=quote(request.path) + ("?" + query if query else ""))
