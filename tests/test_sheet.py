"""The score sheet as a document: what is read, what comes of it, and where a fault is said to be."""

import json
import tomllib

import pytest

from scorekeeper import referee, rulebook, sheet, variants
from scorekeeper.entries import Opened, Side
from scorekeeper.sheet import SheetRefused

EXAMPLE = """
variant = "classic"           # key of a variant file
players = 4                   # optional
sides   = ["We", "They"]
before  = [1600, 0]           # optional: totals before the first deal
[rules]                       # optional house rules, by dotted name
target = 4000

[[deals]]
[[deals.tallies]]             # one per side, in the order of sides
melds      = ["K*7", "9*5 2 JK", { cards = "Q*7", concealed = true }]
hands      = ["", "5 K B3"]
red_threes = 2
went_out   = true
[[deals.tallies]]
card_points = 180
canastas    = { mixed = 1 }
red_threes  = 1
hand_points = 75
"""


def result(document):
    return sheet.result(sheet.score(document))


def faults(document):
    with pytest.raises(SheetRefused) as refused:
        sheet.score(document)
    return [where for where, _ in refused.value.faults]


def of_results(*deals, **rest):
    """A sheet of deals of which only the results are stated."""
    tallies = [{"tallies": [{"result": points} for points in deal]} for deal in deals]
    return {"variant": "classic", "sides": ["We", "They"], "deals": tallies, **rest}


def test_the_example_scores_1940_and_505():
    scored = result(sheet.parse(EXAMPLE))
    scores = scored["deals"][0]["scores"]
    assert [(one["score"], one["total"], one["opening_minimum"]) for one in scores] == [
        (1940, 3540, 120),
        (505, 505, 50),
    ]
    assert scored["deals"][0]["doubts"] == []
    assert {key: scored[key] for key in scored if key != "deals"} == {
        "variant": "classic",
        "totals": [3540, 505],
        "opening_minimums": [120, 50],
        "finished": False,
        "winner": None,
    }


def test_the_lines_of_the_example():
    lines = [
        [tuple(line.values()) for line in one["lines"]] for one in result(sheet.parse(EXAMPLE))["deals"][0]["scores"]
    ]
    assert lines[0][0] == ("canastas.natural", "Natural canastas", 2, 500, 1000, "K*7, Q*7")
    assert [[(key, count, each, points) for key, _, count, each, points, _ in side] for side in lines] == [
        [
            ("canastas.natural", 2, 500, 1000),
            ("canastas.mixed", 1, 300, 300),
            ("canastas.concealed", 1, 100, 100),
            ("red_threes", 2, 100, 200),
            ("going_out", None, None, 100),
            ("card_points", None, None, 260),
            ("hand_points", None, None, -20),
        ],
        [
            ("canastas.mixed", 1, 300, 300),
            ("red_threes", 1, 100, 100),
            ("card_points", None, None, 180),
            ("hand_points", None, None, -75),
        ],
    ]


def test_every_line_has_the_keys_that_the_contract_names():
    lines = [line for one in result(sheet.parse(EXAMPLE))["deals"][0]["scores"] for line in one["lines"]]
    assert {tuple(line) for line in lines} == {("key", "label", "count", "each", "points", "fact")}


def test_json_carries_the_same_as_toml():
    assert result(sheet.parse(json.dumps(tomllib.loads(EXAMPLE)))) == result(sheet.parse(EXAMPLE))


def test_the_first_character_tells_json_from_toml():
    assert sheet.parse('{"variant": "classic"}') == sheet.parse('variant = "classic"') == {"variant": "classic"}


def test_house_rules_may_stand_in_tables_or_under_dotted_names():
    for_concealed = [{"melds": ["K*7"], "went_out": True, "concealed": True}, {}]
    scores = [
        result({"variant": "classic", "sides": ["We", "They"], "deals": [{"tallies": for_concealed}], "rules": rules})
        for rules in ({"going_out.concealed": 300}, {"going_out": {"concealed": 300}})
    ]
    assert [one["totals"] for one in scores] == [[870, 0], [870, 0]]


