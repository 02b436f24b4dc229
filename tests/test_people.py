"""The people behind the names that were typed."""

import random
from typing import Any

import pytest

from scorekeeper import people
from scorekeeper.entries import Entry, Impossible, Side
from scorekeeper.people import People
from scorekeeper.typed import alike, joined


def opened(number: int, *sides: list[str]) -> Entry:
    body = {"sides": [{"name": joined(players), "players": players} for players in sides]}
    return Entry(number, number, "opened", body, "2026-11-29T20:00:00Z")


def act(number: int, kind: Any, **body: Any) -> Entry:
    return Entry(number, 0, kind, body, "2026-11-29T20:00:00Z")


PLAYED = people.everybody([opened(1, ["Ana", "Rui"], ["José", "Marta"]), opened(2, ["ana ", "Jose"], ["Zé", ""])])
"""Ana 1, Rui 2, José 3, Marta 4, Jose 5, Zé 6."""


HIDDEN = {number: f"Person {number}{person.mark}" for number, person in PLAYED.persons.items()}
"""What each would be called, if hidden."""


def after(*acts: tuple[str, dict[str, Any]]) -> People:
    now = PLAYED
    for number, (kind, body) in enumerate(acts, 3):
        now = people.after(now, act(number, kind, **body))
    return now


def told(now: People) -> dict[int, str]:
    return {person.id: person.name for person in now.persons.values()}


def test_every_spelling_leads_to_one_person() -> None:
    assert told(PLAYED) == {1: "Ana", 2: "Rui", 3: "José", 4: "Marta", 5: "Jose", 6: "Zé"}
    for spelling in ("Ana", "ana ", "ANA", "\uff21\uff2e\uff21", "  ana"):
        found = PLAYED.called(spelling)
        assert found == PLAYED.persons[1], spelling
    assert PLAYED.persons[1].spellings == ["Ana", "ana "]
    assert PLAYED.called("Nobody") is None


@pytest.mark.parametrize(
    ("acts", "names", "called"),
    [
        ([("named", {"name": "ana", "to": "Ana Maria"})], {1: "Ana Maria"}, {"Ana": 1, "Ana Maria": 1}),
        ([("nicknamed", {"name": "Rui", "nicknames": ["Ruca"]})], {2: "Rui"}, {"ruca": 2}),
        (
            [("nicknamed", {"name": "Rui", "nicknames": ["Ruca"]}), ("nicknamed", {"name": "Ruca", "nicknames": []})],
            {2: "Rui"},
            {"ruca": None, "Rui": 2},
        ),
        ([("merged", {"name": "Jose", "into": "José"})], {3: "José", 5: None}, {"Jose": 3, "José": 3}),
        (
            [("merged", {"name": "Jose", "into": "José"}), ("parted", {"name": "Jose"})],
            {3: "José", 7: "Jose"},
            {"Jose": 7, "José": 3},
        ),
        (
            [("merged", {"name": "Jose", "into": "José"}), ("parted", {"name": "José"})],
            {3: "Jose", 7: "José"},
            {"Jose": 3, "José": 7},
        ),
        ([("hidden", {"name": "Zé"})], {6: HIDDEN[6]}, {"Zé": 6, HIDDEN[6]: 6, "Person 6": None}),
        ([("hidden", {"name": "Zé"}), ("shown", {"name": HIDDEN[6]})], {6: "Zé"}, {HIDDEN[6]: None}),
    ],
    ids=["renamed", "nicknamed", "a nickname given up", "merged", "parted", "parted from its name", "hidden", "shown"],
)
def test_what_the_household_says_of_a_person(
    acts: list[tuple[str, dict[str, Any]]], names: dict[int, str | None], called: dict[str, int | None]
) -> None:
    now = after(*acts)
    assert {number: told(now).get(number) for number in names} == names
    assert {name: (found := now.called(name)) and found.id for name in called} == called


@pytest.mark.parametrize(
    ("kind", "body", "why"),
    [
        ("named", {"name": "Ana", "to": "rui"}, "another person"),
        ("named", {"name": "Ana", "to": HIDDEN[2]}, "hidden people"),
        ("named", {"name": "Ana", "to": " "}, "a name of one to 40"),
        ("named", {"name": "Ana", "to": "W" * 41}, "a name of one to 40"),
        ("named", {"name": "Eva", "to": "Eve"}, "nobody here"),
        ("named", {"to": "Eve"}, "nobody here"),
        ("nicknamed", {"name": "Ana", "nicknames": ["Rui"]}, "another person"),
        ("nicknamed", {"name": "Ana", "nicknames": ["A"] * 11}, "at most 10"),
        ("merged", {"name": "Ana", "into": "ana"}, "one person already"),
        ("parted", {"name": "Ana"}, "no other name"),
        ("hidden", {"name": HIDDEN[1]}, "nobody here"),
        ("shown", {"name": "Ana"}, "not hidden"),
    ],
)
def test_what_people_do_not_allow_is_refused(kind: str, body: dict[str, Any], why: str) -> None:
    with pytest.raises(Impossible, match=why):
        after((kind, body))


