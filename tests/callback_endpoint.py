"""An endpoint that takes callbacks: it keeps what is posted, and answers with the statuses of a test."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass
class CallbackEndpoint:
    """Statuses to answer with (the last again and again), what was posted, the paths that were asked for.

    A status of 0 is silence until the end, 302 leads to another path of this server.
    """

    statuses: list[int] = field(default_factory=lambda: [200])
    posted: list[dict[str, Any]] = field(default_factory=list)
    paths: list[str] = field(default_factory=list)
    port: int = 0

    @property
    def place(self) -> str:
        return f"127.0.0.1:{self.port}"

    @property
    def url(self) -> str:
        return f"http://{self.place}/callback"


@contextmanager
def serve_callbacks(*statuses: int) -> Iterator[CallbackEndpoint]:
    """Serve an endpoint until the block ends."""
    endpoint = CallbackEndpoint(list(statuses) or [200])
    over = threading.Event()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            endpoint.posted.append(json.loads(body))
            endpoint.paths.append(self.path)
            status = endpoint.statuses.pop(0) if len(endpoint.statuses) > 1 else endpoint.statuses[0]
            if status == 0:
                over.wait(30)
                return
            self.send_response(status)
            if status == 302:
                self.send_header("Location", f"http://{endpoint.place}/elsewhere")
            self.send_header("Content-Length", "0")
            self.end_headers()

        def do_GET(self) -> None:
            endpoint.paths.append(self.path)
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    endpoint.port = server.server_address[1]
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield endpoint
    finally:
        over.set()
        server.shutdown()
        server.server_close()
        thread.join()
