"""Requests as no page of ours makes them: texts that would like to be something else, and the ways to send them.

A request is made as a server hands it to the app: bytes of a path, of a query, of headers and of a body. What no server
hands on, a line break or a NUL in a header, is not tried here.
"""

import io
import json
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote_from_bytes

from _judging import HOSTILE

TEXTS = {
    "markup": (
        "<img src=x onerror={}>",
        "<script>{}</script>",
        '"><script>{}()</script>',
        "'><svg/onload={}>",
        '" onmouseover="{}" x="',
        "' onfocus='{}' autofocus='",
        "` onclick=`{}`",
        "</title><script>{}</script>",
        "</textarea><b id={}>",
        "</script><script>{}",
        "--><{}>",
        "<!--{}",
        "]]><{}/>",
        "<{}>",
        "<a href=javascript:{}>",
        "<iframe srcdoc={}>",
        "<math><mi xlink:href=data:{}>",
        "<style>@import'{}'</style>",
        "&lt;{}&gt;&#60;i&#62;",
        "&#x3c;{}&#x3e;",
        "javascript:{}",
        "data:text/html,<{}>",
        "＜img src=x onerror={}＞",
        "\\u003cscript\\u003e{}",
        "+ADw-script+AD4-{}",
    ),
    "templates": (
        "{{{{7*7}}}}{}",
        "{{% include '{}' %}}",
        "${{{}}}",
        "#{{{}}}",
        "%({})s",
        "{{{}}}",
        "%s%n%x{}",
        "{{0.__class__}}{}",
    ),
    "sql": (
        "'; DROP TABLE journal;--{}",
        "' OR '1'='1' /*{}",
        '") UNION SELECT value FROM settings--{}',
        "1; ATTACH '{}' AS x",
        "Robert'); {}",
        "%{}_",
        "\\'{}",
    ),
    "headers": (
        "{}\r\nSet-Cookie: {}=1",
        "{}\r\n\r\n<script>{}</script>",
        "{}\nX-Injected: 1",
        "{}\rLocation: /",
        "{}%0d%0aX-Injected:%201",
        "{}嘊嘍X-Injected: 1",
        "{}\u2028\u2029\x85\x0b\x0c",
    ),
    "paths": (
        "../../../etc/passwd{}",
        "..%2f..%2f{}",
        "..\\..\\{}",
        "file:///etc/{}",
        f"//{HOSTILE}/{{}}",
        f"/\\{HOSTILE}/{{}}",
        f"https://{HOSTILE}/{{}}",
        f"/%09/{HOSTILE}/{{}}",
        f"/@{HOSTILE}/{{}}",
        "/matches?{}#{}",
        "/../{};x=y",
        "CON{}",
    ),
    "unicode": (
        "\u202e{}\u202c",
        "\u2066{}\u2069",
        "\u200b\u200d\ufeff{}",
        "{}\x00",
        "\x00{}\x1b[31m\x07\x08",
        "{}e" + "\u0301" * 30,
        "👩\u200d👩\u200d👧\u200d👦🏳️\u200d🌈{}",
        "\ud800{}\udfff",
        "{}\uffff\U0010ffff",
        "İıſK{}ǅß",
        "ﷺ{}㍿",
        "Ω{}Å",
        "{}\u034f\u115f\u3164\u2800",
        "مارتا{}רוי",
        "\U000e0041\U000e0042{}",
        "𝓐{}①٣",
        "\t \u3000{}\u00a0 ",
    ),
    "long": (
        "{}" + "A" * 5000,
        "{}" + "<" * 3000,
        "{}" + "&" * 1000,
        "{}" + "9" * 4500,
        "{}" + "\u0301" * 2000,
        "{}" + "K " * 600,
    ),
}
NUMBERS = (
    *(
        "-1",
        "0",
        "−12345",
        "+5",
        "007",
        "1e999",
        "NaN",
        "inf",
        "-inf",
        "0x10",
        "1_000",
        "1,5",
        "٣",
        "೩",
        "²",
        "½",
        "Ⅷ",
        "1.0",
    ),
    *(
        str(2**31),
        str(2**63 - 1),
        str(2**63),
        str(2**64),
        str(-(2**63)),
        "9" * 400,
        "-" + "9" * 4400,
        " 7 ",
        "7\x00",
        "",
        "१२",
    ),
    *("1 000 000", "1.000.000.000.000", "--5", "5-", "True", "null", "None", "[]", "{}", "1;2"),
)
BROKEN = (
    b"\xff\xfe",
    b"\xc0\xbc",
    b"\xed\xa0\x80",
    b"\xf4\x90\x80\x80",
    b"\x80",
    b"%",
    b"%zz",
    b"%u003c",
    b"\xe2\x80",
    b"\x00",
)
"""Bytes that are no text."""
METHODS = (
    *(
        "TRACE",
        "PUT",
        "DELETE",
        "PATCH",
        "PROPFIND",
        "CONNECT",
        "OPTIONS",
        "HEAD",
        "get",
        "Post",
        "GETT",
        "QUERY",
        "*",
        "A" * 300,
    ),
)
PATHS = (
    *(
        b"",
        b"*",
        b"//",
        b"/.",
        b"/..",
        b"/../../etc/passwd",
        b"/%2e%2e/",
        b"/\x00",
        b"/\xff",
        b"/matches",
        b"/matches/",
        b"/matches//1",
    ),
    *(
        b"//evil.example/",
        b"/\\evil.example",
        b"/static/",
        b"/static/../scorekeeper",
        b"/static/..%2f..%2fsecret",
        b"/static/%00",
    ),
    *(
        b"/new/classic/",
        b"/./new",
        b"/matches/1/../../new",
        b"/" + b"a" * 9000,
        b"/" + b"/" * 300,
        b"/favicon.ico",
        b"/.git/config",
    ),
    *(
        b"http://evil.example/",
        b"/;/matches",
        b"/matches;jsessionid=1",
        b"/%",
        b"/?%3f",
        b"/matches/1\r\nX-Injected: 1",
        b"/\xe2\x80\xae",
    ),
)
"""Paths of no route."""
ODD_HEADERS: dict[str, tuple[str, ...]] = {
    "Range": (
        "bytes=0-0",
        "bytes=-1",
        "bytes=9999999999999999999999-",
        "bytes=0-1,2-3,4-5",
        "bytes=5-1",
        "lines=1-2",
        "bytes=a-b",
    ),
    "If-Range": ('"x"', "W/", "Thu, 99 Foo 2020"),
    "If-None-Match": ("*", '"' + "x" * 3000 + '"', 'W/"', "1", '"1", W/"2", ', '"\xff"'),
    "If-Match": ("*", '"0"', "\xff"),
    "If-Modified-Since": ("Thu, 01 Jan 1970 00:00:00 GMT", "Fri, 31 Dec 99999 23:59:59 GMT", "now", "0", "-1"),
    "If-Unmodified-Since": ("Thu, 01 Jan 1970 00:00:00 GMT", "x"),
    "Accept-Language": (
        *(
            "*",
            "de;q=NaN",
            "pt-BR;q=1e999, *;q=-1",
            "x" * 3000,
            "../../etc",
            "zh-Hant-TW-x-a",
            "de--DE",
            "en;q=٣",
            "ar, he;q=0",
            ";;;,,,",
        ),
        *(
            "de-DE-u-co-phonebk",
            "fr_FR@euro",
            "i-klingon",
            "en-\xff",
            "root",
            "und",
            "sr-Latn-RS;q=0.5",
            "c",
            "en_US.UTF-8",
        ),
    ),
    "Accept-Encoding": (
        "gzip;q=0",
        "gzip;q=NaN",
        "*",
        "br, zstd",
        "gzip;q=x",
        "identity;q=0, *;q=0",
        "gzip, gzip, gzip",
        "\xff",
    ),
    "Accept": ("*/*;q=NaN", "text/" + "x" * 2000, ";;", "application/json"),
    "Origin": (
        "null",
        f"http://{HOSTILE}",
        "http://localhost.evil.example",
        "http://localhost:1",
        "://localhost",
        "localhost",
        "\xff",
        "",
    ),
    "Referer": (f"https://{HOSTILE}/", "javascript:alert(1)", "\xff" * 20, "http://localhost/", "http://[::1", "/"),
    "Host": (
        *(
            HOSTILE,
            "localhost.evil.example",
            "localhost:99999",
            "localhost:x",
            "[::1",
            "[::1]:80",
            "",
            "a b",
            "localhost@evil.example",
            "<x>",
        ),
        *(
            "localhost/../",
            "127.1",
            "0x7f.1",
            "scorekeeper.local:80",
            "\xff",
            "xn--",
            "a" * 300,
            "localhost,evil.example",
            "LOCALHOST",
            ".",
            ".local",
        ),
    ),
    "X-Forwarded-For": ("127.0.0.1", "<script>", "\xff"),
    "X-Forwarded-Host": (HOSTILE, "<script>"),
    "X-Forwarded-Proto": ("https", "javascript"),
    "X-Forwarded-Prefix": (f"//{HOSTILE}", '"><script>'),
    "Forwarded": (f"host={HOSTILE};proto=https",),
    "X-Original-URL": ("/matches/1",),
    "X-HTTP-Method-Override": ("DELETE", "POST"),
    "X-Requested-With": ("XMLHttpRequest",),
    "Content-Length": ("-1", "0", "1", "99999999999999999999", "x", "٣", "1e3", "+5", "", " 4 "),
    "Transfer-Encoding": ("chunked", "gzip, chunked"),
    "Content-Encoding": ("gzip", "br"),
    "Expect": ("100-continue", "x"),
    "Upgrade": ("websocket", "h2c"),
    "Connection": ("close, Host", "upgrade"),
    "User-Agent": ("() { :;}; echo x", "<script>", ""),
    "Authorization": ("Basic !!!", "Basic \xff", "Bearer x", "Digest username=", "Basic " + "QQ==" * 500),
    "Sec-Fetch-Site": ("cross-site", "x"),
    "X-CSRFToken": ("x", "\xff", "x" * 3000),
    "Date": ("x",),
}
KINDS = (
    *(
        "application/json",
        "text/plain",
        "text/xml",
        "application/x-www-form-urlencoded; charset=utf-7",
        "multipart/form-data",
        None,
    ),
    *(
        "multipart/form-data; boundary=",
        "multipart/form-data; boundary=" + "b" * 300,
        'multipart/form-data; boundary="\xff"',
        "x",
        ";",
        "\xff",
    ),
    *(
        "application/x-www-form-urlencoded; charset=\xff",
        "APPLICATION/X-WWW-FORM-URLENCODED",
        "text/html",
        "multipart/mixed; boundary=b",
    ),
    "application/octet-stream",
)
COOKIES = (
    *(
        "=",
        ";;;",
        "a",
        "\xff=\xff",
        "scorekeeper",
        'scorekeeper="',
        "scorekeeper=\\054\\377",
        "x=" + "y" * 9000,
        "a=b; " * 300,
    ),
    *(
        'x="\\',
        "__proto__=1",
        "scorekeeper=eyJ4IjoxfQ.aaaaaa.bbbbbbbb",
        "scorekeeper=.",
        "scorekeeper=..",
        "scorekeeper=.eJw.aaaa.b",
    ),
    "$Version=1; $Path=/",
)
BOUNDARY = b"zzzboundary"

