"""Does anything that is sent break the app, leave it as markup, or bend an answer's headers?

10,000 malformed requests are made, all from one seed. Where they go is drawn from the app's own map of addresses, and
what they carry from the forms and links of its own pages and from the names that it was seen to ask for, so that a new
address or field is met without a word here. Every one is spoiled: in the texts of an otherwise good form, which the app
may take; in a field, the query, the path, the method, the headers, the cookies or the bytes of the body; or in several.
Every answer is judged by `_judging`, and at the end every page of the book that has come of it, and the book itself.

A request reaches the app as a server hands it over, without a server between them.
"""

import logging
import random
import re
import sys
import tempfile
import urllib.parse
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar

import _deals
from _figures import Figure, report
from _household import COOKIE, OWNER, household, let_in
from _judging import Answer, Form, Page, faults, read, told
from _spoiling import PATHS, Marks, Piece, Sent, raw, spoil
from flask import Flask, got_request_exception, has_request_context, request
from werkzeug.datastructures import ImmutableMultiDict
from werkzeug.exceptions import HTTPException
from werkzeug.routing import RequestRedirect, Rule

from scorekeeper import tally
from scorekeeper.match import Match
from scorekeeper.web.deal_form import as_typed

REQUESTS = 10_000
SEED = 20261205
BAR = {"taken": 40, "stored": 5}  # %: of the requests that were answered with 2xx or 3xx, that stored something
ALONE = 0.45  # of the requests: only the texts of a good form are spoiled
AMISS = 0.12  # of the values in an address: no such thing is there

_HOLE = re.compile(r"<(?:(\w+)(?:\([^)]*\))?:)?(\w+)>")


@dataclass
class Found:
    """What became of the requests."""

    asked: list[tuple[str, bytes, int]] = field(default_factory=list)
    """Method, path and answer of each."""
    stored: int = 0
    never: list[str] = field(default_factory=list)  # addresses and methods that took nothing
    wrong: list[str] = field(default_factory=list)  # what was wrong, and with which request
    pages: int = 0
    wrong_pages: list[str] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)

    @property
    def taken(self) -> int:
        return sum(status < 400 for _, _, status in self.asked)


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        found = tried(Path(folder) / "malformed.book", REQUESTS)
    for fault in (*found.wrong, *found.wrong_pages, *found.problems, *found.never)[:50]:
        print(fault, file=sys.stderr)
    return report(figures(found))


def figures(found: Found) -> list[Figure]:
    families = Counter(f"{status // 100}xx" for _, _, status in found.asked)
    return [
        Figure("malformed requests", len(found.asked), ""),
        *(Figure(f"of them answered with {family}", n, "") for family, n in sorted(families.items())),
        Figure("answered with 2xx or 3xx", 100 * found.taken / len(found.asked), "%", BAR["taken"], at_most=False),
        Figure("that stored something", 100 * found.stored / len(found.asked), "%", BAR["stored"], at_most=False),
        Figure("addresses and methods that took none of them", len(found.never), "", 0),
        Figure("answers with something wrong", len(found.wrong), "", 0),
        Figure("pages of the book afterwards", found.pages, ""),
        Figure("pages with something wrong", len(found.wrong_pages), "", 0),
        Figure("faults of the book", len(found.problems), "", 0),
    ]


def tried(path: Path, requests: int, games: Sequence[str] = tuple(_deals.GAMES)) -> Found:
    """Makes so many malformed requests of the app with a book at this path, which holds matches of these games."""
    log = logging.getLogger("scorekeeper")
    before, app = log.level, household({"BOOK": path})
    log.setLevel(logging.CRITICAL)  # a fault is told of here, with its request
    try:
        with app.extensions["book"]:
            return Run(app, games).all_of(requests)
    finally:
        log.setLevel(before)


