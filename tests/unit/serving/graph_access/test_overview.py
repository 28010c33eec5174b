"""The overview is given at once while another request still asks its examples."""

import threading
from typing import Any, cast

import pytest

from bioloom.graph.connection import Graph
from bioloom.records import Answer, Citation, Subgraph
from bioloom.serving.graph_access import overview
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

    monkeypatch.setattr(overview, "run_statement", lambda graph, name, parameters: ROWS[name])
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


def test_examples_are_of_acts_of_a_laboratory_upon_things_in_small_letters(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[list[str]] = []
    stated = {"verb": "store", "stated": "-80 °C", "sentence_id": "a#s1", "about": "A", "kind": "temperature"}

    def run(_: object, name: str, parameters: dict[str, Any]) -> list[dict[str, Any]]:
        if name != "overview/stated_values":
            return ROWS[name]
        asked.append(parameters["verbs"])
        if parameters["kinds"] != ["temperature"]:
            return []
        things = (("Dried peptides", False), ("Membrane strips", True), ("AMPure beads", True))
        return [{**stated, "thing": thing, "begins": begins, "about": thing} for thing, begins in things]

    def answer(_: object, settings: object, question: str, **options: object) -> Answer:
        cited = Citation(1, "x", 1.0, sentence_id="a#s1")
        return Answer(question, "-80 °C", False, 0.9, (cited,), Subgraph((), ()), "local", {})

    monkeypatch.setattr(overview, "run_statement", run)
    monkeypatch.setattr(overview, "ask", answer)
    found = overview.OverviewBuilder(Settings()).survey(cast("Graph", None)).examples
    assert [each.question.partition("store the ")[2] for each in found[:3]] == [
        "dried peptides?", "membrane strips?", "AMPure beads?",
    ]  # fmt: skip
    assert all({"incubate", "dry"} <= set(verbs) for verbs in asked)
    assert not any({"inform", "keep"} & set(verbs) for verbs in asked)
