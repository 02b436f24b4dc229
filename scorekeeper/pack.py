"""What the packs of a deal cannot hold, counted over all its sides together.

Named cards are counted rank by rank. For counted sides it is reckoned what their canastas hold at the very least:
a natural canasta takes seven cards of one rank, so two of them are never of the same rank in a whole deal.
"""

import functools
import itertools
from collections.abc import Iterable, Iterator, Mapping

import msgspec

from scorekeeper import cards
from scorekeeper.cards import Cards
from scorekeeper.faults import Fault
from scorekeeper.rules import Variant
from scorekeeper.tally import Shown
from scorekeeper.words import Text, say

Counts = tuple[int, ...]
"""How many canastas of each kind, in the order of the variant's file."""

RANKED = (*cards.NATURALS, *cards.WILD)

NAMES = {
    "2": say("twos"),
    "JK": say("jokers"),
    "B3": say("black threes"),
    "R3": say("red threes"),
}


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
        yield _Heap("melds", _together(meld.cards for meld in shown.laid), sum(meld.points for meld in shown.laid))
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
        hands = _together(shown.held)
        yield _Heap("hands", hands, variant.points_of(hands))
        return
    if shown.hand_stated:
        key = "hand_points" if shown.hand_counts is None else "hand_counts"
        yield _Heap(key, None, shown.hand_points, shown.hand_counts)
    for key, card in (("black_threes_in_hand", "B3"), ("red_threes_in_hand", "R3")):
        if n := shown.apart.get(card, 0):
            yield _Heap(key, {card: n}, variant.card_values.get(card, 0) * n)


def _together(heaps: Iterable[Cards]) -> Cards:
    found: Cards = {}
    for heap in heaps:
        for rank, n in heap.items():
            found[rank] = found.get(rank, 0) + n
    return found


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
        if not (own or heap.cards or heap.wild):
            return None
        free = tuple(variant.pack[rank] - self.named.get(rank, 0) for rank in RANKED)
        there = "canastas" if own else heap.key
        least = None
        if sum(self.canastas) * variant.canastas.size <= sum(variant.pack.values()):
            least = fewest_points(variant, self.canastas, free, self.loose_wild)
        if least is None:
            return there, say("there are not so many cards in the packs for the canastas of this deal")
        key = heap.key
        if own and not heap.taken_off:
            alone = fewest_points(variant, own, free)
            if alone is not None and heap.points < alone:
                listed = _listed(heap.canastas or {}, variant)
                return key, say("{canastas}: these canastas hold at least {least} points", canastas=listed, least=alone)
        if not self.taken_off and self.canasta_points < least:
            return key, say("the canastas of the whole deal hold at least {least} points", least=least)
        return None


def _listed(canastas: Mapping[str, int], variant: Variant) -> Text:
    """The canastas that a side states: "2 natural, 1 mixed"."""
    there = [(n, Text(kind.one)) for key, kind in variant.canastas.kinds.items() if (n := canastas.get(key))]
    params = {f"kind{i}": one for i, (_, one) in enumerate(there)}
    return Text(", ".join(f"{n} {{kind{i}}}" for i, (n, _) in enumerate(there)), dict(params))


@functools.lru_cache(maxsize=20_000)
def fewest_points(variant: Variant, counts: Counts, free: Counts, loose_wild: int = 0) -> int | None:
    """The fewest card points that so many canastas of each kind can hold; None where there are no cards for them.

    `free`: how many cards of each rank are not named elsewhere, in the order of `RANKED`; `loose_wild` of the wild
    cards among them lie in other melds. Rank by rank it is tried how many canastas the rank can take; what is carried
    along is how many of each kind are still to be laid and how many wild cards are laid.
    """
    kinds = list(variant.canastas.kinds.items())
    of_rank = [(i, key) for i, (key, kind) in enumerate(kinds) if kind.of == "rank"]
    clean = tuple(variant.canastas.kinds[key].wild_cards != "some" for _, key in of_rank)
    wanted = tuple(counts[i] for i, _ in of_rank)
    best: dict[tuple[Counts, int], int] = {(wanted, 0): 0}
    for rank, there in zip(cards.NATURALS, free, strict=False):
        allowed = tuple(_may_be(variant, key, rank) for _, key in of_rank)
        after = dict(best)
        for laid, wild, points in _ways(variant, rank, there, allowed, clean, wanted):
            for (open_, used), so_far in best.items():
                left = tuple(a - b for a, b in zip(open_, laid, strict=True))
                state = (left, used + wild)
                if min(left) >= 0 and so_far + points < after.get(state, so_far + points + 1):
                    after[state] = so_far + points
        best = after
    done = (0,) * len(wanted)
    prices = (
        (points, _wild_price(variant, counts, used, free, loose_wild))
        for (left, used), points in best.items()
        if left == done
    )
    return min((points + wild for points, wild in prices if wild is not None), default=None)


