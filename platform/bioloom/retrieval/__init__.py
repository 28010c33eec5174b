"""Question -> ranked sentences with their subgraphs, and assertions of the entities it names."""

from bioloom.retrieval.assertion_ranking import (
    ASKED_CATEGORIES,
    RELATION_WORDS,
    RankedAssertions,
    rank_assertions,
    retrieve_assertions,
)
from bioloom.retrieval.candidates import Candidate
from bioloom.retrieval.document_views import (
    DocumentEntry,
    DocumentView,
    list_documents,
    read_document,
)
from bioloom.retrieval.filters import EVERYTHING, Filters
from bioloom.retrieval.idf import weigh
from bioloom.retrieval.lucene_query import Wording, stem, word
from bioloom.retrieval.methods import DEFAULT_METHOD, METHODS, Method
from bioloom.retrieval.neighbourhood import NEIGHBOUR_KEY, Neighbourhood, neighbourhood
from bioloom.retrieval.question_analysis import Analysis, analyse
from bioloom.retrieval.question_type import ASKING_WORDS, Asked, read_question
from bioloom.retrieval.question_vector import vector_of, vectors_held
from bioloom.retrieval.ranking import PUBLICATIONS, order_by_weights
from bioloom.retrieval.ranking_features import BEYOND_TITLE, FEATURES
from bioloom.retrieval.sentence_retrieval import (
    copies_of,
    document_kinds,
    document_steps,
    document_titles,
    featured,
    holdings,
    retrieve,
    sentences_by_id,
    sentences_known,
    usable_methods,
)
from bioloom.retrieval.stated_values import stated_values

__all__ = [
    "ASKED_CATEGORIES",
    "ASKING_WORDS",
    "BEYOND_TITLE",
    "DEFAULT_METHOD",
    "EVERYTHING",
    "FEATURES",
    "METHODS",
    "NEIGHBOUR_KEY",
    "PUBLICATIONS",
    "RELATION_WORDS",
    "Analysis",
    "Asked",
    "Candidate",
    "DocumentEntry",
    "DocumentView",
    "Filters",
    "Method",
    "Neighbourhood",
    "RankedAssertions",
    "Wording",
    "analyse",
    "copies_of",
    "document_kinds",
    "document_steps",
    "document_titles",
    "featured",
    "holdings",
    "list_documents",
    "neighbourhood",
    "order_by_weights",
    "rank_assertions",
    "read_document",
    "read_question",
    "retrieve",
    "retrieve_assertions",
    "sentences_by_id",
    "sentences_known",
    "stated_values",
    "stem",
    "usable_methods",
    "vector_of",
    "vectors_held",
    "weigh",
    "word",
]
