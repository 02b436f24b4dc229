"""The plain computation of every statistic, held to seven small matches that were reckoned by hand.

| day   | match | sides                | deals (id: who dealt; scores)             | totals         | ended by  |
| ----- | ----- | -------------------- | ----------------------------------------- | -------------- | --------- |
| 01-05 | 40    | Ana, – / Marta, Zé   | 41: –; 130, 60 (42 is struck out)         | 130, 60        | the table |
| 01-10 | 10    | Ana, Rui / Marta, Zé | 11: Ana; 900, −150 (12 is struck out)     | 900, −150      |           |
|       |       |                      | 13: Marta; 60, 1400                       | 960, 1250      | 1,000     |
| 01-10 | 20    | Ana, Rui / Marta, Zé | 21: Zé; 1000, 1000: results alone         | 1000, 1000     | 1,000     |
| 02-01 | 30    | Ana / Marta / Zé     | 31: Zé; 1250, −20, 400 (Ana began at 100) | 1350, −20, 400 | 500       |
| 02-03 | 50    | Ana, Marta / Rui, Zé | 51: Ana; 3000 (a special hand), −125      | 3000, −125     |           |
|       |       |                      | 52: Rui; 200, 300: results alone          | 3200, 175      | (it runs) |
| 02-03 | 60    | –, – / –, –          | none                                      | 0, 0           | the table |
| 02-10 | 70    | Ana, Rui / Marta, Zé | 71: Rui; 700, 100: results alone          | 700, 100       | 500       |

41: 150 − 20; 90 − 30. 11: 500 + 100 + 100 + 200 with a natural canasta, a red three and going out; −100 − 50 with
nothing melded. 13: 100 − 40; 500 + 300 + 100 + 200 + 300 with a natural and a mixed canasta, one of them concealed, and
going out concealed. 31: 500 + 300 + 300 + 150; 100 − 60 − 60, the hand doubled; 300 + 120 − 20. 51: the other side's
100 melded without a canasta count against it, and 25 in hand.
"""

import pytest
from naive import (
    HOUSEHOLD,
    Played,
    canastas_by_evening,
    chosen,
    facts,
    folded,
    ratings,
    ratings_by_month,
    told,
    wins_by_month,
)

ANA, RUI, MARTA, ZE = 1, 2, 3, 4
WHO = {"ana": ANA, "aninha": ANA, "rui": RUI, "marta": MARTA, "zé": ZE, "josé": ZE}
WE, THEY = ["Ana", "Rui"], ["Marta", "Zé"]


def played(number, day, names, deals, **more):
    """A match of classic canasta, if nothing else is said; `deals`: a tally for each side, by the id of the deal."""
    sides = [" & ".join(filter(None, side)).strip() or "We" for side in names]
    document = {"variant": "classic", "sides": sides, "names": names, "played_on": day, **more}
    document["deals"] = [{"tallies": tallies, "note": "noted"} for tallies in deals.values()]
    return Played(number, document, list(deals))


MATCHES = [
    played(
        10,
        "2026-01-10",
        [WE, THEY],
        {
            11: [
                {"card_points": 200, "canastas": {"natural": 1}, "red_threes": 1, "hand_points": 0, "went_out": True},
                {"red_threes": 1, "hand_points": 50},
            ],
            13: [
                {"card_points": 100, "hand_points": 40},
                {
                    "card_points": 300,
                    "canastas": {"natural": 1, "mixed": 1},
                    "concealed_canastas": 1,
                    "went_out": True,
                    "concealed": True,
                },
            ],
        },
        rules={"target": 1000},
    ),
    played(
        20,
        "2026-01-10",
        [["ana ", "Rui"], THEY],
        {21: [{"result": 1000, "went_out": True}, {"result": 1000}]},
        rules={"target": 1000, "tie": "shared_win"},
        dealer=3,
    ),
    played(
        30,
        "2026-02-01",
        [["Ana"], ["Marta"], ["José"]],
        {
            31: [
                {"card_points": 150, "canastas": {"natural": 1, "mixed": 1}, "hand_points": 0, "went_out": True},
                {"card_points": 100, "hand_points": 60},
                {"card_points": 120, "canastas": {"mixed": 1}, "hand_points": 20},
            ]
        },
        variant="italian",
        players=3,
        before=[100, 0, 0],
        rules={"target": 500},
        dealer=2,
    ),
    played(
        40,
        "2026-01-05",
        [["Ana", ""], THEY],
        {41: [{"card_points": 150, "hand_points": 20}, {"card_points": 90, "hand_points": 30}]},
        dealer=2,
        ended=True,
    ),
    played(
        50,
        "2026-02-03",
        [["Ana", "Marta"], ["Rui", "Zé"]],
        {
            51: [{"special_hand": "straight"}, {"card_points": 100, "hand_points": 25}],
            52: [{"result": 200}, {"result": 300, "went_out": True}],
        },
        variant="americana",
    ),
    played(60, "2026-02-03", [["", ""], ["", " "]], {}, ended=True),
    played(
        70,
        "2026-02-10",
        [["Aninha", "RUI"], ["Marta", " josé"]],
        {71: [{"result": 700, "went_out": True}, {"result": 100}]},
        rules={"target": 500},
        dealer=2,
    ),
]

