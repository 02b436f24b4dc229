"""A match on a phone whose font has wide figures: nobody knows which fonts a phone has."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from browser.sweeps import cut
from browser.test_looks import COUPLES, SIDEWAYS, THREE
from playwright.sync_api import Browser, Page

TOTALS = ["3030", "−3030", "12340", "−12345", "123456", "−123456"]
DEALS = ["105", "−12345"]
"""The last one is as much as a deal can cost."""

WIDE = """
@font-face {
  font-family: Wide; font-weight: 1 1000; size-adjust: 105%;
  src: local("DejaVu Sans Bold"), local("Verdana Bold"), local("Verdana-Bold");
}
:root { --sans: Wide, sans-serif; --serif: Wide, serif; }
:root * { font-family: Wide, sans-serif !important; }
"""
"""Figures a little wider than those of Verdana Bold, which are as wide as they get in fonts for reading."""

DIGIT = """() => {
  const one = document.body.appendChild(document.createElement('span'));
  one.textContent = '0'.repeat(100);
  one.style = 'position: absolute; white-space: nowrap; font: bold 100px Wide';
  const width = one.getBoundingClientRect().width / 10000;
  one.remove();
  return width;
}"""

OUT_OF_ITS_CELL = """() => [...document.querySelectorAll('.num')].filter(one => {
  const around = one.closest('.half-total, td, .match-about');
  const [num, cell] = [one, around].map(part => part?.getBoundingClientRect());
  return cell && (num.right > cell.right + .5 || num.left < cell.left - .5);
}).map(one => one.textContent)"""


@pytest.fixture(scope="module")
def matches(tmp_path_factory: pytest.TempPathFactory, at_home: Callable[[Path], Any]) -> Iterator[dict[str, str]]:
    """The addresses of matches by their total."""
    with at_home(tmp_path_factory.mktemp("wide") / "test.book") as home:

        def play(game: str, about: dict[str, str], deals: list[str]) -> str:
            match: str = home.send(f"/new/{game}", about)
            for points in deals:
                sides = {f"side{side}-result": points for side in range(3 if about is three else 2)}
                home.send(f"{match}/deals/new/plain", {"went_out": "0", **sides})
            return f"http://127.0.0.1:{home.port}{match}"

        found = {}
        for total in TOTALS:
            two = {**COUPLES, "target": "1000000", **{f"before{side}": total for side in range(2)}}
            three = {**THREE, "target": "1000000", **{f"before{side}": total for side in range(3)}}
            found[total] = play("classic", two, [])
            found[f"{total}, three"] = play("italian", three, [])
        two = {**COUPLES, "target": "1000000", "before0": "−123456", "before1": "−123456"}
        found["deals"] = play("classic", two, DEALS)
        yield found


@pytest.fixture(scope="module")
def phone(browser: Browser, browser_context_args: dict[str, Any]) -> Iterator[Page]:
    context = browser.new_context(**browser_context_args, bypass_csp=True)
    yield context.new_page()
    context.close()


@pytest.mark.parametrize("wide", [True, False], ids=["wide figures", "the machine's own"])
@pytest.mark.parametrize("text", [100, 200])
@pytest.mark.parametrize("width", [320, 360])
def test_a_match_fits_the_phone_however_wide_its_figures_are(
    phone: Page, matches: dict[str, str], width: int, text: int, wide: bool
) -> None:
    phone.set_viewport_size({"width": width, "height": 640})
    reader = phone.context.new_cdp_session(phone)
    reader.send("Page.setFontSizes", {"fontSizes": {"standard": 16 * text // 100}})
    wrong = {}
    try:
        for name, address in matches.items():
            phone.goto(address)
            if wide:
                phone.add_style_tag(content=WIDE)
                phone.evaluate("document.fonts.ready")
                assert phone.evaluate(DIGIT) > 0.7
            assert phone.evaluate("getComputedStyle(document.documentElement).fontSize") == f"{18 * text // 100}px"
            found = [*phone.evaluate(SIDEWAYS, width), *phone.evaluate(OUT_OF_ITS_CELL)]
            found += cut(phone, ".dock .button")
            if (needed := phone.evaluate("document.documentElement.scrollWidth")) != width:
                found.append(f"scrolls to {needed}")
            bottom = phone.evaluate("document.querySelector('.dock').getBoundingClientRect().bottom")
            if text == 100 and bottom > 640:  # from about 150 % text up it stands at the end of the page
                found.append(f"the dock ends at {bottom}")
            if found:
                wrong[name] = found
    finally:
        reader.send("Page.setFontSizes", {"fontSizes": {"standard": 16}})
        reader.detach()
    assert wrong == {}
