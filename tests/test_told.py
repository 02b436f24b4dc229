"""The pages that tell one match: its course, its score sheet, its result; and the blank sheet of a game."""

import html
import json
import re
from typing import Any
from urllib.parse import unquote

import pytest
from flask.testing import FlaskClient
from test_pages import COUPLES, DEAL, GAMES, NAMES, SCRIPT, WINNING, journal, op, play, seen, text

from scorekeeper import variants
from scorekeeper.book import Book
from scorekeeper.entries import Side

PAGES = ["course", "sheet", "share"]


def results(*points: int) -> list[dict[str, Any]]:
    return [{"result": one} for one in points]


def act(book: Book, match: int, kind: Any, body: dict[str, Any]) -> None:
    with book.session() as session:
        found = session.match(match)
        assert found
        session.write(op(), match, kind, body, found.last_entry)


def rows(client: FlaskClient, address: str) -> list[list[str]]:
    """The rows of all tables of a page, each cell as it is to be read."""
    page = seen(client.get(address).get_data(as_text=True))
    found = []
    for row in re.findall(r"<tr\b.*?</tr>", page, re.DOTALL):
        cells = re.findall(r"<(?:td|th)\b[^>]*>(.*?)</(?:td|th)>", row, re.DOTALL)
        found.append([" ".join(html.unescape(re.sub(r"<[^>]+>", "", cell)).split()) for cell in cells])
    return found


def told(client: FlaskClient, match: int) -> list[str]:
    """The lines in the box of the result."""
    page = client.get(f"/matches/{match}/share").get_data(as_text=True)
    [box] = re.findall(r"<textarea[^>]*>\n(.*?)</textarea>", page, re.DOTALL)
    return html.unescape(box).splitlines()


def handed_over(client: FlaskClient, match: int) -> dict[str, Any] | None:
    """What the link to BG Stats holds."""
    page = client.get(f"/matches/{match}/share").get_data(as_text=True)
    found = re.search(r'href="https://app\.bgstatsapp\.com/createPlay\.html\?data=([^"]+)"', page)
    return json.loads(unquote(html.unescape(found[1]))) if found else None


# ---- the course ------------------------------------------------------------------------------------------------------


def test_the_course_has_every_deal_with_score_total_and_what_opens_the_next(client: FlaskClient, book: Book) -> None:
    match = play(book, results(1040, 455), results(600, -50))
    assert rows(client, f"/matches/{match}/course") == [
        ["Deal", "Ana & Rui", "Marta & Zé"],
        ["Deal 1", "+1,040 1,040 to open 50", "+455 455 to open 50"],
        ["Deal 2", "+600 1,640 to open 90", "−50 405 to open 50"],
    ]


def test_totals_from_before_the_first_deal_begin_the_course(client: FlaskClient, book: Book) -> None:
    match = play(book, results(1000, 0), before=[1600, -20])
    assert rows(client, f"/matches/{match}/course")[1] == ["start", "1,600 to open 90", "−20 to open 15"]


def test_a_deal_struck_out_is_not_in_the_course(client: FlaskClient, book: Book) -> None:
    match = play(book, results(1000, 0), results(500, 0))
    act(book, match, "struck_out", {"deal": match + 1})
    assert [row[0] for row in rows(client, f"/matches/{match}/course")] == ["Deal", "Deal 1"]
    assert "After 1 deal: Ana & Rui 500, Marta & Zé 0." in html.unescape(picture(client, match))


def picture(client: FlaskClient, match: int) -> str:
    page = client.get(f"/matches/{match}/course").get_data(as_text=True)
    [found] = re.findall(r'<svg class="chart".*?</figure>', page, re.DOTALL)
    return str(found)


def test_the_picture_says_the_standing_and_shows_the_steps_of_the_ladder_and_the_target(
    client: FlaskClient, book: Book
) -> None:
    match = play(book, results(1040, 455), results(600, -50))
    drawn = html.unescape(picture(client, match))
    assert ">Totals after each deal</title>" in drawn
    assert ">After 2 deals: Ana & Rui 1,640, Marta & Zé 405. Target: 5,000.</desc>" in drawn
    for word in ("5,000: target", "3,000: 120 to open", "1,500: 90 to open", ">start<", ">Ana & Rui<", ">Marta & Zé<"):
        assert word in drawn
    assert "0: 50 to open" not in re.sub(r"\d,\d00: ", "", drawn)
    assert drawn.count("chart-line chart-1") == 2  # the line and its key


def test_the_step_at_nothing_is_shown_where_a_side_is_below_it(client: FlaskClient, book: Book) -> None:
    match = play(book, results(-300, 455))
    assert ">0: 50 to open<" in picture(client, match)


