"""The short form of bench/malformed.py, and that its judge lets nothing pass."""

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import malformed
import pytest
from _household import household
from _judging import POLICY, Answer, Page, faults, read
from _spoiling import TEXTS, Marks, Sent, spoil
from flask import Flask, Response, redirect, request
from malformed import Asking, Found

REQUESTS = 1_000
GOOD = {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": "; ".join(POLICY),
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "private, no-cache",
}


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Found:
    return malformed.tried(tmp_path_factory.mktemp("malformed") / "kitchen.book", REQUESTS)


def test_no_malformed_request_breaks_the_app_bends_a_header_or_comes_back_as_markup(found: Found) -> None:
    assert len(found.asked) == REQUESTS
    assert found.wrong == []


def test_nothing_that_is_stored_is_shown_as_markup(found: Found) -> None:
    assert found.pages > 150
    assert found.wrong_pages == []
    assert found.problems == []


def test_enough_of_them_are_taken_and_stored(found: Found) -> None:
    assert 100 * found.taken / REQUESTS >= malformed.BAR["taken"]
    assert 100 * found.stored / REQUESTS >= malformed.BAR["stored"]


def test_the_same_seed_makes_the_same_requests(tmp_path: Path) -> None:
    first, again = (malformed.tried(tmp_path / name, 30, ["classic"]).asked for name in ("first.book", "again.book"))
    assert first == again


