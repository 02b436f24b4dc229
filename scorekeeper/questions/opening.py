"""What counts towards the opening minimum."""

from scorekeeper.cards import NATURALS
from scorekeeper.questions.asking import Ask, Example, Question, deal, laid, lines, melded, opens, verdict
from scorekeeper.rules import Variant
from scorekeeper.words import say


def bonus_counts(variant: Variant) -> Question | None:
    """Does the bonus of a canasta? Asked of the cheapest one, whose cards alone fall short."""
    size = variant.canastas.size
    melds = (f"{rank}*{size}" for rank in reversed(NATURALS))
    meld = next((meld for meld in melds if laid(variant, meld).kind), None)
    check = opens(variant, 0, [meld]) if meld else None
    if meld is None or check is None:
        return None
    kind = laid(variant, meld).kind
    assert kind is not None
    return Question(
        "opening-bonus",
        say("Does the bonus of a canasta count towards the opening minimum?"),
        say(
            "No. Its cards count {count}; its bonus of {bonus} helps nothing.",
            count=check.count,
            bonus=variant.canastas.kinds[kind].bonus,
        ),
        ["opening.ladder", "play.opening"],
        Example(melded(meld), outcome=verdict(check)),
    )


def red_threes_count(variant: Variant) -> Question | None:
    """Do red threes on the table? (D05)"""
    meld = "8 8 8"
    check = opens(variant, 0, [meld])
    if check is None or variant.red_threes is None or len(variant.red_threes.ladder) < 2:
        return None
    scored = deal(variant, {"melds": [meld], "red_threes": 2})
    return Question(
        "opening-red-threes",
        say("Do red threes on the table count towards the opening minimum?"),
        say("No. They are not melded: with two of them, these cards count {count} all the same.", count=check.count),
        ["opening.ladder", "play.opening"],
        Example(melded(meld, more=say("Two red threes.")), lines(scored, "red_threes"), verdict(check)),
    )


def pile_counts(variant: Variant) -> Question | None:
    """Do the cards of the pile? (D07)"""
    melds = ["K K", "Q Q 2"]
    check = opens(variant, 0, melds, top_card="K")
    if check is None:
        return None
    return Question(
        "opening-pile",
        say("Do cards of the pile count towards the opening minimum?"),
        say(
            "Yes, the top card alone, for it goes into a meld. Those below it do not: they are taken once the side is"
            " open."
        ),
        ["play.opening", "play.opening_top", "play.pile", "opening.ladder"],
        Example(
            melded(*melds, more=say("On top of the pile: K. Below it: K 5.")),
            outcome=verdict(check),
        ),
    )


def below_zero(variant: Variant) -> Question | None:
    """What does a side with a negative total need? (D09)"""
    rank = min(NATURALS, key=lambda rank: variant.card_values[rank])
    meld = f"{rank}*{variant.melds.min_cards}"
    check = opens(variant, -5, [meld])
    if check is None:
        return None
    answer = say("{minimum} points.", minimum=check.required)
    if check.opens:
        answer = say("{minimum} points, which any meld reaches.", minimum=check.required)
    return Question(
        "opening-negative",
        say("What does a side with a negative total need to open?"),
        answer,
        ["opening.below_zero"],
        Example(melded(meld, more=say("Total before: {total}.", total=-5)), outcome=verdict(check)),
    )


QUESTIONS: list[Ask] = [bonus_counts, red_threes_count, pile_counts, below_zero]
