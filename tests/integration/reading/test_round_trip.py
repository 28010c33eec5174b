"""A graph that is exported as KGX and loaded again is the same graph."""

import json
from pathlib import Path

import pytest

from bioloom.exchange import export_kgx
from bioloom.graph.connection import Graph
from bioloom.pipeline import load
from bioloom.settings import Settings

pytestmark = pytest.mark.integration

GOUT, PAIN, XDH, DRUG = "DOID:13189", "HP:0012531", "NCBIGene:7498", "DRUGBANK:DB00437"
NODES: list[dict[str, object]] = [
    {"id": GOUT, "category": ["biolink:Disease"], "name": "gout", "synonym": ["gouty arthritis", "podagra"]},
    {"id": DRUG, "category": ["biolink:SmallMolecule"], "name": "Allopurinol — α 🧬", "xref": ["CHEBI:1"]},
    {"id": PAIN, "category": ["biolink:PhenotypicFeature"], "name": 'Pain, "severe"'},
    {"id": XDH, "category": ["biolink:Gene"], "name": "XDH", "in_taxon": ["NCBITaxon:9606"]},
]
SOURCE = {
    "primary_knowledge_source": "infores:hetionet",
    "knowledge_level": "knowledge_assertion",
    "agent_type": "manual_agent",
}
LOWERED = {
    "qualified_predicate": "biolink:causes",
    "object_aspect_qualifier": "activity",
    "object_direction_qualifier": "decreased",
}
EDGES: list[dict[str, object]] = [
    {"subject": DRUG, "predicate": "biolink:treats", "object": GOUT, "publications": ["PMID:1", "PMID:2"]},
    {"subject": DRUG, "predicate": "biolink:treats", "object": PAIN, "negated": True},
    {"subject": GOUT, "predicate": "biolink:has_phenotype", "object": PAIN, "id": "their-own-id"},
    {"subject": DRUG, "predicate": "biolink:affects", "object": XDH, **LOWERED},
    {"subject": DRUG, "predicate": "biolink:affects", "object": XDH, "supporting_text": "It lowers XDH."},
]


def write(folder: Path) -> Path:
    for name, rows in (("nodes", NODES), ("edges", [{**edge, **SOURCE} for edge in EDGES])):
        text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
        (folder / f"given_{name}.jsonl").write_text(text, encoding="utf-8")
    return folder


def content(graph: Graph) -> list[str]:
    """Write down every node and edge but loads, without the hashes that only name their files."""
    with graph.session(read=True) as session:
        nodes = session.run("MATCH (n:`biolink:NamedThing`) RETURN labels(n) AS labels, properties(n) AS has")
        rows = [{"labels": sorted(row["labels"]), **row["has"]} for row in nodes]
        rows += [row["has"] for row in session.run("MATCH ()-[e]->() RETURN properties(e) AS has")]
    for row in rows:
        row.pop("record_hash", None)
    return sorted(json.dumps(row, sort_keys=True, ensure_ascii=False) for row in rows)


@pytest.mark.parametrize("name", ["g.jsonl", "g.jsonl.gz", "g.tsv", "g.tsv.gz"])
def test_export_and_load_give_the_same_graph(graph: Graph, tmp_path: Path, name: str) -> None:
    settings = Settings(home=tmp_path / "home")
    given, out = tmp_path / "given", tmp_path / "out"
    given.mkdir()
    out.mkdir()
    first = load(write(given), graph, settings)
    before = content(graph)
    done = export_kgx(graph, out / name)
    assert (done.nodes, done.edges) == (len(NODES), len(EDGES)), first
    with graph.session() as session:
        session.run("MATCH (n) WHERE NOT n:Migration DETACH DELETE n").consume()
    load(out, graph, settings)
    assert content(graph) == before