def _ways(
    variant: Variant, rank: str, there: int, allowed: tuple[bool, ...], clean: tuple[bool, ...], wanted: Counts
) -> Iterator[tuple[Counts, int, int]]:
    """The ways to lay canastas of one rank: how many of each kind, the wild cards in them, the points of the others."""
    size = variant.canastas.size
    least = next(n for n in range(variant.melds.min_naturals, size + 1) if variant.melds.wild_allowed(n) + n >= size)
    each = [
        range(min(most, there // (size if pure else least)) + 1 if may else 1)
        for most, pure, may in zip(wanted, clean, allowed, strict=True)
    ]
    for laid in itertools.product(*each):
        pure = sum(n for n, c in zip(laid, clean, strict=True) if c)
        mixed = sum(laid) - pure
        for wild in range(mixed, mixed * (size - least) + 1):
            naturals = (pure + mixed) * size - wild
            if 0 < naturals <= there:
                yield laid, wild, naturals * variant.card_values[rank]


def _wild_price(variant: Variant, counts: Counts, mixed_wild: int, free: Counts, loose: int) -> int | None:
    """The fewest points of the wild cards: so many in mixed canastas, and those of the canastas of wild cards alone."""
    twos_free, jokers_free = free[-2:]
    wild, jokers, twos, unpriced = mixed_wild, 0, 0, 0
    for (key, kind), n in zip(variant.canastas.kinds.items(), counts, strict=True):
        if kind.of == "wild" and n:
            melds = _wild_canastas(variant, key)
            wild += n * variant.canastas.size
            jokers += n * min((meld["JK"] for meld in melds), default=0)
            twos += n * min((meld["2"] for meld in melds), default=0)
            unpriced += 0 if kind.card_values else n * variant.canastas.size
    if wild + loose > twos_free + jokers_free or jokers > jokers_free or twos > twos_free:
        return None
    laid_twos = min(twos_free, wild - jokers)
    if wild - laid_twos > jokers_free:
        return None
    values = variant.card_values
    prices = sorted([values["2"]] * laid_twos + [values["JK"]] * (wild - laid_twos))
    return sum(prices[: len(prices) - unpriced])


def _may_be(variant: Variant, key: str, rank: str) -> bool:
    """Can a canasta of this rank be of this kind, and of no kind before it?"""
    size = variant.canastas.size
    kind = variant.canastas.kinds[key]
    if kind.wild_cards == "some" and rank in variant.melds.clean_ranks:
        return False
    meld = {rank: size - 1, "2": 1} if kind.wild_cards == "some" else {rank: size}
    return _is_of(variant, meld, key)


def _is_of(variant: Variant, meld: Cards, key: str) -> bool:
    return next((name for name, kind in variant.canastas.kinds.items() if kind.fits(meld)), None) == key


def _wild_canastas(variant: Variant, key: str) -> list[Cards]:
    """The smallest canastas of wild cards of this kind that the packs hold."""
    size = variant.canastas.size
    melds = ({"2": size - jokers, "JK": jokers} for jokers in range(size + 1))
    there = (meld for meld in melds if all(n <= variant.pack[rank] for rank, n in meld.items()))
    return [meld for meld in there if _is_of(variant, meld, key)]
