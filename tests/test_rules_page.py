"""The rules at hand: every rule has its place on the page, is found by a word, and answers what people argue about."""

import gzip
import html
import itertools
import re
from collections.abc import Sequence
from typing import Any

import pytest
from _deals import deals
from flask.testing import FlaskClient

from scorekeeper import match, reasons, rulebook, tally, variants
from scorekeeper.book import Book
from scorekeeper.entries import Side
from scorekeeper.questions import about

GAMES = sorted(variants.files())
MOST = 14_000
"""Bytes of a page as they are sent."""
COUPLES = [Side("Ana & Rui", ["Ana", "Rui"]), Side("Marta & Zé", ["Marta", "Zé"])]

_COUNT = itertools.count()


def page(client: FlaskClient, address: str, **asked: str) -> str:
    answer = client.get(address, query_string=asked)
    assert answer.status_code == 200
    return str(answer.get_data(as_text=True))


def text(page: str) -> str:
    """What is to be read on it."""
    body = re.sub(r"</?bdi>", "", page[page.index("<main") :])
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", body)).split())


def ids(page: str) -> list[str]:
    return [html.unescape(one) for one in re.findall(r'\bid="([^"]+)"', page)]


def begun(
    book: Book, key: str, rules: dict[str, Any], players: int = 4, deals: Sequence[list[dict[str, Any]]] = ()
) -> int:
    """A match by these house rules, with these deals; its id."""
    variant = rulebook.chosen(variants.load(key), rules)
    sides = COUPLES if players == 4 else [Side(name, [name]) for name in ("Ana", "Rui", "Zé")[:players]]
    begin: dict[str, Any] = {"players": players, "sides": sides, "dealer": 0, "before": [0] * len(sides)}
    with book.session() as session:
        written = session.open_match(
            f"a-match-of-the-rules-{next(_COUNT)}", variant=variant, house_rules=rules, **begin
        )
        for tallies in deals:
            last, body = written.match.last_entry, {"tallies": tallies}
            written = session.write(f"a-deal-by-the-rules-{next(_COUNT)}", written.match.id, "entered", body, last)
        return written.match.id


@pytest.mark.parametrize("key", GAMES)
def test_every_id_of_the_page_is_there_once_and_every_link_within_it_leads_somewhere(
    client: FlaskClient, key: str
) -> None:
    shown = page(client, f"/rules/{key}")
    assert len(set(ids(shown))) == len(ids(shown))
    links = re.findall(r'href="#([^"]+)"', shown)
    assert len(links) > 20
    assert set(links) <= set(ids(shown))


@pytest.mark.parametrize("key", GAMES)
def test_every_rule_that_a_line_rests_on_has_its_place_on_the_page(client: FlaskClient, key: str) -> None:
    variant = variants.load(key)
    there = set(ids(page(client, f"/rules/{key}")))
    wanted = set()
    for dealt in deals(key, 2, 20, max(variant.seats)):
        scored = match.score_deal(variant, max(variant.seats), [tally.read(one) for one in dealt])
        for shown, lines in zip(scored.shown, scored.lines, strict=True):
            wanted |= {f"rule-{row.name}" for line in lines for row in reasons.of(variant, line, shown).rules}
    assert len(wanted) > 5
    assert wanted <= there


@pytest.mark.parametrize("key", GAMES)
def test_the_page_answers_every_question_of_its_game(client: FlaskClient, key: str) -> None:
    shown = page(client, f"/rules/{key}")
    read = text(shown)
    for one in about(variants.load(key)):
        assert f'id="question-{one.question.key}"' in shown
        assert " ".join(str(one.question.asks).split()) in read
        assert " ".join(str(one.question.answer).split()) in read


@pytest.mark.parametrize("key", GAMES)
def test_the_page_is_light(client: FlaskClient, key: str) -> None:
    sent = client.get(f"/rules/{key}", headers={"Accept-Encoding": "gzip"}).get_data()
    assert len(sent) <= MOST
    assert b"Often argued about" in gzip.decompress(sent)


def test_an_answer_says_whose_it_is(client: FlaskClient, book: Book) -> None:
    rules = {"red_threes.all_against": 400, "tie": "shared_win"}
    played = page(client, f"/matches/{begun(book, 'classic', rules)}/rules")
    [quarrel] = re.findall(
        r'<details class="question" id="question-all-red-threes-unopened".*?</details>', played, re.S
    )
    assert "They count 400 against a side that has not melded" in text("<main>" + quarrel)
    assert "chosen by this table" in quarrel
    assert 'href="#rule-red_threes.all_against"' in quarrel
    [level] = re.findall(r'id="question-tie".*?</details>', played, re.S)
    assert "they share the win" in level
    plain = page(client, "/rules/classic")
    [quarrel] = re.findall(r'id="question-all-red-threes-unopened".*?</details>', plain, re.S)
    assert "800 against" in quarrel
    assert "(our reading)" in quarrel
    assert "chosen by this table" not in plain