def test_a_list_as_house_rule_is_replaced_whole():
    red_threes = [{"red_threes": 2}, {}]
    document = {"variant": "italian", "sides": ["We", "They"], "deals": [{"tallies": red_threes}]}
    rules = {"red_threes": {"sign": {"steps": [1, 1]}}}
    assert [result(document)["totals"], result({**document, "rules": rules})["totals"]] == [[-200, 0], [200, 0]]


@pytest.mark.parametrize(
    ("variant", "sides", "players"),
    [
        ("classic", 2, 4),
        ("canastra", 2, 4),
        ("romanian", 2, 4),
        ("americana", 2, 4),
        ("italian", 2, 4),
        ("italian", 3, 3),
    ],
)
def test_the_number_of_players_is_the_largest_that_forms_the_sides(variant, sides, players):
    names = ["a", "b", "c"][:sides]
    assert sheet.score({"variant": variant, "sides": names}).opened.players == players


@pytest.mark.parametrize(
    ("deals", "rest", "totals", "finished", "winner"),
    [
        pytest.param([], {}, [0, 0], False, None, id="a match without a deal"),
        pytest.param(
            [], {"before": [6000, 0]}, [6000, 0], False, None, id="a starting total over the target ends nothing"
        ),
        pytest.param([(4995, 0)], {}, [4995, 0], False, None, id="one step below the target"),
        pytest.param([(5000, 0)], {}, [5000, 0], True, 0, id="the target"),
        pytest.param([(3000, 0), (2000, 4000), (0, 1500)], {}, [5000, 5500], True, 1, id="the last deal decides"),
        pytest.param(
            [(5000, 0), (-500, 0)], {}, [4500, 0], False, None, id="a deal after the end that leaves nobody there"
        ),
        pytest.param([(5000, 5000)], {}, [5000, 5000], False, None, id="level at the target"),
        pytest.param([(5000, 5000)], {"rules": {"tie": "shared_win"}}, [5000, 5000], True, None, id="a shared win"),
        pytest.param([(5000, 0)], {"rules": {"target": 5005}}, [5000, 0], False, None, id="another target"),
        pytest.param([(8500, 0)], {"variant": "americana"}, [8500, 0], False, None, id="a target to be passed"),
        pytest.param([(8505, 0)], {"variant": "americana"}, [8505, 0], True, 0, id="a target passed"),
        pytest.param(
            [(8500, 0)],
            {"variant": "americana", "rules": {"target_to_be_passed": False}},
            [8500, 0],
            True,
            0,
            id="a target to be reached",
        ),
        pytest.param(
            [(8000, 15000, 15000), (0, 5, 0)],
            {"variant": "italian", "sides": ["a", "b", "c"]},
            [8000, 15005, 15000],
            True,
            1,
            id="a tie of two of three sides is played off",
        ),
    ],
)
def test_the_end(deals, rest, totals, finished, winner):
    scored = result(of_results(*deals, **rest))
    assert (scored["totals"], scored["finished"], scored["winner"]) == (totals, finished, winner)


MALFORMED = {
    "no game": ({"variant": None}, ["variant"]),
    "a game that is none": ({"variant": "whist"}, ["variant"]),
    "a key that no sheet has": ({"date": "today"}, ["date"]),
    "no sides": ({"sides": None}, ["sides"]),
    "one side": ({"sides": ["We"]}, ["sides"]),
    "sides without names": ({"sides": [1, 2]}, ["sides"]),
    "half a player": ({"players": 4.5}, ["players"]),
    "yes as number of players": ({"players": True}, ["players"]),
    "totals as texts": ({"before": ["0", "0"]}, ["before"]),
    "totals beyond a million": ({"before": [0, 1_000_001]}, ["before[1]"]),
    "rules that are no table": ({"rules": [1]}, ["rules"]),
    "deals that are no list": ({"deals": {}}, ["deals"]),
    "a deal that is no table": ({"deals": [1]}, ["deals[0].tallies"]),
    "a deal without tallies": ({"deals": [{}]}, ["deals[0].tallies"]),
    "a tally that is no table": ({"deals": [{"tallies": [{}, 1]}]}, ["deals[0].tallies[1]"]),
    "a key that no deal has": ({"deals": [{"tallies": [{}, {}], "date": 1}]}, ["deals[0].date"]),
    "a fault in each of two deals": (
        {"deals": [{"tallies": [{"red_threes": 5}, {}]}, {"tallies": [{}, {"card_points": 433}]}]},
        ["deals[0].tallies[0].red_threes", "deals[1].tallies[1].card_points"],
    ),
    "a list as count": ({"deals": [{"tallies": [{"red_threes": [1]}, {}]}]}, ["deals[0].tallies[0].red_threes"]),
    "yes as count": ({"deals": [{"tallies": [{"red_threes": True}, {}]}]}, ["deals[0].tallies[0].red_threes"]),
    "a fraction as count": ({"deals": [{"tallies": [{"red_threes": 1.5}, {}]}]}, ["deals[0].tallies[0].red_threes"]),
    "nothing as count": ({"deals": [{"tallies": [{"red_threes": None}, {}]}]}, ["deals[0].tallies[0].red_threes"]),
    "1 as true": ({"deals": [{"tallies": [{"went_out": 1}, {}]}]}, ["deals[0].tallies[0].went_out"]),
    "a number as cards": ({"deals": [{"tallies": [{"hands": [4, ""]}, {}]}]}, ["deals[0].tallies[0].hands[0]"]),
    "a meld with a key of its own": (
        {"deals": [{"tallies": [{"melds": [{"cards": "K*7", "kind": "natural"}]}, {}]}]},
        ["deals[0].tallies[0].melds[0].kind"],
    ),
}