Piece = str | bytes


def raw(piece: Piece) -> bytes:
    return piece if isinstance(piece, bytes) else piece.encode("utf-8", "surrogatepass")


def raw_header(value: str) -> str:
    """The bytes of a header, as WSGI writes them in a text; without what would end it."""
    latin = value if max(map(ord, value), default=0) < 256 else raw(value).decode("latin-1")
    return latin.translate(dict.fromkeys(map(ord, "\r\n\0"), " "))


def encoded(pairs: list[tuple[Piece, Piece]]) -> bytes:
    """Names and values as a form sends them."""
    return "&".join(f"{_quoted(key)}={_quoted(value)}" for key, value in pairs).encode()


def _quoted(piece: Piece) -> str:
    return quote_from_bytes(raw(piece), safe="")


class Marks:
    """Hands out texts, each with a mark of its own, and remembers them by it."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.sent: dict[str, str] = {}

    def mark(self) -> str:
        mark = f"zq{len(self.sent)}q"
        self.sent[mark] = mark
        return mark

    def text(self, *families: str) -> str:
        """A text of one of these families, of any where none is named."""
        mark = self.mark()
        family = self.chance.choice(families or tuple(TEXTS))
        self.sent[mark] = self.chance.choice(TEXTS[family]).replace("{}", mark).replace("{{", "{").replace("}}", "}")
        return self.sent[mark]

    def name(self) -> str:
        """A text that may be somebody's name: a short one."""
        while len(text := self.text()) > 40:
            pass
        return text

    def anything(self) -> Piece:
        """A text, a number, or bytes that are neither."""
        draw = self.chance.random()
        if draw < 0.65:
            return self.text()
        if draw < 0.9:
            return self.chance.choice(NUMBERS)
        return self.mark().encode() + self.chance.choice(BROKEN)


