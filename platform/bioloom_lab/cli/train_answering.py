"""bioloom train ranking, confidence: the tables by which sentences are ranked and readings believed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated

import typer

from bioloom.cli.console import notes

Fit = Callable[..., str]

Data = Annotated[
    list[Path], typer.Option(help="A folder of annotated training protocols, loaded; may be repeated.")
]
Written = Annotated[
    list[Path] | None,
    typer.Option(help="Questions written by hand about them (JSON lines); may be repeated."),
]
Kept = Annotated[
    Path,
    typer.Option(help="The file in which what was found is kept; a run that broke off goes on from it."),
]
Output = Annotated[Path, typer.Option("-o", "--output", help="The table to write (TSV).")]
AKind = Annotated[int, typer.Option("--each", min=1, help="Most generated questions of each kind.")]


def register(group: typer.Typer) -> None:
    """Add the commands of this file."""
    group.command("ranking")(train_ranking_command)
    group.command("confidence")(train_confidence_command)


def train_ranking_command(
    data: Data, output: Output, kept: Kept, questions: Written = None, each: AKind = 60
) -> None:
    """Fit the weights of the rankings rerank and hops on questions about loaded training protocols."""
    from bioloom_lab.evaluation.protocol_questions.fitting import fit_ranking_table

    _fit("ranking", fit_ranking_table, data, questions or (), output, kept, each)


def train_confidence_command(
    data: Data, output: Output, kept: Kept, questions: Written = None, each: AKind = 60
) -> None:
    """Fit how far readings are believed, on the same questions and on near misses; after the ranking."""
    from bioloom_lab.evaluation.protocol_questions.fitting import fit_confidence_table

    _fit("confidence", fit_confidence_table, data, questions or (), output, kept, each)


def _fit(
    name: str,
    fit: Fit,
    data: Sequence[Path],
    written: Sequence[Path],
    output: Path,
    kept: Path,
    each: int,
) -> None:
    from bioloom.graph.connection import open_graph
    from bioloom.settings import Settings
    from bioloom_lab.evaluation.protocol_questions.fitting import training_questions

    with open_graph(Settings()) as graph, notes.status(name) as status:
        questions = training_questions(graph, data, written, a_kind=each)
        table = fit(
            graph,
            questions,
            kept,
            on_progress=lambda done, of: status.update(f"{name}: {done:,} of {of:,} questions"),
        )
    output.write_text(table, encoding="utf-8")
    notes.print(f"written to {output}")
