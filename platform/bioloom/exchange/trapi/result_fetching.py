"""Result fetching: the rows of a compiled query, within its bounds of time and number."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import neo4j
from neo4j.exceptions import ClientError, DriverError, Neo4jError, ServiceUnavailable, SessionExpired

from bioloom.errors import BioloomError, DatabaseUnavailable, TimeLimitReached, UsageError
from bioloom.exchange.trapi.cypher_compiler import CompiledQuery
from bioloom.exchange.trapi.query_graph import Bounds, LogNote
from bioloom.graph.connection import Graph
from bioloom.graph.deadline import seconds_left
from bioloom.graph.read_only_guard import TIMED_OUT

_STOPPED = (TIMED_OUT, "Neo.TransientError.General.")
_FETCHED = 500


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
        notes.append(
            _cut("the database was stopped at the limit of time or memory; what it had found is given")
        )
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
