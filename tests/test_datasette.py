"""Datasette, as it comes, serves the book: its views answer what a household asks, and what is written meanwhile."""

import contextlib
import json
import re
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from test_pages import op

from scorekeeper import rulebook, variants
from scorekeeper.book import Book, Session, back_up
from scorekeeper.entries import Side
from scorekeeper.match import Match

pytestmark = pytest.mark.slow

PAPER = (Path(__file__).resolve().parent.parent / "docs" / "api.md").read_text(encoding="utf-8")
README = (Path(__file__).resolve().parent.parent / "README.md").read_text(encoding="utf-8")
STARTS_WITHIN = 30  # seconds
LARGE = [
    {"card_points": 430, "canastas": {"natural": 2, "mixed": 1}, "red_threes": 2, "hand_points": 0, "went_out": True},
    {"card_points": 180, "canastas": {"mixed": 1}, "red_threes": 1, "hand_points": 75},
]
"""2,030 for one side, 505 for the other."""
SMALL = [
    {"card_points": 145, "canastas": {"mixed": 1}, "red_threes": 1, "hand_points": 0, "went_out": True},
    {"card_points": 125, "red_threes": 1, "hand_points": 85},
]
"""645 and 140."""
ANA_RUI, MARTA_ZE = Side("Ana & Rui", ["Ana", "Rui"]), Side("Marta & Zé", ["Marta", "Zé"])
ANA_MARTA, RUI_ZE = Side("Ana & Marta", ["Ana", "Marta"]), Side("Rui & Zé", ["Rui", "Zé"])
ALONE = [Side(name, [name]) for name in ("Ana", "Rui", "Zé")]

Row = dict[str, Any]

QUESTIONS: list[tuple[str, str, list[Row]]] = [
    (
        "How often was each game played?",
        "SELECT game, count(*) AS times FROM matches GROUP BY game ORDER BY times DESC",
        [{"game": "Classic canasta", "times": 3}, {"game": "Italian canasta", "times": 1}],
    ),
    (
        "Who has won how many of the finished matches?",
        "SELECT name, won, matches FROM people ORDER BY won DESC, matches, name",
        [
            {"name": "Ana", "won": 2, "matches": 3},
            {"name": "Rui", "won": 2, "matches": 3},
            {"name": "Zé", "won": 1, "matches": 3},
            {"name": "Marta", "won": 0, "matches": 2},
        ],
    ),
    (
        "Who plays best, by rating?",
        "SELECT name FROM people ORDER BY rating DESC LIMIT 1",
        [{"name": "Rui"}],
    ),
    (
        "Which sides have won, and where?",
        'SELECT name, place, total FROM sides JOIN matches USING ("match") WHERE won ORDER BY "match"',
        [
            {"name": "Ana & Rui", "place": "Ana's kitchen", "total": 2030},
            {"name": "Rui & Zé", "place": "Ana's kitchen", "total": 1290},
            {"name": "Ana", "place": "", "total": 3000},
        ],
    ),
    (
        "What was the best deal ever, whose, and when?",
        "SELECT name, score, played_on FROM deals ORDER BY score DESC LIMIT 1",
        [{"name": "Ana", "score": 3000, "played_on": "2026-03-01"}],
    ),
    (
        "How many canastas of each kind, and what did they bring?",
        """SELECT rule, sum(count) AS canastas, sum(points) AS points FROM lines
           WHERE rule LIKE 'canastas.%' GROUP BY rule ORDER BY rule""",
        [
            {"rule": "canastas.mixed", "canastas": 6, "points": 1800},
            {"rule": "canastas.natural", "canastas": 2, "points": 1000},
        ],
    ),
    (
        "How many matches and deals had each evening?",
        """SELECT played_on, count(DISTINCT "match") AS matches, count(DISTINCT deal) AS deals
           FROM deals GROUP BY played_on ORDER BY played_on""",
        [
            {"played_on": "2026-01-10", "matches": 2, "deals": 3},
            {"played_on": "2026-02-14", "matches": 1, "deals": 2},
            {"played_on": "2026-03-01", "matches": 1, "deals": 1},
        ],
    ),
    (
        "What is a deal worth in which one goes out?",
        """SELECT went_out, count(*) AS deals, sum(score) AS points FROM deals
           WHERE variant = 'classic' GROUP BY went_out ORDER BY went_out""",
        [
            {"went_out": 0, "deals": 5, "points": 505 + 4 * 140},
            {"went_out": 1, "deals": 5, "points": 2030 + 4 * 645},
        ],
    ),
    (
        "Who leaves most in the hand?",
        """SELECT name, sum(left_in_hand) AS points FROM deals
           WHERE left_in_hand > 0 GROUP BY name ORDER BY points DESC, name""",
        [
            {"name": "Marta & Zé", "points": 245},
            {"name": "Ana & Marta", "points": 170},
        ],
    ),
    (
        "How often was each opening minimum faced?",
        """SELECT opening_minimum, count(*) AS times FROM deals
           WHERE variant = 'classic' GROUP BY opening_minimum ORDER BY opening_minimum""",
        [{"opening_minimum": 50, "times": 10}],
    ),
    (
        "Who has dealt how often?",
        """SELECT seats.name, count(DISTINCT deal) AS deals FROM deals
           JOIN seats ON seats."match" = deals."match" AND seats.seat = deals.dealer
           GROUP BY seats.name ORDER BY deals DESC, seats.name""",
        [{"name": "Ana", "deals": 4}, {"name": "Marta", "deals": 1}, {"name": "Rui", "deals": 1}],
    ),
    (
        "With whom has Ana played, and how often did they win?",
        """SELECT b.name, count(*) AS matches, sum(won) AS won FROM seats a
           JOIN seats b ON b."match" = a."match" AND b.side = a.side AND b.seat <> a.seat
           JOIN sides ON sides."match" = a."match" AND sides.side = a.side
           WHERE a.name = 'Ana' GROUP BY b.name ORDER BY b.name""",
        [{"name": "Marta", "matches": 1, "won": 0}, {"name": "Rui", "matches": 2, "won": 1}],
    ),
    (
        "What was the closest finished match?",
        """SELECT "match", played_on, max(total) - min(total) AS margin FROM sides JOIN matches USING ("match")
           WHERE finished AND players = 4 GROUP BY "match" ORDER BY margin LIMIT 1""",
        [{"match": 4, "played_on": "2026-01-10", "margin": 1010}],
    ),
    (
        "What was noted?",
        """SELECT played_on, note FROM matches WHERE note <> ''
           UNION SELECT played_on, note FROM deals WHERE note <> '' ORDER BY played_on""",
        [
            {"played_on": "2026-01-10", "note": "The first with the new cards"},
            {"played_on": "2026-02-14", "note": "Cake"},
        ],
    ),
    (
        "Which matches still go on?",
        "SELECT played_on, place, deals FROM matches WHERE NOT finished",
        [{"played_on": "2026-02-14", "place": "Café Central", "deals": 2}],
    ),
    (
        "Which did the table end early?",
        "SELECT played_on, winner FROM matches WHERE ended_early",
        [{"played_on": "2026-03-01", "winner": "Ana"}],
    ),
]
"""What somebody wants to know, how to ask it of the views, and what the book answers that `played` writes."""


