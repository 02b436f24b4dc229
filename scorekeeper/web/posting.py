"""What comes of a deal that was sent: judged, and written if that was asked and nothing speaks against it.

The plain form, the entry screen and a second count send the same fields and are answered from the same outcome.
"""

import hashlib
from typing import Any, Literal, NamedTuple

from flask import request

from scorekeeper import match as matches_
from scorekeeper import rivals, tally
from scorekeeper.book import BadOpId, OtherContent, Stale
from scorekeeper.entries import Entry, Impossible
from scorekeeper.faults import Fault, Refused
from scorekeeper.match import Deal, DealRefused, Match
from scorekeeper.web.deal_form import DealForm, asked_why_already, doubts_digest
from scorekeeper.web.errors import Happened
from scorekeeper.web.forms import new_op_id
from scorekeeper.web.meanwhile import since
from scorekeeper.web.store import name_of, session
from scorekeeper.words import Text, say

SENT_BEFORE = say(
    "This page has saved a deal already, and what is typed here now differs from it. To change that deal, correct it. "
    "Save enters this as one more deal."
)
CHANGED_BEFORE = say("This page has saved a correction already. Save corrects the deal once more.")
CONTESTED_BEFORE = say("This page has saved another version already. Press once more to put this one in its place.")
OF_ANOTHER = say("This was typed for a match of another book. Nothing was saved.")
SAVE_ONCE_MORE = say("Press Save once more.")
Kind = Literal["entered", "corrected", "contested"]
_SAVED_BEFORE: dict[Kind, Text] = {
    "entered": SENT_BEFORE,
    "corrected": CHANGED_BEFORE,
    "contested": CONTESTED_BEFORE,
}


class Outcome(NamedTuple):
    """What came of it. `saved`: the id of the deal that was written; else why it was not, drawn upon `match`.

    `unchanged`: it stands in the book as it was sent, so nothing was written.
    `candidate`: the match as it would be with this deal, None where the deal is refused; `rival`: what another phone
    has said of the same deal, and otherwise.
    """

    match: Match
    deal: Deal | None
    candidate: Match | None = None
    saved: int | None = None
    rival: Deal | None = None
    status: int = 200
    notice: Text | None = None
    unchanged: bool = False

    @property
    def preview(self) -> Deal | None:
        """The deal as it would stand."""
        return own_deal(self.candidate, self.deal) if self.candidate else None


def posted(form: DealForm, match: Match, deal: Deal | None, kind: Kind | None = None) -> Outcome:
    """Judges what the form holds, and writes it if Save was pressed and every doubt had been read.

    `kind`: of the entry, a new deal's or a correction's where it is not said.
    A phone says of which match it was typed, since another book may lie at this address by now.
    """
    if request.form.get("of", name_of(match)) != name_of(match):
        return Outcome(match, deal, status=410, notice=OF_ANOTHER)
    if not form.validate():
        return Outcome(match, deal, status=422)
    kind = kind or ("corrected" if deal else "entered")
    body: dict[str, Any] = {"tallies": form.tallies()}
    if deal:
        body = {"deal": deal.id, **body, **form.why}
    candidate = _judged(form, match, kind, body)
    outcome = Outcome(match, deal, candidate, status=_status(match, kind, candidate))
    # A form drawn upon an older entry may be one that was written and is sent again.
    stale = form.base_number != match.last_entry
    if form.saving and (stale or _stands(match, kind, body) or (candidate and _doubts_read(form, candidate, deal))):
        outcome = _saved(form, outcome, kind, body, form.base_number)
    if outcome.saved is None and (outcome.match is not match or outcome.rival):
        form.unplace()
        outcome = outcome._replace(candidate=_judged(form, outcome.match, kind, body))
    return outcome


def seen_by(match: Match, base: int, saved: int) -> int:
    """The entry upon which a phone goes on that wrote a deal upon `base`, which became the deal `saved`."""
    if match.last_entry - base <= 1:
        return match.last_entry
    return rivals.seen_up_to(session().entries(match.id), base, {saved})


def redrawn(form: DealForm, outcome: Outcome) -> list[Happened]:
    """Readies the form to be drawn upon the match as it is by now, with its doubts beside their fields; what others did
    since it was last drawn."""
    happened = since(outcome.match, form.base_number) if form.is_submitted() else []
    form.base.data = str(outcome.match.last_entry)
    form.doubts_seen.data = ""
    if outcome.candidate is not None:
        doubts, form.doubts_seen.data = doubts_of(outcome.candidate, form, outcome.deal)
        form.place(doubts, doubted=True)
    return happened


def doubts_of(candidate: Match, form: DealForm, deal: Deal | None) -> tuple[list[Fault], str]:
    """The doubts about the deal of this form, and the name by which the form remembers that they were read."""
    doubts = [*form.own_doubts(), *own_deal(candidate, deal).doubts]
    return doubts, doubts_digest(doubts) if doubts else ""


def own_deal(candidate: Match, deal: Deal | None) -> Deal:
    """The deal of the form in the match that it would make."""
    found = candidate.deal(deal.id) if deal else candidate.deals[-1]
    assert found is not None
    return found


