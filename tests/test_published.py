"""Scorings and disputes that somebody published, each with the address where it stands.

Covered by no game here, and so not among the cases: W27 (three packs, bonus and card lines of a bridge-like sheet),
W29 (runs, Bolivia), W35 (four black threes for 500, Spanish classic), D41 (hand and foot), D43 (three-handed classic),
D45 (Buraco). W01, W03, D05, D07, D37 and D49 ask only what opens or what is a meld.
"""

import pytest

from scorekeeper import match, referee, variants
from scorekeeper.entries import Entry
from scorekeeper.faults import Refused
from scorekeeper.sheet import SheetRefused, score_under

PRIMIDI = "https://www.primidi.com/canasta/rules_for_original_canasta/the_play/initial_melds"
PAGAT = "https://www.pagat.com/rummy/canasta.html"
PAPERGAMES = "https://github.com/YourChaosChris/PaperGames"
OPENSPIEL = "https://github.com/jhtschultz/canasta-openspiel"
EBBELING = "https://github.com/Ebbeling/canasta"
CUTTHROAT = "https://github.com/thatRailsGuy/cutthroat-canasta"
OPENCLAW = "https://github.com/sultar44/openclaw"
BRITANNICA = "https://www.britannica.com/topic/canasta/Going-out"
GAMEDUELL = "https://gameduell.helpshift.com/hc/en/23-canasta/faq/1458-scoring/?p=android"
MONDODEICOME = "https://www.mondodeicome.com/come-si-gioca-a-canasta/"
POKERWINER = "http://www.pokerwiner.com/games-of-playing-cards/canasta-1.html"
NAIPES = "http://www.naipes-casino.com.ar/index.php?option=com_content&view=article&id=5:canasta-en&catid=9&lang=en&Itemid=139"
PAPERZZ = "https://paperzz.com/doc/6996605/classic-canasta-rules-for-4-players"
AIRPORTES = "https://airportes.com/how-do-you-count-cards-in-canasta/"
CANASTAPEDIA = "http://www.canastapedia.com/Classic/GoingOut+Scoring/Scoring"
SPIELREGELN = "https://spielregeln.de/das-spiel-ausmachen.html"
BICYCLE = "http://www.bicyclecards.ca/game-rules/bolivia/48.php?page_id=32"
TOROFUN = "https://torofun.com/it/canasta/regole"
KARTENSPIELE = "https://kartenspiele.net/canasta/"
JUNCTION_2 = "https://canastajunction.com/2024/09/02/scoring-guide-part-2/"
JUNCTION_3 = "https://canastajunction.com/2024/09/02/scoring-guide-part-3"
CANASTA_COM = "https://canasta.com/2023/01/19/count-the-points-in-modern-canasta/"
LIQUISEARCH = "https://liquisearch.com/canasta/us_american_canasta/melding_rules"
RUMMY_GAMES = "http://www.rummy-games.com/rules/uruguay.html"
HU = "https://hu.lybadvice.com/rules-classic-card-game-canasta"
SFATURI = "https://sfaturi-utile.ro/canasta/"


def played(variant, *tallies, **rest):
    sides = ["We", "They"]
    return score_under(variants.load(variant), {"sides": sides, "deals": [{"tallies": list(tallies)}], **rest})


def case(ident, title, source, *row, **rest):
    return pytest.param(*row, rest, id=f"{ident} {title} ({source})")


