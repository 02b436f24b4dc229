"""Every kind of page, on every phone and in every light: to be read, touched and heard by everybody."""

import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from _household import COOKIE
from browser.sweeps import AXE, UNCOLOURED, cut, hard_to_touch, pale, violations
from browser.waits import until
from playwright.sync_api import Browser, BrowserContext, Page

LIGHTS: dict[str, dict[str, Any]] = {
    "light": {"color_scheme": "light"},
    "dark": {"color_scheme": "dark"},
    "high contrast": {"contrast": "more"},
    "forced colours": {"forced_colors": "active", "color_scheme": "dark"},
}
PLAIN: dict[str, Any] = {"color_scheme": "light", "contrast": "no-preference", "forced_colors": "none"}
GROUNDS = {
    "light": "rgb(250, 245, 234)",
    "dark": "rgb(29, 26, 22)",
    "high contrast": "rgb(255, 255, 255)",
    "forced colours": "rgb(0, 0, 0)",
}
"""What a page lies on in each light."""
TALL = 12_000
"""Pixels: higher than any page, so that the dock at its end lies over nothing."""
WIDTHS = [320, 360, 412]

W = "W" * 40  # as many letters as a name may have
COUPLES = {"seat0": "Ana", "seat2": "Rui", "seat1": "Marta", "seat3": "Zé"}
LONG = {
    **{"side0": "Großmutter Wilhelmine & Großvater Theo", "seat0": "Großmutter Wilhelmine", "seat2": "Großvater Theo"},
    **{"side1": "Donaudampfschifffahrtsgesellschaftskapit", "seat1": "Die Hauptmannstochter", "seat3": W},
}
THREE = {"players": "3", "seat0": "Alessandra", "seat1": "Bartolomeo", "seat2": "Zoë"}
TYPICAL = {
    "went_out": "0",
    **{"side0-card_points": "430", "side0-canastas.natural": "2", "side0-canastas.mixed": "1", "side0-red_threes": "2"},
    **{"side1-card_points": "180", "side1-canastas.mixed": "1", "side1-red_threes": "1", "side1-hand_points": "75"},
}
AGREED = {
    "went_out": "nobody",
    **{"side0-card_points": "95", "side0-hand_points": "40"},
    **{"side1-result": "690", "side1-adjustment.points": "−50", "side1-adjustment.reason": "spilled wine"},
}
CONCEALED = {
    "went_out": "1.concealed",
    **{"side0-red_threes": "1", "side0-hand_points": "210"},
    **{"side1-card_points": "190", "side1-canastas.natural": "1"},
}
WON = {"went_out": "0", "side0-result": "3105", "side1-result": "−120"}
NOTHING_MUCH = {"went_out": "nobody", "side0-result": "105", "side1-result": "−20"}
OF_THREE = {
    "went_out": "0",
    **{"side0-card_points": "300", "side0-canastas.natural": "1"},
    **{"side1-result": "−12345", "side2-result": "1240"},
}

KNOWN = "(id) => Object.keys(localStorage).some((key) => key.startsWith(`kept  ${id} `))"
KEPT = """(id) => {
  const key = Object.keys(localStorage).find((key) => key.startsWith(`kept  ${id} `));
  return JSON.parse(localStorage.getItem(key) ?? "{}").page;
}"""


class Kind(NamedTuple):
    """A kind of page: how it is reached in the full book, and its heading once it is there."""

    reach: Callable[[Page, dict[str, str]], object]
    heading: str
    empty_book: bool = False


def at(address: str) -> Callable[[Page, dict[str, str]], object]:
    """Goes to the address, in which the matches and deals of the book may be named."""
    return lambda page, ids: page.goto(address.format(**ids))


def with_errors(page: Page, ids: dict[str, str]) -> None:
    page.goto(f"{ids['long']}/deals/new/plain")
    for side in (0, 1):
        page.locator(f"[name='side{side}-card_points']").fill("433")
        page.locator(f"[name='side{side}-red_threes']").fill("many")
        page.locator(f"[name='side{side}-canastas.mixed']").fill("99999")
    page.get_by_role("button", name="Save").tap()
    page.locator(".summary").wait_for()


