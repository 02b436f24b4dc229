"""What is said of a match beside its deals: when and where it was played, who sat where, notes, and its early end."""

import datetime
import re
from html.parser import HTMLParser
from typing import Any

import pytest
from _household import let_in, stranger
from flask import Flask
from flask.testing import FlaskClient
from test_pages import COUPLES, DEAL, WINNING, new_match, op, play, text
from werkzeug.test import TestResponse

from scorekeeper import variants
from scorekeeper.book import Book
from scorekeeper.entries import Entry, Side
from scorekeeper.match import Match

TODAY = datetime.date.today()
DAYS = {
    name: str(TODAY + datetime.timedelta(days=days)) for name, days in {"today": 0, "tomorrow": 1, "later": 2}.items()
}
ENDED = "the table has ended this match; go on with it first"
THREE = [Side(name, [name]) for name in ("Alessandra", "Bartolomeo", "Zoë")]


class Forms(HTMLParser):
    """The forms of a page: what each would send if nobody typed anything, by what it is sent to."""

    def __init__(self, answer: TestResponse) -> None:
        super().__init__()
        self.sent: dict[str, dict[str, str]] = {}
        self._form: dict[str, str] = {}
        self._area = ""
        self.feed(answer.get_data(as_text=True))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {key: value or "" for key, value in attrs}
        if tag == "form":
            self._form = self.sent.setdefault(given.get("action", ""), {})
        elif tag == "textarea":
            self._area = given["name"]
            self._form[self._area] = ""
        elif tag == "input" and (given.get("type") not in ("radio", "checkbox") or "checked" in given):
            self._form[given["name"]] = given.get("value", "")

    def handle_data(self, data: str) -> None:
        if self._area:
            self._form[self._area] += data.removeprefix("\r\n")

    def handle_endtag(self, tag: str) -> None:
        if tag == "textarea":
            self._area = ""


class Table:
    """A match, and a device that keeps its score."""

    def __init__(self, client: FlaskClient, book: Book, *deals: Any, **about: Any) -> None:
        self.client, self.book = client, book
        self.id = play(book, *deals, **about)
        self.address = f"/matches/{self.id}"

    @property
    def match(self) -> Match:
        with self.book.session() as session:
            found = session.match(self.id)
        assert found is not None
        return found

    @property
    def entries(self) -> list[Entry]:
        with self.book.session() as session:
            return session.entries(self.id)

    @property
    def said(self) -> tuple[str, str, str]:
        return self.match.played_on, self.match.opened.place, self.match.opened.note

    @property
    def deal(self) -> str:
        """The page of the first deal."""
        return f"{self.address}/deals/{self.match.deals[0].id}"

    def write(self, kind: Any, **body: Any) -> None:
        """Another device does something."""
        with self.book.session() as session:
            session.write(op(), self.id, kind, body, self.match.last_entry)

    def draw(self, page: str, to: str = "") -> dict[str, str]:
        """What a form on a page of the match carries."""
        answer = self.client.get(page)
        assert answer.status_code == 200, page
        return Forms(answer).sent[to]

    def describe(self, drawn: dict[str, str] | None = None, **typed: str) -> TestResponse:
        drawn = drawn or self.draw(f"{self.address}/about")
        return self.client.post(f"{self.address}/about", data={**drawn, **typed})

    def seat(self, drawn: dict[str, str] | None = None, **typed: str) -> TestResponse:
        drawn = drawn or self.draw(f"{self.address}/seats")
        return self.client.post(f"{self.address}/seats", data={**drawn, **typed})

    def note(self, drawn: dict[str, str] | None = None, **typed: str) -> TestResponse:
        drawn = drawn or self.draw(self.deal, f"{self.deal}/note")
        return self.client.post(f"{self.deal}/note", data={**drawn, **typed})

    def press(self, what: str, drawn: dict[str, str] | None = None) -> TestResponse:
        to = f"{self.address}/{what}"
        return self.client.post(to, data=drawn or self.draw(f"{self.address}/about", to))


