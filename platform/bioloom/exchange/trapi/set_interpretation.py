"""Set interpretation: results united over the query nodes that stand for sets (ALL, MANY, COLLATE)."""

from collections.abc import Callable, Iterable
from itertools import chain

from bioloom.exchange.trapi.node_pinning import PinnedNodes
from bioloom.exchange.trapi.query_graph import QueryGraph, QueryNode
from bioloom.exchange.trapi.results import BoundNode, BoundResult, unite_edges

_ORDER = ("ALL", "MANY", "COLLATE")


def unite_sets(graph: QueryGraph, results: Iterable[BoundResult], pinned: PinnedNodes) -> list[BoundResult]:
    """Unite the results that differ only in the members of a set.

    Of an ALL node every result has every member; of a MANY node those that fit, at least one; a COLLATE node
    has all entities that fit in one result. ALL comes first, so that what is collated is collated of results
    with every member.
    """
    held = list(results)
    for interpretation in _ORDER:
        for position, node in enumerate(graph.nodes):
            if node.interpretation == interpretation:
                held = _unite(held, position, _whole(node, pinned))
    return held


def _unite(
    results: Iterable[BoundResult], position: int, whole: Callable[[Iterable[BoundNode]], bool]
) -> list[BoundResult]:
    groups: dict[tuple[frozenset[BoundNode], ...], list[BoundResult]] = {}
    for result in results:
        others = (bound for place, bound in enumerate(result.nodes) if place != position)
        groups.setdefault(tuple(frozenset(bound) for bound in others), []).append(result)
    united: list[BoundResult] = []
    for group in groups.values():
        members = {one.id: one for result in group for one in result.nodes[position]}
        if whole(members.values()):
            first = group[0]
            nodes = (*first.nodes[:position], tuple(members.values()), *first.nodes[position + 1 :])
            edges = zip(*(result.edges for result in group), strict=True)
            united.append(BoundResult(nodes, tuple(unite_edges(chain(*bound)) for bound in edges)))
    return united


def _whole(node: QueryNode, pinned: PinnedNodes) -> Callable[[Iterable[BoundNode]], bool]:
    """Give the condition on the members of a group: every id of an ALL node is among them."""
    if node.interpretation != "ALL":
        return lambda _: True
    asked = [set(pinned.roots.get(id_, ())) for id_ in node.ids]

    def whole(members: Iterable[BoundNode]) -> bool:
        bound = {one.id for one in members}
        return all(roots & bound for roots in asked)

    return whole