def with_doubts(page: Page, ids: dict[str, str]) -> None:
    page.goto(f"{ids['long']}/deals/new/plain")
    for side in (0, 1):
        page.locator(f"[name='side{side}-canastas.natural']").fill("1")
        page.locator(f"[name='side{side}-red_threes']").fill("1")
    page.locator("[name='side1-result']").evaluate("box => box.closest('details').open = true")
    page.locator("[name='side1-adjustment.points']").evaluate("box => box.closest('details').open = true")
    page.locator("[name='side1-adjustment.points']").fill("-50")
    page.get_by_role("button", name="Save").tap()
    page.locator(".summary").wait_for()


def with_a_second_count(page: Page, ids: dict[str, str]) -> None:
    page.goto(f"{ids['deal']}/recount")
    for name, cards in {"side0-melds.0": "K*7", "side0-melds.1": "9*5 2 JK", "side1-hands.0": "–"}.items():
        page.locator(f"[name='{name}']").fill(cards)
    page.get_by_role("button", name="done").tap()
    page.get_by_role("button", name="Check and compare").tap()
    page.get_by_text("counted again").first.wait_for()


def to_put_back(page: Page, ids: dict[str, str]) -> None:
    page.goto("/backups")
    page.get_by_role("link", name="Put it back").first.tap()
    page.wait_for_url("**/restore")


def put_back(page: Page, ids: dict[str, str]) -> None:
    """The way back leads to the same book."""
    page.goto("/backups")
    page.get_by_role("button", name="Make a copy now").tap()
    page.wait_for_url("**/backups?made=*")
    to_put_back(page, ids)
    page.get_by_role("button", name="Put it back").tap()
    page.wait_for_url("**/backups?restored=*")


def refused_file(page: Page, ids: dict[str, str]) -> None:
    page.goto("/backups")
    long = "Großmutters-Urlaubsbilder-aus-dem-Jahr-zweitausendvierundzwanzig.jpg"
    page.locator("[type=file]").set_input_files({"name": long, "mimeType": "image/jpeg", "buffer": b"no book" * 99})
    page.get_by_role("button", name="Look into").tap()
    page.locator(".error").wait_for()
    page.wait_for_load_state()  # its stylesheet too


def to_put_on_the_home_screen(page: Page, ids: dict[str, str]) -> None:
    page.goto("about:blank")  # the shell may be open already
    page.goto("/shell#home")


def without_the_book(where: str) -> Callable[[Page, dict[str, str]], object]:
    """Opens the shell as it is while the book does not answer, on a phone that has looked at two matches."""

    def reach(page: Page, ids: dict[str, str]) -> None:
        page.unroute_all()
        page.goto(ids["long"])
        page.wait_for_function(KNOWN, arg=ids["long"].rpartition("/")[2])
        page.goto(ids["running"])
        match = ids["running"].rpartition("/")[2]
        until(page, KEPT, match)
        page.route("**/here", lambda route: route.fulfill(status=200, body="somebody else"))
        page.goto("about:blank")
        page.goto(where.format(match=match))
        page.locator("#known > details, body.ready").first.wait_for()

    return reach


@contextlib.contextmanager
def stranger(page: Page) -> Iterator[None]:
    """The device is not in, as long as this is entered; how its pages look stays."""
    inside = [one for one in page.context.cookies() if one["name"] == COOKIE]
    page.context.clear_cookies(name=COOKIE)
    yield
    page.context.clear_cookies(name=COOKIE)
    page.context.add_cookies(inside)  # type: ignore[arg-type]


def as_a_stranger(page: Page, ids: dict[str, str]) -> None:
    with stranger(page):
        page.goto(ids["running"])


def with_a_wrong_code(page: Page, ids: dict[str, str]) -> None:
    with stranger(page):
        page.goto("/join")
        page.get_by_label("Code").fill("K7QM")
        page.get_by_role("button", name="Come in").tap()
        page.locator(".error").wait_for()
        page.wait_for_load_state()


def invited(page: Page, ids: dict[str, str]) -> None:
    page.goto(f"{ids['long']}/others")
    page.get_by_role("button", name="To look on").tap()
    page.locator(".code-told").wait_for()
    page.wait_for_load_state()


