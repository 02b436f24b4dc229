"""The texts of the variant files, for the translators' catalogue: a Babel extractor.

Worked examples stay in the words of their file.
"""

import tomllib
from collections.abc import Iterator
from typing import Any, BinaryIO

_SAID = {"name", "summary", "source", "source_name", "label", "one", "meaning", "title", "text", "labels"}
_OF_PLAY = "play"


def extract(
    fileobj: BinaryIO, keywords: object, comment_tags: object, options: object
) -> Iterator[tuple[int, None, str, list[str]]]:
    """Every text of one file that a person will read. TOML gives no lines, so all stand at line 1."""
    data = tomllib.load(fileobj)
    data.pop("examples", None)
    for text in dict.fromkeys(_texts(data, said=False)):
        yield 1, None, text, []


def _texts(value: Any, said: bool) -> Iterator[str]:
    if isinstance(value, str) and said and value:
        yield value
    elif isinstance(value, list):
        for one in value:
            yield from _texts(one, said)
    elif isinstance(value, dict):
        for key, one in value.items():
            if key == _OF_PLAY and isinstance(one, dict):
                yield from (fact for fact in one.values() if isinstance(fact, str))
            yield from _texts(one, key in _SAID)
