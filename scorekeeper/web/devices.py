"""Who is in, and what lets somebody in: the owner's page."""

import threading

from flask import Blueprint, current_app, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.book import ROLES
from scorekeeper.book.recent import Recent
from scorekeeper.typed import clean_name
from scorekeeper.web import access, invitation
from scorekeeper.web.forms import NAME_LENGTH, InviteForm, KeyForm, invite_form
from scorekeeper.web.store import session

pages = Blueprint("devices", __name__)

_one_by_one = threading.Lock()


@pages.get("/devices")
def index() -> ResponseReturnValue:
    return _drawn(invite_form(ROLES), KeyForm())


@pages.post("/devices")
def invite() -> ResponseReturnValue:
    """Makes a link and a code, and tells them once."""
    form = invite_form(ROLES)
    if not form.validate():
        return _drawn(form, KeyForm()), 422
    return invitation.told(str(form.name.data), form.role.data)


@pages.post("/devices/programs")
def let_program_in() -> ResponseReturnValue:
    """Makes a key for a program, and tells it: only now, and to the same form sent again."""
    form = KeyForm()
    if not form.validate():
        return _drawn(invite_form(ROLES), form), 422
    made: Recent[tuple[object, ...], str] = current_app.extensions.setdefault("keys_made", Recent())
    name, doors = str(form.program.data), session().access
    act = form.op_id.data, session().device, name
    with _one_by_one:
        key = made.get(act)
        if key is None or doors.program(key) is None:
            key = doors.let_program_in(name)
            made.keep(act, key)
    response = make_response(render_template("key.html", name=name, key=key))
    response.headers["Cache-Control"] = "no-store"
    return response


@pages.post("/devices/<device_id>/name")
def rename(device_id: str) -> ResponseReturnValue:
    if name := clean_name(request.form.get("name", ""))[:NAME_LENGTH]:
        session().access.rename(device_id, name)
    return _back()


@pages.post("/devices/<device_id>/end")
def end(device_id: str) -> ResponseReturnValue:
    """Lets a device out."""
    session().access.end_device(device_id)
    return _back()


@pages.post("/devices/others/end")
def end_all() -> ResponseReturnValue:
    """Lets all others out, and ends all links and codes."""
    found = access.device()
    assert found is not None
    session().access.end_all(found.id)
    return _back()


@pages.post("/invitations/<invitation_id>/end")
def end_invitation(invitation_id: str) -> ResponseReturnValue:
    """Ends a link and its code, and lets out whoever came in with them; `again`: others take their place."""
    doors = session().access
    before = doors.invitation(invitation_id)
    doors.end_invitation(invitation_id)
    if before is None or "again" not in request.form:
        return _back()
    to = url_for("matches.show", match_id=before.match) if before.match else ""
    return invitation.told(before.name, before.role, before.match, to)


def _back() -> ResponseReturnValue:
    return redirect(url_for("devices.index"), 303)


def _drawn(form: InviteForm, key_form: KeyForm) -> str:
    doors = session().access
    return render_template(
        "devices.html",
        form=form,
        key_form=key_form,
        devices=doors.devices(),
        invitations=doors.invitations(),
        own=access.device(),
    )
