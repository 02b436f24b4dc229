"""A deal that is contested: what is wrong with it, both versions side by side, and the settling."""

import gzip
import re
from typing import Any

import pytest
from _household import InClient, let_in, stranger
from flask import Flask, render_template_string
from test_deal_form import Page
from test_recount_pages import ENTERED, WEIGHT, Recount, dock, folded, read

from scorekeeper import trace
from scorekeeper.entries import Side

AB = [{"result": 400}, {"result": 300}]
OTHER_AB = [{"result": 600}, {"result": 300}]
W15 = {"card_points": 420, "canastas": {"natural": 1, "mixed": 1}, "red_threes": 2, "went_out": True, "hand_points": 35}


@pytest.fixture
def five(shared: Flask) -> Recount:
    """W37 of the published examples: five deals of 400 and 300, the second of which was 600, says somebody."""
    return Recount(shared, *[AB] * 5, about=1)


def contest(one: Recount, typed: dict[str, Any], reason: str = "") -> Page:
    """Brings in another version as a person does; the answer to the last press."""
    page = one.send(one.draw("contest"), {**typed, "reason": reason}, which="contest")
    assert page.response.status_code == 200
    return one.send(page, {}, "contest", "contest")


def settle(one: Recount, page: Page, keep: str, **typed: str) -> Page:
    data = {**page.values, "keep": keep, **typed}
    return Page(one.table.client.post(one.table.url(f"{one.deal}/settle"), data=data))


# ---- what is wrong? --------------------------------------------------------------------------------------------------


def test_whoever_disagrees_is_shown_where_to_go(five: Recount) -> None:
    page = five.draw("disagree")
    assert "What is wrong with deal 2?" in read(page)
    match, deal = f"/matches/{five.table.id}", five.table.url(str(five.deal))
    for address in (f"{match}/rules", f"{match}/otherwise?deal={five.deal}", f"{match}/journal"):
        assert f'href="{address}"' in page.html
    for way in ("recount", "contest", "correct"):
        assert f'href="{deal}/{way}"' in page.html


def test_of_a_contested_deal_it_leads_to_both_versions(five: Recount) -> None:
    five.table.write(OTHER_AB, "contested", deal=five.deal)
    page = five.draw("disagree")
    assert f'href="{five.table.url(f"{five.deal}/both")}"' in page.html
    assert f'href="{five.table.url(f"{five.deal}/contest")}"' not in page.html


# ---- another version -------------------------------------------------------------------------------------------------


def test_both_versions_stand_side_by_side_with_what_hangs_on_them(five: Recount) -> None:
    answer = contest(five, {"side0-result": "600"}, "I wrote it on my hand")
    assert answer.response.location == five.table.url(f"{five.deal}/both")
    assert five.table.match.totals == [2000, 1500]
    said = read(five.draw("both"))
    assert "Result+400 +600 +200" in said
    assert "What it would change" in said
    assert "Result: 400 in the first version, 600 in the other: 200 more." in said
    assert "Total of We2,0002,200+200" in said
    assert "Total of They1,5001,500–" in said
    assert "“I wrote it on my hand”" in said
    assert "by The owner. Until it is settled, the first version counts." in said
    moved = trace.hanging(five.table.match)[0].effect.moved
    assert [(one.number, one.points) for one in moved] == [(n, [200, 0]) for n in (2, 3, 4, 5)]


def test_once_compared_the_bar_offers_to_keep_both(five: Recount) -> None:
    assert dock(five.draw("contest")) == [("brass Check and compare", "act=check")]
    page = five.send(five.draw("contest"), {"side0-result": "600"}, which="contest")
    assert dock(page) == [("brass Keep both", "act=contest"), ("Check again", "act=check")]
    assert not folded(page, "Change my count")[0]
    assert f'href="{five.table.url(f"{five.deal}?settled=kept")}"' in page.html
    assert page.values["side0-result"] == "600"


def test_both_versions_are_settled_from_the_bar(five: Recount) -> None:
    five.table.write(OTHER_AB, "contested", deal=five.deal)
    page = five.draw("both")
    assert dock(page) == [("The first counts", "keep=first"), ("The other counts", "keep=other")]
    assert folded(page, "One line is the same")[1] == "Result +300"
    assert "What it would change" in page.html


