"""Taking matches out and bringing them in: as score sheets, as tables, as a calendar.

What is brought in is looked through first, by a job that pages ask how far it is; then it is shown, and only then
written. All of it comes in or none, and nothing twice.
"""

import contextlib
import io
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import msgspec
from flask import (
    Blueprint,
    Response,
    abort,
    current_app,
    redirect,
    render_template,
    request,
    send_file,
    url_for,
)
from flask.typing import ResponseReturnValue
from flask_wtf.csrf import CSRFProtect
from werkzeug.exceptions import RequestEntityTooLarge

from scorekeeper import book as books
from scorekeeper import household, incoming, spreadsheet, variants
from scorekeeper.book import Book, BookTrouble, BringingRefused, Brought
from scorekeeper.book.backup import folder, plainly
from scorekeeper.sheet import SheetRefused
from scorekeeper.spreadsheet import Plan
from scorekeeper.web import access, jobs
from scorekeeper.web.jobs import Job, Progress
from scorekeeper.web.store import kept_book, match_or_404, session
from scorekeeper.words import Text, say

pages = Blueprint("sheets", __name__)

LARGEST = 64 * 1024 * 1024
"""Bytes of a file with matches."""
_LOOKING, _WRITING = say("Looking through the file"), say("Writing the matches")
LONG = 1_000
"""With more matches a book is written into a file first, and the page says how far that is."""
_PREPARING = say("Writing all matches into a file")
_NO_FILE = say("choose a file first")
_TOO_LARGE = say("this file is larger than 64 MB; bring it in on the command line")
_GONE = say("the file that was sent here is no longer there; choose it again")


T = TypeVar("T")


def _nobody(*_: object) -> None:
    """Nobody asks how far it is."""


class Place(NamedTuple):
    """What is wrong in a file, and where."""

    where: str
    message: Text


@pages.get("/sheets")
def index() -> ResponseReturnValue:
    """What can be taken out, and bringing in."""
    return _drawn()


@pages.get("/sheets.json")
def everything() -> Response:
    """All people and matches as one document, sent as it is read."""
    return _sent(_large(_everything(kept_book())), *KINDS["json"][1:])


@pages.get("/sheets.csv")
def all_rows() -> Response:
    """All matches as rows of a spreadsheet, sent as they are read."""
    return _sent(_large(_rows(kept_book())), *KINDS["csv"][1:])


@pages.get("/sheets/out/<kind>")
def prepare(kind: str) -> ResponseReturnValue:
    """All matches of a long book, written into a file by a job that says how far it is; `?file` sends what it wrote."""
    about = KINDS.get(kind) or abort(404)
    kept, device, matches = kept_book(), access.device(), session().history.count()
    name = f"{kind} of {kept.generation} {session().history.version()} for {device.id if device else ''}"
    jobs.start(matches, lambda told: _prepared(kept, about, told), device.id if device else None, name)
    found = jobs.job(name)
    assert found is not None
    if page := jobs.going(found, _PREPARING, (url_for("sheets.index"), say("Take out, bring in"))):
        return page
    if found.error is not None:
        jobs.forget(name)
        raise found.error
    file = books.taken_in(kept.path, found.result)
    if file is None:  # cleared away since
        jobs.forget(name)
        return redirect(url_for("sheets.prepare", kind=kind), 303)
    if "file" not in request.args:
        return _drawn(ready=kind)
    return send_file(file, about.mimetype, as_attachment=True, download_name=about.file, etag=False, max_age=0)


@pages.get("/matches/<int:match_id>.csv")
def rows_of_match(match_id: int) -> Response:
    """A match as rows of a spreadsheet."""
    match = match_or_404(match_id)
    return _sent(spreadsheet.written([(match, session().name_of(match_id))]), "text/csv", f"match-{match_id}.csv")


@pages.get("/matches/<int:match_id>.json")
def of_match(match_id: int) -> Response:
    """The sheet of a match."""
    document = session().sheet(match_id) if 0 < match_id < 2**63 else None
    if document is None:
        abort(404)
    content = msgspec.json.format(msgspec.json.encode(document), indent=1)
    return _sent([content, b"\n"], "application/json", f"match-{match_id}.json")


@pages.route("/sheets/upload", methods=["GET", "POST"])
def upload() -> ResponseReturnValue:
    """Takes in a file, and begins to look through it. Asked for anew, its answer is the page it was sent from."""
    if request.method != "POST":
        return redirect(url_for("sheets.index"), 303)
    request.max_content_length = LARGEST
    csrf: CSRFProtect = current_app.extensions["csrf"]
    kept = kept_book()
    try:
        with plainly(folder(kept.path)):
            csrf.protect()  # only now is anything read of what was sent
            sent = request.files.get("sheets")
        if sent is None or not sent.filename:
            return _drawn([Place("", _NO_FILE)], status=422)
        with contextlib.closing(sent):
            file = books.take_in(kept.path, sent.stream)
        game = request.form.get("game", "")
    except RequestEntityTooLarge:
        return _drawn([Place("", _TOO_LARGE)], status=413)
    except BookTrouble as trouble:
        return _drawn([Place("", trouble.message)], status=503)
    _start(file, 1, game, tried=True)
    return redirect(url_for("sheets.show", sent=file.name), 303)


