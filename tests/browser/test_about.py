"""What is said of a match beside its deals, under a finger; and that nobody who types a deal is disturbed by it."""

from collections.abc import Callable
from typing import Any

import pytest
from _browser import LAN_NAME
from _screen import Screen, way
from browser.waits import until
from playwright.sync_api import BrowserContext, Page, expect
from presses import TYPICAL

from scorekeeper.book import Book
from scorekeeper.match import Match

SEATED = {"seat0": "Ana", "seat2": "Rui", "seat1": "Marta", "seat3": "Zé"}
DEAL = {"went_out": "0", "side0-result": "2030", "side1-result": "505"}
ENDED = "the table has ended this match; go on with it first"


def press(page: Page, name: str) -> None:
    """Touches the button or link of this name, and waits for the page behind it."""
    touched = page.get_by_role("button", name=name, exact=True).or_(page.get_by_role("link", name=name, exact=True))
    with page.expect_navigation():
        touched.tap()


def stored(home: Any, match: str) -> Match:
    with Book(home.book) as book, book.session() as session:
        found = session.match(int(match.rpartition("/")[2]))
    assert found is not None
    return found


@pytest.fixture
def match(home: Any) -> str:
    """The address of a match of one deal."""
    found = str(home.send("/new/classic", SEATED))
    home.send(f"{found}/deals/new/plain", DEAL)
    return found


@pytest.mark.parametrize("script", [True, False], ids=["with script", "without script"])
def test_day_place_names_notes_and_an_early_end_are_written_by_touch(
    new_context: Callable[..., BrowserContext], home: Any, served_on_lan: str, match: str, script: bool
) -> None:
    page = new_context(base_url=served_on_lan, java_script_enabled=script).new_page()
    page.goto(match)
    press(page, "More about this match")
    page.get_by_text("Change day, place or note").tap()
    page.get_by_label("Day").fill("2025-12-31")
    page.get_by_label("Place").fill("Porto")
    page.get_by_label("Note").fill("the year’s last\nand best")
    press(page, "Save")
    expect(page.get_by_role("status").first).to_have_text("It is in the book.")
    expect(page.locator(".rule")).to_have_count(6)
    press(page, "Who sits where")
    page.get_by_label("Partner").first.fill("Ruy")
    press(page, "Save")
    expect(page.locator("dl").get_by_text("Ana & Ruy")).to_be_visible()
    press(page, "Match")
    expect(page.locator(".match-about")).to_have_text("Classic canasta · December 31, 2025 · Porto")
    page.locator(".row-link").tap()
    page.get_by_text("Write a note").tap()
    page.get_by_label("Note").fill("Zé went out blind")
    press(page, "Save")
    expect(page.get_by_text("Zé went out blind").first).to_be_visible()
    press(page, "Match")
    expect(page.get_by_role("img", name="with a note")).to_be_visible()
    press(page, "More about this match")
    expect(page.get_by_text("Ana & Ruy leads with 2,030, and wins the match.")).to_be_visible()
    press(page, "End the match here")
    expect(page.locator(".felt-strip")).to_contain_text("Ana & Ruy won · ended early")
    press(page, "Go on with it")
    press(page, "Go on with this match")
    press(page, "Enter deal 2")
    now = stored(home, match)
    assert (now.played_on, now.opened.place, now.opened.note) == ("2025-12-31", "Porto", "the year’s last\nand best")
    assert (now.sides[0].players, now.deals[0].note, now.finished) == (["Ana", "Ruy"], "Zé went out blind", False)


def test_whoever_looks_on_sees_it_and_whoever_types_a_deal_is_not_asked(
    new_context: Callable[..., BrowserContext], home: Any, match: str
) -> None:
    address = f"http://{LAN_NAME}:{home.port}{match}"
    looking = new_context().new_page()
    looking.goto(address)
    screen = Screen(new_context().new_page())
    screen.open(f"{address}/deals/new")
    whole = way(stored(home, match), TYPICAL)
    for half in ("went_out", "red_threes"):
        for key in whole.answers.pop(half):
            screen.press(key)
    deal = f"{match}/deals/{stored(home, match).deals[0].id}"
    home.send(f"{match}/about", {"place": "Braga"})
    home.send(deal, {"note": "a long one"}, to=f"{deal}/note")
    home.send(f"{match}/seats", {"seat2": "Ruy"})
    home.send(f"{match}/about", {}, to=f"{match}/end")
    expect(looking.locator(".felt-strip")).to_contain_text("Ana & Ruy won · ended early")
    expect(looking.locator(".match-about")).to_contain_text("Braga")
    expect(looking.get_by_role("img", name="with a note")).to_be_visible()
    expect(looking.get_by_role("link", name="Enter deal 2")).to_have_count(0)
    home.send(f"{match}/about", {}, to=f"{match}/resume")
    expect(looking.get_by_role("link", name="Enter deal 2")).to_be_visible()
    screen.answer(whole)
    expect(screen.page.locator("#go")).to_have_text("Save")
    expect(screen.page.locator(".strip")).to_have_count(0)
    screen.press("go")
    screen.page.wait_for_url("**saved=*")
    assert stored(home, match).totals == [4060, 1010]


def test_a_deal_that_waited_for_a_match_that_was_ended_says_so_and_is_kept(
    new_context: Callable[..., BrowserContext], home: Any, match: str
) -> None:
    address = f"http://{LAN_NAME}:{home.port}{match}"
    context = new_context()
    page = context.new_page()
    screen = Screen(page)
    screen.open(f"{address}/deals/new")
    until(page, "() => performance.getEntriesByType('resource').some((one) => /waiting/.test(one.name))")
    page.wait_for_timeout(100)
    home.stop()
    screen.answer(way(stored(home, match), TYPICAL))
    screen.press("go")
    expect(page.locator("#waits")).to_be_visible()
    page.close()
    home.send(f"{match}/about", {}, to=f"{match}/end")
    home.start()
    page = context.new_page()
    page.goto(address)
    expect(page.locator(".waiting-deal.refused .waiting-why")).to_have_text(ENDED)
    with page.expect_navigation():
        page.get_by_role("button", name="Look at it").tap()
    expect(page.locator(".summary")).to_contain_text(ENDED)
    expect(page.locator("[name='side0-card_points']")).to_have_value("430")
    assert len(stored(home, match).deals) == 1
    home.send(f"{match}/about", {}, to=f"{match}/resume")
    press(page, "Save")
    expect(page.get_by_text("Deal 2 saved")).to_be_visible()
    expect(page.locator(".waiting-deal")).to_have_count(0)
    assert stored(home, match).totals == [4060, 1010]
