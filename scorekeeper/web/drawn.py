"""Pages that stay the same for everybody until the next entry, kept as they were drawn.

Four phones look at a match all evening and the book changes once in five minutes: the page is drawn once for each
entry, language and mount point. The answer carries a tag of its content, so a phone that has it already gets no more
than the word that nothing changed.
"""

import threading
from collections.abc import Callable

from flask import Response, current_app, make_response, request

from scorekeeper.match import Match
from scorekeeper.web.words import reader

KEPT = 64
_lock = threading.Lock()


def once(match: Match, draw: Callable[[], str]) -> Response:
    """The page that `draw` makes of the match as it stands; `draw` may use nothing else of the request."""
    kept: dict[tuple[object, ...], str] = current_app.extensions.setdefault("drawn", {})
    key = (request.path, request.script_root, match.last_entry, reader().locale)
    page = kept.get(key)
    if page is None:
        page = draw()
        with _lock:
            kept[key] = page
            while len(kept) > KEPT:
                del kept[next(iter(kept))]
    response = make_response(page)
    response.add_etag()
    response.make_conditional(request)
    return response
