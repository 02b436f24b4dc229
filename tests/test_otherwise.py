"""A match under other rules: what each side would have, who would have won, and what cannot be told."""

import html
import re
from collections.abc import Mapping
from typing import Any

import pytest
from flask.testing import FlaskClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from strategies import TABLES, counted, deals, house_rules, named, sheet
from test_pages import DEAL, WINNING, op, play

from scorekeeper import match as matches
from scorekeeper import otherwise, retelling, variants
from scorekeeper import sheet as sheets
from scorekeeper.book import Book
from scorekeeper.entries import Side
from scorekeeper.match import DealRefused, Match, Scored
from scorekeeper.otherwise import Choice, Otherwise
from scorekeeper.rules import HouseRule, Variant
from scorekeeper.sheet import SheetRefused
from scorekeeper.tally import Tally

GAMES = sorted(variants.files())


def told(game: str, *dealt: list[dict[str, Any]], rules: Mapping[str, Any] | None = None, **more: Any) -> Match:
    """The match of a score sheet of these deals."""
    document = {"variant": game, "sides": ["We", "They"], "rules": rules or {}, **more}
    return sheets.score({**document, "deals": [{"tallies": tallies} for tallies in dealt]})


def chosen(match: Match, name: str, instead: str) -> Choice:
    """The house rule of this name with the choice of this label."""
    return next(one for one in otherwise.choices(match) if (one.name, str(one.instead)) == (name, instead))


def as_game(match: Match, game: str) -> Otherwise:
    return otherwise.under(match, variants.load(game))


# ---- published facts -------------------------------------------------------------------------------------------------

UNOPENED = [{"red_threes": 4, "hand_points": 60}, {"card_points": 300, "canastas": {"natural": 1}}]
CONCEALED = [
    {"card_points": 300, "canastas": {"natural": 1}, "hand_points": 0, "went_out": True, "concealed": True},
    {"hand_points": 70},
]
LAID = [{**CONCEALED[0], "concealed_canastas": 1}, CONCEALED[1]]
FORGOTTEN = [{"card_points": 60, "red_threes_in_hand": 1, "hand_points": 0}, {}]
FOUR_JOKERS = [{"melds": ["K*7", "JK*4 2"], "hands": ["", "4"], "went_out": True}, {"hands": ["5", "6"]}]
THREE_HELD = [{"melds": ["K*7"], "hands": ["B3", "4"]}, {"hands": ["5", "6"]}]
GARBAGE = [{"special_hand": "garbage"}, {"hands": ["5", "6"]}]

HOUSE_RULES = [
    # game, deal, house rule, the other choice, how much more the first side has; where it was published
    ("classic", UNOPENED, "red_threes.all_against", "400 against", 400),  # D01: −800, with −400 as a setting
    ("canastra", UNOPENED, "red_threes.all_against", "400 against", 400),  # D01: seed 000 prints −800
    ("romanian", UNOPENED, "red_threes.all_against", "400 against", 400),  # D01: seed 002 prints −800
    ("classic", CONCEALED, "going_out.concealed", "300", 100),  # D03: 200 in all; 300 in one family's game
    ("canastra", CONCEALED, "going_out.concealed", "300", 100),  # D03
    ("classic", LAID, "canastas.concealed", "none", -100),  # the quarrel about what "concealed" earns: seed 001
    ("classic", FORGOTTEN, "hands.apart.red_threes.each", "500 against", -500),  # D23: 500 against in the books
    ("canastra", THREE_HELD, "hands.apart.black_threes.each", "5 against", 95),  # D21: 100 against, not 5
    ("canastra", THREE_HELD, "hands.apart.black_threes.each", "105 against", -5),  # D21: the 5 is not added
    ("americana", FOUR_JOKERS, "extras.incomplete_four_jokers.points", "2,500 against", -500),  # D31: pagat −2,500
    ("americana", THREE_HELD, "hands.apart.threes.each", "100 against", -95),  # D33: −5, −100 in one guide
    ("americana", GARBAGE, "special_hands.garbage.points", "3,000", 1000),  # the League pays 3,000
]


