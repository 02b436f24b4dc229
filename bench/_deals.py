"""Plausible legal deals of the five games: cards really dealt out of the packs into melds, hands and laid threes.

What a game allows is said here anew, from its rule text, and not asked of the program. How often a thing happens is a
guess. For classic canasta, of each side: natural canastas 0, 1, 2 = .55, .33, .12; mixed ones 0 to 3 = .2, .4, .28,
.12; red threes on the table 4, 3, 2 = .6, .25, .15, each on either side; nobody out 8 %. Melds and hands are dealt so
that a side melds about 210 points and about 95 are left in its hands. All other weights stand beside their names below.
A side goes out only with the canastas that it takes, and a deal for which the packs run out is dealt again: both move
the shares a little.
"""

import random
from collections import Counter
from dataclasses import dataclass, field

from scorekeeper import match, tally, variants

NATURALS = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4")
WILD = ("2", "JK")
VALUES = {
    "JK": 50,
    **dict.fromkeys(("A", "2"), 20),
    **dict.fromkeys(("K", "Q", "J", "10", "9", "8"), 10),
    **dict.fromkeys(("7", "6", "5", "4", "B3", "R3"), 5),
}
SIDES = {4: 2, 3: 3, 2: 2}

Weights = dict[int, float]
Tallies = list[dict]


@dataclass(frozen=True)
class Game:
    """What dealing must know of a game, and how often things happen in it. Counts are of one side of one deal."""

    packs: int = 2
    minimum: int = 120  # points: the highest opening minimum
    needed: dict[int, int] = field(default_factory=lambda: {4: 1})  # canastas to go out, by players
    clean_needed: bool = False  # one of them without wild cards
    most_wild: int = 3
    black_three_melds: bool = True  # three or four of them, in going out
    black_threes_apart: bool = False  # counted by the piece in a hand
    concealed_canastas: bool = False  # paid on top
    concealed_exit: bool = True
    side_melds: bool = False  # clean aces, sevens, wild cards: charged if left short
    natural: Weights = field(default_factory=lambda: {0: 0.55, 1: 0.33, 2: 0.12})
    mixed: Weights = field(default_factory=lambda: {0: 0.2, 1: 0.4, 2: 0.28, 3: 0.12})
    wild: Weights = field(default_factory=lambda: {0: 0.95, 1: 0.05})
    special: Weights = field(default_factory=lambda: {0: 1})
    small: Weights = field(default_factory=lambda: {0: 0.4, 1: 0.35, 2: 0.2, 3: 0.05})  # melds short of a canasta
    red_threes: Weights = field(default_factory=lambda: {4: 0.6, 3: 0.25, 2: 0.15})  # of the deal
    black_threes: Weights = field(default_factory=lambda: {0: 1})  # of the deal, laid on the table
    dealt: dict[int, int] = field(default_factory=lambda: {4: 11})  # cards to each player, by players
    drawn_more: int = 0  # cards by which a hand may have grown before its side opens
    hand: int = 10  # cards: 1 to so many in a hand whose side has opened, each number as likely


GAMES = {
    "classic": Game(concealed_canastas=True, wild={0: 1}),
    "canastra": Game(needed={4: 1, 2: 2}, dealt={4: 11, 2: 15}, black_threes_apart=True),
    "romanian": Game(black_threes_apart=True),
    "americana": Game(
        minimum=180,
        needed={4: 2},
        dealt={4: 13},
        most_wild=2,
        black_three_melds=False,
        concealed_exit=False,
        side_melds=True,
        natural={0: 0.4, 1: 0.4, 2: 0.2},
        wild={0: 0.9, 1: 0.1},
        special={0: 0.88, 1: 0.12},
        red_threes={4: 0.4, 3: 0.3, 2: 0.2, 1: 0.1},
        black_threes={4: 0.4, 3: 0.3, 2: 0.2, 1: 0.1},
    ),
    "italian": Game(
        packs=3,
        minimum=200,
        needed={4: 2, 3: 2, 2: 2},
        dealt={4: 15, 3: 15, 2: 15},
        drawn_more=5,
        clean_needed=True,
        most_wild=2,
        black_three_melds=False,
        concealed_exit=False,
        natural={0: 0.25, 1: 0.4, 2: 0.25, 3: 0.1},
        mixed={0: 0.15, 1: 0.35, 2: 0.3, 3: 0.2},
        wild={0: 0.88, 1: 0.12},
        red_threes={6: 0.5, 5: 0.25, 4: 0.15, 3: 0.1},
        hand=11,
    ),
}

