"""The people and partnerships of the household: how they stand, who they are, and what is said of them."""

import re
from typing import Any

import pytest
from _household import let_in, stranger
from flask.testing import FlaskClient
from test_pages import WINNING, filled, op, play, text
from werkzeug.test import TestResponse

from scorekeeper.book import Book
from scorekeeper.entries import Side
from scorekeeper.people import Person

LOSING = WINNING[::-1]


def side(*players: str) -> Side:
    return Side(" & ".join(filter(None, players)), list(players))


def table(book: Book, *players: str, won: bool = True, day: str = "2024-05-05", deals: int = 2) -> int:
    """A match of four, as they sit round the table."""
    scores = [WINNING if won else LOSING] * deals
    match_id = play(book, *scores, sides=[side(*players[::2]), side(*players[1::2])])
    with book.session() as session:
        match = session.match(match_id)
        assert match
        session.write(op(), match_id, "described", {"played_on": day}, match.last_entry)
    return match_id


@pytest.fixture
def ids(book: Book) -> dict[str, int]:
    """Four people: Ana 1, Marta 2, rui 3, Zé 4; then Eva 5 and Álvaro 6; José 7 and Jose 8."""
    table(book, "Ana", "Marta", "Rui", "Zé", day="2024-05-05")
    table(book, "Ana", "Marta", "Rui", "Zé", day="2024-06-01", won=False)
    table(book, "Ana", "Eva", "rui", "Álvaro", day="2025-01-02")
    table(book, "José", "Ana", "", "Zé", day="2023-01-01", won=False)
    table(book, "Ana", "Marta", "Jose", "Zé", day="2025-02-01", deals=0)
    with book.session() as session:
        return {name: person.id for name, person in ((one.name, one) for one in session.people().persons.values())}


def person(book: Book, name: str) -> Person:
    with book.session() as session:
        found = session.people().called(name)
    assert found is not None
    return found


def rows(answer: TestResponse) -> list[str]:
    """What the rows of a list say."""
    page = answer.get_data(as_text=True)
    found = re.findall(r'<a class="standing-row".*?</a>', page, re.S)
    return [" ".join(re.sub(r"<[^>]+>", " ", row).replace("&amp;", "&").split()) for row in found]


def names(answer: TestResponse) -> list[str]:
    page = answer.get_data(as_text=True)
    return re.findall(r'<a class="standing-row".*?<b><bdi>(.*?)</bdi>', page.replace("&amp;", "&"), re.S)


def test_everybody_stands_with_matches_wins_rating_and_the_day(client: FlaskClient, ids: dict[str, int]) -> None:
    assert rows(client.get("/people")) == [
        "Ana rating 1,515 4 matches · 3 won (75%) · January 2, 2025",
        "Rui rating 1,515 3 matches · 2 won (67%) · January 2, 2025",
        "Zé rating 1,501 3 matches · 2 won (67%) · June 1, 2024",
        "Marta rating 1,501 2 matches · 1 won (50%) · June 1, 2024",
        "Álvaro rating 1,484 1 match · 0 won (0%) · January 2, 2025",
        "Eva rating 1,484 1 match · 0 won (0%) · January 2, 2025",
        "José 1 match · 0 won (0%) · January 1, 2023",
        "Jose no finished match yet",
    ]


def test_partnerships_stand_likewise(client: FlaskClient, ids: dict[str, int]) -> None:
    assert rows(client.get("/partnerships")) == [
        "Ana & Rui rating 1,515 3 matches · 2 won (67%) · January 2, 2025",
        "Marta & Zé rating 1,501 2 matches · 1 won (50%) · June 1, 2024",
        "Eva & Álvaro rating 1,484 1 match · 0 won (0%) · January 2, 2025",
        "Ana & Zé 1 match · 1 won (100%) · January 1, 2023",
    ]
    page = client.get(f"/partnerships?of={ids['Zé']}")
    assert [row.partition(" rating")[0][:10] for row in rows(page)] == ["Marta & Zé", "Ana & Zé 1"]
    assert f'href="/?of={ids["Ana"]}-{ids["Zé"]}"' in page.get_data(as_text=True)
    for nobody in ("77", "x", "-1", "1-2", "²"):
        assert rows(client.get(f"/partnerships?of={nobody}")) == []


