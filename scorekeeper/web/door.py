"""The door: a device comes in with a link or a code, and leaves.

A link holds its secret after the #, which browsers keep to themselves: it stands in no log, and the script takes it out
of the address. Without script the code is typed.
"""

import threading

from flask import Blueprint, Response, current_app, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.book.access import CODE, LINK, read
from scorekeeper.book.recent import Recent
from scorekeeper.typed import clean_name
from scorekeeper.web import access, store
from scorekeeper.web.forms import NAME_LENGTH
from scorekeeper.web.guesses import Guesses
from scorekeeper.web.paths import own
from scorekeeper.words import Text, say

pages = Blueprint("door", __name__)

_NOTHING = say("Type the code that you were given.")
_NO_CODE = say("A code has eight letters and digits.")
_WRONG = say("This code opens nothing. Compare it once more, or ask for a new one.")
_LINK_WRONG = say("This link lets nobody in any more. Ask for a new one.")

ACT = 16
"""Letters of the name of an act, at least."""
TOLD = 10
"""Seconds to wait from which they are told."""
_TOO_MANY = say("Too many wrong codes. Try again in a moment.")
_one_by_one = threading.Lock()


@pages.get("/join")
def show() -> ResponseReturnValue:
    """Where a link or a code is exchanged for a cookie; `?to=` names the page to go on to."""
    return _door(own(request.args.get("to", "")))


@pages.post("/join")
def come_in() -> ResponseReturnValue:
    """Lets the device in, and goes on to the page that it was to see."""
    to, typed = own(request.form.get("to", "")), request.form.get("code", "")
    name = clean_name(request.form.get("name", "")[: 4 * NAME_LENGTH])[:NAME_LENGTH]
    code = read(typed)
    if len(code) not in (CODE, LINK):
        return _door(to, typed, name, _NO_CODE if code else _NOTHING)
    doors = store.session().access
    with _one_by_one:
        # Sent twice by a trembling finger, it is one device: a link for an owner lets no second one in.
        answered: Recent[str, str] = current_app.extensions.setdefault("let_in", Recent())
        act = request.form.get("op_id", "")
        secret: str | int | None = answered.get(f"{act} {code}")
        if secret is None or doors.device(str(secret)) is None:  # or let out since
            secret = _exchanged(code, name)
        if isinstance(secret, int):
            later = say("Too many wrong codes. Try again in {n} seconds.", n=secret)
            response = _door(to, typed, name, later if secret >= TOLD else _TOO_MANY, 429)
            response.headers["Retry-After"] = str(secret)
            return response
        if not secret:
            return _door(to, typed, name, _WRONG) if len(code) == CODE else _door(to, "", name, _LINK_WRONG)
        if len(act) >= ACT:
            answered.keep(f"{act} {code}", secret)
    before, now = access.device(), doors.device(secret)
    if before and now and before.id != now.id:
        doors.end_device(before.id)  # it comes in anew
    access.remember(secret)
    return redirect(request.script_root + to, 303)


@pages.post("/leave")
def leave() -> ResponseReturnValue:
    """This device is out. It asks for a page of the book next, is refused, and forgets what it kept of others."""
    if (found := access.device()) is not None:
        store.session().access.end_device(found.id)
    access.forget()
    return redirect(url_for("matches.index"), 303)


def _exchanged(code: str, name: str) -> str | int | None:
    """The secret for a cookie; the seconds to wait; None where nothing is opened."""
    guesses: Guesses = current_app.extensions.setdefault("guesses", Guesses())
    address = request.remote_addr or ""
    if len(code) == CODE and (seconds := guesses.wait(address)):
        return seconds
    joined = store.session().access.join(code, name)
    if joined is None:
        return None
    if len(code) == CODE:
        guesses.right(address)
    return joined[1]


def _door(to: str, typed: str = "", name: str = "", error: Text | None = None, status: int = 422) -> Response:
    about = {"inside": access.device(), "sent": False, "was": access.was_in()}
    drawn = render_template("door.html", to=to, typed=typed, name=name, error=error, **about)
    response = make_response(drawn, status if error else 200)
    response.headers["Cache-Control"] = "no-store"
    return response
