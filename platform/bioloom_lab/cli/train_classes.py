"""bioloom train classes: fine-tune an encoder to classify texts."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from bioloom.cli.console import notes
from bioloom_lab.cli.training_options import Base, Output, Seed, Short, training


def register(group: typer.Typer) -> None:
    """Add the command to the group of training."""
    group.command("classes")(train_classes_command)


def train_classes_command(
    data: Annotated[
        Path,
        typer.Argument(help="Labelled texts (JSON lines of text and label): a file, or a folder with train."),
    ],
    output: Output,
    base: Base = "packaged",
    epochs: Annotated[float, typer.Option(min=0.01, help="How often each text is seen.")] = 3,
    beside: Annotated[
        bool,
        typer.Option("--beside", help="Read every text beside the nearest labelled one, with its label."),
    ] = False,
    draw: Annotated[
        int | None,
        typer.Option(
            help="Learn only from the rows of this draw of bioloom eval classify, which scores the others."
        ),
    ] = None,
    distinct: Annotated[
        bool, typer.Option("--distinct", help="With --draw: drawn from distinct texts.")
    ] = False,
    bfloat16: Short = False,
    seed: Seed = 0,
) -> None:
    """Fine-tune an encoder to the classes of texts (models extra); the folder it writes needs no torch."""
    from dataclasses import replace

    from bioloom.embedding import open_encoder
    from bioloom_lab.baselines.labelled_texts import read_labelled
    from bioloom_lab.classification.classifier import nearest_labelled
    from bioloom_lab.classification.settings import RandomDraw
    from bioloom_lab.classification.training import ClassTrainingPlan, TrainingText, train_classes
    from bioloom_lab.evaluation.classification import SIZES, rows_of
    from bioloom_lab.evaluation.split_files import find_split
    from bioloom_lab.training.loop import by_stage

    rows = read_labelled(find_split(data, "train"))
    chosen = None if draw is None else RandomDraw(seed=draw, distinct=distinct, sizes=SIZES)
    if chosen is not None:
        rows = tuple(rows[at] for at in rows_of(rows, chosen).train)
    near: list[str | None] = [None] * len(rows)
    if beside:
        near = nearest_labelled([row.text for row in rows], rows, open_encoder())
    taught = [
        TrainingText((row.text,), row.label, () if document is None else (document,))
        for row, document in zip(rows, near, strict=True)
    ]
    plan = ClassTrainingPlan(base=base, seed=seed)
    plan = replace(plan, schedule=replace(plan.schedule, epochs=epochs, short=bfloat16))
    with training("classes") as on_progress:
        train_classes(
            taught,
            output,
            plan,
            beside=beside,
            draw=chosen,
            on_progress=by_stage(on_progress)("classes"),
        )
    notes.print(f"{len(taught)} texts learned; written to {output}")
