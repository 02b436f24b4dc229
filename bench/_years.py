"""A household and its club over the years: score sheets in the order in which they were played.

A dozen people play very often, most seldom. On two or three days a week tables meet, each for an evening of one to four
matches; most people keep to one partner. How often a thing happens is a guess and stands beside its name below. Whoever
is better gets the better of two deals more often, so that there is something to see. Deals come out of pools, again and
again, and sheets share them: change none.
"""

import datetime
import itertools
import random
import unicodedata
from collections.abc import Iterator
from typing import Any, TypeVar

import _deals

from scorekeeper import match, rulebook, tally, variants

T = TypeVar("T")
Document = dict[str, Any]
Company = list[list[int | None]]  # the people of each side, in seating order; None where the seat has no name

LAST_DAY = datetime.date(2026, 6, 28)

GAMES = {"classic": 0.54, "canastra": 0.16, "italian": 0.12, "americana": 0.1, "romanian": 0.08}
PLAYERS = {
    "classic": {4: 1.0},
    "canastra": {4: 0.7, 2: 0.3},
    "romanian": {4: 1.0},
    "americana": {4: 1.0},
    "italian": {4: 0.4, 3: 0.35, 2: 0.25},
}
HOUSES: dict[str, list[tuple[float, dict[str, Any]]]] = {
    "classic": [
        (0.6, {"target": 12_000}),
        (0.1, {}),
        (0.2, {"target": 15_000, "red_threes.all_against": 400}),
        (0.1, {"target": 12_000, "tie": "shared_win", "going_out.concealed": 300}),
    ],
    "canastra": [(0.6, {"target": 12_000}), (0.15, {}), (0.25, {"target": 15_000, "melds.wild_from": 3})],
    "romanian": [(0.7, {"target": 12_000}), (0.3, {"tie": "shared_win"})],
    "americana": [
        (0.5, {"target": 15_000}),
        (0.3, {}),
        (0.2, {"target": 20_000, "special_hands.garbage.points": 3000}),
    ],
    "italian": [(0.4, {"target": 25_000}), (0.3, {}), (0.3, {"target": 20_000, "hands.doubled.nobody_out": False})],
}
"""What tables chose instead of a game's own rules, and how often."""

EVENING = {1: 0.25, 2: 0.35, 3: 0.25, 4: 0.15}  # matches of a table
DAYS = {2: 0.5, 3: 0.5}  # of a week
USUAL_PARTNER = 0.8
OTHER_PARTNERS = 0.15  # of the matches after the first of an evening
MOST_FREQUENT = 0.09  # of the seats, if there are people enough
STEEPNESS = 1.5  # how fast the frequency falls from one person to the next
OTHER_SPELLING = 0.12  # of the names of those who have more than one
NAMED = {"all": 0.92, "some": 0.04, "none": 0.04}  # of the tables
DEPTH = {"counted": 0.86, "result": 0.1, "taken_off": 0.04}  # of the tables
TAKEN_OFF_IN = ("classic", "canastra", "romanian")
BETTER_DEAL = 0.35  # of the deals, between the best and the worst of players
ENDED_EARLY = 0.05
LEFT_RUNNING = 0.005
BEGUN_ELSEWHERE = 0.01
NOTED_DEAL = 0.005
NOTED_MATCH = 0.02
POOL = 150  # deals for each house, number of players, opening minimums and depth

PLACES = {"": 0.7, "Café Central": 0.12, "The club": 0.12, "At Marta's": 0.06}
NOTES = ("rain, and cake", "the first evening of the year", "played with new cards", "two jokers were missing")
DEAL_NOTES = ("counted twice", "misdealt at first", "what a hand!")
FIRST_NAMES = (
    *("Ana", "José", "Marta", "Rui", "Inês", "Tomás", "Lucia", "António", "Teresa", "Vítor", "Sofia", "Álvaro"),
    *("Zoë", "Paulo", "Rita", "Nuno", "Clara", "Ștefan", "Ioana", "Mircea", "Elena", "Radu", "Chiara", "Luigi"),
    *("Bianca", "Dario", "Graça", "Simão", "Luísa", "Hugo", "Noémia", "Filipe", "Olga", "André", "Júlia", "Mário"),
)
SURNAMES = ("", "Reis", "Pop", "Rossi", "Melo", "Costa", "Ionescu", "Bruno", "Faria", "Luz", "Dinis", "Lopes", "Vaz")


