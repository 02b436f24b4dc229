"""What is refused and what is doubted: tables of deals, each with the places that must be named.

A place is what the sheet says of the first deal: "tallies[1].melds"; "" is the deal as a whole.
"""

import pytest

from scorekeeper import referee, rulebook, tally, variants
from scorekeeper.faults import Refused
from scorekeeper.sheet import SheetRefused, score_under, where

NAMES = ("We", "They", "You")


def case(title, variant, tallies, *expected, **rest):
    """One deal: its tallies, the places expected, and what else the sheet says (players, before, rules)."""
    return pytest.param(variant, tallies, list(expected), rest, id=f"{variant}: {title}")


def played(variant, tallies, rest):
    deals = rest.pop("deals", None) or [{"tallies": tallies}]
    sides = list(NAMES[: len(deals[0]["tallies"])])
    return score_under(variants.load(variant), {"sides": sides, "deals": deals, **rest})


def errors(variant, tallies, rest):
    try:
        played(variant, tallies, dict(rest))
    except SheetRefused as refused:
        return [place.removeprefix("deals[0].") for place, _ in refused.faults]
    return []


def doubts(variant, tallies, rest):
    match = played(variant, tallies, dict(rest))
    places = [where(i, doubt) for i, deal in enumerate(match.deals) for doubt in deal.doubts]
    return [place.removeprefix("deals[0].") for place in places]


CLEAN = {"melds": ["Q*7", "10*6"], "hands": ["4", "9 8"]}
"""A side about which there is nothing to say, out or not."""

SAID_TWICE = [
    case("card points beside melds", "classic", [{"melds": ["K*7"], "card_points": 70}, {}], "tallies[0].card_points"),
    case(
        "card counts beside melds",
        "classic",
        [{"melds": ["K*7"], "card_counts": {10: 7}}, {}],
        "tallies[0].card_counts",
    ),
    case(
        "canastas beside melds", "classic", [{"melds": ["K*7"], "canastas": {"natural": 1}}, {}], "tallies[0].canastas"
    ),
    case(
        "canastas beside an empty list of melds",
        "classic",
        [{"melds": [], "canastas": {"mixed": 1}}, {}],
        "tallies[0].canastas",
    ),
    case(
        "concealed canastas beside melds",
        "classic",
        [{}, {"melds": ["K*7"], "concealed_canastas": 1}],
        "tallies[1].concealed_canastas",
    ),
    case(
        "incomplete aces beside melds",
        "americana",
        [{"melds": ["A A A"], "extras": {"incomplete_aces": 1}}, {}],
        "tallies[0].extras.incomplete_aces",
    ),
    case(
        "incomplete sevens beside melds",
        "americana",
        [{"melds": ["7 7 7"], "extras": {"incomplete_sevens": 1}}, {}],
        "tallies[0].extras.incomplete_sevens",
    ),
    case(
        "incomplete wild beside melds",
        "americana",
        [{"melds": ["2*3"], "extras": {"incomplete_wild": 1}}, {}],
        "tallies[0].extras.incomplete_wild",
    ),
    case(
        "incomplete wild with four jokers beside melds",
        "americana",
        [{"melds": ["JK*4"], "extras": {"incomplete_four_jokers": 1}}, {}],
        "tallies[0].extras.incomplete_four_jokers",
    ),
    case(
        "hand points beside hands", "classic", [{"hands": ["K", "5"], "hand_points": 15}, {}], "tallies[0].hand_points"
    ),
    case(
        "hand counts beside hands",
        "classic",
        [{"hands": ["K", "5"], "hand_counts": {10: 1}}, {}],
        "tallies[0].hand_counts",
    ),
    case(
        "black threes in hand beside hands",
        "canastra",
        [{"hands": ["K", "B3"], "black_threes_in_hand": 1}, {}],
        "tallies[0].black_threes_in_hand",
    ),
    case(
        "red threes in hand beside hands",
        "classic",
        [{"hands": ["K", "R3"], "red_threes_in_hand": 1}, {}],
        "tallies[0].red_threes_in_hand",
    ),
    case(
        "aces in hand beside hands",
        "americana",
        [{"hands": ["A A A", "K"], "extras": {"aces_in_hand": 1}}, {}],
        "tallies[0].extras.aces_in_hand",
    ),
    case(
        "sevens in hand beside hands",
        "americana",
        [{"hands": ["7 7 7", "K"], "extras": {"sevens_in_hand": 1}}, {}],
        "tallies[0].extras.sevens_in_hand",
    ),
    case(
        "card points beside card counts",
        "classic",
        [{"card_points": 70, "card_counts": {10: 7}}, {}],
        "tallies[0].card_points",
    ),
    case(
        "hand points beside hand counts",
        "classic",
        [{"hand_points": 10, "hand_counts": {10: 1}}, {}],
        "tallies[0].hand_points",
    ),
    *(
        case(f"{key} beside a result", "classic", [{"result": 500, key: value}, {}], f"tallies[0].{key}")
        for key, value in {
            "melds": ["K*7"],
            "card_points": 70,
            "card_counts": {10: 7},
            "canastas": {"natural": 1},
            "concealed_canastas": 1,
            "opened": True,
            "red_threes": 1,
            "hands": ["", ""],
            "hand_points": 0,
            "hand_counts": {5: 1},
            "red_threes_in_hand": 1,
            "hand_taken_off": True,
        }.items()
    ),
    case(
        "black threes beside a result", "americana", [{"result": 500, "black_threes": 1}, {}], "tallies[0].black_threes"
    ),
    case(
        "black threes in hand beside a result",
        "canastra",
        [{"result": 500, "black_threes_in_hand": 1}, {}],
        "tallies[0].black_threes_in_hand",
    ),
    case(
        "extras beside a result", "americana", [{"result": 500, "extras": {"aces_in_hand": 1}}, {}], "tallies[0].extras"
    ),
]

UNKNOWN = [
    case("a key that no sheet has", "classic", [{"meld": ["K*7"]}, {}], "tallies[0].meld"),
    case("a text that is no card", "classic", [{"melds": ["K*7 1"]}, {}], "tallies[0].melds[0]"),
    case("a plain three", "classic", [{"melds": ["K*7"], "hands": ["3", ""]}, {}], "tallies[0].hands[0]"),
    case("a card with a suit", "classic", [{"melds": ["KH KS KD"]}, {}], "tallies[0].melds[0]"),
    case("no card at all of a rank", "classic", [{"melds": ["K*0"]}, {}], "tallies[0].melds[0]"),
    case("wild canastas", "classic", [{"card_points": 200, "canastas": {"wild": 1}}, {}], "tallies[0].canastas.wild"),
    case(
        "canastas of twos", "canastra", [{"card_points": 200, "canastas": {"twos": 1}}, {}], "tallies[0].canastas.twos"
    ),
    case(
        "canastas of twos", "romanian", [{"card_points": 200, "canastas": {"twos": 1}}, {}], "tallies[0].canastas.twos"
    ),
    case(
        "canastas of jokers",
        "americana",
        [{"card_points": 400, "canastas": {"jokers": 1}}, {}],
        "tallies[0].canastas.jokers",
    ),
    case(
        "special canastas",
        "italian",
        [{"card_points": 200, "canastas": {"special": 1}}, {}],
        "tallies[0].canastas.special",
    ),
    case("an extra", "classic", [{"extras": {"incomplete_aces": 1}}, {}], "tallies[0].extras.incomplete_aces"),
    case("an extra", "americana", [{"extras": {"incomplete_kings": 1}}, {}], "tallies[0].extras.incomplete_kings"),
    case("a special hand", "classic", [{"special_hand": "straight"}, {}], "tallies[0].special_hand"),
    case("a special hand", "americana", [{"special_hand": "royal"}, {}], "tallies[0].special_hand"),
    case("going out concealed", "americana", [{"went_out": True, "concealed": True}, {}], "tallies[0].concealed"),
    case("going out concealed", "italian", [{"went_out": True, "concealed": True}, {}], "tallies[0].concealed"),
    *(
        case(
            "paying for concealed canastas",
            game,
            [{"card_points": 70, "canastas": {"natural": 1}, "concealed_canastas": 1}, {}],
            "tallies[0].concealed_canastas",
        )
        for game in ("canastra", "romanian", "americana", "italian")
    ),
    *(
        case("black threes laid", game, [{"melds": ["K*7"], "black_threes": 1}, {}], "tallies[0].black_threes")
        for game in ("classic", "canastra", "romanian", "italian")
    ),
    *(
        case(
            "black threes in hand apart, at card value",
            game,
            [{"hand_points": 5, "black_threes_in_hand": 1}, {}],
            "tallies[0].black_threes_in_hand",
        )
        for game in ("classic", "italian", "americana")
    ),
    case(
        "red threes in hand apart, at card value",
        "americana",
        [{"hand_points": 5, "red_threes_in_hand": 1}, {}],
        "tallies[0].red_threes_in_hand",
    ),
    case("a value of no card", "classic", [{"card_counts": {15: 2}}, {}], "tallies[0].card_counts.15"),
    case("a value of no card in a hand", "classic", [{"hand_counts": {100: 1}}, {}], "tallies[0].hand_counts.100"),
]

