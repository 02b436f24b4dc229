"""A deal on the entry screen: real touches on its keys, and what stands in the book afterwards."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import presses
import pytest
from _browser import LAN_NAME
from _screen import Screen, way
from browser.waits import until
from playwright.sync_api import Browser, BrowserContext, Route, expect
from presses import TYPICAL
from test_made_up_game import GAME, KEY

from scorekeeper.match import Match
from scorekeeper.tally import Tally

COUPLES = {"seat0": "Ana", "seat2": "Rui", "seat1": "Marta", "seat3": "Zé"}
WE, THEY = "Ana & Rui", "Marta & Zé"
MACHINE = "127.0.0.1"
ADDRESSES = pytest.mark.parametrize("host", [MACHINE, LAN_NAME], ids=["on this machine", "on the home network"])
RESULTS = ["menu", "go=menu.depth", "depth=0,result", "depth=1,result", "go"]
CARDS = ["menu", "go=menu.depth", "depth=0,cards", "depth=1,cards", "go"]
TAKEN_OFF = ["menu", "go=menu.depth", "depth=net", "go"]


class Table:
    """A match that has just begun, and a phone on it. `said`: what the console of the phone says."""

    def __init__(self, home: Any, context: BrowserContext, match: str, host: str = MACHINE) -> None:
        self.home, self.context, self.host, self.match = home, context, host, match
        self.said: list[str] = []
        self.screen = self.phone(context)
        self.page = self.screen.page

    def phone(self, context: BrowserContext) -> Screen:
        """One more page at this table."""
        page = context.new_page()
        page.on("console", lambda message: self.said.append(message.text))
        page.on("pageerror", lambda error: self.said.append(str(error)))
        return Screen(page)

    def address(self, rest: str = "/deals/new") -> str:
        return f"http://{self.host}:{self.home.port}{self.match}{rest}"

    def enter(self, screen: Screen | None = None) -> Screen:
        """Opens the screen for the next deal."""
        (screen or self.screen).open(self.address())
        return screen or self.screen

    def typical(self, screen: Screen | None = None) -> Screen:
        """The typical deal, all but Save."""
        screen = self.enter(screen)
        screen.answer(way(self.stored(), TYPICAL))
        return screen

    def stored(self) -> Match:
        with self.home.app.extensions["book"].session() as session:
            match = session.match(int(self.match.rpartition("/")[2]))
        assert isinstance(match, Match)
        return match

    def tallies(self) -> list[Tally]:
        """The last deal as it stands in the book."""
        return self.stored().deals[-1].scored.tallies

    def shows(self, row: str, *said: str | None) -> None:
        """The sheet shows this in a row: of each side, what it counts and the points; None where it does not matter."""
        for cell, text in zip(self.page.locator(f'[data-row="{row}"] .cell').all(), said, strict=True):
            if text is not None:
                expect(cell).to_have_text(re.compile(rf"^\s*{re.escape(text)}\s*$".replace("\\ ", r"\s*")))

    def asks(self, question: str) -> None:
        """The last touch may have waited for its script."""
        expect(self.page.locator("#question")).to_have_text(question)

    def strips(self) -> list[str]:
        return [strip.strip() for strip in self.screen.strips()]


@pytest.fixture(scope="module")
def household(tmp_path_factory: pytest.TempPathFactory, at_home: Callable[[Path], Any]) -> Iterator[Any]:
    with at_home(tmp_path_factory.mktemp("entry") / "test.book") as home:
        yield home


Sit = Callable[..., Table]


@pytest.fixture
def sit(household: Any, new_context: Callable[..., BrowserContext]) -> Iterator[Sit]:
    """Begins a match and opens a phone; in the end the console has said nothing that was not to be expected."""
    tables: list[Table] = []

    def begin(game: str = "classic", host: str = MACHINE, home: Any = household, **about: str) -> Table:
        match = home.send(f"/new/{game}", COUPLES | about)
        tables.append(Table(home, new_context(), match, host))
        return tables[-1]

    yield begin
    for table in tables:
        assert [text for text in table.said if not re.search(r"status of 4|ERR_", text)] == []


def middle(table: Table, key: str) -> tuple[float, float]:
    (spot,) = table.screen.spots(key)
    return spot


def trembles(table: Table, touches: list[tuple[int, tuple[float, float]]]) -> None:
    """Touches these places, each so many ms after the one before, by the clock of a page made for `by_the_clock`."""
    page = table.page
    page.clock.pause_at(page.evaluate("Date.now()") + 1_000)
    for after, place in touches:
        page.clock.run_for(after)
        before = page.evaluate("finger.heard.length")
        page.touchscreen.tap(*place)
        until(page, "(heard) => finger.heard.length > heard", before)
    page.clock.resume()


def by_the_clock(table: Table) -> Table:
    """A machine that is slow is no finger that is: what hangs on some ms is told by a clock that can be stopped."""
    table.page.clock.install()
    return table


# The shortest way


@ADDRESSES
def test_the_typical_deal_takes_thirteen_presses_in_the_lower_part_of_the_screen(sit: Sit, host: str) -> None:
    table = sit(host=host)
    screen = table.typical()
    assert [touch["trusted"] for touch in screen.heard()] == [True] * 12
    assert screen.scrolled() == 0
    assert screen.save()
    assert len(screen.places) == 13
    assert min(y for _, y in screen.places) >= 0.6 * 640
    assert table.stored().totals == [2030, 505]
    assert [tally.data for tally in table.tallies()] == [
        {
            "card_points": 430,
            "canastas": {"natural": 2, "mixed": 1},
            "red_threes": 2,
            "hand_points": 0,
            "went_out": True,
        },
        {"card_points": 180, "canastas": {"natural": 0, "mixed": 1}, "red_threes": 1, "hand_points": 75},
    ]
    expect(table.page.get_by_text("Deal 1 saved")).to_be_visible()


def test_a_dozen_deals_are_stored_as_they_were_meant(
    browser: Browser, tmp_path: Path, at_home: Callable[[Path], Any]
) -> None:
    """The short form of `bench/presses.py`, its bars held loosely."""
    with at_home(tmp_path / "short.book") as home:
        found = presses.enter(browser, home, "counted", presses.matches("classic", "counted", 20261130, 12))
    assert found.wrong == []
    assert len(found.presses) == 12
    assert sum(found.presses) / 12 <= 18.5
    assert presses.percentile(found.presses, 90) <= 23
    assert found.low == sum(found.presses)
    assert found.scrolled == 0


def test_a_count_of_the_last_deal_is_corrected_with_four_presses(sit: Sit) -> None:
    table = sit()
    assert table.typical().save()
    assert presses.corrected_once(table.screen, int(table.match.rpartition("/")[2])) == 4
    assert table.stored().totals == [2030, 805]


# Nothing typed is lost


@ADDRESSES
def test_what_is_typed_survives_a_reload_a_closed_page_and_a_new_one(sit: Sit, host: str) -> None:
    table = sit(host=host)
    screen = table.enter()
    screen.press("out=0", "threes=2,1", "grid=2,1", "d=4", "d=3")
    screen.spots("go")
    table.page.reload()
    for _ in range(2):
        expect(table.page.locator("body.ready")).to_be_visible()
        table.shows("threes", "2 +200", "1 +100")
        table.shows("canastas", "2 +1,000 1 +300", None)
        expect(table.page.locator("[name=side0-card_points]")).to_have_value("43")
        table.page.close()
        table.screen = screen = table.phone(table.context)
        table.page = screen.page
        table.enter()
    screen.press("cell=cards.0", "d=4", "d=3", "end=0")
    screen.press("grid=0,1", "d=1", "d=8", "end=0", "d=7", "end=5")
    assert screen.save()
    assert table.stored().totals == [2030, 505]
    table.enter()
    table.asks("Who went out?")
    table.shows("threes", "", "")


def test_a_deal_is_corrected_from_its_row_and_its_fields_hold_what_was_typed(sit: Sit) -> None:
    table = sit()
    assert table.typical().save()
    page = table.page
    page.get_by_role("link", name="Deal 1", exact=True).tap()
    page.get_by_role("link", name="Correct deal 1").tap()
    expect(page.locator("body.ready")).to_be_visible()
    table.screen.begin()
    expect(page.locator("#question")).to_have_text("All entered")
    table.shows("threes", "2 +200", "1 +100")
    table.shows("canastas", "2 +1,000 1 +300", "0 0 1 +300")
    table.shows("cards", "+430", "+180")
    table.shows("hand", "0", "−75")
    table.screen.press("cell=hand.1", "d=8", "end=0")
    assert table.screen.save()
    assert table.stored().totals == [2030, 500]


def test_the_book_gone_in_mid_entry_is_said_plainly_and_save_works_once_it_is_back(sit: Sit, home: Any) -> None:
    table = sit(home=home)
    screen = table.enter()
    meant = way(table.stored(), TYPICAL)
    screen.press("out=0", "threes=2,1")
    screen.spots("go")
    home.stop()
    try:
        del meant.answers["went_out"], meant.answers["red_threes"]
        screen.answer(meant)
        table.shows("cards", "430", "180")
        screen.press("go")
        expect(table.page.locator("#question")).to_contain_text("The book does not answer")
        expect(table.page.locator("#question")).to_contain_text("typed is kept")
    finally:
        home.start()
    assert screen.save()
    assert table.stored().totals == [2030, 505]


def test_two_phones_that_enter_the_same_deal_make_one(sit: Sit, new_context: Callable[..., BrowserContext]) -> None:
    table = sit()
    other = table.phone(new_context())
    table.typical()
    table.typical(other)
    assert table.screen.save()
    assert other.save()
    assert len(table.stored().deals) == 1


def test_two_phones_that_differ_are_shown_both_deals_and_choose(
    sit: Sit, new_context: Callable[..., BrowserContext]
) -> None:
    table = sit()
    other = table.phone(new_context())
    table.typical()
    table.typical(other)
    other.press("cell=hand.1", "d=9", "end=0")
    assert table.screen.save()
    other.press("go")
    expect(other.page.get_by_role("heading", level=1)).to_contain_text("entered on another phone, and not the same")
    assert len(table.stored().deals) == 1
    other.page.get_by_role("button", name="Mine is deal 2").tap()
    other.page.wait_for_url("**saved=*")
    assert table.stored().totals == [2 * 2030, 505 + 490]
    other.open(table.address())
    expect(other.page.locator("[name=side0-card_points]")).to_have_value("")


# A trembling hand


OURS_HERE = ["menu", "go=menu.depth", "depth=1,elsewhere", "go"]
THEIRS_HERE = ["menu", "go=menu.depth", "depth=0,elsewhere", "go"]
OURS = ["out=0", "threes=2,1", "grid=2,1", "d=4", "d=3", "end=0"]
THEIRS = ["out=0", "threes=2,1", "grid=0,1", "d=1", "d=8", "end=0", "d=7", "end=5"]


def test_two_phones_count_one_side_each_of_the_same_deal(sit: Sit, new_context: Callable[..., BrowserContext]) -> None:
    table = sit()
    other = table.phone(new_context())
    mine = table.enter()
    table.enter(other)
    mine.press(*OURS_HERE, *OURS)
    other.press(*THEIRS_HERE, *THEIRS)
    assert mine.save(), mine.strips()
    assert table.stored().totals == [2030, 0]
    expect(mine.page.get_by_text(f"Deal 1: the count of {THEY} is missing.")).to_be_visible()
    assert other.save(), other.strips()
    assert table.stored().totals == [2030, 505]
    assert len(table.stored().deals) == 1
    expect(other.page.get_by_text("is missing")).to_have_count(0)
    table.enter(other)  # the next deal is counted in the same way
    other.press("out=1", "threes=0,0")
    expect(other.page.locator("#question")).to_have_text(f"{THEY}: canastas")


def test_who_comes_later_counts_the_other_side_where_it_is_missing(
    sit: Sit, new_context: Callable[..., BrowserContext]
) -> None:
    table = sit()
    mine = table.enter()
    mine.press(*OURS_HERE, *OURS)
    assert mine.save(), mine.strips()
    other = table.phone(new_context())
    table.enter(other)
    other.page.get_by_role("link", name="Count it").click()
    expect(other.page.locator("body.ready")).to_be_visible()
    expect(other.page.locator("#question")).to_have_text("Red threes")
    other.begin()
    other.press("threes=2,1", "grid=0,1", "d=1", "d=8", "end=0", "d=7", "end=5")
    assert other.save(), other.strips()
    assert table.stored().totals == [2030, 505]
    assert len(table.stored().deals) == 1


def test_a_correction_is_of_both_sides_wherever_they_were_counted(sit: Sit) -> None:
    table = sit()
    screen = table.enter()
    screen.press(*OURS_HERE, *OURS)
    assert screen.save(), screen.strips()
    [deal] = table.stored().deals
    screen.open(table.address(f"/deals/{deal.id}/correct"))
    screen.press("threes=2,0", "grid=0,0", "d=6", "end=5", "d=2", "end=5")
    assert screen.save(), screen.strips()
    assert table.stored().totals == [2030, 65 - 25]


@pytest.mark.parametrize("question", ["cards.0", "cards.1", "hand.1"])
def test_a_trembling_press_on_the_last_digit_answers_one_question_only(sit: Sit, question: str) -> None:
    table = by_the_clock(sit())
    screen = table.enter()
    for asked, keys in way(table.stored(), TYPICAL).answers.items():
        if asked == question:
            screen.press(*keys[:-1])
            place = middle(table, "end=0")
            trembles(table, [(0, place), (120, place)])
            break
        screen.press(*keys)
    now = {"cards.0": f"{THEY}: canastas", "cards.1": f"{THEY}: left in hand", "hand.1": f"{WE}: partner’s hand"}
    table.asks(now[question])
    pad = "canastas" if question == "cards.0" else "digits"
    expect(table.page.locator(f'[data-pad="{pad}"]')).to_be_visible()  # and not More, which lies under the finger
    typed = {"cards.0": "430", "cards.1": "180", "hand.1": "70"}[question]
    field = "hand_points" if question == "hand.1" else "card_points"
    expect(table.page.locator(f"[name=side{question[-1]}-{field}]")).to_have_value(typed)


def test_a_quick_second_digit_is_heard_where_the_pad_was_changed(sit: Sit) -> None:
    table = sit()
    screen = table.enter()
    screen.press("out=0", "threes=2,1")
    grid, three = screen.spots("grid=1,2", "grid=0,2")  # the keys 6 and 3 will lie where these lie
    for place in (grid, three, grid):
        table.page.touchscreen.tap(*place)
        table.page.wait_for_timeout(70)
    expect(table.page.locator("[name=side0-card_points]")).to_have_value("36")


def test_save_is_not_heard_in_the_moment_it_lights_up(sit: Sit) -> None:
    table = by_the_clock(sit())
    screen = table.enter()
    *_, last = way(table.stored(), TYPICAL).answers.values()
    save = middle(table, "go")
    for keys in list(way(table.stored(), TYPICAL).answers.values())[:-1]:
        screen.press(*keys)
    trembles(table, [*((80, place) for place in screen.spots(*last)), (350, save)])
    table.page.wait_for_timeout(600)
    assert table.stored().deals == []
    table.page.touchscreen.tap(*save)
    table.page.wait_for_url("**saved=*")
    assert len(table.stored().deals) == 1


@pytest.mark.parametrize("after", [0, 120, 450])
def test_a_double_tap_on_save_makes_one_deal(sit: Sit, after: int) -> None:
    """The home network is slow: the second tap comes before the first is answered."""
    table = sit()
    table.typical()
    place = middle(table, "go")

    held: list[Route] = []

    def slow(route: Route) -> None:
        if "act=save" in (route.request.post_data or ""):
            held.append(route)
        else:
            route.continue_()

    table.page.route("**/deals/new", slow)
    table.page.touchscreen.tap(*place)
    table.page.wait_for_timeout(after)
    table.page.touchscreen.tap(*place)
    until(table.page, "(heard) => finger.heard.length === heard", len(table.screen.places) + 2)
    for _ in range(500):
        if not held:
            table.page.wait_for_timeout(20)
    table.page.wait_for_timeout(200)
    assert len(held) == 1
    held[0].continue_()
    table.page.wait_for_url("**saved=*")
    assert len(table.stored().deals) == 1
    assert table.stored().totals == [2030, 505]


def test_the_back_button_after_saving_makes_no_second_deal(sit: Sit) -> None:
    table = sit()
    table.page.goto(table.address(""))
    table.page.get_by_role("link", name="Enter deal 1").tap()
    expect(table.page.locator("body.ready")).to_be_visible()
    table.screen.begin()
    table.screen.answer(way(table.stored(), TYPICAL))
    assert table.screen.save()
    table.page.go_back()
    assert table.page.url == table.address("")
    assert len(table.stored().deals) == 1


# What is wrong and what is doubted


def test_what_is_wrong_stands_beside_its_row_and_save_leads_there(sit: Sit) -> None:
    table = sit()
    screen = table.typical()
    screen.press("cell=cards.1", "d=1", "d=8", "d=3", "cell=hand.1", "d=7", "end=0")
    row = table.page.locator('[data-row="cards"] + .strip.bad')
    expect(row).to_contain_text(re.compile(f"{THEY}.*183"))
    assert not screen.save()
    expect(table.page.locator("#question")).to_have_text(f"{THEY}: cards melded")
    expect(row).to_be_in_viewport()
    expect(table.page.locator("[name=side1-card_points]")).to_have_value("183")
    assert table.stored().deals == []
    screen.press("d=1", "d=8", "end=0")
    expect(table.page.locator(".strip")).to_have_count(0)
    assert screen.save()
    assert table.stored().totals == [2030, 510]


def test_a_doubt_is_said_in_its_row_and_saved_all_the_same(sit: Sit) -> None:
    table = sit()
    screen = table.enter()
    meant = [{**TYPICAL[0], "went_out": False}, {**TYPICAL[1], "hand_points": 0}]
    screen.answer(way(table.stored(), meant))
    expect(table.page.locator('[data-row="hand"] + .strip.doubt')).to_be_visible()
    expect(table.page.locator("#go")).to_have_text("Save")
    assert screen.save()
    assert table.stored().totals == [1930, 580]
    assert table.stored().deals[0].doubts != []


def test_a_save_that_nobody_can_have_seen_the_doubt_of_says_that_it_did_not_save(sit: Sit) -> None:
    table = sit()
    screen = table.enter()
    meant = [{**TYPICAL[0], "went_out": False}, {**TYPICAL[1], "hand_points": 0}]
    screen.answer(way(table.stored(), meant))
    doubt = table.page.locator('[data-row="hand"] + .strip.doubt')
    doubt.evaluate("(one) => { one.style.marginTop = '2000px'; one.classList.remove('seen'); scrollTo(0, 0); }")
    table.page.wait_for_timeout(700)  # a Save that lit up just now hears no press
    table.page.locator("#go").tap()
    expect(table.page.locator("#question")).to_have_text("Not saved yet: look at the note")
    expect(doubt).to_be_in_viewport()
    assert table.stored().deals == []
    doubt.evaluate("(one) => { one.style.marginTop = ''; }")
    table.page.wait_for_timeout(700)
    assert screen.save()
    assert table.stored().totals == [1930, 580]


def test_a_doubt_is_in_view_whatever_stands_above_it(sit: Sit) -> None:
    table = sit(before0="3500")
    screen = table.enter()
    screen.press(*TAKEN_OFF)
    meant = [
        {"card_points": 200, "canastas": {"natural": 2, "mixed": 2}, "concealed_canastas": 1, "went_out": True},
        {"card_points": -155, "red_threes": 2},
    ]
    screen.answer(way(table.stored(), meant, "net"))
    doubt = table.page.locator('[data-row="opened"] + .strip')
    expect(doubt).to_have_count(1)
    table.page.wait_for_timeout(300)
    felt = table.page.locator(".felt").bounding_box()["y"]
    lies = doubt.bounding_box()
    assert lies["y"] + lies["height"] <= felt


# Three depths


def test_the_key_that_says_next_never_saves(sit: Sit) -> None:
    """The last number is closed with Next: the totals are shown before anything is saved."""
    table = sit()
    screen = table.enter()
    screen.press("out=nobody", "threes=2,1", "grid=0,1", "d=2", "d=0", "end=0", "grid=0,1", "d=1", "d=8", "end=0")
    screen.press("d=7", "end=5", "d=6", "d=0")
    go = table.page.locator("#go")
    expect(go).to_have_text("Next")
    go.tap()
    expect(table.page.locator("#question")).to_have_text("All entered")
    assert table.stored().deals == []


@pytest.mark.parametrize("draft", ["abc", 5, {}, {"fields": [["a", 1]], "depths": ["foo"], "typing": "nonsense.9"}])
def test_a_draft_that_is_none_is_forgotten(sit: Sit, draft: Any) -> None:
    table = sit()
    table.enter()
    keep = "draft => localStorage.setItem(`deal ${deal.dataset.match} new`, JSON.stringify(draft))"
    table.page.evaluate(keep, draft)
    table.page.reload()
    expect(table.page.locator("body.ready #question")).to_have_text("Who went out?")
    table.page.locator(".pad:not([hidden]) [data-out='0']").tap()
    expect(table.page.locator("#question")).to_have_text("Red threes")


def test_a_table_that_adds_up_itself_enters_two_results(sit: Sit) -> None:
    table = sit()
    screen = table.enter()
    screen.press(*RESULTS)
    meant = way(table.stored(), [{"result": 2030, "went_out": True}, {"result": -505}], "result")
    screen.answer(meant)
    table.shows("result", "+2,030", "−505")
    assert screen.save()
    assert [tally.result for tally in table.tallies()] == [2030, -505]
    assert table.stored().totals == [2030, -505]
    table.enter()  # the phone remembers how this table counts
    screen.answer(meant)
    assert screen.save()
    assert table.stored().totals == [4060, -1010]


def test_a_table_that_takes_hands_off_first_enters_one_number_a_side(sit: Sit) -> None:
    table = sit()
    screen = table.enter()
    screen.press(*TAKEN_OFF)
    meant = [
        {"card_points": 430, "canastas": {"natural": 2, "mixed": 1}, "red_threes": 2, "went_out": True},
        {"card_points": -60, "canastas": {"mixed": 1}, "red_threes": 1},
    ]
    screen.answer(way(table.stored(), meant, "net"))
    expect(table.page.locator('[data-row="hand"]')).to_be_hidden()
    assert screen.save()
    assert table.stored().totals == [2030, 340]
    assert [tally.hand_taken_off for tally in table.tallies()] == [True, True]


@pytest.mark.parametrize(
    ("keys", "shown"),
    [
        (["d=3", "end=00"], "300"),
        (["end=00"], "0"),
        (["d=1", "d=2", "act=+", "d=3", "end=00"], "312"),
        (["d=1", "act=+", "act=+", "d=5", "end=5"], "56"),
        (["end=0"], "0"),
    ],
)
def test_the_last_digits_end_a_number(sit: Sit, keys: list[str], shown: str) -> None:
    table = sit()
    table.enter().press("out=0", "threes=2,1", "grid=1,0", *keys)
    table.asks(f"{THEY}: canastas")
    expect(table.page.locator("[name=side0-card_points]")).to_have_value(shown)


@pytest.mark.parametrize(
    ("keys", "shown"),
    [
        (["d=2", "d=1", "end=−5"], "−215"),
        (["end=−5"], "−5"),
        (["end=−0"], "0"),
        (["d=3", "d=0", "end=−0"], "−300"),
        (["d=1", "d=3", "end=5"], "135"),
    ],
)
def test_a_number_that_may_be_minus_says_so_with_its_last_digit(sit: Sit, keys: list[str], shown: str) -> None:
    table = sit()
    table.enter().press(*RESULTS, "cell=result.0", *keys)
    table.screen.spots("go")
    table.asks(f"{THEY}: result of the deal")
    expect(table.page.locator("[name=side0-result]")).to_have_value(shown)


def test_a_concealed_canasta_takes_one_key_more(sit: Sit) -> None:
    table = sit()
    screen = table.enter()
    screen.press("out=0", "threes=2,1", "go=concealed", "go=concealed", "grid=0,1", "cell=canastas.0")
    expect(table.page.locator("[name=side0-concealed_canastas]")).to_have_value("")
    screen.press("go=concealed", "grid=1,0", "d=3", "end=00", "grid=0,0", "end=0", "d=2", "d=0", "end=5")
    assert screen.save(), table.strips()
    assert table.tallies()[0].data["canastas"] == {"natural": 1, "mixed": 0}
    assert table.stored().totals == [100 + 200 + 500 + 100 + 300, -100 - 205]


def test_no_canasta_is_no_concealed_one(sit: Sit) -> None:
    table = sit()
    table.enter().press("out=0", "threes=2,1", "go=concealed", "grid=0,0")
    table.screen.spots("go")
    expect(table.page.locator("[name=side0-concealed_canastas]")).to_have_value("")


def test_a_touch_waits_for_the_script_of_the_one_before(sit: Sit) -> None:
    table = sit()

    def slow(route: Route) -> None:
        table.page.wait_for_timeout(1_000)
        route.continue_()

    table.page.route("**/entry_more*.js", slow)
    table.enter().press("out=0", "threes=2,1", "go=concealed", "grid=1,0")
    expect(table.page.locator("#question")).to_have_text(f"{WE}: cards melded")
    expect(table.page.locator("[name=side0-concealed_canastas]")).to_have_value("1")
    assert table.page.locator("[name='side0-concealed.0']").count() == 0


def test_a_script_that_does_not_come_holds_no_touch_for_long(sit: Sit) -> None:
    table = by_the_clock(sit())
    table.page.route("**/entry_more*.js", lambda route: None)
    table.enter().press("out=0", "threes=2,1", "go=concealed", "grid=1,0")
    table.page.clock.pause_at(table.page.evaluate("Date.now()") + 1_000)
    table.page.clock.run_for(5_000)
    expect(table.page.locator("#question")).to_have_text(f"{WE}: cards melded")


# Two hands of eleven cards are worth 110 at the least: who has melded nothing still holds so many.
@pytest.mark.parametrize(
    ("before", "keys", "opened"),
    [
        ("grid=0,0", ["d=1", "d=0", "end=−5"], "yes"),
        ("grid=0,0", ["end=0"], "yes"),
        ("grid=0,0", ["d=1", "d=1", "end=−0"], ""),
        ("grid=0,0", ["d=6", "end=0"], ""),
        ("grid=0,1", ["d=1", "d=0", "end=−5"], ""),
    ],
)
def test_less_than_was_dealt_is_held_only_by_a_side_that_has_melded(
    sit: Sit, before: str, keys: list[str], opened: str
) -> None:
    table = sit()
    screen = table.enter()
    screen.press(*TAKEN_OFF, "out=0", "threes=2,1", "grid=0,1", "d=3", "end=0", before, *keys)
    screen.spots("go")
    expect(table.page.locator("[name=side1-opened]")).to_have_value(opened)


def test_a_number_answered_anew_says_anew_whether_its_side_has_melded(sit: Sit) -> None:
    table = sit()
    screen = table.enter()
    screen.press(*TAKEN_OFF, "out=0", "threes=2,1", "grid=0,1", "d=3", "end=0", "grid=0,0", "d=6", "end=−0")
    expect(table.page.locator("[name=side1-opened]")).to_have_value("yes")
    screen.press("cell=net.1", "d=2", "d=6", "end=−0")
    screen.spots("go")
    expect(table.page.locator(".strip")).to_contain_text("did the side open?")
    assert screen.save()
    assert table.stored().totals[1] == -100 - 260


def test_cards_are_counted_by_value_and_their_counts_are_kept(sit: Sit) -> None:
    table = sit()
    screen = table.enter()
    screen.press("out=1", "threes=2,1", "grid=0,0", "act=count")
    screen.press("value=50", "value=50", "value=20", "value=10", "value=10", "act=back", "value=5")
    screen.spots("go")
    expect(table.page.locator("#echo")).to_have_text("135")
    table.page.reload()
    expect(table.page.locator("body.ready")).to_be_visible()
    screen.begin()
    expect(table.page.locator('[data-row="cards"] .cell').first).to_contain_text("135")
    screen.press("cell=cards.0", "value=10", "act=next", "grid=0,1")
    screen.press("act=digits", "d=1", "d=8", "end=0", "d=7", "end=5")
    assert screen.save()
    ours, theirs = table.tallies()
    assert ours.card_counts == {50: 2, 20: 1, 10: 2, 5: 1}
    assert theirs.card_points == 180
    assert table.stored().totals == [200 + 145 - 75, 100 + 100 + 300 + 180]


def lay(rank: str, naturals: int, *more: str) -> list[str]:
    """The keys for a meld of this rank."""
    return [f"rank={rank}", f"natural={naturals}", *more, "go=melds"]


def test_melds_and_hands_are_entered_card_by_card(sit: Sit) -> None:
    table = sit()
    screen = table.enter()
    screen.press(*CARDS, "out=0", "threes=2,1")
    screen.press(*lay("K", 7), *lay("9", 5, "two=2"), *lay("A", 3), "go=laid")
    screen.press(*lay("Q", 4, "joker=3"), "go=laid")
    screen.press("held=10", "held=10", "held=5", "go", "held=JK", "cell=held.0.1", "held=4")
    assert screen.save(), table.strips()
    ours, theirs = (tally.data for tally in table.tallies())
    assert ours["melds"] == ["K*7", "9*5 2*2", "A*3"]
    assert theirs["melds"] == ["Q*4 JK*3"]
    assert theirs["hands"] == ["10*2 5", "JK"]
    assert ours["hands"] in (["", "4"], ["4"])
    # 500 + 300 + 200 + 100 + 70 + 90 + 60 - 5; 300 + 100 + 190 - 25 - 50
    assert table.stored().totals == [1315, 515]


def test_another_depth_keeps_what_can_be_kept(sit: Sit) -> None:
    table = sit()
    screen = table.enter()
    screen.press(*CARDS, "out=0", "threes=2,1", *lay("K", 7), "go=laid", *lay("Q", 4), "go=laid")
    screen.spots("go")
    expect(table.page.locator('[data-row="cards"] .points').first).to_have_text("+70")
    screen.press("menu", "go=menu.depth", "depth=0,counted", "go")
    expect(table.page.locator("[name='side0-canastas.natural']")).to_have_value("1")
    expect(table.page.locator("[name='side0-card_points']")).to_have_value("70")
    screen.press("menu", "go=menu.depth", "depth=0,result", "go")
    expect(table.page.locator("[name='side0-result']")).to_have_value("870")
    screen.press("menu", "go=menu.depth", "depth=0,cards", "go")
    screen.spots("go")
    expect(table.page.locator('[data-row="cards"] .points').first).to_have_text("+70")


# Other hands, other games, other browsers


def test_the_keyboard_alone_enters_a_deal(sit: Sit) -> None:
    table = sit()
    table.enter()
    typed = ["ArrowDown", "Enter", *"2", "Enter", *"1", "Enter", *"2", "Enter", *"1", "Enter", *"430", "Enter"]
    typed += ["Enter", *"1", "Enter", *"180", "Enter", *"75", "Enter", "Enter"]
    for key in typed:
        table.page.keyboard.press(key)
        table.page.wait_for_timeout(60)
    expect(table.page.locator("#go")).to_be_focused()
    table.page.keyboard.press("Enter")
    table.page.wait_for_url("**saved=*")
    assert len(typed) + 1 <= 29
    assert table.stored().totals == [2030, 505]


def test_keys_typed_before_the_script_of_the_keyboard_is_there_are_heard(sit: Sit) -> None:
    table = sit()

    def slow(route: Route) -> None:
        table.page.wait_for_timeout(300)
        route.continue_()

    table.page.route("**/entry_keys*.js", slow)
    table.enter()
    for key in ["ArrowDown", "Enter", "2", "Enter", "1", "Enter"]:
        table.page.keyboard.press(key)
        table.page.wait_for_timeout(60)
    expect(table.page.locator("#question")).to_have_text(f"{WE}: canastas")
    expect(table.page.locator("[name=side0-red_threes]")).to_have_value("2")


@pytest.fixture
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The household has a game of its own, with three sides, six red threes and royal canastas."""
    (tmp_path / f"{KEY}.toml").write_text(GAME, encoding="utf-8")
    monkeypatch.setenv("SCOREKEEPER_VARIANTS", str(tmp_path))