@pytest.mark.parametrize(("game", "deal", "name", "instead", "more"), HOUSE_RULES)
def test_the_other_choice_of_a_house_rule_gives_what_others_publish(
    game: str, deal: list[dict[str, Any]], name: str, instead: str, more: int
) -> None:
    found = chosen(told(game, deal), name, instead)
    assert found.otherwise.differences == [more, 0]
    assert found.decides
    assert found.changes


W17 = [{"card_points": 420, "canastas": {"natural": 1}, "red_threes": 2, "hand_points": 0}, {}]
HELD = [{"melds": ["K K K"], "hands": ["B3", "4"]}, {}]
W15 = [
    {"card_points": 420, "canastas": {"natural": 1, "mixed": 1}, "red_threes": 2, "went_out": True, "hand_points": 35},
    {},
]
OF_GAMES = [
    # game, deal, other game, what the first side has here and there; where it was published
    ("classic", W17, "americana", 1120, 920),  # W17: Ebbeling, modernAmerican.test.ts
    ("americana", W17, "classic", 920, 1120),  # W17, the other way round
    ("classic", HELD, "canastra", 20, -75),  # D21: −5 in classic, −100 in seed 000
    ("classic", HELD, "romanian", 20, -75),  # D21: −100 in seed 002
    ("classic", W15, "canastra", 1485, 1485),  # W15: the relatives of the classic game count alike
]


@pytest.mark.parametrize(("game", "deal", "other", "here", "there"), OF_GAMES)
def test_a_deal_as_another_game_has_what_that_game_is_known_to_give(
    game: str, deal: list[dict[str, Any]], other: str, here: int, there: int
) -> None:
    match = told(game, deal)
    found = as_game(match, other)
    assert found.totals is not None
    assert (match.totals[0], found.totals[0]) == (here, there)


# ---- what is and is not told -----------------------------------------------------------------------------------------


def test_every_house_rule_is_there_with_every_choice_not_in_force() -> None:
    for game in GAMES:
        match = told(game, DEAL if game != "italian" else [{"result": 2000}, {"result": 500}])
        found = [(one.name, str(one.instead)) for one in otherwise.choices(match) if one.name != "target"]
        rules = match.variant.house_rules
        expected = [("tie", "a shared win")]
        for name, rule in rules.items():
            pairs = zip(rule.choices, rule.labels, strict=True)
            expected += [(name, label) for value, label in pairs if value != match.variant.value(name)]
        assert found == expected


def test_another_choice_stands_beside_those_the_table_made() -> None:
    rules = {"red_threes.all_against": 400, "going_out.concealed": 300}
    match = told("classic", UNOPENED, CONCEALED, rules=rules)
    assert chosen(match, "going_out.concealed", "200").otherwise.differences == [-100, 0]
    assert chosen(match, "red_threes.all_against", "800 against").otherwise.differences == [-400, 0]


def test_a_kind_of_canasta_that_the_other_game_lacks_cannot_be_told_and_the_other_deals_are() -> None:
    wild = [{"card_points": 400, "canastas": {"wild": 1}, "hand_points": 0}, {}]
    match = told("canastra", W15, wild, W15, before=[100, 50])
    found = as_game(match, "classic")
    assert [one.scored is not None for one in found.deals] == [True, False, True]
    assert [(one.deal.number, fault.side, fault.key) for one in found.untold for fault in one.faults] == [
        (2, 0, "canastas.wild")
    ]
    assert (found.told, found.totals, found.differences, found.ending) == (False, None, None, (None, False, None))
    assert [one.totals for one in found.deals] == [[1585, 50], None, None]
    assert found.deals[2].differences == [0, 0]
    assert found.deals[2].deal.doubts
    assert found.deals[2].doubts == []


