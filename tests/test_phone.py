"""What a phone remembers: look, hand and moving on, each chosen by one press and kept there; nobody else's page
changes."""

import html
import re
from typing import Any

import pytest
from _household import OWNER
from flask import Flask
from flask.testing import FlaskClient
from test_pages import DEAL, pages, play
from werkzeug.middleware.dispatcher import DispatcherMiddleware
from werkzeug.test import TestResponse

from scorekeeper.book import Book
from scorekeeper.web.app import web_root
from scorekeeper.web.phone import COOKIE, OVER_HTTPS, SETTINGS

LOOKS: dict[str, Any] = dict(SETTINGS["look"].options)
LOOK = COOKIE.format("look")
WORDS = {"auto": "Auto", "light": "Light", "dark": "Dark", "strong": "Strong"}
SCHEMES = {"auto": "light dark", "light": "light", "dark": "dark", "strong": "light"}
TYPED_UPON = re.compile("/new/|/deals/new/plain|/correct|/opening|/seats")
"""The pages on which something is typed, which have no lamp."""


def all_pages(book: Book) -> list[str]:
    found = pages(book)
    match = play(book, DEAL)
    with book.session() as session:
        deal = session.entries(match)[-1].number
    own = [f"/matches/{match}/deals/{part}" for part in ("new/plain", f"{deal}/correct/plain")]
    return [*found, *own, "/look", "/nowhere"]


def body(answer: TestResponse) -> str:
    return answer.get_data(as_text=True)


def look_of(answer: TestResponse) -> str:
    [found] = re.findall(r'<html [^>]*data-look="([^"]*)"', body(answer))
    return str(found)


def lamps(answer: TestResponse) -> list[tuple[str, str]]:
    """Where the lamps of a page lead, and their words."""
    links = re.findall(r'<a class="top-link lamp" href="([^"]+)"><svg class="icon icon-lamp".*?</a>', body(answer))
    words = re.findall(
        r'<svg class="icon icon-lamp".*?<span class="hidden">Look: </span><span[^>]*>(\w+)</span></span></a>',
        body(answer),
    )
    return list(zip(map(html.unescape, links), words, strict=True))


def choose(client: FlaskClient, option: str, lamp: str = "/look", name: str = "look", **changed: Any) -> TestResponse:
    """Presses one of the buttons on the page that a lamp leads to."""
    form = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', body(client.get(lamp))))
    sent = {key: html.unescape(value) for key, value in form.items()} | {name: option} | changed
    return client.post("/look", data={key: value for key, value in sent.items() if value is not None})


@pytest.mark.parametrize("look", LOOKS)
def test_every_page_has_the_look_that_was_chosen(client: FlaskClient, book: Book, look: str) -> None:
    assert choose(client, look).status_code == 303
    for address in all_pages(book):
        answer = client.get(address)
        assert look_of(answer) == look, address
        assert re.findall(r'<meta name="color-scheme" content="([^"]+)">', body(answer)) == [SCHEMES[look]]
        papers = re.findall(r'<meta name="theme-color" content="([^"]+)"( media=)?', body(answer))
        assert papers == (
            [(LOOKS[look].paper, "")] if look != "auto" else [("#faf5ea", " media="), ("#1d1a16", " media=")]
        )
        assert "Cookie" in answer.vary


def test_every_page_has_one_lamp_that_says_the_look_but_those_where_something_is_typed(
    client: FlaskClient, book: Book
) -> None:
    choose(client, "dark")
    for address in all_pages(book):
        lit = 0 if TYPED_UPON.search(address) or address == "/look" else 1
        assert [word for _, word in lamps(client.get(address))] == ["Dark"] * lit, address


def test_an_answer_to_a_form_has_no_lamp_since_what_it_says_cannot_be_asked_for_again(client: FlaskClient) -> None:
    answer = client.post("/matches/1/deals/1/strike", headers={"Origin": "http://localhost"})
    assert answer.status_code == 400
    assert lamps(answer) == []


