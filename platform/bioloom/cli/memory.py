"""`bioloom memory`: build, show, list and drop memories of labelled phrases."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer
from rich.text import Text

from bioloom.cli.console import Json, out, print_json
from bioloom.cli.progress_bar import stage_bar
from bioloom.cli.terminal_text import safe, span, table
from bioloom.errors import UsageError
from bioloom.graph import open_graph
from bioloom.records.attributes import attributes
from bioloom.settings import Settings

if TYPE_CHECKING:
    from bioloom.embedding import Encoder
    from bioloom.extraction.retrieval_augmentation.key_value_memory import KeyValueMemory
    from bioloom.extraction.retrieval_augmentation.memory_folder import MemorySettings
    from bioloom.extraction.retrieval_augmentation.retriever import FoundKey

_SENTENCE = 160  # characters shown


KeyKind = Literal["chunks", "pairs"]
"""Kind of keys of a memory."""


Folder = Annotated[Path | None, typer.Option("--memory", help="The folder of a memory.")]
GraphName = Annotated[str | None, typer.Option("--graph", help="The name of a memory in the graph.")]


def register(app: typer.Typer) -> None:
    """Add the commands of this file."""
    group = typer.Typer(
        help="Memories of labelled phrases: what an extractor looks up before it reads.", no_args_is_help=True
    )
    group.command("build")(build_command)
    group.command("show")(show_command)
    group.command("list")(list_command)
    group.command("drop")(drop_command)
    app.add_typer(group, name="memory")


def build_command(
    data: Annotated[list[Path], typer.Argument(help="Annotated documents: files or folders of one scheme.")],
    output: Annotated[Path | None, typer.Option("--output", "-o", help="The folder to write.")] = None,
    graph: Annotated[
        str | None, typer.Option("--graph", help="Write it into the graph under this name.")
    ] = None,
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
    from bioloom.extraction.retrieval_augmentation.memory_folder import settings_of, write_memory
    from bioloom.graph.write_lease import hold_lease
    from bioloom.pipeline.memory_building import memory_of
    from bioloom.pipeline.memory_graph import check_name, write_memory_graph

    if output is None and graph is None:
        raise UsageError("say where the memory goes: -o FOLDER, --graph NAME, or both")
    if graph is not None:
        check_name(graph)
    opened = open_encoder(encoder)
    if encoder is not None and Path(encoder).expanduser().is_dir():
        encoder = str(Path(encoder).expanduser().resolve())  # it must open from elsewhere too
    with stage_bar("reading") as on_stage:
        memory = memory_of(data, opened, words=words, kind=keys, format=format, none=none, on_stage=on_stage)
        settings = settings_of(memory, encoder)
        if output is not None:
            write_memory(memory, output, opened_by=encoder)
        if graph is not None:
            state = Settings()
            with (
                open_graph(state) as connection,
                hold_lease(connection, state, f"writing the memory {graph}") as leased,
            ):
                write_memory_graph(
                    memory, leased, graph, opened_by=encoder,
                    on_progress=lambda done, total: on_stage("writing", done, total),
                )  # fmt: skip
    _print_built(memory, settings, output, graph, as_json)


def show_command(
    phrase: Annotated[str, typer.Argument(help="What to look up.")],
    folder: Folder = None,
    graph: GraphName = None,
    k: Annotated[int, typer.Option("-k", min=1, max=1000, help="How many keys.")] = 10,
    encoder: Annotated[
        str | None, typer.Option(help="Open this encoder instead of the memory's own.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Show the keys of a memory that are nearest to a phrase, with their labels and sentences."""
    if (folder is None) == (graph is None):
        raise UsageError("say which memory: either --memory FOLDER or --graph NAME")
    found = _in_folder(folder, phrase, k, encoder) if folder else _in_graph(str(graph), phrase, k, encoder)
    if as_json:
        print_json({"phrase": phrase, "keys": [_as_json(one) for one in found]})
        return
    rows = [
        (f"{one.cosine:.3f}", one.key.text, one.key.label, _within(one.example.sentence, one.key.text))
        for one in found
    ]
    out.print(table(("cosine", "key", "label", "sentence"), rows))


