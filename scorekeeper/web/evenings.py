"""The evenings at the table as a calendar, each a day with its matches."""

from collections.abc import Iterator
from datetime import date, datetime

from flask import Blueprint, Response, stream_with_context
from icalendar import Calendar, Event

from scorekeeper.book import Book
from scorekeeper.book.history import Day
from scorekeeper.web.store import kept_book
from scorekeeper.web.words import gettext, points

pages = Blueprint("evenings", __name__)

_END = b"END:VCALENDAR\r\n"


@pages.get("/calendar.ics")
def calendar() -> Response:
    """All evenings, to be opened with a calendar; sent as they are read."""
    called = gettext("Canasta")
    with kept_book().session() as own:
        mark = own.mark()
    response = Response(stream_with_context(_calendar(kept_book(), called, mark)), mimetype="text/calendar")
    response.headers["Content-Disposition"] = 'attachment; filename="canasta.ics"'
    response.headers["Cache-Control"] = "no-store"
    return response


def _calendar(kept: Book, called: str, mark: str) -> Iterator[bytes]:
    whole = Calendar()
    whole.add("prodid", "-//Scorekeeper//Canasta//EN")
    whole.add("version", "2.0")
    yield whole.to_ical().removesuffix(_END)
    with kept.session() as own:
        for day in own.history.days():
            yield _event(day, called, mark).to_ical()
    yield _END


def _event(day: Day, called: str, mark: str) -> Event:
    """A day without a clock: nobody writes down when the cards were first shuffled."""
    event = Event()
    event.add("uid", f"{day.played_on}.{mark}@scorekeeper")
    event.add("dtstamp", datetime.fromisoformat(day.changed_at))
    event.add("dtstart", date.fromisoformat(day.played_on))
    lines = [" : ".join(f"{name} {points(total)}" for name, total in sides) for sides in day.matches]
    event.add("summary", f"{called}: {lines[0]}" if len(lines) == 1 else f"{called} ({len(lines)})")
    event.add("description", "\n".join(lines))
    if day.places:
        event.add("location", ", ".join(day.places))
    return event
