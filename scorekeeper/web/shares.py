"""Averages, spans of months and kinds of canastas, as the reader's language has them; filters and names for pages that
tell of many matches."""

import functools
from datetime import date

import babel.dates
import babel.numbers
from flask import Flask
from flask_babel import get_locale
from markupsafe import Markup

from scorekeeper import variants
from scorekeeper.selection import Selection, numbers
from scorekeeper.typed import joined
from scorekeeper.web.store import session
from scorekeeper.web.words import month, name, points, reader, tr
from scorekeeper.words import Text, say


def install(app: Flask) -> None:
    """Gives pages these filters."""
    for one in (average, mean, period, called, short_month, short_dated):
        app.add_template_filter(one)


def average(total: int, count: int) -> str:
    """Of few things in many deals: 412 in 312 -> "1.32"."""
    return _hundredths(round(100 * total / count), reader().locale)


@functools.lru_cache(maxsize=2_000)
def _hundredths(value: int, locale: str) -> str:
    return babel.numbers.format_decimal(value / 100, format="0.00", locale=locale)


def mean(total: int, count: int) -> str:
    """Of points, whole: 41,200 in 312 -> "132"."""
    return points(round(total / count))


def short_month(text: str) -> str:
    """ "2026-11" -> "Nov 2026"."""
    return babel.dates.format_skeleton("yMMM", date.fromisoformat(f"{text}-01"), locale=get_locale())


def shortest_month(text: str) -> str:
    """ "2026-11" -> "11/2026"."""
    return babel.dates.format_skeleton("yM", date.fromisoformat(f"{text}-01"), locale=get_locale())


def short_day(text: str) -> str:
    """ "2026-11-22" -> "Nov 22"."""
    return babel.dates.format_skeleton("MMMd", date.fromisoformat(text), locale=get_locale())


def short_dated(text: str) -> str:
    """ "2026-11-22" -> "Nov 22, 2026"."""
    return babel.dates.format_date(date.fromisoformat(text), "medium", locale=get_locale())


def period(selection: Selection) -> str:
    """The months selected, in words; none where all are."""
    since, until = selection.since, selection.until
    return tr(_period(since, until)) if since or until else ""


def _period(since: str, until: str) -> Text:
    if since == until:
        return say("in {month}", month=month(since))
    if (since[5:], until[5:]) == ("01", "12") and since[:4] == until[:4]:
        return say("in {month}", month=since[:4])
    if not until:
        return say("since {month}", month=month(since))
    if not since:
        return say("until {month}", month=month(until))
    return say("from {month} to {other}", month=month(since), other=month(until))


def called(people: str | tuple[int, ...]) -> Markup:
    """The people of these numbers, or of the key of a person or partnership, by their names."""
    return name(plainly_called(people))


def plainly_called(people: str | tuple[int, ...]) -> str:
    """The same without marks."""
    persons = session().people().persons
    return joined([persons[number].name for number in (numbers(people) if isinstance(people, str) else people)])


def kinds(variant: str, short: bool = False) -> dict[str, str]:
    """What the kinds of canastas are called in this game, or in all, by their keys; `short`: without the word."""
    found: dict[str, list[str]] = {}
    for game in variants.everything():
        if variant in ("", game.key):
            for key, kind in game.canastas.kinds.items():
                label = tr(kind.one if short else kind.label)
                if label not in found.setdefault(key, []):
                    found[key].append(label)
    return {key: " / ".join(labels) for key, labels in found.items()}
