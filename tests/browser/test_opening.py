"""Do they open? Asked by touch, card by card, on a phone in one hand; and by keyboard, and without script."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from browser.conftest import LAN_NAME
from browser.sweeps import pale, violations
from browser.test_looks import LONG, SIDEWAYS, TALL, THREE, assert_easy_to_touch
from browser.waits import WATCH, at_rest, heard, until
from playwright.sync_api import Browser, Page, Route, expect

WE = {"side0": "We", "side1": "They", "before0": "1600", "before1": "3200"}
MOST = 14_000
"""Bytes on the wire with which the page comes to a phone that has nothing of it yet."""
PAUSE = 1_600
"""Milliseconds after which the answer has been read aloud."""


class Shelf(NamedTuple):
    """The port at which a book is served, and the addresses of its matches by what they are."""

    port: int
    matches: dict[str, str]


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory, at_home: Callable[[Path], Any]) -> Iterator[Shelf]:
    with at_home(tmp_path_factory.mktemp("opening") / "test.book") as home:
        matches = {
            "classic": home.send("/new/classic", WE),
            "long": home.send("/new/classic", {**LONG, "before0": "−12440", "before1": "98765"}),
            "three": home.send("/new/italian", {**THREE, "before1": "3500", "before2": "16000"}),
            "americana": home.send("/new/americana", WE),
        }
        yield Shelf(home.port, matches)


Open = Callable[..., Page]


@pytest.fixture
def opened(browser: Browser, shelf: Shelf, browser_context_args: dict[str, Any]) -> Iterator[Open]:
    """Opens the page of a match on a new phone; its console has nothing to say in the end."""
    said: list[str] = []
    contexts = []

    def open_page(match: str = "classic", query: str = "", host: str = "127.0.0.1", **about: Any) -> Page:
        contexts.append(browser.new_context(**browser_context_args | about, base_url=f"http://{host}:{shelf.port}"))
        contexts[-1].add_init_script(WATCH)
        page = contexts[-1].new_page()
        page.on("console", lambda message: said.append(message.text))
        page.on("pageerror", lambda error: said.append(str(error)))
        page.goto(f"{shelf.matches[match]}/opening{query}")
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert [text for text in said if "ERR_" not in text] == []


def key(name: str) -> str:
    tools = {"next": "#next", "top": "[data-act=top]", "back": "[data-act=back]"}
    return tools.get(name) or f'[data-card="{name}"]'


def touch(page: Page, keys: str) -> int:
    """Touches these keys one after the other; how many touches that took."""
    before = page.evaluate("here.heard")
    for name in keys.split():
        page.locator(key(name)).tap()
    touches = len(keys.split())
    until(page, "(touches) => here.heard >= touches", before + touches)
    return touches


def tells(page: Page, count: str, *sides: str) -> None:
    """The count in the bar, and what it means for each side, are these in the end."""
    expect(page.locator("#bar .count")).to_have_text(count)
    expect(page.locator(".half-told")).to_have_text(sides)


def lines(page: Page) -> list[tuple[str, str]]:
    """The lines on the sheet: cards and points."""
    rows = page.locator(".opening-row").filter(visible=True).all()
    return [
        (row.locator("input").input_value(), "".join(row.locator(".opening-points").all_inner_texts())) for row in rows
    ]


def current(page: Page) -> str:
    return str(page.locator(".opening-row.current input").get_attribute("id"))


def in_sight(page: Page) -> bool:
    """Does the line that is being laid lie above the felt, with what is said of it?"""
    heard(page)
    where = "one => document.querySelector(one).getBoundingClientRect()"
    line, felt, verdict = (page.evaluate(where, one) for one in (".opening-row.current", ".felt", ".verdict"))
    return bool(verdict["bottom"] <= line["top"] and line["bottom"] <= felt["top"])


# ---- by touch --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("host", ["127.0.0.1", LAN_NAME])
def test_the_usual_question_takes_a_touch_for_each_card(opened: Open, shelf: Shelf, host: str) -> None:
    page = opened(host=host)
    page.goto(shelf.matches["classic"])
    page.get_by_role("link", name="Do they open?").tap()
    expect(page.locator(".half-asks")).to_have_text(["to open 90", "to open 120"])
    expect(page.locator(".half-told")).to_have_text(["", ""])
    assert touch(page, "K K K 2 6 6 6") == 7
    tells(page, "65", "25 missing", "55 missing")
    assert lines(page) == [("K K K 2", "50"), ("6 6 6", "15")]
    assert page.evaluate("document.querySelectorAll('[type=text]:not([inputmode=none])').length") == 0
    assert touch(page, "2") == 1
    tells(page, "85", "5 missing", "35 missing")
    assert touch(page, "A A A") == 3
    tells(page, "145", "opens", "opens")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_top_card_of_the_pile_is_shown_apart_and_counts_in_the_meld_of_its_rank(opened: Open) -> None:
    page = opened()
    touch(page, "top")
    expect(page.locator(key("top"))).to_have_attribute("aria-pressed", "true")
    assert current(page) == "top_card"
    touch(page, "K")
    expect(page.locator(key("top"))).to_have_attribute("aria-pressed", "false")
    expect(page.locator(".error").filter(visible=True)).to_have_count(0)
    touch(page, "K K Q Q 2")
    tells(page, "70", "20 missing", "50 missing")
    assert lines(page) == [("K K", "20"), ("Q Q 2", "40"), ("K", "10")]
    touch(page, "top top 2")
    tells(page, "90", "opens", "30 missing")
    assert lines(page)[1] == ("Q Q 2 2", "60")


def test_a_card_of_a_rank_that_lies_already_goes_to_its_meld_and_next_begins_another(opened: Open) -> None:
    page = opened()
    touch(page, "2 K K 6 6 6 K")
    tells(page, "65", "25 missing", "55 missing")
    assert lines(page) == [("2 K K K", "50"), ("6 6 6", "15")]
    touch(page, "next K K K")
    tells(page, "95", "opens", "25 missing")
    assert lines(page) == [("2 K K K", "50"), ("6 6 6", "15"), ("K K K", "30")]


def test_what_counted_stands_below_and_a_concealed_hand_is_answered_at_once(opened: Open) -> None:
    page = opened()
    touch(page, "4 4 4")
    expect(page.locator("#counted")).to_contain_text("3 × 5")
    touch(page, "4 4 4 4")
    tells(page, "35", "55 missing", "85 missing")
    page.get_by_label("The whole hand, going out concealed").check()
    tells(page, "35", "opens", "opens")
    expect(page.locator("#told .strip")).to_have_text("Out concealed: no minimum is asked.")
    assert current(page) == "melds.0"
    page.wait_for_timeout(PAUSE)
    expect(page.locator("#spoken")).to_contain_text("Out concealed: no minimum is asked.")
    page.reload()
    expect(page.get_by_label("The whole hand, going out concealed")).to_be_checked()
    touch(page, "back")
    tells(page, "30", "60 missing", "90 missing")
    expect(page.locator("#told .strip")).to_contain_text("Not out concealed: going out takes 1 canasta")


def test_wild_cards_that_are_a_meld_by_themselves_take_no_natural_one(opened: Open) -> None:
    page = opened("americana")
    touch(page, "2 2 JK A A A")
    tells(page, "150", "opens", "5 missing")
    assert lines(page) == [("2 2 JK", "90"), ("A A A", "60")]


def test_a_meld_that_is_touched_takes_the_next_card_and_cards_come_off_one_by_one(opened: Open) -> None:
    page = opened()
    touch(page, "K K K 6 6 6")
    page.get_by_label("Meld 1").tap()
    assert current(page) == "melds.0"
    touch(page, "2")
    tells(page, "65", "25 missing", "55 missing")
    touch(page, "back")
    tells(page, "45", "45 missing", "75 missing")
    touch(page, "back")
    tells(page, "15", "75 missing", "105 missing")
    assert lines(page) == [("K K", ""), ("6 6 6", "15")]
    touch(page, "K next")
    assert current(page) == "melds.2"
    touch(page, "back")
    assert current(page) == "melds.1"
    touch(page, "back back back back back back")
    expect(page.locator(".half-told")).to_have_text(["", ""])
    assert lines(page) == [("", "")]
    expect(page.locator("#bar .question")).to_be_visible()


def test_what_the_rules_forbid_stands_beside_its_meld_and_the_rest_is_counted(opened: Open) -> None:
    page = opened()
    wrong = page.locator(".error span").filter(visible=True)
    touch(page, "A A A K K")
    tells(page, "60", "30 missing", "60 missing")
    expect(wrong).to_have_count(0)
    touch(page, "6")
    expect(wrong).to_have_text(["K K: a meld has at least 3 cards"])
    expect(page.get_by_label("Meld 2")).to_have_attribute("aria-invalid", "true")
    expect(page.get_by_label("Meld 2")).to_have_accessible_description(re.compile("K K: a meld has at least 3 cards"))
    touch(page, "6 6 2 2 2 2")
    expect(wrong).to_have_text([re.compile("^K K:"), "6 6 6 2 2 2 2: with 3 natural cards at most 3 wild"])
    tells(page, "60", "30 missing", "60 missing")
    assert in_sight(page)
    touch(page, "back K")
    tells(page, "165", "opens", "opens")
    expect(wrong).to_have_count(0)
    expect(page.get_by_label("Meld 2")).to_have_attribute("aria-invalid", "false")


def test_the_line_that_is_being_laid_stays_in_sight(opened: Open) -> None:
    page = opened()
    for rank in ["K", "6", "A", "7", "9", "4"]:
        touch(page, f"{rank} {rank} {rank}")
        assert in_sight(page)
    assert len(lines(page)) == 6
    touch(page, "Q")
    assert len(lines(page)) == 6
    page.get_by_label("Meld 2").tap()
    assert in_sight(page)


# ---- what stays ------------------------------------------------------------------------------------------------------


def test_reload_and_back_keep_what_was_asked_and_ask_anew_is_blank(opened: Open) -> None:
    page = opened()
    touch(page, "K K Q Q 2 top K")
    tells(page, "70", "20 missing", "50 missing")
    was = lines(page)
    page.reload()
    tells(page, "70", "20 missing", "50 missing")
    assert lines(page) == was
    page.get_by_role("link", name="Ask anew").tap()
    expect(page.locator(".half-told")).to_have_text(["", ""])
    assert lines(page) == [("", "")]
    page.go_back()
    tells(page, "70", "20 missing", "50 missing")
    assert lines(page) == was
    page.go_back()
    assert page.url == "about:blank"


def test_while_the_book_does_not_answer_the_cards_stay_and_it_is_asked_again(opened: Open) -> None:
    page = opened()
    touch(page, "K K K 2")
    tells(page, "50", "40 missing", "70 missing")
    silent = page.locator("#silent")
    expect(silent).to_be_hidden()
    page.route("**/opening?*", lambda route: route.abort())
    touch(page, "6 6 6")
    expect(silent).to_be_visible()
    assert [cards for cards, _ in lines(page)] == ["K K K 2", "6 6 6"]
    tells(page, "50", "40 missing", "70 missing")
    page.unroute("**/opening?*")
    tells(page, "65", "25 missing", "55 missing")
    expect(silent).to_be_hidden()


def test_an_answer_that_a_later_touch_has_overtaken_is_not_heard(opened: Open) -> None:
    page = opened(query="?melds.0=KKK")
    held: list[Route] = []
    page.route("**/opening?melds.0=K+K+K+2", lambda route: held.append(route))
    with page.expect_request("**/opening?melds.0=K+K+K+2"):
        touch(page, "2")
    touch(page, "JK")
    tells(page, "100", "opens", "20 missing")
    for route in held:
        route.continue_()
    page.wait_for_timeout(300)
    tells(page, "100", "opens", "20 missing")
    expect(page.locator("#silent")).to_be_hidden()


# ---- by ear and by keyboard ------------------------------------------------------------------------------------------


def test_the_answer_is_read_aloud_once_after_a_pause(opened: Open) -> None:
    page = opened()
    page.clock.install(time=0)
    page.reload()
    page.clock.pause_at(60_000)  # no pause between two touches but those that are meant
    page.evaluate(
        "window.aloud = []; new MutationObserver(() => aloud.push(document.getElementById('spoken').textContent))"
        ".observe(document.getElementById('spoken'), { childList: true, characterData: true, subtree: true })"
    )
    expect(page.locator("#spoken")).to_have_role("status")
    touch(page, "K K K 2 6 6 6")
    tells(page, "65", "25 missing", "55 missing")
    heard(page)
    page.clock.run_for(PAUSE)
    assert page.evaluate("aloud") == ["65 points. We: 25 missing. They: 55 missing."]
    touch(page, "9 next")
    heard(page)
    page.clock.run_for(PAUSE)
    assert page.evaluate("aloud")[1:] == [
        "65 points. We: 25 missing. They: 55 missing. 9: a meld has at least 3 cards",
    ]


def test_whoever_types_needs_no_key_of_the_pad(opened: Open) -> None:
    page = opened()
    page.get_by_label("Meld 1").focus()
    page.keyboard.type("kkk2")
    tells(page, "50", "40 missing", "70 missing")
    page.keyboard.press("Enter")
    expect(page.get_by_label("Meld 2")).to_be_focused()
    page.keyboard.type("6*2")
    page.keyboard.press("Tab")
    expect(page.get_by_label("The whole hand, going out concealed")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="May they go out?")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Next meld")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Top card of the pile")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("textbox", name="Top card of the pile")).to_be_focused()
    page.keyboard.type("6")
    tells(page, "65", "25 missing", "55 missing")
    assert lines(page) == [("kkk2", "50"), ("6*2", "10"), ("6", "5")]
    page.get_by_label("Meld 1").focus()
    touch(page, "back 2 2")
    tells(page, "85", "5 missing", "35 missing")
    assert lines(page)[0] == ("K K K 2 2", "70")


# ---- without script --------------------------------------------------------------------------------------------------


def test_without_script_the_form_counts_against_both_sides(opened: Open) -> None:
    page = opened(java_script_enabled=False)
    assert page.locator(".felt").is_hidden()
    page.get_by_label("Meld 1").fill("K K")
    page.get_by_label("Meld 2").fill("a a a")
    page.get_by_role("button", name="Count").tap()
    expect(page.locator(".half-told")).to_have_text(["30 missing", "60 missing"])
    expect(page.get_by_label("Meld 1")).to_have_attribute("aria-invalid", "true")
    page.get_by_role("link", name="Meld 1: K K: a meld has at least 3 cards").tap()
    page.get_by_role("textbox", name="Top card of the pile").fill("k")
    page.get_by_role("button", name="Count").tap()
    expect(page.get_by_role("heading", name="90 points")).to_be_visible()
    expect(page.locator(".half-told")).to_have_text(["opens", "30 missing"])
    expect(page.locator(".line-fact").first).to_have_text("king: 3 × 10")
    expect(page.get_by_label("Meld 2")).to_have_value("a a a")
    page.get_by_role("link", name="Ask anew").filter(visible=True).tap()
    expect(page.get_by_label("Meld 2")).to_have_value("")


@pytest.mark.parametrize("text", [100, 200])
@pytest.mark.parametrize("query", ["?melds.0=KKK2&melds.1=66", "?melds.0=A*5&melds.1=44JK&top_card=4"])
@pytest.mark.parametrize("match", ["long", "three"])
def test_the_form_fits_small_phones_and_large_text(opened: Open, match: str, query: str, text: int) -> None:
    page = opened(match, query, java_script_enabled=False)
    larger(page, text)
    for width in (320, 360, 412):
        page.set_viewport_size({"width": width, "height": TALL})
        assert page.evaluate(SIDEWAYS, width) == []
        assert_easy_to_touch(page)


# ---- for every eye and thumb -----------------------------------------------------------------------------------------


def larger(page: Page, text: int) -> None:
    """Text of this percentage of the usual size."""
    page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": {"standard": 16 * text // 100}})


STATES = {
    "blank": "",
    "short": "K K K 2 6 6 6",
    "enough": "K K K 2 6 6 6 2 JK A A A",
    "with the top card": "K K Q Q 2 top K",
    "the top card is next": "K K K top",
    "wrong": "K K 2 2 2 6 6 9",
}
KEYS = """() => [...document.querySelectorAll('.felt button')].map(one => {
  const box = one.getBoundingClientRect();
  return {name: one.textContent.trim(), left: box.left, right: box.right, top: box.top, bottom: box.bottom,
    cut: one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1};
})"""
SCREENS = {
    "320": (320, 568),
    "360": (360, 640),
    "412": (412, 915),
    "lying": (640, 360),
    "tablet": (1024, 768),
}


@pytest.mark.parametrize("text", [100, 200])
@pytest.mark.parametrize("match", ["long", "three"])
@pytest.mark.parametrize("state", ["short", "wrong", "with the top card"])
def test_the_screen_fits_every_phone_and_every_key_a_thumb(opened: Open, match: str, state: str, text: int) -> None:
    page = opened(match)
    larger(page, text)
    touch(page, STATES[state])
    heard(page)
    at_rest(page)
    for width, height in SCREENS.values():
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(SIDEWAYS, width) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        keys = page.evaluate(KEYS)
        assert len(keys) == 16
        assert [one for one in keys if one["cut"]] == []
        assert [one for one in keys if min(one["right"] - one["left"], one["bottom"] - one["top"]) < 59.5] == []
        close = [
            (one["name"], other["name"])
            for number, one in enumerate(keys)
            for other in keys[number + 1 :]
            if one["left"] - 7.5 < other["right"]
            and other["left"] - 7.5 < one["right"]
            and one["top"] - 7.5 < other["bottom"]
            and other["top"] - 7.5 < one["bottom"]
        ]
        assert close == []
        page.set_viewport_size({"width": width, "height": TALL})
        assert_easy_to_touch(page)


def test_at_a_glance_a_small_phone_shows_all_that_is_laid_without_scrolling(opened: Open) -> None:
    page = opened()
    for state in ("short", "with the top card"):
        touch(page, STATES[state])
        heard(page)
        # The driver scrolls to a key of the felt before it touches it; a finger does not.
        page.evaluate("scrollTo(0, 0)")
        felt = page.evaluate("document.querySelector('.felt').getBoundingClientRect().top")
        rows = page.locator(".opening-row").filter(visible=True).all()
        assert [row for row in rows if row.evaluate("row => row.getBoundingClientRect().bottom") > felt] == []
        with page.expect_navigation():
            page.get_by_role("link", name="Ask anew").tap()


@pytest.mark.parametrize("look", ["light", "dark", "strong"])
@pytest.mark.parametrize("state", STATES)
def test_everybody_can_read_the_screen_in_every_look(opened: Open, shelf: Shelf, state: str, look: str) -> None:
    page = opened()
    page.context.add_cookies([{"name": "scorekeeper_look", "value": look, "url": f"http://127.0.0.1:{shelf.port}/"}])
    page.reload()
    touch(page, STATES[state])
    heard(page)
    at_rest(page)
    page.set_viewport_size({"width": 360, "height": TALL})
    assert violations(page) == []
    assert pale(page) == []


def test_the_page_comes_with_few_bytes_and_is_not_painted_twice(opened: Open, shelf: Shelf) -> None:
    page = opened("long")
    wire = page.context.new_cdp_session(page)
    got: list[int] = []
    wire.on("Network.loadingFinished", lambda event: got.append(event["encodedDataLength"]))
    wire.send("Network.enable")
    wire.send("Network.setCacheDisabled", {"cacheDisabled": True})
    wire.send(
        "Network.emulateNetworkConditions",
        {"offline": False, "latency": 100, "downloadThroughput": 100_000, "uploadThroughput": 100_000},
    )
    page.add_init_script(
        "window.moved = 0; new PerformanceObserver(list => list.getEntries().forEach(one => moved += one.value))"
        ".observe({ type: 'layout-shift', buffered: true })"
    )
    page.goto(f"{shelf.matches['long']}/opening?melds.0=KKK2&melds.1=666", wait_until="networkidle")
    assert len(got) >= 3
    assert sum(got) <= MOST
    assert page.evaluate("moved") == 0
