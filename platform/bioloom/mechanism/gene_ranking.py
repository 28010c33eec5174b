"""Gene ranking: a mechanism question to the genes between its drug and its disease, with confidence."""

from collections.abc import Sequence
from dataclasses import dataclass

from bioloom.graph.connection import Graph
from bioloom.mechanism.candidate_queries import find_gene_candidates
from bioloom.mechanism.candidates import DrugDiseasePair, ExcludedSources, GeneCandidate, PathEdge
from bioloom.mechanism.entity_resolution import EntityName, ResolvedEntity, resolve_entities
from bioloom.mechanism.features import features_of
from bioloom.mechanism.ranking import shipped_weights
from bioloom.question_parsing import MechanismQuestion


@dataclass(frozen=True, slots=True)
class LinkedGeneQuestion:
    """The entities that a question names, the genes between them, and the edges between the two."""

    drug: ResolvedEntity
    disease: ResolvedEntity
    candidates: tuple[GeneCandidate, ...]
    uses: tuple[PathEdge, ...] = ()


@dataclass(frozen=True, slots=True)
class GeneRanking:
    """The entities of a question, its candidates, best first, with their shares of belief, and their uses."""

    drug: ResolvedEntity
    disease: ResolvedEntity
    ranked: tuple[GeneCandidate, ...] = ()
    shares: tuple[float, ...] = ()
    confidence: float = 0.0
    uses: tuple[PathEdge, ...] = ()

    @property
    def empty(self) -> bool:
        """Whether the graph knows neither drug nor disease, nor any gene."""
        return not (self.drug.ids or self.disease.ids or self.ranked)


def link_gene_questions(
    graph: Graph,
    questions: Sequence[MechanismQuestion],
    without: ExcludedSources | None = None,
    *,
    ends: Sequence[ResolvedEntity] = (),
) -> list[LinkedGeneQuestion]:
    """Resolve the entities of questions and find their candidates; as many statements for many as for one.

    `ends` are the entities, drug and disease of each question in turn, where they are resolved already.
    """
    resolved = ends or resolve_entities(graph, [name for one in questions for name in _names(one)])
    drugs, diseases = resolved[::2], resolved[1::2]
    pairs = [
        DrugDiseasePair(drug.ids, disease.ids, drug.name or one.drug)
        for one, drug, disease in zip(questions, drugs, diseases, strict=True)
    ]
    found = find_gene_candidates(graph, pairs, without)
    return [
        LinkedGeneQuestion(drug, disease, each.candidates, each.uses)
        for drug, disease, each in zip(drugs, diseases, found, strict=True)
    ]


def _names(one: MechanismQuestion) -> tuple[EntityName, EntityName]:
    return (
        EntityName("drug", one.drug, one.drug_ids),
        EntityName("disease", one.disease, one.disease_ids),
    )


def rank_genes(
    graph: Graph,
    question: MechanismQuestion,
    *,
    without: ExcludedSources | None = None,
) -> GeneRanking:
    """Rank the genes through which a drug may work against a disease; `without` leaves sources out."""
    (linked,) = link_gene_questions(graph, [question], without)
    return _ranked(linked)


def rank_known_genes(graph: Graph, question: MechanismQuestion) -> tuple[GeneRanking, tuple[str, ...]]:
    """Rank the genes through which a drug may work, against a disease if one is named.

    Beside it stand the names that the graph does not know; nothing is ranked where there are such.
    """
    drug, disease = resolve_entities(graph, _names(question))
    named = ((question.drug, drug), (question.disease, disease))
    unknown = tuple(name for name, end in named if name and not end.ids)
    if unknown:
        return GeneRanking(drug, disease), unknown
    (linked,) = link_gene_questions(graph, [question], ends=(drug, disease))
    return _ranked(linked), ()


def _ranked(linked: LinkedGeneQuestion) -> GeneRanking:
    used, found = shipped_weights(), linked.candidates
    shares = used.shares(features_of(found))
    order = sorted(range(len(found)), key=lambda at: (-shares[at], found[at].id))
    if not order:
        return GeneRanking(linked.drug, linked.disease)
    return GeneRanking(
        linked.drug,
        linked.disease,
        tuple(found[at] for at in order),
        tuple(shares[at] for at in order),
        used.confidence(shares[order[0]]),
        linked.uses,
    )
