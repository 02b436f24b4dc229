"""Matches in a book, put there and read from there without the web."""

import secrets
from pathlib import Path
from typing import Any

from scorekeeper import variants
from scorekeeper.book import Book
from scorekeeper.entries import Side
from scorekeeper.match import Match


def opened(path: Path, deals: int = 0) -> Match:
    """A new match with so many deals."""
    sides = [Side("We", ["Ana", "Rui"]), Side("They", ["Marta", "Zé"])]
    start: dict[str, Any] = {"variant": variants.load("classic"), "house_rules": {}, "players": 4, "dealer": 0}
    with Book(path) as book, book.session() as session:
        match = session.open_match(secrets.token_hex(16), sides=sides, before=[0, 0], **start).match
        for number in range(deals):
            body = {"tallies": [{"result": 5 * number}, {"result": 100 - 5 * number}]}
            match = session.write(secrets.token_hex(16), match.id, "entered", body, match.last_entry).match
    return match


def stored(path: Path, match_id: int) -> Match:
    with Book(path) as book, book.session() as session:
        found = session.match(match_id)
    assert found is not None
    return found
