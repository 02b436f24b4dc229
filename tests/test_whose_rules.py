"""Whose a rule is, and what its words say: the same on the rules page, in the proof of a line and where a match begins;
no sentence states a figure that a table may change."""

import html
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from flask import Flask
from flask.testing import FlaskClient
from test_rules_page import begun, page, text

from scorekeeper import rulebook, rulecard, variants
from scorekeeper.book import Book
from scorekeeper.rules import Variant

GAMES = sorted(variants.files())
RULES = [(game, name) for game in GAMES for name in ("tie", *variants.load(game).house_rules)]


def choices() -> Iterator[tuple[str, dict[str, Any]]]:
    """Every game with every choice of every house rule but its own, and with another target."""
    for game in GAMES:
        variant = variants.load(game)
        yield game, {}
        yield game, {"target": 2345}
        yield game, {"tie": "shared_win"}
        for name, rule in variant.house_rules.items():
            yield from ((game, {name: choice}) for choice in rule.choices if choice != variant.value(name))


CHOICES = list(choices())


@pytest.mark.parametrize("game", GAMES)
def test_a_text_says_whose_it_is_as_its_ruling_does(game: str) -> None:
    variant = variants.load(game)
    for name, rule in variant.house_rules.items():
        assert rule.text.startswith("Our reading: " if rule.ruling else "Printed: "), name
    for name, reading in variant.readings.items():
        assert reading.text.startswith("Printed: ") == (not reading.ruling), name
        assert "as printed" not in reading.text, name


def dealt(variant: Variant) -> list[dict[str, Any]]:
    """What one side shows in deals whose lines rest on every house rule that a line can rest on."""
    concealed: dict[str, Any] = {"melds": [{"cards": "K*7", "concealed": True}], "went_out": True, "hands": ["", "4"]}
    if variant.going_out.concealed is not None:
        concealed["concealed"] = True
    return [
        {"melds": ["K*3"], "hands": ["B3 R3", "4"]},
        {"melds": ["K*7", "Q*7"], "went_out": True, "hands": ["", "B3"]},
        *({"card_points": 600, "canastas": {key: 1}, "hand_points": 0} for key in variant.canastas.kinds),
        concealed,
        {"red_threes": len(variant.red_threes.ladder) if variant.red_threes else 0},
        {"melds": ["K*3"], "red_threes": 1, "hands": ["4", "4"]},
        *({"special_hand": key} for key in variant.special_hands),
        *([{"melds": ["K*7", "JK*4"], "hands": ["A*3", "4"]}] if variant.extras else []),
    ]


class Said(NamedTuple):
    """What the app says of the house rules of a game: its rules page, its form for a new match, and what the proofs of
    lines say, each with the name of the rule that it leads to."""

    rules: str
    form: str
    proofs: list[tuple[str, str]]


_SAID: dict[str, Said] = {}


@pytest.fixture
def said(shared: Flask, game: str) -> Said:
    if game not in _SAID:
        client, book, variant = shared.test_client(), shared.extensions["book"], variants.load(game)
        number = begun(book, game, {})
        proofs = []
        with book.session() as session:
            last = session.match(number).last_entry
            for place, one in enumerate(dealt(variant)):
                tallies = {"tallies": [one, {"result": 0}]}
                written = session.write(f"a-deal-whose-rules-are-told-{game}-{place}", number, "entered", tallies, last)
                last = written.match.last_entry
        for deal in written.match.deals:
            shown = page(client, f"/matches/{number}/deals/{deal.id}")
            for why in re.findall(r'<details class="why">.*?</details>', shown, re.S):
                for name in re.findall(r'#rule-([^"]+)"', why):
                    proofs.append((html.unescape(name), text("<main>" + why)))
        _SAID[game] = Said(page(client, f"/rules/{game}"), page(client, f"/new/{game}"), proofs)
    return _SAID[game]


def parts(page: str, kind: str, label: str) -> list[str]:
    """The parts of a page of this tag and class that have this heading, as they are read."""
    tag, _, name = kind.partition(".")
    found = (text("<main>" + one) for one in re.findall(rf'<{tag} class="{name}".*?</{tag}>', page, re.S))
    return [one for one in found if one.startswith(label)]


@pytest.mark.parametrize(("game", "name"), RULES)
def test_rules_page_proof_and_new_match_agree_whose_a_house_rule_is(said: Said, game: str, name: str) -> None:
    variant = variants.load(game)
    [row] = [row for row in rulecard.house_rules(variant).rows if row.name == name]
    ours, label = bool(row.ruling), " ".join(str(row.label).split())
    [shown] = parts(said.rules, "div.house", f"{label}: ")
    assert ("Our reading: " in shown, "Printed: " in shown) == (ours, not ours)
    fields = parts(said.form, "fieldset.house-rule", label)
    assert fields or name == "seats.2.canastas_needed"
    for field in fields[:1]:
        assert ("our reading" in field, "as printed" in field) == (ours, not ours)
        assert ("Our reading: " in field, "Printed: " in field) == (ours, not ours)
    for rule, proof in said.proofs:
        if rule == name:
            assert ("Our reading: " in proof, f"Source: {variant.source_name}" in proof) == (ours, not ours)


@pytest.mark.parametrize("game", GAMES)
def test_a_line_is_of_the_source_which_is_named_or_our_reading(said: Said, game: str) -> None:
    variant = variants.load(game)
    assert variant.source_name in variant.source or variant.source_name[2:] in variant.source
    assert len(variant.source_name) <= 60
    origins = [("Our reading" in one, f"Source: {variant.source_name}" in one) for _, one in said.proofs]
    assert {(True, False), (False, True)} >= set(origins)
    assert (False, True) in origins
    for shown in (said.rules, said.form, *(one for _, one in said.proofs)):
        assert "Our reading: Printed" not in shown


