"""The entry screen, as its script meets it: what it is given to draw, and what it is answered while a deal is typed."""

import html
import json
import re
import secrets
from typing import Any

import pytest
from _deals import deals
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scorekeeper import tally, variants
from scorekeeper.book import Book
from scorekeeper.entries import Side
from scorekeeper.match import Match, score_deal
from scorekeeper.web import entry_sheet, so_far
from scorekeeper.web.in_flight import in_flight

GAMES = [variant.key for variant in variants.everything()]
TYPICAL: dict[str, str] = {
    "went_out": "0",
    "side0-red_threes": "2",
    "side1-red_threes": "1",
    "side0-canastas.natural": "2",
    "side0-canastas.mixed": "1",
    "side0-card_points": "430",
    "side1-canastas.natural": "0",
    "side1-canastas.mixed": "1",
    "side1-card_points": "180",
    "side1-hand_points": "75",
}
"""The typical deal in the order in which it is asked for: 2,030 to 505."""


class Table:
    """A match with an open book, and a phone at its entry screen."""

    def __init__(self, client: FlaskClient, book: Book, key: str = "classic", before: list[int] | None = None) -> None:
        self.client, self.book = client, book
        variant = variants.load(key)
        sides = [Side("We", ["Ana", "Rui"]), Side("They", ["Marta", ""])]
        with book.session() as session:
            self.id = session.open_match(
                f"opened-for-a-test-of-{key}",
                variant=variant,
                house_rules={},
                players=4,
                sides=sides,
                dealer=0,
                before=before or [0, 0],
            ).match.id
        self.address = f"/matches/{self.id}/deals/new"

    @property
    def match(self) -> Match:
        with self.book.session() as session:
            found = session.match(self.id)
        assert found is not None
        return found

    def page(self, address: str = "") -> str:
        answer = self.client.get(address or self.address)
        assert answer.status_code == 200
        return answer.get_data(as_text=True)

    def carried(self, address: str = "") -> dict[str, str]:
        """What the form carries besides what is typed."""
        page = self.page(address)
        names = ("csrf_token", "base")
        found = {name: re.findall(rf'name="{name}"[^>]*value="([^"]*)"', page)[0] for name in names}
        return {**found, "op_id": secrets.token_hex(16)}

    def send(self, act: str, typed: dict[str, str], address: str = "") -> TestResponse:
        return self.client.post(address or self.address, data={**typed, "act": act})

    def ask(self, act: str, typed: dict[str, str], address: str = "") -> dict[str, Any]:
        answer = self.send(act, {**self.carried(address), **typed}, address)
        told = answer.get_json()
        assert isinstance(told, dict)
        return told


@pytest.fixture
def table(client: FlaskClient, book: Book) -> Table:
    return Table(client, book)


def shown(told: dict[str, Any], side: int) -> dict[str, str]:
    """The points in the cells of a side."""
    return {key: points for key, (points, _) in told["sides"][side]["cells"].items()}


def test_a_deal_is_told_line_by_line_while_it_is_typed(table: Table) -> None:
    told = table.ask("count", {"went_out": "0"})
    assert [shown(told, side) for side in (0, 1)] == [{"went_out": "+100", "hand_points": "0"}, {}]
    told = table.ask("count", dict(list(TYPICAL.items())[:5]))
    assert shown(told, 0) == {
        "went_out": "+100",
        "red_threes": "+200",
        "canastas.natural": "+1,000",
        "canastas.mixed": "+300",
        "hand_points": "0",
    }
    assert [side["score"] for side in told["sides"]] == ["+1,600", "+100"]
    assert [(side["total"], side["open"]) for side in told["sides"]] == [("1,600", "90"), ("100", "50")]
    assert told["faults"] == []


