"""Who may do what: every address has a lowest role, and one without is the owner's alone.

A device is known by a secret in its cookie, a program by its key, and either is asked for anew with every request, so
that whoever is let out is out.
"""

from datetime import datetime
from typing import Literal

from flask import Flask, Response, g, render_template, request, session
from flask_wtf.csrf import generate_csrf

from scorekeeper.book import BookTrouble, Device, Role
from scorekeeper.book.access import USED_EVERY, utc
from scorekeeper.web import errors, keys, store
from scorekeeper.words import Text, say

Lowest = Literal["anybody"] | Role

LOWEST: dict[str, Lowest] = {
    # Nothing of the book stands there: how the pages look, what phones need while the book is away, the door itself.
    "static": "anybody",
    "shell.show": "anybody",
    "shell.here": "anybody",
    "shell.worker": "anybody",
    "shell.manifest": "anybody",
    "phone.choose": "anybody",
    "phone.keep": "anybody",
    "door.show": "anybody",
    "door.come_in": "anybody",
    "door.leave": "anybody",
    # To look on.
    "matches.index": "viewer",
    "matches.show": "viewer",
    "statistics.show": "viewer",
    "records.show": "viewer",
    "about.show": "viewer",
    "people.index": "viewer",
    "people.partnerships": "viewer",
    "people.show": "viewer",
    "proof.show": "viewer",
    "proof.link": "viewer",
    "deals.show": "viewer",
    "trace.index": "viewer",
    "trace.show": "viewer",
    "disagree.show": "viewer",
    "contest.show": "viewer",
    "table.show": "viewer",
    "course.show": "viewer",
    "paper.of_match": "viewer",
    "paper.of_game": "viewer",
    "share.show": "viewer",
    "opening.check": "viewer",
    "going_out.check": "viewer",
    "adding_up.check": "viewer",
    "adding_up.of_match": "viewer",
    "live.last": "viewer",
    "sheets.index": "viewer",
    "sheets.everything": "viewer",
    "sheets.of_match": "viewer",
    "sheets.all_rows": "viewer",
    "sheets.prepare": "viewer",
    "sheets.rows_of_match": "viewer",
    "evenings.calendar": "viewer",
    "rules.index": "viewer",
    "rules.show": "viewer",
    "rules.examples": "viewer",
    "rules.of_match": "viewer",
    "compare.show": "viewer",
    "otherwise.show": "viewer",
    "api.openapi": "viewer",
    "api.games": "viewer",
    "api.game": "viewer",
    "api.matches": "viewer",
    "api.people": "viewer",
    "api.statistics": "viewer",
    "api.match": "viewer",
    "api.sheet": "viewer",
    "api.journal": "viewer",
    # To keep the score.
    "matches.new": "scorer",
    "matches.begin": "scorer",
    "about.describe": "scorer",
    "about.seats": "scorer",
    "about.end": "scorer",
    "about.resume": "scorer",
    "matches.again": "scorer",
    "people.rename": "scorer",
    "people.nickname": "scorer",
    "people.same": "scorer",
    "people.part": "scorer",
    "deals.enter": "scorer",
    "deals.correct": "scorer",
    "deals.strike": "scorer",
    "deals.bring_back": "scorer",
    "deals.note": "scorer",
    "contest.recount": "scorer",
    "contest.enter": "scorer",
    "contest.settle": "scorer",
    "trace.undo": "scorer",
    "entry.enter": "scorer",
    "entry.correct": "scorer",
    "entry.rare_pads": "scorer",
    "live.token": "scorer",
    "invitation.show": "scorer",
    "invitation.invite": "scorer",
    # To look after the book.
    "people.hide": "owner",
    "people.unhide": "owner",
    "devices.index": "owner",
    "devices.invite": "owner",
    "devices.let_program_in": "owner",
    "devices.rename": "owner",
    "devices.end": "owner",
    "devices.end_invitation": "owner",
    "devices.end_all": "owner",
    "sheets.upload": "owner",
    "sheets.show": "owner",
    "sheets.write": "owner",
    "backups.index": "owner",
    "backups.make": "owner",
    "backups.check": "owner",
    "backups.draw": "owner",
    "backups.drawn": "owner",
    "backups.upload": "owner",
    "backups.download": "owner",
    "backups.confirm": "owner",
    "backups.put_back": "owner",
}
"""By endpoint. A viewer of one match sees what has that match in its address, and of the rest `OF_NO_MATCH` alone."""

OF_NO_MATCH = {
    "matches.index",  # which leads to the one match
    "api.matches",  # which lists that one
    "api.openapi",
    "api.games",
    "api.game",
    "rules.index",
    "rules.show",
    "rules.examples",
    "compare.show",
    "paper.of_game",
    "adding_up.check",
}
"""What a viewer of one match may see beside it: nothing there tells of another."""

