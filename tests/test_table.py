"""Big figures: the standing of a match, as large as the screen."""

import html
import re
from typing import Any

import pytest
from flask.testing import FlaskClient
from test_pages import COUPLES, NAMES, SCRIPT, WINNING, journal, play, seen, text

from scorekeeper.book import Book
from scorekeeper.entries import Side

LONG = "W" * 40


def results(*points: int) -> list[dict[str, Any]]:
    return [{"result": one} for one in points]


def standing(client: FlaskClient, match: int) -> list[list[str]]:
    """Of each side: its name, its total, what it needs to open or that it won, and how far it has to go."""
    page = seen(client.get(f"/matches/{match}/table").get_data(as_text=True))
    sides = re.findall(r"<li class=\"board-side\">(.*?)</li>", page, re.DOTALL)
    tags = re.compile(r"<[^>]+>")
    return [
        [" ".join(tags.sub("", part).split()) for part in re.findall(r"<(?:h2|p)\b.*?</(?:h2|p)>", side, re.DOTALL)]
        for side in sides
    ]


def strip(client: FlaskClient, match: int) -> str:
    page = client.get(f"/matches/{match}/table").get_data(as_text=True)
    [found] = re.findall(r"<footer.*?</footer>", page, re.DOTALL)
    return " ".join(html.unescape(re.sub(r"<[^>]+>", "", found)).split())


def test_both_sides_their_totals_and_minimums_the_dealer_the_deal_and_the_target_are_shown(
    client: FlaskClient, book: Book
) -> None:
    match = play(book, results(3525, 1490))
    assert standing(client, match) == [
        ["Ana &amp; Rui", "3,525", "to open 120", "1,475 to go"],
        ["Marta &amp; Zé", "1,490", "to open 50", "3,510 to go"],
    ]
    assert "Marta deals · deal 2 · to 5,000" in strip(client, match)


def test_three_sides_are_shown(client: FlaskClient, book: Book) -> None:
    sides = [Side(name, [name]) for name in ("Alessandra", "Bartolomeo", "Zoë")]
    match = play(book, results(1100, -12345, 1240), key="italian", players=3, sides=sides, dealer=2, before=[0, 0, 100])
    assert standing(client, match) == [
        ["Alessandra", "1,100", "to open 50", "13,900 to go"],
        ["Bartolomeo", "−12,345", "to open 50", "27,345 to go"],
        ["Zoë", "1,340", "to open 50", "13,660 to go"],
    ]
    assert "Alessandra deals · deal 2 · to 15,000" in strip(client, match)


@pytest.mark.parametrize(
    ("key", "totals", "minimums"),
    [
        ("canastra", [-5, 3000], ["15", "120"]),
        ("classic", [1495, 3000], ["50", "120"]),
        ("romanian", [0, 1500], ["50", "90"]),
        ("americana", [2995, 5000], ["125", "180"]),
        ("italian", [0, 15000], ["50", "200"]),
    ],
)
def test_every_game_asks_its_own_minimums(
    client: FlaskClient, book: Book, key: str, totals: list[int], minimums: list[str]
) -> None:
    match = play(book, key=key, before=totals)
    assert [side[2].removeprefix("to open ") for side in standing(client, match)] == minimums


def test_a_finished_match_names_the_winner_by_a_word_and_asks_nobody_to_open(client: FlaskClient, book: Book) -> None:
    match = play(book, WINNING, WINNING)
    assert standing(client, match) == [
        ["Ana &amp; Rui", "6,000", "won", "5,000 reached"],
        ["Marta &amp; Zé", "−240", "", "5,240 to go"],
    ]
    assert "The match is over · 2 deals · to 5,000" in strip(client, match)
    page = client.get(f"/matches/{match}/table").get_data(as_text=True)
    assert re.search(r'board-won"><svg class="icon icon-check"', page)
    assert "deals ·" not in strip(client, match).replace("2 deals ·", "")


