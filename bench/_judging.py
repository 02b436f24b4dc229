"""Is an answer right in itself, whatever was asked? Its status, its headers, and that nothing sent has become markup.

Everything that is sent carries a mark of its own, so that an answer shows which of it came back, and as what.
"""

import contextlib
import gzip
import html
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from html.parser import HTMLParser
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

MARK = re.compile(r"zq\d+q", re.IGNORECASE)
HOSTILE = "evil.example"
"""The host of every address of another site that is sent."""
PLAY = "https://app.bgstatsapp.com/createPlay.html?data="
"""Where a match may be handed over."""
POLICY = {
    *("default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'", "img-src 'self' data:"),
    *("manifest-src 'self'", "form-action 'self'", "frame-ancestors 'none'", "base-uri 'none'"),
}
HEADERS = {
    *("allow", "cache-control", "content-disposition", "content-encoding", "content-length", "content-security-policy"),
    *("content-type", "date", "etag", "last-modified", "location", "referrer-policy", "retry-after", "set-cookie"),
    *("vary", "www-authenticate", "x-content-type-options"),
}
"""Every header that an answer may have."""

_RULED = {"text/html", "image/svg+xml"}
_OWN = re.compile(r"/(?![/\\])[^\\\x00-\x20]*")
_LED = re.compile(f"0; url={_OWN.pattern}")
_ADDRESSES = {"action", "background", "cite", "data", "formaction", "href", "poster", "src", "srcset", "xlink:href"}
_NEVER = {"applet", "base", "embed", "frame", "frameset", "iframe", "math", "object", "portal", "style"}
"""Elements that no page of ours has."""
_WITH_POWER = re.compile(r"[<>\"'&]")
_UNSEEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ufeff]")
"""Controls, and what turns the direction of the text around it."""


class Field(NamedTuple):
    """A field of a form: what it holds as drawn, and what else may be chosen."""

    name: str
    kind: str
    value: str
    options: tuple[str, ...] = ()


class Form(NamedTuple):
    action: str
    method: str
    fields: tuple[Field, ...]

    @property
    def sent(self) -> dict[str, str]:
        """What a browser would send of it."""
        return {field.name: field.value for field in self.fields if field.kind != "offered"}


class Answer(NamedTuple):
    """An answer as it went out. `asked`: the method and host of the request."""

    status: int
    headers: list[tuple[str, str]]
    body: bytes
    asked: tuple[str, str] = ("GET", "localhost")

    def header(self, name: str) -> str | None:
        return next((value for key, value in self.headers if key.lower() == name.lower()), None)

    @property
    def kind(self) -> str:
        return (self.header("Content-Type") or "").partition(";")[0].strip().lower()

    @property
    def text(self) -> str:
        packed = self.header("Content-Encoding") == "gzip"
        return (gzip.decompress(self.body) if packed and self.body else self.body).decode()


