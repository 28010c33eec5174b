"""Federated queries: a mechanism question as TRAPI queries, facts ranked and pruned to evidence."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, TypeVar

import numpy as np

from bioloom.embedding import Encoder, open_encoder
from bioloom.errors import UsageError
from bioloom.federation.facts import Fact, at, distinct, listed, read_facts
from bioloom.federation.ranking import FederatedCandidate, is_a, rank
from bioloom.federation.trapi_client import EndpointReply, Federation
from bioloom.federation.verbalization import sentences
from bioloom.resources import read_table


def bound(response: object, node: str) -> frozenset[str]:
    """Give the ids that the results of a TRAPI response bind to a node of the query graph.

    >>> result = {"node_bindings": {"known": [{"id": "DOID:2", "query_id": "DOID:1"}]}}
    >>> sorted(bound({"message": {"results": [result]}}, "known"))
    ['DOID:2']
    """
    message = at(response, "message")
    found = set()
    for result in listed(at(message, "results")):
        for binding in listed(at(at(result, "node_bindings"), node)):
            id_ = at(binding, "id")
            if isinstance(id_, str):
                found.add(id_)
    return frozenset(found)


KNOWN, WANTED, OTHER = "known", "wanted", "other"
"""The nodes of a query graph: what is given, what is asked for, and the second that is given."""


def one_hop(ids: Sequence[str], categories: Sequence[str]) -> dict[str, Any]:
    """Ask for everything of some categories that is stated of one entity, whatever the predicate.

    The ids are all names of that one entity.

    >>> one_hop(["DOID:2841"], ["biolink:Gene"])["message"]["query_graph"]["edges"]
    {'stated': {'subject': 'known', 'object': 'wanted'}}
    """
    return _query(
        {KNOWN: {"ids": list(ids)}, WANTED: {"categories": list(categories)}},
        {"stated": {"subject": KNOWN, "object": WANTED}},
    )


def two_hops(one: Sequence[str], other: Sequence[str], categories: Sequence[str]) -> dict[str, Any]:
    """Ask for what lies between two entities: an intersection that the other graph works out itself."""
    return _query(
        {KNOWN: {"ids": list(one)}, WANTED: {"categories": list(categories)}, OTHER: {"ids": list(other)}},
        {"first": {"subject": KNOWN, "object": WANTED}, "second": {"subject": WANTED, "object": OTHER}},
    )


def _query(nodes: dict[str, Any], edges: dict[str, Any]) -> dict[str, Any]:
    return {"message": {"query_graph": {"nodes": nodes, "edges": edges}}, "submitter": "bioloom"}


Item = TypeVar("Item")


def level(kind: str) -> float:
    """Give the percentile below which a kind of question does without statements.

    >>> level("gene"), level("metabolite"), level("drug")
    (10.0, 80.0, 0.0)
    """
    return float(_row(kind)["percentile"])


def prune(items: Sequence[Item], scores: Sequence[float], percentile: float) -> list[tuple[Item, float]]:
    """Keep the items whose score is at least the percentile of all scores of this question, best first.

    Percentiles are interpolated linearly. 0 keeps all; what a higher one keeps, a lower one keeps as well;
    something is always kept.

    >>> prune(["a", "b", "c"], [0.1, 0.9, 0.5], 50)
    [('b', 0.9), ('c', 0.5)]
    """
    if not 0 <= percentile <= 100:
        raise UsageError(f"a percentile lies between 0 and 100, not {percentile:g}")
    if not items:
        return []
    bound = float(np.percentile(np.asarray(scores, dtype=np.float64), percentile, method="linear"))
    bound = min(bound, max(scores))  # interpolation may end above the best by a rounding
    kept = [(item, score) for item, score in zip(items, scores, strict=True) if score >= bound]
    return sorted(kept, key=lambda pair: -pair[1])


def scores_of(question: str, texts: Sequence[str], encoder: Encoder) -> list[float]:
    """Score texts by the cosine of their vectors with the question's; the encoder gives unit vectors."""
    if not texts:
        return []
    vectors = np.asarray(encoder.encode([question, *texts]), dtype=np.float64)
    return [float(score) for score in vectors[1:] @ vectors[0]]


Plan: TypeAlias = Literal["separate", "intersect", "two-hops"]
Ends: TypeAlias = tuple[tuple[str, ...], tuple[str, ...]]
"""The two entities that a question names, each with all ids that it is known by."""


