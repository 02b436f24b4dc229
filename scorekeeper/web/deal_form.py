"""The deal form: every side of a deal on one page, drawn from the variant's data, and its two-way way to tallies.

The form asks whether a number is a whole number and whether what must be there is there; what cannot have happened
the core says. A field is named after the key of the tally it states ("canastas.natural", "hands.0"), behind the
number of its side: "side0-canastas.natural".
"""

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec
from flask import request
from wtforms import HiddenField
from wtforms.form import BaseForm

from scorekeeper.entries import Side
from scorekeeper.faults import Fault, listed_at
from scorekeeper.match import Match
from scorekeeper.rules import Variant
from scorekeeper.tally import Meld, Tally
from scorekeeper.web.deal_fields import (
    FIRST_ROWS,
    MOST_MELDS,
    NOTHING,
    SPARE_ROWS,
    Cards,
    Out,
    Typed,
    WentOut,
    Whole,
    Why,
    side_fields,
)
from scorekeeper.web.forms import StandingForm
from scorekeeper.words import Text, say


class Problem(NamedTuple):
    """A sentence for the list at the top: whose it is, about what, and the field it leads to."""

    side: str
    what: Text
    message: Text
    anchor: str


class SideForm(BaseForm):
    """The fields of one side, named after the keys of its tally."""

    def __init__(self, variant: Variant, number: int, side: Side, hands: int, rows: int) -> None:
        super().__init__(side_fields(variant, tuple(side.players), hands, rows), prefix=f"side{number}-")
        self.variant = variant
        self.name = side.name
        self.hands = hands
        self.rows = rows
        self.anchor = f"side{number}"
        self.errors_here: list[Text] = []
        self.doubts_here: list[Text] = []

    def __getitem__(self, key: str) -> Any:
        return self._fields[key]

    @property
    def fields(self) -> dict[str, Typed]:
        return self._fields  # type: ignore[return-value]

    def begin(self, prefix: str) -> dict[str, Typed]:
        """The fields whose key begins so, by the rest of their key."""
        return {key[len(prefix) :]: field for key, field in self.fields.items() if key.startswith(prefix)}

    def tally(self, out: Out | None, side: int) -> dict[str, Any]:
        """What is typed as the plain data of a tally. An empty field is not stated.

        The hand of the side that went out is empty where nothing else is said about it.
        """
        data = {**self._melded(), **self._held()}
        for key in ("red_threes", "black_threes"):
            self._state(data, key)
        if extras := self._counts("extras."):
            data["extras"] = extras
        if opened := self["opened"].text:
            data["opened"] = opened == "yes"
        self._state(data, "result")
        points, reason = self["adjustment.points"].number, self["adjustment.reason"].text
        if points is not None or reason:
            data["adjustment"] = {"points": points, "reason": reason}
        if any(key in data for key in ("result", "hand_taken_off", "melds", "hands")):
            for key in ("canastas", "extras"):  # a nought beside cards that are named says nothing, but twice
                kept = {name: number for name, number in data.pop(key, {}).items() if number}
                data |= {key: kept} if kept else {}
        if out is not None and out.side == side:
            self.go_out(data, out)
        return data

    def go_out(self, data: dict[str, Any], out: Out) -> None:
        """Adds to the data of a tally that the side went out so."""
        if out.special_hand is not None:
            data["special_hand"] = out.special_hand
            beside = self["beside"].text
            if beside:
                data["went_out"] = True
            if beside == "concealed":
                data["concealed"] = True
            return
        data["went_out"] = True
        if out.concealed:
            data["concealed"] = True
        if not any(key in data for key in ("hands", "hand_points", "hand_counts", "hand_taken_off", "result")):
            data["hand_points"] = 0

    def _melded(self) -> dict[str, Any]:
        data: dict[str, Any] = {}
        if any(field.filled for field in self.begin("melds.").values()):
            data["melds"] = [
                {"cards": meld.cards, "concealed": True} if self[f"concealed.{row}"].filled else meld.cards
                for row, meld in self._named().items()
            ]
        self._state(data, "card_points")
        taken_off = self["hand_taken_off"].text
        if taken_off:
            data["hand_taken_off"] = True
        if taken_off == "minus" and "card_points" in data:
            data["card_points"] = -abs(data["card_points"])
        if counts := self._counts("card_counts."):
            data["card_counts"] = counts
        if canastas := self._counts("canastas."):
            data["canastas"] = canastas
        self._state(data, "concealed_canastas")
        return data

    def _held(self) -> dict[str, Any]:
        data: dict[str, Any] = {}
        hands = [self[f"hands.{hand}"] for hand in range(self.hands)]
        if any(hand.filled for hand in hands):
            data["hands"] = [hand.cards for hand in hands]
        self._state(data, "hand_points")
        if counts := self._counts("hand_counts."):
            data["hand_counts"] = counts
        self._state(data, "black_threes_in_hand")
        self._state(data, "red_threes_in_hand")
        return data

    def _state(self, data: dict[str, Any], key: str) -> None:
        number = self[key].number
        if number is not None:
            data[key] = number

    def _counts(self, prefix: str) -> dict[str, int]:
        counts = {key: field.number for key, field in self.begin(prefix).items() if isinstance(field, Whole)}
        return {key: number for key, number in counts.items() if number is not None}

    def missing(self) -> None:
        """Marks what must be there beside what is there."""
        points, reason = self["adjustment.points"], self["adjustment.reason"]
        if reason.filled and not points.filled:
            points.errors = [*points.errors, say("how many points did the table agree on?")]
        for row in range(self.rows):
            meld, concealed = self[f"melds.{row}"], self[f"concealed.{row}"]
            if concealed.filled and (not meld.filled or meld.none):
                meld.errors = [*meld.errors, say("which cards were laid concealed?")]

    def spot(self, key: str) -> Typed | None:
        """The field that a fault with this key stands beside; None: the side as a whole."""
        fields = self.fields
        if key in ("card_points", "canastas") and not self["card_points"].filled:
            if any(field.filled for field in self.begin("melds.").values()):
                key = "melds"
            elif any(field.filled for field in self.begin("card_counts.").values()):
                key = "card_counts"
        if key == "hand_points" and not self["hand_points"].filled:
            if any(field.filled for field in self.begin("hands.").values()):
                key = "hands"
            elif any(field.filled for field in self.begin("hand_counts.").values()):
                key = "hand_counts"
        key, place = listed_at(key)
        if key == "melds" and place is not None:
            return list(self._named().values())[place]
        if key in ("melds", "hands"):
            return fields[f"{key}.{place or 0}"]
        if key == "adjustment":
            key = "adjustment.points"
        if key in fields:
            return fields[key]
        same = self.begin(f"{key}.").values()
        return next((field for field in same if field.filled), next(iter(same), None))

    def _named(self) -> dict[int, Cards]:
        """The melds that are named, by their row and in the order of the tally."""
        rows = {row: self[f"melds.{row}"] for row in range(self.rows)}
        return {row: meld for row, meld in rows.items() if meld.filled and not meld.none}


