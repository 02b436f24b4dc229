"""The server goes away while deals are entered: does every deal arrive, once, and in order?

A phone enters matches by touch, on the real entry screen, one deal after the other, while the server is killed at
random moments and started again: half of them just around a Save, the others whenever they fall. When all is over and
nothing waits on the phone any more, the book is compared with what was typed, and the page of each match with the book.
Half of the matches are entered at an address of the home network, plain http, the others on this machine.

Then deals are entered while the server is away for good, the browser is killed, and started again at the page on the
home screen. Told is how long after the return of the server the last of them is in the book.
"""

import contextlib
import random
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from _books import opened, stored
from _browser import LAN_NAME, PHONE, launch_options, same_phone
from _figures import Figure, report
from _screen import Screen, signed
from _server import Server
from playwright.sync_api import BrowserType, Error, Page, sync_playwright

from scorekeeper.match import Match

HOSTS = (LAN_NAME, "127.0.0.1")
MATCHES = 50
DEALS = 7  # a match
CUTS = 100
UNSENT = 5
SEED = 4
THERE = (0.0, 3.0)  # s that the server is there between two cuts, at the least
AWAY = (0.0, 1.5)  # s until it is started again, which takes about one second more
AROUND_SAVE = (-0.05, 0.4)  # s from the touch on Save to the cut
ARRIVED_WITHIN = 60.0  # s, before what waits is given up
WITHIN = 2.0  # s: the bar for what waited
KEPT_AFTER = 4_000  # ms in which a page of a match keeps what is needed while the book is away
IDLE = "() => !Object.keys(localStorage).some((key) => key.startsWith('out '))"


@dataclass
class Found:
    """What became of the deals."""

    matches: int = 0
    deals: int = 0
    cuts: int = 0
    waited: int = 0
    lost: int = 0
    doubled: int = 0
    reordered: int = 0
    differing: int = 0  # pages that show other totals than the book


class Cutter:
    """Kills the server at random moments and starts it again, until it has done so often enough."""

    def __init__(self, server: Server, cuts: int, chance: random.Random) -> None:
        self.server, self.left, self.chance = server, cuts, chance
        self._save = threading.Event()
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run)

    def begin(self) -> None:
        self._thread.start()

    def saving(self) -> None:
        """Save is touched in a moment."""
        self._save.set()

    def end(self) -> None:
        """Returns when the server is there to stay."""
        self._over.set()
        self._save.set()
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        while self.left and not self._over.is_set():
            self._over.wait(self.chance.uniform(*THERE))
            if self.chance.random() < 0.5:
                self._save.clear()
                self._save.wait()
                time.sleep(self.chance.uniform(*AROUND_SAVE) - AROUND_SAVE[0])
            self.server.kill()
            self.left -= 1
            time.sleep(self.chance.uniform(*AWAY))
            self.server.start()


