"""What people argue about: every published dispute that a game here can settle, its accepted answer, and what a table
reads that chose another house rule."""

import contextlib
import functools
import itertools
import re
from types import SimpleNamespace

import msgspec
import pytest

from scorekeeper import match, questions, rulebook, variants
from scorekeeper.questions import about, asking
from scorekeeper.questions.asking import NotHere, at_a_table_of
from scorekeeper.rulecard import by_name
from scorekeeper.scoring import Line
from scorekeeper.words import Text

GAMES = sorted(variants.files())
BRITANNICA = "https://www.britannica.com/topic/canasta/Going-out"
EBBELING = "https://github.com/Ebbeling/canasta"
JUNCTION = "https://canastajunction.com/2024/09/02/scoring-guide-part-2/"
CANASTA_COM = "https://canasta.com/2023/01/19/count-the-points-in-modern-canasta/"


def asked(game, key, rules=None):
    """The answered question, None where the game does not raise it."""
    chosen = rules or {}
    found = {one.question.key: one for one in about(rulebook.chosen(variants.load(game), chosen), chosen)}
    return found.get(key)


def figures(said):
    """Every number in a text, in its order."""
    found = []
    for value in said.params.values() if isinstance(said, Text) else ():
        found += [value] if isinstance(value, int) else figures(value)
    return found


def told(game, key, rules=None):
    """The answer; the lines of the example by key; its outcome."""
    question = asked(game, key, rules).question
    example = question.example
    lines = {line.key: line.points for line in example.lines} if example else {}
    outcome = str(example.outcome) if example and example.outcome else ""
    return str(question.answer), lines, outcome


