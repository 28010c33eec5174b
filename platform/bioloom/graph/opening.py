"""Opening the graph in use: the one that NEO4J_URI names, or else the managed server's."""

from collections.abc import Iterator
from contextlib import contextmanager

from bioloom.graph.connection import Endpoint, Graph, connect, named_endpoint
from bioloom.graph.server import running_endpoint
from bioloom.settings import Settings


def endpoint(settings: Settings) -> Endpoint:
    """Say which server is in use; DatabaseUnavailable if the managed one does not run."""
    return named_endpoint(settings) or running_endpoint(settings)


@contextmanager
def open_graph(settings: Settings) -> Iterator[Graph]:
    """Open the graph in use."""
    with connect(endpoint(settings)) as graph:
        yield graph
