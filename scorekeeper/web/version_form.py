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

    def said(self) -> str:
        """A name for what the form says: another where it says something else. Only after `validate`."""
        return hashlib.sha256(msgspec.json.encode(self.tallies(), order="deterministic")).hexdigest()

    def tallies(self) -> list[dict[str, Any]]:
        if not self.again:
            return super().tallies()
        out = self.went_out.answer or self.went_out.answers[outcome_of(self.first)]
        return [self._again(side, number, out) for number, side in enumerate(self.sides)]

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