IMPOSSIBLE_POINTS = [
    case("433 points melded", "classic", [{"card_points": 433}, {}], "tallies[0].card_points"),
    case("433 as a result", "classic", [{"result": 433}, {"result": 0}], "tallies[0].result"),
    case("-3 as a result", "classic", [{"result": 0}, {"result": -3}], "tallies[1].result"),
    case("a result beyond any deal", "classic", [{"result": 100_000}, {"result": 0}], "tallies[0].result"),
    case("7 in hand", "classic", [{"hand_points": 7}, {}], "tallies[0].hand_points"),
    case("5 points melded", "classic", [{"card_points": 5}, {}], "tallies[0].card_points"),
    case("10 points melded", "classic", [{"card_points": 10}, {}], "tallies[0].card_points"),
    case("10 points melded", "italian", [{"card_points": 10}, {}], "tallies[0].card_points"),
    case("10 points melded", "americana", [{"card_points": 10}, {}], "tallies[0].card_points"),
    case("two cards of 20 melded", "classic", [{"card_counts": {20: 2}}, {}], "tallies[0].card_counts"),
    case("minus 70 melded", "classic", [{"card_points": -70}, {}], "tallies[0].card_points"),
    case("minus 70 melded", "americana", [{"card_points": -70}, {}], "tallies[0].card_points"),
    case("minus 5 in hand", "classic", [{"hand_points": -5}, {}], "tallies[0].hand_points"),
    case("minus one red three", "classic", [{"red_threes": -1}, {}], "tallies[0].red_threes"),
    case(
        "minus one canasta",
        "classic",
        [{"card_points": 70, "canastas": {"mixed": -1}}, {}],
        "tallies[0].canastas.mixed",
    ),
    case("minus two cards", "classic", [{"card_counts": {10: -2}}, {}], "tallies[0].card_counts.10"),
    case("canastas without card points", "classic", [{"canastas": {"natural": 1}}, {}], "tallies[0].card_points"),
    case(
        "concealed canastas without card points", "classic", [{"concealed_canastas": 1}, {}], "tallies[0].card_points"
    ),
    case(
        "more concealed canastas than canastas",
        "classic",
        [{"card_points": 70, "canastas": {"natural": 1}, "concealed_canastas": 2}, {}],
        "tallies[0].concealed_canastas",
    ),
    case(
        "an adjustment beyond a million",
        "classic",
        [{"adjustment": {"points": 1_000_005, "reason": "x"}}, {}],
        "tallies[0].adjustment.points",
    ),
    case(
        "an adjustment for no reason",
        "classic",
        [{"adjustment": {"points": 5, "reason": " "}}, {}],
        "tallies[0].adjustment.reason",
    ),
    case(
        "an adjustment without a reason", "classic", [{"adjustment": {"points": 5}}, {}], "tallies[0].adjustment.reason"
    ),
    case(
        "three aces in each of three hands of two players",
        "americana",
        [{"hand_points": 300, "extras": {"aces_in_hand": 3}}, {}],
        "tallies[0].extras.aces_in_hand",
    ),
    case(
        "three aces in a hand of 55 points",
        "americana",
        [{"hand_points": 55, "extras": {"aces_in_hand": 1}}, {}],
        "tallies[0].extras.aces_in_hand",
    ),
    case(
        "three sevens in each of two hands of 25 points together",
        "americana",
        [{"hand_points": 25, "extras": {"sevens_in_hand": 2}}, {}],
        "tallies[0].extras.sevens_in_hand",
    ),
    case(
        "an incomplete meld of aces in 15 points",
        "americana",
        [{"card_points": 15, "extras": {"incomplete_aces": 1}}, {}],
        "tallies[0].extras.incomplete_aces",
    ),
    case(
        "two incomplete melds of aces of one side",
        "americana",
        [{"card_points": 200, "extras": {"incomplete_aces": 2}}, {}],
        "tallies[0].extras.incomplete_aces",
    ),
]

PACK = [
    case(
        "44 cards of 10 by value beside three kings and three queens",
        "classic",
        [{"card_counts": {10: 44}}, {"melds": ["K*3", "Q*3"], "hands": ["4", "9"]}],
        "tallies[1].melds[1]",
    ),
    case(
        "six aces beside three in an unfinished meld",
        "americana",
        [{"melds": ["A*6"], "hands": ["4", "9"]}, {"card_points": 300, "extras": {"incomplete_aces": 1}}],
        "tallies[1].extras.incomplete_aces",
    ),
    case(
        "six aces after three in an unfinished meld",
        "americana",
        [{"card_points": 300, "extras": {"incomplete_aces": 1}}, {"melds": ["A*6"], "hands": ["4", "9"]}],
        "tallies[1].melds[0]",
    ),
    case(
        "three aces melded beside two hands with three",
        "americana",
        [{"melds": ["A*3"], "hands": ["4", "9"]}, {"hand_points": 200, "extras": {"aces_in_hand": 2}}],
        "tallies[1].extras.aces_in_hand",
    ),
    case(
        "a fifth joker beside an unfinished wild meld with four",
        "americana",
        [
            {"melds": ["K*3 JK"], "hands": ["4", "9"]},
            {"card_points": 300, "hand_points": 20, "extras": {"incomplete_four_jokers": 1}},
        ],
        "tallies[1].extras.incomplete_four_jokers",
    ),
    case(
        "ten twos in mixed canastas and melds beside an unfinished wild meld",
        "americana",
        [
            {"melds": ["K*5 2*2", "Q*5 2*2", "J*5 2*2", "10*5 2*2"], "hands": ["4", "9"]},
            {"card_points": 300, "hand_points": 20, "canastas": {"mixed": 2}, "extras": {"incomplete_wild": 1}},
        ],
        "tallies[1].extras.incomplete_wild",
    ),
    case("a thousand cards of 10", "classic", [{"card_counts": {10: 1000}}, {}], "tallies[0].card_counts.10"),
    case("109 cards of 10", "classic", [{"card_counts": {10: 109}}, {}], "tallies[0].card_counts.10"),
    case("109 red threes", "classic", [{"melds": ["K*3"], "red_threes": 109}, {}], "tallies[0].red_threes"),
    case(
        "a fifth red three over both sides",
        "classic",
        [{"melds": ["A A A"], "red_threes": 3}, {"melds": ["K K K"], "red_threes": 2}],
        "tallies[1].red_threes",
    ),
    case("five red threes on one side", "classic", [{"red_threes": 5}, {}], "tallies[0].red_threes"),
    case(
        "a fifth red three in a hand",
        "classic",
        [{"melds": ["A A A"], "red_threes": 4, "hands": ["4", "R3"]}, {}],
        "tallies[0].hands[1]",
    ),
    case(
        "a fifth red three, counted, in a hand",
        "classic",
        [{"red_threes": 2}, {"red_threes": 2, "hand_points": 0, "red_threes_in_hand": 1}],
        "tallies[1].red_threes_in_hand",
    ),
    case(
        "a fifth black three laid", "americana", [{"black_threes": 3}, {"black_threes": 2}], "tallies[1].black_threes"
    ),
    case(
        "a fifth black three in a hand",
        "canastra",
        [{"hand_points": 0, "black_threes_in_hand": 3}, {"hand_points": 0, "black_threes_in_hand": 2}],
        "tallies[1].black_threes_in_hand",
    ),
    case("a seventh red three", "italian", [{"red_threes": 4}, {"red_threes": 3}], "tallies[1].red_threes"),
    case(
        "a ninth king over both sides",
        "classic",
        [{"melds": ["K*7"]}, {"melds": ["K K 2", "A A A"]}],
        "tallies[1].melds[0]",
    ),
    case("nine aces in the third meld", "classic", [{"melds": ["K*7", "Q*4", "A*9"]}, {}], "tallies[0].melds[2]"),
    case("a ninth king in the second meld", "classic", [{"melds": ["K*5", "K*4", "K*3"]}, {}], "tallies[0].melds[1]"),
    case("nine kings in the second hand", "classic", [{"hands": ["A", "K*9"]}, {}], "tallies[0].hands[1]"),
    case(
        "a ninth king in the second hand, after a meld and the first hand",
        "classic",
        [{"melds": ["Q*3", "K*7"], "hands": ["K", "K"]}, {}],
        "tallies[0].hands[1]",
    ),
    case("nine kings in one meld", "classic", [{"melds": ["K*9"]}, {}], "tallies[0].melds[0]"),
    case("a ninth king in a hand", "classic", [{"melds": ["K*7"], "hands": ["K*2", ""]}, {}], "tallies[0].hands[0]"),
    case("a thirteenth king", "italian", [{"melds": ["K*12"]}, {"hands": ["", "K"]}], "tallies[1].hands[1]"),
    case("a fifth joker", "classic", [{"hands": ["JK*3", ""]}, {"hands": ["JK*2", ""]}], "tallies[1].hands[0]"),
    case("a ninth two", "classic", [{"hands": ["2*5", ""]}, {"hands": ["2*4", ""]}], "tallies[1].hands[0]"),
    case("a seventh joker", "italian", [{"melds": ["JK*6 2"]}, {"hands": ["", "JK"]}], "tallies[1].hands[1]"),
    case(
        "a fifth joker beside four counted ones",
        "classic",
        [{"card_counts": {50: 4, 10: 8}}, {"melds": ["K K K JK"]}],
        "tallies[1].melds[0]",
    ),
    case(
        "five cards of 50, counted over both sides",
        "classic",
        [{"card_counts": {50: 3, 10: 8}}, {"hand_counts": {50: 2}}],
        "tallies[1].hand_counts.50",
    ),
    case("five cards of 50 counted", "classic", [{"card_counts": {50: 5, 10: 8}}, {}], "tallies[0].card_counts.50"),
    case("37 cards of 5 counted", "classic", [{"card_counts": {5: 37}}, {}], "tallies[0].card_counts.5"),
    case("41 cards of 5 counted", "americana", [{"card_counts": {5: 41}}, {}], "tallies[0].card_counts.5"),
    case("1185 points melded", "classic", [{"card_points": 1185}, {}], "tallies[0].card_points"),
    case("1185 points in a hand", "classic", [{}, {"hand_points": 1185}], "tallies[1].hand_points"),
    case(
        "1185 points over both sides",
        "canastra",
        [{"card_points": 1000}, {"card_points": 185}],
        "tallies[1].card_points",
    ),
    case(
        "1185 points over melds and hands",
        "romanian",
        [{"card_points": 1000, "hand_points": 100}, {"card_points": 70, "hand_points": 15}],
        "tallies[1].hand_points",
    ),
    case(
        "1205 points over both sides",
        "americana",
        [{"card_points": 1000}, {"card_points": 205}],
        "tallies[1].card_points",
    ),
    case(
        "1775 points over both sides",
        "italian",
        [{"card_points": 1000}, {"card_points": 775}],
        "tallies[1].card_points",
    ),
    case(
        "named melds beside 1150 counted points",
        "classic",
        [{"card_points": 1150}, {"melds": ["K*7"]}],
        "tallies[1].melds[0]",
    ),
    case(
        "named hands beside 1150 counted points",
        "classic",
        [{"card_points": 1150}, {"hands": ["K*3", "5"]}],
        "tallies[1].hands[1]",
    ),
    case(
        "counted points after named melds",
        "classic",
        [{"melds": ["K*7"]}, {"card_points": 1115}],
        "tallies[1].card_points",
    ),
    case(
        "laid threes take their 5 of the points",
        "americana",
        [{"card_points": 1165, "red_threes": 4, "black_threes": 3}, {"hand_points": 5}],
        "tallies[1].hand_points",
    ),
]


