"""`bioloom explain`: edges of a protocol, an abstract and a table are led back to their file and line."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from bioloom.biolink import model
from bioloom.cli.app import main
from bioloom.errors import UsageError
from bioloom.graph.connection import Endpoint, Graph
from bioloom.pipeline import load
from bioloom.pipeline.edge_explanation import explain_edge
from bioloom.records import LoadOptions
from bioloom.settings import Settings
from toy_extractor import ToyExtractor

pytestmark = pytest.mark.integration

Put = Callable[[str, str | bytes], Path]


MAPPED = {
    ("biolink:treats", ""): "the source states this predicate",
    ("biolink:ameliorates_condition", "SEMMEDDB:TREATS"): "the source states this predicate",
    ("SEMMEDDB:PREVENTS", ""): "semmeddb/relations.sssom.tsv 1",
    ("contraindicated in", ""): f"Biolink {model().version}",
}
"""Predicates and original predicates that a table states, and what mapped them."""


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(home=tmp_path / "home")


def ids(graph: Graph, where: str) -> list[str]:
    with graph.session(read=True) as session:
        return session.run(f"MATCH (s)-[e]->(o) WHERE {where} RETURN e.id AS id ORDER BY id").value()


def test_an_edge_of_a_protocol(graph: Graph, settings: Settings, put: Put) -> None:
    put("lab/steps.txt", "Lysis\nAdd buffer.\n")
    notes = "T1\tAction 6 9\tAdd\nT2\tReagent 10 16\tbuffer\nE1\tAction:T1 Acts-on:T2\n"
    source = put("lab/steps.ann", notes).parent
    load(source, graph, settings)
    (edge,) = ids(graph, "e.original_predicate = 'is_object_of'")
    found = explain_edge(graph, edge)
    assert found.mapping.by.startswith("biopie/relations.sssom.tsv ")
    assert not found.mapping.recorded
    assert [sentence.text for sentence in found.sentences] == ["Add buffer."]
    (stated,) = found.loads
    assert (stated.format, stated.missing) == ("brat", "")
    assert stated.place is not None
    assert (Path(stated.place.file).name, stated.place.line) == ("steps.ann", 3)
    put("lab/steps.ann", "T1\tAction 6 9\tAdd\n")
    (changed,) = explain_edge(graph, edge).loads
    assert changed.place is None or changed.place.line != 3


def test_a_claim_of_an_abstract_names_the_table_that_mapped_it(
    graph: Graph, settings: Settings, data: Path
) -> None:
    load(data / "corpora" / "biored.pubtator", graph, settings)
    edges = ids(graph, "e.support IS NOT NULL")
    assert edges
    found = explain_edge(graph, edges[0])
    assert found.mapping.recorded
    assert found.mapping.by == "biored/relations.sssom.tsv 1"
    assert found.sentences
    assert found.loads[0].place is not None


def test_an_extracted_edge_is_led_back_to_the_line_of_its_sentence(
    graph: Graph, settings: Settings, put: Put
) -> None:
    text = put("lab/steps.txt", "Lysis\n\n1. Boil 2 ml water.\n2. Add 5 ml\nbuffer to the tube.\n")
    load(text, graph, settings, extractor=ToyExtractor())
    edges = {
        (
            one.sentences[0].text.split()[0],
            one.loads[0].place and one.loads[0].place.line,
            one.loads[0].records,
        )
        for one in (explain_edge(graph, edge) for edge in ids(graph, "e.extractor IS NOT NULL"))
        if len(one.sentences) == 1
    }
    assert edges >= {("Boil", 3, 1)}
    assert edges <= {("Boil", 3, 1), ("Add", 4, 1)}


def test_an_edge_of_a_table(
    server: Endpoint,
    graph: Graph,
    settings: Settings,
    put: Put,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    put("kg/nodes.tsv", "id\tcategory\tname\nCHEBI:1\tbiolink:Drug\tA\nMONDO:1\tbiolink:Disease\tB\n")
    head = "subject\tpredicate\toriginal_predicate\tobject\t"
    head += "primary_knowledge_source\tknowledge_level\tagent_type\n"
    rows = (
        f"CHEBI:1\t{predicate}\t{original}\tMONDO:1\tinfores:lab\tknowledge_assertion\tmanual_agent\n"
        for predicate, original in MAPPED
    )
    source = put("kg/edges.tsv", head + "".join(rows)).parent
    load(source, graph, settings)
    for (predicate, original), by in MAPPED.items():
        stated = original or predicate
        (edge,) = ids(graph, f"coalesce(e.original_predicate, e.predicate) = '{stated}'")
        assert explain_edge(graph, edge).mapping.by == by
    (edge,) = ids(graph, "type(e) = 'biolink:treats' AND e.original_predicate IS NULL")
    found = explain_edge(graph, edge)
    assert found.loads[0].place is not None
    assert found.loads[0].place.line == 2
    monkeypatch.setenv("NEO4J_URI", server.uri)
    monkeypatch.setenv("NEO4J_PASSWORD", server.password)
    for words, wanted in ((["--json"], '"line": 2'), ([], "edges.tsv:2")):
        monkeypatch.setattr(sys, "argv", ["bioloom", "explain", edge, *words])
        with pytest.raises(SystemExit):
            main()
        assert wanted in capsys.readouterr().out
    source.rename(source.parent / "moved")
    assert explain_edge(graph, edge).loads[0].missing == "its source is not there any more"
    with pytest.raises(UsageError, match="no edge"):
        explain_edge(graph, "absent")


def test_a_claim_shows_the_text_that_its_source_gives(graph: Graph, settings: Settings, put: Put) -> None:
    table = "subject\trelationship\tobject\tsentence\naspirin\ttreats\tgout\tAspirin treats gout.\n"
    load(put("claims.tsv", table), graph, settings, options=LoadOptions(primary_knowledge_source="infores:x"))
    (edge,) = ids(graph, "type(e) = 'biolink:treats'")
    assert [sentence.text for sentence in explain_edge(graph, edge).sentences] == ["Aspirin treats gout."]


def test_what_narrows_a_predicate_is_told(graph: Graph, settings: Settings, put: Put) -> None:
    put("kgx/nodes.tsv", "id\tcategory\nHGNC:1\tbiolink:Gene\nHGNC:2\tbiolink:Gene\n")
    header = (
        "subject\tpredicate\tobject\tqualified_predicate\tobject_direction_qualifier\tobject_aspect_qualifier"
    )
    row = "HGNC:1\tbiolink:affects\tHGNC:2\tbiolink:causes\tdecreased\tactivity"
    known = "primary_knowledge_source\tknowledge_level\tagent_type", "infores:x\tnot_provided\tnot_provided"
    edges = put("kgx/edges.tsv", f"{header}\t{known[0]}\n{row}\t{known[1]}\n")
    load(edges.parent, graph, settings)
    (edge,) = ids(graph, "e.object_direction_qualifier IS NOT NULL")
    found = explain_edge(graph, edge).provenance
    assert (found["object_direction_qualifier"], found["object_aspect_qualifier"]) == (
        "decreased",
        "activity",
    )
    assert found["qualified_predicate"] == "biolink:causes"
