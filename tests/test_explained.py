"""Each kind of fault of a deal says what would be right: the figures that must stand in its sentence, and its place.

The kinds are gathered from the source of all that judges a deal, so that none is left out.
"""

import ast
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

import pytest

from scorekeeper import variants
from scorekeeper.referee import OpeningRefused, opening
from scorekeeper.sheet import SheetRefused, score_under, where
from scorekeeper.words import Text

PACKAGE = Path(__file__).parents[1] / "scorekeeper"


class Row(NamedTuple):
    """One deal, where its fault stands, and what its sentence must hold as that which is right or possible.

    `place`: a key of the first side's tally, or all of "tallies[1].red_threes"; "before" is the sheet's own.
    """

    place: str
    expected: list[str]
    tally: dict[str, Any]
    other: Mapping[str, Any] = MappingProxyType({})
    game: str = "classic"
    rest: Mapping[str, Any] = MappingProxyType({})


QUIET = {"result": 100}
"""A side of which nothing is said."""
OUT = {"card_points": 300, "canastas": {"mixed": 2}, "went_out": True, "hands": ["", "4"]}
HELD = {"hand_points": 20}

EXPLAINED = {
    # contradictions
    "at most {most} points, plus or minus": Row(
        "adjustment.points", ["1,000,000"], {"adjustment": {"points": 1_000_005, "reason": "x"}}
    ),
    "{game} does not have this: it has {known}": Row("canastas.wild", ["natural, mixed"], {"canastas": {"wild": 1}}),
    "a deal of {game} brings a side at most {most} points": Row("result", ["9,980"], {"result": 12_345}),
    "a deal of {game} costs a side at most {most} points": Row("result", ["1,980"], {"result": -12_345}),
    "a deal of {game} gives or costs at most {most} points": Row("result", ["12,360"], {"result": 100_000}),
    "{points}: points end in 0 or 5, so {lower} or {upper}?": Row(
        "card_points", ["430", "435"], {"card_points": 433, **HELD}
    ),
    "{count}: a count is 0 or more": Row("red_threes", ["0 or more"], {"red_threes": -1}),
    "there are only {most} cards": Row("red_threes", ["108"], {"red_threes": 109}),
    "at most {n}: the side has {n} hand": Row(
        "extras.aces_in_hand", ["at most 2", "2 hands"], {"extras": {"aces_in_hand": 3}}, game="americana"
    ),
    "at most 1: two melds of {rank} are one meld": Row(
        "extras.incomplete_aces",
        ["at most 1"],
        {"card_points": 200, "extras": {"incomplete_aces": 2}},
        game="americana",
    ),
    "the card points of these canastas are missing: {least} or more": Row(
        "card_points", ["105"], {"canastas": {"natural": 3}}
    ),
    "all cards together are worth {most} points": Row("card_points", ["1,180"], {"card_points": 1185}),
    "{points}: card points are 0 or more": Row("card_points", ["0 or more"], {"card_points": -70}),
    "{points} card points are no meld: the smallest counts {least}": Row("card_points", ["15"], {"card_points": 5}),
    "with this the melds hold at least {least} points, not {points}": Row(
        "extras.incomplete_aces",
        ["60"],
        {"card_points": 15, "extras": {"incomplete_aces": 1}},
        game="americana",
    ),
    "at most {most}: the side has no more canastas": Row(
        "concealed_canastas",
        ["at most 1"],
        {"card_points": 100, "canastas": {"natural": 1}, "concealed_canastas": 2},
        rest={"rules": {"canastas.concealed": 100}},
    ),
    "a meld has at least {least} cards": Row("card_counts", ["3"], {"card_counts": {10: 2}}),
    "these melds hold at least {least} cards, not {n}": Row(
        "card_counts", ["7"], {"card_counts": {10: 6}, "canastas": {"natural": 1}}
    ),
    "these canastas hold at least {least} natural cards, not {n}": Row(
        "card_counts", ["4"], {"card_counts": {50: 4, 10: 3}, "canastas": {"mixed": 1}}
    ),
    "no card is worth {value}: cards are worth {known}": Row(
        "card_counts.15", ["5, 10, 20, 50"], {"card_counts": {15: 3}}
    ),
    "the packs hold {most} such cards, threes counted apart": Row(
        "hand_counts.5", ["32"], {"hand_counts": {5: 33}}, game="canastra"
    ),
    "the side has {n} hand": Row("hands", ["2 hands"], {"hands": ["4"]}),
    "what is left in hand stands without a minus: {points}": Row("hand_points", ["75"], {"hand_points": -75}),
    "with this the hands hold at least {least} points, not {points}": Row(
        "extras.aces_in_hand", ["60"], {"hand_points": 55, "extras": {"aces_in_hand": 1}}, game="americana"
    ),
    # referee
    "only one side goes out in a deal: side {number} is out already": Row(
        "tallies[1].went_out", ["side 1"], {"went_out": True, **HELD}, {"went_out": True, **HELD}
    ),
    "{minimum} are needed to open, these melds count {points}": Row(
        "card_points", ["90"], {"card_points": 65, **HELD}, rest={"before": [1600, 0]}
    ),
    "a starting total of {what}": Row("before", ["0 or 5"], QUIET, QUIET, rest={"before": [3, 0]}),
    "nothing is stated for this side, so it gets 0 points": Row("", ["0 points"], {}),
    "what is left in hand is not stated, so it counts 0": Row("hand_points", ["0"], {"card_points": 100}, OUT),
    "what was left after the hands were taken off is not stated, so it counts 0": Row(
        "card_points", ["0"], {"hand_taken_off": True}
    ),
    "the side has opened, but its melds are not stated: they count 0": Row("opened", ["0"], {"opened": True, **HELD}),
    "a red three in hand costs 0 here: should it lie on the table?": Row(
        "hands", ["0", "on the table"], {"hands": ["R3", "4"]}
    ),
    "going out takes {n} canasta, the side has {there}": Row(
        "went_out", ["2 canastas"], OUT | {"canastas": {"mixed": 1}}, rest={"rules": {"seats.4.canastas_needed": 2}}
    ),
    "one of its canastas must be {what}": Row("went_out", ["a clean canasta"], OUT, game="italian"),
    "{what}: below {size} cards, they are charged although the side went out": Row(
        "went_out",
        ["7 cards", "sevens"],
        {"card_points": 300, "canastas": {"mixed": 2}, "extras": {"incomplete_sevens": 1}, "went_out": True, **HELD},
        game="americana",
    ),
    "{meld} is no canasta of {size} cards, so 0 are paid for laying it concealed": Row(
        "melds[0]",
        ["7"],
        {"melds": [{"cards": "Q*5", "concealed": True}], **HELD},
        rest={"rules": {"canastas.concealed": 100}},
    ),
    # pack
    "the packs hold {most} {cards}, this makes {n}": Row("red_threes", ["4 red threes"], {"red_threes": 5}),
    "the packs hold {most} cards of {value}, this makes {n}": Row(
        "card_counts.50", ["4 cards of 50"], {"card_counts": {50: 5, 10: 10}}
    ),
    "all cards together are worth {most} points, this makes {points}": Row(
        "hand_points", ["1,180"], {"card_points": 1100, "hand_points": 100}
    ),
    "the packs hold {n} such canasta beside the other cards, {there} are stated": Row(
        "canastas", ["11 such canastas"], {"card_points": 1000, "canastas": {"natural": 12}}
    ),
    "{canastas}: these canastas hold at least {least} points": Row(
        "card_points", ["105"], {"card_points": 35, "canastas": {"natural": 3}}
    ),
    "the canastas of the whole deal hold at least {least} points, not {points}": Row(
        "tallies[1].card_points",
        ["210"],
        {"card_points": 70, "canastas": {"natural": 2}},
        {"card_points": 105, "canastas": {"natural": 3}},
    ),
    # melds
    "a meld without cards: it has at least {least}": Row("melds[0]", ["3"], {"melds": [""]}),
    "{meld}: a meld has at most {most} cards": Row("melds[0]", ["7"], {"melds": ["K*8"]}, game="americana"),
    "{meld}: a meld has at least {least} cards": Row("melds[0]", ["3"], {"melds": ["K*2"]}),
    "{meld}: wild cards alone are no meld, it takes {least} natural cards": Row(
        "melds[0]", ["takes 2"], {"melds": ["2*3"]}
    ),
    "{meld}: a meld has at least {least} natural cards": Row("melds[0]", ["at least 2"], {"melds": ["5 2*2"]}),
    "{meld}: a meld of wild cards has at least {least} cards": Row(
        "melds[0]", ["7"], {"melds": ["2*4 JK*2"]}, game="romanian"
    ),
    "{meld}: with {naturals} natural cards at most {most} wild": Row("melds[0]", ["at most 3"], {"melds": ["9*8 2*4"]}),
    # tally
    "{word} is no card: write Q*7 for seven queens, JK for a joker": Row("melds[0]", ["Q*7", "JK"], {"melds": ["KH"]}),
    "{word}: how many? Write Q*7 for seven queens": Row("melds[0]", ["Q*7"], {"melds": ["queens"]}),
    "3: write B3 for a black three, R3 for a red three": Row("melds[0]", ["B3", "R3"], {"melds": ["3"]}),
}

