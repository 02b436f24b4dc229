"""The list of matches: what is found, how it is counted, and one more match like the last with one touch."""

import re
from typing import Any

import pytest
from _household import let_in, stranger
from flask.testing import FlaskClient
from test_pages import COUPLES, DEAL, WINNING, filled, journal, new_match, op, play, text

from scorekeeper.book import Book
from scorekeeper.entries import Side

TABLES = {
    "a": (["Ana", "Rui"], ["Marta", "Zé"], "classic", "2024-03-02", "The club", "rain, and cake"),
    "b": (["Ana", "Marta"], ["Rui", "Zé"], "classic", "2024-03-30", "", ""),
    "c": (["Ana", "Rui"], ["Eva", "Zé"], "romanian", "2025-01-01", "At Marta's", ""),
    "d": (["Eva", "Rui"], ["Ana", "Zé"], "classic", "2025-12-31", "The club", "  new\n\ncards, " + "so many " * 20),
    "e": (["Ana", "Rui"], ["Marta", "Zé"], "classic", "2026-01-05", "", "cake again"),
}
"""Matches by name: the sides, the game, the day, the place and the note. The last one is being played."""
LINES = {
    "a": "Classic canasta · March 2, 2024 · The club · 2 deals rain, and cake",
    "b": "Classic canasta · March 30, 2024 · 2 deals",
    "c": "Romanian canasta · January 1, 2025 · At Marta's · 2 deals",
    "d": "Classic canasta · December 31, 2025 · The club · 2 deals new cards, so many",
    "e": "Classic canasta · deal 1, Ana deals cake again",
}


def write(book: Book, match_id: int, kind: Any, **body: Any) -> None:
    with book.session() as session:
        match = session.match(match_id)
        assert match
        session.write(op(), match_id, kind, body, match.last_entry)


def side(*players: str) -> Side:
    return Side(" & ".join(players), list(players))


@pytest.fixture
def ids(book: Book) -> dict[str, int]:
    """The matches of the tables."""
    found = {}
    for name, (ours, theirs, game, day, place, note) in TABLES.items():
        deals = [] if name == "e" else [WINNING, WINNING]
        rules = {} if name == "e" else {"target": 4000}
        found[name] = play(book, *deals, key=game, sides=[side(*ours), side(*theirs)], rules=rules)
        write(book, found[name], "described", played_on=day, place=place, note=note)
    return found


def listed(page: str, ids: dict[str, int]) -> str:
    """The matches on the page, in order."""
    names = {str(number): name for name, number in ids.items()}
    return "".join(names[number] for number in re.findall(r'class="match-entry"[^>]*href="/matches/(\d+)"', page))


@pytest.mark.parametrize(
    ("query", "matches"),
    [
        ("", "edcba"),
        ("?who=Ana", "edcba"),
        ("?who=ana+&partner=RUI", "eca"),
        ("?who=Rui&partner=Ana", "eca"),
        ("?who=Ana&opponent=Rui", "db"),
        ("?who=Ana&partner=Rui&opponent=Eva", "c"),
        ("?who=Eva&opponent=Ana", "dc"),
        ("?who=Marta", "eba"),
        ("?of=1-2", "eca"),
        ("?of=1&against=2", "db"),
        ("?of=77", "edcba"),
        ("?game=romanian", "c"),
        ("?game=whist", "edcba"),
        ("?since=2025", "edc"),
        ("?since=2024-03&until=2024-03", "ba"),
        ("?until=2025", "dcba"),
        ("?since=2024-04&until=2025-01", "c"),
        ("?state=running", "e"),
        ("?state=finished", "dcba"),
        ("?words=cake", "ea"),
        ("?words=CAKE+club", "a"),
        ("?words=marta", "c"),
        ("?words=100%25_", ""),
        ("?who=Ana&game=classic&since=2025&state=finished&words=club", "d"),
        ("?who=Zé&partner=Zé", "edcba"),
        ("?who=Marta&game=romanian", ""),
        ("?order=changed", "edcba"),
        ("?state=finished&order=changed", "dcba"),
        ("?order=sideways", "edcba"),
    ],
)
def test_what_is_asked_for_is_found(client: FlaskClient, ids: dict[str, int], query: str, matches: str) -> None:
    answer = client.get(f"/{query}")
    assert answer.status_code == 200
    assert listed(answer.get_data(as_text=True), ids) == matches
    if not matches:
        assert "No match is like that. All matches" in text(answer)