LEVEL = "Nobody yet: one more deal is played."
SETTLED = [
    # dispute, source, game, house rules, question, in the answer, in the lines, in the outcome
    ("D01", BRITANNICA, "classic", {}, "all-red-threes-unopened", "800 against", {"red_threes": -800}, ""),
    ("D01", BRITANNICA, "canastra", {}, "all-red-threes-unopened", "800 against", {"red_threes": -800}, ""),
    ("D01", "https://sfaturi-utile.ro/canasta/", "romanian", {}, "all-red-threes-unopened", "800 against",
     {"red_threes": -800}, ""),
    ("D01, the other view", "https://gameduell.helpshift.com/hc/en/23-canasta/faq/1458-scoring/?p=android", "classic",
     {"red_threes.all_against": 400}, "all-red-threes-unopened", "400 against", {"red_threes": -400}, ""),
    ("D03", BRITANNICA, "classic", {}, "out-concealed", "200 in all", {"going_out": 200}, ""),
    ("D03", BRITANNICA, "romanian", {}, "out-concealed", "200 in all", {"going_out": 200}, ""),
    ("D03, the other view", "https://github.com/thatRailsGuy/cutthroat-canasta", "classic",
     {"going_out.concealed": 300}, "out-concealed", "300 in all", {"going_out": 300}, ""),
    ("D05", "http://www.pokerwiner.com/games-of-playing-cards/canasta-1.html", "classic", {}, "opening-red-threes",
     "count 30 all the same", {"red_threes": 200}, "They count 30, and 50 are needed: that does not open."),
    ("D07", EBBELING, "classic", {}, "opening-pile", "Those below it do not", {},
     "They count 70, and 50 are needed: that opens."),
    ("D09", "https://www.primidi.com/canasta/rules_for_original_canasta/the_play/initial_melds", "classic", {},
     "opening-negative", "15 points, which any meld reaches", {}, "that opens"),
    ("D09", EBBELING, "americana", {}, "opening-negative", "125 points.", {}, "that does not open"),
    ("D09", "the Italian rule text", "italian", {}, "opening-negative", "50 points.", {}, "that does not open"),
    ("D09, the other view", "http://www.rummy-games.com/rules/italian-canasta.html", "italian",
     {"opening.below_zero": 15}, "opening-negative", "15 points, which any meld reaches", {}, "that opens"),
    ("D11", EBBELING, "classic", {}, "both-over-target", "The higher total", {}, "The side with 5,340 wins."),
    ("D13", "https://airportes.com/how-do-you-count-cards-in-canasta/", "classic", {}, "canasta-cards",
     "500 and 70, 570 in all", {"canastas.natural": 500, "card_points": 70}, ""),
    ("D15", EBBELING, "classic", {}, "large-canasta", "here 10", {"canastas.natural": 500, "card_points": 80}, ""),
    ("D15", EBBELING, "italian", {}, "large-canasta", "here 20", {"canastas.natural": 500, "card_points": 90}, ""),
    ("D15", "the Portuguese rule text", "americana", {}, "large-canasta", "no more than 7 cards", {}, "at most 7"),
    ("D17", "http://www.canastapedia.com/Classic/GoingOut+Scoring/Scoring", "classic", {}, "partners-hand", "it, 70",
     {"going_out": 100, "hand_points": -70}, ""),
    ("D19", "https://github.com/sultar44/openclaw (CS035)", "americana", {}, "nobody-out", "Nobody.",
     {"canastas.natural": 500, "card_points": 70, "hand_points": -10}, ""),
    ("D19", "https://spielregeln.de/das-spiel-ausmachen.html", "classic", {}, "nobody-out", "Nobody.",
     {"canastas.natural": 500, "card_points": 70, "hand_points": -10}, ""),
    ("D21", EBBELING, "classic", {}, "black-three-in-hand", "5 against", {"hand_points": -20}, ""),
    ("D21", "the Portuguese rule text", "canastra", {}, "black-three-in-hand", "100 against",
     {"hand_points": -15, "hands.black_threes": -100}, ""),
    ("D21", "the Romanian rule text", "romanian", {}, "black-three-in-hand", "100 against",
     {"hand_points": -15, "hands.black_threes": -100}, ""),
    ("D21, at card value", EBBELING, "canastra", {"hands.apart.black_threes.each": 5}, "black-three-in-hand",
     "5 against", {"hand_points": -15, "hands.black_threes": -5}, ""),
    ("D21, both", "the Portuguese rule text", "romanian", {"hands.apart.black_threes.each": 105},
     "black-three-in-hand", "105 against", {"hand_points": -15, "hands.black_threes": -105}, ""),
    ("D21, as Italian portals have it", "https://torofun.com/it/canasta/regole", "italian",
     {"hands.apart.black_threes.each": 100}, "black-three-in-hand", "100 against",
     {"hand_points": -15, "hands.black_threes": -100}, ""),
    ("D21, of a partner", "http://www.bicyclecards.ca/game-rules/bolivia/48.php?page_id=32", "romanian", {},
     "black-three-of-partner", "Yes, 100", {"hands.black_threes": -100}, ""),
    ("D21, of a partner, at card value", "a table's choice", "romanian", {"hands.apart.black_threes.side_out": False},
     "black-three-of-partner", "card value alone: 5", {"hands.black_threes": -5}, ""),
    ("D23", "the rule texts, which have none", "classic", {}, "red-three-in-hand", "The rules have none",
     {"hands.red_threes": 0}, "The app asks about it"),
    ("D23", "the Italian rule text, which has none", "italian", {}, "red-three-in-hand", "The rules have none", {},
     "The app asks about it"),
    ("D23, as the books have it", "https://kartenspiele.net/canasta/", "classic",
     {"hands.apart.red_threes.each": 500}, "red-three-in-hand", "500 against", {"hands.red_threes": -500}, ""),
    ("D25", JUNCTION, "americana", {}, "red-threes-without-canasta", "nothing for a side with 1 canasta",
     {"red_threes": 0}, ""),
    ("D27", CANASTA_COM, "americana", {}, "special-hand-alone", "Straight 3,000", {"special_hands.straight": 3000}, ""),
    ("D27, by the League", "https://canasta.com", "americana", {"special_hands.garbage.points": 3000},
     "special-hand-alone", "Garbage 3,000", {"special_hands.straight": 3000}, ""),
    ("D29", CANASTA_COM, "americana", {}, "held-by-both", "3,000 against", {"extras.aces_in_hand": -3000}, ""),
    ("D31", EBBELING, "americana", {}, "jokers-short", "No: 2,000", {"extras.incomplete_four_jokers": -2000}, ""),
    ("D31, the other view", "https://www.pagat.com/rummy/canasta.html", "americana",
     {"extras.incomplete_four_jokers.points": -2500}, "jokers-short", "Yes: 2,500",
     {"extras.incomplete_four_jokers": -2500}, ""),
    ("D33", "https://canastajunction.com/2024/09/02/scoring-guide-part-3", "americana", {}, "black-three-in-hand",
     "5 against", {"hand_points": -15, "hands.threes": -5}, ""),
    ("D33", "https://canastajunction.com/2024/09/02/scoring-guide-part-3", "americana", {}, "red-three-in-hand",
     "5 against", {"hands.threes": -5}, ""),
    ("D33, held back", JUNCTION, "americana", {"hands.apart.threes.each": 100}, "red-three-in-hand", "100 against",
     {"hands.threes": -100}, ""),
    ("D35", "https://liquisearch.com/canasta/us_american_canasta/melding_rules", "americana", {},
     "special-with-wild-cards", "Mixed canastas: 300. Left short it costs nothing.",
     {"canastas.mixed": 300, "card_points": 140}, ""),
    ("D37", EBBELING, "classic", {}, "most-wild-cards", "3 at most", {}, "with 8 natural cards at most 3 wild"),
    ("D39", "the classic game", "classic", {}, "wild-canasta", "No: wild cards alone are no meld.", {}, "no meld"),
    ("D39", "the Portuguese rule text", "canastra", {}, "wild-canasta", "Wild canastas 2,000",
     {"canastas.wild": 2000, "card_points": 140}, ""),
    ("D39", "the Romanian rule text", "romanian", {}, "wild-canasta", "Wild canastas 2,000",
     {"canastas.wild": 2000, "card_points": 140}, ""),
    ("D39, its cards not counted", "a table's choice", "romanian", {"canastas.kinds.wild.card_values": False},
     "wild-canasta", "Wild canastas 2,000", {"canastas.wild": 2000, "card_points": 0}, ""),
    ("D47", "https://hu.lybadvice.com/rules-classic-card-game-canasta, which exchanges them", "classic", {},
     "threes-worth", "A red three laid on the table counts 100. The card value of a black three is 5.",
     {"red_threes": 100}, ""),
    ("D49", "https://sfaturi-utile.ro/canasta/", "romanian", {}, "wild-cards", "An ace is a natural card.", {},
     "a meld is of one rank"),
    ("an exact tie", "our policy", "classic", {}, "tie", LEVEL, {}, "The match goes on."),
    ("an exact tie, shared", "a table's choice", "classic", {"tie": "shared_win"}, "tie", "they share the win", {},
     "A shared win."),
    ("exactly at the target", "the Portuguese rule text", "americana", {}, "exactly-at-target", "No", {},
     "The match goes on."),
    ("exactly at the target, at or over", "most guides", "americana", {"target_to_be_passed": False},
     "exactly-at-target", "Yes", {}, "The side with 8,500 wins."),
    ("the bonus and the minimum", BRITANNICA, "classic", {}, "opening-bonus", "count 35; its bonus of 500", {},
     "They count 35, and 50 are needed: that does not open."),
    ("a concealed canasta", "https://quantumgambitz.com/blog/games/cards/canasta-basket-rummy", "classic", {},
     "concealed-canasta", "Yes, 100 on top",
     {"canastas.natural": 500, "canastas.concealed": 100, "going_out": 200}, ""),
    ("a concealed canasta, not paid", "a table's choice", "classic", {"canastas.concealed": 0}, "concealed-canasta",
     "No, nothing", {}, ""),
    ("a concealed canasta elsewhere", "the Portuguese rule text", "canastra", {}, "concealed-canasta", "No, nothing",
     {}, ""),
    ("out without the canastas", "the Portuguese rule text", "canastra", {}, "out-without-canastas",
     "100 for going out", {"going_out": 100}, "going out takes 1 canasta, the side has 0"),
    ("canastas to go out", "the Portuguese rule text", "canastra", {}, "canastas-to-go-out",
     "1 with 4 players, 2 with 2 players", {"going_out": 100}, ""),
    ("canastas to go out, two", "a table's choice", "romanian", {"seats.4.canastas_needed": 2}, "canastas-to-go-out",
     "2 canastas.", {"going_out": 100}, ""),
    ("a clean one among them", "the Italian rule text", "italian", {}, "canastas-to-go-out",
     "2 canastas. 1 of them must be: a clean canasta.", {"going_out": 300}, ""),
    ("which canastas count", "ruling 000-9", "canastra", {}, "canastas-that-count", "All of them", {},
     "The app has no question."),
    ("which canastas count, no wild ones", "a table's choice", "canastra", {"going_out.wild_canastas_count": False},
     "canastas-that-count", "Those of wild cards do not.", {}, "going out takes 1 canasta, the side has 0"),
    ("red threes and a canasta", "the Portuguese rule text", "canastra", {}, "red-threes-without-canasta",
     "100 for a side that has melded", {"red_threes": 100}, ""),
    ("red threes and a canasta, asked for", "Vienna, Spain, Italy", "canastra", {"red_threes.sign.by": "canastas"},
     "red-threes-without-canasta", "100 against a side without a canasta", {"red_threes": -100}, ""),
    ("a hand twice", "ruling 004-6", "italian", {}, "hand-twice", "twice then too: 70",
     {"hand_points": -35, "hands.doubled": -35}, ""),
    ("a hand twice, only the losers'", "a table's choice", "italian", {"hands.doubled.nobody_out": False},
     "hand-twice", "35 here, and not 70", {"hand_points": -35}, ""),
    ("wild canastas of the losers", "ruling 004-12", "italian", {"canastas.wild_paid_to": "side_out"},
     "wild-canasta-of-loser", "only the side that went out", {"canastas.twos": 0, "card_points": 140}, ""),
    ("melds without a canasta", "the Portuguese rule text", "americana", {}, "melds-without-canasta",
     "count against it: 30", {"card_points": -30}, ""),
]  # fmt: skip


