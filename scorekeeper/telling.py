"""How a match is told elsewhere: its result as plain text, and as a play that BG Stats takes over from a link.

BG Stats says what the link holds at https://www.bgstatsapp.com/support/push-plays-to-bg-stats-from-other-apps-or-websites/.
"""

import datetime
import json
import unicodedata
from typing import Any
from urllib.parse import quote

from scorekeeper import consequences
from scorekeeper.entries import Side
from scorekeeper.match import Match
from scorekeeper.words import Text, say, say_many, verbatim

SOURCE = "Scorekeeper"
BG_STATS = "https://app.bgstatsapp.com/createPlay.html?data="
LONGEST = datetime.timedelta(hours=12)
"""What took longer was not played in one go."""
LONGEST_COMMENT = 300
"""Letters: an address that is too long is not followed."""


def result(match: Match, day: str) -> list[Text]:
    """The match in lines of plain text: game, day and place, sides, deals. `day`: as its reader writes it."""
    contests = consequences.contests(match)
    unless = contests.unless if contests else None
    about = [Text(match.variant.name), day, *([match.opened.place] if match.opened.place else [])]
    found = [_joined(about, ", ")]
    for index, side in enumerate(match.sides):
        line = say("{name}: {total}", name=side.name, total=match.totals[index])
        if match.winner == index:
            line = say("{side} – won, {unless}", side=line, unless=unless) if unless else say("{side} – won", side=line)
        found.append(line)
    dealt = say_many("{n} deal", "{n} deals", len(match.standing))
    if not match.finished:
        found.append(say("{deals} so far, to {target}", deals=dealt, target=match.variant.target))
    elif match.winner is None:
        found.append(say("A shared win after {deals}, to {target}", deals=dealt, target=match.variant.target))
        if unless:
            found.append(unless)
    else:
        found.append(say("{deals}, to {target}", deals=dealt, target=match.variant.target))
    if contests:
        found.append(contests.deals)
    if match.standing:
        found.append(Text(""))
    for deal in match.standing:
        scores, totals = _joined([_signed(one) for one in deal.scored.scores], " "), _joined(deal.totals, " : ")
        line = say("{n}. {scores} → {totals}", n=deal.number or 0, scores=scores, totals=totals)
        found.append(say("{deal} (contested)", deal=line) if deal.contest else line)
    return found


def play(match: Match) -> dict[str, Any]:
    """The finished match as a play: what BG Stats is given, with only those of its keys that we know a value for.

    Winner and first player are told of everybody, since it fails on Android where one of them is missing.
    """
    best = max(match.totals)
    players = []
    for index, side in enumerate(match.sides):
        total = match.totals[index]
        about = {
            "score": total,
            "winner": total == best if match.winner is None else match.winner == index,
            "rank": 1 + sum(other > total for other in match.totals),
        }
        seats = range(index, match.opened.players, len(match.sides))
        if named := _people(match, side):
            role = {"role": side.name} if len(named) > 1 else {}
            players += [
                {"name": name, "sourcePlayerId": _same(name), "startPlayer": seat == _first(match), **about, **role}
                for seat, name in zip(seats, named, strict=True)
            ]
        else:
            one = {"name": side.name, "sourcePlayerId": f"side {_same(side.name)}"}
            players.append({**one, "startPlayer": _first(match) in seats, **about})
    ended, minutes = _time(match)
    found = {
        "sourceName": SOURCE,
        "sourcePlayId": f"{match.id} {match.opened_at}",
        "playDate": ended,
        "game": {
            "name": match.variant.name,
            "sourceGameId": match.opened.variant,
            "highestWins": True,
            "noPoints": False,
        },
        "players": players,
    }
    optional = {"location": match.opened.place, "comments": _short(match.opened.note), "durationMin": minutes}
    return found | {key: value for key, value in optional.items() if value}


def link(match: Match) -> str:
    """The address that opens BG Stats with this play."""
    return BG_STATS + quote(json.dumps(play(match), ensure_ascii=False, separators=(",", ":")), safe="")


def _joined(parts: list[Any], between: str) -> Text:
    """Texts, numbers and words of the table in a row."""
    names = {f"part{n}": verbatim(one) if isinstance(one, str) else one for n, one in enumerate(parts)}
    return Text(between.join("{" + name + "}" for name in names), names)


def _short(note: str) -> str:
    return note if len(note) <= LONGEST_COMMENT else note[: LONGEST_COMMENT - 1] + "…"


def _signed(score: int) -> int | Text:
    return Text("+{points}", {"points": score}) if score > 0 else score


def _people(match: Match, side: Side) -> list[str]:
    """The people of a side, none where one of them has no name."""
    seats = match.opened.players // len(match.sides)
    return side.players if len(side.players) == seats and all(side.players) else []


def _first(match: Match) -> int:
    """The seat that began: the one after the first dealer."""
    return (match.opened.dealer + 1) % match.opened.players


def _same(name: str) -> str:
    """A name as others of the same person are written too."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def _time(match: Match) -> tuple[str, int]:
    """When the match ended (UTC) and how many minutes it took, 0 where the journal does not know: it was written on
    another day than it was played on, or over several days. Its end is noon then."""
    day = datetime.date.fromisoformat(match.played_on)
    began = datetime.datetime.fromisoformat(match.opened_at)
    ended = datetime.datetime.fromisoformat(max((deal.at for deal in match.standing), default=match.opened_at))
    # A day at the table begins and ends half a day before or after that of UTC at the most.
    if abs((ended.date() - day).days) > 1:
        return f"{day} 12:00:00", 0
    took = ended - began
    return f"{ended:%Y-%m-%d %H:%M:%S}", int(took.total_seconds() // 60) if took <= LONGEST else 0
