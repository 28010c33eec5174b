"""bioloom train relations: the relation network of a triple model learns on from more of some schemes."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from bioloom.cli.console import notes
from bioloom.cli.training import Output, Seed, Short, training


def register(group: typer.Typer) -> None:
    """Add the command to the group of training."""
    group.command("relations")(train_relations_command)


def train_relations_command(
    data: Annotated[
        Path, typer.Argument(help="A folder of corpora as for train triples; only train files are read.")
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
    base: Annotated[
        str, typer.Option(help="The encoder that the model began as, for its sizes.")
    ] = "packaged",
    bfloat16: Short = False,
    seed: Seed = 0,
) -> None:
    """Train a triple model's relation network on, from its exported weights; the rest of the model stays."""
    from dataclasses import replace

    from bioloom.errors import UsageError
    from bioloom.extraction.local.training.corpora import read_corpora
    from bioloom.extraction.local.training.going_on import Further, go_on

    found = read_corpora(data, "train")
    documents = {name: some for name, some in found.items() if not scheme or name in scheme}
    if missing := sorted({*(scheme or ())} - {*found}):
        raise UsageError(f"{data} has no train file of {', '.join(missing)}; it has {', '.join(found)}")
    further = Further(base=base, seed=seed)
    schedule = replace(further.schedule, epochs=epochs, short=bfloat16)
    with training("relations") as on_progress:
        go_on(
            documents,
            output,
            replace(further, schedule=schedule),
            start=start,
            on_progress=lambda done, total: on_progress("relations", done, total),
        )
    notes.print(f"written to {output}")
