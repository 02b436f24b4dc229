"""What a phone remembers, in a real browser: a look holds against what the system prefers; the lamp is one press."""

import itertools
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from browser.conftest import LAN_NAME
from browser.sweeps import pale, violations
from browser.test_looks import KINDS, TALL, Shelf, assert_easy_to_touch, at, filled
from playwright.sync_api import Browser, BrowserContext, Page, expect

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
        return made[-1]

    yield make
    for one in made:
        one.close()


LOOKS = ["Auto", "Light", "Dark", "Strong"]


def press(page: Page, look: str) -> None:
    """Presses the lamp of a page until it says so."""
    lamp = page.get_by_role("link", name="Look:")
    for _ in LOOKS:
        if lamp.inner_text().endswith(look.capitalize()):
            return
        lamp.tap()
    raise AssertionError(f"never {look}")


@pytest.fixture(scope="module")
def chosen(phone: Phone, shelf: Shelf) -> dict[str, Page]:
    """A page on a phone for each look, chosen there against what the system prefers."""
    found = {}
    for look, prefers in AGAINST.items():
        found[look] = phone(**prefers).new_page()
        found[look].goto("/")
        press(found[look], look)
    return found


def ground(page: Page) -> str:
    return str(page.evaluate("getComputedStyle(document.body).backgroundColor"))


BY_TURNS = list(zip(REACH, itertools.cycle(AGAINST)))
"""Every kind of page, each in one of the looks: `test_looks` sees all of them in every light, by the same colours."""


@pytest.mark.parametrize(("kind", "look"), BY_TURNS)
def test_everybody_can_read_the_page_in_the_look_they_chose(
    chosen: dict[str, Page], shelf: Shelf, kind: str, look: str
) -> None:
    page = chosen[look]
    page.set_viewport_size({"width": 360, "height": TALL})
    REACH[kind](page, shelf.ids)
    page.wait_for_load_state()  # its stylesheet too
    page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
    assert ground(page) == GROUNDS[look]
    assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") == SCHEMES[look]
    assert violations(page) == []
    assert pale(page) == []


@pytest.mark.parametrize("look", AGAINST)
def test_without_script_the_lamp_leads_to_the_looks_and_a_new_tab_has_the_one_chosen(
    phone: Phone, shelf: Shelf, look: str
) -> None:
    context = phone(**AGAINST[look], java_script_enabled=False)
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
    for address in (shelf.ids["running"], f"{shelf.ids['running']}/deals/new/plain", "/"):
        tab.goto(address)
        assert ground(tab) == GROUNDS[look]
    tab.get_by_role("link", name="Look:").tap()
    tab.get_by_role("button", name="Auto").tap()
    tab.wait_for_url(f"{shelf.full}/")
    assert ground(tab) == before


@pytest.mark.parametrize("host", ["127.0.0.1", LAN_NAME])
def test_a_press_on_the_lamp_changes_the_look_at_once_and_every_page_has_it(
    phone: Phone, shelf: Shelf, host: str
) -> None:
    page = phone().new_page()
    address = shelf.full.replace("127.0.0.1", host) + shelf.ids["running"]
    page.goto(address)
    spoken = page.locator("#spoken")
    expect(spoken).to_have_role("status")
    expect(spoken).to_have_text("")
    colour = "[...document.querySelectorAll('meta[name=theme-color]')].map(one => one.content)"
    for look in [*LOOKS[1:], *LOOKS]:
        page.get_by_role("link", name="Look:").tap()
        expect(page.get_by_role("link", name=f"Look: {look}", exact=True)).to_be_visible()
        expect(spoken).to_have_text(look)
        assert ground(page) == GROUNDS.get(look.lower(), GROUNDS["light"])
        assert set(page.evaluate(colour)) == {ground(page)}
        assert page.url == address
        tab = page.context.new_page()
        tab.goto(address)
        expect(tab.get_by_role("link", name=f"Look: {look}", exact=True)).to_be_visible()
        assert ground(tab) == ground(page)
        tab.close()


