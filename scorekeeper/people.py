"""The people of the household: who is behind each name that was ever typed.

Matches keep names as they were typed. Every spelling leads to one person, and what the household says of a person
(another name, nicknames, two spellings of one) is an entry in the journal like any other: `after(people, entry)`.
"""

import hashlib
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, get_args

import msgspec

from scorekeeper.entries import Entry, Impossible, OfHousehold, Side
from scorekeeper.match import Match
from scorekeeper.typed import LONGEST_NAME, alike, joined
from scorekeeper.words import say

OF_HOUSEHOLD: tuple[OfHousehold, ...] = get_args(OfHousehold)
"""The kinds of acts by which the household says something of a person, whom `name` in the body names:

named {name, to}; nicknamed {name, nicknames}; merged {name, into}; parted {name}, a spelling that is a person of its
own; hidden, shown {name}.
"""
NAMING = ("opened", "seated", *OF_HOUSEHOLD)
"""The kinds of entries that people are drawn from."""

MOST_NICKNAMES = 10
NAMELESS = "N. N."
"""What a side is called whose own name would say who is hidden."""
_HIDDEN = re.compile(r"person ([1-9]\d{0,8})([a-z]{3})")
_LETTERS = "BCDFGHJKLMNPQRSTVWXZ"


class Person(msgspec.Struct, frozen=True):
    """One of the household. `spellings`: every way the name stands in matches, and names given later; `changed`: the
    last entry about the person; `mark`: three letters that with the number tell a hidden one from those of any book."""

    id: int
    own_name: str
    spellings: list[str]
    changed: int
    mark: str
    nicknames: list[str] = []
    hidden: bool = False

    @property
    def name(self) -> str:
        """What the person is called; a hidden one has a number for a name."""
        return f"Person {self.id}{self.mark}" if self.hidden else self.own_name


class People(msgspec.Struct, frozen=True):
    """All of them, by number. `ids`: who is behind each name (`typed.alike`); `given`: so many numbers were given."""

    persons: Mapping[int, Person] = {}
    ids: Mapping[str, int] = {}
    given: int = 0
    unsaid: frozenset[str] = frozenset()

    def called(self, name: str) -> Person | None:
        """The person of this name, spelling or nickname; a hidden one also by the number."""
        found = alike(name)
        if found in self.ids:
            return self.persons[self.ids[found]]
        numbered = _HIDDEN.fullmatch(found)
        person = self.persons.get(int(numbered[1])) if numbered else None
        return person if person and alike(person.name) == found else None

    def asked(self, name: str) -> Person | None:
        """As `called`, for whoever looks for somebody: a hidden person is not found by a name."""
        person = self.called(name)
        return None if person and person.hidden and alike(name) != alike(person.name) else person

    def seen(self, match: Match) -> Match:
        """The match with its people called what they are called today."""
        sides = [self.shown(side) for side in match.sides]
        if sides == match.sides:
            return match
        return msgspec.structs.replace(match, opened=msgspec.structs.replace(match.opened, sides=sides))

    def twice(self, sides: Iterable[Side]) -> Person | None:
        """Somebody who would sit in two of the seats."""
        seen = set()
        for name in named(sides):
            person = self.called(name)
            if person and person.id in seen:
                return person
            seen.add(person and person.id)
        return None

    def typed(self, side: Side) -> Side:
        """The side with hidden people's own names in place of their numbers: how it is written."""
        persons = [self.called(name) for name in side.players]
        players = [
            person.own_name if person and person.hidden and name == person.name else name
            for person, name in zip(persons, side.players, strict=True)
        ]
        return Side(joined(players) if side.name == joined(side.players) else side.name, players)

    def shown(self, side: Side) -> Side:
        """The side with its people called what they are called today."""
        persons = [self.called(name) for name in side.players]
        players = [person.name if person else name for person, name in zip(persons, side.players, strict=True)]
        name = side.name
        if name == joined(side.players):
            name = joined(players)
        elif any(_within(one, name) for one in self.unsaid):
            name = joined(players) or NAMELESS
        return side if (name, players) == (side.name, side.players) else Side(name, players)


def after(people: People, entry: Entry) -> People:
    """The people after one more entry. Raises `Impossible` for an act that they do not allow."""
    if entry.kind in OF_HOUSEHOLD:
        return _ACTS[entry.kind](people, entry)
    if entry.kind in NAMING:
        for name in named(sides_of(entry)):
            people = _met(people, name, entry) if people.called(name) is None else _spelled(people, name, entry)
    return people


def named(sides: Iterable[Side]) -> list[str]:
    """The names of those who sit on these sides; a seat may have none."""
    return [name for side in sides for name in side.players if alike(name)]


def sides_of(entry: Entry) -> list[Side]:
    """The sides that an "opened" or "seated" entry names; none where it is in other words than ours."""
    try:
        return msgspec.convert(entry.body.get("sides"), list[Side])
    except msgspec.ValidationError:
        return []


def everybody(entries: Iterable[Entry]) -> People:
    """The people of all these entries of the journal, oldest first; entries about other things may be left out."""
    people = People()
    for entry in entries:
        people = after(people, entry)
    return people


def kept(persons: Iterable[Person], given: int) -> People:
    """The people that these persons are."""
    by_id = {person.id: person for person in persons}
    return People(by_id, _ids(by_id.values()), given, _unsaid(by_id.values()))


