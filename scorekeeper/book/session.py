"""The book as a program uses it: sessions that read matches and write acts, and what they keep at hand."""

import contextlib
import logging
import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Self, get_args

import msgspec
from sqlite_utils import Database

from scorekeeper import match as matches_
from scorekeeper import people as people_
from scorekeeper import sheet
from scorekeeper.book import backup, check, drawing, projections
from scorekeeper.book.access import Access, utc
from scorekeeper.book.bringing import Bringing, Brought
from scorekeeper.book.file import PATIENCE, BookFile
from scorekeeper.book.history import History
from scorekeeper.book.journal import OP_ID, Journal, digest_of
from scorekeeper.book.projections import OF_HOUSEHOLD, OF_MATCH, PROJECTIONS, as_json
from scorekeeper.book.recent import Recent
from scorekeeper.book.schema import anew
from scorekeeper.book.trouble import BookTrouble
from scorekeeper.entries import Entry, Impossible, OfDeal, OfHousehold, OfMatch, Opened, Side, Undo, local_day
from scorekeeper.household import Nicknamed
from scorekeeper.match import Match
from scorekeeper.people import NAMING, People, Person, everybody
from scorekeeper.rules import Variant
from scorekeeper.words import Text, say

Act = OfDeal | OfMatch | Undo
ACTS = {*get_args(OfDeal), *get_args(OfMatch), *get_args(Undo)}

Progress = Callable[[int, int], None]
Sheets = Iterable[tuple[str, Mapping[str, Any]]]


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