def test_a_whole_deal_is_told_with_its_sum_and_saved(table: Table) -> None:
    told = table.ask("check", TYPICAL)
    assert [side["score"] for side in told["sides"]] == ["+2,030", "+505"]
    assert (told["faults"], told["seen"], told["notice"]) == ([], "", "")
    assert told["spoken"] == "We +2,030, total 2,030. They +505, total 505."
    assert table.match.deals == []
    saved = table.ask("save", TYPICAL)
    [deal] = table.match.deals
    assert saved == {"saved": f"/matches/{table.id}?saved={deal.id}", "base": deal.id}
    assert deal.scored.scores == [2030, 505]


def test_a_red_three_counts_for_the_side_until_it_says_that_it_melded_nothing(table: Table) -> None:
    typed = {"side0-red_threes": "1", "side1-red_threes": "0"}
    assert shown(table.ask("count", typed), 0)["red_threes"] == "+100"
    assert shown(table.ask("count", {**typed, "side0-card_points": "0"}), 0)["red_threes"] == "−100"


def test_what_hangs_on_canastas_is_left_open_until_they_are_said(client: FlaskClient, book: Book) -> None:
    table = Table(client, book, "americana")
    typed = {"side0-red_threes": "2", "side0-black_threes": "1"}
    told = table.ask("count", typed)
    assert shown(told, 0) == {"red_threes": "…", "black_threes": "…"}
    assert told["sides"][0]["score"] == "0"
    told = table.ask("count", {**typed, "side0-canastas.natural": "2"})
    assert shown(told, 0)["red_threes"] == "+300"


def who_went_out(tallies: list[dict[str, Any]]) -> str:
    """The answer to the first question."""
    for side, one in enumerate(tallies):
        if "special_hand" in one:
            return f"{side}.special.{one['special_hand']}"
        if one.get("went_out"):
            return f"{side}.concealed" if one.get("concealed") else f"{side}"
    return "nobody"


def questions(tallies: list[dict[str, Any]]) -> list[dict[str, str]]:
    """The answers that state a counted deal, one question after the other, in the order of the pad."""
    found = [{"went_out": who_went_out(tallies)}]
    for colour in ("red_threes", "black_threes"):
        found.append({f"side{side}-{colour}": str(one.get(colour, 0)) for side, one in enumerate(tallies)})
    for side, one in enumerate(tallies):
        canastas = one.get("canastas") or {"natural": 0}
        found.append({f"side{side}-canastas.{kind}": str(n) for kind, n in canastas.items()})
        found[-1] |= {f"side{side}-concealed_canastas": str(n)} if (n := one.get("concealed_canastas")) else {}
        found.append({f"side{side}-card_points": str(one.get("card_points", 0))})
    for side, one in enumerate(tallies):
        hand = {f"side{side}-{key}": str(one[key]) for key in one if key.endswith(("hand_points", "in_hand"))}
        found.append(hand | {f"side{side}-extras.{key}": str(n) for key, n in one.get("extras", {}).items()})
    return found


@pytest.mark.parametrize("key", GAMES)
def test_nothing_is_said_against_a_legal_deal_while_it_is_being_typed(
    client: FlaskClient, book: Book, key: str
) -> None:
    table = Table(client, book, key, before=[9000, 9000])  # at the highest opening minimum
    form = table.carried()
    for tallies in deals(key, seed=7, count=12):
        typed = dict(form)
        for answer in questions(tallies):
            typed |= answer
            told = table.send("count", typed).get_json()
            assert told["faults"] == [], (typed, told["faults"])


@pytest.mark.parametrize("key", GAMES)
def test_the_last_count_is_what_the_deal_scores(client: FlaskClient, book: Book, key: str) -> None:
    table = Table(client, book, key)
    form = table.carried()
    for tallies in deals(key, seed=11, count=12):
        typed = {name: text for answer in questions(tallies) for name, text in answer.items()}
        told = table.send("check", {**form, **typed}).get_json()
        scores = score_deal(table.match.variant, 4, [tally.read(data) for data in tallies]).scores
        assert [side["score"] for side in told["sides"]] == [f"{n:+,}".replace("-", "−") if n else "0" for n in scores]


