"""The filters of lists and statistics, as they are typed."""

from collections.abc import Sequence
from typing import Any

from wtforms import Form, SelectField, StringField
from wtforms import SelectChoice as Choice  # type: ignore[attr-defined] # newer than the published types

from scorekeeper.selection import Selection
from scorekeeper.web.forms import NAMES
from scorekeeper.web.words import tr
from scorekeeper.words import say

FINISHED, RUNNING = say("finished"), say("being played")
STATES = {"": None, "finished": True, "running": False}
LONGEST_WORDS = 100


class SelectionForm(Form):
    """`games`: the key and the name of each. `state` and `words` are for lists of matches alone."""

    who = StringField(render_kw=NAMES)
    partner = StringField(render_kw=NAMES)
    opponent = StringField(render_kw=NAMES)
    game = SelectField()
    since = StringField(render_kw={"placeholder": "2024-03"})
    until = StringField(render_kw={"placeholder": "2024-03"})
    state = SelectField()
    words = StringField(filters=[lambda text: (text or "")[:LONGEST_WORDS]])

    selection: Selection

    def __init__(self, *args: Any, games: Sequence[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.games = games
        self.game.choices = [Choice("", tr(say("all games"))), *(Choice(key, name) for key, name in games)]
        states = {"": say("all"), "finished": FINISHED, "running": RUNNING}
        self.state.choices = [Choice(key, tr(label)) for key, label in states.items()]