class Page(HTMLParser):
    """What a browser makes of a page: its elements, and the addresses and forms in it."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, list[tuple[str, str | None]]]] = []
        self.asides: list[str] = []
        self.scripts: list[str] = []
        self.links: list[str] = []
        self.forms: list[Form] = []
        self._form: tuple[str, str] | None = None
        self._fields: list[Field] = []
        self._select: tuple[str, list[str], list[str]] | None = None
        self._in_script = self._in_text = False
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, attrs))
        given = {key: value or "" for key, value in attrs}
        name = given.get("name", "")
        self._in_script = tag == "script"
        if tag in ("a", "link", "script") and (address := given.get("href") or given.get("src")):
            self.links.append(address)
        if tag == "form":
            self._form = given.get("action", ""), given.get("method", "get").lower()
            self._fields = []
        elif self._form is None:
            return
        elif tag == "select":
            self._select = name, [], []
        elif tag == "option" and self._select:
            self._select[1].append(given.get("value", ""))
            if "selected" in given:
                self._select[2].append(given.get("value", ""))
        elif tag in ("input", "textarea", "button") and name:
            kind = {"input": given.get("type") or "text", "textarea": "text"}.get(tag, tag)
            kind = "number" if given.get("inputmode") == "numeric" else kind
            offered = kind in ("radio", "checkbox") and "checked" not in given
            pressed = kind in ("button", "submit")
            self._fields.append(Field(name, "offered" if offered or pressed else kind, given.get("value", "")))
            self._in_text = tag == "textarea"

    def handle_endtag(self, tag: str) -> None:
        self._in_script = self._in_text = False
        if tag == "select" and self._select:
            name, options, chosen = self._select
            self._fields.append(Field(name, "select", (chosen or options or [""])[0], tuple(options)))
            self._select = None
        elif tag == "form" and self._form is not None:
            self.forms.append(Form(*self._form, tuple(self._fields)))
            self._form = None

    def handle_data(self, data: str) -> None:
        if self._in_script:
            self.scripts.append(data)
        if self._in_text:
            self._fields[-1] = self._fields[-1]._replace(value=self._fields[-1].value + data)

    def handle_comment(self, data: str) -> None:
        self.asides.append(data)

    handle_decl = handle_pi = unknown_decl = handle_comment


def read(answer: Answer) -> Page | None:
    """The page that this answer is, None if it is none or no text at all."""
    if answer.kind not in _RULED or not answer.body:
        return None
    with contextlib.suppress(UnicodeDecodeError, OSError):
        return Page(answer.text)
    return None


def faults(answer: Answer, page: Page | None, sent: Mapping[str, str], stored: bool = False) -> Iterator[str]:
    """What is wrong with the answer. `sent`: every text that was sent so far, by its mark; `stored`: nobody has just
    sent anything, so whatever is shown is in the book."""
    if not 200 <= answer.status < 500:
        yield f"status {answer.status}"
    yield from _headers(answer)
    if answer.asked[0] == "HEAD" or not answer.body:
        return
    try:
        text = answer.text.removeprefix("\ufeff")  # by which spreadsheets know it is UTF-8
    except (UnicodeDecodeError, OSError):
        saved = (answer.header("Content-Disposition") or "").startswith("attachment;")
        if not saved and not answer.kind.startswith("image/"):
            yield "a body that cannot be read"
        return
    if page is not None:
        yield from _markup(page, answer.asked[1])
        for mark in dict.fromkeys(MARK.findall(text)):
            if _WITH_POWER.search(whole := sent.get(mark.lower(), "")) and whole in text:
                yield f"sent and come back as it was: {whole!r}"
    elif answer.kind in ("application/json", "application/manifest+json"):
        try:
            json.loads(text)
        except ValueError:
            yield "JSON that is none"
    elif answer.kind not in ("text/plain", "text/calendar", "text/csv") and MARK.search(text):
        yield f"what was sent came back as {answer.kind}"
    if stored and (unseen := _UNSEEN.search(html.unescape(text))):
        yield f"a page with {unseen[0]!r} in it"


def _headers(answer: Answer) -> Iterator[str]:
    for key, value in answer.headers:
        if key.lower() not in HEADERS:
            yield f"a header of no page: {key!r}"
        if re.search(r"[^\x20-\x7e]", value):
            yield f"a header that holds {value!r}"
        if key.lower() == "set-cookie":
            value = re.sub(r"^(scorekeeper_test=)[\w.-]+", r"\1", value)  # signed, so that anything may stand in it
        if key.lower() != "location" and MARK.search(unquote(value)):
            yield f"what was sent came back in a header: {key}: {value!r}"
        if key.lower() == "set-cookie" and "SameSite=Lax" not in value:
            yield f"a cookie for other sites: {value!r}"
    if (location := answer.header("Location")) is not None and not _ours(location, answer.asked[1]):
        yield f"it leads elsewhere: {location!r}"
    if not answer.header("Cache-Control"):
        yield "no Cache-Control"
    if answer.status == 304:
        return
    if answer.header("X-Content-Type-Options") != "nosniff":
        yield "no nosniff"
    if answer.kind.startswith("text/") and "charset=utf-8" not in (answer.header("Content-Type") or ""):
        yield "a text of no charset"
    if answer.body and not answer.kind:
        yield "a body of no kind"
    if answer.kind in _RULED:
        if set((answer.header("Content-Security-Policy") or "").split("; ")) != POLICY:
            yield "not the policy"
        if answer.header("Referrer-Policy") != "same-origin":
            yield "no Referrer-Policy"
    length = answer.header("Content-Length")
    if answer.asked[0] != "HEAD" and length is not None and length != str(len(answer.body)):
        yield f"a length of {length} for {len(answer.body)}"


def _ours(location: str, host: str) -> bool:
    """Does it stay with us? A whole address is made of the host that was asked for."""
    parts = urlsplit(location)
    if parts.scheme in ("http", "https") and parts.netloc == host and host != HOSTILE:
        location = location.partition(parts.netloc)[2]
    return bool(_OWN.fullmatch(location))


def _markup(page: Page, host: str) -> Iterator[str]:
    for tag, attrs in page.elements:
        if tag in _NEVER or MARK.search(tag):
            yield f"an element <{tag}>"
        given = dict(attrs)
        for key, value in attrs:
            if key.startswith("on") or key in ("style", "srcdoc") or MARK.search(key):
                yield f"an attribute {key!r} of <{tag}>"
            if key in _ADDRESSES and not _harmless(tag, value or "", host):
                yield f"an address in <{tag} {key}>: {value!r}"
        if tag == "script" and (given.get("type"), (given.get("src") or "")[:8]) != ("module", "/static/"):
            yield f"a script {given}"
        if tag == "meta" and "http-equiv" in given and not _LED.fullmatch(given.get("content") or ""):
            yield f"a meta {given}"
    if any(text.strip() for text in page.scripts):
        yield "a script in the page itself"
    yield from (f"in a comment: {text!r}" for text in page.asides if MARK.search(text))


def _harmless(tag: str, address: str, host: str) -> bool:
    """An address of our own, or one of the sources of a game's rules."""
    if tag in ("link", "img") and re.match("data:image/svg[+]xml[,;]", address):
        return not MARK.search(address)
    if not address or address[0] in "#?" or _ours(address, host):
        return True
    if address.startswith(PLAY):  # a match is handed over whole, in one parameter
        return re.fullmatch(r"[\w.~%-]*", address.removeprefix(PLAY)) is not None
    return address.startswith(("https://", "http://")) and HOSTILE not in address and not MARK.search(address)


def told(found: Iterable[str]) -> str:
    return "; ".join(dict.fromkeys(found))
