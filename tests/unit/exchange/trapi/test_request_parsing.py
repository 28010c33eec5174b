"""Messages as they are sent: read into a request, or refused in one plain sentence."""

from typing import Any

import pytest

from bioloom.biolink import model
from bioloom.errors import UsageError
from bioloom.exchange.trapi.query_graph import TrapiRequest
from bioloom.exchange.trapi.request_parsing import read_request

A, B = {"ids": ["X:1"]}, {"categories": ["biolink:Gene"]}
E = {"subject": "a", "object": "b"}


def read(nodes: Any = None, edges: Any = None, **more: Any) -> TrapiRequest:
    graph = {"nodes": nodes or {"a": A, "b": B}, "edges": {"e": E} if edges is None else edges}
    return read_request({"message": {"query_graph": graph}, **more}, model())


def constraint(**more: Any) -> dict[str, Any]:
    return {"name": "p", "id": "biolink:p_value", "operator": "==", "value": 1, **more}


def test_a_query_graph_is_read_in_its_order() -> None:
    found = read(
        {"b": B, "a": {"ids": ["X:1", "X:2", "X:1"]}},
        {"e": {**E, "predicates": ["biolink:treats"]}},
        submitter="me",
        log_level="DEBUG",
    )
    assert [node.key for node in found.graph.nodes] == ["b", "a"]
    assert found.graph.node("a").ids == ("X:1", "X:2")
    assert found.graph.edges[0].predicates == ("biolink:treats",)
    assert (found.submitter, found.log_level, found.notes) == ("me", "DEBUG", ())


@pytest.mark.parametrize(
    "body", [None, [], {}, {"message": 5}, {"message": {}}, {"message": {"query_graph": []}}]
)
def test_what_is_no_query_is_refused(body: object) -> None:
    with pytest.raises(UsageError, match="message"):
        read_request(body, model())


@pytest.mark.parametrize(
    ("nodes", "edges", "words"),
    [
        ({}, {"e": E}, "no nodes"),
        ({"a": A}, {"e": E}, "names 'b'"),
        ({"a": A, "b": B, "c": B}, {"e": E}, "falls into parts"),
        ({"a": A, "b": B}, {"e": {"subject": "a", "object": "a"}}, "to itself"),
        ({"a": A, "b": {"categories": ["biolink:Wizard"]}}, {"e": E}, "not a category of Biolink"),
        ({"a": A, "b": {"categories": ["Gene"]}}, {"e": E}, "not as TRAPI has it"),
        ({"a": {"ids": []}, "b": B}, {"e": E}, "not as TRAPI has it"),
        ({"a": {"ids": [""]}, "b": B}, {"e": E}, "CURIE"),
        ({"a": {"ids": ["x"], "set_interpretation": "SOME"}, "b": B}, {"e": E}, "BATCH, ALL, MANY, COLLATE"),
        ({"a": {"ids": ["x"], "set_interpretation": ["ALL"]}, "b": B}, {"e": E}, "BATCH, ALL, MANY, COLLATE"),
        ({"a": {"ids": ["x"], "member_ids": ["y"]}, "b": B}, {"e": E}, "member_ids"),
        ({"a": {"set_interpretation": "ALL"}, "b": B}, {"e": E}, "needs member_ids"),
        ({"a": {"ids": ["x"], "set_interpretation": "COLLATE"}, "b": B}, {"e": E}, "without ids"),
        ({"a": {"ids": ["x"], "is_set": True}, "b": B}, {"e": E}, "is_set"),
        ({"a": {"ids": [f"X:{n}" for n in range(1001)]}, "b": B}, {"e": E}, "1000 ids"),
        ({"a": A, "b": B}, {"e": {**E, "predicates": ["biolink:likes"]}}, "not a predicate of Biolink"),
        (
            {"a": A, "b": B},
            {"e": {**E, "predicates": ["biolink:increases_expression_of"]}},
            "ask for biolink:affects with qualifiers",
        ),
        ({"a": A, "b": B}, {"e": {**E, "exclude": True}}, "exclude"),
        ({"a": A, "b": B}, {"e": {**E, "knowledge_type": "guessed"}}, "not as TRAPI has it"),
        ({"a": A, "b": B}, {"e": {**E, "attribute_constraints": [constraint(operator="!")]}}, "not as TRAPI"),
        ({"a": A, "b": B}, {"e": {**E, "attribute_constraints": [constraint(value={})]}}, "needs text"),
        ({"a": A, "b": B}, {"e": {**E, "attribute_constraints": [constraint(value=2**63)]}}, "too large"),
    ],
)  # fmt: skip
def test_what_cannot_be_answered_is_said(nodes: Any, edges: Any, words: str) -> None:
    with pytest.raises(UsageError, match=words):
        read_request({"message": {"query_graph": {"nodes": nodes, "edges": edges}}}, model())


def qualified(slot: str, value: str) -> dict[str, Any]:
    stated = [{"qualifier_type_id": f"biolink:{slot}", "qualifier_value": value}]
    return {"e": {**E, "qualifier_constraints": [{"qualifier_set": stated}]}}


def test_qualifiers_are_those_of_biolink() -> None:
    found = read(edges=qualified("object_direction_qualifier", "increased"))
    assert found.graph.edges[0].qualifiers == ({"object_direction_qualifier": "increased"},)
    for slot, value in (("object_direction_qualifier", "sideways"), ("colour_qualifier", "red")):
        with pytest.raises(UsageError, match=slot):
            read(edges=qualified(slot, value))


def test_paths_are_refused() -> None:
    graph = {"nodes": {"a": A, "b": B}, "paths": {"p": E}}
    with pytest.raises(UsageError, match="Pathfinder"):
        read_request({"message": {"query_graph": graph}}, model())


