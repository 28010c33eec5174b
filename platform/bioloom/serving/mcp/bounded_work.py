"""Bounded work: calls of agents in threads, so many at once, each with a time limit."""

from collections.abc import Callable
from typing import TypeVar

import anyio
from anyio import CapacityLimiter, to_thread

from bioloom.graph.deadline import finish_within, time_is_up
from bioloom.serving.limits import Limits

_Found = TypeVar("_Found")


class BoundedWork:
    """Runner of work in threads, bounded in number and time."""

    def __init__(self, limits: Limits) -> None:
        self._seconds = limits.seconds
        self._places = CapacityLimiter(limits.at_once)

    async def run(self, work: Callable[[], _Found]) -> _Found:
        """Run the work; TimeLimitReached at the limit, after which it is no longer awaited."""
        with finish_within(self._seconds):
            try:
                with anyio.fail_after(self._seconds):
                    return await to_thread.run_sync(work, limiter=self._places, abandon_on_cancel=True)
            except TimeoutError:
                raise time_is_up() from None