@dataclass(frozen=True, slots=True)
class EvidenceStatement:
    """A sentence that stays after pruning, its cosine with the question, and the facts behind it."""

    text: str
    score: float
    facts: tuple[Fact, ...]


@dataclass(frozen=True, slots=True)
class FederatedRanking:
    """Ranked candidates, the facts behind them, and what each endpoint replied."""

    candidates: tuple[FederatedCandidate, ...]
    facts: tuple[Fact, ...]
    replies: tuple[EndpointReply, ...]


@dataclass(frozen=True, slots=True)
class FederatedResult(FederatedRanking):
    """What the endpoints have to say to a question; `replies` tell which of them did and which did not."""

    question: str
    statements: tuple[EvidenceStatement, ...]


def query_endpoints(
    federation: Federation,
    kind: str,
    ends: Ends,
    encoder: Encoder | None = None,
    *,
    plan: Plan = "intersect",
    percentile: float | None = None,
    question: str | None = None,
) -> FederatedResult:
    """Ask for the gene, the metabolite or the drug that a question is about, from both of its ends.

    `plan`: "separate" is the paper's (two one-hop queries, one list), "intersect" puts what both reach first,
    "two-hops" lets each endpoint work out what lies between. `percentile` prunes the statements; without it
    the level of the kind of question does (SPEC T19). Without an encoder the shipped one is used.
    """
    found = rank_candidates(federation, kind, ends, plan=plan)
    asked = question or _worded(kind, ends, found.facts)
    worded = sentences(found.facts)
    texts = list(worded)
    wanted = level(kind) if percentile is None else percentile
    scores = scores_of(asked, texts, encoder or open_encoder()) if texts else []
    kept = prune(texts, scores, wanted)
    statements = tuple(EvidenceStatement(text, round(score, 4), worded[text]) for text, score in kept)
    return FederatedResult(found.candidates, found.facts, found.replies, asked, statements)


def rank_candidates(
    federation: Federation, kind: str, ends: Ends, *, plan: Plan = "intersect"
) -> FederatedRanking:
    """Ask the endpoints and rank what they state, without putting it into words.

    An end without ids is not asked about: what the other reaches is reached from one end.
    """
    categories = _row(kind)["categories"].split(" ")
    if plan == "two-hops":
        replies = federation.ask(two_hops(*ends, categories)) if all(ends) else ()
        meant = _meant(ends[0], replies, KNOWN), _meant(ends[1], replies, OTHER)
    else:
        first, second = (federation.ask(query) if query else () for query in end_queries(kind, ends))
        replies = first + second
        meant = _meant(ends[0], first, KNOWN), _meant(ends[1], second, KNOWN)
    facts = distinct(tuple(_facts(replies)))
    ranked = rank(facts, meant, intersect=plan != "separate")
    return FederatedRanking(tuple(one for one in ranked if is_a(one.thing, categories)), facts, replies)


def end_queries(kind: str, ends: Ends) -> tuple[dict[str, Any] | None, ...]:
    """Give the query about each end, word by word as it is sent; None for an end without ids."""
    categories = _row(kind)["categories"].split(" ")
    return tuple(one_hop(end, categories) if end else None for end in ends)


def _row(kind: str) -> dict[str, str]:
    row = next((row for row in read_table("federation/levels.tsv") if row["question"] == kind), None)
    if row is None:
        raise UsageError(f"{kind} is not a kind of question; choose from: gene, metabolite, drug")
    return dict(row)


def _worded(kind: str, ends: Ends, facts: Sequence[Fact]) -> str:
    names = {thing.id: thing.name for fact in facts for thing in (fact.subject, fact.object)}
    called = [next((names[id_] for id_ in end if id_ in names), " or ".join(end)) for end in ends]
    return _row(kind)["asks"].format(*called)


def _meant(end: Sequence[str], replies: Sequence[EndpointReply], node: str) -> frozenset[str]:
    """Give the ids of an end with those that the endpoints answered for it."""
    return frozenset(end).union(*(bound(reply.response, node) for reply in replies))


def _facts(replies: Sequence[EndpointReply]) -> Iterator[Fact]:
    for reply in replies:
        if reply.response is not None:
            yield from read_facts(reply.response, reply.url, reply.retrieved)
