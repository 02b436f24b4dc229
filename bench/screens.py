"""What the pages cost a phone: bytes on the wire, and the time from a touch to the frame that shows it.

Every kind of page is opened cold in Chromium on the real server. Counted are the document and the files it names, each
with its headers; what a script fetches later is told apart. Then a whole typical deal is entered by touch, Save
included.

The time of a press is told in two ways. What the bar is held to: the work of the page's main thread, in its own
processor time, from the touch until the frame is handed over to be drawn, times six for a cheap phone. It hangs little
on what else the machine does. Beside it, with the main thread really slowed down six times, the browser's own event
timings: from the touch to the paint, waiting for the screen included, in steps of 8 ms and told from 16 ms on. Those do
hang on the machine, so a bare key on a bare page is timed in the same run. Of several deals the best counts for each
key. None of these deals is saved: what Save sends is held back, so that each begins alike.
"""

import json
import statistics
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from _browser import PHONE, launch_options
from _figures import Figure, report
from _shelf import Shelf, shelf
from playwright.sync_api import Browser, Page, sync_playwright

MOST = 14_000  # bytes of a page: what the first round trip of a connection carries
MOST_SCRIPT = 8_000  # bytes of script, packed, for the first deal
SLOWER = 6  # times: a cheap phone
MOST_TIME = 50  # ms
LEAST_TOLD = 16  # ms: event timings below are not told
DEALS = 5
APART = 450  # ms between two presses: no guard against trembling hands takes them for one
SETTLED = 700  # ms after which a page has fetched what it fetches by itself

KEYS = [
    ("we went out", "out='0'"),
    ("red threes 2 and 1", "threes='2,1'"),
    ("we: 2 natural, 1 mixed", "grid='2,1'"),
    *[("we: 4", "d='4'"), ("we: 3", "d='3'"), ("we: …0", "end='0'")],
    ("they: 1 mixed", "grid='0,1'"),
    *[("they: 1", "d='1'"), ("they: 8", "d='8'"), ("they: …0", "end='0'")],
    *[("in hand: 7", "d='7'"), ("in hand: …5", "end='5'")],
    ("Save", ""),
]
"""The presses of the typical deal, and the keys they touch."""

WATCH = """(() => {
  const seen = window.seen = { events: [], shifts: [] };
  const watch = (type, kept, told) =>
    new PerformanceObserver((list) => kept.push(...list.getEntries().map(told)))
      .observe({ type, buffered: true, durationThreshold: 16 });
  watch("event", seen.events, (one) => one.duration);
  watch("layout-shift", seen.shifts, (one) => ({ by: one.value, after: one.hadRecentInput }));
})()"""
UNSAVED = """;(() => {
  const ask = fetch;
  window.fetch = (to, about) => String(about?.body).includes("act=save") ? new Promise(() => {}) : ask(to, about);
})()"""
MARK = "for (const [name, type] of [['down', 'pointerdown'], ['click', 'click']])"
MARK += " addEventListener(type, () => performance.mark(name), true)"
BARE = (
    """<meta name=viewport content=width=device-width><button style=height:60px onclick=this.textContent++>1</button>"""
)


@dataclass
class Sent:
    """A file on the wire: its kind, its body as packed, all of it, in bytes."""

    path: str
    kind: str
    body: int = 0
    bytes: int = 0


@dataclass
class Wire:
    """What comes over the wire to a page: until it is loaded, and later."""

    page: Page
    first: list[Sent] = field(default_factory=list)
    later: list[Sent] = field(default_factory=list)

    def __post_init__(self) -> None:
        asked: dict[str, Sent] = {}
        loaded: list[object] = []

        def request(told: dict[str, Any]) -> None:
            url = told["request"]["url"]
            if url.startswith("http"):
                asked[told["requestId"]] = sent = Sent(url.partition("//")[2].partition("/")[2], told["type"])
                (self.later if loaded or sent.kind == "Fetch" else self.first).append(sent)

        def response(told: dict[str, Any]) -> None:
            if sent := asked.get(told["requestId"]):
                headers = {name.lower(): value for name, value in told["response"]["headers"].items()}
                sent.body = int(headers.get("content-length", 0))

        def finished(told: dict[str, Any]) -> None:
            if sent := asked.get(told["requestId"]):
                sent.bytes = int(told["encodedDataLength"])

        reader = self.page.context.new_cdp_session(self.page)
        reader.on("Page.loadEventFired", lambda told: loaded.append(told))
        reader.on("Network.requestWillBeSent", request)
        reader.on("Network.responseReceived", response)
        reader.on("Network.loadingFinished", finished)
        reader.send("Page.enable")
        reader.send("Network.enable")


