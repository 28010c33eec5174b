"""The picture of a subgraph: every name and relation is in it, escaped; without networkx it is a list."""

import sys

import pytest

from bioloom.records.evidence import EvidenceEdge, Subgraph, SubgraphNode
from bioloom.records.subgraph_picture import MOST_NODES, draw

NAMES = {"a": ("<b>gartanin</b>", "ChemicalEntity"), "b": ("p62", "Gene")}


def test_names_and_relations_are_drawn_once() -> None:
    pytest.importorskip("networkx")
    picture = draw(NAMES, [("a", "affects", "b"), ("a", "associated with", "b"), ("a", "x", "elsewhere")])
    assert (picture.count("<circle"), picture.count("<line")) == (2, 1)
    assert ">affects, associated with</text>" in picture
    assert "&lt;b&gt;gartanin" in picture
    assert "<b>" not in picture
    assert picture == draw(NAMES, [("a", "affects", "b"), ("a", "associated with", "b")])


def test_what_is_left_out_is_counted() -> None:
    pytest.importorskip("networkx")
    many = {str(number): (f"node {number}", "Gene") for number in range(MOST_NODES + 5)}
    picture = draw(many, [])
    assert picture.count("<circle") == MOST_NODES
    assert picture.endswith("<p>5 more nodes</p>")


def test_without_networkx_the_lines_are_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "networkx", None)
    assert draw(NAMES, [("a", "affects", "b")]) == "<ul><li>&lt;b&gt;gartanin&lt;/b&gt; affects p62</li></ul>"


def test_a_subgraph_draws_itself_with_what_its_edges_say(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "networkx", None)
    nodes = tuple(SubgraphNode(key, name, kind) for key, (name, kind) in NAMES.items())
    edges = (EvidenceEdge("1", "a", "biolink:affects", "b"), EvidenceEdge("2", "a", "biolink:affects", "c"))
    assert Subgraph(nodes, edges)._repr_html_().count("<li>") == 1
