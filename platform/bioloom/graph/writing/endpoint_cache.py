"""Endpoint cache: which ends of edges are in the graph, where, and their categories."""

from collections.abc import Iterable, Mapping, Set

import neo4j

from bioloom.graph.connection import Graph
from bioloom.graph.rows.upsert_policy import Origin
from bioloom.graph.statements import statement

Categories = tuple[str, ...]

End = tuple[Categories, int]
"""Categories of an entity, and the internal id of its node."""

_MOST = 400_000
"""Ends of a generation; two are kept, some 150 MB at most."""


class EndpointCache:
    """Bounded cache of entities as ends of edges, so that each is looked up once.

    What was found stays in the younger of two generations. When that is full it becomes the elder, and what
    nobody asked for in the meantime is dropped.
    """

    def __init__(self, origin: Origin) -> None:
        self._origin = origin
        self._young: dict[str, End] = {}
        self._old: dict[str, End] = {}
        self._shared: dict[Categories, Categories] = {}

    def find(self, tx: neo4j.ManagedTransaction, wanted: Set[str]) -> dict[str, End]:
        """Look up the ends of a batch; those without a node are absent from the answer."""
        young, old = self._young, self._old
        found = {id_: end for id_ in wanted if (end := young.get(id_) or old.get(id_)) is not None}
        missing = sorted(wanted - found.keys())
        if missing:
            earlier, current = self._origin.earlier, self._origin.current
            text = statement("write/read_categories")
            rows = tx.run(text, ids=missing, earlier=earlier, current=current).values()
            for categories, ids, nodes in rows:
                own = tuple(categories or ())
                shared = self._shared.setdefault(own, own)
                found |= {id_: (shared, node) for id_, node in zip(ids, nodes, strict=True)}
        return found

    def remember(self, found: Mapping[str, End]) -> None:
        """Keep what a batch found, which may be about to commit."""
        self._young |= found
        if len(self._young) > _MOST:
            self._young, self._old = {}, self._young

    def forget(self, ids: Iterable[str]) -> None:
        """Drop entities that a batch changed."""
        for id_ in ids:
            self._young.pop(id_, None)
            self._old.pop(id_, None)

    def clear(self) -> None:
        """Drop everything: a batch may have deleted entities."""
        self._young.clear()
        self._old.clear()


def read_categories(graph: Graph, ids: Iterable[str]) -> Mapping[str, Categories]:
    """Look up the categories of entities; those that are not in the graph are left out."""
    wanted = sorted(set(ids))
    if not wanted:
        return {}
    rows = graph.read("write/read_categories", ids=wanted, earlier=None, current=None)
    return {id_: tuple(row["category"] or ()) for row in rows for id_ in row["ids"]}