def with_a_choice(page: Page, ids: dict[str, str]) -> None:
    """Of a page that others have overtaken."""
    page.goto(f"{ids['long']}/about")
    page.locator("details > summary").first.tap()
    page.locator("details [name=base]").evaluate("(box, base) => box.value = base", ids["long"].rpartition("/")[2])
    page.locator("[name=place]").fill("Großmutters Wohnküche")
    page.locator("[name=note]").fill("W" * 60)
    page.get_by_role("button", name="Save").tap()
    page.get_by_label("typed here").first.wait_for()
    page.wait_for_load_state()


def with_a_day_to_come(page: Page, ids: dict[str, str]) -> None:
    page.goto("/new/classic")
    page.locator("[name=played_on]").evaluate("box => box.closest('details').open = true")
    page.locator("[name=played_on]").fill("2999-12-31")
    page.locator("[name=place]").fill(W)
    page.get_by_role("button", name="Begin").last.tap()
    page.get_by_text("This day is still to come.").wait_for()
    page.wait_for_load_state()


def with_wrong_seats(page: Page, ids: dict[str, str]) -> None:
    page.goto(f"{ids['long']}/seats")
    for seat in range(4):
        page.locator(f"[name=seat{seat}]").fill(W + "W" * (seat == 3))
    page.get_by_role("button", name="Save").tap()
    page.locator(".error").first.wait_for()


def with_a_key(page: Page, ids: dict[str, str]) -> None:
    page.goto("/devices")
    page.get_by_text("A key for a program").tap()
    page.get_by_label("Which program is it for?").fill("Großmutter Wilhelmines Tabelle")
    page.get_by_role("button", name="Make a key").tap()
    page.get_by_text("Its key:").wait_for()
    page.wait_for_load_state()


def brought(page: Page, name: str, content: str, *, game: str = "") -> None:
    page.goto("/sheets")
    page.set_input_files("[name=sheets]", {"name": name, "mimeType": "text/plain", "buffer": content.encode()})
    page.locator("[name=game]").select_option(game)
    page.get_by_role("button", name="Look into this file").tap()


def with_old_matches(page: Page, ids: dict[str, str]) -> None:
    brought(
        page,
        "old.csv",
        f"Tag;Team;Runde;Punkte;Wetter, und was sonst noch war\n24.12.2019;{W};;5210;\n;Bea & Carl;;90",
        game="classic",
    )
    page.get_by_text("How the spreadsheet was read").wait_for()


def with_wrong_rows(page: Page, ids: dict[str, str]) -> None:
    brought(page, "old.csv", f"Tag;Team;Runde;Punkte\n35.12.2019;{W};;5,2\n;Bea & Carl;;x", game="classic")
    page.locator(".error").first.wait_for()


