"""A graph's own export: nothing new to the same graph, the same graph anew to an empty one."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from bioloom.exchange.kgx import export_kgx
from bioloom.exchange.rdf import export_rdf
from bioloom.graph.connection import Graph
from bioloom.graph.digest import digest
from bioloom.pipeline import load
from bioloom.settings import Settings
from bioloom_loaders.brat import BratLoader
from bioloom_loaders.hetionet import HetionetLoader
from bioloom_loaders.kgx import KgxLoader
from bioloom_loaders.names import NamesLoader
from bioloom_loaders.obo import OboLoader
from bioloom_loaders.rdf import RdfLoader

pytestmark = pytest.mark.integration

Put = Callable[[str, str | bytes], Path]

NODES = [
    {"id": "HGNC:1", "category": ["biolink:Gene"], "name": "one", "synonym": ["1", "uno"], "taxon": 9606},
    {"id": "HGNC:2", "category": ["biolink:Gene", "biolink:Protein"], "score": 0.5, "checked": True},
    {"id": "HGNC:1", "category": ["biolink:Gene"], "name": "two\nlines | and\ttabs", "xref": ["X:1"]},
    {"id": "MONDO:1", "category": ["biolink:Disease"], "name": "µ “x” \u2028 y"},
]
STATED = {
    "primary_knowledge_source": "infores:x",
    "knowledge_level": "not_provided",
    "agent_type": "not_provided",
}
EDGES = [
    {
        "subject": "HGNC:1",
        "predicate": "biolink:interacts_with",
        "object": "HGNC:2",
        "publications": ["PMID:1"],
    },
    {"subject": "HGNC:1", "predicate": "biolink:affects", "object": "MONDO:1", "negated": True, "p": 1e-9},
    {
        "subject": "HGNC:2",
        "predicate": "biolink:affects",
        "object": "HGNC:1",
        "qualified_predicate": "biolink:causes",
        "object_direction_qualifier": "increased",
        "object_aspect_qualifier": "activity",
    },
    {"subject": "HGNC:2", "predicate": "biolink:treats", "object": "MONDO:1"},
]
ONTOLOGY = """format-version: 1.2
ontology: hp

[Term]
id: HP:0000001
name: sign
synonym: "mark" EXACT []
xref: UMLS:C1

