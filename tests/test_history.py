"""Every statistic of the book against the plain computation from the sheets: as brought in, and after everything that
can be done to matches and people."""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import naive
import pytest
from _years import sheets, spellings
from evenings import Writer, evenings

from scorekeeper.book import Book, Session
from scorekeeper.entries import Impossible
from scorekeeper.facts import RECORDS, Facts, Record
from scorekeeper.selection import EVERYTHING, Selection, numbers
from scorekeeper.typed import alike

SEEDS = [1, 2]
MATCHES, PEOPLE, YEARS = 50, 14, 2


class Household(NamedTuple):
    """A book, and the documents of what must be in it, by the numbers of its matches; `deals`: of each match the
    numbers of its standing deals."""

    session: Session
    documents: dict[int, dict[str, Any]]
    deals: dict[int, list[int]]
    chance: random.Random

    def who(self) -> dict[str, int]:
        """The person behind every spelling."""
        return dict(self.session.people().ids)

    def told(self) -> list[naive.Told]:
        played = [naive.Played(number, self.documents[number], self.deals[number]) for number in self.documents]
        return naive.told(played, self.who())


@pytest.fixture(params=SEEDS)
def household(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Household]:
    documents = [
        {**one, "id": f"generated-sheet-{n:03}"} for n, one in enumerate(sheets(MATCHES, PEOPLE, YEARS, request.param))
    ]
    with Book(tmp_path / "household.book") as book, book.session() as session:
        brought = session.bring_in((one["id"], one) for one in documents)
        assert brought.matches == MATCHES
        found: dict[int, dict[str, Any]] = {}
        deals: dict[int, list[int]] = {}
        for document in documents:
            entry = session.written(document["id"])
            assert entry is not None
            match = session.match(entry.match)
            assert match is not None
            found[match.id] = document
            deals[match.id] = [deal.id for deal in match.deals]
        yield Household(session, found, deals, random.Random(request.param))


def records(facts: Facts) -> dict[str, Record | None]:
    return {name: getattr(facts, name) for name in RECORDS}


OF_DEALS = ("best_deal", "worst_deal")
COUNTS = (
    *("won", "points", "deals_won", "counted", "canastas", "concealed_canastas", "red_threes", "out", "concealed"),
    *("unopened", "left_deals", "left", "dealt", "dealt_points", "dealt_won", "minimums"),
)


def assert_same(household: Household, told: list[naive.Told], selection: Selection) -> None:
    """Is what the book says of this selection what the sheets say?"""
    history = household.session.history
    chosen = naive.chosen(told, selection.variant or None, selection.since or None, selection.until or None)
    expected = naive.facts(chosen, selection.of, selection.against)
    facts = history.facts(selection)
    assert {name: getattr(facts, name) for name in COUNTS} == {name: expected[name] for name in COUNTS}
    for name, record in records(facts).items():
        if record is None or expected[name] is None:
            assert record == expected[name], name
        elif name in OF_DEALS:
            assert (record.figure, record.match, record.id) == expected[name], name
        else:
            assert (record.figure, record.match) == expected[name], name
    if selection.of:
        assert (facts.matches, facts.shared, facts.lost) == tuple(
            expected[one] for one in ("matches", "shared", "lost")
        )
        assert facts.deals == expected["deals"]
        opponents = {one.person: (one.matches, one.won) for one in history.company(selection).opponents}
        assert opponents == expected["opponents"]
    else:
        counts = history.household(selection)
        assert (counts.matches, counts.finished, counts.deals) == (len(chosen), expected["matches"], expected["deals"])
    if len(selection.of) == 1:
        partners = {one.person: (one.matches, one.won) for one in history.company(selection).partners}
        assert partners == expected["partners"]
        won = [
            (one.month, one.winner in sides)
            for one, sides in naive.seen(chosen, selection.of, selection.against)
            if one.finished
        ]
        whole = history.whole(selection)
        assert (whole.facts, whole.streak, whole.evenings) == (
            facts,
            history.streak(selection),
            history.evenings(selection),
        )
        assert {one.month: (one.played, one.won) for one in whole.months} == {
            month: (len(results), sum(results))
            for month in {month for month, _ in won}
            if (results := [result for other, result in won if other == month])
        }
    if not selection.against:
        same_tallies(household, chosen, selection)
    streak = history.streak(selection)
    assert (streak.wins if streak else 0) == expected["streak"]
    evenings = {one.played_on: one.facts.canastas for one in history.evenings(selection, 1_000)}
    assert {day: kinds for day, kinds in evenings.items() if kinds} == naive.canastas_by_evening(
        chosen, selection.of, selection.against
    )


