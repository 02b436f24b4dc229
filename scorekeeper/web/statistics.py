"""What the matches selected tell of the household, a person, a partnership, or of one against another."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue
from msgspec.structs import replace

from scorekeeper.book.history import PAGE, Evening, History, Month, Standing, Tried, Wins
from scorekeeper.facts import RECORDS, Facts, differ
from scorekeeper.selection import Selection, subject
from scorekeeper.web import charts, drawn, proof, shares
from scorekeeper.web.charts import Bars, Lines, Series
from scorekeeper.web.selecting import asked, selected
from scorekeeper.web.store import session
from scorekeeper.web.words import tr
from scorekeeper.words import say

pages = Blueprint("statistics", __name__)

ENOUGH = 5
"""Matches with somebody before one is named best or worst."""
MONTHS = 24
"""So many stand on the page before all are asked for."""
KINDS = 5
"""So many kinds of canastas are told apart on an evening, the rarest together."""
FAMILIAR = 5
"""So many people stand for the household."""


class Place(NamedTuple):
    """How a subject stands, and at which place among how many that are rated; place 0 before a rated match."""

    standing: Standing
    place: int
    among: int


class Course(NamedTuple):
    """Month by month, the newest first: matches, wins among them, and the ratings at the end, by `subjects`."""

    subjects: list[str]
    rows: list[tuple[str, list[Month | None]]]
    ratings: Lines | None
    wins: Bars | None
    more: int


class Evenings(NamedTuple):
    """The last days at the table and the canastas of each kind on them; `kinds`: their names."""

    kinds: list[str]
    rows: list[tuple[str, list[int]]]
    picture: Bars


class Company(NamedTuple):
    """People beside or across the table, the first of them or all; with whom most was won, and with whom least."""

    people: list[Tried]
    number: int
    best: Tried | None
    worst: Tried | None


@pages.get("/statistics")
def show() -> ResponseReturnValue:
    """The figures of what the address selects; `all` names a table of which every row is asked for."""
    form = selected()

    def draw() -> str:
        selection = form.selection
        of_one = _of_subject(selection) if selection.of else _of_household(selection)
        facts: Facts = of_one["facts"]
        rested = {record.match for name in RECORDS if (record := getattr(facts, name))}
        rested |= {of_one["streak"].first, of_one["streak"].last} if of_one["streak"] else set()
        matches = session().history.summaries(rested)
        return render_template(
            "statistics.html",
            form=form,
            selection=selection,
            kept=asked(selection),
            kinds=_by_kind(facts, shares.kinds(selection.variant)),
            differs=differ(facts.dealt_won, facts.dealt, facts.deals_won - facts.dealt_won, facts.deals - facts.dealt),
            matches=matches,
            proved=lambda name, record: proof.of_record(name, record, matches[record.match]),
            enough=ENOUGH,
            beside=lambda one: asked(replace(selection, of=(*selection.of, one.person))),
            across=lambda one: asked(replace(selection, against=(one.person,))),
            **of_one,
        )

    return drawn.of_all(draw)


def _of_subject(selection: Selection) -> dict[str, Any]:
    history, key = session().history, subject(selection.of)
    whole, company = history.whole(selection), history.company(selection)
    place = _place(history, key)
    months = history.months(key, selection.since, selection.until) if place and place.standing.rated else []
    return {
        "facts": whole.facts,
        "household": None,
        "streak": whole.streak,
        "partners": _company(company.partners, "partners"),
        "opponents": _company(company.opponents, "opponents"),
        "place": place,
        "course": _course_of_one(key, whole.months, months) if whole.months else None,
        "evenings": _evenings(whole.evenings, selection.variant),
    }


def _of_household(selection: Selection) -> dict[str, Any]:
    history = session().history
    return {
        "facts": history.facts(selection),
        "household": history.household(selection),
        "streak": history.streak(selection),
        "partners": None,
        "opponents": None,
        "place": None,
        "course": _course_of_all(history, selection),
        "evenings": _evenings(history.evenings(selection), selection.variant),
    }


def _place(history: History, key: str) -> Place | None:
    standings = history.standings("-" in key)
    among = sum(one.rating is not None for one in standings)
    for place, one in enumerate(standings, 1):
        if one.subject == key:
            return Place(one, place if place <= among else 0, among)
    return None


def _company(people: list[Tried], name: str) -> Company:
    often = [one for one in people if one.matches >= ENOUGH]
    best = worst = None
    if len(often) > 1:
        best, worst = (pick(often, key=lambda one: one.won / one.matches) for pick in (max, min))
    return Company(people if _all_of(name) else people[:PAGE], len(people), best, worst)


def _all_of(name: str) -> bool:
    return request.args.get("all") == name


def _by_kind(facts: Facts, labels: dict[str, str]) -> list[tuple[str, int]]:
    """The canastas of each kind that there is in the game, or that there were in any."""
    return [(label, facts.canastas.get(key, 0)) for key, label in labels.items()]


def _course_of_one(key: str, wins: list[Wins], ratings: list[Month]) -> Course | None:
    """Of the months of one subject; those of its ratings may be others, of all games and against everybody."""
    by_month = {one.month: one for one in ratings}
    kept = wins if _all_of("months") else wins[-MONTHS:]
    months = _every_month(kept[0].month, kept[-1].month)
    played = {one.month: one for one in kept}
    ends = _carried([one.rating if (one := by_month.get(month)) else None for month in months])
    rating = [None if one is None else one / 100 for one in ends]
    places = [shares.shortest_month(month) for month in months]
    name = shares.plainly_called(key)
    rows: list[tuple[str, list[Month | None]]] = [
        (one.month, [Month(one.month, one.played, one.won, by_month[one.month].rating if one.month in by_month else 0)])
        for one in reversed(kept)
    ]
    won = [played[month].won if month in played else 0 for month in months]
    others = [played[month].played - played[month].won if month in played else 0 for month in months]
    bars = charts.bars([Series(tr(say("won")), won), Series(tr(say("not won")), others)], places)
    lines = charts.lines([Series(name, rating)], places) if ratings else None
    return Course([key], rows, lines, bars, len(wins) - len(kept))


def _course_of_all(history: History, selection: Selection) -> Course | None:
    """Of the months of those who have played most."""
    often = sorted(history.standings(), key=lambda one: -one.played)[:FAMILIAR]
    keys = [one.subject for one in often if one.rating is not None]
    found = [{one.month: one for one in history.months(key, selection.since, selection.until)} for key in keys]
    there = sorted({month for months in found for month in months})
    if not there:
        return None
    kept = there if _all_of("months") else there[-MONTHS:]
    months = _every_month(kept[0], kept[-1])
    series = []
    for key, of_one in zip(keys, found, strict=True):
        before = [of_one[month] for month in there if month < months[0] and month in of_one][-1:]
        ends = _carried([one.rating if (one := of_one.get(month)) else None for month in months], before)
        series.append(Series(shares.plainly_called(key), [None if one is None else one / 100 for one in ends]))
    rows = [(month, [of_one.get(month) for of_one in found]) for month in reversed(kept)]
    return Course(
        keys,
        rows,
        charts.lines(series, [shares.shortest_month(month) for month in months]),
        None,
        len(there) - len(kept),
    )


def _carried(ratings: Iterable[int | None], before: Iterable[Month] = ()) -> list[int | None]:
    """Every month without a match ends as the one before."""
    last = next((one.rating for one in before), None)
    found = []
    for rating in ratings:
        last = last if rating is None else rating
        found.append(last)
    return found


def _every_month(first: str, last: str) -> list[str]:
    start, end = (int(month[:4]) * 12 + int(month[5:]) - 1 for month in (first, last))
    return [f"{number // 12:04}-{number % 12 + 1:02}" for number in range(start, end + 1)]


def _evenings(evenings: list[Evening], variant: str) -> Evenings | None:
    labels = shares.kinds(variant, short=True)
    whole = {key: sum(one.facts.canastas.get(key, 0) for one in evenings) for key in labels}
    kinds = sorted((key for key, count in whole.items() if count), key=lambda key: -whole[key])
    if not kinds:
        return None
    groups = (
        [[key] for key in kinds]
        if len(kinds) <= KINDS
        else [*([key] for key in kinds[: KINDS - 1]), kinds[KINDS - 1 :]]
    )
    names = [labels[group[0]] if len(group) == 1 else tr(say("others")) for group in groups]
    rows = [
        (one.played_on, [sum(one.facts.canastas.get(key, 0) for key in group) for group in groups]) for one in evenings
    ]
    series = [Series(label, [counts[n] for _, counts in rows]) for n, label in enumerate(names)]
    return Evenings(names, rows[::-1], charts.bars(series, [shares.short_day(day) for day, _ in rows]))
