"""Who may do what: every address × method × device × token, made from the app's own map of addresses.

`MEANT` is written here by hand, apart from the program's own table: an address that is missing in either fails.
"""

import itertools
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal, NamedTuple

import pytest
from _household import InClient, household, let_in, stranger
from flask import Flask
from test_pages import DEAL, op, play
from werkzeug.routing import Rule
from werkzeug.test import TestResponse

from scorekeeper.book import Book, Brought, back_up, copies
from scorekeeper.entries import Side
from scorekeeper.web import jobs
from scorekeeper.web.access import LOWEST

Who = Literal[
    "nobody", "let out", "program", "viewer of another match", "viewer of the match", "viewer", "scorer", "owner"
]
EVERYBODY: tuple[Who, ...] = Who.__args__  # type: ignore[attr-defined]
VIEWERS = EVERYBODY[4:]
IN = EVERYBODY[3:]
ALL = EVERYBODY[5:]
SCORERS = EVERYBODY[6:]
OWNERS = EVERYBODY[7:]

MEANT: dict[str, tuple[Who, ...]] = {
    "GET /static/<path:filename>": EVERYBODY,
    "GET /shell": EVERYBODY,
    "GET /here": EVERYBODY,
    "GET /sw.js": EVERYBODY,
    "GET /manifest.webmanifest": EVERYBODY,
    "GET /look": EVERYBODY,
    "POST /look": EVERYBODY,
    "GET /join": EVERYBODY,
    "POST /join": EVERYBODY,
    "POST /leave": EVERYBODY,
    "GET /": IN,
    "GET /rules": IN,
    "GET /rules/<key>": IN,
    "GET /rules/<key>/examples": IN,
    "GET /statistics": ALL,
    "GET /records": ALL,
    "GET /rules/<key>/sheet": IN,
    "GET /rules/compare": IN,
    "GET /people": ALL,
    "GET /partnerships": ALL,
    "GET /people/<int:person_id>": ALL,
    "POST /people/<int:person_id>/name": SCORERS,
    "POST /people/<int:person_id>/nicknames": SCORERS,
    "GET /people/<int:person_id>/same": SCORERS,
    "POST /people/<int:person_id>/same": SCORERS,
    "POST /people/<int:person_id>/apart": SCORERS,
    "POST /people/<int:person_id>/hide": OWNERS,
    "POST /people/<int:person_id>/unhide": OWNERS,
    "GET /matches/<int:match_id>": VIEWERS,
    "GET /matches/<int:match_id>/last": VIEWERS,
    "GET /matches/<int:match_id>/table": VIEWERS,
    "GET /matches/<int:match_id>/rules": VIEWERS,
    "GET /matches/<int:match_id>/course": VIEWERS,
    "GET /matches/<int:match_id>/otherwise": VIEWERS,
    "GET /matches/<int:match_id>/sheet": VIEWERS,
    "GET /matches/<int:match_id>/share": VIEWERS,
    "GET /matches/<int:match_id>/opening": VIEWERS,
    "GET /matches/<int:match_id>/proof": VIEWERS,
    "GET /matches/<int:match_id>/link": VIEWERS,
    "GET /matches/<int:match_id>/going-out": VIEWERS,
    "GET /paper-check": IN,
    "GET /matches/<int:match_id>/paper-check": VIEWERS,
    "GET /matches/<int:match_id>/deals/<int:deal_id>": VIEWERS,
    "GET /matches/<int:match_id>/deals/<int:deal_id>/disagree": VIEWERS,
    "GET /matches/<int:match_id>/deals/<int:deal_id>/both": VIEWERS,
    "GET /matches/<int:match_id>/about": VIEWERS,
    "POST /matches/<int:match_id>/about": SCORERS,
    "GET /matches/<int:match_id>/seats": SCORERS,
    "POST /matches/<int:match_id>/seats": SCORERS,
    "POST /matches/<int:match_id>/end": SCORERS,
    "POST /matches/<int:match_id>/resume": SCORERS,
    "POST /matches/<int:match_id>/deals/<int:deal_id>/note": SCORERS,
    "GET /matches/<int:match_id>/others": SCORERS,
    "POST /matches/<int:match_id>/others": SCORERS,
    "GET /matches/<int:match_id>/pads": SCORERS,
    "GET /matches/<int:match_id>/deals/new": SCORERS,
    "POST /matches/<int:match_id>/deals/new": SCORERS,
    "GET /matches/<int:match_id>/deals/new/plain": SCORERS,
    "POST /matches/<int:match_id>/deals/new/plain": SCORERS,
    "GET /matches/<int:match_id>/deals/<int:deal_id>/correct": SCORERS,
    "POST /matches/<int:match_id>/deals/<int:deal_id>/correct": SCORERS,
    "GET /matches/<int:match_id>/deals/<int:deal_id>/correct/plain": SCORERS,
    "POST /matches/<int:match_id>/deals/<int:deal_id>/correct/plain": SCORERS,
    "GET /matches/<int:match_id>/deals/<int:deal_id>/recount": SCORERS,
    "POST /matches/<int:match_id>/deals/<int:deal_id>/recount": SCORERS,
    "GET /matches/<int:match_id>/deals/<int:deal_id>/contest": SCORERS,
    "POST /matches/<int:match_id>/deals/<int:deal_id>/contest": SCORERS,
    "POST /matches/<int:match_id>/deals/<int:deal_id>/settle": SCORERS,
    "POST /matches/<int:match_id>/deals/<int:deal_id>/strike": SCORERS,
    "POST /matches/<int:match_id>/deals/<int:deal_id>/bring-back": SCORERS,
    "GET /matches/<int:match_id>/journal": VIEWERS,
    "GET /matches/<int:match_id>/journal/<int:number>": VIEWERS,
    "POST /matches/<int:match_id>/journal/<int:number>/undo": SCORERS,
    "GET /api/openapi.json": ("program", *IN),
    "GET /api/variants": ("program", *IN),
    "GET /api/variants/<key>": ("program", *IN),
    "GET /api/matches": ("program", *IN),
    "GET /api/people": ("program", *ALL),
    "GET /api/statistics": ("program", *ALL),
    "GET /api/matches/<int:match_id>": ("program", *VIEWERS),
    "GET /api/matches/<int:match_id>/sheet": ("program", *VIEWERS),
    "GET /api/matches/<int:match_id>/journal": ("program", *VIEWERS),
    "GET /new": SCORERS,
    "GET /new/<key>": SCORERS,
    "POST /new/<key>": SCORERS,
    "POST /matches/<int:match_id>/again": SCORERS,
    "GET /token": SCORERS,
    "GET /sheets": ALL,
    "GET /sheets.json": ("program", *ALL),
    "GET /calendar.ics": ("program", *ALL),
    "GET /matches/<int:match_id>.json": ("program", *VIEWERS),
    "GET /sheets.csv": ("program", *ALL),
    "GET /sheets/out/<kind>": ALL,
    "GET /matches/<int:match_id>.csv": ("program", *VIEWERS),
    "GET /sheets/upload": OWNERS,
    "POST /sheets/upload": OWNERS,
    "GET /sheets/upload/<sent>": OWNERS,
    "POST /sheets/upload/<sent>": OWNERS,
    "GET /devices": OWNERS,
    "POST /devices": OWNERS,
    "POST /devices/programs": OWNERS,
    "POST /devices/<device_id>/name": OWNERS,
    "POST /devices/<device_id>/end": OWNERS,
    "POST /devices/others/end": OWNERS,
    "POST /invitations/<invitation_id>/end": OWNERS,
    "GET /backups": OWNERS,
    "POST /backups": OWNERS,
    "GET /backups/check": OWNERS,
    "POST /backups/lists": OWNERS,
    "GET /backups/lists": OWNERS,
    "GET /backups/upload": OWNERS,
    "POST /backups/upload": OWNERS,
    "GET /backups/<name>": OWNERS,
    "GET /backups/<name>/restore": OWNERS,
    "POST /backups/<name>/restore": OWNERS,
}
READING = ("GET", "HEAD", "OPTIONS")
OTHERS = ("PUT", "PATCH", "DELETE", "TRACE")
TOKENS = ("good", "missing", "foreign")
OF_THE_BOOK = "Zebedeu"
"""Stands in the names of the book, and nowhere else."""
SENT = f"{32 * '0'}.sent"
"""A file with matches that the owner has sent."""