def same_tallies(household: Household, chosen: list[naive.Told], selection: Selection) -> None:
    """Are those who played most, and those who won most, who the sheets say?"""
    history, least = household.session.history, 2
    by_person = list(naive.tallies(chosen, partners=False).values())
    most = history.most_matches(selection)
    assert (most.matches if most else 0) == max((matches for matches, _ in by_person), default=0)
    by_pair = {
        pair: (won / matches, matches)
        for pair, (matches, won) in naive.tallies(chosen, partners=True).items()
        if matches >= least and set(selection.of) <= set(pair)
    }
    best = history.best_partnership(selection, least)
    assert (best and (best.won / best.matches, best.matches)) == max(by_pair.values(), default=None)
    if best:
        assert by_pair[numbers(best.subject)] == max(by_pair.values())


def assert_whole(household: Household) -> None:
    """Is all that the book says what the sheets say?"""
    told, session, chance = household.told(), household.session, household.chance
    people = sorted(session.people().persons)
    pairs = sorted({one.people(side) for one in told for side in one.sides if len(one.people(side)) == 2})
    months = sorted({one.month for one in told})
    subjects: list[tuple[int, ...]] = [(), *((person,) for person in people), *chance.sample(pairs, min(6, len(pairs)))]
    for subject in subjects:
        assert_same(household, told, Selection(of=subject))
        for variant in ("classic", "italian"):
            since, until = sorted(chance.choices(months, k=2))
            assert_same(household, told, Selection(of=subject, variant=variant))
            assert_same(household, told, Selection(of=subject, since=since, until=until))
            assert_same(household, told, Selection(of=subject, variant=variant, since=since))
        if subject:
            for other in [*((person,) for person in people[:4]), *pairs[:3]]:
                if not set(other) & set(subject):
                    assert_same(household, told, Selection(of=subject, against=other))
    ratings = naive.ratings(told)
    for partners in (False, True):
        kept = {
            tuple(map(int, one.subject.split("-"))): (one.rating / 100, one.rated)
            for one in session.history.standings(partners)
            if one.rating is not None
        }
        expected = {one: rating for one, rating in ratings.items() if (len(one) > 1) == partners}
        assert kept.keys() == expected.keys()
        for one, (rating, rated) in kept.items():
            assert rated == expected[one].matches
            assert rating == pytest.approx(expected[one].rating, abs=0.02)
    wins = naive.wins_by_month(told)
    by_month = naive.ratings_by_month(told)
    for person in people:
        for month in session.history.months(str(person)):
            assert month.wins == wins.get(month.month, {}).get(person, 0)
            if (person,) in by_month.get(month.month, {}):
                assert month.rating / 100 == pytest.approx(by_month[month.month][person,], abs=0.02)


def test_as_brought_in(household: Household) -> None:
    assert_whole(household)


def test_after_corrections_strike_outs_other_days_and_other_seats(household: Household) -> None:
    session, chance = household.session, household.chance
    for number in chance.sample(sorted(household.documents), 25):
        act(household, number, chance.choice(["corrected", "struck_out", "described", "seated", "ended", "entered"]))
    assert session.differences() == []
    assert_whole(household)


