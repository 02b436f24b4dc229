"""What one tally must not say, taken by itself: the same thing twice, or what its variant does not know."""

import math
from collections.abc import Iterable, Mapping

from scorekeeper.canastas import RANKED, fewest_points, least_naturals, most_bonus, most_canastas
from scorekeeper.cards import NATURALS
from scorekeeper.faults import Refused
from scorekeeper.rules import MOST_POINTS, Apart, Variant, remembered
from scorekeeper.tally import IN_HAND, Tally, has_incomplete
from scorekeeper.words import Text, say, say_many

_TWICE = say("the melds are named card by card and counted from that: leave this out")
_HANDS_TWICE = say("the hands are named card by card and counted from that: leave this out")
_TAKEN_OFF = say("the hands are taken off already: leave this out")
_NOTHING_ELSE = say("the result stands alone: leave this out, or the result")

_NOTHING = Tally()
_MELDS_COUNTED = ("card_points", "card_counts", "canastas", "concealed_canastas")
_HANDS_COUNTED = ("hand_points", "hand_counts", *IN_HAND.values())
_WITH_A_RESULT = ("result", "went_out", "concealed", "special_hand", "adjustment")
_BESIDE_A_RESULT = tuple(key for key in Tally.__struct_fields__ if key not in _WITH_A_RESULT)


def check(variant: Variant, hands: int, tally: Tally) -> None:
    """Raises `Refused` with the first thing that the tally cannot say. `hands`: players of the side."""
    if tally.adjustment is not None:
        if abs(tally.adjustment.points) > MOST_POINTS:
            raise Refused("adjustment.points", say("at most {most} points, plus or minus", most=MOST_POINTS))
        if not tally.adjustment.reason.strip():
            raise Refused("adjustment.reason", say("say what the table agreed on"))
    if tally.special_hand is not None:
        if tally.special_hand not in variant.special_hands:
            labels = [Text(hand.label) for hand in variant.special_hands.values()]
            raise Refused("special_hand", _not_here(variant, labels))
        return
    if tally.concealed and variant.going_out.concealed is None:
        raise Refused("concealed", _not_here(variant))
    if tally.concealed and not tally.went_out:
        raise Refused("concealed", say("concealed is a way of going out: who went out?"))
    if tally.result is not None:
        _check_result(variant, tally)
        return
    _check_counts(variant, hands, tally)
    if tally.melds is not None:
        _check_named_melds(variant, tally)
    else:
        _check_counted_melds(variant, tally)
    if tally.hand_taken_off:
        _check_taken_off(variant, tally)
    elif tally.hands is not None:
        _check_named_hands(variant, hands, tally)
    else:
        _check_counted_hands(variant, tally)
    _check_opened(variant, tally)


def _stated(tally: Tally, key: str) -> bool:
    """Is anything said under this key? A count of nothing says nothing."""
    value = getattr(tally, key)
    return any(value.values()) if key in ("canastas", "extras") else value != getattr(_NOTHING, key)


def _refuse(tally: Tally, keys: Iterable[str], message: Text) -> None:
    for key in keys:
        if _stated(tally, key):
            raise Refused(key, message)


def _refuse_extras(variant: Variant, tally: Tally, on: str, message: Text) -> None:
    for key, n in tally.extras.items():
        if n and variant.extras[key].on == on:
            raise Refused(f"extras.{key}", message)


def may_take_off(variant: Variant) -> bool:
    """May a table take the hands out of the melds before it counts? Not where they may count differently."""
    return not variant.melds.sign and not variant.hands.doubled


def step(variant: Variant) -> int:
    """The points in which everything is counted: 5 in every canasta game."""
    return math.gcd(*variant.card_values.values())


def stated_apart(variant: Variant, card: str) -> bool:
    """May a tally with counted hands state these threes by the piece, under the rules in force?"""
    return card in _stated_apart(variant)


@remembered
def _stated_apart(variant: Variant) -> frozenset[str]:
    def may(apart: Apart, card: str) -> bool:
        return apart.stated_always or apart.each != variant.card_values.get(card, 0)

    return frozenset(card for apart in variant.hands.apart.values() for card in apart.cards if may(apart, card))


def _not_here(variant: Variant, known: Iterable[Text] = ()) -> Text:
    """Says so, and what there is in its place (`known`)."""
    game, names = Text(variant.name), list(known)
    if not names:
        return say("{game} does not have this: leave it out", game=game)
    return say("{game} does not have this: it has {known}", game=game, known=listed(names))


