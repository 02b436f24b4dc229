"""Evenings of a household as a row of acts, and what its book must hold after each: what statistics are checked on.

Matches are few and short, so that ties, matches that are over, ended or won by a correction, and people who meet again
all come up. No two people of one table are ever one person, and only a spelling that is a person by itself is parted.
"""

import copy
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import _deals
from naive import Played, folded, told

from scorekeeper import rulebook, variants
from scorekeeper.book import Session
from scorekeeper.entries import Side

Tallies = list[dict[str, Any]]

NAMES = (
    *("Ana", "Rui", "Marta", "José", "Jose", "Inês", "Ines", "Tomás", "Lucia", "Lúcia", "Zoë", "Paulo da Costa"),
    *("Vítor", "Teresa", "Straße", "Ștefan", "N.", "Olga"),
)
NEW_NAMES = ("Ana Maria", "Ruy", "Martinha", "Zé Pedro", "Nês", "Tom", "Lu", "Zoe", "Paulo C.", "Vic", "T.", "Stef")
NICKNAMES = ("Aninha", "Zé", "Ninha", "Mimi", "Tó", "Xico", "Bibi", "Lulu", "Zeca", "Quim", "Nini", "Beto")
PLACES = ("", "Café Central", "At Marta's")
NOTES = ("", "cake", "the cards were new\nand slippery")
DAYS = ("2025-12-31", "2026-01-01", "2026-01-02", "2026-01-31", "2026-02-01", "2026-02-14", "2026-03-01")

TABLES: tuple[tuple[str, int, dict[str, Any]], ...] = (
    ("classic", 4, {"target": 1500}),
    ("classic", 4, {"target": 1000, "tie": "shared_win"}),
    ("classic", 4, {}),
    ("canastra", 4, {"target": 2000, "hands.apart.black_threes.each": 5}),
    ("canastra", 2, {"target": 1500, "tie": "shared_win"}),
    ("romanian", 4, {"target": 1000}),
    ("americana", 4, {"target": 3000}),
    ("italian", 4, {"target": 4000}),
    ("italian", 3, {"target": 3000, "tie": "shared_win"}),
    ("italian", 2, {"target": 2500}),
)
ROUND = (0, 300, 500, 500, 1000, -200)  # results that are often level
NAMED = [
    {"melds": ["K*7", {"cards": "9*5 2 JK", "concealed": True}], "hands": ["", "5 K B3"], "red_threes": 2},
    {"melds": ["Q*4 2"], "hands": ["A 2", "4*3"], "red_threes": 1},
]
"""The two sides of a deal with their cards named, for two packs and four players."""

ACTS = {
    "opened": 12,
    "entered": 34,
    "corrected": 9,
    "struck_out": 7,
    "brought_back": 5,
    "noted": 3,
    "contested": 6,
    "settled": 4,
    "undone": 9,
    "described": 4,
    "seated": 4,
    "ended": 4,
    "resumed": 3,
    "named": 3,
    "nicknamed": 3,
    "merged": 7,
    "parted": 6,
    "hidden": 2,
    "shown": 2,
}
"""How often each act comes up, where the book allows it."""

MOST_MATCHES = 12


class Act(NamedTuple):
    """One act. `match`: which one of these evenings, from 0, None for an act of the household; `deal`: which one of the
    match, in the order in which they were entered, from 0. `body` as in the journal, without `deal`; of "undone" the
    `entry` is one of the acts on the match since it was opened, from 0; of "opened" also `variant`, `house_rules` and
    so on, as `Session.open_match` takes them."""

    kind: str
    match: int | None
    deal: int | None
    body: dict[str, Any]


@dataclass
class Person:
    """Somebody of the household. `spellings`: those typed, folded, nicknames not among them; `renamed`: not called any
    more as they were typed first."""

    number: int
    name: str
    spellings: list[str]
    nicknames: list[str] = field(default_factory=list)
    hidden: bool = False
    renamed: bool = False


class Held(NamedTuple):
    """What the book must hold. `documents`: the sheet of each match without deals struck out, and no `played_on` where
    no day was said; `deals`: which deals of each match stand; `people`: all there are, by their first appearance."""

    documents: list[dict[str, Any]]
    deals: list[list[int]]
    people: list[Person]

    @property
    def who(self) -> dict[str, int]:
        """The number of the person to whom each folded spelling and nickname leads. Numbers are of these evenings."""
        return _who(self.people)


