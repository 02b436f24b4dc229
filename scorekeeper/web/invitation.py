"""How others come in: the addresses they are told, a picture for a phone's camera, and a code to be typed."""

import threading
from typing import NamedTuple
from urllib.parse import urlsplit

import segno
from flask import Blueprint, Response, abort, current_app, make_response, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper import lan
from scorekeeper.book import Invited, Role
from scorekeeper.book.access import utc
from scorekeeper.book.recent import Recent
from scorekeeper.web import access
from scorekeeper.web.forms import NAME_LENGTH, new_op_id
from scorekeeper.web.store import match_or_404, session
from scorekeeper.web.words import day, tr
from scorekeeper.words import say

pages = Blueprint("invitation", __name__)

QUIET = 4
"""Modules: the white around the picture, without which cameras do not find it."""
_one_by_one = threading.Lock()


class Addresses(NamedTuple):
    """Where others find the book: its first page, also by the name that the network knows, if any; and the door."""

    home: str
    named: str | None
    door: str


@pages.get("/matches/<int:match_id>/others")
def show(match_id: int) -> ResponseReturnValue:
    """As what should another phone come in?"""
    return render_template("others.html", match=match_or_404(match_id), addresses=addresses("/"))


@pages.post("/matches/<int:match_id>/others")
def invite(match_id: int) -> ResponseReturnValue:
    """Lets others look on at this match; as an owner, keep the score too."""
    match = match_or_404(match_id)
    role: Role = "scorer" if request.form.get("role") == "scorer" else "viewer"
    if role == "scorer" and not access.may("owner"):
        abort(403)
    sides = " – ".join(side.name for side in match.sides)
    short = sides if len(sides) <= NAME_LENGTH else sides[: NAME_LENGTH - 1].rstrip(" –&") + "…"
    name = tr(say("{sides}, {day}", sides=short, day=day(utc())))
    only = match.id if role == "viewer" else None
    return told(name, role, only, url_for("matches.show", match_id=match.id))


def told(name: str, role: Role, match: int | None = None, to: str = "") -> Response:
    """Makes a link and a code, and tells them: only now, and to the same form sent again as it was. `to`: where they
    lead, with the mount point."""
    made: Recent[tuple[object, ...], Invited] = current_app.extensions.setdefault("invited", Recent())
    act = request.form.get("op_id") or new_op_id(), session().device, name, role, match
    doors = session().access
    with _one_by_one:
        invited = made.get(act)
        if invited is None or not doors.is_open(invited.id):
            invited = doors.invite(name, role, match)
            made.keep(act, invited)
    to = to.removeprefix(request.script_root)
    found = addresses(to, invited.link)
    code = f"{invited.code[:4]}-{invited.code[4:]}"
    drawn = render_template(
        "invited.html",
        addresses=found,
        picture=picture(found.door) if found else None,
        code=code,
        name=name,
        role=role,
        back=request.script_root + to if to else url_for("devices.index"),
    )
    response = make_response(drawn)
    response.headers["Cache-Control"] = "no-store"
    return response


def addresses(to: str, link: str = "") -> Addresses | None:
    """What others have to open. None where nobody else reaches this machine."""
    home = reachable(url_for("matches.index", _external=True))
    door = reachable(url_for("door.show", to=to or None, _external=True, _anchor=link or None))
    if home is None or door is None:
        return None
    named: str | None = current_app.config["NAMED"]
    return Addresses(home, named if named != home else None, door)


def reachable(address: str) -> str | None:
    """The reader's own address, in place of one that means this very machine that of this machine at home. None where
    there is no such: outside every network, or where the app listens to itself alone."""
    if not lan.only_here(urlsplit(address).hostname or ""):
        return address
    there = lan.address() if current_app.config["SHARED"] else None
    return there and _at(there, address)


def _at(host: str, address: str) -> str:
    """The same address on another host: scheme, port and path stay."""
    parts = urlsplit(address)
    return parts._replace(netloc=host if parts.port is None else f"{host}:{parts.port}").geturl()


def picture(address: str) -> str:
    """Dark on white in every look: few cameras read it the other way round."""
    return segno.make_qr(address, error="m").svg_data_uri(border=QUIET, dark="#000", light="#fff", omitsize=True)
