"""`bioloom digest`: what the graph holds of its sources and loads."""

from __future__ import annotations

from typing import Annotated

import typer

from bioloom.cli.console import Json, out, print_json
from bioloom.cli.terminal_text import safe
from bioloom.errors import UsageError
from bioloom.graph import open_graph
from bioloom.settings import Settings


def register(app: typer.Typer) -> None:
    """Add the commands of this file."""
    app.command("digest")(show_digest)


def show_digest(
    source: Annotated[
        str | None, typer.Option(help="One primary knowledge source only.", show_default=False)
    ] = None,
    load: Annotated[str | None, typer.Option(help="One load only, by its id.", show_default=False)] = None,
    as_json: Json = False,
) -> None:
    """Hash what the graph, one primary knowledge source or one load says, to compare two graphs."""
    from bioloom.graph.checkpoint import read_checkpoint
    from bioloom.graph.digest import digest
    from bioloom.pipeline.record_validation import infores

    if source is not None and load is not None:
        raise UsageError("--source and --load exclude one another: a digest covers one of them")
    named = infores(source) if source is not None else None
    if source is not None and named is None:
        raise UsageError(f"{source!r} is no name of a primary knowledge source")
    with open_graph(Settings()) as graph:
        if load is not None and read_checkpoint(graph, load) is None:
            raise UsageError(f"the graph has no load {load!r}; bioloom loads lists them")
        found = digest(graph, source=named, load=load)
    if as_json:
        print_json(
            {"source": named, "load": load, "digest": found.value, "nodes": found.nodes, "edges": found.edges}
        )
        return
    covered = named or load or "the graph"
    out.print(f"{found.value}  {safe(covered)}: {found.nodes:,} nodes, {found.edges:,} edges")
