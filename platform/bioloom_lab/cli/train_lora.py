"""bioloom train triples-lora: LoRA adapters on a causal language model for triples or relations."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from bioloom.cli.console import notes
from bioloom.errors import UsageError

if TYPE_CHECKING:
    from bioloom_lab.readers.instruction import Instruction


class LoraTask(StrEnum):
    """Task that a model is taught from annotated documents."""

    triples = "triples"
    relation = "relation"


def register(group: typer.Typer) -> None:
    """Add the command to the group of training."""
    group.command("triples-lora")(train_lora_command)


def train_lora_command(
    data: Annotated[
        Path,
        typer.Argument(
            help="Instruction data (JSONL of instruction, example, input, output), or with --format what a "
            "loader reads. Train splits only."
        ),
    ],
    base: Annotated[
        str,
        typer.Option("--base", help="The causal model: a folder or a Hugging Face name.", show_default=False),
    ],
    output: Annotated[Path, typer.Option("-o", "--output", help="The folder to write.", show_default=False)],
    format: Annotated[
        str | None,
        typer.Option("--format", help="The loader of annotated documents, such as git.", show_default=False),
    ] = None,
    task: Annotated[
        LoraTask, typer.Option(help="What is taught from annotated documents.")
    ] = LoraTask.triples,
    epochs: Annotated[int, typer.Option(min=1, help="How often each instruction is seen.")] = 3,
    rate: Annotated[float, typer.Option(min=0.0, help="The learning rate at its highest.")] = 2e-4,
    rank: Annotated[int, typer.Option(min=1, help="The rank of the adapters.")] = 16,
    batch: Annotated[int, typer.Option(min=1, help="Instructions a step.")] = 8,
    longest: Annotated[int, typer.Option(min=16, help="Tokens of an instruction with its output.")] = 1024,
    seed: Annotated[int, typer.Option(help="Of the draws; the same seed gives the same weights.")] = 0,
) -> None:
    """Fine-tune a causal language model with LoRA; a run that was broken off goes on after its last epoch."""
    from bioloom_lab.training.instruction.lora import LoraSchedule, tune

    instructions = _read(data, format, "relation" if task is LoraTask.relation else "triples")
    lora = LoraSchedule(
        epochs=epochs, rate=rate, rank=rank, scale=2 * rank, batch=batch, longest=longest, seed=seed
    )
    columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
    with Progress(*columns, console=notes) as progress:
        bar = progress.add_task("triples-lora", total=1)

        def told(done: int, total: int, loss: float) -> None:
            progress.update(bar, description=f"loss {loss:.4f}", completed=done, total=total)

        tuned = tune(base, instructions, output, lora, on_progress=told)
    for epoch, loss in enumerate(tuned.losses, 1):
        notes.print(f"epoch {epoch}: loss {loss:.4f}")
    notes.print(f"{tuned.instructions} instructions; written to {output}")


def _read(data: Path, format: str | None, task: Literal["triples", "relation"]) -> list[Instruction]:
    """Read instruction data, or make it from annotated documents."""
    if not data.exists():
        raise UsageError(f"{data} does not exist")
    if format is None:
        from bioloom_lab.training.instruction.instruction_file import parse_instructions

        return list(parse_instructions(data))
    from bioloom.extraction.triples.label_guides import guide_to
    from bioloom.loading import loader_for
    from bioloom.records import AnnotatedDocument, LoadOptions
    from bioloom_lab.training.instruction.instruction_data import instructions_of, labels_of

    records = loader_for(data, format).records(data, LoadOptions())
    documents = [each for each in records if isinstance(each, AnnotatedDocument) and each.scheme]
    schemes = {each.scheme for each in documents}
    if len(schemes) != 1:
        raise UsageError(f"{data} must hold annotated documents of one scheme, not of {len(schemes)}")
    guide = guide_to(task, labels_of(documents), schemes.pop())
    return list(instructions_of(documents, guide))