def _ids(persons: Iterable[Person]) -> dict[str, int]:
    return {alike(name): person.id for person in persons for name in (*person.spellings, *person.nicknames)}


def _met(people: People, name: str, entry: Entry) -> People:
    number = people.given + 1
    return _with(people, Person(number, name, [name], entry.number, _mark(entry, number)), given=number)


def _mark(entry: Entry, number: int) -> str:
    digest = hashlib.sha256(f"{entry.at} {entry.number} {number}".encode()).digest()
    return "".join(_LETTERS[byte % len(_LETTERS)] for byte in digest[:3])


def _unsaid(persons: Iterable[Person]) -> frozenset[str]:
    """The names that are not to be read anywhere."""
    hidden = [person for person in persons if person.hidden]
    return frozenset(alike(name) for person in hidden for name in (*person.spellings, *person.nicknames))


def _spelled(people: People, name: str, entry: Entry) -> People:
    """A person whose name was typed in one more way."""
    person = people.called(name)
    assert person is not None
    if name in person.spellings or name == person.name:
        return people
    return _with(people, _changed(person, entry, spellings=[*person.spellings, name]))


def _changed(person: Person, entry: Entry, **what: Any) -> Person:
    return msgspec.structs.replace(person, changed=entry.number, **what)


def _with(people: People, *persons: Person, without: int | None = None, given: int | None = None) -> People:
    by_id = {**people.persons, **{person.id: person for person in persons}}
    ids = dict(people.ids)
    touched = {person.id for person in persons} | ({without} if without else set())
    if touched & people.persons.keys():
        ids = {name: one for name, one in ids.items() if one not in touched}
    if without:
        del by_id[without]
    ids |= _ids(persons)
    unsaid = people.unsaid
    if any(person.hidden for person in (*persons, *(people.persons[one] for one in touched & people.persons.keys()))):
        unsaid = _unsaid(by_id.values())
    return People(by_id, ids, people.given if given is None else given, unsaid)


def _person(people: People, name: object) -> Person:
    person = people.called(name) if isinstance(name, str) else None
    if person is None:
        raise Impossible(say("nobody here is called {name}", name=str(name)[:LONGEST_NAME]))
    return person


def _free(people: People, person: Person, name: object) -> str:
    """The name, if it may be this person's."""
    if not isinstance(name, str) or not name.strip() or len(name) > LONGEST_NAME:
        raise Impossible(say("a name of one to {most} letters is expected here", most=LONGEST_NAME))
    other = people.called(name)
    if other is not None and other.id != person.id:
        raise Impossible(say("{name} is another person; if both are one, make them one", name=name))
    if _HIDDEN.fullmatch(alike(name)) and other is None:
        raise Impossible(say("{name} is what hidden people are called", name=name))
    return name


def _named(people: People, entry: Entry) -> People:
    person = _person(people, entry.body.get("name"))
    name = _free(people, person, entry.body.get("to"))
    spellings = person.spellings if name in person.spellings else [*person.spellings, name]
    return _with(people, _changed(person, entry, own_name=name, spellings=spellings))


def _nicknamed(people: People, entry: Entry) -> People:
    person = _person(people, entry.body.get("name"))
    names = entry.body.get("nicknames")
    if not isinstance(names, list) or len(names) > MOST_NICKNAMES:
        raise Impossible(say("at most {most} nicknames", most=MOST_NICKNAMES))
    return _with(people, _changed(person, entry, nicknames=[_free(people, person, name) for name in names]))


def _merged(people: People, entry: Entry) -> People:
    person, into = _person(people, entry.body.get("name")), _person(people, entry.body.get("into"))
    if person.id == into.id:
        raise Impossible(say("these are one person already"))
    spellings = [*into.spellings, *(name for name in person.spellings if name not in into.spellings)]
    nicknames = [*into.nicknames, *(name for name in person.nicknames if name not in into.nicknames)]
    both = _changed(into, entry, spellings=spellings, nicknames=nicknames)
    return _with(people, both, without=person.id)


def _parted(people: People, entry: Entry) -> People:
    """Takes a spelling out: it is the name of a person of its own again."""
    name = entry.body.get("name")
    person = _person(people, name)
    out = [one for one in person.spellings if alike(one) == alike(str(name))]
    rest = [one for one in person.spellings if one not in out]
    if not out or not rest:
        raise Impossible(say("this person has no other name to be known by"))
    own_name = person.own_name if person.own_name in rest else rest[0]
    nicknames = [one for one in person.nicknames if alike(one) != alike(str(name))]
    left = _changed(person, entry, spellings=rest, own_name=own_name, nicknames=nicknames)
    number = people.given + 1
    return _with(people, left, Person(number, out[0], out, entry.number, _mark(entry, number)), given=number)


def _hiding(hidden: bool) -> Callable[[People, Entry], People]:
    def act(people: People, entry: Entry) -> People:
        person = _person(people, entry.body.get("name"))
        if person.hidden == hidden:
            raise Impossible(say("this person is hidden already") if hidden else say("this person is not hidden"))
        return _with(people, _changed(person, entry, hidden=hidden))

    return act


_ACTS: dict[str, Callable[[People, Entry], People]] = {
    "named": _named,
    "nicknamed": _nicknamed,
    "merged": _merged,
    "parted": _parted,
    "hidden": _hiding(True),
    "shown": _hiding(False),
}


def _within(name: str, text: str) -> bool:
    """Does this name, as it is compared, stand in the text, as words of their own?"""
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", alike(text)) is not None
