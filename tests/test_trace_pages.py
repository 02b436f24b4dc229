"""The trace of a match: every entry in words, what it changed, and the undoing of any of it."""

import gzip
import re
from typing import Any

import pytest
from _household import InClient, let_in
from flask import Flask
from flask.testing import FlaskClient
from test_pages import COUPLES, DEAL, NAMES, filled, op, play, seen, text
from werkzeug.test import TestResponse

from scorekeeper.book import Book
from scorekeeper.match import Match
from scorekeeper.people import NAMELESS

MOST_BYTES = 14_000
ANA, MARTA = (side.name for side in COUPLES)
LESS = [{**DEAL[0], "canastas": {"natural": 1, "mixed": 1}}, DEAL[1]]
"""The deal with one natural canasta fewer: 500 points less for the first side."""


def results(*points: int) -> list[dict[str, Any]]:
    return [{"result": one} for one in points]


class Table:
    """A match, as its scorer sees it."""

    def __init__(self, book: Book, client: FlaskClient, *deals: list[dict[str, Any]], **about: Any) -> None:
        self.book, self.client = book, client
        self.id = play(book, *deals, **about)
        self.deals = [deal.id for deal in self.match.deals]
        self.address = f"/matches/{self.id}/journal"

    @property
    def match(self) -> Match:
        with self.book.session() as session:
            found = session.match(self.id)
            assert found
            return found

    def write(self, kind: Any, **body: Any) -> int:
        """One more entry; its number."""
        with self.book.session() as session:
            return session.write(op(), self.id, kind, body, self.match.last_entry).entry.number

    def correct(self, deal: int, tallies: Any, **more: Any) -> int:
        return self.write("corrected", deal=self.deals[deal - 1], tallies=tallies, **more)

    def listed(self) -> list[str]:
        """What the trace says, entry by entry, newest first."""
        page = self.client.get(self.address).get_data(as_text=True)
        return [as_read(one) for one in re.findall(r'<a class="match-entry".*?</a>', page, re.DOTALL)]

    def page(self, number: int, client: FlaskClient | None = None) -> str:
        answer = (client or self.client).get(f"{self.address}/{number}")
        assert answer.status_code == 200
        return answer.get_data(as_text=True)

    def undo(self, page: str, **typed: str) -> TestResponse:
        """Presses the button of such a page."""
        [action] = re.findall(r'action="([^"]+/undo)"', page)
        return self.client.post(action, data={**filled(page), **typed})

    def refused(self, number: int) -> str:
        """Why the page of this entry has no button."""
        page = self.page(number)
        assert "<form" not in page
        return as_read(page.partition("Undo this</h2>")[2])


@pytest.fixture
def table(book: Book, client: FlaskClient) -> Table:
    """Three deals: 2,030 to 505, the other way round, and again."""
    return Table(book, client, DEAL, DEAL[::-1], DEAL)


def as_read(page: str) -> str:
    return (
        " ".join(re.sub(r"<[^>]+>", " ", seen(page)).replace("&amp;", "&").split())
        .replace(" ,", ",")
        .replace(" :", ":")
        .replace("“ ", "“")
        .replace(" ”", "”")
    )


def as_rows(page: str, caption: str) -> list[list[str]]:
    """The cells of the tables of this caption, row by row."""
    found = []
    for table in re.findall(r"<table.*?</table>", page, re.DOTALL):
        named = re.search(r"<caption>(.*?)</caption>", table, re.DOTALL)
        if as_read(named[1] if named else "") == caption:
            for row in re.findall(r'<tr role="row".*?</tr>', table.partition("<tbody")[2], re.DOTALL):
                found.append([as_read(cell) for cell in re.findall(r"<t[hd].*?</t[hd]>", row, re.DOTALL)])
    return found


# --- What was written.


