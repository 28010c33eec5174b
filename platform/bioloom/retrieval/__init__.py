"""Question -> ranked sentences with their subgraphs, and assertions of the entities it names."""

from bioloom.retrieval.assertions import (
    ASKED_CATEGORIES,
    RELATION_WORDS,
    RankedAssertions,
    rank_assertions,
    retrieve_assertions,
)
from bioloom.retrieval.methods import DEFAULT_METHOD, METHODS, Method
from bioloom.retrieval.sentences import document_steps, document_titles, holdings, retrieve, sentences_known
from bioloom.retrieval.weights import weigh
from bioloom.retrieval.wording import Wording, stem, word

__all__ = [
    "ASKED_CATEGORIES",
    "DEFAULT_METHOD",
    "METHODS",
    "RELATION_WORDS",
    "Method",
    "RankedAssertions",
    "Wording",
    "document_steps",
    "document_titles",
    "holdings",
    "rank_assertions",
    "retrieve",
    "retrieve_assertions",
    "sentences_known",
    "stem",
    "weigh",
    "word",
]
