"""The journal's chain: every entry carries a hash over itself and the hash of the entry before it.

Whoever changes, takes out or slips in an entry breaks every link from there on. What the chain cannot show is a journal
that was written anew from some entry to its end, links and all; a backup from before shows that.
"""

import hashlib
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import msgspec

from scorekeeper.words import Text, say

COLUMNS = 'number, op_id, "match", kind, body, at'
"""What a link is made of, in this order, and then the device behind the entry, where one is named. Links stand in books
for ever: this and `link` are never changed."""

Fields = tuple[int, str, int, str, str, str] | tuple[int, str, int, str, str, str, str]


class Linked(NamedTuple):
    """An entry as it lies in the file, and its link."""

    fields: Fields
    hash: str


def link(before: str, fields: Fields) -> str:
    """The link of an entry: 64 hexadecimal digits. `before`: that of the entry before it, "" for the first."""
    return hashlib.sha256(msgspec.json.encode([before, *fields])).hexdigest()


def breaks(entries: Iterable[Linked], last: int) -> Iterator[Text]:
    """Where the chain is broken, a sentence for each place. `last`: the number that was given last."""
    before, number = "", 0
    for fields, written in entries:
        yield from _missing(number + 1, fields[0] - 1)
        number = fields[0]
        if written != link(before, fields):
            yield say("entry {number} of the journal is not what was written, or what comes before it", number=number)
        before = written
    yield from _missing(number + 1, last)


def _missing(first: int, last: int) -> Iterator[Text]:
    if first == last:
        yield say("entry {number} of the journal is missing", number=first)
    elif first < last:
        yield say("entries {first} to {last} of the journal are missing", first=first, last=last)
