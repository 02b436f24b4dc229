"""Does the paper add up? Its columns typed on a page: the slip is told on top and beside its field, and what was typed
stays."""

import html
import re
from urllib.parse import urlencode

import pytest
from flask.testing import FlaskClient
from test_pages import DEAL, SCRIPT, WINNING, journal, op, play, seen, text
from werkzeug.test import TestResponse

from scorekeeper.book import Book
from scorekeeper.web.adding_up import MOST_ROWS, ROWS

COUNTED = ("1000 + 270", "3200 + 565", "1800 + 385", "3200 + 340")
W27 = tuple(zip(COUNTED, ("1270", "5035", "7220", "10760"), strict=True))
"""A published sheet."""
WE = (("500", "500"), ("30 + 100", "630"), ("−75", "555"), ("300", "855"))
W = "W" * 40


def fields(*columns: tuple[tuple[str, str], ...], rows: int = ROWS) -> dict[str, str]:
    """What the form sends for these columns: the empty fields too."""
    found = {"sides": str(len(columns)), "rows": str(rows)}
    for side, lines in enumerate(columns):
        found |= {f"name{side}": "", f"start{side}": ""}
        for deal in range(1, rows + 1):
            counted, total = lines[deal - 1] if deal <= len(lines) else ("", "")
            found |= {f"counted{side}.{deal}": counted, f"total{side}.{deal}": total}
    return found


def ask(client: FlaskClient, *columns: tuple[tuple[str, str], ...], **more: str) -> TestResponse:
    answer = client.get("/paper-check", query_string={**fields(*columns), **more})
    assert answer.status_code == 200
    return answer


def plain(markup: str) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]+>", "", seen(markup))).split())


def told(answer: TestResponse) -> str | None:
    """What stands on top, where the reader begins; None without an answer."""
    page = answer.get_data(as_text=True)
    found = re.findall(r'<div class="answer [^>]* autofocus.*?</div>\n(?=<p class|<form)', page, re.DOTALL)
    assert len(found) <= 1
    return plain(found[0]) if found else None


def marked(answer: TestResponse) -> dict[str, str]:
    """What is said beside each field, tied to it."""
    page = answer.get_data(as_text=True)
    found = {}
    for key, said in re.findall(r'<div class="paper-told" id="(.*?)-told">(.*?)</div>', page, re.DOTALL):
        [tag] = re.findall(rf'<input\b[^>]*\bid="{re.escape(key)}"[^>]*>', page)
        assert f"{key}-told" in tag
        assert ("aria-invalid" in tag) == ("error" in said)
        found[key] = plain(said)
    return found


def typed(answer: TestResponse) -> dict[str, str]:
    boxes = re.findall(r'<input[^>]*\bname="([^"]*)"[^>]*\bvalue="([^"]*)"', answer.get_data(as_text=True))
    return {name: html.unescape(value) for name, value in boxes}


# ---- the form --------------------------------------------------------------------------------------------------------


def test_the_form_has_room_for_six_deals_of_two_sides_and_answers_nothing_yet(client: FlaskClient) -> None:
    answer = client.get("/paper-check")
    page = answer.get_data(as_text=True)
    assert re.findall(r'<legend class="legend">Deal (\d+)</legend>', page) == [str(n + 1) for n in range(6)]
    assert len(re.findall(r'<input class="box num" id="(?:counted|total)', page)) == 24
    assert (told(answer), marked(answer)) == (None, {})
    assert page.count("<h1") == page.count("<main") == 1
    assert not re.search(r"<style|\sstyle=|<script", SCRIPT.sub("", page))


def test_every_field_says_its_deal_its_side_and_what_it_is_for(client: FlaskClient) -> None:
    page = client.get("/paper-check").get_data(as_text=True)
    labels = {key: plain(label) for key, label in re.findall(r'<label for="([^"]*)">(.*?)</label>', page, re.DOTALL)}
    assert labels["counted1.3"] == "Deal 3, They, counted"
    assert labels["total0.6"] == "Deal 6, We, total"
    assert set(re.findall(r'<input class="box[^>]*\bid="([^"]*)"', page)) == set(labels)


