"""What travels: stylesheets that never have to be asked for twice, and pages packed small."""

import gzip
import re
import shutil
from pathlib import Path

import pytest
from _household import household
from flask import Flask
from flask.testing import FlaskClient
from test_pages import pages
from werkzeug.test import TestResponse

from scorekeeper.book import Book
from scorekeeper.web import joining
from scorekeeper.web.app import web_root

PACKED = {"Accept-Encoding": "gzip, deflate"}
KINDS = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml; charset=utf-8",
}
WEIGHT = 14_000
"""Bytes that a page may need on the wire when the phone has nothing yet: what a first answer brings over slow Wi-Fi."""


@pytest.fixture
def match(client: FlaskClient) -> str:
    """The address of a match."""
    form = dict(re.findall(r'name="(csrf_token|op_id|target)"[^>]*value="([^"]+)"', page(client.get("/new/classic"))))
    answer = client.post("/new/classic", data={"target": "5000", "players": "4", "dealer": "0", **form})
    assert answer.status_code == 303
    return answer.headers["Location"]


def page(answer: TestResponse) -> str:
    body = answer.get_data()
    return (gzip.decompress(body) if answer.headers.get("Content-Encoding") == "gzip" else body).decode()


def named(client: FlaskClient) -> list[str]:
    """The addresses of the files that the first page names."""
    found = re.findall(r'(?:href|src)="(/static/[^"]+)"', page(client.get("/")))
    assert len(found) == 2
    return found


def source(address: str) -> Path:
    """The file that an address was made for."""
    return web_root() / re.sub(r"\.[0-9a-f]{8}(?=\.\w+$)", "", address).removeprefix("/")


def test_files_are_addressed_by_their_content_and_kept_for_a_year(client: FlaskClient) -> None:
    for address in named(client):
        assert re.search(r"/[a-z]+\.[0-9a-f]{8}\.[a-z]+$", address)
        answer = client.get(address)
        assert answer.status_code == 200
        assert answer.get_data() == joined(source(address))
        assert answer.headers["Content-Type"] == KINDS[source(address).suffix]
        assert answer.headers["Cache-Control"] == "max-age=31536000, immutable"
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert "Cookie" not in answer.headers.get("Vary", "")
        assert "Set-Cookie" not in answer.headers
        assert "Content-Security-Policy" not in answer.headers


def test_every_file_there_is_has_an_address(app: Flask, client: FlaskClient) -> None:
    folder = web_root() / "static"
    names = [path.relative_to(folder).as_posix() for path in folder.glob("*") if path.is_file()]
    with app.test_request_context():
        addresses = [app.url_for("static", filename=name) for name in names]
    assert len(set(addresses)) == len(names)
    assert [client.get(address).status_code for address in addresses] == [200] * len(names)


def test_a_file_that_changed_has_another_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for folder in ("static", "templates"):
        shutil.copytree(web_root() / folder, tmp_path / folder)
    sheet = tmp_path / "static" / "parts" / "base.css"
    monkeypatch.setattr("scorekeeper.web.app.web_root", lambda: tmp_path)
    found = []
    for text in ("a {}", "b {}", "a {}"):
        sheet.write_text(text)
        app = household({"BOOK": tmp_path / "kitchen.book"})
        with app.test_request_context():
            found.append(app.url_for("static", filename="pages.css"))
        assert [app.test_client().get(address).status_code for address in found].count(200) == found.count(found[-1])
        app.extensions["book"].close()
    assert found[0] == found[2] != found[1]


@pytest.mark.parametrize(
    "wrong",
    [
        "/static/pages.css",
        "/static/pages.000000000000.css",
        "/static/parts/base.css",
        "/static/",
        "/static/../pyproject.toml",
        "/static/../.git/HEAD",
        "/.git/HEAD",
        "/static/none.css",
    ],
)
def test_no_file_is_given_under_an_address_that_is_not_its_own(client: FlaskClient, wrong: str) -> None:
    answer = client.get(wrong)
    assert answer.status_code == 404
    assert answer.headers["Cache-Control"] == "private, no-cache"


def joined(path: Path) -> bytes:
    """What is sent for a file; other files have addresses that end in x."""
    return joining.joined(path, lambda other: f"{other.stem}.x{other.suffix}")


@pytest.fixture
def parts(tmp_path: Path) -> Path:
    """A folder of scripts and stylesheets with an empty one for their parts."""
    (tmp_path / "parts").mkdir()
    return tmp_path / "parts"


def test_a_file_holds_each_part_that_it_imports_once_and_first(tmp_path: Path, parts: Path) -> None:
    (parts / "a.js").write_text("/** What a does. */\nexport function a() {}\n")
    (parts / "b.js").write_text('import { a } from "./a.js";\nexport const b = a();\n')
    page_js = 'import { a } from "./parts/a.js";\nimport {\n  b,\n} from "./parts/b.js";\na(b);\n'
    (tmp_path / "page.js").write_text(page_js)
    assert joined(tmp_path / "page.js") == b"function a(){}\nconst b=a();a(b);"
    (parts / "a.css").write_text("/* ink */ a { color: red; }\n")
    (tmp_path / "page.css").write_text('@import "parts/a.css";\nb { color: blue; }\n')
    assert joined(tmp_path / "page.css") == b"a{color:red}b{color:blue}"


