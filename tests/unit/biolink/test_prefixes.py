"""CURIEs are checked before they become identifiers, and expanded for RDF."""

import pytest

from bioloom.biolink import converter, curie_fault, expand, prefix_map
from bioloom.biolink.prefixes import LONGEST


@pytest.mark.parametrize(
    "curie",
    [
        "NCBIGene:7157",
        "GO:0008150",
        "bioloom:chemical.lysis-buffer",
        "CHEMBL.COMPOUND:CHEMBL25",
        "INCHI:InChI=1S/H2O/h1H2",
        "hetionet.pathway:PC7_1532",
        "x:µ",
        "file:a",
    ],
)
def test_good_curies(curie: str) -> None:
    assert curie_fault(curie) is None


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "no prefix before a colon"),
        ("7157", "no prefix before a colon"),
        (":7157", "its prefix may hold only"),
        ("a b:1", "its prefix may hold only"),
        ("µ:1", "its prefix may hold only"),
        ("NCBIGene:", "nothing follows the prefix"),
        ("NCBIGene:71 57", "a space or an invisible character"),
        ("NCBIGene:7157\u200b", "a space or an invisible character"),
        ("NCBIGene:7157\n", "a space or an invisible character"),
        ("NCBIGene:\ud800", "a space or an invisible character"),
        ("https://identifiers.org/ncbigene:7157", "is an address"),
        ("urn:uuid:1", "is an address"),
        ("x:" + "a" * LONGEST, f"at most {LONGEST} bytes"),
        ("x:" + "a " * 10**6, f"at most {LONGEST} bytes"),
        ("x:" + "µ" * (LONGEST // 2), f"at most {LONGEST}"),
    ],
)
def test_bad_curies_say_why(text: str, reason: str) -> None:
    fault = curie_fault(text)
    assert fault is not None
    assert reason in fault
    assert len(fault) < 250
    assert "\n" not in fault


def test_an_unknown_prefix_is_no_fault() -> None:
    assert curie_fault("MYLAB:1") is None


@pytest.mark.parametrize(
    ("curie", "iri"),
    [
        ("NCBIGene:7157", "http://identifiers.org/ncbigene/7157"),
        ("biolink:treats", "https://w3id.org/biolink/vocab/treats"),
        ("infores:hetionet", "https://w3id.org/biolink/infores/hetionet"),
        ("NDFRT:N0000000190", "http://purl.bioontology.org/ontology/NDFRT/N0000000190"),
        ('MESH:<a b>"{}', "http://id.nlm.nih.gov/mesh/%3Ca%20b%3E%22%7B%7D"),
        ("MYLAB:1", None),
    ],
)
def test_expansion(curie: str, iri: str | None) -> None:
    assert expand(curie) == iri


def test_the_converter_knows_the_same_prefixes() -> None:
    curies = converter()
    for prefix in prefix_map():
        assert curies.expand(f"{prefix}:1") == expand(f"{prefix}:1")
    assert curies.compress("http://purl.obolibrary.org/obo/GO_0008150") == "GO:0008150"


def test_no_prefix_stands_for_a_made_up_address() -> None:
    assert not [prefix for prefix, iri in prefix_map().items() if "example.org" in iri]
    assert all(iri.startswith(("http://", "https://")) for iri in prefix_map().values())