def test_nearly_every_house_rule_is_the_main_one_of_some_line(shared: Flask) -> None:
    found = {(game, rule) for game in _SAID for rule, _ in _SAID[game].proofs} & set(RULES)
    assert {("canastra", "red_threes.all_against"), ("americana", "special_hands.garbage.points")} <= found
    assert {("classic", "going_out.concealed"), ("romanian", "hands.apart.black_threes.each")} <= found
    assert len(found) >= 14


# ---- figures that a table may change ---------------------------------------------------------------------------------


def prose(variant: Variant) -> Iterator[tuple[str, str]]:
    """Every sentence that is written in a variant's file and read under any of its house rules, by its name."""
    yield "summary", variant.summary
    for key, kind in variant.canastas.kinds.items():
        yield f"canastas.kinds.{key}", kind.meaning
    for key, hand in variant.special_hands.items():
        yield f"special_hands.{key}", hand.meaning
    for row in rulecard.play(variant).rows:
        yield row.name, str(row.value)
    for name, reading in variant.readings.items():
        yield f"readings.{name}", reading.text


def figures(said: str) -> set[int]:
    """The numbers in it, but for those that count cards."""
    said = re.sub(r"\b[\d,]+ (cards|pieces)\b", "", said)
    return {int(one.replace(",", "")) for one in re.findall(r"\d{1,3}(?:,\d{3})+|\d+", said)}


@pytest.mark.parametrize("game", GAMES)
def test_no_sentence_of_a_file_states_a_figure_that_can_be_chosen(game: str) -> None:
    variant = variants.load(game)
    choices = {"target": [variant.target], **{name: rule.choices for name, rule in variant.house_rules.items()}}
    changeable = {abs(one) for every in choices.values() for one in every if type(one) is int and abs(one) >= 15}
    fixed = {
        abs(points)
        for points in (
            *(kind.bonus for kind in variant.canastas.kinds.values()),
            *(variant.red_threes.ladder if variant.red_threes else []),
            *(seat.deal for seat in variant.seats.values()),
            variant.going_out.bonus,
        )
    }
    found = {name: figures(said) & (changeable - fixed) for name, said in prose(variant)}
    assert {name: said for name, said in found.items() if said} == {}
    packs = re.compile(r"\b(one|two|three|four|five|six|eight|\d+) packs?\b", re.IGNORECASE)
    counted = [packs.findall(said) for name, said in prose(variant) if name == "summary"]
    assert counted == [[]]


@pytest.mark.parametrize(("game", "rules"), CHOICES, ids=lambda one: str(one))
def test_the_rules_of_a_match_say_in_words_what_was_chosen(shared: Flask, game: str, rules: dict[str, Any]) -> None:
    client, book = shared.test_client(), shared.extensions["book"]
    variant = rulebook.chosen(variants.load(game), rules)
    shown = page(client, f"/matches/{begun(book, game, rules)}/rules")
    read = text(shown)
    assert f"{variant.packs} packs, to " in read
    assert f"{variant.target:,}. " in read
    before = variants.load(game)
    for name in rules:
        if (
            type(before.value(name)) is not int or abs(before.value(name)) <= 2
        ):  # so many canastas: a figure of no points
            continue
        old = f"{abs(before.value(name)):,}"
        if name == "target":
            assert not re.search(rf"(?<![\d,]){old}(?![\d,])", read)
        told = re.sub(r"<p class=\"quiet\">or .*?</p>", "", of_the_rule(shown, name), flags=re.S)
        assert not re.search(rf"(?<![\d,]){old}(?![\d,])", text("<main>" + told)), told


def of_the_rule(page: str, name: str) -> str:
    """Every place of the page that has been chosen by the table."""
    chosen = re.findall(r'<div class="(?:rule|house) chosen".*?</div>', page, re.S)
    assert chosen, name
    return "".join(chosen)


def test_what_is_said_of_a_bonus_vanishes_with_it(client: FlaskClient, book: Book) -> None:
    told = ("Concealed canasta", "Concealed and later mixed", "still as concealed")
    usual = text(page(client, f"/matches/{begun(book, 'classic', {})}/rules"))
    assert [one for one in told if one not in usual] == []
    without = text(page(client, f"/matches/{begun(book, 'classic', {'canastas.concealed': 0})}/rules"))
    assert [one for one in told[1:] if one in without] == []
    assert "A canasta laid complete from the hand, or lacking" not in without
    assert "No, nothing is paid for that." in without
    [fact] = [row for row in rulecard.play(variants.load("classic")).rows if row.name == "play.dirtied"]
    assert "still as concealed" in str(fact.value)


def test_a_fact_about_no_value_of_the_game_is_refused() -> None:
    data = {**variants.load("classic").data, "examples": []}
    data["play"] = {"end": {"text": "x", "about": "canastas.hidden"}}
    with pytest.raises(variants.RulesError, match=r"play\.end\.about: the variant has no value of this name"):
        rulebook.read(data)


def test_canastra_says_once_how_long_a_black_three_blocks_the_pile() -> None:
    facts = {row.name: str(row.value) for row in rulecard.play(variants.load("canastra")).rows}
    assert [name for name, said in facts.items() if "blocks the pile" in said] == ["play.blocked"]
    assert "until a natural card covers it" in facts["play.blocked"]
