"""The cards of a deal counted again from the table, beside what was entered."""

import gzip
import random
import re
from typing import Any

import _deals
import pytest
from flask import Flask
from hypothesis import given, settings
from hypothesis import strategies as st
from test_deal_form import Page, Table
from test_pages import text

from scorekeeper import match as matches
from scorekeeper import tally, variants, versions
from scorekeeper.web.deal_form import as_typed

ENTERED = [
    {"card_points": 430, "canastas": {"natural": 2, "mixed": 1}, "red_threes": 2, "hand_points": 0, "went_out": True},
    {"card_points": 180, "canastas": {"mixed": 1}, "red_threes": 1, "hand_points": 75},
]
WEIGHT = 14_000
"""Bytes of a page on the wire."""


class Recount:
    """A deal in a match, and the pages that tell of another version of it."""

    def __init__(
        self,
        app: Flask,
        *deals: list[dict[str, Any]],
        about: int = 0,
        key: str = "classic",
        players: int = 4,
        **chosen: Any,
    ) -> None:
        self.table = Table(app, variants.load(key), players, **chosen)
        ids = [self.table.write(deal).number for deal in deals]
        self.deal = ids[about]

    def draw(self, which: str = "recount") -> Page:
        return self.table.draw(f"{self.deal}/{which}")

    def send(self, page: Page, typed: dict[str, Any], act: str = "check", which: str = "recount") -> Page:
        return self.table.send(page, typed, act, f"{self.deal}/{which}")

    def check(self, typed: dict[str, Any]) -> Page:
        """What comes of typing this into the empty form."""
        return self.send(self.draw(), typed)

    @property
    def kinds(self) -> list[str]:
        return [entry.kind for entry in self.table.entries]

    @property
    def tallies(self) -> list[dict[str, Any]]:
        found = self.table.match.deal(self.deal)
        assert found
        return [one.data for one in found.scored.tallies]


@pytest.fixture
def recount(shared: Flask) -> Recount:
    return Recount(shared, ENTERED, ENTERED)


def read(page: Page) -> str:
    return text(page.response)


def dock(page: Page) -> list[tuple[str, str]]:
    """What the bar at the bottom offers, and what each does: "act=check", or the address of a link. All its buttons are
    of one form of the page."""
    _, _, bar = page.html.partition('<footer class="dock">')
    found = re.findall(r"<(?:button|a)\b([^>]*)>(.*?)</(?:button|a)>", bar, re.DOTALL)
    attributes = [dict(re.findall(r'([\w-]+)="([^"]*)"', tag)) for tag, _ in found]
    assert all(f'<form id="{one["form"]}"' in page.html for one in attributes if "href" not in one)
    does = [one.get("href") or f"{one['name']}={one['value']}" for one in attributes]
    brass = ["brass " * ("brass" in one["class"].split()) for one in attributes]
    said = [re.sub(r"<[^>]*>", "", words).strip() for _, words in found]
    return [(shine + words, act) for shine, words, act in zip(brass, said, does, strict=True)]


def folded(page: Page, summary: str) -> tuple[bool, str]:
    """What is folded away under these words: is it open, and what it says."""
    for tag, rest in re.findall(r"<details\b([^>]*)>(.*?)</details>", page.html, re.DOTALL):
        head, _, body = rest.partition("</summary>")
        if summary in head:
            return "open" in tag, re.sub(r"\s+", " ", re.sub(r"<[^>]*>", "", body)).strip()
    raise AssertionError(summary)


# ---- what it asks ----------------------------------------------------------------------------------------------------


def test_it_begins_empty_with_the_cards_before_all_else(recount: Recount) -> None:
    page = recount.draw()
    typed = {name: value for name, value in page.values.items() if name.startswith("side") and value}
    assert typed == {}
    assert "went_out" not in page.values
    places = [page.html.index(f'name="{name}"') for name in ("side0-melds.0", "side0-hands.0", "side0-red_threes")]
    assert places == sorted(places)
    assert places[0] < page.html.index('name="side0-card_points"')
    assert places[-1] < page.html.index('id="went_out"')
    assert page.html.count('id="went_out"') == 1
    assert page.html.index('name="side0-melds.0"') < page.html.index("<details", page.html.index("heads"))


