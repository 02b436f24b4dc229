"""What the pack or the rules forbid (errors) and what looks wrong (doubts), over all sides of a deal together.

Errors refuse a deal. Doubts are said aloud and never refuse: a table may have played what no book allows.
"""

import contextlib
from collections import Counter
from collections.abc import Iterator

import msgspec

from scorekeeper import cards, contradictions, pack
from scorekeeper import tally as tallies_
from scorekeeper.faults import Fault, Refused, nth
from scorekeeper.going_out import GoingOut, going_out, waives_the_minimum
from scorekeeper.melds import WILD, Laid
from scorekeeper.rules import Variant
from scorekeeper.tally import Meld, Shown, Tally
from scorekeeper.words import Text, say, verbatim

AFTER_THE_END = Fault(None, "", say("the match was over before this deal"))


def judge(variant: Variant, players: int, tallies: list[Tally]) -> tuple[list[Fault], list[Fault], list[Shown]]:
    """Errors, doubts, and what each side shows, as far as it can be told where its tally was refused.

    There is one tally for each side of a table of so many `players`. The doubts are those of the deal by itself.
    """
    hands = players // variant.seats[players].sides
    errors: list[Fault] = []
    shown: list[Shown] = []
    for side, tally in enumerate(tallies):
        try:
            contradictions.check(variant, hands, tally)
            one = tallies_.shown(variant, tally)
            _check_melds(variant, one)
        except Refused as refused:
            errors.append(Fault(side, refused.key, refused.message))
            one = _as_far_as_told(variant, tally)
        shown.append(one)
    _check_one_out(tallies, errors)
    refused_sides = {fault.side for fault in errors}
    sound = [Shown() if side in refused_sides else one for side, one in enumerate(shown)]
    errors += [fault for fault in pack.faults(variant, sound) if fault.side not in refused_sides]
    if errors:
        return sorted(errors, key=lambda fault: fault.side or 0), [], shown
    doubts: list[Fault] = []
    out = any(one.out for one in shown)
    for side, (tally, one) in enumerate(zip(tallies, shown, strict=True)):
        _doubt(variant, players, side, tally, one, out, doubts)
    return [], doubts, shown


def _as_far_as_told(variant: Variant, tally: Tally) -> Shown:
    nothing = Shown(adjustment=tally.adjustment)
    known = tally.canastas.keys() <= variant.canastas.kinds.keys() and tally.extras.keys() <= variant.extras.keys()
    if not known or tally.special_hand not in (None, *variant.special_hands):
        return nothing
    try:
        return tallies_.shown(variant, tally)
    except Refused:
        return nothing


def _check_melds(variant: Variant, shown: Shown) -> None:
    """Raises `Refused` for melds that the variant forbids."""
    for place, message in _wrong_melds(variant, shown):
        raise Refused(nth("melds", place), message)


def _wrong_melds(variant: Variant, shown: Shown) -> Iterator[tuple[int, Text]]:
    """Each meld that the variant forbids, by its place among those laid, and why."""
    ranks: set[str] = set()
    for place, meld in enumerate(shown.laid or ()):
        if meld.forbidden is not None:
            yield place, meld.forbidden
        elif meld.rank == "B3" and not shown.went_out:
            yield place, say("black threes are melded only by the side that goes out")
        elif meld.rank in ranks and meld.rank != WILD and variant.melds.one_per_rank:
            yield place, say("two melds of {rank} are one meld: write them as one", rank=meld.rank)
        ranks.add(meld.rank)


def _check_one_out(tallies: list[Tally], errors: list[Fault]) -> None:
    out = [side for side, tally in enumerate(tallies) if tally.went_out or tally.special_hand is not None]
    for side in out[1:]:
        key = "went_out" if tallies[side].went_out else "special_hand"
        first = out[0] + 1
        errors.append(
            Fault(side, key, say("only one side goes out in a deal: side {number} is out already", number=first))
        )


def doubts_of_totals(
    variant: Variant, tallies: list[Tally], shown: list[Shown], minimums: list[int | None]
) -> list[Fault]:
    """Doubts that hang on the totals before the deal: melded less than the opening minimum."""
    found = []
    for side, (tally, one, minimum) in enumerate(zip(tallies, shown, minimums, strict=True)):
        if minimum is None or not one.opened or not one.melds_stated or one.hand_taken_off or one.concealed:
            continue
        points = one.card_points if one.laid is None else sum(meld.points for meld in one.laid)
        unpriced = any(not variant.canastas.kinds[kind].card_values for kind in one.canastas)
        if points < minimum and not (one.laid is None and unpriced):
            message = say("{minimum} are needed to open, these melds count {points}", minimum=minimum, points=points)
            found.append(Fault(side, tally.melds_key, message))
    return found


