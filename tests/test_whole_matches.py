"""Whole matches, from the first form to the last: every figure was worked out by hand.

Classic canasta: a side opens with 15 below 0, 50 below 1,500, 90 below 3,000, else 120.
Canasta Americana: with 125 below 3,000, 155 below 5,000, else 180.
"""

import html
import re
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import pytest
from _household import household
from flask.testing import FlaskClient
from test_pages import seen

Pair = tuple[int, int]


class Deal(NamedTuple):
    """What is typed, by field; and for each side its score, its new total and what it needs to open the next deal."""

    out: str
    we: dict[str, int]
    they: dict[str, int]
    scores: Pair
    totals: Pair
    minimums: Pair


# ---- classic canasta, to 5,000 ---------------------------------------------------------------------------------------

CLASSIC = [
    Deal(  # 1,000 + 300 + 430 + 200 + 100; 300 + 180 + 100 - 75
        out="0",
        we={"canastas.natural": 2, "canastas.mixed": 1, "card_points": 430, "red_threes": 2},
        they={"canastas.mixed": 1, "card_points": 180, "red_threes": 1, "hand_points": 75},
        scores=(2030, 505),
        totals=(2030, 505),
        minimums=(90, 50),
    ),
    Deal(  # nothing melded: -100 - 210; 500 + 100 for the concealed canasta + 190 + 200
        out="1.concealed",
        we={"red_threes": 1, "hand_points": 210},
        they={"canastas.natural": 1, "concealed_canastas": 1, "card_points": 190},
        scores=(-310, 990),
        totals=(1720, 1495),
        minimums=(90, 50),
    ),
    Deal(  # the stock is used up: 95 - 40; 60 - 55
        out="nobody",
        we={"card_points": 95, "hand_points": 40},
        they={"card_points": 60, "hand_points": 55},
        scores=(55, 5),
        totals=(1775, 1500),
        minimums=(90, 90),
    ),
    Deal(  # 500 + 300 + 325 + 800 for all four threes + 100; 120 - 135
        out="0",
        we={"canastas.natural": 1, "canastas.mixed": 1, "card_points": 325, "red_threes": 4},
        they={"card_points": 120, "hand_points": 135},
        scores=(2025, -15),
        totals=(3800, 1485),
        minimums=(120, 50),
    ),
]
# Two red threes of the other side were overlooked in the second deal: 200 more for it, from then on.
OVERLOOKED = {"side1-red_threes": "2"}
CORRECTED = [
    CLASSIC[0],
    CLASSIC[1]._replace(scores=(-310, 1190), totals=(1720, 1695), minimums=(90, 90)),
    CLASSIC[2]._replace(totals=(1775, 1700), minimums=(90, 90)),
    CLASSIC[3]._replace(totals=(3800, 1685), minimums=(120, 90)),
]
TO_THE_TIE = [
    Deal(  # 300 + 250 + 100 - 60; 1,000 + 600 + 560 + 300 + 100
        out="1",
        we={"canastas.mixed": 1, "card_points": 250, "red_threes": 1, "hand_points": 60},
        they={"canastas.natural": 2, "canastas.mixed": 2, "card_points": 560, "red_threes": 3},
        scores=(590, 2560),
        totals=(4390, 4245),
        minimums=(120, 120),
    ),
    Deal(  # 300 + 310 + 100; 500 + 350 + 100 - 95: level, both over 5,000
        out="0",
        we={"canastas.mixed": 1, "card_points": 310},
        they={"canastas.natural": 1, "card_points": 350, "red_threes": 1, "hand_points": 95},
        scores=(710, 855),
        totals=(5100, 5100),
        minimums=(120, 120),
    ),
]
THE_LAST = Deal(  # 300 + 200 + 100; 300 + 180 + 200 - 20: going out does not win it
    out="0",
    we={"canastas.mixed": 1, "card_points": 200},
    they={"canastas.mixed": 1, "card_points": 180, "red_threes": 2, "hand_points": 20},
    scores=(600, 660),
    totals=(5700, 5760),
    minimums=(120, 120),
)

# ---- Canasta Americana, to more than 8,500 ---------------------------------------------------------------------------