# ---- what it compares ------------------------------------------------------------------------------------------------


def test_what_was_counted_is_shown_line_by_line_beside_what_was_entered(recount: Recount) -> None:
    page = recount.check({"side0-melds.0": "K*7", "side0-melds.1": "10*7", "side0-melds.2": "9*5 2 JK"})
    assert page.response.status_code == 200
    said = read(page)
    assert "did nobody go out?" not in said
    assert "Difference: We −170" in said
    assert "Cards melded+430 +260 −170" in said
    assert "Cards melded: 430 entered, 260 counted again: 170 less." in said
    assert "counted again: K*7, 10*7, 9*5 2 JK" in said
    assert "This deal+2,030+1,860−170" in said
    assert "Total of We4,0603,890−170" in said
    assert "Total of They1,0101,010–" in said
    assert "Not counted again: as it was entered." in said
    assert recount.kinds == ["opened", "entered", "entered"]


def test_what_hangs_on_it_is_said_of_minimums_and_of_the_winner(shared: Flask) -> None:
    won = Recount(shared, ENTERED, ENTERED, [{"result": 1000}, {"result": 0}], about=1)
    said = read(won.check({"side0-melds.0": "K*7", "side0-red_threes": "0"}))
    assert "Total of We5,0603,700−1,360" in said
    assert "The matchWe wongoes on" in said
    assert "We needed 120 to open deal 3; it would be 90." in said
    begun = Recount(shared, ENTERED)
    said = read(begun.check({"side0-melds.0": "K*7"}))
    assert "We, to open next9050−40" in said


def test_a_second_count_of_the_same_is_the_same_to_the_point(shared: Flask) -> None:
    """W07 of the published examples: counted as 160 points, a natural and a mixed canasta; then card by card."""
    counted = {"card_points": 160, "canastas": {"natural": 1, "mixed": 1}, "red_threes": 1, "went_out": True}
    w07 = Recount(shared, [{**counted, "hand_points": 0}, {}])
    page = w07.check({"side0-melds.0": "K*7 2", "side0-melds.1": "10*7"})
    said = read(page)
    assert "It is the same to the point" in said
    assert "This deal+1,160+1,160–" in said
    assert "correct it" not in said
    assert "Keep both" not in said


@pytest.mark.parametrize("key", sorted(_deals.GAMES))
def test_in_every_game_the_same_cards_typed_again_are_the_same(shared: Flask, key: str) -> None:
    (deal,) = _deals.deals(key, 7, 1)
    one = Recount(shared, deal, key=key)
    typed = {
        f"side{side}-{name}": text
        for side, data in enumerate(deal)
        for name, text in as_typed(variants.load(key), tally.read(data)).items()
    }
    said = read(one.check(typed))
    assert "It is the same to the point" in said
    assert "Not counted again" not in said


def test_of_nothing_typed_nothing_is_said(recount: Recount) -> None:
    said = read(recount.check({}))
    assert "Nothing is counted again yet" in said
    assert "the same to the point" not in said
    assert "correct it" not in said


def test_what_differs_stands_first_and_what_is_the_same_is_folded_away(recount: Recount) -> None:
    page = recount.check({"side0-melds.0": "K*7", "side0-melds.1": "10*7", "side0-melds.2": "9*5 2 JK"})
    table = page.html.partition("<table")[2].partition("</table>")[0]
    assert re.findall(r'<th scope="row"[^>]*>([^<]*)', table) == ["Cards melded", "This deal"]
    opened, said = folded(page, "5 lines are the same")
    assert not opened
    assert "Natural canastas 2 × 500+1,000" in said
    assert "Cards melded" not in said


def test_once_compared_the_bar_offers_the_decision(recount: Recount) -> None:
    assert dock(recount.draw()) == [("brass Check and compare", "act=check")]
    page = recount.check({"side0-melds.0": "K*7"})
    kept = recount.table.url(f"{recount.deal}?settled=kept")
    assert dock(page) == [("brass The new count is right", "act=correct"), ("The first was right", kept)]
    assert 'value="contest"' in page.html
    assert not folded(page, "Change my count")[0]
    assert "Check and compare" in page.html.partition("Change my count")[2].partition('<footer class="dock">')[0]
    assert page.html.index("What it would change") < page.html.index("Change my count") < page.html.index("heads")


