"""The rows of one match, made into a score sheet: who played, deal by deal, checked against the totals and the winner
that stand there."""

import json
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec

from scorekeeper import sheet
from scorekeeper.match import Match, leader
from scorekeeper.rules import Variant
from scorekeeper.sheet import SheetRefused
from scorekeeper.spreadsheet import cells
from scorekeeper.spreadsheet.plan import Found
from scorekeeper.typed import alike, clean_name, joined
from scorekeeper.words import Text, say, verbatim


class Row(msgspec.Struct, gc=False):
    """A row as it was understood; None or "" where a cell is empty. `broken`: something in it was not.

    `who`: what tells its side from the others of the match.
    """

    number: int
    match: str = ""
    played_on: str = ""
    place: str = ""
    game: str = ""
    rules: str = ""
    side: str = ""
    players: str = ""
    dealer: str = ""
    reason: str = ""
    went_out: str = ""
    concealed: str = ""
    won: str = ""
    note: str = ""
    deal: int | None = None
    score: int | None = None
    total: int | None = None
    target: int | None = None
    agreed: int | None = None
    side_number: int | None = None
    seats: int | None = None
    broken: bool = False
    who: int | str = ""


class Transcript:
    """One match. `heading`: what the file calls a column; `own`: was the file written by this program, so that `match`
    may be a name that its book knows?"""

    def __init__(
        self,
        rows: list[Row],
        heading: Callable[[str], str],
        found: Found,
        games: Mapping[str, Variant],
        default_variant: str | None,
        own: bool,
    ) -> None:
        self.rows = rows
        self.heading = heading
        self.found = found
        self.games = games
        self.default_variant = default_variant
        self.own = own
        self.sides: list[list[Row]] = []
        self.names: list[str] = []
        self.people: list[list[str]] = []
        self.deals: list[list[Row]] = []
        self.first: list[Row] = []
        self.last: list[Row] = []

    def document(self) -> dict[str, Any] | None:
        """The score sheet; None where something in these rows is wrong, which is then among the problems."""
        known = self.found.count
        variant = self._variant()
        self._know_sides()
        if variant is None or self.found.count > known:
            return None
        self._know_people(variant)
        self._know_deals()
        if self.found.count > known or any(row.broken for row in self.rows):
            return None
        document = self._document(variant)
        if self.found.count == known:
            self._judge(variant, document)
        return document if self.found.count == known else None

    def _wrong(self, row: Row, key: str, message: Text) -> None:
        self.found.add(row.number, self.heading(key), message)

    def _common(self, key: str, rows: Iterable[Row] | None = None) -> Any:
        """What these rows say, all of them the same or nothing; None for nothing."""
        first = None
        for row in self.rows if rows is None else rows:
            value = getattr(row, key)
            if value in (None, ""):
                continue
            if first is None:
                first = row
            elif value != getattr(first, key):
                expected = verbatim(str(getattr(first, key))[:40])
                self._wrong(
                    row, key, say("{expected} is expected here, as in row {row}", expected=expected, row=first.number)
                )
        return first and getattr(first, key)

    def _variant(self) -> Variant | None:
        named = self._common("game") or self.default_variant
        variant = self.games.get(alike(named)) if named else None
        if variant is None:
            known = ", ".join(sorted(game.key for game in set(self.games.values())))
            message = (
                say("there is no game {key}; there are {known}", key=named[:40], known=known)
                if named
                else say("which game is it? One of {known} is expected here", known=known)
            )
            self._wrong(self.rows[0], "game", message)
        return variant

    def _know_sides(self) -> None:
        by_side: dict[int | str, list[Row]] = {}
        for row in self.rows:
            if row.who:
                by_side.setdefault(row.who, []).append(row)
            elif not row.broken:
                self._wrong(row, "side" if self.heading("side") else "players", say("whose points are these?"))
        if all(isinstance(who, int) for who in by_side):
            by_side = dict(sorted(by_side.items()))
            if by_side and list(by_side) != list(range(1, len(by_side) + 1)):
                self._wrong(self.rows[0], "side_number", say("the sides of a match are numbered from 1"))
        elif any(isinstance(who, int) for who in by_side):
            nameless = next(row for row in self.rows if row.side_number is None)
            self._wrong(nameless, "side_number", say("a number is expected here, as in the other rows of this match"))
        self.sides = list(by_side.values())
        for rows in self.sides:
            written = self._common("side", rows)
            players = cells.people(self._common("players", rows) or "")
            self.names.append(clean_name(written or joined(players)))

    def _know_people(self, variant: Variant) -> None:
        """Who plays for which side: as the column says, else as a name like Ana & Rui says."""
        players = self._common("seats") or variant.default_players(len(self.sides))
        places = players // len(self.sides) if players else None
        for rows, name in zip(self.sides, self.names, strict=True):
            text = next((row.players for row in rows if row.players), "")
            people = cells.people(text, places)
            if not text and not self.own and len(by_name := cells.people(name, places)) == places and places > 1:
                people = by_name
            self.people.append([clean_name(one) for one in people])

    def _know_deals(self) -> None:
        """The rows of each deal in the order of the sides; of deal 0; and of the final totals."""
        by_deal: dict[int | None, list[Row | None]] = {}
        for side, rows in enumerate(self.sides):
            for row in rows:
                together = by_deal.setdefault(row.deal, [None] * len(self.sides))
                if (other := together[side]) is None:
                    together[side] = row
                else:
                    message = say(
                        "{side} has a row for this deal already: row {row}", side=self._name(side), row=other.number
                    )
                    self._wrong(row, "deal", message)
        whole = {deal: self._whole(together) for deal, together in by_deal.items()}
        self.last = whole.pop(None, [])
        self.first = whole.pop(0, [])
        for expected, deal in enumerate(sorted(deal for deal in whole if deal is not None), 1):
            if deal != expected:
                row = next(iter(whole[deal]), self.rows[0])
                self._wrong(row, "deal", say("deal {expected} is expected here", expected=expected))
                break
            self.deals.append(whole[deal])

    def _whole(self, together: list[Row | None]) -> list[Row]:
        rows = [row for row in together if row is not None]
        for side, row in enumerate(together):
            if row is None:
                self._wrong(
                    rows[0], "", say("a row of {side} for the same deal is expected too", side=self._name(side))
                )
        return rows

    def _name(self, side: int) -> Text:
        return verbatim(self.names[side][:40])

    def _document(self, variant: Variant) -> dict[str, Any]:
        before = self._before()
        totals, deals = before, []
        for rows in self.deals:
            tallies = []
            scores = [self._score(row, total) for row, total in zip(rows, totals, strict=True)]
            totals = [
                total + score if row.total is None else row.total
                for row, total, score in zip(rows, totals, scores, strict=True)
            ]
            for side, (row, score) in enumerate(zip(rows, scores, strict=True)):
                tallies.append(self._tally(row, side, score))
            deals.append({"tallies": tallies} | ({"note": note} if (note := _notes(rows)) else {}))
        for row, total in zip(self.last, totals, strict=False):
            final = row.total if row.total is not None else row.score
            if self.deals and final != total:
                self._wrong(row, "total", say("{total} is expected here, the sum of the deals", total=total))
        found = {
            "id": self._id(),
            "variant": variant.key,
            "played_on": self._common("played_on"),
            "place": self._common("place"),
            "players": self._players(variant),
            "sides": self.names,
            "names": self.people if any(map(any, self.people)) else None,
            "dealer": self._dealer(variant) or None,
            "before": before if any(before) else None,
            "rules": self._rules() or None,
            "note": _notes([*self.first, *self.last]) or None,
            "deals": deals,
            "ended": True if self.last and not self.deals else None,
        }
        return {key: value for key, value in found.items() if value is not None}

    def _before(self) -> list[int]:
        """The totals before the first deal; of a match of which only its end is known, those."""
        rows = self.first or (self.last if not self.deals else [])
        found = []
        for row in rows:
            points = row.total if row.total is not None else row.score
            if points is None:
                self._wrong(row, "total" if self.heading("total") else "score", say("points are expected here"))
            found.append(points or 0)
        return found or [0] * len(self.sides)

    def _score(self, row: Row, before: int) -> int:
        if row.score is None:
            if row.total is None:
                self._wrong(row, "score" if self.heading("score") else "total", say("points are expected here"))
            return 0 if row.total is None else row.total - before
        if row.total is not None and row.total != before + row.score:
            message = say(
                "{total} is expected here: {before} and {score}",
                total=before + row.score,
                before=before,
                score=row.score,
            )
            self._wrong(row, "total", message)
        return row.score

    def _tally(self, row: Row, side: int, score: int) -> dict[str, Any]:
        found: dict[str, Any] = {"result": score - (row.agreed or 0)}
        if row.agreed:
            found["adjustment"] = {"points": row.agreed, "reason": row.reason}
        if self._answer(row, "went_out", side):
            found["went_out"] = True
        if self._answer(row, "concealed", side):
            found["concealed"] = True
        return found

    def _answer(self, row: Row, key: str, side: int) -> bool | None:
        """Yes or no, or the name of the side or player of whom it is true; None where nothing is said."""
        text = getattr(row, key)
        if not text:
            return None
        answer = cells.answer(text)
        if answer is not None:
            return answer
        named = [alike(name) for name in (self.names[side], *self.people[side]) if name]
        if alike(text) in named:
            return True
        if alike(text) not in map(alike, [*self.names, *(name for people in self.people for name in people)]):
            self._wrong(row, key, say("yes or no is expected here, or a name of this match"))
        return False

    def _players(self, variant: Variant) -> int | None:
        """How many play: as the file says, or as the people named are; None for as many as usual."""
        stated: int | None = self._common("seats")
        if stated is not None:
            return stated
        most = max(map(len, self.people)) * len(self.sides)
        seat = variant.seats.get(most)
        return most if seat and seat.sides == len(self.sides) else None

    def _dealer(self, variant: Variant) -> int:
        """The seat of the first dealer."""
        row = next((row for rows in self.deals[:1] for row in rows if row.dealer), None)
        if row is None:
            return 0
        sides = len(self.sides)
        for side, people in enumerate(self.people):
            for place, name in enumerate(people):
                if name and alike(name) == alike(row.dealer):
                    return place * sides + side
        for side, name in enumerate(self.names):
            if alike(name) == alike(row.dealer):
                return side
        known = ", ".join(name for names in (self.names, *self.people) for name in names if name)
        self._wrong(row, "dealer", say("one of {known} is expected here", known=known[:200]))
        return 0

    def _rules(self) -> dict[str, Any]:
        """House rules as `writing` puts them, and the target."""
        found: dict[str, Any] = {}
        target = self._common("target")
        if target is not None:
            found["target"] = target
        text = self._common("rules") or ""
        for one in filter(None, text.split("; ")):
            name, _, value = one.partition("=")
            try:
                found[name] = json.loads(value)
            except (ValueError, RecursionError):
                row = next(row for row in self.rows if row.rules)
                self._wrong(row, "rules", say('rules are expected here as this program writes them: tie="shared_win"'))
        return found

    def _id(self) -> str | None:
        name = self.rows[0].match
        return name if self.own and re.fullmatch(r"[A-Za-z0-9_-]{16,64}", name) else None

    def _judge(self, variant: Variant, document: dict[str, Any]) -> None:
        """Scores the sheet, and compares who has won."""
        try:
            match = sheet.score_under(variant, document, variant)
        except SheetRefused as refused:
            for where, message in refused.faults:
                row, key = self._place(where)
                self._wrong(row, key, message)
            return
        answers = [[(row, self._answer(row, "won", side)) for row in rows] for side, rows in enumerate(self.sides)]
        said = [row for rows in answers for row, answer in rows if answer is not None]
        if not said:
            return
        winners = [side for side, rows in enumerate(answers) if any(answer for _, answer in rows)]
        if not match.finished:
            document["ended"] = True
        self._compare(match, said[0], winners)

    def _compare(self, match: Match, row: Row, winners: list[int]) -> None:
        best = match.winner if match.finished else leader(match.totals)
        if winners != ([] if best is None else [best]):
            message = (
                say("nobody is ahead, so nobody has won")
                if best is None
                else say("{side} has won by these points", side=self._name(best))
            )
            self._wrong(row, "won", message)

    def _place(self, where: str) -> tuple[Row, str]:
        """The row and column of a fault in the sheet."""
        if found := re.match(r"deals\[(\d+)\](?:\.tallies\[(\d+)\])?\.?([a-z_]*)", where):
            keys = {"result": "score", "adjustment": "reason" if where.endswith("reason") else "agreed"}
            return self.deals[int(found[1])][int(found[2] or 0)], keys.get(found[3], found[3])
        if found := re.match(r"(sides|names|before)\[(\d+)\]", where):
            key = {"sides": "side", "names": "players", "before": "total"}[found[1]]
            return self.sides[int(found[2])][0], key
        keys = {"variant": "game", "players": "seats", "sides": "side", "names": "players", "before": "total"}
        key = "target" if where == "rules.target" else where.partition(".")[0]
        return self.rows[0], keys.get(key, key)


def _notes(rows: Iterable[Row]) -> str:
    """What is noted in these rows, each thing once."""
    return "\n".join(dict.fromkeys(row.note for row in rows if row.note))
