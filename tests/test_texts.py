"""The translators' catalogue holds every text that a person can read, and no other."""

from pathlib import Path

import pytest
from babel.messages.frontend import CommandLineInterface
from babel.messages.pofile import read_po

from scorekeeper import variants
from scorekeeper.variants.texts import extract

ROOT = Path(__file__).resolve().parent.parent
CATALOGUE = ROOT / "translations" / "messages.pot"


def texts(catalogue):
    with catalogue.open("rb") as file:
        return {message.id for message in read_po(file) if message.id}


@pytest.fixture(scope="module")
def gathered(tmp_path_factory):
    """The texts as `dev.py texts` gathers them, by what pyproject.toml says."""
    found = tmp_path_factory.mktemp("texts") / "messages.pot"
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(ROOT)
        CommandLineInterface().run(["pybabel", "--quiet", "extract", "--output-file", str(found)])
    return texts(found)


@pytest.fixture(scope="module")
def of_games():
    """The texts of the variant files. A new game is one file and nothing else, so the catalogue may lack its texts."""
    found = set()
    for path in variants.files().values():
        with path.open("rb") as file:
            found |= {text for _, _, text, _ in extract(file, (), (), {})}
    return found


def test_no_text_of_the_program_is_missing_in_the_catalogue(gathered, of_games):
    assert gathered - of_games - texts(CATALOGUE) == set(), "run: python3 dev.py texts"


def test_no_text_in_the_catalogue_is_stale(gathered):
    assert texts(CATALOGUE) - gathered == set(), "run: python3 dev.py texts"


def test_texts_of_code_pages_and_games_are_gathered(gathered):
    assert {"the book {path} is damaged; restore a backup", "New match", "Classic canasta"} <= gathered
