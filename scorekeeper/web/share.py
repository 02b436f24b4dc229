"""The result of a match, to be told elsewhere: as text to copy, and as a play for BG Stats."""

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from scorekeeper import telling
from scorekeeper.web import drawn
from scorekeeper.web.store import match_or_404
from scorekeeper.web.words import date, tr

pages = Blueprint("share", __name__)


@pages.get("/matches/<int:match_id>/share")
def show(match_id: int) -> ResponseReturnValue:
    """The result in plain text, and once the match is over a link that hands it to BG Stats."""
    match = match_or_404(match_id)

    def draw() -> str:
        lines = [tr(line) for line in telling.result(match, date(match.played_on))]
        play = telling.link(match) if match.finished else None
        return render_template("share.html", match=match, lines=lines, play=play)

    return drawn.once(match, draw)