class Table:
    """Plays matches, as from a phone."""

    def __init__(self, session: Session) -> None:
        self.session = session

    def begin(self, sides: list[Side], key: str = "classic", **rules: Any) -> Match:
        return self.session.open_match(
            op(),
            variant=rulebook.chosen(variants.load(key), rules),
            house_rules=rules,
            players=sum(len(side.players) for side in sides),
            sides=sides,
            dealer=0,
            before=[0] * len(sides),
        ).match

    def act(self, match: Match, kind: Any, **body: Any) -> Match:
        return self.session.write(op(), match.id, kind, body, match.last_entry).match


def played(session: Session) -> None:
    table = Table(session)
    match = table.act(table.begin([ANA_RUI, MARTA_ZE], target=2000), "entered", tallies=LARGE)
    about = {"played_on": "2026-01-10", "place": "Ana's kitchen"}
    first = table.act(match, "described", note="The first with the new cards", **about)
    assert (first.finished, first.winner) == (True, 0)

    match = table.begin([ANA_MARTA, RUI_ZE], target=1200)
    for _ in range(2):
        match = table.act(match, "entered", tallies=SMALL[::-1])
    second = table.act(match, "described", **about)
    assert (second.finished, second.winner) == (True, 1)

    match = table.begin([ANA_RUI, MARTA_ZE])
    for tallies in (SMALL, LARGE, SMALL):
        match = table.act(match, "entered", tallies=tallies)
    match = table.act(match, "struck_out", deal=match.deals[1].id)
    match = table.act(match, "noted", deal=match.deals[0].id, note="Cake")
    table.act(match, "described", played_on="2026-02-14", place="Café Central")

    match = table.begin(ALONE, "italian")
    match = table.act(match, "entered", tallies=[{"result": 3000}, {"result": 1500}, {"result": -200}])
    match = table.act(match, "described", played_on="2026-03-01")
    assert table.act(match, "ended").winner == 0


