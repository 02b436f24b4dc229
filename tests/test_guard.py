"""Every figure of a variant's file is guarded: change it, and a worked example, a boundary below or the loading fails.

What a figure is: every number, every true or false, every word that switches a rule, every card in a list. Figures that
move no score, error or minimum stand as facts in a table of their own, with their source.
"""

import copy
import json
from typing import Literal, get_args, get_origin, get_type_hints

import msgspec
import pytest

from scorekeeper import rules, variants
from scorekeeper.examples import disagreements
from scorekeeper.rules import Example, RulesError

UNSAID = ("examples", "play", "readings", "links")
"""Tables without a figure that scores."""

WORDS = {
    "tie": ("another_deal", "shared_win"),
    "by": ("opened", "canastas"),
    "of": ("rank", "wild"),
    "wild_cards": ("none", "some"),
    "wild_paid_to": ("any_side", "side_out"),
    "on": ("incomplete_meld", "held"),
    "opens_concealed": ("always", "without_the_pile"),
}
"""Keys whose value is one of a few words."""

CARDS = ("ranks", "clean_ranks", "cards", "kinds")
"""Keys whose value is a list of cards or of kinds."""

FACTS = [
    # file, dotted key, figure, source
    ("classic", "seats.4.deal", 11, "https://www.pagat.com/rummy/canasta.html"),
    ("classic", "going_out.opens_concealed", "without_the_pile", "https://www.pagat.com/rummy/canasta.html"),
    ("canastra", "going_out.opens_concealed", "always", "the Portuguese rule text"),
    ("romanian", "going_out.opens_concealed", "always", "the Romanian rule text; ruling 002-8"),
    ("canastra", "seats.4.deal", 11, "the Portuguese rule text"),
    ("canastra", "seats.2.deal", 15, "the Portuguese rule text"),
    ("romanian", "seats.4.deal", 11, "the Romanian rule text"),
    ("americana", "seats.4.deal", 13, "the Portuguese rule text of the American game"),
    ("italian", "seats.4.deal", 15, "https://giochinet.com/canasta/"),
    ("italian", "seats.3.deal", 15, "https://giochinet.com/canasta/"),
    ("italian", "seats.2.deal", 15, "https://giochinet.com/canasta/"),
]

SAME = {
    # file, change: why no deal can tell
    ("italian", "melds.wild.0.0: 2 -> 1"): "one natural and one wild card are two cards, and a meld has three",
}

BOUNDARIES = [
    # file, what must come of a deal; beside the file's own examples
    (
        "romanian",
        Example(
            title="The text is for four players only",
            source="the Romanian rule text",
            players=2,
            tallies=[{"melds": ["K*7"], "hands": ["4"]}, {"melds": ["Q*7"], "hands": ["4"]}],
            expect={"errors": ["players"]},
        ),
    ),
]


def leaves(table, path=()):
    """Every figure in a file's data with its path."""
    items = table.items() if isinstance(table, dict) else enumerate(table)
    for key, value in items:
        here = (*path, key)
        if path == () and key in UNSAID:
            continue
        if isinstance(value, dict) or (isinstance(value, list) and key not in CARDS):
            yield from leaves(value, here)
        elif isinstance(value, (bool, int)) or key in CARDS or key in WORDS:
            yield here, value


LEFT_OUT = "left out"


def changes(data, path, value):
    """Other values that might stand there. Where a file like another takes something away, it stays."""
    if isinstance(value, bool):
        return [LEFT_OUT if "like" in data else not value]
    if isinstance(value, int):
        return [value + 5, value - 5, value + 1, value - 1]
    if isinstance(value, list):
        return [[one for one in value if one is not gone] for gone in value]
    return [word for word in WORDS[path[-1]] if word != value]


def with_change(data, path, value):
    """The data with another value at this path, or without it."""
    changed = copy.deepcopy(data)
    table = changed
    for key in path[:-1]:
        table = table[key]
    if value is LEFT_OUT:
        del table[path[-1]]
    else:
        table[path[-1]] = value
    return changed


