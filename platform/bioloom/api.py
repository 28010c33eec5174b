"""Public Python functions: open a graph, load, retrieve, ask, query, ground, extract, standardize.

The command line does the same work. Functions of a graph are methods of what `open_graph` gives:

    from bioloom import open_graph

    with open_graph() as graph:
        graph.load("my-protocols/", extract="local")
        print(graph.ask("How long is the heat shock?").answer)
        frame = graph.query("graph_counts").to_pandas()

All settings come from the environment (``BIOLOOM_…``, ``NEO4J_…``) unless they are given.
"""

from __future__ import annotations

import logging
import warnings
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, Any, Self

from pydantic import SecretStr

from bioloom import graph as graph_room
from bioloom.argument_checks import checked_call
from bioloom.errors import UsageError
from bioloom.graph.connection import Graph
from bioloom.graph.cookbook.cookbook_runner import run_query
from bioloom.graph.guard.query_result import QueryResult
from bioloom.graph.guard.read_only_guard import ROW_LIMIT, TIME_LIMIT
from bioloom.names import normalise
from bioloom.records import (
    AnnotatedDocument,
    Answer,
    Claim,
    Document,
    Evidence,
    Grounding,
    LoadOptions,
    Naming,
    Place,
    Reject,
    Sentence,
    Skip,
    Standardized,
    Subgraph,
)
from bioloom.retrieval import DEFAULT_METHOD, EVERYTHING, Filters, check_filters, list_documents
from bioloom.retrieval import retrieve as retrieve_sentences
from bioloom.settings import Settings, names_user

if TYPE_CHECKING:
    from bioloom.exchange.graph_stream import StreamedEdge
    from bioloom.pipeline import LoadProgress, LoadReport
    from bioloom.retrieval.document_views import DocumentEntry

__all__ = [
    "OpenGraph", "around", "ask", "claims", "documents", "extract", "ground", "load", "open_graph", "query",
    "retrieve", "standardize",
]  # fmt: skip

_PAGE = 500  # documents
_HOMONYMS = 5


@checked_call
def load(
    graph: Graph | None,
    source: str | Path,
    *,
    format: str | None = None,
    extract: str | None = None,
    model: str | None = None,
    options: LoadOptions | None = None,
    limit: int | None = None,
    dry_run: bool = False,
    fresh: bool = False,
    ground: bool = True,
    on_progress: Callable[[LoadProgress], None] | None = None,
    settings: Settings | None = None,
) -> LoadReport:
    """Load a file or folder into the graph; a load that was broken off is resumed.

    `format` names a loader and is detected if left out. `extract` reads documents without annotation:
    ``local`` with the shipped networks, ``llm`` with the language model of the settings, or the one that
    `model` names. Left out, what an earlier load extracted stays, or the load is refused where it cannot
    (`fresh`, a changed text); ``none`` drops it. `options` declare
    provenance that the source does not state. `limit` takes only the first records, `fresh` reads a loaded
    source again, `ground` unites names with entities at the end; a `dry_run` checks and counts without a
    graph. Raises UsageError, SourceError, DatabaseUnavailable, LoadInterrupted.
    """
    from bioloom.extraction.opening import open_by_kind
    from bioloom.pipeline import load as load_source

    settings = settings or _settings_of(graph)
    if isinstance(source, str) and not source.strip():
        raise UsageError("load: source is empty; the current folder is Path('.')")
    return load_source(
        Path(source),
        graph,
        settings,
        format=format,
        options=options or LoadOptions(),
        limit=limit,
        dry_run=dry_run,
        fresh=fresh,
        ground=ground,
        on_progress=on_progress,
        extractor=open_by_kind(extract or "none", settings, model=model),
        keep_extracted=extract is None,
    )


@checked_call
def retrieve(
    graph: Graph, question: str, *, method: str = DEFAULT_METHOD, k: int = 10, filters: Filters = EVERYTHING
) -> tuple[Evidence, ...]:
    """Rank the sentences of the graph for a question, best first, each with its subgraph.

    `method` is ``bm25``, ``fused``, ``vector`` or ``hops``; `k` from 1 to 1,000. No match: an empty tuple.
    """
    return retrieve_sentences(graph, question, method=method, k=k, filters=filters)


@checked_call
def ask(
    graph: Graph,
    question: str,
    *,
    method: str = DEFAULT_METHOD,
    k: int = 8,
    llm: bool | None = None,
    filters: Filters = EVERYTHING,
    settings: Settings | None = None,
) -> Answer:
    """Answer a question from the graph with verified citations, or abstain with a reason.

    `k` sentences, ranked by `method` as `retrieve` does, and assertions serve as evidence. `llm` None lets
    the language model write if the settings name one, True insists on it (UsageError without one), False
    keeps to the local readers. `confidence` of the answer lies between 0 and 1; `abstained` says that there
    is none.
    """
    from bioloom.answering import ask as answer_question

    settings = settings or _settings_of(graph)
    return answer_question(graph, settings, question, k=k, llm=llm, method=method, filters=filters)


