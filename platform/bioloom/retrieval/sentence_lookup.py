"""Look-ups of sentences and documents by their ids, and counts of the graph."""

from collections.abc import Mapping, Sequence

from bioloom.graph.connection import Graph
from bioloom.records import Evidence
from bioloom.retrieval.evidence_rows import evidence_of
from bioloom.retrieval.statement_runner import run_statement


def sentences_by_id(graph: Graph, ids: Sequence[str], *, min_confidence: float = 0.0) -> tuple[Evidence, ...]:
    """Fetch sentences by their ids, in that order, each with its subgraph; unknown ids are left out."""
    if not ids:
        return ()
    parameters = {"ids": list(ids), "min_confidence": min_confidence}
    found = {row["sentence_id"]: row for row in run_statement(graph, "retrieve/sentence_details", parameters)}
    return tuple(evidence_of(found[each]) for each in dict.fromkeys(ids) if each in found)


def document_sentences(
    graph: Graph, most: Mapping[str, int], *, min_confidence: float = 0.0, without: Sequence[str] = ()
) -> tuple[Evidence, ...]:
    """Fetch the first sentences of documents, of each the `most` that are given for its id, in the order of
    the text and each with its subgraph; `without` are ids of sentences that are left out."""
    if not most:
        return ()
    parameters = {
        "documents": list(most),
        "most": list(most.values()),
        "without": list(without),
        "min_confidence": min_confidence,
    }
    return tuple(map(evidence_of, run_statement(graph, "retrieve/document_sentences", parameters)))


def document_titles(graph: Graph, ids: Sequence[str]) -> dict[str, str]:
    """Fetch the titles of documents by their ids."""
    found = run_statement(graph, "retrieve/document_titles", {"ids": list(ids)})
    return {row["id"]: row["title"] for row in found if row["title"]}


def graph_counts(graph: Graph) -> tuple[int, int]:
    """Count the sentences and the entities of the graph."""
    counted = run_statement(graph, "retrieve/contents", {})[0]
    return counted["sentences"], counted["entities"]
