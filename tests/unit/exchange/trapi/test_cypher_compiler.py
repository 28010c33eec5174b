"""The Cypher of a query graph: its shape, and that nothing of the request stands in it."""

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bioloom.biolink import model
from bioloom.exchange.trapi.cypher_compiler import CompiledQuery, compile_query
from bioloom.exchange.trapi.request_parsing import read_request

HOSTILE = ["x'}) DETACH DELETE n //", "`) MATCH (m", "$rows", "\\u0060", "n0", "\n", "$$node$$", "a|b"]


def compiled(nodes: dict[str, Any], edges: dict[str, Any], **pinned: list[str]) -> CompiledQuery:
    """Compile a query graph; ids stand for themselves unless something else is said."""
    request = read_request({"message": {"query_graph": {"nodes": nodes, "edges": edges}}}, model())
    found = {node.key: list(node.ids) for node in request.graph.nodes if node.ids} | pinned
    return compile_query(request.graph, found, model(), rows=100)


def hop(**edge: Any) -> CompiledQuery:
    nodes = {"a": {"ids": ["X:1"]}, "b": {"categories": ["biolink:Gene"]}}
    return compiled(nodes, {"e": {"subject": "a", "object": "b", **edge}})


def test_one_hop_begins_at_the_named_node() -> None:
    found = hop(predicates=["biolink:affects"])
    lines = found.cypher.splitlines()
    assert lines[0] == "MATCH (`n0`:`biolink:NamedThing`)"
    assert lines[1] == "WHERE `n0`.id IN $`n0_0`"
    assert lines[2].startswith("MATCH (`n0`)-[`e0`:`biolink:affects`|")
    assert lines[2].endswith("]->(`n1`)")
    assert "NOT coalesce(`e0`.negated, false)" in lines[3]
    assert "`n1`:`biolink:Gene`" in lines[3]
    assert lines[-1] == "LIMIT $rows"
    assert found.parameters == {"n0_0": ["X:1"], "rows": 100}


@pytest.mark.parametrize(
    ("predicate", "arrow"),
    [("affects", "]->(`n1`)"), ("affected_by", "]-(`n1`)"), ("physically_interacts_with", "]-(`n1`)")],
)
def test_the_direction_follows_the_predicate(predicate: str, arrow: str) -> None:
    pattern = hop(predicates=[f"biolink:{predicate}"]).cypher.splitlines()[2]
    assert pattern.endswith(arrow)
    assert ("<-[" in pattern) == (predicate == "affected_by")
    assert "affected_by" not in pattern  # the graph holds the canonical one of two inverses


def test_any_claim_needs_no_types() -> None:
    for edge in ({}, {"predicates": ["biolink:related_to"]}):
        assert "MATCH (`n0`)-[`e0`]-(`n1`)" in hop(**edge).cypher


def test_inverses_of_which_neither_is_canonical_are_looked_for_both_ways() -> None:
    found = hop(predicates=["biolink:location_of_disease"])
    assert "startNode(`e0`) = `n0` AND type(`e0`) IN" in found.cypher
    assert "startNode(`e0`) = `n1` AND type(`e0`) IN" in found.cypher
    assert ["biolink:location_of_disease"] in found.parameters.values()
    assert ["biolink:disease_has_location"] in found.parameters.values()


def test_qualifiers_turn_with_the_edge() -> None:
    asked = {
        "qualifier_set": [
            {"qualifier_type_id": "biolink:subject_aspect_qualifier", "qualifier_value": "activity"},
            {"qualifier_type_id": "biolink:qualified_predicate", "qualifier_value": "biolink:caused_by"},
        ]
    }
    found = hop(predicates=["biolink:affected_by"], qualifier_constraints=[asked])
    assert "`e0`.`object_aspect_qualifier`" in found.cypher
    assert "subject_aspect_qualifier" not in found.cypher
    assert any("biolink:causes" in value for value in found.parameters.values() if isinstance(value, list))


