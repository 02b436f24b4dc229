"""What was written about a match, entry by entry, and the undoing of any of it by a further entry."""

from flask import Blueprint, abort, redirect, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.book import OtherContent
from scorekeeper.web import meanwhile
from scorekeeper.web.store import match_or_404

pages = Blueprint("trace", __name__)


@pages.post("/matches/<int:match_id>/journal/<int:number>/undo")
def undo(match_id: int, number: int) -> ResponseReturnValue:
    """Takes back what this entry changed. Undoing that entry again brings it back, and so on without end."""
    match = match_or_404(match_id)
    past = match.past.get(number)
    if past is None and match.deal(number) is None:
        abort(404)
    try:
        refused = meanwhile.act(match_id, "undone", {"entry": number})
    except OtherContent:
        abort(400)
    deal = past.deal if past else number
    return refused or redirect(url_for("matches.show", match_id=match_id, saved=deal), 303)
