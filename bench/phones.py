"""Many phones at once: every act sent again and again, eight that write at once, a hundred that follow.

Every act is sent one to five times, at once and out of order, by phones with and without script; it must stand in the
journal once, and everybody must get the answer of the first. Then eight phones write in three matches at once, each
upon what it has seen last, while eight pages follow in a browser: told is how long after its acknowledgement each entry
is seen, and whether any was written over without a word. Then a hundred phones ask every two seconds for the page of a
match, and once for ten minutes' worth as fast as they may; told is how long an answer takes, and by how much the memory
of the server has grown. Last, what a page that follows for three hours sends and gets, as Chromium itself asks: what is
sent over the wire, without what TCP and IP add.
"""

import asyncio
import queue
import random
import re
import secrets
import socket
import statistics
import sys
import tempfile
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from _books import opened, stored
from _browser import LAN_NAME, PHONE, launch_options
from _figures import Figure, report
from _household import IN
from _server import Answer, Phone, Server, carried
from playwright.sync_api import Browser, Page, sync_playwright
from sqlite_utils.utils import sqlite3  # type: ignore[attr-defined]  # the one that the book uses

from scorekeeper.book import Book
from scorekeeper.match import Match

SEED = 4
MOST_SENT = 5  # times, each act
ACTS = 300
WRITERS = 8
WRITES = 1_000
MATCHES = 3
EVERY = 2.0  # s between two questions of a page that follows
FOLLOWERS = 100
FOLLOWED = 60.0  # s
TEN_MINUTES = 600.0 / EVERY  # questions of each phone
EVENING = 3 * 3600 / EVERY  # questions of one phone
CHANGES = 40  # entries in an evening
SEEN_MIDDLE, SEEN_WORST = 1.2, 3.0  # s
GIVEN_UP = 60.0  # s, before what was written is given up
ANSWERED = 50.0  # ms
GROWN = 1.0  # per cent: what a process that forgets nothing would pass within a minute
ON_THE_WIRE, OF_IT_ANSWERS = 5.0, 1.5  # million bytes
MEGA = 1_000_000

SEEN = """(() => {
  window.seen = [];
  let last = "", asked = Date.now();
  const ask = fetch;
  window.fetch = (to, about) => {
    if (to === location.pathname) asked = Date.now();
    return ask(to, about);
  };
  const look = () => {
    const now = document.querySelector("[data-base]")?.dataset.base ?? last;
    if (now !== last) seen.push([Number((last = now)), Date.now(), asked]);
  };
  new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true });
})()"""
"""Notes when a page shows which entry of its match, and when it has asked for what it shows."""


KEPT = (
    """() => Object.keys(localStorage).some((key) => key.startsWith("kept  ") && JSON.parse(localStorage[key]).page)"""
)


def main() -> int:
    figures: list[Figure] = []
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder) / "test.book") as server:
        figures += repeated(server, ACTS)
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(**launch_options())
            figures += together(browser, server, WRITES, rate=4.0)
            figures += followed(server, FOLLOWERS, FOLLOWED)
            figures += grown(server, FOLLOWERS, int(TEN_MINUTES))
            figures += evening(browser, server, asks=30)
            browser.close()
    return report(figures)


@contextmanager
def serving(book: Path) -> Iterator[Server]:
    server = Server(book)
    server.start()
    try:
        yield server
    finally:
        server.kill()


# Every act, one to five times.


@dataclass
class Act:
    """One act: where it is sent, and its fields; what was answered each time."""

    path: str
    fields: dict[str, str]
    answers: list[str] = field(default_factory=list)


def repeated(server: Server, acts: int) -> list[Figure]:
    """Sends so many acts one to five times each, and some of them once more much later."""
    chance = random.Random(SEED)
    phones: queue.SimpleQueue[Phone] = queue.SimpleQueue()
    for _ in range(WRITERS):
        phones.put(_phone(server))
    matches = [opened(server.book).id for _ in range(6)]
    done: list[Act] = []
    sent = 0
    with ThreadPoolExecutor(WRITERS) as pool:
        while len(done) < acts:
            round_ = [_act(chance, stored(server.book, match)) for match in matches]
            if chance.random() < 0.2:
                round_.append(_opening(phones, chance))
            sends = [act for act in round_ for _ in range(chance.randint(1, MOST_SENT))]
            sends += chance.sample(done, min(3, len(done)))  # late ones, of acts long answered
            chance.shuffle(sends)
            sent += len(sends)
            list(pool.map(lambda act: _send(phones, act), sends))
            done += round_
    while not phones.empty():
        phones.get().close()
    with closing(sqlite3.connect(server.book)) as journal:
        entries = Counter(name for (name,) in journal.execute("SELECT op_id FROM journal"))
    once = sum(entries[act.fields["op_id"]] == 1 for act in done)
    return [
        Figure("acts, sent one to five times and more", len(done), ""),
        Figure("sent", sent, "times"),
        Figure("acts that stand in the journal other than once", len(done) - once, "", 0),
        Figure("acts that were answered in more than one way", sum(len(set(act.answers)) != 1 for act in done), "", 0),
        Figure("acts that were refused", sum(act.answers[0].startswith("no ") for act in done), "", 0),
    ]


