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
from scorekeeper.words import Text, say

__all__ = ["Answered", "Example", "Question", "about"]

Asked = list[Callable[[Variant], Question | None]]

GROUPS: list[tuple[Text | None, Asked]] = [
    (None, [*threes.FIRST, *out.FIRST]),
    (say("Threes"), threes.QUESTIONS),
    (say("Opening"), opening.QUESTIONS),
    (say("Canastas"), canastas.QUESTIONS),
    (say("Going out, and what is left in hand"), out.QUESTIONS),
    (say("Special hands and incomplete melds"), special.QUESTIONS),
    (say("The end of the match"), ending.QUESTIONS),
]


class Answered(msgspec.Struct, frozen=True):
    """A question with the rows of the rule card that its answer rests on, and who says so. `title`: what it and those
    beside it are about, None for the old quarrels."""

    question: Question
    rules: list[Row]
    origin: Origin
    title: Text | None


def about(variant: Variant, chosen: Collection[str] = (), players: int | None = None) -> list[Answered]:
    """The questions that this variant raises, by what they are about, the old quarrels first. `chosen`: the house rules
    a table chose; `players`: how many play, None where any table is meant."""
    found = []
    for title, question in _all(variant, players):
        rules = [row for name in question.names for row in by_name(variant).get(name, [])[:1]]
        found.append(Answered(question, rules, reasons.origin(rules, chosen), title))
    return found


@remembered
def _all(variant: Variant, players: int | None) -> list[tuple[Text | None, Question]]:
    found = []
    if players is not None:
        variant = at_a_table_of(variant, players)
    for title, asked in GROUPS:
        for ask in asked:
            with contextlib.suppress(NotHere):
                if question := ask(variant):
                    found.append((title, question))
    return found