KINDS = {
    "matches, none yet": Kind(at("/"), "Matches", empty_book=True),
    "matches": Kind(at("/"), "Matches"),
    "matches found": Kind(at("/?of=5&since=2020&state=running"), "Matches"),
    "matches, asked for amiss": Kind(at(f"/?who={W}&opponent=Ana&since=march"), "Matches"),
    "matches, none found": Kind(at("/?words=rain&game=americana"), "Matches"),
    "people": Kind(at("/people"), "People"),
    "partnerships": Kind(at("/partnerships?sort=name"), "Partnerships"),
    "partnerships of one": Kind(at("/partnerships?of=1"), "Partnerships"),
    "a person": Kind(at("/people/6"), "Theo von und zu Hohenlohe-Langenburg"),
    "a person with a long name": Kind(at("/people/8"), W),
    "a hidden person": Kind(at("/people/7"), "Person 7"),
    "two people, one person": Kind(at("/people/5/same?into=Ana"), "Two names, one person"),
    "which game": Kind(at("/new"), "Which game?"),
    "new match of classic": Kind(at("/new/classic"), "Classic canasta"),
    "new match of italian": Kind(at("/new/italian"), "Italian canasta"),
    "match without a deal": Kind(at("{begun}"), "Classic canasta: Ana & Rui, Marta & Zé"),
    "match running": Kind(at("{saved}"), "Classic canasta: Ana & Rui, Marta & Zé"),
    "match finished": Kind(at("{finished}"), "Classic canasta: Ana & Rui, Marta & Zé"),
    "match won, but for a contest": Kind(at("{hangs}"), "Classic canasta: Ana & Rui, Marta & Zé"),
    "match ended early": Kind(at("{ended}"), "Classic canasta: Ana & Rui, Marta & Zé"),
    "new match on a day to come": Kind(with_a_day_to_come, "Classic canasta"),
    "about a match": Kind(at("{running}/about"), "About this match"),
    "about a match ended early": Kind(at("{ended}/about"), "About this match"),
    "about a match with long names": Kind(at("{long}/about"), "About this match"),
    "about a match, changed on two phones": Kind(with_a_choice, "About this match"),
    "seats": Kind(at("{running}/seats"), "Who sits where"),
    "seats of three": Kind(at("{three}/seats"), "Who sits where"),
    "seats with errors": Kind(with_wrong_seats, "Who sits where"),
    "match with long names": Kind(at("{long}"), "Classic canasta: Großmutter Wilhelmine"),
    "match of three": Kind(at("{three}"), "Italian canasta: Alessandra, Bartolomeo, Zoë"),
    "big figures": Kind(at("{running}/table"), "Big figures"),
    "big figures of a match finished": Kind(at("{finished}/table"), "Big figures"),
    "big figures with long names": Kind(at("{long}/table"), "Big figures"),
    "big figures of three": Kind(at("{three}/table"), "Big figures"),
    "big figures of a match won, but for a contest": Kind(at("{hangs}/table"), "Big figures"),
    "course": Kind(at("{running}/course"), "Course of the match"),
    "course with long names": Kind(at("{long}/course"), "Course of the match"),
    "course of three": Kind(at("{three}/course"), "Course of the match"),
    "course of a long match": Kind(at("{forty}/course"), "Course of the match"),
    "course of a match without a deal": Kind(at("{begun}/course"), "Course of the match"),
    "score sheet": Kind(at("{finished}/sheet"), "Ana & Rui – Marta & Zé"),
    "score sheet with long names": Kind(at("{long}/sheet"), "Großmutter Wilhelmine"),
    "score sheet of three": Kind(at("{three}/sheet"), "Alessandra – Bartolomeo – Zoë"),
    "score sheet of a match won, but for a contest": Kind(at("{hangs}/sheet"), "Ana & Rui – Marta & Zé"),
    "blank score sheet": Kind(at("/rules/americana/sheet"), "Blank score sheet"),
    "blank score sheet of three": Kind(at("/rules/italian/sheet?players=3"), "Blank score sheet"),
    "result to share": Kind(at("{finished}/share"), "Share the result"),
    "standing to share, long names": Kind(at("{long}/share"), "Share the result"),
    "statistics of the household": Kind(at("/statistics"), "The household"),
    "statistics of a person": Kind(at("/statistics?of=1"), "Ana"),
    "statistics of a partnership, with long names": Kind(
        at("/statistics?who=Großmutter+Wilhelmine&partner=Großvater+Theo"), "Großmutter Wilhelmine"
    ),
    "statistics of a pairing": Kind(at("/statistics?of=1&against=3&game=classic&since=2024"), "Ana against"),
    "statistics that are not understood": Kind(at("/statistics?who=M" + W + "&opponent=x&since=may"), "The household"),
    "statistics of nothing": Kind(at("/statistics"), "The household", empty_book=True),
    "records": Kind(at("/records"), "The household"),
    "records of nothing": Kind(at("/records"), "The household", empty_book=True),
    "opening": Kind(at("{long}/opening"), "Do they open?"),
    "opening counted": Kind(at("{three}/opening?side=2&melds.0=KK2&top_card=K"), "Do they open?"),
    "opening reached": Kind(at("{running}/opening?side=0&melds.0=A*5&melds.1=4+4+JK"), "Do they open?"),
    "opening with errors": Kind(at(f"{{long}}/opening?melds.0={'W' * 40}&melds.1=R3&top_card=K"), "Do they open?"),
    "going out": Kind(at("{americana}/going-out?canastas.mixed=1&extras=incomplete_aces"), "May they go out?"),
    "paper check": Kind(
        at(f"/paper-check?name0={W}&counted0.1=1000+270&total0.1=1720&counted1.1=433"), "Does the paper add up?"
    ),
    "paper check of a match": Kind(
        at("{long}/paper-check?counted0.1=30&total0.1=-12410&total0.2=0&counted1.1=433&total1.1=1"),
        "Does our paper agree?",
    ),
    "entry of classic": Kind(at("{running}/deals/new/plain"), "Deal 4"),
    "entry of americana": Kind(at("{americana}/deals/new/plain"), "Deal 1"),
    "entry of three": Kind(at("{three}/deals/new/plain"), "Deal 2"),
    "entry with errors": Kind(with_errors, "Deal 2"),
    "entry with doubts": Kind(with_doubts, "Deal 2"),
    "entry by touch, classic": Kind(at("{running}/deals/new"), "Deal 4"),
    "entry by touch, americana": Kind(at("{americana}/deals/new"), "Deal 1"),
    "entry by touch, three": Kind(at("{three}/deals/new"), "Deal 2"),
    "entry by touch, long names": Kind(at("{long}/deals/new"), "Deal 2"),
    "correction by touch": Kind(at("{deal}/correct"), "Deal 1"),
    "correction": Kind(at("{deal}/correct/plain"), "Correct deal 1"),
    "proof": Kind(at("{deal}"), "Deal 1"),
    "proof of the totals": Kind(at("{long}/proof"), "How the totals came about"),
    "proof of totals on which contests hang": Kind(at("{hangs}/proof"), "How the totals came about"),
    "proof on another phone": Kind(at("{long}/link"), "On another phone"),
    "trace": Kind(at("{running}/journal"), "What was written"),
    "entry of the trace": Kind(at("{corrected}"), "Corrected deal 1"),
    "proof with a note": Kind(at("{noted}"), "Deal 1"),
    "a deal not believed": Kind(at("{noted}/disagree"), "What is wrong with deal 1?"),
    "deal counted again": Kind(with_a_second_count, "Count deal 1 again"),
    "deal in two versions, long names": Kind(at("{noted}/both"), "Deal 1, two versions"),
    "proof of three": Kind(at("{deal_of_three}"), "Deal 1"),
    "proof of a deal struck out": Kind(at("{struck}"), "A deal struck out"),
    "all rules": Kind(at("/rules"), "Rules"),
    "rules": Kind(at("/rules/americana"), "Canasta Americana"),
    "rules as played": Kind(at("{finished}/rules"), "Classic canasta"),
    "two games side by side": Kind(at("/rules/compare?a=classic&b=americana"), "Two games side by side"),
    "under other rules": Kind(at("{running}/otherwise"), "Under other rules"),
    "examples": Kind(at("/rules/italian/examples"), "Worked examples"),
    "shell": Kind(without_the_book("/shell"), "The book does not answer"),
    "shell, to be put on the home screen": Kind(to_put_on_the_home_screen, "On the home screen"),
    "shell, entering": Kind(without_the_book("/shell#{match}"), "Deal 4"),
    "the door": Kind(as_a_stranger, "This device is not in yet"),
    "the door, with a wrong code": Kind(with_a_wrong_code, "This device is not in yet"),
    "the door from inside": Kind(at("/join"), "This device is in"),
    "others at the table": Kind(at("{running}/others"), "Others at the table"),
    "invited": Kind(invited, "Großmutter Wilhelmine"),
    "devices": Kind(at("/devices"), "Devices"),
    "a key for a program": Kind(with_a_key, "Großmutter Wilhelmines Tabelle"),
    "take out, bring in": Kind(at("/sheets"), "Take out, bring in"),
    "old matches, before they come in": Kind(with_old_matches, "Bring this in?"),
    "old matches with faults": Kind(with_wrong_rows, "Take out, bring in"),
    "copies of the book": Kind(at("/backups/check"), "Copies of the book"),
    "copies, after one was put back": Kind(put_back, "Copies of the book"),
    "copies, with a file refused": Kind(refused_file, "Copies of the book"),
    "a copy to be put back": Kind(to_put_back, "Put back the copy of"),
    "no such page": Kind(at("/matches/999999"), "There is no such page"),
}