@pytest.fixture
def table(client: FlaskClient, book: Book) -> Table:
    """A match of one deal, which Ana & Rui lead."""
    return Table(client, book, DEAL, played_on="2026-11-29", place="Porto", note="rain")


def beside(answer: TestResponse, name: str) -> str:
    """The error that is tied to a field."""
    page = answer.get_data(as_text=True)
    tied = re.search(rf'<(?:input|textarea)[^>]*aria-describedby="([^"]*)"[^>]* name="{name}"', page)
    assert tied, name
    assert f'id="{name}-error"' in page
    assert f"{name}-error" in tied[1].split()
    [said] = re.findall(rf'id="{name}-error">.*?<span>(.*?)</span>', page, re.DOTALL)
    return str(said)


# ---- when and where --------------------------------------------------------------------------------------------------


def test_everybody_reads_what_is_said_of_a_match_and_scorers_alone_change_it(
    app: Flask, book: Book, table: Table
) -> None:
    viewer = stranger(app)
    let_in(book, "a viewer", "viewer")
    viewer.come_in("a viewer")
    for client, forms in ((table.client, 2), (viewer, 0)):
        answer = client.get(f"{table.address}/about")
        for said in ("November 29", "Porto", "rain", "Classic canasta", "Ana & Rui", "Marta & Zé"):
            assert said in text(answer)
        assert len(Forms(answer).sent) == forms


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ({}, None),
        ({"place": "  Porto "}, None),
        ({"place": "Braga"}, {"place": "Braga"}),
        ({"place": ""}, {"place": ""}),
        ({"played_on": "2026-11-28"}, {"played_on": "2026-11-28"}),
        ({"note": "rain\r\nand\twind \r\n"}, {"note": "rain\nand wind"}),
        ({"note": "rain\r\n"}, None),
        ({"played_on": " 1999-12-31 ", "note": ""}, {"played_on": "1999-12-31", "note": ""}),
        ({"place": "P" * 40, "note": "n" * 2000}, {"place": "P" * 40, "note": "n" * 2000}),
    ],
    ids=str,
)
def test_what_was_changed_is_written_and_nothing_else(
    table: Table, typed: dict[str, str], written: dict[str, str] | None
) -> None:
    before = len(table.entries)
    answer = table.describe(**typed)
    assert (answer.status_code, answer.location) == (303, f"{table.address}/about?saved=yes")
    assert [(one.kind, one.body) for one in table.entries[before:]] == ([("described", written)] if written else [])


@pytest.mark.parametrize(
    ("name", "typed", "fault"),
    [
        ("played_on", "", "a day like 2026-11-29 is expected here"),
        ("played_on", "29.11.2026", "a day like 2026-11-29 is expected here"),
        ("played_on", "2026-02-30", "a day like 2026-11-29 is expected here"),
        ("played_on", "20261129", "a day like 2026-11-29 is expected here"),
        ("place", "P" * 41, "at most 40 letters"),
        ("note", "n" * 2001, "at most 2,000 letters"),
    ],
)
def test_what_cannot_be_is_said_beside_its_field_and_what_was_typed_stays(
    table: Table, name: str, typed: str, fault: str
) -> None:
    before = len(table.entries)
    answer = table.describe(**{"place": "Braga", "note": "sun", name: typed})
    assert answer.status_code == 422
    assert beside(answer, name) == fault
    kept = Forms(answer).sent[""]
    assert {**kept, **{"place": "Braga", "note": "sun", name: typed}} == kept
    assert len(table.entries) == before
    assert re.search(r"<details[^>]* open", answer.get_data(as_text=True))


@pytest.mark.parametrize(
    ("day", "doubt"),
    [
        (DAYS["today"], ""),
        (DAYS["tomorrow"], ""),
        (DAYS["later"], "This day is still to come."),
        ("1939-01-01", ""),
        ("1938-12-31", "Canasta is not that old."),
    ],
)
def test_a_day_that_looks_wrong_is_doubted_once_and_not_refused(table: Table, day: str, doubt: str) -> None:
    answer = table.describe(played_on=day)
    if doubt:
        assert answer.status_code == 200
        assert doubt in text(answer)
        assert table.said == ("2026-11-29", "Porto", "rain")
        kept = Forms(answer).sent[""]
        assert kept["played_on"] == day
        assert "Canasta is not" in text(table.describe(kept, played_on="0026-11-29"))  # another day, another doubt
        answer = table.describe(kept)
    assert answer.status_code == 303
    assert table.said == (day, "Porto", "rain")
    assert table.describe(place="Braga").status_code == 303  # the day stands in the book: nobody asks about it again


