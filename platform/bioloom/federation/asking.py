"""A question about mechanism put to other people's graphs: queries, facts, ranking, pruned evidence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from bioloom.embedding import Encoder, open_encoder
from bioloom.errors import UsageError
from bioloom.federation.bindings import bound
from bioloom.federation.client import Federation, Reply
from bioloom.federation.facts import Fact, distinct, read_facts
from bioloom.federation.pruning import level, prune, scores_of
from bioloom.federation.queries import KNOWN, OTHER, one_hop, two_hops
from bioloom.federation.ranking import Candidate, is_a, rank
from bioloom.federation.wording import sentences
from bioloom.resources import read_table

Plan: TypeAlias = Literal["separate", "intersect", "two-hops"]
Ends: TypeAlias = tuple[tuple[str, ...], tuple[str, ...]]
"""The two entities that a question names, each with all ids that it is known by."""


@dataclass(frozen=True, slots=True)
class Statement:
    """A sentence that stays after pruning, its cosine with the question, and the facts behind it."""

    text: str
    score: float
    facts: tuple[Fact, ...]


@dataclass(frozen=True, slots=True)
class Gathered:
    """Ranked candidates, the facts behind them, and what each endpoint replied."""

    candidates: tuple[Candidate, ...]
    facts: tuple[Fact, ...]
    replies: tuple[Reply, ...]


@dataclass(frozen=True, slots=True)
class Finding:
    """What the endpoints have to say to a question; `replies` tell which of them did and which did not."""

    question: str
    candidates: tuple[Candidate, ...]
    statements: tuple[Statement, ...]
    facts: tuple[Fact, ...]
    replies: tuple[Reply, ...]


def find(
    federation: Federation,
    kind: str,
    ends: Ends,
    encoder: Encoder | None = None,
    *,
    plan: Plan = "intersect",
    percentile: float | None = None,
    question: str | None = None,
) -> Finding:
    """Ask for the gene, the metabolite or the drug that a question is about, from both of its ends.

    `plan`: "separate" is the paper's (two one-hop queries, one list), "intersect" puts what both reach first,
    "two-hops" lets each endpoint work out what lies between. `percentile` prunes the statements; without it
    the level of the kind of question does (SPEC T19). Without an encoder the shipped one is used.
    """
    found = gather(federation, kind, ends, plan=plan)
    asked = question or _worded(kind, ends, found.facts)
    worded = sentences(found.facts)
    texts = list(worded)
    wanted = level(kind) if percentile is None else percentile
    scores = scores_of(asked, texts, encoder or open_encoder()) if texts else []
    kept = prune(texts, scores, wanted)
    statements = tuple(Statement(text, round(score, 4), worded[text]) for text, score in kept)
    return Finding(asked, found.candidates, statements, found.facts, found.replies)


def gather(federation: Federation, kind: str, ends: Ends, *, plan: Plan = "intersect") -> Gathered:
    """Ask the endpoints and rank what they state, without putting it into words.

    An end without ids is not asked about: what the other reaches is reached from one end.
    """
    categories = _row(kind)["categories"].split(" ")
    if plan == "two-hops":
        replies = federation.ask(two_hops(*ends, categories)) if all(ends) else ()
        meant = _meant(ends[0], replies, KNOWN), _meant(ends[1], replies, OTHER)
    else:
        first, second = (federation.ask(one_hop(end, categories)) if end else () for end in ends)
        replies = first + second
        meant = _meant(ends[0], first, KNOWN), _meant(ends[1], second, KNOWN)
    facts = distinct(tuple(_facts(replies)))
    ranked = rank(facts, meant, intersect=plan != "separate")
    return Gathered(tuple(one for one in ranked if is_a(one.thing, categories)), facts, replies)


def _row(kind: str) -> dict[str, str]:
    row = next((row for row in read_table("federation/levels.tsv") if row["question"] == kind), None)
    if row is None:
        raise UsageError(f"{kind} is not a kind of question; choose from: gene, metabolite, drug")
    return dict(row)


def _worded(kind: str, ends: Ends, facts: Sequence[Fact]) -> str:
    names = {thing.id: thing.name for fact in facts for thing in (fact.subject, fact.object)}
    called = [next((names[id_] for id_ in end if id_ in names), " or ".join(end)) for end in ends]
    return _row(kind)["asks"].format(*called)


def _meant(end: Sequence[str], replies: Sequence[Reply], node: str) -> frozenset[str]:
    """Give the ids of an end with those that the endpoints answered for it."""
    return frozenset(end).union(*(bound(reply.response, node) for reply in replies))


def _facts(replies: Sequence[Reply]) -> Iterator[Fact]:
    for reply in replies:
        if reply.response is not None:
            yield from read_facts(reply.response, reply.url, reply.retrieved)