@pytest.mark.parametrize(("change", "where"), MALFORMED.values(), ids=MALFORMED.keys())
def test_what_is_no_sheet_is_refused_with_its_place(change, where):
    document = {**of_results((0, 0)), **change}
    assert faults({key: value for key, value in document.items() if value is not None}) == where


@pytest.mark.parametrize("text", ["variant =", "{", '{"variant": "classic"', "[1, 2]", "just words", "{} {}"])
def test_what_is_neither_toml_nor_json_is_refused(text):
    with pytest.raises(SheetRefused) as refused:
        sheet.parse(text)
    assert [where for where, _ in refused.value.faults] == ["sheet"]


def test_card_case_does_not_matter():
    tallies = [{"melds": ["k*3 jk"], "hands": ["b3", "r3 a"]}, {}]
    document = {"variant": "classic", "sides": ["We", "They"], "deals": [{"tallies": tallies}]}
    assert result(document)["totals"] == [55, 0]


ANOTHER = {"melds": ["Q*7"], "hands": ["4", "5"]}
FACTS = {
    "named canastas": ("classic", {"melds": ["K*7", "A*3", "6*8"]}, "canastas.natural", "K*7, 6*8"),
    "counted canastas": (
        "classic",
        {"card_points": 70, "canastas": {"natural": 1}},
        "canastas.natural",
        "counted at the table",
    ),
    "red threes for a side that melded": (
        "classic",
        {"melds": ["K*7"], "red_threes": 1},
        "red_threes",
        "plus: the side has melded",
    ),
    "red threes against one that did not": (
        "classic",
        {"red_threes": 1},
        "red_threes",
        "minus: the side has not melded",
    ),
    "threes without a canasta": ("americana", {"red_threes": 1}, "red_threes", "minus: no canasta"),
    "threes beside one": (
        "americana",
        {"melds": ["K*7"], "red_threes": 1},
        "red_threes",
        "they do not count: 1 canasta",
    ),
    "threes beside two": (
        "americana",
        {"melds": ["K*7", "J*7"], "black_threes": 1},
        "black_threes",
        "plus: 2 canastas",
    ),
    "going out": ("classic", {"melds": ["K*7"], "went_out": True}, "going_out", "not concealed"),
    "going out concealed": (
        "classic",
        {"melds": ["K*7"], "went_out": True, "concealed": True},
        "going_out",
        "the whole hand laid at once; 200 in all",
    ),
    "named melds": ("classic", {"melds": ["K*7", "a a a"]}, "card_points", "K*7, A*3"),
    "melds as points": ("classic", {"card_points": 70}, "card_points", "typed as points"),
    "melds by value": ("classic", {"card_counts": {5: 2, 20: 1, 10: 0}}, "card_points", "20 × 1, 5 × 2"),
    "melds without a canasta": ("americana", {"melds": ["K*3"]}, "card_points", "minus: no canasta"),
    "melds less the hand": (
        "classic",
        {"card_points": 70, "hand_taken_off": True},
        "card_points",
        "what was left in hand is already taken off",
    ),
    "named hands": ("classic", {"hands": ["K 5", ""]}, "hand_points", "K 5 | –"),
    "a hand as points": ("classic", {"hand_points": 15}, "hand_points", "typed as points"),
    "black threes in hand": ("canastra", {"hands": ["B3", "4"]}, "hands.black_threes", "charged by the piece"),
    "an incomplete meld": ("americana", {"melds": ["7*3"]}, "extras.incomplete_sevens", "found in the cards"),
    "an incomplete meld counted": (
        "americana",
        {"extras": {"incomplete_sevens": 1}},
        "extras.incomplete_sevens",
        "counted at the table",
    ),
    "a hand counted twice": ("italian", {"hands": ["K", "4"]}, "hands.doubled", "no canasta, and nobody went out"),
    "a result": ("classic", {"result": 5}, "result", "as the table added it up"),
    "an agreement": ("classic", {"result": 5, "adjustment": {"points": 5, "reason": "a bet"}}, "adjustment", "a bet"),
}


