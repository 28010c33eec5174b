"""TRAPI results: node and edge bindings with scores."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import prod
from typing import Any

from bioloom.exchange.trapi.query_graph import QueryGraph
from bioloom.exchange.trapi.result_fetching import ResultBinding, StoredEdge
from bioloom.exchange.trapi.workflow import OURSELVES

SCORING = "bioloom: geometric mean over the query edges of n / (n + 1), n statements that support the edge"


def results_json(
    graph: QueryGraph,
    answers: Iterable[ResultBinding],
    edges: Mapping[str, StoredEdge],
    asked: Mapping[str, Mapping[str, str]],
) -> list[dict[str, Any]]:
    """Give the results, best first; `asked` says for each node with ids which id an entity answers."""
    results = [_result(graph, answer, edges, asked) for answer in answers]
    results.sort(key=_rank)
    return results


def _rank(result: Mapping[str, Any]) -> tuple[float, list[str]]:
    bound = [binding["id"] for bindings in result["node_bindings"].values() for binding in bindings]
    return -result["analyses"][0]["score"], bound


def _result(
    graph: QueryGraph,
    answer: ResultBinding,
    edges: Mapping[str, StoredEdge],
    asked: Mapping[str, Mapping[str, str]],
) -> dict[str, Any]:
    nodes: dict[str, list[dict[str, Any]]] = {}
    for node, id_ in zip(graph.nodes, answer.nodes, strict=True):
        binding: dict[str, Any] = {"id": id_, "attributes": []}
        if node.ids and id_ not in node.ids:
            binding["query_id"] = asked[node.key][id_]
        nodes[node.key] = [binding]
    claims = [[edges[element] for element in elements if element in edges] for elements in answer.edges]
    bound = {
        edge.key: [{"id": str(claim.properties["id"]), "attributes": []} for claim in found]
        for edge, found in zip(graph.edges, claims, strict=True)
    }
    analysis = {
        "resource_id": OURSELVES,
        "edge_bindings": bound,
        "score": strength([[claim.properties for claim in found] for found in claims]),
        "scoring_method": SCORING,
    }
    return {"node_bindings": nodes, "analyses": [analysis]}


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
