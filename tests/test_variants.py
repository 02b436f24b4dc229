"""Every worked example of every variant file, and what makes a file be refused."""

import pytest

from scorekeeper import variants
from scorekeeper.examples import disagreements

EXAMPLES = [
    pytest.param(variant, example, id=f"{variant.key}: {example.title}")
    for variant in variants.everything()
    for example in variant.examples
]


@pytest.mark.parametrize(("variant", "example"), EXAMPLES)
def test_worked_example(variant, example):
    assert disagreements(variant, example) == []
