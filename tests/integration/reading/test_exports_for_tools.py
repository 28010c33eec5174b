"""Exports for other tools: GraphML, CSV, Parquet, SSSOM and BRAT are what their own readers read."""

import csv
import io
from pathlib import Path

import pytest

from bioloom.exchange import export_brat, export_csv, export_graphml, export_kgx, export_sssom
from bioloom.exchange.selection import Selection
from bioloom.graph.connection import Graph
from bioloom.pipeline.validation.record_validation import NO_OPTIONS
from bioloom.records import AnnotatedDocument, SourceEdge, SourceNode
from bioloom_loaders.brat import BratLoader
from bioloom_loaders.kgx import KgxLoader

pytestmark = pytest.mark.integration

networkx = pytest.importorskip("networkx")


def test_graphml_is_read_by_networkx(small_graph: Graph, folder: Path) -> None:
    done = export_graphml(small_graph, folder / "g.graphml")
    read = networkx.read_graphml(folder / "g.graphml", force_multigraph=True)
    assert (read.number_of_nodes(), read.number_of_edges()) == (done.nodes, done.edges) == (8, 7)
    assert read.nodes["weird id:<1>"]["name"] == 'odd "name"\n\ttab | bar'
    assert read.nodes["DRUGBANK:DB00945"]["label"] == "Aspirin"
    (denied,) = read.get_edge_data("DRUGBANK:DB00945", "DOID:13189").values()
    assert (denied["label"], denied["predicate"], denied["negated"]) == ("treats", "biolink:treats", True)
    (stated,) = read.get_edge_data("DRUGBANK:DB00437", "DOID:13189").values()
    assert stated["publications"] == "PMID:1|PMID:2"


def test_graphml_may_hold_mentions_and_be_packed(small_graph: Graph, folder: Path) -> None:
    done = export_graphml(small_graph, folder / "g.graphml.gz", mentions=True)
    read = networkx.read_graphml(folder / "g.graphml.gz", force_multigraph=True)
    assert read.number_of_edges() == done.edges == 7 + 18
    assert read.nodes["lab:dna#T12"]["xref"] == "CHEBI:16236"


def test_csv_has_the_columns_that_gephi_imports(small_graph: Graph, folder: Path) -> None:
    done = export_csv(small_graph, folder / "g.csv")
    assert [path.name for path in done.files] == ["g_nodes.csv", "g_edges.csv"]
    nodes, edges = (
        list(csv.DictReader(io.StringIO(path.read_text("utf-8"), newline=""))) for path in done.files
    )
    assert (len(nodes), len(edges)) == (done.nodes, done.edges) == (8, 7)
    assert {row["Id"]: row["Label"] for row in nodes}["weird id:<1>"] == 'odd "name"\n\ttab | bar'
    (denied,) = (row for row in edges if row["negated"] == "true")
    assert [denied[name] for name in ("Source", "Target", "Type", "Label", "predicate")] == [
        *("DRUGBANK:DB00945", "DOID:13189", "Directed", "treats", "biolink:treats")
    ]
    frame = pytest.importorskip("pandas").DataFrame(edges)
    drawn = networkx.from_pandas_edgelist(frame, "Source", "Target", True, networkx.MultiDiGraph)
    assert drawn.number_of_edges() == 7


def test_parquet_holds_what_json_lines_hold(small_graph: Graph, folder: Path) -> None:
    pytest.importorskip("polars")
    records = []
    for name in ("lines.jsonl", "columns.parquet"):
        done = export_kgx(small_graph, folder / name)
        found = KgxLoader().records(done.files[0], NO_OPTIONS)
        records.append([record for record in found if isinstance(record, SourceNode | SourceEdge)])
    lines, columns = records
    assert len(lines) == len(columns) == 8 + 7
    for one, other in zip(lines, columns, strict=True):
        assert one.properties == other.properties
    assert [one.name for one in lines if isinstance(one, SourceNode)] == [
        other.name for other in columns if isinstance(other, SourceNode)
    ]


@pytest.mark.filterwarnings("ignore")  # the package and pandas warn of their own future
def test_sssom_is_valid_and_tells_every_mapping(small_graph: Graph, folder: Path) -> None:
    parsers = pytest.importorskip("sssom.parsers")
    from sssom.validators import validate

    with small_graph.session() as session:
        session.run(
            "MERGE (i:Identity {id: 'bioloom:chemical.asa'}) SET i.canonical = 'DRUGBANK:DB00945', "
            "i.justification = 'semapv:LexicalMatching', i.score = 0.96, i.source = 'infores:bioloom'"
        ).consume()
    try:
        done = export_sssom(small_graph, folder / "g.sssom.tsv")
    finally:
        with small_graph.session() as session:
            session.run("MATCH (i:Identity {id: 'bioloom:chemical.asa'}) DELETE i").consume()
    parsed = parsers.parse_sssom_table(done.files[0])
    assert not any(report.results for report in validate(parsed).values())
    rows = parsed.df[["subject_id", "predicate_id", "object_id"]].values.tolist()
    assert len(rows) == done.edges
    assert ["bioloom:chemical.asa", "skos:exactMatch", "DRUGBANK:DB00945"] in rows
    assert ["DRUGBANK:DB00945", "oboInOwl:hasDbXref", "CHEBI:15365"] in rows
    assert ["bioloom:relation.next_step", "skos:relatedMatch", "biolink:precedes"] in rows


def test_brat_reads_back_as_the_same_annotations(small_graph: Graph, folder: Path) -> None:
    done = export_brat(small_graph, folder / "brat", chosen=Selection(documents=frozenset({"lab:dna"})))
    assert sorted(path.name for path in (folder / "brat").iterdir()) == ["dna.ann", "dna.txt"]
    (read,) = (
        record
        for record in BratLoader().records(folder / "brat", NO_OPTIONS)
        if isinstance(record, AnnotatedDocument)
    )
    with small_graph.session() as session:
        sentences = session.run(
            "MATCH (s:Sentence {document_id: 'lab:dna'}) RETURN s.text ORDER BY s.index"
        ).value()
        mentions = session.run(
            "MATCH (m:Mention {document_id: 'lab:dna'}) RETURN m.start, m.end, m.native_type, m.name"
        ).values()
        relations = session.run(
            "MATCH (m:Mention {document_id: 'lab:dna'})-[e]->(n:Mention) "
            "WHERE NOT coalesce(e.derived, false) RETURN e.original_predicate"
        ).value()
    assert read.document.text == "\n".join(sentences) + "\n"
    assert sorted([m.start, m.end, m.native_type, m.text] for m in read.mentions) == sorted(mentions)
    assert sorted(relation.predicate for relation in read.relations) == sorted(relations)
    assert (done.nodes, done.edges) == (len(mentions), len(relations))
