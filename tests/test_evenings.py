"""The evenings that statistics are checked on: a book in which their acts are written holds what they say it must."""

from collections import Counter

import pytest
from evenings import ACTS, OF_HOUSEHOLD, Writer, evenings
from naive import HOUSEHOLD, facts, folded, told

from scorekeeper.book import Book
from scorekeeper.match import replay
from scorekeeper.people import named
from scorekeeper.tally import read

SEEDS = range(6)


def everything(seeds=SEEDS):
    return [step for seed in seeds for step in evenings(seed)]


@pytest.mark.parametrize("seed", SEEDS)
def test_the_book_holds_what_the_evenings_say(tmp_path, seed):
    with Book(tmp_path / "kitchen.book") as book, book.session() as session:
        writer = Writer(session)
        for act, held in evenings(seed):
            writer.write(act)
            plays = writer.played(held)
            by_id = {one.id: one for one in told(plays, held.who)}
            for play in plays:
                match = session.match(play.id)
                typed = replay(session.entries(play.id), match.variant)
                assert seen(typed) == meant(play, by_id[play.id])
                called = [person and person.name for person in map(session.people().called, named(typed.sides))]
                assert named(match.sides) == called
            assert everybody(session.people()) == sorted(
                (one.name, one.hidden, every_name(one), sorted(one.nicknames)) for one in held.people
            )


def everybody(people):
    """The people of a book as the evenings speak of them."""
    return sorted((one.own_name, one.hidden, every_name(one), sorted(one.nicknames)) for one in people.persons.values())


def every_name(person):
    """All that leads to somebody: a nickname that was typed is a spelling too."""
    return sorted({folded(name) for name in (*person.spellings, *person.nicknames)})


def seen(match):
    """A match of the book as the evenings speak of it."""
    return {
        "sides": [side.name for side in match.sides],
        "names": [side.players for side in match.sides],
        "about": (match.played_on, match.opened.place, match.opened.note, match.ended),
        "deals": [(deal.id, deal.dealer, deal.note, deal.before, deal.totals) for deal in match.standing],
        "contested": [deal.contest and deal.contest.scored.tallies for deal in match.standing],
        "end": (match.totals, match.finished, match.winner),
    }


def meant(play, one):
    document = play.document
    notes = [deal.get("note", "") for deal in document["deals"]]
    return {
        "sides": document["sides"],
        "names": document["names"],
        "about": (document["played_on"], document.get("place", ""), document.get("note", ""), "ended" in document),
        "deals": [
            (deal.id, deal.dealer, note, deal.before, deal.totals) for deal, note in zip(one.deals, notes, strict=True)
        ],
        "contested": [
            [read(tally) for tally in deal["contested"]["tallies"]] if "contested" in deal else None
            for deal in document["deals"]
        ],
        "end": (one.totals, one.finished, one.winner),
    }


def test_the_same_seed_makes_the_same_evenings():
    assert list(evenings(1)) == list(evenings(1)) != list(evenings(2))


def test_every_act_comes_up():
    kinds = Counter(act.kind for act, _ in everything())
    assert set(kinds) == set(ACTS)
    assert min(kinds.values()) >= 3


def test_acts_of_every_kind_are_undone_and_some_undoings_too():
    undone = set()
    for seed in SEEDS:
        kinds = {}
        for act, _ in evenings(seed):
            if act.kind == "undone":
                undone.add(kinds[act.match][act.body["entry"]])
            kinds.setdefault(act.match, []).extend([act.kind] if act.kind != "opened" else [])
    assert undone > {"entered", "corrected", "struck_out", "contested", "settled", "described", "seated", "undone"}


def test_every_name_that_was_typed_leads_to_one_person():
    for _, held in everything():
        every = [spelling for person in held.people for spelling in (*person.spellings, *map(folded, person.nicknames))]
        assert len(every) == len(set(every))
        typed = {folded(name) for document in held.documents for side in document["names"] for name in side}
        assert typed - {""} <= set(every)


def test_everybody_was_typed_once():
    for seed in SEEDS:
        typed = set()
        for _, held in evenings(seed):
            typed |= {folded(name) for document in held.documents for side in document["names"] for name in side}
            assert all(typed & set(person.spellings) for person in held.people)


def test_nobody_sits_twice_at_a_table():
    for _, held in everything():
        for document in held.documents:
            seated = [held.who[folded(name)] for side in document["names"] for name in side if name.strip()]
            assert len(seated) == len(set(seated))


def test_what_a_step_said_is_not_changed_by_the_next():
    steps = list(evenings(3))
    assert [held for _, held in steps] == [held for _, held in evenings(3)]


def test_evenings_come_to_what_statistics_are_about(tmp_path):
    found = Counter()
    for seed in SEEDS:
        with Book(tmp_path / f"{seed}.book") as book, book.session() as session:
            writer = Writer(session)
            steps = list(evenings(seed))
            for act, _ in steps:
                if act.kind not in OF_HOUSEHOLD:
                    writer.write(act)
            held = steps[-1][1]
            matches = told(writer.played(held), held.who)
            of_all = facts(matches, HOUSEHOLD)
            found.update(
                {key: bool(of_all[key]) for key in ("won", "shared", "concealed_canastas", "comeback", "unopened")}
            )
            found["running"] += any(not one.finished for one in matches)
            found["three sides"] += any(len(one.sides) == 3 for one in matches)
            found["streak"] += of_all["streak"] > 1
            found["noted"] += any("note" in deal for document in held.documents for deal in document["deals"])
            found["struck out"] += any(
                len(deals) < len(all_) for deals, all_ in zip(held.deals, writer.deals, strict=True)
            )
    assert {key for key, count in found.items() if not count} == set()
