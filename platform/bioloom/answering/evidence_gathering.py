"""Evidence gathering: all that readers need of a question, in at most four statements (docs/retrieval.md)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bioloom.answering.drug_reader import named_drugs
from bioloom.answering.federated_reader import answers_alone, facts_as_evidence, fetch_facts
from bioloom.answering.gene_reader import gene_evidence
from bioloom.answering.neighbouring_steps import steps_beside
from bioloom.answering.reading_context import NOTHING_FETCHED, DrugPaths, ReadingContext
from bioloom.answering.whole_protocol_reader import asks_for_whole_protocol
from bioloom.federation import Federation
from bioloom.graph.connection import Graph
from bioloom.mechanism import link_drug_questions, paths_of_drugs, rank_drugs, rank_genes
from bioloom.question_parsing import ParsedQuestion
from bioloom.records import Evidence
from bioloom.retrieval import (
    DEFAULT_METHOD,
    EVERYTHING,
    Filters,
    Method,
    document_sentences,
    graph_counts,
    idf_weights,
    rank_assertions,
    rank_sentences,
)
from bioloom.settings import Settings

READ_AHEAD = 30
"""Sentences that the local readers look at, to find the step beside the best one."""

LISTED = 10
"""Assertions that an answer lists at most, unless more evidence is asked for."""

LONGEST = 200
"""Sentences of a whole protocol or abstract that are read."""

ABSTRACTS = 3
"""Whole documents that are read for a question for yes or no, those of the best sentences."""


def gather_evidence(
    graph: Graph,
    settings: Settings,
    question: ParsedQuestion,
    *,
    k: int,
    method: str | Method = DEFAULT_METHOD,
    filters: Filters = EVERYTHING,
    federation: Federation | None = None,
    llm: bool = False,
) -> ReadingContext:
    """Gather the evidence for a question.

    A question for a gene, or for a drug through a process that the graph knows, is answered from paths alone,
    unless a language model writes; every other one from ranked sentences and assertions. Filters leave paths
    out. Facts of other graphs are fetched where a federation is given.
    """
    listed = max(k, LISTED)
    fetched = NOTHING_FETCHED if federation is None else fetch_facts(graph, federation, question, filters)
    context = ReadingContext(settings=settings, question=question, k=k, listed=listed, filters=filters)
    context = replace(context, fetched=fetched, facts=facts_as_evidence(fetched) if llm else ())
    context = _with_paths(graph, context, llm=llm)
    if not llm and (context.gene is not None or context.drugs is not None or answers_alone(fetched)):
        return context
    return _with_search(graph, context, method, k if llm else max(k, READ_AHEAD))


def _with_paths(graph: Graph, context: ReadingContext, *, llm: bool) -> ReadingContext:
    """Add the paths of a mechanism question."""
    question = context.question
    if context.filters.narrow:
        return context
    if question.gene is not None:
        gene = rank_genes(graph, question.gene)
        empty = gene.empty and not any(graph_counts(graph))
        paths = gene_evidence(gene, context.listed) if llm else ()
        return replace(context, gene=gene, paths=paths, empty_graph=empty)
    if question.drug is not None and not llm:
        linked = link_drug_questions(graph, [question.drug])
        if linked[0].process.ids:
            (drugs,) = rank_drugs(graph, linked)
            edges = paths_of_drugs(graph, drugs, named_drugs(drugs))
            return replace(context, drugs=DrugPaths(drugs, tuple(edges)))
    return context


def _with_search(graph: Graph, context: ReadingContext, method: str | Method, depth: int) -> ReadingContext:
    """Add ranked sentences and assertions, and the sentences around them that the kind of question needs."""
    question, filters = context.question, context.filters
    ranked = rank_sentences(graph, question, method=method, k=depth, filters=filters)
    weights = idf_weights(graph, question) if ranked.weights is None else ranked.weights
    claims = rank_assertions(graph, question, limit=context.listed, filters=filters)
    context = replace(context, weights=weights, hits=ranked.hits, claims=claims, searched=True)
    if not context.evidence:
        return replace(context, empty_graph=not any(graph_counts(graph)))
    least, asked = filters.min_confidence, question.type
    if asks_for_whole_protocol(asked, context.hits):
        documents = [context.hits[0].document_id or ""]
        protocol = document_sentences(graph, documents, limit=LONGEST, min_confidence=least)
        return replace(context, protocol=protocol)
    if asked.kind == "closed":
        documents = _first_documents(context.hits)
        abstracts = document_sentences(graph, documents, limit=LONGEST, min_confidence=least)
        return replace(context, abstracts=abstracts)
    return replace(context, neighbours=steps_beside(graph, asked, context.hits, min_confidence=least))


def _first_documents(hits: Sequence[Evidence]) -> list[str]:
    return list(dict.fromkeys(piece.document_id for piece in hits if piece.document_id))[:ABSTRACTS]
