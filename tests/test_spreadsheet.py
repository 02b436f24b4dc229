"""Matches as rows of a spreadsheet: written safely, read back the same, and read as people keep them by hand."""

import csv
import io
import re
import time
import tracemalloc
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from test_documents import played

from scorekeeper import sheet, spreadsheet
from scorekeeper.spreadsheet import HEADINGS, cells, columns
from scorekeeper.spreadsheet.plan import MOST_PROBLEMS

many = settings(
    max_examples=100,
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
BOM = b"\xef\xbb\xbf"


def written(*matches):
    return b"".join(spreadsheet.written(matches))


def table(raw):
    """The cells of a file by another reader, headings first."""
    return list(csv.reader(io.StringIO(raw.decode("utf-8-sig"), newline="")))


def problems(plan):
    return [(one.row, one.column, str(one.message)) for one in plan.problems]


def read(text, game="classic"):
    return spreadsheet.read(text.encode(), game)


def only(text, game="classic"):
    """The one match of a file without a problem."""
    plan = read(text, game)
    assert problems(plan) == []
    [document] = plan.documents
    return sheet.score(document)


# Written


MATCH = {
    "variant": "classic",
    "sides": ["Ana & Rui", "We"],
    "names": [["Ana", "Rui"], ["Bea", ""]],
    "played_on": "2026-11-29",
    "place": "Porto",
    "rules": {"target": 2000, "tie": "shared_win"},
    "dealer": 3,
    "deals": [
        {
            "tallies": [
                {"melds": ["K*7", "9*5 2 JK"], "hands": ["", "5 K B3"], "red_threes": 2, "went_out": True},
                {"card_points": 180, "canastas": {"mixed": 1}, "red_threes": 1, "hand_points": 75},
            ],
            "note": "Rui dealt twice",
        },
        {"tallies": [{"result": 900, "adjustment": {"points": 7, "reason": "a bet"}}, {}]},
    ],
}


def test_a_match_is_a_row_for_each_side_and_deal():
    rows = list(spreadsheet.rows(sheet.score(MATCH), 17))
    about = [17, "2026-11-29", "Porto", "classic", 2000, 'tie="shared_win"', 4]
    ana, we = [1, "Ana & Rui", "Ana & Rui"], [2, "We", "Bea & "]
    assert rows == [
        [*about, *ana, 1, "We", 1270, "", "", 1270, 50, 1, 0, "natural 1, mixed 1", 2, 190, 20, "Rui dealt twice", 1],
        [*about, *we, 1, "We", 505, "", "", 505, 50, 0, 0, "mixed 1", 1, 180, 75, "Rui dealt twice", 0],
        [*about, *ana, 2, "Ana", 907, 7, "a bet", 2177, 50, 0, 0, "", "", "", "", "", 1],
        [*about, *we, 2, "Ana", 0, "", "", 505, 50, 0, 0, "", 0, "", "", "", 0],
    ]
    assert {len(row) for row in rows} == {len(HEADINGS)}


def test_points_from_before_stand_in_rows_of_deal_0():
    one = sheet.score({**MATCH, "before": [0, -50]})
    rows = [dict(zip(HEADINGS, row, strict=True)) for row in spreadsheet.rows(one, 1)]
    assert [(row["deal"], row["side"], row["score"], row["total"]) for row in rows[:3]] == [
        (0, "Ana & Rui", "", 0),
        (0, "We", "", -50),
        (1, "Ana & Rui", 1270, 1270),
    ]


def test_a_match_of_which_no_deal_is_known_is_its_totals():
    old = {"variant": "classic", "sides": ["We", "They"], "before": [5000, 3000], "ended": True, "note": "Snow"}
    rows = [dict(zip(HEADINGS, row, strict=True)) for row in spreadsheet.rows(sheet.score(old), 1)]
    assert [(row["deal"], row["total"], row["won"], row["note"]) for row in rows] == [
        ("", 5000, 1, "Snow"),
        ("", 3000, 0, "Snow"),
    ]


def test_nobody_has_won_a_match_that_goes_on():
    rows = spreadsheet.rows(sheet.score({**MATCH, "rules": {}}), 1)
    assert {row[HEADINGS.index("won")] for row in rows} == {""}


def test_the_file_is_utf_8_with_its_mark_commas_and_crlf():
    raw = written((sheet.score({**MATCH, "place": 'Zé "o Grande", Ílhavo'}), "x"))
    assert raw.startswith(BOM + b"match,played_on,place,game,")
    assert raw.count(b"\r\n") == raw.count(b"\n") == 5
    assert '"Zé ""o Grande"", Ílhavo"'.encode() in raw
    assert len(table(raw)) == 5


FORMULAS = {
    "=1+1": "'=1+1",
    "+1": "'+1",
    "-1": "'-1",
    "@SUM(A1)": "'@SUM(A1)",
    "\t=1": "'\t'=1",
    "\r=1": "'\r'=1",
    "\n=1": "'\n'=1",
    "＝1": "'＝1",
    "'=1": "''=1",
    "Ana;=1+1": "Ana;'=1+1",
    "two\n- lines": "two\n'- lines",
    "1-1": "1-1",
    "'t Hart": "'t Hart",
    "Ana & Rui": "Ana & Rui",
    "": "",
}


@pytest.mark.parametrize(("text", "safe"), FORMULAS.items())
def test_no_text_is_taken_for_a_formula(text, safe):
    assert (cells.guarded(text), cells.unguarded(safe)) == (safe, text)


@given(st.text(alphabet="='+-@;\t\r\n a,\"", max_size=12))
@settings(many, max_examples=1000)
def test_a_guarded_text_comes_back_and_no_part_of_it_begins_a_formula(text):
    safe = cells.guarded(text)
    assert cells.unguarded(safe) == text
    assert not re.match(r"[=+\-@\t\r\n]", safe)
    assert not any(re.match(r"[=+\-@]", part) for part in re.split(r"[;\t\r\n]", safe))


def test_names_that_look_like_formulas_are_written_as_texts_and_points_as_numbers():
    evil = {**MATCH, "sides": ["=1+1", "@x"], "names": [["+a", "-b"], ["", ""]], "place": "-x", "before": [-5, 0]}
    cells_ = [cell for row in table(written((sheet.score(evil), "-an-id-of-16-or-more"))) for cell in row]
    numbers = [cell for cell in cells_ if re.match(r"[=+\-@]", cell)]
    assert numbers == ["-5"]
    assert {"'=1+1", "'@x", "'+a / -b", "'-x", "'-an-id-of-16-or-more"} <= set(cells_)


# Read back


def standing(one):
    """All that a result knows of a match."""
    deals = [([*deal.scored.scores], [*deal.totals], deal.out, deal.note) for deal in one.standing]
    names = [(side.name, [name for name in side.players if name]) for side in one.sides]
    about = (one.played_on, one.opened.place, one.opened.players, one.variant.target, one.finished, one.winner)
    return deals, one.totals, names, about


@given(st.lists(played(), min_size=1, max_size=3))
@many
def test_what_was_written_is_read_as_the_same_matches(matches):
    names = [f"a-name-of-16-or-more-{number}" for number in range(len(matches))]
    plan = spreadsheet.read(written(*zip(matches, names, strict=True)))
    assert problems(plan) == []
    assert [document["id"] for document in plan.documents] == names
    assert [standing(sheet.score(document)) for document in plan.documents] == [standing(one) for one in matches]
    assert plan.unused == ["opening_minimum", "canastas", "red_threes", "card_points", "hand_points"]


def test_a_side_that_is_called_like_two_people_comes_back_without_any():
    one = sheet.score({"variant": "classic", "sides": ["Ana & Rui", "We"]})
    [document] = spreadsheet.read(written((one, 1))).documents
    assert [side.players for side in sheet.score(document).sides] == [[], []]


def test_a_result_with_points_by_agreement_comes_back():
    [document] = spreadsheet.read(written((sheet.score(MATCH), 17))).documents
    assert document["deals"][1]["tallies"][0] == {"result": 900, "adjustment": {"points": 7, "reason": "a bet"}}
    assert (document["dealer"], document["rules"]) == (1, {"target": 2000, "tie": "shared_win"})
    assert "id" not in document


def test_the_keys_of_a_document_stand_in_the_order_of_the_sheet():
    evil = {**MATCH, "before": [5, 0], "note": "x"}
    [document] = spreadsheet.read(written((sheet.score(evil), "a-name-of-16-or-more"))).documents
    assert list(document) == [key for key in sheet.KEYS if key in document]


# Read as people write


LONG = "day,side,deal,points\n"
DEALS = {
    "two deals": (
        "match,day,side,deal,score,total\nA,2019-12-25,We,1,500,500\nA,2019-12-25,They,1,300,300\n"
        "A,,We,2,-50,450\nA,,They,2,1.200,1.500\n",
        [450, 1500],
    ),
    "without names of matches": (LONG + "2019-12-25,We,1,500\n,They,1,300\n,We,2,-50\n,They,2,1200\n", [450, 1500]),
    "totals alone": ("date;team;deal;total\n1.2.2019;We;1;500\n;They;1;300\n;We;2;450\n;They;2;1500\n", [450, 1500]),
    "final totals": ("date;team;total\n1.2.2019;We;450\n1.2.2019;They;1500\n", [450, 1500]),
    "final points": ("date;team;points\n1.2.2019;We;450\n1.2.2019;They;1500\n", [450, 1500]),
    "deals and their sum": (LONG + ",We,1,450\n,They,1,1500\n,We,,450\n,They,,1500\n", [450, 1500]),
    "points from before": (LONG + ",We,0,400\n,They,0,0\n,We,1,50\n,They,1,1500\n", [450, 1500]),
    "tabs": ("day\tside\tdeal\tpoints\n\tWe\t1\t450\n\tThey\t1\t1500\n", [450, 1500]),
    "another order": ("Points,DEAL,Side\n450,1,We\n1500,1,They\n", [450, 1500]),
    "spaces and empty rows": ("\n\n side , deal , points \n We , 1 , 450 \n\n,,\n They , 1 , 1500 \n", [450, 1500]),
    "a title above": ("Our canasta\n,,\nside,deal,points\nWe,1,450\nThey,1,1500\n", [450, 1500]),
    "a title with words of ours": ("players, total\n\nday;side;deal;points\n;We;1;450\n;They;1;1500\n", [450, 1500]),
    "quotation marks": ('"side","deal","points"\n"We","1","450"\n"They","1","1,500"\n', [450, 1500]),
    "an old Mac": ("side,deal,points\rWe,1,450\rThey,1,1500\r", [450, 1500]),
    "a mark in the middle": ("side,deal,points\n\ufeffWe,1,450\nThey,1,1500\nWe,2,0\nThey,2,0\n", [450, 1500]),
    "Spanish": ("Fecha;Pareja;Mano;Puntos\n25/12/2019;We;1;450\n25/12/2019;They;1;1.500\n", [450, 1500]),
    "Portuguese": ("Data;Dupla;Rodada;Pontuação\n25/12/2019;We;1;450\n25/12/2019;They;1;1500,0\n", [450, 1500]),
    "Romanian": ("Ziua;Echipă;Tură;Punctaj\n25.12.2019;We;1;450\n25.12.2019;They;1;1500\n", [450, 1500]),
    "Italian": ("Giorno;Coppia;Smazzata;Punteggio\n25/12/2019;We;1;450\n25/12/2019;They;1;1500\n", [450, 1500]),
    "German": ("Datum;Partei;Runde;Punkte\n25.12.2019;We;1;450\n25.12.2019;They;1;1.500,00\n", [450, 1500]),
    "French": ("Date;Équipe;Donne;Points\n25/12/2019;We;1;450\n25/12/2019;They;1;1 500\n", [450, 1500]),
}


@pytest.mark.parametrize(("text", "totals"), DEALS.values(), ids=DEALS.keys())
def test_a_match_kept_by_hand_is_read(text, totals):
    one = only(text)
    assert (one.totals, [side.name for side in one.sides]) == (totals, ["We", "They"])


@pytest.mark.parametrize(
    ("raw", "encoding"),
    [
        (BOM + "side,score\nZé,5\nÍris,10".encode(), "UTF-8"),
        ("side,score\nZé,5\nÍris,10".encode(), "UTF-8"),
        ("side,score\nZé,5\nÍris,10".encode("utf-16"), "UTF-16"),
        (b"\xfe\xff" + "side,score\nZé,5\nÍris,10".encode("utf-16-be"), "UTF-16"),
        ("side,score\nZé,5\nÍris,10".encode("cp1252"), "Windows-1252"),
    ],
)
def test_the_encoding_is_found_and_told(raw, encoding):
    plan = spreadsheet.read(raw, "classic")
    assert (plan.encoding, plan.documents[0]["sides"], plan.problems) == (encoding, ["Zé", "Íris"], [])


NUMBERS = {
    "1495": 1495,
    "1.234": 1234,
    "1 234": 1234,
    "1,234": 1234,
    "1’234": 1234,
    "1234,0": 1234,
    "1234.00": 1234,
    "1.234,0": 1234,
    "1,234.00": 1234,
    "−50": -50,
    "–50": -50,
    "-50,0": -50,
    "+50": 50,
    "12,5": None,
    "1.234.00": None,
    "1.5E3": None,
    "1234,000,0": None,
    "(50)": None,
    "50 points": None,
    "": None,
    "9" * 4000: 10**12,
    "-" + "9" * 4000: -(10**12),
}


@pytest.mark.parametrize(("text", "number"), NUMBERS.items(), ids=[text[:20] for text in NUMBERS])
def test_points_are_read_as_people_write_them(text, number):
    assert cells.number(text) == number


DAYS = {
    "2026-11-29": "2026-11-29",
    "2026/11/29": "2026-11-29",
    "2026-11-29 20:15": "2026-11-29",
    "2026-11-29T20:15:00": "2026-11-29",
    "29.11.2026": "2026-11-29",
    "29. 11. 2026": "2026-11-29",
    "29/11/2026": "2026-11-29",
    "29-11-2026": "2026-11-29",
    "1.2.2026": "2026-02-01",
    "5/6/2026": "2026-06-05",
    "11/29/2026": "2026-11-29",
    "11.29.2026": None,
    "29/11/26": None,
    "2026-02-29": None,
    "29/11-2026": None,
    "0029-11-29": None,
    "99999-11-29": None,
    "44893": None,
    "yesterday": None,
    "9" * 4000: None,
}


@pytest.mark.parametrize(("text", "iso"), DAYS.items(), ids=[text[:20] for text in DAYS])
def test_days_are_read_as_people_write_them(text, iso):
    day = cells.day(text)
    assert (day and day.iso) == iso


def test_a_day_that_could_be_two_is_the_day_first_and_that_is_told():
    plan = read("day,side,total\n5/6/2026,We,5\n5/6/2026,They,10")
    assert (plan.documents[0]["played_on"], plan.day_first) == ("2026-06-05", True)
    assert not read("day,side,total\n5.6.2026,We,5\n5.6.2026,They,10").day_first


def test_a_day_that_could_be_two_is_asked_for_where_another_has_the_month_first():
    plan = read("day,side,total\n5/6/2026,We,5\n5/6/2026,They,10\n11/29/2026,We,5\n11/29/2026,They,10")
    assert problems(plan) == [
        (2, "day", "5/6/2026: which is the month? Write the day like 2026-11-29"),
        (3, "day", "5/6/2026: which is the month? Write the day like 2026-11-29"),
    ]
    assert [document["played_on"] for document in plan.documents] == ["2026-11-29"]


APART = {
    "another day": ("2019-12-25,We,,5\n,They,,10\n2019-12-26,We,,15\n,They,,20\n", [[5, 10], [15, 20]]),
    "the same names again": (",We,,5\n,They,,10\n,We,,15\n,They,,20\n", [[5, 10], [15, 20]]),
    "other names": (",We,,5\n,They,,10\n,You,,15\n,Others,,20\n", [[5, 10], [15, 20]]),
    "deals that start over": (
        ",We,1,5\n,They,1,10\n,We,2,5\n,They,2,10\n,We,1,15\n,They,1,20\n",
        [[10, 20], [15, 20]],
    ),
    "deal 1 again": (",We,1,5\n,They,1,10\n,They,1,20\n,We,1,15\n", [[5, 10], [20, 15]]),
    "deals after an old match": (",We,,5\n,They,,10\n,We,1,15\n,They,1,20\n", [[5, 10], [15, 20]]),
}


@pytest.mark.parametrize(("rows", "totals"), APART.values(), ids=APART.keys())
def test_matches_that_nothing_names_are_told_apart(rows, totals):
    plan = read(LONG + rows)
    assert problems(plan) == []
    assert [sheet.score(document).totals for document in plan.documents] == totals


def test_another_place_is_another_match_where_one_more_side_might_play():
    text = "place,side,total\n{},Ana,5\n{},Rui,10\n{},Bea,15\n{},Carl,20\n"
    plan = read(text.format("Porto", "Porto", "Braga", "Braga"), "italian")
    assert [document["sides"] for document in plan.documents] == [["Ana", "Rui"], ["Bea", "Carl"]]


def test_numbered_sides_sit_by_their_numbers():
    assert [side.name for side in only("side,side no,total\nWe,2,5\nThey,1,10\n").sides] == ["They", "We"]


def test_two_sides_of_one_name_are_told_apart_by_their_numbers():
    assert only("side,side no,total\nWe,1,5\nWe,2,10\n").totals == [5, 10]


def test_an_evening_s_second_match_is_of_the_same_day():
    plan = read(LONG + "2019-12-25,We,,5\n,They,,10\n,We,,15\n,They,,20\n")
    assert [document["played_on"] for document in plan.documents] == ["2019-12-25"] * 2
    assert plan.rows == [2, 4]


def test_named_matches_may_lie_among_each_other():
    plan = read("match,side,total\n1,We,5\n2,We,15\n1,They,10\n2,They,20\n")
    assert [sheet.score(document).totals for document in plan.documents] == [[5, 10], [15, 20]]


def test_what_a_household_calls_its_matches_is_no_name_of_the_book():
    plan = read("match,side,total\nChristmas-2019-at-home,We,5\nChristmas-2019-at-home,They,10\n")
    assert "id" not in plan.documents[0]


def test_three_may_play_for_themselves():
    assert only("player,total\nAna,5\nRui,10\nBea,20\n", "italian").totals == [5, 10, 20]


PEOPLE = {
    "a column": ("We,Ana & Rui", ["Ana", "Rui"]),
    "a name of both": ("Ana & Rui,", ["Ana", "Rui"]),
    "a slash": ("We,Ana / Rui", ["Ana", "Rui"]),
    "a plus": ("We,Ana + Rui", ["Ana", "Rui"]),
    "a word": ("We,Ana e Rui", ["Ana", "Rui"]),
    "a word in a name": ("Ana und Rui,", ["Ana", "Rui"]),
    "one of two": ("We,Ana & ", ["Ana", ""]),
    "nobody": ("We,", []),
}


@pytest.mark.parametrize(("cells_", "people"), PEOPLE.values(), ids=PEOPLE.keys())
def test_the_people_of_a_side_are_found(cells_, people):
    one = only(f"side,players,total\n{cells_},5\nThey,,10\n")
    assert (one.sides[0].players, one.opened.players) == (people, 4)


def test_a_side_is_called_by_its_people_where_it_has_no_name():
    one = only("players,total\nAna & Rui,5\nBea & Carl,10\n")
    assert [side.name for side in one.sides] == ["Ana & Rui", "Bea & Carl"]


def test_two_people_named_alone_play_for_themselves_where_the_game_lets_them():
    assert only("players,total\nAna,5\nRui,10\n", "canastra").opened.players == 2
    assert only("side,total\nAna,5\nRui,10\n", "canastra").opened.players == 4


def test_the_dealer_is_found_by_name():
    text = "side,players,deal,score,dealer\nWe,Ana & Rui,1,5,{0}\nThey,Bea & Carl,1,10,{0}\n"
    assert [only(text.format(name)).deals[0].dealer for name in ("ana", "They", "Rui", "Carl", "")] == [0, 1, 2, 3, 0]


@pytest.mark.parametrize("answer", ["yes", "1", "x", "Sim", "sí", "da", "Ja", "oui", "We", "ana", "✓"])
def test_who_went_out_is_said_with_yes_or_a_name(answer):
    one = only(f"side,players,deal,score,out,concealed\nWe,Ana & Rui,1,5,{answer},{answer}\nThey,,1,10,no,\n")
    assert [deal.out for deal in one.deals] == [0]
    assert one.deals[0].scored.shown[0].concealed


def test_a_name_of_the_other_side_is_no():
    one = only("side,deal,score,went_out\nWe,1,5,They\nThey,1,10,They\n")
    assert one.deals[0].out == 1


ENDS = {
    "a target reached": ("We,1,5000,\nThey,1,10,\n", (True, 0, False)),
    "a target not reached": ("We,1,4000,\nThey,1,10,\n", (False, None, False)),
    "a winner before the target": ("We,1,4000,yes\nThey,1,10,no\n", (True, 0, True)),
    "nobody won": ("We,1,400,no\nThey,1,400,no\n", (True, None, True)),
    "a winner at the target": ("We,1,5000,1\nThey,1,10,0\n", (True, 0, False)),
    "a winner by name": ("We,1,10,They\nThey,1,400,They\n", (True, 1, True)),
    "an old match": ("We,,10,\nThey,,400,\n", (True, 1, True)),
    "an old match level": ("We,,400,\nThey,,400,\n", (True, None, True)),
}


@pytest.mark.parametrize(("rows", "end"), ENDS.values(), ids=ENDS.keys())
def test_the_end(rows, end):
    one = only("side,deal,score,won\n" + rows)
    assert (one.finished, one.winner, one.ended) == end


def test_the_game_is_found_by_key_and_name():
    text = "game,side,total\n{0},We,5\n{0},They,10\n"
    assert [only(text.format(name), None).variant.key for name in ("Romanian", "italian canasta".title())] == [
        "romanian",
        "italian",
    ]


def test_a_match_of_another_game_than_usual_may_have_more_sides():
    assert only("game,player,total\nitalian,Ana,5\nitalian,Rui,10\nitalian,Bea,20\n").totals == [5, 10, 20]


def test_the_target_of_a_match_is_taken():
    assert only("target,side,deal,score\n1000,We,1,1005\n1000,They,1,0\n").finished


def test_notes_are_kept_with_their_deal_each_once():
    one = only("side,deal,score,note\nWe,1,5,Snow\nThey,1,10,Snow\nWe,2,5,Rain\nThey,2,10,No coal\n")
    assert [deal.note for deal in one.deals] == ["Snow", "Rain\nNo coal"]
    assert only("side,total,note\nWe,5,Snow\nThey,10,\n").opened.note == "Snow"


def test_what_was_understood_is_told():
    plan = read("Our book\nDatum;Team;Wetter;Gesamt\n1.2.2019;We;Regen;5\n1.2.2019;They;;10\n")
    assert plan.columns == [("Datum", "played_on"), ("Team", "side"), ("Gesamt", "total")]
    assert (plan.unused, plan.separator, plan.heading_row, plan.rows) == (["Wetter"], "semicolon", 2, [3])


def test_no_word_names_two_columns():
    words = [word.strip() for words in columns._WORDS.values() for word in re.split("[,;]", words)]
    assert sorted(words) == sorted(set(words))
    assert [columns.plain(word) for word in words] == words


def test_every_column_we_write_and_read_is_known_by_its_own_name():
    known = [heading for heading in HEADINGS if columns.key_of(heading) == heading]
    assert set(known) == set(columns._WORDS)


# What is wrong


NO_HEADINGS = "a row with the names of the columns is expected here: side and score, or players and total"
H = "match,day,side,deal,score,total,players,went out,won,game,target,dealer,note,agreed,reason\n"
WE = "1,2019-12-25,We,1,500,500\n"
THEY = "1,2019-12-25,They,1,300,300\n"
WRONG = {
    "half points": (
        H + '1,,We,1,"12,5"\n' + THEY,
        [(2, "score", "12,5: a whole number is expected here, like 1495")],
    ),
    "points that no deal makes": (
        H + "1,,We,1,433\n" + THEY,
        [(2, "score", "433: points end in 0 or 5, so 430 or 435?")],
    ),
    "a number of 4,000 digits": (
        H + f"1,,We,1,{'9' * 3995}5\n" + THEY,
        [(2, "score", "a deal of Classic canasta gives or costs at most 12,360 points")],
    ),
    "a sum that is none": (
        H + WE + THEY + "1,,We,2,100,601\n1,,They,2,100,400\n1,,We,3,100,701\n1,,They,3,0,400\n",
        [(4, "total", "600 is expected here: 500 and 100")],
    ),
    "a final sum that is none": (
        H + WE + THEY + "1,,We,,,505\n1,,They,,,300\n",
        [(4, "total", "500 is expected here, the sum of the deals")],
    ),
    "no points": (H + "1,,We,1\n" + THEY, [(2, "score", "points are expected here")]),
    "no final points": (H + "1,,We,\n1,,They,,,5\n", [(2, "total", "points are expected here")]),
    "no day": (
        H + "1,31.11.2019,We,1,5\n1,,They,1,5\n",
        [(2, "day", "31.11.2019: a day like 2026-11-29 is expected here")],
    ),
    "two days": (H + WE + "1,2019-12-26,They,1,300\n", [(3, "day", "2019-12-25 is expected here, as in row 2")]),
    "one side": (H + WE, [(2, "side", "a list with the name of each side is expected here")]),
    "no side": (H + WE + THEY + "1,,,2,5\n", [(4, "side", "whose points are these?")]),
    "three sides": (
        H + WE + THEY + "1,,You,1,5\n",
        [(2, "side", "Classic canasta is played by 2 sides, not 3")],
    ),
    "no match": (H + WE + THEY + ",,We,1,5\n,,They,1,5\n", [
        (4, "match", "to which match does this row belong? A number or a name is expected"),
        (5, "match", "to which match does this row belong? A number or a name is expected"),
    ]),
    "a side twice": (H + WE + THEY + WE, [(4, "deal", "We has a row for this deal already: row 2")]),
    "a side missing": (H + WE + THEY + "1,,We,2,5\n", [(4, "", "a row of They for the same deal is expected too")]),
    "a deal missing": (
        H + WE + THEY + "1,,We,3,5\n1,,They,3,5\n",
        [(4, "deal", "deal 2 is expected here")],
    ),
    "a deal without end": (
        H + f"1,,We,{'9' * 400},5\n1,,They,{'9' * 400},5\n",
        [(2, "deal", "deal 1 is expected here")],
    ),
    "a deal below zero": (H + "1,,We,-1,5\n1,,They,-1,5\n", [(2, "deal", "deal 1 is expected here")]),
    "people of one name too many": (
        H + WE.strip() + ",a & b & c\n" + THEY,
        [(2, "players", "a list of at most 2 names is expected here")],
    ),
    "other people": (
        H + WE.strip() + ",Ana & Rui\n" + THEY + "1,,We,2,5,,Ana & Bea\n1,,They,2,5\n",
        [(4, "players", "Ana & Rui is expected here, as in row 2")],
    ),
    "maybe out": (
        H + WE.strip() + ",,maybe\n" + THEY,
        [(2, "went out", "yes or no is expected here, or a name of this match")],
    ),
    "both out": (
        H + WE.strip() + ",,yes\n" + THEY.strip() + ",,yes\n",
        [(3, "went out", "only one side goes out in a deal: side 1 is out already")],
    ),
    "the wrong winner": (H + WE + THEY.strip() + ",,,yes\n", [(3, "won", "We has won by these points")]),
    "two winners": (
        H + WE.strip() + ",,,1\n" + THEY.strip() + ",,,1\n",
        [(2, "won", "We has won by these points")],
    ),
    "a winner of a tie": (
        H + "1,,We,1,5,5,,,1\n1,,They,1,5\n",
        [(2, "won", "nobody is ahead, so nobody has won")],
    ),
    "no winner where one is": (
        H + WE.strip() + ",,,0\n" + THEY.strip() + ",,,0\n",
        [(2, "won", "We has won by these points")],
    ),
    "an unknown game": (
        H + WE.strip() + ",,,,whist\n" + THEY,
        [(2, "game", "there is no game whist; there are americana, canastra, classic, italian, romanian")],
    ),
    "no target": (
        H + WE.strip() + ",,,,,7\n" + THEY,
        [(2, "target", "the target is a positive multiple of 5, at most 1,000,000")],
    ),
    "a stranger who deals": (
        H + WE.strip() + ",,,,,,Zoe\n" + THEY,
        [(2, "dealer", "one of We, They is expected here")],
    ),
    "a long note": (H + WE.strip() + f",,,,,,,{'x' * 2001}\n" + THEY, [(2, "note", "at most 2,000 letters")]),
    "a cell without end": (H + WE.strip() + f",,,,,,,{'x' * 4001}\n" + THEY, [(2, "note", "at most 4,000 letters")]),
    "a long name": (H + WE.replace("We", "x" * 41) + THEY, [(2, "side", "at most 40 letters")]),
    "an agreement without a reason": (
        H + WE.strip() + ",,,,,,,,10\n" + THEY,
        [(2, "reason", "say what the table agreed on")],
    ),
    "a comma too many": (
        "side,score\nWe,1,234\nThey,5\n",
        [(2, "", "at most 2 cells are expected, one for each heading; put a cell with a separator in quotation marks")],
    ),
    "two columns of one meaning": (
        "side,score,points\nWe,5,5\nThey,5,5\n",
        [(1, "points", "score says the same; call this one otherwise or take it away")],
    ),
    "half a quotation mark": (
        'side,score\nWe,5\n"They,10\nWe,5\n',
        [
            (2, "side", "a list with the name of each side is expected here"),
            (3, "", "from here on nothing can be read: a quotation mark without its other, or a cell without end"),
        ],
    ),
    "no headings": (
        "We,5\nThey,10\n",
        [(1, "", NO_HEADINGS)],
    ),
    "nothing": (
        "",
        [(1, "", NO_HEADINGS)],
    ),
}  # fmt: skip


@pytest.mark.parametrize(("text", "said"), WRONG.values(), ids=WRONG.keys())
def test_what_is_wrong_is_said_at_its_row_and_column(text, said):
    assert problems(read(text)) == said


def test_a_file_without_a_game_is_asked_for_one():
    [(row, column, sentence)] = problems(read("side,total\nWe,5\nThey,10\n", None))
    assert (row, column, sentence[:41]) == (2, "", "which game is it? One of americana, canas")


def test_a_letter_that_cannot_be_read_is_asked_for():
    plan = spreadsheet.read(b"side,total\nZ\xe9\x81,5\nThey,10\n", "classic")
    assert problems(plan) == [(2, "side", "a letter here cannot be read; save the file as UTF-8")]


def test_a_file_that_is_no_utf_16_says_so():
    assert problems(spreadsheet.read(b"\xff\xfea", "classic")) == [
        (0, "", "this begins as UTF-16 and is none; save it as UTF-8")
    ]


def test_every_problem_of_a_file_is_named_and_sound_matches_come_all_the_same():
    text = H + "1,,We,1,x\n1,,They,1,y,z\n" + "2,,We,1,5\n2,,They,1,10\n" + "3,,We,1,7\n3,,They,1,5\n"
    plan = read(text)
    assert [(row, column) for row, column, _ in problems(plan)] == [
        (2, "score"),
        (3, "score"),
        (3, "total"),
        (6, "score"),
    ]
    assert (len(plan.documents), plan.rows) == (1, [4])


def test_problems_without_end_are_counted():
    plan = read("side,score\n" + "We,x\n" * 1500)
    assert len(plan.problems) == MOST_PROBLEMS
    assert plan.further >= 500


# Files that mean harm


HARM = {
    "a million columns": b"side,score\n" + b"," * 1_000_000 + b"x\n",
    "a million headings": b"side,score" + b",x" * 1_000_000 + b"\nWe,5\n",
    "a cell of 10 MB": b"side,score\nWe," + b"9" * 10_000_000 + b"\n",
    "a heading of 10 MB": b"side,score," + b"9" * 10_000_000 + b"\nWe,5\nThey,5\n",
    "a quoted cell of 10 MB": b'side,score\nWe,"' + b"9\n" * 5_000_000 + b'"\n',
    "noughts": b"side,score\n" + b"\0" * 1_000_000,
    "a million rows": b"side,score\n" + b"We,5\nThey,10\n" * 500_000,
    "a million matches": b"match,side,score\n" + b"".join(b"%d,We,5\n" % n for n in range(1_000_000)),
    "a match of a million rows": b"match,side,deal,score\n" + b"".join(b"1,We,%d,5\n" % n for n in range(1_000_000)),
    "a million sides": b"match,side,score\n" + b"".join(b"1,%d,5\n" % n for n in range(1_000_000)),
    "empty rows": b"side,score\n" + b"\n" * 10_000_000,
    "quotation marks": b"side,score\n" + b'"' * 10_000_000,
    "numbers of 4,000 digits": b"side,deal,score\n" + (b"We,1," + b"9" * 4_000 + b"\n") * 2_500,
    "numbers of groups": b"side,deal,score\n" + (b'We,1,"' + b"1,234" * 700 + b'"\n') * 2_500,
    "days of 4,000 digits": b"day,side,score\n" + (b"9" * 4_000 + b",We,5\n") * 2_500,
    "names of words": b"players,score\n" + (b"a e " * 900 + b",5\n") * 2_500,
    "formulas": b"side,score\n" + b"'" * 100_000 + b"=1,5\n",
    "more than is read": b"side,score\n" + b"We,5\n" * 4_000_000,
    "rules without end": b"side,total,rules\nWe,5,a=" + b"[" * 3_000 + b"\nThey,10,\n",
}  # fmt: skip


@pytest.mark.parametrize("raw", HARM.values(), ids=HARM.keys())
def test_a_file_that_means_harm_is_a_problem_and_no_more(raw):
    begun = time.process_time()
    plan = spreadsheet.read(raw, "classic")
    seconds = time.process_time() - begun
    assert 0 < len(plan.problems) <= MOST_PROBLEMS
    assert seconds < 30


LARGE = ["a million columns", "a cell of 10 MB", "a quoted cell of 10 MB", "a match of a million rows", "empty rows"]


@pytest.mark.parametrize("name", LARGE)
def test_a_file_that_means_harm_takes_no_more_memory_than_there_is(name):
    tracemalloc.start()
    try:
        spreadsheet.read(HARM[name], "classic")
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < 150e6


ODD = st.one_of(
    st.text(max_size=8),
    st.sampled_from(("We", "They", "1", "2", "0", "", "-5", "500", "1.000", "=1+1", "2019-12-25", "5/6/2019", "yes")),
    st.integers(-(10**6), 10**6).map(str),
)


@given(
    st.lists(st.sampled_from([*HEADINGS, "x", "side", "score"]), min_size=2, max_size=8),
    st.lists(st.lists(ODD, max_size=9), max_size=12),
    st.sampled_from(",;\t"),
    st.sampled_from(("utf-8", "utf-16", "cp1252", "utf-8-sig")),
)
@settings(many, max_examples=500)
def test_no_table_makes_a_traceback_and_what_is_read_scores(headings, rows, separator, encoding):
    text = io.StringIO()
    csv.writer(text, delimiter=separator).writerows([headings, *rows])
    plan = spreadsheet.read(text.getvalue().encode(encoding, "replace"), "classic")
    assert all(sheet.score(document) for document in plan.documents)
    assert len(plan.rows) == len(plan.documents)


@given(st.binary(max_size=200))
@many
def test_no_bytes_make_a_traceback(raw):
    assert spreadsheet.read(b"side,score\n" + raw).documents == []


@given(played(), st.integers(0, 2000), st.binary(max_size=5))
@many
def test_no_torn_file_makes_a_traceback(one, start, put):
    raw = written((one, "a-name-of-16-or-more"))
    plan = spreadsheet.read(raw[: len(HEADINGS) + start] + put + raw[len(HEADINGS) + start + 3 :])
    assert all(sheet.score(document) for document in plan.documents)


def test_rows_beyond_the_limit_are_left_out_and_that_is_told():
    plan = read("\n" * 99_996 + "side,total\nWe,5\n,\nThey,10\n")
    assert (problems(plan), len(plan.documents)) == ([(1, "", NO_HEADINGS)], 0)
    plan = read("side,total\n" + "\n" * 99_997 + "We,5\nThey,10\nWe,5\nThey,10\n")
    assert problems(plan) == [(100_001, "", "at most 100,000 rows are read; this one is left out")]
    assert len(plan.documents) == 1


def test_a_file_beyond_the_limit_is_not_read():
    raw = b"side,total\nWe,5\nThey,10\n"
    assert problems(spreadsheet.read(raw + b"\n" * (16 * 2**20 - len(raw)), "classic"))[0][0] == 100_001
    assert problems(spreadsheet.read(raw + b"\n" * 16 * 2**20, "classic")) == [
        (0, "", "files of at most 16 megabytes are read")
    ]


GUIDE = (Path(__file__).resolve().parent.parent / "docs" / "spreadsheet.md").read_text(encoding="utf-8")


def test_the_example_of_the_guide_is_read_as_the_matches_it_tells():
    [example] = re.findall(r"```csv\n(.*?)```", GUIDE, re.DOTALL)
    plan = read(example)
    assert problems(plan) == []
    told = [(one.played_on, one.totals, one.winner) for one in map(sheet.score, plan.documents)]
    assert told == [("2019-12-25", [5210, 3170], 0), ("2019-12-26", [450, 1500], None)]


def test_the_guide_names_every_column_that_is_read():
    listed = re.findall(r"^\| `(\w+)` \|", GUIDE, re.MULTILINE)
    assert sorted(listed) == sorted(columns._WORDS)