@pytest.mark.parametrize(
    ("query", "order"),
    [
        ("", "Ana Rui Zé Marta Álvaro Eva José Jose"),
        ("?sort=rating", "Ana Rui Zé Marta Álvaro Eva José Jose"),
        ("?sort=matches", "Ana Rui Zé Marta Álvaro Eva José Jose"),
        ("?sort=won", "Ana Rui Zé Marta Álvaro Eva José Jose"),
        ("?sort=name", "Álvaro Ana Eva José Jose Marta Rui Zé"),
        ("?sort=last", "Álvaro Ana Eva Rui Marta Zé José Jose"),
        ("?sort=height", "Ana Rui Zé Marta Álvaro Eva José Jose"),
        ("?begins=a&sort=name", "Álvaro Ana"),
        ("?begins=JOSÉ", "José Jose"),
        ("?begins=ruca", "Rui"),
        ("?begins=na", ""),
        ("?begins=%25", ""),
        ("?page=9", "Ana Rui Zé Marta Álvaro Eva José Jose"),
    ],
)
def test_the_list_is_sorted_and_cut_as_asked(
    client: FlaskClient, book: Book, ids: dict[str, int], query: str, order: str
) -> None:
    say(book, "nicknamed", name="Rui", nicknames=["Ruca"])
    answer = client.get(f"/people{query}")
    assert answer.status_code == 200
    assert names(answer) == order.split()
    assert ("Nobody here begins like that. All people" in text(answer)) == (not order)


def test_sorts_and_pages_keep_what_was_asked(client: FlaskClient, book: Book) -> None:
    for number in range(14):
        play(book, WINNING, WINNING, sides=[side(f"Ana {number}", "X"), side(f"Eva {number}", "Y")])
    first = client.get("/people?sort=name&begins=ana").get_data(as_text=True)
    assert [one.replace("&amp;", "&") for one in re.findall(r'class="chip" href="([^"]+)"', first)][:2] == [
        "/people?begins=ana",
        "/people?begins=ana&sort=matches",
    ]
    whole = client.get("/people?sort=name")
    assert "1–25 of 30" in text(whole)
    assert 'rel="next" href="/people?sort=name&amp;page=2"' in whole.get_data(as_text=True)
    second = client.get("/people?sort=name&page=2")
    assert "26–30 of 30" in text(second)
    assert names(second) == ["Eva 7", "Eva 8", "Eva 9", "X", "Y"]


def test_the_page_of_a_person_says_who_that_is(client: FlaskClient, book: Book, ids: dict[str, int]) -> None:
    say(book, "nicknamed", name="Rui", nicknames=["Ruca"])
    answer = client.get(f"/people/{ids['Rui']}")
    said = text(answer)
    assert "Rui Rating 1,515 · 3 matches finished · 2 won (67%) · last played January 2, 2025 All 3 matches" in said
    assert "Partners Ana 3 matches · 2 won (67%) Known as Rui Ruca (nickname)" in said
    page = answer.get_data(as_text=True)
    for link in (f"/?of={ids['Rui']}", f"/partnerships?of={ids['Rui']}", f"/?of={ids['Ana']}-{ids['Rui']}"):
        assert f'href="{link}"' in page
    assert "no finished match yet" in text(client.get(f"/people/{ids['Jose']}"))
    for nobody in (0, 99, 2**64):
        assert client.get(f"/people/{nobody}").status_code == 404


def say(book: Book, kind: Any, **body: Any) -> None:
    with book.session() as session:
        session.write_household(op(), kind, body)


def acts(book: Book) -> list[tuple[str, Any]]:
    """What the household has said of its people."""
    with book.session() as session:
        return [(entry.kind, entry.body) for entry in session.entries(0)]


def send(client: FlaskClient, page: str, address: str, /, **typed: str) -> TestResponse:
    """Sends the first form on that page that goes to this address, twice, as a trembling finger does."""
    drawn = client.get(page).get_data(as_text=True)
    form = re.findall(rf'<form [^>]*action="{re.escape(address)}">.*?</form>', drawn, re.S)[0]
    for _ in range(2):
        answer = client.post(address, data={**filled(form), **typed})
    return answer


