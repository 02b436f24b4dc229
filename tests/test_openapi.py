"""The description of what programs read: that it is whole, and that every answer is as it says.

The second is judged by a program that knows nothing of ours: it makes requests out of the description, good ones, wrong
ones and some without a key, and holds each answer against it.
"""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from _household import COOKIE, household
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import settings
from test_api import played, read
from test_keys import key

from scorekeeper.web import api, openapi
from scorekeeper.web.guesses import Guesses


@pytest.fixture
def description(client: FlaskClient) -> Any:
    return read(client, "/api/openapi.json")


def test_the_description_has_every_address_and_no_other(app: Flask, description: Any) -> None:
    there = {re.sub(r"<(?:int:)?(\w+)>", r"{\1}", rule.rule) for rule in app.url_map.iter_rules()}
    assert set(description["paths"]) == {path for path in there if path.startswith("/api/")}
    assert all(set(path) == {"get"} for path in description["paths"].values())


def test_every_shape_in_the_description_is_used(description: Any) -> None:
    used = set(re.findall(r'"#/components/schemas/(\w+)"', json.dumps(description)))
    assert used == set(description["components"]["schemas"])


def _loose(schema: Any, place: str = "") -> Iterator[str]:
    """The objects of a description that say nothing of their keys."""
    if isinstance(schema, dict):
        if schema.get("type") == "object" and not {"properties", "additionalProperties"} & set(schema):
            yield place
        for key, value in schema.items():
            yield from _loose(value, f"{place}/{key}")


def test_nothing_but_what_the_games_decide_is_left_open(description: Any) -> None:
    loose = {place.rpartition("/")[2] for place in _loose(description["components"]["schemas"])}
    assert loose == {"house_rules", "rules", "body"}


# --- As a stranger to the program judges it.


def by_itself() -> dict[str, Any]:
    """The description without a household around it."""
    app = Flask(__name__, static_folder=None)
    app.register_blueprint(api.pages)
    return openapi.described(app.url_map, api.OPERATIONS, "", COOKIE)


def test_the_description_is_the_same_for_every_household(description: Any) -> None:
    assert description == json.loads(json.dumps(by_itself()))


class NeverWaiting(Guesses):
    def wait(self, address: str) -> int:
        return 0


class Household:
    """Stands for the app of a household that is there only while the tests of this file run."""

    app: Flask

    def __call__(self, environ: Any, start: Any) -> Any:
        return self.app(environ, start)


HOUSEHOLD = Household()
DESCRIBED = schemathesis.openapi.from_dict(by_itself())
DESCRIBED.app = HOUSEHOLD


@pytest.fixture(scope="module")
def headers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """Those of a program that asks of a book with matches of every kind."""
    HOUSEHOLD.app = household({"BOOK": tmp_path_factory.mktemp("api") / "kitchen.book"})
    with HOUSEHOLD.app.extensions["book"] as book:
        HOUSEHOLD.app.extensions["key_guesses"] = NeverWaiting()  # wrong keys are tried too, and each is to be refused
        played(book)
        yield {"Authorization": f"Bearer {key(book)}", "Accept-Encoding": "identity"}


@DESCRIBED.parametrize()
@settings(max_examples=50, deadline=None, derandomize=True)
def test_no_request_is_answered_otherwise_than_described(case: Any, headers: dict[str, str]) -> None:
    assert case.call_and_validate(headers=headers).status_code < 500
