"""`bioloom ground`: ground names to entities, list names to review, apply decisions."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table

from bioloom.cli.console import Json, notes, out, print_json
from bioloom.cli.load_options import Strict
from bioloom.cli.load_view import print_grounded, print_report
from bioloom.cli.progress_bar import load_bar
from bioloom.cli.terminal_text import safe
from bioloom.errors import BioloomError, UsageError
from bioloom.graph import open_graph
from bioloom.settings import Settings

if TYPE_CHECKING:
    from bioloom.pipeline.passes.review_list import OpenName

_SHOWN = 25  # names on the screen


def ground_names(
    fixes: Annotated[Path | None, typer.Argument(help="Decisions to apply, as SSSOM (TSV).")] = None,
    review: Annotated[
        bool, typer.Option("--review", help="List the names that stand for no entity yet, most used first.")
    ] = False,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Write the list as SSSOM to this file.")
    ] = None,
    limit: Annotated[int | None, typer.Option(min=1, help="List only so many names.")] = None,
    strict: Strict = False,
    as_json: Json = False,
) -> None:
    """Ground names to the entities of what is loaded; list those left; apply a curator's decisions."""
    if review and fixes is not None:
        raise UsageError("either --review or a file of decisions, not both")
    if output is not None and not review:
        raise UsageError("-o is where --review writes its list; add --review")
    settings = Settings()
    if review:
        _review(settings, output, limit, as_json)
    elif fixes is not None:
        _apply(settings, fixes, strict, as_json)
    else:
        _ground(settings, as_json)


def _ground(settings: Settings, as_json: bool) -> None:
    from bioloom.pipeline import Counts, LoadProgress, ground

    with load_bar("grounding") as show, open_graph(settings) as graph:
        report = ground(
            graph,
            settings,
            on_progress=lambda done, total: show(LoadProgress(done, total, Counts(), "grounding")),
        )
    if as_json:
        print_json(report.as_json())
        return
    print_grounded(report)
    notes.print(f"{report.seconds:.1f} s")


def _apply(settings: Settings, fixes: Path, strict: bool, as_json: bool) -> None:
    from bioloom.pipeline import load

    with load_bar() as show, open_graph(settings) as graph:
        report = load(fixes, graph, settings, format="sssom", on_progress=show)
    if as_json:
        print_json(report.as_json())
    else:
        print_report(report)
    if strict and report.counts.rejected:
        raise typer.Exit(3)


def _review(settings: Settings, output: Path | None, limit: int | None, as_json: bool) -> None:
    from bioloom.pipeline.passes.name_index import open_candidates
    from bioloom.pipeline.passes.review_list import open_names, write_review

    most = limit or (_SHOWN if output is None and not as_json else 1_000_000)
    with open_graph(settings) as graph:
        names = open_names(graph, open_candidates(graph), most)
    if output is not None:
        try:
            output.write_text(write_review(names), encoding="utf-8")
        except OSError as error:
            raise BioloomError(f"cannot write {output}: {error.strerror}") from error
    if as_json:
        print_json({"names": [name.as_json() for name in names]})
    elif output is not None:
        out.print(f"{len(names):,} names to review: {safe(str(output))}")
        out.print("Make the right rows skos:exactMatch, then: bioloom ground " + safe(str(output)))
    else:
        out.print(_table(names))


def _table(names: tuple[OpenName, ...]) -> Table:
    table = Table("name", "uses", "may be", "for example")
    for name in names:
        candidates = "\n".join(f"{one.entity_id} {one.name} ({one.score:.2f})" for one in name.candidates[:3])
        table.add_row(
            f"{safe(name.name)}\n[dim]{safe(name.id)}[/]",
            f"{name.uses:,}",
            "\n".join(safe(line) for line in candidates.splitlines()),
            safe(name.sentence[:120]),
        )
    return table
