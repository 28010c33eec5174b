"""Fitting of the table of documents: which one a part of a question is believed to be about."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from bioloom.answering.constraints.document_binding import texts_of_parts
from bioloom.answering.constraints.document_ranking import (
    DOCUMENT_SIGNALS,
    Signals,
    document_signals,
    found_documents,
)
from bioloom.answering.evidence_gathering import READ_AHEAD
from bioloom.graph.connection import Graph
from bioloom.question_parsing import parse_question
from bioloom.retrieval import rank_sentences
from bioloom_lab.evaluation.protocol_questions.fitting import OnProgress, filled_table, keep, read_kept
from bioloom_lab.evaluation.questions import GoldQuestion
from bioloom_lab.training.convex_fits import fit_conditional_logit

PENALTY = 0.3
"""Penalty of the weights of documents; any from 0.1 to 1 does as well in cross-validation over protocols."""


def fit_documents_table(
    graph: Graph,
    questions: Sequence[GoldQuestion],
    kept: Path,
    *,
    also: Sequence[Path] = (),
    on_progress: OnProgress | None = None,
) -> str:
    """Give ontology/retrieval/documents.tsv with weights fitted on the questions whose document is known: the
    one whose lines answer a part, or that a question without an answer is asked about.

    The signals depend on the ranking: fit that first. `kept` as for the ranking; `also` are such files made
    with other graphs.
    """
    asked = [each for each in questions if any(_documents_of(each))]
    found = keep(
        kept,
        [f"documents {each.question}" for each in asked],
        lambda at: _documents(graph, asked[at]),
        on_progress=on_progress,
    )
    found += [parts for path in also for parts in read_kept(path).values()]
    cases = [(rows, place) for parts in found for rows, place in parts]
    used = np.ones(2 * len(DOCUMENT_SIGNALS), bool)
    weights = fit_conditional_logit(cases, used, PENALTY)
    return filled_table(
        "retrieval/documents.tsv",
        {
            name: {"part": weights[at], "whole": weights[at + len(DOCUMENT_SIGNALS)]}
            for at, name in enumerate(DOCUMENT_SIGNALS)
        },
    )


def _documents_of(question: GoldQuestion) -> list[frozenset[str]]:
    """Name the documents that each part is about, without their corpus; none where that is not known."""
    if not question.parts:
        return [frozenset([question.about]) if question.about else frozenset()]
    return [frozenset(line.partition(":")[0] for line in part.lines) for part in question.parts]


def _documents(graph: Graph, question: GoldQuestion) -> list[tuple[list[list[float]], int]]:
    """Give for each part the signals of the documents found, and the place of the one that it is about.

    Nothing where the question is split otherwise than its gold, or where the document was not found.
    """
    parsed = parse_question(question.question)
    ranked = rank_sentences(graph, parsed, k=READ_AHEAD)
    weights, documents = ranked.weights or {}, found_documents(ranked.hits)
    gold = _documents_of(question)
    if len(parsed.patterns) != len(gold):
        return []
    nothing: Signals = [{} for _ in documents]
    texts = texts_of_parts(parsed)
    signals = {text: document_signals(text, weights, documents) for pair in texts for text in {*pair} - {""}}
    made = []
    for pair, meant in zip(texts, gold, strict=True):
        told = [signals.get(text, nothing) for text in pair]
        rows = [
            [round(each.get(name, 0.0), 4) for each in both for name in DOCUMENT_SIGNALS]
            for both in zip(*told, strict=True)
        ]
        places = [at for at, each in enumerate(documents) if each.id.rpartition(":")[2] in meant]
        made += [(rows, places[0])] if places else []
    return made
