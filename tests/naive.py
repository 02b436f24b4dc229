"""Every statistic of a household, computed in the plainest way: by loops over its sheets, each scored anew.

It is what the words of the statistics mean, in code, and what quicker ways are checked against. Whoever asks is the
subject: a person, a partnership or the whole household. A match is seen from the side on which the subject sits; the
household sits on every side, so what is said of a side's tallies, scores and wins is said of all sides together, while
matches and deals count once. Points are points.
"""

import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from scorekeeper import match, sheet, variants
from scorekeeper.rules import Variant
from scorekeeper.scoring import Line
from scorekeeper.tally import Shown

Subject = tuple[int, ...]
"""(12,) is a person, (12, 15) a partnership, () the household."""

HOUSEHOLD: Subject = ()

BEGIN = 1500.0
LEARNING = 20  # rated matches
K_LEARNING = 32
K_AFTER = 16

OF_SCORING = ("variant", "players", "sides", "before", "rules")


class Played(NamedTuple):
    """A match of the book: its sheet, in which no deal is struck out, and the id of each of these deals."""

    id: int
    document: Mapping[str, Any]
    deals: list[int]


@dataclass(frozen=True)
class Deal:
    """A deal, all but `id` and `dealer` (a seat) said of each side; `minimums`: what each had to reach to open it."""

    id: int
    dealer: int
    before: list[int]
    totals: list[int]
    scores: list[int]
    minimums: list[int | None]
    shown: list[Shown]
    lines: list[list[Line]]

    def won_by(self, side: int) -> bool:
        """Is this side's score above that of every other?"""
        return all(self.scores[side] > score for other, score in enumerate(self.scores) if other != side)

    def counted(self, side: int) -> bool:
        """Did this side say what it showed, and not only what it made of it?"""
        return self.shown[side].result is None and self.shown[side].special_hand is None

    def left(self, side: int) -> int:
        """The points that the cards left in this side's hands cost it."""
        return -sum(
            line.points for line in self.lines[side] if line.key == "hand_points" or line.key.startswith("hands.")
        )


@dataclass(frozen=True)
class Told:
    """A match as its sheet tells it. `seats`: who sits on each side, in seating order, None where nobody is named."""

    id: int
    played_on: str
    variant: str
    seats: list[list[int | None]]
    before: list[int]
    deals: list[Deal]
    totals: list[int]
    finished: bool
    winner: int | None

    @property
    def sides(self) -> range:
        return range(len(self.seats))

    @property
    def month(self) -> str:
        return self.played_on[:7]

    def people(self, side: int) -> Subject:
        """The people of a side who are named."""
        return tuple(sorted({person for person in self.seats[side] if person is not None}))

    def dealt_by(self, deal: Deal) -> tuple[int, int | None]:
        """The side that dealt, and who of it."""
        side, place = deal.dealer % len(self.seats), deal.dealer // len(self.seats)
        return side, self.seats[side][place]

    def all_named(self) -> bool:
        return all(person is not None for side in self.seats for person in side)


