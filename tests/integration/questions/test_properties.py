"""Properties of assertions and nodes, asked for by their names."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bioloom.answering import answer_json, ask
from bioloom.biolink import model
from bioloom.graph.connection import Endpoint, Graph, connect
from bioloom.graph.writing.pending_batch import PendingBatch
from bioloom.graph.writing.writer import Writer
from bioloom.records import Answer, Assertion, Entity, Value
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
    Entity("LAB:5", "phase", ("biolink:NamedThing",)),
    Entity("LAB:4", "brelinumab", ("biolink:SmallMolecule",), properties={"status": "approved"}),
)
TRIALS: tuple[tuple[str, str, dict[str, Value]], ...] = (
    ("LAB:1", "LAB:2", {"dose": "50 mg", "p_value": 0.004, "phase": "Phase 3"}),
    ("LAB:1", "LAB:3", {"dose": "100 mg", "p_value": 0.03, "phase": "Phase 2"}),
    ("LAB:4", "LAB:2", {"dose": "75 mg", "p_value": 0.2, "route": "subcutaneous"}),
)


@pytest.fixture
def trials(server: Endpoint) -> Iterator[Graph]:
    """Give a graph of three treatments with a dose and a p value each."""
    with connect(server) as graph:
        keep(graph, "trials", _write)
        yield graph


def _write(graph: Graph) -> None:
    claims = tuple(
        Assertion(
            drug,
            "biolink:treats",
            disease,
            "infores:ours",
            "knowledge_assertion",
            "manual_agent",
            properties=properties,
        )
        for drug, disease, properties in TRIALS
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
        "Which subcutaneous drugs treat psoriasis in phase 3?",
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


@pytest.mark.parametrize(
    ("question", "drugs"),
    [
        ("Which drugs treat psoriasis?", {"veltorinib", "brelinumab"}),
        ("Which drugs treat psoriasis at a dose of 50 mg?", {"veltorinib"}),
        ("Which phase 3 drugs treat psoriasis?", {"veltorinib"}),
        ("Which approved drugs treat psoriasis?", {"brelinumab"}),
        ("Which drugs that are not approved treat psoriasis or eczema?", set()),
        ("Which drugs treat psoriasis with a p value below 0.05?", {"veltorinib"}),
        ("Which drugs treat psoriasis with p value >= 0.05?", {"brelinumab"}),
        ("Which drugs treat psoriasis but are not subcutaneous?", set()),
    ],
)
def test_conditions_on_properties_narrow_the_answer(trials: Graph, question: str, drugs: set[str]) -> None:
    found = asked(trials, question)
    told = {drug for drug in ("veltorinib", "brelinumab") if drug in found.answer}
    assert told == drugs or (not drugs and found.abstained), found.answer


def test_an_answer_shows_the_property_that_narrows_it(trials: Graph) -> None:
    found = asked(trials, "How many phase 3 drugs treat psoriasis?")
    assert found.answer == "1 in this graph. veltorinib treats psoriasis: phase Phase 3 (ours). [1]"
    assert asked(trials, "Which subcutaneous drugs treat psoriasis in phase 3?").answer.startswith(
        "No assertion that answers this of “psoriasis” states “subcutaneous"
    )


@pytest.mark.parametrize(
    "question",
    [
        "How does brelinumab cure eczema?",
        "Why does brelinumab treat eczema?",
        "What does brelinumab do in eczema?",
        "What is brelinumab's effect on eczema?",
    ],
)
def test_what_nothing_joins_is_told_with_what_is_known_of_each(trials: Graph, question: str) -> None:
    found = asked(trials, question)
    assert found.abstained
    assert "joins “brelinumab” and “eczema” by nothing" in found.answer
    assert {"brelinumab", "eczema"} <= {node.name for node in found.subgraph.nodes}


@pytest.mark.parametrize(
    "question",
    [
        "What drugs treat psoriasis or eczema?",
        "Why does veltorinib treat eczema?",
        "What does veltorinib do in psoriasis?",
    ],
)
def test_names_that_are_joined_or_listed_are_answered(trials: Graph, question: str) -> None:
    assert "veltorinib treats" in asked(trials, question).answer


@pytest.mark.parametrize(
    "question",
    [
        "Which withdrawn drugs treat psoriasis?",
        "Why does zorblaxin treat psoriasis?",
        "Is veltorinib approved?",
    ],
)
def test_a_word_that_nothing_states_and_that_decides_is_refused(trials: Graph, question: str) -> None:
    assert asked(trials, question).abstained


def test_a_property_says_yes_or_is_shown_with_its_value(trials: Graph) -> None:
    assert asked(trials, "Is brelinumab approved?").answer.startswith("Yes: brelinumab treats psoriasis")
    other = asked(trials, "Is veltorinib in phase 4?")
    assert other.abstained
    assert "phase Phase" in other.answer


def test_a_thing_that_is_called_as_a_property_is_no_name(trials: Graph) -> None:
    found = asked(trials, "Which phase 4 drugs treat psoriasis?")
    assert found.abstained
    assert "“phase” and" not in found.answer
