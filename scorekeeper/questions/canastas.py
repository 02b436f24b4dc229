"""What a canasta may hold and what it counts."""

from typing import Any

from scorekeeper import cards
from scorekeeper.cards import NATURALS
from scorekeeper.questions.asking import (
    WENT_OUT,
    Ask,
    Example,
    Question,
    deal,
    gone_out,
    laid,
    lines,
    listed,
    melded,
    points,
    said,
)
from scorekeeper.rulecard import value_name
from scorekeeper.rules import Variant
from scorekeeper.words import Text, say


def cards_inside(variant: Variant) -> Question | None:
    """Do the cards in a canasta count as well as its bonus? (D13)"""
    meld = f"9*{variant.canastas.size}"
    kind, scored = laid(variant, meld).kind, deal(variant, {"melds": [meld]})
    bonus, inside = points(scored, "canastas"), points(scored, "card_points")
    if kind is None:
        return None
    return Question(
        "canasta-cards",
        say("Do the cards in a canasta count as well as its bonus?"),
        say("Yes: {bonus} and {inside}, {all} in all.", bonus=bonus, inside=inside, all=bonus + inside),
        [f"canastas.kinds.{kind}.bonus", value_name(variant, "9")],
        Example(melded(meld), lines(scored, "canastas", "card_points")),
    )


def more_than_seven(variant: Variant) -> Question | None:
    """Is there anything for the eighth card? (D15)"""
    size = variant.canastas.size
    most = min(variant.pack["K"], size + 2)
    meld, usual = f"K*{most}", f"K*{size}"
    asks = say("A canasta of more than {size} cards: what is there for it?", size=size)
    if forbidden := laid(variant, meld).forbidden:
        answer = say("There is none: a meld has no more than {size} cards.", size=variant.melds.max_cards or size)
        return Question("large-canasta", asks, answer, ["melds.max_cards"], Example(melded(meld), outcome=forbidden))
    scored, smaller = deal(variant, {"melds": [meld]}), deal(variant, {"melds": [usual]})
    more = points(scored) - points(smaller)
    if most <= size:
        return None
    return Question(
        "large-canasta",
        asks,
        say("No second bonus. The further cards bring their own values: here {more}.", more=more),
        ["canastas.size", "play.more_than_seven", value_name(variant, "K")],
        Example(melded(meld), lines(scored, "canastas", "card_points")),
    )


def most_wild(variant: Variant) -> Question | None:
    """How many wild cards may lie in a meld? (D37)"""
    most = max(wild for _, wild in variant.melds.wild)
    naturals = next(naturals for naturals, wild in variant.melds.wild if wild == most)
    if variant.melds.max_cards is None:
        naturals = min(variant.pack["9"], variant.canastas.size + 1)
    meld = f"9*{naturals} 2*{most + 1}"
    forbidden = laid(variant, meld).forbidden
    if forbidden is None:
        return None
    return Question(
        "most-wild-cards",
        say("How many wild cards may lie in one meld?"),
        say("{most} at most, however many natural cards lie there.", most=most),
        ["melds.wild", "play.melds"],
        Example(melded(meld), outcome=forbidden),
    )


def of_wild_cards(variant: Variant) -> Question | None:
    """Is there a canasta of wild cards, and what does it count? (D39)"""
    asks = say("Is a canasta of wild cards allowed, and what does it count?")
    kinds = {key: kind for key, kind in variant.canastas.kinds.items() if kind.of == "wild"}
    size = variant.canastas.size
    meld = f"2*{size}"
    found = laid(variant, meld)
    least = variant.melds.wild_from
    if not kinds or least is None:
        answer = say("No: wild cards alone are no meld.")
        refused = Example(melded(meld), outcome=found.forbidden)
        return Question("wild-canasta", asks, answer, ["melds.wild_from"], refused)
    told = [say("{canastas} {points}", canastas=Text(kind.label), points=kind.bonus) for kind in kinds.values()]
    example = None
    if found.kind:
        one: dict[str, Any] = {"melds": [meld]}
        if variant.canastas.wild_paid_to == "side_out":
            one = {**gone_out(variant), "melds": [meld, *gone_out(variant)["melds"]]}
        shown = melded(*one["melds"], more=WENT_OUT if "went_out" in one else None)
        example = Example(shown, lines(deal(variant, one), "canastas", "card_points"))
    names = [f"canastas.kinds.{key}.{what}" for what in ("bonus", "card_values") for key in kinds]
    return Question(
        "wild-canasta",
        asks,
        said(say("Yes: {told}.", told=listed(told)), say("Wild cards alone are a meld from {n} cards on.", n=least)),
        [*names, "canastas.wild_paid_to", "melds.wild_from"],
        example,
    )


