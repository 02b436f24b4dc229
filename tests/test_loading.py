"""A file that says anything a game cannot mean is refused, with file and key.

Each case is the classic file with one passage altered.
"""

import os

import pytest

from scorekeeper import rulebook, variants
from scorekeeper.rules import RulesError

CLASSIC = variants.files()["classic"].read_text(encoding="utf-8")
FIRST_EXAMPLE = CLASSIC.index("[[examples]]\ntitle")
HEAD = CLASSIC[:FIRST_EXAMPLE]
EXAMPLE = """
[[examples]]
title = "made up"
source = "made up"
tallies = [{ melds = ["K*7"] }, {}]
expect.scores = [570, 0]
"""
LIKE = 'format = 1\nlike = "classic"\nname = "Mine"\n'


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("SCOREKEEPER_VARIANTS", str(tmp_path))
    return tmp_path


def refusal(folder, text):
    """What is said of a file of this text, its name in front."""
    (folder / "mine.toml").write_text(text, encoding="utf-8")
    with pytest.raises(RulesError) as refused:
        variants.load("mine")
    said = str(refused.value)
    assert said.startswith("mine.toml: ")
    return said


ALTERED = {
    "a key that no file has": ("packs = 2", "packs = 2\njokers = 4", "jokers"),
    "a key that no table has": (
        "bonus = 100\n",
        "bonus = 100\nextra = 5\n",
        "extra",
    ),
    "a key missing": ('tie = "another_deal"\n', "", "tie"),
    "a key of a table missing": ("min_cards = 3\n", "", "min_cards"),
    "a table missing": (
        CLASSIC[CLASSIC.index("\n[opening]\n") : CLASSIC.index("\n[melds]\n")],
        "",
        "opening",
    ),
    "a text for a number": ("target = 5000", 'target = "5000"', "target"),
    "a fraction for a number": (
        "bonus = 500",
        "bonus = 500.5",
        "bonus",
    ),
    "a number for true": (
        "target_to_be_passed = false",
        "target_to_be_passed = 0",
        "target_to_be_passed",
    ),
    "a number for a list": (
        "ladder = [100, 200, 300, 800]",
        "ladder = 100",
        "red_threes.ladder",
    ),
    "a word that is none of those known": ('sign = { by = "opened"', 'sign = { by = "melded"', "red_threes.sign.by"),
    "a format of another time": ("format = 1", "format = 2", "format: this program reads format 1"),
    "no packs": ("packs = 2", "packs = 0", "packs: from 1 to 8 packs"),
    "a target that is no multiple of 5": (
        "target = 5000",
        "target = 4999",
        "target: a positive multiple of 5",
    ),
    "a ladder out of order": (
        "[[1500, 50], [3000, 90]]",
        "[[3000, 90], [1500, 50]]",
        "opening.ladder: the steps must rise, each a multiple of 5",
    ),
    "a ladder of falling minimums": (
        "[[1500, 50], [3000, 90]]",
        "[[1500, 90], [3000, 50]]",
        "opening.ladder: the steps must rise, each a multiple of 5",
    ),
    "a ladder of red threes out of order": (
        "[100, 200, 300, 800]",
        "[100, 300, 200, 800]",
        "red_threes.ladder: the steps must rise",
    ),
    "a ladder for three red threes of four": (
        "[100, 200, 300, 800]",
        "[100, 200, 300]",
        "red_threes.ladder: one step for each of them in the packs",
    ),
    "a sign of two": ("steps = [-1, 1]", "steps = [-2, 1]", "red_threes.sign.steps: steps are -1, 0 or 1"),
    "a card that is none": ("B3 = 5\n", "B3 = 5\nX = 5\n", "card_values.X: no such card"),
    "a card without a value": ("Q = 10\n", "", "card_values.Q: the value of this card is missing"),
    "a card of 7": ("Q = 10\n", "Q = 7\n", "card_values.Q: a positive multiple of 5"),
    "four players on three sides": (
        "sides = 2",
        "sides = 3",
        "seats.4.sides: every side has the same number of players",
    ),
    "more cards dealt than there are": (
        "deal = 11",
        "deal = 28",
        "seats.4.deal: so many cards are not in the packs",
    ),
    "melds of one card": ("min_cards = 3", "min_cards = 1", "melds.min_cards: from 2 cards to a canasta"),
    "limits of wild cards out of order": (
        "[[2, 2], [3, 3]]",
        "[[3, 3], [2, 2]]",
        "melds.wild: the steps must rise",
    ),
    "melds smaller than a canasta": (
        "min_cards = 3\n",
        "min_cards = 3\nmax_cards = 6\n",
        "melds.max_cards: a canasta does not fit",
    ),
    "a clean rank that is none": (
        "min_cards = 3\n",
        'min_cards = 3\nclean_ranks = ["B3"]\n',
        "melds.clean_ranks: no such card",
    ),
    "a canasta of two cards": ("size = 7", "size = 2", "canastas.size: from 3 to 14 cards"),
    "a kind of canasta of a card that is none": (
        'wild_cards = "none"\n',
        'wild_cards = "none"\nranks = ["1"]\n',
        "canastas.kinds.natural.ranks: no such card",
    ),
    "canastas of wild cards where there are no such melds": (
        'wild_cards = "some"\n',
        'of = "wild"\n',
        "canastas.kinds.mixed.of: wild melds are not allowed: melds.wild_from is missing",
    ),
    "a need of a kind that is none": (
        "concealed = 200\n",
        'concealed = 200\nneeds.clean = { label = "a clean one", kinds = ["clean"], count = 1 }\n',
        "going_out.needs.clean.kinds: no such kind of canasta: clean",
    ),
    "kings charged by the piece": (
        'cards = ["R3"]',
        'cards = ["K"]',
        "hands.apart.red_threes.cards: only threes are charged by the piece",
    ),
    "a fact of its own without a title": (
        "[play]\n",
        '[play]\nsleep = "Not at the table."\n',
        "play.sleep: a fact under a key of its own needs a title",
    ),
    "a house rule that points nowhere": (
        '[house_rules."canastas.concealed"]',
        '[house_rules."canastas.hidden"]',
        "house_rules.canastas.hidden: the variant has no value of this name",
    ),
    "a reading that points nowhere": (
        '[readings."melds.wild"]',
        '[readings."melds.tame"]',
        "readings.melds.tame: the variant has no value of this name",
    ),
    "choices without the file's own value": (
        "choices = [200, 300]",
        "choices = [250, 300]",
        "house_rules.going_out.concealed.choices: the variant's own value must be one of the choices",
    ),
    "a choice of true where the value is 1": (
        "choices = [1, 2]",
        "choices = [true, 2]",
        "house_rules.seats.4.canastas_needed.choices: the variant's own value must be one of the choices",
    ),
    "a label too few": (
        'labels = ["one", "two"]',
        'labels = ["one"]',
        "house_rules.seats.4.canastas_needed.labels: a label for each choice",
    ),
    "an example of a canasta that the game has not": (
        'tallies = [{ melds = ["K*7"] }, {}]',
        "tallies = [{ card_points = 140, canastas = { wild = 1 } }, {}]",
        "examples[0].canastas.wild: Classic canasta has no such thing",
    ),
    "an example of an extra that the game has not": (
        'tallies = [{ melds = ["K*7"] }, {}]',
        "tallies = [{ extras = { bonus = 1 } }, {}]",
        "examples[0].extras.bonus: Classic canasta has no such thing",
    ),
    "an example of a special hand that the game has not": (
        'tallies = [{ melds = ["K*7"] }, {}]',
        'tallies = [{ special_hand = "straight" }, {}]',
        "examples[0].special_hand: Classic canasta has no such thing",
    ),
    "an example of nothing": (
        'tallies = [{ melds = ["K*7"] }, {}]\n',
        "",
        "examples[0]: an example has tallies, deals or melds",
    ),
    "an example of no deals": (
        'tallies = [{ melds = ["K*7"] }, {}]\n',
        "deals = [{ tallies = 5 }]\n",
        "examples[0].deals[0].tallies: a list is expected here",
    ),
    "an example of no canastas": (
        'tallies = [{ melds = ["K*7"] }, {}]\n',
        "tallies = [{ canastas = 3 }, {}]\n",
        "examples[0].canastas: a table is expected here",
    ),
    "naturals that fit no canasta": ("[[2, 2], [3, 3]]", "[[9, 2]]", "melds.wild: a canasta does not fit"),
    "a meld larger than a canasta": ("min_cards = 3", "min_cards = 9", "melds.min_cards: from 2 cards to a canasta"),
    "a bonus between the points": ("bonus = 500", "bonus = 503", "canastas.kinds.natural.bonus: a multiple of 5"),
    "a kind with a key too many": (
        "bonus = 500",
        "bonus = 500\nextra = 5",
        "canastas.kinds.natural.extra: there is no such key",
    ),
    "an example of two things": (
        'tallies = [{ melds = ["K*7"] }, {}]\n',
        'tallies = [{ melds = ["K*7"] }, {}]\nmelds = ["K*7"]\n',
        "examples[0]: an example has tallies, deals or melds",
    ),
}


