"""The pages of statistics and records: figures of a small book that are known by hand, and whatever is asked."""

import datetime
import html
import re
from typing import Any, NamedTuple

import pytest
from _household import InClient, let_in
from _shelf import TYPICAL
from flask import Flask
from flask.testing import FlaskClient
from test_pages import op

from scorekeeper.book import Book

COUPLES = {"sides": ["Ana & Rui", "Eva & Zé"], "names": [["Ana", "Rui"], ["Eva", "Zé"]]}
OTHERS = {"sides": ["Ana & Eva", "Rui & Zé"], "names": [["Ana", "Eva"], ["Rui", "Zé"]]}
ADDED_UP = [{"result": 2100, "went_out": True}, {"result": 300}]
MATCHES = [
    {**COUPLES, "played_on": "2024-03-05", "dealer": 0, "deals": [{"tallies": TYPICAL}]},
    {**COUPLES, "played_on": "2024-04-10", "dealer": 1, "deals": [{"tallies": TYPICAL[::-1]}]},
    {**OTHERS, "played_on": "2024-04-11", "dealer": 0, "deals": [{"tallies": ADDED_UP}]},
]
"""Ana wins two of three: 2,030 to 505, 505 to 2,030, 2,100 to 300; she deals in the first and the last. Ratings: 1,516
for the winners of the first match; then 1 / (1 + 10^(32 / 400)) = 0.454 is expected of the others, who win 17.47."""
ANA, RUI, EVA, ZE = 1, 2, 3, 4


def bring_in(book: Book, *sheets: dict[str, Any], game: str = "classic") -> None:
    with book.session() as session:
        documents = [{"variant": game, "players": 4, "rules": {"target": 2000}, **sheet} for sheet in sheets]
        session.bring_in((op(), document) for document in documents)


@pytest.fixture
def filled(book: Book) -> Book:
    bring_in(book, *MATCHES)
    with book.session() as session:
        assert {person.name: number for number, person in session.people().persons.items()} == {
            "Ana": ANA,
            "Rui": RUI,
            "Eva": EVA,
            "Zé": ZE,
        }
    return book


class Fact(NamedTuple):
    figure: str
    note: str = ""
    links: tuple[str, ...] = ()


def words(markup: str) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]+>", "", markup)).split())


