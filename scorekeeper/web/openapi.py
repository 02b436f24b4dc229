"""What the addresses for programs take and answer, as OpenAPI 3.1 has it: drawn from the addresses and shapes that the
app itself goes by, so that it cannot say another thing.
"""

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec
from werkzeug.routing import Map, Rule

from scorekeeper import __version__
from scorekeeper.web.errors import PROBLEM, Problem

_HOLE = re.compile(r"<(?:(\w+):)?(\w+)>")
_REF = "#/components/schemas/{name}"
_KINDS: dict[str | None, dict[str, Any]] = {
    "int": {"type": "integer", "minimum": 0},
    None: {"type": "string", "pattern": "^[^/]+$"},
}
"""What may stand in the hole of an address."""

_KEY, _DEVICE = "key", "device"
_ABOUT = """Reads a household's book of canasta scores. A program comes in with a key, which the owner of the book makes
under Devices; a browser that is in may read as much as its device may. Nothing can be written here."""
_TROUBLE = {
    "BadRequest": "What was asked could not be read, or by a name that the book does not go by.",
    "Unauthorized": "No key, a wrong one, or one that has ended.",
    "Forbidden": "This device may see one match, and not this.",
    "NotFound": "There is no such address, or what it names is not in this book.",
    "Unprocessable": "What stands behind the ? is not what is expected there.",
    "TooManyRequests": "Too many wrong keys from this address: wait as long as Retry-After says.",
    "Failed": "A fault of the program.",
    "Unavailable": "The book cannot be read now.",
}


class Operation(NamedTuple):
    """What is said of an address: the shape of its answer, a sentence, the shape of what may stand behind the `?`."""

    answer: Any
    about: str
    asked: type[msgspec.Struct] | None = None


def described(addresses: Map, operations: Mapping[str, Operation], root: str, cookie: str) -> dict[str, Any]:
    """The description of these operations. `root`: where the app is mounted; `cookie`: by which it knows a device."""
    shapes = [*(one.answer for one in operations.values()), Problem]
    drawn, schemas = msgspec.json.schema_components(shapes, ref_template=_REF)
    rules = {rule.endpoint: rule for rule in addresses.iter_rules() if rule.endpoint in operations}
    paths = {
        _HOLE.sub(r"{\2}", rules[endpoint].rule): {"get": _get(endpoint, rules[endpoint], operation, schema)}
        for (endpoint, operation), schema in zip(operations.items(), drawn, strict=False)
    }
    ways_in = {
        _KEY: {"type": "http", "scheme": "bearer"},
        _DEVICE: {"type": "apiKey", "in": "cookie", "name": cookie},
    }
    return {
        "openapi": "3.1.0",
        "info": {"title": "Scorekeeper", "version": __version__, "description": " ".join(_ABOUT.split())},
        "servers": [{"url": root or "/"}],
        "security": [{way: []} for way in ways_in],
        "paths": paths,
        "components": {
            "schemas": schemas,
            "securitySchemes": ways_in,
            "responses": {name: _trouble(name, about, drawn[-1]) for name, about in _TROUBLE.items()},
        },
    }


def _get(endpoint: str, rule: Rule, operation: Operation, schema: dict[str, Any]) -> dict[str, Any]:
    holes = [
        {"name": name, "in": "path", "required": True, "schema": _KINDS[kind or None]}
        for kind, name in _HOLE.findall(rule.rule)
    ]
    queries = _queries(operation.asked) if operation.asked else []
    possible = {
        "400": "BadRequest",
        "401": "Unauthorized",
        "429": "TooManyRequests",
        "500": "Failed",
        "503": "Unavailable",
        **({"403": "Forbidden"} if "match_id" in rule.arguments else {}),
        **({"404": "NotFound"} if holes else {}),
        **({"422": "Unprocessable"} if queries else {}),
    }
    told: dict[str, Any] = {
        "200": {
            "description": operation.about,
            "headers": {"ETag": {"description": "Another when the answer is.", "schema": {"type": "string"}}},
            "content": {"application/json": {"schema": schema}},
        },
        "304": {"description": "The answer is the one whose tag stands in If-None-Match."},
        **{status: {"$ref": f"#/components/responses/{name}"} for status, name in possible.items()},
    }
    return {
        "operationId": endpoint.partition(".")[2],
        "summary": operation.about,
        "parameters": [*holes, *queries],
        "responses": dict(sorted(told.items())),
    }


def _queries(asked: type[msgspec.Struct]) -> list[dict[str, Any]]:
    _, found = msgspec.json.schema_components([asked], ref_template=_REF)
    properties: dict[str, dict[str, Any]] = found[asked.__name__]["properties"]
    return [
        {
            "name": name,
            "in": "query",
            "description": schema.get("description", ""),
            "schema": {key: value for key, value in schema.items() if key != "description"},
        }
        for name, schema in properties.items()
    ]


def _trouble(name: str, about: str, schema: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {"description": about, "content": {PROBLEM: {"schema": schema}}}
    if name == "Unauthorized":
        found["headers"] = {"WWW-Authenticate": {"schema": {"type": "string"}}}
    if name == "TooManyRequests":
        found["headers"] = {"Retry-After": {"description": "Seconds.", "schema": {"type": "integer"}}}
    return found
