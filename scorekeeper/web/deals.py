"""Entering a deal, correcting it, striking it out and bringing it back; and why it scores what it scores."""

from typing import Any, Literal

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper import match as matches_
from scorekeeper import reasons, rivals, tally, trace, versions
from scorekeeper.book import OtherContent
from scorekeeper.match import Deal, Match
from scorekeeper.scoring import side_by_side
from scorekeeper.web import meanwhile
from scorekeeper.web.deal_form import DealForm, as_typed
from scorekeeper.web.deal_sheet import groups
from scorekeeper.web.forms import NoteForm
from scorekeeper.web.meanwhile import Change, changed
from scorekeeper.web.posting import Outcome, posted, redrawn, seen_by
from scorekeeper.web.store import match_or_404, session

pages = Blueprint("deals", __name__)

OWN_FIELDS = {"csrf_token", "op_id", "base", "doubts_seen", "act", "waited", "settles", "seen", "of"}
"""Of a form what is its own: all else says how the deal went."""


@pages.route("/matches/<int:match_id>/deals/new/plain", methods=["GET", "POST"])
def enter(match_id: int) -> ResponseReturnValue:
    """The deal form, empty; Check judges it, Save writes it."""
    return _form_page(match_or_404(match_id), None)


@pages.route("/matches/<int:match_id>/deals/<int:deal_id>/correct/plain", methods=["GET", "POST"])
def correct(match_id: int, deal_id: int) -> ResponseReturnValue:
    """The deal form, holding what was typed for this deal."""
    match, deal = deal_or_404(match_id, deal_id)
    return _form_page(match, deal)


@pages.get("/matches/<int:match_id>/deals/<int:deal_id>")
def show(match_id: int, deal_id: int) -> ResponseReturnValue:
    """Why a deal scores what it scores. The template `deal.html` is given:

    match: Match; deal: Deal, struck out or not; reasons: of each line of each side; history: list[Step], each entry
    about the deal and the deal after it, oldest first; devices: the names of those that made the entries; form:
    NoteForm.
    """
    match, deal = deal_or_404(match_id, deal_id)
    return _page(match, deal, NoteForm(data={"note": deal.note, "base": match.last_entry}))


@pages.post("/matches/<int:match_id>/deals/<int:deal_id>/note")
def note(match_id: int, deal_id: int) -> ResponseReturnValue:
    """Another note on a deal, or none."""
    match, deal = deal_or_404(match_id, deal_id)
    form = NoteForm(data={"note": deal.note})

    def said(match: Match) -> dict[str, str]:
        deal = match.deal(deal_id)
        return {"note": deal.note if deal else ""}

    def body(match: Match) -> dict[str, Any]:
        return {"deal": deal_id, "note": form.note.data} if form.note.data != said(match)["note"] else {}

    match, status = changed(form, match, Change("noted", said, body))
    if status == 303:
        return redirect(url_for("deals.show", match_id=match_id, deal_id=deal_id), 303)
    return _page(match, match.deal(deal_id) or deal, form), status


@pages.post("/matches/<int:match_id>/deals/<int:deal_id>/strike")
def strike(match_id: int, deal_id: int) -> ResponseReturnValue:
    """Strikes a deal out: it stays in the book and counts no more."""
    return _act(match_id, deal_id, "struck_out")


@pages.post("/matches/<int:match_id>/deals/<int:deal_id>/bring-back")
def bring_back(match_id: int, deal_id: int) -> ResponseReturnValue:
    """Brings a struck-out deal back."""
    return _act(match_id, deal_id, "brought_back")


def deal_or_404(match_id: int, deal_id: int) -> tuple[Match, Deal]:
    match = match_or_404(match_id)
    return match, match.deal(deal_id) or abort(404)


def _act(match_id: int, deal_id: int, kind: Literal["struck_out", "brought_back"]) -> ResponseReturnValue:
    deal_or_404(match_id, deal_id)
    try:
        refused = meanwhile.act(match_id, kind, {"deal": deal_id, **meanwhile.reason()})
    except OtherContent:
        abort(400)
    return refused or _to_match(match_id, deal_id)