@pytest.mark.parametrize(("variant", "tally", "key", "fact"), FACTS.values(), ids=FACTS.keys())
def test_the_fact_that_a_line_rests_on(variant, tally, key, fact):
    document = {"variant": variant, "sides": ["We", "They"], "deals": [{"tallies": [tally, ANOTHER]}]}
    lines = result(document)["deals"][0]["scores"][0]["lines"]
    assert [line["fact"] for line in lines if line["key"] == key] == [fact]


def test_a_hand_counts_twice_when_another_side_went_out():
    tallies = [{"hands": ["K", "4"]}, {**ANOTHER, "hands": ["", "5"], "went_out": True}]
    document = {"variant": "italian", "sides": ["We", "They"], "deals": [{"tallies": tallies}]}
    assert result(document)["deals"][0]["scores"][0]["lines"][-1]["fact"] == "no canasta, and another side went out"


def test_the_product_of_an_uneven_ladder_is_none():
    document = {"variant": "italian", "sides": ["We", "They"], "deals": [{"tallies": [{"melds": ["K*7"]}, {}]}]}
    lines = {}
    for red_threes in (3, 4):
        document["deals"][0]["tallies"][0]["red_threes"] = red_threes
        line = result(document)["deals"][0]["scores"][0]["lines"][1]
        lines[red_threes] = (line["count"], line["each"], line["points"])
    assert lines == {3: (3, 100, 300), 4: (None, None, 800)}


def test_doubts_stand_with_their_deal_under_where_and_message():
    quiet = {"tallies": [{"melds": ["K*7"], "hands": ["4", "9"]}, {"melds": ["Q*7"], "hands": ["5", "8"]}]}
    odd = {"tallies": [{"melds": ["A*7"], "hands": ["4", "9"]}, {}]}
    found = result({"variant": "classic", "sides": ["We", "They"], "deals": [quiet, odd]})
    assert [deal["doubts"] for deal in found["deals"]] == [
        [],
        [{"where": "deals[1].tallies[1]", "message": "nothing is stated for this side, so it gets 0 points"}],
    ]


NO_SHEET = {
    "neither TOML nor JSON": ("[[[", "sheet", "this is neither TOML nor JSON: "),
    "half of JSON": ('{"variant": ', "sheet", "this is neither TOML nor JSON: "),
    "half a character": ('{"variant": "\\ud800"}', "sheet", "this is neither TOML nor JSON: "),
    "no game": ("players = 4", "variant", "which game is it? A text is expected here"),
    "a number for a game": ("variant = 3", "variant", "which game is it? A text is expected here"),
    "an unknown game": (
        'variant = "whist"',
        "variant",
        f"there is no game whist; there are {', '.join(variants.files())}",
    ),
}


@pytest.mark.parametrize(("text", "where", "sentence"), NO_SHEET.values(), ids=NO_SHEET.keys())
def test_what_is_no_sheet_is_refused_in_words(text, where, sentence):
    with pytest.raises(SheetRefused) as refused:
        sheet.score(sheet.parse(text))
    ((place, message),) = refused.value.faults
    assert (place, str(message)[: len(sentence)]) == (where, sentence)
    assert str(refused.value) == f"{place}: {message}"