def doubts_of_start(variant: Variant, before: list[int]) -> list[Fault]:
    """A doubt where a starting total is nothing that deals could have made; it is said with the first deal."""
    odd = [points for points in before if points % contradictions.step(variant)]
    return [
        Fault(None, "before", say("a starting total of {what}", what=contradictions.odd(variant, points)))
        for points in odd
    ]


def _doubt(
    variant: Variant, players: int, side: int, tally: Tally, shown: Shown, out: bool, found: list[Fault]
) -> None:
    """Adds what looks wrong in one side's tally."""

    def doubt(key: str, message: Text) -> None:
        found.append(Fault(side, key, message))

    if shown.adjustment and shown.adjustment.points % contradictions.step(variant):
        doubt("adjustment.points", contradictions.odd(variant, shown.adjustment.points))
    if shown.special_hand is not None:
        kept = Tally(special_hand=tally.special_hand, went_out=tally.went_out, adjustment=tally.adjustment)
        if tally != kept:
            doubt("special_hand", say("a special hand stands alone: the rest of this side is not counted"))
        return
    if shown.result is not None:
        gain, cost = contradictions.held_at_most(variant)
        game = Text(variant.name)
        if shown.result > gain:
            doubt("result", say("a deal of {game} brings a side at most {most} points", game=game, most=gain))
        elif -shown.result > cost:
            doubt("result", say("a deal of {game} costs a side at most {most} points", game=game, most=cost))
        return
    if tally == Tally():
        doubt("", say("nothing is stated for this side, so it gets 0 points"))
        return
    if shown.went_out:
        ready = going_out(variant, players, shown.canastas, shown.extras)
        for message in ready.missing:
            doubt("went_out", message)
        for label in ready.charged:
            size = variant.canastas.size
            doubt(
                "went_out",
                say("{what}: below {size} cards, they are charged although the side went out", size=size, what=label),
            )
    if not shown.hand_taken_off and _hands_missing(variant, players, tally, shown):
        doubt("hand_points", say("what is left in hand is not stated, so it counts 0"))
    _doubt_empty_hands(variant, players, side, tally, shown, out, found)
    if shown.laid is not None:
        _doubt_melds(variant, side, tally, shown.laid, found)
    elif shown.opened and not shown.melds_stated:
        doubt("opened", say("the side has opened, but its melds are not stated: they count 0"))
    if shown.hand_taken_off and not shown.melds_stated:
        doubt("card_points", say("what was left after the hands were taken off is not stated, so it counts 0"))
    if shown.hand_taken_off and tally.opened is None and not shown.opened and shown.red_threes:
        doubt("opened", say("did the side open? Its red threes count against it otherwise"))
    if "R3" not in variant.card_values and _forgotten_red_threes(shown) and not variant.charge("R3"):
        doubt(
            "hands" if shown.held is not None else "red_threes_in_hand",
            say("a red three in hand costs 0 here: should it lie on the table?"),
        )


def _partners(variant: Variant, players: int) -> bool:
    return players > variant.seats[players].sides


def _hands_missing(variant: Variant, players: int, tally: Tally, shown: Shown) -> bool:
    """Is there a hand of which nothing is said? Whoever went out has none; a three counted apart may be all of one."""
    if shown.held is not None or tally.counted_hand is not None:
        return False
    hands = players // variant.seats[players].sides - shown.went_out
    return sum(shown.apart.values()) < hands


def _doubt_empty_hands(
    variant: Variant, players: int, side: int, tally: Tally, shown: Shown, out: bool, found: list[Fault]
) -> None:
    """An empty hand belongs to the side that went out, and only there."""
    if not shown.hand_stated:
        return
    nothing_left = not shown.hand_points and not any(shown.apart.values())
    key = tally.hand_key
    if shown.held is not None:
        empty = any(not hand for hand in shown.held)
    else:
        empty = nothing_left or _partners(variant, players)
    if shown.went_out and not empty:
        found.append(Fault(side, key, say("the side went out, so one of its hands should be empty, and none is")))
    if shown.held is None:
        empty = nothing_left
    if not out and empty:
        found.append(Fault(side, key, say("a hand is empty, but nobody went out: did this side?")))
    if out and empty and not shown.went_out:
        found.append(Fault(side, key, say("a hand is empty, but another side went out: was nothing left in it?")))


def _doubt_melds(variant: Variant, side: int, tally: Tally, table: list[Laid], found: list[Fault]) -> None:
    # A canasta of twos and one of jokers are two things; two of one kind, or two unfinished ones, may be one.
    ranks = [(meld.rank, meld.kind if meld.rank == WILD else None) for meld in table]
    for one in dict.fromkeys(ranks):
        if ranks.count(one) > 1:
            name = say("wild cards") if one[0] == WILD else Text(one[0])
            second = ranks.index(one, ranks.index(one) + 1)
            found.append(Fault(side, nth("melds", second), say("two melds of {rank}: are they one?", rank=name)))
    for place, (stated, meld) in enumerate(zip(tally.melds or (), table, strict=True)):
        if isinstance(stated, Meld) and stated.concealed and meld.kind is None:
            message = say(
                "{meld} is no canasta of {size} cards, so 0 are paid for laying it concealed",
                meld=verbatim(stated.cards),
                size=variant.canastas.size,
            )
            found.append(Fault(side, nth("melds", place), message))


