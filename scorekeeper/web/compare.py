"""Two games side by side. The question stands in the address."""

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue
from wtforms import Form, SelectField
from wtforms import SelectChoice as Choice  # type: ignore[attr-defined] # newer than the published types

from scorekeeper import comparing, variants
from scorekeeper.rules import Variant
from scorekeeper.web.words import tr
from scorekeeper.words import say

pages = Blueprint("compare", __name__)

LONGEST_KEY = 40
"""Letters of a game that is none, as they are said again."""


class CompareForm(Form):
    """The keys of two games."""

    a = SelectField()
    b = SelectField()


@pages.get("/rules/compare")
def show() -> ResponseReturnValue:
    """What differs between the games `?a=` and `?b=`; the form alone where one of them is not chosen yet."""
    games = {one.key: one for one in variants.everything()}
    form = CompareForm(request.args)
    chosen = [_game(field, games) for field in (form.a, form.b)]
    first, second = chosen
    parts = comparing.differences(first, second) if first and second else []
    unknown = any(request.args.get(name) and not one for name, one in zip(("a", "b"), chosen, strict=True))
    return render_template("compare.html", form=form, games=chosen, parts=parts), 404 if unknown else 200


def _game(field: SelectField, games: dict[str, Variant]) -> Variant | None:
    """The game chosen in this field; where it is none that there is, the field says so."""
    asked = request.args.get(field.name, "")
    field.choices = [Choice("", tr(say("choose a game"))), *(Choice(key, tr(one.name)) for key, one in games.items())]
    if asked and asked not in games:
        field.errors = [tr(say("there is no game {key}", key=asked[:LONGEST_KEY]))]
    elif field.name in request.args and not asked:
        field.errors = [tr(say("choose a game"))]
    return games.get(asked)
