"""The pages: what they show, what they refuse, what they never do."""

import contextlib
import html
import io
import re
import secrets
from pathlib import Path
from typing import Any

import pytest
from _household import household
from babel import Locale
from flask import Flask, request
from flask.testing import FlaskClient
from sqlite_utils.utils import sqlite3  # type: ignore[attr-defined]
from werkzeug.middleware.dispatcher import DispatcherMiddleware
from werkzeug.test import TestResponse

from scorekeeper import rulebook, variants
from scorekeeper.book import Book, BookTrouble
from scorekeeper.entries import Side
from scorekeeper.typed import clean_name, whole
from scorekeeper.web import store, words
from scorekeeper.web.words import readers_locale
from scorekeeper.words import say

COUPLES = [Side("Ana & Rui", ["Ana", "Rui"]), Side("Marta & Zé", ["Marta", "Zé"])]
DEAL = [
    {"card_points": 430, "canastas": {"natural": 2, "mixed": 1}, "red_threes": 2, "hand_points": 0, "went_out": True},
    {"card_points": 180, "canastas": {"mixed": 1}, "red_threes": 1, "hand_points": 75},
]
WINNING = [{"result": 3000}, {"result": -120}]
GAMES = sorted(variants.files())
SCRIPT = re.compile(r'<script type="module" src="/static/\w+\.[0-9a-f]{8}\.js"(?: blocking="render")?></script>')
"""All that a page may hold of script: the address of a file of ours."""
NAMES = [
    "<script>alert(1)</script>",
    '" onfocus="alert(1)" x="',
    "{{ 7 * 7 }}",
    "مارتا",
    "רוי",
    "👩‍👩‍👧‍👦 die Großmütter",
    "W" * 40,
    "Љиљана",
    "%(name)s %s {name}",
]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "kitchen.book"


def op() -> str:
    return secrets.token_urlsafe(16)


def play(book: Book, *deals: list[dict[str, Any]], key: str = "classic", **about: Any) -> int:
    """A match with these deals; its id."""
    rules = about.pop("rules", {})
    begin = {"players": 4, "sides": COUPLES, "dealer": 0, "before": [0, 0], **about}
    with book.session() as session:
        written = session.open_match(
            op(), variant=rulebook.chosen(variants.load(key), rules), house_rules=rules, **begin
        )
        for deal in deals:
            last = written.match.last_entry
            written = session.write(op(), written.match.id, "entered", {"tallies": deal}, last)
        return written.match.id


def journal(book: Book) -> int:
    """How many entries the whole book has."""
    with book.session() as session:
        return sum(len(session.entries(one.id)) for one in session.history.matches().matches)


def seen(page: str) -> str:
    """The page without what is only heard of figures: where they lead."""
    return re.sub(r'<span class="hidden came">.*?</span>', "", page)


def text(answer: TestResponse) -> str:
    """What is to be read on a page, tags and doubled spaces taken out."""
    page = re.sub(r"<(title|script|style).*?</\1>", " ", seen(answer.get_data(as_text=True)), flags=re.DOTALL)
    return " ".join(html.unescape(re.sub(r"<[^>]+>", "", page)).split())


def filled(page: str) -> dict[str, str]:
    """The hidden fields of a page's first form, and its text boxes as drawn."""
    found = {}
    for tag in re.findall(r"<input\b[^>]*>", page):
        kind, name, value = (re.search(rf'\b{key}="([^"]*)"', tag) for key in ("type", "name", "value"))
        if name and (not kind or kind[1] in ("hidden", "text") or " checked" in tag):
            found[name[1]] = html.unescape(value[1]) if value else ""
    return found


def new_match(client: FlaskClient, key: str = "classic", **typed: str) -> TestResponse:
    """Draws the form for a new match, types, and sends it."""
    form = filled(client.get(f"/new/{key}").get_data(as_text=True))
    return client.post(f"/new/{key}", data={**form, **typed})


def pages(book: Book) -> list[str]:
    """An address of every page there is."""
    match = play(book, DEAL, rules={"target": 4000, "going_out.concealed": 300})
    play(book, WINNING, WINNING)
    with book.session() as session:
        found = session.match(match)
    assert found
    deal = found.deals[0].id
    own = [
        "",
        "/rules",
        "/table",
        "/opening",
        "/about",
        "/seats",
        "/course",
        "/sheet",
        "/share",
        "/otherwise",
        "/otherwise?variant=italian",
        f"/otherwise?deal={deal}",
        f"/deals/{deal}",
    ]
    games = [f"{part}/{key}" for key in GAMES for part in ("/new", "/rules")]
    return [
        *(
            "/",
            "/new",
            "/rules",
            "/rules/compare?a=classic&b=italian",
            "/statistics",
            "/statistics?of=1",
            "/records",
            "/backups",
            "/backups/check",
        ),
        *games,
        *(f"/rules/{key}{part}" for key in GAMES for part in ("/examples", "/sheet")),
        *(f"/matches/{match}{part}" for part in own),
    ]


