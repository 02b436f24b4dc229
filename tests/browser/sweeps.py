"""What every page is looked over for: what axe finds, text that is pale, cut or on other text, small targets."""

from typing import Any

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

_CONTRAST: dict[str, Any] = {
    "color-contrast": {"enabled": False},
    "color-contrast-enhanced": {
        "enabled": True,
        "checks": {
            "color-contrast-enhanced": {
                "options": {"contrastRatio": {size: {"minThreshold": 0} for size in ("normal", "large")}}
            }
        },
    },
}
"""One rule tells of all pale texts. By itself axe leaves the palest to the plain rule, and reckons everything twice."""
AXE: dict[str, Any] = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag2aaa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "rules": _CONTRAST,
    "resultTypes": ["violations"],
}
UNCOLOURED: dict[str, Any] = AXE | {"rules": {rule: {"enabled": False} for rule in _CONTRAST}}
COLOURS: dict[str, Any] = {
    "runOnly": {"type": "rule", "values": ["color-contrast-enhanced", "link-in-text-block"]},
    "rules": {"color-contrast-enhanced": _CONTRAST["color-contrast-enhanced"]},
    "resultTypes": ["violations"],
}
"""What axe finds out about colours, and nothing else: the rest is the same in every look."""
LEAST = 48
"""Pixels: the least height and width of anything to be touched."""
LEAST_KEY = 60
"""Pixels: the same of a key of the pad."""
APART = 8
"""Pixels between two things to be touched."""
CONTRAST = 7
"""Times: how much lighter than its ground a text is, or the ground than it."""


def violations(page: Page, options: dict[str, Any] = AXE) -> list[tuple[str, str, str]]:
    """What axe finds on a page: the rule, where, and what should be otherwise."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    found = page.evaluate("async options => (await axe.run(options)).violations", options)
    return [(one["id"], str(node["target"]), node["failureSummary"]) for one in found for node in one["nodes"]]


_TEXTS = """
  const clipped = one => one && (getComputedStyle(one).clipPath === 'inset(50%)' || clipped(one.parentElement));
  const seen = one => one.checkVisibility({visibilityProperty: true}) && !one.closest('.radios, svg') && !clipped(one);
  const texts = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const node = walk.currentNode;
    if (!node.data.trim() || !seen(node.parentElement)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const boxes = [...range.getClientRects()].filter(box => box.width > 0);
    if (boxes.length) texts.push({ node, one: node.parentElement, boxes, said: node.data.trim().slice(0, 40) });
  }
