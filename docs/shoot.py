"""The pictures in README.md, taken anew: python3 dev.py shots.

The same evening every time, on a phone of 360 × 640 at twice the pixels, in the light look and in the dark one. On
another machine its fonts make other pictures.
"""

import base64
import contextlib
import struct
import sys
import tempfile
import zlib
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from unittest import mock

from _browser import PHONE, launch_options
from _household import settled
from _shelf import COUPLES, SMALL, TYPICAL, Writer, served
from _years import sheets
from playwright.sync_api import Page, sync_playwright

from scorekeeper.book import Book, Session

HERE = Path(__file__).resolve().parent
MOST = 60_000  # bytes of a picture
LOOKS = ["light", "dark"]
PAUSE = 500  # ms: between two touches, and until a page has come to rest

EVENING = [
    SMALL,
    [
        {"card_points": 130, "red_threes": 1, "hand_points": 135},
        {"card_points": 160, "canastas": {"mixed": 1}, "red_threes": 2, "hand_points": 0, "went_out": True},
    ],
    [
        {"card_points": 255, "canastas": {"mixed": 1}, "red_threes": 1, "hand_points": 0, "went_out": True},
        {"card_points": 120, "red_threes": 1, "hand_points": 135},
    ],
    TYPICAL,
]
"""1,495 to 985 after three deals, 3,525 to 1,490 after four."""
QUARREL = [
    *EVENING[:2],
    [
        {"card_points": 0, "red_threes": 4, "hand_points": 120},
        {"card_points": 430, "canastas": {"natural": 2}, "hand_points": 45, "went_out": True},
    ],
]
"""Deals to argue about: the first is contested, the second was corrected, in the third a side has four red threes and
nothing melded, and the partner of the one who went out has cards in hand."""
BEFORE, MATCH, DEAL = "/matches/1", "/matches/5", "/matches/5/deals/9"
"""Where the match of three deals is, that of four, and the last deal of that."""
ARGUED = "/matches/10"
FIRST = ["[data-out='0']", "[data-threes='2,1']"]
REST = [
    "[data-grid='2,1']",
    *("[data-d='4']", "[data-d='3']", "[data-end='0']"),
    "[data-grid='0,1']",
    *("[data-d='1']", "[data-d='8']", "[data-end='0']"),
    *("[data-d='7']", "[data-end='5']"),
    "[data-end='0']",
]
PIXELS = """async (png) => {
  const picture = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
  const canvas = new OffscreenCanvas(picture.width, picture.height).getContext("2d");
  canvas.drawImage(picture, 0, 0);
  const { data } = canvas.getImageData(0, 0, picture.width, picture.height);
  let bytes = "";
  for (let at = 0; at < data.length; at += 8192) bytes += String.fromCharCode(...data.subarray(at, at + 8192));
  return [picture.width, picture.height, btoa(bytes)];
}"""
MELDS = [*["[data-card='A']"] * 2, "[data-card='2']", "#next", *["[data-card='K']"] * 3]


def main() -> int:
    too_large = []
    with (
        tempfile.TemporaryDirectory() as folder,
        served(evening(Path(folder) / "evening.book"), TZ="UTC") as address,
        sync_playwright() as driver,
    ):
        browser = driver.chromium.launch(**launch_options())
        for look in LOOKS:
            context = browser.new_context(**PHONE, base_url=address, color_scheme=look)
            page, reader = context.new_page(), context.new_page()
            page.bring_to_front()
            for name, show in SHOTS.items():
                show(page)
                page.wait_for_timeout(PAUSE)
                path = HERE / f"{name}-{look}.png"
                path.write_bytes(small(reader, page.screenshot(animations="disabled", caret="hide")))
                print(f"{path.name}: {path.stat().st_size:,} bytes")
                if path.stat().st_size > MOST:
                    too_large.append(path.name)
        browser.close()
    if too_large:
        print("Too large:", ", ".join(too_large), file=sys.stderr)
    return int(bool(too_large))


def small(reader: Page, picture: bytes) -> bytes:
    """The same picture with 256 colours: those it has most of, each other one as the nearest of them.

    `reader`: an empty page, whose browser reads the pixels.
    """
    width, height, found = reader.evaluate(PIXELS, base64.b64encode(picture).decode())
    pixels = memoryview(base64.b64decode(found)).cast("I")
    colours = [colour for colour, _ in Counter(pixels).most_common()]
    kept = [colour.to_bytes(4, sys.byteorder)[:3] for colour in colours[:256]]
    nearest = {}
    for colour in colours:
        own = colour.to_bytes(4, sys.byteorder)[:3]
        nearest[colour] = min(
            range(len(kept)), key=lambda at: sum((a - b) ** 2 for a, b in zip(own, kept[at], strict=True))
        )
    indexes = bytes(map(nearest.__getitem__, pixels))
    lines = b"".join(b"\0" + indexes[at : at + width] for at in range(0, width * height, width))
    parts = [
        (b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)),
        (b"PLTE", b"".join(kept)),
        (b"IDAT", zlib.compress(lines, 9)),
        (b"IEND", b""),
    ]
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data)) for name, data in parts
    )


