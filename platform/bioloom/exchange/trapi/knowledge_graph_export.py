"""TRAPI export: the whole graph as one message with a knowledge graph."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import IO, Any

from bioloom.biolink import Biolink
from bioloom.errors import UsageError
from bioloom.exchange.atomic_files import whole_files
from bioloom.exchange.graph_stream import GraphStream, StreamedEdge
from bioloom.exchange.progress import ExportReport, Progress, RowCounter
from bioloom.exchange.selection import EVERYTHING, Selection
from bioloom.exchange.trapi.knowledge_fetching import StoredEdge
from bioloom.exchange.trapi.knowledge_graph import edge_json, node_json
from bioloom.exchange.trapi.message_answering import SCHEMA_VERSION
from bioloom.graph.connection import Graph


def export_trapi(
    graph: Graph,
    path: Path,
    biolink: Biolink,
    *,
    chosen: Selection = EVERYTHING,
    force: bool = False,
    on_progress: Progress | None = None,
) -> ExportReport:
    """Write all entities and all claims that are not denied as a TRAPI response; ``.gz`` packs it.

    The file is written piece by piece, so that memory does not grow with the graph.
    """
    if not path.name.casefold().removesuffix(".gz").endswith(".json"):
        raise UsageError(f"{path.name} does not say JSON; end it in .json or .json.gz")
    rows = GraphStream(graph, chosen=chosen)
    counter = RowCounter(rows.count(), on_progress)
    head = {"schema_version": SCHEMA_VERSION, "biolink_version": biolink.version}
    with whole_files((path,), force=force) as (stream,):
        stream.write(json.dumps(head)[:-1] + ', "message": {"knowledge_graph": {"nodes": {')
        nodes = _write(
            stream, ((row.id, node_json(row.slots, biolink)) for row in counter.over(rows.nodes()))
        )
        stream.write('}, "edges": {')
        claims = (row for row in counter.over(rows.edges()) if not row.slots.get("negated"))
        edges = _write(
            stream, ((str(row.slots["id"]), edge_json(_claim(row), {}, biolink)) for row in claims)
        )
        stream.write("}}}}\n")
    counter.finish()
    return ExportReport((path,), nodes, edges)


def _claim(row: StreamedEdge) -> StoredEdge:
    return StoredEdge(row.subject, row.predicate, row.object, row.slots)


def _write(stream: IO[str], items: Iterable[tuple[str, dict[str, Any]]]) -> int:
    written = 0
    for key, value in items:
        stream.write(",\n" if written else "\n")
        stream.write(f"{json.dumps(key, ensure_ascii=False)}: {json.dumps(value, ensure_ascii=False)}")
        written += 1
    return written
