"""The entry screen in every state, look and size: to be read, touched, typed into and heard by everybody."""

import itertools
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from browser import sweeps, waits
from browser.pictures import Picture, apart, contrast
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

LOOKS = ["light", "dark", "strong"]
WE, THEY = "Wilhelmine & Maximiliane", "Donaudampfschifffahrerin"
"""Names of 24 letters: one that can be broken, and one that cannot."""
PAIRS = {"side0": WE, "side1": THEY, "before0": "−12345", "before1": "12345"}
THREE = {"players": "3", "seat0": WE, "seat1": THEY, "seat2": "Zoë", "before0": "−12345", "before1": "12345"}
SAVED = {
    "went_out": "0",
    **{"side0-card_points": "430", "side0-canastas.natural": "2", "side0-canastas.mixed": "1", "side0-red_threes": "2"},
    **{"side1-card_points": "180", "side1-canastas.mixed": "1", "side1-red_threes": "1", "side1-hand_points": "75"},
}

OUT = "out=0"
THREES = f"{OUT} threes=2,1"
CARDS = f"{THREES} grid=2,1"
TYPICAL = f"{CARDS} d=4 d=3 end=0 grid=0,1 d=1 d=8 end=0 d=7 end=5"
DEPTH = "menu go=menu.depth"
MELDS = f"{DEPTH} depth=0,cards depth=1,cards go {OUT} threes=2,1 rank=K natural=5 two=2 go=melds"


class State(NamedTuple):
    """A state of the screen: in which match, by which presses, and the pad that is there then."""

    match: str
    presses: str
    pad: str


STATES = {
    "who went out": State("classic", "", "went_out"),
    "red threes": State("classic", OUT, "red_threes"),
    "canastas": State("classic", THREES, "canastas"),
    "more canastas": State("classic", f"{THREES} act=more add=canastas.natural add=concealed_canastas", "more"),
    "typing a number": State("classic", f"{CARDS} d=1 d=2 d=0 act=+ d=5 d=5", "digits"),
    "counting by value": State("classic", f"{CARDS} act=count value=50 value=20 value=20", "values"),
    "the last number, which may stay open": State("classic", TYPICAL, "digits"),
    "all entered": State("classic", f"{TYPICAL} end=0", "end"),
    "an error": State("classic", f"{CARDS} d=4 d=3 d=3 go", "canastas"),
    "a doubt": State("classic", f"{OUT} threes=2,1 grid=0,0 d=4 end=0 grid=0,1 d=1 d=8 end=0 d=7 end=5 end=0", "end"),
    "menu": State("classic", "menu", "menu"),
    "how we count": State("classic", DEPTH, "menu.depth"),
    "result only": State("classic", f"{DEPTH} depth=0,result depth=1,result go d=1 d=2", "digits"),
    "reasons": State("classic", "menu go=menu.agreed ask=agreed.0 d=5 end=0", "menu.reason"),
    "melds": State("classic", MELDS, "melds"),
    "one meld": State("classic", f"{MELDS} rank=9 natural=3 joker=1", "meld"),
    "a hand card by card": State("classic", f"{MELDS} go=laid go=laid held=K held=K held=JK", "held"),
    "wild meld": State("canastra", f"{DEPTH} depth=0,cards go {OUT} threes=2,1 rank=wild two=4 joker=3", "wild"),
    "special hands": State("americana", "special=0", "special.0"),
    "rarer canastas": State("americana", f"{THREES} threes=0,0 act=more add=canastas.wild", "more"),
    "other lines": State("americana", "menu go=menu.other ask=other.0 add=extras.aces_in_hand", "other"),
    "three sides": State("three", "", "went_out"),
    "three sides, all entered": State(
        "three",
        f"{OUT} n=1 n=0 n=2 grid=1,1 d=4 end=0 grid=0,1 d=5 end=0 grid=0,0 d=6 end=0 d=7 end=5 d=2 end=0",
        "end",
    ),
    "correction": State("correction", "cell=1.cards", "digits"),
}


