"""bioloom train: the models that come with bioloom, made anew from annotated corpora."""

from __future__ import annotations

from enum import Enum
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from bioloom.cli.console import notes

Model = Enum("Model", {"standardizer": "standardizer"}, type=str)


def register(app: typer.Typer) -> None:
    """Add the command of this file."""
    app.command("train")(train_command)


def train_command(
    model: Annotated[Model, typer.Argument(help="What to train.")],
    data: Annotated[Path, typer.Option(help="A folder with chemprot_corpus, git and ddi (train splits).")],
    output: Annotated[Path, typer.Option("-o", "--output", help="The folder to write.")],
    base: Annotated[
        str, typer.Option(help="The encoder to start from: packaged, a folder, a Hugging Face name.")
    ] = "packaged",
    steps: Annotated[int, typer.Option(min=1, help="Batches to learn from; 500 take some 20 minutes.")] = 500,
    seed: Annotated[int, typer.Option(help="Of the draws; the same seed gives the same weights.")] = 0,
    keep_encoder: Annotated[
        bool, typer.Option("--keep-encoder", help="Keep the folder's encoder, fit only the reranker.")
    ] = False,
) -> None:
    """Train the encoder and the reranker that standardise relation phrases (needs the models extra)."""
    from bioloom.standardization.relate.training.standardizer import train_standardizer

    columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
    with Progress(*columns, console=notes) as progress:
        task = progress.add_task(model.value, total=1)
        train_standardizer(
            data,
            output,
            base=base,
            steps=steps,
            seed=seed,
            keep_encoder=keep_encoder,
            on_progress=lambda stage, done, total: progress.update(
                task, description=stage, completed=done, total=total
            ),
        )
    notes.print(f"written to {output}")