def test_of_a_count_that_is_refused_or_empty_the_bar_offers_to_compare(recount: Recount) -> None:
    for typed in ({}, {"side0-melds.0": "K*70"}):
        page = recount.check(typed)
        assert dock(page) == [("brass Check and compare", "act=check")]
        assert "Change my count" not in page.html


def test_of_the_same_count_the_bar_leads_back(recount: Recount) -> None:
    page = recount.check({"side0-red_threes": "2"})
    assert "It is the same to the point" in page.html
    back = recount.table.url(str(recount.deal))
    assert dock(page) == [("brass Back to the deal", back), ("Check again", "act=check")]


def test_what_is_doubted_can_be_changed_at_once(recount: Recount) -> None:
    page = recount.check({"side1-hands.0": "–", "side1-hands.1": "5"})
    assert "a hand is empty, but another side went out" in read(page)
    assert folded(page, "Change my count")[0]
    assert dock(page)[0] == ("brass The new count is right", "act=correct")


def test_that_the_first_count_was_right_is_said_on_the_deal(recount: Recount) -> None:
    page = recount.check({"side0-melds.0": "K*7"})
    (address,) = [act for words, act in dock(page) if words == "The first was right"]
    proof = recount.table.client.get(address)
    assert "The first count was right. Nothing was changed." in text(proof)
    assert "The first count was right" not in read(recount.table.draw(str(recount.deal)))


def test_the_last_column_has_a_short_head_that_is_read_out(recount: Recount) -> None:
    page = recount.check({"side0-melds.0": "K*7"})
    heads = re.findall(r'<th scope="col"[^>]*>(.*?)</th>', page.html)
    assert set(heads) == {
        "entered",
        "counted again",
        '<span aria-hidden="true">±</span><span class="hidden">difference</span>',
    }


# ---- what is left as it was entered ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "side"),
    [
        ({"side0-red_threes": "1"}, {**ENTERED[0], "red_threes": 1}),
        ({"side0-red_threes": "0"}, {key: value for key, value in ENTERED[0].items() if key != "red_threes"}),
        ({"side0-hands.0": "–", "side0-hands.1": "K 5"}, {**ENTERED[0], "hand_points": None, "hands": ["", "K 5"]}),
        ({"side0-melds.0": "K*7"}, {"melds": ["K*7"], "red_threes": 2, "hand_points": 0, "went_out": True}),
    ],
    ids=["red threes", "no red threes", "hands", "melds"],
)
def test_a_part_that_is_left_empty_is_as_it_was_entered(
    recount: Recount, typed: dict[str, str], side: dict[str, Any]
) -> None:
    page = recount.check(typed)
    recount.send(page, {}, "correct")
    meant = {key: value for key, value in side.items() if value is not None}
    assert recount.tallies == [meant, ENTERED[1]]


def test_an_agreement_of_the_table_and_who_went_out_stay(shared: Flask) -> None:
    agreed = {"result": 690, "adjustment": {"points": -50, "reason": "spilled wine"}}
    one = Recount(shared, [agreed, {"card_points": 100, "went_out": True, "concealed": True, "hand_points": 0}])
    page = one.check({"side0-melds.0": "K*7", "side0-hands.0": "–", "side0-hands.1": "5"})
    assert "Agreed −50" in read(page)
    one.send(page, {}, "correct")
    assert one.tallies[0] == {"melds": ["K*7"], "hands": ["", "5"], "adjustment": agreed["adjustment"]}
    assert one.tallies[1] == {"card_points": 100, "went_out": True, "concealed": True, "hand_points": 0}


def test_who_went_out_can_be_said_anew(recount: Recount) -> None:
    page = recount.check({"went_out": "1"})
    assert "what is left in hand is not stated" in page.about("side0-hand_points")
    page = recount.send(page, {"side0-hand_points": "20", "side1-hand_points": "0"})
    recount.send(page, {}, "correct")
    assert [("went_out" in one, one["hand_points"]) for one in recount.tallies] == [(False, 20), (True, 0)]


