"""How many presses does a deal take? Counted on the real entry screen, with real touches in a real browser.

Plausible legal deals are entered into running matches at 360 × 640: classic canasta counted, with the hands taken off
already, and as a result alone; American and Italian canasta counted. Each press is a touch on a key found by what it
says; they are counted from the open screen to the deal saved, digits, Save and a doubt's second Save included. How a
match is counted is chosen once, in the menu, and not counted. The deal in the book must give the lines and the scores
of the deal that was meant.
"""

import logging
import math
import statistics
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import _deals
from _browser import PHONE, Home, launch_options
from _figures import Figure, report
from _screen import Screen, Way, way
from playwright.sync_api import Browser, sync_playwright
from slips import SEED, played

from scorekeeper import match as matches_
from scorekeeper import tally
from scorekeeper.book import Book
from scorekeeper.entries import Side
from scorekeeper.match import Match

DEALS = 200
LOWER = 0.6  # of the height of the screen: a thumb reaches what lies below
MODEL = {"older": (0.947, 1.35), "young": (0.713, 1.2)}  # seconds for a press, seconds for a thought
BARS = {"counted": (15.5, 16), "net": (10.5, 11), "result": (8, 9)}  # mean, 90th percentile
NAMES = {"counted": "counted", "net": "hands taken off already", "result": "result only"}
DEPTHS = {
    "counted": [],
    "net": ["menu", "go=menu.depth", "depth=net", "go"],
    "result": ["menu", "go=menu.depth", "depth=0,result", "depth=1,result", "go"],
}
TYPICAL = [
    {"card_points": 430, "canastas": {"natural": 2, "mixed": 1}, "red_threes": 2, "went_out": True},
    {"card_points": 180, "canastas": {"mixed": 1}, "red_threes": 1, "hand_points": 75},
]
CORRECTED = ["cell=canastas.1", "grid=0,2"]  # a mixed canasta more for the other side

Tallies = list[dict[str, Any]]


class Dealt(NamedTuple):
    """A deal of a running match: the match before it, and what is typed."""

    match: Match
    tallies: Tallies


@dataclass
class Entered:
    """What it took to enter deals. `plain`: the deals without rarer canastas; `low`: presses in the lower
    part of the screen; `scrolled`: how far such a deal was scrolled, nothing being said of it; `again`: second presses
    on Save; `wrong`: deals stored otherwise.
    """

    presses: list[int] = field(default_factory=list)
    plain: list[int] = field(default_factory=list)
    thoughts: list[int] = field(default_factory=list)
    low: int = 0
    again: int = 0
    scrolled: float = 0
    wrong: list[str] = field(default_factory=list)

    def __iadd__(self, other: "Entered") -> "Entered":
        self.presses += other.presses
        self.plain += other.plain
        self.thoughts += other.thoughts
        self.low += other.low
        self.again += other.again
        self.scrolled = max(self.scrolled, other.scrolled)
        self.wrong += other.wrong
        return self


def main() -> int:
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    figures = [*typical()]
    for game, depth in (*(("classic", depth) for depth in NAMES), ("americana", "counted"), ("italian", "counted")):
        figures += figures_of(game, depth, entered(game, depth, SEED, DEALS, workers=2))
    return report(figures)


def figures_of(game: str, depth: str, found: Entered) -> list[Figure]:
    name = f"{game}, {NAMES[depth]}"
    mean, most = BARS[depth] if game == "classic" else (None, None)
    figures = [
        Figure(f"{name}: presses a deal, mean", statistics.mean(found.presses), "presses", mean),
        Figure(f"{name}: presses a deal, 90th percentile", percentile(found.presses, 90), "presses", most),
        Figure(
            f"{name}: the same, of {len(found.plain)} deals without rarer canastas",
            statistics.mean(found.plain),
            "presses",
        ),
        Figure(f"{name}: presses a deal, most", max(found.presses), "presses"),
        Figure(f"{name}: deals stored otherwise", len(found.wrong), f"of {len(found.presses)}", 0),
        Figure(f"{name}: second presses on Save", found.again, "presses"),
    ]
    if game == "classic":
        all_low, unmoved = (100, 0) if depth == "counted" else (None, None)
        share = 100 * found.low / sum(found.presses)
        figures += [
            Figure(f"{name}: presses in the lower 40 % of the screen", share, "%", all_low, at_most=False),
            Figure(f"{name}: scrolled by those, nothing being said of them", found.scrolled, "px", unmoved),
        ]
        for who, (press, thought) in MODEL.items():
            seconds = press * statistics.mean(found.presses) + thought * statistics.mean(found.thoughts)
            figures.append(Figure(f"{name}: model time, {who}", seconds, "s"))
    for wrong in found.wrong:
        print(wrong, file=sys.stderr)
    return figures


def percentile(values: list[int], percent: int) -> int:
    """The least value that so many per cent of them do not exceed."""
    return sorted(values)[math.ceil(len(values) * percent / 100) - 1]


def matches(game: str, depth: str, seed: int, count: int) -> list[list[Dealt]]:
    """So many deals in running matches, as they are typed in this depth."""
    found: list[list[Dealt]] = []
    for state, tallies in played(game, seed, count, 4):
        typed = {"counted": lambda deal: deal, "net": _deals.taken_off}.get(
            depth, lambda deal: _deals.results(game, deal)
        )
        if not state.deals:
            found.append([])
        found[-1].append(Dealt(state, typed(tallies)))
    return found


