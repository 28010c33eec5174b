"""Question coverage: the weighted share of a question that evidence holds, and the least that answers."""

from collections.abc import Mapping

from bioloom.records import Evidence
from bioloom.retrieval.weighted_overlap import covered_share, stems_of

LEAST_COVERAGE = 0.5
"""Weighted share of the question's words that assertions, or the title of a whole protocol, must cover;
chosen on questions about training protocols (docs/evaluation.md). For beliefs: `confidence.LEAST_BELIEF`."""


def coverage(
    weights: Mapping[str, float], evidence: Evidence, *, asked_words: frozenset[str] = frozenset()
) -> float:
    """Give the weighted share of question words that stand in the evidence or its surroundings, 0 to 1.

    The title of the document and the neighbouring steps count too; words of `asked_words` (the kind of
    value asked for) are left out of the sum.
    """
    surroundings = (evidence.text, evidence.document_title, evidence.before, evidence.after)
    known = frozenset().union(*(stems_of(text) for text in surroundings if text))
    return covered_share({word: weight for word, weight in weights.items() if word not in asked_words}, known)
