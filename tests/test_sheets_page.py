"""The page on which matches are taken out and brought in."""

import html
import io
import json
import re
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from icalendar import Calendar
from test_bringing import SHEET, TWICE, WRONG
from test_pages import DEAL, filled, play
from werkzeug.test import TestResponse

from scorekeeper.book import Book, backup
from scorekeeper.web import jobs, sheets

OTHER = {**SHEET, "id": "another-of-these-1", "played_on": "1999-12-31", "variant": "romanian"}


def text(answer: TestResponse) -> str:
    page = answer.get_data(as_text=True).partition("<main>")[2]
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", page)).split())


def send(client: FlaskClient, content: Any, name: str = "old.json") -> TestResponse:
    data = content if isinstance(content, bytes) else json.dumps(content).encode()
    token = filled(client.get("/sheets").get_data(as_text=True))["csrf_token"]
    form = {"csrf_token": token, "sheets": (io.BytesIO(data), name)}
    return client.post("/sheets/upload", data=form, content_type="multipart/form-data")


def looked(client: FlaskClient, content: Any, name: str = "old.json") -> TestResponse:
    """What is said of a file once it is looked through."""
    answer = send(client, content, name)
    assert answer.status_code == 303, text(answer)
    while 'http-equiv="refresh"' in (found := client.get(answer.location)).get_data(as_text=True):
        pass
    return found


def press(client: FlaskClient, answer: TestResponse) -> TestResponse:
    """Presses "Bring it in" on the page that shows what is in a file."""
    action = re.search(r'action="(/sheets/upload/[^"]+)"', answer.get_data(as_text=True))
    assert action
    return client.post(action[1], data=filled(answer.get_data(as_text=True)))


def household(*found: dict[str, Any]) -> dict[str, Any]:
    return {"scorekeeper": 1, "matches": list(found)}


def waiting(book: Book) -> list[Path]:
    """The files that were sent and lie there still."""
    return [*backup.folder(book.path).glob("*.sent")]


def test_what_is_in_a_file_is_shown_then_brought_in(client: FlaskClient, book: Book) -> None:
    shown = looked(client, household(SHEET, OTHER))
    said = text(shown)
    assert "Matches 2 Deals 2 Played May 1, 1998 – December 31, 1999 Classic canasta 1" in said
    assert "4 people who are new" in said
    assert "Ana , Rui , Marta , Zé" in said.replace(" ,", " ,")
    with book.session() as session:
        assert session.history.count() == 0
    written = press(client, shown)
    assert written.status_code == 303
    assert "2 matches are in the book now." in text(client.get(written.location))
    with book.session() as session:
        assert [session.match(one.id).played_on for one in session.history.matches().matches] == [
            "1999-12-31",
            "1998-05-01",
        ]
        assert {entry.device for entry in session.entries(1)} != {None}
    assert waiting(book) == []


def test_pressed_twice_it_comes_in_once(client: FlaskClient, book: Book) -> None:
    shown = looked(client, SHEET)
    first, second = press(client, shown), press(client, shown)
    assert first.location == second.location
    client.get(first.location)
    with book.session() as session:
        assert session.history.count() == 1
    assert "Nothing new in this file" in text(looked(client, SHEET))


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (household(SHEET, WRONG), "matches[1].deals[0].tallies[0].result : 433: points end in 0 or 5"),
        (household(TWICE), "matches[0].names : ana would sit twice in one match"),
        (household({}), "matches[0].variant : which game is it?"),
        (b"\x00\xff", "Row 1: a row with the names of the columns is expected"),
        (b"{", "this is neither TOML nor JSON"),
        ({"scorekeeper": 1}, "this is missing"),
    ],
    ids=["a wrong deal", "a person twice", "no sheet", "no text", "no JSON", "no matches"],
)
def test_what_is_wrong_is_said_beside_the_field_and_nothing_is_written(
    content: Any, said: str, client: FlaskClient, book: Book
) -> None:
    answer = looked(client, content)
    assert answer.status_code == 422
    assert waiting(book) == []
    assert said.lower() in text(answer).lower()
    assert "Nothing was written." in text(answer)
    with book.session() as session:
        assert session.history.count() == 0