def entered(game: str, depth: str, seed: int, count: int, workers: int = 1) -> Entered:
    """Enters so many deals of a game through the screen, some matches side by side."""
    dealt = matches(game, depth, seed, count)
    with tempfile.TemporaryDirectory() as folder:
        home = Home(Path(folder) / "bench.book")
        home.start()
        try:
            with ThreadPoolExecutor(workers) as pool:
                shares = [dealt[number::workers] for number in range(workers)]
                found = Entered()
                for part in pool.map(lambda share: _share(home, depth, share), shares):
                    found += part
        finally:
            home.stop()
    return found


def _share(home: Home, depth: str, dealt: list[list[Dealt]]) -> Entered:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(**launch_options())
        try:
            return enter(browser, home, depth, dealt)
        finally:
            browser.close()


def enter(browser: Browser, home: Home, depth: str, dealt: list[list[Dealt]]) -> Entered:
    """Enters the deals of some matches through the screen, all on one phone."""
    found = Entered()
    # Fewer dots to draw: nothing is measured in dots.
    context = browser.new_context(**PHONE | {"device_scale_factor": 1}, base_url=f"http://127.0.0.1:{home.port}")
    context.set_default_timeout(10_000)
    screen = Screen(context.new_page())
    with Book(home.book) as book:
        for number, deals in enumerate(dealt):
            match = opened(book, deals[0].match, f"{id(dealt)}-{number}")
            for one in deals:
                screen.open(f"/matches/{match}/deals/new")
                if one is deals[0] and DEPTHS[depth]:
                    screen.press(*DEPTHS[depth])
                    screen.count_anew()
                meant = way(one.match, one.tallies, depth)
                found += entered_once(screen, meant)
                found.wrong += differences(book, match, one)
    context.close()
    return found


def entered_once(screen: Screen, meant: Way) -> Entered:
    """Enters a deal on the open screen, and saves it."""
    answered = screen.answer(meant)
    found = Entered()
    plain = not any(keys[0] in ("act=more", "go=concealed") for keys in meant.answers.values())
    scrolled = screen.scrolled()
    if plain and not screen.strips():  # what is said about a deal takes a line of the sheet
        found.scrolled = scrolled
    swipes = screen.swipes()
    if not screen.save():
        found.again += 1
        if not screen.save():
            raise RuntimeError(f"not saved: {screen.strips()}, meant {meant.answers}")
    height = PHONE["viewport"]["height"]
    found.presses.append(len(screen.counted) + swipes)
    found.plain += found.presses if plain else []
    found.thoughts.append(answered + 1)
    found.low = sum(y >= LOWER * height for _, y in screen.counted)
    return found


def opened(book: Book, like: Match, name: str) -> int:
    """Opens a match with the rules and the totals of this one; its id."""
    with book.session() as session:
        written = session.open_match(
            f"open-{name:0>20}",
            variant=like.variant,
            house_rules={},
            players=like.opened.players,
            sides=[Side(name, side.players) for name, side in zip(("We", "They"), like.sides, strict=True)],
            dealer=0,
            before=like.opened.before,
        )
    return written.match.id


def differences(book: Book, match_id: int, dealt: Dealt) -> list[str]:
    """What the last deal in the book gives otherwise than the deal that was meant."""
    with book.session() as session:
        match = session.match(match_id)
    assert match is not None
    if len(match.deals) != len(dealt.match.deals) + 1:
        return [f"{len(match.deals)} deals in place of {len(dealt.match.deals) + 1}"]
    stored = match.deals[-1].scored
    meant = matches_.score_deal(match.variant, match.opened.players, [tally.read(one) for one in dealt.tallies])
    if said(stored) == said(meant):
        return []
    return [f"meant {dealt.tallies}: {said(meant)}; stored {[one.data for one in stored.tallies]}: {said(stored)}"]


def said(scored: matches_.Scored) -> list[Any]:
    lines = [[(line.key, line.count, line.each, line.points) for line in side if line.points] for side in scored.lines]
    return [scored.scores, lines]


def typical() -> list[Figure]:
    """The typical hand of the anchors, and a count of it corrected from the page of its match."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        home = Home(Path(folder) / "bench.book")
        home.start()
        browser = playwright.chromium.launch(**launch_options())
        try:
            context = browser.new_context(**PHONE, base_url=f"http://127.0.0.1:{home.port}")
            screen = Screen(context.new_page())
            with Book(home.book) as book:
                (state, _), *_ = played("classic", SEED, 1, 4)
                match = opened(book, state, "typical")
                screen.open(f"/matches/{match}/deals/new")
                presses = entered_once(screen, way(state, TYPICAL)).presses[0]
                wrong = differences(book, match, Dealt(state, TYPICAL))
                corrected = corrected_once(screen, match)
                with book.session() as session:
                    now = session.match(match)
                assert now is not None
                wrong += [] if now.totals == [2030, 805] else [f"corrected to {now.totals}"]
        finally:
            browser.close()
            home.stop()
    for one in wrong:
        print(one, file=sys.stderr)
    return [
        Figure("the typical hand", presses, "presses", 13),
        Figure("a count of the last deal corrected", corrected, "presses", 4),
        Figure("both stored otherwise", len(wrong), "of 2", 0),
    ]


def corrected_once(screen: Screen, match: int) -> int:
    """Corrects a count of the last deal from the page of its match; the presses, Correct and Save included."""
    link = screen.page.get_by_role("link", name="Correct", exact=True)
    link.tap()
    screen.page.locator("body.ready").wait_for()
    screen.begin()
    screen.press(*CORRECTED)
    assert screen.save()
    return 1 + len(screen.counted)


if __name__ == "__main__":
    sys.exit(main())
