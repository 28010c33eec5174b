"""Services behind the endpoints: questions, retrieval, standardization and TRAPI over one graph."""

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

from bioloom.answering import Outgoing, ask, plan_outgoing
from bioloom.biolink import model
from bioloom.errors import UsageError
from bioloom.exchange.trapi import MetaGraphCache, answer_message
from bioloom.federation import ASK_SECONDS, open_federation
from bioloom.records import Answer, Evidence
from bioloom.records.predicate_mapping import Claim, Standardized
from bioloom.retrieval import retrieve
from bioloom.serving.graph_access.document_changes import DocumentChanges
from bioloom.serving.graph_access.driver_pool import DriverPool
from bioloom.serving.graph_access.graph_views import GraphViews
from bioloom.serving.graph_access.overview import Overview, OverviewBuilder
from bioloom.serving.jobs.callbacks import CallbackPolicy
from bioloom.serving.jobs.load_queue import LoadQueue
from bioloom.serving.jobs.query_jobs import QueryJobs
from bioloom.serving.problem_details import ErrorText, without_home
from bioloom.settings import Settings
from bioloom.standardization.relate.configuration import open_standardizer

_NO_ENDPOINTS = "this service asks no other graphs; start it with BIOLOOM_FEDERATION set to some"


@dataclass(frozen=True, slots=True)
class Provider:
    """TRAPI provider: `answer` takes a message (UsageError), `meta_graph` says what can be asked."""

    answer: Callable[[object], Mapping[str, Any]]
    meta_graph: Callable[[], Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Services:
    """Operations behind the endpoints; `ready` checks the database, `close` releases resources.

    `ask` and `retrieve` take a question, and by name what `bioloom.answering.ask` and
    `bioloom.retrieval.retrieve` take; `ask` takes `federate` besides: whether other graphs are asked too.
    Without `jobs` and `changes` the service only reads; `cypher` says whether callers may run their own.
    `said` gives the message of an error as callers may read it.
    """

    ask: Callable[..., Answer]
    retrieve: Callable[..., tuple[Evidence, ...]]
    ready: Callable[[], bool]
    close: Callable[[], None]
    standardize: Callable[[Sequence[Claim]], tuple[Standardized, ...]]
    overview: Callable[[], Overview]
    browsing: GraphViews
    provider: Provider
    queries: QueryJobs
    outgoing: Callable[[str], Outgoing]
    jobs: LoadQueue | None = None
    changes: DocumentChanges | None = None
    cypher: bool = False
    endpoints: tuple[str, ...] = ()
    said: ErrorText = str


def graph_services(
    settings: Settings,
    *,
    cypher: bool = False,
    uploads: bool = True,
    database_back: Callable[[], None] = lambda: None,
) -> Services:
    """Serve the graph of the settings; it may be down now and then, `database_back` is called after that.

    `cypher` lets callers run their own reading statements, `uploads` lets them send documents for loading.
    Other graphs can be asked only where the settings name some.
    """
    drivers = DriverPool(settings, database_back)
    browsing = GraphViews(drivers, settings.home)
    others = open_federation(settings, seconds=ASK_SECONDS) if settings.endpoints else None
    jobs = LoadQueue(settings) if uploads else None
    opening = threading.Lock()
    opened = cache(partial(open_standardizer, settings, llm=None))

    def answer(question: str, *, federate: bool = False, **given: Any) -> Answer:
        if federate and others is None:
            raise UsageError(f"federate: {_NO_ENDPOINTS}")
        asked = others if federate else None
        return browsing.read(ask, settings, question, federation=asked, **given)

    def find(question: str, **given: Any) -> tuple[Evidence, ...]:
        return browsing.read(retrieve, question, **given)

    def outgoing(question: str) -> Outgoing:
        return (
            Outgoing(note=_NO_ENDPOINTS) if others is None else browsing.read(plan_outgoing, others, question)
        )

    def standardize(claims: Sequence[Claim]) -> tuple[Standardized, ...]:
        """Map claims; the language model chooses if the settings name one."""
        with opening:  # by the first request that needs it
            standardizer = opened()
        return standardizer.standardize(claims)

    def answer_trapi(body: object) -> Mapping[str, Any]:
        return browsing.read(answer_message, model(), body)

    said = partial(without_home, settings=settings)
    queries = QueryJobs(answer_trapi, CallbackPolicy.of(settings.callback_hosts.split()), said=said)

    def close() -> None:
        if jobs is not None:
            jobs.close()
        queries.close()
        drivers.close()

    return Services(
        answer,
        find,
        drivers.ready,
        close,
        standardize,
        partial(browsing.read, OverviewBuilder(settings).survey),
        browsing,
        Provider(answer_trapi, partial(browsing.read, MetaGraphCache(model()).get)),
        queries,
        outgoing,
        jobs=jobs,
        changes=DocumentChanges(settings, drivers) if uploads else None,
        cypher=cypher,
        endpoints=others.urls if others is not None else (),
        said=said,
    )