# ---- every page ------------------------------------------------------------------------------------------------------


def test_every_page_is_shown_with_its_headers_and_without_script_or_style_of_its_own(
    client: FlaskClient, book: Book
) -> None:
    for address in pages(book):
        answer = client.get(address)
        page = answer.get_data(as_text=True)
        assert answer.status_code == 200, address
        assert page.count("<h1") == 1, address
        assert page.count("<main") == 1, address
        assert re.findall("<script.*?</script>", page) == SCRIPT.findall(page), address
        assert len(SCRIPT.findall(page)) == 1, address
        assert not re.search(r"<style|\sstyle=|\son[a-z]+=", page), address
        policy = answer.headers["Content-Security-Policy"]
        assert {"default-src 'none'", "script-src 'self'", "connect-src 'self'"} <= set(policy.split("; "))
        assert "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Referrer-Policy"] == "same-origin"
        assert answer.headers["Cache-Control"] == "private, no-cache"


def test_looking_writes_nothing(client: FlaskClient, book: Book) -> None:
    addresses = pages(book)
    before = journal(book)
    for address in addresses:
        client.get(address)
        client.head(address)
    assert journal(book) == before


@pytest.mark.parametrize(
    "address",
    [
        "/nowhere",
        "/new/whist",
        "/rules/whist",
        "/rules/whist/examples",
        "/rules/..%2Fclassic",
        "/matches/99",
        "/matches/99/rules",
        "/matches/-1",
        "/matches/x",
        f"/matches/{10**30}",
        "/matches/1/deals/99",
    ],
)
def test_what_there_is_not_is_said_plainly(client: FlaskClient, book: Book, address: str) -> None:
    play(book)
    answer = client.get(address)
    assert answer.status_code == 404
    assert "There is no such page" in text(answer)


def test_all_addresses_follow_the_prefix_the_app_is_mounted_under(app: Flask, book: Book) -> None:
    addresses = pages(book)
    mounted = DispatcherMiddleware(lambda environ, start: [], {"/cards": app.wsgi_app})
    app.wsgi_app = mounted  # type: ignore[method-assign]
    client = app.test_client()
    for address in addresses:
        answer = client.get(f"/cards{address}")
        assert answer.status_code == 200
        for found in re.findall(r'(?:href|action|src)="(/[^"]*)"', answer.get_data(as_text=True)):
            assert found.startswith("/cards/"), (address, found)


@pytest.mark.parametrize("address", ["/rules//classic", "/matches//1/deals/2?{% x %}"])
def test_an_address_has_one_form_and_nothing_leads_on_from_another(client: FlaskClient, address: str) -> None:
    answer = client.open(address, method="POST" if "?" in address else "GET", base_url="http://localhost")
    assert answer.status_code == 404


@pytest.mark.parametrize("address", ["/devices/1/end", "/look", "/join", "/backups/upload"])
def test_a_field_without_a_name_is_no_field(client: FlaskClient, address: str) -> None:
    body = b'--zzz\r\nContent-Disposition: form-data; name="a\r\n\r\nb"\r\n\r\nc\r\n--zzz--\r\n'
    answer = client.post(address, data=body, content_type="multipart/form-data; boundary=zzz")
    assert answer.status_code == 400


# ---- what goes wrong -------------------------------------------------------------------------------------------------


def test_without_its_token_nothing_is_written_and_what_was_typed_can_be_sent_again(
    client: FlaskClient, book: Book
) -> None:
    form = {"players": "4", "op_id": op(), "target": "5000", "seat0": "Ana <3", "dealer": "0"}
    stranger = client.post("/new/classic", data=form, headers={"Origin": "http://elsewhere.example"})
    assert stranger.status_code == 403
    assert "not sent from here" in text(stranger)
    assert 'name="op_id"' not in stranger.get_data(as_text=True)
    ours = client.post("/new/classic", data=form, headers={"Origin": "http://localhost"})
    assert ours.status_code == 400
    assert journal(book) == 0
    again = filled(ours.get_data(as_text=True))
    assert again["seat0"] == "Ana <3"
    assert client.post("/new/classic", data=again).status_code == 303
    assert journal(book) == 1


def test_a_way_of_asking_that_is_not_meant_is_said_plainly(client: FlaskClient) -> None:
    answer = client.delete("/")
    assert answer.status_code == 405
    assert "GET" in answer.headers["Allow"]
    assert "Nothing was changed" in text(answer)


def test_far_too_much_is_refused(client: FlaskClient, book: Book) -> None:
    form = filled(client.get("/new/classic").get_data(as_text=True))
    answer = client.post("/new/classic", data={**form, "seat0": "x" * 70_000})
    assert answer.status_code == 413
    assert "far larger" in text(answer)
    assert journal(book) == 0


