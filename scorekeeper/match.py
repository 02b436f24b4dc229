"""A match is the fold of its journal entries: deals, totals, dealer, next opening minimums, winner.

`after(match, entry)` is the whole of it. Where and when a match was played, who sat where and what is noted about it
touch no score. A scored deal is kept as it is when another entry arrives; what depends on the totals (minimums, the
doubts about them, whether the match is over) is drawn anew for all deals.
"""

from collections.abc import Callable, Container, Iterable, Set
from typing import Any, Literal, NamedTuple, get_args

import msgspec

from scorekeeper import referee, scoring, tally
from scorekeeper.contradictions import step
from scorekeeper.entries import (
    LONGEST_NOTE,
    LONGEST_REASON,
    Entry,
    Impossible,
    Keep,
    Opened,
    Side,
    described,
    short,
)
from scorekeeper.faults import Fault, Refused, refusal
from scorekeeper.rules import Variant
from scorekeeper.scoring import Line
from scorekeeper.tally import Shown, Tally
from scorekeeper.words import say


class DealRefused(ValueError):
    """A deal that cannot have happened, with all its faults."""

    def __init__(self, faults: list[Fault]) -> None:
        super().__init__("; ".join(f"{fault.where}: {fault.message}" for fault in faults))
        self.faults = faults


class Scored(msgspec.Struct, frozen=True):
    """One deal judged and scored by itself, whatever the totals: everything here is per side."""

    tallies: list[Tally]
    shown: list[Shown]
    lines: list[list[Line]]
    scores: list[int]
    doubts: list[Fault]


class Contest(msgspec.Struct, frozen=True):
    """The other version of a deal that is contested, and why; `entry`: the one that contested it."""

    entry: int
    scored: Scored
    reason: str = ""


class Deal(msgspec.Struct, frozen=True):
    """A deal of a match. `number` counts the deals that stand, None for one struck out.

    `before`, `totals`: running totals per side around it; `opening_minimums`: those after it; `doubts`: all of them.
    `entries`: the numbers of the journal entries about it, oldest first; `at` and `changed_at`: first and last act.
    """

    id: int
    scored: Scored
    entries: list[int]
    at: str
    changed_at: str
    note: str = ""
    struck_out: bool = False
    contest: Contest | None = None
    number: int | None = None
    dealer: int = 0
    before: list[int] = []
    totals: list[int] = []
    opening_minimums: list[int | None] = []
    doubts: list[Fault] = []

    @property
    def out(self) -> int | None:
        """The side that went out."""
        return next((side for side, shown in enumerate(self.scored.shown) if shown.out), None)


class Past(msgspec.Struct, frozen=True):
    """What an entry changed, as it was before: undoing the entry puts it back. `deal`: of which deal, None of the match
    itself; `was`: by the name of the field, of `Deal`, of `Opened`, or "ended"."""

    deal: int | None
    was: dict[str, Any]


