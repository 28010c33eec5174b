"""TRAPI lookup: a query graph compiled, run, and answered with the knowledge of the graph."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import neo4j

from bioloom.biolink import Biolink
from bioloom.exchange.trapi import knowledge_fetching as fetching
from bioloom.exchange.trapi.attributes import listed
from bioloom.exchange.trapi.cypher_compiler import compile_query
from bioloom.exchange.trapi.knowledge_graph import edge_json, entailed_json, node_json
from bioloom.exchange.trapi.node_pinning import PinnedNodes, pin
from bioloom.exchange.trapi.query_graph import Bounds, LogNote, QueryGraph, TrapiRequest
from bioloom.exchange.trapi.results import BoundResult, results_json
from bioloom.exchange.trapi.set_interpretation import unite_sets
from bioloom.exchange.trapi.subclass_inference import infer_results, raised_pairs
from bioloom.graph.connection import Graph
from bioloom.graph.deadline import seconds_left

_SEARCHING = 0.7
"""The part of the time left that goes to the search; the rest is for reading what it found."""


@dataclass(frozen=True, slots=True)
class Knowledge:
    """Nodes, edges, auxiliary graphs and results of a message."""

    nodes: Mapping[str, Any] = field(default_factory=dict)
    edges: Mapping[str, Any] = field(default_factory=dict)
    auxiliary: Mapping[str, Any] = field(default_factory=dict)
    results: Sequence[dict[str, Any]] = ()


def look_up(
    graph: Graph, biolink: Biolink, request: TrapiRequest, bounds: Bounds
) -> tuple[Knowledge, list[LogNote]]:
    """Find what the graph holds for a query graph; notes say what was cut off."""
    seconds = min(bounds.seconds, request.workflow.seconds or bounds.seconds)
    if (left := seconds_left()) is not None:
        seconds = min(seconds, _SEARCHING * left)
    query = request.graph
    with fetching.reading(graph, seconds) as tx:
        pinned = pin(tx, query, biolink, most=bounds.expanded)
        held = fetching.held_types(tx)
        lifted = fetching.lifted_edges(tx, query, biolink, held)
        compiled = compile_query(query, pinned.ids, biolink, rows=bounds.rows, lifted=lifted, held=held)
        notes = [*pinned.notes, LogNote("DEBUG", "Cypher", compiled.cypher)]
        if compiled.empty:
            return Knowledge(), [*notes, LogNote("INFO", "NoAnswer", compiled.empty)]
        answers, cut = fetching.fetch_answers(tx, compiled, bounds, united=_unites(query))
        if not cut:
            found, said = _gather(tx, query, answers, pinned, biolink, bounds)
    if cut:  # the transaction that was stopped reads no more
        with fetching.reading(graph, bounds.seconds) as tx:
            found, said = _gather(tx, query, answers, pinned, biolink, bounds)
    return found, [*notes, *cut, *said]


def _unites(query: QueryGraph) -> bool:
    return any(node.interpretation != "BATCH" for node in query.nodes)


def _gather(
    tx: neo4j.Transaction,
    query: QueryGraph,
    answers: Sequence[fetching.ResultBinding],
    pinned: PinnedNodes,
    biolink: Biolink,
    bounds: Bounds,
) -> tuple[Knowledge, list[LogNote]]:
    """Read what the answers bind, and write it as results over a knowledge graph.

    What was deleted between two statements is left out.
    """
    elements = [one for answer in answers for edges in answer.edges for one in edges]
    claims = fetching.fetch_claims(tx, elements)
    whole = [answer for answer in answers if _is_whole(answer, claims)]
    chains, links = fetching.fetch_chains(tx, raised_pairs(query, whole, pinned, most=bounds.rows))
    slots = biolink.release.qualifiers
    results, entailed = infer_results(query, whole, claims, pinned, chains, slots, most=bounds.rows)
    results = unite_sets(query, results, pinned)
    notes = [fetching.truncation(bounds.results)] if len(results) > bounds.results else []
    results = results[: bounds.results]
    stored = {str(one.properties["id"]): one for one in (*claims.values(), *links.values())}
    bound = list(dict.fromkeys(one.id for result in results for edges in result.edges for one in edges))
    support = {
        graph: entailed.support[graph]
        for one in bound
        if one in entailed.edges
        for graph in entailed.edges[one].support
    }
    kept = list(dict.fromkeys((*bound, *(one for edges in support.values() for one in edges))))
    sentences = fetching.fetch_sentences(tx, [stored[one].properties for one in kept if one in stored])
    edges = {
        one: edge_json(stored[one], sentences, biolink)
        if one in stored
        else entailed_json(entailed.edges[one])
        for one in kept
    }
    ids = [end for edge in edges.values() for end in (edge["subject"], edge["object"])]
    ids += [node.id for result in results for nodes in result.nodes for node in nodes]
    nodes = fetching.fetch_nodes(tx, ids)
    results = [
        result for result in results if all(one.id in nodes for bound in result.nodes for one in bound)
    ]
    return Knowledge(
        nodes={id_: node_json(properties, biolink) for id_, properties in nodes.items()},
        edges=edges,
        auxiliary={graph: {"edges": list(edges), "attributes": []} for graph, edges in support.items()},
        results=results_json(query, results),
    ), [*notes, *_other_categories(query, nodes, results, biolink)]


def _is_whole(answer: fetching.ResultBinding, claims: Mapping[str, fetching.StoredEdge]) -> bool:
    return all(any(element in claims for element in found) for found in answer.edges)


def _other_categories(
    query: QueryGraph, nodes: Mapping[str, Any], results: Iterable[BoundResult], biolink: Biolink
) -> list[LogNote]:
    """Note where an id names an entity of another category than the query states; the id decides."""
    notes: dict[str, LogNote] = {}
    held = list(results)
    for position, node in enumerate(query.nodes):
        if not (node.ids and node.categories):
            continue
        for id_ in dict.fromkeys(one.id for result in held for one in result.nodes[position]):
            stated = [name for name in listed(nodes[id_].get("category")) if biolink.is_category(name)]
            if not set(node.categories) & {*biolink.labels(stated), "biolink:Entity"}:
                text = f"{id_} is {', '.join(stated) or 'of no category'}, not {', '.join(node.categories)}"
                notes[id_] = LogNote("WARNING", "OtherCategory", f"{text}; the id was believed")
    return list(notes.values())[:20]
