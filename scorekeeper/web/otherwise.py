"""A match, or one deal of it, under other rules: what each side would have, and who would have won."""

from collections.abc import Iterable
from typing import NamedTuple

from flask import Blueprint, abort, render_template, request
from flask.typing import ResponseReturnValue
from msgspec.structs import replace

from scorekeeper import otherwise, scoring, variants
from scorekeeper.match import Deal, Match
from scorekeeper.otherwise import Choice, Otherwise, Retold
from scorekeeper.rules import Variant
from scorekeeper.scoring import Line, side_by_side
from scorekeeper.web import drawn
from scorekeeper.web.matches import variant_or_404
from scorekeeper.web.store import match_or_404
from scorekeeper.words import Text, say

pages = Blueprint("otherwise", __name__)


@pages.get("/matches/<int:match_id>/otherwise")
def show(match_id: int) -> ResponseReturnValue:
    """Under other house rules and as other games; `?variant=` as that one, `?deal=` only this deal."""
    match = match_or_404(match_id)
    deal = _asked_deal(match)
    variant = variant_or_404(key) if (key := request.args.get("variant")) else None

    def draw() -> str:
        if deal is not None:
            return _deal_page(match, deal, variant)
        return _game_page(match, variant) if variant else _match_page(match)

    return drawn.once(match, draw, *variants.everything(), quick=True)


def _asked_deal(match: Match) -> Deal | None:
    """The deal in the address, else the page that says there is none."""
    asked = request.args.get("deal")
    if not asked:
        return None
    return match.deal(request.args.get("deal", 0, type=int)) or abort(404)


def _match_page(match: Match) -> str:
    found = otherwise.choices(match)
    return render_template(
        "otherwise.html",
        match=match,
        own=otherwise.under(match, match.variant),
        results=otherwise.typed_results(match),
        targets=[one for one in found if one.name == "target"],
        deciding=sorted((one for one in found if one.decides and one.name != "target"), key=_weight),
        asking=[one for one in found if one.changes and not one.decides],
        nothing=[one for one in found if not one.changes],
        games=[otherwise.under(match, one) for one in _other_games(match)],
        asked=asked,
        called=called,
    )


def _game_page(match: Match, variant: Variant) -> str:
    return render_template(
        "otherwise_game.html",
        match=match,
        own=otherwise.under(match, match.variant),
        other=otherwise.under(match, variant),
        results=otherwise.typed_results(match),
        asked=asked,
        called=called,
    )


def _deal_page(match: Match, deal: Deal, variant: Variant | None) -> str:
    """A deal that is struck out counts nowhere, under no rules."""
    own = otherwise.under(match, match.variant)
    found = [] if variant or deal.struck_out else otherwise.choices(match)
    games = [] if deal.struck_out else [variant] if variant else _other_games(match)
    told = [(one, _of_deal(one.otherwise, deal)) for one in found if one.otherwise.refused is None]
    return render_template(
        "otherwise_deal.html",
        match=match,
        deal=deal,
        variant=variant,
        own=own,
        moved=[(one, there) for one, there in told if there.moved],
        asking=[(one, there) for one, there in told if not there.moved and _asks(there)],
        nothing=[one for one, there in told if not there.moved and not _asks(there) and not _of_the_end(one)],
        games=[(other, _of_deal(other, deal) if not other.refused else None) for other in _under(match, games)],
        lines=_lines,
        asked=asked,
        called=called,
    )


def _weight(choice: Choice) -> tuple[bool, bool]:
    """Where it stands: another winner before another ending, and that before other points."""
    return choice.otherwise.winner == choice.own.winner, not choice.ends_otherwise


def _under(match: Match, games: list[Variant]) -> list[Otherwise]:
    return [otherwise.under(match, one) for one in games]


def _of_deal(other: Otherwise, deal: Deal) -> Retold:
    return next(one for one in other.deals if one.deal.id == deal.id)


def _asks(told: Retold) -> bool:
    return bool(told.doubts or told.unwritten) or told.scored is None


def _of_the_end(choice: Choice) -> bool:
    return choice.name in otherwise.OF_THE_END


def _other_games(match: Match) -> list[Variant]:
    """All games but the one played; that one too, where this match is not played as it is by itself today."""
    own = match.variant
    return [one for one in variants.everything() if one.key != own.key or not otherwise.score_alike(one, own)]


def _lines(told: Retold, side: int) -> list[list[Line | None]]:
    """The lines of a side as it stands and under the other rules, those that are called alike in one row: their rules
    may have other keys there."""
    assert told.scored is not None
    own = told.deal.scored.lines[side]
    keys = {line.label.msgid: line.key for line in own}
    other = [replace(line, key=keys.get(line.label.msgid, line.key)) for line in told.scored.lines[side]]
    return side_by_side([own, other])


class Asked(NamedTuple):
    """A doubt, and the numbers of the deals in which it is raised, by side; None for the deal as a whole."""

    message: Text
    deals: dict[int | None, list[int]]


def asked(deals: Iterable[Retold]) -> list[Asked]:
    """What these deals would be asked about, each question once."""
    found: dict[str, Asked] = {}
    for told in deals:
        for fault in told.doubts:
            one = found.setdefault(str(fault.message), Asked(fault.message, {}))
            one.deals.setdefault(fault.side, []).append(told.deal.number or 0)
    return list(found.values())


_CALLED = {
    "melds": say("Melds"),
    "card_points": scoring.CARDS_MELDED,
    "card_counts": scoring.CARDS_MELDED,
    "concealed_canastas": scoring.CONCEALED_CANASTAS,
    "red_threes": scoring.RED_THREES,
    "black_threes": scoring.BLACK_THREES,
    "hands": scoring.LEFT_IN_HAND,
    "hand_points": scoring.LEFT_IN_HAND,
    "hand_counts": scoring.LEFT_IN_HAND,
    "black_threes_in_hand": scoring.LEFT_APART["B3"],
    "red_threes_in_hand": scoring.LEFT_APART["R3"],
    "hand_taken_off": say("Hands taken off"),
    "went_out": scoring.GOING_OUT,
    "concealed": scoring.GOING_OUT_CONCEALED,
    "special_hand": say("Special hands"),
    "result": scoring.RESULT,
    "adjustment": scoring.AGREED,
}


def called(variant: Variant, key: str) -> Text | None:
    """What a key of a tally is called under the rules it was written by; None for the tally as a whole."""
    table, _, name = key.partition(".")
    kinds: dict[str, dict[str, str]] = {
        "canastas": {key: one.label for key, one in variant.canastas.kinds.items()},
        "extras": {key: one.label for key, one in variant.extras.items()},
    }
    label = kinds.get(table, {}).get(name)
    return Text(label) if label else _CALLED.get(table)
