"""The games: one TOML file each in this folder, found by file name. There is no list of them anywhere.

A household's own games lie in the folder named by the environment variable SCOREKEEPER_VARIANTS.
"""

import functools
import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from scorekeeper.rulebook import read
from scorekeeper.rules import RulesError, Variant
from scorekeeper.words import say

_HERE = Path(__file__).parent


class UnknownVariant(KeyError):
    """No file of this name."""


def files() -> dict[str, Path]:
    """The file of every game, by key, in alphabetical order. A shipped game keeps its name."""
    own = {path.stem: path for path in _own_files()}
    return dict(sorted((own | {path.stem: path for path in _HERE.glob("*.toml")}).items()))


def _own_files() -> list[Path]:
    folder = os.environ.get("SCOREKEEPER_VARIANTS")
    return sorted(Path(folder).glob("*.toml")) if folder else []


def load(key: str) -> Variant:
    """The game of this key. Raises `UnknownVariant`, and `RulesError` naming file and key."""
    path = files().get(key)
    if path is None:
        raise UnknownVariant(key)
    return _load(path)


def everything() -> list[Variant]:
    """Every game whose file is sound, by name."""
    return sorted((one for one in _loaded().values() if isinstance(one, Variant)), key=lambda variant: variant.name)


def broken() -> list[str]:
    """What is wrong with every file that is not sound, file and key in front."""
    faults = [error for error in _loaded().values() if isinstance(error, RulesError)]
    folder = os.environ.get("SCOREKEEPER_VARIANTS")
    if folder and not Path(folder).is_dir():
        faults.append(RulesError((folder, say("there is no such folder"))))
    for path in _own_files():
        if files()[path.stem] != path:
            faults.append(RulesError((path.name, say("there is a game of this name already"))))
    return [str(error) for error in faults]


def _loaded() -> dict[str, Variant | RulesError]:
    found: dict[str, Variant | RulesError] = {}
    for key, path in files().items():
        try:
            found[key] = _load(path)
        except RulesError as error:
            found[key] = error
    return found


def _load(path: Path) -> Variant:
    return _read(path, tuple(_changed(one) for one in files().values()))


def _changed(path: Path) -> int:
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0


@functools.lru_cache(maxsize=256)
def _read(path: Path, stamps: tuple[int, ...]) -> Variant:
    """The game of this file. It is read again when any file has changed, since one may be like another."""
    data = raw(path)
    parent_key = data.pop("like", None)
    try:
        if parent_key is not None:
            data = _merged(_parent(str(parent_key)), data)
        return read({**data, "key": path.stem})
    except RulesError as error:
        raise RulesError(*((f"{path.name}: {key}", message) for key, message in error.faults)) from None


def raw(path: Path) -> dict[str, Any]:
    """What a file says, before any check. Raises `RulesError` where it is no TOML."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (ValueError, RecursionError) as error:
        raise RulesError((path.name, say("this is no TOML: {why}", why=str(error)))) from None
    except OSError as error:
        raise RulesError((path.name, say("this cannot be read: {why}", why=error.strerror or str(error)))) from None


def _parent(key: str) -> dict[str, Any]:
    path = files().get(key)
    if path is None:
        raise RulesError(("like", say("there is no game {key}", key=key)))
    data = raw(path)
    if "like" in data:
        raise RulesError(("like", say("{key} is itself like another game; one level is the limit", key=key)))
    data.pop("examples", None)
    return data


def _merged(parent: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    """Tables merge key by key, any other value replaces; `key = false` takes an inherited key away.

    Where the inherited value is itself true or false, false is the new value.
    """
    merged = dict(parent)
    for key, value in own.items():
        inherited = merged.get(key)
        if value is False and key in merged and not isinstance(inherited, bool):
            del merged[key]
        elif isinstance(value, dict) and isinstance(inherited, dict):
            merged[key] = _merged(inherited, value)
        else:
            merged[key] = value
    return merged
