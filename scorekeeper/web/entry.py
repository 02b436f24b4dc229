"""The entry screen: the sheet above, the pad below, and the answers that its script asks for while a deal is typed.

The script sends the fields of the plain form, and gets what they give as JSON. Without script the page leads to the
plain form.
"""

import itertools
from typing import Any

from flask import Blueprint, jsonify, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper import cards, rivals
from scorekeeper import match as matches_
from scorekeeper.match import Deal, Match
from scorekeeper.melds import Laid
from scorekeeper.web import entry_sheet, shell, so_far
from scorekeeper.web.deal_fields import Cards
from scorekeeper.web.deal_form import DealForm, SideForm
from scorekeeper.web.deals import deal_or_404
from scorekeeper.web.errors import Happened
from scorekeeper.web.in_flight import in_flight
from scorekeeper.web.meanwhile import since
from scorekeeper.web.posting import Outcome, doubts_of, posted, seen_by
from scorekeeper.web.store import match_or_404, session
from scorekeeper.web.words import points, signed, tr
from scorekeeper.words import Text, say

pages = Blueprint("entry", __name__)

_MONTH = 30 * 24 * 3600

_HOME = {
    "melds": "card_points",
    "concealed": "card_points",
    "card_counts": "card_points",
    "hand_taken_off": "card_points",
    "hands": "hand_points",
    "hand_counts": "hand_points",
    "beside": "went_out",
    "adjustment": "adjustment.points",
}
"""Where on the sheet a fault is shown whose field has no cell of its own, by the first part of its key."""


@pages.route("/matches/<int:match_id>/deals/new", methods=["GET", "POST"])
def enter(match_id: int) -> ResponseReturnValue:
    """The screen, empty; its script asks what the deal gives, and saves."""
    return _screen(match_or_404(match_id), None)


@pages.route("/matches/<int:match_id>/deals/<int:deal_id>/correct", methods=["GET", "POST"])
def correct(match_id: int, deal_id: int) -> ResponseReturnValue:
    """The screen, holding what was typed for this deal."""
    match, deal = deal_or_404(match_id, deal_id)
    if deal.struck_out and request.method == "GET":
        return redirect(url_for("deals.show", match_id=match.id, deal_id=deal.id), 303)
    return _screen(match, deal)


@pages.get("/matches/<int:match_id>/pads")
def rare_pads(match_id: int) -> ResponseReturnValue:
    """The pads that few deals need, fetched when the first of them is: menu, depth, melds and hands card by card.

    `?of=` names the making they are of: those a phone keeps, so that they are there while the book is away.
    """
    match = match_or_404(match_id)
    rows = entry_sheet.rows(match)
    drawn = render_template(
        "_entry_pads_more.html",
        form=DealForm(match, token=False),
        match=match,
        sheet=entry_sheet,
        rows=rows,
        after={row.key: before.key for before, row in itertools.pairwise(rows)},
    )
    response = make_response(drawn)
    if request.args.get("of") == shell.making(match):
        response.headers["Cache-Control"] = f"private, max-age={_MONTH}"
        response.vary.add("Accept-Language")
    return response


def _screen(match: Match, deal: Deal | None) -> ResponseReturnValue:
    form = DealForm(match, deal.scored.tallies if deal else None, asks_why=bool(deal and match.is_older(deal)))
    if form.is_submitted():
        return _answer(form, match, deal)
    form.base.data = str(match.last_entry)
    depths = [_depth(side) for side in form.sides] if deal else []
    left_open = rivals.uncounted(deal) if deal else []
    for number, (side, depth) in enumerate(zip(form.sides, depths, strict=False)):
        if depth == "counted" and number not in left_open:
            _write_noughts(side)
    before = deal.before if deal else match.totals
    plain = url_for("deals.correct" if deal else "deals.enter", match_id=match.id, deal_id=deal.id if deal else None)
    return render_template(
        "entry.html",
        form=form,
        match=match,
        deal=deal,
        before=before,
        minimums=[match.variant.opening_minimum(total) for total in before],
        plain=plain,
        depths=depths if set(depths) - {"counted"} else None,
        rows=entry_sheet.rows(match),
        sheet=entry_sheet,
        making=shell.making(match),
        halves=rivals.half_counted(match) if deal is None else [],
    )


def _depth(side: SideForm) -> str:
    """How a side of a deal that was saved is counted: as the screen calls it."""
    if side["result"].filled:
        return "result"
    if any(_filled(side, way) for way in ("melds.", "hands.")):
        return "cards"
    return "net" if side["hand_taken_off"].filled else "counted"


def _write_noughts(side: SideForm) -> None:
    """In a counted deal that was saved, what is not said is nothing: no question is left open."""
    keys = [*entry_sheet.threes(side.variant), f"canastas.{entry_sheet.grid(side.variant)[0]}"]
    keys += [f"{what}_points" for what in ("card", "hand") if not _filled(side, f"{what}_counts.")]
    for key in keys:
        if not side[key].filled:
            side[key].data = "0"


def _filled(side: SideForm, prefix: str) -> bool:
    return any(field.filled for field in side.begin(prefix).values())