def test_charges_found_in_the_hands_stay_while_the_melds_are_counted_again() -> None:
    was = {"card_points": 75, "hand_points": 60, "extras": {"incomplete_sevens": 1, "aces_in_hand": 1}}
    melds, hands = {"melds": ["K*7"]}, {"hands": ["A A A", ""]}
    again = [versions.counted_again(variants.load("americana"), tally.read(was), said) for said in (melds, hands)]
    assert again == [
        {**melds, "hand_points": 60, "extras": {"aces_in_hand": 1}},
        {**hands, "card_points": 75, "extras": {"incomplete_sevens": 1}},
    ]


@settings(deadline=None, max_examples=40)
@given(seed=st.integers(0, 10_000), key=st.sampled_from(["classic", "canastra", "romanian", "americana", "italian"]))
def test_whatever_is_counted_again_as_it_was_scores_as_it_did(seed: int, key: str) -> None:
    variant = variants.load(key)
    (deal,) = _deals.deals(key, seed, 1)
    for data in deal:
        was = tally.read(data)
        out = {name: data[name] for name in ("went_out", "concealed", "special_hand") if name in data}
        parts = [*_one_by_one(data, out), {}, {name: value for name, value in data.items() if name not in out}]
        for said in parts:
            again = dict(versions.counted_again(variant, was, said))
            if data.get("went_out") and data.get("hand_points") == 0:
                again.setdefault("hand_points", 0)
            scored = [
                matches.score_deal(variant, 4, [one, tally.Tally()], accepted=True).scores
                for one in (was, tally.read({**again, **out}))
            ]
            assert scored[0] == scored[1], said


def _one_by_one(data: dict[str, Any], out: dict[str, Any]) -> list[dict[str, Any]]:
    """The parts that are counted by themselves, each alone."""
    parts = ["melds"], ["hands"], ["red_threes"], ["black_threes"]
    return [{key: data[key] for key in part if key in data and key not in out} for part in parts]


@settings(deadline=None, max_examples=40)
@given(seed=st.integers(0, 10_000), other=st.integers(0, 10_000))
def test_the_lines_that_differ_add_up_to_the_difference(seed: int, other: int) -> None:
    variant = variants.load("classic")
    chance = random.Random(seed), random.Random(other)
    first, second = (
        matches.score_deal(variant, 4, [tally.read(one) for one in _deals.deal("classic", one, [50, 50])])
        for one in chance
    )
    for side, a, b in zip(versions.compared(first, second), first.scores, second.scores, strict=True):
        assert (side.first, side.other) == (a, b)
        assert sum(row.points for row in side.differing) == side.points == b - a


# ---- hands that were taken off the melds -----------------------------------------------------------------------------

NET = [
    {"card_points": 355, "canastas": {"natural": 2}, "red_threes": 2, "hand_taken_off": True, "went_out": True},
    {"card_points": 120, "canastas": {"mixed": 1}, "hand_taken_off": True},
]
NET_SAID = "We, They: the cards in hand were already subtracted when this was entered."


def test_where_the_hands_were_taken_off_the_page_says_so_before_anything_is_typed(shared: Flask) -> None:
    assert NET_SAID in read(Recount(shared, NET).draw())
    one = read(Recount(shared, [ENTERED[0], NET[1]]).draw())
    assert "They: the cards in hand were already subtracted when this was entered." in one
    assert "already subtracted when" not in read(Recount(shared, ENTERED).draw())
    assert "already subtracted when" not in read(Recount(shared, NET).draw("contest"))


@pytest.mark.parametrize(
    ("typed", "field", "said"),
    [
        ({"side1-melds.0": "9*5 2 JK", "side1-melds.1": "K*4"}, "side1-hands.0", "type what was in each hand too"),
        ({"side1-card_points": "160", "side1-canastas.mixed": "1"}, "side1-hands.0", "type what was in each hand too"),
        ({"side0-melds.0": "K*7", "side0-melds.1": "10*7"}, "side0-hands.0", "type what was in each hand too"),
        ({"side1-hands.0": "5", "side1-hands.1": "A"}, "side1-melds.0", "type the melds too"),
        ({"side1-hand_points": "25"}, "side1-melds.0", "type the melds too"),
    ],
)
def test_where_the_hands_were_taken_off_half_a_count_is_refused_beside_the_other_half(
    shared: Flask, typed: dict[str, str], field: str, said: str
) -> None:
    page = Recount(shared, NET).check(typed)
    assert page.response.status_code == 422
    assert said in page.about(field)
    assert "Difference" not in page.html
    assert all(page.values[name] == text for name, text in typed.items())


