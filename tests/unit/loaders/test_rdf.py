"""RDF as KGX and bioloom write it: nodes, reified associations, plain triples, and what is none of these."""

import gzip
from collections.abc import Callable
from pathlib import Path

import pytest

from bioloom.errors import SourceError
from bioloom.records import LoadOptions, Reject, Skip, SourceEdge, SourceNode, SourceRecord
from bioloom_loaders.format_detection import format_of
from bioloom_loaders.rdf import RdfLoader

Put = Callable[[str, str | bytes], Path]

XSD = "http://www.w3.org/2001/XMLSchema#"
VOCAB = "https://w3id.org/biolink/vocab/"
OBO = "http://purl.obolibrary.org/obo/"
RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
LABEL = "<http://www.w3.org/2000/01/rdf-schema#label>"
NODES = f"""<{OBO}MONDO_1> <{VOCAB}category> <{VOCAB}Disease> .
<{OBO}MONDO_1> {LABEL} "gout \\u00B5" .
<{OBO}MONDO_1> <{VOCAB}synonym> "podagra"^^<http://www.w3.org/2001/XMLSchema#string> .
<{OBO}CHEBI_2> <{VOCAB}category> <{VOCAB}SmallMolecule> .
"""
CLAIM = f"""<urn:uuid:7> <{RDF}subject> <{OBO}CHEBI_2> .
<urn:uuid:7> <{RDF}predicate> <{VOCAB}treats> .
<urn:uuid:7> <{RDF}object> <{OBO}MONDO_1> .
<urn:uuid:7> <{RDF}type> <{VOCAB}Association> .
<urn:uuid:7> <{VOCAB}publications> <http://www.ncbi.nlm.nih.gov/pubmed/5> .
<urn:uuid:7> <https://www.example.org/UNKNOWN/p> "0.5"^^<http://www.w3.org/2001/XMLSchema#double> .
"""
TREATS = f"<{OBO}CHEBI_2> <{VOCAB}treats> <{OBO}MONDO_1> .\n"
TURTLE = f"""@prefix b: <{VOCAB}> . @prefix o: <{OBO}> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
o:MONDO_1 a b:NamedThing, b:Disease ; b:id "MONDO:1" ; b:name "gout" ; rdfs:label "Gout" ; b:xref "x" .
o:CHEBI_2 b:category b:SmallMolecule ; b:treats o:MONDO_1 ; b:subclass_of o:CHEBI_1 .
[] a b:Association ; b:subject o:CHEBI_2 ; b:predicate b:treats ; b:object o:MONDO_1 ; b:negated false .
"""


def read(path: Path) -> list[SourceRecord]:
    return list(RdfLoader().records(path, LoadOptions()))


def test_a_graph_of_kgx(put: Put) -> None:
    path = put("g.nt.gz", gzip.compress((NODES + CLAIM + TREATS).encode()))
    assert format_of(path) == "rdf"
    disease, drug, claim = read(path)
    assert isinstance(disease, SourceNode)
    assert (disease.id, disease.name, disease.categories) == ("MONDO:1", "gout µ", ("biolink:Disease",))
    assert (dict(disease.properties), disease.place.line) == ({"synonym": ("podagra",)}, 1)
    assert isinstance(drug, SourceNode)
    assert isinstance(claim, SourceEdge)
    assert (claim.subject, claim.predicate, claim.object) == ("CHEBI:2", "biolink:treats", "MONDO:1")
    assert claim.properties == {"publications": ("PMID:5",), "p": 0.5}
    assert claim.place.line == 5


def test_one_value_of_a_slot_that_holds_lists_is_a_list_of_one(put: Put) -> None:
    slots = "supporting_data_source", "aggregator_knowledge_source", "original_aggregator_knowledge_source"
    stated = "".join(f'<urn:uuid:7> <{VOCAB}{slot}> "infores:pubmed" .\n' for slot in slots)
    claim = read(put("g.nt", NODES + CLAIM + stated))[-1]
    assert isinstance(claim, SourceEdge)
    assert {slot: claim.properties[slot] for slot in slots} == dict.fromkeys(slots, ("infores:pubmed",))


def test_the_order_of_the_triples_of_other_subjects_is_free(put: Put) -> None:
    lines = sorted((NODES + CLAIM + TREATS).splitlines())
    found = read(put("g.nt", "\n".join(lines)))
    kinds = [type(record) for record in found]
    assert kinds == [SourceNode, SourceNode, SourceEdge]


def test_turtle(put: Put) -> None:
    drug, disease, *claims = read(put("g.ttl", TURTLE))
    assert isinstance(disease, SourceNode)
    assert (disease.id, disease.name, disease.categories) == ("MONDO:1", "gout", ("biolink:Disease",))
    assert isinstance(drug, SourceNode)
    assert not drug.properties
    edges = {(edge.predicate, edge.object) for edge in claims if isinstance(edge, SourceEdge)}
    assert edges == {("biolink:treats", "MONDO:1"), ("biolink:subclass_of", "CHEBI:1")}
    assert len(claims) == 2


