"""One meld: its card values, the kind of canasta it is, and whether the variant allows it."""

import msgspec

from scorekeeper import cards
from scorekeeper.cards import Cards
from scorekeeper.rules import Extra, Variant, remembered
from scorekeeper.words import Text, say, verbatim

WILD = "wild"
"""The "rank" of a meld of wild cards alone."""


class Laid(msgspec.Struct, frozen=True):
    """A meld on the table.

    `points`: its card values; `kind`: of canasta, if it is one; `extra`: the penalty for a meld left incomplete;
    `forbidden`: why no side may lay it.
    """

    cards: Cards
    rank: str
    points: int
    kind: str | None
    extra: str | None
    forbidden: Text | None


@remembered
def laid(variant: Variant, text: str) -> Laid:
    """The meld of these cards. Raises `cards.UnreadableCards`."""
    meld = cards.read(text)
    rank = next((rank for rank in meld if rank not in cards.WILD), WILD)
    kind = extra = None
    forbidden = _forbidden(variant, meld, rank, verbatim(_as_typed(text, meld)))
    if forbidden is None and rank != "B3":
        if sum(meld.values()) >= variant.canastas.size:
            kind = next((key for key, kind in variant.canastas.kinds.items() if kind.fits(meld)), None)
        else:
            extra = next((key for key, extra in variant.extras.items() if _incomplete(extra, meld)), None)
    return Laid(meld, rank, variant.points_of(meld), kind, extra, forbidden)


def _incomplete(extra: Extra, meld: Cards) -> bool:
    """Is the extra's penalty due for this meld below a canasta?"""
    if extra.on != "incomplete_meld" or not all(rank in extra.ranks for rank in meld):
        return False
    return extra.jokers is None or meld.get("JK", 0) == extra.jokers


_LONGEST = 24
"""Letters of a meld that is said again as it was typed."""


def _as_typed(text: str, meld: Cards) -> str:
    """The cards as they lie there, "K K A"; many of them by their number, "A K*9"."""
    typed = " ".join(text.upper().split())
    return typed if len(typed) <= _LONGEST else cards.write(meld)


def _forbidden(variant: Variant, meld: Cards, rank: str, shown: Text) -> Text | None:
    """Why the variant does not allow a meld of these cards, whoever lays it. `shown`: how it is named."""
    rules = variant.melds
    size = sum(meld.values())
    wild = cards.wild(meld)
    naturals = size - wild
    if not size:
        return say("a meld without cards: it has at least {least}", least=rules.min_cards)
    if "R3" in meld:
        return say("{meld}: red threes are not melded, they lie by themselves", meld=shown)
    if len([one for one in meld if one not in cards.WILD]) > 1:
        return say("{meld}: a meld is of one rank", meld=shown)
    if rank == "B3":
        return _forbidden_black_threes(variant, size, wild, shown)
    if rules.max_cards is not None and size > rules.max_cards:
        return say("{meld}: a meld has at most {most} cards", meld=shown, most=rules.max_cards)
    if rank == WILD:
        if rules.wild_from is None:
            least = rules.min_naturals
            return say("{meld}: wild cards alone are no meld, it takes {least} natural cards", meld=shown, least=least)
        if size < rules.wild_from:
            return say("{meld}: a meld of wild cards has at least {least} cards", meld=shown, least=rules.wild_from)
        return None
    if size < rules.min_cards:
        return say("{meld}: a meld has at least {least} cards", meld=shown, least=rules.min_cards)
    if wild and rank in rules.clean_ranks:
        return say("{meld}: a meld of {rank} holds no wild cards", meld=shown, rank=rank)
    if naturals < rules.min_naturals:
        return say("{meld}: a meld has at least {least} natural cards", meld=shown, least=rules.min_naturals)
    if wild > rules.wild_allowed(naturals):
        most = rules.wild_allowed(naturals)
        return say(
            "{meld}: with {naturals} natural cards at most {most} wild",
            meld=shown,
            naturals=naturals,
            most=most,
        )
    return None


def _forbidden_black_threes(variant: Variant, size: int, wild: int, shown: Text) -> Text | None:
    least = variant.melds.black_threes_from
    if least is None:
        return say("{meld}: black threes are not melded in this game", meld=shown)
    if wild:
        return say("{meld}: a meld of black threes holds no wild cards", meld=shown)
    if size < least:
        return say("{meld}: a meld has at least {least} cards", meld=shown, least=least)
    return None
