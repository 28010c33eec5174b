"""A TRAPI endpoint that says what a test told it to: a response, a status, broken text, or nothing at all."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass
class Endpoint:
    """What the server says next (the last of it again and again), and what it was asked."""

    replies: list[dict[str, Any] | int | float | bytes] = field(default_factory=list)
    requests: list[dict[str, Any]] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    port: int = 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"


@contextmanager
def serve(*replies: dict[str, Any] | int | float | bytes) -> Iterator[Endpoint]:
    """Serve an endpoint until the block ends."""
    script = Endpoint(list(replies))
    over = threading.Event()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            script.headers.append(dict(self.headers))
            script.requests.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            reply = script.replies.pop(0) if len(script.replies) > 1 else script.replies[0]
            if isinstance(reply, float):
                over.wait(reply)
                reply = {"message": {}}
            status = reply if isinstance(reply, int) else 200
            body = reply if isinstance(reply, bytes) else json.dumps(reply).encode()
            try:
                self.send_response(status)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)
            except OSError:
                pass  # the caller has hung up

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    script.port = server.server_address[1]
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield script
    finally:
        over.set()
        server.shutdown()
        server.server_close()
        thread.join()
