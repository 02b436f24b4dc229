"""What threes of both colours count, laid, held or forgotten."""

from scorekeeper.match import Scored
from scorekeeper.questions.asking import (
    Ask,
    Example,
    Question,
    asked_about,
    canastas,
    deal,
    gone_out,
    held,
    lines,
    listed,
    melded,
    partners,
    points,
    said,
)
from scorekeeper.reasons import side_of
from scorekeeper.rulecard import value_name
from scorekeeper.rules import Sign, Threes, Variant
from scorekeeper.words import Text, say

_SIGN = ("red_threes.sign", "red_threes.sign.by", "red_threes.sign.steps")


def all_unopened(variant: Variant) -> Question | None:
    """All red threes of a side that has melded nothing. (D01)"""
    if variant.red_threes is None:
        return None
    count, sign = len(variant.red_threes.ladder), variant.red_threes.sign
    alone = deal(variant, {"red_threes": count})
    answer, step = _whoever(points(alone, "red_threes")), _otherwise(sign)
    if step is not None:
        with_melds = deal(variant, {"melds": canastas(variant, step), "red_threes": count})
        one, other = _counted(alone, side_of(sign, 0)), _counted(with_melds, side_of(sign, step))
        answer = say("They count {one}, and {other}.", one=one, other=other)
    return Question(
        "all-red-threes-unopened",
        say("All {n} red threes, and the side has melded nothing: what do they count?", n=count),
        answer,
        ["red_threes.ladder" if variant.red_threes.all_against is None else "red_threes.all_against", *_SIGN],
        Example(said(say("{n} red threes.", n=count), say("Nothing melded.")), lines(alone, "red_threes")),
    )


def without_canasta(variant: Variant) -> Question | None:
    """Red threes of a side that has melded and has no canasta, or too few. (D25)"""
    if variant.red_threes is None:
        return None
    sign = variant.red_threes.sign
    steps = range(len(sign.steps)) if sign.by == "canastas" else [0]
    dealt = [deal(variant, {"melds": canastas(variant, step), "red_threes": 1}) for step in steps]
    one = [points(scored, "red_threes") for scored in dealt]
    if sign.by == "canastas":
        asks = say("For how many canastas do red threes count?")
        told = listed(_counted(scored, side_of(sign, step)) for step, scored in zip(steps, dealt, strict=True))
        answer = _how_many_count(variant.red_threes, told, one) if any(one) else say("They count nothing.")
    else:
        asks = say("Do red threes count for a side that has melded, but has no canasta?")
        told = _counted(dealt[0], side_of(sign, 1))
        if one[0] > 0:
            answer = say("Yes: {told}", told=_how_many_count(variant.red_threes, told, one, begun=True))
        elif one[0]:
            answer = say("No: {told}", told=_how_many_count(variant.red_threes, told, one, begun=True))
        else:
            answer = say("No: they count {told}.", told=told)
    few = dealt[1] if len(dealt) > 2 else dealt[0]
    melds = canastas(variant, 1 if len(dealt) > 2 else 0)
    return Question(
        "red-threes-without-canasta",
        asks,
        answer,
        [*_SIGN, "red_threes.ladder"],
        Example(melded(*melds, more=say("One red three.")), lines(few, "red_threes")),
    )


def both_colours(variant: Variant) -> Question | None:
    """What is a black three worth, and what a red one? (D47)"""
    if variant.red_threes is None:
        return None
    scored = deal(variant, {"melds": canastas(variant, _best(variant.red_threes.sign)), "red_threes": 1})
    answer = say(
        "A red three laid on the table counts {red}. The card value of a black three is {black}.",
        red=points(scored, "red_threes"),
        black=variant.card_values["B3"],
    )
    if variant.black_threes:
        scored = deal(
            variant,
            {"melds": canastas(variant, _best(variant.black_threes.sign)), "red_threes": 1, "black_threes": 1},
        )
        answer = say(
            "Laid on the table a red three counts {red}, and a black one {black}.",
            red=points(scored, "red_threes"),
            black=points(scored, "black_threes"),
        )
    black = [] if variant.black_threes is None else [say("One black three.")]
    shown = said(melded(*canastas(variant, _best(variant.red_threes.sign))), say("One red three."), *black)
    return Question(
        "threes-worth",
        say("What is a red three worth, and what a black one?"),
        answer,
        ["red_threes.ladder", "black_threes.ladder" if variant.black_threes else value_name(variant, "B3")],
        Example(shown, lines(scored, "red_threes", "black_threes")),
    )