# ---- what others changed meanwhile -----------------------------------------------------------------------------------


def test_what_others_changed_meanwhile_stays_as_they_changed_it(table: Table) -> None:
    drawn = table.draw(f"{table.address}/about")
    table.write("described", place="Braga")
    table.write("noted", deal=table.match.deals[0].id, note="a long one")
    assert table.describe(drawn, note="sun").status_code == 303
    assert table.entries[-1].body == {"note": "sun"}
    assert table.said == ("2026-11-29", "Braga", "sun")


@pytest.mark.parametrize(("keep", "place"), [("typed", "Faro"), ("book", "Braga")])
def test_where_two_changed_the_same_both_are_shown_and_a_person_chooses(table: Table, keep: str, place: str) -> None:
    drawn = table.draw(f"{table.address}/about")
    table.write("described", place="Braga", played_on="2026-11-28")
    before = len(table.entries)
    answer = table.describe(drawn, place="Faro", note="sun")
    assert answer.status_code == 409
    assert "in the book: Braga" in text(answer)
    assert "typed here: Faro" in text(answer)
    assert len(table.entries) == before
    kept = Forms(answer).sent[""]
    assert (kept["played_on"], kept["place"], kept["note"], kept["keep.place"]) == (
        "2026-11-28",
        "Faro",
        "sun",
        "typed",
    )
    assert table.describe(kept, **{"keep.place": keep}).status_code == 303
    assert len(table.entries) == before + 1
    assert table.said == ("2026-11-28", place, "sun")


def test_a_choice_is_asked_for_again_when_others_go_on_changing(table: Table) -> None:
    drawn = table.draw(f"{table.address}/about")
    table.write("described", place="Braga")
    kept = Forms(table.describe(drawn, place="Faro")).sent[""]
    table.write("described", place="Lagos")
    answer = table.describe(kept)
    assert answer.status_code == 409
    assert "in the book: Lagos" in text(answer)
    assert table.describe(kept, **{"keep.place": "book"}).status_code == 303
    assert table.said[1] == "Lagos"


def test_where_two_changed_the_same_alike_there_is_nothing_to_choose(table: Table) -> None:
    drawn = table.draw(f"{table.address}/about")
    table.write("described", place="Braga")
    before = len(table.entries)
    assert table.describe(drawn, place="Braga").status_code == 303
    assert len(table.entries) == before


def test_a_change_sent_twice_is_one_though_others_went_on(table: Table) -> None:
    drawn = table.draw(f"{table.address}/about")
    assert table.describe(drawn, place="Braga").status_code == 303
    table.write("described", place="Lagos")
    before = len(table.entries)
    assert table.describe(drawn, place="Braga").status_code == 303
    assert len(table.entries) == before
    assert table.said[1] == "Lagos"


def test_a_page_gone_back_to_changes_once_more(table: Table) -> None:
    drawn = table.draw(f"{table.address}/about")
    assert table.describe(drawn, place="Braga").status_code == 303
    assert table.describe(drawn, note="sun").status_code == 303
    assert table.said == ("2026-11-29", "Braga", "sun")


@pytest.mark.parametrize("base", ["", "x", "0", "9" * 15, "9" * 40])
def test_a_forged_base_overwrites_nothing_unseen(table: Table, base: str) -> None:
    table.write("described", place="Braga")
    drawn = table.draw(f"{table.address}/about")
    answer = table.describe(drawn, base=base, note="sun")
    assert answer.status_code == 303
    assert table.said == ("2026-11-29", "Braga", "sun")


