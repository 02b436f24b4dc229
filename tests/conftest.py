"""What all tests share: games that remember nothing, and a household with its app and book."""

import faulthandler
import os
import threading
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest
from _household import household
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper import variants
from scorekeeper.book import Book

LIMIT = 600
"""Seconds for a test with all that it needs: the slowest takes a tenth of them."""


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """A test that hangs, as one does whose browser is gone without a word, ends its process: pytest says which it was,
    and pytest-xdist goes on with the others."""
    limit = threading.Timer(LIMIT, _give_up, [item])
    limit.daemon = True
    limit.start()
    try:
        return (yield)
    finally:
        limit.cancel()


def _give_up(item: pytest.Item) -> None:
    if capture := item.config.pluginmanager.getplugin("capturemanager"):
        capture.suspend_global_capture()
    os.write(2, f"\n{item.nodeid} hangs\n".encode())
    faulthandler.dump_traceback(2)
    os._exit(1)


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
