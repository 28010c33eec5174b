"""What is loaded, at a glance: counts, sources, and questions that it answers."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, zip_longest
from typing import Any

from bioloom import resources
from bioloom.answering import ask
from bioloom.graph.connection import Graph
from bioloom.retrieval.sentences import rows
from bioloom.settings import Settings

_READ = 3_000
"""Values that are looked at for examples, so that a large graph is not searched whole."""

_CANDIDATES = 6
"""Steps of each kind of value that may become examples; each is asked before it is offered."""

_STEPS, _CLAIMS = 4, 2


@dataclass(frozen=True, slots=True)
class Source:
    """A source of the graph: documents and statements between entities that name it as their primary one."""

    id: str
    documents: int
    statements: int


@dataclass(frozen=True, slots=True)
class Example:
    """A question that the graph answers, and the document or the source that it is about."""

    question: str
    about: str


@dataclass(frozen=True, slots=True)
class Overview:
    """How much is loaded, from where, and what one may ask of it."""

    documents: int
    sentences: int
    entities: int
    sources: tuple[Source, ...]
    examples: tuple[Example, ...]


class Surveyor:
    """Looks over a graph, and again only when it holds something else."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._lock = threading.Lock()
        self._seen: tuple[Mapping[str, Any], Overview] | None = None

    def survey(self, graph: Graph) -> Overview:
        """Give the overview; examples are asked of the local reader first, and all offered are answered."""
        counts = _rows(graph, "overview/counts")[0]
        with self._lock:
            if self._seen is None or self._seen[0] != counts:
                self._seen = counts, self._look(graph, counts)
            return self._seen[1]

    def _look(self, graph: Graph, counts: Mapping[str, Any]) -> Overview:
        documents = {row["source"]: row["held"] for row in _rows(graph, "overview/document_sources")}
        statements = {row["source"]: row["held"] for row in _rows(graph, "overview/statement_sources")}
        sources = [
            Source(source, documents.get(source, 0), statements.get(source, 0))
            for source in sorted({*documents, *statements})
        ]
        examples = (*self._steps(graph), *self._claims(graph))
        return Overview(
            counts["documents"], counts["sentences"], counts["entities"], tuple(sources), examples
        )

    def _steps(self, graph: Graph) -> Iterator[Example]:
        """Offer steps whose value the reader finds again, of documents that differ."""
        questions = {row["of"]: row["question"] for row in _questions() if row["kind"] == "value"}
        found = [
            _rows(graph, "overview/stated_values", kinds=[kind], read=_READ, limit=_CANDIDATES)
            for kind in questions
        ]
        offered: set[str] = set()
        for row in chain.from_iterable(zip_longest(*found)):  # one kind after the other
            if row is None or row["about"] in offered:
                continue
            question = questions[row["kind"]].format(**row)
            answer = ask(graph, self._settings, question, llm=False)
            cited = {citation.sentence_id for citation in answer.citations}
            if row["sentence_id"] in cited and row["stated"] in answer.answer:
                yield Example(question, row["about"])
                offered.add(row["about"])
            if len(offered) == _STEPS:
                return

    def _claims(self, graph: Graph) -> Iterator[Example]:
        """Offer, for each kind of statement, the entity of which the most is stated."""
        found = 0
        for each in _questions():
            if each["kind"] == "value" or found == _CLAIMS:
                continue
            rows = _rows(graph, "overview/stated_claims", predicate=each["of"], of=each["kind"], limit=1)
            for row in rows:
                question = each["question"].format(thing=row["thing"])
                if not ask(graph, self._settings, question, llm=False).abstained:
                    yield Example(question, str(row["about"]).removeprefix("infores:"))
                    found += 1


def _questions() -> Iterator[Mapping[str, str]]:
    return resources.read_table("questions/examples.tsv")


def _rows(graph: Graph, name: str, **parameters: object) -> list[dict[str, Any]]:
    return rows(graph, name, parameters)
