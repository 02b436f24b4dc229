"""What people type, read as they mean it: whole numbers with any minus, names without what cannot be seen."""

import re
import unicodedata
from collections.abc import Iterable

LONGEST_NAME = 40
"""Letters."""

MINUS = "-–—\N{MINUS SIGN}"
"""What people type for a minus, and for nothing at all: the keys of phones have more than one dash."""

_SIGN = rf"(?:[{MINUS}+]\s?)?"
_GROUPS = re.compile(_SIGN + r"\d{1,3}(?:[ .,'’\u00a0\u202f]\d{3})+")
_PLAIN = re.compile(_SIGN + r"\d+")
_JOINERS = "\u200c\u200d"
"""Not to be seen, but Persian and many an emoji are not written without them."""


def whole(text: str) -> int | None:
    """The whole number that a person typed, with a minus of any kind and thousands apart; None if it is none.

    Numbers of more than twelve digits come back as 10^12: too large for anything here.
    """
    text = text.strip()
    if not (_PLAIN.fullmatch(text) or _GROUPS.fullmatch(text)):
        return None
    digits = "".join(char for char in text if char.isdecimal())
    number = int(digits) if len(digits) <= 12 else 10**12
    return -number if text[0] in MINUS else number


def visible(text: str) -> str:
    """The text without what cannot be seen: controls, directions of text."""
    return "".join(
        " " if char.isspace() else char
        for char in unicodedata.normalize("NFC", text)
        if char.isspace() or char in _JOINERS or unicodedata.category(char) not in ("Cc", "Cf", "Cs")
    )


def clean_name(text: str) -> str:
    """A name without what cannot be seen, spaces at the ends and doubled ones."""
    name = " ".join(visible(text).split())
    return name if any(unicodedata.category(char)[0] in "LNPS" for char in name) else ""


def clean_note(text: str) -> str:
    """A note without what cannot be seen, but for its lines."""
    return "\n".join(visible(line).rstrip() for line in text.splitlines()).strip()


def alike(name: str) -> str:
    """The same for all spellings of a name that only letters large and small, spaces or what hides tell apart."""
    folded = unicodedata.normalize("NFKC", name).casefold().translate(dict.fromkeys(map(ord, _JOINERS)))
    return " ".join(folded.split())


def joined(players: Iterable[str]) -> str:
    """What a side of these players is called: Ana & Rui, cut to the length of a name."""
    name = " & ".join(name for name in players if name)
    return name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 1].rstrip() + "…"
