"""Two phones enter the same deal: what each has said, whether it fits together, and what is left to a person.

A deal is typed upon the last entry that its phone has seen. Entries written meanwhile that are not about the same deal
do not matter to it. Where another phone has entered the same deal, either both say the same, or each has counted what
the other has not (its own side, say), and the two make one deal; or they differ, and nobody but the table can tell.
"""

from collections.abc import Container, Iterable, Mapping, Sequence, Set
from typing import Any

import msgspec

from scorekeeper.entries import Entry
from scorekeeper.match import Deal, Match
from scorekeeper.tally import Tally

Data = Mapping[str, Any]
"""The plain data of a tally, as in an entry's body."""
COUNT = {"scored", "struck_out"}
"""What of a deal a correction is about. A version kept beside it leaves it as it is."""
VERSIONS = COUNT | {"contest"}
"""What of a deal another version of it is about."""


def of_new(match: Match, since: Iterable[Entry]) -> list[Deal]:
    """The standing deals that were entered by these entries, oldest first: what a new deal might be once more."""
    entered = {entry.number for entry in since if entry.kind == "entered"}
    return [deal for deal in match.standing if deal.id in entered]


def seen_up_to(entries: Iterable[Entry], base: int, own: Container[int]) -> int:
    """Up to which entry a phone has seen a match that wrote upon `base`, and knows of its `own` deals: before the first
    deal that another has entered since. With that one its next deal is still to be compared."""
    last = base
    for entry in entries:
        if entry.number > base and entry.kind == "entered" and entry.number not in own:
            break
        last = max(last, entry.number)
    return last


def of_correction(match: Match, since: Iterable[Entry], deal_id: int, about: Set[str] = COUNT) -> list[Deal]:
    """The deal of a correction as it stands, if one of these entries changed it. `about`: what of it matters, as in
    `Match.touched`."""
    others = {entry.number for entry in since if match.touched(entry.number) & about}
    return [deal for deal in match.standing if deal.id == deal_id and others.intersection(deal.entries)]


def merged(theirs: Deal, mine: Sequence[Tally]) -> list[Data] | None:
    """The deal that two phones have counted together: of each side what the one says that says more; None where they
    say different things of one side."""
    found: list[Data] = []
    for one, other in zip(data_of(theirs.scored.tallies), data_of(mine), strict=True):
        if _within(one, other):
            found.append(other)
        elif _within(other, one):
            found.append(one)
        else:
            return None
    return found


def half_counted(match: Match) -> list[tuple[Deal, list[int]]]:
    """The standing deals of which another phone is to count a side, oldest first, and their uncounted sides."""
    return [(deal, sides) for deal in match.standing if (sides := uncounted(deal))]


def uncounted(deal: Deal) -> list[int]:
    """The sides of which nothing is said but, maybe, that they went out: another phone is to count them."""
    return [side for side, said in enumerate(data_of(deal.scored.tallies)) if says_nothing(said)]


def says_nothing(tally: Data) -> bool:
    """Does it say no more than that its side went out?"""
    return _said(tally).keys() <= {"went_out", "concealed"}


def data_of(tallies: Iterable[Tally]) -> list[Data]:
    """The same deal said in the same words, whatever was left out or said to be nothing."""
    return [tally.data for tally in tallies]


def alike(tallies: Iterable[Tally], others: Iterable[Tally]) -> bool:
    """Do they say the same of the deal? A canasta or an extra of which there are none may be told or not."""
    return [_told(one) for one in tallies] == [_told(one) for one in others]


def _told(tally: Tally) -> Data:
    canastas, extras = ({key: n for key, n in counts.items() if n} for counts in (tally.canastas, tally.extras))
    return msgspec.structs.replace(tally, canastas=canastas, extras=extras).data


def _within(less: Data, more: Data) -> bool:
    """Does the second say all that the first says?"""
    return all(key in more and more[key] == value for key, value in _said(less).items())


def _said(tally: Data) -> dict[str, Any]:
    """Without the empty hand that follows from going out."""
    implied = "hand_points" if tally.get("went_out") and tally.get("hand_points") == 0 else None
    return {key: value for key, value in tally.items() if key != implied}
