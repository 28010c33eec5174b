"""Relations of publications as claims: what they carry, what they deny, what is refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from abstracts import abstract, annotated
from bioloom.biolink import model
from bioloom.described_ids import DescribedIds
from bioloom.graph.writing.pending_batch import account, assume_written
from bioloom.pipeline import load
from bioloom.pipeline.validation.batch_builder import BatchBuilder
from bioloom.pipeline.validation.edge_validation import EdgeValidator, ValidEdge
from bioloom.pipeline.validation.publication_claims import UNCLEAR_DENIAL, extract_claims
from bioloom.records import AnnotatedDocument, LoadOptions, Reject, Skip, SourceClaim
from bioloom.records.record_serialization import parse_record, serialize_record
from bioloom.resources import has_weights
from bioloom.settings import Settings
from bioloom.standardization import standardize
from listed_loader import Listed
from toy_triples import ToyTriples

CHEMICAL, GENE, DISEASE = "ChemicalEntity", "GeneOrGeneProduct", "DiseaseOrPhenotypicFeature"


def claims(document: AnnotatedDocument) -> list[SourceClaim | Reject | Skip]:
    return extract_claims(document, standardize(document, model()))


def claim(document: AnnotatedDocument) -> SourceClaim:
    (found,) = claims(document)
    assert isinstance(found, SourceClaim), found
    return found


def mined(text: str, **verbs: str) -> AnnotatedDocument:
    extractor = ToyTriples(verbs=verbs or ToyTriples().verbs)
    (found,) = extractor.extract([abstract("a", text, pmid="7")])
    return found


def admitted(found: SourceClaim) -> ValidEdge | Reject:
    (decided,) = EdgeValidator(LoadOptions(), model()).validate_all([found])
    return decided


def test_a_claim_carries_all_that_supports_it() -> None:
    found = claim(mined("Cells. Gefitinib inhibits EGFR."))
    support = found.properties["support"]
    assert isinstance(support, tuple)
    (entry,) = [json.loads(str(one)) for one in support]
    assert entry == {
        "document": "toy:a",
        "sentences": ["toy:a#s1"],
        "text": "Gefitinib inhibits EGFR.",
        "subject": {
            "mention": "toy:a#t1",
            "name": "Gefitinib",
            "start": 7,
            "end": 16,
            "id": "bioloom:chemical-entity.gefitinib",
        },
        "predicate": "chemprot:DOWNREGULATOR",
        "object": {"mention": "toy:a#t2", "name": "EGFR", "start": 26, "end": 30, "id": "bioloom:gene.egfr"},
        "publication": "PMID:7",
        "extractor": "toy:triples@1",
        "confidence": 0.75,
        "knowledge_level": "not_provided",
        "agent_type": "text_mining_agent",
    }
    assert "negated" not in found.properties
    assert parse_record(serialize_record(found), found.place) == found


@pytest.mark.parametrize(
    ("label", "finer", "predicate", "aspect"),
    [
        ("chemprot:ACTIVATOR", None, "chemprot:CPR:3", "activity_or_abundance"),
        ("chemprot:ACTIVATOR", "chemprot:ACTIVATOR", "chemprot:ACTIVATOR", "activity"),
        ("chemprot:PRODUCT-OF", None, "chemprot:CPR:9", "metabolic_processing"),
        ("chemprot:DOWNREGULATOR", "chemprot:INHIBITOR", "chemprot:INHIBITOR", "activity"),
        ("chemprot:DOWNREGULATOR", "strong", "chemprot:DOWNREGULATOR", "activity_or_abundance"),
    ],
)
def test_a_label_of_a_group_says_no_more_than_the_group(
    label: str, finer: str | None, predicate: str, aspect: str
) -> None:
    document = mined("Gefitinib activates EGFR.", activate=label)
    relations = (replace(document.relations[0], annotated_predicate=finer),)
    stated = claim(replace(document, relations=relations))
    edge = admitted(stated)
    assert isinstance(edge, ValidEdge)
    assert stated.relationship == edge.assertion.properties["original_predicate"] == predicate
    assert edge.assertion.qualifiers["object_aspect_qualifier"] == aspect
    assert edge.assertion.properties["predicate_mapped_by"] == "chemprot/relations.sssom.tsv 1"


def test_abbreviations_are_named_by_their_long_form() -> None:
    document = mined("The epidermal growth factor receptor (EGFR) is new. Gefitinib inhibits EGFR.")
    assert claim(document).object_id == "bioloom:gene.epidermal-growth-factor-receptor"
    (gene,) = (one for one in standardize(document, model()).entities if one.id == claim(document).object_id)
    assert (gene.name, gene.synonyms) == ("epidermal growth factor receptor", ("EGFR",))


@pytest.mark.parametrize(
    ("text", "denied"),
    [
        ("Gefitinib inhibits EGFR.", False),
        ("Gefitinib does not inhibit EGFR.", True),
        ("Gefitinib failed to inhibit EGFR.", True),
        ("Gefitinib not only inhibits EGFR.", False),
    ],
)
def test_what_a_sentence_denies_is_negated(text: str, denied: bool) -> None:
    assert (claim(mined(text)).properties.get("negated") is True) is denied


@pytest.mark.parametrize(
    ("text", "skipped"),
    [
        ("Gefitinib did not inhibit EGFR-induced growth.", True),
        ("Gefitinib inhibits EGFR but not KRAS.", False),
    ],
)
def test_a_claim_that_its_sentence_may_deny_is_neither_denied_nor_stated(text: str, skipped: bool) -> None:
    (found,) = claims(mined(text))
    assert isinstance(found, Skip) is skipped
    assert not isinstance(found, Skip) or found.reason == UNCLEAR_DENIAL


def test_people_have_read_the_sentence_that_they_annotated() -> None:
    plain = abstract("a", "Gefitinib does not inhibit EGFR.")
    gold = annotated(plain, [("Gefitinib", CHEMICAL, None), ("EGFR", GENE, None)], [(0, "Association", 1)])
    assert "negated" not in claim(gold).properties


def test_ends_in_two_sentences_bring_both() -> None:
    plain = abstract("a", "We gave aspirin. It was cheap. Headache went.")
    names = [("aspirin", CHEMICAL, "MESH:D001241"), ("Headache", DISEASE, None)]
    found = claim(annotated(plain, names, [(1, "Negative_Correlation", 0)]))
    assert found.text == "We gave aspirin. [...] Headache went."
    assert found.properties["sentence_ids"] == ("toy:a#s0", "toy:a#s2")
    near = abstract("a", "We gave aspirin. Headache went.")
    assert claim(annotated(near, names, [(1, "Bind", 0)])).text == "We gave aspirin. Headache went."


@pytest.mark.parametrize("label", ["Association", "Positive_Correlation", "ddi:int"])
def test_a_relation_without_direction_is_one_claim_whichever_end_is_named_first(label: str) -> None:
    plain = abstract("a", "Aspirin and gefitinib.")
    names = [("Aspirin", CHEMICAL, "MESH:D001241"), ("gefitinib", CHEMICAL, "MESH:D000077156")]
    ends = [(0, label, 1), (1, label, 0)]
    found = [admitted(one) for one in claims(annotated(plain, names, ends)) if isinstance(one, SourceClaim)]
    assert all(isinstance(one, ValidEdge) for one in found)
    assert len({one.assertion.id for one in found if isinstance(one, ValidEdge)}) == 1
    assert len(found) == 2


@pytest.mark.parametrize(
    ("relation", "expected"),
    [
        ((0, "ddi:None", 1), "the label of no relation"),
        ((1, "Association", 2), "both ends are one thing"),
        ((0, "Association", 3), "BAD_NAME"),
    ],
)
def test_what_is_no_claim_says_why(relation: tuple[int, str, int], expected: str) -> None:
    plain = abstract("a", "Aspirin, EGFR, ErbB1 and +/+.")
    names = [
        ("Aspirin", CHEMICAL, None),
        ("EGFR", GENE, "NCBIGene:1956"),
        ("ErbB1", GENE, "NCBIGene:1956"),
        ("+/+", GENE, None),
    ]
    (found,) = claims(annotated(plain, names, [relation]))
    assert (found.reason if isinstance(found, Skip) else getattr(found, "code", None)) == expected


def test_ends_that_the_predicate_does_not_take_are_refused_whole() -> None:
    plain = abstract("a", "Aspirin and headache.")
    names = [("Aspirin", CHEMICAL, None), ("headache", DISEASE, None)]
    found = claim(annotated(plain, names, [(0, "ddi:effect", 1)]))
    refused = admitted(found)
    assert isinstance(refused, Reject)
    assert refused.code == "NO_PREDICATE"
    assert parse_record(refused.record, refused.place) == found


def test_ends_of_unknown_kind_take_the_row_without_conditions() -> None:
    plain = abstract("a", "Acupuncture treats headache.")
    names = [("Acupuncture", "term", None), ("headache", "term", None)]
    found = admitted(claim(annotated(plain, names, [(0, "TREATS", 1)], scheme="git")))
    assert isinstance(found, ValidEdge)
    assert found.assertion.predicate == "biolink:treats_or_applied_or_studied_to_treat"
    assert found.assertion.properties["original_predicate"] == "semmeddb:TREATS"


def test_a_claim_whose_name_is_not_in_its_sentence_never_passes() -> None:
    invented = replace(claim(mined("Gefitinib inhibits EGFR.")), subject="Unobtainium")
    refused = admitted(invented)
    assert isinstance(refused, Reject)
    assert refused.code == "NAME_NOT_IN_TEXT"


def test_counts_reconcile() -> None:
    plain = abstract("a", "Aspirin, EGFR and +/+. Headache.")
    names = [
        ("Aspirin", CHEMICAL, None),
        ("EGFR", GENE, None),
        ("+/+", GENE, None),
        ("Headache", DISEASE, None),
    ]
    relations = [
        (0, "Bind", 1),
        (0, "Bind", 2),
        (0, "ddi:None", 1),
        (0, "ddi:effect", 3),
        (1, "Association", 3),
    ]
    good = annotated(plain, names, relations)
    lying = replace(good.mentions[1], text="ERBB1")
    taken = BatchBuilder(LoadOptions(), model())
    taken.add(1, replace(good, mentions=(good.mentions[0], lying, *good.mentions[2:])))
    batch = taken.take_batch()
    accounted = account(batch, assume_written(batch, DescribedIds()))
    counts, rejected = accounted.counts, accounted.rejects
    assert counts.balanced
    assert counts.read == 1 + len(plain.sentences) + 4 + 5
    codes = sorted(one.reject.code for one in rejected)
    assert codes == ["BAD_NAME", *["NAME_NOT_IN_TEXT"] * 4, "NO_PREDICATE"]


def test_publications_that_nothing_reads_are_told(put: Callable[[str, str | bytes], Path]) -> None:
    texts = [abstract(name, "Gefitinib inhibits EGFR.") for name in "ab"]
    source = put("abstracts.txt", "in memory")
    report = load(source, None, Settings(), format=Listed(texts), dry_run=True)
    (note,) = report.notes
    assert note.startswith(
        "2 publications have no annotation; load with --extract local to find genes, chemicals, diseases and "
        "how they relate"
    )
    assert has_weights("triples") != ("bioloom train triples" in note)
    read = load(source, None, Settings(), format=Listed(texts), dry_run=True, extractor=ToyTriples())
    assert (read.notes, read.counts.edges, read.counts.extracted) == ((), 2, 6)