NOBODY_OUT = 0.08
CONCEALED_EXIT = 0.03  # of those who go out, where the game knows it
CONCEALED_CANASTA = 0.01  # seven at once from the hand is rare: of the canastas, but of a concealed exit's all
NEVER_OPENED = 0.35  # of the sides without a canasta that did not go out
BLACK_THREE_MELD = 0.04  # of those who go out
SHORT_SIDE_MELD = 0.08  # of the sides that did not go out; going out beside one is doubted, and hardly ever done
SPECIAL_HAND = 0.02  # of the deals of the American game
CANASTA_CARDS = {7: 0.7, 8: 0.25, 9: 0.05}
SMALL_CARDS = {3: 0.5, 4: 0.25, 5: 0.15, 6: 0.1}
CANASTA_WILD = {1: 0.5, 2: 0.35, 3: 0.15}
SMALL_WILD = {0: 0.6, 1: 0.3, 2: 0.1}
WILD_CANASTAS = {0: 0.55, 1: 0.4, 2: 0.05}  # cards as they fall; all twos; all the jokers first
SPECIAL_HANDS = {
    "straight": {1: (*NATURALS, "2", "JK", "B3")},
    "pairs": {2: ("K", "Q", "J", "10", "6", "5", "4")},
    "pairs_with_twos": {2: ("A", "7", "2", "K", "J", "9", "5")},
    "garbage": {4: ("K", "9"), 3: ("10", "6")},
}


class _PacksEmpty(Exception):
    """This deal cannot go on: it is dealt again."""


def deals(key: str, seed: int, count: int, players: int = 4) -> list[Tallies]:
    """So many deals, each a tally for each side, counted. Every side that opened has reached the highest minimum."""
    chance = random.Random(f"{key} {seed}")
    return [deal(key, chance, [GAMES[key].minimum] * SIDES[players], players) for _ in range(count)]


def deal(key: str, chance: random.Random, minimums: list[int], players: int = 4) -> Tallies:
    """One deal, counted, for sides that need so many points to open."""
    while True:
        try:
            return _Deal(key, chance, minimums, players).tallies()
        except _PacksEmpty:
            continue


def taken_off(tallies: Tallies) -> Tallies:
    """The same deal at a table that takes the hands' cards out of the melds; black threes in hand at 100 each.

    Only for classic, canastra and romanian.
    """
    return [_net(one) for one in tallies]


def _net(one: dict) -> dict:
    left = one.get("hand_points", 0) + 100 * one.get("black_threes_in_hand", 0)
    net = {key: value for key, value in one.items() if key not in ("hand_points", "black_threes_in_hand")}
    net |= {"card_points": one.get("card_points", 0) - left, "hand_taken_off": True}
    if net["card_points"] <= 0 and "canastas" not in one:
        net["opened"] = "card_points" in one
    return net


def results(key: str, tallies: Tallies, players: int = 4) -> Tallies:
    """The same deal with each side's score as the engine makes it, and who went out."""
    scored = match.score_deal(variants.load(key), players, [tally.read(one) for one in tallies])
    found = []
    for one, score in zip(tallies, scored.scores, strict=True):
        out = {name: True for name in ("went_out", "concealed") if one.get(name)}
        found.append({"result": score, **({"went_out": True} if "special_hand" in one else out)})
    return found


def kind(key: str, meld: list[str]) -> str | None:
    """The kind of canasta of these cards; None where they are none."""
    jokers, twos = meld.count("JK"), meld.count("2")
    if len(meld) < 7:
        return None
    if jokers + twos < len(meld):
        if jokers + twos:
            return "mixed"
        return "special" if GAMES[key].side_melds and meld[0] in ("A", "7") else "natural"
    if jokers == 0 and key in ("americana", "italian"):
        return "twos"
    if key == "americana" and jokers == 4:
        return "four_jokers"
    return "jokers" if key == "italian" and (jokers, twos) == (6, 1) else "wild"


def short(key: str, meld: list[str]) -> str | None:
    """What the American game charges for a meld of these cards that is no canasta."""
    if len(meld) >= 7 or not GAMES[key].side_melds:
        return None
    if set(meld) <= set(WILD):
        return "incomplete_four_jokers" if meld.count("JK") == 4 else "incomplete_wild"
    return {("A",): "incomplete_aces", ("7",): "incomplete_sevens"}.get(tuple(set(meld)))