def test_more_deals_are_made_room_for_until_there_is_no_more(client: FlaskClient) -> None:
    answer = ask(client, WE, W27, more="yes")
    page = answer.get_data(as_text=True)
    assert (told(answer), page.count('class="paper-deal"')) == (None, 2 * ROWS)
    assert typed(answer)["counted1.2"] == "3200 + 565"
    assert re.findall(r'id="([^"]*)"[^>]* autofocus', page) == ["counted0.7"]
    answer = client.get("/paper-check", query_string={**fields(WE, W27, rows=MOST_ROWS[2]), "more": "yes"})
    assert answer.get_data(as_text=True).count('class="paper-deal"') == MOST_ROWS[2] == 72
    assert "There is room for 72 deals here and no more." in text(answer)
    assert 'name="more"' not in answer.get_data(as_text=True)


def test_other_numbers_of_sides_keep_what_was_typed_for_those_that_go(client: FlaskClient) -> None:
    answer = ask(client, WE, W27, WE, change_sides="2", name2="You")
    assert told(answer) is None
    again = client.get("/paper-check", query_string={**typed(answer), "change_sides": "3"})
    assert typed(again)["name2"] == "You"
    assert typed(again)["counted2.4"] == "300"
    assert "Deal 1, You, counted" in [plain(one) for one in re.findall(r"<label.*?</label>", again.text, re.DOTALL)]


@pytest.mark.parametrize("odd", ["sides=9&rows=0", "sides=x&rows=99999", "change_sides=−1", "counted9.9=x&total0.99=5"])
def test_an_address_that_no_form_makes_gives_the_form(client: FlaskClient, odd: str) -> None:
    assert client.get(f"/paper-check?{odd}").status_code == 200


# ---- the answer ------------------------------------------------------------------------------------------------------


def test_the_published_sheet_adds_up_as_it_is_typed(client: FlaskClient) -> None:
    """W27"""
    answer = ask(client, WE, W27, name1="Les autres")
    assert told(answer) == "It adds up We 855 Les autres 10,760"
    assert marked(answer) == {}


def test_the_slip_is_told_on_top_and_marked_where_it_is(client: FlaskClient) -> None:
    wrong = [*W27[:2], ("1800 + 385", "7,720"), ("3200 + 340", "11.260")]
    answer = ask(client, WE, tuple(wrong))
    assert told(answer) == (
        "Deal 3, They: here it does not add up 5,035 + 1,800 + 385 makes 7,220. There stands 7,720: 500 too much. "
        "Perhaps one digit is wrong, 7 in place of 2. "
        "If only this is wrong, all later totals of They are 500 too high. "
        "The last one is then 10,760, not 11,260. Go there"
    )
    assert marked(answer) == {"total1.3": "Slip: 7,220 is expected here"}
    assert '<a href="#total1.3">' in answer.text
    assert answer.text.count("paper-row wrong") == 1
    assert {**fields(WE, tuple(wrong))}.items() <= typed(answer).items()


def test_a_sum_that_is_wrong_is_marked_beside_what_was_counted(client: FlaskClient) -> None:
    answer = ask(client, (("430 − 75 = 365", "355"),), W27)
    assert marked(answer) == {"counted0.1": "Slip: the sum should be 355"}
    assert '<a href="#counted0.1">' in answer.text


def test_where_totals_are_missing_the_deals_are_named(client: FlaskClient) -> None:
    answer = ask(client, WE, (W27[0], ("3200 + 565", ""), ("1800 + 385", "7320")))
    assert (told(answer) or "").startswith(
        "Deals 2 to 3, They: here it does not add up "
        "From 1,270 on, deals 2 to 3 bring 5,950 together: that makes 7,220."
    )


def test_first_totals_count_and_a_lonely_total_is_told(client: FlaskClient) -> None:
    columns = ((("500", "2100"), ("", "2400")), W27)
    assert told(ask(client, *columns, start0="1.600")) == "It adds up We 2,400 They 10,760"
    assert "Deal 2, We: nothing counted stands beside the total" in text(ask(client, *columns, start0="1.600"))


def test_a_figure_that_no_cards_make_is_asked_about(client: FlaskClient) -> None:
    answer = ask(client, (("433", "433"),), W27)
    assert marked(answer) == {"counted0.1": "433 does not end in 0 or 5"}
    assert (told(answer) or "").startswith("It adds up")