class Screen:
    """An entry screen on a phone, and what is pressed on it."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def settle(self) -> None:
        """Waits until the book has answered all."""
        self.page.wait_for_timeout(60)
        waits.heard(self.page)
        self.page.wait_for_timeout(60)

    def press(self, presses: str) -> None:
        """Presses keys, each named by what it says; "go" and "menu"; "cell=1.cards" touches a cell.

        Not by a finger: a trembling one is heard as such, and two presses at one place take their time.
        """
        for one in presses.split():
            what, _, says = one.partition("=")
            if one in ("go", "menu"):
                self.page.locator(f"#{what}").dispatch_event("click")
            elif what == "cell":
                side, _, row = says.partition(".")
                touched = self.page.locator(f"[data-row='{row}'] .cell[data-side='{side}']")
                touched.dispatch_event("click", {"detail": 1})
            else:
                self.page.locator(f".pad [data-{what}='{says}']:visible").dispatch_event("click")
            self.page.evaluate("new Promise(done => setTimeout(() => requestAnimationFrame(done)))")  # it was heard
            if what == "depth":  # what is carried over hangs on the book's answer
                self.settle()


class Book(NamedTuple):
    """A served book, and the addresses of entry screens by what they show."""

    address: str
    screens: dict[str, str]


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory, at_home: Callable[[Path], Any]) -> Iterator[Book]:
    with at_home(tmp_path_factory.mktemp("entry") / "test.book") as home:
        matches = {
            "classic": home.send("/new/classic", PAIRS),
            "canastra": home.send("/new/canastra", PAIRS),
            "americana": home.send("/new/americana", PAIRS),
            "three": home.send("/new/italian", THREE),
            "usual": home.send("/new/classic", {"before0": "1495", "before1": "985"}),
            "keyboard": home.send("/new/classic", {}),
        }
        screens = {name: f"{match}/deals/new" for name, match in matches.items()}
        corrected = home.send("/new/classic", PAIRS)
        deal = home.send(f"{corrected}/deals/new/plain", SAVED).partition("?saved=")[2]
        screens["correction"] = f"{corrected}/deals/{deal}/correct"
        yield Book(f"http://127.0.0.1:{home.port}", screens)


def reach(page: Page, book: Book, wanted: State) -> None:
    """Opens the entry screen and brings it into this state."""
    screen = Screen(page)
    page.goto(book.screens[wanted.match])
    screen.press(wanted.presses)
    expect(page.locator(f"[data-pad='{wanted.pad}']")).to_be_visible()
    screen.settle()


@pytest.fixture(scope="module")
def phone(browser: Browser, book: Book, browser_context_args: dict[str, Any]) -> Iterator[BrowserContext]:
    context = browser.new_context(**browser_context_args, base_url=book.address)
    context.add_init_script("localStorage.clear()")  # nothing of another state
    context.add_init_script(waits.WATCH)
    yield context
    context.close()


@pytest.fixture(scope="module")
def state(request: pytest.FixtureRequest, phone: BrowserContext, book: Book) -> Iterator[Page]:
    """A page on which the screen is in this state; every test that looks at it leaves it as it was."""
    page = phone.new_page()
    reach(page, book, STATES[request.param])
    yield page
    page.close()


every_state = pytest.mark.parametrize("state", STATES, indirect=True, scope="module")


@every_state
def test_everybody_can_read_the_screen_in_every_look(state: Page) -> None:
    found = {}
    for look in LOOKS:
        state.evaluate("look => { document.documentElement.dataset.look = look }", look)
        found[look] = sweeps.violations(state, sweeps.AXE if look == "light" else sweeps.COLOURS), sweeps.pale(state)
    state.evaluate("document.documentElement.dataset.look = 'auto'")
    assert found == {look: ([], []) for look in LOOKS}


SCREENS = {
    "320": (320, 568, 100),
    "360": (360, 640, 100),
    "412": (412, 915, 100),
    "lying": (640, 360, 100),
    "tablet": (1024, 768, 100),
    "200 %": (360, 640, 200),
}
"""Width and height of a screen, and how large its reader has the text, in per cent of the usual."""
BOXES = ".key, .cell, .row > .label, .head, .menu, .go, .ask, .strip, .result, .meld, .felt"
"""What holds a text of its own."""


@every_state
def test_nothing_is_cut_and_everything_is_easy_to_touch_on_every_screen(state: Page) -> None:
    reader = state.context.new_cdp_session(state)
    found = {}
    for name, (width, height, text) in SCREENS.items():
        state.set_viewport_size({"width": width, "height": height})
        reader.send("Page.setFontSizes", {"fontSizes": {"standard": 16 * text // 100}})
        found[name] = sweeps.cut(state, BOXES), sweeps.hard_to_touch(state)
    reader.send("Page.setFontSizes", {"fontSizes": {"standard": 16}})
    reader.detach()
    state.set_viewport_size({"width": 360, "height": 640})
    assert found == {name: ([], []) for name in SCREENS}


WATCH = """
  window.said = [];
  window.shifts = [];
  new PerformanceObserver(all => all.getEntries().forEach(({ sources }) => sources.forEach(({ node }) => {
    if (node) shifts.push(node.className ?? node.data); // the caret has none, and moves as it should
  }))).observe({ type: 'layout-shift', buffered: true });
  addEventListener('DOMContentLoaded', () => {
    const status = document.getElementById('spoken');
    new MutationObserver(() => said.push(status.textContent)).observe(status, { childList: true });
  });