def test_a_change_meets_another_that_was_written_in_the_same_moment(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    from scorekeeper.web import meanwhile

    drawn = table.draw(f"{table.address}/about")
    first = iter([lambda: table.write("described", place="Braga")])
    as_of = meanwhile._as_of

    def late(match: Match, base: int) -> Match:
        next(first, lambda: None)()
        return as_of(match, base)

    monkeypatch.setattr(meanwhile, "_as_of", late)
    assert table.describe(drawn, note="sun").status_code == 303
    assert table.said == ("2026-11-29", "Braga", "sun")


# ---- who sits where --------------------------------------------------------------------------------------------------

SEATS = [
    ({"seat0": "Anna"}, [("Anna & Rui", ["Anna", "Rui"]), ("Marta & Zé", ["Marta", "Zé"])]),
    ({"side0": "Porto"}, [("Porto", ["Ana", "Rui"]), ("Marta & Zé", ["Marta", "Zé"])]),
    ({"seat1": "", "seat3": ""}, [("Ana & Rui", ["Ana", "Rui"]), ("They", ["", ""])]),
    ({"seat2": "Zé", "seat3": " Rui "}, [("Ana & Zé", ["Ana", "Zé"]), ("Marta & Rui", ["Marta", "Rui"])]),
]


@pytest.mark.parametrize(("typed", "sides"), SEATS, ids=str)
def test_names_are_put_right_and_no_score_hangs_on_them(table: Table, typed: dict[str, str], sides: list[Any]) -> None:
    totals = table.match.totals
    assert table.seat(**typed).status_code == 303
    assert [(side.name, side.players) for side in table.match.sides] == sides
    assert table.match.totals == totals
    assert [one.kind for one in table.entries[-2:]] == ["entered", "seated"]


@pytest.mark.parametrize(
    ("sides", "typed", "after"),
    [
        (
            [Side("We", ["", ""]), Side("They", ["", ""])],
            {"seat0": "Ana", "seat2": "Rui"},
            [Side("Ana & Rui", ["Ana", "Rui"]), Side("They", ["", ""])],
        ),
        (
            [Side("They", ["", ""]), Side("We", [])],
            {"seat0": "Ana"},
            [Side("They", ["Ana", ""]), Side("We", ["", ""])],
        ),
        (
            [Side("Ana & Rui", ["", ""]), Side("Nós", ["", ""])],
            {"seat1": "Marta"},
            [Side("Ana & Rui", ["", ""]), Side("Nós", ["Marta", ""])],
        ),
    ],
    ids=["usual names", "the other way round", "names of their own"],
)
def test_a_side_keeps_the_name_that_was_given_to_it(
    client: FlaskClient, book: Book, sides: list[Side], typed: dict[str, str], after: list[Side]
) -> None:
    table = Table(client, book, sides=sides)
    assert table.seat().status_code == 303
    assert len(table.entries) == 1  # nothing was typed
    assert table.seat(**typed).status_code == 303
    assert table.match.sides == after


def test_players_for_themselves_sit_in_turn(client: FlaskClient, book: Book) -> None:
    sides = [*THREE[:2], Side("Player 3", [""])]
    table = Table(client, book, key="italian", players=3, sides=sides, before=[0, 0, 0])
    drawn = table.draw(f"{table.address}/seats")
    assert [drawn[f"seat{seat}"] for seat in range(3)] == ["Alessandra", "Bartolomeo", ""]
    assert "side0" not in drawn
    assert table.seat(drawn, seat2="Zoë", seat0="").status_code == 303
    assert table.match.sides == [Side("Player 1", [""]), *THREE[1:]]


@pytest.mark.parametrize(
    ("name", "typed", "fault"),
    [
        ("seat1", "ANA", "two of this name: make them different"),
        ("side1", "Ana & Rui", "two of this name: make them different"),
        ("seat3", "W" * 41, "at most 40 letters"),
    ],
)
def test_seats_that_cannot_be_are_said_beside_their_fields(table: Table, name: str, typed: str, fault: str) -> None:
    answer = table.seat(**{"seat0": "Ana", name: typed})
    assert answer.status_code == 422
    assert beside(answer, name) == fault
    assert Forms(answer).sent[""][name] == typed
    assert table.match.sides == COUPLES


def test_seats_taken_on_two_phones_are_put_together_or_asked_about(table: Table) -> None:
    drawn = table.draw(f"{table.address}/seats")
    table.write(
        "seated", sides=[{"name": "Ana & Ruy", "players": ["Ana", "Ruy"]}, {"name": "Them", "players": ["M", "Zé"]}]
    )
    answer = table.seat(drawn, seat0="Anna", seat1="Maria")
    assert answer.status_code == 409
    assert "in the book: M" in text(answer)
    kept = Forms(answer).sent[""]
    assert (kept["seat2"], kept["side1"]) == ("Ruy", "Them")
    assert table.seat(kept).status_code == 303
    assert table.match.sides == [Side("Anna & Ruy", ["Anna", "Ruy"]), Side("Them", ["Maria", "Zé"])]


def test_nobody_sits_in_a_match_twice_by_whatever_name(client: FlaskClient, book: Book, table: Table) -> None:
    with book.session() as session:
        session.write_household(op(), "nicknamed", {"name": "Ana", "nicknames": ["Aninha"]})
    answer = table.seat(seat3="Aninha")
    assert answer.status_code == 422
    assert "Ana would sit twice in one match" in text(answer)
    assert Forms(answer).sent[""]["seat3"] == "Aninha"
    assert table.match.sides == COUPLES
    answer = new_match(client, seat0="Ana", seat1="Aninha")
    assert answer.status_code == 422
    assert "Ana would sit twice in one match" in text(answer)


def test_a_hidden_person_keeps_the_seat_while_others_are_put_right(book: Book, table: Table) -> None:
    with book.session() as session:
        session.write_household(op(), "hidden", {"name": "Rui"})
    drawn = table.draw(f"{table.address}/seats")
    with book.session() as session:
        hidden = session.people().persons[2].name
    assert (drawn["seat2"], drawn["side0"]) == (hidden, "")
    before = len(table.entries)
    assert table.seat(drawn).status_code == 303
    assert len(table.entries) == before
    assert table.seat(drawn, seat0="Anna").status_code == 303
    assert table.entries[-1].body["sides"][0] == {"name": "Anna & Rui", "players": ["Anna", "Rui"]}
    assert table.match.sides[0] == Side(f"Anna & {hidden}", ["Anna", hidden])


def test_a_page_drawn_before_a_person_was_renamed_changes_what_was_typed_on_it(book: Book, table: Table) -> None:
    drawn = table.draw(f"{table.address}/seats")
    with book.session() as session:
        session.write_household(op(), "named", {"name": "Rui", "to": "Ruy"})
    table.write("described", place="Braga")
    assert table.seat(drawn, seat0="Anna").status_code == 303
    assert table.match.sides[0] == Side("Anna & Ruy", ["Anna", "Ruy"])


# ---- ended early -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("deals", "asked", "won"),
    [
        ([DEAL], "Ana & Rui leads with 2,030, and wins the match.", "Ana & Rui won · ended early"),
        ([DEAL, DEAL[::-1]], "Nobody leads alone: the match ends as a shared win.", "a shared win · ended early"),
        ([], "Nobody leads alone: the match ends as a shared win.", "a shared win · ended early"),
    ],
    ids=["one leads", "level", "no deal"],
)
def test_the_table_ends_a_match_and_goes_on_with_it(
    client: FlaskClient, book: Book, deals: list[Any], asked: str, won: str
) -> None:
    table = Table(client, book, *deals)
    assert asked in text(client.get(f"{table.address}/about"))
    answer = table.press("end")
    assert (answer.status_code, answer.location) == (303, table.address)
    page = text(client.get(table.address))
    assert won in page
    assert "Enter deal" not in page
    assert f'href="{table.address}/about#goes-on"' in client.get(table.address).get_data(as_text=True)
    assert table.press("resume").status_code == 303
    page = text(client.get(table.address))
    assert "ended early" not in page
    assert f"Enter deal {len(deals) + 1}" in page
    assert [one.kind for one in table.entries[-2:]] == ["ended", "resumed"]