@pytest.mark.parametrize(
    ("trouble", "status", "said"),
    [
        (BookTrouble(say("the disk is full")), 503, "the disk is full"),
        (RuntimeError("secret detail"), 500, "not yours"),
    ],
    ids=["the book", "the program"],
)
def test_trouble_is_said_in_plain_words_and_never_as_a_traceback(
    app: Flask, monkeypatch: pytest.MonkeyPatch, trouble: Exception, status: int, said: str
) -> None:
    app.config.update(TESTING=False, PROPAGATE_EXCEPTIONS=False)
    client = app.test_client()
    form = {**filled(client.get("/new/classic").get_data(as_text=True)), "seat0": "Ana <3"}

    def fail() -> None:
        raise trouble

    with monkeypatch.context() as broken:
        broken.setattr("scorekeeper.web.matches.session", fail)
        looked, sent = client.get("/"), client.post("/new/classic", data=form)
        stranger = client.post("/new/classic", data={"seat0": "Ana <3"})
    for answer in (looked, sent):
        assert answer.status_code == status
        assert said in text(answer)
        assert "Traceback" not in text(answer)
        assert "secret detail" not in text(answer)
    assert "Send it again" not in text(looked)
    assert "Ana" not in stranger.get_data(as_text=True)
    assert "Send it again" in text(sent)
    again = filled(sent.get_data(as_text=True))
    assert again == {**form, "csrf_token": again["csrf_token"]}
    assert client.post("/new/classic", data=again).status_code == 303


def test_a_deal_typed_while_the_book_is_busy_is_sent_again(client: FlaskClient, book: Book, path: Path) -> None:
    match = play(book)
    form = filled(client.get(f"/matches/{match}/deals/new/plain").get_data(as_text=True))
    typed = {**form, "went_out": "0", "side0-result": "−1.495", "side1-result": "95", "act": "save"}
    book.patience = 0.05
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        answer = client.post(f"/matches/{match}/deals/new/plain", data=typed)
    assert answer.status_code == 503
    assert "try again in a moment" in text(answer)
    again = client.post(f"/matches/{match}/deals/new/plain", data=filled(answer.get_data(as_text=True)))
    assert again.status_code == 303
    with book.session() as session:
        found = session.match(match)
    assert found
    assert found.totals == [-1495, 95]


def test_every_request_closes_its_session(app: Flask) -> None:
    with app.test_request_context("/"):
        found = store.session()
        assert store.session() is found
    with pytest.raises(AttributeError):
        found.match(1)


@pytest.mark.parametrize("like", ["9" * 40, "-" + "9" * 40, "-1", "0", "x", ""])
def test_a_rematch_of_a_match_that_never_was_is_a_new_match(client: FlaskClient, like: str) -> None:
    assert client.get(f"/new/classic?like={like}").status_code == 200


# ---- matches ---------------------------------------------------------------------------------------------------------


def test_an_empty_book_invites_to_begin(client: FlaskClient) -> None:
    assert "No match yet" in text(client.get("/"))


def test_running_matches_come_first_and_the_winner_is_named(client: FlaskClient, book: Book) -> None:
    play(book, WINNING, WINNING)
    play(book, DEAL, sides=[Side("We", ["", ""]), Side("They", ["", ""])])
    page = text(client.get("/"))
    told = ("Being played", "We They", "2,030 505", "Finished", "Ana & Rui won Marta & Zé", "6,000 −240")
    assert sorted(told, key=page.index) == list(told)
    assert "Ana & Rui won" in page
    assert "−240" in page
    assert "Classic canasta · deal 2, they deal" in page


def test_a_match_shows_totals_minimums_dealer_and_deals(client: FlaskClient, book: Book) -> None:
    match = play(book, DEAL, [{"hand_points": 50}, {"result": 3000}])
    page = text(client.get(f"/matches/{match}"))
    for said in ("1,980", "3,020 to go", "to open 90", "3,505", "to open 120", "Ana & Rui", "Enter deal 3", "+2,030"):
        assert said in page
    assert "Ana deals" not in page
    assert "Rui deals deal 3" in page
    assert page.index("Deal 2") < page.index("Deal 1")
    assert "Correct deal 2" in page


@pytest.mark.parametrize(
    ("key", "totals", "said"),
    [
        ("americana", [8495, 8500], ["10 to go", "5 to go"]),
        ("americana", [8505, 0], ["8,500 reached", "8,505 to go"]),
        ("classic", [4995, 5000], ["5 to go", "5,000 reached"]),
    ],
)
def test_a_side_that_has_not_ended_the_match_is_told_what_it_misses(
    client: FlaskClient, book: Book, key: str, totals: list[int], said: list[str]
) -> None:
    page = client.get(f"/matches/{play(book, key=key, before=totals)}").get_data(as_text=True)
    found = re.findall(r'<p class="half-go">(.*?)</p>', page, flags=re.DOTALL)
    assert [re.sub(r"<[^>]+>", "", one).strip() for one in found] == said


def test_a_match_without_deals_says_what_comes(client: FlaskClient, book: Book) -> None:
    page = text(client.get(f"/matches/{play(book, before=[1495, -20])}"))
    assert "No deal yet" in page
    assert "to open 50" in page
    assert "to open 15" in page
    assert "begun at 1,495 : −20" in page


