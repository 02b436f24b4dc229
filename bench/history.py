"""Twenty years of a household and its club: 1,000 people, 20,000 matches, 200,000 deals, beside a book of 100 matches.

Measured are matches brought in and taken out, the memory that takes, and the server's time for every page that tells of
many matches: each address in both books, of the people, partnerships and pairings that have played most, with nothing
drawn before. Times of pages are of the processor.
"""

import itertools
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from _figures import Figure, report
from _household import household
from _years import sheets
from flask.testing import FlaskClient

from scorekeeper import household as households
from scorekeeper.book import Book, Session
from scorekeeper.people import People
from scorekeeper.selection import Selection

LARGE, SMALL = 20_000, 100
ROUNDS = 5
MOST_MS, MOST_TIMES = 50.0, 1.5
"""A page of the large book takes no more than so many milliseconds, or so many times the page of the small one."""
OUT, IN = 20_000, 5_000  # deals a second
GROWTH = 16.0  # MB more for twenty years than for a hundred matches


class Size(NamedTuple):
    matches: int
    people: int
    years: int


def size(matches: int) -> Size:
    """As many people and years as so many matches have."""
    return Size(matches, max(24, matches // 20), max(1, matches // 1_000))


def written(path: Path, of: Size) -> int:
    """Writes a household's matches into a file, as the program does; how many deals they have."""
    deals = 0

    def told() -> Iterator[dict[str, Any]]:
        nonlocal deals
        for number, document in enumerate(sheets(of.matches, of.people, of.years, 7)):
            deals += len(document["deals"])
            yield {"id": f"generated-sheet-{number:08}", **document}

    with path.open("wb") as file:
        file.writelines(households.write(People(), told()))
    return deals


class Rate(NamedTuple):
    """Deals a second: brought in, taken out."""

    brought: float
    taken: float


def rates(file: Path, book: Path) -> Rate:
    """Brings the file in and takes everything out again."""
    with Book(book) as kept, kept.session() as session:
        start = time.perf_counter()
        found = households.read(file.read_bytes())
        brought = session.bring_in(found.sheets, found.people)
        middle = time.perf_counter()
        length = sum(map(len, households.write(session.people(), session.sheets())))
        end = time.perf_counter()
    assert length >= file.stat().st_size / 2
    return Rate(brought.deals / (middle - start), brought.deals / (end - middle))


PEAK = """
import sys
from scorekeeper.cli import main
main(sys.argv[1:], standalone_mode=False)
kept = dict(line.split(":") for line in open("/proc/self/status"))
print(kept["VmHWM"].split()[0], file=sys.stderr)
"""
"""Runs a command, and says in the end how much memory it held at most: not what it had before it was itself."""


def peak(*arguments: object) -> float:
    """The most memory that the command holds, in MB. Linux alone says it."""
    command = [sys.executable, "-c", PEAK, *map(str, arguments)]
    done = subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    return int(done.stderr.split()[-1]) / 1_000


def addresses(session: Session) -> dict[str, str]:
    """The pages about many matches, of those who have played most."""
    history = session.history
    person = max(history.standings(), key=lambda one: one.played).subject
    pair = max(history.standings(partners=True), key=lambda one: one.played).subject
    other = history.company(Selection(of=(int(person),))).opponents[0].person
    against = next(
        one.person
        for one in history.company(Selection(of=tuple(map(int, pair.split("-"))))).opponents
        if str(one.person) not in pair.split("-")
    )
    days = [match.played_on[:4] for match in history.matches().matches]
    time_ = f"since={int(days[0]) - 3}&until={days[0]}"
    subjects = {
        "everybody": "",
        "a game": "game=classic",
        "three years": time_,
        "a person": f"of={person}",
        "a person in a game": f"of={person}&game=classic",
        "a partnership": f"of={pair}",
        "a pairing": f"of={person}&against={other}",
        "a partnership against a person": f"of={pair}&against={against}",
    }
    found = {"matches": "/", "matches with words": "/?words=the", "matches, page 3": "/?state=finished&page=3"}
    found |= {f"matches of {name}": f"/?{query}" for name, query in subjects.items() if query}
    found |= {f"statistics of {name}": f"/statistics?{query}" for name, query in subjects.items()}
    found |= {f"records of {name}": f"/records?{query}" for name, query in itertools.islice(subjects.items(), 4)}
    found |= {"people": "/people", "people by name": "/people?sort=name", "partnerships": "/partnerships"}
    return found | {"a person's page": f"/people/{person}", "a new match": "/new/classic"}


def times(book: Path) -> dict[str, float]:
    """The server's time for each address, in milliseconds: the best of some rounds, each drawn anew."""
    app = household({"BOOK": book})
    client = app.test_client()
    with app.extensions["book"].session() as session:
        asked = addresses(session)
    return {name: min(_time(client, address, number) for number in range(ROUNDS)) for name, address in asked.items()}


def _time(client: FlaskClient, address: str, number: int) -> float:
    fresh = f"{address}{'&' if '?' in address else '?'}fresh={number}"
    start = time.process_time()
    answer = client.get(fresh)
    taken = time.process_time() - start
    assert answer.status_code == 200, (fresh, answer.status_code)
    return 1_000 * taken


def measured(folder: Path, large: int = LARGE) -> list[Figure]:
    """All figures. `large`: so many matches in place of twenty years of them."""
    files, books = ({name: folder / f"{name}.{end}" for name in ("small", "large")} for end in ("json", "book"))
    for name, matches in (("small", SMALL), ("large", large)):
        written(files[name], size(matches))
    figures = []
    rate = Rate(0, 0)
    for name in files:
        rate = rates(files[name], books[name])
    figures.append(Figure("taken out", rate.taken, "deals/s", OUT, at_most=False))
    figures.append(Figure("brought in", rate.brought, "deals/s", IN, at_most=False))
    out = [peak("export", "--book", books[name], "-") for name in files]
    figures.append(Figure("memory for taking out, more than for 100 matches", out[1] - out[0], "MB", GROWTH))
    came = [peak("import", "--book", folder / f"{name} again.book", files[name]) for name in files]
    more = came[1] - came[0] - (files["large"].stat().st_size - files["small"].stat().st_size) / 1e6
    figures.append(Figure("memory for bringing in, beside the file itself", more, "MB", GROWTH))
    small, grown = times(books["small"]), times(books["large"])
    for name, taken in grown.items():
        bar = max(MOST_MS, MOST_TIMES * small[name])
        figures.append(Figure(name, taken, "ms", bar))
    return figures


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        return report(measured(Path(folder)))


if __name__ == "__main__":
    sys.exit(main())