OF_ANA = {
    "matches": 5,
    "won": 3,  # 40, 30, 70
    "shared": 1,
    "lost": 1,
    "deals": 8,
    "points": 130 + 900 + 60 + 1000 + 1250 + 3000 + 200 + 700,
    "best_deal": (3000, 50, 51),
    "worst_deal": (60, 10, 13),
    "deals_won": 5,  # 41, 11, 31, 51, 71: 21 is level
    "counted": 4,  # 41, 11, 13, 31
    "canastas": {"natural": 2, "mixed": 1},
    "concealed_canastas": 0,
    "red_threes": 1,
    "out": 5,  # 11, 21, 31, 51, 71
    "concealed": 0,
    "unopened": 0,
    "left_deals": 4,  # in 11 and 31 nothing is left, and that is said
    "left": 20 + 40,
    "dealt": 2,  # 11, 51
    "dealt_points": 3900,
    "dealt_won": 2,
    "minimums": {50: (4, 4)},
    "comeback": None,
    "closest": (70, 40),
    "widest": (950, 30),
    "highest": (1350, 30),
    "longest": (2, 10),
    "shortest": (1, 20),
    "streak": 2,  # 40 won, 10 lost, 20 shared, 30 and 70 won
    "partners": {RUI: (3, 1)},
    "opponents": {MARTA: (5, 3), ZE: (5, 3)},
}
OF_MARTA = {
    "matches": 5,
    "won": 1,
    "shared": 1,
    "lost": 3,
    "deals": 8,
    "points": 60 - 150 + 1400 + 1000 - 20 + 3000 + 200 + 100,
    "best_deal": (3000, 50, 51),
    "worst_deal": (-150, 10, 11),
    "deals_won": 2,  # 13, 51
    "counted": 4,
    "canastas": {"natural": 1, "mixed": 1},
    "concealed_canastas": 1,
    "red_threes": 1,
    "out": 2,  # 13, 51
    "concealed": 1,
    "unopened": 1,
    "left_deals": 3,  # 41, 11, 31; in 13 nothing is said of a hand
    "left": 30 + 50 + 120,
    "dealt": 1,
    "dealt_points": 1400,
    "dealt_won": 1,
    "minimums": {50: (3, 2), 15: (1, 1)},  # before 13 her side stood at −150
    "comeback": (1050, 10),
    "closest": (70, 40),
    "widest": (290, 10),
    "highest": (1250, 10),
    "longest": (2, 10),
    "shortest": (1, 20),
    "streak": 1,
    "partners": {ZE: (4, 1)},
    "opponents": {ANA: (5, 1), RUI: (3, 1), ZE: (1, 0)},
}
OF_ANA_AND_RUI = {
    "matches": 3,
    "won": 1,
    "shared": 1,
    "lost": 1,
    "deals": 4,
    "points": 900 + 60 + 1000 + 700,
    "best_deal": (1000, 20, 21),
    "worst_deal": (60, 10, 13),
    "deals_won": 2,
    "counted": 2,
    "canastas": {"natural": 1},
    "concealed_canastas": 0,
    "red_threes": 1,
    "out": 3,
    "concealed": 0,
    "unopened": 0,
    "left_deals": 2,
    "left": 40,
    "dealt": 2,  # 11 by Ana, 71 by Rui
    "dealt_points": 1600,
    "dealt_won": 2,
    "minimums": {50: (2, 2)},
    "comeback": None,
    "closest": (290, 10),
    "widest": (600, 70),
    "highest": (1000, 20),
    "longest": (2, 10),
    "shortest": (1, 20),
    "streak": 1,
    "partners": {},
    "opponents": {MARTA: (3, 1), ZE: (3, 1)},
}
OF_ALL = {
    "matches": 6,
    "won": 4,
    "shared": 2,
    "lost": 0,
    "deals": 8,
    "points": 190 + 2210 + 2000 + 1630 + 3375 + 800,
    "best_deal": (3000, 50, 51),
    "worst_deal": (-150, 10, 11),
    "deals_won": 7,
    "counted": 10,  # sides, not deals: two each in 41, 11 and 13, three in 31, one in 51
    "canastas": {"natural": 3, "mixed": 3},
    "concealed_canastas": 1,
    "red_threes": 2,
    "out": 7,
    "concealed": 1,
    "unopened": 1,
    "left_deals": 9,
    "left": (20 + 30) + (0 + 50) + 40 + (0 + 120 + 20) + 25,
    "dealt": 8,
    "dealt_points": 130 + 900 + 1400 + 1000 + 400 + 3000 + 300 + 700,
    "dealt_won": 6,  # all but 21 and 31
    "minimums": {50: (8, 7), 15: (1, 1), 125: (1, 1)},
    "comeback": (1050, 10),
    "closest": (70, 40),
    "widest": (950, 30),
    "highest": (1350, 30),
    "longest": (2, 10),
    "shortest": (1, 20),
    "streak": 2,
    "partners": {},
    "opponents": {},
}


