"""Thirty TRAPI requests over the demo graph: each answer is what a query written by hand finds."""

import json
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from reasoner_pydantic import MetaKnowledgeGraph, Response

from bioloom.biolink import model
from bioloom.errors import UsageError
from bioloom.exchange.trapi import Bounds, MetaGraphCache, answer_message, read_meta_graph
from bioloom.exchange.trapi.cypher_compiler import CompiledQuery
from bioloom.exchange.trapi.node_pinning import pin
from bioloom.exchange.trapi.query_graph import QueryGraph, QueryNode
from bioloom.exchange.trapi.result_fetching import ResultBinding, fetch_answers, reading
from bioloom.graph.connection import Graph

pytestmark = pytest.mark.integration

QUERIES = Path(__file__).parents[2] / "data" / "trapi" / "queries"
NOTHING_ANSWERS = {"19_denials_are_no_answers", "30_an_unknown_id"}
Bound = dict[tuple[str, ...], dict[str, set[str]]]


def answers(response: Mapping[str, Any]) -> Bound:
    """Give the claims bound to each query edge, by the entities bound to the query nodes."""
    found: Bound = {}
    for result in response["message"]["results"]:
        (analysis,) = result["analyses"]
        nodes = tuple(binding["id"] for (binding,) in result["node_bindings"].values())
        assert nodes not in found, "results with the same entities are one result"
        found[nodes] = {
            key: {binding["id"] for binding in bindings}
            for key, bindings in analysis["edge_bindings"].items()
        }
    return found


def by_hand(graph: Graph, cypher: str, query: Mapping[str, Any]) -> Bound:
    """Run the query written by hand and group its rows in the same way."""
    found: Bound = defaultdict(lambda: {key: set() for key in query["edges"]})
    with graph.session(read=True) as session:
        for row in session.run(cypher):
            edges = found[tuple(row[key] for key in query["nodes"])]
            for key in query["edges"]:
                edges[key].add(row[key])
    return dict(found)


@pytest.mark.parametrize("name", sorted(path.stem for path in QUERIES.glob("*.json")))
def test_an_answer_is_what_is_found_by_hand(demo_graph: Graph, name: str) -> None:
    body = json.loads((QUERIES / f"{name}.json").read_text())
    response = answer_message(demo_graph, model(), body)
    message = response["message"]
    expected = by_hand(demo_graph, (QUERIES / f"{name}.cypher").read_text(), message["query_graph"])
    assert answers(response) == expected
    assert bool(expected) == (name not in NOTHING_ANSWERS)
    assert message["query_graph"] == body["message"]["query_graph"]
    bound = {edge for edges in answers(response).values() for ids in edges.values() for edge in ids}
    assert message["knowledge_graph"]["edges"].keys() == bound
    assert message["knowledge_graph"]["nodes"].keys() == {id_ for nodes in expected for id_ in nodes}
    scores = [result["analyses"][0]["score"] for result in message["results"]]
    assert scores == sorted(scores, reverse=True)
    assert all(0 < score < 1 for score in scores)
    Response.model_validate(response, context={"normalize": False})


def ask(graph: Graph, nodes: Any, edges: Any, bounds: Bounds | None = None, **more: Any) -> dict[str, Any]:
    query = {"message": {"query_graph": {"nodes": nodes, "edges": edges}}, **more}
    return answer_message(graph, model(), query, bounds=bounds)


def test_a_claim_carries_all_that_is_known_of_it(demo_graph: Graph) -> None:
    response = ask(
        demo_graph,
        {"drug": {"ids": ["DRUGBANK:DB00482"]}, "gene": {"ids": ["NCBIGene:5743"]}},
        {"e": {"subject": "drug", "object": "gene"}},
    )
    edges = response["message"]["knowledge_graph"]["edges"].values()
    first = next(edge for edge in edges if edge["sources"][0]["resource_id"] == "infores:drugcentral")
    assert [(source["resource_id"], source.get("upstream_resource_ids")) for source in first["sources"]] == [
        ("infores:drugcentral", None),
        ("infores:automat-robokop", ["infores:drugcentral"]),
        ("infores:bioloom", ["infores:automat-robokop"]),
    ]
    assert {one["qualifier_type_id"]: one["qualifier_value"] for one in first["qualifiers"]} == {
        "biolink:qualified_predicate": "biolink:causes",
        "biolink:object_aspect_qualifier": "activity",
        "biolink:object_direction_qualifier": "decreased",
    }
    attributes = {one["attribute_type_id"]: one["value"] for one in first["attributes"]}
    assert attributes["biolink:publications"] == ["PMID:10381051", "PMID:9823550"]
    assert attributes["biolink:knowledge_level"] == "knowledge_assertion"
    assert attributes["biolink:agent_type"] == "manual_agent"
    (result,) = response["message"]["results"]
    assert len(result["analyses"][0]["edge_bindings"]["e"]) == 2
    assert result["analyses"][0]["score"] == 0.75
    assert response["biolink_version"] == model().version


