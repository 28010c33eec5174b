"""The test graph with its write lease held, from a home of its own."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from bioloom.graph.connection import Graph
from bioloom.graph.writing.write_lease import LeasedGraph, hold_lease
from bioloom.settings import Settings


@contextmanager
def leased(graph: Graph) -> Iterator[LeasedGraph]:
    """Hold the write lease for a test that writes by itself; the schema is in place then."""
    with TemporaryDirectory() as home, hold_lease(graph, Settings(home=Path(home)), "testing") as held:
        yield held