def toml(value):
    """The value in one line of TOML."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {toml(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(toml(inner) for inner in value) + "]"
    return json.dumps(value)


def own(key):
    """A game's file as plain data, without its examples."""
    data = variants.raw(variants.files()[key])
    del data["examples"]
    return data


def examples(key):
    """What must notice a change: the file's own examples and the boundaries."""
    return [*variants.load(key).examples, *(example for variant, example in BOUNDARIES if variant == key)]


def noticed(key, folder, monkeypatch, data):
    """Does anything fail when the file says this instead?"""
    folder.mkdir()
    (folder / "altered.toml").write_text("\n".join(f"{name} = {toml(value)}" for name, value in data.items()))
    shown = examples(key)
    with monkeypatch.context() as patch:
        patch.setenv("SCOREKEEPER_VARIANTS", str(folder))
        try:
            variant = variants.load("altered")
        except RulesError:
            return True
        return any(disagreements(variant, example) for example in shown)


def shown(path):
    return ".".join(str(key) for key in path)


@pytest.mark.parametrize("key", variants.files())
def test_every_figure_is_guarded(key, tmp_path, monkeypatch):
    data = own(key)
    facts = {name for variant, name, *_ in FACTS if variant == key} | {
        f"seats.{players}.deal"
        for players in variants.load(key).seats  # cards dealt move no score in any game
    }
    altered = [
        (f"{shown(path)}: {value!r} -> {other!r}", with_change(data, path, other))
        for path, value in leaves(data)
        if shown(path) not in facts
        for other in changes(data, path, value)
    ]
    unguarded = [
        change
        for number, (change, other) in enumerate(altered)
        if (key, change) not in SAME and not noticed(key, tmp_path / str(number), monkeypatch, other)
    ]
    assert not unguarded, "\n".join(["changed without anything failing:", *unguarded])


@pytest.mark.parametrize("key", variants.files())
def test_the_guard_itself_finds_nothing_wrong_with_the_file_as_it_is(key, tmp_path, monkeypatch):
    assert not noticed(key, tmp_path / "same", monkeypatch, own(key))


@pytest.mark.parametrize(
    ("key", "name", "figure"),
    [
        pytest.param(key, name, figure, id=f"{key}: {name} is {figure} ({source})")
        for key, name, figure, source in FACTS
    ],
)
def test_fact(key, name, figure):
    assert variants.load(key).value(name) == figure


CHOICES = [
    (key, name, choice)
    for key in variants.files()
    for name, rule in variants.load(key).house_rules.items()
    for choice in rule.choices
    if choice != variants.load(key).value(name)
]


@pytest.mark.parametrize(
    ("key", "name", "choice"), [pytest.param(*row, id=f"{row[0]}: {row[1]} = {row[2]}") for row in CHOICES]
)
def test_every_choice_is_shown_by_an_example_that_differs_without_it(key, name, choice):
    variant = variants.load(key)
    showing = [one for one in examples(key) if one.rules.get(name) == choice]
    without = [msgspec.structs.replace(one, rules={**one.rules, name: variant.value(name)}) for one in showing]
    differing = [one.title for one in without if disagreements(variant, one)]
    assert differing, f"give {key}.toml an example with rules = {{ {name!r} = {choice!r} }} that scores otherwise"


@pytest.mark.parametrize(
    ("key", "example"), [pytest.param(key, one, id=f"{key}: {one.title}") for key, one in BOUNDARIES]
)
def test_boundary(key, example):
    assert disagreements(variants.load(key), example) == []


def words(hint):
    """The words of a Literal, be it optional or not."""
    inner = [get_args(one) for one in get_args(hint) if get_origin(one) is Literal]
    return inner[0] if inner else get_args(hint)


def test_the_words_are_all_that_a_file_may_say():
    tables = (rules.Variant, rules.Sign, rules.Kind, rules.Canastas, rules.GoingOut, rules.Extra)
    said = {key: words(hint) for table in tables for key, hint in get_type_hints(table).items() if key in WORDS}
    assert said == WORDS
