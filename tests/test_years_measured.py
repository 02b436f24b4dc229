"""The measurement of twenty years, in short: its figures are there, and taking out and bringing in hold little memory.

The whole of it, times included, is `python3 dev.py bench history`.
"""

import sys
from pathlib import Path

import history
import pytest


@pytest.mark.skipif(sys.platform != "linux", reason="nothing else says how much memory a program held")
def test_a_small_club_is_measured_as_a_large_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history, "ROUNDS", 1)
    monkeypatch.setattr(history, "SMALL", 40)
    figures = {figure.name: figure for figure in history.measured(tmp_path, large=400)}
    assert len(figures) > 25
    assert all(figure.value > 0 for name, figure in figures.items() if "memory" not in name)
    assert [name for name, figure in figures.items() if "memory" in name and not figure.holds] == []
    assert {
        "taken out",
        "brought in",
        "statistics of a pairing",
        "records of a person",
        "partnerships",
    } <= figures.keys()
