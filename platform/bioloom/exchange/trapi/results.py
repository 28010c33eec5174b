"""TRAPI results: node and edge bindings with scores."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any

from bioloom.exchange.trapi.query_graph import QueryGraph
from bioloom.exchange.trapi.workflow import OURSELVES

SCORING = "bioloom: geometric mean over the query edges of n / (n + 1), n statements that support the edge"


@dataclass(frozen=True, slots=True)
class BoundNode:
    """An entity bound to a query node; `asked` is the id of the query that it stands for, if another."""

    id: str
    asked: str | None = None


@dataclass(frozen=True, slots=True)
class BoundEdge:
    """An edge of the knowledge graph bound to a query edge, and the claims that are or support it."""

    id: str
    claims: tuple[Mapping[str, Any], ...]


@dataclass(frozen=True, slots=True)
class BoundResult:
    """One result: the entities of each query node and the edges of each query edge, in their order."""

    nodes: tuple[tuple[BoundNode, ...], ...]
    edges: tuple[tuple[BoundEdge, ...], ...]


def unite_edges(edges: Iterable[BoundEdge]) -> tuple[BoundEdge, ...]:
    """Give each edge once, with the claims of all that have its id."""
    claims: dict[str, dict[str, Mapping[str, Any]]] = {}
    for edge in edges:
        claims.setdefault(edge.id, {}).update((str(claim["id"]), claim) for claim in edge.claims)
    return tuple(BoundEdge(id_, tuple(held.values())) for id_, held in claims.items())


def results_json(graph: QueryGraph, results: Iterable[BoundResult]) -> list[dict[str, Any]]:
    """Give the results with their scores, best first."""
    return rank([_result(graph, result) for result in results])


def rank(results: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Order results by their best score; equal ones by what they bind."""
    return sorted(results, key=_place)


def _place(result: Mapping[str, Any]) -> tuple[float, list[str]]:
    bound = [binding["id"] for bindings in result["node_bindings"].values() for binding in bindings]
    return -max((one.get("score") or 0.0 for one in result["analyses"]), default=0.0), bound


def _result(graph: QueryGraph, result: BoundResult) -> dict[str, Any]:
    nodes = {
        node.key: [_node_binding(one) for one in bound]
        for node, bound in zip(graph.nodes, result.nodes, strict=True)
    }
    edges = {
        edge.key: [{"id": one.id, "attributes": []} for one in bound]
        for edge, bound in zip(graph.edges, result.edges, strict=True)
    }
    claims = [[claim for one in bound for claim in one.claims] for bound in result.edges]
    scored = {"score": strength(claims), "scoring_method": SCORING}
    analysis = {"resource_id": OURSELVES, "edge_bindings": edges, **scored}
    return {"node_bindings": nodes, "analyses": [analysis]}


def _node_binding(node: BoundNode) -> dict[str, Any]:
    binding: dict[str, Any] = {"id": node.id, "attributes": []}
    return binding if node.asked is None else binding | {"query_id": node.asked}


def strength(claims: Sequence[Sequence[Mapping[str, Any]]]) -> float:
    """Score a result by the statements behind each of its query edges: 0 (none) to 1 (without end).

    A claim counts once for each of its publications, or once; one that a program extracted counts as much as
    its confidence.

    >>> strength([[{}], [{"publications": ["PMID:1", "PMID:2", "PMID:3"]}]])
    0.6124
    """
    weights = [sum(_statements(claim) for claim in found) for found in claims]
    if not weights:
        return 1.0
    return round(float(prod(n / (n + 1) for n in weights) ** (1 / len(weights))), 4)


def _statements(claim: Mapping[str, Any]) -> float:
    publications = claim.get("publications")
    count = len(publications) if isinstance(publications, list) else 1
    confidence = claim.get("extraction_confidence_score")
    weight = confidence if isinstance(confidence, int | float) and 0 <= confidence <= 1 else 1.0
    return max(count, 1) * float(weight)
