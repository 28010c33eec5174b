"""Publication reader: the part of a sentence that answers, by the span reader."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Protocol

from bioloom.answering.answer_wording import is_title, title_prefix
from bioloom.answering.draft_answer import Draft, DraftSentence, Quote, abstain, join_parts
from bioloom.answering.question_coverage import NEEDED, coverage
from bioloom.answering.reading_context import ReadingContext
from bioloom.answering.refusal_wording import NEAREST
from bioloom.answering.step_constraints import Numbered, place_of
from bioloom.question_parsing import ParsedQuestion
from bioloom.records import Evidence
from bioloom.retrieval import PUBLICATIONS
from bioloom.settings import Settings
from bioloom.span_reader import PassageSentence, ReadSpan, has_reader

COVERED = 0.4
"""Weighted share of the question's words that the chosen sentence and its surroundings must hold; with it and
`NEEDED` some six questions in seven that an abstract does not answer are refused (docs/evaluation.md)."""

READ = 10
"""Sentences that are read together."""

_UNSURE = "No sentence of a publication that was found answers this surely enough."

LEFT_TO_OTHERS = frozenset({"steps", "after", "before", "closed"})
"""Kinds of questions that other readers answer: for order, for whole protocols, for yes or no."""

_COMPARED = re.compile(r"\bcompar\w*|\bdiffer\w*|\bversus\b|\bvs\b", re.IGNORECASE)
"""What a publication compares is one finding, in one sentence."""


class SpanModel(Protocol):
    """Scores spans of sentences, as `SpanReader` does."""

    def read(
        self, question: str, sentences: Sequence[PassageSentence], whole: str = "", /
    ) -> Sequence[ReadSpan]:
        """Find the part of each sentence that answers, best first."""
        ...

    def confidence(self, span: ReadSpan, /) -> float:
        """Say how probable it is that a span answers, 0 to 1."""
        ...


class PublicationReader:
    """Answers with a part of a ranked sentence of a publication, where a span reader is at hand."""

    def read(self, context: ReadingContext) -> Draft | None:
        """Read the ranked sentences; the model is opened only where a publication is to be read."""
        told = readable(context.settings, context.question, context.hits)
        if not told:
            return None
        from bioloom.span_reader.reader import open_reader  # onnxruntime takes a moment to import

        model = open_reader(context.settings.reader)
        draft = read_spans(context.question, context.weights, told, model)
        return replace(draft, evidence=context.pieces, needed=NEEDED)


def readable(settings: Settings, question: ParsedQuestion, hits: Sequence[Evidence]) -> list[Numbered]:
    """List the sentences of publications that are read for a question, with their numbers.

    None without a span reader, where the question is for another one, or where the best sentence does not
    stand in a publication.
    """
    if question.type.kind in LEFT_TO_OTHERS or not (settings.reader or has_reader()):
        return []
    told = [(number, hit) for number, hit in enumerate(hits, 1) if hit.sentence_id and not is_title(hit)]
    if not told or not _prose(told[0][1]):
        return []
    return [(number, hit) for number, hit in told if _prose(hit)][:READ]


def read_spans(
    question: ParsedQuestion, weights: Mapping[str, float], told: Sequence[Numbered], reader: SpanModel
) -> Draft:
    """Answer each part of a question with a part of a sentence, which is cited whole.

    `weights` are the idf weights of the question's words, of which the sentence and its surroundings must
    cover `COVERED`: the reader never saw a question about something else entirely. A part that is not
    answered surely enough abstains, and shows the nearest sentence.
    """
    passages = [
        PassageSentence(hit.text, hit.document_id or "", hit.document_title or "", place_of(hit))
        for _, hit in told
    ]
    parts = [pattern.text for pattern in question.patterns]
    if len(parts) == 1 or _COMPARED.search(question.text):
        return _read_part(told, weights, reader.read(question.text, passages), reader.confidence)
    read = (reader.read(part, passages, question.text) for part in parts)
    drafts = [_read_part(told, weights, found, reader.confidence) for found in read]
    return join_parts([replace(draft, asked=part) for draft, part in zip(drafts, parts, strict=True)])


def _read_part(
    told: Sequence[Numbered],
    weights: Mapping[str, float],
    found: Sequence[ReadSpan],
    confidence: Callable[[ReadSpan], float],
) -> Draft:
    if not found:
        return abstain("no part of a sentence answers")
    best = found[0]
    number, hit = told[best.sentence]
    if coverage(weights, hit) < COVERED:
        return abstain("the sentence that was read covers too little of the question")
    said, sure = hit.text[best.start : best.end].strip(), confidence(best)
    whole, quotes = f"{title_prefix(hit)}“{hit.text}”", (Quote(number, hit.text),)
    if sure >= NEEDED:
        return Draft((DraftSentence(f"{said} – {whole}", quotes),), confidence=sure, found=1, short=(said,))
    nearest = (DraftSentence(f"The nearest sentence: {whole}", quotes),) if sure >= NEAREST else ()
    return Draft(nearest, abstained=True, reason=_UNSURE, confidence=sure)


def _prose(piece: Evidence) -> bool:
    return piece.document_kind in PUBLICATIONS
