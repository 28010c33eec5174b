"""Statements whose database goes away: tried anew, and told without the words of the driver."""

from types import SimpleNamespace
from typing import Any

import pytest
from neo4j.exceptions import IncompleteCommit, ServiceUnavailable

from bioloom.errors import DatabaseUnavailable
from bioloom.retrieval import run_statement, statement_runner

DEFUNCT = "Failed to read from defunct connection IPv4Address(('127.0.0.1', 7687))"


def graph_of(*replies: Any) -> Any:
    """Give a graph whose driver raises or returns these one after another."""
    left = iter(replies)

    def execute_query(*_: object, **__: object) -> Any:
        if isinstance(reply := next(left), Exception):
            raise reply
        return reply

    return SimpleNamespace(
        driver=SimpleNamespace(execute_query=execute_query), database="neo4j", bookmarks=None
    )


def test_a_read_goes_on_where_the_driver_gives_up_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(statement_runner, "_POLL", 0.0)
    graph = graph_of(IncompleteCommit(DEFUNCT), DatabaseUnavailable("it starts"), [{"id": "a"}])
    assert run_statement(graph, "checking/document", {"document": "a"}) == [{"id": "a"}]


@pytest.mark.parametrize("lost", [ServiceUnavailable(DEFUNCT), IncompleteCommit(DEFUNCT)])
def test_a_lost_database_is_told_in_our_words(monkeypatch: pytest.MonkeyPatch, lost: Exception) -> None:
    monkeypatch.setattr(statement_runner, "_PATIENCE", -1.0)
    with pytest.raises(DatabaseUnavailable) as told:
        run_statement(graph_of(lost), "checking/document", {"document": "a"})
    assert str(told.value) == "Neo4j went away during a read; see: bioloom status"