@pytest.fixture(scope="module")
def matches():
    return told(MATCHES, WHO)


@pytest.mark.parametrize(
    ("subject", "expected"),
    [((ANA,), OF_ANA), ((MARTA,), OF_MARTA), ((ANA, RUI), OF_ANA_AND_RUI), (HOUSEHOLD, OF_ALL)],
    ids=["Ana", "Marta", "Ana and Rui", "the household"],
)
def test_what_is_said_of_a_subject_is_what_was_reckoned_by_hand(matches, subject, expected):
    assert facts(matches, subject) == expected


def test_matches_stand_by_day_and_then_by_id(matches):
    assert [one.id for one in matches] == [40, 10, 20, 30, 50, 60, 70]


def test_a_match_is_over_by_its_target_or_by_the_table(matches):
    endings = {one.id: (one.finished, one.winner) for one in matches}
    assert endings == {
        10: (True, 1),
        20: (True, None),
        30: (True, 0),
        40: (True, 0),
        50: (False, None),
        60: (True, None),
        70: (True, 0),
    }


def assert_some(found, **expected):
    assert {key: found[key] for key in expected} == expected


def test_a_pairing_is_of_the_matches_in_which_both_sit_on_other_sides(matches):
    assert_some(
        facts(matches, (ANA,), (RUI,)), matches=0, deals=2, points=3200, dealt=1, dealt_points=3000, closest=None
    )
    assert_some(
        facts(matches, (MARTA,), (ZE,)),
        matches=1,
        lost=1,
        deals=3,
        points=-20 + 3200,  # in 50, which runs, she sat beside Ana
        highest=(-20, 30),
        opponents={ANA: (1, 0), ZE: (1, 0)},
    )
    assert_some(facts(matches, (ANA, RUI), (MARTA, ZE)), **OF_ANA_AND_RUI)
    assert_some(facts(matches, (ANA,), (MARTA, ZE)), matches=4, won=2, shared=1, lost=1, deals=5)


def test_a_side_of_which_one_is_named_is_no_partnership(matches):
    assert_some(facts(matches, (MARTA, ZE)), matches=4, won=1, lost=2)
    assert_some(facts(matches, (MARTA, ZE), (ANA,)), matches=4)
    assert_some(facts(matches, (MARTA, ZE), (ANA, RUI)), matches=3)


def test_a_game_and_months_choose_the_matches(matches):
    assert_some(facts(chosen(matches, variant="classic"), (ANA,)), matches=4, won=2, deals=5, canastas={"natural": 1})
    assert_some(facts(chosen(matches, since="2026-02"), (ANA,)), matches=2, won=2, deals=4, streak=2)
    assert_some(facts(chosen(matches, until="2026-01"), (ANA,)), matches=3, won=1, deals=4, streak=1)
    assert_some(facts(chosen(matches, since="2026-01", until="2026-02"), HOUSEHOLD), **OF_ALL)
    assert_some(
        facts(chosen(matches, since="2026-03"), HOUSEHOLD), matches=0, deals=0, best_deal=None, streak=0, minimums={}
    )


def test_a_match_of_the_same_day_that_is_not_over_breaks_no_run(matches):
    """Ana won 30 on the first of February and 70 on the tenth; 50, between them, still runs."""
    assert facts(matches, (ANA,))["streak"] == 2


def test_canastas_are_told_by_the_day(matches):
    assert canastas_by_evening(matches) == {
        "2026-01-10": {"natural": 2, "mixed": 1},
        "2026-02-01": {"natural": 1, "mixed": 2},
    }
    assert canastas_by_evening(matches, (ANA,)) == {
        "2026-01-10": {"natural": 1},
        "2026-02-01": {"natural": 1, "mixed": 1},
    }


def test_wins_are_told_by_the_month(matches):
    assert wins_by_month(matches) == {"2026-01": {ANA: 1, MARTA: 1, ZE: 1}, "2026-02": {ANA: 2, RUI: 1}}


