"""Ways to read an answer off ranked sentences: the floors that need no model, and the span reader."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from bioloom_lab.evaluation.span_questions.clauses import best_clause
from bioloom_lab.evaluation.span_questions.gold import AskedArticle

Weights = Mapping[str, float]


class Answerer(Protocol):
    """Gives the answer to a question from texts of sentences, best first; `weights` are of its words."""

    def __call__(self, one: AskedArticle, weights: Weights, sentences: Sequence[str], /) -> str: ...


def best_sentence(one: AskedArticle, weights: Weights, sentences: Sequence[str]) -> str:
    """Answer with the whole first sentence."""
    return sentences[0] if sentences else ""


def clause_of_best(one: AskedArticle, weights: Weights, sentences: Sequence[str]) -> str:
    """Answer with the part of the first sentence that the question does not say itself."""
    if not sentences:
        return ""
    start, end = best_clause(sentences[0], weights)
    return sentences[0][start:end]


FLOORS: Mapping[str, Answerer] = {"best sentence": best_sentence, "best clause": clause_of_best}
"""What answers without any model."""
