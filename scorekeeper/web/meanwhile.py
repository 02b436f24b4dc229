"""What is sent from a page that others have overtaken: what they did meanwhile, and what becomes of it."""

from collections.abc import Callable, Iterable, Mapping, Set
from typing import Any, NamedTuple

from flask import Response, request

from scorekeeper import match as matches_
from scorekeeper.book import OtherContent, Stale
from scorekeeper.entries import Entry, Impossible, OfDeal, OfMatch, Undo
from scorekeeper.faults import Refused
from scorekeeper.match import DealRefused, Match
from scorekeeper.rivals import VERSIONS
from scorekeeper.typed import clean_name
from scorekeeper.web import errors
from scorekeeper.web.errors import Happened
from scorekeeper.web.forms import StandingForm, new_op_id
from scorekeeper.web.store import session
from scorekeeper.words import say

GONE_ON = say("The match has gone on meanwhile; nothing was changed")
LOOK_AGAIN = say("Look at it again.")
NOT_SO = say("This cannot be written so")


def since(match: Match, base: int) -> list[Happened]:
    """What has happened to the match since that entry; nothing where the match stands there still."""
    if base == match.last_entry:
        return []
    return _told(match, [one for one in session().entries(match.id) if base < one.number <= match.last_entry])


def _told(match: Match, since: Iterable[Entry]) -> list[Happened]:
    """What these entries did to the match: a sentence for each deal they are about, and its scores of now."""
    found = []
    acts = {entry.number: entry.kind for entry in since if match.touched(entry.number) & VERSIONS}
    for deal in match.deals:
        kind = next((acts[number] for number in reversed(deal.entries) if number in acts), None)
        if kind is None:
            continue
        if deal.number is None:
            found.append(Happened(say("A deal was struck out."), []))
            continue
        words = {
            "entered": say("Deal {n} was entered:", n=deal.number),
            "corrected": say("Deal {n} was corrected:", n=deal.number),
            "brought_back": say("Deal {n} was brought back:", n=deal.number),
            "contested": say("Deal {n} was contested:", n=deal.number),
            "settled": say("Deal {n} was settled:", n=deal.number),
            "undone": say("An entry about deal {n} was undone:", n=deal.number),
        }
        names = [side.name for side in match.sides]
        found.append(Happened(words[kind], list(zip(names, deal.scored.scores, strict=True))))
    return found


def reason() -> dict[str, str]:
    """Why, where the form says it: for the body of its act."""
    text = clean_name(request.form.get("reason", ""))
    return {"reason": text} if text else {}


def act(
    match_id: int,
    kind: OfDeal | OfMatch | Undo,
    body: Mapping[str, Any],
    base: int | None = None,
    about: Set[str] | None = VERSIONS,
) -> Response | None:
    """Writes the act of a form that is one button; the page that says why it was not written, None where it was.

    `about`: what of the match matters to it, as in `Match.touched`, None for all; what others wrote of other things
    meanwhile stops nobody. Raises `OtherContent`.
    """
    upon = request.form.get("base", 0, type=int) if base is None else base
    try:
        session().write(request.form.get("op_id", ""), match_id, kind, body, upon)
    except Stale as stale:
        changed = set[str]().union(*(stale.match.touched(entry.number) for entry in stale.since))
        if stale.since and about is not None and not changed & about:
            return act(match_id, kind, body, stale.match.last_entry, about)
        return errors.page(GONE_ON, LOOK_AGAIN, 409, acts=_told(stale.match, stale.since), match_id=match_id)
    except DealRefused as refused:
        return errors.page(GONE_ON, refused.faults[0].message, 409, match_id=match_id)
    except Impossible as impossible:
        return errors.page(GONE_ON, impossible.message, 409, match_id=match_id)
    except Refused as refused:
        return errors.page(NOT_SO, refused.message, 422, match_id=match_id)
    return None


class Change(NamedTuple):
    """What a form changes. `said`: what its fields would say of a match; `body`: that of the act that makes of this
    match what stands in the form, empty where nothing differs."""

    kind: OfDeal | OfMatch
    said: Callable[[Match], Mapping[str, str]]
    body: Callable[[Match], Mapping[str, Any]]


def changed(form: StandingForm, match: Match, change: Change) -> tuple[Match, int]:
    """Writes what was typed upon the match as it is by now: the match, and the status of the answer, 303 where it
    stands in the book. Where others wrote something else meanwhile nothing is written, and the form says so."""
    before = _as_of(match, form.base_number)
    first = session().written(str(form.op_id.data))
    if first and (first.match, first.kind, first.body) == (match.id, change.kind, change.body(before)):
        return match, 303
    form.meet(change.said(before), change.said(match))
    form.base.data = str(match.last_entry)
    if not form.validate():
        return match, 422
    if form.theirs:
        return match, 409
    if form.ask():
        return match, 200
    if body := change.body(match):
        try:
            return session().write(str(form.op_id.data), match.id, change.kind, body, match.last_entry).match, 303
        except Stale as stale:
            return changed(form, stale.match, change)
        except Impossible as impossible:
            form.refused(impossible.message, session().people())
            return match, 422
        except OtherContent:  # the page was sent before, and something else is typed now
            form.op_id.data = new_op_id()
            return changed(form, match, change)
    return match, 303


def _as_of(match: Match, base: int) -> Match:
    """The match as a page showed it that was drawn upon this entry."""
    if base >= match.last_entry:
        return match
    entries = [one for one in session().entries(match.id) if one.number <= max(base, match.id)]
    return session().people().seen(matches_.replay(entries, match.variant))