"""


class Press(NamedTuple):
    """One touch: the name of what is touched and where its middle is, and what came of it."""

    name: str
    y: float
    said: list[str]
    shifts: list[str]
    page: tuple[int, int]
    """How far the page is scrolled, and how high it is."""


class Deal(NamedTuple):
    """A deal entered by fingers."""

    presses: list[Press]
    after: str
    """What is said of the page that then comes."""


def touch(page: Page, touched: Locator) -> Press:
    """Touches it as a finger does, and waits until all is said."""
    before = page.evaluate("here.heard")
    box = touched.bounding_box()
    assert box
    name = str(touched.evaluate("key => key.getAttribute('aria-label') ?? key.textContent.trim()"))
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.touchscreen.tap(x, y)
    waits.heard(page, before + 1)
    page.wait_for_timeout(420)  # longer than it takes to tell two presses from a trembling one
    said, shifts = page.evaluate("[said.splice(0), shifts.splice(0)]")
    scrolled = page.evaluate("[scrollY, document.documentElement.scrollHeight]")
    return Press(name, y, said, shifts, tuple(scrolled))


@pytest.fixture(scope="module", params=["usual", "classic"], ids=["short names", "long names"])
def deal(
    request: pytest.FixtureRequest, browser: Browser, book: Book, browser_context_args: dict[str, Any]
) -> Iterator[Deal]:
    context = browser.new_context(**browser_context_args, base_url=book.address)
    page = context.new_page()
    page.add_init_script(WATCH)
    page.add_init_script(waits.WATCH)
    page.goto(book.screens[request.param])
    page.locator("body.ready").wait_for()
    page.wait_for_timeout(420)
    first = Press("", 640, page.evaluate("[spoken.textContent]"), page.evaluate("shifts.splice(0)"), (0, 640))
    presses = [first]
    for one in TYPICAL.split()[: None if request.param == "usual" else -2]:
        what, _, says = one.partition("=")
        presses.append(touch(page, page.locator(f".pad [data-{what}='{says}']:visible")))
    after = ""
    if request.param == "usual":
        presses.append(touch(page, page.locator("[data-end='0']:visible")))
        save = page.locator("#go").bounding_box()
        assert save
        with page.expect_navigation():
            page.touchscreen.tap(save["x"] + 50, save["y"] + 30)
        after = f"{page.title()}\n{page.locator('.strip[role=status] span').inner_text()}"
    yield Deal(presses, after)
    context.close()


def test_nothing_scrolls_or_moves_while_a_classic_deal_is_entered(deal: Deal) -> None:
    assert [(one.name, one.page) for one in deal.presses if one.page != (0, 640)] == []
    assert [(one.name, one.shifts) for one in deal.presses if one.shifts] == []


def test_all_presses_of_a_deal_are_at_the_thumb(deal: Deal) -> None:
    assert [(one.name, one.y) for one in deal.presses if one.y < 0.6 * 640] == []


VISIONS = ["none", "achromatopsia", "protanopia", "deuteranopia", "tritanopia"]
EDGE = 3
"""Times: how much a frame or a symbol stands out from its ground, at the least; what is no frame stays below 1.3."""


class Eyes:
    """A state of the screen as eyes of every kind see it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._sight = page.context.new_cdp_session(page)

    def views(self, every: bool = False) -> Iterator[str]:
        """Every kind of colour vision in the light look, grey in the others (or every kind too), colours forced."""
        for look in LOOKS:
            self.page.evaluate("look => { document.documentElement.dataset.look = look }", look)
            for vision in VISIONS if every or look == "light" else VISIONS[1:2]:
                self._sight.send("Emulation.setEmulatedVisionDeficiency", {"type": vision})
                yield f"{look}, {vision}"
        self._sight.send("Emulation.setEmulatedVisionDeficiency", {"type": "none"})
        self.page.evaluate("document.documentElement.dataset.look = 'auto'")
        self.page.emulate_media(forced_colors="active")
        yield "forced colours"
        self.page.emulate_media(forced_colors="none")


