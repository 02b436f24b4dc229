"""Two games side by side: what the sources say that tells them apart, and nothing in which they are alike."""

import itertools
import re

import pytest
from flask.testing import FlaskClient
from test_pages import text

from scorekeeper import comparing, rulebook, rulecard, variants
from scorekeeper.comparing import Pair

GAMES = sorted(variants.files())
PAIRS = list(itertools.combinations(GAMES, 2))

FACTS = [
    # game, game, rule, what it is in each; where it was published
    ("classic", "canastra", "black three", "−5 points", "−100 points"),  # D21: classic 5, seed 000 100
    ("classic", "romanian", "black three", "−5 points", "−100 points"),  # D21: seed 002 100
    ("classic", "americana", "below 0", "15", "125"),  # D09: primidi.com; Ebbeling
    ("classic", "italian", "below 0", "15", "50"),  # D09: seed 004
    ("classic", "americana", "3,000 to 4,999", "120", "155"),  # W23: 155 from 3,000
    ("classic", "americana", "5,000 or more", "120", "180"),  # W23: 180 from 5,000
    ("classic", "italian", "7,000 to 9,999", "120", "160"),  # W31: 7,500 asks for 160
    ("classic", "canastra", "Wild canastas", None, "2,000 points"),  # D39: none in classic, 2,000 in seeds 000, 002
    ("canastra", "italian", "Wild canastas", "2,000 points", "2,000 points"),  # of other cards: seeds 000, 004
    ("classic", "americana", "2 of them", "200 points", "300 points"),  # W19: two of one colour 300
    ("classic", "americana", "With 1 canasta", None, "the threes count nothing"),  # D25: neutral with one canasta
    ("classic", "americana", "It ends when a side has, after a whole deal", "5,000 or more", "more than 8,500"),
    ("classic", "italian", "With 3 or more natural cards", "at most 3 wild", "at most 2 wild"),  # D37: three in classic
]


def drawn(first: str, second: str) -> dict[str, list[Pair]]:
    parts = comparing.differences(variants.load(first), variants.load(second))
    return {str(part.title): part.pairs for part in parts}


def plain(pair: Pair) -> tuple[str, list[str | None]]:
    return str(pair.label), [str(value) if value else None for value in pair.values]


@pytest.mark.parametrize(("first", "second", "label", "one", "other"), FACTS)
def test_what_tells_two_games_apart_stands_there(
    first: str, second: str, label: str, one: str | None, other: str | None
) -> None:
    pairs = [pair for pairs in drawn(first, second).values() for pair in pairs]
    assert (label, [one, other]) in map(plain, pairs)


def test_a_game_differs_from_itself_in_nothing() -> None:
    assert [drawn(key, key) for key in GAMES] == [{}] * len(GAMES)


@pytest.mark.parametrize(("first", "second"), PAIRS)
def test_nothing_stands_there_in_which_both_are_alike(first: str, second: str) -> None:
    for pair in itertools.chain.from_iterable(drawn(first, second).values()):
        assert pair.values[0] != pair.values[1] or pair.notes[0] != pair.notes[1]


@pytest.mark.parametrize(("first", "second"), PAIRS)
def test_the_other_way_round_it_is_the_same(first: str, second: str) -> None:
    there = {title: sorted(str(plain(pair)[1]) for pair in pairs) for title, pairs in drawn(first, second).items()}
    back = {title: sorted(str(plain(pair)[1][::-1]) for pair in pairs) for title, pairs in drawn(second, first).items()}
    assert there == back


def rows(key: str) -> set[tuple[str, str, str]]:
    variant = variants.load(key)
    sections = [*rulecard.card(variant), rulecard.play(variant)]
    return {(str(one.title), str(row.label), str(row.value)) for one in sections for row in one.rows}


LADDERS = ("Needed to open", "Card values", "Left in hand", "Melds")
"""Sections that are compared step by step or card by card, so that their rows have other labels."""


