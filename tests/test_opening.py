"""Do they open? Melds typed on a page, counted as the rules count them, and nothing written."""

import html
import re

import pytest
from flask.testing import FlaskClient
from test_pages import COUPLES, SCRIPT, WINNING, journal, play, text
from werkzeug.test import TestResponse

from scorekeeper.book import Book
from scorekeeper.match import Side

W = "W" * 40


def ask(client: FlaskClient, match: int, *melds: str, side: str = "0", top: str = "") -> TestResponse:
    """Types the melds and counts them, as the form sends it: the empty fields too."""
    rows = {f"melds.{row}": melds[row] if row < len(melds) else "" for row in range(6)}
    return client.get(f"/matches/{match}/opening", query_string={"side": side, **rows, "top_card": top})


def verdict(answer: TestResponse) -> str | None:
    """The answer in words, None where there is none."""
    assert answer.status_code == 200
    found = re.search(r'<h2 id="verdict">(.*?)</h2>', answer.get_data(as_text=True), re.DOTALL)
    return " ".join(re.sub(r"<[^>]+>", "", found[1]).split()) if found else None


def lines(answer: TestResponse) -> list[str]:
    """What each meld counts, as it is spelled out, and the sum."""
    page = answer.get_data(as_text=True)
    found = re.findall(r'<div class="line.*?</div>', page, re.DOTALL)
    return [" ".join(html.unescape(re.sub(r"<[^>]+>", "", one)).split()) for one in found]


def wrong(answer: TestResponse) -> dict[str, str]:
    """What is said beside each field that is wrong, tied to it."""
    page = answer.get_data(as_text=True)
    found = {}
    for tag in re.findall(r"<(?:input|fieldset)\b[^>]*aria-invalid[^>]*>", page):
        [key] = re.findall(r'\bid="([^"]*)"', tag)
        [described] = re.findall(r'aria-describedby="([^"]*)"', tag)
        assert f"{key}-error" in described.split()
        [said] = re.findall(rf'id="{re.escape(key)}-error">.*?<span>(.*?)</span>', page, re.DOTALL)
        found[key] = html.unescape(said)
    return found


def typed(answer: TestResponse) -> dict[str, str]:
    page = answer.get_data(as_text=True)
    boxes = re.findall(r'<input class="box" id="[^"]*" name="([^"]*)" type="text" value="([^"]*)"', page)
    found = {name: html.unescape(value) for name, value in boxes if value}
    return found | dict(re.findall(r'name="(side)" value="(\d+)" checked', page))


# ---- the question ----------------------------------------------------------------------------------------------------


def test_the_page_offers_each_side_with_its_minimum_and_answers_nothing_yet(client: FlaskClient, book: Book) -> None:
    match = play(book, [{"result": 3525}, {"result": 1490}])
    answer = client.get(f"/matches/{match}/opening")
    page = answer.get_data(as_text=True)
    sides = re.findall(r'<label class="choice opening-side">(.*?)</label>', page, re.DOTALL)
    assert [html.unescape(re.sub(r"<[^>]+>", "", side)).split("to open") for side in sides] == [
        [" Ana & Rui ", " 120"],
        [" Marta & Zé ", " 50"],
    ]
    assert (verdict(answer), wrong(answer), typed(answer)) == (None, {}, {})
    assert page.count("<h1") == page.count("<main") == 1
    assert not re.search(r"<style|\sstyle=|<script", SCRIPT.sub("", page))
    assert "no red three, no bonus of a canasta" in text(answer)


def test_the_match_leads_to_the_question_until_it_is_over(client: FlaskClient, book: Book) -> None:
    running, over = play(book, WINNING), play(book, WINNING, WINNING)
    address = '<a class="button" href="/matches/{}/opening">Do they open?</a>'
    assert address.format(running) in client.get(f"/matches/{running}").get_data(as_text=True)
    assert address.format(over) not in client.get(f"/matches/{over}").get_data(as_text=True)


@pytest.mark.parametrize(
    ("key", "totals", "minimums"),
    [
        ("canastra", [-5, 3000], [15, 120]),
        ("classic", [1495, 3000], [50, 120]),
        ("americana", [2995, 5000], [125, 180]),
        ("italian", [0, 15000], [50, 200]),
    ],
)
def test_each_side_is_asked_what_its_game_asks_of_its_total(
    client: FlaskClient, book: Book, key: str, totals: list[int], minimums: list[int]
) -> None:
    match = play(book, key=key, before=totals)
    for side, minimum in enumerate(minimums):
        said = verdict(ask(client, match, "A A A", side=str(side)))
        assert said is not None
        assert said.startswith(f"60 points, {minimum} are needed: they")


