"""`bioloom export`: the graph, or chosen claims of it, in the formats of other tools."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer
from rich.markup import escape

from bioloom.cli.console import Json, notes, print_json
from bioloom.cli.progress_bar import stage_bar
from bioloom.errors import UsageError
from bioloom.graph import open_graph
from bioloom.graph.connection import Graph
from bioloom.settings import Settings

if TYPE_CHECKING:
    from bioloom.exchange.graph_export import ExportReport
    from bioloom.exchange.graph_export import Progress as Report
    from bioloom.exchange.selection import Selection


ExportFormat = Literal["kgx", "rdf", "graphml", "csv", "sssom", "brat", "trapi"]
"""Formats of the export."""

_WRITTEN: dict[ExportFormat, tuple[str, str]] = {"sssom": ("", "mappings"), "brat": ("mentions", "relations")}
"""What a format calls what it holds, in place of nodes and edges."""

_WITH_MENTIONS = ("kgx", "rdf", "graphml", "csv")


def export(
    kind: Annotated[
        ExportFormat,
        typer.Argument(
            help="kgx: nodes and edges; rdf: triples; graphml, csv: for networkx and Gephi; "
            "sssom: all mappings; brat: all documents; trapi: one message."
        ),
    ],
    path: Annotated[
        Path,
        typer.Argument(
            help="graph.jsonl, graph.tsv, graph.parquet (kgx); graph.nt, graph.ttl, graph.jsonld (rdf); "
            "graph.graphml; graph.csv; graph.sssom.tsv; a new folder (brat); graph.json (trapi); .gz packs."
        ),
    ],
    with_mentions: Annotated[
        bool, typer.Option("--with-mentions", help="Also the mentions of the texts and their relations.")
    ] = False,
    predicate: Annotated[
        list[str] | None, typer.Option(help="Only claims with this predicate (treats). Repeatable, as below.")
    ] = None,
    category: Annotated[
        list[str] | None, typer.Option(help="Only claims between nodes of these categories (Gene).")
    ] = None,
    source: Annotated[list[str] | None, typer.Option(help="Only claims of this primary source.")] = None,
    document: Annotated[list[str] | None, typer.Option(help="Only claims that this document states.")] = None,
    knowledge_level: Annotated[
        list[str] | None, typer.Option(help="Only claims of this knowledge level.")
    ] = None,
    min_confidence: Annotated[
        float | None, typer.Option(min=0, max=1, help="Only extracted claims of this confidence and above.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace existing files.")] = False,
    as_json: Json = False,
) -> None:
    """Write the graph to files; they take their names only when they are whole.

    With conditions it is the claims that meet all of them, and the nodes that they join; exit code 1 and no
    file where there are none.
    """
    from bioloom.exchange.selection import Selection, biolink_names
    from bioloom.graph.loaded_names import check_documents, check_sources
    from bioloom.pipeline.validation.record_validation import infores

    sources = frozenset(infores(each) or each for each in source or ())
    chosen = Selection(
        biolink_names(predicate or []),
        biolink_names(category or []),
        sources,
        frozenset(document or []),
        frozenset(knowledge_level or []),
        min_confidence,
    )

    with open_graph(Settings()) as graph, stage_bar("exporting") as on_stage:
        check_documents(graph, document or ())
        check_sources(graph, sources)
        report = partial(on_stage, "exporting")
        done = _write(graph, kind, path, chosen, mentions=with_mentions, force=force, report=report)
    if as_json:
        print_json(
            {"files": [str(file) for file in done.files], "nodes": done.nodes, "edges": done.edges}
            | ({"negated_left_out": done.denied} if done.denied else {})
        )
    if not done.files:
        hint = "bioloom query graph_counts lists predicates and sources"
        if document and not with_mentions and kind in _WITH_MENTIONS:
            hint = "add --with-mentions for the mentions of the document's text and their relations"
        notes.print(f"no claim meets all conditions, and no file was written; {hint}")
        raise typer.Exit(1)
    if as_json:
        return
    files = " and ".join(str(file) for file in done.files)
    nodes, edges = _WRITTEN.get(kind, ("nodes", "edges"))
    counts = " and ".join(
        f"{count:,} {name}" for count, name in ((done.nodes, nodes), (done.edges, edges)) if name
    )
    notes.print(f"wrote {counts} to {escape(files)}")
    if done.denied:
        notes.print(f"left out {done.denied:,} negated claims, which {kind} cannot state")


def _write(
    graph: Graph,
    kind: ExportFormat,
    path: Path,
    chosen: Selection,
    *,
    mentions: bool,
    force: bool,
    report: Report,
) -> ExportReport:
    from bioloom import exchange  # rdflib: only here

    of_claims = {
        "kgx": exchange.export_kgx,
        "rdf": exchange.export_rdf,
        "graphml": exchange.export_graphml,
        "csv": exchange.export_csv,
    }
    if kind in of_claims:
        return of_claims[kind](graph, path, mentions=mentions, chosen=chosen, force=force, on_progress=report)
    if mentions:
        raise UsageError(f"--with-mentions is not for {kind}: leave it out")
    if kind == "brat":
        return exchange.export_brat(graph, path, chosen=chosen, on_progress=report)
    if kind == "sssom":
        if not chosen.is_everything:
            raise UsageError("sssom writes every mapping of the graph: leave the conditions out")
        return exchange.export_sssom(graph, path, force=force, on_progress=report)
    from bioloom.biolink import model
    from bioloom.exchange.trapi import export_trapi

    return export_trapi(graph, path, model(), chosen=chosen, force=force, on_progress=report)
