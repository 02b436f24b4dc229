"""The rules on a small phone: the old quarrels stand on the first screen, an opened rule is as wide as its line."""

import pytest
from _browser import Home
from playwright.sync_api import Page
from test_rules_page import GAMES, begun

from scorekeeper import variants

DEAL = [
    {"melds": ["K*7", "8*5 2 2"], "went_out": True, "hands": ["", "K B3"]},
    {"red_threes": 4, "hands": ["A A", "4"]},
]

RESULTS = [{"result": 100}, {"result": 50}]


def out_of_sight(page: Page, question: str) -> float:
    """By how many pixels the first line of a question lies below what is seen; none or less where it is seen."""
    line = page.locator(f"#question-{question} > summary").bounding_box()
    dock = page.locator(".dock").bounding_box()
    assert line
    assert dock
    return line["y"] + 32 - dock["y"]


@pytest.mark.parametrize("game", GAMES)
def test_the_old_quarrels_begin_on_the_first_screen(page: Page, home: Home, game: str) -> None:
    match = begun(home.app.extensions["book"], game, {"target": variants.load(game).target + 500}, deals=[RESULTS])
    for address in (f"/rules/{game}", f"/matches/{match}/rules"):
        page.goto(f"http://127.0.0.1:{home.port}{address}")
        for question in ("all-red-threes-unopened", "partners-hand", "out-concealed"):
            assert out_of_sight(page, question) <= 0, (address, question)


def test_an_opened_rule_is_as_wide_as_its_line_and_lies_below_the_points(page: Page, home: Home) -> None:
    match = begun(home.app.extensions["book"], "canastra", {}, deals=[DEAL])
    page.goto(f"http://127.0.0.1:{home.port}/matches/{match}/deals/{match + 1}")
    lines = page.locator(".line:has(> dt > .why)")
    assert lines.count() > 5
    for line in lines.all():
        line.locator("summary").tap()
        whole, says, points = (
            line.locator(one).bounding_box() for one in ("xpath=.", ".why > p >> nth=0", ".line-points")
        )
        assert whole
        assert says
        assert points
        assert says["width"] == pytest.approx(whole["width"], abs=8)
        assert says["y"] >= points["y"] + points["height"] - 6
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