def test_a_shared_win_is_said_and_nobody_is_the_winner(client: FlaskClient, book: Book) -> None:
    match = play(book, results(5000, 5000), rules={"tie": "shared_win"})
    assert [side[2] for side in standing(client, match)] == ["", ""]
    assert "The match is over: a shared win · 1 deal · to 5,000" in strip(client, match)


@pytest.mark.parametrize("name", NAMES)
def test_names_are_shown_as_they_are(client: FlaskClient, book: Book, name: str) -> None:
    match = play(book, sides=[Side(name, [name, "Rui"]), COUPLES[1]])
    page = client.get(f"/matches/{match}/table")
    assert page.status_code == 200
    assert name in text(page)
    assert "<script" not in SCRIPT.sub("", page.get_data(as_text=True))


def test_long_names_and_long_totals_are_set_smaller(client: FlaskClient, book: Book) -> None:
    sides = [Side(LONG, [LONG, "Rui"]), Side("Margarida & Bartolomeu", ["Marta", "Zé"])]
    match = play(book, before=[-12345, 12340], sides=sides)
    page = client.get(f"/matches/{match}/table").get_data(as_text=True)
    assert re.findall(r'class="board-name([^"]*)"', page) == [" longest", " long"]
    assert re.findall(r'class="board-total sized ([^"]*)"', page) == ["six", "five"]
    assert 'class="board-about long"' in page


def test_the_page_has_a_way_back_and_one_to_the_newest_and_never_reloads_by_itself(
    client: FlaskClient, book: Book
) -> None:
    match = play(book)
    answer = client.get(f"/matches/{match}/table")
    page = answer.get_data(as_text=True)
    assert f'href="/matches/{match}"' in page
    assert f'href="/matches/{match}/table"' in page
    assert "http-equiv" not in page
    assert "Refresh" not in answer.headers
    assert page.count("<h1") == page.count("<main") == 1
    assert not re.search(r"<style|\sstyle=|<script", SCRIPT.sub("", page))


def test_the_title_begins_with_the_standing_for_the_script_to_speak(client: FlaskClient, book: Book) -> None:
    page = client.get(f"/matches/{play(book, results(3525, 1490))}/table").get_data(as_text=True)
    assert "<title>Ana &amp; Rui 3,525, Marta &amp; Zé 1,490 · Big figures · Scorekeeper</title>" in page
    assert '<span class="outdated" hidden>not up to date</span>' in page


def test_the_match_leads_to_its_big_figures_with_and_without_a_deal(client: FlaskClient, book: Book) -> None:
    for match in (play(book), play(book, WINNING), play(book, WINNING, WINNING)):
        page = client.get(f"/matches/{match}").get_data(as_text=True)
        assert re.search(rf'class="button" href="/matches/{match}/table"><svg class="icon icon-screen"', page)


def test_a_phone_that_has_the_page_hears_only_whether_it_changed(client: FlaskClient, book: Book) -> None:
    match = play(book)
    tag = client.get(f"/matches/{match}/table").headers["ETag"]
    assert client.get(f"/matches/{match}/table", headers={"If-None-Match": tag}).status_code == 304
    with book.session() as session:
        session.write("a" * 22, match, "entered", {"tallies": results(3000, 0)}, match)
    assert client.get(f"/matches/{match}/table", headers={"If-None-Match": tag}).status_code == 200
    assert standing(client, match)[0][1] == "3,000"


def test_a_match_that_is_not_there_has_no_big_figures(client: FlaskClient, book: Book) -> None:
    play(book)
    for match in ("99", "-1", "x", str(10**30)):
        assert client.get(f"/matches/{match}/table").status_code == 404


def test_looking_at_big_figures_writes_nothing(client: FlaskClient, book: Book) -> None:
    match = play(book, WINNING)
    before = journal(book)
    client.get(f"/matches/{match}/table")
    assert client.post(f"/matches/{match}/table").status_code in (400, 405)
    assert journal(book) == before
