"""A page of a long list: which one was asked for, which of its rows those are, and what lies before and after."""

from collections.abc import Callable
from typing import NamedTuple

from flask import request

from scorekeeper.book.history import PAGE


class Paging(NamedTuple):
    """A page, from 1, of a list of so many rows; `at` gives the address of another."""

    number: int
    page: int
    at: Callable[[int], str]

    @property
    def first(self) -> int:
        return (self.page - 1) * PAGE + 1

    @property
    def last(self) -> int:
        return min(self.page * PAGE, self.number)

    @property
    def previous(self) -> str:
        return self.at(self.page - 1) if self.page > 1 else ""

    @property
    def next(self) -> str:
        return self.at(self.page + 1) if self.last < self.number else ""


def asked_page() -> int:
    """The page that the address names, the first where it names none."""
    text = request.args.get("page", "")
    return max(1, int(text)) if text.isascii() and text.isdigit() and len(text) < 10 else 1


def last_page(number: int) -> int:
    """The last page of so many rows."""
    return max(1, -(-number // PAGE))
