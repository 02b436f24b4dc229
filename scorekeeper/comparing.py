"""Two games side by side: the rules in which they differ, and no other."""

import re
from collections.abc import Callable, Iterator, Sequence

import msgspec

from scorekeeper import rulecard
from scorekeeper.card_words import CARDS
from scorekeeper.rulecard import Row, Section
from scorekeeper.rules import Opening, Variant
from scorekeeper.words import Text, say


class Pair(msgspec.Struct, frozen=True):
    """A rule in two games. `values` and `notes` (what it means there): as the first and as the second has them, None
    for one that has no such rule. `name`: the dotted name of the value in the first that has it."""

    label: Text
    values: tuple[Text | None, Text | None]
    name: str = ""
    notes: tuple[Text | None, Text | None] = (None, None)


class Part(msgspec.Struct, frozen=True):
    """Differences that belong together under one heading of the rule card."""

    title: Text
    pairs: list[Pair]


def differences(first: Variant, second: Variant) -> list[Part]:
    """What the rule cards of the two say otherwise, in the order of the card; the facts of play come last."""
    cards = [[*rulecard.card(variant), rulecard.play(variant)] for variant in (first, second)]
    sections = [{str(section.title): section for section in one} for one in cards]
    found = []
    for title in _in_order([list(one) for one in sections]):
        both = [one.get(title) for one in sections]
        pairs = [pair for pair in _pairs(first, second, both) if pair.values[0] != pair.values[1] or _noted(pair)]
        if pairs:
            found.append(Part(next(one.title for one in both if one), pairs))
    return found


def _noted(pair: Pair) -> bool:
    return pair.notes[0] != pair.notes[1]


def _in_order(columns: Sequence[Sequence[str]]) -> list[str]:
    """What any column names, each once, where its column has it."""
    names: list[str] = []
    for column in columns:
        place = 0
        for name in column:
            if name not in names:
                names.insert(place, name)
            place = names.index(name) + 1
    return names


def _pairs(first: Variant, second: Variant, both: Sequence[Section | None]) -> Iterator[Pair]:
    """The rules of one section. What a card draws as a ladder or by groups of cards is compared step by step and card
    by card: its rows are as long as its own game draws them."""
    for pair in _matched(*(_gathered(section.rows if section else []) for section in both)):
        stepped = _STEPPED.get(str(pair.label))
        yield from stepped(first, second) if stepped else [pair]


def _gathered(rows: list[Row]) -> list[Row]:
    """One row in place of all those of a ladder."""
    found: dict[object, Row] = {}
    for place, row in enumerate(rows):
        ladder = next((names for names in _STEPPED if re.fullmatch(names, row.name)), None)
        found[ladder or place] = Row(Text(ladder), row.value, ladder) if ladder else row
    return list(found.values())


def _card_values(first: Variant, second: Variant) -> Iterator[Pair]:
    for rank in dict.fromkeys((*first.card_values, *second.card_values)):
        values = (_number(first.card_values.get(rank)), _number(second.card_values.get(rank)))
        yield Pair(_called(rank), values, "card_values")


def _opening(first: Variant, second: Variant) -> Iterator[Pair]:
    steps = {limit for one in (first, second) if one.opening for limit, _ in one.opening.ladder}
    total = -1
    for band in rulecard.bands(Opening(0, [(limit, 0) for limit in sorted(steps)], 0)):
        name = "opening.below_zero" if total < 0 else "opening.ladder"
        yield Pair(band.totals, (_number(first.opening_minimum(total)), _number(second.opening_minimum(total))), name)
        total = band.limit or 0


def _wild(first: Variant, second: Variant) -> Iterator[Pair]:
    steps = sorted({naturals for one in (first, second) for naturals, _ in one.melds.wild})
    for naturals in steps:
        label = say("With {naturals} natural cards", naturals=naturals)
        if naturals == steps[-1]:
            label = say("With {naturals} or more natural cards", naturals=naturals)
        most, other = (say("at most {most} wild", most=one.melds.wild_allowed(naturals)) for one in (first, second))
        yield Pair(label, (most, other), "melds.wild")


def _in_hand(first: Variant, second: Variant) -> Iterator[Pair]:
    """Threes that either game charges by the piece, and what one costs in each."""
    for card in dict.fromkeys((*first.charged_apart, *second.charged_apart)):
        key = next(one.charged_apart[card] for one in (first, second) if card in one.charged_apart)
        yield Pair(_called(card), (_cost(first, card), _cost(second, card)), f"hands.apart.{key}.each")


def _cost(variant: Variant, card: str) -> Text:
    """A card that no rule charges costs nothing, as one that is charged 0."""
    each = variant.charge(card) if card in variant.charged_apart else variant.card_values.get(card, 0)
    return say("{points} points", points=-each) if each else say("no charge")


_STEPPED: dict[str, Callable[[Variant, Variant], Iterator[Pair]]] = {
    r"card_values\..*": _card_values,
    r"opening\..*": _opening,
    r"melds\.wild": _wild,
    r"hands\.apart\.[^.]*\.each": _in_hand,
}
"""By the names of the rows that they take the place of."""


def _called(rank: str) -> Text:
    return CARDS.get(rank) or Text(rank)


def _number(value: int | None) -> Text | None:
    return None if value is None else Text("{value}", {"value": value})


_SAME: Sequence[Callable[[Row], object]] = (
    lambda row: (row.name, str(row.label)),
    lambda row: row.kind or None,
    lambda row: str(row.label),
)
"""What makes two rows one rule, the surest sign first: a value may stand under another name, or be called otherwise."""


def _matched(first: list[Row], second: list[Row]) -> Iterator[Pair]:
    partner: dict[int, int] = {}
    for sign in _SAME:
        for here, row in enumerate(first):
            if here in partner or sign(row) is None:
                continue
            free = (there for there in range(len(second)) if there not in partner.values())
            found = next((there for there in free if sign(second[there]) == sign(row)), None)
            if found is not None:
                partner[here] = found
    places = {there: here for here, there in partner.items()}
    names = [[str(here) for here in range(len(first))]]
    names.append([str(places[there]) if there in places else f"+{there}" for there in range(len(second))])
    for name in _in_order(names):
        if name.startswith("+"):
            yield _pair(None, second[int(name[1:])])
        else:
            here = int(name)
            yield _pair(first[here], second[partner[here]] if here in partner else None)


def _pair(first: Row | None, second: Row | None) -> Pair:
    row = first or second
    assert row is not None
    renamed = first is not None and second is not None and str(first.label) != str(second.label)
    notes = (_note(first, renamed), _note(second, renamed))
    return Pair(row.label, (first.value if first else None, second.value if second else None), row.name, notes)


def _note(row: Row | None, renamed: bool) -> Text | None:
    """What the rule means there, and what it is called there where that is something else."""
    if row is None:
        return None
    if not renamed:
        return row.note
    return say("{name}: {meaning}", name=row.label, meaning=row.note) if row.note else row.label
