"""What a predicate means without any model: the release, its mappings, the tables of other schemes."""

import pytest

from bioloom.biolink import model
from bioloom.pipeline.validation.predicate_resolution import is_phrase, resolve_mapped, resolve_predicate
from bioloom.records import Candidate, Standardized

GIT = (
    "INTERACTS_WITH TREATS PROCESS_OF INHIBITS STIMULATES USES COEXISTS_WITH ADMINISTERED_TO DIAGNOSES "
    "PREVENTS PRODUCES PRECEDES COMPLICATES AFFECTS MANIFESTATION_OF ASSOCIATED_WITH CAUSES "
    "DOES_NOT_TREAT AUGMENTS PREDISPOSES DISRUPTS SYMPTOM_OF"
)


@pytest.mark.parametrize(
    ("text", "predicate", "swapped", "negated", "direction"),
    [
        ("biolink:treats", "biolink:treats", False, False, None),
        ("treated by", "biolink:treats", True, False, None),
        ("increases abundance of", "biolink:affects", False, False, "increased"),
        ("CTD:increases_expression_of", "biolink:affects", False, False, "increased"),
        ("SEMMEDDB:ISA", "biolink:subclass_of", False, False, None),
        ("SEMMEDDB:LOCATION_OF", "biolink:located_in", True, False, None),
        ("SEMMEDDB:STIMULATES", "biolink:affects", False, False, "increased"),
        ("SEMMEDDB:NEG_TREATS", "biolink:treats_or_applied_or_studied_to_treat", False, True, None),
        ("NEG_TREATS", "biolink:treats", False, True, None),
        ("NEG_CAUSES", "biolink:causes", False, True, None),
        ("NOT_TREATED_BY", "biolink:treats", True, True, None),
        ("neg-INHIBITS", "biolink:affects", False, True, "decreased"),
        ("not_increases_abundance_of", "biolink:affects", False, True, "increased"),
        ("NEG_DOES_NOT_TREAT", "biolink:treats", False, False, None),
        ("SEMMEDDB:DOES_NOT_TREAT", "biolink:treats", False, True, None),
        ("chemprot:PRODUCT-OF", "biolink:produces", True, False, None),
        ("ChemProt:INDIRECT-DOWNREGULATOR", "biolink:affects", False, False, "decreased"),
        ("BioRED:Bind", "biolink:directly_physically_interacts_with", False, False, None),
        ("DDI:effect", "biolink:pharmacologically_interacts_with", False, False, None),
        ("hetionet:CtD", "biolink:treats", False, False, None),
        ("NCIT:R158", "biolink:affects", False, False, None),
    ],
)
def test_terms_are_read_by_tables(
    text: str, predicate: str, swapped: bool, negated: bool, direction: str | None
) -> None:
    found = resolve_predicate(text, model())
    assert found is not None
    assert (found.predicate, found.swapped, found.negated) == (predicate, swapped, negated)
    assert found.qualifiers.get("object_direction_qualifier") == direction
    assert found.chosen == {}


@pytest.mark.parametrize(
    "text", ["biolink:foo", "XYZ:1", "increases levels of", "", "https://x.org/p", "NEG_CONTROL"]
)
def test_what_no_table_knows_is_not_guessed(text: str) -> None:
    assert resolve_predicate(text, model()) is None


@pytest.mark.parametrize(
    ("text", "phrase"),
    [
        ("increases levels of", True),
        ("ratio 1:2 of", True),
        ("TREATS_WELL", True),
        ("biolink:foo", False),
        ("XYZ:1", False),
        ("XYZ:", False),
        ("http://example.org/p", False),
    ],
)
def test_terms_and_phrases_are_told_apart(text: str, phrase: bool) -> None:
    assert is_phrase(text) is phrase


def test_the_kinds_of_the_ends_decide_where_a_table_tells_them_apart() -> None:
    drug, disease, gene = ["biolink:Drug"], ["biolink:Disease"], ["biolink:Gene"]
    found = [
        resolve_predicate("SEMMEDDB:TREATS", model(), drug, disease),
        resolve_predicate("SEMMEDDB:TREATS", model(), drug, gene),
        resolve_predicate("BioRED:Association", model(), disease, gene),
    ]
    assert [one and (one.predicate, one.swapped) for one in found] == [
        ("biolink:treats_or_applied_or_studied_to_treat", False),
        ("biolink:affects", False),
        ("biolink:gene_associated_with_condition", True),
    ]


def test_older_predicates_are_stated_in_canonical_direction() -> None:
    biolink = model()
    for meaning in biolink.release.qualified.values():
        assert biolink.canonical(meaning.predicate) == (meaning.predicate, False)


def test_the_22_labels_of_git_are_mapped() -> None:
    labels = GIT.split()
    assert len(labels) == 22
    for label in labels:
        assert resolve_predicate(f"SEMMEDDB:{label}", model()) is not None, label


def test_what_was_chosen_becomes_properties_of_the_edge() -> None:
    candidates = (Candidate("increases abundance of", "biolink:affects", 0.93), Candidate("x", "y", 0.5))
    found = resolve_mapped(Standardized("biolink:affects", 0.93, "local 1", candidates=candidates))
    assert found is not None
    assert found.chosen == {
        "predicate_mapped_by": "local 1",
        "predicate_score": 0.93,
        "predicate_candidates": ("increases abundance of 0.9300", "x 0.5000"),
    }
    assert resolve_mapped(Standardized(None, 0.2, "local 1", reason="NO_PREDICATE")) is None
