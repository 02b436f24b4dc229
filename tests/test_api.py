"""What programs read: each answer, and what is refused and how. Its description is judged in test_openapi.py."""

import gzip
import json
import re
from http import HTTPStatus
from pathlib import Path
from typing import Any

import msgspec
import pytest
from _household import let_in, stranger
from flask import Flask
from flask.testing import FlaskClient
from test_pages import DEAL, WINNING, op, play
from werkzeug.middleware.dispatcher import DispatcherMiddleware

from scorekeeper import sheet, variants
from scorekeeper.book import Act, Book, BookTrouble, Session
from scorekeeper.entries import Side
from scorekeeper.web.access import LOWEST
from scorekeeper.web.api import MOST, Asked
from scorekeeper.words import say

PAPER = (Path(__file__).resolve().parent.parent / "docs" / "api.md").read_text(encoding="utf-8")
OF_THREE = [Side(name, [name]) for name in ("Alessandra", "Bartolomeo", "Zoë")]
SPECIAL = [{"special_hand": "pairs"}, {"card_points": 300, "hand_points": 55}]
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")


def write(session: Session, match_id: int, kind: Act, **body: Any) -> int:
    """One act; the number of its entry."""
    match = session.match(match_id)
    assert match is not None
    return session.write(op(), match_id, kind, body, match.last_entry).entry.number


def played(book: Book) -> dict[str, int]:
    """Matches of every kind: their ids."""
    finished = play(book, DEAL, WINNING)
    eventful = play(book, DEAL, DEAL, rules={"target": 8000}, before=[-100, 1500])
    first, second = eventful + 1, eventful + 2
    with book.session() as session:
        session.device = let_in(book)
        write(session, eventful, "struck_out", deal=second)
        write(session, eventful, "corrected", deal=first, tallies=[{"result": 1005, "went_out": True}, {"result": -15}])
        write(session, eventful, "noted", deal=first, note="Rui forgot his glasses")
        write(session, eventful, "described", played_on="2026-11-28", place="the kitchen", note="Rain")
        write(session, eventful, "ended")
    found = {"finished": finished, "eventful": eventful, "new": play(book)}
    found["special"] = play(book, SPECIAL, key="americana")
    about = {"players": 3, "sides": OF_THREE, "before": [0, 0, 0]}
    found["three"] = play(book, [{"melds": ["K*7"], "hands": ["A"], "went_out": False}, {}, {}], key="italian", **about)
    return found


@pytest.fixture
def ids(book: Book) -> dict[str, int]:
    return played(book)


def read(client: FlaskClient, address: str) -> Any:
    answer = client.get(address)
    assert (answer.status_code, answer.mimetype) == (200, "application/json"), answer.get_data(as_text=True)
    return answer.get_json()


# --- What is answered.


def test_every_game_is_listed_and_its_rules_are_told(client: FlaskClient) -> None:
    listed = read(client, "/api/variants")["variants"]
    assert [one["key"] for one in listed] == [one.key for one in variants.everything()]
    for one in listed:
        card = read(client, one["url"])
        variant = variants.load(one["key"])
        assert {key: card[key] for key in ("key", "name", "summary", "players", "target")} == {
            key: one[key] for key in ("key", "name", "summary", "players", "target")
        }
        choices = {rule["name"]: [choice["value"] for choice in rule["choices"]] for rule in card["house_rules"]}
        assert choices.pop("target") == []
        assert choices.pop("tie") == ["another_deal", "shared_win"]
        assert choices == {name: rule.choices for name, rule in variant.house_rules.items()}
        rows = [row for section in card["sections"] for row in section["rows"]]
        assert {row["name"] for row in rows} >= {"packs", "card_values.K", "going_out.bonus"}
        assert len(card["play"]["rows"]) == len(variant.play)


def test_the_rules_are_told_in_the_words_of_the_command_line(client: FlaskClient) -> None:
    card = read(client, "/api/variants/classic")
    found = {row["name"]: (row["label"], row["value"]) for section in card["sections"] for row in section["rows"]}
    assert found["canastas.kinds.natural.bonus"] == ("Natural canastas", "500 points")
    assert found["going_out.bonus"] == ("Bonus", "100 points")


def test_a_match_is_told_as_its_sheet_is_scored(client: FlaskClient, ids: dict[str, int]) -> None:
    for match_id in ids.values():
        found = read(client, f"/api/matches/{match_id}")
        scored = sheet.result(sheet.score(read(client, f"/api/matches/{match_id}/sheet")))
        assert _as_result(found) == scored
        assert [side["total"] for side in found["sides"]] == found["totals"]
        assert [deal["number"] for deal in found["deals"]] == list(range(1, len(found["deals"]) + 1))
        for deal in found["deals"]:
            assert [score["score"] for score in deal["scores"]] == [
                sum(line["points"] for line in score["lines"]) for score in deal["scores"]
            ]