def main() -> int:
    found = Found()
    waits: list[float] = []
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        for number, host in enumerate(HOSTS):
            share = (MATCHES // len(HOSTS), CUTS // len(HOSTS), SEED + number)
            cut_off(playwright.chromium, Path(folder) / f"cut-{number}", host, *share, found)
            waits.append(unsent(playwright.chromium, Path(folder) / f"unsent-{number}", host, UNSENT))
    return report([*figures(found, CUTS), *_returned(waits)])


def _returned(waits: list[float]) -> list[Figure]:
    return [
        Figure(f"{UNSENT} unsent deals in the book after {name}", waited, "s", WITHIN)
        for name, waited in zip(("plain http", "this machine"), waits, strict=True)
    ]


def figures(found: Found, cuts: int) -> list[Figure]:
    """How often the server was cut off, at least so often, and what that did to the deals."""
    return [
        Figure("matches", found.matches, ""),
        Figure("deals entered by touch", found.deals, ""),
        Figure("cut off", found.cuts, "times", cuts, at_most=False),
        Figure("deals that waited on the phone", found.waited, "", 1, at_most=False),
        Figure("lost", found.lost, "deals", 0),
        Figure("doubled", found.doubled, "deals", 0),
        Figure("out of order", found.reordered, "deals", 0),
        Figure("pages that differ from the book", found.differing, "", 0),
    ]


def cut_off(kind: BrowserType, folder: Path, host: str, matches: int, cuts: int, seed: int, found: Found) -> None:
    """Enters so many matches while the server is cut off so often, and adds what became of them."""
    folder.mkdir()
    server = Server(folder / "test.book")
    all_matches = [opened(server.book) for _ in range(matches)]
    chance = random.Random(seed)
    browser = kind.launch(**launch_options())
    page = browser.new_context(**PHONE).new_page()
    server.start()
    cutter = Cutter(server, cuts, chance)
    try:
        phone = Hand(page, f"http://{host}:{server.port}")
        cutter.begin()
        typed = [(match, phone.enter(match, _results(chance), cutter.saving)) for match in all_matches]
        cutter.end()
        for match, deals in typed:
            phone.look(match)
            _compare(stored(server.book, match.id), deals, phone.totals(), found)
    finally:
        cutter.end()
        browser.close()
        server.kill()
    found.matches += matches
    found.cuts += cuts - cutter.left
    found.waited += phone.waited


def unsent(kind: BrowserType, folder: Path, host: str, deals: int) -> float:
    """Seconds from the return of the server until so many deals that waited on a phone are in the book."""
    folder.mkdir()
    server = Server(folder / "test.book")
    match = opened(server.book)
    server.start()
    address = f"http://{host}:{server.port}"
    try:
        phone = same_phone(kind, folder / "phone")
        page = phone.new_page()
        hand = Hand(page, address)
        hand.look(match)
        page.wait_for_timeout(KEPT_AFTER)  # the page keeps what is needed while the book is away
        hand.open(match)
        page.wait_for_function("() => performance.getEntriesByType('resource').some((one) => /waiting/.test(one.name))")
        server.kill()
        typed = [hand.one(results, lambda: None) for results in _results(random.Random(SEED), deals)]
        with contextlib.suppress(Error):
            page.goto("chrome://crash")
        phone.close()
        phone = same_phone(kind, folder / "phone")
        page = phone.new_page()
        page.goto(f"{address}/shell")
        page.get_by_text("only on this phone").nth(deals - 1).wait_for(state="attached")
        server.start()
        began = time.monotonic()
        while len(stored(server.book, match.id).deals) < deals and time.monotonic() < began + ARRIVED_WITHIN:
            time.sleep(0.02)
        waited = time.monotonic() - began
        if [deal.scored.scores for deal in stored(server.book, match.id).deals] != typed:
            raise RuntimeError("the book holds other deals than were typed")
        phone.close()
        return waited
    finally:
        server.kill()


class Hand:
    """Who types results into the entry screen on a phone, whatever the server does."""

    def __init__(self, page: Page, address: str) -> None:
        page.context.set_default_timeout(30_000)
        self.page, self.address = page, address
        self.screen = Screen(page)
        self.waited = 0
        self.match = ""  # its address

    def enter(self, match: Match, deals: list[list[int]], saving: Callable[[], None]) -> list[list[int]]:
        """The deals of one match; what was typed."""
        self.open(match)
        return [self.one(results, saving) for results in deals]

    def open(self, match: Match) -> None:
        """Opens the screen for the next deal of this match, which takes results alone."""
        self.match = f"/matches/{match.id}"
        self._go(self.match)
        depths = f"depths {match.id} {match.opened_at}"
        self.page.evaluate("(key) => localStorage.setItem(key, JSON.stringify(['result', 'result']))", depths)
        self._go(f"{self.match}/deals/new")

    def one(self, results: list[int], saving: Callable[[], None]) -> list[int]:
        """One deal, to the end of its Save; what was typed."""
        if not self._entering():
            self._go(f"{self.match}/deals/new")
        before = self._again(lambda: self._type(results))
        saving()
        self._save(before)
        return results

    def look(self, match: Match) -> None:
        """Opens the page of the match, and waits until nothing waits."""
        self._go(f"/matches/{match.id}")
        self.page.wait_for_function(IDLE, timeout=1000 * ARRIVED_WITHIN)
        self._go(f"/matches/{match.id}")

    def totals(self) -> list[str]:
        return self.page.locator(".half-total .num").all_inner_texts()

    def _type(self, results: list[int]) -> str:
        """Types both results; which deal they are of, as the screen says."""
        self.page.locator("body.ready").wait_for()
        for side, points in enumerate(results):
            field = self.page.locator(f"[name=side{side}-result]")
            if field.input_value().replace("\u2212", "-") != str(points):
                self.screen.begin()
                self.screen.press(f"cell=result.{side}")
                self.screen.press(*signed(points))
            if field.input_value().replace("\u2212", "-") != str(points):
                raise Disturbed
        return self._shown()[0]

    def _entering(self) -> bool:
        """Is it an entry screen that is shown, the server's or the phone's own?"""
        return "/deals/new" in self.page.url or "/shell#" in self.page.url

    def _shown(self) -> tuple[str, str]:
        """Which deal the screen is about, and what its key at the end of the bar says; empty on any other page."""
        texts = "['menu', 'go'].map((id) => document.getElementById(id)?.innerText ?? '')"
        deal, go = self.page.evaluate(texts)
        return deal, go

    def _save(self, deal: str) -> None:
        """Touches Save until the deal is in the book or waits on the phone."""
        self.screen.begin()
        until = time.monotonic() + ARRIVED_WITHIN
        while time.monotonic() < until:  # what keeps it may not be here yet: then the screen says to press again
            with contextlib.suppress(Error):
                shown, go = self._shown()
                if not self._entering():  # saved, and led elsewhere if the server is away again
                    return
                if shown not in ("", deal):
                    self.waited += 1
                    return
                if go == "Save":
                    self.screen.begin()  # the page may be another by now, which has not heard the touches before
                    self.screen.press("go")
            self.page.wait_for_timeout(50)
        said = self.page.locator("body").inner_text()
        raise RuntimeError(f"{deal} is neither saved nor kept: {self.page.url} {said}")

    def _go(self, path: str) -> None:
        """Opens a page as soon as the server gives it."""
        while True:
            try:
                answer = self.page.goto(self.address + path)
                if answer and answer.ok:
                    return
            except Error:
                self.page.wait_for_timeout(100)

    def _again(self, act: Callable[[], Any]) -> Any:
        """The page may be loaded anew at any moment, since what waited on it has arrived."""
        for _ in range(20):
            try:
                return act()
            except (Disturbed, Error):
                self.page.wait_for_timeout(100)
        raise RuntimeError(f"the screen does not take what is typed: {self.screen.strips()}")


class Disturbed(Exception):
    """Something else stands in a field than was typed."""


def _results(chance: random.Random, deals: int = DEALS) -> list[list[int]]:
    """Of each deal what it gives both sides: so little that none ends the match."""
    return [[5 * chance.randrange(21, 120), 5 * chance.randrange(-60, 120)] for _ in range(deals)]


def _compare(match: Match, typed: list[list[int]], totals: list[str], found: Found) -> None:
    """Adds what became of the deals of one match."""
    there = [tuple(deal.scored.scores) for deal in match.deals]
    meant = [tuple(deal) for deal in typed]
    found.deals += len(meant)
    found.lost += (Counter(meant) - Counter(there)).total()
    found.doubled += (Counter(there) - Counter(meant)).total()
    found.reordered += int(Counter(there) == Counter(meant) and there != meant)
    found.differing += int([int(total.replace(",", "").replace("\u2212", "-")) for total in totals] != match.totals)


if __name__ == "__main__":
    sys.exit(main())