def canastas(points, **kinds):
    return {"card_points": points, "canastas": kinds}


CANASTA_POINTS = [
    # variant, canastas of the first side, the fewest points that hold them
    ("classic", {"natural": 1}, 35),
    ("classic", {"natural": 2}, 70),
    ("classic", {"natural": 3}, 105),
    ("classic", {"natural": 4}, 140),
    ("classic", {"natural": 5}, 210),
    ("classic", {"natural": 6}, 280),
    ("classic", {"natural": 11}, 700),
    ("classic", {"mixed": 1}, 50),
    ("classic", {"mixed": 4}, 200),
    ("classic", {"mixed": 6}, 360),
    ("classic", {"natural": 3, "mixed": 1}, 155),
    ("classic", {"natural": 4, "mixed": 1}, 220),
    ("classic", {"natural": 4, "mixed": 2}, 300),
    ("classic", {"natural": 6, "mixed": 5}, 740),
    ("classic", {"natural": 9, "mixed": 4}, 1070),
    ("canastra", {"wild": 1}, 140),
    ("canastra", {"wild": 1, "natural": 1}, 175),
    ("canastra", {"wild": 1, "mixed": 2}, 270),
    ("canastra", {"wild": 1, "mixed": 5}, 540),
    ("romanian", {"wild": 1, "mixed": 1}, 190),
    ("americana", {"special": 1}, 35),
    ("americana", {"special": 2}, 175),
    ("americana", {"natural": 1}, 35),
    ("americana", {"natural": 3}, 105),
    ("americana", {"natural": 4}, 175),
    ("americana", {"special": 1, "natural": 3}, 140),
    ("americana", {"mixed": 3}, 150),
    ("americana", {"mixed": 4}, 230),
    ("americana", {"twos": 1}, 140),
    ("americana", {"twos": 1, "mixed": 2}, 270),
    ("americana", {"four_jokers": 1}, 260),
    ("americana", {"wild": 1}, 170),
    ("italian", {"natural": 4}, 140),
    ("italian", {"natural": 5}, 210),
    ("italian", {"mixed": 8}, 400),
    ("italian", {"twos": 1}, 140),
    ("italian", {"jokers": 1}, 320),
    ("italian", {"wild": 1}, 170),
    ("italian", {"wild": 2}, 340),
    ("italian", {"wild": 2, "mixed": 1}, 420),
]


@pytest.mark.parametrize(
    ("variant", "kinds", "fewest"),
    [pytest.param(*row, id=f"{row[0]}: {row[1]} on {row[2]}") for row in CANASTA_POINTS],
)
def test_canastas_hold_their_fewest_points_and_not_5_less(variant, kinds, fewest):
    found = {points: errors(variant, [canastas(points, **kinds), {}], {}) for points in (fewest, fewest - 5)}
    assert found == {fewest: [], fewest - 5: ["tallies[0].card_points"]}


TOO_FEW_POINTS = [
    case(
        "three natural canastas on 35 beside a side with points to spare",
        "classic",
        [canastas(400, natural=1), canastas(35, natural=3)],
        "tallies[1].card_points",
    ),
    case(
        "a mixed canasta beside a wild one whose cards are not counted",
        "canastra",
        [canastas(95, wild=1, mixed=2), {}],
        "tallies[0].card_points",
        rules={"canastas.kinds.wild.card_values": False},
    ),
    case("three natural canastas on 35", "classic", [canastas(35, natural=3), {}], "tallies[0].card_points"),
    case("six natural canastas on 100", "classic", [canastas(100, natural=6), {}], "tallies[0].card_points"),
    case("six canastas on 100", "classic", [canastas(100, natural=3, mixed=3), {}], "tallies[0].card_points"),
    case(
        "a natural canasta in cards of 5 too few",
        "classic",
        [{"card_counts": {5: 6}, "canastas": {"natural": 1}}, {}],
        "tallies[0].card_counts",
    ),
    case(
        "four natural canastas on each side are eight ranks: 415",
        "classic",
        [canastas(140, natural=4), canastas(275, natural=4)],
        "tallies[1].card_points",
    ),
    case(
        "natural canastas of both sides take distinct ranks in three packs too: 205",
        "italian",
        [canastas(105, natural=3), canastas(100, natural=2)],
        "tallies[1].card_points",
    ),
    case(
        "the sevens are on the other side, so these sevens are aces: 135",
        "americana",
        [canastas(35, special=1), canastas(135, special=1)],
        "tallies[1].card_points",
    ),
    case(
        "sixes named on the other side are no natural canasta here",
        "classic",
        [{"melds": ["6 6 6", "A A A"]}, canastas(140, natural=4)],
        "tallies[1].card_points",
    ),
    case(
        "sevens named after they were counted",
        "classic",
        [canastas(140, natural=4), {"melds": ["7 7 7", "A A A"]}],
        "tallies[1].melds[0]",
    ),
]

TOO_MANY_CANASTAS = [
    case(
        "unfinished wild melds of both sides beside mixed canastas that need the rest",
        "americana",
        [
            {**canastas(600, mixed=4), "extras": {"incomplete_wild": 1}},
            {**canastas(600, mixed=3), "extras": {"incomplete_wild": 1}},
        ],
        "tallies[1].extras.incomplete_wild",
    ),
    case(
        "seven twos, an unfinished wild meld and three mixed canastas of twelve wild cards",
        "americana",
        [{**canastas(900, twos=1, mixed=3), "extras": {"incomplete_wild": 1}}, {}],
        "tallies[0].extras.incomplete_wild",
    ),
    case("two canastas of seven twos in one deal", "americana", [canastas(400, twos=2), {}], "tallies[0].canastas"),
    case(
        "a second canasta of twos by the other side",
        "italian",
        [canastas(140, twos=1), canastas(140, twos=1)],
        "tallies[1].canastas",
    ),
    case(
        "a wild canasta after the other side named ten wild cards",
        "canastra",
        [{"melds": ["2*7", "K*4 JK*3"], "hands": ["4", "9"]}, canastas(300, wild=1)],
        "tallies[1].canastas",
    ),
    case(
        "kings named after a counted canasta that needs them",
        "classic",
        [canastas(840, natural=11), {"melds": ["K*3"], "hands": ["4", "9"]}],
        "tallies[1].melds[0]",
    ),
    case("twelve natural canastas", "classic", [canastas(840, natural=12), {}], "tallies[0].canastas"),
    case(
        "twelve natural canastas over both sides",
        "classic",
        [canastas(420, natural=6), canastas(450, natural=6)],
        "tallies[1].canastas",
    ),
    case(
        "seven natural and seven mixed canastas",
        "classic",
        [canastas(1180, natural=7, mixed=7), {}],
        "tallies[0].canastas",
    ),
    case("thirteen mixed canastas", "classic", [canastas(1180, mixed=13), {}], "tallies[0].canastas"),
    case("two wild canastas", "canastra", [canastas(600, wild=2), {}], "tallies[0].canastas"),
    case(
        "a wild canasta on each side", "romanian", [canastas(300, wild=1), canastas(300, wild=1)], "tallies[1].canastas"
    ),
    case("a wild canasta and six mixed ones", "canastra", [canastas(800, wild=1, mixed=6), {}], "tallies[0].canastas"),
    case(
        "three special canastas",
        "americana",
        [canastas(400, special=2), canastas(400, special=1)],
        "tallies[1].canastas",
    ),
    case("twos and four jokers", "americana", [canastas(600, twos=1, four_jokers=1), {}], "tallies[0].canastas"),
    case("two canastas of jokers", "italian", [canastas(700, jokers=2), {}], "tallies[0].canastas"),
    case("two canastas of twos", "italian", [canastas(700, twos=2), {}], "tallies[0].canastas"),
    case(
        "three canastas of wild cards", "italian", [canastas(900, wild=2), canastas(200, twos=1)], "tallies[1].canastas"
    ),
    case(
        "jokers, and a dirty one for which no joker is left",
        "italian",
        [canastas(700, jokers=1, wild=1), {}],
        "tallies[0].canastas",
    ),
    case(
        "a wild canasta beside named jokers and twos",
        "canastra",
        [{"hands": ["JK*3 2*3", ""]}, canastas(300, wild=1)],
        "tallies[1].canastas",
    ),
]

