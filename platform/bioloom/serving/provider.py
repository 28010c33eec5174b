"""The graph as a TRAPI knowledge provider behind the endpoints."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from typing import Any

from bioloom.biolink import model
from bioloom.exchange.trapi import Bounds, MetaGraphs, answer_message
from bioloom.graph.connection import Graph


class GraphProvider:
    """Answers TRAPI messages from the graph that `lend` gives for as long as it is needed."""

    def __init__(
        self, lend: Callable[[], AbstractContextManager[Graph]], bounds: Bounds | None = None
    ) -> None:
        self._lend = lend
        self._bounds = bounds
        self._meta_graphs = MetaGraphs(model())

    def answer(self, body: object) -> Mapping[str, Any]:
        """Answer a message; UsageError says what is wrong with it."""
        with self._lend() as graph:
            return answer_message(graph, model(), body, bounds=self._bounds)

    def meta_graph(self) -> Mapping[str, Any]:
        """Say what can be asked; counted anew only when the graph has changed."""
        with self._lend() as graph:
            return self._meta_graphs.get(graph)
