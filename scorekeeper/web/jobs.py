"""Long work that goes on while pages ask how far it is. Known to one process, and to it as long as it runs."""

import logging
import threading
from collections.abc import Callable
from typing import Any

from flask import current_app, render_template
from flask.typing import ResponseReturnValue

from scorekeeper.book.recent import Recent
from scorekeeper.words import Text

Progress = Callable[..., None]
"""Told how many are done, and how many there are where that is not known before."""
WAIT = 1.0
"""Seconds that a page waits for a job to end before it is shown as it stands."""


class Job:
    """`done` of `of` are done; at the end `result`, or the `error` that it ended with. `about`: what the work is to be
    known by."""

    def __init__(self, of: int, device: str | None, about: str = "") -> None:
        self.of, self.device, self.about = of, device, about
        self.done = 0
        self.result: Any = None
        self.error: Exception | None = None
        self.ended = threading.Event()

    @property
    def share(self) -> int:
        """How much is done, in percent."""
        return min(99, 100 * self.done // max(self.of, 1))

    def _run(self, work: Callable[[Progress], Any]) -> None:
        try:
            self.result = work(self._told)
        except Exception as error:
            logging.getLogger(__name__).info("a job ended with %r", error)
            self.error = error
        finally:
            self.ended.set()

    def _told(self, done: int, of: int | None = None) -> None:
        self.done, self.of = done, of or self.of


def start(of: int, work: Callable[[Progress], Any], device: str | None, name: str, about: str = "") -> None:
    """Starts this work, unless it goes on or is done under that name. `of`: how many there are to do."""
    with _lock:
        if _jobs().get(name) is None:
            job = Job(of, device, about)
            _jobs().keep(name, job)
            threading.Thread(target=job._run, args=[work], daemon=True).start()


def forget(name: str) -> None:
    """Whoever asks for this work again begins it anew."""
    _jobs().pop(name, None)


def going(found: Job, heading: Text, back: tuple[str, Text]) -> ResponseReturnValue | None:
    """The page that says how far a job is; None where it has ended. `back`: where it was begun, and its name."""
    if found.ended.wait(WAIT):
        return None
    return render_template("going.html", job=found, heading=heading, back=back)


def job(name: str) -> Job | None:
    """The job of this name, while it is remembered."""
    return _jobs().get(name)


_lock = threading.Lock()


def _jobs() -> Recent[str, Job]:
    found: Recent[str, Job] = current_app.extensions.setdefault("jobs", Recent())
    return found
