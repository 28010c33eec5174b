"""Queries of the cookbook over claims: one entity, drugs and their targets, genes of diseases."""

from collections.abc import Iterator

import pytest

from bioloom.biolink import model
from bioloom.graph.connection import Endpoint, Graph, connect
from bioloom.graph.writing.pending_batch import PendingBatch
from bioloom.graph.writing.writer import Writer
from bioloom.records import (
    Assertion,
    Document,
    Entity,
    Mention,
    Place,
    Sentence,
    StandardDocument,
)
from leased_graph import leased
from recipe_rows import picked

pytestmark = pytest.mark.integration

ASTHMA = Entity("DOID:2841", "asthma", ("biolink:Disease",))
HIVES = Entity("DOID:1555", "urticaria", ("biolink:Disease",), synonyms=("hives",))
HRH1 = Entity("NCBIGene:3269", "HRH1", ("biolink:Gene",))
HRH4 = Entity("NCBIGene:59340", "HRH4", ("biolink:Gene",))
CETIRIZINE = Entity("CHEBI:3561", "cetirizine", ("biolink:SmallMolecule",), xrefs=("DRUGBANK:DB00341",))
CLOZAPINE = Entity("CHEBI:3766", "clozapine", ("biolink:SmallMolecule",))
DROWSY = Entity("UMLS:C0013144", "Drowsiness", ("biolink:PhenotypicFeature",))
LUNG = Entity("UBERON:0002048", "lung", ("biolink:GrossAnatomicalStructure",))
SIGNAL = Entity("REACT:1", "histamine signalling", ("biolink:Pathway",))
BINDS = "biolink:directly_physically_interacts_with"
TEXT = "Cetirizine does not bind HRH4 in the lung."
TOGETHER = StandardDocument(
    Document("abs:1", "A study", TEXT, "abstract", "infores:lab", Place("1.txt")),
    (Sentence("abs:1#s0", "abs:1", 0, TEXT, 0, len(TEXT)),),
    tuple(
        Mention(
            f"abs:1#T{start}", "abs:1#s0", TEXT[start:end], start, end, "chemical",
            category="biolink:NamedThing", entity_id=entity.id,
        )
        for start, end, entity in ((0, 10, CETIRIZINE), (25, 29, HRH4), (37, 41, LUNG))
    ),
    (),
    (CETIRIZINE, HRH4, LUNG),
)  # fmt: skip


def claim(
    one: Entity, predicate: str, two: Entity, *, negated: bool = False, **more: str | float | tuple[str, ...]
) -> Assertion:
    return Assertion(
        one.id, predicate, two.id, "infores:lab", "knowledge_assertion", "manual_agent",
        negated=negated, properties=more,
    )  # fmt: skip


UNSURE = claim(
    CETIRIZINE, "biolink:ameliorates_condition", ASTHMA,
    extraction_confidence_score=0.4, extractor="local:triples", supporting_text="may ease asthma",
)  # fmt: skip
STATED = claim(
    CETIRIZINE, BINDS, HRH4, negated=True,
    document_ids=("abs:1",), sentence_ids=("abs:1#s0",), supporting_text=(TEXT,),
)  # fmt: skip
CLAIMS = (
    UNSURE,
    STATED,
    claim(CETIRIZINE, BINDS, HRH1),
    claim(CLOZAPINE, BINDS, HRH1),
    claim(CLOZAPINE, BINDS, HRH4),
    claim(CETIRIZINE, "biolink:treats", HIVES),
    claim(CETIRIZINE, "biolink:has_side_effect", DROWSY),
    claim(CLOZAPINE, "biolink:has_side_effect", DROWSY),
    claim(HRH1, "biolink:gene_associated_with_condition", ASTHMA),
    claim(HRH1, "biolink:gene_associated_with_condition", HIVES),
    claim(HRH4, "biolink:gene_associated_with_condition", HIVES),
    claim(HRH1, "biolink:expressed_in", LUNG),
    claim(SIGNAL, "biolink:has_participant", HRH1),
    claim(SIGNAL, "biolink:has_participant", HRH4),
)


@pytest.fixture(scope="module")
def graph_of_claims(server: Endpoint) -> Iterator[Graph]:
    with connect(server) as graph:
        with graph.session() as session:
            session.run("MATCH (n) WHERE NOT n:Migration DETACH DELETE n").consume()
        with leased(graph) as held:
            things = (ASTHMA, HIVES, HRH1, HRH4, CETIRIZINE, CLOZAPINE, DROWSY, LUNG, SIGNAL)
            writer = Writer(held, model())
            writer.write(PendingBatch(entities=things))
            writer.write(PendingBatch(assertions=CLAIMS))
            writer.write(PendingBatch(documents=(TOGETHER,)))
        yield graph


