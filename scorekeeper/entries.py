"""What the journal holds: an entry for every act, and how a match begins."""

import datetime
from typing import Any, Literal

import msgspec

from scorekeeper.faults import Refused
from scorekeeper.typed import LONGEST_NAME
from scorekeeper.words import Text, say

OfDeal = Literal["entered", "corrected", "struck_out", "brought_back", "noted", "contested", "settled"]
OfMatch = Literal["described", "seated", "ended", "resumed"]
Undo = Literal["undone"]
OfHousehold = Literal["named", "nicknamed", "merged", "parted", "hidden", "shown"]
Kind = Literal["opened"] | OfDeal | OfMatch | Undo | OfHousehold
Keep = Literal["first", "other"]

LONGEST_NOTE = 2_000
"""Letters."""
LONGEST_REASON = 200
"""Letters."""


class Entry(msgspec.Struct, frozen=True):
    """One act in the journal. `number` counts through the whole book; `at` is UTC, ISO 8601, in seconds; `device`: the
    id of the one that made it, None before devices had names.

    `body` by kind: opened `Opened`; entered {tallies}; corrected {deal, tallies}; struck_out, brought_back {deal};
    noted {deal, note}; contested {deal, tallies}, the other version; settled {deal, keep}, a `Keep`; described any of
    {played_on, place, note}; seated {sides}, as in `Opened`; ended, resumed {}; undone {entry}, the number of the one
    that it takes back. Any of them may give a `reason`. What is about the household's people, and no match, has the
    match 0: see `people`.
    A deal's id is the number of the entry that entered it, a match's id the number of the entry that opened it.
    """

    number: int
    match: int
    kind: Kind
    body: dict[str, Any]
    at: str
    device: str | None = None


class Side(msgspec.Struct, frozen=True):
    """A side and the people who play for it, in seating order; names may be empty."""

    name: str
    players: list[str]


class Opened(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How a match begins. `rules`: digest of the pinned rules; `dealer`: seat of the first dealer, from 0;
    `before`: points of each side before the first deal; `played_on`: the day at the table, "2026-11-29", None in
    entries from before days were kept."""

    variant: str
    rules: str
    house_rules: dict[str, Any]
    players: int
    sides: list[Side]
    dealer: int
    before: list[int]
    played_on: str | None = None
    place: str = ""
    note: str = ""


class Impossible(ValueError):
    """An act that the match as it stands does not allow."""

    def __init__(self, message: Text) -> None:
        super().__init__(str(message))
        self.message = message


def described(start: Opened, said: dict[str, Any]) -> Opened:
    """How it began, with another day, place or note. Raises `Refused` where one of them is none."""
    new: dict[str, Any] = {key: said[key] for key in ("played_on", "place", "note") if key in said}
    if (day := new.get("played_on")) is not None and not is_day(day):
        raise Refused("played_on", say("a day like 2026-11-29 is expected here"))
    for key, longest in (("place", LONGEST_NAME), ("note", LONGEST_NOTE)):
        short(key, new.get(key, ""), longest)
    return msgspec.structs.replace(start, **new)


def is_day(text: object) -> bool:
    """Is it a day of the calendar, "2026-11-29"?"""
    try:
        return isinstance(text, str) and datetime.date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def local_day(at: str) -> str:
    """The day on this machine's clock at the time of an entry: "2026-11-29"."""
    return datetime.datetime.fromisoformat(at).astimezone().date().isoformat()


def short(key: str, text: object, longest: int) -> str:
    if not isinstance(text, str):
        raise Refused(key, say("a text is expected here"))
    if len(text) > longest:
        raise Refused(key, say("at most {most} letters", most=longest))
    return text
