"""How much each word of a question weighs: rare words tell more than common ones."""

from __future__ import annotations

import math
from collections.abc import Mapping

from bioloom.graph.connection import Graph
from bioloom.retrieval.lucene_query import content_words, forms_of
from bioloom.retrieval.query_runner import rows

MOST_WORDS = 40


def weigh(graph: Graph, question: str) -> Mapping[str, float]:
    """Give the weight of each content word of a question: log(1 + sentences / (1 + sentences with it)).

    A word that the graph has never seen weighs most. Without any sentences all weigh the same.
    """
    words = content_words(question)[:MOST_WORDS]
    terms = [{"term": word, "lucene": " ".join((word, *forms_of(word)))} for word in words]
    found = rows(graph, "retrieve/frequencies", {"terms": terms})
    counted = {row["term"]: row for row in found}
    return {
        word: math.log(1 + counted[word]["sentences"] / (1 + counted[word]["frequency"]))
        if word in counted and counted[word]["sentences"]
        else 1.0
        for word in words
    }
