"""The door of the service: who may come in, how many at once, and with how large a body."""

from __future__ import annotations

import asyncio
import hmac

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from bioloom.serving.limits import Limits
from bioloom.serving.problems import problem

_OPEN = frozenset({"/", "/health"})
_OPEN_BELOW = "/page/"


class Gate:
    """Lets a request through with the right token, a place free and a body within bounds.

    ``/health`` needs no token and no place, so that a watcher gets an answer from a busy service; neither do
    the files of the page. The body
    is read here, up to its limit, before anything else looks at it.
    """

    def __init__(self, app: ASGIApp, *, token: str, limits: Limits) -> None:
        self._app = app
        self._token = token.encode("ascii")
        self._limits = limits
        self._inside = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check one request and pass it on, or answer it with a problem."""
        if scope["type"] != "http" or _open(scope["path"]):
            await self._app(scope, receive, send)
            return
        if not self._knows(scope):
            refusal = problem(
                401,
                "send the header: Authorization: Bearer TOKEN (bioloom token prints it)",
                {"WWW-Authenticate": "Bearer"},
            )
            await refusal(scope, receive, send)
            return
        if self._inside >= self._limits.at_once:
            busy = problem(
                503,
                f"{self._inside} requests are at work; try again later",
                {"Retry-After": str(self._limits.retry_after)},
            )
            await busy(scope, receive, send)
            return
        self._inside += 1  # one event loop: nothing runs between the look and this line
        try:
            await self._enter(scope, receive, send)
        finally:
            self._inside -= 1

    async def _enter(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            async with asyncio.timeout(self._limits.arrival):
                body = await self._read(scope, receive)
        except TimeoutError:
            late = problem(
                408, f"the request body took longer than {self._limits.arrival:g} s", {"Connection": "close"}
            )
            await late(scope, receive, send)
            return
        if body is None:
            too_large = problem(
                413, f"a request body may have {self._limits.body:,} bytes at most", {"Connection": "close"}
            )
            await too_large(scope, receive, send)
            return
        waiting: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

        async def replay() -> Message:
            return waiting.pop() if waiting else await receive()

        await self._app(scope, replay, send)

    async def _read(self, scope: Scope, receive: Receive) -> bytes | None:
        """Read the whole body; None when it is larger than allowed."""
        stated = dict(scope["headers"]).get(b"content-length", b"0")
        if not stated.isdigit() or int(stated) > self._limits.body:
            return None
        body = bytearray()
        while True:
            message = await receive()
            body += message.get("body", b"")
            if len(body) > self._limits.body:
                return None
            if message["type"] == "http.disconnect" or not message.get("more_body", False):
                return bytes(body)

    def _knows(self, scope: Scope) -> bool:
        sent = [value for name, value in scope["headers"] if name == b"authorization"]
        scheme, _, token = (sent[0] if len(sent) == 1 else b"").partition(b" ")
        return hmac.compare_digest(token.strip(), self._token) and scheme.lower() == b"bearer"


def _open(path: str) -> bool:
    return path in _OPEN or path.startswith(_OPEN_BELOW)
