"""What the packs of a deal cannot hold, counted over all its sides together.

Named cards are counted rank by rank; for counted sides `scorekeeper.canastas` reckons what theirs hold at least.
"""

from collections.abc import Iterator, Mapping

import msgspec

from scorekeeper import cards
from scorekeeper.canastas import RANKED, Counts, fewest_points, plain_points
from scorekeeper.cards import Cards
from scorekeeper.faults import Fault, nth
from scorekeeper.rules import Variant
from scorekeeper.tally import IN_HAND, Shown
from scorekeeper.words import Text, say, say_many

NAMES = {
    "2": say("twos"),
    "JK": say("jokers"),
    "B3": say("black threes"),
    "R3": say("red threes"),
}


_THREES = set(cards.THREES)
"""They lie in no canasta."""


class _Heap(msgspec.Struct):
    """Cards that one key of a tally states: named ones, or counted ones with their points and perhaps their values.

    `wild`: wild cards it must hold, of which it is not said which. `within`: its cards are among those that another
    heap of the side counts by points or value.
    """

    key: str
    cards: Cards | None
    points: int
    counts: Mapping[int, int] | None = None
    canastas: Mapping[str, int] | None = None
    taken_off: bool = False
    wild: int = 0
    within: bool = False


def faults(variant: Variant, sides: list[Shown]) -> list[Fault]:
    """The faults of the deal, at most one a side, each where the running count passes what there is."""
    found: dict[int, Fault] = {}
    count = _Count(variant)
    counted = any(_is_counted(shown) for shown in sides)
    by_value = any(shown.counts is not None or shown.hand_counts is not None for shown in sides)
    for side, shown in enumerate(sides):
        for heap in _heaps(variant, shown):
            fault = count.rank_fault(heap)
            if by_value:
                fault = fault or count.value_fault(heap)
            if counted:
                fault = fault or count.point_fault(heap) or count.canasta_fault(heap)
            if fault and side not in found:
                found[side] = Fault(side, *fault)
    return list(found.values())


def _is_counted(shown: Shown) -> bool:
    return (shown.melds_stated and shown.laid is None) or (shown.hand_stated and shown.held is None)


def _heaps(variant: Variant, shown: Shown) -> Iterator[_Heap]:
    """What a side shows, heap by heap."""
    if shown.laid is not None:
        yield from (_Heap(nth("melds", i), meld.cards, meld.points) for i, meld in enumerate(shown.laid))
    elif shown.melds_stated:
        key = "card_points" if shown.counts is None else "card_counts"
        points = max(shown.card_points, 0) if shown.hand_taken_off else shown.card_points
        yield _Heap(key, None, points, shown.counts, shown.canastas, shown.hand_taken_off)
    if not _all_named(shown):
        yield from _extra_heaps(variant, shown)
    for key, card, n in (("red_threes", "R3", shown.red_threes), ("black_threes", "B3", shown.black_threes)):
        if n:
            yield _Heap(key, {card: n}, variant.card_values.get(card, 0) * n)
    if shown.held is not None:
        yield from (_Heap(nth("hands", i), hand, variant.points_of(hand)) for i, hand in enumerate(shown.held))
        return
    if shown.hand_stated:
        key = "hand_points" if shown.hand_counts is None else "hand_counts"
        yield _Heap(key, None, shown.hand_points, shown.hand_counts)
    for card, key in IN_HAND.items():
        if n := shown.apart.get(card, 0):
            yield _Heap(key, {card: n}, variant.card_values.get(card, 0) * n)


def _all_named(shown: Shown) -> bool:
    """Are melds and hands both named, so that every extra was found in them?"""
    return shown.laid is not None and shown.held is not None


def _extra_heaps(variant: Variant, shown: Shown) -> Iterator[_Heap]:
    """The cards that the stated extras must hold; their points are among those stated."""
    for key, n in shown.extras.items():
        extra = variant.extras[key]
        incomplete = extra.on == "incomplete_meld"
        if (shown.laid if incomplete else shown.held) is not None:
            continue
        least = n * (variant.melds.min_cards if incomplete else extra.at_least)
        if len(extra.ranks) == 1:
            yield _Heap(f"extras.{key}", {extra.ranks[0]: least}, 0, within=True)
        elif all(rank in cards.WILD for rank in extra.ranks):
            jokers = {"JK": n * extra.jokers} if extra.jokers else {}
            yield _Heap(f"extras.{key}", jokers, 0, wild=max(0, least - sum(jokers.values())), within=True)