def _who(people: list[Person]) -> dict[str, int]:
    return {
        spelling: person.number for person in people for spelling in (*person.spellings, *map(folded, person.nicknames))
    }


def evenings(seed: int, acts: int = 100) -> Iterator[tuple[Act, Held]]:
    """So many acts, each with what the book must hold after it; the same for the same seed."""
    household = _Household(random.Random(f"evenings {seed}"))
    for _ in range(acts):
        yield household.act(), household.held()


class Writer:
    """Writes these acts into an empty book, and knows its matches and deals by the ids that the book gave them."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.matches: list[int] = []
        self.deals: list[list[int]] = []
        self._entries: list[list[int]] = []
        self._acts = 0

    def write(self, act: Act) -> None:
        self._acts += 1
        op_id = f"evening-act-{self._acts:08}"
        if act.kind == "opened":
            variant = rulebook.chosen(variants.load(act.body["variant"]), act.body["house_rules"])
            sides = [Side(**side) for side in act.body["sides"]]
            written = self.session.open_match(op_id, **{**act.body, "variant": variant, "sides": sides})
            self.matches.append(written.match.id)
            self.deals.append([])
            self._entries.append([])
        elif act.match is None:
            self.session.write_household(op_id, act.kind, act.body)
        else:
            match_id, deals = self.matches[act.match], self.deals[act.match]
            match = self.session.match(match_id)
            assert match is not None
            body = act.body if act.deal is None else {"deal": deals[act.deal], **act.body}
            if act.kind == "undone":
                body = {**body, "entry": self._entries[act.match][body["entry"]]}
            written = self.session.write(op_id, match_id, act.kind, body, match.last_entry)
            self._entries[act.match].append(written.entry.number)
            if act.kind == "entered":
                deals.append(written.entry.number)

    def played(self, held: Held) -> list[Played]:
        """The matches for `naive.told`; of one whose day was not said, the day on which it was opened."""
        found = []
        for number, (match_id, document) in enumerate(zip(self.matches, held.documents, strict=True)):
            match = self.session.match(match_id)
            assert match is not None
            standing = [self.deals[number][deal] for deal in held.deals[number]]
            found.append(Played(match_id, {"played_on": match.opened_at[:10], **document}, standing))
        return found


@dataclass
class _Deal:
    """`contest`: the act that contested it last, and its other version."""

    tallies: Tallies
    note: str = ""
    stands: bool = True
    contest: tuple[int, Tallies] | None = None

    @property
    def document(self) -> dict[str, Any]:
        found: dict[str, Any] = {"tallies": self.tallies, **({"note": self.note} if self.note else {})}
        return found | ({"contested": {"tallies": self.contest[1]}} if self.contest else {})


Places = dict[tuple[int | None, str], Any]
"""What stands where: in the fields of deals, and in those of the match, whose deal is None."""
OF_DEAL = ("tallies", "note", "stands", "contest")
OF_ABOUT = ("played_on", "place", "note", "ended")


@dataclass
class _Match:
    """`about`: the sheet without its deals; `acts`: of each act what stood before in the places that it changed."""

    about: dict[str, Any]
    deals: list[_Deal] = field(default_factory=list)
    acts: list[Places] = field(default_factory=list)

    def places(self) -> Places:
        found: Places = {(None, key): self.about.get(key) for key in OF_ABOUT}
        found[None, "seats"] = (self.about["sides"], self.about["names"])
        found |= {(n, key): getattr(deal, key) for n, deal in enumerate(self.deals) for key in OF_DEAL}
        return copy.deepcopy(found)

    def put_back(self, places: Places) -> None:
        for (deal, key), old in copy.deepcopy(places).items():
            if deal is not None:
                setattr(self.deals[deal], key, old)
            elif key == "seats":
                self.about["sides"], self.about["names"] = old
            elif old is None:
                del self.about[key]
            else:
                self.about[key] = old

    @property
    def document(self) -> dict[str, Any]:
        about = {key: value for key, value in self.about.items() if value or key not in ("place", "note", "ended")}
        return {**about, "deals": [one.document for one in self.deals if one.stands]}

    @property
    def standing(self) -> list[int]:
        return [number for number, deal in enumerate(self.deals) if deal.stands]

    @property
    def names(self) -> list[str]:
        return [folded(name) for side in self.about["names"] for name in side if name.strip()]


class _Household:
    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.matches: list[_Match] = []
        self.people: list[Person] = []
        self.gone: dict[str, Person] = {}  # by their only spelling: those who were merged and may be parted again
        self.born = 0
        self.unused = {"names": list(NAMES), "new names": list(NEW_NAMES), "nicknames": list(NICKNAMES)}
        self.dayless: int | None = None

    def held(self) -> Held:
        documents = [match.document for match in self.matches]
        deals = [match.standing for match in self.matches]
        return copy.deepcopy(Held(documents, deals, self.people))

    def act(self) -> Act:
        """The next act, done."""
        if self.dayless is not None and self.chance.random() < 0.8:
            number, self.dayless = self.dayless, None
            day = {"played_on": self.chance.choice(DAYS)}
            done = self._kept(number, lambda: self._described(number, day))
            assert done is not None
            return done
        while True:
            kind = self.chance.choices(list(ACTS), list(ACTS.values()))[0]
            done = getattr(self, f"_{kind}")() if kind in OF_HOUSEHOLD or kind == "opened" else self._of_match(kind)
            if done is not None:
                assert done.kind == kind
                return copy.deepcopy(done)

    # of a match

    def _opened(self) -> Act | None:
        if len(self.matches) == MOST_MATCHES:
            return None
        game, players, rules = self.chance.choice(TABLES)
        names = self._names(players)
        count = len(names)
        before = [self.chance.choice((0, 500, 1600)) for _ in names] if self.chance.random() < 0.15 else [0] * count
        about = {"variant": game, "players": players, "sides": self._called(names), "names": names}
        about |= {"dealer": self.chance.randrange(players), "before": before, "rules": rules}
        self.matches.append(_Match({**about, "place": "", "note": "", "ended": False}))
        self.dayless = len(self.matches) - 1
        body = {"variant": game, "house_rules": rules, "players": players, "sides": self._sides(about)}
        return Act("opened", self.dayless, None, {**body, "dealer": about["dealer"], "before": before})

    def _of_match(self, kind: str) -> Act | None:
        """In any match that allows it."""
        numbers = self.chance.sample(range(len(self.matches)), len(self.matches))
        return next((act for number in numbers if (act := self._in_match(kind, number))), None)

    def _in_match(self, kind: str, number: int) -> Act | None:
        if kind == "undone":
            return self._kept(number, lambda: self._undone(number))
        return self._kept(number, lambda: self._done(kind, number))

    def _kept(self, number: int, do: Callable[[], Act | None]) -> Act | None:
        """Keeps what stood before in the places that an act changes: a deal that it enters did not stand."""
        match = self.matches[number]
        before = match.places()
        done = do()
        if done is not None:
            now, new = match.places(), len(match.deals) - 1
            changed = {place: old for place, old in before.items() if now[place] != old}
            match.acts.append({(new, "stands"): False} if done.kind == "entered" else changed)
        return done

    def _undone(self, number: int) -> Act | None:
        """Any act but those by which nothing would change, or somebody would sit in a match twice by now."""
        match = self.matches[number]
        now = match.places()
        for act in self.chance.sample(range(len(match.acts)), len(match.acts)):
            places = match.acts[act]
            if all(now[place] == old for place, old in places.items()):
                continue
            if (None, "seats") in places and not self._are_different(places[None, "seats"][1]):
                continue
            match.put_back(places)
            return Act("undone", number, None, {"entry": act})
        return None

    def _are_different(self, names: list[list[str]]) -> bool:
        who = _who(self.people)
        seated = [who[folded(name)] for side in names for name in side if name.strip()]
        return len(seated) == len(set(seated))

    def _done(self, kind: str, number: int) -> Act | None:
        match = self.matches[number]
        if kind == "entered":
            if match.about["ended"] or (self._is_over(number) and self.chance.random() < 0.95):
                return None
            tallies = self._tallies(match)
            match.deals.append(_Deal(tallies))
            return Act(kind, number, None, {"tallies": tallies})
        if kind in ("corrected", "struck_out", "brought_back", "noted", "contested", "settled"):
            return self._of_deal(kind, number)
        if kind == "described":
            said = {"played_on": DAYS, "place": PLACES, "note": NOTES}
            keys = self.chance.sample(list(said), self.chance.randint(1, 3))
            return self._described(number, {key: self.chance.choice(said[key]) for key in keys})
        if kind == "seated":
            names = self._names(match.about["players"])
            match.about |= {"names": names, "sides": self._called(names)}
            return Act(kind, number, None, {"sides": self._sides(match.about)})
        is_ended = match.about["ended"]
        if kind == "ended":
            if self._is_over(number):
                return None
        elif not is_ended:
            return None
        match.about["ended"] = kind == "ended"
        return Act(kind, number, None, {})

    def _is_over(self, number: int) -> bool:
        match = self.matches[number]
        dated = {"played_on": DAYS[0], **match.document}
        [now] = told([Played(number, dated, match.standing)], _who(self.people))
        return now.finished

    def _of_deal(self, kind: str, number: int) -> Act | None:
        match = self.matches[number]
        may = [
            place
            for place, deal in enumerate(match.deals)
            if kind == "noted"
            or (deal.stands == (kind != "brought_back") and (kind != "settled" or deal.contest is not None))
        ]
        if not may:
            return None
        place = self.chance.choice(may)
        deal = match.deals[place]
        body: dict[str, Any] = {}
        if kind == "corrected":
            deal.tallies = self._tallies(match)
            body = {"tallies": deal.tallies}
        elif kind == "noted":
            deal.note = self.chance.choice(NOTES)
            body = {"note": deal.note}
        elif kind == "contested":
            other = self._tallies(match)
            if other == deal.tallies:
                return None
            deal.contest = len(match.acts), other
            body = {"tallies": other, "reason": "counted again"}
        elif kind == "settled":
            assert deal.contest
            body = {"keep": self.chance.choice(("first", "other"))}
            if body["keep"] == "other":
                deal.tallies = deal.contest[1]
            deal.contest = None
        else:
            deal.stands = kind == "brought_back"
        return Act(kind, number, place, body)

    def _described(self, number: int, said: dict[str, Any]) -> Act:
        self.matches[number].about |= said
        return Act("described", number, None, said)

    def _tallies(self, match: _Match) -> Tallies:
        game, players, sides = match.about["variant"], match.about["players"], len(match.about["sides"])
        way = self.chance.random()
        if way < 0.5:
            tallies: Tallies = [{"result": self.chance.choice(ROUND)} for _ in range(sides)]
            if self.chance.random() < 0.8:
                self.chance.choice(tallies)["went_out"] = True
            if self.chance.random() < 0.1:
                tallies[-1] = {}
        elif way < 0.6 and game in ("classic", "canastra", "romanian") and players == 4:
            tallies = copy.deepcopy(NAMED)
            tallies[0]["went_out"] = True
            if self.chance.random() < 0.5:
                tallies.reverse()
        else:
            minimum = self.chance.choice((50, 90, 120))
            tallies = _deals.deal(game, self.chance, [minimum] * sides, players)
            if way > 0.93 and game in ("classic", "canastra", "romanian") and not match.about["rules"].get(OF_THREES):
                tallies = _deals.taken_off(tallies)
        if self.chance.random() < 0.08:
            points = self.chance.choice((50, -100))
            self.chance.choice(tallies)["adjustment"] = {"points": points, "reason": "as agreed"}
        return tallies

    # who sits there

    def _names(self, players: int) -> list[list[str]]:
        """Names for each side, of people who are all different; some seats without a name, as "", " " or nothing."""
        sides = _deals.SIDES[players]
        if self.chance.random() < 0.08:
            return [[] if self.chance.random() < 0.5 else [""] * (players // sides) for _ in range(sides)]
        nameless = self.chance.randrange(players) if self.chance.random() < 0.12 else None
        seated: list[Person] = []
        typed = []
        for seat in range(players):
            if seat == nameless:
                typed.append(self.chance.choice(("", " ")))
            else:
                seated.append(self._guest(seated))
                typed.append(self._typed(seated[-1]))
        return [typed[side::sides] for side in range(sides)]

    def _guest(self, seated: list[Person]) -> Person:
        free = [person for person in self.people if person not in seated]
        if self.unused["names"] and (not free or self.chance.random() < 0.25):
            return self._new(self._unused("names"))
        return self.chance.choice(free)

    def _new(self, name: str) -> Person:
        self.born += 1
        self.people.append(Person(self.born, name, [folded(name)]))
        return self.people[-1]

    def _unused(self, kind: str) -> str:
        return self.unused[kind].pop(self.chance.randrange(len(self.unused[kind])))

    def _typed(self, person: Person) -> str:
        """A name of the person's, carelessly typed; the first time as it is."""
        if not any(name in person.spellings for match in self.matches for name in match.names):
            return person.name
        return self._carelessly(self.chance.choice([person.name, *person.spellings, *person.nicknames]))

    def _carelessly(self, name: str) -> str:
        ways = [name, name, name, name.upper(), name.lower(), f"{name} ", f"  {name}", name.replace(" ", "  ")]
        return self.chance.choice(ways)

    def _called(self, names: list[list[str]]) -> list[str]:
        called = [" & ".join(" ".join(name.split()) for name in side if name.strip()) for side in names]
        return [one or ("We", "They", "You")[number] for number, one in enumerate(called)]

    def _sides(self, about: dict[str, Any]) -> list[dict[str, Any]]:
        pairs = zip(about["sides"], about["names"], strict=True)
        return [{"name": name, "players": players} for name, players in pairs]

    # of the household

    def _somebody(self, *, hidden: bool = False) -> Person | None:
        found = [person for person in self.people if person.hidden == hidden]
        return self.chance.choice(found) if found else None

    def _said(self, person: Person) -> str:
        return self._carelessly(self.chance.choice([person.name, person.name, *person.spellings]))

    def _named(self) -> Act | None:
        person = self._somebody()
        if person is None or not self.unused["new names"]:
            return None
        name = self._said(person)
        if self.chance.random() < 0.25:
            person.name = self.chance.choice(person.spellings).title()
        else:
            person.name = self._unused("new names")
            person.spellings.append(folded(person.name))
        person.renamed = True
        return Act("named", None, None, {"name": name, "to": person.name})

    def _nicknamed(self) -> Act | None:
        person = self._somebody()
        if person is None or not self.unused["nicknames"]:
            return None
        person.nicknames.append(self._unused("nicknames"))
        return Act("nicknamed", None, None, {"name": self._said(person), "nicknames": list(person.nicknames)})

    def _merged(self) -> Act | None:
        """Never two who sit at one table."""
        person, into = self._somebody(), self._somebody()
        if person is None or into is None or person is into or self._have_met(person, into):
            return None
        body = {"name": self._said(person), "into": self._said(into)}
        if len(person.spellings) == 1 and not person.nicknames and not person.renamed:
            self.gone[person.spellings[0]] = person
        into.spellings += person.spellings
        into.nicknames += person.nicknames
        self.people.remove(person)
        return Act("merged", None, None, body)

    def _have_met(self, one: Person, other: Person) -> bool:
        who = _who(self.people)
        tables = [{who[name] for name in match.names} for match in self.matches]
        return any({one.number, other.number} <= table for table in tables)

    def _parted(self) -> Act | None:
        """A spelling that was a person by itself is one again, and called as before."""
        who = {spelling: person for person in self.people for spelling in person.spellings}
        may = [
            spelling for spelling in self.gone if not who[spelling].hidden and folded(who[spelling].name) != spelling
        ]
        if not may:
            return None
        spelling = self.chance.choice(may)
        again = self.gone.pop(spelling)
        who[spelling].spellings.remove(spelling)
        self.people = sorted([*self.people, again], key=lambda person: person.number)
        return Act("parted", None, None, {"name": self._carelessly(again.name)})

    def _hidden(self) -> Act | None:
        person = self._somebody()
        if person is None or sum(one.hidden for one in self.people) == 2:
            return None
        person.hidden = True
        return Act("hidden", None, None, {"name": self._said(person)})

    def _shown(self) -> Act | None:
        person = self._somebody(hidden=True)
        if person is None:
            return None
        person.hidden = False
        return Act("shown", None, None, {"name": self._said(person)})


OF_THREES = "hands.apart.black_threes.each"
OF_HOUSEHOLD = ("named", "nicknamed", "merged", "parted", "hidden", "shown")
