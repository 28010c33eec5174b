"""Graph export: files that become whole together, rows counted on their way into them."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TypedDict, Unpack

from bioloom.exchange.atomic_files import whole_files
from bioloom.exchange.graph_stream import GraphStream, StreamedEdge, StreamedNode
from bioloom.exchange.progress import ExportReport, Progress, RowCounter
from bioloom.exchange.selection import EVERYTHING, Selection
from bioloom.graph.connection import Graph


class ExportKeywords(TypedDict, total=False):
    """What every export of the graph takes: whether `mentions` go along, which claims, whether to replace."""

    mentions: bool
    chosen: Selection
    force: bool
    on_progress: Progress | None


@dataclass(slots=True)
class GraphExport:
    """A running export: the open files, and the rows to write into them."""

    paths: tuple[Path, ...]
    files: tuple[IO[str], ...]
    stream: GraphStream
    counter: RowCounter
    written_nodes: int = 0
    written_edges: int = 0

    def nodes(self) -> Iterator[StreamedNode]:
        """Give the nodes, counting them."""
        for node in self.counter.over(self.stream.nodes()):
            self.written_nodes += 1
            yield node

    def edges(self, *, denied: bool = True) -> Iterator[StreamedEdge]:
        """Give the claims, or those that are not `denied`, counting them."""
        for edge in self.counter.over(self.stream.edges()):
            if denied or not edge.slots.get("negated"):
                self.written_edges += 1
                yield edge

    @property
    def report(self) -> ExportReport:
        """What was written."""
        return ExportReport(self.paths, self.written_nodes, self.written_edges)


@contextmanager
def open_export(graph: Graph, *paths: Path, **options: Unpack[ExportKeywords]) -> Iterator[GraphExport]:
    """Open files for an export; they take their names when it is over."""
    chosen = options.get("chosen", EVERYTHING)
    stream = GraphStream(graph, mentions=options.get("mentions", False), chosen=chosen)
    counter = RowCounter(stream.count(), options.get("on_progress"))
    with whole_files(paths, force=options.get("force", False)) as files:
        yield GraphExport(paths, files, stream, counter)
    counter.finish()
