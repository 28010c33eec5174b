"""Batch queue: batches on their way to the graph, the statements of one sent while the one before commits."""

from __future__ import annotations

from collections import deque
from concurrent.futures import Future, ThreadPoolExecutor
from types import TracebackType

from bioloom.graph.checkpoint import RunningLoad
from bioloom.graph.commit_order import Turn
from bioloom.graph.pending_batch import PendingBatch, WriteOutcome
from bioloom.graph.schema import fill_name_indexes
from bioloom.graph.write_lease import LeasedGraph
from bioloom.graph.writer import Writer

_WRITTEN = 2  # batches that are written at once


class BatchQueue:
    """Writes the batches of one load in their order, by threads of its own; a context that waits for them.

    What one batch fails with is raised when a later one is put, or at the end.
    """

    def __init__(self, graph: LeasedGraph, writer: Writer, running: RunningLoad) -> None:
        self._graph, self._writer, self._running = graph, writer, running
        self._threads = ThreadPoolExecutor(max_workers=_WRITTEN, thread_name_prefix="writer")
        self._pending: deque[Future[WriteOutcome]] = deque()
        self._turn: Turn | None = None
        self._named = False

    def __enter__(self) -> BatchQueue:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with self._threads:
            if error is None:
                self._leave(0)

    def put(self, batch: PendingBatch) -> None:
        """Write a batch when its turn comes; waits until there is room for it."""
        rows = self._writer.lay_out(batch.assertions)
        if not (self._named or batch.brings_names):
            self._leave(0)
            fill_name_indexes(self._graph)
            self._named = True
        self._leave(_WRITTEN - 1)
        self._turn = Turn(self._turn)
        written = self._threads.submit(self._writer.write, batch, self._running, rows, self._turn)
        self._pending.append(written)

    def _leave(self, most: int) -> None:
        while len(self._pending) > most:
            self._pending.popleft().result()