def folded(name: str) -> str:
    """A name as names are compared."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def told(played: Iterable[Played], who: Mapping[str, int]) -> list[Told]:
    """The matches by day, those of one day by their ids. `who`: the person to whom each folded spelling leads."""
    found = [_told(one, who) for one in played]
    return sorted(found, key=lambda one: (one.played_on, one.id))


def _told(played: Played, who: Mapping[str, int]) -> Told:
    document = played.document
    tallies = [{"tallies": deal["tallies"]} for deal in document["deals"]]
    plain = {key: document[key] for key in OF_SCORING if key in document} | {"deals": tallies}
    scored = sheet.score_under(variants.load(document["variant"]), plain)
    players, sides = scored.opened.players, len(document["sides"])
    deals = []
    totals = scored.opened.before
    for number, (deal_id, deal) in enumerate(zip(played.deals, scored.deals, strict=True)):
        scores = [sum(line.points for line in lines) for lines in deal.scored.lines]
        deals.append(
            Deal(
                id=deal_id,
                dealer=(document.get("dealer", 0) + number) % players,
                before=totals,
                totals=[total + score for total, score in zip(totals, scores, strict=True)],
                scores=scores,
                minimums=[scored.variant.opening_minimum(total) for total in totals],
                shown=deal.scored.shown,
                lines=deal.scored.lines,
            )
        )
        totals = deals[-1].totals
    finished, winner = _ending(scored.variant, totals, len(deals), document.get("ended", False))
    names = document.get("names", [[]] * sides)
    return Told(
        id=played.id,
        played_on=document["played_on"],
        variant=document["variant"],
        seats=[[_person(side, place, who) for place in range(players // sides)] for side in names],
        before=scored.opened.before,
        deals=deals,
        totals=totals,
        finished=finished,
        winner=winner,
    )


def _person(side: list[str], place: int, who: Mapping[str, int]) -> int | None:
    name = folded(side[place]) if place < len(side) else ""
    return who[name] if name else None


def _ending(variant: Variant, totals: list[int], deals: int, ended: bool) -> tuple[bool, int | None]:
    """Is the match over, and who won it? One that the table ended early is won by whoever is ahead."""
    over, winner = match.is_over(variant, totals) if deals else (False, None)
    if over or not ended:
        return over, winner
    best = max(totals)
    return True, totals.index(best) if totals.count(best) == 1 else None


def sits(subject: Subject, people: Subject) -> bool:
    """Does the subject play on a side of these people?"""
    if subject == HOUSEHOLD:
        return True
    return subject[0] in people if len(subject) == 1 else subject == people


def chosen(
    matches: Iterable[Told], variant: str | None = None, since: str | None = None, until: str | None = None
) -> list[Told]:
    """The matches of one game; from one month to another, both included: "2026-11"."""
    return [
        one
        for one in matches
        if (variant is None or one.variant == variant)
        and (since is None or one.month >= since)
        and (until is None or one.month <= until)
    ]


def seen(matches: Iterable[Told], subject: Subject, against: Subject = HOUSEHOLD) -> Iterator[tuple[Told, list[int]]]:
    """The matches of the subject, and the sides that are its own: one, for the household each.

    `against`: only where they sit on another side.
    """
    for one in matches:
        ours = [
            side
            for side in one.sides
            if sits(subject, one.people(side))
            and any(sits(against, one.people(other)) for other in one.sides if other != side)
        ]
        if ours:
            yield one, ours


def facts(matches: list[Told], subject: Subject, against: Subject = HOUSEHOLD) -> dict[str, Any]:
    """Everything that is said of the subject. What has happened in no match is None, or 0, or an empty table."""
    ours = list(seen(matches, subject, against))
    found = {
        **_of_matches(ours),
        **_of_deals(ours),
        **_of_tallies(ours),
        **_of_dealing(ours, subject),
        "streak": _streak(ours),
        "partners": _partners(ours, subject) if len(subject) == 1 else {},
        "opponents": _opponents(ours) if subject != HOUSEHOLD else {},
    }
    if subject == HOUSEHOLD:
        everybody = {person for one, _ in ours for side in one.sides for person in one.people(side)}
        found["streak"] = max((_streak(list(seen(matches, (person,)))) for person in everybody), default=0)
    return found


Seen = list[tuple[Told, list[int]]]


def _of_matches(ours: Seen) -> dict[str, Any]:
    matches = won = shared = 0
    highest, comeback, closest, widest, lengths = [], [], [], [], []
    for one, sides in ours:
        if not one.finished:
            continue
        matches += 1
        if one.winner is None:
            shared += 1
        else:
            best, second, *_ = sorted(one.totals, reverse=True)
            closest.append((best - second, one.id))
            if one.winner in sides:
                won += 1
                widest.append((best - second, one.id))
                comeback.append((_most_behind(one, one.winner), one.id))
        for side in sides:
            highest.append((one.totals[side], one.id))
        if one.deals:
            lengths.append((len(one.deals), one.id))
    return {
        "matches": matches,
        "won": won,
        "shared": shared,
        "lost": matches - won - shared,
        "highest": _largest(highest),
        "comeback": _largest([(points, number) for points, number in comeback if points > 0]),
        "closest": _smallest(closest),
        "widest": _largest(widest),
        "longest": _largest(lengths),
        "shortest": _smallest(lengths),
    }


def _most_behind(one: Told, side: int) -> int:
    """By how many points a side was behind the best other one, at the start or after any deal, when it was most."""
    standings = [one.before, *(deal.totals for deal in one.deals)]
    return max(
        total - standing[side] for standing in standings for other, total in enumerate(standing) if other != side
    )


def _largest(found: list[tuple[int, ...]]) -> tuple[int, ...] | None:
    """The one that begins with the largest number; among those the one that ends with the lowest id."""
    return min(found, key=lambda one: (-one[0], one[-1]), default=None)


def _smallest(found: list[tuple[int, ...]]) -> tuple[int, ...] | None:
    return min(found, key=lambda one: (one[0], one[-1]), default=None)


def _of_deals(ours: Seen) -> dict[str, Any]:
    deals = points = deals_won = out = concealed = 0
    scores = []
    for one, sides in ours:
        for deal in one.deals:
            deals += 1
            for side in sides:
                points += deal.scores[side]
                scores.append((deal.scores[side], one.id, deal.id))
                deals_won += deal.won_by(side)
                out += deal.shown[side].out
                concealed += deal.shown[side].out and deal.shown[side].concealed
    return {
        "deals": deals,
        "points": points,
        "best_deal": _largest(scores),
        "worst_deal": _smallest(scores),
        "deals_won": deals_won,
        "out": out,
        "concealed": concealed,
    }


def _counted(ours: Seen) -> Iterator[tuple[Deal, int]]:
    """The deals in which a side of ours said what it showed, with that side."""
    for one, sides in ours:
        for deal in one.deals:
            for side in sides:
                if deal.counted(side):
                    yield deal, side


def _of_tallies(ours: Seen) -> dict[str, Any]:
    counted = concealed_canastas = red_threes = unopened = left_deals = left = 0
    canastas: Counter[str] = Counter()
    faced: Counter[int] = Counter()
    opened: Counter[int] = Counter()
    for deal, side in _counted(ours):
        shown = deal.shown[side]
        counted += 1
        canastas.update(shown.canastas)
        concealed_canastas += shown.concealed_canastas
        red_threes += shown.red_threes
        unopened += not shown.opened
        if shown.hand_stated:
            left_deals += 1
            left += deal.left(side)
        minimum = deal.minimums[side]
        if minimum is not None:
            faced[minimum] += 1
            opened[minimum] += shown.opened
    return {
        "counted": counted,
        "canastas": {kind: count for kind, count in canastas.items() if count},
        "concealed_canastas": concealed_canastas,
        "red_threes": red_threes,
        "unopened": unopened,
        "left_deals": left_deals,
        "left": left,
        "minimums": {minimum: (count, opened[minimum]) for minimum, count in faced.items()},
    }


def _of_dealing(ours: Seen, subject: Subject) -> dict[str, Any]:
    """What became of the deals that a person dealt; for others, those that were dealt from their side."""
    dealt = points = won = 0
    for one, sides in ours:
        for deal in one.deals:
            side, person = one.dealt_by(deal)
            if side in sides and (len(subject) != 1 or person == subject[0]):
                dealt += 1
                points += deal.scores[side]
                won += deal.won_by(side)
    return {"dealt": dealt, "dealt_points": points, "dealt_won": won}


def _streak(ours: Seen) -> int:
    """The longest run of matches won, in the order in which they were played."""
    longest = run = 0
    for one, sides in ours:
        if one.finished:
            run = run + 1 if one.winner in sides else 0
            longest = max(longest, run)
    return longest


def _partners(ours: Seen, subject: Subject) -> dict[int, tuple[int, int]]:
    """With whom a person played matches to the end, how many, and how many of them they won."""
    pairs = [
        (partner, one.winner == side)
        for one, sides in ours
        if one.finished
        for side in sides
        for partner in one.people(side)
        if partner != subject[0]
    ]
    return _tallied(pairs)


def _opponents(ours: Seen) -> dict[int, tuple[int, int]]:
    """The same of each person on another side; won are the matches that our side won."""
    pairs = [
        (opponent, one.winner == side)
        for one, sides in ours
        if one.finished
        for side in sides
        for other in one.sides
        if other != side
        for opponent in one.people(other)
    ]
    return _tallied(pairs)


def _tallied(pairs: list[tuple[int, bool]]) -> dict[int, tuple[int, int]]:
    matches = Counter(person for person, _ in pairs)
    won = Counter(person for person, has_won in pairs if has_won)
    return {person: (count, won[person]) for person, count in matches.items()}


def canastas_by_evening(
    matches: list[Told], subject: Subject = HOUSEHOLD, against: Subject = HOUSEHOLD
) -> dict[str, dict[str, int]]:
    """The canastas of each kind on each day; no day without any."""
    found: dict[str, Counter[str]] = {}
    for one, sides in seen(matches, subject, against):
        for deal, side in _counted([(one, sides)]):
            found.setdefault(one.played_on, Counter()).update(deal.shown[side].canastas)
    kinds = {day: {kind: count for kind, count in canastas.items() if count} for day, canastas in found.items()}
    return {day: canastas for day, canastas in kinds.items() if canastas}


def wins_by_month(matches: list[Told]) -> dict[str, dict[int, int]]:
    """In each month, the matches won by each person who won any."""
    found: dict[str, Counter[int]] = {}
    for one in matches:
        if one.winner is not None:
            found.setdefault(one.month, Counter()).update(one.people(one.winner))
    return {month: dict(wins) for month, wins in found.items() if wins}


def tallies(matches: list[Told], partners: bool) -> dict[Subject, tuple[int, int]]:
    """Finished matches, and those won, of every person, or of every partnership."""
    found: list[tuple[Subject, bool]] = []
    for one in matches:
        for side in one.sides if one.finished else ():
            named = one.people(side)
            if not partners:
                found += [((person,), one.winner == side) for person in named]
            elif len(named) == len(one.seats[side]) > 1:
                found.append((named, one.winner == side))
    return {
        subject: (sum(who == subject for who, _ in found), sum(won for who, won in found if who == subject))
        for subject in {who for who, _ in found}
    }


class Rating(NamedTuple):
    """A rating, and in how many rated matches it was earned."""

    rating: float
    matches: int


def ratings(matches: list[Told]) -> dict[Subject, Rating]:
    """The rating of each person and of each partnership after all these matches, in the order in which they stand."""
    found: dict[Subject, Rating] = {}
    for _, after in rated(matches):
        found |= after
    return found


def ratings_by_month(matches: list[Told]) -> dict[str, dict[Subject, float]]:
    """At the end of each month with a rated match, the rating of all who have one by then."""
    found: dict[str, dict[Subject, float]] = {}
    now: dict[Subject, float] = {}
    for one, after in rated(matches):
        now = now | {player: rating.rating for player, rating in after.items()}
        found[one.month] = now
    return found


def rated(matches: list[Told]) -> Iterator[tuple[Told, dict[Subject, Rating]]]:
    """The matches that are rated, and the rating after each of everybody who played it."""
    now: dict[Subject, Rating] = {}
    for one in matches:
        if not (one.finished and one.all_named()):
            continue
        people = [[(person,) for person in one.people(side)] for side in one.sides]
        after = _rated(now, one.totals, people)
        if all(len(one.people(side)) >= 2 for side in one.sides):
            after |= _rated(now, one.totals, [[one.people(side)] for side in one.sides])
        now |= after
        yield one, after


def _rated(now: Mapping[Subject, Rating], totals: list[int], players: list[list[Subject]]) -> dict[Subject, Rating]:
    """The rating after a match of everybody who played it, side by side."""
    before = [[now.get(player, Rating(BEGIN, 0)) for player in side] for side in players]
    strength = [sum(rating.rating for rating in side) / len(side) for side in before]
    after = {}
    for side, of_side in enumerate(players):
        others = [other for other in range(len(players)) if other != side]
        surplus = 0.0
        for other in others:
            expected = 1 / (1 + 10 ** ((strength[other] - strength[side]) / 400))
            actual = 1.0 if totals[side] > totals[other] else 0.5 if totals[side] == totals[other] else 0.0
            surplus += actual - expected
        for player, (rating, count) in zip(of_side, before[side], strict=True):
            k = K_LEARNING if count < LEARNING else K_AFTER
            after[player] = Rating(round(rating + k * surplus / len(others), 2), count + 1)
    return after
