"""Inverse document frequencies: how much each word of a question weighs."""

import math
from collections.abc import Mapping

from bioloom.graph.connection import Graph
from bioloom.question_parsing import ParsedQuestion, forms_of
from bioloom.retrieval.statement_runner import run_statement

MOST_WORDS = 40
"""Content words of a question that are counted."""


def idf_weights(graph: Graph, question: ParsedQuestion) -> Mapping[str, float]:
    """Weigh each content word: log(1 + sentences / (1 + sentences with the word)).

    A word that the graph has never seen weighs most. Without any sentences all weigh the same.
    """
    found = run_statement(graph, "retrieve/frequencies", {"terms": counted_terms(question)})
    counted = {row["term"]: row["frequency"] for row in found}
    return weights_of_counts(question, counted, found[0]["sentences"] if found else 0)


def counted_terms(question: ParsedQuestion) -> list[dict[str, str]]:
    """Give the words to count, each with the query text of all its forms."""
    words = question.content_words[:MOST_WORDS]
    return [{"term": word, "lucene": " ".join((word, *forms_of(word)))} for word in words]


def weights_of_counts(
    question: ParsedQuestion, frequencies: Mapping[str, int], sentences: int
) -> Mapping[str, float]:
    """Turn the frequencies of a question's content words among so many sentences into their weights."""
    return {
        word: math.log(1 + sentences / (1 + frequencies[word])) if sentences and word in frequencies else 1.0
        for word in question.content_words[:MOST_WORDS]
    }
