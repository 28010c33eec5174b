"""Concurrency limiter: a bounded number of requests at work, a bounded queue with timeout."""

import asyncio


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
