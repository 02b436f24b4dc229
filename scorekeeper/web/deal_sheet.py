"""The deal form as it is drawn: a group for each line of the score sheet; and the lines that it gives."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from scorekeeper.rules import Variant
from scorekeeper.tally import IN_HAND
from scorekeeper.web.deal_fields import Typed, offered_by
from scorekeeper.web.deal_form import SideForm
from scorekeeper.words import Text, say


class Block(NamedTuple):
    """Fields that belong together: a column for each side."""

    title: Text | None
    hint: Text | None
    columns: list[list[Typed]]

    @property
    def used(self) -> bool:
        return any(field.filled or field.errors or field.doubts for column in self.columns for field in column)


class Group(NamedTuple):
    """A line of the score sheet. `more`: ways to state it that few tables use, under a summary that opens."""

    key: str
    legend: Text
    main: Block | None = None
    summary: Text = Text("")
    more: Sequence[Block] = ()

    @property
    def more_used(self) -> bool:
        return any(block.used for block in self.more)


def groups(variant: Variant, sides: list[SideForm]) -> Iterator[Group]:
    """The lines of the sheet, in its order."""
    offered = offered_by(variant)

    def block(keys: Iterable[str], title: Text | None = None, hint: Text | None = None, alone: bool = False) -> Block:
        columns = [[side.fields[key] for key in keys if key in side.fields] for side in sides]
        if alone:
            for column in columns:
                for field in column:
                    field.short = None
        return Block(title, hint, columns)

    def there(key: str) -> bool:
        """Does the variant have it, or does a side state it all the same?"""
        return key.partition(".")[0] in offered or any(_used(side, key) for side in sides)

    def numbered(prefix: str) -> list[str]:
        return [key for key in sides[0].fields if key.startswith(prefix)]

    threes = [key for key in ("red_threes", "black_threes") if there(key)]
    if threes:
        legends = {"red_threes": say("Red threes"), "black_threes": say("Black threes")}
        legend = legends[threes[0]] if len(threes) == 1 else say("Threes")
        card = "R3" if threes[0] == "red_threes" else "B3"
        hint = say("{n} of each colour in the packs", n=variant.pack[card])
        if len(threes) == 1:
            hint = say("{n} in the packs", n=variant.pack[card])
        yield Group("threes", legend, block(threes, hint=hint, alone=len(threes) == 1))

    kinds = [key for key in (*numbered("canastas."), "concealed_canastas") if there(key)]
    if kinds:
        yield Group("canastas", say("Canastas"), block(kinds))

    rows = max(side.rows for side in sides)
    named = [key for row in range(rows) for key in (f"melds.{row}", f"concealed.{row}")]
    named = [key for key in named if key.startswith("melds") or there(key)]
    yield Group(
        "cards",
        say("Cards"),
        block(["card_points"], hint=say("points of all cards on the table, canastas too")),
        say("Other ways to count the cards"),
        [
            block(
                named,
                say("Card by card, in place of points and canastas"),
                say("a meld in each field, such as K*5 2 JK; – where there is none. Check gives more fields."),
            ),
            block(numbered("card_counts."), say("How many cards of each value, in place of points")),
            block(["opened"], say("Melded anything?")),
        ],
    )

    apart = [key for key in IN_HAND.values() if there(key)]
    costly = [key for card, key in IN_HAND.items() if key in apart and variant.charge(card)]
    hint = say("points of the cards left over")
    if costly:
        hint = say("points of the cards left over, without the threes counted here")
    more = [
        block(
            numbered("hands."),
            say("Card by card, in place of points"),
            say("a hand in each field, such as A 9*2 JK; – for an empty one"),
        ),
        block(numbered("hand_counts."), say("How many cards of each value, in place of points")),
    ]
    if rare := [key for key in apart if key not in costly]:
        more.append(block(rare, say("Counted by themselves")))
    if there("hand_taken_off"):
        more.append(block(["hand_taken_off"], say("Were the cards in hand already subtracted?")))
    main = block(["hand_points", *costly], hint=hint, alone=not costly)
    yield Group("hand", say("In hand"), main, say("Other ways to count the hands"), more)

    if extras := numbered("extras."):
        yield Group("extras", say("Other lines"), None, say("Other lines"), [block(extras)])
    hint = say("what the table added up for the deal; nothing else is counted then")
    result = block(["result"], hint=hint)
    yield Group("result", say("Result only"), None, say("Result only"), [result])
    agreed = block(["adjustment.points", "adjustment.reason"], hint=say("points that the table agreed on, and why"))
    yield Group("agreed", say("Agreed"), None, say("Agreed"), [agreed])


def cards_first(variant: Variant, sides: list[SideForm]) -> Iterator[Group]:
    """What is counted from the cards on the table, card by card before all else."""
    found = {group.key: group for group in groups(variant, sides)}
    cards, hand = found["cards"], found["hand"]
    named, *other_ways = cards.more
    ways = [_titled(cards.main, say("Points of all cards on the table")), *other_ways]
    if "canastas" in found:
        ways.insert(1, _titled(found["canastas"].main, say("Canastas")))
    yield Group("cards", say("Melds"), named._replace(title=None), cards.summary, ways)
    held, *other_ways = hand.more
    ways = [_titled(hand.main, say("Points of the cards left over")), *other_ways]
    yield Group("hand", say("In hand"), held._replace(title=None), hand.summary, ways)
    if "threes" in found:
        yield found["threes"]


def _titled(block: Block | None, title: Text) -> Block:
    assert block is not None
    return block._replace(title=title)


def _used(side: SideForm, key: str) -> bool:
    field = side.fields.get(key)
    return field is not None and bool(field.filled or field.errors)
