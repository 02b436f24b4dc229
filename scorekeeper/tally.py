"""What one side shows when a deal ends, cards named or counted, and the facts drawn from it.

A `Tally` is what was written down. `shown` turns it into a `Shown`, in which named cards are counted and every
default is filled in: both forms of one deal give the same `Shown`, so scoring knows only that.
"""

import functools
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from scorekeeper import cards
from scorekeeper.card_words import names_several
from scorekeeper.cards import Cards
from scorekeeper.faults import Refused, nth, refusal
from scorekeeper.melds import Laid, laid
from scorekeeper.rules import Variant
from scorekeeper.words import say

IN_HAND = {"B3": "black_threes_in_hand", "R3": "red_threes_in_hand"}
"""The key under which a three in a counted hand is stated by the piece."""


class Meld(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Cards named, and whether they were laid complete from the hand."""

    cards: str
    concealed: bool = False


class Adjustment(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Points by agreement of the table, and why."""

    points: int
    reason: str


class Tally(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What the scorer counted for one side in one deal. What is absent is nothing.

    Points are whole points; counts are counts of cards, canastas or hands; cards are texts as `cards.read` takes them.
    """

    melds: list[str | Meld] | None = None
    card_points: int | None = None
    card_counts: dict[int, int] | None = None
    canastas: dict[str, int] = {}
    concealed_canastas: int = 0
    opened: bool | None = None
    red_threes: int = 0
    black_threes: int = 0
    hands: list[str] | None = None
    hand_points: int | None = None
    hand_counts: dict[int, int] | None = None
    black_threes_in_hand: int = 0
    red_threes_in_hand: int = 0
    hand_taken_off: bool = False
    extras: dict[str, int] = {}
    went_out: bool = False
    concealed: bool = False
    special_hand: str | None = None
    result: int | None = None
    adjustment: Adjustment | None = None

    @property
    def melds_key(self) -> str:
        """The key that holds what the side melded."""
        if self.melds is not None:
            return "melds"
        return "card_points" if self.card_counts is None else "card_counts"

    @property
    def hand_key(self) -> str:
        """The key that holds what is left in hand."""
        if self.hands is not None:
            return "hands"
        return "hand_points" if self.hand_counts is None else "hand_counts"

    @property
    def counted_melds(self) -> int | None:
        """The points of counted melds; None where none are stated."""
        return self.card_points if self.card_counts is None else _points(self.card_counts)

    @property
    def counted_hand(self) -> int | None:
        """The points of counted hands; None where none are stated."""
        return self.hand_points if self.hand_counts is None else _points(self.hand_counts)

    @property
    def data(self) -> dict[str, Any]:
        """The tally as plain data, what is nothing left out."""
        data = msgspec.to_builtins(self, str_keys=True)
        assert isinstance(data, dict)
        return data


class Shown(msgspec.Struct):
    """What a side shows, all of it counted. `card_points` are those that score; `laid` and `held` where named."""

    opened: bool = False
    card_points: int = 0
    canastas: dict[str, int] = {}
    concealed_canastas: int = 0
    red_threes: int = 0
    black_threes: int = 0
    hand_points: int = 0
    apart: Cards = {}
    extras: dict[str, int] = {}
    went_out: bool = False
    concealed: bool = False
    special_hand: str | None = None
    result: int | None = None
    adjustment: Adjustment | None = None
    melds_stated: bool = False
    hand_stated: bool = False
    hand_taken_off: bool = False
    laid: list[Laid] | None = None
    held: list[Cards] | None = None
    counts: Mapping[int, int] | None = None
    hand_counts: Mapping[int, int] | None = None

    @property
    def canasta_count(self) -> int:
        """Canastas of every kind."""
        return sum(self.canastas.values())

    @property
    def out(self) -> bool:
        """Did the side end the deal?"""
        return self.went_out or self.special_hand is not None


def _points(counts: Mapping[int, int]) -> int:
    """{50: 3, 20: 5} -> 250 points."""
    return sum(value * n for value, n in counts.items())


def read(data: object) -> Tally:
    """A tally from plain data. Raises `Refused` with the key."""
    try:
        return msgspec.convert(data, Tally, str_keys=True)
    except msgspec.ValidationError as error:
        refused = refusal(error)
        raise Refused(refused.key.replace("[...]", ""), refused.message) from None
    except UnicodeEncodeError:
        raise Refused("", say("a text holds half a character")) from None


_read_hand = functools.lru_cache(maxsize=20_000)(cards.read)


def shown(variant: Variant, tally: Tally) -> Shown:
    """What the tally shows under the variant.

    A tally that says a thing twice must have been refused before (`contradictions.check`). Raises `Refused` where a
    text is no cards.
    """
    if tally.special_hand is not None:
        return Shown(special_hand=tally.special_hand, adjustment=tally.adjustment)
    if tally.result is not None:
        return Shown(
            result=tally.result,
            went_out=tally.went_out,
            concealed=tally.concealed,
            adjustment=tally.adjustment,
        )
    found = Shown(
        red_threes=tally.red_threes,
        black_threes=tally.black_threes,
        went_out=tally.went_out,
        concealed=tally.concealed,
        adjustment=tally.adjustment,
        hand_taken_off=tally.hand_taken_off,
        extras={key: n for key, n in tally.extras.items() if n} if tally.extras else {},
    )
    if tally.melds is not None:
        _lay(variant, tally.melds, found)
    else:
        _count_melds(tally, found)
    if tally.hands is not None:
        _hold(variant, tally.hands, found)
    else:
        _count_hands(tally, found)
    if tally.opened is None:
        melded = found.card_points > 0 if found.laid is None else bool(found.laid)
        found.opened = melded or bool(found.canastas) or has_incomplete(variant, tally)
    else:
        found.opened = tally.opened
    return found


def _no_card(key: str, error: cards.UnreadableCards) -> Refused:
    if not error.word.partition("*")[0].strip("3"):
        return Refused(key, say("3: write B3 for a black three, R3 for a red three"))
    if names_several(error.word):
        return Refused(key, say("{word}: how many? Write Q*7 for seven queens", word=error.word))
    return Refused(key, say("{word} is no card: write Q*7 for seven queens, JK for a joker", word=error.word))


def lay(variant: Variant, melds: Iterable[str]) -> list[Laid]:
    """The melds of these texts. Raises `Refused` where one is no cards."""
    found = []
    for place, text in enumerate(melds):
        try:
            found.append(laid(variant, text))
        except cards.UnreadableCards as error:
            raise _no_card(nth("melds", place), error) from None
    return found


def _lay(variant: Variant, stated: list[str | Meld], found: Shown) -> None:
    """Counts named melds."""
    found.melds_stated = True
    canastas: dict[str, int] = {}
    found.laid = lay(variant, (meld if isinstance(meld, str) else meld.cards for meld in stated))
    for meld, one in zip(stated, found.laid, strict=True):
        if one.kind is None:
            found.card_points += one.points
            if one.extra:
                found.extras[one.extra] = found.extras.get(one.extra, 0) + 1
            continue
        canastas[one.kind] = canastas.get(one.kind, 0) + 1
        if variant.canastas.kinds[one.kind].card_values:
            found.card_points += one.points
        if variant.canastas.concealed and isinstance(meld, Meld) and meld.concealed:
            found.concealed_canastas += 1
    found.canastas = canastas


def _count_melds(tally: Tally, found: Shown) -> None:
    """Takes over counted melds."""
    points = tally.counted_melds
    if points is not None:
        found.card_points, found.counts, found.melds_stated = points, tally.card_counts, True
    if tally.canastas:
        found.canastas = {kind: n for kind, n in tally.canastas.items() if n}
    found.concealed_canastas = tally.concealed_canastas


def _hold(variant: Variant, hands: list[str], found: Shown) -> None:
    """Counts named hands."""
    found.hand_stated = True
    held = []
    values = variant.card_values
    apart: Cards = {}
    charged = variant.charged_apart
    for place, text in enumerate(hands):
        try:
            hand = _read_hand(text)
        except cards.UnreadableCards as error:
            raise _no_card(nth("hands", place), error) from None
        held.append(hand)
        for rank, n in hand.items():
            if rank in charged:
                apart[rank] = apart.get(rank, 0) + n
            else:
                found.hand_points += values.get(rank, 0) * n
        for key, extra in variant.extras.items():
            if extra.on == "held" and sum(hand.get(rank, 0) for rank in extra.ranks) >= extra.at_least:
                found.extras[key] = found.extras.get(key, 0) + 1
    found.held = held
    found.apart = apart


def _count_hands(tally: Tally, found: Shown) -> None:
    """Takes over counted hands."""
    points = tally.counted_hand
    if points is not None:
        found.hand_points, found.hand_counts, found.hand_stated = points, tally.hand_counts, True
    if tally.black_threes_in_hand or tally.red_threes_in_hand:
        found.apart = {card: getattr(tally, key) for card, key in IN_HAND.items()}
        found.hand_stated = True


def has_incomplete(variant: Variant, tally: Tally) -> bool:
    """Does the tally count a meld that was left incomplete?"""
    return any(n and variant.extras[key].on == "incomplete_meld" for key, n in tally.extras.items())
