"""What cards are called, and cards as people type them: "KKK2 joker", "7 queens", in the notation of the sheet."""

import re

from scorekeeper import cards
from scorekeeper.words import say

CARDS = {
    "JK": say("joker"),
    "2": say("two"),
    "A": say("ace"),
    "K": say("king"),
    "Q": say("queen"),
    "J": say("jack"),
    "B3": say("black three"),
    "R3": say("red three"),
}

_NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_ONE = {
    **{_NUMBERS[int(rank) - 1]: rank for rank in cards.RANKS if rank.isdecimal()},
    **{name.msgid.replace(" ", ""): rank for rank, name in CARDS.items()},
}
_SEVERAL = {"sixes": "6"} | {f"{name}s": rank for name, rank in _ONE.items() if name != "six"}

_BETWEEN = re.compile(r"[\s,;.+]+")
_THREES = re.compile(r"\b(black|red)[\s-]+(?=threes?\b)", re.IGNORECASE)
_CARD = re.compile(r"10|joker|JK|B3|R3|[24-9AKQJ]", re.IGNORECASE | re.ASCII)
_ROW = re.compile(f"(?:{_CARD.pattern}){{2,}}", re.IGNORECASE | re.ASCII)
_COUNT = re.compile("[1-9][0-9]{0,3}", re.ASCII)


def names_several(word: str) -> bool:
    """Is this a word for cards that leaves open how many: "queens"?"""
    return word.casefold() in _SEVERAL


def written(text: str, meld: bool) -> str:
    """Cards as people type them, as `cards.read` takes them; what is no card stays as it is.

    "666" and "6,6,6" are three sixes, "joker" is JK. A number before a word says how many: "7 queens". Before a word
    for a single card it may be a card itself, "10 10 joker": it counts where it can be none, or where two ranks in one
    `meld` would make no sense, "7 queen".
    """
    try:
        cards.read(text)
    except cards.UnreadableCards:
        words = [word for word in _BETWEEN.split(_THREES.sub(r"\1", text.replace("×", "*"))) if word]
        return " ".join(_ranks(words, meld))
    return text


def _ranks(words: list[str], meld: bool) -> list[str]:
    found: list[str] = []
    while words:
        word, *words = words
        if words and (counted := _counted(word, words[0], meld)):
            found.append(counted)
            words = words[1:]
        elif word.casefold() in _ONE:
            found.append(_ONE[word.casefold()])
        elif _ROW.fullmatch(word):
            found += ["JK" if card.casefold() == "joker" else card for card in _CARD.findall(word)]
        else:
            found.append(word)
    return found


def _counted(number: str, name: str, meld: bool) -> str | None:
    """ "7", "queens": Q*7; None where the first does not count the second."""
    number, name = number.casefold(), name.casefold()
    spelled = number in _NUMBERS
    count = str(_NUMBERS.index(number) + 1) if spelled else number
    if not _COUNT.fullmatch(count):
        return None
    if name in _SEVERAL:
        return f"{_SEVERAL[name]}*{count}"
    rank = _ONE.get(name)
    if rank is None or name in _NUMBERS:
        return None
    natural = meld and rank in cards.NATURALS and count not in cards.WILD
    return f"{rank}*{count}" if natural or count not in cards.RANKS else None
