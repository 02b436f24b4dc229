"""The looks in a real browser: a chosen one holds against what the system prefers, and is remembered."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from browser.test_looks import AXE, KINDS, TALL, Shelf, assert_easy_to_touch, at, filled
from playwright.sync_api import Browser, BrowserContext, Page

AGAINST: dict[str, dict[str, Any]] = {
    "light": {"color_scheme": "dark"},
    "dark": {"color_scheme": "light", "contrast": "more"},
    "strong": {"color_scheme": "dark"},
}
"""What the system prefers while this look is chosen."""
GROUNDS = {"light": "rgb(250, 245, 234)", "dark": "rgb(29, 26, 22)", "strong": "rgb(255, 255, 255)"}
SCHEMES = {"light": "light", "dark": "dark", "strong": "light"}
REACH = {name: kind.reach for name, kind in KINDS.items() if not kind.empty_book} | {"look": at("/look")}


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory, at_home: Callable[[Path], Any]) -> Iterator[Shelf]:
    with at_home(tmp_path_factory.mktemp("shelf") / "full.book") as full:
        address = f"http://127.0.0.1:{full.port}"
        yield Shelf(address, address, filled(full))


Phone = Callable[..., BrowserContext]


@pytest.fixture(scope="module")
def phone(browser: Browser, shelf: Shelf, browser_context_args: dict[str, Any]) -> Iterator[Phone]:
    """A new phone whose system prefers this."""
    made: list[BrowserContext] = []

    def make(**prefers: Any) -> BrowserContext:
        made.append(browser.new_context(**browser_context_args | prefers, base_url=shelf.full))
        made[-1].set_default_timeout(10_000)
        return made[-1]

    yield make
    for one in made:
        one.close()


def press(page: Page, look: str) -> None:
    """Lights the lamp of a page, and chooses."""
    page.get_by_role("link", name="Look:").tap()
    page.get_by_role("button", name=re.compile(f"^{look.capitalize()}")).tap()


@pytest.fixture(scope="module")
def chosen(phone: Phone, shelf: Shelf) -> dict[str, Page]:
    """A page on a phone for each look, chosen there against what the system prefers."""
    found = {}
    for look, prefers in AGAINST.items():
        found[look] = phone(**prefers).new_page()
        found[look].goto("/")
        press(found[look], look)
        found[look].wait_for_url(f"{shelf.full}/")
    return found


def ground(page: Page) -> str:
    return str(page.evaluate("getComputedStyle(document.body).backgroundColor"))


@pytest.mark.parametrize("look", AGAINST)
@pytest.mark.parametrize("kind", REACH)
def test_everybody_can_read_the_page_in_the_look_they_chose(
    chosen: dict[str, Page], shelf: Shelf, kind: str, look: str
) -> None:
    page = chosen[look]
    page.set_viewport_size({"width": 360, "height": TALL})
    REACH[kind](page, shelf.ids)
    page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
    assert ground(page) == GROUNDS[look]
    assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") == SCHEMES[look]
    found = Axe().run(page, options=AXE).response["violations"]
    assert [(one["id"], node["target"], node["failureSummary"]) for one in found for node in one["nodes"]] == []


@pytest.mark.parametrize("look", AGAINST)
def test_one_press_changes_the_look_and_a_new_tab_has_it(phone: Phone, shelf: Shelf, look: str) -> None:
    context = phone(**AGAINST[look])
    page = context.new_page()
    page.goto(shelf.ids["running"])
    before = ground(page)
    assert before != GROUNDS[look]
    page.get_by_role("link", name="Look: Auto").tap()
    page.wait_for_url("**/look?back=**")
    assert ground(page) == before
    page.get_by_role("button", name=re.compile(f"^{look.capitalize()}")).tap()
    page.wait_for_url(shelf.full + shelf.ids["running"])
    assert ground(page) == GROUNDS[look]
    assert page.get_by_role("link", name=f"Look: {look.capitalize()}").is_visible()
    page.close()
    tab = context.new_page()
    for address in (shelf.ids["running"], f"{shelf.ids['running']}/deals/new", "/"):
        tab.goto(address)
        assert ground(tab) == GROUNDS[look]
    press(tab, "auto")
    tab.wait_for_url(f"{shelf.full}/")
    assert ground(tab) == before


@pytest.mark.parametrize("look", ["light", "dark", "strong"])
def test_forced_colours_hold_over_every_look(phone: Phone, shelf: Shelf, look: str) -> None:
    page = phone(forced_colors="active", color_scheme="dark").new_page()
    page.goto(shelf.ids["running"])
    before = ground(page)
    press(page, look)
    page.wait_for_url(shelf.full + shelf.ids["running"])
    assert page.evaluate("matchMedia('(forced-colors: active)').matches")
    canvas = "(() => { const one = document.createElement('p'); one.style.background = 'Canvas';"
    canvas += "document.body.append(one); return getComputedStyle(one).backgroundColor })()"
    assert ground(page) == page.evaluate(canvas)
    assert before not in set(GROUNDS.values()) - {"rgb(255, 255, 255)"}


@pytest.mark.parametrize("width", [320, 360])
@pytest.mark.parametrize("text", [100, 200])
def test_the_page_of_the_looks_fits_small_phones_and_large_text(phone: Phone, text: int, width: int) -> None:
    page = phone().new_page()
    page.set_viewport_size({"width": width, "height": TALL})
    page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": {"standard": 16 * text // 100}})
    page.goto("/look")
    assert page.evaluate("document.documentElement.scrollWidth") == width
    assert_easy_to_touch(page)


def test_the_four_looks_fit_on_a_small_phone_and_are_chosen_by_keyboard(phone: Phone, shelf: Shelf) -> None:
    page = phone().new_page()
    page.goto("/look?back=/rules")
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    page.get_by_role("button", name=re.compile("^Dark")).focus()
    page.keyboard.press("Enter")
    page.wait_for_url(f"{shelf.full}/rules")
    assert ground(page) == GROUNDS["dark"]
