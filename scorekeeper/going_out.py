"""May a side go out, and what a hand laid concealed is spared: asked before it happens, and doubted afterwards."""

from collections.abc import Iterable, Mapping

import msgspec

from scorekeeper.rules import Variant
from scorekeeper.words import Text, say_many


class GoingOut(msgspec.Struct, frozen=True):
    """May a side go out? `needed`, `there`: how many canastas that takes, and how many of the side's count for it.

    `missing`: what of them the side lacks, in sentences; `charged`: the labels of what it pays for if it goes out so.
    """

    needed: int
    there: int
    missing: list[Text] = []
    charged: list[Text] = []

    @property
    def allowed(self) -> bool:
        """Has the side the canastas it needs? What it is charged forbids nothing."""
        return not self.missing


def going_out(variant: Variant, players: int, canastas: Mapping[str, int], extras: Iterable[str] = ()) -> GoingOut:
    """Whether a side with so many canastas of each kind may go out at a table of so many players.

    `extras`: the keys of what it pays or is charged for besides, melds left incomplete among them.
    """
    rules = variant.going_out
    counting = {key: n for key, n in canastas.items() if counts(variant, key)}
    needed, there = variant.seats[players].canastas_needed, sum(counting.values())
    missing = []
    if there < needed:
        missing.append(
            say_many(
                "going out takes {n} canasta, the side has {there}",
                "going out takes {n} canastas, the side has {there}",
                needed,
                there=there,
            )
        )
    for need in rules.needs.values():
        if sum(counting.get(kind, 0) for kind in need.kinds) < need.count:
            missing.append(
                say_many(
                    "one of its canastas must be {what}",
                    "{n} of its canastas must be: {what}",
                    need.count,
                    what=Text(need.label),
                )
            )
    charged = [Text(variant.extras[key].label) for key in extras if variant.extras[key].on == "incomplete_meld"]
    return GoingOut(needed, there, missing, charged)


def counts(variant: Variant, kind: str) -> bool:
    """Is a canasta of this kind one of those that going out takes?"""
    return variant.going_out.wild_canastas_count or variant.canastas.kinds[kind].of != "wild"


WAIVED = "going_out.opens_concealed"
"""The rule that says when a hand laid concealed needs no opening minimum. No score hangs on it."""


def waives_the_minimum(variant: Variant, *, with_the_pile: bool) -> bool:
    """Is no opening minimum asked of a whole hand that is laid concealed, with the pile's cards or without?"""
    rules = variant.going_out
    return rules.concealed is not None and not (rules.opens_concealed == "without_the_pile" and with_the_pile)
