"""Gone parts: loads of a folder's files that are there no more, which nothing withdraws by itself."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from bioloom.graph.connection import Graph
from bioloom.graph.writing.checkpoint import Checkpoint, list_checkpoints
from bioloom.loading import SourcePart

_BY_NAME = frozenset({"abstracts", "protocols"})
"""Formats that nothing is recognised as: they are asked for by name, of texts."""


def gone_parts(graph: Graph, folder: Path, parts: Sequence[SourcePart]) -> Iterator[Checkpoint]:
    """Give the complete loads of files in a folder that are gone, and of formats that it holds no more."""
    whole = folder.resolve()
    formats = _BY_NAME | {part.format for part in parts if part.path.resolve() == whole}
    for load in list_checkpoints(graph):
        source = Path(load.source)
        gone = whole in source.parents and not source.exists()
        other = source == whole and load.properties["format"] not in formats
        if load.status == "complete" and (gone or other):
            yield load
