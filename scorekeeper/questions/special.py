"""What some games have of their own: special hands, cards held, melds left short, melds that count against."""

from scorekeeper.cards import WILD
from scorekeeper.questions.asking import (
    Ask,
    Example,
    Question,
    asked_about,
    canastas,
    deal,
    held,
    lines,
    listed,
    melded,
    partners,
    points,
)
from scorekeeper.rules import Variant
from scorekeeper.words import Text, say


def hand_alone(variant: Variant) -> Question | None:
    """Does anything count beside a special hand? (D27)"""
    if not variant.special_hands:
        return None
    dealt = {
        key: deal(variant, {"special_hand": key, "red_threes": 2, "melds": canastas(variant, 1)})
        for key in variant.special_hands
    }
    labels = {key: Text(hand.label) for key, hand in variant.special_hands.items()}
    told = listed(say("{hand} {points}", hand=labels[key], points=points(one)) for key, one in dealt.items())
    key, scored = next(iter(dealt.items()))
    return Question(
        "special-hand-alone",
        say("A special hand: do the melds and threes of its side count too?"),
        say("No. The side has the points of the hand and nothing else: {told}.", told=told),
        [*(f"special_hands.{key}.points" for key in dealt), "play.special_hand"],
        Example(
            melded(*canastas(variant, 1), more=say("Two red threes. Special hand: {hand}.", hand=labels[key])),
            lines(scored),
            asked_about(scored, "special_hand"),
        ),
    )


def held_by_both(variant: Variant) -> Question | None:
    """Both partners hold what is charged: once or twice? (D29)"""
    for key, extra in variant.extras.items():
        if extra.on != "held" or not partners(variant):
            continue
        hand = f"{extra.ranks[0]}*{extra.at_least}"
        scored = deal(variant, {"melds": canastas(variant, 1), "hands": [hand, hand]})
        single = deal(variant, {"melds": canastas(variant, 1), "hands": [hand]})
        return Question(
            "held-by-both",
            say("{what}: both partners hold so many. Is that charged once or twice?", what=Text(extra.label)),
            say(
                "For each hand: {both} against the side, and {one} where one of them holds them.",
                both=-points(scored, "extras"),
                one=-points(single, "extras"),
            ),
            [f"extras.{key}.points"],
            Example(held(hand, hand), lines(scored, "extras")),
        )
    return None


def all_jokers_short(variant: Variant) -> Question | None:
    """A meld of wild cards left short that holds all jokers. (D31)"""
    found = [
        key
        for key, extra in variant.extras.items()
        if extra.on == "incomplete_meld" and set(extra.ranks) == set(WILD) and extra.jokers
    ]
    if not found:
        return None
    jokers = variant.extras[found[0]].jokers or 0
    meld, other = f"JK*{jokers}", "2 2 JK"
    scored, usual = deal(variant, {"melds": [meld]}), deal(variant, {"melds": [other]})
    dear, cheap = -points(scored, "extras"), -points(usual, "extras")
    answer = say("No: {points} against the side, as with fewer of them.", points=dear)
    if dear != cheap:
        answer = say("Yes: {points} against the side, and {usual} with fewer of them.", points=dear, usual=cheap)
    return Question(
        "jokers-short",
        say("A meld of wild cards is left short. Does it cost more with {n} jokers in it?", n=jokers),
        answer,
        [*(f"extras.{key}.points" for key in found)],
        Example(melded(meld), lines(scored, "extras")),
    )


def melds_against(variant: Variant) -> Question | None:
    """Do melded cards count against a side without a canasta?"""
    if variant.melds.sign is None:
        return None
    scored = deal(variant, {"melds": canastas(variant, 0)})
    without = points(scored, "card_points")
    answer = say("Its melded cards count for it: {points} here.", points=without)
    if without < 0:
        answer = say(
            "Its melded cards count against it: {points} here. With a canasta they count for it.", points=-without
        )
    return Question(
        "melds-without-canasta",
        say("A side ends the deal without a canasta: what of its melds?"),
        answer,
        ["melds.sign"],
        Example(melded(*canastas(variant, 0)), lines(scored, "card_points")),
    )


QUESTIONS: list[Ask] = [hand_alone, held_by_both, all_jokers_short, melds_against]
