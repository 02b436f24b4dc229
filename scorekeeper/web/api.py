"""What programs may read: the games, the matches, their sheets and journals, as JSON, and the description of it all.

Each address is told here once, with the shape of what it takes and answers; `openapi` describes the same.
"""

import functools
from collections.abc import Callable
from typing import Annotated, Any, TypeVar

import msgspec
from flask import Blueprint, Response, current_app, request, url_for
from msgspec import Meta

from scorekeeper import variants
from scorekeeper.faults import refusal
from scorekeeper.selection import Selection, numbers
from scorekeeper.web import access, api_answers, errors, packing
from scorekeeper.web import openapi as description
from scorekeeper.web.matches import variant_or_404
from scorekeeper.web.openapi import Operation
from scorekeeper.web.store import match_or_404, session
from scorekeeper.words import verbatim

pages = Blueprint("api", __name__, url_prefix="/api")

MOST = 100
"""So many matches are answered at once."""


_PEOPLE = r"^([1-9]\d{0,8}(-[1-9]\d{0,8}){0,3})?$"
_MONTH = r"^((?!0000)\d{4}-(0[1-9]|1[0-2]))?$"
People = Annotated[str, Meta(pattern=_PEOPLE, description="A person, 12, or the people of a partnership, 12-15.")]
Month = Annotated[str, Meta(pattern=_MONTH, description="A month, 2026-11.")]


class Which(msgspec.Struct):
    """Whose matches, of which game, from which month to which, both within. `against` is asked for beside `of` only."""

    of: People = ""
    against: People = ""
    variant: str = ""
    since: Month = ""
    until: Month = ""

    @property
    def selection(self) -> Selection:
        of, against = (numbers(key) if key else () for key in (self.of, self.against))
        return Selection(of, against if of else (), self.variant, self.since, self.until)


class Asked(Which):
    """What stands behind the `?` of the list of matches."""

    finished: bool | None = None
    words: Annotated[str, Meta(max_length=100, description="In notes and places.")] = ""
    limit: Annotated[int, Meta(ge=1, le=MOST, description="So many matches at most.")] = 50
    after: Annotated[int, Meta(ge=0, le=2**53 - 1, description="The id of the match after which the list begins.")] = 0


Shape = TypeVar("Shape")
OPERATIONS: dict[str, Operation] = {}
"""What is to be said of each address, by endpoint."""


def answers(rule: str, shape: type[Shape]) -> Callable[[Callable[..., Shape]], Callable[..., Shape]]:
    """Puts a view at an address, where it answers with this shape. What it takes as `asked` is read from behind the `?`
    by the shape of that."""

    def put(view: Callable[..., Shape]) -> Callable[..., Shape]:
        takes = view.__annotations__.get("asked")

        @functools.wraps(view)
        def shown(**given: Any) -> Response:
            if takes is not None:
                try:
                    given["asked"] = msgspec.convert(request.args.to_dict(), takes, strict=False)
                except msgspec.ValidationError as error:
                    return errors.problem(422, verbatim(_refused(error)))
            return _sent(msgspec.json.encode(view(**given)))

        OPERATIONS[f"{pages.name}.{view.__name__}"] = Operation(shape, " ".join((view.__doc__ or "").split()), takes)
        pages.get(rule, endpoint=view.__name__)(shown)
        return view

    return put


def _refused(error: msgspec.ValidationError) -> str:
    """ "limit: Expected `int` <= 100": nothing of what was sent."""
    return f"{refusal(error).key}: {str(error).partition(' - at ')[0]}"


@answers("/openapi.json", dict[str, Any])
def openapi() -> dict[str, Any]:
    """This description."""
    cookie = current_app.session_interface.get_cookie_name(current_app)
    return description.described(current_app.url_map, OPERATIONS, request.script_root, cookie)


@answers("/variants", api_answers.Games)
def games() -> api_answers.Games:
    """The games that can be scored."""
    return api_answers.Games([api_answers.game(one, url_for("api.game", key=one.key)) for one in variants.everything()])


@answers("/variants/<key>", api_answers.RulesCard)
def game(key: str) -> api_answers.RulesCard:
    """All rules of a game, in words."""
    return api_answers.rules_card(variant_or_404(key))


@answers("/matches", api_answers.Matches)
def matches(asked: Asked) -> api_answers.Matches:
    """The matches, in the order in which they were opened."""
    found = access.device()
    only = found.match if found else None
    which = msgspec.structs.replace(asked.selection, finished=asked.finished, words=asked.words)
    listed = session().history.opened_after(asked.after, asked.limit + 1, which, only)
    shown = [api_answers.in_list(one, url_for("api.match", match_id=one.id)) for one in listed[: asked.limit]]
    if len(listed) == len(shown):
        return api_answers.Matches(shown, None)
    following: dict[str, Any] = msgspec.structs.asdict(msgspec.structs.replace(asked, after=shown[-1].id))
    if asked.finished is not None:
        following["finished"] = str(asked.finished).lower()
    said = {key: value for key, value in following.items() if value not in ("", None)}
    return api_answers.Matches(shown, url_for("api.matches", **said))


@answers("/people", api_answers.Everybody)
def people() -> api_answers.Everybody:
    """Everybody who sits in a match, by number, and how they stand."""
    history = session().history
    standing = {one.subject: one for one in history.standings()}
    sitting = sorted(history.seated())
    persons = session().people().persons
    return api_answers.Everybody([api_answers.person(persons[one], standing.get(str(one))) for one in sitting])


@answers("/statistics", api_answers.Statistics)
def statistics(asked: Which) -> api_answers.Statistics:
    """What the matches of somebody, or all of them, come to."""
    history, selection = session().history, asked.selection
    return api_answers.statistics(history.facts(selection), None if selection.of else history.household(selection))


@answers("/matches/<int:match_id>", api_answers.Match)
def match(match_id: int) -> api_answers.Match:
    """A match as it stands, with every line of every score."""
    return api_answers.standing(match_or_404(match_id))


@answers("/matches/<int:match_id>/sheet", api_answers.Sheet)
def sheet(match_id: int) -> api_answers.Sheet:
    """The score sheet of a match: what was counted, to be scored anew by anybody."""
    return api_answers.sheet(session().sheet(match_or_404(match_id).id) or {})


@answers("/matches/<int:match_id>/journal", api_answers.Journal)
def journal(match_id: int) -> api_answers.Journal:
    """All that was written about a match: what, when, and from which device."""
    entries, named = session().entries(match_or_404(match_id).id), functools.cache(session().access.name_of)
    return api_answers.journal(match_id, entries, session().people(), named)


def _sent(body: bytes) -> Response:
    response = packing.send(packing.once(body), "application/json")
    response.headers["Cache-Control"] = "private, no-cache"
    response.vary.update(["Authorization", "Cookie"])
    return response
