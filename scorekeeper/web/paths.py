"""Addresses that a reader brings along: none leads out of the book."""

import re

_OWN = re.compile(r"/(?!/)[!-\[\]-~]*")
"""A path and query of this app in plain characters: no other host, no backslash that a browser reads as a slash."""


def own(path: str) -> str:
    """The path, below where the app is mounted, if it is one of ours; else that of the matches."""
    return path if _OWN.fullmatch(path) else "/"
