"""A score sheet to be filled in by hand: what a game scores, line by line, drawn from its data alone."""

import msgspec

from scorekeeper import scoring
from scorekeeper.rules import Threes, Variant
from scorekeeper.words import Text, say

A4 = 273
"""Millimetres: what a page of 297 has between its margins."""
HEAD = 46
"""Millimetres: names, and the ladder of opening minimums."""
NOTE = 9
"""Millimetres: special hands and what they give."""
ROW = 7
TALLEST = 9
"""Millimetres: how high a row is, at least and at most."""
WIDE = 186
LABEL = 50
"""Millimetres: the column of what a row is for."""
CELL = 13
"""Millimetres that a number of four digits written by hand takes."""


class Row(msgspec.Struct, frozen=True):
    """A row of the sheet: what it counts and for how much, empty where that is no fixed figure. `sum`: it adds up what
    stands above."""

    key: str
    label: Text
    value: Text
    sum: bool = False


class Room(msgspec.Struct, frozen=True):
    """What fits on a page of A4: bands, one below the other, of so many deals beside each other; how high a row can be,
    in millimetres."""

    bands: int
    deals: int
    row: int


def rows(variant: Variant) -> list[Row]:
    """The rows for one deal, in the order of the score sheet."""
    found = [
        Row(f"canastas.{key}", Text(kind.label), _times(kind.bonus)) for key, kind in variant.canastas.kinds.items()
    ]
    if variant.canastas.concealed:
        found.append(Row("canastas.concealed", scoring.CONCEALED_CANASTAS, _times(variant.canastas.concealed)))
    for key, label, rule in (
        ("red_threes", scoring.RED_THREES, variant.red_threes),
        ("black_threes", scoring.BLACK_THREES, variant.black_threes),
    ):
        if rule:
            found.append(Row(key, label, _ladder(rule)))
    found.append(Row("going_out", scoring.GOING_OUT, _going_out(variant)))
    found += [Row(f"extras.{key}", Text(one.label), _times(one.points)) for key, one in variant.extras.items()]
    if variant.special_hands:
        found.append(Row("special_hands", say("Special hand"), Text("")))
    found.append(Row("card_points", scoring.CARDS_MELDED, Text("")))
    found.append(Row("hand_points", scoring.LEFT_IN_HAND, say("minus")))
    for card in variant.charged_apart:
        if (each := variant.charge(card)) not in (0, variant.card_values.get(card)):
            found.append(Row(f"hands.{card}", scoring.LEFT_APART[card], _times(-each)))
    if variant.hands.doubled:
        found.append(Row("hands.doubled", scoring.DOUBLED, say("minus")))
    found.append(Row("score", say("This deal"), Text(""), sum=True))
    found.append(Row("total", say("Total"), Text(""), sum=True))
    if variant.opening:
        found.append(Row("opening", say("To open next"), Text("")))
    return found


def room(variant: Variant, sides: int) -> Room:
    """How many deals of so many sides fit on a page."""
    deals = max((WIDE - LABEL) // (CELL * sides), 1)
    high = A4 - HEAD - (NOTE if variant.special_hands else 0)
    lines = len(rows(variant)) + 3  # two of headings, and one apart
    bands = max(high // (ROW * lines), 1)
    return Room(bands, deals, max(ROW, min(high // (bands * lines), TALLEST)))


def _times(points: int) -> Text:
    return Text("×\N{NO-BREAK SPACE}{points}", {"points": points})


def _ladder(rule: Threes) -> Text:
    """ "× 100", or what each number of them gives: "100 300 500 1,000"."""
    if all(points == rule.ladder[0] * n for n, points in enumerate(rule.ladder, 1)):
        return _times(rule.ladder[0])
    first = rule.ladder[0]
    if all(points == first * n for n, points in enumerate(rule.ladder[:-1], 1)):
        return say("×\N{NO-BREAK SPACE}{points}, all {all}", points=first, all=rule.ladder[-1])
    names: dict[str, int | str | Text] = {f"step{n}": points for n, points in enumerate(rule.ladder)}
    return Text(" / ".join("{" + name + "}" for name in names), names)


def _going_out(variant: Variant) -> Text:
    rule = variant.going_out
    if rule.concealed is None:
        return Text("{points}", {"points": rule.bonus})
    return say("{points}, concealed {concealed}", points=rule.bonus, concealed=rule.concealed)