def test_a_match_that_is_over_is_not_ended_and_nobody_goes_on_with_it(client: FlaskClient, book: Book) -> None:
    table = Table(client, book, WINNING, WINNING)
    forms = Forms(client.get(f"{table.address}/about")).sent
    assert list(forms) == [""]
    drawn = {**forms[""], "op_id": op()}
    for what, why in (("end", "this match is over already"), ("resume", "the table has not ended this match")):
        answer = table.press(what, drawn)
        assert answer.status_code == 409
        assert why in text(answer)
    assert "ended early" not in text(client.get(table.address))


def test_an_end_is_asked_for_anew_when_a_deal_came_in_and_not_for_less(table: Table) -> None:
    end = f"{table.address}/end"
    drawn = table.draw(f"{table.address}/about", end)
    table.write("entered", tallies=DEAL[::-1])
    answer = table.press("end", drawn)
    assert answer.status_code == 409
    assert "Deal 2 was entered: Ana & Rui +505, Marta & Zé +2,030" in text(answer)
    assert not table.match.ended
    drawn = table.draw(f"{table.address}/about", end)
    table.write("described", place="Braga")
    table.write("noted", deal=table.match.deals[0].id, note="a long one")
    assert table.press("end", drawn).status_code == 303
    assert table.press("end", drawn).status_code == 303  # the same press, sent twice
    assert table.match.ended
    assert [one.kind for one in table.entries].count("ended") == 1