WHY = Fault(None, "reason", say("Why is this deal corrected? It is not the last one any more."))
"""Asked once: it may be left unanswered."""


class DealForm(StandingForm):
    """Entering and correcting: the same form.

    `tallies`: what to begin with, None for an empty form; `token`: whether it is to be sent by whoever it is drawn for;
    `asks_why`: is a reason to be given?
    """

    doubts_seen = HiddenField()
    went_out = WentOut()
    reason = Why(Text(""))
    saves = frozenset({"save"})
    """The values of "act" that ask for it to be written."""

    def __init__(
        self, match: Match, tallies: Sequence[Tally] | None = None, token: bool = True, asks_why: bool = False
    ) -> None:
        begin = outcome_of(tallies) if tallies is not None else None
        super().__init__(data={"went_out": begin}, meta={"csrf": token})
        self.match = match
        self.asks_why = asks_why
        self.variant = match.variant
        hands = match.opened.players // len(match.sides)
        self.went_out.answers = _answers(match)
        self.errors_of_all: list[Text] = []
        self.doubts_of_all: list[Text] = []
        posted = request.form if self.is_submitted() else None
        if (
            posted is not None and posted.get("act") in self.saves
        ):  # without a name it could not be told from its repetition
            self.op_id.data = posted.get("op_id", "")
        self.sides: list[SideForm] = []
        for number, side in enumerate(match.sides):
            # What is posted stands alone: an emptied box or a tick taken away must not come back from `tallies`.
            typed = as_typed(match.variant, tallies[number]) if tallies is not None and posted is None else {}
            rows = _rows("melds.", typed) if posted is None else _rows(f"side{number}-melds.", posted)
            form = SideForm(match.variant, number, side, hands, rows)
            form.process(posted, data=typed)
            self.sides.append(form)

    @property
    def saving(self) -> bool:
        """Was it sent to be written?"""
        return self.is_submitted() and request.form.get("act") in self.saves

    def validate(self, extra_validators: Any = None) -> bool:
        """Is every number a whole number, and there what must be there?"""
        sound = bool(super().validate(extra_validators))
        for number, side in enumerate(self.sides):
            side.validate()
            side.missing()
            if MOST_MELDS in _filled_rows(f"side{number}-melds.", request.form):
                side["melds.0"].errors = [say("at most {most} melds", most=MOST_MELDS)]
        return sound and not any(field.errors for side in self.sides for field in side.fields.values())

    def tallies(self) -> list[dict[str, Any]]:
        """What is typed, a tally for each side. Only after `validate`."""
        return [side.tally(self.went_out.answer, number) for number, side in enumerate(self.sides)]

    @property
    def why(self) -> dict[str, str]:
        """The reason, where one is given: for the body of a correction."""
        return {"reason": self.reason.text} if self.reason.filled else {}

    def own_doubts(self) -> list[Fault]:
        """What the form itself doubts: an unanswered question about going out, or why."""
        doubts = [WHY] if self.asks_why and not self.reason.filled else []
        if self.went_out.answer is None and not all(side["result"].filled for side in self.sides):
            doubts.append(Fault(None, "went_out", say("nothing is chosen here: did nobody go out?")))
        return doubts

    def place(self, faults: Iterable[Fault], doubted: bool = False) -> None:
        """Puts every fault beside its field."""
        for fault in faults:
            side = self.sides[fault.side] if fault.side is not None else None
            spot: Typed | WentOut | None = self.reason if fault == WHY else None
            if fault.key in ("went_out", "concealed", "special_hand"):
                spot = self.went_out
            elif side is not None and fault.key:
                spot = side.spot(fault.key)
            message = fault.message
            if side is not None and spot is self.went_out:
                message = say("{side}: {message}", side=side.name, message=message)
            if spot is not None:
                _add(spot, message, doubted)
            elif side is not None:
                (side.doubts_here if doubted else side.errors_here).append(message)
            else:
                (self.doubts_of_all if doubted else self.errors_of_all).append(message)

    def unplace(self) -> None:
        """Takes away what `place` put."""
        self.errors_of_all, self.doubts_of_all = [], []
        self.went_out.doubts, self.went_out.errors = [], []
        self.reason.doubts, self.reason.errors = [], []
        for side in self.sides:
            side.errors_here, side.doubts_here = [], []
            for field in side.fields.values():
                field.doubts, field.errors = [], []

    def problems(self) -> list[Problem]:
        """All errors, in the order of the page."""
        return list(self._said("errors"))

    def doubted(self) -> list[Problem]:
        """All doubts, in the order of the page."""
        return list(self._said("doubts"))

    def _said(self, what: str) -> Iterator[Problem]:
        def all_of(whose: str, fields: Iterable[Any]) -> Iterator[Problem]:
            for field in fields:
                for message in getattr(field, what):
                    text = message if isinstance(message, Text) else Text(str(message))
                    yield Problem(whose, field.full, text, field.id)

        for message in getattr(self, f"{what}_of_all"):
            yield Problem("", Text(""), message, "")
        yield from all_of("", [self.reason, self.went_out])
        for side in self.sides:
            for message in getattr(side, f"{what}_here"):
                yield Problem(side.name, Text(""), message, side.anchor)
            yield from all_of(side.name, side.fields.values())


