"""What Lighthouse says of every kind of page, on the phone of its mobile preset: the scores, and when it can be used.

It needs npm (Node 18.20 or newer), which puts Lighthouse into a temporary folder; without npm nothing is measured. Of
three runs the median counts. A page can be used when it is painted and answers: the latest of its first and its largest
paint and its time to interactive, on the network and the processor that the preset pretends.

The pages are asked for on 127.0.0.1, which browsers trust. Under another address without https Lighthouse takes 21
points off "best practices" for that alone. A page that is not there is one that no search engine shall keep: it is
judged without the audits that ask for the opposite.
"""

import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from _browser import FLAGS, launch_options
from _figures import Figure, report
from _shelf import KINDS, shelf

VERSION = "12.8.2"  # the last that runs on Node 18 and 20
RUNS = 3
USABLE = 1.0  # seconds
CATEGORIES = ["performance", "accessibility", "best-practices", "seo"]
ONE_OF_EACH = [kind for kind in KINDS if kind not in ("rules of americana", "examples of americana")]
OF_NO_PAGE = {"http-status-code", "errors-in-console"}
"""Audits that find fault with the answer "there is no such page"."""
PAINTED = ["first-contentful-paint", "largest-contentful-paint", "interactive"]


def main() -> int:
    npm = shutil.which("npm")
    if not npm:
        print("No npm found: Lighthouse is left out.", file=sys.stderr)
        return 0
    with tempfile.TemporaryDirectory() as folder:
        quietly = ["--no-save", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"]
        subprocess.run([npm, "install", *quietly, f"lighthouse@{VERSION}"], cwd=folder, check=True, stdout=sys.stderr)
        with shelf(Path(folder)) as served:
            figures = []
            for kind in ONE_OF_EACH:
                figures += figures_of(kind, [judged(folder, served.address + served.pages[kind]) for _ in range(RUNS)])
    return report(figures)


def judged(folder: str, address: str) -> dict[str, Any]:
    """What one run of Lighthouse found."""
    options = launch_options()
    flags = ["--headless=new", *(flag for flag in FLAGS if " " not in flag)] + (
        [] if options.get("chromium_sandbox", True) else ["--no-sandbox"]
    )
    program = Path(folder) / "node_modules" / "lighthouse" / "cli" / "index.js"
    done = subprocess.run(
        [
            *("node", str(program), address, "--quiet", "--output=json", "--form-factor=mobile"),
            *("--ignore-status-code", f"--only-categories={','.join(CATEGORIES)}", f"--chrome-flags={' '.join(flags)}"),
        ],
        cwd=folder,
        check=True,
        capture_output=True,
        text=True,
        env={**os.environ, **({"CHROME_PATH": options["executable_path"]} if "executable_path" in options else {})},
    )
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def figures_of(kind: str, runs: list[dict[str, Any]]) -> Iterator[Figure]:
    beside = OF_NO_PAGE if kind == "no such page" else set()
    scores = {name: statistics.median(score(run, name, beside) for run in runs) for name in CATEGORIES}
    usable = statistics.median(max(run["audits"][name]["numericValue"] for name in PAINTED) for run in runs)
    yield Figure(f"{kind}: lowest of four scores", min(scores.values()), "", 100, at_most=False)
    yield Figure(f"{kind}: can be used after", usable / 1000, "s", USABLE)
    for name, reached in scores.items():
        if reached < 100:
            yield Figure(f"{kind}: {name}", reached, "")
            for fault in sorted({fault for run in runs for fault in faults(run, name, beside)}):
                print(f"{kind}: {name}: {fault}", file=sys.stderr)


def score(run: dict[str, Any], name: str, beside: set[str]) -> float:
    """The score in a category, out of 100, as Lighthouse reckons it: without the audits left out."""
    parts = [part for part in run["categories"][name]["auditRefs"] if part["id"] not in beside and part["weight"]]
    marks = [(part["weight"], run["audits"][part["id"]]["score"]) for part in parts]
    weights = sum(weight for weight, mark in marks if mark is not None)
    return round(100 * sum(weight * mark for weight, mark in marks if mark is not None) / weights)


def faults(run: dict[str, Any], name: str, beside: set[str]) -> Iterator[str]:
    for part in run["categories"][name]["auditRefs"]:
        audit = run["audits"][part["id"]]
        if part["weight"] and part["id"] not in beside and audit["score"] is not None and audit["score"] < 1:
            yield f"{audit['title']} {audit.get('displayValue', '')}".strip()


if __name__ == "__main__":
    sys.exit(main())