AMERICANA = [
    Deal(  # two canastas and more: all plus. 2,500 for sevens + 500 + 300 + 195 + 300 + 100 + 100
        out="0",  # without a canasta all minus: -2,500 for aces left short - 130 - 100 - 300 - 45
        we={
            "canastas.special": 1,
            "canastas.natural": 1,
            "canastas.mixed": 1,
            "card_points": 195,
            "red_threes": 2,
            "black_threes": 1,
        },
        they={"extras.incomplete_aces": 1, "card_points": 130, "red_threes": 1, "black_threes": 2, "hand_points": 45},
        scores=(3995, -3075),
        totals=(3995, -3075),
        minimums=(155, 125),
    ),
    Deal(  # one canasta: threes count nothing. 500 + 160 - 60; a straight is 3,000 and nothing else
        out="1.special.straight",
        we={"canastas.natural": 1, "card_points": 160, "red_threes": 3, "hand_points": 60},
        they={},
        scores=(600, 3000),
        totals=(4595, -75),
        minimums=(155, 125),
    ),
    Deal(  # 1,000 + 220 + 1,000 + 500 + 100; 3,000 for seven twos + 170 - 65 - 1,500 for three aces in a hand
        out="0",
        we={"canastas.natural": 2, "card_points": 220, "red_threes": 4, "black_threes": 3},
        they={
            "canastas.twos": 1,
            "card_points": 170,
            "black_threes": 1,
            "hand_points": 65,
            "extras.aces_in_hand": 1,
        },
        scores=(2820, 1605),
        totals=(7415, 1530),
        minimums=(180, 125),
    ),
    Deal(  # 500 + 300 + 185 + 100: 8,500 to the point; 300 + 130 - 25
        out="0",
        we={"canastas.natural": 1, "canastas.mixed": 1, "card_points": 185},
        they={"canastas.mixed": 1, "card_points": 130, "red_threes": 2, "hand_points": 25},
        scores=(1085, 405),
        totals=(8500, 1935),
        minimums=(180, 125),
    ),
]
PASSED = Deal(  # 500 + 190 - 20; 500 + 300 + 185 + 100
    out="1",
    we={"canastas.natural": 1, "card_points": 190, "hand_points": 20},
    they={"canastas.natural": 1, "canastas.mixed": 1, "card_points": 185},
    scores=(670, 1085),
    totals=(9170, 3020),
    minimums=(180, 155),
)

# ---- the forms -------------------------------------------------------------------------------------------------------


def drawn(page: str) -> dict[str, str]:
    """What the first form of a page would send if nobody typed anything."""
    found = {}
    for tag in re.findall(r"<input\b[^>]*>", page):
        given = dict(re.findall(r'([a-z_-]+)="([^"]*)"', tag))
        if given.get("type") not in ("radio", "checkbox") or re.search(r"\bchecked\b", tag):
            found[given["name"]] = html.unescape(given.get("value", ""))
    return found


def number(text: str) -> int:
    """ "−1,495" -> -1495"""
    return int(text.replace(",", "").replace("−", "-").replace("+", ""))


class Evening:
    """A match, seen and played through its pages alone."""

    def __init__(self, client: FlaskClient, game: str, **chosen: str) -> None:
        self.client = client
        form = drawn(client.get(f"/new/{game}").get_data(as_text=True))
        answer = client.post(f"/new/{game}", data={**form, **chosen})
        assert answer.status_code == 303
        self.address = answer.location

    @property
    def page(self) -> str:
        return html.unescape(self.client.get(self.address).get_data(as_text=True))

    def sent(self, address: str, typed: dict[str, str]) -> str:
        """Types into the form at this address and presses Save: the errors or doubts shown, none where it is saved."""
        form = drawn(self.client.get(address).get_data(as_text=True))
        answer = self.client.post(address, data={**form, **typed, "act": "save"})
        said = re.findall(r'class="summary.*?</div>', answer.get_data(as_text=True), re.S)
        assert bool(said) == (answer.status_code != 303)
        return "".join(said)

    def enter(self, deal: Deal) -> None:
        sides = enumerate((deal.we, deal.they))
        typed = {f"side{side}-{field}": f"{count:,}" for side, fields in sides for field, count in fields.items()}
        assert self.sent(f"{self.address}/deals/new/plain", {**typed, "went_out": deal.out}) == ""

    def correct(self, deal: int, typed: dict[str, str]) -> None:
        reason = {"reason": "counted again"}
        assert self.sent(f"{self.deals()[deal - 1]}/correct/plain", {**typed, **reason}) == ""

    def deals(self) -> list[str]:
        """The addresses of the deals, oldest first."""
        return re.findall(r'class="row-link" href="([^"]*)"', self.page)[::-1]

    def figures(self) -> list[tuple[Pair, Pair, Pair]]:
        """Scores, totals and opening minimums of every deal, as its proof shows them."""
        return [tuple(self._proof(address)) for address in self.deals()]

    def _proof(self, address: str) -> list[Pair]:
        page = html.unescape(seen(self.client.get(address).get_data(as_text=True)))
        found = []
        for title in ("This deal", "Total", "To open next"):
            shown = re.findall(
                rf"<dt>(?:<(?:a|b)\b[^>]*>)*{title}\b.*?</dt><dd[^>]*>(?:<(?:a|span)[^>]*>)*([^<]*)<", page
            )
            found.append(tuple(number(text) for text in shown))
        return found

    @property
    def standing(self) -> tuple[Pair, Sequence[int]]:
        """Totals and opening minimums, as the page of the match shows them."""
        totals = re.findall(r'class="half-total[^"]*"><a [^>]*><span [^>]*>([^<]*)<', self.page)
        return tuple(number(text) for text in totals), tuple(
            number(text) for text in re.findall(r'class="stamp num">([^<]*)<', self.page)
        )

    @property
    def says(self) -> str:
        """The strip of felt: whose deal it is, or how the match ended."""
        strip = re.search(r'class="felt-strip">(.*?)</p>', self.page)
        assert strip
        return " ".join(re.sub(r"<[^>]*>", " ", strip[1]).split())


