"""The app: its settings, its guards, its languages and its book."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from flask import Flask, Response, request
from flask.sessions import SecureCookieSessionInterface
from flask_wtf.csrf import CSRFProtect
from jinja2 import StrictUndefined

from scorekeeper.book import Book
from scorekeeper.web import (
    backups,
    deals,
    entry,
    errors,
    files,
    guard,
    invitation,
    live,
    matches,
    opening,
    packing,
    phone,
    rules,
    shell,
    store,
    table,
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


class _Cookies(SecureCookieSessionInterface):
    """Cookies for where the app is mounted, kept off plain http once it is served over https."""

    def get_cookie_path(self, app: Flask) -> str:
        return request.script_root or "/"

    def get_cookie_secure(self, app: Flask) -> bool:
        return request.is_secure


def web_root() -> Path:
    """The folder that holds templates, static and translations: in a built wheel, or in the repository."""
    installed = _PACKAGE / "_web"
    return installed if installed.is_dir() else _PACKAGE.parent


def create_app(config: Mapping[str, Any]) -> Flask:
    """The app for one book.

    `config["BOOK"]`: the path of the household's file. `SHARED`: whether other machines reach it under the addresses of
    this one. `NAMED`: the address of its first page by the name that the network knows, once it knows one. With
    `SERVICE_WORKER` false, phones get no service worker, and give up the one they have.
    """
    root = web_root()
    app = Flask("scorekeeper", template_folder=str(root / "templates"), static_folder=None)
    app.config.update(
        MAX_CONTENT_LENGTH=64 * 1024,
        MAX_FORM_MEMORY_SIZE=64 * 1024,
        SERVICE_WORKER=os.environ.get("SCOREKEEPER_SERVICE_WORKER") != "off",
        SESSION_COOKIE_NAME="scorekeeper",
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
        WTF_CSRF_TIME_LIMIT=None,
        SHARED=True,
        NAMED=None,
        WTF_I18N_ENABLED=False,  # the forms speak for themselves; a catalogue would be read for every one of them
    )
    app.config.update(config)
    app.session_interface = _Cookies()
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.undefined = StrictUndefined
    app.jinja_env.globals["new_op_id"] = new_op_id

    book = Book(app.config["BOOK"])
    store.install(app, book)
    if not app.config.get("SECRET_KEY"):
        with book.session() as session:
            app.secret_key = session.secret_key()
    guard.install(app)
    CSRFProtect(app).exempt(backups.upload)  # which asks for the token itself, once it may read so much
    words.install(app, root / "translations")
    phone.install(app)
    files.install(app, root / "static")
    errors.install(app)
    shell.install(app, _PACKAGE, root)
    for module in (matches, deals, entry, live, table, invitation, opening, rules, backups):
        app.register_blueprint(module.pages)

    app.after_request(packing.pack)
    app.after_request(_guarded)
    return app


def _guarded(response: Response) -> Response:
    """The headers every answer carries. It is one reader's and asked about each time, unless it says otherwise."""
    if response.status_code != 304:  # whoever has the page already has its headers too
        if response.mimetype in _RULED:
            response.headers["Content-Security-Policy"] = _POLICY
            response.headers["Referrer-Policy"] = "same-origin"
        response.headers["X-Content-Type-Options"] = "nosniff"
    if "Cache-Control" not in response.headers:
        response.headers["Cache-Control"] = "private, no-cache"
        response.vary.update(["Accept-Language", "Cookie"])
    return response
