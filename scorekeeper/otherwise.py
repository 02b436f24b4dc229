"""A match under other rules: as another game, or with one house rule chosen otherwise.

Its deals are judged and scored again from their tallies as they were told, and where those rules refuse that, as they
would have it written down (`retelling`). What they refuse even so is said with the reason; what they ask and the
tallies do not tell is said too, and counts as not there.
"""

import itertools
from collections.abc import Iterator
from typing import Any

import msgspec

from scorekeeper import match as matches
from scorekeeper import referee, retelling, rulebook, rulecard
from scorekeeper.faults import Fault
from scorekeeper.going_out import WAIVED
from scorekeeper.match import Deal, DealRefused, Match, Scored, Told, is_over, score_deal
from scorekeeper.rules import TIES, RulesError, Variant
from scorekeeper.scoring import less
from scorekeeper.tally import Tally
from scorekeeper.words import Text, say


class Retold(msgspec.Struct, frozen=True):
    """A deal under other rules.

    `scored`: None where they refuse it, and `faults` say why. `totals`, `opening_minimums`: after it, per side, None
    from the first deal on that is refused. `doubts`: those that the rules in force do not raise. `unwritten`: what they
    ask and its tallies do not tell.
    """

    deal: Deal
    scored: Scored | None
    faults: list[Fault] = []
    totals: list[int] | None = None
    opening_minimums: list[int | None] | None = None
    doubts: list[Fault] = []
    unwritten: list[Text] = []

    @property
    def differences(self) -> list[int] | None:
        """The points that each side would have more (or less, with a minus); None where it cannot be told."""
        return less(self.scored.scores, self.deal.scored.scores) if self.scored else None

    @property
    def moved(self) -> bool:
        """Would a side have other points?"""
        return self.differences is not None and any(self.differences)


class Otherwise(msgspec.Struct, frozen=True):
    """A match under `variant`, over its deals that stand.

    `refused`: why nobody can play it so at all; then there are no deals. `totals`: after all of them, None where a deal
    cannot be told. `over_after`: the number of the deal after which the totals would have ended the match, though more
    were played. `finished`, `winner`: how that ending, or that of the table, leaves it.
    """

    variant: Variant
    refused: Text | None = None
    deals: list[Retold] = []
    totals: list[int] | None = None
    differences: list[int] | None = None
    over_after: int | None = None
    finished: bool = False
    winner: int | None = None

    @property
    def ending(self) -> tuple[int | None, bool, int | None]:
        """When it would have been over, whether it is, and who has won it."""
        return self.over_after, self.finished, self.winner

    @property
    def untold(self) -> list[Retold]:
        """The deals that cannot be told under these rules."""
        return [one for one in self.deals if one.scored is None]

    @property
    def told(self) -> bool:
        """Can the whole match be told?"""
        return self.refused is None and not self.untold

    @property
    def doubts(self) -> list[Retold]:
        """The deals about which these rules would ask."""
        return [one for one in self.deals if one.doubts]

    @property
    def unwritten(self) -> list[Text]:
        """What these rules ask and the tallies do not tell, each once."""
        return retelling.each_once(itertools.chain.from_iterable(one.unwritten for one in self.deals))

    @property
    def moved(self) -> list[Retold]:
        """The deals in which a side would have other points."""
        return [one for one in self.deals if one.moved]


class Choice(msgspec.Struct, frozen=True):
    """A house rule chosen otherwise: its dotted name, what it is about, the choice in force, and the other one with
    what would come of it. `own`: the match as it is."""

    name: str
    label: Text
    now: Text
    instead: Text
    own: Otherwise
    otherwise: Otherwise

    @property
    def decides(self) -> bool:
        """Would a side have other points, or the match end otherwise?"""
        return bool(self.otherwise.moved) or self.ends_otherwise

    @property
    def ends_otherwise(self) -> bool:
        """Would the match be over after another deal, or won by another side?"""
        return self.otherwise.told and self.otherwise.ending != self.own.ending

    @property
    def minimums(self) -> list[tuple[Retold, Retold]]:
        """The deals, as they are and under that choice, after which a side would have needed something else to open
        the next although no total differs."""
        if self.decides:
            return []
        pairs = zip(self.own.deals, self.otherwise.deals, strict=False)
        return [(own, other) for own, other in pairs if other.opening_minimums not in (None, own.opening_minimums)]

    @property
    def changes(self) -> bool:
        """Does anything at all hang on it, as far as can be told?"""
        other = self.otherwise
        return self.decides or bool(self.minimums or other.doubts or other.unwritten) or not other.told


def under(match: Match, variant: Variant) -> Otherwise:
    """The match under these rules."""
    start = match.opened
    seat = variant.seats.get(start.players)
    if seat is None:
        listed = ", ".join(str(n) for n in sorted(variant.seats))
        return Otherwise(variant, say("{game} is for {listed} players", game=Text(variant.name), listed=listed))
    if seat.sides != (sides := len(match.sides)):
        return Otherwise(variant, say("{game} is not played by {sides} sides", game=Text(variant.name), sides=sides))
    return _ended(match, variant, [_retold(match, deal, variant) for deal in match.standing])


def choices(match: Match) -> list[Choice]:
    """Every house rule of the match with every choice that is not in force, in the order of the rules page."""
    own = under(match, match.variant)
    return [
        Choice(name, label, now, instead, own, _chosen(match, own, name, value))
        for name, label, now, instead, value in _others(match, own)
    ]


def score_alike(one: Variant, other: Variant) -> bool:
    """Do these rules score alike? One that no score hangs on tells no two games apart."""
    return one is other or _scoring(one) == _scoring(other)