def _saved(form: DealForm, judged: Outcome, kind: Kind, body: dict[str, Any], base: int) -> Outcome:
    """Writes the deal, or says why it was not written."""
    match = judged.match
    if base == match.last_entry and _stands(match, kind, body) and not session().written(str(form.op_id.data)):
        return judged._replace(saved=int(body["deal"]), unchanged=True)
    try:
        written = session().write(str(form.op_id.data), judged.match.id, kind, body, base)
    except Stale as stale:
        return _late(form, judged, kind, body, stale, base)
    except OtherContent:
        form.op_id.data = new_op_id()
        return judged._replace(status=422, notice=_SAVED_BEFORE[kind])
    except BadOpId:
        form.op_id.data = new_op_id()
        return judged._replace(status=400, notice=SAVE_ONCE_MORE)
    except (DealRefused, Impossible, Refused):
        return judged._replace(status=422)  # its faults stand in the form: `_judged` found the same
    return judged._replace(match=written.match, saved=int(body.get("deal", written.entry.number)))


def _late(form: DealForm, judged: Outcome, kind: Kind, body: dict[str, Any], stale: Stale, base: int) -> Outcome:
    """What comes of a deal when others have written in the match since its page was drawn.

    What they did to other deals does not matter. Of the same deal both may say the same, or each what the other has
    not counted, and then it is one deal; otherwise nothing is written, and a person chooses.
    """
    now = stale.match
    deal = now.deal(judged.deal.id) if judged.deal else None
    late = Outcome(now, deal, status=409)
    if not now.id <= base <= now.last_entry:  # no page of ours was drawn upon that
        return late
    try:
        mine = [tally.read(data) for data in body["tallies"]]
    except Refused:
        return late._replace(status=422)
    others = _others(now, stale, kind, body)
    for other in others:
        said = other.scored if kind != "contested" else other.contest.scored if other.contest else None
        if said and rivals.data_of(said.tallies) == rivals.data_of(mine):
            return late._replace(saved=other.id)
    if not others:
        form.unplace()
        candidate = _judged(form, now, kind, body)
        settled = _stands(now, kind, body) or (candidate and _doubts_read(form, candidate, deal))
        if not settled:
            return late._replace(candidate=candidate, status=_status(now, kind, candidate))
        return _saved(form, late._replace(candidate=candidate), kind, body, now.last_entry)
    together = rivals.merged(others[0], mine) if kind == "entered" else None
    if together is None:
        return late._replace(rival=others[0]) if _sound(now, mine) else late._replace(status=422)
    return _merged(late, others[0], together, f"merge-{hashlib.sha256(str(form.op_id.data).encode()).hexdigest()[:32]}")


def _stands(match: Match, kind: Kind, body: dict[str, Any]) -> bool:
    """Is it a correction to what the deal says already, whatever is the reason?"""
    deal = match.deal(body["deal"]) if kind == "corrected" else None
    if deal is None or deal.struck_out:
        return False
    try:
        return rivals.alike(deal.scored.tallies, [tally.read(data) for data in body["tallies"]])
    except Refused:
        return False


def _others(match: Match, stale: Stale, kind: Kind, body: dict[str, Any]) -> list[Deal]:
    """The deals that others have written meanwhile and that may be this one."""
    if kind == "entered":
        return rivals.of_new(match, stale.since)
    about = rivals.VERSIONS if kind == "contested" else rivals.COUNT
    return rivals.of_correction(match, stale.since, body["deal"], about)


def _status(match: Match, kind: Kind, candidate: Match | None) -> int:
    """Of the answer that draws the form again. A match that its table has ended takes no further deal."""
    if candidate is not None:
        return 200
    return 409 if match.ended and kind == "entered" else 422


def _sound(match: Match, tallies: list[tally.Tally]) -> bool:
    """Can a deal have gone so?"""
    try:
        matches_.score_deal(match.variant, match.opened.players, tallies)
    except DealRefused:
        return False
    return True


def _merged(late: Outcome, other: Deal, together: list[rivals.Data], op_id: str) -> Outcome:
    """One deal of what two phones have counted of it."""
    saved = late._replace(saved=other.id)
    if together == rivals.data_of(other.scored.tallies):
        return saved
    body = {"deal": other.id, "tallies": together}
    try:
        written = session().write(op_id, late.match.id, "corrected", body, late.match.last_entry)
    except (Stale, OtherContent, DealRefused, Impossible, Refused):
        return late._replace(rival=other)
    return saved._replace(match=written.match)


def _judged(form: DealForm, match: Match, kind: Kind, body: dict[str, Any]) -> Match | None:
    """The match as it would be with this deal, nothing written; None where it is refused. Faults go to their fields."""
    for side, data in enumerate(body["tallies"]):
        try:
            tally.read(data)
        except Refused as refused:
            form.place([Fault(side, refused.key, refused.message)])
    if form.problems():
        return None
    judged = "corrected" if kind == "contested" else kind  # the other version is judged as if it were the deal's own
    entry = Entry(match.last_entry + 1, match.id, judged, body, match.changed_at)
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
    """Has the form shown these doubts, and no others, before it was sent? Of a deal that waited on a phone they are
    shown afterwards, on its row."""
    seen = form.doubts_seen.data or ""
    doubts, now = doubts_of(candidate, form, deal)
    return request.form.get("waited") == "yes" or seen == now or asked_why_already(seen, doubts)
