"""Reading an answer off sentences of publications: the part of one that the span reader finds."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from bioloom.answering.draft_answer import Draft, DraftSentence, Quote
from bioloom.answering.protocol_reader import is_title
from bioloom.answering.question_coverage import coverage
from bioloom.records import Evidence
from bioloom.retrieval import PUBLICATIONS, Asked
from bioloom.span_reader import ReadSpan

READ = 10
"""Sentences that are read together."""

COVERED = 0.6
"""Weighted share of the question's words that the chosen sentence and its surroundings must hold; chosen on
COVID-QA's dev questions and 40 unrelated ones (docs/evaluation.md)."""

LEFT_TO_OTHERS = frozenset({"steps", "after", "before", "closed"})
"""Kinds of questions that other readers answer: for order, for whole protocols, for yes or no."""


class Reader(Protocol):
    """What `SpanReader` does for a question."""

    def read(self, question: str, sentences: Sequence[str], /) -> Sequence[ReadSpan]:
        """Find the part of each sentence that answers, best first."""
        ...

    def confidence(self, span: ReadSpan, /) -> float:
        """Say how probable it is that a span answers, 0 to 1."""
        ...


def read_spans(
    asked: Asked,
    question: str,
    weights: Mapping[str, float],
    hits: Sequence[Evidence],
    kinds: Mapping[str, str],
    opened: Callable[[], Reader],
) -> Draft:
    """Answer with a part of a ranked sentence, which is cited whole; its confidence is calibrated.

    `kinds` gives the kind of a document by its id. No reader is opened, and the draft abstains, where the
    question is for another one or the best sentence does not stand in a publication. A reader never saw a
    question without an answer, so the sentence that it chooses must also cover `COVERED` of the question.
    """
    told = [
        (number, piece) for number, piece in enumerate(hits, 1) if piece.sentence_id and not is_title(piece)
    ]
    if asked.kind in LEFT_TO_OTHERS or not told or not _prose(told[0][1], kinds):
        return Draft(abstained=True, reason="no publication was found to read")
    told = [(number, piece) for number, piece in told if _prose(piece, kinds)][:READ]
    reader = opened()
    found = reader.read(question, [piece.text for _, piece in told])
    if not found:
        return Draft(abstained=True, reason="no part of a sentence answers")
    best = found[0]
    number, piece = told[best.sentence]
    if coverage(weights, piece) < COVERED:
        return Draft(abstained=True, reason="the sentence that was read covers too little of the question")
    said = piece.text[best.start : best.end].strip()
    title = f"{piece.document_title.strip().rstrip('.')}: " if piece.document_title else ""
    sentence = DraftSentence(f"{said} – {title}“{piece.text}”", (Quote(number, piece.text),))
    return Draft((sentence,), confidence=reader.confidence(best), found=1, short=(said,))


def _prose(piece: Evidence, kinds: Mapping[str, str]) -> bool:
    return kinds.get(piece.document_id or "") in PUBLICATIONS
