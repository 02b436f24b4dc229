"""An evening at the table, as a household has it: a phone, fingers, and a book that loses nothing."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from _screen import selector
from browser.waits import first_answer_held
from playwright.sync_api import BrowserContext, Locator, Page, expect

WE, THEY = "Ana & Rui", "Marta & Zé"
PLAYERS = ["Ana", "Rui", "Marta", "Zé"]

# What the household types for the typical deal: 2,030 for Ana & Rui, 505 for Marta & Zé.
TYPICAL = {
    "side0-red_threes": "2",
    "side0-canastas.natural": "2",
    "side0-canastas.mixed": "1",
    "side0-card_points": "430",
    "side1-red_threes": "1",
    "side1-canastas.mixed": "1",
    "side1-card_points": "180",
    "side1-hand_points": "75",
}
# The same on the keys of the entry screen, and Save.
KEYS = ["out=0", "threes=2,1", "grid=2,1", "d=4", "d=3", "end=0", "grid=0,1", "d=1", "d=8", "end=0", "d=7", "end=5"]
SAVE_LIT = 450  # ms: by then Save is heard

# The proof of that deal, line by line: rule, count × each, points.
PROOF = {
    WE: [
        ("Natural canastas", "2 × 500", "+1,000"),
        ("Mixed canastas", "1 × 300", "+300"),
        ("Red threes", "2 × 100", "+200"),
        ("Going out", "", "+100"),
        ("Cards melded", "", "+430"),
        ("Left in hand", "", "0"),
        ("This deal", "", "+2,030"),
        ("Before", "", "0"),
        ("Total", "", "2,030"),
        ("To open next", "", "90"),
    ],
    THEY: [
        ("Mixed canastas", "1 × 300", "+300"),
        ("Red threes", "1 × 100", "+100"),
        ("Cards melded", "", "+180"),
        ("Left in hand", "", "−75"),
        ("This deal", "", "+505"),
        ("Before", "", "0"),
        ("Total", "", "505"),
        ("To open next", "", "50"),
    ],
}


def press(page: Page, name: str) -> None:
    """Touches the button or link of this name, and waits for the page behind it."""
    touched = page.get_by_role("button", name=name, exact=True).or_(page.get_by_role("link", name=name, exact=True))
    with page.expect_navigation():
        touched.tap()


def begin(page: Page) -> None:
    """Opens the app and begins a match of classic canasta."""
    page.goto("/")
    press(page, "New match")
    with page.expect_navigation():
        page.get_by_role("link", name="Classic canasta").tap()
    for seat, player in zip(page.locator(".seat .box").all(), PLAYERS, strict=True):
        seat.fill(player)
    page.get_by_role("radio", name="deals first").nth(2).check()
    press(page, "Begin")
    expect(page.get_by_role("heading", name=WE, exact=True)).to_be_visible()


def box(page: Page, field: str) -> Locator:
    """The box of a field in the deal form."""
    return page.locator(f"[name='{field}']")


def fill(page: Page, out: str = f"{WE} out", **other: str) -> None:
    """Types the typical deal into the form, or another one."""
    page.get_by_role("radio", name=out, exact=True).check()
    for field, text in (TYPICAL | other).items():
        box(page, field).fill(text)


def plain(page: Page) -> None:
    """Opens the plain form for the next deal, from the page of the match."""
    page.goto(f"{page.url.partition('?')[0]}/deals/new/plain")


def on_screen(page: Page) -> bool:
    """Is a deal entered by touch here? Without JavaScript the screen leads to the plain form."""
    page.locator("body.ready").or_(page.get_by_role("button", name="Check")).wait_for()
    return "plain" not in page.url


def touch(page: Page, *keys: str) -> None:
    """Touches these keys of the entry screen, and Save."""
    for key in keys:
        page.locator(f"{selector(key)} >> visible=true").first.tap()
    expect(page.locator("#go")).to_have_text("Save")
    page.wait_for_timeout(SAVE_LIT)
    press(page, "Save")


def enter(page: Page, number: int) -> None:
    """Enters the typical deal from the page of the match."""
    press(page, f"Enter deal {number}")
    if on_screen(page):
        touch(page, *KEYS)
    else:
        fill(page)
        press(page, "Save")
    expect(page.get_by_text(f"Deal {number} saved")).to_be_visible()


def shown(page: Page) -> list[tuple[str, str]]:
    """Total and opening minimum of each side on the page of a match."""
    totals, stamps = page.locator(".half-total .num").all_inner_texts(), page.locator(".half .stamp").all_inner_texts()
    return list(zip(totals, stamps, strict=True))


def deals(page: Page) -> int:
    """How many deals the page of a match lists, struck out or not."""
    return page.locator(".deal-row").count()


def proof(page: Page, side: str) -> list[tuple[str, str, str]]:
    """The lines of a side's proof: rule, count × each, points."""
    section = page.locator(".proof-side").filter(has=page.get_by_role("heading", name=side))
    found = []
    for line in section.locator(".line").all():
        rule, product = (line.locator(part).all_inner_texts() for part in ("b", ".line-product"))
        words = rule or line.locator("dt").inner_text().split("\n")
        found.append((words[0], "".join(product), line.locator("dd").inner_text()))
    return found