def test_every_kind_of_entry_is_told_in_words_newest_first(table: Table) -> None:
    first, second, _ = table.deals
    corrected = table.correct(1, LESS, reason="an ace was overlooked")
    table.write("noted", deal=first, note="cake")
    table.write("contested", deal=first, tallies=DEAL, reason="no, two")
    table.write("settled", deal=first, keep="first")
    table.write("contested", deal=first, tallies=DEAL)
    settled = table.write("settled", deal=first, keep="other")
    undone = table.write("undone", entry=settled)
    table.write("undone", entry=undone)
    table.write("struck_out", deal=second)
    table.write("noted", deal=second, note="not this one")
    table.write("brought_back", deal=second)
    table.write("described", place="Café")
    table.write("described", played_on="2026-01-02", note="rain")
    table.write("seated", sides=[{"name": "We", "players": []}, {"name": "They", "players": []}])
    table.write("ended")
    table.write("resumed")
    told = [re.sub(r"\d+:\d\d\s[AP]M", "TIME", one).removesuffix(" TIME") for one in table.listed()]
    assert told == [
        "Went on with it We had won; the match goes on again.",
        "Ended early The match is over: We won.",
        "Seats changed",
        "About the match",
        "Place",
        "Brought back deal 2 We +505, They +2,030 and all totals since They: 120 to open, not 50",
        "Note on a struck-out deal",
        "Struck out deal 2 We −505, They −2,030 and all totals since They: 50 to open, not 120",
        "Redone: the settling of deal 1, TIME We +500 and all totals since",
        "Undone: the settling of deal 1, TIME We −500 and all totals since the other version: We +500",
        "Settled deal 1: the other version We +500 and all totals since",
        "Contested deal 1 the other version: We +500",
        "Settled deal 1: the first version",
        "Contested deal 1 the other version: We +500 “no, two”",
        "Note on deal 1",
        "Corrected deal 1 We −500 and all totals since “an ace was overlooked”",
        "Entered deal 3 We +2,030, They +505",
        "Entered deal 2 We +505, They +2,030",
        "Entered deal 1 We +2,030, They +505",
        "The match began",
    ]
    assert "an ace was overlooked" in as_read(table.page(corrected))


def test_each_entry_names_the_device_it_came_from(table: Table) -> None:
    device = let_in(table.book, "Ana's phone", "scorer")
    with table.book.session() as session:
        session.device = device
        session.write(op(), table.id, "noted", {"deal": table.deals[0], "note": "x"}, table.match.last_entry)
    newest, *others = table.listed()
    assert newest.endswith("· The scorer")
    assert not any("The scorer" in one for one in others)


def test_a_correction_is_shown_before_and_after_line_by_line(table: Table) -> None:
    page = table.page(table.correct(1, LESS))
    rows = {row[0]: row[1:] for row in as_rows(page, ANA)}
    assert rows["Natural canastas"] == ["+1,000 2 × 500", "+500 1 × 500", "−500"]
    assert rows["Mixed canastas"] == ["+300 1 × 300", "+300 1 × 300", "–"]
    assert rows["This deal"] == ["+2,030", "+1,530", "−500"]
    assert ["This deal", "+505", "+505", "–"] in as_rows(page, MARTA)
    assert "−0" not in page


def test_a_correction_to_the_same_score_says_so(table: Table) -> None:
    result = [{"result": 2030}, {"result": 505}]
    page = table.page(table.correct(1, result))
    assert table.listed()[0].startswith("Corrected deal 1 The score is the same.")
    assert ["This deal", "+2,030", "+2,030", "–"] in as_rows(page, ANA)
    assert ["Going out", "+100", "–", "−100"] in as_rows(page, ANA)


def test_a_correction_moves_every_later_total_by_the_difference(book: Book, client: FlaskClient) -> None:
    # https://github.com/Ebbeling/canasta, recompute.test.ts: five deals of 400 to 300, the second corrected to 600
    table = Table(book, client, *[results(400, 300)] * 5, rules={"target": 10_000})
    assert table.match.totals == [2000, 1500]
    number = table.correct(2, results(600, 300))
    page = table.page(number)
    totals = [row for row in as_rows(page, ANA) if row[0].isdigit()]
    assert [(deal, was.split()[0], now.split()[0]) for deal, was, now in totals] == [
        ("2", "800", "1,000"),
        ("3", "1,200", "1,400"),
        ("4", "1,600", "1,800"),
        ("5", "2,000", "2,200"),
    ]
    assert [row for row in as_rows(page, MARTA) if row[0].isdigit()] == []
    assert f"{ANA} +200 and all totals since" in as_read(page)
    assert table.match.totals == [2200, 1500]


def test_where_another_minimum_follows_the_table_says_so(book: Book, client: FlaskClient) -> None:
    table = Table(book, client, results(1400, 0), results(50, 0), results(100, 0))
    page = table.page(table.correct(1, results(1600, 0)))
    assert [row for row in as_rows(page, ANA) if row[0].isdigit()] == [
        ["1", "1,400 to open 50", "1,600 to open 90"],
        ["2", "1,450 to open 50", "1,650 to open 90"],
        ["3", "1,550", "1,750"],
    ]
    assert "Other minimums to open in between" in as_read(page)