@pytest.mark.parametrize("look", LOOKS)
def test_one_press_keeps_a_look_and_goes_back_to_the_very_page(client: FlaskClient, book: Book, look: str) -> None:
    for address in all_pages(book):
        for lamp, _ in lamps(client.get(address)):
            answer = choose(client, look, lamp)
            assert (answer.status_code, answer.headers["Location"]) == (303, address)
            assert look_of(client.get(address)) == look


def test_the_query_of_a_page_survives(client: FlaskClient, book: Book) -> None:
    match = play(book, DEAL)
    for address in (f"/matches/{match}?saved=2", "/rules?a=1&b=%26%20%2B%C3%A9", "/n%C3%A4he", "/a%3Fb"):
        [(lamp, _)] = lamps(client.get(address))
        assert choose(client, "dark", lamp).headers["Location"] == address


def test_the_four_looks_are_named_and_the_chosen_one_is_marked(client: FlaskClient) -> None:
    choose(client, "strong")
    buttons = re.findall(
        r'<button class="option" name="look" value="(\w+)" data-look="\1" aria-pressed="(\w+)">.*?option-word">(\w+)',
        body(client.get("/look")),
    )
    assert buttons == [(key, str(key == "strong").lower(), word) for key, word in WORDS.items()]


def test_the_cookie_stays_a_year_and_with_this_app(client: FlaskClient) -> None:
    [kept] = [one for one in choose(client, "dark").headers.getlist("Set-Cookie") if one.startswith(LOOK)]
    assert {"Max-Age=31536000", "Path=/", "SameSite=Lax"} <= set(kept.split("; "))
    assert not {"Secure", "HttpOnly"} & set(kept.split("; ")), "the script on a phone writes it too"
    token = re.findall(r'name="csrf_token" value="([^"]+)"', body(client.get("/look", base_url="https://localhost")))
    answer = client.post(
        "/look",
        data={"csrf_token": token[0], "look": "dark"},
        base_url="https://localhost",
        headers={"Referer": "https://localhost/look"},
    )
    [kept] = [one for one in answer.headers.getlist("Set-Cookie") if LOOK in one]
    assert kept.startswith(f"__Secure-{LOOK}=dark;")
    assert "Secure" in kept.split("; ")
    assert 'data-look="dark"' in body(client.get("/rules", base_url="https://localhost"))


@pytest.mark.parametrize("bad", ["", "DARK", "dark ", "purple", '"><script>', "auto; x", "é"])
def test_a_cookie_that_names_no_look_is_ignored(client: FlaskClient, bad: str) -> None:
    client.set_cookie(LOOK, bad)
    answer = client.get("/rules")
    assert answer.status_code == 200
    assert look_of(answer) == "auto"


@pytest.mark.parametrize("bad", ["", "DARK", "purple", None])
def test_what_is_no_look_is_not_kept(client: FlaskClient, bad: str | None) -> None:
    answer = choose(client, bad)  # type: ignore[arg-type]
    assert answer.status_code == 400
    assert client.get_cookie(LOOK) is None


@pytest.mark.parametrize("token", [None, "", "forged"])
def test_without_its_token_nothing_is_kept(client: FlaskClient, token: str | None) -> None:
    assert choose(client, "dark", csrf_token=token).status_code == 400
    assert client.get_cookie(LOOK) is None


@pytest.mark.parametrize(("name", "usual", "other"), [("hand", "right", "left"), ("moving", "itself", "next")])
def test_hand_and_moving_on_are_kept_by_one_press_and_the_usual_needs_no_cookie(
    client: FlaskClient, name: str, usual: str, other: str
) -> None:
    def pressed() -> list[str]:
        buttons = rf'<button class="option" name="{name}" value="(\w+)" aria-pressed="(\w+)">'
        found = dict(re.findall(buttons, body(client.get("/look"))))
        assert list(found) == [usual, other]
        return [key for key, on in found.items() if on == "true"]

    assert pressed() == [usual]
    answer = choose(client, other, "/look?back=/rules", name)
    assert (answer.status_code, answer.headers["Location"]) == (303, "/rules")
    cookie = client.get_cookie(COOKIE.format(name))
    assert cookie
    assert cookie.value == other
    assert pressed() == [other]
    assert choose(client, "both", name=name).status_code == 400
    assert pressed() == [other]
    choose(client, usual, name=name)
    assert client.get_cookie(COOKIE.format(name)) is None
    assert pressed() == [usual]


