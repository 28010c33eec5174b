"""Result fetching: the rows of a compiled query, within its bounds of time and number."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import neo4j
from neo4j.exceptions import ClientError, DriverError, Neo4jError, ServiceUnavailable, SessionExpired

from bioloom.errors import BioloomError, DatabaseUnavailable, TimeLimitReached, UsageError
from bioloom.exchange.trapi.bounds import Bounds
from bioloom.exchange.trapi.cypher_compiler import CompiledQuery
from bioloom.exchange.trapi.query_graph import LogNote
from bioloom.graph.connection import Graph
from bioloom.graph.deadline import seconds_left
from bioloom.graph.read_only_guard import TIMED_OUT
from bioloom.graph.statements import statement

_STOPPED = (TIMED_OUT, "Neo.TransientError.General.")
_FETCHED = 500


@dataclass(frozen=True, slots=True)
class ResultBinding:
    """One result: the id of each query node, and the database's ids of the claims of each query edge."""

    nodes: tuple[str, ...]
    edges: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class StoredEdge:
    """A claim as stored."""

    subject: str
    predicate: str
    object: str
    properties: Mapping[str, Any]


def fetch_answers(
    tx: neo4j.Transaction, compiled: CompiledQuery, bounds: Bounds
) -> tuple[tuple[ResultBinding, ...], tuple[LogNote, ...]]:
    """Run a query and merge its rows by node bindings; notes tell what was cut off."""
    merged: dict[tuple[str, ...], list[dict[str, None]]] = {}
    notes: list[LogNote] = []
    width = len(compiled.nodes)
    rows = 0
    try:
        for row in tx.run(compiled.cypher, dict(compiled.parameters)):
            values = row.values()
            nodes = tuple(values[:width])
            if nodes not in merged:
                if len(merged) == bounds.results:
                    notes.append(_cut(f"only the first {bounds.results} results are given, in no order"))
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
        notes.append(
            _cut("the database was stopped at the limit of time or memory; what it had found is given")
        )
    answers = (
        ResultBinding(nodes, tuple(tuple(found) for found in edges)) for nodes, edges in merged.items()
    )
    return tuple(answers), tuple(notes)


def _cut(message: str) -> LogNote:
    return LogNote("WARNING", "Truncated", message)


def fetch_knowledge(
    tx: neo4j.Transaction, answers: Iterable[ResultBinding]
) -> tuple[Mapping[str, Mapping[str, Any]], Mapping[str, StoredEdge]]:
    """Read the entities of the results by their ids, and the claims by the database's ids."""
    held = list(answers)
    ids = list(dict.fromkeys(id_ for answer in held for id_ in answer.nodes))
    elements = list(dict.fromkeys(one for answer in held for edges in answer.edges for one in edges))
    edges: dict[str, StoredEdge] = {}
    for element, subject, predicate, object_, properties in (
        tx.run(statement("trapi/edges"), ids=elements).values() if elements else ()
    ):
        edges[element] = StoredEdge(subject, predicate, object_, properties)
    nodes = dict(tx.run(statement("trapi/nodes"), ids=ids).values()) if ids else {}
    return nodes, edges


@contextmanager
def reading(graph: Graph, seconds: float) -> Iterator[neo4j.Transaction]:
    """Open a read transaction with a time limit; errors of the database become ours."""
    try:
        with graph.driver.session(
            database=graph.database, default_access_mode=neo4j.READ_ACCESS, fetch_size=_FETCHED
        ) as session:
            tx = session.begin_transaction(timeout=seconds_left(seconds))
            try:
                yield tx
            finally:
                tx.close()  # nothing to commit; one that was stopped could not be
    except (ServiceUnavailable, SessionExpired) as error:
        raise DatabaseUnavailable(f"the database went away during the query ({error})") from error
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
