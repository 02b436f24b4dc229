"""Which matches of the household are asked about, and whose side of them."""

from collections.abc import Iterable

import msgspec


class Selection(msgspec.Struct, frozen=True):
    """What is not said is not asked for.

    `of`: a person, or the people of a partnership, by number; `against`: likewise, on another side, where `of` says
    whose the first is. `variant`: a game's key; `since`, `until`: months, "2026-11", both within; `words`: in the notes
    or the place.
    """

    of: tuple[int, ...] = ()
    against: tuple[int, ...] = ()
    variant: str = ""
    since: str = ""
    until: str = ""
    finished: bool | None = None
    words: str = ""


EVERYTHING = Selection()


def subject(people: Iterable[int]) -> str:
    """The key of a person, "12", or of a partnership, "12-15"."""
    return "-".join(str(number) for number in sorted(people))


def numbers(key: str) -> tuple[int, ...]:
    """The people of a key."""
    return tuple(map(int, key.split("-")))