def _answer(form: DealForm, match: Match, deal: Deal | None) -> ResponseReturnValue:
    """What was asked: `act` count, while questions are open; check, once all are answered; save.

    Whoever asks about a deal that is in the book already, as it is typed, did not hear that it was saved.
    """
    act = request.form.get("act")
    sound = form.validate()
    written = session().written(str(form.op_id.data)) if form.base_number != match.last_entry else None
    known = (written.match, written.body.get("tallies"), written.body.get("reason", "")) if written else None
    if act != "save" and sound and known == (match.id, form.tallies(), form.reason.text):
        assert written is not None
        return _saved(match, form, int(written.body.get("deal", written.number)))
    if act == "count":
        if sound:
            form.place(so_far.errors(match, form.tallies()))
        return jsonify(_told(form, Outcome(match, deal)))
    with in_flight(str(form.op_id.data) if act == "save" else "") as alone:
        if not alone:
            return jsonify(busy=True), 409
        outcome = posted(form, match, deal)
    if outcome.saved is not None:
        return _saved(outcome.match, form, outcome.saved, outcome.unchanged)
    return jsonify(_told(form, outcome)), outcome.status if act == "save" else 200


def _saved(match: Match, form: DealForm, deal_id: int, unchanged: bool = False) -> ResponseReturnValue:
    """Where it is told that the deal is in the book, and the entry upon which the phone goes on."""
    where = url_for("matches.show", match_id=match.id, saved=deal_id, unchanged="yes" if unchanged else None)
    return jsonify(saved=where, base=seen_by(match, form.base_number, deal_id))


def _told(form: DealForm, outcome: Outcome) -> dict[str, Any]:
    """The sheet as it stands by now, what is wrong or doubted, and what else the reader must know."""
    match, deal, candidate = outcome.match, outcome.deal, outcome.candidate
    seen = ""
    if candidate is not None:
        doubts, seen = doubts_of(candidate, form, deal)
        form.place(doubts, doubted=True)
    before = deal.before if deal else match.totals
    scored = so_far.counted(match.variant, form.tallies())
    totals = [total + side.score for total, side in zip(before, scored, strict=True)]
    happened = since(match, form.base_number)
    told: dict[str, Any] = {
        "sides": [
            {
                "cells": {key: [_points(got), got.how_many] for key, got in side.cells.items()},
                "melds": [_meld(match, meld) for meld in side.laid],
                "score": signed(side.score),
                "total": points(total),
                "open": "" if (minimum := match.variant.opening_minimum(total)) is None else points(minimum),
            }
            for side, total in zip(scored, totals, strict=True)
        ],
        "faults": [*_faults(form, "errors"), *_faults(form, "doubts")],
        "seen": seen,
        "base": match.last_entry,
        "op_id": form.op_id.data,
        "notice": " ".join(_notices(outcome, [_said(act) for act in happened])),
        "clash": outcome.rival is not None,
        "over": (over := _over(outcome)),
        "spoken": f"{_spoken(match, scored, totals)} {over}".strip(),
    }
    return told


def _points(got: so_far.Got) -> str:
    return "…" if got.points is so_far.OPEN else signed(got.points)


def _meld(match: Match, meld: Laid) -> dict[str, str]:
    kind = match.variant.canastas.kinds[meld.kind] if meld.kind else None
    return {
        "cards": cards.write(meld.cards),
        "points": points(meld.points),
        "symbol": kind.symbol if kind else "",
        "word": tr(kind.one) if kind else "",
    }


def _notices(outcome: Outcome, happened: list[str]) -> list[str]:
    found = [tr(outcome.notice)] if outcome.notice else []
    return [*found, *([tr(say("Meanwhile:"))] if happened else []), *happened]


def _said(act: Happened) -> str:
    return f"{tr(act.message)} {', '.join(f'{name} {signed(score)}' for name, score in act.scores)}".strip()


def _over(outcome: Outcome) -> str:
    """That the match is over with this deal, if it is."""
    if outcome.candidate is None or outcome.match.finished:
        return ""
    over, winner = matches_.is_over(outcome.match.variant, outcome.candidate.totals)
    if not over:
        return ""
    if winner is None:
        return tr(say("With this deal the match is over: a shared win."))
    return tr(say("With this deal the match is over: {side} won.", side=outcome.match.sides[winner].name))


def _faults(form: DealForm, what: str) -> list[dict[str, Any]]:
    """Errors or doubts, each with the cell in whose row it is shown."""
    found: list[dict[str, Any]] = []

    def add(side: int | None, key: str, messages: list[Any], one_of: Text | None = None) -> None:
        home = _HOME.get(key.partition(".")[0], key)
        whose = form.sides[side].name if side is not None else ""
        for message in messages:
            text = message if isinstance(message, Text) else Text(str(message))
            if one_of:  # of several behind one cell
                said = say("{side}, {which}: {message}", side=whose, which=one_of, message=text)
            else:
                said = say("{side}: {message}", side=whose, message=text) if whose else text
            found.append({"side": side, "at": home, "error": what == "errors", "text": tr(said)})

    add(None, "", getattr(form, f"{what}_of_all"))
    add(None, "reason", list(getattr(form.reason, what)))
    add(None, "went_out", list(getattr(form.went_out, what)))
    for number, side in enumerate(form.sides):
        add(number, "", getattr(side, f"{what}_here"))
        for key, field in side.fields.items():
            add(number, key, list(getattr(field, what)), field.full if isinstance(field, Cards) else None)
    return found


def _spoken(match: Match, scored: list[so_far.SoFar], totals: list[int]) -> str:
    """The result, in words to be heard."""
    said = [
        say("{side} {score}, total {total}.", side=side.name, score=signed(one.score), total=total)
        for side, one, total in zip(match.sides, scored, totals, strict=True)
    ]
    return " ".join(map(tr, said))
