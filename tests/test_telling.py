"""A match told elsewhere: as plain text, and as a play for BG Stats."""

import json
from typing import Any
from urllib.parse import unquote

import pytest

from scorekeeper import match as matches
from scorekeeper import telling, variants
from scorekeeper.entries import Entry
from scorekeeper.match import Match

DAY = "29 November 2026"
COUPLES = [{"name": "Ana & Rui", "players": ["Ana", "Rui"]}, {"name": "Marta & Zé", "players": ["Marta", "Zé"]}]
THREE = [{"name": name, "players": [name]} for name in ("Alessandra", "Bartolomeo", "Zoë")]


def played(
    *scores: list[int],
    key: str = "classic",
    at: str = "2026-11-29T20:00:00Z",
    minutes: int = 20,
    acts: tuple[Any, ...] = (),
    **about: Any,
) -> Match:
    """A match of deals with these results, a deal every so many minutes."""
    opening = {
        **{"variant": key, "rules": "", "house_rules": {}, "players": 4, "sides": COUPLES, "dealer": 0},
        **{"before": [0] * len(about.get("sides", COUPLES)), "played_on": "2026-11-29", **about},
    }
    journal = [Entry(7, 7, "opened", opening, at)]
    hour, minute = int(at[11:13]), int(at[14:16])
    for n, deal in enumerate(scores, 1):
        past = hour * 60 + minute + n * minutes
        day = int(at[8:10]) + past // (24 * 60)
        when = f"{at[:8]}{day:02}T{past // 60 % 24:02}:{past % 60:02}:00Z"
        journal.append(Entry(7 + n, 7, "entered", {"tallies": [{"result": one} for one in deal]}, when))
    journal += [Entry(100 + n, 7, kind, body, "2026-12-24T10:00:00Z") for n, (kind, body) in enumerate(acts)]
    return matches.replay(journal, variants.load(key))


def text(match: Match) -> list[str]:
    return [str(line) for line in telling.result(match, DAY)]


def test_a_finished_match_is_told_with_its_day_place_sides_winner_and_deals() -> None:
    match = played([3105, -120], [2030, 505], place="the kitchen")
    assert text(match) == [
        "Classic canasta, 29 November 2026, the kitchen",
        "Ana & Rui: 5,135 – won",
        "Marta & Zé: 385",
        "2 deals, to 5,000",
        "",
        "1. +3,105 −120 → 3,105 : −120",
        "2. +2,030 +505 → 5,135 : 385",
    ]


@pytest.mark.parametrize(
    ("match", "said"),
    [
        (played(), ["Ana & Rui: 0", "Marta & Zé: 0", "0 deals so far, to 5,000"]),
        (played([100, 0]), ["Ana & Rui: 100", "Marta & Zé: 0", "1 deal so far, to 5,000", "", "1. +100 0 → 100 : 0"]),
        (
            played([100, 100], acts=(("ended", {}),)),
            [
                "Ana & Rui: 100",
                "Marta & Zé: 100",
                "A shared win after 1 deal, to 5,000",
                "",
                "1. +100 +100 → 100 : 100",
            ],
        ),
    ],
    ids=["not begun", "running", "ended with a tie"],
)
def test_a_match_without_a_winner_says_how_it_stands(match: Match, said: list[str]) -> None:
    assert text(match)[1:] == said


def test_deals_struck_out_are_not_told() -> None:
    match = played([100, 0], [200, 0], acts=(("struck_out", {"deal": 8}),))
    assert text(match)[3:] == ["1 deal so far, to 5,000", "", "1. +200 0 → 200 : 0"]


def test_names_of_the_table_are_told_as_they_are() -> None:
    sides = [{"name": "{part0} %s", "players": []}, {"name": "They", "players": []}]
    assert text(played(sides=sides, place="{x}"))[:2] == [f"Classic canasta, {DAY}, {{x}}", "{part0} %s: 0"]


def test_a_match_of_partners_is_a_play_of_four_people() -> None:
    match = played([3105, -120], [2030, 505], place="the kitchen", note="With cake.", dealer=3)
    assert telling.play(match) == {
        "sourceName": "Scorekeeper",
        "sourcePlayId": "7 2026-11-29T20:00:00Z",
        "playDate": "2026-11-29 20:40:00",
        "game": {"name": "Classic canasta", "sourceGameId": "classic", "highestWins": True, "noPoints": False},
        "players": [
            {
                **{"name": name, "sourcePlayerId": known, "startPlayer": first, "role": side},
                **{"score": score, "winner": won, "rank": rank},
            }
            for name, known, first, side, score, won, rank in (
                ("Ana", "ana", True, "Ana & Rui", 5135, True, 1),
                ("Rui", "rui", False, "Ana & Rui", 5135, True, 1),
                ("Marta", "marta", False, "Marta & Zé", 385, False, 2),
                ("Zé", "zé", False, "Marta & Zé", 385, False, 2),
            )
        ],
        "location": "the kitchen",
        "comments": "With cake.",
        "durationMin": 40,
    }


