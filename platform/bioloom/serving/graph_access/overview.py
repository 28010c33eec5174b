"""Overview of the graph: counts, sources, and example questions that it answers."""

import re
import threading
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain, zip_longest
from typing import Any

from bioloom import resources
from bioloom.answering import ask
from bioloom.graph.connection import Graph
from bioloom.question_parsing import canonical_word, is_act, is_everyday
from bioloom.retrieval import run_statement
from bioloom.settings import Settings

_CAPITALIZED = re.compile(r"[A-Z][a-z]+\b")
"""A word with a capital, which begins a sentence or a name."""

_READ = 3_000
"""Values that are looked at for examples, so that a large graph is not searched whole."""

_CANDIDATES = 6
"""Steps of each kind of value that may become examples; each is asked before it is offered."""

_STEPS, _CLAIMS = 4, 2

_PATIENCE = 1.0
"""Seconds that one request spends on asking candidates; the next request goes on from there."""


@dataclass(frozen=True, slots=True)
class LoadedSource:
    """A primary knowledge source with its numbers of documents and claims."""

    id: str
    documents: int
    statements: int


@dataclass(frozen=True, slots=True)
class ExampleQuestion:
    """A question that the graph answers, and the document or source that it is about."""

    question: str
    about: str


@dataclass(frozen=True, slots=True)
class Overview:
    """Counts, sources and example questions; `complete` once no more examples are to come."""

    documents: int
    sentences: int
    entities: int
    sources: tuple[LoadedSource, ...]
    examples: tuple[ExampleQuestion, ...]
    complete: bool = True


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A question that may become an example: of a step, if it retrieves that sentence and value."""

    example: ExampleQuestion
    sentence_id: str | None = None
    stated: str = ""


@dataclass
class _OverviewState:
    """The overview of one state of the graph, and how far its example questions have been tried."""

    counts: Mapping[str, Any]
    sources: tuple[LoadedSource, ...]
    waiting: list[_Candidate]
    examples: list[ExampleQuestion] = field(default_factory=list)


class OverviewBuilder:
    """Builder that counts a graph, and again only when its content has changed."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._lock = threading.Lock()
        self._asking = threading.Lock()
        self._seen: _OverviewState | None = None

    def survey(self, graph: Graph) -> Overview:
        """Give the overview; only examples that the local reader answers are given.

        One request asks at a time; the others get what was found until then.
        """
        counts = run_statement(graph, "overview/counts", {})[0]
        seen = self._looked_over(graph, counts)
        if self._asking.acquire(blocking=False):
            try:
                self._ask(graph, seen)
            finally:
                self._asking.release()
        numbers = {name: counts[name] for name in ("documents", "sentences", "entities")}
        examples = tuple(seen.examples)
        return Overview(**numbers, sources=seen.sources, examples=examples, complete=not seen.waiting)

    def _looked_over(self, graph: Graph, counts: Mapping[str, Any]) -> _OverviewState:
        with self._lock:
            if self._seen is None or self._seen.counts != counts:
                waiting = [*_steps(graph), *_claims(graph)]
                self._seen = _OverviewState(counts, _sources(graph), waiting)
            return self._seen

    def _ask(self, graph: Graph, seen: _OverviewState) -> None:
        """Ask candidates until enough are answered or time is up, one a document."""
        end = time.monotonic() + _PATIENCE
        while seen.waiting and time.monotonic() < end:
            candidate = seen.waiting[0]
            try:
                answer = ask(graph, self._settings, candidate.example.question, llm=False)
            finally:  # until then it counts as waiting
                seen.waiting = seen.waiting[1:]
            cited = {citation.sentence_id for citation in answer.citations}
            found = candidate.sentence_id is None or candidate.sentence_id in cited
            if answer.abstained or not found or candidate.stated not in answer.answer:
                continue
            seen.examples.append(candidate.example)
            offered = {example.about for example in seen.examples}
            enough = len(seen.examples) >= _STEPS
            seen.waiting = [
                other
                for other in seen.waiting
                if other.sentence_id is None or not (enough or other.example.about in offered)
            ]


def _steps(graph: Graph) -> Iterator[_Candidate]:
    """Make questions of steps that state a value, one kind of value after the other."""
    templates = [row for row in _questions() if row["kind"] == "value"]
    questions = {row["of"]: row["question"] for row in templates}
    asked = [
        {"kinds": [row["of"]], "verbs": row["verbs"].split("|"), "read": _READ, "limit": _CANDIDATES}
        for row in templates
    ]
    found = [run_statement(graph, "overview/stated_values", parameters) for parameters in asked]
    for row in chain.from_iterable(zip_longest(*found)):
        if row is not None:
            thing = uncapitalized(row["thing"], begins=row["begins"])
            question = questions[row["kind"]].format(verb=row["verb"], thing=thing)
            example = ExampleQuestion(question, row["about"])
            yield _Candidate(example, row["sentence_id"], row["stated"])


def uncapitalized(thing: str, *, begins: bool = False) -> str:
    """Write the first word of a thing in small letters where it is no name: an everyday word, an act, or the
    one that `begins` a sentence.

    >>> uncapitalized("Dried peptides"), uncapitalized("AMPure XP beads"), uncapitalized("Laemmli buffer")
    ('dried peptides', 'AMPure XP beads', 'Laemmli buffer')
    """
    first = _CAPITALIZED.match(thing)
    if first is None:
        return thing
    canonical = canonical_word(first[0].lower())
    return thing[0].lower() + thing[1:] if begins or is_everyday(canonical) or is_act(canonical) else thing


def _claims(graph: Graph) -> Iterator[_Candidate]:
    """Make questions of the most frequent predicates, each about the entity with the most claims."""
    made = 0
    for each in _questions():
        if each["kind"] == "value" or made == _CLAIMS:
            continue
        asked = {"predicate": each["of"], "of": each["kind"], "limit": 1}
        for row in run_statement(graph, "overview/stated_claims", asked):
            about = str(row["about"]).removeprefix("infores:")
            yield _Candidate(ExampleQuestion(each["question"].format(thing=row["thing"]), about))
            made += 1


def _sources(graph: Graph) -> tuple[LoadedSource, ...]:
    documents = {row["source"]: row["held"] for row in run_statement(graph, "overview/document_sources", {})}
    statements = {
        row["source"]: row["held"] for row in run_statement(graph, "overview/statement_sources", {})
    }
    return tuple(
        LoadedSource(source, documents.get(source, 0), statements.get(source, 0))
        for source in sorted({*documents, *statements})
    )


def _questions() -> Iterator[Mapping[str, str]]:
    return resources.read_table("questions/examples.tsv")
