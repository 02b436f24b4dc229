"""The entry screen as it is drawn: the rows of the sheet and the keys of the pad, from the variant's data alone."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from scorekeeper import cards, contradictions
from scorekeeper.card_words import CARDS
from scorekeeper.match import Match
from scorekeeper.rules import Threes, Variant
from scorekeeper.tally import IN_HAND
from scorekeeper.web.deal_fields import offered_by, ranks_text
from scorekeeper.web.deal_form import SideForm
from scorekeeper.words import Text, say, verbatim

MOST_SPLIT = 4
"""Threes that two sides can share on one pad: 5 + 4 + 3 + 2 + 1 answers."""


class Part(NamedTuple):
    """One figure of a row. `key`: that of the tally; `label` beside it, `full` read aloud; `typed`: has a field."""

    key: str
    label: Text
    full: Text
    symbol: str = ""
    typed: bool = True


class Row(NamedTuple):
    """A row of the sheet. `questions`: what is asked when it is touched.

    `rare`: it is there only while it says something; `unasked`: it is a question only for those who touch it;
    `shared`: it is asked once for all sides.
    """

    key: str
    questions: Sequence[str]
    parts: list[Part]
    rare: bool = False
    shared: bool = False
    unasked: bool = False

    @property
    def later(self) -> bool:
        """May it come to the sheet with the rare pads?"""
        return self.rare or self.key == "result"

    def used(self, sides: Sequence[SideForm]) -> bool:
        """Does a side say something here, or does it follow from what is said elsewhere?"""
        return any(not part.typed or side[part.key].filled for part in self.parts for side in sides)


class Split(NamedTuple):
    """The keys for the threes of one colour over two sides, the likely ones first."""

    key: str
    answers: list[tuple[int, int]]


def rows(match: Match) -> list[Row]:
    """The rows of the sheet, in its order."""
    variant = match.variant
    found = [Row("went_out", ["went_out"], [_part("went_out", say("Went out"), typed=False)], shared=True)]
    colours = threes(variant)
    names = {"red_threes": say("Red threes"), "black_threes": say("Black threes")}
    short = {"red_threes": say("red 3s"), "black_threes": say("black 3s")}
    if colours:
        parts = [Part(key, names[key] if len(colours) == 1 else short[key], names[key]) for key in colours]
        found.append(Row("threes", colours, parts, shared=splits(match)))
    usual = grid(variant)
    found.append(Row("canastas", ["canastas"], [_kind(variant, key) for key in usual]))
    found += [
        Row(key, ["more"], [_kind(variant, key)], rare=True, unasked=True)
        for key in variant.canastas.kinds
        if key not in usual
    ]
    if variant.canastas.concealed:
        concealed = Part("concealed_canastas", say("laid concealed"), say("canastas laid concealed"))
        found.append(Row("concealed", ["more"], [concealed], rare=True, unasked=True))
    found.append(Row("cards", ["cards"], [_part("card_points", say("Cards"), say("points melded"))]))
    opened = Part("opened", say("Melded?"), say("melded anything?"))
    found.append(Row("opened", ["opened"], [opened], rare=True, unasked=True))
    found.append(Row("hand", ["hand"], [_part("hand_points", say("In hand"), say("points in hand"))]))
    for part, card in apart(variant):
        charged = bool(variant.charge(card))
        found.append(Row(part.key, [part.key if charged else "other"], [part], rare=not charged, unasked=True))
    if variant.hands.doubled:
        found.append(Row("doubled", [], [_part("doubled", say("Counted twice"), typed=False)], rare=True, unasked=True))
    for key, extra in variant.extras.items():
        found.append(
            Row(key, ["other"], [Part(f"extras.{key}", Text(extra.one), Text(extra.label))], rare=True, unasked=True)
        )
    found.append(Row("result", ["result"], [_part("result", say("Result"), say("result of the deal"))]))
    agreed = _part("adjustment.points", say("Agreed"), say("points by agreement"))
    found.append(Row("agreed", ["agreed"], [agreed], rare=True, unasked=True))
    return found


def typed(match: Match) -> set[str]:
    """The keys of the fields that stand on the sheet."""
    return {part.key for row in rows(match) for part in row.parts if part.typed}


def threes(variant: Variant) -> list[str]:
    """The keys of the threes that are laid and score."""
    return [key for key in ("red_threes", "black_threes") if key in offered_by(variant)]


def splits(match: Match) -> bool:
    """Does one key say the threes of both sides?"""
    most = [most_threes(match.variant, key) for key in threes(match.variant)]
    return len(match.sides) == 2 and all(one <= MOST_SPLIT for one in most)


def split(variant: Variant, key: str) -> Split:
    """All of them out first, from all theirs to all ours, then one fewer, then none; the rest is rare."""
    most = most_threes(variant, key)
    outs = dict.fromkeys([most, most - 1, 0, *range(most - 2, 0, -1)])
    return Split(key, [(ours, out - ours) for out in outs for ours in range(out + 1)])


def most_threes(variant: Variant, key: str) -> int:
    """How many threes of this colour the packs hold."""
    return next(variant.pack[card] for card, name in _THREES.items() if name == key)


def threes_worth(rule: Threes) -> Text:
    """ "100 each · 4: 800"."""
    each, ladder = rule.ladder[0], rule.ladder
    others = [(n, points) for n, points in enumerate(ladder, 1) if points != n * each]
    worth = say("{points} each", points=each)
    for n, points in others:
        worth = say("{worth} · {n}: {points}", worth=worth, n=n, points=points)
    return worth


def grid(variant: Variant) -> list[str]:
    """The kinds of canasta that every deal asks for: a natural and a mixed one, else the first two of the file."""
    kinds = variant.canastas.kinds
    found = [
        next((key for key, kind in kinds.items() if kind.symbol == symbol), None) for symbol in ("natural", "mixed")
    ]
    usual = [key for key in found if key is not None]
    return usual if len(usual) == 2 else list(kinds)[:2]


def grid_answers(variant: Variant) -> list[list[tuple[int, ...]]]:
    """The counts on the keys, row by row: 0 to 2 of the first kind by 0 to 3 of the second, or 0 to 11 of only one."""
    if len(grid(variant)) == 2:
        return [[(first, second) for second in range(4)] for first in range(3)]
    return [[(4 * row + column,) for column in range(4)] for row in range(3)]


def apart(variant: Variant) -> Iterator[tuple[Part, str]]:
    """The threes that are counted by the piece in a hand, each with its card."""
    offered = offered_by(variant)
    names = {
        "B3": Part(IN_HAND["B3"], say("black 3s held"), say("black threes in hand")),
        "R3": Part(IN_HAND["R3"], say("red 3s held"), say("red threes in hand")),
    }
    for card, part in names.items():
        if part.key in offered:
            yield part, card


def values(variant: Variant) -> list[tuple[int, Text]]:
    """The card values, each with the cards that have it."""
    return [(value, ranks_text(ranks)) for value, ranks in variant.ranks_by_value.items()]


def meld_ranks(variant: Variant) -> list[tuple[str, Text]]:
    """What a meld can be of, as the key shows it."""
    found = [(rank, verbatim(rank)) for rank in cards.NATURALS]
    if variant.melds.black_threes_from:
        found.append(("B3", verbatim("B3")))
    if variant.melds.wild_from:
        found.append(("wild", say("wild")))
    return found


def hand_ranks(variant: Variant) -> list[tuple[str, Text, Text]]:
    """The cards that a hand can hold: as they are written, as the key shows them, as they are called."""
    found = [*cards.NATURALS, "2", "JK", "B3"]
    if "R3" in variant.card_values or variant.charge("R3"):
        found.append("R3")
    return [(rank, verbatim(rank), CARDS.get(rank) or verbatim(rank)) for rank in found]


def unmelded(variant: Variant) -> set[str]:
    """The cards that no meld is named with."""
    return {*cards.THREES} - {rank for rank, _ in meld_ranks(variant)}


def other_lines(variant: Variant) -> list[tuple[str, Text, Text]]:
    """Lines that few deals need: the variant's own extras, and threes in hand that cost nothing. Key, short, full."""
    found = [(f"extras.{key}", Text(extra.one), Text(extra.label)) for key, extra in variant.extras.items()]
    return found + [(part.key, part.label, part.full) for part, card in apart(variant) if not variant.charge(card)]


def may_take_off(variant: Variant) -> bool:
    """Is there a choice of counting what is melded less what is held?"""
    return contradictions.may_take_off(variant)


def dealt_worth(match: Match) -> int:
    """Points that the cards dealt to a side are worth at least: while it has melded nothing it still holds as many."""
    variant, players = match.variant, match.opened.players
    return variant.seats[players].deal * (players // len(match.sides)) * min(variant.ranks_by_value)


_THREES = {"R3": "red_threes", "B3": "black_threes"}


def _part(key: str, label: Text, full: Text | None = None, typed: bool = True) -> Part:
    return Part(key, label, full or label, typed=typed)


def _kind(variant: Variant, key: str) -> Part:
    kind = variant.canastas.kinds[key]
    return Part(f"canastas.{key}", Text(kind.one), Text(kind.label), kind.symbol)