@pytest.mark.parametrize(
    ("act", "typed", "entry", "name", "known"),
    [
        ("name", {"to": " Rui  Manuel "}, ("named", {"name": "Rui", "to": "Rui Manuel"}), "Rui Manuel", "Rui Manuel"),
        (
            "nicknames",
            {"nicknames": "Ruca, ,Ré,Ruca"},
            ("nicknamed", {"name": "Rui", "nicknames": ["Ruca", "Ré"]}),
            "Rui",
            "Rui Ruca Ré",
        ),
        ("nicknames", {"nicknames": ""}, ("nicknamed", {"name": "Rui", "nicknames": []}), "Rui", "Rui"),
    ],
)
def test_a_person_gets_other_names_once(
    client: FlaskClient,
    book: Book,
    ids: dict[str, int],
    act: str,
    typed: dict[str, str],
    entry: Any,
    name: str,
    known: str,
) -> None:
    address = f"/people/{ids['Rui']}"
    answer = send(client, address, f"{address}/{act}", **typed)
    assert (answer.status_code, answer.headers["Location"]) == (303, address)
    assert acts(book) == [entry]
    found = person(book, "rui")
    assert found.name == name
    for one in known.split(" "):
        assert one in text(client.get(address))


@pytest.mark.parametrize(
    ("act", "typed", "error"),
    [
        ("name", {"to": "ana"}, "ana is another person; if both are one, make them one"),
        ("name", {"to": "  "}, "a name of one to 40 letters is expected here"),
        ("name", {"to": "W" * 41}, "a name of one to 40 letters is expected here"),
        ("name", {"to": "Person 4KDF"}, "Person 4KDF is what hidden people are called"),
        ("nicknames", {"nicknames": "Ruca, Eva"}, "Eva is another person; if both are one, make them one"),
        ("nicknames", {"nicknames": "a,b,c,d,e,f,g,h,i,j,k"}, "at most 10 nicknames"),
    ],
)
def test_what_cannot_be_is_said_beside_its_field(
    client: FlaskClient, book: Book, ids: dict[str, int], act: str, typed: dict[str, str], error: str
) -> None:
    address = f"/people/{ids['Rui']}"
    answer = send(client, address, f"{address}/{act}", **typed)
    assert answer.status_code == 422
    page = answer.get_data(as_text=True)
    [field] = typed
    assert re.search(rf'id="{"to" if act == "name" else field}-error">.*?<span>{re.escape(error)}</span>', page)
    assert len(re.findall(r"<details open>", page)) == 1
    assert acts(book) == []


def test_a_page_that_saved_one_thing_saves_another_only_when_sent_again(
    client: FlaskClient, book: Book, ids: dict[str, int]
) -> None:
    address = f"/people/{ids['Rui']}"
    form = filled(client.get(address).get_data(as_text=True))
    assert client.post(f"{address}/name", data={**form, "to": "Rui A"}).status_code == 303
    answer = client.post(f"{address}/name", data={**form, "to": "Rui B"})
    assert answer.status_code == 422
    assert "Press once more to save this too." in text(answer)
    assert person(book, "rui").name == "Rui A"
    [once_more] = re.findall(rf'<form [^>]*action="{address}/name">.*?</form>', answer.get_data(as_text=True), re.S)
    assert client.post(f"{address}/name", data=filled(once_more)).status_code == 303
    assert person(book, "rui").name == "Rui B"


def test_two_people_become_one_after_both_were_shown_and_apart_again(
    client: FlaskClient, book: Book, ids: dict[str, int]
) -> None:
    jose, other = f"/people/{ids['Jose']}", f"/people/{ids['José']}"
    same = f"{jose}/same?into=jos%C3%A9"
    shown = text(client.get(same))
    assert "Jose 1 match José 1 match Both become one, called José, in all matches. It can be undone" in shown
    assert acts(book) == []
    answer = send(client, same, f"{jose}/same")
    assert (answer.status_code, answer.headers["Location"]) == (303, other)
    assert acts(book) == [("merged", {"name": "Jose", "into": "José"})]
    assert "All 2 matches" in text(client.get(other))
    for gone in (jose, f"{jose}/same?into=Ana"):
        assert client.get(gone).headers["Location"] == other
    token = filled(client.get(other).get_data(as_text=True))
    assert client.post(f"{jose}/name", data={**token, "to": "Pepe"}).headers["Location"] == other
    assert person(book, "José").name == "José"
    answer = send(client, other, f"{other}/apart", spelling="Jose")
    assert acts(book)[1:] == [("parted", {"name": "Jose"})]
    apart = person(book, "Jose")
    assert apart.id not in ids.values()
    assert answer.headers["Location"] == f"{other}?apart={apart.id}"
    assert "Jose is a person apart now." in text(client.get(answer.headers["Location"]))
    assert "Another person" not in text(client.get(other))
    assert client.get(jose).headers["Location"] == f"/people/{apart.id}"


