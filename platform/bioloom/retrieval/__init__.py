"""ParsedQuestion -> ranked sentences with their subgraphs, and assertions of the entities it names."""

from bioloom.retrieval.abbreviated_names import names_by_initials, short_names
from bioloom.retrieval.asked_relations import (
    asked_categories,
    asked_directions,
    asked_predicates,
    asks_relation,
    near_predicates,
)
from bioloom.retrieval.assertion_ranking import (
    LeftOut,
    RankedAssertions,
    rank_assertions,
    rank_part_assertions,
    retrieve_assertions,
)
from bioloom.retrieval.assertion_sets import REVERSED
from bioloom.retrieval.document_views import DocumentView, count_documents, list_documents, read_document
from bioloom.retrieval.entity_names import fuller_names
from bioloom.retrieval.evidence_rows import edge_of, node_of
from bioloom.retrieval.exploration import (
    GROUP_KEY,
    NEIGHBOUR_KEY,
    NeighbourGroup,
    mentioning_sentences,
    neighbourhood,
    search_entities,
    similar_name,
    surroundings,
)
from bioloom.retrieval.filters import EVERYTHING, Filters, check_filters
from bioloom.retrieval.idf import idf_weights
from bioloom.retrieval.mentioning_documents import MentioningDocuments, find_mentioning_documents
from bioloom.retrieval.methods import (
    DEFAULT_METHOD,
    METHODS,
    MOST_HITS,
    Method,
    RankedSentences,
    rank_sentences,
    retrieve,
)
from bioloom.retrieval.ranking import PUBLICATIONS
from bioloom.retrieval.sentence_lookup import document_sentences, document_titles, graph_counts
from bioloom.retrieval.statement_runner import run_statement

__all__ = ["Filters", "Method", "retrieve"]
"""What documents name; other rooms use the rest."""
