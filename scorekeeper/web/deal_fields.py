"""The fields of the deal form: what each states, what it is called, and which ones a variant has."""

import functools
from collections.abc import Sequence
from typing import Any, NamedTuple

from wtforms import Field, StringField, ValidationError
from wtforms.form import BaseForm

from scorekeeper import cards, contradictions
from scorekeeper.card_words import CARDS, written
from scorekeeper.entries import LONGEST_REASON
from scorekeeper.rules import Variant
from scorekeeper.tally import IN_HAND
from scorekeeper.typed import MINUS, clean_name, visible, whole
from scorekeeper.words import Text, say, verbatim

MOST_DIGITS = 9
MOST_LETTERS = 1000
MOST_MELDS = 216
"""More than any number of packs can hold."""
FIRST_ROWS = 6
SPARE_ROWS = 2
NOTHING = "–"
"""Written in place of cards: an empty hand, no meld. An empty field says nothing at all."""

DASHES = frozenset(MINUS)


def _wrong(message: Text) -> ValidationError:
    return ValidationError(message)  # type: ignore[arg-type]


class Out(NamedTuple):
    """An answer to "who went out?". `side` None: nobody did."""

    side: int | None
    concealed: bool = False
    special_hand: str | None = None


class Typed(StringField):
    """A text kept as it was typed, as far as it can be seen.

    `short`: its label beside its side's name; `full`: its label anywhere.
    """

    kind = "text"
    mode = "text"

    def __init__(self, full: Text, short: Text | None = None, symbol: str = "", **kwargs: Any) -> None:
        super().__init__("", **kwargs)
        self.full = full
        self.short = short
        self.symbol = symbol
        self.doubts: list[Text] = []

    def process_formdata(self, valuelist: Sequence[Any]) -> None:
        if valuelist:
            self.data = visible(valuelist[0])

    @property
    def text(self) -> str:
        return str(self.data or "").strip()

    @property
    def filled(self) -> bool:
        return bool(self.text)

    def pre_validate(self, form: BaseForm) -> None:
        if len(self.text) > MOST_LETTERS:
            raise _wrong(say("at most {most} letters", most=MOST_LETTERS))


class Why(Typed):
    """Why a deal is corrected."""

    most = LONGEST_REASON

    @property
    def text(self) -> str:
        return clean_name(str(self.data or ""))

    def pre_validate(self, form: BaseForm) -> None:
        if len(self.text) > self.most:
            raise _wrong(say("at most {most} letters", most=self.most))