class _Deal:
    def __init__(self, key: str, chance: random.Random, minimums: list[int], players: int) -> None:
        self.key, self.game, self.chance, self.players = key, GAMES[key], chance, players
        self.sides = range(SIDES[players])
        self.needed = self.game.needed[players]
        self.left = Counter(dict.fromkeys((*NATURALS, "2"), 4 * self.game.packs))
        self.left |= Counter(dict.fromkeys(("JK", "B3", "R3"), 2 * self.game.packs))
        self.special: str | None = None
        self.concealed = False
        plans = self._plans()
        self.out: int | None = None
        if chance.random() >= NOBODY_OUT:
            while not (ready := [side for side in self.sides if self._ready(plans[side])]):
                plans = self._plans()
            self.out = chance.choice(ready)
        if self.game.side_melds and chance.random() < SPECIAL_HAND:
            self._lay_special_hand()
        elif self.out is not None and self.game.concealed_exit and chance.random() < CONCEALED_EXIT:
            self.concealed = True
            plans[self.out] = {**dict.fromkeys(plans[self.out], 0), chance.choice(("natural", "mixed")): self.needed}
        self.opened = [
            side == self.out or any(plans[side].values()) or chance.random() >= NEVER_OPENED for side in self.sides
        ]
        self.melds: list[list[list[str]]] = [[] for _ in self.sides]
        laying = [side for side in self.sides if self.opened[side] and not (self.special and side == self.out)]
        for kinds in ("wild", "special", "natural", "mixed"):  # the scarcest cards first
            for side in laying:
                for _ in range(plans[side][kinds]):
                    self._lay_canasta(side, kinds)
        for side in laying:
            self._lay_small_melds(side, minimums[side])
        self.threes = {card: self._lay_threes(card) for card in ("R3", "B3")}
        self.hands = self._deal_hands()

    def tallies(self) -> Tallies:
        return [self._counted(side) for side in self.sides]

    def _pick(self, weights: Weights) -> int:
        return self.chance.choices(list(weights), list(weights.values()))[0]

    def _plans(self) -> list[dict[str, int]]:
        """The canastas of each side, by what they are made of."""
        game = self.game
        kinds = {"wild": game.wild, "special": game.special, "natural": game.natural, "mixed": game.mixed}
        return [{name: self._pick(weights) for name, weights in kinds.items()} for _ in self.sides]

    def _ready(self, plan: dict[str, int]) -> bool:
        """May a side with these canastas go out?"""
        return sum(plan.values()) >= self.needed and (plan["natural"] > 0 or not self.game.clean_needed)

    def _take(self, card: str, count: int) -> list[str]:
        if self.left[card] < count:
            raise _PacksEmpty
        self.left[card] -= count
        return [card] * count

    def _take_wild(self, count: int) -> list[str]:
        """Twos and jokers as they fall."""
        lying = [card for card in WILD for _ in range(self.left[card])]
        if len(lying) < count:
            raise _PacksEmpty
        return [self._take(card, 1)[0] for card in self.chance.sample(lying, count)]

    def _rank(self, side: int, naturals: int, ranks: tuple[str, ...]) -> str:
        """A rank with so many cards left of which the side has no meld."""
        laid = {meld[0] for meld in self.melds[side]}
        free = [rank for rank in ranks if rank not in laid and self.left[rank] >= naturals]
        if not free:
            raise _PacksEmpty
        return self.chance.choice(free)

    def _lay_canasta(self, side: int, kinds: str) -> None:
        if kinds == "wild":
            self.melds[side].append(self._wild_canasta())
            return
        wild = min(self._pick(CANASTA_WILD), self.game.most_wild) if kinds == "mixed" else 0
        cards = min(self._pick(CANASTA_CARDS), wild + 4 * self.game.packs)
        if kinds == "special" or self.game.side_melds or (self.concealed and side == self.out):
            cards = 7
        ranks = ("A", "7") if kinds == "special" else self._ranks(wild)
        self.melds[side].append(self._take(self._rank(side, cards - wild, ranks), cards - wild) + self._take_wild(wild))

    def _ranks(self, wild: int) -> tuple[str, ...]:
        """The ranks of which there are ordinary melds with so many wild cards."""
        if not self.game.side_melds:
            return NATURALS
        return tuple(rank for rank in NATURALS if rank != "7" and (wild or rank != "A"))

    def _wild_canasta(self) -> list[str]:
        way = self._pick(WILD_CANASTAS)
        if way == 0 or self.key not in ("americana", "italian"):
            return self._take_wild(7)
        jokers = 0 if way == 1 else self.left["JK"]
        return self._take("2", 7 - jokers) + self._take("JK", jokers)

    def _lay_small_melds(self, side: int, minimum: int) -> None:
        """Melds short of a canasta: as many as drawn, and more until the side has reached its minimum."""
        wanted = self._pick(self.game.small)
        if self.concealed and side == self.out:
            wanted, minimum = min(wanted, 1), 0
        while wanted > 0 or self._points(side) < minimum:
            wild = min(self._pick(SMALL_WILD), self.game.most_wild)
            naturals = max(self._pick(SMALL_CARDS) - wild, 2)
            if naturals == 2 and self.game.packs == 3:  # there two naturals take one wild card
                wild = 1
            rank = self._rank(side, naturals, self._ranks(wild))
            self.melds[side].append(self._take(rank, naturals) + self._take_wild(wild))
            wanted -= 1
        if self.game.side_melds and side != self.out and self.chance.random() < SHORT_SIDE_MELD:
            self._lay_short(side)
        if self.game.black_three_melds and side == self.out and self.chance.random() < BLACK_THREE_MELD:
            self.melds[side].append(self._take("B3", self.chance.choice((3, 4))))

    def _lay_short(self, side: int) -> None:
        rank = self.chance.choice(("A", "7", "wild"))
        if any(meld[0] == rank or (rank == "wild" and meld[0] in WILD) for meld in self.melds[side]):
            return
        cards = self._pick(SMALL_CARDS)
        self.melds[side].append(self._take_wild(cards) if rank == "wild" else self._take(rank, cards))

    def _lay_special_hand(self) -> None:
        """A hand of fourteen cards that ends the deal."""
        self.out = self.chance.choice(self.sides)
        self.special = self.chance.choice(list(SPECIAL_HANDS))
        for count, cards in SPECIAL_HANDS[self.special].items():
            for card in cards:
                self._take(card, count)

    def _lay_threes(self, card: str) -> list[int]:
        """How many of these threes lie on the table of each side."""
        most = self._pick(self.game.red_threes if card == "R3" else self.game.black_threes)
        laid = [0 for _ in self.sides]
        for _ in self._take(card, min(most, self.left[card])):
            laid[self.chance.choice(self.sides)] += 1
        return laid

    def _deal_hands(self) -> list[list[list[str]]]:
        """The hands of each side, all but that of the player who went out with a card or more in it.

        A red three is laid at once; only in the American game may it be held back.
        """
        stock = [card for card, n in self.left.items() if card != "R3" or self.game.side_melds for _ in range(n)]
        self.chance.shuffle(stock)
        hands: list[list[list[str]]] = []
        for side in self.sides:
            held = []
            for player in range(self.players // len(self.sides)):
                count = 0 if side == self.out and player == 0 else self._hand(side)
                if count > len(stock):
                    raise _PacksEmpty
                held.append([stock.pop() for _ in range(count)])
            hands.append(held)
        return hands

    def _hand(self, side: int) -> int:
        """Cards in a hand. Whose side has melded nothing holds as many as were dealt: draw one, discard one."""
        if self.opened[side]:
            return self.chance.randint(1, self.game.hand)
        return self.game.dealt[self.players] + self.chance.randint(0, self.game.drawn_more)

    def _points(self, side: int) -> int:
        return sum(VALUES[card] for meld in self.melds[side] for card in meld)

    def _counted(self, side: int) -> dict:
        """What a scorer counts of this side."""
        if self.special and side == self.out:
            return {"special_hand": self.special}
        found: dict = {}
        melds, hands = self.melds[side], self.hands[side]
        if melds:
            found["card_points"] = self._points(side)
        if canastas := Counter(name for meld in melds if (name := kind(self.key, meld))):
            found["canastas"] = dict(canastas)
            if self.game.concealed_canastas:
                share = 1 if self.concealed and side == self.out else CONCEALED_CANASTA
                concealed = sum(self.chance.random() < share for _ in canastas.elements())
                found |= {"concealed_canastas": concealed} if concealed else {}
        for name, card in (("red_threes", "R3"), ("black_threes", "B3")):
            if self.threes[card][side]:
                found[name] = self.threes[card][side]
        held = [card for hand in hands for card in hand]
        apart = held.count("B3") if self.game.black_threes_apart else 0
        found["hand_points"] = sum(VALUES[card] for card in held) - 5 * apart
        if apart:
            found["black_threes_in_hand"] = apart
        extras = Counter(name for meld in melds if (name := short(self.key, meld)))
        if self.game.side_melds:
            extras["aces_in_hand"] = sum(hand.count("A") >= 3 for hand in hands)
            extras["sevens_in_hand"] = sum(hand.count("7") >= 3 for hand in hands)
        if extras := +extras:
            found["extras"] = dict(extras)
        if side == self.out:
            found["went_out"] = True
            if self.concealed:
                found["concealed"] = True
        return found
