"""Does the recipe of docs/replication.md hold? Its own configuration and commands, with the real Litestream.

Again and again deals are entered in a book that is served and replicated, all three programs are killed, the book is
deleted and restored. Told is how long before the kill the oldest entry was saved that is not in it.

Then what may happen to a replica: Litestream is away while deals are entered, or the second place is; that is emptied,
or has a hole, and the remedy of the document is used; an older copy is put in the place of the book.

Run as a program with a book, this file is one that enters deals there: it prints when the book has acknowledged each,
and its op id. `python3 dev.py bench` puts Litestream into .venv; where it cannot be had nothing is measured.
"""

import contextlib
import random
import re
import secrets
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

from _books import opened
from _figures import Figure, report
from _server import Server
from recovery import rows

from scorekeeper import book as books
from scorekeeper.book import Book

LITESTREAM = Path(sys.executable).with_name("litestream")
DOCUMENT = (Path(__file__).resolve().parent.parent / "docs" / "replication.md").read_text(encoding="utf-8")
BOOK, REPLICA, CONFIG, REHEARSAL = (
    "/srv/scorekeeper/household.book",
    "/mnt/nas/scorekeeper",
    "/etc/litestream.yml",
    "/srv/scorekeeper/rehearsal.book",
)
"""The paths in the document, which are others here."""
[AGE] = (float(told) for told in re.findall(r"\*\*Every entry that had been saved (\d+) seconds before", DOCUMENT))
KILLS = 60
UP = (3.5, 4.5)  # s that the programs are left alone, longer than an entry may be on its way
APART = 0.03  # s between two deals
CAUGHT_UP_WITHIN = 10.0  # s
SEED = 4


def blocks(language: str) -> list[str]:
    """What the document says in its fenced blocks of this language, one after the other."""
    return re.findall(rf"^```{language}\n(.*?)^```$", DOCUMENT, re.MULTILINE | re.DOTALL)


class Recipe:
    """What the document says, done with a book and a second place in this folder."""

    def __init__(self, folder: Path) -> None:
        self.book = folder / "here" / "household.book"
        self.replica = folder / "nas" / "scorekeeper"
        self.rehearsal = folder / "rehearsal.book"
        self._config = folder / "litestream.yml"
        self._log = folder / "litestream.log"
        self._litestream: subprocess.Popen[bytes] | None = None
        self.replica.parent.mkdir(parents=True)
        self._config.write_text(self._here(blocks("yaml")[0]), encoding="utf-8")
        self._rehearse, self._remedy, self._restore = (block.splitlines() for block in blocks("sh"))
        [self._service] = re.findall(r"^ExecStart=/usr/bin/(.*)$", blocks("ini")[0], re.MULTILINE)

    def _here(self, text: str) -> str:
        for path, own in [
            (REHEARSAL, self.rehearsal),
            (BOOK, self.book),
            (REPLICA, self.replica),
            (CONFIG, self._config),
        ]:
            text = text.replace(path, str(own))
        return text

    def command(self, line: str) -> list[str]:
        """A line of the document as it is run here."""
        words = shlex.split(self._here(line))
        if words[:3] == ["python3", "dev.py", "run"]:
            return [sys.executable, "-m", "scorekeeper", *words[3:]]
        return [str(LITESTREAM), *words[1:]] if words[0] == "litestream" else words

    def run(self, line: str) -> None:
        """Raises `RuntimeError` with what the program said if it fails."""
        done = subprocess.run(self.command(line), capture_output=True, text=True)
        if done.returncode:
            raise RuntimeError(f"{line}: {done.stdout}{done.stderr}")

    def replicate(self) -> None:
        with self._log.open("ab") as log:
            self._litestream = subprocess.Popen(self.command(self._service), stdout=log, stderr=log)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    def kill(self) -> None:
        if self._litestream:
            self._litestream.kill()
            self._litestream.wait()

    def mend(self) -> None:
        """What the document says, while Litestream is stopped, which is started then."""
        for line in self._remedy:
            self.run(line)
        self.replicate()

    def restore(self) -> None:
        """All but the last of the commands, which starts the server on it."""
        *first, start = self._restore
        for line in first:
            self.run(line)
        if self.command(start) != [sys.executable, "-m", "scorekeeper", "--book", str(self.book)]:
            raise ValueError(f"{start} is not how the server is started here")

    def lose(self) -> None:
        """The machine is gone, and all of the book that was on it."""
        shutil.rmtree(self.book.parent)

    def holds(self, there: list[str]) -> bool:
        """Can these entries and no others be restored, as a sound book?"""
        for rest in self.rehearsal.parent.glob(f"{self.rehearsal.name}*"):
            rest.unlink()
        restore, check, _ = self._rehearse
        try:
            self.run(restore)
        except RuntimeError:
            return False
        if journal(self.rehearsal) != there:
            return False
        self.run(check)
        return True

    def written(self) -> set[Path]:
        """The files in the second place."""
        return {path for path in self.replica.rglob("*") if path.is_file()}

    def complains(self) -> bool:
        """Has Litestream told of a second place that it cannot write to?"""
        return b"write ltx file: mkdir" in self._log.read_bytes()

    def until_it_holds(self) -> float:
        """Seconds until the replica holds the book as it stands; more than are allowed if it never does."""
        there, began = journal(self.book), time.monotonic()
        while not self.holds(there) and time.monotonic() - began <= CAUGHT_UP_WITHIN:
            time.sleep(0.1)
        return time.monotonic() - began