def figures(deals: Sequence[Deal]) -> list[tuple[Pair, Pair, Pair]]:
    """What the tables say of these deals."""
    return [(deal.scores, deal.totals, deal.minimums) for deal in deals]


@pytest.fixture
def client(tmp_path: Path):
    app = household({"BOOK": tmp_path / "test.book", "TESTING": True})
    with app.test_client() as client:
        yield client
    app.extensions["book"].close()


def play(match: Evening, deals: Sequence[Deal]) -> None:
    """Enters the deals one after another; the page of the match follows each."""
    for deal in deals:
        match.enter(deal)
        assert match.standing == (deal.totals, deal.minimums)


def test_a_match_of_classic_canasta_is_played_corrected_tied_and_won(client: FlaskClient) -> None:
    match = Evening(client, "classic", seat0="Ana", seat1="Marta", seat2="Rui", seat3="Zé", dealer="3")
    assert match.says == "Zé deals deal 1"
    play(match, CLASSIC)
    assert match.figures() == figures(CLASSIC)
    assert match.says == "Zé deals deal 5"

    match.correct(2, OVERLOOKED)
    assert match.figures() == figures(CORRECTED)
    assert match.standing == (CORRECTED[-1].totals, CORRECTED[-1].minimums)

    play(match, TO_THE_TIE)
    assert match.says == "Marta deals deal 7"
    assert "Rematch" not in match.page

    match.enter(THE_LAST)
    assert match.figures() == figures([*CORRECTED, *TO_THE_TIE, THE_LAST])
    assert match.standing == (THE_LAST.totals, ())
    assert match.says == "Marta & Zé won 7 deals"
    assert "the match was over before this deal" in match.sent(
        f"{match.address}/deals/new/plain", {"went_out": "nobody"}
    )
    assert len(match.deals()) == 7


def test_a_tie_at_the_end_is_a_shared_win_where_the_table_chose_so(client: FlaskClient) -> None:
    match = Evening(client, "classic", **{"house.tie": "1"})
    play(match, CLASSIC)
    match.correct(2, OVERLOOKED)
    play(match, TO_THE_TIE[:1])
    match.enter(TO_THE_TIE[1])
    assert match.standing == (TO_THE_TIE[1].totals, ())
    assert match.says == "The match is over: a shared win 6 deals"


def test_striking_out_the_last_deal_takes_the_win_back_and_bringing_it_back_gives_it(client: FlaskClient) -> None:
    match = Evening(client, "classic", target="2,000")
    match.enter(CLASSIC[0])
    assert match.says == "We won 1 deal"
    address = match.deals()[0]
    for act, said in (("strike", "we deal deal 1"), ("bring-back", "We won 1 deal")):
        form = drawn(client.get(address).get_data(as_text=True))
        assert client.post(f"{address}/{act}", data=form).status_code == 303
        assert match.says == said


def test_a_match_of_americana_is_not_won_with_exactly_its_target(client: FlaskClient) -> None:
    match = Evening(client, "americana")
    play(match, AMERICANA)
    assert match.figures() == figures(AMERICANA)
    assert "8,500 reached" not in match.page
    assert match.says == "we deal deal 5"

    match.enter(PASSED)
    assert match.figures() == figures([*AMERICANA, PASSED])
    assert match.says == "We won 5 deals"


def test_a_match_of_americana_is_won_with_its_target_where_the_table_chose_so(client: FlaskClient) -> None:
    match = Evening(client, "americana", **{"house.target_to_be_passed": "1"})
    play(match, AMERICANA[:-1])
    match.enter(AMERICANA[-1])
    assert match.standing == (AMERICANA[-1].totals, ())
    assert match.says == "We won 4 deals"