def state_of(name: str) -> pytest.MarkDecorator:
    """Only in this state."""
    return pytest.mark.parametrize("state", [name], indirect=True, scope="module")


@state_of("rarer canastas")
def test_kinds_of_canasta_are_told_apart_by_shape(state: Page) -> None:
    symbols = {kind: state.locator(f".kinds .icon-{kind}").first for kind in ("special", "natural", "mixed", "wild")}
    for view in Eyes(state).views(every=True):
        pictures = {kind: Picture.of(symbol) for kind, symbol in symbols.items()}
        shapes = {kind: picture.shape(picture.at(0, 0)) for kind, picture in pictures.items()}
        for kind, picture in pictures.items():
            assert contrast(picture.at(2.2, 8), picture.at(0, 0)) >= EDGE or kind in ("wild", "special"), (view, kind)
            assert max(contrast(spot, picture.at(0, 0)) for row in picture.rows for spot in row) >= EDGE, (view, kind)
        for one, other in itertools.combinations(shapes, 2):
            assert apart(shapes[one], shapes[other]) > 0.15, (view, one, other)


@state_of("canastas")
def test_what_is_blank_asked_and_answered_is_told_apart_without_colour(state: Page) -> None:
    """By the frame of a cell: a line below, a ring, none."""
    cells = {
        "asked": state.locator(".current").first,
        "blank": state.locator(".blank:not(.current)").first,
        "answered": state.locator("[data-q=red_threes]").first,
    }
    frames = {"asked": (True, True), "blank": (False, True), "answered": (False, False)}
    for view in Eyes(state).views():
        for name, cell in cells.items():
            picture = Picture.of(cell, width=30)
            inside = picture.at(6, -6)
            height = len(picture.rows) / picture.scale
            sides = [contrast(picture.at(1, y), inside) for y in (height / 2, height / 2 + 5)]
            below = [contrast(picture.at(x, -1.2), inside) for x in (20, 22, 24, 26)]  # may be dashed
            seen = (min(sides) >= EDGE, max(below) >= EDGE)
            assert seen == frames[name], (view, name, sides, below)
            assert seen[0] or max(sides) < 1.3, (view, name, sides)


@state_of("an error")
def test_errors_and_doubts_are_told_apart_without_colour(state: Page) -> None:
    state.evaluate("""() => {
      const error = document.querySelector('.strip.bad');
      const doubt = error.cloneNode(true);
      doubt.className = 'strip doubt';
      error.after(doubt);
      doubt.scrollIntoView({ block: 'center' });
    }""")
    try:
        for view in Eyes(state).views():
            shapes = []
            for strip in (state.locator(".strip.bad"), state.locator(".strip.doubt")):
                mark = Picture.of(strip, width=30, height=28)
                ground = mark.at(4, 12)
                inner = [row[int(4 * mark.scale) :] for row in mark.rows[int(4 * mark.scale) :]]  # within its frame
                assert max(contrast(spot, ground) for row in inner for spot in row) >= EDGE, view
                shapes.append(Picture(inner, mark.scale).shape(ground))
            assert apart(*shapes) > 0.15, view
    finally:
        state.locator(".strip.doubt").evaluate("strip => strip.remove()")


