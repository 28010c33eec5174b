"""Publication reader: the part of a sentence that answers, by the span reader."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Protocol

from bioloom.answering.answer_wording import is_title, title_prefix
from bioloom.answering.draft_answer import Draft, DraftSentence, Quote
from bioloom.answering.question_coverage import BELIEVED, coverage
from bioloom.answering.reading_context import ReadingContext
from bioloom.question_parsing import ParsedQuestion
from bioloom.records import Evidence
from bioloom.retrieval import PUBLICATIONS
from bioloom.span_reader import ReadSpan, has_reader

READ = 10
"""Sentences that are read together."""

COVERED = 0.6
"""Weighted share of the question's words that the chosen sentence and its surroundings must hold; chosen on
COVID-QA's dev questions and 40 unrelated ones (docs/evaluation.md)."""

LEFT_TO_OTHERS = frozenset({"steps", "after", "before", "closed"})
"""Kinds of questions that other readers answer: for order, for whole protocols, for yes or no."""


class SpanModel(Protocol):
    """Scores spans of sentences, as `SpanReader` does."""

    def read(self, question: str, sentences: Sequence[str], /) -> Sequence[ReadSpan]:
        """Find the part of each sentence that answers, best first."""
        ...

    def confidence(self, span: ReadSpan, /) -> float:
        """Say how probable it is that a span answers, 0 to 1."""
        ...


class PublicationReader:
    """Answers with a part of a ranked sentence of a publication, where a span reader is at hand."""

    def read(self, context: ReadingContext) -> Draft | None:
        """Read the ranked sentences; the model is opened only where a publication is to be read."""
        if not context.hits or not (context.settings.reader or has_reader()):
            return None

        def opened() -> SpanModel:
            from bioloom.span_reader.reader import open_reader  # onnxruntime takes a moment to import

            return open_reader(context.settings.reader)

        draft = read_spans(context.question, context.weights, context.hits, opened)
        return replace(draft, evidence=context.pieces, needed=BELIEVED)


def read_spans(
    question: ParsedQuestion,
    weights: Mapping[str, float],
    hits: Sequence[Evidence],
    opened: Callable[[], SpanModel],
) -> Draft:
    """Answer with a part of a ranked sentence, which is cited whole; its confidence is calibrated.

    No model is opened, and the draft abstains, where the question is for another reader or the best sentence
    does not stand in a publication. The model never saw a question without an answer, so the sentence that it
    chooses must also cover `COVERED` of the question.
    """
    told = [
        (number, piece) for number, piece in enumerate(hits, 1) if piece.sentence_id and not is_title(piece)
    ]
    if question.type.kind in LEFT_TO_OTHERS or not told or not _prose(told[0][1]):
        return Draft(abstained=True, reason="no publication was found to read")
    told = [(number, piece) for number, piece in told if _prose(piece)][:READ]
    reader = opened()
    found = reader.read(question.text, [piece.text for _, piece in told])
    if not found:
        return Draft(abstained=True, reason="no part of a sentence answers")
    best = found[0]
    number, piece = told[best.sentence]
    if coverage(weights, piece) < COVERED:
        return Draft(abstained=True, reason="the sentence that was read covers too little of the question")
    said = piece.text[best.start : best.end].strip()
    sentence = DraftSentence(f"{said} – {title_prefix(piece)}“{piece.text}”", (Quote(number, piece.text),))
    return Draft((sentence,), confidence=reader.confidence(best), found=1, short=(said,))


def _prose(piece: Evidence) -> bool:
    return piece.document_kind in PUBLICATIONS
