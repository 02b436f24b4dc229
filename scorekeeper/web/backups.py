"""The copies of the book, for its owner: one made now, taken along, put back; a book from elsewhere; a sound book?

What a copy or a file holds is shown before it takes the book's place, and the way back is offered afterwards.
"""

import contextlib
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec
from flask import Blueprint, Response, abort, current_app, redirect, render_template, request, send_file, url_for
from flask.typing import ResponseReturnValue
from flask_wtf.csrf import CSRFProtect
from werkzeug.exceptions import RequestEntityTooLarge

from scorekeeper import book as books
from scorekeeper.book import Book, BookTrouble, Copy, Held
from scorekeeper.book.backup import folder, plainly
from scorekeeper.book.recent import Recent
from scorekeeper.typed import clean_name
from scorekeeper.web import jobs
from scorekeeper.web.forms import NAME_LENGTH, new_op_id
from scorekeeper.web.jobs import Job
from scorekeeper.web.store import kept_book, session
from scorekeeper.web.words import moment, tr
from scorekeeper.words import Text, say

pages = Blueprint("backups", __name__)

LARGEST = 256 * 1024 * 1024
"""Bytes of a book that is sent here. Everything else that is sent is short."""
_BEFORE = {"restore": say("before a copy was put back"), "update": say("before an update")}
_NO_FILE = say("choose a file first")
_TOO_LARGE = say("this file is larger than any book")
_GONE = say("the file that was sent here is no longer there; choose it again")
_CHECKING, _DRAWING = say("Checking the book"), say("Drawing the lists anew")
_acting = threading.Lock()


class Checked(NamedTuple):
    """What a look through the whole book has found: what is wrong, and what it holds where nothing is."""

    problems: list[Text]
    held: Held | None


@pages.get("/backups")
def index() -> ResponseReturnValue:
    """The copies; `?made=` names the one made just before, `?restored=` that of what stood in the book before."""
    return _drawn()


@pages.post("/backups")
def make() -> ResponseReturnValue:
    """Makes a copy; with `then=download` it is sent at once."""
    path = kept_book().path
    try:
        if request.form.get("then") == "download":  # its page stays open, and the next press means the next copy
            return redirect(url_for("backups.download", name=books.back_up(path).path.name), 303)
        made = _once(lambda: books.back_up(path))
    except BookTrouble as trouble:
        return _drawn(trouble=trouble.message, status=503)
    return redirect(url_for("backups.index", made=made.path.name), 303)


@pages.get("/backups/check")
def check() -> ResponseReturnValue:
    """Looks through the whole book, and says what was found once that is done."""
    kept = kept_book()
    found = _work("check", lambda told: _checked(kept, told))
    if page := jobs.going(found, _CHECKING, _back()):
        return page
    jobs.forget("check")
    if found.error is not None:
        raise found.error
    return _drawn(checked=found.result)


@pages.post("/backups/lists")
def draw() -> ResponseReturnValue:
    """Draws all lists and statistics anew from the journal."""
    kept = kept_book()
    jobs.forget("draw")
    _work("draw", lambda told: _redrawn(kept, told))
    return redirect(url_for("backups.drawn"), 303)


@pages.get("/backups/lists")
def drawn() -> ResponseReturnValue:
    """How far the lists are drawn anew."""
    found = jobs.job("draw")
    if found is None:
        return redirect(url_for("backups.index"), 303)
    if page := jobs.going(found, _DRAWING, _back()):
        return page
    if found.error is not None:
        raise found.error
    return _drawn(trouble=found.result, redrawn=found.result is None)


def _work(name: str, work: Callable[[jobs.Progress], object]) -> Job:
    """The job of this name, begun if it does not go on."""
    jobs.start(1, work, None, name)
    found = jobs.job(name)
    assert found is not None
    return found


def _back() -> tuple[str, Text]:
    return url_for("backups.index"), say("Copies")


def _checked(kept: Book, told: jobs.Progress) -> Checked:
    try:
        with kept.session() as own:
            problems = own.problems(progress=told)
            return Checked(problems, None if problems else books.held(own))
    except BookTrouble as trouble:
        return Checked([trouble.message], None)


def _redrawn(kept: Book, told: jobs.Progress) -> Text | None:
    """Why it could not be done, None where it was."""
    try:
        with kept.session() as own:
            own.rebuild(told)
    except BookTrouble as trouble:
        return trouble.message
    return None


@pages.route("/backups/upload", methods=["GET", "POST"])
def upload() -> ResponseReturnValue:
    """Takes in a book from the owner's device, and shows what it holds. Asked for anew, its answer is the list."""
    if request.method != "POST":
        return redirect(url_for("backups.index"), 303)
    request.max_content_length = LARGEST
    csrf: CSRFProtect = current_app.extensions["csrf"]
    kept = kept_book()
    called = ""
    try:
        with plainly(folder(kept.path)):
            csrf.protect()  # only now is anything read of what was sent
            sent = request.files.get("book")
        if sent is None or not sent.filename:
            return _drawn(refused=_NO_FILE, status=422)
        called = clean_name(sent.filename)[:NAME_LENGTH]
        file = books.take_in(kept.path, sent.stream)
        try:
            books.look_into(kept, file)
        except BookTrouble:
            file.unlink(missing_ok=True)
            raise
    except RequestEntityTooLarge:
        return _drawn(refused=_TOO_LARGE, status=413)
    except BookTrouble as trouble:
        return _drawn(refused=_said(trouble, called), status=422)
    return redirect(url_for("backups.confirm", name=file.name), 303)


