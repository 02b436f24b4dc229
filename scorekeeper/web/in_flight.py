"""Acts that are being written at this moment: whoever sends one of them again is told to wait for the first answer.

Known to one process. Where several serve the book, the second waits for the file and gets the first answer.
"""

import contextlib
import threading
from collections.abc import Iterator

_flying: set[str] = set()
_lock = threading.Lock()


@contextlib.contextmanager
def in_flight(op_id: str) -> Iterator[bool]:
    """Is nobody else writing this act while this is open? An act without a name is nobody's."""
    if not op_id:
        yield True
        return
    with _lock:
        alone = op_id not in _flying
        _flying.add(op_id)
    try:
        yield alone
    finally:
        if alone:
            with _lock:
                _flying.discard(op_id)
