"""How a total came about: by deal and by rule, on one page, one touch from the figure, and on another phone too."""

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient
from test_pages import DEAL, op, play, text

from scorekeeper import proof, sheet
from scorekeeper.book import Book
from scorekeeper.web import invitation


def test_five_deals_of_400_make_2000_and_a_correction_moves_the_total_by_its_difference() -> None:
    """Figures: github.com/Ebbeling/canasta, recompute.test.ts."""
    deals = [{"tallies": [{"result": 400}, {"result": 300}]} for _ in range(5)]
    played = sheet.score({"variant": "classic", "sides": ["A", "B"], "deals": deals})
    deals[1] = {"tallies": [{"result": 600}, {"result": 300}]}
    corrected = sheet.score({"variant": "classic", "sides": ["A", "B"], "deals": deals})
    told = [[(str(one.label), one.points, one.deals) for one in proof.by_rule(m, 0)] for m in (played, corrected)]
    assert told == [[("Result", 2000, [1, 2, 3, 4, 5])], [("Result", 2200, [1, 2, 3, 4, 5])]]
    assert [m.totals for m in (played, corrected)] == [[2000, 1500], [2200, 1500]]


def test_a_rule_is_added_up_over_all_deals_in_the_order_of_the_sheet() -> None:
    deals = [{"tallies": DEAL}, {"tallies": [{"result": 50}, DEAL[0]]}, {"tallies": DEAL[::-1]}]
    match = sheet.score({"variant": "classic", "sides": ["A", "B"], "deals": deals})
    found = [(str(one.label), one.count, one.points, one.deals) for one in proof.by_rule(match, 1)]
    assert found == [
        ("Natural canastas", 4, 2000, [2, 3]),
        ("Mixed canastas", 3, 900, [1, 2, 3]),
        ("Red threes", 5, 500, [1, 2, 3]),
        ("Going out", None, 200, [2, 3]),
        ("Cards melded", None, 1040, [1, 2, 3]),
        ("Left in hand", None, -75, [1, 2, 3]),
    ]
    assert sum(points for _, _, points, _ in found) == match.totals[1]


def test_the_total_of_the_match_page_leads_to_its_proof(client: FlaskClient, book: Book) -> None:
    match = play(book, DEAL, DEAL, before=[100, 0])
    page = client.get(f"/matches/{match}").get_data(as_text=True)
    assert re.findall(r'half-total[^>]*><a class="lead" href="([^"]+)"><span class="num">([\d,]+)<', page) == [
        (f"/matches/{match}/proof#side0", "4,160"),
        (f"/matches/{match}/proof#side1", "1,010"),
    ]
    answer = client.get(f"/matches/{match}/proof")
    for said in (
        "Begun at100",
        "Deal 1+2,030 2,130",
        "Deal 2+2,030 4,160",
        "Total4,160",
        "ends the match840",
        "To open next",
    ):
        assert said in text(answer)
    drawn = answer.get_data(as_text=True)
    for number in (1, 2):
        assert f'href="/matches/{match}/deals/{match + number}#side0"' in drawn
    assert 'id="side0"' in client.get(f"/matches/{match}/deals/{match + 1}").get_data(as_text=True)


def test_a_deal_struck_out_is_no_part_of_the_proof(client: FlaskClient, book: Book) -> None:
    match = play(book, DEAL, DEAL)
    with book.session() as session:
        session.write(op(), match, "struck_out", {"deal": match + 1}, match + 2)
    page = text(client.get(f"/matches/{match}/proof"))
    assert "Total2,030" in page
    assert "Deal 2" not in page


@pytest.mark.parametrize("deal", [0, 1])
def test_a_proof_is_opened_on_another_phone(client: FlaskClient, book: Book, deal: int) -> None:
    match = play(book, DEAL)
    query, there = (f"?deal={match + 1}", f"/deals/{match + 1}") if deal else ("", "/proof")
    answer = client.get(f"/matches/{match}/link{query}", base_url="http://192.168.1.20:8321")
    page = answer.get_data(as_text=True)
    address = f"http://192.168.1.20:8321/matches/{match}{there}"
    assert address.removeprefix("http://") in page
    assert invitation.picture(address) in page.replace("&#39;", "'")
    assert client.get(f"/matches/{match}/link?deal=99").status_code == 404


def test_outside_every_network_it_says_that_no_other_phone_gets_there(app: Flask, book: Book) -> None:
    match = play(book, DEAL)
    app.config["SHARED"] = False
    page = text(app.test_client().get(f"/matches/{match}/link", base_url="http://127.0.0.1:8321"))
    assert "No other phone can reach this computer now" in page


def test_a_deal_that_was_counted_otherwise_once_says_so_on_its_row(client: FlaskClient, book: Book) -> None:
    match = play(book, DEAL, DEAL)
    with book.session() as session:
        session.write(op(), match, "noted", {"deal": match + 1, "note": "cake"}, match + 2)
        assert "corrected" not in text(client.get(f"/matches/{match}"))
        session.write(op(), match, "corrected", {"deal": match + 1, "tallies": DEAL[::-1]}, match + 3)
    assert text(client.get(f"/matches/{match}")).count("corrected") == 1