def test_a_game_whose_file_is_broken_is_refused_with_the_file_s_fault(tmp_path, monkeypatch):
    (tmp_path / "mine.toml").write_text("packs = ", encoding="utf-8")
    monkeypatch.setenv("SCOREKEEPER_VARIANTS", str(tmp_path))
    with pytest.raises(SheetRefused) as refused:
        sheet.score({"variant": "mine"})
    assert [(where, str(message).split(": this is no TOML")[0]) for where, message in refused.value.faults] == [
        ("variant", "this game cannot be read: mine.toml")
    ]


def test_a_sheet_becomes_a_match_that_stands_in_no_journal():
    document = {
        "variant": "classic",
        "sides": ["We", "They"],
        "rules": {"target": 3000},
        "before": [10, 0],
        "deals": [{"tallies": [{"result": 100}, {"result": 50}]}] * 2,
    }
    match = sheet.score(document)
    assert match.opened == Opened("classic", "", {"target": 3000}, 4, [Side("We", []), Side("They", [])], 0, [10, 0])
    assert [(deal.id, deal.number, deal.dealer, deal.entries, deal.at, deal.changed_at) for deal in match.deals] == [
        (1, 1, 0, [], "", ""),
        (2, 2, 1, [], "", ""),
    ]
    assert (match.id, match.last_entry, match.opened_at, match.changed_at, match.dealer) == (0, 0, "", "", 2)


IN_WORDS = {
    "a key too many": ({"weather": "rain"}, "weather", "there is no such key"),
    "deals that are no list": ({"deals": 5}, "deals", "a list is expected here"),
    "a deal with a key too many": (
        {"deals": [{"tallies": [{}, {}], "weather": "rain"}]},
        "deals[0].weather",
        "there is no such key",
    ),
    "a total beyond reach": (
        {"before": [0, 1_000_001]},
        "before[1]",
        "at most 1,000,000 points, plus or minus",
    ),
    "rules that are no table": ({"rules": 5}, "rules", "a table is expected here"),
    "a player too many": ({"players": True}, "players", "Classic canasta is for 4 players"),
}


@pytest.mark.parametrize(("change", "where", "sentence"), IN_WORDS.values(), ids=IN_WORDS.keys())
def test_what_is_wrong_with_a_sheet_is_said_in_words(change, where, sentence):
    document = {"variant": "classic", "sides": ["We", "They"], "deals": [], **change}
    with pytest.raises(SheetRefused) as refused:
        sheet.score(document)
    assert [(place, str(message)) for place, message in refused.value.faults] == [(where, sentence)]


def test_a_total_at_the_limit_is_taken():
    assert sheet.score({"variant": "classic", "sides": ["We", "They"], "before": [-1_000_000, 0]}).totals == [
        -1_000_000,
        0,
    ]


def test_every_deal_that_is_no_deal_is_named():
    deals = [5, {"tallies": [{"red_threes": "x"}, {}]}, {"tallies": [{}]}, {"tallies": [{"hand_points": 7}, {}]}]
    assert faults({"variant": "classic", "sides": ["We", "They"], "deals": deals}) == [
        "deals[0].tallies",
        "deals[1].tallies[0].red_threes",
        "deals[2].tallies",
        "deals[3].tallies[0].hand_points",
    ]


def test_a_rule_said_twice_is_refused():
    rules = {"going_out.concealed": 300, "going_out": {"concealed": 200}}
    assert faults({"variant": "classic", "sides": ["We", "They"], "rules": rules}) == ["rules.going_out.concealed"]


def test_a_game_without_an_opening_minimum_asks_for_none():
    data = {**variants.load("classic").data, "examples": [], "readings": {}, "opening": None}
    variant = rulebook.read(data)
    tallies = [{"melds": ["4*3"], "hands": ["5", "6"]}, {"melds": ["K*7"], "hands": ["", "5"], "went_out": True}]
    match = sheet.score_under(variant, {"sides": ["We", "They"], "deals": [{"tallies": tallies}]})
    found = sheet.result(match)
    assert found["opening_minimums"] == [None, None]
    assert found["deals"][0]["doubts"] == []
    assert referee.opening(variant, 0, ["4*3"]).opens
