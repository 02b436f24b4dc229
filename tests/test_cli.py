"""The command: score, opening, variants."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from scorekeeper import variants
from scorekeeper.cli import main

GOOD = """
variant = "classic"
sides = ["Ann", "Bob"]
before = [1600, 0]
[[deals]]
[[deals.tallies]]
melds = ["K*7", "9*5 2 JK", { cards = "Q*7", concealed = true }]
hands = ["", "5 K B3"]
red_threes = 2
went_out = true
[[deals.tallies]]
card_points = 180
canastas = { mixed = 1 }
red_threes = 1
"""
BAD = GOOD.replace("red_threes = 2", "red_threes = 5").replace("card_points = 180", "card_points = 433")
CLASSIC = variants.files()["classic"].read_text(encoding="utf-8")


def run(*arguments, text=None):
    """Exit code, standard output and standard error."""
    done = CliRunner().invoke(main, arguments, input=text)
    assert done.exception is None or isinstance(done.exception, SystemExit)
    return done.exit_code, done.stdout, done.stderr


def errors(output):
    return [error["where"] for error in json.loads(output)["errors"]]


@pytest.fixture
def paper(tmp_path):
    def written(text):
        path = tmp_path / "sheet.toml"
        path.write_text(text, encoding="utf-8")
        return str(path)

    return written


def test_score_prints_the_sheet_as_a_person_reads_it(paper):
    code, output, complaint = run("score", paper(GOOD))
    assert (code, complaint) == (0, "")
    found = [
        words
        for words in ("Ann", "Bob", "Natural canastas", "+1,940", "3,540", "580", "120 to open")
        if words in output
    ]
    assert found == ["Ann", "Bob", "Natural canastas", "+1,940", "3,540", "580", "120 to open"]


def test_score_prints_who_played_when_and_where_and_what_was_noted(paper):
    about = 'played_on = 2025-12-25\nplace = "Porto"\nnote = "Snow."\nended = true\nnames = [["Ana", "Rui"], []]\n'
    code, output, complaint = run("score", paper(about + GOOD))
    assert (code, complaint) == (0, "")
    assert output.splitlines()[1:4] == ["Played: 2025-12-25, Porto", "Ann: Ana, Rui", "Snow."]
    assert output.splitlines()[-2:] == ["The table ended it here.", "Ann won."]


def test_score_prints_the_note_of_a_deal(paper):
    _, output, _ = run("score", paper(GOOD.replace("[[deals]]", '[[deals]]\nnote = "Bob dealt twice."', 1)))
    assert "  Bob dealt twice." in output.splitlines()


def test_score_says_its_doubts_aloud(paper):
    _, output, _ = run("score", paper(GOOD))
    assert "what is left in hand is not stated" in output
    assert "deals[0].tallies[1]" in output


def test_score_json_is_the_document_of_the_contract(paper):
    code, output, complaint = run("score", "--json", paper(GOOD))
    scored = json.loads(output)
    assert (code, complaint) == (0, "")
    assert list(scored) == ["variant", "deals", "totals", "opening_minimums", "finished", "winner"]
    assert list(scored["deals"][0]) == ["scores", "doubts"]
    assert list(scored["deals"][0]["scores"][0]) == ["score", "total", "opening_minimum", "lines"]
    assert (scored["totals"], scored["opening_minimums"]) == ([3540, 580], [120, 50])
    assert [list(doubt) for doubt in scored["deals"][0]["doubts"]] == [["where", "message"]]


def test_score_reads_standard_input():
    assert json.loads(run("score", "-", "--json", text=GOOD)[1])["totals"] == [3540, 580]


def test_score_reads_json():
    text = json.dumps(
        {"variant": "classic", "sides": ["a", "b"], "deals": [{"tallies": [{"result": 5}, {"result": 0}]}]}
    )
    assert json.loads(run("score", "-", "--json", text=text)[1])["totals"] == [5, 0]


def test_score_reads_a_file_with_a_byte_order_mark(tmp_path):
    (tmp_path / "sheet.toml").write_bytes(b"\xef\xbb\xbf" + GOOD.encode())
    assert run("score", str(tmp_path / "sheet.toml"))[0] == 0


def test_a_refused_sheet_gives_each_fault_a_line_of_standard_error(paper):
    code, output, complaint = run("score", paper(BAD))
    places = sorted(line.split(":")[0] for line in complaint.splitlines())
    assert (code, output, places) == (2, "", ["deals[0].tallies[0].red_threes", "deals[0].tallies[1].card_points"])


def test_a_refused_sheet_is_json_too(paper):
    code, output, complaint = run("score", "--json", paper(BAD))
    places = ["deals[0].tallies[0].red_threes", "deals[0].tallies[1].card_points"]
    assert (code, sorted(errors(output))) == (2, places)
    assert sorted(line.split(":")[0] for line in complaint.splitlines()) == places
    assert [list(error) for error in json.loads(output)["errors"]] == [["where", "message"]] * 2


UNREADABLE = {
    "a file that is not there": lambda folder: folder / "nothing.toml",
    "a folder": lambda folder: folder,
    "bytes that are no text": lambda folder: _holding(folder, b"\xff\xfe\x00"),
    "no sheet": lambda folder: _holding(folder, b"a = "),
    "nothing": lambda folder: _holding(folder, b""),
}


def _holding(folder, content):
    (folder / "file").write_bytes(content)
    return folder / "file"


@pytest.mark.parametrize("made", UNREADABLE.values(), ids=UNREADABLE.keys())
def test_what_cannot_be_read_is_refused_in_both_ways(made, tmp_path):
    code, output, complaint = run("score", "--json", str(made(tmp_path)))
    where = errors(output)
    assert (code, len(where)) == (2, 1)
    assert complaint.startswith(f"{where[0]}: ")


@pytest.mark.parametrize(
    ("arguments", "answer"),
    [
        (("classic", "--before", "1600", "6*3", "K*3 2"), {"count": 65, "required": 90, "opens": False}),
        (("classic", "--before", "1495", "6*3", "K*3 2"), {"count": 65, "required": 50, "opens": True}),
        (("classic", "A*3"), {"count": 60, "required": 50, "opens": True}),
        (("classic", "--before", "-5", "4*3"), {"count": 15, "required": 15, "opens": True}),
        (("italian", "--before=12000", "2*7", "A*3"), {"count": 200, "required": 200, "opens": True}),
    ],
    ids=["65 at 1600", "65 at 1495", "60 at nothing", "15 below nothing", "200 at 12000"],
)
def test_opening_json(arguments, answer):
    code, output, complaint = run("opening", "--json", *arguments)
    assert (code, json.loads(output), complaint) == (0, answer, "")


@pytest.mark.parametrize(("meld", "code"), [("A*3", 0), ("4*3", 0), ("K K", 2), ("2*4", 2), ("K*9", 2), ("X", 2)])
def test_opening_exits_2_for_a_meld_that_is_none_alone(meld, code):
    assert run("opening", "classic", meld)[0] == code


def test_opening_of_a_meld_that_is_none_is_json_too():
    code, output, complaint = run("opening", "classic", "--json", "K K")
    assert (code, errors(output)) == (2, ["melds[0]"])
    assert complaint.startswith("melds[0]: ")


def test_opening_in_a_game_that_is_none():
    code, _, complaint = run("opening", "whist", "K*3")
    assert code == 2
    assert "whist" in complaint


def test_opening_says_it_in_words():
    assert run("opening", "classic", "4*3")[1] == "15 points, 50 are needed: they do not open.\n"


def test_variants_lists_every_game():
    code, output, _ = run("variants")
    assert (code, [line.split()[0] for line in output.splitlines()]) == (0, [one.key for one in variants.everything()])


@pytest.mark.parametrize("variant", variants.everything(), ids=lambda variant: variant.key)
def test_variants_with_a_key_prints_that_games_rules(variant):
    code, output, _ = run("variants", variant.key)
    every_kind = [kind.label for kind in variant.canastas.kinds.values()]
    assert (code, [label for label in every_kind if label in output]) == (0, every_kind)


def test_variants_of_a_game_that_is_none():
    assert run("variants", "whist")[0] == 2


def scorekeeper(folder, *arguments, text=""):
    """The command in a process of its own, with a household's games."""
    done = subprocess.run(
        [sys.executable, "-m", "scorekeeper", *arguments],
        input=text,
        capture_output=True,
        encoding="utf-8",
        cwd=Path(__file__).resolve().parent.parent,
        env={**os.environ, "SCOREKEEPER_VARIANTS": str(folder), "PYTHONUTF8": "1"},
    )
    return done.returncode, done.stdout, done.stderr


