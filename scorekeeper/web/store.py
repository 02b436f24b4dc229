"""The book, as a request sees it: one session, opened when first asked for and closed with the request."""

from flask import Flask, abort, current_app, g

from scorekeeper.book import Book, Session, Summary
from scorekeeper.book.history import MOST_NAMES
from scorekeeper.match import Match


def install(app: Flask, book: Book) -> None:
    """Gives the app its book, and pages the names of its matches and people."""
    app.add_template_global(name_of)
    app.add_template_global(names_of_late)
    app.extensions["book"] = book
    app.teardown_appcontext(_close)


def kept_book() -> Book:
    """The book itself."""
    found: Book = current_app.extensions["book"]
    return found


def session() -> Session:
    """The session of this request."""
    if "book_session" not in g:
        g.book_session = kept_book().session()
    found: Session = g.book_session
    return found


def name_of(match: Match | Summary) -> str:
    """How phones name a match: no two of all books are called the same."""
    return f"{match.id} {match.opened_at}"


def names_of_late() -> list[str]:
    """The names and nicknames of those who played last, offered where a name is typed."""
    persons = session().people().persons
    late = [persons[number] for number in session().history.of_late()]
    return [name for person in late for name in (person.name, *person.nicknames)][:MOST_NAMES]


def match_or_404(match_id: int) -> Match:
    """The match of this id, else the page that says there is none."""
    return match_or_none(match_id) or abort(404)


def match_or_none(match_id: int) -> Match | None:
    """The match of this id; no number is too large, or too small, to ask for."""
    return session().match(match_id) if 0 < match_id < 2**63 else None


def _close(error: BaseException | None) -> None:
    found: Session | None = g.pop("book_session", None)
    if found is not None:
        found.close()
