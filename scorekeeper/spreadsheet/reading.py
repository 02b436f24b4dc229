"""Old matches read from rows. Nothing is guessed silently: what is not understood is a problem with its row and column,
and what was understood is told."""

from collections.abc import Iterable, Iterator, Mapping

from scorekeeper import variants
from scorekeeper.rules import Variant
from scorekeeper.spreadsheet import cells
from scorekeeper.spreadsheet.columns import key_of
from scorekeeper.spreadsheet.grid import SEPARATORS, Grid, Unreadable, grid
from scorekeeper.spreadsheet.plan import Found, Plan
from scorekeeper.spreadsheet.transcript import Row, Transcript
from scorekeeper.spreadsheet.writing import HEADINGS
from scorekeeper.typed import alike, clean_name, joined
from scorekeeper.words import Text, say

LONGEST_CELL = 4_000
"""Letters."""
LONGEST_TOLD = 40
"""Letters of a cell that are told in a sentence."""

_NUMBERS = ("deal", "score", "total", "target", "agreed", "side_number", "seats")
_NAMES = ("side", "place", "game", "dealer", "match")


def read(raw: bytes, default_variant: str | None = None) -> Plan:
    """The matches of a file that a spreadsheet saved as text, or that `written` made.

    `default_variant`: the game of matches for which the file names none. No file makes it raise.
    """
    found = Found()
    try:
        table = grid(raw)
    except Unreadable as unreadable:
        found.add(unreadable.row, "", unreadable.message)
        return Plan(problems=found.problems)
    return _Reading(table, default_variant, found).plan()


class _Reading:
    """One file on its way to a plan."""

    def __init__(self, table: Grid, default_variant: str | None, found: Found) -> None:
        self.table = table
        self.default_variant = default_variant
        self.found = found
        self.columns: dict[str, int] = {}
        self.unused: list[str] = []
        self.day_first = False
        self.month_first = False
        self._same: dict[str, str] = {}

    def plan(self) -> Plan:
        self._know_columns()
        self.month_first = self._has_month_first()
        own = set(HEADINGS) <= set(self.table.headings)
        games = _games()
        documents, begins = [], []
        for rows in self._matches():
            transcript = Transcript(rows, self.heading, self.found, games, self.default_variant, own)
            document = transcript.document()
            if document is not None:
                documents.append(document)
                begins.append(rows[0].number)
        return Plan(
            documents,
            begins,
            sorted(self.found.problems, key=lambda problem: problem.row),
            self.found.further,
            self.table.encoding,
            SEPARATORS[self.table.separator],
            self.table.heading_row,
            [(self.heading(key), key) for key in self.columns],
            self.unused,
            self.day_first,
        )

    def heading(self, key: str) -> str:
        """What the file calls a column; "" for one that it has not."""
        return self.table.headings[self.columns[key]] if key in self.columns else ""

    def _know_columns(self) -> None:
        for place, heading in enumerate(self.table.headings):
            key = key_of(heading)
            if key is None:
                self.unused += [heading] if heading else []
            elif key in self.columns:
                message = say("{other} says the same; call this one otherwise or take it away", other=self.heading(key))
                self.found.add(self.table.heading_row, heading, message)
            else:
                self.columns[key] = place

    def _has_month_first(self) -> bool:
        """Is there a day that can only be month/day/year?"""
        place = self.columns.get("played_on")
        if place is None:
            return False
        try:
            for _, row in self.table.rows():
                if place < len(row) and (day := cells.day(row[place][:LONGEST_TOLD])) and day.order == "month first":
                    return True
        except Unreadable:
            pass  # told when the rows are read
        return False

    def _rows(self) -> Iterator[Row]:
        try:
            for number, row in self.table.rows():
                yield self._row(number, row)
        except Unreadable as unreadable:
            self.found.add(unreadable.row, "", unreadable.message)

    def _row(self, number: int, row: list[str]) -> Row:
        found = Row(number)
        if any(map(str.strip, row[len(self.table.headings) :])):
            columns = len(self.table.headings)
            message = say(
                "at most {n} cells are expected, one for each heading; put a cell with a separator in quotation marks",
                n=columns,
            )
            self._wrong(found, "", message)
        for key, place in self.columns.items():
            if place < len(row) and (text := cells.unguarded(row[place]).strip()):
                if len(text) > LONGEST_CELL:
                    self._wrong(found, key, say("at most {most} letters", most=LONGEST_CELL))
                elif "\ufffd" in text:
                    self._wrong(found, key, say("a letter here cannot be read; save the file as UTF-8"))
                else:
                    self._understand(found, key, text)
        name = found.side or joined(cells.people(found.players))
        found.who = found.side_number or self._kept(alike(name))
        return found

    def _understand(self, row: Row, key: str, text: str) -> None:
        """Takes over one cell."""
        value: str | int | None = text
        if key in _NUMBERS:
            value = cells.number(text)
            if value is None:
                self._wrong(row, key, say("{typed}: a whole number is expected here, like 1495", typed=_told(text)))
                return
        elif key == "played_on":
            value = self._day(row, text)
        elif key in _NAMES:
            value = clean_name(text)
        if isinstance(value, str):
            value = self._kept(value)
        setattr(row, key, value)

    def _kept(self, text: str) -> str:
        """The same text as in the rows before, or every row would keep one of its own."""
        return self._same.setdefault(text, text)

    def _day(self, row: Row, text: str) -> str:
        day = cells.day(text)
        if day is None:
            self._wrong(row, "played_on", say("{typed}: a day like 2026-11-29 is expected here", typed=_told(text)))
            return ""
        if day.either and self.month_first:
            message = say("{typed}: which is the month? Write the day like 2026-11-29", typed=_told(text))
            self._wrong(row, "played_on", message)
            return ""
        self.day_first |= day.either
        return day.iso

    def _wrong(self, row: Row, key: str, message: Text) -> None:
        row.broken = True
        self.found.add(row.number, self.heading(key), message)

    def _matches(self) -> Iterable[list[Row]]:
        """The rows of each match, in the order in which the matches begin."""
        if "match" not in self.columns:
            return _told_apart(self._rows(), _most_sides(None if "game" in self.columns else self.default_variant))
        by_name: dict[str, list[Row]] = {}
        for row in self._rows():
            if not row.match:
                self._wrong(row, "match", say("to which match does this row belong? A number or a name is expected"))
            by_name.setdefault(row.match, []).append(row)
        return by_name.values()