CONTRADICTIONS = [
    case(
        "a natural canasta of six cards",
        "classic",
        [{"card_counts": {10: 6}, "canastas": {"natural": 1}, "hand_points": 20}, {}],
        "tallies[0].card_counts",
    ),
    case(
        "a mixed canasta of four jokers and three natural cards",
        "classic",
        [{"card_counts": {50: 4, 10: 3}, "canastas": {"mixed": 1}, "hand_points": 20}, {}],
        "tallies[0].card_counts",
    ),
    case(
        "a natural canasta and an unfinished meld of nine cards",
        "americana",
        [{"card_counts": {20: 9}, "canastas": {"special": 1}, "extras": {"incomplete_aces": 1}, "hand_points": 20}, {}],
        "tallies[0].card_counts",
    ),
    case(
        "33 cards of 5 in hand, black threes apart",
        "canastra",
        [{"hand_counts": {5: 33}}, {}],
        "tallies[0].hand_counts.5",
    ),
    case("not opened beside melds", "classic", [{"melds": ["K*7"], "opened": False}, {}], "tallies[0].opened"),
    case("not opened beside card points", "classic", [{"card_points": 70, "opened": False}, {}], "tallies[0].opened"),
    case(
        "not opened beside card counts", "classic", [{"card_counts": {10: 7}, "opened": False}, {}], "tallies[0].opened"
    ),
    case(
        "not opened beside an incomplete meld",
        "americana",
        [{"extras": {"incomplete_aces": 1}, "opened": False}, {}],
        "tallies[0].opened",
    ),
    case("opened without melds", "classic", [{"melds": [], "opened": True}, {}], "tallies[0].opened"),
    case("opened with 0 points", "classic", [{"card_points": 0, "opened": True}, {}], "tallies[0].opened"),
    case(
        "opened with no cards counted", "classic", [{"card_counts": {10: 0}, "opened": True}, {}], "tallies[0].opened"
    ),
    case("concealed without going out", "classic", [{"melds": ["K*7"], "concealed": True}, {}], "tallies[0].concealed"),
    case(
        "a result concealed without going out",
        "classic",
        [{"result": 500, "concealed": True}, {"result": 0}],
        "tallies[0].concealed",
    ),
    case("one hand for two players", "classic", [{"melds": ["K*7"], "hands": ["4"]}, {}], "tallies[0].hands"),
    case(
        "three hands for two players", "classic", [{"melds": ["K*7"], "hands": ["4", "", ""]}, {}], "tallies[0].hands"
    ),
    case(
        "two hands for one player",
        "canastra",
        [{"melds": ["K*7"], "hands": ["4", "5"]}, {}],
        "tallies[0].hands",
        players=2,
    ),
]

TWO_OUT = [
    case(
        "both sides out",
        "classic",
        [{"melds": ["K*7"], "went_out": True}, {"melds": ["Q*7"], "went_out": True}],
        "tallies[1].went_out",
    ),
    case(
        "both sides out by result",
        "classic",
        [{"result": 500, "went_out": True}, {"result": 500, "went_out": True}],
        "tallies[1].went_out",
    ),
    case(
        "two sides of three out",
        "italian",
        [{"result": 0, "went_out": True}, {"result": 0}, {"result": 0, "went_out": True}],
        "tallies[2].went_out",
    ),
    case(
        "out beside a special hand",
        "americana",
        [{"special_hand": "pairs"}, {"result": 0, "went_out": True}],
        "tallies[1].went_out",
    ),
    case(
        "a special hand after somebody went out",
        "americana",
        [{"result": 0, "went_out": True}, {"special_hand": "pairs"}],
        "tallies[1].special_hand",
    ),
    case(
        "two special hands",
        "americana",
        [{"special_hand": "pairs"}, {"special_hand": "garbage"}],
        "tallies[1].special_hand",
    ),
]

OUT = {"went_out": True}


def forbidden(title, variant, *melds, **rest):
    return case(title, variant, [{"melds": list(melds), **OUT}, {}], f"tallies[0].melds[{len(melds) - 1}]", **rest)


FORBIDDEN_MELDS = [
    *(forbidden("two cards", game, "K K") for game in ("classic", "canastra", "romanian", "americana", "italian")),
    *(forbidden("two ranks", game, "K K Q") for game in ("classic", "canastra", "romanian", "americana", "italian")),
    *(forbidden("no cards", game, "") for game in ("classic", "canastra", "romanian", "americana", "italian")),
    *(forbidden("red threes", game, "R3*3") for game in ("classic", "canastra", "romanian", "americana", "italian")),
    *(
        forbidden("one natural card", game, "5 2 2")
        for game in ("classic", "canastra", "romanian", "americana", "italian")
    ),
    *(forbidden("three wild cards with two naturals", game, "5*2 2*3") for game in ("classic", "canastra", "romanian")),
    *(forbidden("four wild cards", game, "9*8 2*4") for game in ("classic", "canastra", "romanian")),
    *(forbidden("two black threes", game, "B3*2") for game in ("classic", "canastra", "romanian")),
    *(forbidden("black threes with a wild card", game, "B3*3 2") for game in ("classic", "canastra", "romanian")),
    *(forbidden("black threes", game, "B3*3") for game in ("americana", "italian")),
    forbidden("wild cards alone", "classic", "2*4 JK*3"),
    forbidden("six wild cards alone", "canastra", "2*4 JK*2"),
    forbidden("six wild cards alone", "romanian", "2*4 JK*2"),
    forbidden("two wild cards alone", "canastra", "2*2", rules={"melds.wild_from": 3}),
    forbidden("two wild cards alone", "americana", "2*2"),
    forbidden("two wild cards alone", "italian", "2 JK"),
    forbidden("the ace is no wild card", "romanian", "K K A"),
    forbidden("eight cards", "americana", "K*8"),
    forbidden("eight wild cards", "americana", "2*6 JK*2"),
    forbidden("three wild cards", "americana", "K*4 2*3"),
    forbidden("a wild card with sevens", "americana", "7*6 2"),
    forbidden("two wild cards with two naturals", "italian", "K*2 2*2"),
    forbidden("three wild cards", "italian", "K*4 2*3"),
    *(forbidden("two melds of one rank", game, "K*4", "K*3 2") for game in ("canastra", "romanian", "americana")),
    *(
        case(
            "black threes of a side that is not out",
            game,
            [{"melds": ["K*7", "B3*3"]}, {"melds": ["Q*7"], **OUT}],
            "tallies[0].melds[1]",
        )
        for game in ("classic", "canastra", "romanian")
    ),
]

TAKEN_OFF = {"hand_taken_off": True}
HANDS_TAKEN_OFF = [
    case(
        "hands counted in a game that turns melds",
        "americana",
        [{"card_points": 70, **TAKEN_OFF}, {}],
        "tallies[0].hand_taken_off",
    ),
    case(
        "hands counted in a game that doubles them",
        "italian",
        [{"card_points": 70, **TAKEN_OFF}, {}],
        "tallies[0].hand_taken_off",
    ),
    case("melds named", "classic", [{"melds": ["K*7"], **TAKEN_OFF}, {}], "tallies[0].melds"),
    case("hands named", "classic", [{"card_points": 70, "hands": ["", "4"], **TAKEN_OFF}, {}], "tallies[0].hands"),
    case("hand points", "classic", [{"card_points": 70, "hand_points": 5, **TAKEN_OFF}, {}], "tallies[0].hand_points"),
    case(
        "hand counts",
        "classic",
        [{"card_points": 70, "hand_counts": {5: 1}, **TAKEN_OFF}, {}],
        "tallies[0].hand_counts",
    ),
    case(
        "black threes in hand",
        "canastra",
        [{"card_points": 70, "black_threes_in_hand": 1, **TAKEN_OFF}, {}],
        "tallies[0].black_threes_in_hand",
    ),
    case(
        "red threes in hand",
        "classic",
        [{"card_points": 70, "red_threes_in_hand": 1, **TAKEN_OFF}, {}],
        "tallies[0].red_threes_in_hand",
    ),
    case("a net of 1185", "classic", [{"card_points": 1185, **TAKEN_OFF}, {}], "tallies[0].card_points"),
    case(
        "nets of 1185 together",
        "classic",
        [{"card_points": 1000, **TAKEN_OFF}, {"card_points": 185}],
        "tallies[1].card_points",
    ),
    case("a net of 433", "classic", [{"card_points": 433, **TAKEN_OFF}, {}], "tallies[0].card_points"),
    case(
        "opened is false beside a positive net",
        "classic",
        [{"card_points": 70, "opened": False, **TAKEN_OFF}, {}],
        "tallies[0].opened",
    ),
]

SHEETS = [
    case(
        "a house rule that the game has not",
        "classic",
        [{}, {}],
        "rules.melds.min_cards",
        rules={"melds": {"min_cards": 4}},
    ),
    case("a choice that is none", "classic", [{}, {}], "rules.canastas.concealed", rules={"canastas.concealed": 50}),
    case("a target of 0", "classic", [{}, {}], "rules.target", rules={"target": 0}),
    case("a target of 4321", "classic", [{}, {}], "rules.target", rules={"target": 4321}),
    case("five players", "classic", [{}, {}], "players", players=5),
    case("two players", "romanian", [{}, {}], "players", players=2),
    case("three sides", "classic", [{}, {}, {}], "sides"),
    case("two sides for three players", "italian", [{}, {}], "sides", players=3),
    case("three totals for two sides", "classic", [{}, {}], "before", before=[0, 0, 0]),
    case(
        "one tally for two sides", "classic", [], "deals[1].tallies", deals=[{"tallies": [{}, {}]}, {"tallies": [{}]}]
    ),
]


NEGATIVE = [
    case(f"a count below none: {key}", game, [{"card_points": 300, key: -1}, {}], f"tallies[0].{key}")
    for key, game in (
        ("concealed_canastas", "classic"),
        ("red_threes", "classic"),
        ("black_threes", "americana"),
        ("black_threes_in_hand", "canastra"),
        ("red_threes_in_hand", "canastra"),
    )
]


REFUSED = [
    *NEGATIVE,
    *SAID_TWICE,
    *UNKNOWN,
    *IMPOSSIBLE_POINTS,
    *PACK,
    *TOO_FEW_POINTS,
    *TOO_MANY_CANASTAS,
    *CONTRADICTIONS,
    *TWO_OUT,
    *FORBIDDEN_MELDS,
    *HANDS_TAKEN_OFF,
    *SHEETS,
]


@pytest.mark.parametrize(("variant", "tallies", "expected", "rest"), REFUSED)
def test_refused(variant, tallies, expected, rest):
    assert errors(variant, tallies, rest) == expected


