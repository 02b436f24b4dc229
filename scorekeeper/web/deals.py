"""Entering a deal, correcting it, striking it out and bringing it back; and why it scores what it scores."""

from collections.abc import Iterable
from typing import Any, Literal, NamedTuple

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper import match as matches_
from scorekeeper import tally
from scorekeeper.book import BadOpId, OtherContent, Stale
from scorekeeper.faults import Fault, Refused
from scorekeeper.match import Deal, DealRefused, Entry, Impossible, Match
from scorekeeper.web import errors
from scorekeeper.web.deal_form import DealForm, doubts_digest
from scorekeeper.web.deal_sheet import groups, side_by_side
from scorekeeper.web.errors import Happened
from scorekeeper.web.forms import new_op_id
from scorekeeper.web.store import match_or_404, session
from scorekeeper.words import Text, say

pages = Blueprint("deals", __name__)

SENT_BEFORE = say(
    "This page has saved a deal already, and what is typed here now differs from it. To change that deal, correct it. "
    "Save enters this as one more deal."
)
GONE_ON = say("The match has gone on meanwhile; nothing was changed")
LOOK_AGAIN = say("Look at it again.")
CHANGED_BEFORE = say("This page has saved a correction already. Save corrects the deal once more.")


class Unsaved(NamedTuple):
    """Why a deal was not written: the status of the answer, what to say, and the match where it had gone on."""

    status: int
    notice: Text | None = None
    gone_on: Match | None = None


@pages.route("/matches/<int:match_id>/deals/new", methods=["GET", "POST"])
def enter(match_id: int) -> ResponseReturnValue:
    """The deal form, empty; Check judges it, Save writes it."""
    return _form_page(match_or_404(match_id), None)


@pages.route("/matches/<int:match_id>/deals/<int:deal_id>/correct", methods=["GET", "POST"])
def correct(match_id: int, deal_id: int) -> ResponseReturnValue:
    """The deal form, holding what was typed for this deal."""
    match, deal = _deal_or_404(match_id, deal_id)
    return _form_page(match, deal)


@pages.get("/matches/<int:match_id>/deals/<int:deal_id>")
def show(match_id: int, deal_id: int) -> ResponseReturnValue:
    """Why a deal scores what it scores. The template `deal.html` is given:

    match: Match; deal: Deal, struck out or not; history: list[Version], the deal as it stood after each entry about
    it, oldest first; the last of them says what `deal` says.
    """
    match, deal = _deal_or_404(match_id, deal_id)
    history = matches_.versions(session().entries(match.id), match.variant, deal.id)
    return render_template("deal.html", match=match, deal=deal, history=history)


@pages.post("/matches/<int:match_id>/deals/<int:deal_id>/strike")
def strike(match_id: int, deal_id: int) -> ResponseReturnValue:
    """Strikes a deal out: it stays in the book and counts no more."""
    return _act(match_id, deal_id, "struck_out")


@pages.post("/matches/<int:match_id>/deals/<int:deal_id>/bring-back")
def bring_back(match_id: int, deal_id: int) -> ResponseReturnValue:
    """Brings a struck-out deal back."""
    return _act(match_id, deal_id, "brought_back")


def _deal_or_404(match_id: int, deal_id: int) -> tuple[Match, Deal]:
    match = match_or_404(match_id)
    return match, match.deal(deal_id) or abort(404)


def _act(match_id: int, deal_id: int, kind: Literal["struck_out", "brought_back"]) -> ResponseReturnValue:
    _deal_or_404(match_id, deal_id)
    base = request.form.get("base", 0, type=int)
    try:
        session().write(request.form.get("op_id", ""), match_id, kind, {"deal": deal_id}, base)
    except Stale as stale:
        return errors.page(GONE_ON, LOOK_AGAIN, 409, acts=_meanwhile(stale.match, stale.since), match_id=match_id)
    except Impossible as impossible:
        return errors.page(GONE_ON, impossible.message, 409, match_id=match_id)
    except OtherContent:
        abort(400)
    return _to_match(match_id, deal_id)


def _to_match(match_id: int, deal_id: int) -> ResponseReturnValue:
    """To the page of the match, which says what was written."""
    return redirect(url_for("matches.show", match_id=match_id, saved=deal_id), 303)


def _form_page(match: Match, deal: Deal | None) -> ResponseReturnValue:
    form = DealForm(match, deal.scored.tallies if deal else None)
    if not form.is_submitted():
        if deal and deal.struck_out:
            return redirect(url_for("deals.show", match_id=match.id, deal_id=deal.id), 303)
        form.base.data = str(match.last_entry)
        return _drawn(form, match, deal)
    if not form.validate():
        return _drawn(form, match, deal, status=422)
    kind: Literal["entered", "corrected"] = "corrected" if deal else "entered"
    body: dict[str, Any] = {"tallies": form.tallies()}
    if deal:
        body = {"deal": deal.id, **body}
    candidate = _judged(form, match, kind, body)
    why = Unsaved(200 if candidate else 422)
    # A form drawn upon an older entry writes nothing, unless it is one that was written and is sent again.
    stale = form.base_number != match.last_entry
    if request.form.get("act") == "save" and (stale or (candidate and _doubts_read(form, candidate, deal))):
        saved = _saved(form, match, kind, body)
        if isinstance(saved, int):
            return _to_match(match.id, saved)
        why = saved
    if why.gone_on:
        match, deal = why.gone_on, why.gone_on.deal(deal.id) if deal else None
        form.unplace()
        candidate = _judged(form, match, kind, body)
    return _drawn(form, match, deal, candidate, why.status, why.notice)


