"""A household's own game is one file: the list, the forms, the rules page and the examples follow from it."""

import html
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from _household import household
from flask.testing import FlaskClient

from scorekeeper import variants
from scorekeeper.entries import Side
from scorekeeper.examples import disagreements

# Three sides or two; a canasta of courts; threes that four canastas turn, in five steps; jacks that must not be held.
GAME = """
format = 1
name = "Grandmother's canasta"
summary = "Three packs and a canasta of courts, as on the terrace in Setúbal."
source = "A sheet in her handwriting."
links = []
packs = 3
target = 7000
target_to_be_passed = false
tie = "another_deal"

[card_values]
JK = 50
2 = 20
A = 20
K = 10
Q = 10
J = 10
10 = 10
9 = 10
8 = 10
7 = 5
6 = 5
5 = 5
4 = 5
B3 = 5

[seats.3]
sides = 3
deal = 13
canastas_needed = 2

[seats.4]
sides = 2
deal = 11
canastas_needed = 2

[opening]
below_zero = 25
ladder = [[1000, 40], [2500, 75], [4000, 110]]
above = 155

[melds]
min_cards = 3
wild = [[3, 2]]
one_per_rank = false

[canastas]
size = 7

[canastas.kinds.royal]
label = "Royal canastas"
one = "royal"
meaning = "seven or more kings or queens, no wild card"
symbol = "special"
bonus = 700
ranks = ["K", "Q"]
wild_cards = "none"

[canastas.kinds.natural]
label = "Natural canastas"
one = "natural"
meaning = "seven or more cards of any other rank, no wild card"
symbol = "natural"
bonus = 500
wild_cards = "none"

[canastas.kinds.mixed]
label = "Mixed canastas"
one = "mixed"
meaning = "seven or more cards of one rank, one or two of them wild"
symbol = "mixed"
bonus = 300
wild_cards = "some"

[red_threes]
ladder = [100, 200, 300, 400, 500, 1000]
sign = { by = "canastas", steps = [-1, -1, 0, 0, 1] }

[going_out]
bonus = 150

[extras.jacks_held]
label = "Hands with two jacks or more"
one = "jacks held"
on = "held"
ranks = ["J"]
points = -75
at_least = 2

[play]
draw = "Two cards from the stock, then one is discarded."

[readings."going_out.bonus"]
ruling = "mine"
text = "The sheet is torn here; we have always paid 150."

[house_rules."extras.jacks_held.points"]
label = "Jacks held"
ruling = "mine"
choices = [-75, -150]
labels = ["75 against", "150 against"]

[[examples]]
title = "Her best evening"
source = "the same sheet"
players = 3
tallies = [
  { melds = ["K*7", "9*7", "8*7", "6*5 2 2", "A*4", "10*7", "5*3"], red_threes = 2, went_out = true },
  { card_points = 260, canastas = { mixed = 2 }, red_threes = 3, hands = ["J J 5*5"] },
  { card_points = 70, red_threes = 1, hand_points = 130 },
]
expect.scores = [3290, 740, -160]
expect.lines = [
  { "canastas.royal" = 700, "canastas.natural" = 1500, "canastas.mixed" = 300, card_points = 440, red_threes = 200, going_out = 150 },
  { "canastas.mixed" = 600, card_points = 260, "extras.jacks_held" = -75, hand_points = -45 },
  { card_points = 70, red_threes = -100, hand_points = -130 },
]
expect.totals = [3290, 740, -160]
expect.opening_minimums = [110, 40, 25]
expect.finished = false
"""  # noqa: E501
KEY = "grandmother"
SIDES = ["Ana", "Rui", "Zé"]

# Everything that the deal form asks of a side, and nothing else.
FIELDS = {
    "red_threes",
    "canastas.royal",
    "canastas.natural",
    "canastas.mixed",
    "card_points",
    *(f"melds.{row}" for row in range(6)),
    *(f"{where}_counts.{value}" for where in ("card", "hand") for value in (50, 20, 10, 5)),
    "opened",
    "hand_points",
    "hands.0",
    "hand_taken_off",
    "extras.jacks_held",
    "result",
    "adjustment.points",
    "adjustment.reason",
}
ANSWERS = {"nobody", "0", "1", "2"}