@pytest.mark.parametrize(
    ("variant", "before", "melds", "count", "required", "opens", "rest"),
    [
        case(
            "W01",
            "three sixes, three kings and a two do not open at 1600",
            PRIMIDI,
            "classic",
            1600,
            ["6*3", "K*3 2"],
            65,
            90,
            False,
        ),
        case("W03", "they open at 1495", PRIMIDI, "classic", 1495, ["6*3", "K*3 2"], 65, 50, True),
        case("W03", "they do not open at 3000", PRIMIDI, "classic", 3000, ["6*3", "K*3 2"], 65, 120, False),
        case("W03", "with aces they open at 1495", PRIMIDI, "classic", 1495, ["6*3", "A*3 2"], 95, 50, True),
        case("W03", "with aces they do not open at 3000", PRIMIDI, "classic", 3000, ["6*3", "A*3 2"], 95, 120, False),
        case("D05", "red threes do not help three eights to open", POKERWINER, "classic", 0, ["8*3"], 30, 50, False),
        case(
            "D07",
            "the top card of the pile counts, the one below does not",
            NAIPES,
            "classic",
            0,
            ["K*3", "Q Q 2"],
            70,
            50,
            True,
        ),
        case("D09", "a negative total needs 15 in the classic game", PRIMIDI, "classic", -5, ["4*3"], 15, 15, True),
        case(
            "D09",
            "a negative total needs 125 in the modern American game",
            EBBELING,
            "americana",
            -5,
            ["4*3"],
            15,
            125,
            False,
        ),
        case(
            "D09",
            "a negative total needs 50 in the Italian game",
            "the Italian rule text",
            "italian",
            -5,
            ["4*3"],
            15,
            50,
            False,
        ),
    ],
)
def test_opening(variant, before, melds, count, required, opens, rest):
    found = referee.opening(variants.load(variant), before, melds)
    assert (found.count, found.required, found.opens) == (count, required, opens)


MODERN_MINIMUMS = [(-500, 125), (0, 125), (2995, 125), (3000, 155), (4995, 155), (5000, 180), (99999, 180)]


@pytest.mark.parametrize(
    ("variant", "total", "minimum", "rest"),
    [
        *(
            case("W23", f"{total} needs {minimum} in the modern American game", EBBELING, "americana", total, minimum)
            for total, minimum in MODERN_MINIMUMS
        ),
        case("W31", "7500 needs 160 in the Italian game", MONDODEICOME, "italian", 7500, 160),
    ],
)
def test_opening_minimum(variant, total, minimum, rest):
    match = played(variant, {"result": 0}, {"result": 0}, before=[total, 0])
    assert match.opening_minimums[0] == minimum


NATURAL = {"card_points": 420, "canastas": {"natural": 1}}
BOTH = {"card_points": 420, "canastas": {"natural": 1, "mixed": 1}}
OUT = {"went_out": True}
CONCEALED = {"went_out": True, "concealed": True}