def listed(parts: Iterable[Text]) -> Text:
    """ "natural, mixed": all parts behind each other."""
    params: dict[str, int | str | Text] = {f"part{i}": part for i, part in enumerate(parts)}
    return Text(", ".join(f"{{{name}}}" for name in params), params)


def _check_result(variant: Variant, tally: Tally) -> None:
    assert tally.result is not None
    _refuse(tally, _BESIDE_A_RESULT, _NOTHING_ELSE)
    _check_multiple(variant, "result", tally.result)
    if abs(tally.result) > most_points(variant):
        game, most = Text(variant.name), most_points(variant)
        raise Refused("result", say("a deal of {game} gives or costs at most {most} points", game=game, most=most))


@remembered
def most_points(variant: Variant) -> int:
    """More than any deal can give or cost a side: every card, bonus and penalty of the variant at once."""
    rules = variant.canastas
    canastas = sum(variant.pack.values()) // rules.size
    each = max((kind.bonus for kind in rules.kinds.values()), default=0) + (rules.concealed or 0)
    threes = [table for table in (variant.red_threes, variant.black_threes) if table]
    return (
        2 * variant.pack_points
        + canastas * each
        + sum(max(*table.ladder, table.all_against or 0) for table in threes)
        + max(variant.going_out.bonus, variant.going_out.concealed or 0)
        + sum(abs(extra.points) for extra in variant.extras.values()) * max(variant.seats)
        + sum(apart.each * variant.pack[card] for apart in variant.hands.apart.values() for card in apart.cards)
        + max((hand.points for hand in variant.special_hands.values()), default=0)
    )


@remembered
def held_at_most(variant: Variant) -> tuple[int, int]:
    """The points that a deal can bring a side at most, and those that it can cost one.

    All cards lie on one heap then: melded in canastas, each as dear as there are cards for it, or left in its hands.
    """
    threes = [table for table in (variant.red_threes, variant.black_threes) if table]
    out, extras = variant.going_out, [extra.points * max(variant.seats) for extra in variant.extras.values()]
    special = max((hand.points for hand in variant.special_hands.values()), default=0)
    melded = variant.pack_points + most_bonus(variant) + most_canastas(variant) * (variant.canastas.concealed or 0)
    laid = sum(table.ladder[-1] for table in threes)
    gain = melded + laid + max(out.bonus, out.concealed or 0) + sum(points for points in extras if points > 0)
    left = sum(n * max(variant.card_values.get(card, 0), variant.charge(card)) for card, n in variant.pack.items())
    held = left * (2 if variant.hands.doubled else 1)
    against = sum(max(table.ladder[-1], table.all_against or 0) for table in threes)
    return max(gain, special), held + against - sum(points for points in extras if points < 0)


def _check_multiple(variant: Variant, key: str, points: int) -> None:
    if points % step(variant):
        raise Refused(key, odd(variant, points))


def odd(variant: Variant, points: int) -> Text:
    """Of points that no cards make: what the ones are that they lie between."""
    each = step(variant)
    lower = points - points % each
    if each == 5:
        return say(
            "{points}: points end in 0 or 5, so {lower} or {upper}?", points=points, lower=lower, upper=lower + 5
        )
    return say(
        "{points}: points are multiples of {each}, so {lower} or {upper}?",
        points=points,
        each=each,
        lower=lower,
        upper=lower + each,
    )


def _check_counts(variant: Variant, hands: int, tally: Tally) -> None:
    """Every count is a possible one, and of something that the variant has."""
    all_cards = sum(variant.pack.values())
    for key, name, count in _counts(tally):
        if count < 0:
            raise Refused(key, say("{count}: a count is 0 or more", count=count))
        if count > all_cards:
            raise Refused(key, say("there are only {most} cards", most=all_cards))
        known = variant.canastas.kinds if key.startswith("canastas") else variant.extras
        if name and name not in known:
            raise Refused(key, _not_here(variant, (Text(one.one) for one in known.values())))
    if tally.concealed_canastas and not variant.canastas.concealed:
        raise Refused("concealed_canastas", _not_here(variant))
    if tally.red_threes and not variant.red_threes:
        raise Refused("red_threes", _not_here(variant))
    if tally.black_threes and not variant.black_threes:
        raise Refused(
            "black_threes",
            say("in {game} no black threes are laid on the table: leave this out", game=Text(variant.name)),
        )
    for card, key in IN_HAND.items():
        if getattr(tally, key) and not stated_apart(variant, card):
            raise Refused(
                key, say("in {game} they count with the other cards in hand: leave this out", game=Text(variant.name))
            )
    for key, count in tally.extras.items():
        extra = variant.extras[key]
        if extra.on == "held" and count > hands:
            raise Refused(
                f"extras.{key}",
                say_many("at most {n}: the side has {n} hand", "at most {n}: the side has {n} hands", hands),
            )
        if extra.on == "incomplete_meld" and count > 1 and len(extra.ranks) == 1 and variant.melds.one_per_rank:
            raise Refused(f"extras.{key}", say("at most 1: two melds of {rank} are one meld", rank=extra.ranks[0]))


