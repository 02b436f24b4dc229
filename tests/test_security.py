"""What SECURITY.md says: that its table of the ASVS is whole and its tests are there, and what no other test shows."""

import ast
import hashlib
import re
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest
from _household import COOKIE, OWNER, SECRET_KEY, stranger
from flask import Flask
from flask.testing import FlaskClient
from itsdangerous import TimestampSigner, URLSafeTimedSerializer

from scorekeeper import variants
from scorekeeper.book import Book
from scorekeeper.book.access import CODE, LINK
from scorekeeper.rules import MOST_POINTS
from scorekeeper.web import deal_fields, guesses
from scorekeeper.web.access import COOKIE_LASTS
from scorekeeper.web.backups import LARGEST
from scorekeeper.web.forms import NAME_LENGTH

ROOT = Path(__file__).resolve().parent.parent
PAPER = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
TABLE = PAPER.partition("\n## OWASP ASVS")[2].partition("\n## ")[0]
LEVEL_1 = re.findall(
    r"\S+",
    """
1.2.1 1.2.2 1.2.3 1.2.4 1.2.5 1.3.1 1.3.2 1.5.1
2.1.1 2.2.1 2.2.2 2.3.1
3.2.1 3.2.2 3.3.1 3.4.1 3.4.2 3.5.1 3.5.2 3.5.3
4.1.1 4.4.1
5.2.1 5.2.2 5.3.1 5.3.2
6.1.1 6.2.1 6.2.2 6.2.3 6.2.4 6.2.5 6.2.6 6.2.7 6.2.8 6.3.1 6.3.2 6.4.1 6.4.2
7.2.1 7.2.2 7.2.3 7.2.4 7.4.1 7.4.2
8.1.1 8.2.1 8.2.2 8.3.1
9.1.1 9.1.2 9.1.3 9.2.1
10.4.1 10.4.2 10.4.3 10.4.4 10.4.5
11.3.1 11.3.2 11.4.1
12.1.1 12.2.1 12.2.2
13.4.1
14.2.1 14.3.1
15.1.1 15.2.1 15.3.1
""",
)
"""Every requirement of level 1: the rows with L = 1 in OWASP/ASVS,
5.0/docs_en/OWASP_Application_Security_Verification_Standard_5.0.0_en.csv."""
PYTHON = sorted((ROOT / "scorekeeper").rglob("*.py"))
SCRIPTS = sorted((ROOT / "static").rglob("*.js"))


def rows() -> list[list[str]]:
    """The cells of every row of every table, but for the heads."""
    lines = [line for line in TABLE.splitlines() if line.startswith("| ") and not line.startswith(("| item", "| ---"))]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def test_every_item_of_level_1_stands_in_the_table_once() -> None:
    assert len(set(LEVEL_1)) == len(LEVEL_1) == 70
    listed = [number for row in rows() for number in re.findall(r"\b\d+\.\d+\.\d+\b", row[0])]
    assert sorted(listed) == sorted(LEVEL_1)


def test_every_item_that_is_met_names_a_test() -> None:
    met = TABLE.partition("Met:")[2].partition("Not by plain http")[0]
    assert [line for line in met.splitlines() if re.match(r"\| \d", line) and "::" not in line] == []


def test_every_test_that_the_table_names_is_there() -> None:
    named = set(re.findall(r"`([\w/]+\.py)::(\w+)`", TABLE))
    assert TABLE.count("::") == len(re.findall(r"`[\w/]+\.py::\w+`", TABLE)) > 0
    there = {
        (file, node.name)
        for file, _ in named
        if (path := ROOT / "tests" / file).is_file()
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    }
    assert named - there == set()


def test_the_paper_says_the_limits_that_the_program_has(app: Flask) -> None:
    says = " ".join(PAPER.partition("## What it does\n")[2].partition("\n## ")[0].split())
    assert f"{guesses.FREE} tries, then waits 1 second" in says
    assert f"up to {guesses.LONGEST // 60} minutes" in says
    assert f"{guesses.OVERALL} tries in an hour" in says
    assert guesses.HOUR == 3600
    assert f"A code has {5 * CODE} random bits" in says
    assert f"Links have {5 * LINK} bits" in says
    assert says.count("192 random bits") == 2
    assert f"It lasts {COOKIE_LASTS // 86400} days" in says
    assert f"a name has at most {NAME_LENGTH} letters" in says
    assert f"whole numbers up to {MOST_POINTS:,}" in says
    assert f"other numbers have at most {deal_fields.MOST_DIGITS} digits" in says
    assert f"reasons have at most {deal_fields.MOST_LETTERS:,} letters" in says
    assert f"at most {app.config['MAX_CONTENT_LENGTH'] // 1024} kB, a book {LARGEST // 1024**2} MB" in says


# --- What no other test shows.


def test_a_new_book_lets_nobody_in(tmp_path: Path) -> None:
    with Book(tmp_path / "new.book") as book, book.session() as session:
        assert session.access.devices() == session.access.invitations() == []


