"""What all forms share, and the form that opens a match. Forms ask: is it there, is it a whole number?"""

import re
import secrets
from collections.abc import Iterable, Sequence
from typing import Any

from flask import request
from flask_wtf import FlaskForm
from wtforms import Field, HiddenField, IntegerField, RadioField, StringField
from wtforms import SelectChoice as Choice  # type: ignore[attr-defined] # newer than the published types
from wtforms.validators import ValidationError
from wtforms.widgets import TextInput

from scorekeeper import rulebook
from scorekeeper.match import Match, Side
from scorekeeper.rules import MOST_POINTS, RulesError, Variant
from scorekeeper.typed import LONGEST_NAME, alike, clean_name, joined, whole
from scorekeeper.web.words import choices_of, tr
from scorekeeper.words import Text, say

NAME_LENGTH = LONGEST_NAME
HOUSE = "house."

_A_NAME = re.compile(r"(seat|side)\d{1,2}")


def new_op_id() -> str:
    """A name for one act, made when its form is drawn: sent twice, it is still one act."""
    return secrets.token_urlsafe(16)


class WholeNumberField(IntegerField):
    """A box for a whole number. Keeps what was typed, whatever it was; empty is `empty`."""

    widget = TextInput()

    def __init__(self, *args: Any, empty: int | None = None, **kwargs: Any) -> None:
        kwargs.setdefault("render_kw", {"inputmode": "numeric"})
        super().__init__(*args, **kwargs)
        self.empty = empty

    def _value(self) -> str:
        if self.raw_data:
            return str(self.raw_data[0])
        return "" if self.data is None else str(self.data).replace("-", "−")

    def process_formdata(self, valuelist: Sequence[Any]) -> None:
        if not valuelist:
            return
        self.data = whole(valuelist[0])
        if self.data is None and valuelist[0].strip():
            raise ValueError(tr(say("a whole number is expected here")))
        if self.data is None:
            self.data = self.empty


class BookForm(FlaskForm):
    """A form that writes into the book: it carries the name of its act."""

    class Meta(FlaskForm.Meta):
        def wrap_formdata(self, form: FlaskForm, formdata: Any) -> Any:
            """What was sent as a form alone: the pages send neither files nor JSON."""
            return request.form if form.is_submitted() else None

    op_id = HiddenField()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.op_id.data = self.op_id.data or new_op_id()


def _short_enough(form: FlaskForm, field: Field) -> None:
    if len(field.data or "") > NAME_LENGTH:
        raise ValidationError(tr(say("at most {most} letters", most=NAME_LENGTH)))


def _within_reach(form: FlaskForm, field: Field) -> None:
    if field.data is not None and abs(field.data) > MOST_POINTS:
        raise ValidationError(tr(say("at most {most} points, plus or minus", most=MOST_POINTS)))


def _named(form: FlaskForm, field: Field) -> None:
    if not field.data:
        raise ValidationError(tr(say("Write whom it is for: then you know later whose device it is.")))


def _program_named(form: FlaskForm, field: Field) -> None:
    if not field.data:
        raise ValidationError(tr(say("Write which program it is for: then you know later whose key it is.")))


class InviteForm(BookForm):
    """Whom to let in, and as what."""

    name = StringField(validators=[_named, _short_enough], filters=[lambda text: clean_name(text or "")])
    role = RadioField()


def invite_form(roles: Sequence[str]) -> InviteForm:
    """The form, with these roles to choose from."""
    form = InviteForm(data={"role": "scorer"})
    form.role.choices = [Choice(role) for role in roles]
    return form


class KeyForm(BookForm):
    """For which program a key is."""

    program = StringField(validators=[_program_named, _short_enough], filters=[lambda text: clean_name(text or "")])


