"""Services behind the endpoints: questions, retrieval, standardization and TRAPI over one graph."""

import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol

from bioloom.answering import Listener, Outgoing, ask, plan_outgoing
from bioloom.biolink import model
from bioloom.errors import UsageError
from bioloom.exchange.trapi import MetaGraphCache, answer_message
from bioloom.federation import open_federation
from bioloom.graph.connection import Graph
from bioloom.records import Answer, Evidence
from bioloom.records.predicate_mapping import Claim, Standardized
from bioloom.retrieval import EVERYTHING, Filters, retrieve
from bioloom.serving.callbacks import CallbackPolicy
from bioloom.serving.document_changes import DocumentChanges
from bioloom.serving.driver_pool import DriverPool
from bioloom.serving.graph_views import GraphViews
from bioloom.serving.limits import FEDERATION_SECONDS
from bioloom.serving.load_queue import LoadQueue
from bioloom.serving.overview import Overview, OverviewBuilder
from bioloom.serving.query_jobs import QueryJobs
from bioloom.settings import Settings
from bioloom.standardization.relate.configuration import open_standardizer
from bioloom.standardization.relate.standardizer import Standardizer


class GraphProvider:
    """TRAPI provider over the graph that `lend` gives."""

    def __init__(self, lend: Callable[[], AbstractContextManager[Graph]]) -> None:
        self._lend = lend
        self._meta_graphs = MetaGraphCache(model())

    def answer(self, body: object) -> Mapping[str, Any]:
        """Answer a message; UsageError says what is wrong with it."""
        with self._lend() as graph:
            return answer_message(graph, model(), body)

    def meta_graph(self) -> Mapping[str, Any]:
        """Say what can be asked; counted anew only when the graph has changed."""
        with self._lend() as graph:
            return self._meta_graphs.get(graph)


class Ask(Protocol):
    """Protocol of question answering."""

    def __call__(
        self,
        question: str,
        *,
        k: int,
        llm: bool | None,
        filters: Filters = EVERYTHING,
        listener: Listener | None = None,
        federate: bool = False,
    ) -> Answer:
        """Answer with checked citations, telling the listener on the way; `federate`: other graphs too."""


class Retrieve(Protocol):
    """Protocol of sentence retrieval."""

    def __call__(
        self, question: str, *, method: str, k: int, filters: Filters = EVERYTHING
    ) -> tuple[Evidence, ...]:
        """Rank sentences, best first."""


class Provider(Protocol):
    """Protocol of a TRAPI provider."""

    def answer(self, body: object) -> Mapping[str, Any]:
        """Answer a message."""

    def meta_graph(self) -> Mapping[str, Any]:
        """Say what can be asked."""


@dataclass(frozen=True, slots=True)
class Services:
    """Operations behind the endpoints; `ready` checks the database, `close` releases resources.

    What is None, or `cypher` not allowed, is not served.
    """

    ask: Ask
    retrieve: Retrieve
    ready: Callable[[], bool]
    close: Callable[[], None]
    standardize: Callable[[Sequence[Claim]], tuple[Standardized, ...]]
    overview: Callable[[], Overview]
    browsing: GraphViews | None = None
    jobs: LoadQueue | None = None
    changes: DocumentChanges | None = None
    cypher: bool = False
    provider: Provider | None = None
    queries: QueryJobs | None = None
    outgoing: Callable[[str], Outgoing] | None = None
    endpoints: tuple[str, ...] = ()


def graph_services(settings: Settings, *, cypher: bool = False, uploads: bool = True) -> Services:
    """Serve the graph of the settings; it may be down now and then.

    `cypher` lets callers run their own reading statements, `uploads` lets them send documents for loading.
    Other graphs can be asked only where the settings name some.
    """
    line = DriverPool(settings)
    others = open_federation(settings, seconds=FEDERATION_SECONDS) if settings.endpoints else None

    def answer(
        question: str,
        *,
        k: int,
        llm: bool | None,
        filters: Filters = EVERYTHING,
        listener: Listener | None = None,
        federate: bool = False,
    ) -> Answer:
        if federate and others is None:
            raise UsageError(
                "federate: this service asks no other graphs; start it with BIOLOOM_FEDERATION set to some"
            )
        with line.graph() as graph:
            return ask(
                graph,
                settings,
                question,
                k=k,
                llm=llm,
                filters=filters,
                listener=listener,
                federation=others if federate else None,
            )

    def find(question: str, *, method: str, k: int, filters: Filters = EVERYTHING) -> tuple[Evidence, ...]:
        with line.graph() as graph:
            return retrieve(graph, question, method=method, k=k, filters=filters)

    def outgoing(question: str) -> Outgoing:
        if others is None:
            return Outgoing()
        with line.graph() as graph:
            return plan_outgoing(graph, others, question)

    models = _Models(settings)
    browsing = GraphViews(line, settings.home)
    jobs = LoadQueue(settings) if uploads else None
    provider = GraphProvider(line.graph)
    queries = QueryJobs(provider.answer, CallbackPolicy.of(settings.callback_hosts.split()))

    def close() -> None:
        if jobs is not None:
            jobs.close()
        queries.close()
        line.close()

    return Services(
        answer,
        find,
        line.ready,
        close,
        models.standardize,
        partial(browsing.read, OverviewBuilder(settings).survey),
        browsing=browsing,
        jobs=jobs,
        changes=DocumentChanges(settings, line) if uploads else None,
        cypher=cypher,
        provider=provider,
        queries=queries,
        outgoing=outgoing,
        endpoints=others.urls if others is not None else (),
    )


class _Models:
    """The standardizer, opened by the first request that needs it."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._lock = threading.Lock()
        self._opened: Standardizer | None = None

    def standardize(self, claims: Sequence[Claim]) -> tuple[Standardized, ...]:
        """Map claims; the language model chooses if the settings name one."""
        with self._lock:
            if self._opened is None:
                self._opened = open_standardizer(self._settings, llm=None)
            opened = self._opened
        return opened.standardize(claims)
