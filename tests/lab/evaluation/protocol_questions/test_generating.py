"""Questions made from real annotated protocols."""

from pathlib import Path

import pytest

from bioloom.records import AnnotatedDocument
from bioloom_lab.evaluation.protocol_questions.annotated_events import lemma, read_protocol
from bioloom_lab.evaluation.protocol_questions.generating import KINDS, generate
from bioloom_lab.evaluation.protocol_questions.near_misses import NEAR_MISSES
from bioloom_lab.evaluation.protocol_questions.suite import read_folders

FOLDER = Path(__file__).parents[4] / "loaders/demo/wlp"


@pytest.fixture(scope="module")
def documents() -> tuple[AnnotatedDocument, ...]:
    """Read the demo's annotated protocols."""
    return read_folders([FOLDER])


def test_the_same_seed_gives_the_same_questions_and_another_others(
    documents: tuple[AnnotatedDocument, ...],
) -> None:
    first = generate(documents, seed=3, a_kind=5)
    assert first == generate(tuple(reversed(documents)), seed=3, a_kind=5)
    assert first != generate(documents, seed=4, a_kind=5)
    assert {each.kind for each in first} <= set(KINDS)
    assert {"fact", "parameter", "next", "previous", "multi", "no value", "elsewhere"} <= {
        each.kind for each in first
    }


def test_gold_is_a_sentence_that_holds_the_answer(documents: tuple[AnnotatedDocument, ...]) -> None:
    texts = {each.id: each.text for document in documents for each in document.sentences}
    for question in generate(documents, a_kind=8):
        if question.kind in NEAR_MISSES:
            assert not question.gold
            assert question.answer is None
            continue
        (gold,) = question.gold
        for answer in (question.answer or "").split(" | "):
            assert answer in texts[gold]


def test_what_the_table_calls_otherwise_is_found_by_its_forms() -> None:
    assert [lemma(each) for each in ("Washing", "spun down", "added", "frobnicate")] == [
        "wash",
        "spin down",
        "add",
        None,
    ]


def test_steps_without_an_action_are_no_neighbours(documents: tuple[AnnotatedDocument, ...]) -> None:
    protocol, found = read_protocol(documents[0])
    first = protocol.steps[0]
    assert protocol.beside(first, -1) is None
    assert all(each.sentence in protocol.steps for each in found)