def _counts(tally: Tally) -> Iterable[tuple[str, str, int]]:
    """Every count in the tally: its key, the name that must be known, the count."""
    if tally.canastas:
        yield from ((f"canastas.{kind}", kind, n) for kind, n in tally.canastas.items())
    if tally.extras:
        yield from ((f"extras.{extra}", extra, n) for extra, n in tally.extras.items())
    yield "concealed_canastas", "", tally.concealed_canastas
    yield "red_threes", "", tally.red_threes
    yield "black_threes", "", tally.black_threes
    yield "black_threes_in_hand", "", tally.black_threes_in_hand
    yield "red_threes_in_hand", "", tally.red_threes_in_hand


def _check_named_melds(variant: Variant, tally: Tally) -> None:
    _refuse(tally, _MELDS_COUNTED, _TWICE)
    _refuse_extras(variant, tally, "incomplete_meld", _TWICE)


def _check_counted_melds(variant: Variant, tally: Tally) -> None:
    counts, points = tally.card_counts, tally.counted_melds
    if counts is not None:
        if tally.card_points is not None:
            raise Refused("card_points", say("the cards are counted one by one: leave their points out"))
        _check_card_counts(variant, "card_counts", counts)
        if not tally.hand_taken_off:
            _check_cards_for_melds(variant, tally, counts)
    if points is None:
        if any(tally.canastas.values()) or tally.concealed_canastas:
            least = 0 if tally.hand_taken_off else _least_in(variant, tally)
            message = say("the card points of these canastas are missing: {least} or more", least=least)
            if not least:
                message = say("the card points of these canastas are missing: what do they count?")
            raise Refused("card_points", message)
        return
    key = tally.melds_key
    _check_multiple(variant, key, points)
    if abs(points) > variant.pack_points:
        raise Refused(key, say("all cards together are worth {most} points", most=variant.pack_points))
    if not tally.hand_taken_off:
        least = variant.melds.min_cards * min(variant.card_values.values())
        if points < 0:
            raise Refused(key, say("{points}: card points are 0 or more", points=points))
        if 0 < points < least:
            raise Refused(
                key, say("{points} card points are no meld: the smallest counts {least}", points=points, least=least)
            )
        for extra, n in tally.extras.items():
            if variant.extras[extra].on == "incomplete_meld" and points < n * least_of(variant, extra):
                least = n * least_of(variant, extra)
                raise Refused(
                    f"extras.{extra}",
                    say("with this the melds hold at least {least} points, not {points}", least=least, points=points),
                )
    if tally.concealed_canastas > sum(tally.canastas.values()):
        most = sum(tally.canastas.values())
        raise Refused("concealed_canastas", say("at most {most}: the side has no more canastas", most=most))


def _check_cards_for_melds(variant: Variant, tally: Tally, counts: Mapping[int, int]) -> None:
    """Are there cards enough, and natural ones, for the melds stated beside them?"""
    least = min(variant.melds.min_cards, variant.melds.wild_from or variant.melds.min_cards)
    if 0 < sum(counts.values()) < least:
        raise Refused("card_counts", say("a meld has at least {least} cards", least=least))
    kinds = tuple(tally.canastas.get(kind, 0) for kind in variant.canastas.kinds)
    unfinished = sum(n for key, n in tally.extras.items() if variant.extras[key].on == "incomplete_meld")
    there, needed = sum(counts.values()), sum(kinds) * variant.canastas.size + unfinished * least
    if there < needed:
        raise Refused("card_counts", say("these melds hold at least {least} cards, not {n}", least=needed, n=there))
    natural_values = {variant.card_values[rank] for rank in NATURALS}
    there, needed = sum(n for value, n in counts.items() if value in natural_values), least_naturals(variant, kinds)
    if there < needed:
        message = say("these canastas hold at least {least} natural cards, not {n}", least=needed, n=there)
        raise Refused("card_counts", message)