def test_a_long_course_keeps_its_figures_under_a_summary(client: FlaskClient, book: Book) -> None:
    short, long = play(book, *[results(105, 0)] * 12), play(book, *[results(105, 0)] * 13)
    assert "<summary>" not in client.get(f"/matches/{short}/course").get_data(as_text=True)
    assert "<summary>The figures</summary>" in client.get(f"/matches/{long}/course").get_data(as_text=True)
    assert len(rows(client, f"/matches/{long}/course")) == 14


def test_the_course_before_the_first_deal_has_no_picture(client: FlaskClient, book: Book) -> None:
    page = client.get(f"/matches/{play(book)}/course").get_data(as_text=True)
    assert "No deal yet." in page
    assert 'class="chart"' not in page


# ---- the score sheet -------------------------------------------------------------------------------------------------


def test_the_sheet_has_every_line_of_every_deal_its_score_total_and_minimum(client: FlaskClient, book: Book) -> None:
    match = play(book, DEAL, results(100, -50))
    assert rows(client, f"/matches/{match}/sheet") == [
        ["", "Ana & Rui", "Marta & Zé"],
        ["Natural canastas", "2 × 500 = 1,000", "–"],
        ["Mixed canastas", "1 × 300 = 300", "1 × 300 = 300"],
        ["Red threes", "2 × 100 = 200", "1 × 100 = 100"],
        ["Going out", "100", "–"],
        ["Cards melded", "430", "180"],
        ["Left in hand", "0", "−75"],
        ["This deal", "+2,030", "+505"],
        ["Total", "2,030", "505"],
        ["To open next", "90", "50"],
        ["", "Ana & Rui", "Marta & Zé"],
        ["Result", "100", "−50"],
        ["This deal", "+100", "−50"],
        ["Total", "2,130", "455"],
        ["To open next", "90", "50"],
    ]


def test_the_sheet_says_game_day_place_house_rules_notes_and_who_won(client: FlaskClient, book: Book) -> None:
    match = play(book, WINNING, WINNING, rules={"target": 6000, "going_out.concealed": 300}, before=[0, 250])
    act(book, match, "described", {"played_on": "2026-11-28", "place": "Lisbon", "note": "With cake.\nAnd tea."})
    act(book, match, "noted", {"deal": match + 2, "note": "Rui was tired."})
    page = text(client.get(f"/matches/{match}/sheet"))
    for said in (
        "Ana & Rui – Marta & Zé Classic canasta · November 28, 2026 · Lisbon",
        "Ana & Rui won Ana, Rui",
        "to 6,000 · 2 deals",
        "begun at 0 : 250",
        "Target: 6,000",
        "With cake.And tea.",
        "Rui was tired.",
        "Deal 1 Ana dealt.",
        "Deal 2 Marta dealt.",
    ):
        assert said in page
    assert page.count("House rules of this table") == 1
    assert rows(client, f"/matches/{match}/sheet")[3][:2] == ["Total", "3,000"]
    assert "An exact tie at the end" not in page
    assert "not over yet" not in page


def test_a_deal_struck_out_is_not_on_the_sheet(client: FlaskClient, book: Book) -> None:
    match = play(book, results(1000, 0), results(500, 0))
    act(book, match, "struck_out", {"deal": match + 1})
    assert ["Total", "500", "0"] in rows(client, f"/matches/{match}/sheet")
    assert len(rows(client, f"/matches/{match}/sheet")) == 5


def test_a_match_by_the_rules_of_the_game_says_nothing_of_house_rules(client: FlaskClient, book: Book) -> None:
    page = text(client.get(f"/matches/{play(book, DEAL)}/sheet"))
    assert "House rules" not in page
    assert "to 5,000 · 1 deal · not over yet" in page


# ---- the result ------------------------------------------------------------------------------------------------------


def test_the_result_stands_in_a_box_as_plain_text(client: FlaskClient, book: Book) -> None:
    match = play(book, WINNING, WINNING)
    act(book, match, "described", {"played_on": "2026-11-28", "place": "Lisbon"})
    assert told(client, match) == [
        "Classic canasta, November 28, 2026, Lisbon",
        "Ana & Rui: 6,000 – won",
        "Marta & Zé: −240",
        "2 deals, to 5,000",
        "",
        "1. +3,000 −120 → 3,000 : −120",
        "2. +3,000 −120 → 6,000 : −240",
    ]


