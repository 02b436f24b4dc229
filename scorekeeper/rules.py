"""A variant: what its TOML file may say, key by key, and what no file may say.

One structure per table of the file. A key that is not named here is refused, a key without a default is required;
whatever a variant does not have is absent from its file, never 0. Points are whole numbers of points; a rule that
costs is written with its minus sign only where the field says so. `scorekeeper.variants` finds and loads the files.
"""

import functools
from collections.abc import Callable, Mapping
from typing import Any, Concatenate, Literal, ParamSpec, TypeVar, cast

import msgspec

from scorekeeper import cards
from scorekeeper.words import Text, say

FORMAT = 1
MOST_POINTS = 1_000_000
"""No total, target or adjustment lies beyond this, either way."""


class RulesError(ValueError):
    """What a variant's data or a table's choices say wrong: pairs of dotted key and sentence."""

    def __init__(self, *faults: tuple[str, Text]) -> None:
        super().__init__("; ".join(f"{key}: {message}" for key, message in faults))
        self.faults = faults


class _Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pass


class Sign(_Table, frozen=True):
    """Plus, nothing or minus, by what the side has to show: `steps[n]`, the last step for every larger n."""

    by: Literal["opened", "canastas"]
    steps: list[int]

    def of(self, opened: bool, canastas: int) -> int:
        """-1, 0 or 1."""
        count = canastas if self.by == "canastas" else int(opened)
        return self.steps[min(count, len(self.steps) - 1)]


class Seat(_Table, frozen=True):
    """What depends on the number of players: how many sides they form, cards dealt, canastas needed to go out."""

    sides: int
    deal: int
    canastas_needed: int


class Opening(_Table, frozen=True):
    """The card values a side's first meld must reach, by the total it had before the deal."""

    below_zero: int
    ladder: list[tuple[int, int]]
    above: int

    def minimum(self, total: int) -> int:
        """The points asked of a side with this total: the first step whose limit lies above it."""
        if total < 0:
            return self.below_zero
        return next((points for limit, points in self.ladder if total < limit), self.above)


class Melds(_Table, frozen=True):
    """What may lie together. `wild`: with so many naturals or more, at most so many wild cards."""

    min_cards: int
    wild: list[tuple[int, int]]
    one_per_rank: bool
    max_cards: int | None = None
    clean_ranks: list[str] = []
    wild_from: int | None = None
    black_threes_from: int | None = None
    sign: Sign | None = None

    @property
    def min_naturals(self) -> int:
        return self.wild[0][0]

    def wild_allowed(self, naturals: int) -> int:
        """How many wild cards a meld of so many naturals may hold."""
        return next((most for least, most in reversed(self.wild) if naturals >= least), 0)


class Kind(_Table, frozen=True):
    """A kind of canasta: its bonus and the conditions on its cards. The first kind that fits names the canasta."""

    label: str
    one: str
    meaning: str
    symbol: Literal["natural", "mixed", "wild", "special"]
    bonus: int
    of: Literal["rank", "wild"] = "rank"
    ranks: list[str] | None = None
    wild_cards: Literal["none", "some"] | None = None
    jokers: int | None = None
    twos: int | None = None
    card_values: bool = True

    def fits(self, meld: cards.Cards) -> bool:
        """Is a canasta of these cards of this kind?"""
        wild = cards.wild(meld)
        all_wild = wild == sum(meld.values())
        return (
            all_wild == (self.of == "wild")
            and (self.ranks is None or any(rank in meld for rank in self.ranks))
            and (self.wild_cards is None or (wild > 0) == (self.wild_cards == "some"))
            and (self.jokers is None or meld.get("JK", 0) == self.jokers)
            and (self.twos is None or meld.get("2", 0) == self.twos)
        )


class Canastas(_Table, frozen=True):
    """`size` cards make a canasta. `concealed`: on top for one laid complete from the hand."""

    size: int
    kinds: dict[str, Kind]
    concealed: int | None = None
    wild_paid_to: Literal["any_side", "side_out"] = "any_side"


class Threes(_Table, frozen=True):
    """Threes laid on the table: points for 1, 2, 3 … of them, and their sign.

    `all_against`: what the full set costs where its sign is minus, if that is not the ladder's last step.
    """

    ladder: list[int]
    sign: Sign
    all_against: int | None = None


class Need(_Table, frozen=True):
    """Among the canastas that a side needs to go out, so many must be of these kinds."""

    label: str
    kinds: list[str]
    count: int