@dataclass
class Sent:
    """A request. `fields`: of its form, None where it has none; `body`: what is sent in place of them."""

    method: str
    path: bytes
    query: list[tuple[Piece, Piece]] = field(default_factory=list)
    fields: list[tuple[Piece, Piece]] | None = None
    headers: dict[str, str] = field(default_factory=dict)
    cookie: str = ""
    kind: str | None = "application/x-www-form-urlencoded"
    body: bytes | None = None
    query_as_it_is: bytes | None = None
    spoiled: list[str] = field(default_factory=list)

    @property
    def query_string(self) -> bytes:
        return encoded(self.query) if self.query_as_it_is is None else self.query_as_it_is

    def environ(self, before: dict[str, Any]) -> dict[str, Any]:
        """What a server hands the app; `before`: of a plain request with the cookies of the same browser."""
        found = {**before, "REQUEST_METHOD": self.method, "PATH_INFO": self.path.decode("latin-1")}
        found["QUERY_STRING"] = self.query_string.decode("latin-1")
        for key in ("REQUEST_URI", "RAW_URI"):
            found.pop(key, None)
        if self.cookie:
            found["HTTP_COOKIE"] = "; ".join(filter(None, [before.get("HTTP_COOKIE"), self.cookie]))
        if self.fields is not None or self.body is not None:
            body = encoded(self.fields or []) if self.body is None else self.body
            found |= {"wsgi.input": io.BytesIO(body), "CONTENT_LENGTH": str(len(body))}
            if self.kind is not None:
                found["CONTENT_TYPE"] = self.kind
        for key, value in self.headers.items():
            name = key.upper().replace("-", "_")
            found[name if name == "CONTENT_LENGTH" else f"HTTP_{name}"] = raw_header(value)
        return found

    def told(self) -> str:
        """The request in a line, to be found again."""
        fields = b"" if self.fields is None else encoded(self.fields)
        body = (fields if self.body is None else self.body)[:300]
        asked = f"{self.method[:20]} {self.path[:200]!r} ?{self.query_string[:200]!r}"
        return f"{asked} {self.headers} {self.kind} {body!r} {self.spoiled}"


