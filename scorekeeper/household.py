"""A whole household as one document: its people and the sheets of its matches, written and read piece by piece.

`{"scorekeeper": 1, "people": [{"name": "Ana", "nicknames": ["Aninha"]}], "matches": [sheet, …]}`, each match on a line.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Literal

import msgspec

from scorekeeper import sheet
from scorekeeper.faults import Refused, refusal
from scorekeeper.people import People
from scorekeeper.sheet import SheetRefused
from scorekeeper.words import say

LARGEST_SHEET = 1_000_000
"""Bytes of a single sheet."""


class Nicknamed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody with other names to be called by."""

    name: str
    nicknames: list[str] = []


class _Document(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    scorekeeper: Literal[1]
    matches: list[msgspec.Raw]
    people: list[Nicknamed] = []


class Household(msgspec.Struct, frozen=True):
    """What a file holds. `sheets`: each named, read as they are asked for, which raises `SheetRefused`; `count`: so
    many there are."""

    people: list[Nicknamed]
    sheets: Iterator[tuple[str, Mapping[str, Any]]]
    count: int


def write(people: People, sheets: Iterable[Mapping[str, Any]]) -> Iterator[bytes]:
    """The document in pieces. Whoever is hidden is in it under no name."""
    shown = sorted((person for person in people.persons.values() if not person.hidden), key=lambda one: one.name)
    named = [Nicknamed(person.name, person.nicknames) for person in shown if person.nicknames]
    yield b'{"scorekeeper":1,"people":' + msgspec.json.encode(named) + b',"matches":['
    before = b"\n"
    for one in sheets:
        yield before + msgspec.json.encode(one)
        before = b",\n"
    yield b"\n]}\n"


def read(data: bytes) -> Household:
    """A household, or a single sheet, JSON or TOML. No more of the matches is read than where each begins.

    Raises `SheetRefused`.
    """
    if data.lstrip()[:1] != b"{":
        return _single(data)
    try:
        whole = msgspec.json.decode(data, type=_Document)
    except msgspec.ValidationError as error:
        if b'"scorekeeper"' in data[:1000]:
            raise _refused(refusal(error)) from None
        return _single(data)
    except (msgspec.DecodeError, RecursionError) as error:
        raise SheetRefused(("sheet", say("this is neither TOML nor JSON: {why}", why=str(error)))) from None
    return Household(whole.people, sheet.identified(_plain(whole.matches)), len(whole.matches))


def _plain(matches: Iterable[msgspec.Raw]) -> Iterator[dict[str, Any]]:
    for number, raw in enumerate(matches):
        try:
            yield msgspec.json.decode(raw, type=dict[str, Any])
        except msgspec.DecodeError as error:
            raise SheetRefused((f"matches[{number}]", say("a table is expected here"))) from error


def _single(data: bytes) -> Household:
    if len(data) > LARGEST_SHEET:
        raise SheetRefused(("sheet", say("this is larger than any score sheet")))
    try:
        text = data.decode("utf-8-sig")
    except ValueError as error:
        raise SheetRefused(("sheet", say("cannot be read: {why}", why=str(error)))) from None
    return Household([], sheet.identified([sheet.parse(text)]), 1)


def _refused(refused: Refused) -> SheetRefused:
    return SheetRefused((refused.key, refused.message))
