"""Mentioning documents: those a sentence of which has all the words that are asked for, or what they name."""

from collections.abc import Sequence
from dataclasses import dataclass

from bioloom.graph.connection import Graph
from bioloom.grounding.name_normalization import singular
from bioloom.names import normalise
from bioloom.question_parsing import DocumentQuestion, content_words, forms_of
from bioloom.records import Evidence
from bioloom.retrieval.filters import Filters
from bioloom.retrieval.ranking import PUBLICATIONS
from bioloom.retrieval.sentence_lookup import sentences_by_id
from bioloom.retrieval.statement_runner import run_statement

_KINDS = {"protocol": ("protocol",), "publication": tuple(sorted(PUBLICATIONS))}


@dataclass(frozen=True, slots=True)
class MentioningDocuments:
    """What a question for documents asks, the first sentence that mentions it of each of the first documents,
    and how many there are."""

    asked: DocumentQuestion
    sentences: tuple[Evidence, ...]
    total: int


def find_mentioning_documents(
    graph: Graph, asked: DocumentQuestion, filters: Filters, *, most: int
) -> MentioningDocuments:
    """Find the documents that a question asks for, by two statements."""
    words = content_words(asked.words)
    parameters = {
        "lucene": _all_of(words),
        "words": [[word, singular(word)] for word in words],
        "name": normalise(asked.words),
        "kinds": list(_KINDS.get(asked.kind, ())),
        "most": most,
        **filters.parameters(),
    }
    (found,) = run_statement(graph, "retrieve/mentioning_documents", parameters)
    sentences = sentences_by_id(graph, found["sentences"], min_confidence=filters.min_confidence)
    return MentioningDocuments(asked, sentences, found["total"])


def _all_of(terms: Sequence[str]) -> str:
    """Write the query for all of some words, each in any of its forms.

    >>> _all_of(["rna", "extracts"])
    '+(rna) +(extracts extract extracte extracted extractes extracting)'
    """
    return " ".join(f"+({' '.join((term, *forms_of(term)))})" for term in terms)
