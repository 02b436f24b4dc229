"""What a page costs the server: a match of 20 deals shown, a deal saved, against the least that Flask and SQLite need.

A match is measured as it is being played, which is when four phones ask for it all evening. One that is over costs
more, and is told beside it: its page has a form of the visitor's own, to play again, and a save that changes who has
won copies the book. Three yardsticks, taken in the same run: a bare Flask app that answers a text; the same rendering
a bare template of as many rows as the match page has deals; one durable insert (WAL, synchronous=FULL) on an open
connection.
"""

import re
import sqlite3
import statistics
import sys
import tempfile
import time
from pathlib import Path

from _figures import Figure, report
from _household import household
from flask import Flask, render_template
from jinja2 import DictLoader

from scorekeeper import variants
from scorekeeper.book import Book
from scorekeeper.entries import Side

DEALS = 20
ROUNDS = 30  # no more matches than the book keeps at hand
WON = {"card_points": 100, "canastas": {"mixed": 1}, "red_threes": 0, "hand_points": 0, "went_out": True}
LOST = {"card_points": 0, "red_threes": 0, "hand_points": 75}
PLAYED = [[WON, LOST], [LOST, WON]]
"""By turns: 500 and -75 points, so that nobody has 5,000 after 20 deals."""
OVER = [[WON | {"card_points": 500, "canastas": {"natural": 2, "mixed": 1}}, LOST]]
TYPED = {
    "went_out": "0",
    "side0-red_threes": "0",
    "side0-canastas.mixed": "1",
    "side0-card_points": "100",
    "side1-red_threes": "0",
    "side1-hand_points": "75",
}
BARE = """<!doctype html><html lang="en"><title>{{ title }}</title><h1>{{ title }}</h1><table>
{% for row in rows %}<tr><td>{{ row[0] }}</td><td>{{ row[1] }}</td><td>{{ row[2] }}</td></tr>{% endfor %}
</table></html>"""


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "bench.book"
        app = household({"BOOK": path})
        book = Book(path)
        played = [_match(book, i, PLAYED) for i in range(ROUNDS + 1)]
        over = [_match(book, ROUNDS + 1 + i, OVER) for i in range(ROUNDS + 1)]
        client = app.test_client()
        bare = _bare().test_client()
        connection = _connection(Path(folder) / "bare.db")
        names = ("text", "template", "insert", "page", "save", "page of one over", "save in one over")
        times: dict[str, list[float]] = {name: [] for name in names}
        for i in range(ROUNDS):  # all of them by turns, so that a noisy moment meets all
            _time(times["text"], lambda: _ok(bare.get("/text"), 200))
            _time(times["template"], lambda: _ok(bare.get("/template"), 200))
            _time(times["insert"], lambda: _insert(connection))
            for matches, when in ((played, ""), (over, " in one over")):
                to, form = _form(client, matches[i])
                _time(times[f"save{when}"], lambda to=to, form=form: _ok(client.post(to, data=form), 302, 303))
            _time(times["page"], lambda: _ok(client.get(f"/matches/{played[-1]}"), 200))
            _time(times["page of one over"], lambda: _ok(client.get(f"/matches/{over[-1]}"), 200))
        connection.close()
    middle = {name: statistics.median(taken) for name, taken in times.items()}
    return report(
        [
            Figure("match page of 20 deals / bare template", middle["page"] / middle["template"], "times", 3),
            Figure("match page of 20 deals / bare text", middle["page"] / middle["text"], "times"),
            Figure("save of a deal / (bare insert + bare text)", _save(middle), "times", 2),
            Figure("bare text", 1000 * middle["text"], "ms"),
            Figure("bare template", 1000 * middle["template"], "ms"),
            Figure("bare durable insert", 1000 * middle["insert"], "ms"),
            Figure("match page of 20 deals", 1000 * middle["page"], "ms"),
            Figure("save of a deal", 1000 * middle["save"], "ms"),
            Figure("page of a match that is over", 1000 * middle["page of one over"], "ms"),
            Figure("save that changes who has won, the book copied", 1000 * middle["save in one over"], "ms"),
        ]
    )


def _save(middle):
    return middle["save"] / (middle["insert"] + middle["text"])


def _time(taken, act):
    start = time.perf_counter()
    act()
    taken.append(time.perf_counter() - start)


def _ok(response, *codes):
    assert response.status_code in codes, (response.status_code, response.get_data(as_text=True)[:500])
    response.close()


def _bare():
    app = Flask("bare")
    app.jinja_loader = DictLoader({"bare.html": BARE})
    rows = [(f"+{i}", i, f"{i:,}") for i in range(DEALS)]
    app.add_url_rule("/text", "text", lambda: "good evening")
    app.add_url_rule("/template", "template", lambda: render_template("bare.html", title="Bare", rows=rows))
    return app


def _connection(path):
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("CREATE TABLE entries (number INTEGER PRIMARY KEY, body TEXT)")
    return connection


def _insert(connection):
    connection.execute("INSERT INTO entries (body) VALUES (?)", ("x" * 300,))
    connection.commit()


def _match(book, i, deals):
    variant = variants.load("classic")
    with book.session() as session:
        sides = [Side("We", ["", ""]), Side("They", ["", ""])]
        written = session.open_match(
            f"open-match-{i:06}", variant=variant, house_rules={}, players=4, sides=sides, dealer=0, before=[0, 0]
        )
        match = written.match
        for deal in range(DEALS):
            op_id = f"enter-deal-{i:06}-{deal:03}"
            match = session.write(
                op_id, match.id, "entered", {"tallies": deals[deal % len(deals)]}, match.last_entry
            ).match
    return match.id


def _form(client, match):
    """Where a deal is posted, and what the form would send."""
    address = f"/matches/{match}/deals/new/plain"
    page = client.get(address).get_data(as_text=True)
    # What is doubtful is asked once: the digest is what the form would carry the second time.
    typed = {**_hidden(page), **TYPED}
    asked = client.post(address, data={**typed, "act": "check"}).get_data(as_text=True)
    return address, {**typed, **_hidden(asked), "act": "save"}


def _hidden(page):
    return dict(re.findall(r'<input[^>]*?name="([^"]+)" type="hidden" value="([^"]*)"', page))


if __name__ == "__main__":
    sys.exit(main())
