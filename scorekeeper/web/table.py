"""The standing in big figures, for a phone or a tablet that stands on the table."""

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from scorekeeper import consequences
from scorekeeper import match as matches_
from scorekeeper.web import drawn
from scorekeeper.web.store import match_or_404

pages = Blueprint("table", __name__)


@pages.get("/matches/<int:match_id>/table")
def show(match_id: int) -> ResponseReturnValue:
    """The standing, as large as the screen. The script takes over what changes; without script a link asks anew, since
    a page that reloads by itself takes the place away from those who have it read aloud or enlarged."""
    match = match_or_404(match_id)

    def draw() -> str:
        missing = [matches_.missing(match.variant, total) for total in match.totals]
        return render_template("table.html", match=match, missing=missing, contests=consequences.contests(match))

    return drawn.once(match, draw)
