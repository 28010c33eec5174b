"""Curies as IRIs and values as literals: what comes out is always valid N-Triples."""

import pytest
import rdflib
from hypothesis import given
from hypothesis import strategies as st

from bioloom.exchange.iris import claim_iri, expand, iri, literal, node_iri


@pytest.mark.parametrize(
    ("curie", "address"),
    [
        ("MONDO:0005148", "http://purl.obolibrary.org/obo/MONDO_0005148"),
        ("biolink:treats", "https://w3id.org/biolink/vocab/treats"),
        ("bioloom:chemical.etoh", "https://w3id.org/bioloom/vocab/chemical.etoh"),
        ("PMID:1", "http://www.ncbi.nlm.nih.gov/pubmed/1"),
        ("https://example.org/a b", None),
        ("https://example.org/a|b", "https://example.org/a%7Cb"),
        ("nothing:1", None),
        ("mondo", None),
        ("MONDO:", None),
        (":1", None),
    ],
)
def test_curies(curie: str, address: str | None) -> None:
    assert expand(curie) == address


@given(st.text(alphabet=st.characters(codec="utf-8")), st.text(alphabet=st.characters(codec="utf-8")))
def test_any_identifier_and_text_is_read_back(identifier: str, text: str) -> None:
    lines = f"{iri(node_iri(identifier))} {iri(node_iri('biolink:name'))} {literal(text)} .\n"
    triples = rdflib.Graph().parse(data=lines.encode("utf-8"), format="nt")
    ((_, _, value),) = triples
    assert str(value) == text


@given(st.text(alphabet=st.characters(codec="utf-8"), min_size=1), st.text(min_size=1))
def test_different_identifiers_stay_apart(one: str, other: str) -> None:
    made = {node_iri(f"none:{name}") for name in {one, other}}
    try:
        names = {name.encode("utf-8") for name in {one, other}}
    except UnicodeEncodeError:
        return
    assert len(made) == len(names)


@pytest.mark.parametrize("value", [True, 3, -0.5, 1e300])
def test_numbers_and_truths_keep_their_type(value: float) -> None:
    triples = rdflib.Graph().parse(data=f"<a:b> <a:c> {literal(value)} .", format="nt")
    ((_, _, read),) = triples
    assert isinstance(read, rdflib.Literal)
    assert read.toPython() == value
    assert type(read.toPython()) is type(value)


def test_claims_have_their_own_place() -> None:
    assert claim_iri("abc") == "https://w3id.org/bioloom/assertion/abc"
