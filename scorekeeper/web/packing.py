"""What is sent packed with gzip, the one packing that browsers take over plain http."""

import gzip
import hashlib
from typing import NamedTuple

import zopfli.gzip
from flask import Response, request

LEAST = 1000
"""Bytes: a page that is shorter travels in one packet anyhow."""


class Parcel(NamedTuple):
    """A body that is sent more than once: as it is, packed if that makes it smaller, and the tag it is known by."""

    body: bytes
    packed: bytes | None
    tag: str


def parcel(body: bytes, quick: bool = False) -> Parcel:
    """The body, made ready to be sent: packed as small as gzip allows, since it is packed once; `quick`: nearly so."""
    packed = gzip.compress(body, mtime=0) if quick else zopfli.gzip.compress(body)
    return Parcel(body, packed if len(packed) < len(body) else None, hashlib.sha256(body).hexdigest()[:12])


def once(body: bytes) -> Parcel:
    """A body that is sent this once: packed quickly, if it is of some length."""
    packed = gzip.compress(body, mtime=0) if len(body) > LEAST and _accepted() else None
    return Parcel(body, packed, hashlib.sha256(body).hexdigest()[:12])


def send(found: Parcel, kind: str) -> Response:
    """The answer that this is; nothing but its tag to whoever has it already."""
    packed = found.packed if _accepted() else None
    response = Response(packed or found.body, mimetype=kind)
    if packed:
        response.headers["Content-Encoding"] = "gzip"
    if found.packed:
        response.vary.add("Accept-Encoding")
    response.set_etag(found.tag, weak=True)  # the same whether packed or not
    response.make_conditional(request)
    return response


def pack(response: Response) -> Response:
    """The answer, packed if it is a page of some length that was not made ready before."""
    if response.mimetype != "text/html" or response.is_streamed or "ETag" in response.headers:
        return response
    response.vary.add("Accept-Encoding")
    if _accepted() and len(page := response.get_data()) > LEAST:
        response.set_data(gzip.compress(page, mtime=0))
        response.headers["Content-Encoding"] = "gzip"
    return response


def _accepted() -> bool:
    """Does whoever asks take gzip?"""
    return request.accept_encodings["gzip"] > 0