@pytest.mark.parametrize(
    ("variant", "tally", "score", "rest"),
    [
        case("W05", "seven kings are 570", PAGAT, "classic", {"melds": ["K*7"]}, 570),
        case(
            "W07",
            "out with a mixed canasta of eight and a natural one: 1160",
            PAPERGAMES,
            "classic",
            {"melds": ["K*7 2", "10*7"], "red_threes": 1, **OUT},
            1160,
        ),
        case(
            "W09",
            "the whole hand at once, two natural canastas: 1340",
            PAPERGAMES,
            "classic",
            {"melds": ["9*7", "8*7"], **CONCEALED},
            1340,
        ),
        case(
            "W09",
            "the same with its canastas stated as concealed: 100 more for each",
            "the Portuguese rule text",
            "classic",
            {"melds": [{"cards": "9*7", "concealed": True}, {"cards": "8*7", "concealed": True}], **CONCEALED},
            1540,
        ),
        case(
            "W09",
            "the same at a table that pays nothing for them",
            PAPERGAMES,
            "classic",
            {"melds": [{"cards": "9*7", "concealed": True}, {"cards": "8*7", "concealed": True}], **CONCEALED},
            1340,
            rules={"canastas.concealed": 0},
        ),
        case(
            "W11",
            "seven aces, two red threes, out: 940",
            OPENSPIEL,
            "classic",
            {"melds": ["A*7"], "red_threes": 2, **OUT},
            940,
        ),
        case(
            "W13", "three aces less 15 in hand: 45", OPENSPIEL, "classic", {"melds": ["A*3"], "hands": ["K", "5"]}, 45
        ),
        case(
            "W15",
            "420, a natural and a mixed canasta, two red threes, out, 35 in hand: 1485",
            EBBELING,
            "classic",
            {**BOTH, "red_threes": 2, "hand_points": 35, **OUT},
            1485,
        ),
        case(
            "W17",
            "one canasta and two red threes, classic: 1120",
            EBBELING,
            "classic",
            {**NATURAL, "red_threes": 2, "hand_points": 0},
            1120,
        ),
        case(
            "W17",
            "one canasta and two red threes, modern American: 920",
            EBBELING,
            "americana",
            {**NATURAL, "red_threes": 2, "hand_points": 0},
            920,
        ),
        case(
            "W21",
            "incomplete sevens and wild cards: -4500",
            EBBELING,
            "americana",
            {"extras": {"incomplete_sevens": 1, "incomplete_wild": 1}},
            -4500,
        ),
        case("W25", "420 and a natural canasta: 920", EBBELING, "classic", {**NATURAL}, 920),
        case("W25", "100 less 20 in hand: 80", EBBELING, "classic", {"card_points": 100, "hand_points": 20}, 80),
        case(
            "W33",
            "threes that always count against, as an adjustment: 820",
            EBBELING,
            "classic",
            {
                **BOTH,
                "hand_points": 0,
                **OUT,
                "adjustment": {"points": -500, "reason": "a red three 300, two black threes 100 each"},
            },
            820,
        ),
        case("D01", "four red threes and no meld: -800", BRITANNICA, "classic", {"red_threes": 4}, -800),
        case(
            "D01", "four red threes and no meld: -800", "the Portuguese rule text", "canastra", {"red_threes": 4}, -800
        ),
        case("D01", "four red threes and no meld: -800", "the Romanian rule text", "romanian", {"red_threes": 4}, -800),
        case(
            "D01",
            "the other view: -400",
            GAMEDUELL,
            "classic",
            {"red_threes": 4},
            -400,
            rules={"red_threes.all_against": 400},
        ),
        case(
            "D01",
            "the other view: -400",
            OPENSPIEL,
            "canastra",
            {"red_threes": 4},
            -400,
            rules={"red_threes.all_against": 400},
        ),
        case(
            "D01",
            "the other view: -400",
            GAMEDUELL,
            "romanian",
            {"red_threes": 4},
            -400,
            rules={"red_threes.all_against": 400},
        ),
        case("D13", "seven nines are 570", AIRPORTES, "classic", {"melds": ["9*7"]}, 570),
        case("D15", "nine kings are 590", EBBELING, "italian", {"melds": ["K*9"]}, 590),
        case("D15", "eight kings are 580", PAPERGAMES, "classic", {"melds": ["K*8"]}, 580),
        case(
            "D27",
            "a straight is 3000 and nothing else",
            CANASTA_COM,
            "americana",
            {"special_hand": "straight", "melds": ["K*7"], "red_threes": 4, "hands": ["A", "A"]},
            3000,
        ),
        case(
            "D39",
            "seven wild cards are 2000 and their own values",
            RUMMY_GAMES,
            "canastra",
            {"melds": ["2*4 JK*3"]},
            2230,
        ),
        case(
            "D39",
            "seven wild cards are 2000 and their own values",
            "the Romanian rule text",
            "romanian",
            {"melds": ["2*4 JK*3"]},
            2230,
        ),
    ],
)
def test_score(variant, tally, score, rest):
    assert played(variant, tally, {}, **rest).deals[0].scored.scores == [score, 0]


SEVEN = {"card_points": 140, "canastas": {"natural": 1}}
TWICE = {"card_points": 140, "canastas": {"natural": 2}}


