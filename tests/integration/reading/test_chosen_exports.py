"""Exports of chosen claims with the nodes that they join, in every format."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from bioloom.cli.app import app
from bioloom.errors import UsageError
from bioloom.exchange import export_kgx
from bioloom.exchange.selection import Selection
from bioloom.graph.connection import Graph

pytestmark = pytest.mark.integration

run = CliRunner()


@pytest.mark.parametrize(
    ("given", "nodes", "edges"),
    [
        (["--predicate", "treats"], {"DRUGBANK:DB00437", "DRUGBANK:DB00945", "DOID:13189"}, 2),
        (["--predicate", "treats", "--source", "hetionet"], {"DRUGBANK:DB00437", "DOID:13189"}, 1),
        (["--predicate", "treats", "--predicate", "biolink:affects"],
         {"DRUGBANK:DB00437", "DRUGBANK:DB00945", "DOID:13189", "weird id:<1>"}, 3),
        (["--category", "ChemicalEntity"], {"DRUGBANK:DB00437", "weird id:<1>"}, 1),
        (["--knowledge-level", "not_provided"], {"DOID:13189", "DOID:848", "HP:0012531", "HP:0001386"}, 4),
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


@pytest.mark.parametrize(
    ("given", "hint"),
    [
        (["kgx", "g.jsonl", "--min-confidence", "0.1"], "bioloom query graph_counts lists"),
        (["kgx", "g.jsonl", "--document", "lab:dna"], "add --with-mentions"),
        (["kgx", "g.tsv", "--document", "lab:dna"], "add --with-mentions"),
        (["csv", "g.csv", "--document", "lab:dna"], "add --with-mentions"),
        (["trapi", "g.json", "--document", "lab:dna"], "bioloom query graph_counts lists"),
    ],
)
@pytest.mark.usefixtures("use_server")
def test_an_export_of_no_claim_leaves_no_file_and_says_what_would_write_one(
    folder: Path, given: list[str], hint: str
) -> None:
    kind, name, *conditions = given
    words = ["export", kind, str(folder / name), *conditions]
    result = run.invoke(app, words)
    assert (result.exit_code, [*folder.iterdir()]) == (1, [])
    assert f"no claim meets all conditions, and no file was written; {hint}" in " ".join(
        result.output.split()
    )
    result = run.invoke(app, [*words, "--json"])
    assert (result.exit_code, json.loads(result.stdout)) == (1, {"files": [], "nodes": 0, "edges": 0})


@pytest.mark.parametrize(
    ("kind", "name", "ending"),
    [
        ("kgx", "g.foo", ".parquet"), ("kgx", "g.tsv.zip", ".tsv.gz"), ("rdf", "g.xml", ".ttl"),
        ("csv", "g.tsv", ".csv"), ("graphml", "g.gml", ".graphml"), ("sssom", "g.tsv", ".sssom.tsv"),
        ("trapi", "g.yaml", ".json"),
    ],
)  # fmt: skip
@pytest.mark.usefixtures("use_server")
def test_an_unknown_ending_is_told_those_of_the_format(
    folder: Path, kind: str, name: str, ending: str
) -> None:
    result = run.invoke(app, ["export", kind, str(folder / name)])
    assert isinstance(result.exception, UsageError)
    assert ending in str(result.exception)
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize("kind", ["csv", "graphml", "rdf", "trapi"])
@pytest.mark.usefixtures("use_server")
def test_every_format_takes_conditions(folder: Path, kind: str) -> None:
    path = folder / {"csv": "g.csv", "graphml": "g.graphml", "rdf": "g.nt", "trapi": "g.json"}[kind]
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
        (["--source", "infores:hetionett"], "no source 'infores:hetionett'; did you mean infores:hetionet?"),
        (["--document", "lab:dn"], "no document 'lab:dn'; did you mean lab:dna?"),
    ],
)
@pytest.mark.usefixtures("use_server")
def test_what_the_graph_does_not_have_is_told(folder: Path, given: list[str], told: str) -> None:
    result = run.invoke(app, ["export", "kgx", str(folder / "g.jsonl"), *given])
    assert told in str(result.exception)
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (["sssom", "g.sssom.tsv", "--predicate", "treats"], "every mapping of the graph"),
        (["brat", "g", "--predicate", "treats"], "with --document and --source only"),
        (["brat", "g", "--with-mentions"], "--with-mentions is not for brat"),
        (["sssom", "g.tsv"], "end it in .sssom.tsv"),
        (["brat", "."], "is there and not an empty folder"),
    ],
)
@pytest.mark.usefixtures("use_server")
def test_what_a_format_cannot_do_is_told(
    folder: Path, given: list[str], told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    (folder / "mine").touch()
    result = run.invoke(app, ["export", *given])
    assert told in str(result.exception)
    assert [path.name for path in folder.iterdir()] == ["mine"]
