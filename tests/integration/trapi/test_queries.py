"""Thirty TRAPI requests over the demo graph: each answer is what a query written by hand finds."""

import json
from pathlib import Path
from typing import Any

import neo4j
import pytest
from reasoner_pydantic import MetaKnowledgeGraph, Response

from bioloom.biolink import model
from bioloom.errors import UsageError
from bioloom.exchange.trapi import (
    Bounds,
    MetaGraphCache,
    answer_message,
    knowledge_fetching,
    read_meta_graph,
)
from bioloom.exchange.trapi.cypher_compiler import CompiledQuery
from bioloom.exchange.trapi.knowledge_fetching import ResultBinding, fetch_answers, reading
from bioloom.exchange.trapi.node_pinning import pin
from bioloom.exchange.trapi.query_graph import QueryGraph, QueryNode
from bioloom.graph.connection import Graph
from bioloom_lab.evaluation.trapi.agreement import answers, by_hand, support_of

pytestmark = pytest.mark.integration

QUERIES = Path(__file__).parents[2] / "data" / "trapi" / "queries"
NOTHING_ANSWERS = {"19_denials_are_no_answers", "30_an_unknown_id"}


@pytest.mark.parametrize("name", sorted(path.stem for path in QUERIES.glob("*.json")))
def test_an_answer_is_what_is_found_by_hand(demo_graph: Graph, name: str) -> None:
    body = json.loads((QUERIES / f"{name}.json").read_text())
    response = answer_message(demo_graph, model(), body)
    message = response["message"]
    expected = by_hand(demo_graph, (QUERIES / f"{name}.cypher").read_text(), message["query_graph"])
    assert answers(response) == expected
    assert bool(expected) == (name not in NOTHING_ANSWERS)
    assert message["query_graph"] == body["message"]["query_graph"]
    bound = {
        one["id"]
        for result in message["results"]
        for bindings in result["analyses"][0]["edge_bindings"].values()
        for one in bindings
    }
    support = {edge for graph in message["auxiliary_graphs"].values() for edge in graph["edges"]}
    edges = message["knowledge_graph"]["edges"]
    assert edges.keys() == bound | support
    assert message["knowledge_graph"]["nodes"].keys() == {id_ for nodes in expected for id_ in nodes} | {
        edge[end] for edge in edges.values() for end in ("subject", "object")
    }
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


def test_a_claim_on_a_subclass_is_entailed_with_its_trace(demo_graph: Graph) -> None:
    response = ask(
        demo_graph,
        {"disease": {"ids": ["DOID:1176", "DOID:2841"]}, "drug": {"ids": ["DRUGBANK:DB01234"]}},
        {"e": {"subject": "drug", "object": "disease", "predicates": ["biolink:treats"]}},
    )
    message = response["message"]
    edges = message["knowledge_graph"]["edges"]
    bound = {result["node_bindings"]["disease"][0]["id"]: result for result in message["results"]}
    assert bound.keys() == {"DOID:1176", "DOID:2841"}, "each id of a batch is answered for itself"
    for disease, result in bound.items():
        for binding in result["analyses"][0]["edge_bindings"]["e"]:
            edge = edges[binding["id"]]
            assert (edge["subject"], edge["object"]) == ("DRUGBANK:DB01234", disease)
            for claim, *trace in support_of(response, binding["id"]):
                assert edges[claim]["predicate"] == "biolink:treats"
                assert {edges[link]["predicate"] for link in trace} == {"biolink:subclass_of"}
                assert edges[trace[0]]["subject"] == edges[claim]["object"]
                assert edges[trace[-1]]["object"] == disease
    entailed = [edge for id_, edge in edges.items() if support_of(response, id_)]
    assert entailed
    for edge in entailed:
        values = {one["attribute_type_id"]: one["value"] for one in edge["attributes"]}
        assert values["biolink:knowledge_level"] == "logical_entailment"
        assert values["biolink:agent_type"] == "automated_agent"
        assert [one["resource_id"] for one in edge["sources"]] == ["infores:bioloom"]
    assert "DOID:9360" in message["knowledge_graph"]["nodes"]


SYMPTOMS = {"subject": "disease", "object": "symptom", "predicates": ["biolink:has_phenotype"]}
SYMPTOM = {"categories": ["biolink:PhenotypicFeature"]}
MEMBERS = ["DOID:418", "DOID:594"]


def with_members(graph: Graph, count: int) -> set[str]:
    """Find by hand the symptoms that at least so many of the members have."""
    with graph.session(read=True) as session:
        return {
            id_
            for (id_,) in session.run(
                "MATCH (d)-[e:`biolink:has_phenotype`]->(s:`biolink:PhenotypicFeature`) "
                "WHERE d.id IN $members AND NOT coalesce(e.negated, false) "
                "WITH s, count(DISTINCT d) AS found WHERE found >= $count RETURN s.id",
                members=MEMBERS,
                count=count,
            ).values()
        }


