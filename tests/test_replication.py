"""The recipe of docs/replication.md, done with the real Litestream: the short forms of bench/replication.py."""

import os
import platform
import re
import subprocess
import sys
from pathlib import Path

import pytest
import replication
from _figures import missed

import dev

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module", autouse=True)
def _litestream() -> None:
    if not replication.LITESTREAM.exists():
        reason = "no Litestream in .venv; `python3 dev.py test` fetches it where there is one for this machine"
        if os.environ.get("CI") and (sys.platform, platform.machine()) == ("linux", "x86_64"):
            pytest.fail(reason)
        pytest.skip(reason)


def test_what_was_saved_before_the_last_seconds_is_restored_after_all_programs_were_killed(tmp_path: Path) -> None:
    figures = replication.killed(tmp_path / "killed", 2)
    assert {figure.name: figure.value for figure in figures}["entries acknowledged"] > 40
    assert missed(figures) == []


def test_the_replica_follows_again_after_every_trouble_that_the_document_names(tmp_path: Path) -> None:
    assert missed(replication.troubled(tmp_path / "troubled")) == []


def test_every_configuration_in_the_document_is_one(tmp_path: Path) -> None:
    for number, configuration in enumerate(replication.blocks("yaml")):
        file = tmp_path / f"{number}.yml"
        file.write_text(configuration, encoding="utf-8")
        command = [replication.LITESTREAM, "databases", "-config", file]
        listed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        assert re.findall(r"^/.*", listed, re.MULTILINE) == [f"{replication.BOOK}  {['file', 's3'][number]}"]


def test_the_document_names_the_version_that_is_tried() -> None:
    version = dev.LITESTREAM.partition("==")[2]
    assert f"Tried: Litestream {version} " in replication.DOCUMENT
    said = subprocess.run([replication.LITESTREAM, "version"], check=True, capture_output=True, text=True).stdout
    assert said.strip() == version