def red_in_hand(variant: Variant) -> Question | None:
    """A red three forgotten in a hand. (D23)"""
    if variant.red_threes is None:
        return None
    scored = deal(variant, {"melds": canastas(variant, 1), "hands": ["R3"]})
    cost = _cost(variant, "R3")
    answer = say("{points} against its side.", points=cost)
    if not cost:
        answer = say("The rules have none for it: it costs nothing, and the app asks whether it is right.")
    names = _charged(variant, "R3") or ["play.red_threes", "hands"]
    return Question(
        "red-three-in-hand",
        say("A red three is forgotten in a hand: what does it cost?"),
        answer,
        names,
        Example(held("R3"), lines(scored, "hands"), asked_about(scored, "hands")),
    )


def black_in_hand(variant: Variant) -> Question | None:
    """A black three left in a hand. (D21, D33)"""
    scored = deal(variant, {"melds": canastas(variant, 1), "hands": ["B3 K"]})
    return Question(
        "black-three-in-hand",
        say("A black three is left in a hand: what does it cost?"),
        say("{points} against its side, and nothing besides.", points=_cost(variant, "B3")),
        _charged(variant, "B3") or ["hands", value_name(variant, "B3")],
        Example(held("B3 K", *_others(variant)), lines(scored, "hand_points", "hands")),
    )


def black_with_partner(variant: Variant) -> Question | None:
    """… in the hand of the partner of the one who went out, where it is charged by the piece. (D21)"""
    names = _charged(variant, "B3")
    if not partners(variant) or not names:
        return None
    names = [names[0].replace(".each", ".side_out"), *names]
    if variant.charge("B3") == variant.card_values["B3"] and names[0] not in variant.house_rules:
        return None
    scored = deal(variant, {**gone_out(variant), "hands": ["", "B3"]})
    cost = -points(scored, "hands")
    answer = say("Yes, {points} for each.", points=cost)
    if cost != variant.charge("B3"):
        answer = say("No, its card value alone: {points} for each.", points=cost)
    return Question(
        "black-three-of-partner",
        say("My partner went out. Does a black three in my hand cost as much?"),
        answer,
        names,
        Example(held("", "B3"), lines(scored, "hands")),
    )


def _best(sign: Sign) -> int:
    """The step of the sign that is the best for the side."""
    return sign.steps.index(max(sign.steps))


def _otherwise(sign: Sign) -> int | None:
    """The best step that is not as the first; None where all steps are alike."""
    steps = [step for step, turn in enumerate(sign.steps) if turn != sign.steps[0]]
    return max(steps, key=lambda step: sign.steps[step], default=None)


def _whoever(count: int) -> Text:
    """What they count where it is the same for every side."""
    if not count:
        return say("They count nothing.")
    if count < 0:
        return say("They count {points} against their side, whatever it has melded.", points=-count)
    return say("They count {points} for their side, whatever it has melded.", points=count)


def _how_many_count(rule: Threes, told: Text, one: list[int], begun: bool = False) -> Text:
    """What each counts, where that is the same for each; else what one counts, and two, and so on.

    `told`: what one counts for whom, `one`: the same in points; `begun`: a word stands before it.
    """
    ladder, against = list(rule.ladder), rule.all_against
    if against is not None and max(one) <= 0:
        ladder[-1], against = against, None
    several = [say("{n} count {points}", n=n, points=points) for n, points in enumerate(ladder[1:], 2)]
    unlike = [say("{told}.", told=listed(several))] if several else []
    if against not in (None, ladder[-1]) and min(one) < 0:
        who = side_of(rule.sign, rule.sign.steps.index(-1))
        unlike.append(say("All {n} count {points} against {who}.", n=len(ladder), points=against or 0, who=who))
    elif ladder == [ladder[0] * n for n in range(1, len(ladder) + 1)]:
        return say("each counts {told}.", told=told) if begun else say("Each counts {told}.", told=told)
    return said(say("one counts {told}.", told=told) if begun else say("One counts {told}.", told=told), *unlike)


def _counted(scored: Scored, who: Text) -> Text:
    """ "800 against a side that has not melded"."""
    count = points(scored, "red_threes")
    if not count:
        return say("nothing for {who}", who=who)
    if count < 0:
        return say("{points} against {who}", points=-count, who=who)
    return say("{points} for {who}", points=count, who=who)


def _cost(variant: Variant, card: str) -> int:
    """What the hand costs more with this card in it."""
    hands = ({"melds": canastas(variant, 1), "hands": [cards]} for cards in ("K", f"K {card}"))
    without, with_it = (points(deal(variant, one), "hand_points", "hands") for one in hands)
    return without - with_it


def _charged(variant: Variant, card: str) -> list[str]:
    """The rule by which this card is charged by the piece, if there is one."""
    key = variant.charged_apart.get(card)
    return [f"hands.apart.{key}.each"] if key else []


def _others(variant: Variant) -> list[str]:
    return ["4"] if partners(variant) else []


FIRST: list[Ask] = [all_unopened]
QUESTIONS: list[Ask] = [
    *(without_canasta, both_colours, red_in_hand, black_in_hand, black_with_partner),
]
