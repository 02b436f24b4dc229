"""How others at the table come to a match: an address to be typed, and a picture of one for a phone's camera."""

import functools
import io
from typing import NamedTuple
from urllib.parse import urlsplit

import segno
from flask import Blueprint, Response, abort, current_app, url_for

from scorekeeper import lan
from scorekeeper.web import packing
from scorekeeper.web.packing import Parcel
from scorekeeper.web.store import match_or_404

pages = Blueprint("invitation", __name__)

QUIET = 4
"""Modules: the white around the picture, without which cameras do not find it."""


class Invitation(NamedTuple):
    """The addresses of the match and, shorter, of the book's first page; the latter by name, where one is announced."""

    match: str
    home: str
    named: str | None


def invitation(match_id: int) -> Invitation | None:
    """What others have to open: the reader's own address, in place of one that means this very machine that of this
    machine at home. None where there is no such: outside every network, or where the app listens to itself alone."""
    match = url_for("matches.show", match_id=match_id, _external=True)
    home = url_for("matches.index", _external=True)
    if lan.only_here(urlsplit(match).hostname or ""):
        there = lan.address() if current_app.config["SHARED"] else None
        if there is None:
            return None
        match, home = _at(there, match), _at(there, home)
    named: str | None = current_app.config["NAMED"]
    return Invitation(match, home, named if named != home else None)


def _at(host: str, address: str) -> str:
    """The same address on another host: scheme, port and path stay."""
    parts = urlsplit(address)
    return parts._replace(netloc=host if parts.port is None else f"{host}:{parts.port}").geturl()


@pages.get("/matches/<int:match_id>/qr.svg")
def picture(match_id: int) -> Response:
    """The address of the match, for a camera."""
    found = invitation(match_or_404(match_id).id) or abort(404)
    return packing.send(_picture(found.match), "image/svg+xml")


@functools.lru_cache(maxsize=64)
def _picture(address: str) -> Parcel:
    """Dark on white in every look: few cameras read it the other way round."""
    drawn = io.BytesIO()
    code = segno.make_qr(address, error="m")
    code.save(drawn, "svg", border=QUIET, dark="#000", light="#fff", omitsize=True, xmldecl=False, nl=False)
    return packing.parcel(drawn.getvalue())