def test_the_form_holds_what_was_entered(five: Recount) -> None:
    page = five.draw("contest")
    assert (page.values["side0-result"], page.values["side1-result"]) == ("400", "300")


def test_what_differs_is_said_in_words(shared: Flask) -> None:
    """W15 of the published examples as the first version, 1,485 for the side."""
    one = Recount(shared, [W15, {"card_points": 100, "hand_points": 20}])
    contest(
        one, {"side0-canastas.natural": "2", "side0-canastas.mixed": "", "side0-hand_points": "45", "went_out": "1"}
    )
    said = read(one.draw("both"))
    for words in (
        "Natural canastas: 1 in the first version, 2 in the other: 500 more.",
        "Mixed canastas: 1 in the first version, 0 in the other: 300 less.",
        "Left in hand: −35 in the first version, −45 in the other: 10 less.",
        "Going out: 100 in the first version, 0 in the other: 100 less.",
        "This deal+1,485+1,575+90",
    ):
        assert words in said


def test_who_would_have_won_is_said(shared: Flask) -> None:
    one = Recount(shared, [{"result": 5000}, {"result": 0}], about=0)
    contest(one, {"side0-result": "4000"})
    said = read(one.draw("both"))
    assert "The matchWe wongoes on" in said
    settle(one, one.draw("both"), "other")
    assert (one.table.match.finished, one.table.match.totals) == (False, [4000, 0])


def test_another_count_that_says_the_same_is_not_kept(five: Recount) -> None:
    page = five.send(five.draw("contest"), {}, which="contest")
    assert "It is the same to the point" in read(page)
    assert "Keep both" not in page.html
    assert five.send(page, {}, "contest", "contest").response.status_code == 422
    assert "contested" not in five.kinds


def test_a_version_sent_twice_is_one_entry(five: Recount) -> None:
    page = five.send(five.draw("contest"), {"side0-result": "600"}, which="contest")
    first, second = (five.send(page, {}, "contest", "contest").response for _ in range(2))
    assert first.location == second.location
    assert five.kinds.count("contested") == 1


def test_a_third_version_takes_the_place_of_the_second_and_says_so_before(five: Recount) -> None:
    five.table.write(OTHER_AB, "contested", deal=five.deal)
    page = five.draw("contest")
    assert "Another version stands beside this deal already." in read(page)
    contest(five, {"side0-result": "700"})
    assert "+300" in read(five.draw("both"))


@pytest.mark.parametrize(
    ("typed", "where"),
    [
        ({"side0-result": "433"}, "side0-result"),
        ({"side0-result": "−1,234,567"}, "side0-result"),
        ({"side0-adjustment.points": "−50"}, "side0-adjustment.reason"),
    ],
)
def test_absurd_counts_are_refused_beside_their_field(five: Recount, typed: dict[str, str], where: str) -> None:
    page = five.send(five.draw("contest"), typed, which="contest")
    assert page.response.status_code == 422
    assert page.about(where)
    assert {name: page.values[name] for name in typed} == typed
    assert "contested" not in five.kinds


def test_a_count_far_below_nothing_markup_and_long_names_are_kept_as_they_are(shared: Flask) -> None:
    one = Recount(shared, AB)
    long = "W" * 40
    sides = [
        {"name": side.name, "players": side.players} for side in (Side(long, ["", ""]), Side("<i>They</i>", [""] * 2))
    ]
    one.table.write([], "seated", sides=sides)
    contest(one, {"side0-result": "−12,345"}, "<script>alert(1)</script> & “so”")
    page = one.draw("both")
    assert "<script>alert" not in page.html
    assert "<i>" not in page.html
    said = read(page)
    assert "“<script>alert(1)</script> & “so””" in said
    assert f"Total of {long}400−12,345−12,745" in said


