"""The wheel carries all that the app needs, and runs where there is no repository."""

import os
import re
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
import venv
import zipfile
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urljoin

import pytest

ROOT = Path(__file__).resolve().parent.parent
START_SECONDS = 30
TRANSLATORS = (".po", ".pot")
"""What is of use to translators only."""

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run([sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder], cwd=ROOT, check=True)
    [wheel] = folder.glob("*.whl")
    return wheel


@pytest.fixture(scope="module")
def programs(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Folder with the programs of a clean environment that holds only the wheel and what it asks for."""
    clean = tmp_path_factory.mktemp("clean")
    venv.create(clean, with_pip=False, symlinks=os.name != "nt")
    programs = clean / ("Scripts" if os.name == "nt" else "bin")
    pip = [sys.executable, "-m", "pip", "--python", clean, "install", "--quiet"]
    subprocess.run([*pip, "-c", ROOT / "constraints.txt", wheel], check=True)
    return programs


@pytest.fixture
def address(programs: Path, tmp_path: Path) -> Iterator[str]:
    """Address of an installed Scorekeeper, started far from the repository."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = str(probe.getsockname()[1])
    command = ["serve", "--book", "kitchen.book", "--host", "127.0.0.1", "--port", port, "--no-browser"]
    env = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    with subprocess.Popen([programs / "scorekeeper", *command], cwd=tmp_path, env=env) as server:
        yield f"http://127.0.0.1:{port}/"
        server.terminate()


def fetch(address: str) -> tuple[str, str]:
    """Media type and text of a page, once there is a server."""
    end = time.monotonic() + START_SECONDS
    while True:
        try:
            with urllib.request.urlopen(address, timeout=10) as answer:
                return answer.headers.get_content_type(), answer.read().decode()
        except urllib.error.HTTPError:
            raise
        except OSError:
            if time.monotonic() > end:
                raise
            time.sleep(0.05)


def test_wheel_holds_templates_static_files_translations_and_variants(wheel: Path) -> None:
    sources = [(ROOT / name, f"scorekeeper/_web/{name}") for name in ("templates", "static", "translations")]
    sources.append((ROOT / "scorekeeper" / "variants", "scorekeeper/variants"))
    wanted = {
        f"{target}/{path.relative_to(source).as_posix()}"
        for source, target in sources
        for path in source.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and not path.name.startswith(".")
    }
    wanted = {name for name in wanted if not name.endswith(TRANSLATORS)}
    assert any(name.endswith(".html") for name in wanted)
    assert any(name.endswith(".toml") for name in wanted)
    assert wanted <= set(zipfile.ZipFile(wheel).namelist())


def test_wheel_leaves_out_what_only_translators_need(wheel: Path) -> None:
    assert [name for name in zipfile.ZipFile(wheel).namelist() if name.endswith(TRANSLATORS)] == []


def test_installed_app_serves_a_page_and_its_stylesheet(address: str) -> None:
    kind, page = fetch(urljoin(address, "join"))
    assert kind == "text/html"
    stylesheet = re.search(r'href="([^"]+\.css[^"]*)"', page)
    assert stylesheet, page
    kind, _ = fetch(urljoin(address, stylesheet[1]))
    assert kind == "text/css"
