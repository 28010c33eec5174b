"""A connection to one Neo4j: where it answers, and an open graph."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import neo4j
from neo4j.exceptions import AuthError, ConfigurationError, DriverError, Neo4jError, ServiceUnavailable

from bioloom.errors import BioloomError, DatabaseUnavailable
from bioloom.settings import Settings


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Where a Neo4j answers and with which credentials; `browser` is the address of Neo4j Browser."""

    uri: str
    user: str
    password: str
    database: str = "neo4j"
    browser: str | None = None


@dataclass(frozen=True, slots=True)
class Graph:
    """An open connection: the driver and the database that every session uses."""

    driver: neo4j.Driver
    database: str

    def session(self, *, read: bool = False) -> neo4j.Session:
        """Open a session; `read` sends it as READ, so that the server refuses writes."""
        mode = neo4j.READ_ACCESS if read else neo4j.WRITE_ACCESS
        return self.driver.session(database=self.database, default_access_mode=mode)


def named_endpoint(settings: Settings) -> Endpoint | None:
    """Give the server that NEO4J_URI names; None if it names none and the managed one is in use."""
    if not settings.neo4j_uri:
        return None
    password = settings.neo4j_password.get_secret_value() if settings.neo4j_password else ""
    return Endpoint(settings.neo4j_uri, settings.neo4j_user, password, settings.neo4j_database)


@contextmanager
def connect(where: Endpoint) -> Iterator[Graph]:
    """Open the graph, check that it answers, and close it at the end."""
    auth = (where.user, where.password) if where.password else None
    try:
        driver = neo4j.GraphDatabase.driver(
            where.uri,
            auth=auth,
            connection_timeout=10,
            notifications_min_severity=neo4j.NotificationMinimumSeverity.OFF,
        )
    except (ConfigurationError, ValueError) as error:
        raise BioloomError(f"{where.uri} is not a usable Neo4j address: {error}") from error
    with driver:
        try:
            driver.verify_connectivity()
        except AuthError as error:
            raise BioloomError(
                f"{where.uri} refused user {where.user!r}: set NEO4J_USERNAME and NEO4J_PASSWORD"
            ) from error
        except (ServiceUnavailable, DriverError, OSError) as error:
            raise DatabaseUnavailable(
                f"no Neo4j answers at {where.uri} ({_line(error)}); start one with: bioloom up"
            ) from error
        try:
            yield Graph(driver, where.database)
        except DriverError as error:
            raise DatabaseUnavailable(
                f"{where.uri} stopped answering ({_line(error)}); run the same command again"
            ) from error
        except Neo4jError as error:
            raise BioloomError(
                f"the database {where.database!r} refused a request ({_line(error)})"
            ) from error


def _line(error: Exception) -> str:
    message = error.message if isinstance(error, Neo4jError) else None
    return " ".join((message or str(error)).split())[:300]
