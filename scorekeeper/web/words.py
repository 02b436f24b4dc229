"""How the pages say things: texts, points, dates and rules in the reader's language."""

import functools
import itertools
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from gettext import NullTranslations
from pathlib import Path
from typing import Any, NamedTuple, cast

import babel.dates
import babel.numbers
import babel.units
from babel import Locale, UnknownLocaleError
from flask import Flask, g, request
from flask_babel import Babel, get_domain, get_locale
from jinja2 import pass_context
from jinja2.runtime import Context
from markupsafe import Markup, escape

from scorekeeper import rulecard, variants
from scorekeeper.entries import Entry, Side, local_day
from scorekeeper.match import Deal
from scorekeeper.rulecard import Row, Section, in_short
from scorekeeper.rules import TIES, Example, Kind, Opening, RulesError, Variant
from scorekeeper.scoring import Line, line_name
from scorekeeper.trace import Step
from scorekeeper.words import Text, say

MINUS = "\N{MINUS SIGN}"
LONGEST_BEGINNING = 60
"""Letters of a note that a list shows."""


def install(app: Flask, translations: Path) -> None:
    """Sets up the languages in that folder, and the filters of the templates."""
    app.config["BABEL_TRANSLATION_DIRECTORIES"] = str(translations)
    folders = {"en", *(file.parent.parent.name for file in translations.glob("*/LC_MESSAGES/messages.mo"))}
    offered = [Locale.parse(folder) for folder in sorted(folders)]
    Babel(app, locale_selector=functools.partial(readers_locale, offered))
    filters: list[Callable[..., object]] = [
        tr,
        points,
        signed,
        size,
        widest,
        file_size,
        day,
        date,
        moment,
        month,
        name,
        deals,
    ]
    filters += [game, column_word, lines, local_day, kind_of, band, bands, act_word, role_word, seat_number]
    filters += [share, line_up, first_words]
    filters += [
        house_label,
        house_reason,
        other_readings,
        whose,
        house_origin,
        in_short,
        outcome,
        formerly,
        dropped,
        address,
    ]
    for one in filters:
        app.add_template_filter(one)
    app.jinja_env.install_gettext_callables(gettext, ngettext, newstyle=True)  # type: ignore[attr-defined]
    app.jinja_env.globals["ngettext"] = _grouping(cast(Callable[..., str], app.jinja_env.globals["ngettext"]))
    app.context_processor(lambda: {"locale": get_locale()})


def _grouping(counted: Callable[..., str]) -> Callable[..., str]:
    """What pages count with: the number in a sentence is grouped as the reader groups it."""

    @pass_context
    def grouped(context: Context, one: str, many: str, count: int, **more: Any) -> str:
        return counted(context, one, many, count, **{"num": points(count), **more})

    return grouped


class Reader(NamedTuple):
    """Whoever asked: locale and catalogue, looked up once for a request and not for every word of a page."""

    locale: str
    translations: NullTranslations


def reader() -> Reader:
    """The reader of this request."""
    found: Reader | None = g.get("reader")
    if found is None:
        found = g.reader = Reader(str(get_locale()), get_domain().get_translations())
    return found


def gettext(sentence: str) -> str:
    """The sentence in the reader's language."""
    return reader().translations.gettext(sentence)


def ngettext(one: str, many: str, count: int) -> str:
    """The sentence that fits the count, in the reader's language."""
    return reader().translations.ngettext(one, many, count)


def tr(text: Text | str) -> str:
    """A core text in the reader's language; a plain string is looked up as it is."""
    if isinstance(text, str):
        return gettext(text) if text else ""
    return text.render(gettext, ngettext, points)


def points(value: int) -> str:
    """1495 -> "1,495", -50 -> "−50", in the reader's grouping."""
    return _grouped(value, reader().locale)


def signed(value: int) -> str:
    """1040 -> "+1,040", 0 -> "0"."""
    return f"+{points(value)}" if value > 0 else points(value)


@functools.lru_cache(maxsize=20_000)
def _grouped(value: int, locale: str) -> str:
    return babel.numbers.format_decimal(value, locale=locale).replace("-", MINUS)


def size(value: int) -> str:
    """How wide a total is, as a class: "12,345" is set smaller than "1,495"."""
    return "ten" if abs(value) >= 10**6 else {5: "five", 6: "six", 7: "seven"}.get(len(str(value)), "")


def widest(rows: Iterable[Iterable[int]]) -> str:
    """The class of the widest of these figures."""
    return size(max((one for row in rows for one in row), key=lambda one: len(str(one)), default=0))


def file_size(value: int) -> str:
    """84000 bytes -> "84 kB", 1200000 -> "1.2 MB"."""
    unit, each = ("megabyte", 10**6) if value >= 10**6 else ("kilobyte", 10**3)
    count = max(value / each, 1)
    form = "#,##0.#" if unit == "megabyte" else "#,##0"
    return babel.units.format_unit(count, f"digital-{unit}", "short", format=form, locale=get_locale())


