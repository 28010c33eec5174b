"""Terms are found by any spelling, and nothing else is taken for one."""

import pytest

from bioloom.biolink import model
from bioloom.errors import OntologyError


@pytest.mark.parametrize(
    ("spelling", "curie"),
    [
        ("Gene", "biolink:Gene"),
        ("gene", "biolink:Gene"),
        ("biolink:Gene", "biolink:Gene"),
        ("biolink:gene", "biolink:Gene"),
        ("BIOLINK:Gene", "biolink:Gene"),
        ("https://w3id.org/biolink/vocab/Gene", "biolink:Gene"),
        ("small molecule", "biolink:SmallMolecule"),
        ("small_molecule", "biolink:SmallMolecule"),
        ("SmallMolecule", "biolink:SmallMolecule"),
        (" biolink:SmallMolecule ", "biolink:SmallMolecule"),
        ("GeneOrGeneProduct", "biolink:GeneOrGeneProduct"),
        ("biolink:RNAProduct", "biolink:RNAProduct"),
        ("MicroRNA", "biolink:MicroRNA"),
        ("quantity value", "biolink:QuantityValue"),
        ("condition", "biolink:Disease"),  # an alias in the model
        ("chemical substance", "biolink:SmallMolecule"),  # the class of older releases
        ("SO:0000704", "biolink:Gene"),  # an exact match in the model
    ],
)
def test_a_category_is_found_by_any_spelling(spelling: str, curie: str) -> None:
    assert model().category(spelling) == curie


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        ":",
        "biolink:",
        "biolink:Genes!",
        "RO:Gene",
        "Gene\n:x",
        "Association",
        "遺伝子",
        "🧬",
        "g" * 10**6,
    ],
)
def test_what_is_no_category_is_none(text: str) -> None:
    assert model().category(text) is None
    assert model().predicate(text) is None


@pytest.mark.parametrize(
    ("spelling", "curie"),
    [
        ("treats", "biolink:treats"),
        ("biolink:treats", "biolink:treats"),
        ("TREATS", "biolink:treats"),
        ("related to", "biolink:related_to"),
        ("relatedTo", "biolink:related_to"),
        ("gene fusion with", "biolink:gene_fusion_with"),
        ("in-taxon", "biolink:in_taxon"),
        ("indicated for", "biolink:treats"),  # an alias in the model
        ("RO:0002206", "biolink:expressed_in"),  # an exact match in the model
    ],
)
def test_a_predicate_is_found_by_any_spelling(spelling: str, curie: str) -> None:
    assert model().predicate(spelling) == curie


def test_every_term_is_found_by_its_name_and_its_curie() -> None:
    biolink = model()
    for curie, category in biolink.release.categories.items():
        assert biolink.category(curie) == biolink.category(category.name) == curie
    for curie, predicate in biolink.release.predicates.items():
        assert (
            biolink.predicate(curie) == biolink.predicate(predicate.name) == (predicate.replacement or curie)
        )


def test_a_deprecated_predicate_gives_its_exact_replacement() -> None:
    assert model().is_deprecated("biolink:genetic_association")
    assert model().predicate("genetic association") == "biolink:genetically_associated_with"
    assert model().predicate("binds") == "biolink:binds"  # deprecated too, but without a replacement


def test_is_category_and_is_predicate_want_the_exact_curie() -> None:
    biolink = model()
    assert biolink.is_category("biolink:Gene")
    assert not biolink.is_category("Gene")
    assert not biolink.is_category("biolink:treats")
    assert biolink.is_predicate("biolink:treats")
    assert not biolink.is_predicate("treats")


def test_lists_are_sorted_and_complete() -> None:
    biolink = model()
    assert list(biolink.categories()) == sorted(biolink.categories())
    assert list(biolink.predicates()) == sorted(biolink.predicates())
    assert len(biolink.predicates()) == 247


def test_definitions_and_aliases() -> None:
    assert model().description("biolink:Cell").startswith("The basic structural and functional unit")
    assert "indicated for" in model().aliases("biolink:treats")


@pytest.mark.parametrize("ask", ["description", "ancestors", "inverse", "canonical", "aliases"])
def test_an_unknown_term_is_named_in_the_error(ask: str) -> None:
    with pytest.raises(OntologyError, match=r"biolink:Nonsense is not a .* of Biolink 4\.4\.6"):
        getattr(model(), ask)("biolink:Nonsense")


def test_ancestors_follow_mixins() -> None:
    for below in ("biolink:Gene", "biolink:Protein"):
        assert "biolink:GeneOrGeneProduct" in model().ancestors(below)


@pytest.mark.parametrize("term", ["increases expression of", "biolink:increases_expression_of", "RO:0003003"])
def test_older_and_foreign_predicates_give_their_qualifiers(term: str) -> None:
    meaning = model().qualified(term)
    assert meaning is not None
    assert meaning.predicate == "biolink:affects"
    assert meaning.qualifiers == {
        "qualified_predicate": "biolink:causes",
        "object_aspect_qualifier": "expression",
        "object_direction_qualifier": "increased",
    }


def test_a_term_that_the_map_does_not_know_has_no_meaning() -> None:
    assert model().qualified("RO:9999999") is None
    assert model().qualified("") is None
