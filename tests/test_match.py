"""A match as the fold of its journal: what a later program does with entries that were accepted once."""

import pytest

from scorekeeper import match as matches
from scorekeeper import rulebook, variants
from scorekeeper.entries import Entry, Impossible
from scorekeeper.faults import Refused
from scorekeeper.match import DealRefused

OPENED = {
    "variant": "classic",
    "rules": "",
    "house_rules": {},
    "players": 4,
    "sides": [{"name": "We", "players": []}, {"name": "They", "players": []}],
    "dealer": 0,
    "before": [0, 0],
}
OUT = {"card_points": 300, "canastas": {"natural": 1}, "hand_points": 0, "went_out": True}
BEHIND = {"card_points": 100, "hand_points": 20}


def opened(**other):
    return Entry(1, 1, "opened", {**OPENED, **other}, "2026-11-29T20:00:00Z")


def entered(*tallies, number=2):
    return Entry(number, 1, "entered", {"tallies": list(tallies)}, "2026-11-29T20:10:00Z")


@pytest.fixture
def classic():
    return variants.load("classic")


def test_what_a_later_referee_refuses_in_an_accepted_deal_is_doubted(classic):
    """Nine kings in two packs: no referee of ours lets that pass, an earlier one might have."""
    deal = entered({"melds": ["K*9"], "hands": ["", "5"], "went_out": True}, BEHIND)
    with pytest.raises(DealRefused):
        matches.after(matches.opened(opened(), classic), deal)
    played = matches.replay([opened(), deal], classic)
    assert played.totals == [685, 80]
    assert str(played.deals[0].doubts[0].message) == "the packs hold 8 K, this makes 9"


@pytest.mark.parametrize(
    ("tally", "there"),
    [
        ({"special_hand": "flush"}, "leave it out"),
        ({"canastas": {"purple": 1}, "card_points": 70}, "it has natural, mixed"),
        ({"extras": {"kings": 1}}, "leave it out"),
    ],
    ids=["a special hand", "a kind of canasta", "an extra"],
)
def test_what_the_pinned_rules_do_not_know_counts_nothing_and_is_doubted(tally, there, classic):
    played = matches.replay([opened(), entered(tally, BEHIND)], classic)
    assert played.totals == [0, 80]
    assert [str(doubt.message) for doubt in played.deals[0].doubts] == [f"Classic canasta does not have this: {there}"]


def test_more_threes_than_there_are_cannot_be_scored_even_when_accepted(classic):
    with pytest.raises(DealRefused):
        matches.replay([opened(), entered({"red_threes": 9}, BEHIND)], classic)


@pytest.mark.parametrize(
    ("other", "error"),
    [
        ({"players": 5}, Impossible),
        ({"before": [0, 0, 0]}, Impossible),
        ({"dealer": 4}, Impossible),
        ({"weather": "rain"}, Refused),
        ({"dealer": "Ana"}, Refused),
    ],
    ids=["five players", "three totals", "a dealer without a seat", "a key of a later program", "a name for a seat"],
)
def test_a_beginning_that_its_rules_do_not_seat(other, error, classic):
    with pytest.raises(error):
        matches.opened(opened(**other), classic)


@pytest.mark.parametrize(
    "body", [{}, {"tallies": []}, {"tallies": [OUT]}, {"tallies": 5}], ids=["nothing", "no tally", "one of two", "five"]
)
def test_a_deal_has_a_tally_for_each_side(body, classic):
    with pytest.raises(Impossible):
        matches.after(matches.opened(opened(), classic), Entry(2, 1, "entered", body, ""))


@pytest.mark.parametrize(
    ("game", "rules", "total", "missing"),
    [
        ("classic", {}, 0, 5000),
        ("classic", {}, -120, 5120),
        ("classic", {}, 4995, 5),
        ("classic", {}, 5000, 0),
        ("classic", {"target": 3000}, 2990, 10),
        ("americana", {}, 8495, 10),
        ("americana", {}, 8500, 5),
        ("americana", {}, 8505, 0),
        ("americana", {"target_to_be_passed": False}, 8500, 0),
    ],
)
def test_what_a_side_misses_to_end_the_match(game, rules, total, missing):
    assert matches.missing(rulebook.chosen(variants.load(game), rules), total) == missing


ACTS = {
    "an unknown deal": ([], ("struck_out", 7), "there is no such deal in this match"),
    "correcting what is struck out": (
        [("struck_out", 2)],
        ("corrected", 2),
        "this deal is struck out; bring it back first",
    ),
    "striking twice": ([("struck_out", 2)], ("struck_out", 2), "this deal is struck out already"),
    "bringing back what stands": ([], ("brought_back", 2), "this deal stands already"),
}


