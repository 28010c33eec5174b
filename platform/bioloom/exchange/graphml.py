"""GraphML export for networkx, Gephi, Cytoscape and igraph: one directed multigraph in one file."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import IO, Unpack
from xml.sax.saxutils import escape, quoteattr

from bioloom.exchange.graph_export import (
    ExportKeywords,
    ExportReport,
    check_ending,
    key_names,
    open_export,
    rename,
    text_of,
)
from bioloom.graph.connection import Graph
from bioloom.graph.json_values import Plain

_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n<graphml xmlns="http://graphml.graphdrawing.org/xmlns">\n'
_TYPES = {
    "derived": "boolean",
    "extraction_confidence_score": "double",
    "negated": "boolean",
    "predicate_score": "double",
}
"""Slots that are no text."""

_FORBIDDEN = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that XML 1.0 cannot hold."""


def export_graphml(graph: Graph, path: Path, **options: Unpack[ExportKeywords]) -> ExportReport:
    """Write the graph as GraphML (``.graphml``, packed where the name ends in ``.gz``).

    Nodes and edges have their slots as data, and ``label`` as programs that draw expect it: the name of a
    node, the predicate of an edge. A slot of such a name is called ``label_``.
    Lists are joined by ``|``; characters that XML cannot hold become "?".
    """
    check_ending(path, "GraphML", ".graphml")
    with open_export(graph, path, **options) as export:
        (stream,), rows = export.files, export.stream
        stream.write(_HEAD)
        node_keys = key_names(rows.node_slots(), ("label",))
        edge_keys = key_names(rows.edge_slots(), ("label", "predicate"))
        stream.writelines(_key("node", key) for key in ("label", *node_keys.values()))
        stream.writelines(_key("edge", key) for key in ("label", "predicate", *edge_keys.values()))
        stream.write('<graph edgedefault="directed">\n')
        for node in export.nodes():
            stream.write(f"<node id={_attribute(node.id)}>")
            label = node.slots.get("name") or node.id
            _write_data(stream, "n", {"label": label, **rename(node.slots, node_keys)})
            stream.write("</node>\n")
        for edge in export.edges():
            ends = f"source={_attribute(edge.subject)} target={_attribute(edge.object)}"
            stream.write(f"<edge id={_attribute(str(edge.slots['id']))} {ends}>")
            named = {"label": label_of(edge.predicate), "predicate": edge.predicate}
            rest = {slot: edge.slots[slot] for slot in edge.slots if slot != "id"}
            _write_data(stream, "e", named | rename(rest, edge_keys))
            stream.write("</edge>\n")
        stream.write("</graph>\n</graphml>\n")
    return export.report


def label_of(predicate: str) -> str:
    """Write a predicate as a caption.

    >>> label_of("biolink:gene_associated_with_condition")
    'gene associated with condition'
    """
    return predicate.removeprefix("biolink:").replace("_", " ")


def _key(kind: str, slot: str) -> str:
    name = _attribute(slot)
    return (
        f"<key id={_attribute(f'{kind[0]}.{slot}')} for={_attribute(kind)} attr.name={name} "
        f'attr.type="{_TYPES.get(slot, "string")}"/>\n'
    )


def _write_data(stream: IO[str], kind: str, slots: Mapping[str, Plain]) -> None:
    for slot, value in slots.items():
        if value is not None:
            stream.write(f"<data key={_attribute(f'{kind}.{slot}')}>{escape(_clean(text_of(value)))}</data>")


def _attribute(value: str) -> str:
    return quoteattr(_clean(value))


def _clean(value: str) -> str:
    return _FORBIDDEN.sub("?", value)
