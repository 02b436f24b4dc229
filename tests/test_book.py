"""The household's book: nothing is lost, nothing counts twice, nothing is scored by other rules than its own."""

import contextlib
import json
import os
import secrets
import shutil
import stat
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, consumes, invariant, multiple, rule
from sqlite_utils.utils import sqlite3  # type: ignore[attr-defined]

from scorekeeper import book as books
from scorekeeper import match as matches
from scorekeeper import rulebook, variants
from scorekeeper.book import Book, Session, Written
from scorekeeper.entries import Impossible, Side
from scorekeeper.rules import Variant
from scorekeeper.selection import Selection

SIDES = [Side("North", ["Ada", "Carlo"]), Side("East", ["Bea", "Dino"])]
OUT = {"card_points": 300, "canastas": {"natural": 1}, "hand_points": 0, "went_out": True}
LEFT = {"card_points": 120, "canastas": {"mixed": 1}, "hand_points": 35}
BEHIND = {"card_points": 90, "hand_points": 20}


def op() -> str:
    return secrets.token_urlsafe(16)


def opened(session: Session, op_id: str | None = None, variant: Variant | None = None, **other: Any) -> Written:
    start = {"house_rules": {}, "players": 4, "sides": SIDES, "dealer": 0, "before": [0, 0], **other}
    return session.open_match(op_id or op(), variant=variant or variants.load("classic"), **start)


def enter(session: Session, last: Written, *tallies: dict[str, Any], op_id: str | None = None) -> Written:
    body = {"tallies": list(tallies or (OUT, LEFT))}
    return session.write(op_id or op(), last.match.id, "entered", body, last.match.last_entry)


@contextlib.contextmanager
def raw(path: Path) -> Iterator[Any]:
    """The file as another program opens it: no foreign keys, no recursive triggers."""
    with contextlib.closing(sqlite3.connect(path)) as conn:
        yield conn
        conn.commit()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "household.book"


@pytest.fixture
def book(path: Path) -> Iterator[Book]:
    with Book(path) as book:
        yield book


@pytest.fixture
def session(book: Book) -> Iterator[Session]:
    with book.session() as session:
        yield session


def journal(session: Session) -> list[Any]:
    return [entry for summary in session.history.matches().matches for entry in session.entries(summary.id)]


def test_what_is_written_is_read_again_after_a_restart(path: Path) -> None:
    with Book(path) as book, book.session() as session:
        assert session.history.matches().matches == []
        last = enter(session, enter(session, opened(session)), BEHIND, OUT)
        assert last.match.totals == [900 + 70, 385 + 900]
        entries = session.entries(last.match.id)
    with Book(path) as book, book.session() as session:
        again = session.match(last.match.id)
        assert again is not None
        assert msgspec.structs.replace(again, variant=last.match.variant) == last.match
        assert session.entries(last.match.id) == entries
        assert [entry.kind for entry in entries] == ["opened", "entered", "entered"]
        assert [deal.id for deal in again.deals] == [2, 3]
        (summary,) = session.history.matches().matches
        assert summary.sides == [("North", 970), ("East", 1285)]
        assert (summary.variant, summary.deals, summary.dealer) == ("classic", 2, "Carlo")
        assert summary.next_number == again.next_number == 3
        assert (summary.finished, summary.winner) == (False, None)
        assert enter(session, last).entry.number == 4


def test_a_match_that_is_not_there(session: Session) -> None:
    last = opened(session)
    assert session.match(99) is None
    assert session.entries(99) == []
    with pytest.raises(books.NoSuchMatch):
        session.write(op(), 99, "entered", {"tallies": [OUT, LEFT]}, 1)
    assert enter(session, last).entry.number == 2


def test_an_act_sent_twice_is_written_once_and_answered_alike(session: Session) -> None:
    first = opened(session, op_id="open-0123456789abcdef")
    assert opened(session, op_id="open-0123456789abcdef") == msgspec.structs.replace(first, repeated=True)
    second = enter(session, first, op_id="deal-0123456789abcdef")
    third = enter(session, second)
    # The base is stale by now: the answer is the first one all the same.
    assert enter(session, first, op_id="deal-0123456789abcdef") == msgspec.structs.replace(second, repeated=True)
    assert opened(session, op_id="open-0123456789abcdef") == msgspec.structs.replace(first, repeated=True)
    assert not first.repeated
    assert [entry.number for entry in journal(session)] == [1, 2, 3]
    assert session.match(1) == third.match


def test_the_order_of_keys_makes_no_other_content(session: Session) -> None:
    first = opened(session)
    second = enter(session, first, OUT, LEFT, op_id="deal-0123456789abcdef")
    turned = [dict(reversed(tally.items())) for tally in (OUT, LEFT)]
    assert enter(session, first, *turned, op_id="deal-0123456789abcdef").repeated
    assert session.match(1) == second.match


