"""How far evidence covers a question, each word by its weight; the ground of confidence and abstention."""

from __future__ import annotations

from collections.abc import Mapping

from bioloom.names import tokens
from bioloom.records import Evidence
from bioloom.retrieval import stem

ENOUGH = 0.5
"""Weighted share of the question's words that evidence must cover; chosen on questions about training
protocols (docs/evaluation.md)."""

_SHORTEST_BEGINNING = 4


def coverage(
    weights: Mapping[str, float], evidence: Evidence, *, asked_words: frozenset[str] = frozenset()
) -> float:
    """Give the weighted share of question words that stand in the evidence or its surroundings, 0 to 1.

    The title of the document and the neighbouring steps count too; words of `asked_words` (the kind of
    value asked for) are left out of the sum.
    """
    surroundings = (evidence.text, evidence.document_title, evidence.before, evidence.after)
    known = {stem(word) for text in surroundings if text for word in tokens(text)}
    asked = {word: weight for word, weight in weights.items() if word not in asked_words}
    total = sum(asked.values())
    if not total:
        return 0.0
    return sum(weight for word, weight in asked.items() if _stands(word, known)) / total


def _stands(word: str, known: set[str]) -> bool:
    parts = [stem(part) for part in tokens(word)]
    return bool(parts) and all(part in known or _begins(part, known) for part in parts)


def _begins(part: str, known: set[str]) -> bool:
    if len(part) < _SHORTEST_BEGINNING or not part.isalpha():
        return False
    return any(
        len(other) >= _SHORTEST_BEGINNING and (other.startswith(part) or part.startswith(other))
        for other in known
    )
