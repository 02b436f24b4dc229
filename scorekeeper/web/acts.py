"""Each entry of a match's journal as people read it: what was done, from where and why, and what that changed."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import NamedTuple

from scorekeeper import consequences, versions
from scorekeeper.entries import Side
from scorekeeper.match import Deal, Match, Scored
from scorekeeper.people import People
from scorekeeper.trace import Effect, Moved, Place, Step
from scorekeeper.web.words import date, moment, tr
from scorekeeper.words import Text, say, verbatim


class Telling(NamedTuple):
    """Who tells: all entries of a match by number, what its sides and people are called today, and its devices."""

    steps: Mapping[int, Step]
    match: Match
    people: People
    devices: Callable[[str | None], str]

    @property
    def last(self) -> Step:
        return self.steps[max(self.steps)]

    @property
    def names(self) -> list[str]:
        return [side.name for side in self.match.sides]


def telling(steps: list[Step], match: Match, people: People, name_of: Callable[[str | None], str]) -> Telling:
    """`name_of`: the name of a device; asked once for each."""
    return Telling({step.entry.number: step for step in steps}, match, people, cache(name_of))


class Row(NamedTuple):
    """An entry in the list. `points`: by how much the score of its deal differs, by the name of each side; `since`: so
    do all later totals; `other`: by how much the version differs that contests it; `more`: what else it changed."""

    number: int
    what: Text
    at: str
    device: str
    reason: str
    points: list[tuple[str, int]]
    since: bool
    other: list[tuple[str, int]]
    more: list[Text]


def row(of: Telling, step: Step) -> Row:
    """The entry of this step."""
    effect, more, since = step.effect, [], False
    if step.deal and effect:
        since = consequences.totals_since(effect, step.deal)
    if effect and step.entry.kind != "entered":
        more += consequences.minimums(effect, of.names)
        if not more and consequences.other_minimums_between(effect):
            more.append(say("Other minimums to open in between"))
    if effect and (end := consequences.ending(effect, of.names)):
        more.append(end)
    points = consequences.counted(step)
    if step.before and not step.changed:
        more.append(say("It changed nothing."))
    elif step.entry.kind == "corrected" and not any(points):
        more.append(say("The score is the same."))
    return Row(
        step.entry.number,
        what(of, step),
        step.entry.at,
        of.devices(step.entry.device),
        reason(step),
        _differing(of.names, points),
        since,
        _differing(of.names, consequences.contested(step)),
        more,
    )


def _differing(names: list[str], points: list[int]) -> list[tuple[str, int]]:
    return [pair for pair in zip(names, points, strict=False) if pair[1]]


def reason(step: Step) -> str:
    """Why it was done, as it was given."""
    return str(step.entry.body.get("reason", ""))


def number_of(step: Step) -> int | None:
    """The number that the deal of an entry had then; None for a deal that was struck out before and after."""
    return next((deal.number for deal in (step.deal, step.deal_before) if deal and deal.number), None)


def what(of: Telling, step: Step) -> Text:
    """What an entry did, as its heading says it."""
    kind, n = step.entry.kind, number_of(step)
    if kind == "undone":
        root, again = _undone(of, step)
        done = _the_act(root)
        return say("Redone: {act}", act=done) if again else say("Undone: {act}", act=done)
    if kind in _OF_MATCH:
        return _OF_MATCH[kind]
    if kind == "described":
        keys = list(step.after.past[step.entry.number].was)
        return _DESCRIBED[keys[0]] if len(keys) == 1 else say("About the match")
    if n is None:  # nothing else can be written about such a deal
        return say("Note on a struck-out deal")
    if kind == "settled":
        first = step.entry.body.get("keep") == "first"
        return (
            say("Settled deal {n}: the first version", n=n)
            if first
            else say("Settled deal {n}: the other version", n=n)
        )
    return Text(_OF_DEAL[kind].msgid, {"n": n})


_OF_MATCH = {
    "opened": say("The match began"),
    "seated": say("Seats changed"),
    "ended": say("Ended early"),
    "resumed": say("Went on with it"),
}
_DESCRIBED = {"played_on": say("Another day"), "place": say("Place"), "note": say("Note on the match")}
_OF_DEAL = {
    "entered": say("Entered deal {n}"),
    "corrected": say("Corrected deal {n}"),
    "struck_out": say("Struck out deal {n}"),
    "brought_back": say("Brought back deal {n}"),
    "noted": say("Note on deal {n}"),
    "contested": say("Contested deal {n}"),
}


def _undone(of: Telling, step: Step) -> tuple[Step, bool]:
    """What an undoing is about in the end, and whether it brings that back: undone twice is redone."""
    again = True
    while step.entry.kind == "undone":
        step, again = of.steps[step.entry.body["entry"]], not again
    return step, again


def redoes(of: Telling, step: Step) -> bool:
    """Does undoing this entry bring back what one before it took back?"""
    return step.entry.kind == "undone" and not _undone(of, step)[1]


def _the_act(step: Step) -> Text:
    """An entry, named within a sentence."""
    named = _THE_ACTS.get(step.entry.kind, say("what was said of the match, {time}"))
    if "{n}" in named.msgid and number_of(step) is None:
        named = say("what was written on a struck-out deal, {time}")
    return Text(named.msgid, {"n": number_of(step) or 0, "time": moment(step.entry.at)})


_THE_ACTS = {
    "entered": say("the entry of deal {n}, {time}"),
    "corrected": say("the correction of deal {n}, {time}"),
    "struck_out": say("the strike-out of deal {n}, {time}"),
    "brought_back": say("bringing deal {n} back, {time}"),
    "noted": say("the note on deal {n}, {time}"),
    "contested": say("the contest of deal {n}, {time}"),
    "settled": say("the settling of deal {n}, {time}"),
    "seated": say("the change of seats, {time}"),
    "ended": say("the early end, {time}"),
    "resumed": say("going on with it, {time}"),
}


class Lines(NamedTuple):
    """Two versions of a deal side by side, and what each of them is. `stands`: does the book have that one now?"""

    heads: tuple[Text, Text]
    sides: list[versions.Side]
    stands: tuple[bool, bool]


class Texts(NamedTuple):
    """What was said before, and then."""

    about: Text
    before: str
    after: str


def lines(of: Telling, step: Step) -> Lines | None:
    """The deal before and after, where its lines differ; or with its other version, where that does."""
    was, now = step.deal_before, step.deal
    if was is None or now is None:
        return None
    if was.scored != now.scored:
        return _lines((say("before"), say("after")), was.scored, now.scored, of.match.deal(now.id))
    if was.contest != now.contest:
        other = now.contest or was.contest
        assert other
        return _lines((say("first version"), say("other version")), now.scored, other.scored, of.match.deal(now.id))
    return None


def _lines(heads: tuple[Text, Text], first: Scored, other: Scored, today: Deal | None) -> Lines:
    stands = tuple(today is not None and today.scored.scores == one.scores for one in (first, other))
    return Lines(heads, versions.compared(first, other), (stands[0], stands[1]))


class Total(NamedTuple):
    """A side's total and what it needs to open after a deal, in the match before and after; None where the deal does
    not count. `deal`: its number; `stands`: is the total after it so now?"""

    deal_id: int
    deal: Text
    before: tuple[int, int | None] | None
    after: tuple[int, int | None] | None
    stands: bool

    @property
    def asks_otherwise(self) -> bool:
        """Is another minimum to be shown in one of them?"""
        return (self.before and self.before[1]) != (self.after and self.after[1])


def totals(of: Telling, effect: Effect) -> list[tuple[int, str, list[Total]]]:
    """The totals that differ, of each side where any does, with its name."""
    found = [
        (n, name, [_total(of.match, effect, moved, n) for moved in effect.moved]) for n, name in enumerate(of.names)
    ]
    return [one for one in found if any(total.before != total.after for total in one[2])]


def totals_now(effect: Effect, names: list[str]) -> list[tuple[int, str, int, int]]:
    """The totals that the sides have by now, of each that has another in the match after."""
    found = zip(range(len(names)), names, effect.before.totals, effect.after.totals, strict=True)
    return [one for one in found if one[2] != one[3]]


def _total(today: Match, effect: Effect, moved: Moved, side: int) -> Total:
    was, now = (found.number if (found := match.deal(moved.deal)) else None for match in (effect.before, effect.after))
    either = was or now or 0
    deal = say("{before}, now {after}", before=was, after=now) if was and now and was != now else say("{n}", n=either)
    after, found = _place(moved.after, side), today.deal(moved.deal)
    stands = after is not None and found is not None and not found.struck_out and found.totals[side] == after[0]
    return Total(moved.deal, deal, _place(moved.before, side), after, stands)


def _place(place: Place | None, side: int) -> tuple[int, int | None] | None:
    return (place.totals[side], place.opening_minimums[side]) if place else None


def texts(of: Telling, step: Step) -> list[Texts]:
    """What was said of a deal or the match before and after, where it differs."""
    if step.before is None:
        return []
    pairs: list[tuple[Text, str, str]] = []
    if step.deal and step.deal_before:
        pairs.append((say("Note"), step.deal_before.note, step.deal.note))
        pairs.append((say("Does it count?"), _counts(step.deal_before), _counts(step.deal)))
    else:
        was, now = step.before, step.after
        pairs.append((say("Day"), date(was.played_on), date(now.played_on)))
        pairs.append((say("Place"), was.opened.place, now.opened.place))
        pairs.append((say("Note"), was.opened.note, now.opened.note))
        pairs.append((say("Ended early?"), _yes(was.ended), _yes(now.ended)))
        pairs += [
            (verbatim(name), _side(of, before), _side(of, after))
            for name, before, after in zip(_numbered(len(was.sides)), was.sides, now.sides, strict=True)
        ]
    return [Texts(*pair) for pair in pairs if pair[1] != pair[2]]


def _counts(deal: Deal) -> str:
    return tr(say("no, it is struck out")) if deal.struck_out else tr(say("yes"))


def _yes(yes: bool) -> str:
    return tr(say("yes")) if yes else tr(say("no"))


def _numbered(sides: int) -> list[str]:
    return [tr(say("Side {number}", number=side + 1)) for side in range(sides)]


def _side(of: Telling, side: Side) -> str:
    """A side and who sits there, called what they are called today."""
    side = of.people.shown(side)
    people = [name for name in side.players if name]
    return side.name if not people or side.name == " & ".join(people) else f"{side.name}: {', '.join(people)}"
