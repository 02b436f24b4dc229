"""The proof of a match's totals: each with the deals and the rules that it is made of."""

from flask import Blueprint, abort, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper import match as matches_
from scorekeeper import proof
from scorekeeper.web import drawn, invitation
from scorekeeper.web.store import match_or_404

pages = Blueprint("proof", __name__)


@pages.get("/matches/<int:match_id>/proof")
def show(match_id: int) -> ResponseReturnValue:
    """How every total came about."""
    match = match_or_404(match_id)

    def draw() -> str:
        sums = [proof.by_rule(match, side) for side in range(len(match.sides))]
        missing = [matches_.missing(match.variant, total) for total in match.totals]
        needed = matches_.needed(match.variant)
        return render_template("proof.html", match=match, sums=sums, missing=missing, needed=needed)

    return drawn.once(match, draw)


@pages.get("/matches/<int:match_id>/link")
def link(match_id: int) -> ResponseReturnValue:
    """Where another phone finds the proof of this match, or with `?deal=` that of one of its deals."""
    match = match_or_404(match_id)
    asked = request.args.get("deal", type=int)
    deal = match.deal(asked) if asked is not None else None
    if asked is not None and deal is None:
        abort(404)
    if deal:
        there = url_for("deals.show", match_id=match.id, deal_id=deal.id, _external=True)
    else:
        there = url_for("proof.show", match_id=match.id, _external=True)
    address = invitation.reachable(there)
    picture = invitation.picture(address) if address else None
    return render_template("link.html", match=match, deal=deal, address=address, picture=picture)
