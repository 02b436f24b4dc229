"""Whole legal deals, made by really dealing the cards of the packs into melds, hands and laid threes.

What a canasta is and what counts where is said here anew, from the rule texts, and not asked of the program.
"""

import copy
from collections import Counter

from hypothesis import strategies as st

from scorekeeper import variants

NATURALS = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4")
VALUES = {
    "JK": 50,
    **dict.fromkeys(("A", "2"), 20),
    **dict.fromkeys(("K", "Q", "J", "10", "9", "8"), 10),
    **dict.fromkeys(("7", "6", "5", "4", "B3"), 5),
}
GAMES = {"classic": (4,), "canastra": (4, 2), "romanian": (4,), "americana": (4,), "italian": (4, 3, 2)}
SIDES = {4: 2, 3: 3, 2: 2}
TABLES = [(game, players) for game, numbers in GAMES.items() for players in numbers]

_NEVER = {
    "classic": ("R3",),
    "canastra": ("R3", "B3"),
    "romanian": ("R3", "B3"),
    "americana": (),
    "italian": ("R3",),
}
"""Cards in a hand that are never part of its points, whatever the table chose; in italian none is kept there."""

_BY_PIECE = {
    "americana": ("hands.apart.threes.each", ("B3", "R3")),
    "italian": ("hands.apart.black_threes.each", ("B3",)),
}


def value(game, card):
    """Card points; a red three has some in the American game alone."""
    return 5 if card == "R3" and game == "americana" else VALUES.get(card, 0)


def points(game, cards):
    return sum(value(game, card) for card in cards)


def by_value(game, cards):
    return dict(Counter(value(game, card) for card in cards))


def kind(game, meld):
    """The kind of canasta of these cards, None for fewer than seven."""
    jokers, twos = meld.count("JK"), meld.count("2")
    if len(meld) < 7 or "B3" in meld:
        return None
    if jokers + twos < len(meld):
        if jokers + twos:
            return "mixed"
        return "special" if game == "americana" and meld[0] in ("A", "7") else "natural"
    if game == "americana":
        return {0: "twos", 4: "four_jokers"}.get(jokers, "wild")
    if game == "italian":
        return "twos" if not jokers else "jokers" if (jokers, twos) == (6, 1) else "wild"
    return "wild"


def incomplete(game, meld):
    """The American game's penalty for a meld of these cards that is no canasta."""
    if game != "americana" or len(meld) >= 7:
        return None
    if all(card in ("JK", "2") for card in meld):
        return "incomplete_four_jokers" if meld.count("JK") == 4 else "incomplete_wild"
    return {("A",): "incomplete_aces", ("7",): "incomplete_sevens"}.get(tuple(set(meld)))


def charged_apart(game, rules):
    """Cards that a counted hand states by the piece under these house rules."""
    name, cards = _BY_PIECE.get(game, ("", ()))
    return (*_NEVER[game], *(cards if rules.get(name, 5) != 5 else ()))


class Packs:
    """What is left of the packs while a deal is dealt."""

    def __init__(self, game):
        packs = 3 if game == "italian" else 2
        self.left = Counter(dict.fromkeys((*NATURALS, "2"), 4 * packs) | dict.fromkeys(("JK", "B3", "R3"), 2 * packs))

    def take(self, card, most):
        """Up to so many of a card."""
        taken = [card] * min(most, self.left[card])
        self.left[card] -= len(taken)
        return taken

    def give_back(self, cards):
        self.left.update(cards)


def _most_wild(game, naturals):
    if game == "americana":
        return 2
    return min(naturals, 3) if game != "italian" else 1 if naturals == 2 else 2


