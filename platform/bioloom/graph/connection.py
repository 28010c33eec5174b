"""Graph connection: the address of a Neo4j, and an open driver."""

from __future__ import annotations

import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from bioloom.errors import BioloomError, DatabaseUnavailable
from bioloom.graph.statements import statement
from bioloom.settings import Settings

if TYPE_CHECKING:  # the driver is imported where it is used: the command line starts without it
    import neo4j
    from neo4j.auth_management import AuthManager
    from neo4j.exceptions import Neo4jError


class ServerIdentity(Protocol):
    """Identity of the server that a password belongs to."""

    def verify(self) -> None:
        """Raise DatabaseUnavailable unless that server listens at its address; asked for every connection."""

    def explain(self) -> str:
        """Say what became of that server after a connection failed, and what to do next."""

    def explain_password(self) -> str:
        """Say what to do where the server refuses the password."""

    def explain_refusal(self) -> str | None:
        """Say why the server refuses what it should not, and what to do next; None if it is well."""


_SCHEMES = ("bolt", "bolt+s", "bolt+ssc", "neo4j", "neo4j+s", "neo4j+ssc")
_RATE_LIMIT = "Neo.ClientError.Security.AuthenticationRateLimit"


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Address and credentials of a Neo4j; `browser` is the address of Neo4j Browser.

    `server` is known for a managed server: whoever answers at the address has to be that, before it is
    shown the password.
    """

    uri: str
    user: str
    password: str
    database: str = "neo4j"
    browser: str | None = None
    server: ServerIdentity | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Graph:
    """Open connection: the driver, and the database that every session uses.

    `encoder` opens the encoder of the sentence vectors; None is the shipped one.
    """

    driver: neo4j.Driver
    database: str
    encoder: str | None = field(default=None, kw_only=True)

    @property
    def bookmarks(self) -> neo4j.api.BookmarkManager | None:
        """The bookmarks by which a session sees what earlier ones wrote, on any server of a cluster.

        None for one server, which every session sees as it is: a database that was put back or swapped would
        be waited for in vain.
        """
        import neo4j

        routed = isinstance(self.driver, neo4j.Neo4jDriver)
        return self.driver.execute_query_bookmark_manager if routed else None

    def session(self, *, read: bool = False, fetch: int = 1000, notify: bool = False) -> neo4j.Session:
        """Open a session that fetches so many rows at a time; with `read` the server refuses writes.

        With `notify` it gives the server's notifications, in the summary of each result.
        """
        import neo4j

        mode = neo4j.READ_ACCESS if read else neo4j.WRITE_ACCESS
        severity = neo4j.NotificationMinimumSeverity
        return self.driver.session(
            database=self.database,
            default_access_mode=mode,
            fetch_size=fetch,
            bookmark_manager=self.bookmarks,
            notifications_min_severity=severity.INFORMATION if notify else severity.OFF,
        )

    def read(self, name: str, /, **parameters: object) -> list[neo4j.Record]:
        """Run a reading statement, given by its name, and give all its rows."""
        with self.session(read=True) as session:
            return list(session.run(statement(name), parameters))

    def change_schema(self, text: str, **parameters: object) -> None:
        """Run a statement that creates or drops an index or constraint, which may be run twice."""
        with self.session() as session:
            session.execute_write(lambda tx: tx.run(text, parameters).consume())


def named_endpoint(settings: Settings) -> Endpoint | None:
    """Give the server that NEO4J_URI names; None without one, when the managed server is in use."""
    if not settings.neo4j_uri:
        return None
    password = settings.neo4j_password.get_secret_value() if settings.neo4j_password else ""
    return Endpoint(settings.neo4j_uri, settings.neo4j_user, password, settings.neo4j_database)


@contextmanager
def connect(where: Endpoint) -> Iterator[Graph]:
    """Open the graph, check that it answers, and close it at the end.

    A failed connection to a managed server says what became of that.
    """
    try:
        with _connect(where) as graph:
            yield graph
    except DatabaseUnavailable as error:
        if where.server is None or error.__cause__ is None:
            raise
        said = where.server.explain_refusal() or where.server.explain()
        raise DatabaseUnavailable(f"{error}; {said}") from error
    except BioloomError as error:
        by_database = not isinstance(error.__cause__, OSError | None)
        refused = where.server.explain_refusal() if where.server and by_database else None
        if refused is None:
            raise
        raise DatabaseUnavailable(f"{error}; {refused}") from error


@contextmanager
def _connect(where: Endpoint) -> Iterator[Graph]:
    import neo4j
    from neo4j.exceptions import AuthError, ConfigurationError, DriverError, Neo4jError, ServiceUnavailable

    if where.uri.partition("://")[0].lower() not in _SCHEMES:
        raise BioloomError(
            f"{where.uri} is no address of Neo4j: write bolt:// or neo4j://, with TLS bolt+s:// or neo4j+s://"
        )
    try:
        driver = neo4j.GraphDatabase.driver(
            where.uri,
            auth=_credentials(where),
            connection_timeout=10,
            notifications_min_severity=neo4j.NotificationMinimumSeverity.OFF,
        )
    except (ConfigurationError, ValueError) as error:
        raise BioloomError(f"{where.uri} is not a usable Neo4j address: {error}") from error
    with driver:
        try:
            driver.verify_connectivity()
        except AuthError as error:
            named = "set NEO4J_USERNAME and NEO4J_PASSWORD"
            cure = where.server.explain_password() if where.server else named
            raise BioloomError(f"{where.uri} refused user {where.user!r}: {cure}") from error
        except (ServiceUnavailable, DriverError, OSError) as error:
            detail = "" if where.server else f" ({_cause_and_cure(error)}"
            raise DatabaseUnavailable(f"no Neo4j answers at {where.uri}{detail}") from error
        except ValueError as error:
            raise BioloomError(f"{where.uri} is not a usable Neo4j address: {error}") from error
        except Neo4jError as error:
            if error.code != _RATE_LIMIT:
                raise
            raise BioloomError(
                f"{where.uri} had too many wrong passwords for user {where.user!r}: "
                "wait some seconds and try again"
            ) from error
        try:
            yield Graph(driver, where.database)
        except DriverError as error:
            detail = "" if where.server else f" ({line_of(error)}); run the same command again"
            raise DatabaseUnavailable(f"{where.uri} stopped answering{detail}") from error
        except Neo4jError as error:
            raise BioloomError(
                f"the database {where.database!r} refused a request ({line_of(error)})"
            ) from error


@contextmanager
def database_faults(when: str) -> Iterator[None]:
    """Tell what the database refuses, or that it went away, as an error of ours that says when."""
    from neo4j.exceptions import Neo4jError, ServiceUnavailable, SessionExpired

    try:
        yield
    except (ServiceUnavailable, SessionExpired) as error:
        raise DatabaseUnavailable(f"the database went away {when} ({line_of(error)})") from error
    except Neo4jError as error:
        fault = DatabaseUnavailable if error.is_retryable() else BioloomError
        raise fault(f"the database refused a request {when} ({line_of(error)})") from error


def _credentials(where: Endpoint) -> neo4j.Auth | AuthManager | None:
    """Give what the driver authenticates with; it asks an `AuthManager` anew for every connection."""
    from neo4j import basic_auth
    from neo4j.auth_management import AuthManager

    if not where.password:
        return None
    credentials, server = basic_auth(where.user, where.password), where.server
    if server is None:
        return credentials
    verify = server.verify

    class VerifiedAddress(AuthManager):
        """Credentials that are shown only to the server that they belong to."""

        def get_auth(self) -> neo4j.Auth:
            """Verify who listens, then give the credentials."""
            verify()
            return credentials

        def handle_security_exception(self, auth: object, error: Neo4jError) -> bool:
            """Do not try again: the credentials do not change."""
            return False

    return VerifiedAddress()


def _cause_and_cure(error: BaseException) -> str:
    """Say why no server answers at the address that a user has named, and what to do."""
    while (cause := error.__cause__) is not None:
        error = cause.exceptions[0] if isinstance(cause, BaseExceptionGroup) else cause
    if isinstance(error, ssl.SSLError):
        cure = "write bolt:// or neo4j:// if it has no TLS, +ssc in place of +s if nobody vouches for its key"
        return f"TLS failed: {line_of(error)}); {cure}"
    return f"{line_of(error)}); start it, correct NEO4J_URI, or unset it"


def line_of(error: BaseException, most: int = 300) -> str:
    """Write what an error of the database, or of its driver, says as one line.

    >>> from neo4j.exceptions import ConfigurationError
    >>> line_of(ConfigurationError("no such\\nscheme"))
    'no such scheme'
    """
    from neo4j.exceptions import Neo4jError

    said = error.message if isinstance(error, Neo4jError) else None  # that of the driver's is a general one
    return " ".join((said or str(error)).split())[:most]
