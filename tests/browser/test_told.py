"""A match told elsewhere, in a real browser: what is copied over plain http, and what comes out of a printer."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from _browser import LAN_NAME
from browser.test_looks import COUPLES, NOTHING_MUCH, OF_THREE, THREE, TYPICAL
from playwright.sync_api import Browser, Page, expect

from scorekeeper import variants

BLANK = [(key, players) for key in sorted(variants.files()) for players in variants.load(key).seats]
SIDES_OF_A_PAGE = re.compile(rb"/Type\s*/Page\b")
REFUSED = """
  document.execCommand = () => false;
  if (navigator.clipboard) navigator.clipboard.writeText = () => Promise.reject();
"""
INSIDE_A4 = {"width": 703, "height": 1032}
"""Pixels: 186 × 273 mm, what lies between the margins of a page."""


@pytest.fixture
def match(home: Any) -> str:
    """A match of one deal."""
    return played(home, TYPICAL)


def played(home: Any, *deals: dict[str, str], game: str = "classic", **about: str) -> str:
    found: str = home.send(f"/new/{game}", about or COUPLES)
    for deal in deals:
        home.send(f"{found}/deals/new/plain", deal)
    return found


@pytest.fixture(params=["127.0.0.1", LAN_NAME])
def reader(browser: Browser, browser_context_args: dict[str, Any], request: Any, port: int) -> Iterator[Page]:
    """A phone on the machine itself, and one at home over plain http."""
    context = browser.new_context(**browser_context_args, base_url=f"http://{request.param}:{port}")
    if request.param == "127.0.0.1":
        context.grant_permissions(["clipboard-read", "clipboard-write"])
    yield context.new_page()
    context.close()


def test_the_result_is_copied_with_one_press_over_plain_http_too(reader: Page, match: str) -> None:
    reader.goto(f"{match}/share")
    told = reader.locator("#told").input_value()
    assert told.splitlines()[1] == "Ana & Rui: 2,030"
    reader.get_by_role("button", name="Copy the text").tap()
    reader.get_by_text("Copied. Paste it where you like.").wait_for()
    reader.evaluate("document.body.append(Object.assign(document.createElement('textarea'), { id: 'elsewhere' }))")
    reader.locator("#elsewhere").focus()
    reader.keyboard.press("ControlOrMeta+V")
    expect(reader.locator("#elsewhere")).to_have_value(told)


def test_what_the_browser_does_not_copy_is_not_said_to_be_copied_and_stands_there_selected(
    reader: Page, match: str
) -> None:
    reader.add_init_script(REFUSED)
    reader.goto(f"{match}/share")
    reader.get_by_role("button", name="Copy the text").tap()
    reader.wait_for_function("getSelection().toString().includes('2,030')")
    expect(reader.locator("#copied")).to_be_hidden()


def test_without_script_the_result_stands_there_and_no_button_does_nothing(
    browser: Browser, browser_context_args: dict[str, Any], served: str, match: str
) -> None:
    context = browser.new_context(**browser_context_args, base_url=served, java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{match}/share")
    assert "Ana & Rui: 2,030" in page.locator("#told").input_value()
    for address in (f"{match}/share", f"{match}/sheet", f"{match}/course", "/rules/classic/sheet"):
        page.goto(address)
        assert page.locator("button:visible").count() == 0
        assert page.locator("h1, .blank").first.is_visible()
    context.close()


def test_the_button_prints(page: Page, served: str, match: str) -> None:
    page.add_init_script("window.print = () => { window.printed = true; }")
    for address in (f"{match}/sheet", "/rules/classic/sheet"):
        page.goto(served + address)
        page.get_by_role("button", name="Print").tap()
        assert page.evaluate("window.printed") is True


@pytest.fixture
def paper(browser: Browser, browser_context_args: dict[str, Any], served: str) -> Iterator[Page]:
    """What comes out of a printer, of a phone whose pages are dark."""
    about = browser_context_args | {"viewport": INSIDE_A4, "is_mobile": False, "color_scheme": "dark"}
    context = browser.new_context(**about, base_url=served)
    page = context.new_page()
    page.emulate_media(media="print")
    yield page
    context.close()


def pages(paper: Page) -> int:
    """How many pages of paper the page takes."""
    return len(SIDES_OF_A_PAGE.findall(paper.pdf(prefer_css_page_size=True)))


@pytest.mark.parametrize(("key", "players"), BLANK)
def test_a_blank_sheet_fills_one_page_of_paper(paper: Page, key: str, players: int) -> None:
    paper.goto(f"/rules/{key}/sheet?players={players}")
    assert pages(paper) == 1
    room = paper.evaluate("""[...document.querySelectorAll('.blank-band')].map(one => one.getBoundingClientRect())
        .map(({ right, bottom }) => [right, bottom])""")
    assert max(right for right, _ in room) <= INSIDE_A4["width"]
    assert INSIDE_A4["height"] * 0.6 <= max(bottom for _, bottom in room) <= INSIDE_A4["height"]
    shown = paper.locator(".blank-deal:visible").count()
    assert shown * (2 if players != 3 else 3) == paper.locator(".blank-band thead tr:nth-child(2) th:visible").count()
    assert paper.locator(".top, .dock, .unprinted").locator("visible=true").count() == 0


def test_a_sheet_of_forty_deals_breaks_no_deal_across_pages(paper: Page, home: Any) -> None:
    match = played(home, *[TYPICAL, NOTHING_MUCH] * 20, **COUPLES, target="100000")
    paper.goto(f"{match}/sheet")
    kept = paper.evaluate("[...document.querySelectorAll('.paper-deal')].map(one => getComputedStyle(one).breakInside)")
    assert kept == ["avoid"] * 40
    assert paper.locator(".paper-deals").evaluate("one => getComputedStyle(one).columnCount") == "2"
    assert pages(paper) <= 5


def test_what_is_printed_is_black_on_white_and_all_of_it_open(paper: Page, home: Any) -> None:
    match = played(home, *[NOTHING_MUCH] * 13)
    paper.goto(f"{match}/course")
    body = "getComputedStyle(document.body)"
    assert paper.evaluate(f"[{body}.color, {body}.backgroundColor]") == ["rgb(0, 0, 0)", "rgb(255, 255, 255)"]
    assert paper.locator("details").get_attribute("open") is None
    assert paper.locator(".figures tbody tr").last.is_visible()


@pytest.mark.parametrize("light", [{"color_scheme": "light"}, {"color_scheme": "dark"}, {"forced_colors": "active"}])
def test_lines_marks_and_words_of_a_picture_stand_out(
    browser: Browser, browser_context_args: dict[str, Any], served: str, home: Any, light: dict[str, Any]
) -> None:
    match = played(home, OF_THREE, game="italian", **THREE)
    context = browser.new_context(**browser_context_args | light, base_url=served)
    page = context.new_page()
    page.goto(f"{match}/course")
    colours = page.evaluate("""() => {
      const of = (where, what) => [...document.querySelectorAll(where)].map((one) => getComputedStyle(one)[what]);
      return {
        ground: getComputedStyle(document.body).backgroundColor,
        lines: of('.chart .chart-line', 'stroke'), dashes: of('.chart .chart-line', 'strokeDasharray'),
        names: of('.chart-name', 'fill'), words: of('.chart-quiet', 'fill'), marks: of('.chart .chart-mark', 'fill'),
      };
    }""")
    ground = light_of(colours["ground"])
    for what, least in (("lines", 3), ("marks", 3), ("names", 7), ("words", 7)):
        for colour in colours[what]:
            bright, dark = sorted((ground, light_of(colour)), reverse=True)
            assert (bright + 0.05) / (dark + 0.05) >= least, (what, colour, colours["ground"])
    assert len(set(colours["dashes"])) == 3
    context.close()


def light_of(colour: str) -> float:
    """Relative luminance of "rgb(35, 29, 22)"."""
    parts = [int(part) / 255 for part in re.findall(r"\d+", colour)[:3]]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return sum(share * part for share, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))