class Home(NamedTuple):
    """A household with one device of each kind, a program with its key, two matches, and what addresses may name."""

    app: Flask
    book: Book
    match: int
    deal: int
    key: str

    def device(self, who: Who) -> InClient:
        client = stranger(self.app)
        if who == "program":
            client.environ_base["HTTP_AUTHORIZATION"] = f"Bearer {self.key}"
        elif who != "nobody":
            client.come_in(who)
        return client

    def address(self, rule: Rule) -> str:
        values = {
            "match_id": self.match,
            "deal_id": self.deal,
            "number": self.deal,
            "person_id": 1,
            "key": "classic",
            "device_id": "scorer in",
            "invitation_id": "viewer",
            "filename": "pages.css",
            "name": copies(self.book.path)[0].path.name,
            "sent": SENT,
            "kind": "json",
        }
        with self.app.test_request_context():
            from flask import url_for

            return url_for(rule.endpoint, **{name: values[name] for name in rule.arguments})

    def state(self) -> list[Any]:
        """All that is in the book."""
        with self.book.session() as session:
            db = session._db
            return [db.execute(f"SELECT * FROM {table} ORDER BY 1").fetchall() for table in db.table_names()]


def at_home(path: Path) -> Home:
    app = household({"BOOK": path, "TESTING": True})
    book = app.extensions["book"]
    sides = [Side(f"{OF_THE_BOOK} & Ana", [OF_THE_BOOK, "Ana"]), Side("Rui & Zé", ["Rui", "Zé"])]
    match, other = (play(book, DEAL, sides=sides) for _ in range(2))
    roles: dict[Who, Any] = {
        "let out": ("owner", None),
        "viewer of another match": ("viewer", other),
        "viewer of the match": ("viewer", match),
        "viewer": ("viewer", None),
        "scorer": ("scorer", None),
        "owner": ("owner", None),
    }
    for who, (role, one) in roles.items():
        device = let_in(book, who, role, one)
        if who == "let out":
            with book.session() as session:
                session.access.end_device(device)
    with book.session() as session:
        key = session.access.let_program_in("The spreadsheet")
        program = session.access.program(key)
        assert program is not None
        session.access.used(program)
    back_up(book.path)
    with app.app_context():
        jobs.start(1, lambda told: (Brought(0, 0, 0, "", "", {}, []), None), "owner in", SENT)
    return Home(app, book, match, match + 1, key)


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Home]:
    found = at_home(tmp_path_factory.mktemp("household") / "kitchen.book")
    yield found
    found.book.close()