def name(text: str) -> Markup:
    """A name of the table's own, kept apart from the direction of the text around it."""
    return Markup("<bdi>{}</bdi>").format(text)


def lines(text: str) -> Markup:
    """A note of the table's own, in its lines."""
    return name(Markup("<br>").join(text.split("\n")))


def deals(dealer: str) -> Markup:
    """Whose deal it is, in a sentence."""
    whole = {tr(say("We")): say("we deal"), tr(say("They")): say("they deal")}.get(dealer)
    return escape(tr(whole)) if whole else Markup(gettext("%(name)s deals")) % {"name": name(dealer)}


def line_up(sides: Iterable[Side]) -> Markup:
    """Who plays against whom: Ana & Rui – Marta & Zé."""
    return Markup(" – ").join(name(side.name) for side in sides)


def first_words(text: str) -> str:
    """How a note begins, in one line."""
    line = " ".join(text.split())
    return line if len(line) <= LONGEST_BEGINNING else line[: LONGEST_BEGINNING - 1].rstrip() + "…"


def day(at: str) -> str:
    """Of a time, or of a day like "2026-11-22": "22 November", with the year when it is not this one."""
    when = _local(at) if len(at) > len("2026-11-22") else datetime.fromisoformat(at)
    skeleton = "MMMMd" if when.year == datetime.now().year else "yMMMMd"
    return babel.dates.format_skeleton(skeleton, when, locale=get_locale())


def date(day: str) -> str:
    """A day of the calendar, "2026-11-22": "22 November 2026"."""
    return babel.dates.format_date(datetime.fromisoformat(day), "long", locale=get_locale())


def game(key: str) -> str:
    """What the game of this key is called; the key, where there is none any more."""
    try:
        return tr(variants.load(key).name)
    except (variants.UnknownVariant, RulesError):
        return key


def month(text: str) -> str:
    """ "2026-11" -> "November 2026"."""
    return babel.dates.format_skeleton("yMMMM", datetime.fromisoformat(f"{text}-01"), locale=get_locale())


def share(part: int, whole: int) -> str:
    """3 of 4 -> "75%"."""
    return _percent(round(100 * part / whole), reader().locale)


@functools.lru_cache(maxsize=2_000)
def _percent(value: int, locale: str) -> str:
    return babel.numbers.format_percent(value / 100, locale=locale)


def moment(at: str) -> str:
    """ "21:14" today, "22 November, 21:14" on any other day."""
    when = _local(at)
    clock = babel.dates.format_time(when, "short", locale=get_locale())
    return clock if when.date() == datetime.now().date() else f"{day(at)}, {clock}"


def _local(at: str) -> datetime:
    """A stored time (UTC) on the clock of this machine."""
    when = datetime.fromisoformat(at)
    return (when if when.tzinfo else when.replace(tzinfo=UTC)).astimezone()


def readers_locale(offered: list[Locale]) -> Locale:
    """The reader's own locale where we have the language, else that of the language we have, else English."""
    for tag, quality in request.accept_languages:
        try:
            wish = Locale.parse(tag, sep="-")
        except (UnknownLocaleError, ValueError):
            continue
        alike = [one for one in offered if one.language == wish.language and quality]
        if any(one.territory is None for one in alike) or wish in alike:
            return wish
        if alike:
            return alike[0]
    return Locale("en")


def kind_of(key: str, variant: Variant) -> Kind | None:
    """The kind of canasta that a line of this key pays."""
    table, _, kind = key.partition(".")
    return variant.canastas.kinds.get(kind) if table == "canastas" else None


def band(total: int, opening: Opening) -> Text:
    """The totals for which a side of this total has its opening minimum."""
    return rulecard.band(opening, total).totals


def bands(opening: Opening | None) -> list[int]:
    """The totals at which the opening minimum rises."""
    return [one.limit for one in rulecard.bands(opening) if one.limit] if opening else []


def formerly(line: Line, side: int, history: list[Step]) -> list[tuple[int, str]]:
    """What a line was worth before corrections: points, and until when."""
    return [(points, until) for name, points, until in _changes(side, history) if name == line_name(line)]


def dropped(deal: Deal, side: int, history: list[Step]) -> list[tuple[Line, str]]:
    """The lines that a correction took away, and when."""
    now = _named(deal, side)
    found = {}
    for deal, until in _followed(history):
        for name, line in _named(deal, side).items():
            if name not in now:
                found[name] = (line, until)
    return list(found.values())


def _changes(side: int, history: list[Step]) -> Iterator[tuple[tuple[str, str], int, str]]:
    for (deal, until), following in zip(_followed(history), history[1:], strict=True):
        assert following.deal
        later = _named(following.deal, side)
        for name, line in _named(deal, side).items():
            if name not in later or later[name].points != line.points:
                yield name, line.points, until


def _followed(history: list[Step]) -> Iterator[tuple[Deal, str]]:
    """A deal after each entry about it but the last, and until when it stood so."""
    for step, following in itertools.pairwise(history):
        assert step.deal
        yield step.deal, following.entry.at


