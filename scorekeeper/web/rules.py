"""The rules of every game, drawn from its file alone, and those a match is played by."""

import contextlib
import functools
from typing import Any, NamedTuple

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from scorekeeper import rulecard, sheet, variants
from scorekeeper.examples import document
from scorekeeper.match import Match
from scorekeeper.rules import Example, Variant
from scorekeeper.web.matches import variant_or_404
from scorekeeper.web.store import match_or_404

pages = Blueprint("rules", __name__)


@pages.get("/rules")
def index() -> ResponseReturnValue:
    return render_template("rules_index.html", variants=variants.everything())


@pages.get("/rules/<key>")
def show(key: str) -> ResponseReturnValue:
    return _drawn(variant_or_404(key), {})


@pages.get("/rules/<key>/examples")
def examples(key: str) -> ResponseReturnValue:
    """The worked examples of a game, scored line by line."""
    variant = variant_or_404(key)
    return render_template("examples.html", variant=variant, worked=_worked(variant))


@pages.get("/matches/<int:match_id>/rules")
def of_match(match_id: int) -> ResponseReturnValue:
    """The rules a match is played by, with what its table chose marked."""
    match = match_or_404(match_id)
    return _drawn(match.variant, match.opened.house_rules, match)


class Worked(NamedTuple):
    """An example and the match that its score sheet makes; None where it has none or it is refused."""

    example: Example
    match: Match | None


@functools.lru_cache(maxsize=32)
def _worked(variant: Variant) -> list[Worked]:
    found = []
    for example in variant.examples:
        match = None
        if example.melds is None:
            with contextlib.suppress(sheet.SheetRefused):
                match = sheet.score_under(variant, document(example))
        found.append(Worked(example, match))
    return found


def _drawn(variant: Variant, chosen: dict[str, Any], match: Match | None = None) -> ResponseReturnValue:
    return render_template(
        "rules.html",
        variant=variant,
        sections=rulecard.card(variant),
        play=rulecard.play(variant),
        house_rules=rulecard.house_rules(variant),
        chosen=chosen,
        match=match,
    )
