"""Every total and every score of a deal, on whatever page it stands, is one touch from how it came about.

A figure is known by its value: those of the book below are like no other number on a page. So a page that is new, or a
figure that is new on it, is held to this without being named here; what is let off is, with the reason.
"""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import pytest
from _household import InClient, let_in
from flask import Flask
from flask.testing import FlaskClient
from test_pages import op, play
from werkzeug.routing import Rule

from scorekeeper.book import Book
from scorekeeper.entries import Side

FIGURE = re.compile(r"[+−]?\d{1,3}(?:,\d{3})+|[+−]?\d+")
PROVES = re.compile(r"/matches/\d+/(proof|deals/\d+(/both)?)$")
VOID = {"input", "link", "meta", "img", "br", "hr", "source", "wbr"}
UNSEEN = {"title", "svg", "script", "template", "option"}
LEAST = 300
"""Points: less may be anything."""

ITSELF = "the page is how it came about: the figures above it make it up"
TYPED = "a page to type on: whoever followed a link would lose what is typed"
OTHERWISE = "what other rules would give: it is told deal by deal, and is in no book"
ONCE = "what was, or would be: the page says what made the difference"

PLAIN: dict[str, dict[str, str]] = {
    "proof.show": {"proof-name": ITSELF, "sum": ITSELF, "kept": ITSELF},
    "deals.show": {"proof-name": ITSELF, "sum": ITSELF, "strip": "both versions are one touch away, beside it"},
    "contest.show": {"both": "the other version, which stands here line by line"},
    "share.show": {"textarea": "a text to be sent elsewhere"},
    "adding_up.check": {"answer": "sums of what is typed, of no match"},
    "adding_up.of_match": {"answer": "the way to the lines of the deal stands below it", "paper-told": TYPED},
    "otherwise.show": {"game-links": OTHERWISE, "together": OTHERWISE, "small": OTHERWISE},
    "deals.enter": {"head-total": TYPED},
    "entry.enter": {"head-total": TYPED},
    "entry.correct": {"result": TYPED},
    "trace.index": {"match-entry": "leads to its entry, which says what was changed and leads on"},
    "trace.show": {"apart": ONCE, "both": ONCE},
    "statistics.show": {"figures": "averages"},
    "rules.examples": {"main": "worked examples, of no match"},
}
"""What may stand plain, or lead elsewhere: on which page (its endpoint), inside what (a tag or class), and why."""

NO_PAGES = {
    "static",
    "sheets.prepare",
    "sheets.rows_of_match",
    "sheets.of_match",
    "sheets.show",
    "live.last",
    "entry.rare_pads",
    "backups.upload",
    "backups.download",
    "backups.confirm",
    "api.game",
    "api.match",
    "api.sheet",
    "api.journal",
}
"""Addresses made for one thing that are files, answers to programs, or pages about files."""


class Node:
    """An element of a page and what it holds."""

    def __init__(self, tag: str, about: dict[str, str], parent: "Node | None") -> None:
        self.tag, self.about, self.parent, self.parts = tag, about, parent, list[Any]()

    def up(self) -> Iterator["Node"]:
        """The element itself, and all that it is in."""
        one: Node | None = self
        while one:
            yield one
            one = one.parent

    def all(self) -> Iterator["Node"]:
        yield self
        for part in self.parts:
            if isinstance(part, Node):
                yield from part.all()

    def text(self) -> str:
        return "".join(part.text() if isinstance(part, Node) else part for part in self.parts)

    def named(self) -> set[str]:
        return {self.tag, *self.about.get("class", "").split()}