@pytest.mark.parametrize(
    ("into", "error"),
    [
        ("Nobody", "nobody here is called Nobody"),
        ("", "nobody here is called "),
        ("RUI", "these are one person already"),
        ("Ana", "Ana would sit twice in one match"),
    ],
)
def test_who_cannot_be_the_same_person_is_said_beside_the_field(
    client: FlaskClient, book: Book, ids: dict[str, int], into: str, error: str
) -> None:
    address = f"/people/{ids['Rui']}/same"
    answer = client.get(f"{address}?into={into}")
    if into == "Ana":
        assert answer.status_code == 200
        answer = send(client, f"{address}?into={into}", address)
    assert answer.status_code == 422
    assert re.search(rf'id="into-error">.*?<span>{error}</span>', answer.get_data(as_text=True))
    assert acts(book) == []


def test_what_is_no_spelling_of_theirs_cannot_be_taken_out(
    client: FlaskClient, book: Book, ids: dict[str, int]
) -> None:
    address = f"/people/{ids['Rui']}"
    token = filled(client.get(address).get_data(as_text=True))
    for spelling, error in (("Rui", "no other name"), ("", "nobody here"), ("Nobody", "nobody here is called Nobody")):
        answer = client.post(f"{address}/apart", data={**token, "spelling": spelling})
        assert answer.status_code == 409
        assert error in text(answer)
    assert acts(book) == []


def test_a_name_is_hidden_and_shown_again_by_the_owner_alone(
    client: FlaskClient, book: Book, ids: dict[str, int]
) -> None:
    address = f"/people/{ids['Zé']}"
    with book.session() as session:
        hidden = f"Person {ids['Zé']}{session.people().persons[ids['Zé']].mark}"
    say(book, "nicknamed", name="Zé", nicknames=["Zezinho"])
    match = table(book, "Ana", "Marta", "Rui", "Zé", deals=1)
    for role in ("viewer", "scorer"):
        let_in(book, role, role)  # type: ignore[arg-type]
        device = stranger(client.application)
        device.come_in(role)
        page = device.get(address).get_data(as_text=True)
        assert "/hide" not in page
        assert ("/name" in page) == (role == "scorer")
    assert "Their name is taken out of all pages and exports; the scores stay." in text(client.get(address))
    assert send(client, address, f"{address}/hide").headers["Location"] == address
    assert acts(book)[1:] == [("hidden", {"name": "Zé"})]
    pages = ["/", "/people", "/partnerships", address, f"/people/{ids['Marta']}", f"/matches/{match}", "/new/classic"]
    pages += [f"/new/classic?like={match}", "/people?begins=z", f"/?of={ids['Zé']}", f"{address}/same?into=Jose"]
    for one in pages:
        assert not re.search("Zé|Zezinho", text(client.get(one)) + client.get(one).get_data(as_text=True)), one
    assert hidden in text(client.get("/people"))
    assert [names(client.get(f"/people?begins={letters}")) for letters in ("zé", "person")] == [[], [hidden]]
    assert rows(client.get("/partnerships?begins=zezinho")) == []
    assert "The name is hidden." in text(client.get(address))
    assert send(client, address, f"{address}/unhide").headers["Location"] == address
    assert person(book, "Zé").name == "Zé"
    token = filled(client.get(address).get_data(as_text=True))
    answer = client.post(f"{address}/unhide", data={**token, "op_id": op()})
    assert (answer.status_code, "this person is not hidden" in text(answer)) == (409, True)


def test_lists_of_nobody_say_so(client: FlaskClient, book: Book) -> None:
    assert "Nobody yet" in text(client.get("/people"))
    assert "No finished match with a partner yet." in text(client.get("/partnerships"))
    play(book, sides=[side("Ana", "Rui"), side("Eva", "Zé")])
    assert "No finished match with a partner yet. All partnerships" in text(client.get("/partnerships?of=1"))


def test_whoever_was_only_typed_by_mistake_stands_in_no_list(
    client: FlaskClient, book: Book, ids: dict[str, int]
) -> None:
    match = play(book, sides=[side("Anna", "Eva"), side("Marta", "Zé")])
    with book.session() as session:
        sides = [{"name": "Ana & Eva", "players": ["Ana", "Eva"]}, {"name": "Marta & Zé", "players": ["Marta", "Zé"]}]
        session.write(op(), match, "seated", {"sides": sides}, match)
    assert "Anna" not in text(client.get("/people"))