class Session:
    """One connection to the book, for one thread. Every method raises `BookTrouble` where the file fails.

    `device`: the id of the one that acts, which every entry names.
    """

    def __init__(self, book: "Book") -> None:
        self._book = book
        self.device: str | None = None
        with book.plainly():
            self._db, self._lent = book.lend()
        self._journal = Journal(self._db, book.rulebooks)

    def close(self) -> None:
        """Gives the connection back; the session is of no use afterwards."""
        self._book.take_back(self._db, self._lent)
        del self._db, self._journal

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def match(self, match_id: int) -> Match | None:
        """The match as it stands, its people called what they are called today."""
        with self._book.plainly():
            match = self._now(match_id)
            return match and self._people().seen(match)

    def people(self) -> People:
        """The household's people."""
        with self._book.plainly():
            return self._people()

    def led_to(self, person_id: int) -> Person | None:
        """Who goes by this number; or did, before being made one with another: the person who both are."""
        with self._book.plainly():
            people = self._people()
            if person_id in people.persons or not 0 < person_id <= people.given:
                return people.persons.get(person_id)
            then, name = People(), ""
            for entry in self._journal.naming():
                then = people_.after(then, entry)
                if found := then.persons.get(person_id):
                    name = found.spellings[0]
                elif name:
                    break
            return people.called(name)

    def entries(self, match_id: int) -> list[Entry]:
        """The journal of a match, oldest first; none for an unknown one."""
        with self._book.plainly():
            return self._journal.entries(match_id)

    @property
    def history(self) -> History:
        """What all matches together have to tell."""
        return History(self._book, self._db)

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
        played_on: str | None = None,
        place: str = "",
        note: str = "",
    ) -> Written:
        """Opens a match under these rules, which are pinned. `variant` has the `house_rules` chosen already;
        `dealer`: a seat, from 0; `before`: points per side; `played_on`: a day like "2026-11-29", that of this machine
        where none is said.

        Raises `OtherContent`, `BadOpId`; `Impossible`, `Refused` as `match.opened`.
        """
        digest = digest_of(variant.pinned())
        sides = [self.people().typed(side) for side in sides]
        with self._book.plainly(), self._writing(op_id):
            first, now = self._journal.written(op_id), utc()
            # Sent again after midnight, what said no day still means that of the first sending.
            day = played_on or local_day(first.at if first else now)
            table = (players, sides, dealer, before)
            text = as_json(Opened(variant.key, digest, dict(house_rules), *table, day, place, note))
            if first:
                # Rules that changed with an update between two sendings make no other content.
                if first.kind != "opened" or as_json({"played_on": day, **first.body, "rules": digest}) != text:
                    raise OtherContent(op_id)
                return self._again(first)
            self._journal.pin(variant)
            number = self._journal.next_number()
            entry = Entry(number, number, "opened", msgspec.json.decode(text), now, self.device)
            match = matches_.opened(entry, self._journal.rulebook(digest))
            self._journal.append(op_id, entry, text)
            people = self._met(entry)
            drawing.draw_match(self._db, match, people)
        return self._answer(entry, match)

    def write(self, op_id: str, match_id: int, kind: Act, body: Mapping[str, Any], base: int) -> Written:
        """Writes one act. `body` as in `entries.Entry`; `base`: the last entry of the match that the writer had seen.

        Raises `Stale`, `OtherContent`, `NoSuchMatch`, `BadOpId`; `DealRefused`, `Impossible`, `Refused` as
        `match.after`; `ValueError` for a kind that is no act.
        """
        if kind not in ACTS:
            raise ValueError(f"no act: {kind}")
        text = as_json(self._typed(body) if kind == "seated" else body)
        with self._book.plainly(), self._writing(op_id):
            if first := self._journal.written(op_id):
                if (first.match, first.kind, as_json(first.body)) != (match_id, kind, text):
                    raise OtherContent(op_id)
                return self._again(first)
            before = self._now(match_id)
            if before is None:
                raise NoSuchMatch(match_id)
            if base != before.last_entry:
                raise Stale(
                    self._people().seen(before), self._journal.entries(match_id, max(0, min(base, before.last_entry)))
                )
            number = self._journal.next_number()
            entry = Entry(number, match_id, kind, msgspec.json.decode(text), utc(), self.device)
            match = matches_.after(before, entry)
            self._journal.append(op_id, entry, text)
            people = self._met(entry)
            if kind == "undone" and (both := people.twice(match.sides)):  # two names of then may be one person by now
                raise Impossible(say("{name} would sit twice in one match", name=both.name))
            drawing.draw_match(self._db, match, people, before)
        if match.finished and _outcome(match) != _outcome(before):
            self._book.back_up()
        return self._answer(entry, match)

    def write_household(self, op_id: str, kind: OfHousehold, body: Mapping[str, Any]) -> Entry:
        """Writes what the household says of one of its people. `body`, `kind`: see `people.OF_HOUSEHOLD`.

        Raises `OtherContent`, `BadOpId`; `Impossible` as `people.after`, and where somebody would sit in a match twice.
        """
        text = as_json(body)
        with self._book.plainly(), self._writing(op_id):
            if first := self._journal.written(op_id):
                if (first.kind, as_json(first.body)) != (kind, text):
                    raise OtherContent(op_id)
                return first
            entry = Entry(self._journal.next_number(), 0, kind, msgspec.json.decode(text), utc(), self.device)
            self._journal.append(op_id, entry, text)
            self._met(entry)
        return entry

    def sheets(self) -> Iterator[dict[str, Any]]:
        """The sheet of every match, oldest first, read as they are asked for; people are called what they are today."""
        with self._book.plainly():
            people = self._people()
            for op_id, entries in self._journal.matches():
                match = self._journal.told(entries)
                if match.ended:  # whether the table ended it, or the target did, is for the totals to say
                    match = self._journal.fold(entries)
                yield sheet.document(people.seen(match), op_id)

    def told(self) -> Iterator[tuple[Match, str]]:
        """Every match, scored, and the name of the act that opened it, oldest first, read as they are asked for."""
        with self._book.plainly():
            people = self._people()
            for op_id, entries in self._journal.matches():
                yield people.seen(self._journal.fold(entries)), op_id

    def sheet(self, match_id: int) -> dict[str, Any] | None:
        """The sheet of a match."""
        with self._book.plainly():
            entries = self._journal.entries(match_id)
            if not entries:
                return None
            return sheet.document(self._people().seen(self._journal.fold(entries)), self._journal.name_of(match_id))

    def name_of(self, match_id: int) -> str:
        """The name of the act that opened the match: no other match of any book has it."""
        with self._book.plainly():
            return self._journal.name_of(match_id) or ""

    def bring_in(
        self, sheets: Sheets, people: Iterable[Nicknamed] = (), progress: Callable[[int], None] | None = None
    ) -> Brought:
        """Brings in all these sheets, each under its name, or none. `progress` is told how many are taken.

        Raises `BringingRefused`, `SheetRefused`.
        """
        with self._book.plainly(), self._book.writing(self._db):
            brought = self._taken(sheets, people, progress, tried=False)
        if brought.matches:
            self._book.back_up()
        return brought

    def try_out(
        self, sheets: Sheets, people: Iterable[Nicknamed] = (), progress: Callable[[int], None] | None = None
    ) -> Brought:
        """What `bring_in` would do; raises as it does. Nothing is written, nobody waits."""
        with self._book.plainly():
            return self._taken(sheets, people, progress, tried=True)

    def _taken(
        self, sheets: Sheets, people: Iterable[Nicknamed], progress: Callable[[int], None] | None, tried: bool
    ) -> Brought:
        bringing = Bringing(self._db, self._journal, self._people(), utc(), self.device, tried)
        for number, (op_id, document) in enumerate(sheets):
            bringing.take(number, op_id, document)
            if progress:
                progress(number + 1)
        return bringing.end(people)

    def written(self, op_id: str) -> Entry | None:
        """The act of this name, if it is in the journal."""
        with self._book.plainly():
            return self._journal.written(op_id)

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

    def rebuild(self, progress: Progress | None = None) -> None:
        """Draws all projections anew from the journal. `progress` is told matches done and matches in all."""
        with self._book.plainly(), self._book.writing(self._db):
            self._rebuild(progress)

    def draw_if_new(self, progress: Progress | None) -> None:
        """Draws all projections anew where another version has, or none yet."""
        with self._book.plainly():
            if drawing.is_drawn(self._db):
                return
            with self._book.writing(self._db):
                if not drawing.is_drawn(self._db):  # another may have been quicker
                    self._rebuild(progress, strict=False)

    def _rebuild(self, progress: Progress | None, strict: bool = True) -> None:
        for table in (*reversed(OF_MATCH), *OF_HOUSEHOLD):
            self._db.execute(f"DELETE FROM {table}")
        drawing.mark_drawn(self._db, self._draw(self._db, progress, strict))
        self._book.renew(self._db)  # nobody goes on with what was drawn before

    def _draw(self, to: Database, progress: Progress | None = None, strict: bool = True) -> People:
        """Draws everything into empty tables. Not `strict`: but for matches that cannot be read."""
        try:
            people = everybody(self._journal.naming())
        except Impossible as impossible:
            raise BookTrouble(say("the people cannot be told: {why}", why=impossible.message)) from None
        drawing.draw_people(to, People(), people)
        ids = self._journal.match_ids()
        for done, match_id in enumerate(ids, 1):
            try:
                drawing.put(to, projections.rows(self._journal.fold(self._journal.entries(match_id)), people))
            except BookTrouble as trouble:
                if strict:
                    raise
                logging.getLogger(__name__).warning("a match is in no list: %s", trouble)
            if progress:
                progress(done, len(ids))
        drawing.draw_months(to)
        drawing.draw_standings(to, drawing.FIRST)
        return people

    def last_entry(self) -> Entry | None:
        """The entry written last, of any match."""
        with self._book.plainly():
            return self._journal.last()

    def problems(self, replayed: bool = True, progress: Progress | None = None) -> list[Text]:
        """What is wrong with the book, in words; none in a sound one: its file, its journal, the rules that matches
        began with, and, `replayed`, where the projections are not what the journal says. `progress`: as in `rebuild`.
        """
        with self._book.plainly():
            found = list(check.problems(self._db))
        if not found and replayed:  # else there may be nothing to replay
            found = [say("{what}", what=difference) for difference in self.differences(progress)]
        return found

    def differences(self, progress: Progress | None = None) -> list[str]:
        """Where the projections are not what the journal says, a sentence for each row; none in a sound book."""
        found: list[str] = []
        with self._book.plainly(), contextlib.closing(anew()) as drawn:
            self._db.begin()
            try:
                self._draw(drawn, progress)
                for table, projection in PROJECTIONS.items():
                    kept, other = (db.execute(projection.selection(table)) for db in (self._db, drawn))
                    found += projections.differences(table, kept, other)
            finally:
                self._db.rollback()
        return found

    def _now(self, match_id: int) -> Match | None:
        """The match as it stands: the cached one, and what other processes have added since."""
        known = self._book.recent.get(match_id)
        entries = self._journal.entries(match_id, known.last_entry if known else 0)
        match = self._journal.fold(entries, known) if entries else known
        if match is not None:
            self._book.recent.keep(match.id, match)
        return match

    @contextlib.contextmanager
    def _writing(self, op_id: str) -> Iterator[None]:
        _check_op_id(op_id)
        with self._book.writing(self._db):
            yield

    def _again(self, first: Entry) -> Written:
        """The first answer again: the match as that entry left it."""
        match = self._now(first.match)
        assert match is not None
        if match.last_entry != first.number:
            match = self._journal.fold(
                [entry for entry in self._journal.entries(first.match) if entry.number <= first.number]
            )
        return Written(first, self._people().seen(match), True)

    def _met(self, entry: Entry) -> People:
        """The people after an entry, drawn. Raises `Impossible` where one of them would sit twice in a match."""
        before = self._people()
        if entry.kind not in NAMING:
            return before
        now = people_.after(before, entry)
        if now is not before:
            drawing.draw_people(self._db, before, now)
        if twice := drawing.twice(self._db, entry, now):
            raise Impossible(say("{name} would sit twice in one match", name=twice))
        return now

    def _typed(self, body: Mapping[str, Any]) -> Mapping[str, Any]:
        """The body with the names of hidden people, as a page cannot have them."""
        sides = people_.sides_of(Entry(0, 0, "seated", dict(body), ""))
        return {**body, "sides": [self.people().typed(side) for side in sides]} if sides else body

    def _people(self) -> People:
        version = drawing.people_version(self._db)
        known = self._book.people
        if known is None or known[0] != version:
            known = version, drawing.people(self._db)
            if not self._db.conn.in_transaction:  # what is being written may yet be taken back
                self._book.people = known
        return known[1]

    def _answer(self, entry: Entry, match: Match) -> Written:
        self._book.recent.keep(match.id, match)
        return Written(entry, self._people().seen(match), False)


def _outcome(match: Match) -> tuple[object, ...]:
    return match.finished, match.totals, match.winner


def _check_op_id(op_id: str) -> None:
    if not OP_ID.fullmatch(op_id):
        raise BadOpId(op_id)


class Book(BookFile):
    """The household's book. One per process, with a `session()` for each request. Raises as `BookFile`.

    `progress`: as for `Session.rebuild`, where another version has drawn the tables.
    """

    def __init__(
        self, path: Path | str, patience: float = PATIENCE, copied: bool = False, progress: Progress | None = None
    ) -> None:
        self.recent: Recent[int, Match] = Recent()
        self.rulebooks: Recent[str, Variant] = Recent()
        self.people: tuple[int, People] | None = None
        super().__init__(path, patience, copied)  # which forgets, if another is making the book ready at this moment
        self._draw_if_new(progress)

    def _draw_if_new(self, progress: Progress | None) -> None:
        """Fills the lists as far as that can be done: a match that cannot be read must not keep all others away."""
        with self.session() as session:
            try:
                session.draw_if_new(progress)
            except BookTrouble as trouble:
                logging.getLogger(__name__).warning("the lists are empty: %s", trouble)

    def forget(self) -> None:
        self.people = None
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
