"""What no legal deal can show, reckoned from the rule texts and the packs alone: the program's referee is not asked.

`broken` says why a deal in counted form cannot have happened, or None. Whatever it cannot prove counts as possible. The
points that melds can make are found by laying every legal meld of every rank in every way.
"""

import functools
from collections import Counter
from dataclasses import dataclass

from _deals import GAMES, NATURALS, SIDES, VALUES

STEP = 5  # every card counts a multiple of it
CONCEALED = ("classic", "canastra", "romanian")  # games with a concealed exit
SILENT_ON_TWO_MELDS = ("classic", "italian")  # of one rank, on one side
WILD_FROM = {"canastra": 7, "romanian": 7, "americana": 3, "italian": 3}
WILD_KINDS = ("wild", "twos", "four_jokers", "jokers")
WILD_SHORT = ("incomplete_wild", "incomplete_four_jokers")
BONUS = {"classic": 600, "canastra": 2000, "romanian": 2000, "americana": 3000, "italian": 5000}
POINTS = ("card_points", "hand_points", "result")
COUNTS = ("red_threes", "black_threes", "black_threes_in_hand", "concealed_canastas")


@dataclass(frozen=True)
class Packs:
    """What the packs of a game hold. Points are card points of all that can be melded or held."""

    twos: int
    jokers: int
    threes: int  # of each colour
    rank: int
    points: int


@functools.cache
def packs(key: str) -> Packs:
    n = GAMES[key].packs
    red = 2 * n * VALUES["R3"] if key == "americana" else 0
    points = 2 * n * (VALUES["JK"] + VALUES["B3"]) + 4 * n * sum(VALUES[rank] for rank in (*NATURALS, "2")) + red
    return Packs(twos=4 * n, jokers=2 * n, threes=2 * n, rank=4 * n, points=points)


def broken(key: str, tallies: list[dict], minimums: list[int], players: int = 4) -> str | None:
    """Why these tallies show no legal deal of sides that needed so many points to open; None where they may."""
    out = [side for side, one in enumerate(tallies) if one.get("went_out") or "special_hand" in one]
    if len(out) > 1:
        return "two sides out"
    hands = players // SIDES[players]
    for side, one in enumerate(tallies):
        why = _side(key, one, minimums[side], hands, players) if "special_hand" not in one else None
        if why:
            return why
    return _together(key, tallies)


def _side(key: str, one: dict, minimum: int, hands: int, players: int) -> str | None:
    canastas, extras = one.get("canastas", {}), one.get("extras", {})
    numbers = [one.get(name, 0) for name in (*POINTS, *COUNTS)]
    if any(n % STEP for n in numbers[: len(POINTS)]):
        return "points that no cards make"
    if min(one.get("hand_points", 0), *numbers[len(POINTS) :], *canastas.values(), *extras.values(), 0) < 0:
        return "less than nothing"
    if one.get("concealed") and (key not in CONCEALED or not one.get("went_out")):
        return "concealed where nobody goes out so"
    if "result" in one:
        return "more than any deal gives" if abs(one["result"]) > _most(key) else None
    if one.get("concealed_canastas", 0) > sum(canastas.values()):
        return "more concealed canastas than canastas"
    return _out(key, one, canastas, players) or _melds(key, one, minimum) or _hands(key, one, hands, players)


def _most(key: str) -> int:
    """More than a side can win or lose: all cards, the dearest bonus for each seven of them, all other bonuses."""
    game = GAMES[key]
    return 2 * packs(key).points + 54 * game.packs // 7 * BONUS[key] + 10_000


def _out(key: str, one: dict, canastas: dict, players: int) -> str | None:
    if not one.get("went_out"):
        return None
    if sum(canastas.values()) < GAMES[key].needed[players]:
        return "out without the canastas needed"
    if GAMES[key].clean_needed and not any(canastas.get(kind) for kind in ("natural", "twos", "jokers")):
        return "out without a clean canasta"
    return None