@checked_call
def documents(graph: Graph, *, kind: str | None = None) -> Iterator[DocumentEntry]:
    """Iterate over the documents by their ids; `kind` may be ``protocol``, ``abstract`` or ``article``."""
    after = ""
    while page := list_documents(graph, limit=_PAGE, after=after, kind=kind):
        yield from page
        after = page[-1].id


@checked_call
def claims(
    graph: Graph,
    *,
    predicates: str | Sequence[str] = (),
    categories: str | Sequence[str] = (),
    sources: str | Sequence[str] = (),
    documents: str | Sequence[str] = (),
    min_confidence: float | None = None,
) -> Iterator[StreamedEdge]:
    """Iterate over the claims between entities that meet all conditions, with their slots.

    A condition is one name or several. Memory does not grow with the graph. `categories` are those of both
    ends, or above them; `sources` are infores CURIEs or corpora, as those of `Filters`. UsageError for a
    predicate or category that neither the graph nor Biolink has, and for a source or document that is not
    loaded; a name of Biolink that only the graph lacks has no claims.
    """
    from bioloom.exchange.graph_stream import GraphStream
    from bioloom.exchange.selection import Selection, biolink_names
    from bioloom.pipeline.validation.record_validation import infores

    within = Filters(tuple(_several(sources)), tuple(_several(documents)), min_confidence or 0.0)
    chosen = Selection(
        biolink_names(_several(predicates)),
        biolink_names(_several(categories)),
        frozenset(infores(each) or each for each in within.sources),
        frozenset(within.documents),
        min_confidence=min_confidence,
        lenient=True,
    )
    stream = GraphStream(graph, chosen=chosen)
    check_filters(graph, within)
    return stream.edges()


def _several(given: str | Sequence[str]) -> Sequence[str]:
    return (given,) if isinstance(given, str) else given


@checked_call
def around(graph: Graph, name: str, *, most: int = 10) -> Subgraph:
    """Give a thing with its neighbours, at most so many of each kind; a notebook draws it.

    `name` is an id, a name or a synonym; a warning names other things of that name. UsageError if nothing in
    the graph has it.
    """
    from bioloom.retrieval.exploration import search_entities, surroundings

    if most < 1:
        raise UsageError(f"most must be at least 1, not {most}")
    found = surroundings(graph, name, first=most)
    if found is None and (named := search_entities(graph, name, limit=_HOMONYMS)):
        chosen = next((each for each in named if each.name == name), named[0])
        alike = [each.id for each in named if normalise(each.name) == normalise(name) and each != chosen]
        if alike:
            said = f"around: {name!r} is taken for {chosen.id}, and is the name of {', '.join(alike)} too"
            warnings.warn(f"{said}: give the id of the one that you mean", stacklevel=3)
        found = surroundings(graph, chosen.id, first=most)
    if found is None:
        raise UsageError(f"the graph has nothing with the name, synonym or id {name!r}")
    groups = [group.subgraph for group in found.groups]
    nodes = {node.id: node for part in groups for node in part.nodes} | {found.center.id: found.center}
    return Subgraph(tuple(nodes.values()), tuple(edge for part in groups for edge in part.edges))


@checked_call
def query(
    graph: Graph,
    name: str | None = None,
    *,
    cypher: str | None = None,
    parameters: Mapping[str, object] | None = None,
    limit: int = ROW_LIMIT,
    timeout: float = TIME_LIMIT,
) -> QueryResult:
    """Run a query of the cookbook by `name`, or read-only `cypher` of your own, with parameters.

    At most `limit` rows within `timeout` seconds. `notifications` of the result say which names the graph
    does not hold. UsageError says what is unknown, not allowed, or no Cypher.
    """
    return run_query(graph, name, cypher, parameters or {}, limit=limit, timeout=timeout)


@checked_call
def standardize(
    phrase: str | Sequence[Claim],
    *,
    subject: str = "",
    object: str = "",
    text: str = "",
    vocabulary: str = "biolink",
    settings: Settings | None = None,
) -> tuple[Standardized, ...]:
    """Map relation phrases to Biolink predicates; one result a claim, in their order (SPEC R9 to R20).

    One `phrase` with its `subject`, `object` and the `text` that states it, or many claims at once. The
    predicate of a result is None where there is none; its `reason` says why.
    """
    from bioloom.standardization.relate.configuration import open_standardizer

    claims = [Claim(subject, phrase, object, text)] if isinstance(phrase, str) else list(phrase)
    return tuple(open_standardizer(settings or Settings(), vocabulary=vocabulary).standardize(claims))


