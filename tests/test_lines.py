"""Every line that a score can have, as a person reads it: label, product, points and the fact it rests on.

`lines.txt` is read by people before it is committed. After a change of words:
`PYTHONPATH=tests python tests/test_lines.py > tests/lines.txt`.
"""

import re
from itertools import chain
from pathlib import Path

import pytest
import strategies
from hypothesis import given

from scorekeeper import cards, variants
from scorekeeper.cli import signed
from scorekeeper.sheet import score, score_under

FILE = Path(__file__).with_name("lines.txt")
REST = {"melds": ["Q*3"], "hands": ["4", "9 8"]}

DEALS = {
    "named, out, concealed canasta": (
        "classic",
        [{"melds": ["K*7", {"cards": "9*5 2 JK", "concealed": True}, "B3*3"], "hands": ["", "5 K"], "went_out": True}],
    ),
    "counted by value": (
        "classic",
        [{"card_counts": {20: 3, 10: 7}, "canastas": {"natural": 1}, "hand_counts": {50: 1, 5: 2}, "red_threes": 4}],
    ),
    "typed as points, not opened, four red threes": (
        "classic",
        [{"card_points": 0, "hand_points": 35, "red_threes": 4}],
    ),
    "out concealed": ("canastra", [{"melds": ["A*7", "8*4"], "hands": ["", ""], "went_out": True, "concealed": True}]),
    "black threes by the piece": ("canastra", [{"melds": ["2*7"], "hands": ["B3 B3", "R3 K"]}]),
    "black threes by the piece, counted": (
        "romanian",
        [{"card_points": 50, "hand_points": 10, "black_threes_in_hand": 2}],
    ),
    "hands taken off": ("classic", [{"card_points": 250, "hand_taken_off": True, "red_threes": 1}]),
    "a result": ("classic", [{"result": -120, "adjustment": {"points": 50, "reason": "spilled wine {a}"}}]),
    "threes of both colours with two canastas": (
        "americana",
        [
            {
                "melds": ["7*7", "K*5 2 2", "A*3"],
                "hands": ["", "9"],
                "red_threes": 2,
                "black_threes": 4,
                "went_out": True,
            }
        ],
    ),
    "threes with one canasta": ("americana", [{"melds": ["7*7"], "hands": ["A*3", "9 B3"], "red_threes": 1}]),
    "everything against a side without a canasta": (
        "americana",
        [{"melds": ["A*3", "2 2 JK"], "hands": ["7*3", "K"], "red_threes": 1, "black_threes": 3}],
    ),
    "extras counted": (
        "americana",
        [
            {
                "card_points": 300,
                "hand_points": 300,
                "extras": {"incomplete_aces": 1, "aces_in_hand": 1, "incomplete_wild": 2},
            }
        ],
    ),
    "a special hand": ("americana", [{"special_hand": "straight"}]),
    "a hand twice": (
        "italian",
        [{"melds": ["K*3"], "hands": ["A 5", "Q"]}, {**REST, "went_out": True, "hands": ["", "4"]}],
    ),
    "a hand twice when nobody went out": ("italian", [{"melds": ["K*3"], "hands": ["A 5", "Q"]}]),
    "wild canastas paid to the side out alone": (
        "italian",
        [{"melds": ["2*7"], "hands": ["4", "9"]}],
        {"canastas.wild_paid_to": "side_out"},
    ),
    "black threes of the partner of the one who went out": (
        "canastra",
        [{"melds": ["K*7"], "hands": ["", "B3 B3 5"], "went_out": True}],
        {"hands.apart.black_threes.side_out": False},
    ),
    "a hand twice with black threes at 100": (
        "italian",
        [{"melds": ["K*3"], "hands": ["A 5", "B3 B3"]}],
        {"hands.apart.black_threes.each": 100},
    ),
    "canastas of wild cards": ("italian", [{"melds": ["2*7", "2 JK*6"], "hands": ["4", "9"], "red_threes": 6}]),
}


def lines(variant, tallies, rules=None):
    """The lines of the first side."""
    sheet = {"sides": ["We", "They"], "rules": rules or {}, "deals": [{"tallies": [*tallies, REST][:2]}]}
    for line in score_under(variants.load(variant), sheet).deals[0].scored.lines[0]:
        product = "" if line.each is None and line.count is None else f"{line.count} × {line.each}"
        yield f"{line.key} | {line.label} | {product} | {signed(line.points)} | {line.fact}"


def written():
    """What stands in the file, by name."""
    blocks = (block.splitlines() for block in FILE.read_text(encoding="utf-8").strip().split("\n\n"))
    return {name: [line.strip() for line in lines] for name, *lines in blocks}


@pytest.mark.parametrize("name", DEALS)
def test_the_lines_are_those_that_were_read(name):
    variant, *deal = DEALS[name]
    assert [line.strip() for line in lines(variant, *deal)] == written()[f"{variant}: {name}"]


@given(strategies.tables())
def test_the_cards_beside_a_line_are_those_that_it_counts(table):
    game, players, rules, sides = table
    sheet = {"variant": game, "players": players, "rules": rules, "sides": [str(n) for n in range(len(sides))]}
    [deal] = score({**sheet, "deals": [{"tallies": [strategies.named(one) for one in sides]}]}).deals
    for line in chain.from_iterable(deal.scored.lines):
        if line.key in ("hand_points", "card_points") and ":" not in str(line.fact):
            told = cards.read(re.sub("[,|–]", " ", str(line.fact)))
            points = sum(strategies.value(game, card) * n for card, n in told.items())
            assert points == abs(line.points), line


def test_a_canasta_whose_cards_do_not_count_stands_beside_no_cards_melded():
    rules = {"canastas.kinds.wild.card_values": False}
    assert "card_points | Cards melded |  | +30 | K*3" in lines("canastra", [{"melds": ["2*7", "K*3"]}], rules)
    assert "card_points | Cards melded |  | 0 | –" in lines("canastra", [{"melds": ["2*7"]}], rules)


if __name__ == "__main__":
    for name, (variant, *deal) in DEALS.items():
        print(f"{variant}: {name}")
        print("\n".join(f"    {line}" for line in lines(variant, *deal)), end="\n\n")
