"""TRAPI request parser: a message checked part by part, refused in one sentence."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, cast, get_args

from pydantic import ValidationError
from reasoner_pydantic.qgraph import QEdge, QNode
from reasoner_pydantic.qgraph import QueryGraph as SentGraph

from bioloom.biolink import Biolink
from bioloom.errors import UsageError
from bioloom.exchange.trapi import limits
from bioloom.exchange.trapi.constraints import read_constraints
from bioloom.exchange.trapi.message_operations import check_carried
from bioloom.exchange.trapi.query_graph import (
    Interpretation,
    Level,
    LogNote,
    QueryEdge,
    QueryGraph,
    QueryNode,
    TrapiRequest,
)
from bioloom.exchange.trapi.term_resolution import check_categories, check_predicates, check_qualifiers
from bioloom.exchange.trapi.workflow import Workflow, read_workflow

_CARRIED = ("knowledge_graph", "results", "auxiliary_graphs")


def read_request(body: object, biolink: Biolink) -> TrapiRequest:
    """Read a message with its query graph; UsageError says what is wrong with it and how to mend it.

    Knowledge and results that come along are not carried over, which the log then says.
    """
    check_values(body)
    if not isinstance(body, Mapping) or not isinstance(message := body.get("message"), Mapping):
        raise UsageError('a TRAPI request is an object with a "message"')
    sent = message.get("query_graph")
    if not isinstance(sent, Mapping):
        raise UsageError('the message needs a "query_graph" with "nodes" and "edges"')
    if "paths" in sent:
        raise UsageError("Pathfinder queries (paths) are not answered here; ask with edges")
    workflow = read_workflow(body.get("workflow"))
    interpretations = _interpretations(sent)
    try:
        graph = SentGraph.model_validate(_without_collate(sent))
    except ValidationError as error:
        raise UsageError(_fault(error)) from None
    carried = {name: message[name] for name in _CARRIED if message.get(name)}
    notes: list[LogNote] = []
    if workflow.looks_up:
        notes += [
            LogNote("WARNING", "NotCarriedOver", f"the {name} of the request is not carried over")
            for name in carried
        ]
    else:
        check_carried(carried)
    unsupported: list[str] = []
    nodes = tuple(
        replace(_node(key, node, biolink, notes, unsupported), interpretation=interpretations[key])
        for key, node in graph.nodes.items()
    )
    edges = tuple(_edge(key, edge, biolink, notes, unsupported) for key, edge in graph.edges.items())
    _check_shape(nodes, edges)
    submitter = body.get("submitter")
    return TrapiRequest(
        graph=QueryGraph(nodes, edges),
        sent=sent,
        workflow=_timed(workflow, body),
        carried={} if workflow.looks_up else carried,
        log_level=_log_level(body),
        submitter=submitter if isinstance(submitter, str) else None,
        unsupported=tuple(unsupported),
        notes=tuple(notes),
    )


def check_values(body: object) -> None:
    """Refuse values that JSON can spell but no message holds: lone surrogates, endless nesting, NaN."""
    waiting: list[tuple[object, int]] = [(body, 0)]
    while waiting:
        value, depth = waiting.pop()
        if depth > limits.DEEPEST:
            raise UsageError(f"the message is nested more than {limits.DEEPEST} levels deep")
        if isinstance(value, str) and not value.isascii() and any("\ud800" <= c <= "\udfff" for c in value):
            raise UsageError("the message holds half a character (a lone surrogate)")
        if isinstance(value, float) and not math.isfinite(value):
            raise UsageError("the message holds a number that JSON does not know (NaN or Infinity)")
        if isinstance(value, Mapping):
            waiting += [(item, depth + 1) for pair in value.items() for item in pair]
        elif isinstance(value, list):
            waiting += [(item, depth + 1) for item in value]


def _interpretations(sent: Mapping[str, Any]) -> dict[str, Interpretation]:
    """Read how the ids of each node are meant; UsageError where ids and members do not fit that."""
    nodes = sent.get("nodes")
    found: dict[str, Interpretation] = {}
    for key, node in nodes.items() if isinstance(nodes, Mapping) else ():
        if not isinstance(node, Mapping):
            continue
        if node.get("is_set"):
            now = "set_interpretation COLLATE, MANY or ALL says it now"
            raise UsageError(f"node {key!r}: is_set is of TRAPI 1.4; {now}")
        wanted = node.get("set_interpretation") or "BATCH"
        if wanted not in get_args(Interpretation):
            known = ", ".join(get_args(Interpretation))
            raise UsageError(f"node {key!r}: set_interpretation is one of {known}")
        if wanted in ("ALL", "MANY") and not (node.get("member_ids") or node.get("ids")):
            needed = f"set_interpretation {wanted} needs member_ids, the ids of the set"
            raise UsageError(f"node {key!r}: {needed}")
        if wanted == "COLLATE" and (node.get("ids") or node.get("member_ids")):
            raise UsageError(f"node {key!r}: set_interpretation COLLATE is for a node without ids")
        if wanted == "BATCH" and node.get("member_ids"):
            raise UsageError(f"node {key!r}: member_ids belong to set_interpretation ALL or MANY")
        found[key] = cast(Interpretation, wanted)
    return found


def _without_collate(sent: Mapping[str, Any]) -> dict[str, Any]:
    """Leave out what TRAPI 2.0 added and the models of 1.6 do not know."""
    nodes = sent.get("nodes")
    if not isinstance(nodes, Mapping):
        return dict(sent)
    known = {
        key: {**node, "set_interpretation": None}
        if isinstance(node, Mapping) and node.get("set_interpretation") == "COLLATE"
        else node
        for key, node in nodes.items()
    }
    return {**sent, "nodes": known}


def _node(key: str, node: QNode, biolink: Biolink, notes: list[LogNote], unsupported: list[str]) -> QueryNode:
    _check_key(key)
    ids = tuple(dict.fromkeys(node.member_ids or node.ids or ()))
    if len(ids) > limits.MOST_IDS:
        raise UsageError(f"node {key!r} may have {limits.MOST_IDS} ids, not {len(ids)}")
    if any(not id_ or len(id_) > limits.LONGEST_TEXT for id_ in ids):
        raise UsageError(f"node {key!r}: an id is a CURIE of 1 to {limits.LONGEST_TEXT} characters")
    categories = check_categories(key, _few(key, "categories", node.categories or ()), biolink)
    constraints, unknown = read_constraints(node.constraints or (), biolink)
    unsupported += unknown
    _note_extras("node", key, set(node.model_extra or ()) - {"is_set"}, notes)
    return QueryNode(key, ids, categories, constraints)


def _edge(key: str, edge: QEdge, biolink: Biolink, notes: list[LogNote], unsupported: list[str]) -> QueryEdge:
    _check_key(key)
    if (edge.model_extra or {}).get("exclude"):
        raise UsageError(f"edge {key!r}: exclude is not answered here; ask for what is there")
    predicates = check_predicates(key, _few(key, "predicates", edge.predicates or ()), biolink)
    sets = [
        [(one.qualifier_type_id, one.qualifier_value) for one in constraint.qualifier_set]
        for constraint in _few(key, "qualifier constraints", edge.qualifier_constraints or ())
    ]
    constraints, unknown = read_constraints(edge.attribute_constraints or (), biolink)
    unsupported += unknown
    if edge.knowledge_type is not None and edge.knowledge_type.value == "inferred":
        told = f"edge {key!r}: nothing is inferred here; what the graph states is given"
        notes.append(LogNote("WARNING", "InferredAnsweredByLookup", told))
    _note_extras("edge", key, set(edge.model_extra or ()), notes)
    qualifiers = check_qualifiers(key, sets, biolink)
    return QueryEdge(key, edge.subject, edge.object, predicates, qualifiers, constraints)


def _few(key: str, what: str, items: Sequence[Any]) -> list[Any]:
    if len(items) > limits.MOST_TERMS:
        raise UsageError(f"{key!r} may have {limits.MOST_TERMS} {what}, not {len(items)}")
    return list(items)


def _check_key(key: str) -> None:
    if len(key) > limits.LONGEST_TEXT:
        raise UsageError(f"a key of the query graph may have {limits.LONGEST_TEXT} characters")


def _check_shape(nodes: Sequence[QueryNode], edges: Sequence[QueryEdge]) -> None:
    if not nodes:
        raise UsageError("the query graph has no nodes")
    if len(nodes) > limits.MOST_NODES or len(edges) > limits.MOST_EDGES:
        raise UsageError(f"a query graph may have {limits.MOST_NODES} nodes and {limits.MOST_EDGES} edges")
    keys = {node.key for node in nodes}
    for edge in edges:
        for end in (edge.subject, edge.object):
            if end not in keys:
                raise UsageError(f"edge {edge.key!r} names {end!r}, which is not a node of the query graph")
        if edge.subject == edge.object:
            raise UsageError(f"edge {edge.key!r} joins {edge.subject!r} to itself; give it two nodes")
    reached = {nodes[0].key}
    for _ in edges:
        for edge in edges:
            if edge.subject in reached or edge.object in reached:
                reached |= {edge.subject, edge.object}
    if keys - reached:
        raise UsageError("the query graph falls into parts; send each part as a query of its own")


def _note_extras(kind: str, key: str, extras: set[str], notes: list[LogNote]) -> None:
    for name in sorted(extras):
        told = f"{kind} {key!r}: {name!r} is not known and not used"
        notes.append(LogNote("WARNING", "UnknownProperty", told))


def _log_level(body: Mapping[str, Any]) -> Level:
    parameters = body.get("parameters")
    nested = parameters.get("log_level") if isinstance(parameters, Mapping) else None
    level = body.get("log_level") or nested or "INFO"
    if level not in get_args(Level):
        raise UsageError(f"log_level is one of {', '.join(get_args(Level))}")
    return cast(Level, level)


def _timed(workflow: Workflow, body: Mapping[str, Any]) -> Workflow:
    """Give a workflow the shorter one of its own time limit and that of the parameters."""
    parameters = body.get("parameters")
    stated = parameters.get("timeout") if isinstance(parameters, Mapping) else None
    if isinstance(stated, int | float) and not isinstance(stated, bool) and stated > 0:
        shorter = float(stated) if workflow.seconds is None else min(workflow.seconds, float(stated))
        return replace(workflow, seconds=shorter)
    return workflow


def _fault(error: ValidationError) -> str:
    first = error.errors(include_url=False, include_input=False)[0]
    place = ".".join(str(step) for step in first["loc"] if step not in ("root", "[key]"))
    return f"the query graph is not as TRAPI has it: {place[:200]}: {first['msg']}"