# A deal as it is typed, and what each of the three scores, totals and needs to open the next one.
TYPED = {
    "went_out": "1",
    "side0-canastas.mixed": "1",  # one canasta: a red three still costs. 300 + 120 - 100 - 80 - 75 = 165
    "side0-card_points": "120",
    "side0-red_threes": "1",
    "side0-hand_points": "80",
    "side0-extras.jacks_held": "1",
    "side1-canastas.royal": "2",  # three canastas: threes count nothing. 1,400 + 500 + 305 + 150 = 2,355
    "side1-canastas.natural": "1",
    "side1-card_points": "305",
    "side1-red_threes": "4",
    "side2-hand_points": "215",  # -215
}
SCORES = ["+165", "+2,355", "−215"]
TOTALS = ["165", "2,355", "−215"]
MINIMUMS = ["40", "75", "25"]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A household's folder of games with this one file in it."""
    found = tmp_path / "games"
    found.mkdir()
    (found / f"{KEY}.toml").write_text(GAME, encoding="utf-8")
    monkeypatch.setenv("SCOREKEEPER_VARIANTS", str(found))
    return found


@pytest.fixture
def client(tmp_path: Path, folder: Path) -> Iterator[FlaskClient]:
    app = household({"BOOK": tmp_path / "test.book", "TESTING": True})
    with app.test_client() as client:
        yield client
    app.extensions["book"].close()


def read(client: FlaskClient, address: str) -> str:
    """What is to be read on a page."""
    page = re.sub(r"<title.*?</title>", "", client.get(address).get_data(as_text=True), flags=re.DOTALL)
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", page)).split())


def fields(page: str) -> dict[str, str]:
    """What a form has to type into or to choose, and what it would send as it is drawn."""
    tags = re.findall(r"<(?:input|select)\b[^>]*>", page)
    given = [dict(re.findall(r'([a-z_-]+)="([^"]*)"', tag)) for tag in tags]
    kept = (one for one, tag in zip(given, tags, strict=True) if one.get("type") != "radio" or " checked" in tag)
    return {one["name"]: html.unescape(one.get("value", "")) for one in kept if "<select" not in one}


def begun(client: FlaskClient) -> str:
    """The address of a match of this game for three, opened through its form."""
    address = f"/new/{KEY}"
    page = client.post(address, data=fields(client.get(address).get_data(as_text=True)) | {"change_players": "3"})
    form = fields(page.get_data(as_text=True))
    assert len([name for name in form if name.startswith("seat")]) == 3
    answer = client.post(address, data=form | {f"seat{seat}": name for seat, name in enumerate(SIDES)})
    assert answer.status_code == 303
    return answer.location


def test_the_command_line_lists_it_and_says_its_rules(folder: Path) -> None:
    def said(*arguments: str) -> str:
        command = [sys.executable, "-m", "scorekeeper", "variants", *arguments]
        environment = {**os.environ, "PYTHONIOENCODING": "utf-8"}
        done = subprocess.run(command, capture_output=True, encoding="utf-8", env=environment, timeout=60)
        assert (done.returncode, done.stderr) == (0, "")
        return done.stdout

    listed = said()
    assert "Grandmother's canasta: 4 players in pairs or 3 alone, 3 packs, to 7,000. Three packs and" in listed
    assert "a canasta of courts, as on the terrace in Setúbal." in listed
    assert all(f"\n{key} " in f"\n{listed}" for key in (KEY, "americana", "classic"))
    assert "Royal canastas" in said(KEY)


def test_its_worked_example_scores_as_it_says(folder: Path) -> None:
    variant = variants.load(KEY)
    assert [disagreements(variant, example) for example in variant.examples] == [[]]


