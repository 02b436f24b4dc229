"""The rules of every game, drawn from its file alone, and those a match is played by."""

import contextlib
import functools
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from flask import Blueprint, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper import glossary, questions, rulecard, sheet, variants
from scorekeeper.examples import document
from scorekeeper.match import Match
from scorekeeper.questions import Answered
from scorekeeper.rulecard import Row, Section
from scorekeeper.rules import Example, Variant
from scorekeeper.web.matches import variant_or_404
from scorekeeper.web.store import match_or_404
from scorekeeper.web.words import other_choices, tr
from scorekeeper.words import Text

pages = Blueprint("rules", __name__)

MOST_OPEN = 3
"""So many questions found stand open with their answers."""


@pages.get("/rules")
def index() -> ResponseReturnValue:
    return render_template("rules_index.html", variants=variants.everything())


@pages.get("/rules/<key>")
def show(key: str) -> ResponseReturnValue:
    """The rules of a game; `?q=` asks for those about something."""
    return _drawn(variant_or_404(key), {})


@pages.get("/rules/<key>/examples")
def examples(key: str) -> ResponseReturnValue:
    """The worked examples of a game, scored line by line."""
    variant = variant_or_404(key)
    return render_template("examples.html", variant=variant, worked=_worked(variant))


@pages.get("/matches/<int:match_id>/rules")
def of_match(match_id: int) -> ResponseReturnValue:
    """The rules a match is played by, with what its table chose marked; `?q=` as in `show`."""
    match = match_or_404(match_id)
    return _drawn(match.variant, match.opened.house_rules, match)


class Worked(NamedTuple):
    """An example and the match that its score sheet makes; None where it has none or it is refused."""

    example: Example
    match: Match | None


@functools.lru_cache(maxsize=32)
def _worked(variant: Variant) -> list[Worked]:
    found = []
    for example in variant.examples:
        match = None
        if example.melds is None:
            with contextlib.suppress(sheet.SheetRefused):
                match = sheet.score_under(variant, document(example))
        found.append(Worked(example, match))
    return found


class Ruled(NamedTuple):
    """A row, the heading it stands under, and its id on the page: of several rows of one name the first has it.

    `others`: what a table may choose in place of a house rule's value, in the reader's language.
    """

    row: Row
    title: Text
    anchor: str
    others: Sequence[str] = ()


class Found(NamedTuple):
    """Rows under their headings, questions, and words that would find something where these are none."""

    sections: list[tuple[Text, list[Ruled]]]
    play: list[Ruled]
    house_rules: list[Ruled]
    questions: list[Answered]
    words: list[str]

    @property
    def number(self) -> int:
        """How many of them there are."""
        rows = sum(len(rows) for _, rows in self.sections)
        return rows + len(self.play) + len(self.house_rules) + len(self.questions)


def _drawn(variant: Variant, chosen: Mapping[str, Any], match: Match | None = None) -> ResponseReturnValue:
    asked = " ".join(request.args.get("q", "").split())[: glossary.LONGEST]
    whole = _whole(variant, chosen, match.opened.players if match else None)
    return render_template(
        "rules.html",
        variant=variant,
        card=rulecard.card(variant),
        found=_found(whole, asked) if asked else whole,
        asked=asked,
        means=glossary.meanings(asked),
        links=_links(whole),
        most_open=MOST_OPEN,
        chosen=chosen,
        match=match,
        here=url_for("rules.of_match", match_id=match.id) if match else url_for("rules.show", key=variant.key),
    )


def _whole(variant: Variant, chosen: Mapping[str, Any], players: int | None) -> Found:
    """Everything there is to read about the rules. `players`: of the table that asks."""
    named: set[str] = set()
    sections = [(section.title, _ruled(section, named)) for section in rulecard.card(variant)]
    play, house_rules = (_ruled(part(variant), named) for part in (rulecard.play, rulecard.house_rules))
    house_rules = [one._replace(others=other_choices(variant, one.row.name)) for one in house_rules]
    return Found(sections, play, house_rules, questions.about(variant, chosen, players), [])


def _ruled(section: Section, named: set[str]) -> list[Ruled]:
    found = []
    for row in section.rows:
        found.append(Ruled(row, section.title, f"rule-{row.name}" if row.name and row.name not in named else ""))
        named.add(row.name)
    return found


def _links(whole: Found) -> dict[str, Ruled]:
    """Where a rule stands on the page, by its name."""
    rows = (*(one for _, rows in whole.sections for one in rows), *whole.play, *whole.house_rules)
    return {one.row.name: one for one in rows if one.anchor}


def _found(whole: Found, asked: str) -> Found:
    """What is about that which is asked for."""
    wanted = glossary.wanted(asked)

    def about(rows: list[Ruled]) -> list[Ruled]:
        return [one for one in rows if wanted.found(_texts(one), [one.row.name])]

    found = Found(
        [(title, rows) for title, all_rows in whole.sections if (rows := about(all_rows))],
        about(whole.play),
        about(whole.house_rules),
        [one for one in whole.questions if wanted.found(_said(one), one.question.names)],
        [],
    )
    return found if found.number else found._replace(words=_words(whole))


def _texts(one: Ruled) -> Iterator[str]:
    """What stands in a row, in English and as the reader sees it."""
    for text in (one.title, one.row.label, one.row.value, one.row.note):
        if text is not None:
            yield from {str(text), tr(text)}
    yield from one.others


def _said(one: Answered) -> Iterator[str]:
    """What a question asks and answers. Its example is left out: almost every one has melds in it."""
    for text in (one.question.asks, one.question.answer):
        yield from {str(text), tr(text)}


def _words(whole: Found) -> list[str]:
    """Words that find something here."""
    rows = (*(one for _, rows in whole.sections for one in rows), *whole.play, *whole.house_rules)
    return list(glossary.known((list(_texts(one)) for one in rows), [one.row.name for one in rows]))
