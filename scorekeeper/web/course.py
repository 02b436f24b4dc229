"""The course of a match: how the totals went from deal to deal."""

import itertools

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from scorekeeper import consequences, rulecard
from scorekeeper.match import Match
from scorekeeper.rules import Variant
from scorekeeper.web import charts, drawn
from scorekeeper.web.charts import Level, Lines, Series
from scorekeeper.web.store import match_or_404
from scorekeeper.web.words import tr
from scorekeeper.words import say

pages = Blueprint("course", __name__)

LONG = 12
"""Deals: a table of more is opened first."""


@pages.get("/matches/<int:match_id>/course")
def show(match_id: int) -> ResponseReturnValue:
    """The totals of all sides after each deal, as a picture and as a table."""
    match = match_or_404(match_id)

    def draw() -> str:
        picture = _picture(match) if match.standing else None
        long, contests = len(match.standing) > LONG, consequences.contests(match)
        return render_template("course.html", match=match, picture=picture, long=long, contests=contests)

    return drawn.once(match, draw)


def _picture(match: Match) -> Lines:
    stages = [match.opened.before, *(deal.totals for deal in match.standing)]
    sides = [Series(side.name, [totals[n] for totals in stages]) for n, side in enumerate(match.sides)]
    places = [tr(say("start")), *(str(deal.number) for deal in match.standing)]
    return charts.lines(sides, places, _levels(match.variant, min(min(totals) for totals in stages)))


def _levels(variant: Variant, lowest: int) -> list[Level]:
    """The totals from which more is asked to open, and the one that ends the match."""
    steps = rulecard.bands(variant.opening) if variant.opening else []
    found = [
        Level(step.limit, tr(say("{total}: {minimum} to open", total=step.limit, minimum=above.minimum)))
        for step, above in itertools.pairwise(steps)
        if step.limit is not None and (step.limit > 0 or lowest < 0)
    ]
    return [*found, Level(variant.target, tr(say("{total}: target", total=variant.target)))]