def test_the_other_version_of_a_contested_deal_is_told_beside_it(client: FlaskClient, book: Book) -> None:
    match = play(book, DEAL, DEAL)
    more = [{**DEAL[0], "canastas": {"natural": 3, "mixed": 1}}, {**DEAL[1], "red_threes": 0}]
    with book.session() as session:
        body = {"deal": match + 1, "tallies": more, "reason": "one natural was overlooked"}
        session.write(op(), match, "contested", body, match + 2)
    contested, other = read(client, f"/api/matches/{match}")["deals"]
    assert [score["score"] for score in contested["scores"]] == [2030, 505]
    told = contested["contested"]
    assert told["reason"] == "one natural was overlooked"
    assert [(one["score"], one["went_out"], one["concealed"]) for one in told["scores"]] == [
        (2530, True, False),
        (405, False, False),
    ]
    assert [sum(line["points"] for line in one["lines"]) for one in told["scores"]] == [2530, 405]
    assert other["contested"] is None


def _as_result(found: dict[str, Any]) -> dict[str, Any]:
    """What the answer shares with `scorekeeper score --json`."""
    return {
        **{key: found[key] for key in ("variant", "totals", "opening_minimums", "finished", "winner")},
        "deals": [
            {
                "scores": [
                    {key: score[key] for key in ("score", "total", "opening_minimum", "lines")}
                    for score in deal["scores"]
                ],
                "doubts": deal["doubts"],
            }
            for deal in found["deals"]
        ],
    }


def test_a_sheet_is_the_one_that_is_taken_out(client: FlaskClient, ids: dict[str, int]) -> None:
    for match_id in ids.values():
        assert read(client, f"/api/matches/{match_id}/sheet") == client.get(f"/matches/{match_id}.json").get_json()