def test_a_finished_match_offers_a_rematch_that_keeps_names_and_rules_and_passes_the_deal(
    client: FlaskClient, book: Book
) -> None:
    chosen = {"target": 4000, "tie": "shared_win", "going_out.concealed": 300}
    match = play(book, WINNING, WINNING, rules=chosen, dealer=3)
    page = client.get(f"/matches/{match}").get_data(as_text=True)
    assert "Enter deal" not in page
    assert "won" in page
    link = re.search(r'href="(/new/classic\?like=\d+)"', page)
    assert link
    form = filled(client.get(link[1]).get_data(as_text=True))
    assert [form[f"seat{seat}"] for seat in range(4)] == ["Ana", "Marta", "Rui", "Zé"]
    assert form["target"] == "4000"
    assert form["dealer"] == "1"
    assert form["side0"] == ""
    again = client.post(link[1], data=form)
    assert again.status_code == 303
    with book.session() as session:
        rematch = session.match(int(again.location.rpartition("/")[2]))
    assert rematch
    assert rematch.opened.house_rules == chosen
    assert rematch.sides == COUPLES


def test_a_shared_win_names_no_winner(client: FlaskClient, book: Book) -> None:
    match = play(book, [{"result": 5000}, {"result": 5000}], rules={"tie": "shared_win"})
    assert "a shared win" in text(client.get(f"/matches/{match}"))


def test_a_struck_out_deal_stays_on_the_sheet_struck(client: FlaskClient, book: Book) -> None:
    match = play(book, DEAL, DEAL)
    with book.session() as session:
        found = session.match(match)
        assert found
        session.write(op(), match, "struck_out", {"deal": found.deals[1].id}, found.last_entry)
    answer = client.get(f"/matches/{match}?saved={found.deals[1].id}")
    page = text(answer)
    assert "struck out" in page
    assert "2,030" in page
    assert "4,060" not in page
    assert "Bring back" in page
    proof = text(client.get(f"/matches/{match}/deals/{found.deals[1].id}"))
    assert "counts nowhere" in proof
    assert "Bring this deal back" in proof
    assert "Strike out" not in proof


def test_the_match_page_says_what_was_saved_and_offers_to_undo_it(client: FlaskClient, book: Book) -> None:
    match = play(book, DEAL)
    page = client.get(f"/matches/{match}?saved={match + 1}").get_data(as_text=True)
    assert "Deal 1 saved" in page
    assert f'action="/matches/{match}/journal/{match + 1}/undo"' in page
    assert "saved" not in text(client.get(f"/matches/{match}?saved=99"))


def test_the_proof_of_a_deal_shows_every_line_with_its_rule(client: FlaskClient, book: Book) -> None:
    match = play(book, DEAL, before=[1495, 985])
    page = text(client.get(f"/matches/{match}/deals/{match + 1}"))
    for said in (
        "Natural canastas 2 × 500",
        "seven or more cards of one rank, no wild card",
        "+1,000",
        "Red threes 2 × 100",
        "plus: the side has melded",
        "This deal+2,030",
        "Before1,495",
        "Total3,525",
        "3,000 or more: 120",
        "0 to 1,499: 50",
        "−75",
        "Strike out deal 1",
    ):
        assert said in page


def test_the_proof_shows_what_was_corrected(client: FlaskClient, book: Book) -> None:
    match = play(book, DEAL)
    with book.session() as session:
        better = [DEAL[0], {**DEAL[1], "hand_points": 95, "red_threes": 0}]
        session.write(op(), match, "corrected", {"deal": match + 1, "tallies": better}, match + 1)
    page = text(client.get(f"/matches/{match}/deals/{match + 1}"))
    assert "−75 until" in page
    assert "Red threesuntil" in page.replace("Red threes until", "Red threesuntil")
    assert "Corrected" in page


def test_lines_of_one_rule_are_not_taken_for_each_other(client: FlaskClient, book: Book) -> None:
    melds = {"melds": ["K*7"], "hands": ["B3 R3*2", ""]}
    match = play(book, [melds, {"result": 0}], key="americana", rules={"hands.apart.threes.each": 100})
    for better in ([melds, {"result": 5}], [{**melds, "hands": ["R3", ""]}, {"result": 5}]):
        page = text(client.get(f"/matches/{match}/deals/{match + 1}"))
        assert "Black threes in hand 1 × −100" in page
        assert "Red threes in hand 2 × −100" in page
        assert page.count("until") == (0 if better[0] is melds else 1)
        with book.session() as session:
            found = session.match(match)
            assert found
            body = {"deal": match + 1, "tallies": better}
            session.write(op(), match, "corrected", body, found.last_entry)
    page = text(client.get(f"/matches/{match}/deals/{match + 1}"))
    assert re.search(r"Red threes in hand 1 × −100[^−]*−200 until[^−]*−100", page)
    assert re.search(r"Black threes in hand ?until[^−]*−100", page)
    assert page.count("−200 until") == 1


