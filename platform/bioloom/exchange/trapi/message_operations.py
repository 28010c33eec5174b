"""Workflow operations on a message that carries its knowledge: bind, score, filter_results_top_n."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from pydantic import ValidationError
from reasoner_pydantic import Message

from bioloom.biolink import Biolink
from bioloom.errors import UsageError
from bioloom.exchange.trapi.knowledge_fetching import ResultBinding, StoredEdge
from bioloom.exchange.trapi.node_pinning import PinnedNodes, PinnedRoot
from bioloom.exchange.trapi.query_graph import Bounds, QueryEdge, QueryGraph, QueryNode
from bioloom.exchange.trapi.results import SCORING, rank, results_json, strength
from bioloom.exchange.trapi.set_interpretation import unite_sets
from bioloom.exchange.trapi.subclass_inference import infer_results
from bioloom.exchange.trapi.term_resolution import directions, qualifier_meaning, turned
from bioloom.exchange.trapi.workflow import OURSELVES

_NUMBERS = ("extraction_confidence_score",)


def check_carried(carried: Mapping[str, Any]) -> None:
    """Check knowledge and results that came with a message; UsageError says where they are not TRAPI."""
    try:
        Message.model_validate(dict(carried), context={"normalize": False})
    except (ValidationError, TypeError, AttributeError) as error:
        said = str(error)
        if isinstance(error, ValidationError):
            first = error.errors(include_url=False, include_input=False)[0]
            place = ".".join(str(step) for step in first["loc"] if step != "root")
            said = f"{place[:200]}: {first['msg']}"
        raise UsageError(f"the message is not as TRAPI has it: {said}") from None


def score_results(results: Iterable[dict[str, Any]], edges: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Score results by the publications and confidence of the edges that they bind, best first.

    The analysis of another service is left as it is; the score stands in one of our own beside it.
    """
    return rank([_scored(result, edges) for result in results])


def _scored(result: dict[str, Any], edges: Mapping[str, Any]) -> dict[str, Any]:
    others = [one for one in result.get("analyses") or () if one.get("resource_id") != OURSELVES]
    ours = [one for one in result.get("analyses") or () if one.get("resource_id") == OURSELVES]
    analyses: list[dict[str, Any]] = []
    for one in ours or others[:1]:
        bound = one.get("edge_bindings") or {}
        claims = [
            [_properties(edges[binding["id"]]) for binding in bindings if binding["id"] in edges]
            for bindings in bound.values()
        ]
        kept = one if ours else {"resource_id": OURSELVES, "edge_bindings": bound}
        analyses.append({**kept, "score": strength(claims), "scoring_method": SCORING})
    return {**result, "analyses": [*others, *analyses]}


def bind_results(
    graph: QueryGraph, knowledge: Mapping[str, Any], biolink: Biolink, bounds: Bounds
) -> list[dict[str, Any]]:
    """Bind a knowledge graph to a query graph: the results that it holds, scored, best first."""
    if any(node.constraints for node in graph.nodes) or any(edge.constraints for edge in graph.edges):
        raise UsageError("workflow: bind without lookup does not check constraints; leave them out")
    nodes = knowledge.get("nodes") or {}
    claims = {
        key: StoredEdge(edge["subject"], edge["predicate"], edge["object"], {"id": key, **_properties(edge)})
        for key, edge in (knowledge.get("edges") or {}).items()
    }
    found = _Matcher(graph, nodes, claims, biolink)
    merged: dict[tuple[str, ...], list[dict[str, None]]] = {}
    for count, (bound, keys) in enumerate(found.matches(), start=1):
        held = merged.setdefault(bound, [{} for _ in graph.edges])
        for edges, key in zip(held, keys, strict=True):
            edges[key] = None
        if count == bounds.rows or len(merged) == bounds.results:
            break
    answers = [ResultBinding(bound, tuple(tuple(one) for one in edges)) for bound, edges in merged.items()]
    pinned = PinnedNodes(
        ids={node.key: node.ids for node in graph.nodes if node.ids},
        standings={
            node.key: {id_: (PinnedRoot(id_, id_),) for id_ in node.ids} for node in graph.nodes if node.ids
        },
        roots={id_: (id_,) for node in graph.nodes for id_ in node.ids},
    )
    results, _ = infer_results(graph, answers, claims, pinned, {}, (), most=bounds.rows)
    return results_json(graph, unite_sets(graph, results, pinned))


