"""The list of matches, a new match, and the page of a match."""

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper import match as matches_
from scorekeeper import rivals, rulebook, variants
from scorekeeper.book import OtherContent
from scorekeeper.match import Impossible, Match
from scorekeeper.rules import Variant
from scorekeeper.selection import Selection
from scorekeeper.web import access, drawn
from scorekeeper.web.forms import match_form, new_op_id
from scorekeeper.web.store import match_or_404, match_or_none, session
from scorekeeper.web.words import tr
from scorekeeper.words import say

pages = Blueprint("matches", __name__)


@pages.get("/")
def index() -> ResponseReturnValue:
    """All matches; to a device that may see one alone, that one."""
    found = access.device()
    if found and found.match is not None:
        return redirect(url_for("matches.show", match_id=found.match), 303)
    history = session().history
    running = history.matches(Selection(finished=False), order="changed").matches
    finished = history.matches(Selection(finished=True)).matches
    return render_template("matches.html", matches=[*running, *finished])


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
            form.form_errors.append(tr(impossible.message))
        else:
            return redirect(url_for("matches.show", match_id=written.match.id), 303)
    return render_template("new_match.html", form=form, variant=variant, players=players), 422 if form.errors else 200


@pages.get("/matches/<int:match_id>")
def show(match_id: int) -> ResponseReturnValue:
    """The match; `?saved=` names the deal that was written just before."""
    match = match_or_404(match_id)
    saved = match.deal(request.args.get("saved", 0, type=int))

    def draw() -> str:
        missing = [matches_.missing(match.variant, total) for total in match.totals]
        halves = rivals.half_counted(match)
        return render_template("match.html", match=match, missing=missing, saved=saved, halves=halves)

    # The strip of what was saved carries forms, which are this visitor's own.
    return draw() if saved else drawn.once(match, draw)


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
