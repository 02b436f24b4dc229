"""The entry screen under a finger: the presses that enter a deal, and real touches on the keys they name.

A key is named by what it says: "d=4", "end=0", "threes=2,1", "grid=2,1", "act=more"; "go" is the key at the end of the
bar, "menu" the one between the names, "cell=canastas.0" a cell of the sheet.
"""

import contextlib
import time
from typing import Any, NamedTuple

from playwright.sync_api import Error, Page, Request, Response

from scorekeeper.match import Match
from scorekeeper.web import entry_sheet

MINUS = "\N{MINUS SIGN}"
MOST_ON_GRID = (2, 3)  # natural and mixed canastas that one key says
AGAIN_NEAR = 32  # px: nearer to a press after which another question is asked, the next one waits
AGAIN_AFTER = 310  # ms: so long
PLAIN = ("out=", "threes=", "n=", "grid=", "d=", "end=")
NO_FASTER = 80  # ms: after any other key no finger is faster, and the screen may need as long
PATIENT = 10_000  # ms: a screen that has not heard, asked or answered by then does not, however slow the machine
LIT_FOR = 415  # ms: Save is heard when it has been lit for so long

WATCH = f"""(() => {{
  const heard = [], waiting = [], ask = fetch;
  let asking = 0, unsaved = 0;
  window.fetch = (...about) => {{
    asking++;
    const answer = ask(...about);
    answer.then((one) => one.clone().text()).catch(() => {{}}).finally(() => setTimeout(() => asking--));
    return answer;
  }};
  let lit = -Infinity, scrolled = 0, swipes = 0, changed = {{ at: -Infinity, x: 0, y: 0 }};
  addEventListener("click", (event) => {{
    if (event.detail === 0) return;
    heard.push({{ x: event.clientX, y: event.clientY, trusted: event.isTrusted }});
    setTimeout(() => waiting.splice(0).forEach((one) => one()));
  }}, true);
  addEventListener("scroll", () => scrolled = Math.max(scrolled, scrollY), true);
  addEventListener("DOMContentLoaded", () => {{
    const go = document.getElementById("go");
    const look = () => {{
      if (!go.classList.contains("brass")) lit = -Infinity;
      else if (lit < 0) lit = performance.now();
    }};
    if (!go) return;
    look();
    const pads = document.getElementById("pads");
    const asked = document.getElementById("question"), state = () => asked.textContent + shown()?.dataset.pad;
    let before = state();
    const note = new MutationObserver(() => {{
      if (state() !== before) changed = {{ at: performance.now(), presses: heard.length, ...heard.at(-1) }};
      before = state();
    }});
    note.observe(pads, {{ subtree: true, attributes: true, attributeFilter: ["hidden"] }});
    note.observe(asked, {{ subtree: true, childList: true, characterData: true }});
    const said = JSON.parse(document.getElementById("deal").dataset.words).unsaved;
    new MutationObserver(() => unsaved += asked.textContent === said).observe(asked, {{ childList: true }});
    new MutationObserver(look).observe(go, {{ attributes: true, attributeFilter: ["class"] }});
  }});
  const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
  const click = () => new Promise((done) => waiting.push(done));
  const shown = () => document.querySelector("#pads > :not([hidden])");
  const seen = (one) => one.checkVisibility() && one.getBoundingClientRect().width > 0;
  window.finger = {{
    loaded: performance.timeOrigin, heard, scrolled: () => scrolled, swipes: () => swipes, unsaved: () => unsaved,
    async hear(presses) {{
      const late = () => {{ throw new Error("a touch was not heard") }};
      while (heard.length < presses) await Promise.race([click(), sleep({PATIENT}).then(late)]);
    }},
    async told(presses) {{
      await this.hear(presses);
      for (const began = performance.now(); asking && performance.now() - began < {PATIENT};) await sleep(20);
    }},
    async asked(questions, presses) {{
      await this.hear(presses);
      let asked = "";
      for (const began = performance.now(); performance.now() - began < {PATIENT};) {{
        const pad = shown()?.dataset.pad ?? "", cells = [...document.querySelectorAll(".cell.current")];
        const kind = /^(digits|values)$/.test(pad) ? cells[0]?.dataset.q.split(".")[0] : pad;
        const sides = new Set(cells.map((cell) => cell.dataset.side));
        asked = kind.replace("partner", "hand");
        if (questions.includes(asked)) return asked; // for all sides at once
        asked += `.${{[...sides][0]}}`;
        if (questions.includes(asked)) return asked;
        await sleep(20);
      }}
      throw new Error(`asked ${{asked}}, meant ${{questions}}`);
    }},
    async places(selectors, presses, loaded) {{
      if (presses && loaded !== this.loaded) throw new Error("the page has been loaded anew");
      await this.hear(presses);
      const found = [];
      for (const selector of selectors) {{
        let key = null;
        for (const began = performance.now(); !key && performance.now() - began < {PATIENT};) {{
          key = [...document.querySelectorAll(selector)].find(seen) ?? null;
          if (!key) await sleep(20);
        }}
        if (!key) throw new Error(`no key ${{selector}} beside "${{document.getElementById("question")?.textContent}}"`);
        const middle = () => {{
          const box = key.getBoundingClientRect(), x = box.left + box.width / 2, y = box.top + box.height / 2;
          return {{ x, y, top: document.elementFromPoint(x, y) }};
        }};
        if (!key.contains(middle().top)) {{
          key.scrollIntoView({{ block: "nearest" }});
          swipes++;
        }}
        const {{ x, y, top }} = middle();
        if (!key.contains(top) && !top?.contains(key)) throw new Error(`${{selector}} lies under ${{top?.outerHTML.slice(0, 80)}}`);
        const near = Math.hypot(x - changed.x, y - changed.y) <= {AGAIN_NEAR};
        if (near && changed.presses === heard.length) await sleep(changed.at + {AGAIN_AFTER} - performance.now());
        if (key.id === "go" && key.classList.contains("brass")) await sleep(lit + {LIT_FOR} - performance.now());
        found.push([x, y]);
      }}
      return found;
    }},
  }};
}})()"""  # noqa: E501