def sheets(matches: int, people: int, years: int, seed: int) -> Iterator[Document]:
    """So many sheets, the oldest first; the same for the same seed. At least four people, at most 468."""
    return itertools.islice(_Club(matches, people, years, seed).sheets(), matches)


def spellings(people: int) -> list[list[str]]:
    """How each person's name is typed, the usual way first: without accents too, and small with a space behind it."""
    names = [f"{first} {last}".strip() for last in SURNAMES for first in FIRST_NAMES][:people]
    return [_spelled(name, number) for number, name in enumerate(names)]


def _spelled(name: str, number: int) -> list[str]:
    plain = "".join(letter for letter in unicodedata.normalize("NFD", name) if not unicodedata.combining(letter))
    found = [name] if plain == name else [name, plain]
    return [*found, f"{plain.lower()} "] if number % 3 == 1 else found


class _Pool:
    """Deals of one game under the rules of one house, with their scores; each is made when it is first drawn."""

    def __init__(self, game: str, own: dict[str, Any], chance: random.Random) -> None:
        self.game, self.chance = game, chance
        usual = variants.load(game)
        self.rules = {name: usual.value(name) for name in ("target", "tie", *usual.house_rules)} | own
        self.variant = rulebook.chosen(usual, self.rules)
        self._kept: dict[tuple[Any, ...], tuple[list[Document], list[int]]] = {}

    def draw(self, players: int, totals: list[int], depth: str) -> tuple[list[Document], list[int]]:
        """A tally for each side, and what each scores."""
        minimums = [self.variant.opening_minimum(total) or 0 for total in totals]
        place = (players, *minimums, depth, self.chance.randrange(POOL))
        if place not in self._kept:
            self._kept[place] = self._made(players, minimums, depth)
        return self._kept[place]

    def _made(self, players: int, minimums: list[int], depth: str) -> tuple[list[Document], list[int]]:
        tallies = _deals.deal(self.game, self.chance, minimums, players)
        if depth == "taken_off":
            tallies = _deals.taken_off(tallies)
        scored = match.score_deal(self.variant, players, [tally.read(one) for one in tallies])
        if depth == "result":
            pairs = zip(scored.shown, scored.scores, strict=True)
            tallies = [{"result": score, **({"went_out": True} if shown.out else {})} for shown, score in pairs]
        return tallies, scored.scores


