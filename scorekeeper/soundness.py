"""What a variant file can say and no game can mean."""

import itertools
from collections.abc import Iterator, Mapping
from typing import Any

from scorekeeper import cards
from scorekeeper.rules import FORMAT, MOST_POINTS, PLAY_TITLES, Fact, Opening, Sign, Variant
from scorekeeper.words import Text, say

Faults = Iterator[tuple[str, Text]]


def _rising(numbers: list[int]) -> bool:
    return all(a < b for a, b in itertools.pairwise(numbers))


def faults(v: Variant) -> Faults:
    """Everything that a file can say and no game can mean."""
    if v.format != FORMAT:
        yield "format", say("this program reads format {known}", known=FORMAT)
    if not 1 <= v.packs <= 8:
        yield "packs", say("from 1 to 8 packs")
    for key, value in _positive_points(v):
        if value <= 0 or value % 5 or value > MOST_POINTS:
            yield key, say("a positive multiple of 5")
    for key, value in _points(v):
        if value % 5 or abs(value) > MOST_POINTS:
            yield key, say("a multiple of 5")
    for rank in v.card_values:
        if rank not in cards.RANKS:
            yield f"card_values.{rank}", say("no such card")
    for rank in (*cards.NATURALS, *cards.WILD, "B3"):
        if rank not in v.card_values:
            yield f"card_values.{rank}", say("the value of this card is missing")
    if v.opening:
        yield from _opening_faults(v.opening)
    yield from _seat_faults(v)
    yield from _meld_faults(v)
    yield from _canasta_faults(v)
    for colour, table, card in (("red_threes", v.red_threes, "R3"), ("black_threes", v.black_threes, "B3")):
        if table:
            if len(table.ladder) != cards.copies(card, v.packs):
                yield f"{colour}.ladder", say("one step for each of them in the packs")
            if not _rising([0, *table.ladder]):
                yield f"{colour}.ladder", say("the steps must rise")
            yield from _sign_faults(f"{colour}.sign", table.sign)
    yield from _own_rule_faults(v)
    yield from _word_faults(v)


def _opening_faults(opening: Opening) -> Faults:
    limits = [limit for limit, _ in opening.ladder]
    minimums = [opening.below_zero, *(minimum for _, minimum in opening.ladder), opening.above]
    if not _rising([0, *limits]) or any(n % 5 for n in limits) or sorted(minimums) != minimums:
        yield "opening.ladder", say("the steps must rise, each a multiple of 5")
    if any(minimum <= 0 or minimum % 5 for minimum in minimums):
        yield "opening.ladder", say("a minimum is a positive multiple of 5")


def _positive_points(v: Variant) -> Iterator[tuple[str, int]]:
    yield "target", v.target
    yield from ((f"card_values.{rank}", value) for rank, value in v.card_values.items())
    for colour, table in (("red_threes", v.red_threes), ("black_threes", v.black_threes)):
        if table:
            yield from ((f"{colour}.ladder", points) for points in table.ladder)


def _points(v: Variant) -> Iterator[tuple[str, int]]:
    yield from ((f"canastas.kinds.{key}.bonus", kind.bonus) for key, kind in v.canastas.kinds.items())
    yield "canastas.concealed", v.canastas.concealed or 0
    yield "going_out.bonus", v.going_out.bonus
    yield "going_out.concealed", v.going_out.concealed or 0
    yield "red_threes.all_against", (v.red_threes.all_against if v.red_threes else None) or 0
    yield "black_threes.all_against", (v.black_threes.all_against if v.black_threes else None) or 0
    yield from ((f"hands.apart.{key}.each", apart.each) for key, apart in v.hands.apart.items())
    yield from ((f"extras.{key}.points", extra.points) for key, extra in v.extras.items())
    yield from ((f"special_hands.{key}.points", hand.points) for key, hand in v.special_hands.items())


def _seat_faults(v: Variant) -> Faults:
    if not v.seats:
        yield "seats", say("for how many players is it?")
    for players, seat in v.seats.items():
        if seat.sides < 2 or players % seat.sides or not 2 <= players <= 12:
            yield f"seats.{players}.sides", say("every side has the same number of players")
        if not 0 <= seat.canastas_needed <= 10:
            yield f"seats.{players}.canastas_needed", say("from 0 to 10 canastas")
        if seat.deal < 1 or seat.deal * players > 54 * v.packs:
            yield f"seats.{players}.deal", say("so many cards are not in the packs")