@pytest.mark.parametrize(
    ("game", "rules", "key", "answer", "lines", "outcome"),
    [pytest.param(*case, id=f"{dispute}: {case[0]}") for dispute, _, *case in SETTLED],
)
def test_the_dispute_is_settled_as_published(game, rules, key, answer, lines, outcome):
    found = told(game, key, rules)
    assert answer in found[0]
    assert found[1] == lines
    assert outcome in found[2]


@pytest.mark.parametrize("game", GAMES)
def test_an_opening_has_the_minimum_of_its_game(game):
    required = variants.load(game).opening_minimum(0)
    for key in ("opening-bonus", "opening-red-threes", "opening-pile"):
        assert f"and {required:,} are needed" in told(game, key)[2]


@pytest.mark.parametrize(
    ("game", "name", "choice"),
    [
        (game, name, choice)
        for game in GAMES
        for name, rule in variants.load(game).house_rules.items()
        for choice in rule.choices
        if choice != variants.load(game).value(name)
    ]
    + [(game, "tie", "shared_win") for game in GAMES]
    + [(game, "target", 4000) for game in GAMES],
)
def test_every_house_rule_changes_an_answer_which_then_says_that_the_table_chose(game, name, choice):
    usual = {one.question.key: one.question for one in about(variants.load(game))}
    variant = rulebook.chosen(variants.load(game), {name: choice})
    changed = [one for one in about(variant, {name}) if one.question != usual.get(one.question.key)]
    assert changed
    assert any(one.origin == "house" and name in [row.name for row in one.rules] for one in changed)