def test_a_reason_that_is_too_long_is_refused_and_kept(five: Recount) -> None:
    long = "because " * 30
    page = five.send(five.draw("contest"), {"side0-result": "600", "reason": long}, which="contest")
    assert page.response.status_code == 422
    assert page.about("reason").endswith("at most 200 letters")
    assert page.values["reason"].strip() == long.strip()
    five.table.write(OTHER_AB, "contested", deal=five.deal)
    page = settle(five, five.draw("both"), "other", reason=long)
    assert (page.response.status_code, page.values["reason"]) == (422, long.strip())
    assert "settled" not in five.kinds


# ---- settling --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("keep", "totals"), [("first", [2000, 1500]), ("other", [2200, 1500])])
def test_either_version_is_chosen_and_the_journal_says_why(five: Recount, keep: str, totals: list[int]) -> None:
    five.table.write(OTHER_AB, "contested", deal=five.deal)
    page = five.draw("both")
    first, second = (settle(five, page, keep, reason="we asked Nuno").response for _ in range(2))
    assert first.status_code == 303
    assert first.location == second.location == f"{five.table.url(str(five.deal))}?settled={keep}"
    last = five.table.entries[-1]
    assert (last.kind, last.body["keep"], last.body["reason"]) == ("settled", keep, "we asked Nuno")
    assert five.kinds.count("settled") == 1
    assert five.table.match.totals == totals


@pytest.mark.parametrize(("keep", "totals"), [("first", [2000, 1500]), ("other", [2200, 1500])])
def test_who_settles_second_is_told_who_settled_it_and_what_counts(five: Recount, keep: str, totals: list[int]) -> None:
    five.table.write(OTHER_AB, "contested", deal=five.deal)
    mine, theirs = five.draw("both"), five.draw("both")
    settle(five, mine, keep)
    for late in (
        settle(five, theirs, "first"),
        settle(five, theirs, "other"),
        settle(five, mine, *{"first", "other"} - {keep}),
    ):
        assert late.response.status_code == 409
        said = read(late)
        assert "Deal 2 is not contested any more Settled" in said
        assert f"by The owner: the {keep} version counts. What you pressed changed nothing." in said
        assert dock(late) == [("brass To the deal", five.table.url(str(five.deal)))]
    assert five.table.match.totals == totals
    assert five.kinds.count("settled") == 1


@pytest.mark.parametrize("undone", [True, False], ids=["taken back", "corrected to the other version"])
def test_who_settles_what_is_no_contest_any_more_is_told_what_counts(five: Recount, undone: bool) -> None:
    contested = five.table.write(OTHER_AB, "contested", deal=five.deal).number
    page = five.draw("both")
    if undone:
        five.table.write([], "undone", entry=contested)
    else:
        five.table.write(OTHER_AB, "corrected", deal=five.deal)
    said = read(settle(five, page, "other"))
    assert "Deal 2 is not contested any more The contest was ended" in said
    assert f": the {'first' if undone else 'other'} version counts." in said


def test_what_never_was_contested_is_not_settled(five: Recount) -> None:
    five.table.write(OTHER_AB, "contested", deal=five.deal)
    page = five.draw("both")
    other = five.table.match.deals[0].id
    answer = five.table.client.post(five.table.url(f"{other}/settle"), data={**page.values, "keep": "other"})
    assert (answer.status_code, answer.location) == (303, five.table.url(str(other)))
    assert five.kinds[-1] == "contested"


def test_a_settled_deal_says_so_and_not_that_it_was_corrected(five: Recount) -> None:
    five.table.write(OTHER_AB, "contested", deal=five.deal)
    settle(five, five.draw("both"), "other")
    match = read(Page(five.table.client.get(f"/matches/{five.table.id}")))
    assert "Deal 2 settled +600" in match
    assert "corrected" not in match
    assert "Settled for the other version" in read(Page(five.table.client.get(five.table.url(str(five.deal)))))


def test_a_page_that_others_have_overtaken_settles_nothing(five: Recount) -> None:
    five.table.write(OTHER_AB, "contested", deal=five.deal)
    page = five.draw("both")
    five.table.write([{"result": 410}, AB[1]], "corrected", deal=five.deal)
    late = settle(five, page, "other")
    assert late.response.status_code == 409
    assert "Deal 2 was corrected: We +410, They +300" in read(late)
    assert five.kinds[-1] == "corrected"


