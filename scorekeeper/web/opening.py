"""Do they open? The melds of one turn against what is asked of a side. Nothing is written."""

import re
from collections.abc import Mapping
from typing import NamedTuple

from flask import Blueprint, abort, render_template, request
from flask.typing import ResponseReturnValue

from scorekeeper import referee
from scorekeeper.match import Match
from scorekeeper.referee import Opening, OpeningRefused
from scorekeeper.rulecard import CARDS
from scorekeeper.web.store import match_or_404
from scorekeeper.words import Text, say

pages = Blueprint("opening", __name__)

MELDS = 6
MOST_LETTERS = 100

_BETWEEN = re.compile(r"[\s,;.+]+")
_CARD = re.compile(r"10|JK|B3|R3|[24-9AKQJ]", re.IGNORECASE | re.ASCII)
_ROW = re.compile(f"(?:{_CARD.pattern}){{2,}}", re.IGNORECASE | re.ASCII)


class Spot(NamedTuple):
    """A field as it was typed, and what is wrong with it."""

    id: str
    label: Text
    text: str
    errors: list[Text]
    doubts: tuple[Text, ...] = ()


class Asked(NamedTuple):
    """The question as it was typed; `answer` where it could be told."""

    side: int | None
    choice: Spot
    melds: list[Spot]
    top_card: Spot
    answer: Opening | None

    @property
    def faulty(self) -> list[Spot]:
        """The fields with something wrong, from the top of the page down."""
        return [spot for spot in (self.choice, *self.melds, self.top_card) if spot.errors]


@pages.get("/matches/<int:match_id>/opening")
def check(match_id: int) -> ResponseReturnValue:
    """The question, and below its heading the answer; all that was typed stands in the address."""
    match = match_or_404(match_id)
    if match.variant.opening is None:
        abort(404)
    return render_template("opening.html", match=match, asked=_asked(match, request.args), card_names=CARDS)


def _asked(match: Match, given: Mapping[str, str]) -> Asked:
    labels = {"side": say("Side")}
    labels |= {f"melds.{row}": say("Meld {n}", n=row + 1) for row in range(MELDS)}
    labels["top_card"] = say("Top card of the pile")
    typed = {key: given.get(key, "") for key in labels}
    sides = {str(side): side for side in range(len(match.sides))}
    side = sides.get(typed["side"])
    answer, errors = _answered(match, side, typed) if any(key in given for key in labels) else (None, {})
    spots = {key: Spot(key, label, typed[key], errors.get(key, [])) for key, label in labels.items()}
    melds = [spots[f"melds.{row}"] for row in range(MELDS)]
    return Asked(side, spots["side"], melds, spots["top_card"], answer)


def _answered(match: Match, side: int | None, typed: Mapping[str, str]) -> tuple[Opening | None, dict[str, list[Text]]]:
    """The answer, or what is wrong by field: everything at once."""
    errors: dict[str, list[Text]] = {}
    if side is None:
        errors["side"] = [say("choose one of these")]
    errors |= {
        key: [say("at most {most} letters", most=MOST_LETTERS)]
        for key, text in typed.items()
        if key != "side" and len(text) > MOST_LETTERS
    }
    rows = [key for key, text in typed.items() if key.startswith("melds.") and _cards(text)]
    if not rows:
        errors["melds.0"] = [say("write at least one meld here")]
    if errors.keys() & {*rows, "melds.0", "top_card"}:
        return None, errors
    total = match.totals[side or 0]
    try:
        found = referee.opening(match.variant, total, [_cards(typed[key]) for key in rows], _cards(typed["top_card"]))
    except OpeningRefused as refused:
        for fault in refused.faults:
            table, _, place = fault.key.partition(".")
            errors.setdefault(rows[int(place)] if table == "melds" else fault.key, []).append(fault.message)
        return None, errors
    return (None if errors else found), errors


def _cards(text: str) -> str:
    """Cards as people type them, as the core reads them: "6,6,6" and "666" are "6 6 6", "joker" is "JK"."""
    words = []
    for word in _BETWEEN.split(text.replace("×", "*")):
        if word.casefold() == "joker":
            words.append("JK")
        elif _ROW.fullmatch(word):
            words += _CARD.findall(word)
        elif word:
            words.append(word)
    return " ".join(words)
