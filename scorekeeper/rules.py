"""A variant: what its TOML file may say, key by key, and what no file may say.

One structure per table of the file. A key that is not named here is refused, a key without a default is required;
whatever a variant does not have is absent from its file, never 0. Points are whole numbers of points; a rule that
costs is written with its minus sign only where the field says so. `scorekeeper.variants` finds and loads the files.
"""

import functools
import itertools
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Concatenate, Literal, ParamSpec, TypeVar, cast

import msgspec

from scorekeeper import cards
from scorekeeper.faults import refusal
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
    """So many canastas of these kinds a side must have to go out, beside those its seat asks for."""

    label: str
    kinds: list[str]
    count: int


class GoingOut(_Table, frozen=True):
    """`concealed`: what going out concealed gives in all, in place of `bonus`."""

    bonus: int
    concealed: int | None = None
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
    """A rule of play without a figure that scores. `reading`: the ruling it stands on where the source is silent."""

    text: str
    title: str = ""
    reading: str = ""


class Reading(_Table, frozen=True):
    """A value that we read into the source: the ruling's number and the reason in a sentence."""

    ruling: str
    text: str


class HouseRule(_Table, frozen=True):
    """What a table may choose instead of the value at the rule's dotted name."""

    label: str
    ruling: str
    choices: list[Any]
    labels: list[str]
    text: str = ""


class Example(_Table, frozen=True):
    """A worked scoring: a small score sheet (or melds that are to open) and what must come of it."""

    title: str
    source: str
    expect: dict[str, Any]
    players: int | None = None
    before: list[int] | None = None
    rules: dict[str, Any] = {}
    tallies: list[dict[str, Any]] | None = None
    deals: list[dict[str, Any]] | None = None
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
    """All rules of one game, house rules already chosen. `key` is the name of its file."""

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
    opening: Opening
    melds: Melds
    canastas: Canastas
    going_out: GoingOut
    red_threes: Threes | None = None
    black_threes: Threes | None = None
    hands: Hands = Hands()
    extras: dict[str, Extra] = {}
    special_hands: dict[str, SpecialHand] = {}
    play: dict[str, str | Fact] = {}
    readings: dict[str, Reading] = {}
    house_rules: dict[str, HouseRule] = {}
    examples: list[Example] = []

    def __post_init__(self) -> None:
        faults = list(_faults(self))
        if faults:
            raise RulesError(*faults)

    @functools.cached_property
    def memory(self) -> dict[str, dict[Any, Any]]:
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

    def points_of(self, counted: Mapping[str, int]) -> int:
        """The card values of these cards, 0 for a card that has none."""
        values = self.card_values
        return sum(values.get(rank, 0) * n for rank, n in counted.items())

    @functools.cached_property
    def charged_apart(self) -> dict[str, str]:
        """The cards that are charged by the piece while in hand, each with the key of its rule."""
        return {card: key for key, apart in self.hands.apart.items() for card in apart.cards}

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

    def chosen(self, house_rules: Mapping[str, Any]) -> "Variant":
        """The variant with these house rules, by dotted name, in place of its own values, without its examples.

        Raises `RulesError` with every name that is no house rule here and every value that is no choice.
        """
        faults = [(name, fault) for name, value in house_rules.items() if (fault := self._refused(name, value))]
        if faults:
            raise RulesError(*faults)
        return _chosen(self, msgspec.json.encode(house_rules, order="deterministic")) if house_rules else self

    def _refused(self, name: str, value: Any) -> Text | None:
        if name == "target":
            whole = isinstance(value, int) and not isinstance(value, bool)
            if whole and 0 < value <= MOST_POINTS and value % 5 == 0:
                return None
            return say("the target is a positive multiple of 5, at most {most}", most=MOST_POINTS)
        choices = list(TIES) if name == "tie" else self.house_rules[name].choices if name in self.house_rules else None
        if choices is None:
            return say("{game} has no house rule of this name", game=Text(self.name))
        if not any(type(value) is type(choice) and value == choice for choice in choices):
            listed = ", ".join(msgspec.json.encode(choice).decode() for choice in choices)
            return say("choose one of {choices}", choices=listed)
        return None

    def house_values(self) -> dict[str, Any]:
        """Every house rule's value in force, by dotted name, `target` and `tie` first."""
        return {name: self.value(name) for name in ("target", "tie", *self.house_rules)}

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
    """Keeps what the function answered to the same positional arguments, with the variant that it was asked about."""

    @functools.wraps(function)
    def asked(variant: Variant, /, *args: P.args, **kwargs: P.kwargs) -> R:
        kept = variant.memory.setdefault(function.__qualname__, {})
        found = kept.get(args, kept)
        if found is not kept:
            return cast(R, found)
        if len(kept) >= MEMORIES:
            kept.clear()
        answer = kept[args] = function(variant, *args, **kwargs)
        return answer

    return asked


