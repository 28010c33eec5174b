"""bioloom train names, bioloom train relations: continued training of a triple model's networks."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bioloom.cli.console import notes
from bioloom_lab.cli.training_options import Output, Seed, Short, print_scores, training

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bioloom.records import AnnotatedDocument
    from bioloom_lab.training.extraction.continue_training import ContinuedTraining

Corpora = Annotated[
    Path,
    typer.Argument(
        help="A folder of corpora as for train triples (train files to learn from, dev for thresholds)."
    ),
]
Start = Annotated[
    Path | None,
    typer.Option(help="The triple model that learns on; the shipped one if unset.", show_default=False),
]
Schemes = Annotated[
    list[str] | None,
    typer.Option("--scheme", help="A scheme to learn from, such as git; may be repeated. All if unset."),
]
Epochs = Annotated[float, typer.Option(min=0.001, help="How often each sentence is seen.")]
Fixed = Annotated[
    int, typer.Option(min=0, help="How many of the encoder's layers stay as they are, from below.")
]
Rate = Annotated[
    float, typer.Option(min=0, help="Of learning, the encoder's; what reads its states has three times it.")
]
Began = Annotated[str, typer.Option("--base", help="The encoder that the model began as, for its sizes.")]


def register(group: typer.Typer) -> None:
    """Add the commands to the group of training."""
    group.command("names")(train_names_command)
    group.command("relations")(train_relations_command)


def train_names_command(
    data: Corpora,
    output: Output,
    start: Start = None,
    scheme: Schemes = None,
    epochs: Epochs = 1,
    fixed: Fixed = 0,
    rate: Rate = 1e-4,
    base: Began = "packaged",
    bfloat16: Short = False,
    seed: Seed = 0,
) -> None:
    """Train a triple model's tagger of names on, from its exported weights; its relation network stays."""
    from bioloom_lab.training.extraction.continue_training import train_names_on

    found, held_out = _splits(data, scheme)
    further = _plan(base, seed, epochs=epochs, rate=rate, fixed=fixed, short=bfloat16)
    with training("names") as on_progress:
        scores = train_names_on(
            found,
            output,
            further,
            held_out=held_out,
            start=start,
            on_progress=on_progress,
        )
    print_scores(scores)
    notes.print(f"written to {output}")


def train_relations_command(
    data: Corpora,
    output: Output,
    start: Start = None,
    scheme: Schemes = None,
    epochs: Epochs = 1,
    fixed: Fixed = 3,
    rate: Rate = 1e-4,
    documents: Annotated[
        bool, typer.Option(help="Whether sentences are also read beside what is retrieved for them.")
    ] = False,
    base: Began = "packaged",
    bfloat16: Short = False,
    seed: Seed = 0,
) -> None:
    """Train a triple model's relation network on, from its exported weights; its tagger stays."""
    from bioloom_lab.training.extraction.continue_training import train_relations_on
    from bioloom_lab.training.extraction.retrieved_documents import from_memories

    found, held_out = _splits(data, scheme)
    further = _plan(base, seed, epochs=epochs, rate=rate, fixed=fixed, short=bfloat16)
    with training("relations") as on_progress:
        scores = train_relations_on(
            found,
            output,
            further,
            held_out=held_out,
            start=start,
            retrieve=from_memories if documents else None,
            on_progress=on_progress,
        )
    print_scores(scores)
    notes.print(f"written to {output}")


def _plan(base: str, seed: int, *, epochs: float, rate: float, fixed: int, short: bool) -> ContinuedTraining:
    """Give the plan of a training; what reads the encoder's states learns at three times its rate."""
    from bioloom_lab.training.extraction.continue_training import ContinuedTraining

    plan = ContinuedTraining(base=base, seed=seed)
    schedule = replace(plan.schedule, epochs=epochs, rate=rate, new_rate=3 * rate, fixed=fixed, short=short)
    return replace(plan, schedule=schedule)


def _splits(
    data: Path, scheme: list[str] | None
) -> tuple[Mapping[str, list[AnnotatedDocument]], Mapping[str, list[AnnotatedDocument]]]:
    """Read the train and dev files of the schemes that are learnt from."""
    from bioloom.errors import UsageError
    from bioloom_lab.training.extraction.corpora import read_corpora

    found, held_out = read_corpora(data, "train"), read_corpora(data, "dev")
    wanted = set(scheme or found)
    if missing := sorted(wanted - {*found}):
        raise UsageError(f"{data} has no train file of {', '.join(missing)}; it has {', '.join(found)}")
    first, second = (
        {name: some for name, some in split.items() if name in wanted} for split in (found, held_out)
    )
    return first, second