def shown(client: FlaskClient, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return str(answer.get_data(as_text=True))


def heading(page: str) -> str:
    return words(re.search(r"<h1>(.*?)</h1>", page, re.DOTALL)[1])  # type: ignore[index]


def facts(page: str) -> dict[str, Fact]:
    """The figures of the page by what they are called; where two sections have one, under both names."""
    found = {}
    for section in re.findall(r"<section.*?</section>|<dl class=\"facts\">.*?</dl>\n<p", page, re.DOTALL):
        title = words(found_title[1]) if (found_title := re.search(r"<h2>(.*?)</h2>", section)) else ""
        for fact in re.findall(r'<div class="fact(?: leads)?">(.*?)</div>', section, re.DOTALL):
            label, figure = (
                words(re.search(rf"<{tag}.*?</{end}>", fact, re.DOTALL)[0])
                for tag, end in (("dt", "dt"), ('dd class="fact-figure', "dd"))
            )  # type: ignore[index]
            note = re.search(r'<dd class="fact-note">(.*)</dd>', fact, re.DOTALL)
            links = re.findall(r'href="([^"]+)"', fact)
            found[f"{title}: {label}" if title else label] = Fact(figure, words(note[1]) if note else "", tuple(links))
    return found


def rows(page: str, caption: str) -> list[list[str]]:
    """The cells of the table of this caption."""
    [table] = [one for one in re.findall(r"<table.*?</table>", page, re.DOTALL) if words(caption_of(one)) == caption]
    body = re.search(r"<tbody.*</tbody>", table, re.DOTALL)
    assert body
    return [
        [words(cell) for cell in re.findall(r"<t[hd][ >].*?</t[hd]>", row, re.DOTALL)]
        for row in re.findall(r"<tr.*?</tr>", body[0], re.DOTALL)
    ]


def caption_of(table: str) -> str:
    return re.search(r"<caption.*?</caption>", table, re.DOTALL)[0]  # type: ignore[index]


def test_the_figures_of_a_person(client: FlaskClient, filled: Book) -> None:
    page = shown(client, f"/statistics?of={ANA}")
    assert heading(page) == "Ana"
    told = facts(page)
    assert {name: told[name][:2] for name in told if name.startswith("Matches")} == {
        "Matches: Finished": ("3", ""),
        "Matches: Won": ("2", "67%"),
        "Matches: Lost": ("1", "33%"),
    }
    assert told["Deals: Played"].figure == "3"
    assert told["Deals: Won"][:2] == ("2", "67%: more than every other side")
    assert told["Deals: Points on average"].figure == "1,545"  # 2,030, 505 and 2,100
    assert told["Deals: Best deal"].figure == "2,100"
    assert told["Deals: Worst deal"].figure == "505"
    assert "Of 2 deals that were counted out." in page
    assert rows(page, "Canastas of each kind") == [
        ["Natural canastas", "2", "1.00"],
        ["Mixed canastas", "2", "1.00"],
        ["Red threes", "3", "1.50"],
    ]
    going = "Opening and going out: "
    assert told[f"{going}Deals gone out"][:2] == ("2", "67% of 3 deals")
    assert told[f"{going}Points left in hand"][:2] == ("38", "on average, of 2 deals in which the hand was counted")
    assert told[f"{going}Deals without opening"][:2] == ("0", "0% of 2 counted out")
    assert rows(page, "The opening minimum faced, and how often it was reached") == [["50", "2", "2", "100%"]]
    assert rows(page, "Deals by who dealt them") == [["Ana", "2", "2,065", "100%"], ["others", "1", "505", "0%"]]
    memorable = {name.partition(": ")[2]: fact for name, fact in told.items() if name.startswith("Memorable")}
    assert {name: fact.figure for name, fact in memorable.items()} == {
        "Highest total": "2,100",
        "Closest match": "1,525",
        "Widest win": "1,800",
        "Longest match": "1",
        "Shortest match": "1",
        "Most wins in a row": "1",
    }
    assert rows(page, "Together with") == [["Rui", "2", "1", "50%"], ["Eva", "1", "1", "100%"]]
    assert rows(page, "Against") == [["Zé", "3", "2", "67%"], ["Eva", "2", "1", "50%"], ["Rui", "1", "1", "100%"]]
    assert told["Rating: Rating now"][:2] == ("1,515", "place 2 of 4 that are rated; from 3 matches")
    assert rows(page, "Month by month: the rating at its end, and the matches won") == [
        ["Apr 2024", "2", "1", "1,515"],
        ["Mar 2024", "1", "1", "1,516"],
    ]
    assert rows(page, "Canastas of each kind on each day") == [
        ["Apr 11, 2024", "0", "0"],
        ["Apr 10, 2024", "0", "1"],
        ["Mar 5, 2024", "2", "1"],
    ]


def test_the_figures_of_the_household(client: FlaskClient, filled: Book) -> None:
    page = shown(client, "/statistics")
    assert heading(page) == "The household"
    told = facts(page)
    assert told["Matches: Finished"] == ("3", "", ())
    assert "Matches: Won" not in told
    assert told["Deals: Played"].figure == "3"
    assert told["Deals: Points on average"].figure == "1,245"  # 7,470 in six
    assert "Of 4 deals of a side that were counted out." in page
    assert ["Mixed canastas", "4", "1.00"] in rows(page, "Canastas of each kind")
    assert told["Opening and going out: Deals that somebody ended by going out"][:2] == ("3", "100% of 3 deals")
    assert rows(page, "Deals by who dealt them") == [
        ["the side itself", "3", "2,053", "100%"],
        ["others", "3", "437", "0%"],
    ]
    assert rows(page, "Month by month: the rating at its end, and the matches won") == [
        ["Apr 2024", "1,517 2/2", "1,515 1/2", "1,485 1/2", "1,483 0/2"],  # Eva, Ana, Zé, Rui
        ["Mar 2024", "1,484 0/1", "1,516 1/1", "1,484 0/1", "1,516 1/1"],
    ]


def test_the_figures_of_a_partnership_and_of_a_pairing(client: FlaskClient, filled: Book) -> None:
    page = shown(client, f"/statistics?of={ANA}-{RUI}")
    assert heading(page) == "Ana & Rui"
    assert facts(page)["Matches: Finished"].figure == "2"
    assert 'id="partners"' not in page
    assert facts(page)["Rating: Rating now"][:2] == ("1,499", "place 3 of 4 that are rated; from 2 matches")
    page = shown(client, f"/statistics?of={ANA}&against={EVA}")
    assert heading(page) == "Ana against Eva"
    assert facts(page)["Matches: Finished"].figure == "2"
    assert rows(page, "Deals by who dealt them")[0] == ["Ana", "1", "2,030", "100%"]


def test_filters_combine_and_stand_in_the_heading(client: FlaskClient, filled: Book) -> None:
    page = shown(client, "/statistics?who=ana&partner=RUI&opponent=Z%C3%A9&game=classic&since=2024-03&until=2024-03")
    assert heading(page) == "Ana & Rui against Zé, Classic canasta, in March 2024"
    assert facts(page)["Matches: Finished"].figure == "1"
    for address, title, matches in (
        ("/statistics?since=2024-04", "The household, since April 2024", "2"),
        ("/statistics?until=2024-03", "The household, until March 2024", "1"),
        ("/statistics?since=2024&until=2024", "The household, in 2024", "3"),
        ("/statistics?since=2023&until=2024-03", "The household, from January 2023 to March 2024", "1"),
        (f"/statistics?of={ANA}&since=2024-04", "Ana, since April 2024", "2"),
    ):
        page = shown(client, address)
        assert (heading(page), facts(page)["Matches: Finished"].figure) == (title, matches)
    assert "Nothing has been played yet that is like this" in shown(client, "/statistics?game=italian")
    assert "They have not met" in shown(client, f"/statistics?of={ANA}-{EVA}&against={EVA}")


def test_links_keep_what_is_asked_for(client: FlaskClient, filled: Book) -> None:
    page = html.unescape(shown(client, f"/statistics?of={ANA}&game=classic&since=2024-03"))
    assert f'href="/statistics?of={ANA}-{RUI}&game=classic&since=2024-03"' in page
    assert f'href="/statistics?of={ANA}&against={ZE}&game=classic&since=2024-03"' in page
    assert page.count(f'href="/records?of={ANA}&game=classic&since=2024-03"') == 2
    assert f'href="/?of={ANA}&game=classic&since=2024-03"' in page
    assert f'href="/people/{ANA}"' in page
    assert f'href="/statistics?of={ANA}"' in shown(client, f"/people/{ANA}")
    page = html.unescape(shown(client, f"/records?of={ANA}&game=classic&since=2024-03"))
    assert f'href="/statistics?of={ANA}&game=classic&since=2024-03"' in page


@pytest.mark.parametrize("address", ["/statistics", f"/statistics?of={ANA}", f"/records?of={EVA}", "/records"])
def test_every_figure_leads_to_what_it_rests_on(client: FlaskClient, filled: Book, address: str) -> None:
    links = [link for fact in facts(shown(client, address)).values() for link in fact.links]
    assert len(links) > 6
    for link in set(links):
        assert client.get(html.unescape(link)).status_code == 200, link


def test_the_records_say_who_and_when(client: FlaskClient, filled: Book) -> None:
    page = shown(client, "/records")
    told = {name: (fact.figure, fact.note) for name, fact in facts(page).items()}
    assert told == {
        "Highest deal": ("2,100", "Ana & Eva · Classic canasta April 11, 2024"),
        "Lowest deal": ("300", "Rui & Zé · Classic canasta April 11, 2024"),
        "Highest total": ("2,100", "Ana & Eva · Classic canasta April 11, 2024"),
        "Closest match points apart": ("1,525", "Ana & Rui – Eva & Zé · Classic canasta March 5, 2024"),
        "Widest win points ahead": ("1,800", "Ana & Eva · Classic canasta April 11, 2024"),
        "Longest match deals": ("1", "Ana & Rui – Eva & Zé · Classic canasta March 5, 2024"),
        "Shortest match deals": ("1", "Ana & Rui – Eva & Zé · Classic canasta March 5, 2024"),
        "Most wins in a row": ("2", "Eva April 10, 2024 to April 11, 2024"),
        "Most matches": ("3", "Ana · 2 of them won Statistics"),
        "Highest rating now": ("1,517", "Eva · from 3 matches of all games Statistics"),
    }
    page = shown(client, f"/records?of={RUI}&until=2024-04")
    told = {name: (fact.figure, fact.note) for name, fact in facts(page).items()}
    assert told["Highest deal"] == ("2,030", "Ana & Rui · Classic canasta March 5, 2024")
    assert told["Rating now"][1] == "Rui · from 3 matches of all games Statistics"
    assert "Most matches" not in told


def test_the_best_partnership_has_ten_matches(client: FlaskClient, filled: Book) -> None:
    assert "Best partnership" not in shown(client, "/records")
    bring_in(filled, *({**MATCHES[0], "played_on": f"2025-01-{day:02}"} for day in range(1, 9)))
    told = facts(shown(client, "/records"))
    assert told["Best partnership won, of at least 10 matches"][:2] == ("90%", "Ana & Rui · 9 of 10 won Statistics")
    assert "Best partnership" not in shown(client, "/records?until=2024-12")
    told = facts(shown(client, f"/records?of={EVA}"))
    assert told["Best partnership won, of at least 10 matches"][:2] == ("10%", "Eva & Zé · 1 of 10 won Statistics")


def test_few_matches_and_few_deals_are_said_to_be_few(client: FlaskClient, filled: Book) -> None:
    page = shown(client, f"/statistics?of={ANA}")
    assert page.count("From 3 matches only: this may be chance.") == 1
    assert "From 3 deals only: this may be chance." in page
    assert "From 2 deals only: this may be chance." in page
    assert "From so few deals nothing can be told: this may be chance." in page
    assert "From 3 matches only: it still moves in large steps." in page
    won, lost = ({**MATCHES[n], "deals": MATCHES[n]["deals"]} for n in (0, 1))
    bring_in(filled, *([{**won, "dealer": 0}, {**won, "dealer": 1}, {**lost, "dealer": 0}, {**lost, "dealer": 1}] * 20))
    page = shown(client, f"/statistics?of={ANA}")
    assert "this may be chance" not in page
    assert "it still moves" not in page
    assert "The share of deals won differs by no more than chance brings about." in page
    bring_in(filled, *([{**won, "dealer": 0}, {**lost, "dealer": 1}] * 20))
    assert "by more than chance easily brings about" in shown(client, f"/statistics?of={ANA}")


def test_best_and_worst_partners_are_named_among_those_with_five_matches(client: FlaskClient, filled: Book) -> None:
    assert "Most won:" not in shown(client, f"/statistics?of={ANA}")
    bring_in(filled, *[MATCHES[2]] * 5, *[MATCHES[0]] * 3)
    told = facts(shown(client, f"/statistics?of={ANA}"))
    assert told["Partners: Most won: Eva"][:2] == ("100%", "of 6 matches")
    assert told["Partners: Fewest won: Rui"][:2] == ("80%", "of 5 matches")


def test_long_tables_are_cut_and_all_of_them_can_be_asked_for(client: FlaskClient, book: Book) -> None:
    start = datetime.date(2020, 1, 15)
    sheets = [
        {
            "sides": [f"Ana & Partner {n}", f"Left {n} & Right {n}"],
            "names": [["Ana", f"Partner {n}"], [f"Left {n}", f"Right {n}"]],
            "played_on": str(start + datetime.timedelta(31 * n)),
            "deals": [{"tallies": TYPICAL}],
        }
        for n in range(30)
    ]
    bring_in(book, *sheets)
    months = "Month by month: the rating at its end, and the matches won"
    page = shown(client, "/statistics?of=1&game=classic")
    assert [len(rows(page, table)) for table in ("Together with", "Against", months)] == [25, 25, 24]
    for name, table, number in (
        ("partners", "Together with", 30),
        ("opponents", "Against", 60),
        ("months", months, 30),
    ):
        [address] = re.findall(rf'href="([^"]+all={name}[^"]*)"', page)
        page_of_all = shown(client, html.unescape(address))
        assert len(rows(page_of_all, table)) == number
        assert f"all={name}" not in page_of_all
        assert heading(page_of_all) == "Ana, Classic canasta"
    assert len(rows(page, "Canastas of each kind on each day")) == 30


def test_what_is_not_understood_is_said_beside_its_field_and_kept(client: FlaskClient, filled: Book) -> None:
    typed = "who=Nobody%20%26%20Co&partner=Rui&opponent=Zed&since=may&until=2024-13&game=chess"
    for path in ("/statistics", "/records"):
        page = shown(client, f"{path}?{typed}")
        assert '<details class="filters" open>' in page
        errors = dict(re.findall(r'<p class="error" id="(\w+)-error">(.*?)</p>', page, re.DOTALL))
        assert {name: words(error).removeprefix("Error ") for name, error in errors.items()} == {
            "who": "nobody here is called Nobody & Co",
            "opponent": "nobody here is called Zed",
            "since": "a month like 2024-03, or a year, is expected here",
            "until": "a month like 2024-03, or a year, is expected here",
        }
        for value in ("Nobody &amp; Co", "Zed", "may", "2024-13"):
            assert f'value="{value}"' in page
        assert heading(page) == "Rui"
    for query, sentence in (
        ("opponent=Ana", "against whom? Write a name above it too"),
        ("of=99", "nobody here goes by this number; this is about everybody"),
        ("since=2024-05&until=2024-03", "this is before the month in which it begins"),
    ):
        assert sentence in shown(client, f"/statistics?{query}")
    assert '<details class="filters">' in shown(client, f"/statistics?of={ANA}&since=2024")


def test_a_hidden_person_is_shown_by_number(client: FlaskClient, filled: Book) -> None:
    before = client.get(f"/statistics?of={ANA}")
    with filled.session() as session:
        session.write_household(op(), "hidden", {"name": "Rui"})
        hidden = session.people().persons[RUI].name
    for path in (f"/statistics?of={ANA}", f"/statistics?of={RUI}", "/statistics", "/records", f"/records?of={RUI}"):
        page = shown(client, path)
        assert hidden in page
        assert "Rui" not in page
    assert heading(shown(client, f"/statistics?who={hidden}")) == hidden
    assert "nobody here is called Rui" in shown(client, "/statistics?who=Rui")
    assert client.get(f"/statistics?of={ANA}").headers["ETag"] != before.headers["ETag"]


def test_a_book_without_a_match_has_a_kind_word(client: FlaskClient) -> None:
    assert "No match yet. Once the first one is in the book, its figures stand here." in shown(client, "/statistics")
    assert "No records yet: the first deal will hold most of them." in shown(client, "/records")


def test_a_match_without_a_deal_and_one_being_played(client: FlaskClient, book: Book) -> None:
    bring_in(book, {**COUPLES, "rules": {"target": 5000}, "deals": []}, {**COUPLES, "deals": [], "ended": True})
    assert facts(shown(client, "/statistics"))["Matches: Being played"].figure == "1"
    bring_in(book, {**COUPLES, "rules": {"target": 5000}, "deals": [{"tallies": TYPICAL}]})
    for path in ("/statistics", "/statistics?of=1", "/statistics?of=1-2&against=3", "/records", "/records?of=1"):
        shown(client, path)
    told = facts(shown(client, "/statistics?of=1"))
    assert told["Deals: Played"].figure == "1"


def test_people_who_are_not_all_named_are_not_rated(client: FlaskClient, book: Book) -> None:
    bring_in(book, {**MATCHES[0], "sides": ["Ana & Rui", "They"], "names": [["Ana", "Rui"], ["", ""]]})
    page = shown(client, "/statistics?who=Ana")
    assert "Not rated yet" in page
    assert rows(page, "Month by month: the rating at its end, and the matches won") == [["Mar 2024", "1", "1", "–"]]


@pytest.mark.parametrize("path", ["/statistics", "/records"])
def test_whoever_has_a_page_already_gets_it_again_after_an_entry_alone(
    client: FlaskClient, filled: Book, path: str
) -> None:
    known = {"If-None-Match": client.get(path).headers["ETag"]}
    again = client.get(path, headers=known)
    assert (again.status_code, again.data) == (304, b"")
    bring_in(filled, MATCHES[0])
    assert client.get(path, headers=known).status_code == 200


@pytest.mark.parametrize("path", ["/statistics", "/records", f"/statistics?of={ANA}"])
def test_a_viewer_of_one_match_gets_nothing_of_it(app: Flask, filled: Book, path: str) -> None:
    client = InClient(app)
    for match, status in ((1, 403), (None, 200)):
        let_in(filled, f"viewer of {match}", "viewer", match)
        client.come_in(f"viewer of {match}")
        answer = client.get(path)
        assert answer.status_code == status
        assert ("Eva" in answer.get_data(as_text=True)) == (status == 200)


HOSTILE = [
    "who=" + "A" * 60_000,
    "who=%3Cscript%3Ealert(1)%3C/script%3E&opponent=%22%3E%3Cimg+src=x%3E",
    "of=" + "9" * 400,
    "of=1-1-1-1&against=1",
    "of=1-2-3-4&against=1-2",
    "of=-1&against=0",
    "of=%D9%A1",
    "since=0000&until=9999",
    "since=0001-01&until=9999-12",
    "since=%D9%A2%D9%A0%D9%A2%D9%A4",
    "since=2024-02-30",
    "all=partners&all=" + "x" * 500,
    "game=../../etc/passwd",
    "state=nonsense&words=" + "%00" * 50,
    "who=%FF%FE&partner=%ED%A0%80",
    "who[]=1&of[]=2",
    "&".join(f"who={n}" for n in range(900)),
]


@pytest.mark.parametrize("path", ["/statistics", "/records"])
@pytest.mark.parametrize("query", HOSTILE)
def test_whatever_is_asked_is_answered(client: FlaskClient, filled: Book, path: str, query: str) -> None:
    page = shown(client, f"{path}?{query}")
    assert "<script>" not in page
    assert "<img" not in page
    assert len(page) < 200_000