def filled(home: Any) -> dict[str, str]:
    """Writes matches of every kind into the book of this home; their addresses, and those of some deals."""

    def play(*deals: dict[str, str], game: str = "classic", **about: str) -> list[str]:
        match = home.send(f"/new/{game}", about)
        saved = [home.send(f"{match}/deals/new/plain", deal).partition("?saved=")[2] for deal in deals]
        return [match, *(f"{match}/deals/{deal}" for deal in saved)]

    found: dict[str, str] = {}
    (found["begun"],) = play(**COUPLES)
    found["running"], found["deal"], *_, found["struck"] = play(TYPICAL, AGREED, CONCEALED, TYPICAL, **COUPLES)
    why = {"reason": f"Großmutter counted again: {W}"}
    home.send(f"{found['deal']}/correct/plain", {"side1-hand_points": "95", "side1-red_threes": "", **why})
    found["corrected"] = f"{found['running']}/journal/{int(found['struck'].rpartition('/')[2]) + 1}"
    home.send(found["struck"], {}, to=f"{found['struck']}/strike")
    rules = {"house.going_out.concealed": "1", "house.red_threes.all_against": "1", "target": "6000"}
    found["finished"], *_ = play(WON, WON, **COUPLES, **rules)
    found["long"], found["noted"] = play(AGREED, **LONG, before0="−12440", before1="98765")
    note = f"Großmutter says that the wine was\n{W * 3}\nand that nobody saw it."
    home.send(f"{found['long']}/about", {"played_on": "2019-12-31", "place": W, "note": note})
    home.send(found["noted"], {"note": note}, to=f"{found['noted']}/note")
    home.send(f"{found['noted']}/contest", {"side1-result": "−12345", "reason": W}, act="contest")
    found["hangs"], *argued = play(WON, WON, **COUPLES, target="6200")
    for deal in argued:
        home.send(f"{deal}/contest", {"side0-result": "3005"}, act="contest")
    found["ended"], *_ = play(TYPICAL, **COUPLES)
    home.send(f"{found['ended']}/about", {}, to=f"{found['ended']}/end")
    (found["americana"],) = play(game="americana")
    found["forty"], *_ = play(*[NOTHING_MUCH] * 40, **COUPLES)
    found["three"], found["deal_of_three"] = play(OF_THREE, game="italian", **THREE)
    theo = "/people/6"
    home.send(theo, {"to": "Theo von und zu Hohenlohe-Langenburg"}, to=f"{theo}/name")
    home.send(theo, {"nicknames": "Opa, der mit dem Hut"}, to=f"{theo}/nicknames")
    home.send("/people/7", {}, to="/people/7/hide")
    found["saved"] = f"{found['running']}?saved={found['deal'].rpartition('/')[2]}"
    return found


