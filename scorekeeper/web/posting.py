"""What comes of a deal that was sent: judged, and written if that was asked and nothing speaks against it.

The plain form and the entry screen send the same fields and are answered from the same outcome.
"""

from typing import Any, Literal, NamedTuple

from flask import request

from scorekeeper import match as matches_
from scorekeeper import tally
from scorekeeper.book import BadOpId, OtherContent, Stale
from scorekeeper.faults import Fault, Refused
from scorekeeper.match import Deal, DealRefused, Entry, Impossible, Match
from scorekeeper.web.deal_form import DealForm, doubts_digest
from scorekeeper.web.forms import new_op_id
from scorekeeper.web.store import session
from scorekeeper.words import Text, say

SENT_BEFORE = say(
    "This page has saved a deal already, and what is typed here now differs from it. To change that deal, correct it. "
    "Save enters this as one more deal."
)
CHANGED_BEFORE = say("This page has saved a correction already. Save corrects the deal once more.")
SAVE_ONCE_MORE = say("Press Save once more.")


class Outcome(NamedTuple):
    """What came of it. `saved`: the id of the deal that was written; else why it was not, drawn upon `match`.

    `candidate`: the match as it would be with this deal, None where the deal is refused.
    """

    match: Match
    deal: Deal | None
    candidate: Match | None = None
    saved: int | None = None
    status: int = 200
    notice: Text | None = None

    @property
    def preview(self) -> Deal | None:
        """The deal as it would stand."""
        return own_deal(self.candidate, self.deal) if self.candidate else None


def posted(form: DealForm, match: Match, deal: Deal | None) -> Outcome:
    """Judges what the form holds, and writes it if Save was pressed and every doubt had been read."""
    if not form.validate():
        return Outcome(match, deal, status=422)
    kind: Literal["entered", "corrected"] = "corrected" if deal else "entered"
    body: dict[str, Any] = {"tallies": form.tallies()}
    if deal:
        body = {"deal": deal.id, **body}
    candidate = _judged(form, match, kind, body)
    outcome = Outcome(match, deal, candidate, status=200 if candidate else 422)
    # A form drawn upon an older entry writes nothing, unless it is one that was written and is sent again.
    stale = form.base_number != match.last_entry
    if request.form.get("act") == "save" and (stale or (candidate and _doubts_read(form, candidate, deal))):
        outcome = _saved(form, outcome, kind, body)
    if outcome.match is not match:
        form.unplace()
        outcome = outcome._replace(candidate=_judged(form, outcome.match, kind, body))
    return outcome


def doubts_of(candidate: Match, form: DealForm, deal: Deal | None) -> tuple[list[Fault], str]:
    """The doubts about the deal of this form, and the name by which the form remembers that they were read."""
    doubts = [*form.own_doubts(), *own_deal(candidate, deal).doubts]
    return doubts, doubts_digest(doubts) if doubts else ""


def own_deal(candidate: Match, deal: Deal | None) -> Deal:
    """The deal of the form in the match that it would make."""
    found = candidate.deal(deal.id) if deal else candidate.deals[-1]
    assert found is not None
    return found


def _saved(form: DealForm, judged: Outcome, kind: Literal["entered", "corrected"], body: dict[str, Any]) -> Outcome:
    """Writes the deal, or says why it was not written."""
    match, deal = judged.match, judged.deal
    try:
        written = session().write(str(form.op_id.data), match.id, kind, body, form.base_number)
    except Stale as stale:
        now = stale.match.deal(deal.id) if deal else None
        return judged._replace(status=409, match=stale.match, deal=now)
    except OtherContent:
        form.op_id.data = new_op_id()
        return judged._replace(status=409, notice=CHANGED_BEFORE if kind == "corrected" else SENT_BEFORE)
    except BadOpId:
        form.op_id.data = new_op_id()
        return judged._replace(status=400, notice=SAVE_ONCE_MORE)
    except (DealRefused, Impossible, Refused):
        return judged._replace(status=422)  # its faults stand in the form: `_judged` found the same
    return judged._replace(saved=int(body.get("deal", written.entry.number)))


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


def _doubts_read(form: DealForm, candidate: Match, deal: Deal | None) -> bool:
    """Has the form shown these doubts, and no others, before it was sent?"""
    return (form.doubts_seen.data or "") == doubts_of(candidate, form, deal)[1]
