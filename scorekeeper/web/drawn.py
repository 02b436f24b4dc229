"""Pages that stay the same for everybody until the next entry, kept as they were drawn.

Four phones look at a match all evening and the book changes once in five minutes: the page is drawn once for each
entry, language, look, hand, role and mount point, and whatever else it hangs on. The answer carries a tag of its
content, so a phone that has it already gets no more than the word that nothing changed.
"""

import hashlib
import re
from collections.abc import Callable, Hashable

from flask import Response, current_app, request
from flask import session as device_session

from scorekeeper.book.recent import Recent
from scorekeeper.match import Match
from scorekeeper.web import access, packing
from scorekeeper.web.packing import Parcel
from scorekeeper.web.phone import chosen
from scorekeeper.web.store import session
from scorekeeper.web.words import reader

_ONE_TIME = re.compile(r'name="(?:csrf_token|op_id)" value="[^"]*"')


def once(match: Match, draw: Callable[[], str], *also: Hashable, quick: bool = False) -> Response:
    """The page that `draw` makes of the match as it stands; `draw` may use the address, `also`, what the device may do,
    and nothing else it was sent. `quick`: a page of which there are many, packed as those `of_all`."""
    called = str(match.sides)  # people get other names without an entry in the match
    return kept((match.last_entry, called, chosen("look").key, chosen("hand").key, access.kind(), *also), draw, quick)


def of_all(draw: Callable[[], str]) -> Response:
    """The page that `draw` makes of the whole book; it may use the address and what the device may do. There are many
    such pages, and few are asked for again: packing takes no longer than drawing."""
    key = (session().history.version(), chosen("look").key, chosen("hand").key, access.kind())
    return kept(key, draw, quick=True)


def own(page: str) -> Response:
    """A page with forms of this device's own, asked for again and again: its tag is of all but what every drawing makes
    anew, so that one that is there already is not sent again."""
    lasting = _ONE_TIME.sub("", page) + str(device_session.get("csrf_token"))
    parcel = packing.once(page.encode())
    return packing.send(parcel._replace(tag=hashlib.sha256(lasting.encode()).hexdigest()[:12]), "text/html")


def kept(key: tuple[Hashable, ...], draw: Callable[[], str], quick: bool = False) -> Response:
    """The page at this address in the reader's language, drawn anew when `key` is another."""
    pages: Recent[tuple[Hashable, ...], Parcel] = current_app.extensions.setdefault("drawn", Recent())
    whole = (current_app.extensions["book"].generation, request.full_path, request.script_root, reader().locale, *key)
    page = pages.get(whole)
    if page is None:
        page = packing.parcel(draw().encode(), quick)
        pages.keep(whole, page)
    return packing.send(page, "text/html")
