"""The places of the service: so many requests at work, so many more in line, and nobody waits for ever."""

from __future__ import annotations

import asyncio


class Places:
    """`at_once` places; `waiting` requests may stand in line for one, each for `patience` seconds."""

    def __init__(self, at_once: int, *, waiting: int, patience: float) -> None:
        self._free = asyncio.Semaphore(at_once)
        self._most_waiting = waiting
        self._patience = patience
        self._waiting = 0

    async def take(self) -> bool:
        """Take a place, waiting in line if need be; False if the line is full or the wait too long."""
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
        """Give a place back; the first in line gets it."""
        self._free.release()
