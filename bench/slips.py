"""Does the referee let legal deals pass, and does it catch the slips of a tired scorer?

For each game 10,000 legal deals are entered into running matches, at tables of every size that the game has, in each of
their forms: counted; with the hands taken off, where the game lets them be; as a result alone. Every fifth is entered
with a slip of each family too, and those slips are kept that break a rule or the packs by `_reckoning`, which never
asks the referee: a slip that leaves another legal deal is nobody's to find. A slip is caught if the deal is refused or
doubted before it is saved.
"""

import contextlib
import copy
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

import _deals
from _figures import Figure, report
from _reckoning import POINTS, broken

from scorekeeper import match, variants
from scorekeeper.contradictions import may_take_off
from scorekeeper.entries import Entry, Opened, Side
from scorekeeper.match import DealRefused, Match

DEALS = 10_000
EVERY = 5  # deals: one of so many is entered with slips as well
SEED = 20261129
NEIGHBOURS = dict(zip("1234567890", ("24", "135", "26", "157", "2468", "359", "48", "5790", "68", "8"), strict=True))
"""The keys beside each key: 1 2 3, 4 5 6, 7 8 9, and 0 below the 8."""
COUNTS = {"red_threes", "black_threes", "black_threes_in_hand", "concealed_canastas"}

Tallies = list[dict]
Path = tuple[str, ...]


class Slip(NamedTuple):
    """An entry with one slip in it, and why it cannot be."""

    form: str
    family: str
    tallies: Tallies
    why: str


@dataclass
class Measured:
    """What became of the legal deals and of the slips of one game."""

    legal: Counter = field(default_factory=Counter)  # by verdict
    slips: Counter = field(default_factory=Counter)  # by form and family
    caught: Counter = field(default_factory=Counter)
    missed: list[Slip] = field(default_factory=list)

    def slips_in(self, form: str) -> int:
        return sum(n for (of, _), n in self.slips.items() if of == form)

    def share_caught(self, form: str) -> float:
        """In percent."""
        return 100 * sum(n for (of, _), n in self.caught.items() if of == form) / self.slips_in(form)

    def share_of_legal(self, verdict: str) -> float:
        """In percent."""
        return 100 * self.legal[verdict] / self.legal.total()


def main() -> int:
    figures, slips, caught = [], Counter(), Counter()
    for key in _deals.GAMES:
        found = measured(key, SEED, DEALS, EVERY)
        figures += [
            Figure(f"{key}: legal deals refused", found.legal["refused"], f"of {found.legal.total():,}", 0),
            Figure(f"{key}: legal deals doubted", found.share_of_legal("doubted"), "%", 1),
            Figure(f"{key}: slips in counted deals", found.slips_in("counted"), "entries", 1000, at_most=False),
        ]
        for form in dict.fromkeys(form for form, _ in found.slips):
            figures.append(Figure(f"{key}: slips caught, {form}", found.share_caught(form), "%", 95, at_most=False))
        for (form, family), n in found.slips.items():
            if form == "counted":
                slips[family] += n
                caught[family] += found.caught[form, family]
    figures += [
        Figure(f"all games, counted: {family}, of {slips[family]:,}", 100 * caught[family] / slips[family], "%")
        for family in FAMILIES
    ]
    return report(figures)


