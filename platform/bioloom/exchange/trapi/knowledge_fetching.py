"""Fetching: the rows of a compiled query within its bounds; nodes, claims and sentences behind them."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import neo4j
from neo4j.exceptions import ClientError, DriverError, Neo4jError, ServiceUnavailable, SessionExpired

from bioloom.biolink import Biolink
from bioloom.errors import BioloomError, DatabaseUnavailable, TimeLimitReached, UsageError
from bioloom.exchange.trapi.cypher_compiler import CompiledQuery
from bioloom.exchange.trapi.query_graph import Bounds, LogNote, QueryGraph
from bioloom.exchange.trapi.term_resolution import directions
from bioloom.graph.connection import Graph
from bioloom.graph.deadline import seconds_left
from bioloom.graph.guard.read_only_guard import TIMED_OUT
from bioloom.graph.statements import statement

_STOPPED = (TIMED_OUT, "Neo.TransientError.General.")
_FETCHED = 500

STOPPED = "Incomplete"
"""Code of the note, and status of the response, where a limit ended the search."""


@dataclass(frozen=True, slots=True)
class ResultBinding:
    """One result: the id of each query node, and the database's ids of the claims of each query edge."""

    nodes: tuple[str, ...]
    edges: tuple[tuple[str, ...], ...]


def fetch_answers(
    tx: neo4j.Transaction, compiled: CompiledQuery, bounds: Bounds, *, united: bool = False
) -> tuple[tuple[ResultBinding, ...], tuple[LogNote, ...]]:
    """Run a query and merge its rows by node bindings; notes tell what was cut off.

    Where answers are `united` to fewer results afterwards, only the rows are limited.
    """
    most = bounds.rows if united else bounds.results
    merged: dict[tuple[str, ...], list[dict[str, None]]] = {}
    notes: list[LogNote] = []
    width = len(compiled.nodes)
    rows = 0
    try:
        for row in tx.run(compiled.cypher, dict(compiled.parameters)):
            values = row.values()
            nodes = tuple(values[:width])
            if nodes not in merged:
                if len(merged) == most:
                    notes.append(truncation(most))
                    break
                merged[nodes] = [{} for _ in compiled.edges]
            for found, element in zip(merged[nodes], values[width:], strict=True):
                found[element] = None
            rows += 1
        else:
            if rows >= bounds.rows:
                notes.append(_cut(f"reading stopped after {bounds.rows} ways to answer; there may be more"))
    except Neo4jError as error:
        if not str(error.code or "").startswith(_STOPPED):
            raise
        stopped = "the database was stopped at the limit of time or memory; what it had found is given"
        notes.append(LogNote("WARNING", STOPPED, stopped))
    answers = (
        ResultBinding(nodes, tuple(tuple(found) for found in edges)) for nodes, edges in merged.items()
    )
    return tuple(answers), tuple(notes)


def truncation(most: int) -> LogNote:
    """Note that there are more results than are given."""
    return _cut(f"only the first {most} results are given, in no order")


def _cut(message: str) -> LogNote:
    return LogNote("WARNING", "Truncated", message)


@contextmanager
def reading(graph: Graph, seconds: float) -> Iterator[neo4j.Transaction]:
    """Open a read transaction with a time limit; errors of the database become ours."""
    try:
        with graph.session(read=True, fetch=_FETCHED) as session:
            tx = session.begin_transaction(timeout=seconds_left(seconds))
            try:
                yield tx
            finally:
                tx.close()  # nothing to commit; one that was stopped could not be
    except (ServiceUnavailable, SessionExpired) as error:
        raise DatabaseUnavailable("the database went away during the query") from error
    except ClientError as error:
        if str(error.code or "").startswith(TIMED_OUT):
            raise TimeLimitReached(f"the query was stopped after {seconds:g} s; ask for less") from error
        raise UsageError(
            f"the database refused the query: {(error.message or str(error)).strip()}"
        ) from error
    except Neo4jError as error:
        raise BioloomError(f"the query failed: {(error.message or str(error)).strip()}") from error
    except DriverError as error:
        raise DatabaseUnavailable(f"the database went away ({type(error).__name__})") from error


@dataclass(frozen=True, slots=True)
class StoredEdge:
    """A claim as stored, between entities or mentions that denote none.

    `spans` are the mentions at the ends of a claim between mentions: name, start and end in the document.
    """

    subject: str
    predicate: str
    object: str
    properties: Mapping[str, Any]
    spans: tuple[Mapping[str, Any], ...] = ()


@dataclass(frozen=True, slots=True)
class StatedSentence:
    """A sentence that states a claim: its text, its start in its document, what the document states."""

    id: str
    document: str
    text: str
    start: int
    stated: Mapping[str, Any]


def held_types(tx: neo4j.Transaction) -> frozenset[str]:
    """Name the predicates in use."""
    return frozenset(tx.run(statement("exchange/edge_types")).value())


def lifted_edges(
    tx: neo4j.Transaction, graph: QueryGraph, biolink: Biolink, held: frozenset[str]
) -> frozenset[str]:
    """Name the query edges that may be lifted from mentions: texts state their predicates between these."""
    found: set[str] = set()
    for edge in graph.edges:
        asked = directions(edge.predicates, biolink)
        types = "|".join(sorted(held & (asked.out | asked.into)))
        if not types:
            continue
        (count,) = tx.run(statement("trapi/between_mentions", any_types=types)).single(strict=True).values()
        if count:
            found.add(edge.key)
    return frozenset(found)


def fetch_claims(tx: neo4j.Transaction, elements: Iterable[str]) -> dict[str, StoredEdge]:
    """Read claims by the database's ids."""
    ids = list(dict.fromkeys(elements))
    rows = tx.run(statement("trapi/edges"), ids=ids).values() if ids else ()
    return {
        element: StoredEdge(subject, predicate, object_, properties, tuple(spans))
        for element, subject, predicate, object_, properties, spans in rows
    }


def fetch_chains(
    tx: neo4j.Transaction, pairs: Iterable[tuple[str, str]]
) -> tuple[dict[tuple[str, str], tuple[str, ...]], dict[str, StoredEdge]]:
    """Read the subclass edges from each member up to its root: their ids by pair, and the edges."""
    given = [{"member": member, "root": root} for member, root in pairs]
    if not given:
        return {}, {}
    rows = tx.run(statement("trapi/subclass_paths"), pairs=given).values()
    links = fetch_claims(tx, (link for _, _, found in rows for link in found))
    chains = {
        (member, root): tuple(str(links[link].properties["id"]) for link in found)
        for member, root, found in rows
        if all(link in links for link in found)
    }
    return chains, links


def fetch_nodes(tx: neo4j.Transaction, ids: Iterable[str]) -> dict[str, Mapping[str, Any]]:
    """Read entities and mentions by their ids."""
    wanted = list(dict.fromkeys(ids))
    return dict(tx.run(statement("trapi/nodes"), ids=wanted).values()) if wanted else {}


def fetch_sentences(tx: neo4j.Transaction, claims: Iterable[Mapping[str, Any]]) -> dict[str, StatedSentence]:
    """Read the sentences that state claims, by their ids."""
    wanted: dict[str, None] = {}
    for claim in claims:
        stated = claim.get("sentence_ids") or [claim.get("sentence_id")]
        wanted |= dict.fromkeys(id_ for id_ in stated if id_)
    rows = tx.run(statement("trapi/sentences"), ids=list(wanted)).values() if wanted else ()
    return {
        id_: StatedSentence(id_, document, text, start, stated or {})
        for id_, document, text, start, stated in rows
    }