def test_an_agreed_adjustment_is_shown_with_its_reason(client: FlaskClient, book: Book) -> None:
    deal = [{"result": 100, "adjustment": {"points": -50, "reason": "spilled <b>wine</b>"}}, {}]
    match = play(book, deal)
    answer = client.get(f"/matches/{match}/deals/{match + 1}")
    assert "<b>wine" not in answer.get_data(as_text=True)
    assert "spilled &lt;b&gt;wine" in answer.get_data(as_text=True)


# ---- a new match -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", GAMES)
def test_every_game_opens_for_every_number_of_its_players(client: FlaskClient, book: Book, key: str) -> None:
    for players, seat in variants.load(key).seats.items():
        form = filled(client.get(f"/new/{key}").get_data(as_text=True))
        drawn = client.post(f"/new/{key}", data={**form, "change_players": str(players)})
        assert drawn.status_code == 200
        page = drawn.get_data(as_text=True)
        assert len(re.findall(r'name="seat\d+"', page)) == players
        answer = client.post(f"/new/{key}", data=filled(page))
        assert answer.status_code == 303, text(answer)
        with book.session() as session:
            match = session.match(int(answer.location.rpartition("/")[2]))
        assert match
        assert (match.opened.players, len(match.sides)) == (players, seat.sides)
        assert client.get(answer.location).status_code == 200


@pytest.mark.parametrize(
    ("key", "named"),
    [
        ("classic", [f"Side {side}, {who} deals first" for side in (1, 2) for who in ("Player", "Partner")]),
        ("italian", [f"Player {seat} deals first" for seat in (1, 2, 3)]),
    ],
)
def test_who_deals_first_is_to_be_told_apart_by_ear(client: FlaskClient, key: str, named: list[str]) -> None:
    page = new_match(client, key, change_players=str(len(named))).get_data(as_text=True)
    assert re.findall(r'name="dealer"[^>]* aria-label="([^"]*)"', page) == named


def test_changing_the_number_of_players_writes_nothing_and_keeps_the_names(client: FlaskClient, book: Book) -> None:
    answer = new_match(client, "italian", change_players="3", seat0="Ana", seat1="Rui", target="12000")
    form = filled(answer.get_data(as_text=True))
    assert (form["seat0"], form["seat1"], form["target"], form["players"]) == ("Ana", "Rui", "12000", "3")
    assert journal(book) == 0


def test_names_of_those_who_got_up_come_back_when_they_sit_down_again(client: FlaskClient) -> None:
    typed = {"seat0": "Al", "seat1": "Bo", "seat2": "Cy", "seat3": "Zoe", "side1": "Aunts", "dealer": "3"}
    two = filled(new_match(client, "canastra", change_players="2", **typed).get_data(as_text=True))
    assert two["dealer"] == "0"
    four = filled(client.post("/new/canastra", data={**two, "change_players": "4"}).get_data(as_text=True))
    assert {key: four[key] for key in typed} == {**typed, "dealer": "0"}


@pytest.mark.parametrize(
    ("typed", "names"),
    [
        ({}, ["We", "They"]),
        ({"seat0": "Ana", "seat2": "Rui"}, ["Ana & Rui", "They"]),
        ({"seat0": " Ana  Maria "}, ["Ana Maria", "They"]),
        ({"side0": "They"}, ["They", "Side 2"]),
        ({"side1": "The Aunts", "seat1": "Marta", "seat3": "Zé"}, ["We", "The Aunts"]),
        ({"seat0": "A" * 30, "seat2": "B" * 30}, ["A" * 30 + " & BBBBBB…", "They"]),
    ],
)
def test_sides_are_called_by_their_own_name_their_players_or_we_and_they(
    client: FlaskClient, book: Book, typed: dict[str, str], names: list[str]
) -> None:
    answer = new_match(client, **typed)
    assert answer.status_code == 303, text(answer)
    with book.session() as session:
        match = session.match(int(answer.location.rpartition("/")[2]))
    assert match
    assert [side.name for side in match.sides] == names