[Term]
id: HP:0000002
name: other
is_a: HP:0000001
"""


def lines(rows: list[dict[str, object]], extra: dict[str, str]) -> str:
    return "".join(json.dumps(row | extra) + "\n" for row in rows)


def test_an_export_is_unchanged_here_and_equal_elsewhere(graph: Graph, put: Put, tmp_path: Path) -> None:
    settings = Settings(home=tmp_path / "home")
    put("g/x_nodes.jsonl", lines(NODES, {}))  # type: ignore[arg-type]
    load(put("g/x_edges.jsonl", lines(EDGES, STATED)), graph, settings, format=KgxLoader())  # type: ignore[arg-type]
    load(put("o.obo", ONTOLOGY), graph, settings, format=OboLoader())
    before = digest(graph)
    assert (before.nodes, before.edges) == (5, 5)
    export_kgx(graph, tmp_path / "own.jsonl.gz")
    again = load(tmp_path / "own_nodes.jsonl.gz", graph, settings, format=KgxLoader())
    assert (again.counts.written, again.counts.skips) == (0, {"unchanged": 10})
    assert digest(graph) == before
    with graph.session() as session:
        session.run("MATCH (n) WHERE NOT n:Migration DETACH DELETE n").consume()
    load(tmp_path / "own_nodes.jsonl.gz", graph, Settings(home=tmp_path / "new"), format=KgxLoader())
    assert digest(graph) == before


@pytest.mark.parametrize("ending", ["nt", "nt.gz", "ttl"])
def test_an_export_as_rdf_is_equal_elsewhere(graph: Graph, put: Put, tmp_path: Path, ending: str) -> None:
    settings = Settings(home=tmp_path / "home")
    told = {"subject": "HGNC:1", "predicate": "SEMMEDDB:PREDISPOSES", "object": "lab:a/b#1"}
    nodes = [*NODES, {"id": "lab:a/b#1", "category": ["biolink:NamedThing"], "FlyBase": ["1", "2"]}]
    put("g/x_nodes.jsonl", lines(nodes, {}))  # type: ignore[arg-type]
    load(put("g/x_edges.jsonl", lines([*EDGES, told], STATED)), graph, settings, format=KgxLoader())  # type: ignore[list-item]
    load(put("o.obo", ONTOLOGY), graph, settings, format=OboLoader())
    before = digest(graph)
    export_rdf(graph, tmp_path / f"own.{ending}")
    again = load(tmp_path / f"own.{ending}", graph, settings, format=RdfLoader())
    assert (again.counts.written, again.counts.rejected) == (0, {})
    with graph.session() as session:
        session.run("MATCH (n) WHERE NOT n:Migration DETACH DELETE n").consume()
    load(tmp_path / f"own.{ending}", graph, Settings(home=tmp_path / "new"), format=RdfLoader())
    assert digest(graph) == before


def test_an_export_of_protocols_is_unchanged_here(graph: Graph, put: Put, tmp_path: Path) -> None:
    settings = Settings(home=tmp_path / "home")
    put("brat/one.ann", "T1\tAction 0 4\tBoil\nT2\tReagent 5 10\tWater\nE1\tAction:T1 Acts-on:T2\n")
    load(put("brat/one.txt", "Boil Water\n").parent, graph, settings, format=BratLoader())
    before = digest(graph)
    export_kgx(graph, tmp_path / "own.jsonl")
    again = load(tmp_path / "own_nodes.jsonl", graph, settings, format=KgxLoader())
    assert again.counts.written == 0
    assert digest(graph) == before


BINDING = """drugbank_id\tentrez_gene_id\tsources\tpubmed_ids\tactions\taffinity_nM\tlicense\turls
DB1\t7\tBindingDB|DrugBank (target)\t9|9|8\tinhibitor\t\tCC0\t
"""
NAMES = """id\tname\tcategory\tsynonyms
DRUGBANK:DB1\tlepirudin \tbiolink:Drug\t
NCBIGene:7\tGA\tbiolink:Gene\tga | gene A
CHEBI:1\tethanol\tbiolink:ChemicalEntity\tregimen
CHEBI:2\tregimens\tbiolink:ChemicalEntity\t
CHEBI:3\tregimens\tbiolink:ChemicalEntity\t
"""


def test_an_export_of_several_sources_is_equal_elsewhere(graph: Graph, put: Put, tmp_path: Path) -> None:
    settings = Settings(home=tmp_path / "home")
    load(put("names.tsv", NAMES), graph, settings, format=NamesLoader())
    load(put("CbG-binding.tsv", BINDING), graph, settings, format=HetionetLoader())
    told = {"subject": "CHEBI:1", "predicate": "SEMMEDDB:PREDISPOSES", "object": "MONDO:1"}
    put("g/x_nodes.jsonl", lines(NODES, {}))  # type: ignore[arg-type]
    load(put("g/x_edges.jsonl", lines([*EDGES, told], STATED)), graph, settings, format=KgxLoader())  # type: ignore[list-item]
    text = "Add regimens to G>A\nAdd ethanol\n"
    marks = "T1\tAction 0 3\tAdd\nT2\tReagent 4 12\tregimens\nT3\tReagent 16 19\tG>A\n"
    more = "T4\tReagent 24 31\tethanol\nE1\tAction:T1 Acts-on:T2\n"
    put("brat/one.ann", marks + more)
    load(put("brat/one.txt", text).parent, graph, settings, format=BratLoader())
    whole = digest(graph)
    export_kgx(graph, tmp_path / "own.jsonl")
    again = load(tmp_path / "own_nodes.jsonl", graph, settings, format=KgxLoader())
    assert (again.counts.written, digest(graph)) == (0, whole)
    with graph.session() as session:
        session.run("MATCH (n:Document|Sentence|Mention|Identity) DETACH DELETE n").consume()
        bound = session.run("MATCH ()-[e]->() WHERE e.sources IS NOT NULL RETURN e").single(strict=True)["e"]
    assert (bound["sources"], bound["publications"]) == (
        ["BindingDB", "DrugBank (target)"],
        ["PMID:9", "PMID:8"],
    )
    before = digest(graph)
    with graph.session() as session:
        session.run("MATCH (n) WHERE NOT n:Migration DETACH DELETE n").consume()
    load(tmp_path / "own_nodes.jsonl", graph, Settings(home=tmp_path / "new"), format=KgxLoader())
    assert digest(graph) == before
