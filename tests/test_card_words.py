"""Cards as people type them, in every field that asks for cards."""

import pytest
from flask import Flask
from hypothesis import given
from hypothesis import strategies as st
from test_recount_pages import ENTERED, Recount

from scorekeeper import cards, tally, variants
from scorekeeper.card_words import written
from scorekeeper.faults import Refused

MELDS = {
    "K*5 2 JK": "K*5 2 JK",
    "KKKKK2 joker": "K*5 2 JK",
    "KKKKK2joker": "K*5 2 JK",
    "k k k": "K*3",
    "AAA": "A*3",
    "K K K": "K*3",
    "K,K,K": "K*3",
    "K×3, 2": "K*3 2",
    "7 queens": "Q*7",
    "7 Queen": "Q*7",
    "seven queens": "Q*7",
    "7 queens, 2 jokers": "Q*7 JK*2",
    "5 sixes and": None,
    "3 tens 1 joker": "10*3 JK",
    "three tens two jokers": "10*3 JK*2",
    "queen queen two joker": "Q*2 2 JK",
    "K K 2 joker": "K*2 2 JK",
    "K K 2 jokers": "K*2 JK*2",
    "10 10 joker": "10*2 JK",
    "1010JK": "10*2 JK",
    "joker joker": "JK*2",
    "7 7 7": "7*3",
    "2 2": "2*2",
    "3 black threes": "B3*3",
    "black threes": None,
    "queens": None,
    "queans": None,
    "7 queans": None,
    "333": None,
    "99999 queens": None,
    "": "",
}
HANDS = {
    "7 queens": "Q*7",
    "7 queen": "Q 7",
    "3 queen": "Q*3",
    "1 joker": "JK",
    "10 9 8": "10 9 8",
    "4 K": "K 4",
    "7Q": "Q 7",
    "red three": "R3",
    "2 red threes, black three": "B3 R3*2",
    "2 queen": "Q 2",
    "two kings": "K*2",
}


def meant(text: str, meld: bool) -> str | None:
    try:
        return cards.write(cards.read(written(text, meld)))
    except cards.UnreadableCards:
        return None


@pytest.mark.parametrize(("text", "expected"), MELDS.items())
def test_a_meld_is_read_as_it_is_meant(text: str, expected: str | None) -> None:
    assert meant(text, meld=True) == expected


@pytest.mark.parametrize(("text", "expected"), HANDS.items())
def test_cards_of_a_hand_are_read_as_they_are_meant(text: str, expected: str) -> None:
    assert meant(text, meld=False) == expected


@given(st.dictionaries(st.sampled_from(cards.RANKS), st.integers(1, 12)).map(cards.write), st.booleans())
def test_what_is_in_the_notation_stays_as_it_is(text: str, meld: bool) -> None:
    assert written(text, meld) == text


@given(
    st.lists(st.sampled_from(cards.RANKS), min_size=1, max_size=12),
    st.sampled_from([" ", ",", ", ", ";", ".", " + "]),
    st.booleans(),
)
def test_cards_one_by_one_are_those_cards_whatever_stands_between(row: list[str], between: str, meld: bool) -> None:
    assert meant(between.join(row), meld) == cards.write(cards.read(" ".join(row)))
    words = between.join("joker" if rank == "JK" else rank.lower() for rank in row)
    assert meant(words, meld=meld) == cards.write(cards.read(" ".join(row)))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("queans", "queans is no card: write Q*7 for seven queens, JK for a joker"),
        ("7 Queans", "Queans is no card: write Q*7 for seven queens, JK for a joker"),
        ("Queens", "Queens: how many? Write Q*7 for seven queens"),
        ("3 3 3", "3: write B3 for a black three, R3 for a red three"),
    ],
)
def test_what_is_no_card_is_told_how_to_write_it(text: str, said: str) -> None:
    for key, meld in (("melds", True), ("hands", False)):
        with pytest.raises(Refused) as refused:
            tally.shown(variants.load("classic"), tally.read({key: [written(text, meld)]}))
        assert (refused.value.key, str(refused.value.message)) == (f"{key}[0]", said)


def test_a_deal_keeps_the_notation_and_its_field_what_was_typed(shared: Flask) -> None:
    one = Recount(shared, ENTERED)
    page = one.check({"side0-melds.0": "7 queens", "side0-melds.1": "K,K,K,2", "side1-hands.0": "joker joker 44"})
    assert page.response.status_code == 200
    assert page.values["side0-melds.0"] == "7 queens"
    assert page.values["side1-hands.0"] == "joker joker 44"
    one.send(page, {"side1-hands.1": "–"}, "check")
    one.send(page, {}, "correct")
    assert (one.tallies[0]["melds"], one.tallies[1]["hands"]) == (["Q*7", "K K K 2"], ["JK JK 4 4", ""])


def test_a_fault_stands_beside_the_meld_it_is_about_however_it_is_typed(shared: Flask) -> None:
    page = Recount(shared, ENTERED).check({"side0-melds.0": "7 queens", "side0-melds.1": "7 queans"})
    assert page.response.status_code == 422
    assert "queans is no card: write Q*7" in page.about("side0-melds.1")
    assert not page.about("side0-melds.0")
