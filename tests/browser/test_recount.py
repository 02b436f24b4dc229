"""The cards of a deal counted again by touch, on a phone in one hand; and without script; and may they go out."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from browser.sweeps import cut, hard_to_touch, pale, violations
from browser.test_about import press
from browser.test_looks import LONG, SIDEWAYS
from browser.test_opening import SCREENS, larger
from playwright.sync_api import BrowserContext, Locator, Page, expect

ENTERED = {"went_out": "0", "side0-card_points": "430", "side0-canastas.natural": "2"} | {
    **{"side0-canastas.mixed": "1", "side0-red_threes": "2", "side0-hand_points": "0"},
    **{"side1-card_points": "180", "side1-canastas.mixed": "1", "side1-red_threes": "1", "side1-hand_points": "75"},
}
TOLD = "Cards melded: 430 entered, 210 counted again: 220 less."
MOST = 14_000
"""Bytes on the wire with which the page comes to a phone that has nothing of it yet."""

Open = Callable[..., Page]


@pytest.fixture
def opened(new_context: Callable[..., BrowserContext], home: Any, served_on_lan: str) -> Open:
    """Opens a page about a deal on a new phone."""

    def open_page(
        which: str = "/recount", game: str = "classic", sides: dict[str, str] | None = None, **about: Any
    ) -> Page:
        match = home.send(f"/new/{game}", sides or {})
        saved = home.send(
            f"{match}/deals/new/plain", {"side0-result": "500", "side1-result": "0"} if game != "classic" else ENTERED
        )
        page = new_context(base_url=served_on_lan, **about).new_page()
        page.goto(f"{match}/deals/{saved.partition('?saved=')[2]}{which}" if which else match)
        return page

    return open_page


def field(page: Page, name: str) -> Locator:
    return page.locator(f"[name='side{name}']")


def touch(page: Page, keys: str) -> None:
    """Touches these keys one after the other."""
    for name in keys.split():
        page.locator(f".felt [data-card='{name}'], .felt [data-act='{name}']").tap()


def current(page: Page) -> str:
    return str(page.locator(".current input").get_attribute("name")).removeprefix("side")


def in_sight(page: Page) -> bool:
    """Does the field that is being filled lie above the felt, or beside it?"""
    where = "one => document.querySelector(one).getBoundingClientRect().toJSON()"
    box, felt = (page.evaluate(where, one) for one in (".current input", ".felt"))
    low = felt["top"] if box["right"] > felt["left"] else page.evaluate("innerHeight")
    return bool(box["top"] >= 0 and box["bottom"] <= low)


# ---- by touch --------------------------------------------------------------------------------------------------------


def test_one_side_is_counted_again_by_touch_alone_from_the_match_to_its_difference(opened: Open) -> None:
    page = opened("")
    for name in ("Deal 1", "I disagree"):
        press(page, name)
    page.get_by_role("link", name="Count it again, card by card").tap()
    expect(page.locator(".felt")).to_be_hidden()
    field(page, "0-melds.0").tap()
    touch(page, "K K K K K 2 2 next")
    expect(field(page, "0-melds.0")).to_have_value("K*5 2*2")
    touch(page, "10 10 10 JK next 9 9 A next")
    assert current(page) == "0-melds.3"
    touch(page, "next")  # no fourth meld
    assert current(page) == "0-hands.0"
    touch(page, "none next none done")
    expect(page.locator(".felt")).to_be_hidden()
    press(page, "Check and compare")
    expect(page.get_by_role("link", name=re.compile("a meld is of one rank"))).to_be_visible()
    field(page, "0-melds.2").tap()
    touch(page, "back 9 9 4 back done")
    expect(field(page, "0-melds.2")).to_have_value("9*4")
    press(page, "Check and compare")
    expect(page.get_by_role("region", name="Difference: We −1,220")).to_be_visible()
    expect(page.get_by_text(TOLD)).to_be_visible()
    typed = [(name, field(page, name).input_value()) for name in ("0-melds.0", "0-melds.1", "0-hands.0", "0-hands.1")]
    assert typed == [("0-melds.0", "K*5 2*2"), ("0-melds.1", "10*3 JK"), ("0-hands.0", "–"), ("0-hands.1", "–")]
    assert [field(page, name).get_attribute("inputmode") for name, _ in typed] == ["none"] * 4


def test_without_script_the_same_is_typed(opened: Open) -> None:
    page = opened(java_script_enabled=False)
    expect(page.locator(".felt")).to_be_hidden()
    for name, cards in {"0-melds.0": "KKKKK22", "0-melds.1": "10*3 JK", "0-melds.2": "9*4", "0-hands.0": "-"}.items():
        expect(field(page, name)).to_have_attribute("inputmode", "text")
        field(page, name).fill(cards)
    press(page, "Check and compare")
    expect(page.get_by_text(TOLD)).to_be_visible()


def test_the_bar_says_which_cards_are_asked_for_and_how_many_there_are(opened: Open) -> None:
    page = opened()
    ask = page.locator(".ask")
    field(page, "1-melds.1").tap()
    expect(ask).to_have_text(re.compile(r"^\s*meld 2\s*They\s*$"))
    touch(page, "6 6 JK 6")
    expect(field(page, "1-melds.1")).to_have_value("6*2 JK 6")
    expect(ask).to_contain_text("cards: 4")
    touch(page, "JK")
    expect(page.locator("#spoken")).to_have_text("joker. cards: 5")
    touch(page, "back back back")
    expect(field(page, "1-melds.1")).to_have_value("6*2")
    touch(page, "back back back")
    expect(field(page, "1-melds.1")).to_have_value("")
    expect(ask).not_to_contain_text("cards")


def test_none_is_said_where_it_means_something(opened: Open) -> None:
    page = opened()
    none = page.get_by_role("button", name="none")
    field(page, "0-melds.1").tap()
    expect(none).to_be_hidden()
    field(page, "0-melds.0").tap()
    touch(page, "none")
    expect(none).to_be_hidden()
    expect(field(page, "0-melds.0")).to_have_value("–")
    touch(page, "next next")
    assert current(page) == "0-hands.1"
    touch(page, "none B3")
    expect(field(page, "0-hands.1")).to_have_value("B3")
    touch(page, "back")
    expect(none).to_be_visible()
    touch(page, "next")
    assert current(page) == "1-melds.0"
    touch(page, "next next next")
    expect(page.locator(".felt")).to_be_hidden()
    expect(page.get_by_role("button", name="Check and compare")).to_be_in_viewport()


def test_by_keyboard_the_pad_is_put_away_and_the_count_compared(opened: Open) -> None:
    page = opened()
    field(page, "0-melds.0").focus()
    page.keyboard.type("kkk")
    page.get_by_label("Nobody").focus()
    for name in ("Next", "ABC type", "done", "Check and compare"):
        page.keyboard.press("Tab")
        expect(page.get_by_role("button", name=name)).to_be_focused()
        if name == "done":
            page.keyboard.press("Enter")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    expect(page.get_by_text("430 entered, 30 counted again")).to_be_visible()


def test_the_page_stays_where_it_is_while_something_else_is_chosen(opened: Open) -> None:
    page = opened()
    field(page, "0-melds.0").tap()
    page.get_by_label("Nobody").tap()
    expect(page.get_by_label("Nobody")).to_be_in_viewport()


@pytest.mark.parametrize(("game", "melded", "held"), [("classic", ["B3"], ["B3"]), ("americana", [], ["B3", "R3"])])
def test_a_field_is_offered_the_threes_that_it_takes(
    opened: Open, game: str, melded: list[str], held: list[str]
) -> None:
    page = opened(game=game)

    def offered() -> list[str | None]:
        return [key.get_attribute("data-card") for key in page.locator("[data-card]").filter(visible=True).all()]

    usual = ["A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "2", "JK"]
    field(page, "0-melds.0").tap()
    assert offered() == usual + melded
    field(page, "0-hands.0").tap()
    assert offered() == usual + held


def test_what_is_typed_in_words_is_left_to_the_book(opened: Open) -> None:
    page = opened()
    meld = field(page, "0-melds.0")
    meld.fill("7 queens")
    expect(page.locator(".ask")).not_to_contain_text("cards")
    touch(page, "2 2 back")
    expect(meld).to_have_value("7 queens 2")
    meld.fill("kkk joker")
    expect(page.locator(".ask")).to_contain_text("cards: 4")
    touch(page, "2")
    expect(meld).to_have_value("K*3 JK 2")


def test_the_keyboard_comes_up_when_it_is_asked_for_and_only_then(opened: Open) -> None:
    page = opened()
    meld, rank = field(page, "0-melds.0"), page.locator("[data-card=K]")
    meld.tap()
    expect(meld).to_have_attribute("inputmode", "none")
    touch(page, "K type")
    expect(rank).to_be_hidden()
    expect(meld).to_be_focused()
    expect(meld).to_have_attribute("inputmode", "text")
    page.keyboard.type(" 2")
    page.get_by_role("button", name="Next").tap()
    expect(field(page, "0-melds.1")).to_be_focused()
    page.get_by_role("button", name="Cards").tap()
    expect(field(page, "0-melds.1")).to_have_attribute("inputmode", "none")
    touch(page, "Q")
    expect(meld).to_have_value("K 2")
    expect(field(page, "0-melds.1")).to_have_value("Q")
    field(page, "0-red_threes").tap()
    expect(page.locator(".felt")).to_be_hidden()
    expect(field(page, "0-red_threes")).to_be_focused()


def test_the_pad_serves_another_count_too(opened: Open) -> None:
    page = opened("/contest")
    page.get_by_text("Other ways to count the cards").tap()
    field(page, "1-melds.0").tap()
    touch(page, "K K K next next")  # the hands are folded away
    expect(field(page, "1-melds.0")).to_have_value("K*3")
    expect(page.locator(".felt")).to_be_hidden()


# ---- for every eye and thumb -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", [100, 200])
@pytest.mark.parametrize("game", ["classic", "americana"])
def test_the_pad_fits_every_phone_and_leaves_the_field_in_sight(opened: Open, game: str, text: int) -> None:
    page = opened(game=game, sides=LONG)
    larger(page, text)
    for width, height in SCREENS.values():
        page.set_viewport_size({"width": width, "height": height})
        for name in ("0-melds.0", "1-melds.5", "1-hands.1"):
            field(page, name).tap()
            touch(page, "K K 2 10 back JK")
            assert in_sight(page), (name, width)
            assert page.evaluate(SIDEWAYS, width) == []
            assert cut(page, ".felt .key, .go, .felt") == []
            assert hard_to_touch(page, apart=0) == []
            field(page, name).fill("")
        touch(page, "type")
        assert cut(page, ".go, .felt") == []
        touch(page, "touch done")


@pytest.mark.parametrize("look", ["light", "dark", "strong"])
def test_everybody_can_read_the_pad_in_every_look(opened: Open, served_on_lan: str, look: str) -> None:
    page = opened(game="americana", sides=LONG)
    page.context.add_cookies([{"name": "scorekeeper_look", "value": look, "url": served_on_lan}])
    page.reload()
    for name in ("0-melds.0", "1-hands.0"):
        field(page, name).tap()
        for keys in ("", "K K 2"):
            touch(page, keys)
            assert violations(page) == []
            assert pale(page) == []


def test_the_page_comes_with_few_bytes(opened: Open) -> None:
    page = opened(game="americana", sides=LONG)
    wire = page.context.new_cdp_session(page)
    got: list[int] = []
    wire.on("Network.loadingFinished", lambda event: got.append(event["encodedDataLength"]))
    wire.send("Network.enable")
    wire.send("Network.setCacheDisabled", {"cacheDisabled": True})
    page.reload(wait_until="networkidle")
    assert len(got) >= 3
    assert sum(got) <= MOST


# ---- may they go out? ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("script", [True, False], ids=["with script", "without script"])
def test_whether_they_may_go_out_is_asked_by_touch(opened: Open, script: bool) -> None:
    page = opened("", java_script_enabled=script)
    press(page, "Do they open?")
    press(page, "May they go out?")
    for _ in range(2):
        press(page, "Mixed canastas: one more")
    press(page, "Mixed canastas: one less")
    expect(page.locator("#told")).to_have_text("Yes, they may go out")
    press(page, "Mixed canastas: one less")
    expect(page.locator("#told")).to_have_text("No, not yet")
