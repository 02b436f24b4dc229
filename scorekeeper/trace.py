"""What each entry of a journal changed: the match before and after it, deal by deal, and what would undo it."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import msgspec

from scorekeeper import match as matches_
from scorekeeper.entries import Entry
from scorekeeper.match import Deal, Match
from scorekeeper.rules import Variant
from scorekeeper.scoring import less


class Asked(NamedTuple):
    """Another opening minimum that is asked of a side, by its number."""

    side: int
    was: int
    now: int

    @property
    def points(self) -> int:
        """By how many points it differs."""
        return self.now - self.was


def _asked(before: Sequence[int | None], after: Sequence[int | None]) -> list[Asked]:
    """What is asked otherwise; nothing in a game without opening minimums."""
    each = enumerate(zip(before, after, strict=True))
    return [Asked(side, was, now) for side, (was, now) in each if was is not None and now is not None and was != now]


class Place(msgspec.Struct, frozen=True):
    """Where the sides stand after a deal: totals and the opening minimums that follow, per side."""

    totals: list[int]
    opening_minimums: list[int | None]


class Moved(msgspec.Struct, frozen=True):
    """A deal with other totals after it. `number`: of the deal as it counts, or counted before it was struck out;
    `before`, `after`: None where it did not count."""

    deal: int
    number: int | None
    before: Place | None
    after: Place | None

    @property
    def points(self) -> list[int]:
        """By how much each total differs; 0 where the deal counts on one hand only."""
        if self.before is None or self.after is None:
            return [0] * len((self.before or self.after or Place([], [])).totals)
        return less(self.after.totals, self.before.totals)

    @property
    def asked(self) -> list[Asked]:
        """The opening minimums that are others after it; none where the deal counts on one hand only."""
        if self.before is None or self.after is None:
            return []
        return _asked(self.before.opening_minimums, self.after.opening_minimums)


class Effect(msgspec.Struct, frozen=True):
    """What tells two states of a match apart. `moved`: every deal with other totals after it, oldest first."""

    before: Match
    after: Match
    moved: list[Moved]

    @property
    def points(self) -> list[int]:
        """By how many points each total of now differs, per side."""
        return less(self.after.totals, self.before.totals)

    @property
    def asked(self) -> list[Asked]:
        """The minimums that are others in the next deal."""
        return _asked(self.before.opening_minimums, self.after.opening_minimums)

    @property
    def end_differs(self) -> bool:
        """Is the match over now and was not, or the other way, or has another side won it?"""
        return (self.before.finished, self.before.winner) != (self.after.finished, self.after.winner)


class Step(msgspec.Struct, frozen=True):
    """One entry and what it did. `before` is None for the one that opened the match; `deal_before`, `deal`: the deal it
    is about, None for one about the match itself, and before the deal was entered."""

    entry: Entry
    before: Match | None
    after: Match
    deal_before: Deal | None
    deal: Deal | None

    @property
    def effect(self) -> Effect | None:
        return effect(self.before, self.after) if self.before else None

    @property
    def changed(self) -> bool:
        """Did it change anything that undoing it puts back?"""
        past = self.after.undoable(self.entry.number)
        return past is not None and bool(past.was)


def steps(entries: Iterable[Entry], variant: Variant) -> list[Step]:
    """Each entry of a match and what it did, oldest first, out of its whole journal. Raises as `match.replay`."""
    entries = iter(entries)
    first = next(entries)
    match = matches_.opened(first, variant)
    found = [Step(first, None, match, None, None)]
    for entry in entries:
        now = matches_.followed(match, [entry])
        found.append(step(match, entry, now))
        match = now
    return found


def step(before: Match, entry: Entry, after: Match) -> Step:
    """What this entry did between these two states of its match."""
    deal = next((one for one in after.deals if entry.number in one.entries), None)
    return Step(entry, before, after, before.deal(deal.id) if deal else None, deal)


def effect(before: Match, after: Match) -> Effect:
    """What tells these two states of one match apart."""
    moved = []
    for deal in after.deals:
        old = before.deal(deal.id)
        was, now = _place(old), _place(deal)
        if was != now:
            moved.append(Moved(deal.id, deal.number or (old.number if old else None), was, now))
    return Effect(before, after, moved)


def _place(deal: Deal | None) -> Place | None:
    return Place(deal.totals, deal.opening_minimums) if deal and not deal.struck_out else None


def undoing(match: Match, number: int) -> Step:
    """What undoing the entry of this number by the next would do. Raises `Impossible`."""
    entry = Entry(match.last_entry + 1, match.id, "undone", {"entry": number}, match.changed_at)
    return step(match, entry, matches_.after(match, entry))


class Hanging(msgspec.Struct, frozen=True):
    """Contested deals, and what hangs on them: the match as it stands against what it would be if they were settled for
    their other versions."""

    deals: list[Deal]
    effect: Effect


def hanging(match: Match) -> list[Hanging]:
    """What hangs on each contested deal that stands, oldest first; then, where there are several, on all together."""
    contested = [deal for deal in match.standing if deal.contest]
    found = [[deal] for deal in contested]
    if len(contested) > 1:
        found.append(contested)
    return [Hanging(deals, otherwise(match, deals)) for deals in found]


def otherwise(match: Match, deals: Iterable[Deal]) -> Effect:
    """What settling these contested deals for their other versions would change."""
    return effect(match, matches_.settled_otherwise(match, {deal.id for deal in deals}))