def test_every_side_is_told_its_own_fault():
    assert errors("classic", [{"melds": ["K K"]}, {"hand_points": 7}], {}) == [
        "tallies[0].melds[0]",
        "tallies[1].hand_points",
    ]


def test_a_side_with_a_fault_of_its_own_is_not_told_one_of_the_whole_deal_too():
    tallies = [{"red_threes": 4}, {"red_threes": 1, "melds": ["K K"]}]
    assert errors("classic", tallies, {}) == ["tallies[1].melds[0]"]


ALLOWED = [
    case(
        "a natural canasta of seven cards and a mixed one of four and three jokers",
        "classic",
        [{"card_counts": {10: 7, 5: 4, 50: 3}, "canastas": {"natural": 1, "mixed": 1}, "hand_points": 20}, {}],
    ),
    case("32 cards of 5 in hand, black threes apart", "canastra", [{"hand_counts": {5: 32}}, {}]),
    case("36 cards of 5 in hand, black threes among them", "classic", [{"hand_counts": {5: 36}}, {}]),
    case(
        "a net below what the canastas hold, and the other side on its fewest",
        "classic",
        [{**canastas(20, natural=1), "hand_taken_off": True}, canastas(35, natural=1)],
    ),
    case(
        "fourteen cards of 20 of which three aces are an unfinished meld",
        "americana",
        [{"card_counts": {20: 14}, "hand_points": 20, "extras": {"incomplete_aces": 1}}, {}],
    ),
    case(
        "four jokers by value that are an unfinished wild meld",
        "americana",
        [{"card_counts": {50: 4, 10: 3}, "hand_points": 20, "extras": {"incomplete_four_jokers": 1}}, {}],
    ),
    case(
        "two unfinished melds and aces in one hand",
        "americana",
        [{"card_points": 300, "hand_points": 80, "extras": {"incomplete_aces": 1, "aces_in_hand": 1}}, {}],
    ),
    case(
        "seven twos, an unfinished wild meld and two mixed canastas of twelve wild cards",
        "americana",
        [{**canastas(900, twos=1, mixed=2), "extras": {"incomplete_wild": 1}}, {}],
    ),
    case(
        "a wild canasta whose cards are not counted, beside a natural one on 35",
        "canastra",
        [canastas(35, wild=1, natural=1), {}],
        rules={"canastas.kinds.wild.card_values": False},
    ),
    case(
        "a wild canasta whose cards are not counted, beside two mixed ones: the jokers go uncounted",
        "canastra",
        [canastas(100, wild=1, mixed=2), {}],
        rules={"canastas.kinds.wild.card_values": False},
    ),
    case("eleven natural canastas of all ranks", "classic", [canastas(700, natural=11), {}]),
    case("three natural canastas on 105", "classic", [canastas(105, natural=3), {}]),
    case(
        "eight natural canastas of both sides on 420", "classic", [canastas(140, natural=4), canastas(280, natural=4)]
    ),
    case("five natural canastas of both sides on 210", "italian", [canastas(105, natural=3), canastas(105, natural=2)]),
    case("sevens here and aces there", "americana", [canastas(35, special=1), canastas(140, special=1)]),
    case(
        "sixes named there, a natural canasta of kings here",
        "classic",
        [{"melds": ["6 6 6", "A A A"]}, canastas(175, natural=4)],
    ),
    case("15 points melded", "classic", [{"card_points": 15}, {}]),
    case(
        "all 1180 points over both sides", "classic", [{"card_points": 1000, "hand_points": 80}, {"card_points": 100}]
    ),
    case("all 1180 points by value", "classic", [{"card_counts": {50: 4, 20: 16, 10: 48, 5: 36}}, {}]),
    case("all 1200 points over both sides", "americana", [{"card_points": 1000}, {"hand_points": 200}]),
    case("all 1770 points over both sides", "italian", [{"card_points": 1000}, {"hand_points": 770}]),
    case("four red threes", "classic", [{"red_threes": 1}, {"red_threes": 3}]),
    case("six red threes", "italian", [{"red_threes": 6}, {}]),
    case("eight kings", "classic", [{"melds": ["K*4"]}, {"melds": ["K*3"], "hands": ["K", ""]}]),
    case("twelve kings", "italian", [{"melds": ["K*9"]}, {"melds": ["K*3"]}]),
    case("all the jokers and twos", "americana", [{"melds": ["2*7"]}, {"hands": ["2 JK*4", ""]}]),
    case("as many wild cards as naturals", "classic", [{"melds": ["9*3 2*2 JK"]}, {}]),
    case("as many wild cards as naturals", "canastra", [{"melds": ["9*3 2*2 JK", "5*2 2*2"]}, {}]),
    case("two naturals and two wild cards", "americana", [{"melds": ["K*2 2 JK"]}, {}]),
    case("one wild card with two naturals, two with three", "italian", [{"melds": ["K*2 2", "Q*3 2 JK"]}, {}]),
    case("aces with wild cards", "americana", [{"melds": ["A*5 2*2"]}, {}]),
    case("seven wild cards", "romanian", [{"melds": ["2*4 JK*3"]}, {}]),
    case(
        "three wild cards, where the table allows them",
        "canastra",
        [{"melds": ["2*2 JK"]}, {}],
        rules={"melds.wild_from": 3},
    ),
    case("three wild cards", "italian", [{"melds": ["2*2 JK"]}, {}]),
    case("three wild cards", "americana", [{"melds": ["JK*3"]}, {}]),
    case("twos on one side and jokers on the other", "italian", [canastas(140, twos=1), canastas(320, jokers=1)]),
    case("two dirty pinellatas", "italian", [canastas(200, wild=1), canastas(200, wild=1)]),
    *(
        case("black threes of the side that goes out", game, [{"melds": ["K*7", "B3*4"], "went_out": True}, {}])
        for game in ("classic", "canastra", "romanian")
    ),
    case(
        "black threes of a result that went out",
        "classic",
        [{"result": 500, "went_out": True, "concealed": True}, {"result": 0}],
    ),
    case("a net below nothing", "classic", [{"card_points": -70, **TAKEN_OFF}, {}]),
    case("a net of 10", "classic", [{"card_points": 10, **TAKEN_OFF}, {}]),
    case("a canasta on a net of 5", "classic", [{"card_points": 5, "canastas": {"natural": 1}, **TAKEN_OFF}, {}]),
    case("opened at a net of 0", "classic", [{"card_points": 0, "opened": True, **TAKEN_OFF}, {}]),
    *(
        case("black threes in hand apart", game, [{"hand_points": 0, "black_threes_in_hand": 1}, {}], rules=rules)
        for game in ("canastra", "romanian")
        for rules in ({}, {"hands.apart.black_threes.each": 5}, {"hands.apart.black_threes.each": 105})
    ),
    *(
        case("red threes in hand apart", game, [{"hand_points": 0, "red_threes_in_hand": 1}, {}], rules=rules)
        for game in ("canastra", "romanian", "classic")
        for rules in ({}, {"hands.apart.red_threes.each": 500})
    ),
    case(
        "threes in hand apart, where they cost 100",
        "americana",
        [{"hand_points": 0, "red_threes_in_hand": 1, "black_threes_in_hand": 1}, {}],
        rules={"hands.apart.threes.each": 100},
    ),
    case(
        "black threes in hand apart, where they cost 100",
        "italian",
        [{"hand_points": 0, "black_threes_in_hand": 1}, {}],
        rules={"hands.apart.black_threes.each": 100},
    ),
    *(
        case(f"a special hand, went_out {went_out}", "americana", [{"special_hand": "straight", **went_out}, {}])
        for went_out in ({}, {"went_out": True}, {"went_out": False})
    ),
    case(
        "whatever stands beside a special hand",
        "americana",
        [
            {
                "special_hand": "pairs",
                "melds": ["no cards"],
                "card_points": 433,
                "red_threes": 99,
                "hands": ["?"],
                "opened": False,
                "concealed": True,
                "result": 3,
                "extras": {"nothing": -1},
            },
            {},
        ],
    ),
    case("an adjustment of a million", "classic", [{"adjustment": {"points": -1_000_000, "reason": "x"}}, {}]),
    case("a count of no canastas beside melds", "classic", [{"melds": ["K*7"], "canastas": {"natural": 0}}, {}]),
    case(
        "a count of no canastas beside a result", "classic", [{"result": 5, "canastas": {"natural": 0}}, {"result": 0}]
    ),
    case("a count of no extras beside melds", "americana", [{"melds": ["A*3"], "extras": {"incomplete_aces": 0}}, {}]),
    case(
        "a count of no threes in hand beside hands", "italian", [{"hands": ["4", "5"], "black_threes_in_hand": 0}, {}]
    ),
    case(
        "an incomplete meld of aces among all the cards of 20",
        "americana",
        [{"card_counts": {20: 6}, "extras": {"incomplete_aces": 1}}, {"card_counts": {20: 5}, "hand_counts": {20: 5}}],
    ),
    case("a target of 5", "classic", [{}, {}], rules={"target": 5}),
]


@pytest.mark.parametrize(("variant", "tallies", "expected", "rest"), ALLOWED)
def test_not_refused(variant, tallies, expected, rest):
    assert errors(variant, tallies, rest) == expected


def out(*melds, hands=("", "5 K"), **more):
    return {"melds": list(melds), "hands": list(hands), "went_out": True, **more}


