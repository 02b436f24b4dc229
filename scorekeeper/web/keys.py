"""The keys of programs: each request of a program carries its own, in a header that no browser sends by itself.

Wrong keys make an address wait as wrong codes do, though nobody guesses 192 bits: a program that was let out asks ever
less often. They are counted apart from the codes of the door, and whoever's key was right a moment ago is asked no more
than that: nobody's wrong keys keep anybody else out.
"""

import hashlib

from flask import current_app, request

from scorekeeper.book import Device
from scorekeeper.book.recent import Recent
from scorekeeper.web.guesses import Guesses
from scorekeeper.web.store import session


def sent() -> str | None:
    """The key that came with this request, right or wrong."""
    scheme, _, key = request.headers.get("Authorization", "").partition(" ")
    return key.strip() if scheme.lower() == "bearer" else None


def program_of(key: str) -> Device | int | None:
    """The program of this key; the seconds that its address has to wait; None where nobody has such a key."""
    guesses: Guesses = current_app.extensions.setdefault("key_guesses", Guesses())
    right: Recent[str, None] = current_app.extensions.setdefault("right_keys", Recent())
    address, mark = request.remote_addr or "", hashlib.sha256(key.encode()).hexdigest()
    was_right = mark in right
    if not was_right and (seconds := guesses.wait(address)):
        return seconds
    found = session().access.program(key)
    if found is None:
        right.pop(mark, None)
    elif not was_right:
        guesses.right(address)
        right.keep(mark, None)
    return found
