"""What all tests share: games that remember nothing, and a household with its app and book."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from _household import household
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper import variants
from scorekeeper.book import Book


@pytest.fixture(autouse=True)
def nothing_remembered() -> None:
    """Every test reckons anew: what an earlier one worked out under a game's rules is forgotten."""
    for variant in variants.everything():
        variant.memory.clear()


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    app = household({"BOOK": tmp_path / "kitchen.book"})
    app.config["TESTING"] = True
    yield app
    app.extensions["book"].close()


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """One book for all tests of a module, each with a match of its own in it."""
    app = household({"BOOK": tmp_path_factory.mktemp("household") / "shared.book", "TESTING": True})
    yield app
    app.extensions["book"].close()


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture
def book(app: Flask) -> Book:
    found = app.extensions["book"]
    assert isinstance(found, Book)
    return found
