"""Reference retriever: HybridCypherRetriever of neo4j-graphrag on the same graph, where it is installed.

``pip install neo4j-graphrag`` (1.22.0 was measured); the sentences need vectors: `bioloom embed`.
"""

from __future__ import annotations

from collections.abc import Callable

from bioloom.extras import is_installed, optional
from bioloom.graph.connection import Graph
from bioloom.names import normalise
from bioloom.retrieval.question_vector import vector_of, vectors_held

NAME = "HybridCypherRetriever"

_AROUND = """
RETURN node.id AS id, node.text AS text, score,
  [(node)<-[:IN_SENTENCE]-(m:Mention) | m.text] AS mentions,
  [(node)<-[:IN_SENTENCE]-(m:Mention)-[e]->(o:Mention) | [m.text, type(e), o.text]] AS relations
"""
"""What it returns of each sentence: as `fused` does, its text, mentions and relations."""


def hybrid_retriever(graph: Graph, k: int) -> Callable[[str], object] | None:
    """Give its search for the `k` best sentences of a question, encoded by the same encoder as ours.

    None where the package is not installed, or the sentences have no vectors.
    """
    if not is_installed("neo4j_graphrag") or not vectors_held(graph, vector_of("which")):
        return None
    retrievers = optional("neo4j_graphrag.retrievers", "The reference retriever", extra="lab")
    retriever = retrievers.HybridCypherRetriever(
        graph.driver, "sentence_embedding", "sentence_text", _AROUND, neo4j_database=graph.database
    )

    def search(question: str) -> object:
        # its text goes to Lucene as it is, whose signs a question may hold
        vector = list(vector_of(question).numbers)
        return retriever.get_search_results(normalise(question), query_vector=vector, top_k=k)

    return search
