"""A book with every kind of page in it, served as a household serves it, and where each of them is."""

import contextlib
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from _household import settled

from dev import ROOT
from scorekeeper import variants
from scorekeeper.book import Book, Session
from scorekeeper.entries import Side
from scorekeeper.match import Match
from scorekeeper.typed import joined

STARTS_WITHIN = 60  # seconds

TYPICAL = [
    {"card_points": 430, "canastas": {"natural": 2, "mixed": 1}, "red_threes": 2, "hand_points": 0, "went_out": True},
    {"card_points": 180, "canastas": {"mixed": 1}, "red_threes": 1, "hand_points": 75},
]
"""The typical deal: 2,030 for one side, 505 for the other."""
SMALL = [
    {"card_points": 145, "canastas": {"mixed": 1}, "red_threes": 1, "hand_points": 0, "went_out": True},
    {"card_points": 125, "red_threes": 1, "hand_points": 85},
]
"""Ten of them, won by turns, leave a match running."""
COUPLES = [Side("Ana & Rui", ["Ana", "Rui"]), Side("Marta & Zé", ["Marta", "Zé"])]
MANY, RUNNING = 30, 5
"""Matches with names as long as they come, as many as the list shows at once."""
OF_THREE = [Side(name, [name]) for name in ("Alessandra", "Bartolomeo", "Zoë")]


KINDS = {
    "matches": "/",
    "matches, some of them": "/?of=1&since=2020&words=table",
    "people": "/people",
    "partnerships": "/partnerships",
    "a person": "/people/1",
    "two people, one person": "/people/1/same?into=Rui",
    "which game": "/new",
    "new match of classic": "/new/classic",
    "new match of italian": "/new/italian",
    "match of 10 deals": "{match}",
    "entry of classic": "{begun}/deals/new",
    "entry of americana": "{americana}/deals/new",
    "entry of italian, three sides": "{three}/deals/new",
    "correction": "{deal}/correct",
    "proof of a deal": "{deal}",
    "a deal not believed": "{deal}/disagree",
    "deal counted again": "{deal}/recount",
    "deal in two versions": "{contested}/both",
    "proof of the totals": "{match}/proof",
    "what was written in a match": "{match}/journal",
    "an entry of it": "{corrected}",
    "big figures": "{match}/table",
    "course of a match": "{match}/course",
    "score sheet of a match": "{match}/sheet",
    "result to share": "{finished}/share",
    "statistics of the household": "/statistics",
    "statistics of a person": "/statistics?of=1",
    "statistics of a pairing": "/statistics?of=1-2&against=3",
    "records": "/records",
    "opening check": "{match}/opening",
    "going out": "{three}/going-out?canastas.natural=1&canastas.mixed=1",
    "paper check": "{match}/paper-check?counted0.1=1000+270&total0.1=1270&counted1.1=430-75&total1.1=365",
    "all rules": "/rules",
    "rules of classic": "/rules/classic",
    "rules of americana": "/rules/americana",
    "blank sheet of americana": "/rules/americana/sheet",
    "blank sheet of italian": "/rules/italian/sheet?players=3",
    "two games side by side": "/rules/compare?a=classic&b=americana",
    "match under other rules": "{match}/otherwise",
    "examples of classic": "/rules/classic/examples",
    "examples of americana": "/rules/americana/examples",
    "settings": "/look",
    "door": "/join",
    "about a match": "{match}/about",
    "take out, bring in": "/sheets",
    "who sits where": "{match}/seats",
    "others at the table": "{match}/others",
    "devices": "/devices",
    "plain deal form": "{match}/deals/new/plain",
    "no such page": "/matches/999999",
}
"""The kinds of page, and the path of each, in which matches and a deal of the book are named."""


class Shelf(NamedTuple):
    """Where the book is served, and the path of each kind of page in it."""

    address: str
    pages: dict[str, str]


@contextlib.contextmanager
def shelf(folder: Path) -> Iterator[Shelf]:
    """Writes the book into this folder, and serves it as long as it is entered."""
    book = folder / "shelf.book"
    pages = filled(book)
    with served(book) as address:
        yield Shelf(address, pages)


