"""Starting while the server is away: the page that a browser opens without it, and what makes an app of that page.

The shell is one page for everybody. What a phone knows of the household it keeps itself (`static/parts/keeping.js`),
and the shell's script shows it; the match is named after the `#`, which no server sees. Over plain http a browser opens
it from its own memory; over https or on this machine a service worker gives it.
"""

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path

from flask import Blueprint, Flask, Response, current_app, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.match import Match
from scorekeeper.web import drawn, joining, phone
from scorekeeper.web.words import tr
from scorekeeper.words import say

pages = Blueprint("shell", __name__)

_WEEK = 7 * 24 * 3600
_DAY = 24 * 3600
_ICONS = {
    "icon-192.png": ("192x192", "any"),
    "icon-512.png": ("512x512", "any"),
    "maskable.png": ("512x512", "maskable"),
}
_END = """addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil((async () => {
  const mine = `scorekeeper ${new URL(registration.scope).pathname} `;
  for (const key of await caches.keys()) if (key.startsWith(mine)) await caches.delete(key);
  await registration.unregister();
})()));
"""
"""A worker that clears away what the one before it kept, and itself."""


def install(app: Flask, package: Path, root: Path) -> None:
    """Serves the shell. `package`, `root`: where the program and its templates, static files and translations lie."""
    app.extensions["making"] = _tag(package, *(root / part for part in ("templates", "static", "translations")))
    app.extensions["worker"] = joining.joined(root / "static" / joining.PARTS / "worker.js", str).decode()
    app.register_blueprint(pages)


def making(match: Match) -> str:
    """Names what a page that never changes with the deals is made of: the program, the match, and what its people are
    called."""
    return _short(f"{current_app.extensions['making']}{match.opened_at}{match.sides}")


@pages.get("/shell")
def show() -> ResponseReturnValue:
    """The shell, in no look: its script takes the one that the phone remembers."""
    usual = {name: next(iter(setting.options.values())) for name, setting in phone.SETTINGS.items()}
    response = drawn.kept((), lambda: render_template("shell.html", **usual, lamp=None))
    response.headers["Cache-Control"] = f"private, max-age={_WEEK}"
    response.vary.add("Accept-Language")
    return response


@pages.get("/here")
def here() -> ResponseReturnValue:
    """That the book answers; nothing more, since phones that lost it ask every few seconds."""
    response = Response(status=204)
    response.headers["Cache-Control"] = "no-store"
    return response


@pages.get("/sw.js")
def worker() -> ResponseReturnValue:
    """The service worker of this making of the program; once switched off, one that ends itself."""
    on = current_app.config["SERVICE_WORKER"]
    text = current_app.extensions["worker"].replace("MAKING", current_app.extensions["making"]) if on else _END
    response = Response(text, mimetype="text/javascript")
    response.headers["Cache-Control"] = "no-cache"
    return response


@pages.get("/manifest.webmanifest")
def manifest() -> ResponseReturnValue:
    """What a phone asks for before it puts the book among its apps."""
    start = url_for("shell.show")
    told = {
        "id": start,
        "name": "Scorekeeper",
        "short_name": "Scorekeeper",
        "description": tr(say("Canasta scores")),
        "start_url": start,
        "scope": f"{request.script_root}/",
        "display": "standalone",
        "background_color": "#faf5ea",
        "theme_color": "#faf5ea",
        "icons": [
            {"src": url_for("static", filename=name), "sizes": sizes, "type": "image/png", "purpose": purpose}
            for name, (sizes, purpose) in _ICONS.items()
        ],
    }
    response = Response(json.dumps(told), mimetype="application/manifest+json")
    response.headers["Cache-Control"] = f"private, max-age={_DAY}"
    response.vary.add("Accept-Language")
    return response


def _tag(*folders: Path) -> str:
    """Another one whenever any file in these folders is."""
    whole = hashlib.sha256()
    for path in _files(*folders):
        whole.update(hashlib.sha256(path.read_bytes()).digest())
    return whole.hexdigest()[:12]


def _files(*folders: Path) -> Iterator[Path]:
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            if path.is_file() and path.suffix != ".pyc":
                yield path


def _short(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:6]
