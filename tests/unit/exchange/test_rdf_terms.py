"""Curies as IRIs and values as literals: what comes out is always valid N-Triples and Turtle."""

import io

import pytest
import rdflib
from hypothesis import given
from hypothesis import strategies as st

from bioloom.exchange.rdf import claim_iri, expand, literal, node_iri
from bioloom.exchange.rdf_serializer import Triple, TripleWriter

pytestmark = pytest.mark.filterwarnings("ignore:ConjunctiveGraph")  # of rdflib to its own reader

FORMS = {"nt": "nt", "ttl": "turtle", "jsonld": "json-ld"}


def read_back(triples: list[Triple], form: str) -> list[tuple[object, ...]]:
    stream = io.StringIO()
    writer = TripleWriter(stream, form)
    writer.add(triples)
    writer.close()
    data = stream.getvalue().encode("utf-8")
    return list(rdflib.Graph().parse(data=data, format=FORMS[form]))


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
    found = expand(curie)
    assert (None if found is None else str(found)) == address


@pytest.mark.parametrize("form", FORMS)
@given(identifier=st.text(), text=st.text(alphabet=st.characters(codec="utf-8")))
def test_any_identifier_and_text_is_read_back(form: str, identifier: str, text: str) -> None:
    triple = (node_iri(identifier), node_iri("biolink:name"), literal(text))
    ((subject, _, value),) = read_back([triple], form)
    assert subject == triple[0]
    assert str(value) == text


@pytest.mark.parametrize("form", FORMS)
@given(local=st.text(min_size=1))
def test_any_curie_of_a_known_prefix_is_read_back(form: str, local: str) -> None:
    iri = node_iri(f"MONDO:{local}")
    assert read_back([(iri, node_iri(f"biolink:{local}"), iri)], form) == [
        (iri, node_iri(f"biolink:{local}"), iri)
    ]


@pytest.mark.parametrize("form", FORMS)
def test_half_characters_make_no_broken_file(form: str) -> None:
    ((_, _, value),) = read_back([(node_iri("a:\ud800"), claim_iri("b\udfff"), literal("c\ud83d"))], form)
    assert str(value) == "c?"


def test_a_local_part_that_turtle_cannot_shorten_stays_an_address() -> None:
    stream = io.StringIO()
    writer = TripleWriter(stream, "ttl")
    writer.add([(node_iri("MONDO:-x"), node_iri("biolink:name"), node_iri("MONDO:0005148"))])
    writer.close()
    assert "<http://purl.obolibrary.org/obo/MONDO_-x> biolink:name MONDO:0005148 ." in stream.getvalue()


def test_turtle_in_parts_is_read_back_whole() -> None:
    stream = io.StringIO()
    writer = TripleWriter(stream, "ttl")
    for number in (1, 2):
        writer.add([(node_iri(f"MONDO:{number}"), node_iri("biolink:name"), literal("a"))])
        writer.close()
    assert len(rdflib.Graph().parse(data=stream.getvalue(), format="turtle")) == 2


@given(st.text(alphabet=st.characters(codec="utf-8"), min_size=1), st.text(min_size=1))
def test_different_identifiers_stay_apart(one: str, other: str) -> None:
    made = {node_iri(f"none:{name}") for name in {one, other}}
    try:
        names = {name.encode("utf-8") for name in {one, other}}
    except UnicodeEncodeError:
        return
    assert len(made) == len(names)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("value", [True, 3, -0.5, 1e300, 0.1234567891, float("inf"), -float("inf")])
def test_numbers_and_truths_keep_their_type(value: float, form: str) -> None:
    ((_, _, read),) = read_back([(claim_iri("a"), claim_iri("b"), literal(value))], form)
    assert isinstance(read, rdflib.Literal)
    assert read.toPython() == value
    assert type(read.toPython()) is type(value)


def test_odd_numbers_are_spelt_as_xml_schema_does() -> None:
    spelt = [str(literal(value)) for value in (float("nan"), float("inf"), -float("inf"))]
    assert spelt == ["NaN", "INF", "-INF"]


def test_claims_have_their_own_place() -> None:
    assert str(claim_iri("abc")) == "https://w3id.org/bioloom/assertion/abc"