def main() -> int:
    with tempfile.TemporaryDirectory() as folder, shelf(Path(folder)) as served, sync_playwright() as driver:
        browser = driver.chromium.launch(**launch_options())
        figures = [*weights(browser, served), *first_deal(browser, served), *times(browser, served)]
        browser.close()
    return report(figures)


def names() -> list[str]:
    """The presses, told apart."""
    return [f"{number:2} {name}" for number, (name, _) in enumerate(KEYS, 1)]


def cold(browser: Browser, address: str = "") -> Page:
    """A page on a phone that has never been here."""
    page = browser.new_context(**PHONE, base_url=address).new_page()
    page.set_default_timeout(15_000)
    return page


def weights(browser: Browser, served: Shelf) -> Iterator[Figure]:
    later = []
    for kind, path in served.pages.items():
        wire = weighed(browser, served, path)
        yield Figure(f"{kind}: on the wire", sum(one.bytes for one in wire.first), "bytes", MOST)
        if wire.later:
            later.append(Figure(f"{kind}: fetched later", sum(one.bytes for one in wire.later), "bytes"))
    yield from later


def weighed(browser: Browser, served: Shelf, path: str, settled: int = SETTLED) -> Wire:
    """What comes when this page is opened cold."""
    page = cold(browser, served.address)
    wire = Wire(page)
    page.goto(path)
    page.wait_for_timeout(settled)
    page.context.close()
    return wire


def first_deal(browser: Browser, served: Shelf) -> list[Figure]:
    """The typical deal on a phone that has never been here."""
    page = cold(browser, served.address)
    wire = Wire(page)
    opened(page, served)
    enter(page)
    page.wait_for_url("**saved=*")
    page.context.close()
    beside = sum(one.body for one in wire.later if "/waiting" in one.path)
    return [
        Figure("a first deal: script, packed", script_of_entry(wire), "bytes", MOST_SCRIPT),
        Figure("script for deals that wait, fetched a while after the page, packed", beside, "bytes"),
    ]


def enter(page: Page, keys: list[tuple[str, str]] = KEYS) -> None:
    """The typical deal by touch, Save included, or some presses of it."""
    for _, key in keys:
        press(page, key)
        page.wait_for_timeout(APART)


def script_of_entry(wire: Wire) -> int:
    """Bytes of script that the entry screen took, as packed; the page that a saved deal leads to has its own."""
    return sum(one.body for one in wire.first + wire.later if one.kind == "Script" and "/entry" in one.path)


def times(browser: Browser, served: Shelf) -> list[Figure]:
    work, timed = Presses(), Presses()
    bare: list[float] = []
    shifted = after = 0.0
    for _ in range(DEALS):
        work.add(traced(browser, served))
        bare += bare_key(browser)
        deal = typed(browser, served)
        timed.add(deal.took)
        shifted, after = max(shifted, deal.shifted), max(after, deal.shifted_after)
    return [
        *(Figure(f"main thread × {SLOWER}, {name}", SLOWER * ms, "ms") for name, ms in work.best.items()),
        Figure(f"main thread × {SLOWER}, median key", SLOWER * statistics.median(work.best.values()), "ms"),
        Figure(f"main thread × {SLOWER}, worst key", SLOWER * max(work.best.values()), "ms", MOST_TIME),
        Figure("touch to paint, slowed down, median key", statistics.median(timed.best.values()), "ms"),
        Figure("touch to paint, slowed down, worst key", max(timed.best.values()), "ms"),
        Figure("touch to paint, slowed down, worst press", max(timed.all), "ms"),
        Figure("touch to paint, slowed down, bare key", min(bare), "ms"),
        Figure(
            "median press / median of the bare key", statistics.median(timed.all) / statistics.median(bare), "times"
        ),
        Figure("layout shift over a deal", shifted, "", 0),
        Figure("layout shift as the own effect of a press", after, ""),
    ]


