"""The entry screen under a finger: the presses that enter a deal, and real touches on the keys they name.

A key is named by what it says: "d=4", "end=0", "threes=2,1", "grid=2,1", "act=more"; "go" is the key at the end of the
bar, "menu" the one between the names, "cell=canastas.0" a cell of the sheet.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from playwright.sync_api import Page, Response

from scorekeeper.match import Match
from scorekeeper.web import entry_sheet

MINUS = "\N{MINUS SIGN}"
MOST_ON_GRID = (2, 3)  # natural and mixed canastas that one key says
AGAIN_NEAR = 32  # px: nearer to a press that changed the pad, the next one waits
AGAIN_AFTER = 310  # ms: so long
LIT_FOR = 415  # ms: Save is heard when it has been lit for so long

WATCH = f"""(() => {{
  const heard = [], waiting = [];
  let lit = -Infinity, scrolled = 0, changed = {{ at: -Infinity, x: 0, y: 0 }};
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
    const pads = document.getElementById("pads"), shown = () => pads.querySelector(":scope > :not([hidden])");
    let before = shown();
    new MutationObserver(() => {{
      if (shown() !== before) changed = {{ at: performance.now(), ...heard.at(-1) }};
      before = shown();
    }}).observe(pads, {{ subtree: true, attributes: true, attributeFilter: ["hidden"] }});
    new MutationObserver(look).observe(go, {{ attributes: true, attributeFilter: ["class"] }});
  }});
  const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
  const click = () => new Promise((done) => waiting.push(done));
  const seen = (one) => one.checkVisibility() && one.getBoundingClientRect().width > 0;
  window.finger = {{
    heard, scrolled: () => scrolled,
    async place(selector, presses) {{
      while (heard.length < presses) await Promise.race([click(), sleep(2000).then(() => {{ throw new Error("a touch was not heard") }})]);
      let key = null;
      for (let tries = 0; tries < 100 && !key; tries++) {{
        key = [...document.querySelectorAll(selector)].find(seen) ?? null;
        if (!key) await sleep(20);
      }}
      if (!key) throw new Error(`no key ${{selector}} beside "${{document.getElementById("question")?.textContent}}"`);
      const box = key.getBoundingClientRect(), x = box.left + box.width / 2, y = box.top + box.height / 2;
      const top = document.elementFromPoint(x, y);
      if (!key.contains(top) && !top?.contains(key)) throw new Error(`${{selector}} lies under ${{top?.outerHTML.slice(0, 80)}}`);
      if (Math.hypot(x - changed.x, y - changed.y) <= {AGAIN_NEAR}) {{
        await sleep(changed.at + {AGAIN_AFTER} - performance.now());
      }}
      if (key.id === "go" && key.classList.contains("brass")) await sleep(lit + {LIT_FOR} - performance.now());
      return [x, y];
    }},
  }};
}})()"""  # noqa: E501


class Way(NamedTuple):
    """The presses that enter a deal, Save included, and the questions that they answer."""

    keys: list[str]
    questions: int


def way(match: Match, tallies: list[dict[str, Any]], depth: str = "counted") -> Way:
    """The shortest way that a player would know, from the open screen to Save.

    `depth`: "counted"; "net", the hands taken off already; "result".
    """
    if depth == "result":
        numbers = [number(one["result"]) for one in tallies]
        return Way([key for keys in numbers for key in keys] + ["go"], len(numbers))
    variant = match.variant
    answers = [_out(tallies)]
    playing = [one for one in tallies if "special_hand" not in one]
    for colour in entry_sheet.threes(variant):
        counts = [one.get(colour, 0) for one in tallies]
        if entry_sheet.splits(match):
            answers.append([f"threes={counts[0]},{counts[1]}"])
        else:
            answers += [[f"n={one.get(colour, 0)}"] for one in playing]
    for one in playing:
        answers.append(_canastas(entry_sheet.grid(variant), list(variant.canastas.kinds), one))
        answers.append(number(one.get("card_points", 0)))
    if depth == "counted":
        answers += _hands(tallies, match.opened.players // len(tallies))
    keys = [key for answer in answers for key in answer]
    keys += [key for side, one in enumerate(tallies) for key in _other_lines(match, side, one)]
    return Way([*keys, "go"], len(answers))


def number(points: int) -> list[str]:
    """The keys for a number of points: its last digit, 0 or 5, ends it."""
    digits = str(abs(points))
    sign = [f"act={MINUS}"] if points < 0 else []
    return [*sign, *(f"d={digit}" for digit in digits[:-1]), f"end={digits[-1]}"]


def _out(tallies: list[dict[str, Any]]) -> list[str]:
    for side, one in enumerate(tallies):
        if special := one.get("special_hand"):
            return [f"special={side}", f"out={side}.special.{special}"]
        if one.get("went_out"):
            return [f"out={side}.concealed" if one.get("concealed") else f"out={side}"]
    return ["out=nobody"]


def _canastas(usual: list[str], kinds: list[str], one: dict[str, Any]) -> list[str]:
    """One key of the grid; for any other kind, and those laid concealed, More and a touch for each."""
    counts = {key: n for key, n in one.get("canastas", {}).items() if n}
    concealed = one.get("concealed_canastas", 0)
    on_grid = tuple(counts.get(key, 0) for key in usual)
    if not concealed and set(counts) <= set(usual) and all(n <= most for n, most in zip(on_grid, MOST_ON_GRID)):
        return [f"grid={','.join(map(str, on_grid))}"]
    adding = [f"add=canastas.{key}" for key in kinds for _ in range(counts.get(key, 0))]
    return ["act=more", *adding, *["add=concealed_canastas"] * concealed, "act=next"]


def _hands(tallies: list[dict[str, Any]], hands: int) -> Iterator[list[str]]:
    """The hands of the sides not out, then that of the partner of the one who went out, if there is anything in it."""
    out = next((side for side, one in enumerate(tallies) if one.get("went_out") or "special_hand" in one), None)
    for side, one in enumerate(tallies):
        if side != out:
            yield number(one.get("hand_points", 0))
    if out is not None and hands > 1 and tallies[out].get("hand_points"):
        yield number(tallies[out]["hand_points"])


def _other_lines(match: Match, side: int, one: dict[str, Any]) -> list[str]:
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

    def count_anew(self) -> None:
        """What was pressed till now is not counted."""
        self._uncounted = len(self.places)

    @property
    def counted(self) -> list[tuple[float, float]]:
        """Where the presses fell that count."""
        return self.places[self._uncounted :]

    def press(self, *keys: str) -> None:
        """Touches these keys, each when a player could have found it."""
        for key in keys:
            x, y = self.place(key)
            self.page.touchscreen.tap(x, y)
            self.places.append((x, y))

    def place(self, key: str) -> tuple[float, float]:
        """The middle of the key, once every touch before it has been heard and it may be touched."""
        asked = [selector(key), len(self.places)]
        x, y = self.page.evaluate("(asked) => finger.place(...asked)", asked)
        return x, y

    def save(self) -> bool:
        """Touches Save; True once the deal is in the book, False if a doubt or an error is shown first."""
        with self.page.expect_response(_saving) as told:
            self.press("go")
        # An answer that leads to another page is gone with this one; it is short, as no answer about the sheet is.
        if int(told.value.headers["content-length"]) > 100:
            return False
        self.page.wait_for_url("**saved=*", wait_until="commit")
        return True

    def strips(self) -> list[str]:
        """What the screen says against the deal, or about it."""
        return self.page.locator(".strip").all_inner_texts()

    def heard(self) -> list[dict[str, Any]]:
        """The touches that the page has heard: x, y, and whether a finger made them."""
        self.place("go")
        return self.page.evaluate("finger.heard")

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


def _saving(response: Response) -> bool:
    return response.request.method == "POST" and "act=save" in (response.request.post_data or "")
