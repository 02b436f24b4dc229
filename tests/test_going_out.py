"""May they go out? The canastas of a side against what going out takes, in every game; and nothing written."""

import html
import re
from typing import Any

import pytest
from flask.testing import FlaskClient
from test_pages import SCRIPT, journal, play, text
from werkzeug.test import TestResponse

from scorekeeper import referee, rulebook, variants
from scorekeeper import tally as tallies
from scorekeeper.book import Book
from scorekeeper.entries import Side
from scorekeeper.going_out import GoingOut, going_out, waives_the_minimum

ONE, TWO = "going out takes 1 canasta, the side has {}", "going out takes 2 canastas, the side has {}"
CLEAN = "one of its canastas must be a clean canasta"
NO_WILD = {"going_out.wild_canastas_count": False}
SINGLES = [Side("Ana", ["Ana"]), Side("Rui", ["Rui"])]


def asked(key: str, players: int, canastas: dict[str, int], *extras: str, rules: Any = None) -> GoingOut:
    return going_out(rulebook.chosen(variants.load(key), rules or {}), players, canastas, extras)


CASES: list[tuple[str, int, dict[str, int], dict[str, Any], list[str]]] = [
    # game, players, canastas, house rules: what is missing
    ("classic", 4, {}, {}, [ONE.format(0)]),
    ("classic", 4, {"mixed": 1}, {}, []),
    ("classic", 4, {"natural": 1}, {"seats.4.canastas_needed": 2}, [TWO.format(1)]),
    ("canastra", 4, {"wild": 1}, {}, []),
    ("canastra", 4, {"wild": 1}, NO_WILD, [ONE.format(0)]),
    ("canastra", 4, {"wild": 1, "mixed": 1}, NO_WILD, []),
    ("canastra", 2, {"natural": 1}, {}, [TWO.format(1)]),
    ("canastra", 2, {"natural": 1, "wild": 1}, {}, []),
    ("romanian", 4, {"natural": 0}, {}, [ONE.format(0)]),
    ("americana", 4, {"special": 1}, {}, [TWO.format(1)]),
    ("americana", 4, {"special": 1, "twos": 1}, {}, []),
    ("italian", 4, {"mixed": 2}, {}, [CLEAN]),
    ("italian", 3, {"mixed": 1}, {}, [TWO.format(1), CLEAN]),
    ("italian", 2, {"mixed": 1, "twos": 1}, {}, []),
    ("italian", 4, {"wild": 2}, {}, [CLEAN]),
    ("italian", 4, {"natural": 1, "jokers": 1}, NO_WILD, [TWO.format(1)]),
]


@pytest.mark.parametrize(("key", "players", "canastas", "rules", "missing"), CASES)
def test_what_going_out_takes(
    key: str, players: int, canastas: dict[str, int], rules: dict[str, Any], missing: list[str]
) -> None:
    found = asked(key, players, canastas, rules=rules)
    assert [str(text) for text in found.missing] == missing
    assert found.allowed == (not missing)


@pytest.mark.parametrize(("key", "players", "canastas", "rules", "missing"), CASES)
def test_a_deal_is_doubted_for_exactly_what_going_out_lacks(
    key: str, players: int, canastas: dict[str, int], rules: dict[str, Any], missing: list[str]
) -> None:
    variant = rulebook.chosen(variants.load(key), rules)
    points = 400 if canastas else 100
    out = tallies.read({"card_points": points, "canastas": canastas, "went_out": True, "hand_points": 0})
    others = [tallies.read({"hand_points": 50}) for _ in range(variant.seats[players].sides - 1)]
    errors, doubts, _ = referee.judge(variant, players, [out, *others])
    assert errors == []
    assert [str(doubt.message) for doubt in doubts if doubt.key == "went_out"] == missing


def test_a_meld_left_short_forbids_nothing_and_is_charged() -> None:
    """Ruling 003-20"""
    found = asked("americana", 4, {"natural": 2}, "incomplete_sevens", "aces_in_hand")
    assert found.allowed
    assert [str(label) for label in found.charged] == ["Incomplete melds of sevens"]


def test_when_a_concealed_hand_needs_no_minimum() -> None:
    """Seeds 000 and 002: always; pagat: after drawing from the stock; elsewhere nobody goes out so."""
    found = {
        key: [waives_the_minimum(variants.load(key), with_the_pile=pile) for pile in (False, True)]
        for key in variants.files()
    }
    assert found == {
        "canastra": [True, True],
        "romanian": [True, True],
        "classic": [True, False],
        "americana": [False, False],
        "italian": [False, False],
    }


# ---- the page --------------------------------------------------------------------------------------------------------


def ask(client: FlaskClient, match: int, *extras: str, **canastas: Any) -> TestResponse:
    given = {f"canastas.{kind}": n for kind, n in canastas.items() if kind not in ("more", "less")}
    pressed = {name: canastas[name] for name in ("more", "less") if name in canastas}
    answer = client.get(f"/matches/{match}/going-out", query_string={**given, **pressed, "extras": extras})
    assert answer.status_code == 200
    return answer


def plain(markup: str) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]+>", "", markup)).split())


def told(answer: TestResponse) -> str | None:
    found = re.findall(r'<div class="answer (?:yes|bad)"[^>]* autofocus.*?</div>', answer.text, re.DOTALL)
    return plain(found[0]) if found else None