@pytest.mark.parametrize(
    ("variant", "tally", "lines", "rest"),
    [
        case(
            "W05",
            "seven kings: the bonus and the cards",
            PAGAT,
            "classic",
            {"melds": ["K*7"]},
            {"canastas.natural": 500, "card_points": 70},
        ),
        case(
            "W07",
            "an eighth card adds its own value only",
            PAPERGAMES,
            "classic",
            {"melds": ["K*7 2", "10*7"], "red_threes": 1, **OUT},
            {"canastas.natural": 500, "canastas.mixed": 300, "red_threes": 100, "going_out": 100, "card_points": 160},
        ),
        case(
            "W19",
            "threes without a canasta: -400",
            EBBELING,
            "americana",
            {"red_threes": 2, "black_threes": 1},
            {"red_threes": -300, "black_threes": -100},
        ),
        case(
            "W19",
            "threes beside one canasta: 0",
            EBBELING,
            "americana",
            {"red_threes": 2, "black_threes": 1, **SEVEN},
            {"canastas.natural": 500, "red_threes": 0, "black_threes": 0, "card_points": 140},
        ),
        case(
            "W19",
            "threes beside two canastas: 400",
            EBBELING,
            "americana",
            {"red_threes": 2, "black_threes": 1, **TWICE},
            {"canastas.natural": 1000, "red_threes": 300, "black_threes": 100, "card_points": 140},
        ),
        case(
            "W21",
            "one penalty for each incomplete meld",
            EBBELING,
            "americana",
            {"extras": {"incomplete_sevens": 1, "incomplete_wild": 1}},
            {"extras.incomplete_sevens": -2500, "extras.incomplete_wild": -2000},
        ),
        *(
            case(
                "D03",
                f"out concealed is {points} altogether",
                source,
                game,
                {"melds": ["9*7"], **CONCEALED},
                {"canastas.natural": 500, "going_out": points, "card_points": 70},
                rules=rules,
            )
            for game in ("classic", "canastra", "romanian")
            for points, source, rules in ((200, BRITANNICA, {}), (300, CUTTHROAT, {"going_out.concealed": 300}))
        ),
        case(
            "D17",
            "the partner's ace and joker count against the side that went out",
            CANASTAPEDIA,
            "classic",
            {"melds": ["K*7"], "hands": ["", "A JK"], **OUT},
            {"canastas.natural": 500, "going_out": 100, "card_points": 70, "hand_points": -70},
        ),
        case(
            "D19",
            "nobody is paid for going out when the stock is used up",
            SPIELREGELN,
            "classic",
            {"melds": ["K*7"], "hands": ["4", "5"]},
            {"canastas.natural": 500, "card_points": 70, "hand_points": -10},
        ),
        case(
            "D19",
            "nobody is paid for going out when the stock is used up",
            OPENCLAW,
            "americana",
            {"melds": ["K*7"], "hands": ["4", "5"]},
            {"canastas.natural": 500, "card_points": 70, "hand_points": -10},
        ),
        case(
            "D21",
            "a black three in hand costs its 5",
            EBBELING,
            "classic",
            {"hands": ["B3", "4"]},
            {"hand_points": -10},
        ),
        case(
            "D21",
            "a black three in hand costs 100",
            BICYCLE,
            "canastra",
            {"hands": ["B3", "4"]},
            {"hand_points": -5, "hands.black_threes": -100},
        ),
        case(
            "D21",
            "a black three in hand costs 100",
            BICYCLE,
            "romanian",
            {"hands": ["B3", "4"]},
            {"hand_points": -5, "hands.black_threes": -100},
        ),
        case(
            "D21",
            "the partner's black three costs the side that went out 100 too",
            BICYCLE,
            "canastra",
            {"melds": ["K*7"], "hands": ["", "B3"], **OUT},
            {
                "canastas.natural": 500,
                "going_out": 100,
                "card_points": 70,
                "hand_points": 0,
                "hands.black_threes": -100,
            },
        ),
        case(
            "D21",
            "an Italian black three at 100",
            TOROFUN,
            "italian",
            {"melds": ["K*7"], "hands": ["B3", "4"]},
            {"canastas.natural": 500, "card_points": 70, "hand_points": -5, "hands.black_threes": -100},
            rules={"hands.apart.black_threes.each": 100},
        ),
        *(
            case(
                "D23",
                f"a red three forgotten in hand costs {-points}",
                source,
                game,
                {"hands": ["R3", "4"]},
                lines,
                rules={"hands.apart.red_threes.each": -points},
            )
            for game in ("classic", "canastra", "romanian")
            for points, source, lines in (
                (0, "the rule texts have no rule for it", {"hand_points": -5, "hands.red_threes": 0}),
                (-500, KARTENSPIELE, {"hand_points": -5, "hands.red_threes": -500}),
            )
        ),
        case(
            "D25",
            "eight threes beside one canasta: 0",
            JUNCTION_2,
            "americana",
            {"red_threes": 4, "black_threes": 4, **SEVEN},
            {"canastas.natural": 500, "red_threes": 0, "black_threes": 0, "card_points": 140},
        ),
        case(
            "D27",
            "beside a special hand nothing counts",
            OPENCLAW,
            "americana",
            {"special_hand": "straight", "red_threes": 4, "hands": ["A", "A"], **OUT},
            {"special_hands.straight": 3000},
        ),
        case(
            "D29",
            "three aces in each partner's hand: -3000 and the cards",
            CANASTA_COM,
            "americana",
            {"hands": ["A*3", "A*3"]},
            {"extras.aces_in_hand": -3000, "hand_points": -120},
        ),
        case(
            "D31",
            "an incomplete wild meld with all four jokers: -2000",
            "the Portuguese rule text of the American game",
            "americana",
            {"melds": ["JK*4"]},
            {"extras.incomplete_four_jokers": -2000, "card_points": -200},
        ),
        case(
            "D31",
            "the other view: -2500",
            PAGAT,
            "americana",
            {"melds": ["JK*4 2"]},
            {"extras.incomplete_four_jokers": -2500, "card_points": -220},
            rules={"extras.incomplete_four_jokers.points": -2500},
        ),
        case(
            "D33",
            "a three in hand costs 5 and is not laid",
            JUNCTION_3,
            "americana",
            {"hands": ["R3", "B3 4"]},
            {"hand_points": -5, "hands.threes": -10},
        ),
        case(
            "D33",
            "a three held back costs 100",
            JUNCTION_3,
            "americana",
            {"hands": ["R3", "B3 4"]},
            {"hand_points": -5, "hands.threes": -200},
            rules={"hands.apart.threes.each": 100},
        ),
        case(
            "D35",
            "aces opened with wild cards and filled to seven: 300",
            LIQUISEARCH,
            "americana",
            {"melds": ["A*5 2*2"]},
            {"canastas.mixed": 300, "card_points": 140},
        ),
        case(
            "D35",
            "aces with wild cards that stay short are not charged",
            LIQUISEARCH,
            "americana",
            {"melds": ["A*4 2*2"]},
            {"card_points": -120},
        ),
        case(
            "D39",
            "a wild canasta: 2000 on top of the cards",
            RUMMY_GAMES,
            "canastra",
            {"melds": ["2*4 JK*3"]},
            {"canastas.wild": 2000, "card_points": 230},
        ),
        case(
            "D47",
            "the red three is the one of 100, the black one of 5",
            HU,
            "classic",
            {"melds": ["A*3"], "red_threes": 1, "hands": ["B3", "4"]},
            {"red_threes": 100, "card_points": 60, "hand_points": -10},
        ),
    ],
)
def test_lines(variant, tally, lines, rest):
    found = {}
    for line in played(variant, tally, {}, **rest).deals[0].scored.lines[0]:
        found[line.key] = found.get(line.key, 0) + line.points
    assert found == lines


