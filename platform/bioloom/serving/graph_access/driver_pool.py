"""Shared database driver that survives restarts of the database."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass

from neo4j.exceptions import DriverError, Neo4jError

from bioloom.errors import BioloomError, DatabaseUnavailable
from bioloom.graph import endpoint, open_graph
from bioloom.graph.connection import Endpoint, Graph
from bioloom.graph.statements import statement
from bioloom.serving.problem_details import without_home
from bioloom.settings import Settings

_REST = 1.0
"""Seconds for which a refused connection is not tried again: a crowd does not wait one after the other."""


@dataclass
class _OpenDriver:
    """An open driver, its address and the number of requests that use it."""

    held: ExitStack
    where: Endpoint
    graph: Graph
    users: int = 0


class DriverPool:
    """One driver shared by all requests; after a fault the next request opens another.

    A connection that failed is given to nobody new, and closed when the last request has left it. `back` is
    called when the database answers again after it did not; it must not take long.
    """

    def __init__(self, settings: Settings, back: Callable[[], None] = lambda: None) -> None:
        self._settings = settings
        self._back = back
        self._away = False
        self._lock = threading.Lock()
        self._driver: _OpenDriver | None = None
        self._refused: tuple[float, str] | None = None

    @contextmanager
    def graph(self) -> Iterator[Graph]:
        """Lend the graph after a connectivity check; DatabaseUnavailable at once if it does not answer."""
        driver = self._connected()
        broken = False
        try:
            yield driver.graph
        except (DatabaseUnavailable, DriverError, Neo4jError) as error:
            broken = True
            raise DatabaseUnavailable(
                without_home(_explained(error, driver.where), self._settings)
            ) from error
        finally:
            self._leave(driver, broken=broken)

    def ready(self) -> bool:
        """Say whether the database answers now."""
        try:
            with self.graph():
                return True
        except BioloomError:
            return False

    def close(self) -> None:
        """Close the driver as soon as no request uses it; the next request opens another."""
        with self._lock:
            driver, self._driver = self._driver, None
            idle = driver is not None and driver.users == 0
        if driver is not None and idle:
            driver.held.close()

    def _connected(self, *, again: bool = True) -> _OpenDriver:
        """Give a driver that answers: the open one, or a new one."""
        driver = self._take()
        try:
            _ping(driver.graph)
        except (DatabaseUnavailable, DriverError, Neo4jError, OSError) as error:
            self._leave(driver, broken=True)
            self._away = True
            if again:
                return self._connected(again=False)
            if isinstance(error, DatabaseUnavailable):
                raise
            raise DatabaseUnavailable(f"the database does not answer ({type(error).__name__})") from error
        return driver

    def _take(self) -> _OpenDriver:
        with self._lock:
            if self._driver is None:
                self._driver = self._open()
            self._driver.users += 1
            return self._driver

    def _open(self) -> _OpenDriver:
        if self._refused is not None and time.monotonic() - self._refused[0] < _REST:
            raise DatabaseUnavailable(self._refused[1])
        held = ExitStack()
        try:
            where = endpoint(self._settings)
            graph = held.enter_context(open_graph(self._settings, where))
        except DatabaseUnavailable as error:
            self._refused, self._away = (time.monotonic(), without_home(error, self._settings)), True
            raise DatabaseUnavailable(self._refused[1]) from error
        self._refused = None
        if self._away:
            self._away = False
            self._back()
        return _OpenDriver(held, where, graph)

    def _leave(self, driver: _OpenDriver, *, broken: bool) -> None:
        with self._lock:
            driver.users -= 1
            if broken and self._driver is driver:
                self._driver = None
            over = self._driver is not driver and driver.users == 0
        if over:
            driver.held.close()


def _explained(error: Exception, where: Endpoint) -> DatabaseUnavailable:
    """Build the error of a request that lost its database: what failed, and why a managed server ended."""
    ours = isinstance(error, DatabaseUnavailable)
    what = str(error) if ours else f"the database went away ({type(error).__name__})"
    if where.server is None:
        return DatabaseUnavailable(what)
    lost = isinstance(error.__cause__ if ours else error, DriverError)
    why = where.server.explain_refusal() or (where.server.explain() if lost else None)
    return DatabaseUnavailable(f"{what}; {why}" if why else what)


def _ping(graph: Graph) -> None:
    with graph.session(read=True) as session:
        session.run(statement("exchange/ping")).consume()
