"""A household written out and brought in again, once and whole."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from _years import sheets
from evenings import Writer, evenings

from scorekeeper import household
from scorekeeper.book import Book, BringingRefused, Session
from scorekeeper.selection import Selection
from scorekeeper.sheet import SheetRefused

SHEET: dict[str, Any] = {
    "id": "one-of-these-sheets",
    "variant": "classic",
    "played_on": "1998-05-01",
    "sides": ["Ana & Rui", "They"],
    "names": [["Ana", "Rui"], ["Marta", "Zé"]],
    "deals": [{"tallies": [{"result": 5200, "went_out": True}, {"result": -120}], "note": "the dog"}],
}


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    with Book(tmp_path / "household.book") as book, book.session() as found:
        yield found


@pytest.fixture
def other(tmp_path: Path) -> Iterator[Session]:
    with Book(tmp_path / "another.book") as book, book.session() as found:
        yield found


def written(session: Session) -> bytes:
    return b"".join(household.write(session.people(), session.sheets()))


def brought(session: Session, data: bytes) -> Any:
    found = household.read(data)
    return session.bring_in(found.sheets, found.people)


def statistics(session: Session) -> list[Any]:
    """All that the household tells of everybody who sits in a match, by name."""
    history, people = session.history, session.people()
    sitting = {name for one in session.sheets() for side in one.get("names", []) for name in side}
    names = {number: person.name for number, person in people.persons.items() if person.name in sitting}
    found: list[Any] = [
        (name, facts_of(session, number), [(one.name, one.matches, one.won) for one in partners])
        for number, name in sorted(names.items(), key=lambda one: one[1])
        for partners in [sorted(history.company(Selection(of=(number,))).partners, key=lambda one: one.name)]
    ]
    ratings = sorted((names[int(one.subject)], one.rating, one.rated, one.wins) for one in history.standings())
    return [facts_of(session), history.household(), ratings, *found]


def facts_of(session: Session, *of: int) -> list[Any]:
    """Figures alone: numbers of matches and deals are each book's own."""
    facts = session.history.facts(Selection(of=of))
    return [getattr(one, "figure", one) for one in (getattr(facts, name) for name in facts.__struct_fields__)]


@pytest.mark.parametrize("seed", range(3))
def test_out_and_in_again_is_the_same_household(seed: int, session: Session, other: Session) -> None:
    writer = Writer(session)
    for act, _ in evenings(seed):
        writer.write(act)
    data = written(session)
    came = brought(other, data)
    assert came.matches == session.history.count() > 5
    assert other.differences() == []
    assert statistics(other) == statistics(session)
    assert written(other) == data.replace(b'" "', b'""')  # a name of nothing but a space is none
    totals = [[match.totals for match in map(one.match, range(1, 1000)) if match] for one in (session, other)]
    assert totals[0] == totals[1]


def test_a_household_of_years_out_and_in_again(session: Session, other: Session) -> None:
    session.bring_in((f"sheet-of-years-{number:04}", one) for number, one in enumerate(sheets(40, 14, 2, 5)))
    data = written(session)
    brought(other, data)
    assert statistics(other) == statistics(session)
    assert written(other) == data


def test_each_match_comes_in_once(session: Session) -> None:
    data = json.dumps(SHEET).encode()
    assert brought(session, data)[:3] == (1, 1, 0)
    assert brought(session, data)[:3] == (0, 0, 1)
    assert brought(session, written(session))[:3] == (0, 0, 1)
    twice = {"scorekeeper": 1, "matches": [SHEET, {**SHEET, "id": "another-of-these-1"}, SHEET]}
    assert brought(session, json.dumps(twice).encode())[:3] == (1, 1, 2)
    assert session.differences() == []


def test_sheets_without_an_id_come_in_once_too(session: Session) -> None:
    unnamed = {key: value for key, value in SHEET.items() if key != "id"}
    data = json.dumps({"scorekeeper": 1, "matches": [unnamed, unnamed]}).encode()
    assert brought(session, data)[:3] == (2, 2, 0)
    assert brought(session, data)[:3] == (0, 0, 2)


