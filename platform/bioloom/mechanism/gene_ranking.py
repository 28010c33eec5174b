"""A mechanism question to ranked genes, with how sure the first one is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bioloom.graph.connection import Graph
from bioloom.mechanism.candidate_queries import gather
from bioloom.mechanism.candidates import Asked, Candidate, Left
from bioloom.mechanism.entity_resolution import Found, find_diseases, find_drugs
from bioloom.mechanism.features import features_of
from bioloom.mechanism.gene_question import MechanismQuestion
from bioloom.mechanism.ranking import Weights, shipped_weights


@dataclass(frozen=True, slots=True)
class Posed:
    """The entities that a question means, and the genes that paths of the graph lead to."""

    drug: Found
    disease: Found
    candidates: tuple[Candidate, ...]


@dataclass(frozen=True, slots=True)
class MechanismAnswer:
    """The entities that the question means, and its candidates, best first, with their shares of belief."""

    drug: Found
    disease: Found
    ranked: tuple[Candidate, ...] = ()
    shares: tuple[float, ...] = ()
    confidence: float = 0.0


def pose(graph: Graph, questions: Sequence[MechanismQuestion], without: Left | None = None) -> list[Posed]:
    """Find what questions mean, and their candidates; as many look-ups for many questions as for one."""
    drugs = find_drugs(graph, [(one.drug, one.drug_ids) for one in questions])
    diseases = find_diseases(graph, [(one.disease, one.disease_ids) for one in questions])
    asked = [
        Asked(drug.ids, disease.ids, drug.name or one.drug)
        for one, drug, disease in zip(questions, drugs, diseases, strict=True)
    ]
    found = gather(graph, asked, without)
    return [Posed(*each[:2], tuple(each[2])) for each in zip(drugs, diseases, found, strict=True)]


def ranked_genes(
    graph: Graph, question: MechanismQuestion, *, weights: Weights | None = None, without: Left | None = None
) -> MechanismAnswer:
    """Rank the genes through which a drug may work against a disease; `without` leaves sources out."""
    (posed,) = pose(graph, [question], without)
    used, found = weights or shipped_weights(), posed.candidates
    shares = used.shares(features_of(found))
    order = sorted(range(len(found)), key=lambda at: (-shares[at], found[at].id))
    if not order:
        return MechanismAnswer(posed.drug, posed.disease)
    return MechanismAnswer(
        posed.drug,
        posed.disease,
        tuple(found[at] for at in order),
        tuple(shares[at] for at in order),
        used.confidence(shares[order[0]]),
    )
