"""What the packs of a deal cannot hold, counted over all its sides together.

Named cards are counted rank by rank. For counted sides it is reckoned what their canastas hold at the very least:
a natural canasta takes seven cards of one rank, so two of them are never of the same rank in a whole deal.
"""

import functools
import itertools
from collections.abc import Iterator

from scorekeeper import cards
from scorekeeper.cards import Cards
from scorekeeper.faults import Fault
from scorekeeper.rules import Kind, Variant
from scorekeeper.tally import Shown
from scorekeeper.words import Text, say, say_many

Counts = tuple[int, ...]
"""How many canastas of each kind, in the order of the variant's file."""

NAMES = {
    "2": say("twos"),
    "JK": say("jokers"),
    "B3": say("black threes"),
    "R3": say("red threes"),
}


def faults(variant: Variant, sides: list[Shown]) -> list[Fault]:
    """The faults of the deal, at most one a side, each where the running count passes what there is."""
    found: dict[int, Fault] = {}
    used: Cards = {}
    for side, shown in enumerate(sides):
        for key, held in _named(shown):
            for rank, n in held.items():
                used[rank] = used.get(rank, 0) + n
                if used[rank] > variant.pack[rank]:
                    message = say(
                        "the packs hold {most} {cards}, this makes {n}",
                        most=variant.pack[rank],
                        cards=NAMES.get(rank) or Text(rank),
                        n=used[rank],
                    )
                    found.setdefault(side, Fault(side, key, message))
    if any(_is_counted(shown) for shown in sides):
        for fault in itertools.chain(
            _value_faults(variant, sides),
            _point_faults(variant, sides),
            _canasta_faults(variant, sides, used),
        ):
            assert fault.side is not None
            found.setdefault(fault.side, fault)
    return list(found.values())


def _named(shown: Shown) -> Iterator[tuple[str, Cards]]:
    """The cards that a side names, each heap with the key that holds it."""
    if shown.laid is not None:
        for meld in shown.laid:
            yield "melds", meld.cards
    if shown.red_threes:
        yield "red_threes", {"R3": shown.red_threes}
    if shown.black_threes:
        yield "black_threes", {"B3": shown.black_threes}
    if shown.held is not None:
        for hand in shown.held:
            yield "hands", hand
    elif shown.apart:
        yield "black_threes_in_hand", {"B3": shown.apart["B3"]}
        yield "red_threes_in_hand", {"R3": shown.apart["R3"]}


def _is_counted(shown: Shown) -> bool:
    return (shown.melds_stated and shown.laid is None) or (shown.hand_stated and shown.held is None)


def _value_faults(variant: Variant, sides: list[Shown]) -> Iterator[Fault]:
    """Cards counted by their value: no more of a value than there are, named ones included."""
    if all(shown.counts is None and shown.hand_counts is None for shown in sides):
        return
    values = variant.card_values
    used: dict[int, int] = {}
    for side, shown in enumerate(sides):
        heaps: list[tuple[str, dict[int, int]]] = []
        for _, held in _named(shown):
            for rank, n in held.items():
                if rank in values:
                    used[values[rank]] = used.get(values[rank], 0) + n
        if shown.counts is not None:
            heaps.append(("card_counts", dict(shown.counts)))
        if shown.hand_counts is not None:
            heaps.append(("hand_counts", dict(shown.hand_counts)))
        for key, heap in heaps:
            for value, n in heap.items():
                used[value] = used.get(value, 0) + n
                most = sum(variant.pack[rank] for rank, points in values.items() if points == value)
                if used[value] > most:
                    message = say(
                        "the packs hold {most} cards of {value}, this makes {n}",
                        most=most,
                        value=value,
                        n=used[value],
                    )
                    yield Fault(side, f"{key}.{value}", message)


def _point_faults(variant: Variant, sides: list[Shown]) -> Iterator[Fault]:
    """No more card points than all cards together have."""
    points = 0
    for side, shown in enumerate(sides):
        counted_melds = shown.melds_stated and shown.laid is None
        counted_hand = shown.hand_stated and shown.held is None
        points += sum(variant.points_of(held) for _, held in _named(shown))
        for counted, key, more in (
            (counted_melds, "card_points" if shown.counts is None else "card_counts", shown.card_points),
            (counted_hand, "hand_points" if shown.hand_counts is None else "hand_counts", shown.hand_points),
        ):
            if counted:
                points += max(more, 0)
                if points > variant.pack_points:
                    message = say(
                        "all cards together are worth {most} points, this makes {points}",
                        most=variant.pack_points,
                        points=points,
                    )
                    yield Fault(side, key, message)