def test_filters_stay_in_the_address_and_each_can_be_taken_away(client: FlaskClient, ids: dict[str, int]) -> None:
    page = client.get(
        "/?who=Ana&partner=Rui&opponent=Zé&game=classic&since=2024&until=2026-02&state=finished&words=the"
    )
    chips = re.findall(r'class="chip" href="([^"]+)"[^>]*><bdi>([^<]+)</bdi>', page.get_data(as_text=True))
    rest = {
        "Ana": "of=2&against=4&game=classic&since=2024-01&until=2026-02&state=finished&words=the",
        "with Rui": "of=1&against=4&game=classic&since=2024-01&until=2026-02&state=finished&words=the",
        "against Zé": "of=1-2&game=classic&since=2024-01&until=2026-02&state=finished&words=the",
        "Classic canasta": "of=1-2&against=4&since=2024-01&until=2026-02&state=finished&words=the",
        "from January 2024": "of=1-2&against=4&game=classic&until=2026-02&state=finished&words=the",
        "until February 2026": "of=1-2&against=4&game=classic&since=2024-01&state=finished&words=the",
        "finished": "of=1-2&against=4&game=classic&since=2024-01&until=2026-02&words=the",
        "“the”": "of=1-2&against=4&game=classic&since=2024-01&until=2026-02&state=finished",
    }
    assert {label: address.replace("&amp;", "&") for address, label in chips} == {
        label: f"/?{query}" for label, query in rest.items()
    }
    alone = client.get("/?of=1&against=2").get_data(as_text=True)
    assert re.findall(r'class="chip" href="([^"]+)"', alone) == ["/", "/?of=1"]


@pytest.mark.parametrize(
    ("query", "name", "typed", "error"),
    [
        ("?who=Nobody", "who", "Nobody", "nobody here is called Nobody"),
        ("?who=Ana&partner=%3Cb%3E", "partner", "&lt;b&gt;", "nobody here is called &lt;b&gt;"),
        ("?opponent=Ana", "opponent", "Ana", "against whom? Write a name above it too"),
        ("?since=march", "since", "march", "a month like 2024-03, or a year, is expected here"),
        ("?since=0000-01", "since", "0000-01", "a month like 2024-03, or a year, is expected here"),
        ("?until=2024-13", "until", "2024-13", "a month like 2024-03, or a year, is expected here"),
    ],
)
def test_what_cannot_be_understood_is_said_beside_its_field(
    client: FlaskClient, ids: dict[str, int], query: str, name: str, typed: str, error: str
) -> None:
    page = client.get(f"/{query}").get_data(as_text=True)
    assert re.search(rf'id="{name}-error">.*?<span>{re.escape(error)}</span>', page)
    [box] = re.findall(rf'<input[^>]* name="{name}"[^>]*>', page)
    assert f'value="{typed}"' in box
    assert 'aria-invalid="true"' in box
    assert '<details class="filters" open>' in page


def test_the_form_is_open_where_filters_are_set_and_holds_them(client: FlaskClient, ids: dict[str, int]) -> None:
    assert '<details class="filters">' in client.get("/").get_data(as_text=True)
    page = client.get("/?of=1-2&against=4&game=classic&state=running").get_data(as_text=True)
    assert '<details class="filters" open>' in page
    form = filled(page)
    assert [form[name] for name in ("who", "partner", "opponent")] == ["Ana", "Rui", "Zé"]
    assert re.findall(r'<option selected value="(\w+)"', page) == ["classic", "running"]


def test_rows_say_the_day_the_place_and_how_the_note_begins(client: FlaskClient, ids: dict[str, int]) -> None:
    said = text(client.get("/"))
    for line in LINES.values():
        assert line in said
    assert "new cards, so many so many so many so many so many so many…" in said


def test_long_lists_come_in_pages(client: FlaskClient, book: Book) -> None:
    for _ in range(27):
        play(book, WINNING, WINNING)
    for _ in range(6):
        play(book)
    pages = {
        "/": ("1–25 of 27", 30, ["/?page=2"]),
        "/?page=2": ("26–27 of 27", 2, ["/"]),
        "/?page=99": ("26–27 of 27", 2, ["/"]),
        "/?page=9999999999999": ("1–25 of 27", 30, ["/?page=2"]),
        "/?page=-1": ("1–25 of 27", 30, ["/?page=2"]),
        "/?state=running": ("6 matches", 6, []),
        "/?of=1&order=changed&page=2": ("33 matches 26–33 of 33", 8, ["/?of=1&order=changed"]),
    }
    for address, (count, rows, others) in pages.items():
        answer = client.get(address)
        page = answer.get_data(as_text=True)
        assert count in text(answer), address
        assert page.count('class="match-entry"') == rows, address
        turns = re.findall(r'rel="(?:prev|next)" href="([^"]+)"', page)
        assert [one.replace("&amp;", "&") for one in turns] == others, address
    assert "All 6 being played" in text(client.get("/"))
    assert 'href="/?state=running"' in client.get("/").get_data(as_text=True)


