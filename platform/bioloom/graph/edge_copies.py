"""Edge copies: edges that stand twice, as two programs left them that wrote at once without a lease."""

from collections import defaultdict
from collections.abc import Sequence
from functools import reduce
from itertools import groupby, islice

import neo4j

from bioloom.graph.property_values import PropertyRow
from bioloom.graph.statements import statement
from bioloom.graph.upsert_policy import merge_properties
from bioloom.graph.write_lease import LeasedGraph

_IDS = 1000  # a transaction
_PATIENCE = 3600  # seconds that the index of a big graph may take to fill


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