def test_a_match_over_before_a_deal_that_cannot_be_told_is_won_all_the_same() -> None:
    wild = [{"card_points": 400, "canastas": {"wild": 1}, "hand_points": 0}, {}]
    found = as_game(told("canastra", WINNING, WINNING, wild), "classic")
    assert (found.told, found.ending) == (False, (2, True, 0))


def test_a_game_for_other_tables_is_not_told_at_all() -> None:
    three = sheets.score({"variant": "italian", "sides": ["A", "B", "C"], "deals": [{"tallies": [{}, {}, {}]}]})
    found = as_game(three, "classic")
    assert (str(found.refused), found.deals, found.told) == ("Classic canasta is for 4 players", [], False)


def test_what_the_other_game_does_not_tell_apart_is_told_plainly() -> None:
    match = told("classic", LAID)
    assert as_game(match, "canastra").differences == [-100, 0]  # a concealed canasta is a canasta
    assert as_game(match, "italian").differences == [0, -70]  # 300 for going out, not 200 and 100; the hand doubled
    held = told("canastra", [{"card_points": 60, "black_threes_in_hand": 2, "hand_points": 40}, {}])
    assert as_game(held, "classic").differences == [190, 0]
    by_counts = told("canastra", [{"card_points": 60, "black_threes_in_hand": 2, "hand_counts": {"5": 2}}, {}])
    assert as_game(by_counts, "classic").differences == [190, 0]


TORO = "Canastas of jokers (Toro Seduto)"
UNWRITTEN = [
    ("classic", W17, "canastra", []),
    ("canastra", W17, "classic", ["Canastas laid concealed"]),
    ("italian", [{"card_points": 60, "hand_points": 40}, {}], "canastra", ["Black threes among the points in hand"]),
    ("italian", [{"melds": ["A A A"], "hands": ["B3", "5"]}, {}], "canastra", []),
    ("italian", [{"went_out": True, "result": 500}, {}], "canastra", []),
    ("classic", HELD, "americana", ["Black threes laid on the table"]),
    ("classic", DEAL, "canastra", ["Black threes among the points in hand"]),
    ("italian", [{"card_points": 60, "hand_points": 0, "went_out": True}, {}], "classic", ["Going out concealed"]),
    ("canastra", CONCEALED, "classic", ["Canastas laid concealed"]),
    ("canastra", [{"card_points": 60, "hand_points": 0}, {}], "classic", []),
    ("italian", [{"card_points": 200, "canastas": {"wild": 1}}, {}], "canastra", []),
    ("canastra", [{"card_points": 200, "canastas": {"wild": 1}}, {}], "italian", ["Pinellatas", TORO]),
    (
        "classic",
        [{"card_points": 60, "hand_points": 40}, {}],
        "americana",
        [
            "Incomplete melds of aces",
            "Incomplete melds of sevens",
            "Incomplete wild melds with four jokers",
            "Incomplete wild melds",
            "Black threes laid on the table",
            "Hands with three aces or more",
            "Hands with three sevens or more",
        ],
    ),
]


@pytest.mark.parametrize(("game", "deal", "other", "missing"), UNWRITTEN)
def test_what_the_other_game_asks_and_nobody_wrote_down_is_said(
    game: str, deal: list[dict[str, Any]], other: str, missing: list[str]
) -> None:
    match = told(game, deal, players=4)
    assert [str(one) for one in as_game(match, other).unwritten] == missing


def test_a_house_rule_on_cards_that_nobody_wrote_down_is_not_said_to_change_nothing() -> None:
    match = told("americana", [{"card_points": 60, "hand_points": 40}, {}])
    found = chosen(match, "hands.apart.threes.each", "100 against")
    assert (found.decides, found.changes) == (False, True)
    special = told("americana", [{"special_hand": "garbage", "hand_points": 40}, {"hands": ["", ""], "melds": []}])
    assert chosen(special, "hands.apart.threes.each", "100 against").otherwise.unwritten == []
    unpriced = told("canastra", [{"card_points": 400, "canastas": {"wild": 1}, "hand_points": 0}, {}])
    found = chosen(unpriced, "canastas.kinds.wild.card_values", "no")
    assert [str(one) for one in found.otherwise.unwritten] == ["Card values inside the canastas: Wild canastas"]


