"""Fitting of the belief in sentences of publications, on questions written about loaded abstracts."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bioloom.answering.composition.confidence import SENTENCES
from bioloom.answering.evidence_gathering import gather_evidence
from bioloom.answering.readers.publication_reader import (
    passages_of,
    read_whole,
    sentences_to_read,
    span_signals,
    spans_that_fit,
)
from bioloom.graph.connection import Graph
from bioloom.question_parsing import parse_question
from bioloom.settings import Settings
from bioloom.span_reader.reader import open_reader
from bioloom_lab.evaluation.answer_judging import holds_quoted
from bioloom_lab.evaluation.protocol_questions.fitting import OnProgress, filled_table, keep
from bioloom_lab.evaluation.questions import GoldQuestion, read_questions
from bioloom_lab.training.confidence import ReadingCase, fit_confidence

_K = 8
"""Sentences that an answer shows; the reader reads more."""


def fit_sentences_table(
    graph: Graph,
    settings: Settings,
    questions: Sequence[Path],
    kept: Path,
    *,
    on_progress: OnProgress | None = None,
) -> str:
    """Give ontology/retrieval/confidence.tsv with the column for sentences of publications fitted.

    `questions` are files of questions written about loaded abstracts, none of which the reader learnt from,
    and of other matters. What was read is kept in the file `kept`; a run that broke off goes on from there.
    """
    asked = [question for path in questions for question in read_questions(path)]
    found = keep(
        kept,
        [f"sentences {each.question}" for each in asked],
        lambda at: _readings(graph, settings, asked[at]),
        on_progress=on_progress,
    )
    cases = [ReadingCase([told for told, _ in each], [right for _, right in each]) for each in found if each]
    weights = fit_confidence(cases)
    return filled_table("retrieval/confidence.tsv", {name: {SENTENCES: one} for name, one in weights.items()})


def _readings(graph: Graph, settings: Settings, question: GoldQuestion) -> list[tuple[dict[str, float], Any]]:
    """Read for a question of one part as `ask` does: each sentence's signals, and whether it is right."""
    context = gather_evidence(graph, settings, parse_question(question.question), k=_K)
    told = sentences_to_read(context)
    if not told or len(context.bindings) != 1:
        return []
    (pattern, *_), binding = context.question.patterns, context.bindings[0]
    spans = open_reader(settings.reader).spans(context.question.text, passages_of(told))
    fitting = spans_that_fit(pattern, told, context.weights, spans)
    whole = read_whole(context)
    made = []
    for span, signals in span_signals(pattern, told, context.weights, fitting, binding, whole):
        piece = told[span.sentence][1]
        right = holds_quoted(question, piece.text, piece.document_id)
        made.append(({name: round(value, 4) for name, value in signals.items()}, right))
    return made