class Match(msgspec.Struct, frozen=True):
    """A match as it stands after its last entry. `opened`: how it began, with what was said of it since; `ended`: the
    table agreed to leave it at that; `past`: what its entries changed, but for those that entered a deal."""

    id: int
    variant: Variant
    opened: Opened
    opened_at: str
    last_entry: int
    changed_at: str
    deals: list[Deal] = []
    totals: list[int] = []
    opening_minimums: list[int | None] = []
    dealer: int = 0
    ended: bool = False
    finished: bool = False
    winner: int | None = None
    past: dict[int, Past] = {}

    @property
    def played_on(self) -> str:
        """The day at the table, "2026-11-29"."""
        return self.opened.played_on or self.opened_at[:10]

    @property
    def sides(self) -> list[Side]:
        return self.opened.sides

    @property
    def left_early(self) -> bool:
        """Is it over because the table left it at that, and not by its totals?"""
        return self.ended and not is_over(self.variant, self.totals)[0]

    @property
    def standing(self) -> list[Deal]:
        """The deals that count, oldest first."""
        return [deal for deal in self.deals if not deal.struck_out]

    @property
    def next_number(self) -> int:
        """The number of the deal to be entered next."""
        return len(self.standing) + 1

    def deal(self, deal_id: int) -> Deal | None:
        """The deal of this id, struck out or not."""
        return next((deal for deal in self.deals if deal.id == deal_id), None)

    def undoable(self, number: int) -> Past | None:
        """What undoing the entry of this number puts back; None where there is no such entry, or it began the match."""
        return _undoable(self, self.deals, number)

    def touched(self, number: int) -> Set[str]:
        """What the entry of this number changed, by the names in `Past.was`; "scored" where it entered a deal."""
        past = self.past.get(number)
        return past.was.keys() if past else {"scored"} if self.deal(number) else set()

    def recounted(self, deal: Deal) -> Literal["corrected", "settled"] | None:
        """How it came to what it counts, where it was counted otherwise once: corrected, or settled for the other of
        its versions."""
        acts = [
            touched for number in deal.entries if number != deal.id and "scored" in (touched := self.touched(number))
        ]
        if not acts:
            return None
        return "settled" if "contest" in acts[-1] and deal.contest is None else "corrected"

    def contest_ended(self, deal: Deal) -> int | None:
        """The number of the entry that ended its last contest; None where it is contested, or never was."""
        acts = [number for number in deal.entries if "contest" in self.touched(number)]
        return acts[-1] if acts and deal.contest is None else None

    def is_older(self, deal: Deal) -> bool:
        """Has another deal been entered since that stands? A change of it then wants a reason."""
        return any(later.id > deal.id for later in self.standing)

    def last_act(self, deal: Deal) -> int:
        """The number of the last entry about a deal, notes apart: what Undo takes back."""
        return next(number for number in reversed(deal.entries) if self.touched(number) - {"note"})

    def seat_name(self, seat: int) -> str:
        """Who sits there: the player's name, else the side's. Seats alternate between the sides."""
        side = self.sides[seat % len(self.sides)]
        place = seat // len(self.sides)
        return (side.players[place] if place < len(side.players) else "") or side.name


def score_deal(variant: Variant, players: int, tallies: list[Tally], accepted: bool = False) -> Scored:
    """Judges and scores one deal. Raises `DealRefused` with every error.

    `accepted`: the deal stands in the journal; what a later referee finds wrong in it is doubted, not refused.
    """
    errors, doubts, shown = referee.judge(variant, players, tallies)
    if errors and not accepted:
        raise DealRefused(errors)
    doubts = [*errors, *doubts]
    out = any(one.out for one in shown)
    try:
        lines = [scoring.lines(variant, one, out) for one in shown]
    except LookupError:  # an accepted deal with things that its own rules do not know
        raise DealRefused(errors) from None
    return Scored(tallies, shown, lines, [scoring.score(one) for one in lines], doubts)


def is_over(variant: Variant, totals: list[int]) -> tuple[bool, int | None]:
    """After a whole deal: is the match over, and which side has won? A shared win is over without a winner."""
    best = max(totals)
    if not (best > variant.target if variant.target_to_be_passed else best >= variant.target):
        return False, None
    first = leader(totals)
    return first is not None or variant.tie == "shared_win", first


def leader(totals: list[int]) -> int | None:
    """The side that is ahead of all others."""
    best = max(totals)
    return totals.index(best) if totals.count(best) == 1 else None


def needed(variant: Variant) -> int:
    """The lowest total that ends the match."""
    return variant.target + (step(variant) if variant.target_to_be_passed else 0)


def missing(variant: Variant, total: int) -> int:
    """The points a side with this total still misses to end the match; 0 where it has them."""
    return max(0, needed(variant) - total)


def opened(entry: Entry, variant: Variant) -> Match:
    """The match that an "opened" entry begins.

    Raises `Impossible` where its pinned rules do not seat it, `Refused` where the body is none that we know.
    """
    try:
        start = msgspec.convert(entry.body, Opened)
    except msgspec.ValidationError as error:
        raise refusal(error) from None
    seat = variant.seats.get(start.players)
    if seat is None or not (len(start.sides) == len(start.before) == seat.sides and 0 <= start.dealer < start.players):
        raise Impossible(say("so many players and sides are not in the rules of this game"))
    described(start, msgspec.to_builtins(start))
    return _drawn(Match(entry.match, variant, start, entry.at, entry.number, entry.at), [])