WRONG = {
    "words": ("counted0.1", "many", "figures are expected here, like 1000 + 270 or 430 − 75"),
    "too much": ("counted1.6", "1000001", "at most 1,000,000 points, plus or minus"),
    "an essay": ("counted0.2", "1 " * 40, "at most 60 letters"),
    "no number": ("total0.2", "12 34", "a whole number is expected here"),
    "a total too high": ("total1.1", "9" * 30, "at most 1,000,000 points, plus or minus"),
    "no first total": ("start1", "x", "a whole number is expected here"),
    "a script": ("counted0.1", "<script>alert(1)</script>", "figures are expected here, like 1000 + 270 or 430 − 75"),
    "a quote": ("total0.1", '"><b>', "a whole number is expected here"),
}


@pytest.mark.parametrize(("key", "given", "said"), WRONG.values(), ids=WRONG.keys())
def test_what_cannot_be_read_is_said_beside_it_and_kept(client: FlaskClient, key: str, given: str, said: str) -> None:
    answer = ask(client, WE, W27, **{key: given})
    assert marked(answer) == {key: said}
    assert typed(answer)[key] == given
    assert "One figure cannot be read" in (told(answer) or "")
    assert f'<a href="#{key}">' in answer.text
    assert "<script" not in SCRIPT.sub("", answer.text)


def test_where_nothing_is_typed_the_first_field_asks_for_it(client: FlaskClient) -> None:
    assert marked(ask(client, (), ())) == {"counted0.1": "write here what the paper has for the first deal"}


def test_long_names_are_cut_to_their_length_and_kept_apart(client: FlaskClient) -> None:
    answer = ask(client, (("10", "20"),), W27, name0=f"{W}WW")
    assert f"<bdi>{W}</bdi>" in answer.text


def test_asking_writes_nothing_and_the_rules_lead_there(client: FlaskClient, book: Book) -> None:
    play(book)
    before = journal(book)
    ask(client, WE, W27)
    assert journal(book) == before
    assert client.post("/paper-check").status_code in (400, 405)
    assert 'href="/paper-check"' in client.get("/rules").text
    assert 'href="/paper-check?sides=3"' in client.get("/rules/italian/sheet?players=3").text


def test_the_longest_sheet_fits_an_address(client: FlaskClient) -> None:
    """Proxies take 8 KB of it, and what a paper has for a deal is no longer than this."""
    for sides, most in MOST_ROWS.items():
        lines = (("1000 + 1270", "123456"),) * most
        assert len(urlencode(fields(*[lines] * sides, rows=most))) < 8_000


# ---- beside the book -------------------------------------------------------------------------------------------------

OURS = (("2030", "2030"), ("3000", "5030"))
THEIRS = (("505", "505"), ("−120", "385"))
"""What `DEAL` and `WINNING` bring."""


def beside(client: FlaskClient, match: int, *columns: tuple[tuple[str, str], ...], **more: str) -> TestResponse:
    rows = int(more.get("rows", ROWS))
    answer = client.get(f"/matches/{match}/paper-check", query_string={**fields(*columns, rows=rows), **more})
    assert answer.status_code == 200
    return answer


def on_top(answer: TestResponse) -> list[str]:
    """What stands above the form, the first of it where the reader begins."""
    page = answer.get_data(as_text=True).partition("<form")[0]
    assert page.count(" autofocus") == 1
    return [
        plain(one)
        for one in re.findall(r'<div class="answer .*?</div>\s*\n(?=<|$)|<p class="strip.*?</p>', page, re.DOTALL)
    ]


def test_a_match_has_its_sides_its_first_totals_and_a_row_for_each_deal(client: FlaskClient, book: Book) -> None:
    match = play(book, *[DEAL] * 8, before=[1600, -75])
    page = client.get(f"/matches/{match}/paper-check").get_data(as_text=True)
    labels = {key: plain(label) for key, label in re.findall(r'<label for="([^"]*)">(.*?)</label>', page, re.DOTALL)}
    assert labels["counted0.8"] == "Deal 8, Ana & Rui, counted"
    assert len(labels) == 8 * 4  # nothing else is to be typed
    assert "It starts with Ana & Rui 1,600, Marta & Zé −75" in plain(page)
    assert page.count('class="paper-deal"') == 8
    assert (page.count("<h1"), "Does our paper agree?</h1>" in page) == (1, True)
    assert beside(client, match, rows="6", more="yes").text.count('class="paper-deal"') == 8 + ROWS
    assert client.get(f"/matches/{play(book)}/paper-check").text.count('class="paper-deal"') == ROWS


