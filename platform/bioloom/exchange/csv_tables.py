"""CSV export: a table of nodes and one of edges, with the column names that Gephi imports."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import IO

from bioloom.exchange.atomic_files import whole_files
from bioloom.exchange.graph_stream import GraphStream
from bioloom.exchange.graphml import label_of, text_of
from bioloom.exchange.kgx import split_name
from bioloom.exchange.progress import ExportReport, Progress, RowCounter
from bioloom.exchange.selection import EVERYTHING, Selection
from bioloom.graph.connection import Graph
from bioloom.graph.json_values import Plain


def export_csv(
    graph: Graph,
    path: Path,
    *,
    mentions: bool = False,
    chosen: Selection = EVERYTHING,
    force: bool = False,
    on_progress: Progress | None = None,
) -> ExportReport:
    """Write the graph as CSV: ``graph.csv`` gives graph_nodes.csv and graph_edges.csv; ``.gz`` packs them.

    Nodes have Id and Label, edges Source, Target, Type, Id and Label, both their slots after these; lists are
    joined by ``|``.
    """
    stem, ending = split_name(path.name, (".csv", ".csv.gz"))
    names = (path.with_name(f"{stem}_nodes{ending}"), path.with_name(f"{stem}_edges{ending}"))
    stream = GraphStream(graph, mentions=mentions, chosen=chosen)
    counter = RowCounter(stream.count(), on_progress)
    nodes = (
        {"Id": node.id, "Label": node.slots.get("name") or node.id, **node.slots} for node in stream.nodes()
    )
    edges = (
        {
            **{"Source": edge.subject, "Target": edge.object, "Type": "Directed", "Id": edge.slots["id"]},
            **{"Label": label_of(edge.predicate), "predicate": edge.predicate, **edge.slots},
        }
        for edge in stream.edges()
    )
    with whole_files(names, force=force) as (node_file, edge_file):
        node_count = _write(node_file, ["Id", "Label", *stream.node_slots()], counter.over(nodes))
        columns = ["Source", "Target", "Type", "Id", "Label", "predicate", *stream.edge_slots()]
        edge_count = _write(edge_file, columns, counter.over(edges))
    counter.finish()
    return ExportReport(names, node_count, edge_count)


def _write(file: IO[str], columns: list[str], rows: Iterable[Mapping[str, Plain]]) -> int:
    table = csv.writer(file, lineterminator="\n")
    table.writerow(columns)
    written = 0
    for row in rows:
        table.writerow([text_of(row.get(column)) for column in columns])
        written += 1
    return written