@remembered
def _chosen(variant: Variant, house_rules: bytes) -> Variant:
    data = msgspec.json.decode(msgspec.json.encode({**variant.data, "examples": []}))
    for name, value in msgspec.json.decode(house_rules).items():
        *path, last = name.split(".")
        table = data
        for part in path:
            table = table[part]
        table[last] = value
    return read(data)


def read(data: Mapping[str, Any]) -> Variant:
    """A variant from plain data. Raises `RulesError` naming the key."""
    try:
        return msgspec.convert(data, Variant, str_keys=True)
    except msgspec.ValidationError as error:
        if isinstance(error.__cause__, RulesError):
            raise error.__cause__ from None
        refused = refusal(error)
        raise RulesError((_named(data, refused.key, str(error)), refused.message)) from None


def _named(data: Mapping[str, Any], key: str, error: str) -> str:
    """The key in full: msgspec writes "kinds[...]" for whichever kind it was, so each is tried by itself."""
    table, found, rest = key.partition("[...]")
    if not found:
        return key
    path = table.split(".")
    for name in functools.reduce(lambda at, part: at[part], path, data):
        alone = msgspec.json.decode(msgspec.json.encode(data))
        holder = functools.reduce(lambda at, part: at[part], path[:-1], alone)
        holder[path[-1]] = {name: holder[path[-1]][name]}
        try:
            msgspec.convert(alone, Variant, str_keys=True)
        except msgspec.ValidationError as again:
            if str(again) == error:
                return f"{table}.{name}{rest}"
    return key


def _rising(numbers: list[int]) -> bool:
    return all(a < b for a, b in itertools.pairwise(numbers))


def _faults(v: Variant) -> Iterator[tuple[str, Text]]:
    """Everything that a file can say and no game can mean."""
    if v.format != FORMAT:
        yield "format", say("this program reads format {known}", known=FORMAT)
    if not 1 <= v.packs <= 8:
        yield "packs", say("from 1 to 8 packs")
    points = {
        "target": v.target,
        "opening.below_zero": v.opening.below_zero,
        "opening.above": v.opening.above,
        **{f"card_values.{rank}": value for rank, value in v.card_values.items()},
    }
    for key, value in points.items():
        if value <= 0 or value % 5 or value > MOST_POINTS:
            yield key, say("a positive multiple of 5")
    for rank in v.card_values:
        if rank not in cards.RANKS:
            yield f"card_values.{rank}", say("no such card")
    for rank in (*cards.NATURALS, *cards.WILD, "B3"):
        if rank not in v.card_values:
            yield f"card_values.{rank}", say("the value of this card is missing")
    limits = [limit for limit, _ in v.opening.ladder]
    minimums = [v.opening.below_zero, *(minimum for _, minimum in v.opening.ladder), v.opening.above]
    if not _rising([0, *limits]) or any(n % 5 for n in limits) or sorted(minimums) != minimums:
        yield "opening.ladder", say("the steps must rise, each a multiple of 5")
    if any(minimum <= 0 or minimum % 5 for minimum in minimums):
        yield "opening.ladder", say("a minimum is a positive multiple of 5")
    yield from _seat_faults(v)
    yield from _meld_faults(v)
    yield from _canasta_faults(v)
    for colour, table, card in (("red_threes", v.red_threes, "R3"), ("black_threes", v.black_threes, "B3")):
        if table:
            if len(table.ladder) != cards.copies(card, v.packs):
                yield f"{colour}.ladder", say("one step for each of them in the packs")
            if not _rising([0, *table.ladder]):
                yield f"{colour}.ladder", say("the steps must rise")
            yield from _sign_faults(f"{colour}.sign", table.sign)
    yield from _own_rule_faults(v)
    yield from _word_faults(v)


def _seat_faults(v: Variant) -> Iterator[tuple[str, Text]]:
    if not v.seats:
        yield "seats", say("for how many players is it?")
    for players, seat in v.seats.items():
        if seat.sides < 2 or players % seat.sides or not 2 <= players <= 12:
            yield f"seats.{players}.sides", say("every side has the same number of players")
        if not 0 <= seat.canastas_needed <= 10:
            yield f"seats.{players}.canastas_needed", say("from 0 to 10 canastas")
        if seat.deal < 1 or seat.deal * players > 54 * v.packs:
            yield f"seats.{players}.deal", say("so many cards are not in the packs")