FOR_PROGRAMS = {
    *(name for name in LOWEST if name.startswith("api.")),
    *("sheets.of_match", "sheets.everything", "sheets.all_rows", "sheets.rows_of_match", "evenings.calendar"),
}
"""The endpoints that a program may ask with its key; everywhere else a key is nothing."""

COOKIE_LASTS = 400 * 24 * 3600
"""Seconds: browsers keep no cookie for longer."""
_DEVICE = "device"
_BEARER = 'Bearer realm="scorekeeper"'
_NOT_FOR_THIS = say("This is not for this device")
_NO_MORE: dict[str, Text] = {
    "viewer": say("It looks on, and no more. Whoever looks after the book can let it do more."),
    "scorer": say("It keeps the score, and no more. Whoever looks after the book can let it do more."),
}
_KEY_WANTED = say("Ask with a key, as “Authorization: Bearer KEY”, or from a device that is in.")
_NO_KEY = say("This key lets nobody in, or not any more.")
_WAIT = say("Too many wrong keys came from this address. Wait before you ask again.")
_ONE_MATCH = say("It came in to look on at one match.")


def install(app: Flask) -> None:
    """Lets in whom the book knows, and gives pages `may`, which asks whether this device may do what a role may."""
    app.before_request(_let_in)
    app.add_template_global(may)
    app.add_template_global(sees_all)


def device() -> Device | None:
    """The device behind this request, None if it is not in."""
    if "device" not in g:
        secret = session.get(_DEVICE)
        g.device = store.session().access.device(secret) if isinstance(secret, str) else None
    found: Device | None = g.device
    return found


def was_in() -> bool:
    """Has this device come in before, and is out by now?"""
    return _DEVICE in session and device() is None


def may(role: Role) -> bool:
    """May this device do what this role may?"""
    found = device()
    return found is not None and found.may(role)


def sees_all() -> bool:
    """Has this device more to see than one match?"""
    found = device()
    return found is not None and found.match is None


def kind() -> str:
    """What pages that are drawn once for many devices hang on: the role, and the one match to be seen."""
    found = device()
    return f"{found.role} {found.match}" if found else ""


def remember(secret: str) -> None:
    """Gives this device its cookie; nothing of what it was before is left."""
    token = session.get("csrf_token")
    session.clear()
    session[_DEVICE] = secret
    session.permanent = True
    if token:  # a second press of a trembling finger is on its way with it
        session["csrf_token"] = token
    generate_csrf()  # in the same cookie: no page sends one again


def forget() -> None:
    """This device has no cookie any more that lets it in."""
    session.pop(_DEVICE, None)


def _let_in() -> Response | None:
    endpoint = request.endpoint
    lowest = LOWEST.get(endpoint, "owner") if endpoint else "anybody"  # no page lies there, for anybody
    if lowest == "anybody":
        return None
    if endpoint in FOR_PROGRAMS and (key := keys.sent()) is not None:
        program = keys.program_of(key)
        if isinstance(program, int):
            return errors.problem(429, _WAIT, {"Retry-After": str(program)})
        if program is None:
            return errors.problem(401, _NO_KEY, {"WWW-Authenticate": f'{_BEARER}, error="invalid_token"'})
        g.device, g.by_key = program, True
    found = device()
    if found is None:
        return errors.problem(401, _KEY_WANTED, {"WWW-Authenticate": _BEARER}) if errors.to_program() else closed()
    if not found.may(lowest):
        return errors.page(_NOT_FOR_THIS, _NO_MORE[found.role], 403, match_id=found.match)
    if found.match is not None and not _of_its_match(found.match):
        return errors.page(_NOT_FOR_THIS, _ONE_MATCH, 403, match_id=found.match)
    store.session().device = found.id
    _note(found)
    return None


def _of_its_match(match_id: int) -> bool:
    """Is the page asked for one of this match, or of none?"""
    asked = (request.view_args or {}).get("match_id")
    return asked == match_id if asked is not None else request.endpoint in OF_NO_MATCH


def closed() -> Response:
    """The door, at an address behind it; it leads there once the device is in."""
    to = request.full_path.rstrip("?") if request.method == "GET" else request.path
    if request.url_rule is None or "GET" not in (request.url_rule.methods or ()):
        to = "/"  # what only takes what is sent shows nothing afterwards
    about = {"sent": request.method == "POST", "was": was_in()}
    return Response(render_template("door.html", to=to, typed="", name="", error=None, inside=None, **about), 403)


def _note(found: Device) -> None:
    """That the device was used, now and then. Its cookie is given a new term in every month."""
    now = utc()
    if found.used_at and abs(_seconds(found.used_at, now)) < USED_EVERY:
        return
    try:
        store.session().access.used(found)
    except BookTrouble:  # who only looks on may do so while nothing can be written
        return
    if found.used_at[:7] != now[:7] and not found.program:
        session.modified = True


def _seconds(since: str, until: str) -> float:
    return (datetime.fromisoformat(until) - datetime.fromisoformat(since)).total_seconds()