class Way(NamedTuple):
    """What is pressed to enter a deal: the keys that answer each question, and those for lines in the menu.

    A question is named after the cell that it is about, "canastas.1": its kind and its side, "went_out" for all sides.
    `offered` are those that the screen may ask or not; `doubted` are keys for a line that is there only if doubted.
    """

    answers: dict[str, list[str]]
    menu: list[str]
    offered: set[str]
    doubted: dict[str, list[str]]

    @property
    def presses(self) -> int:
        """The presses of this way, Save included, where nothing offered is asked and no doubt comes."""
        asked = [keys for question, keys in self.answers.items() if question not in self.offered]
        return len(self.menu) + 1 + sum(map(len, asked))


def way(match: Match, tallies: list[dict[str, Any]], depth: str = "counted") -> Way:
    """The shortest way that a player would know, from the open screen to Save.

    `depth`: "counted"; "net", the hands taken off already; "result".
    """
    answers = {"went_out": _out(tallies)}
    if depth == "result":
        return Way(
            answers | {f"result.{side}": signed(one["result"]) for side, one in enumerate(tallies)},
            [],
            {"went_out"},
            {},
        )
    variant = match.variant
    playing = [(side, one) for side, one in enumerate(tallies) if "special_hand" not in one]
    for colour in entry_sheet.threes(variant):
        if entry_sheet.splits(match):
            answers[colour] = [f"threes={','.join(str(one.get(colour, 0)) for one in tallies)}"]
        else:
            answers |= {f"{colour}.{side}": [f"n={one.get(colour, 0)}"] for side, one in playing}
    for side, one in playing:
        answers[f"canastas.{side}"] = _canastas(entry_sheet.grid(variant), list(variant.canastas.kinds), one)
        points = one.get("card_points", 0)
        answers |= {f"net.{side}": signed(points)} if depth == "net" else {f"cards.{side}": number(points)}
    # Unless told otherwise, a side that may not have opened has not; one that holds less than was dealt to it has.
    doubted = {
        f"opened.{side}": [f"cell=opened.{side}", "opened=yes"]
        for side, one in enumerate(tallies)
        if one.get("opened") and one["card_points"] <= -entry_sheet.dealt_worth(match)
    }
    if depth == "counted":
        answers |= _hands(tallies, match.opened.players // len(tallies))
    return Way(answers, [key for side, one in enumerate(tallies) for key in _other_lines(side, one)], set(), doubted)


def number(points: int) -> list[str]:
    """The keys for a number of points: its last digits, 0, 5 or 00, end it."""
    return _keys(str(points), 2 if points and points % 100 == 0 else 1)


def signed(points: int) -> list[str]:
    """The keys for a number of points that may be minus: its last digit, 0 or 5, ends it, and says so."""
    *digits, last = _keys(str(abs(points)), 1)
    return [*digits, last.replace("=", f"={MINUS}") if points < 0 else last]


def _keys(digits: str, ending: int) -> list[str]:
    return [*(f"d={digit}" for digit in digits[:-ending]), f"end={digits[-ending:]}"]


def _out(tallies: list[dict[str, Any]]) -> list[str]:
    for side, one in enumerate(tallies):
        if special := one.get("special_hand"):
            return [f"special={side}", f"out={side}.special.{special}"]
        if one.get("went_out"):
            return [f"out={side}.concealed" if one.get("concealed") else f"out={side}"]
    return ["out=nobody"]


def _canastas(usual: list[str], kinds: list[str], one: dict[str, Any]) -> list[str]:
    """One key of the grid, and one more if one was laid concealed; for others, More and a touch for each."""
    counts = {key: n for key, n in one.get("canastas", {}).items() if n}
    concealed = one.get("concealed_canastas", 0)
    on_grid = tuple(counts.get(key, 0) for key in usual)
    if (
        concealed <= 1
        and set(counts) <= set(usual)
        and all(n <= most for n, most in zip(on_grid, MOST_ON_GRID, strict=False))
    ):
        return [*["go=concealed"] * concealed, f"grid={','.join(map(str, on_grid))}"]
    adding = [f"add=canastas.{key}" for key in kinds for _ in range(counts.get(key, 0))]
    return ["act=more", *adding, *["add=concealed_canastas"] * concealed, "act=next"]


def _hands(tallies: list[dict[str, Any]], hands: int) -> dict[str, list[str]]:
    """The hands of the sides not out, and that of the partner of the one who went out if there is anything in it."""
    out = next((side for side, one in enumerate(tallies) if one.get("went_out") or "special_hand" in one), None)
    points = {side: one.get("hand_points", 0) for side, one in enumerate(tallies)}
    return {f"hand.{side}": number(left) for side, left in points.items() if side != out or (hands > 1 and left)}


def _other_lines(side: int, one: dict[str, Any]) -> list[str]:
    """What few deals need stands in the menu."""
    adding = [f"add=extras.{key}" for key, n in one.get("extras", {}).items() for _ in range(n)]
    return ["menu", "go=menu.other", f"ask=other.{side}", *adding, "act=next"] if adding else []


class Screen:
    """The entry screen of a match on a phone. `places`: where it was touched since it was opened."""

    def __init__(self, page: Page) -> None:
        page.add_init_script(WATCH)
        self.page = page
        self.begin()

    def open(self, address: str) -> None:
        self.page.goto(address)
        self.page.locator("body.ready").wait_for()
        self.begin()

    def begin(self) -> None:
        """The screen has just been opened."""
        self.places: list[tuple[float, float]] = []
        self._uncounted = 0
        self._loaded = 0.0

    def count_anew(self) -> None:
        """What was pressed till now is not counted."""
        self.page.locator(".pad:not([hidden]):not([data-pad^=menu])").wait_for()
        self._uncounted = len(self.places)

    @property
    def counted(self) -> list[tuple[float, float]]:
        """Where the presses fell that count."""
        return self.places[self._uncounted :]

    def press(self, *keys: str) -> None:
        """Touches these keys, each when a player could have found it."""
        together = all(key.startswith(("d=", "end=")) for key in keys)  # on one pad
        for some in [keys] if keys and together else [(key,) for key in keys]:
            for x, y in self.spots(*some):
                self.page.touchscreen.tap(x, y)
                self.places.append((x, y))
            if some[0].startswith("cell="):
                self.page.locator(f"{selector(some[0])}.current").first.wait_for()
            elif not some[0].startswith(PLAIN):
                self.page.wait_for_timeout(NO_FASTER)

    def spots(self, *keys: str) -> list[tuple[float, float]]:
        """The middle of each key, once every touch before has been heard and they may be touched."""
        if not self.places:
            self._loaded = self.page.evaluate("finger.loaded")
        asked = [[selector(key) for key in keys], len(self.places), self._loaded]
        return [(x, y) for x, y in self.page.evaluate("(asked) => finger.places(...asked)", asked)]

    def answer(self, meant: Way) -> int:
        """Answers what is asked until all of the deal is said, all but Save; how many questions were answered."""
        left = dict(meant.answers)
        while set(left) - meant.offered:
            asked = self.page.evaluate("(asked) => finger.asked(...asked)", [list(left), len(self.places)])
            self.press(*left.pop(asked))
        self.press(*meant.menu)
        for cell, keys in meant.doubted.items():
            if self._comes(selector(f"cell={cell}")):
                self.press(*keys)
        return len(meant.answers) - len(left)

    def _comes(self, shown: str) -> bool:
        """Is this on the sheet, once the book has said what it thinks of the deal?"""
        self.page.evaluate("(presses) => finger.told(presses)", len(self.places))
        return self.page.locator(shown).first.is_visible()

    def save(self) -> bool:
        """Touches Save; True once the deal is in the book, False if a doubt or an error is shown first."""
        answers: list[Response] = []
        lost: list[Request] = []

        def answered(answer: Response) -> None:
            if _saving(answer.request):
                answers.append(answer)

        def failed(request: Request) -> None:
            if _saving(request):
                lost.append(request)

        self.spots("go")
        shown = "finger.unsaved()"  # a doubt out of sight, in place of saving
        before = self.page.evaluate(shown)
        self.page.on("response", answered)
        self.page.on("requestfailed", failed)
        self.press("go")
        late = time.monotonic() + PATIENT / 1000
        while not (answers or lost) and time.monotonic() < late:
            with contextlib.suppress(Error):  # the page that says what was saved is on its way
                if self.page.evaluate(shown) > before:
                    break
            self.page.wait_for_timeout(20)
        self.page.remove_listener("response", answered)
        self.page.remove_listener("requestfailed", failed)
        # An answer that leads to another page is gone with this one; it is short, as no answer about the sheet is.
        if not answers or int(answers[0].headers["content-length"]) > 100:
            return False
        self.page.wait_for_url("**saved=*", wait_until="commit")
        return True

    def strips(self) -> list[str]:
        """What the screen says against the deal, or about it."""
        return self.page.locator(".strip").all_inner_texts()

    def heard(self) -> list[dict[str, Any]]:
        """The touches that the page has heard: x, y, and whether a finger made them."""
        self.spots("go")
        return self.page.evaluate("finger.heard")

    def swipes(self) -> int:
        """How often a finger had to scroll to reach what it touched."""
        return self.page.evaluate("finger.swipes()")

    def scrolled(self) -> float:
        """How far the page was scrolled, in px."""
        return self.page.evaluate("Math.max(scrollY, finger.scrolled())")


def selector(key: str) -> str:
    what, _, says = key.partition("=")
    if what in ("go", "menu") and not says:
        return f"#{what}"
    if what == "cell":
        return f'.cell[data-q~="{says}"]'
    return f'.pad:not([hidden]) [data-{what}="{says}"]'


def _saving(request: Request) -> bool:
    return request.method == "POST" and "act=save" in (request.post_data or "")
