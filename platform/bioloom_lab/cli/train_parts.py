"""bioloom train parts: the network that finds the parts of a question which no rule splits."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from bioloom.cli.console import notes
from bioloom_lab.cli.training_options import Base, Output, Seed, training


def register(group: typer.Typer) -> None:
    """Add the command of this file."""
    group.command("parts")(train_parts_command)


def train_parts_command(
    parted: Annotated[Path, typer.Argument(help="Questions with their parts (JSON lines: question, parts).")],
    output: Output,
    questions: Annotated[
        list[Path] | None,
        typer.Option(
            help="Further questions, in the form of eval answers: the rules split those for several things, "
            "those for one thing stay whole; repeatable."
        ),
    ] = None,
    held_out: Annotated[
        list[Path] | None,
        typer.Option(help="Questions that are not learnt from, to count which are split; repeatable."),
    ] = None,
    base: Base = "packaged",
    layers: Annotated[int, typer.Option(min=1, help="Layers of the encoder that are kept.")] = 4,
    epochs: Annotated[
        float | None, typer.Option(min=0.01, help="How often every question is learnt from; 4 if unset.")
    ] = None,
    seed: Seed = 0,
) -> None:
    """Train the part tagger, and count which held-out questions the rules, and both together, split."""
    from bioloom.question_parsing.part_tagger import PartTagger
    from bioloom_lab.evaluation.questions import read_questions
    from bioloom_lab.training.question_parts import (
        SCHEDULE,
        gather_questions,
        read_parted,
        score_parts,
        train_parts,
    )

    schedule = SCHEDULE if epochs is None else replace(SCHEDULE, epochs=epochs)
    further = [each for path in questions or () for each in read_questions(path)]
    learnt = gather_questions(read_parted(parted), further, seed=seed)
    with training("parts") as on_progress:
        folder = train_parts(
            learnt, output, base=base, layers=layers, schedule=schedule, seed=seed, on_progress=on_progress
        )
    notes.print(f"{len(learnt):,} examples learnt, written to {folder}")
    for path in held_out or ():
        found = score_parts(read_questions(path), PartTagger(output))
        several = f"{found.several_by_rules} + {found.several_split - found.several_by_rules}"
        one = f"{found.one_by_rules} + {found.one_split - found.one_by_rules}"
        notes.print(
            f"{path.name}: split by rules + network, of {found.several} questions for several things "
            f"{several}, of {found.one} for one {one}"
        )
