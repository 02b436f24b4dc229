"""A rule is found by a word: its own, another for the same thing, or one of another language."""

import functools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper import glossary, rulecard, variants

GAMES = sorted(variants.files())


@functools.cache
def told(game):
    """Every row of a game: what stands there, and its name."""
    variant = variants.load(game)
    return [
        ([str(text) for text in (section.title, row.label, row.value, row.note) if text], row.name)
        for section in (*rulecard.card(variant), rulecard.play(variant), rulecard.house_rules(variant))
        for row in section.rows
    ]


def found(game, word):
    """The names of the rules and facts of play that a word finds."""
    wanted = glossary.wanted(word)
    return {name for texts, name in told(game) if wanted.found(texts, [name])}


@pytest.mark.parametrize(
    ("game", "word", "names"),
    [
        ("classic", "black three", {"card_values.B3", "melds.black_threes_from", "play.black_threes", "play.blocked"}),
        ("canastra", "três preto", {"hands.apart.black_threes.each", "melds.black_threes_from", "play.black_threes"}),
        ("canastra", "Três Pretos", {"hands.apart.black_threes.each", "melds.black_threes_from"}),
        ("italian", "tre nero", {"hands.apart.black_threes.each", "play.black_threes"}),
        ("italian", "tre rossi", {"red_threes.ladder", "play.red_threes"}),
        ("classic", "rote Drei", {"red_threes.ladder", "red_threes.all_against", "play.red_threes"}),
        ("classic", "frozen", {"play.frozen", "play.frozen_pile"}),
        ("americana", "frozen", {"play.blocked"}),
        ("romanian", "înghețat", {"play.frozen"}),
        ("romanian", "INGHETAT", {"play.frozen"}),
        ("classic", "batida", {"going_out.bonus", "going_out.concealed", "seats.4.canastas_needed", "play.going_out"}),
        ("italian", "chiudere", {"going_out.bonus", "going_out.needs.clean", "play.going_out"}),
        ("classic", "Ausmachen", {"going_out.bonus", "play.going_out"}),
        ("italian", "pinella", {"card_values.2", "canastas.kinds.twos.bonus", "play.packs"}),
        ("classic", "pinelle", {"card_values.2"}),
        ("americana", "dois", {"card_values.2", "canastas.kinds.twos.bonus"}),
        ("italian", "mano", {"hands", "hands.apart.black_threes.each", "hands.doubled"}),
        ("classic", "in mano", {"going_out.concealed", "canastas.concealed", "play.concealed"}),
        ("classic", "wild", {"card_values.JK", "card_values.2", "melds.wild", "play.wild_cards"}),
        ("italian", "matta", {"card_values.JK", "card_values.2", "melds.wild", "canastas.kinds.wild.bonus"}),
        ("italian", "jolly", {"card_values.JK", "canastas.kinds.jokers.bonus"}),
        ("classic", "partner", {"hands", "play.melds"}),
        ("italian", "compagno", {"hands"}),
        ("italian", "pozzo", {"play.pile", "play.frozen", "play.blocked"}),
        ("americana", "lixeira", {"play.pile", "play.blocked"}),
        ("americana", "lixo", {"special_hands.garbage.points", "play.pile"}),
        ("americana", "buraco", {"opening.ladder", "opening.below_zero", "play.opening"}),
        ("italian", "pulita", {"canastas.kinds.natural.bonus", "going_out.needs.clean"}),
        ("classic", "dirty", {"canastas.kinds.mixed.bonus"}),
        ("classic", "tie", {"tie"}),
        ("classic", "red three in hand", {"hands.apart.red_threes.each"}),
        ("classic", "800", {"red_threes.ladder", "red_threes.all_against"}),
        ("classic", "5,000", {"target"}),
        ("classic", "5000", {"target"}),
    ],
)
def test_a_word_finds_its_rules(game, word, names):
    assert names <= found(game, word)


@pytest.mark.parametrize(
    ("game", "word", "name"),
    [
        ("classic", "two", "packs"),
        ("classic", "frozen", "going_out.bonus"),
        ("classic", "batida", "red_threes.ladder"),
        ("italian", "pinella", "canastas.kinds.natural.bonus"),
        ("classic", "tre nero", "red_threes.ladder"),
        ("classic", "black three frozen", "play.black_threes"),
    ],
)
def test_a_word_does_not_find_what_is_about_something_else(game, word, name):
    assert name not in found(game, word)


@pytest.mark.parametrize("word", ["", "   ", "\N{SLICE OF PIZZA}", "…", "<>", "xyzzy", "\ud800", "%s"])
def test_what_is_no_word_of_the_game_finds_nothing(word):
    assert found("classic", word) == set()


@pytest.mark.parametrize("concept", glossary.CONCEPTS, ids=lambda concept: concept.word)
def test_every_thing_is_told_of_by_some_game(concept):
    assert any(found(game, concept.word) for game in GAMES)


@pytest.mark.parametrize("concept", glossary.CONCEPTS, ids=lambda concept: concept.word)
def test_every_other_word_finds_what_the_plain_one_does(concept):
    for game in GAMES:
        plain = found(game, concept.word)
        for word in concept.typed:
            assert plain <= found(game, " ".join(word)), (game, word)


def test_case_accents_and_plurals_do_not_matter():
    assert glossary.fold("Três PRETOS, înghețat, Stoß") == ("tres", "preto", "inghetat", "stoss")
    assert glossary.fold("aces twos threes canastas") == ("aces", "twos", "three", "canasta")
    assert glossary.fold("1,495 · 1.495 · 14,9") == ("1495", "1495", "14", "9")


def test_the_words_that_are_known_all_find_something():
    variant = variants.load("classic")
    rows = [row for section in (*rulecard.card(variant), rulecard.play(variant)) for row in section.rows]
    words = list(glossary.known(([str(row.label), str(row.value)] for row in rows), [row.name for row in rows]))
    assert {"black three", "frozen", "going out", "hand"} <= set(words)
    assert "garbage" not in words
    assert all(found("classic", word) for word in words)


@given(st.text(max_size=40))
def test_any_question_is_answered(text):
    wanted = glossary.wanted(text)
    assert wanted.found([text]) == bool(wanted.parts)
    assert len(glossary.wanted(text * 500).parts) <= glossary.LONGEST


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("pinella", [("pinella", ["twos"])]),
        ("Batida?", [("batida", ["going out"])]),
        ("black three", []),
        ("frozen batida", [("batida", ["going out"])]),
        ("nonsense", []),
    ],
)
def test_a_word_of_another_language_is_told_in_plain_ones(typed, told):
    assert glossary.meanings(typed) == told