def test_what_is_brought_in_is_what_the_sheet_says(session: Session) -> None:
    came = brought(session, json.dumps(SHEET).encode())
    assert (came.first, came.last, came.games) == ("1998-05-01", "1998-05-01", {"classic": 1})
    assert came.people == ["Ana", "Rui", "Marta", "Zé"]
    match = session.match(1)
    assert match is not None
    assert (match.played_on, match.totals, match.winner) == ("1998-05-01", [5200, -120], 0)
    assert [side.players for side in match.sides] == SHEET["names"]
    assert match.deals[0].note == "the dog"
    assert [entry.kind for entry in session.entries(1)] == ["opened", "entered", "noted"]


WRONG = {**SHEET, "id": "wrong-one-of-these", "deals": [{"tallies": [{"result": 433}, {}]}]}
TWICE = {**SHEET, "id": "twice-one-of-these", "names": [["Ana", "ana"], ["Marta", "Zé"]]}


@pytest.mark.parametrize(
    ("sheet", "place"),
    [
        ({**SHEET, "id": "short"}, "matches[1].id"),
        ({**SHEET, "id": 5}, "matches[1].id"),
        (WRONG, "matches[1].deals[0].tallies[0].result"),
        (TWICE, "matches[1].names"),
        ({}, "matches[1].variant"),
    ],
    ids=["a short id", "a number for an id", "a deal that cannot be", "a person twice", "no sheet"],
)
def test_one_wrong_sheet_keeps_all_out(sheet: dict[str, Any], place: str, session: Session) -> None:
    before = written(session)
    data = json.dumps({"scorekeeper": 1, "matches": [SHEET, sheet]}).encode()
    found = household.read(data)
    for act in (session.try_out, session.bring_in):
        with pytest.raises(BringingRefused) as refused:
            act(household.read(data).sheets, found.people)
        assert [fault.place for fault in refused.value.faults] == [place]
    assert written(session) == before
    assert session.people().persons == {}
    assert session.last_entry() is None


def test_trying_out_says_what_would_come_and_writes_nothing(session: Session) -> None:
    found = household.read(
        json.dumps({"scorekeeper": 1, "matches": [SHEET, {**SHEET, "id": "another-of-these-1"}]}).encode()
    )
    tried = session.try_out(found.sheets)
    assert (tried.matches, tried.deals, tried.known, tried.people) == (2, 2, 0, ["Ana", "Rui", "Marta", "Zé"])
    assert session.last_entry() is None
    assert session.history.count() == 0


def test_nicknames_come_along_and_hidden_names_do_not(session: Session, other: Session) -> None:
    brought(session, json.dumps(SHEET).encode())
    session.write_household("nicknames-for-ana-1", "nicknamed", {"name": "Ana", "nicknames": ["Aninha"]})
    session.write_household("nicknames-for-rui-1", "nicknamed", {"name": "Rui", "nicknames": ["Ruca"]})
    session.write_household("hide-rui-for-good-1", "hidden", {"name": "Rui"})
    data = written(session)
    assert b"Rui" not in data
    assert b"Ruca" not in data
    brought(other, data)
    assert other.people().called("aninha") == other.people().called("Ana")
    assert written(other) == data
    assert brought(other, data)[:3] == (0, 0, 1)
    hidden = session.people().persons[2].name
    assert other.people().called(hidden) is not None
    assert other.people().persons[2].own_name == hidden


def test_somebody_elses_nickname_is_a_fault(session: Session) -> None:
    data = {"scorekeeper": 1, "people": [{"name": "Ana", "nicknames": ["Zé"]}], "matches": [SHEET]}
    with pytest.raises(BringingRefused, match=r"people\[0\].nicknames: Zé is another person"):
        brought(session, json.dumps(data).encode())
    assert session.last_entry() is None


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xff\xfe\x00",
        b"{",
        b"[" * 100_000,
        b'{"scorekeeper": 2, "matches": []}',
        b'{"scorekeeper": 1}',
        b'{"scorekeeper": 1, "matches": [], "more": 1}',
        b'{"scorekeeper": 1, "matches": [1]}',
        b'{"scorekeeper": 1, "matches": {}}',
        b"{" * 100_000,
    ],
    ids=lambda data: str(data[:30]),
)
def test_what_is_no_household_is_refused(data: bytes, session: Session) -> None:
    with pytest.raises((SheetRefused, BringingRefused)):
        brought(session, data)


def test_an_empty_household_is_one(session: Session, other: Session) -> None:
    data = written(session)
    assert data == b'{"scorekeeper":1,"people":[],"matches":[\n]}\n'
    assert brought(other, data)[:3] == (0, 0, 0)