def test_every_page_says_which_hand_where_it_is_the_left(client: FlaskClient, book: Book) -> None:
    for hand, times in (("right", 0), ("left", 1)):
        choose(client, hand, name="hand")
        for address in all_pages(book):
            assert len(re.findall(r'<html [^>]*data-hand="left"', body(client.get(address)))) == times, address


def test_a_phone_held_in_the_left_hand_has_its_own_page_of_a_match(app: Flask, book: Book) -> None:
    address = f"/matches/{play(book, DEAL)}"
    right, left = app.test_client(), app.test_client()
    left.set_cookie(COOKIE.format("hand"), "left")
    for _ in range(2):
        assert 'data-hand="left"' in body(left.get(address))
        assert 'data-hand="left"' not in body(right.get(address))


def test_the_script_knows_the_settings_as_the_server_does(client: FlaskClient) -> None:
    part = (web_root() / "static" / "parts" / "phone.js").read_text(encoding="utf-8")
    listed = re.findall(r"^  (\w+): \[(.*)\],$", part, re.MULTILINE)
    assert {name: re.findall(r'"(\w+)"', options) for name, options in listed} == {
        name: list(setting.options) for name, setting in SETTINGS.items()
    }
    assert f'"{OVER_HTTPS}{COOKIE.format("")}" : "{COOKIE.format("")}"' in part
    assert f'data-looks="{"|".join(WORDS.values())}"' in body(client.get("/rules"))


def test_the_page_of_the_matches_leads_to_what_the_phone_remembers(client: FlaskClient) -> None:
    [link] = re.findall(r'href="([^"]*)">On this device', body(client.get("/")))
    assert choose(client, "left", link, "hand").headers["Location"] == "/"


def test_looking_keeps_nothing(client: FlaskClient) -> None:
    for address in ("/look", "/look?look=dark", "/look?back=/rules&look=dark"):
        assert client.get(address).status_code == client.head(address).status_code == 200
    assert client.get_cookie(LOOK) is None
    assert client.put("/look", data={"look": "dark"}).status_code in (400, 405)
    assert client.get_cookie(LOOK) is None


@pytest.mark.parametrize(
    "elsewhere",
    [
        "http://evil.example/",
        "//evil.example/",
        "///evil.example/",
        "/\\evil.example/",
        "\\\\evil.example/",
        "/\t/evil.example/",
        "\t//evil.example",
        " //evil.example",
        "/\n/evil.example/",
        "/rules\r\nSet-Cookie: a=b",
        "/rules\n",
        "javascript:alert(1)",
        "data:text/html,x",
        "evil.example",
        "https:evil.example",
        "/ruĺes",
        "rules",
        "",
    ],
)
def test_nobody_is_led_elsewhere(client: FlaskClient, elsewhere: str) -> None:
    answer = choose(client, "dark", back=elsewhere)
    assert (answer.status_code, answer.headers["Location"]) == (303, "/")
    drawn = body(client.get("/look", query_string={"back": elsewhere}))
    assert '<a class="top-link" href="/">' in drawn
    assert '<input type="hidden" name="back" value="/">' in drawn


def test_no_page_is_led_elsewhere_by_its_own_address(client: FlaskClient) -> None:
    for address in ("//evil.example/", "/%5Cevil.example/", "/%09/evil.example"):
        for lamp, _ in lamps(client.get(address)):
            assert re.match("/look[?]back=/", lamp)
            location = choose(client, "dark", lamp).headers["Location"]
            assert not re.match(r"/[/\\\t]|[^/]", location)


