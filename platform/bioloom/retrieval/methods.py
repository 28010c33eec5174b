"""The ways to rank sentences, as numbers of one formula; the command line chooses from these."""

import math
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Method:
    """Score = (BM25 + `context` * BM25 of the title line) * log(`base` + `graph` * matched entities).

    `forms` is the weight of other word forms in the query, `folded` lets inflected names match,
    `synonyms` lets a mention match by the names of the entity it denotes. `lexical` is False for the one
    method that does not ask the full-text index at all.
    """

    description: str
    context: float = 0.0
    base: float = math.e
    graph: float = 1.0
    forms: float = 0.0
    folded: bool = False
    synonyms: bool = False
    lexical: bool = True


METHODS = {
    "bm25": Method("BM25 of the sentence alone", graph=0.0),
    "graph": Method("number of graph entities that stand in the question, alone", lexical=False),
    "fused": Method("BM25 · log(1 + matches), as BioPIE publishes it", base=1.0),
    "robust": Method(
        "BM25 · log(e + matches), with word forms and synonyms", forms=0.5, folded=True, synonyms=True
    ),
    "context": Method(
        "robust, with the BM25 of the document's title line added", 1.0, forms=0.5, folded=True, synonyms=True
    ),
}
"""Every method by its name."""

DEFAULT_METHOD = "context"
"""What won on questions about training protocols (docs/evaluation.md)."""