@pytest.fixture(scope="module")
def household(tmp_path_factory):
    """A folder with a made-up game: like classic, with canastas of 700."""
    folder = tmp_path_factory.mktemp("games")
    (folder / "grandmothers.toml").write_text(
        """format = 1
like = "classic"
name = "Grandmother's canasta"
summary = "As classic, but a natural canasta earns 700."
canastas.kinds.natural.bonus = 700

[[examples]]
title = "Seven kings"
source = "made up"
tallies = [{ melds = ["K*7"], hands = ["4", "5"] }, {}]
expect.scores = [760, 0]
""",
        encoding="utf-8",
    )
    return folder


def test_a_household_s_own_game_is_listed(household):
    code, output, complaint = scorekeeper(household, "variants")
    assert (code, complaint) == (0, "")
    told = "4 players in pairs, 2 packs, to 5,000. As classic, but a natural canasta earns 700."
    assert f"grandmothers Grandmother's canasta: {told}" in output


def test_a_household_s_own_game_scores_its_own_example(household):
    tallies = [{"melds": ["K*7"], "hands": ["4", "5"]}, {}]
    document = {"variant": "grandmothers", "sides": ["We", "They"], "deals": [{"tallies": tallies}]}
    code, output, _ = scorekeeper(household, "score", "--json", "-", text=json.dumps(document))
    assert (code, json.loads(output)["totals"]) == (0, [760, 0])


