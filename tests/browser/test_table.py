"""Big figures on every screen that may stand on a table."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from browser.conftest import LAN_NAME
from browser.sweeps import LEAST, pale, violations
from browser.waits import WATCH, heard
from playwright.sync_api import Browser, BrowserContext, Page, expect

W = "W" * 40  # as many letters as a name may have
COUPLES = {"seat0": "Ana", "seat2": "Rui", "seat1": "Marta", "seat3": "Zé"}
LONG = {"side0": W, "seat0": W, "side1": "Großmutter Wilhelmine & Großvater Theo", "seat1": "Die Hauptmannstochter"}
THREE = {"players": "3", "seat0": "Alessandra", "seat1": "Bartolomeo", "seat2": "Zoë"}
LONG_THREE = {"players": "3", "seat0": W, "seat1": "Die Hauptmannstochter", "seat2": "Großvater Theo der Zweite"}
SCREENS = {"phone upright": (360, 640), "phone lying": (640, 360), "tablet": (1024, 768)}


class Shelf(NamedTuple):
    """A served book, and the addresses of its matches by what they are."""

    address: str
    matches: dict[str, str]


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory, at_home: Callable[[Path], Any]) -> Iterator[Shelf]:
    with at_home(tmp_path_factory.mktemp("table") / "test.book") as home:

        def play(*results: str, game: str = "classic", **about: str) -> str:
            match: str = home.send(f"/new/{game}", about)
            if results:
                sides = {f"side{side}-result": points for side, points in enumerate(results)}
                home.send(f"{match}/deals/new/plain", {"went_out": "0", **sides})
            return match

        matches = {
            "running": play("3525", "1490", **COUPLES),
            "finished": play("5200", "−120", **COUPLES),
            "long": play(**LONG, before0="−12345", before1="12340"),
            "long and finished": play("5200", "−12345", **LONG),
            "three": play("1100", "−12345", "1240", game="italian", **THREE),
            "three, long": play("−12345", "12340", "−1240", game="italian", **LONG_THREE),
        }
        yield Shelf(f"http://127.0.0.1:{home.port}", matches)


@pytest.fixture(scope="module")
def open_page(browser: Browser, shelf: Shelf, browser_context_args: dict[str, Any]) -> Iterator[Callable[[str], Page]]:
    """A page in a light, kept from test to test."""
    pages: dict[str, Page] = {}

    def opened(light: str = "light") -> Page:
        if light not in pages:
            context = browser.new_context(**browser_context_args | {"color_scheme": light}, base_url=shelf.address)
            pages[light] = context.new_page()
        return pages[light]

    yield opened
    for page in pages.values():
        page.context.close()


# Of all that is to be seen: what sticks out of the screen, what of a side sticks out of it, and what lies on another.
OUTSIDE = """() => {
  const found = [];
  const inner = (one, box) => {
    const part = one.getBoundingClientRect();
    return part.left >= box.left - .5 && part.right <= box.right + .5
      && part.top >= box.top - .5 && part.bottom <= box.bottom + .5;
  };
  const screen = {left: 0, top: 0, right: innerWidth, bottom: innerHeight};
  for (const one of document.querySelectorAll('main :not(bdi), footer :not(bdi)'))
    if (!one.closest('.hidden') && !one.parentElement.closest('svg') && !inner(one, screen))
      found.push(`out of the screen: ${one.outerHTML.slice(0, 60)}`);
  for (const side of document.querySelectorAll('.board-side')) {
    const parts = [...side.children];
    for (const part of parts)
      if (!inner(part, side.getBoundingClientRect())) found.push(`out of its side: ${part.outerHTML.slice(0, 60)}`);
    for (const [n, part] of parts.slice(1).entries())
      if (part.getBoundingClientRect().top < parts[n].getBoundingClientRect().bottom - .5)
        found.push(`on another: ${part.outerHTML.slice(0, 60)}`);
    for (const text of side.querySelectorAll('h2, p:not(.hidden), span:not(.hidden)'))
      if (text.clientWidth && text.scrollWidth > text.clientWidth + 1)
        found.push(`cut: ${text.outerHTML.slice(0, 60)}`);
  }
  return found;
}"""


def show(page: Page, address: str, screen: str, text: int = 100) -> None:
    """The page on that screen, the reader's text so many per cent of the usual."""
    width, height = SCREENS[screen]
    page.set_viewport_size({"width": width, "height": height})
    reader = page.context.new_cdp_session(page)
    reader.send("Page.setFontSizes", {"fontSizes": {"standard": 16 * text // 100}})
    page.goto(address)
    assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == f"{18 * text // 100}px"
    reader.detach()


@pytest.mark.parametrize("text", [100, 200])
@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("match", ["running", "finished", "long", "long and finished", "three", "three, long"])
def test_everything_fits_the_screen_and_nothing_is_cut(
    open_page: Callable[..., Page], shelf: Shelf, match: str, screen: str, text: int
) -> None:
    page = open_page()
    show(page, f"{shelf.matches[match]}/table", screen, text)
    root = "document.documentElement"
    assert tuple(page.evaluate(f"[{root}.scrollWidth, {root}.scrollHeight]")) == SCREENS[screen]
    assert page.evaluate(OUTSIDE) == []
    late = "document.querySelector('.outdated').hidden = false"
    assert page.evaluate(f"() => {{ {late}; return ({OUTSIDE})() }}") == []
    for link in page.get_by_role("link").all():
        box = link.bounding_box()
        assert box
        assert min(box["width"], box["height"]) >= LEAST - 0.5


@pytest.mark.parametrize("text", [100, 200])
@pytest.mark.parametrize(
    ("screen", "total", "stamp"),
    [("phone upright", 90, 54), ("phone lying", 96, 57.6), ("tablet", 153.6, 92.16)],
)
def test_the_figures_are_as_large_as_the_screen_allows(
    open_page: Callable[..., Page], shelf: Shelf, screen: str, total: float, stamp: float, text: int
) -> None:
    page = open_page()
    show(page, f"{shelf.matches['running']}/table", screen, text)
    size = "all => all.map(one => parseFloat(getComputedStyle(one).fontSize))"
    assert page.locator(".board-total > *").evaluate_all(size) == pytest.approx([total] * 2, abs=0.1)
    assert page.locator(".board .stamp").evaluate_all(size) == pytest.approx([stamp] * 2, abs=0.1)


@pytest.mark.parametrize("light", ["light", "dark"])
@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("match", ["running", "finished", "three"])
def test_everybody_can_read_big_figures(
    open_page: Callable[..., Page], shelf: Shelf, match: str, screen: str, light: str
) -> None:
    page = open_page(light)
    show(page, f"{shelf.matches[match]}/table", screen)
    assert violations(page) == []
    assert pale(page) == []


@pytest.mark.parametrize("script", [True, False], ids=["with script", "without script"])
def test_big_figures_are_one_press_away_and_the_match_is_one_press_back(
    new_context: Callable[..., BrowserContext], shelf: Shelf, script: bool
) -> None:
    page = new_context(base_url=shelf.address, java_script_enabled=script).new_page()
    page.goto(shelf.matches["running"])
    page.get_by_role("link", name="Big figures").tap()
    page.wait_for_url("**/table")
    refresh = page.get_by_role("link", name="Refresh")
    if script:
        expect(refresh).to_be_hidden()
    else:
        with page.expect_navigation():
            refresh.tap()
    page.get_by_role("link", name="Match").tap()
    page.wait_for_url(f"**{shelf.matches['running']}")
    assert page.get_by_role("link", name="Big figures").is_visible()


class Evening(NamedTuple):
    """A match being played at home, and the home."""

    home: Any
    match: str

    def deal(self, *results: str) -> None:
        sides = {f"side{side}-result": points for side, points in enumerate(results)}
        self.home.send(f"{self.match}/deals/new/plain", {"went_out": "0", **sides})


@pytest.fixture
def evening(home: Any) -> Evening:
    found = Evening(home, home.send("/new/classic", COUPLES))
    found.deal("3000", "1400")
    return found


def asked(page: Page) -> list[str]:
    """What the script of a page will have asked for."""
    found: list[str] = []
    page.on("request", lambda request: found.append(request.url) if request.resource_type == "fetch" else None)
    return found


@pytest.mark.parametrize("host", ["127.0.0.1", LAN_NAME])
def test_big_figures_follow_the_book_by_themselves(page: Page, evening: Evening, host: str) -> None:
    page.goto(f"http://{host}:{evening.home.port}{evening.match}/table")
    page.evaluate("document.body.dataset.since = 'the beginning'")
    link = page.get_by_role("link", name="Match")
    link.focus()
    link.evaluate("link => window.touched = link")
    expect(page.locator("#spoken")).to_have_text("")
    evening.deal("525", "90")
    expect(page.locator(".board-total .num")).to_have_text(["3,525", "1,490"])
    expect(page.locator(".board-about")).to_contain_text("Rui deals · deal 3")
    expect(page.locator("#spoken")).to_have_text("Ana & Rui 3,525, Marta & Zé 1,490")
    expect(page).to_have_title("Ana & Rui 3,525, Marta & Zé 1,490 · Big figures · Scorekeeper")
    assert page.evaluate("document.body.dataset.since") == "the beginning"
    assert page.evaluate("document.activeElement === window.touched")
    evening.deal("2000", "0")
    expect(page.locator(".board-won")).to_have_text("won")


def test_big_figures_cost_next_to_nothing_while_nothing_changes(page: Page, evening: Evening) -> None:
    statuses: list[str] = []
    app = evening.home.app.wsgi_app

    def heard(environ: Any, start: Any) -> Any:
        def begin(status: str, *rest: Any) -> Any:
            if environ["PATH_INFO"].endswith("/table"):
                statuses.append(status)
            return start(status, *rest)

        return app(environ, begin)

    evening.home.app.wsgi_app = heard
    page.goto(f"http://{LAN_NAME}:{evening.home.port}{evening.match}/table")
    while len(statuses) < 3:
        page.wait_for_timeout(100)
    assert statuses[:3] == ["200 OK", "304 NOT MODIFIED", "304 NOT MODIFIED"]


def test_big_figures_say_when_they_are_not_up_to_date_and_catch_up(page: Page, evening: Evening) -> None:
    page.clock.install(time=0)
    page.add_init_script(WATCH)
    page.goto(f"http://127.0.0.1:{evening.home.port}{evening.match}/table")
    late = page.get_by_text("not up to date")
    page.clock.pause_at(60_000)
    page.evaluate("dispatchEvent(new Event('online'))")
    heard(page)
    expect(late).to_be_hidden()
    evening.home.stop()
    page.clock.run_for(4_000)  # the first question without an answer is asked now, or in 2 s
    expect(late).to_be_hidden()
    page.clock.run_for(5_000)
    expect(late).to_be_visible()
    assert page.evaluate(OUTSIDE) == []
    evening.home.start()
    evening.deal("525", "90")
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator(".board-total .num")).to_have_text(["3,525", "1,490"])
    expect(late).to_be_hidden()


def test_big_figures_ask_seldom_while_nobody_sees_them_and_at_once_when_somebody_does(
    page: Page, evening: Evening
) -> None:
    def turn(hidden: bool) -> None:
        page.evaluate(
            f"Object.defineProperty(document, 'hidden', {{ configurable: true, value: {str(hidden).lower()} }})"
        )
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")

    def after(seconds: int) -> int:
        """How often it asked meanwhile."""
        questions.clear()
        for _ in range(seconds):
            page.clock.run_for(1_000)
            page.wait_for_timeout(20)
            heard(page)  # an answer that is late is late for the next question too
        return len(questions)

    page.clock.install(time=0)
    page.add_init_script(WATCH)
    page.goto(f"http://127.0.0.1:{evening.home.port}{evening.match}/table")
    questions = asked(page)
    page.clock.pause_at(60_000)
    assert after(12) > 3
    turn(hidden=True)
    after(4)
    assert after(25) == 0
    assert after(12) == 1
    with page.expect_request("**/table"):
        turn(hidden=False)
    assert after(12) > 3