def test_a_press_that_is_another_act_already_is_refused(table: Table) -> None:
    drawn = table.draw(f"{table.address}/about", f"{table.address}/end")
    assert table.press("end", drawn).status_code == 303
    assert table.press("resume", drawn).status_code == 400


TYPED = {
    "went_out": "0",
    **{"side0-card_points": "430", "side0-canastas.natural": "2", "side0-red_threes": "2"},
    **{"side1-card_points": "180", "side1-red_threes": "1", "side1-hand_points": "75", "side1-canastas.mixed": "1"},
}


@pytest.mark.parametrize("when", ["before", "meanwhile"])
@pytest.mark.parametrize("waited", ["", "yes"])
def test_a_deal_for_a_match_that_was_ended_is_refused_with_a_sentence_and_what_was_typed_stays(
    table: Table, when: str, waited: str
) -> None:
    new = f"{table.address}/deals/new"
    drawn = table.draw(f"{new}/plain")
    table.write("ended")
    if when == "before":
        drawn = table.draw(f"{new}/plain")
    data = {**drawn, **TYPED, "waited": waited, "act": "save"}
    plain = table.client.post(f"{new}/plain", data=data)
    assert plain.status_code == 409
    assert ENDED in text(plain)
    kept = Forms(plain).sent[""]
    assert {**kept, **TYPED} == kept
    by_touch = table.client.post(new, data={**data, "op_id": op()})
    assert by_touch.status_code == 409
    told = by_touch.get_json()
    assert [fault["text"] for fault in told["faults"]] == [ENDED]
    assert (told["clash"], told["notice"]) == (False, "")
    assert len(table.match.deals) == 1
    table.write("resumed")
    saved = table.client.post(new, data={**data, "op_id": op(), "waited": "yes"})
    assert saved.status_code == 200
    assert len(table.match.deals) == 2


def test_what_cannot_have_happened_is_still_told_from_an_end(table: Table) -> None:
    new = f"{table.address}/deals/new"
    data = {**table.draw(f"{new}/plain"), **TYPED, "side0-card_points": "433", "act": "save"}
    assert table.client.post(f"{new}/plain", data=data).status_code == 422


# ---- what does not touch a deal that is being typed ------------------------------------------------------------------

BESIDE: dict[str, list[tuple[str, dict[str, Any]]]] = {
    "described": [("described", {"place": "Braga"})],
    "seated": [("seated", {"sides": [{"name": "A", "players": ["Ana", "Rui"]}, {"name": "B", "players": []}]})],
    "noted": [("noted", {"note": "a long one"})],
    "ended and resumed": [("ended", {}), ("resumed", {})],
}


def beside_the_deals(table: Table, acts: list[tuple[str, dict[str, Any]]]) -> None:
    for kind, body in acts:
        table.write(kind, **(body | ({"deal": table.match.deals[0].id} if kind == "noted" else {})))


