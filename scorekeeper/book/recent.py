"""What was read from the book a moment ago, kept at hand in no more than its share of memory."""

import threading
from typing import TypeVar

RECENT = 64
"""So many matches are kept folded, and so many rulebooks read."""

Key = TypeVar("Key")
Value = TypeVar("Value")


class Recent(dict[Key, Value]):
    """The values kept last: of many, those beyond `RECENT` are let go."""

    def __init__(self) -> None:
        super().__init__()
        self._lock = threading.Lock()

    def keep(self, key: Key, value: Value) -> None:
        """Puts the value last in line to be let go."""
        with self._lock:
            self.pop(key, None)
            self[key] = value
            if len(self) > RECENT:
                del self[next(iter(self))]
