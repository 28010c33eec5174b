"""Graph room: managed server, connection, schema, writer, guard; `open_graph` opens the graph in use."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from bioloom.graph.connection import Endpoint, Graph, connect, named_endpoint
from bioloom.settings import Settings

__all__ = ["Endpoint", "Graph", "endpoint", "open_graph"]


def endpoint(settings: Settings) -> Endpoint:
    """Give the server in use: that of NEO4J_URI, or the managed one; DatabaseUnavailable if that is down."""
    named = named_endpoint(settings)
    if named is not None:
        return named
    from bioloom.graph.server import running_endpoint  # only a managed server needs that room

    return running_endpoint(settings)


@contextmanager
def open_graph(settings: Settings, where: Endpoint | None = None) -> Iterator[Graph]:
    """Open the graph in use, or that at `where`; BioloomError if a newer bioloom wrote it."""
    with connect(where or endpoint(settings)) as graph:
        from bioloom.graph.schema import read_migrations  # the command line starts without it

        read_migrations(graph)
        yield replace(graph, encoder=settings.encoder)
