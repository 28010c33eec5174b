"""Server-sent events of an answer: evidence, text of a language model, the verified answer."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Mapping, Sequence

import anyio
from sse_starlette import EventSourceResponse, ServerSentEvent
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from bioloom.answering import Listener, answer_json, citation_json
from bioloom.records import Answer, Citation
from bioloom.serving.problem_details import UNFORESEEN, ErrorText, log, problem_json, problem_of

EVENTS = "text/event-stream"
_PING = 15
_SEPARATOR = "\n"
_EARLIER = 1.0
"""Seconds by which a stream ends before the service does, so that its last event is still sent."""

Event = tuple[str, str]
"""Its name and its data."""


def wants_events(accept: str) -> bool:
    """Say whether an Accept header names the type of server-sent events.

    >>> wants_events("text/event-stream; q=0.9, application/json"), wants_events("*/*")
    (True, False)
    """
    return any(part.partition(";")[0].strip().lower() == EVENTS for part in accept.split(","))


async def stream_answer(
    work: Callable[[Listener], Answer], *, grace: float, said: ErrorText = str
) -> Response:
    """Answer in a thread and send what happens: `evidence`, `text` pieces, then one `answer` or `problem`.

    `grace` are the seconds that it may go on when the service is told to stop.
    What fails before anything was found is raised, so that it is a response with a status of its own.
    """
    told: asyncio.Queue[Event | None] = asyncio.Queue()
    task = asyncio.create_task(run_in_threadpool(work, _EventListener(asyncio.get_running_loop(), told)))
    task.add_done_callback(lambda _: told.put_nowait(None))
    try:
        first = await told.get()
    except asyncio.CancelledError:
        await asyncio.wait({task})  # the caller's place stays taken while the thread works
        raise
    if first is None and (error := task.exception()):
        raise error
    return EventSourceResponse(
        _events(first, told, task, said),
        ping=_PING,
        sep=_SEPARATOR,
        shutdown_event=anyio.Event(),
        shutdown_grace_period=max(0.0, grace - _EARLIER),
    )


class _EventListener:
    """Listener in the answering thread that hands events to the event loop."""

    def __init__(self, loop: asyncio.AbstractEventLoop, told: asyncio.Queue[Event | None]) -> None:
        self._loop, self._told = loop, told

    def evidence(self, candidates: Sequence[Citation]) -> None:
        self._tell("evidence", {"citations": list(map(citation_json, candidates))})

    def text(self, piece: str) -> None:
        self._tell("text", {"text": piece})

    def _tell(self, name: str, value: Mapping[str, object]) -> None:
        self._loop.call_soon_threadsafe(self._told.put_nowait, (name, json.dumps(value)))


async def _events(
    first: Event | None,
    told: asyncio.Queue[Event | None],
    task: asyncio.Task[Answer],
    said: ErrorText,
) -> AsyncIterator[ServerSentEvent]:
    """Yield the events; the slot of a caller who disconnects is kept until its work is done."""
    try:
        event = first
        while event is not None:
            yield ServerSentEvent(event=event[0], data=event[1], sep=_SEPARATOR)
            event = await told.get()
        yield _last(task, said)
    finally:
        with anyio.CancelScope(shield=True):
            await asyncio.wait({task})


def _last(task: asyncio.Task[Answer], said: ErrorText) -> ServerSentEvent:
    error = task.exception()
    if error is None:
        data = json.dumps(answer_json(task.result()))
        return ServerSentEvent(event="answer", data=data, sep=_SEPARATOR)
    status, detail = problem_of(error, said)
    if detail == UNFORESEEN:
        log.error("an answer failed while it was streamed", exc_info=error)
    return ServerSentEvent(event="problem", data=problem_json(status, detail), sep=_SEPARATOR)