@pytest.mark.parametrize("keep", ["", "both", "<b>"])
def test_nothing_is_settled_by_no_choice(five: Recount, keep: str) -> None:
    five.table.write(OTHER_AB, "contested", deal=five.deal)
    assert settle(five, five.draw("both"), keep).response.status_code == 422
    assert five.kinds[-1] == "contested"


def test_of_a_deal_that_nobody_contests_the_proof_is_shown(five: Recount) -> None:
    answer = five.table.client.get(five.table.url(f"{five.deal}/both"))
    assert (answer.status_code, answer.location) == (303, five.table.url(str(five.deal)))


def test_a_contested_deal_may_be_corrected_and_struck_out(five: Recount) -> None:
    five.table.write(OTHER_AB, "contested", deal=five.deal)
    five.table.write([{**OTHER_AB[0], "went_out": True}, *OTHER_AB[1:]], "corrected", deal=five.deal)
    assert "By now both say the same, to the point." in read(five.draw("both"))
    five.table.write([], "struck_out", deal=five.deal)
    page = five.draw("both")
    said = read(page)
    assert "Struck out: neither version counts. Bring it back to settle it." in said
    assert "the first version counts" not in said
    assert "Settle it" not in said
    assert f'action="{five.table.url(f"{five.deal}/bring-back")}"' in page.html
    said = read(Page(five.table.client.get(five.table.url(str(five.deal)))))
    assert "Contested too: the other version says +600 : +300. Once it is brought back, what stands here counts" in said


def test_a_correction_to_the_other_version_settles_it(five: Recount) -> None:
    five.table.write(OTHER_AB, "contested", deal=five.deal)
    five.table.write(OTHER_AB, "corrected", deal=five.deal)
    assert five.table.match.deal(five.deal).contest is None


# ---- two phones ------------------------------------------------------------------------------------------------------


def test_contested_on_one_phone_while_another_corrects_it(five: Recount) -> None:
    mine = five.send(five.draw("contest"), {"side0-result": "600", "reason": "as I saw it"}, which="contest")
    five.table.write([{"result": 450}, AB[1]], "corrected", deal=five.deal)
    late = five.send(mine, {}, "contest", "contest")
    assert late.response.status_code == 409
    assert "Deal 2 was corrected: We +450, They +300" in read(late)
    assert "Result: 450 in the first version, 600 in the other: 150 more." in read(late)
    assert (late.values["side0-result"], late.values["reason"]) == ("600", "as I saw it")
    assert five.send(late, {}, "contest", "contest").response.status_code == 303
    assert five.kinds[-2:] == ["corrected", "contested"]


def test_corrected_on_one_phone_while_another_contests_it(five: Recount) -> None:
    mine = five.draw("correct/plain")
    five.table.write(OTHER_AB, "contested", deal=five.deal)
    typed = {"side0-result": "450", "reason": "an ace was overlooked"}
    assert five.table.send(mine, typed, rest=f"{five.deal}/correct/plain").response.status_code == 303
    deal = five.table.match.deal(five.deal)
    assert deal
    assert deal.contest
    assert (deal.scored.scores, deal.contest.scored.scores) == ([450, 300], [600, 300])


def test_another_version_from_two_phones_is_a_choice(five: Recount) -> None:
    mine = five.send(five.draw("contest"), {"side0-result": "600"}, which="contest")
    five.table.write([{"result": 700}, AB[1]], "contested", deal=five.deal)
    late = five.send(mine, {}, "contest", "contest")
    assert late.response.status_code == 409
    assert "Deal 2 was contested" in read(late)
    assert "Another version stands beside this deal already." in read(late)


def test_the_same_version_from_two_phones_is_one(five: Recount) -> None:
    mine = five.send(five.draw("contest"), {"side0-result": "600"}, which="contest")
    five.table.write(OTHER_AB, "contested", deal=five.deal)
    assert five.send(mine, {}, "contest", "contest").response.status_code == 303
    assert five.kinds.count("contested") == 1


def test_what_another_phone_corrected_to_the_very_same_is_the_same(five: Recount) -> None:
    mine = five.send(five.draw("contest"), {"side0-result": "600"}, which="contest")
    five.table.write(OTHER_AB, "corrected", deal=five.deal)
    late = five.send(mine, {}, "contest", "contest")
    assert late.response.status_code == 409
    assert "It is the same to the point" in read(late)