def _phone(server: Server) -> Phone:
    phone = Phone(server.port)
    phone.take_token()
    return phone


def _opening(phones: "queue.SimpleQueue[Phone]", chance: random.Random) -> Act:
    phone = phones.get()
    fields = carried(phone.get("/new/classic").text)
    phones.put(phone)
    typed = {"target": "5000", "players": "4", "dealer": "0", "seat0": f"Ana {chance.random()}"}
    return Act("/new/classic", {"op_id": fields["op_id"], **typed})


def _act(chance: random.Random, match: Match) -> Act:
    """An act upon what stands in the match now."""
    fields = {"op_id": secrets.token_hex(16), "base": str(match.last_entry)}
    form = chance.choice(["", "/plain"])  # with and without script
    typed = {"act": "save", "waited": "yes", "went_out": "nobody"}
    typed |= {f"side{side}-result": str(5 * chance.randrange(-40, 41)) for side in (0, 1)}
    here = f"/matches/{match.id}/deals"
    if not match.deals or chance.random() < 0.4:
        return Act(f"{here}/new{form}", fields | typed)
    deal = chance.choice(match.deals)
    if deal.struck_out:
        return Act(f"{here}/{deal.id}/bring-back", fields)
    if chance.random() < 0.5:
        return Act(f"{here}/{deal.id}/correct{form}", fields | typed)
    if chance.random() < 0.5:
        return Act(f"/matches/{match.id}/journal/{match.last_act(deal)}/undo", fields)
    return Act(f"{here}/{deal.id}/strike", fields)


def _send(phones: "queue.SimpleQueue[Phone]", act: Act) -> None:
    """Sends it once, and asks again while another phone's is being written."""
    phone = phones.get()
    try:
        while "busy" in (answer := phone.post(act.path, act.fields)).text and answer.status == 409:
            time.sleep(0.01)
        act.answers.append(_said(answer))
    finally:
        phones.put(phone)


def _said(answer: Answer) -> str:
    """Where an answer leads."""
    if answer.status == 303:
        return str(answer.headers["Location"])
    found = re.search(r'"saved":\s*"([^"]+)"', answer.text)
    return found[1] if found else f"no {answer.status}: {answer.text[:200]}"


# Eight phones that write, eight pages that follow.


@dataclass
class Written:
    """An acknowledged write: which entry of which match it made, upon which, about which deal (0: a new one), when."""

    match: int
    entry: int
    base: int
    deal: int
    by: int
    at: float


def together(browser: Browser, server: Server, writes: int, rate: float) -> list[Figure]:
    """So many writes, so many a second, of eight phones in three matches, while eight pages follow."""
    matches = [opened(server.book) for _ in range(MATCHES)]
    pages = [_follows(browser, server, matches[phone % MATCHES]) for phone in range(WRITERS)]
    each = writes // WRITERS
    with ThreadPoolExecutor(WRITERS) as pool:
        writing = [
            pool.submit(_writes, server, [match.id for match in matches], phone, each, WRITERS / rate)
            for phone in range(WRITERS)
        ]
        while not all(one.done() for one in writing):
            pages[0].wait_for_timeout(200)
        shares = [one.result() for one in writing]
    written = [one for acknowledged, _ in shares for one in acknowledged]
    pages[0].wait_for_timeout(1000 * SEEN_WORST)
    newest = {match.id: stored(server.book, match.id).last_entry for match in matches}
    late = time.monotonic() + GIVEN_UP
    for phone, page in enumerate(pages):
        while page.evaluate("seen.at(-1)[0]") < newest[matches[phone % MATCHES].id] and time.monotonic() < late:
            page.wait_for_timeout(50)
    seen = [page.evaluate("seen") for page in pages]
    for page in pages:
        page.context.close()
    there = sum(len(stored(server.book, match.id).deals) for match in matches)
    never = [0, float("inf"), float("inf")]
    asks: list[float] = []
    waits: list[float] = []
    for one in written:
        for phone in range(WRITERS):
            if phone != one.by and matches[phone % MATCHES].id == one.match:
                _, at, asked = next((told for told in seen[phone] if told[0] >= one.entry), never)
                waits.append(max(0.0, at / 1000 - one.at))
                asks.append(max(0.0, asked / 1000 - one.at))
    return [
        Figure("writes of eight phones at once, acknowledged", len(written), ""),
        Figure("told that another phone has written there", sum(told for _, told in shares), ""),
        Figure("written over without a word", _overwritten(written), "", 0),
        Figure("deals lost", max(0, _new(written) - there), "", 0),
        Figure("deals that nobody was told of", max(0, there - _new(written)), "", 0),
        Figure("asked for by another phone, at the latest", max(asks), "s", SEEN_WORST),
        Figure("seen on another phone, in the middle", statistics.median(waits), "s", SEEN_MIDDLE),
        Figure("seen on another phone, at the latest", max(waits), "s", SEEN_WORST),
    ]


