"""What all tests share."""

import pytest

from scorekeeper import variants


@pytest.fixture(autouse=True)
def nothing_remembered() -> None:
    """Every test reckons anew: what an earlier one worked out under a game's rules is forgotten."""
    for variant in variants.everything():
        variant.memory.clear()