def test_a_correction_reopens_a_match_that_was_over(book: Book, client: FlaskClient) -> None:
    # https://github.com/Ebbeling/canasta, recompute.test.ts: 5200 to 4800 recorded, corrected to 4200
    table = Table(book, client, results(2600, 2400), results(2600, 2400))
    assert table.match.winner == 0
    number = table.correct(2, results(1600, 2400))
    assert not table.match.finished
    newest = table.listed()[0]
    assert newest.startswith(f"Corrected deal 2 {ANA} −1,000 {ANA} had won; the match goes on again.")
    page = as_read(table.page(number))
    assert f"{ANA} had won; the match goes on again." in page
    assert f"If you undo it now: {ANA} +1,000" in page
    assert f"now then {ANA} 4,200 5,200" in page
    assert f"The match is over: {ANA} won." in page


@pytest.mark.parametrize(
    ("points", "said", "would"),
    [
        ((2000, 2800), f"{ANA} had won; now {MARTA} has won.", f"{MARTA} had won; now {ANA} has won."),
        ((2600, 2600), f"{ANA} had won; now it is a shared win.", f"It was a shared win; now {ANA} has won."),
    ],
)
def test_a_correction_makes_another_side_win_and_undoing_it_that_one_again(
    book: Book, client: FlaskClient, points: tuple[int, int], said: str, would: str
) -> None:
    table = Table(book, client, results(2600, 2600), results(2600, 2400), rules={"tie": "shared_win"})
    number = table.correct(2, results(*points))
    assert said in table.listed()[0]
    shown, undoing = as_read(table.page(number)).split("If you undo it now:")
    assert said in shown
    assert would in undoing


# --- Undone, and redone.


def test_what_was_undone_is_said_above_the_trace_and_can_be_redone(table: Table) -> None:
    number = table.correct(1, LESS)
    page = table.page(number)
    said = as_read(page.partition("Undo this</h2>")[2])
    assert said.startswith(f"If you undo it now: {ANA} +500 and all totals since now then {ANA} 4,065 4,565")
    answer = table.undo(page, reason="it was right")
    assert (answer.status_code, answer.headers["Location"]) == (303, f"{table.address}?undone={number + 1}")
    strip = table.client.get(answer.headers["Location"]).get_data(as_text=True)
    assert 'role="status"' in strip
    assert re.search(r"Undone: the correction of deal 1, \d", as_read(strip.partition('role="status"')[2]))
    assert table.match.totals == [4565, 3040]
    assert "“it was right”" in table.listed()[0]
    assert table.refused(number).endswith("It is undone already.")
    undone = table.page(number + 1)
    assert presses(undone) == ("Redo it", f"If you redo it now: {ANA} −500 and all totals since")
    assert table.undo(undone).status_code == 303
    assert table.listed()[0].startswith("Redone: the correction of deal 1")
    assert table.match.totals == [4065, 3040]
    assert as_read(table.page(number + 1).partition("Redo it</h2>")[2]).endswith("It is redone already.")


def test_what_was_redone_is_undone_and_not_redone_once_more(table: Table) -> None:
    number = table.correct(1, LESS)
    for again in range(3):
        back, forth = (table.page(table.write("undone", entry=number + n + 2 * again)) for n in (0, 1))
        assert presses(back) == ("Redo it", f"If you redo it now: {ANA} −500 and all totals since")
        assert presses(forth) == ("Undo this", f"If you undo it now: {ANA} +500 and all totals since")


def presses(page: str) -> tuple[str, str]:
    """What the bar of an entry's page says its button does, and what the page says would come of it; the heading over
    that says the same as the bar."""
    _, _, bar = page.partition('<footer class="dock">')
    word = as_read(bar.partition("</footer>")[0])
    below = as_read(page.partition(f"{word}</h2>")[2])
    return word, below.partition(" now then ")[0]


def test_the_match_page_goes_on_as_before_after_its_own_undo(table: Table) -> None:
    sent = {"op_id": op(), "base": str(table.match.last_entry), **filled(table.page(table.deals[2]))}
    del sent["back"]
    answer = table.client.post(f"{table.address}/{table.deals[2]}/undo", data=sent)
    assert answer.headers["Location"] == f"/matches/{table.id}?saved={table.deals[2]}"


