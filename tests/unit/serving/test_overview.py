"""The overview is given at once while another request still asks its examples."""

import threading
from typing import Any, cast

import pytest

from bioloom.graph.connection import Graph
from bioloom.records import Answer, Subgraph
from bioloom.serving import overview
from bioloom.settings import Settings

ROWS: dict[str, list[dict[str, Any]]] = {
    "overview/counts": [{"documents": 1, "sentences": 2, "entities": 3}],
    "overview/stated_claims": [{"about": "infores:x", "thing": "Malaria"}],
    "overview/stated_values": [],
    "overview/document_sources": [{"source": "infores:x", "held": 1}],
    "overview/statement_sources": [],
}


def test_a_request_does_not_wait_for_the_examples_of_another(monkeypatch: pytest.MonkeyPatch) -> None:
    asked, told = threading.Event(), threading.Event()

    def slow(_: object, settings: object, question: str, **options: object) -> Answer:
        asked.set()
        assert told.wait(30)
        return Answer(question, "Chloroquine.", False, 0.9, (), Subgraph((), ()), "local", {})

    monkeypatch.setattr(overview, "run_query", lambda graph, name, parameters: ROWS[name])
    monkeypatch.setattr(overview, "ask", slow)
    surveyor = overview.OverviewBuilder(Settings())
    graph = cast("Graph", None)
    first = threading.Thread(target=surveyor.survey, args=(graph,))
    first.start()
    assert asked.wait(30)
    meanwhile = surveyor.survey(graph)
    told.set()
    first.join(30)
    assert meanwhile.examples == ()
    assert not meanwhile.complete
    afterwards = surveyor.survey(graph)
    assert afterwards.complete
    assert afterwards.examples