@pytest.mark.parametrize(
    ("typed", "field", "said"),
    [
        ({"target": "lots"}, "target", "a whole number is expected here"),
        ({"target": ""}, "target", "positive multiple of 5"),
        ({"target": "-1"}, "target", "positive multiple of 5"),
        ({"target": "433"}, "target", "positive multiple of 5"),
        ({"target": "0"}, "target", "positive multiple of 5"),
        ({"target": "1" + "0" * 40}, "target", "positive multiple of 5"),
        ({"target": "5.5"}, "target", "a whole number is expected here"),
        ({"target": "9" * 5000}, "target", "positive multiple of 5"),
        ({"before0": "ten"}, "before0", "a whole number is expected here"),
        ({"before1": "1" + "0" * 40}, "before1", "at most 1,000,000 points"),
        ({"before1": "-1000005"}, "before1", "at most 1,000,000 points"),
        ({"side0": "x" * 41}, "side0", "at most 40 letters"),
        ({"seat3": "y" * 41}, "seat3", "at most 40 letters"),
        ({"side0": "The Aunts", "side1": "the  AUNTS"}, "side1", "two of this name"),
        ({"seat0": "Ana", "seat1": "ana"}, "seat1", "two of this name"),
        ({"side0": "Ana", "seat1": "Ana"}, "side1", "two of this name"),
        ({"side0": "Ana", "side1": "An\u200da"}, "side1", "two of this name"),
    ],
)
def test_what_cannot_be_is_shown_beside_its_field_and_nothing_is_written(
    client: FlaskClient, book: Book, typed: dict[str, str], field: str, said: str
) -> None:
    answer = new_match(client, **typed)
    page = answer.get_data(as_text=True)
    assert answer.status_code == 422
    error = re.search(rf'id="{field}-error">(.*?)</p>', page, flags=re.DOTALL)
    assert error, page
    assert said in error[1]
    assert f'aria-describedby="{field}-' in page or f' {field}-error"' in page
    drawn = filled(page)
    for name, value in typed.items():
        assert " ".join(drawn[name].split()) == " ".join(value.split())
    assert journal(book) == 0


@pytest.mark.parametrize(
    "typed",
    [
        {"house.going_out.concealed": "7"},
        {"house.going_out.concealed": "250"},
        {"house.tie": "x"},
        {"house.everything.doubled": "1"},
        {"house.target": "100"},
        {"house.card_values.JK": "500"},
        {"dealer": "4"},
        {"dealer": "x"},
    ],
)
def test_a_house_rule_or_dealer_that_is_not_offered_is_refused(
    client: FlaskClient, book: Book, typed: dict[str, str]
) -> None:
    answer = new_match(client, **typed)
    assert answer.status_code == 422
    assert journal(book) == 0


def test_chosen_house_rules_hold_and_those_left_alone_are_not_written_down(client: FlaskClient, book: Book) -> None:
    typed = {"house.going_out.concealed": "1", "target": "7,500", "before0": "1.495", "before1": "−20", "dealer": "2"}
    answer = new_match(client, **typed)
    with book.session() as session:
        match = session.match(int(answer.location.rpartition("/")[2]))
    assert match
    assert match.opened.house_rules == {"target": 7500, "going_out.concealed": 300}
    assert match.variant.going_out.concealed == 300
    assert match.totals == [1495, -20]
    assert match.dealer == 2
    page = text(client.get(f"/matches/{match.id}/rules"))
    assert page.count("chosen by this table") >= 2


@pytest.mark.parametrize("name", NAMES)
def test_any_name_is_shown_as_it_is_and_does_no_harm(client: FlaskClient, book: Book, name: str) -> None:
    answer = new_match(client, side0=name, seat0=name)
    assert answer.status_code == 303, text(answer)
    with book.session() as session:
        match = int(answer.location.rpartition("/")[2])
        session.write(op(), match, "entered", {"tallies": DEAL}, match)
    for address in ("/", f"/matches/{match}", f"/matches/{match}/deals/{match + 1}", f"/new/classic?like={match}"):
        page = client.get(address)
        assert page.status_code == 200
        assert "<script" not in SCRIPT.sub("", page.get_data(as_text=True))
        assert not re.search(r"<[^>]* onfocus=\"alert", page.get_data(as_text=True))
        assert name in html.unescape(page.get_data(as_text=True))
    assert f"<bdi>{html.escape(name).replace('&#x27;', '&#39;').replace('&quot;', '&#34;')}</bdi>" in client.get(
        f"/matches/{match}"
    ).get_data(as_text=True)


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("Ana\u200b", "Ana"),
        ("  Ana \t\n Maria\u00a0", "Ana Maria"),
        ("A\u0000na", "Ana"),
        ("\u202eanA\u202c", "anA"),
        ("\u200b\u2060", ""),
        ("An\u00ada\ufeff", "Ana"),
        ("\U0001f469\u200d\U0001f467", "\U0001f469\u200d\U0001f467"),
        ("\u0645\u06cc\u200c\u062e", "\u0645\u06cc\u200c\u062e"),
        ("Ze\u0301", "Z\u00e9"),
    ],
)
def test_a_name_loses_what_cannot_be_seen(typed: str, name: str) -> None:
    assert clean_name(typed) == name


@pytest.mark.parametrize(
    ("typed", "number"),
    [
        ("5000", 5000),
        (" 5,000 ", 5000),
        ("5.000", 5000),
        ("5 000", 5000),
        ("5\u202f000", 5000),
        ("-50", -50),
        ("−50", -50),
        ("–50", -50),
        ("—1,495", -1495),
        ("− 50", -50),
        ("+50", 50),
        ("٥٠", 50),
        ("5,00", None),
        ("5.5", None),
        ("1e3", None),
        ("", None),
        ("--5", None),
        ("–", None),
        ("5–", None),
        ("²", None),
    ],
)
def test_whole_numbers_are_read_as_people_write_them(typed: str, number: int | None) -> None:
    assert whole(typed) == number


