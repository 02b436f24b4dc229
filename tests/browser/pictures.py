"""Screenshots, read: the colour of a spot, the shape of what is drawn, how much two things differ."""

import struct
import zlib
from typing import NamedTuple

from playwright.sync_api import Locator

Colour = tuple[int, int, int]


class Picture(NamedTuple):
    """What is drawn, spot by spot; `scale`: spots in a CSS pixel."""

    rows: list[list[Colour]]
    scale: float

    @classmethod
    def of(cls, one: Locator, width: float = 0, height: float = 0) -> "Picture":
        """An element as it is seen, and around it nothing; or its upper left corner, so many CSS pixels large."""
        box = one.bounding_box()
        assert box
        size = {"width": width or box["width"], "height": height or box["height"]}
        rows = _decoded(one.page.screenshot(clip={"x": box["x"], "y": box["y"], **size}))
        return cls(rows, len(rows[0]) / size["width"])

    def at(self, x: float, y: float) -> Colour:
        """The colour so many CSS pixels from the left and from the top; from the other end where negative."""
        row = self.rows[_spot(y, self.scale, len(self.rows))]
        return row[_spot(x, self.scale, len(row))]

    def shape(self, ground: Colour) -> list[list[bool]]:
        """Where something is drawn that stands out from the ground more than half as much as what stands out most."""
        steps = [[abs(_light(spot) - _light(ground)) for spot in row] for row in self.rows]
        most = max(map(max, steps))
        return [[step > most / 2 for step in row] for row in steps]


def apart(one: list[list[bool]], other: list[list[bool]]) -> float:
    """How much of what either shape covers is not covered by both: 0 the same, 1 nothing in common."""
    pairs = [pair for row, other_row in zip(one, other, strict=False) for pair in zip(row, other_row, strict=False)]
    return sum(here != there for here, there in pairs) / (sum(here or there for here, there in pairs) or 1)


def contrast(one: Colour, other: Colour) -> float:
    """The ratio of WCAG, from 1 to 21."""
    dark, bright = sorted((_light(one), _light(other)))
    return (bright + 0.05) / (dark + 0.05)


def _light(spot: Colour) -> float:
    parts = (part / 255 for part in spot)
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _spot(at: float, scale: float, length: int) -> int:
    spot = int(at * scale) if at >= 0 else length + int(at * scale)
    return min(max(spot, 0), length - 1)


def _decoded(png: bytes) -> list[list[Colour]]:
    """The spots of a PNG as browsers write them: 8 bits a channel, with or without opacity, not interlaced."""
    at, packed, width, channels = 8, b"", 0, 0
    while at < len(png):
        (length,) = struct.unpack(">I", png[at : at + 4])
        kind, data = png[at + 4 : at + 8], png[at + 8 : at + 8 + length]
        if kind == b"IHDR":
            width, _, bits, colours, _, _, interlaced = struct.unpack(">IIBBBBB", data)
            assert (bits, interlaced) == (8, 0)
            channels = {2: 3, 6: 4}[colours]
        elif kind == b"IDAT":
            packed += data
        at += length + 12
    raw = zlib.decompress(packed)
    step = width * channels
    above = bytearray(step)
    rows = []
    for start in range(0, len(raw), step + 1):
        row = bytearray(raw[start + 1 : start + 1 + step])
        _unfilter(raw[start], row, above, channels)
        rows.append([(row[n], row[n + 1], row[n + 2]) for n in range(0, step, channels)])
        above = row
    return rows


def _unfilter(how: int, row: bytearray, above: bytearray, channels: int) -> None:
    """Undoes in place what PNG does to a row before it is packed."""
    for n in range(len(row)):
        left = row[n - channels] if n >= channels else 0
        up = above[n]
        corner = above[n - channels] if n >= channels else 0
        if how == 1:
            row[n] = row[n] + left & 255
        elif how == 2:
            row[n] = row[n] + up & 255
        elif how == 3:
            row[n] = row[n] + (left + up) // 2 & 255
        elif how == 4:
            guess = left + up - corner
            nearest = min((left, up, corner), key=lambda one: abs(guess - one))
            row[n] = row[n] + nearest & 255