class Shelf(NamedTuple):
    """Two books, served: one with matches of every kind, one with none."""

    full: str
    empty: str
    ids: dict[str, str]


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory, at_home: Callable[[Path], Any]) -> Iterator[Shelf]:
    folder = tmp_path_factory.mktemp("shelf")
    with at_home(folder / "full.book") as full, at_home(folder / "empty.book") as empty:
        yield Shelf(f"http://127.0.0.1:{full.port}", f"http://127.0.0.1:{empty.port}", filled(full))


class Seen(NamedTuple):
    """A page of one kind, with everything that opens opened; `complaints`: what its console has said.

    It is loaded once for all that is looked at: what it is in another light its stylesheets say, and they hear of it.
    """

    kind: str
    page: Page
    complaints: list[str]

    def under(self, light: str = "light", width: int = 360) -> Page:
        """The page in this light on a phone of this width."""
        self.page.emulate_media(**PLAIN | LIGHTS[light])
        self.page.set_viewport_size({"width": width, "height": TALL})
        return self.page


@pytest.fixture(scope="module")
def complaints() -> list[str]:
    return []


@pytest.fixture(scope="module")
def phones(
    browser: Browser, shelf: Shelf, browser_context_args: dict[str, Any], complaints: list[str]
) -> Iterator[dict[bool, Page]]:
    """A phone that looks at the full book, and one at the empty one (True)."""
    contexts: list[BrowserContext] = []

    def phone(address: str) -> Page:
        contexts.append(browser.new_context(**browser_context_args, base_url=address))
        page = contexts[-1].new_page()
        page.on("console", lambda said: complaints.append(said.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        return page

    yield {False: phone(shelf.full), True: phone(shelf.empty)}
    for one in contexts:
        one.close()


@pytest.fixture(scope="module", params=KINDS)
def seen(request: pytest.FixtureRequest, phones: dict[bool, Page], shelf: Shelf, complaints: list[str]) -> Seen:
    kind = KINDS[request.param]
    found = Seen(request.param, phones[kind.empty_book], complaints)
    complaints.clear()
    page = found.under()
    kind.reach(page, shelf.ids)
    page.wait_for_load_state()  # its stylesheet too
    assert page.locator("h1").inner_text().startswith(kind.heading)
    page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
    return found


@pytest.mark.parametrize("light", LIGHTS)
def test_everybody_can_read_the_page_in_every_light(seen: Seen, light: str) -> None:
    page = seen.under(light)
    # Forced colours are the browser's own: axe would measure those that the page asked for.
    forced = light == "forced colours"
    assert page.evaluate("matchMedia('(forced-colors: active)').matches") == forced
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == GROUNDS[light]
    assert violations(page, UNCOLOURED if forced else AXE) == []
    assert forced or pale(page) == []


SIDEWAYS = """width => [...document.querySelectorAll('body *')]
  .filter(one => !one.closest('.hidden') && !one.parentElement.closest('svg'))
  .filter(one => one.getBoundingClientRect().right > width + .5 || one.scrollWidth > one.clientWidth + 1
    && getComputedStyle(one).overflowX !== 'visible' && !one.matches('.box'))
  .map(one => `${one.tagName} ${one.className.baseVal ?? one.className} ${one.textContent.trim().slice(0, 40)}`)"""


@pytest.mark.parametrize("text", [100, 200])
def test_the_page_fits_small_phones_and_large_text(seen: Seen, text: int) -> None:
    page = seen.under()
    reader = page.context.new_cdp_session(page)
    reader.send("Page.setFontSizes", {"fontSizes": {"standard": 16 * text // 100}})
    try:
        size = page.evaluate("getComputedStyle(document.documentElement).fontSize")
        assert size == f"{18 * text // 100}px"
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": TALL})
            assert page.evaluate(SIDEWAYS, width) == []
            assert page.evaluate("document.documentElement.scrollWidth") == width
            assert cut(page, ".button, .key, .strip, .dock") == []
            assert_easy_to_touch(page)
    finally:
        reader.send("Page.setFontSizes", {"fontSizes": {"standard": 16}})
        reader.detach()


# On the entry screen the fields lie under their cells, which are touched in their place.
def assert_easy_to_touch(page: Page) -> None:
    """Everything to be touched is large enough and lies over nothing else."""
    assert hard_to_touch(page, apart=0) == []


def test_the_page_asks_for_nothing_that_the_browser_refuses(seen: Seen) -> None:
    refused = {"no such page": "404", "entry with errors": "422", "entry with doubts": "422"}
    refused |= {"about a match, changed on two phones": "409", "seats with errors": "422"}
    refused |= {"the door": "403", "the door, with a wrong code": "422"}
    refused["copies, with a file refused"] = "422"
    refused["old matches with faults"] = "422"
    expected = [f"status of {refused[seen.kind]}"] if seen.kind in refused else []
    assert [complaint.partition("with a ")[2][:13] for complaint in seen.complaints] == expected
    assert seen.page.evaluate("performance.getEntriesByType('resource').map(one => new URL(one.name).pathname)")


def test_a_page_on_which_all_is_wrong_does_not_pass(browser: Browser) -> None:
    page = browser.new_page(viewport={"width": 360, "height": 640})
    page.set_content("""<!doctype html><html lang="en"><title>Wrong</title><style>body { background: #fff }</style>
        <main><h1>Wrong</h1><p style="color: #666">below seven</p><p style="color: #999">below four and a half</p>
        <p><a href="/" style="color: #000">small</a></p><div style="position: relative; height: 3em">
        <p style="position: absolute">on each</p><p style="position: absolute; left: 1em">other</p></div>
        <p style="width: 400px">out</p><img src="data:,">""")
    found = violations(page)
    assert sorted(rule for rule, _, _ in found) == ["color-contrast-enhanced", "color-contrast-enhanced", "image-alt"]
    assert violations(page, UNCOLOURED) == [one for one in found if one[0] == "image-alt"]
    assert pale(page) == ["below seven: 5.7", "below four and a half: 2.8"]
    assert [one.partition(" (")[0] for one in cut(page, "p")] == ["on each on other", "scrolls sideways: 408"]
    assert [one[:12] for one in hard_to_touch(page, apart=0)] == ["small:  smal"]
    assert page.evaluate(SIDEWAYS, 360)
    page.close()