def test_a_form_sent_twice_opens_one_match(client: FlaskClient, book: Book) -> None:
    form = filled(client.get("/new/classic").get_data(as_text=True))
    first, second = (client.post("/new/classic", data={**form, "seat0": "Ana"}) for _ in range(2))
    assert first.location == second.location
    assert journal(book) == 1


def test_a_form_sent_again_with_other_entries_asks_and_then_opens_another(client: FlaskClient, book: Book) -> None:
    form = filled(client.get("/new/classic").get_data(as_text=True))
    client.post("/new/classic", data=form)
    answer = client.post("/new/classic", data={**form, "seat0": "Ana"})
    assert answer.status_code == 422
    assert "has opened a match already" in text(answer)
    assert journal(book) == 1
    again = filled(answer.get_data(as_text=True))
    assert again["seat0"] == "Ana"
    assert client.post("/new/classic", data=again).status_code == 303
    assert journal(book) == 2


def test_an_act_without_a_proper_name_is_refused(client: FlaskClient, book: Book) -> None:
    assert new_match(client, op_id="short").status_code == 400
    assert journal(book) == 0


# ---- rules -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", GAMES)
def test_the_rules_page_says_what_the_file_says(client: FlaskClient, key: str) -> None:
    variant = variants.load(key)
    page = text(client.get(f"/rules/{key}"))
    for kind in variant.canastas.kinds.values():
        assert kind.label in page
        assert " ".join(kind.meaning.split()) in page
        assert f"{kind.bonus:,}" in page
    for rule in variant.house_rules.values():
        assert rule.label in page
    for reading in variant.readings.values():
        assert " ".join(reading.text.split()) in page
    for hand in variant.special_hands.values():
        assert f"{hand.points:,}" in page
    assert " ".join(variant.source.split()) in page
    for link in variant.links:
        assert html.escape(link) in client.get(f"/rules/{key}").get_data(as_text=True)


@pytest.mark.parametrize("key", GAMES)
def test_every_worked_example_is_shown(client: FlaskClient, key: str) -> None:
    page = text(client.get(f"/rules/{key}/examples"))
    for example in variants.load(key).examples:
        assert " ".join(example.title.split()) in page


def test_the_rules_of_a_match_are_those_it_is_played_by(client: FlaskClient, book: Book) -> None:
    plain, other = play(book), play(book, rules={"red_threes.all_against": 400})
    assert "chosen by this table" not in text(client.get(f"/matches/{plain}/rules"))
    page = text(client.get(f"/matches/{other}/rules"))
    assert "chosen by this table" in page
    assert "400 against" in page


# ---- languages -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("wish", ["", "de-AT", "xx-YY-zz", "*", "en-GB;q=0.1,, ;", "a" * 500, "x_1"])
def test_any_wish_for_a_language_is_answered_in_one_we_have(client: FlaskClient, wish: str) -> None:
    page = client.get("/", headers={"Accept-Language": wish}).get_data(as_text=True)
    assert re.search(r'<html lang="en(-[A-Z]{2})?" dir="ltr" ', page)


@pytest.mark.parametrize(
    ("wish", "locale"),
    [
        ("es-MX, en;q=0.5", "es_MX"),
        ("pt-PT", "pt_BR"),
        ("pt-BR", "pt_BR"),
        ("de, es;q=0.5", "es"),
        ("en-GB", "en_GB"),
        ("es;q=0", "en"),
        ("fi", "en"),
        ("", "en"),
    ],
)
def test_numbers_and_dates_are_those_of_the_readers_country_where_we_have_the_language(
    app: Flask, wish: str, locale: str
) -> None:
    offered = [Locale("en"), Locale("es"), Locale("pt", "BR")]
    with app.test_request_context("/", headers={"Accept-Language": wish}):
        assert str(readers_locale(offered)) == locale


@pytest.mark.parametrize(
    ("wish", "shown"),
    [
        ("en-GB", ["22 November 2025", "−1,495", "+1,495", "0"]),
        ("en-IN", ["22 November 2025", "−1,495", "+1,495", "0"]),
    ],
)
def test_points_and_days_are_written_as_the_reader_writes_them(app: Flask, wish: str, shown: list[str]) -> None:
    with app.test_request_context("/", headers={"Accept-Language": wish}):
        at = "2025-11-22T12:00:00Z"
        assert [words.day(at), words.points(-1495), words.signed(1495), words.signed(0)] == shown
        assert words.moment(at).startswith("22 November 2025, ")
        assert words.day("2025-11-22") == shown[0]
        assert words.points(1_234_567).count(",") == 2


