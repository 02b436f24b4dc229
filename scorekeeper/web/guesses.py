"""Wrong codes make whoever types them wait; nobody who is in already is asked for one.

Every address has five tries; after each further one it waits twice as long, up to a quarter of an hour. All addresses
together have a hundred in an hour: at that pace one code of 40 bits is found in a million years. Links are no guesses.
Known to one process, and forgotten when it ends.
"""

import ipaddress
import threading
import time
from collections import deque

FREE = 5
LONGEST = 900
"""Seconds that an address waits at most."""
OVERALL = 100
HOUR = 3600
DAY = 24 * HOUR
MOST = 10_000
"""So many addresses are remembered."""


class Guesses:
    """Who has typed wrong codes, and how often. A try counts until it turns out to be right."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._tries: dict[str, tuple[int, float, float]] = {}  # how many, until when it waits, when last
        self._all: deque[float] = deque()

    def wait(self, address: str) -> int:
        """The seconds that this address has to wait; 0, and the try counts, if it need not."""
        who, now = _who(address), time.monotonic()
        with self._lock:
            count, until, last = self._tries.pop(who, (0, 0.0, now))
            if now - last > DAY:
                count = 0
            while self._all and now - self._all[0] > HOUR:
                self._all.popleft()
            overall = self._all[0] + HOUR if len(self._all) >= OVERALL else 0.0
            left = max(until, overall) - now
            if left <= 0:
                count, last = count + 1, now
                until = now + min(LONGEST, 2 ** (count - FREE)) if count >= FREE else 0.0
                self._all.append(now)
            self._tries[who] = count, until, last
            if len(self._tries) > MOST:
                del self._tries[next(iter(self._tries))]
        return max(0, -int(-left // 1))

    def right(self, address: str) -> None:
        """The last try was right."""
        with self._lock:
            self._tries.pop(_who(address), None)
            if self._all:
                self._all.pop()


def _who(address: str) -> str:
    """One home has many addresses of the new kind; one of the old kind may be written as such."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if found.version == 4:
        return address
    return str(found.ipv4_mapped or ipaddress.ip_network(f"{found}/64", strict=False))
