"""Access middleware: host check, rate limit, bearer token, concurrency limit, body size.

What is open needs no token: whether the service is well, and the page, which holds nothing secret.
"""

import asyncio
import hmac
import math
from collections.abc import Callable
from typing import Literal

from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from bioloom.llm.model_places import VISIT, ModelVisit
from bioloom.serving.limits import Limits
from bioloom.serving.middleware.allowed_hosts import answers_to
from bioloom.serving.middleware.rate_limiter import RateLimiter, network
from bioloom.serving.middleware.running_requests import RunningRequests
from bioloom.serving.middleware.timeout_middleware import RESTART, STOPPING, answer_in_time
from bioloom.serving.problem_details import problem


class ConcurrencyLimiter:
    """Limiter with `at_once` slots; `waiting` requests may queue, each for `patience` seconds."""

    def __init__(self, at_once: int, *, waiting: int, patience: float) -> None:
        self._free = asyncio.Semaphore(at_once)
        self._most_waiting = waiting
        self._patience = patience
        self._waiting = 0

    async def take(self) -> bool:
        """Take a slot, queueing if need be; False if the queue is full or the wait too long."""
        if not self._free.locked():
            await self._free.acquire()  # at once: nothing else runs in between
            return True
        if self._waiting >= self._most_waiting:
            return False
        self._waiting += 1
        try:
            async with asyncio.timeout(self._patience):
                await self._free.acquire()
            return True
        except TimeoutError:
            return False
        finally:
            self._waiting -= 1

    def leave(self) -> None:
        """Release a slot to the first in the queue."""
        self._free.release()


Reason = Literal["host", "rate", "token", "busy", "late body", "large body"]
"""Why a request was refused at the door."""

_STATUS = {"host": 421, "rate": 429, "token": 401, "busy": 503, "late body": 408, "large body": 413}

_HEALTH = "/health"
_OPEN = frozenset({"/", _HEALTH})
_OPEN_BELOW = "/page/"
_METRICS = "/metrics"
_FILES = 10
"""How many files of the page count as one request: opening it asks for some fifty."""

_UPLOAD = "/documents"
_TRAPI = frozenset({"/query", "/meta_knowledge_graph", "/asyncquery"})
_TRAPI_BELOW = ("/asyncquery_status/", "/asyncquery_response/")


