"""Every line that scoring can make names the rule it rests on, and the figures of that rule make its points."""

import itertools
import random

import pytest
import strategies
import test_lines
from _deals import GAMES, deals, results, taken_off
from hypothesis import given, settings
from hypothesis import strategies as st
from test_deal_form import Table

from scorekeeper import match, reasons, rulebook, tally, variants
from scorekeeper.rulecard import by_name
from scorekeeper.sheet import score_under

CHOICES = [
    (key, name, choice)
    for key in GAMES
    for name, rule in variants.load(key).house_rules.items()
    for choice in rule.choices
]


def reckoned(variant, line, shown, reason):
    """The points of a line, from the values at the names of its reason's rules alone; None where cards are added."""
    names = [row.name for row in reason.rules]
    main = variant.value(names[0])
    table = line.key.split(".")[0]
    if table in ("red_threes", "black_threes"):
        count = getattr(shown, table)
        [sign] = {name.partition(".sign")[0] + ".sign" for name in names if ".sign" in name}
        rule = variant.value(sign)
        turn = rule["steps"][
            min(shown.canasta_count if rule["by"] == "canastas" else shown.opened, len(rule["steps"]) - 1)
        ]
        if names[0].endswith("all_against"):
            return -main
        if not turn:
            return 0
        return variant.value(f"{table}.ladder")[count - 1] * turn
    if line.key == "hands.doubled":
        return None
    if table == "hands":
        if names[0].endswith("side_out"):
            assert main is False
            return -variant.value(names[1]) * line.count
        return -main * line.count
    if table == "canastas":
        return 0 if main == "side_out" and not shown.went_out else main * line.count
    if table == "extras":
        return main * line.count
    if table in ("going_out", "special_hands"):
        return main
    return None


def figures(text):
    """The numbers that a row shows."""
    return [value for value in text.params.values() if isinstance(value, int)]


def names_a_choice(reason):
    """Is its main rule one that has a word and no figure?"""
    return reason.rules[0].name.endswith(".side_out")