def wild_paid(variant: Variant) -> Question | None:
    """Whom are canastas of wild cards paid to, where tables differ?"""
    meld = f"2*{variant.canastas.size}"
    name = "canastas.wild_paid_to"
    if name not in variant.house_rules or laid(variant, meld).kind is None:
        return None
    scored = deal(variant, {"melds": [meld]}, gone_out(variant))
    answer = say("Yes: {points} here.", points=points(scored, "canastas"))
    if not points(scored, "canastas"):
        answer = say("No: only the side that went out has it.")
    return Question(
        "wild-canasta-of-loser",
        say("Is a canasta of wild cards paid to the side that did not go out?"),
        answer,
        [name],
        Example(melded(meld, more=say("The other side went out.")), lines(scored, "canastas", "card_points")),
    )


def ace_is_wild(variant: Variant) -> Question | None:
    """Is an ace wild? (D49)"""
    meld = "K K A"
    forbidden = laid(variant, meld).forbidden
    if forbidden is None or "A" in cards.WILD:
        return None
    return Question(
        "wild-cards",
        say("Which cards are wild? Is an ace?"),
        say("Jokers and twos are. An ace is a natural card."),
        ["play.wild_cards", "play.packs", "packs"],
        Example(melded(meld), outcome=forbidden),
    )


def opened_with_wild(variant: Variant) -> Question | None:
    """Cards of a special canasta, opened with wild ones and filled up. (D35)"""
    special = [kind for kind in variant.canastas.kinds.values() if kind.ranks and kind.wild_cards == "none"]
    ranks = [rank for rank in NATURALS if any(rank in (kind.ranks or []) for kind in special)]
    for rank in ranks:
        whole, short = f"{rank}*{variant.canastas.size - 2} 2 2", f"{rank}*2 2"
        one = laid(variant, whole)
        if one.kind is None:
            continue
        scored, begun = deal(variant, {"melds": [whole]}), deal(variant, {"melds": [short]})
        charged = -points(begun, "extras")
        left = say("Left short it costs {points}.", points=charged) if charged else say("Left short it costs nothing.")
        counted = say(
            "{canastas}: {bonus}.",
            canastas=Text(variant.canastas.kinds[one.kind].label),
            bonus=points(scored, "canastas"),
        )
        return Question(
            "special-with-wild-cards",
            say("A meld of {rank} was begun with wild cards and is filled up. What does it count as?", rank=rank),
            said(counted, left),
            ["play.mixed_aces", "play.special_melds", "melds.clean_ranks", f"canastas.kinds.{one.kind}.bonus"],
            Example(melded(whole), lines(scored, "canastas", "card_points")),
        )
    return None


def canasta_concealed(variant: Variant) -> Question:
    """Is a concealed canasta paid on top, and is going out concealed paid beside it? (001-4, 001-5)"""
    one = gone_out(variant)
    meld = one["melds"][0]
    names = ["canastas.concealed", "going_out.concealed", "play.concealed_canasta"]
    asks = say("Does a concealed canasta bring more than another?")
    alone = deal(variant, {"melds": [{"cards": meld, "concealed": True}]})
    each = points(alone, "canastas") - points(deal(variant, {"melds": [meld]}), "canastas")
    if not each:
        answer = say("No, nothing is paid for that.")
        bonus = f"canastas.kinds.{laid(variant, meld).kind}.bonus"
        return Question("concealed-canasta", asks, answer, ["canastas.concealed", bonus])
    told = {**one, "melds": [{"cards": meld, "concealed": True} for meld in one["melds"]]}
    if variant.going_out.concealed is not None:
        told["concealed"] = True
    scored = deal(variant, told)
    return Question(
        "concealed-canasta",
        asks,
        say(
            "Yes, {each} on top. Who goes out concealed with it has the {out} for that besides.",
            each=each,
            out=points(scored, "going_out"),
        ),
        names,
        Example(
            melded(*one["melds"], more=say("Laid complete from the hand, in going out concealed.")),
            lines(scored, "canastas", "going_out"),
        ),
    )


QUESTIONS: list[Ask] = [
    *(cards_inside, more_than_seven, most_wild, ace_is_wild, of_wild_cards, wild_paid, opened_with_wild),
]
