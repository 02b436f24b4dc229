"""What the canastas of a deal hold at the very least, where only their number is stated.

A natural canasta takes seven cards of one rank, so in two packs no two of them are of the same rank; the cheapest ranks
are soon used up, and so are the twos.
"""

import itertools
from collections.abc import Iterator

import msgspec

from scorekeeper import cards
from scorekeeper.cards import Cards
from scorekeeper.rules import Variant, remembered

Counts = tuple[int, ...]
"""How many canastas of each kind, in the order of the variant's file; or how many cards of each rank of `RANKED`."""

RANKED = (*cards.NATURALS, *cards.WILD)


class _OfRank(msgspec.Struct, frozen=True):
    """A kind of canasta with natural cards: its place among the kinds, the ranks it may be of and no kind before it,
    and the fewest natural cards in it."""

    place: int
    clean: bool
    ranks: tuple[str, ...]
    naturals: int


@remembered
def _kinds_of_rank(variant: Variant) -> list[_OfRank]:
    rules, size = variant.melds, variant.canastas.size
    fewest = next(n for n in range(rules.min_naturals, size + 1) if rules.wild_allowed(n) + n >= size)
    found = []
    for place, (key, kind) in enumerate(variant.canastas.kinds.items()):
        if kind.of == "rank":
            clean = kind.wild_cards != "some"
            rest = {} if clean else {"2": 1}
            ranks = (rank for rank in cards.NATURALS if clean or rank not in rules.clean_ranks)
            naturals = size - len(rest)
            own = tuple(rank for rank in ranks if _is_of(variant, {rank: naturals, **rest}, key))
            found.append(_OfRank(place, clean, own, size if clean else fewest))
    return found


def least_naturals(variant: Variant, counts: Counts) -> int:
    """The fewest natural cards in so many canastas of each kind."""
    return sum(counts[kind.place] * kind.naturals for kind in _kinds_of_rank(variant))


def most_canastas(variant: Variant) -> int:
    """More canastas than the packs hold cards for: no three lies in one."""
    return sum(variant.pack[rank] for rank in RANKED) // variant.canastas.size


@remembered
def most_bonus(variant: Variant) -> int:
    """The bonus that all canastas of a deal give at most.

    Of each kind no more than there are cards for it alone, of wild ones and of all together no more than there are
    cards for so many: the dearest are taken first. What two kinds take from each other is not reckoned with, so the
    packs may hold less.
    """
    wild_cards, size = sum(variant.pack[rank] for rank in cards.WILD), variant.canastas.size
    most: dict[str, int] = {}
    for one in _kinds_of_rank(variant):
        alone = sum(variant.pack[rank] // one.naturals for rank in one.ranks)
        most[list(variant.canastas.kinds)[one.place]] = alone if one.clean else min(alone, wild_cards)
    left, wild_left, bonus = most_canastas(variant), wild_cards // size, 0
    for key, kind in sorted(variant.canastas.kinds.items(), key=lambda one: -one[1].bonus):
        if kind.of == "wild":
            n = min(left, wild_left if _wild_canastas(variant, key) else 0)
            wild_left -= n
        else:
            n = min(left, most[key])
        left -= n
        bonus += n * max(kind.bonus, 0)
    return bonus


@remembered
def plain_points(variant: Variant, counts: Counts, free: Counts, loose_wild: int = 0) -> int | None:
    """The points of so many canastas laid the plainest way: each of the cheapest rank left, one wild card if mixed.

    Never less than `fewest_points`; None where the plainest way finds no cards, though another might.
    """
    size = variant.canastas.size
    points, mixed = 0, 0
    there = dict(zip(RANKED, free, strict=True))
    for kind in _kinds_of_rank(variant):
        naturals = size if kind.clean else size - 1
        for _ in range(counts[kind.place]):
            ranks = [rank for rank in kind.ranks if there[rank] >= naturals]
            if not ranks:
                return None
            rank = min(ranks, key=variant.card_values.__getitem__)
            points += naturals * variant.card_values[rank]
            there[rank] = 0
            mixed += not kind.clean
    wild = _wild_price(variant, counts, mixed, free, loose_wild)
    return None if wild is None else points + wild


@remembered
def fewest_points(variant: Variant, counts: Counts, free: Counts, loose_wild: int = 0) -> int | None:
    """The fewest card points that so many canastas of each kind can hold; None where there are no cards for them.

    `free`: how many cards of each rank are not named elsewhere, in the order of `RANKED`; `loose_wild` of the wild
    cards among them lie in other melds. Rank by rank it is tried how many canastas the rank can take; what is carried
    along is how many of each kind are still to be laid and how many wild cards are laid.
    """
    if sum(counts) * variant.canastas.size > sum(variant.pack.values()):
        return None
    kinds = _kinds_of_rank(variant)
    wanted = tuple(counts[kind.place] for kind in kinds)
    best: dict[tuple[Counts, int], int] = {(wanted, 0): 0}
    for rank, there in zip(cards.NATURALS, free, strict=False):
        after = dict(best)
        for laid, wild, points in _ways(variant, kinds, rank, there, wanted):
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
    variant: Variant, kinds: list[_OfRank], rank: str, there: int, wanted: Counts
) -> Iterator[tuple[Counts, int, int]]:
    """The ways to lay canastas of one rank: how many of each kind, the wild cards in them, the points of the others."""
    size = variant.canastas.size
    each = [
        range(min(most, there // kind.naturals) + 1 if rank in kind.ranks else 1)
        for most, kind in zip(wanted, kinds, strict=True)
    ]
    for laid in itertools.product(*each):
        mixed = sum(n for n, kind in zip(laid, kinds, strict=True) if not kind.clean)
        least = next((kind.naturals for kind in kinds if not kind.clean), size)
        for wild in range(mixed, mixed * (size - least) + 1):
            naturals = sum(laid) * size - wild
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


def _is_of(variant: Variant, meld: Cards, key: str) -> bool:
    return next((name for name, kind in variant.canastas.kinds.items() if kind.fits(meld)), None) == key


@remembered
def _wild_canastas(variant: Variant, key: str) -> list[Cards]:
    """The smallest canastas of wild cards of this kind that the packs hold."""
    size = variant.canastas.size
    melds = ({"2": size - jokers, "JK": jokers} for jokers in range(size + 1))
    there = (meld for meld in melds if all(n <= variant.pack[rank] for rank, n in meld.items()))
    return [meld for meld in there if _is_of(variant, meld, key)]