def evening(path: Path) -> Path:
    """Writes a match of three deals and one of four, both on the same evening long ago."""
    settled(path)
    clock = [f"2025-11-29T{hour}:{minute:02}:00Z" for hour in (20, 21) for minute in range(0, 60, 5)]
    with (
        mock.patch("scorekeeper.book.session.utc", side_effect=clock),
        contextlib.closing(Book(path)) as book,
        book.session() as session,
    ):
        writer = Writer(session)
        writer.deals(writer.open("classic", COUPLES), *EVENING[:3])
        after = writer.deals(writer.open("classic", COUPLES), *EVENING)
        assert (f"/matches/{after.id}", f"/matches/{after.id}/deals/{after.deals[-1].id}") == (MATCH, DEAL)
        quarrel(session, writer)
        session.bring_in((f"sheet-of-years-{number:04}", one) for number, one in enumerate(sheets(120, 12, 2, 3)))
    return path


def quarrel(session: Session, writer: Writer) -> None:
    """Writes a match that is argued about."""
    match = writer.deals(writer.open("classic", COUPLES), *QUARREL)
    first, second, _ = match.deals
    we, they = QUARREL[0]
    better = {"tallies": [QUARREL[1][0], {**QUARREL[1][1], "card_points": 180}], "reason": "an ace was overlooked"}
    other = {"tallies": [{**we, "red_threes": 2}, they], "reason": "We had two red threes"}
    match = session.write(
        "op-of-the-correction", match.id, "corrected", {"deal": second.id, **better}, match.last_entry
    ).match
    session.write("op-of-the-other-version", match.id, "contested", {"deal": first.id, **other}, match.last_entry)
    assert f"/matches/{match.id}" == ARGUED


def entering(page: Page) -> None:
    page.set_viewport_size(PHONE["viewport"])
    page.goto(f"{BEFORE}/deals/new")
    page.locator("body.ready").wait_for()
    touch(page, FIRST)


def entered(page: Page) -> None:
    touch(page, REST)


def match(page: Page) -> None:
    page.goto(MATCH)


def proof(page: Page) -> None:
    page.goto(DEAL)


def opening(page: Page) -> None:
    page.goto(f"{MATCH}/opening")
    touch(page, MELDS)


def course(page: Page) -> None:
    page.goto(f"{MATCH}/course")


def records(page: Page) -> None:
    page.set_viewport_size(PHONE["viewport"])
    page.goto("/records")


def figures(page: Page) -> None:
    page.set_viewport_size({"width": 640, "height": 360})
    page.goto(f"{MATCH}/table")


def asking(page: Page, question: str) -> None:
    """Opens a question on the rules of the match that is argued about."""
    page.set_viewport_size({"width": 360, "height": 400})
    page.goto(f"{ARGUED}/rules")
    asked = page.locator(f"#question-{question}")
    asked.locator("summary").tap()
    asked.scroll_into_view_if_needed()
    asked.evaluate("(one) => scrollTo(0, one.getBoundingClientRect().top + scrollY - 60)")


def rule(page: Page) -> None:
    page.set_viewport_size(PHONE["viewport"])
    page.goto(f"{ARGUED}/deals/13")
    page.locator("summary").filter(has_text="Red threes").first.tap()


def trace(page: Page) -> None:
    page.goto(f"{ARGUED}/journal")


def versions(page: Page) -> None:
    page.goto(f"{ARGUED}/deals/11/both")


def otherwise(page: Page) -> None:
    page.set_viewport_size(PHONE["viewport"])
    page.goto(f"{ARGUED}/otherwise")


def touch(page: Page, keys: list[str]) -> None:
    for key in keys:
        page.locator(f"{key}:visible").tap()
        page.wait_for_timeout(PAUSE)


SHOTS: dict[str, Callable[[Page], None]] = {
    "entry": entering,
    "entered": entered,
    "match": match,
    "proof": proof,
    "opening": opening,
    "course": course,
    "figures": figures,
    "records": records,
    "rule": rule,
    "quarrel-threes": lambda page: asking(page, "all-red-threes-unopened"),
    "quarrel-concealed": lambda page: asking(page, "out-concealed"),
    "quarrel-partner": lambda page: asking(page, "partners-hand"),
    "otherwise": otherwise,
    "trace": trace,
    "versions": versions,
}
"""The pictures in the order in which they are taken; what is shown for one is where the next begins."""


if __name__ == "__main__":
    sys.exit(main())
