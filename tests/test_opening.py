"""Do they open? Melds typed on a page, counted as the rules count them, and nothing written."""

import html
import re

import pytest
from flask.testing import FlaskClient
from test_pages import COUPLES, GAMES, SCRIPT, WINNING, journal, play, text
from werkzeug.test import TestResponse

from scorekeeper.book import Book
from scorekeeper.entries import Side

W = "W" * 40
NO_CARD = " is no card: write Q*7 for seven queens, JK for a joker"


def ask(client: FlaskClient, match: int, *melds: str, top: str = "", **more: str) -> TestResponse:
    """Types the melds and counts them, as the form sends it: the empty fields too."""
    rows = {f"melds.{row}": melds[row] if row < len(melds) else "" for row in range(6)}
    return client.get(f"/matches/{match}/opening", query_string={**rows, "top_card": top, **more})


def plain(markup: str) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]+>", "", markup)).split())


def sides(answer: TestResponse) -> list[str]:
    """What is said of each side: its name, what it needs, and whether this opens."""
    halves = re.findall(r'<div class="half\b.*?</div>', answer.get_data(as_text=True), re.DOTALL)
    return [plain(half) for half in halves]


def verdict(answer: TestResponse) -> str | None:
    """The answer in words: the points, then for each side what it needs and what comes of it; None without answer."""
    assert answer.status_code == 200
    page = answer.get_data(as_text=True)
    [count] = re.findall(r'<h2 id="count">(.*?)</h2>', page)
    told = [side.partition("to open ")[2] for side in sides(answer)]
    if count == "To open":
        assert not any(re.search("opens|missing", one) for one in told)
        return None
    opens = [" opens" in one for one in told]
    assert [half == " opens" for half in re.findall(r'<div class="half( opens)?">', page)] == opens
    return f"{count}: {', '.join(told)}"


def lines(answer: TestResponse) -> list[str]:
    """What each meld counts, as it is spelled out, and the sum."""
    page = answer.get_data(as_text=True)
    found = re.findall(r'<div class="line.*?</div>', page, re.DOTALL)
    return [plain(one) for one in found]


def wrong(answer: TestResponse) -> dict[str, str]:
    """What is said beside each field that is wrong, tied to it."""
    page = answer.get_data(as_text=True)
    found = {}
    for tag in re.findall(r"<input\b[^>]*aria-invalid[^>]*>", page):
        [key] = re.findall(r'\bid="([^"]*)"', tag)
        [described] = re.findall(r'aria-describedby="([^"]*)"', tag)
        assert f"{key}-told" in described.split()
        [told] = re.findall(rf'id="{re.escape(key)}-told">.*?</div>', page, re.DOTALL)
        [said] = re.findall(r"<span>(.*?)</span>", told)
        found[key] = html.unescape(said)
    return found


def typed(answer: TestResponse) -> dict[str, str]:
    page = answer.get_data(as_text=True)
    boxes = re.findall(r'<input class="box" id="[^"]*" name="([^"]*)" type="text" value="([^"]*)"', page)
    return {name: html.unescape(value) for name, value in boxes if value}


def worth(answer: TestResponse) -> dict[str, str]:
    """The points beside each field."""
    page = answer.get_data(as_text=True)
    return dict(re.findall(r'id="([^"]*)-told">\s*<b class="opening-points num">(.*?)</b>', page))


# ---- the question ----------------------------------------------------------------------------------------------------


def test_the_page_tells_what_each_side_needs_and_answers_nothing_yet(client: FlaskClient, book: Book) -> None:
    match = play(book, [{"result": 3525}, {"result": 1490}])
    answer = client.get(f"/matches/{match}/opening")
    page = answer.get_data(as_text=True)
    assert sides(answer) == ["Ana & Rui to open 120", "Marta & Zé to open 50"]
    assert (verdict(answer), wrong(answer), typed(answer)) == (None, {}, {})
    assert page.count("<h1") == page.count("<main") == 1
    assert not re.search(r"<style|\sstyle=|<script", SCRIPT.sub("", page))
    assert "What never counts the bonus of a canasta: only its cards count red threes black threes: they are" in text(
        answer
    )


def test_the_match_leads_to_the_question_until_it_is_over(client: FlaskClient, book: Book) -> None:
    running, over = play(book, WINNING), play(book, WINNING, WINNING)
    address = '<a class="button" href="/matches/{}/opening">Do they open?</a>'
    assert address.format(running) in client.get(f"/matches/{running}").get_data(as_text=True)
    assert address.format(over) not in client.get(f"/matches/{over}").get_data(as_text=True)