# ---- ways to spoil a request -----------------------------------------------------------------------------------------


def _text_in(pairs: list[tuple[Piece, Piece]], marks: Marks, names: list[str]) -> None:
    """One of these values is another, missing, there twice, or under another name; or there is one more."""
    chance = marks.chance
    at = chance.randrange(len(pairs)) if pairs else None
    act = chance.choice(("replace", "replace", "replace", "drop", "double", "rename", "add", "ask"))
    if at is None or act == "add":
        pairs.append((chance.choice([marks.text(), "house." + marks.text(), *map(raw, BROKEN[:2])]), marks.anything()))
    elif act == "ask":
        pairs.append((chance.choice(names or ["x"]), marks.anything()))
    elif act == "replace":
        pairs[at] = (pairs[at][0], marks.anything())
    elif act == "drop":
        del pairs[at]
    elif act == "double":
        pairs.insert(chance.choice((at, at + 1)), (pairs[at][0], marks.anything()))
    else:
        key = pairs[at][0]
        pairs[at] = (
            chance.choice((raw(key) + raw(marks.anything()), raw(key).upper(), raw(key) + b"[]")),
            pairs[at][1],
        )


def in_fields(sent: Sent, marks: Marks, names: list[str]) -> None:
    if sent.fields is not None:
        for _ in range(marks.chance.randint(1, 3)):
            _text_in(sent.fields, marks, names)
    else:
        in_query(sent, marks, names)


def in_query(sent: Sent, marks: Marks, names: list[str]) -> None:
    _text_in(sent.query, marks, names)


def raw_query(sent: Sent, marks: Marks, names: list[str]) -> None:
    sent.query_as_it_is = raw(marks.anything()) + b"&" + b"=".join(marks.chance.choices(BROKEN, k=3))


def many_fields(sent: Sent, marks: Marks, names: list[str]) -> None:
    pairs = sent.query if sent.fields is None else sent.fields
    pairs += [(f"{marks.mark()}{n}", str(n)) for n in range(marks.chance.choice((50, 1500)))]


def headers(sent: Sent, marks: Marks, names: list[str]) -> None:
    chance = marks.chance
    for _ in range(chance.randint(1, 3)):
        key = chance.choice([*ODD_HEADERS, "Origin", "Accept-Language", "Host"])
        value = chance.choice(ODD_HEADERS[key])
        if chance.random() < 0.3:
            value = chance.choice((marks.mark(), f"{marks.mark()}.local", f'"{marks.mark()}"', f"<{marks.mark()}>"))
        sent.headers[key] = value