def _melds(key: str, one: dict, minimum: int) -> str | None:
    points, canastas = one.get("card_points"), one.get("canastas", {})
    stated = +Counter({**canastas, **{name: n for name, n in one.get("extras", {}).items() if "_in_hand" not in name}})
    if points is None:
        return "melds without their points" if stated or one.get("hand_taken_off") else None
    makes = melds_make(key, tuple(sorted(stated.items())))
    if not makes:
        return "no cards for these melds"
    if one.get("hand_taken_off"):
        return "more than the melds hold" if points > STEP * (makes.bit_length() - 1) else None
    if points < 0:
        return "less than nothing"
    if not makes >> points // STEP & 1:
        return "points that these melds cannot make"
    if 0 < points < minimum and not one.get("concealed"):
        return "melded less than the minimum"
    return None


def _hands(key: str, one: dict, hands: int, players: int) -> str | None:
    """Every hand but that of the player who went out holds a card; as many as were dealt if its side never melded."""
    if one.get("hand_taken_off"):
        return None
    extras, apart = one.get("extras", {}), one.get("black_threes_in_hand", 0)
    aces, sevens = extras.get("aces_in_hand", 0), extras.get("sevens_in_hand", 0)
    if max(aces, sevens) > hands:
        return "more hands than players"
    holding = hands - bool(one.get("went_out"))
    if "hand_points" not in one and apart < holding:
        return "hands forgotten"
    points = one.get("hand_points", 0)
    if not holding and (points or apart):
        return "out with cards in hand"
    cards = holding if one.get("card_points") else holding * GAMES[key].dealt[players]
    least = max(3 * (aces * VALUES["A"] + sevens * VALUES["7"]), STEP * (cards - apart))  # no card is worth less than 5
    return "hands that hold too little" if points < least else None


def _together(key: str, tallies: list[dict]) -> str | None:
    """What all sides show together, against the packs."""
    there = packs(key)
    total = Counter()
    for one in tallies:
        total.update({name: n for name, n in one.items() if name in COUNTS})
        total.update(one.get("canastas", {}))
        total.update(one.get("extras", {}))
    if total["red_threes"] > there.threes:
        return "more red threes than there are"
    if total["black_threes"] + total["black_threes_in_hand"] > there.threes:
        return "more black threes than there are"
    laid = STEP * (total["black_threes"] + total["black_threes_in_hand"])
    laid += STEP * total["red_threes"] if key == "americana" else 0
    points = sum(max(one.get("card_points", 0), 0) + one.get("hand_points", 0) for one in tallies)
    if points + laid > there.points:
        return "more points than all cards have"
    clean = total["natural"] + total["special"]
    if clean > len(NATURALS) or total["special"] > 2 or total["natural"] > len(NATURALS) - 2 * (key == "americana"):
        return "more canastas than ranks"
    if 3 * (total["incomplete_aces"] + total["aces_in_hand"]) > there.rank:
        return "more aces than there are"
    if 3 * (total["incomplete_sevens"] + total["sevens_in_hand"]) > there.rank:
        return "more sevens than there are"
    pieces = tuple(sorted((kind, total[kind]) for kind in (*WILD_KINDS, *WILD_SHORT) if total[kind]))
    wild = min((twos + jokers for twos, jokers in _wild_ways(key, pieces)), default=99)
    fewest = 7 - GAMES[key].most_wild  # naturals in a mixed canasta
    if wild + total["mixed"] > there.twos + there.jokers or 7 * clean + fewest * total["mixed"] > 11 * there.rank:
        return "more canastas than the packs hold"
    cheapest = sorted(VALUES[rank] for rank in NATURALS)
    least = 7 * sum(cheapest[:clean]) + total["mixed"] * (VALUES["2"] + STEP * fewest)
    if not any(one.get("hand_taken_off") for one in tallies) and least > points:
        return "fewer points than the canastas of the deal hold"
    return None


