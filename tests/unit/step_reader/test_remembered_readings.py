"""A text is read once for a question: what was found is kept, and only for the same words."""

from __future__ import annotations

import pytest

from bioloom.extraction.networks.onnx_network import Network
from bioloom.resources import weights
from bioloom.span_reader import PassageSentence
from bioloom.span_reader.reader import SpanReader
from bioloom.step_reader import ReadableText
from bioloom.step_reader.reader import StepWindowReader

PREP = ReadableText("Plasmid prep", ("Spin for 5 minutes.", "Add 50 µl of lysozyme."))
SPIN = "How long is the spin?"


@pytest.fixture
def runs(monkeypatch: pytest.MonkeyPatch) -> list[None]:
    done: list[None] = []
    states = Network.states

    def counted(self: Network, given: dict) -> object:  # type: ignore[type-arg]
        done.append(None)
        return states(self, given)

    monkeypatch.setattr(Network, "states", counted)
    return done


def test_steps_are_read_once_for_a_question(runs: list[None]) -> None:
    reader = StepWindowReader(weights("reader"))
    first = reader.read(SPIN, "", [PREP])
    assert first[0, 0].score > first[0, 1].score
    assert reader.read(SPIN, "", [ReadableText("Plasmid prep", (*PREP.steps,))]) == first
    assert len(runs) == 1
    reader.read("How much lysozyme is added?", "", [PREP])
    reader.read(SPIN, "How long is the spin, and how fast?", [PREP])
    reader.read(SPIN, "", [ReadableText("Plasmid prep", ("Spin for 6 minutes.",))])
    reader.read(SPIN, "", [ReadableText("Another prep", PREP.steps)])
    assert len(runs) == 5


def test_sentences_are_read_once_for_a_question_and_an_order(runs: list[None]) -> None:
    reader = SpanReader(weights("reader"))
    sentences = [PassageSentence(text, "a", "Prep", at) for at, text in enumerate(PREP.steps)]
    first = list(reader.spans(SPIN, sentences))
    assert list(reader.spans(SPIN, sentences)) == first
    assert len(runs) == 1
    turned = sorted(reader.spans(SPIN, sentences[::-1]), key=lambda span: -span.sentence)
    assert [span.score for span in turned] == pytest.approx([span.score for span in first])


def test_sentences_that_cannot_answer_are_read_only_beside_one_that_may(runs: list[None]) -> None:
    reader = SpanReader(weights("reader"))
    none, some = (
        [PassageSentence(text, "a", "Prep", at, able=able) for at, text in enumerate(PREP.steps)]
        for able in (False, True)
    )
    assert not [*reader.spans(SPIN, none)]
    assert not runs
    assert len([*reader.spans(SPIN, [none[0], *some[1:]])]) == len(PREP.steps)
    assert len(runs) == 1