def test_a_paper_as_the_book_is_agrees(client: FlaskClient, book: Book) -> None:
    answer = beside(client, play(book, DEAL, WINNING), OURS, THEIRS)
    assert on_top(answer) == ["The paper agrees with the book Ana & Rui 5,030 Marta & Zé 385"]
    assert marked(answer) == {}


def test_the_deal_in_which_they_part_is_told_and_leads_to_its_lines(client: FlaskClient, book: Book) -> None:
    match = play(book, DEAL, WINNING, WINNING)
    with book.session() as session:
        found = session.match(match)
    assert found
    second = found.standing[1].id
    answer = beside(client, match, (*OURS, ("3000", "8030")), (THEIRS[0], ("−170", "335"), ("−120", "215")))
    assert on_top(answer) == [
        "Deal 2, Marta & Zé: the paper and the book differ The paper has −170. The book has −120: 50 more. Go there "
        "How the book has deal 2, line by line What is wrong with deal 2?"
    ]
    assert marked(answer) == {"counted1.2": "Deal 2: the book has −120"}
    for address in (
        "#counted1.2",
        f"/matches/{match}/deals/{second}#side1",
        f"/matches/{match}/deals/{second}/disagree",
    ):
        assert f'href="{address}"' in answer.text
    assert 'id="side1"' in client.get(f"/matches/{match}/deals/{second}").text


def test_totals_alone_are_held_against_those_of_the_match(client: FlaskClient, book: Book) -> None:
    match = play(book, DEAL, WINNING, before=[100, 0])
    ours, theirs = (("", "2130"), ("", "5130")), (("", "505"), ("", "385"))
    assert on_top(beside(client, match, ours, theirs)) == [
        "The paper agrees with the book Ana & Rui 5,130 Marta & Zé 385"
    ]
    answer = beside(client, match, (("", ""), ("", "5180")), theirs)
    assert on_top(answer) == [
        "Deals 1 to 2, Ana & Rui: the paper and the book differ "
        "The total on the paper goes from 100 to 5,180: that leaves 5,080 for these deals. "
        "The book has 5,030: 50 less. "
        "Type the totals between them too, and the deal is found. Go there How the totals came about"
    ]
    assert marked(answer) == {"total0.2": "Deals 1 to 2: the book has 5,030"}
    assert f'href="/matches/{match}/proof#side0"' in answer.text
    assert 'id="side0"' in client.get(f"/matches/{match}/proof").text


def test_a_slip_comes_first_and_then_where_they_part(client: FlaskClient, book: Book) -> None:
    match = play(book, DEAL, WINNING)
    slipped, apart = on_top(beside(client, match, (OURS[0], ("3000", "5080")), (("500", "500"), ("−120", "380"))))
    assert slipped.startswith("Deal 2, Ana & Rui: here it does not add up")
    assert "Apart from that" not in slipped
    assert apart.startswith("Deal 1, Marta & Zé: the paper and the book differ")
    [slipped] = on_top(beside(client, match, (OURS[0], ("3000", "5080")), THEIRS))
    assert "Apart from that, the paper agrees with the book." in slipped
    slipped, fewer = on_top(beside(client, match, (("2030", "2080"),), THEIRS[:1]))
    assert "Apart from that" not in slipped
    assert fewer == "The paper ends with deal 1, the book with deal 2."


def test_fewer_deals_and_more_are_said_plainly(client: FlaskClient, book: Book) -> None:
    match = play(book, DEAL, WINNING)
    fewer = ["The paper ends with deal 1, the book with deal 2."]
    assert on_top(beside(client, match, OURS[:1], THEIRS[:1])) == [
        "As far as both go, they agree Ana & Rui 2,030 Marta & Zé 505",
        *fewer,
    ]
    assert on_top(beside(client, match, (("2035", ""),), THEIRS[:1]))[1:] == fewer
    assert on_top(beside(client, match, (*OURS, ("5", "5035")), (*THEIRS, ("0", "385"))))[1:] == [
        "The book ends with deal 2, the paper with deal 3."
    ]
    assert on_top(beside(client, match, OURS, ()))[1:] == ["Marta & Zé: Nothing stands on the paper."]
    assert on_top(beside(client, play(book), OURS, THEIRS)) == [
        "It adds up Ana & Rui 5,030 Marta & Zé 385",
        "The book has no deal yet.",
    ]


