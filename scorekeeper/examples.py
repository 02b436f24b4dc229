"""The worked examples of a variant's file, checked: does the engine say what the source says?"""

from collections.abc import Mapping
from typing import Any

from scorekeeper import referee, rulebook, sheet
from scorekeeper.faults import Refused
from scorekeeper.match import Match
from scorekeeper.rules import Example, RulesError, Variant

SIDES = ("We", "They", "You", "Others")


def disagreements(variant: Variant, example: Example) -> list[str]:
    """Where the engine differs from the example, in words; empty when they agree."""
    expected = example.expect
    if example.melds is not None:
        return _differences(expected, _opening(variant, example))
    try:
        played = sheet.score_under(variant, document(example))
    except sheet.SheetRefused as error:
        return _differences(expected, {"errors": [where for where, _ in error.faults]})
    return _differences(expected, _outcome(played, expected))


def document(example: Example) -> dict[str, Any]:
    """The example's score sheet."""
    deals = [deal.tallies for deal in example.deals] if example.deals is not None else [example.tallies or []]
    sides = max(len(tallies) for tallies in deals)
    found: dict[str, Any] = {"sides": list(SIDES[:sides]), "rules": example.rules}
    found["deals"] = [{"tallies": tallies} for tallies in deals]
    if example.players is not None:
        found["players"] = example.players
    if example.before is not None:
        found["before"] = example.before
    return found


def _opening(variant: Variant, example: Example) -> dict[str, Any]:
    assert example.melds is not None
    try:
        chosen = rulebook.chosen(variant, example.rules)
        check = referee.opening(chosen, (example.before or [0])[0], example.melds)
    except (Refused, RulesError):
        return {"errors": ["melds"]}
    return {"count": check.count, "required": check.required, "opens": check.opens}


def _outcome(played: Match, expected: Mapping[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {
        "totals": played.totals,
        "opening_minimums": played.opening_minimums,
        "finished": played.finished,
        "winner": played.winner,
        "doubts": [sheet.where(i, doubt) for i, deal in enumerate(played.deals) for doubt in deal.doubts],
    }
    if played.deals:
        last = played.deals[-1].scored
        found["scores"] = last.scores
        found["lines"] = [
            {key: points for key in _keys(lines) if (points := sum(line.points for line in lines if line.key == key))}
            for lines in last.lines
        ]
    return found


def _keys(lines: list[Any]) -> list[str]:
    return list(dict.fromkeys(line.key for line in lines))


def _differences(expected: Mapping[str, Any], found: Mapping[str, Any]) -> list[str]:
    if "errors" in found and "errors" not in expected:
        return [f"refused: {', '.join(found['errors'])}"]
    return [
        f"{key}: {found.get(key)!r}, the example says {value!r}"
        for key, value in expected.items()
        if found.get(key) != value
    ]