@pytest.mark.parametrize(
    ("side", "seen"),
    [
        (Side("Ana & Rui", ["Ana", "Rui"]), Side(f"Ana Maria & {HIDDEN[2]}", ["Ana Maria", HIDDEN[2]])),
        (Side("The Foxes", ["Ana", "Rui"]), Side("The Foxes", ["Ana Maria", HIDDEN[2]])),
        (Side("Foxes of RUI", ["Ana", "Rui"]), Side(f"Ana Maria & {HIDDEN[2]}", ["Ana Maria", HIDDEN[2]])),
        (Side("Ruins", ["Ana", "Rui"]), Side("Ruins", ["Ana Maria", HIDDEN[2]])),
        (Side("Rui", ["Rui"]), Side(HIDDEN[2], [HIDDEN[2]])),
        (Side("We", ["", ""]), Side("We", ["", ""])),
        (Side("We", []), Side("We", [])),
        (Side("Rui & Ana", []), Side("N. N.", [])),
        (Side("Rui's rivals", ["Marta", ""]), Side("Marta", ["Marta", ""])),
        (Side("The Ruca fans", ["Marta", ""]), Side("Marta", ["Marta", ""])),
    ],
)
def test_a_side_is_shown_with_the_names_of_today_and_written_with_those_of_old(side: Side, seen: Side) -> None:
    now = after(
        ("named", {"name": "Ana", "to": "Ana Maria"}),
        ("nicknamed", {"name": "Rui", "nicknames": ["Ruca"]}),
        ("hidden", {"name": "Rui"}),
    )
    assert now.shown(side) == seen
    assert [now.called(name) for name in now.typed(seen).players if name] == [
        now.called(name) for name in side.players if name
    ]
    assert HIDDEN[2] not in str(now.typed(seen))


def test_who_is_hidden_is_found_by_the_number_alone() -> None:
    now = after(("nicknamed", {"name": "Rui", "nicknames": ["Ruca"]}), ("hidden", {"name": "Rui"}))
    assert now.asked("Rui") is None
    assert now.asked("ruca") is None
    assert now.asked(HIDDEN[2]) == now.persons[2]
    assert now.asked("Ana") == now.persons[1]


def test_a_nickname_that_becomes_a_person_apart_is_nobodys_nickname() -> None:
    acts = [act(3, "nicknamed", name="Rui", nicknames=["Bob", "Ruca"]), opened(4, ["Bob", "Marta"])]
    acts += [
        act(5, "parted", name="Bob"),
        act(6, "named", name="Rui", to="Ruy"),
        act(7, "merged", name="Bob", into="Rui"),
    ]
    now = PLAYED
    for entry in acts:
        now = people.after(now, entry)
        again = people.kept(now.persons.values(), now.given)
        assert (again.ids, again.unsaid) == (now.ids, now.unsaid)
    assert now.persons[2].spellings == ["Rui", "Ruy", "Bob"]
    assert now.persons[2].nicknames == ["Ruca"]


@pytest.mark.parametrize("seed", range(40))
def test_people_are_the_same_however_they_are_remembered(seed: int) -> None:
    """Folded entry by entry, or taken from what is kept of each person: names lead to the same people."""
    chance = random.Random(seed)
    names = ["Ana", "ana", "Rui", "Ruca", "Bob", "José", "Jose", "Zé", "Eva"]
    now, done = People(), 0
    for number in range(1, 60):
        name, other = chance.sample(names, 2)
        entry = chance.choice(
            [
                opened(number, [name, other]),
                act(number, "named", name=name, to=other),
                act(number, "nicknamed", name=name, nicknames=chance.sample(names, 2)),
                act(number, "nicknamed", name=name, nicknames=[]),
                act(number, "merged", name=name, into=other),
                act(number, "parted", name=name),
                act(number, "hidden", name=name),
                act(number, "shown", name=name),
            ]
        )
        try:
            now = people.after(now, entry)
        except Impossible:
            continue
        done += 1
        again = people.kept(now.persons.values(), now.given)
        assert (again.ids, again.unsaid) == (now.ids, now.unsaid)
        owners = [
            (alike(one), person.id) for person in now.persons.values() for one in (*person.spellings, *person.nicknames)
        ]
        assert dict(owners) == now.ids
        assert len({(one, who) for one, who in owners}) == len(now.ids)
    assert done >= 5