@pytest.mark.parametrize(
    ("typed", "at", "said"),
    [
        ({"side1-card_points": "433"}, (1, "card_points"), "They: 433: points end in 0 or 5"),
        ({"side0-red_threes": "4"}, (1, "red_threes"), "They: "),
        ({"side0-canastas.natural": "3", "side0-card_points": "35"}, (0, "card_points"), "We: "),
        ({"side0-card_points": "x"}, (0, "card_points"), "We: x: a whole number is expected here"),
    ],
)
def test_what_is_wrong_is_named_in_its_row(table: Table, typed: dict[str, str], at: tuple[int, str], said: str) -> None:
    for act in ("count", "check"):
        fault, *_ = table.ask(act, TYPICAL | typed)["faults"]
        assert (fault["side"], fault["at"], fault["error"]) == (*at, True)
        assert fault["text"].startswith(said)
    refused = table.send("save", {**table.carried(), **TYPICAL, **typed})
    assert refused.status_code == 422
    assert fault in refused.get_json()["faults"]
    assert table.match.deals == []


@pytest.mark.parametrize(
    ("typed", "at", "said"),
    [
        (
            {"side0-melds.0": "K*7", "side0-melds.1": "Q*4", "side0-melds.2": "A*9"},
            "card_points",
            "We, meld 3: the packs hold 8 A, this makes 9",
        ),
        (
            {"side0-melds.0": "K*4", "side0-melds.2": "Q*3", "side0-melds.4": "K*5"},
            "card_points",
            "We, meld 5: the packs hold 8 K, this makes 9",
        ),
        (
            {"side0-hands.0": "A", "side0-hands.1": "K*9"},
            "hand_points",
            "We, cards in hand, Rui: the packs hold 8 K, this makes 9",
        ),
    ],
)
def test_of_several_melds_and_hands_the_one_with_too_many_is_named(
    table: Table, typed: dict[str, str], at: str, said: str
) -> None:
    for act in ("count", "check"):
        told = table.ask(act, {"went_out": "nobody"} | typed)["faults"]
        assert [(fault["side"], fault["at"], fault["text"]) for fault in told] == [(0, at, said)]


def test_a_doubt_is_told_before_saving_and_counts_as_seen_once_it_was_shown(table: Table) -> None:
    odd = TYPICAL | {"side0-canastas.natural": "0", "side0-canastas.mixed": "0"}
    told = table.ask("check", odd)
    assert [(fault["side"], fault["at"], fault["error"]) for fault in told["faults"]] == [(None, "went_out", False)]
    assert told["faults"][0]["text"].startswith("We: going out takes")
    unseen = table.ask("save", odd)
    assert unseen["seen"] == told["seen"] != ""
    assert table.match.deals == []
    assert "saved" in table.ask("save", {**odd, "doubts_seen": told["seen"]})


def test_doubts_are_kept_for_the_whole_deal(table: Table) -> None:
    assert table.ask("count", {"went_out": "0", "side0-card_points": "60"})["faults"] == []


def test_who_saves_on_an_older_state_of_the_match_is_told_what_happened(table: Table) -> None:
    form = table.carried()
    table.ask("save", TYPICAL)
    late = table.send("save", {**form, **TYPICAL, "side1-hand_points": "70"})
    told = late.get_json()
    assert late.status_code == 409
    assert told["notice"] == "Meanwhile: Deal 1 was entered: We +2,030, They +505"
    assert told["clash"]
    assert told["base"] == table.match.last_entry
    assert len(table.match.deals) == 1


def test_the_same_deal_sent_twice_is_one_deal(table: Table) -> None:
    form = table.carried()
    answers = [table.send("save", {**form, **TYPICAL}).get_json() for _ in range(2)]
    assert (
        answers[0]
        == answers[1]
        == {
            "saved": f"/matches/{table.id}?saved={(deal := table.match.deals[0].id)}",
            "base": deal,
        }
    )
    assert len(table.match.deals) == 1