def _follows(browser: Browser, server: Server, match: Match) -> Page:
    context = browser.new_context(**PHONE | {"device_scale_factor": 1})
    context.add_init_script(SEEN)
    page = context.new_page()
    page.goto(f"http://{LAN_NAME}:{server.port}/matches/{match.id}")
    return page


def _writes(server: Server, matches: list[int], by: int, writes: int, every: float) -> tuple[list[Written], int]:
    """What one phone has written, and how often it was told that another one has."""
    chance = random.Random(SEED + by)
    phone = _phone(server)
    known: dict[int, Match] = {}
    found: list[Written] = []
    told = 0
    for _ in range(writes):
        time.sleep(chance.uniform(0, 2 * every))
        match = chance.choice(matches)
        if match not in known or chance.random() < 0.7:
            known[match] = stored(server.book, match)
        there = known[match]
        deal = chance.choice(there.deals).id if there.deals and chance.random() < 0.7 else 0
        fields = {"op_id": secrets.token_hex(16), "base": str(there.last_entry), "act": "save", "waited": "yes"}
        fields |= {"went_out": "nobody"}
        fields |= {f"side{side}-result": str(5 * chance.randrange(-200, 200)) for side in (0, 1)}
        answer = phone.post(f"/matches/{match}/deals/{f'{deal}/correct' if deal else 'new'}", fields)
        if answer.status == 409:
            told += 1
            known.pop(match)
            continue
        entry = re.search(r'"base":\s*(\d+)', answer.text)
        if answer.status != 200 or not entry:
            raise RuntimeError(f"{answer.status}: {answer.text[:300]}")
        found.append(Written(match, int(entry[1]), there.last_entry, deal, by, time.time()))
    phone.close()
    return found, told


def _overwritten(written: list[Written]) -> int:
    """Writes upon a state of their deal that another has changed meanwhile; of a new deal, that another has entered."""
    about: dict[tuple[int, int], list[Written]] = defaultdict(list)
    for one in written:
        about[one.match, one.deal].append(one)
    return sum(
        any(one.base < other.entry < one.entry for other in about[one.match, one.deal] if other is not one)
        for one in written
    )


def _new(written: list[Written]) -> int:
    return sum(one.deal == 0 for one in written)


# A hundred phones that follow.


def followed(server: Server, phones: int, duration: float) -> list[Figure]:
    """The time of an answer while so many phones ask every two seconds, and now and then a deal is entered."""
    match = opened(server.book, deals=20)
    over = threading.Event()
    writer = threading.Thread(target=_now_and_then, args=(server, match.id, over))
    writer.start()
    times = _asked(server.port, f"/matches/{match.id}", phones, duration=duration)
    over.set()
    writer.join()
    return [
        Figure(f"answers to {phones} phones that follow", len(times), ""),
        Figure("an answer, in the middle", 1000 * statistics.median(times), "ms"),
        Figure("an answer, 95 of 100", 1000 * statistics.quantiles(times, n=20)[-1], "ms", ANSWERED),
    ]


