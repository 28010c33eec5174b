"""Answering pipeline: a question is parsed, evidence gathered, read to a draft, and the draft verified."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace

from bioloom.answering.citation_verification import verify
from bioloom.answering.draft_answer import Draft, abstain
from bioloom.answering.evidence_gathering import gather_evidence
from bioloom.answering.reader_cascade import ReaderCascade
from bioloom.answering.reading_context import Reader, ReadingContext
from bioloom.answering.streaming import Listener, candidates
from bioloom.errors import UsageError
from bioloom.federation import Federation
from bioloom.graph.connection import Graph
from bioloom.llm import Patience
from bioloom.question_parsing import parse_question
from bioloom.records import Answer, Citation, Evidence, Subgraph
from bioloom.retrieval import DEFAULT_METHOD, EVERYTHING, Filters, Method
from bioloom.settings import Settings

UNMEASURED = "How often such an answer is right has not been measured."


def ask(
    graph: Graph,
    settings: Settings,
    question: str,
    *,
    k: int = 8,
    llm: bool | None = None,
    method: str | Method = DEFAULT_METHOD,
    patience: Patience | None = None,
    filters: Filters = EVERYTHING,
    listener: Listener | None = None,
    federation: Federation | None = None,
) -> Answer:
    """Answer a question from `k` sentences and as many assertions, every citation verified.

    `llm` None lets the language model write if the settings name one; True insists that they do. If it
    cannot be reached, the local reader answers and `model` says so. `filters` say where evidence may come
    from; `listener` hears of the evidence, and of a language model's draft, as they come. With `federation`
    its endpoints are asked too: only the ids of the two ends of a mechanism question go out, and `notes` of
    the answer name the endpoints that failed, or say why none was asked.
    """
    wanted = bool(settings.llm_url and settings.llm_model) if llm is None else llm
    if wanted and not (settings.llm_url and settings.llm_model):
        raise UsageError(
            "no language model is set: set BIOLOOM_LLM_URL and BIOLOOM_LLM_MODEL, or ask with --no-llm"
        )
    if not question.strip():
        raise UsageError("the question is empty")
    started = time.perf_counter()
    parsed = parse_question(question)
    context = gather_evidence(
        graph, settings, parsed, k=k, method=method, filters=filters, federation=federation, llm=wanted
    )
    gathered = time.perf_counter()
    if listener is not None and context.searched:
        listener.evidence(candidates(context.shown))
    draft = _reader(wanted, patience, listener).read(context) or abstain("")
    if listener is not None and not context.searched and draft.evidence:
        listener.evidence(candidates(draft.evidence))
    sentences, citations = verify(draft, question)
    answer = _answer(context, draft, sentences, citations)
    return replace(answer, timings=_timings(context, started, gathered))


def _reader(llm: bool, patience: Patience | None, listener: Listener | None) -> Reader:
    """Choose the language model, or the readers without one."""
    if not llm:
        return ReaderCascade()
    from bioloom.answering.llm_writer import LanguageModelReader  # openai takes half a second to import

    heard = None if listener is None else listener.text
    return LanguageModelReader(ReaderCascade(), patience=patience, heard=heard)


def _answer(
    context: ReadingContext, draft: Draft, sentences: Sequence[str], citations: tuple[Citation, ...]
) -> Answer:
    """Build the answer of the verified sentences of a draft; an abstention where none is left."""
    answer = Answer(
        question=context.question.text,
        answer=" ".join((*sentences, *_left_open(draft, len(sentences)))),
        abstained=False,
        confidence=round(draft.confidence * len(sentences) / max(1, len(draft.sentences)), 3),
        citations=citations,
        subgraph=_subgraph(draft.evidence, citations),
        model=draft.model,
        short=draft.short,
        notes=context.fetched.notes,
    )
    if draft.abstained:
        return replace(answer, answer=draft.reason, abstained=True, confidence=0.0)
    if not sentences:
        reason = "No sentence of the drafted answer could be verified against the evidence, so none is given."
        return replace(answer, answer=reason, abstained=True, confidence=0.0)
    if context.fetched.seconds is not None and not answer.confidence:
        return replace(answer, notes=(*answer.notes, UNMEASURED))
    return answer


def _timings(context: ReadingContext, started: float, gathered: float) -> dict[str, float]:
    done = time.perf_counter()
    fetching = context.fetched.seconds
    return {
        "retrieval": round(gathered - started - (fetching or 0.0), 4),
        "reading": round(done - gathered, 4),
        "total": round(done - started, 4),
        **({} if fetching is None else {"fetching": fetching}),
    }


def _left_open(draft: Draft, given: int) -> tuple[str, ...]:
    """Say how much more the graph holds, and which words of the question the answer says nothing about."""
    more = f"And {draft.found - given:,} more; a larger k lists them." if draft.found > given else ""
    unsaid = f"Nothing cited here speaks of: {', '.join(draft.unsaid)}." if draft.unsaid else ""
    return tuple(note for note in (more, unsaid) if note)


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
