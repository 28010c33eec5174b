"""What other people's graphs state beside the local one, as evidence of an answer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from bioloom.answering.draft_answer import Draft, DraftSentence, Quote, abstain
from bioloom.answering.entity_linking import NamedEnds, read_ends
from bioloom.answering.question_coverage import ENOUGH
from bioloom.federation import Candidate, Fact, Federation, Finding, find, one_line, sentence
from bioloom.federation.confidence import confidence, leading
from bioloom.graph.connection import Graph
from bioloom.records import Evidence
from bioloom.retrieval import Filters

CITED = 2
"""Statements of either end that an answer cites."""

SHOWN = 40
"""Statements that a language model sees."""

NAMED = 3
"""Candidates that a refusal names, or that the statements beside a local answer speak of."""

UNMEASURED = "How often such an answer is right has not been measured."

Read = tuple[Draft, tuple[Evidence, ...]]


@dataclass(frozen=True, slots=True)
class Fetched:
    """The ends that were asked about, what was found, and what the asker should know of it."""

    ends: NamedEnds | None = None
    finding: Finding | None = None
    notes: tuple[str, ...] = ()


NOTHING = Fetched()
"""What there is where no other graph is asked."""


def fetch(graph: Graph, federation: Federation, question: str, filters: Filters) -> Fetched:
    """Put a mechanism question to other graphs; nothing but the ids of its ends goes out.

    Where nothing can be asked, and where an endpoint fails, a note says so.
    """
    if filters.narrow:
        return Fetched(notes=("Other graphs were not asked: the filters keep to what is loaded here.",))
    ends = read_ends(graph, question)
    if ends is None:
        return Fetched(
            notes=(
                "Other graphs were not asked: only questions for the gene, the metabolite or the drug of a "
                "mechanism are put to them.",
            )
        )
    unknown = " and ".join(repr(name) for name in ends.unknown)
    mend = f"the graph has no public id for {unknown}. Load a vocabulary that names it, or write its CURIE."
    if not ends.ids[0]:
        return Fetched(ends, notes=(f"Other graphs were not asked: {mend}",))
    fetched = ask_others(federation, ends, question)
    if not unknown:
        return fetched
    return replace(fetched, notes=(f"Other graphs were asked about one end only: {mend}", *fetched.notes))


def ask_others(federation: Federation, ends: NamedEnds, question: str) -> Fetched:
    """Ask the endpoints about two ends, or about the first if only its ids are known."""
    finding = find(federation, ends.kind, ends.ids, question=question)
    faults = dict.fromkeys((reply.url, reply.fault) for reply in finding.replies if reply.fault is not None)
    return Fetched(ends, finding, tuple(f"{url} was left out: {fault}." for url, fault in faults))


def read_with(fetched: Fetched, local: Read | None) -> Read | None:
    """Answer from local and fetched evidence together; None if neither has anything to say.

    A local answer stays first, with what others state of the same thing behind it. Where there is none, the
    candidate that others reach from both ends is the answer, with the confidence that was measured.
    """
    if fetched.finding is None or fetched.ends is None:
        return local
    if local is not None and not local[0].abstained:
        return _beside(local, fetched.finding)
    best = _best(fetched.ends.kind, fetched.finding.candidates)
    if best is not None:
        return _answer(fetched.ends, *best, fetched.finding)
    return local and (abstain(f"{local[0].reason} {_pointers(fetched.finding)}"), local[1])


def fetched_evidence(fetched: Fetched) -> tuple[Evidence, ...]:
    """Give the statements nearest to the question as evidence, for a reader that decides itself."""
    if fetched.finding is None:
        return ()
    return tuple(_evidence(one.facts[0], one.score) for one in fetched.finding.statements[:SHOWN])


def _best(kind: str, candidates: Sequence[Candidate]) -> tuple[Candidate, float] | None:
    """Take the candidate that leads, with how sure it is.

    It leads by being reached from both ends, or in some other way that was right often enough when measured.
    """
    found = leading(candidates)
    if found is None:
        return None
    candidate, way = found
    sure = confidence(kind, way) or 0.0
    return (candidate, sure) if way == "both ends" or sure >= ENOUGH else None


def _answer(ends: NamedEnds, best: Candidate, sure: float, finding: Finding) -> Read:
    told = tuple(
        _evidence(fact, score) for side in best.sides for fact, score in _told(side, finding)[:CITED]
    )
    name = one_line(best.thing.name)
    unsaid = () if best.both else (ends.names[1],)
    sentences = tuple(
        _sentence(f"{name}: " if number == 1 else "", number, piece) for number, piece in enumerate(told, 1)
    )
    draft = Draft(sentences, confidence=sure, found=len(sentences), unsaid=unsaid, short=(name,))
    return draft, told


def _beside(local: Read, finding: Finding) -> Read:
    """Add what others state of the things that the local answer speaks of."""
    draft, evidence = local
    nodes = [node for piece in evidence for node in piece.subgraph.nodes]
    known = {node.id for node in nodes} | {node.name.casefold() for node in nodes}
    same = [one for one in finding.candidates if {one.thing.id, one.thing.name.casefold()} & known][:NAMED]
    told = tuple(
        _evidence(fact, score)
        for one in same
        for side in one.sides
        for fact, score in _told(side, finding)[:1]
    )
    more = tuple(_sentence("", number, piece) for number, piece in enumerate(told, len(evidence) + 1))
    joined = Draft(
        (*draft.sentences, *more),
        confidence=draft.confidence,
        found=draft.found + len(more),
        unsaid=draft.unsaid,
        short=draft.short,
    )
    return joined, (*evidence, *told)


def _told(facts: Iterable[Fact], finding: Finding) -> list[tuple[Fact, float]]:
    """Give facts worded once each, those nearest to the question first; what was pruned comes last."""
    scores = {statement.text: statement.score for statement in finding.statements}
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
        text=sentence(fact),
        score=score,
        source=one_line(fact.primary_source),
        matched=(one_line(fact.subject.name), one_line(fact.object.name)),
        endpoint=fact.endpoint,
        retrieved_on=fact.retrieved[:10],
    )


def _pointers(finding: Finding) -> str:
    """Say what other graphs reach from one end only, or that they reach nothing."""
    stated = [one_line(one.thing.name) for one in finding.candidates if one.sides[0]]
    named = ", ".join(stated[:NAMED])
    if (found := leading(finding.candidates)) is None:
        return "Other graphs that were asked state nothing of it either."
    if found[1] == "tied":
        return f"Other graphs that were asked put none before the others: {named}."
    return f"Other graphs that were asked reach nothing from both ends; from one only: {named}."
