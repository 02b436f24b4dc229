"""Which matches a page is about, as it stands in the address: whose, against whom, which game, when, with which words.

People stand in the address by their numbers (`of=12-15`, `against=3`), as links have them, or by their names (`who`,
`partner`, `opponent`), as they are typed. What cannot be understood is said beside its field, and not asked for.
"""

import re
from typing import Any, NamedTuple

import msgspec
from flask import request, url_for

from scorekeeper import variants
from scorekeeper.people import People
from scorekeeper.selection import Selection, subject
from scorekeeper.typed import joined
from scorekeeper.web.selection_form import FINISHED, RUNNING, STATES, SelectionForm
from scorekeeper.web.store import session
from scorekeeper.web.words import game, month, tr
from scorekeeper.words import say, verbatim

_NUMBERS = re.compile(r"[1-9]\d{0,8}(-[1-9]\d{0,8}){0,3}")
_MONTH = re.compile(r"(?!0000)[0-9]{4}(-(0[1-9]|1[0-2]))?")


class Chip(NamedTuple):
    """A filter that is set, in words, and the address of the page without it."""

    label: str
    without: str


def selected() -> SelectionForm:
    """The filters of this request; its `selection` is what of them could be understood."""
    people = session().people()
    form = SelectionForm(request.args, games=[(one.key, tr(one.name)) for one in variants.everything()])
    of = _numbers(people, "of") or _named(form, people, "who", "partner")
    against = _numbers(people, "against") or _named(form, people, "opponent")
    if request.args.get("of") and not of and not form.who.errors:
        form.who.errors = [tr(say("nobody here goes by this number; this is about everybody"))]
    if against and not of:
        against = ()
        form.opponent.errors = [tr(say("against whom? Write a name above it too"))]
    _write_names(form, people, of, against)
    form.selection = Selection(
        of,
        against,
        variant=form.game.data if form.game.data in dict(form.games) else "",
        since=_month(form, "since", "01"),
        until=_month(form, "until", "12"),
        finished=STATES.get(form.state.data or ""),
        words=form.words.data or "",
    )
    if form.selection.since and "" < form.selection.until < form.selection.since:
        form.until.errors = [tr(say("this is before the month in which it begins"))]
    return form


def asked(selection: Selection, **more: Any) -> dict[str, Any]:
    """The selection as it stands in an address, for `url_for`."""
    state = next(key for key, finished in STATES.items() if finished is selection.finished)
    found = {
        "of": subject(selection.of),
        "against": subject(selection.against),
        "game": selection.variant,
        "since": selection.since,
        "until": selection.until,
        "state": state,
        "words": selection.words,
        **more,
    }
    return {key: value for key, value in found.items() if value}


def chips(selection: Selection, endpoint: str, **more: Any) -> list[Chip]:
    """What is set, each with the address of the page without it. Nobody can be against whom where nobody is whose."""
    people = session().people().persons
    without = msgspec.structs.replace
    found = []
    for place, number in enumerate(selection.of):
        rest = tuple(one for one in selection.of if one != number)
        label = say("with {name}", name=people[number].name) if place else verbatim(people[number].name)
        found.append((label, without(selection, of=rest, against=selection.against if rest else ())))
    if selection.against:
        names = joined(people[number].name for number in selection.against)
        found.append((say("against {name}", name=names), without(selection, against=())))
    if selection.variant:
        found.append((verbatim(game(selection.variant)), without(selection, variant="")))
    if selection.since:
        found.append((say("from {month}", month=month(selection.since)), without(selection, since="")))
    if selection.until:
        found.append((say("until {month}", month=month(selection.until)), without(selection, until="")))
    if selection.finished is not None:
        label = FINISHED if selection.finished else RUNNING
        found.append((label, without(selection, finished=None)))
    if selection.words:
        found.append((say("“{words}”", words=selection.words), without(selection, words="")))
    return [Chip(tr(label), url_for(endpoint, **asked(rest, **more))) for label, rest in found]


def _numbers(people: People, name: str) -> tuple[int, ...]:
    text = request.args.get(name, "")
    if not _NUMBERS.fullmatch(text):
        return ()
    numbers = tuple(sorted({int(number) for number in text.split("-")}))
    return numbers if all(number in people.persons for number in numbers) else ()


def _named(form: SelectionForm, people: People, *fields: str) -> tuple[int, ...]:
    found = set()
    for name in fields:
        typed = (form[name].data or "").strip()
        person = people.asked(typed) if typed else None
        if typed and person is None:
            form[name].errors = [tr(say("nobody here is called {name}", name=typed[:40]))]
        elif person is not None:
            found.add(person.id)
    return tuple(sorted(found))


def _write_names(form: SelectionForm, people: People, of: tuple[int, ...], against: tuple[int, ...]) -> None:
    """Fills in the names of those whom the address has by number."""
    for names, numbers in ((("who", "partner"), of), (("opponent",), against)):
        for name, number in zip(names, numbers, strict=False):
            if not form[name].data:
                form[name].data = people.persons[number].name


def _month(form: SelectionForm, name: str, whole_year: str) -> str:
    text = (form[name].data or "").strip()
    if not text:
        return ""
    if not _MONTH.fullmatch(text):
        form[name].errors = [tr(say("a month like 2024-03, or a year, is expected here"))]
        return ""
    return text if "-" in text else f"{text}-{whole_year}"