@pytest.mark.parametrize(
    ("key", "totals", "said"),
    [
        ("canastra", [-5, 3000], "15 opens, 120 60 missing"),
        ("classic", [1495, 3000], "50 opens, 120 60 missing"),
        ("americana", [2995, 5000], "125 65 missing, 180 120 missing"),
        ("italian", [0, 15000], "50 opens, 200 140 missing"),
    ],
)
def test_each_side_is_asked_what_its_game_asks_of_its_total(
    client: FlaskClient, book: Book, key: str, totals: list[int], said: str
) -> None:
    assert verdict(ask(client, play(book, key=key, before=totals), "A A A")) == f"60 points: {said}"


def test_each_of_three_sides_is_asked_its_own(client: FlaskClient, book: Book) -> None:
    sides = [Side(name, [name]) for name in ("Alessandra", "Bartolomeo", "Zoë")]
    match = play(book, key="italian", players=3, sides=sides, before=[0, -12345, 15000])
    assert verdict(ask(client, match, "A A A")) == "60 points: 50 opens, 50 opens, 200 140 missing"


def test_a_side_that_an_old_address_names_is_not_asked_for(client: FlaskClient, book: Book) -> None:
    answer = client.get(f"/matches/{play(book)}/opening?side=1&melds.0=AAA")
    assert (verdict(answer), wrong(answer)) == ("60 points: 50 opens, 50 opens", {})


# ---- the answer, by published examples -------------------------------------------------------------------------------


def test_melds_short_of_the_minimum_do_not_open_and_what_is_missing_is_said(client: FlaskClient, book: Book) -> None:
    """W01"""
    answer = ask(client, play(book, before=[1600, 0]), "6 6 6", "K K K 2")
    assert verdict(answer) == "65 points: 90 25 missing, 50 opens"
    assert "65 points. Ana & Rui: 25 missing. Marta & Zé: opens." in text(answer)
    assert lines(answer) == ["6 6 6 6: 3 × 5 15", "K K K 2 king: 3 × 10 · two: 1 × 20 50", "Cards melded 65"]
    assert worth(answer) == {"melds.0": "15", "melds.1": "50"}
    assert typed(answer) == {"melds.0": "6 6 6", "melds.1": "K K K 2"}
    assert wrong(answer) == {}


@pytest.mark.parametrize(
    ("melds", "said"),
    [
        (["6 6 6", "K K K 2"], "65 points: 50 opens, 120 55 missing"),
        (["6 6 6", "A A A 2"], "95 points: 50 opens, 120 25 missing"),
        (["6 6 6", "A A A 2 JK"], "145 points: 50 opens, 120 opens"),
    ],
)
def test_the_same_melds_open_in_one_band_and_not_in_another(
    client: FlaskClient, book: Book, melds: list[str], said: str
) -> None:
    """W03"""
    assert verdict(ask(client, play(book, before=[1495, 3000]), *melds)) == said


def test_red_threes_count_nothing_towards_it(client: FlaskClient, book: Book) -> None:
    """D05"""
    match = play(book)
    said = "30 points: 50 20 missing, 50 20 missing"
    assert verdict(ask(client, match, "8 8 8")) == said
    answer = ask(client, match, "8 8 8", "R3 R3")
    assert (verdict(answer), wrong(answer)) == (
        said,
        {"melds.1": "R3 R3: red threes are not melded, they lie by themselves"},
    )


def test_a_canasta_counts_its_cards_and_no_bonus(client: FlaskClient, book: Book) -> None:
    match = play(book, before=[3000, 0])
    assert verdict(ask(client, match, "4*7")) == "35 points: 120 85 missing, 50 15 missing"


def test_the_top_card_of_the_pile_counts_once_and_the_cards_below_it_do_not(client: FlaskClient, book: Book) -> None:
    """D07"""
    match = play(book)
    answer = ask(client, match, "K K", "Q Q 2", top="K")
    assert verdict(answer) == "70 points: 50 opens, 50 opens"
    assert worth(answer) == {"melds.0": "20", "melds.1": "40", "top_card": "10"}
    assert lines(answer) == [
        "K K K king: 3 × 10 30",
        "Q Q 2 queen: 2 × 10 · two: 1 × 20 40",
        "Cards melded with the top card of the pile 70",
    ]
    assert typed(answer) == {"melds.0": "K K", "melds.1": "Q Q 2", "top_card": "K"}
    answer = ask(client, match, "K K", "Q Q 2", top="K K")
    assert wrong(answer) == {
        "melds.0": "K K: a meld has at least 3 cards",
        "top_card": "one card alone lies on top of the pile",
    }
    assert verdict(answer) == "40 points: 50 10 missing, 50 10 missing"


