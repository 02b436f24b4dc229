"""Figures under a finger: a total leads to how it came about, and whoever wants the match does not miss it."""

import re
from typing import Any

import pytest
from browser.sweeps import APART, LEAST
from playwright.sync_api import Locator, Page, expect

COUPLES = {"seat0": "Ana", "seat2": "Rui", "seat1": "Marta", "seat3": "Zé"}
LONG = {"side0": "Großmutter Wilhelmine & Großvater Theo", "side1": "W" * 40, "before0": "−12440", "before1": "98765"}
THREE = {"players": "3", "seat0": "Alessandra", "seat1": "Bartolomeo", "seat2": "Zoë"}
DEAL = {"went_out": "0", "side0-result": "1735", "side1-result": "−120"}


@pytest.fixture
def running(home: Any, page: Page) -> str:
    """A phone at a list of three: a match of one deal, whose address this is, one of long names, one of three."""
    for names in (LONG, THREE):
        match = home.send(f"/new/{'italian' if names is THREE else 'classic'}", names)
        more = {"side2-result": "−12345"} if names is THREE else {}
        home.send(f"{match}/deals/new/plain", {**DEAL, **more})
    match = home.send("/new/classic", COUPLES)
    home.send(f"{match}/deals/new/plain", DEAL)
    page.goto(f"http://127.0.0.1:{home.port}/")
    return str(match)


def middle(one: Locator) -> tuple[float, float]:
    box = one.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_the_names_of_a_match_lead_to_it_and_its_totals_to_their_proof(running: str, page: Page) -> None:
    row = page.locator(".match-row").first
    page.touchscreen.tap(*middle(row.locator(".match-entry").get_by_text("Marta & Zé")))
    expect(page).to_have_url(re.compile(f"{running}$"))
    page.go_back()
    page.touchscreen.tap(*middle(row.get_by_text("−120")))
    expect(page).to_have_url(re.compile(f"{running}/proof$"))
    page.go_back()
    for words in ("deal 2", "Ana & Rui"):
        page.touchscreen.tap(*middle(row.locator(".match-entry").get_by_text(words, exact=False).first))
        expect(page).to_have_url(re.compile(f"{running}$"))
        page.go_back()


@pytest.mark.parametrize("width", [320, 360, 736])
def test_both_links_of_a_match_are_large_apart_and_level(running: str, page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    rows = page.locator(".match-row")
    expect(rows).to_have_count(3)
    for row in rows.all():
        match, totals = (row.locator(one).bounding_box() for one in (".match-entry", ".match-totals"))
        assert match
        assert totals
        assert min(totals["width"], totals["height"], match["height"]) >= LEAST
        assert match["width"] > totals["width"]
        assert totals["x"] - match["x"] - match["width"] >= APART
        names, figures = (row.locator(one).all() for one in (".match-side", ".match-total"))
        for name, figure in zip(names, figures, strict=True):
            beside = [one.bounding_box() for one in (name, figure)]
            assert abs(beside[0]["y"] - beside[1]["y"]) < 4  # type: ignore[index]


def test_a_big_figure_leads_to_its_proof_and_back_brings_the_figures_again(running: str, page: Page) -> None:
    page.goto(page.url.rstrip("/") + f"{running}/table")
    page.touchscreen.tap(*middle(page.locator(".board-total .num").last))
    expect(page).to_have_url(re.compile(f"{running}/proof#side1$"))
    expect(page.locator("#side1")).to_be_in_viewport()
    page.go_back()
    expect(page.locator(".board-total .num")).to_have_text(["1,735", "−120"])


def test_the_score_of_a_side_leads_to_the_lines_of_that_side_and_its_number_to_the_deal(
    running: str, page: Page
) -> None:
    page.goto(page.url.rstrip("/") + running)
    row = page.locator(".deal-row")
    for place, there in (
        (row.locator("td").last, "#side1"),
        (row.locator("th"), ""),
        (row.locator("td").first, "#side0"),
    ):
        page.touchscreen.tap(*middle(place))
        expect(page).to_have_url(re.compile(rf"{running}/deals/\d+{there}$"))
        page.go_back()
    link = row.locator(".cell-link").last
    assert link.evaluate("one => getComputedStyle(one, '::after').height") >= f"{LEAST}px"
    row.get_by_role("link", name="Deal 1", exact=True).focus()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "button"  # a row is one stop
