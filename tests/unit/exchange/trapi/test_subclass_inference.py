"""Claims on subclasses: entailed edges of what was asked, each with the trace that supports it."""

from typing import Any

from bioloom.exchange.trapi.knowledge_fetching import ResultBinding, StoredEdge
from bioloom.exchange.trapi.node_pinning import PinnedNodes, PinnedRoot
from bioloom.exchange.trapi.query_graph import Interpretation, QueryEdge, QueryGraph, QueryNode
from bioloom.exchange.trapi.results import BoundResult
from bioloom.exchange.trapi.set_interpretation import unite_sets
from bioloom.exchange.trapi.subclass_inference import Entailments, infer_results, raised_pairs

DRUGS = QueryNode("drug", categories=("biolink:Drug",))
EDGE = QueryEdge("e", "drug", "disease")


def claim(id_: str, subject: str, object_: str, **more: Any) -> StoredEdge:
    return StoredEdge(subject, "biolink:treats", object_, {"id": id_, **more})


CLAIMS = {
    "x1": claim("c1", "D:1", "M:asthma"),
    "x2": claim("c2", "D:1", "M:intrinsic", subject_aspect_qualifier="activity"),
    "x3": claim("c3", "D:2", "M:intrinsic"),
}
ANSWERS = (
    ResultBinding(("D:1", "M:asthma"), (("x1",),)),
    ResultBinding(("D:1", "M:intrinsic"), (("x2",),)),
    ResultBinding(("D:2", "M:intrinsic"), (("x3",),)),
)
CHAINS = {
    ("M:asthma", "M:lung"): ("s1",),
    ("M:intrinsic", "M:lung"): ("s2", "s1"),
    ("M:intrinsic", "M:asthma"): ("s2",),
}


def pinned(*asked: str) -> PinnedNodes:
    below = {"M:lung": ["M:lung", "M:asthma", "M:intrinsic"], "M:asthma": ["M:asthma", "M:intrinsic"]}
    standings: dict[str, tuple[PinnedRoot, ...]] = {}
    for root in asked:
        for member in below[root]:
            standings[member] = (*standings.get(member, ()), PinnedRoot(root, root))
    ids = {"disease": tuple(standings)}
    return PinnedNodes(ids, {"disease": standings}, {root: (root,) for root in asked})


def infer(*asked: str, **node: Any) -> tuple[list[BoundResult], Entailments, QueryGraph, PinnedNodes]:
    graph = QueryGraph((DRUGS, QueryNode("disease", ids=asked, **node)), (EDGE,))
    held = pinned(*asked)
    slots = ["subject_aspect_qualifier"]
    results, entailed = infer_results(graph, ANSWERS, CLAIMS, held, CHAINS, slots, most=100)
    return results, entailed, graph, held


def test_results_bind_what_was_asked_and_edges_say_what_supports_them() -> None:
    results, entailed, graph, held = infer("M:lung")
    assert [[one.id for (one,) in result.nodes] for result in results] == [
        ["D:1", "M:lung"],
        ["D:2", "M:lung"],
    ]
    edges = {one.id for (bound,) in (result.edges for result in results) for one in bound}
    assert edges == set(entailed.edges)
    assert {edge.object for edge in entailed.edges.values()} == {"M:lung"}
    traces = {
        trace for edge in entailed.edges.values() for one in edge.support for trace in [entailed.support[one]]
    }
    assert traces == {("c1", "s1"), ("c2", "s2", "s1"), ("c3", "s2", "s1")}
    assert sorted(len(edge.qualifiers) for edge in entailed.edges.values()) == [0, 0, 1]
    assert raised_pairs(graph, ANSWERS, held, most=100) == [("M:asthma", "M:lung"), ("M:intrinsic", "M:lung")]


def test_each_id_of_a_batch_is_answered_for_itself() -> None:
    results, entailed, *_ = infer("M:lung", "M:asthma")
    assert {tuple(one.id for (one,) in result.nodes) for result in results} == {
        (drug, disease) for drug in ("D:1", "D:2") for disease in ("M:lung", "M:asthma")
    }
    bound = {one.id for result in results for (edges,) in [result.edges] for one in edges}
    assert "c1" in bound
    assert not {"c2", "c3"} & bound
    assert len(entailed.edges) == 5


def test_a_chain_that_went_meanwhile_gives_no_result() -> None:
    graph = QueryGraph((DRUGS, QueryNode("disease", ids=("M:lung",))), (EDGE,))
    assert infer_results(graph, ANSWERS, CLAIMS, pinned("M:lung"), {}, (), most=9)[0] == []


def test_sets_are_united_over_what_was_asked() -> None:
    for interpretation, expected in (("ALL", {"D:1", "D:2"}), ("MANY", {"D:1", "D:2"})):
        results, _, graph, held = infer("M:lung", "M:asthma", interpretation=interpretation)
        united = unite_sets(graph, results, held)
        assert {result.nodes[0][0].id for result in united} == expected
        assert all({one.id for one in result.nodes[1]} == {"M:lung", "M:asthma"} for result in united)


def test_all_leaves_out_what_lacks_a_member_and_many_keeps_it() -> None:
    answers = (ResultBinding(("D:1", "M:1"), (("a",),)), ResultBinding(("D:1", "M:2"), (("b",),)),
               ResultBinding(("D:2", "M:1"), (("c",),)))  # fmt: skip
    claims = {"a": claim("a", "D:1", "M:1"), "b": claim("b", "D:1", "M:2"), "c": claim("c", "D:2", "M:1")}
    held = PinnedNodes(
        {"disease": ("M:1", "M:2")},
        {"disease": {one: (PinnedRoot(one, one),) for one in ("M:1", "M:2")}},
        {one: (one,) for one in ("M:1", "M:2")},
    )
    cases: list[tuple[Interpretation, list[str]]] = [("ALL", ["D:1"]), ("MANY", ["D:1", "D:2"])]
    for interpretation, drugs in cases:
        node = QueryNode("disease", ids=("M:1", "M:2"), interpretation=interpretation)
        graph = QueryGraph((DRUGS, node), (EDGE,))
        results, _ = infer_results(graph, answers, claims, held, {}, (), most=9)
        united = unite_sets(graph, results, held)
        assert [result.nodes[0][0].id for result in united] == drugs
        assert {one.id for one in united[0].edges[0]} == {"a", "b"}
    missing = QueryGraph((DRUGS, QueryNode("disease", ids=("M:1", "M:9"), interpretation="ALL")), (EDGE,))
    assert unite_sets(missing, results, held) == []


def test_the_ways_to_stand_for_what_was_asked_are_bounded() -> None:
    asked = tuple(f"M:{number}" for number in range(1_000))
    held = PinnedNodes(
        {"disease": ("M:leaf",)},
        {"disease": {"M:leaf": tuple(PinnedRoot(one, one) for one in asked)}},
        {one: (one,) for one in asked},
    )
    graph = QueryGraph((DRUGS, QueryNode("disease", ids=asked)), (EDGE,))
    answers = (ResultBinding(("D:1", "M:leaf"), (("x",),)),)
    pairs = raised_pairs(graph, answers, held, most=7)
    assert len(pairs) == 7
    chains = dict.fromkeys(pairs, ("s1",))
    claims = {"x": claim("c", "D:1", "M:leaf")}
    assert len(infer_results(graph, answers, claims, held, chains, (), most=7)[0]) == 7
