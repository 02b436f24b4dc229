"""Who is in, and what lets somebody in: the owner's page."""

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.book import ROLES
from scorekeeper.typed import clean_name
from scorekeeper.web import access, invitation
from scorekeeper.web.forms import NAME_LENGTH, InviteForm, invite_form
from scorekeeper.web.store import session

pages = Blueprint("devices", __name__)


@pages.get("/devices")
def index() -> ResponseReturnValue:
    return _drawn(invite_form(ROLES))


@pages.post("/devices")
def invite() -> ResponseReturnValue:
    """Makes a link and a code, and tells them once."""
    form = invite_form(ROLES)
    if not form.validate():
        return _drawn(form), 422
    return invitation.told(str(form.name.data), form.role.data)


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


def _drawn(form: InviteForm) -> str:
    doors = session().access
    return render_template(
        "devices.html", form=form, devices=doors.devices(), invitations=doors.invitations(), own=access.device()
    )