def test_a_subclass_says_which_id_it_answers(demo_graph: Graph) -> None:
    response = ask(
        demo_graph,
        {"disease": {"ids": ["DOID:1176", "DOID:2841"]}, "drug": {"ids": ["DRUGBANK:DB01234"]}},
        {"e": {"subject": "drug", "object": "disease", "predicates": ["biolink:treats"]}},
    )
    bound = {
        binding["id"]: binding.get("query_id")
        for result in response["message"]["results"]
        for binding in result["node_bindings"]["disease"]
    }
    assert bound["DOID:9360"] == "DOID:1176"
    assert bound.get("DOID:2841") is None  # asked for by its own id


def test_an_id_that_was_united_with_another_is_understood(demo_graph: Graph) -> None:
    with demo_graph.session() as session:
        session.run("CREATE (:Identity {id: 'MESH:D001249', canonical: 'DOID:2841', method: 'equivalent'})")
    try:
        response = ask(
            demo_graph,
            {"disease": {"ids": ["MESH:D001249"]}, "gene": {"categories": ["biolink:Gene"]}},
            {"e": {"subject": "gene", "object": "disease"}},
        )
    finally:
        with demo_graph.session() as session:
            session.run("MATCH (i:Identity {id: 'MESH:D001249'}) DELETE i")
    (result,) = response["message"]["results"]
    assert result["node_bindings"]["disease"][0]["id"] == "DOID:2841"
    assert result["node_bindings"]["disease"][0]["query_id"] == "MESH:D001249"


@pytest.mark.parametrize("unknown", ['MESH:"', "MESH:\\", "a:b OR *:*", "MESH:D00124*", 'x" OR "DOID:2841'])
def test_an_id_is_no_search(demo_graph: Graph, unknown: str) -> None:
    edges = {"e": {"subject": "gene", "object": "disease"}}
    response = ask(demo_graph, {"disease": {"ids": [unknown]}, "gene": {}}, edges)
    assert response["message"]["results"] == []


def test_every_cross_reference_of_the_graph_pins(demo_graph: Graph) -> None:
    with demo_graph.session(read=True) as session:
        cited = session.run(
            "MATCH (n:`biolink:NamedThing`) UNWIND coalesce(n.xref, []) AS xref RETURN DISTINCT xref, n.id"
        ).values()
        stated = {id_ for (id_,) in session.run("MATCH (n:`biolink:NamedThing`) RETURN n.id").values()}
        references = [(xref, id_) for xref, id_ in cited if xref not in stated]
        assert len(references) > 50
        for start in range(0, len(references), 200):
            part = references[start : start + 200]
            query = QueryGraph((QueryNode("n", tuple(xref for xref, _ in part)),), ())
            with session.begin_transaction() as tx:
                pinned = pin(tx, query, most=100_000)
            assert [note for note in pinned.notes if note.code == "UnknownIdentifier"] == []
            assert {id_ for _, id_ in part} <= set(pinned.ids["n"])


def test_a_cross_reference_says_what_it_stands_for(demo_graph: Graph) -> None:
    response = ask(
        demo_graph,
        {"disease": {"ids": ["MESH:D001249"]}, "drug": {"categories": ["biolink:SmallMolecule"]}},
        {"e": {"subject": "drug", "object": "disease", "predicates": ["biolink:treats"]}},
    )
    results = response["message"]["results"]
    assert results
    assert {r["node_bindings"]["disease"][0]["query_id"] for r in results} == {"MESH:D001249"}
    assert any("MESH:D001249 is DOID:2841" in log["message"] for log in response["logs"])


