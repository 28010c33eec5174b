"""Evidence gathering: all that readers need of a question, in few statements (docs/retrieval.md)."""

from collections.abc import Iterable
from dataclasses import replace

from bioloom.answering.constraints.document_binding import bind_parts
from bioloom.answering.readers.drug_reader import named_drugs
from bioloom.answering.readers.federated_reader import answers_alone, facts_as_evidence, fetch_facts
from bioloom.answering.readers.gene_reader import gene_evidence
from bioloom.answering.readers.mechanism_reader import explains
from bioloom.answering.readers.publication_reader import ABSTRACT, likeliest_publications, readable
from bioloom.answering.readers.reading_context import NOTHING_FETCHED, DrugPaths, ReadingContext
from bioloom.answering.readers.whole_protocol_reader import asks_for_whole_protocol
from bioloom.answering.spelled_questions import known_names, rank_spelled
from bioloom.federation import Federation
from bioloom.graph.connection import Graph
from bioloom.mechanism import link_drug_questions, paths_of_drugs, rank_drugs, rank_genes, rank_known_genes
from bioloom.question_parsing import ParsedQuestion, stem
from bioloom.retrieval import (
    DEFAULT_METHOD,
    EVERYTHING,
    PUBLICATIONS,
    Filters,
    Method,
    RankedSentences,
    asked_categories,
    asks_relation,
    check_filters,
    document_sentences,
    find_mentioning_documents,
    graph_counts,
    idf_weights,
    rank_assertions,
    rank_part_assertions,
    rank_sentences,
    similar_name,
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

    A question for a gene, for how a drug works that the graph knows, or for a drug through a process that it
    knows, is answered from paths alone, and one for documents by these, unless a language model writes; every
    other one from ranked sentences and assertions. Filters leave paths out. Facts of other graphs are fetched
    where a federation is given.
    """
    fetched = NOTHING_FETCHED if federation is None else fetch_facts(graph, federation, question, filters)
    facts = facts_as_evidence(fetched) if llm else ()
    context = ReadingContext(question, settings, k, max(k, LISTED), filters, fetched=fetched, facts=facts)
    if question.documents is not None and not llm:
        found = find_mentioning_documents(graph, question.documents, filters, most=context.listed)
        if not found.sentences:
            check_filters(graph, filters)
        return replace(context, documents=found)
    context = _with_paths(graph, context, llm=llm)
    if not llm and (context.gene is not None or context.drugs is not None or answers_alone(fetched)):
        return context
    depth = max(k, READ_AHEAD)

    def rank(asked: ParsedQuestion) -> RankedSentences:
        return rank_sentences(graph, asked, method=method, k=depth, filters=filters)

    def known(asked: ParsedQuestion) -> Iterable[str]:
        return known_names(rank_assertions(graph, asked, limit=context.listed, filters=filters).first)

    question, ranked, notes = rank_spelled(question, rank, known)
    context = replace(context, question=question, notes=notes)
    weights = idf_weights(graph, question) if ranked.weights is None else ranked.weights
    texts = tuple(hit.text for hit in ranked.hits)
    claims = rank_assertions(graph, question, limit=context.listed, filters=filters, texts=texts)
    if claims.first:
        parts = rank_part_assertions(graph, question, limit=context.listed, filters=filters, texts=texts)
        context = replace(context, part_claims=parts)
    context = replace(context, weights=weights, hits=ranked.hits, claims=claims, searched=True)
    return _with_surroundings(graph, context)


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
    if question.how is not None and not llm:
        found, unknown = rank_known_genes(graph, question.how)
        return replace(context, gene=found if explains(found) else None, unknown=unknown)
    return context


def _with_surroundings(graph: Graph, context: ReadingContext) -> ReadingContext:
    """Add the sentences around the hits that the kind of question needs, by one statement at most."""
    if not context.evidence:
        empty = not any(graph_counts(graph))
        if not empty:
            check_filters(graph, context.filters)
        named = [
            word
            for word in context.question.content_words
            if not (asks_relation(word) or asked_categories(stem(word)))
        ]
        return replace(context, empty_graph=empty, similar="" if empty else similar_name(graph, named))
    hits, asked, least = context.hits, context.question.type, context.filters.min_confidence
    if asks_for_whole_protocol(asked, hits):
        documents = [hits[0].document_id or ""]
        protocol = document_sentences(graph, dict.fromkeys(documents, LONGEST), min_confidence=least)
        return replace(context, protocol=protocol)
    bindings = bind_parts(context.question, context.weights, hits)
    if asked.kind == "closed":
        documents = list(dict.fromkeys(piece.document_id for piece in hits if piece.document_id))[:ABSTRACTS]
        abstracts = document_sentences(graph, dict.fromkeys(documents, LONGEST), min_confidence=least)
        return replace(context, bindings=bindings, abstracts=abstracts)
    protocols = {piece.document_id for piece in hits if piece.document_kind not in PUBLICATIONS}
    sought = context.question.drug is None  # paths were looked for in vain: no statement is left
    bound = dict.fromkeys(document for each in bindings for document in each.documents)
    steps_of = [each for each in bound if sought and each in protocols]
    read = readable(context.settings, context.question, hits)
    likeliest = likeliest_publications(bindings, hits) if read else frozenset()
    most = dict.fromkeys(steps_of, LONGEST) | dict.fromkeys(likeliest, ABSTRACT + 1)
    known = [piece.sentence_id for piece in hits if piece.sentence_id and piece.document_id in steps_of]
    sentences = document_sentences(graph, most, min_confidence=least, without=known)
    return replace(
        context,
        bindings=bindings,
        steps=tuple(each for each in sentences if each.document_id in steps_of),
        abstracts=tuple(each for each in sentences if each.document_id in likeliest),
    )
