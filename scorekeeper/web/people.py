"""The people of the household and their partnerships: how they stand, who they are, and what is said of them."""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.book import OtherContent
from scorekeeper.book.history import PAGE, Standing
from scorekeeper.book.projections import folded
from scorekeeper.entries import Impossible, OfHousehold
from scorekeeper.people import People, Person
from scorekeeper.selection import Selection
from scorekeeper.typed import alike
from scorekeeper.web.forms import BookForm, NameForm, NicknamesForm, SameForm, new_op_id
from scorekeeper.web.paging import Paging, asked_page, last_page
from scorekeeper.web.store import session
from scorekeeper.web.words import tr
from scorekeeper.words import Text, say

pages = Blueprint("people", __name__)

MOST_PARTNERS = 10
SENT_BEFORE = say("This page has saved something else already. Press once more to save this too.")


class Row(NamedTuple):
    """A person or partnership in a list; `rating` in whole points, None before a rated match."""

    subject: str
    name: str
    played: int = 0
    wins: int = 0
    rating: int | None = None
    last_played: str = ""


class Sort(NamedTuple):
    """An order of the list: what the link to it says, and of what the most comes first."""

    label: Text
    key: Callable[[Row], Any]


SORTS = {
    "rating": Sort(say("Rating"), lambda row: (row.rating or 0, row.played)),
    "matches": Sort(say("Matches"), lambda row: (row.played, row.wins)),
    "won": Sort(say("Share won"), lambda row: (row.wins / row.played if row.played else -1, row.played)),
    "name": Sort(say("Name"), lambda row: 0),
    "last": Sort(say("Last played"), lambda row: row.last_played),
}


@pages.get("/people")
def index() -> str:
    """Everybody who has sat in a match."""
    people = session().people()
    rows = {row.subject: row for row in map(_row(people), session().history.standings())}
    persons = [people.persons[number] for number in session().history.seated()]
    begins = folded(request.args.get("begins", ""))
    shown = [
        rows.get(str(person.id), Row(str(person.id), person.name)) for person in persons if _begins(person, begins)
    ]
    return _list(shown, partners=False)


@pages.get("/partnerships")
def partnerships() -> str:
    """All who have played side by side; `?of=` those of one person."""
    people = session().people()
    of, begins = request.args.get("of", ""), folded(request.args.get("begins", ""))
    rows = [
        row
        for row in map(_row(people), session().history.standings(partners=True))
        if (not of or of in row.subject.split("-"))
        and any(_begins(people.persons[int(number)], begins) for number in row.subject.split("-"))
    ]
    one = next((person for person in people.persons.values() if str(person.id) == of), None)
    return _list(rows, partners=True, of=one)


@pages.get("/people/<int:person_id>")
def show(person_id: int) -> ResponseReturnValue:
    """Who this is."""
    return _page(_person(person_id))


@pages.post("/people/<int:person_id>/name")
def rename(person_id: int) -> ResponseReturnValue:
    """Another name, everywhere."""
    person, form = _person(person_id), NameForm()
    body = {"name": person.spellings[0], "to": form.to.data}
    return _to(person) if _written(form, "named", body, form.to) else (_page(person, name=form), 422)


@pages.post("/people/<int:person_id>/nicknames")
def nickname(person_id: int) -> ResponseReturnValue:
    """Other nicknames, or none."""
    person, form = _person(person_id), NicknamesForm()
    body = {"name": person.spellings[0], "nicknames": form.names}
    return _to(person) if _written(form, "nicknamed", body, form.nicknames) else (_page(person, nicknames=form), 422)


@pages.route("/people/<int:person_id>/same", methods=["GET", "POST"])
def same(person_id: int) -> ResponseReturnValue:
    """Makes two people one, whose name is that of the other. What will become one is shown first."""
    person, form, act = _person(person_id), SameForm(request.values), BookForm()
    if "into" not in request.values:
        return _to(person)
    typed = (form.into.data or "").strip()
    into = session().people().asked(typed)
    if into is None or into.id == person.id:
        fault = say("these are one person already") if into else say("nobody here is called {name}", name=typed[:40])
        form.into.errors = [tr(fault)]
        return _page(person, same=form), 422
    if request.method == "POST" and _written(
        act, "merged", {"name": person.spellings[0], "into": into.spellings[0]}, form.into
    ):
        return _to(into)
    about = {one.id: session().history.matches(Selection(of=(one.id,))).number for one in (person, into)}
    page = render_template("same.html", person=person, into=into, matches=about, form=form, act=act)
    return page, 422 if form.into.errors else 200


@pages.post("/people/<int:person_id>/apart")
def part(person_id: int) -> ResponseReturnValue:
    """Takes a spelling out: whoever was typed so is a person of their own."""
    person, form = _person(person_id), BookForm()
    spelling = request.form.get("spelling", "")
    fault = _refused(form, "parted", {"name": spelling})
    if fault:
        return _page(person, fault=fault), 409
    other = session().people().called(spelling)
    return _to(person, apart=other.id if other else None)


