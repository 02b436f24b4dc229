"""The list of matches under a finger: find some of them, and play the last one again."""

import re
from typing import Any

import pytest
from browser.waits import first_answer_held
from playwright.sync_api import Page, expect

ANA_RUI = {"seat0": "Ana", "seat2": "Rui", "seat1": "Marta", "seat3": "Zé"}
EVA_RUI = {"seat0": "Eva", "seat2": "Rui", "seat1": "Marta", "seat3": "Zé"}
WON = {"went_out": "0", "side0-result": "5105", "side1-result": "−120"}


@pytest.fixture
def played(home: Any, page: Page) -> Page:
    """A phone at the list of three finished matches."""
    for names in (ANA_RUI, EVA_RUI, ANA_RUI):
        match = home.send("/new/classic", names)
        home.send(f"{match}/deals/new/plain", WON)
    page.goto(f"http://127.0.0.1:{home.port}/")
    return page


def press(page: Page, role: Any, name: str | re.Pattern[str]) -> None:
    with page.expect_navigation():
        page.get_by_role(role, name=name).tap()


@pytest.mark.parametrize("script", [True, False], ids=["with script", "without"])
def test_matches_are_found_by_touch(played: Page, script: bool, browser: Any, browser_context_args: Any) -> None:
    page = played
    if not script:
        page = browser.new_context(**browser_context_args, java_script_enabled=False).new_page()
        page.goto(played.url)
    rows = page.locator(".match-entry")
    expect(rows).to_have_count(3)
    page.get_by_text("Find matches").tap()
    page.get_by_label("Played by").fill("rui")
    page.get_by_label("against").fill("Marta")
    page.get_by_label("with").fill("Eva")
    press(page, "button", "Find")
    expect(rows).to_have_count(1)
    expect(rows.first).to_be_in_viewport()
    expect(page.locator("#found h2")).to_have_text(re.compile("1 match"))
    press(page, "link", "Without: with Eva")
    press(page, "link", "Without: against Marta")
    expect(page.locator(".chip")).to_have_count(1)
    press(page, "link", "All matches")
    expect(rows).to_have_count(3)
    if not script:
        page.context.close()


def test_a_trembling_finger_plays_again_once(played: Page) -> None:
    page = played
    again = page.get_by_role("button", name="Play again: Ana & Rui – Marta & Zé")
    expect(again).to_contain_text("Marta deals")
    box = again.bounding_box()
    assert box is not None
    assert box["height"] >= 48
    sent = first_answer_held(page, "**/again")
    place = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    with page.expect_request("**/again"):
        page.touchscreen.tap(*place)
    page.touchscreen.tap(*place)
    expect(page).to_have_url(re.compile(r"/matches/\d+$"))
    assert len(sent) == 2
    expect(page.locator(".felt-dealer")).to_have_text("Marta deals")
    expect(page.locator(".half-name")).to_have_text(["Ana & Rui", "Marta & Zé"])
    page.get_by_role("link", name="Matches").tap()
    expect(page.locator(".match-list").first.locator(".match-entry")).to_have_count(1)
    expect(page.get_by_role("button", name="Play again")).to_have_count(0)
    finished = page.locator(".match-list").last.locator(".match-entry")
    expect(finished).to_have_count(3)
    finished.first.tap()
    expect(page.get_by_role("link", name="Rematch")).to_be_visible()
    press(page, "button", re.compile("Play again"))
    expect(page.locator(".felt-dealer")).to_have_text("Marta deals")