def test_where_the_hands_were_taken_off_a_whole_count_takes_their_place(shared: Flask) -> None:
    net = Recount(shared, NET)
    page = net.check({"side1-melds.0": "9*5 2 JK", "side1-melds.1": "K*4", "side1-hands.0": "5", "side1-hands.1": "A"})
    said = read(page)
    assert "It is the same" not in said
    assert "Difference: They +15" in said  # 160 melded and 25 held, where 120 were entered
    net.send(page, {}, "correct")
    assert net.tallies == [NET[0], {"melds": ["9*5 2 JK", "K*4"], "hands": ["5", "A"]}]


def test_where_the_hands_were_taken_off_other_parts_and_another_net_stand_by_themselves(shared: Flask) -> None:
    net = Recount(shared, NET)
    net.send(net.check({"side0-red_threes": "1"}), {}, "correct")
    assert net.tallies == [{**NET[0], "red_threes": 1}, NET[1]]
    page = net.check({"side1-card_points": "130", "side1-canastas.mixed": "1", "side1-hand_taken_off": "yes"})
    net.send(page, {}, "correct")
    assert net.tallies == [{**NET[0], "red_threes": 1}, {**NET[1], "card_points": 130}]


def test_one_alone_that_went_out_has_no_hand_to_count_though_the_hands_were_taken_off(shared: Flask) -> None:
    net = Recount(shared, [{**NET[0], "red_threes": 0}, NET[1]], key="canastra", players=2)
    page = net.check({"side0-melds.0": "K*7", "side0-melds.1": "10*7", "side0-melds.2": "A*4"})
    assert "Difference: We −135" in read(page)
    net.send(page, {}, "correct")
    assert net.tallies[0] == {"melds": ["K*7", "10*7", "A*4"], "went_out": True, "hand_points": 0}


# ---- what is wrong with it -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("field", "typed", "said"),
    [
        ("side0-melds.0", "K*70", "K"),
        ("side0-melds.0", "<b>K</b>", "&lt;b&gt;K&lt;/b&gt;"),
        ("side0-melds.2", "K*9", "the packs hold 8 K, this makes 9"),
        ("side1-hands.1", "Q*9", "the packs hold 8 Q, this makes 9"),
        ("side0-card_points", "433", "points"),
        ("side0-red_threes", "−12,345", ""),
        ("side1-hands.0", "Q*9", "Q"),
        ("side0-red_threes", "many", "a whole number is expected here"),
    ],
)
def test_a_fault_stands_beside_its_field_and_what_was_typed_stays(
    recount: Recount, field: str, typed: str, said: str
) -> None:
    page = recount.check({field: typed, "side1-melds.0": "A*7"})
    assert page.response.status_code == 422
    assert page.values["side1-melds.0"] == "A*7"
    assert page.values[field] == typed.replace("<", "&lt;").replace(">", "&gt;") or page.values[field] == typed
    assert said in page.about(field).replace("<", "&lt;").replace(">", "&gt;")
    assert page.about(field)
    assert "Difference" not in page.html
    assert recount.kinds == ["opened", "entered", "entered"]


def test_doubts_are_shown_before_it_is_written(recount: Recount) -> None:
    page = recount.check({"side1-hands.0": "–", "side1-hands.1": "5"})
    assert "a hand is empty, but another side went out" in read(page)
    assert recount.send(page, {}, "correct").response.status_code == 303


# ---- what it writes --------------------------------------------------------------------------------------------------


def test_the_new_count_takes_the_place_of_the_first_with_its_reason(recount: Recount) -> None:
    page = recount.check({"side0-melds.0": "K*7", "side0-melds.1": "10*7"})
    first, second = (recount.send(page, {}, "correct").response for _ in range(2))
    assert first.status_code == second.status_code == 303
    assert first.location == second.location == f"/matches/{recount.table.id}?saved={recount.deal}"
    last = recount.table.entries[-1]
    assert (last.kind, last.body["reason"], len(recount.table.entries)) == ("corrected", "counted again", 4)
    assert recount.table.match.totals == [2030 + 1440, 1010]


