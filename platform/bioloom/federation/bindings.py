"""What an answer takes for the entity that was asked about: ids united with its own, and terms below it."""

from __future__ import annotations

from collections.abc import Mapping


def bound(response: object, node: str) -> frozenset[str]:
    """Give the ids that the results of a TRAPI response bind to a node of the query graph.

    >>> result = {"node_bindings": {"known": [{"id": "DOID:2", "query_id": "DOID:1"}]}}
    >>> sorted(bound({"message": {"results": [result]}}, "known"))
    ['DOID:2']
    """
    message = _at(response, "message")
    found = set()
    for result in _list(_at(message, "results")):
        for binding in _list(_at(_at(result, "node_bindings"), node)):
            id_ = _at(binding, "id")
            if isinstance(id_, str):
                found.add(id_)
    return frozenset(found)


def _at(value: object, name: str) -> object:
    return value.get(name) if isinstance(value, Mapping) else None


def _list(value: object) -> list[object]:
    return value if isinstance(value, list) else []