@pytest.mark.parametrize("way", ["plain", "touch"])
@pytest.mark.parametrize("kind", BESIDE)
def test_a_deal_is_saved_without_a_question_whatever_was_written_beside_the_deals(
    table: Table, kind: str, way: str
) -> None:
    new = f"{table.address}/deals/new"
    drawn = table.draw(f"{new}/plain")
    beside_the_deals(table, BESIDE[kind])
    if way == "plain":
        assert table.client.post(f"{new}/plain", data={**drawn, **TYPED, "act": "save"}).status_code == 303
    else:
        asked = table.client.post(new, data={**drawn, **TYPED, "act": "check"}).get_json()
        assert (asked["notice"], asked["faults"], asked["clash"]) == ("", [], False)
        assert "saved" in table.client.post(new, data={**drawn, **TYPED, "act": "save"}).get_json()
    assert [len(table.match.deals), table.entries[-1].kind] == [2, "entered"]


@pytest.mark.parametrize("kind", BESIDE)
def test_a_correction_is_saved_without_a_question_whatever_was_written_beside_the_deals(
    table: Table, kind: str
) -> None:
    address = f"{table.deal}/correct/plain"
    drawn = table.draw(address)
    beside_the_deals(table, BESIDE[kind])
    data = {**drawn, **TYPED, "side1-hand_points": "95", "act": "save"}
    assert table.client.post(address, data=data).status_code == 303
    assert table.match.totals == [2030, 485]


@pytest.mark.parametrize("kind", BESIDE)
def test_a_deal_is_struck_out_whatever_was_written_beside_the_deals(table: Table, kind: str) -> None:
    drawn = table.draw(table.deal, f"{table.deal}/strike")
    beside_the_deals(table, BESIDE[kind])
    assert table.client.post(f"{table.deal}/strike", data=drawn).status_code == 303
    assert table.match.deals[0].struck_out


@pytest.mark.parametrize("base", ["", "0", "9" * 12])
def test_a_deal_is_not_struck_out_upon_a_forged_base(table: Table, base: str) -> None:
    drawn = table.draw(table.deal, f"{table.deal}/strike")
    assert table.client.post(f"{table.deal}/strike", data={**drawn, "base": base}).status_code == 409


# ---- notes on a deal -------------------------------------------------------------------------------------------------


def test_a_note_on_a_deal_is_shown_on_its_page_and_marked_in_the_sheet(table: Table) -> None:
    assert "with a note" not in table.client.get(table.address).get_data(as_text=True)
    answer = table.note(note="Rui <b>swears</b> he had\r\nno joker")
    assert (answer.status_code, answer.location) == (303, table.deal)
    page = table.client.get(table.deal)
    assert "Rui &lt;b&gt;swears&lt;/b&gt; he had<br>no joker" in page.get_data(as_text=True)
    assert "Noted" in text(page)
    assert 'aria-label="with a note"' in table.client.get(table.address).get_data(as_text=True)
    assert table.entries[-1].body == {"deal": table.match.deals[0].id, "note": "Rui <b>swears</b> he had\nno joker"}


def test_a_note_is_taken_away_and_not_written_twice(table: Table) -> None:
    table.note(note="a long one")
    before = len(table.entries)
    assert table.note().status_code == 303
    assert len(table.entries) == before
    assert table.note(note=" ").status_code == 303
    assert table.match.deals[0].note == ""


def test_a_note_too_long_is_refused_beside_its_field_and_stays(table: Table) -> None:
    answer = table.note(note="n" * 2001)
    assert answer.status_code == 422
    assert beside(answer, "note") == "at most 2,000 letters"
    assert Forms(answer).sent[f"{table.deal}/note"]["note"] == "n" * 2001
    assert table.match.deals[0].note == ""


