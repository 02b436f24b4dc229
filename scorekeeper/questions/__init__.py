"""What people argue about, answered from a variant's data, each with a tiny example that the engine itself scores.

No figure is typed in here: a table that chose another house rule reads another answer.
"""

import contextlib
from collections.abc import Callable, Collection

import msgspec

from scorekeeper import reasons
from scorekeeper.questions import canastas, ending, opening, out, special, threes
from scorekeeper.questions.asking import Example, NotHere, Question, at_a_table_of
from scorekeeper.reasons import Origin
from scorekeeper.rulecard import Row, by_name
from scorekeeper.rules import Variant, remembered

__all__ = ["Answered", "Example", "Question", "about"]

_ASKED: list[Callable[[Variant], Question | None]] = [
    *opening.QUESTIONS,
    *threes.QUESTIONS,
    *canastas.QUESTIONS,
    *out.QUESTIONS,
    *special.QUESTIONS,
    *ending.QUESTIONS,
]


class Answered(msgspec.Struct, frozen=True):
    """A question with the rows of the rule card that its answer rests on, and who says so."""

    question: Question
    rules: list[Row]
    origin: Origin


def about(variant: Variant, chosen: Collection[str] = (), players: int | None = None) -> list[Answered]:
    """The questions that this variant raises, in the order of a deal. `chosen`: the house rules a table chose;
    `players`: how many play, None where any table is meant."""
    found = []
    for question in _all(variant, players):
        rules = [row for name in question.names for row in by_name(variant).get(name, [])[:1]]
        found.append(Answered(question, rules, reasons.origin(rules, chosen)))
    return found


@remembered
def _all(variant: Variant, players: int | None) -> list[Question]:
    found = []
    if players is not None:
        variant = at_a_table_of(variant, players)
    for ask in _ASKED:
        with contextlib.suppress(NotHere):
            if question := ask(variant):
                found.append(question)
    return found
