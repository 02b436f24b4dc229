"""How strong people and partnerships are, by their results against each other: Elo's rating, in hundredths of a point.

Everybody begins at 1,500. Before a match each side is expected to beat another with 1 / (1 + 10^(d / 400)), d the
rating of the other less its own, the rating of a side being the mean of its players'. After it every player's rating
moves by K times what the side got (1 for more points than the other, ½ for as many) less what was expected, the mean
over all other sides. K is 32 in a player's first 20 matches and 16 from then on.
"""

from collections.abc import Sequence
from typing import NamedTuple

BEGIN = 150_000
NEW = 20
"""So many matches a rating moves quickly for."""
K_NEW, K_KNOWN = 3_200, 1_600


class Rating(NamedTuple):
    """`rating` in hundredths of a point, after so many rated `matches`."""

    rating: int = BEGIN
    matches: int = 0


def after(sides: Sequence[Sequence[Rating]], totals: Sequence[int]) -> list[list[Rating]]:
    """The ratings of all players after a match with these totals, as they sat."""
    strengths = [sum(player.rating for player in side) / len(side) for side in sides]
    moved = []
    for one, players in enumerate(sides):
        others = [other for other in range(len(sides)) if other != one]
        more = sum(_got(totals[one], totals[other]) - _expected(strengths[one], strengths[other]) for other in others)
        moved.append([_moved(player, more / len(others)) for player in players])
    return moved


def _expected(own: float, other: float) -> float:
    return float(1 / (1 + 10 ** ((other - own) / 40_000)))


def _got(own: int, other: int) -> float:
    return 0.5 if own == other else float(own > other)


def _moved(player: Rating, more: float) -> Rating:
    k = K_NEW if player.matches < NEW else K_KNOWN
    return Rating(round(player.rating + k * more), player.matches + 1)