def test_a_deal_that_is_being_written_is_to_be_waited_for(table: Table) -> None:
    form = table.carried()
    with in_flight(form["op_id"]):
        answer = table.send("save", {**form, **TYPICAL})
    assert (answer.status_code, answer.get_json()) == (409, {"busy": True})
    assert table.match.deals == []
    assert table.send("save", {**form, **TYPICAL}).status_code == 200


def test_a_deal_without_a_name_or_under_the_name_of_another_is_not_taken(table: Table) -> None:
    form = table.carried()
    assert table.send("save", {**form, **TYPICAL, "op_id": ""}).status_code == 400
    assert table.send("save", {**form, **TYPICAL}).status_code == 200
    assert table.send("save", {**form, **TYPICAL, "side1-hand_points": "70"}).status_code == 422
    assert len(table.match.deals) == 1


def test_the_last_entry_of_a_match_is_asked_by_its_number(table: Table) -> None:
    answer = table.client.get(f"/matches/{table.id}/last")
    assert answer.get_data(as_text=True) == str(table.match.last_entry)
    again = table.client.get(f"/matches/{table.id}/last", headers={"If-None-Match": answer.headers["ETag"]})
    assert again.status_code == 304
    table.ask("save", TYPICAL)
    again = table.client.get(f"/matches/{table.id}/last", headers={"If-None-Match": answer.headers["ETag"]})
    assert again.get_data(as_text=True) == str(table.match.last_entry)


def test_a_token_asked_for_by_itself_is_good(table: Table) -> None:
    answer = table.client.get("/token")
    assert answer.headers["Cache-Control"] == "no-store"
    form = table.carried() | {"csrf_token": answer.get_data(as_text=True)}
    assert table.send("save", {**form, **TYPICAL}).status_code == 200


def test_the_end_of_the_match_is_told_with_the_deal_that_brings_it(client: FlaskClient, book: Book) -> None:
    table = Table(client, book, before=[4000, 0])
    assert table.ask("check", TYPICAL)["over"] == "With this deal the match is over: We won."


def test_a_correction_begins_with_what_was_typed_and_leaves_nothing_open(table: Table) -> None:
    table.ask("save", {**TYPICAL, "side1-canastas.natural": ""})
    deal = table.match.deals[0].id
    page = table.page(f"/matches/{table.id}/deals/{deal}/correct")
    values = dict(re.findall(r'<input name="(side\d-[^"]+)" value="([^"]*)"', page))
    assert values == {**{name: TYPICAL[name] for name in TYPICAL if name != "went_out"}, "side0-hand_points": "0"}
    assert re.search(r'value="0" checked', page)


@pytest.mark.parametrize(
    ("tally", "depth"),
    [
        ({"result": 2030, "went_out": True}, "result"),
        ({"melds": ["K*7"], "hands": ["", "5"], "went_out": True}, "cards"),
        ({"card_points": 300, "canastas": {"mixed": 1}, "hand_taken_off": True, "went_out": True}, "net"),
    ],
)
def test_a_correction_knows_how_deep_each_side_was_counted(table: Table, tally: dict[str, Any], depth: str) -> None:
    other = {"card_points": 120, "hand_points": 45}
    with table.book.session() as session:
        body = {"tallies": [tally, other]}
        deal = session.write("entered-for-a-test", table.id, "entered", body, table.match.last_entry).entry.number
    page = table.page(f"/matches/{table.id}/deals/{deal}/correct")
    found = re.search(r"data-depths='([^']+)'", page)
    assert found
    assert json.loads(html.unescape(found[1])) == [depth, "counted"]


