"""The journal of the book and the rules pinned beside it: read, folded into matches, and written on at its end."""

import contextlib
import hashlib
import itertools
import re
from collections.abc import Iterator
from typing import get_args

import msgspec
from sqlite_utils import Database

from scorekeeper import match as matches_
from scorekeeper import rulebook
from scorekeeper.book import chain
from scorekeeper.book.recent import Recent
from scorekeeper.book.trouble import BookTrouble, NewerBook
from scorekeeper.entries import Entry, Impossible, Kind, OfDeal, OfHousehold, OfMatch, Undo
from scorekeeper.faults import Refused
from scorekeeper.match import DealRefused, Match
from scorekeeper.people import NAMING
from scorekeeper.rules import RulesError, Variant
from scorekeeper.words import say

KINDS = {"opened", *get_args(OfDeal), *get_args(OfMatch), *get_args(Undo), *get_args(OfHousehold)}
OP_ID = re.compile(r"[A-Za-z0-9_-]{16,64}")
_ENTRY = 'number, "match", kind, body, at, device'

Row = tuple[int, int, Kind, str, str, str | None]


class Journal:
    """Over one connection. `rulebooks`: those read of late, by digest."""

    def __init__(self, db: Database, rulebooks: Recent[str, Variant]) -> None:
        self._db, self._rulebooks = db, rulebooks

    def match_ids(self) -> list[int]:
        """The numbers of all matches, oldest first."""
        return [row[0] for row in self._db.execute("SELECT number FROM journal WHERE kind = 'opened' ORDER BY number")]

    def entries(self, match_id: int, after: int = 0) -> list[Entry]:
        """The entries of a match, oldest first."""
        rows = self._db.execute(
            f'SELECT {_ENTRY} FROM journal WHERE "match" = ? AND number > ? ORDER BY number', [match_id, after]
        )
        return [_entry(row) for row in rows]

    def matches(self) -> Iterator[tuple[str, list[Entry]]]:
        """Every match, oldest first: the name of the act that opened it, and its entries."""
        rows = self._db.execute(f'SELECT op_id, {_ENTRY} FROM journal WHERE "match" > 0 ORDER BY "match", number')
        for _, group in itertools.groupby(rows, key=lambda row: row[2]):
            first, *others = group
            yield first[0], [_entry(row[1:]) for row in (first, *others)]

    def naming(self) -> Iterator[Entry]:
        """The entries that people are drawn from, oldest first."""
        kinds = ", ".join(f"'{kind}'" for kind in NAMING)
        return map(_entry, self._db.execute(f"SELECT {_ENTRY} FROM journal WHERE kind IN ({kinds}) ORDER BY number"))

    def written(self, op_id: str) -> Entry | None:
        """The entry of this name."""
        row = self._db.execute(f"SELECT {_ENTRY} FROM journal WHERE op_id = ?", [op_id]).fetchone()
        return row and _entry(row)

    def name_of(self, number: int) -> str | None:
        """The name of the act of this number."""
        row = self._db.execute("SELECT op_id FROM journal WHERE number = ?", [number]).fetchone()
        return row and str(row[0])

    def last(self) -> Entry | None:
        """The entry written last."""
        row = self._db.execute(f"SELECT {_ENTRY} FROM journal ORDER BY number DESC LIMIT 1").fetchone()
        return row and _entry(row)

    def next_number(self) -> int:
        """A match carries its own entry's number, so that must be known before it is written."""
        row = self._db.execute("SELECT seq FROM sqlite_sequence WHERE name = 'journal'").fetchone()
        return 1 + (row[0] if row else 0)

    def append(self, op_id: str, entry: Entry, text: str, before: str | None = None) -> str:
        """Writes an entry at the end, and gives its link. `text`: its body in JSON; `before`: the link of the entry
        before it, where that is known."""
        fields = (entry.number, op_id, entry.match, entry.kind, text, entry.at)
        if before is None:
            row = self._db.execute("SELECT hash FROM journal ORDER BY number DESC LIMIT 1").fetchone()
            before = row[0] if row else ""
        link = chain.link(before, fields if entry.device is None else (*fields, entry.device))
        self._db.conn.execute(
            f"INSERT INTO journal ({chain.COLUMNS}, device, hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            [*fields, entry.device, link],
        )
        return link

    def told(self, entries: list[Entry]) -> Match:
        """The match of these entries, its deals not scored. Raises `BookTrouble` where they cannot be read."""
        with _readable(entries):
            return matches_.unscored(entries, self.rulebook(str(entries[0].body.get("rules"))))

    def fold(self, entries: list[Entry], match: Match | None = None) -> Match:
        """The match after these entries. Raises `BookTrouble` where they cannot be read."""
        with _readable(entries):
            if match is None:
                return matches_.replay(entries, self.rulebook(str(entries[0].body.get("rules"))))
            return matches_.followed(match, entries)

    def pin(self, variant: Variant) -> str:
        """Keeps these rules for ever; their digest."""
        pinned = variant.pinned()
        digest = digest_of(pinned)
        if not self._db.execute("SELECT 1 FROM rulebooks WHERE digest = ?", [digest]).fetchone():
            self._db.table("rulebooks").insert({"digest": digest, "data": pinned.decode()})
        return digest

    def rulebook(self, digest: str) -> Variant:
        """The pinned rules of this digest. Raises `Refused`, `RulesError` or `msgspec.DecodeError` for no rules."""
        variant = self._rulebooks.get(digest)
        if variant is None:
            row = self._db.execute("SELECT data FROM rulebooks WHERE digest = ?", [digest]).fetchone()
            if row is None:
                raise Refused("rules", say("this is missing"))
            variant = rulebook.unpinned(row[0])
        self._rulebooks.keep(digest, variant)
        return variant


def digest_of(pinned: bytes) -> str:
    """The name that pinned rules lie under."""
    return hashlib.sha256(pinned).hexdigest()


@contextlib.contextmanager
def _readable(entries: list[Entry]) -> Iterator[None]:
    try:
        yield
    except (DealRefused, Impossible, Refused, RulesError, msgspec.DecodeError) as error:
        raise _unreadable(entries[0].match, error) from error


def _entry(row: Row) -> Entry:
    number, match_id, kind, body, at, device = row
    if kind not in KINDS:
        raise NewerBook(say("a newer Scorekeeper has written in this match; update this one"))
    try:
        return Entry(number, match_id, kind, msgspec.json.decode(body, type=dict[str, object]), at, device)
    except msgspec.DecodeError as error:
        raise _unreadable(match_id, error) from error


def _unreadable(match_id: int, why: Exception) -> BookTrouble:
    return BookTrouble(say("match {number} cannot be read: {why}", number=match_id, why=str(why)))
