"""Pages that stay the same for everybody until the next entry, kept as they were drawn.

Four phones look at a match all evening and the book changes once in five minutes: the page is drawn once for each
entry, language and mount point. The answer carries a tag of its content, so a phone that has it already gets no more
than the word that nothing changed.
"""

from collections.abc import Callable

from flask import Response, current_app, make_response, request

from scorekeeper.book.recent import Recent
from scorekeeper.match import Match
from scorekeeper.web.words import reader


def once(match: Match, draw: Callable[[], str]) -> Response:
    """The page that `draw` makes of the match as it stands; `draw` may use nothing else of the request."""
    kept: Recent[tuple[object, ...], str] = current_app.extensions.setdefault("drawn", Recent())
    key = (request.path, request.script_root, match.last_entry, reader().locale)
    page = kept.get(key)
    if page is None:
        page = draw()
        kept.keep(key, page)
    response = make_response(page)
    response.add_etag()
    response.make_conditional(request)
    return response
