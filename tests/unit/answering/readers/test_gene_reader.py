"""Genes between a drug and a disease, and nothing between them."""

from dataclasses import replace

from bioloom.answering.composition.citation_verification import verify
from bioloom.answering.readers.gene_reader import read_genes
from bioloom.mechanism import GeneCandidate, GeneRanking, PathEdge
from bioloom.mechanism.entity_resolution import ResolvedEntity
from bioloom.question_parsing import MechanismQuestion
from bioloom.records import EvidenceEdge, SubgraphNode

DRUG = SubgraphNode("D:1", "sildenafil", "biolink:Drug")
GENE = SubgraphNode("G:1", "PDE5A", "biolink:Gene")
ILL = SubgraphNode("I:1", "Huntington disease", "biolink:Disease")
ACTS = PathEdge(EvidenceEdge("e1", "D:1", "biolink:affects", "G:1"), DRUG, GENE)
TIED = PathEdge(EvidenceEdge("e2", "G:1", "biolink:gene_associated_with_condition", "I:1"), GENE, ILL)
USED = PathEdge(EvidenceEdge("e3", "D:1", "biolink:treats", "I:1"), DRUG, ILL)
ASKED = MechanismQuestion("sildenafil", "Huntington disease")
RANKED = GeneRanking(
    ResolvedEntity(("D:1",), "sildenafil"),
    ResolvedEntity(("I:1",), "Huntington disease"),
    (GeneCandidate("G:1", GENE, [ACTS]),),
    (0.99,),
    0.95,
)


def test_that_nothing_joins_drug_and_disease_is_the_answer() -> None:
    read = read_genes(ASKED, RANKED)
    assert read.abstained
    assert read.reason.startswith("The graph joins sildenafil and Huntington disease by nothing")
    (known,), (citation,) = verify(read, "Through which gene does sildenafil cure Huntington disease?")
    assert known == "It does state: sildenafil affects PDE5A. [1]"
    assert citation.assertion_id == "e1"


def test_a_use_or_a_gene_of_the_disease_joins_them() -> None:
    for found in (
        replace(RANKED, uses=(USED,)),
        replace(RANKED, ranked=(GeneCandidate("G:1", GENE, [ACTS], [TIED]),)),
        replace(RANKED, ranked=(GeneCandidate("G:1", GENE, [ACTS], of_disease=0.2),)),
    ):
        read = read_genes(ASKED, found)
        assert not read.abstained
        assert read.sentences[0].text.startswith("PDE5A: ")


def test_a_gene_that_only_other_drugs_tie_to_the_disease_is_believed_little() -> None:
    read = read_genes(ASKED, replace(RANKED, ranked=(GeneCandidate("G:1", GENE, [ACTS], of_disease=0.2),)))
    assert read.confidence == 0.5
    assert read.note.startswith("No use of sildenafil against Huntington disease is stated")
    assert read_genes(ASKED, replace(RANKED, uses=(USED,))).confidence == 0.95


def test_the_tie_of_another_gene_is_none_of_the_likeliest() -> None:
    tied = GeneCandidate("G:2", replace(GENE, id="G:2", name="PDE6"), [ACTS], [TIED])
    read = read_genes(ASKED, replace(RANKED, ranked=(RANKED.ranked[0], tied), shares=(0.9, 0.1)))
    assert read.abstained
    assert "PDE5A, the likeliest gene, is not tied to Huntington disease" in read.reason


def test_of_an_unknown_drug_nothing_else_is_told() -> None:
    other = GeneCandidate("G:1", GENE, [], [TIED])
    read = read_genes(ASKED, replace(RANKED, drug=ResolvedEntity(), ranked=(other,)))
    assert read.reason == "The graph does not know the drug “sildenafil”."
