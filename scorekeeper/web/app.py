"""The app: its settings, its guards, its languages and its book."""

import hashlib
import os
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from typing import IO, Any

from flask import Flask, Request, Response, request
from flask.sessions import SecureCookieSessionInterface, SessionMixin
from flask_wtf.csrf import CSRFProtect
from jinja2 import StrictUndefined
from werkzeug.middleware.proxy_fix import ProxyFix

from scorekeeper.book import Book
from scorekeeper.web import (
    about,
    access,
    adding_up,
    api,
    backups,
    compare,
    contest,
    course,
    deals,
    devices,
    disagree,
    door,
    entry,
    errors,
    evenings,
    files,
    going_out,
    guard,
    invitation,
    live,
    matches,
    opening,
    otherwise,
    packing,
    paper,
    people,
    phone,
    proof,
    records,
    rules,
    share,
    shares,
    sheets,
    shell,
    statistics,
    store,
    table,
    trace,
    words,
)
from scorekeeper.web.forms import new_op_id

_PACKAGE = Path(__file__).resolve().parents[1]
_POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "connect-src 'self'",
        "img-src 'self' data:",
        "manifest-src 'self'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
    ]
)


_RULED = {"text/html", "image/svg+xml"}
"""What a browser takes the policy of: what it draws as a page."""


_PAGES = (
    *(matches, about, proof, deals, disagree, contest, trace, entry),
    *(live, table, course, paper, share, opening, going_out, rules, compare, otherwise, adding_up),
    *(people, statistics, records, sheets, evenings, api, door, invitation, devices, backups),
)
_TAKING_FILES = ("backups.upload", "sheets.upload")


class _Request(Request):
    """What is sent, without files but where some are taken, so that no other is ever put on the disk."""

    def _load_form_data(self) -> None:
        """Takes no field without a name, which a broken form may have: nobody asks for one, and none can be read."""
        super()._load_form_data()
        form = self.__dict__["form"]
        if None in form:
            named = [(name, text) for name, text in form.items(multi=True) if name is not None]
            self.__dict__["form"] = self.parameter_storage_class(named)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self._streams: list[IO[bytes]] = []
        super().__init__(*args, **kwargs)

    def _get_file_stream(self, *args: Any, **kwargs: Any) -> IO[bytes]:
        stream = super()._get_file_stream(*args, **kwargs) if self.endpoint in _TAKING_FILES else BytesIO()
        self._streams.append(stream)
        return stream

    def close(self) -> None:
        """Lets go of files that were sent, also where they broke off, so that nobody could ask for them."""
        for stream in self._streams:
            stream.close()
        super().close()


class _Cookies(SecureCookieSessionInterface):
    """One cookie for this book where it is mounted: hosts share theirs among ports, and with paths below them. Served
    over https it is kept off plain http, and its name forbids others to set it."""

    digest_method = staticmethod(hashlib.sha256)

    def get_cookie_name(self, app: Flask) -> str:
        name = super().get_cookie_name(app)
        if not request.is_secure:
            return name
        return f"__Secure-{name}" if request.script_root else f"__Host-{name}"

    def get_cookie_path(self, app: Flask) -> str:
        return request.script_root or "/"

    def get_cookie_secure(self, app: Flask) -> bool:
        return request.is_secure

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        session.accessed = session.modified  # every page is asked for with a cookie; those that hang on it say so
        super().save_session(app, session, response)


def web_root() -> Path:
    """The folder that holds templates, static and translations: in a built wheel, or in the repository."""
    installed = _PACKAGE / "_web"
    return installed if installed.is_dir() else _PACKAGE.parent


def create_app(config: Mapping[str, Any]) -> Flask:
    """The app for one book.

    `config["BOOK"]`: the path of the household's file. `SHARED`: whether other machines reach it under the addresses of
    this one. `PROXIES`: how many proxies stand before it. `NAMED`: the address of its first page by the name that the
    network knows, once it knows one. `PROGRESS`: as for `Session.rebuild`. With `SERVICE_WORKER` false, phones get no
    service worker, and give up the one they have.
    """
    root = web_root()
    app = Flask("scorekeeper", template_folder=str(root / "templates"), static_folder=None)
    app.config.update(
        MAX_CONTENT_LENGTH=64 * 1024,
        MAX_FORM_MEMORY_SIZE=64 * 1024,
        SERVICE_WORKER=os.environ.get("SCOREKEEPER_SERVICE_WORKER") != "off",
        PROXIES=int(os.environ.get("SCOREKEEPER_PROXIES", "0")),
        PERMANENT_SESSION_LIFETIME=access.COOKIE_LASTS,
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_REFRESH_EACH_REQUEST=False,
        WTF_CSRF_SSL_STRICT=False,  # it would ask for a Referer, which some browsers keep back; `guard` asks for Origin
        WTF_CSRF_TIME_LIMIT=None,
        SHARED=True,
        NAMED=None,
        PROGRESS=None,
        WTF_I18N_ENABLED=False,  # the forms speak for themselves; a catalogue would be read for every one of them
    )
    app.config.update(config)
    app.request_class = _Request
    app.url_map.merge_slashes = False  # it would lead on, and repeat what was asked
    if proxies := app.config["PROXIES"]:
        app.wsgi_app = ProxyFix(app.wsgi_app, proxies, proxies, proxies, x_prefix=proxies)  # type: ignore[method-assign]
    app.session_interface = _Cookies()
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.undefined = StrictUndefined
    app.jinja_env.globals["new_op_id"] = new_op_id

    book = Book(app.config["BOOK"], progress=app.config["PROGRESS"])
    store.install(app, book)
    with book.session() as session:
        app.config["SECRET_KEY"] = app.config.get("SECRET_KEY") or session.secret_key()
        mark = session.mark()  # whatever the cookie is called: calendars know evenings by it
        app.config["SESSION_COOKIE_NAME"] = config.get("SESSION_COOKIE_NAME") or f"scorekeeper_{mark}"
    guard.install(app)
    access.install(app)
    csrf = CSRFProtect(app)
    for view in (backups.upload, sheets.upload):
        csrf.exempt(view)  # which asks for the token itself, once it may read so much
    words.install(app, root / "translations")
    shares.install(app)
    phone.install(app)
    files.install(app, root / "static")
    errors.install(app)
    shell.install(app, _PACKAGE, root)
    for module in _PAGES:
        app.register_blueprint(module.pages)

    app.teardown_request(_let_go)
    app.after_request(packing.pack)
    app.after_request(_guarded)
    return app


def _let_go(error: BaseException | None) -> None:
    request.close()


def _guarded(response: Response) -> Response:
    """The headers every answer carries. It is one reader's and asked about each time, unless it says otherwise."""
    if response.status_code != 304:  # whoever has the page already has its headers too
        if response.mimetype in _RULED:
            response.headers["Content-Security-Policy"] = _POLICY
            response.headers["Referrer-Policy"] = "same-origin"
        response.headers["X-Content-Type-Options"] = "nosniff"
    if request.is_secure:
        response.headers["Strict-Transport-Security"] = "max-age=31536000"
    if "Cache-Control" not in response.headers:
        response.headers["Cache-Control"] = "private, no-cache"
        response.vary.update(["Accept-Language", "Cookie"])
    return response