def test_both_are_kept_until_the_table_settles_it(recount: Recount) -> None:
    page = recount.check({"side0-melds.0": "K*7", "side0-melds.1": "10*7"})
    first, second = (recount.send(page, {}, "contest").response for _ in range(2))
    assert first.location == second.location == recount.table.url(f"{recount.deal}/both")
    last = recount.table.entries[-1]
    assert (last.kind, last.body["reason"], len(recount.table.entries)) == ("contested", "counted again", 4)
    assert recount.table.match.totals == [4060, 1010]


def test_what_was_changed_after_the_comparison_is_compared_before_it_is_written(recount: Recount) -> None:
    page = recount.check({"side0-melds.0": "K*7"})
    changed = recount.send(page, {"side0-melds.0": "K*7 2"}, "correct")
    assert changed.response.status_code == 200
    assert "counted again: K*7 2" in read(changed)
    assert "corrected" not in recount.kinds
    assert recount.send(changed, {}, "correct").response.status_code == 303


def test_enter_in_a_field_compares_and_writes_nothing(recount: Recount) -> None:
    page = recount.check({"side0-melds.0": "K*7"})
    buttons = page.html.split("<form", 1)[1].split("<button")[1:]
    assert 'value="check"' in buttons[0].split(">")[0]


# ---- others meanwhile ------------------------------------------------------------------------------------------------


def test_what_others_enter_meanwhile_does_not_matter_to_it(recount: Recount) -> None:
    page = recount.check({"side0-melds.0": "K*7", "side0-melds.1": "10*7"})
    recount.table.write(ENTERED)
    assert recount.send(page, {}, "correct").response.status_code == 303
    assert recount.table.match.totals == [2 * 2030 + 1440, 3 * 505]


@pytest.mark.parametrize("act", ["correct", "contest"])
def test_a_deal_that_another_phone_changed_meanwhile_is_compared_anew(recount: Recount, act: str) -> None:
    page = recount.check({"side0-melds.0": "K*7", "side0-melds.1": "10*7"})
    recount.table.write([{**ENTERED[0], "card_points": 440}, ENTERED[1]], "corrected", deal=recount.deal)
    late = recount.send(page, {}, act)
    assert late.response.status_code == 409
    said = read(late)
    assert "The match has changed while this page was open. Nothing of yours was saved" in said
    assert "Deal 1 was corrected: We +2,040, They +505" in said
    assert "Cards melded: 440 entered, 140 counted again: 300 less." in said
    assert late.values["side0-melds.0"] == "K*7"
    assert recount.send(late, {}, act).response.status_code == 303
    assert recount.kinds[-1] == {"correct": "corrected", "contest": "contested"}[act]


def test_a_deal_struck_out_meanwhile_is_said_to_be(recount: Recount) -> None:
    page = recount.check({"side0-melds.0": "K*7", "side0-melds.1": "10*7"})
    recount.table.write([], "struck_out", deal=recount.deal)
    late = recount.send(page, {}, "correct")
    assert late.response.status_code == 422
    assert "this deal is struck out" in read(late)
    assert late.values["side0-melds.0"] == "K*7"
    answer = recount.table.client.get(recount.table.url(f"{recount.deal}/recount"))
    assert (answer.status_code, answer.location) == (303, recount.table.url(str(recount.deal)))


def test_the_page_is_light(recount: Recount) -> None:
    typed = {"side0-melds.0": "K*7", "side0-melds.1": "10*7", "side1-melds.0": "A*3", "side1-hands.0": "5 5 5"}
    page = recount.draw()
    answer = recount.table.client.post(
        recount.table.url(f"{recount.deal}/recount"),
        data={**page.values, **typed, "act": "check"},
        headers={"Accept-Encoding": "gzip"},
    )
    body = answer.get_data()
    packed = body if answer.headers.get("Content-Encoding") == "gzip" else gzip.compress(body)
    assert len(packed) < WEIGHT