# ---- who looks on ----------------------------------------------------------------------------------------------------


def test_a_viewer_of_the_match_sees_both_and_can_do_nothing(five: Recount) -> None:
    five.table.write(OTHER_AB, "contested", deal=five.deal)
    base = five.table.match.last_entry
    client = stranger(five.table.app)
    secret = f"looks on at {five.table.id}"
    let_in(five.table.app.extensions["book"], secret, "viewer", five.table.id)
    client.come_in(secret)
    seen = {way: look(client, five, way) for way in ("both", "disagree")}
    assert "Result+400 +600 +200" in seen["both"]
    assert "Whoever keeps the score can settle it." in seen["both"]
    assert "The other version counts" not in seen["both"]
    assert "Whoever keeps the score can count it again" in seen["disagree"]
    assert "Count it again, card by card" not in seen["disagree"]
    for way in ("recount", "contest"):
        assert client.get(five.table.url(f"{five.deal}/{way}")).status_code == 403
    token = Page(client.get("/join")).values["csrf_token"]
    for way in ("recount", "contest", "settle"):
        sent = {"csrf_token": token, "op_id": "a" * 20, "base": base, "keep": "other", "act": "contest"}
        assert client.post(five.table.url(f"{five.deal}/{way}"), data=sent).status_code == 403
    assert five.table.match.last_entry == base


def look(client: InClient, one: Recount, way: str) -> str:
    answer = client.get(one.table.url(f"{one.deal}/{way}"))
    assert answer.status_code == 200
    return read(Page(answer))


# ---- on other pages --------------------------------------------------------------------------------------------------


def test_big_figures_say_which_deals_are_contested(five: Recount) -> None:
    address = f"/matches/{five.table.id}/table"
    assert "contested" not in read(Page(five.table.client.get(address)))
    for deal in five.table.match.deals[1:3]:
        five.table.write(OTHER_AB, "contested", deal=deal.id)
    assert "to 5,000 · contested: deals 2, 3" in read(Page(five.table.client.get(address)))


def macros(one: Recount, call: str, **given: Any) -> str:
    """What a macro of templates/_contest.html makes."""
    source = '{% from "_contest.html" import contest_strip %}' + call
    with one.table.app.test_request_context():
        return render_template_string(source, match=one.table.match, **given)


@pytest.fixture
def hanging(shared: Flask) -> Recount:
    """A match to 2,000 that the first side has won by 30 points in the last of three deals. Which are contested, and
    how, is for each test."""
    deals = [[{"result": one}, {"result": other}] for one, other in ((500, 400), (300, 600), (1220, 990))]
    return Recount(shared, *deals, about=2, target=2000)


OF_MATCH = ("", "/proof", "/table", "/sheet", "/course", "/share")
"""The pages on which totals or a winner of one match stand."""


def on(one: Recount, page: str) -> str:
    """What the page says of the match; of a list of matches, its own row."""
    answer = one.table.client.get("/?order=changed" if page == "list" else f"/matches/{one.table.id}{page}")
    assert answer.status_code == 200
    if page != "list":
        return read(Page(answer))
    [row] = re.findall(
        rf'<a class="match-entry"[^>]*href="/matches/{one.table.id}">.*?</a>', answer.get_data(as_text=True), re.DOTALL
    )
    return " ".join(re.sub(r"<[^>]*>", "", row).split())


def dispute(one: Recount, number: int, *points: int) -> None:
    deal = one.table.match.deals[number - 1].id
    one.table.write([{"result": each} for each in points], "contested", deal=deal)


@pytest.mark.parametrize("page", ["", "/proof"])
def test_each_contest_says_what_the_totals_and_the_winner_would_be(hanging: Recount, page: str) -> None:
    dispute(hanging, 1, 505, 400)
    assert "If deal 1 goes the other way: We 2,025, They 1,990. We would have won all the same." in on(hanging, page)
    dispute(hanging, 3, 1190, 1020)
    said = on(hanging, page)
    assert "If deal 1 goes the other way: We 2,025, They 1,990. We would have won all the same." in said
    assert "If deal 3 goes the other way: We 1,990, They 2,020. They would have won." in said
    assert "If deals 1, 3 all go the other way: We 1,995, They 2,020. They would have won." in said