def test_under_a_prefix_the_look_leads_back_under_it(app: Flask) -> None:
    mounted = DispatcherMiddleware(lambda environ, start: [], {"/cards": app.wsgi_app})
    app.wsgi_app = mounted  # type: ignore[method-assign]
    client = app.test_client()
    client.come_in(OWNER, "/cards")
    [(lamp, _)] = lamps(client.get("/cards/rules?a=1"))
    assert lamp.startswith("/cards/look?")
    drawn = body(client.get(lamp))
    assert '<a class="top-link" href="/cards/rules?a=1">' in drawn
    assert 'data-path="/cards"' in drawn
    form = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', drawn))
    answer = client.post("/cards/look", data={**form, "look": "dark"})
    assert answer.headers["Location"] == "/cards/rules?a=1"
    assert any(
        one.startswith(LOOK) and "Path=/cards" in one.split("; ") for one in answer.headers.getlist("Set-Cookie")
    )
    assert look_of(client.get("/cards/rules")) == "dark"


def test_the_page_of_a_match_is_kept_for_each_look_and_shows_nobody_anothers(app: Flask, book: Book) -> None:
    address = f"/matches/{play(book, DEAL)}"
    phones = {look: app.test_client() for look in LOOKS}
    for look, phone in phones.items():
        phone.set_cookie(LOOK, look)
    for _ in range(2):
        answers = {look: phone.get(address) for look, phone in phones.items()}
        assert {look: look_of(answer) for look, answer in answers.items()} == dict(zip(LOOKS, LOOKS, strict=True))
        assert len({answer.headers["ETag"] for answer in answers.values()}) == len(LOOKS)
        for answer in answers.values():
            assert "csrf_token" not in body(answer)
            assert "Set-Cookie" not in answer.headers


def test_a_phone_that_changes_its_look_is_not_told_that_nothing_changed(client: FlaskClient, book: Book) -> None:
    address = f"/matches/{play(book, DEAL)}"
    tag = {"If-None-Match": client.get(address).headers["ETag"]}
    assert client.get(address, headers=tag).status_code == 304
    choose(client, "dark")
    assert client.get(address, headers=tag).status_code == 200


def test_the_address_that_one_reader_asked_for_is_not_in_anothers_page(app: Flask, book: Book) -> None:
    address = f"/matches/{play(book, DEAL)}"
    for query in ("?back=//evil.example", "?x=secret", ""):
        [(lamp, _)] = lamps(app.test_client().get(address + query))
        assert choose(app.test_client(), "dark", lamp).headers["Location"] == address + query


def blocks() -> list[tuple[str, str, dict[str, str]]]:
    """The blocks of looks.css that give a look its tokens: the preference they ask for, their looks, their tokens."""
    sheet = (web_root() / "static" / "parts" / "looks.css").read_text(encoding="utf-8")
    found, media = [], ""
    for asked, selector, inside in re.findall(r"@media \(([^)]*)\) \{|(\S[^{}]*?) \{([^{}]*)\}", sheet):
        if asked:
            media = asked
        elif "[data-look=" in selector and "--paper:" in inside:
            tokens = dict(re.findall(r"([\w-]+): ([^;]+);", inside))
            found.append((media, ",".join(re.findall(r'"(\w+)"', selector)), tokens))
    return found


def test_the_tokens_of_a_look_are_the_same_whether_chosen_or_preferred() -> None:
    assert [(media, looks) for media, looks, _ in blocks()] == [
        ("", "light,auto"),
        ("", "dark"),
        ("", "strong"),
        ("prefers-color-scheme: dark", "auto"),
        ("prefers-contrast: more", "auto"),
    ]
    light, dark, strong, preferred_dark, preferred_strong = (tokens for *_, tokens in blocks())
    assert dark == preferred_dark
    assert strong == preferred_strong
    assert set(light) == set(dark) == set(strong)
    for tokens, look in ((light, "light"), (dark, "dark"), (strong, "strong")):
        assert tokens["--paper"] == LOOKS[look].paper
        assert tokens["color-scheme"] == LOOKS[look].scheme


def test_no_stylesheet_asks_for_what_the_system_prefers_but_for_the_tokens_of_auto() -> None:
    sheets = {path.name: path.read_text(encoding="utf-8") for path in (web_root() / "static").rglob("*.css")}
    asked = {name: len(re.findall(r"prefers-(?:color-scheme|contrast)", sheet)) for name, sheet in sheets.items()}
    assert asked == {name: 2 * (name == "looks.css") for name in sheets}