@contextlib.contextmanager
def served(*args: str) -> Iterator[str]:
    """Serves with these arguments, and nothing else set; the address."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "datasette", "serve", *args, "--host", "127.0.0.1", "--port", str(port)]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    try:
        until = time.monotonic() + STARTS_WITHIN
        while not _answers(port):
            assert server.poll() is None, server.communicate()[1].decode()
            assert time.monotonic() < until, "Datasette does not answer"
            time.sleep(0.05)
        yield f"http://127.0.0.1:{port}"
    finally:
        server.terminate()
        server.communicate()


def _answers(port: int) -> bool:
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
        return True
    return False


def read(address: str, **asked: str) -> Any:
    query = urllib.parse.urlencode({"_shape": "array", **asked})
    with urllib.request.urlopen(f"{address}?{query}", timeout=30) as answer:
        return json.load(answer)


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Book]:
    with Book(tmp_path_factory.mktemp("datasette") / "household.book") as found:
        with found.session() as session:
            played(session)
        yield found


@pytest.fixture(scope="module")
def address(book: Book) -> Iterator[str]:
    """Where Datasette serves the book, which is open here too."""
    with served(str(book.path)) as found:
        yield f"{found}/household"


@pytest.mark.parametrize(("sql", "answer"), [row[1:] for row in QUESTIONS], ids=[row[0] for row in QUESTIONS])
def test_a_question_is_answered(address: str, sql: str, answer: list[Row]) -> None:
    assert read(f"{address}.json", sql=sql) == answer


VIEWS = ("people", "matches", "sides", "seats", "deals", "lines")


@pytest.mark.parametrize("view", VIEWS)
def test_each_view_shows_by_itself(address: str, view: str) -> None:
    assert read(f"{address}/{view}.json")
    with urllib.request.urlopen(f"{address}/{view}", timeout=30) as page:
        assert "<table" in page.read().decode()


def test_the_paper_names_each_view_and_asks_what_is_answered(address: str) -> None:
    named = PAPER.partition("made to be asked:")[2].partition(".")[0]
    assert re.findall(r"`(\w+)`", named) == list(VIEWS)
    asked = re.findall(r"^    (SELECT .*)$", PAPER, re.MULTILINE)
    assert len(asked) == 4
    for sql in asked:
        assert read(f"{address}.json", sql=sql), sql


def test_the_questions_of_the_readme_are_answered(address: str, book: Book) -> None:
    asked = dict(re.findall(r"^- (.*\?)\n\n      (SELECT .*)$", README, re.MULTILINE))
    assert len(asked) == 4
    known = {question: answer for question, _, answer in QUESTIONS}
    with book.session() as session:
        days = {one.played_on for one in session.history.matches().matches}
    for question, sql in asked.items():
        answer = read(f"{address}.json", sql=sql.replace("2026-11-29", max(days)))
        assert answer == known.get(question, answer) != [], question


def test_the_views_are_listed_as_views(address: str) -> None:
    assert {one["name"] for one in read(f"{address}.json", _shape="objects")["views"]} == set(VIEWS)


def test_what_is_written_meanwhile_is_answered_at_once_and_nobody_waits(address: str, book: Book) -> None:
    count = "SELECT count(DISTINCT deal) AS deals FROM deals WHERE note = 'meanwhile'"
    assert read(f"{address}.json", sql=count) == [{"deals": 0}]
    with book.session() as session:
        table = Table(session)
        match = table.act(table.begin([ANA_RUI, MARTA_ZE]), "entered", tallies=SMALL)
        match = table.act(match, "noted", deal=match.deals[0].id, note="meanwhile")
        assert read(f"{address}.json", sql=count) == [{"deals": 1}]
        table.act(match, "struck_out", deal=match.deals[0].id)
        assert read(f"{address}.json", sql=count) == [{"deals": 0}]


@pytest.mark.parametrize("sql", ["DELETE FROM drawn_lines", "PRAGMA user_version = 7", "CREATE TABLE x (y)"])
def test_nothing_can_be_written_there(address: str, book: Book, sql: str) -> None:
    with pytest.raises(urllib.error.HTTPError) as refused:
        read(f"{address}.json", sql=sql)
    with refused.value as answer:
        assert answer.code == 400
    with book.session() as session:
        assert session.problems() == []


def test_a_copy_is_served_as_a_file_that_never_changes(book: Book) -> None:
    copy = back_up(book.path).path
    question, sql, answer = QUESTIONS[0]
    with served("--immutable", str(copy)) as found:
        [database] = read(f"{found}/-/databases.json")
        assert database["is_mutable"] is False
        name = urllib.parse.quote(database["route"])
        assert [row["game"] for row in read(f"{found}/{name}.json", sql=sql)] == [row["game"] for row in answer], (
            question
        )