@pytest.mark.usefixtures("games")
def test_a_made_up_game_of_three_sides_works_from_its_file_alone(sit: Sit) -> None:
    three = {"players": "3", "seat0": "Ana", "seat1": "Rui", "seat2": "Zoë", "seat3": ""}
    table = sit(KEY, **three)
    screen = table.enter()
    answers = {
        "went_out": ["out=1"],
        **{"red_threes.0": ["n=1"], "red_threes.1": ["n=5"], "red_threes.2": ["n=0"]},
        **{"canastas.0": ["grid=0,1"], "cards.0": ["d=1", "d=2", "end=0"], "hand.0": ["d=8", "end=0"]},
        "canastas.1": ["act=more", "add=canastas.royal", "add=canastas.royal", "add=canastas.natural", "act=next"],
        "cards.1": ["d=3", "d=0", "end=5"],
        **{"canastas.2": ["grid=0,0"], "cards.2": ["end=0"], "hand.2": ["d=2", "d=1", "end=5"]},
    }
    screen.answer(way(table.stored(), [{}, {"went_out": True}, {}])._replace(answers=answers))
    table.shows("royal", None, "2 +1,400", None)
    assert table.page.evaluate("document.documentElement.scrollWidth") == 360
    if not screen.save():
        assert screen.save()  # nothing melded is doubted
    # 300 + 120 - 100 - 80; three canastas: threes count nothing, 1,400 + 500 + 305 + 150; nothing but a hand
    assert table.stored().totals == [240, 2355, -215]


