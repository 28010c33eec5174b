"""Question -> ranked sentences with their subgraphs, and assertions of the entities it names."""

from bioloom.retrieval.assertions import (
    ASKED_CATEGORIES,
    RELATION_WORDS,
    RankedAssertions,
    rank_assertions,
    retrieve_assertions,
)
from bioloom.retrieval.documents import (
    DocumentEntry,
    DocumentView,
    list_documents,
    read_document,
)
from bioloom.retrieval.filters import EVERYTHING, Filters
from bioloom.retrieval.methods import DEFAULT_METHOD, METHODS, Method
from bioloom.retrieval.neighbourhood import NEIGHBOUR_KEY, Neighbourhood, neighbourhood
from bioloom.retrieval.sentences import document_steps, document_titles, holdings, retrieve, sentences_known
from bioloom.retrieval.weights import weigh
from bioloom.retrieval.wording import Wording, stem, word

__all__ = [
    "ASKED_CATEGORIES",
    "DEFAULT_METHOD",
    "EVERYTHING",
    "METHODS",
    "NEIGHBOUR_KEY",
    "RELATION_WORDS",
    "DocumentEntry",
    "DocumentView",
    "Filters",
    "Method",
    "Neighbourhood",
    "RankedAssertions",
    "Wording",
    "document_steps",
    "document_titles",
    "holdings",
    "list_documents",
    "neighbourhood",
    "rank_assertions",
    "read_document",
    "retrieve",
    "retrieve_assertions",
    "sentences_known",
    "stem",
    "weigh",
    "word",
]
