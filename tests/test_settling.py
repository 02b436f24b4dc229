"""Matches that are argued about: corrected, struck out, contested, settled, undone and redone.

Whatever is written, each entry can be undone so that the match is again what it was before it, and redone; what a trace
says of an entry is what scoring the whole match anew before and after it says.
"""

import random
from typing import Any

import _deals
import msgspec
import pytest

from scorekeeper import consequences, proof, reasons, rulebook, rulecard, scoring, sheet, trace, variants
from scorekeeper import match as matches
from scorekeeper.entries import Entry, Impossible
from scorekeeper.faults import Refused
from scorekeeper.match import Match

GAMES = [("classic", 4), ("canastra", 2), ("romanian", 4), ("americana", 4), ("italian", 3)]
AT = "2026-11-29T20:00:00Z"
KINDS = {
    "entered": 8,
    "corrected": 4,
    "struck_out": 3,
    "brought_back": 3,
    "noted": 1,
    "contested": 4,
    "settled": 3,
    "undone": 5,
    "described": 1,
    "seated": 1,
    "ended": 1,
    "resumed": 1,
}


class Quarrel:
    """A random match, entry by entry; the same for the same seed."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(f"quarrel {seed}")
        self.game, self.players = GAMES[seed % len(GAMES)]
        sides = _deals.SIDES[self.players]
        self.variant = rulebook.chosen(variants.load(self.game), {"target": 1500})
        body = {
            **{"variant": self.game, "rules": "", "house_rules": {"target": 1500}, "players": self.players},
            **{"sides": [{"name": f"Side {n}", "players": []} for n in range(sides)], "dealer": 0},
            "before": [0] * sides,
        }
        self.entries = [Entry(1, 1, "opened", body, AT)]
        self.match = matches.opened(self.entries[0], self.variant)

    def write(self, kind: Any, body: dict[str, Any]) -> Match:
        """One more entry. Raises what the match has against it."""
        entry = Entry(self.match.last_entry + 1, 1, kind, body, AT)
        self.match = matches.after(self.match, entry)
        self.entries.append(entry)
        return self.match

    def go_on(self) -> None:
        """Some act that the match allows."""
        while True:
            kind = self.chance.choices(list(KINDS), list(KINDS.values()))[0]
            try:
                self.write(kind, self._body(kind))
            except Impossible:
                continue
            return

    def _body(self, kind: str) -> dict[str, Any]:
        reason = {"reason": "counted again"} if self.chance.random() < 0.5 else {}
        if kind == "entered":
            return {"tallies": self._tallies()}
        if kind == "undone":
            return {"entry": self.chance.randint(1, self.match.last_entry), **reason}
        if kind == "described":
            return {"place": self.chance.choice(("", "At Marta's", "Café"))}
        if kind == "seated":
            return {"sides": [{"name": self.chance.choice("ABC"), "players": []} for _ in self.match.sides]}
        if kind in ("ended", "resumed"):
            return {}
        deal = {"deal": self.chance.choice([deal.id for deal in self.match.deals] or [0])}
        if kind in ("corrected", "contested"):
            return {**deal, "tallies": self._tallies(), **reason}
        if kind == "noted":
            return {**deal, "note": self.chance.choice(("", "cake"))}
        return {**deal, "keep": self.chance.choice(("first", "other")), **reason} if kind == "settled" else deal

    def _tallies(self) -> list[dict[str, Any]]:
        tallies = _deals.deal(self.game, self.chance, [120] * len(self.match.sides), self.players)
        if self.chance.random() < 0.1:
            tallies[0]["adjustment"] = {"points": -50, "reason": "as agreed"}
        return tallies


def state(match: Match) -> Any:
    """All that a match says, but for when it was written. Deals that do not count say what they would count."""
    deals = [(deal.id, *_said(deal), deal.struck_out) for deal in match.deals]
    return match.opened, match.ended, deals, outcome(match)


def _said(deal: matches.Deal) -> tuple[Any, ...]:
    other = deal.contest and (deal.contest.scored, deal.contest.reason)
    return deal.scored, deal.note, other


def outcome(match: Match) -> Any:
    """The deals that count, and what comes of them."""
    drawn = [
        (deal.id, *_said(deal), deal.number, deal.dealer, deal.before, deal.totals, deal.opening_minimums, deal.doubts)
        for deal in match.standing
    ]
    ends = (match.totals, match.opening_minimums, match.dealer, match.finished, match.winner)
    return drawn, ends


def undone(match: Match, number: int) -> Match:
    entry = Entry(match.last_entry + 1, match.id, "undone", {"entry": number}, AT)
    return matches.after(match, entry)


def scored_anew(match: Match) -> Match:
    """The match as its whole sheet scores it."""
    document = msgspec.json.decode(msgspec.json.encode(sheet.document(match)))
    return sheet.score_under(match.variant, {**document, "rules": {}})


SEEDS, EACH = 50, 20
"""A thousand matches, in so many tests."""


@pytest.mark.parametrize("part", range(SEEDS))
def test_every_entry_is_undone_and_redone_and_its_effect_is_that_of_scoring_anew(part: int) -> None:
    for seed in range(part * EACH, (part + 1) * EACH):
        quarrel = Quarrel(seed)
        for _ in range(12):
            before = quarrel.match
            quarrel.go_on()
            after = quarrel.match
            _hold_undone(before, after)
        first, *others = trace.steps(quarrel.entries, quarrel.variant)
        old = scored_anew(first.after)
        for step in others:
            new = scored_anew(step.after)
            _hold_effect(step, old, new)
            old = new
        assert matches.replay(quarrel.entries, quarrel.variant) == quarrel.match
        _hold_proof(quarrel.match)


def _hold_undone(before: Match, after: Match) -> None:
    number = after.last_entry
    entered = after.deal(number) is not None
    if not entered and not after.past[number].was:
        assert state(after) == state(before)
        return
    again = undone(after, number)
    if entered:  # what was entered stays in the book, struck out
        assert outcome(again) == outcome(before)
        assert [deal.struck_out for deal in again.deals if deal.id == number] == [True]
    else:
        assert state(again) == state(before)
    redone = undone(again, again.last_entry)
    assert state(redone) == state(after)
    assert state(undone(redone, redone.last_entry)) == state(again)


def _hold_effect(step: trace.Step, old: Match, new: Match) -> None:
    """`old`, `new`: the match before and after, each scored as a whole."""
    effect, before = step.effect, step.before
    assert effect is not None
    assert before is not None
    assert [a + b for a, b in zip(old.totals, effect.points, strict=True)] == new.totals
    asked = zip(old.opening_minimums, new.opening_minimums, strict=True)
    assert [one.side for one in effect.asked] == [n for n, (was, now) in enumerate(asked) if was != now]
    assert effect.end_differs == ((old.finished, old.winner) != (new.finished, new.winner))
    moved = {one.deal: one for one in effect.moved}
    for match, anew, side in ((before, old, "before"), (step.after, new, "after")):
        for deal, other in zip(match.standing, anew.deals, strict=True):
            place = trace.Place(other.totals, other.opening_minimums)
            if deal.id in moved:
                assert getattr(moved[deal.id], side) == place
            else:
                assert (deal.totals, deal.opening_minimums) == (place.totals, place.opening_minimums)
    for deal in step.after.standing:
        if deal.id not in moved:
            known = before.deal(deal.id)
            assert known is not None
            assert (known.struck_out, known.totals) == (False, deal.totals)


def _hold_proof(match: Match) -> None:
    """Lines make scores, scores make totals; and each line names rules that stand on the card."""
    totals, card = match.opened.before, rulecard.by_name(match.variant)
    for deal in match.deals:
        for lines, shown in zip(deal.scored.lines, deal.scored.shown, strict=True):
            for line in lines:
                _hold_reason(reasons.of(match.variant, line, shown, match.opened.house_rules), card)
    for deal in match.standing:
        sums = [sum(line.points for line in lines) for lines in deal.scored.lines]
        assert sums == deal.scored.scores == [scoring.score(lines) for lines in deal.scored.lines]
        assert deal.before == totals
        totals = [a + b for a, b in zip(totals, sums, strict=True)]
        assert deal.totals == totals
    assert match.totals == totals
    for side, total in enumerate(totals):
        assert match.opened.before[side] + sum(one.points for one in proof.by_rule(match, side)) == total


def _hold_reason(reason: reasons.Reason, card: dict[str, list[rulecard.Row]]) -> None:
    """What the table stated itself stands on no card; all else does."""
    assert reason.rules
    assert str(reason.says)
    if reason.origin == "table":
        assert [row.name for row in reason.rules] == [""]
    else:
        assert all(row in card[row.name] for row in reason.rules)


# one by one

WE, THEY = {"card_points": 300, "canastas": {"natural": 1}, "hand_points": 0, "went_out": True}, {"card_points": 100}
MORE = {**WE, "card_points": 400}


def played(*acts: tuple[Any, dict[str, Any]]) -> Quarrel:
    quarrel = Quarrel(0)
    for kind, body in acts:
        quarrel.write(kind, body)
    return quarrel


ENTERED = ("entered", {"tallies": [WE, THEY]})
CONTESTED = ("contested", {"deal": 2, "tallies": [MORE, THEY], "reason": "an ace was missed"})


def test_play_goes_on_under_the_first_version_and_the_totals_say_what_hangs_on_it() -> None:
    match = played(ENTERED, CONTESTED, ENTERED).match
    assert match.totals == [1800, 200]
    [hanging] = trace.hanging(match)
    assert (hanging.deals[0].id, hanging.effect.points, hanging.effect.after.totals) == (2, [100, 0], [1900, 200])
    assert [one.number for one in hanging.effect.moved] == [1, 2]


def test_what_hangs_on_it_may_be_the_match() -> None:
    less = {**WE, "card_points": 195, "canastas": {"mixed": 1}}
    match = played(ENTERED, ENTERED, ("contested", {"deal": 3, "tallies": [less, THEY]})).match
    assert match.winner == 0
    [hanging] = trace.hanging(match)
    assert hanging.effect.end_differs
    assert not hanging.effect.after.finished


NAMES = ["Ana", "Marta"]


def result(*points: int) -> list[dict[str, Any]]:
    return [{"result": one} for one in points]


def close(*contested: tuple[int, int, int]) -> Match:
    """A match to 1,500, won by 2,220 to 1,790: two deals of 500 to 400, and one of 1,220 to 990. `contested`: the id of
    a deal, and its other result."""
    deals = [("entered", {"tallies": result(*points)}) for points in ((500, 400), (500, 400), (1220, 990))]
    acts = [("contested", {"deal": deal, "tallies": result(*points)}) for deal, *points in contested]
    return played(*deals, *acts).match


@pytest.mark.parametrize(
    ("contested", "deals", "unless"),
    [
        ([(2, 505, 400)], "contested: deal 1", None),
        ([(2, 500, 900)], "contested: deal 1", "unless deal 1 goes the other way"),
        ([(2, 500, 900), (3, 505, 400)], "contested: deals 1, 2", "unless deal 1 goes the other way"),
        ([(2, 500, 900), (3, 0, 400)], "contested: deals 1, 2", "unless one of deals 1, 2 goes the other way"),
        ([(2, 500, 700), (3, 300, 400)], "contested: deals 1, 2", "unless deals 1, 2 all go the other way"),
        ([(4, 0, 0)], "contested: deal 3", "unless deal 3 goes the other way"),
    ],
)
def test_it_is_said_on_which_contests_the_end_hangs(
    contested: list[tuple[int, int, int]], deals: str, unless: str | None
) -> None:
    said = consequences.contests(close(*contested))
    assert said is not None
    assert (str(said.deals), said.unless and str(said.unless)) == (deals, unless)


def test_several_contests_are_told_each_by_itself_and_then_all_together() -> None:
    found = trace.hanging(close((2, 500, 700), (3, 300, 400)))
    assert [[deal.number for deal in one.deals] for one in found] == [[1], [2], [1, 2]]
    assert [one.effect.after.totals for one in found] == [[2220, 2090], [2020, 1790], [2020, 2090]]
    ends = [str(consequences.would_end(one.effect, NAMES)) for one in found]
    assert ends == ["Ana would have won all the same.", "Ana would have won all the same.", "Marta would have won."]


@pytest.mark.parametrize(
    ("contested", "end"),
    [((4, 0, 0), "The match would go on."), ((4, 1220, 1420), "It would be a shared win.")],
)
def test_how_it_would_end_is_said(contested: tuple[int, int, int], end: str) -> None:
    match = close(contested)
    match = msgspec.structs.replace(match, variant=msgspec.structs.replace(match.variant, tie="shared_win"))
    [hanging] = trace.hanging(match)
    assert str(consequences.would_end(hanging.effect, NAMES)) == end


def test_of_a_match_that_goes_on_no_end_hangs_on_a_contest() -> None:
    match = played(ENTERED, CONTESTED).match
    said = consequences.contests(match)
    assert said is not None
    assert said.unless is None
    assert consequences.would_end(trace.hanging(match)[0].effect, NAMES) is None


def test_a_match_that_goes_on_may_be_over_if_a_deal_goes_the_other_way() -> None:
    much = ("contested", {"deal": 2, "tallies": [{"result": 1500}, THEY]})
    [hanging] = trace.hanging(played(ENTERED, much).match)
    assert str(consequences.would_end(hanging.effect, NAMES)) == "Ana would have won."


OTHER = ("settled", {"deal": 2, "keep": "other"})
CORRECTED = ("corrected", {"deal": 2, "tallies": [MORE, THEY]})


@pytest.mark.parametrize(
    ("acts", "how"),
    {
        "never": ([], None),
        "noted": ([("noted", {"deal": 2, "note": "cake"})], None),
        "corrected": ([CORRECTED], "corrected"),
        "contested": ([CONTESTED], None),
        "settled for the first": ([CONTESTED, ("settled", {"deal": 2, "keep": "first"})], None),
        "settled for the other": ([CONTESTED, OTHER], "settled"),
        "corrected to the other": ([CONTESTED, CORRECTED], "settled"),
        "settled, then corrected": ([CONTESTED, OTHER, ("corrected", {"deal": 2, "tallies": [THEY, WE]})], "corrected"),
        "settled, and that undone and redone": (
            [CONTESTED, OTHER, ("undone", {"entry": 4}), ("undone", {"entry": 5})],
            "settled",
        ),
    }.values(),
)
def test_how_it_came_to_what_it_counts(acts: list[tuple[Any, dict[str, Any]]], how: str | None) -> None:
    match = played(ENTERED, *acts).match
    assert match.recounted(match.deals[0]) == how


@pytest.mark.parametrize(("keep", "totals"), [("first", [900, 100]), ("other", [1000, 100])])
def test_it_is_settled_by_a_choice(keep: str, totals: list[int]) -> None:
    match = played(ENTERED, CONTESTED, ("settled", {"deal": 2, "keep": keep})).match
    assert match.totals == totals
    assert match.deals[0].contest is None
    assert trace.hanging(match) == []


@pytest.mark.parametrize(
    ("acts", "refused"),
    {
        "contested with the same": (
            [ENTERED, ("contested", {"deal": 2, "tallies": [WE, THEY]})],
            "the other version says the same as the first",
        ),
        "contested, but struck out": (
            [ENTERED, ("struck_out", {"deal": 2}), CONTESTED],
            "this deal is struck out; bring it back first",
        ),
        "settled, but not contested": (
            [ENTERED, ("settled", {"deal": 2, "keep": "first"})],
            "this deal is not contested",
        ),
        "settled for neither": (
            [ENTERED, CONTESTED, ("settled", {"deal": 2, "keep": "both"})],
            "keep: first or other is expected here",
        ),
        "undone twice": (
            [ENTERED, ("undone", {"entry": 2}), ("undone", {"entry": 2})],
            "it stands so already; there is nothing to undo",
        ),
        "the beginning undone": (
            [ENTERED, ("undone", {"entry": 1})],
            "there is no such entry in this match, or none that can be undone",
        ),
        "nothing undone": ([("undone", {})], "there is no such entry in this match, or none that can be undone"),
        "undone by name": (
            [("undone", {"entry": "2"})],
            "there is no such entry in this match, or none that can be undone",
        ),
        "undone, a number that is none": (
            [ENTERED, ("undone", {"entry": 2.0})],
            "there is no such entry in this match, or none that can be undone",
        ),
        "undone, yes": (
            [ENTERED, ("undone", {"entry": True})],
            "there is no such entry in this match, or none that can be undone",
        ),
        "a long reason": ([ENTERED, ("struck_out", {"deal": 2, "reason": "a" * 201})], "reason: at most 200 letters"),
        "a reason that is none": (
            [ENTERED, ("struck_out", {"deal": 2, "reason": 5})],
            "reason: a text is expected here",
        ),
    }.values(),
)
def test_what_no_match_allows(acts: list[tuple[Any, dict[str, Any]]], refused: str) -> None:
    *before, last = acts
    quarrel = played(*before)
    with pytest.raises((Impossible, Refused)) as error:
        quarrel.write(*last)
    assert str(error.value) == refused


def test_an_old_correction_is_undone_and_later_ones_of_other_things_stay() -> None:
    corrected = ("corrected", {"deal": 2, "tallies": [MORE, THEY]})
    noted = ("noted", {"deal": 2, "note": "cake"})
    match = played(ENTERED, corrected, noted, ENTERED, ("undone", {"entry": 3})).match
    assert [deal.scored.scores for deal in match.deals] == [[900, 100], [900, 100]]
    assert match.deals[0].note == "cake"


def test_a_correction_that_says_what_the_other_version_says_ends_the_contest_and_undone_it_is_one_again() -> None:
    quarrel = played(ENTERED, CONTESTED, ("corrected", {"deal": 2, "tallies": [MORE, THEY]}))
    assert (quarrel.match.totals, quarrel.match.deals[0].contest) == ([1000, 100], None)
    again = sheet.score_under(quarrel.match.variant, sheet.document(quarrel.match))
    assert again.totals == [1000, 100]
    match = quarrel.write("undone", {"entry": 4})
    assert (match.totals, [one.effect.points for one in trace.hanging(match)]) == ([900, 100], [[100, 0]])


def test_undoing_a_correction_may_end_a_contest_too() -> None:
    corrected = ("corrected", {"deal": 2, "tallies": [MORE, THEY]})
    match = played(
        ENTERED, corrected, ("contested", {"deal": 2, "tallies": [WE, THEY]}), ("undone", {"entry": 3})
    ).match
    assert (match.totals, match.deals[0].contest) == ([900, 100], None)


def test_what_an_entry_touched_is_told() -> None:
    match = played(ENTERED, CONTESTED, ("noted", {"deal": 2, "note": "cake"}), ("undone", {"entry": 4})).match
    told = [match.touched(number) for number in range(1, 7)]
    assert told == [set(), {"scored"}, {"contest"}, {"note"}, {"note"}, set()]
    assert match.last_act(match.deals[0]) == 3


def test_the_contest_of_a_deal_travels_with_its_sheet() -> None:
    match = played(ENTERED, CONTESTED).match
    document = sheet.document(match)
    assert document["deals"][0]["contested"] == {"tallies": [MORE, THEY], "reason": "an ace was missed"}
    [again] = trace.hanging(sheet.score_under(match.variant, document))
    assert (again.effect.points, again.deals[0].contest and again.deals[0].contest.reason) == (
        [100, 0],
        "an ace was missed",
    )