def _told_apart(rows: Iterable[Row], most_sides: int) -> Iterator[list[Row]]:
    """Matches that nothing names: a new one begins with another day, place or game, where the deals start over and,
    after its first deal, with another name. An empty day is that of the row above."""
    together: list[Row] = []
    sides: set[int | str] = set()
    known: set[tuple[int | None, int | str]] = set()
    for row in rows:
        if together:
            above = together[-1]
            if not row.played_on:
                row.played_on, row.place = above.played_on, row.place or above.place
                row.game = row.game or above.game
            starts_over = row.deal is not None and (above.deal is None or row.deal < above.deal)
            pairs = ((row.played_on, above.played_on), (row.place, above.place), (row.game, above.game))
            elsewhere = any(here and there and here != there for here, there in pairs)
            complete = above.deal not in (None, together[0].deal) or len(sides) >= most_sides
            stranger = row.who not in sides and complete
            if starts_over or elsewhere or stranger or (row.deal, row.who) in known:
                yield together
                together, sides, known = [], set(), set()
        together.append(row)
        sides.add(row.who)
        known.add((row.deal, row.who))
    if together:
        yield together


def _most_sides(default_variant: str | None) -> int:
    usual = _games().get(alike(default_variant or ""))
    games = [usual] if usual else variants.everything()
    return max((seat.sides for game in games for seat in game.seats.values()), default=2)


def _games() -> Mapping[str, Variant]:
    """Every game by its key and its name."""
    everything = variants.everything()
    return {alike(name): game for game in everything for name in (game.name, game.key)}


def _told(text: str) -> str:
    return text if len(text) <= LONGEST_TOLD else text[: LONGEST_TOLD - 1] + "…"
