"""`bioloom loads | withdraw | digest`: what the graph holds of its sources and loads."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer
from rich.text import Text

from bioloom.cli.console import Json, notes, out, print_json
from bioloom.cli.terminal_text import plain, safe, table
from bioloom.errors import UsageError
from bioloom.graph import open_graph
from bioloom.records.attributes import attributes
from bioloom.settings import Settings

if TYPE_CHECKING:
    from bioloom.graph.writing.checkpoint import Checkpoint


def show_loads(as_json: Json = False) -> None:
    """List the loads and the primary knowledge sources of the graph, with counts and dates.

    The documents held are those that the graph has of a load; the other numbers are those of its last run.
    """
    from bioloom.graph.writing.checkpoint import count_sources, list_checkpoints

    with open_graph(Settings()) as graph:
        loads, sources = list_checkpoints(graph), count_sources(graph)
        held = {row["load"]: row["documents"] for row in graph.read("loads/count_documents")}
    if as_json:
        listing = [_load(one) | {"documents_in_graph": held.get(one.id, 0)} for one in loads]
        print_json({"loads": listing, "sources": sources})
        return
    listed = []
    for one in loads:
        counts = one.counts
        numbers = attributes(counts, "read", "documents", "nodes", "edges")
        numbers["rejected"] = sum(counts.rejected.values())
        lines = ["held:", f" {kept:,} documents"] if (kept := held.get(one.id)) else []
        lines += ["last run:", *(f" {number:,} {name}" for name, number in numbers.items() if number)]
        records = Text("\n".join(lines))
        listed.append((one.id, one.status, one.updated[:10], records, one.source))
    drawn = table(("load", "status", "updated", "records", "source"), listed)
    drawn.columns[0].no_wrap = True  # the id is what withdraw --load takes
    out.print(drawn)
    rows = [(name, held["documents"], held["edges"]) for name, held in sources.items()]
    out.print(table(("primary knowledge source", "documents", "claims between entities"), rows))


def _load(stored: Checkpoint) -> dict[str, object]:
    counts, properties = stored.counts, stored.properties
    return {
        "load_id": stored.id,
        "source": stored.source,
        "format": properties.get("format"),
        "extractor": properties.get("extractor") or None,
        "status": stored.status,
        "reason": properties.get("reason"),
        "updated": stored.updated,
        "position": stored.position,
        **counts.as_json(),
        "stale": properties.get("stale") is True,
        "fingerprint": stored.fingerprint,
        "biolink_version": properties.get("biolink_version"),
        "bioloom_version": properties.get("bioloom_version"),
    }


def withdraw_target(
    target: Annotated[str | None, typer.Argument(help="A document id or a primary knowledge source.")] = None,
    load: Annotated[str | None, typer.Option(help="Withdraw a load, by its id.")] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Count what would go, delete nothing.")] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
    as_json: Json = False,
) -> None:
    """Delete a document, or everything of a source or of a load, with all that only it supports."""
    from bioloom.pipeline.withdrawals.withdrawal import count_planned, plan_withdrawal, withdraw

    if target is not None and load is not None:
        raise UsageError("a withdrawal is of one target or of one load")
    settings = Settings()
    with open_graph(settings) as graph:
        plan = plan_withdrawal(graph, target, load=load)
        if dry_run:
            done = count_planned(graph, plan)
        else:
            if not yes and not sys.stdin.isatty():
                raise UsageError("nobody can be asked whether to delete: add --yes, or --dry-run to count")
            if not yes:
                question = f"Delete the {plan.kind} {plain(plan.target)} and all that only it supports?"
                typer.confirm(question, abort=True, err=True)
            done = withdraw(graph, settings, plan)
    if as_json:
        found = {"kind": done.kind, "target": done.target, "deleted": dict(done.deleted)}
        planned = {"dry_run": True, "first_entities": list(done.first)}
        kept = {str(path): count for path, count in done.rejects.items()}
        held_by = {"held_by": [str(path) for path in done.held_by]} if done.kind == "document" else {}
        print_json(found | held_by | (planned if dry_run else {"rejects_kept": kept}))
        return
    counted = ", ".join(f"{count:,} {name}" for name, count in sorted(done.deleted.items())) or "nothing"
    verb = "Would delete" if dry_run else "Deleted"
    out.print(f"{verb} {safe(done.target)}: {counted}.")
    if done.first:
        more = done.deleted.get("entities", 0) - len(done.first)
        out.print(f"  entities: {safe(', '.join(done.first))}{f' and {more:,} more' if more > 0 else ''}")
    for path in done.held_by:
        holds = "may hold it still" if path.is_dir() else "holds it still"
        cure = "its next load brings it back unless the file is taken away first"
        notes.print(f"[yellow]note:[/] {safe(str(path))} {holds}: {cure}", soft_wrap=True)
    for path, count in done.rejects.items():
        out.print(f"Its loads' rejects stay: {count:,} in {safe(str(path))}")


def show_digest(
    source: Annotated[str | None, typer.Option(help="One primary knowledge source only.")] = None,
    load: Annotated[str | None, typer.Option(help="One load only, by its id.")] = None,
    as_json: Json = False,
) -> None:
    """Hash what the graph, one primary knowledge source or one load says, to compare two graphs."""
    from bioloom.graph.digest import digest
    from bioloom.graph.loaded_names import check_sources
    from bioloom.graph.writing.checkpoint import read_checkpoint
    from bioloom.pipeline.validation.record_validation import infores

    if source is not None and load is not None:
        raise UsageError("--source and --load exclude one another: a digest covers one of them")
    named = infores(source) if source is not None else None
    if source is not None and named is None:
        raise UsageError(f"{source!r} is no name of a primary knowledge source")
    with open_graph(Settings()) as graph:
        if load is not None and read_checkpoint(graph, load) is None:
            raise UsageError(f"the graph has no load {load!r}; bioloom loads lists them")
        found = digest(graph, source=named, load=load)
        if named is not None and not (found.nodes or found.edges):
            check_sources(graph, [named])
    if as_json:
        print_json(
            {"source": named, "load": load, "digest": found.value, "nodes": found.nodes, "edges": found.edges}
        )
        return
    covered = named or load or "the graph"
    out.print(f"{found.value}  {safe(covered)}: {found.nodes:,} nodes, {found.edges:,} edges")