def test_a_top_card_whose_meld_is_wrong_is_not_wrong_itself(client: FlaskClient, book: Book) -> None:
    answer = ask(client, play(book), "K", "A A A", top="K")
    assert wrong(answer) == {"melds.0": "K K: a meld has at least 3 cards"}
    assert verdict(answer) == "60 points: 50 opens, 50 opens"
    assert worth(answer) == {"melds.1": "60"}


def test_the_same_total_below_nothing_is_asked_something_else_in_every_game(client: FlaskClient, book: Book) -> None:
    """D09: 15 is met by any three cards, but for the lowest ones alone it is just met."""
    asked = {"classic": 15, "canastra": 15, "romanian": 15, "americana": 125, "italian": 50}
    for key, minimum in asked.items():
        answer = ask(client, play(book, key=key, before=[-5, 0]), "4 4 4")
        short = "opens" if minimum <= 15 else f"{minimum - 15} missing"
        assert (verdict(answer) or "").startswith(f"15 points: {minimum} {short}, ")


@pytest.mark.parametrize("key", GAMES)
def test_a_row_of_one_suit_is_a_meld_in_none_of_the_games(client: FlaskClient, book: Book, key: str) -> None:
    """W29 counts 25 in Bolivia, which is not among them."""
    answer = ask(client, play(book, key=key), "7 8 9")
    assert (verdict(answer), wrong(answer)) == (None, {"melds.0": "9 8 7: a meld is of one rank"})


# ---- laid concealed --------------------------------------------------------------------------------------------------

FREE = "Out concealed: no minimum is asked."
WITH_THE_PILE = "Out concealed with the pile: the minimum is asked all the same."


@pytest.mark.parametrize(
    ("key", "players", "melds", "top", "opens", "said"),
    [
        # no minimum after drawing from the stock (pagat)
        ("classic", 4, ["4*7"], "", True, FREE),
        ("classic", 4, ["4*6"], "4", False, WITH_THE_PILE),
        ("classic", 4, ["A*6"], "A", True, WITH_THE_PILE),
        # the exception of the rule texts, with the pile too (002-8)
        ("canastra", 4, ["4*7"], "", True, FREE),
        ("canastra", 4, ["4*6"], "4", True, FREE),
        ("romanian", 4, ["4*6"], "4", True, FREE),
        # black threes are melded in going out
        ("classic", 4, ["4*7", "B3 B3 B3"], "", True, FREE),
        # without the canastas needed nobody goes out (000-10)
        ("classic", 4, ["4 4 4"], "", False, "Not out concealed: going out takes 1 canasta, the side has 0."),
        ("canastra", 2, ["4*7"], "", False, "Not out concealed: going out takes 2 canastas, the side has 1."),
        ("canastra", 2, ["4*7", "5*7"], "", True, FREE),
    ],
)
def test_a_whole_hand_laid_concealed_needs_no_minimum_where_the_game_says_so(
    client: FlaskClient, book: Book, key: str, players: int, melds: list[str], top: str, opens: bool, said: str
) -> None:
    match = play(book, key=key, players=players, before=[3000, 3000])
    answer = ask(client, match, *melds, top=top, concealed="yes")
    assert wrong(answer) == {}
    assert (verdict(answer) or "").count("opens") == 2 * opens
    assert plain(answer.text).count(said) == 2, "once to be seen and once to be heard"
    assert 'name="concealed" value="yes" checked' in answer.text
    unasked = ask(client, match, *melds, top=top)
    assert "oncealed: " not in text(unasked).partition("What never counts")[0]
    assert (verdict(unasked) or "").count("opens") == 2 * (melds[0] == "A*6")


