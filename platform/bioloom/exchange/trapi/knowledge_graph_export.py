"""TRAPI export: the whole graph as one message with a knowledge graph."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import IO, Any, Unpack

from bioloom.biolink import Biolink
from bioloom.exchange.graph_export import ExportKeywords, ExportReport, check_ending, open_export
from bioloom.exchange.trapi.knowledge_fetching import StoredEdge
from bioloom.exchange.trapi.knowledge_graph import edge_json, node_json
from bioloom.exchange.trapi.message_answering import SCHEMA_VERSION
from bioloom.graph.connection import Graph


def export_trapi(
    graph: Graph, path: Path, biolink: Biolink, **options: Unpack[ExportKeywords]
) -> ExportReport:
    """Write all entities and all claims that are not denied as a TRAPI response; ``.gz`` packs it.

    The file is written piece by piece, so that memory does not grow with the graph.
    """
    check_ending(path, "JSON", ".json")
    head = {"schema_version": SCHEMA_VERSION, "biolink_version": biolink.version}
    with open_export(graph, path, **options) as export:
        (stream,) = export.files
        stream.write(json.dumps(head)[:-1] + ', "message": {"knowledge_graph": {"nodes": {')
        _write(stream, ((row.id, node_json(row.slots, biolink)) for row in export.nodes()))
        stream.write('}, "edges": {')
        claims = (
            StoredEdge(row.subject, row.predicate, row.object, row.slots)
            for row in export.edges(denied=False)
        )
        _write(stream, ((str(each.properties["id"]), edge_json(each, {}, biolink)) for each in claims))
        stream.write("}}}}\n")
    return export.report


def _write(stream: IO[str], items: Iterable[tuple[str, dict[str, Any]]]) -> None:
    for number, (key, value) in enumerate(items):
        stream.write(",\n" if number else "\n")
        stream.write(f"{json.dumps(key, ensure_ascii=False)}: {json.dumps(value, ensure_ascii=False)}")