@pages.get("/sheets/upload/<sent>")
def show(sent: str) -> ResponseReturnValue:
    """How far the job on a file is, then what has come of it. `?written`: of the writing, not the looking through."""
    written = "written" in request.args
    found = _job(sent, written)
    if found is None:
        return _drawn([Place("", _GONE)], status=404)
    back = (url_for("sheets.index"), say("Take out, bring in"))
    if page := jobs.going(found, _WRITING if written else _LOOKING, back):
        return page
    if found.error is not None:
        return _drawn(_faults(found.error), game=found.about, status=422)
    brought, plan = found.result
    if written:
        return _drawn(brought=brought)
    return render_template("sheets_found.html", sent=sent, found=brought, plan=plan, game=found.about)


@pages.post("/sheets/upload/<sent>")
def write(sent: str) -> ResponseReturnValue:
    """Brings in what was looked through. Sent twice, it is brought in once."""
    tried, before = _job(sent, False), _job(sent, True)
    if before is not None and before.error is not None:
        jobs.forget(_writing(sent))  # the book may have been busy; it is tried again
        before = None
    file = books.taken_in(kept_book().path, sent)
    if before is None and (tried is None or tried.error or file is None):
        return _drawn([Place("", _GONE)], status=404)
    if file is not None and tried is not None:
        _start(file, tried.of, tried.about, tried=False)
    return redirect(url_for("sheets.show", sent=sent, written=1), 303)


class Kind(NamedTuple):
    """A way to write all matches."""

    pieces: Callable[[Book, Progress], Iterator[bytes]]
    mimetype: str
    file: str


def _everything(kept: Book, told: Progress = _nobody) -> Iterator[bytes]:
    """In a session of its own, since it is sent when the request is over."""
    with kept.session() as own:
        yield from household.write(own.people(), _counted(own.sheets(), told))


def _rows(kept: Book, told: Progress = _nobody) -> Iterator[bytes]:
    with kept.session() as own:
        yield from spreadsheet.written(_counted(own.told(), told))


KINDS = {
    "json": Kind(_everything, "application/json", "scorekeeper.json"),
    "csv": Kind(_rows, "text/csv", "scorekeeper.csv"),
}


def _counted(many: Iterable[T], told: Progress) -> Iterator[T]:
    for done, one in enumerate(many, 1):
        yield one
        told(done)


def _prepared(kept: Book, kind: Kind, told: Progress) -> str:
    """Writes all matches into a file beside the copies, where it lies for a day; its name."""
    pieces = io.BufferedReader(_Pieces(kind.pieces(kept, told)))
    return books.take_in(kept.path, pieces).name


class _Pieces(io.RawIOBase):
    """Pieces that are read as a file is."""

    def __init__(self, pieces: Iterator[bytes]) -> None:
        self._pieces, self._rest = pieces, b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        self._rest = self._rest or next(self._pieces, b"")
        count = min(len(buffer), len(self._rest))
        buffer[:count], self._rest = self._rest[:count], self._rest[count:]
        return count


def _start(file: Path, count: int, game: str, tried: bool) -> None:
    kept, device = kept_book(), access.device()
    device_id = device.id if device else None
    name = file.name if tried else _writing(file.name)
    jobs.start(count, lambda told: _taken(kept, file, game, device_id, tried, told), device_id, name, game)


def _taken(
    kept: Book, file: Path, game: str, device: str | None, tried: bool, told: Progress
) -> tuple[Brought, Plan | None]:
    """Takes what is in the file, which is gone once it is in the book or found to be wrong."""
    try:
        with plainly(file):
            found = incoming.read(file.read_bytes(), game or None)
        told(0, found.count)
        with kept.session() as own:
            own.device = device
            brought = (own.try_out if tried else own.bring_in)(found.sheets, found.people, told)
    except (SheetRefused, BringingRefused):
        file.unlink(missing_ok=True)
        raise
    if not tried:
        file.unlink(missing_ok=True)
    return brought, found.plan and msgspec.structs.replace(found.plan, documents=[], rows=[])


def _job(name: str, written: bool) -> Job | None:
    """The job on the file of this name, to the device that sent it."""
    found = jobs.job(_writing(name) if written else name)
    own = access.device()
    return found if found and own and found.device == own.id else None


def _writing(sent: str) -> str:
    """What the job is called that writes what is in this file."""
    return f"{sent} written"


def _faults(error: Exception) -> list[Place]:
    if isinstance(error, BringingRefused):
        return [Place(fault.place, fault.message) for fault in error.faults]
    if isinstance(error, SheetRefused):
        return [Place(*fault) for fault in error.faults]
    if isinstance(error, BookTrouble):
        return [Place("", error.message)]
    raise error


def _drawn(
    faults: Sequence[Place] = (), brought: Brought | None = None, game: str = "", ready: str = "", status: int = 200
) -> ResponseReturnValue:
    """The page. `ready`: the kind of file that lies there to be downloaded."""
    about = {"matches": session().history.count(), "games": variants.everything(), "game": game}
    return render_template("sheets.html", faults=faults, brought=brought, ready=ready, long=LONG, **about), status


def _large(pieces: Iterable[bytes], size: int = 64 * 1024) -> Iterator[bytes]:
    """The same in pieces worth sending."""
    waiting: list[bytes] = []
    length = 0
    for piece in pieces:
        waiting.append(piece)
        length += len(piece)
        if length >= size:
            yield b"".join(waiting)
            waiting, length = [], 0
    yield b"".join(waiting)


def _sent(pieces: Iterable[bytes], kind: str, name: str) -> Response:
    response = Response(pieces, mimetype=kind)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    response.headers["Cache-Control"] = "no-store"
    return response
