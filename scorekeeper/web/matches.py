"""The list of matches, a new match, and the page of a match."""

from collections.abc import Mapping
from functools import partial

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper import consequences, rivals, rulebook, trace, variants
from scorekeeper import match as matches_
from scorekeeper.book import OtherContent
from scorekeeper.book.history import Order
from scorekeeper.consequences import Open
from scorekeeper.entries import Impossible
from scorekeeper.match import Match
from scorekeeper.rules import RulesError, Variant
from scorekeeper.selection import EVERYTHING, Selection
from scorekeeper.web import access, drawn, errors
from scorekeeper.web.forms import match_form, new_op_id
from scorekeeper.web.paging import Paging, asked_page, last_page
from scorekeeper.web.selecting import asked, chips, selected
from scorekeeper.web.store import match_or_404, match_or_none, session
from scorekeeper.web.words import tr
from scorekeeper.words import say

pages = Blueprint("matches", __name__)

MOST_RUNNING = 5
"""So many of those being played stand before the finished ones."""
CANNOT_BEGIN = say("This cannot be played again as it was")


@pages.get("/")
def index() -> ResponseReturnValue:
    """The matches asked for, else those being played and those finished; to a device that may see one, that one."""
    device = access.device()
    if device and device.match is not None:
        return redirect(url_for("matches.show", match_id=device.match), 303)
    history, form = session().history, selected()
    order: Order = "changed" if request.args.get("order") == "changed" else "played"
    told = {"order": order} if order != "played" else {}
    filtered = form.selection != EVERYTHING
    shown = form.selection if filtered else Selection(finished=True)
    page = asked_page()
    found = history.matches(shown, page, order)
    if page > (last := last_page(found.number)):
        page, found = last, history.matches(shown, last, order)
    running = None if filtered or page > 1 else history.matches(Selection(finished=False), order="changed")
    listed = [*(running.matches[:MOST_RUNNING] if running else []), *found.matches]
    return render_template(
        "matches.html",
        form=form,
        filtered=filtered,
        found=found,
        order=order,
        running=running,
        most_running=MOST_RUNNING,
        contests=_contests([one.id for one in listed]),
        before=_last_line_up() if running and not running.number and access.may("scorer") else None,
        chips=chips(form.selection, "matches.index", **told),
        other_order=url_for("matches.index", **asked(form.selection, order="" if told else "changed")),
        paging=Paging(found.number, page, partial(_at, form.selection, told)),
    )


def _contests(match_ids: list[int]) -> dict[int, Open]:
    """What is said of those of these matches in which a deal is contested."""
    kept = session()
    matches = [match for number in kept.history.quarrelled(match_ids) if (match := kept.match(number))]
    return {match.id: said for match in matches if (said := consequences.contests(match))}


def _at(selection: Selection, told: Mapping[str, str], page: int) -> str:
    return url_for("matches.index", **asked(selection, **told, page=page if page > 1 else None))


def _last_line_up() -> Match | None:
    """The match that was begun last."""
    number = session().history.last_opened()
    return session().match(number) if number else None


@pages.get("/new")
def new() -> ResponseReturnValue:
    """Which game?"""
    return render_template("new.html", variants=variants.everything())


@pages.route("/new/<key>", methods=["GET", "POST"])
def begin(key: str) -> ResponseReturnValue:
    """Opens a match of this game; `?like=` names a match to begin from, `change_players` redraws the form."""
    variant = variant_or_404(key)
    like = _like(key)
    players = _players(variant, like)
    form = match_form(variant, players, like if like and like.opened.players == players else None)
    if request.method == "POST" and "change_players" not in request.form and form.validate() and not form.ask():
        try:
            written = session().open_match(
                form.op_id.data or "",
                variant=rulebook.chosen(variant, form.house_rules),
                house_rules=form.house_rules,
                players=players,
                sides=form.sides,
                dealer=form.dealer.data,
                before=form.before,
                played_on=form.played_on.data,
                place=form.place.data or "",
                note=form.note.data or "",
            )
        except OtherContent:
            form.op_id.data = new_op_id()
            form.form_errors.append(
                tr(say("this page has opened a match already, with other entries; send it again to open one more"))
            )
        except Impossible as impossible:
            form.refused(impossible.message, session().people())
        else:
            return redirect(url_for("matches.show", match_id=written.match.id), 303)
    return render_template("new_match.html", form=form, variant=variant, players=players), 422 if form.errors else 200


