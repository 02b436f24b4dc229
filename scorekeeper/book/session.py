"""The book as a program uses it: sessions that read matches and write acts, and what they keep at hand."""

import contextlib
import hashlib
import itertools
import logging
import re
import secrets
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Literal, Self, get_args

import msgspec

from scorekeeper import match as matches_
from scorekeeper import rulebook
from scorekeeper.book import backup, chain, check, projections
from scorekeeper.book.access import Access, utc
from scorekeeper.book.file import PATIENCE, BookFile
from scorekeeper.book.projections import PROJECTIONS, Row, Rows, as_json
from scorekeeper.book.recent import Recent
from scorekeeper.book.trouble import BookTrouble, NewerBook
from scorekeeper.faults import Refused
from scorekeeper.match import DealRefused, Entry, Impossible, Kind, Match, OfDeal, OfMatch, Opened, Side
from scorekeeper.rules import RulesError, Variant
from scorekeeper.words import Text, say

Act = OfDeal | OfMatch
ACTS = {*get_args(OfDeal), *get_args(OfMatch)}
KINDS = {"opened", *ACTS}
ABOUT = {"noted", "described", "seated"}
"""Acts that no score hangs on."""


class BadOpId(ValueError):
    """An op id is 16 to 64 letters, digits, - or _."""


class NoSuchMatch(LookupError):
    """The book has no match of this id."""


class OtherContent(Exception):
    """This op id was written before, with another content. Nothing was written."""


class Stale(Exception):
    """The match has moved on since `base`: as it stands now, and the entries `since`. Nothing was written."""

    def __init__(self, match: Match, since: list[Entry]) -> None:
        super().__init__(f"match {match.id} is at entry {match.last_entry}")
        self.match = match
        self.since = since


class Written(msgspec.Struct, frozen=True):
    """The entry and the match after it. `repeated`: this op id had written it before."""

    entry: Entry
    match: Match
    repeated: bool


class Summary(msgspec.Struct, frozen=True):
    """A match in a list. `winner`: a side, from 0; `deals`: those that stand; `dealer`: a name; totals in points."""

    id: int
    variant: str
    variant_name: str
    opened_at: str
    changed_at: str
    finished: bool
    winner: int | None
    deals: int
    dealer: str
    sides: list[tuple[str, int]]

    @property
    def next_number(self) -> int:
        """The number of the deal to be entered next."""
        return self.deals + 1