def act(household: Household, number: int, kind: Any) -> None:
    """Does this to the match, if it can be done, and to its document."""
    session, chance = household.session, household.chance
    match, document, deals = session.match(number), household.documents[number], household.deals[number]
    assert match is not None
    body: dict[str, Any] = {}
    if kind in ("corrected", "struck_out"):
        if not deals:
            return
        place = chance.randrange(len(deals))
        body = {"deal": deals[place]}
        if kind == "corrected":
            body["tallies"] = chance.choice(document["deals"])["tallies"]
            document["deals"] = [*document["deals"]]
            document["deals"][place] = {"tallies": body["tallies"]}
        else:
            document["deals"] = [deal for one, deal in enumerate(document["deals"]) if one != place]
            del deals[place]
    elif kind == "entered":
        if match.ended or not deals:
            return
        body = {"tallies": chance.choice(document["deals"])["tallies"]}
        document["deals"] = [*document["deals"], body]
    elif kind == "described":
        body = {"played_on": chance.choice(list(household.documents.values()))["played_on"]}
        document |= body
    elif kind == "ended":
        kind = "resumed" if match.ended else "ended"
        if match.finished and not match.ended:
            return
        document["ended"] = not match.ended
    else:
        names = [
            [f"Nobody {number} {side} {place}" for place in range(match.opened.players // len(match.sides))]
            for side in range(len(match.sides))
        ]
        names[0][0] = "Ana"
        document["names"] = names
        body = {
            "sides": [{"name": side.name, "players": players} for side, players in zip(match.sides, names, strict=True)]
        }
    written = session.write(f"act-on-match-{number:06}", number, kind, body, match.last_entry)
    if kind == "entered":
        deals.append(written.entry.number)


def test_after_people_are_called_otherwise_made_one_and_hidden(household: Household) -> None:
    session = household.session
    acts: list[tuple[Any, dict[str, Any]]] = []
    known = household.who()
    for spelled in spellings(PEOPLE):
        there = [name for name in spelled if alike(name) in known]
        numbers = {known[alike(name)] for name in there}
        if len(numbers) > 1:
            acts.append(("merged", {"name": there[1], "into": there[0]}))
    persons = list(session.people().persons.values())
    acts += [("named", {"name": persons[0].name, "to": "Wilhelmine"}), ("hidden", {"name": persons[1].name})]
    merged = 0
    for number, (kind, body) in enumerate(acts):
        if kind == "merged" and together(household, body["name"], body["into"]):
            with pytest.raises(Impossible, match="twice"):
                session.write_household(f"act-of-household-{number}", kind, body)
        else:
            session.write_household(f"act-of-household-{number}", kind, body)
            merged += kind == "merged"
    assert merged
    assert session.differences() == []
    assert_whole(household)


def together(household: Household, *names: str) -> bool:
    """Have these sat in one match?"""
    numbers = {household.who()[alike(name)] for name in names}
    return any(numbers <= {one for side in told.sides for one in told.people(side)} for told in household.told())


@pytest.mark.parametrize("seed", range(3))
def test_after_every_kind_of_act_in_any_order(seed: int, tmp_path: Path) -> None:
    with Book(tmp_path / "household.book") as book, book.session() as session:
        writer = Writer(session)
        for number, (one, held) in enumerate(evenings(seed), 1):
            writer.write(one)
            if number % 50 == 0:
                plays = writer.played(held)
                documents = {play.id: dict(play.document) for play in plays}
                deals = {play.id: play.deals for play in plays}
                assert_whole(Household(session, documents, deals, random.Random(seed)))
        assert session.differences() == []


def test_a_page_of_matches_is_what_the_sheets_say(household: Household) -> None:
    history, told = household.session.history, household.told()
    words = {alike(str(one.get(key, ""))) for one in household.documents.values() for key in ("note", "place")} - {""}
    selections = [EVERYTHING, Selection(finished=True), Selection(finished=False), Selection(variant="classic")]
    selections += [
        Selection(of=(1,)),
        Selection(of=(1,), variant="classic", finished=True),
        Selection(words=min(words)),
    ]
    for selection in selections:
        expected = [
            one.id
            for one in sorted(told, key=lambda one: (one.played_on, one.id), reverse=True)
            if (selection.finished in (None, one.finished))
            and one.variant.startswith(selection.variant)
            and (not selection.of or any(1 in one.people(side) for side in one.sides))
            and all(
                word in alike(f"{household.documents[one.id].get('place', '')} {noted(household.documents[one.id])}")
                for word in selection.words.split()
            )
        ]
        found, page = [], 1
        while matches := history.matches(selection, page).matches:
            found += [one.id for one in matches]
            page += 1
        assert found == expected
        assert history.matches(selection).number == len(expected) > 0 or selection.finished is False


def noted(document: dict[str, Any]) -> str:
    return " ".join([document.get("note", ""), *(deal.get("note", "") for deal in document["deals"])])


def test_what_a_deal_brought_and_the_matches_of_these_numbers(household: Household) -> None:
    session, history = household.session, household.session.history
    numbers = sorted(household.documents)[3:6]
    found = history.summaries([*numbers, *numbers, 10**9])
    listed = {one.id: one for page in (1, 2, 3) for one in history.matches(EVERYTHING, page).matches}
    assert found == {number: listed[number] for number in numbers}
    match = session.match(next(number for number, deals in household.deals.items() if len(deals) > 1))
    assert match is not None
    for deal in match.standing:
        assert history.scores(deal.id) == deal.scored.scores
    assert history.scores(10**9) == []


def test_the_version_is_another_after_every_entry(household: Household) -> None:
    session, history = household.session, household.session.history
    version = history.version()
    session.write_household("act-of-household-1", "hidden", {"name": session.people().persons[1].name})
    assert history.version() > version
