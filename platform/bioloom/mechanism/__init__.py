"""Mechanism question -> ranked genes or drugs, with the paths of the graph that lead to them."""

from bioloom.mechanism.candidates import GeneCandidate, PathEdge
from bioloom.mechanism.drug_ranking import (
    DrugCandidate,
    DrugRanking,
    link_drug_questions,
    paths_of_drugs,
    rank_drugs,
)
from bioloom.mechanism.entity_resolution import EntityKind, EntityName, resolve_entities
from bioloom.mechanism.gene_ranking import GeneRanking, rank_genes, rank_known_genes
