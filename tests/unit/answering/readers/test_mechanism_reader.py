"""How a drug works: by the gene that stands out, or by what it is used against and acts on."""

from __future__ import annotations

import pytest

from bioloom.answering.readers.mechanism_reader import MechanismReader, UnclearNameReader, explains
from bioloom.answering.readers.reading_context import ReadingContext
from bioloom.mechanism import GeneCandidate, GeneRanking, PathEdge
from bioloom.mechanism.entity_resolution import ResolvedEntity
from bioloom.question_parsing import parse_question
from bioloom.records import EvidenceEdge, SubgraphNode
from bioloom.retrieval import RankedAssertions
from bioloom.settings import Settings

DRUG = SubgraphNode("DRUGBANK:1", "Orlistat", "biolink:Drug")
DISEASE = SubgraphNode("DOID:1", "obesity", "biolink:Disease")
USE = PathEdge(EvidenceEdge("use", DRUG.id, "biolink:treats", DISEASE.id), DRUG, DISEASE)


def gene(name: str) -> GeneCandidate:
    node = SubgraphNode(name, name, "biolink:Gene")
    edge = EvidenceEdge(f"acts {name}", DRUG.id, "biolink:physically_interacts_with", name)
    return GeneCandidate(name, node, acted_on=[PathEdge(edge, DRUG, node)])


def ranking(*genes: str, uses: tuple[PathEdge, ...] = (USE,), confidence: float = 0.3) -> GeneRanking:
    ends = ResolvedEntity(("DRUGBANK:1",), "Orlistat"), ResolvedEntity(("DOID:1",), "obesity")
    ranked = tuple(map(gene, genes))
    return GeneRanking(*ends, ranked, tuple(1 / len(genes) for _ in genes), confidence, uses)


def read(question: str, found: GeneRanking) -> tuple[list[str], str]:
    draft = MechanismReader().read(ReadingContext(parse_question(question), Settings(), gene=found))
    assert draft is not None
    assert not draft.abstained
    return [sentence.text for sentence in draft.sentences], draft.note


HOW = "How does orlistat help in obesity?"


def test_where_no_gene_stands_out_uses_and_actions_are_stated_and_what_is_open() -> None:
    said, note = read(HOW, ranking("PNLIP", "FASN", "LIPF", "CEL"))
    assert said == [
        "Orlistat treats obesity.",
        "Orlistat physically interacts with PNLIP.",
        "Orlistat physically interacts with FASN.",
        "Orlistat physically interacts with LIPF.",
    ]
    assert note == "Orlistat acts on 1 more; which of these genes matters most against obesity is not stated."


def test_a_gene_that_stands_out_is_the_answer() -> None:
    said, note = read(HOW, ranking("PNLIP", "FASN", confidence=0.8))
    assert said[0] == "PNLIP: Orlistat physically interacts with PNLIP."
    assert note == ""


def test_a_use_without_a_gene_leaves_the_mechanism_open() -> None:
    said, note = read(HOW, ranking())
    assert said == ["Orlistat treats obesity."]
    assert note == "No gene that Orlistat acts on is stated, so the mechanism stays open."


def test_without_a_use_only_genes_of_the_disease_count() -> None:
    found = ranking("PNLIP", "FASN", uses=())
    tied = EvidenceEdge("tied", "FASN", "biolink:gene_associated_with_condition", DISEASE.id)
    found.ranked[1].associations.append(PathEdge(tied, found.ranked[1].node, DISEASE))
    said, note = read(HOW, found)
    assert said == ["Orlistat physically interacts with FASN.", "FASN is associated with obesity."]
    assert note == "No use of Orlistat against obesity is stated."


def test_nothing_explains_a_drug_that_is_not_joined_with_the_disease() -> None:
    assert not explains(ranking("PNLIP", uses=()))
    assert explains(ranking("PNLIP"))


@pytest.mark.parametrize(
    ("question", "ends"),
    [
        (HOW, ("orlistat", "obesity")),
        ("By what mechanism does orlistat work against obesity?", ("orlistat", "obesity")),
        ("How does the drug orlistat treat obesity?", ("orlistat", "obesity")),
        ("How does roflumilast help people with COPD?", ("roflumilast", "COPD")),
        ("what is the mechanism of action of donepezil", ("donepezil", "")),
        ("What is donepezil's mechanism of action in dementia?", ("donepezil", "dementia")),
        ("How do I wash the cells?", None),
        ("How does the yield of cells differ between the kits?", None),
    ],
)
def test_drug_and_disease_are_read_off_a_question_for_how(
    question: str, ends: tuple[str, str] | None
) -> None:
    how = parse_question(question).how
    assert (how and (how.drug, how.disease)) == ends


def test_a_name_that_the_graph_does_not_know_is_told() -> None:
    context = ReadingContext(parse_question(HOW), Settings(), unknown=("orlistat",))
    draft = UnclearNameReader().read(context)
    assert draft is not None
    assert draft.reason.startswith("The graph does not know “orlistat”")
    assert UnclearNameReader().read(ReadingContext(parse_question(HOW), Settings())) is None


def test_an_abbreviation_of_several_things_is_to_be_written_out() -> None:
    claims = RankedAssertions(meanings={"pd": ("Parkinson's disease", "panic disorder")})
    draft = UnclearNameReader().read(
        ReadingContext(parse_question("Which drugs treat PD?"), Settings(), claims=claims)
    )
    assert draft is not None
    assert draft.reason.startswith(
        "“PD” may stand for several things here: Parkinson's disease, panic disorder."
    )