@pytest.mark.parametrize(("old", "new", "message"), ALTERED.values(), ids=ALTERED.keys())
def test_refused(folder, old, new, message):
    text = HEAD + EXAMPLE
    assert old in text
    assert message in refusal(folder, text.replace(old, new, 1))


LIKE_ANOTHER = {
    "like a game that is not there": (
        'like = "classic"',
        'like = "nothing"',
        "like: there is no game nothing",
    ),
    "like a game that is like another": (
        'like = "classic"',
        'like = "romanian"',
        "like: romanian is itself like another game; one level is the limit",
    ),
    "taking away what the other has not": (
        'name = "Mine"',
        'name = "Mine"\nblack_threes = false',
        "black_threes",
    ),
    "taking away what every game has": (
        'name = "Mine"',
        'name = "Mine"\nopening = false',
        "opening",
    ),
    "taking away the value of a house rule": (
        'name = "Mine"',
        'name = "Mine"\ncanastas.concealed = false',
        "house_rules.canastas.concealed: the variant has no value of this name",
    ),
}


@pytest.mark.parametrize(("old", "new", "message"), LIKE_ANOTHER.values(), ids=LIKE_ANOTHER.keys())
def test_refused_like_another(folder, old, new, message):
    assert message in refusal(folder, LIKE.replace(old, new))