def list_command(as_json: Json = False) -> None:
    """List the memories in the graph."""
    from bioloom.pipeline.memory_graph import memories

    with open_graph(Settings()) as connection:
        found = memories(connection)
    if as_json:
        print_json([{"name": name} | settings.model_dump() for name, settings in found.items()])
        return
    if not found:
        out.print("The graph has no memory; make one with: bioloom memory build DATA --graph NAME")
        return
    rows = [
        (name, one.scheme or "", one.kind, one.words, one.examples, one.keys, one.encoder)
        for name, one in found.items()
    ]
    out.print(table(("name", "scheme", "keys of", "words", "examples", "keys", "encoder"), rows))


def drop_command(
    name: Annotated[str, typer.Argument(help="The memory's name.")],
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Count what would go, remove nothing.")] = False,
    as_json: Json = False,
) -> None:
    """Remove a memory from the graph, its index too."""
    from bioloom.graph.write_lease import hold_lease
    from bioloom.pipeline.memory_graph import drop_memory, memory_settings

    settings = Settings()
    if dry_run:
        with open_graph(settings) as connection:
            held = memory_settings(connection, name)
        if as_json:
            print_json({"name": name, "dropped": False, "examples": held.examples, "keys": held.keys})
        else:
            out.print(f"Would drop {safe(name)}: {held.examples:,} examples, {held.keys:,} keys.")
        return
    with (
        open_graph(settings) as connection,
        hold_lease(connection, settings, f"dropping the memory {name}") as leased,
    ):
        dropped = drop_memory(leased, name)
    if as_json:
        print_json({"name": name, "dropped": dropped})
    else:
        out.print(f"Dropped {safe(name)}." if dropped else f"The graph has no memory called {safe(name)}.")


def _in_folder(folder: Path, phrase: str, k: int, encoder: str | None) -> list[FoundKey]:
    from bioloom.extraction.retrieval_augmentation.memory_folder import read_memory, read_settings
    from bioloom.extraction.retrieval_augmentation.retriever import Retrieval

    opened = _open(read_settings(folder), encoder)
    return Retrieval(read_memory(folder), opened).nearest_keys(phrase, k)


def _in_graph(name: str, phrase: str, k: int, encoder: str | None) -> list[FoundKey]:
    from bioloom.pipeline.memory_graph import memory_settings, search_memory

    with open_graph(Settings()) as connection:
        opened = _open(memory_settings(connection, name), encoder)
        return search_memory(connection, name, opened.encode([phrase])[0], k)


def _open(settings: MemorySettings, encoder: str | None) -> Encoder:
    """Open a memory's own encoder, or the one that the user named, and see that it is the memory's."""
    from bioloom.embedding import open_encoder
    from bioloom.extraction.retrieval_augmentation.key_value_memory import check_encoder

    opened = open_encoder(settings.opened_by if encoder is None else encoder)
    check_encoder(settings.encoder, opened)
    return opened


def _print_built(
    memory: KeyValueMemory, settings: MemorySettings, output: Path | None, graph: str | None, as_json: bool
) -> None:
    from bioloom.extraction.retrieval_augmentation.key_value_memory import spread

    labels = spread(memory)
    if as_json:
        place = {"output": None if output is None else str(output), "graph": graph}
        print_json(place | settings.model_dump() | {"labels": labels})
        return
    places = [str(output)] if output is not None else []
    places += [f"the graph, as {graph}"] if graph is not None else []
    out.print(f"A memory of {settings.examples:,} labelled sentences in {safe(' and '.join(places))}")
    out.print(table(("label", "keys"), list(labels.items())))
    out.print(f"{settings.keys:,} keys, embedded by {safe(settings.encoder)}")


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
