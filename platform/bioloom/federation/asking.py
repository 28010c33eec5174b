"""A question about mechanism put to other people's graphs: queries, facts, ranking, pruned evidence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from bioloom.embedding import Encoder
from bioloom.errors import UsageError
from bioloom.federation.client import Federation, Reply
from bioloom.federation.facts import Fact, distinct, read_facts
from bioloom.federation.pruning import level, prune, scores_of
from bioloom.federation.queries import one_hop, two_hops
from bioloom.federation.ranking import Candidate, rank
from bioloom.federation.wording import sentences
from bioloom.resources import read_table

Plan: TypeAlias = Literal["separate", "intersect", "two-hops"]


@dataclass(frozen=True, slots=True)
class Statement:
    """A sentence that stays after pruning, its cosine with the question, and the facts behind it."""

    text: str
    score: float
    facts: tuple[Fact, ...]


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
    ends: tuple[str, str],
    encoder: Encoder,
    *,
    plan: Plan = "intersect",
    percentile: float | None = None,
    question: str | None = None,
) -> Finding:
    """Ask for the gene, the metabolite or the drug that a question is about, from both of its ends.

    `plan`: "separate" is the paper's (two one-hop queries, one list), "intersect" puts what both reach first,
    "two-hops" lets each endpoint work out what lies between. `percentile` prunes the statements; without it
    the level of the kind of question does (SPEC T19).
    """
    row = next((row for row in read_table("federation/levels.tsv") if row["question"] == kind), None)
    if row is None:
        raise UsageError(f"{kind} is not a kind of question; choose from: gene, metabolite, drug")
    categories = row["categories"].split(" ")
    queries = (
        [two_hops(*ends, categories)] if plan == "two-hops" else [one_hop(end, categories) for end in ends]
    )
    replies = tuple(reply for query in queries for reply in federation.ask(query))
    facts = distinct(tuple(_facts(replies)))
    candidates = rank(facts, ends, intersect=plan != "separate")
    names = {thing.id: thing.name for fact in facts for thing in (fact.subject, fact.object)}
    asked = question or row["asks"].format(*(names.get(end, end) for end in ends))
    worded = sentences(facts)
    texts = list(worded)
    wanted = level(kind) if percentile is None else percentile
    kept = prune(texts, scores_of(asked, texts, encoder), wanted)
    statements = tuple(Statement(text, round(score, 4), worded[text]) for text, score in kept)
    return Finding(asked, candidates, statements, facts, replies)


def _facts(replies: Sequence[Reply]) -> list[Fact]:
    return [
        fact
        for reply in replies
        if reply.response is not None
        for fact in read_facts(reply.response, reply.url, reply.retrieved)
    ]
