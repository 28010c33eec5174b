"""What an answer takes for the entity that was asked about: ids united with its own, and terms below it."""

from __future__ import annotations

from bioloom.federation.values import at, listed


def bound(response: object, node: str) -> frozenset[str]:
    """Give the ids that the results of a TRAPI response bind to a node of the query graph.

    >>> result = {"node_bindings": {"known": [{"id": "DOID:2", "query_id": "DOID:1"}]}}
    >>> sorted(bound({"message": {"results": [result]}}, "known"))
    ['DOID:2']
    """
    message = at(response, "message")
    found = set()
    for result in listed(at(message, "results")):
        for binding in listed(at(at(result, "node_bindings"), node)):
            id_ = at(binding, "id")
            if isinstance(id_, str):
                found.add(id_)
    return frozenset(found)
