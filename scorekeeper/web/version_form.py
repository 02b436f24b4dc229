"""Another version of a deal: the cards counted again, or the deal as somebody else remembers it."""

import hashlib
from typing import Any

import msgspec
from wtforms import HiddenField

from scorekeeper import rivals, versions
from scorekeeper.faults import Fault
from scorekeeper.match import Deal, Match
from scorekeeper.web.deal_fields import Out
from scorekeeper.web.deal_form import DealForm, SideForm, outcome_of
from scorekeeper.web.words import tr
from scorekeeper.words import say

COUNTED_AGAIN = say("counted again")
"""Why the first version is corrected or contested, where nobody needs to be asked."""


HALF = {
    "melds": say(
        "the cards in hand were already subtracted when this was entered: type the melds too, – where there is none"
    ),
    "hands": say(
        "the cards in hand were already subtracted when this was entered: type what was in each hand too,"
        " – for an empty one"
    ),
}
"""What is said beside the half of a side that was not counted, where the hands were taken off the melds."""


class VersionForm(DealForm):
    """The deal form for a deal that is entered already.

    `again`: it begins empty, and what is left empty is as it was entered; else it holds what was entered.
    """

    saves = frozenset({"correct", "contest"})
    compared = HiddenField()

    def __init__(self, match: Match, deal: Deal, again: bool) -> None:
        self.again = again
        self.first = deal.scored.tallies
        super().__init__(match, None if again else self.first)

    @property
    def saving(self) -> bool:
        """Was it sent to be written, and as it was when both versions were shown?"""
        return super().saving and self.compared.data == self.said()

    @property
    def taken_off(self) -> list[int]:
        """The sides whose hands were taken off their melds, where these are counted again."""
        return [n for n, tally in enumerate(self.first) if self.again and tally.hand_taken_off]

    def validate(self, extra_validators: Any = None) -> bool:
        """Is every number a whole number, and a side counted whole of which no half can be counted by itself?"""
        sound = super().validate(extra_validators)
        return sound and not [n for n in self.taken_off if self._half_counted(n)]

    def _half_counted(self, number: int) -> bool:
        side, out = self.sides[number], self._out.side == number
        half = versions.half_counted(self.variant, self.first[number], side.tally(None, number), side.hands - out)
        if half is not None:
            self.place([Fault(number, half, HALF[half])])
        return half is not None

    def said(self) -> str:
        """A name for what the form says: another where it says something else. Only after `validate`."""
        return hashlib.sha256(msgspec.json.encode(self.tallies(), order="deterministic")).hexdigest()

    def tallies(self) -> list[dict[str, Any]]:
        if not self.again:
            return super().tallies()
        return [self._again(side, number, self._out) for number, side in enumerate(self.sides)]

    @property
    def _out(self) -> Out:
        return self.went_out.answer or self.went_out.answers[outcome_of(self.first)]

    def _again(self, side: SideForm, number: int, out: Out) -> dict[str, Any]:
        data = dict(versions.counted_again(self.variant, self.first[number], side.tally(None, number)))
        if out.side == number:
            side.go_out(data, out)
        return data

    @property
    def why(self) -> dict[str, str]:
        return {"reason": tr(COUNTED_AGAIN)} if self.again else super().why

    @property
    def uncounted(self) -> list[int]:
        """The sides of which nothing was counted again."""
        return [n for n, side in enumerate(self.sides) if self.again and rivals.says_nothing(side.tally(None, n))]

    def own_doubts(self) -> list[Fault]:
        return [] if self.again else super().own_doubts()