def _meld_faults(v: Variant) -> Iterator[tuple[str, Text]]:
    melds = v.melds
    if melds.min_cards < 2:
        yield "melds.min_cards", say("at least 2 cards")
    if not melds.wild or not _rising([0, *(n for n, _ in melds.wild)]) or any(most < 0 for _, most in melds.wild):
        yield "melds.wild", say("the steps must rise")
    if melds.max_cards is not None and melds.max_cards < v.canastas.size:
        yield "melds.max_cards", say("a canasta does not fit")
    for key, least in (("wild_from", melds.wild_from), ("black_threes_from", melds.black_threes_from)):
        if least is not None and not 2 <= least <= v.canastas.size:
            yield f"melds.{key}", say("from 2 cards to a canasta")
    if melds.clean_ranks:
        yield from _rank_faults("melds.clean_ranks", melds.clean_ranks)
    if melds.sign:
        yield from _sign_faults("melds.sign", melds.sign)


def _canasta_faults(v: Variant) -> Iterator[tuple[str, Text]]:
    if not 3 <= v.canastas.size <= 14:
        yield "canastas.size", say("from 3 to 14 cards")
    for key, kind in v.canastas.kinds.items():
        if kind.of == "wild" and v.melds.wild_from is None:
            yield f"canastas.kinds.{key}.of", say("wild melds are not allowed: melds.wild_from is missing")
        if kind.ranks is not None:
            yield from _rank_faults(f"canastas.kinds.{key}.ranks", kind.ranks)
    for key, need in v.going_out.needs.items():
        if not need.kinds:
            yield f"going_out.needs.{key}.kinds", say("at least one")
        for kind_key in need.kinds:
            if kind_key not in v.canastas.kinds:
                yield f"going_out.needs.{key}.kinds", say("no such kind of canasta: {kind}", kind=kind_key)


def _own_rule_faults(v: Variant) -> Iterator[tuple[str, Text]]:
    for key, apart in v.hands.apart.items():
        if not apart.cards:
            yield f"hands.apart.{key}.cards", say("at least one")
        for rank in apart.cards:
            if rank not in cards.THREES:
                yield f"hands.apart.{key}.cards", say("only threes are charged by the piece")
    for key, extra in v.extras.items():
        yield from _rank_faults(f"extras.{key}.ranks", extra.ranks)
        if extra.at_least < 1:
            yield f"extras.{key}.at_least", say("at least 1")


def _word_faults(v: Variant) -> Iterator[tuple[str, Text]]:
    for key, fact in v.play.items():
        if key not in PLAY_TITLES and (isinstance(fact, str) or not fact.title):
            yield f"play.{key}", say("a fact under a key of its own needs a title")
    for name, rule in v.house_rules.items():
        try:
            value = v.value(name)
        except KeyError:
            yield f"house_rules.{name}", say("the variant has no value of this name")
            continue
        if not any(type(value) is type(choice) and value == choice for choice in rule.choices):
            yield f"house_rules.{name}.choices", say("the variant's own value must be one of the choices")
        if len(rule.labels) != len(rule.choices):
            yield f"house_rules.{name}.labels", say("a label for each choice")
    for name in v.readings:
        try:
            v.value(name)
        except KeyError:
            yield f"readings.{name}", say("the variant has no value of this name")
    for number, example in enumerate(v.examples):
        where = f"examples[{number}]"
        if sum(part is not None for part in (example.tallies, example.deals, example.melds)) != 1:
            yield where, say("an example has tallies, deals or melds")
        for deal in example.deals or [{"tallies": example.tallies or []}]:
            for tally in deal.get("tallies", []):
                yield from _example_faults(v, where, tally)


def _example_faults(v: Variant, where: str, tally: Mapping[str, Any]) -> Iterator[tuple[str, Text]]:
    known = (("canastas", v.canastas.kinds), ("extras", v.extras))
    for key, names in known:
        for name in tally.get(key, {}):
            if name not in names:
                yield f"{where}.{key}.{name}", say("{game} has no such thing", game=Text(v.name))
    if tally.get("special_hand", next(iter(v.special_hands), None)) not in (*v.special_hands, None):
        yield f"{where}.special_hand", say("{game} has no such thing", game=Text(v.name))


def _sign_faults(key: str, sign: Sign) -> Iterator[tuple[str, Text]]:
    if not sign.steps or any(step not in (-1, 0, 1) for step in sign.steps):
        yield f"{key}.steps", say("steps are -1, 0 or 1")


def _rank_faults(key: str, ranks: list[str]) -> Iterator[tuple[str, Text]]:
    if not ranks:
        yield key, say("at least one")
    for rank in ranks:
        if rank not in (*cards.NATURALS, *cards.WILD):
            yield key, say("no such card")