def measured(key: str, seed: int, count: int, every: int) -> Measured:
    """So many legal deals of a game, judged, and slips in one of so many of them."""
    found = Measured()
    chance = random.Random(f"slips {key} {seed}")
    tables = _deals.GAMES[key].needed
    for players in tables:
        for number, (state, tallies) in enumerate(played(key, seed, -(-count // len(tables)), players)):
            for form, stated in forms(key, state, tallies):
                found.legal[judged(state, stated)] += 1
                for slip in spoiled(chance, key, state, form, stated) if number % every == 0 else ():
                    caught = judged(state, slip.tallies) != "saved"
                    found.slips[form, slip.family] += 1
                    found.caught[form, slip.family] += caught
                    if not caught:
                        found.missed.append(slip)
    return found


def played(key: str, seed: int, count: int, players: int) -> Iterator[tuple[Match, Tallies]]:
    """So many legal deals, each with its match as it stands before; the next match begins when one is over."""
    chance = random.Random(f"played {key} {seed}")
    variant, sides = variants.load(key), _deals.SIDES[players]
    seats = [Side("", [""] * (players // sides)) for _ in range(sides)]
    start = Opened(key, "", {}, players, seats, 0, [0] * sides)
    new = Match(0, variant, start, "", 0, "", totals=start.before)
    state = new
    for _ in range(count):
        minimums = [variant.opening_minimum(total) or 0 for total in state.totals]
        tallies = _deals.deal(key, chance, minimums, players)
        yield state, tallies
        with contextlib.suppress(DealRefused):
            state = _after(state, tallies)
        if state.finished:
            state = new


def forms(key: str, state: Match, tallies: Tallies) -> Iterator[tuple[str, Tallies]]:
    """The deal in every form in which a table may state it; a refused one has no result."""
    yield "counted", tallies
    if may_take_off(state.variant):
        yield "hands taken off", _deals.taken_off(tallies)
    with contextlib.suppress(DealRefused):
        yield "result alone", _deals.results(key, tallies, state.opened.players)


def judged(state: Match, tallies: Tallies) -> str:
    """What becomes of the deal in this match: refused, doubted, or saved without a word."""
    try:
        deal = _after(state, tallies).deals[-1]
    except DealRefused:
        return "refused"
    return "doubted" if deal.doubts else "saved"


def _after(state: Match, tallies: Tallies) -> Match:
    return match.after(state, Entry(state.last_entry + 1, state.id, "entered", {"tallies": tallies}, ""))


def spoiled(chance: random.Random, key: str, state: Match, form: str, tallies: Tallies) -> Iterator[Slip]:
    """The deal with a slip of every family, where that makes it one that cannot be."""
    minimums = [state.variant.opening_minimum(total) or 0 for total in state.totals]
    for family, slip in FAMILIES.items():
        entry = copy.deepcopy(tallies)
        slip(chance, key, entry)
        if entry != tallies and (why := broken(key, entry, minimums, state.opened.players)):
            yield Slip(form, family, entry, why)


def _paths(one: dict) -> Iterator[Path]:
    """Every number in a tally."""
    for name, value in one.items():
        if isinstance(value, dict):
            yield from ((name, inner) for inner in value)
        elif isinstance(value, int) and not isinstance(value, bool):
            yield (name,)


def _inner(one: dict, path: Path) -> dict:
    return one.setdefault(path[0], {}) if len(path) > 1 else one


def _retype(retyped: Callable[[str], list[str]]) -> Callable[[random.Random, str, Tallies], None]:
    """A slip that types one number of the deal otherwise."""

    def slip(chance: random.Random, key: str, tallies: Tallies) -> None:
        one = chance.choice(tallies)
        if paths := list(_paths(one)):
            path = chance.choice(paths)
            table = _inner(one, path)
            sign, digits = (-1 if table[path[-1]] < 0 else 1), str(abs(table[path[-1]]))
            if there := [text for text in retyped(digits) if text != digits]:
                table[path[-1]] = sign * int(chance.choice(there))

    return slip


def _dropped(digits: str) -> list[str]:
    return [digits[:i] + digits[i + 1 :] for i in range(len(digits))] if len(digits) > 1 else []


def _doubled(digits: str) -> list[str]:
    return [digits[:i] + digits[i] + digits[i:] for i in range(len(digits)) if digits != "0"]


def _transposed(digits: str) -> list[str]:
    return [digits[:i] + digits[i + 1] + digits[i] + digits[i + 2 :] for i in range(len(digits) - 1)]


def _neighbour(digits: str) -> list[str]:
    return [digits[:i] + key + digits[i + 1 :] for i in range(len(digits)) for key in NEIGHBOURS[digits[i]]]


def _off_by_one(chance: random.Random, key: str, tallies: Tallies) -> None:
    """A count one too many or too few; a canasta of another kind or a red three where there was none."""
    one = chance.choice(tallies)
    if "result" in one or "special_hand" in one:
        return
    paths = {path for path in _paths(one) if len(path) > 1 or path[0] in COUNTS}
    paths |= {("canastas", "natural"), ("canastas", "mixed"), ("red_threes",)}
    path = chance.choice(sorted(paths))
    table = _inner(one, path)
    there = table.get(path[-1], 0)
    table[path[-1]] = there + (chance.choice((1, -1)) if there else 1)


def _miscounted(chance: random.Random, key: str, tallies: Tallies) -> None:
    """A card too many or too few in a sum."""
    one = chance.choice(tallies)
    if names := [name for name in POINTS if name in one]:
        name = chance.choice(names)
        one[name] += chance.choice((1, -1)) * chance.choice((5, 10, 20, 50))


def _minus(chance: random.Random, key: str, tallies: Tallies) -> None:
    one = chance.choice(tallies)
    if names := [name for name in POINTS if one.get(name)]:
        name = chance.choice(names)
        one[name] = -one[name]


def _other_side(chance: random.Random, key: str, tallies: Tallies) -> None:
    """What belongs to two sides under one heading, the one written down for the other; who went out too."""
    first, second = chance.sample(tallies, 2)
    names = sorted({*first, *second} - {"hand_taken_off", "special_hand", "concealed"})
    if names:
        name = chance.choice(names)
        values = first.pop(name, None), second.pop(name, None)
        first |= {name: values[1]} if values[1] is not None else {}
        second |= {name: values[0]} if values[0] is not None else {}


def _other_line(chance: random.Random, key: str, tallies: Tallies) -> None:
    """What is melded written down for what is left in hand, and the other way round."""
    one = chance.choice(tallies)
    if "hand_points" in one and "card_points" in one:
        one["hand_points"], one["card_points"] = one["card_points"], one["hand_points"]


def _forgotten(chance: random.Random, key: str, tallies: Tallies) -> None:
    one = chance.choice(tallies)
    paths = [*_paths(one), *[(name,) for name in ("went_out", "special_hand") if name in one]]
    path = chance.choice(paths)
    del _inner(one, path)[path[-1]]
    if path == ("went_out",):
        one.pop("concealed", None)


def _ticked(chance: random.Random, key: str, tallies: Tallies) -> None:
    """Out or concealed where it was not so."""
    chance.choice(tallies)[chance.choice(("went_out", "concealed"))] = True


FAMILIES: dict[str, Callable[[random.Random, str, Tallies], None]] = {
    "a digit dropped": _retype(_dropped),
    "a digit doubled": _retype(_doubled),
    "two digits transposed": _retype(_transposed),
    "the key beside it": _retype(_neighbour),
    "a count off by one": _off_by_one,
    "a card miscounted": _miscounted,
    "a minus too many": _minus,
    "the other side's": _other_side,
    "melds and hand exchanged": _other_line,
    "something forgotten": _forgotten,
    "a tick too many": _ticked,
}


if __name__ == "__main__":
    sys.exit(main())