@pytest.mark.parametrize(("before", "act", "sentence"), ACTS.values(), ids=ACTS.keys())
def test_an_act_that_the_match_does_not_allow(before, act, sentence, classic):
    match = matches.replay([opened(), entered(OUT, BEHIND)], classic)
    for number, (kind, deal) in enumerate(before, 3):
        match = matches.after(match, Entry(number, 1, kind, {"deal": deal}, ""))
    kind, deal = act
    with pytest.raises(Impossible) as refused:
        matches.after(match, Entry(9, 1, kind, {"deal": deal, "tallies": [OUT, BEHIND]}, ""))
    assert str(refused.value) == str(refused.value.message) == sentence


def test_a_deal_keeps_its_own_entries_and_times(classic):
    entries = [
        opened(),
        entered(OUT, BEHIND),
        Entry(3, 1, "corrected", {"deal": 2, "tallies": [BEHIND, OUT]}, "2026-11-29T20:20:00Z"),
        Entry(4, 1, "struck_out", {"deal": 2}, "2026-11-29T20:30:00Z"),
        Entry(5, 1, "brought_back", {"deal": 2}, "2026-11-29T20:40:00Z"),
    ]
    match = matches.replay(entries, classic)
    deal = match.deals[0]
    assert (deal.entries, deal.at, deal.changed_at) == ([2, 3, 4, 5], "2026-11-29T20:10:00Z", "2026-11-29T20:40:00Z")
    assert (match.last_entry, match.changed_at, match.opened_at) == (5, "2026-11-29T20:40:00Z", "2026-11-29T20:00:00Z")
    one_by_one = matches.opened(entries[0], classic)
    for entry in entries[1:]:
        one_by_one = matches.after(one_by_one, entry)
    assert one_by_one == match


def test_a_corrected_deal_moves_all_that_follow_and_those_before_stay_as_they_were(classic):
    match = matches.replay([opened(), entered(OUT, BEHIND), entered(OUT, BEHIND, number=3)], classic)
    correction = Entry(4, 1, "corrected", {"deal": 3, "tallies": [BEHIND, OUT]}, "")
    corrected = matches.after(match, correction)
    assert corrected.deals[0] is match.deals[0]
    assert [deal.totals for deal in corrected.deals] == [[900, 80], [980, 980]]


@pytest.mark.parametrize(
    ("players", "sides", "seats"),
    [
        (4, [("We", ["Ana", "Rui"]), ("They", ["Marta", ""])], ["Ana", "Marta", "Rui", "They"]),
        (4, [("We", []), ("They", [])], ["We", "They", "We", "They"]),
    ],
)
def test_seats_alternate_between_the_sides(players, sides, seats, classic):
    named = [{"name": name, "players": names} for name, names in sides]
    match = matches.opened(opened(players=players, sides=named), classic)
    assert [match.seat_name(seat) for seat in range(players)] == seats


def test_the_deal_goes_round_the_table_and_a_struck_out_deal_gives_it_back(classic):
    entries = [opened(dealer=3), entered(OUT, BEHIND), entered(OUT, BEHIND, number=3)]
    match = matches.replay(entries, classic)
    struck = matches.after(match, Entry(4, 1, "struck_out", {"deal": 2}, ""))
    assert [deal.dealer for deal in match.deals] + [match.dealer] == [3, 0, 1]
    assert [deal.dealer for deal in struck.deals] + [struck.dealer] == [3, 3, 0]
    assert [deal.number for deal in struck.deals] == [None, 1]


def test_an_accepted_correction_is_not_refused_either(classic):
    entries = [
        opened(),
        entered(OUT, BEHIND),
        Entry(3, 1, "corrected", {"deal": 2, "tallies": [{"melds": ["K*9"], "hand_points": 5}, OUT]}, ""),
    ]
    match = matches.replay(entries, classic)
    assert match.totals == [585, 900]
    assert str(match.deals[0].doubts[0].message) == "the packs hold 8 K, this makes 9"


def test_what_cannot_be_told_of_an_accepted_tally_still_adds_what_was_agreed(classic):
    odd = {"melds": ["K K K", "??"], "adjustment": {"points": 50, "reason": "agreed"}}
    assert matches.replay([opened(), entered(odd, BEHIND)], classic).totals == [50, 80]


def test_a_side_that_stated_only_its_result_can_have_gone_out(classic):
    match = matches.replay([opened(), entered({"result": 900, "went_out": True, "concealed": True}, BEHIND)], classic)
    deal = match.deals[0]
    assert (deal.out, deal.scored.shown[0].concealed, deal.scored.scores) == (0, True, [900, 80])


