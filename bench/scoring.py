"""Tallies scored a second, in process: from tally to lines, and with strict reading, referee and doubts.

The tallies are dealt at random from real packs (seeded), a third of them named, a third counted, a third mixed.
"""

import itertools
import random
import sys

from _figures import Figure, report, seconds

from scorekeeper import match, scoring, tally, variants

DEALS = 2000


def main() -> int:
    chance = random.Random(20261129)
    figures = []
    for key in ("classic", "americana", "italian"):
        variant = variants.load(key)
        deals = [dealt(variant, chance) for _ in range(DEALS)]
        read = [[tally.read(one) for one in deal] for deal in deals]
        count = sum(len(deal) for deal in deals)

        def to_lines(read=read, variant=variant):
            for deal in read:
                for one in deal:
                    scoring.lines(variant, tally.shown(variant, one), True)

        def whole(deals=deals, variant=variant):
            variant.memory.clear()  # or the second round would only remember the first
            for deal in deals:
                match.score_deal(variant, 4, [tally.read(one) for one in deal])

        figures += [
            Figure(f"{key}: tally to lines", count / seconds(to_lines, 1), "tallies/s", 100_000, at_most=False),
            Figure(
                f"{key}: strict reading, referee, doubts, lines",
                count / seconds(whole, 1),
                "tallies/s",
                20_000,
                at_most=False,
            ),
        ]
    return report(figures)


def dealt(variant, chance):
    """The tallies of one deal: legal melds and hands from one shuffled pack for each of two sides."""
    packs = {rank: n for rank, n in variant.pack.items() if rank not in ("B3", "R3")}
    ranks = [rank for rank in packs if rank not in ("2", "JK")]
    tallies = []
    out = chance.randrange(2)
    form = itertools.cycle(("named", "counted", "mixed"))
    for _ in range(chance.randrange(3)):
        next(form)
    for side in range(2):
        table = []
        for rank in chance.sample(ranks, chance.randint(2, 6)):
            most = min(packs[rank], variant.melds.max_cards or 8)
            naturals = chance.randint(3, 8)
            if naturals > most:
                continue
            wild = min(chance.choice((0, 0, 1, 2)), variant.melds.wild_allowed(naturals))
            wild = (
                0 if rank in variant.melds.clean_ranks else min(wild, packs["2"], 7 - naturals if naturals < 7 else 0)
            )
            packs[rank] -= naturals
            packs["2"] -= wild
            table.append(f"{rank}*{naturals}" + (f" 2*{wild}" if wild else ""))
        hands = [""] if side == out else [" ".join(_hand(packs, chance))]
        hands.append(" ".join(_hand(packs, chance)))
        named = {"melds": table, "hands": hands, "red_threes": chance.randint(0, 2), "went_out": side == out}
        tallies.append(named if next(form) == "named" else _counted(variant, named, chance))
    return tallies


def _hand(packs, chance):
    held = []
    for rank in chance.choices(list(packs), k=chance.randint(1, 8)):
        if packs[rank]:
            packs[rank] -= 1
            held.append(rank)
    return held


def _counted(variant, named, chance):
    shown = tally.shown(variant, tally.read(named))
    found = {
        "card_points": shown.card_points,
        "canastas": shown.canastas,
        "red_threes": shown.red_threes,
        "went_out": shown.went_out,
        "extras": {key: n for key, n in shown.extras.items() if variant.extras[key].on == "incomplete_meld"},
    }
    if chance.random() < 0.5:
        return {**found, "hands": named["hands"]}
    return {**found, "hand_points": shown.hand_points, "extras": shown.extras}


if __name__ == "__main__":
    sys.exit(main())
