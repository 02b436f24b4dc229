"""A deal in dispute: its cards counted again, two versions side by side, and the settling."""

from typing import get_args

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper import trace, versions
from scorekeeper.book import OtherContent
from scorekeeper.entries import Keep
from scorekeeper.match import Deal, Match
from scorekeeper.web import entry_sheet, errors, meanwhile
from scorekeeper.web.deal_sheet import cards_first, groups
from scorekeeper.web.deals import deal_or_404
from scorekeeper.web.forms import ReasonForm
from scorekeeper.web.posting import Kind, Outcome, posted, redrawn
from scorekeeper.web.store import session
from scorekeeper.web.version_form import VersionForm
from scorekeeper.web.words import moment
from scorekeeper.words import Text, say

pages = Blueprint("contest", __name__)

_WRITES: dict[str, Kind] = {"correct": "corrected", "contest": "contested"}


@pages.route("/matches/<int:match_id>/deals/<int:deal_id>/recount", methods=["GET", "POST"])
def recount(match_id: int, deal_id: int) -> ResponseReturnValue:
    """The cards of a deal typed again, card by card, beside what was entered."""
    return _version_page(match_id, deal_id, again=True)


@pages.route("/matches/<int:match_id>/deals/<int:deal_id>/contest", methods=["GET", "POST"])
def enter(match_id: int, deal_id: int) -> ResponseReturnValue:
    """Another version of a deal, to stand beside the first."""
    return _version_page(match_id, deal_id, again=False)


@pages.get("/matches/<int:match_id>/deals/<int:deal_id>/both")
def show(match_id: int, deal_id: int) -> ResponseReturnValue:
    """Both versions of a contested deal, and what hangs on them."""
    match, deal = deal_or_404(match_id, deal_id)
    if deal.contest is None:
        return _to_proof(match_id, deal_id)
    return _both(match, deal, ReasonForm(data={"base": match.last_entry}))


@pages.post("/matches/<int:match_id>/deals/<int:deal_id>/settle")
def settle(match_id: int, deal_id: int) -> ResponseReturnValue:
    """Settles a contested deal: one of its versions counts from now on."""
    match, deal = deal_or_404(match_id, deal_id)
    form, keep = ReasonForm(), request.form.get("keep", "")
    written = session().written(str(form.op_id.data))
    if deal.contest is None and (written is None or written.kind != "settled"):
        return _settled_before(match, deal)
    if deal.contest is not None and not (form.validate() and keep in get_args(Keep)):
        return _both(match, deal, form), 422
    reason = {"reason": form.reason.data} if form.reason.data else {}
    try:
        refused = meanwhile.act(match_id, "settled", {"deal": deal_id, "keep": keep, **reason})
    except OtherContent:  # one was pressed, and then the other
        return _settled_before(*deal_or_404(match_id, deal_id))
    return refused or _to_proof(match_id, deal_id, settled=keep)


def _settled_before(match: Match, deal: Deal) -> ResponseReturnValue:
    """The answer to whoever settles a deal after others have: who did, when, and what counts now."""
    number = match.contest_ended(deal)
    if number is None:  # it never was contested, or is again
        return _to_proof(match.id, deal.id)
    entry = next(one for one in session().entries(match.id) if one.number == number)
    counts = say("the other version counts") if "scored" in match.touched(number) else say("the first version counts")
    device = session().access.name_of(entry.device) if entry.device else ""
    said: dict[str, str | Text] = {"time": moment(entry.at), "device": device, "counts": counts}
    if entry.kind == "settled":
        how = (
            say("Settled {time} by {device}: {counts}.", **said) if device else say("Settled {time}: {counts}.", **said)
        )
    else:
        how = (
            say("The contest was ended {time} by {device}: {counts}.", **said)
            if device
            else say("The contest was ended {time}: {counts}.", **said)
        )
    title = (
        say("Deal {n} is not contested any more", n=deal.number)
        if deal.number
        else say("This deal is not contested any more")
    )
    message = say("{how} What you pressed changed nothing.", how=how)
    return errors.page(title, message, 409, match_id=match.id, deal_id=deal.id)


def _version_page(match_id: int, deal_id: int, again: bool) -> ResponseReturnValue:
    match, deal = deal_or_404(match_id, deal_id)
    form = VersionForm(match, deal, again)
    if not form.is_submitted():
        if deal.struck_out:
            return _to_proof(match_id, deal_id)
        return _drawn(form, Outcome(match, deal), deal)
    kind = _WRITES.get(request.form.get("act", ""), "corrected")
    outcome = posted(form, match, deal, kind)
    if outcome.saved is None:
        return _drawn(form, outcome, outcome.deal or deal)
    if kind == "contested":
        return redirect(url_for("contest.show", match_id=match_id, deal_id=deal_id), 303)
    unchanged = "yes" if outcome.unchanged else None
    return redirect(url_for("matches.show", match_id=match_id, saved=deal_id, unchanged=unchanged), 303)


def _drawn(form: VersionForm, outcome: Outcome, deal: Deal) -> ResponseReturnValue:
    """The form, and once what is typed is sound, both versions above it."""
    match, happened = outcome.match, redrawn(form, outcome)
    preview = outcome.preview
    form.compared.data = form.said() if preview else ""
    sides = versions.compared(deal.scored, preview.scored) if preview else []
    fields = groups(match.variant, form.sides)
    page = render_template(
        "recount.html",
        form=form,
        groups=cards_first(match.variant, form.sides) if form.again else fields,
        match=match,
        deal=deal,
        before=deal.before,
        minimums=[match.variant.opening_minimum(total) for total in deal.before],
        sides=sides,
        same=bool(sides) and versions.alike(sides),
        differences=[(side.name, both.points) for side, both in zip(match.sides, sides, strict=False)],
        effect=trace.effect(match, outcome.candidate) if outcome.candidate else None,
        meanwhile=happened,
        notice=outcome.notice,
        versions=versions,
        keys=entry_sheet.hand_ranks(match.variant),
        unmelded=entry_sheet.unmelded(match.variant),
    )
    return page, outcome.status


def _both(match: Match, deal: Deal, form: ReasonForm) -> str:
    assert deal.contest is not None
    entry = next(one for one in session().entries(match.id) if one.number == deal.contest.entry)
    sides = versions.compared(deal.scored, deal.contest.scored)
    return render_template(
        "contest.html",
        match=match,
        deal=deal,
        form=form,
        entry=entry,
        device=session().access.name_of(entry.device) if entry.device else None,
        sides=sides,
        same=versions.alike(sides),
        effect=trace.otherwise(match, [deal]),
        versions=versions,
    )


def _to_proof(match_id: int, deal_id: int, settled: str | None = None) -> ResponseReturnValue:
    return redirect(url_for("deals.show", match_id=match_id, deal_id=deal_id, settled=settled), 303)