@checked_call
def ground(
    graph: Graph, names: str | Sequence[str], *, categories: str | Sequence[str] = (), context: str = ""
) -> tuple[Grounding | None, ...]:
    """Find the entities of the graph that names denote, each by itself; None for a name of none.

    `categories` are Biolink's, of the things that are named; `context` is the text around them.
    """
    from bioloom.biolink import model
    from bioloom.pipeline.passes.name_index import open_decide

    known = {each: model().category(each) for each in _several(categories)}
    if unknown := [each for each, category in known.items() if category is None]:
        raise UsageError(f"ground: {unknown[0]!r} is not a category of Biolink {model().version}")
    chosen = tuple(each for each in known.values() if each is not None)
    return tuple(open_decide(graph)([Naming(name, chosen, context) for name in _several(names)]))


@checked_call
def extract(
    source: str | Path,
    *,
    kind: str = "protocol",
    engine: str = "local",
    model: str | None = None,
    settings: Settings | None = None,
) -> tuple[AnnotatedDocument, ...]:
    """Read mentions and relations out of a text, or out of the documents of a file or folder (a `Path`).

    A text is a ``protocol``, an ``abstract`` or an ``article``, as `kind` says. `engine` is ``local`` or
    ``llm``, `model` another one of that engine. Nothing is written. A warning counts what of a file or folder
    could not be read, and what is no document.
    """
    from bioloom.extraction.extractor import PROTOCOLS, PUBLICATIONS
    from bioloom.extraction.opening import open_by_kind
    from bioloom.extraction.sentence_splitting import split_sentences
    from bioloom.loading import loader_for

    if kind not in (known := PROTOCOLS | PUBLICATIONS):
        raise UsageError(f"extract: there is no kind {kind!r}; choose from: {', '.join(sorted(known))}")
    extractor = open_by_kind(engine, settings or Settings(), model=model)
    if isinstance(source, Path):
        documents, left = [], Counter[str]()
        for record in loader_for(source).records(source, LoadOptions()):
            if isinstance(record, AnnotatedDocument):
                documents.append(record)
            elif not isinstance(record, Skip):
                left[record.code if isinstance(record, Reject) else "no document"] += 1
            elif record.remedy:
                left[record.reason] += record.count
        if left:
            counted = ", ".join(f"{count:,} {code}" for code, count in left.most_common())
            told = f"extract: left out of {source}: {counted}; load(None, source, dry_run=True) says why"
            warnings.warn(told, stacklevel=3)
    else:
        document = Document("text:1", "", source, kind, "infores:text", Place("text"))
        sentences = tuple(
            Sentence(f"{document.id}#s{index}", document.id, index, source[start:end], start, end)
            for index, (start, end) in enumerate(split_sentences(source))
        )
        documents = [AnnotatedDocument(document, sentences, agent_type="not_provided")]
    return tuple(documents if extractor is None else extractor.extract(documents))


@dataclass(frozen=True, slots=True)
class OpenGraph(Graph):
    """Open graph with the functions of this module as methods; its block, or `close`, closes it."""

    settings: Settings
    closing: ExitStack = field(repr=False, compare=False)
    closed: Event = field(default_factory=Event, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Note when the connection is closed."""
        self.closing.callback(self.closed.set)

    around = around
    ask = ask
    claims = claims
    documents = documents
    extract = staticmethod(extract)
    ground = ground
    load = load
    query = query
    retrieve = retrieve
    standardize = staticmethod(standardize)

    def close(self) -> None:
        """Close the connection."""
        self.closing.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: Any) -> bool | None:
        return self.closing.__exit__(*raised)


@checked_call
def open_graph(
    uri: str | None = None,
    *,
    user: str = "neo4j",
    password: str = "",
    database: str = "neo4j",
    settings: Settings | None = None,
) -> OpenGraph:
    """Open the graph in use: that at `uri`, or the server that NEO4J_URI names, or else the managed one.

    DatabaseUnavailable if it does not answer (``bioloom up`` starts the managed one).
    """
    for library in ("neo4j", "stamina"):  # notifications are in every result, what fails for good in an error
        logging.getLogger(library).addHandler(logging.NullHandler())
    settings = settings or Settings()
    if uri is not None:
        if names_user(uri):
            raise UsageError("open_graph: the address holds a user or a password; give user and password")
        given = {"neo4j_uri": uri, "neo4j_user": user, "neo4j_database": database}
        settings = settings.model_copy(update={**given, "neo4j_password": SecretStr(password)})
    closing = ExitStack()
    graph = closing.enter_context(graph_room.open_graph(settings))
    return OpenGraph(graph.driver, graph.database, settings, closing, encoder=settings.encoder)


def _settings_of(graph: Graph | None) -> Settings:
    return graph.settings if isinstance(graph, OpenGraph) else Settings()
