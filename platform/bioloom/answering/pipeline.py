"""Answering pipeline: a question is parsed, evidence gathered, read to a draft, and the draft verified."""

import time
from dataclasses import replace
from functools import partial

from bioloom.answering.composition.answer_composition import compose_answer
from bioloom.answering.composition.citation_verification import verify_parts
from bioloom.answering.composition.draft_answer import abstain, join_questions
from bioloom.answering.evidence_gathering import gather_evidence
from bioloom.answering.reader_cascade import ReaderCascade
from bioloom.answering.readers.reading_context import Reader, ReadingContext
from bioloom.answering.streaming import Listener, candidates
from bioloom.errors import UsageError
from bioloom.federation import Federation
from bioloom.graph.connection import Graph
from bioloom.llm import Patience
from bioloom.question_parsing import parse_question, separate_questions
from bioloom.records import Answer
from bioloom.retrieval import DEFAULT_METHOD, EVERYTHING, MOST_HITS, Filters, Method, retrieve
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

    A question for yes or no that goes on with another one is answered as two; a language model gets it whole.
    `llm` None lets the language model write if the settings name one; True insists that they do. If it
    cannot be reached, or nothing of what it wrote can be verified, the local reader answers, and `model` and
    `model_error` say so. `filters` say where evidence may come from; `listener` hears of the evidence, and of
    a language model's draft, as they come.
    With `federation` its endpoints are asked too: only the ids of the two ends of a mechanism question go
    out, and `notes` of the answer name the endpoints that failed, or say why none was asked.
    """
    wanted = settings.lets_llm(llm)
    if not 1 <= k <= MOST_HITS:
        raise UsageError(f"k must lie between 1 and {MOST_HITS:,}, not {k}")
    if not question.strip():
        raise UsageError("the question is empty")
    started = time.perf_counter()
    asked = (question,) if wanted else separate_questions(question)
    contexts = [
        gather_evidence(
            graph,
            settings,
            parse_question(each),
            k=k,
            method=method,
            filters=filters,
            federation=federation,
            llm=wanted,
        )
        for each in asked
    ]
    gathered = time.perf_counter()
    searched = any(context.searched for context in contexts)
    if listener is not None and searched:
        listener.evidence(candidates([piece for context in contexts for piece in context.shown]))
    reader = _reader(graph, wanted, patience, listener, k=k, filters=filters)
    draft = join_questions(asked, [reader.read(context) or abstain("") for context in contexts])
    if listener is not None and not searched and draft.evidence:
        listener.evidence(candidates(draft.evidence))
    answer = compose_answer(question, draft, *verify_parts(draft, question))
    fetched = [context.fetched for context in contexts]
    notes = tuple(dict.fromkeys(note for each in fetched for note in each.notes))
    read_as = tuple(dict.fromkeys(note for context in contexts for note in _read_as(context)))
    seconds = [each.seconds for each in fetched if each.seconds is not None]
    if (seconds or draft.by_model) and not (answer.abstained or answer.confidence):
        notes = (*notes, UNMEASURED)
    if answer.abstained and filters.narrow:
        notes = (*notes, filters.summary)
    timings = _timings(started, gathered, sum(seconds) if seconds else None)
    return replace(answer, notes=(*read_as, *notes), timings=timings)


def _read_as(context: ReadingContext) -> tuple[str, ...]:
    """Say how a question was read, and what of a very long one was not."""
    cut = context.question.note
    return (*context.notes, *((cut,) if cut else ()))


def _reader(
    graph: Graph,
    llm: bool,
    patience: Patience | None,
    listener: Listener | None,
    *,
    k: int,
    filters: Filters,
) -> Reader:
    """Choose the language model, or the readers without one."""
    if not llm:
        return ReaderCascade()
    from bioloom.answering.readers.llm_writer import LanguageModelReader  # openai: half a second to import

    heard = None if listener is None else listener.text
    search = partial(retrieve, graph, k=k, filters=filters)
    return LanguageModelReader(ReaderCascade(), search=search, patience=patience, heard=heard)


def _timings(started: float, gathered: float, fetching: float | None) -> dict[str, float]:
    done = time.perf_counter()
    return {
        "retrieval": round(gathered - started - (fetching or 0.0), 4),
        "reading": round(done - gathered, 4),
        "total": round(done - started, 4),
        **({} if fetching is None else {"fetching": fetching}),
    }
