"""What a change to a match comes to: the points of its deal, all later totals, opening minimums, and who has won."""

from typing import NamedTuple

from scorekeeper import trace
from scorekeeper.match import Deal, Match, Past
from scorekeeper.scoring import less
from scorekeeper.trace import Effect, Hanging, Step
from scorekeeper.words import Text, say, say_many


def counted(step: Step) -> list[int]:
    """By how many points the score of its deal differs, as far as it counts, per side; none for an act on the match."""
    if step.deal is None:
        return []
    return less(_counted(step.deal, step.deal), _counted(step.deal_before, step.deal))


def _counted(deal: Deal | None, like: Deal) -> list[int]:
    return deal.scored.scores if deal and not deal.struck_out else [0] * len(like.scored.scores)


def contested(step: Step) -> list[int]:
    """By how much the score of the other version differs, per side, where the entry brought one in; else none."""
    was, now = step.deal_before, step.deal
    if was is None or now is None or now.contest is None or now.contest == was.contest:
        return []
    return less(now.contest.scored.scores, now.scored.scores)


def totals_since(effect: Effect, deal: Deal) -> bool:
    """Do the totals after later deals differ too?"""
    return any(moved.deal != deal.id and any(moved.points) for moved in effect.moved)


def minimums(effect: Effect, names: list[str]) -> list[Text]:
    """What is asked of whom in the next deal, where it differs. `names`: of the sides."""
    return [
        say("{side}: {now} to open, not {before}", side=names[side], now=now, before=was)
        for side, was, now in effect.asked
    ]


def other_minimums_between(effect: Effect) -> bool:
    """Was another minimum asked of a side after a deal that counts before and after?"""
    return any(moved.asked for moved in effect.moved)


def ending(effect: Effect, names: list[str]) -> Text | None:
    """What becomes of the end of the match and its winner; None where nothing does. `names`: of the sides."""
    if not effect.end_differs:
        return None
    was, now = (None if match.winner is None else names[match.winner] for match in (effect.before, effect.after))
    if not effect.after.finished:
        if was is None:
            return say("The match was over, a shared win; it goes on again.")
        return say("{side} had won; the match goes on again.", side=was)
    if not effect.before.finished:
        return (
            say("The match is over: a shared win.") if now is None else say("The match is over: {side} won.", side=now)
        )
    if was is None:
        return say("It was a shared win; now {side} has won.", side=str(now))
    if now is None:
        return say("{side} had won; now it is a shared win.", side=was)
    return say("{before} had won; now {side} has won.", before=was, side=now)


def would_end(effect: Effect, names: list[str]) -> Text | None:
    """How the match would have ended; None where it goes on either way. `names`: of the sides."""
    then = effect.after
    if not then.finished:
        return say("The match would go on.") if effect.end_differs else None
    if then.winner is None:
        return say("It would be a shared win.")
    if not effect.end_differs:
        return say("{side} would have won all the same.", side=names[then.winner])
    return say("{side} would have won.", side=names[then.winner])


class Open(NamedTuple):
    """What is said beside totals and winners while deals are contested. `deals`: which; `unless`: the end of a match
    that is over hangs on it, and how."""

    deals: Text
    unless: Text | None


def contests(match: Match) -> Open | None:
    """What is said of the contests of a match; None where no deal that stands is contested."""
    hanging = trace.hanging(match)
    if not hanging:
        return None
    deals = hanging[-1].deals
    mark = say_many("contested: deal {list}", "contested: deals {list}", len(deals), list=_listed(deals))
    return Open(mark, _unless(hanging) if match.finished else None)


def _unless(hanging: list[Hanging]) -> Text | None:
    """Which contests turn the end of the match: any of some by itself, else only all of them together."""
    turning = [one.deals for one in hanging if one.effect.end_differs]
    alone = [deals[0] for deals in turning if len(deals) == 1]
    if len(alone) == 1:
        return say("unless deal {list} goes the other way", list=_listed(alone))
    if alone:
        return say("unless one of deals {list} goes the other way", list=_listed(alone))
    return say("unless deals {list} all go the other way", list=_listed(turning[0])) if turning else None


def _listed(deals: list[Deal]) -> str:
    return ", ".join(str(deal.number) for deal in deals)


def changed_since(match: Match, step: Step) -> list[int]:
    """The later entries that changed the same thing, where it is not any more as this one left it: their numbers.

    `match`: as it stands, out of the same journal.
    """
    own = step.entry.number
    past = match.undoable(own)
    assert past is not None
    if _left(match, past) == _left(step.after, past):
        return []
    return [
        number
        for number, later in match.past.items()
        if number > own and later.deal == past.deal and later.was.keys() & past.was.keys()
    ]


def _left(match: Match, past: Past) -> list[object]:
    """What stands in the places that an entry changed."""
    deal = None if past.deal is None else match.deal(past.deal)
    return [getattr(deal or (match if name == "ended" else match.opened), name) for name in past.was]
