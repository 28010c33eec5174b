"""KGX export: a file of nodes and a file of edges, JSON lines or tables."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO, Any, Unpack

from bioloom.errors import UsageError
from bioloom.exchange.graph_export import ExportKeywords, ExportReport, open_export, text_of
from bioloom.exchange.graph_stream import StreamedEdge, StreamedNode
from bioloom.extras import optional
from bioloom.graph.connection import Graph
from bioloom.graph.json_values import Plain

PARQUET = ".parquet"
ENDINGS = (".jsonl", ".tsv", ".jsonl.gz", ".tsv.gz", PARQUET)
_ENDING = re.compile(r"\.[^\W\d]\w*$")  # that of a name such as v1.2 is none


def export_kgx(graph: Graph, path: Path, **options: Unpack[ExportKeywords]) -> ExportReport:
    """Write the graph as KGX: ``graph.jsonl.gz`` gives graph_nodes.jsonl.gz and graph_edges.jsonl.gz.

    The name decides the form: ``.tsv`` tables, ``.parquet`` (needs the extra ``frames``), ``.jsonl`` or no
    ending JSON lines; ``.gz`` packs text. Entities and the claims between them are written; `mentions` adds
    the mentions of the texts and their relations, and `chosen` keeps some claims with the nodes that they
    join. JSON lines and Parquet keep every value; a table holds lists joined by ``|`` and turns line breaks
    and tabs into spaces.
    """
    stem, ending = split_name(path.name)
    names = (path.with_name(f"{stem}_nodes{ending}"), path.with_name(f"{stem}_edges{ending}"))
    polars = optional("polars", "Parquet", extra="frames") if ending == PARQUET else None
    with open_export(graph, *names, **options) as export:
        node_file, edge_file = export.files
        nodes, edges = map(_node, export.nodes()), map(_edge, export.edges())
        if ".tsv" in ending:
            _write_table(node_file, ["id", *export.stream.node_slots()], nodes)
            columns = ["id", "subject", "predicate", "object", *export.stream.edge_slots()]
            _write_table(edge_file, columns, edges)
        else:
            _write_lines(node_file, nodes)
            _write_lines(edge_file, edges)
        for file in (node_file, edge_file) if polars else ():
            _turn_to_parquet(polars, file)
    return export.report


def split_name(name: str, endings: Sequence[str] = ENDINGS) -> tuple[str, str]:
    """Split a file name into its stem and the ending that says the form, the first where it has no ending.

    UsageError if the ending says no form.

    >>> split_name("graph.tsv.gz"), split_name("v1.2"), split_name("graph_nodes.jsonl")
    (('graph', '.tsv.gz'), ('v1.2', '.jsonl'), ('graph', '.jsonl'))
    """
    for ending in endings:
        if name.casefold().endswith(ending) and len(name) > len(ending):
            stem = name[: -len(ending)].removesuffix("_nodes").removesuffix("_edges")
            return stem, ending
    if _ENDING.search(name):
        raise UsageError(f"{name} does not say a form; end it in {', '.join(endings[:-1])} or {endings[-1]}")
    return name, endings[0]


def _turn_to_parquet(polars: Any, file: IO[str]) -> None:
    """Put Parquet in the place of JSON lines; a slot of several types becomes text."""
    file.flush()
    lines = Path(file.name)
    if not lines.stat().st_size:
        polars.DataFrame({"id": []}, schema={"id": polars.String}).write_parquet(lines)
        return
    written = lines.with_name(f"{lines.name}.parquet")
    try:
        polars.scan_ndjson(lines, infer_schema_length=None).sink_parquet(written)
        written.replace(lines)
    finally:
        written.unlink(missing_ok=True)


def _node(row: StreamedNode) -> dict[str, Plain]:
    return {"id": row.id, **row.slots}


def _edge(row: StreamedEdge) -> dict[str, Plain]:
    rest = {name: value for name, value in row.slots.items() if name != "id"}
    ends: dict[str, Plain] = {"subject": row.subject, "predicate": row.predicate, "object": row.object}
    return {"id": row.slots.get("id"), **ends, **rest}


def _write_lines(stream: IO[str], rows: Iterator[Mapping[str, Plain]]) -> None:
    for row in rows:
        stream.write(json.dumps(row, ensure_ascii=False, separators=(",", ":"), allow_nan=False) + "\n")


def _write_table(stream: IO[str], columns: list[str], rows: Iterator[Mapping[str, Plain]]) -> None:
    stream.write("\t".join(columns) + "\n")
    for row in rows:
        stream.write("\t".join(_cell(row.get(column)) for column in columns) + "\n")


def _cell(value: Plain) -> str:
    return re.sub(r"\t|\r\n|\n|\r", " ", text_of(value))