def test_an_agreement_adds_to_a_special_hand():
    tally = {"special_hand": "straight", "adjustment": {"points": -50, "reason": "a card shown"}}
    match = matches.replay([opened(variant="americana"), entered(tally, BEHIND)], variants.load("americana"))
    assert match.deals[0].scored.scores[0] == 2950


def test_a_beginning_that_does_not_fit_says_so(classic):
    with pytest.raises(Impossible, match="so many players and sides are not in the rules of this game"):
        matches.opened(opened(players=5), classic)
    with pytest.raises(Refused, match="weather: there is no such key"):
        matches.opened(opened(weather="rain"), classic)


def act(kind, number, **body):
    return Entry(number, 1, kind, body, f"2026-11-29T20:{number}:00Z")


WE_LEAD = entered(OUT, BEHIND)


def test_what_is_said_of_a_match_changes_no_score(classic):
    before = matches.replay([opened(), WE_LEAD], classic)
    about = [
        act("described", 11, played_on="1998-05-01", place="Oma's garden", note="first with the new cards"),
        act("described", 12, note=""),
        act("seated", 13, sides=[{"name": "Ana & Rui", "players": ["Ana", "Rui"]}, {"name": "They", "players": []}]),
        act("noted", 14, deal=2, note="the dog ate a joker"),
    ]
    match = matches.followed(before, about)
    assert (match.played_on, match.opened.place, match.opened.note) == ("1998-05-01", "Oma's garden", "")
    assert [side.name for side in match.sides] == ["Ana & Rui", "They"]
    assert match.deals[0].note == "the dog ate a joker"
    assert (match.totals, match.dealer, match.deals[0].scored) == (before.totals, before.dealer, before.deals[0].scored)


@pytest.mark.parametrize(
    ("body", "day"), [({}, "2026-11-29"), ({"played_on": "2001-02-03"}, "2001-02-03")], ids=["as written", "as said"]
)
def test_a_match_is_of_the_day_it_was_opened_or_another(body, day, classic):
    assert matches.opened(opened(**body), classic).played_on == day


def test_the_table_ends_a_match_early_and_goes_on_with_it(classic):
    played = matches.replay([opened(), WE_LEAD], classic)
    assert (played.finished, played.winner) == (False, None)
    ended = matches.after(played, act("ended", 11))
    assert (ended.finished, ended.winner) == (True, 0)
    with pytest.raises(Impossible):
        matches.after(ended, act("ended", 12))
    with pytest.raises(Impossible):
        matches.after(ended, act("entered", 12, tallies=[OUT, BEHIND]))
    assert matches.after(ended, act("corrected", 12, deal=2, tallies=[BEHIND, OUT])).winner == 1
    resumed = matches.after(ended, act("resumed", 12))
    assert (resumed.finished, resumed.winner) == (False, None)
    assert (played.left_early, ended.left_early, resumed.left_early) == (False, True, False)
    with pytest.raises(Impossible):
        matches.after(resumed, act("resumed", 13))


def test_a_match_whose_totals_end_it_after_all_was_not_left_early(classic):
    ended = matches.replay([opened(), WE_LEAD, act("ended", 11)], classic)
    won = matches.after(ended, act("corrected", 12, deal=2, tallies=[{"result": 5000}, {"result": 0}]))
    assert (won.ended, won.finished, won.left_early) == (True, True, False)


@pytest.mark.parametrize(("before", "winner"), [([5240, 3105], 0), ([900, 900], None)], ids=["we are ahead", "a tie"])
def test_an_old_match_of_which_only_the_totals_are_known(before, winner, classic):
    match = matches.after(matches.opened(opened(before=before), classic), act("ended", 2))
    assert (match.finished, match.winner, match.standing) == (True, winner, [])


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("described", {"played_on": "29.11.2026"}),
        ("described", {"played_on": "20261129"}),
        ("described", {"place": "W" * 41}),
        ("described", {"note": ["a"]}),
        ("noted", {"deal": 2}),
        ("noted", {"deal": 2, "note": "W" * 2001}),
        ("seated", {"sides": [{"name": "We"}]}),
    ],
)
def test_what_is_no_day_place_note_or_seat_is_refused(kind, body, classic):
    with pytest.raises(Refused):
        matches.after(matches.replay([opened(), WE_LEAD], classic), act(kind, 11, **body))


def test_nobody_sits_where_there_is_no_seat(classic):
    three = [{"name": "We", "players": ["Ana", "Rui", "Eva"]}, {"name": "They", "players": []}]
    for sides in (three, [three[1]], [three[1]] * 3):
        with pytest.raises(Impossible):
            matches.after(matches.opened(opened(), classic), act("seated", 11, sides=sides))
