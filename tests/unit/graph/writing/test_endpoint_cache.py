"""Ends of edges are looked up once; of many, those that are asked for again stay."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from bioloom.graph.rows.upsert_policy import Origin
from bioloom.graph.writing import endpoint_cache
from bioloom.graph.writing.endpoint_cache import EndpointCache

NODES = {"A:1": (["gene"], 1), "A:2": (["gene"], 2), "A:3": (["drug"], 3), "A:4": (None, 4)}


class Database:
    """Answers the one statement of the cache, and remembers what was asked for."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def run(self, _text: str, *, ids: list[str], **_rest: object) -> Database:
        self.asked = ids
        return self

    def values(self) -> Iterator[list[Any]]:
        for id_ in self.asked:
            if id_ in NODES:
                categories, node = NODES[id_]
                yield [categories, [id_], [node]]


def found(cache: EndpointCache, database: Database, *ids: str) -> list[str]:
    """Find ends and remember them as a batch does; give the ids that the database was asked for."""
    database.asked = []
    ends = cache.find(database, set(ids))  # type: ignore[arg-type]
    assert {id_: (list(categories) or None, node) for id_, (categories, node) in ends.items()} == {
        id_: NODES[id_] for id_ in ids if id_ in NODES
    }
    cache.remember(ends)
    return database.asked


def test_each_end_is_looked_up_once_and_absent_ones_again() -> None:
    cache, database = EndpointCache(Origin("load", "1", False)), Database()
    assert found(cache, database, "A:1", "A:4", "A:9") == ["A:1", "A:4", "A:9"]
    assert found(cache, database, "A:1", "A:4", "A:9") == ["A:9"]
    cache.forget(["A:1"])
    assert found(cache, database, "A:1", "A:4") == ["A:1"]
    cache.clear()
    assert found(cache, database, "A:1", "A:4") == ["A:1", "A:4"]


def test_of_more_than_are_kept_those_asked_for_again_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endpoint_cache, "_MOST", 1)
    cache, database = EndpointCache(Origin("load", "1", False)), Database()
    assert found(cache, database, "A:1", "A:2") == ["A:1", "A:2"]
    assert found(cache, database, "A:1", "A:3") == ["A:3"]
    assert found(cache, database, "A:1") == []
    assert found(cache, database, "A:2") == ["A:2"]