@pytest.mark.parametrize(
    ("variant", "meld", "rest"),
    [
        case("D37", "eight nines take no fourth wild card", EBBELING, "classic", "9*8 2*4"),
        case("D37", "eight nines take no fourth wild card", "the Romanian rule text", "romanian", "9*8 2*4"),
        case("D37", "eight nines take no fourth wild card", "the Romanian rule text", "canastra", "9*8 2*4"),
        case("D39", "there is no canasta of wild cards", EBBELING, "classic", "2*4 JK*3"),
        case("D49", "the ace is no wild card", SFATURI, "romanian", "K K A"),
        case("D49", "the ace is no wild card", "the Portuguese rule text", "canastra", "K K A"),
    ],
)
def test_no_meld(variant, meld, rest):
    with pytest.raises(SheetRefused) as refused:
        played(variant, {"melds": [meld]}, {})
    assert [where for where, _ in refused.value.faults] == ["deals[0].tallies[0].melds[0]"]
    with pytest.raises(Refused) as not_opened:
        referee.opening(variants.load(variant), 0, [meld])
    assert not_opened.value.key == "melds[0]"


def test_d11_both_sides_over_5000_and_the_higher_total_wins():  # PAPERZZ; Bicycle by way of EBBELING
    match = played("classic", {"result": 1120}, {"result": 1340}, before=[4000, 4000])
    assert (match.totals, match.finished, match.winner) == ([5120, 5340], True, 1)