def test_no_file_and_too_large_a_file(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "choose a file first" in text(send(client, b"", ""))
    monkeypatch.setattr(sheets, "LARGEST", 1000)
    answer = send(client, b"x" * 2000)
    assert answer.status_code == 413
    assert "larger than 64 MB" in text(answer)


@pytest.mark.parametrize("name", ["0" * 32 + ".sent", "household.book", "..%2Fhousehold.book", "x"])
def test_a_file_that_was_never_sent_is_not_looked_into(name: str, client: FlaskClient) -> None:
    answer = client.get(f"/sheets/upload/{name}")
    assert answer.status_code == 404


def test_without_its_token_nothing_is_taken(client: FlaskClient, book: Book) -> None:
    form = {"sheets": (io.BytesIO(json.dumps(SHEET).encode()), "old.json")}
    assert client.post("/sheets/upload", data=form, content_type="multipart/form-data").status_code == 400
    shown = looked(client, SHEET)
    action = re.search(r'action="(/sheets/upload/[^"]+)"', shown.get_data(as_text=True))
    assert action
    assert client.post(action[1]).status_code == 400
    with book.session() as session:
        assert session.history.count() == 0


def test_long_work_says_how_far_it_is(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "WAIT", 0.0)
    many = household(*({**SHEET, "id": f"one-of-many-sheets-{n:05}"} for n in range(400)))
    answer = send(client, many)
    seen = set()
    while 'http-equiv="refresh"' in (page := client.get(answer.location)).get_data(as_text=True):
        found = re.search(r"([\d,]+) of (1|400) match", text(page))
        assert found
        seen.add(found[2])
    said = text(page)
    assert "400" in seen
    assert "Matches 400" in said


def test_the_book_taken_out_is_the_book_brought_in(client: FlaskClient, book: Book) -> None:
    play(book, DEAL)
    answer = client.get("/sheets.json")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="scorekeeper.json"'
    assert answer.headers["Cache-Control"] == "no-store"
    document = json.loads(answer.data)
    assert len(document["matches"]) == 1
    assert json.loads(client.get("/matches/1.json").data) == document["matches"][0]
    assert "Nothing new in this file" in text(looked(client, answer.data))
    assert client.get("/matches/9.json").status_code == 404


def test_the_evenings_are_days_of_a_calendar(client: FlaskClient, book: Book) -> None:
    with book.session() as session:
        odd = {**SHEET, "id": "with-an-odd-name-of-1", "sides": ["A;B, C\\D", "They"], "place": "Zoë's"}
        session.bring_in((one["id"], one) for one in (SHEET, odd, OTHER))
    answer = client.get("/calendar.ics")
    assert answer.mimetype == "text/calendar"
    events = Calendar.from_ical(answer.data).walk("VEVENT")
    told = [(event.decoded("dtstart"), str(event["summary"]), str(event["description"])) for event in events]
    assert told == [
        (date(1998, 5, 1), "Canasta (2)", "Ana & Rui 5,200 : They −120\nA;B, C\\D 5,200 : They −120"),
        (date(1999, 12, 31), "Canasta: Ana & Rui 5,200 : They −120", "Ana & Rui 5,200 : They −120"),
    ]
    assert [str(event.get("location", "")) for event in events] == ["Zoë's", ""]
    uids = [str(event["uid"]) for event in events]
    assert len(set(uids)) == 2
    assert uids == [str(event["uid"]) for event in Calendar.from_ical(client.get("/calendar.ics").data).walk("VEVENT")]


ROWS = "Datum;Team;Runde;Punkte;Wetter\n25.12.2019;Ana & Rui;;5210;schön\n;Bea & Carl;;3.170;\n"


def test_old_matches_come_in_from_a_spreadsheet(client: FlaskClient, book: Book) -> None:
    refused = looked(client, ROWS.encode("cp1252"), "alt.csv")
    assert refused.status_code == 422
    assert "game" in text(refused)
    token = filled(client.get("/sheets").get_data(as_text=True))["csrf_token"]
    form = {"csrf_token": token, "game": "classic", "sheets": (io.BytesIO(ROWS.encode("cp1252")), "alt.csv")}
    answer = client.post("/sheets/upload", data=form, content_type="multipart/form-data")
    shown = client.get(answer.location)
    said = text(shown)
    assert "Datum the day Team the side Runde the number of the deal Punkte the points of the deal" in said
    assert "Wetter not used" in said
    assert "Matches 1 Deals 0 Played December 25, 2019 Classic canasta 1" in said
    client.get(press(client, shown).location)
    with book.session() as session:
        match = session.match(1)
    assert match is not None
    assert (match.totals, match.winner, match.played_on) == ([5210, 3170], 0, "2019-12-25")
    assert [side.players for side in match.sides] == [["Ana", "Rui"], ["Bea", "Carl"]]


def test_each_wrong_cell_is_named(client: FlaskClient, book: Book) -> None:
    wrong = ROWS.replace("3.170", "12,5").replace("25.12.2019", "35.12.2019")
    answer = looked(client, wrong.encode(), "alt.csv")
    assert answer.status_code == 422
    said = text(answer)
    assert "Row 2, Datum" in said
    assert "Row 3, Punkte" in said
    assert "Nothing was written." in said


@pytest.mark.parametrize(
    "raw",
    [
        b'=HYPERLINK("http://x";"y");a\n1;2\n',
        b"a," * 200_000,
        b"\x00" * 1000,
        b'"' * 5001,
        b"day,side,score\n" + b"9" * 10_000,
    ],
    ids=["a formula", "columns without end", "nothing but NULs", "quotes", "a number of ten thousand digits"],
)
def test_a_hostile_spreadsheet_is_refused_in_words(raw: bytes, client: FlaskClient, book: Book) -> None:
    answer = looked(client, raw, "hostile.csv")
    assert answer.status_code == 422
    assert "Nothing was written." in text(answer)
    assert len(answer.data) < 100_000
    with book.session() as session:
        assert session.last_entry() is None


def test_deals_go_out_as_rows_and_come_in_again(client: FlaskClient, book: Book) -> None:
    with book.session() as session:
        session.bring_in((one["id"], one) for one in (SHEET, OTHER))
    answer = client.get("/sheets.csv")
    assert answer.mimetype == "text/csv"
    assert answer.data.startswith(b"\xef\xbb\xbf")
    assert answer.data.count(b"\r\n") == 1 + 2 * 2
    assert client.get("/matches/1.csv").data.count(b"\r\n") == 1 + 2
    assert "Nothing new in this file" in text(looked(client, answer.data))


@pytest.mark.parametrize("kind", ["json", "csv"])
def test_a_long_book_is_written_into_a_file_that_says_how_far_it_is(
    kind: str, client: FlaskClient, book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    with book.session() as session:
        session.bring_in((f"one-of-many-sheets-{n:05}", SHEET) for n in range(300))
    assert f'href="/sheets.{kind}"' in client.get("/sheets").get_data(as_text=True)
    monkeypatch.setattr(sheets, "LONG", 299)
    assert f'href="/sheets/out/{kind}"' in client.get("/sheets").get_data(as_text=True)
    with monkeypatch.context() as patched:
        patched.setattr(jobs, "WAIT", 0.0)
        going = client.get(f"/sheets/out/{kind}")
    assert re.search(r"Writing all matches into a file \d+ of 300 matches", text(going))
    ready = client.get(f"/sheets/out/{kind}")
    assert "All matches are written. Download" in text(ready)
    with client.get(f"/sheets/out/{kind}?file=1") as answer:
        assert answer.data == client.get(f"/sheets.{kind}").data
        assert answer.headers["Content-Disposition"] == f"attachment; filename=scorekeeper.{kind}"
    waiting(book)[0].unlink()
    assert client.get(f"/sheets/out/{kind}?file=1").status_code == 303
    assert client.get("/sheets/out/pdf").status_code == 404


def test_numbers_in_sentences_are_grouped_as_the_reader_groups_them(client: FlaskClient, book: Book) -> None:
    with book.session() as session:
        session.bring_in((f"one-of-many-sheets-{n:05}", {**SHEET, "deals": []}) for n in range(1200))
    assert "1,200 matches are in the book." in text(client.get("/sheets"))
    assert "1 200" in text(client.get("/sheets", headers={"Accept-Language": "en-ZA"})).replace("\xa0", " ")