class _Club:
    def __init__(self, matches: int, people: int, years: int, seed: int) -> None:
        self.chance = random.Random(f"years {seed}")
        self.matches, self.years = matches, years
        self.spellings = spellings(people)
        self.people = range(len(self.spellings))
        self.frequency = list(itertools.accumulate(_frequency(len(self.spellings))))
        self.skill = [self.chance.random() for _ in self.people]
        self.pools = {
            game: ([weight for weight, _ in houses], [_Pool(game, own, self.chance) for _, own in houses])
            for game, houses in HOUSES.items()
        }

    def sheets(self) -> Iterator[Document]:
        days = list(self._days())
        made = 0
        for number, day in enumerate(days, 1):
            seated: set[int] = set()
            while made < self.matches * number / len(days):
                for document in self._evening(day, seated):
                    made += 1
                    yield document

    def _days(self) -> Iterator[datetime.date]:
        weeks = 52 * self.years
        for week in range(weeks, 0, -1):
            monday = LAST_DAY - datetime.timedelta(days=7 * week - 1)
            for weekday in sorted(self.chance.sample(range(7), self._pick(DAYS))):
                yield monday + datetime.timedelta(days=weekday)

    def _pick(self, weights: dict[T, float]) -> T:
        return self.chance.choices(list(weights), list(weights.values()))[0]

    def _evening(self, day: datetime.date, seated: set[int]) -> Iterator[Document]:
        """The matches of one table."""
        game = self._pick(GAMES)
        players = self._pick(PLAYERS[game])
        depth = self._pick(DEPTH)
        if depth == "taken_off" and game not in TAKEN_OFF_IN:
            depth = "counted"
        weights, pools = self.pools[game]
        pool = self.chance.choices(pools, weights)[0]
        about = {"played_on": day.isoformat(), "place": self._pick(PLACES)}
        company = self._company(players, self._pick(NAMED), seated)
        dealer = self.chance.randrange(players)
        for number in range(self._pick(EVENING)):
            if number and players == 4 and self.chance.random() < OTHER_PARTNERS:
                (a, b), (c, d) = company
                company = [[a, c], [b, d]]
            yield self._match(pool, players, depth, company, dealer) | about
            dealer = (dealer + 1) % players

    def _company(self, players: int, named: str, seated: set[int]) -> Company:
        """Who sits down together: nobody who sits elsewhere on that day, unless there are too few people."""
        if len(self.people) - len(seated) < players:
            seated.clear()
        company: Company = []
        for _ in range(_deals.SIDES[players]):
            side: list[int | None] = [self._guest(seated)]
            if players == 4:
                side.append(self._guest(seated, side[0]))
            company.append(side)
        if named == "some":
            self.chance.choice(company)[-1] = None
        return company if named != "none" else [[None] * len(side) for side in company]

    def _guest(self, seated: set[int], beside: int | None = None) -> int:
        """Somebody who does not sit yet; most often the usual partner of the one beside."""
        if beside is not None and self.chance.random() < USUAL_PARTNER:
            partner = beside ^ 1
            if partner in self.people and partner not in seated:
                seated.add(partner)
                return partner
        while (guest := self.chance.choices(self.people, cum_weights=self.frequency)[0]) in seated:
            continue
        seated.add(guest)
        return guest

    def _match(self, pool: _Pool, players: int, depth: str, company: Company, dealer: int) -> Document:
        names = [[self._typed(person) for person in side] for side in company]
        called = ("We", "They", "You")
        sides = [" & ".join(" ".join(name.split()) for name in side if name) for side in names]
        totals = (
            [self.chance.randrange(0, 3000, 5) for _ in sides] if self._happens(BEGUN_ELSEWHERE) else [0] * len(sides)
        )
        document = {
            "id": f"{self.chance.getrandbits(128):032x}",
            "variant": pool.game,
            "players": players,
            "sides": [side or called[number] for number, side in enumerate(sides)],
            "names": names,
            "dealer": dealer,
            "before": list(totals),
            "rules": pool.rules,
            "deals": [],
        }
        stopped = self._happens(ENDED_EARLY + LEFT_RUNNING)
        most = self.chance.randint(1, 8) if stopped else None
        over = False
        while not over and len(document["deals"]) != most:
            tallies, scores = self._deal(pool, players, depth, company, totals)
            deal = {"tallies": tallies}
            if self._happens(NOTED_DEAL):
                deal["note"] = self.chance.choice(DEAL_NOTES)
            document["deals"].append(deal)
            totals = [total + score for total, score in zip(totals, scores, strict=True)]
            over, _ = match.is_over(pool.variant, totals)
        if not over and not self._happens(LEFT_RUNNING / (ENDED_EARLY + LEFT_RUNNING)):
            document["ended"] = True
        if self._happens(NOTED_MATCH):
            document["note"] = self.chance.choice(NOTES)
        return document

    def _deal(
        self, pool: _Pool, players: int, depth: str, company: Company, totals: list[int]
    ) -> tuple[list[Document], list[int]]:
        """A deal of the pool; sometimes the one of two in which the better side does better."""
        deal = pool.draw(players, totals, depth)
        skills = [sum(0.5 if one is None else self.skill[one] for one in side) / len(side) for side in company]
        if self._happens(BETTER_DEAL * (max(skills) - min(skills))):
            best = skills.index(max(skills))
            other = pool.draw(players, totals, depth)
            deal = max(deal, other, key=lambda one: 2 * one[1][best] - sum(one[1]))
        return deal

    def _happens(self, share: float) -> bool:
        return self.chance.random() < share

    def _typed(self, person: int | None) -> str:
        if person is None:
            return ""
        usual, *others = self.spellings[person]
        return self.chance.choice(others) if others and self._happens(OTHER_SPELLING) else usual


def _frequency(people: int) -> list[float]:
    """How often each person plays, the most frequent first: the flatter at the top, the fewer they are."""
    flattened = 0.0
    while True:
        flattened += 0.25
        found = [(number + flattened) ** -STEEPNESS for number in range(people)]
        if found[0] / sum(found) <= max(MOST_FREQUENT, 1.2 / people):
            return found
