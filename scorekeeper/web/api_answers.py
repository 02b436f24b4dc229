"""What programs are answered: the shapes of all answers, and how each is drawn from the book. Sentences are English.

The description in `openapi` is made of these shapes, with all that is said of them here.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Annotated, Any, Literal, cast

import msgspec
from msgspec import Meta

from scorekeeper import match as matches_
from scorekeeper import people as people_
from scorekeeper import rulecard
from scorekeeper import sheet as sheets
from scorekeeper.book import Summary
from scorekeeper.book.history import Household, Standing
from scorekeeper.entries import Entry, OfDeal, OfMatch, Undo
from scorekeeper.facts import RECORDS, Facts
from scorekeeper.people import NAMING, People, sides_of
from scorekeeper.rulecard import Section
from scorekeeper.rules import TIES, Variant
from scorekeeper.tally import Tally
from scorekeeper.words import Text

_DAY = r"^\d{4}-\d\d-\d\d$"
_TIME = r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$"

Points = Annotated[int, Meta(description="Points.")]
Minimum = Annotated[int | None, Meta(description="The points needed to open the next deal; null where none are.")]
Moment = Annotated[str, Meta(description="UTC.", pattern=_TIME, extra_json_schema={"format": "date-time"})]
Day = Annotated[str, Meta(description="The day at the table.", pattern=_DAY, extra_json_schema={"format": "date"})]
Address = Annotated[str, Meta(description="An address of this server, from its root.")]
Winner = Annotated[int | None, Meta(description="The side that won, from 0; null while there is none, or for a tie.")]
Seat = Annotated[int, Meta(description="A seat, from 0. Seats alternate between the sides.")]


# --- The games.


class Game(msgspec.Struct):
    """A game that can be scored."""

    key: str
    name: str
    summary: str
    players: Annotated[list[int], Meta(description="Numbers of players it can be played by.")]
    target: Points
    url: Address


class Games(msgspec.Struct):
    variants: list[Game]


class Rule(msgspec.Struct):
    """One rule of a game in words. `name`: of the value in the game's file; `kind`: the kind of canasta that it pays;
    `house_rule`: may a table choose it? `reading`: why it is so, our own reading where `ruling` has its number, else
    what the source prints."""

    label: str
    value: str
    name: str
    kind: str
    house_rule: bool
    ruling: str
    reading: str | None
    note: str | None


class Rules(msgspec.Struct):
    """Rules that belong together under one heading."""

    title: str
    rows: list[Rule]


class Choice(msgspec.Struct):
    """What a table may choose for a house rule."""

    value: Any
    label: str


class HouseRule(msgspec.Struct):
    """What tables may choose, and the value it has without that. The target has no choices: any multiple of 5 does."""

    name: str
    label: str
    value: Any
    choices: list[Choice]
    ruling: str
    reading: str | None


class RulesCard(msgspec.Struct):
    """All rules of a game."""

    key: str
    name: str
    summary: str
    source: str
    links: list[str]
    players: list[int]
    target: Points
    sections: list[Rules]
    play: Rules
    house_rules: list[HouseRule]
    readings: list[Rule]


def game(variant: Variant, url: str) -> Game:
    return Game(variant.key, variant.name, _summary(variant), sorted(variant.seats), variant.target, url)


def rules_card(variant: Variant) -> RulesCard:
    return RulesCard(
        variant.key,
        variant.name,
        _summary(variant),
        variant.source,
        variant.links,
        sorted(variant.seats),
        variant.target,
        [_rules(section) for section in rulecard.card(variant)],
        _rules(rulecard.play(variant)),
        [_house_rule(variant, row) for row in rulecard.house_rules(variant).rows],
        _rules(rulecard.readings(variant)).rows,
    )


def _summary(variant: Variant) -> str:
    return f"{rulecard.in_short(variant)} {variant.summary}"


def _rules(section: Section) -> Rules:
    return Rules(
        str(section.title),
        [
            Rule(
                str(row.label),
                str(row.value),
                row.name,
                row.kind,
                row.house_rule,
                row.ruling,
                _said(row.reading),
                _said(row.note),
            )
            for row in section.rows
        ],
    )


def _house_rule(variant: Variant, row: rulecard.Row) -> HouseRule:
    labels: dict[str, list[Choice]] = {
        "target": [],
        "tie": [Choice(value, str(label)) for value, label in TIES.items()],
    }
    if rule := variant.house_rules.get(row.name):
        labels[row.name] = [Choice(*pair) for pair in zip(rule.choices, rule.labels, strict=True)]
    value = variant.value(row.name)
    return HouseRule(row.name, str(row.label), value, labels[row.name], row.ruling, _said(row.reading))


def _said(text: Text | None) -> str | None:
    return None if text is None else str(text)


# --- The matches.


class SideSoFar(msgspec.Struct):
    """A side in the list of matches."""

    name: str
    total: Points


class MatchInList(msgspec.Struct):
    """A match in the list. `deals`: how many stand."""

    id: int
    variant: str
    variant_name: str
    played_on: Day
    place: str
    note: str
    opened_at: Moment
    changed_at: Moment
    finished: bool
    winner: Winner
    deals: int
    sides: list[SideSoFar]
    url: Address


class Matches(msgspec.Struct):
    """Some of the matches, in the order in which they were opened. `next`: where the list goes on; null at its end."""

    matches: list[MatchInList]
    next: Address | None


class Side(msgspec.Struct):
    """A side. `players`: the names in seating order, "" for somebody without; `missing`: points it still needs to end
    the match."""

    name: str
    players: list[str]
    total: Points
    opening_minimum: Minimum
    missing: Points


class Line(msgspec.Struct):
    """One reason of a score. `count` and `each` are null where the points are no product."""

    key: str
    label: str
    count: int | None
    each: int | None
    points: Points
    fact: str


class Score(msgspec.Struct):
    """What a side has from a deal: the sum of its lines; `total` and `opening_minimum` are those after the deal."""

    score: Points
    total: Points
    opening_minimum: Minimum
    went_out: bool
    concealed: bool
    lines: list[Line]


class Doubt(msgspec.Struct):
    """What looks wrong in a deal, and where: a place in the list of deals."""

    where: str
    message: str


class OtherScore(msgspec.Struct):
    """What a side would have from a deal, were the other version right: the sum of these lines."""

    score: Points
    went_out: bool
    concealed: bool
    lines: list[Line]


class OtherVersion(msgspec.Struct):
    """The other version of a contested deal, and why it is contested, "" where nobody said."""

    scores: list[OtherScore]
    reason: str


class Deal(msgspec.Struct):
    """A deal. `number` counts those that stand, null for one struck out; `scores`: of each side, in their order;
    `contested`: its other version, null where there is none."""

    id: int
    number: int | None
    dealer: Seat
    dealer_name: str
    at: Moment
    changed_at: Moment
    note: str
    scores: list[Score]
    doubts: list[Doubt]
    contested: OtherVersion | None


class Dealer(msgspec.Struct):
    """Who deals next."""

    seat: Seat
    name: str


class Match(msgspec.Struct):
    """A match as it stands. `deals`: those that count, oldest first; `struck_out`: those that do not; `house_rules`:
    what its table chose in place of the game's own values; `ended`: the table left it at that before it was over.
    `last_entry`: the number of the last entry in the journal about it."""

    id: int
    variant: str
    variant_name: str
    players: int
    target: Points
    house_rules: dict[str, Any]
    opened_at: Moment
    changed_at: Moment
    last_entry: int
    played_on: Day
    place: str
    note: str
    ended: bool
    finished: bool
    winner: Winner
    totals: list[Points]
    opening_minimums: list[Minimum]
    dealer: Dealer
    sides: list[Side]
    deals: list[Deal]
    struck_out: list[Deal]


def in_list(summary: Summary, url: str) -> MatchInList:
    return MatchInList(
        summary.id,
        summary.variant,
        summary.variant_name,
        summary.played_on,
        summary.place,
        summary.note,
        summary.opened_at,
        summary.changed_at,
        summary.finished,
        summary.winner,
        summary.deals,
        [SideSoFar(name, total) for name, total in summary.sides],
        url,
    )


def standing(match: matches_.Match) -> Match:
    return Match(
        id=match.id,
        variant=match.variant.key,
        variant_name=match.variant.name,
        players=match.opened.players,
        target=match.variant.target,
        house_rules=match.opened.house_rules,
        opened_at=match.opened_at,
        changed_at=match.changed_at,
        last_entry=match.last_entry,
        played_on=match.played_on,
        place=match.opened.place,
        note=match.opened.note,
        ended=match.ended,
        finished=match.finished,
        winner=match.winner,
        totals=match.totals,
        opening_minimums=match.opening_minimums,
        dealer=Dealer(match.dealer, match.seat_name(match.dealer)),
        sides=[
            Side(side.name, side.players, total, minimum, matches_.missing(match.variant, total))
            for side, total, minimum in zip(match.sides, match.totals, match.opening_minimums, strict=True)
        ],
        deals=[_deal(match, deal, i) for i, deal in enumerate(match.standing)],
        struck_out=[_deal(match, deal, i) for i, deal in enumerate(deal for deal in match.deals if deal.struck_out)],
    )


def _deal(match: matches_.Match, deal: matches_.Deal, i: int) -> Deal:
    return Deal(
        id=deal.id,
        number=deal.number,
        dealer=deal.dealer,
        dealer_name=match.seat_name(deal.dealer),
        at=deal.at,
        changed_at=deal.changed_at,
        note=deal.note,
        scores=[
            Score(
                score,
                deal.totals[side],
                deal.opening_minimums[side],
                deal.scored.shown[side].out,
                deal.scored.shown[side].concealed,
                _lines(deal.scored, side),
            )
            for side, score in enumerate(deal.scored.scores)
        ],
        doubts=[Doubt(sheets.where(i, doubt), str(doubt.message)) for doubt in deal.doubts],
        contested=_other_version(deal.contest) if deal.contest else None,
    )


def _lines(scored: matches_.Scored, side: int) -> list[Line]:
    return [
        Line(line.key, str(line.label), line.count, line.each, line.points, str(line.fact))
        for line in scored.lines[side]
    ]


def _other_version(contest: matches_.Contest) -> OtherVersion:
    other = contest.scored
    scores = [
        OtherScore(score, shown.out, shown.concealed, _lines(other, side))
        for side, (score, shown) in enumerate(zip(other.scores, other.shown, strict=True))
    ]
    return OtherVersion(scores, contest.reason)


# --- The sheet of a match, and its journal.


class Contested(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """The other version of a contested deal, and why."""

    tallies: list[Tally]
    reason: str = ""


class SheetDeal(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """What was counted in a deal, for each side."""

    tallies: list[Tally]
    note: str = ""
    contested: Contested | None = None


class Sheet(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """A match as a score sheet: what was played and counted, under all its house rules, without deals that are struck
    out. What says nothing is left out. `names`: the people of each side, in seating order; `rulebook`: all rules, where
    they are not those that the game has now."""

    id: str
    variant: str
    players: int
    sides: list[str]
    rules: dict[str, Any]
    deals: list[SheetDeal]
    played_on: Day = ""
    place: str = ""
    names: list[list[str]] = []
    dealer: Seat = 0
    before: list[Points] = []
    rulebook: dict[str, Any] | None = None
    note: str = ""
    ended: bool = False


def sheet(document: Mapping[str, Any]) -> Sheet:
    return msgspec.convert(document, Sheet)


class JournalEntry(msgspec.Struct):
    """One act about a match. `number` counts through the whole book; `device`: the name of the one that made it, ""
    where none is known; `body`: what was written, by the kind of the act."""

    number: int
    kind: OfMatch | OfDeal | Undo | Literal["opened"]
    at: Moment
    device: str
    body: dict[str, Any]


class Journal(msgspec.Struct):
    """All that was written about a match, oldest first; people are called what they are called today."""

    match: int
    entries: list[JournalEntry]


def journal(match_id: int, entries: Iterable[Entry], people: People, name_of: Callable[[str | None], str]) -> Journal:
    """`name_of`: the name of a device."""
    return Journal(
        match_id,
        [
            JournalEntry(one.number, cast(Any, one.kind), one.at, name_of(one.device), _body(one, people))
            for one in entries
        ],
    )


def _body(entry: Entry, people: People) -> dict[str, Any]:
    """What was written, but for the names that hidden people had then."""
    if entry.kind not in NAMING:
        return entry.body
    sides = [people.shown(side) for side in sides_of(entry)]
    return {**entry.body, "sides": msgspec.to_builtins(sides)}


# --- The household.


class Person(msgspec.Struct):
    """One of the household. `matches`: finished ones; `rating`: by Elo, null before the first match that is rated."""

    id: int
    name: str
    matches: int
    won: int
    rating: float | None
    last_played: Day | None


class Everybody(msgspec.Struct):
    people: list[Person]


class Faced(msgspec.Struct):
    """An opening minimum: in how many counted deals it was faced, and in how many of those reached."""

    minimum: int
    deals: int
    opened: int


class Held(msgspec.Struct):
    """A record, and the match it was made in; `deal`: its id, where it is about one."""

    figure: int
    match: int
    deal: int | None


class Statistics(msgspec.Struct):
    """Figures of a side, a person or a partnership; without `of` those of all sides together, but matches and deals,
    which count once.

    `matches`: finished ones. `counted`: deals told in detail, which canastas, red threes, `unopened` and `opening` are
    about; `left`: points left in hand in `left_deals` of them. `dealt`: deals that the subject dealt.
    """

    matches: int
    won: int
    shared: int
    deals: int
    points: int
    deals_won: int
    counted: int
    canastas: dict[str, int]
    concealed_canastas: int
    red_threes: int
    out: int
    concealed: int
    unopened: int
    left_deals: int
    left: int
    dealt: int
    dealt_points: int
    dealt_won: int
    opening: list[Faced]
    records: dict[str, Held]


def person(of: people_.Person, standing: Standing | None) -> Person:
    if standing is None:
        return Person(of.id, of.name, 0, 0, None, None)
    rating = None if standing.rating is None else standing.rating / 100
    return Person(of.id, of.name, standing.played, standing.wins, rating, standing.last_played)


def statistics(facts: Facts, household: Household | None) -> Statistics:
    """`household`: where they are of all sides."""
    plain = {name: getattr(facts, name) for name in Statistics.__struct_fields__ if name not in ("opening", "records")}
    if household is not None:
        plain |= {"matches": household.finished, "deals": household.deals, "shared": household.finished - facts.won}
    opening = [Faced(minimum, *counts) for minimum, counts in sorted(facts.minimums.items())]
    records = {}
    for name in RECORDS:
        if record := getattr(facts, name):
            deal = record.id if name in ("best_deal", "worst_deal") else None
            records[name] = Held(record.figure, record.match, deal)
    return Statistics(**plain, opening=opening, records=records)
