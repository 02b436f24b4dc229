"""Where to go with a deal that somebody does not believe."""

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from scorekeeper.web.deals import deal_or_404

pages = Blueprint("disagree", __name__)


@pages.get("/matches/<int:match_id>/deals/<int:deal_id>/disagree")
def show(match_id: int, deal_id: int) -> ResponseReturnValue:
    """What may be wrong with the deal, and the page for each."""
    match, deal = deal_or_404(match_id, deal_id)
    return render_template("disagree.html", match=match, deal=deal)