def test_it_stands_among_the_games_of_a_new_match(client: FlaskClient) -> None:
    assert "3 packs, to 7,000. Three packs and a canasta of courts" in read(client, "/new")
    offered = read(client, f"/new/{KEY}")
    assert "75 against" in offered
    assert "150 against" in offered


def test_its_deal_form_has_exactly_its_fields(client: FlaskClient) -> None:
    page = client.get(f"{begun(client)}/deals/new/plain").get_data(as_text=True)
    for side in range(3):
        assert {name.removeprefix(f"side{side}-") for name in fields(page) if name.startswith(f"side{side}-")} == FIELDS
    assert set(re.findall(r'name="went_out" value="([^"]*)"', page)) == ANSWERS
    for name in ("Rui, Royal canastas", "Rui, .*jacks"):
        assert re.search(rf'aria-label="{name}', page)


def test_its_rules_page_draws_it(client: FlaskClient) -> None:
    page = read(client, f"/rules/{KEY}")
    for said in (
        "Royal canastas seven or more kings or queens, no wild card 700",
        "Hands with two jacks or more",
        "1,000 to 2,49",
        "4,000 or more",
        "Two cards from the stock, then one is discarded.",
        "The sheet is torn here; we have always paid 150.",
        "or 150 against",
        "A sheet in her handwriting.",
        "1 worked example",
    ):
        assert said in page


def test_its_example_is_shown_line_by_line(client: FlaskClient) -> None:
    page = read(client, f"/rules/{KEY}/examples")
    for said in ("Her best evening", "Royal canastas 1 × 700 +700", "Hands with two jacks or more 1 × −75 −75"):
        assert said in page
    assert "Scores: 3,290 · 740 · −160." in page


def test_a_deal_is_scored_through_its_form(client: FlaskClient) -> None:
    match = begun(client)
    form = fields(client.get(f"{match}/deals/new/plain").get_data(as_text=True))
    answer = client.post(f"{match}/deals/new/plain", data={**form, **TYPED, "act": "save"})
    assert answer.status_code == 303, read(client, answer.location or match)
    page = html.unescape(client.get(match).get_data(as_text=True))
    assert re.findall(r'class="half-total[^"]*"><a [^>]*><span [^>]*>([^<]*)<', page) == TOTALS
    assert re.findall(r'class="stamp num">([^<]*)<', page) == MINIMUMS
    assert re.findall(r'class="cell-score[^"]*"><span class="num">([^<]*)<', page) == SCORES


def test_a_game_without_an_opening_minimum_shows_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Burraco and its kin ask for none; then no page speaks of opening."""
    (tmp_path / "free.toml").write_text(
        'format = 1\nlike = "classic"\nname = "Free"\nopening = false\nreadings = false\n'
    )
    monkeypatch.setenv("SCOREKEEPER_VARIANTS", str(tmp_path))
    app = household({"BOOK": tmp_path / "test.book", "TESTING": True})
    with app.extensions["book"].session() as session:
        sides = [Side("We", ["", ""]), Side("They", ["", ""])]
        variant = variants.load("free")
        opened = session.open_match(
            "open-free-0123456789", variant=variant, house_rules={}, players=4, sides=sides, dealer=0, before=[0, 0]
        )
        tallies = [{"melds": ["K*7"], "hands": ["", "5"], "went_out": True}, {"melds": ["4*3"], "hands": ["5", "6"]}]
        match = session.write("deal-free-0123456789", opened.match.id, "entered", {"tallies": tallies}, 1).match
    client = app.test_client()
    for address in ("", f"/deals/{match.deals[0].id}", "/deals/new/plain", "/table", "/rules"):
        answer = client.get(f"/matches/{match.id}{address}")
        assert answer.status_code == 200, address
        assert "to open" not in answer.get_data(as_text=True).lower(), address
    assert client.get(f"/matches/{match.id}/opening").status_code == 404
    app.extensions["book"].close()
