"""A score sheet to be filled in by hand: every line that a game can score has its row."""

import contextlib
from collections.abc import Iterator

import msgspec
import pytest

from scorekeeper import blank, variants
from scorekeeper.examples import document
from scorekeeper.match import Match
from scorekeeper.rules import Variant
from scorekeeper.sheet import SheetRefused, score_under

GAMES = sorted(variants.files())


def told(variant: Variant) -> list[str]:
    return [f"{row.label} {row.value}".strip().replace("\N{NO-BREAK SPACE}", " ") for row in blank.rows(variant)]


ROWS = {
    "romanian": [
        *("Natural canastas × 500", "Mixed canastas × 300", "Wild canastas × 2,000", "Red threes × 100, all 800"),
        *("Going out 100, concealed 200", "Cards melded", "Left in hand minus", "Black threes in hand × −100"),
        *("This deal", "Total", "To open next"),
    ],
    "classic": [
        *("Natural canastas × 500", "Mixed canastas × 300", "Concealed canastas × 100", "Red threes × 100, all 800"),
        *("Going out 100, concealed 200", "Cards melded", "Left in hand minus", "This deal", "Total", "To open next"),
    ],
    "italian": [
        *("Natural canastas × 500", "Mixed canastas × 300", "Pinellatas × 3,000"),
        *("Canastas of jokers (Toro Seduto) × 5,000", "Dirty pinellatas × 2,000"),
        *("Red threes 100 / 200 / 300 / 800 / 1,000 / 1,200", "Going out 300", "Cards melded", "Left in hand minus"),
        *("Hand counted twice minus", "This deal", "Total", "To open next"),
    ],
}


@pytest.mark.parametrize("key", ROWS)
def test_the_rows_of_a_game_are_those_that_it_scores_with_what_they_give(key: str) -> None:
    assert told(variants.load(key)) == ROWS[key]


def examples(key: str) -> Iterator[Match]:
    """The worked examples of a game that are scored."""
    variant = variants.load(key)
    for example in variant.examples:
        if example.melds is None:
            with contextlib.suppress(SheetRefused):
                yield score_under(variant, document(example))


def rowless(match: Match) -> list[str]:
    """The lines of a match for which its blank sheet has no row."""
    variant = match.variant
    rows = {row.key for row in blank.rows(variant)}
    of_line = {f"special_hands.{key}": "special_hands" for key in variant.special_hands}
    for card, key in variant.charged_apart.items():
        at_value = variant.charge(card) in (0, variant.card_values.get(card))  # it counts with the other cards then
        of_line[f"hands.{key}"] = "hand_points" if at_value else f"hands.{card}"
    lines = [line for deal in match.deals for side in deal.scored.lines for line in side]
    agreed = ("result", "adjustment")
    return [line.key for line in lines if line.key not in agreed and of_line.get(line.key, line.key) not in rows]


@pytest.mark.parametrize("key", GAMES)
def test_every_line_of_every_worked_example_has_its_row(key: str) -> None:
    matches = list(examples(key))
    assert sum(len(deal.scored.lines) for match in matches for deal in match.deals) > 10
    assert [found for match in matches if (found := rowless(match))] == []


@pytest.mark.parametrize("key", GAMES)
def test_a_page_has_room_for_its_bands_and_deals(key: str) -> None:
    variant = variants.load(key)
    for seat in variant.seats.values():
        room = blank.room(variant, seat.sides)
        assert blank.LABEL + room.deals * seat.sides * blank.CELL <= blank.WIDE
        high = room.bands * room.row * (len(blank.rows(variant)) + 3)
        assert blank.HEAD + blank.NOTE * bool(variant.special_hands) + high <= blank.A4
        assert blank.ROW <= room.row <= blank.TALLEST
        assert room.bands * room.deals >= 5


def test_a_game_without_a_ladder_has_no_row_for_it() -> None:
    variant = msgspec.structs.replace(variants.load("classic"), opening=None)
    assert "To open next" not in told(variant)


@pytest.mark.parametrize(
    ("ladder", "value"),
    [
        ([100], "× 100"),
        ([100, 200, 300], "× 100"),
        ([100, 200, 800], "× 100, all 800"),
        ([100, 200, 500, 1000], "100 / 200 / 500 / 1,000"),
        ([50, 200, 500, 900], "50 / 200 / 500 / 900"),
    ],
)
def test_threes_are_told_as_shortly_as_they_can_be(ladder: list[int], value: str) -> None:
    classic = variants.load("classic")
    assert classic.red_threes
    threes = msgspec.structs.replace(classic.red_threes, ladder=ladder)
    assert f"Red threes {value}" in told(msgspec.structs.replace(classic, red_threes=threes))


def test_rows_are_as_high_as_the_page_allows() -> None:
    assert {key: blank.room(variants.load(key), 2) for key in ("classic", "americana")} == {
        "classic": blank.Room(bands=2, deals=5, row=8),
        "americana": blank.Room(bands=1, deals=5, row=9),
    }