def counts(answer: TestResponse) -> dict[str, str]:
    return dict(re.findall(r'name="canastas\.(\w+)" type="text" inputmode="numeric" value="([^"]*)"', answer.text))


def test_the_page_asks_for_the_kinds_of_the_game_and_answers_nothing_yet(client: FlaskClient, book: Book) -> None:
    for key in variants.files():
        answer = client.get(f"/matches/{play(book, key=key)}/going-out")
        assert counts(answer) == dict.fromkeys(variants.load(key).canastas.kinds, "0")
        assert told(answer) is None
        assert not re.search(r"<style|\sstyle=|<script", SCRIPT.sub("", answer.text))


def test_it_says_yes_or_no_and_why(client: FlaskClient, book: Book) -> None:
    italian = play(book, key="italian")
    assert told(ask(client, italian, mixed=2)) == "No, not yet one of its canastas must be a clean canasta."
    assert told(ask(client, italian, mixed=1)) == (
        "No, not yet going out takes 2 canastas, the side has 1. one of its canastas must be a clean canasta."
    )
    assert told(ask(client, italian, mixed=1, natural=2)) == "Yes, they may go out It takes 2 canastas, the side has 3."
    three = play(book, key="canastra", players=2, sides=SINGLES)
    assert told(ask(client, three, mixed=1)) == "No, not yet going out takes 2 canastas, the side has 1."


def test_canastas_that_do_not_count_are_named(client: FlaskClient, book: Book) -> None:
    match = play(book, key="canastra", rules=NO_WILD)
    said = "No, not yet going out takes 1 canasta, the side has 0. Not among those needed: Wild canastas."
    assert told(ask(client, match, wild=1)) == said
    assert "chosen by this table they do not count" in text(ask(client, match))


def test_a_button_counts_one_more_or_one_less_and_never_less_than_none(client: FlaskClient, book: Book) -> None:
    match = play(book)
    assert counts(ask(client, match, natural=1, mixed=0, more="mixed")) == {"natural": "1", "mixed": "1"}
    assert counts(ask(client, match, natural=1, less="natural")) == {"natural": "0", "mixed": "0"}
    answer = ask(client, match, natural=0, less="natural")
    assert (counts(answer)["natural"], told(answer)) == ("0", "No, not yet going out takes 1 canasta, the side has 0.")


def test_a_meld_left_short_is_said_to_cost(client: FlaskClient, book: Book) -> None:
    answer = ask(client, play(book, key="americana"), "incomplete_sevens", "aces_in_hand", natural=2)
    assert told(answer) == "Yes, they may go out It takes 2 canastas, the side has 2."
    assert "It costs: Incomplete melds of sevens −2,500" in text(answer)
    assert 'value="incomplete_sevens" checked' in answer.text
    assert answer.text.count('name="extras"') == 4
    assert "aces_in_hand" not in answer.text


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("many", "a whole number is expected here"),
        ("−1", "not less than nothing"),
        ("16", "more than the packs hold"),
        ("9" * 30, "more than the packs hold"),
        ('"><b>', "a whole number is expected here"),
    ],
)
def test_what_is_wrong_is_said_beside_it_and_kept(client: FlaskClient, book: Book, given: str, said: str) -> None:
    answer = ask(client, play(book), natural=given, mixed=1)
    assert told(answer) is None
    assert plain(re.findall(r'id="canastas.natural-error">.*?</p>', answer.text, re.DOTALL)[0]).endswith(said)
    assert html.unescape(counts(answer)["natural"]) == given


@pytest.mark.parametrize(
    ("key", "said"),
    [
        (
            "classic",
            [
                "Bonus (our reading) 100 points",
                "Concealed, in all (our reading) 200 points",
                "partner's hand counts against the side",
            ],
        ),
        ("canastra", ["the opening minimum does not apply", "black three (our reading) −100 points"]),
        ("americana", ["gives no more in this game", "Incomplete wild melds −2,000 points"]),
        ("italian", ["Among them 1: a clean canasta", "Bonus 300 points"]),
    ],
)
def test_the_rules_are_those_of_the_match(client: FlaskClient, book: Book, key: str, said: list[str]) -> None:
    page = text(client.get(f"/matches/{play(book, key=key)}/going-out"))
    assert [one for one in said if one not in page] == []


def test_where_everybody_plays_alone_there_is_no_partner(client: FlaskClient, book: Book) -> None:
    page = text(client.get(f"/matches/{play(book, key='canastra', players=2, sides=SINGLES)}/going-out"))
    assert "partner's hand" not in page.partition("How it is played")[0]
    assert "Canastas needed, 2 players 2" in page
    assert "Canastas needed, 4 players" not in page


def test_asking_writes_nothing_and_the_two_questions_lead_to_each_other(client: FlaskClient, book: Book) -> None:
    match = play(book)
    before = journal(book)
    assert f'href="/matches/{match}/opening"' in ask(client, match, natural=1).text
    assert f'href="/matches/{match}/going-out"' in client.get(f"/matches/{match}/opening").text
    assert client.post(f"/matches/{match}/going-out").status_code in (400, 405)
    assert journal(book) == before
    assert client.get("/matches/99/going-out").status_code == 404