OUT_UNREADY = [
    case("out without a canasta", "classic", [out("A A A"), CLEAN], "tallies[0].went_out"),
    case("out with one canasta", "classic", [out("A*7"), CLEAN]),
    case(
        "out with one of two canastas",
        "classic",
        [out("A*7"), CLEAN],
        "tallies[0].went_out",
        rules={"seats.4.canastas_needed": 2},
    ),
    case("out with two canastas", "classic", [out("A*7", "J*7"), CLEAN], rules={"seats.4.canastas_needed": 2}),
    case("out without a canasta, four players", "canastra", [CLEAN, out("A A A")], "tallies[1].went_out"),
    case("out with one canasta, four players", "canastra", [CLEAN, out("A*7")]),
    case(
        "out with one of two canastas, four players",
        "canastra",
        [CLEAN, out("A*7")],
        "tallies[1].went_out",
        rules={"seats.4.canastas_needed": 2},
    ),
    case(
        "out with one canasta, two players",
        "canastra",
        [{"melds": ["A*7"], "went_out": True}, {"melds": ["Q*7"], "hands": ["4"]}],
        "tallies[0].went_out",
        players=2,
    ),
    case(
        "out with two canastas, two players",
        "canastra",
        [{"melds": ["A*7", "J*7"], "went_out": True}, {"melds": ["Q*7"], "hands": ["4"]}],
        players=2,
    ),
    case(
        "out with one canasta where it is enough, two players",
        "canastra",
        [{"melds": ["A*7"], "went_out": True}, {"melds": ["Q*7"], "hands": ["4"]}],
        players=2,
        rules={"seats.2.canastas_needed": 1},
    ),
    case("out with a wild canasta alone", "canastra", [out("2*4 JK*3"), CLEAN]),
    case("out without a canasta", "romanian", [out("A A A"), CLEAN], "tallies[0].went_out"),
    case("out with one canasta", "romanian", [out("A*7"), CLEAN]),
    case(
        "out with one of two canastas",
        "romanian",
        [out("A*7"), CLEAN],
        "tallies[0].went_out",
        rules={"seats.4.canastas_needed": 2},
    ),
    case(
        "out concealed without a canasta", "romanian", [out("A*3", "K*3", concealed=True), CLEAN], "tallies[0].went_out"
    ),
    case("out with one canasta", "americana", [out("A*7"), CLEAN], "tallies[0].went_out"),
    case("out with two canastas", "americana", [out("A*7", "K*5 2*2"), CLEAN]),
    case("out with two canastas, one of wild cards", "americana", [out("A*7", "2*7"), CLEAN]),
    case("out beside incomplete sevens", "americana", [out("A*7", "K*7", "7*3"), CLEAN], "tallies[0].went_out"),
    case("out beside an incomplete wild meld", "americana", [out("A*7", "K*7", "2*3"), CLEAN], "tallies[0].went_out"),
    case("out beside mixed aces that are no canasta", "americana", [out("J*7", "K*7", "A*2 2*2"), CLEAN]),
    case("out with one canasta", "italian", [out("A*7"), CLEAN], "tallies[0].went_out"),
    case(
        "out with two mixed canastas, none of them clean",
        "italian",
        [out("A*6 2", "K*6 2"), CLEAN],
        "tallies[0].went_out",
    ),
    case("out with two canastas, one of them clean", "italian", [out("A*7", "K*6 2"), CLEAN]),
    case("out with twos for the clean one", "italian", [out("2*7", "K*6 JK"), CLEAN]),
    case("out with jokers for the clean one", "italian", [out("JK*6 2", "K*6 2"), CLEAN]),
    case(
        "out with a dirty pinellata and a mixed one", "italian", [out("2*6 JK", "K*6 2"), CLEAN], "tallies[0].went_out"
    ),
    case(
        "out with one canasta, three players",
        "italian",
        [{"melds": ["A*7"], "went_out": True}, {"melds": ["Q*7"], "hands": ["4"]}, {"melds": ["J*7"], "hands": ["4"]}],
        "tallies[0].went_out",
    ),
    case(
        "out with one canasta, two players",
        "italian",
        [{"melds": ["A*7"], "went_out": True}, {"melds": ["Q*7"], "hands": ["4"]}],
        "tallies[0].went_out",
        players=2,
    ),
]

HANDS = [
    case("out with no empty hand", "classic", [out("A*7", hands=("5", "K")), CLEAN], "tallies[0].hands"),
    case(
        "out with points in the partner's hand",
        "classic",
        [{"melds": ["A*7"], "went_out": True, "hand_points": 15}, CLEAN],
    ),
    case(
        "out with points in the only hand",
        "canastra",
        [{"melds": ["A*7", "K*7"], "went_out": True, "hand_points": 15}, {"melds": ["Q*7"], "hands": ["4"]}],
        "tallies[0].hand_points",
        players=2,
    ),
    case(
        "out with a black three in the only hand",
        "canastra",
        [{"melds": ["A*7", "K*7"], "went_out": True, "black_threes_in_hand": 1}, {"melds": ["Q*7"], "hands": ["4"]}],
        "tallies[0].hand_points",
        players=2,
    ),
    case("nobody out and a hand empty", "classic", [{"melds": ["A*7"], "hands": ["", "5"]}, CLEAN], "tallies[0].hands"),
    case(
        "an empty hand on a side that is not out",
        "classic",
        [out("A*7"), {"melds": ["Q*7"], "hands": ["", "5"]}],
        "tallies[1].hands",
    ),
    case(
        "no points in hand on a side that is not out",
        "classic",
        [out("A*7"), {"melds": ["Q*7"], "hand_points": 0}],
        "tallies[1].hand_points",
    ),
    case(
        "no cards in the only hand of a side that is not out",
        "italian",
        [out("A*7", "K*7", hands=("",)), {"melds": ["Q*7"], "hand_counts": {5: 0}}],
        "tallies[1].hand_counts",
        players=2,
    ),
    case(
        "nobody out and no points in hand",
        "classic",
        [{"melds": ["A*7"], "hand_points": 0}, CLEAN],
        "tallies[0].hand_points",
    ),
    case(
        "nobody out and no cards in hand",
        "classic",
        [{"melds": ["A*7"], "hand_counts": {5: 0}}, CLEAN],
        "tallies[0].hand_counts",
    ),
    case(
        "a hand of red threes alone is not empty",
        "classic",
        [{"melds": ["A*7"], "hands": ["R3", "5"]}, CLEAN],
        "tallies[0].hands",
        rules={"hands.apart.red_threes.each": 0},
    ),
    case(
        "the same where it costs 500",
        "classic",
        [{"melds": ["A*7"], "hands": ["R3", "5"]}, CLEAN],
        rules={"hands.apart.red_threes.each": 500},
    ),
    case(
        "the hands of a side that is not out are missing",
        "classic",
        [out("A*7"), {"melds": ["Q*7"]}],
        "tallies[1].hand_points",
    ),
    case(
        "the partner's hand of the side that is out is missing",
        "classic",
        [{"melds": ["A*7"], "went_out": True}, CLEAN],
        "tallies[0].hand_points",
    ),
    case(
        "one black three counted apart is not all that two players hold",
        "canastra",
        [out("A*7"), {"melds": ["Q*7"], "black_threes_in_hand": 1}],
        "tallies[1].hand_points",
    ),
    case(
        "two of them may be all that two players hold",
        "canastra",
        [out("A*7"), {"melds": ["Q*7"], "black_threes_in_hand": 2}],
    ),
    case(
        "one of them may be all that the partner of the one who went out holds",
        "romanian",
        [{"melds": ["A*7"], "went_out": True, "black_threes_in_hand": 1}, CLEAN],
    ),
    case(
        "the only hand of the side that is out need not be stated",
        "italian",
        [{"melds": ["A*7", "K*7"], "went_out": True}, {"melds": ["Q*7"], "hands": ["4"]}],
        players=2,
    ),
    case("a side that melded nothing has hands too", "classic", [out("A*7"), {"melds": []}], "tallies[1].hand_points"),
    case(
        "the hands are taken off",
        "classic",
        [
            {"card_points": 155, "canastas": {"mixed": 1}, "went_out": True, **TAKEN_OFF},
            {"card_points": -35, **TAKEN_OFF},
        ],
    ),
    case(
        "the hands are taken off, red threes lie there, and nothing shows that the side melded",
        "classic",
        [
            {"card_points": 155, "canastas": {"mixed": 1}, "went_out": True, **TAKEN_OFF},
            {"card_points": -35, "red_threes": 1, **TAKEN_OFF},
        ],
        "tallies[1].opened",
    ),
    case(
        "the same, said",
        "classic",
        [
            {"card_points": 155, "canastas": {"mixed": 1}, "went_out": True, **TAKEN_OFF},
            {"card_points": -35, "red_threes": 1, "opened": True, **TAKEN_OFF},
        ],
    ),
    case("the hands are taken off nothing", "classic", [out("A*7"), TAKEN_OFF], "tallies[1].card_points"),
    case("nothing is stated", "classic", [{}, out("A*7")], "tallies[0]"),
    case(
        "a side opened, but its melds are not stated",
        "classic",
        [{"opened": True, "hand_points": 5}, out("A*7")],
        "tallies[0].opened",
    ),
]