def grown(server: Server, phones: int, asks: int) -> list[Figure]:
    """By how much the server has grown in memory after so many questions of each phone, asked without a pause."""
    match = opened(server.book, deals=20)
    path = f"/matches/{match.id}"
    _asked(server.port, path, phones, asks=max(asks // 10, 5))
    before = server.memory()
    _asked(server.port, path, phones, asks=asks)
    after = server.memory()
    return [
        Figure("questions without a pause", phones * asks, ""),
        Figure("memory of the server", before / MEGA, "MB"),
        Figure("by which it has grown", 100 * (after - before) / before, "%", GROWN),
    ]


def _now_and_then(server: Server, match: int, over: threading.Event) -> None:
    """A deal, every ten seconds."""
    while not over.wait(10):
        with Book(server.book) as book, book.session() as session:
            found = session.match(match)
            assert found is not None
            body = {"tallies": [{"result": 5}, {"result": -5}]}
            session.write(secrets.token_hex(16), match, "entered", body, found.last_entry)


def _asked(port: int, path: str, phones: int, duration: float = 0, asks: int = 0) -> list[float]:
    """Seconds that each answer took: for so long, every two seconds, or so many questions without a pause."""
    with ThreadPoolExecutor(1) as apart:  # from the loop of the browser's driver
        return apart.submit(asyncio.run, _asking(port, path, phones, duration, asks)).result()


async def _asking(port: int, path: str, phones: int, duration: float, asks: int) -> list[float]:
    chance = random.Random(SEED)
    starts = [chance.uniform(0, EVERY) if duration else 0.0 for _ in range(phones)]
    shares = await asyncio.gather(*(_one_asks(port, path, start, duration, asks) for start in starts))
    return [took for share in shares for took in share]


async def _one_asks(port: int, path: str, start: float, duration: float, asks: int) -> list[float]:
    await asyncio.sleep(start)
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    tag = ""
    found: list[float] = []
    until = time.monotonic() + duration
    while len(found) < asks if asks else time.monotonic() < until:
        began = time.monotonic()
        lines = [f"GET {path} HTTP/1.1", f"Host: {LAN_NAME}:{port}", "Accept-Encoding: gzip", IN]
        lines += [f"If-None-Match: {tag}"] if tag else []
        writer.write(("\r\n".join(lines) + "\r\n\r\n").encode())
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        headers = {name.lower(): value for name, value in re.findall(r"^([\w-]+): (.*)\r$", head, re.MULTILINE)}
        status = int(head.split(" ", 2)[1])
        if status == 200:
            await reader.readexactly(int(headers["content-length"]))
        elif status != 304:
            raise RuntimeError(head)
        tag = headers["etag"]
        took = time.monotonic() - began
        found.append(took)
        if not asks:
            await asyncio.sleep(max(0.0, EVERY - took))
    writer.close()
    return found


# What one evening of it sends.


class Wire:
    """Stands between a browser and the server, and counts what passes."""

    def __init__(self, port: int) -> None:
        self._to = port
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listening.getsockname()[1])
        self.asked = self.answered = 0
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                phone, _ = self._listening.accept()
                server = socket.create_connection(("127.0.0.1", self._to))
                threading.Thread(target=self._pass, args=(phone, server, True), daemon=True).start()
                threading.Thread(target=self._pass, args=(server, phone, False), daemon=True).start()

    def _pass(self, one: socket.socket, other: socket.socket, asks: bool) -> None:
        with suppress(OSError), one, other:
            while data := one.recv(65536):
                if asks:
                    self.asked += len(data)
                else:
                    self.answered += len(data)
                other.sendall(data)

    def close(self) -> None:
        self._listening.close()


def evening(browser: Browser, server: Server, asks: int, changes: int = 3) -> list[Figure]:
    """What a page that follows for three hours sends and gets, reckoned from so many questions and some changes."""
    match = opened(server.book, deals=20)
    wire = Wire(server.port)
    context = browser.new_context(**PHONE)
    page = context.new_page()
    questions: list[str] = []
    page.on("requestfinished", lambda request: questions.append(request.url))
    page.goto(f"http://{LAN_NAME}:{wire.port}/matches/{match.id}")
    while not page.evaluate(KEPT):  # it keeps what is needed while the book is away
        page.wait_for_timeout(100)
    page.wait_for_timeout(2_000)
    opening = wire.asked, wire.answered
    questions.clear()
    while questions.count(page.url) < asks:
        page.wait_for_timeout(100)
    quiet = wire.asked - opening[0], wire.answered - opening[1]
    for number in range(changes):
        with Book(server.book) as book, book.session() as session:
            body = {"tallies": [{"result": 5 * number}, {"result": 5}]}
            match = session.write(secrets.token_hex(16), match.id, "entered", body, match.last_entry).match
        page.wait_for_timeout(1000 * 2 * EVERY)
    changed = wire.asked - opening[0] - quiet[0], wire.answered - opening[1] - quiet[1]
    context.close()
    wire.close()
    of_one = [part / asks for part in quiet]
    of_change = [(part - 2 * changes * one) / changes for part, one in zip(changed, of_one, strict=True)]
    asked, answered = (
        (first + EVENING * one + CHANGES * change) / MEGA
        for first, one, change in zip(opening, of_one, of_change, strict=True)
    )
    return [
        Figure("a question of a page that follows", of_one[0], "bytes"),
        Figure("its answer, if nothing changed", of_one[1], "bytes"),
        Figure("what an entry adds to it", of_change[1], "bytes"),
        Figure("three hours of a page that follows", asked + answered, "MB", ON_THE_WIRE),
        Figure("of it answers", answered, "MB", OF_IT_ANSWERS),
    ]


if __name__ == "__main__":
    sys.exit(main())
