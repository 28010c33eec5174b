"""Query runner: the packaged read statements, within the time limit, errors in our own terms."""

from __future__ import annotations

from typing import Any

from neo4j import ManagedTransaction, unit_of_work
from neo4j.exceptions import ClientError, DriverError, Neo4jError

from bioloom.errors import BioloomError, DatabaseUnavailable
from bioloom.graph.connection import Graph
from bioloom.graph.deadline import seconds_left, time_is_up
from bioloom.graph.read_only_guard import TIMED_OUT
from bioloom.graph.statements import statement


def run_query(graph: Graph, name: str, parameters: dict[str, Any]) -> list[dict[str, Any]]:
    """Run a packaged read statement and fetch its rows; a graph without its indexes gives none."""

    @unit_of_work(timeout=seconds_left())
    def read(work: ManagedTransaction) -> list[dict[str, Any]]:
        return work.run(statement(name), parameters).data()

    try:
        with graph.session(read=True) as session:
            return session.execute_read(read)
    except ClientError as error:
        if (error.code or "").startswith(TIMED_OUT):
            raise time_is_up() from error
        if "no such fulltext schema index" in str(error) or "no such vector schema index" in str(error):
            return []
        raise BioloomError(f"the graph refused {name}: {error.message}") from error
    except (DriverError, Neo4jError, OSError) as error:
        raise DatabaseUnavailable(f"Neo4j went away during {name} ({error}); see: bioloom status") from error
