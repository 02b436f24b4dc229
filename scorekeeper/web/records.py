"""The household's records: the most and the least of everything, who it was, and when."""

from typing import NamedTuple

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from scorekeeper.book.history import History, Summary, Tally
from scorekeeper.facts import Facts, Record
from scorekeeper.selection import Selection, numbers
from scorekeeper.web import drawn, proof
from scorekeeper.web.selecting import asked, selected
from scorekeeper.web.store import session
from scorekeeper.words import Text, say

pages = Blueprint("records", __name__)

TOGETHER = 10
"""Matches that a partnership has at least."""

_LABELS: dict[str, Text] = {
    "best_deal": say("Highest deal"),
    "worst_deal": say("Lowest deal"),
    "highest": say("Highest total"),
    "comeback": say("Biggest comeback"),
    "closest": say("Closest match"),
    "widest": say("Widest win"),
    "longest": say("Longest match"),
    "shortest": say("Shortest match"),
}
_OF_WINNER = ("comeback", "widest")
_NOTES: dict[str, Text] = {
    "comeback": say("points behind, and won"),
    "closest": say("points apart"),
    "widest": say("points ahead"),
    "longest": say("deals"),
    "shortest": say("deals"),
}


class Held(NamedTuple):
    """A record: what it is of, the figure and what that counts, the sides it is about, when, and where it is proved."""

    label: Text
    figure: int
    note: Text | None
    sides: list[str]
    game: str
    played_on: str
    address: str


@pages.get("/records")
def show() -> ResponseReturnValue:
    """The records among what the address selects."""
    form = selected()

    def draw() -> str:
        selection, history = form.selection, session().history
        whole = history.whole(selection) if selection.of else None
        streak = whole.streak if whole else history.streak(selection)
        standings = history.standings(len(selection.of) > 1)
        strongest = [one for one in standings if selection.of in ((), numbers(one.subject)) and one.rating is not None]
        return render_template(
            "records.html",
            form=form,
            selection=selection,
            kept=asked(selection),
            records=_records(history, whole.facts if whole else history.facts(selection)),
            streak=streak,
            ends=history.summaries([streak.first, streak.last]) if streak else {},
            most=None if selection.of else history.most_matches(selection),
            strongest=strongest[0] if strongest else None,
            best=_best_partnership(history, selection),
            together=TOGETHER,
        )

    return drawn.of_all(draw)


def _best_partnership(history: History, selection: Selection) -> Tally | None:
    """Of whoever is asked for; a partnership is its own."""
    if len(selection.of) > 1 or selection.against:
        return None
    return history.best_partnership(selection, TOGETHER)


def _records(history: History, facts: Facts) -> list[Held]:
    found = {name: record for name in _LABELS if (record := getattr(facts, name))}
    matches = history.summaries(record.match for record in found.values())
    return [_held(history, name, record, matches[record.match]) for name, record in found.items()]


def _held(history: History, name: str, record: Record, match: Summary) -> Held:
    sides = [side for side, _ in match.sides]
    if name in proof.OF_DEALS:
        scores = history.scores(record.id)
        sides = [side for side, score in zip(sides, scores, strict=False) if score == record.figure]
    elif name == "highest":
        sides = [side for side, total in match.sides if total == record.figure]
    elif name in _OF_WINNER and match.winner is not None:
        sides = [sides[match.winner]]
    about = (match.variant, match.played_on, proof.of_record(name, record, match))
    return Held(_LABELS[name], record.figure, _NOTES.get(name), sides, *about)
