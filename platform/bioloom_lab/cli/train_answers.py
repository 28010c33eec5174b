"""bioloom train answers: further training of the network that reads protocols and publications."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from bioloom.cli.console import notes
from bioloom_lab.cli.training_options import Output, Seed, training


def register(group: typer.Typer) -> None:
    """Add the command of this file."""
    group.command("answers")(train_answers_command)


def train_answers_command(
    mix: Annotated[
        Path, typer.Option(help="A table of question sets (TSV with header: kind, questions, texts, share).")
    ],
    output: Output,
    data: Annotated[
        Path | None,
        typer.Option(help="A folder in which the table's files are looked for that do not lie beside it."),
    ] = None,
    start: Annotated[
        Path | None,
        typer.Option(
            help="The folder of a reader whose network learns on; the shipped one if unset.",
            show_default=False,
        ),
    ] = None,
    passes: Annotated[float, typer.Option(min=0.01, help="How often the mixture is drawn.")] = 2.0,
    seed: Seed = 0,
) -> None:
    """Train the network that reads protocols and publications further, on a mixture of question sets."""
    from bioloom_lab.training.step_reader.mixed_training import SCHEDULE, read_mixture, train_answers

    schedule = replace(SCHEDULE, epochs=passes)
    with training("answers") as on_progress:
        folder = train_answers(
            read_mixture(mix, data),
            output,
            start,
            schedule=schedule,
            seed=seed,
            on_progress=on_progress,
        )
    notes.print(f"written to {folder}")
