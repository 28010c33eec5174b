"""KGX and RDF files: everything is in them, they read back, and they are whole or not there."""

import gzip
import json
from pathlib import Path

import pytest
import rdflib
from neo4j.exceptions import DriverError

from bioloom.errors import DatabaseUnavailable, UsageError
from bioloom.exchange import export_kgx, export_rdf
from bioloom.graph.connection import Endpoint, Graph, connect

pytestmark = pytest.mark.integration

BIOLINK = rdflib.Namespace("https://w3id.org/biolink/vocab/")


def lines(path: Path) -> list[dict[str, object]]:
    data = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    return [json.loads(line) for line in data.decode("utf-8").split("\n")[:-1]]


def test_json_lines_keep_every_value(small_graph: Graph, folder: Path) -> None:
    done = export_kgx(small_graph, folder / "g.jsonl")
    nodes, edges = (lines(path) for path in done.files)
    assert (len(nodes), len(edges)) == (done.nodes, done.edges) == (8, 7)
    assert [path.name for path in done.files] == ["g_nodes.jsonl", "g_edges.jsonl"]
    by_id = {str(node["id"]): node for node in nodes}
    assert by_id["weird id:<1>"]["name"] == 'odd "name"\n\ttab | bar'
    assert by_id["weird id:<1>"]["in_count"] == 3
    assert by_id["CHEBI:16236"]["category"] == ["biolink:SmallMolecule"]
    assert by_id["DRUGBANK:DB00945"]["xref"] == ["CHEBI:15365"]
    assert not any({"record_hash", "normalised"} & set(row) for row in nodes + edges)
    treats = [edge for edge in edges if edge["predicate"] == "biolink:treats"]
    assert {(edge["subject"], edge.get("negated", False)) for edge in treats} == {
        ("DRUGBANK:DB00437", False),
        ("DRUGBANK:DB00945", True),
    }
    assert all(edge["primary_knowledge_source"] and edge["knowledge_level"] for edge in edges)


def test_tables_have_one_row_a_record(small_graph: Graph, folder: Path) -> None:
    done = export_kgx(small_graph, folder / "g.tsv.gz")
    tables = [gzip.decompress(path.read_bytes()).decode().split("\n") for path in done.files]
    for table, count in zip(tables, (8, 7), strict=True):
        assert len(table) == count + 2
        assert {line.count("\t") for line in table[:-1]} == {table[0].count("\t")}
    assert tables[1][0].split("\t")[:4] == ["id", "subject", "predicate", "object"]
    assert any("PMID:1|PMID:2" in line for line in tables[1])


def test_the_same_graph_gives_the_same_bytes(small_graph: Graph, folder: Path) -> None:
    for name in ("one.jsonl.gz", "two.jsonl.gz"):
        export_kgx(small_graph, folder / name)
    for part in ("nodes", "edges"):
        one, two = ((folder / f"{name}_{part}.jsonl.gz").read_bytes() for name in ("one", "two"))
        assert one == two


def test_mentions_come_along_when_asked(small_graph: Graph, folder: Path) -> None:
    done = export_kgx(small_graph, folder / "g", mentions=True)
    nodes, edges = (lines(path) for path in done.files)
    assert (done.nodes, done.edges) == (8 + 20, 7 + 18)
    mention = next(node for node in nodes if node["id"] == "lab:dna#T12")
    assert mention["category"] == ["biolink:NamedThing"]
    assert mention["xref"] == ["CHEBI:16236"]
    assert any(edge["subject"] == "lab:dna#T1" and edge.get("derived") for edge in edges)
    known = {node["id"] for node in nodes}
    assert all({edge["subject"], edge["object"]} <= known for edge in edges)


@pytest.mark.parametrize("name", ["g.nt", "g.ttl", "g.jsonld", "g.nt.gz", "g.ttl.gz"])
@pytest.mark.filterwarnings("ignore:ConjunctiveGraph")  # of rdflib to its own reader of JSON-LD
def test_rdf_reads_back_and_answers_sparql(small_graph: Graph, folder: Path, name: str) -> None:
    done = export_rdf(small_graph, folder / name, mentions=True)
    data = (folder / name).read_bytes()
    text = gzip.decompress(data) if name.endswith(".gz") else data
    triples = rdflib.Graph()
    triples.parse(data=text, format={"nt": "nt", "ttl": "turtle", "jsonld": "json-ld"}[name.split(".")[1]])
    assert (done.nodes, done.edges) == (28, 25)
    count = "SELECT (COUNT(DISTINCT ?x) AS ?n) WHERE { ?x a <%s> }"
    counted = {
        kind: next(iter(triples.query(count % BIOLINK[kind])))[0].toPython()  # type: ignore[index,union-attr]
        for kind in ("NamedThing", "Association", "Disease")
    }
    assert counted == {"NamedThing": 28, "Association": 25, "Disease": 2}
    gout = rdflib.URIRef("http://purl.obolibrary.org/obo/DOID_13189")
    assert [str(drug) for drug in triples.subjects(BIOLINK.treats, gout)] == [
        "http://identifiers.org/drugbank/DB00437"
    ]
    names = {str(value) for value in triples.objects(None, BIOLINK.name)}
    assert 'odd "name"\n\ttab | bar' in names
    denied = triples.value(predicate=BIOLINK.negated, object=rdflib.Literal(True))
    assert triples.value(denied, BIOLINK.primary_knowledge_source) is not None


def test_nothing_is_overwritten_or_left_half_done(small_graph: Graph, folder: Path) -> None:
    (folder / "g_edges.jsonl").write_text("mine", encoding="utf-8")
    with pytest.raises(UsageError, match=r"g_edges.jsonl exists already; replace it with --force"):
        export_kgx(small_graph, folder / "g.jsonl")
    assert [path.name for path in folder.iterdir()] == ["g_edges.jsonl"]
    export_kgx(small_graph, folder / "g.jsonl", force=True)
    assert len(lines(folder / "g_edges.jsonl")) == 7


def test_a_fault_on_the_way_leaves_nothing(server: Endpoint, folder: Path) -> None:
    with connect(server) as graph:
        pass
    with pytest.raises(DriverError):
        export_kgx(graph, folder / "g.jsonl")
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize(
    ("name", "message"), [("none/g.nt", "does not exist"), ("g.xml", r"end it in \.nt, \.ttl")]
)
def test_impossible_places_are_named(small_graph: Graph, folder: Path, name: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        export_rdf(small_graph, folder / name)


def test_progress_reaches_its_end(small_graph: Graph, folder: Path) -> None:
    seen: list[tuple[int, int]] = []
    export_kgx(small_graph, folder / "g.jsonl", on_progress=lambda done, of: seen.append((done, of)))
    assert seen[-1] == (15, 15)


def test_an_unreachable_database_is_a_plain_error() -> None:
    with (
        pytest.raises(DatabaseUnavailable, match="correct NEO4J_URI"),
        connect(Endpoint("bolt://127.0.0.1:1", "a", "b")),
    ):
        pass
