"""Fair queue: clients take turns, and what one of them sends keeps its order."""

from __future__ import annotations

import threading
from collections import deque
from copy import deepcopy
from typing import Generic, TypeVar

Item = TypeVar("Item")

_REMEMBERED = 1_000


class FairQueue(Generic[Item]):
    """Queue of many clients: the next item is of the client that was served longest ago, or never.

    >>> queue = FairQueue[str]()
    >>> for client, item in ("a", "a1"), ("a", "a2"), ("b", "b1"):
    ...     queue.put(client, item)
    >>> queue.order(), queue.take(0), queue.take(0), queue.count("a")
    (['a1', 'b1', 'a2'], 'a1', 'b1', 1)
    """

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._turns = _Turns[Item]()
        self.closed = False

    def put(self, client: str, item: Item) -> None:
        """Add an item behind the others of its client."""
        with self._changed:
            self._turns.waiting.setdefault(client, deque()).append(item)
            self._changed.notify()

    def take(self, timeout: float) -> Item | None:
        """Take the next item; None if there is none in time, or when the queue is closed and empty."""
        with self._changed:
            self._changed.wait_for(lambda: self._turns.waiting or self.closed, timeout)
            return self._turns.take() if self._turns.waiting else None

    def count(self, client: str) -> int:
        """Count the items of a client that wait."""
        with self._changed:
            return len(self._turns.waiting.get(client, ()))

    def order(self) -> list[Item]:
        """List the items in the order in which they will be taken if nothing more comes."""
        with self._changed:
            ahead = deepcopy(self._turns)
        found = []
        while ahead.waiting:
            found.append(ahead.take())
        return found

    def close(self) -> None:
        """Wake whoever waits for an item."""
        with self._changed:
            self.closed = True
            self._changed.notify_all()


class _Turns(Generic[Item]):
    """The items of each client, and the clients that were served, the last one last."""

    def __init__(self) -> None:
        self.waiting: dict[str, deque[Item]] = {}
        self._served: dict[str, None] = {}

    def take(self) -> Item:
        places = {client: place for place, client in enumerate(self._served)}
        client = min(self.waiting, key=lambda each: places.get(each, -1))
        items = self.waiting[client]
        item = items.popleft()
        if not items:
            del self.waiting[client]
        self._served.pop(client, None)
        self._served[client] = None
        if len(self._served) > _REMEMBERED:
            del self._served[next(iter(self._served))]
        return item