def asked_why_already(seen: str, doubts: Iterable[Fault]) -> bool:
    """Has the form shown these doubts, and the question why with them, which may be answered by now?"""
    return seen == doubts_digest([WHY, *doubts])


def doubts_digest(doubts: Iterable[Fault]) -> str:
    """A name for these doubts: the same for the same doubts in the same places."""
    said = [[doubt.where, doubt.key, msgspec.to_builtins(doubt.message)] for doubt in doubts]
    return hashlib.sha256(msgspec.json.encode(sorted(said, key=repr), order="deterministic")).hexdigest()


def _add(spot: "Typed | WentOut", message: Text, doubted: bool) -> None:
    if doubted:
        spot.doubts.append(message)
    else:
        spot.errors = [*spot.errors, message]  # type: ignore[list-item]


def _filled_rows(prefix: str, typed: Mapping[str, str]) -> list[int]:
    """The numbers of the rows for melds that hold something; one beyond all rows stands for any such."""
    rows = [key.removeprefix(prefix) for key, text in typed.items() if key.startswith(prefix) and text.strip()]
    return [min(int(row[:9]), MOST_MELDS) for row in rows if row.isascii() and row.isdecimal()]


def _rows(prefix: str, typed: Mapping[str, str]) -> int:
    """How many rows for melds: those filled, and some to spare."""
    used = max((row + 1 for row in _filled_rows(prefix, typed) if row < MOST_MELDS), default=0)
    return max(FIRST_ROWS, used + SPARE_ROWS)


