"""An answer to the question which drug works against a disease through a process: the paths between them."""

from __future__ import annotations

from bioloom.answering.draft_answer import Draft, DraftSentence, Quote, abstain
from bioloom.answering.mechanism_reader import evidence_of, sourced
from bioloom.graph.connection import Graph
from bioloom.mechanism import DrugAnswer, DrugCandidate, DrugQuestion, paths_into, ranked_drugs, uses
from bioloom.records import Evidence

NAMED = 3
"""Drugs that an answer names."""


def read_drugs(graph: Graph, question: DrugQuestion) -> tuple[Draft, tuple[Evidence, ...]] | None:
    """Answer with the drugs that are used against the disease and act in the process, each with its path.

    None if the graph does not know the process, so that the question is read some other way. Abstains if
    it knows drugs for the one and for the other, and none for both.
    """
    (found,) = ranked_drugs(graph, [question])
    if not found.process.ids:
        return None
    joined = [one for one in found.ranked if one.joined][:NAMED]
    if not joined:
        return abstain(_apart(found, question)), ()
    evidence: list[Evidence] = []
    sentences: list[DraftSentence] = []
    for drug in joined:
        for piece in _path(graph, found, drug):
            evidence.append(piece)
            quote = Quote(len(evidence), piece.text)
            sentences.append(DraftSentence(f"{sourced(piece)}.", (quote,)))
    draft = Draft(
        tuple(sentences),
        confidence=CONFIDENCE,
        found=len(sentences),
        short=tuple(one.name for one in joined),
    )
    return draft, tuple(evidence)


CONFIDENCE = 0.29
"""How often DrugMechDB's drug is among those named (docs/evaluation.md); others may be right as well."""


def _path(graph: Graph, found: DrugAnswer, drug: DrugCandidate) -> list[Evidence]:
    """Give the use against the disease and the first path into the process."""
    claims = list(uses(graph, [drug.id], found.disease.ids)[:1])
    for acts, part in paths_into(graph, drug, found.process, 1):
        claims += [acts, part]
    return [evidence_of(claim) for claim in claims]


def _apart(found: DrugAnswer, question: DrugQuestion) -> str:
    disease, process = found.disease.name or question.disease, found.process.name or question.process
    against = sum(one.used > 0 for one in found.ranked)
    inside = sum(one.targets > 0 for one in found.ranked)
    return (
        f"The graph knows no drug that is used against {disease} and has a target in {process} "
        f"(drugs against the one: {against}, with a target in the other: {inside})."
    )
