"""What the service offers: questions and retrieval over one graph that may come and go."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import Protocol

from neo4j.exceptions import DriverError, Neo4jError

from bioloom.answering import ask
from bioloom.errors import BioloomError, DatabaseUnavailable
from bioloom.graph.connection import Graph
from bioloom.graph.opening import open_graph
from bioloom.graph.statements import statement
from bioloom.records import Answer, Evidence
from bioloom.records.mapping import Claim, Standardised
from bioloom.retrieval import retrieve
from bioloom.settings import Settings
from bioloom.standardization.relate.opening import open_standardizer
from bioloom.standardization.relate.standardizer import Standardizer


class Ask(Protocol):
    """Answers a question."""

    def __call__(self, question: str, *, k: int, llm: bool | None) -> Answer:
        """Answer with checked citations."""
        ...


class Retrieve(Protocol):
    """Finds sentences for a question."""

    def __call__(self, question: str, *, method: str, k: int) -> tuple[Evidence, ...]:
        """Rank sentences, best first."""
        ...


class Standardise(Protocol):
    """Maps claims to predicates."""

    def __call__(self, claims: Sequence[Claim]) -> tuple[Standardised, ...]:
        """Map claims, each answer in the place of its claim."""
        ...


@dataclass(frozen=True, slots=True)
class Services:
    """The work behind the endpoints; `ready` says whether the database answers, `close` lets go of it."""

    ask: Ask
    retrieve: Retrieve
    ready: Callable[[], bool]
    close: Callable[[], None]
    standardise: Standardise


def graph_services(settings: Settings) -> Services:
    """Serve the graph of the settings; it may be down now and then."""
    line = _Line(settings)

    def answer(question: str, *, k: int, llm: bool | None) -> Answer:
        with line.graph() as graph:
            return ask(graph, settings, question, k=k, llm=llm)

    def find(question: str, *, method: str, k: int) -> tuple[Evidence, ...]:
        with line.graph() as graph:
            return retrieve(graph, question, method=method, k=k)

    models = _Models(settings)

    def close() -> None:
        line.close()
        models.close()

    return Services(answer, find, line.ready, close, models.standardise)


class _Models:
    """The standardizer, opened by the first request that needs it and then kept."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._lock = threading.Lock()
        self._opened: Standardizer | None = None

    def standardise(self, claims: Sequence[Claim]) -> tuple[Standardised, ...]:
        """Map claims; the language model chooses if the settings name one."""
        with self._lock:
            if self._opened is None:
                self._opened = open_standardizer(self._settings, llm=None)
            opened = self._opened
        return opened.standardise(claims)

    def close(self) -> None:
        """Let go of the phrase cache."""
        with self._lock:
            if self._opened is not None:
                self._opened.close()


class _Line:
    """One connection kept open between requests; after a fault the next request dials again."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._lock = threading.Lock()
        self._held = ExitStack()
        self._graph: Graph | None = None

    @contextmanager
    def graph(self) -> Iterator[Graph]:
        """Lend the connection after a sign of life; DatabaseUnavailable at once if there is none."""
        graph = self._dial()
        try:
            with graph.session(read=True) as session:
                session.run(statement("exchange/ping")).consume()
        except (DriverError, Neo4jError, OSError):
            self.close()
            graph = self._dial()
        try:
            yield graph
        except DatabaseUnavailable:
            self.close()
            raise
        except (DriverError, Neo4jError) as error:
            self.close()
            raise DatabaseUnavailable(f"the database went away ({type(error).__name__})") from error

    def ready(self) -> bool:
        """Say whether the database answers now."""
        try:
            with self.graph():
                return True
        except BioloomError:
            return False

    def close(self) -> None:
        """Hang up."""
        with self._lock:
            self._graph = None
            self._held.close()

    def _dial(self) -> Graph:
        with self._lock:
            if self._graph is None:
                self._graph = self._held.enter_context(open_graph(self._settings))
            return self._graph
