"""What all forms share, and the form that opens a match. Forms ask: is it there, is it a whole number?"""

import datetime
import re
import secrets
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from flask import request
from flask_wtf import FlaskForm
from wtforms import Field, Form, HiddenField, IntegerField, RadioField, StringField, TextAreaField
from wtforms import SelectChoice as Choice  # type: ignore[attr-defined] # newer than the published types
from wtforms.validators import ValidationError
from wtforms.widgets import DateInput, TextInput

from scorekeeper import rulebook
from scorekeeper.entries import LONGEST_NOTE, LONGEST_REASON, Side, is_day
from scorekeeper.match import Match
from scorekeeper.people import People
from scorekeeper.rules import MOST_POINTS, RulesError, Variant
from scorekeeper.typed import LONGEST_NAME, alike, clean_name, clean_note, joined, whole
from scorekeeper.web.words import choices_of, tr
from scorekeeper.words import Text, say

NAME_LENGTH = LONGEST_NAME
HOUSE = "house."
FIRST_YEAR = 1939
"""Of canasta."""
NAMES = {"list": "names"}
"""Of a box for the name of one of the people: those of templates/_names.html are offered."""

_A_NAME = re.compile(r"(seat|side)\d{1,2}")


def new_op_id() -> str:
    """A name for one act, made when its form is drawn: sent twice, it is still one act."""
    return secrets.token_urlsafe(16)


def _cleaned(text: str | None) -> str:
    return clean_name(text or "")


def _noted(text: str | None) -> str:
    return clean_note(text or "")


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


class DayField(StringField):
    """A box for a day like 2026-11-29. Keeps what was typed; None where nothing is."""

    widget = DateInput()

    def process_formdata(self, valuelist: Sequence[Any]) -> None:
        if valuelist:
            self.data = str(valuelist[0]).strip() or None
            if self.data and not is_day(self.data):
                raise ValueError(tr(say("a day like 2026-11-29 is expected here")))


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

    def refused(self, message: Text, people: People) -> None:
        """Says why the book did not take what was typed, as it is and these `people` are."""
        self.form_errors.append(tr(message))


class StandingForm(BookForm):
    """A form that changes what stands in the book: it carries the entry that it was drawn upon."""

    base = HiddenField()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.theirs: dict[str, str] = {}

    @property
    def base_number(self) -> int:
        """The entry that the form was drawn upon, 0 where it does not say."""
        text = str(self.base.data or "")
        return int(text) if re.fullmatch("[0-9]{1,15}", text) else 0

    def meet(self, was: Mapping[str, str], now: Mapping[str, str]) -> None:
        """Tells what was typed here from what others have written since the form was drawn: what the fields said then,
        and what they say now. What was not touched here is as it is now; `theirs`: what others wrote in fields where
        something else was typed, for a person to choose."""
        for name, text in now.items():
            field = self[name]
            if request.form.get(f"keep.{name}") == "book":
                field.data = was[name]
            if field.data == was[name]:
                field.data, field.process_errors = text, []
            elif text not in (was[name], field.data):
                self.theirs[name] = text

    def ask(self) -> bool:
        """Is there anything to be asked before it is written?"""
        return False


def _short_enough(form: FlaskForm, field: Field, most: int = NAME_LENGTH) -> None:
    if len(field.data or "") > most:
        raise ValidationError(tr(say("at most {most} letters", most=most)))


def _no_essay(form: FlaskForm, field: Field) -> None:
    _short_enough(form, field, LONGEST_NOTE)


def _no_speech(form: FlaskForm, field: Field) -> None:
    _short_enough(form, field, LONGEST_REASON)


def _within_reach(form: FlaskForm, field: Field) -> None:
    if field.data is not None and abs(field.data) > MOST_POINTS:
        raise ValidationError(tr(say("at most {most} points, plus or minus", most=MOST_POINTS)))