def after(match: Match, entry: Entry) -> Match:
    """The match after one more act. Raises `Impossible`, `DealRefused`, or `Refused` for a body that is no tally."""
    return _drawn(*_acted(match, match.deals, entry, _judged))


def followed(match: Match, entries: Iterable[Entry]) -> Match:
    """The match after further entries of the journal, whose deals are not judged again.

    Raises `Impossible` or `Refused` where an entry is none that `after` can have let pass.
    """
    deals = match.deals
    for entry in entries:
        match, deals = _acted(match, deals, entry, _accepted)
    return _drawn(match, deals)


def settled_otherwise(match: Match, deal_ids: Container[int]) -> Match:
    """The match as it would be if these contested deals were settled for their other version."""
    deals = [
        msgspec.structs.replace(deal, scored=deal.contest.scored, contest=None, totals=[])
        if deal.contest and deal.id in deal_ids
        else deal
        for deal in match.deals
    ]
    return _drawn(match, deals)


def replay(entries: Iterable[Entry], variant: Variant) -> Match:
    """The match of all these entries of the journal, the first of which opened it."""
    entries = iter(entries)
    return followed(opened(next(entries), variant), entries)


def unscored(entries: Iterable[Entry], variant: Variant) -> Match:
    """The match of these entries as it was told: its deals are not scored, its totals not drawn. A sheet needs no more,
    and it takes a tenth of the time of `replay`. Raises as `followed`."""
    entries = iter(entries)
    match = opened(next(entries), variant)
    deals = match.deals
    for entry in entries:
        match, deals = _acted(match, deals, entry, _told)
    return msgspec.structs.replace(match, deals=deals)


Score = Callable[[Match, Entry], Scored]


def _acted(match: Match, deals: list[Deal], entry: Entry, score: Score) -> tuple[Match, list[Deal]]:
    """The match and its deals after one act, totals not drawn yet."""
    short("reason", entry.body.get("reason", ""), LONGEST_REASON)
    now, then = match, deals
    if entry.kind in _OF_MATCH:
        now = _OF_MATCH[entry.kind](match, entry)
    elif entry.kind == "undone":
        now, then = _undone(match, deals, entry)
    else:
        then = _dealt(match, deals, entry, score)
    now = msgspec.structs.replace(now, last_entry=entry.number, changed_at=entry.at)
    if entry.kind != "entered":
        past = {**match.past, entry.number: _past(match, now, deals, then)}
        now = msgspec.structs.replace(now, past=past)
    return now, then


def _dealt(match: Match, deals: list[Deal], entry: Entry, score: Score) -> list[Deal]:
    if entry.kind == "entered":
        if match.ended:
            raise Impossible(say("the table has ended this match; go on with it first"))
        scored = score(match, entry)
        return [*deals, Deal(entry.number, scored, [entry.number], entry.at, entry.at)]
    index = next((i for i, deal in enumerate(deals) if deal.id == entry.body.get("deal")), None)
    if index is None:
        raise Impossible(say("there is no such deal in this match"))
    return _with(deals, index, _changed(match, deals[index], entry, score), entry)


def _with(deals: list[Deal], index: int, changed: Deal, entry: Entry) -> list[Deal]:
    """The deals, one of them changed by this entry. Two versions that say the same are no contest any more."""
    contest = changed.contest
    if contest and contest.scored.tallies == changed.scored.tallies:
        contest = None
    entries = [*changed.entries, entry.number]
    now = msgspec.structs.replace(changed, contest=contest, entries=entries, changed_at=entry.at)
    return [*deals[:index], now, *deals[index + 1 :]]


_OF_DEAL = ("scored", "struck_out", "note", "contest")
_OF_OPENED = ("played_on", "place", "note", "sides")


