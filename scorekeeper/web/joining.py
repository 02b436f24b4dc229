"""One file for a page: a stylesheet or script with the parts it imports, without what only its readers need.

On the phone's side of a slow network every further file costs a round trip. Scripts are modules as the language has
them; joined they share one scope, so what two of them declare at the top must not have the same name.
"""

import re
from pathlib import Path

import rcssmin
import rjsmin

_IMPORT = {
    ".css": re.compile(r'^@import "([^"]+)";\n', re.MULTILINE),
    ".js": re.compile(r'^import \{[^}]*\} from "([^"]+)";\n', re.MULTILINE),
}
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|const|let|class)\b)", re.MULTILINE)
_DECLARED = re.compile(r"^(?:async )?(?:function\*?|const|let|class) (\w+)", re.MULTILINE)
_SMALLER = {".css": rcssmin.cssmin, ".js": rjsmin.jsmin}


def joined(path: Path) -> bytes:
    """What a page is sent for this file: each part once, before whatever imports it. Other files are as they are.

    Raises ValueError where two scripts declare the same name.
    """
    if path.suffix not in _IMPORT:
        return path.read_bytes()
    parts: dict[Path, str] = {}
    _gather(path.resolve(), parts)
    whole = parts.pop(path.resolve())  # what it exports itself is for a page that fetches it later
    text = "\n".join([*(_EXPORT.sub("", part) for part in parts.values()), whole])
    if path.suffix == ".js":
        names = _DECLARED.findall(_EXPORT.sub("", text))
        if twice := {name for name in names if names.count(name) > 1}:
            raise ValueError(f"{path.name}: declared by two of its parts: {', '.join(sorted(twice))}")
    smaller: str = _SMALLER[path.suffix](text)
    return smaller.encode()


def _gather(path: Path, parts: dict[Path, str]) -> None:
    """Puts a file behind the parts that it imports, unless it is there already."""
    text = path.read_text(encoding="utf-8")
    for name in _IMPORT[path.suffix].findall(text):
        if (part := (path.parent / name).resolve()) not in parts:
            _gather(part, parts)
    parts[path] = _IMPORT[path.suffix].sub("", text)
