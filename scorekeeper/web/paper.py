"""What is printed: the score sheet of a match, and a blank one of any game."""

from flask import Blueprint, abort, render_template, request
from flask.typing import ResponseReturnValue

from scorekeeper import blank, consequences, rulecard
from scorekeeper.scoring import side_by_side
from scorekeeper.web import drawn
from scorekeeper.web.matches import variant_or_404
from scorekeeper.web.store import match_or_404

pages = Blueprint("paper", __name__)


@pages.get("/matches/<int:match_id>/sheet")
def of_match(match_id: int) -> ResponseReturnValue:
    """The match as one keeps it on paper: the lines of every deal that stands."""
    match = match_or_404(match_id)

    def draw() -> str:
        rules = [row for row in rulecard.house_rules(match.variant).rows if row.name in match.opened.house_rules]
        deals = [(deal, side_by_side(deal.scored.lines)) for deal in match.standing]
        contests = consequences.contests(match)
        return render_template("match_sheet.html", match=match, deals=deals, house_rules=rules, contests=contests)

    return drawn.once(match, draw)


@pages.get("/rules/<key>/sheet")
def of_game(key: str) -> ResponseReturnValue:
    """A blank sheet of this game; `?players=` says for how many."""
    variant = variant_or_404(key)
    players = request.args.get("players", variant.default_players(2) or max(variant.seats), type=int)
    seat = variant.seats.get(players) or abort(404)
    return render_template(
        "blank_sheet.html",
        variant=variant,
        players=players,
        sides="ABCDEF"[: seat.sides],
        rows=blank.rows(variant),
        room=blank.room(variant, seat.sides),
        bands=rulecard.bands(variant.opening) if variant.opening else [],
    )