def test_a_struck_out_deal_is_shown_and_not_corrected(table: Table) -> None:
    table.ask("save", TYPICAL)
    deal = table.match.deals[0].id
    with table.book.session() as session:
        session.write("struck-out-for-a-test", table.id, "struck_out", {"deal": deal}, table.match.last_entry)
    answer = table.client.get(f"/matches/{table.id}/deals/{deal}/correct")
    assert (answer.status_code, answer.location) == (303, f"/matches/{table.id}/deals/{deal}")


@pytest.mark.parametrize("key", GAMES)
def test_every_line_of_a_game_has_a_cell_on_its_sheet(client: FlaskClient, book: Book, key: str) -> None:
    table = Table(client, book, key)
    cells = set(re.findall(r'data-cell="0 ([^"]+)"', table.page() + table.page(f"/matches/{table.id}/pads")))
    for tallies in deals(key, seed=3, count=40):
        for side in so_far.counted(table.match.variant, tallies):
            assert side.cells.keys() <= cells


@pytest.mark.parametrize("key", GAMES)
def test_every_key_says_what_it_is_to_those_who_do_not_see_it(client: FlaskClient, book: Book, key: str) -> None:
    table = Table(client, book, key)
    for page in (table.page(), table.page(f"/matches/{table.id}/pads")):
        for tag, face in re.findall(r"<button ([^>]*)>(.*?)</button>", page, re.S):
            assert 'aria-label="' in tag or re.sub(r"<[^>]+>|\s", "", face), tag


def test_the_splits_of_four_threes_are_fifteen_keys_the_likely_ones_first() -> None:
    answers = entry_sheet.split(variants.load("classic"), "red_threes").answers
    assert answers[:5] == [(0, 4), (1, 3), (2, 2), (3, 1), (4, 0)]
    assert len(set(answers)) == len(answers) == 15
    assert {ours + theirs for ours, theirs in answers} == {0, 1, 2, 3, 4}


def test_the_grid_asks_for_natural_and_mixed_canastas_wherever_they_stand_in_the_file() -> None:
    assert {key: entry_sheet.grid(variants.load(key)) for key in GAMES} == {key: ["natural", "mixed"] for key in GAMES}


def test_without_script_the_screen_leads_to_the_plain_form(table: Table) -> None:
    page = table.page()
    [leads] = re.findall(r'<noscript><meta http-equiv="refresh" content="0; url=([^"]+)">', page)
    assert leads == f"{table.address}/plain"
    assert table.client.get(leads).status_code == 200


def undone(table: Table, deal: int, times: int = 1) -> None:
    """Presses Undo on the page of the match, where it says what was saved; more than once with a trembling hand."""
    page = table.page(f"/matches/{table.id}?saved={deal}")
    form = re.findall(rf'action="(/matches/{table.id}/journal/\d+/undo)">(.*?)</form>', page, re.S)[0]
    typed = dict(re.findall(r'name="([^"]+)" value="([^"]*)"', form[1]))
    answers = [table.client.post(form[0], data=typed) for _ in range(times)]
    assert {(answer.status_code, answer.location) for answer in answers} == {(303, f"/matches/{table.id}?saved={deal}")}


def test_undo_takes_a_correction_back_to_what_stood_before(table: Table) -> None:
    table.ask("save", TYPICAL)
    deal = table.match.deals[0].id
    table.ask("save", {**TYPICAL, "side1-hand_points": "80"}, f"/matches/{table.id}/deals/{deal}/correct")
    assert table.match.totals == [2030, 500]
    undone(table, deal, times=3)
    assert table.match.totals == [2030, 505]
    assert len(table.match.deals[0].entries) == 3


def test_a_correction_that_changes_nothing_is_told_and_one_sent_again_is_saved(table: Table) -> None:
    table.ask("save", TYPICAL)
    deal = table.match.deals[0].id
    address = f"/matches/{table.id}/deals/{deal}/correct"
    here = f"/matches/{table.id}?saved={deal}"
    noughts = {"side0-canastas.natural": "2", "side1-canastas.natural": "0", "side1-black_threes": "0"}
    assert table.ask("save", TYPICAL | noughts, address) == {"saved": f"{here}&unchanged=yes", "base": deal}
    sent = {**table.carried(address), **TYPICAL, "side1-hand_points": "80"}
    told = [table.send("save", sent, address).get_json() for _ in range(2)]
    assert told == [{"saved": here, "base": deal + 1}] * 2
    assert len(table.match.deals[0].entries) == 2