@pytest.mark.parametrize(("interpretation", "count"), [("ALL", 2), ("MANY", 1)])
def test_the_members_of_a_set_are_in_one_result(demo_graph: Graph, interpretation: str, count: int) -> None:
    node = {"ids": ["uuid:set"], "member_ids": MEMBERS, "set_interpretation": interpretation}
    response = ask(demo_graph, {"disease": node, "symptom": SYMPTOM}, {"e": SYMPTOMS})
    results = response["message"]["results"]
    found = [result["node_bindings"]["symptom"][0]["id"] for result in results]
    assert set(found) == with_members(demo_graph, count) != set()
    assert len(found) == len(set(found))
    sizes = [len(result["node_bindings"]["disease"]) for result in results]
    assert all(count <= size <= 2 for size in sizes)
    assert sizes == sorted(sizes, reverse=True), "sets with more members rank higher"
    assert [len(result["analyses"][0]["edge_bindings"]["e"]) for result in results] == sizes
    Response.model_validate(response, context={"normalize": False})


def test_collated_entities_are_one_result(demo_graph: Graph) -> None:
    nodes = {"disease": {"ids": MEMBERS}, "symptom": {**SYMPTOM, "set_interpretation": "COLLATE"}}
    response = ask(demo_graph, nodes, {"e": SYMPTOMS})
    found = {
        result["node_bindings"]["disease"][0]["id"]: [one["id"] for one in result["node_bindings"]["symptom"]]
        for result in response["message"]["results"]
    }
    single = ask(demo_graph, {"disease": {"ids": MEMBERS}, "symptom": SYMPTOM}, {"e": SYMPTOMS})
    assert found.keys() == set(MEMBERS)
    for disease, symptoms in found.items():
        assert sorted(symptoms) == sorted(nodes[1] for nodes in answers(single) if nodes[0] == disease)


def test_an_unknown_member_of_all_leaves_nothing(demo_graph: Graph) -> None:
    node = {"ids": ["uuid:set"], "member_ids": ["DOID:418", "X:none"], "set_interpretation": "ALL"}
    response = ask(demo_graph, {"disease": node, "symptom": SYMPTOM}, {"e": SYMPTOMS})
    assert response["message"]["results"] == []
    assert response["message"]["knowledge_graph"] == {"nodes": {}, "edges": {}}
    assert any("X:none" in log["message"] for log in response["logs"])


def test_a_workflow_keeps_the_best(demo_graph: Graph) -> None:
    steps = [
        {"id": "lookup"},
        {"id": "score"},
        {"id": "filter_results_top_n", "parameters": {"max_results": 3}},
    ]
    nodes = {"disease": {"ids": ["DOID:418"]}, "symptom": SYMPTOM}
    whole = ask(demo_graph, nodes, {"e": SYMPTOMS})
    best = ask(demo_graph, nodes, {"e": SYMPTOMS}, workflow=steps)
    assert best["workflow"] == steps
    assert best["message"]["results"] == whole["message"]["results"][:3]
    assert len(whole["message"]["results"]) > 3


def test_what_was_looked_up_binds_again_by_itself(demo_graph: Graph) -> None:
    nodes = {"disease": {"ids": ["DOID:418"]}, "symptom": SYMPTOM}
    whole = ask(demo_graph, nodes, {"e": SYMPTOMS})
    message = {**whole["message"], "results": []}
    bound = answer_message(demo_graph, model(), {"message": message, "workflow": [{"id": "bind"}]})
    assert answers(bound) == answers(whole)


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
                pinned = pin(tx, query, model(), most=100_000)
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
    assert [note.code for note in notes] == ["Incomplete"]


def test_a_search_that_a_limit_ended_is_no_success(
    demo_graph: Graph, monkeypatch: pytest.MonkeyPatch
) -> None:
    def endless(tx: neo4j.Transaction, *_: object, **__: object) -> object:
        statement = "UNWIND range(1, 1000000000000) AS i WITH i WHERE i < 0 RETURN 'A:1', 'B:2', '1'"
        return fetch_answers(tx, CompiledQuery(statement, {}, ("a", "b"), ("ab",)), Bounds())

    monkeypatch.setattr(knowledge_fetching, "fetch_answers", endless)
    response = ask(
        demo_graph,
        {"a": {"ids": ["DOID:2841"]}, "b": {}},
        {"e": {"subject": "a", "object": "b"}},
        Bounds(seconds=3),
    )
    assert response["status"] == "Incomplete"
    assert response["description"].startswith("0 results; the search was stopped at the limit")
    assert [log["code"] for log in response["logs"]] == ["Incomplete"]


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
    disease = meta["nodes"]["biolink:Disease"]
    assert disease["id_prefixes"] == ["DOID"]
    xref = next(one for one in disease["attributes"] if one["attribute_type_id"] == "biolink:xref")
    assert xref["constraint_use"]
    edges = {(edge["subject"], edge["predicate"], edge["object"]): edge for edge in meta["edges"]}
    associated = edges["biolink:Gene", "biolink:gene_associated_with_condition", "biolink:Disease"]
    told = {one["attribute_type_id"]: one for one in associated["attributes"]}
    assert {"biolink:knowledge_level", "biolink:agent_type", "biolink:publications"} <= told.keys()
    assert told["biolink:p_value"]["value_type_id"] == "linkml:Float"
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
