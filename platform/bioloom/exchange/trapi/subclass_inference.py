"""Subclass inference: claims on a subclass as entailed edges of what was asked, with their trace.

A claim on a subclass of an asked entity answers for that entity. The result binds the asked entity and an
entailed edge; its support graphs hold the claim and the chain of `biolink:subclass_of` that leads up.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice, product

from bioloom.exchange.trapi.knowledge_fetching import ResultBinding, StoredEdge
from bioloom.exchange.trapi.node_pinning import PinnedNodes, PinnedRoot
from bioloom.exchange.trapi.query_graph import QueryGraph, QueryNode
from bioloom.exchange.trapi.results import BoundEdge, BoundNode, BoundResult, unite_edges

Chains = Mapping[tuple[str, str], Sequence[str]]
"""The ids of the subclass edges from a member up to a root."""


@dataclass(frozen=True, slots=True)
class EntailedEdge:
    """An edge that follows from others: each of the support graphs alone entails it."""

    subject: str
    predicate: str
    object: str
    qualifiers: Mapping[str, str]
    support: tuple[str, ...]


@dataclass(slots=True)
class Entailments:
    """Entailed edges by id, and support graphs by id with the ids of their edges."""

    edges: dict[str, EntailedEdge] = field(default_factory=dict)
    support: dict[str, tuple[str, ...]] = field(default_factory=dict)


def raised_pairs(
    graph: QueryGraph, answers: Iterable[ResultBinding], pinned: PinnedNodes, *, most: int
) -> list[tuple[str, str]]:
    """List the subclasses in the answers, each with the asked entity that it stands for."""
    pairs: dict[tuple[str, str], None] = {}
    for answer, places in _ways(graph, answers, pinned, most):
        pairs |= dict.fromkeys(_raised(answer, places).items())
    return list(pairs)


def infer_results(
    graph: QueryGraph,
    answers: Iterable[ResultBinding],
    claims: Mapping[str, StoredEdge],
    pinned: PinnedNodes,
    chains: Chains,
    qualifier_slots: Iterable[str],
    *,
    most: int,
) -> tuple[list[BoundResult], Entailments]:
    """Give a result for each combination of asked entities that an answer stands for, `most` of them.

    Results of the same entities are one, with the edges of all of them.
    """
    entailed = Entailments()
    slots = tuple(qualifier_slots)
    merged: dict[tuple[BoundNode, ...], list[list[BoundEdge]]] = {}
    for answer, places in _ways(graph, answers, pinned, most):
        raised = _raised(answer, places)
        if any(pair not in chains for pair in raised.items()):
            continue  # deleted while the query ran
        nodes = tuple(_bound(member, standing) for member, standing in zip(answer.nodes, places, strict=True))
        edges = merged.setdefault(nodes, [[] for _ in graph.edges])
        for kept, elements in zip(edges, answer.edges, strict=True):
            held = (claims[element] for element in elements if element in claims)
            kept += (_raise(claim, raised, chains, slots, entailed) for claim in held)
    return [
        BoundResult(tuple((node,) for node in nodes), tuple(map(unite_edges, edges)))
        for nodes, edges in merged.items()
    ], entailed


def _ways(
    graph: QueryGraph, answers: Iterable[ResultBinding], pinned: PinnedNodes, most: int
) -> Iterator[tuple[ResultBinding, tuple[PinnedRoot | None, ...]]]:
    """Give the ways in which the entities of answers stand for ids of the query, `most` in all."""

    def standings(node: QueryNode, id_: str) -> Sequence[PinnedRoot | None]:
        return pinned.standings[node.key].get(id_, ()) if node.ids else (None,)

    ways = (
        (answer, places)
        for answer in answers
        for places in product(*map(standings, graph.nodes, answer.nodes))
    )
    return islice(ways, most)


def _raised(answer: ResultBinding, places: Iterable[PinnedRoot | None]) -> dict[str, str]:
    """Give the subclasses in an answer, each with the asked entity that it stands for."""
    return {
        member: standing.root
        for member, standing in zip(answer.nodes, places, strict=True)
        if standing is not None and standing.root != member
    }


def _bound(member: str, standing: PinnedRoot | None) -> BoundNode:
    if standing is None:
        return BoundNode(member)
    return BoundNode(standing.root, None if standing.asked == standing.root else standing.asked)


def _raise(
    claim: StoredEdge, raised: Mapping[str, str], chains: Chains, slots: Sequence[str], entailed: Entailments
) -> BoundEdge:
    """Bind a claim as it is, or as the edge that it entails of what its ends are subclasses of."""
    id_ = str(claim.properties["id"])
    ends = [end for end in (claim.subject, claim.object) if end in raised]
    if not ends:
        return BoundEdge(id_, (claim.properties,))
    trace = [link for end in dict.fromkeys(ends) for link in chains[end, raised[end]]]
    graph = tuple(dict.fromkeys((id_, *trace)))
    support = _hash("support", list(graph))
    entailed.support[support] = graph
    subject, object_ = (raised.get(end, end) for end in (claim.subject, claim.object))
    qualifiers = {slot: claim.properties[slot] for slot in slots if slot in claim.properties}
    name = _hash("entailed", [subject, claim.predicate, object_, sorted(qualifiers.items())])
    known = entailed.edges[name].support if name in entailed.edges else ()
    entailed.edges[name] = EntailedEdge(
        subject, claim.predicate, object_, qualifiers, tuple(dict.fromkeys((*known, support)))
    )
    return BoundEdge(name, (claim.properties,))


def _hash(kind: str, content: object) -> str:
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
    return f"{kind}-{hashlib.sha256(text.encode()).hexdigest()[:32]}"
