"""Do they open? The melds of one turn against what is asked of each side. Nothing is written."""

from collections.abc import Mapping
from typing import NamedTuple

from flask import Blueprint, abort, render_template, request
from flask.typing import ResponseReturnValue

from scorekeeper import cards, referee, rulecard
from scorekeeper.card_words import CARDS, written
from scorekeeper.faults import listed_at
from scorekeeper.going_out import WAIVED
from scorekeeper.match import Match
from scorekeeper.referee import Opening, OpeningRefused
from scorekeeper.web.store import match_or_404
from scorekeeper.words import Text, say, verbatim

pages = Blueprint("opening", __name__)

MELDS = 6
"""Rows for the melds of one turn."""
MOST_LETTERS = 100
MOST_SPELLED = 15
"""Cards of a meld that are told one by one."""
KEYS = (*cards.NATURALS, *cards.WILD)
"""The cards on the pad: threes are never melded to open."""


class Spot(NamedTuple):
    """A field as it was typed: the points of its cards where they count, and what is wrong with it."""

    id: str
    label: Text
    text: str
    points: int | None
    errors: list[Text]


class Asked(NamedTuple):
    """The question as it was typed, and the answer for every side; none where nothing typed can be counted.

    `concealed`: are the cards a whole hand with which a player goes out?
    """

    melds: list[Spot]
    top_card: Spot
    concealed: bool
    answers: list[Opening]

    @property
    def faulty(self) -> list[Spot]:
        """The fields with something wrong, from the top of the page down."""
        return [spot for spot in (*self.melds, self.top_card) if spot.errors]


@pages.get("/matches/<int:match_id>/opening")
def check(match_id: int) -> ResponseReturnValue:
    """The question and its answer; all that was typed stands in the address. With script the pad asks here too."""
    match = match_or_404(match_id)
    if match.variant.opening is None:
        abort(404)
    return render_template(
        "opening.html",
        match=match,
        asked=_asked(match, request.args),
        card_names=CARDS,
        keys=KEYS,
        uncounted=referee.uncounted(match.variant),
        reading=next((row for row in rulecard.readings(match.variant).rows if row.name == WAIVED), None),
    )


def _asked(match: Match, given: Mapping[str, str]) -> Asked:
    labels = {f"melds.{row}": say("Meld {n}", n=row + 1) for row in range(MELDS)}
    labels["top_card"] = say("Top card of the pile")
    typed = {key: given.get(key, "") for key in labels}
    errors = _unreadable(typed) if given.keys() & labels.keys() else {}
    counted = {key: found for key, text in typed.items() if (found := _cards(key, text)) and key not in errors}
    concealed = "concealed" in given and match.variant.going_out.concealed is not None
    answers = _answers(match, counted, errors, match.opened.players if concealed else None)
    worth = {key: match.variant.points_of(cards.read(text)) for key, text in counted.items()} if answers else {}
    spots = [Spot(key, label, typed[key], worth.get(key), errors.get(key, [])) for key, label in labels.items()]
    return Asked(spots[:-1], spots[-1], concealed, answers)


def _unreadable(typed: Mapping[str, str]) -> dict[str, list[Text]]:
    """What is wrong by field before any card is read."""
    long = [key for key, text in typed.items() if len(text) > MOST_LETTERS]
    errors = {key: [say("at most {most} letters", most=MOST_LETTERS)] for key in long}
    if not any(_cards(key, text) for key, text in typed.items() if key != "top_card"):
        errors["melds.0"] = [say("write at least one meld here")]
    return errors


def _answers(
    match: Match, counted: dict[str, str], errors: dict[str, list[Text]], concealed: int | None
) -> list[Opening]:
    """Whether these cards open, for every side. What cannot be laid is taken out of them and said among the errors."""
    again = False
    while rows := [key for key in counted if key != "top_card"]:
        melds, top_card = [counted[key] for key in rows], counted.get("top_card", "")
        try:
            return [referee.opening(match.variant, total, melds, top_card, concealed) for total in match.totals]
        except OpeningRefused as refused:
            for fault in refused.faults:
                key = fault.key if fault.key == "top_card" else rows[listed_at(fault.key)[1] or 0]
                counted.pop(key, None)
                # A top card whose own meld was taken out before is not wrong itself.
                if key != "top_card" or not again:
                    errors.setdefault(key, []).append(_spelled(fault.message))
            again = True
    return []


def _spelled(message: Text) -> Text:
    """The message with its meld as it lies on the table: "K K 2" in place of "K*2 2"."""
    meld = cards.read(str(message.params["meld"])) if "meld" in message.params else {}
    if not 0 < sum(meld.values()) <= MOST_SPELLED:
        return message
    spelled = " ".join(rank for rank, n in meld.items() for _ in range(n))
    return Text(message.msgid, message.params | {"meld": verbatim(spelled)}, message.plural)


def _cards(key: str, text: str) -> str:
    return written(text, meld=key != "top_card").strip()