def test_the_order_is_changed_by_a_link_that_keeps_the_rest(
    client: FlaskClient, ids: dict[str, int], book: Book
) -> None:
    write(book, ids["a"], "described", note="cake, and rain")
    changed = client.get("/?of=1&since=2024&state=finished").get_data(as_text=True)
    assert listed(changed, ids) == "dcba"
    assert 'href="/?of=1&amp;since=2024-01&amp;state=finished&amp;order=changed"' in changed
    page = client.get("/?of=1&since=2024&state=finished&order=changed").get_data(as_text=True)
    assert listed(page, ids) == "adcb"
    assert 'href="/?of=1&amp;since=2024-01&amp;state=finished"' in page
    assert filled(page)["order"] == "changed"


@pytest.fixture
def last(book: Book) -> int:
    """A match that is over, under rules of its own, the deal with the third of four."""
    return play(book, WINNING, WINNING, rules={"target": 4000, "going_out.concealed": 300}, before=[0, 0], dealer=1)


def again(client: FlaskClient, address: str, match: int) -> dict[str, str]:
    """What the button that plays this match again sends."""
    page = client.get(address).get_data(as_text=True)
    [form] = re.findall(
        rf'<form class="act again" method="post" action="/matches/{match}/again">.*?</form>', page, re.S
    )
    return filled(form)


@pytest.mark.parametrize("where", ["/", "/matches/{}"])
def test_the_same_people_play_again_with_one_touch(client: FlaskClient, book: Book, last: int, where: str) -> None:
    address = where.format(last)
    assert "Play again: Ana & Rui – Marta & Zé Zé deals" in text(client.get(address)).replace("ZéZé", "Zé Zé")
    sent = again(client, address, last)
    led = {client.post(f"/matches/{last}/again", data=sent).headers["Location"] for _ in range(2)}
    assert len(led) == 1
    with book.session() as session:
        before, after = session.match(last), session.match(int(led.pop().rpartition("/")[2]))
        assert before is not None
        assert after is not None
        assert session.history.count() == 2
    assert (after.sides, after.opened.players) == (COUPLES, 4)
    assert after.opened.house_rules == {"target": 4000, "going_out.concealed": 300}
    assert (after.opened.dealer, after.opened.before, after.deals) == (before.dealer, [0, 0], [])
    assert before.dealer == 3
    assert "Play again" not in text(client.get("/"))


def test_two_phones_that_play_again_get_one_match(client: FlaskClient, book: Book, last: int) -> None:
    sent = [again(client, "/", last) for _ in range(2)]
    led = [client.post(f"/matches/{last}/again", data=one).headers["Location"] for one in sent]
    assert led[0] == led[1]
    assert sent[0]["op_id"] != sent[1]["op_id"]


def test_a_touch_repeated_after_a_deal_leads_to_its_own_match(client: FlaskClient, book: Book, last: int) -> None:
    sent = again(client, "/", last)
    led = client.post(f"/matches/{last}/again", data=sent).headers["Location"]
    number = int(led.rpartition("/")[2])
    write(book, number, "entered", tallies=DEAL)
    before = journal(book)
    assert client.post(f"/matches/{last}/again", data=sent).headers["Location"] == led
    with book.session() as session:
        session.write_household(op(), "named", {"name": "Ana", "to": "Ana Maria"})
    assert client.post(f"/matches/{last}/again", data=sent).headers["Location"] == led
    assert journal(book) == before


def test_what_is_still_played_is_not_played_again(client: FlaskClient, book: Book) -> None:
    running = play(book, DEAL)
    assert "Play again" not in text(client.get("/"))
    assert "Play again" not in text(client.get(f"/matches/{running}"))
    sent = filled(client.get("/look").get_data(as_text=True)) | {"op_id": op()}
    answer = client.post(f"/matches/{running}/again", data=sent)
    assert answer.headers["Location"] == f"/matches/{running}"
    assert client.post("/matches/99/again", data=sent).status_code == 404
    with book.session() as session:
        assert session.history.count() == 1