@dataclass
class Presses:
    """What the presses of some deals took, in ms: by key, the best; and all."""

    best: dict[str, float] = field(default_factory=dict)
    all: list[float] = field(default_factory=list)

    def add(self, took: dict[str, float]) -> None:
        self.best = {name: min(ms, self.best.get(name, ms)) for name, ms in took.items()}
        self.all += took.values()


def traced(browser: Browser, served: Shelf) -> dict[str, float]:
    """The typical deal by touch: what each press costs the main thread until its frame, in ms of processor time."""
    page = cold(browser, served.address)
    page.add_init_script(MARK + UNSAVED)
    opened(page, served)
    page.wait_for_timeout(APART)
    timeline = ["devtools.timeline", "disabled-by-default-devtools.timeline"]
    browser.start_tracing(page=page, categories=["toplevel", "blink.user_timing", *timeline])
    enter(page)
    events = json.loads(browser.stop_tracing())["traceEvents"]
    page.context.close()
    marks = [one for one in events if one["name"] in ("down", "click") and one["cat"] == "blink.user_timing"]
    thread = (marks[0]["pid"], marks[0]["tid"])
    mine = sorted(
        (one for one in events if (one["pid"], one["tid"]) == thread and one["ph"] == "X"), key=lambda one: one["ts"]
    )
    tasks = [one for one in mine if one["name"] == "ThreadControllerImpl::RunTask"]
    commits = [one["ts"] + one["dur"] for one in mine if one["name"] == "Commit"]
    downs, clicks = ([one["ts"] for one in marks if one["name"] == name] for name in ("down", "click"))
    took = {}
    for name, down, click in zip(names(), downs, clicks, strict=True):
        drawn = next(at for at in commits if at > click)
        took[name] = (
            sum(one.get("tdur", 0) for one in tasks if down <= one["ts"] + one["dur"] and one["ts"] <= drawn) / 1000
        )
    return took


@dataclass
class Typed:
    """A deal by touch: the time of each press in ms; the layout shift that no press explains, and the other."""

    took: dict[str, float] = field(default_factory=dict)
    shifted: float = 0
    shifted_after: float = 0


def typed(browser: Browser, served: Shelf) -> Typed:
    """The typical deal by touch, the main thread slowed down."""
    page = cold(browser, served.address)
    page.add_init_script(WATCH + UNSAVED)
    opened(page, served)
    slow_down(page)
    deal = Typed()
    for name, (_, key) in zip(names(), KEYS, strict=True):
        deal.took[name] = painted(page, lambda key=key: press(page, key))
    for shift in page.evaluate("seen.shifts"):
        if shift["after"]:
            deal.shifted_after += shift["by"]
        else:
            deal.shifted += shift["by"]
    page.context.close()
    return deal


def bare_key(browser: Browser) -> list[float]:
    """The least that a touch takes here: a key that counts, alone on its page."""
    page = cold(browser)
    page.add_init_script(WATCH)
    page.goto("data:text/html," + BARE)
    slow_down(page)
    found = [painted(page, lambda: page.locator("button").tap()) for _ in range(4)]
    page.context.close()
    return found


def painted(page: Page, touch: Callable[[], None]) -> float:
    """How long the touch took until it was painted, in ms."""
    heard = page.evaluate("seen.events.length")
    touch()
    page.wait_for_timeout(APART)
    return max(page.evaluate(f"seen.events.slice({heard})"), default=LEAST_TOLD)


def slow_down(page: Page) -> None:
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})


def opened(page: Page, served: Shelf) -> None:
    page.goto(served.pages["entry of classic"])
    page.locator("body.ready").wait_for()


def press(page: Page, key: str) -> None:
    """Touches a key of the pad that is shown, or without one that at the end of the bar."""
    page.locator(f".pad:not([hidden]) [data-{key}]" if key else "#go").tap()


if __name__ == "__main__":
    sys.exit(main())