class _Count:
    """The running count over the heaps of a deal. Each question answers with key and sentence, or None."""

    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        self.named: Cards = {}
        self.values: dict[int, int] = {}
        self.points = 0
        self.canastas: Counts = (0,) * len(variant.canastas.kinds)
        self.canasta_points = 0
        self.taken_off = False
        self.loose_wild = 0

    def rank_fault(self, heap: _Heap) -> tuple[str, Text] | None:
        """More cards of a rank than there are?"""
        fault = None
        for rank, n in (heap.cards or {}).items():
            there = self.named[rank] = self.named.get(rank, 0) + n
            most = self.variant.pack[rank]
            if there > most and not fault:
                name = NAMES.get(rank) or Text(rank)
                fault = heap.key, say("the packs hold {most} {cards}, this makes {n}", most=most, cards=name, n=there)
        return fault

    def value_fault(self, heap: _Heap) -> tuple[str, Text] | None:
        """More cards of a value than there are?"""
        if heap.within:
            return None
        values = self.variant.card_values
        heaped = dict(heap.counts or {})
        for rank, n in (heap.cards or {}).items():
            if rank in values:
                heaped[values[rank]] = heaped.get(values[rank], 0) + n
        fault = None
        for value, n in heaped.items():
            there = self.values[value] = self.values.get(value, 0) + n
            most = sum(self.variant.pack[rank] for rank, worth in values.items() if worth == value)
            if there > most and not fault:
                key = f"{heap.key}.{value}" if heap.counts else heap.key
                fault = (
                    key,
                    say("the packs hold {most} cards of {value}, this makes {n}", most=most, value=value, n=there),
                )
        return fault

    def point_fault(self, heap: _Heap) -> tuple[str, Text] | None:
        """More card points than all cards together have?"""
        if not heap.points:
            return None
        self.points += heap.points
        most = self.variant.pack_points
        if self.points <= most:
            return None
        return heap.key, say(
            "all cards together are worth {most} points, this makes {points}", most=most, points=self.points
        )

    def canasta_fault(self, heap: _Heap) -> tuple[str, Text] | None:
        """Are there cards for the counted canastas beside all that is named, and do the points stated hold them?"""
        variant = self.variant
        own: Counts | None = None
        if heap.canastas:
            own = tuple(heap.canastas.get(kind, 0) for kind in variant.canastas.kinds)
            self.canastas = tuple(a + b for a, b in zip(self.canastas, own, strict=True))
            self.canasta_points += heap.points
            self.taken_off |= heap.taken_off
        self.loose_wild += heap.wild
        nothing_to_hold = not (any(self.canastas) or self.loose_wild)
        takes_nothing = not (own or heap.wild or (heap.cards and not heap.cards.keys() <= _THREES))
        if nothing_to_hold or takes_nothing:
            return None
        free = tuple(variant.pack[rank] - self.named.get(rank, 0) for rank in RANKED)
        if self._surely_there(heap, own, free):
            return None
        least = fewest_points(variant, self.canastas, free, self.loose_wild)
        if least is None:
            there = "canastas" if own else heap.key
            return there, say_many(
                "the packs hold {n} such canasta beside the other cards, {there} are stated",
                "the packs hold {n} such canastas beside the other cards, {there} are stated",
                self._most(free),
                there=sum(self.canastas),
            )
        key = heap.key
        if own and not heap.taken_off:
            alone = fewest_points(variant, own, free)
            if alone is not None and heap.points < alone:
                listed = _listed(heap.canastas or {}, variant)
                return key, say("{canastas}: these canastas hold at least {least} points", canastas=listed, least=alone)
        if not self.taken_off and self.canasta_points < least:
            return key, say(
                "the canastas of the whole deal hold at least {least} points, not {points}",
                least=least,
                points=self.canasta_points,
            )
        return None

    def _most(self, free: Counts) -> int:
        """For how many of the canastas there are cards: those of the commonest kind are taken away first."""
        fewer = list(self.canastas)
        while any(fewer) and fewest_points(self.variant, tuple(fewer), free, self.loose_wild) is None:
            fewer[fewer.index(max(fewer))] -= 1
        return sum(fewer)

    def _surely_there(self, heap: _Heap, own: Counts | None, free: Counts) -> bool:
        """Do the cards that lie nearest make these canastas already? Then there is no need to look for cheaper ones."""
        all_of_them = plain_points(self.variant, self.canastas, free, self.loose_wild)
        if all_of_them is None or not (self.taken_off or self.canasta_points >= all_of_them):
            return False
        if own is None or heap.taken_off:
            return True
        alone = plain_points(self.variant, own, free)
        return alone is not None and heap.points >= alone


def _listed(canastas: Mapping[str, int], variant: Variant) -> Text:
    """The canastas that a side states: "2 natural, 1 mixed"."""
    there = [(n, Text(kind.one)) for key, kind in variant.canastas.kinds.items() if (n := canastas.get(key))]
    params = {f"kind{i}": one for i, (_, one) in enumerate(there)}
    return Text(", ".join(f"{n} {{kind{i}}}" for i, (n, _) in enumerate(there)), dict(params))
