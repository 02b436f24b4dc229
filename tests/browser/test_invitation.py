"""Others at the table: how a phone comes in and is let out, and that the screen stays awake."""

from collections.abc import Callable
from typing import Any

import pytest
from _browser import LAN_NAME
from browser.waits import until
from playwright.sync_api import BrowserContext, Page, expect

KEPT = "() => Object.keys(localStorage).some(key => key.startsWith('kept'))"


def stranger(phone: BrowserContext) -> Page:
    """A page of a phone that is not in."""
    phone.clear_cookies()
    return phone.new_page()


@pytest.mark.parametrize("script", [True, False], ids=["with script", "without script"])
def test_another_phone_comes_in_by_the_link_of_the_picture_or_by_the_code(
    new_context: Callable[..., BrowserContext], home: Any, served_on_lan: str, script: bool
) -> None:
    match = home.send("/new/classic", {"side0": "Kitchen"})
    page = new_context(base_url=served_on_lan, java_script_enabled=script).new_page()
    page.goto(match)
    page.get_by_role("link", name="Others at the table").tap()
    page.get_by_role("button", name="To look on").tap()
    expect(page.get_by_text(f"http://{LAN_NAME}:{home.port}", exact=True)).to_be_visible()
    picture = page.locator(".qr")
    assert picture.evaluate("picture => picture.decode().then(() => picture.naturalWidth)") > 0
    box = picture.bounding_box()
    assert box
    assert (box["width"], box["height"]) == (200, 200)
    code = page.locator(".code-told").inner_text()
    page.get_by_text("Send it as a link").tap()
    link = page.locator(".link-told").inner_text()

    other = stranger(new_context(base_url=served_on_lan, java_script_enabled=script))
    asked: list[str] = []
    other.on("request", lambda request: asked.append(request.url))
    other.goto(link)
    secret = link.partition("#")[2]
    if script:
        expect(other.get_by_text("You followed a link that lets a device in.")).to_be_visible()
        expect(other.get_by_label("Code")).to_be_hidden()
        assert other.url == f"{served_on_lan}/join?to={match}"
    else:
        other.get_by_label("Code").fill(code.lower())
    other.get_by_label("Your name").fill("Marta")
    with other.expect_navigation():
        other.get_by_role("button", name="Come in").tap()
    assert other.url == f"{served_on_lan}{match}"
    expect(other.locator(".half-name").first).to_have_text("Kitchen")
    expect(other.get_by_text("Enter deal 1")).to_be_hidden()
    other.go_back()
    assert not any(secret in address for address in asked)
    assert secret not in other.content()


def test_a_phone_that_is_let_out_sees_the_door_and_keeps_nothing_but_its_waiting_deals(
    new_context: Callable[..., BrowserContext], home: Any, served_on_lan: str
) -> None:
    match = home.send("/new/classic", {"side0": "Kitchen"})
    book = home.app.extensions["book"]
    with book.session() as session:
        link = session.access.invite("Zé", "scorer").link
    other = stranger(new_context())
    other.goto(f"{served_on_lan}/join?to={match}#{link}")
    other.get_by_role("button", name="Come in").tap()
    other.wait_for_url(f"{served_on_lan}{match}")
    until(other, KEPT)
    other.evaluate("localStorage.setItem('out / 1 x', '{}')")
    with book.session() as session:
        session.access.end_invitation(next(one.id for one in session.access.invitations() if one.name == "Zé"))
    expect(other.get_by_role("heading", name="This device is no longer in")).to_be_visible()  # by itself
    assert "Kitchen" not in other.content()
    until(other, f"() => !({KEPT})()")
    assert other.evaluate("localStorage.getItem('out / 1 x')") == "{}"


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
