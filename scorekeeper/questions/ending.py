"""Who wins, and when."""

from scorekeeper.match import is_over
from scorekeeper.questions.asking import Ask, Example, Question
from scorekeeper.rules import Variant
from scorekeeper.words import Text, say

AHEAD = (120, 340)
"""Points by which the sides of the examples are over the target."""


def both_over(variant: Variant) -> Question:
    """Both sides pass the target in one deal. (D11)"""
    totals = [variant.target + points for points in AHEAD]
    _, winner = is_over(variant, totals)
    return Question(
        "both-over-target",
        say("Both sides reach the target in the same deal. Who wins?"),
        say("The higher total, after the whole deal: here {points}.", points=totals[winner or 0]),
        ["target_to_be_passed", "target", "play.match_end"],
        Example(_totals(totals), outcome=_outcome(variant, totals)),
    )


def tie(variant: Variant) -> Question:
    """Both sides are level over the target."""
    totals = [variant.target + AHEAD[0]] * 2
    finished, _ = is_over(variant, totals)
    return Question(
        "tie",
        say("Both sides are exactly level at the end. Who wins?"),
        say("Both: they share the win.") if finished else say("Nobody yet: one more deal is played."),
        ["tie"],
        Example(_totals(totals), outcome=_outcome(variant, totals)),
    )


def exactly(variant: Variant) -> Question:
    """A side stands exactly at the target."""
    totals = [variant.target, variant.target - 500]
    finished, _ = is_over(variant, totals)
    return Question(
        "exactly-at-target",
        say("A side has exactly {target}. Is the match over?", target=variant.target),
        say("Yes.") if finished else say("No: it takes more than that."),
        ["target_to_be_passed", "target"],
        Example(_totals(totals), outcome=_outcome(variant, totals)),
    )


def _totals(totals: list[int]) -> Text:
    return say("Totals: {one} and {other}.", one=totals[0], other=totals[1])


def _outcome(variant: Variant, totals: list[int]) -> Text:
    finished, winner = is_over(variant, totals)
    if not finished:
        return say("The match goes on.")
    if winner is None:
        return say("A shared win.")
    return say("The side with {points} wins.", points=totals[winner])


QUESTIONS: list[Ask] = [both_over, exactly, tie]
