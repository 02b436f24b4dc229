"""From plain data to the rules of a game, strictly; and a table's choices in place of the game's own values."""

import functools
from collections.abc import Mapping
from typing import Any

import msgspec

from scorekeeper import soundness
from scorekeeper.faults import refusal
from scorekeeper.rules import MOST_POINTS, TIES, RulesError, Variant
from scorekeeper.words import Text, say

KEPT = 64
"""So many choices of house rules are kept ready."""


def read(data: Mapping[str, Any]) -> Variant:
    """A variant from plain data. Raises `RulesError` naming every key that is not sound."""
    variant = _shaped(data)
    if faults := list(soundness.faults(variant)):
        raise RulesError(*faults)
    return variant


def unpinned(data: str | bytes) -> Variant:
    """The rules that were kept with a match (`Variant.pinned`). They were sound then and are not judged again."""
    return _shaped(msgspec.json.decode(data))


def _shaped(data: Mapping[str, Any]) -> Variant:
    try:
        return msgspec.convert(data, Variant, str_keys=True)
    except msgspec.ValidationError as error:
        refused = refusal(error)
        raise RulesError((_named(data, refused.key, str(error)), refused.message)) from None


def _named(data: Mapping[str, Any], key: str, error: str) -> str:
    """The key in full: msgspec writes "kinds[...]" for whichever kind it was, so each is tried by itself."""
    table, found, rest = key.partition("[...]")
    if not found:
        return key
    path = table.split(".")
    for name in functools.reduce(lambda at, part: at[part], path, data):
        alone = msgspec.json.decode(msgspec.json.encode(data))
        holder = functools.reduce(lambda at, part: at[part], path[:-1], alone)
        holder[path[-1]] = {name: holder[path[-1]][name]}
        try:
            msgspec.convert(alone, Variant, str_keys=True)
        except msgspec.ValidationError as again:
            if str(again) == error:
                return f"{table}.{name}{rest}"
    return key


def chosen(variant: Variant, house_rules: Mapping[str, Any]) -> Variant:
    """The variant with these house rules, by dotted name, in place of its own values; then without its examples.

    Raises `RulesError` with every name that is no house rule here and every value that is no choice.
    """
    faults = [(name, fault) for name, value in house_rules.items() if (fault := _refused(variant, name, value))]
    if faults:
        raise RulesError(*faults)
    return _chosen(variant, msgspec.json.encode(house_rules, order="deterministic")) if house_rules else variant


@functools.lru_cache(KEPT)
def _chosen(variant: Variant, house_rules: bytes) -> Variant:
    data = msgspec.json.decode(msgspec.json.encode({**variant.data, "examples": []}))
    for name, value in msgspec.json.decode(house_rules).items():
        *path, last = name.split(".")
        table = data
        for part in path:
            table = table[part]
        table[last] = value
    return read(data)


def _refused(variant: Variant, name: str, value: Any) -> Text | None:
    if name == "target":
        if type(value) is int and 0 < value <= MOST_POINTS and value % 5 == 0:
            return None
        return say("the target is a positive multiple of 5, at most {most}", most=MOST_POINTS)
    if name != "tie" and name not in variant.house_rules:
        return say("{game} has no house rule of this name", game=Text(variant.name))
    choices = list(TIES) if name == "tie" else variant.house_rules[name].choices
    if not any(type(value) is type(choice) and value == choice for choice in choices):
        listed = ", ".join(msgspec.json.encode(choice).decode() for choice in choices)
        return say("choose one of {choices}", choices=listed)
    return None
