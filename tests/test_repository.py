"""What may stand in the repository, and what may not."""

import json
import re
import shlex
import subprocess
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner

import dev
from scorekeeper.cli import main

ROOT = Path(__file__).resolve().parent.parent
PAPERS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")])
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


def test_node_packages_are_pinned_and_only_for_tests() -> None:
    package = json.loads((ROOT / "package.json").read_text(encoding="utf-8"))
    assert package["private"]
    assert "dependencies" not in package
    versions = package["devDependencies"].values()
    assert [version for version in versions if not re.fullmatch(r"\d+\.\d+\.\d+", version)] == []


def test_every_top_level_entry_is_a_known_one(files: list[Path]) -> None:
    assert {path.relative_to(ROOT).parts[0] for path in files} <= TOP_LEVEL


def test_ci_runs_the_command_that_the_readme_gives_and_skips_nothing() -> None:
    assert TEST_COMMAND in (ROOT / "README.md").read_text(encoding="utf-8")
    lines = (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    assert lines[-1] == TEST_COMMAND
    assert "export CI=true" in [line.partition(" #")[0] for line in lines]


@pytest.mark.parametrize(("ci", "failed"), [("", []), ("true", ["npm, which is not there"])])
def test_without_npm_the_script_is_left_out_at_home_and_missed_in_ci(
    ci: str, failed: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.setenv("CI", ci)
    assert dev.lint_script() == failed
    assert capsys.readouterr().out == "No npm found: the script is not linted.\n"


@pytest.mark.parametrize(("code", "calls"), [(0, 1), (1, 2)], ids=["there is one", "there is none"])
def test_litestream_is_fetched_until_it_is_there(
    code: int, calls: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []
    monkeypatch.setattr(dev, "LITESTREAM_STAMP", tmp_path / "litestream.txt")
    monkeypatch.setattr(dev, "call", lambda *args: asked.append(args) or code)
    dev.fetch_litestream()
    dev.fetch_litestream()
    assert [args[-1] for args in asked] == [dev.LITESTREAM] * calls


@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper.name)
def test_every_file_that_a_paper_points_to_is_there(paper: Path) -> None:
    text = paper.read_text(encoding="utf-8")
    links = [target for target in re.findall(r"\]\(([^)#\s]+)", text) if "://" not in target]
    targets = [paper.parent / link for link in links]
    targets += [ROOT / target for target in re.findall(r"`((?:tests|scorekeeper)/[\w/.]+)`", text)]
    assert [target for target in targets if not target.exists() and "NAME" not in str(target)] == []


def commands(*starts: str) -> list[str]:
    """Every command in the papers that starts so, in a line of its own or in running text, without its [options]."""
    found = set()
    for paper in PAPERS:
        text = paper.read_text(encoding="utf-8")
        found |= {
            line.partition("  #")[0]
            for line in re.findall(r"^(?: {4})?((?:python3|\.venv/bin/).*)$", text, re.MULTILINE)
        }
        found |= set(re.findall(r"`([^`\n]+)`", text))
    return sorted({re.sub(r"\[.*?\]", "", command).strip() for command in found if command.startswith(starts)})


@pytest.mark.parametrize("command", commands("python3 "))
def test_the_papers_ask_dev_py_for_what_it_does(command: str) -> None:
    _, program, task, *args = shlex.split(command)
    assert program == "dev.py"
    assert callable(getattr(dev, task))
    assert [path for path in args if path.startswith("tests/") and not (ROOT / path).exists()] == []


@pytest.mark.parametrize("command", commands("python3 dev.py run", ".venv/bin/scorekeeper"))
def test_the_papers_call_scorekeeper_as_it_is_called(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for one in main.commands.values():
        monkeypatch.setattr(one, "callback", lambda **_: None)
    args = command.removeprefix("python3 dev.py run").removeprefix(".venv/bin/scorekeeper")
    done = CliRunner().invoke(main, shlex.split(args))
    assert (done.exit_code, done.output) == (0, "")


def test_the_papers_name_programs_that_dev_py_installs() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    installed = {re.split(r"[^\w-]", need)[0] for need in project["optional-dependencies"]["test"]}
    named = {Path(command.split()[0]).name for command in commands(".venv/bin/")}
    assert named <= installed | set(project["scripts"]) | {"pip"}  # which comes with every .venv


def test_every_option_in_the_readme_is_one() -> None:
    spans = re.findall(r"`([^`\n]+)`", (ROOT / "README.md").read_text(encoding="utf-8"))
    named = set(re.findall(r"(?<!\S)--[a-z-]+", "\n".join(spans)))
    known = {name for one in main.commands.values() for option in one.params for name in option.opts}
    assert {"--book", "--host", "--port"} <= named <= known