def test_undo_pressed_twice_is_one_entry(table: Table) -> None:
    page = table.page(table.correct(1, LESS))
    first, second = table.undo(page), table.undo(page)
    assert (second.status_code, second.headers["Location"]) == (303, first.headers["Location"])
    assert len(table.listed()) == 6


def test_undo_sent_again_with_another_reason_is_not_taken_for_the_first(table: Table) -> None:
    page = table.page(number := table.correct(1, LESS))
    table.undo(page)
    again = table.undo(page, reason="one more")
    assert (again.status_code, again.headers["Location"]) == (303, f"{table.address}/{number}")
    assert "It is undone already." in text(table.client.get(again.headers["Location"]))
    assert len(table.listed()) == 6


def test_undo_of_a_page_that_others_have_overtaken_writes_nothing_and_says_what_they_did(table: Table) -> None:
    page = table.page(table.correct(1, LESS))
    table.correct(2, DEAL)
    answer = table.undo(page)
    assert answer.status_code == 409
    assert "Deal 2 was corrected:" in text(answer)
    assert len(table.listed()) == 6


def test_a_note_of_others_does_not_matter_to_the_undoing_of_a_deal_but_to_that_of_a_note(table: Table) -> None:
    corrected, noted = table.correct(1, LESS), table.write("noted", deal=table.deals[0], note="cake")
    of_deal, of_note = table.page(corrected), table.page(noted)
    table.write("noted", deal=table.deals[0], note="more cake")
    assert table.undo(of_note).status_code == 409
    assert table.undo(of_deal).status_code == 303
    assert [table.match.deals[0].note, table.match.totals] == ["more cake", [4565, 3040]]


def test_undoing_says_where_the_same_was_changed_again_since(table: Table) -> None:
    first = table.correct(1, LESS)
    second = table.correct(1, DEAL[::-1])
    table.correct(2, DEAL)
    said = as_read(table.page(first).partition("Changed since</h2>")[2])
    assert re.match(r"Corrected deal 1 · \d", said)
    assert "Undo this It was changed again since. To undo this puts back how it stood before" in said
    assert f'href="{table.address}/{second}"' in table.page(first)
    assert "Corrected deal 2" not in said
    assert "again since" not in table.page(second)


def test_what_stands_again_as_an_entry_left_it_was_not_changed_since(table: Table) -> None:
    number = table.correct(1, LESS)
    table.write("undone", entry=table.write("undone", entry=number))
    assert "since" not in as_read(table.page(number).partition("The totals after each deal")[2]).replace(
        "totals since", ""
    )


def test_what_was_said_of_the_match_and_changed_again_leads_to_the_later_entry(table: Table) -> None:
    first = table.write("described", place="Café")
    table.write("described", note="rain")
    second = table.write("described", place="At home")
    page = table.page(first)
    assert re.findall(rf'class="button" href="{table.address}/(\d+)"', page) == [str(second)]
    table.undo(page)
    assert (table.match.opened.place, table.match.opened.note) == ("", "rain")


def test_of_a_deal_struck_out_and_brought_back_every_step_is_undone(table: Table) -> None:
    struck = table.write("struck_out", deal=table.deals[1])
    page = table.page(struck)
    assert as_rows(page, "")[0] == ["Does it count?", "yes", "no, it is struck out"]
    assert ["2", "2,535 to open 90", "–"] in as_rows(page, ANA)
    assert ["3, now 2", "4,565", "4,060"] in [[a, *(b.split()[0] for b in c)] for a, *c in as_rows(page, ANA)]
    table.write("brought_back", deal=table.deals[1])
    assert table.refused(struck).endswith("All is as it was before this: there is nothing to undo.")
    assert table.undo(table.page(struck + 1)).status_code == 303
    assert table.match.deals[1].struck_out
    assert table.refused(table.deals[1]).endswith("All is as it was before this: there is nothing to undo.")


