"""What holds for every deal that cards can make, and for every sheet that anybody can write."""

import copy
import json
from collections import Counter

import pytest
import strategies
from click.testing import CliRunner
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorekeeper import match, sheet, variants
from scorekeeper.cli import main
from scorekeeper.entries import Entry, Impossible

many = settings(
    max_examples=150,
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
fewer = settings(many, max_examples=60)


def scored(table, tallies):
    """What the command prints of this one deal."""
    game, players, rules, _ = table
    document = json.dumps(strategies.sheet(game, players, rules, tallies))
    return sheet.result(sheet.score(sheet.parse(document)))["deals"][0]


def reasons(deal):
    """Every side's points by line; threes in hand together with its other cards, of which they may be counted."""
    found = []
    for one in deal["scores"]:
        points = Counter()
        for line in one["lines"]:
            in_hand = line["key"].startswith("hands.") and line["key"] != "hands.doubled"
            points["hand_points" if in_hand else line["key"]] += line["points"]
        found.append({key: n for key, n in points.items() if n})
    return found


@given(strategies.tables())
@many
def test_a_dealt_deal_is_never_refused(table):
    deal = scored(table, [strategies.named(side) for side in table[3]])
    assert len(deal["scores"]) == len(table[3])


@given(strategies.tables())
@many
def test_named_and_counted_cards_score_the_same(table):
    game, _, rules, dealt = table
    named = scored(table, [strategies.named(side) for side in dealt])
    counted = scored(table, [strategies.counted(game, rules, side) for side in dealt])
    assert reasons(counted) == reasons(named)


@given(strategies.tables())
@many
def test_cards_counted_by_value_score_the_same(table):
    game, _, rules, dealt = table
    named = scored(table, [strategies.named(side) for side in dealt])
    counted = scored(table, [strategies.counted(game, rules, side, by_counts=True) for side in dealt])
    assert reasons(counted) == reasons(named)


OF_MELDS = ("card_points", "canastas", "concealed_canastas", "opened")
OF_HANDS = ("hand_points", "black_threes_in_hand", "red_threes_in_hand")


def mixed(named, counted, melds, hands):
    """A tally whose melds and hands are each named or counted."""
    names = [key for key, is_named in (("melds", melds), ("hands", hands)) if is_named]
    keys = [*(OF_MELDS if not melds else ()), *(OF_HANDS if not hands else ())]
    found = {key: said for key, said in counted.items() if key in keys}
    found |= {key: said for key, said in named.items() if key in names}
    found |= {key: said for key, said in named.items() if key not in ("melds", "hands")}
    extras = {
        key: n for key, n in counted.get("extras", {}).items() if not (hands if key.endswith("_in_hand") else melds)
    }
    return {**found, **({"extras": extras} if extras else {})}


@given(strategies.tables(), st.data())
@many
def test_sides_may_mix_named_and_counted_parts(table, data):
    game, _, rules, dealt = table
    named = [strategies.named(side) for side in dealt]
    parts = [
        mixed(one, strategies.counted(game, rules, side), data.draw(st.booleans()), data.draw(st.booleans()))
        for one, side in zip(named, dealt, strict=True)
    ]
    assert reasons(scored(table, parts)) == reasons(scored(table, named))


@given(strategies.tables(), st.sampled_from((*strategies.NATURALS, "2", "JK", "B3", "R3")))
@many
def test_one_card_more_than_the_packs_hold_is_refused_in_the_hand_that_holds_it(table, card):
    game, players, rules, dealt = table
    last = dealt[-1]
    packs = strategies.Packs(game).left
    shown = [held for side in dealt for cards in (*side["melds"], *side["hands"]) for held in cards]
    laid = {key: sum(side[key] for side in dealt) for key in ("red_threes", "black_threes")}
    used = shown.count(card) + laid.get({"R3": "red_threes", "B3": "black_threes"}.get(card), 0)
    last["hands"][-1] = [*last["hands"][-1], *[card] * (packs[card] - used + 1)]
    document = strategies.sheet(game, players, rules, [strategies.named(side) for side in dealt])
    with pytest.raises(sheet.SheetRefused) as refused:
        sheet.score(document)
    hand = f"hands[{len(last['hands']) - 1}]"
    assert [where for where, _ in refused.value.faults] == [f"deals[0].tallies[{len(dealt) - 1}].{hand}"]


@given(strategies.tables())
@many
def test_a_score_that_cards_can_make_may_be_stated_as_result(table):
    named = scored(table, [strategies.named(side) for side in table[3]])
    results = [{"result": one["score"]} for one in named["scores"]]
    stated = scored(table, results)
    assert [one["score"] for one in stated["scores"]] == [one["score"] for one in named["scores"]]
    assert [doubt["where"] for doubt in stated["doubts"] if doubt["where"].endswith("result")] == []


@given(strategies.tables(), st.randoms(use_true_random=False))
@many
def test_the_order_of_melds_and_hands_does_not_matter(table, random):
    named = [strategies.named(side) for side in table[3]]
    shuffled = copy.deepcopy(named)
    for tally in shuffled:
        random.shuffle(tally["melds"])
        random.shuffle(tally["hands"])
    assert reasons(scored(table, shuffled)) == reasons(scored(table, named))


@st.composite
def journals(draw):
    """A game and the entries of a match of one to four deals."""
    game, players = draw(st.sampled_from(strategies.TABLES))
    sides = strategies.SIDES[players]
    body = {
        "variant": game,
        "rules": "",
        "house_rules": {},
        "players": players,
        "sides": [{"name": str(side), "players": []} for side in range(sides)],
        "dealer": draw(st.integers(0, players - 1)),
        "before": draw(st.lists(st.integers(-50, 3000).map(lambda n: 5 * n), min_size=sides, max_size=sides)),
    }
    entries = [Entry(1, 1, "opened", body, "2026-01-01T00:00:00Z")]
    for number in range(2, 2 + draw(st.integers(1, 4))):
        dealt = draw(strategies.deals(game, players, {}))
        tallies = [
            strategies.named(side) if draw(st.booleans()) else strategies.counted(game, {}, side) for side in dealt
        ]
        entries.append(Entry(number, 1, "entered", {"tallies": tallies}, f"2026-01-01T00:00:{number:02}Z"))
    return game, entries


def standing(played):
    """All that a match shows, but for when it was last touched."""
    deals = [
        (
            deal.number,
            deal.dealer,
            deal.scored.scores,
            deal.before,
            deal.totals,
            deal.opening_minimums,
            [(doubt.where, str(doubt.message)) for doubt in deal.doubts],
            deal.struck_out,
        )
        for deal in played.deals
    ]
    return deals, played.totals, played.opening_minimums, played.dealer, played.finished, played.winner


def then(entries, kind, **body):
    number = len(entries) + 1
    return [*entries, Entry(number, 1, kind, body, f"2026-01-01T00:01:{number:02}Z")]


@given(journals())
@fewer
def test_totals_chain_from_deal_to_deal(journal):
    game, entries = journal
    played = match.replay(entries, variants.load(game))
    chained = played.opened.before
    found = []
    for deal in played.deals:
        chained = [total + score for total, score in zip(chained, deal.scored.scores, strict=True)]
        found.append(chained)
    assert [deal.totals for deal in played.deals] == found
    assert [deal.before for deal in played.deals] == [played.opened.before, *found[:-1]]
    assert played.totals == found[-1]
    assert [deal.number for deal in played.deals] == list(range(1, len(entries)))
    assert played.next_number == len(entries)
    assert [deal.dealer for deal in played.deals] == [
        (played.opened.dealer + turn) % played.opened.players for turn in range(len(found))
    ]


@given(journals(), st.data())
@fewer
def test_a_deal_struck_out_and_brought_back_leaves_everything_as_it_was(journal, data):
    game, entries = journal
    variant = variants.load(game)
    deal = data.draw(st.sampled_from(entries[1:])).number
    struck = then(entries, "struck_out", deal=deal)
    assert standing(match.replay(then(struck, "brought_back", deal=deal), variant)) == standing(
        match.replay(entries, variant)
    )


@given(journals(), st.data())
@fewer
def test_a_deal_struck_out_counts_as_if_it_had_never_been(journal, data):
    game, entries = journal
    variant = variants.load(game)
    gone = data.draw(st.sampled_from(entries[1:]))
    struck = match.replay(then(entries, "struck_out", deal=gone.number), variant)
    never = match.replay([entry for entry in entries if entry is not gone], variant)
    found = [(deal.number, deal.dealer, deal.totals) for deal in struck.standing]
    assert found == [(deal.number, deal.dealer, deal.totals) for deal in never.deals]
    assert (struck.totals, struck.opening_minimums, struck.finished) == (
        never.totals,
        never.opening_minimums,
        never.finished,
    )


@given(journals(), st.data())
@fewer
def test_a_deal_corrected_and_corrected_back_leaves_everything_as_it_was(journal, data):
    game, entries = journal
    variant = variants.load(game)
    was = data.draw(st.sampled_from(entries[1:]))
    other = [{"result": 5 * data.draw(st.integers(-100, 300))} for _ in was.body["tallies"]]
    corrected = then(entries, "corrected", deal=was.number, tallies=other)
    back = then(corrected, "corrected", deal=was.number, tallies=was.body["tallies"])
    assert match.replay(corrected, variant).deal(was.number).scored.scores == [one["result"] for one in other]
    assert standing(match.replay(back, variant)) == standing(match.replay(entries, variant))


@given(journals(), st.data())
@fewer
def test_what_a_match_does_not_allow_is_said(journal, data):
    game, entries = journal
    variant = variants.load(game)
    deal = data.draw(st.sampled_from(entries[1:])).number
    struck = then(entries, "struck_out", deal=deal)
    for refused in (
        then(entries, "brought_back", deal=deal),
        then(entries, "struck_out", deal=99),
        then(struck, "struck_out", deal=deal),
        then(struck, "corrected", deal=deal, tallies=entries[1].body["tallies"]),
    ):
        with pytest.raises(Impossible):
            match.replay(refused, variant)


def tried(document):
    """The command's verdict on a document: its exit code, anything but 0 and 2 being a traceback."""
    written = document if isinstance(document, str) else json.dumps(document)
    done = CliRunner().invoke(main, ["score", "-"], input=written.encode("utf-8", "surrogatepass"))
    if done.exit_code not in (0, 2):
        raise AssertionError(f"exit {done.exit_code}") from done.exception
    return done.exit_code


@given(st.dictionaries(strategies.KEYS, strategies.ANYTHING, max_size=6))
@many
def test_no_document_makes_a_traceback(document):
    assert tried({"variant": "americana", "sides": ["We", "They"], **document}) in (0, 2)


@given(strategies.spoiled())
@settings(many, max_examples=300)
def test_no_spoiled_sheet_makes_a_traceback(document):
    assert tried(document) in (0, 2)


@given(st.lists(st.dictionaries(strategies.KEYS, strategies.ANYTHING, max_size=4), min_size=2, max_size=2))
@many
def test_no_tallies_make_a_traceback(tallies):
    document = {"variant": "classic", "sides": ["We", "They"], "deals": [{"tallies": tallies}]}
    assert tried(document) in (0, 2)


GOOD = """variant = "classic"
sides = ["We", "They"]
[[deals]]
[[deals.tallies]]
melds = ["K*7", "9*5 2 JK", { cards = "Q*7", concealed = true }]
hands = ["", "5 K B3"]
went_out = true
[[deals.tallies]]
card_points = 180
canastas = { mixed = 1 }
"""


@given(st.integers(0, len(GOOD)), st.integers(0, 12), st.text(max_size=6))
@many
def test_no_torn_text_makes_a_traceback(start, length, put):
    assert tried(GOOD[:start] + put + GOOD[start + length :]) in (0, 2)


@given(st.text(max_size=40))
@many
def test_no_text_makes_a_traceback(text):
    with pytest.raises(sheet.SheetRefused):
        sheet.score(sheet.parse(text))


DEEP = 3000


@pytest.mark.parametrize(
    "text",
    [
        "[" * DEEP,
        '{"a":' * DEEP,
        '{"variant":"classic","sides":["a","b"],"rules":' + '{"a":' * DEEP + "1" + "}" * DEEP + "}",
        '{"variant":"classic","sides":["a","b"],"deals":' + "[" * 900 + "]" * 900 + "}",
        'variant="classic"\nsides=["a","b"]\n[rules]\n' + ".".join("a" * DEEP) + "=1",
        'variant="classic"\nsides=["a","b"]\ndeals=' + "[" * DEEP + "]" * DEEP,
        '{"variant":"classic","sides":["a","b"],"deals":[{"tallies":[{"red_threes":NINES},{"red_threes":NINES}]}]}'.replace(
            "NINES", "9" * 4300
        ),
        'variant="classic"\nbefore=[' + "9" * 5000 + ",0]",
        '{"variant":"\\ud800","sides":["\\ud800","b"]}',
        '{"variant":"classic","sides":["\\ud800","b"],"deals":[]}',
        '{"variant":"classic","sides":["a","b"],"deals":[{"tallies":[{"hands":["\\ud800",""]},{}]}]}',
        "{}",
        "",
        "[]",
        "\x00",
    ],
    ids=[
        *("open brackets", "open tables", "deep house rules", "deep deals", "deep dotted house rules", "deep lists"),
        *("huge counts", "a huge total", "half a character as game", "half a character as name"),
        *("half a character as card", "an empty table", "nothing", "a list", "a null character"),
    ],
)  # fmt: skip
def test_absurd_texts_are_refused(text):
    assert tried(text) == 2
