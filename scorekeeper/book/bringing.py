"""Matches brought in from sheets: many at once, all or none, each once.

A sheet is named by its id, which becomes the name of the act that opened its match. Whatever lies in the journal under
that name is the same match, and is passed over. Lists and standings are drawn once, when all are in.
"""

import functools
import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import msgspec
from sqlite_utils import Database

from scorekeeper import people as people_
from scorekeeper import sheet, variants
from scorekeeper.book import drawing, projections
from scorekeeper.book.journal import OP_ID, Journal, digest_of
from scorekeeper.book.projections import as_json
from scorekeeper.entries import Entry, Impossible, local_day
from scorekeeper.household import Nicknamed
from scorekeeper.match import Deal, Match
from scorekeeper.people import NAMING, People
from scorekeeper.sheet import SheetRefused
from scorekeeper.words import Text, say


class Fault(NamedTuple):
    """What is wrong with a sheet of several. `sheet`: which, from 0, None where it is not about one; `where` in it,
    "deals[0].tallies[1].melds"."""

    sheet: int | None
    where: str
    message: Text

    @property
    def place(self) -> str:
        """Where it is in the whole file."""
        return self.where if self.sheet is None else f"matches[{self.sheet}].{self.where}"


class BringingRefused(ValueError):
    """Faults in sheets, the first of them; nothing was brought in."""

    def __init__(self, faults: list[Fault]) -> None:
        super().__init__("; ".join(f"{fault.place}: {fault.message}" for fault in faults))
        self.faults = faults


class Brought(NamedTuple):
    """How many matches came in, with how many deals, and how many were in the book already; of those that came in the
    first and the last day, how many there are of each game, and who came with them."""

    matches: int
    deals: int
    known: int
    first: str
    last: str
    games: dict[str, int]
    people: list[str]


MOST_FAULTS = 100
"""So many faults are told."""


