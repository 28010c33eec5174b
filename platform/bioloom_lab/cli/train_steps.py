"""bioloom train steps: the network that reads the steps of protocols for a question."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from bioloom.cli.console import notes
from bioloom_lab.cli.training_options import Output, Seed, training


def register(group: typer.Typer) -> None:
    """Add the command of this file."""
    group.command("steps")(train_steps_command)


def train_steps_command(
    data: Annotated[list[Path], typer.Option(help="A folder of annotated protocols; may be repeated.")],
    output: Output,
    questions: Annotated[
        list[Path] | None,
        typer.Option(help="Questions written about these protocols (JSON lines); may be repeated."),
    ] = None,
    texts: Annotated[
        list[Path] | None,
        typer.Option(
            help="Further protocols for questions: a folder of texts, or BioPlanner's file; repeat."
        ),
    ] = None,
    each: Annotated[int, typer.Option(min=1, help="Most questions that are made of one protocol.")] = 14,
    epochs: Annotated[
        float | None, typer.Option(min=0.01, help="How often the written questions are learnt from.")
    ] = None,
    seed: Seed = 0,
) -> None:
    """Train the reader of protocol steps, which begins as the packaged encoder."""
    from bioloom_lab.training.step_reader.step_model import StepTrainingPlan, train_steps

    plan = StepTrainingPlan(each=each, seed=seed)
    if epochs is not None:
        plan = replace(plan, written=replace(plan.written, epochs=epochs))
    with training("steps") as on_progress:
        folder = train_steps(data, questions or (), output, plan, texts=texts or (), on_progress=on_progress)
    notes.print(f"written to {folder}")