class GoingOut(_Table, frozen=True):
    """`concealed`: what going out concealed gives in all, in place of `bonus`.

    `opens_concealed`: when no opening minimum is asked of such a hand: always, or only where no card is of the pile;
    where that is not said, always.
    """

    bonus: int
    concealed: int | None = None
    opens_concealed: Literal["always", "without_the_pile"] | None = None
    needs: dict[str, Need] = {}
    wild_canastas_count: bool = True


class Apart(_Table, frozen=True):
    """Cards that are charged by the piece while in hand, in place of their card value.

    `stated_always`: a tally may count them apart even where a piece costs its card value or nothing.
    `side_out`: also charged so in the hand of the partner of the player who went out; else at card value.
    """

    cards: list[str]
    each: int
    stated_always: bool = False
    side_out: bool = True


class Doubled(_Table, frozen=True):
    """The cards left in hand count twice against a side that did not go out and has no canasta."""

    nobody_out: bool


class Hands(_Table, frozen=True):
    apart: dict[str, Apart] = {}
    doubled: Doubled | None = None


class Extra(_Table, frozen=True):
    """A bonus or penalty of the variant's own, `points` with their sign.

    `on = "incomplete_meld"`: for each meld below a canasta of these ranks without a wild card, or of wild cards
    alone (`ranks = ["2", "JK"]`). `on = "held"`: for each hand with `at_least` cards of these ranks.
    `jokers`: only a meld that holds exactly so many.
    """

    label: str
    one: str
    on: Literal["incomplete_meld", "held"]
    ranks: list[str]
    points: int
    at_least: int = 1
    jokers: int | None = None


class SpecialHand(_Table, frozen=True):
    """A hand that replaces the side's score."""

    label: str
    meaning: str
    points: int


class Fact(_Table, frozen=True):
    """A rule of play without a figure that scores. `reading`: the ruling it stands on where the source is silent.

    `about`: the dotted name of a value; where that is 0, false or not there, the fact is not told.
    """

    text: str
    title: str = ""
    reading: str = ""
    about: str = ""


class Reading(_Table, frozen=True):
    """A value that we read into the source: the ruling's number and the reason in a sentence. Without a number the
    source has the value in so many words, and the sentence says where."""

    ruling: str
    text: str


class HouseRule(_Table, frozen=True):
    """What a table may choose instead of the value at the rule's dotted name. `ruling`: as of a `Reading`."""

    label: str
    ruling: str
    choices: list[Any]
    labels: list[str]
    text: str = ""


class ExampleDeal(_Table, frozen=True):
    """One deal of an example: a tally for each side, as the score sheet writes them."""

    tallies: list[dict[str, Any]]


class Example(_Table, frozen=True):
    """A worked scoring: a small score sheet (or melds that are to open) and what must come of it."""

    title: str
    source: str
    expect: dict[str, Any]
    players: int | None = None
    before: list[int] | None = None
    rules: dict[str, Any] = {}
    tallies: list[dict[str, Any]] | None = None
    deals: list[ExampleDeal] | None = None
    melds: list[str] | None = None


PLAY_TITLES = {
    "packs": say("Cards"),
    "deal": say("The deal"),
    "draw": say("Drawing"),
    "melds": say("Melds"),
    "opening": say("Opening"),
    "pile": say("Taking the pile"),
    "blocked": say("Pile blocked"),
    "frozen": say("Pile frozen"),
    "wild_cards": say("Wild cards"),
    "red_threes": say("Red threes"),
    "black_threes": say("Black threes"),
    "going_out": say("Going out"),
    "concealed": say("Going out concealed"),
    "end": say("End of the deal"),
    "match_end": say("End of the match"),
}
"""The headings of a variant's `[play]` facts; a fact under any other key brings its own title."""

TIES = {"another_deal": say("one more deal"), "shared_win": say("a shared win")}