@pytest.mark.parametrize(("first", "second"), PAIRS)
def test_every_rule_that_one_card_has_and_the_other_has_not_stands_there(first: str, second: str) -> None:
    shown = {
        (title, place, str(pair.values[place]))
        for title, pairs in drawn(first, second).items()
        for pair in pairs
        for place in (0, 1)
    }
    for place, (own, other) in enumerate(((first, second), (second, first))):
        for title, _, value in rows(own) - rows(other):
            assert title in LADDERS or (title, place, value) in shown


def test_a_red_three_in_hand_that_costs_nothing_in_both_games_is_no_difference() -> None:
    pairs = itertools.chain.from_iterable(drawn("classic", "italian").values())
    assert "red three" not in {str(pair.label) for pair in pairs}
    charging = rulebook.chosen(variants.load("classic"), {"hands.apart.red_threes.each": 500})
    pairs = [pair for part in comparing.differences(charging, variants.load("italian")) for pair in part.pairs]
    assert ("red three", ["−500 points", "no charge"]) in map(plain, pairs)


def test_a_house_rule_chosen_otherwise_is_the_one_difference() -> None:
    own = variants.load("classic")
    other = rulebook.chosen(own, {"red_threes.all_against": 400})
    [part] = comparing.differences(own, other)
    assert [(pair.name, plain(pair)) for pair in part.pairs] == [
        ("red_threes.all_against", ("All of them against a side", ["−800 points", "−400 points"]))
    ]


# ---- the page --------------------------------------------------------------------------------------------------------


def test_the_list_of_games_leads_to_the_question(client: FlaskClient) -> None:
    assert 'href="/rules/compare"' in client.get("/rules").get_data(as_text=True)
    page = client.get("/rules/compare").get_data(as_text=True)
    assert page.count("<option") == 2 * (len(GAMES) + 1)
    assert "aria-invalid" not in page


def test_the_page_keeps_what_was_chosen_and_shows_what_differs(client: FlaskClient) -> None:
    answer = client.get("/rules/compare?a=classic&b=americana")
    page = answer.get_data(as_text=True)
    assert answer.status_code == 200
    assert re.findall(r'<option selected value="(\w+)"', page) == ["classic", "americana"]
    cells = re.findall(r"<td[^>]*>(.*?)</td>", page)
    assert ("5,000 or more", "more than 8,500") in itertools.pairwise(cells)
    assert "no such rule" in page


def test_one_game_twice_is_said_to_be_the_same(client: FlaskClient) -> None:
    answer = client.get("/rules/compare?a=italian&b=italian")
    assert answer.status_code == 200
    assert "This is Italian canasta twice: nothing differs." in text(answer)


@pytest.mark.parametrize(
    ("asked", "status", "said"),
    [
        ("a=whist&b=classic", 404, {"a": "there is no game whist"}),
        ("a=classic&b=<b>", 404, {"b": "there is no game &lt;b&gt;"}),
        ("a=&b=classic", 200, {"a": "choose a game"}),
        ("a=classic", 200, {}),
        (
            f"a={'x' * 5000}&b=../classic",
            404,
            {"a": "there is no game " + "x" * 40, "b": "there is no game ../classic"},
        ),
    ],
)
def test_what_is_no_game_is_said_beside_its_field(
    client: FlaskClient, asked: str, status: int, said: dict[str, str]
) -> None:
    answer = client.get(f"/rules/compare?{asked}")
    page = answer.get_data(as_text=True)
    found = re.findall(r'id="(\w)-error">.*?<span>(.*?)</span>', page, re.DOTALL)
    assert (answer.status_code, dict(found)) == (status, said)
    assert set(re.findall(r'aria-describedby="(\w)-error"', page)) == set(said)
    assert "<h2>" not in page


def test_card_values_are_compared_card_by_card_whatever_rows_a_game_has_for_them() -> None:
    """Classic canasta has a row for its black three alone, since its value is a reading; it is 5 in both games."""
    parts = comparing.differences(variants.load("classic"), variants.load("italian"))
    assert "Card values" not in [str(part.title) for part in parts]
