"""An answer to the question which gene a drug works through: the best one, its path as citations."""

from __future__ import annotations

from collections.abc import Sequence

from bioloom.answering.draft_answer import Draft, DraftSentence, Quote, abstain
from bioloom.answering.question_coverage import ENOUGH
from bioloom.graph.connection import Graph
from bioloom.mechanism import Candidate, Claim, MechanismAnswer, MechanismQuestion, ranked_genes, uses
from bioloom.records import Evidence, Subgraph
from bioloom.retrieval.assertion_ranking import in_words

MOST_CITED = 4
"""Statements on one gene that an answer cites: a source that says the same again adds little."""

OTHERS = 3
"""Genes that are named beside the best one."""


def read_mechanism(graph: Graph, question: MechanismQuestion) -> tuple[Draft, tuple[Evidence, ...]]:
    """Answer from the paths between drug and disease, or abstain and say what is missing.

    A gene that only other drugs lead to is no answer: it is named in the reason, as a guess that nothing here
    supports for this drug.
    """
    found = ranked_genes(graph, question)
    drug, disease = found.drug.name or question.drug, found.disease.name or question.disease
    if not found.drug.ids:
        return abstain(f"The graph does not know the drug {drug!r}.{_hint(found)}"), ()
    if not found.ranked or not found.ranked[0].acted_on:
        return abstain(f"The graph knows no gene that {drug} acts on against {disease}.{_hint(found)}"), ()
    if found.confidence < ENOUGH:
        return abstain(_unsure(found, drug, disease)), ()
    best = found.ranked[0]
    used = uses(graph, found.drug.ids, found.disease.ids)
    acted_on = sorted(
        best.acted_on, key=lambda claim: "object_direction_qualifier" not in claim.edge.properties
    )
    claims = (*acted_on[:MOST_CITED], *best.associations[:1], *used[:1])
    evidence = tuple(evidence_of(claim, found.shares[0]) for claim in claims)
    sentences = []
    for number, piece in enumerate(evidence, 1):
        lead = f"{best.symbol}: " if number == 1 else ""
        sentences.append(DraftSentence(f"{lead}{sourced(piece)}.", (Quote(number, piece.text),)))
    unsaid = () if best.associations or used else (question.disease,)
    return (
        Draft(tuple(sentences), confidence=found.confidence, found=len(sentences), unsaid=unsaid),
        evidence,
    )


def evidence_of(claim: Claim, score: float = 1.0) -> Evidence:
    """Put an edge of a path into words, as evidence that can be cited."""
    properties = dict(claim.edge.properties)
    text = in_words(claim.start.name, claim.edge.predicate, claim.end.name, properties)
    source = properties.get("primary_knowledge_source")
    return Evidence(
        text=text,
        score=score,
        assertion_id=claim.edge.id,
        source=str(source) if source is not None else None,
        matched=(claim.start.name, claim.end.name),
        subgraph=Subgraph((claim.start, claim.end), (claim.edge,)),
    )


def sourced(piece: Evidence) -> str:
    """Give a piece of evidence with the name of its source behind it."""
    return f"{piece.text} ({piece.source.removeprefix('infores:')})" if piece.source else piece.text


def mechanism_evidence(graph: Graph, question: MechanismQuestion, most: int) -> tuple[Evidence, ...]:
    """Give the edges of the best candidates as evidence, for a reader that decides itself."""
    found = ranked_genes(graph, question)
    return tuple(
        evidence_of(claim, share)
        for one, share in zip(found.ranked, found.shares, strict=True)
        for claim in (*one.acted_on[:2], *one.associations[:1])
    )[:most]


def _hint(found: MechanismAnswer) -> str:
    """Say where other drugs point, where they do."""
    guess = found.ranked[0] if found.ranked else None
    if guess is None or guess.acted_on:
        return ""
    return (
        f" Other drugs against it, or named alike, act on {guess.symbol}; that says nothing sure of this one."
    )


def _unsure(found: MechanismAnswer, drug: str, disease: str) -> str:
    named = _listed(found.ranked[:OTHERS])
    return (
        f"No gene stands out: {drug} acts on {named} and maybe others, and nothing says which of these "
        f"matters most against {disease} (confidence {found.confidence:.2f}, needed {ENOUGH:.2f})."
    )


def _listed(candidates: Sequence[Candidate]) -> str:
    return ", ".join(one.symbol for one in candidates if one.acted_on)