@pages.post("/people/<int:person_id>/hide")
def hide(person_id: int) -> ResponseReturnValue:
    """Takes the name out of all pages."""
    return _hiding(person_id, "hidden")


@pages.post("/people/<int:person_id>/unhide")
def unhide(person_id: int) -> ResponseReturnValue:
    """Shows the name again."""
    return _hiding(person_id, "shown")


def _hiding(person_id: int, kind: OfHousehold) -> ResponseReturnValue:
    person = _person(person_id)
    fault = _refused(BookForm(), kind, {"name": person.spellings[0]})
    return (_page(person, fault=fault), 409) if fault else _to(person)


def _person(person_id: int) -> Person:
    """The person of this number; who was made one with another is at the address of both."""
    person = session().led_to(person_id) or abort(404)
    return person if person.id == person_id else abort(_to(person))


def _to(person: Person, **more: Any) -> Response:
    return redirect(url_for("people.show", person_id=person.id, **more), 303)  # type: ignore[return-value]


def _written(form: BookForm, kind: OfHousehold, body: dict[str, Any], field: Any) -> bool:
    """Writes the act of this form, or says beside the field why that cannot be."""
    if fault := _refused(form, kind, body):
        field.errors = [tr(fault)]
    return not fault


def _refused(form: BookForm, kind: OfHousehold, body: dict[str, Any]) -> Text | None:
    """Writes the act of this form; why not, if not."""
    try:
        session().write_household(form.op_id.data or "", kind, body)
    except Impossible as impossible:
        return impossible.message
    except OtherContent:
        form.op_id.data = new_op_id()
        return SENT_BEFORE
    return None


def _page(
    person: Person,
    name: NameForm | None = None,
    nicknames: NicknamesForm | None = None,
    same: SameForm | None = None,
    fault: Text | None = None,
) -> str:
    """The page of a person, with a form as it was sent and refused."""
    history, people = session().history, session().people()
    own = Selection(of=(person.id,))
    standings = [row for row in map(_row(people), history.standings()) if row.subject == str(person.id)]
    apart = people.persons.get(request.args.get("apart", 0, type=int))
    return render_template(
        "person.html",
        person=person,
        row=standings[0] if standings else Row(str(person.id), person.name),
        spellings=_each_once(person.spellings),
        number=history.matches(own).number,
        partners=history.company(own).partners,
        most_partners=MOST_PARTNERS,
        name=name or NameForm(data={"to": person.name}),
        nicknames=nicknames or NicknamesForm(data={"nicknames": ", ".join(person.nicknames)}),
        same=same or SameForm(),
        fault=fault,
        apart=apart,
    )


def _each_once(spellings: Iterable[str]) -> list[str]:
    """The spellings that more than letters large and small tell apart."""
    return list({alike(one): one for one in reversed(list(spellings))}.values())[::-1]


def _row(people: People) -> Callable[[Standing], Row]:
    def row(one: Standing) -> Row:
        names = " & ".join(people.persons[int(number)].name for number in one.subject.split("-"))
        rating = None if one.rating is None else round(one.rating / 100)
        return Row(one.subject, names, one.played, one.wins, rating, one.last_played)

    return row


def _begins(person: Person, letters: str) -> bool:
    """Does one of the names, or a word of it, begin so?"""
    names = [person.name] if person.hidden else [*person.spellings, *person.nicknames]
    return not letters or any(f" {letters}" in f" {folded(name)}" for name in names)


def _list(rows: list[Row], partners: bool, of: Person | None = None) -> str:
    asked = request.args.get("sort", "")
    sort = asked if asked in SORTS else "rating"
    names = {str(person.id): folded(person.name) for person in session().people().persons.values()}
    rows = sorted(rows, key=lambda row: [names[number] for number in row.subject.split("-")])
    rows.sort(key=SORTS[sort].key, reverse=True)
    page = min(asked_page(), last_page(len(rows)))
    endpoint = "people.partnerships" if partners else "people.index"
    begins = request.args.get("begins", "")[:40]
    kept: dict[str, Any] = {"begins": begins or None, "of": of.id if of else None}

    def at(number: int, sort: str = sort) -> str:
        said: dict[str, Any] = {"sort": None if sort == "rating" else sort, "page": number if number > 1 else None}
        return url_for(endpoint, **kept, **said)

    return render_template(
        "people.html",
        rows=rows[(page - 1) * PAGE : page * PAGE],
        partners=partners,
        of=of,
        begins=begins,
        sort=sort,
        sorts=[(key, one.label, at(1, key)) for key, one in SORTS.items()],
        everybody=url_for(endpoint),
        paging=Paging(len(rows), page, at),
    )
