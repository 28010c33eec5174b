"""`bioloom export`: the graph as KGX, RDF or TRAPI."""

from __future__ import annotations

from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.markup import escape

from bioloom.cli.console import Json, notes, print_json
from bioloom.cli.progress_bar import stage_bar
from bioloom.errors import UsageError
from bioloom.graph import open_graph
from bioloom.graph.connection import Graph
from bioloom.settings import Settings

if TYPE_CHECKING:
    from bioloom.exchange.progress import ExportReport
    from bioloom.exchange.progress import Progress as Report


class ExportFormat(StrEnum):
    """Formats of the export."""

    kgx = "kgx"
    rdf = "rdf"
    trapi = "trapi"


def register(app: typer.Typer) -> None:
    """Add the commands of this file."""
    app.command()(export)


def export(
    kind: Annotated[
        ExportFormat, typer.Argument(help="kgx: nodes and edges; rdf: triples; trapi: one message.")
    ],
    path: Annotated[
        Path,
        typer.Argument(
            help="graph.jsonl, graph.tsv (kgx); graph.nt, graph.ttl (rdf); graph.json (trapi); .gz."
        ),
    ],
    with_mentions: Annotated[
        bool, typer.Option("--with-mentions", help="Also the mentions of the texts and their relations.")
    ] = False,
    force: Annotated[bool, typer.Option("--force", help="Replace existing files.")] = False,
    as_json: Json = False,
) -> None:
    """Write the graph to files; they take their names only when they are whole."""
    from bioloom.exchange import export_kgx, export_rdf  # rdflib: only here

    with open_graph(Settings()) as graph, stage_bar("exporting") as on_stage:
        report = partial(on_stage, "exporting")
        if kind is ExportFormat.trapi:
            done = _trapi(graph, path, mentions=with_mentions, force=force, report=report)
        else:
            write = {ExportFormat.kgx: export_kgx, ExportFormat.rdf: export_rdf}[kind]
            done = write(graph, path, mentions=with_mentions, force=force, on_progress=report)
    if as_json:
        print_json({"files": [str(file) for file in done.files], "nodes": done.nodes, "edges": done.edges})
        return
    files = " and ".join(str(file) for file in done.files)
    notes.print(f"wrote {done.nodes:,} nodes and {done.edges:,} edges to {escape(files)}")


def _trapi(graph: Graph, path: Path, *, mentions: bool, force: bool, report: Report) -> ExportReport:
    from bioloom.biolink import model
    from bioloom.exchange.trapi import export_trapi

    if mentions:
        raise UsageError("TRAPI knows no mentions of texts; leave out --with-mentions")
    return export_trapi(graph, path, model(), force=force, on_progress=report)