def check(variant, chosen, scored):
    """Asks for the reason of every line of a deal."""
    for shown, lines in zip(scored.shown, scored.lines, strict=True):
        for line in lines:
            reason = reasons.of(variant, line, shown, chosen)
            assert reason.rules, line
            assert str(reason.says).endswith("."), line
            if line.key in ("result", "adjustment"):
                assert [row.name for row in reason.rules] == [""]
                assert reason.origin == "table"
                continue
            for row in reason.rules:
                variant.value(row.name)
                assert row in by_name(variant)[row.name]
            points = reckoned(variant, line, shown, reason)
            assert points in (line.points, None), (line, reason)
            if points and not names_a_choice(reason):
                laid = line.key in ("red_threes", "black_threes")  # a step of a ladder is for all of them
                figure = abs(points if laid else points // (line.count or 1))
                assert figure in map(abs, figures(reason.rules[0].value)), (line, reason)
            blind = reasons.of(variant, line, None, chosen)  # what the side showed is not always at hand
            if line.key != "card_points":  # which rests on the values of the cards that are known
                assert blind.rules[0].name == reason.rules[0].name


def scored(variant, players, tallies):
    return match.score_deal(variant, players, [tally.read(one) for one in tallies])


@pytest.mark.parametrize("key", GAMES)
def test_every_line_of_many_deals_has_its_rule(key):
    variant = variants.load(key)
    kinds = set()
    for players, seed in itertools.product(variant.seats, range(3)):
        for dealt in deals(key, seed, 25, players):
            deal = scored(variant, players, dealt)
            check(variant, (), deal)
            kinds |= {line.key for lines in deal.lines for line in lines}
    assert {"card_points", "hand_points", "going_out", "red_threes", "canastas.natural"} <= kinds


@pytest.mark.parametrize(("key", "name", "choice"), CHOICES)
def test_every_line_has_its_rule_whatever_the_table_chose(key, name, choice):
    game = variants.load(key)
    variant = rulebook.chosen(game, {name: choice})
    for dealt in deals(key, random.Random(name).randrange(1000), 12, max(variant.seats)):
        if not variant.canastas.concealed:
            for one in dealt:
                one.pop("concealed_canastas", None)
        check(variant, {name}, scored(variant, max(variant.seats), dealt))


@settings(max_examples=60, deadline=None)
@given(strategies.tables(), st.booleans())
def test_every_line_of_any_deal_under_any_rules_has_its_rule(table, by_counts):
    game, players, rules, dealt = table
    variant = rulebook.chosen(variants.load(game), rules)
    for written in (
        [strategies.named(side) for side in dealt],
        [strategies.counted(game, rules, side, by_counts) for side in dealt],
    ):
        check(variant, rules, scored(variant, players, written))


def test_results_and_hands_taken_off_have_their_reasons():
    variant = variants.load("classic")
    [dealt] = deals("classic", 4, 1)
    check(variant, (), scored(variant, 4, taken_off(dealt)))
    stated = results("classic", dealt)
    stated[0]["adjustment"] = {"points": 50, "reason": "spilled wine"}
    check(variant, (), scored(variant, 4, stated))


@pytest.mark.parametrize("name", test_lines.DEALS)
def test_every_line_that_there_is_has_its_rule(name):
    key, tallies, *rules = test_lines.DEALS[name]
    sheet = {"sides": ["We", "They"], "rules": rules[0] if rules else {}}
    sheet["deals"] = [{"tallies": [*tallies, test_lines.REST][:2]}]
    scored = score_under(variants.load(key), sheet)
    check(scored.variant, sheet["rules"], scored.deals[0].scored)


def reason(key, line_key, one, other=None, rules=None):
    """The reason of a line of the first side."""
    variant = rulebook.chosen(variants.load(key), rules or {})
    deal = scored(variant, max(variant.seats), [one, other or {"card_points": 60, "hand_points": 20}])
    line = next(line for line in deal.lines[0] if line.key == line_key)
    return reasons.of(variant, line, deal.shown[0], rules or ())


FOUR = {"red_threes": 4, "hand_points": 50}
SAYINGS = [
    ("classic", "red_threes", FOUR, None, "red_threes.all_against", "reading",
     "All 4 red threes of a side that has not melded count 800 against it."),
    ("canastra", "red_threes", FOUR, None, "red_threes.all_against", "source",
     "All 4 red threes of a side that has not melded count 800 against it."),
    ("classic", "red_threes", FOUR, {"red_threes.all_against": 400}, "red_threes.all_against", "house",
     "All 4 red threes of a side that has not melded count 400 against it."),
    ("classic", "red_threes", {"card_points": 60, "red_threes": 2}, {"red_threes.sign.by": "canastas"},
     "red_threes.ladder", "house", "2 red threes of a side without a canasta count 200 against it."),
    ("americana", "red_threes", {"card_points": 70, "canastas": {"natural": 1}, "red_threes": 3}, None,
     "red_threes.sign", "reading", "Red threes of a side with 1 canasta count nothing."),
    ("americana", "black_threes", {"black_threes": 1}, None,
     "black_threes.ladder", "reading", "1 black three of a side without a canasta counts 100 against it."),
    ("americana", "card_points", {"card_points": 90}, None,
     "melds.sign", "reading", "The cards melded by a side without a canasta count their values against it."),
    ("romanian", "hands.black_threes", {"hand_points": 0, "black_threes_in_hand": 2}, None,
     "hands.apart.black_threes.each", "reading", "Black threes in hand cost 100 each, and not their card value."),
    ("romanian", "hands.red_threes", {"hand_points": 5, "red_threes_in_hand": 1}, None,
     "hands.apart.red_threes.each", "reading", "Red threes in hand cost nothing."),
    ("italian", "hands.doubled", {"hand_points": 50}, None, "hands.doubled.nobody_out", "reading",
     "Without a canasta, what is left in hand counts twice, when nobody went out too."),
    ("classic", "card_points", {"card_counts": {10: 7}}, None, "card_values.K", "source",
     "The cards that a side melds count their values for it, those in canastas too."),
    ("classic", "hand_points", {"hand_points": 35}, None, "hands", "reading",
     "The cards left in the hands of all players of a side count their values against it."),
    ("canastra", "hand_points", {"hand_points": 35}, None, "hands", "source",
     "The cards left in the hands of all players of a side count their values against it."),
]  # fmt: skip


@pytest.mark.parametrize(("key", "line", "one", "rules", "name", "origin", "says"), SAYINGS)
def test_what_the_rule_says_and_who_says_it(key, line, one, rules, name, origin, says):
    found = reason(key, line, one, rules=rules)
    assert (found.rules[0].name, found.origin, str(found.says)) == (name, origin, says)


def test_the_ways_of_going_out_have_rules_of_their_own():
    out = {"card_points": 130, "canastas": {"natural": 1}, "hand_points": 0, "went_out": True}
    plain, concealed = reason("classic", "going_out", out), reason("classic", "going_out", {**out, "concealed": True})
    assert [row.name for row in plain.rules] == ["going_out.bonus"]
    assert [row.name for row in concealed.rules] == ["going_out.concealed"]
    assert str(concealed.says) == "Who goes out concealed has 200 points for it, in all."


def test_wild_canastas_that_are_not_paid_rest_on_who_is_paid():
    rules = {"canastas.wild_paid_to": "side_out"}
    found = reason("italian", "canastas.twos", {"melds": ["2*7"], "hands": ["4", "9"]}, rules=rules)
    assert [row.name for row in found.rules] == ["canastas.wild_paid_to", "canastas.kinds.twos.bonus"]
    assert found.origin == "house"


def test_only_the_values_of_the_cards_melded_are_named():
    found = reason("classic", "card_points", {"melds": ["K*7", "A A A"], "hands": ["4", "5"]})
    assert [row.name for row in found.rules] == ["card_values.2", "card_values.K"]


def test_the_reason_of_a_line_is_the_same_however_the_side_was_counted():
    named = {"melds": ["A*7"], "hands": ["B3 B3", "K"], "red_threes": 1}
    counted = {"card_points": 140, "canastas": {"natural": 1}, "hand_points": 10, "black_threes_in_hand": 2}
    for key in ("canastas.natural", "red_threes", "hands.black_threes"):
        assert reason("canastra", key, named) == reason("canastra", key, {**counted, "red_threes": 1})


@pytest.mark.parametrize("key", GAMES)
def test_cards_counted_and_found_to_be_none_have_a_reason_and_a_page(shared, key):
    none = {"card_counts": {"50": 0}, "hand_counts": {"50": 0}}
    other = {"card_points": 300, "hand_points": 20}
    played = score_under(
        variants.load(key), {"variant": key, "sides": ["a", "b"], "deals": [{"tallies": [none, other]}]}
    )
    scored = played.deals[0].scored
    [melded] = [line for line in scored.lines[0] if line.key == "card_points"]
    rules = reasons.of(played.variant, melded, scored.shown[0]).rules
    assert {row.name for row in rules if row.ranks} == {
        name for name in by_name(played.variant) if name.startswith("card_values.")
    }
    table = Table(shared, variants.load(key), 4)
    deal = table.write([none, other]).number
    assert table.client.get(table.url(str(deal))).status_code == 200