@pytest.mark.parametrize(
    ("kind", "body", "before", "after"),
    [
        ("described", {"place": "Café"}, {"Place": "–"}, {"Place": "Café"}),
        ("described", {"played_on": "2026-01-02"}, {}, {"Day": "January 2, 2026"}),
        ("noted", {"note": "cake"}, {"Note": "–"}, {"Note": "cake"}),
        ("ended", {}, {"Ended early?": "no"}, {"Ended early?": "yes"}),
    ],
)
def test_an_act_beside_the_scores_is_shown_and_undone(
    table: Table, kind: str, body: dict[str, str], before: dict[str, str], after: dict[str, str]
) -> None:
    then = table.match
    page = table.page(table.write(kind, **body, **({"deal": table.deals[0]} if kind == "noted" else {})))
    done, would = as_rows(page, "")
    assert {done[0]: done[1]} | before == {done[0]: done[1]}
    assert {done[0]: done[2]} == after
    assert would == [done[0], done[2], done[1]]
    assert "If you undo it now, no total changes." in as_read(page)
    table.undo(page)
    now = table.match
    assert (now.opened, now.deals[0].note, now.finished) == (then.opened, "", False)


def test_what_changed_nothing_or_began_the_match_has_no_button(table: Table) -> None:
    nothing = table.write("described", place="")
    assert table.refused(nothing) == "It changed nothing: there is nothing to undo."
    assert table.listed()[0].startswith("About the match It changed nothing.")
    assert table.refused(table.id) == "The beginning of a match is not undone."


def test_two_who_are_one_person_by_now_are_not_seated_twice_by_an_undo(table: Table) -> None:
    sides = [{"name": "We", "players": ["Ana", "Olga"]}, {"name": "They", "players": ["Marta", "Zé"]}]
    number = table.write("seated", sides=sides)
    with table.book.session() as session:
        session.write_household(op(), "merged", {"name": "Rui", "into": "Ana"})
    assert table.refused(number) == "Ana would sit twice in one match"


# --- Who sees what.


def test_whoever_looks_on_sees_all_and_has_no_button(app: Flask, table: Table) -> None:
    number = table.correct(1, LESS, reason="an ace")
    table.correct(1, DEAL[::-1])
    viewer = app.test_client()
    assert isinstance(viewer, InClient)
    let_in(table.book, "viewer", "viewer", table.id)
    viewer.come_in("viewer")
    assert "an ace" in text(viewer.get(table.address))
    page = table.page(number, viewer)
    assert "an ace" in page
    assert "<form" not in page
    assert "<button" not in page
    assert "Undo" not in page
    assert "Changed since" in page
    assert viewer.post(f"{table.address}/{number}/undo", data=filled(table.page(number))).status_code == 403


def test_no_page_tells_of_an_entry_of_another_match(table: Table) -> None:
    other = Table(table.book, table.client, DEAL)
    for address in (
        f"{table.address}/{other.deals[0]}",
        f"{table.address}/0",
        f"{table.address}/{10**30}",
        f"/matches/999/journal/{table.id}",
        "/matches/999/journal",
        f"/matches/{10**30}/journal",
    ):
        assert table.client.get(address).status_code == 404, address
    assert table.client.post(f"{table.address}/{other.deals[0]}/undo", data={}).status_code in (400, 404)


@pytest.mark.parametrize("name", NAMES)
def test_absurd_names_and_reasons_stay_what_they_are(book: Book, client: FlaskClient, name: str) -> None:
    table = Table(book, client, DEAL, DEAL)
    seats = [{"name": name, "players": [name, ""]}, {"name": "They", "players": ["", ""]}]
    table.write("seated", sides=seats)
    number = table.correct(1, LESS, reason=name)
    table.write("seated", sides=[{**seats[0], "name": "We", "players": ["Ana", ""]}, seats[1]])
    for address in (table.address, f"{table.address}/{number}", f"{table.address}/{number + 1}"):
        page = client.get(address).get_data(as_text=True)
        assert "<script>alert" not in page
        assert 'onfocus="' not in page
    assert f"“{name}”" in text(client.get(table.address))
    assert name in text(client.get(f"{table.address}/{number + 1}"))


def test_a_reason_of_two_hundred_letters_fits_and_a_longer_one_is_refused_in_words(table: Table) -> None:
    page = table.page(table.correct(1, LESS))
    answer = table.undo(page, reason="W" * 201)
    assert answer.status_code == 422
    assert "at most 200 letters" in text(answer).lower()
    assert table.undo(page, reason=" \x07" + "👩‍👩‍👧" * 40 + "\u202e ").status_code == 303
    assert "👩‍👩‍👧" * 40 in text(table.client.get(table.address))