def signed(key: str = SECRET_KEY, digest: Any = hashlib.sha256, derived: str = "hmac") -> str:
    """The cookie of the owner's device, as somebody signs it."""
    about = {"key_derivation": derived, "digest_method": digest}
    serializer = URLSafeTimedSerializer(key, salt="cookie-session", signer_kwargs=about)
    return str(serializer.dumps({"_permanent": True, "device": OWNER}))


def test_a_cookie_that_this_book_did_not_sign_or_signed_too_long_ago_is_none(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    def old(by: int) -> str:
        with monkeypatch.context() as then:
            then.setattr(TimestampSigner, "get_timestamp", lambda _: int(time.time()) - by)
            return signed()

    def status(cookie: str) -> int:
        client = stranger(app)
        client.set_cookie(COOKIE, cookie)
        return client.get("/").status_code

    good = signed()
    body, at, signature = good.rsplit(".", 2)
    bad = {
        "another key": signed("another key"),
        "no key": signed(""),
        "another algorithm": signed(digest=hashlib.sha1),
        "another use of the key": signed(derived="none"),
        "no signature": f"{body}.{at}.",
        "nothing but the body": body,
        "another body": f"{body[:-1]}{'A' if body[-1] != 'A' else 'B'}.{at}.{signature}",
        "too old": old(COOKIE_LASTS + 60),
    }
    assert status(good) == status(old(COOKIE_LASTS - 60)) == 200
    assert {how: status(cookie) for how, cookie in bad.items()} == dict.fromkeys(bad, 403)


def test_every_answer_over_https_asks_for_https(client: FlaskClient) -> None:
    tag = client.get("/shell", base_url="https://localhost").headers["ETag"]
    again = client.get("/shell", base_url="https://localhost", headers={"If-None-Match": tag})
    others = [
        client.open(path, method=how, base_url="https://localhost") for path, how in (("/x", "GET"), ("/", "PUT"))
    ]
    assert [answer.status_code for answer in (again, *others)] == [304, 404, 405]
    for answer in (again, *others):
        assert answer.headers["Strict-Transport-Security"] == "max-age=31536000"


def test_a_source_that_is_no_web_address_is_no_link(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    links = ["javascript:alert(1)", "data:text/html,x", "//evil.example/", "https://example.org/rules"]
    game = msgspec.structs.replace(variants.load("classic"), links=links)
    monkeypatch.setattr("scorekeeper.web.rules.variant_or_404", lambda key: game)
    page = client.get("/rules/classic").get_data(as_text=True)
    assert re.findall(r'<li><a href="([^"]*)" rel="noreferrer">', page) == links[-1:]
    assert "<li>javascript:alert(1)</li>" in page


STARTING = {"subprocess", "pickle", "marshal", "shelve", "ctypes", "pty", "xml", "lxml", "yaml", "multiprocessing"}
RUNNING = {
    "eval",
    "exec",
    "compile",
    "__import__",
    "system",
    "popen",
    "startfile",
    "render_template_string",
    "from_string",
}
RUNNING_OS = re.compile("spawn|exec[lv]|fork")


def names_of(path: Path) -> tuple[set[str], set[str]]:
    """The modules that a file imports, and the names of what it calls, as `re.compile` or `compile`."""
    imported, called = set(), set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            imported |= {one.name.split(".")[0] for one in node.names}
        elif isinstance(node, ast.ImportFrom):
            imported.add((node.module or "").split(".")[0])
        elif isinstance(node, ast.Call):
            called.add(ast.unparse(node.func))
    return imported, called


def test_the_program_starts_no_other_and_runs_no_text() -> None:
    found = []
    for path in PYTHON:
        imported, called = names_of(path)
        last = {name.rpartition(".")[2] for name in called if name != "re.compile"}
        found += [f"{path.name}: {name}" for name in (imported & STARTING) | (last & RUNNING)]
        found += [f"{path.name}: {name}" for name in called if name.startswith("os.") and RUNNING_OS.search(name)]
    assert found == []


def test_the_program_asks_for_no_weak_hash() -> None:
    named = {name for path in PYTHON for name in re.findall(r"hashlib\.(\w+)", path.read_text(encoding="utf-8"))}
    assert named == {"sha256", "scrypt"}
    assert [path.name for path in PYTHON if "random" in names_of(path)[0]] == []  # `secrets` is for what is not guessed


def test_scripts_make_no_markup_and_run_no_text() -> None:
    bad = (
        r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|createContextualFragment|\beval\(|\bFunction\(|srcdoc"
    )
    bad += r"|set(?:Timeout|Interval)\(\s*[\"'`]|javascript:|setHTML"
    found = [f"{path.name}: {one}" for path in SCRIPTS for one in re.findall(bad, path.read_text(encoding="utf-8"))]
    assert len(SCRIPTS) > 20
    assert found == []
