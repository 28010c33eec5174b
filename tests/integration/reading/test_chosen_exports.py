"""GraphML, and exports of chosen claims with the nodes that they join."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from bioloom.cli.app import app
from bioloom.exchange import export_graphml, export_kgx
from bioloom.exchange.selection import Selection
from bioloom.graph.connection import Graph

pytestmark = pytest.mark.integration

networkx = pytest.importorskip("networkx")
run = CliRunner()


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


@pytest.mark.parametrize(
    ("given", "nodes", "edges"),
    [
        (["--predicate", "treats"], {"DRUGBANK:DB00437", "DRUGBANK:DB00945", "DOID:13189"}, 2),
        (["--predicate", "treats", "--source", "infores:hetionet"], {"DRUGBANK:DB00437", "DOID:13189"}, 1),
        (["--predicate", "treats", "--predicate", "biolink:affects"],
         {"DRUGBANK:DB00437", "DRUGBANK:DB00945", "DOID:13189", "weird id:<1>"}, 3),
        (["--category", "ChemicalEntity"], {"DRUGBANK:DB00437", "weird id:<1>"}, 1),
        (["--knowledge-level", "not_provided"], {"DOID:13189", "DOID:848", "HP:0012531", "HP:0001386"}, 4),
        (["--min-confidence", "0.1"], set(), 0),
        (["--document", "lab:dna"], set(), 0),
    ],
)  # fmt: skip
@pytest.mark.usefixtures("use_server")
def test_claims_are_chosen_with_the_nodes_that_they_join(
    folder: Path, given: list[str], nodes: set[str], edges: int
) -> None:
    result = run.invoke(app, ["export", "kgx", str(folder / "g.jsonl"), *given, "--json"])
    assert result.exit_code == 0, result.output
    written = [json.loads(line) for line in (folder / "g_nodes.jsonl").read_text().splitlines()]
    assert {node["id"] for node in written} == nodes
    assert len((folder / "g_edges.jsonl").read_text().splitlines()) == edges


@pytest.mark.parametrize("kind", ["graphml", "rdf", "trapi"])
@pytest.mark.usefixtures("use_server")
def test_every_format_takes_conditions(folder: Path, kind: str) -> None:
    path = folder / {"graphml": "g.graphml", "rdf": "g.nt", "trapi": "g.json"}[kind]
    result = run.invoke(app, ["export", kind, str(path), "--predicate", "has_phenotype", "--json"])
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout)["nodes"] == 4
    assert json.loads(result.stdout)["edges"] == 4


def test_claims_of_a_document_between_its_mentions(small_graph: Graph, folder: Path) -> None:
    done = export_kgx(
        small_graph, folder / "g.jsonl", mentions=True, chosen=Selection(documents=frozenset({"lab:rna"}))
    )
    assert (done.nodes, done.edges) == (8, 7)


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (["--predicate", "treat"], "no predicate 'biolink:treat'; did you mean biolink:treats?"),
        (["--category", "Diseases"], "no category 'biolink:Diseases'; did you mean biolink:Disease?"),
        (["--category", "Xyzzy"], "bioloom schema lists what it has"),
    ],
)
@pytest.mark.usefixtures("use_server")
def test_what_the_graph_does_not_have_is_told(folder: Path, given: list[str], told: str) -> None:
    result = run.invoke(app, ["export", "kgx", str(folder / "g.jsonl"), *given])
    assert told in str(result.exception)
    assert list(folder.iterdir()) == []
