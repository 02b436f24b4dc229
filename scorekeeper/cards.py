"""The pack: ranks, how many of each card there are, and reading cards such as "K*5 2 JK"."""

import re

NATURALS = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4")
WILD = ("2", "JK")
THREES = ("B3", "R3")
RANKS = (*NATURALS, *WILD, *THREES)

_COPIES = {**dict.fromkeys(NATURALS, 4), "2": 4, "JK": 2, "B3": 2, "R3": 2}
_WORD = re.compile(r"(A|K|Q|J|10|[4-9]|2|JK|B3|R3)(?:\*([1-9][0-9]{0,3}))?", re.IGNORECASE | re.ASCII)

Cards = dict[str, int]
"""How many of each rank, in the order of `RANKS`; ranks that are not there are left out."""


class UnreadableCards(ValueError):
    """`word` is no card."""

    def __init__(self, word: str) -> None:
        super().__init__(word)
        self.word = word


def copies(rank: str, packs: int) -> int:
    """How many cards of a rank lie in so many packs of 54: four of a rank, two jokers, two threes of each colour."""
    return _COPIES[rank] * packs


def read(text: str) -> Cards:
    """Cards separated by spaces: `A K Q J 10 9 8 7 6 5 4`, `2`, `JK`, `B3`, `R3`, each with `*n` for several.

    Raises `UnreadableCards` with the first word that is no card.
    """
    found: Cards = {}
    for word in text.split():
        match = _WORD.fullmatch(word)
        if not match:
            raise UnreadableCards(word)
        rank = match[1].upper()
        found[rank] = found.get(rank, 0) + int(match[2] or 1)
    return {rank: found[rank] for rank in RANKS if rank in found} if len(found) > 1 else found


def write(cards: Cards) -> str:
    """The cards as `read` takes them: "K*5 2 JK"."""
    return " ".join(rank if n == 1 else f"{rank}*{n}" for rank, n in cards.items())


def wild(cards: Cards) -> int:
    """How many of the cards are wild: twos and jokers."""
    return cards.get("2", 0) + cards.get("JK", 0)
