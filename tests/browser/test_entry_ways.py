"""No way through the entry screen ends where nothing is asked and nothing can be saved, whatever names and text."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from _screen import Screen
from playwright.sync_api import BrowserContext, Page, expect

COUPLES = {"seat0": "Ana", "seat2": "Rui", "seat1": "Marta", "seat3": "Zé"}
W = "W" * 40  # as many letters as a name may have
NAMES = {
    "one word": (W, "Donaudampfschifffahrtsgesellschaftskapit"),
    "words": ("Großmutter Wilhelmine und Großvater Theo", "Maria da Conceição de Almeida Vasconcelo"),
    "pictures": ("👨‍👩‍👧‍👦🃏🎲" * 4, "🇵🇹" * 20),
    "from right to left": ("مريم وخديجة وعبد الرحمن وإبراهيم الخليل", "שלמה ורבקה מירושלים הבירה אחרי הצהריים א"),
    "one letter": ("A", "B"),
}
SCREENS = {"360": (360, 640, 100), "320": (320, 568, 100), "200 %": (360, 640, 200)}
LARGE = pytest.mark.parametrize("text", [100, 200], ids=["usual text", "200 %"])
OUR_RESULT = ["menu", "go=menu.depth", "depth=0,result", "go"]


@pytest.fixture(scope="module")
def household(tmp_path_factory: pytest.TempPathFactory, at_home: Callable[[Path], Any]) -> Iterator[Any]:
    with at_home(tmp_path_factory.mktemp("ways") / "test.book") as home:
        yield home


Enter = Callable[..., Screen]


@pytest.fixture
def enter(household: Any, new_context: Callable[..., BrowserContext]) -> Iterator[Enter]:
    """Opens the entry screen of a new match; in the end no script has failed on it."""
    failed: list[str] = []

    def begin(game: str = "classic", size: tuple[int, int, int] = (360, 640, 100), **about: str) -> Screen:
        match = household.send(f"/new/{game}", about or COUPLES)
        page = new_context().new_page()
        page.on("pageerror", lambda error: failed.append(str(error)))
        width, height, text = size
        page.set_viewport_size({"width": width, "height": height})
        page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": {"standard": 16 * text // 100}})
        screen = Screen(page)
        screen.open(f"http://127.0.0.1:{household.port}{match}/deals/new")
        return screen

    yield begin
    assert failed == []


def settled(page: Page) -> None:
    """The book has answered all, and it is drawn."""
    page.wait_for_timeout(200)
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(100)


# Skip, Back, another way of counting

WALK = """async ([seed, steps]) => {
  const random = () => (seed = (seed * 1103515245 + 12345) % 2147483648) / 2147483648;
  const seen = one => one.checkVisibility({ visibilityProperty: true }) && one.getBoundingClientRect().width > 0;
  const go = document.getElementById('go');
  const pad = () => document.querySelector('#pads > :not([hidden])');
  const asked = () => `${document.getElementById('question').textContent} ${pad()?.dataset.pad}`;
  const said = key => key.id || key.dataset.q || Object.entries(key.dataset).join(' ');
  const quiet = async () => {
    for (let calm = 0, tries = 0; calm < 2 && tries < 200; tries++) {
      await new Promise(done => setTimeout(done, 15));
      calm = window.flying ? 0 : calm + 1;
    }
  };
  const trail = [];
  const press = async key => {
    trail.push(said(key));
    key.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: key.matches('.cell') ? 1 : 0 }));
    await quiet();
  };
  const lit = () => go.classList.contains('brass');
  const fault = () => {
    const box = go.getBoundingClientRect();
    if (seen(go) && (box.top < 0 || box.bottom > innerHeight)) return 'its key is out of the window';
    if (lit() && !(seen(go) && !go.disabled)) return 'Save is lit and not there';
    if (pad()?.dataset.pad === 'end') return lit() ? '' : 'all entered, and no Save';
    return asked().trim() && [...pad().querySelectorAll('button')].some(seen) ? '' : 'nothing is asked';
  };
  await quiet();
  for (let n = 0; n < steps; n++) {
    const cells = document.querySelectorAll('.cell[data-q]:not([data-q=""])');
    const keys = [...pad().querySelectorAll('button'), go, go, go, menu, ...cells]
      .filter(key => seen(key) && !key.disabled && !(key === go && lit()))
      .filter(key => !/fresh|plain|leave/.test(key.dataset.go) && !key.dataset.set);
    const key = keys[Math.floor(random() * keys.length)];
    const before = asked();
    const skips = key === go && go.textContent === 'Skip';
    await press(key);
    const wrong = fault() || (skips && asked() === before ? 'Skip skips nothing' : '');
    if (wrong) return `${wrong}: ${trail.join(' · ')} · ${asked()}`;
  }
  const answers = [
    '[data-out=nobody], [data-out*=special], [data-threes="0,0"], [data-n="0"], [data-grid^="0"], [data-end="0"]',
    '[data-go=laid], [data-go=melds], [data-held], [data-act=next], [data-opened], [data-reason]',
  ].join();
  for (let n = 0; n < 60 && !lit(); n++) {
    const answer = [...pad().querySelectorAll(answers)].find(seen) ?? go;
    await press(/Next|Done/.test(go.textContent) && pad().dataset.pad !== 'menu.reason' ? go : answer);
    if (fault()) return `${fault()}: ${trail.join(' · ')} · ${asked()}`;
  }
  return lit() ? '' : `answered, and no Save: ${trail.join(' · ')} · ${asked()}`;
}"""
FLYING = """{
  const ask = fetch;
  window.flying = 0;
  window.fetch = (...about) => { flying++; return ask(...about).finally(() => flying--); };
}"""


@pytest.mark.parametrize(("game", "seed"), [("classic", 3), ("classic", 16), ("americana", 7), ("americana", 23)])
def test_wherever_somebody_wanders_something_is_asked_or_save_is_there(enter: Enter, game: str, seed: int) -> None:
    page = enter(game).page
    page.add_init_script(FLYING)
    page.reload()
    expect(page.locator("body.ready")).to_be_visible()
    assert page.evaluate(WALK, [seed * 7919 + 13, 45]) == ""


def test_the_last_open_question_offers_no_skip_that_would_skip_nothing(enter: Enter) -> None:
    """One side by its result, the other counted, and nobody said who went out."""
    screen = enter()
    screen.press(*OUR_RESULT, "go", "threes=2,1", "d=4", "end=0", "grid=0,0", "d=3")
    go = screen.page.locator("#go")
    screen.press("end=0")
    expect(screen.page.locator("#question")).to_contain_text("left in hand")
    expect(go).to_have_text("Skip")
    expect(go).to_be_visible()
    screen.press("d=5", "end=0")
    expect(screen.page.locator("#question")).to_have_text("Who went out?")
    expect(go).to_be_hidden()
    screen.press("out=nobody")
    expect(go).to_have_text("Save")
    expect(go).to_be_visible()


def test_back_from_points_agreed_where_nothing_else_is_asked_leads_to_the_end(enter: Enter) -> None:
    screen = enter("americana")
    screen.press("menu", "go=menu.depth", "depth=0,result", "depth=1,elsewhere", "go", "cell=went_out", "special=0")
    screen.page.locator(".special:not([hidden]) [data-out]").first.tap()
    expect(screen.page.locator("#question")).to_have_text("All entered")
    screen.begin()
    screen.page.reload()
    expect(screen.page.locator("body.ready")).to_be_visible()
    screen.press("menu", "go=menu.agreed", "ask=agreed.0", "act=back")
    expect(screen.page.locator("#question")).to_have_text("All entered")
    expect(screen.page.locator("#go")).to_have_text("Save")


# What is asked stays in view

SEEN = """() => {
  const felt = document.querySelector('.felt').getBoundingClientRect().top;
  const go = document.getElementById('go').getBoundingClientRect();
  const cell = [...document.querySelectorAll('.cell.current')].find(one => one.offsetParent)?.getBoundingClientRect();
  const seen = cell && Math.min(cell.bottom, felt) - Math.max(cell.top, 0);
  return { row: !cell || seen >= Math.min(47, cell.height - 1), go: go.top >= 0 && go.bottom <= innerHeight };
}"""
IN_SIGHT = {"row": True, "go": True}


@LARGE
def test_what_is_asked_is_in_view_when_strips_have_pushed_it_down(enter: Enter, text: int) -> None:
    screen = enter(size=(360, 640, text))
    screen.press("out=1", "threes=2,1", "grid=0,0", "d=4", "d=3", "d=3", "go", "grid=0,0", "d=1", "d=8", "d=3", "go")
    expect(screen.page.locator(".strip.bad")).to_have_count(2)
    settled(screen.page)
    expect(screen.page.locator("#question")).to_contain_text("left in hand")
    assert screen.page.evaluate(SEEN) == IN_SIGHT


@pytest.mark.parametrize("names", ["one word", "words"])
def test_save_is_within_reach_with_long_names_and_large_text(enter: Enter, names: str) -> None:
    we, they = NAMES[names]
    screen = enter(size=SCREENS["200 %"], side0=we, side1=they)
    for keys in (["out=0"], ["threes=2,1"], ["grid=0,0"], ["d=4", "end=0"], ["grid=0,1"], ["d=1", "d=8", "end=0"]):
        screen.press(*keys)
        settled(screen.page)
        assert screen.page.evaluate(SEEN) == IN_SIGHT, keys
    screen.press("d=7", "end=5", "end=0")
    expect(screen.page.locator("#question")).to_have_text("All entered")
    settled(screen.page)
    assert screen.page.evaluate(SEEN) == IN_SIGHT


# Names

OVER = """() => [...document.querySelectorAll('.key, .head, .result, .go, .menu, .strip')]
  .filter(one => one.checkVisibility())
  .filter(one => {
    const box = one.getBoundingClientRect();
    const parts = [...one.querySelectorAll('bdi, small')].map(part => part.getBoundingClientRect());
    const higher = one.scrollHeight > one.clientHeight + 3; // letters are higher than a tight line
    return box.left < -.5 || box.right > innerWidth + .5 || higher
      || parts.some(part => part.left < box.left - 1 || part.right > box.right + 1 || part.bottom > box.bottom + 1);
  })
  .map(one => `${one.className}: ${one.textContent.trim().slice(0, 50)}`)"""


@pytest.mark.parametrize("names", NAMES)
def test_names_stay_on_their_keys(enter: Enter, names: str) -> None:
    we, they = NAMES[names]
    found = {}
    for name, size in SCREENS.items():
        screen = enter("americana", size, side0=we[:40], side1=they[:40])
        found[name] = screen.page.evaluate(OVER)
        screen.press("menu", "go=menu.depth")
        found[name] += screen.page.evaluate(OVER)
        assert screen.page.evaluate("document.documentElement.scrollWidth") == size[0]
    assert found == {name: [] for name in SCREENS}