def test_without_script_the_page_leads_to_the_plain_form(sit: Sit, new_context: Callable[..., BrowserContext]) -> None:
    table = sit()
    page = new_context(java_script_enabled=False).new_page()
    page.goto(table.address())
    page.wait_for_url("**/deals/new/plain")
    expect(page.get_by_role("button", name="Save")).to_be_visible()
    table.typical()
    assert table.screen.save()
    deal = table.stored().deals[0].id
    page.goto(table.address(f"/deals/{deal}/correct"))
    page.wait_for_url("**/correct/plain")
    expect(page.locator("[name=side0-card_points]")).to_have_value("430")


CUT = """() => [...document.querySelectorAll('.heads *, .row .cell, .sum .cell, .bar *, .pad:not([hidden]) .key')]
  .filter(one => one.checkVisibility() && !one.closest('svg') && !one.matches('.hidden, .hidden *'))
  .filter(one => { const box = one.getBoundingClientRect();
    const wide = one.clientWidth && one.scrollWidth > one.clientWidth + 1;
    return box.right > innerWidth + .5 || box.left < -.5 || wide; })
  .map(one => `${one.className} ${one.textContent.trim().slice(0, 30)}`)"""


@pytest.mark.parametrize("width", [320, 360])
def test_long_names_and_large_totals_do_not_break_the_screen(sit: Sit, width: int) -> None:
    long = {"side0": "Großmutter Wilhelmine II", "side1": "Die Hauptmannstochter 24"}
    table = sit(**long, before0="−12345", before1="98765")
    assert {len(name) for name in long.values()} == {24}
    table.page.set_viewport_size({"width": width, "height": 640})
    screen = table.enter()
    for keys in way(table.stored(), TYPICAL).answers.values():
        assert table.page.evaluate(CUT) == []
        screen.press(*keys)
    screen.spots("go")
    expect(table.page.locator(".head .total")).to_have_text(["→−10,315", "→99,270"])
    assert table.page.evaluate(CUT) == []
    assert table.page.evaluate("document.documentElement.scrollWidth") == width
    assert screen.save() or screen.save()
    assert table.stored().totals == [-10315, 99270]
