"""Options and progress bar that the commands of `bioloom train` share."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from bioloom.cli.console import notes
from bioloom_lab.cli.progress_lines import now_and_then

if TYPE_CHECKING:
    from bioloom_lab.training.extraction.triple_calibration import TripleScores

Output = Annotated[Path, typer.Option("-o", "--output", help="The folder to write.")]
Table = Annotated[Path, typer.Option("-o", "--output", help="The table to write (TSV).")]
Base = Annotated[
    str, typer.Option(help="The encoder to start from: packaged, a folder, a Hugging Face name.")
]
Seed = Annotated[int, typer.Option(help="Of the draws; the same seed gives the same weights.")]
Short = Annotated[
    bool,
    typer.Option("--bfloat16", help="Compute in 16 bits: faster where the processor has them, else not."),
]


@contextmanager
def training(what: str) -> Iterator[Callable[[str, int, int], None]]:
    """Show the stages of a training; give what is told the stage, the step and the number of steps."""
    if not notes.is_terminal:
        tell = now_and_then()
        yield lambda stage, done, total: tell(f"{stage}: {done:,} of {total:,} steps")
        return
    columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
    with Progress(*columns, console=notes) as progress:
        task = progress.add_task(what, total=1)
        yield lambda stage, done, total: progress.update(task, description=stage, completed=done, total=total)


def print_scores(scores: Mapping[str, TripleScores]) -> None:
    """Say how well each scheme's names and relations are read."""
    for scheme, pair in scores.items():
        for name, score in (("names", pair.entities), ("relations", pair.relations)):
            numbers = f"precision {score.precision:.4f}, recall {score.recall:.4f}, F1 {score.f1:.4f}"
            notes.print(f"{scheme} {name}: {numbers}")