class _Asked(ImmutableMultiDict):
    """Fields, arguments or cookies that remember by which names the app asks for them."""

    names: ClassVar[dict[str, dict[str, None]]] = {}

    def _ask(self, key: Any) -> None:
        if has_request_context() and isinstance(key, str):
            self.names.setdefault(request.endpoint or "", {})[key] = None

    def __getitem__(self, key: Any) -> Any:
        self._ask(key)
        return super().__getitem__(key)

    def __contains__(self, key: Any) -> bool:
        self._ask(key)
        return super().__contains__(key)

    def get(self, key: Any, *args: Any, **kwargs: Any) -> Any:
        self._ask(key)
        return super().get(key, *args, **kwargs)

    def getlist(self, key: Any, *args: Any, **kwargs: Any) -> Any:
        self._ask(key)
        return super().getlist(key, *args, **kwargs)


class Asking:
    """The app behind a browser with its cookies, asked in words that no browser uses. `names`: by which names the app
    has asked for what was sent, by endpoint."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        self.client = app.test_client()
        self.raised: Exception | None = None
        self.names: dict[str, dict[str, None]] = {}
        asked = type("Asked", (_Asked,), {"names": self.names})
        app.request_class = type(
            "Heard", (app.request_class,), {"parameter_storage_class": asked, "dict_storage_class": asked}
        )
        got_request_exception.connect(self._raised, app)
        self._inside, self._sent = app.wsgi_app, Sent("GET", b"/")
        app.wsgi_app = self._hand_over  # type: ignore[method-assign]

    def _raised(self, sender: Flask, exception: Exception) -> None:
        self.raised = exception

    def _hand_over(self, environ: dict[str, Any], start: Any) -> Any:
        return self._inside(self._sent.environ(environ), start)

    def ask(self, sent: Sent) -> Answer:
        self._sent, self.raised = sent, None
        answer = self.client.get("/", buffered=True)
        asked = sent.method.upper(), sent.headers.get("Host", "localhost")
        return Answer(answer.status_code, list(answer.headers), answer.get_data(), asked)

    def get(self, address: str) -> Answer:
        path, _, query = address.partition("#")[0].partition("?")
        return self.ask(Sent("GET", _unquoted(path), query_as_it_is=query.encode()))


class Run:
    """A run of requests against one app, and what it has learnt of the app's addresses, links and forms."""

    def __init__(self, app: Flask, games: Sequence[str]) -> None:
        self.games = games
        self.asking = Asking(app)
        self.book = app.extensions["book"]
        self.chance = random.Random(SEED)
        self.marks = Marks(self.chance)
        self.adapter = app.url_map.bind("localhost")
        methods = [(rule, method) for rule in app.url_map.iter_rules() for method in sorted(rule.methods or ())]
        self.routes: list[tuple[Rule, str]] = sorted(methods, key=lambda one: (one[0].rule, one[1]))
        self.values: dict[tuple[str, ...], dict[tuple[str, ...], None]] = {}
        """What stands in addresses that pages lead to, by the names of the holes in them."""
        self.queries: dict[str, dict[tuple[str, str], None]] = {}
        """What stands in the queries of such addresses, by endpoint."""
        self.forms: dict[tuple[str, str], Form] = {}
        """The last form of each endpoint and method."""
        self.token = ""
        self.secret = OWNER
        self.found = Found()

    def all_of(self, requests: int) -> Found:
        self._begin()
        weights = [{"POST": 20, "GET": 4}.get(method, 1) for _, method in self.routes]
        took: Counter[str] = Counter()
        for number in range(requests):
            one = number if number < len(self.routes) else self.chance.choices(range(len(self.routes)), weights)[0]
            rule, method = self.routes[one]
            took[f"{method} {rule.rule}"] += self._try(rule, method)
        self.found.never = [name for rule, method in self.routes if not took[name := f"{method} {rule.rule}"]]
        self._look_at_all()
        with self.book.session() as session:
            self.found.problems = [str(problem) for problem in session.problems()]
        return self.found

    def _try(self, rule: Rule, method: str) -> bool:
        """Makes one request of this kind, and judges its answer. Was it taken?"""
        sent, texts = self._meant(rule, method)
        names = [*self.asking.names.get(rule.endpoint, ()), *(name for name, _ in self.queries.get(rule.endpoint, ()))]
        if not texts or self.chance.random() > ALONE:
            for _ in range(self.chance.choice((1, 1, 1, 2, 3))):
                spoil(sent, self.marks, names)
        before = self._kept()
        answer = self.asking.ask(sent)
        page = read(answer)
        stored = self._kept() != before
        wrong = list(faults(answer, page, self.marks.sent))
        if stored and (answer.status >= 400 or sent.method in ("GET", "HEAD", "OPTIONS")):
            wrong.append("something was stored")
        if self.asking.raised is not None:
            wrong.append(repr(self.asking.raised))
        if wrong:
            self.found.wrong.append(f"{told(wrong)}: {sent.told()}")
        self.found.asked.append((sent.method, sent.path, answer.status))
        self.found.stored += stored
        self._learn(answer, page, sent.path)
        self._stay_in()
        if (answer.header("Set-Cookie") or "").startswith(f"{COOKIE}="):
            self.token = self.asking.get("/token").text
        return answer.status < 400

    def _stay_in(self) -> None:
        """Comes in again, if what was asked has let this device out; and so does another, which may be let out."""
        with self.book.session() as session:
            inside = session.access.device(self.secret) is not None
            alone = len(session.access.devices()) <= inside
        if alone:
            let_in(self.book, f"of another device, {len(self.found.asked)}", "scorer")
        if not inside:
            self.secret = f"of the owner's device, {self._op_id()}"
            let_in(self.book, self.secret)
            self.asking.client.come_in(self.secret)
            self.token = self.asking.get("/token").text

    # ---- requests as they are meant ----

    def _meant(self, rule: Rule, method: str) -> tuple[Sent, int]:
        """A request as a page of ours would make it, but for its texts; and how many of those are not what they say."""
        values = self._values(rule)
        path = _HOLE.sub(lambda hole: values[hole[2]], rule.rule)
        sent, texts = Sent(method, _unquoted(path)), 0
        if method == "POST":
            form = self._form(rule, path)
            fields, texts = self._filled(form, values)
            sent.fields = list(fields.items())
        elif (form := self.forms.get((rule.endpoint, "get"))) and self.chance.random() < 0.8:
            fields, texts = self._filled(form, values)
            sent.query = list(fields.items())
        elif queries := list(self.queries.get(rule.endpoint, ())):
            sent.query = [pair for pair in self.chance.choices(queries, k=2) if self.chance.random() < 0.4]
        if b"zq" in sent.path:
            texts += 1
        return sent, texts

    def _values(self, rule: Rule) -> dict[str, str]:
        """What to put into the holes of an address: what a page leads to, now and then what nobody has."""
        names = tuple(sorted(rule.arguments))
        found = list(self.values.get(names, ()))
        values = dict(zip(names, self.chance.choice(found), strict=True)) if found else dict.fromkeys(names, "1")
        for name in names:
            if self.chance.random() < AMISS:
                amiss = raw(self.chance.choice((self.marks.anything(), self.chance.choice(PATHS), b"..", b"%2e%2e%2f")))
                values[name] = urllib.parse.quote_from_bytes(amiss, safe="")
        return values

    def _form(self, rule: Rule, path: str) -> Form:
        """The form of the page at this address; else the last of its kind that a page had."""
        if "GET" in (rule.methods or ()):
            answer = self.asking.get(path)
            page = read(answer)
            self._learn(answer, page, _unquoted(path))
            if own := [form for form in page.forms if form.method == "post"] if page else []:
                return own[0]
        return self.forms.get((rule.endpoint, "post"), Form("", "post", ()))

    def _filled(self, form: Form, values: dict[str, str]) -> tuple[dict[Piece, Piece], int]:
        """The form filled in, with texts that are not what they say; how many of these there are."""
        fields: dict[Piece, Piece] = dict(form.sent)
        texts, of_deal = 0, "side0-result" in fields
        for one in form.fields:
            if one.kind in ("offered", "select") and self.chance.random() < (0.02 if of_deal else 0.2):
                fields[one.name] = self.chance.choice((one.value, *one.options))
            elif one.kind == "text" and self.chance.random() < 0.5 and not of_deal:
                fields[one.name] = self.marks.name()
                texts += 1
        match = self._match(values.get("match_id", ""))
        if match is not None and of_deal:
            fields |= self._deal(match)
            fields["act"] = self.chance.choice(("save", "save", "save", "check", "count"))
            side = self.chance.randrange(len(match.sides))
            if self.chance.random() < 0.8:
                fields |= {f"side{side}-adjustment.points": "50", f"side{side}-adjustment.reason": self.marks.name()}
                texts += 1
        if "csrf_token" in fields:
            fields["csrf_token"] = self.token
        if "op_id" in fields:
            fields["op_id"] = self._op_id()
        if match is not None and "base" in fields and self.chance.random() < 0.9:
            fields["base"] = str(match.last_entry)
        return fields, texts

    def _deal(self, match: Match) -> dict[Piece, Piece]:
        """A legal deal of this match, as it is typed."""
        minimums = [match.variant.opening_minimum(total) or 0 for total in match.totals]
        dealt = _deals.deal(match.opened.variant, self.chance, minimums, match.opened.players)
        fields: dict[Piece, Piece] = {"went_out": "nobody", "act": "save", "waited": "yes"}
        for number, data in enumerate(dealt):
            if data.get("special_hand"):
                fields["went_out"] = f"{number}.special.{data['special_hand']}"
            elif data.get("went_out"):
                fields["went_out"] = f"{number}.concealed" if data.get("concealed") else str(number)
            typed = as_typed(match.variant, tally.read(data))
            fields |= {f"side{number}-{key}": text for key, text in typed.items()}
        return fields

    def _op_id(self) -> str:
        return f"{self.chance.getrandbits(128):032x}"

    # ---- what the app is like ----

    def _begin(self) -> None:
        """Matches of the games with two deals, one of them struck out; every page is looked at."""
        self.token = self.asking.get("/token").text
        for key in self.games:
            for players in _deals.GAMES[key].needed:
                self._good(f"/new/{key}", {"players": str(players)})
        for match_id in range(1, self._last_entry() + 1):
            for _ in range(2):
                match = self._match(str(match_id))
                assert match is not None
                self._good(f"/matches/{match_id}/deals/new/plain", self._deal(match))
            match = self._match(str(match_id))
            assert match is not None
            act = f"/matches/{match_id}/deals/{match.deals[0].id}/strike"
            self._good(act, {"base": str(match.last_entry)})
        for address, answer, page in self._crawled():
            self._learn(answer, page, _unquoted(address.partition("?")[0]))

    def _good(self, address: str, typed: dict[Piece, Piece]) -> None:
        """Sends a form as it is meant to be sent."""
        page = read(self.asking.get(address))
        form = next((one.sent for one in page.forms if one.method == "post"), {}) if page else {}
        fields: dict[Piece, Piece] = {**form, **typed, "csrf_token": self.token, "op_id": self._op_id()}
        answer = self.asking.ask(Sent("POST", address.encode(), fields=list(fields.items())))
        if answer.status != 303:
            raise RuntimeError(f"{address}: {answer.status}")
        shown = answer.header("Location") or ""
        self._learn(answer, None, b"")
        self._learn(then := self.asking.get(shown), read(then), _unquoted(shown.partition("?")[0]))

    def _learn(self, answer: Answer, page: Page | None, path: bytes) -> None:
        """Takes from an answer the addresses that it leads to and the forms that it has."""
        links = [*(page.links if page else ()), *filter(None, [answer.header("Location")])]
        for link in links:
            address, _, query = link.partition("#")[0].partition("?")
            if (found := self._route(_unquoted(address), "GET")) is not None:
                endpoint, values = found
                self.values.setdefault(tuple(sorted(values)), {})[tuple(str(values[key]) for key in sorted(values))] = (
                    None
                )
                for pair in urllib.parse.parse_qsl(query):
                    self.queries.setdefault(endpoint, {})[pair] = None
        for form in page.forms if page else ():
            action = _unquoted(form.action.partition("?")[0]) if form.action else path
            if (found := self._route(action, form.method.upper())) is not None:
                self.forms[found[0], form.method] = form

    def _route(self, path: bytes, method: str) -> tuple[str, dict[str, Any]] | None:
        try:
            endpoint, values = self.adapter.match(path.decode(errors="replace"), method)
        except (HTTPException, RequestRedirect):
            return None
        return endpoint, dict(values)

    def _crawled(self) -> Iterator[tuple[str, Answer, Page | None]]:
        """Every page that the list of matches leads to, and what else is said of every match."""
        waiting = ["/", *(rule.rule for rule, method in self.routes if method == "GET" and not rule.arguments)]
        seen: set[str] = set()
        while waiting:
            address = waiting.pop()
            # Where a page leads back to is another address on every page.
            key = re.sub(r"=(?:%2F|/)[^&]*", "=", address.partition("#")[0])
            if key in seen:
                continue
            seen.add(key)
            answer = self.asking.get(address)
            page = read(answer)
            yield address, answer, page
            found = self._route(_unquoted(address.partition("?")[0]), "GET")
            if found is not None:
                waiting += self._beside(found[1])
            waiting += [link for link in (page.links if page else ()) if link.startswith("/")]

    def _beside(self, values: dict[str, Any]) -> Iterator[str]:
        """All addresses with these holes, those to which no page leads too."""
        for rule, method in self.routes:
            if values and method == "GET" and rule.arguments == set(values) and "filename" not in values:
                yield _HOLE.sub(lambda hole: urllib.parse.quote(str(values[hole[2]])), rule.rule)

    def _look_at_all(self) -> None:
        """Judges every page of the book as it has become, and what the entry screens are told."""
        for address, answer, page in self._crawled():
            self._judge(address, answer, page)
            match = re.fullmatch(r"(/matches/(\d+))/deals/new", address)
            if match and page and page.forms:
                fields: list[tuple[Piece, Piece]] = list({**page.forms[0].sent, "csrf_token": self.token}.items())
                told_by = self.asking.ask(Sent("POST", address.encode(), fields=[*fields, ("act", "count")]))
                self._judge(f"{address} (count)", told_by, None)

    def _judge(self, address: str, answer: Answer, page: Page | None) -> None:
        self.found.pages += 1
        wrong = list(faults(answer, page, self.marks.sent, stored=True))
        if answer.status >= 400:
            wrong.append(f"status {answer.status}")
        if wrong:
            self.found.wrong_pages.append(f"{told(wrong)}: {address}")

    def _last_entry(self) -> int:
        with self.book.session() as session:
            last = session.last_entry()
        return last.number if last else 0

    def _kept(self) -> list[Any]:
        """Another one whenever something has been stored, but for the times at which devices were used."""
        doors = "group_concat(name || coalesce(ended_at, ''))"
        tables = {"journal": "max(number)", "devices": doors, "invitations": doors}
        with self.book.session() as session:
            queries = [f"SELECT count(*), {what} FROM {table}" for table, what in tables.items()]
            return [session._db.execute(query).fetchone() for query in queries]

    def _match(self, match_id: str) -> Match | None:
        if not (match_id.isascii() and match_id.isdecimal() and len(match_id) < 10):
            return None
        with self.book.session() as session:
            found: Match | None = session.match(int(match_id))
        return found


def _unquoted(path: str) -> bytes:
    return urllib.parse.unquote_to_bytes(path)


if __name__ == "__main__":
    sys.exit(main())
