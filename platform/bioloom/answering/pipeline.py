"""A question answered from the graph: evidence, a reader, checked citations, or an honest abstention."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import replace

from bioloom.answering.abstract_reader import READ, quote_abstract, read_abstracts
from bioloom.answering.assertion_reader import read_claims
from bioloom.answering.citation_verification import verify
from bioloom.answering.draft_answer import Draft, abstain
from bioloom.answering.drug_reader import read_drugs
from bioloom.answering.federated_evidence import NOTHING, Fetched, Read, fetched_evidence, read_with
from bioloom.answering.mechanism_reader import mechanism_evidence, read_mechanism
from bioloom.answering.neighbouring_steps import steps_beside
from bioloom.answering.protocol_reader import is_title, read_protocol, read_steps
from bioloom.answering.publication_reader import Reader, read_spans
from bioloom.answering.question_coverage import BELIEVED, ENOUGH
from bioloom.answering.streaming import Listener, candidates
from bioloom.errors import ModelUnavailable, UsageError
from bioloom.graph.connection import Graph
from bioloom.llm import Patience
from bioloom.mechanism import MechanismQuestion, read_drug_question, read_mechanism_question
from bioloom.records import Answer, Citation, Evidence, Subgraph
from bioloom.retrieval import (
    DEFAULT_METHOD,
    EVERYTHING,
    Asked,
    Filters,
    RankedAssertions,
    document_kinds,
    document_steps,
    holdings,
    rank_assertions,
    read_question,
    retrieve,
    weigh,
)
from bioloom.settings import Settings
from bioloom.span_reader import has_reader

READ_AHEAD = 30
"""Sentences that the local reader looks at, to find the step beside the best one."""

LISTED = 10
"""Assertions that an answer lists at most, unless more evidence is asked for."""

LONGEST = 200
"""Steps of a protocol that are read where the whole protocol is asked for."""

EMPTY_GRAPH = "The graph is empty. Load something first: bioloom load SOURCE"


def ask(
    graph: Graph,
    settings: Settings,
    question: str,
    *,
    k: int = 8,
    llm: bool | None = None,
    method: str = DEFAULT_METHOD,
    patience: Patience | None = None,
    filters: Filters = EVERYTHING,
    listener: Listener | None = None,
    fetched: Fetched = NOTHING,
) -> Answer:
    """Answer a question from `k` sentences and as many assertions, every citation checked.

    `llm` None lets the language model write if the settings name one; True insists that they do. If it
    cannot be reached, the local reader answers and `model` says so. `filters` say where evidence may come
    from; `listener` hears of the evidence, and of a language model's draft, as they come. `fetched` is what
    other graphs were asked before (`ask_widely`): this function asks none.
    """
    wanted = bool(settings.llm_url and settings.llm_model) if llm is None else llm
    if wanted and not (settings.llm_url and settings.llm_model):
        raise UsageError(
            "no language model is set: set BIOLOOM_LLM_URL and BIOLOOM_LLM_MODEL, or ask with --no-llm"
        )
    if not question.strip():
        raise UsageError("the question is empty")
    started = time.perf_counter()
    most = max(k, LISTED)
    mechanism = None if filters.narrow else read_mechanism_question(question)
    if mechanism is not None and not wanted:
        return _answer_mechanism(graph, question, mechanism, started, listener, fetched)
    drugs = None if filters.narrow or wanted else read_drug_question(question)
    read = None if drugs is None else read_drugs(graph, drugs)
    if not wanted and (read := read_with(fetched, read)) is not None:
        return _answer_paths(question, *read, started, listener)
    weights = weigh(graph, question)
    deep = k if wanted else max(k, READ_AHEAD)
    hits = retrieve(graph, question, method=method, k=deep, filters=filters, weights=weights)
    claims = rank_assertions(graph, question, limit=most, filters=filters)
    paths = mechanism_evidence(graph, mechanism, most) if mechanism is not None else ()
    others = fetched_evidence(fetched) if wanted else ()
    retrieved = time.perf_counter()
    evidence = (*paths, *others, *hits, *claims.first)
    if listener is not None:
        listener.evidence(candidates((*paths, *others, *hits[:k], *claims.first[:k])))
    model = "local"
    if not evidence:
        draft = abstain(_nothing(graph, filters))
    elif wanted:
        from bioloom.answering.llm_writer import write_draft  # openai takes half a second to import

        model = settings.llm_model or ""
        try:
            heard = None if listener is None else listener.text
            draft = write_draft(settings, question, evidence, patience=patience, heard=heard)
        except ModelUnavailable as error:
            model = f"local (model unavailable: {error})"
            if mechanism is not None:
                local = _answer_mechanism(graph, question, mechanism, started, fetched=fetched)
                return replace(local, model=model)
            if (read := read_with(fetched, None)) is not None:
                return replace(_answer_paths(question, *read, started, None), model=model)
            draft, evidence = _read(graph, settings, question, weights, hits, claims, most, filters)
    else:
        draft, evidence = _read(graph, settings, question, weights, hits, claims, most, filters)
    return _checked(question, draft, evidence, model, started, retrieved)


def _answer_mechanism(
    graph: Graph,
    question: str,
    asked: MechanismQuestion,
    started: float,
    listener: Listener | None = None,
    fetched: Fetched = NOTHING,
) -> Answer:
    """Answer which gene a drug works through, from the paths between the two and what was fetched."""
    read: Read = abstain(EMPTY_GRAPH), ()
    if any(holdings(graph)):
        read = read_mechanism(graph, asked)
    return _answer_paths(question, *(read_with(fetched, read) or read), started, listener)


def _answer_paths(
    question: str,
    draft: Draft,
    evidence: tuple[Evidence, ...],
    started: float,
    listener: Listener | None,
) -> Answer:
    """Answer from paths of the graph and nothing else."""
    if listener is not None and evidence:
        listener.evidence(candidates(evidence))
    return _checked(question, draft, evidence, "local", started, time.perf_counter())


def _checked(
    question: str, draft: Draft, evidence: Sequence[Evidence], model: str, started: float, retrieved: float
) -> Answer:
    """Keep what the evidence bears out of a draft."""
    sentences, citations = verify(draft, evidence, question)
    done = time.perf_counter()
    answer = Answer(
        question=question,
        answer=" ".join((*sentences, *_left_open(draft, len(sentences)))),
        abstained=False,
        confidence=round(draft.confidence * len(sentences) / max(1, len(draft.sentences)), 3),
        citations=citations,
        subgraph=_subgraph(evidence, citations),
        model=model,
        timings={
            "retrieval": round(retrieved - started, 4),
            "reading": round(done - retrieved, 4),
            "total": round(done - started, 4),
        },
        short=draft.short,
    )
    if draft.abstained:
        return replace(answer, answer=draft.reason, abstained=True, confidence=0.0)
    if not sentences:
        reason = "No sentence of the drafted answer could be verified against the evidence, so none is given."
        return replace(answer, answer=reason, abstained=True, confidence=0.0)
    return answer


def _read(
    graph: Graph,
    settings: Settings,
    question: str,
    weights: Mapping[str, float],
    hits: Sequence[Evidence],
    claims: RankedAssertions,
    most: int,
    filters: Filters,
) -> tuple[Draft, tuple[Evidence, ...]]:
    """Answer without a language model, from assertions or sentences, whichever covers the question better.

    The evidence comes back with the draft: the steps of a whole protocol are added where they are asked for.
    """
    evidence = (*hits, *claims.first)
    asked = read_question(question)
    read: Draft | None = None
    if _whole(asked, hits):
        protocol = document_steps(
            graph, hits[0].document_id or "", limit=LONGEST, min_confidence=filters.min_confidence
        )
        steps = read_protocol(asked, weights, hits, protocol, before=len(evidence), most=most)
        evidence = (*evidence, *protocol)
    else:
        evidence = (*evidence, *steps_beside(graph, asked, hits, min_confidence=filters.min_confidence))
        read = steps = read_steps(asked, weights, evidence) if hits else abstain("")
    stated = read_claims(asked, weights, evidence, found=claims.best) if claims.first else abstain("")
    best = stated if stated.confidence > steps.confidence else steps
    whole: tuple[Evidence, ...] = ()
    if asked.kind == "closed" and stated.confidence < ENOUGH:
        whole = _whole_documents(graph, hits, filters)
        said = read_abstracts(asked, question, weights, whole, before=len(evidence))
        if said is not None:
            return said, (*evidence, *whole)
    span = _read_span(graph, settings, asked, question, weights, hits)
    if span.confidence > best.confidence:
        best = read = span
    needed = BELIEVED if best is read else ENOUGH
    if whole and best.confidence < needed:
        nearest = quote_abstract(asked, weights, whole, before=len(evidence))
        if nearest is not None:
            return nearest, (*evidence, *whole)
    if best.confidence >= needed:
        return best, evidence
    return abstain(_weak(question, asked, weights, best, needed)), evidence


def _read_span(
    graph: Graph,
    settings: Settings,
    asked: Asked,
    question: str,
    weights: Mapping[str, float],
    hits: Sequence[Evidence],
) -> Draft:
    """Read sentences of publications for the part that answers, if there is a reader."""
    if not hits or not (settings.reader or has_reader()):
        return abstain("")

    def opened() -> Reader:
        from bioloom.span_reader.reader import open_reader  # onnxruntime takes a moment to import

        return open_reader(settings.reader)

    kinds = document_kinds(graph, [piece.document_id for piece in hits if piece.document_id])
    return read_spans(asked, question, weights, hits, kinds, opened)


def _whole(asked: Asked, hits: Sequence[Evidence]) -> bool:
    """Say whether a whole protocol is asked for, by that word or by its title: "How do I extract DNA?",
    "Which reagents does DNA extraction need?"."""
    if not hits or asked.kind == "steps":
        return bool(hits)
    return is_title(hits[0]) and (asked.kind == "how" or (asked.kind == "thing" and asked.noun.endswith("s")))


def _whole_documents(graph: Graph, hits: Sequence[Evidence], filters: Filters) -> tuple[Evidence, ...]:
    """Fetch all sentences of the documents that the best sentences stand in."""
    found = list(dict.fromkeys(piece.document_id for piece in hits if piece.document_id))[:READ]
    return tuple(
        piece
        for document in found
        for piece in document_steps(graph, document, limit=LONGEST, min_confidence=filters.min_confidence)
    )


def _left_open(draft: Draft, given: int) -> tuple[str, ...]:
    """Say how much more the graph holds, and which words of the question the answer says nothing about."""
    more = f"And {draft.found - given:,} more; a larger k lists them." if draft.found > given else ""
    unsaid = f"Nothing cited here speaks of: {', '.join(draft.unsaid)}." if draft.unsaid else ""
    return tuple(note for note in (more, unsaid) if note)


def _weak(question: str, asked: Asked, weights: Mapping[str, float], best: Draft, needed: float) -> str:
    if not asked.asking and len(weights) < 2:
        return "The question was not understood: ask in a full sentence, naming what it is about."
    return (
        f"The evidence is too weak to answer (support {best.confidence:.2f}, needed {needed:.2f}): "
        "nothing in the graph covers enough of the question."
    )


def _nothing(graph: Graph, filters: Filters) -> str:
    if not any(holdings(graph)):
        return EMPTY_GRAPH
    return f"Nothing in the graph matches the question{' within the filters' if filters.narrow else ''}."


def _subgraph(evidence: Sequence[Evidence], citations: Sequence[Citation]) -> Subgraph:
    """Join the subgraphs of the cited evidence."""
    sentences = {citation.sentence_id for citation in citations if citation.sentence_id}
    assertions = {citation.assertion_id for citation in citations if citation.assertion_id}
    cited = [
        piece for piece in evidence if piece.sentence_id in sentences or piece.assertion_id in assertions
    ]
    nodes = {node.id: node for piece in cited for node in piece.subgraph.nodes}
    edges = {edge.id: edge for piece in cited for edge in piece.subgraph.edges}
    return Subgraph(tuple(nodes.values()), tuple(edges.values()))