"""

_PALE = f"""least => {{
  {_TEXTS}
  const read = text => {{
    const [red, green, blue, alpha] = text.match(/[\\d.]+/g).map(Number);
    return {{ rgb: [red, green, blue], alpha: alpha ?? 1 }};
  }};
  const over = (top, alpha, ground) => top.map((part, n) => part * alpha + ground[n] * (1 - alpha));
  const linear = part => part <= .04045 ? part / 12.92 : ((part + .055) / 1.055) ** 2.4;
  const light = rgb => rgb.map(part => linear(part / 255))
    .reduce((sum, part, n) => sum + part * [.2126, .7152, .0722][n], 0);
  const ground = one => {{
    for (; one; one = one.parentElement) {{
      const {{ rgb, alpha }} = read(getComputedStyle(one).backgroundColor);
      if (alpha === 1) return rgb;
      if (alpha > 0) return over(rgb, alpha, ground(one.parentElement));
    }}
    return [255, 255, 255];
  }};
  const found = [];
  for (const {{ one, said }} of texts) {{
    let {{ rgb, alpha }} = read(getComputedStyle(one).color);
    for (let up = one; up; up = up.parentElement) alpha *= Number(getComputedStyle(up).opacity);
    const below = ground(one);
    const [dark, bright] = [light(over(rgb, alpha, below)), light(below)].sort((a, b) => a - b);
    const times = (bright + .05) / (dark + .05);
    if (times < least) found.push(`${{said}}: ${{times.toFixed(1)}}`);
  }}
  return found;
}}"""


def pale(page: Page) -> list[str]:
    """The texts of a page, large ones too, that stand out less than they should."""
    return list(page.evaluate(_PALE, CONTRAST))


# The box of a text is higher than its letters: a fifth at either end is left out.
_CUT = f"""boxes => {{
  {_TEXTS}
  const found = [];
  const width = document.documentElement.clientWidth;
  const inner = ({{ left, right, top, bottom, height }}) =>
    ({{ left: left + .5, right: right - .5, top: top + height / 5, bottom: bottom - height / 5 }});
  const edges = ({{ left, right, top, bottom }}) => [left, right, top, bottom].map(Math.round);
  for (const text of texts) text.boxes = text.boxes.map(inner);
  // Of a name that ends in dots the further lines lie below its box, and nobody sees them.
  for (const text of texts.filter(({{ one }}) => getComputedStyle(one).webkitLineClamp !== 'none')) {{
    const {{ bottom }} = text.one.getBoundingClientRect();
    text.boxes = text.boxes.filter(box => box.top < bottom);
  }}
  for (const {{ one, boxes: parts, said }} of texts) {{
    const home = one.closest(boxes)?.getBoundingClientRect();
    const say = (what, box, by) =>
      found.push(`${{what}}: ${{said}} (${{edges(box)}}${{by ? ` in ${{edges(by)}}` : ''}})`);
    for (const box of parts) {{
      if (box.left < 0 || box.right > width) say('out of the window', box);
      if (home && (box.left < home.left || box.right > home.right || box.top < home.top || box.bottom > home.bottom))
        say(`out of its ${{one.closest(boxes).className || one.closest(boxes).tagName}}`, box, home);
    }}
    for (let up = one; up; up = up.parentElement)
      if (getComputedStyle(up).overflowX !== 'visible' && up.scrollWidth > up.clientWidth + 1) say('cut', parts[0]);
  }}
  for (const text of texts) {{
    text.sticky = text.one.closest('.felt, .dock');
    text.top = Math.min(...text.boxes.map(box => box.top));
    text.bottom = Math.max(...text.boxes.map(box => box.bottom));
  }}
  for (const [n, text] of texts.entries()) for (const other of texts.slice(n + 1)) {{
    if (text.sticky !== other.sticky || text.bottom <= other.top || other.bottom <= text.top) continue;
    for (const box of text.boxes) for (const on of other.boxes)
      if (Math.min(box.right, on.right) - Math.max(box.left, on.left) > 1
        && Math.min(box.bottom, on.bottom) - Math.max(box.top, on.top) > 1)
        found.push(`${{text.said}} on ${{other.said}}`);
  }}
  const {{ scrollWidth }} = document.documentElement;
  if (scrollWidth > innerWidth) found.push(`scrolls sideways: ${{scrollWidth}}`);
  return found;
}}"""


def cut(page: Page, boxes: str) -> list[str]:
    """The texts of a page that stick out of the window or of the box they are in (a selector), or lie on others."""
    return list(page.evaluate(_CUT, boxes))


_TARGETS = """([least, key, apart]) => {
  const found = [];
  const felt = document.querySelector('.felt');
  const over = felt && getComputedStyle(felt).position === 'sticky' && innerWidth < 640;
  const low = over ? felt.getBoundingClientRect().top : Infinity;
  const touched = [...document.querySelectorAll('a[href], button, input, select, textarea, summary, .cell[data-q]')]
    .filter(one => one.checkVisibility() && one.type !== 'hidden' && one.dataset.q !== '')
    .filter(one => !one.parentElement.closest('.cell, .late') && (one.tabIndex >= 0 || one.matches('.key, .cell')))
    .map(one => {
      const whole = one.matches('.row-link') && getComputedStyle(one, '::after').position === 'absolute';
      const parts = whole ? [one.closest('tr')] : [one, one.closest('label')].filter(Boolean);
      const boxes = parts.map(part => part.getBoundingClientRect());
      const said = one.ariaLabel || one.dataset.q || parts.at(-1).textContent;
      const name = `${one.id || one.className || one.name} ${said.trim().slice(0, 30)}`;
      return {
        one, name,
        left: Math.min(...boxes.map(box => box.left)), right: Math.max(...boxes.map(box => box.right)),
        top: Math.min(...boxes.map(box => box.top)), bottom: Math.max(...boxes.map(box => box.bottom)),
      };
    })
    .filter(({ one, bottom }) => one.closest('.felt') || bottom <= low);
  for (const { one, name, left, right, top, bottom } of touched) {
    const due = one.matches('.key, .go') ? key : least;
    if (right - left < due - .5 || bottom - top < due - .5)
      found.push(`small: ${name}: ${(right - left).toFixed(1)} × ${(bottom - top).toFixed(1)}`);
  }
  for (const [n, one] of touched.entries()) for (const other of touched.slice(n + 1)) {
    const across = Math.max(one.left, other.left) - Math.min(one.right, other.right);
    const down = Math.max(one.top, other.top) - Math.min(one.bottom, other.bottom);
    const between = Math.max(across, down);
    if (between < apart - .5) found.push(`near: ${one.name} · ${other.name}: ${between.toFixed(1)}`);
  }
  return found;
}"""


def hard_to_touch(page: Page, apart: float = APART) -> list[str]:
    """What is to be touched and is too small, or nearer to something else than so many pixels.

    A label is touched with its field, and a row of a table for the link that is drawn over it. On an entry screen the
    cells of the sheet are touched, not the fields in them; what is half below the felt is not there to be touched.
    """
    return list(page.evaluate(_TARGETS, [LEAST, LEAST_KEY, apart]))