def filled(path: Path) -> dict[str, str]:
    """Writes the book, with its owner in; the path of each kind of page."""
    settled(path)
    with contextlib.closing(Book(path)) as book, book.session() as session:
        writer = Writer(session)
        for number in range(MANY):
            match = writer.open("classic", crowd(number))
            if number >= MANY - RUNNING:
                continue
            match = writer.deals(match, TYPICAL, TYPICAL, TYPICAL)  # and so it is finished
            writer.about(match, place=f"The club, table {number}", note=f"Evening {number}: rain, cake and two decks")
        matches = {
            "finished": writer.deals(writer.open("classic", COUPLES), TYPICAL, TYPICAL, TYPICAL),
            "americana": writer.open("americana", COUPLES),
            "three": writer.open("italian", OF_THREE),
            "begun": writer.deals(writer.open("classic", COUPLES), SMALL, SMALL[::-1], SMALL),
            "match": writer.corrected(
                writer.deals(writer.open("classic", COUPLES), *[SMALL, SMALL[::-1]] * 5), SMALL[::-1]
            ),
        }
        first = matches["begun"].deals[0].id
        matches["begun"] = writer.contest(matches["begun"], first, [SMALL[0], {**SMALL[1], "hand_points": 95}])
    named = {name: f"/matches/{match.id}" for name, match in matches.items()}
    named["contested"] = f"{named['begun']}/deals/{first}"
    named["deal"] = f"{named['match']}/deals/{matches['match'].deals[-1].id}"
    named["corrected"] = f"{named['match']}/journal/{matches['match'].last_entry}"
    return {kind: path.format(**named) for kind, path in KINDS.items()}


def crowd(number: int) -> list[Side]:
    """Four people who sit at no other table, with names as long as they come."""
    firsts, lasts = ("Wilhelmine", "Bartolomeu", "Alexandrina", "Ștefania"), ("Vasconcelos", "Hauptmann", "Ionescu")
    called = [f"{first} {lasts[(number + n) % 3]}-{number * 7919 + n * 104729:x}" for n, first in enumerate(firsts)]
    return [Side(joined(players), players) for players in (called[:2], called[2:])]


class Writer:
    """Writes matches into a book."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self._acts = 0

    def open(self, game: str, sides: list[Side], dealer: int = 0) -> Match:
        players = sum(len(side.players) for side in sides)
        before = [0] * len(sides)
        variant = variants.load(game)
        return self.session.open_match(
            self._op_id(), variant=variant, house_rules={}, players=players, sides=sides, dealer=dealer, before=before
        ).match

    def deals(self, match: Match, *deals: list[dict[str, Any]]) -> Match:
        for tallies in deals:
            body = {"tallies": tallies}
            match = self.session.write(self._op_id(), match.id, "entered", body, match.last_entry).match
        return match

    def corrected(self, match: Match, tallies: list[dict[str, Any]]) -> Match:
        """The first deal, by these tallies."""
        body = {"deal": match.deals[0].id, "tallies": tallies, "reason": "the two sides were mixed up"}
        return self.session.write(self._op_id(), match.id, "corrected", body, match.last_entry).match

    def contest(self, match: Match, deal: int, tallies: list[dict[str, Any]]) -> Match:
        body = {"deal": deal, "tallies": tallies, "reason": "counted again"}
        return self.session.write(self._op_id(), match.id, "contested", body, match.last_entry).match

    def about(self, match: Match, **said: str) -> Match:
        return self.session.write(self._op_id(), match.id, "described", said, match.last_entry).match

    def _op_id(self) -> str:
        self._acts += 1
        return f"shelf-act-{self._acts:08}"


@contextlib.contextmanager
def served(book: Path, **environment: str) -> Iterator[str]:
    """Serves this book in a process of its own, as `scorekeeper serve` does; the address."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "scorekeeper", "serve", "--book", str(book), "--host", "127.0.0.1"]
    command += ["--port", str(port), "--no-browser"]
    server = subprocess.Popen(command, cwd=ROOT, env={**os.environ, **environment}, stdout=subprocess.DEVNULL)
    try:
        _wait_for(server, port)
        yield f"http://127.0.0.1:{port}"
    finally:
        server.terminate()
        server.wait()


def _wait_for(server: subprocess.Popen[bytes], port: int) -> None:
    until = time.monotonic() + STARTS_WITHIN
    while time.monotonic() < until and server.poll() is None:
        with contextlib.suppress(OSError):
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        time.sleep(0.05)
    raise RuntimeError(f"nothing is served on port {port}")