def test_no_name_of_a_hidden_person_is_read_in_the_trace(table: Table) -> None:
    sides = [{"name": "Zebedeu & Olga", "players": ["Zebedeu", "Olga"]}, {"name": "Zebedeu's guests", "players": []}]
    seated = table.write("seated", sides=sides)
    again = table.write("seated", sides=[{"name": "We", "players": []}, {"name": "They", "players": []}])
    undone = table.write("undone", entry=again)
    with table.book.session() as session:
        session.write_household(op(), "hidden", {"name": "Zebedeu"})
        called = session.people().called("Zebedeu")
    assert called
    pages = [table.page(number) for number in (table.id, seated, again, undone)]
    pages.append(table.client.get(table.address).get_data(as_text=True))
    assert [page for page in pages if "zebedeu" in page.lower()] == []
    assert [called.name in page for page in pages] == [False, True, True, True, True]
    assert NAMELESS in pages[1]
    assert table.undo(pages[3]).status_code == 303
    assert "zebedeu" not in table.client.get(table.address).get_data(as_text=True).lower()


# --- How much it is.


def test_the_pages_stay_light_for_twenty_deals_and_twenty_further_entries(book: Book, client: FlaskClient) -> None:
    table = Table(book, client, *[DEAL, DEAL[::-1]] * 10, rules={"target": 100_000})
    for n in range(20):
        number = table.correct(n % 5 + 1, (LESS, DEAL, DEAL[::-1])[n % 3], reason=f"counted again, the {n}th time")
    for address in (table.address, f"{table.address}/{number}"):
        answer = client.get(address, headers={"Accept-Encoding": "gzip"})
        assert answer.status_code == 200
        assert len(gzip.compress(client.get(address).get_data(), 6)) <= MOST_BYTES / 2  # beside its style and script
        assert len(answer.get_data()) <= MOST_BYTES / 2


def test_a_very_long_journal_is_turned_page_by_page(table: Table) -> None:
    numbers = [table.write("noted", deal=table.deals[0], note=f"note {n}") for n in range(60)]
    found: list[str] = []
    address = table.address
    while address:
        page = table.client.get(address).get_data(as_text=True)
        found += re.findall(rf'<a class="match-entry" href="{table.address}/(\d+)"', page)
        following = re.search(r'rel="next" href="([^"]+)"', page)
        address = following[1] if following else ""
    assert [int(one) for one in found] == [*reversed(numbers), *reversed(table.deals), table.id]
    assert "1–25 of 64" in text(table.client.get(table.address))
    assert "51–64 of 64" in text(table.client.get(f"{table.address}?page=99"))


# --- Why an older deal is corrected or struck out.


def corrected(table: Table, deal: int, **typed: str) -> TestResponse:
    """Draws the plain form of this deal, changes a figure, and sends it."""
    address = f"/matches/{table.id}/deals/{table.deals[deal - 1]}/correct/plain"
    form = filled(table.client.get(address).get_data(as_text=True))
    return table.client.post(address, data={**form, "side0-card_points": "500", "act": "save", **typed})


def saved_again(table: Table, answer: TestResponse, **typed: str) -> TestResponse:
    return table.client.post(
        answer.request.path, data={**filled(answer.get_data(as_text=True)), "act": "save", **typed}
    )


QUESTION = "Why is this deal corrected? It is not the last one any more."


def test_the_correction_of_an_older_deal_asks_once_for_a_reason(table: Table) -> None:
    last = table.match.last_entry
    asked = corrected(table, 1)
    assert asked.status_code == 200
    assert QUESTION in text(asked)
    assert table.match.last_entry == last
    page = asked.get_data(as_text=True)
    field = re.search(r'<input[^>]*name="reason"[^>]*>', page)
    assert field
    assert 'aria-describedby="reason-doubt"' in field[0]
    assert saved_again(table, asked).status_code == 303
    with table.book.session() as session:
        assert "reason" not in session.entries(table.id)[-1].body


def test_an_answered_question_is_not_asked_again(table: Table) -> None:
    asked = corrected(table, 1)
    assert saved_again(table, asked, reason="  an ace \u200b was\toverlooked ").status_code == 303
    assert "“an ace was overlooked”" in table.listed()[0]
    assert corrected(table, 2, reason="counted again").status_code == 303


