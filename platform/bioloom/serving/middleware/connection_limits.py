"""Connection limits: a bounded number of connections, each with a time limit for the head of a request."""

import asyncio
from secrets import token_hex
from typing import ClassVar

from uvicorn.protocols.http.h11_impl import H11Protocol

from bioloom.serving.middleware.observability_middleware import guarded
from bioloom.serving.problem_details import problem


class BoundedProtocol(H11Protocol):
    """HTTP/1.1 whose callers send a whole request head in time; more than so many at once are hung up on.

    Uvicorn bounds neither: a connection that says nothing, or a header a minute, would stay open for ever.
    """

    most: ClassVar[int] = 512
    """Connections that are open at once."""

    seconds: ClassVar[float] = 15.0
    """Time from the opening, or from the last answer, to the end of the next request head."""

    _silence: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for a request; hang up if there are too many connections."""
        super().connection_made(transport)
        if len(self.connections) > self.most:
            transport.abort()
            return
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Take in what arrived; wait on while it is no whole request head."""
        super().data_received(data)
        if self.cycle is not None and not self.cycle.response_complete:
            self._stop_waiting()
        else:
            self._wait()

    def send_400_response(self, msg: str) -> None:
        """Answer what is no request of HTTP as every other error is answered."""
        answer = problem(400, "this is no request of HTTP/1.1: see its first line, Host and Content-Length")
        headers = [*guarded(answer.raw_headers), (b"x-request-id", token_hex(8).encode())]
        lines = [b"HTTP/1.1 400 Bad Request", *(b": ".join(pair) for pair in headers), b"connection: close"]
        self.transport.write(b"\r\n".join([*lines, b"", bytes(answer.body)]))
        self.transport.close()

    def on_response_complete(self) -> None:
        """Wait for the next request of the connection."""
        super().on_response_complete()
        if self.cycle is None or self.cycle.response_complete:
            self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no longer."""
        self._stop_waiting()
        super().connection_lost(exc)

    def _wait(self) -> None:
        if self._silence is None and not self.transport.is_closing():
            self._silence = self.loop.call_later(self.seconds, self.transport.abort)

    def _stop_waiting(self) -> None:
        if self._silence is not None:
            self._silence.cancel()
            self._silence = None
