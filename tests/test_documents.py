"""A match written as a sheet is the same match when it is read; what a sheet says of people, day and rules is read
strictly."""

import copy
import json
import random
import re
import tomllib
from pathlib import Path

import pytest
import strategies
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorekeeper import match, rulebook, sheet, variants
from scorekeeper.entries import Entry, Side
from scorekeeper.sheet import SheetRefused

many = settings(
    max_examples=100,
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
NAMES = st.sampled_from(("Ana", "Rui", "Zé & Jô", "", "O'Hara", "=1+1", "李"))
NOTES = st.sampled_from(("", "two\nlines", "Rui dealt twice"))
ID = "a-name-of-16-or-more"


@st.composite
def played(draw):
    """A match with everything that a journal can say of one."""
    game, players = draw(st.sampled_from(strategies.TABLES))
    rules = draw(strategies.house_rules(game)) | draw(st.sampled_from(({}, {"target": 1000}, {"tie": "shared_win"})))
    sides, places = strategies.SIDES[players], players // strategies.SIDES[players]
    body = {
        "variant": game,
        "rules": "",
        "house_rules": rules,
        "players": players,
        "sides": [
            {
                "name": f"{draw(st.sampled_from(('Side', 'Ana & Rui')))} {side}",
                "players": draw(st.lists(NAMES, min_size=places, max_size=places)),
            }
            for side in range(sides)
        ],
        "dealer": draw(st.integers(0, players - 1)),
        "before": draw(st.lists(st.sampled_from((0, 0, 500, -35)), min_size=sides, max_size=sides)),
        "played_on": draw(st.sampled_from((None, "1999-02-28"))),
        "place": draw(st.sampled_from(("", "Porto"))),
        "note": draw(NOTES),
    }
    variant = rulebook.chosen(variants.load(game), rules)
    found = match.opened(Entry(1, 1, "opened", body, "2026-01-01T00:00:00Z"), variant)
    for _ in range(draw(st.integers(0, 4))):
        dealt = draw(strategies.deals(game, players, rules))
        tallies = [
            strategies.named(side) if draw(st.booleans()) else strategies.counted(game, rules, side) for side in dealt
        ]
        number = found.last_entry + 1
        acts = [("entered", {"tallies": tallies})]
        acts += [("noted", {"deal": number, "note": note})] if (note := draw(NOTES)) else []
        acts += [("struck_out", {"deal": number})] if draw(st.integers(0, 4)) == 0 else []
        for kind, content in acts:
            found = match.after(found, Entry(found.last_entry + 1, 1, kind, content, "2026-01-01T00:00:00Z"))
    if not found.finished and draw(st.booleans()):
        found = match.after(found, Entry(found.last_entry + 1, 1, "ended", {}, "2026-01-01T00:00:00Z"))
    return found


def seats(one):
    return [one.seat_name(seat) for seat in range(one.opened.players)]


def said(one):
    """All that a person can see of a match, but for when it was typed."""
    deals = [
        (deal.number, deal.dealer, deal.scored.scores, deal.totals, deal.opening_minimums, deal.note, deal.scored.lines)
        for deal in one.standing
    ]
    about = (one.played_on, one.opened.place, one.opened.note, one.opened.players, seats(one), one.dealer)
    return deals, about, one.totals, one.finished, one.winner, [side.name for side in one.sides]


@given(played())
@many
def test_a_match_written_and_read_is_the_same_match(one):
    text = json.dumps(sheet.document(one))
    assert said(sheet.score(sheet.parse(text))) == said(one)


@given(played())
@many
def test_a_sheet_read_and_written_is_the_same_sheet(one):
    document = sheet.document(one, ID)
    again = sheet.document(sheet.score(document), ID)
    assert (again, list(again)) == (document, list(document))


@given(played())
@many
def test_a_match_that_was_read_keeps_the_house_rules_that_its_table_chose(one):
    usual = variants.load(one.variant.key)
    chosen = {name: value for name, value in one.opened.house_rules.items() if value != usual.value(name)}
    assert sheet.score(sheet.document(one)).opened.house_rules == chosen


WHOLE = """
id = "christmas-at-grandma-s"
variant = "classic"
played_on = 2025-12-25
place = "Grandma's"
sides = ["Ana & Rui", "We"]
names = [["Ana", "Rui"], ["Bea", ""]]
dealer = 3
note = "Snow."
ended = true
[[deals]]
tallies = [{ result = 1200 }, { result = 305, went_out = true }]
note = "Rui dealt twice."
"""


def test_a_match_carries_what_its_sheet_says():
    one = sheet.score(sheet.parse(WHOLE))
    assert one.sides == [Side("Ana & Rui", ["Ana", "Rui"]), Side("We", ["Bea", ""])]
    assert (one.played_on, one.opened.place, one.opened.note) == ("2025-12-25", "Grandma's", "Snow.")
    assert (one.deals[0].dealer, one.dealer, one.deals[0].note) == (3, 0, "Rui dealt twice.")
    assert (one.ended, one.finished, one.winner) == (True, True, 0)


def test_a_sheet_says_nothing_of_what_is_not_there_and_every_house_rule():
    one = sheet.score({"variant": "classic", "sides": ["We", "They"]})
    assert sheet.document(one) == {
        "variant": "classic",
        "players": 4,
        "sides": ["We", "They"],
        "rules": {
            "target": 5000,
            "tie": "another_deal",
            "seats.4.canastas_needed": 1,
            "going_out.concealed": 200,
            "canastas.concealed": 100,
            "red_threes.all_against": 800,
            "red_threes.sign.by": "opened",
            "hands.apart.red_threes.each": 0,
        },
        "deals": [],
    }


def test_the_keys_of_a_sheet_stand_in_one_order():
    document = sheet.document(sheet.score({**tomllib.loads(WHOLE), "before": [0, 5]}), ID)
    assert list(document) == [key for key in sheet.KEYS if key != "rulebook"]


def test_a_match_that_was_ended_and_then_corrected_to_its_target_is_over_by_itself():
    sides = [{"name": "We", "players": []}, {"name": "They", "players": []}]
    about = {"variant": "classic", "rules": "", "house_rules": {}, "players": 4, "dealer": 0, "before": [0, 0]}
    entries = [
        ("opened", {**about, "sides": sides}),
        ("entered", {"tallies": [{"result": 4000}, {}]}),
        ("ended", {}),
        ("corrected", {"deal": 2, "tallies": [{"result": 5000}, {}]}),
    ]
    acts = [Entry(number, 1, kind, body, "2026-01-01T00:00:00Z") for number, (kind, body) in enumerate(entries, 1)]
    document = sheet.document(match.replay(acts, variants.load("classic")))
    assert "ended" not in document
    assert sheet.score(document).winner == 0


def test_a_tally_is_written_as_it_was_typed():
    typed = [{"melds": ["k*7", {"cards": "Q*7", "concealed": True}], "hands": ["", "b3"]}, {"card_points": 180}]
    document = {"variant": "classic", "sides": ["We", "They"], "deals": [{"tallies": typed}]}
    assert sheet.document(sheet.score(document))["deals"] == [{"tallies": typed}]


def test_names_of_less_people_than_sit_there_are_filled_up():
    document = {"variant": "classic", "sides": ["We", "They"], "names": [["Ana"], []]}
    assert sheet.document(sheet.score(document))["names"] == [["Ana", ""], ["", ""]]


def test_names_lose_what_cannot_be_seen():
    document = {"variant": "classic", "sides": ["\u202eWe ", "They"], "names": [["A\u200bna"], []], "place": " Porto\n"}
    one = sheet.score(document)
    assert (one.sides[0], one.opened.place) == (Side("We", ["Ana"]), "Porto")


WRONG = {
    "a short id": ({"id": "short"}, "id", "16 to 64 letters, digits, - or _ are expected here"),
    "an id with a space": ({"id": "a name of 16 or more"}, "id", "16 to 64 letters, digits, - or _ are expected here"),
    "an id that is a number": ({"id": 10**20}, "id", "16 to 64 letters, digits, - or _ are expected here"),
    "no day": ({"played_on": "yesterday"}, "played_on", "a day like 2026-11-29 is expected here"),
    "a day that never was": ({"played_on": "2025-02-29"}, "played_on", "a day like 2026-11-29 is expected here"),
    "a number as day": ({"played_on": 20251225}, "played_on", "a day like 2026-11-29 is expected here"),
    "a number as place": ({"place": 4}, "place", "a text is expected here"),
    "a long place": ({"place": "x" * 41}, "place", "at most 40 letters"),
    "a long note": ({"note": "x" * 2001}, "note", "at most 2,000 letters"),
    "half a character": ({"note": "\ud800"}, "note", "a text holds half a character"),
    "a long side": ({"sides": ["We", "x" * 41]}, "sides[1]", "at most 40 letters"),
    "a side that nobody can read": ({"sides": ["We", "\u200b"]}, "sides[1]", "a name is expected here"),
    "names of one side": ({"names": [["Ana"]]}, "names", "a list with the names of each side is expected here"),
    "names of a table": ({"names": {}}, "names", "a list with the names of each side is expected here"),
    "three people in two seats": (
        {"names": [["a", "b", "c"], []]},
        "names[0]",
        "a list of at most 2 names is expected here",
    ),
    "a text of people": ({"names": ["Ana", []]}, "names[0]", "a list of at most 2 names is expected here"),
    "a person who is a number": ({"names": [[], ["Ana", 7]]}, "names[1][1]", "a text is expected here"),
    "a seat beyond the table": ({"dealer": 4}, "dealer", "a seat from 0 to 3 is expected here"),
    "a seat before the first": ({"dealer": -1}, "dealer", "a seat from 0 to 3 is expected here"),
    "yes as seat": ({"dealer": True}, "dealer", "a seat from 0 to 3 is expected here"),
    "1 as ended": ({"ended": 1}, "ended", "true or false is expected here"),
    "ended after the end": ({"ended": True, "rules": {"target": 100}}, "ended", "this match is over already"),
    "a number as note of a deal": (
        {"deals": [{"tallies": [{}, {}], "note": 1}]},
        "deals[0].note",
        "a text is expected here",
    ),
    "no rules": ({"rulebook": 5}, "rulebook", "a table is expected here"),
    "nothing as rules": ({"rulebook": None}, "rulebook", "a table is expected here"),
    "rules without end": ({"rulebook": {"play": "x" * 70_000}}, "rulebook", "rules of at most 65,536 bytes are read"),
    "rules that nobody can write down": ({"rulebook": {"target": object()}}, "rulebook", "these rules cannot be read"),
    "rules with half a character": ({"rulebook": {"name": "\ud800"}}, "rulebook", "these rules cannot be read"),
}


@pytest.mark.parametrize(("change", "where", "sentence"), WRONG.values(), ids=WRONG.keys())
def test_what_is_wrong_is_said_at_its_place(change, where, sentence):
    document = {"variant": "classic", "sides": ["We", "They"], "deals": [{"tallies": [{"result": 100}, {}]}], **change}
    with pytest.raises(SheetRefused) as refused:
        sheet.score(document)
    assert [(place, str(message)) for place, message in refused.value.faults] == [(where, sentence)]


def test_every_wrong_place_is_named():
    document = {
        **{"variant": "classic", "sides": ["We", "They"], "id": "", "names": [[1], []], "dealer": 9, "played_on": ""},
        **{"place": 1, "note": 2, "ended": 3, "deals": [{"tallies": [{}, {"red_threes": 5}], "note": 4}]},
    }
    with pytest.raises(SheetRefused) as refused:
        sheet.score(document)
    assert [where for where, _ in refused.value.faults] == [
        *("id", "names[0][0]", "dealer", "played_on", "place", "note", "ended", "deals[0].note"),
        "deals[0].tallies[1].red_threes",
    ]


def other_rules(**changes):
    """Classic canasta as another version of the program had it."""
    return rulebook.read({**variants.load("classic").data, "examples": [], **changes})


DEAL = [{"melds": ["K*7"], "hands": ["", "4"], "went_out": True}, {"card_points": 100, "hand_points": 20}]


def under(variant):
    return sheet.score_under(variant, {"sides": ["We", "They"], "deals": [{"tallies": DEAL}]})


def test_rules_that_the_file_of_the_game_no_longer_has_go_along_with_the_match():
    card_values = {**variants.load("classic").data["card_values"], "K": 15}
    then = under(other_rules(card_values=card_values))
    document = sheet.document(then)
    again = sheet.score(json.loads(json.dumps(document)))
    assert (then.totals, again.totals) == ([700, 80], [700, 80])
    assert again.variant.pinned() == then.variant.pinned()
    assert sheet.document(again) == document


def test_rules_that_the_file_of_the_game_has_do_not():
    chosen = rulebook.chosen(variants.load("classic"), {"going_out.concealed": 300})
    assert "rulebook" not in sheet.document(under(chosen))


def test_a_match_of_a_game_that_is_not_here_is_read_by_the_rules_it_brings(monkeypatch):
    document = {**sheet.document(under(other_rules(key="grandma"))), "variant": "grandma"}
    assert "rulebook" in document
    assert sheet.score(document).totals == [665, 80]


def test_a_match_whose_house_rule_is_no_longer_one_brings_its_rules():
    rules = dict(variants.load("classic").data["house_rules"])
    rules["canastas.size"] = {"label": "Cards of a canasta", "ruling": "x", "choices": [7, 8], "labels": ["7", "8"]}
    canastas = {**variants.load("classic").data["canastas"], "size": 8}
    document = sheet.document(under(other_rules(house_rules=rules, canastas=canastas)))
    assert "rulebook" in document
    assert sheet.score(document).opened.house_rules == {"canastas.size": 8}


def test_rules_that_go_along_can_be_written_in_toml():
    def nothing(value):
        inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
        return value is None or any(map(nothing, inner))

    document = sheet.document(under(other_rules(packs=3, red_threes=None, readings={}, house_rules={})))
    assert not nothing(document["rulebook"])


BROUGHT = {
    "rules of another game": ({"key": "italian"}, ["rulebook.key"]),
    "a key that no game has": ({"weather": "rain"}, ["rulebook.weather"]),
    "no key": ({"key": None}, ["rulebook.key"]),
    "no packs": ({"packs": 0}, ["rulebook.packs", "rulebook.seats.4.deal", "rulebook.red_threes.ladder"]),
    "a text as packs": ({"packs": "two"}, ["rulebook.packs"]),
    "another format": ({"format": 2}, ["rulebook.format"]),
    "numbers as links": ({"links": [1]}, ["rulebook.links[0]"]),
}


@pytest.mark.parametrize(("change", "where"), BROUGHT.values(), ids=BROUGHT.keys())
def test_rules_that_are_none_are_refused_with_their_place(change, where):
    rules = {**sheet.document(under(other_rules(target_to_be_passed=True)))["rulebook"], **change}
    rules = {key: value for key, value in rules.items() if value is not None}
    with pytest.raises(SheetRefused) as refused:
        sheet.score({"variant": "classic", "sides": ["We", "They"], "rulebook": rules})
    assert [place for place, _ in refused.value.faults] == where


def test_rules_with_more_kinds_of_canastas_than_can_be_gone_through_are_refused():
    threes = {**variants.load("classic").data["red_threes"], "ladder": list(range(100, 1700, 100))}
    rules = copy.deepcopy(sheet.document(under(other_rules(packs=8, red_threes=threes)))["rulebook"])
    kind = rules["canastas"]["kinds"]["mixed"]
    rules["canastas"]["kinds"] |= {f"kind{n}": kind for n in range(20)}
    with pytest.raises(SheetRefused) as refused:
        sheet.score({"variant": "classic", "sides": ["We", "They"], "rulebook": rules})
    assert [place for place, _ in refused.value.faults] == ["rulebook.canastas.kinds"]


@st.composite
def spoiled_rules(draw):
    """Rules with something in them replaced, taken away, doubled or added; and a deal of that game."""
    game, players, _, dealt = draw(strategies.tables())
    tallies = [strategies.named(side) if draw(st.booleans()) else strategies.counted(game, {}, side) for side in dealt]
    rules = json.loads(variants.load(game).pinned())
    for _ in range(draw(st.integers(1, 3))):
        places = list(strategies._places(rules))
        *path, last = draw(st.sampled_from(places))
        table = rules
        for key in path:
            table = table[key]
        if draw(st.booleans()):
            table[last] = draw(strategies.ANYTHING)
        elif isinstance(table, list):
            table.append(draw(st.one_of(st.just(table[last]), strategies.ODDITIES)))
        else:
            del table[last]
    return {"rulebook": rules, **strategies.sheet(game, players, {}, tallies)}


@given(spoiled_rules())
@settings(many, max_examples=600)
def test_no_rules_make_a_traceback(document):
    try:
        one = sheet.score(document)
    except SheetRefused:
        return
    assert said(sheet.score(sheet.document(one))) == said(one)


def test_the_same_content_has_the_same_name_whatever_the_order_of_its_keys():
    document = tomllib.loads(WHOLE)
    keys = list(document)
    random.Random(1).shuffle(keys)
    assert sheet.identity({key: document[key] for key in keys}) == sheet.identity(document)
    assert sheet.identity({**document, "id": "another-name-of-the-same"}) == sheet.identity(document)


def test_another_content_has_another_name():
    document = tomllib.loads(WHOLE)
    others = [document, {**document, "place": ""}, {**document, "note": "Rain."}, {**document, "dealer": 2}]
    assert len({sheet.identity(one) for one in others}) == 4
    assert sheet.identity(document, 2) != sheet.identity(document)


def test_rules_whose_kinds_stand_in_another_order_have_another_name():
    rules = sheet.document(under(other_rules(target_to_be_passed=True)))["rulebook"]
    kinds = dict(reversed(rules["canastas"]["kinds"].items()))
    turned = {**rules, "canastas": {**rules["canastas"], "kinds": kinds}}
    assert sheet.identity({"rulebook": turned}) != sheet.identity({"rulebook": rules})


def test_the_sheets_of_a_file_have_names_of_their_own():
    one, other = {"variant": "classic", "sides": ["a", "b"]}, {"variant": "classic", "sides": ["a", "c"]}
    file = [one, other, one, {**one, "id": ID}, one]
    names = [name for name, _ in sheet.identified(file)]
    assert names[3] == ID
    assert len(set(names)) == 5
    assert names == [name for name, _ in sheet.identified(file)]
    assert all(sheet.score({**document, "id": name}) for name, document in sheet.identified(file))


GUIDE = (Path(__file__).resolve().parent.parent / "docs" / "sheet.md").read_text(encoding="utf-8")


def test_the_example_of_the_guide_scores_as_the_match_it_tells():
    [example] = re.findall(r"```toml\n(.*?)```", GUIDE, re.DOTALL)
    one = sheet.score(sheet.parse(example))
    assert one.totals == [3540, 505]
    assert (one.played_on, one.seat_name(one.deals[0].dealer), one.winner) == ("2025-12-25", "Rui", 0)


def test_the_guide_names_every_key():
    assert set(re.findall(r"^\| `(\w+)` \|", GUIDE, re.MULTILINE)) == set(sheet.KEYS)