TOO_LITTLE = [
    case(
        "a wild canasta whose cards are not counted opens all the same",
        "canastra",
        [{"melds": ["2*7"], "hands": ["4", "9"]}, CLEAN],
        rules={"canastas.kinds.wild.card_values": False},
    ),
    case(
        "a concealed exit below the minimum beside a side that is below it too",
        "classic",
        [
            {"melds": ["4*7"], "hands": ["", "9"], "went_out": True, "concealed": True},
            {"melds": ["5*3"], "hands": ["4", "9"]},
        ],
        "tallies[1].melds",
    ),
    case(
        "opened with 45 of 50", "classic", [{"card_points": 45, "hand_points": 5}, out("A*7")], "tallies[0].card_points"
    ),
    case("opened with 50 of 50", "classic", [{"card_points": 50, "hand_points": 5}, out("A*7")]),
    case(
        "opened with 85 of 90",
        "classic",
        [{"melds": ["K*3", "J*4", "5*3"], "hands": ["4", "9"]}, out("A*7")],
        "tallies[0].melds",
        before=[1500, 0],
    ),
    case(
        "opened with 115 of 120",
        "classic",
        [{"card_counts": {10: 11, 5: 1}, "hand_points": 5}, out("A*7")],
        "tallies[0].card_counts",
        before=[3000, 0],
    ),
    case("opened with 15 of 15", "classic", [{"card_points": 15, "hand_points": 5}, out("A*7")], before=[-5, 0]),
    case(
        "opened with 120 of 125",
        "americana",
        [{"card_points": 120, "hand_points": 5}, out("A*7", "K*7")],
        "tallies[0].card_points",
    ),
    case(
        "opened with 120 of 125 below zero",
        "americana",
        [{"card_points": 120, "hand_points": 5}, out("A*7", "K*7")],
        "tallies[0].card_points",
        before=[-500, 0],
    ),
    case(
        "opened with 150 of 155",
        "americana",
        [{"card_points": 150, "hand_points": 5}, out("A*7", "K*7")],
        "tallies[0].card_points",
        before=[3000, 0],
    ),
    case(
        "opened with 175 of 180",
        "americana",
        [{"card_points": 175, "hand_points": 5}, out("A*7", "K*7")],
        "tallies[0].card_points",
        before=[5000, 0],
    ),
    case(
        "opened with 45 of 50 below zero",
        "italian",
        [{"card_points": 45, "hand_points": 5}, out("A*7", "K*7")],
        "tallies[0].card_points",
        before=[-500, 0],
    ),
    case(
        "opened with 45 where 15 are asked below zero",
        "italian",
        [{"card_points": 45, "hand_points": 5}, out("A*7", "K*7")],
        before=[-500, 0],
        rules={"opening.below_zero": 15},
    ),
    case("out concealed with 50 of 120", "classic", [out("4*7", "5*3", concealed=True), CLEAN], before=[3000, 0]),
    case(
        "out with 50 of 120, not concealed", "classic", [out("4*7", "5*3"), CLEAN], "tallies[0].melds", before=[3000, 0]
    ),
    case("a net of 20", "classic", [{"card_points": 20, **TAKEN_OFF}, out("A*7")]),
    case("a result of 20", "classic", [{"result": 20}, {"result": 20}]),
]

ODD = [
    # Classic: 1,180 of all cards, 11 natural and 3 mixed canastas, 14 of them concealed, 4 red threes, out concealed.
    case("a result of 9,985, beyond all cards", "classic", [{"result": 9985}, {"result": 0}], "tallies[0].result"),
    case("a result of 9,980, all cards", "classic", [{"result": 9980}, {"result": 0}]),
    case("a result of −1,985, beyond all cards", "classic", [{"result": 0}, {"result": -1985}], "tallies[1].result"),
    case("a result of −1,980, all cards and red threes", "classic", [{"result": 0}, {"result": -1980}]),
    # A canasta of wild cards is worth 2,000: 11 natural ones and 2 mixed beside it.
    case("a result of 10,285, beyond all cards", "canastra", [{"result": 10_285}, {"result": 0}], "tallies[0].result"),
    case("a result of 10,280, all cards", "canastra", [{"result": 10_280}, {"result": 0}]),
    # Without a canasta all that is left in hand is doubled, 1,770 twice; six red threes are 1,200.
    case("a result of −4,745, beyond all cards", "italian", [{"result": 0}, {"result": -4745}], "tallies[1].result"),
    case("a result of −4,740, all cards doubled and red threes", "italian", [{"result": 0}, {"result": -4740}]),
    case(
        "three queens said to be laid concealed",
        "classic",
        [{"melds": [{"cards": "Q*3", "concealed": True}, "K*3"], "hands": ["4", "9"]}, out("A*7")],
        "tallies[0].melds[0]",
    ),
    case(
        "one wild meld beside a wild canasta",
        "italian",
        [{"melds": ["2*7", "2 JK*2", "K*3"], "hands": ["4", "9"]}, out("A*7", "Q*7")],
    ),
    case(
        "two melds of one rank",
        "classic",
        [{"melds": ["K*3", "K*3"], "hands": ["4", "9"]}, out("A*7")],
        "tallies[0].melds[1]",
    ),
    case(
        "two melds of one rank",
        "italian",
        [{"melds": ["K*3", "K*3"], "hands": ["4", "9"]}, out("A*7", "J*7")],
        "tallies[0].melds[1]",
    ),
    case(
        "two melds of wild cards",
        "italian",
        [{"melds": ["2*3", "JK*3"], "hands": ["4", "9"]}, out("A*7", "J*7")],
        "tallies[0].melds[1]",
    ),
    case(
        "an adjustment of 3",
        "classic",
        [{"result": 5, "adjustment": {"points": 3, "reason": "a bet"}}, {"result": 5}],
        "tallies[0].adjustment.points",
    ),
    case(
        "an adjustment of -300",
        "classic",
        [{"result": 5, "adjustment": {"points": -300, "reason": "a bet"}}, {"result": 5}],
    ),
    case("a starting total of 3", "classic", [{"result": 5}, {"result": 5}], "before", before=[3, 0]),
    case(
        "a starting total of 3 is said once",
        "classic",
        [],
        "before",
        before=[3, 0],
        deals=[{"tallies": [{"result": 5}, {"result": 5}]}, {"tallies": [{"result": 5}, {"result": 5}]}],
    ),
    *(
        case(
            "a red three in a hand",
            game,
            [out("A*7", "J*7"), {"melds": ["Q*7"], "hands": ["R3", "9"]}],
            "tallies[1].hands",
        )
        for game in ("classic", "canastra", "romanian", "italian")
    ),
    case(
        "a red three counted in a hand",
        "classic",
        [out("A*7"), {"melds": ["Q*7"], "hand_points": 10, "red_threes_in_hand": 1}],
        "tallies[1].red_threes_in_hand",
    ),
    case(
        "a red three in a hand, where it costs 5",
        "americana",
        [out("A*7", "J*7"), {"melds": ["Q*7", "K*6"], "hands": ["R3", "9"]}],
    ),
    case("a black three in a hand", "canastra", [out("A*7"), {"melds": ["Q*7"], "hands": ["B3", "9"]}]),
    case(
        "a deal after the end",
        "classic",
        [],
        "deals[1]",
        deals=[{"tallies": [{"result": 4000}, {"result": 0}]}, {"tallies": [{"result": 5}, {"result": 5}]}],
        rules={"target": 4000},
    ),
    case(
        "a deal after a tie at the end",
        "classic",
        [],
        deals=[{"tallies": [{"result": 4000}, {"result": 4000}]}, {"tallies": [{"result": 5}, {"result": 0}]}],
        rules={"target": 4000},
    ),
    case("a starting total at the target ends nothing", "classic", [{"result": 5}, {"result": 5}], before=[5000, 0]),
    case(
        "a card beside a special hand",
        "americana",
        [{"special_hand": "straight", "hands": ["4", ""]}, {"melds": ["Q*7", "K*6"], "hands": ["4", "9"]}],
        "tallies[0].special_hand",
    ),
    case(
        "concealed beside a special hand",
        "americana",
        [{"special_hand": "straight", "concealed": True}, {"melds": ["Q*7", "K*6"], "hands": ["4", "9"]}],
        "tallies[0].special_hand",
    ),
    case(
        "an adjustment beside a special hand",
        "americana",
        [
            {"special_hand": "straight", "adjustment": {"points": 5, "reason": "x"}},
            {"melds": ["Q*7", "K*6"], "hands": ["4", "9"]},
        ],
    ),
    case(
        "a special hand leaves no hand to be empty",
        "americana",
        [{"special_hand": "straight"}, {"melds": ["Q*7", "K*6"], "hands": ["4", "9"]}],
    ),
]

TYPICAL = [
    case(
        "a typical deal, named",
        "classic",
        [
            {
                "melds": ["K*7", {"cards": "Q*7", "concealed": True}, "9*5 2 JK"],
                "hands": ["", "A 5"],
                "red_threes": 2,
                "went_out": True,
            },
            {"melds": ["J*6 2", "8*4", "7*4"], "hands": ["JK 10", "5*3 B3"], "red_threes": 1},
        ],
        before=[1600, 3400],
    ),
    case(
        "a typical deal, counted",
        "classic",
        [
            {
                "card_points": 430,
                "canastas": {"natural": 2, "mixed": 1},
                "concealed_canastas": 1,
                "hand_points": 25,
                "red_threes": 2,
                "went_out": True,
            },
            {"card_points": 180, "canastas": {"mixed": 1}, "red_threes": 1, "hand_points": 75},
        ],
    ),
    case(
        "the stock is used up",
        "classic",
        [{"melds": ["K*7"], "hands": ["5", "6"]}, {"hands": ["J", "4 4"], "red_threes": 1, "opened": False}],
    ),
    case(
        "a typical deal of four",
        "canastra",
        [
            {"melds": ["K*7", "2*5 JK*2", "B3*3"], "hands": ["", "A 5"], "red_threes": 2, "went_out": True},
            {
                "card_points": 180,
                "canastas": {"mixed": 1},
                "red_threes": 1,
                "hand_points": 75,
                "black_threes_in_hand": 1,
            },
        ],
    ),
    case(
        "a typical deal of two",
        "canastra",
        [
            {"melds": ["K*7", "9*5 2 JK"], "hands": [""], "red_threes": 2, "went_out": True},
            {"melds": ["J*6 2", "8*4"], "hands": ["JK 10"]},
        ],
        players=2,
    ),
    case(
        "a typical deal, out concealed",
        "romanian",
        [
            {"melds": ["K*7", "A*4"], "hands": ["", "A 5"], "went_out": True, "concealed": True},
            {"hand_points": 240, "opened": False, "red_threes": 4},
        ],
        before=[4200, 4900],
    ),
    case(
        "a typical deal",
        "americana",
        [
            {
                "melds": ["A*7", "K*5 2*2", "9*4 JK"],
                "hands": ["", "A 5"],
                "red_threes": 2,
                "black_threes": 3,
                "went_out": True,
            },
            {"melds": ["7*3", "2*5", "Q*6"], "hands": ["R3", "4 5"], "red_threes": 1},
        ],
    ),
    case(
        "a typical deal, counted",
        "americana",
        [
            {
                "card_points": 300,
                "canastas": {"natural": 1, "mixed": 1},
                "hand_points": 25,
                "red_threes": 2,
                "went_out": True,
            },
            {
                "card_points": 175,
                "extras": {"incomplete_sevens": 1, "incomplete_wild": 1, "aces_in_hand": 1},
                "hand_points": 80,
            },
        ],
    ),
    case("a special hand", "americana", [{"special_hand": "garbage"}, {"melds": ["Q*7", "K*6"], "hands": ["4", "9"]}]),
    case(
        "a typical deal of four",
        "italian",
        [
            {"melds": ["K*7", "9*5 2 JK", "2*3"], "hands": ["", "A 5"], "red_threes": 5, "went_out": True},
            {"melds": ["J*6 2", "8*4", "7*4"], "hands": ["JK 10", "5*3 B3"], "red_threes": 1},
        ],
    ),
    case(
        "a typical deal of three",
        "italian",
        [
            {"melds": ["J*6 2", "8*4"], "hands": ["JK 10"]},
            {"melds": ["K*7", "9*5 2 JK"], "red_threes": 2, "went_out": True},
            {"hand_points": 150, "opened": False, "red_threes": 1},
        ],
        before=[4000, 400, 12000],
    ),
    case(
        "a typical deal of two",
        "italian",
        [{"result": 1300, "went_out": True}, {"card_points": 300, "canastas": {"twos": 1}, "hand_points": 20}],
        players=2,
    ),
]