def test_cards_left_out_of_the_points_are_missed_where_they_count() -> None:
    rules = {"canastas.kinds.wild.card_values": False}
    beside = [{"card_points": 400, "canastas": {"wild": 1}, "hand_points": 0}, {}]
    found = chosen(told("canastra", beside, rules=rules), "canastas.kinds.wild.card_values", "yes").otherwise
    assert [str(one) for one in found.unwritten] == ["Card values inside the canastas: Wild canastas"]
    alone = [{"card_points": 0, "canastas": {"wild": 1}, "hand_points": 0}, {}]
    found = chosen(told("canastra", alone, rules=rules), "canastas.kinds.wild.card_values", "yes").otherwise
    assert [fault.key for one in found.untold for fault in one.faults] == ["card_points"]


def test_under_the_other_choices_of_its_own_game_nothing_is_missing_that_the_game_asks() -> None:
    for one in otherwise.choices(told("classic", W17, LAID, CONCEALED)):
        assert one.otherwise.unwritten == []
    for one in otherwise.choices(told("americana", DEAL)):
        assert bool(one.otherwise.unwritten) == (one.name == "hands.apart.threes.each")


def test_points_that_were_counted_do_not_tell_what_the_cards_are_worth_elsewhere() -> None:
    own = variants.load("classic")
    dear = replace(own, card_values={**own.card_values, "K": 15})
    missing = [str(one) for one in otherwise.under(told("classic", W17), dear).unwritten]
    assert missing == ["What the cards counted are worth there"]
    named = otherwise.under(told("classic", HELD), dear)
    assert (named.unwritten, named.differences) == ([], [15, 0])


PLAINLY = [
    # what was written, in which game, and how that game would write it
    ({"concealed_canastas": 1, "concealed": True}, "classic", {"concealed_canastas": 1, "concealed": True}),
    ({"concealed_canastas": 1, "concealed": True}, "canastra", {"concealed": True}),
    ({"concealed_canastas": 1, "concealed": True}, "italian", {}),
    ({"black_threes_in_hand": 2, "concealed_canastas": 1}, "canastra", {"black_threes_in_hand": 2}),
    ({"black_threes_in_hand": 2, "hand_points": 40}, "classic", {"hand_points": 50}),
    ({"black_threes_in_hand": 2, "red_threes_in_hand": 1}, "americana", {"hand_points": 15}),
    ({"black_threes_in_hand": 2, "red_threes_in_hand": 1}, "classic", {"hand_points": 10, "red_threes_in_hand": 1}),
    (
        {"black_threes_in_hand": 2, "red_threes_in_hand": 1, "hand_counts": {"5": 3, "50": 1}},
        "americana",
        {"hand_counts": {"5": 6, "50": 1}},
    ),
    ({"red_threes_in_hand": 1}, "italian", {"red_threes_in_hand": 1}),
]


@pytest.mark.parametrize(("written", "game", "plain"), PLAINLY)
def test_a_tally_is_told_plainly_where_a_game_does_not_tell_it_apart(
    written: dict[str, Any], game: str, plain: dict[str, Any]
) -> None:
    assert retelling.plainly(variants.load(game), matches.tally.read(written)).data == plain


def test_a_choice_under_which_a_deal_is_refused_decides_nothing_and_is_said() -> None:
    small = [{"melds": ["2*3", "K*4"], "hands": ["4", "5"]}, {}]
    match = told("canastra", small, WINNING, WINNING, rules={"melds.wild_from": 3})
    found = chosen(match, "melds.wild_from", "seven or more at once")
    assert (found.otherwise.told, found.decides, found.minimums, found.changes) == (False, False, [], True)
    assert [fault.key for one in found.otherwise.untold for fault in one.faults] == ["melds[0]"]