def players(match: Match, *keys: str) -> list[tuple[Any, ...]]:
    return [tuple(one.get(key) for key in keys) for one in telling.play(match)["players"]]


def test_whoever_plays_alone_has_no_role() -> None:
    match = played([16000, 1240, 1300], key="italian", players=3, sides=THREE, dealer=0)
    assert players(match, "name", "role", "score", "winner", "rank", "startPlayer") == [
        ("Alessandra", None, 16000, True, 1, False),
        ("Bartolomeo", None, 1240, False, 3, True),
        ("Zoë", None, 1300, False, 2, False),
    ]


@pytest.mark.parametrize(
    ("sides", "told"),
    [
        (
            [{"name": "We", "players": []}, {"name": "They", "players": ["", ""]}],
            [("We", "side we"), ("They", "side they")],
        ),
        (
            [{"name": "Ana & ?", "players": ["Ana", ""]}, COUPLES[1]],
            [("Ana & ?", "side ana & ?"), ("Marta", "marta"), ("Zé", "zé")],
        ),
        (
            [{"name": "We", "players": ["ＡNA  maria", "Rui"]}, COUPLES[1]],
            [("ＡNA  maria", "ana maria"), ("Rui", "rui"), ("Marta", "marta"), ("Zé", "zé")],
        ),
    ],
    ids=["nobody named", "one of two named", "another spelling"],
)
def test_a_side_plays_itself_unless_all_its_people_are_named(sides: list[Any], told: list[tuple[str, str]]) -> None:
    assert players(played([6000, 0], sides=sides), "name", "sourcePlayerId") == told


@pytest.mark.parametrize("dealer", range(4))
def test_exactly_one_player_began_the_one_after_the_dealer(dealer: int) -> None:
    began = [name for name, first in players(played([6000, 0], dealer=dealer), "name", "startPlayer") if first]
    assert began == [["Marta", "Rui", "Zé", "Ana"][dealer]]


@pytest.mark.parametrize(("dealer", "began"), [(0, [False, True]), (1, [True, False])])
def test_a_side_began_where_one_of_its_seats_did(dealer: int, began: list[bool]) -> None:
    sides = [{"name": "We", "players": []}, {"name": "They", "players": []}]
    assert [one for (one,) in players(played([6000, 0], sides=sides, dealer=dealer), "startPlayer")] == began


def test_a_shared_win_has_every_side_at_the_top_as_its_winners() -> None:
    match = played([300, 300, 100], key="italian", players=3, sides=THREE, acts=(("ended", {}),))
    assert players(match, "winner", "rank") == [(True, 1), (True, 1), (False, 3)]


@pytest.mark.parametrize(
    ("about", "when", "minutes"),
    [
        ({}, "2026-11-29 20:40:00", 40),
        ({"at": "2026-11-29T23:50:00Z"}, "2026-11-30 00:30:00", 40),  # past midnight
        ({"played_on": "2026-11-30"}, "2026-11-29 20:40:00", 40),  # the table is ahead of UTC
        ({"played_on": "2026-11-28"}, "2026-11-29 20:40:00", 40),  # or behind it
        ({"played_on": "1998-05-01"}, "1998-05-01 12:00:00", None),  # typed from an old sheet
        ({"minutes": 360}, "2026-11-30 08:00:00", 720),
        ({"minutes": 361}, "2026-11-30 08:02:00", None),  # not in one go
    ],
)
def test_the_time_is_that_of_the_last_deal_or_noon_of_another_day(about: Any, when: str, minutes: int | None) -> None:
    play = telling.play(played([3105, -120], [2030, 505], **about))
    assert (play["playDate"], play.get("durationMin")) == (when, minutes)


@pytest.mark.parametrize("letters", [300, 301, 2000])
def test_a_long_note_is_cut_so_that_the_address_is_followed(letters: int) -> None:
    comments = telling.play(played([6000, 0], note="é" * letters))["comments"]
    assert comments == ("é" * 300 if letters == 300 else "é" * 299 + "…")


def test_correcting_a_match_later_changes_neither_its_time_nor_its_name() -> None:
    acts = (("corrected", {"deal": 9, "tallies": [{"result": 2100}, {"result": 0}]}),)
    play, first = (
        telling.play(played([3105, -120], [2030, 505], acts=acts)),
        telling.play(played([3105, -120], [2030, 505])),
    )
    assert play["players"] != first["players"]
    assert [play[key] for key in ("playDate", "sourcePlayId")] == [first[key] for key in ("playDate", "sourcePlayId")]


def test_the_link_holds_the_play_and_nothing_of_it_can_end_the_address() -> None:
    match = played([6000, 0], place='at "Zoë\'s" & <co> #1 100%?', sides=[{"name": "أنا", "players": []}, COUPLES[1]])
    link = telling.link(match)
    address, _, data = link.partition("?data=")
    assert address == "https://app.bgstatsapp.com/createPlay.html"
    assert set(data) <= set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.~%")
    assert json.loads(unquote(data)) == telling.play(match)
