"""Parts of sentences as answers: only from publications, the sentence cited whole, confidence kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from bioloom.answering.citation_verification import verify
from bioloom.answering.publication_reader import read_spans
from bioloom.question_parsing import parse_question
from bioloom.records import Evidence
from bioloom.span_reader import ReadSpan

WHY = "Why does mite fever spread?"
TITLE = Evidence(
    "Mites", 3.0, sentence_id="a:1#s0", document_id="a:1", document_title="Mites", document_kind="article"
)
DAMP = Evidence(
    "It spreads because houses are damp.",
    2.0,
    sentence_id="a:1#s1",
    document_id="a:1",
    document_title="Mites",
    document_kind="article",
)
STEP = Evidence(
    "Add 5 ml.",
    1.0,
    sentence_id="p:1#s1",
    document_id="p:1",
    document_title="Buffer",
    document_kind="protocol",
)
WEIGHTS = {"mite": 1.0, "fever": 1.0, "spread": 1.0}


class Fake:
    """Finds what stands behind "because" and remembers what it was given."""

    def __init__(self) -> None:
        self.given: Sequence[str] = ()

    def read(self, question: str, sentences: Sequence[str]) -> Sequence[ReadSpan]:
        self.given = sentences
        return [
            ReadSpan(at, text.index("because"), len(text) - 1, 0.8, 0.9, 1.0)
            for at, text in enumerate(sentences)
            if "because" in text
        ]

    def confidence(self, span: ReadSpan) -> float:
        return span.share * span.expected


def test_the_span_is_the_answer_and_its_sentence_the_citation() -> None:
    reader = Fake()
    hits = (TITLE, STEP, DAMP)[::2]
    draft = read_spans(parse_question(WHY), WEIGHTS, (*hits, STEP), lambda: reader)
    assert reader.given == [DAMP.text]
    assert draft.short == ("because houses are damp",)
    assert draft.confidence == pytest.approx(0.72)
    sentences, citations = verify(replace(draft, evidence=(*hits, STEP)), WHY)
    assert sentences[0].startswith("because houses are damp – Mites: ")
    assert [(each.sentence_id, each.text) for each in citations] == [("a:1#s1", DAMP.text)]


@pytest.mark.parametrize(
    ("question", "hits"),
    [
        ("Does mite fever spread?", (DAMP,)),
        ("Which step comes after adding water?", (DAMP,)),
        (WHY, (STEP, DAMP)),
        (WHY, (TITLE,)),
        (WHY, ()),
    ],
)
def test_what_is_for_other_readers_is_left_to_them(question: str, hits: tuple[Evidence, ...]) -> None:
    opened: list[Fake] = []

    def reader() -> Fake:
        opened.append(Fake())
        return opened[-1]

    assert read_spans(parse_question(question), WEIGHTS, hits, reader).abstained
    assert not opened


def test_a_sentence_that_covers_little_of_the_question_is_no_answer() -> None:
    weights = {"mite": 1.0, "tungsten": 2.0, "melting": 2.0}
    question = "Why does tungsten melting spread mites?"
    draft = read_spans(parse_question(question), weights, (DAMP,), Fake)
    assert draft.abstained
    assert "covers too little" in draft.reason
