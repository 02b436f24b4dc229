"""The deal form: what it offers, what it refuses, what it doubts, and that nothing typed is ever lost."""

import itertools
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any

import msgspec
import pytest
from _household import household
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import given, settings
from hypothesis import strategies as st
from werkzeug.test import TestResponse

from scorekeeper import tally, variants
from scorekeeper.entries import Entry, Side
from scorekeeper.match import Match
from scorekeeper.rulebook import chosen as with_rules
from scorekeeper.rulebook import read
from scorekeeper.rules import Variant
from scorekeeper.web.deal_form import DealForm

GAMES = ["americana", "canastra", "classic", "italian", "romanian"]


class Page(HTMLParser):
    """A page as a form would send it back: `values` by name, `about` the texts that describe a field, by name."""

    def __init__(self, response: TestResponse) -> None:
        super().__init__()
        self.response = response
        self.html = response.get_data(as_text=True)
        self.fields: dict[str, dict[str, str]] = {}
        self.values: dict[str, str] = {}
        self.radios: list[str] = []
        self.open_details = 0
        self._texts: dict[str, str] = {}
        self._inside: list[tuple[str, str]] = []
        self._select = ""
        self.feed(self.html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {key: value or "" for key, value in attrs}
        name = given.get("name", "")
        if tag == "input" and given.get("type") == "radio":
            self.radios.append(given["value"])
            if "checked" in given:
                self.values[name] = given["value"]
        elif tag == "input":
            self.fields[name] = given
            if given.get("type") != "checkbox" or "checked" in given:
                self.values[name] = given.get("value", "")
        elif tag == "select":
            self.fields[name] = given
            self._select = name
        elif tag == "option" and "selected" in given:
            self.values[self._select] = given["value"]
        elif tag == "fieldset" and given.get("id"):
            self.fields[given["id"]] = given
        elif tag == "details" and "open" in given:
            self.open_details += 1
        if tag not in ("input", "meta", "link", "path", "circle", "br", "hr"):
            self._inside.append((tag, given.get("id", "")))

    def handle_endtag(self, tag: str) -> None:
        if any(open_tag == tag for open_tag, _ in self._inside):
            while self._inside.pop()[0] != tag:
                pass

    def handle_data(self, data: str) -> None:
        for _, name in self._inside:
            if name:
                self._texts[name] = f"{self._texts.get(name, '')} {data.strip()}".strip()

    def about(self, name: str) -> str:
        """What is said beside a field, tied to it for a screen reader."""
        ids = self.fields[name].get("aria-describedby", "").split()
        return " ".join(self._texts[one] for one in ids)

    @property
    def summary(self) -> str:
        return self._texts.get("summary", "")

    @property
    def offered(self) -> set[str]:
        """The keys of the fields of the first side."""
        return {name.removeprefix("side0-") for name in self.fields if name.startswith("side0-")}


_COUNT = itertools.count()


class Table:
    """A match being played, seen through its pages."""

    def __init__(self, app: Flask, variant: Variant, players: int | None = None, **chosen: Any) -> None:
        self.app = app
        self.client: FlaskClient = app.test_client()
        players = players or variant.default_players(2) or max(variant.seats)
        count = variant.seats[players].sides
        names = ["We", "They"] if count == 2 else [f"Player {n + 1}" for n in range(count)]
        sides = [Side(name, [""] * (players // count)) for name in names]
        before = chosen.pop("before", [0] * count)
        with app.extensions["book"].session() as session:
            self.id: int = session.open_match(
                f"open-a-match-{next(_COUNT):06}",
                variant=with_rules(variant, chosen),
                house_rules=chosen,
                players=players,
                sides=sides,
                dealer=0,
                before=before,
            ).match.id

    @property
    def match(self) -> Match:
        with self.app.extensions["book"].session() as session:
            found = session.match(self.id)
        assert found is not None
        return found

    @property
    def entries(self) -> list[Entry]:
        with self.app.extensions["book"].session() as session:
            found: list[Entry] = session.entries(self.id)
        return found

    def url(self, rest: str = "new/plain") -> str:
        return f"/matches/{self.id}/deals/{rest}"

    def draw(self, rest: str = "new/plain") -> Page:
        response = self.client.get(self.url(rest))
        assert response.status_code == 200
        return Page(response)

    def send(self, page: Page, typed: dict[str, Any], act: str = "save", rest: str = "new/plain") -> Page:
        values = {**page.values, **typed, "act": act}
        return Page(self.client.post(self.url(rest), data=values))

    def write(self, tallies: list[dict[str, Any]], kind: str = "entered", **body: Any) -> Entry:
        """Writes past the pages, as another phone would."""
        with self.app.extensions["book"].session() as session:
            base = session.match(self.id).last_entry
            body = {**body, "tallies": tallies} if tallies else body
            written = session.write(f"from-another-phone-{self.id}-{base}", self.id, kind, body, base)
        entry: Entry = written.entry
        return entry


TYPICAL = {
    "went_out": "0",
    "side0-card_points": "430",
    "side0-canastas.natural": "2",
    "side0-canastas.mixed": "1",
    "side0-red_threes": "2",
    "side1-card_points": "180",
    "side1-canastas.mixed": "1",
    "side1-red_threes": "1",
    "side1-hand_points": "75",
}
TYPICAL_TALLIES = [
    {
        "card_points": 430,
        "canastas": {"natural": 2, "mixed": 1},
        "red_threes": 2,
        "went_out": True,
        "hand_points": 0,
    },
    {"card_points": 180, "canastas": {"mixed": 1}, "red_threes": 1, "hand_points": 75},
]


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """One book for all: every table opens a match of its own in it."""
    app = household({"BOOK": tmp_path_factory.mktemp("household") / "test.book", "TESTING": True})
    yield app
    app.extensions["book"].close()


@pytest.fixture
def table(app: Flask) -> Table:
    return Table(app, variants.load("classic"))


# ---- what it offers --------------------------------------------------------------------------------------------------

EVERYWHERE = {
    "card_points",
    "card_counts.50",
    "card_counts.20",
    "card_counts.10",
    "card_counts.5",
    "opened",
    "hand_points",
    "hand_counts.50",
    "hand_counts.20",
    "hand_counts.10",
    "hand_counts.5",
    "result",
    "adjustment.points",
    "adjustment.reason",
    "hands.0",
    "hands.1",
    *(f"melds.{row}" for row in range(6)),
}
CONCEALED_MELDS = {f"concealed.{row}" for row in range(6)}
OFFERED = {
    "classic": {
        "red_threes",
        "canastas.natural",
        "canastas.mixed",
        "concealed_canastas",
        "red_threes_in_hand",
        "hand_taken_off",
        *CONCEALED_MELDS,
    },
    "canastra": {
        "red_threes",
        "canastas.natural",
        "canastas.mixed",
        "canastas.wild",
        "black_threes_in_hand",
        "red_threes_in_hand",
        "hand_taken_off",
    },
    "romanian": {
        "red_threes",
        "canastas.natural",
        "canastas.mixed",
        "canastas.wild",
        "black_threes_in_hand",
        "red_threes_in_hand",
        "hand_taken_off",
    },
    "americana": {
        "red_threes",
        "black_threes",
        "canastas.special",
        "canastas.natural",
        "canastas.mixed",
        "canastas.twos",
        "canastas.four_jokers",
        "canastas.wild",
        "extras.incomplete_aces",
        "extras.incomplete_sevens",
        "extras.incomplete_wild",
        "extras.incomplete_four_jokers",
        "extras.aces_in_hand",
        "extras.sevens_in_hand",
    },
    "italian": {
        "red_threes",
        "canastas.natural",
        "canastas.mixed",
        "canastas.wild",
        "canastas.twos",
        "canastas.jokers",
    },
}
ANSWERS = {
    "classic": {"nobody", "0", "0.concealed", "1", "1.concealed"},
    "canastra": {"nobody", "0", "0.concealed", "1", "1.concealed"},
    "romanian": {"nobody", "0", "0.concealed", "1", "1.concealed"},
    "italian": {"nobody", "0", "1"},
    "americana": {
        "nobody",
        *(
            f"{side}{how}"
            for side in (0, 1)
            for how in ("", ".special.straight", ".special.pairs", ".special.pairs_with_twos", ".special.garbage")
        ),
    },
}


@pytest.mark.parametrize("game", GAMES)
def test_the_form_offers_what_the_game_has_and_nothing_else(app: Flask, game: str) -> None:
    page = Table(app, variants.load(game)).draw()
    assert page.offered == EVERYWHERE | OFFERED[game]
    assert set(page.radios) == ANSWERS[game]
    assert page.open_details == 0


def test_a_house_rule_offers_the_count_it_makes_necessary(app: Flask) -> None:
    americana = variants.load("americana")
    name = next(name for name in americana.house_rules if name.startswith("hands.apart"))
    page = Table(app, americana, **{name: 100}).draw()
    assert page.offered - EVERYWHERE - OFFERED["americana"] == {"black_threes_in_hand", "red_threes_in_hand"}


def test_a_single_player_has_one_hand(app: Flask) -> None:
    page = Table(app, variants.load("canastra"), players=2).draw()
    assert "hands.0" in page.offered
    assert "hands.1" not in page.offered


def test_every_field_names_its_side_and_what_it_counts(table: Table) -> None:
    page = table.draw()
    assert page.fields["side0-canastas.natural"]["aria-label"] == "We, Natural canastas"
    assert page.fields["side1-red_threes"]["aria-label"] == "They, red threes"
    named = [given["aria-label"] for name, given in page.fields.items() if name.startswith("side")]
    assert len(named) == len(set(named))


@pytest.mark.parametrize("game", GAMES)
def test_what_is_written_beside_a_field_is_part_of_its_name(app: Flask, game: str) -> None:
    page = Table(app, variants.load(game)).draw()
    seen: dict[str, str] = {}
    for label in re.findall(r"<label class=.*?</label>", page.html, flags=re.DOTALL):
        if name := re.search(r' aria-label="([^"]*)"', label):
            seen[name[1]] = label
    for key, field in page.fields.items():
        if label := re.search(rf'<label for="{re.escape(key)}">.*?</label>', page.html, flags=re.DOTALL):
            seen[field["aria-label"]] = label[0]
    assert len(seen) > len(page.offered)
    words = {name: re.sub(r"<[^>]*>", "", label).strip().lower() for name, label in seen.items()}
    assert all(words.values())
    assert [(name, said) for name, said in words.items() if said not in name.lower()] == []


def test_a_made_up_game_with_three_sides_and_a_kind_of_its_own_has_its_form(app: Flask) -> None:
    data = variants.load("italian").data
    kinds = {
        "royal": {**data["canastas"]["kinds"]["natural"], "ranks": ["K"], "label": "Royal canastas", "one": "royal"}
    }
    made_up = read(
        {
            **{key: value for key, value in data.items() if key not in ("examples", "house_rules", "readings")},
            "key": "made_up",
            "canastas": {**data["canastas"], "kinds": {**kinds, **data["canastas"]["kinds"]}},
            "going_out": {"bonus": 70, "concealed": 140},
        }
    )
    table = Table(app, made_up, players=3)
    page = table.draw()
    assert {"0.concealed", "1.concealed", "2.concealed"} < set(page.radios)
    saved = table.send(
        page,
        {
            "went_out": "2.concealed",
            "side2-canastas.royal": "1",
            "side2-canastas.natural": "1",
            "side2-card_points": "200",
            "side0-card_points": "100",
            "side0-hand_points": "30",
            "side1-result": "−45",
        },
    )
    assert saved.response.status_code == 303
    assert table.match.totals == [100 - 2 * 30, -45, 200 + 140 + 500 + 500]


# ---- what it saves ---------------------------------------------------------------------------------------------------


def test_a_typical_deal_is_saved_and_the_match_page_says_so(table: Table) -> None:
    response = table.send(table.draw(), TYPICAL).response
    assert response.status_code == 303
    assert table.entries[-1].body == {"tallies": TYPICAL_TALLIES}
    assert table.match.totals == [2030, 505]
    shown = table.client.get(response.location).get_data(as_text=True)
    assert "Deal 1 saved" in shown
    assert table.url(f"{table.match.deals[0].id}/correct") in shown


@pytest.mark.parametrize("typed", ["1,495", "1.495", "1 495", "1\u00a0495", " 1495 ", "+1495", "1’495"])
def test_a_number_may_be_written_as_people_write_it(table: Table, typed: str) -> None:
    assert table.send(table.draw(), {"side0-result": typed, "side1-result": "0"}).response.status_code == 303
    assert table.match.totals == [1495, 0]


def test_what_cannot_be_seen_is_not_kept(table: Table) -> None:
    typed = {"adjustment.points": "\u200e50", "adjustment.reason": "late\x00\u202e again", "melds.0": "K\x1fK\x00 K"}
    table.send(table.draw(), {"waited": "yes", **{f"side0-{key}": text for key, text in typed.items()}})
    said = table.entries[-1].body["tallies"][0]
    assert said == {"melds": ["K K K"], "adjustment": {"points": 50, "reason": "late again"}}


@pytest.mark.parametrize("minus", ["-", "−", "–", "—", "− "])
def test_a_minus_may_be_any_minus(table: Table, minus: str) -> None:
    assert table.send(table.draw(), {"side0-result": f"{minus}1,495", "side1-result": "0"}).response.status_code == 303
    assert table.match.totals == [-1495, 0]


@pytest.mark.parametrize("said", [{"hands.0": "–", "hands.1": "4"}, {"hand_counts.5": "1"}, {"hand_points": "5"}, {}])
def test_the_hand_of_the_side_out_is_empty_where_nothing_is_said(table: Table, said: dict[str, str]) -> None:
    table.send(table.draw(), TYPICAL | {f"side0-{key}": value for key, value in said.items()})
    shown = table.match.deals[0].scored.shown[0]
    assert shown.hand_points == (5 if said else 0)
    assert shown.hand_stated


def test_net_points_below_zero_need_no_minus_key(table: Table) -> None:
    typed = {"went_out": "1", "side0-card_points": "50", "side0-hand_taken_off": "minus", "side1-result": "100"}
    page = table.send(table.draw(), typed)
    if page.response.status_code == 200:
        page = table.send(page, {})
    assert table.entries[-1].body["tallies"][0] == {"card_points": -50, "hand_taken_off": True}


def test_check_shows_lines_and_totals_and_writes_nothing(table: Table) -> None:
    before = table.entries
    page = table.send(table.draw(), TYPICAL, act="check")
    assert page.response.status_code == 200
    rows = re.findall(r'<tr role="row".*?</tr>', page.html, flags=re.DOTALL)
    assert [" ".join(re.sub(r"<[^>]*>", " ", row).split()) for row in rows] == [
        "We They",
        "+1,000 2 × 500 Natural canastas –",
        "+300 1 × 300 Mixed canastas +300 1 × 300",
        "+200 2 × 100 Red threes +100 1 × 100",
        "+100 Going out –",
        "+430 Cards melded +180",
        "0 Left in hand −75",
        "+2,030 This deal +505",
        "2,030 New total 505",
        "90 To open 50",
    ]
    assert page.values["side0-card_points"] == "430"
    assert table.entries == before
    assert table.send(page, {}).response.status_code == 303


def test_check_offers_more_rows_when_the_rows_are_used_up(table: Table) -> None:
    page = table.send(table.draw(), {f"side0-melds.{row}": "K*4" for row in range(6)}, act="check")
    assert "melds.7" in page.offered
    assert "side1-melds.6" not in page.fields


@pytest.mark.parametrize("row", ["216", "9" * 5000])
def test_a_meld_too_many_is_not_dropped_silently(table: Table, row: str) -> None:
    page = table.send(table.draw(), {f"side0-melds.{row}": "K*4"})
    assert page.response.status_code == 422
    assert "at most 216 melds" in page.about("side0-melds.0")


def test_a_concealed_meld_needs_its_cards(table: Table) -> None:
    page = table.send(table.draw(), {"side1-concealed.2": "yes"})
    assert page.response.status_code == 422
    assert "which cards" in page.about("side1-melds.2")


# ---- what it refuses -------------------------------------------------------------------------------------------------


def _numbers(game: str) -> list[str]:
    """The fields of a game that take a number."""
    other = re.compile(r"melds|hands\.|concealed\.|opened|hand_taken_off|.*reason")
    return sorted(field for field in OFFERED[game] | EVERYWHERE if not other.match(field))


@pytest.mark.parametrize("typed", ["many", "1" + 40 * "0", "4.5", "1,23", "1e3", "0x10", "--5", "1234567890"])
@pytest.mark.parametrize("game", GAMES)
def test_what_is_no_whole_number_is_refused_beside_every_field(app: Flask, game: str, typed: str) -> None:
    table = Table(app, variants.load(game))
    names = [f"side{side}-{field}" for side in (0, 1) for field in _numbers(game)]
    page = table.send(table.draw(), dict.fromkeys(names, typed))
    assert page.response.status_code == 422
    for name in names:
        assert re.search("whole number|at most 9 digits", page.about(name)), name
        assert page.fields[name]["aria-invalid"] == "true"
        assert page.values[name] == typed
        assert f'href="#{name}"' in page.html
    assert f"{len(names)} things" in page.summary
    assert len(table.entries) == 1


LESS = [(game, field) for game in ("classic", "canastra", "americana") for field in _numbers(game)]


@pytest.mark.parametrize(("game", "field"), [row for row in LESS if row[1] not in ("result", "adjustment.points")])
def test_less_than_nothing_is_refused_beside_its_field(app: Flask, game: str, field: str) -> None:
    table = Table(app, variants.load(game))
    page = table.send(table.draw(), {"went_out": "nobody", "side0-card_points": "100", f"side0-{field}": "−1"})
    assert page.response.status_code == 422
    wrong = [name for name, given in page.fields.items() if given.get("aria-invalid")]
    assert wrong == ["side0-card_points" if field.startswith("card_counts") else f"side0-{field}"]
    assert page.about(wrong[0])
    assert page.values[f"side0-{field}"] == "−1"
    assert len(table.entries) == 1


IMPOSSIBLE = [
    ("points that no cards make", "classic", {"side0-card_points": "433"}, "side0-card_points", "end in 0 or 5"),
    (
        "six canastas on a hundred points",
        "classic",
        {"side0-card_points": "100", "side0-canastas.natural": "6"},
        "side0-card_points|side0-canastas.natural",
        "",
    ),
    ("five red threes", "classic", {"side0-red_threes": "5"}, "side0-red_threes", "4"),
    (
        "five red threes between the sides",
        "classic",
        {"side0-red_threes": "2", "side1-red_threes": "3"},
        "side1-red_threes",
        "4",
    ),
    ("canastas without their cards", "classic", {"side1-canastas.mixed": "1"}, "side1-card_points", "missing"),
    (
        "a word that is no card",
        "classic",
        {"side0-melds.0": "K*4", "side0-melds.1": "kings"},
        "side0-melds.1",
        "KINGS|kings",
    ),
    ("a meld of two ranks", "classic", {"side0-melds.0": "A*3", "side0-melds.1": "K Q J"}, "side0-melds.1", "one rank"),
    (
        "nine aces in the third meld",
        "classic",
        {"side0-melds.0": "K*7", "side0-melds.1": "Q*4", "side0-melds.2": "A*9"},
        "side0-melds.2",
        "the packs hold 8 A, this makes 9",
    ),
    (
        "a ninth king behind empty rows",
        "classic",
        {"side0-melds.0": "K*4", "side0-melds.2": "Q*3", "side0-melds.4": "K*5"},
        "side0-melds.4",
        "the packs hold 8 K, this makes 9",
    ),
    (
        "nine kings in the second hand",
        "classic",
        {"side0-hands.0": "A", "side0-hands.1": "K*9"},
        "side0-hands.1",
        "the packs hold 8 K, this makes 9",
    ),
    (
        "two melds of one rank",
        "canastra",
        {"side0-melds.0": "A*3", "side0-melds.1": "K*3", "side0-melds.3": "K*4"},
        "side0-melds.3",
        "are one meld",
    ),
    ("a hand of no cards", "classic", {"side0-hands.0": "A", "side0-hands.1": "pig"}, "side0-hands.1", "no card"),
    (
        "named and counted melds",
        "classic",
        {"side0-melds.0": "K*4", "side0-card_points": "40"},
        "side0-card_points",
        "named",
    ),
    (
        "named and counted hands",
        "classic",
        {"side0-hands.0": "K", "side0-hand_points": "10"},
        "side0-hand_points",
        "named",
    ),
    (
        "an agreement without a reason",
        "classic",
        {"side0-adjustment.points": "50"},
        "side0-adjustment.reason",
        "agreed",
    ),
    (
        "a reason without points",
        "classic",
        {"side0-adjustment.reason": "a slip"},
        "side0-adjustment.points",
        "how many",
    ),
    (
        "a result and more",
        "classic",
        {"side0-result": "500", "side0-red_threes": "1"},
        "side0-red_threes",
        "stands alone",
    ),
    (
        "opened with nothing melded",
        "classic",
        {"side0-card_points": "0", "side0-opened": "yes"},
        "side0-opened",
        "not opened",
    ),
    (
        "hands taken off and stated",
        "classic",
        {"side0-card_points": "40", "side0-hand_taken_off": "yes", "side0-hand_points": "5"},
        "side0-hand_points",
        "taken off",
    ),
    (
        "more cards of a value than there are",
        "classic",
        {"side0-card_counts.50": "9"},
        "side0-card_counts.50",
        "",
    ),
    (
        "more concealed canastas than canastas",
        "classic",
        {"side0-card_points": "100", "side0-concealed_canastas": "1"},
        "side0-concealed_canastas",
        "at most 0",
    ),
    (
        "more hands with aces than hands",
        "americana",
        {"side0-hand_points": "200", "side0-extras.aces_in_hand": "3"},
        "side0-extras.aces_in_hand",
        "hands",
    ),
    (
        "hands taken off where they may not be",
        "italian",
        {"side0-card_points": "40", "side0-hand_taken_off": "yes"},
        "side0-hand_taken_off",
        "by themselves",
    ),
]


@pytest.mark.parametrize(("what", "game", "typed", "field", "says"), IMPOSSIBLE, ids=[row[0] for row in IMPOSSIBLE])
@pytest.mark.parametrize("act", ["save", "check"])
def test_what_cannot_have_happened_is_refused_beside_its_field(
    app: Flask, what: str, game: str, typed: dict[str, str], field: str, says: str, act: str
) -> None:
    table = Table(app, variants.load(game))
    page = table.send(table.draw(), {"went_out": "nobody"} | typed, act=act)
    assert page.response.status_code == 422, what
    wrong = [name for name, given in page.fields.items() if given.get("aria-invalid")]
    assert len(wrong) == 1
    assert re.fullmatch(field, wrong[0])
    assert re.search(says, page.about(wrong[0]))
    assert f'href="#{wrong[0]}"' in page.html
    assert {name: page.values[name] for name in typed} == typed
    assert len(table.entries) == 1


@pytest.mark.parametrize("went_out", [["0", "1"], ["2"], ["0.special.pairs"], ["<b>"]])
def test_a_forged_answer_to_who_went_out_is_refused(table: Table, went_out: list[str]) -> None:
    page = table.draw()
    data = {**page.values, **TYPICAL, "act": "save", "went_out": went_out}
    answer = Page(table.client.post(table.url(), data=data))
    assert answer.response.status_code == 422
    assert re.search("only one side|choose one", answer.about("went_out"))
    assert "<b>" not in answer.html
    assert len(table.entries) == 1


def test_a_part_that_holds_something_or_an_error_opens_by_itself(table: Table) -> None:
    assert table.send(table.draw(), {"side0-adjustment.points": "x"}).open_details == 1
    assert table.send(table.draw(), {"side0-hands.0": "K", "side1-melds.0": "K*4"}, act="check").open_details == 2


def test_without_the_token_nothing_is_written(table: Table) -> None:
    page = table.draw()
    data = {key: value for key, value in page.values.items() if key != "csrf_token"} | TYPICAL | {"act": "save"}
    assert table.client.post(table.url(), data=data).status_code == 400
    assert len(table.entries) == 1


def test_a_match_or_deal_that_is_not_there_is_not_found(table: Table) -> None:
    assert table.client.get("/matches/999/deals/new").status_code == 404
    for rest in ("999", "999/correct/plain"):
        assert table.client.get(table.url(rest)).status_code == 404
    token = table.draw().values["csrf_token"]
    assert table.client.post(table.url("999/strike"), data={"csrf_token": token}).status_code == 404


# ---- what it doubts --------------------------------------------------------------------------------------------------

DOUBTFUL = TYPICAL | {"side1-card_points": "40", "side1-canastas.mixed": "", "side1-hand_points": ""}


def test_a_doubt_is_asked_once_and_then_saved_all_the_same(table: Table) -> None:
    page = table.send(table.draw(), DOUBTFUL)
    assert page.response.status_code == 200
    assert "50 are needed to open" in page.about("side1-card_points")
    assert "not stated" in page.about("side1-hand_points")
    assert "aria-invalid" not in page.fields["side1-card_points"]
    assert "Save all the same" in page.html
    assert "+2,030" in page.html
    assert len(table.entries) == 1
    assert table.send(page, {}).response.status_code == 303
    assert len(table.entries) == 2


def test_other_doubts_are_asked_again(table: Table) -> None:
    page = table.send(table.draw(), DOUBTFUL)
    again = table.send(page, {"side1-card_points": "30"})
    assert again.response.status_code == 200
    assert "melds count 30" in again.about("side1-card_points")
    fewer = table.send(again, {"side1-hand_points": "20"})
    assert fewer.response.status_code == 200
    assert table.send(fewer, {"side1-red_threes": "0"}).response.status_code == 303


def test_a_check_that_showed_the_doubts_need_not_be_answered_twice(table: Table) -> None:
    page = table.send(table.draw(), DOUBTFUL, act="check")
    assert "Save all the same" in page.html
    assert table.send(page, {}).response.status_code == 303


def test_nothing_chosen_under_went_out_is_nobody_with_a_doubt(table: Table) -> None:
    typed = {key: value for key, value in TYPICAL.items() if key != "went_out"} | {"side0-hand_points": "20"}
    page = table.send(table.draw(), typed)
    assert "did nobody go out?" in page.about("went_out")
    assert table.send(page, {}).response.status_code == 303
    assert table.match.deals[0].out is None


def test_a_hand_that_going_out_emptied_is_asked_for_when_the_other_side_went_out(table: Table) -> None:
    """The commonest slip: the wrong side was marked as out. Its empty hand must not stay a stated 0."""
    table.send(table.draw(), TYPICAL)
    rest = f"{table.match.deals[0].id}/correct/plain"
    page = table.draw(rest)
    assert page.values["side0-hand_points"] == ""
    page = table.send(page, {"went_out": "1", "side1-hand_points": ""}, rest=rest)
    assert page.response.status_code == 200
    assert "what is left in hand is not stated" in page.about("side0-hand_points")


def test_nobody_is_an_answer_and_no_doubt(table: Table) -> None:
    assert (
        table.send(table.draw(), TYPICAL | {"went_out": "nobody", "side0-hand_points": "20"}).response.status_code
        == 303
    )


def test_an_empty_form_is_doubted_and_can_be_saved(table: Table) -> None:
    page = table.send(table.draw(), {})
    assert page.response.status_code == 200
    assert page.html.count("nothing is stated for this side") >= 2
    assert table.send(page, {}).response.status_code == 303


# ---- twice, at once, too late ----------------------------------------------------------------------------------------


def test_a_form_sent_twice_is_one_deal(table: Table) -> None:
    page = table.draw()
    first, second = (table.send(page, TYPICAL).response for _ in range(2))
    assert (second.status_code, second.location) == (303, first.location)
    assert len(table.entries) == 2


def test_a_doubted_form_sent_twice_is_one_deal(table: Table) -> None:
    page = table.send(table.draw(), DOUBTFUL)
    first, second = (table.send(page, {}).response for _ in range(2))
    assert (second.status_code, second.location) == (303, first.location)
    assert len(table.entries) == 2


def test_a_deal_entered_twice_and_not_alike_is_shown_side_by_side(table: Table) -> None:
    page = table.draw()
    table.write([{"result": 1040}, {"result": 505}])
    late = table.send(page, TYPICAL)
    assert late.response.status_code == 409
    assert "Deal 1 was entered on another phone, and not the same" in late.html
    assert all(points in late.html for points in ("+1,040", "+2,030", "+505"))
    assert {name: late.values[name] for name in TYPICAL} == TYPICAL
    assert late.values["settles"] == page.values["op_id"] != late.values["op_id"]
    assert len(table.entries) == 2


@pytest.mark.parametrize(
    ("choice", "totals", "kinds"),
    [
        ("new/plain", [1040 + 2030, 505 + 505], ["opened", "entered", "entered"]),
        ("{deal}/correct/plain", [2030, 505], ["opened", "entered", "corrected"]),
    ],
    ids=["both are deals", "mine is right"],
)
def test_whoever_entered_a_deal_twice_chooses(table: Table, choice: str, totals: list[int], kinds: list[str]) -> None:
    page = table.draw()
    deal = table.write([{"result": 1040}, {"result": 505}]).number
    late = table.send(page, TYPICAL)
    assert f'action="{table.url(choice.format(deal=deal))}"' in late.html
    done = table.send(late, {}, rest=choice.format(deal=deal))
    assert done.response.status_code == 303
    last = table.entries[-1].number
    assert done.response.location.endswith(f"&settled={page.values['op_id']}&base={last}")
    assert table.match.totals == totals
    assert [entry.kind for entry in table.entries] == kinds
    # Sent again, as by a phone that has not heard of it, it is found in the book.
    assert table.send(page, TYPICAL).response.status_code == 303
    assert table.match.totals == totals


def test_keeping_the_deal_in_the_book_is_a_link(table: Table) -> None:
    page = table.draw()
    table.write([{"result": 1040}, {"result": 505}])
    late = table.send(page, TYPICAL)
    assert f'href="/matches/{table.id}?settled={page.values["op_id"]}&amp;base={table.match.last_entry}"' in late.html


def test_what_another_phone_entered_after_is_still_compared_with_what_comes_after(table: Table) -> None:
    page = table.draw()
    first = table.write([{"result": 1040}, {"result": 505}]).number
    table.write([{"result": 5}, {"result": 5}])
    late = table.send(page, TYPICAL)
    assert f'settled={page.values["op_id"]}&amp;base={first}"' in late.html
    done = table.send(late, {}, rest=f"{first}/correct/plain")
    assert done.response.location.endswith(f"&base={first}")


def test_mine_in_the_place_of_theirs_keeps_the_side_that_only_they_have_counted(table: Table) -> None:
    page = table.draw()
    deal = table.send(table.draw(), TYPICAL).response and table.match.deals[0].id
    late = table.send(page, OURS | {"side0-card_points": "435", "waited": "yes", "side1-red_threes": ""})
    assert late.response.status_code == 409
    form = dict(
        re.findall(r'name="([^"]+)" value="([^"]*)"', late.html.split("/correct/plain", 1)[1].split("</form>", 1)[0])
    )
    assert table.client.post(table.url(f"{deal}/correct/plain"), data=form).status_code == 303
    assert table.match.totals == [2035, 505]


def test_what_waited_and_was_refused_settles_once_it_is_put_right(table: Table) -> None:
    page = table.draw()
    waited = {"settles": "a-deal-that-waited-here", "seen": page.values["base"]}
    wrong = table.send(page, TYPICAL | waited | {"side0-red_threes": "9"})
    assert wrong.response.status_code == 422
    done = table.send(wrong, {"side0-red_threes": "2"})
    assert done.response.location.endswith(f"&settled=a-deal-that-waited-here&base={table.match.last_entry}")


def test_what_was_typed_for_a_match_of_another_book_is_not_taken(table: Table) -> None:
    page = table.draw()
    sent = table.send(page, TYPICAL | {"of": f"{table.id} 2001-02-03T04:05:06Z"})
    assert sent.response.status_code == 410
    assert "typed for a match of another book" in sent.html
    assert table.match.deals == []
    assert table.send(page, TYPICAL | {"of": f"{table.id} {table.match.opened_at}"}).response.status_code == 303


def test_a_deal_that_is_no_deal_is_put_right_before_anybody_chooses(table: Table) -> None:
    page = table.draw()
    table.write([{"result": 1040}, {"result": 505}])
    late = table.send(page, TYPICAL | {"side0-red_threes": "4"})
    assert late.response.status_code == 422
    assert "red threes" in late.html
    assert table.send(late, {"side0-red_threes": "2"}).response.status_code == 303


def test_the_same_deal_from_two_phones_is_one_deal(table: Table) -> None:
    page, other = table.draw(), table.draw()
    first, second = table.send(page, TYPICAL).response, table.send(other, TYPICAL).response
    assert (second.status_code, second.location) == (303, first.location)
    assert len(table.entries) == 2


OURS = {name: text for name, text in TYPICAL.items() if not name.startswith("side1") or "threes" in name}
THEIRS = {name: text for name, text in TYPICAL.items() if not name.startswith("side0") or "threes" in name}


@pytest.mark.parametrize("order", [(OURS, THEIRS), (THEIRS, OURS)], ids=["ours first", "theirs first"])
def test_two_phones_that_count_one_side_each_make_one_deal(table: Table, order: tuple[dict[str, str], ...]) -> None:
    pages = [table.draw(), table.draw()]
    for page, half in zip(pages, order, strict=True):
        sent = table.send(page, half | {"waited": "yes"})
        assert sent.response.status_code == 303
    assert [deal.scored.scores for deal in table.match.deals] == [[2030, 505]]
    assert [entry.kind for entry in table.entries] == ["opened", "entered", "corrected"]
    for page, half in zip(pages, order, strict=True):  # sent again, nothing more is written
        assert table.send(page, half | {"waited": "yes"}).response.status_code == 303
    assert len(table.entries) == 3


def test_a_deal_that_became_doubtful_meanwhile_shows_its_doubts(app: Flask) -> None:
    table = Table(app, variants.load("classic"))
    deal = table.write([{"result": 0}, {"result": 0}]).number
    page = table.draw()
    table.write([{"result": 0}, {"result": 4000}], "corrected", deal=deal)
    late = table.send(
        page,
        {
            "went_out": "0",
            "side0-card_points": "100",
            "side0-canastas.natural": "1",
            "side1-card_points": "60",
            "side1-hand_points": "20",
        },
    )
    assert late.response.status_code == 200
    assert "Deal 1 was corrected" in late.html
    assert "120 are needed to open" in late.about("side1-card_points")
    assert len(table.entries) == 3
    assert table.send(late, {}).response.status_code == 303


def test_what_others_do_to_other_deals_stops_nobody_and_is_told_when_asked(table: Table) -> None:
    deal = table.write([{"result": 100}, {"result": 200}]).number
    page = table.draw()
    table.write([{"result": 150}, {"result": 200}], "corrected", deal=deal)
    asked = table.send(page, TYPICAL, "check")
    assert "Deal 1 was corrected" in asked.html
    assert table.send(page, TYPICAL).response.status_code == 303
    assert table.match.totals == [150 + 2030, 200 + 505]


def test_a_deal_struck_out_meanwhile_is_no_rival(table: Table) -> None:
    page = table.draw()
    deal = table.write([{"result": 885}, {"result": -55}]).number
    table.write([], "struck_out", deal=deal)
    assert table.send(page, TYPICAL).response.status_code == 303
    assert table.match.totals == [2030, 505]


def test_two_corrections_of_one_deal_are_shown_side_by_side(table: Table) -> None:
    deal = table.write(TYPICAL_TALLIES).number
    where = f"{deal}/correct/plain"
    page = table.draw(where)
    table.write([{"result": 5}, {"result": 10}], "corrected", deal=deal)
    late = table.send(page, {"side1-hand_points": "70"}, rest=where)
    assert late.response.status_code == 409
    assert "not the same" in late.html
    assert "save both" not in late.html
    assert table.send(late, {}, rest=where).response.status_code == 303
    assert table.match.totals == [2030, 510]


def test_another_deal_under_the_same_name_of_the_act_is_asked_about(table: Table) -> None:
    page = table.draw()
    table.send(page, TYPICAL)
    back = table.send(page, TYPICAL | {"side1-hand_points": "70"})
    assert back.response.status_code == 422
    assert "has saved a deal already" in back.html
    assert back.values["op_id"] != page.values["op_id"]
    assert back.values["side1-hand_points"] == "70"
    assert len(table.entries) == 2
    assert table.send(back, {}).response.status_code == 303
    assert len(table.entries) == 3


def test_a_form_without_the_name_of_its_act_gets_a_new_one(table: Table) -> None:
    page = table.send(table.draw(), TYPICAL | {"op_id": "no"})
    assert page.response.status_code == 400
    assert table.send(page, {}).response.status_code == 303


@pytest.mark.parametrize("base", ["", "x", "0", "9" * 40, "-1"])
def test_a_forged_base_writes_nothing(table: Table, base: str) -> None:
    assert table.send(table.draw(), TYPICAL | {"base": base}).response.status_code == 409
    assert len(table.entries) == 1


# ---- correcting ------------------------------------------------------------------------------------------------------

RICH: list[tuple[str, str, list[dict[str, Any]]]] = [
    ("the typical deal", "classic", TYPICAL_TALLIES),
    (
        "melds and hands by cards, concealed melds",
        "classic",
        [
            {
                "melds": ["k*7", {"cards": "Q*7", "concealed": True}, "9*5 2 JK"],
                "hands": ["", "4"],
                "red_threes": 2,
                "went_out": True,
                "concealed": True,
            },
            {"melds": [], "hands": ["A 5*2", "JK"], "opened": False},
        ],
    ),
    (
        "counts by value",
        "classic",
        [
            {"card_counts": {"50": 1, "20": 3, "10": 14, "5": 0}, "canastas": {"natural": 1}, "hand_counts": {"10": 2}},
            {"card_counts": {"20": 4}, "hand_counts": {"50": 0}, "red_threes_in_hand": 1},
        ],
    ),
    (
        "concealed canastas and an agreement",
        "classic",
        [
            {
                "card_points": 200,
                "canastas": {"natural": 0, "mixed": 2},
                "concealed_canastas": 1,
                "opened": True,
                "hand_points": 0,
                "went_out": True,
                "adjustment": {"points": -50, "reason": "played out of turn <i>"},
            },
            {"opened": True, "hand_points": 20},
        ],
    ),
    (
        "hands taken off",
        "romanian",
        [
            {"card_points": -50, "hand_taken_off": True, "opened": False, "red_threes": 1},
            {"card_points": 300, "canastas": {"mixed": 1}, "hand_taken_off": True, "went_out": True},
        ],
    ),
    (
        "threes in hand",
        "canastra",
        [
            {"hand_points": 40, "black_threes_in_hand": 2, "red_threes_in_hand": 1},
            {"card_points": 400, "canastas": {"wild": 1}, "hand_points": 0, "went_out": True},
        ],
    ),
    (
        "results",
        "italian",
        [
            {"result": -320, "adjustment": {"points": 7, "reason": "a bet"}},
            {"result": 1500, "went_out": True},
        ],
    ),
    ("a result out concealed", "canastra", [{"result": 1500, "went_out": True, "concealed": True}, {"result": 0}]),
    (
        "a special hand with its adjustment, the other side with extras",
        "americana",
        [
            {"special_hand": "straight", "adjustment": {"points": 100, "reason": "courtesy"}},
            {
                "card_points": 150,
                "red_threes": 1,
                "black_threes": 2,
                "canastas": {"special": 0},
                "extras": {"incomplete_aces": 1, "aces_in_hand": 1, "sevens_in_hand": 0},
                "hand_points": 100,
            },
        ],
    ),
    (
        "a special hand marked as out, and more beside it",
        "americana",
        [
            {"hand_points": 35},
            {"special_hand": "garbage", "went_out": True, "card_points": 90, "red_threes": 3, "hands": ["K", ""]},
        ],
    ),
    (
        "melds by cards with extras held",
        "americana",
        [
            {"melds": ["A*3", "2*3", "K*5 2"], "hand_points": 60, "extras": {"aces_in_hand": 1}},
            {"card_points": 0, "opened": False, "hands": ["K*3", "7*3 4"]},
        ],
    ),
    (
        "every kind of the italian game",
        "italian",
        [
            {
                "card_points": 900,
                "canastas": {"natural": 1, "mixed": 1, "jokers": 1},
                "red_threes": 6,
                "went_out": True,
                "hand_points": 0,
            },
            {"melds": ["2*7"], "hands": ["B3 K", "4*2"]},
        ],
    ),
    ("nothing at all", "classic", [{}, {"went_out": True, "hand_points": 0}]),
]


@pytest.mark.parametrize(("what", "game", "tallies"), RICH, ids=[f"{row[1]}: {row[0]}" for row in RICH])
def test_opening_and_saving_a_correction_loses_nothing(
    app: Flask, what: str, game: str, tallies: list[dict[str, Any]]
) -> None:
    table = Table(app, variants.load(game))
    deal = table.write(tallies).number
    page = table.draw(f"{deal}/correct/plain")
    saved = table.send(page, {}, rest=f"{deal}/correct/plain")
    if saved.response.status_code == 200:
        saved = table.send(saved, {}, rest=f"{deal}/correct/plain")
    assert saved.response.status_code == 303, what
    assert saved.response.location == f"/matches/{table.id}?saved={deal}&unchanged=yes"
    assert table.entries[-1].number == deal


EXAMPLES = [
    pytest.param(game, number, id=f"{game}: {example.title}")
    for game in GAMES
    for number, example in enumerate(variants.load(game).examples)
    if example.tallies and "errors" not in example.expect
]


@pytest.mark.parametrize(("game", "number"), EXAMPLES)
def test_the_worked_examples_pass_through_the_form_unchanged(app: Flask, game: str, number: int) -> None:
    variant = variants.load(game)
    example = variant.examples[number]
    tallies = example.tallies
    assert tallies is not None
    players = example.players or variant.default_players(len(tallies))
    table = Table(app, variant, players=players, **example.rules)
    deal = table.write(tallies).number
    before = table.match.deals[0].scored
    page = table.draw(f"{deal}/correct/plain")
    saved = table.send(page, {}, rest=f"{deal}/correct/plain")
    if saved.response.status_code == 200:
        saved = table.send(saved, {}, rest=f"{deal}/correct/plain")
    assert saved.response.status_code == 303
    after = table.match.deals[0].scored
    assert after.scores == before.scores
    for old, new in zip(before.tallies, after.tallies, strict=True):
        given = old.data
        if old.went_out and old.special_hand is None and old.result is None and not old.hand_taken_off:
            given = {**({} if old.hands is not None or old.hand_counts is not None else {"hand_points": 0}), **given}
        assert new == tally.read(given)


COUNTS = st.integers(0, 9)
CARDS = st.sampled_from(["K*7", "9*5 2 JK", "a*4", "B3*3", "10 10 10"])
POINTS = st.integers(-400, 400).map(lambda n: 5 * n)


def _maybe(**keys: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries({}, optional=keys)


def _tallies(game: str) -> st.SearchStrategy[dict[str, Any]]:
    """Whatever can be written down about one side, sense or not."""
    variant = variants.load(game)
    by_value = st.dictionaries(st.sampled_from([str(n) for n in {*variant.card_values.values()}]), COUNTS, min_size=1)
    kinds = st.dictionaries(st.sampled_from(list(variant.canastas.kinds)), COUNTS, min_size=1)
    extras = st.dictionaries(st.sampled_from(list(variant.extras)), COUNTS) if variant.extras else st.just({})
    melds = st.lists(CARDS | st.builds(lambda cards: {"cards": cards, "concealed": True}, CARDS), max_size=9)
    named = _maybe(melds=melds)
    counted = _maybe(card_points=POINTS, canastas=kinds, concealed_canastas=COUNTS) | _maybe(card_counts=by_value)
    hands = _maybe(hands=st.lists(CARDS | st.just(""), min_size=2, max_size=2))
    held = _maybe(hand_points=POINTS, hand_counts=by_value, black_threes_in_hand=COUNTS, red_threes_in_hand=COUNTS)
    rest = _maybe(
        opened=st.booleans(),
        red_threes=COUNTS,
        black_threes=COUNTS,
        hand_taken_off=st.just(True),
        result=POINTS,
        extras=extras,
        adjustment=st.builds(lambda points: {"points": points, "reason": "agreed"}, POINTS),
    )
    return st.tuples(named | counted, hands | held, rest).map(lambda parts: parts[0] | parts[1] | parts[2])


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_whatever_a_tally_says_the_form_says_again(app: Flask, game: str, data: st.DataObject) -> None:
    we, they = (tally.read(data.draw(_tallies(game))) for _ in range(2))
    if game not in _EMPTY:
        _EMPTY[game] = Table(app, variants.load(game)).match
    match = _EMPTY[game]
    with app.test_request_context():
        said = [tally.read(one) for one in DealForm(match, [we, they]).tallies()]
    assert [_without_noughts(one) for one in said] == [_without_noughts(one) for one in (we, they)]


_EMPTY: dict[str, Match] = {}


def _without_noughts(one: tally.Tally) -> tally.Tally:
    """The same with no counts of none beside canastas and extras."""
    kinds, extras = ({key: n for key, n in counts.items() if n} for counts in (one.canastas, one.extras))
    return msgspec.structs.replace(one, canastas=kinds, extras=extras)


def test_a_correction_changes_the_deal_and_keeps_the_first_entry(table: Table) -> None:
    table.send(table.draw(), TYPICAL)
    deal = table.match.deals[0].id
    page = table.draw(f"{deal}/correct/plain")
    assert {name: page.values[name] for name in TYPICAL} == TYPICAL
    response = table.send(page, {"side0-red_threes": "1"}, rest=f"{deal}/correct/plain").response
    assert response.status_code == 303
    assert f"saved={deal}" in response.location
    assert table.match.totals == [1930, 505]
    assert [entry.kind for entry in table.entries] == ["opened", "entered", "corrected"]
    proof = table.client.get(table.url(str(deal)))
    assert proof.status_code == 200
    assert "+1,930" in proof.get_data(as_text=True)


@pytest.mark.parametrize("typed", [{}, {"reason": "counted once more"}, {"side1-canastas.natural": "0"}])
def test_a_correction_that_changes_nothing_is_not_written_and_says_so(table: Table, typed: dict[str, str]) -> None:
    deal = table.write(TYPICAL_TALLIES).number
    table.write(TYPICAL_TALLIES)  # so that a reason is asked for
    answer = table.send(table.draw(f"{deal}/correct/plain"), typed, rest=f"{deal}/correct/plain").response
    assert (answer.status_code, answer.location) == (303, f"/matches/{table.id}?saved={deal}&unchanged=yes")
    assert [entry.kind for entry in table.entries] == ["opened", "entered", "entered"]
    page = table.client.get(answer.location).get_data(as_text=True)
    assert "Deal 1 stands so already" in page
    assert "saved" not in page.partition('role="status"')[2]
    assert "/undo" not in page


def test_a_correction_that_changes_nothing_lets_the_same_page_save_one_that_does(table: Table) -> None:
    deal = table.write(TYPICAL_TALLIES).number
    page = table.draw(f"{deal}/correct/plain")
    table.send(page, {}, rest=f"{deal}/correct/plain")
    answer = table.send(page, {"side0-red_threes": "1"}, rest=f"{deal}/correct/plain").response
    assert (answer.location, table.match.totals) == (f"/matches/{table.id}?saved={deal}", [1930, 505])


def test_a_correction_that_is_sent_again_is_answered_as_saved(table: Table) -> None:
    deal = table.write(TYPICAL_TALLIES).number
    page = table.draw(f"{deal}/correct/plain")
    for _ in range(2):
        answer = table.send(page, {"side0-red_threes": "1"}, rest=f"{deal}/correct/plain").response
        assert (answer.status_code, answer.location) == (303, f"/matches/{table.id}?saved={deal}")
    assert [entry.kind for entry in table.entries] == ["opened", "entered", "corrected"]


def test_a_correction_that_changes_nothing_is_none_beside_what_others_write(table: Table) -> None:
    deal = table.write(TYPICAL_TALLIES).number
    page = table.draw(f"{deal}/correct/plain")
    table.write(TYPICAL_TALLIES)
    answer = table.send(page, {}, rest=f"{deal}/correct/plain").response
    assert answer.location == f"/matches/{table.id}?saved={deal}&unchanged=yes"
    table.write([{"result": 5}, {"result": 10}], "corrected", deal=deal)
    answer = table.send(page, {}, rest=f"{deal}/correct/plain").response
    assert answer.status_code == 409  # by now it is one
    assert [entry.kind for entry in table.entries] == ["opened", "entered", "entered", "corrected"]


def test_what_is_taken_away_in_a_correction_does_not_come_back(table: Table) -> None:
    deal = table.write(RICH[1][2]).number
    page = table.draw(f"{deal}/correct/plain")
    assert page.values.pop("side0-concealed.1") == "yes"
    emptied = {"went_out": "0", "side0-red_threes": "", "side0-hands.0": "", "side0-hands.1": "", "side1-melds.0": ""}
    page = table.send(page, emptied | {"side1-opened": ""}, rest=f"{deal}/correct/plain")
    assert page.response.status_code == 303
    we, they = table.entries[-1].body["tallies"]
    assert we == {"melds": ["k*7", "Q*7", "9*5 2 JK"], "went_out": True, "hand_points": 0}
    assert they == {"hands": ["A 5*2", "JK"]}


def test_a_struck_out_deal_is_brought_back_before_it_is_corrected(table: Table) -> None:
    deal = table.write(TYPICAL_TALLIES).number
    page = table.draw(f"{deal}/correct/plain")
    table.write([], "struck_out", deal=deal)
    late = table.send(page, {}, rest=f"{deal}/correct/plain")
    assert late.response.status_code == 422
    assert "bring it back first" in late.html
    answer = table.client.get(table.url(f"{deal}/correct/plain"))
    assert (answer.status_code, answer.location) == (303, table.url(str(deal)))


# ---- striking out and bringing back ----------------------------------------------------------------------------------


@pytest.fixture
def played(table: Table) -> Table:
    table.write(TYPICAL_TALLIES)
    return table


def _act(table: Table, what: str, **changed: str) -> TestResponse:
    deal = table.match.deals[0].id
    page = table.draw(str(deal))
    data = {"csrf_token": page.values["csrf_token"], "op_id": page.values["op_id"], "base": page.values["base"]}
    return table.client.post(table.url(f"{deal}/{what}"), data={**data, **changed})


def test_a_deal_is_struck_out_and_brought_back(played: Table) -> None:
    answer = _act(played, "strike")
    assert answer.status_code == 303
    assert "struck out" in played.client.get(answer.location).get_data(as_text=True)
    assert played.match.totals == [0, 0]
    assert _act(played, "bring-back").status_code == 303
    assert played.match.totals == [2030, 505]


def test_struck_out_twice_is_struck_out_once(played: Table) -> None:
    deal = played.match.deals[0].id
    page = played.draw(str(deal))
    data = {key: page.values[key] for key in ("csrf_token", "op_id", "base")}
    first, second = (played.client.post(played.url(f"{deal}/strike"), data=data) for _ in range(2))
    assert (first.status_code, second.status_code, second.location) == (303, 303, first.location)
    assert len(played.entries) == 3


def test_striking_out_what_has_changed_meanwhile_says_what_happened(played: Table) -> None:
    deal = played.match.deals[0].id
    page = played.draw(str(deal))
    played.write([{"result": 5}, {"result": 10}], "corrected", deal=deal)
    data = {key: page.values[key] for key in ("csrf_token", "op_id", "base")}
    answer = played.client.post(played.url(f"{deal}/strike"), data=data)
    assert answer.status_code == 409
    told = re.findall(r"<li>(.*?)</li>", answer.get_data(as_text=True))
    assert [re.sub(r"<[^>]*>", "", one) for one in told] == ["Deal 1 was corrected: We +5, They +10"]
    assert f'href="/matches/{played.id}">To the match<' in answer.get_data(as_text=True)
    assert len(played.entries) == 3


def test_bringing_back_what_stands_is_refused(played: Table) -> None:
    assert _act(played, "bring-back").status_code == 409
    assert len(played.entries) == 2


@pytest.mark.parametrize("what", ["strike", "bring-back"])
def test_acts_are_posts_with_a_token(played: Table, what: str) -> None:
    deal = played.match.deals[0].id
    assert played.client.get(played.url(f"{deal}/{what}")).status_code == 405
    assert played.client.post(played.url(f"{deal}/{what}")).status_code == 400
    assert len(played.entries) == 2