def test_each_of_three_sides_is_asked_its_own(client: FlaskClient, book: Book) -> None:
    sides = [Side(name, [name]) for name in ("Alessandra", "Bartolomeo", "Zoë")]
    match = play(book, key="italian", players=3, sides=sides, before=[0, -12345, 15000])
    said = [verdict(ask(client, match, "A A A", side=side)) for side in "012"]
    assert said == [
        "60 points, 50 are needed: they open.",
        "60 points, 50 are needed: they open.",
        "60 points, 200 are needed: they do not open.",
    ]


# ---- the answer, by published examples -------------------------------------------------------------------------------


def test_melds_short_of_the_minimum_do_not_open_and_what_is_missing_is_said(client: FlaskClient, book: Book) -> None:
    """W01"""
    answer = ask(client, play(book, before=[1600, 0]), "6 6 6", "K K K 2")
    assert verdict(answer) == "65 points, 90 are needed: they do not open."
    assert "25 points are missing." in text(answer)
    assert lines(answer) == ["6 6 6 6: 3 × 5 15", "K K K 2 king: 3 × 10 · two: 1 × 20 50", "Cards melded 65"]
    assert typed(answer) == {"side": "0", "melds.0": "6 6 6", "melds.1": "K K K 2"}
    assert wrong(answer) == {}


@pytest.mark.parametrize(
    ("side", "melds", "said"),
    [
        ("0", ["6 6 6", "K K K 2"], "65 points, 50 are needed: they open."),
        ("0", ["6 6 6", "A A A 2"], "95 points, 50 are needed: they open."),
        ("1", ["6 6 6", "K K K 2"], "65 points, 120 are needed: they do not open."),
        ("1", ["6 6 6", "A A A 2"], "95 points, 120 are needed: they do not open."),
    ],
)
def test_the_same_melds_open_in_one_band_and_not_in_another(
    client: FlaskClient, book: Book, side: str, melds: list[str], said: str
) -> None:
    """W03"""
    answer = ask(client, play(book, before=[1495, 3000]), *melds, side=side)
    assert verdict(answer) == said
    assert ("missing" in text(answer)) == ("do not" in said)


def test_red_threes_count_nothing_towards_it(client: FlaskClient, book: Book) -> None:
    """D05"""
    match = play(book)
    assert verdict(ask(client, match, "8 8 8")) == "30 points, 50 are needed: they do not open."
    answer = ask(client, match, "8 8 8", "R3 R3")
    assert (verdict(answer), wrong(answer)) == (None, {"melds.1": "R3*2: red threes are not melded"})


def test_a_canasta_counts_its_cards_and_no_bonus(client: FlaskClient, book: Book) -> None:
    assert verdict(ask(client, play(book, before=[3000, 0]), "4*7")) == "35 points, 120 are needed: they do not open."


def test_the_top_card_of_the_pile_counts_once_and_the_cards_below_it_do_not(client: FlaskClient, book: Book) -> None:
    """D07"""
    match = play(book)
    answer = ask(client, match, "K K", "Q Q 2", top="K")
    assert verdict(answer) == "70 points, 50 are needed: they open."
    assert lines(answer) == [
        "K K K king: 3 × 10 30",
        "Q Q 2 queen: 2 × 10 · two: 1 × 20 40",
        "Cards melded with the top card of the pile 70",
    ]
    assert typed(answer) == {"side": "0", "melds.0": "K K", "melds.1": "Q Q 2", "top_card": "K"}
    answer = ask(client, match, "K K", "Q Q 2", top="K K")
    assert wrong(answer) == {
        "melds.0": "K*2: a meld has at least 3 cards",
        "top_card": "one card alone lies on top of the pile",
    }


# ---- what is typed ---------------------------------------------------------------------------------------------------

WRITTEN = ["K K K 2", "k k k 2", "K*3 2", "K×3, 2", "KKK2", "kkk 2", " K,K,K,2 ", "K;K;K+2", "K. K. K. 2", "2 K*3"]


@pytest.mark.parametrize("meld", WRITTEN)
def test_cards_are_read_as_people_type_them(client: FlaskClient, book: Book, meld: str) -> None:
    answer = ask(client, play(book), meld)
    assert verdict(answer) == "50 points, 50 are needed: they open."
    assert typed(answer)["melds.0"] == meld


@pytest.mark.parametrize("meld", ["10 10 JK", "1010JK", "10 10 joker", "10,10,Joker", "10*2 jk"])
def test_tens_and_jokers_are_read_too(client: FlaskClient, book: Book, meld: str) -> None:
    assert verdict(ask(client, play(book), meld)) == "70 points, 50 are needed: they open."