DOUBTED = [*OUT_UNREADY, *HANDS, *TOO_LITTLE, *ODD]


@pytest.mark.parametrize(("variant", "tallies", "expected", "rest"), [*DOUBTED, *TYPICAL])
def test_doubted(variant, tallies, expected, rest):
    assert doubts(variant, tallies, rest) == expected


FORBIDDEN_OPENINGS = {
    "two cards": ["K K"],
    "two naturals and three wild cards": ["5*2 2*3"],
    "nine kings": ["K*5", "Q*3", "K*4"],
    "no card": ["K K X"],
    "black threes, which are laid in going out alone": ["B3*3", "K*4"],
}


@pytest.mark.parametrize("melds", FORBIDDEN_OPENINGS.values(), ids=FORBIDDEN_OPENINGS.keys())
def test_no_opening_with(melds):
    with pytest.raises(Refused) as refused:
        referee.opening(variants.load("classic"), 0, melds)
    assert refused.value.key == f"melds[{len(melds) - 1 if 'Q*3' in melds else 0}]"


NO_CARD = " is no card: write Q*7 for seven queens, JK for a joker"
OPENING_SENTENCES = {
    "two cards": ("K K", "K K: a meld has at least 3 cards"),
    "no card": ("K K X", f"X{NO_CARD}"),
    "black threes": ("B3*3", "black threes are melded only by the side that goes out"),
    "nine kings": ("K*9", "the packs hold 8 K, this makes 9"),
}


@pytest.mark.parametrize(("meld", "sentence"), OPENING_SENTENCES.values(), ids=OPENING_SENTENCES.keys())
def test_an_opening_is_refused_with_a_reason(meld, sentence):
    with pytest.raises(Refused) as refused:
        referee.opening(variants.load("classic"), 0, [meld])
    assert str(refused.value.message) == sentence


def test_an_opening_shows_its_melds_and_what_is_missing():
    found = referee.opening(variants.load("classic"), 1600, ["6*3", "K*3 2"])
    assert [(meld.cards, meld.points) for meld in found.melds] == [({"6": 3}, 15), ({"K": 3, "2": 1}, 50)]
    assert (found.count, found.required, found.missing, found.opens) == (65, 90, 25, False)
    assert referee.opening(variants.load("classic"), 0, ["A*3"]).missing == 0


TOP_CARDS = {
    "a king on two kings": (["K K", "Q Q 2"], "K", 70),
    "a meld of its rank, not the first": (["Q Q 2", "K K"], "k", 70),
    "a joker on wild cards": (["2*6"], "JK", 170),
    "no top card": (["K K K"], " ", 30),
}


@pytest.mark.parametrize(("melds", "top", "count"), TOP_CARDS.values(), ids=TOP_CARDS.keys())
def test_the_top_card_of_the_pile_counts_once_in_the_meld_of_its_rank(melds, top, count):
    variant = variants.load("canastra")
    assert referee.opening(variant, 0, melds, top).count == count


REFUSED_MELDS = {
    "each by itself": (
        ["K*3", "K X", "Q Q"],
        "",
        {"melds[1]": f"X{NO_CARD}", "melds[2]": "Q Q: a meld has at least 3 cards"},
    ),
    "the second of a rank": (["K*3", "Q*3", "K*3"], "", {"melds[2]": "two melds of K are one meld: write them as one"}),
    "the first with no cards left": (["K*3", "Q*9", "J*9"], "", {"melds[1]": "the packs hold 8 Q, this makes 9"}),
    "eleven in their order": (
        ["", *["K K"] * 10],
        "",
        {"melds[0]": "a meld without cards: it has at least 3"}
        | {f"melds[{n}]": "K K: a meld has at least 3 cards" for n in range(1, 11)},
    ),
    "a top card of another rank": (["K*3"], "Q", {"top_card": "Q goes into none of these melds: name one of its rank"}),
    "a wild card on top of naturals": (
        ["K*3"],
        "2",
        {"top_card": "2 goes into none of these melds: name one of its rank"},
    ),
    "a wild card on top of no meld": (
        [""],
        "2",
        {
            "melds[0]": "a meld without cards: it has at least 3",
            "top_card": "2 goes into none of these melds: name one of its rank",
        },
    ),
    "a red three on top": (["K*3"], "R3", {"top_card": "R3 goes into none of these melds: name one of its rank"}),
    "two top cards": (["K*3"], "K K", {"top_card": "one card alone lies on top of the pile"}),
    "a top card that is none": (["K*3"], "X", {"top_card": f"X{NO_CARD}"}),
    "a top card beside a meld that is none": (
        ["K X", "K*3"],
        "Q",
        {"melds[0]": f"X{NO_CARD}", "top_card": "Q goes into none of these melds: name one of its rank"},
    ),
}


@pytest.mark.parametrize(("melds", "top", "said"), REFUSED_MELDS.values(), ids=REFUSED_MELDS.keys())
def test_an_opening_is_refused_meld_by_meld(melds, top, said):
    with pytest.raises(referee.OpeningRefused) as refused:
        referee.opening(variants.load("canastra"), 0, melds, top)
    assert [(fault.key, str(fault.message)) for fault in refused.value.faults] == list(said.items())


def test_hands_taken_off_are_not_counted_by_their_aces_either():
    """No shipped game has both; a game that charges for held aces and turns no melds could."""
    data = {**variants.load("classic").data, "examples": []}
    data["extras"] = {
        "aces": {"label": "Aces", "one": "aces", "on": "held", "ranks": ["A"], "points": -100, "at_least": 3}
    }
    variant = rulebook.read(data)
    sheet = {"sides": ["We", "They"], "deals": [{"tallies": [{"hand_taken_off": True, "extras": {"aces": 1}}, {}]}]}
    with pytest.raises(SheetRefused) as refused:
        score_under(variant, sheet)
    assert [(place, str(message)) for place, message in refused.value.faults] == [
        ("deals[0].tallies[0].extras.aces", "the hands are taken off already: leave this out")
    ]


def test_a_game_without_red_threes_has_none():
    data = {**variants.load("classic").data, "examples": [], "red_threes": None, "readings": {}}
    data["house_rules"] = {name: rule for name, rule in data["house_rules"].items() if "red_threes" not in name}
    sheet = {"sides": ["We", "They"], "deals": [{"tallies": [{"red_threes": 1}, {}]}]}
    with pytest.raises(SheetRefused) as refused:
        score_under(rulebook.read(data), sheet)
    assert [(place, str(message)) for place, message in refused.value.faults] == [
        ("deals[0].tallies[0].red_threes", "Classic canasta does not have this: leave it out")
    ]


def test_half_a_character_is_refused_in_words():
    with pytest.raises(Refused) as refused:
        tally.read({"\ud800": 1})
    assert (refused.value.key, str(refused.value.message)) == ("", "a text holds half a character")


@pytest.mark.parametrize(
    ("tallies", "places"),
    [
        ([{"red_threes": 5}, {"hand_points": 7}], ["tallies[0].red_threes", "tallies[1].hand_points"]),
        ([{"hand_points": 7}, {"red_threes": 5}], ["tallies[0].hand_points", "tallies[1].red_threes"]),
    ],
)
def test_the_faults_of_a_deal_are_told_side_by_side(tallies, places):
    assert errors("classic", tallies, {}) == places


def test_a_negative_net_takes_nothing_from_the_other_side_s_points():
    tallies = [{"card_points": -200, "hand_taken_off": True, "opened": True}, {"card_points": 1185}]
    assert errors("classic", tallies, {}) == ["tallies[1].card_points"]
    tallies = [{"card_points": -200, "hand_taken_off": True, "opened": True}, {"card_points": 1180}]
    assert errors("classic", tallies, {}) == []


def test_a_player_alone_has_one_hand():
    data = {**variants.load("canastra").data, "examples": []}
    data["extras"] = {"aces": {"label": "Aces", "one": "aces", "on": "held", "ranks": ["A"], "points": -100}}
    tallies = [{"hand_points": 100, "extras": {"aces": 2}}, {}]
    sheet = {"sides": ["We", "They"], "players": 2, "deals": [{"tallies": tallies}]}
    with pytest.raises(SheetRefused, match=r"the side has 1 hand$"):
        score_under(rulebook.read(data), sheet)