NO_FIGURE = {
    "a part of a sentence": [
        *(
            "twos",
            "jokers",
            "black threes",
            "red threes",
            "wild cards",
            "{value}",
            "{one}, {other}",
            "{side}: {message}",
        ),
    ],
    "no fault: what does not count in an opening": [
        "the bonus of a canasta: only its cards count",
        "the cards of the pile below its top card",
        "black threes: they are melded only in going out",
    ],
    "it says what to do instead": [
        "the melds are named card by card and counted from that: leave this out",
        "the hands are named card by card and counted from that: leave this out",
        "the hands are taken off already: leave this out",
        "the result stands alone: leave this out, or the result",
        "{game} does not have this: leave it out",
        "in {game} no black threes are laid on the table: leave this out",
        "in {game} they count with the other cards in hand: leave this out",
        "in {game} the hands are counted by themselves: leave this out",
        "the cards are counted one by one: leave their points out",
        "the hands are taken off: state the card points that are left, not the cards",
        "say what the table agreed on",
        "two melds of {rank} are one meld: write them as one",
        "{card} goes into none of these melds: name one of its rank",
        "only one side goes out in a deal: choose one",
        "choose one of these",
    ],
    "it asks what only the table knows": [
        "concealed is a way of going out: who went out?",
        "the card points of these canastas are missing: what do they count?",
        "did the side open? Its red threes count against it otherwise",
        "two melds of {rank}: are they one?",
        "a hand is empty, but nobody went out: did this side?",
        "a hand is empty, but another side went out: was nothing left in it?",
        "how many points did the table agree on?",
        "which cards were laid concealed?",
        "nothing is chosen here: did nobody go out?",
        "Why is this deal corrected? It is not the last one any more.",
    ],
    "it says the rule, which has no figure": [
        "{meld}: a meld is of one rank",
        "{meld}: red threes are not melded, they lie by themselves",
        "{meld}: a meld of {rank} holds no wild cards",
        "{meld}: a meld of black threes holds no wild cards",
        "{meld}: black threes are not melded in this game",
        "black threes are melded only by the side that goes out",
        "something is melded, so the side has opened",
        "nothing is melded, so the side has not opened",
        "the side went out, so one of its hands should be empty, and none is",
        "one card alone lies on top of the pile",
        "a special hand stands alone: the rest of this side is not counted",
        "the match was over before this deal",
        "a text holds half a character",
    ],
    "no game here has it: points of all of them end in 0 or 5": [
        "{points}: points are multiples of {each}, so {lower} or {upper}?",
    ],
    "of what is typed into a field; test_deal_form sees that they are said": [
        "at most {most} letters",
        "{typed}: a whole number is expected here",
        "a number of at most {most} digits",
        "at most {most} melds",
    ],
}


