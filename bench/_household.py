"""A book's owner, who is in from the beginning: what tests and measurements need to be let in."""

import functools
import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from flask import Flask
from flask.sessions import SecureCookieSessionInterface
from flask.testing import FlaskClient
from jinja2 import BytecodeCache
from jinja2.bccache import Bucket
from werkzeug.test import Cookie

from scorekeeper.book import Book, Role, access
from scorekeeper.web.app import create_app

SECRET_KEY = "of a household that is there for tests alone"
COOKIE = "scorekeeper_test"


@functools.cache
def cookie(secret: str) -> str:
    """What the cookie of a device with this secret holds."""
    signing = Flask(__name__)
    signing.secret_key = SECRET_KEY
    interface = SecureCookieSessionInterface()
    interface.digest_method = hashlib.sha256  # type: ignore[method-assign]
    serializer = interface.get_signing_serializer(signing)
    assert serializer is not None
    token = hashlib.sha256(secret.encode()).hexdigest()[:40]
    return str(serializer.dumps({"_permanent": True, "device": secret, "csrf_token": token}))


OWNER = "the secret of the owner's device"
IN = f"Cookie: {COOKIE}={cookie(OWNER)}"
"""The header by which the owner's device is known."""


def let_in(book: Book, secret: str = OWNER, role: Role = "owner", match: int | None = None) -> str:
    """Lets a device in that is known by this secret, if it is not in already; its id."""
    with book.session() as session:
        doors = session.access
        if (found := doors.device(secret)) is None:
            with book.writing(session._db):
                row = {"id": secret, "name": f"The {role}", "role": role, "match": match, "made_at": access.utc()}
                session._db.table("invitations").insert({**row, "link": secret, "code": secret})
                row = {"id": f"{secret} in", "invitation": secret, "name": f"The {role}", "joined_at": access.utc()}
                row |= {"used_at": access.utc(), "secret": access._hash(secret)}
                session._db.table("devices").insert(row)
            found = doors.device(secret)
        assert found is not None
        return found.id


def settled(path: Path) -> None:
    """Makes a book, if there is none, whose cookies are those of this household, and lets its owner in."""
    with Book(path) as book:
        let_in(book)
        with book.session() as session, book.writing(session._db):
            for name, value in (("secret_key", SECRET_KEY), ("mark", COOKIE.removeprefix("scorekeeper_"))):
                session._db.table("settings").insert({"name": name, "value": value}, replace=True)


class InClient(FlaskClient):
    """A device of the owner, unless its cookies are taken away."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.come_in(OWNER)

    def come_in(self, secret: str | None, path: str = "/") -> None:
        """Is the device of this secret from now on, by whatever name it asks. `path`: where the app is mounted."""
        self._secret, self._path, self._told = secret, path, set[str]()

    def _add_cookies_to_wsgi(self, environ: dict[str, Any]) -> None:
        host = urlsplit(f"//{environ.get('HTTP_HOST', '')}").hostname or ""
        if self._secret is not None and host not in self._told:
            self._told.add(host)
            path = environ["SCRIPT_NAME"] or self._path
            for name in (COOKIE, f"__Host-{COOKIE}", f"__Secure-{COOKIE}"):
                header = f"{name}={cookie(self._secret)}; Path={path}"
                kept = Cookie._from_response_header(host, path, header)
                self._cookies[kept._storage_key] = kept
        super()._add_cookies_to_wsgi(environ)


class _Compiled(BytecodeCache):
    """What templates were compiled to, for all households of a process: each starts an app of its own."""

    def __init__(self) -> None:
        self._kept: dict[tuple[object, ...], bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        if kept := self._kept.get(self._key(bucket)):
            bucket.bytecode_from_string(kept)

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._kept[self._key(bucket)] = bucket.bytecode_to_string()

    def _key(self, bucket: Bucket) -> tuple[object, ...]:
        return bucket.key, bucket.checksum, bool(bucket.environment.autoescape)  # compiled in


_COMPILED = _Compiled()


def household(about: Mapping[str, Any]) -> Flask:
    """The app of a household with its owner in; its test clients are the owner's."""
    app = create_app({"SECRET_KEY": SECRET_KEY, "SESSION_COOKIE_NAME": COOKIE, **about})
    app.jinja_env.bytecode_cache = _COMPILED
    app.test_client_class = InClient
    let_in(app.extensions["book"])
    return app


def stranger(app: Flask) -> InClient:
    """A device that is not in."""
    client = app.test_client()
    assert isinstance(client, InClient)
    client.come_in(None)
    return client