def test_a_sheet_under_rules_that_no_game_has_now_brings_them_along(
    client: FlaskClient, ids: dict[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sheet, "_is_known", lambda *_: False)
    found = read(client, f"/api/matches/{ids['three']}/sheet")
    assert found["rulebook"]["key"] == "italian"


def test_somebody_hidden_has_a_number_for_a_name_in_every_answer(
    client: FlaskClient, book: Book, ids: dict[str, int]
) -> None:
    with book.session() as session:
        session.write_household(op(), "hidden", {"name": "Rui"})
        person = session.people().called("Rui")
    assert person is not None
    addresses = ["/api/matches", *(f"/api/matches/{ids['new']}{end}" for end in ("", "/sheet", "/journal"))]
    for address in addresses:
        found = client.get(address).get_data(as_text=True)
        assert ("Rui" in found, person.name in found) == (False, True), address


def test_all_that_is_known_of_a_match_is_told(client: FlaskClient, ids: dict[str, int]) -> None:
    found = read(client, f"/api/matches/{ids['eventful']}")
    about = {key: found[key] for key in ("played_on", "place", "note", "ended", "finished", "winner", "players")}
    assert about == {
        "played_on": "2026-11-28",
        "place": "the kitchen",
        "note": "Rain",
        "ended": True,
        "finished": True,
        "winner": 1,
        "players": 4,
    }
    assert (found["variant"], found["variant_name"], found["target"]) == ("classic", "Classic canasta", 8000)
    assert found["house_rules"] == {"target": 8000}
    assert found["totals"] == [905, 1485]
    assert found["dealer"] == {"seat": 1, "name": "Marta"}
    assert found["sides"] == [
        {"name": "Ana & Rui", "players": ["Ana", "Rui"], "total": 905, "opening_minimum": 50, "missing": 7095},
        {"name": "Marta & Zé", "players": ["Marta", "Zé"], "total": 1485, "opening_minimum": 50, "missing": 6515},
    ]
    [deal], [struck] = found["deals"], found["struck_out"]
    assert (deal["note"], deal["dealer"], deal["dealer_name"]) == ("Rui forgot his glasses", 0, "Ana")
    assert [score["went_out"] for score in deal["scores"]] == [True, False]
    assert (struck["number"], struck["id"]) == (None, ids["eventful"] + 2)
    assert [score["score"] for score in struck["scores"]] == [2030, 505]


def test_the_journal_tells_who_wrote_what_and_when(client: FlaskClient, ids: dict[str, int]) -> None:
    found = read(client, f"/api/matches/{ids['eventful']}/journal")
    assert found["match"] == ids["eventful"]
    kinds = ["opened", "entered", "entered", "struck_out", "corrected", "noted", "described", "ended"]
    assert [entry["kind"] for entry in found["entries"]] == kinds
    assert [entry["device"] for entry in found["entries"]] == [""] * 3 + ["The owner"] * 5
    assert found["entries"][5]["body"] == {"deal": ids["eventful"] + 1, "note": "Rui forgot his glasses"}
    numbers = [entry["number"] for entry in found["entries"]]
    assert numbers == sorted(numbers)
    assert all(TIME.fullmatch(entry["at"]) for entry in found["entries"])


def test_every_number_is_a_whole_one(client: FlaskClient, ids: dict[str, int]) -> None:
    for match_id in ids.values():
        for end in ("", "/sheet", "/journal"):
            text = client.get(f"/api/matches/{match_id}{end}").get_data(as_text=True)
            floats: list[str] = []
            json.loads(text, parse_float=floats.append)
            assert floats == []


def test_the_list_goes_page_by_page_in_the_order_of_opening(client: FlaskClient, ids: dict[str, int]) -> None:
    for size in (1, 2, 3, 5, 100):
        pages, address = [], f"/api/matches?limit={size}"
        while address and len(pages) <= len(ids):
            found = read(client, address)
            pages.append([one["id"] for one in found["matches"]])
            address = found["next"]
        assert [one for page in pages for one in page] == sorted(ids.values())
        assert all(len(page) == size for page in pages[:-1])
        assert 0 < len(pages[-1]) <= size


def test_a_match_in_the_list_is_told_in_short(client: FlaskClient, ids: dict[str, int]) -> None:
    [found] = [one for one in read(client, "/api/matches")["matches"] if one["id"] == ids["finished"]]
    assert TIME.fullmatch(opened := found.pop("opened_at"))
    assert TIME.fullmatch(found.pop("changed_at"))
    assert found == {
        "id": ids["finished"],
        "variant": "classic",
        "variant_name": "Classic canasta",
        "played_on": opened[:10],
        "place": "",
        "note": "",
        "finished": True,
        "winner": 0,
        "deals": 2,
        "sides": [{"name": "Ana & Rui", "total": 5030}, {"name": "Marta & Zé", "total": 385}],
        "url": f"/api/matches/{ids['finished']}",
    }


def test_an_empty_book_has_an_empty_list(client: FlaskClient) -> None:
    assert read(client, "/api/matches") == {"matches": [], "next": None}


def test_addresses_in_answers_lead_on_where_the_app_is_mounted(app: Flask, ids: dict[str, int]) -> None:
    app.wsgi_app = DispatcherMiddleware(lambda _, start: [], {"/cards": app.wsgi_app})  # type: ignore[method-assign]
    client = app.test_client()
    found = read(client, "/cards/api/matches?limit=1")
    assert read(client, found["matches"][0]["url"])["id"] == found["matches"][0]["id"]
    assert read(client, found["next"])["matches"]
    assert read(client, "/cards/api/openapi.json")["servers"] == [{"url": "/cards"}]
    assert client.get("/cards/api/nothing").mimetype == "application/problem+json"


# --- Kept by whoever has it.


@pytest.mark.parametrize("end", ["", "/sheet", "/journal"])
def test_an_answer_is_sent_again_only_when_it_is_another(client: FlaskClient, book: Book, end: str) -> None:
    match = play(book, DEAL)
    address = f"/api/matches/{match}{end}"
    first = client.get(address)
    tag = {"If-None-Match": first.headers["ETag"]}
    again = client.get(address, headers=tag)
    assert (again.status_code, again.get_data()) == (304, b"")
    assert first.headers["Cache-Control"] == again.headers["Cache-Control"] == "private, no-cache"
    assert {"Authorization", "Cookie"} <= set(first.headers["Vary"].split(", "))
    with book.session() as session:
        write(session, match, "noted", deal=match + 1, note="Late")
    changed = client.get(address, headers=tag)
    assert changed.status_code == 200
    assert changed.headers["ETag"] != first.headers["ETag"]


def test_a_long_answer_is_packed_for_whoever_takes_it(client: FlaskClient, ids: dict[str, int]) -> None:
    address = f"/api/matches/{ids['finished']}"
    packed = client.get(address, headers={"Accept-Encoding": "gzip"})
    plain = client.get(address)
    assert (packed.headers["Content-Encoding"], plain.headers.get("Content-Encoding")) == ("gzip", None)
    assert gzip.decompress(packed.get_data()) == plain.get_data()
    assert packed.headers["ETag"] == plain.headers["ETag"]


# --- What is refused.

REFUSED = [
    ("GET", "/api/", 404),
    ("GET", "/api/nothing", 404),
    ("GET", "/api/variants/nothing", 404),
    ("GET", "/api/matches/999", 404),
    ("GET", f"/api/matches/{10**30}", 404),
    ("GET", "/api/matches/999/sheet", 404),
    ("GET", "/api/matches/999/journal", 404),
    ("GET", "/api/matches/-1", 404),
    ("GET", "/api/matches?limit=0", 422),
    ("GET", "/api/matches?limit=101", 422),
    ("GET", "/api/matches?limit=", 422),
    ("GET", "/api/matches?limit=ten", 422),
    ("GET", "/api/matches?limit=2.5", 422),
    ("GET", "/api/matches?after=-1", 422),
    ("GET", f"/api/matches?after={2**63}", 422),
    ("GET", "/api/matches?after=%FF", 422),
    ("POST", "/api/matches", 405),
    ("PUT", "/api/matches/1", 405),
    ("DELETE", "/api/matches/1", 405),
    ("PATCH", "/api/variants/classic", 405),
]


@pytest.mark.parametrize(("method", "address", "status"), REFUSED)
def test_what_cannot_be_answered_is_told_as_a_problem(
    client: FlaskClient, method: str, address: str, status: int
) -> None:
    answer = client.open(address, method=method, headers={"Accept": "text/html", "Accept-Language": "pt"})
    assert (answer.status_code, answer.mimetype) == (status, "application/problem+json")
    found = answer.get_json()
    assert list(found) == ["type", "title", "status", "detail"]
    assert (found["type"], found["status"]) == ("about:blank", status)
    assert found["title"] == HTTPStatus(status).phrase
    assert found["detail"]
    if status == 405:
        assert "GET" in answer.headers["Allow"]


def test_what_is_wrong_behind_the_question_mark_is_named_and_not_repeated(client: FlaskClient) -> None:
    detail = {
        asked: client.get(f"/api/matches?{asked}").get_json()["detail"]
        for asked in ("limit=101", "after=zq1q", "limit=0")
    }
    assert detail["limit=101"] == "limit: Expected `int` <= 100"
    assert detail["limit=0"] == "limit: Expected `int` >= 1"
    assert "zq1q" not in detail["after=zq1q"]


def test_a_viewer_of_one_match_reads_that_one_alone(app: Flask, book: Book, ids: dict[str, int]) -> None:
    let_in(book, "of one match", "viewer", ids["three"])
    client = stranger(app)
    client.come_in("of one match")
    assert [one["id"] for one in read(client, "/api/matches")["matches"]] == [ids["three"]]
    assert read(client, f"/api/matches?after={ids['three']}") == {"matches": [], "next": None}
    assert read(client, f"/api/matches/{ids['three']}")["sides"][0]["name"] == "Alessandra"
    for end in ("", "/sheet", "/journal"):
        answer = client.get(f"/api/matches/{ids['new']}{end}")
        assert (answer.status_code, answer.mimetype) == (403, "application/problem+json")
        assert "one match" in answer.get_json()["detail"]


def test_a_book_that_cannot_be_read_and_a_fault_are_problems_too(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    app.config["PROPAGATE_EXCEPTIONS"] = False
    for error, status in ((BookTrouble(say("the disk is gone")), 503), (RuntimeError("a secret"), 500)):

        def fail(error: Exception = error) -> None:
            raise error

        monkeypatch.setattr(variants, "everything", fail)
        answer = client.get("/api/variants")
        assert (answer.status_code, answer.mimetype) == (status, "application/problem+json")
        assert ("the disk is gone" in answer.get_json()["detail"]) == (status == 503)
        assert "a secret" not in answer.get_data(as_text=True)


def test_a_name_that_the_book_does_not_go_by_is_a_problem(client: FlaskClient) -> None:
    answer = client.get("/api/matches", headers={"Host": "evil.example"})
    assert (answer.status_code, answer.mimetype) == (400, "application/problem+json")


def test_no_other_origin_is_let_in(client: FlaskClient, ids: dict[str, int]) -> None:
    for method in ("GET", "OPTIONS"):
        asking = {"Origin": "https://evil.example", "Access-Control-Request-Method": "GET"}
        answer = client.open(f"/api/matches/{ids['new']}", method=method, headers=asking)
        assert [name for name, _ in answer.headers if name.startswith("Access-Control")] == []


# --- The paper.


def test_every_address_in_the_paper_is_there_and_every_address_is_in_the_paper(
    client: FlaskClient, ids: dict[str, int]
) -> None:
    named = {address.partition("?")[0] for address in re.findall(r"/api/[\w./?=&]*\w", PAPER)}
    there = set()
    for address in named:
        assert client.get(address).status_code == 200, address
        with client.application.test_request_context(address) as context:
            there.add(context.request.endpoint)
    assert there == {name for name in LOWEST if name.startswith("api.")}


def test_the_paper_says_the_limits_that_the_program_has() -> None:
    assert f"at most {MOST}" in PAPER
    assert f"{msgspec.structs.fields(Asked)[0].default} unless" in PAPER


# --- The household.

WHOLE = [
    {
        "id": f"api-sheet-number-{number}",
        "variant": "classic",
        "played_on": day,
        "place": place,
        "sides": ["Ana & Rui", "Marta & Zé"],
        "names": [["Ana", "Rui"], ["Marta", "Zé"]],
        "deals": [{"tallies": [{"result": ours, "went_out": True}, {"result": 120}]}],
    }
    for number, (day, place, ours) in enumerate(
        [("2024-03-01", "the garden", 5200), ("2025-06-01", "", 5400), ("2026-01-05", "", 300)]
    )
]


@pytest.fixture
def household(book: Book) -> list[int]:
    with book.session() as session:
        session.bring_in((one["id"], one) for one in WHOLE)
        return [one.id for one in reversed(session.history.matches().matches)]


@pytest.mark.parametrize(
    ("query", "which"),
    [
        ("of=1", [0, 1, 2]),
        ("of=1-2&against=3", [0, 1, 2]),
        ("of=1-3", []),
        ("of=9", []),
        ("against=3", [0, 1, 2]),
        ("since=2025-01", [1, 2]),
        ("since=2024-03&until=2025-06", [0, 1]),
        ("finished=true", [0, 1]),
        ("finished=false", [2]),
        ("words=GARDEN", [0]),
        ("variant=italian", []),
        ("of=1&finished=true&since=2025-01", [1]),
    ],
)
def test_matches_are_asked_for_by_what_they_were(
    query: str, which: list[int], client: FlaskClient, household: list[int]
) -> None:
    found = [one["id"] for one in read(client, f"/api/matches?{query}")["matches"]]
    assert found == [household[number] for number in which]


def test_what_was_asked_for_goes_along_to_the_next_page(client: FlaskClient, household: list[int]) -> None:
    first = read(client, "/api/matches?of=1&finished=true&limit=1")
    assert [one["id"] for one in first["matches"]] == household[:1]
    second = read(client, first["next"])
    assert [one["id"] for one in second["matches"]] == household[1:2]
    assert second["next"] is None


@pytest.mark.parametrize(
    "query", ["of=x", "of=0", "of=1-", "since=2024", "until=2024-13", "finished=perhaps", "words=" + "w" * 101]
)
def test_what_cannot_be_asked_is_refused(query: str, client: FlaskClient) -> None:
    answer = client.get(f"/api/matches?{query}")
    assert answer.status_code == 422
    assert query.partition("=")[0] in answer.get_json()["detail"]


def test_people_and_what_their_matches_come_to(client: FlaskClient, household: list[int]) -> None:
    people = read(client, "/api/people")["people"]
    assert [(one["name"], one["matches"], one["won"], one["last_played"]) for one in people] == [
        ("Ana", 2, 2, "2025-06-01"),
        ("Rui", 2, 2, "2025-06-01"),
        ("Marta", 2, 0, "2025-06-01"),
        ("Zé", 2, 0, "2025-06-01"),
    ]
    assert people[0]["rating"] > 1500 > people[2]["rating"]
    of_all, ours = (read(client, f"/api/statistics{query}") for query in ("", "?of=1-2"))
    assert (of_all["matches"], of_all["deals"], of_all["won"], of_all["shared"]) == (2, 3, 2, 0)
    assert (ours["matches"], ours["deals"], ours["won"], ours["points"], ours["out"]) == (2, 3, 2, 10900, 3)
    assert ours["records"]["best_deal"] == {"figure": 5400, "match": household[1], "deal": household[1] + 1}
    assert ours["records"]["highest"] == {"figure": 5400, "match": household[1], "deal": None}
    assert read(client, "/api/statistics?of=1&since=2025-01")["points"] == 5700
    assert read(client, "/api/statistics?of=9")["matches"] == 0