def _canasta_faults(variant: Variant, sides: list[Shown], named: Cards) -> Iterator[Fault]:
    """The canastas of the counted sides: are there cards for them, and do the points stated hold them?"""
    kinds = list(variant.canastas.kinds)
    free = tuple(variant.pack[rank] - named.get(rank, 0) for rank in cards.NATURALS)
    wild_left = variant.pack["2"] + variant.pack["JK"] - cards.wild(named)
    jokers_left = variant.pack["JK"] - named.get("JK", 0)
    twos_left = variant.pack["2"] - named.get("2", 0)
    total: Counts = (0,) * len(kinds)
    points = taken_off = 0
    for side, shown in enumerate(sides):
        if not shown.canastas or shown.laid is not None:
            continue
        own = tuple(shown.canastas.get(kind, 0) for kind in kinds)
        total = tuple(a + b for a, b in zip(total, own, strict=True))
        points += shown.card_points
        taken_off += shown.hand_taken_off
        wild, jokers, twos = least_wild(variant, total)
        if wild > wild_left or jokers > jokers_left or twos > twos_left:
            yield Fault(side, "canastas", say("there are not so many wild cards in the packs"))
            continue
        least = fewest_points(variant, total, free) if sum(total) * 7 <= sum(variant.pack.values()) else None
        if least is None:
            yield Fault(side, "canastas", say("there are not so many cards for these canastas in the packs"))
            continue
        alone = fewest_points(variant, own, free)
        key = "card_points" if shown.counts is None else "card_counts"
        if not shown.hand_taken_off and alone is not None and shown.card_points < alone:
            message = say_many(
                "{n} canasta such as this holds at least {least} points",
                "{n} such canastas hold at least {least} points",
                sum(own),
                least=alone,
            )
            yield Fault(side, key, message)
        elif not taken_off and points < least:
            message = say("the canastas of the whole deal hold at least {least} points", least=least)
            yield Fault(side, key, message)


def least_wild(variant: Variant, counts: Counts) -> tuple[int, int, int]:
    """The fewest wild cards, jokers and twos that so many canastas of each kind can hold."""
    size = variant.canastas.size
    wild = jokers = twos = 0
    for kind, n in zip(variant.canastas.kinds.values(), counts, strict=True):
        if kind.of == "wild":
            wild += n * size
            if kind.jokers is not None:
                jokers += n * kind.jokers
                twos += n * (size - kind.jokers)
        elif kind.wild_cards == "some":
            wild += n
    return wild, jokers, twos


@functools.lru_cache(maxsize=20_000)
def fewest_points(variant: Variant, counts: Counts, free: Counts) -> int | None:
    """The fewest card points that so many canastas of each kind can hold; None where there are no cards for them.

    `free`: how many cards of each natural rank are not named elsewhere, in the order of `cards.NATURALS`.
    """
    kinds = list(variant.canastas.kinds.items())
    of_rank = [(i, key) for i, (key, kind) in enumerate(kinds) if kind.of == "rank"]
    points = 0
    for (_, kind), n in zip(kinds, counts, strict=True):
        if kind.of == "wild" and n and kind.card_values:
            points += n * _fewest_wild(variant, kind)
    wanted = tuple(counts[i] for i, _ in of_rank)
    ranks = [
        (variant.card_values[rank], there, tuple(_may_be(variant, key, rank) for _, key in of_rank))
        for rank, there in zip(cards.NATURALS, free, strict=True)
    ]
    clean = tuple(variant.canastas.kinds[key].wild_cards != "some" for _, key in of_rank)
    best: dict[Counts, int] = {wanted: 0}
    for value, there, allowed in ranks:
        after: dict[Counts, int] = dict(best)
        for laid, price in _ways(variant, value, there, allowed, clean, max(wanted, default=0)):
            for open_, so_far in best.items():
                left = tuple(a - b for a, b in zip(open_, laid, strict=True))
                if min(left) >= 0 and so_far + price < after.get(left, so_far + price + 1):
                    after[left] = so_far + price
        best = after
    rest = best.get((0,) * len(wanted))
    return None if rest is None else points + rest


def _ways(
    variant: Variant, value: int, there: int, allowed: tuple[bool, ...], clean: tuple[bool, ...], most: int
) -> Iterator[tuple[Counts, int]]:
    """The ways to lay canastas from the cards of one rank, each with the fewest points it takes."""
    size = variant.canastas.size
    mixed_naturals = next(
        n for n in range(variant.melds.min_naturals, size + 1) if variant.melds.wild_allowed(n) + n >= size
    )
    cheapest_wild = min(variant.card_values["2"], variant.card_values["JK"])
    each = [
        range(min(most, there // (size if c else mixed_naturals)) + 1 if a else 1)
        for a, c in zip(allowed, clean, strict=True)
    ]
    for laid in itertools.product(*each):
        pure = sum(n for n, c in zip(laid, clean, strict=True) if c)
        mixed = sum(laid) - pure
        left = there - pure * size
        if not pure + mixed or left < mixed * mixed_naturals:
            continue
        naturals = min(left, mixed * (size - 1)) if value <= cheapest_wild else mixed * mixed_naturals
        yield laid, value * (pure * size + naturals) + cheapest_wild * (mixed * size - naturals)


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


def _fewest_wild(variant: Variant, kind: Kind) -> int:
    """The fewest points of a canasta of wild cards of this kind."""
    size = variant.canastas.size
    melds = ({"2": size - jokers, "JK": jokers} for jokers in range(size + 1))
    there = (meld for meld in melds if all(n <= variant.pack[rank] for rank, n in meld.items()))
    key = next(name for name, one in variant.canastas.kinds.items() if one is kind)
    return min((variant.points_of(meld) for meld in there if _is_of(variant, meld, key)), default=0)