@pytest.mark.parametrize("game", GAMES)
def test_every_answer_names_rules_that_the_card_has(game):
    variant = variants.load(game)
    found = about(variant)
    assert len(found) >= 23
    assert len({one.question.key for one in found}) == len(found)
    for one in found:
        assert one.rules, one.question.key
        assert all(row.name in by_name(variant) for row in one.rules)
        assert one.origin in ("source", "reading")


@pytest.mark.parametrize("game", GAMES)
def test_the_figures_of_an_example_are_lines_of_the_engine(game):
    for one in about(variants.load(game)):
        example = one.question.example
        for line in example.lines if example else []:
            assert isinstance(line, Line)
            assert line.count is None or line.each is None or line.count * line.each == line.points


def sentences(text):
    """A text and those in its places."""
    yield text
    for value in text.params.values():
        if isinstance(value, Text):
            yield from sentences(value)


@pytest.mark.parametrize("game", GAMES)
def test_no_answer_has_a_figure_of_its_own(game):
    """Every number in an answer stands in a place that is filled with what the engine made."""
    said = [text.msgid for one in about(variants.load(game)) for text in sentences(one.question.answer)]
    assert [msgid for msgid in said if re.search(r"\d", re.sub(r"{\w+}", "", msgid))] == []


def test_figures_of_an_answer_are_numbers_so_that_every_reader_sees_them_grouped():
    assert figures(asked("americana", "jokers-short").question.answer) == [2000]
    assert figures(asked("canastra", "canastas-to-go-out").question.answer) == [1, 4, 2, 2]