def test_undo_strikes_out_a_deal_that_was_just_entered(table: Table) -> None:
    table.ask("save", TYPICAL)
    undone(table, table.match.deals[0].id, times=3)
    assert table.match.deals[0].struck_out
    assert table.match.totals == [0, 0]


OURS_ALONE = {key: text for key, text in TYPICAL.items() if not key.startswith("side1")}
THEIRS_ALONE = {key: text for key, text in TYPICAL.items() if not key.startswith("side0")}


@pytest.mark.parametrize(
    ("first", "second"), [(TYPICAL, TYPICAL), (OURS_ALONE, THEIRS_ALONE), (THEIRS_ALONE, OURS_ALONE)]
)
def test_two_phones_that_were_apart_for_two_deals_make_two_deals(
    table: Table, first: dict[str, str], second: dict[str, str]
) -> None:
    away = table.carried()
    for _ in range(2):
        assert table.send("save", {**table.carried(), **first, "waited": "yes"}).status_code == 200
    for _ in range(2):  # what waited on the other goes on from what it is answered
        sent = {**away, **second, "op_id": secrets.token_hex(16), "waited": "yes"}
        answer = table.send("save", sent)
        assert answer.status_code == 200
        away["base"] = str(answer.get_json()["base"])
    assert [deal.scored.scores for deal in table.match.deals] == [[2030, 505]] * 2
    assert away["base"] == str(table.match.last_entry)


def test_a_late_correction_hides_no_deal_that_another_phone_has_entered(table: Table) -> None:
    saved = table.ask("save", TYPICAL)
    deal = int(saved["saved"].rpartition("=")[2])
    away = table.carried()
    other = int(table.ask("save", TYPICAL)["saved"].rpartition("=")[2])
    address = f"/matches/{table.id}/deals/{deal}/correct"
    corrected = {**away, **TYPICAL, "side1-hand_points": "80", "waited": "yes"}
    told = table.send("save", corrected, address).get_json()
    assert int(told["base"]) == other - 1
    next_deal = {**away, **TYPICAL, "op_id": secrets.token_hex(16), "base": str(told["base"]), "waited": "yes"}
    assert table.send("save", next_deal).get_json()["saved"] == f"/matches/{table.id}?saved={other}"


def test_the_side_that_went_out_is_missing_too_until_it_is_counted(table: Table) -> None:
    table.ask("save", {**THEIRS_ALONE, "waited": "yes"})
    page = table.page(f"/matches/{table.id}")
    assert "the count of Ana &amp; Rui is missing" in page or "the count of We is missing" in page


def test_what_undid_one_deal_undoes_no_other(table: Table) -> None:
    first, second = (int(table.ask("save", TYPICAL)["saved"].rpartition("=")[2]) for _ in range(2))
    sent = {**table.carried(), "base": str(table.match.last_entry)}
    assert table.client.post(f"/matches/{table.id}/journal/{second}/undo", data=sent).status_code == 303
    assert table.client.post(f"/matches/{table.id}/journal/{first}/undo", data=sent).status_code == 400
    assert [deal.struck_out for deal in table.match.deals] == [False, True]


def test_who_did_not_hear_that_the_deal_was_saved_is_told_when_asking_again(table: Table) -> None:
    form = table.carried()
    saved = table.send("save", {**form, **TYPICAL}).get_json()
    for act in ("count", "check"):
        assert table.send(act, {**form, **TYPICAL}).get_json() == saved
        assert "saved" not in table.send(act, {**form, **TYPICAL, "side1-hand_points": "70"}).get_json()
    assert len(table.match.deals) == 1
