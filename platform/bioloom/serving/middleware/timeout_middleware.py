"""Timeout middleware: a late answer is cut off, and its queries are ended in the database; so is one that
the service does not wait for when it stops."""

import asyncio
import logging
from collections.abc import Callable

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from bioloom.graph.deadline import finish_within
from bioloom.serving.problem_details import problem, problem_json

_EVENTS = b"text/event-stream"
_log = logging.getLogger(__name__)

STOPPING = "the service stops; try again later"
RESTART = 5
"""Seconds after which it may be there again."""


async def answer_in_time(
    app: ASGIApp,
    scope: Scope,
    receive: Receive,
    send: Send,
    *,
    seconds: float,
    done: Callable[[], None],
    stop: asyncio.Future[None] | None = None,
) -> None:
    """Let `app` answer within `seconds`, or answer 504; 503 once `stop` is done. An error of `app` passes.

    Work in a thread cannot be broken off. It goes on unheard until its reads are ended or it is through;
    only then is `done` called, so that a place stays taken while something works there. A stream of
    events gets a last event, `problem`, and is ended.
    """
    voice = _InterruptibleSend(send)
    with finish_within(seconds):
        work = asyncio.ensure_future(app(scope, receive, voice.send))
    work.add_done_callback(lambda _: done())
    ends = {work} if stop is None else {work, stop}
    try:
        await asyncio.wait(ends, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
    except asyncio.CancelledError:
        if stop is None or not stop.done():  # else the web server had no time left to wait for the answer
            work.cancel()
            raise
    if work.done():
        work.result()
        return
    voice.silent = True
    work.add_done_callback(_told_late)
    stopped = stop is not None and stop.done()
    status, detail = (503, STOPPING) if stopped else (504, _late(seconds))
    if voice.kind is None:
        later = {"Retry-After": str(RESTART)} if stopped else None
        await problem(status, detail, later)(scope, receive, send)
        return
    work.cancel()
    if voice.kind.startswith(_EVENTS):
        event = f"event: problem\ndata: {problem_json(status, detail)}\n\n".encode()
        await send({"type": "http.response.body", "body": event, "more_body": False})
    # any other stream stays unfinished, and whoever reads it sees that it broke off


def _late(seconds: float) -> str:
    return f"this took longer than {seconds:g} s and was stopped; ask for less"


def _told_late(work: asyncio.Future[None]) -> None:
    error = None if work.cancelled() else work.exception()
    if error is not None:
        _log.warning("a request that was cut failed afterwards (%s)", type(error).__name__)


class _InterruptibleSend:
    """ASGI send channel that can be closed; `kind` is the content type once a response has begun."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self.silent = False
        self.kind: bytes | None = None

    async def send(self, message: Message) -> None:
        """Send a message unless the channel is closed."""
        if self.silent:
            return
        if message["type"] == "http.response.start":
            self.kind = dict(message.get("headers", ())).get(b"content-type", b"")
        await self._send(message)