@pytest.mark.parametrize(
    ("workflow", "words"),
    [
        ("lookup", "list of steps"),
        ([{"id": "overlay"}], "overlay is not run here, only lookup, bind, score, filter_results_top_n"),
        ([{"id": "lookup"}, {"id": "fill"}], "fill is not run here"),
        ([{"id": {}}], "is not run here"),
        ([{"id": "score"}, {"id": "lookup"}], "first step"),
        ([{"id": "score"}] * 17, "too many"),
        ([{"id": "filter_results_top_n"}], "max_results"),
        ([{"id": "filter_results_top_n", "parameters": {"max_results": True}}], "max_results"),
        ([{"id": "filter_results_top_n", "parameters": {"max_results": -1}}], "max_results"),
        ([{"id": "lookup", "runner_parameters": {"allowlist": ["infores:other"]}}], "does not let"),
        ([{"id": "lookup", "runner_parameters": {"denylist": ["infores:bioloom"]}}], "does not let"),
        ([{"id": "lookup", "runner_parameters": 5}], "is an object"),
    ],
)
def test_other_workflows_are_refused(workflow: object, words: str) -> None:
    with pytest.raises(UsageError, match=words):
        read(workflow=workflow)


def test_the_time_is_the_shorter_one() -> None:
    steps = [{"id": "lookup", "runner_parameters": {"timeout": 3}}]
    assert read(workflow=steps).workflow.seconds == 3
    assert read(workflow=steps, parameters={"timeout": 2}).workflow.seconds == 2
    assert read(parameters={"timeout": -1}).workflow.seconds is None
    assert read(workflow=[]).workflow.seconds is None


def test_the_members_of_a_set_are_its_ids() -> None:
    stated = {"ids": ["uuid:1"], "member_ids": ["X:1", "X:2", "X:1"], "set_interpretation": "ALL"}
    found = read({"a": stated, "b": {**B, "set_interpretation": "COLLATE"}})
    assert (found.graph.node("a").ids, found.graph.node("a").interpretation) == (("X:1", "X:2"), "ALL")
    assert found.graph.node("b").interpretation == "COLLATE"
    assert found.sent["nodes"]["b"]["set_interpretation"] == "COLLATE"
    assert read({"a": {"ids": ["X:1"], "set_interpretation": None}, "b": B}).graph.node("a").ids == ("X:1",)


def test_knowledge_is_carried_where_nothing_is_looked_up() -> None:
    carried = {"nodes": {"X:1": {"categories": ["biolink:Gene"], "attributes": []}}, "edges": {}}
    graph = {"nodes": {"a": A, "b": B}, "edges": {"e": E}}
    body = {"message": {"query_graph": graph, "knowledge_graph": carried}, "workflow": [{"id": "bind"}]}
    found = read_request(body, model())
    assert (found.carried, found.notes) == ({"knowledge_graph": carried}, ())
    broken: Any
    for broken in ({"nodes": []}, {"nodes": {"X:1": 5}, "edges": {}}, 5, {"nodes": {}, "edges": {"e": {}}}):
        body = {"message": {"query_graph": graph, "knowledge_graph": broken}, "workflow": [{"id": "bind"}]}
        with pytest.raises(UsageError, match="the message is not as TRAPI has it"):
            read_request(body, model())


def test_what_is_not_used_is_told() -> None:
    edge = {**E, "knowledge_type": "inferred", "colour": "red"}
    graph = {"nodes": {"a": A, "b": {**B, "shape": 1}}, "edges": {"e": edge}}
    body = {"message": {"query_graph": graph, "results": [{"node_bindings": {}}], "knowledge_graph": {}}}
    notes = {note.code: note.message for note in read_request(body, model()).notes}
    assert set(notes) == {"NotCarriedOver", "UnknownProperty", "InferredAnsweredByLookup"}
    assert "results" in notes["NotCarriedOver"]


def test_constraints_that_cannot_be_checked_are_named() -> None:
    found = read(
        {"a": {**A, "constraints": [constraint(id="EDAM:1", name="odd")]}, "b": B},
        {"e": {**E, "attribute_constraints": [constraint(unit_id="UO:1", name="unit"), constraint()]}},
    )
    assert found.unsupported == ("odd", "unit")


@pytest.mark.parametrize("value", ["\ud800", float("nan"), float("inf")])
def test_what_no_message_holds_is_refused(value: object) -> None:
    with pytest.raises(UsageError, match="the message holds"):
        read(submitter=value)


def test_endless_nesting_is_refused() -> None:
    value: object = 1
    for _ in range(100):
        value = [value]
    with pytest.raises(UsageError, match="nested"):
        read(submitter=value)


@pytest.mark.parametrize(
    "pattern",
    ["(a+)+$", "(a|a)*b", "a*b*c", "(?=a)b", r"(a)\1", "a{1,99}b{1,99}c{1,99}", "[", "x" * 201],
)
def test_patterns_that_could_be_slow_are_refused(pattern: str) -> None:
    with pytest.raises(UsageError, match="regular expression"):
        read(edges={"e": {**E, "attribute_constraints": [constraint(operator="matches", value=pattern)]}})


@pytest.mark.parametrize("pattern", ["^PMID:[0-9]+$", "a{3}b{3}c{3}", "(ab)+c", "(a|b)(c|d)", "a{1,9}b{1,9}"])
def test_usual_patterns_are_taken(pattern: str) -> None:
    constraints = [constraint(operator="matches", value=pattern)]
    found = read(edges={"e": {**E, "attribute_constraints": constraints}})
    assert found.graph.edges[0].constraints[0].values == (f"(?s).*(?:{pattern}).*",)