def test_a_question_that_a_game_does_not_raise_is_not_there():
    assert asked("classic", "jokers-short") is None
    assert asked("classic", "hand-twice") is None
    assert asked("classic", "black-three-of-partner") is None
    assert asked("italian", "special-hand-alone") is None
    assert questions.about(variants.load("canastra"))[0].question.key == "all-red-threes-unopened"


def test_what_all_threes_cost_names_the_side_that_it_is_about():
    rules = {"red_threes.all_against": 400, "red_threes.sign.by": "canastas"}
    answer = str(asked("classic", "red-threes-without-canasta", rules).question.answer)
    assert answer.endswith("All 4 count 400 against a side without a canasta.")
    assert "against a side all" not in answer.casefold()


def test_an_answer_names_the_cards_as_they_lie_there():
    example = asked("classic", "wild-cards").question.example
    assert str(example.outcome) == "K K A: a meld is of one rank"


QUARRELS = ["all-red-threes-unopened", "partners-hand", "out-concealed", "concealed-canasta"]


@pytest.mark.parametrize("game", GAMES)
def test_the_old_quarrels_come_first_and_the_others_by_what_they_are_about(game):
    asked_of = about(variants.load(game))
    assert [one.question.key for one in asked_of if one.title is None] == QUARRELS
    assert [one.question.key for one in asked_of[: len(QUARRELS)]] == QUARRELS
    titles = [str(one.title) for one in asked_of if one.title]
    assert [title for title, _ in itertools.groupby(titles)] == list(dict.fromkeys(titles))
    assert {"Threes", "Opening", "Canastas", "The end of the match"} <= set(titles)


def changed(game, **tables):
    """A game of this file with some values replaced, by dotted name with __ for the dot."""
    data = msgspec.json.decode(msgspec.json.encode({**variants.load(game).data, "examples": [], "house_rules": {}}))
    data["readings"] = {}
    for name, value in tables.items():
        *path, last = name.split("__")
        functools.reduce(lambda table, part: table[part], path, data)[last] = value
    return rulebook.read(data)