def test_rules_that_no_game_can_have_are_refused_and_said() -> None:
    """As in a match that was begun under rules of which a later program knows better."""
    own = variants.load("classic")
    rule = HouseRule("Cards in a meld", "", [3, 0], ["three", "none"])
    broken = replace(own, house_rules={"melds.min_cards": rule})
    match = matches.of_deals(broken, told("classic", DEAL).opened, [])
    found = chosen(match, "melds.min_cards", "none")
    assert found.otherwise.refused
    assert (found.otherwise.told, found.decides, found.changes) == (False, False, True)


def test_a_game_that_seats_as_many_otherwise_is_not_told() -> None:
    own = variants.load("classic")
    alone = replace(own, seats={4: replace(own.seats[4], sides=4)})
    found = otherwise.under(told("classic", DEAL), alone)
    assert (str(found.refused), found.deals) == ("Classic canasta is not played by 2 sides", [])


def test_where_points_differ_the_opening_minimums_that_follow_are_no_change_of_their_own() -> None:
    found = chosen(told("classic", UNOPENED, before=[2000, 0]), "red_threes.all_against", "400 against")
    assert found.otherwise.deals[0].opening_minimums != found.own.deals[0].opening_minimums
    assert found.minimums == []


def test_a_rule_that_only_asks_is_told_by_what_it_asks() -> None:
    out = [{"card_points": 100, "canastas": {"mixed": 1}, "hand_points": 5, "went_out": True}, {"hand_points": 10}]
    found = chosen(told("classic", out), "seats.4.canastas_needed", "two")
    assert [str(fault.message) for one in found.otherwise.doubts for fault in one.doubts] == [
        "going out takes 2 canastas, the side has 1"
    ]
    assert (found.decides, found.changes) == (False, True)
    below = told("italian", [{"result": -50}, {"result": 0}])
    found = chosen(below, "opening.below_zero", "15")
    [(own, other)] = found.minimums
    assert (own.opening_minimums, other.opening_minimums) == ([50, 50], [15, 50])


def test_the_end_under_other_rules_is_told_with_the_deals_after_it() -> None:
    match = told("classic", WINNING, UNOPENED[::-1], WINNING, DEAL, before=[0, 2000])
    assert (match.totals, match.winner) == ([8830, 1405], 0)
    own = otherwise.under(match, match.variant)
    assert own.ending == (3, True, 0)
    ends = {str(one.instead): one.otherwise.ending for one in otherwise.choices(match) if one.name == "target"}
    assert ends == {
        "1,000 to 3,000": (1, True, 0),
        "7,000 to 8,000": (4, True, 0),
        "9,000 or more": (None, False, None),
    }
    assert [one.deal.number for one in own.deals] == [1, 2, 3, 4]
    assert [one.otherwise.doubts for one in otherwise.choices(match) if one.name == "target"] == [[], [], []]


def test_a_tie_at_the_end_is_shared_or_played_out() -> None:
    level = [{"result": 5000}, {"result": 5000}]
    match = told("classic", level)
    assert not match.finished
    found = chosen(match, "tie", "a shared win")
    assert (found.otherwise.ending, found.ends_otherwise, found.decides) == ((1, True, None), True, True)


def test_a_match_left_early_is_won_by_whoever_would_be_ahead() -> None:
    match = told("classic", UNOPENED[::-1], [{"result": 800}, {"result": 900}], before=[-550, 200], ended=True)
    assert (match.totals, match.winner) == ([1050, 240], 0)
    assert chosen(match, "red_threes.all_against", "400 against").otherwise.ending == (None, True, 0)
    assert otherwise.under(told("classic"), variants.load("canastra")).ending == (None, False, None)


