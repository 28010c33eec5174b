"""Commit order and write queue: a batch is written while the one before commits; commits keep their order.

Two transactions are open at most. A batch runs beside the one before only where it touches nothing that
this one writes, and its checkpoint and commit follow that one's. Should the database hold one of the two up
for the other, the later one is rolled back and written alone.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Set
from concurrent.futures import Future
from dataclasses import dataclass
from threading import Event
from typing import Protocol

from bioloom.errors import BioloomError
from bioloom.graph.writing.identity_decisions import EQUIVALENTS, SAME_AS
from bioloom.graph.writing.pending_batch import PendingBatch
from bioloom.thread_memory import ThreadPool

_AT_ONCE = 2
_PATIENCE = 10.0
"""Seconds that an open transaction waits for the commit before it, which may need a lock of it."""


@dataclass(frozen=True, slots=True)
class AccessSet:
    """Write set and read set of a batch: ids of nodes and edges that it makes, and of others that it uses."""

    writes: Set[str]
    reads: Set[str]

    @classmethod
    def of(cls, batch: PendingBatch) -> AccessSet | None:
        """Give the sets of a batch of nodes and edges; None for documents and statements on identity."""
        own = [entity.properties.keys() for entity in batch.entities]
        own += [columns.own.keys() for columns in batch.nodes]
        if batch.documents or batch.named or any(names & EQUIVALENTS for names in own):
            return None
        if any(claim.predicate == SAME_AS for claim in batch.assertions):
            return None
        writes = {record.id for records in (batch.entities, batch.assertions) for record in records}
        reads = {end for claim in batch.assertions for end in (claim.subject, claim.object)}
        for columns in (*batch.nodes, *batch.edges):
            writes.update(columns.texts("id"))
        for columns in batch.edges:
            reads.update(columns.texts("subject"), columns.texts("object"))
        return cls(writes, reads)

    def conflicts_with(self, before: AccessSet) -> bool:
        """Say whether this batch touches the write set of the one before."""
        return not (self.writes.isdisjoint(before.writes) and self.reads.isdisjoint(before.writes))


class CommitTicket:
    """Place of one batch in the order of commits, behind the batch before it.

    Used as a context: whatever ends it lets the next batch go on, which is not written if this one failed.
    """

    def __init__(self, before: CommitTicket | None = None) -> None:
        self._before = before
        self._access: AccessSet | None = None
        self._written, self._ended, self._unsettled = Event(), Event(), Event()
        self._tries = 0
        self._failed = False

    def __enter__(self) -> CommitTicket:
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        self._failed = error is not None
        self._before = None
        for event in (self._ended, self._unsettled, self._written):
            event.set()

    def end(self, done: Future[object]) -> None:
        """End the ticket with the result of its batch, if that failed before it began."""
        if not self._ended.is_set():
            self.__exit__(None, done.exception(), None)

    def begin(self, access: AccessSet | None) -> None:
        """Wait until this batch may run: while the one before commits, or after that if it depends on it."""
        self._access = access
        if self._before is not None:
            self._before._written.wait()
            earlier = self._before._access
            if access is None or earlier is None or access.conflicts_with(earlier):
                self.wait_for_commit()

    def wait_for_commit(self) -> None:
        """Wait until the batch before is committed; BioloomError if it failed."""
        if self._before is not None:
            self._before._ended.wait()
            if self._before._failed:
                raise BioloomError("the batch before failed, and nothing of this one was written")

    def start_try(self) -> None:
        """Begin a try of the transaction; a further one must not wait for locks of the batch after it."""
        self._tries += 1
        if self._tries > 1:
            self._unsettled.set()

    def end_statements(self) -> None:
        """Let the next batch begin, and wait in the transaction for the commit of the one before.

        CommitConflict where that one may be waiting for this transaction.
        """
        self._written.set()
        before = self._before
        if before is None:
            return
        before._unsettled.wait(_PATIENCE)
        if not before._ended.is_set():
            raise CommitConflict
        self.wait_for_commit()


class CommitConflict(Exception):
    """The transaction holds up the one before it, or that one is being tried again: it is to be run alone."""


class Write(Protocol):
    """Writes one batch, when its ticket lets it."""

    def __call__(self, *, ticket: CommitTicket) -> object:
        """Wait for the batches before, and write."""


class WriteQueue:
    """Writes batches in their order, by threads of its own; a context that waits for them.

    What one of them fails with is raised when a later one is put, or at the end.
    """

    def __init__(self) -> None:
        self._threads = ThreadPool(max_workers=_AT_ONCE, thread_name_prefix="writer")
        self._pending: deque[Future[object]] = deque()
        self._ticket: CommitTicket | None = None

    def __enter__(self) -> WriteQueue:
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        with self._threads:
            while self._pending and error is None:
                self._pending.popleft().result()

    def put(self, write: Write) -> None:
        """Write a batch behind those before it; waits until there is room for it."""
        if len(self._pending) == _AT_ONCE:
            self._pending.popleft().result()
        ticket = CommitTicket(self._ticket)
        self._pending.append(self._threads.submit(write, ticket=ticket))
        self._pending[-1].add_done_callback(ticket.end)
        self._ticket = ticket
