"""Neighbourhood of a node: its relationships and their other ends, page by page."""

from collections.abc import Sequence
from dataclasses import dataclass

from bioloom.graph.connection import Graph
from bioloom.records import Subgraph, SubgraphNode
from bioloom.retrieval.evidence_rows import edge_of, node_of
from bioloom.retrieval.query_runner import run_query

NEIGHBOUR_KEY = 5
"""Texts of the key by which the relationships of a node are ordered."""


@dataclass(frozen=True, slots=True)
class Neighbourhood:
    """A node, a page of its relationships with their other ends, and the key of the next page if any."""

    center: SubgraphNode
    subgraph: Subgraph
    after: tuple[str, ...] | None = None


def neighbourhood(
    graph: Graph, node: str, *, limit: int, after: Sequence[str] | None = None
) -> Neighbourhood | None:
    """Give what surrounds an entity, mention, sentence or document; None if the graph does not hold it.

    Claims come first, then what ties the node to texts. An id that stands for another entity gives that one.
    """
    found = run_query(graph, "browse/node", {"id": node})
    if not found:
        return None
    center = node_of(found[0]["node"])
    parameters = {"id": center.id, "after": None if after is None else list(after), "limit": limit + 1}
    linked = run_query(graph, "browse/neighbours", parameters)
    page = linked[:limit]
    nodes = {center.id: center} | {row["other"]["id"]: node_of(row["other"]) for row in page}
    edges = tuple(edge_of(row["type"], row["start"], row["end"], row["edge"]) for row in page)
    more = tuple(page[-1]["key"]) if len(linked) > limit else None
    return Neighbourhood(center, Subgraph(tuple(nodes.values()), edges), more)
