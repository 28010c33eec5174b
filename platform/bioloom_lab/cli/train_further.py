"""bioloom train relations: continue training of a triple model's relation network."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from bioloom.cli.console import notes
from bioloom_lab.cli.training_options import Output, Seed, Short, print_scores, training


def register(group: typer.Typer) -> None:
    """Add the command to the group of training."""
    group.command("relations")(train_relations_command)


def train_relations_command(
    data: Annotated[
        Path,
        typer.Argument(
            help="A folder of corpora as for train triples (train files to learn from, dev for thresholds)."
        ),
    ],
    output: Output,
    start: Annotated[
        Path | None,
        typer.Option(help="The triple model that learns on; the shipped one if unset.", show_default=False),
    ] = None,
    scheme: Annotated[
        list[str] | None,
        typer.Option(help="A scheme to learn from, such as git; may be repeated. All if unset."),
    ] = None,
    epochs: Annotated[float, typer.Option(min=0.001, help="How often each sentence is seen.")] = 1,
    fixed: Annotated[
        int, typer.Option(min=0, help="How many of the encoder's layers stay as they are, from below.")
    ] = 3,
    rate: Annotated[
        float,
        typer.Option(min=0, help="Of learning, the encoder's; what reads its states has five times it."),
    ] = 1e-4,
    documents: Annotated[
        bool, typer.Option(help="Whether sentences are also read beside what is retrieved for them.")
    ] = False,
    base: Annotated[
        str, typer.Option(help="The encoder that the model began as, for its sizes.")
    ] = "packaged",
    bfloat16: Short = False,
    seed: Seed = 0,
) -> None:
    """Train a triple model's relation network on, from its exported weights; its tagger stays."""
    from dataclasses import replace

    from bioloom.errors import UsageError
    from bioloom_lab.training.extraction.continue_training import ContinuedTraining, go_on
    from bioloom_lab.training.extraction.corpora import read_corpora
    from bioloom_lab.training.extraction.retrieved_documents import from_memories

    found, held_out = read_corpora(data, "train"), read_corpora(data, "dev")
    wanted = set(scheme or found)
    if missing := sorted(wanted - {*found}):
        raise UsageError(f"{data} has no train file of {', '.join(missing)}; it has {', '.join(found)}")
    further = ContinuedTraining(base=base, seed=seed)
    schedule = replace(
        further.schedule, epochs=epochs, rate=rate, new_rate=5 * rate, fixed=fixed, short=bfloat16
    )
    with training("relations") as on_progress:
        scores = go_on(
            {name: some for name, some in found.items() if name in wanted},
            output,
            replace(further, schedule=schedule),
            held_out={name: some for name, some in held_out.items() if name in wanted},
            start=start,
            retrieve=from_memories if documents else None,
            on_progress=on_progress,
        )
    print_scores(scores)
    notes.print(f"written to {output}")