def _properties(edge: Mapping[str, Any]) -> dict[str, Any]:
    """Give what a score and a qualifier constraint ask of an edge of the knowledge graph."""
    found: dict[str, Any] = {
        one["qualifier_type_id"].removeprefix("biolink:"): one["qualifier_value"]
        for one in edge.get("qualifiers") or ()
    }
    for one in edge.get("attributes") or ():
        slot = str(one.get("attribute_type_id")).removeprefix("biolink:")
        if slot in ("publications", *_NUMBERS):
            found[slot] = one.get("value")
    return found


class _Matcher:
    """Matches of a query graph in a knowledge graph, edge by edge."""

    def __init__(
        self, graph: QueryGraph, nodes: Mapping[str, Any], claims: Mapping[str, StoredEdge], biolink: Biolink
    ) -> None:
        self._graph, self._nodes, self._claims, self._biolink = graph, nodes, claims, biolink
        self._candidates = [[key for key in claims if self._fits(edge, key)] for edge in graph.edges]

    def matches(self) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
        """Give the ids bound to the nodes with the keys bound to the edges, in the order of the query."""
        if not self._graph.edges:
            (node,) = self._graph.nodes
            yield from (((id_,), ()) for id_ in self._nodes if self._is(node, id_))
            return
        for bound, keys in self._extend({}, ()):
            yield tuple(bound[node.key] for node in self._graph.nodes), keys

    def _extend(
        self, bound: dict[str, str], keys: tuple[str, ...]
    ) -> Iterator[tuple[dict[str, str], tuple[str, ...]]]:
        if len(keys) == len(self._graph.edges):
            yield bound, keys
            return
        edge = self._graph.edges[len(keys)]
        for key in self._candidates[len(keys)]:
            claim = self._claims[key]
            for subject, object_ in ((claim.subject, claim.object), (claim.object, claim.subject)):
                ends = {edge.subject: subject, edge.object: object_}
                if any(bound.get(node, id_) != id_ for node, id_ in ends.items()):
                    continue
                if self._leads(edge, claim, subject == claim.subject) and all(
                    self._is(self._graph.node(node), id_) for node, id_ in ends.items()
                ):
                    yield from self._extend({**bound, **ends}, (*keys, key))
                if claim.subject == claim.object:
                    break

    def _is(self, node: QueryNode, id_: str) -> bool:
        if node.ids:
            return id_ in node.ids
        stated = [
            name
            for name in (self._nodes.get(id_) or {}).get("categories") or ()
            if self._biolink.is_category(name)
        ]
        return not node.categories or bool(set(node.categories) & set(self._biolink.labels(stated)))

    def _fits(self, edge: QueryEdge, key: str) -> bool:
        claim = self._claims[key]
        return self._leads(edge, claim, True) or self._leads(edge, claim, False)

    def _leads(self, edge: QueryEdge, claim: StoredEdge, along: bool) -> bool:
        """Say whether a claim answers a query edge, in its own direction or against it."""
        asked = directions(edge.predicates, self._biolink)
        if claim.predicate not in (asked.out if along else asked.into):
            return False
        sets = [one if along else turned(one, self._biolink) for one in edge.qualifiers]
        return not sets or any(
            one is not None
            and all(
                claim.properties.get(slot) in qualifier_meaning(slot, value, self._biolink)
                for slot, value in one.items()
            )
            for one in sets
        )