def _saved(form: DealForm, match: Match, kind: Literal["entered", "corrected"], body: dict[str, Any]) -> int | Unsaved:
    """Writes the deal: its id, or why it was not written."""
    try:
        written = session().write(str(form.op_id.data), match.id, kind, body, form.base_number)
    except Stale as error:
        return Unsaved(409, gone_on=error.match)
    except OtherContent:
        form.op_id.data = new_op_id()
        return Unsaved(409, CHANGED_BEFORE if kind == "corrected" else SENT_BEFORE)
    except BadOpId:
        form.op_id.data = new_op_id()
        return Unsaved(400, say("Press Save once more."))
    except (DealRefused, Impossible, Refused):
        return Unsaved(422)  # its faults stand in the form: `_judged` found the same
    return int(body.get("deal", written.entry.number))


def _judged(form: DealForm, match: Match, kind: Literal["entered", "corrected"], body: dict[str, Any]) -> Match | None:
    """The match as it would be with this deal, nothing written; None where it is refused. Faults go to their fields."""
    for side, data in enumerate(body["tallies"]):
        try:
            tally.read(data)
        except Refused as refused:
            form.place([Fault(side, refused.key, refused.message)])
    if form.problems():
        return None
    entry = Entry(match.last_entry + 1, match.id, kind, body, match.changed_at)
    try:
        candidate = matches_.after(match, entry)
    except DealRefused as refused:
        form.place(refused.faults)
    except Impossible as impossible:
        form.place([Fault(None, "", impossible.message)])
    else:
        return candidate
    return None


def _doubts_of(candidate: Match, form: DealForm, deal: Deal | None) -> tuple[list[Fault], str]:
    """The doubts about the deal of this form, and the name by which the form remembers that they were read."""
    doubts = [*form.own_doubts(), *_own_deal(candidate, deal).doubts]
    return doubts, doubts_digest(doubts) if doubts else ""


def _doubts_read(form: DealForm, candidate: Match, deal: Deal | None) -> bool:
    """Has the form shown these doubts, and no others, before it was sent?"""
    return (form.doubts_seen.data or "") == _doubts_of(candidate, form, deal)[1]


def _own_deal(candidate: Match, deal: Deal | None) -> Deal:
    """The deal of the form in the match that it would make."""
    found = candidate.deal(deal.id) if deal else candidate.deals[-1]
    assert found is not None
    return found


def _drawn(
    form: DealForm,
    match: Match,
    deal: Deal | None,
    candidate: Match | None = None,
    status: int = 200,
    notice: Text | None = None,
) -> ResponseReturnValue:
    """The page of the form. What is typed stays; what others did since it was last drawn is said in words."""
    meanwhile: list[Happened] = []
    if form.is_submitted() and form.base_number != match.last_entry:
        entries = session().entries(match.id)
        meanwhile = _meanwhile(match, [one for one in entries if form.base_number < one.number <= match.last_entry])
        form.base.data = str(match.last_entry)
    preview, form.doubts_seen.data = None, ""
    if candidate is not None:
        preview = _own_deal(candidate, deal)
        doubts, form.doubts_seen.data = _doubts_of(candidate, form, deal)
        form.place(doubts, doubted=True)
    before = deal.before if deal else match.totals
    page = render_template(
        "deal_form.html",
        form=form,
        groups=groups(match.variant, form.sides),
        match=match,
        deal=deal,
        before=before,
        minimums=[match.variant.opening_minimum(total) for total in before],
        candidate=candidate,
        preview=preview,
        rows=side_by_side(preview.scored) if preview else [],
        meanwhile=meanwhile,
        notice=notice,
    )
    return page, status


def _meanwhile(match: Match, since: Iterable[Entry]) -> list[Happened]:
    """What these entries did to the match: a sentence for each deal they are about, and its scores of now."""
    found = []
    last = {entry.body.get("deal", entry.number): entry for entry in since}
    for deal_id, entry in last.items():
        deal = match.deal(deal_id)
        if deal is None:
            continue
        if deal.number is None:
            found.append(Happened(say("A deal was struck out."), []))
            continue
        words = {
            "entered": say("Deal {n} was entered:", n=deal.number),
            "corrected": say("Deal {n} was corrected:", n=deal.number),
            "brought_back": say("Deal {n} was brought back:", n=deal.number),
        }
        names = [side.name for side in match.sides]
        found.append(Happened(words[entry.kind], list(zip(names, deal.scored.scores, strict=True))))
    return found
