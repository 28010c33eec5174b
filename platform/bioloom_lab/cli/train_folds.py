"""bioloom train folds: annotated protocols cut for cross-validation over families of texts."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from bioloom.cli.console import notes
from bioloom_lab.cli.training_options import Output


def register(group: typer.Typer) -> None:
    """Add the command of this file."""
    group.command("folds")(train_folds_command)


def train_folds_command(
    data: Annotated[list[Path], typer.Argument(help="Folders of annotated protocols (BRAT).")],
    output: Output,
    folds: Annotated[int, typer.Option(min=2, help="How many parts are held out in turn.")] = 5,
) -> None:
    """Cut annotated protocols into folds of whole families, for train protocol and eval protocol-ie."""
    from bioloom_lab.evaluation.protocol_ie.folds import write_folds

    held = write_folds(data, folds, output)
    notes.print(f"{sum(held):,} protocols, {', '.join(map(str, held))} held out in turn, written to {output}")