class MatchForm(BookForm):
    """Opens a match. Its fields follow from the game and the number of players: see `match_form`."""

    target = WholeNumberField()
    variant: Variant
    players: int

    @property
    def side_names(self) -> list[Field]:
        """The box of each side's name, in seating order; none where every player is a side."""
        return [self[f"side{side}"] for side in range(self._sides) if f"side{side}" in self]

    @property
    def laid_aside(self) -> list[tuple[str, str]]:
        """Names typed for more players than there are now: kept, should they sit down again."""
        typed = request.form.items()
        return [(key, name) for key, name in typed if name and _A_NAME.fullmatch(key) and key not in self]

    @property
    def player_names(self) -> list[list[Field]]:
        """The boxes of the players' names, by side."""
        return [[self[f"seat{seat}"] for seat in range(side, self.players, self._sides)] for side in range(self._sides)]

    @property
    def before_fields(self) -> list[Field]:
        """The box of each side's points from before."""
        return [self[f"before{side}"] for side in range(self._sides)]

    @property
    def house_fields(self) -> dict[str, Field]:
        """The choices of the game's house rules, by dotted name."""
        return {name: self[HOUSE + name] for name in ("tie", *self.variant.house_rules)}

    @property
    def house_errors(self) -> bool:
        """Is a choice of a house rule wrong?"""
        return any(field.errors for field in self.house_fields.values())

    @property
    def before_errors(self) -> bool:
        """Is a total from before wrong?"""
        return any(field.errors for field in self.before_fields)

    def before_label(self, side: int) -> str:
        """Whose total a box is for."""
        return tr(say("{name}: total so far", name=self.sides[side].name))

    @property
    def before(self) -> list[int]:
        """Points of each side before the first deal."""
        return [field.data or 0 for field in self.before_fields]

    @property
    def sides(self) -> list[Side]:
        """The sides, every one with a name: its own, its players', or what one calls it."""
        found: list[Side] = []
        typed = [field.data or "" for field in self.side_names] or [""] * self._sides
        people = [[field.data or "" for field in fields] for fields in self.player_names]
        named = [own or joined(players) for own, players in zip(typed, people, strict=True)]
        for side, players in enumerate(people):
            found.append(Side(named[side] or self.usual_name(side, [*named, *(one.name for one in found)]), players))
        return found

    @property
    def house_rules(self) -> dict[str, Any]:
        """What was chosen in place of the game's own values; what is no house rule here too, for the core to refuse."""
        chosen: dict[str, Any] = {}
        if self.target.data != self.variant.target:
            chosen["target"] = self.target.data
        for name, field in self.house_fields.items():
            choices = _choices(self.variant, name)
            if field.data in choices and choices[field.data] != self.variant.value(name):
                chosen[name] = choices[field.data]
        strangers = (key for key in request.form if key.startswith(HOUSE) and key not in self)
        return chosen | {key.removeprefix(HOUSE): request.form[key] for key in strangers}

    def validate(self, extra_validators: Any = None) -> bool:
        """Are all fields what they should be, the names different, the house rules ones of this game?"""
        valid = bool(super().validate(extra_validators))
        same = say("two of this name: make them different")
        for fields in (
            [(field, side.name) for field, side in zip(self._named_boxes, self.sides, strict=True)],
            [(field, field.data or "") for boxes in self.player_names for field in boxes],
        ):
            seen: set[str] = set()
            for field, name in fields:
                spelled = alike(name)
                if spelled and spelled in seen and tr(same) not in field.errors:
                    field.errors = [*field.errors, tr(same)]
                    valid = False
                seen.add(spelled)
        try:
            rulebook.chosen(self.variant, self.house_rules)
        except RulesError as error:
            for name, message in error.faults:
                self._blame(name, message)
            valid = False
        return valid

    @property
    def _sides(self) -> int:
        return self.variant.seats[self.players].sides

    @property
    def _named_boxes(self) -> list[Field]:
        return self.side_names or [fields[0] for fields in self.player_names]

    def usual_name(self, side: int, taken: Iterable[str] = ()) -> str:
        """We and They; with more sides, or where those are taken, a number."""
        numbered = say("Player {n}", n=side + 1) if self._sides == self.players else say("Side {n}", n=side + 1)
        usual = [say("We"), say("They")][side] if self._sides == 2 else numbered
        return tr(usual if tr(usual) not in taken else numbered)

    def _blame(self, name: str, message: Text) -> None:
        field = self.target if name == "target" else self.house_fields.get(name)
        if field is None:
            self.form_errors.append(tr(say("{name}: {fault}", name=name[:NAME_LENGTH], fault=message)))
        elif not field.errors:
            field.errors = [tr(message)]


def match_form(variant: Variant, players: int, like: Match | None = None) -> MatchForm:
    """The form for this game and number of players; `like`: a match whose sides and choices it begins with."""

    class Form(MatchForm):
        pass

    Form.variant, Form.players = variant, players
    sides = variant.seats[players].sides
    for side in range(sides):
        if sides < players:
            setattr(Form, f"side{side}", StringField(validators=[_short_enough], filters=[_cleaned]))
        setattr(Form, f"before{side}", WholeNumberField(empty=0, validators=[_within_reach]))
    for seat in range(players):
        setattr(Form, f"seat{seat}", StringField(validators=[_short_enough], filters=[_cleaned]))
    Form.dealer = RadioField(choices=[Choice(str(seat)) for seat in range(players)], coerce=int, default=0)
    for name in ("tie", *variant.house_rules):
        choices = [Choice(str(number), label) for number, label in enumerate(choices_of(variant, name)[1])]
        setattr(Form, HOUSE + name, RadioField(choices=choices, default=_chosen(variant, name, variant.value(name))))
    form = Form(data={"target": variant.target} | (_begun(variant, like) if like else {}))
    if "change_players" in request.form and form.dealer.data not in range(players):
        form.dealer.data = 0
    return form


def _begun(variant: Variant, like: Match) -> dict[str, Any]:
    """What a rematch begins with; the deal goes on round the table."""
    data: dict[str, Any] = {"dealer": like.dealer}
    sides = len(like.sides)
    for number, side in enumerate(like.sides):
        given = side.name not in (joined(side.players), tr(say("We")), tr(say("They")))
        data[f"side{number}"] = side.name if given else ""
        for place, name in enumerate(side.players):
            data[f"seat{place * sides + number}"] = name
    for name, value in like.opened.house_rules.items():
        if name == "target":
            data["target"] = value
        elif (name == "tie" or name in variant.house_rules) and (chosen := _chosen(variant, name, value)):
            data[HOUSE + name] = chosen
    return data


def _choices(variant: Variant, name: str) -> dict[str, Any]:
    """The values of a house rule, by the number that stands for each in the form."""
    return {str(number): value for number, value in enumerate(choices_of(variant, name)[0])}


def _chosen(variant: Variant, name: str, value: Any) -> str | None:
    return next((number for number, choice in _choices(variant, name).items() if choice == value), None)


def _cleaned(text: str | None) -> str:
    return clean_name(text or "")
