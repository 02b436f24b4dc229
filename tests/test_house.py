"""The house as the design draws it: imports run one way, and the core needs neither the web nor a database."""

import ast
import graphlib
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

HOUSE = Path(__file__).resolve().parent.parent / "scorekeeper"

FLOORS = [
    ["words", "typed", "rating", "selection"],
    ["faults", "cards", "adding_up"],
    ["rules", "entries", "parting", "card_words"],
    ["soundness"],
    ["rulebook"],
    ["variants"],
    ["melds", "canastas", "going_out"],
    ["tally"],
    ["contradictions", "pack", "scoring"],
    ["referee", "retelling"],
    ["match"],
    ["sheet", "rivals", "people", "facts", "blank", "trace", "proof"],
    ["household", "spreadsheet", "consequences", "versions"],
    ["incoming", "telling"],
    ["examples", "rulecard"],
    ["reasons", "glossary", "comparing", "otherwise"],
    ["questions"],
    ["lan"],
    ["book", "web"],
    ["cli"],
    ["__main__"],
]
"""The rooms from the ground up: a room imports only from floors below its own."""

CORE = [room for floor in FLOORS[: FLOORS.index(["lan"])] for room in floor]
FLOOR = {room: number for number, floor in enumerate(FLOORS) for room in floor}
BESIDE = [("web", "book")]
"""Rooms of one floor of which the first may look into the second."""


def files(room):
    folder = HOUSE / room
    return sorted(folder.rglob("*.py")) if folder.is_dir() else [HOUSE / f"{room}.py"]


def imported(path):
    """Every module that a file imports, wherever in the file it does."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path.name}: relative import"
            for alias in node.names:
                part = f"{node.module}.{alias.name}"
                yield part if is_module(part) else node.module


def is_module(name):
    """Is this a module of the house?"""
    place = HOUSE.parent.joinpath(*name.split("."))
    return name.startswith("scorekeeper.") and (place.with_suffix(".py").is_file() or place.is_dir())


def rooms(path):
    """The rooms of the house that a file looks into."""
    named = (module.split(".")[1] for module in imported(path) if module.startswith("scorekeeper."))
    return sorted({room for room in named if not room.startswith("__")})


def test_every_room_has_its_floor():
    there = {path.stem if path.is_file() else path.name for path in HOUSE.iterdir()}
    assert {name for name in there if name != "__init__" and not name.startswith("__py")} == set(FLOOR)


def test_the_readme_names_every_room():
    readme = (HOUSE.parent / "README.md").read_text(encoding="utf-8")
    [listed] = re.findall(r"^scorekeeper/\n((?:  .*\n)+)", readme, re.MULTILINE)
    assert set(re.findall(r"^  (\w+)(?:\.py|/) ", listed, re.MULTILINE)) == set(FLOOR) - {"__main__"}


@pytest.mark.parametrize("room", FLOOR)
def test_imports_run_one_way(room):
    above = [
        f"{path.relative_to(HOUSE)} imports {other}"
        for path in files(room)
        for other in rooms(path)
        if other != room and FLOOR[other] >= FLOOR[room] and (room, other) not in BESIDE
    ]
    assert above == []


@pytest.mark.parametrize("room", CORE)
def test_the_core_imports_the_standard_library_and_msgspec_alone(room):
    allowed = {*sys.stdlib_module_names, "scorekeeper", "msgspec"} - {"sqlite3"}
    foreign = {module for path in files(room) for module in imported(path) if module.split(".")[0] not in allowed}
    assert foreign == set()


def loaded_by(*modules):
    """Whatever stands in sys.modules after importing these in a Python of its own."""
    lines = [
        "import json, sys",
        f"sys.path.insert(0, {str(HOUSE.parent)!r})",
        *(f"import {module}" for module in modules),
        "print(json.dumps(list(sys.modules)))",
    ]
    done = subprocess.run([sys.executable, "-I", "-c", "\n".join(lines)], check=True, capture_output=True, text=True)
    return {name.split(".")[0] for name in json.loads(done.stdout)}


def test_loading_the_core_loads_nothing_else():
    loaded = loaded_by(*(f"scorekeeper.{room}" for room in CORE))
    foreign = loaded - loaded_by("msgspec") - set(sys.stdlib_module_names) - {"scorekeeper"}
    assert (foreign, "sqlite3" in loaded) == (set(), False)


def modules():
    """Every module of the house, and which others of them it imports."""
    named = {
        ".".join(["scorekeeper", *path.relative_to(HOUSE).with_suffix("").parts]).removesuffix(".__init__"): path
        for path in HOUSE.rglob("*.py")
    }
    return {name: {other for other in imported(path) if other in named} for name, path in named.items()}


def test_no_module_imports_itself_by_way_of_others():
    assert set(graphlib.TopologicalSorter(modules()).static_order()) == set(modules())


def reached(module, graph):
    """All that a module imports, and what that imports."""
    found, left = set(), [module]
    while left:
        new = graph[left.pop()] - found
        found |= new
        left += new
    return found


def test_the_forms_never_reach_the_book():
    graph = modules()
    forms = [
        f"scorekeeper.web.{path.stem}"
        for path in files("web")
        if any(module.split(".")[0] == "wtforms" for module in imported(path))
    ]
    assert forms
    met = [(form, other) for form in forms for other in reached(form, graph) if other.startswith("scorekeeper.book")]
    assert met == []


GAMES = {path.stem for path in (HOUSE / "variants").glob("*.toml")}


def test_no_code_asks_for_a_game_by_name():
    named = [
        f"{path.relative_to(HOUSE)}: {node.value}"
        for path in sorted(HOUSE.rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and node.value in GAMES
    ]
    assert named == []