def test_a_host_that_is_none_is_refused_in_plain_words(client: FlaskClient) -> None:
    answer = client.get("/", headers={"Host": "x" * 70 + ".example"})
    assert (answer.status_code, answer.mimetype) == (400, "text/plain")
    assert "could not be read" in text(answer)
    assert answer.headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("192.168.1.20:8321", 200),
        ("[fd00::5]:8321", 200),
        ("raspberrypi", 200),
        ("scorekeeper.local:8321", 200),
        ("Cards.Home.Arpa", 200),
        ("evil.example", 400),
        ("192.168.1.20.evil.example:8321", 400),
        ("scorekeeper.local.evil.example", 400),
        ("local.", 200),
        ("evil.example.", 400),
        ("localhost:x", 400),
        ("a b", 400),
        ("<x>", 400),
    ],
)
def test_the_book_answers_to_names_that_nobody_outside_can_give(client: FlaskClient, host: str, status: int) -> None:
    answer = client.get("/shell", headers={"Host": host})
    assert answer.status_code == status
    assert ("does not go by this name" in text(answer)) == (status == 400)


def test_the_book_answers_to_a_name_that_it_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCOREKEEPER_HOSTS", "cards.example, Canasta.example")
    told = household({"BOOK": tmp_path / "told.book"})
    statuses = [
        told.test_client().get("/", headers={"Host": host}).status_code for host in ("canasta.example", "example")
    ]
    told.extensions["book"].close()
    assert statuses == [200, 200]  # a name without a dot is one of home


@pytest.mark.parametrize(
    "origin", ["null", "http://elsewhere.example", "http://localhost:81", "http://localhost.example"]
)
def test_what_another_page_sends_is_refused_even_with_a_token(client: FlaskClient, book: Book, origin: str) -> None:
    form = filled(client.get("/new/classic").get_data(as_text=True))
    assert client.post("/new/classic", data=form, headers={"Origin": origin}).status_code == 403
    assert journal(book) == 0
    assert client.post("/new/classic", data=form, headers={"Origin": "http://localhost"}).status_code == 303


@pytest.mark.parametrize("path", ["/", "/new/classic", "/matches/1", "/matches/1/pads", "/shell"])
@pytest.mark.parametrize("query", [b"saved=\xff", b"\xc0\xbc=1", b"\xed\xa0\x80"])
def test_an_address_that_is_no_text_cannot_be_read(client: FlaskClient, book: Book, path: str, query: bytes) -> None:
    play(book)
    answer = client.get(path, environ_overrides={"QUERY_STRING": query.decode("latin-1")})
    assert answer.status_code == 400
    assert "could not be read" in text(answer)


def test_an_address_in_letters_that_were_not_encoded_is_read(client: FlaskClient) -> None:
    assert client.get("/", environ_overrides={"QUERY_STRING": "x=é".encode().decode("latin-1")}).status_code == 200


def test_a_file_in_place_of_what_is_typed_is_not_looked_at(client: FlaskClient) -> None:
    form = filled(client.get("/new/classic").get_data(as_text=True))
    files = {name: (io.BytesIO(b"Ana"), "Ana.txt") for name in ("target", "seat0", "dealer")}
    answer = client.post("/new/classic", data={**{key: form[key] for key in form if key not in files}, **files})
    assert answer.status_code == 303
    assert "Ana" not in text(client.get(answer.location))


def test_a_file_that_is_sent_is_never_put_on_the_disk(app: Flask) -> None:
    with app.test_request_context("/", method="POST", data={"seat0": (io.BytesIO(b"Ana"), "Ana.txt")}):
        assert isinstance(request.files["seat0"].stream, io.BytesIO)


@pytest.mark.parametrize("body", [[1], {"target": ["5000"]}, {"seat0": {"x": 1}}, {"seat0": "Ana", "target": "5000"}])
def test_what_is_sent_as_json_is_no_form(client: FlaskClient, body: Any) -> None:
    token = filled(client.get("/new/classic").get_data(as_text=True))["csrf_token"]
    answer = client.post("/new/classic", json=body, headers={"X-CSRFToken": token})
    assert answer.status_code == 303
    assert "Ana" not in text(client.get(answer.location))


def test_an_origin_that_is_none_is_a_strangers(client: FlaskClient, book: Book) -> None:
    answer = client.post("/new/classic", data={"seat0": "Ana"}, headers={"Origin": "http://["})
    assert answer.status_code == 403
    assert "Ana" not in text(answer)
    assert journal(book) == 0


@pytest.mark.parametrize("base", ["9" * 40, "-1", "x", ""])
def test_an_act_upon_an_entry_that_never_was_is_told_that_the_match_has_gone_on(
    client: FlaskClient, book: Book, base: str
) -> None:
    match = play(book, DEAL)
    fields = filled(client.get(f"/matches/{match}?saved=2").get_data(as_text=True))
    before = journal(book)
    answer = client.post(f"/matches/{match}/deals/2/strike", data={**fields, "base": base})
    assert answer.status_code == 409
    assert journal(book) == before


def test_a_forged_dealer_is_named(client: FlaskClient, book: Book) -> None:
    answer = new_match(client, dealer="9")
    assert answer.status_code == 422
    assert "Say who deals first" in text(answer)