class Bringing:
    """Brings sheets into the book; inside a transaction, that whoever calls it takes back where it raises.

    `tried`: nothing is written; what would come of it is told.
    """

    def __init__(
        self, db: Database, journal: Journal, now: People, at: str, device: str | None, tried: bool = False
    ) -> None:
        self._db, self._journal, self._at, self._device, self._tried = db, journal, at, device, tried
        self._before = self._people = now
        self._number = journal.next_number() - 1  # of the entry written last
        self._link: str | None = None
        self._load = functools.cache(variants.load)
        self._names: set[str] = set()
        self._cells: set[drawing.Cell] = set()
        self._games: Counter[str] = Counter()
        self._days: set[str] = set()
        self._since: drawing.Place | None = None
        self._deals = self._known = 0
        self._faults: list[Fault] = []

    def take(self, number: int, op_id: object, document: Mapping[str, Any]) -> None:
        """Takes the sheet of this number in the file, unless it is in the book."""
        if not isinstance(op_id, str) or not OP_ID.fullmatch(op_id):
            self._fault(number, SheetRefused(("id", say("16 to 64 letters, digits, - or _ are expected here"))))
            return
        first = self._journal.written(op_id)
        if first is not None and first.kind != "opened":
            self._fault(number, SheetRefused(("id", say("something else in the book has this name already"))))
            return
        if op_id in self._names or first is not None:
            self._known += 1
            return
        self._names.add(op_id)
        try:
            scored = sheet.score(document, self._load)
            if not self._faults:
                self._write(op_id, scored)
        except SheetRefused as refused:
            self._fault(number, refused)

    def _fault(self, number: int, refused: SheetRefused) -> None:
        self._faults += [Fault(number, where, message) for where, message in refused.faults]
        if len(self._faults) >= MOST_FAULTS:
            raise BringingRefused(self._faults[:MOST_FAULTS])

    def end(self, nicknamed: Iterable[Nicknamed] = ()) -> Brought:
        """Draws what hangs on many matches, and gives people their nicknames. Raises `BringingRefused` where a sheet
        or a nickname was refused."""
        for number, person in enumerate(nicknamed):
            try:
                self._nickname(person)
            except Impossible as impossible:
                self._faults.append(Fault(None, f"people[{number}].nicknames", impossible.message))
        if self._faults:
            raise BringingRefused(self._faults)
        if not self._tried:
            drawing.draw_people(self._db, self._before, self._people)
            if 2 * self._games.total() > drawing.count(self._db):
                drawing.draw_months(self._db)
            else:
                for cell in self._cells:
                    drawing.draw_month(self._db, cell)
            if self._since is not None:
                drawing.draw_standings(self._db, self._since)
        new = [person.name for number, person in self._people.persons.items() if number not in self._before.persons]
        days = min(self._days, default=""), max(self._days, default="")
        return Brought(self._games.total(), self._deals, self._known, *days, dict(self._games), new)

    def _nickname(self, nicknamed: Nicknamed) -> None:
        """Gives somebody these nicknames too."""
        person = self._people.called(nicknamed.name)
        if person is None:
            return
        names = [*person.nicknames, *(name for name in nicknamed.nicknames if name not in person.nicknames)]
        if names != person.nicknames:
            body = {"name": nicknamed.name, "nicknames": names}
            name = hashlib.sha256(f"{self._number} {body}".encode()).hexdigest()[:48]
            self._append(name, 0, "nicknamed", body)

    def _write(self, op_id: str, scored: Match) -> None:
        start = msgspec.structs.replace(
            scored.opened,
            rules=digest_of(scored.variant.pinned()) if self._tried else self._journal.pin(scored.variant),
            sides=[self._people.typed(side) for side in scored.sides],
            played_on=scored.opened.played_on or local_day(self._at),
        )
        match_id = self._append(op_id, None, "opened", start)
        deals = []
        for place, deal in enumerate(scored.deals):
            body = {"tallies": [one.data for one in deal.scored.tallies]}
            deals.append(self._numbered(deal, self._act(match_id, op_id, f"deal {place}", "entered", body)))
        last = deals[-1].id if deals else match_id
        for place, deal in enumerate(deals):
            if deal.note:
                last = self._act(match_id, op_id, f"note {place}", "noted", {"deal": deal.id, "note": deal.note})
                deals[place] = msgspec.structs.replace(deal, entries=[*deal.entries, last])
            if deal.contest:
                other = {"tallies": [one.data for one in deal.contest.scored.tallies], "reason": deal.contest.reason}
                last = self._act(match_id, op_id, f"contest {place}", "contested", {"deal": deal.id, **other})
                contest = msgspec.structs.replace(deal.contest, entry=last)
                now = deals[place]
                deals[place] = msgspec.structs.replace(now, contest=contest, entries=[*now.entries, last])
        if scored.ended:
            last = self._act(match_id, op_id, "end", "ended", {})
        about = {"id": match_id, "opened": start, "opened_at": self._at, "changed_at": self._at, "last_entry": last}
        self._draw(msgspec.structs.replace(scored, deals=deals, **about))

    def _numbered(self, deal: Deal, number: int) -> Deal:
        return msgspec.structs.replace(deal, id=number, entries=[number], at=self._at, changed_at=self._at)

    def _act(self, match_id: int, op_id: str, which: str, kind: Any, body: object) -> int:
        """Writes an act on the match, named after the sheet and what it is; its number."""
        name = hashlib.sha256(f"{op_id} {which}".encode()).hexdigest()[:48]
        return self._append(name, match_id, kind, body)

    def _append(self, op_id: str, match_id: int | None, kind: Any, body: object) -> int:
        """Writes an entry; its number. `match_id`: None for one that opens a match."""
        text = as_json(body)
        self._number += 1
        about = self._number if match_id is None else match_id
        entry = Entry(self._number, about, kind, msgspec.json.decode(text), self._at, self._device)
        if not self._tried:
            self._link = self._journal.append(op_id, entry, text, self._link)
        if kind in NAMING:
            self._people = people_.after(self._people, entry)
        return self._number

    def _draw(self, match: Match) -> None:
        if twice := self._people.twice(match.sides):
            raise SheetRefused(("names", say("{name} would sit twice in one match", name=twice.name)))
        if not self._tried:
            drawing.put(self._db, projections.rows(match, self._people))
        self._deals += len(match.deals)
        self._games[match.variant.key] += 1
        self._cells |= drawing.cells_of(match, self._people)
        self._days.add(match.played_on)
        if match.finished:
            place = (match.played_on, match.id)
            self._since = min(self._since or place, place)