def _named(form: FlaskForm, field: Field) -> None:
    if not field.data:
        raise ValidationError(tr(say("Write whom it is for: then you know later whose device it is.")))


def _program_named(form: FlaskForm, field: Field) -> None:
    if not field.data:
        raise ValidationError(tr(say("Write which program it is for: then you know later whose key it is.")))


class NameForm(BookForm):
    """What somebody is called."""

    to = StringField(filters=[lambda text: clean_name(text or "")])


class NicknamesForm(BookForm):
    """How else somebody is called, with commas between."""

    nicknames = StringField()

    @property
    def names(self) -> list[str]:
        """The nicknames, each once."""
        return list(dict.fromkeys(filter(None, map(clean_name, (self.nicknames.data or "").split(",")))))


class SameForm(Form):
    """Who else somebody is: a question, which writes nothing."""

    into = StringField(render_kw=NAMES)


class InviteForm(BookForm):
    """Whom to let in, and as what."""

    name = StringField(validators=[_named, _short_enough], filters=[_cleaned])
    role = RadioField()


def invite_form(roles: Sequence[str]) -> InviteForm:
    """The form, with these roles to choose from."""
    form = InviteForm(data={"role": "scorer"})
    form.role.choices = [Choice(role) for role in roles]
    return form


class KeyForm(BookForm):
    """For which program a key is."""

    program = StringField(validators=[_program_named, _short_enough], filters=[_cleaned])


def _some_day(form: FlaskForm, field: Field) -> None:
    if not field.data:
        raise ValidationError(tr(say("a day like 2026-11-29 is expected here")))


class NoteFields:
    """Of a deal, or of a match."""

    note = TextAreaField(validators=[_no_essay], filters=[_noted], render_kw={"rows": 3})


class AboutFields(NoteFields):
    """On which day a match was played, where, and what is noted about it."""

    played_on = DayField()
    place = StringField(validators=[_short_enough], filters=[_cleaned])
    asked_day = HiddenField()

    doubt: Text | None = None
    """What looks wrong about the day."""

    @property
    def about_typed(self) -> bool:
        """Is anything of it said?"""
        return bool(self.played_on.data or self.place.data or self.note.data)

    def ask(self) -> bool:
        """Does the day look wrong, and has the form not asked about it before it was sent?"""
        day = self.played_on.data
        if not day or day == self.asked_day.data:
            return False
        when = datetime.date.fromisoformat(day)
        if when > datetime.date.today() + datetime.timedelta(days=1):
            self.doubt = say("This day is still to come.")
        elif when.year < FIRST_YEAR:
            self.doubt = say("Canasta is not that old.")
        self.asked_day.data = day
        return self.doubt is not None


class AboutForm(AboutFields, StandingForm):
    """Changes when and where a match was played, and what is noted about it."""

    played_on = DayField(validators=[_some_day])


class NoteForm(NoteFields, StandingForm):
    """Changes the note on a deal."""


class ReasonForm(StandingForm):
    """Asks why, and nothing else."""

    reason = StringField(validators=[_no_speech], filters=[_cleaned])


class Seats(BookForm):
    """Who sits where. The fields follow from the game and the number of players: see `_set_seats`."""

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
    def sides(self) -> list[Side]:
        """The sides, every one with a name: its own, its players', or what one calls it."""
        found: list[Side] = []
        typed = [field.data or "" for field in self.side_names] or [""] * self._sides
        people = [[field.data or "" for field in fields] for fields in self.player_names]
        named = [own or joined(players) for own, players in zip(typed, people, strict=True)]
        for side, players in enumerate(people):
            found.append(Side(named[side] or self.usual_name(side, [*named, *(one.name for one in found)]), players))
        return found

    def validate(self, extra_validators: Any = None) -> bool:
        """Are all fields what they should be, and the names different?"""
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
        return valid

    @property
    def _sides(self) -> int:
        return self.variant.seats[self.players].sides

    @property
    def _named_boxes(self) -> list[Field]:
        return self.side_names or [fields[0] for fields in self.player_names]

    def refused(self, message: Text, people: People) -> None:
        """Says beside the second of two seats that one person would sit in both."""
        seen, twice = set(), []
        for field in (field for boxes in self.player_names for field in boxes if field.data):
            person = people.called(field.data)
            twice += [field] if person and person.id in seen else []
            seen.add(person and person.id)
        for field in twice:
            field.errors = [*field.errors, tr(message)]
        if not twice:
            super().refused(message, people)

    def usual_name(self, side: int, taken: Iterable[str] = ()) -> str:
        """We and They; with more sides, or where those are taken, a number."""
        usual, numbered = _usual(side, self._sides, self.players)
        return usual if usual not in taken else numbered


