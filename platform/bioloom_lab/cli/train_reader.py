"""bioloom train reader: the span reader that extracts short answers from sentences."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from bioloom.cli.console import notes
from bioloom_lab.cli.training_options import Output, Seed, training


def register(group: typer.Typer) -> None:
    """Add the command of this file."""
    group.command("reader")(train_reader_command)


def train_reader_command(
    data: Annotated[
        Path, typer.Argument(help="Questions about articles in the SQuAD format, such as COVID-QA.")
    ],
    output: Output,
    questions: Annotated[
        list[Path] | None,
        typer.Option(help="Questions about abstracts (JSON lines: id, question, answer); repeatable."),
    ] = None,
    text: Annotated[
        list[Path] | None,
        typer.Option(help="The abstracts that they are about, in any format of load; repeatable."),
    ] = None,
    held_out: Annotated[
        list[Path] | None,
        typer.Option(help="Such questions that are not learnt from; the confidence is fitted on them too."),
    ] = None,
    start: Annotated[
        Path | None,
        typer.Option(
            help="The reader whose network learns on; the shipped one if unset.",
            show_default=False,
        ),
    ] = None,
    epochs: Annotated[
        float | None, typer.Option(min=0.01, help="How often every question is learnt from; 3 if unset.")
    ] = None,
    folds: Annotated[
        int,
        typer.Option(min=0, help="Readers for cross-validation by article, beside the one of all; 0: none."),
    ] = 5,
    work: Annotated[
        Path | None,
        typer.Option(help="A folder that keeps what each stage has learnt, to go on after a stop."),
    ] = None,
    seed: Seed = 0,
) -> None:
    """Train the reader of answers in publications, and one for each fold of articles to score it with."""
    from bioloom_lab.evaluation.cross_validation import folds_of
    from bioloom_lab.evaluation.span_questions.squad import read_squad
    from bioloom_lab.training.span_reader.reader_training import ReaderTrainingPlan, train_reader

    plan = ReaderTrainingPlan(start=start, seed=seed)
    if epochs is not None:
        plan = replace(plan, schedule=replace(plan.schedule, epochs=epochs))
    names = sorted({article.name for article in read_squad(data)})
    numbers = folds_of(names, folds) if folds else []
    left_out = [
        [name for name, number in zip(names, numbers, strict=True) if number == fold] for fold in range(folds)
    ]
    with training("reader") as on_progress:
        settings = train_reader(
            data,
            output,
            plan,
            questions=questions or (),
            texts=text or (),
            held_out=held_out or (),
            folds=[fold for fold in left_out if fold],
            work=work,
            on_progress=on_progress,
        )
    notes.print(f"written to {output}; {len(settings.fitted_on)} articles learnt from")
