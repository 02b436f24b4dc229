"""A page that follows the book takes nothing from whoever is on it: no focus, and no link from under a finger."""

from typing import Any

import pytest
from browser.waits import WATCH, heard
from playwright.sync_api import Page, expect

COUPLES = {"seat0": "Ana", "seat2": "Rui", "seat1": "Marta", "seat3": "Zé"}
DEAL = {"went_out": "0", "side0-result": "1030", "side1-result": "505"}
HOLD = """() => {
  const enter = document.querySelector(".dock .brass");
  enter.focus();
  window.held = [enter, ...document.querySelectorAll(".row-link, .half-total a, .buttons a")];
}"""
HELD = """() => ({
  focus: document.activeElement === held[0],
  gone: held.filter((one) => !one.isConnected).map((one) => one.textContent.trim()),
})"""
STAYS = {"focus": True, "gone": []}


@pytest.fixture
def match(home: Any) -> str:
    """The address of a match of two deals."""
    found = str(home.send("/new/classic", COUPLES))
    for _ in range(2):
        home.send(f"{found}/deals/new/plain", DEAL)
    return found


@pytest.fixture
def held(page: Page, home: Any, match: str) -> Page:
    """The page of the match, before it has asked the book for the first time; what is on it is held."""
    page.add_init_script(WATCH)
    page.goto(f"http://127.0.0.1:{home.port}{match}")
    page.evaluate(HOLD)
    return page


def test_what_a_person_holds_stays_when_nothing_has_changed(held: Page, match: str) -> None:
    with held.expect_response(f"**{match}"):
        pass
    heard(held)
    assert held.evaluate(HELD) == STAYS


def test_what_a_person_holds_stays_when_another_deal_comes(held: Page, home: Any, match: str) -> None:
    home.send(f"{match}/deals/new/plain", DEAL)
    expect(held.locator(".deal-row")).to_have_count(3)
    expect(held.get_by_role("link", name="Enter deal 4")).to_be_focused()
    correct = held.get_by_role("link", name="Correct deal 3")  # another deal's: another link
    expect(correct).to_be_visible()
    assert held.evaluate(HELD) == {"focus": True, "gone": ["Correct deal 2"]}
    home.send(f"{match}/deals/2", {}, to=f"{match}/deals/2/strike")
    expect(held.locator(".struck")).to_have_count(1)
    assert held.evaluate(HELD)["focus"]


def test_a_page_that_has_followed_is_the_page_as_the_book_gives_it(held: Page, home: Any, match: str) -> None:
    main = "document.querySelector('main').innerHTML + document.querySelector('.dock-row').textContent"
    home.send(f"{match}/deals/new/plain", DEAL)
    expect(held.locator(".deal-row")).to_have_count(3)
    home.send(f"{match}/about", {"place": "Braga"})
    home.send(f"{match}/seats", {"seat2": "Ruy"})
    home.send(f"{match}/deals/2", {}, to=f"{match}/deals/2/strike")
    home.send(f"{match}/deals/new/plain", {**DEAL, "side1-result": "−2000"})
    home.send(f"{match}/about", {}, to=f"{match}/end")
    expect(held.locator(".felt-strip")).to_contain_text("ended early")
    followed = held.evaluate(main)
    held.reload()
    assert followed == held.evaluate(main)
