"""May they go out? The canastas of a side against what going out takes. Nothing is written.

`canastas.KIND` in the address says how many there are, `more` or `less` the kind whose button was pressed, `extras` the
melds that are left short.
"""

from collections.abc import Mapping
from typing import NamedTuple

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from scorekeeper import going_out, rulecard
from scorekeeper.going_out import GoingOut
from scorekeeper.match import Match
from scorekeeper.rulecard import Row
from scorekeeper.rules import Variant
from scorekeeper.typed import whole
from scorekeeper.web.store import match_or_404
from scorekeeper.words import Text, say

pages = Blueprint("going_out", __name__)

TOLD = ("going_out", "last_card", "incomplete_out", "concealed")
"""How the names of the facts of play begin that tell of going out."""


class Spot(NamedTuple):
    """The field for one kind of canasta: as it was typed, how many that is, and what is wrong with it."""

    kind: str
    text: str
    laid: int
    error: Text | None


@pages.get("/matches/<int:match_id>/going-out")
def check(match_id: int) -> ResponseReturnValue:
    """The question and its answer; all that was typed stands in the address."""
    match = match_or_404(match_id)
    variant = match.variant
    spots = [_typed(variant, kind, request.args) for kind in variant.canastas.kinds]
    short = [key for key, extra in variant.extras.items() if extra.on == "incomplete_meld"]
    chosen = [key for key in short if key in request.args.getlist("extras")]
    asked = any(key.startswith("canastas.") for key in request.args)
    answered = asked and not any(spot.error for spot in spots)
    return render_template(
        "going_out.html",
        match=match,
        variant=variant,
        spots=spots,
        short=short,
        chosen=chosen,
        asked=asked,
        answer=_answer(match, spots, chosen) if answered else None,
        idle=[spot.kind for spot in spots if spot.laid and not going_out.counts(variant, spot.kind)],
        rules=_rules(match),
        facts=[row for row in rulecard.play(variant).rows if row.name.removeprefix("play.").startswith(TOLD)],
    )


def _typed(variant: Variant, kind: str, given: Mapping[str, str]) -> Spot:
    text = given.get(f"canastas.{kind}", "").strip()
    number = whole(text) if text else 0
    if number is None:
        return Spot(kind, text, 0, say("a whole number is expected here"))
    laid = number + (given.get("more") == kind) - (given.get("less") == kind and number > 0)
    if laid < 0:
        return Spot(kind, text, 0, say("not less than nothing"))
    if laid * variant.canastas.size > sum(variant.pack.values()):
        return Spot(kind, text, 0, say("more than the packs hold"))
    return Spot(kind, str(laid), laid, None)


def _answer(match: Match, spots: list[Spot], short: list[str]) -> GoingOut:
    canastas = {spot.kind: spot.laid for spot in spots}
    return going_out.going_out(match.variant, match.opened.players, canastas, short)


def _rules(match: Match) -> dict[str, list[Row]]:
    """The rules of the game that tell what going out takes, gives and costs."""
    takes = (f"seats.{match.opened.players}.canastas_needed", "going_out.needs.", "going_out.wild_canastas_count")
    short = (key for key, extra in match.variant.extras.items() if extra.on == "incomplete_meld")
    about = {
        "takes": takes,
        "gives": ("going_out.bonus", "going_out.concealed", "going_out.opens_concealed"),
        "costs": ("hands.apart.", *(f"extras.{key}.points" for key in short)),
    }
    rows = [row for section in rulecard.card(match.variant) for row in section.rows]
    return {what: [row for row in rows if row.name.startswith(names)] for what, names in about.items()}
