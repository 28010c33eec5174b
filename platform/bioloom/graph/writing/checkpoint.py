"""Load node: checkpoint of a load, advanced in the same transaction as its data."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

import neo4j

from bioloom.graph.connection import Graph
from bioloom.graph.statements import statement
from bioloom.graph.writing.write_lease import LeasedGraph
from bioloom.records import NumberedReject, Scalar
from bioloom.records.load_counts import Counts


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """Stored state of a load: records consumed, fingerprint of its source, further properties."""

    id: str
    fingerprint: str
    status: str
    position: int
    properties: Mapping[str, object]

    @property
    def state(self) -> str:
        """The state in the entries of its records, which older versions gave the fingerprint itself."""
        return str(self.properties.get("state") or self.fingerprint)

    @property
    def source(self) -> str:
        """The path of its source."""
        return str(self.properties.get("source", ""))

    @property
    def updated(self) -> str:
        """When it was last written to, in ISO 8601."""
        return str(self.properties.get("updated", ""))

    @property
    def withdrawn(self) -> list[str]:
        """The documents of it that were withdrawn since it was last begun."""
        ids = self.properties.get("withdrawn")
        return [str(id_) for id_ in ids] if isinstance(ids, list) else []

    @property
    def in_bulk(self) -> bool:
        """Whether a bulk load has written all of its source."""
        return self.properties.get("in_bulk") is True

    @property
    def counts(self) -> Counts:
        """The counts of what is committed."""
        return Counts.from_properties(self.properties)


class RejectLog(Protocol):
    """Log of rejects in step with the checkpoint.

    `append` replaces what was appended since the last `commit`: a transaction may be tried again.
    """

    def append(self, rejects: Iterable[NumberedReject]) -> None:
        """Store the rejects of a batch before its transaction commits."""

    def commit(self) -> None:
        """Keep what was appended: its transaction has committed."""


@dataclass(slots=True)
class RunningLoad:
    """Load in progress: what is committed of it, and where its rejects go. The writer moves it forward.

    `place` is where its source goes on after what was committed before; empty if unknown. `example` shows a
    node of which a record states another value than an earlier one.
    """

    id: str
    rejects: RejectLog
    position: int = 0
    counts: Counts = field(default_factory=Counts)
    place: str = ""
    example: str = ""


def read_checkpoint(graph: Graph, load_id: str) -> Checkpoint | None:
    """Read one load; None if this graph has not seen it."""
    with graph.session(read=True) as session:
        record = session.execute_read(lambda tx: tx.run(statement("loads/read"), id=load_id).single())
    return None if record is None else _checkpoint(record["load"])


def list_checkpoints(graph: Graph) -> tuple[Checkpoint, ...]:
    """List all loads of this graph, the latest first; one whose process was killed is stopped."""
    with graph.session(read=True) as session:
        found = session.execute_read(lambda tx: tx.run(statement("loads/list")).value())
    return tuple(_checkpoint(load) for load in found)


def count_sources(graph: Graph) -> dict[str, dict[str, int]]:
    """Count the documents of each primary knowledge source, and its edges between entities."""
    found: dict[str, dict[str, int]] = {}
    for slot, name in (("documents", "document_sources"), ("edges", "statement_sources")):
        for source, held in graph.read(f"overview/{name}"):
            found.setdefault(source, {"documents": 0, "edges": 0})[slot] = held
    return dict(sorted(found.items()))


def begin_load(graph: LeasedGraph, load_id: str, properties: Mapping[str, Scalar]) -> None:
    """Set a load to running."""
    graph.write(
        lambda tx: tx.run(statement("loads/begin"), id=load_id, properties=dict(properties)).consume()
    )


def advance(tx: neo4j.ManagedTransaction, load_id: str, properties: Mapping[str, Scalar]) -> None:
    """Move the checkpoint inside the transaction that holds the batch."""
    tx.run(statement("loads/advance"), id=load_id, properties=dict(properties)).single(strict=True)


def end_load(graph: LeasedGraph, load_id: str, status: str, reason: str | None = None) -> None:
    """Set how a load ended: complete, stopped or failed, and why if it is not complete."""
    graph.write(
        advance, load_id, {"status": status} if reason is None else {"status": status, "reason": reason}
    )


def stored_position(tx: neo4j.ManagedTransaction, load_id: str) -> int:
    """Read the position as this transaction sees it."""
    record = tx.run(statement("loads/read"), id=load_id).single(strict=True)
    return int(record["load"]["position"])


def forget_loads(graph: LeasedGraph, load_ids: list[str]) -> int:
    """Delete Load nodes, so that a later load of the same source starts anew."""
    record = graph.write(lambda tx: tx.run(statement("loads/delete"), ids=load_ids).single(strict=True))
    return int(record["deleted"])


def _checkpoint(load: Mapping[str, object]) -> Checkpoint:
    position = load.get("position", 0)
    assert isinstance(position, int)
    return Checkpoint(
        id=str(load["id"]),
        fingerprint=str(load.get("fingerprint", "")),
        status=str(load.get("status", "")),
        position=position,
        properties=dict(load),
    )
