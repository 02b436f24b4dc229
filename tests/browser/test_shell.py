"""Starting while the server is away, on plain http and under a service worker; the server is really stopped."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from _browser import LAN_NAME, same_phone
from browser.waits import until
from playwright.sync_api import BrowserContext, BrowserType, Page, Route, expect

COUPLES = {"seat0": "Ana", "seat2": "Rui", "seat1": "Marta", "seat3": "Zé"}
TYPICAL = {"went_out": "0", "side0-result": "2030", "side1-result": "505"}
KEPT = """(id) => {
  const key = Object.keys(localStorage).find((key) => key.startsWith(`kept  ${id} `));
  const kept = JSON.parse(localStorage.getItem(key) ?? "{}");
  const names = performance.getEntriesByType('resource').map((one) => one.name);
  return kept.page && names.filter((name) => /entry_more\\.\\w+\\.css/.test(name)).length > 0;
}"""
DRAFT = """() => Object.keys(localStorage).some(
  (key) => key.startsWith('deal ') && localStorage[key].includes('card_points'))"""


class Phone:
    """A browser with a profile of its own, which stays when it is closed; `said`: what its console says."""

    def __init__(self, start: Callable[[], BrowserContext], home: Any, host: str) -> None:
        self._start, self.home, self.host = start, home, host
        self.said: list[str] = []
        self.open()

    def open(self) -> None:
        self.context = self._start()
        self.context.on("page", self._listen)
        self.page = self.context.new_page()

    def _listen(self, page: Page) -> None:
        page.on("pageerror", lambda error: self.said.append(str(error)))

    def restart(self) -> None:
        """The browser is closed, and opened again."""
        self.context.close()
        self.open()

    def go(self, path: str, page: Page | None = None) -> Page:
        found = page or self.page
        found.goto(f"http://{self.host}:{self.home.port}{path}")
        return found


Start = Callable[..., Phone]


def kept(page: Page, match: str) -> None:
    """Waits until all of a match is on the phone."""
    until(page, KEPT, match)


@pytest.fixture
def phone(tmp_path: Path, browser_type: BrowserType, at_home: Callable[..., Any]) -> Iterator[Start]:
    """Starts a phone in a household that has just played one deal of match 1; in the end no script has failed."""
    with at_home(tmp_path / "test.book") as home:
        match = home.send("/new/classic", COUPLES)
        home.send(f"{match}/deals/new/plain", TYPICAL)
        started: list[Phone] = []

        def start(host: str = LAN_NAME, worker: bool = False) -> Phone:
            if worker:
                home.stop()
                home.worker = True
                home.start()
            profile = tmp_path / "profile"
            phone = Phone(lambda: same_phone(browser_type, profile), home, host)
            started.append(phone)
            return phone

        yield start
        for one in started:
            one.context.close()
            assert one.said == []
        if not home._thread.is_alive():
            home.start()


def looked_on(phone: Phone) -> Phone:
    """The match has been looked at for a while; then the server goes away."""
    phone.go("/matches/1")
    kept(phone.page, "1")
    phone.home.stop()
    return phone


def type_some(page: Page) -> None:
    """We went out, red threes 2 and 1, a canasta, and 43 of the points melded."""
    page.locator("body.ready").wait_for()
    for key in ("out='0'", "threes='2,1'", "grid='2,1'", "d='4'", "d='3'"):
        page.locator(f".pad:not([hidden]) [data-{key}]").tap()
        page.wait_for_timeout(450)
    until(page, DRAFT)


def shows_the_sheet(page: Page) -> None:
    expect(page.locator("h1:visible")).to_have_text("The book does not answer")
    expect(page.locator(".kept[open] .half-total .num")).to_have_text(["2,030", "505"])
    expect(page.locator(".kept-sheet :is(a[href], form)")).to_have_count(0)


def test_the_shell_opens_in_every_way_but_reload_and_shows_the_last_known_sheet(phone: Start) -> None:
    one = looked_on(phone())
    shows_the_sheet(one.go("/shell"))
    shows_the_sheet(one.go("/shell", one.context.new_page()))
    one.restart()
    shows_the_sheet(one.go("/shell"))
    expect(one.page.locator("#plain")).to_have_count(1)
    assert one.page.locator("#secure").get_attribute("hidden") is not None


def test_a_deal_is_typed_while_the_book_is_away_and_waits_for_it(phone: Start) -> None:
    one = looked_on(phone())
    one.go("/shell")
    one.page.get_by_role("link", name="Enter deal 2").tap()
    type_some(one.page)
    expect(one.page.locator("#shell-says")).to_contain_text("The book does not answer")
    one.restart()
    one.go("/shell#1").locator("body.ready").wait_for()
    expect(one.page.get_by_label("Ana & Rui, points melded")).to_have_value("43")
    one.home.start()
    again = one.page.get_by_role("link", name="Go on there")
    again.tap()
    one.page.wait_for_url("**/matches/1/deals/new")
    expect(one.page.get_by_label("Ana & Rui, points melded")).to_have_value("43")


def test_with_nothing_typed_the_shell_leads_on_as_soon_as_the_book_answers(phone: Start) -> None:
    one = looked_on(phone())
    one.go("/shell#1").locator("body.ready").wait_for()
    other = one.go("/shell", one.context.new_page())
    shows_the_sheet(other)
    one.home.start()
    expect(other).to_have_url(f"http://{one.host}:{one.home.port}/")
    one.page.bring_to_front()
    expect(one.page).to_have_url(re.compile("/matches/1/deals/new$"))


def test_while_the_book_answers_the_shell_is_no_stop_on_the_way(phone: Start) -> None:
    one = phone()
    expect(one.go("/shell")).to_have_url(f"http://{one.host}:{one.home.port}/")
    expect(one.go("/shell#1")).to_have_url(re.compile("/matches/1/deals/new$"))


def test_the_shell_stays_to_be_put_on_the_home_screen(phone: Start) -> None:
    one = phone()
    one.go("/").get_by_role("link", name="Put the book on the home screen").tap()
    expect(one.page.get_by_role("heading", name="On the home screen")).to_be_visible()
    one.page.wait_for_timeout(2_000)
    expect(one.page.get_by_text("This address is plain http.")).to_be_visible()
    assert one.page.url == f"http://{one.host}:{one.home.port}/shell"


def test_the_link_to_the_next_deal_leads_around_a_book_that_is_away(phone: Start) -> None:
    one = looked_on(phone())
    one.page.get_by_role("link", name="Enter deal 2").tap()
    expect(one.page).to_have_url(re.compile("/shell#1$"))
    type_some(one.page)
    one.home.start()
    one.go("/matches/1").get_by_role("link", name="Enter deal 2").tap()
    expect(one.page).to_have_url(re.compile("/matches/1/deals/new$"))


def test_the_rare_pads_are_there_without_the_book_too(phone: Start) -> None:
    one = looked_on(phone())
    one.restart()
    one.go("/shell#1").locator("body.ready").wait_for()
    one.page.locator("#menu").tap()
    expect(one.page.locator('.pad[data-pad="menu"]')).to_be_visible()


def test_out_of_one_entry_screen_the_way_leads_to_the_list_and_into_another(phone: Start) -> None:
    one = phone()
    other = one.home.send("/new/classic", {"seat0": "Eva", "seat1": "Tom", "seat2": "Lea", "seat3": "Ben"})
    kept(one.go(other), other.rpartition("/")[2])
    one = looked_on(one)
    one.go("/shell").get_by_role("link", name="Enter deal 2").tap()
    one.page.locator("body.ready").wait_for()
    one.page.go_back()
    shows_the_sheet(one.page)
    one.page.get_by_text("Classic canasta: Eva & Lea, Tom & Ben").tap()
    one.page.get_by_role("link", name="Enter deal 1").tap()
    one.page.locator("body.ready").wait_for()
    expect(one.page.locator(".head-name").first).to_have_text("Eva & Lea")


def test_the_phone_keeps_no_more_than_three_matches(phone: Start) -> None:
    one = phone()
    matches = [one.home.send("/new/classic", COUPLES).rpartition("/")[2] for _ in range(3)]
    for match in matches:
        kept(one.go(f"/matches/{match}"), match)
    kept(one.go("/matches/1"), "1")
    there = "Object.keys(localStorage).filter((key) => key.startsWith('kept ')).sort()"
    names = [" ".join(key.split(" ")[:3]) for key in one.page.evaluate(there)]  # without when they were opened
    assert names == ["kept ", *sorted(f"kept  {match}" for match in ["1", *matches[1:]])]


def test_a_match_is_kept_though_the_book_was_slow_to_answer_at_first(phone: Start) -> None:
    one = phone()
    asked: list[Route] = []

    def slow(route: Route) -> None:
        asked.append(route)
        if len(asked) > 2:
            route.continue_()

    one.page.route("**/here", slow)
    kept(one.go("/matches/1"), "1")
    assert len(asked) > 2


def test_a_storage_that_takes_nothing_is_no_trouble(phone: Start) -> None:
    one = phone()
    one.page.add_init_script("Storage.prototype.setItem = () => { throw new Error('full') }")
    one.go("/matches/1")
    one.page.wait_for_timeout(3_000)
    one.home.stop()
    one.go("/shell")
    expect(one.page.get_by_text("No match was opened on this phone yet.")).to_be_visible()


# Where a service worker may help.


def worked(phone: Phone) -> Phone:
    """The match has been looked at under the worker; then the server goes away."""
    phone.go("/matches/1")
    until(phone.page, "() => navigator.serviceWorker.controller !== null")
    for path in ("/matches/1?saved=1", "/matches/1/deals/new", "/rules", "/matches/99", "/matches/1"):
        phone.go(path)
    kept(phone.page, "1")
    phone.home.stop()
    return phone


CACHED = """async () => {
  const [name] = await caches.keys();
  const found = (await (await caches.open(name)).keys()).map((one) => new URL(one.url));
  return found.map((one) => one.pathname + one.search).filter((path) => !path.startsWith('/static/')).sort();
}"""


def test_pages_looked_at_open_without_the_book_and_the_others_lead_to_the_shell(phone: Start) -> None:
    one = worked(phone("127.0.0.1", worker=True))
    assert one.page.evaluate(CACHED) == ["/matches/1", "/rules", "/shell"]
    for open_ in (lambda: one.go("/matches/1"), one.page.reload, lambda: one.go("/matches/1?saved=1")):
        open_()
        expect(one.page.locator(".half-total .num")).to_have_text(["2,030", "505"])
    one.go("/rules")
    expect(one.page.locator("h1")).to_have_text("Rules")
    shows_the_sheet(one.go("/"))
    assert one.page.locator("#plain").get_attribute("hidden") is not None
    one.go("/matches/1/deals/new")
    one.page.wait_for_url("**/shell#1")
    type_some(one.page)
    one.page.reload()
    one.page.locator("body.ready").wait_for()


@pytest.mark.parametrize("how", ["leaves", "is let out"])
def test_a_device_that_is_out_has_no_pages_of_the_worker_left(phone: Start, how: str) -> None:
    one = worked(phone("127.0.0.1", worker=True))
    one.home.start()
    if how == "leaves":
        page = one.go("/look")
        page.get_by_text("Leave the book").first.tap()
        page.get_by_role("button", name="Leave the book").tap()
    else:
        book = one.home.app.extensions["book"]
        with book.session() as session:
            session.access.end_device(session.access.devices()[0].id)
        one.go("/rules")
        page = one.go("/rules")  # a copy stands in for an answer that takes long, once: by then there is none
    said = "This device is not in yet" if how == "leaves" else "This device is no longer in"
    expect(page.get_by_role("heading", name=said)).to_be_visible()
    until(page, f"async () => JSON.stringify(await ({CACHED})()) === JSON.stringify(['/shell'])")
    until(page, "() => !Object.keys(localStorage).some((key) => key.startsWith('kept'))")


def test_the_worker_goes_when_it_is_switched_off(phone: Start) -> None:
    one = worked(phone("127.0.0.1", worker=True))
    one.home.worker = False
    one.home.start()
    one.go("/rules/classic")
    until(one.page, "async () => !(await navigator.serviceWorker.getRegistration())")
    assert one.page.evaluate("caches.keys()") == []
    one.page.wait_for_timeout(2_500)
    assert one.page.evaluate("navigator.serviceWorker.getRegistrations().then((all) => all.length)") == 0


def test_on_plain_http_there_is_no_worker(phone: Start) -> None:
    one = phone()
    one.go("/matches/1")
    one.page.wait_for_timeout(2_500)
    assert one.page.evaluate("'serviceWorker' in navigator") is False


def test_a_copy_of_the_book_comes_through_the_worker_and_none_stays_with_it(phone: Start) -> None:
    one = phone("127.0.0.1", worker=True)
    page = one.go("/rules")
    until(page, "() => navigator.serviceWorker.controller !== null")
    one.go("/backups")
    with page.expect_download() as sent:
        page.get_by_role("button", name="Download the book").tap()
    assert sent.value.path().read_bytes().startswith(b"SQLite format 3\0")
    one.go("/rules")  # which is kept after what was asked for before it
    until(page, f"async () => (await ({CACHED})()).includes('/rules')")
    assert page.evaluate(CACHED) == ["/rules", "/shell"]
    assert one.said == []
