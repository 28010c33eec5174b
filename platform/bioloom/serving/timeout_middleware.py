"""Timeout middleware: a late answer is cut off, and its queries are ended in the database."""

import asyncio
import logging
from collections.abc import Callable

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from bioloom.graph.deadline import finish_within
from bioloom.serving.problem_details import problem, problem_json

_EVENTS = b"text/event-stream"
_log = logging.getLogger(__name__)


async def answer_in_time(
    app: ASGIApp, scope: Scope, receive: Receive, send: Send, *, seconds: float, done: Callable[[], None]
) -> None:
    """Let `app` answer within `seconds`, or answer 504; an error of `app` passes through.

    Work in a thread cannot be broken off. It goes on unheard until its reads are ended or it is through;
    only then is `done` called, so that a place stays taken while something works there. A stream of
    events gets a last event, `problem`, and is ended.
    """
    voice = _InterruptibleSend(send)
    with finish_within(seconds):
        work = asyncio.ensure_future(app(scope, receive, voice.send))
    work.add_done_callback(lambda _: done())
    try:
        finished, _ = await asyncio.wait({work}, timeout=seconds)
    except asyncio.CancelledError:
        work.cancel()
        raise
    if finished:
        work.result()
        return
    voice.silent = True
    work.add_done_callback(_told_late)
    detail = f"this took longer than {seconds:g} s and was stopped; ask for less"
    if voice.kind is None:
        await problem(504, detail)(scope, receive, send)
        return
    work.cancel()
    if voice.kind.startswith(_EVENTS):
        event = f"event: problem\ndata: {problem_json(504, detail)}\n\n".encode()
        await send({"type": "http.response.body", "body": event, "more_body": False})
    # any other stream stays unfinished, and whoever reads it sees that it broke off


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