def _page(match: Match, deal: Deal, form: NoteForm) -> str:
    steps = trace.steps(session().entries(match.id), match.variant)
    history = [step for step in steps if step.entry.number in deal.entries]
    scored, chosen = deal.scored, match.opened.house_rules
    why = [
        [reasons.of(match.variant, line, shown, chosen) for line in lines]
        for lines, shown in zip(scored.lines, scored.shown, strict=True)
    ]
    names = {device: session().access.name_of(device) for step in history if (device := step.entry.device)}
    return render_template("deal.html", match=match, deal=deal, reasons=why, history=history, devices=names, form=form)


def _to_match(match_id: int, deal_id: int, unchanged: bool = False) -> ResponseReturnValue:
    """To the page of the match, which says what was written; and which deal that waited on this phone it settles, and
    upon which entry the phone goes on."""
    told: dict[str, Any] = {"saved": deal_id} | ({"unchanged": "yes"} if unchanged else {})
    if settles := request.form.get("settles"):
        seen = request.form.get("seen", 0, type=int)
        told |= {"settled": settles, "base": seen_by(match_or_404(match_id), seen, deal_id)}
    return redirect(url_for("matches.show", match_id=match_id, **told), 303)


def _form_page(match: Match, deal: Deal | None) -> ResponseReturnValue:
    form = DealForm(match, deal.scored.tallies if deal else None, asks_why=bool(deal and match.is_older(deal)))
    if not form.is_submitted():
        if deal and deal.struck_out:
            return redirect(url_for("deals.show", match_id=match.id, deal_id=deal.id), 303)
        form.base.data = str(match.last_entry)
        return _drawn(form, Outcome(match, deal))
    outcome = posted(form, match, deal)
    if outcome.saved is not None:
        return _to_match(match.id, outcome.saved, outcome.unchanged)
    return _both(form, outcome, outcome.rival) if outcome.rival else _drawn(form, outcome)


def _both(form: DealForm, outcome: Outcome, rival: Deal) -> ResponseReturnValue:
    """Two phones have entered one deal, and not the same: both side by side, and the choice.

    Nothing typed is lost: the fields are kept, to be saved in place of the other's or, if it was a deal of its own, as
    the next one. In place of the other's, a side that was not counted here stays as it was counted there.
    """
    match = outcome.match
    tallies = form.tallies()
    mine = matches_.score_deal(match.variant, match.opened.players, [tally.read(one) for one in tallies])
    kept = [(name, value) for name, value in request.form.items(multi=True) if name not in OWN_FIELDS and value]
    uncounted = [side for side, said in enumerate(tallies) if rivals.says_nothing(said)]
    in_place = kept
    for side in uncounted:
        theirs = as_typed(match.variant, rival.scored.tallies[side])
        in_place = [*in_place, *((f"side{side}-{key}", text) for key, text in theirs.items())]
    page = render_template(
        "both.html",
        match=match,
        rival=rival,
        mine=mine,
        sides=versions.compared(rival.scored, mine),
        corrected=outcome.deal is not None,
        kept=kept,
        uncounted=uncounted,
        in_place=in_place,
        settles=request.form.get("settles") or form.op_id.data,
        seen=seen_by(match, form.base_number, rival.id),
    )
    return page, 409


def _drawn(form: DealForm, outcome: Outcome) -> ResponseReturnValue:
    """The page of the form. What is typed stays; what others did since it was last drawn is said in words."""
    happened = redrawn(form, outcome)
    match, deal, preview = outcome.match, outcome.deal, outcome.preview
    before = deal.before if deal else match.totals
    page = render_template(
        "deal_form.html",
        form=form,
        groups=groups(match.variant, form.sides),
        match=match,
        deal=deal,
        before=before,
        minimums=[match.variant.opening_minimum(total) for total in before],
        candidate=outcome.candidate,
        preview=preview,
        rows=side_by_side(preview.scored.lines) if preview else [],
        meanwhile=happened,
        notice=outcome.notice,
    )
    return page, outcome.status