def test_a_plain_triple_that_no_association_states_is_a_claim(put: Put) -> None:
    denied = CLAIM + f'<urn:uuid:7> <{VOCAB}negated> "true"^^<http://www.w3.org/2001/XMLSchema#boolean> .\n'
    for text in (TREATS, denied + TREATS):
        *_, plain = read(put("g.nt", NODES + text))
        assert isinstance(plain, SourceEdge)
        assert (plain.subject, plain.predicate, dict(plain.properties)) == ("CHEBI:2", "biolink:treats", {})


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("g.nt", NODES + "<a> <b> .\n", [("BAD_SYNTAX", 5)]),
        ("g.nt", NODES.encode() + b"\xff\n", [("BAD_ENCODING", 5)]),
        ("g.nt", NODES + "# a comment\n\n" + CLAIM.partition("\n")[2], [("MISSING_SUBJECT", 7)]),
        ("g.nt", f'<{OBO}MONDO_1> {LABEL} "gout" .\n', [("NOT_BIOLINK", 1), ("NOT_BIOLINK", None)]),
        ("g.nt", "", [("NOT_BIOLINK", None)]),
        ("g.nt.gz", gzip.compress((NODES * 9).encode())[:-9], [("BAD_COMPRESSION", 37)]),
        ("g.ttl", TURTLE + "o:x b:y ;;; o:z .\n", [("BAD_SYNTAX", 6)]),
        ("g.ttl", "@prefix x: <y> .\nx:a x:b [ x:c 4 ] .\n", [("NOT_BIOLINK", None)] * 3),
        ("g.ttl", b"\xff\xfe\x00", [("BAD_SYNTAX", None)]),
        ("g.nt", NODES + f'<{OBO}MONDO_1> {LABEL} "\\U00110000" .\n', [("BAD_SYNTAX", 5)]),
    ],
)
def test_what_cannot_be_read_is_told(
    put: Put, name: str, text: str | bytes, expected: list[tuple[str, int | None]]
) -> None:
    told = [record for record in read(put(name, text)) if isinstance(record, Reject | Skip)]
    codes = [one.code if isinstance(one, Reject) else one.reason for one in told]
    assert [*zip(codes, (one.place.line for one in told), strict=True)] == expected


@pytest.mark.parametrize("name", ["g.nt", "g.ttl"])
@pytest.mark.parametrize(
    ("written", "type", "value"),
    [
        ("1e999999999", "decimal", "1e999999999"),  # a gigabyte of digits, if written out
        ("perhaps", "boolean", "perhaps"),
        ("1", "boolean", True),
        ("=!", "base64Binary", "=!"),
        ("0.50", "double", 0.5),
    ],
)
def test_values_are_as_they_are_written(
    put: Put, name: str, written: str, type: str, value: str | float
) -> None:
    line = f'<{OBO}CHEBI_2> <https://example.org/p> "{written}"^^<{XSD}{type}> .\n'
    drug = read(put(name, f"<{OBO}CHEBI_2> <{VOCAB}category> <{VOCAB}SmallMolecule> .\n" + line))[0]
    assert isinstance(drug, SourceNode)
    assert drug.properties == {"p": value}


def test_values_that_cannot_be_compared_stand_beside_each_other(put: Put) -> None:
    values = ", ".join(f'"{each}"^^<{XSD}decimal>' for each in ("sNaN", "1"))
    text = f"<{OBO}CHEBI_2> a <{VOCAB}SmallMolecule> ; <https://example.org/p> {values} ."
    drug = read(put("g.ttl", text))[0]
    assert isinstance(drug, SourceNode)
    assert drug.properties == {"p": ("1", "sNaN")}


def test_of_labels_in_several_languages_the_english_one_is_the_name(put: Put) -> None:
    for labels, name in (
        (('"Gicht"@de', '"gout"@en-GB'), "gout"),
        (('"goutte"@fr', '"Gicht"@de'), "Gicht"),
        (('"gout"', '"gout"', '"Gout"@en'), "gout"),
    ):
        lines = "".join(f"<{OBO}MONDO_1> {LABEL} {label} .\n" for label in labels)
        disease = read(put("g.nt", f"<{OBO}MONDO_1> <{VOCAB}category> <{VOCAB}Disease> .\n" + lines))[0]
        assert isinstance(disease, SourceNode)
        assert disease.name == name


def test_a_slot_that_is_a_predicate_too_is_a_claim_where_an_association_states_it(put: Put) -> None:
    same = f"<{OBO}CHEBI_2> <{VOCAB}same_as> <{OBO}CHEBI_%d> .\n"
    claim = CLAIM.replace("treats", "same_as").replace("MONDO_1", "CHEBI_3")
    *nodes, edge = read(put("g.nt", NODES + same % 3 + same % 4 + claim))
    assert [node.id for node in nodes if isinstance(node, SourceNode)] == ["MONDO:1", "CHEBI:2"]
    assert isinstance(nodes[-1], SourceNode)
    assert nodes[-1].properties == {"same_as": ("CHEBI:4",)}
    assert isinstance(edge, SourceEdge)


def test_a_file_of_another_name_is_refused(put: Put) -> None:
    with pytest.raises(SourceError, match=r"ends in \.nt or \.ttl"):
        read(put("g.owl", ""))
