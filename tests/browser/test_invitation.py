"""Others at the table: what a phone shows of the way in, and that the screen stays awake."""

from collections.abc import Callable
from typing import Any

import pytest
from _browser import LAN_NAME
from browser.sweeps import cut, hard_to_touch, pale, violations
from playwright.sync_api import BrowserContext, Page, expect

LOOKS = ["auto", "light", "dark", "strong"]
OPENED = "picture => picture.complete && picture.naturalWidth > 0"


@pytest.mark.parametrize("script", [True, False], ids=["with script", "without script"])
def test_one_touch_shows_the_way_in(
    new_context: Callable[..., BrowserContext], home: Any, served_on_lan: str, script: bool
) -> None:
    match = home.send("/new/classic", {})
    page = new_context(base_url=served_on_lan, java_script_enabled=script).new_page()
    pictures: list[str] = []
    page.on("request", lambda request: pictures.append(request.url) if request.url.endswith("qr.svg") else None)
    page.goto(match, wait_until="networkidle")
    picture = page.locator(".qr")
    expect(picture).to_be_hidden()
    assert not script or pictures == []  # without script, browsers fetch at once what could wait
    page.get_by_text("Others at the table").tap()
    expect(picture).to_be_visible()
    expect(page.get_by_text(f"http://{LAN_NAME}:{home.port}", exact=True)).to_be_visible()
    expect(picture).to_have_attribute("alt", f"QR code of http://{LAN_NAME}:{home.port}{match}")
    picture.scroll_into_view_if_needed()
    page.wait_for_timeout(300)
    assert pictures == [f"{served_on_lan}{match}/qr.svg"]
    assert picture.evaluate(OPENED)
    box = picture.bounding_box()
    assert box
    assert (box["width"], box["height"]) == (200, 200)


def test_the_way_in_stays_open_while_the_match_goes_on(page: Page, home: Any, served_on_lan: str) -> None:
    match = home.send("/new/classic", {})
    page.goto(f"{served_on_lan}{match}")
    page.get_by_text("Others at the table").tap()
    page.locator(".qr").evaluate("picture => window.shown = picture")
    home.send(f"{match}/deals/new/plain", {"went_out": "0", "side0-result": "3525", "side1-result": "1490"})
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator(".half-total")).to_have_text(["3,525", "1,490"])
    expect(page.locator(".qr")).to_be_visible()
    assert page.evaluate("shown.isConnected")


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize(("width", "text"), [(360, 100), (320, 200)])
def test_the_way_in_is_to_be_read_in_every_look(
    page: Page, home: Any, served_on_lan: str, look: str, width: int, text: int
) -> None:
    match = home.send("/new/classic", {})
    home.app.config["NAMED"] = "http://scorekeeper-2.local:8321/"
    page.context.add_cookies([{"name": "scorekeeper_look", "value": look, "url": served_on_lan}])
    page.set_viewport_size({"width": width, "height": 6000})
    page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": {"standard": 16 * text // 100}})
    page.goto(f"{served_on_lan}{match}")
    page.get_by_text("Others at the table").tap()
    expect(page.get_by_text("http://scorekeeper-2.local:8321")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == width
    assert (cut(page, ".others"), hard_to_touch(page, apart=0), pale(page), violations(page)) == ([], [], [], [])


LAMP = """
  window.asked = [];
  window.faults = [];
  addEventListener("unhandledrejection", (event) => faults.push(String(event.reason)));
  const lock = { request: (what) => { asked.push(what); return Promise.reject(new Error("refused")); } };
  if (navigator.wakeLock) Object.defineProperty(navigator, "wakeLock", { value: lock });
"""


@pytest.mark.parametrize(("secure", "once"), [(True, ["screen"]), (False, [])], ids=["here", "on plain http"])
def test_big_figures_keep_the_screen_awake_where_browsers_let_them(
    page: Page, home: Any, served: str, served_on_lan: str, secure: bool, once: list[str]
) -> None:
    page.add_init_script(LAMP)
    page.goto(f"{served if secure else served_on_lan}{home.send('/new/classic', {})}/table")
    page.wait_for_function("document.documentElement.dataset.follows === ''")
    assert page.evaluate("asked") == once
    for hidden in ("true", "false"):
        page.evaluate(f"Object.defineProperty(document, 'hidden', {{ configurable: true, value: {hidden} }})")
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    assert page.evaluate("asked") == once * 2
    page.wait_for_timeout(100)  # for what nobody caught
    assert page.evaluate("faults") == []