def test_without_a_contest_nothing_hangs_on_one(hanging: Recount) -> None:
    for page in (*OF_MATCH, "list"):
        said = on(hanging, page)
        assert "the other way" not in said
        assert "contested" not in said


WINNER = {
    "": "We won, unless deal 3 goes the other way",
    "/table": "won unless deal 3 goes the other way",
    "/sheet": "We won, unless deal 3 goes the other way",
    "/share": "We: 2,020 – won, unless deal 3 goes the other way",
    "list": "We won, unless deal 3 goes the other way",
}


@pytest.mark.parametrize("page", WINNER)
def test_wherever_a_winner_stands_it_says_what_that_hangs_on(hanging: Recount, page: str) -> None:
    on(hanging, page)  # a page that is kept is drawn anew after the contest
    dispute(hanging, 3, 1190, 1020)
    assert WINNER[page] in on(hanging, page)
    hanging.table.write([], "settled", deal=hanging.table.match.deals[2].id, keep="first")
    assert "the other way" not in on(hanging, page)


def test_the_text_marks_the_deal(hanging: Recount) -> None:
    dispute(hanging, 2, 305, 600)
    assert "2. +300 +600 → 800 : 1,000 (contested) 3. +1,220 +990 → 2,020 : 1,990 " in on(hanging, "/share")


@pytest.mark.parametrize("page", ["", "/sheet", "/share"])
def test_a_shared_win_may_hang_on_a_contest_too(shared: Flask, page: str) -> None:
    one = Recount(shared, [{"result": 2000}, {"result": 2000}], target=2000, tie="shared_win")
    assert "a shared win" in on(one, page).lower()
    dispute(one, 1, 2000, 2005)
    assert "unless deal 1 goes the other way" in on(one, page)


@pytest.mark.parametrize("page", ["/table", "/sheet", "/course", "/share", "list"])
def test_wherever_totals_stand_it_says_which_deals_are_contested(hanging: Recount, page: str) -> None:
    dispute(hanging, 1, 505, 400)
    said = on(hanging, page)
    assert "contested: deal 1" in said
    assert "the other way" not in said
    dispute(hanging, 2, 305, 600)
    assert "contested: deals 1, 2" in on(hanging, page)
    for number in (0, 1):
        hanging.table.write([], "settled", deal=hanging.table.match.deals[number].id, keep="other")
    assert "contested" not in on(hanging, page)


def test_the_proof_says_that_a_deal_is_contested_and_that_it_is_settled(five: Recount) -> None:
    deal = five.table.match.deal(five.deal)
    assert macros(five, "{{ contest_strip(match, deal) }}", deal=deal).strip() == ""
    assert "the other version counts" in macros(five, "{{ contest_strip(match, deal, 'other') }}", deal=deal)
    assert "Nothing was changed" in macros(five, "{{ contest_strip(match, deal, 'kept') }}", deal=deal)
    assert macros(five, "{{ contest_strip(match, deal, '<b>') }}", deal=deal).strip() == ""
    five.table.write(OTHER_AB, "contested", deal=five.deal)
    said = macros(five, "{{ contest_strip(match, deal) }}", deal=five.table.match.deal(five.deal))
    assert "the other version says +600 : +300." in said
    assert five.table.url(f"{five.deal}/both") in said


@pytest.mark.parametrize("way", ["both", "disagree", "contest", "recount"])
def test_each_page_is_light(shared: Flask, way: str) -> None:
    one = Recount(shared, ENTERED, ENTERED)
    one.table.write(ENTERED[::-1], "contested", deal=one.deal)
    answer = one.table.client.get(one.table.url(f"{one.deal}/{way}"), headers={"Accept-Encoding": "gzip"})
    assert answer.status_code == 200
    body = answer.get_data()
    packed = body if answer.headers.get("Content-Encoding") == "gzip" else gzip.compress(body)
    assert len(packed) < WEIGHT
