"""Properties of assertions and nodes, asked for by their names."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bioloom.answering import answer_json, ask
from bioloom.biolink import model
from bioloom.graph.connection import Endpoint, Graph, connect
from bioloom.graph.writing.pending_batch import PendingBatch
from bioloom.graph.writing.writer import Writer
from bioloom.records import Answer, Assertion, Entity
from bioloom.settings import Settings
from kept_graph import keep
from leased_graph import leased

pytestmark = pytest.mark.integration

SETTINGS = Settings()
ENTITIES = (
    Entity(
        "LAB:1",
        "veltorinib",
        ("biolink:SmallMolecule",),
        properties={"half_life": "8 h", "description": "A 5-HT3 antagonist of 1992"},
    ),
    Entity("LAB:2", "psoriasis", ("biolink:Disease",)),
    Entity("LAB:3", "eczema", ("biolink:Disease",)),
)
DOSES = {"LAB:2": ("50 mg", 0.004), "LAB:3": ("100 mg", 0.03)}


@pytest.fixture
def trials(server: Endpoint) -> Iterator[Graph]:
    """Give a graph of two treatments with a dose and a p value each."""
    with connect(server) as graph:
        keep(graph, "trials", _write)
        yield graph


def _write(graph: Graph) -> None:
    claims = tuple(
        Assertion(
            "LAB:1",
            "biolink:treats",
            disease,
            "infores:ours",
            "knowledge_assertion",
            "manual_agent",
            properties={"dose": dose, "p_value": p_value},
        )
        for disease, (dose, p_value) in DOSES.items()
    )
    with leased(graph) as held:
        writer = Writer(held, model())
        writer.write(PendingBatch(entities=ENTITIES, assertions=claims))
        writer.finish()


def asked(graph: Graph, question: str) -> Answer:
    """Ask without a language model."""
    return ask(graph, SETTINGS, question)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What dose of veltorinib treats psoriasis?", "veltorinib treats psoriasis: dose 50 mg (ours). [1]"),
        (
            "What is the p value of veltorinib in eczema?",
            "veltorinib treats eczema: p value 0.03 (ours). [1]",
        ),
        ("What is the half-life of veltorinib?", "veltorinib: half life 8 h. [1]"),
    ],
)
def test_a_property_is_told_and_cited(trials: Graph, question: str, answer: str) -> None:
    found = asked(trials, question)
    assert found.answer == answer
    assert found.subgraph.nodes[0].name == "veltorinib"


def test_the_property_of_a_node_cites_the_node(trials: Graph) -> None:
    (citation,) = answer_json(asked(trials, "What is the half-life of veltorinib?"))["citations"]
    assert (citation["node_id"], citation["assertion_id"]) == ("LAB:1", None)


@pytest.mark.parametrize(
    "question",
    [
        "What dose of veltorinib treats psoriasis in children?",
        "What dose of veltorinib causes psoriasis?",
        "Which drugs treat psoriasis at a dose of 20 mg?",
    ],
)
def test_what_the_graph_does_not_state_is_no_answer(trials: Graph, question: str) -> None:
    assert asked(trials, question).abstained


def test_numbers_of_a_description_are_told(trials: Graph) -> None:
    told = asked(trials, "What is veltorinib?").answer
    assert told.startswith(
        "veltorinib is a small molecule: A 5-HT3 antagonist of 1992. veltorinib treats eczema"
    )


def test_it_is_what_the_part_before_names(trials: Graph) -> None:
    found = asked(trials, "What is the half-life of veltorinib and which diseases does it treat?")
    told = "veltorinib treats eczema (ours). [2] veltorinib treats psoriasis (ours). [3]"
    assert [part.answer for part in found.parts] == ["veltorinib: half life 8 h. [1]", told]