class Tree(HTMLParser):
    """Reads a page into nodes."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.root = self.here = Node("", {}, None)
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        node = Node(tag, {key: value or "" for key, value in attrs}, self.here)
        self.here.parts.append(node)
        if tag not in VOID:
            self.here = node

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.here.parts.append(Node(tag, {}, self.here))

    def handle_endtag(self, tag: str) -> None:
        found = next((one for one in self.here.up() if one.tag == tag), None)
        if found and found.parent:
            self.here = found.parent

    def handle_data(self, data: str) -> None:
        self.here.parts.append(data)


class Figure(NamedTuple):
    said: str
    value: int
    at: Node

    @property
    def inside(self) -> set[str]:
        """Tags and classes of all that it is in."""
        return set().union(*(one.named() for one in self.at.up()))

    @property
    def leads_to(self) -> str:
        """Where a finger on it comes to; nowhere: ""."""
        for one in self.at.up():
            if one.tag == "a" and "href" in one.about:
                return one.about["href"]
            if "leads" in one.named():
                return next(inner.about["href"] for inner in one.all() if inner.tag == "a")
        return ""


def value(said: str) -> int:
    return abs(int(said.replace(",", "").lstrip("+−")))


def figures(root: Node, known: set[int]) -> Iterator[Figure]:
    """The figures to be seen on a page that are totals or scores of the book."""
    for node in root.all():
        if UNSEEN & {one.tag for one in node.up()}:
            continue
        for part in node.parts:
            if isinstance(part, str):
                yield from (Figure(said, value(said), node) for said in FIGURE.findall(part) if value(said) in known)


class Shelf(NamedTuple):
    """A book of matches; `known`: the totals and scores in it; `addresses`: of pages about something, by endpoint."""

    app: Flask
    known: set[int]
    addresses: dict[str, list[str]]


def deal(*cards: int) -> list[dict[str, Any]]:
    """A deal whose scores are no line of it: every side has a canasta, the first goes out."""
    out = {"canastas": {"mixed": 1}}
    return [
        {"card_points": one, **out, **({"went_out": True} if not n else {"hand_points": 25})}
        for n, one in enumerate(cards)
    ]


THREE = [Side(name, [name]) for name in ("Eva", "Nuno", "Olga")]


@pytest.fixture(scope="module")
def shelf(shared: Flask) -> Shelf:
    book: Book = shared.extensions["book"]
    running = play(book, deal(735, 265), deal(365, 715), deal(635, 445), deal(165, 355))
    play(book, *[deal(745, 335), deal(725, 305)] * 3)
    three = play(book, deal(455, 415, 195), key="italian", players=3, sides=THREE, before=[0] * 3)
    with book.session() as session:

        def write(kind: str, **body: Any) -> int:
            match = session.match(running)
            assert match
            return session.write(op(), running, kind, body, match.last_entry).match.last_entry

        found = session.match(running)
        assert found
        first, second, third, fourth = (deal.id for deal in found.deals)
        corrected = write("corrected", deal=first, tallies=deal(745, 275), reason="a card under the cloth")
        write("contested", deal=second, tallies=deal(255, 715), reason="Rui says so")
        struck = write("struck_out", deal=fourth)
        matches = [one for one in (session.match(number.id) for number in session.history.matches().matches) if one]
    own = {
        points for match in matches for deal in match.deals for points in (*deal.scored.scores, *(deal.totals or []))
    }
    known = {abs(points) for points in own if abs(points) >= LEAST}
    of = f"/matches/{running}"
    every = [f"/matches/{match.id}" for match in matches]
    addresses = {
        "matches.index": ["/", "/?of=1"],
        "matches.show": [*every, f"{of}?saved={third}"],
        "table.show": [f"{one}/table" for one in every],
        "course.show": [f"{one}/course" for one in every],
        "paper.of_match": [f"{one}/sheet" for one in every],
        "share.show": [f"{of}/share"],
        "proof.show": [f"{one}/proof" for one in every],
        "proof.link": [f"{of}/link", f"{of}/link?deal={first}"],
        "about.show": [f"{of}/about"],
        "about.seats": [f"{of}/seats"],
        "rules.of_match": [f"{of}/rules"],
        "opening.check": [f"{of}/opening"],
        "going_out.check": [f"{of}/going-out"],
        "adding_up.check": ["/paper-check", "/paper-check?counted0.1=1145&total0.1=1145"],
        "adding_up.of_match": [
            f"{of}/paper-check",
            f"{of}/paper-check?total0.3=3095&total1.3=2735",
            f"{of}/paper-check?total0.1=1135",
        ],
        "otherwise.show": [
            *(f"{one}/otherwise{more}" for one in (of, f"/matches/{three}") for more in ("", "?variant=italian")),
            *(f"{of}/otherwise?deal={first}{more}" for more in ("", "&variant=italian")),
        ],
        "deals.show": [f"{of}/deals/{deal}" for deal in (first, second, third, fourth)],
        "disagree.show": [f"{of}/deals/{first}/disagree"],
        "contest.show": [f"{of}/deals/{second}/both"],
        "contest.recount": [f"{of}/deals/{first}/recount"],
        "contest.enter": [f"{of}/deals/{first}/contest"],
        "deals.enter": [f"{of}/deals/new/plain"],
        "deals.correct": [f"{of}/deals/{first}/correct/plain"],
        "entry.enter": [f"{of}/deals/new"],
        "entry.correct": [f"{of}/deals/{first}/correct"],
        "trace.index": [f"{of}/journal"],
        "trace.show": [f"{of}/journal/{number}" for number in (first, second, corrected, corrected + 1, struck)],
        "statistics.show": ["/statistics", "/statistics?of=1", "/statistics?of=1-2&against=3"],
        "records.show": ["/records", "/records?of=1"],
        "people.index": ["/people"],
        "people.partnerships": ["/partnerships"],
        "people.show": ["/people/1"],
        "people.same": ["/people/1/same?into=Rui"],
        "invitation.show": [f"{of}/others"],
        "matches.begin": [f"/new/classic?like={running}"],
        "compare.show": ["/rules/compare?a=classic&b=americana"],
        **{f"rules.{page}": [f"/rules/classic{more}"] for page, more in (("show", ""), ("examples", "/examples"))},
        "paper.of_game": ["/rules/classic/sheet"],
    }
    return Shelf(shared, known, addresses)


def addresses(shelf: Shelf, rule: Rule) -> list[str]:
    """Where the pages of this rule are looked at."""
    return shelf.addresses.get(rule.endpoint) or ([] if rule.arguments else [rule.rule])


def proved(client: FlaskClient, figure: Figure) -> bool:
    """Does it lead to where it is proved, and does it stand in that very place there?"""
    there = urlsplit(figure.leads_to)
    if not PROVES.match(there.path):
        return False
    page = Tree(client.get(there.path).get_data(as_text=True)).root
    spot = next((one for one in page.all() if one.about.get("id") == there.fragment), None) if there.fragment else page
    return spot is not None and figure.said.lstrip("+−") in FIGURE.findall(
        spot.text().replace("+", "").replace("−", "")
    )


def astray(client: FlaskClient, endpoint: str, address: str, known: set[int]) -> list[str]:
    """The figures of a page that do not lead to how they came about, and are not let off."""
    answer = client.get(address)
    assert answer.status_code < 400, address
    if answer.mimetype != "text/html" or answer.status_code != 200:
        return []
    let_off = set(PLAIN.get(endpoint, {}))
    found = figures(Tree(answer.get_data(as_text=True)).root, known)
    return [
        f"{address}: {one.said} in {' < '.join(sorted(one.at.named()))} leads to {one.leads_to or 'nowhere'}"
        for one in found
        if not one.inside & let_off and not proved(client, one)
    ]


def test_every_total_and_score_leads_to_how_it_came_about(shelf: Shelf) -> None:
    client = shelf.app.test_client()
    rules = [
        rule
        for rule in shelf.app.url_map.iter_rules()
        if "GET" in (rule.methods or ()) and rule.endpoint not in NO_PAGES
    ]
    assert [rule.rule for rule in rules if not addresses(shelf, rule)] == []
    found = [
        one
        for rule in rules
        for address in addresses(shelf, rule)
        for one in astray(client, rule.endpoint, address, shelf.known)
    ]
    assert found == []


def test_they_do_so_for_whoever_only_looks_on(shelf: Shelf) -> None:
    let_in(shelf.app.extensions["book"], "looks on", "viewer")
    client = shelf.app.test_client()
    assert isinstance(client, InClient)
    client.come_in("looks on")
    seen = ("matches.index", "matches.show", "table.show", "deals.show", "contest.show", "trace.show", "about.show")
    assert [
        one for page in seen for address in shelf.addresses[page] for one in astray(client, page, address, shelf.known)
    ] == []


def test_figures_that_lead_astray_are_found(shelf: Shelf) -> None:
    page = '<main><p>2,945</p><a href="/matches/1/proof#side1">2,945</a><a href="/matches/1/proof#side0">2,945</a>'
    found = list(figures(Tree(page).root, shelf.known))
    assert [proved(shelf.app.test_client(), one) for one in found] == [False, False, True]


def test_pages_of_every_kind_have_figures_that_are_followed(shelf: Shelf) -> None:
    client = shelf.app.test_client()
    least = {
        "matches.index": 9,
        "matches.show": 20,
        "table.show": 7,
        "course.show": 26,
        "paper.of_match": 30,
        "records.show": 3,
    }
    for endpoint, number in least.items():
        pages = [client.get(one).get_data(as_text=True) for one in shelf.addresses[endpoint]]
        assert sum(len(list(figures(Tree(one).root, shelf.known))) for one in pages) >= number, endpoint


def test_whoever_hears_a_figure_hears_where_it_leads(shelf: Shelf) -> None:
    """The name of a link is not its figure alone."""
    client = shelf.app.test_client()
    for address in (
        address
        for page in ("matches.index", "matches.show", "table.show", "course.show")
        for address in shelf.addresses[page]
    ):
        for one in Tree(client.get(address).get_data(as_text=True)).root.all():
            if one.tag == "a" and PROVES.match(urlsplit(one.about.get("href", "")).path):
                assert re.search("[a-z]{3}", one.text()), (address, one.text())