def _past(match: Match, now: Match, deals: list[Deal], then: list[Deal]) -> Past:
    """What one act changed, as it was before."""
    for before, after in zip(deals, then, strict=True):
        if before is not after:
            return Past(before.id, _differing(before, after, _OF_DEAL))
    was = _differing(match.opened, now.opened, _OF_OPENED)
    return Past(None, was | _differing(match, now, ("ended",)))


def _differing(before: msgspec.Struct, after: msgspec.Struct, names: Iterable[str]) -> dict[str, Any]:
    return {name: old for name in names if (old := getattr(before, name)) != getattr(after, name)}


def _undoable(match: Match, deals: list[Deal], number: int) -> Past | None:
    """A deal that was entered is struck out again."""
    entered = any(deal.id == number for deal in deals)
    return Past(number, {"struck_out": True}) if entered else match.past.get(number)


def _undone(match: Match, deals: list[Deal], entry: Entry) -> tuple[Match, list[Deal]]:
    """What an entry changed is again as it was before it; all that others changed stays."""
    number = entry.body.get("entry")
    past = _undoable(match, deals, number) if type(number) is int else None
    if past is None:
        raise Impossible(say("there is no such entry in this match, or none that can be undone"))
    if past.deal is None:
        ended = {name: past.was[name] for name in ("ended",) if name in past.was}
        told = {name: was for name, was in past.was.items() if name not in ended}
        now = msgspec.structs.replace(match, opened=msgspec.structs.replace(match.opened, **told), **ended)
        if _past(match, now, deals, deals).was:
            return now, deals
    else:
        index = next(i for i, deal in enumerate(deals) if deal.id == past.deal)
        deal = msgspec.structs.replace(deals[index], **past.was, totals=[])
        if _differing(deals[index], deal, _OF_DEAL):
            return match, _with(deals, index, deal, entry)
    raise Impossible(say("it stands so already; there is nothing to undo"))


def _describe(match: Match, entry: Entry) -> Match:
    return msgspec.structs.replace(match, opened=described(match.opened, entry.body))


def _seat(match: Match, entry: Entry) -> Match:
    """Other names in the same seats."""
    try:
        sides = msgspec.convert(entry.body.get("sides"), list[Side])
    except msgspec.ValidationError as error:
        raise refusal(error) from None
    places = match.opened.players // len(match.sides)
    if len(sides) != len(match.sides) or any(len(side.players) > places for side in sides):
        raise Impossible(say("so many players and sides are not in the rules of this game"))
    return msgspec.structs.replace(match, opened=msgspec.structs.replace(match.opened, sides=sides))


def _end(match: Match, entry: Entry) -> Match:
    if match.finished:
        raise Impossible(say("this match is over already"))
    return msgspec.structs.replace(match, ended=True)


def _resume(match: Match, entry: Entry) -> Match:
    if not match.ended:
        raise Impossible(say("the table has not ended this match"))
    return msgspec.structs.replace(match, ended=False)


_OF_MATCH: dict[str, Callable[[Match, Entry], Match]] = {
    "described": _describe,
    "seated": _seat,
    "ended": _end,
    "resumed": _resume,
}


class Told(NamedTuple):
    """A deal of a score sheet: scored, the note about it, and its other version where it is contested."""

    scored: Scored
    note: str = ""
    contest: Contest | None = None


def of_deals(variant: Variant, start: Opened, deals: Iterable[Told], ended: bool = False) -> Match:
    """A match of these deals that stands in no journal, numbered from 1 and without times: a score sheet. `ended`: the
    table left it at that."""
    played = [
        Deal(number, one.scored, [], "", "", one.note, contest=one.contest) for number, one in enumerate(deals, 1)
    ]
    return _drawn(Match(0, variant, start, "", 0, "", ended=ended), played)


def _judged(match: Match, entry: Entry) -> Scored:
    return score_deal(match.variant, match.opened.players, _told(match, entry).tallies)


def _accepted(match: Match, entry: Entry) -> Scored:
    return score_deal(match.variant, match.opened.players, _told(match, entry).tallies, accepted=True)