@pages.get("/backups/<name>")
def download(name: str) -> ResponseReturnValue:
    """Sends a copy, to be kept elsewhere."""
    copy = _copy(name) or abort(404)
    response: Response = send_file(
        copy.path,
        mimetype="application/octet-stream",
        as_attachment=True,
        download_name=f"scorekeeper-{name}",
        conditional=False,
        etag=False,
    )
    response.headers["Cache-Control"] = "no-store"
    return response


@pages.get("/backups/<name>/restore")
def confirm(name: str) -> ResponseReturnValue:
    """What is in the copy, and what in the book: shall it be put back?"""
    copy, file = _named(name)
    if file is None:
        return _drawn(refused=_GONE, status=404)
    try:
        found = books.look_into(kept_book(), file)
    except BookTrouble as trouble:
        return _drawn(trouble=_said(trouble, _called(copy)), status=422)
    return render_template("restore.html", name=name, copy=copy, found=found, present=_present()[0], before=_BEFORE)


@pages.post("/backups/<name>/restore")
def put_back(name: str) -> ResponseReturnValue:
    """Puts the copy in the book's place. Sent twice, it is put there once."""
    copy = None

    def act() -> Copy:
        nonlocal copy
        copy, file = _named(name)
        if file is None:
            raise BookTrouble(_GONE)
        before = books.restore(kept_book(), file)
        if copy is None:
            file.unlink(missing_ok=True)
        return before

    try:
        before = _once(act)
    except BookTrouble as trouble:
        return _drawn(trouble=_said(trouble, _called(copy)), status=422)
    return redirect(url_for("backups.index", restored=before.path.name), 303)


def _drawn(
    trouble: Text | None = None,
    refused: Text | None = None,
    checked: Checked | None = None,
    redrawn: bool = False,
    status: int = 200,
) -> ResponseReturnValue:
    """The page of the copies. `trouble`: why nothing was done; `refused`: what is wrong with the file that was sent;
    `redrawn`: the lists were drawn anew just now."""
    present, damage = _present()
    copies = list(_sized(books.copies(kept_book().path)))
    named = {copy.path.name: copy for copy, _ in copies}
    page = render_template(
        "backups.html",
        present=present,
        copies=copies,
        before=_BEFORE,
        trouble=trouble or damage,
        refused=refused,
        checked=checked,
        redrawn=redrawn,
        made=named.get(request.args.get("made", "")),
        restored=named.get(request.args.get("restored", "")),
    )
    return page, status


def _sized(copies: list[Copy]) -> Iterator[tuple[Copy, int]]:
    """Each with its bytes, but for one that has just been let go."""
    for copy in copies:
        with contextlib.suppress(FileNotFoundError):
            yield copy, copy.path.stat().st_size


def _present() -> tuple[Held | None, Text | None]:
    """What the book holds, or why that cannot be told: a damaged one is looked after here too."""
    try:
        return books.held(session()), None
    except BookTrouble as trouble:
        return None, trouble.message


def _once(act: Callable[[], Copy]) -> Copy:
    """What came of the act that this form names. A second press waits for the first, and gets its answer."""
    done: Recent[str, Copy] = current_app.extensions.setdefault("backups", Recent())
    op_id = request.form.get("op_id") or new_op_id()
    with _acting:
        if op_id not in done:
            done.keep(op_id, act())
        return done[op_id]


def _copy(name: str) -> Copy | None:
    """The copy of this name: one of those there are, and nothing else that lies on the disk."""
    return next((copy for copy in books.copies(kept_book().path) if copy.path.name == name), None)


def _named(name: str) -> tuple[Copy | None, Path | None]:
    """The copy of this name and its file, or the file that was sent and waits under it; no file where that is gone."""
    copy = _copy(name)
    if copy is None and not name.endswith(books.SENT):
        abort(404)
    return copy, copy.path if copy else books.taken_in(kept_book().path, name)


def _called(copy: Copy | None) -> str:
    """How the page calls a copy, or the file that was sent."""
    return tr(say("The copy of {time}", time=moment(copy.at.isoformat())) if copy else say("The file you sent"))


def _said(trouble: BookTrouble, called: str) -> Text:
    """What is wrong, with the name by which the reader knows the file in place of where it lies."""
    beside = folder(kept_book().path)
    params = {
        key: called if called and isinstance(value, str) and Path(value).parent == beside else value
        for key, value in trouble.message.params.items()
    }
    return msgspec.structs.replace(trouble.message, params=params)