@pytest.fixture(params=["on this machine", "on the home network", "without JavaScript"])
def phone(request: pytest.FixtureRequest, new_context: Callable[..., BrowserContext]) -> Page:
    """A phone, at every address at which a household finds the app."""
    address: str = request.getfixturevalue("served_on_lan" if request.param == "on the home network" else "served")
    script = request.param != "without JavaScript"
    page = new_context(base_url=address, java_script_enabled=script).new_page()
    return page


@pytest.fixture
def at_table(new_context: Callable[..., BrowserContext], served: str) -> Iterator[Page]:
    """A phone on the page of a match of classic that has just begun; its console has nothing to say in the end."""
    page = new_context(base_url=served).new_page()
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    begin(page)
    yield page
    assert [text for text in said if "status of 4" not in text] == []


def test_a_household_keeps_its_score(phone: Page) -> None:
    page = phone
    begin(page)
    assert page.locator(".felt-strip").inner_text().split("\n")[0] == "Marta deals"
    assert shown(page) == [("0", "50"), ("0", "50")]

    enter(page, 1)
    assert shown(page) == [("2,030", "90"), ("505", "50")]
    assert page.locator(".felt-dealer").inner_text() == "Rui deals"

    press(page, "Deal 1")
    assert {side: proof(page, side) for side in (WE, THEY)} == PROOF

    press(page, "Correct deal 1")
    on_screen(page)
    red_threes = box(page, "side1-red_threes")
    expect(red_threes).to_have_value("1")
    if on_screen(page):
        touch(page, "cell=red_threes", "threes=2,2")
    else:
        red_threes.fill("2")
        press(page, "Save")
    expect(page.get_by_text("Deal 1 saved")).to_be_visible()
    assert shown(page) == [("2,030", "90"), ("605", "50")]

    press(page, "Deal 1")
    assert ("Red threes", "2 × 100", "+200") in proof(page, THEY)
    expect(page.locator(".proof-side s")).to_have_text("+100")

    press(page, "Strike out deal 1")
    expect(page.locator(".strip[role=status]")).to_contain_text("The deal is struck out")
    assert shown(page) == [("0", "50"), ("0", "50")]
    press(page, "Bring back")
    expect(page.get_by_text("Deal 1 saved")).to_be_visible()
    assert shown(page) == [("2,030", "90"), ("605", "50")]

    press(page, "Matches")
    expect(page.locator(".match-row")).to_have_text(re.compile(f"{WE}.*{THEY}.*deal 2, Rui deals.*2,030.*605", re.S))


def test_undo_takes_back_what_was_just_saved(at_table: Page) -> None:
    enter(at_table, 1)
    press(at_table, "Undo")
    expect(at_table.locator(".strip[role=status]")).to_contain_text("The deal is struck out")
    assert shown(at_table) == [("0", "50"), ("0", "50")]


def test_check_and_the_enter_key_count_and_write_nothing(at_table: Page) -> None:
    match = at_table.url
    plain(at_table)
    fill(at_table)
    press(at_table, "Check")
    expect(at_table.get_by_role("heading", name="Counted, not saved yet")).to_be_visible()
    expect(at_table.locator(".preview .total td")).to_have_text(["2,030", "505"])
    box(at_table, "side1-hand_points").fill("80")
    at_table.keyboard.press("Enter")
    expect(at_table.locator(".preview .total td")).to_have_text(["2,030", "500"])
    at_table.goto(match)
    assert deals(at_table) == 0


def test_what_is_wrong_stands_beside_its_field_and_nothing_typed_is_lost(at_table: Page) -> None:
    plain(at_table)
    fill(at_table, **{"side1-card_points": "433"})
    press(at_table, "Save")
    summary = at_table.get_by_role("group", name="One thing cannot be right")
    expect(summary).to_be_focused()
    cards = box(at_table, "side1-card_points")
    summary.get_by_role("link").tap()
    expect(cards).to_be_in_viewport()
    expect(cards).to_have_value("433")
    expect(cards).to_have_accessible_name(re.compile(f"^{THEY}, "))
    expect(cards).to_have_accessible_description(re.compile("433"))
    for field, text in TYPICAL.items():
        expect(box(at_table, field)).to_have_value("433" if field == "side1-card_points" else text)
    cards.fill("435")
    press(at_table, "Save")
    expect(at_table.get_by_text("Deal 1 saved")).to_be_visible()
    assert shown(at_table) == [("2,030", "90"), ("760", "50")]


