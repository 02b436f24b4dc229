"""What a person reads about each refused and each doubted deal of the tables, word for word.

`sentences.txt` is read by people before it is committed: does every sentence say what is wrong and what would be
right? After a change of words: `python tests/test_sentences.py > tests/sentences.txt`.
"""

from pathlib import Path

import pytest
import test_referee as tables

from scorekeeper.sheet import SheetRefused, where

FILE = Path(__file__).with_name("sentences.txt")


def said(variant, tallies, rest):
    """The sentences about a deal, each behind its place."""
    try:
        match = tables.played(variant, tallies, dict(rest))
    except SheetRefused as refused:
        return [f"{place}: {message}" for place, message in refused.faults]
    return [f"{where(i, doubt)}: {doubt.message}" for i, deal in enumerate(match.deals) for doubt in deal.doubts]


def blocks():
    """Each case of the tables: its name and what is said of it."""
    for refusal, table in ((True, tables.REFUSED), (False, tables.DOUBTED)):
        for case in table:
            variant, tallies, _, rest = case.values
            yield f"{'!' if refusal else '?'} {case.id}", said(variant, tallies, rest)


def written():
    """What stands in the file, by name."""
    found = {}
    for block in FILE.read_text(encoding="utf-8").split("\n\n"):
        name, *lines = block.strip().splitlines()
        found[name] = [line.strip() for line in lines]
    return found


@pytest.mark.parametrize(
    ("mark", "case"),
    [("!", case) for case in tables.REFUSED] + [("?", case) for case in tables.DOUBTED],
    ids=lambda value: getattr(value, "id", value),
)
def test_the_sentence_is_the_one_that_was_read(mark, case):
    variant, tallies, _, rest = case.values
    assert said(variant, tallies, rest) == written()[f"{mark} {case.id}"]


if __name__ == "__main__":
    print("\n\n".join("\n    ".join([name, *lines]) for name, lines in blocks()))