def said(module: str) -> set[str]:
    """The sentences in the source of a module; of the fields only those of what is wrong, not what they are called."""
    tree = ast.parse((PACKAGE / f"{module}.py").read_text(encoding="utf-8"))
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)]
    if module == "web/deal_fields":
        wrong = [call.args[0] for call in calls if call.func.id == "_wrong"]  # type: ignore[attr-defined]
        calls = [one for one in wrong if isinstance(one, ast.Call)]
    return {
        str(ast.literal_eval(call.args[0]))
        for call in calls
        if isinstance(call.func, ast.Name) and call.func.id in ("say", "say_many")
    }


JUDGES = [
    "contradictions",
    "referee",
    "going_out",
    "pack",
    "canastas",
    "melds",
    "tally",
    "web/deal_fields",
    "web/deal_form",
]


def test_every_kind_of_fault_is_in_one_of_the_lists() -> None:
    found = set().union(*map(said, JUDGES))
    excused = [sentence for sentences in NO_FIGURE.values() for sentence in sentences]
    assert sorted([*EXPLAINED, *excused]) == sorted(found | {"{one}, {other}"})


def faults(row: Row) -> list[tuple[str, Text]]:
    """What is said of the deal: errors, else doubts."""
    sheet = {"sides": ["We", "They"], "deals": [{"tallies": [row.tally, dict(row.other or QUIET)]}], **row.rest}
    try:
        match = score_under(variants.load(row.game), sheet)
    except SheetRefused as refused:
        return refused.faults
    return [(where(i, doubt), doubt.message) for i, deal in enumerate(match.deals) for doubt in deal.doubts]


@pytest.mark.parametrize("sentence", EXPLAINED)
def test_the_fault_says_what_would_be_right_beside_what_is_wrong(sentence: str) -> None:
    row = EXPLAINED[sentence]
    found = {place: message for place, message in faults(row) if message.msgid == sentence}
    assert len(found) == 1, [(place, str(message)) for place, message in faults(row)]
    [(place, message)] = found.items()
    whole = row.place if row.place.startswith(("tallies", "before")) else f"tallies[0].{row.place}".removesuffix(".")
    assert place.removeprefix("deals[0].") == whole
    assert row.expected
    assert [one for one in row.expected if one not in str(message)] == [], str(message)


def test_a_card_that_fits_nowhere_is_told_what_it_asks_for() -> None:
    with pytest.raises(OpeningRefused) as refused:
        opening(variants.load("classic"), 0, ["K*3"], "Q")
    assert [(fault.key, str(fault.message)) for fault in refused.value.faults] == [
        ("top_card", "Q goes into none of these melds: name one of its rank")
    ]
