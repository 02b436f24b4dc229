"""The proof of a match's totals: each with the deals and the rules that it is made of; and where a record is proved."""

from flask import Blueprint, abort, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper import consequences, proof, trace
from scorekeeper import match as matches_
from scorekeeper.book.history import Summary
from scorekeeper.facts import Record
from scorekeeper.web import drawn, invitation
from scorekeeper.web.store import match_or_404, session

pages = Blueprint("proof", __name__)

OF_DEALS = ("best_deal", "worst_deal")
COUNTED = ("longest", "shortest")
"""Records that count deals."""


@pages.get("/matches/<int:match_id>/proof")
def show(match_id: int) -> ResponseReturnValue:
    """How every total came about."""
    match = match_or_404(match_id)

    def draw() -> str:
        sums = [proof.by_rule(match, side) for side in range(len(match.sides))]
        missing = [matches_.missing(match.variant, total) for total in match.totals]
        needed = matches_.needed(match.variant)
        return render_template(
            "proof.html",
            match=match,
            sums=sums,
            missing=missing,
            needed=needed,
            hanging=trace.hanging(match),
            would_end=consequences.would_end,
        )

    return drawn.once(match, draw)


def of_record(name: str, record: Record, match: Summary) -> str:
    """Where the figure of this field of `Facts` is proved: of a deal in its lines, of a total in its deals, of points
    between two totals where both stand side by side, and of deals where they can be counted."""
    if name in OF_DEALS:
        side = session().history.scores(record.id).index(record.figure)
        return url_for("deals.show", match_id=record.match, deal_id=record.id, _anchor=f"side{side}")
    if name == "highest":
        side = [total for _, total in match.sides].index(record.figure)
        return url_for("proof.show", match_id=record.match, _anchor=f"side{side}")
    if name in COUNTED:
        return url_for("matches.show", match_id=record.match)
    return url_for("course.show" if name == "comeback" else "proof.show", match_id=record.match)


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
