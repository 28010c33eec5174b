"""The ways to rank sentences; the command line and the service choose from these."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

Ranking = Literal["product", "mentions", "vector", "rrf", "learned"]


@dataclass(frozen=True, slots=True)
class Method:
    """How a method ranks.

    `product`: (BM25 + `context` * BM25 of the title line) * log(`base` + `graph` * matched entities), one
    query; `forms` is the weight of other word forms in the query, `folded` lets inflected names match,
    `synonyms` lets a mention match by the names of the entity it denotes. `mentions` counts matched
    entities, `vector` compares sentence vectors, both in one query. `rrf` and `learned` gather candidates
    in one query, order them, and bring the subgraphs of the first in another; `hops` follows step order,
    references and entities, `vectors` compares vectors where the graph has them.
    """

    description: str
    ranking: Ranking = "product"
    context: float = 0.0
    base: float = math.e
    graph: float = 1.0
    forms: float = 0.0
    folded: bool = False
    synonyms: bool = False
    hops: bool = False
    vectors: bool = False

    @property
    def lexical(self) -> bool:
        """Say whether the method is the product of one query of the full-text index."""
        return self.ranking == "product"


METHODS = {
    "bm25": Method("BM25 of the sentence alone", graph=0.0),
    "graph": Method("number of graph entities that stand in the question, alone", "mentions"),
    "fused": Method("BM25 · log(1 + matches), as BioPIE publishes it", base=1.0),
    "robust": Method(
        "BM25 · log(e + matches), with word forms and synonyms", forms=0.5, folded=True, synonyms=True
    ),
    "context": Method(
        "robust, with the BM25 of the document's title line added",
        context=1.0,
        forms=0.5,
        folded=True,
        synonyms=True,
    ),
    "vector": Method("cosine of sentence vectors (bioloom embed)", "vector", vectors=True),
    "rrf": Method(
        "reciprocal ranks of BM25, context, graph and vector added",
        "rrf",
        forms=0.5,
        folded=True,
        vectors=True,
    ),
    "rerank": Method(
        "candidates of all indexes, ordered by learned weights", "learned", forms=0.5, folded=True
    ),
    "hops": Method(
        "rerank, with steps before and after, referred to, or on the same entity",
        "learned",
        forms=0.5,
        folded=True,
        hops=True,
    ),
    "prose": Method(
        "rerank, with the cosines of sentence vectors where there are any: best for publications",
        "learned",
        forms=0.5,
        folded=True,
        vectors=True,
    ),
}
"""Every method by its name."""

DEFAULT_METHOD = "hops"
"""What won on questions about protocols (docs/evaluation.md)."""