class AccessMiddleware:
    """Admit a request with a known host and a valid token, within the limits of rate, concurrency and size.

    Paths have no version prefix here: `Versions`, outside of it, takes that away.

    `token` gives the token that is valid now. `hosts` are the names that the service answers to, None any.
    ``/health`` and the page need neither token nor place, so that a watcher gets an answer from a busy
    service; ``/metrics`` needs no place. The body is read here, up to its limit, before anything else looks
    at it. `refused` is told of every refusal. Where TRAPI is open, callers without a token may ask it, slower
    than others and with half of the places. `running` knows the requests at work.
    """

    def __init__(
        self,
        app: ASGIApp,
        *,
        token: Callable[[], str],
        limits: Limits,
        hosts: frozenset[str] | None = None,
        refused: Callable[[Reason], None] = lambda _: None,
        open_trapi: bool = False,
        running: RunningRequests | None = None,
    ) -> None:
        self._app = app
        self._token = token
        self._limits = limits
        self._hosts = hosts
        self._refused = refused
        self._buckets = RateLimiter(limits.rate, limits.burst)
        self._page = RateLimiter(limits.rate * _FILES, limits.burst * _FILES)
        self._open_trapi = open_trapi
        self._running = running or RunningRequests(limits.at_once)
        self._guests = RateLimiter(limits.open_rate, limits.open_burst)
        self._guest_places = ConcurrencyLimiter(
            max(1, limits.at_once // 2), waiting=limits.waiting // 2, patience=limits.patience
        )
        self._arriving = {True: 0, False: 0}  # documents that are sent, other bodies
        self._places = ConcurrencyLimiter(limits.at_once, waiting=limits.waiting, patience=limits.patience)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check one request and pass it on, or answer it with a problem."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        refusal = self._refusal(scope)
        if refusal is not None:
            await refusal(scope, receive, send)
        elif _is_open(scope["path"]) or scope["path"] == _METRICS:
            await self._app(scope, receive, send)
        else:
            await self._enter(scope, receive, send)

    def _refusal(self, scope: Scope) -> Response | None:
        """Give the problem of a request that is refused before it waits for a slot; None if it is not."""
        if self._hosts is not None and not answers_to(_host(scope), self._hosts):
            other = "this service does not answer to the name in the Host header; "
            return self._no("host", f"{other}if it should, start it with: bioloom serve --allow-host NAME")
        path, knows = scope["path"], self._knows(scope)
        guest = not knows and self._is_guest(scope)
        caller = network(scope["client"][0] if scope.get("client") else "")
        if guest:
            wait, rate = self._guests.wait(caller), self._limits.open_rate
        elif _is_open(path) and path != _HEALTH:
            wait, rate = self._page.wait(caller), self._limits.rate * _FILES
        else:
            wait, rate = self._buckets.wait((caller, knows, path == _HEALTH)), self._limits.rate
        if wait > 0:
            after = max(1, math.ceil(wait))
            often = f"more than {rate:g} requests a second; try again in {after} s"
            return self._no("rate", often, {"Retry-After": str(after)})
        if not knows and not guest and not _is_open(path):
            unknown = "send the header: Authorization: Bearer TOKEN (bioloom token prints it)"
            return self._no("token", unknown, {"WWW-Authenticate": "Bearer"})
        return None

    async def _enter(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Read the body, take a place and answer the request; the place is free when its work is done."""
        guest = self._is_guest(scope) and not self._knows(scope)
        try:
            body = await self._arrived(scope, receive)
            if isinstance(body, bytes) and not await self._take(guest):
                body = self._busy(f"{self._limits.at_once} requests are at work and others wait")
        except asyncio.CancelledError:
            if not self._running.over:
                raise
            body = problem(503, STOPPING, {"Retry-After": str(RESTART)})
        if isinstance(body, Response):
            await body(scope, receive, send)
            return
        waiting: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

        async def replay() -> Message:
            return waiting.pop() if waiting else await receive()

        visit, stop = self._running.begin()

        def done() -> None:
            self._running.end(visit)
            self._leave(guest)

        token = VISIT.set(visit)  # for the work, which begins with a copy of what is set here
        watch = asyncio.ensure_future(_give_up_when_gone(receive, visit))
        try:
            await answer_in_time(
                self._app, scope, replay, send, seconds=self._limits.seconds, done=done, stop=stop
            )
        finally:
            watch.cancel()
            visit.give_up("nobody waits for the answer any more")
            VISIT.reset(token)

    async def _take(self, guest: bool) -> bool:
        """Take a place; a guest takes one of the guests' before."""
        if guest and not await self._guest_places.take():
            return False
        taken = await self._places.take()
        if guest and not taken:
            self._guest_places.leave()
        return taken

    def _leave(self, guest: bool) -> None:
        self._places.leave()
        if guest:
            self._guest_places.leave()

    async def _arrived(self, scope: Scope, receive: Receive) -> bytes | Response:
        """Read the body, or give the problem with it."""
        limits = self._limits
        sent = scope["method"] == "POST" and scope["path"] == _UPLOAD
        size, seconds = (limits.upload, limits.upload_arrival) if sent else (limits.body, limits.arrival)
        if self._arriving[sent] >= (limits.uploading if sent else limits.arriving):
            return self._busy(f"{self._arriving[sent]} requests are still being sent")
        self._arriving[sent] += 1
        try:
            async with asyncio.timeout(seconds):
                body = await _read(scope, receive, size)
        except TimeoutError:
            late = f"the request body took longer than {seconds:g} s"
            return self._no("late body", late, {"Connection": "close"})
        finally:
            self._arriving[sent] -= 1
        if body is None:
            most = f"a request body may have {size:,} bytes at most"
            return self._no("large body", most, {"Connection": "close"})
        return body

    def _is_guest(self, scope: Scope) -> bool:
        """Say whether a path is open to callers without a token, who are slower."""
        path = scope["path"]
        return self._open_trapi and (path in _TRAPI or path.startswith(_TRAPI_BELOW))

    def _knows(self, scope: Scope) -> bool:
        sent = [value for name, value in scope["headers"] if name == b"authorization"]
        scheme, _, token = (sent[0] if len(sent) == 1 else b"").partition(b" ")
        return (
            hmac.compare_digest(token.strip(), self._token().encode("ascii")) and scheme.lower() == b"bearer"
        )

    def _busy(self, why: str) -> Response:
        later = {"Retry-After": str(self._limits.retry_after)}
        return self._no("busy", f"{why}; try again later", later)

    def _no(self, reason: Reason, detail: str, headers: dict[str, str] | None = None) -> Response:
        self._refused(reason)
        return problem(_STATUS[reason], detail, headers)


async def _give_up_when_gone(receive: Receive, visit: ModelVisit) -> None:
    """Let nobody wait for the model whose caller has closed the connection."""
    while (await receive())["type"] != "http.disconnect":
        await asyncio.sleep(0)
    visit.give_up("the caller has closed the connection")


async def _read(scope: Scope, receive: Receive, most: int) -> bytes | None:
    """Read the whole body; None when it is larger than allowed."""
    stated = dict(scope["headers"]).get(b"content-length", b"0")
    if not stated.isdigit() or int(stated) > most:
        return None
    body = bytearray()
    while True:
        message = await receive()
        body += message.get("body", b"")
        if len(body) > most:
            return None
        if message["type"] == "http.disconnect" or not message.get("more_body", False):
            return bytes(body)


def _is_open(path: str) -> bool:
    return path in _OPEN or path.startswith(_OPEN_BELOW)


def _host(scope: Scope) -> str:
    sent = [value for name, value in scope["headers"] if name == b"host"]
    return sent[0].decode("latin-1") if len(sent) == 1 else ""