def test_results_typed_as_they_are_hang_on_no_rule() -> None:
    match = told("classic", WINNING, DEAL, [{"result": 5}, {}])
    assert [deal.number for deal in otherwise.typed_results(match)] == [1, 3]


def test_what_a_later_referee_finds_wrong_stands_under_other_rules_too() -> None:
    match = told("classic", [{"result": 100}, {"result": 50}])
    wrong = [{"card_points": 430, "canastas": {"natural": 9}, "hand_points": 0}, {"red_threes": 4, "hand_points": 5}]
    accepted = matches.score_deal(match.variant, 4, [matches.tally.read(one) for one in wrong], accepted=True)
    assert accepted.doubts
    stood = matches.of_deals(match.variant, match.opened, [matches.Told(accepted)])
    found = chosen(stood, "red_threes.all_against", "400 against")
    assert found.otherwise.told
    assert found.otherwise.differences == [0, 400]


# ---- of any match ----------------------------------------------------------------------------------------------------


few = settings(
    max_examples=60,
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


@st.composite
def played(draw: st.DrawFn) -> dict[str, Any]:
    """The sheet of a match of a few deals, each side named or counted, or told by its result alone."""
    game, players = draw(st.sampled_from(TABLES))
    rules = draw(house_rules(game))
    written = []
    for _ in range(draw(st.integers(0, 3))):
        sides = []
        for side in draw(deals(game, players, rules)):
            how = draw(st.sampled_from(("named", "counted", "by counts", "result")))
            if how == "named":
                sides.append(named(side))
            elif how == "result":
                sides.append({"result": draw(st.integers(-100, 300)) * 5, "went_out": side["went_out"]})
            else:
                sides.append(counted(game, rules, side, how == "by counts"))
        written.append({"tallies": sides})
    before = [draw(st.integers(-100, 1600)) * 5 for _ in range(len(written[0]["tallies"]) if written else 2)]
    document = sheet(game, players, rules, None, deals=written)
    document["sides"] = document["sides"][: variants.load(game).seats[players].sides]
    return {**document, "before": (before * 2)[: len(document["sides"])], "ended": draw(st.booleans())}


def score(document: Mapping[str, Any]) -> Match | None:
    """The match of this sheet, unless it is none: one that is over cannot have been left early."""
    for ended in (document["ended"], False):
        try:
            return sheets.score({**document, "ended": ended})
        except SheetRefused:
            continue
    return None


def others(match: Match) -> list[tuple[Otherwise, dict[str, Any]]]:
    """The match under every other rule, each with the sheet of the tallies that were scored then."""
    found = [(otherwise.under(match, variants.load(game)), {"variant": game, "rules": {}}) for game in GAMES]
    rules = {name: match.variant.value(name) for name in ("target", "tie", *match.variant.house_rules)}
    for one in otherwise.choices(match):
        value = one.otherwise.variant.value(one.name)
        found.append((one.otherwise, {"variant": match.variant.key, "rules": {**rules, one.name: value}}))
    return found


@few
@given(played())
def test_a_match_under_other_rules_is_what_a_fresh_sheet_scores_under_them(document: dict[str, Any]) -> None:
    match = score(document)
    if match is None:
        return
    own = otherwise.under(match, match.variant)
    assert own.differences == [0] * len(match.sides)
    assert (own.moved, own.doubts, own.unwritten) == ([], [], [])
    for found, rules in others(match):
        scored = [one.scored for one in found.deals]
        if found.refused or not all(scored):
            assert found.refused or all(one.faults for one in found.untold)
            continue
        fresh = sheets.score({**document, **rules, "deals": [_as_scored(one) for one in scored], "ended": False})
        assert found.totals == fresh.totals
        assert [one.totals for one in found.deals] == [deal.totals for deal in fresh.deals]
        assert [one.opening_minimums for one in found.deals] == [deal.opening_minimums for deal in fresh.deals]
        over = [deal.number for deal in fresh.deals if matches.is_over(fresh.variant, deal.totals)[0]]
        assert found.over_after == (over[0] if over else None)
        if not over:
            assert found.finished == match.ended
            assert found.winner == (matches.leader(fresh.totals) if match.ended else None)


def _as_scored(scored: Scored | None) -> dict[str, Any]:
    assert scored is not None
    return {"tallies": [one.data for one in scored.tallies]}


@few
@given(played())
def test_what_is_said_to_change_nothing_changes_nothing(document: dict[str, Any]) -> None:
    match = score(document)
    for one in otherwise.choices(match) if match else []:
        other = one.otherwise
        if not one.changes:
            assert other.totals == one.own.totals
            assert other.ending == one.own.ending
            assert [deal.opening_minimums for deal in other.deals] == [deal.opening_minimums for deal in one.own.deals]
        assert one.decides <= one.changes
        if other.told and other.differences != [0] * len(other.differences or []):
            assert one.decides


@few
@given(played())
def test_tallies_are_read_again_as_they_were_told_wherever_they_may_be(document: dict[str, Any]) -> None:
    match = score(document)
    if match is None:
        return
    for game in GAMES:
        variant = variants.load(game)
        found = otherwise.under(match, variant)
        for one in found.deals:
            tallies = one.deal.scored.tallies
            expected = _refused_or_scores(variant, match.opened.players, tallies)
            if isinstance(expected, list):
                assert one.scored is not None
                assert one.scored.scores == expected
            else:
                assert one.scored is not None or one.faults == expected.faults


def _refused_or_scores(variant: Variant, players: int, tallies: list[Tally]) -> list[int] | DealRefused:
    try:
        return matches.score_deal(variant, players, tallies).scores
    except DealRefused as refused:
        return refused


# ---- the page --------------------------------------------------------------------------------------------------------


def page(client: FlaskClient, match: int, asked: str = "") -> str:
    answer = client.get(f"/matches/{match}/otherwise{asked}")
    assert answer.status_code == 200
    return answer.get_data(as_text=True)


def plain(markup: str) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", markup)).split())


def parts(markup: str) -> dict[str, str]:
    """What stands under each heading of the page, in words."""
    found = re.findall(r'<section class="part">\s*<h2>(.*?)</h2>(.*?)</section>', markup, re.DOTALL)
    return {title: plain(body) for title, body in found}


def test_the_page_tells_first_what_changes_the_points_and_who_would_have_won(client: FlaskClient, book: Book) -> None:
    match = play(book, [{"result": 4700}, {"result": 4800}], UNOPENED, before=[0, -5])
    found = parts(page(client, match))
    said = found["With another house rule"]
    assert said.startswith(
        "All four red threes, where they count against the side: 400 against in place of 800 against"
    )
    assert "Ana & Rui 4,240 (+400) Marta & Zé 5,595 (0) Marta & Zé would have won all the same." in said
    assert found["With another target"].startswith("In place of 5,000: who would have won, and when.")
    assert "Going out concealed, in all: 300" in found["Nothing changes with"]
    assert "Canastra Ana & Rui 3,840 , Marta & Zé 5,595" in found["As another game"]
    assert list(found)[-1] == "As another game"


def test_the_page_marks_the_rule_by_which_another_would_have_won_and_puts_it_first(
    client: FlaskClient, book: Book
) -> None:
    match = play(book, [CONCEALED[0], {"red_threes": 4, "hand_points": 5}], before=[4000, 5500])
    found = page(client, match)
    said = parts(found)["With another house rule"]
    assert "Ana & Rui won." in plain(found)
    first, second = "400 against in place of 800 against", "Going out concealed, in all: 300 in place of 200"
    assert 0 < said.index(first) < said.index("Marta & Zé would have won, after deal 1.") < said.index(second)
    assert found.count("another winner") == 1


def test_the_page_of_a_match_without_deals_says_so(client: FlaskClient, book: Book) -> None:
    match = play(book)
    for asked in ("", "?variant=italian"):
        found = page(client, match, asked)
        assert "No deal yet: nothing can be told under other rules." in plain(found)
        assert parts(found) == {}


def test_a_struck_out_deal_counts_under_no_rules(client: FlaskClient, book: Book) -> None:
    match = play(book, UNOPENED, DEAL)
    with book.session() as session:
        found = session.match(match)
        assert found
        session.write(op(), match, "struck_out", {"deal": found.deals[0].id}, found.last_entry)
    assert "400 against in place of" not in page(client, match)
    assert "counts nowhere" in plain(page(client, match, f"?deal={found.deals[0].id}"))


def test_the_page_of_another_game_sets_deal_beside_deal_and_names_what_it_cannot_tell(
    client: FlaskClient, book: Book
) -> None:
    wild = [{"card_points": 400, "canastas": {"wild": 1}, "hand_points": 0}, {}]
    match = play(book, W15, wild, key="canastra")
    said = plain(page(client, match, "?variant=classic"))
    assert "Deal 2 cannot be told. Ana & Rui , Wild canastas: Classic canasta does not have this" in said
    assert "Deal 1 +1,485 total 1,485 +1,485 total 1,485" in said
    assert "Deal 2 +2,400 total 3,885 cannot be told" in said
    said = plain(page(client, match, "?variant=americana"))
    assert "Deal 1 +1,485 total 1,485 +1,585 (+100) total 1,585" in said


def test_the_page_of_one_deal_sets_its_lines_side_by_side_and_marks_those_that_differ(
    client: FlaskClient, book: Book
) -> None:
    match = play(book, UNOPENED)
    found = page(client, match, f"?deal={match + 1}")
    assert "Red threes differs −800 −400 4 × −100" in plain(found)
    assert "Marta & Zé : +800 all the same." in plain(found)
    assert found.count('class="differs"') == 1
    of_game = page(client, match, f"?deal={match + 1}&variant=americana")
    assert "<h1>Deal 1 as Canasta Americana</h1>" in of_game
    assert "Red threes differs −800 −1,000" in plain(of_game)


@pytest.mark.parametrize("asked", ["deal=0", "deal=99", "deal=x", f"deal={10**30}", "variant=whist", "variant=../x"])
def test_no_such_deal_and_no_such_game_are_not_found(client: FlaskClient, book: Book, asked: str) -> None:
    match = play(book, DEAL)
    assert client.get(f"/matches/{match}/otherwise?{asked}").status_code == 404
    assert client.get(f"/matches/99/otherwise?{asked}").status_code == 404


def test_names_of_the_table_stand_apart_from_the_sentences_around_them(client: FlaskClient, book: Book) -> None:
    wicked = [Side("<b>{name} %(n)s</b>", ["A"]), Side("\u05e8\u05d5\u05d9", ["B"])]
    match = play(book, WINNING, WINNING, UNOPENED, sides=wicked)
    for asked in ("", "?variant=canastra", f"?deal={match + 3}"):
        found = page(client, match, asked)
        assert "<b>{name}" not in found
        assert "<bdi>&lt;b&gt;{name} %(n)s&lt;/b&gt;</bdi>" in found


def test_a_long_match_is_told_in_few_bytes(client: FlaskClient, book: Book) -> None:
    match = play(book, *[UNOPENED, W17, HELD, DEAL] * 5)
    for asked in ("", "?variant=americana", f"?deal={match + 3}"):
        answer = client.get(f"/matches/{match}/otherwise{asked}", headers={"Accept-Encoding": "gzip"})
        assert len(answer.get_data()) <= 14_000
    answer = client.get("/rules/compare?a=classic&b=americana", headers={"Accept-Encoding": "gzip"})
    assert len(answer.get_data()) <= 14_000
