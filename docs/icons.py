"""The icons of the app, drawn anew from the picture in the tabs: PYTHONPATH=.:bench .venv/bin/python docs/icons.py.

A maskable icon may be cut to a circle of four fifths of its width, so there the picture lies smaller on its ground.
"""

import sys
from pathlib import Path

from _browser import launch_options
from playwright.sync_api import sync_playwright
from shoot import small

STATIC = Path(__file__).resolve().parents[1] / "static"
ICONS = {"icon-192": (192, 1, 0), "icon-512": (512, 1, 0), "icon-180": (180, 0.9, 1), "maskable": (512, 0.72, 1)}
"""Of each: its width in pixels, the share that the picture takes, and whether the ground goes to the edge."""
PAGE = """<body style="margin:0;display:grid;place-items:center;height:100vh;background:{ground}">
<div style="width:{share}%">{picture}</div>"""


def main() -> int:
    picture = (STATIC / "parts" / "favicon.svg").read_text(encoding="utf-8")
    with sync_playwright() as driver:
        browser = driver.chromium.launch(**launch_options())
        page, reader = browser.new_page(), browser.new_page()
        for name, (width, share, filled) in ICONS.items():
            page.set_viewport_size({"width": width, "height": width})
            ground = "#2a5547" if filled else "transparent"
            page.set_content(PAGE.format(ground=ground, share=100 * share, picture=picture))
            found = page.screenshot(omit_background=not filled)
            path = STATIC / f"{name}.png"
            path.write_bytes(small(reader, found) if filled else found)
            print(f"{path.name}: {path.stat().st_size:,} bytes")
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