def result(number, kind, ours, theirs, **body):
    tallies = {"tallies": [{"result": ours}, {"result": theirs}]}
    return Entry(number, 1, kind, {**tallies, **body}, f"2026-01-01T00:00:{number:02}Z")


def opening_entry(before):
    body = {
        "variant": "classic",
        "rules": "",
        "house_rules": {},
        "players": 4,
        "sides": [{"name": "A", "players": []}, {"name": "B", "players": []}],
        "dealer": 0,
        "before": before,
    }
    return Entry(1, 1, "opened", body, "2026-01-01T00:00:01Z")


def test_w37_a_corrected_deal_moves_every_later_total_by_the_difference():  # EBBELING, recompute.test.ts
    entries = [opening_entry([0, 0]), *(result(n, "entered", 400, 300) for n in range(2, 7))]
    classic = variants.load("classic")
    recorded = match.replay(entries, classic)
    assert [deal.totals for deal in recorded.deals] == [[400, 300], [800, 600], [1200, 900], [1600, 1200], [2000, 1500]]
    corrected = match.replay([*entries, result(7, "corrected", 600, 300, deal=3)], classic)
    assert [deal.totals for deal in corrected.deals] == [
        [400, 300],
        [1000, 600],
        [1400, 900],
        [1800, 1200],
        [2200, 1500],
    ]


def test_w39_a_correction_reopens_a_finished_match():  # EBBELING, recompute.test.ts
    entries = [opening_entry([4000, 4000]), result(2, "entered", 1200, 800)]
    classic = variants.load("classic")
    finished = match.replay(entries, classic)
    assert (finished.totals, finished.finished, finished.winner) == ([5200, 4800], True, 0)
    running = match.replay([*entries, result(3, "corrected", 200, 800, deal=2)], classic)
    assert (running.totals, running.finished, running.winner) == ([4200, 4800], False, None)


TEXT_000 = "the Portuguese rule text of the card portal"
TEXT_001 = "the Portuguese rule text of the classic game"
TEXT_002 = "the Romanian rule text"
TEXT_003 = "the Portuguese rule text of the American game"
TEXT_004 = "the Italian rule text"


def out(melds, partner, **more):
    return {"melds": melds, "hands": ["", *partner], "went_out": True, **more}


def held(melds, *hands, **more):
    return {"melds": melds, "hands": list(hands), **more}


