"""What may stand in the repository, and what may not."""

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
TEST_COMMAND = "python3 dev.py test"
TOP_LEVEL = {
    ".ci",
    ".gitattributes",
    ".gitignore",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "LICENSE",
    "README.md",
    "SECURITY.md",
    "bench",
    "constraints.txt",
    "dev.py",
    "docs",
    "package.json",
    "pyproject.toml",
    "scorekeeper",
    "static",
    "templates",
    "tests",
    "translations",
}
# Assembled, so that this file does not find itself.
REGISTRY = re.compile(
    "|".join(
        [
            "py" + r"pi\.",
            "python" + r"hosted\.",
            "npm" + r"js\.",
            "deb" + r"\.debian\.",
            "registry" + r"\.yarn",
        ]
    )
)
HOME = re.compile(r"(?<![\w.])(?:/(?:home|Users)/\w|/" + r"root/|[A-Za-z]:\\Users\\)")


@pytest.fixture(scope="module")
def files() -> list[Path]:
    """Every file that is committed or about to be."""
    if not (ROOT / ".git").exists():
        pytest.skip("not a clone")
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return [path for name in listed.split("\0") if name and (path := ROOT / name).is_file()]


@pytest.mark.parametrize("address", [REGISTRY, HOME], ids=["a package registry", "somebody's home folder"])
def test_no_file_names(address: re.Pattern[str], files: list[Path]) -> None:
    found = []
    for path in files:
        try:
            lines = path.read_text(encoding="utf-8").splitlines()
        except UnicodeDecodeError:
            continue  # a picture or another file without text
        found += [f"{path.relative_to(ROOT)}:{n}" for n, line in enumerate(lines, 1) if address.search(line)]
    assert not found


def test_constraints_hold_names_and_versions_only() -> None:
    text = (ROOT / "constraints.txt").read_text(encoding="utf-8")
    assert "://" not in text
    assert "@" not in text


def test_every_top_level_entry_is_a_known_one(files: list[Path]) -> None:
    assert {path.relative_to(ROOT).parts[0] for path in files} <= TOP_LEVEL


def test_ci_runs_the_command_that_the_readme_gives() -> None:
    assert TEST_COMMAND in (ROOT / "README.md").read_text(encoding="utf-8")
    assert (ROOT / ".ci" / "run").read_text(encoding="utf-8").rstrip().endswith("\n" + TEST_COMMAND)
