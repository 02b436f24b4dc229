"""Stylesheets, scripts and pictures: read once when the app starts, and addressed by what they hold.

What lies in `parts` goes out inside the files that import it, not by itself.

An address never means two things, so a phone keeps the file for a year without asking. One that names what a file held
before an update is not found, rather than given what belongs to other pages; loading the page anew sets it right.
"""

import functools
import mimetypes
from pathlib import Path
from typing import Any
from urllib.parse import quote

from flask import Flask, Response, abort
from markupsafe import Markup

from scorekeeper.web import joining, packing
from scorekeeper.web.packing import Parcel

_YEAR = 365 * 24 * 3600
_KINDS = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
"""Told here, since machines differ in what they call them."""


def install(app: Flask, folder: Path) -> None:
    """Serves the files of that folder; `url_for("static", filename=...)` takes their plain names."""
    parcels: dict[Path, Parcel] = {}

    def address(path: Path) -> str:
        if path not in parcels:
            parcels[path] = _packed(joining.joined(path, address))
        return f"{path.stem}.{parcels[path].tag[:8]}{path.suffix}"

    addresses: dict[str, str] = {}
    files: dict[str, tuple[Parcel, str]] = {}
    for path in sorted(folder.resolve().rglob("*")):
        name = path.relative_to(folder.resolve())
        if path.is_file() and not any(part.startswith(".") or part == joining.PARTS for part in name.parts):
            addresses[name.as_posix()] = where = name.with_name(address(path)).as_posix()
            files[where] = parcels[path], _kind(path)

    def serve(filename: str) -> Response:
        response = packing.send(*(files.get(filename) or abort(404)))
        response.headers["Cache-Control"] = f"max-age={_YEAR}, immutable"
        return response

    def by_content(endpoint: str, values: dict[str, Any]) -> None:
        if endpoint == "static":
            values["filename"] = addresses[values["filename"]]

    app.jinja_env.globals["favicon"] = _inside_the_page(folder / joining.PARTS / "favicon.svg")
    app.add_url_rule("/static/<path:filename>", "static", serve)
    app.url_defaults(by_content)


@functools.cache
def _packed(body: bytes) -> Parcel:
    """A file, packed once for all apps of a process: that takes longer than all else at their start."""
    return packing.parcel(body)


def _inside_the_page(picture: Path) -> Markup:
    """A small picture as an address that holds all of it: a request costs more than the picture."""
    text = picture.read_text(encoding="utf-8").strip().replace('"', "'")
    return Markup("data:image/svg+xml,") + Markup(quote(text, safe=" ='/:.-()<>"))


def _kind(path: Path) -> str:
    return _KINDS.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
