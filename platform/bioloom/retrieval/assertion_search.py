"""Assertion search: the rows of the statement of assertions, for what a question asks of them."""

from __future__ import annotations

from dataclasses import dataclass

from bioloom.graph.connection import Graph
from bioloom.retrieval.assertion_query import Parameters
from bioloom.retrieval.assertion_sets import Row
from bioloom.retrieval.filters import Filters
from bioloom.retrieval.query_runner import run_query


@dataclass(frozen=True, slots=True)
class AssertionSearch:
    """The statement of assertions with its filters and its limit."""

    graph: Graph
    filters: Filters
    limit: int

    def find_rows(self, asked: Parameters) -> list[Row]:
        """Find the rows for what is asked, best first."""
        parameters = asked | {"limit": self.limit, **self.filters.parameters()}
        return run_query(self.graph, "retrieve/assertions", parameters)