def test_a_page_that_shows_what_was_sent_as_it_is_does_not_pass(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def careless(config: dict[str, Any]) -> Flask:
        app = household(config)
        app.jinja_env.filters["name"] = lambda name: name
        app.jinja_env.autoescape = False
        return app

    monkeypatch.setattr(malformed, "household", careless)
    found = malformed.tried(tmp_path / "careless.book", 600, ["classic"])
    assert any("sent and come back as it was" in wrong for wrong in [*found.wrong, *found.wrong_pages])


# ---- the judge -------------------------------------------------------------------------------------------------------


def judged(view: Callable[[], Any], text: str) -> list[str]:
    """What is wrong with the answer of an app of one page, which is sent this text."""
    app = Flask(__name__, static_folder=None)
    app.add_url_rule("/", view_func=view)
    answer = Asking(app).ask(Sent("GET", b"/", [("text", text)]))
    return list(faults(answer, read(answer), {"zq1q": text}, stored=True))


def page(body: str = "", **headers: str) -> Response:
    """A page as ours are, but for these headers; one without a value is left out."""
    about = GOOD | {key.replace("_", "-"): value for key, value in headers.items()}
    return Response(
        f"<!doctype html><h1>Here</h1>{body}", headers={key: value for key, value in about.items() if value}
    )


def test_a_page_in_order_is_in_order() -> None:
    link = '<a href="/new?back=%2Fzq1q">zq1q</a><p title="&lt;zq1q&gt;">&lt;zq1q&gt;</p><a href="http://localhost/">Here</a>'
    assert judged(lambda: page(link), "<zq1q>") == []


@pytest.mark.parametrize("family", TEXTS)
def test_every_text_that_could_be_markup_is_found_where_it_is_shown_as_it_is(family: str) -> None:
    for pattern in TEXTS[family]:
        text = pattern.replace("{}", "zq1q")
        if set(text) & set("<>\"'&"):
            assert judged(lambda: page(f"<p>{request.args['text']}</p>"), text), text


BAD: list[tuple[str, Callable[[], Any], str]] = [
    ("an element", lambda: page("<zq1q>"), "an element <zq1q>"),
    ("a frame", lambda: page("<iframe src=/></iframe>"), "an element <iframe>"),
    ("an attribute", lambda: page("<p zq1q=1>"), "an attribute 'zq1q'"),
    ("what is done on a click", lambda: page("<p onclick=1>"), "an attribute 'onclick'"),
    ("a style", lambda: page("<p style=color:red>"), "an attribute 'style'"),
    ("an address of script", lambda: page("<a href=javascript:zq1q>"), "an address in <a href>"),
    ("an address elsewhere", lambda: page("<a href=//evil.example/>"), "an address in <a href>"),
    ("a form that sends elsewhere", lambda: page("<form action=https://evil.example/>"), "an address in <form action>"),
    ("a picture from elsewhere", lambda: page("<img src=https://zq1q.example/>"), "an address in <img src>"),
    ("a script", lambda: page("<script>1</script>"), "a script in the page itself"),
    ("a script of another's", lambda: page("<script type=module src=/zq1q></script>"), "a script {"),
    (
        "a page that leads elsewhere",
        lambda: page("<meta http-equiv=refresh content='0; url=//evil.example/'>"),
        "a meta",
    ),
    ("a comment", lambda: page("<!--zq1q-->"), "in a comment"),
    ("a control", lambda: page("a\x00"), "a page with '\\x00' in it"),
    ("a direction", lambda: page("&#x202e;"), "a page with '\\u202e' in it"),
    ("a fault", lambda: (page(), 500), "status 500"),
    ("an answer that waits", lambda: (page(), 503), "status 503"),
    ("no policy", lambda: page(Content_Security_Policy=""), "not the policy"),
    ("another policy", lambda: page(Content_Security_Policy="default-src *"), "not the policy"),
    (
        "a picture without policy",
        lambda: page(Content_Type="image/svg+xml", Content_Security_Policy=""),
        "not the policy",
    ),
    ("no nosniff", lambda: page(X_Content_Type_Options=""), "no nosniff"),
    ("a referrer for others", lambda: page(Referrer_Policy=""), "no Referrer-Policy"),
    ("nothing about caches", lambda: page(Cache_Control=""), "no Cache-Control"),
    ("no charset", lambda: page(Content_Type="text/html"), "a text of no charset"),
    ("a header more", lambda: page(X_Injected="1"), "a header of no page"),
    ("a header of what was sent", lambda: page(ETag='"zq1q"'), "what was sent came back in a header"),
    ("a header that is not plain", lambda: page(ETag='"\xff"'), "a header that holds"),
    ("a cookie for others", lambda: page(Set_Cookie="a=1"), "a cookie for other sites"),
    ("bytes", lambda: Response(b"\xff", headers=GOOD), "a body that cannot be read"),
    ("no JSON", lambda: page(Content_Type="application/json"), "JSON that is none"),
    (
        "a script that is told what to do",
        lambda: page("zq1q", Content_Type="text/javascript; charset=utf-8"),
        "came back as",
    ),
]


@pytest.mark.parametrize(("what", "view", "said"), BAD, ids=[row[0] for row in BAD])
def test_an_answer_with_a_fault_does_not_pass(what: str, view: Callable[[], Any], said: str) -> None:
    assert any(fault.startswith(said) or said in fault for fault in judged(view, "zq1q")), judged(view, "zq1q")


@pytest.mark.parametrize(
    ("location", "ours"),
    [
        ("/matches/1?saved=2", True),
        ("http://localhost/matches/1", True),
        ("//evil.example/", False),
        ("/\\evil.example/", False),
        ("https://evil.example/", False),
        ("http://localhost//evil.example/", False),
        ("javascript:zq1q", False),
        ("matches", False),
    ],
)
def test_an_answer_leads_to_pages_of_its_own(location: str, ours: bool) -> None:
    answer = Answer(
        303, [("Location", location), ("Cache-Control", "no-store"), ("X-Content-Type-Options", "nosniff")], b""
    )
    assert ([fault for fault in faults(answer, None, {}) if "elsewhere" in fault] == []) == ours


def test_an_answer_is_as_long_as_it_says() -> None:
    headers = [*GOOD.items(), ("Content-Length", "5")]
    assert list(faults(Answer(200, headers, b"four"), None, {})) == ["a length of 5 for 4"]


def test_an_open_door_is_found() -> None:
    found = judged(lambda: redirect(request.args["text"]), "//evil.example/")
    assert any(fault.startswith("it leads elsewhere") for fault in found)


def test_a_fault_of_the_app_is_known_by_its_name() -> None:
    def broken() -> str:
        raise RuntimeError("broken")

    app = Flask(__name__, static_folder=None)
    app.add_url_rule("/", view_func=broken)
    asking = Asking(app)
    assert asking.ask(Sent("GET", b"/")).status == 500
    assert repr(asking.raised) == "RuntimeError('broken')"


# ---- the requests ----------------------------------------------------------------------------------------------------


def test_the_app_is_told_what_was_sent_byte_for_byte() -> None:
    app = Flask(__name__, static_folder=None)
    app.add_url_rule(
        "/<path:rest>", view_func=lambda rest: {"path": rest, "sent": request.form.to_dict()}, methods=["POST"]
    )
    sent = Sent("POST", "/a b/é".encode(), fields=[("x", "\ud800<&="), (b"\xff", b"\x00")])
    answer = Asking(app).ask(sent)
    assert '"path":"a b/\\u00e9"' in answer.text
    assert '"sent":{"%FF":"\\u0000","x":"%ED%A0%80<&="}' in answer.text


def test_a_header_is_bytes_and_one_line() -> None:
    given = Sent("GET", b"/", headers={"X-Sent": "\ud800é", "Origin": "a\r\nb: c"}).environ({})
    assert (given["HTTP_X_SENT"], given["HTTP_ORIGIN"]) == ("\xed\xa0\x80\xc3\xa9", "a  b: c")


def test_by_which_names_the_app_asks_is_learnt() -> None:
    app = Flask(__name__, static_folder=None)
    app.add_url_rule("/", "first", lambda: request.args.get("new_argument", "") + request.cookies.get("new_cookie", ""))
    asking = Asking(app)
    asking.get("/")
    assert list(asking.names["first"]) == ["new_argument", "new_cookie"]


def test_a_form_is_read_as_a_browser_would_send_it() -> None:
    form = """<form method="post" action="/x"><input name="a" value="1"><input type="checkbox" name="b" value="2">
    <input type="radio" name="c" value="3" checked><textarea name="d">4</textarea><button name="e" value="5">Go</button>
    <select name="f"><option value="6"><option value="7" selected></select></form>"""
    (read_form,) = Page(form).forms
    assert (read_form.action, read_form.method) == ("/x", "post")
    assert read_form.sent == {"a": "1", "c": "3", "d": "4", "f": "7"}
    assert {field.name for field in read_form.fields} == set("abcdef")


def test_requests_are_spoiled_alike_by_the_same_seed() -> None:
    def made(seed: int) -> list[str]:
        marks = Marks(random.Random(seed))
        sent = [Sent("POST", b"/new", [("a", "1")], [("b", "2")]) for _ in range(200)]
        for one in sent:
            spoil(one, marks, ["c"])
        return [one.told() for one in sent]

    assert made(1) == made(1) != made(2)