IN_JANUARY = {
    # 10: all at 1500, so 32 × (1 − ½) = 16. 20: 32 points apart, so 0.454078 was expected of Ana and Rui and ½ came of
    # it: 32 × 0.045922 = 1.47.
    (ANA,): 1485.47,
    (RUI,): 1485.47,
    (MARTA,): 1514.53,
    (ZE,): 1514.53,
    (ANA, RUI): 1485.47,
    (MARTA, ZE): 1514.53,
}
IN_FEBRUARY = {
    # 30: of Ana 0.458276 was expected against each: 32 × 0.541724 = 17.34, at 1502.81. Zé: 32 × (½ − 0.541724) / 2 =
    # −0.67, at 1513.86. Marta: 32 × (−½ − 0.541724) / 2 = −16.67, at 1497.86.
    # 70: 1494.14 against 1505.86, of which 0.483141 was expected: 32 × 0.516859 = 16.54.
    (ANA,): 1519.35,
    (RUI,): 1502.01,
    (MARTA,): 1481.32,
    (ZE,): 1497.32,
    # 70: 29.06 apart, as in 30.
    (ANA, RUI): 1502.81,
    (MARTA, ZE): 1497.19,
}


def test_ratings_are_told_by_the_month(matches):
    assert ratings_by_month(matches) == {"2026-01": IN_JANUARY, "2026-02": IN_FEBRUARY}


def test_only_matches_that_are_over_and_whose_people_are_all_named_are_rated(matches):
    found = ratings(matches)
    assert {player: rating.rating for player, rating in found.items()} == IN_FEBRUARY
    counts = {player: rating.matches for player, rating in found.items()}
    assert counts == {(ANA,): 4, (RUI,): 3, (MARTA,): 4, (ZE,): 4, (ANA, RUI): 3, (MARTA, ZE): 3}


def test_ratings_move_half_as_much_after_twenty_rated_matches():
    tallies = [{"result": 600}, {"result": 0}]
    start = {"variant": "canastra", "players": 2, "rules": {"target": 500}}
    many = [played(n, f"2026-01-{n:02}", [["Ana"], ["Rui"]], {100 + n: tallies}, **start) for n in range(1, 22)]
    before, after = (ratings(told(some_, WHO)) for some_ in (many[:20], many))
    expected = 1 / (1 + 10 ** ((before[(RUI,)].rating - before[(ANA,)].rating) / 400))
    assert after[(ANA,)].rating - before[(ANA,)].rating == pytest.approx(16 * (1 - expected), abs=0.005)
    earlier = ratings(told(many[:19], WHO))
    expected = 1 / (1 + 10 ** ((earlier[(RUI,)].rating - earlier[(ANA,)].rating) / 400))
    assert before[(ANA,)].rating - earlier[(ANA,)].rating == pytest.approx(32 * (1 - expected), abs=0.005)


def test_a_match_ended_while_level_moves_no_rating_of_equals():
    level = played(1, "2026-01-01", [WE, THEY], {2: [{"result": 300}, {"result": 300}]}, ended=True)
    assert {rating.rating for rating in ratings(told([level], WHO)).values()} == {1500}


def test_of_equals_the_one_of_the_lowest_id_is_named():
    """Match 2 was played first, and its deals were entered last."""
    tallies = [{"result": 300}, {"result": 100}]
    first = played(2, "2026-01-01", [WE, THEY], {5: tallies, 6: tallies[::-1], 7: tallies}, ended=True)
    later = played(1, "2026-01-02", [WE, THEY], {3: tallies, 8: tallies[::-1], 4: tallies}, ended=True)
    found = facts(told([first, later], WHO), (ANA,))
    assert_some(found, best_deal=(300, 1, 3), worst_deal=(100, 2, 6))
    assert_some(found, highest=(700, 1), closest=(200, 1), widest=(200, 1), longest=(3, 1), shortest=(3, 1))


def test_a_match_begun_behind_is_won_by_coming_back():
    [behind] = told([played(1, "2026-01-01", [WE, THEY], {2: [{"result": 500}, {}]}, before=[0, 400], ended=True)], WHO)
    assert facts([behind], (ANA,))["comeback"] == (400, 1)


def test_a_match_begun_beyond_its_target_is_not_over():
    [begun] = told([played(1, "2026-01-01", [WE, THEY], {}, before=[6000, 0])], WHO)
    assert (begun.finished, begun.winner) == (False, None)


def test_names_are_compared_without_their_case_and_spaces():
    assert (
        folded("  JOSÉ\u00a0 da  Silva ")
        == folded("jose\u0301 da silva")
        == folded("ＪＯＳÉ da silva")
        == "josé da silva"
    )