def test_a_household_s_broken_game_is_refused_by_name(tmp_path):
    (tmp_path / "broken.toml").write_text(CLASSIC.replace("packs = 2", "packs = 9"), encoding="utf-8")
    document = json.dumps({"variant": "broken", "sides": ["We", "They"]})
    code, output, complaint = scorekeeper(tmp_path, "score", "--json", "-", text=document)
    assert (code, errors(output)) == (2, ["variant"])
    assert "broken.toml: packs" in complaint


def test_a_household_s_broken_game_does_not_hide_the_others(tmp_path):
    (tmp_path / "broken.toml").write_text(CLASSIC.replace("packs = 2", "packs = 9"), encoding="utf-8")
    _, output, complaint = scorekeeper(tmp_path, "variants")
    assert [line.split()[0] for line in output.splitlines()] == [one.key for one in variants.everything()]
    assert "broken.toml: packs" in complaint


def test_the_module_answers_as_the_command_does(household):
    assert scorekeeper(household, "--version")[0] == 0


def test_all_matches_are_written_out_and_brought_in_once(tmp_path):
    one, other, sheets, out = (str(tmp_path / name) for name in ("one.book", "other.book", "sheets.json", "all.json"))
    match = {"variant": "classic", "sides": ["We", "They"], "deals": [{"tallies": [{"result": 5200}, {"result": 5}]}]}
    Path(sheets).write_text(json.dumps({"scorekeeper": 1, "matches": [match, match]}), encoding="utf-8")
    for expected in ("2 matches with 2 deals came in; 0 were", "0 matches with 0 deals came in; 2 were"):
        code, said, _ = run("import", "--book", one, sheets)
        assert (code, said) == (0, f"{expected} there already.\n")
    assert run("export", "--book", one, out)[1] == f"2 matches written into {out}\n"
    written = Path(out).read_text(encoding="utf-8")
    assert run("import", "--book", other, "-", text=written)[0] == 0
    assert run("export", "--book", other, "-")[1] == written


def test_a_file_with_a_fault_is_refused_whole(tmp_path):
    book, sheets = str(tmp_path / "one.book"), tmp_path / "sheets.json"
    match = {"variant": "classic", "sides": ["We", "They"], "deals": [{"tallies": [{"result": 433}, {}]}]}
    sheets.write_text(json.dumps({"scorekeeper": 1, "matches": [match]}), encoding="utf-8")
    code, said, fault = run("import", "--book", book, str(sheets))
    assert (code, said) == (2, "")
    assert "matches[0].deals[0].tallies[0].result: 433: points end in 0 or 5" in fault
    assert run("export", "--book", str(tmp_path / "none.book"), "-")[0] == 1


def test_a_spreadsheet_goes_out_and_comes_in(tmp_path):
    one, other, rows = (str(tmp_path / name) for name in ("one.book", "other.book", "rows.csv"))
    old = "day,side,score\n2019-12-25,Ana & Rui,5210\n,Bea & Carl,3170\n"
    assert "game" in run("import", "--book", one, "-", text=old)[2]
    code, said, _ = run("import", "--book", one, "--game", "classic", "-", text=old)
    assert (code, said) == (0, "1 matches with 0 deals came in; 0 were there already.\n")
    assert run("export", "--book", one, "--csv", rows)[1] == f"1 matches written into {rows}\n"
    assert run("import", "--book", other, rows)[0] == 0
    assert run("export", "--book", other, "--csv", "-")[1] == Path(rows).read_text(encoding="utf-8")