@pages.post("/matches/<int:match_id>/again")
def again(match_id: int) -> ResponseReturnValue:
    """Opens a match like this one, whose deal goes on round the table. Two phones that ask for it get the same."""
    like = match_or_404(match_id)
    begun = _last_line_up()
    if not like.finished:
        return redirect(url_for("matches.show", match_id=like.id), 303)
    if (
        begun
        and not begun.deals
        and not begun.finished
        and _table(begun, begun.opened.dealer) == _table(like, like.dealer)
    ):
        return redirect(url_for("matches.show", match_id=begun.id), 303)
    op_id = request.form.get("op_id", "")
    try:
        written = session().open_match(
            op_id,
            variant=_rules_of(like),
            house_rules=like.opened.house_rules,
            players=like.opened.players,
            sides=like.sides,
            dealer=like.dealer,
            before=[0] * len(like.sides),
        )
    except OtherContent:
        first = session().written(op_id)
        if first is None or first.kind != "opened":  # else somebody got another name between two touches
            abort(400)
        return redirect(url_for("matches.show", match_id=first.match), 303)
    except Impossible as impossible:
        return errors.page(CANNOT_BEGIN, impossible.message, 409, match_id=match_id)
    return redirect(url_for("matches.show", match_id=written.match.id), 303)


def _table(match: Match, dealer: int) -> tuple[object, ...]:
    """What a match is played by, and by whom."""
    opened = match.opened
    return opened.variant, opened.house_rules, opened.players, match.sides, dealer


def _rules_of(like: Match) -> Variant:
    """The game's rules of today with what the table chose; those it began with where that is no more."""
    try:
        return rulebook.chosen(variants.load(like.opened.variant), like.opened.house_rules)
    except (variants.UnknownVariant, RulesError):
        return like.variant


@pages.get("/matches/<int:match_id>")
def show(match_id: int) -> ResponseReturnValue:
    """The match; `?saved=` names the deal that was written just before, or that stood so already: `&unchanged=`."""
    match = match_or_404(match_id)
    saved = match.deal(request.args.get("saved", 0, type=int))

    def draw() -> str:
        missing = [matches_.missing(match.variant, total) for total in match.totals]
        return render_template(
            "match.html",
            match=match,
            missing=missing,
            saved=saved,
            halves=rivals.half_counted(match),
            hanging=trace.hanging(match),
            would_end=consequences.would_end,
            contests=consequences.contests(match),
            unchanged="unchanged" in request.args,
        )

    # The strip of what was saved carries forms, which are this visitor's own; so does what plays it again.
    own = saved or (match.finished and access.may("scorer"))
    return drawn.own(draw()) if own else drawn.once(match, draw)


def variant_or_404(key: str) -> Variant:
    """The game of this key, else the page that says there is none."""
    try:
        return variants.load(key)
    except variants.UnknownVariant:
        abort(404)


def _like(key: str) -> Match | None:
    match = match_or_none(request.args.get("like", 0, type=int))
    return match if match and match.opened.variant == key else None


def _players(variant: Variant, like: Match | None) -> int:
    """How many play: as asked for, else as in the match before, else as the game is usually played."""
    asked = request.form.get("change_players", type=int) or request.form.get("players", type=int)
    usual = (like.opened.players if like else None, variant.default_players(2), max(variant.seats))
    return next(players for players in (asked, *usual) if players in variant.seats)
