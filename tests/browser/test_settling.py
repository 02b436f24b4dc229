"""Quarrels settled by touch from the page of a match: how many touches it takes, and what stands there then."""

from collections.abc import Callable
from typing import Any

import pytest
from browser.test_about import SEATED, press
from playwright.sync_api import BrowserContext, Locator, Page, expect

UNOPENED = {"went_out": "1", "side0-card_points": "0", "side0-red_threes": "4", "side0-hand_points": "120"} | {
    **{"side1-card_points": "430", "side1-canastas.natural": "2", "side1-hand_points": "45"}
}
"""Four red threes of a side that has not melded, and cards in the hand of the partner of the one who went out."""


@pytest.fixture
def match(home: Any) -> str:
    """The address of a match of one deal."""
    found = str(home.send("/new/classic", SEATED))
    home.send(f"{found}/deals/new/plain", UNOPENED)
    return found


class Finger:
    """Touches what is named, and counts."""

    def __init__(self, page: Page) -> None:
        self.page, self.touches = page, 0

    def leads(self, name: str) -> None:
        self.touches += 1
        press(self.page, name)

    def opens(self, place: Locator) -> None:
        self.touches += 1
        place.tap()


@pytest.fixture(params=[True, False], ids=["with script", "without script"])
def finger(
    request: pytest.FixtureRequest, new_context: Callable[..., BrowserContext], served_on_lan: str, match: str
) -> Finger:
    """On the page of the match."""
    page = new_context(base_url=served_on_lan, java_script_enabled=request.param).new_page()
    page.goto(match)
    return Finger(page)


def test_from_the_match_to_the_proof_of_a_total_is_one_touch(finger: Finger) -> None:
    finger.leads("−920 How the totals came about")
    expect(finger.page.get_by_role("heading", name="How the totals came about")).to_be_visible()
    assert finger.touches == 1


def test_from_the_match_to_the_proof_of_a_deal_is_one_touch_and_to_the_text_of_a_rule_two(finger: Finger) -> None:
    finger.leads("Deal 1")
    expect(finger.page.get_by_role("heading", name="Deal 1")).to_be_visible()
    finger.opens(finger.page.locator("#side0 summary").filter(has_text="Red threes"))
    says = finger.page.get_by_text("All 4 red threes of a side that has not melded count 800 against it.")
    expect(says).to_be_visible()
    assert finger.touches == 2
    finger.page.locator("#side0").get_by_role("link", name="Read it in the rules").first.tap()
    expect(finger.page.locator(":target")).to_contain_text("800")
    expect(finger.page.locator(":target")).to_be_in_viewport()


def test_from_the_match_to_the_trace_is_one_touch(finger: Finger) -> None:
    finger.leads("What was written")
    expect(finger.page.get_by_role("heading", name="What was written")).to_be_visible()
    assert finger.touches == 1


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("All 4 red threes, and the side has melded nothing", "They count 800 against a side that has not melded"),
        ("Does a concealed canasta bring more than another?", "Yes, 100 on top"),
        ("What is there for going out concealed?", "200 in all, in place of the ordinary 100"),
        ("I went out. Do the cards in my partner", "Yes: all hands of a side count against it, 70 in this example."),
    ],
)
def test_what_tables_quarrel_about_is_two_touches_from_the_match(finger: Finger, question: str, answer: str) -> None:
    finger.leads("Rules")
    asked = finger.page.locator("details.question").filter(has_text=question)
    finger.opens(asked.locator("summary"))
    expect(asked.get_by_text(answer)).to_be_visible()
    assert finger.touches == 2


def test_two_counts_stand_side_by_side_until_one_is_settled(finger: Finger, home: Any, match: str) -> None:
    deal = finger.page.get_by_role("link", name="Deal 1", exact=True).get_attribute("href")
    finger.leads("Deal 1")
    finger.leads("I disagree")
    finger.page.get_by_role("link", name="I have another count: keep both").tap()
    finger.page.locator("[name='side1-hand_points']").fill("65")
    press(finger.page, "Check and compare")
    press(finger.page, "Keep both")
    finger.page.goto(match)
    expect(finger.page.get_by_role("link", name="If deal 1 goes the other way: ")).to_contain_text("1,465")
    expect(finger.page.locator(".half-total .num").last).to_have_text("1,485")
    finger.page.goto(f"{deal}/both")
    press(finger.page, "The other counts")
    expect(finger.page.get_by_text("Settled: the other version counts.")).to_be_visible()
    finger.page.goto(match)
    expect(finger.page.locator(".half-total .num").last).to_have_text("1,465")