ODD_GAMES = {
    "no opening": changed("classic", opening=None),
    "no red threes": changed("classic", red_threes=None),
    "no play facts": changed("italian", play={}),
    "canastas of fourteen": changed("italian", canastas__size=14),
    "canastas of three": changed("classic", canastas__size=3),
    "no kinds of canasta": changed("classic", canastas__kinds={}),
    "aces are no canasta": changed("americana", canastas__kinds={"special": {
        "label": "Canastas of aces", "one": "aces", "meaning": "seven aces", "symbol": "special", "bonus": 10,
        "ranks": ["A"]}}),
    "a hundred jacks": changed("americana", extras={"jacks": {
        "label": "Jacks", "one": "jacks", "on": "held", "ranks": ["J"], "points": -5, "at_least": 100}}),
    "one pack": changed("classic", packs=1, red_threes__ladder=[100, 200]),
    "no wild cards in melds": changed("classic", melds__wild=[[2, 0]]),
    "none needed to go out": changed("classic", seats={"2": {"sides": 2, "deal": 11, "canastas_needed": 0}}),
    "ten canastas to go out": changed("classic", seats={"4": {"sides": 2, "deal": 11, "canastas_needed": 10}}),
    "always minus": changed("classic", red_threes__sign={"by": "opened", "steps": [-1]}),
    "always nothing": changed("classic", red_threes__sign={"by": "canastas", "steps": [0]}),
    "many canastas": changed("classic", red_threes__sign={"by": "canastas", "steps": [-1] * 20}),
}  # fmt: skip


@pytest.mark.parametrize("variant", ODD_GAMES.values(), ids=ODD_GAMES)
def test_no_game_is_too_odd_to_be_asked_about(variant):
    found = about(variant)
    assert found
    for one in found:
        assert one.rules, one.question.key
        assert str(one.question.answer)


ASKED = [ask for _, group in questions.GROUPS for ask in group]
TABLES = [
    pytest.param(game, players, rules, id=f"{game} for {players}: {rules or 'as printed'}")
    for game in GAMES
    for players in variants.load(game).seats
    for rules in [
        {},
        *(
            {name: choice}
            for name, rule in variants.load(game).house_rules.items()
            for choice in rule.choices
            if choice != variants.load(game).value(name)
        ),
    ]
]


def each_question(game, players, rules):
    """Every question that is asked at such a table, worked out anew."""
    variant = at_a_table_of(rulebook.chosen(variants.load(game), rules), players)
    for ask in ASKED:
        with contextlib.suppress(NotHere):
            if question := ask(variant):
                yield question


@pytest.mark.parametrize(("game", "players", "rules"), TABLES)
def test_no_example_is_doubted_but_for_what_it_tells_of(game, players, rules, monkeypatch):
    dealt = []

    def judged(*deal):
        dealt.append(match.score_deal(*deal))
        return dealt[-1]

    monkeypatch.setattr(asking, "match", SimpleNamespace(score_deal=judged))
    found = 0
    for question in each_question(game, players, rules):
        outcome = str(question.example.outcome) if question.example else ""
        doubts = [str(doubt.message) for scored in dealt for doubt in scored.doubts]
        assert [doubt for doubt in doubts if doubt not in outcome] == [], question.key
        found += 1
        dealt.clear()
    assert found >= 22


def test_a_concealed_canasta_is_laid_with_all_that_going_out_takes():
    rules = {"seats.4.canastas_needed": 2}
    answer, lines, _ = told("classic", "concealed-canasta", rules)
    assert "Yes, 100 on top." in answer
    assert lines == {"canastas.natural": 1000, "canastas.concealed": 200, "going_out": 200}


