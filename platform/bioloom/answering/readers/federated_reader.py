"""Federated reader: what other people's graphs state beside the local one, as evidence of an answer."""

import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bioloom.answering.composition.confidence import LEAST_BELIEF
from bioloom.answering.composition.draft_answer import Draft, DraftSentence, Quote
from bioloom.answering.readers.federated_ends import link_ends
from bioloom.answering.readers.reading_context import FetchedFacts, NamedEnds, Reader, ReadingContext
from bioloom.federation import (
    Fact,
    FederatedCandidate,
    FederatedResult,
    Federation,
    end_queries,
    leading_candidate,
    measured_confidence,
    one_line,
    plain_sentence,
    query_endpoints,
    sentence,
)
from bioloom.graph.connection import Graph
from bioloom.question_parsing import ParsedQuestion, parse_question
from bioloom.records import Evidence
from bioloom.retrieval import Filters

CITED = 2
"""Statements of either end that an answer cites."""

MOST_SHOWN = 40
"""Statements that a language model sees."""

MOST_NAMED = 3
"""Candidates that a refusal names, or that the statements beside a local answer speak of."""


@dataclass(frozen=True, slots=True)
class Outgoing:
    """What a question would send to other graphs: to whom, the names and ids of its ends, the queries.

    Without queries nothing is sent, and `note` says why; names stay here.
    """

    endpoints: tuple[str, ...] = ()
    kind: str | None = None
    ends: tuple[tuple[str, tuple[str, ...]], ...] = ()
    queries: tuple[Mapping[str, Any], ...] = ()
    note: str = ""


def fetch_facts(
    graph: Graph, federation: Federation, question: ParsedQuestion, filters: Filters
) -> FetchedFacts:
    """Put a mechanism question to other graphs, and measure how long that takes."""
    started = time.perf_counter()
    fetched = _fetch(graph, federation, question, filters)
    return replace(fetched, seconds=round(time.perf_counter() - started, 4))


def plan_outgoing(graph: Graph, federation: Federation, question: str) -> Outgoing:
    """Say what would go out if a question were put to other graphs; nothing goes out for that."""
    ends, note = _sendable(graph, parse_question(question))
    if ends is None or not ends.ids[0]:
        return Outgoing(federation.urls, note=note)
    queries = tuple(query for query in end_queries(ends.kind, ends.ids) if query)
    return Outgoing(federation.urls, ends.kind, tuple(zip(ends.names, ends.ids, strict=True)), queries, note)


def _sendable(graph: Graph, question: ParsedQuestion) -> tuple[NamedEnds | None, str]:
    """Find the ends of a mechanism question, and say what of them cannot be asked about and why."""
    ends = link_ends(graph, question)
    if ends is None:
        return None, (
            "Other graphs were not asked: only questions for the gene, the metabolite or the drug of a "
            "mechanism are put to them."
        )
    unknown = " and ".join(repr(name) for name in ends.unknown)
    mend = f"the graph has no public id for {unknown}. Load a vocabulary that names it, or write its CURIE."
    if not ends.ids[0]:
        return ends, f"Other graphs were not asked: {mend}"
    return ends, f"Other graphs were asked about one end only: {mend}" if unknown else ""


def _fetch(graph: Graph, federation: Federation, question: ParsedQuestion, filters: Filters) -> FetchedFacts:
    """Put a mechanism question to other graphs; nothing but the ids of its ends goes out.

    Where nothing can be asked, and where an endpoint fails, a note says so.
    """
    if filters.narrow:
        return FetchedFacts(notes=("Other graphs were not asked: the filters keep to what is loaded here.",))
    ends, note = _sendable(graph, question)
    notes = (note,) if note else ()
    if ends is None or not ends.ids[0]:
        return FetchedFacts(ends, notes=notes)
    fetched = ask_others(federation, ends, question.text)
    return replace(fetched, notes=(*notes, *fetched.notes))


def ask_others(federation: Federation, ends: NamedEnds, question: str) -> FetchedFacts:
    """Ask the endpoints about two ends, or about the first if only its ids are known."""
    result = query_endpoints(federation, ends.kind, ends.ids, question=question)
    faults = dict.fromkeys((reply.url, reply.fault) for reply in result.replies if reply.fault is not None)
    return FetchedFacts(ends, result, tuple(f"{url} was left out: {fault}." for url, fault in faults))


class FederatedReader:
    """Answers from local paths and fetched facts together; `readers` read the local paths.

    A local answer stays first, with what others state of the same thing behind it. Where there is none, the
    candidate that others reach from both ends is the answer, with the confidence that was measured.
    """

    def __init__(self, *readers: Reader) -> None:
        self._readers = readers

    def read(self, context: ReadingContext) -> Draft | None:
        """Read the local paths, then the facts; None if neither has anything to say."""
        drafts = (draft for reader in self._readers if (draft := reader.read(context)) is not None)
        return read_with(context.fetched, next(drafts, None))