@pytest.mark.parametrize(
    ("variant", "tallies", "scores", "rest"),
    [
        case(
            "worked by hand:",
            "out with a natural and a mixed canasta, black threes and all red threes",
            TEXT_000,
            "canastra",
            [out(["Q*7", "8*4 2*2 JK", "B3*3"], ["K B3"], red_threes=4), held(["A*3"], "JK", "4")],
            [1805, 5],
        ),
        case(
            "worked by hand:",
            "two players, the whole hand at once against three red threes",
            TEXT_000,
            "canastra",
            [out(["5*7", "6*7"], [], concealed=True), held([], "A 2 7", red_threes=3)],
            [1270, -345],
            players=2,
        ),
        case(
            "worked by hand:",
            "a wild canasta against all red threes, the stock used up",
            TEXT_000,
            "canastra",
            [held(["JK*4 2*3", "10*3"], "K", "4"), held([], "5", "6", red_threes=4)],
            [2275, -810],
        ),
        case(
            "worked by hand:",
            "a concealed natural and a concealed mixed canasta",
            TEXT_001,
            "classic",
            [
                out(
                    [{"cards": "Q*7", "concealed": True}, {"cards": "K*5 2 2", "concealed": True}], ["5"], red_threes=2
                ),
                held(["A*4"], "B3", "JK", red_threes=1),
            ],
            [1455, 125],
        ),
        case(
            "worked by hand:",
            "the melds that the text calls legal",
            TEXT_001,
            "classic",
            [held(["9*3 2*2 JK", "5*2 2"], "4", "4"), held(["7*8"], "A", "2")],
            [140, 500],
        ),
        case(
            "worked by hand:",
            "all red threes against four black threes melded",
            TEXT_001,
            "classic",
            [held(["K*3", "Q*3"], "4", "9", red_threes=4), out(["A*7", "B3*4"], ["10"])],
            [845, 750],
        ),
        case(
            "worked by hand:",
            "black threes in hand and all red threes against a wild canasta",
            TEXT_002,
            "romanian",
            [held([], "B3*2", "K", red_threes=4), out(["4*7", "JK*4 2*3"], ["A"])],
            [-1010, 2875],
        ),
        case(
            "worked by hand:",
            "the whole hand at once, a black three with the partner",
            TEXT_002,
            "romanian",
            [out(["6*7 2"], ["B3"], concealed=True), held(["8*3"], "2", "JK", red_threes=2)],
            [455, 160],
        ),
        case(
            "worked by hand:",
            "no canasta turns melds and threes, two canastas and three aces in hand",
            TEXT_003,
            "americana",
            [
                held(["K*5", "A*3 2 JK"], "4", "9", red_threes=2, black_threes=1),
                out(["7*7", "8*5 2*2"], ["A*3"], red_threes=2, black_threes=3),
            ],
            [-595, 2265],
        ),
        case(
            "worked by hand:",
            "incomplete aces, sevens and wild cards, one canasta and none",
            TEXT_003,
            "americana",
            [held(["2*7", "A*4", "7*3"], "K", "Q", red_threes=4, black_threes=4), held(["JK*4"], "A*3", "7*4")],
            [-1785, -5280],
        ),
        case(
            "worked by hand:",
            "a special hand against a canasta of four jokers",
            TEXT_003,
            "americana",
            [{"special_hand": "pairs_with_twos"}, held(["JK*4 2*3", "9*4"], "8", "5 R3", red_threes=1)],
            [2000, 2780],
        ),
        case(
            "worked by hand:",
            "aces opened with wild cards are an ordinary canasta",
            TEXT_003,
            "americana",
            [out(["A*5 2*2", "6*7"], ["K"], red_threes=3), held([], "7*3", "A*2 JK", black_threes=2)],
            [1565, -1905],
        ),
        case(
            "worked by hand:",
            "five red threes against a hand that counts twice",
            TEXT_004,
            "italian",
            [out(["K*7", "9*5 2 JK"], ["A"], red_threes=5), held(["8*4"], "JK 10", "B3", red_threes=1)],
            [2270, 10],
        ),
        case(
            "worked by hand:",
            "Toro Seduto, a pinellata and six red threes",
            TEXT_004,
            "italian",
            [out(["JK*6 2", "2*7"], ["4"], red_threes=6), held(["5*7"], "A", "K")],
            [9955, 505],
        ),
        case(
            "worked by hand:",
            "three players, the stock used up",
            TEXT_004,
            "italian",
            [held(["2*5 JK*2"], "9"), held(["Q*4"], "7*2"), held([], "K", red_threes=4)],
            [2190, 20, -820],
        ),
    ],
)
def test_deal(variant, tallies, scores, rest):
    sides = ["We", "They", "You"][: len(tallies)]
    document = {"sides": sides, "deals": [{"tallies": tallies}], **rest}
    assert score_under(variants.load(variant), document).deals[0].scored.scores == scores