def test_nodes_that_no_edge_joins_and_edges_of_other_nodes_are_apart() -> None:
    nodes = {"a": {"ids": ["X:1"]}, "b": {}, "c": {}}
    edges = {"e": {"subject": "a", "object": "b"}, "f": {"subject": "b", "object": "c"}}
    found = compiled(nodes, edges).cypher
    assert "`n2` <> `n0`" in found
    assert "`e1` <> `e0`" in found
    twice = {"e": {"subject": "a", "object": "b"}, "f": {"subject": "b", "object": "a"}}
    assert "<>" not in compiled({"a": {"ids": ["X:1"]}, "b": {}}, twice).cypher


def test_ids_that_are_not_there_need_no_query() -> None:
    found = compiled({"a": {"ids": ["X:1"]}, "b": {}}, {"e": {"subject": "a", "object": "b"}}, a=[])
    assert found.empty == "none of the ids of node 'a' is in the graph"


def test_ids_decide_whatever_the_category() -> None:
    nodes = {"a": {"ids": ["X:1"], "categories": ["biolink:Gene"]}, "b": {}}
    assert "biolink:Gene" not in compiled(nodes, {"e": {"subject": "a", "object": "b"}}).cypher


@pytest.mark.parametrize("text", HOSTILE)
def test_what_the_caller_writes_is_never_cypher(text: str) -> None:
    plain = hostile("X:1").cypher
    found = hostile(text)
    assert found.cypher == plain
    held = [
        item
        for value in found.parameters.values()
        for item in (value if isinstance(value, list) else [value])
    ]
    assert text in held


@given(st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=30))
def test_no_text_changes_the_cypher(text: str) -> None:
    assert hostile(text).cypher == hostile("X:1").cypher


def hostile(text: str) -> CompiledQuery:
    """Write the same text wherever a caller may write one."""
    constraint = {"name": text, "id": "biolink:publications", "operator": "==", "value": [text]}
    qualifier = {"qualifier_type_id": "biolink:statement_qualifier", "qualifier_value": text}
    return compiled(
        {text: {"ids": [text], "constraints": [constraint | {"id": "biolink:synonym"}]}, f"{text}2": {}},
        {
            text: {
                "subject": text,
                "object": f"{text}2",
                "attribute_constraints": [constraint],
                "qualifier_constraints": [{"qualifier_set": [qualifier]}],
            }
        },
    )


def test_constraints_become_conditions() -> None:
    def having(operator: str, value: object, **more: object) -> CompiledQuery:
        constraint = {"name": "p", "id": "biolink:p_value", "operator": operator, "value": value, **more}
        return hop(attribute_constraints=[constraint])

    assert re.search(r"value < bound", having("<", 0.5).cypher)
    assert [0.5] in having("<", 0.5).parameters.values()
    assert re.search(r"`e0`.`p_value` = \$", having("===", 0.5).cypher)
    assert 0.5 in having("===", 0.5).parameters.values()
    assert [1, 2] in having("===", [1, 2]).parameters.values()
    assert "NOT coalesce(any(value" in having("==", 1, **{"not": True}).cypher


def test_only_types_that_the_graph_has_are_named() -> None:
    nodes, edges = {"a": {"ids": ["X:1"]}, "b": {}}, {"e": {"subject": "a", "object": "b"}}
    asked = read_request({"message": {"query_graph": {"nodes": nodes, "edges": edges}}}, model()).graph
    held = {"biolink:treats", "biolink:affects", "DENOTES"}
    kept = [
        compile_query(asked, {"a": ["X:1"]}, model(), rows=9, lifted=frozenset(lifted), held=held)
        for lifted in ((), ("e",))
    ]
    assert "-[`e0`]-" in kept[0].cypher
    assert "-[`e0`:`biolink:affects`|`biolink:treats`]-" in kept[1].cypher
    none = compile_query(asked, {"a": ["X:1"]}, model(), rows=9, lifted=frozenset("e"), held=frozenset())
    assert "no claim with a predicate that answers edge 'e'" in str(none.empty)