def test_a_doubt_is_said_once_and_saved_all_the_same(at_table: Page) -> None:
    plain(at_table)
    fill(at_table, out="Nobody", **{"side1-hand_points": ""})
    press(at_table, "Save")
    expect(at_table.get_by_role("group", name=re.compile("doubt"))).to_be_visible()
    press(at_table, "Save all the same")
    expect(at_table.get_by_text("Deal 1 saved")).to_be_visible()
    assert shown(at_table) == [("1,930", "90"), ("580", "50")]


def test_a_double_tap_on_save_makes_one_deal(at_table: Page) -> None:
    """The home network is slow: the second tap comes before the first is answered."""
    match = at_table.url
    plain(at_table)
    fill(at_table)
    sent = first_answer_held(at_table, "**/deals/new/plain")
    save = at_table.get_by_role("button", name="Save").bounding_box()
    assert save
    place = (save["x"] + save["width"] / 2, save["y"] + save["height"] / 2)
    with at_table.expect_request("**/deals/new/plain"):
        at_table.touchscreen.tap(*place)
    at_table.touchscreen.tap(*place)
    expect(at_table.get_by_text("Deal 1 saved")).to_be_visible()
    assert len(sent) == 2
    at_table.goto(match)
    assert deals(at_table) == 1
    assert shown(at_table) == [("2,030", "90"), ("505", "50")]


def test_the_back_button_after_saving_makes_no_second_deal(at_table: Page) -> None:
    plain(at_table)
    fill(at_table)
    press(at_table, "Save")
    at_table.go_back()
    expect(at_table.get_by_role("heading", level=1)).to_have_text("Deal 2")
    expect(box(at_table, "side0-card_points")).to_have_value("")
    at_table.go_forward()
    assert deals(at_table) == 1
    assert shown(at_table) == [("2,030", "90"), ("505", "50")]


def test_a_reload_in_mid_entry_writes_nothing_and_keeps_what_was_checked(at_table: Page) -> None:
    plain(at_table)
    fill(at_table)
    at_table.reload()
    fill(at_table)
    press(at_table, "Check")
    at_table.reload()
    expect(box(at_table, "side0-card_points")).to_have_value("430")
    press(at_table, "Save")
    for _ in range(2):
        expect(at_table.get_by_text("Deal 1 saved")).to_be_visible()
        assert deals(at_table) == 1
        at_table.reload()


def test_all_is_there_again_after_the_machine_was_switched_off(at_table: Page, home: Any) -> None:
    enter(at_table, 1)
    plain(at_table)
    fill(at_table)
    home.stop()
    home.start()
    press(at_table, "Save")  # a form drawn before the night still holds
    expect(at_table.get_by_text("Deal 2 saved")).to_be_visible()
    at_table.goto("/")
    with at_table.expect_navigation():
        at_table.locator(".match-entry").tap()
    assert shown(at_table) == [("4,060", "120"), ("1,010", "50")]
    assert deals(at_table) == 2


def test_two_phones_at_one_table_lose_nothing(at_table: Page, new_context: Callable[..., BrowserContext]) -> None:
    match = at_table.url
    other = new_context().new_page()
    other.goto(match)
    for page in (at_table, other):
        plain(page)
        fill(page)
    box(other, "side1-hand_points").fill("70")
    press(at_table, "Save")
    expect(at_table.get_by_text("Deal 1 saved")).to_be_visible()
    press(other, "Save")
    expect(other.get_by_role("heading", level=1)).to_have_text("Deal 1 was entered on another phone, and not the same")
    assert other.locator("[name=side1-hand_points]").first.input_value() == "70"
    press(other, "Keep the one in the book")
    assert deals(other) == 1
    assert shown(other) == shown(at_table) == [("2,030", "90"), ("505", "50")]


def test_a_rematch_begins_with_the_same_people(at_table: Page) -> None:
    for number in range(1, 4):
        enter(at_table, number)
    expect(at_table.locator(".felt-strip")).to_contain_text(f"{WE} won")
    expect(at_table.get_by_role("heading", name=re.compile(WE), level=2)).to_contain_text("won")
    press(at_table, "Rematch")
    assert [seat.input_value() for seat in at_table.locator(".seat .box").all()] == PLAYERS
    press(at_table, "Begin")
    assert shown(at_table) == [("0", "50"), ("0", "50")]
    press(at_table, "Matches")
    expect(at_table.get_by_role("heading", level=2)).to_have_text(["Being played", "Finished"])
