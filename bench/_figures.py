"""How a measurement prints its figures: name, figure, bar, holds or not; as JSON with --json."""

import json
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass


@dataclass
class Figure:
    """One measured figure. `bar`: what it is held to, None where it is only reported."""

    name: str
    value: float
    unit: str
    bar: float | None = None
    at_most: bool = True

    @property
    def holds(self) -> bool | None:
        if self.bar is None:
            return None
        return self.value <= self.bar if self.at_most else self.value >= self.bar


def missed(figures: list[Figure]) -> list[Figure]:
    """Those that do not hold their bar."""
    return [figure for figure in figures if figure.holds is False]


def report(figures: list[Figure]) -> int:
    """Prints the figures. 0 if every bar holds, else 1: the exit code."""
    if "--json" in sys.argv:
        print(json.dumps([{**asdict(figure), "holds": figure.holds} for figure in figures]))
    else:
        for figure in figures:
            bar, verdict = "", ""
            if figure.bar is not None:
                bar = f"{'≤' if figure.at_most else '≥'} {figure.bar:,g}"
                verdict = "holds" if figure.holds else "MISSED"
            print(f"{figure.name:<58} {figure.value:>12,.2f} {figure.unit:<12} {bar:>12} {verdict}")
    return int(bool(missed(figures)))


def seconds(act: Callable[[], object], times: int) -> float:
    """The best of five rounds of so many calls, in seconds a call: what the machine can do when left alone."""
    best = float("inf")
    for _ in range(5):
        start = time.perf_counter()
        for _ in range(times):
            act()
        best = min(best, time.perf_counter() - start)
    return best / times
