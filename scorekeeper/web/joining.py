"""One file for a page: a stylesheet or script with the parts it imports, without what only its readers need.

On the phone's side of a slow network every further file costs a round trip. What lies in the folder `parts` is joined
in; a script that imports another one which pages load by itself keeps that import, by the other's address. Scripts are
modules as the language has them; joined they share one scope, so what two of them declare at the top must not have the
same name.
"""

import re
from collections.abc import Callable
from pathlib import Path

import rcssmin
import rjsmin

PARTS = "parts"
_IMPORT = {
    ".css": re.compile(r'^@import "([^"]+)";\n', re.MULTILINE),
    ".js": re.compile(r'^(?:import|export) \{[^}]*\} from "([^"]+)";\n', re.MULTILINE),
}
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|const|let|class)\b)", re.MULTILINE)
_DECLARED = re.compile(r"^(?:async )?(?:function\*?|const|let|class) (\w+)", re.MULTILINE)
_IMPORTED = re.compile(r"^import \{([^}]*)\}", re.MULTILINE)
_SMALLER = {".css": rcssmin.cssmin, ".js": rjsmin.jsmin}


def joined(path: Path, address: Callable[[Path], str]) -> bytes:
    """What a page is sent for this file: each part once, before whatever imports it. Other files are as they are.

    `address`: of another file beside this one. Raises ValueError where two scripts declare the same name.
    """
    if path.suffix not in _IMPORT:
        return path.read_bytes()
    parts: dict[Path, str] = {}
    _gather(path.resolve(), parts, address)
    whole = parts.pop(path.resolve())  # what it exports itself is for scripts that import it later
    text = "\n".join([*(_EXPORT.sub("", part) for part in parts.values()), whole])
    if path.suffix == ".js":
        names = _DECLARED.findall(_EXPORT.sub("", text))
        for listed in _IMPORTED.findall(text):
            names += [name.split(" as ")[-1].strip() for name in listed.split(",") if name.strip()]
        if twice := {name for name in names if names.count(name) > 1}:
            raise ValueError(f"{path.name}: declared by two of its parts: {', '.join(sorted(twice))}")
    smaller: str = _SMALLER[path.suffix](text)
    return smaller.encode()


def _gather(path: Path, parts: dict[Path, str], address: Callable[[Path], str]) -> None:
    """Puts a file behind the parts that it imports, unless it is there already."""

    def resolved(found: re.Match[str]) -> str:
        part = (path.parent / found[1]).resolve()
        if path.suffix == ".js" and part.parent.name != PARTS:
            return found[0].replace(found[1], f"./{address(part)}")
        if part not in parts:
            _gather(part, parts, address)
        return found[0].partition(" from ")[0] + ";\n" if found[0].startswith("export") else ""

    parts[path] = _IMPORT[path.suffix].sub(resolved, path.read_text(encoding="utf-8"))