@pytest.mark.parametrize(
    ("key", "told"),
    [
        ("classic", "needs no minimum if no card of it is from the pile. Our reading: No opening minimum is asked of"),
        ("canastra", "needs no minimum. May they go out?"),
        (
            "romanian",
            "needs no minimum. Our reading: No opening minimum is asked of a hand that goes out concealed, with",
        ),
        ("americana", "It gives nothing in this game, and the minimum is asked of a whole hand too."),
        ("italian", "It gives nothing in this game, and the minimum is asked of a whole hand too."),
    ],
)
def test_each_game_says_what_it_spares_a_concealed_hand(client: FlaskClient, book: Book, key: str, told: str) -> None:
    answer = client.get(f"/matches/{play(book, key=key)}/opening")
    assert told in text(answer)
    assert ('name="concealed"' in answer.text) == (key in ("classic", "canastra", "romanian"))


def test_where_no_hand_goes_out_concealed_the_word_changes_nothing(client: FlaskClient, book: Book) -> None:
    match = play(book, key="americana")
    assert verdict(ask(client, match, "K*7", "Q*7", concealed="yes")) == verdict(ask(client, match, "K*7", "Q*7"))
    assert "ut concealed:" not in text(ask(client, match, "K*7", "Q*7", concealed="yes"))


@pytest.mark.parametrize(
    ("key", "said"),
    [
        ("classic", ["red threes", "black threes: they are melded only in going out"]),
        ("canastra", ["red threes", "black threes: they are melded only in going out"]),
        ("americana", ["red threes", "black threes"]),
        ("italian", ["red threes"]),
    ],
)
def test_what_never_counts_follows_from_the_game(client: FlaskClient, book: Book, key: str, said: list[str]) -> None:
    page = client.get(f"/matches/{play(book, key=key)}/opening").text
    found = [plain(one) for one in re.findall(r"<li>(.*?)</li>", page.partition("What never counts")[2])]
    assert found == ["the bonus of a canasta: only its cards count", *said, "the cards of the pile below its top card"]


# ---- what is typed ---------------------------------------------------------------------------------------------------

WRITTEN = ["K K K 2", "k k k 2", "K*3 2", "K×3, 2", "KKK2", "kkk 2", " K,K,K,2 ", "K;K;K+2", "K. K. K. 2", "2 K*3"]


@pytest.mark.parametrize("meld", WRITTEN)
def test_cards_are_read_as_people_type_them(client: FlaskClient, book: Book, meld: str) -> None:
    answer = ask(client, play(book), meld)
    assert verdict(answer) == "50 points: 50 opens, 50 opens"
    assert typed(answer)["melds.0"] == meld


@pytest.mark.parametrize("meld", ["10 10 JK", "1010JK", "10 10 joker", "10,10,Joker", "10*2 jk"])
def test_tens_and_jokers_are_read_too(client: FlaskClient, book: Book, meld: str) -> None:
    assert verdict(ask(client, play(book), meld)) == "70 points: 50 opens, 50 opens"


BAD = {
    "no card": ("K K X", f"X{NO_CARD}"),
    "too many letters": ("K" * 101, "at most 100 letters"),
    "one long word": (W, f"{W}{NO_CARD}"),
    "a plain three": ("3 3 3", "3: write B3 for a black three, R3 for a red three"),
    "two ranks": ("K K Q", "K K Q: a meld is of one rank"),
    "two cards": ("K K", "K K: a meld has at least 3 cards"),
    "too many wild": ("K K 2 2 JK", "K K 2 2 JK: with 2 natural cards at most 2 wild"),
    "black threes": ("B3 B3 B3", "black threes are melded only by the side that goes out"),
    "more than can be told": ("K*99 Q", "K*99 Q: a meld is of one rank"),
    "more than there are": ("K*9", "the packs hold 8 K, this makes 9"),
    "a script": ("<script>alert(1)</script>", f"<script>alert(1)</script>{NO_CARD}"),
    "a quote": ('"><b>', f'"><b>{NO_CARD}'),
}


@pytest.mark.parametrize(("meld", "said"), BAD.values(), ids=BAD.keys())
@pytest.mark.parametrize("row", [0, 3, 5])
def test_what_is_wrong_with_a_meld_is_said_beside_it_and_the_rest_is_counted(
    client: FlaskClient, book: Book, row: int, meld: str, said: str
) -> None:
    melds = ["", "A A A", "", "", "", ""]
    melds[row] = meld
    answer = ask(client, play(book, key="canastra"), *melds)
    assert (verdict(answer), wrong(answer)) == ("60 points: 50 opens, 50 opens", {f"melds.{row}": said})
    assert typed(answer) == {"melds.1": "A A A", f"melds.{row}": meld}
    assert worth(answer) == {"melds.1": "60"}
    page = answer.get_data(as_text=True)
    assert f'<a href="#melds.{row}">Meld {row + 1}: ' in page
    assert "<title>Error: " in page
    assert "<script" not in SCRIPT.sub("", page)


