"""Entering a deal, correcting it, striking it out and bringing it back; and why it scores what it scores."""

from collections.abc import Iterable
from datetime import UTC, datetime
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
from scorekeeper.web.forms import new_op_id
from scorekeeper.web.store import match_or_404, session
from scorekeeper.web.words import signed
from scorekeeper.words import Text, say, verbatim

pages = Blueprint("deals", __name__)

SENT_BEFORE = say(
    "This page has saved a deal already, and what is typed here now differs from it. To change that deal, correct it. "
    "Save enters this as one more deal."
)
GONE_ON = say("The match has gone on meanwhile; nothing was changed")
CHANGED_BEFORE = say("This page has saved a correction already. Save corrects the deal once more.")


class Version(NamedTuple):
    """A deal as it stood after one of the entries about it: the entry's kind and time (UTC, ISO 8601), and the deal."""

    kind: str
    at: str
    deal: Deal


class Happened(NamedTuple):
    """An act of somebody else: a sentence, and what each side has from that deal now."""

    message: Text
    scores: list[tuple[str, int]]


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
    return render_template("deal.html", match=match, deal=deal, history=_history(match, deal))


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
        return errors.page(GONE_ON, _sentences(_meanwhile(stale.match, stale.since)), 409)
    except Impossible as impossible:
        return errors.page(GONE_ON, impossible.message, 409)
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
    saving = request.form.get("act") == "save"
    status, notice = 200, None
    candidate = _judged(form, match, kind, body)
    stale = form.base_number != match.last_entry
    if saving and (stale or (candidate and (form.doubts_seen.data or "") == _doubts_of(candidate, form, deal)[1])):
        # A form drawn upon an older entry writes nothing, unless it is one that was written and is sent again.
        try:
            written = session().write(str(form.op_id.data), match.id, kind, body, form.base_number)
        except Stale as error:
            match, status = error.match, 409
            deal = match.deal(deal.id) if deal else None
            form.unplace()
            candidate = _judged(form, match, kind, body)
        except OtherContent:
            form.op_id.data, status = new_op_id(), 409
            notice = CHANGED_BEFORE if deal else SENT_BEFORE
        except BadOpId:
            form.op_id.data, status, notice = new_op_id(), 400, say("Press Save once more.")
        except (DealRefused, Impossible, Refused):
            pass  # said already by `_judged`
        else:
            return _to_match(match.id, deal.id if deal else written.entry.number)
    if candidate is None and status == 200:
        status = 422
    return _drawn(form, match, deal, candidate, status, notice)


def _judged(form: DealForm, match: Match, kind: Literal["entered", "corrected"], body: dict[str, Any]) -> Match | None:
    """The match as it would be with this deal, nothing written; None where it is refused. Faults go to their fields."""
    for side, data in enumerate(body["tallies"]):
        try:
            tally.read(data)
        except Refused as refused:
            form.place([Fault(side, refused.key, refused.message)])
    if form.problems():
        return None
    entry = Entry(match.last_entry + 1, match.id, kind, body, datetime.now(UTC).isoformat(timespec="seconds"))
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
        since = [entry for entry in session().entries(match.id) if form.base_number < entry.number]
        meanwhile = _meanwhile(match, since)
        form.base.data = str(match.last_entry)
    preview, form.doubts_seen.data = None, ""
    if candidate is not None:
        preview = _own_deal(candidate, deal)
        doubts, form.doubts_seen.data = _doubts_of(candidate, form, deal)
        form.place(doubts, doubted=True)
    page = render_template(
        "deal_form.html",
        form=form,
        match=match,
        deal=deal,
        before=deal.before if deal else match.totals,
        candidate=candidate,
        preview=preview,
        meanwhile=meanwhile,
        notice=notice,
    )
    return page, status


def _meanwhile(match: Match, since: Iterable[Entry]) -> list[Happened]:
    """What these entries did to the match, in words; the scores are those of now."""
    found = []
    for entry in since:
        deal = match.deal(entry.body.get("deal", entry.number))
        if deal is None:
            continue
        if deal.number is None:
            message = say("A deal was struck out.")
        else:
            words = {
                "entered": say("Deal {n} was entered:", n=deal.number),
                "corrected": say("Deal {n} was corrected:", n=deal.number),
                "struck_out": say("Deal {n} was struck out and brought back:", n=deal.number),
                "brought_back": say("Deal {n} was brought back:", n=deal.number),
            }
            message = words[entry.kind]
        names = [side.name for side in match.sides]
        found.append(Happened(message, list(zip(names, deal.scored.scores, strict=True))))
    return found


def _sentences(acts: list[Happened]) -> Text:
    """What happened, as one text."""
    found = say("Go back and look at it again.")
    for act in reversed(acts):
        scores = ", ".join(f"{name} {signed(score)}" for name, score in act.scores)
        found = say("{what} {scores}. {more}", what=act.message, scores=verbatim(scores), more=found)
    return found


def _history(match: Match, deal: Deal) -> list[Version]:
    """The deal after each entry about it."""
    found: list[Version] = []
    entries = iter(session().entries(match.id))
    past = matches_.opened(next(entries), match.variant)
    for entry in entries:
        past = matches_.followed(past, [entry])
        then = past.deal(deal.id)
        if then is not None and entry.number in deal.entries:
            found.append(Version(entry.kind, entry.at, then))
    return found