@functools.cache
def melds_make(key: str, stated: tuple[tuple[str, int], ...]) -> int:
    """The points that the melds of a side can make with just these canastas and charged melds: bit n is 5 n points."""
    wanted = dict(stated)
    of_rank = tuple(wanted.get(name, 0) for name in _OF_RANK)
    found = 0
    for (used, counts), points in _laid(key).items():
        if counts == of_rank:
            for twos, jokers in _wild_ways(key, tuple((k, n) for k, n in stated if k in (*WILD_KINDS, *WILD_SHORT))):
                for more_jokers in range(used + 1):
                    if twos + used - more_jokers <= packs(key).twos and jokers + more_jokers <= packs(key).jokers:
                        found |= points << (4 * (twos + used - more_jokers) + 10 * (jokers + more_jokers))
    if key in SILENT_ON_TWO_MELDS and found:  # a second meld of a rank can bring any points from three cards on
        least = (found & -found).bit_length() - 1
        found |= (1 << packs(key).points // STEP + 1) - (1 << least + 3)
    return found


_OF_RANK = ("natural", "mixed", "special", "incomplete_aces", "incomplete_sevens")


@functools.cache
def _laid(key: str) -> dict[tuple[int, tuple[int, ...]], int]:
    """All ways to lay a meld or none of each rank: wild cards used and what is made, to the points of the naturals."""
    nothing = (0,) * len(_OF_RANK)
    found = {(0, nothing): 1}
    most = packs(key).twos + packs(key).jokers
    for rank in (*NATURALS, "B3"):
        after = dict(found)
        for naturals, wild, made in _melds_of(key, rank):
            for (used, counts), points in found.items():
                if used + wild <= most:
                    more = (n + made.count(name) for name, n in zip(_OF_RANK, counts, strict=True))
                    state = (used + wild, tuple(more))
                    after[state] = after.get(state, 0) | points << naturals * VALUES[rank] // STEP
        found = after
    return found


def _melds_of(key: str, rank: str) -> set[tuple[int, int, tuple[str, ...]]]:
    """Each legal meld of a rank: naturals, wild cards, what it is. Two canastas of it too, where the text is silent."""
    game, there = GAMES[key], packs(key).rank
    if rank == "B3":
        return {(3, 0, ()), (4, 0, ())} if game.black_three_melds else set()
    found = set()
    for naturals in range(2, there + 1):
        most = 1 if naturals == 2 and key == "italian" else min(naturals, game.most_wild)
        for wild in range(most + 1):
            cards = naturals + wild
            if cards >= 3 and not (game.side_melds and (cards > 7 or (rank == "7" and wild))):
                found.add((naturals, wild, _made(game.side_melds, rank, cards, wild)))
    if key in SILENT_ON_TWO_MELDS:
        canastas = [meld for meld in found if meld[2]]
        found |= {(m + n, v + w, (*a, *b)) for m, v, a in canastas for n, w, b in canastas if m + n <= there}
    return found


def _made(side_melds: bool, rank: str, cards: int, wild: int) -> tuple[str, ...]:
    apart = {"A": "incomplete_aces", "7": "incomplete_sevens"}.get(rank) if side_melds and not wild else None
    if cards < 7:
        return (apart,) if apart else ()
    return ("mixed" if wild else "special" if apart else "natural",)


@functools.cache
def _wild_ways(key: str, pieces: tuple[tuple[str, int], ...]) -> frozenset[tuple[int, int]]:
    """Twos and jokers that so many melds of wild cards alone can hold together."""
    there = packs(key)
    ways = {(0, 0)}
    for kind, count in pieces:
        each = [(t, j) for t in range(there.twos + 1) for j in range(there.jokers + 1) if _wild_kind(key, t, j) == kind]
        for _ in range(min(count, 6)):
            ways = {(a + t, b + j) for a, b in ways for t, j in each if a + t <= there.twos and b + j <= there.jokers}
    return frozenset(ways)


def _wild_kind(key: str, twos: int, jokers: int) -> str | None:
    """What a meld of these wild cards is."""
    cards = twos + jokers
    if key not in WILD_FROM or cards < WILD_FROM[key] or (key == "americana" and cards > 7):
        return None
    if cards < 7:
        return ("incomplete_four_jokers" if jokers == 4 else "incomplete_wild") if key == "americana" else None
    if key == "americana":
        return {0: "twos", 4: "four_jokers"}.get(jokers, "wild")
    if key == "italian":
        return "twos" if not jokers else "jokers" if (twos, jokers) == (1, 6) else "wild"
    return "wild"