BAD = {
    "no card": ("K K X", "X is no card"),
    "too many letters": ("K" * 101, "at most 100 letters"),
    "one long word": (W, f"{W} is no card"),
    "a plain three": ("3 3 3", "3 is no card"),
    "two ranks": ("K K Q", "K*2 Q: a meld is of one rank"),
    "two cards": ("K K", "K*2: a meld has at least 3 cards"),
    "too many wild": ("K K 2 2 JK", "K*2 2*2 JK: with 2 natural cards at most 2 wild"),
    "black threes": ("B3 B3 B3", "black threes are melded only by the side that goes out"),
    "more than there are": ("K*9", "the packs hold 8 K, this makes 9"),
    "a script": ("<script>alert(1)</script>", "<script>alert(1)</script> is no card"),
    "a quote": ('"><b>', '"><b> is no card'),
}


@pytest.mark.parametrize(("meld", "said"), BAD.values(), ids=BAD.keys())
@pytest.mark.parametrize("row", [0, 3, 5])
def test_what_is_wrong_with_a_meld_is_said_beside_it_and_it_is_kept(
    client: FlaskClient, book: Book, row: int, meld: str, said: str
) -> None:
    melds = ["", "A A A", "", "", "", ""]
    melds[row] = meld
    answer = ask(client, play(book, key="canastra"), *melds)
    assert (verdict(answer), wrong(answer)) == (None, {f"melds.{row}": said})
    assert typed(answer) == {"side": "0", "melds.1": "A A A", f"melds.{row}": meld}
    page = answer.get_data(as_text=True)
    assert f'<a href="#melds.{row}">Meld {row + 1}: ' in page
    assert "<title>Error: " in page
    assert "<script" not in SCRIPT.sub("", page)


def test_everything_that_is_wrong_is_said_at_once(client: FlaskClient, book: Book) -> None:
    match = play(book, key="canastra")
    answer = ask(client, match, "6 6", "", "K X", "9 9 9", "9 9 9", side="", top="Q")
    assert wrong(answer) == {
        "side": "choose one of these",
        "melds.0": "6*2: a meld has at least 3 cards",
        "melds.2": "X is no card",
        "melds.4": "two melds of 9: they are one meld",
        "top_card": "Q: it goes into none of these melds",
    }
    assert "5 things cannot be right" in text(answer)


@pytest.mark.parametrize("side", ["", "2", "-1", "x", "0 ", str(10**30)])
def test_a_side_is_to_be_chosen(client: FlaskClient, book: Book, side: str) -> None:
    answer = ask(client, play(book), "A A A", side=side)
    assert (verdict(answer), wrong(answer)) == (None, {"side": "choose one of these"})


@pytest.mark.parametrize("melds", [[], [" "], [",", "."]])
def test_without_a_meld_there_is_nothing_to_count(client: FlaskClient, book: Book, melds: list[str]) -> None:
    answer = ask(client, play(book), *melds)
    assert (verdict(answer), wrong(answer)) == (None, {"melds.0": "write at least one meld here"})


@pytest.mark.parametrize(
    ("top", "said"),
    [
        ("Q", "Q: it goes into none of these melds"),
        ("2", "2: it goes into none of these melds"),
        ("R3", "R3: it goes into none of these melds"),
        ("A K", "one card alone lies on top of the pile"),
        ("top", "top is no card"),
        ("A" * 101, "at most 100 letters"),
    ],
)
def test_what_is_wrong_with_the_top_card_is_said_beside_it(
    client: FlaskClient, book: Book, top: str, said: str
) -> None:
    answer = ask(client, play(book), "A A A", top=top)
    assert (verdict(answer), wrong(answer)) == (None, {"top_card": said})
    assert typed(answer)["top_card"] == top


def test_other_words_in_the_address_ask_nothing(client: FlaskClient, book: Book) -> None:
    answer = client.get(f"/matches/{play(book)}/opening?melds.6=X&melds=K&x=1")
    assert (verdict(answer), wrong(answer), typed(answer)) == (None, {}, {})


def test_long_names_are_shown_whole(client: FlaskClient, book: Book) -> None:
    match = play(book, sides=[Side(W, ["", ""]), COUPLES[1]], before=[-12345, 12340])
    answer = ask(client, match, "A A A")
    assert text(answer).count(W) == 2
    assert verdict(answer) == "60 points, 15 are needed: they open."


# ---- what it never does ----------------------------------------------------------------------------------------------


def test_a_match_that_is_not_there_has_no_opening(client: FlaskClient, book: Book) -> None:
    play(book)
    for match in ("99", "-1", "x", str(10**30)):
        assert client.get(f"/matches/{match}/opening").status_code == 404


def test_asking_writes_nothing(client: FlaskClient, book: Book) -> None:
    match = play(book, WINNING)
    before = journal(book)
    ask(client, match, "A A A 2")
    ask(client, match, "A A")
    assert client.post(f"/matches/{match}/opening").status_code in (400, 405)
    assert journal(book) == before
