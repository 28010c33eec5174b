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
"""Seconds in which a failed dial is not tried again: a crowd does not wait one after the other."""


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
        self._call: _OpenDriver | None = None
        self._refused: tuple[float, str] | None = None

    @contextmanager
    def graph(self) -> Iterator[Graph]:
        """Lend the graph after a connectivity check; DatabaseUnavailable at once if it does not answer."""
        call = self._reach()
        broken = False
        try:
            yield call.graph
        except (DatabaseUnavailable, DriverError, Neo4jError) as error:
            broken = True
            raise DatabaseUnavailable(without_home(_explained(error, call.where), self._settings)) from error
        finally:
            self._leave(call, broken=broken)

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
            call, self._call = self._call, None
            idle = call is not None and call.users == 0
        if call is not None and idle:
            call.held.close()

    def _reach(self, *, again: bool = True) -> _OpenDriver:
        """Give a driver that answers: the open one, or a new one."""
        call = self._take()
        try:
            _ping(call.graph)
        except (DatabaseUnavailable, DriverError, Neo4jError, OSError) as error:
            self._leave(call, broken=True)
            self._away = True
            if again:
                return self._reach(again=False)
            if isinstance(error, DatabaseUnavailable):
                raise
            raise DatabaseUnavailable(f"the database does not answer ({type(error).__name__})") from error
        return call

    def _take(self) -> _OpenDriver:
        with self._lock:
            if self._call is None:
                self._call = self._dial()
            self._call.users += 1
            return self._call

    def _dial(self) -> _OpenDriver:
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

    def _leave(self, call: _OpenDriver, *, broken: bool) -> None:
        with self._lock:
            call.users -= 1
            if broken and self._call is call:
                self._call = None
            over = self._call is not call and call.users == 0
        if over:
            call.held.close()


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