@st.composite
def melds(draw, game, packs, out, wild_from):
    """The melds of one side, each a list of cards: legal, of different ranks."""
    laid = []
    ranks = draw(st.lists(st.sampled_from((*NATURALS, "wild", "B3")), max_size=6, unique=True))
    for rank in ranks:
        size = draw(st.sampled_from((3, 4, 5, 6, 7, 7, 7, 8)))
        if game == "americana":
            size = min(size, 7)
        if rank == "wild":
            jokers = draw(st.integers(0, size))
            meld = packs.take("JK", jokers)
            meld += packs.take("2", size - len(meld))
            legal = wild_from is not None and len(meld) >= wild_from
        elif rank == "B3":
            meld = packs.take("B3", min(size, 4))
            legal = out and game in ("classic", "canastra", "romanian") and len(meld) >= 3
        else:
            wild = draw(st.integers(0, 3)) if not (game == "americana" and rank == "7") else 0
            naturals = packs.take(rank, size - wild)
            wild = min(wild, _most_wild(game, len(naturals)), 7 - len(naturals) if game == "americana" else 3)
            jokers = draw(st.integers(0, wild)) if wild > 0 else 0
            extra = packs.take("JK", jokers)
            meld = naturals + extra + packs.take("2", wild - len(extra))
            legal = len(naturals) >= 2 and len(meld) >= 3
        if legal:
            laid.append(meld)
        else:
            packs.give_back(meld)
    return laid


@st.composite
def hand(draw, game, packs):
    """A hand that is not empty."""
    kinds = (*NATURALS, "2", "JK", "B3") if game == "italian" else (*NATURALS, "2", "JK", "B3", "R3")
    ranks = draw(st.lists(st.sampled_from(kinds), min_size=1, max_size=6))
    cards = [card for rank in ranks for card in packs.take(rank, draw(st.sampled_from((1, 1, 1, 3))))]
    return cards or packs.take("4", 1) or packs.take("K", 1) or packs.take("A", 1)


@st.composite
def house_rules(draw, game):
    """A few house rules, chosen among what the game's file offers."""
    offered = variants.load(game).house_rules
    names = draw(st.lists(st.sampled_from(sorted(offered)), max_size=3, unique=True))
    return {name: draw(st.sampled_from(offered[name].choices)) for name in names}