def test_struck_out_deals_count_for_nothing_and_the_other_version_of_a_deal_is_told(
    client: FlaskClient, book: Book
) -> None:
    match = play(book, DEAL, DEAL, WINNING)
    with book.session() as session:
        found = session.match(match)
        assert found
        second, third = (deal.id for deal in found.deals[1:])
        last = session.write(op(), match, "struck_out", {"deal": second}, found.last_entry).match.last_entry
        other = {"tallies": [{"result": 2950}, {"result": -120}]}
        session.write(op(), match, "contested", {"deal": third, **other}, last)
    assert on_top(beside(client, match, OURS, THEIRS))[0].startswith("The paper agrees with the book")
    [answer] = on_top(beside(client, match, (OURS[0], ("2950", "4980")), THEIRS))
    assert answer.startswith("Deal 2, Ana & Rui: the paper and the book differ The paper has 2,950. The book has 3,000")
    assert "The deal is contested: its other version has what the paper has." in answer
    [answer] = on_top(beside(client, match, (OURS[0], ("2955", "4985")), THEIRS))
    assert "contested" not in answer


def test_the_names_of_a_match_are_not_typed_and_nothing_is_written(client: FlaskClient, book: Book) -> None:
    match = play(book, DEAL, WINNING)
    before = journal(book)
    answer = beside(client, match, OURS, THEIRS, name0="Nobody", start0="5", sides="4", change_sides="3")
    assert "Nobody" not in answer.text
    answer = beside(client, match, OURS, THEIRS, start0="5", sides="4")
    assert on_top(answer)[0].startswith("The paper agrees with the book")
    assert journal(book) == before
    assert client.post(f"/matches/{match}/paper-check").status_code in (400, 405)
    assert client.get("/matches/99/paper-check").status_code == 404


def test_proof_disagreement_and_about_lead_to_the_paper_of_the_match(client: FlaskClient, book: Book) -> None:
    match = play(book, DEAL)
    with book.session() as session:
        found = session.match(match)
    assert found
    for address in ("proof", "about", f"deals/{found.deals[0].id}/disagree"):
        page = client.get(f"/matches/{match}/{address}").text
        assert f'href="/matches/{match}/paper-check"' in page
        assert "Our paper says otherwise" in page


def test_a_match_of_forty_deals_is_compared_to_its_end(client: FlaskClient, book: Book) -> None:
    match = play(book, *[[{"result": 5}, {"result": 0}]] * 40)
    answer = beside(client, match, (("5", ""),) * 40, (("–", ""),) * 40, rows="40")
    assert on_top(answer) == ["The paper agrees with the book Ana & Rui 200 Marta & Zé 0"]
    short = beside(client, match, (("5", ""),) * 39, (("–", ""),) * 39, rows="40")
    assert on_top(short)[1:] == ["The paper ends with deal 39, the book with deal 40."]
    packed = client.get(f"/matches/{match}/paper-check", headers={"Accept-Encoding": "gzip"})
    assert len(packed.data) < 14_000


def test_a_match_of_more_deals_than_there_is_room_for_is_compared_so_far_and_says_so(
    client: FlaskClient, book: Book
) -> None:
    most = MOST_ROWS[2]
    match = play(book, *[[{"result": 5}, {"result": 0}]] * most, [{"result": 10}, {"result": 0}])
    page = plain(client.get(f"/matches/{match}/paper-check").text)
    assert "There is room for the first 72 deals of 73." in page
    assert "There is room for 72 deals here and no more." in page
    answer = beside(client, match, (("5", ""),) * most, (("–", ""),) * most, rows=str(most))
    assert on_top(answer) == [
        "As far as both go, they agree Ana & Rui 360 Marta & Zé 0",
        "Compared as far as deal 72: there is no room for more here, and the book has 73.",
    ]
    short = beside(client, match, (("5", ""),) * 71, (("–", ""),) * 71, rows=str(most))
    assert on_top(short)[1:] == ["The paper ends with deal 71, the book with deal 73."]
    whole = play(book, *[[{"result": 5}, {"result": 0}]] * most)
    answer = beside(client, whole, (("5", ""),) * most, (("–", ""),) * most, rows=str(most))
    assert on_top(answer) == ["The paper agrees with the book Ana & Rui 360 Marta & Zé 0"]
