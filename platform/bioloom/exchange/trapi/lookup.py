"""TRAPI lookup: a request parsed, compiled, run, and answered."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, get_args

from bioloom.biolink import Biolink
from bioloom.exchange.trapi.bounds import Bounds
from bioloom.exchange.trapi.cypher_compiler import compile_query
from bioloom.exchange.trapi.knowledge_graph import edge_json, node_json
from bioloom.exchange.trapi.node_pinning import pin
from bioloom.exchange.trapi.query_graph import Level, LogNote, QueryGraph, TrapiRequest
from bioloom.exchange.trapi.request_parsing import read_request
from bioloom.exchange.trapi.result_fetching import ResultBinding, fetch_answers, fetch_knowledge, reading
from bioloom.exchange.trapi.results import results_json
from bioloom.graph.connection import Graph
from bioloom.graph.deadline import seconds_left

SCHEMA_VERSION = "1.6.0"
"""The release of TRAPI that responses follow; what they hold is valid in 1.5 as well."""

_SEARCHING = 0.7
"""The part of the time left that goes to the search; the rest is for reading what it found."""

_LEVELS: tuple[Level, ...] = get_args(Level)


@dataclass(frozen=True, slots=True)
class _LookupResult:
    """Bindings, nodes and edges that the graph holds for a query graph."""

    nodes: Mapping[str, Any]
    edges: Mapping[str, Any]
    results: list[dict[str, Any]]


_NOTHING = _LookupResult({}, {}, [])


def answer_message(
    graph: Graph, biolink: Biolink, body: object, *, bounds: Bounds | None = None
) -> dict[str, Any]:
    """Answer a TRAPI request; UsageError says what is wrong with it.

    What is cut off by the bounds, or by the time that the request allows, is said in the log of the response.
    """
    request = read_request(body, biolink)
    held = bounds or Bounds()
    if request.unsupported:
        names = ", ".join(dict.fromkeys(request.unsupported))
        refused = LogNote(
            "ERROR", "UnsupportedConstraint", f"these constraints cannot be checked here: {names}"
        )
        return _response(request, biolink, _NOTHING, [*request.notes, refused], "UnsupportedConstraint")
    found, notes = _lookup(graph, biolink, request, held)
    return _response(request, biolink, found, [*request.notes, *notes], "Success")


def _lookup(
    graph: Graph, biolink: Biolink, request: TrapiRequest, bounds: Bounds
) -> tuple[_LookupResult, list[LogNote]]:
    seconds = min(bounds.seconds, request.seconds or bounds.seconds)
    if (left := seconds_left()) is not None:
        seconds = min(seconds, _SEARCHING * left)
    query = request.graph
    with reading(graph, seconds) as tx:
        pinned = pin(tx, query, most=bounds.expanded)
        compiled = compile_query(query, pinned.ids, biolink, rows=bounds.rows)
        notes = [*pinned.notes, LogNote("DEBUG", "Cypher", compiled.cypher)]
        if compiled.empty:
            return _NOTHING, [*notes, LogNote("INFO", "NoAnswer", compiled.empty)]
        answers, cut = fetch_answers(tx, compiled, bounds)
        if not cut:
            nodes, edges = fetch_knowledge(tx, answers)
    if cut:  # the transaction that was stopped reads no more
        with reading(graph, bounds.seconds) as tx:
            nodes, edges = fetch_knowledge(tx, answers)
    whole = [answer for answer in answers if _is_whole(answer, nodes, edges)]
    found = _LookupResult(
        nodes={id_: node_json(properties, biolink) for id_, properties in nodes.items()},
        edges={
            str(edge.properties["id"]): edge_json(
                edge.subject, edge.predicate, edge.object, edge.properties, biolink
            )
            for edge in edges.values()
        },
        results=results_json(query, whole, edges, pinned.asked),
    )
    return found, [*notes, *cut, *_other_categories(query, nodes, whole, biolink)]


def _is_whole(answer: ResultBinding, nodes: Mapping[str, Any], edges: Mapping[str, Any]) -> bool:
    """Say whether all nodes and edges of a result still exist; they may be deleted between transactions."""
    return all(id_ in nodes for id_ in answer.nodes) and all(
        any(element in edges for element in found) for found in answer.edges
    )


def _other_categories(
    query: QueryGraph, nodes: Mapping[str, Any], answers: Iterable[ResultBinding], biolink: Biolink
) -> list[LogNote]:
    """Note where an id names an entity of another category than the query states; the id decides."""
    notes: dict[str, LogNote] = {}
    for position, node in enumerate(query.nodes):
        if not (node.ids and node.categories):
            continue
        for id_ in dict.fromkeys(answer.nodes[position] for answer in answers):
            stated = [name for name in nodes[id_].get("category") or () if biolink.is_category(name)]
            if not set(node.categories) & {*biolink.labels(stated), "biolink:Entity"}:
                text = f"{id_} is {', '.join(stated) or 'of no category'}, not {', '.join(node.categories)}"
                notes[id_] = LogNote("WARNING", "OtherCategory", f"{text}; the id was believed")
    return list(notes.values())[:20]


def _response(
    request: TrapiRequest, biolink: Biolink, found: _LookupResult, notes: Iterable[LogNote], status: str
) -> dict[str, Any]:
    wanted = _LEVELS[: _LEVELS.index(request.log_level) + 1]
    now = datetime.now(UTC).isoformat(timespec="milliseconds")
    response: dict[str, Any] = {
        "message": {
            "query_graph": request.sent,
            "knowledge_graph": {"nodes": found.nodes, "edges": found.edges},
            "results": found.results,
            "auxiliary_graphs": {},
        },
        "status": status,
        "description": f"{len(found.results)} results",
        "logs": [
            {"timestamp": now, "level": note.level, "code": note.code, "message": note.message}
            for note in notes
            if note.level in wanted
        ],
        "workflow": [{"id": "lookup"}],
        "schema_version": SCHEMA_VERSION,
        "biolink_version": biolink.version,
    }
    if request.submitter is not None:
        response["submitter"] = request.submitter
    return response
