"""The household that measurements and pictures are made of: what it must hold to stand for years of evenings."""

from collections import Counter

import _years
import pytest
from _deals import GAMES

from scorekeeper import match, sheet, variants

MATCHES, PEOPLE, YEARS = 1500, 120, 12
PLAIN = ("variant", "players", "sides", "before", "rules")


@pytest.fixture(scope="module")
def sheets():
    return list(_years.sheets(MATCHES, PEOPLE, YEARS, 1))


def scored(document):
    """The match of a sheet, without what touches no score."""
    deals = [{"tallies": deal["tallies"]} for deal in document["deals"]]
    return sheet.score_under(
        variants.load(document["variant"]), {"deals": deals, **{key: document[key] for key in PLAIN}}
    )


def test_the_same_seed_makes_the_same_years(sheets):
    assert list(_years.sheets(MATCHES, PEOPLE, YEARS, 1)) == sheets
    assert list(_years.sheets(5, PEOPLE, YEARS, 2)) != list(_years.sheets(5, PEOPLE, YEARS, 1))


def test_every_sheet_scores_and_ends_when_its_target_is_reached(sheets):
    for document in sheets[::5]:
        played = scored(document)
        assert not any(match.is_over(played.variant, deal.before)[0] for deal in played.deals[1:])
        assert not (played.finished and document.get("ended"))


def test_sheets_come_in_the_order_of_their_days_each_with_its_own_id(sheets):
    days = [document["played_on"] for document in sheets]
    assert days == sorted(days)
    assert (days[0][:4], days[-1][:7]) == ("2014", "2026-06")
    assert len({document["id"] for document in sheets}) == MATCHES


def test_a_match_takes_about_ten_deals(sheets):
    assert 9 <= sum(len(document["deals"]) for document in sheets) / MATCHES <= 11


def test_all_games_are_played_and_classic_most(sheets):
    games = Counter(document["variant"] for document in sheets)
    assert set(games) == set(GAMES)
    assert games.most_common(1)[0][0] == "classic"
    assert {document["players"] for document in sheets} == {2, 3, 4}


def test_a_core_plays_often_and_most_play_seldom(sheets):
    who = {spelling: number for number, group in enumerate(_years.spellings(PEOPLE)) for spelling in group}
    seats = Counter(who[name] for document in sheets for side in document["names"] for name in side if name)
    often = [count / MATCHES for _, count in seats.most_common()]
    assert 0.18 <= often[0] <= 0.28
    assert often[11] >= 0.05
    assert sum(share < 0.02 for share in often) > PEOPLE / 2


def test_some_tables_end_early_leave_names_out_or_keep_results_alone(sheets):
    assert sum(document.get("ended", False) for document in sheets) in range(30, 130)
    nameless = [document for document in sheets if not any(map(any, document["names"]))]
    assert {tuple(document["sides"][:2]) for document in nameless} == {("We", "They")}
    results = [document for document in sheets if all("result" in deal["tallies"][0] for deal in document["deals"])]
    assert len(results) in range(80, 300)


def test_nobody_sits_twice_at_a_table(sheets):
    for document in sheets:
        names = [name for side in document["names"] for name in side if name]
        assert len(names) == len({name.strip().casefold() for name in names})


def test_spellings_of_a_person_lead_to_no_other():
    groups = _years.spellings(468)
    assert len(groups) == 468
    every = [spelling for group in groups for spelling in group]
    assert len(every) == len(set(every))
    assert groups[1] == ["José", "Jose", "jose "]
    assert max(len(spelling) for spelling in every) <= 18  # so that two and " & " are no longer than a side's name
