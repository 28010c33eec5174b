"""CSV export: a table of nodes and one of edges, with the column names that Gephi imports."""

import csv
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import IO, Unpack

from bioloom.exchange.graph_export import (
    ExportKeywords,
    ExportReport,
    key_names,
    open_export,
    rename,
    text_of,
)
from bioloom.exchange.graphml import label_of
from bioloom.exchange.kgx import split_name
from bioloom.graph.connection import Graph
from bioloom.graph.json_values import Plain

_NODE = ("Id", "Label")
_EDGE = ("Source", "Target", "Type", "Id", "Label", "predicate")


def export_csv(graph: Graph, path: Path, **options: Unpack[ExportKeywords]) -> ExportReport:
    """Write the graph as CSV: ``graph.csv`` gives graph_nodes.csv and graph_edges.csv; ``.gz`` packs them.

    Nodes have Id and Label, edges Source, Target, Type, Id and Label, both their slots after these, a slot
    of such a name as ``Label_``; lists are joined by ``|``.
    """
    stem, ending = split_name(path.name, (".csv", ".csv.gz"))
    names = (path.with_name(f"{stem}_nodes{ending}"), path.with_name(f"{stem}_edges{ending}"))
    with open_export(graph, *names, **options) as export:
        node_file, edge_file = export.files
        node_names = key_names(export.stream.node_slots(), _NODE)
        edge_names = key_names(export.stream.edge_slots(), _EDGE)
        nodes = (
            {"Id": node.id, "Label": node.slots.get("name") or node.id, **rename(node.slots, node_names)}
            for node in export.nodes()
        )
        _write(node_file, [*_NODE, *node_names.values()], nodes)
        edges = (
            {
                **{"Source": edge.subject, "Target": edge.object, "Type": "Directed", "Id": edge.slots["id"]},
                **{"Label": label_of(edge.predicate), "predicate": edge.predicate},
                **rename(edge.slots, edge_names),
            }
            for edge in export.edges()
        )
        _write(edge_file, [*_EDGE, *edge_names.values()], edges)
    return export.report


def _write(file: IO[str], columns: list[str], rows: Iterable[Mapping[str, Plain]]) -> None:
    table = csv.writer(file, lineterminator="\n")
    table.writerow(columns)
    table.writerows([text_of(row.get(column)) for column in columns] for row in rows)