class SeatsForm(Seats, StandingForm):
    """Changes who sits where: see `seats_form`."""


class MatchForm(AboutFields, Seats):
    """Opens a match: see `match_form`."""

    target = WholeNumberField()

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
        """Are the seats what they should be, and the house rules ones of this game?"""
        valid = super().validate(extra_validators)
        try:
            rulebook.chosen(self.variant, self.house_rules)
        except RulesError as error:
            for name, message in error.faults:
                self._blame(name, message)
            valid = False
        return valid

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

    _set_seats(Form, variant, players)
    for side in range(variant.seats[players].sides):
        setattr(Form, f"before{side}", WholeNumberField(empty=0, validators=[_within_reach]))
    Form.dealer = RadioField(choices=[Choice(str(seat)) for seat in range(players)], coerce=int, default=0)
    for name in ("tie", *variant.house_rules):
        choices = [Choice(str(number), label) for number, label in enumerate(choices_of(variant, name)[1])]
        setattr(Form, HOUSE + name, RadioField(choices=choices, default=_chosen(variant, name, variant.value(name))))
    form = Form(data={"target": variant.target} | (_begun(variant, like) if like else {}))
    if "change_players" in request.form and form.dealer.data not in range(players):
        form.dealer.data = 0
    return form


def seats_form(match: Match) -> SeatsForm:
    """The form for the seats of a match as they are taken."""

    class Form(SeatsForm):
        pass

    _set_seats(Form, match.variant, match.opened.players)
    return Form(data=seated(match))


def _set_seats(form: type[Seats], variant: Variant, players: int) -> None:
    form.variant, form.players = variant, players
    sides = variant.seats[players].sides
    names = [f"side{side}" for side in range(sides) if sides < players] + [f"seat{seat}" for seat in range(players)]
    for name in names:
        offered = NAMES if name.startswith("seat") else None
        setattr(form, name, StringField(validators=[_short_enough], filters=[_cleaned], render_kw=offered))


def seated(match: Match) -> dict[str, str]:
    """What the boxes of its seats say: a side that is called after its players, or as usual, has no name of its own."""
    found = {}
    sides, players = len(match.sides), match.opened.players
    for number, side in enumerate(match.sides):
        own = "" if side.name in (joined(side.players), *_usual(number, sides, players)) else side.name
        names = [*side.players, *[""] * (players // sides - len(side.players))]
        if sides < players:
            found[f"side{number}"] = own
        else:
            names = [names[0] or own]
        found |= {f"seat{place * sides + number}": name for place, name in enumerate(names)}
    return found


def _usual(side: int, sides: int, players: int) -> tuple[str, str]:
    """What one calls a side without a name: We or They, and where there are more sides or it is taken, a number."""
    numbered = tr(say("Player {n}", n=side + 1) if sides == players else say("Side {n}", n=side + 1))
    return (tr([say("We"), say("They")][side]), numbered) if sides == 2 else (numbered, numbered)


def _begun(variant: Variant, like: Match) -> dict[str, Any]:
    """What a rematch begins with; the deal goes on round the table."""
    data: dict[str, Any] = {"dealer": like.dealer, **seated(like)}
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