def test_no_toml_is_refused_with_the_files_name(folder):
    assert refusal(folder, "name = ").startswith("mine.toml: this is no TOML: ")


def test_no_text_is_refused_with_the_files_name(folder):
    (folder / "mine.toml").write_bytes(b"name = \xff")
    with pytest.raises(RulesError, match=r"^mine\.toml: this is no TOML: "):
        variants.load("mine")


UNREADABLE = {
    "a folder": lambda path: path.mkdir(),
    "a link to nothing": lambda path: path.symlink_to(path.parent / "nothing"),
    "brackets without an end": lambda path: path.write_text("a = " + "[" * 5000),
    "a number without an end": lambda path: path.write_text("a = " + "9" * 5000),
    "nothing at all": lambda path: path.write_text(""),
}


@pytest.mark.parametrize("make", UNREADABLE.values(), ids=UNREADABLE.keys())
def test_an_odd_file_is_named_and_the_other_games_stay(folder, make):
    make(folder / "odd.toml")
    assert [said.split(":")[0] for said in variants.broken()] == ["odd.toml"]
    assert "classic" in [variant.key for variant in variants.everything()]


def test_a_file_of_a_shipped_game_s_name_is_named_and_left_out(folder):
    (folder / "classic.toml").write_text(HEAD.replace("target = 5000", "target = 4000"), encoding="utf-8")
    assert variants.broken() == ["classic.toml: there is a game of this name already"]
    assert variants.load("classic").target == 5000


def test_a_file_is_read_again_when_it_was_changed(folder):
    path = folder / "mine.toml"
    path.write_text(HEAD, encoding="utf-8")
    before = variants.load("mine").target
    path.write_text(HEAD.replace("target = 5000", "target = 4000"), encoding="utf-8")
    os.utime(path, ns=(1, 1))
    assert (before, variants.load("mine").target) == (5000, 4000)


def test_a_game_that_is_not_there():
    with pytest.raises(variants.UnknownVariant):
        variants.load("nothing")


def test_the_classic_copy_itself_is_sound(folder):
    (folder / "mine.toml").write_text(HEAD + EXAMPLE, encoding="utf-8")
    assert (variants.load("mine").name, len(variants.load("mine").examples)) == ("Classic canasta", 1)


def merged(folder, more):
    (folder / "mine.toml").write_text(LIKE + more, encoding="utf-8")
    return variants.load("mine")


def test_a_file_like_another_inherits_all_but_the_examples(folder):
    mine, classic = merged(folder, ""), variants.load("classic")
    own = {"key": "mine", "name": "Mine", "examples": []}
    assert mine.data == {**classic.data, **own}


def test_tables_merge_and_other_values_replace(folder):
    mine = merged(folder, "opening.ladder = [[2000, 60]]\ngoing_out.bonus = 150\n")
    found = (mine.opening.below_zero, mine.opening.ladder, mine.going_out.bonus, mine.going_out.concealed)
    assert found == (15, [(2000, 60)], 150, 200)


def test_false_takes_an_inherited_key_away(folder):
    mine = merged(folder, 'canastas.concealed = false\nhouse_rules."canastas.concealed" = false\n')
    assert (mine.canastas.concealed, "canastas.concealed" in mine.house_rules) == (None, False)


def test_false_is_the_new_value_of_what_is_true_or_false(folder):
    (folder / "mine.toml").write_text('format = 1\nlike = "americana"\nname = "Mine"\ntarget_to_be_passed = false\n')
    assert variants.load("mine").target_to_be_passed is False


@pytest.mark.parametrize("key", variants.files())
def test_rules_pinned_with_a_match_are_read_back_as_they_were(key):
    variant = variants.load(key)
    again = rulebook.unpinned(variant.pinned())
    # As text, since the order of the kinds of canasta decides which of them one is.
    assert again.pinned() == variant.pinned()
    assert list(again.canastas.kinds) == list(variant.canastas.kinds)


def test_a_folder_of_games_that_is_not_there_is_named(tmp_path, monkeypatch):
    monkeypatch.setenv("SCOREKEEPER_VARIANTS", str(tmp_path / "nowhere"))
    assert variants.broken() == [f"{tmp_path / 'nowhere'}: there is no such folder"]
