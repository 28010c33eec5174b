"""Write queue: batches on their way to the graph, the statements of one sent while the one before commits."""

from __future__ import annotations

from collections import deque
from concurrent.futures import Future, ThreadPoolExecutor
from types import TracebackType
from typing import Protocol

from bioloom.graph.commit_order import Turn

_AT_ONCE = 2


class Write(Protocol):
    """Writes one batch, in its turn."""

    def __call__(self, *, turn: Turn) -> object:
        """Wait for the turn, and write."""


class WriteQueue:
    """Writes batches in their order, by threads of its own; a context that waits for them.

    What one of them fails with is raised when a later one is put, or at the end.
    """

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(max_workers=_AT_ONCE, thread_name_prefix="writer")
        self._pending: deque[Future[object]] = deque()
        self._turn: Turn | None = None

    def __enter__(self) -> WriteQueue:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with self._threads:
            while self._pending and error is None:
                self._pending.popleft().result()

    def put(self, write: Write) -> None:
        """Write a batch when its turn comes; waits until there is room for it."""
        if len(self._pending) == _AT_ONCE:
            self._pending.popleft().result()
        self._turn = Turn(self._turn)
        self._pending.append(self._threads.submit(write, turn=self._turn))