def test_two_notes_on_one_deal_are_shown_side_by_side(table: Table) -> None:
    drawn = table.draw(table.deal, f"{table.deal}/note")
    table.write("noted", deal=table.match.deals[0].id, note="theirs")
    answer = table.note(drawn, note="mine")
    assert answer.status_code == 409
    assert "in the book: theirs" in text(answer)
    assert "typed here: mine" in text(answer)
    assert table.match.deals[0].note == "theirs"
    assert table.note(Forms(answer).sent[f"{table.deal}/note"]).status_code == 303
    assert table.match.deals[0].note == "mine"


# ---- the page of the match, and a new one ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("about", "line"),
    [
        ({}, "Classic canasta"),
        ({"played_on": DAYS["today"]}, "Classic canasta"),
        ({"played_on": "2019-12-31"}, "Classic canasta · December 31, 2019"),
        ({"place": "Porto"}, "Classic canasta · Porto"),
        ({"played_on": "2019-12-31", "place": "Porto"}, "Classic canasta · December 31, 2019 · Porto"),
        ({"place": "<Porto>", "before": [500, 0]}, "Classic canasta · <Porto> · begun at 500 : 0"),
    ],
    ids=str,
)
def test_the_page_of_a_match_says_day_and_place_where_nobody_would_guess_them(
    client: FlaskClient, book: Book, about: dict[str, Any], line: str
) -> None:
    table = Table(client, book, **about)
    page = client.get(table.address).get_data(as_text=True)
    [found] = re.findall(r'<p class="match-about quiet">(.*?)</p>', page, re.DOTALL)
    assert re.sub("<[^>]*>", "", found).replace("&lt;", "<").replace("&gt;", ">").strip() == line
    assert page.count(f'href="{table.address}/about"') == 1


def test_a_match_of_another_day_is_opened_as_such(client: FlaskClient, book: Book) -> None:
    answer = new_match(client, played_on="2026-08-15", place=" Café  Central", note="Zé lost\r\na bet")
    assert answer.status_code == 303
    with book.session() as session:
        match = session.match(int(answer.location.rpartition("/")[2]))
    assert match
    assert (match.played_on, match.opened.place, match.opened.note) == ("2026-08-15", "Café Central", "Zé lost\na bet")


def test_a_match_is_of_today_where_nothing_else_is_said(client: FlaskClient, book: Book) -> None:
    answer = new_match(client)
    with book.session() as session:
        [entry] = session.entries(int(answer.location.rpartition("/")[2]))
    assert entry.body["played_on"] == DAYS["today"]
    assert {"place", "note"}.isdisjoint(entry.body)


@pytest.mark.parametrize(
    ("name", "typed"), [("played_on", "15.8."), ("place", "P" * 41), ("note", "n" * 2001)], ids=["day", "place", "note"]
)
def test_a_new_match_with_an_impossible_day_or_place_keeps_what_was_typed(
    client: FlaskClient, book: Book, name: str, typed: str
) -> None:
    answer = new_match(client, **{name: typed, "seat0": "Ana"})
    assert answer.status_code == 422
    assert beside(answer, name)
    assert re.search(r"<details open>\s*<summary>Played on another day", answer.get_data(as_text=True))
    assert Forms(answer).sent[""] | {name: typed, "seat0": "Ana"} == Forms(answer).sent[""]
    with book.session() as session:
        assert session.last_entry() is None


def test_a_new_match_on_a_day_to_come_is_doubted_first(client: FlaskClient, book: Book) -> None:
    answer = new_match(client, played_on=DAYS["later"])
    assert answer.status_code == 200
    assert "This day is still to come." in text(answer)
    assert "Begin all the same" in text(answer)
    assert client.post("/new/classic", data=Forms(answer).sent[""]).status_code == 303
    with book.session() as session:
        assert len(session.history.matches().matches) == 1


def test_every_game_has_its_seats(client: FlaskClient, book: Book) -> None:
    for variant in variants.everything():
        for players, seat in variant.seats.items():
            sides = [Side(f"S{n}", [""] * (players // seat.sides)) for n in range(seat.sides)]
            table = Table(client, book, key=variant.key, players=players, sides=sides, before=[0] * seat.sides)
            typed = {f"seat{n}": f"P{n}" for n in range(players)}
            assert table.seat(**typed).status_code == 303
            assert sorted(name for side in table.match.sides for name in side.players) == sorted(typed.values())