def test_an_act_sent_again_through_another_process_is_answered_alike(path: Path, session: Session) -> None:
    first = opened(session)
    second = enter(session, first, op_id="deal-0123456789abcdef")
    with Book(path) as other, other.session() as elsewhere:
        again = enter(elsewhere, first, op_id="deal-0123456789abcdef")
    assert again.repeated
    assert again.entry == second.entry
    assert again.match.deals == second.match.deals


def test_rules_that_changed_between_two_sendings_open_no_second_match(session: Session) -> None:
    classic = variants.load("classic")
    first = opened(session, op_id="open-0123456789abcdef", variant=classic)
    again = opened(session, op_id="open-0123456789abcdef", variant=changed(classic, 995))
    assert again == msgspec.structs.replace(first, repeated=True)


@pytest.fixture
def at_midnight(session: Session, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Sets the clock of the book in a place where midnight is at 03:00 UTC."""
    monkeypatch.setenv("TZ", "<-03>3")
    time.tzset()
    yield lambda at: monkeypatch.setattr("scorekeeper.book.session.utc", lambda: at)
    monkeypatch.undo()
    time.tzset()


@pytest.mark.skipif(not hasattr(time, "tzset"), reason="this system keeps its own time zone")
@pytest.mark.parametrize(
    ("opened_at", "again_at", "day"),
    [
        ("2026-11-29T21:00:00Z", "2026-11-29T21:00:01Z", "2026-11-29"),
        ("2026-11-30T02:59:59Z", "2026-11-30T03:00:01Z", "2026-11-29"),
        ("2026-11-30T03:00:00Z", "2026-12-03T09:00:00Z", "2026-11-30"),
    ],
)
def test_a_match_is_played_on_the_day_at_the_table_however_late_it_is_sent_again(
    session: Session, at_midnight: Any, opened_at: str, again_at: str, day: str
) -> None:
    at_midnight(opened_at)
    first = opened(session, op_id="open-0123456789abcdef")
    at_midnight(again_at)
    again = opened(session, op_id="open-0123456789abcdef")
    assert first.entry.body["played_on"] == first.match.played_on == day
    assert again == msgspec.structs.replace(first, repeated=True)


def test_a_match_is_played_where_and_when_its_table_says(session: Session) -> None:
    said = {"played_on": "2019-12-31", "place": "Porto", "note": "Zé’s last game\nbefore the twins"}
    match = opened(session, op_id="open-0123456789abcdef", **said).match
    assert (match.played_on, match.opened.place, match.opened.note) == tuple(said.values())
    for other in ({}, said | {"place": "Braga"}, said | {"note": ""}, said | {"played_on": "2019-12-30"}):
        with pytest.raises(books.OtherContent):
            opened(session, op_id="open-0123456789abcdef", **other)


def test_a_match_opened_before_days_were_kept_is_still_the_same_act(session: Session) -> None:
    first = opened(session, op_id="open-0123456789abcdef")
    body = {key: said for key, said in first.entry.body.items() if key != "played_on"}
    session._db.execute("DROP TRIGGER journal_update")
    session._db.execute("UPDATE journal SET body = ?", [json.dumps(body)])
    session._book.forget()
    assert opened(session, op_id="open-0123456789abcdef").repeated


@pytest.mark.parametrize(
    ("match_id", "kind", "body"),
    [
        (1, "entered", {"tallies": [LEFT, OUT]}),
        (1, "corrected", {"tallies": [OUT, LEFT]}),
        (3, "entered", {"tallies": [OUT, LEFT]}),
        (99, "entered", {"tallies": [OUT, LEFT]}),
    ],
    ids=["other tallies", "another kind", "another match", "an unknown match"],
)
def test_an_op_id_used_for_something_else_is_refused(
    match_id: int, kind: Any, body: dict[str, Any], session: Session
) -> None:
    enter(session, opened(session), op_id="deal-0123456789abcdef")
    opened(session)
    before = journal(session)
    with pytest.raises(books.OtherContent):
        session.write("deal-0123456789abcdef", match_id, kind, body, 2)
    assert journal(session) == before


@pytest.mark.parametrize("other", [{"dealer": 1}, {"before": [0, 5]}, {"sides": SIDES[::-1]}], ids=str)
def test_an_op_id_used_for_another_match_is_refused(other: dict[str, Any], session: Session) -> None:
    opened(session, op_id="open-0123456789abcdef")
    with pytest.raises(books.OtherContent):
        opened(session, op_id="open-0123456789abcdef", **other)
    deal = enter(session, opened(session), op_id="deal-0123456789abcdef")
    with pytest.raises(books.OtherContent):
        opened(session, op_id="deal-0123456789abcdef")
    assert deal.entry.number == 3
    assert len(session.history.matches().matches) == 2


@pytest.mark.parametrize(
    "op_id", ["", "short", "x" * 15, "x" * 65, "white space 0123456789", "x" * 20 + "\n", "é" * 20]
)
def test_an_op_id_of_another_form_is_refused(op_id: str, session: Session) -> None:
    last = opened(session)
    with pytest.raises(books.BadOpId):
        session.write(op_id, last.match.id, "entered", {"tallies": [OUT, LEFT]}, 1)
    with pytest.raises(books.BadOpId):
        session.open_match(
            op_id,
            variant=last.match.variant,
            house_rules={},
            players=4,
            sides=SIDES,
            dealer=0,
            before=[0, 0],
        )
    assert len(journal(session)) == 1


def test_whoever_has_not_seen_the_last_entry_is_told_what_changed(path: Path, session: Session) -> None:
    first = opened(session)
    with Book(path) as other, other.session() as elsewhere:
        second = enter(elsewhere, first)
    with pytest.raises(books.Stale) as caught:
        enter(session, first, LEFT, OUT)
    assert caught.value.since == [second.entry]
    assert caught.value.match.totals == second.match.totals
    assert journal(session) == [first.entry, second.entry]
    with pytest.raises(books.Stale) as caught:
        session.write(op(), 1, "entered", {"tallies": [OUT, LEFT]}, 77)
    assert caught.value.since == []


def test_correct_strike_out_and_bring_back(session: Session) -> None:
    last = enter(session, enter(session, opened(session)), BEHIND, OUT)
    first_deal, second_deal = last.match.deals
    acts: list[tuple[Any, dict[str, Any], list[int]]] = [
        ("corrected", {"deal": first_deal.id, "tallies": [BEHIND, OUT]}, [140, 1800]),
        ("struck_out", {"deal": first_deal.id}, [70, 900]),
        ("brought_back", {"deal": first_deal.id}, [140, 1800]),
        ("corrected", {"deal": second_deal.id, "tallies": [OUT, LEFT]}, [970, 1285]),
    ]
    for kind, body, totals in acts:
        last = session.write(op(), last.match.id, kind, body, last.match.last_entry)
        assert last.match.totals == totals
        assert session.match(last.match.id) == last.match
        assert session.history.matches().matches[0].sides == [("North", totals[0]), ("East", totals[1])]
        assert session.differences() == []
    assert [deal.entries for deal in last.match.deals] == [[2, 4, 5, 6], [3, 7]]


@pytest.mark.parametrize(
    ("kind", "body", "refusal"),
    [
        ("entered", {"tallies": [{**OUT, "bogus": 1}, LEFT]}, "there is no such key"),
        ("struck_out", {"deal": 77}, "there is no such deal"),
        ("brought_back", {"deal": 2}, "stands already"),
        ("opened", {}, "no act: opened"),
        ("rubbed_out", {"deal": 2}, "no act: rubbed_out"),
    ],
    ids=["no tally", "no such deal", "stands already", "opened twice", "no such act"],
)
def test_a_refused_act_leaves_no_trace(kind: Any, body: dict[str, Any], refusal: str, session: Session) -> None:
    last = enter(session, opened(session))
    with pytest.raises(ValueError, match=refusal):
        session.write("deal-0123456789abcdef", 1, kind, body, 2)
    assert session.match(1) == last.match
    assert len(journal(session)) == 2
    assert enter(session, last, op_id="deal-0123456789abcdef").entry.number == 3


@pytest.mark.parametrize(
    "other",
    [{"players": 5}, {"sides": SIDES[:1]}, {"before": [0]}, {"dealer": 4}, {"dealer": -1}],
    ids=["players", "sides", "points before", "dealer beyond", "dealer below"],
)
def test_a_match_that_its_rules_do_not_seat_is_not_opened(other: dict[str, Any], session: Session) -> None:
    with pytest.raises(Impossible):
        opened(session, **other)
    assert session.history.matches().matches == []


def test_running_matches_come_as_they_were_changed_and_finished_ones_as_they_were_played(session: Session) -> None:
    one, two, three, four = (opened(session, before=[4900, 0] if n > 1 else [0, 0]) for n in range(4))
    finished = [enter(session, three), enter(session, four)]
    enter(session, one)
    session.write(op(), 3, "corrected", {"deal": 5, "tallies": [OUT, BEHIND]}, finished[0].match.last_entry)
    running = session.history.matches(Selection(finished=False), order="changed").matches
    assert [summary.id for summary in running] == [one.match.id, two.match.id]
    over = session.history.matches(Selection(finished=True)).matches
    assert [(summary.id, summary.winner) for summary in over] == [(four.match.id, 0), (three.match.id, 0)]


def changed(variant: Variant, bonus: int) -> Variant:
    data = msgspec.json.decode(msgspec.json.encode(variant.data))
    data["canastas"]["kinds"]["natural"]["bonus"] = bonus
    return rulebook.read(data)


def test_a_match_keeps_the_rules_it_was_opened_with(path: Path) -> None:
    classic = variants.load("classic")
    with Book(path) as book, book.session() as session:
        enter(session, opened(session, variant=classic))
        enter(session, opened(session, variant=changed(classic, 1000)))
        enter(session, opened(session, variant=classic))
    with Book(path) as book, book.session() as session:
        found = [match for n in (1, 3, 5) if (match := session.match(n))]
        assert [match.totals[0] for match in found] == [900, 1400, 900]
        seen = found[1].last_entry
        written = session.write(op(), found[1].id, "entered", {"tallies": [OUT, LEFT]}, seen)
        assert written.match.totals[0] == 2800
    with raw(path) as conn:
        kept = conn.execute("SELECT digest, data FROM rulebooks").fetchall()
        digests = [row[0] for row in conn.execute("SELECT rules FROM drawn_matches")]
    assert len(kept) == 2  # once for each content
    assert digests[0] == digests[2] != digests[1]
    assert dict(kept)[digests[0]] == classic.pinned().decode()


def test_house_rules_chosen_are_kept_with_the_match(session: Session) -> None:
    chosen = {"target": 3000}
    last = opened(session, variant=rulebook.chosen(variants.load("classic"), chosen), house_rules=chosen)
    assert last.match.opened.house_rules == chosen
    assert last.match.variant.target == 3000


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE journal SET body = '{}' WHERE number = 2",
        "UPDATE journal SET number = 9 WHERE number = 2",
        "DELETE FROM journal WHERE number = 2",
        "DELETE FROM journal",
        "INSERT OR REPLACE INTO journal VALUES (2, 'another-op-id-of-16', 1, 'entered', '{}', '', '', NULL)",
        "INSERT OR REPLACE INTO journal VALUES (9, 'deal-0123456789abcdef', 1, 'entered', '{}', '', '', NULL)",
        "UPDATE rulebooks SET data = '{}'",
        "DELETE FROM rulebooks",
        "INSERT OR REPLACE INTO rulebooks SELECT digest, '{}' FROM rulebooks",
    ],
)
def test_the_journal_and_the_rules_are_kept_in_ink(statement: str, path: Path, session: Session) -> None:
    last = enter(session, opened(session), op_id="deal-0123456789abcdef")
    entries = journal(session)
    with raw(path) as conn, pytest.raises(sqlite3.IntegrityError, match="kept in ink"):
        conn.execute(statement)
    assert journal(session) == entries
    assert enter(session, last).entry.number == 3


class Play(RuleBasedStateMachine):
    """Random acts of two programs at once on one book."""

    deals = Bundle("deals")
    struck = Bundle("struck")
    tally = st.sampled_from([(OUT, LEFT), (LEFT, OUT), (BEHIND, OUT), (LEFT, BEHIND)])

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.mkdtemp()
        self.books = [Book(Path(self.folder) / "household.book") for _ in range(2)]
        self.sessions = [book.session() for book in self.books]
        self.matches = [opened(self.sessions[0], dealer=n, before=[4000, 0]).match.id for n in range(2)]

    def write(self, which: int, match_id: int, kind: Any, body: dict[str, Any]) -> Written:
        last = self.sessions[1 - which].match(match_id)
        assert last is not None
        before = self.sessions[which].match(match_id)
        written = self.sessions[which].write(op(), match_id, kind, body, last.last_entry)
        kept = {deal.id: deal.scored for deal in before.deals} if before else {}
        assert all(kept.get(deal.id) is deal.scored for deal in written.match.deals[:-1] if kind != "corrected")
        return written

    @rule(target=deals, which=st.integers(0, 1), of=st.integers(0, 1), tallies=tally)
    def enter(self, which: int, of: int, tallies: Any) -> tuple[int, int]:
        written = self.write(which, self.matches[of], "entered", {"tallies": list(tallies)})
        return self.matches[of], written.entry.number

    @rule(which=st.integers(0, 1), deal=deals, tallies=tally)
    def correct(self, which: int, deal: tuple[int, int], tallies: Any) -> None:
        self.write(which, deal[0], "corrected", {"deal": deal[1], "tallies": list(tallies)})

    @rule(target=struck, which=st.integers(0, 1), deal=consumes(deals))
    def strike_out(self, which: int, deal: tuple[int, int]) -> tuple[int, int]:
        self.write(which, deal[0], "struck_out", {"deal": deal[1]})
        return deal

    @rule(target=deals, which=st.integers(0, 1), deal=consumes(struck))
    def bring_back(self, which: int, deal: tuple[int, int]) -> Any:
        self.write(which, deal[0], "brought_back", {"deal": deal[1]})
        return multiple(deal)

    @invariant()
    def the_book_says_what_the_journal_says(self) -> None:
        for session in self.sessions:
            for match_id in self.matches:
                match = session.match(match_id)
                assert match is not None
                assert match == matches.replay(session.entries(match_id), match.variant)
        assert self.sessions[0].differences() == []

    def teardown(self) -> None:
        for session in self.sessions:
            session.close()
        for book in self.books:
            book.close()
        shutil.rmtree(self.folder)


TestPlay = Play.TestCase
TestPlay.settings = settings(
    max_examples=25, stateful_step_count=15, deadline=None, suppress_health_check=list(HealthCheck)
)


@pytest.mark.parametrize(
    ("damage", "found"),
    [
        ("UPDATE drawn_scores SET total = 5 WHERE side = 1", "scores: deal 2, side 1: total is 5, by the journal 385"),
        ("UPDATE drawn_matches SET winner = 0", "matches: id 1: winner is 0, by the journal None"),
        ("DELETE FROM drawn_lines WHERE points = 300", "lines: deal 2, side 0, position 2 is missing"),
        ("DELETE FROM drawn_deals", "deals: id 2 is missing"),
        ("DELETE FROM drawn_matches", "matches: id 1 is missing"),
        ("UPDATE drawn_sides SET name = 'X'", "sides: match 1, side 0: name is X, by the journal North"),
        ("INSERT INTO drawn_deals VALUES (77, 1, 3, 0, 0, '', '', '')", "deals: id 77 is not in the journal"),
        (
            "INSERT INTO drawn_lines VALUES (2, 1, 50, 'gift', 1, 5, 5)",
            "lines: deal 2, side 1, position 50 is not in the journal",
        ),
        (
            "INSERT INTO drawn_sides VALUES (50, 0, 'Ghost', 'Ghost', '[]', NULL, 0, 50, '[]')",
            "sides: match 50, side 0 is not in the journal",
        ),
        ("UPDATE drawn_people SET name = 'X' WHERE id = 1", "people: id 1: name is X, by the journal "),
        ("DELETE FROM drawn_people WHERE id = 2", "people: id 2 is missing"),
        ("UPDATE drawn_seats SET person = 2 WHERE seat = 0", "seats: match 1, seat 0: person is 2, by the journal 1"),
        ("DELETE FROM drawn_months", "is missing"),
        ("UPDATE drawn_months SET facts = '[]'", ": facts is []"),
        (
            "INSERT INTO drawn_standings VALUES ('1', '2001-01-01', 1, 'classic', 0, 1, 1, 1, 1, 1, 1, 1)",
            "standings: subject 1, played_on 2001-01-01, match 1 is not in the journal",
        ),
    ],
)
def test_damaged_projections_are_found_and_rebuilt(damage: str, found: str, path: Path, session: Session) -> None:
    enter(session, enter(session, opened(session)))
    summaries = session.history.matches().matches
    assert session.differences() == []
    with raw(path) as conn:
        conn.execute(damage)
    assert any(found in difference for difference in session.differences())
    told: list[tuple[int, int]] = []
    session.rebuild(lambda done, of: told.append((done, of)))
    assert told == [(1, 1)]
    assert session.differences() == []
    assert session.history.matches().matches == summaries


def test_an_entry_that_cannot_be_written_whole_is_not_written_at_all(path: Path, session: Session) -> None:
    last = opened(session)
    with raw(path) as conn:
        conn.execute("CREATE TRIGGER jam BEFORE INSERT ON drawn_lines BEGIN SELECT RAISE(FAIL, 'jammed'); END")
    with pytest.raises(books.BookTrouble, match="jammed"):
        enter(session, last, op_id="deal-0123456789abcdef")
    assert session.match(1) == last.match
    assert journal(session) == [last.entry]
    assert session.differences() == []
    with raw(path) as conn:
        conn.execute("DROP TRIGGER jam")
    assert not enter(session, last, op_id="deal-0123456789abcdef").repeated


def test_a_rebuild_that_fails_changes_nothing(session: Session) -> None:
    enter(session, opened(session))
    enter(session, opened(session))

    def stop(done: int, of: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        session.rebuild(stop)
    assert session.differences() == []


def test_a_deal_costs_no_more_rows_late_in_a_match(session: Session) -> None:
    last, costs = opened(session, before=[-90_000, 0]), []
    for _ in range(12):
        before = session._db.conn.total_changes
        last = enter(session, last)
        costs.append(session._db.conn.total_changes - before)
    assert set(costs) == {costs[0]}
    before = session._db.conn.total_changes
    session.write(op(), 1, "struck_out", {"deal": last.entry.number}, last.entry.number)
    # entry, match, two sides, four seats, deal, two scores; and a month out and in of the household, of each person and
    # of each partnership
    assert session._db.conn.total_changes - before <= 11 + 2 * 7


def test_more_matches_than_are_kept_folded(book: Book, session: Session) -> None:
    ids = [opened(session).match.id for _ in range(books.RECENT + 3)]
    session.match(ids[3])  # the next to be forgotten, if it were not used now
    opened(session)
    assert len(book.recent) == books.RECENT
    assert ids[3] in book.recent
    assert ids[4] not in book.recent
    assert all(session.match(match_id) is not None for match_id in ids)


def test_more_rulebooks_than_are_kept_read(book: Book, session: Session) -> None:
    classic, last = variants.load("classic"), books.RECENT + 3
    for n in range(last):
        opened(session, variant=changed(classic, 5 * n))
    assert len(book.rulebooks) == books.RECENT
    book.recent.clear()
    bonuses = [
        match.variant.data["canastas"]["kinds"]["natural"]["bonus"]
        for number in range(1, last + 1)
        if (match := session.match(number))
    ]
    assert bonuses == [5 * n for n in range(last)]
    assert len(book.rulebooks) == books.RECENT


def test_a_book_opened_again_is_not_migrated_again(path: Path) -> None:
    def shape() -> list[Any]:
        with raw(path) as conn:
            names = conn.execute("SELECT name, applied_at FROM _sqlite_migrations").fetchall()
            return [names, conn.execute("SELECT sql FROM sqlite_master ORDER BY name").fetchall()]

    Book(path).close()
    first = shape()
    assert [name for name, _ in first[0]] == [step.__name__ for step in books.STEPS]
    Book(path).close()
    assert shape() == first


def test_every_table_is_strict_and_every_setting_is_on(path: Path, session: Session) -> None:
    conn = session._db.conn
    pragmas = {
        name: conn.execute(f"PRAGMA {name}").fetchone()[0] for name in ("journal_mode", "synchronous", "foreign_keys")
    }
    assert pragmas == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}
    tables = {row[1]: row[5] for row in conn.execute("PRAGMA table_list") if row[0] == "main"}
    ours = {"journal", "rulebooks", "settings", "invitations", "devices", "drawn", *books.PROJECTIONS}
    assert {name for name, strict in tables.items() if strict} == ours


def test_the_columns_of_the_projections_are_those_of_the_tables(session: Session) -> None:
    for table, projection in books.PROJECTIONS.items():
        assert list(session._db.table(table).columns_dict) == projection.names


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other permissions")
def test_the_file_is_for_its_owner_only(path: Path) -> None:
    with Book(path) as book, book.session() as session:
        opened(session)
        files = list(path.parent.iterdir())
        assert len(files) == 3
        assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}
        assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    path.chmod(0o644)
    Book(path).close()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_the_secret_key_is_made_once(path: Path, session: Session) -> None:
    key = session.secret_key()
    assert len(bytes.fromhex(key)) == 32
    assert session.secret_key() == key
    with Book(path) as other, other.session() as elsewhere:
        assert elsewhere.secret_key() == key
    with Book(path.with_name("other.book")) as other, other.session() as elsewhere:
        assert elsewhere.secret_key() != key


def refused(path: Path) -> books.BookTrouble:
    with pytest.raises(books.BookTrouble) as caught:
        Book(path, patience=0.05)
    assert str(caught.value) == str(caught.value.message)
    return caught.value


def test_a_newer_book_is_refused_untouched(path: Path) -> None:
    Book(path).close()
    with raw(path) as conn:
        conn.execute(
            "INSERT INTO _sqlite_migrations (migration_set, name, applied_at) VALUES ('scorekeeper', 'telepathy', '')"
        )
    before = path.read_bytes()
    trouble = refused(path)
    assert isinstance(trouble, books.NewerBook)
    assert "a newer Scorekeeper has written" in str(trouble)
    assert path.read_bytes() == before


def test_an_act_of_a_newer_program_is_not_taken_for_another(path: Path, session: Session) -> None:
    opened(session)
    with raw(path) as conn:
        conn.execute("INSERT INTO journal VALUES (2, 'a-new-op-id-of-16', 1, 'weighed', '{\"deal\": 2}', '', '', NULL)")
    with pytest.raises(books.NewerBook):
        session.match(1)


OPENED = {
    "variant": "classic",
    "rules": "",
    "house_rules": {},
    "players": 4,
    "sides": [{"name": "North", "players": []}, {"name": "East", "players": []}],
    "dealer": 0,
    "before": [0, 0],
}


@pytest.mark.parametrize(
    ("body", "why"),
    [
        (json.dumps({**OPENED, "stakes": 5}), "stakes: there is no such key"),
        (json.dumps({**OPENED, "dealer": "Ada"}), "dealer: a whole number is expected here"),
        (json.dumps({**OPENED, "players": 5}), "so many players and sides are not in the rules of this game"),
        (json.dumps({**OPENED, "rules": "another"}), "rules: this is missing"),
        ("{}", "rules: this is missing"),
        ("[]", "Expected `object`, got `array`"),
        ("a match", "JSON is malformed"),
    ],
    ids=["a new key", "another kind of value", "a seat too many", "unknown rules", "nothing", "a list", "no JSON"],
)
def test_an_opening_in_other_words_than_ours_is_said_to_be_unreadable(
    body: str, why: str, path: Path, session: Session
) -> None:
    first = opened(session)
    with raw(path) as conn:
        conn.execute(
            "INSERT INTO journal VALUES (500, 'a-new-op-id-of-16', 500, 'opened', ?, '', '', NULL)",
            [body.replace('"rules": ""', f'"rules": "{first.match.opened.rules}"')],
        )
    with pytest.raises(books.BookTrouble) as caught:
        session.match(500)
    assert str(caught.value).startswith("match 500 cannot be read: ")
    assert why in str(caught.value)
    assert session.match(first.match.id) == first.match
    with pytest.raises(books.BookTrouble, match="match 500 cannot be read"):
        session.rebuild()
    assert [summary.id for summary in session.history.matches().matches] == [first.match.id]


@pytest.mark.parametrize("rules", ["no rules", "[]", "{}"])
def test_pinned_rules_that_are_none_are_said_to_be_unreadable(rules: str, path: Path, session: Session) -> None:
    opened(session)
    with raw(path) as conn:
        conn.execute("INSERT INTO rulebooks VALUES ('digest', ?)", [rules])
        body = json.dumps({**OPENED, "rules": "digest"})
        conn.execute("INSERT INTO journal VALUES (500, 'a-new-op-id-of-16', 500, 'opened', ?, '', '', NULL)", [body])
    with pytest.raises(books.BookTrouble, match="match 500 cannot be read"):
        session.match(500)


def test_a_file_that_is_no_database(path: Path) -> None:
    path.parent.mkdir()
    path.write_text("dear diary, " * 500)
    assert str(refused(path)) == f"{path} is no book of Scorekeeper"
    assert path.read_text().startswith("dear diary")


def test_a_database_of_another_program(path: Path) -> None:
    path.parent.mkdir()
    with raw(path) as conn:
        conn.execute("CREATE TABLE recipes (cake TEXT)")
    before = path.read_bytes()
    assert str(refused(path)) == f"{path} belongs to another program"
    assert path.read_bytes() == before


def test_a_damaged_book(path: Path) -> None:
    with Book(path) as book, book.session() as session:
        last = opened(session)
        for _ in range(30):
            last = enter(session, last)
    size = path.stat().st_size
    with path.open("r+b") as file:
        file.seek(4096)
        file.write(b"\xff" * (size - 4096))
    with pytest.raises(books.BookTrouble, match="is damaged"), Book(path) as book, book.session() as session:
        session.match(1)


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("")
    assert "cannot be used" in str(refused(tmp_path / "data" / "household.book"))


def test_a_folder_in_place_of_the_file(path: Path) -> None:
    path.mkdir(parents=True)
    assert "cannot be" in str(refused(path))


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="nothing is read-only to this user")
def test_a_read_only_folder(path: Path) -> None:
    path.parent.mkdir()
    path.parent.chmod(0o500)
    try:
        assert "Permission denied" in str(refused(path))
        path.parent.chmod(0o700)
        with Book(path) as book, book.session() as session:
            opened(session)
        path.parent.chmod(0o500)
        assert "cannot be" in str(refused(path))
    finally:
        path.parent.chmod(0o700)


def test_a_read_only_book_can_be_read_but_not_written(path: Path, session: Session) -> None:
    last = opened(session)
    session._db.conn.execute("PRAGMA query_only=ON")
    with pytest.raises(books.BookTrouble, match="read-only"):
        enter(session, last)
    assert session.match(1) == last.match


def test_a_book_that_another_program_keeps_locked(path: Path) -> None:
    with Book(path, patience=0.05) as book, book.session() as session:
        last = opened(session)
        with raw(path) as conn:
            conn.execute("BEGIN IMMEDIATE")
            with pytest.raises(books.BookTrouble, match="is being written by another program"):
                enter(session, last)
            assert session.match(1) == last.match
        with book.turn(), pytest.raises(books.BookTrouble, match="is being written by another program"):
            enter(session, last)
        assert enter(session, last).entry.number == 2


def test_a_full_disk_loses_nothing_and_the_act_can_be_sent_again(session: Session) -> None:
    last = opened(session)
    conn = session._db.conn
    conn.execute(f"PRAGMA max_page_count={conn.execute('PRAGMA page_count').fetchone()[0]}")
    op_id = op()
    trouble = None
    while trouble is None:
        try:
            last, op_id = enter(session, last, op_id=op_id), op()
        except books.BookTrouble as caught:
            trouble = caught
    assert str(trouble) == "the disk is full; nothing was saved"
    assert session.match(1) == last.match
    assert session.differences() == []
    conn.execute("PRAGMA max_page_count=1000000")
    again = enter(session, last, op_id=op_id)
    assert (again.repeated, again.entry.number) == (False, last.entry.number + 1)


def test_a_book_taken_away_is_not_made_anew(path: Path) -> None:
    with Book(path) as book:
        path.rename(path.with_name("elsewhere.book"))
        with pytest.raises(books.BookTrouble, match="cannot be opened"):
            book.session()
        assert not path.exists()


def test_the_book_can_be_kept_with_the_sqlite_that_python_brings(path: Path) -> None:
    lines = [
        "import sqlite3, sys",
        "sys.modules['pysqlite3'] = None",  # as where no newer one is installed
        f"sys.path[:0] = {[str(Path(__file__).parent), str(Path(__file__).parents[1])]}",
        "from sqlite_utils import utils",
        "assert utils.sqlite3 is sqlite3",
        "import test_book",
        f"with test_book.Book({str(path)!r}) as book, book.session() as session:",
        "    last = test_book.enter(session, test_book.opened(session))",
        "    session.write(test_book.op(), 1, 'struck_out', {'deal': 2}, 2)",
        "    session.rebuild()",
        "    assert session.differences() == []",
    ]
    command = [sys.executable, "-W", "error", "-c", "\n".join(lines)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("platform", "environment", "expected"),
    [
        ("linux", {"SCOREKEEPER_BOOK": "our.book", "XDG_DATA_HOME": "x"}, "our.book"),
        ("linux", {"XDG_DATA_HOME": "xdg"}, "xdg/scorekeeper/household.book"),
        ("linux", {}, "HOME/.local/share/scorekeeper/household.book"),
        ("darwin", {"XDG_DATA_HOME": "xdg"}, "HOME/Library/Application Support/Scorekeeper/household.book"),
        ("win32", {"LOCALAPPDATA": "local"}, "local/Scorekeeper/household.book"),
        ("win32", {}, "HOME/AppData/Local/Scorekeeper/household.book"),
    ],
)
def test_where_the_book_lies(
    platform: str, environment: dict[str, str], expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("SCOREKEEPER_BOOK", "XDG_DATA_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "platform", platform)
    assert books.default_path() == Path(expected.replace("HOME", str(Path.home())))


def test_another_file_in_the_place_of_the_book_is_not_written_into(path: Path) -> None:
    """An older copy laid over the book while it is open: what is remembered must not be written into it."""
    with Book(path) as book:
        with book.session() as session:
            last = opened(session)
        copy = path.with_name("older.book")
        with Book(copy):
            pass
        copy.replace(path)
        with pytest.raises(books.BookTrouble, match="another file lies at"):
            book.session()
    assert last.match.id == 1


def test_connections_are_used_again_and_none_outlives_the_book(path: Path) -> None:
    book = Book(path)
    with book.session() as one, book.session() as other:
        lent = [one._db, other._db]
        assert lent[0] is not lent[1]
    with book.session() as again:
        assert any(again._db is db for db in lent)
        book.close()
    for db in lent:
        with pytest.raises(sqlite3.ProgrammingError):
            db.execute("SELECT 1")


def test_a_connection_that_met_trouble_is_not_used_again(path: Path) -> None:
    with Book(path) as book:
        with book.session() as session:
            spoiled = session._db
            with pytest.raises(books.BookTrouble), book.plainly():
                raise OSError("the stick was pulled out")
        with pytest.raises(sqlite3.ProgrammingError):
            spoiled.execute("SELECT 1")