def test_back_shows_a_page_in_the_look_and_for_the_hand_chosen_since(phone: Phone, shelf: Shelf) -> None:
    page = phone().new_page()
    page.goto(shelf.ids["running"])
    page.get_by_role("link", name="Rules").tap()
    page.wait_for_url("**/rules")
    press(page, "dark")
    page.go_back()
    expect(page.get_by_role("link", name="Look: Dark")).to_be_visible()
    assert ground(page) == GROUNDS["dark"]
    # A browser that kept the page whole shows it as it was left.
    page.evaluate("for (const kept of ['look=strong', 'hand=left']) document.cookie = `scorekeeper_${kept}; Path=/`")
    assert ground(page) == GROUNDS["dark"]
    page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    expect(page.get_by_role("link", name="Look: Strong")).to_be_visible()
    assert ground(page) == GROUNDS["strong"]
    assert order(page) == ["Enter deal 4", "Do they open?"]


def test_a_press_that_asks_for_a_new_tab_follows_the_link(phone: Phone, shelf: Shelf) -> None:
    page = phone().new_page()
    page.goto(shelf.ids["running"])
    with page.context.expect_page() as opened:
        page.get_by_role("link", name="Look:").click(modifiers=["ControlOrMeta"])
    expect(opened.value.get_by_role("heading", level=1)).to_have_text("On this device")
    expect(page.get_by_role("link", name="Look: Auto")).to_be_visible()


def order(page: Page) -> list[str]:
    """What the dock holds, from left to right."""
    links = page.locator(".dock-row > *").all()
    return [one.inner_text() for one in sorted(links, key=lambda one: (one.bounding_box() or {})["x"])]


@pytest.mark.parametrize("script", [True, False], ids=["with script", "without script"])
def test_the_left_hand_has_the_main_button_at_its_thumb(phone: Phone, shelf: Shelf, script: bool) -> None:
    page = phone(java_script_enabled=script).new_page()
    page.goto(shelf.ids["running"])
    assert order(page) == ["Do they open?", "Enter deal 4"]
    for hand, after in (("Left", ["Enter deal 4", "Do they open?"]), ("Right", ["Do they open?", "Enter deal 4"])):
        page.goto(f"/look?back={shelf.ids['running']}")
        page.get_by_role("button", name=re.compile(f"^{hand}")).tap()
        page.wait_for_url(shelf.full + shelf.ids["running"])
        assert order(page) == after


@pytest.mark.parametrize("look", ["light", "dark", "strong"])
def test_forced_colours_hold_over_every_look(phone: Phone, shelf: Shelf, look: str) -> None:
    page = phone(forced_colors="active", color_scheme="dark").new_page()
    page.goto(shelf.ids["running"])
    before = ground(page)
    press(page, look)
    assert page.evaluate("matchMedia('(forced-colors: active)').matches")
    canvas = "(() => { const one = document.createElement('p'); one.style.background = 'Canvas';"
    canvas += "document.body.append(one); return getComputedStyle(one).backgroundColor })()"
    assert ground(page) == page.evaluate(canvas)
    assert before not in set(GROUNDS.values()) - {"rgb(255, 255, 255)"}


@pytest.mark.parametrize("width", [320, 360])
@pytest.mark.parametrize("text", [100, 200])
def test_the_page_of_the_settings_fits_small_phones_and_large_text(phone: Phone, text: int, width: int) -> None:
    page = phone().new_page()
    page.set_viewport_size({"width": width, "height": TALL})
    page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": {"standard": 16 * text // 100}})
    page.goto("/look")
    assert page.evaluate("document.documentElement.scrollWidth") == width
    assert_easy_to_touch(page)


def test_all_settings_fit_on_a_small_phone_and_are_chosen_by_keyboard(phone: Phone, shelf: Shelf) -> None:
    page = phone().new_page()
    page.goto("/look?back=/rules")
    assert page.evaluate("document.querySelector('.settings').getBoundingClientRect().bottom <= innerHeight")
    page.get_by_role("button", name=re.compile("^Dark")).focus()
    page.keyboard.press("Enter")
    page.wait_for_url(f"{shelf.full}/rules")
    assert ground(page) == GROUNDS["dark"]