def cookies(sent: Sent, marks: Marks, names: list[str]) -> None:
    made = f"{marks.chance.choice(names or ['x'])}={marks.mark()}"
    sent.cookie = marks.chance.choice((*COOKIES, made, made, f'scorekeeper_look="{marks.mark()}>"'))


def method(sent: Sent, marks: Marks, names: list[str]) -> None:
    sent.method = marks.chance.choice(METHODS)


def path(sent: Sent, marks: Marks, names: list[str]) -> None:
    """Another one, or this one with something more."""
    chance = marks.chance
    more = raw(marks.anything())
    sent.path = chance.choice(
        (
            chance.choice(PATHS),
            chance.choice(PATHS),
            sent.path + b"/",
            b"/" + sent.path,
            sent.path + more,
            sent.path + b"/" + more,
            b"/" + more,
            sent.path.replace(b"/", b"//", 2),
            sent.path.upper(),
            sent.path.replace(b"/", b"\\"),
        )
    )


def kind(sent: Sent, marks: Marks, names: list[str]) -> None:
    """Another kind of body than is said, or one of the kinds that are not meant."""
    chance = marks.chance
    sent.kind = chance.choice(KINDS)
    sent.fields = sent.fields or [("x", marks.text())]
    if sent.kind == "application/json":
        told = {str(key): str(value) for key, value in sent.fields}
        sent.headers["X-CSRFToken"] = raw_header(told.get("csrf_token", ""))  # such a body may carry it there alone
        inside = {key: chance.choice((value, [value], {"x": value}, None, 5, [], 1e300)) for key, value in told.items()}
        sent.body = chance.choice(
            (json.dumps(told).encode(), json.dumps(inside).encode(), b"[[[", b"[1]", b"null", b"\xff")
        )


def multipart(sent: Sent, marks: Marks, names: list[str]) -> None:
    """The fields as parts, one of them perhaps a file, the last perhaps never closed."""
    chance = marks.chance
    sent.kind = f"multipart/form-data; boundary={BOUNDARY.decode()}"
    parts = []
    for key, value in sent.fields or [("x", marks.text())]:
        about = b'Content-Disposition: form-data; name="' + raw(key) + b'"'
        if chance.random() < 0.1:
            about += chance.choice(
                (b'; filename="' + raw(marks.text()) + b'"', b"; filename*=UTF-8''%ff", b'; filename="')
            )
        if chance.random() < 0.1:
            about += b"\r\n" + chance.choice(
                (b"Content-Type: text/html", b"Content-Transfer-Encoding: base64", b"X", b"\xff: \xff")
            )
        parts.append(b"--" + BOUNDARY + b"\r\n" + about + b"\r\n\r\n" + raw(value) + b"\r\n")
    end = chance.choice(
        (b"--" + BOUNDARY + b"--\r\n", b"--" + BOUNDARY + b"--\r\n", b"", b"--" + BOUNDARY, b"--" + BOUNDARY + b"\r\n")
    )
    sent.body = b"".join(parts) + end
    if chance.random() < 0.15:
        sent.body = sent.body[: chance.randrange(len(sent.body))]


def body(sent: Sent, marks: Marks, names: list[str]) -> None:
    """Bytes that are no form; cut off; or far too many."""
    chance = marks.chance
    whole = encoded(sent.fields or [])
    sent.body = chance.choice(
        (
            b"&".join(chance.choices(BROKEN, k=5)),
            whole[: chance.randrange(len(whole) + 1)],
            whole + b"&x=" + b"y" * chance.choice((64 * 1024, 300_000)),
            whole + b"&=&&==&" + raw(marks.anything()),
            whole.replace(b"&", b";"),
            b"",
        )
    )


WAYS: dict[Callable[[Sent, Marks, list[str]], None], int] = {
    in_fields: 10,
    in_query: 4,
    headers: 5,
    path: 3,
    cookies: 2,
    multipart: 2,
    kind: 2,
    body: 2,
    method: 2,
    raw_query: 1,
    many_fields: 1,
}
"""Each way, and how often it is taken beside the others."""


def spoil(sent: Sent, marks: Marks, names: list[str]) -> None:
    """Spoils the request in one way. `names`: of what the app has asked for at this address."""
    way = marks.chance.choices(list(WAYS), list(WAYS.values()))[0]
    way(sent, marks, names)
    sent.spoiled.append(way.__name__)
