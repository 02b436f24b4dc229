"""Who may go out, what it brings, and what the hands cost."""

from scorekeeper.questions.asking import (
    WENT_OUT,
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
    needed,
    partners,
    players,
    points,
    said,
)
from scorekeeper.questions.canastas import canasta_concealed
from scorekeeper.rules import Variant
from scorekeeper.words import Text, say, say_many


def how_many(variant: Variant) -> Question:
    """How many canastas does it take?"""
    counts = {seat.canastas_needed for seat in variant.seats.values()}
    told = [
        say("{n} with {players} players", n=seat.canastas_needed, players=number)
        for number, seat in sorted(variant.seats.items(), reverse=True)
    ]
    answer = say("{told}.", told=listed(told))
    if len(counts) == 1:
        answer = say_many("{n} canasta.", "{n} canastas.", counts.pop())
    needs = [
        say("{n} of them must be: {what}.", n=need.count, what=Text(need.label))
        for need in variant.going_out.needs.values()
    ]
    one = gone_out(variant)
    return Question(
        "canastas-to-go-out",
        say("How many canastas does it take to go out?"),
        said(answer, *needs),
        [
            *(f"seats.{number}.canastas_needed" for number in variant.seats),
            *(f"going_out.needs.{key}" for key in variant.going_out.needs),
        ],
        Example(melded(*one["melds"]), lines(deal(variant, one), "going_out")),
    )


def which_count(variant: Variant) -> Question:
    """Which canastas count among those needed?"""
    kinds = variant.canastas.kinds
    counting = [kind for kind in kinds.values() if kind.of != "wild" or variant.going_out.wild_canastas_count]
    if len(counting) == len(kinds):
        answer = say("All of them: {kinds}.", kinds=listed(Text(kind.label) for kind in counting))
    else:
        answer = say("Only these: {kinds}. Those of wild cards do not.", kinds=listed(Text(k.label) for k in counting))
    needs = [
        say("As {what} count: {kinds}.", what=Text(need.label), kinds=listed(Text(kinds[key].label) for key in counted))
        for need in variant.going_out.needs.values()
        if (counted := [key for key in need.kinds if kinds[key] in counting])
    ]
    example = None
    if any(kind.of == "wild" for kind in kinds.values()):
        melds = [f"2*{variant.canastas.size}", *canastas(variant, needed(variant))[1:]]
        scored = deal(variant, {"melds": melds, "went_out": True})
        outcome = asked_about(scored, "went_out") or say("The app has no question.")
        example = Example(melded(*melds, more=WENT_OUT), outcome=outcome)
    names = ["going_out.wild_canastas_count", *(f"going_out.needs.{key}" for key in variant.going_out.needs)]
    return Question(
        "canastas-that-count",
        say("Which canastas count among those needed to go out?"),
        said(answer, *needs),
        [*names, f"seats.{players(variant)}.canastas_needed"],
        example,
    )


def without_them(variant: Variant) -> Question | None:
    """Somebody went out without the canastas needed: what then?"""
    if not needed(variant):
        return None
    melds = canastas(variant, 0)
    scored = deal(variant, {"melds": melds, "went_out": True})
    asked = asked_about(scored, "went_out")
    if asked is None:
        return None
    return Question(
        "out-without-canastas",
        say("Somebody went out without the canastas needed. What now?"),
        say(
            "The rules do not allow it. The app asks whether it is right; if your table lets it stand, it is scored as"
            " any other: {points} for going out.",
            points=points(scored, "going_out"),
        ),
        [f"seats.{players(variant)}.canastas_needed", "going_out.bonus"],
        Example(melded(*melds, more=WENT_OUT), lines(scored, "going_out"), asked),
    )


def concealed(variant: Variant) -> Question:
    """What is there for going out concealed? (D03)"""
    one = gone_out(variant)
    plain = points(deal(variant, one), "going_out")
    asks = say("What is there for going out concealed? Is the ordinary bonus paid besides?")
    if variant.going_out.concealed is None:
        answer = say("The rules have no bonus of its own for it: {points} as for any other.", points=plain)
        return Question("out-concealed", asks, answer, ["going_out.bonus"])
    scored = deal(variant, {**one, "concealed": True})
    return Question(
        "out-concealed",
        asks,
        say("{points} in all, in place of the ordinary {plain}.", points=points(scored, "going_out"), plain=plain),
        ["going_out.concealed", "going_out.bonus"],
        Example(melded(*one["melds"], more=say("The whole hand at once.")), lines(scored, "going_out")),
    )


def nobody(variant: Variant) -> Question:
    """Nobody went out: who has the bonus? (D19)"""
    one = {"melds": canastas(variant, 1), "hands": ["5"]}
    scored = deal(variant, one)
    bonus = points(deal(variant, gone_out(variant)), "going_out")
    return Question(
        "nobody-out",
        say("The stock is used up and nobody went out: who has the bonus for going out?"),
        say("Nobody. The {out} are there only for a side that goes out.", out=bonus),
        ["going_out", "play.end"],
        Example(said(melded(*one["melds"]), say("Nobody went out.")), lines(scored)),
    )


def partners_hand(variant: Variant) -> Question | None:
    """Do the cards of my partner count against us although I went out? (D17)"""
    if not partners(variant):
        return None
    scored = deal(variant, {**gone_out(variant), "hands": ["", "A JK"]})
    return Question(
        "partners-hand",
        say("I went out. Do the cards in my partner's hand count against us?"),
        say(
            "Yes: all hands of a side count against it, {points} in this example.",
            points=-points(scored, "hand_points"),
        ),
        ["hands"],
        Example(held("", "A JK"), lines(scored, "going_out", "hand_points")),
    )


def twice(variant: Variant) -> Question | None:
    """When does a hand count twice?"""
    if variant.hands.doubled is None:
        return None
    one = {"melds": canastas(variant, 0), "hands": ["A 5", "Q"][: 2 if partners(variant) else 1]}
    lost, nobody_out = deal(variant, one, gone_out(variant, spared=1)), deal(variant, one)
    both = points(lost, "hand_points", "hands"), points(nobody_out, "hand_points", "hands")
    answer = say("Yes, it counts twice then too: {points} here.", points=-both[1])
    if both[0] != both[1]:
        answer = say(
            "No, only when another side went out: {once} here, and not {twice}.", once=-both[1], twice=-both[0]
        )
    return Question(
        "hand-twice",
        say("A side without a canasta: does its hand count twice when nobody went out?"),
        answer,
        ["hands.doubled.nobody_out", "hands.doubled"],
        Example(
            said(melded(*one["melds"]), held(*one["hands"]), say("Nobody went out.")),
            lines(nobody_out, "hand_points", "hands"),
        ),
    )


FIRST: list[Ask] = [partners_hand, concealed, canasta_concealed]
QUESTIONS: list[Ask] = [how_many, which_count, without_them, nobody, twice]