def _meld_faults(v: Variant) -> Faults:
    melds = v.melds
    if not 2 <= melds.min_cards <= v.canastas.size:
        yield "melds.min_cards", say("from 2 cards to a canasta")
    if not melds.wild or not _rising([0, *(n for n, _ in melds.wild)]) or any(most < 0 for _, most in melds.wild):
        yield "melds.wild", say("the steps must rise")
    elif melds.min_naturals > v.canastas.size:
        yield "melds.wild", say("a canasta does not fit")
    if melds.max_cards is not None and melds.max_cards < v.canastas.size:
        yield "melds.max_cards", say("a canasta does not fit")
    for key, least in (("wild_from", melds.wild_from), ("black_threes_from", melds.black_threes_from)):
        if least is not None and not 2 <= least <= v.canastas.size:
            yield f"melds.{key}", say("from 2 cards to a canasta")
    if melds.clean_ranks:
        yield from _rank_faults("melds.clean_ranks", melds.clean_ranks)
    if melds.sign:
        yield from _sign_faults("melds.sign", melds.sign)


def _canasta_faults(v: Variant) -> Faults:
    if not 3 <= v.canastas.size <= 14:
        yield "canastas.size", say("from 3 to 14 cards")
    for key, kind in v.canastas.kinds.items():
        if kind.of == "wild" and v.melds.wild_from is None:
            yield f"canastas.kinds.{key}.of", say("wild melds are not allowed: melds.wild_from is missing")
        if kind.ranks is not None:
            yield from _rank_faults(f"canastas.kinds.{key}.ranks", kind.ranks)
    for key, need in v.going_out.needs.items():
        if not need.kinds:
            yield f"going_out.needs.{key}.kinds", say("at least one")
        for kind_key in need.kinds:
            if kind_key not in v.canastas.kinds:
                yield f"going_out.needs.{key}.kinds", say("no such kind of canasta: {kind}", kind=kind_key)


def _own_rule_faults(v: Variant) -> Faults:
    for key, apart in v.hands.apart.items():
        if not apart.cards:
            yield f"hands.apart.{key}.cards", say("at least one")
        for rank in apart.cards:
            if rank not in cards.THREES:
                yield f"hands.apart.{key}.cards", say("only threes are charged by the piece")
    for key, extra in v.extras.items():
        yield from _rank_faults(f"extras.{key}.ranks", extra.ranks)
        if extra.at_least < 1:
            yield f"extras.{key}.at_least", say("at least 1")


def _has_place(v: Variant, name: str) -> bool:
    """Can a value stand at this dotted name, whether or not one does? A game made of another may take it away."""
    table, _, last = name.rpartition(".")
    found: Any = v
    for part in filter(None, table.split(".")):
        found = found.get(part) if isinstance(found, Mapping) else getattr(found, part, None)
    return last in found if isinstance(found, Mapping) else hasattr(found, last)


def _word_faults(v: Variant) -> Faults:
    for key, fact in v.play.items():
        if key not in PLAY_TITLES and (isinstance(fact, str) or not fact.title):
            yield f"play.{key}", say("a fact under a key of its own needs a title")
        if isinstance(fact, Fact) and fact.about and not _has_place(v, fact.about):
            yield f"play.{key}.about", say("the variant has no value of this name")
    for name, rule in v.house_rules.items():
        try:
            value = v.value(name)
        except KeyError:
            yield f"house_rules.{name}", say("the variant has no value of this name")
            continue
        if not any(type(value) is type(choice) and value == choice for choice in rule.choices):
            yield f"house_rules.{name}.choices", say("the variant's own value must be one of the choices")
        if len(rule.labels) != len(rule.choices):
            yield f"house_rules.{name}.labels", say("a label for each choice")
    for name in v.readings:
        try:
            v.value(name)
        except KeyError:
            yield f"readings.{name}", say("the variant has no value of this name")
    for number, example in enumerate(v.examples):
        where = f"examples[{number}]"
        if sum(part is not None for part in (example.tallies, example.deals, example.melds)) != 1:
            yield where, say("an example has tallies, deals or melds")
        tallies = [tally for deal in example.deals or [] for tally in deal.tallies]
        for tally in example.tallies or tallies:
            yield from _example_faults(v, where, tally)


def _example_faults(v: Variant, where: str, tally: Mapping[str, Any]) -> Faults:
    known = (("canastas", v.canastas.kinds), ("extras", v.extras))
    for key, names in known:
        counted = tally.get(key, {})
        if not isinstance(counted, dict):
            yield f"{where}.{key}", say("a table is expected here")
            continue
        for name in counted:
            if name not in names:
                yield f"{where}.{key}.{name}", say("{game} has no such thing", game=Text(v.name))
    if tally.get("special_hand", next(iter(v.special_hands), None)) not in (*v.special_hands, None):
        yield f"{where}.special_hand", say("{game} has no such thing", game=Text(v.name))


def _sign_faults(key: str, sign: Sign) -> Faults:
    if not sign.steps or any(step not in (-1, 0, 1) for step in sign.steps):
        yield f"{key}.steps", say("steps are -1, 0 or 1")


def _rank_faults(key: str, ranks: list[str]) -> Faults:
    if not ranks:
        yield key, say("at least one")
    for rank in ranks:
        if rank not in (*cards.NATURALS, *cards.WILD):
            yield key, say("no such card")
