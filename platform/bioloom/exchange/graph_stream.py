"""Stream of the graph's nodes and claims in the order of their ids, from which every export is written."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from bioloom.exchange.selection import EVERYTHING, Selection
from bioloom.exchange.slots import slots_of
from bioloom.graph.connection import Graph, database_faults
from bioloom.graph.json_values import Plain, plain
from bioloom.graph.statements import statement

ENTITY = "biolink:NamedThing"
MENTION = "Mention"

_OURS = slots_of("database")
_PAGE = 5_000  # rows


@dataclass(frozen=True, slots=True)
class StreamedNode:
    """An exported node: its id and its Biolink slots."""

    id: str
    slots: Mapping[str, Plain]


@dataclass(frozen=True, slots=True)
class StreamedEdge:
    """An exported claim: its ends and its other Biolink slots, `id` among them."""

    subject: str
    predicate: str
    object: str
    slots: Mapping[str, Plain]


class GraphStream:
    """Nodes and claims of a graph, or a selection of the claims and the nodes that they join.

    With `mentions` the mentions of the texts and the claims between them belong to it as well.
    """

    def __init__(self, graph: Graph, *, mentions: bool = False, chosen: Selection = EVERYTHING) -> None:
        self._graph = graph
        self._chosen = chosen
        self._kinds = (ENTITY, MENTION) if mentions else (ENTITY,)
        self._types = chosen.among(edge_types(graph))
        labels = [row["name"] for row in rows(graph, statement("names/labels"))]
        self._ends = [(kind, chosen.labels(labels, kind)) for kind in self._kinds]

    def nodes(self) -> Iterator[StreamedNode]:
        """Stream the entities, then the mentions; the ids of a selection's nodes are held in memory."""
        every = self._chosen.is_everything
        joined = set() if every else {end for row in self.edges() for end in (row.subject, row.object)}
        few = sorted(joined) if not every and len(joined) <= _PAGE else None
        for row in pages(self._graph, statement("exchange/entities"), ids=few):
            if every or row["id"] in joined:
                yield _node(row["properties"])
        if MENTION in self._kinds:
            for row in pages(self._graph, statement("exchange/mentions"), ids=few):
                if every or row["id"] in joined:
                    yield _mention(row["properties"], row["denoted"])

    def edges(self) -> Iterator[StreamedEdge]:
        """Stream the claims, those between entities first."""
        for kind, labels in self._ends:
            for predicate in self._types:
                cypher = statement("exchange/edges", type=predicate, end=kind, any_ends=labels)
                for row in pages(self._graph, cypher, sources=sorted(self._chosen.sources)):
                    edge = _edge(row)
                    if self._chosen.holds(edge.slots):
                        yield edge

    def node_slots(self) -> list[str]:
        """Name every slot that nodes carry besides id, sorted."""
        found = set[str]()
        for kind in self._kinds:
            found.update(row["slot"] for row in rows(self._graph, statement("exchange/node_slots", end=kind)))
        if MENTION in self._kinds:
            found |= {"xref", "category"}
        return sorted(found - _OURS - {"id"})

    def edge_slots(self) -> list[str]:
        """Name every slot that claims carry besides their ends, sorted."""
        found = set[str]()
        for kind in self._kinds:
            for predicate in self._types:
                slots = rows(self._graph, statement("exchange/edge_slots", type=predicate, end=kind))
                found.update(row["slot"] for row in slots)
        return sorted(found - _OURS - {"id", "subject", "predicate", "object"})

    def count(self) -> int:
        """Estimate from above how many nodes and claims it holds, for a progress bar."""
        nodes = [statement("exchange/count_nodes", end=kind) for kind in self._kinds]
        edges = [statement("exchange/count_edges", type=predicate) for predicate in self._types]
        return sum(count_rows(self._graph, counting) for counting in (*nodes, *edges))


def edge_types(graph: Graph) -> tuple[str, ...]:
    """Name the Biolink predicates in use, sorted."""
    return tuple(row["type"] for row in rows(graph, statement("exchange/edge_types")))


def rows(graph: Graph, cypher: str, **parameters: object) -> Iterator[Mapping[str, Any]]:
    """Stream the rows of a statement."""
    with database_faults("while the graph was read"), graph.session(read=True) as session:
        yield from session.run(cypher, parameters)


def count_rows(graph: Graph, cypher: str) -> int:
    """Give the count that a statement returns."""
    return int(next(iter(rows(graph, cypher)))["count"])


def pages(
    graph: Graph, cypher: str, *, most: int = _PAGE, **parameters: object
) -> Iterator[Mapping[str, Any]]:
    """Read page after page of a statement that walks along an index of ids: the database holds one page."""
    after = ""
    with database_faults("while the graph was read"), graph.session(read=True) as session:
        while page := session.execute_read(
            lambda tx, after: tx.run(cypher, parameters, after=after, most=most).fetch(most), after
        ):
            yield from page
            after = page[-1]["id"]


def _node(properties: Mapping[str, object]) -> StreamedNode:
    return StreamedNode(str(properties["id"]), _slots(properties, _OURS | {"id"}))


def _mention(properties: Mapping[str, object], denoted: list[str]) -> StreamedNode:
    """Convert a mention to a Biolink node: a list of categories, the entities that it denotes as xref."""
    category = properties.get("category")
    slots = _slots(properties, _OURS | {"id", "category"})
    slots["category"] = [str(category or ENTITY)]
    if denoted:
        slots["xref"] = [str(name) for name in sorted(denoted)]
    return StreamedNode(str(properties["id"]), slots)


def _edge(row: Mapping[str, Any]) -> StreamedEdge:
    slots = _slots(row["properties"], _OURS | {"subject", "predicate", "object"})
    return StreamedEdge(row["subject"], row["predicate"], row["object"], slots)


def _slots(properties: Mapping[str, object], without: frozenset[str]) -> dict[str, Plain]:
    return {key: plain(value) for key, value in sorted(properties.items()) if key not in without}