def journal(book: Path) -> list[str]:
    """The op ids of its entries, in their order."""
    return [str(op_id) for [op_id] in rows(book, "op_id")]


def enter(book: Path, deals: int = 0, tell: Callable[[str], None] = lambda _: None) -> None:
    """Enters so many deals in a match of their own, without an end if there is no number; tells the op id of each."""
    match = opened(book)
    with Book(book) as kept, kept.session() as session:
        while not deals or len(match.deals) < deals:
            op_id = secrets.token_hex(16)
            body = {"tallies": [{"result": 5}, {"result": -5}]}
            match = session.write(op_id, match.id, "entered", body, match.last_entry).match
            tell(op_id)
            time.sleep(APART)


@dataclass
class Found:
    """What became of the acknowledged entries. `age`: of the oldest that was lost, in seconds at the kill; `gone`: lost
    after they had been restored once."""

    kills: int = 0
    acknowledged: int = 0
    lost: int = 0
    age: float = 0.0
    gone: int = 0
    faults: list[str] = field(default_factory=list)


def killed(folder: Path, kills: int) -> list[Figure]:
    """Kills all programs so often while deals are entered, and restores the book by the commands of the document."""
    chance = random.Random(SEED)
    found = Found()
    with Recipe(folder) as recipe, contextlib.ExitStack() as after:
        server = Server(recipe.book)
        after.callback(server.kill)
        server.start()
        recipe.replicate()
        while found.kills < kills:
            _killed(recipe, server, folder / "said", chance.uniform(*UP), found)
            server.start()
            recipe.replicate()
    for fault in found.faults:
        print(fault, file=sys.stderr)
    return [
        Figure("kills of book, server and Litestream", found.kills, ""),
        Figure("entries acknowledged", found.acknowledged, ""),
        Figure("lost with the last seconds", found.lost, ""),
        Figure("the oldest of them was saved before the kill", found.age, "s", AGE),
        Figure("lost that were restored once", found.gone, "", 0),
        Figure("checks that found a fault", len(found.faults), "", 0),
    ]


