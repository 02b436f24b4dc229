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


SEED, UX = "the rule text the game comes from", "the glossary of published rules, research/ux.md"
BLACK, RED = "black three", "red three"
PUBLISHED = [
    # as it is typed, as it is printed, what it is, a rule that it finds; where it is published
    ("black 3", "", [BLACK], "play.black_threes", UX),
    ("Black 3s", "", [BLACK], "play.black_threes", UX),
    ("red 3", "", [RED], "red_threes.ladder", UX),
    ("red 3s", "", [RED], "red_threes.ladder", UX),
    ("the red threes", "", [RED], "red_threes.ladder", UX),
    ("tres negros", "tres negro", [BLACK], "play.black_threes", UX),
    ("3 negros", "tres negro", [BLACK], "play.black_threes", UX),
    ("los treses rojos", "tres rojo", [RED], "red_threes.ladder", UX),
    ("tapones", "tapón", [BLACK], "play.black_threes", UX),
    ("comodín", "comodín", ["wild", "joker"], "card_values.JK", UX),
    ("comodines", "comodín", ["wild", "joker"], "card_values.JK", UX),
    ("combinaciones", "combinación", ["meld"], "melds.min_cards", UX),
    ("tres pretos", "três preto", [BLACK], "play.black_threes", SEED),
    ("3 pretos", "três preto", [BLACK], "play.black_threes", SEED),
    ("três vermelhos", "três vermelho", [RED], "red_threes.ladder", SEED),
    ("coringões", "coringão", ["joker"], "card_values.JK", SEED),
    ("curingas", "curinga", ["wild", "joker"], "card_values.JK", SEED),
    ("combinações", "combinação", ["meld"], "melds.min_cards", SEED),
    ("3 negru", "3 negru", [BLACK], "play.black_threes", SEED),
    ("3 de negru", "3 de negru", [BLACK], "play.black_threes", SEED),
    ("trei roșu", "3 roșu", [RED], "red_threes.ladder", SEED),
    ("trei rosii", "3 roșu", [RED], "red_threes.ladder", UX),
    ("cartile wild", "carte wild", ["wild"], "play.wild_cards", SEED),
    ("etalări", "etalare", ["meld"], "melds.min_cards", SEED),
    ("teancul cartilor decartate", "teancul cărților decartate", ["pile"], "play.pile", SEED),
    ("3 nero", "tre nero", [BLACK], "play.black_threes", SEED),
    ("3 neri", "tre nero", [BLACK], "play.black_threes", SEED),
    ("i 3 rossi", "tre rosso", [RED], "red_threes.ladder", SEED),
    ("tre rossi", "tre rosso", [RED], "red_threes.ladder", UX),
    ("pinelle", "pinella", ["twos"], "card_values.2", SEED),
    ("combinazioni", "combinazione", ["meld"], "melds.min_cards", SEED),
    ("congelato", "congelato", ["frozen"], "play.frozen", SEED),
    ("rote 3", "rote Drei", [RED], "red_threes.ladder", UX),
    ("rote Dreien", "rote Drei", [RED], "red_threes.ladder", UX),
    ("roter Dreier", "rote Drei", [RED], "red_threes.ladder", UX),
    ("die roten Dreien", "rote Drei", [RED], "red_threes.ladder", UX),
    ("schwarze drei", "schwarze Drei", [BLACK], "play.black_threes", UX),
    ("schwarzer Dreier", "schwarze Drei", [BLACK], "play.black_threes", UX),
    ("Sperrkarten", "Sperrkarte", [BLACK], "play.black_threes", UX),
    ("wilden Karten", "wilde Karte", ["wild"], "play.wild_cards", UX),
    ("gefroren", "gefroren", ["frozen"], "play.frozen", UX),
    ("eingefrorener", "eingefroren", ["frozen"], "play.frozen", UX),
    ("Meldungen", "Meldung", ["meld"], "melds.min_cards", UX),
    ("trois noir", "trois noir", [BLACK], "play.black_threes", UX),
    ("trois noirs", "trois noir", [BLACK], "play.black_threes", UX),
    ("3 rouges", "trois rouge", [RED], "red_threes.ladder", UX),
    ("cartes volantes", "carte volante", ["wild"], "play.wild_cards", UX),
    ("gelee", "gelée", ["frozen"], "play.frozen", UX),
    ("équipes", "équipe", ["partner"], "hands", UX),
]  # fmt: skip


@pytest.mark.parametrize(("typed", "printed", "plain", "rule", "source"), PUBLISHED, ids=[one[0] for one in PUBLISHED])
def test_a_published_word_is_found_in_every_form_and_told_as_it_is_printed(typed, printed, plain, rule, source):
    assert glossary.meanings(typed) == ([(printed, plain)] if printed else [])
    assert rule in found("classic", typed)
    assert found("classic", plain[0]) <= found("classic", typed)


def test_two_words_of_one_thing_are_told_each_by_itself():
    assert glossary.meanings("teancul inghetat") == [("teanc", ["pile"]), ("înghețat", ["frozen"])]
    assert "play.frozen" in found("classic", "teancul inghetat")


@pytest.mark.parametrize("word", ["the", "die", "los", "o"])
def test_a_small_word_alone_finds_nothing(word):
    assert not glossary.wanted(word).parts


@pytest.mark.parametrize("concept", glossary.CONCEPTS, ids=lambda concept: concept.word)
def test_no_word_is_told_cut_or_folded(concept):
    assert concept.typed[glossary.fold(concept.word)] == concept.word
    for name, printed in concept.typed.items():
        assert concept.typed[glossary.fold(printed)], name
        assert not set("/,()") & set(printed)


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
    if all(isinstance(part, str) for part in wanted.parts):
        assert wanted.found([text]) == bool(wanted.parts)
    else:  # a name that means a thing only where it is asked for is told of in no sentence
        assert wanted.found([text, *(part[0].word for part in wanted.parts if not isinstance(part, str))])
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