def token(client: InClient) -> str:
    """One for the forms of this device; the door has one for everybody."""
    page = client.get("/join").get_data(as_text=True)
    [found] = re.findall(r'name="csrf_token" value="([^"]+)"', page)
    return str(found)


def ask(home: Home, who: Who, rule: Rule, method: str, which: str = "missing") -> TestResponse:
    client = home.device(who)
    data = {"op_id": op(), "look": "dark", "role": "viewer", "name": "Nuno", "program": "Nuno", "act": "check"}
    if which == "good":
        data["csrf_token"] = token(client)
    elif which == "foreign":
        data["csrf_token"] = token(home.device("scorer" if who == "owner" else "owner"))
    return client.open(
        home.address(rule), method=method, data=data if method not in ("GET", "HEAD") else None, buffered=True
    )


def rules(home: Home) -> list[Rule]:
    return list(home.app.url_map.iter_rules())


def meant(rule: Rule, method: str) -> tuple[Who, ...]:
    return MEANT[f"{'GET' if method in ('HEAD', 'OPTIONS') and 'GET' in rule.methods else method} {rule.rule}"]


def test_every_address_has_its_decision_here_and_in_the_program(home: Home) -> None:
    there = {
        f"{method} {rule.rule}" for rule in rules(home) for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
    assert there == set(MEANT)
    assert {rule.endpoint for rule in rules(home)} == set(LOWEST)


@pytest.mark.parametrize("who", EVERYBODY)
def test_each_device_is_let_in_exactly_where_it_is_meant_to_be(home: Home, who: Who) -> None:
    before = home.state()
    wrong = []
    for rule, method in itertools.product(rules(home), READING):
        methods = rule.methods or set()
        if method not in methods:
            continue
        if method == "OPTIONS" and "GET" not in methods:
            allowed = who in meant(rule, "POST")
        else:
            allowed = who in meant(rule, method)
        answer = ask(home, who, rule, method)
        refused = 401 if rule.rule.startswith("/api/") and who in ("nobody", "let out") else 403
        if not allowed and (answer.status_code != refused or OF_THE_BOOK in answer.get_data(as_text=True)):
            wrong.append(f"{method} {rule.rule}: {answer.status_code}")
        if allowed and answer.status_code not in (200, 204, 303, 304):
            wrong.append(f"{method} {rule.rule}: {answer.status_code} although it may")
    assert wrong == []
    assert home.state() == before


@pytest.mark.parametrize("which", TOKENS)
@pytest.mark.parametrize("who", EVERYBODY)
def test_nothing_is_written_but_with_a_token_of_its_own_by_those_who_may(
    home: Home, tmp_path: Path, who: Who, which: str
) -> None:
    if which == "good":
        home = at_home(tmp_path / "kitchen.book")
    before = home.state()
    wrong = []
    # Whoever has left may do nothing more.
    for rule in sorted(rules(home), key=lambda rule: rule.endpoint == "door.leave"):
        if "POST" not in (rule.methods or set()):
            continue
        answer = ask(home, who, rule, "POST", which)
        if who not in meant(rule, "POST"):
            right = answer.status_code == 403
        elif which == "good":
            right = answer.status_code not in (400, 403)
        else:
            right = answer.status_code == 400
        if not right or (OF_THE_BOOK in answer.get_data(as_text=True) and answer.status_code in (400, 403)):
            wrong.append(f"POST {rule.rule}: {answer.status_code}")
    assert wrong == []
    if which == "good":
        home.book.close()
    else:
        assert home.state() == before


@pytest.mark.parametrize("who", EVERYBODY)
def test_other_methods_and_other_addresses_do_nothing_for_anybody(home: Home, who: Who) -> None:
    before = home.state()
    for rule in rules(home):
        for method in OTHERS:
            assert ask(home, who, rule, method).status_code == 405
    for address in ("/matches", "/admin", "/.env", "/matches/1/deals", "/devices/x", "/backups.book"):
        answer = home.device(who).get(address)
        assert answer.status_code in (404, 405)
        assert OF_THE_BOOK not in answer.get_data(as_text=True)
    assert home.state() == before


def test_a_scorer_lets_others_look_on_and_nobody_keep_the_score(home: Home) -> None:
    for who, role, status in (("scorer", "viewer", 200), ("scorer", "scorer", 403), ("owner", "scorer", 200)):
        client = home.device(who)  # type: ignore[arg-type]
        data = {"csrf_token": token(client), "op_id": op(), "role": role}
        assert client.post(f"/matches/{home.match}/others", data=data).status_code == status


def test_an_address_without_a_decision_is_nobodys_but_the_owners(tmp_path: Path) -> None:
    home = at_home(tmp_path / "kitchen.book")
    home.app.add_url_rule("/secret", "secret", lambda: OF_THE_BOOK)
    assert {who: home.device(who).get("/secret").status_code for who in EVERYBODY} == {
        who: 200 if who == "owner" else 403 for who in EVERYBODY
    }
    home.book.close()


def test_an_address_of_no_match_is_not_for_whoever_may_see_one_alone(tmp_path: Path, monkeypatch: Any) -> None:
    home = at_home(tmp_path / "kitchen.book")
    home.app.add_url_rule("/all", "all", lambda: OF_THE_BOOK)
    monkeypatch.setitem(LOWEST, "all", "viewer")
    assert {who: home.device(who).get("/all").status_code for who in EVERYBODY} == {
        who: 200 if who in ("viewer", "scorer", "owner") else 403 for who in EVERYBODY
    }
    home.book.close()


def test_whoever_may_see_one_match_finds_no_other_by_any_number(home: Home) -> None:
    client = home.device("viewer of the match")
    other = home.match + 2
    ends = ("", "/table", "/last", "/deals/4", "/rules", "/course", "/sheet", "/share")
    addresses = [f"/matches/{{}}{end}" for end in ends] + [f"/api/matches/{{}}{end}" for end in ("", "/sheet")]
    for match_id in (0, other, 99, 2**63, 10**30):
        answers = [client.get(address.format(match_id)) for address in addresses]
        assert {answer.status_code for answer in answers} == {403}
        assert len({answer.get_data() for answer in answers}) <= len(answers)
    assert client.get(f"/matches/{home.match}/deals/{other + 1}").status_code == 404
    assert [one["id"] for one in client.get("/api/matches").json["matches"]] == [home.match]
