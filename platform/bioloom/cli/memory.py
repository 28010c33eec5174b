"""`bioloom memory`: build and show memories of labelled phrases."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer
from rich.text import Text

from bioloom.cli.console import Json, out, print_json
from bioloom.cli.progress_bar import stage_bar
from bioloom.cli.terminal_text import safe, span, table
from bioloom.records.attributes import attributes

if TYPE_CHECKING:
    from bioloom.extraction.retrieval_augmentation.retriever import FoundKey

_SENTENCE = 160  # characters shown


KeyKind = Literal["chunks", "pairs"]
"""Kind of keys of a memory."""


def register(app: typer.Typer) -> None:
    """Add the commands of this file."""
    group = typer.Typer(
        help="Memories of labelled phrases: what an extractor looks up before it reads.", no_args_is_help=True
    )
    group.command("build")(build_command)
    group.command("show")(show_command)
    app.add_typer(group, name="memory")


def build_command(
    data: Annotated[list[Path], typer.Argument(help="Annotated documents: files or folders of one scheme.")],
    output: Annotated[Path, typer.Option("--output", "-o", help="The folder to write.")],
    words: Annotated[int, typer.Option("--words", "--m", min=1, help="Words a chunk (m).")] = 5,
    keys: Annotated[
        KeyKind, typer.Option(help="The two chunks of a sentence nearest to its label, or whole pairs.")
    ] = "chunks",
    encoder: Annotated[
        str | None,
        typer.Option(
            help="What embeds: a folder, packaged, a Hugging Face name; bioloom's own if left away."
        ),
    ] = None,
    none: Annotated[
        str | None,
        typer.Option(help="Keep sentences with two mentions and no relation too, with this label."),
    ] = None,
    format: Annotated[str | None, typer.Option(help="Name of the loader; found out if left away.")] = None,
    as_json: Json = False,
) -> None:
    """Build a memory from annotated documents: the two phrases that best say each sentence's label."""
    from bioloom.embedding import open_encoder
    from bioloom.extraction.retrieval_augmentation.key_value_memory import spread
    from bioloom.extraction.retrieval_augmentation.memory_folder import write_memory
    from bioloom.pipeline.memory_building import memory_of

    opened = open_encoder(encoder)
    if encoder is not None and Path(encoder).expanduser().is_dir():
        encoder = str(Path(encoder).expanduser().resolve())  # it must open from elsewhere too
    with stage_bar("reading") as on_stage:
        memory = memory_of(data, opened, words=words, kind=keys, format=format, none=none, on_stage=on_stage)
        settings = write_memory(memory, output, opened_by=encoder)
    labels = spread(memory)
    if as_json:
        print_json({"output": str(output)} | settings.model_dump() | {"labels": labels})
        return
    out.print(f"A memory of {settings.examples:,} labelled sentences in {safe(str(output))}")
    out.print(table(("label", "keys"), list(labels.items())))
    out.print(f"{settings.keys:,} keys, embedded by {safe(settings.encoder)}")


def show_command(
    phrase: Annotated[str, typer.Argument(help="What to look up.")],
    folder: Annotated[Path, typer.Option("--memory", help="The folder of a memory.")],
    k: Annotated[int, typer.Option("-k", min=1, max=1000, help="How many keys.")] = 10,
    encoder: Annotated[
        str | None, typer.Option(help="Open this encoder instead of the memory's own.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Show the keys of a memory that are nearest to a phrase, with their labels and sentences."""
    from bioloom.extraction.retrieval_augmentation.memory_folder import open_memory

    found = open_memory(folder, encoder).nearest_keys(phrase, k)
    if as_json:
        print_json({"phrase": phrase, "keys": [_as_json(one) for one in found]})
        return
    rows = [
        (f"{one.cosine:.3f}", one.key.text, one.key.label, _within(one.example.sentence, one.key.text))
        for one in found
    ]
    out.print(table(("cosine", "key", "label", "sentence"), rows))


def _as_json(found: FoundKey) -> dict[str, object]:
    return {
        "cosine": round(found.cosine, 4),
        "key": found.key.text,
        "label": found.key.label,
        **attributes(found.example, "sentence", "head", "tail", "source"),
    }


def _within(sentence: str, key: str) -> Text:
    """Show the part of a sentence around a key, the key in bold."""
    at = max(sentence.find(key), 0)
    start = max(0, at - (_SENTENCE - len(key)) // 2)
    shown = span("…" if start else "")
    shown.append_text(span(sentence[start:at]))
    shown.append_text(span(sentence[at : at + len(key)], "bold"))
    shown.append_text(span(sentence[at + len(key) : start + _SENTENCE]))
    return shown.append_text(span("…" if start + _SENTENCE < len(sentence) else ""))