def _named(deal: Deal, side: int) -> dict[tuple[str, str], Line]:
    return {line_name(line): line for line in deal.scored.lines[side]}


_ACTS = {
    "entered": say("Entered"),
    "corrected": say("Corrected"),
    "struck_out": say("Struck out"),
    "brought_back": say("Brought back"),
    "noted": say("Noted"),
    "contested": say("Contested"),
    "settled": say("Settled for the first version"),
    "undone": say("An entry undone"),
}


def act_word(entry: Entry) -> str:
    """What an entry did to a deal."""
    if entry.kind == "settled" and entry.body["keep"] == "other":
        return tr(say("Settled for the other version"))
    return tr(_ACTS[entry.kind])


_COLUMNS = {
    "match": say("which rows are one match"),
    "played_on": say("the day"),
    "place": say("the place"),
    "game": say("the game"),
    "target": say("the target"),
    "rules": say("house rules"),
    "side": say("the side"),
    "players": say("who plays for it"),
    "side_number": say("the number of the side"),
    "seats": say("how many play"),
    "deal": say("the number of the deal"),
    "dealer": say("who dealt"),
    "score": say("the points of the deal"),
    "agreed": say("points agreed on"),
    "reason": say("why they were"),
    "total": say("the total"),
    "went_out": say("who went out"),
    "concealed": say("out concealed"),
    "won": say("who won"),
    "note": say("the note"),
}


def column_word(column: str) -> str:
    """What stands in a column of a spreadsheet."""
    return tr(_COLUMNS[column])


_ROLES = {
    "viewer": say("looks on"),
    "scorer": say("keeps the score"),
    "owner": say("looks after the book"),
}


def role_word(role: str) -> str:
    """What a role is there for."""
    return tr(_ROLES[role])


def seat_number(field: str) -> int:
    """ "seat2" -> 2."""
    return int(field.removeprefix("seat"))


def house_label(variant: Variant, name: str) -> str:
    """What a house rule is about."""
    return tr(_house_row(variant, name).label)


def house_reason(variant: Variant, name: str) -> str:
    """Why the game's own value is the one chosen already."""
    return whose(_house_row(variant, name))


def other_choices(variant: Variant, name: str) -> list[str]:
    """What a table may choose in place of the value in force."""
    if name == "target":
        return []
    named = zip(*choices_of(variant, name), strict=True)
    return [label for value, label in named if value != variant.value(name)]


def choices_of(variant: Variant, name: str) -> tuple[list[Any], list[str]]:
    """The values of a house rule and a label for each; none for the target, which is a number."""
    if name == "tie":
        return list(TIES), [tr(label) for label in TIES.values()]
    rule = variant.house_rules[name]
    return rule.choices, [tr(label) for label in rule.labels]


def other_readings(variant: Variant, sections: list[Section]) -> list[Row]:
    """The readings that no row of these sections shows, each once."""
    shown = {row.reading.msgid for section in sections for row in section.rows if row.reading}
    others = {row.value.msgid: row for row in rulecard.readings(variant).rows}
    return [row for msgid, row in others.items() if msgid not in shown]


def whose(row: Row) -> str:
    """Why a value is what it is, and whose it is: our reading, or that of the source, which is never called ours."""
    if row.reading is None:
        return ""
    if not row.ruling or row.reading.msgid.startswith(("Our reading", "Printed")):
        return tr(row.reading)
    return tr(say("Our reading: {text}", text=row.reading))


def house_origin(variant: Variant, name: str) -> str:
    """Whose the value is that a game has of its own: the mark beside it where a table chooses."""
    return tr(say("our reading") if _house_row(variant, name).ruling else say("as printed"))


def _house_row(variant: Variant, name: str) -> Row:
    return next(row for row in rulecard.house_rules(variant).rows if row.name == name)


def outcome(example: Example) -> list[Text]:
    """What must come of a worked example, in sentences."""
    expected = example.expect
    said: dict[str, Callable[[Any], Text]] = {
        "count": lambda value: say("They count {points}.", points=value),
        "required": lambda value: say("{points} are asked for.", points=value),
        "opens": lambda value: say("That opens.") if value else say("That does not open."),
        "scores": lambda value: say("Scores: {points}.", points=_listed(value)),
        "totals": lambda value: say("Totals: {points}.", points=_listed(value)),
        "opening_minimums": lambda value: say("To open next: {points}.", points=_listed(value)),
        "finished": lambda value: say("The match is over.") if value else say("The match goes on."),
        "errors": lambda value: say("It cannot have happened, and is refused."),
        "doubts": lambda value: say("The app asks about it first.") if value else say("The app has no question."),
    }
    return [sentence(expected[key]) for key, sentence in said.items() if key in expected]


def _listed(values: list[int]) -> str:
    return " · ".join(points(value) for value in values)


def address(link: str) -> str:
    """A web address without what nobody reads."""
    return link.removeprefix("https://").removeprefix("http://").removeprefix("www.").rstrip("/")