def test_what_the_bounds_cut_off_is_told(demo_graph: Graph) -> None:
    nodes = {"a": {"categories": ["biolink:Disease"]}, "b": {}}
    edges = {"e": {"subject": "a", "object": "b"}}
    few = ask(demo_graph, nodes, edges, Bounds(results=7))
    assert len(few["message"]["results"]) == 7
    assert [log["code"] for log in few["logs"]] == ["Truncated"]
    rows = ask(demo_graph, nodes, edges, Bounds(rows=9))
    assert 0 < len(rows["message"]["results"]) <= 9
    assert [log["code"] for log in rows["logs"]] == ["Truncated"]
    quiet = ask(demo_graph, nodes, edges, Bounds(results=7), log_level="ERROR")
    assert quiet["logs"] == []


def test_time_that_runs_out_leaves_what_was_found(demo_graph: Graph) -> None:
    endless = (
        "UNWIND range(1, 1000000000000) AS i WITH i WHERE i = 1 OR i < 0 RETURN 'A:1', 'B:2', toString(i)"
    )
    with reading(demo_graph, 1.0) as tx:
        found, notes = fetch_answers(tx, CompiledQuery(endless, {}, ("a", "b"), ("ab",)), Bounds())
    assert found == (ResultBinding(("A:1", "B:2"), (("1",),)),)
    assert [note.code for note in notes] == ["Truncated"]


def test_a_constraint_that_cannot_be_checked_gives_nothing(demo_graph: Graph) -> None:
    constraint = {"name": "colour", "id": "EDAM:data_1", "operator": "==", "value": "red"}
    response = ask(
        demo_graph,
        {"a": {"ids": ["DOID:2841"]}, "b": {}},
        {"e": {"subject": "a", "object": "b", "attribute_constraints": [constraint]}},
    )
    assert response["status"] == "UnsupportedConstraint"
    assert response["message"]["results"] == []
    (log,) = response["logs"]
    assert (log["level"], log["code"]) == ("ERROR", "UnsupportedConstraint")
    assert "colour" in log["message"]


def test_hostile_values_find_nothing_and_change_nothing(demo_graph: Graph) -> None:
    hostile = "x'}) DETACH DELETE n //` \\u0027 $rows {{}}"
    before = read_meta_graph(demo_graph, model())
    response = ask(
        demo_graph,
        {hostile: {"ids": [hostile]}, "b": {}},
        {hostile: {"subject": hostile, "object": "b", "attribute_constraints": [
            {"name": hostile, "id": "biolink:publications", "operator": "==", "value": [hostile]}
        ]}},
    )  # fmt: skip
    assert response["message"]["results"] == []
    assert read_meta_graph(demo_graph, model()) == before


def test_a_broken_pattern_is_refused(demo_graph: Graph) -> None:
    constraint = {"name": "p", "id": "biolink:publications", "operator": "matches", "value": "(?P<x>a)"}
    with pytest.raises(UsageError, match="regular expression"):
        ask(
            demo_graph,
            {"a": {"ids": ["DOID:2841"]}, "b": {}},
            {"e": {"subject": "a", "object": "b", "attribute_constraints": [constraint]}},
        )


def test_the_meta_graph_says_what_can_be_asked(demo_graph: Graph) -> None:
    meta = MetaGraphCache(model()).get(demo_graph)
    MetaKnowledgeGraph.model_validate(meta)
    assert meta["nodes"]["biolink:Disease"] == {"id_prefixes": ["DOID"]}
    edges = {(edge["subject"], edge["predicate"], edge["object"]): edge for edge in meta["edges"]}
    affects = edges["biolink:SmallMolecule", "biolink:affects", "biolink:Gene"]
    values = {one["qualifier_type_id"]: one["applicable_values"] for one in affects["qualifiers"]}
    assert values["biolink:object_direction_qualifier"] == ["decreased", "downregulated", "increased"]
    assert "qualifiers" not in edges["biolink:SmallMolecule", "biolink:treats", "biolink:Disease"]


def test_the_meta_graph_is_counted_anew_when_the_graph_changed(demo_graph: Graph) -> None:
    graphs = MetaGraphCache(model())
    first = graphs.get(demo_graph)
    assert graphs.get(demo_graph) is first
    with demo_graph.session() as session:
        session.run("CREATE (:`biolink:NamedThing`:`biolink:Cell` {id: 'CL:1', category: ['biolink:Cell']})")
    try:
        assert "biolink:Cell" in graphs.get(demo_graph)["nodes"]
    finally:
        with demo_graph.session() as session:
            session.run("MATCH (c {id: 'CL:1'}) DELETE c")