def _killed(recipe: Recipe, server: Server, said: Path, up: float, found: Found) -> None:
    """Enters deals for so many seconds until all programs are killed, deletes the book and restores it."""
    before = set(journal(recipe.book))
    with said.open("w") as out:
        enters = subprocess.Popen([sys.executable, __file__, str(recipe.book)], stdout=out)
    time.sleep(up)
    at = time.time()
    for kill in (recipe.kill, enters.kill, enters.wait, server.kill):
        kill()
    recipe.lose()
    recipe.restore()
    with Book(recipe.book) as book, book.session() as session:
        found.faults += [str(fault) for fault in session.problems()]
    there = set(journal(recipe.book))
    lines = [line.split() for line in said.read_text().splitlines(keepends=True) if line.endswith("\n")]
    lost = [float(when) for when, op_id in lines if op_id not in there]
    found.kills += 1
    found.acknowledged += len(lines)
    found.lost += len(lost)
    found.age = max([found.age, *(at - when for when in lost)])
    found.gone += len(before - there)


def troubled(folder: Path) -> list[Figure]:
    """Seconds until the replica holds the whole book again after each trouble."""
    with Recipe(folder) as recipe:
        enter(recipe.book, 3)
        old = books.back_up(recipe.book).path  # from before Litestream knew the book
        recipe.replicate()
        figures = [_holds("from its first start", recipe)]
        with Book(recipe.book) as kept:  # somebody has it open all the time, as the server does
            for trouble, act in {
                "Litestream was away": _without_litestream,
                "the second place was away": _without_the_second_place,
                "it was emptied and mended": _emptied,
                "it had a hole and was mended": _with_a_hole,
            }.items():
                act(recipe)
                figures.append(_holds(f"after {trouble}", recipe))
            books.restore(kept, old)
            figures.append(_holds("after an older copy was put back", recipe))
            enter(recipe.book, 3)
            figures.append(_holds("after deals were entered in that", recipe))
    return figures


def _holds(when: str, recipe: Recipe) -> Figure:
    return Figure(f"the replica holds all, {when}", recipe.until_it_holds(), "s", CAUGHT_UP_WITHIN)


def _without_litestream(recipe: Recipe) -> None:
    recipe.kill()
    enter(recipe.book, 10)
    recipe.replicate()


def _without_the_second_place(recipe: Recipe) -> None:
    """And nothing can be written where it was mounted."""
    mount = recipe.replica.parent
    away = mount.rename(mount.with_name("away"))
    mount.touch()
    enter(recipe.book, 3)
    until = time.monotonic() + CAUGHT_UP_WITHIN
    while not recipe.complains():
        if time.monotonic() > until:
            raise RuntimeError("Litestream does not miss the second place")
        time.sleep(0.05)
    mount.unlink()
    away.rename(mount)


def _emptied(recipe: Recipe) -> None:
    _lost_and_mended(recipe, recipe.written())


def _with_a_hole(recipe: Recipe) -> None:
    kept = recipe.written()
    enter(recipe.book, 3)
    recipe.until_it_holds()
    _lost_and_mended(recipe, recipe.written() - kept)


def _lost_and_mended(recipe: Recipe, lost: set[Path]) -> None:
    """The second place loses these files, and Litestream goes on as if they were there."""
    before = recipe.written()
    enter(recipe.book, 3)
    recipe.until_it_holds()
    recipe.kill()
    for path in recipe.written():
        if path in lost or (path not in before and path.parent.name != "0"):  # which may hold once more what was lost
            path.unlink()
    if recipe.holds(journal(recipe.book)):
        raise RuntimeError("nothing was lost")
    recipe.mend()


def main() -> int:
    if not LITESTREAM.exists():
        print("No Litestream found: replication is left out.", file=sys.stderr)
        return 0
    with tempfile.TemporaryDirectory() as folder:
        return report([*killed(Path(folder) / "killed", KILLS), *troubled(Path(folder) / "troubled")])


if __name__ == "__main__":
    if sys.argv[1:] and not sys.argv[1].startswith("-"):
        enter(Path(sys.argv[1]), tell=lambda op_id: print(time.time(), op_id, flush=True))
    sys.exit(main())