def _told(match: Match, entry: Entry) -> Scored:
    """The deal as it was told, and nothing of what follows from it."""
    stated = entry.body.get("tallies")
    if not isinstance(stated, list) or len(stated) != len(match.sides):
        raise Impossible(say("a deal has one tally for each side"))
    return Scored([tally.read(data) for data in stated], [], [], [], [])


def _changed(match: Match, deal: Deal, entry: Entry, score: Score) -> Deal:
    if entry.kind == "noted":
        return msgspec.structs.replace(deal, note=short("note", entry.body.get("note"), LONGEST_NOTE))
    if entry.kind in ("struck_out", "brought_back"):
        strike = entry.kind == "struck_out"
        if deal.struck_out == strike:
            raise Impossible(say("this deal is struck out already") if strike else say("this deal stands already"))
        return msgspec.structs.replace(deal, struck_out=strike, totals=[])
    if deal.struck_out:
        raise Impossible(say("this deal is struck out; bring it back first"))
    if entry.kind == "corrected":
        return msgspec.structs.replace(deal, scored=score(match, entry), totals=[])
    if entry.kind == "contested":
        other = score(match, entry)
        if other.tallies == deal.scored.tallies:
            raise Impossible(say("the other version says the same as the first"))
        return msgspec.structs.replace(deal, contest=Contest(entry.number, other, entry.body.get("reason", "")))
    return _settled(deal, entry.body.get("keep"))


def _settled(deal: Deal, keep: object) -> Deal:
    if deal.contest is None:
        raise Impossible(say("this deal is not contested"))
    if keep not in get_args(Keep):
        raise Refused("keep", say("first or other is expected here"))
    if keep == "first":
        return msgspec.structs.replace(deal, contest=None)
    return msgspec.structs.replace(deal, scored=deal.contest.scored, contest=None, totals=[])


def _drawn(match: Match, deals: list[Deal]) -> Match:
    """Numbers, dealers, totals and all that follows from them, drawn through all deals.

    A deal that stands where it stood, on the totals it stood on, is kept as it was drawn.
    """
    variant, start = match.variant, match.opened
    totals, dealer, number = start.before, start.dealer, 0
    minimums = [variant.opening_minimum(total) for total in totals]
    drawn = []
    for deal in deals:
        own_number = None if deal.struck_out else number + 1
        if not (deal.totals and deal.number == own_number and deal.dealer == dealer and deal.before == totals):
            deal = _deal_drawn(match, deal, own_number, dealer, totals, minimums)
        drawn.append(deal)
        totals, minimums = deal.totals, deal.opening_minimums
        if own_number is not None:
            number = own_number
            dealer = (dealer + 1) % start.players
    finished, winner = is_over(variant, totals) if number else (False, None)
    if match.ended and not finished:
        finished, winner = True, leader(totals)
    return msgspec.structs.replace(
        match,
        deals=drawn,
        totals=totals,
        opening_minimums=minimums,
        dealer=dealer,
        finished=finished,
        winner=winner,
    )


def _deal_drawn(
    match: Match, deal: Deal, number: int | None, dealer: int, before: list[int], minimums: list[int | None]
) -> Deal:
    """The deal in its place: its number, None for one struck out, and the totals and minimums it began with."""
    variant = match.variant
    totals, doubts = before, deal.scored.doubts
    if number is not None:
        doubts = [*doubts, *referee.doubts_of_totals(variant, deal.scored.tallies, deal.scored.shown, minimums)]
        if number == 1:
            doubts += referee.doubts_of_start(variant, before)
        elif is_over(variant, before)[0]:
            doubts.append(referee.AFTER_THE_END)
        totals = [a + b for a, b in zip(before, deal.scored.scores, strict=True)]
        minimums = [variant.opening_minimum(total) for total in totals]
    return msgspec.structs.replace(
        deal,
        number=number,
        dealer=dealer,
        before=before,
        totals=totals,
        opening_minimums=minimums,
        doubts=doubts,
    )