class Whole(Typed):
    """A whole number as people write it: 1495, 1,495, 1.495, −50. `signed`: a minus is to be expected."""

    kind = "number"

    def __init__(self, *args: Any, signed: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.mode = "text" if signed else "numeric"  # the number pad of some phones has no minus

    @property
    def number(self) -> int | None:
        """The number; None where nothing, or no number, is written."""
        return whole(self.text)

    def pre_validate(self, form: BaseForm) -> None:
        if not self.filled:
            return
        number = self.number
        if number is None:
            typed = self.text if len(self.text) <= 20 else f"{self.text[:20]}…"
            raise _wrong(say("{typed}: a whole number is expected here", typed=typed))
        if abs(number) >= 10**MOST_DIGITS:
            raise _wrong(say("a number of at most {most} digits", most=MOST_DIGITS))


class Cards(Typed):
    """Cards of a `meld` or of a hand, typed as people type them."""

    def __init__(self, *args: Any, meld: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.meld = meld

    @property
    def none(self) -> bool:
        """Does it say that there are no cards?"""
        return self.text in DASHES

    @property
    def cards(self) -> str:
        """What is typed in the notation of the sheet, as far as it can be read; "" for none."""
        return "" if self.none else written(self.text, self.meld)


class Choice(Typed):
    """One of a few answers, "" the usual one."""

    kind = "choice"

    def __init__(self, full: Text, short: Text | None, choices: dict[str, Text], **kwargs: Any) -> None:
        super().__init__(full, short, **kwargs)
        self.choices = choices

    def pre_validate(self, form: BaseForm) -> None:
        if self.text not in self.choices:
            raise _wrong(say("choose one of these"))


class Tick(Typed):
    """Yes where it is ticked."""

    kind = "tick"


class WentOut(Field):
    """The one question of the whole table: who went out, and how?"""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__("", **kwargs)
        self.full = say("Went out")
        self.answers: dict[str, Out] = {}
        self.given: Sequence[str] = ()
        self.doubts: list[Text] = []

    def process_formdata(self, valuelist: Sequence[Any]) -> None:
        self.given = [str(value) for value in valuelist]
        self.data = self.given[0] if self.given else None

    def pre_validate(self, form: BaseForm) -> None:
        if len(self.given) > 1:
            raise _wrong(say("only one side goes out in a deal: choose one"))
        if self.data and self.data not in self.answers:
            raise _wrong(say("choose one of these"))

    @property
    def answer(self) -> Out | None:
        """The answer given, None where there is none."""
        return self.answers.get(self.data or "")


def ranks_text(ranks: Sequence[str]) -> Text:
    """ "8–K", "joker": what these ranks are called, neighbours drawn together."""
    parts: list[Text] = []
    row: list[str] = []
    order = [rank for rank in cards.NATURALS if rank != "A"]
    for rank in [*ranks, ""]:
        if row and rank in order and order.index(rank) == order.index(row[-1]) + 1:
            row.append(rank)
            continue
        if row:
            parts += [verbatim(f"{row[-1]}–{row[0]}")] if len(row) > 2 else [verbatim(one) for one in row]
        row = [rank] if rank in order else []
        if rank and rank not in order:
            parts.append(CARDS.get(rank) or verbatim(rank))
    found = parts[0]
    for part in parts[1:]:
        found = say("{one}, {other}", one=found, other=part)
    return found


@functools.lru_cache(maxsize=256)
def side_fields(variant: Variant, players: tuple[str, ...], hands: int, rows: int) -> dict[str, Any]:
    """Every field that a tally of this variant may need, offered or not, by the key it states; not yet bound."""
    found: dict[str, Any] = {
        "red_threes": Whole(say("red threes"), say("red")),
        "black_threes": Whole(say("black threes"), say("black")),
    }
    for key, kind in variant.canastas.kinds.items():
        found[f"canastas.{key}"] = Whole(Text(kind.label), Text(kind.one), kind.symbol)
    found["concealed_canastas"] = Whole(say("canastas laid concealed"), say("laid concealed"))
    found["card_points"] = Whole(say("points melded"))
    for row in range(rows):
        found[f"melds.{row}"] = Cards(say("meld {n}", n=row + 1), say("meld {n}", n=row + 1), meld=True)
        found[f"concealed.{row}"] = Tick(say("meld {n} laid concealed", n=row + 1), say("laid concealed"))
    for value, ranks in variant.ranks_by_value.items():
        short = say("{value}: {cards}", value=value, cards=ranks_text(ranks))
        found[f"card_counts.{value}"] = Whole(say("melded, {cards}", cards=short), short)
    found["opened"] = Choice(
        say("melded anything?"),
        None,
        {"": say("as counted"), "yes": say("yes"), "no": say("no")},
    )
    found["hand_points"] = Whole(say("points in hand"), say("points in hand"))
    found["black_threes_in_hand"] = Whole(say("black threes in hand"), say("black threes"))
    found["red_threes_in_hand"] = Whole(say("red threes in hand"), say("red threes"))
    for hand in range(hands):
        number = say("hand {n}", n=hand + 1) if hands > 1 else say("hand")
        short = verbatim(players[hand]) if hand < len(players) and players[hand] else number
        found[f"hands.{hand}"] = Cards(say("cards in hand, {whose}", whose=short), short)
    for value, ranks in variant.ranks_by_value.items():
        short = say("{value}: {cards}", value=value, cards=ranks_text(ranks))
        found[f"hand_counts.{value}"] = Whole(say("in hand, {cards}", cards=short), short)
    taken_off = {"": say("no"), "yes": say("yes"), "minus": say("yes, and the rest is below 0")}
    found["hand_taken_off"] = Choice(say("cards in hand already subtracted"), None, taken_off)
    for key, extra in variant.extras.items():
        found[f"extras.{key}"] = Whole(Text(extra.label), Text(extra.one))
    found["result"] = Whole(say("result of the deal"), signed=True)
    found["adjustment.points"] = Whole(say("points by agreement"), say("points"), signed=True)
    found["adjustment.reason"] = Typed(say("reason of the agreement"), say("reason"))
    marked = say("also marked as out")
    found["beside"] = Choice(marked, marked, dict.fromkeys(("", "out", "concealed"), marked))
    return found


def offered_by(variant: Variant) -> set[str]:
    """The keys that belong to some variants only, and to this one."""
    found = {"canastas", "extras"}
    if variant.red_threes:
        found.add("red_threes")
    if variant.black_threes:
        found.add("black_threes")
    if variant.canastas.concealed:
        found |= {"concealed_canastas", "concealed"}
    if contradictions.may_take_off(variant):
        found.add("hand_taken_off")
    found |= {key for card, key in IN_HAND.items() if contradictions.stated_apart(variant, card)}
    return found