class Session:
    """One connection to the book, for one thread. Every method raises `BookTrouble` where the file fails.

    `device`: the id of the one that acts, which every entry names.
    """

    def __init__(self, book: "Book") -> None:
        self._book = book
        self.device: str | None = None
        with book.plainly():
            self._db, self._lent = book.lend()

    def close(self) -> None:
        """Gives the connection back; the session is of no use afterwards."""
        self._book.take_back(self._db, self._lent)
        del self._db

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def match(self, match_id: int) -> Match | None:
        """The match as it stands."""
        with self._book.plainly():
            return self._now(match_id)

    def entries(self, match_id: int) -> list[Entry]:
        """The journal of a match, oldest first; none for an unknown one."""
        with self._book.plainly():
            return self._entries(match_id)

    def matches(self) -> list[Summary]:
        """All matches: those running, latest changed first; then those finished, newest first."""
        with self._book.plainly():
            rows = self._db.execute(
                """SELECT id, variant, variant_name, opened_at, changed_at, finished, winner, deals, dealer_name,
                     sides.name, sides.total
                   FROM matches JOIN sides ON sides."match" = matches.id
                   ORDER BY finished, iif(finished, id, last_entry) DESC, side"""
            ).fetchall()
        found = []
        for _, group in itertools.groupby(rows, key=lambda row: row[0]):
            of_match = list(group)
            match_id, variant, name, opened_at, changed_at, finished, winner, deals, dealer = of_match[0][:9]
            sides = [(row[9], row[10]) for row in of_match]
            about = (variant, name, opened_at, changed_at, bool(finished), winner, deals, dealer)
            found.append(Summary(match_id, *about, sides))
        return found

    def open_match(
        self,
        op_id: str,
        *,
        variant: Variant,
        house_rules: Mapping[str, Any],
        players: int,
        sides: list[Side],
        dealer: int,
        before: list[int],
    ) -> Written:
        """Opens a match under these rules, which are pinned. `variant` has the `house_rules` chosen already;
        `dealer`: a seat, from 0; `before`: points per side.

        Raises `OtherContent`, `BadOpId`; `Impossible` as `match.opened`.
        """
        pinned = variant.pinned()
        digest = hashlib.sha256(pinned).hexdigest()
        start = Opened(variant.key, digest, dict(house_rules), players, sides, dealer, before)
        text = as_json(start)
        with self._book.plainly(), self._writing(op_id):
            if first := self._written(op_id):
                # Rules that changed with an update between two sendings make no other content.
                if first.kind != "opened" or as_json({**first.body, "rules": digest}) != text:
                    raise OtherContent(op_id)
                return self._again(first)
            if not self._db.execute("SELECT 1 FROM rulebooks WHERE digest = ?", [digest]).fetchone():
                self._db.table("rulebooks").insert({"digest": digest, "data": pinned.decode()})
            number = self._next_number()
            entry = Entry(number, number, "opened", msgspec.json.decode(text), utc(), self.device)
            match = matches_.opened(entry, self._rulebook(digest))
            self._append(op_id, entry, text, None, match)
        return self._answer(entry, match)

    def write(self, op_id: str, match_id: int, kind: Act, body: Mapping[str, Any], base: int) -> Written:
        """Writes one act. `body` as in `match.Entry`; `base`: the last entry of the match that the writer had seen.

        Raises `Stale`, `OtherContent`, `NoSuchMatch`, `BadOpId`; `DealRefused`, `Impossible`, `Refused` as
        `match.after`; `ValueError` for a kind that is no act.
        """
        if kind not in ACTS:
            raise ValueError(f"no act: {kind}")
        text = as_json(body)
        with self._book.plainly(), self._writing(op_id):
            if first := self._written(op_id):
                if (first.match, first.kind, as_json(first.body)) != (match_id, kind, text):
                    raise OtherContent(op_id)
                return self._again(first)
            before = self._now(match_id)
            if before is None:
                raise NoSuchMatch(match_id)
            if base != before.last_entry:
                raise Stale(before, self._entries(match_id, max(0, min(base, before.last_entry))))
            number = self._next_number()
            entry = Entry(number, match_id, kind, msgspec.json.decode(text), utc(), self.device)
            match = matches_.after(before, entry)
            self._append(op_id, entry, text, before, match)
        if match.finished and kind not in ABOUT:
            self._book.back_up()
        return self._answer(entry, match)

    def written(self, op_id: str) -> Entry | None:
        """The act of this name, if it is in the journal."""
        with self._book.plainly():
            return self._written(op_id)

    @property
    def access(self) -> Access:
        """Who may come in."""
        return Access(self._book, self._db, self.secret_key)

    def secret_key(self) -> str:
        """The key that signs this household's cookies: random, made once, 64 hexadecimal digits."""
        return self._setting("secret_key", lambda: secrets.token_hex(32))

    def mark(self) -> str:
        """What tells this book's cookies from those of other books on the same host: random, made once."""
        return self._setting("mark", lambda: secrets.token_hex(3))

    def _setting(self, name: str, make: Callable[[], str]) -> str:
        query = "SELECT value FROM settings WHERE name = ?"
        with self._book.plainly():
            row = self._db.execute(query, [name]).fetchone()
            if row is None:
                with self._book.writing(self._db):
                    self._db.table("settings").insert({"name": name, "value": make()}, ignore=True)
                row = self._db.execute(query, [name]).fetchone()
        return str(row[0])

    def rebuild(self, progress: Callable[[int, int], None] | None = None) -> None:
        """Draws all projections anew from the journal. `progress` is told matches done and matches in all."""
        with self._book.plainly(), self._book.writing(self._db):
            for table in reversed(PROJECTIONS):
                self._db.table(table).delete_where()
            ids = self._match_ids()
            for done, match_id in enumerate(ids, 1):
                self._put(projections.rows(self._fold(self._entries(match_id))))
                if progress:
                    progress(done, len(ids))

    def last_entry(self) -> Entry | None:
        """The entry written last, of any match."""
        with self._book.plainly():
            row = self._db.execute(f"SELECT {_ENTRY} FROM journal ORDER BY number DESC LIMIT 1").fetchone()
        return row and _entry(row)

    def problems(self, replayed: bool = True) -> list[Text]:
        """What is wrong with the book, in words; none in a sound one: its file, its journal, the rules that matches
        began with, and, `replayed`, where the projections are not what the journal says."""
        with self._book.plainly():
            found = list(check.problems(self._db))
        if not found and replayed:  # else there may be nothing to replay
            found = [say("{what}", what=difference) for difference in self.differences()]
        return found

    def differences(self) -> list[str]:
        """Where the projections are not what the journal says, a sentence for each row; none in a sound book."""
        found: list[str] = []
        with self._book.plainly():
            self._db.begin()
            try:
                for match_id in self._match_ids():
                    for table, drawn in projections.rows(self._fold(self._entries(match_id))).items():
                        found += projections.differences(table, self._kept(table, "IN", match_id), drawn)
                for table in PROJECTIONS:
                    found += projections.differences(table, self._kept(table, "NOT IN"), [])
            finally:
                self._db.rollback()
        return found

    def _kept(self, table: str, which: Literal["IN", "NOT IN"], match_id: int | None = None) -> list[Row]:
        """The rows of a projection that belong to a match, or those that belong to none."""
        columns = PROJECTIONS[table].names
        listed = ", ".join(f'"{column}"' for column in columns)
        own = 'SELECT number FROM journal WHERE kind = ? AND ifnull("match" = ?, true)'
        query = f'SELECT {listed} FROM {table} WHERE "{columns[0]}" {which} ({own})'
        return self._db.execute(query, [PROJECTIONS[table].kind, match_id]).fetchall()

    def _match_ids(self) -> list[int]:
        return [row[0] for row in self._db.execute("SELECT number FROM journal WHERE kind = 'opened' ORDER BY number")]

    def _entries(self, match_id: int, after: int = 0) -> list[Entry]:
        rows = self._db.execute(
            f'SELECT {_ENTRY} FROM journal WHERE "match" = ? AND number > ? ORDER BY number', [match_id, after]
        )
        return [_entry(row) for row in rows]

    def _now(self, match_id: int) -> Match | None:
        """The match as it stands: the cached one, and what other processes have added since."""
        known = self._book.recent.get(match_id)
        entries = self._entries(match_id, known.last_entry if known else 0)
        match = self._fold(entries, known) if entries else known
        if match is not None:
            self._book.recent.keep(match.id, match)
        return match

    def _fold(self, entries: list[Entry], match: Match | None = None) -> Match:
        try:
            if match is None:
                return matches_.replay(entries, self._rulebook(str(entries[0].body.get("rules"))))
            return matches_.followed(match, entries)
        except (DealRefused, Impossible, Refused, RulesError, msgspec.DecodeError) as error:
            raise _unreadable(entries[0].match, error) from error

    def _rulebook(self, digest: str) -> Variant:
        """The pinned rules of this digest. Raises `Refused`, `RulesError` or `msgspec.DecodeError` for no rules."""
        variant = self._book.rulebooks.get(digest)
        if variant is None:
            row = self._db.execute("SELECT data FROM rulebooks WHERE digest = ?", [digest]).fetchone()
            if row is None:
                raise Refused("rules", say("this is missing"))
            variant = rulebook.unpinned(row[0])
        self._book.rulebooks.keep(digest, variant)
        return variant

    @contextlib.contextmanager
    def _writing(self, op_id: str) -> Iterator[None]:
        if not re.fullmatch(r"[A-Za-z0-9_-]{16,64}", op_id):
            raise BadOpId(op_id)
        with self._book.writing(self._db):
            yield

    def _written(self, op_id: str) -> Entry | None:
        row = self._db.execute(f"SELECT {_ENTRY} FROM journal WHERE op_id = ?", [op_id]).fetchone()
        return row and _entry(row)

    def _again(self, first: Entry) -> Written:
        """The first answer again: the match as that entry left it."""
        match = self._now(first.match)
        assert match is not None
        if match.last_entry != first.number:
            match = self._fold([entry for entry in self._entries(first.match) if entry.number <= first.number])
        return Written(first, match, True)

    def _next_number(self) -> int:
        """A match carries its own entry's number, so that must be known before it is written."""
        row = self._db.execute("SELECT seq FROM sqlite_sequence WHERE name = 'journal'").fetchone()
        return 1 + (row[0] if row else 0)

    def _append(self, op_id: str, entry: Entry, text: str, before: Match | None, match: Match) -> None:
        fields = (entry.number, op_id, entry.match, entry.kind, text, entry.at)
        row = self._db.execute("SELECT hash FROM journal ORDER BY number DESC LIMIT 1").fetchone()
        link = chain.link(row[0] if row else "", fields if entry.device is None else (*fields, entry.device))
        self._db.execute(
            f"INSERT INTO journal ({chain.COLUMNS}, device, hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            [*fields, entry.device, link],
        )
        if entry.kind == "corrected":
            self._db.table("lines").delete_where("deal = ?", [entry.body["deal"]])
        self._put(projections.rows(match, before))

    def _put(self, drawn: Rows) -> None:
        for table, changed in drawn.items():
            if changed:
                self._db.conn.executemany(PROJECTIONS[table].statement(table), changed)

    def _answer(self, entry: Entry, match: Match) -> Written:
        self._book.recent.keep(match.id, match)
        return Written(entry, match, False)