def test_rules_that_the_game_knows_no_more_are_played_on(
    client: FlaskClient, book: Book, last: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    from scorekeeper import variants
    from scorekeeper.web import matches

    sent = again(client, "/", last)

    def gone(key: str) -> None:
        raise variants.UnknownVariant(key)

    monkeypatch.setattr(matches.variants, "load", gone)
    led = client.post(f"/matches/{last}/again", data=sent).headers["Location"]
    with book.session() as session:
        match = session.match(int(led.rpartition("/")[2]))
    assert match
    assert match.variant.target == 4000


@pytest.mark.parametrize(("role", "may"), [("viewer", False), ("scorer", True)])
def test_only_who_keeps_the_score_plays_again(client: FlaskClient, book: Book, last: int, role: Any, may: bool) -> None:
    let_in(book, role, role)
    device = stranger(client.application)
    device.come_in(role)
    for address in ("/", f"/matches/{last}"):
        assert ("Play again" in text(device.get(address))) == may


def test_names_are_offered_where_one_is_typed(client: FlaskClient, book: Book, ids: dict[str, int]) -> None:
    with book.session() as session:
        session.write_household(op(), "nicknamed", {"name": "Rui", "nicknames": ["Ruca"]})
        session.write_household(op(), "hidden", {"name": "Zé"})
    play(book, sides=[side("Nuno", "Ana"), side("Rui", "Eva")])
    for address in ("/", "/new/classic"):
        page = client.get(address).get_data(as_text=True)
        [offered] = re.findall(r'<datalist id="names">(.*?)</datalist>', page)
        # Nuno has not ended a match; then who has played one last.
        assert re.findall(r'value="([^"]+)"', offered) == ["Nuno", "Eva", "Rui", "Ruca", "Ana", "Marta"], address
        boxes = re.findall(r'<input[^>]*name="(?:who|partner|opponent|seat\d)"[^>]*>', page)
        assert boxes
        assert all('list="names"' in box for box in boxes)


def test_a_nickname_seats_the_person_and_nobody_sits_twice(
    client: FlaskClient, book: Book, ids: dict[str, int]
) -> None:
    with book.session() as session:
        session.write_household(op(), "nicknamed", {"name": "Rui", "nicknames": ["Ruca"]})
    answer = new_match(client, seat0="ruca", seat1="Eva")
    assert answer.status_code == 303
    assert "Rui" in text(client.get(answer.headers["Location"]))
    before = journal(book)
    twice = new_match(client, seat0="Rui", seat1="Eva", seat2="Nuno", seat3="Ruca")
    assert twice.status_code == 422
    page = twice.get_data(as_text=True)
    assert re.findall(r'id="(\w+)-error">.*?<span>(.*?)</span>', page) == [
        ("seat3", "Rui would sit twice in one match")
    ]
    assert journal(book) == before


def test_a_page_drawn_before_somebody_got_another_name_is_drawn_anew(client: FlaskClient, book: Book) -> None:
    match = play(book, DEAL)
    pads = re.compile(r'data-pads="([^"]+)"')
    first = client.get(f"/matches/{match}")
    kept = pads.findall(client.get(f"/matches/{match}/deals/new").get_data(as_text=True))
    with book.session() as session:
        session.write_household(op(), "named", {"name": "Ana", "to": "Ana Maria"})
    again = client.get(f"/matches/{match}", headers={"If-None-Match": first.headers["ETag"]})
    assert again.status_code == 200
    assert "Ana Maria & Rui" in text(again)
    assert kept != pads.findall(client.get(f"/matches/{match}/deals/new").get_data(as_text=True))


def test_nobody_is_put_into_two_seats_afterwards(client: FlaskClient, book: Book) -> None:
    match = play(book, DEAL)
    with book.session() as session:
        session.write_household(op(), "nicknamed", {"name": "Rui", "nicknames": ["Ruca"]})
    page = client.get(f"/matches/{match}/seats").get_data(as_text=True)
    assert page.count('list="names"') == 4
    assert '<datalist id="names">' in page
    answer = client.post(f"/matches/{match}/seats", data={**filled(page), "seat3": "Ruca"})
    assert answer.status_code == 422
    found = re.findall(r'id="(\w+)-error">.*?<span>(.*?)</span>', answer.get_data(as_text=True))
    assert found == [("seat3", "Rui would sit twice in one match")]
    assert client.post(f"/matches/{match}/seats", data={**filled(page), "seat2": "Ruca"}).status_code == 303


def test_a_finished_match_that_is_there_already_is_not_sent_again(client: FlaskClient, book: Book) -> None:
    match = play(book, DEAL, WINNING)
    first = client.get(f"/matches/{match}")
    assert 'name="op_id"' in first.get_data(as_text=True)
    again = client.get(f"/matches/{match}", headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    with book.session() as session:
        now = session.match(match)
        assert now is not None
        session.write(op(), match, "described", {"note": "rain"}, now.last_entry)
        session.write(op(), match, "noted", {"deal": now.deals[0].id, "note": "cake"}, now.last_entry + 1)
    assert client.get(f"/matches/{match}", headers={"If-None-Match": first.headers["ETag"]}).status_code == 200