RED = "They count 1,200 for their side, whatever it has melded."
COUNTED = [
    # game, house rules, question, the whole answer
    ("italian", {"red_threes.sign.steps": [1, 1]}, "all-red-threes-unopened", RED),
    ("italian", {}, "all-red-threes-unopened",
     "They count 1,200 against a side that has not melded, and 1,200 for a side that has melded."),
    ("americana", {}, "all-red-threes-unopened",
     "They count 1,000 against a side without a canasta, and 1,000 for a side with 2 canastas or more."),
    ("americana", {}, "red-threes-without-canasta",
     "One counts 100 against a side without a canasta, nothing for a side with 1 canasta, 100 for a side with 2"
     " canastas or more. 2 count 300, 3 count 500, 4 count 1,000."),
    ("italian", {"red_threes.sign.steps": [1, 1]}, "red-threes-without-canasta",
     "Yes: one counts 100 for a side that has melded. 2 count 200, 3 count 300, 4 count 800, 5 count 1,000,"
     " 6 count 1,200."),
    ("canastra", {}, "red-threes-without-canasta",
     "Yes: one counts 100 for a side that has melded. 2 count 200, 3 count 300, 4 count 800."),
    ("classic", {"red_threes.sign.by": "canastas"}, "red-threes-without-canasta",
     "One counts 100 against a side without a canasta, 100 for a side with 1 canasta or more."
     " 2 count 200, 3 count 300, 4 count 800."),
    ("italian", {}, "hand-twice", "Yes, it counts twice then too: 70 here."),
]  # fmt: skip


@pytest.mark.parametrize(("game", "rules", "key", "answer"), COUNTED)
def test_what_threes_and_hands_count_is_said_whole(game, rules, key, answer):
    assert told(game, key, rules)[0] == answer


SIGNS = {
    "each the same": ({"red_threes__ladder": [100, 200, 300, 400]}, "Yes: each counts 100 for a side that has melded."),
    "a side pays": ({"red_threes__ladder": [100, 200, 300, 400], "red_threes__all_against": None,
                     "red_threes__sign": {"by": "opened", "steps": [-1]}},
                    "No: each counts 100 against a side that has melded."),
    "nothing": ({"red_threes__sign": {"by": "opened", "steps": [-1, 0]}},
                "No: they count nothing for a side that has melded."),
    "dearer against": ({"red_threes__ladder": [100, 200, 300, 400], "red_threes__all_against": 1000,
                        "red_threes__sign": {"by": "canastas", "steps": [-1, 1]}},
                       "One counts 100 against a side without a canasta, 100 for a side with 1 canasta or more."
                       " 2 count 200, 3 count 300, 4 count 400. All 4 count 1,000 against a side without a canasta."),
    "always nothing": ({"red_threes__sign": {"by": "canastas", "steps": [0]}}, "They count nothing."),
}  # fmt: skip


@pytest.mark.parametrize(("tables", "answer"), SIGNS.values(), ids=SIGNS)
def test_what_each_three_counts_is_said_only_where_each_counts_the_same(tables, answer):
    found = {one.question.key: str(one.question.answer) for one in about(changed("classic", **tables))}
    assert found["red-threes-without-canasta"] == answer


@pytest.mark.parametrize("steps", [[1, 1], [-1, -1], [0, 0], [-1], [1, -1], [0, 1], [-1, -1, 1], [1, 0, -1]])
def test_no_answer_says_of_one_side_twice_what_it_counts(steps):
    for by in ("opened", "canastas"):
        game = changed("classic", red_threes__sign={"by": by, "steps": steps})
        [answer] = [one.question.answer for one in about(game) if one.question.key == "all-red-threes-unopened"]
        told_of = [str(value) for value in answer.params.values() if isinstance(value, Text)]
        assert len(told_of) == len(set(told_of)) == (2 if len(set(steps)) > 1 else 0)


@pytest.mark.parametrize(("game", "players", "rules"), TABLES)
def test_a_question_that_asks_for_yes_or_no_is_answered_so(game, players, rules):
    asking_so = [
        (str(question.asks), str(question.answer))
        for question in each_question(game, players, rules)
        if re.search(r"(^|[:.] )(Do|Does|Is|Are|do|does|is|are) [^?]*\?$", str(question.asks))
        and not re.search(r"\b(what|once or twice)\b", str(question.asks))
    ]
    assert len(asking_so) >= 6
    assert [both for both in asking_so if not re.match(r"(Yes|No)\b", both[1])] == []
