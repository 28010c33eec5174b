"""TRAPI message answering: a request parsed, its workflow run, and the response written."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, get_args

from bioloom.biolink import Biolink
from bioloom.exchange.trapi.knowledge_fetching import STOPPED
from bioloom.exchange.trapi.lookup import Knowledge, look_up
from bioloom.exchange.trapi.message_operations import bind_results, score_results
from bioloom.exchange.trapi.query_graph import Bounds, Level, LogNote, TrapiRequest
from bioloom.exchange.trapi.request_parsing import read_request
from bioloom.exchange.trapi.results import rank
from bioloom.graph.connection import Graph

SCHEMA_VERSION = "1.6.0"
"""The release of TRAPI that responses follow; what they hold is valid in 1.5 as well."""

_CUT = "; the search was stopped at the limit of time or memory, so there may be more"
_LEVELS: tuple[Level, ...] = get_args(Level)


def answer_message(
    graph: Graph, biolink: Biolink, body: object, *, bounds: Bounds | None = None
) -> dict[str, Any]:
    """Answer a TRAPI request; UsageError says what is wrong with it.

    What is cut off by the bounds, or by the time that the request allows, is said in the log of the response.
    """
    request = read_request(body, biolink)
    if request.unsupported:
        told = f"these constraints cannot be checked here: {', '.join(dict.fromkeys(request.unsupported))}"
        notes = [*request.notes, LogNote("ERROR", "UnsupportedConstraint", told)]
        return _response(request, biolink, Knowledge(), notes, "UnsupportedConstraint")
    found, notes = _run(graph, biolink, request, bounds or Bounds())
    status = STOPPED if any(note.code == STOPPED for note in notes) else "Success"
    return _response(request, biolink, found, [*request.notes, *notes], status)


def _run(
    graph: Graph, biolink: Biolink, request: TrapiRequest, bounds: Bounds
) -> tuple[Knowledge, list[LogNote]]:
    """Run the steps of the workflow, on what is looked up or on what came with the message.

    A lookup binds and scores by itself.
    """
    notes: list[LogNote] = []
    if request.workflow.looks_up:
        found, notes = look_up(graph, biolink, request, bounds)
    else:
        found = _carried(request.carried)
    for step in request.workflow.steps:
        if step.id == "filter_results_top_n" and step.most is not None:
            found = replace(found, results=rank(found.results)[: step.most])
        elif step.id == "bind" and not request.workflow.looks_up:
            knowledge = {"nodes": found.nodes, "edges": found.edges}
            found = replace(found, results=bind_results(request.graph, knowledge, biolink, bounds))
        elif step.id == "score" and not request.workflow.looks_up:
            found = replace(found, results=score_results(found.results, found.edges))
    return found, notes


def _carried(carried: Mapping[str, Any]) -> Knowledge:
    knowledge = carried.get("knowledge_graph") or {}
    return Knowledge(
        knowledge.get("nodes") or {},
        knowledge.get("edges") or {},
        carried.get("auxiliary_graphs") or {},
        carried.get("results") or (),
    )


def _response(
    request: TrapiRequest, biolink: Biolink, found: Knowledge, notes: Iterable[LogNote], status: str
) -> dict[str, Any]:
    wanted = _LEVELS[: _LEVELS.index(request.log_level) + 1]
    response: dict[str, Any] = {
        "message": {
            "query_graph": request.sent,
            "knowledge_graph": {"nodes": found.nodes, "edges": found.edges},
            "results": list(found.results),
            "auxiliary_graphs": found.auxiliary,
        },
        "status": status,
        "description": f"{len(found.results)} results{_CUT if status == STOPPED else ''}",
        "logs": [note.as_json() for note in notes if note.level in wanted],
        "workflow": list(request.workflow.sent),
        "schema_version": SCHEMA_VERSION,
        "biolink_version": biolink.version,
    }
    if request.submitter is not None:
        response["submitter"] = request.submitter
    return response
