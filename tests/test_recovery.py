"""The short forms of bench/recovery.py."""

from pathlib import Path

import recovery
from _figures import missed


def test_a_server_killed_under_load_loses_and_doubles_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    found = recovery.killed(tmp_path / "killed.book", 6)
    assert len(found.acknowledged) >= recovery.PHONES
    assert missed(recovery.figures(found)) == []


def test_a_torn_copy_is_a_sound_beginning_of_the_book(tmp_path: Path) -> None:
    assert missed(recovery.torn(tmp_path / "torn", 30)) == []


def test_a_long_book_is_put_back(tmp_path: Path) -> None:
    assert missed(recovery.ten_years(tmp_path, 3_000)) == []