@state_of("the last number, which may stay open")
def test_save_is_told_from_skip_without_colour(state: Page) -> None:
    """It is filled, and says so; the other is an outline."""
    save = state.locator("#go.brass")
    assert save.inner_text() == "Save"
    for view in Eyes(state).views():
        if view == "forced colours":  # there the word alone tells
            continue
        felt = Picture.of(state.locator(".felt"), 8, 8).at(4, 5)
        assert contrast(Picture.of(save, 16, 16).at(12, 12), felt) >= EDGE, view
        save.evaluate("key => key.classList.remove('brass')")
        assert contrast(Picture.of(state.locator("#go"), 16, 16).at(12, 12), felt) < 1.3, view
        state.locator("#go").evaluate("key => key.classList.add('brass')")


@state_of("how we count")
def test_what_is_chosen_has_a_frame(state: Page) -> None:
    pads = state.locator(".menu-depth")
    for view in Eyes(state).views():
        for chosen, frame in (("true", True), ("false", False)):
            key = Picture.of(pads.locator(f"[aria-pressed={chosen}]").first, 16, 40)
            inside = key.at(12, 12)
            ring = max(contrast(key.at(x, 30), inside) for x in (2, 3, 5, 6))
            assert (ring >= EDGE) == frame, (view, chosen, ring)


@every_state
def test_what_moves_on_says_so_and_what_is_lost_has_its_minus(state: Page) -> None:
    for key in state.locator(".key.on:visible").all():
        assert any(word in key.inner_text().casefold() for word in ("next", "done"))
    assert [text for text in state.locator(".minus").all_inner_texts() if not text.startswith("−")] == []


@state_of("who went out")
def test_nothing_is_told_by_motion(state: Page) -> None:
    state.emulate_media(reduced_motion="reduce")
    try:
        assert state.evaluate("document.getAnimations().filter(one => one.animationName !== 'late').length") == 0
        moving = "one => parseFloat(getComputedStyle(one).transitionDuration) > 0"
        assert state.evaluate(f"[...document.querySelectorAll('*')].filter({moving}).length") == 0
    finally:
        state.emulate_media(reduced_motion="no-preference")


def test_the_way_out_shows_where_the_script_does_not_come(
    new_context: Callable[..., BrowserContext], book: Book
) -> None:
    page = new_context(base_url=book.address, reduced_motion="reduce").new_page()
    page.route("**/*.js", lambda route: route.abort())
    page.goto(book.screens["usual"])
    expect(page.locator(".late a")).to_be_hidden()
    page.evaluate("document.getAnimations().forEach(one => one.finish())")
    expect(page.locator(".late a")).to_be_visible()
    assert sweeps.violations(page) == []


FOCUS = """large => {
  const at = document.activeElement;
  const seen = at.closest('.cell') ?? at;
  const box = (large && at.closest('.part') || seen).getBoundingClientRect();
  const style = getComputedStyle(seen);
  const felt = document.querySelector('.felt');
  const low = felt.contains(at) ? innerHeight : felt.getBoundingClientRect().top;
  const faults = [];
  if (at === document.body) return { name: '', faults };
  if (seen === at ? parseFloat(style.outlineWidth) < 2 : !/ 3px inset/.test(style.boxShadow)) faults.push('no ring');
  if (at.matches('.part *') && getComputedStyle(at.parentElement).boxShadow === 'none') faults.push('no line');
  if (box.top < -.5 || box.bottom > low + .5) faults.push(`hidden: ${box.top} to ${box.bottom}, the felt at ${low}`);
  return { name: at.getAttribute('aria-label') ?? at.textContent.trim(), faults };
}"""


def by_keyboard(page: Page, *keys: str, large: bool = False) -> list[str]:
    """Presses keys one after the other; the names of what has the focus after each, which is always seen.

    `large`: of a cell that holds two fields it may be the one of them alone, where the text is large.
    """
    names = []
    for key in keys:
        page.keyboard.press(key)
        page.wait_for_timeout(60)
        focus = page.evaluate(FOCUS, large)
        assert focus["faults"] == [], (names, key, focus)
        names.append(focus["name"])
    return names


BY_KEYBOARD = [
    *("ArrowDown", "Enter"),  # We went out
    *("2", "Enter", "1", "Enter"),  # red threes
    *("2", "Enter", "1", "Enter", "4", "3", "0", "Enter"),
    *("Enter", "1", "Enter", "1", "8", "0", "Enter"),  # no natural canasta
    *("7", "5", "Enter", "Enter"),  # nothing in the partner's hand
    "Enter",  # Save
]