def read_with(fetched: FetchedFacts, local: Draft | None) -> Draft | None:
    """Join a local draft with fetched facts; None if neither has anything to say."""
    if fetched.result is None or fetched.ends is None:
        return local
    if local is not None and not local.abstained:
        return _beside(local, fetched.result)
    best = _best(fetched.ends.kind, fetched.result.candidates)
    if best is not None:
        return _answer(fetched.ends, *best, fetched.result)
    return local and replace(local, reason=f"{local.reason} {_pointers(fetched.result)}")


def answers_alone(fetched: FetchedFacts) -> bool:
    """Say whether fetched facts give an answer without any local evidence."""
    if fetched.result is None or fetched.ends is None:
        return False
    return _best(fetched.ends.kind, fetched.result.candidates) is not None


def facts_as_evidence(fetched: FetchedFacts) -> tuple[Evidence, ...]:
    """Give the statements nearest to the question as evidence for a language model."""
    if fetched.result is None:
        return ()
    return tuple(_evidence(one.facts[0], one.score) for one in fetched.result.statements[:MOST_SHOWN])


def _best(kind: str, candidates: Sequence[FederatedCandidate]) -> tuple[FederatedCandidate, float] | None:
    """Take the candidate that leads, with how sure it is.

    It leads by being reached from both ends, or in some other way that was right often enough when measured.
    """
    found = leading_candidate(candidates)
    if found is None:
        return None
    candidate, way = found
    sure = measured_confidence(kind, way) or 0.0
    return (candidate, sure) if way == "both ends" or sure >= LEAST_BELIEF else None


def _answer(ends: NamedEnds, best: FederatedCandidate, sure: float, result: FederatedResult) -> Draft:
    evidence = tuple(
        _evidence(fact, score)
        for side in best.sides
        for fact, score in _facts_on_answer(side, result)[:CITED]
    )
    name = one_line(best.thing.name)
    unsaid = () if best.both else (ends.names[1],)
    sentences = tuple(
        _sentence(f"{name}: " if number == 1 else "", number, piece)
        for number, piece in enumerate(evidence, 1)
    )
    return Draft(
        sentences, confidence=sure, found=len(sentences), unsaid=unsaid, short=(name,), evidence=evidence
    )


def _beside(local: Draft, result: FederatedResult) -> Draft:
    """Add what others state of the things that the local answer speaks of."""
    nodes = [node for piece in local.evidence for node in piece.subgraph.nodes]
    known = {node.id for node in nodes} | {node.name.casefold() for node in nodes}
    same = [one for one in result.candidates if {one.thing.id, one.thing.name.casefold()} & known][
        :MOST_NAMED
    ]
    evidence = tuple(
        _evidence(fact, score)
        for one in same
        for side in one.sides
        for fact, score in _facts_on_answer(side, result)[:1]
    )
    more = tuple(
        _sentence("", number, piece) for number, piece in enumerate(evidence, len(local.evidence) + 1)
    )
    return replace(
        local,
        sentences=(*local.sentences, *more),
        found=local.found + len(more),
        evidence=(*local.evidence, *evidence),
    )


def _facts_on_answer(facts: Iterable[Fact], result: FederatedResult) -> list[tuple[Fact, float]]:
    """Give facts worded once each, those nearest to the question first; what was pruned comes last."""
    scores = {statement.text: statement.score for statement in result.statements}
    worded: dict[str, Fact] = {}
    for fact in facts:
        worded.setdefault(sentence(fact), fact)
    scored = [(fact, scores.get(text, 0.0)) for text, fact in worded.items()]
    return sorted(scored, key=lambda pair: -pair[1])


def _sentence(lead: str, number: int, piece: Evidence) -> DraftSentence:
    source, host, day = piece.origin
    return DraftSentence(
        f"{lead}{piece.text} ({source}, from {host} on {day}).", (Quote(number, piece.text),)
    )


def _evidence(fact: Fact, score: float) -> Evidence:
    return Evidence(
        text=plain_sentence(fact),
        score=score,
        source=one_line(fact.primary_source),
        matched=(one_line(fact.subject.name), one_line(fact.object.name)),
        endpoint=fact.endpoint,
        retrieved_on=fact.retrieved[:10],
    )


def _pointers(result: FederatedResult) -> str:
    """Say what other graphs reach from one end only, or that they reach nothing."""
    stated = [one_line(one.thing.name) for one in result.candidates if one.sides[0]]
    named = ", ".join(stated[:MOST_NAMED])
    if (found := leading_candidate(result.candidates)) is None:
        return "Other graphs that were asked state nothing of it either."
    if found[1] == "tied":
        return f"Other graphs that were asked put none before the others: {named}."
    return f"Other graphs that were asked reach nothing from both ends; from one only: {named}."
