"""Rules that matches were opened under stay readable and score as they did, whatever the program becomes.

The files in `pinned` are what a book of format 1 keeps; they are never changed. A format that cannot read them needs a
way over, not other files.
"""

from pathlib import Path

import pytest

from scorekeeper import rulebook, sheet

FILES = sorted((Path(__file__).parent / "pinned").glob("*.json"))
DEAL = {
    "sides": ["We", "They"],
    "deals": [
        {
            "tallies": [
                {"melds": ["A*7", "K*5 2*2"], "hands": ["", "5 7"], "red_threes": 2, "went_out": True},
                {"melds": ["4*3"], "hands": ["A*1 9", "B3 JK"], "red_threes": 1},
            ]
        }
    ],
}
TOTALS = {"1-americana": [3420, -200], "1-canastra": [1320, -65]}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_pinned_rules_score_as_they_did(path):
    variant = rulebook.unpinned(path.read_bytes())
    assert sheet.score_under(variant, DEAL).totals == TOTALS[path.stem]
