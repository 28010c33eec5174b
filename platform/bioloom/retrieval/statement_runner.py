"""Statement runner: the packaged read statements, within the time limit, errors in our own terms."""

import time
from typing import Any

from neo4j import Query, Result, RoutingControl
from neo4j.exceptions import ClientError, DriverError, IncompleteCommit, Neo4jError

from bioloom.errors import BioloomError, DatabaseUnavailable, UsageError
from bioloom.graph.connection import Graph, line_of
from bioloom.graph.deadline import seconds_left, time_is_up
from bioloom.graph.guard.read_only_guard import TIMED_OUT
from bioloom.graph.statements import of_one_parameter, parameters_of, statement

_PATIENCE = 30.0
"""Seconds for which a read is tried anew after the database went away: as long as the driver itself does."""

_POLL = 0.5


def run_statement(graph: Graph, name: str, parameters: dict[str, Any]) -> list[dict[str, Any]]:
    """Run a packaged read statement and fetch its rows; a graph without its indexes gives none.

    The driver tries anew itself, but not where the database ends between the rows and the end of the
    transaction, nor where a managed server is down when the driver connects again.
    """
    until = time.monotonic() + _PATIENCE
    while True:
        try:
            return _run(graph, name, parameters)
        except DatabaseUnavailable as error:
            passing = error.__cause__ is None or isinstance(error.__cause__, IncompleteCommit)
            if not passing or time.monotonic() > until:
                raise
            time.sleep(_POLL)


def _run(graph: Graph, name: str, parameters: dict[str, Any]) -> list[dict[str, Any]]:
    text = statement(name)
    if lacking := parameters_of(text) - parameters.keys():  # of a map, they would be null in silence
        raise ValueError(f"{name} lacks its parameters: {', '.join(sorted(lacking))}")
    query = Query(of_one_parameter(text), timeout=seconds_left())
    try:
        return graph.driver.execute_query(
            query,
            {"asked": parameters},
            routing_=RoutingControl.READ,
            database_=graph.database,
            bookmark_manager_=graph.bookmarks,
            result_transformer_=_rows,
        )
    except ClientError as error:
        if (error.code or "").startswith(TIMED_OUT):
            raise time_is_up() from error
        if "no such fulltext schema index" in str(error) or "no such vector schema index" in str(error):
            return []
        if "vector has" in str(error) and "dimensions" in str(error):
            raise UsageError(
                "the graph is made for sentence vectors of another encoder: name that in BIOLOOM_ENCODER, or "
                "make them anew with: bioloom embed"
            ) from error
        raise BioloomError(f"the graph refused {name}: {error.message}") from error
    except Neo4jError as error:
        raise DatabaseUnavailable(
            f"Neo4j broke a read off ({line_of(error)}); see: bioloom status"
        ) from error
    except (DriverError, OSError) as error:
        raise DatabaseUnavailable("Neo4j went away during a read; see: bioloom status") from error


def _rows(result: Result) -> list[dict[str, Any]]:
    """Give the rows as the driver decoded them: statements return maps and no nodes to convert."""
    names = result.keys()
    return [dict(zip(names, record.values(), strict=True)) for record in result]