def test_a_finished_match_is_handed_to_bg_stats_and_a_running_one_is_not(client: FlaskClient, book: Book) -> None:
    running, finished = play(book, WINNING), play(book, WINNING, WINNING)
    assert handed_over(client, running) is None
    given = handed_over(client, finished)
    assert given
    assert [(one["name"], one["winner"]) for one in given["players"]] == [
        ("Ana", True),
        ("Rui", True),
        ("Marta", False),
        ("Zé", False),
    ]
    assert given["sourcePlayId"].startswith(f"{finished} ")


# ---- all of them -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("name", NAMES)
def test_no_name_place_or_note_does_anything_but_stand_there(
    client: FlaskClient, book: Book, page: str, name: str
) -> None:
    match = play(book, WINNING, WINNING, sides=[Side(name, [name, "Rui"]), COUPLES[1]])
    act(book, match, "described", {"place": name, "note": name})
    answer = client.get(f"/matches/{match}/{page}")
    found = answer.get_data(as_text=True)
    assert answer.status_code == 200
    assert name in html.unescape(found)
    assert len(re.findall("<script", found)) == len(SCRIPT.findall(found)) == 1
    assert not re.search(r"<[^>]*[\s\"]onfocus=", re.sub(r'="[^"]*"', '=""', found))


@pytest.mark.parametrize("page", PAGES)
def test_looking_writes_nothing_and_a_page_that_did_not_change_is_not_sent_again(
    client: FlaskClient, book: Book, page: str
) -> None:
    match = play(book, DEAL)
    before = journal(book)
    tag = client.get(f"/matches/{match}/{page}").headers["ETag"]
    assert client.get(f"/matches/{match}/{page}", headers={"If-None-Match": tag}).status_code == 304
    act(book, match, "entered", {"tallies": results(100, 0)})
    assert client.get(f"/matches/{match}/{page}", headers={"If-None-Match": tag}).status_code == 200
    assert journal(book) == before + 1


@pytest.mark.parametrize("page", PAGES)
def test_there_is_no_such_page_of_a_match_that_is_not_there(client: FlaskClient, page: str) -> None:
    assert [client.get(f"/matches/{n}/{page}").status_code for n in (0, 99, 2**63)] == [404] * 3


@pytest.mark.parametrize("page", PAGES)
def test_each_leads_to_the_others(client: FlaskClient, book: Book, page: str) -> None:
    match = play(book, DEAL)
    found = client.get(f"/matches/{match}/{page}").get_data(as_text=True)
    assert {other: f'href="/matches/{match}/{other}"' in found for other in PAGES} == {
        other: other != page for other in PAGES
    }


# ---- a blank sheet ---------------------------------------------------------------------------------------------------


def test_a_blank_sheet_has_a_column_for_each_side_in_every_deal_and_nothing_in_them(client: FlaskClient) -> None:
    first, second, *others = rows(client, "/rules/classic/sheet")
    assert first == ["Deal", "1", "2", "3", "4", "5"]
    assert second == ["", *["A", "B"] * 5]
    assert others[0] == ["Natural canastas ×\N{NO-BREAK SPACE}500".replace("\N{NO-BREAK SPACE}", " "), *[""] * 10]
    assert rows(client, "/rules/classic/sheet")[len(others) // 2 + 1] == ["Deal", "6", "7", "8", "9", "10"]
    page = text(client.get("/rules/classic/sheet"))
    assert "to 5,000 · to open: below 0 15, 0 to 1,499 50, 1,500 to 2,999 90, 3,000 or more 120" in page
    assert "A page of A4 has room for 10 deals." in page


@pytest.mark.parametrize(
    ("players", "sides"), [("", "AB"), ("?players=2", "AB"), ("?players=3", "ABC"), ("?players=x", "AB")]
)
def test_a_blank_sheet_is_for_as_many_as_play(client: FlaskClient, players: str, sides: str) -> None:
    assert rows(client, f"/rules/italian/sheet{players}")[1][1 : len(sides) + 1] == list(sides)


@pytest.mark.parametrize(
    "address", ["/rules/classic/sheet?players=3", "/rules/italian/sheet?players=0", "/rules/none/sheet"]
)
def test_there_is_no_blank_sheet_for_what_is_not_played(client: FlaskClient, address: str) -> None:
    assert client.get(address).status_code == 404


@pytest.mark.parametrize("key", GAMES)
def test_the_rules_of_every_game_lead_to_its_blank_sheet(client: FlaskClient, key: str) -> None:
    assert f'href="/rules/{key}/sheet"' in client.get(f"/rules/{key}").get_data(as_text=True)
    for players in variants.load(key).seats:
        assert client.get(f"/rules/{key}/sheet?players={players}").status_code == 200