def _least_in(variant: Variant, tally: Tally) -> int:
    """The fewest card points that the canastas of a tally can hold, as far as the packs hold cards for them."""
    own = tuple(tally.canastas.get(kind, 0) for kind in variant.canastas.kinds)
    return fewest_points(variant, own, tuple(variant.pack[rank] for rank in RANKED)) or 0


def least_of(variant: Variant, key: str) -> int:
    """The fewest card points of what an extra is for: the cards of a smallest meld, or those held."""
    extra = variant.extras[key]
    cards = variant.melds.min_cards if extra.on == "incomplete_meld" else extra.at_least
    return cards * min(variant.card_values[rank] for rank in extra.ranks)


def _check_card_counts(variant: Variant, key: str, counts: dict[int, int]) -> None:
    values = set(variant.card_values.values())
    all_cards = sum(variant.pack.values())
    for value, n in counts.items():
        if value not in values:
            worth = listed(say("{value}", value=one) for one in sorted(values))
            raise Refused(
                f"{key}.{value}", say("no card is worth {value}: cards are worth {known}", value=value, known=worth)
            )
        if n < 0:
            raise Refused(f"{key}.{value}", say("{count}: a count is 0 or more", count=n))
        if n > all_cards:
            raise Refused(f"{key}.{value}", say("there are only {most} cards", most=all_cards))
        if key == "hand_counts" and n > _held_at_most(variant, value):
            most = _held_at_most(variant, value)
            raise Refused(f"{key}.{value}", say("the packs hold {most} such cards, threes counted apart", most=most))


def _held_at_most(variant: Variant, value: int) -> int:
    """How many cards of this value the hands can hold, without the threes that are stated by the piece."""
    apart = {card for card in variant.charged_apart if variant.charge(card) != variant.card_values.get(card, 0)}
    return sum(
        variant.pack[rank] for rank, worth in variant.card_values.items() if worth == value and rank not in apart
    )


def _check_taken_off(variant: Variant, tally: Tally) -> None:
    if not may_take_off(variant):
        raise Refused(
            "hand_taken_off",
            say("in {game} the hands are counted by themselves: leave this out", game=Text(variant.name)),
        )
    if tally.melds is not None:
        raise Refused("melds", say("the hands are taken off: state the card points that are left, not the cards"))
    _refuse(tally, ("hands", *_HANDS_COUNTED), _TAKEN_OFF)
    _refuse_extras(variant, tally, "held", _TAKEN_OFF)


def _check_named_hands(variant: Variant, hands: int, tally: Tally) -> None:
    _refuse(tally, _HANDS_COUNTED, _HANDS_TWICE)
    _refuse_extras(variant, tally, "held", _HANDS_TWICE)
    if len(tally.hands or ()) != hands:
        message = say_many("the side has {n} hand", "the side has {n} hands: one text for each, empty or not", hands)
        raise Refused("hands", message)


def _check_counted_hands(variant: Variant, tally: Tally) -> None:
    points = tally.counted_hand
    if tally.hand_counts is not None:
        if tally.hand_points is not None:
            raise Refused("hand_points", say("the cards are counted one by one: leave their points out"))
        _check_card_counts(variant, "hand_counts", tally.hand_counts)
    if points is None:
        return
    key = tally.hand_key
    _check_multiple(variant, key, points)
    if points < 0:
        raise Refused(key, say("what is left in hand stands without a minus: {points}", points=-points))
    if points > variant.pack_points:
        raise Refused(key, say("all cards together are worth {most} points", most=variant.pack_points))
    for extra, n in tally.extras.items():
        if variant.extras[extra].on == "held" and points < n * least_of(variant, extra):
            least = n * least_of(variant, extra)
            raise Refused(
                f"extras.{extra}",
                say("with this the hands hold at least {least} points, not {points}", least=least, points=points),
            )


def _check_opened(variant: Variant, tally: Tally) -> None:
    if tally.opened is None:
        return
    points = tally.counted_melds
    melded = tally.melds or any(tally.canastas.values()) or (points or 0) > 0 or has_incomplete(variant, tally)
    if not tally.opened and melded:
        raise Refused("opened", say("something is melded, so the side has opened"))
    nothing = tally.melds == [] or (points == 0 and not tally.hand_taken_off)
    if tally.opened and nothing and not any(tally.canastas.values()):
        raise Refused("opened", say("nothing is melded, so the side has not opened"))