class Book(BookFile):
    """The household's book. One per process, with a `session()` for each request. Raises as `BookFile`."""

    def __init__(self, path: Path | str, patience: float = PATIENCE, copied: bool = False) -> None:
        super().__init__(path, patience, copied)
        self.recent: Recent[int, Match] = Recent()
        self.rulebooks: Recent[str, Variant] = Recent()

    def forget(self) -> None:
        self.recent.clear()
        self.rulebooks.clear()

    def back_up(self) -> None:
        """Copies the book as far as that can be done: what was written stands whether or not."""
        try:
            backup.back_up(self.path)
        except BookTrouble as trouble:
            logging.getLogger(__name__).warning("no backup: %s", trouble)

    def session(self) -> Session:
        """A connection for one request in one thread; a context manager, or call `close()`. Raises `BookTrouble`."""
        return Session(self)


_ENTRY = 'number, "match", kind, body, at, device'


def _entry(row: tuple[int, int, Kind, str, str, str | None]) -> Entry:
    number, match_id, kind, body, at, device = row
    if kind not in KINDS:
        raise NewerBook(say("a newer Scorekeeper has written in this match; update this one"))
    try:
        return Entry(number, match_id, kind, msgspec.json.decode(body, type=dict[str, Any]), at, device)
    except msgspec.DecodeError as error:
        raise _unreadable(match_id, error) from error


def _unreadable(match_id: int, why: Exception) -> BookTrouble:
    return BookTrouble(say("match {number} cannot be read: {why}", number=match_id, why=str(why)))
