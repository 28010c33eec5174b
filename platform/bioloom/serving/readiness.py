"""Whether the database answers, asked once for all who want to know at the same time."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from starlette.concurrency import run_in_threadpool


class Readiness:
    """Asks `ready` in a thread; an answer holds for `fresh` seconds, none within `patience` seconds means no.

    However many watchers ask a database that hangs, one thread waits for it.
    """

    def __init__(self, ready: Callable[[], bool], *, patience: float = 5.0, fresh: float = 0.5) -> None:
        self._ready = ready
        self._patience = patience
        self._fresh = fresh
        self._asked: asyncio.Future[bool] | None = None
        self._known: tuple[float, bool] | None = None

    async def check(self) -> bool:
        """Say whether the database answers."""
        if self._known is not None and time.monotonic() - self._known[0] < self._fresh:
            return self._known[1]
        if self._asked is None or self._asked.done():
            self._asked = asyncio.ensure_future(self._ask())
        answered, _ = await asyncio.wait({self._asked}, timeout=self._patience)
        return bool(answered) and self._asked.result()

    async def _ask(self) -> bool:
        found = await run_in_threadpool(self._ready)
        self._known = (time.monotonic(), found)
        return found