@pytest.mark.parametrize("name", ["cetirizine", "DRUGBANK:DB00341"])
def test_targets_of_a_drug_with_denials_last(graph_of_claims: Graph, name: str) -> None:
    rows = picked(graph_of_claims, "targets_of_drug", "gene", "predicate", "negated", drug=name)
    assert rows == [("HRH1", BINDS, False), ("HRH4", BINDS, True)]


def test_drugs_acting_on_a_gene_and_what_they_treat(graph_of_claims: Graph) -> None:
    rows = picked(graph_of_claims, "drugs_acting_on", "drug", "treats", gene="HRH1")
    assert rows == [("cetirizine", ["asthma", "urticaria"]), ("clozapine", [])]
    assert picked(graph_of_claims, "drugs_acting_on", "drug", gene="HRH4") == [("clozapine",)]


def test_drugs_that_share_targets(graph_of_claims: Graph) -> None:
    columns = "drug", "shared", "jaccard", "targets"
    assert picked(graph_of_claims, "drugs_sharing_targets", *columns, drug="cetirizine") == [
        ("clozapine", 1, 0.5, ["HRH1"])
    ]


def test_drugs_that_bind_what_a_reagent_binds(graph_of_claims: Graph) -> None:
    name = "drugs_binding_what_a_reagent_binds"
    rows = picked(graph_of_claims, name, "reagent", "drug", "targets", reagent="cetirizine")
    assert rows == [("cetirizine", "clozapine", ["HRH1"])]


def test_genes_that_two_diseases_share(graph_of_claims: Graph) -> None:
    rows = picked(
        graph_of_claims, "genes_shared_by_diseases", "gene", "in_one", disease="asthma", other_disease="hives"
    )
    assert rows == [("HRH1", ["associated"])]


def test_side_effects_with_the_number_of_other_drugs(graph_of_claims: Graph) -> None:
    rows = picked(graph_of_claims, "side_effects_of_drug", "side_effect", "other_drugs", drug="clozapine")
    assert rows == [("Drowsiness", 1)]


def test_roles_and_tissues_of_a_gene(graph_of_claims: Graph) -> None:
    assert picked(graph_of_claims, "roles_of_gene", "category", "role", "genes", gene="HRH1") == [
        ("biolink:Pathway", "histamine signalling", 2)
    ]
    assert picked(graph_of_claims, "tissues_of_gene", "tissue", "stated", gene="HRH1") == [
        ("lung", ["expressed_in"])
    ]


def test_claims_about_one_entity(graph_of_claims: Graph) -> None:
    rows = picked(graph_of_claims, "claims_about", "subject", "object", "negated", about="HRH4")
    assert rows == [
        ("clozapine", "HRH4", False),
        ("HRH4", "urticaria", False),
        ("histamine signalling", "HRH4", False),
        ("cetirizine", "HRH4", True),
    ]


@pytest.mark.parametrize("given", [{}, {"about": "cetirizine"}])
def test_denied_and_uncertain_claims(graph_of_claims: Graph, given: dict[str, str]) -> None:
    assert picked(graph_of_claims, "denied_claims", "object", "id", **given) == [("HRH4", STATED.id)]
    rows = picked(graph_of_claims, "uncertain_claims", "confidence", "text", "id", **given)
    assert rows == [(0.4, "may ease asthma", UNSURE.id)]
    assert picked(graph_of_claims, "uncertain_claims", "id", most_confidence="0.3", **given) == []


def test_claims_of_one_document_with_their_sentences(graph_of_claims: Graph) -> None:
    rows = picked(
        graph_of_claims, "claims_of_document", "subject", "object", "negated", "text", document="abs:1"
    )
    assert rows == [("cetirizine", "HRH4", True, TEXT)]


def test_names_of_an_entity(graph_of_claims: Graph) -> None:
    rows = picked(graph_of_claims, "names_of", "id", "xrefs", "in_texts", "mentions", about="cetirizine")
    assert rows == [("CHEBI:3561", ["DRUGBANK:DB00341"], ["Cetirizine"], 1)]


def test_entities_that_stand_in_the_same_sentences(graph_of_claims: Graph) -> None:
    rows = picked(graph_of_claims, "mentioned_together", "entity", "sentences", about="cetirizine")
    assert rows == [("HRH4", 1), ("lung", 1)]
