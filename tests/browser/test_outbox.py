"""Deals that wait on a phone while the server is away: kept, sent in order, taken once."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from _browser import LAN_NAME, same_phone
from _screen import Screen, way
from browser.waits import until
from playwright.sync_api import BrowserContext, BrowserType, Page, Route, expect
from presses import TYPICAL

from scorekeeper.book import Book
from scorekeeper.match import Match

WITHIN = 2_000  # ms after the return of the server
NOTHING_WAITS = "() => !Object.keys(localStorage).some((key) => key.startsWith('out '))"


@pytest.fixture
def home(tmp_path: Path, at_home: Callable[[Path], Any]) -> Iterator[Any]:
    with at_home(tmp_path / "test.book") as found:
        yield found


def stored(home: Any, match: str) -> Match:
    with Book(home.book) as book, book.session() as session:
        found = session.match(int(match.rpartition("/")[2]))
    assert found is not None
    return found


def begin(home: Any, page: Page) -> tuple[str, Screen]:
    match = home.send("/new/classic", {"seat0": "Ana", "seat2": "Rui", "seat1": "Marta", "seat3": "Zé"})
    screen = Screen(page)
    screen.open(f"http://{LAN_NAME}:{home.port}{match}/deals/new")
    until(page, "() => performance.getEntriesByType('resource').some((one) => /waiting/.test(one.name))")
    page.wait_for_timeout(100)
    return match, screen


def typical(home: Any, match: str, screen: Screen) -> None:
    screen.answer(way(stored(home, match), TYPICAL))
    screen.press("go")
    expect(screen.page.locator("#waits")).to_be_visible(timeout=6000)
    screen.begin()


def left_waiting(home: Any, context: BrowserContext) -> str:
    """A match of which one deal waits on a phone that shows no page any more; the server is there again."""
    page = context.new_page()
    match, screen = begin(home, page)
    home.stop()
    typical(home, match, screen)
    page.close()
    home.start()
    return match


def test_deals_entered_while_the_server_is_away_arrive_in_order_and_once(
    home: Any, new_context: Callable[..., BrowserContext]
) -> None:
    page = new_context().new_page()
    match, screen = begin(home, page)
    home.stop()
    typical(home, match, screen)
    expect(page.locator("#waits")).to_contain_text("Deal 1 waits on this phone")
    expect(page.locator("#menu")).to_contain_text("Deal 2")
    home.start()
    expect(page.locator("#menu")).to_contain_text("Deal 2", timeout=WITHIN)
    page.wait_for_function(NOTHING_WAITS, timeout=WITHIN)
    assert stored(home, match).totals == [2030, 505]
    assert len(stored(home, match).deals) == 1
    expect(page.locator(".head .total").first).to_have_text("2,030")  # loaded anew, with the totals of now
    expect(page.locator("body.ready")).to_be_visible()
    page.wait_for_load_state("networkidle")


def test_what_waits_outlives_its_page_and_is_shown_and_sent_by_that_of_the_match(
    home: Any, new_context: Callable[..., BrowserContext]
) -> None:
    context = new_context()
    match = left_waiting(home, context)
    page = context.new_page()
    page.goto(f"http://{LAN_NAME}:{home.port}{match}")
    expect(page.locator(".deal-row")).to_have_count(1, timeout=2 * WITHIN)
    expect(page.locator(".waiting-deal")).to_have_count(0)
    assert stored(home, match).totals == [2030, 505]


def test_what_waits_outlives_the_browser(home: Any, browser_type: BrowserType, tmp_path: Path) -> None:
    def start() -> BrowserContext:
        return same_phone(browser_type, tmp_path / "phone")

    context = start()
    match, screen = begin(home, context.new_page())
    home.stop()
    for _ in range(2):
        typical(home, match, screen)
    context.close()
    home.start()
    context = start()
    page = context.new_page()
    page.goto(f"http://{LAN_NAME}:{home.port}{match}")
    page.wait_for_function(NOTHING_WAITS, timeout=2 * WITHIN)
    context.close()
    assert [deal.scored.scores for deal in stored(home, match).deals] == [[2030, 505], [2030, 505]]


def test_a_deal_that_its_own_page_still_asks_about_is_sent_by_no_other(
    home: Any, new_context: Callable[..., BrowserContext]
) -> None:
    context = new_context()
    match = left_waiting(home, context)
    page = context.new_page()
    page.goto(f"http://{LAN_NAME}:{home.port}/rules")
    page.evaluate(
        """() => {
          const key = Object.keys(localStorage).find((one) => one.startsWith("out "));
          const kept = JSON.parse(localStorage.getItem(key));
          localStorage.setItem(key, JSON.stringify({ ...kept, from: Date.now() + 4_000 }));
        }"""
    )
    page.goto(f"http://{LAN_NAME}:{home.port}{match}")
    expect(page.locator(".waiting-deal")).to_contain_text("only on this phone")
    page.wait_for_timeout(2_000)
    assert stored(home, match).deals == []
    expect(page.locator(".deal-row")).to_have_count(1, timeout=6_000)


def test_a_deal_that_is_not_taken_says_why_and_is_put_right(
    home: Any, new_context: Callable[..., BrowserContext]
) -> None:
    context = new_context()
    match = left_waiting(home, context)
    home.send(f"{match}/deals/new/plain", {"went_out": "0", "side0-result": "100", "side1-result": "50", "act": "save"})
    page = context.new_page()
    page.goto(f"http://{LAN_NAME}:{home.port}{match}")
    waiting = page.locator(".waiting-deal")
    expect(waiting).to_contain_text("not taken")
    expect(waiting).to_contain_text("Deal 1 was entered")
    waiting.get_by_role("button", name="Look at it").tap()
    page.get_by_role("button", name="Mine is deal 2").tap()
    page.wait_for_url("**saved=*")
    expect(waiting).to_have_count(0)
    assert stored(home, match).totals == [2130, 555]


def two_waiting(home: Any, context: BrowserContext, spoilt: str) -> tuple[str, Page]:
    """Two deals that waited, of which the book does not take the first: one of its fields holds what no deal can."""
    page = context.new_page()
    match, screen = begin(home, page)
    home.stop()
    for _ in range(2):
        typical(home, match, screen)
    page.evaluate(
        """([name, text]) => {
          const keys = Object.keys(localStorage).filter((one) => one.startsWith("out "));
          const kept = keys.map((one) => [one, JSON.parse(localStorage.getItem(one))]);
          const [key, first] = kept.find(([, one]) => one.order === 1);
          const fields = first.fields.map(([one, value]) => [one, one === name ? text : value]);
          localStorage.setItem(key, JSON.stringify({ ...first, fields }));
        }""",
        spoilt.split("="),
    )
    page.close()
    home.start()
    page = context.new_page()
    page.goto(f"http://{LAN_NAME}:{home.port}{match}")
    expect(page.locator(".waiting-deal.refused")).to_contain_text("not taken")
    return match, page


def test_a_deal_that_cannot_be_is_put_right_and_the_next_one_follows(
    home: Any, new_context: Callable[..., BrowserContext]
) -> None:
    match, page = two_waiting(home, new_context(), "side0-red_threes=9")
    page.locator(".waiting-deal.refused").get_by_role("button", name="Look at it").tap()
    page.get_by_label("Red threes").first.fill("2")
    page.get_by_role("button", name="Save").tap()
    page.wait_for_url("**saved=*")
    expect(page.locator(".waiting-deal")).to_have_count(0)
    expect(page.locator(".deal-row")).to_have_count(2, timeout=2 * WITHIN)
    assert stored(home, match).totals == [4060, 1010]


def test_a_deal_that_nobody_needs_is_dropped_and_the_next_one_follows(
    home: Any, new_context: Callable[..., BrowserContext]
) -> None:
    match, page = two_waiting(home, new_context(), "side0-red_threes=9")
    refused = page.locator(".waiting-deal.refused")
    refused.get_by_text("Not needed any more").tap()
    drop = refused.get_by_role("button", name="Drop it")
    page.get_by_text("Read out").first.tap()
    drop.focus()
    home.send(f"{match}/seats", {"seat0": "Anabela", "seat2": "Rui", "seat1": "Marta", "seat3": "Zé", "base": "1"})
    expect(page.locator("main")).to_contain_text("Anabela")
    expect(drop).to_be_focused()  # what a person has opened stays open, and what is held in the hand
    held: list[Route] = []

    def hold(route: Route) -> None:
        if route.request.method == "POST":
            held.append(route)
        else:
            route.continue_()

    page.route("**/deals/new", hold)
    drop.tap()
    expect(page.locator(".waiting-deal")).to_have_count(1)
    expect(page.locator(".waiting-text")).to_be_visible()
    for route in held:
        route.continue_()
    page.unroute("**/deals/new")
    expect(page.locator(".waiting-deal")).to_have_count(0, timeout=2 * WITHIN)
    assert stored(home, match).totals == [2030, 505]


def test_what_another_page_of_the_phone_has_sent_is_known_to_the_next_deal(
    home: Any, new_context: Callable[..., BrowserContext]
) -> None:
    context = new_context()
    page = context.new_page()
    match, screen = begin(home, page)
    home.stop()
    typical(home, match, screen)
    screen.press("out=1", "threes=0,0")  # the next one is begun, and its page has gone on sending
    page.evaluate(
        """() => {
          const ask = fetch;
          window.fetch = (to, about) => about?.method === "POST" ? new Promise(() => {}) : ask(to, about);
          window.back = () => { window.fetch = ask; };
        }"""
    )
    home.start()
    other = context.new_page()
    other.goto(f"http://{LAN_NAME}:{home.port}{match}")
    expect(other.locator(".deal-row")).to_have_count(1, timeout=3 * WITHIN)
    other.close()
    expect(page.locator("#waits")).to_contain_text("Deal 1 is in the book", timeout=2 * WITHIN)
    page.evaluate("back()")
    screen.begin()
    screen.press("grid=0,0", "d=6", "end=5", "grid=1,0", "d=1", "end=00", "d=1", "d=2", "end=0")
    assert screen.save(), screen.strips()
    assert len(stored(home, match).deals) == 2


def test_a_deal_of_another_book_waits_for_its_own(home: Any, new_context: Callable[..., BrowserContext]) -> None:
    context = new_context()
    page = context.new_page()
    match, screen = begin(home, page)
    home.stop()
    typical(home, match, screen)
    page.evaluate(
        """() => {
          const key = Object.keys(localStorage).find((one) => one.startsWith("out "));
          const kept = { ...JSON.parse(localStorage.getItem(key)), match: "1 2001-02-03T04:05:06Z" };
          localStorage.removeItem(key);
          localStorage.setItem(`out / ${kept.match} ${kept.id}`, JSON.stringify(kept));
        }"""
    )
    page.close()
    home.start()
    page = context.new_page()
    with page.expect_response(lambda answer: answer.request.method == "POST") as told:
        page.goto(f"http://{LAN_NAME}:{home.port}{match}")
    assert told.value.status == 410
    expect(page.locator(".waiting-deal")).to_have_count(0)
    kept = "Object.keys(localStorage).filter((one) => one.startsWith('out ')).map((one) => localStorage.getItem(one))"
    assert ['"refused":""' in one for one in page.evaluate(kept)] == [True]
    assert stored(home, match).deals == []


def test_a_match_page_shows_what_another_phone_enters(home: Any, new_context: Callable[..., BrowserContext]) -> None:
    page = new_context().new_page()
    match, screen = begin(home, page)
    other = new_context().new_page()
    other.goto(f"http://{LAN_NAME}:{home.port}{match}")
    screen.answer(way(stored(home, match), TYPICAL))
    assert screen.save()
    expect(other.locator(".half-total .num").first).to_have_text("2,030", timeout=3_000)
    expect(other.locator("#spoken")).to_contain_text("2,030")


def test_a_phone_that_is_let_out_while_a_deal_is_typed_says_so_and_keeps_it(
    home: Any, new_context: Callable[..., BrowserContext]
) -> None:
    match = home.send("/new/classic", {})
    page = new_context().new_page()
    page.context.clear_cookies()
    screen = Screen(page)

    def come_in(name: str) -> None:
        with home.app.extensions["book"].session() as session:
            link = session.access.invite(name, "scorer").link
        page.goto("about:blank")
        page.goto(f"http://{LAN_NAME}:{home.port}/join?to={match}/deals/new#{link}")
        page.get_by_role("button", name="Come in").tap()
        page.locator("body.ready").wait_for()
        screen.begin()

    come_in("Zé")
    screen.answer(way(stored(home, match), TYPICAL))
    page.wait_for_timeout(2500)  # what looks for other phones is here by then
    with home.app.extensions["book"].session() as session:
        [invited] = [one.id for one in session.access.invitations() if one.name == "Zé"]
        session.access.end_invitation(invited)
    expect(page.locator("#out")).to_contain_text("This device is no longer in", timeout=WITHIN)
    page.locator("#out").get_by_role("button", name="Come in").tap()
    expect(page.get_by_role("heading", name="This device is no longer in")).to_be_visible()
    come_in("Zé again")
    assert screen.save()
    assert stored(home, match).totals == [2030, 505]
