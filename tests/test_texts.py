"""The translators' catalogue holds every text that a person can read."""

from pathlib import Path

import pytest
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

ROOT = Path(__file__).resolve().parent.parent
METHODS = [("**.py", "python"), ("**.html", "jinja2"), ("**.toml", "scorekeeper.variants.texts:extract")]
KEYWORDS = {"gettext": None, "say": None, "say_many": (1, 2), "_": None, "ngettext": (1, 2)}


@pytest.fixture(scope="module")
def catalogue():
    with (ROOT / "translations" / "messages.pot").open("rb") as template:
        return {message.id for message in read_po(template) if message.id}


@pytest.mark.parametrize("folder", ["scorekeeper", "templates"])
def test_texts_are_in_the_catalogue(folder, catalogue):
    found = {message for _, _, message, _, _ in extract_from_dir(ROOT / folder, METHODS, keywords=KEYWORDS)}
    missing = {message for message in found if message not in catalogue}
    assert missing == set(), "run: python3 dev.py texts"
