"""The embedded server, for as many phones as a house may hold, each with pages that ask every two seconds."""

import logging

from flask import Flask
from waitress.channel import HTTPChannel
from waitress.server import BaseWSGIServer, MultiSocketServer, create_server
from waitress.task import WSGITask

from scorekeeper.web.backups import LARGEST

THREADS = 8
MOST_CONNECTIONS = 500  # a browser keeps up to six open


class _Task(WSGITask):
    """Waitress closes the connection behind every answer of unknown length, and takes "nothing changed" for one; a page
    that follows the book would have to open another for each question."""

    def set_close_on_finish(self) -> None:
        headers: dict[str, str] = getattr(self.request, "headers", {})
        asked_for = self.version == "1.0" or headers.get("CONNECTION", "").lower() == "close"
        if self.has_body or asked_for:
            super().set_close_on_finish()


def listen(app: Flask, host: str, port: int) -> BaseWSGIServer | MultiSocketServer:
    """Serves the app there once it is run. Raises OSError or ValueError where it cannot listen."""
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)  # that a phone waits for milliseconds is no news
    HTTPChannel.task_class = _Task
    return create_server(
        app,
        host=host,
        port=port,
        threads=THREADS,
        connection_limit=MOST_CONNECTIONS,
        asyncore_use_poll=True,
        max_request_body_size=LARGEST + 1,  # from here on refused
        clear_untrusted_proxy_headers=not app.config["PROXIES"],
        ident="",
    )