class Variant(_Table, frozen=True, dict=True, eq=False):
    """All rules of one game, house rules already chosen. `key` is the name of its file; `source_name` is short for
    `source`."""

    key: str
    format: int
    name: str
    summary: str
    source: str
    links: list[str]
    packs: int
    target: int
    target_to_be_passed: bool
    tie: Literal["another_deal", "shared_win"]
    card_values: dict[str, int]
    seats: dict[int, Seat]
    melds: Melds
    canastas: Canastas
    going_out: GoingOut
    source_name: str = ""
    opening: Opening | None = None
    red_threes: Threes | None = None
    black_threes: Threes | None = None
    hands: Hands = Hands()
    extras: dict[str, Extra] = {}
    special_hands: dict[str, SpecialHand] = {}
    play: dict[str, str | Fact] = {}
    readings: dict[str, Reading] = {}
    house_rules: dict[str, HouseRule] = {}
    examples: list[Example] = []

    @functools.cached_property
    def memory(self) -> dict[Callable[..., Any], dict[Any, Any]]:
        """What functions marked `remembered` worked out under these rules; gone when the variant is."""
        return {}

    @functools.cached_property
    def pack(self) -> cards.Cards:
        """How many cards of each rank the packs hold."""
        return {rank: cards.copies(rank, self.packs) for rank in cards.RANKS}

    @functools.cached_property
    def pack_points(self) -> int:
        """The card values of everything in the packs."""
        return sum(value * self.pack[rank] for rank, value in self.card_values.items())

    def opening_minimum(self, total: int) -> int | None:
        """The points a side with this total needs to open; None in a game that asks for none."""
        return self.opening.minimum(total) if self.opening else None

    def points_of(self, counted: Mapping[str, int]) -> int:
        """The card values of these cards, 0 for a card that has none."""
        values = self.card_values
        return sum(values.get(rank, 0) * n for rank, n in counted.items())

    @functools.cached_property
    def charged_apart(self) -> dict[str, str]:
        """The cards that are charged by the piece while in hand, each with the key of its rule."""
        return {card: key for key, apart in self.hands.apart.items() for card in apart.cards}

    def charge(self, card: str) -> int:
        """What a card costs by the piece while in hand; 0 where it is not charged so."""
        key = self.charged_apart.get(card)
        return self.hands.apart[key].each if key else 0

    @functools.cached_property
    def ranks_by_value(self) -> dict[int, list[str]]:
        """The ranks of each card value, highest value first; within one, wild cards before the others, as listed."""
        found: dict[int, list[str]] = {}
        for rank in sorted(self.card_values, key=(*cards.WILD[::-1], *cards.NATURALS, *cards.THREES).index):
            found.setdefault(self.card_values[rank], []).append(rank)
        return dict(sorted(found.items(), reverse=True))

    def default_players(self, sides: int) -> int | None:
        """The largest number of players that forms so many sides."""
        return max((players for players, seat in self.seats.items() if seat.sides == sides), default=None)

    @functools.cached_property
    def data(self) -> dict[str, Any]:
        """The variant as plain data, all keys strings; what it does not have is None."""
        data = msgspec.to_builtins(self, str_keys=True)
        assert isinstance(data, dict)
        return data

    def value(self, name: str) -> Any:
        """The value at a dotted name. Raises KeyError where the variant says nothing there."""
        found: Any = self.data
        for part in name.split("."):
            if not isinstance(found, dict):
                raise KeyError(name)
            found = found[part]
        if found is None:
            raise KeyError(name)
        return found

    def holds(self, name: str) -> bool:
        """Is there a value at this dotted name that is not 0, false or empty? Always so for no name."""
        try:
            return not name or bool(self.value(name))
        except KeyError:
            return False

    def pinned(self) -> bytes:
        """The rules as JSON to keep with a match: everything but the examples, always the same bytes.

        Tables keep their order, for the first kind of canasta that fits is the one that counts.
        """
        return msgspec.json.encode({key: value for key, value in self.data.items() if key != "examples"})


MEMORIES = 5000
"""So many answers of a `remembered` function are kept with a variant; then it begins anew."""

P = ParamSpec("P")
R = TypeVar("R")


def remembered(function: Callable[Concatenate[Variant, P], R]) -> Callable[Concatenate[Variant, P], R]:
    """Keeps what the function answered, with the variant that it was asked about. Asked by position alone."""

    @functools.wraps(function)
    def asked(variant: Variant, /, *args: P.args, **kwargs: P.kwargs) -> R:
        assert not kwargs, "the answers are kept by position"
        kept = variant.memory.setdefault(function, {})
        found = kept.get(args, kept)
        if found is not kept:
            return cast(R, found)
        if len(kept) >= MEMORIES:
            kept.clear()
        answer = kept[args] = function(variant, *args)  # type: ignore[call-arg]
        return answer

    return asked
