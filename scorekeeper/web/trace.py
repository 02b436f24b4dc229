"""What was written about a match, entry by entry, and the undoing of any of it by a further entry."""

from collections.abc import Sequence
from typing import NamedTuple

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper import consequences, trace
from scorekeeper.book import OtherContent
from scorekeeper.entries import LONGEST_REASON, Impossible
from scorekeeper.match import Match
from scorekeeper.rivals import VERSIONS
from scorekeeper.trace import Step
from scorekeeper.web import acts, meanwhile
from scorekeeper.web.acts import Row, Telling, Texts
from scorekeeper.web.paging import Paging, asked_page, last_page
from scorekeeper.web.store import match_or_404, session
from scorekeeper.words import Text, say

pages = Blueprint("trace", __name__)

BACK = "trace"
"""In the field `back` of a form: the page that follows is the trace, not the match."""


class Undoing(NamedTuple):
    """What undoing an entry does now. `why_not`: it cannot be done; else `row`, `texts` and the `totals` of sides, now
    and then, tell what it changes. `since`: the later entries that changed the same thing."""

    since: list[Row]
    why_not: Text | None = None
    row: Row | None = None
    texts: Sequence[Texts] = ()
    totals: Sequence[tuple[int, str, int, int]] = ()


@pages.get("/matches/<int:match_id>/journal")
def index(match_id: int) -> ResponseReturnValue:
    """Every entry, newest first; `?undone=` names the one that was undone just before."""
    match = match_or_404(match_id)
    of = _telling(match)
    newest_first = sorted(of.steps.values(), key=lambda step: -step.entry.number)
    page = min(asked_page(), last_page(len(newest_first)))
    paging = Paging(len(newest_first), page, lambda page: url_for("trace.index", match_id=match_id, page=page))
    undone = of.steps.get(request.args.get("undone", 0, type=int))
    return render_template(
        "trace.html",
        match=match,
        rows=[acts.row(of, step) for step in newest_first[paging.first - 1 : paging.last]],
        paging=paging,
        undone=acts.row(of, undone) if undone and undone.entry.kind == "undone" else None,
    )


@pages.get("/matches/<int:match_id>/journal/<int:number>")
def show(match_id: int, number: int) -> ResponseReturnValue:
    """What this entry changed, and what would come of undoing it now."""
    match = match_or_404(match_id)
    of = _telling(match)
    step = of.steps.get(number) or abort(404)
    return render_template(
        "trace_entry.html",
        match=match,
        step=step,
        row=acts.row(of, step),
        lines=acts.lines(of, step),
        texts=acts.texts(of, step),
        totals=acts.totals(of, step.effect) if step.effect and step.entry.kind != "entered" else [],
        undoing=_undoing(of, step),
        redoes=acts.redoes(of, step),
        most=LONGEST_REASON,
    )


@pages.post("/matches/<int:match_id>/journal/<int:number>/undo")
def undo(match_id: int, number: int) -> ResponseReturnValue:
    """Takes back what this entry changed. Undoing that entry again brings it back, and so on without end."""
    match = match_or_404(match_id)
    past = match.undoable(number) or abort(404)
    about = VERSIONS if match.touched(number) & VERSIONS else None
    try:
        refused = meanwhile.act(match_id, "undone", {"entry": number, **meanwhile.reason()}, about=about)
    except OtherContent:  # the page was sent before, with another reason: what is, stands there
        if request.form.get("back") != BACK:
            abort(400)
        return redirect(url_for("trace.show", match_id=match_id, number=number), 303)
    if refused:
        return refused
    if request.form.get("back") == BACK:
        written = session().written(request.form.get("op_id", ""))
        return redirect(url_for("trace.index", match_id=match_id, undone=written and written.number), 303)
    return redirect(url_for("matches.show", match_id=match_id, saved=past.deal), 303)


def _telling(match: Match) -> Telling:
    steps = trace.steps(session().entries(match.id), match.variant)
    return acts.telling(steps, match, session().people(), session().access.name_of)


def _undoing(of: Telling, step: Step) -> Undoing:
    now = of.last.after
    number = step.entry.number
    if step.before is None:
        return Undoing([], say("The beginning of a match is not undone."))
    if not step.changed:
        return Undoing([], say("It changed nothing: there is nothing to undo."))
    since = [acts.row(of, of.steps[later]) for later in consequences.changed_since(now, step)]
    try:
        would = trace.undoing(now, number)
    except Impossible:
        last = of.steps[since[-1].number].entry if since else None
        if last and last.kind == "undone" and last.body["entry"] == number:
            return Undoing(
                since, say("It is redone already.") if acts.redoes(of, step) else say("It is undone already.")
            )
        return Undoing(since, say("All is as it was before this: there is nothing to undo."))
    if twice := of.people.twice(would.after.sides):
        return Undoing(since, say("{name} would sit twice in one match", name=twice.name))
    totals = acts.totals_now(trace.effect(now, would.after), of.names)
    return Undoing(since, None, acts.row(of, would), acts.texts(of, would), totals)