@pytest.mark.parametrize("text", [100, 200])
def test_a_whole_deal_is_entered_by_keyboard_alone_and_the_focus_is_always_seen(
    new_context: Callable[..., BrowserContext], book: Book, text: int
) -> None:
    page = new_context(base_url=book.address).new_page()
    page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": {"standard": 16 * text // 100}})
    page.goto(book.screens["keyboard"])
    expect(page.locator(".ready")).to_be_attached()
    names = by_keyboard(page, *BY_KEYBOARD[:-1], large=text > 100)
    assert names[-1] == "Save"
    assert len(BY_KEYBOARD) == 26
    expect(page.locator(".score")).to_have_text(["+2,030", "+505"])
    with page.expect_navigation():
        page.keyboard.press(BY_KEYBOARD[-1])
    expect(page.locator(".strip[role=status]")).to_contain_text("saved")


def test_tab_goes_through_the_sheet_line_by_line_and_past_the_pad(
    new_context: Callable[..., BrowserContext], book: Book
) -> None:
    page = new_context(base_url=book.address).new_page()
    page.goto(book.screens["usual"])
    expect(page.locator(".ready")).to_be_attached()
    page.locator("#menu").focus()
    names = by_keyboard(page, *["Tab"] * 12)
    assert names == [
        *("Nobody", "We, Red threes", "They, Red threes", "We, Natural canastas", "We, Mixed canastas"),
        *("They, Natural canastas", "They, Mixed canastas", "We, points melded", "They, points melded"),
        *("We, points in hand", "They, points in hand", "Skip"),
    ]


HEARD = Path(__file__).parents[1] / "heard.txt"


def named(one: Locator, role: str) -> list[str]:
    """The names of all buttons (or fields) in it, as a screen reader finds them."""
    return re.findall(rf"- '?{role} \"([^\"]+)\"", one.aria_snapshot())


def screen_in_names(page: Page, pads: list[str]) -> list[str]:
    """What a screen reader finds on an entry screen: its fields, and the keys of these pads."""
    page.evaluate("document.querySelectorAll('[hidden]').forEach(one => one.hidden = false)")
    sheet = page.locator("form")
    lines = [f"    fields: {' · '.join(named(sheet, 'radio') + named(sheet, 'textbox'))}"]
    keys = {pad: named(page.locator(f"[data-pad='{pad}']"), "button") for pad in pads}
    return lines + [f"    {pad}: {' · '.join(names)}" for pad, names in keys.items()]


@pytest.mark.parametrize("deal", ["usual"], indirect=True)
def test_what_a_screen_reader_says_is_what_was_read(
    deal: Deal, phone: BrowserContext, book: Book, tmp_path: Path
) -> None:
    """`heard.txt` is read by people before it is committed; after a change of words the new one is in the test's folder
    (`--basetemp`).
    """
    lines = ["the typical deal: what is touched → what is said"]
    lines += [f"    {one.name or '(the page opens)'} → {' ¶ '.join(one.said)}" for one in deal.presses]
    lines += [f"    Save → {' ¶ '.join(deal.after.splitlines())}"]
    page = phone.new_page()
    reach(page, book, State("usual", "menu", "menu"))
    all_pads = page.locator("[data-pad]").evaluate_all("pads => pads.map(pad => pad.dataset.pad)")
    lines += ["", "classic", *screen_in_names(page, all_pads)]
    reach(page, book, State("americana", "menu", "menu"))
    lines += ["", "americana", *screen_in_names(page, ["went_out", "special.0", "more", "values", "other", "melds"])]
    reach(page, book, State("usual", f"{OUT} threes=2,1 act=more", "more"))
    lines += ["", "counted one by one"]
    for key in ("add=canastas.mixed", "add=canastas.mixed", "act=next", "act=count", "value=20", "value=20"):
        page.evaluate("spoken.textContent = ''")
        Screen(page).press(key)
        Screen(page).settle()
        lines.append(f"    {key} → {page.locator('#spoken').inner_text()}")
    page.close()
    heard = "\n".join(line.rstrip() for line in lines) + "\n"
    (tmp_path / HEARD.name).write_text(heard, encoding="utf-8")
    assert heard == HEARD.read_text(encoding="utf-8")
