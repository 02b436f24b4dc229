"""About a match, beside its deals: when and where it was played, who sat where, and that its table ended it early."""

from typing import Any, Literal

import msgspec
from flask import Blueprint, abort, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from scorekeeper import match as matches_
from scorekeeper.book import OtherContent
from scorekeeper.match import Match
from scorekeeper.web.forms import AboutForm, seated, seats_form
from scorekeeper.web.meanwhile import Change, act, changed
from scorekeeper.web.store import match_or_404

pages = Blueprint("about", __name__)


@pages.get("/matches/<int:match_id>/about")
def show(match_id: int) -> ResponseReturnValue:
    """What is said of the match, and where it can be changed."""
    match = match_or_404(match_id)
    return _page(match, AboutForm(data=_said(match) | {"base": match.last_entry, "asked_day": match.played_on}))


@pages.post("/matches/<int:match_id>/about", provide_automatic_options=False)
def describe(match_id: int) -> ResponseReturnValue:
    """Another day, place or note."""
    match = match_or_404(match_id)
    form = AboutForm(data=_said(match))

    def body(now: Match) -> dict[str, str]:
        return {name: form[name].data for name, text in _said(now).items() if form[name].data != text}

    match, status = changed(form, match, Change("described", _said, body))
    return _back(match) if status == 303 else (_page(match, form), status)


@pages.route("/matches/<int:match_id>/seats", methods=["GET", "POST"])
def seats(match_id: int) -> ResponseReturnValue:
    """Who sits where: names filled in afterwards, or put right."""
    match = match_or_404(match_id)
    form = seats_form(match)
    status = 200
    if form.is_submitted():

        def body(now: Match) -> dict[str, Any]:
            differs = any(form[name].data != text for name, text in seated(now).items())
            return {"sides": msgspec.to_builtins(form.sides)} if differs else {}

        match, status = changed(form, match, Change("seated", seated, body))
        if status == 303:
            return _back(match)
    else:
        form.base.data = str(match.last_entry)
    return render_template("seats.html", match=match, form=form), status


@pages.post("/matches/<int:match_id>/end")
def end(match_id: int) -> ResponseReturnValue:
    """The table leaves it at that: whoever leads has won."""
    return _act(match_id, "ended")


@pages.post("/matches/<int:match_id>/resume")
def resume(match_id: int) -> ResponseReturnValue:
    """The table goes on with a match that it had ended."""
    return _act(match_id, "resumed")


def _act(match_id: int, kind: Literal["ended", "resumed"]) -> ResponseReturnValue:
    match_or_404(match_id)
    try:
        refused = act(match_id, kind, {})
    except OtherContent:
        abort(400)
    return refused or redirect(url_for("matches.show", match_id=match_id), 303)


def _said(match: Match) -> dict[str, str]:
    return {"played_on": match.played_on, "place": match.opened.place, "note": match.opened.note}


def _page(match: Match, form: AboutForm) -> str:
    return render_template("about.html", match=match, form=form, leader=matches_.leader(match.totals))


def _back(match: Match) -> ResponseReturnValue:
    return redirect(url_for("about.show", match_id=match.id, saved="yes"), 303)