def test_everything_that_is_wrong_is_said_at_once(client: FlaskClient, book: Book) -> None:
    match = play(book, key="canastra")
    answer = ask(client, match, "6 6", "", "K X", "9 9 9", "9 9 9", top="Q")
    assert wrong(answer) == {
        "melds.0": "6 6: a meld has at least 3 cards",
        "melds.2": f"X{NO_CARD}",
        "melds.4": "two melds of 9 are one meld: write them as one",
        "top_card": "Q goes into none of these melds: name one of its rank",
    }
    assert "4 things cannot be right" in text(answer)
    assert verdict(answer) == "30 points: 50 20 missing, 50 20 missing"


def test_where_everything_is_wrong_nothing_is_answered(client: FlaskClient, book: Book) -> None:
    answer = ask(client, play(book), "6 6", "3", top="Q")
    assert (verdict(answer), lines(answer), worth(answer)) == (None, [], {})
    assert wrong(answer).keys() == {"melds.0", "melds.1", "top_card"}
    answer = ask(client, play(book), "K", top="K")
    assert (verdict(answer), worth(answer), wrong(answer).keys()) == (None, {}, {"melds.0"})


@pytest.mark.parametrize("top", ["K", "top"])
def test_a_top_card_alone_is_nothing_to_count(client: FlaskClient, book: Book, top: str) -> None:
    answer = ask(client, play(book), top=top)
    assert (verdict(answer), worth(answer)) == (None, {})
    assert wrong(answer) == {"melds.0": "write at least one meld here"}


@pytest.mark.parametrize("melds", [[], [" "], [",", "."]])
def test_without_a_meld_there_is_nothing_to_count(client: FlaskClient, book: Book, melds: list[str]) -> None:
    answer = ask(client, play(book), *melds)
    assert (verdict(answer), wrong(answer)) == (None, {"melds.0": "write at least one meld here"})


@pytest.mark.parametrize(
    ("top", "said"),
    [
        ("Q", "Q goes into none of these melds: name one of its rank"),
        ("2", "2 goes into none of these melds: name one of its rank"),
        ("R3", "R3 goes into none of these melds: name one of its rank"),
        ("A K", "one card alone lies on top of the pile"),
        ("top", f"top{NO_CARD}"),
        ("A" * 101, "at most 100 letters"),
    ],
)
def test_what_is_wrong_with_the_top_card_is_said_beside_it(
    client: FlaskClient, book: Book, top: str, said: str
) -> None:
    answer = ask(client, play(book), "A A A", top=top)
    assert (verdict(answer), wrong(answer)) == ("60 points: 50 opens, 50 opens", {"top_card": said})
    assert typed(answer)["top_card"] == top


def test_other_words_in_the_address_ask_nothing(client: FlaskClient, book: Book) -> None:
    answer = client.get(f"/matches/{play(book)}/opening?melds.6=X&melds=K&x=1")
    assert (verdict(answer), wrong(answer), typed(answer)) == (None, {}, {})


def test_long_names_are_shown_whole(client: FlaskClient, book: Book) -> None:
    match = play(book, sides=[Side(W, ["", ""]), COUPLES[1]], before=[-12345, 12340])
    answer = ask(client, match, "A A A")
    assert sides(answer)[0] == f"{W} to open 15 opens"
    assert verdict(answer) == "60 points: 15 opens, 120 60 missing"


# ---- what it never does ----------------------------------------------------------------------------------------------


def test_a_match_that_is_not_there_has_no_opening(client: FlaskClient, book: Book) -> None:
    play(book)
    for match in ("99", "-1", "x", str(10**30)):
        assert client.get(f"/matches/{match}/opening").status_code == 404


def test_asking_writes_nothing(client: FlaskClient, book: Book) -> None:
    match = play(book, WINNING)
    before = journal(book)
    ask(client, match, "A A A 2")
    ask(client, match, "A A")
    assert client.post(f"/matches/{match}/opening").status_code in (400, 405)
    assert journal(book) == before
