"""Uniqueness constraints by relationship type: a type is written without one while it is new.

Creating edges is about twice as fast without the constraint (docs/decisions.md). That is safe only while
this writer alone has written every edge of the type, so "new" means that the type had no edge at all when
this load began to write edges, and holds under its write lease only. After an interrupted load the type has
edges and no constraint: the constraint is built before anything is looked up by id, or at the end of the
next load.
"""

from collections import defaultdict
from collections.abc import Sequence
from functools import cached_property, reduce
from itertools import groupby, islice

import neo4j
from neo4j.exceptions import Neo4jError

from bioloom.errors import BioloomError
from bioloom.graph.rows.property_values import PropertyRow
from bioloom.graph.rows.upsert_policy import merge_properties
from bioloom.graph.statements import statement
from bioloom.graph.writing.write_lease import LeasedGraph

_IDS = 1000  # a transaction
_PATIENCE = 3600  # seconds that the index of a big graph may take to fill
_MOST = 2_000_000  # ids remembered over all new types: about 150 MB


class EdgeTypes:
    """Registry of the types that are new in this load, with the ids written to them."""

    def __init__(self, graph: LeasedGraph, most: int = _MOST) -> None:
        self._graph = graph
        self._united = 0
        self._most = most
        self._new: dict[str, set[int]] = {}

    def prepare(self, type_: str, ids: list[str]) -> bool:
        """Get a type ready for these edges; true if they can be created without looking them up."""
        if type_ in self._new:
            if self._fits(type_, ids):
                return True
            self.guard(type_)
        if type_ in self._guarded:
            return False
        if type_ in self._before:
            self.guard(type_)
            return False
        self._new[type_] = set()
        return self.prepare(type_, ids)

    def remember(self, type_: str, ids: list[str]) -> None:
        """Note the ids that a batch writes to a new type."""
        if type_ in self._new:
            self._new[type_].update(map(hash, ids))

    def guard(self, type_: str) -> None:
        """Build the uniqueness constraint of a type and wait for it; edges that stand twice are united."""
        try:
            self._constrain(type_)
        except Neo4jError as refused:
            if refused.is_retryable():
                raise
            # a server that ended while it built one left its index
            self._graph.change_schema(statement("loads/drop_index", index=f"edge_id {type_}"))
            self._united += unite_copies(self._graph, type_)
            try:
                self._constrain(type_)
            except Neo4jError as error:
                raise BioloomError(
                    f"edges of type {type_} have one id and different ends; bioloom validate lists them: "
                    f"withdraw one of their sources and load it again ({error.message})"
                ) from error
        self._guarded.add(type_)
        self._new.pop(type_, None)

    def finish(self) -> int:
        """Build the constraint of every type that has edges and none, whoever wrote them.

        Counts the edges that stood twice and were united with their copies by this writer.
        """
        for type_ in sorted(self._read_types("write/edge_types")):
            if type_ not in self._guarded:
                self.guard(type_)
        return self._united

    def _constrain(self, type_: str) -> None:
        self._graph.change_schema(
            statement("write/unique_edge_ids", constraint=f"edge_id {type_}", type=type_)
        )

    def _fits(self, type_: str, ids: list[str]) -> bool:
        room = self._most - sum(len(seen) for seen in self._new.values())
        return len(ids) <= room and self._new[type_].isdisjoint(map(hash, ids))

    @cached_property
    def _guarded(self) -> set[str]:
        """The types that have their constraint."""
        return self._read_types("write/unique_edge_types")

    @cached_property
    def _before(self) -> set[str]:
        """The types that were in use before this load."""
        return self._read_types("write/edge_types")

    def _read_types(self, name: str) -> set[str]:
        with self._graph.session(read=True) as session:
            return set(session.execute_read(lambda tx: tx.run(statement(name)).value()))


def unite_copies(graph: LeasedGraph, type_: str) -> int:
    """Unite edges of a type that have one id and the same ends into one; count those that go.

    They are walked along an index of their own, which goes afterwards: memory stays flat.
    """
    index = f"edge_copies {type_}"
    united = 0
    graph.change_schema(statement("copies/create_index", index=index, type=type_))
    with graph.session() as session, graph.session(read=True) as reading:
        session.run(statement("loads/await_index"), index=index, seconds=_PATIENCE).consume()
        ids = (row["id"] for row in reading.run(statement("copies/ids", type=type_)))
        twice = (id_ for id_, same in groupby(ids) if sum(1 for _ in same) > 1)
        while chunk := list(islice(twice, _IDS)):
            united += graph.write(_unite, type_, chunk)
    graph.change_schema(statement("loads/drop_index", index=index))
    return united


def _unite(tx: neo4j.ManagedTransaction, type_: str, ids: Sequence[str]) -> int:
    copies: dict[tuple[str, ...], list[tuple[str, PropertyRow]]] = defaultdict(list)
    for id_, element, ends, properties in tx.run(statement("copies/read", type=type_), ids=ids).values():
        copies[id_, *ends].append((element, properties))
    listed = [found for found in copies.values() if len(found) > 1]
    gone = [element for found in listed for element, _ in found[1:]]
    tx.run(statement("withdraw/delete_edges"), elements=gone).consume()
    rows = [reduce(merge_properties, (properties for _, properties in found)) for found in listed]
    tx.run(statement("write/update_edges", type=type_), rows=rows).consume()
    return len(gone)