def test_another_doubt_is_still_asked_beside_the_reason(table: Table) -> None:
    unlikely = {"side1-canastas.mixed": "", "side1-card_points": "30"}
    asked = corrected(table, 1, reason="counted again", **unlikely)
    assert (asked.status_code, QUESTION in text(asked)) == (200, False)
    both = corrected(table, 1, **unlikely)
    assert (both.status_code, QUESTION in text(both)) == (200, True)
    assert "2 doubts" in text(both)
    for answer in (asked, both):
        assert saved_again(table, answer, reason="counted again", **unlikely).status_code == 303


def test_the_correction_of_the_last_deal_asks_nothing(table: Table) -> None:
    address = f"/matches/{table.id}/deals/{table.deals[2]}/correct"
    assert 'name="reason"' not in table.client.get(f"{address}/plain").get_data(as_text=True)
    assert 'name="reason"' not in table.client.get(address).get_data(as_text=True)
    assert corrected(table, 3).status_code == 303


def test_a_deal_is_the_last_one_again_once_later_ones_are_struck_out(table: Table) -> None:
    for deal in table.deals[1:]:
        table.write("struck_out", deal=deal)
    assert corrected(table, 1).status_code == 303


def test_a_reason_too_long_stands_at_its_field_and_is_kept(table: Table) -> None:
    answer = corrected(table, 1, reason="W" * 201)
    assert answer.status_code == 422
    assert "at most 200 letters" in text(answer)
    assert f'value="{"W" * 201}"' in answer.get_data(as_text=True)


def test_a_correction_sent_again_with_another_reason_is_no_repetition(table: Table) -> None:
    form = {"op_id": op(), "base": str(table.match.last_entry)}
    assert corrected(table, 1, reason="an ace", **form).status_code == 303
    assert corrected(table, 1, reason="an ace", **form).status_code == 303
    other = corrected(table, 1, reason="a king", **form)
    assert other.status_code == 422
    assert "This page has saved a correction already." in text(other)
    assert len(table.listed()) == 5


def test_the_entry_screen_has_the_field_and_shows_the_question(table: Table) -> None:
    address = f"/matches/{table.id}/deals/{table.deals[0]}/correct"
    page = table.client.get(address).get_data(as_text=True)
    assert page.count('name="reason"') == 1
    form = {**filled(page), "op_id": op(), "base": str(table.match.last_entry), "went_out": "0", "act": "check"}
    form["side0-card_points"] = "500"
    told = table.client.post(address, data=form).get_json()
    assert [(one["at"], one["text"]) for one in told["faults"] if one["at"] == "reason"] == [("reason", QUESTION)]
    form |= {"doubts_seen": told["seen"], "act": "save", "reason": "an ace was overlooked"}
    assert table.client.post(address, data=form).get_json()["saved"] == f"/matches/{table.id}?saved={table.deals[0]}"
    assert "“an ace was overlooked”" in table.listed()[0]


def test_the_entry_screen_does_not_take_another_reason_for_what_was_saved(table: Table) -> None:
    address = f"/matches/{table.id}/deals/{table.deals[0]}/correct"
    form = {**filled(table.client.get(address).get_data(as_text=True)), "op_id": op(), "went_out": "0"}
    form |= {"base": str(table.match.last_entry), "side0-card_points": "500", "reason": "an ace"}
    assert "saved" in table.client.post(address, data={**form, "act": "save"}).get_json()
    assert "saved" in table.client.post(address, data={**form, "act": "check"}).get_json()
    assert "saved" not in table.client.post(address, data={**form, "act": "check", "reason": "a king"}).get_json()


def test_a_deal_that_waited_on_a_phone_is_not_asked_about(table: Table) -> None:
    assert corrected(table, 1, waited="yes").status_code == 303


def test_striking_out_an_older_deal_and_bringing_it_back_take_a_reason(table: Table) -> None:
    address = f"/matches/{table.id}/deals/{table.deals[0]}"
    for act, reason in (("strike", "it was dealt wrong"), ("bring-back", "no, it was not")):
        page = table.client.get(address).get_data(as_text=True).partition(f'action="{address}/{act}"')[2]
        assert table.client.post(f"{address}/{act}", data={**filled(page), "reason": reason}).status_code == 303
        assert f"“{reason}”" in table.listed()[0]
    assert 'name="reason"' in table.client.get(address).get_data(as_text=True)
    assert 'name="reason"' not in table.client.get(f"/matches/{table.id}/deals/{table.deals[2]}").get_data(as_text=True)
