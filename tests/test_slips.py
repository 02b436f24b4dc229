"""The short form of `bench/slips.py`: legal deals pass, slips that break a rule or the packs are caught.

The bars are those of the measurement, on fewer deals, and so are the seeds: what fails here fails every time.
"""

import random

import _deals
import pytest
import slips
from _reckoning import broken

GAMES = list(_deals.GAMES)
TABLES = [(game, players) for game in GAMES for players in _deals.GAMES[game].needed]
DEALS = 300
EVERY = 6


@pytest.fixture(scope="module", params=GAMES)
def measured(request):
    return slips.measured(request.param, 20261130, DEALS, EVERY)


def test_no_legal_deal_is_refused(measured):
    assert measured.legal["refused"] == 0


def test_hardly_a_legal_deal_is_doubted(measured):
    assert measured.share_of_legal("doubted") <= 1


def test_nearly_every_slip_that_breaks_a_rule_is_refused_or_doubted(measured):
    assert measured.slips_in("counted") >= 150
    shares = {form: measured.share_caught(form) for form, _ in measured.slips}
    assert min(shares.values()) >= 95, (shares, measured.missed)


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_the_reckoning_finds_nothing_wrong_with_a_legal_deal(game, players):
    minimums = [_deals.GAMES[game].minimum] * _deals.SIDES[players]
    wrong = [
        (why, deal) for deal in _deals.deals(game, 1, DEALS, players) if (why := broken(game, deal, minimums, players))
    ]
    assert wrong == []


@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_deals_the_same_deals(game):
    assert _deals.deals(game, 7, 20) == _deals.deals(game, 7, 20) != _deals.deals(game, 8, 20)


@pytest.mark.parametrize("game", ["classic", "canastra", "romanian"])
def test_a_deal_scores_the_same_with_the_hands_taken_off(game):
    for deal in _deals.deals(game, 3, 50):
        assert _deals.results(game, _deals.taken_off(deal)) == _deals.results(game, deal)


def test_classic_deals_are_as_common_as_the_guesses_say():
    chance = random.Random(5)
    dealt = [_deals.deal("classic", chance, [50, 50]) for _ in range(2000)]
    sides = [side for deal in dealt for side in deal]

    def share(of, holds):
        return sum(map(holds, of)) / len(of)

    shares = {
        "nobody out": share(dealt, lambda deal: not any(side.get("went_out") for side in deal)),
        "two mixed canastas": share(sides, lambda side: side.get("canastas", {}).get("mixed") == 2),
        "one natural canasta": share(sides, lambda side: side.get("canastas", {}).get("natural") == 1),
        "four red threes out": share(dealt, lambda deal: sum(side.get("red_threes", 0) for side in deal) == 4),
    }
    guesses = {
        "nobody out": 0.08,
        "two mixed canastas": 0.28,
        "one natural canasta": 0.33,
        "four red threes out": 0.6,
    }
    assert shares == pytest.approx(guesses, abs=0.03)
    assert sum(side.get("card_points", 0) for side in sides) / len(sides) == pytest.approx(210, abs=10)
    assert sum(side["hand_points"] for side in sides) / len(sides) == pytest.approx(95, abs=5)


IMPOSSIBLE = [
    # game, first side, second side, why it cannot be
    ("classic", {"card_points": 433}, {}, "points that no cards make"),
    ("classic", {"card_points": 45, "canastas": {"natural": 1}}, {}, "points that these melds cannot make"),
    (
        "classic",
        {"card_points": 105, "canastas": {"natural": 3, "mixed": 1}},
        {},
        "points that these melds cannot make",
    ),
    ("classic", {"card_points": 1000}, {"card_points": 200}, "more points than all cards have"),
    ("canastra", {"card_points": 1000}, {}, "points that these melds cannot make"),
    ("canastra", {"card_points": 600, "canastas": {"wild": 2}}, {}, "no cards for these melds"),
    (
        "canastra",
        {"card_points": 200, "canastas": {"wild": 1}},
        {"card_points": 200, "canastas": {"wild": 1}},
        "more canastas than the packs hold",
    ),
    (
        "classic",
        {"card_points": 300, "canastas": {"natural": 6}},
        {"card_points": 300, "canastas": {"natural": 6}},
        "more canastas than ranks",
    ),
    ("classic", {"red_threes": 3}, {"red_threes": 2}, "more red threes than there are"),
    ("classic", {"went_out": True}, {"went_out": True}, "two sides out"),
    ("classic", {"canastas": {"mixed": 1}}, {}, "melds without their points"),
    ("classic", {"card_points": 95, "went_out": True}, {}, "out without the canastas needed"),
    (
        "italian",
        {"card_points": 200, "canastas": {"mixed": 2}, "went_out": True},
        {},
        "out without a clean canasta",
    ),
    ("classic", {"card_points": 45}, {}, "melded less than the minimum"),
    ("classic", {"card_points": 95, "hand_points": 5}, {}, "hands that hold too little"),
    ("classic", {"hand_points": 105}, {}, "hands that hold too little"),
]


@pytest.mark.parametrize(("game", "first", "second", "why"), IMPOSSIBLE)
def test_the_reckoning_knows_what_cannot_be(game, first, second, why):
    tallies = [{"hand_points": 150, **side} for side in (first, second)]
    assert broken(game, tallies, [50, 50]) == why


POSSIBLE = [
    ("classic", {"card_points": 50, "canastas": {"natural": 1}}),
    ("classic", {"card_points": 900, "canastas": {"mixed": 10}}),
    ("classic", {"card_points": 1000}),  # the text is silent on two melds of one rank
    ("classic", {"card_points": 95, "hand_points": 10}),
    ("classic", {"hand_points": 110}),
    ("canastra", {"card_points": 900}),
    ("italian", {"card_points": 300, "canastas": {"mixed": 6}}),  # two of sixes, two of fives, two of fours
]


@pytest.mark.parametrize(("game", "first"), POSSIBLE)
def test_the_reckoning_lets_pass_what_can_be(game, first):
    second = {"card_points": 95, "hand_points": 10}
    assert broken(game, [{"hand_points": 50, **first}, second], [50, 50]) is None