def _scoring(variant: Variant) -> list[rulecard.Row]:
    return [row for section in rulecard.card(variant) for row in section.rows if row.name != WAIVED]


def typed_results(match: Match) -> list[Deal]:
    """The deals of which a side told nothing but its result: no rule changes that."""
    return [deal for deal in match.standing if any(one.result is not None for one in deal.scored.tallies)]


def _retold(match: Match, deal: Deal, variant: Variant) -> Retold:
    """The deal by itself. What a later referee refuses of it under its own rules too stands, as it does there."""
    if variant is match.variant:
        return Retold(deal, deal.scored)
    told, players = deal.scored.tallies, match.opened.players
    scored, faults = _scored(variant, players, told)
    if scored is None:
        scored, _ = _scored(variant, players, [retelling.plainly(variant, one) for one in told])
    if scored is None and all(fault in deal.scored.doubts for fault in faults):
        scored, _ = _scored(variant, players, told, accepted=True)
    if scored is None:
        return Retold(deal, None, faults)
    missing = retelling.unwritten(match.variant, variant, zip(told, scored.shown, strict=True))
    return Retold(deal, scored, doubts=scored.doubts, unwritten=missing)


def _scored(
    variant: Variant, players: int, tallies: list[Tally], accepted: bool = False
) -> tuple[Scored | None, list[Fault]]:
    try:
        return score_deal(variant, players, tallies, accepted), []
    except DealRefused as refused:
        return None, refused.faults


def _ended(match: Match, variant: Variant, deals: list[Retold]) -> Otherwise:
    """The match of these deals, with what hangs on the totals: drawn as far as they can be told."""
    scored = list(itertools.takewhile(lambda one: one is not None, (one.scored for one in deals)))
    played = matches.of_deals(variant, match.opened, [Told(one) for one in scored if one], match.ended)
    drawn = [_drawn(*pair) for pair in itertools.zip_longest(deals, played.deals)]
    totals, finished, winner = None, False, None
    if len(scored) == len(deals):
        totals, finished, winner = played.totals, played.finished, played.winner
    over = next((one for one in played.deals if is_over(variant, one.totals)[0]), None)
    if over:
        finished, winner = is_over(variant, over.totals)
    differences = None if totals is None else less(totals, match.totals)
    return Otherwise(variant, None, drawn, totals, differences, over.number if over else None, finished, winner)


def _drawn(told: Retold, drawn: Deal | None) -> Retold:
    """The deal with what hangs on the totals before it."""
    known = [*told.deal.doubts, referee.AFTER_THE_END]
    doubts = [doubt for doubt in (drawn or told).doubts if doubt not in known]
    if drawn is None:
        return msgspec.structs.replace(told, doubts=doubts)
    return msgspec.structs.replace(told, totals=drawn.totals, opening_minimums=drawn.opening_minimums, doubts=doubts)


Other = tuple[str, Text, Text, Text, Any]
"""Name, what it is about, the choice in force, another one, and its value."""


def _others(match: Match, own: Otherwise) -> Iterator[Other]:
    variant = match.variant
    for row in rulecard.house_rules(variant).rows:
        if row.name == "target":
            others: list[tuple[Text, Any]] = list(_targets(match, own))
        elif row.name == "tie":
            others = [(label, value) for value, label in TIES.items()]
        else:
            rule = variant.house_rules[row.name]
            others = [(Text(label), value) for label, value in zip(rule.labels, rule.choices, strict=True)]
        for label, value in others:
            if value != variant.value(row.name):
                yield row.name, row.label, row.value, label, value


ROUND = (1000, 500, 100, 50, 25, 10, 5)
"""Targets are told in steps of the largest of these that the target in force holds five times."""


def _targets(match: Match, own: Otherwise) -> Iterator[tuple[Text, int]]:
    """A round target for each way in which the match could have ended, named with those that come to the same."""
    variant, totals = match.variant, [one.totals for one in own.deals if one.totals]
    step = next((one for one in ROUND if variant.target >= 5 * one), ROUND[-1])

    def end(target: int) -> tuple[int | None, int | None]:
        rules = msgspec.structs.replace(variant, target=target)
        ends = ((number, *is_over(rules, one)) for number, one in enumerate(totals, 1))
        return next(((number, winner) for number, over, winner in ends if over), (None, None))

    most, passed = 2 * variant.target // step * step, int(variant.target_to_be_passed)
    beyond = {(max(one) - passed) // step * step + step for one in totals}  # each total ends it up to its own target
    lows = [low for low in sorted({step, *beyond}) if step <= low <= most]
    endings = [(ending, next(alike)) for ending, alike in itertools.groupby(lows, end)]
    for (ending, low), (_, after) in itertools.pairwise([*endings, ((None, None), most + step)]):
        if ending == end(variant.target):
            continue
        if ending == (None, None):
            yield say("{low} or more", low=low), low
        elif low < after - step:
            yield say("{low} to {high}", low=low, high=after - step), low
        else:
            yield Text("{value}", {"value": low}), low


OF_THE_END = ("target", "tie")
"""House rules on which no score hangs."""


def _chosen(match: Match, own: Otherwise, name: str, value: Any) -> Otherwise:
    """The match with this choice beside all others that its table made."""
    try:
        variant = rulebook.chosen(match.variant, {name: value})
    except RulesError as error:
        return Otherwise(match.variant, error.faults[0][1])
    return _ended(match, variant, own.deals) if name in OF_THE_END else under(match, variant)