def test_a_script_imports_another_by_the_address_that_this_has(tmp_path: Path, parts: Path) -> None:
    (parts / "a.js").write_text("export function a() {}\n")
    (tmp_path / "page.js").write_text('export { a } from "./parts/a.js";\nexport const key = 1;\n')
    (tmp_path / "later.js").write_text('import { a, key } from "./page.js";\na(key);\n')
    assert joined(tmp_path / "page.js") == b"function a(){}\nexport{a};export const key=1;"
    assert joined(tmp_path / "later.js") == b'import{a,key}from"./page.x.js";a(key);'


def test_two_parts_of_a_script_cannot_give_one_name_to_two_things(tmp_path: Path, parts: Path) -> None:
    (parts / "a.js").write_text("const key = 1;\nexport function a() {}\n")
    (tmp_path / "page.js").write_text('import { a } from "./parts/a.js";\nfunction key() {}\n')
    with pytest.raises(ValueError, match=r"page\.js: .*: key"):
        joined(tmp_path / "page.js")


def test_stylesheets_and_scripts_travel_packed_where_that_is_understood(client: FlaskClient) -> None:
    for address in named(client):
        packed, plain = client.get(address, headers=PACKED), client.get(address)
        assert packed.headers["Content-Encoding"] == "gzip"
        assert len(packed.get_data()) == int(packed.headers["Content-Length"]) < len(plain.get_data()) / 2
        assert page(packed) == page(plain)
        assert "Content-Encoding" not in plain.headers
        assert packed.headers["Vary"] == plain.headers["Vary"] == "Accept-Encoding"
        refused = client.get(address, headers={"Accept-Encoding": "gzip;q=0, br"})
        assert "Content-Encoding" not in refused.headers


@pytest.mark.parametrize("asked", [{}, PACKED], ids=["plain", "packed"])
def test_a_file_asked_for_again_is_not_sent_again(client: FlaskClient, asked: dict[str, str]) -> None:
    for address in named(client):
        tag = client.get(address, headers=asked).headers["ETag"]
        again = client.get(address, headers={**asked, "If-None-Match": tag})
        assert (again.status_code, again.get_data(), again.headers["ETag"]) == (304, b"", tag)


def test_pages_travel_packed_where_that_is_understood(client: FlaskClient, match: str) -> None:
    for address in ("/", "/rules/classic", match, f"{match}/deals/new/plain", "/nowhere"):
        packed, plain = client.get(address, headers=PACKED), client.get(address)
        assert packed.headers["Content-Encoding"] == "gzip"
        assert len(packed.get_data()) == int(packed.headers["Content-Length"]) < len(plain.get_data()) / 2
        assert re.sub('value="[^"]*"', "", page(packed)) == re.sub('value="[^"]*"', "", page(plain))
        assert "Content-Encoding" not in plain.headers
        for answer in (packed, plain):
            assert {"Accept-Encoding", "Accept-Language", "Cookie"} <= set(answer.vary)


def test_no_page_weighs_more_than_a_slow_network_brings_at_once(client: FlaskClient, book: Book) -> None:
    def weight(answer: TestResponse) -> int:
        return len(str(answer.headers).encode()) + len(answer.get_data())

    weights = {}
    for address in [*pages(book), "/look", "/matches/1/deals/new"]:
        answer = client.get(address, headers=PACKED)
        files = re.findall(r'(?:href|src)="(/static/[^"]+)"', page(answer))
        weights[address] = weight(answer) + sum(weight(client.get(file, headers=PACKED)) for file in files)
    assert {address: bytes_ for address, bytes_ in weights.items() if bytes_ > WEIGHT} == {}


def test_short_answers_and_those_that_lead_elsewhere_travel_as_they_are(client: FlaskClient) -> None:
    form = re.findall(r'name="csrf_token" value="([^"]+)"', page(client.get("/look")))
    answer = client.post("/look", data={"csrf_token": form[0], "look": "dark"}, headers=PACKED)
    assert answer.status_code == 303
    assert "Content-Encoding" not in answer.headers


def test_a_head_says_of_a_page_what_getting_it_would(client: FlaskClient) -> None:
    head, got = client.head("/rules", headers=PACKED), client.get("/rules", headers=PACKED)
    assert head.get_data() == b""
    for key in ("Content-Encoding", "Content-Length", "Vary"):
        assert head.headers[key] == got.headers[key]


@pytest.mark.parametrize("first", [{}, PACKED], ids=["plain", "packed"])
@pytest.mark.parametrize("then", [{}, PACKED], ids=["plain", "packed"])
def test_a_match_that_did_not_change_is_not_sent_again(
    client: FlaskClient, match: str, first: dict[str, str], then: dict[str, str]
) -> None:
    tag = client.get(match, headers=first).headers["ETag"]
    assert tag.startswith("W/")
    again = client.get(match, headers={**then, "If-None-Match": tag})
    assert (again.status_code, again.get_data(), again.headers["ETag"]) == (304, b"", tag)
    assert "Content-Encoding" not in again.headers
    assert {"Accept-Encoding", "Accept-Language", "Cookie"} <= set(again.vary)


def test_what_makes_a_style_smaller_keeps_what_it_says() -> None:
    """rcssmin takes the space of "a :is(b)" away inside an at-rule, and says something else then."""
    inside = re.compile(r"^\s+[^{}\n]*[^\s>+~,] :[a-z-]+\(", re.MULTILINE)
    told = {
        path.name: inside.findall(path.read_text(encoding="utf-8")) for path in (web_root() / "static").rglob("*.css")
    }
    assert told
    assert {name: found for name, found in told.items() if found} == {}