def _forgotten_red_threes(shown: Shown) -> bool:
    if shown.held is not None:
        return any("R3" in hand for hand in shown.held)
    return bool(shown.apart.get("R3"))


class Opening(msgspec.Struct, frozen=True):
    """Do these melds open? Card points they count, points required, and the melds as they lie on the table.

    `out`: may a side with these melds go out, where they are laid concealed; `free`: then no minimum is asked of them.
    """

    count: int
    required: int
    melds: list[Laid] = []
    out: GoingOut | None = None
    free: bool = False

    @property
    def opens(self) -> bool:
        return self.free or self.count >= self.required

    @property
    def missing(self) -> int:
        """The points that these melds are short of."""
        return 0 if self.free else max(0, self.required - self.count)


class OpeningRefused(Refused):
    """Melds that nobody can lay. `faults`: what is wrong with each, under "melds[0]", "melds[1]" or "top_card"."""

    def __init__(self, faults: list[Fault]) -> None:
        super().__init__(faults[0].key, faults[0].message)
        self.faults = faults


def opening(
    variant: Variant, before: int, melds: list[str], top_card: str = "", concealed: int | None = None
) -> Opening:
    """Whether these melds, laid in one turn, open for a side with this total.

    Card values alone count: no canasta bonus, no red three (Britannica, Parlett). `top_card`: that of the pile, taken
    into the meld of its rank; it counts, the cards below it do not (pagat). `concealed`: they are the whole hand of a
    player who goes out so, at a table of so many players. Raises `OpeningRefused`.
    """
    written, faults = _with_top_card(variant, melds, top_card)
    table: list[Laid] = []
    places: list[int] = []
    for place, text in enumerate(written):
        try:
            table += tallies_.lay(variant, [text])
        except Refused as refused:
            faults.append(_of_meld(place, refused.message))
        else:
            places.append(place)
    wrong = dict(_wrong_melds(variant, Shown(laid=table, went_out=concealed is not None)))
    faults += [_of_meld(places[i], message) for i, message in wrong.items()]
    if not faults:
        beyond = pack.faults(variant, [Shown(laid=table, melds_stated=True)])
        faults = [Fault(None, fault.key, fault.message) for fault in beyond]
    if faults:
        raise OpeningRefused(sorted(faults, key=lambda fault: (len(fault.key), fault.key)))
    out = None if concealed is None else _out_with(variant, concealed, table)
    free = out is not None and out.allowed and waives_the_minimum(variant, with_the_pile=bool(top_card.strip()))
    return Opening(sum(meld.points for meld in table), variant.opening_minimum(before) or 0, table, out, free)


def _out_with(variant: Variant, players: int, table: list[Laid]) -> GoingOut:
    canastas = Counter(meld.kind for meld in table if meld.kind)
    return going_out(variant, players, canastas, Counter(meld.extra for meld in table if meld.extra))


def uncounted(variant: Variant) -> list[Text]:
    """What never counts towards the opening minimum, whoever asks."""
    found = [say("the bonus of a canasta: only its cards count")]
    if variant.red_threes:
        found.append(say("red threes"))
    if variant.black_threes:
        found.append(say("black threes"))
    elif variant.melds.black_threes_from is not None:
        found.append(say("black threes: they are melded only in going out"))
    return [*found, say("the cards of the pile below its top card")]


def _of_meld(place: int, message: Text) -> Fault:
    return Fault(None, nth("melds", place), message)


def _with_top_card(variant: Variant, melds: list[str], top_card: str) -> tuple[list[str], list[Fault]]:
    """The melds with the top card of the pile in the first of its rank, or what is wrong with that card."""
    if not top_card.strip():
        return melds, []
    try:
        [top] = tallies_.lay(variant, [top_card])
    except Refused as refused:
        return melds, [Fault(None, "top_card", refused.message)]
    if sum(top.cards.values()) != 1:
        return melds, [Fault(None, "top_card", say("one card alone lies on top of the pile"))]
    for place, text in enumerate(melds):
        with contextlib.suppress(Refused):
            [meld] = tallies_.lay(variant, [text])
            if meld.cards and meld.rank == top.rank:
                return [*melds[:place], f"{text} {top_card}", *melds[place + 1 :]], []
    message = say("{card} goes into none of these melds: name one of its rank", card=verbatim(cards.write(top.cards)))
    return melds, [Fault(None, "top_card", message)]
