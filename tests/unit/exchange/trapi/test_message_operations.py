"""Workflow operations on knowledge that came with the message."""

from typing import Any

import pytest

from bioloom.biolink import model
from bioloom.errors import UsageError
from bioloom.exchange.trapi.message_operations import bind_results, score_results
from bioloom.exchange.trapi.query_graph import Bounds
from bioloom.exchange.trapi.request_parsing import read_request
from bioloom.exchange.trapi.results import rank

NODES = {
    "D:1": {"categories": ["biolink:SmallMolecule"], "attributes": []},
    "D:2": {"categories": ["biolink:Drug"], "attributes": []},
    "G:1": {"categories": ["biolink:Gene"], "attributes": []},
    "M:1": {"categories": ["biolink:Disease"], "attributes": []},
}


def edge(subject: str, predicate: str, object_: str, *publications: str, **qualifiers: str) -> dict[str, Any]:
    return {
        "subject": subject,
        "predicate": f"biolink:{predicate}",
        "object": object_,
        "sources": [{"resource_id": "infores:x", "resource_role": "primary_knowledge_source"}],
        "attributes": [{"attribute_type_id": "biolink:publications", "value": list(publications)}],
        "qualifiers": [
            {"qualifier_type_id": f"biolink:{name}", "qualifier_value": value}
            for name, value in qualifiers.items()
        ],
    }


EDGES = {
    "one": edge("D:1", "affects", "G:1", "PMID:1", object_direction_qualifier="downregulated"),
    "two": edge("D:2", "affects", "G:1", "PMID:1", "PMID:2", "PMID:3"),
    "three": edge("G:1", "gene_associated_with_condition", "M:1", "PMID:4"),
}
KNOWLEDGE = {"nodes": NODES, "edges": EDGES}


def bind(nodes: Any, edges: Any, **bounds: int) -> list[dict[str, Any]]:
    request = read_request({"message": {"query_graph": {"nodes": nodes, "edges": edges}}}, model())
    return bind_results(request.graph, KNOWLEDGE, model(), Bounds(**bounds))


def bound(results: list[dict[str, Any]]) -> list[list[list[str]]]:
    return [
        [[one["id"] for one in bindings] for bindings in result["node_bindings"].values()]
        for result in results
    ]


CHEMICAL, GENE = {"categories": ["biolink:ChemicalEntity"]}, {"ids": ["G:1"]}
AFFECTS = {"subject": "a", "object": "b", "predicates": ["biolink:affects"]}


def test_a_knowledge_graph_is_bound_best_first() -> None:
    found = bind({"a": CHEMICAL, "b": GENE}, {"e": AFFECTS})
    assert bound(found) == [[["D:2"], ["G:1"]], [["D:1"], ["G:1"]]]
    assert [one["analyses"][0]["edge_bindings"]["e"][0]["id"] for one in found] == ["two", "one"]
    assert [one["analyses"][0]["score"] for one in found] == [0.75, 0.5]


def test_inverse_predicates_and_paths_are_bound() -> None:
    nodes = {"b": GENE, "a": CHEMICAL, "c": {"categories": ["biolink:Disease"]}}
    edges = {
        "e": {"subject": "b", "object": "a", "predicates": ["biolink:affected_by"]},
        "f": {"subject": "c", "object": "b"},
    }
    assert bound(bind(nodes, edges)) == [[["G:1"], ["D:2"], ["M:1"]], [["G:1"], ["D:1"], ["M:1"]]]


def test_qualifiers_and_sets_are_kept_to() -> None:
    sets = [{"qualifier_set": [
        {"qualifier_type_id": "biolink:object_direction_qualifier", "qualifier_value": "decreased"}
    ]}]  # fmt: skip
    qualified = bind({"a": CHEMICAL, "b": GENE}, {"e": {**AFFECTS, "qualifier_constraints": sets}})
    assert bound(qualified) == [[["D:1"], ["G:1"]]]
    collated = bind({"a": {**CHEMICAL, "set_interpretation": "COLLATE"}, "b": GENE}, {"e": AFFECTS})
    assert bound(collated) == [[["D:1", "D:2"], ["G:1"]]]


def test_binding_stops_at_its_bounds_and_checks_no_constraints() -> None:
    assert len(bind({"a": CHEMICAL, "b": GENE}, {"e": AFFECTS}, results=1)) == 1
    assert bind({"a": CHEMICAL, "b": {"ids": ["G:9"]}}, {"e": AFFECTS}) == []
    wanted = {"name": "p", "id": "biolink:p_value", "operator": "==", "value": 1}
    with pytest.raises(UsageError, match="bind without lookup"):
        bind({"a": CHEMICAL, "b": GENE}, {"e": {**AFFECTS, "attribute_constraints": [wanted]}})


def result(key: str, score: float | None = None, resource: str = "infores:other") -> dict[str, Any]:
    analysis = {"resource_id": resource, "edge_bindings": {"e": [{"id": key, "attributes": []}]}}
    return {
        "node_bindings": {"a": [{"id": EDGES[key]["subject"], "attributes": []}]},
        "analyses": [analysis if score is None else {**analysis, "score": score}],
    }


def test_a_score_of_ours_stands_beside_the_analysis_of_others() -> None:
    scored = score_results([result("one"), result("two", 0.9)], EDGES)
    assert [one["analyses"][-1]["score"] for one in scored] == [0.75, 0.5]
    assert [analysis["resource_id"] for analysis in scored[0]["analyses"]] == [
        "infores:other",
        "infores:bioloom",
    ]
    assert scored[0]["analyses"][0]["score"] == 0.9
    assert len(score_results(scored, EDGES)[0]["analyses"]) == 2


def test_the_best_results_are_kept() -> None:
    given = [result("one", 0.1), result("two", 0.8), result("three")]
    assert rank(given)[:2] == [given[1], given[0]]