@st.composite
def deals(draw, game, players, rules):
    """One deal: for each side its melds, concealed or not, hands, laid threes and how it went out."""
    packs = Packs(game)
    sides = SIDES[players]
    out = draw(st.sampled_from((None, *range(sides))))
    wild_from = {"classic": None, "americana": 3, "italian": 3}.get(game, rules.get("melds.wild_from", 7))
    dealt = []
    for side in range(sides):
        laid = draw(melds(game, packs, side == out, wild_from))
        hands = [draw(hand(game, packs)) for _ in range(players // sides)]
        if side == out:
            packs.give_back(hands[0])
            hands[0] = []
        dealt.append(
            {
                "melds": laid,
                "shown": [game == "classic" and len(meld) >= 7 and draw(st.booleans()) for meld in laid],
                "hands": hands,
                "red_threes": len(packs.take("R3", draw(st.integers(0, 2)))),
                "black_threes": len(packs.take("B3", draw(st.integers(0, 2)))) if game == "americana" else 0,
                "went_out": side == out,
                "concealed": side == out and game in ("classic", "canastra", "romanian") and draw(st.booleans()),
            }
        )
    return dealt


@st.composite
def tables(draw):
    """A game, its number of players, house rules and a deal."""
    game, players = draw(st.sampled_from(TABLES))
    rules = draw(house_rules(game))
    return game, players, rules, draw(deals(game, players, rules))


def text(cards):
    return " ".join(cards)


def _common(side):
    return {key: side[key] for key in ("red_threes", "black_threes", "went_out", "concealed") if side[key]}


def named(side):
    """The side's tally with every card named."""
    pairs = zip(side["melds"], side["shown"], strict=True)
    return {
        "melds": [{"cards": text(meld), "concealed": True} if shown else text(meld) for meld, shown in pairs],
        "hands": [text(cards) for cards in side["hands"]],
        **_common(side),
    }


def counted(game, rules, side, by_counts=False):
    """The same side counted: points and canastas, or cards of each value and canastas."""
    unpriced = rules.get("canastas.kinds.wild.card_values") is False
    melded = [card for meld in side["melds"] for card in meld if not (unpriced and kind(game, meld) == "wild")]
    held = [card for cards in side["hands"] for card in cards]
    apart = charged_apart(game, rules)
    in_points = [card for card in held if card not in apart]
    found = _common(side)
    if by_counts:
        found["card_counts"] = {str(worth): n for worth, n in by_value(game, melded).items()}
        found["hand_counts"] = {str(worth): n for worth, n in by_value(game, in_points).items()}
    else:
        found["card_points"] = points(game, melded)
        found["hand_points"] = points(game, in_points)
    kinds = Counter(found_kind for meld in side["melds"] if (found_kind := kind(game, meld)))
    if kinds:
        found["canastas"] = dict(kinds)
    if any(side["shown"]) and rules.get("canastas.concealed", 100):
        found["concealed_canastas"] = sum(side["shown"])
    if side["melds"] and not melded:
        found["opened"] = True
    extras = Counter(key for meld in side["melds"] if (key := incomplete(game, meld)))
    if game == "americana":
        for rank, key in (("A", "aces_in_hand"), ("7", "sevens_in_hand")):
            extras[key] = sum(cards.count(rank) >= 3 for cards in side["hands"])
    if extras := {key: n for key, n in extras.items() if n}:
        found["extras"] = extras
    for card, key in (("B3", "black_threes_in_hand"), ("R3", "red_threes_in_hand")):
        if card in apart and card in held:
            found[key] = held.count(card)
    return found


def sheet(game, players, rules, tallies, **more):
    """The score sheet of one deal or, given `deals`, of several."""
    names = ["We", "They", "You"][: SIDES[players]]
    deals = more.pop("deals", [{"tallies": tallies}])
    return {"variant": game, "players": players, "sides": names, "rules": rules, "deals": deals, **more}


ODDITIES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-10, 10),
    st.integers(),
    st.sampled_from((2**63, -(2**64), 10**400, 10**4299, 1180, 433, -5)),
    st.floats(),
    st.text(max_size=4),
    st.sampled_from(("K*7", "JK", "B3*3", "K*9999", "natural", "wild", "\ud800", "{n}", "", "target")),
)

KEYS = st.one_of(
    st.text(max_size=3),
    st.sampled_from(
        (
            *("variant", "players", "sides", "before", "rules", "deals", "tallies", "melds", "card_points"),
            *("card_counts", "hand_counts", "canastas", "concealed_canastas", "opened", "red_threes", "black_threes"),
            *("hands", "hand_points", "black_threes_in_hand", "red_threes_in_hand", "hand_taken_off", "extras"),
            *("went_out", "concealed", "special_hand", "result", "adjustment", "points", "reason", "cards", "natural"),
            *("mixed", "wild", "50", "20", "5", "target", "tie", "incomplete_aces", "aces_in_hand"),
        )
    ),
)

ANYTHING = st.recursive(
    ODDITIES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=4), max_leaves=12
)


def _places(value, place=()):
    """The path of everything inside a document."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, one in inner:
        yield (*place, key)
        yield from _places(one, (*place, key))


@st.composite
def spoiled(draw):
    """A good sheet with something in it replaced, taken away, doubled or added."""
    game, players, rules, dealt = draw(tables())
    written = [named(side) if draw(st.booleans()) else counted(game, rules, side) for side in dealt]
    document = copy.deepcopy(sheet(game, players, rules, written, before=[0] * SIDES[players]))
    for _ in range(draw(st.integers(1, 3))):
        places = list(_places(document))
        if not places:
            break
        *path, last = draw(st.sampled_from(places))
        table = document
        for key in path:
            table = table[key]
        act = draw(st.sampled_from(("replace", "take away", "double", "add")))
        if act == "replace":
            table[last] = draw(ANYTHING)
        elif act == "take away":
            del table[last]
        elif isinstance(table, list):
            table.append(table[last] if act == "double" else draw(ANYTHING))
        else:
            table[draw(KEYS)] = table[last] if act == "double" else draw(ANYTHING)
    return document