def _answers(match: Match) -> dict[str, Out]:
    """Every answer to "who went out?", by the value it is posted as."""
    found = {"nobody": Out(None)}
    for side in range(len(match.sides)):
        found[f"{side}"] = Out(side)
        if match.variant.going_out.concealed is not None:
            found[f"{side}.concealed"] = Out(side, concealed=True)
        for key in match.variant.special_hands:
            found[f"{side}.special.{key}"] = Out(side, special_hand=key)
    return found


def outcome_of(tallies: Sequence[Tally]) -> str:
    """The answer that these tallies give."""
    for side, tally in enumerate(tallies):
        if tally.special_hand is not None:
            return f"{side}.special.{tally.special_hand}"
        if tally.went_out:
            return f"{side}.concealed" if tally.concealed else f"{side}"
    return "nobody"


def as_typed(variant: Variant, tally: Tally) -> dict[str, str]:
    """What somebody would type into the fields of a side to state this tally."""
    typed: dict[str, str] = {}
    for row, meld in enumerate(tally.melds or ()):
        typed[f"melds.{row}"] = meld if isinstance(meld, str) else meld.cards
        if isinstance(meld, Meld) and meld.concealed:
            typed[f"concealed.{row}"] = "yes"
    if tally.melds == []:
        typed["melds.0"] = NOTHING
    for hand, text in enumerate(tally.hands or ()):
        typed[f"hands.{hand}"] = text.strip() or NOTHING
    for key in ("card_points", "hand_points", "result"):
        if (number := getattr(tally, key)) is not None:
            typed[key] = _write(number)
    for key in ("red_threes", "black_threes", "concealed_canastas", "black_threes_in_hand", "red_threes_in_hand"):
        if number := getattr(tally, key):
            typed[key] = _write(number)
    for key in ("card_counts", "hand_counts"):
        counts = getattr(tally, key)
        if counts is not None:
            counts = counts or {min(variant.card_values.values()): 0}
            typed |= {f"{key}.{value}": _write(number) for value, number in counts.items()}
    for key in ("canastas", "extras"):
        typed |= {f"{key}.{name}": _write(number) for name, number in getattr(tally, key).items()}
    if tally.opened is not None:
        typed["opened"] = "yes" if tally.opened else "no"
    if tally.hand_taken_off:
        typed["hand_taken_off"] = "yes"
    if tally.adjustment is not None:
        typed["adjustment.points"] = _write(tally.adjustment.points)
        typed["adjustment.reason"] = tally.adjustment.reason
    if tally.went_out and tally.hand_points == 0:
        del typed["hand_points"]  # said by going out: should another side have gone out, nothing is said of this hand
    if tally.special_hand is not None and tally.went_out:
        typed["beside"] = "concealed" if tally.concealed else "out"
    return typed


def _write(number: int) -> str:
    return str(number).replace("-", "\N{MINUS SIGN}")