SEARCHES = [
    ("classic", "black three", ["Black threes", "3 or more, without a wild card", "A black three is left in a hand"]),
    ("classic", "frozen", ["Pile frozen", "Taking a frozen pile"]),
    ("classic", "batida", ["Going out", "Canastas needed, 4 players", "Concealed, in all"]),
    ("canastra", "batida", ["Going out", "Somebody went out without the canastas needed"]),
    ("italian", "pinella", ["Pinellatas", "two, ace"]),
    ("classic", "pinella", ["two, ace"]),
    ("italian", "mano", ["Cards left in the hands of all players of a side", "Hand counted twice"]),
    ("classic", "wild", ["joker", "Wild cards alone", "Which cards are wild?"]),
    ("americana", "wild", ["Wild canastas with four jokers", "Incomplete wild melds"]),
    ("classic", "partner", ["Cards left in the hands of all players of a side", "Do the cards in my partner's hand"]),
    ("classic", "tie", ["An exact tie at the end", "Both sides are exactly level at the end"]),
    ("romanian", "Închidere", ["Going out", "Canastas needed"]),
    ("classic", "400", ["All four red threes, where they count against the side"]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("key", "word", "sayings"), SEARCHES, ids=lambda value: value if isinstance(value, str) else ""
)
def test_a_word_finds_rules_play_house_rules_and_questions(
    client: FlaskClient, key: str, word: str, sayings: list[str]
) -> None:
    found = page(client, f"/rules/{key}", q=word)
    read = text(found)
    for saying in sayings:
        assert saying in read
    assert f'value="{word}"' in found
    assert len(set(ids(found))) == len(ids(found))
    assert "Where these rules come from" not in read


def test_what_is_found_in_a_match_is_as_it_is_played(client: FlaskClient, book: Book) -> None:
    played = begun(book, "classic", {"red_threes.all_against": 400})
    found = page(client, f"/matches/{played}/rules", q="red three")
    assert "chosen by this table" in found
    assert f'href="/matches/{played}/rules#rule-red_threes.all_against"' in found
    assert f'action="/matches/{played}/rules"' in found
    assert 'id="rule-red_threes.all_against"' in found


def test_few_questions_found_stand_open(client: FlaskClient) -> None:
    assert '<details class="question" id="question-tie" open>' in page(client, "/rules/classic", q="tie")
    many = page(client, "/rules/classic", q="red threes")
    assert many.count('<details class="question"') > 3
    assert " open>" not in many
    assert " open>" not in page(client, "/rules/classic")


def test_where_nothing_is_found_words_are_named_that_are(client: FlaskClient) -> None:
    shown = page(client, "/rules/americana", q="xyzzy")
    assert "Nothing found for “xyzzy”; words that are found:" in text(shown)
    words = re.findall(r'<a class="chip" href="/rules/americana\?q=([^"]+)">', shown)
    assert "black%20three" in words
    for word in words:
        assert "Nothing found" not in client.get(f"/rules/americana?q={word}").get_data(as_text=True)


@pytest.mark.parametrize(
    "odd",
    ["W" * 10_000, "\N{SLICE OF PIZZA}", "<script>alert(1)</script>", '" onfocus="x', "%s %(num)s {n} {{ 7 * 7 }}",
     "\x00", "مارتا", "…", "'"],
    ids=lambda odd: odd[:12].encode("unicode_escape").decode(),
)  # fmt: skip
def test_odd_questions_are_answered_and_kept(client: FlaskClient, odd: str) -> None:
    shown = page(client, "/rules/classic", q=odd)
    assert "Nothing found for" in text(shown)
    assert "<script>alert" not in shown
    [typed] = re.findall(r'id="q" name="q" type="search" value="([^"]*)"', shown)
    assert html.unescape(typed) == " ".join(odd.split())[:200]
    assert len(shown) < 20_000


@pytest.mark.parametrize("empty", ["", "   ", "\n\t"])
def test_an_empty_question_shows_everything(client: FlaskClient, empty: str) -> None:
    assert text(page(client, "/rules/classic", q=empty)) == text(page(client, "/rules/classic"))


def answered(page: str, key: str) -> str:
    """A question and its answer as they are read; nothing where the page does not ask it."""
    found = re.findall(rf'<details class="question" id="question-{key}".*?</details>', page, re.S)
    return text("<main>" + found[0]) if found else ""


def test_a_match_of_two_is_answered_for_two(client: FlaskClient, book: Book) -> None:
    two, four = (page(client, f"/matches/{begun(book, 'canastra', {}, players)}/rules") for players in (2, 4))
    assert "canastas does it take to go out? 2 canastas. Melded: K*7, Q*7." in answered(two, "canastas-to-go-out")
    assert "canastas does it take to go out? 1 canasta. Melded: K*7." in answered(four, "canastas-to-go-out")
    assert "Melded: 2*7, Q*7. The side went out. The app has no question." in answered(two, "canastas-that-count")
    assert "going out takes 2 canastas, the side has 0" in answered(two, "out-without-canastas")
    assert "1 with 4 players, 2 with 2 players" in answered(page(client, "/rules/canastra"), "canastas-to-go-out")


@pytest.mark.parametrize(("key", "players"), [("canastra", 2), ("italian", 2), ("italian", 3)])
def test_where_everybody_plays_alone_nobody_is_told_of_a_partner(
    client: FlaskClient, book: Book, key: str, players: int
) -> None:
    address = f"/matches/{begun(book, key, {}, players)}/rules"
    asked = re.findall(r'<details class="question".*?</details>', page(client, address), re.S)
    assert len(asked) > 20
    assert [one for one in asked if "partner" in one or "In hand: B3 K | 4" in one] == []
    assert 'id="question-partners-hand"' not in page(client, address, q="partner")
    partners = f"/matches/{begun(book, key, {})}/rules"
    assert 'id="question-partners-hand"' in page(client, partners, q="partner")


def test_what_was_chosen_for_another_number_of_players_changes_no_answer(client: FlaskClient, book: Book) -> None:
    for_four, for_two = {"seats.4.canastas_needed": 2}, {"seats.2.canastas_needed": 1}
    for rules, players, count, marked in [(for_four, 4, 2, True), (for_four, 2, 2, False), (for_two, 2, 1, True)]:
        shown = page(client, f"/matches/{begun(book, 'canastra', rules, players)}/rules")
        read = answered(shown, "canastas-to-go-out")
        assert f"go out? {count} canasta" in read
        assert ("chosen by this table" in read) is marked
        assert ("chosen by this table" in answered(shown, "out-without-canastas")) is marked
