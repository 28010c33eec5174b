"""Memories in the graph: write, search by vector index, read, drop; opening by folder or name."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import neo4j
import numpy as np

from bioloom.embedding import Vectors, open_encoder
from bioloom.embedding.caching_encoder import OnProgress
from bioloom.errors import UsageError
from bioloom.extraction.retrieval_augmentation.key_value_memory import KeyValueMemory
from bioloom.extraction.retrieval_augmentation.memory_examples import MemoryExample, MemoryKey
from bioloom.extraction.retrieval_augmentation.memory_folder import (
    MemorySettings,
    read_memory,
    read_settings,
    settings_of,
)
from bioloom.extraction.retrieval_augmentation.retriever import FoundKey, Retrieval
from bioloom.graph import open_graph
from bioloom.graph.connection import Graph
from bioloom.graph.schema import await_indexes
from bioloom.graph.statements import statement
from bioloom.graph.write_lease import LeasedGraph
from bioloom.settings import Settings

_BATCH = 500
_PATIENCE = 300  # seconds that the vector index may take to fill
_NAME = re.compile(r"[a-z][a-z0-9_-]{0,39}")


def write_memory_graph(
    memory: KeyValueMemory,
    graph: LeasedGraph,
    name: str,
    *,
    opened_by: str | None = None,
    on_progress: OnProgress | None = None,
) -> MemorySettings:
    """Write a memory into the graph under a name, in place of one that has it; wait for its index.

    The same memory again changes nothing. UsageError if the name is none: lower-case letters, digits, _, -.
    """
    check_name(name)
    settings = settings_of(memory, opened_by)
    if name in (held := _held(graph)) and held[name][1] and held[name][0] == settings:
        return settings
    drop_memory(graph, name)
    total = len(memory.examples) + len(memory.keys)
    done = 0

    def report_progress(count: int) -> None:
        nonlocal done
        done += count
        if on_progress is not None:
            on_progress(done, total)

    graph.change_schema(statement("memory/unique_name"))
    with graph.session() as session:
        _write(graph, statement("memory/begin"), name=name, settings=settings.model_dump())
        for rows in _batches(_example_rows(memory)):
            _write(graph, statement("memory/create_examples", example=f"example:{name}"), rows=rows)
            report_progress(len(rows))
        numbered = session.run(statement("memory/number_examples", example=f"example:{name}"))
        ids = {row["number"]: row["id"] for row in numbered}
        for rows in _batches(_key_rows(memory, ids)):
            _write(graph, statement("memory/create_keys", key=f"memory:{name}"), rows=rows)
            report_progress(len(rows))
        configuration = {
            "vector.dimensions": settings.dimension,
            "vector.similarity_function": "cosine",
            "vector.quantization.enabled": False,
        }
        graph.change_schema(
            statement("memory/create_index", index=index_name(name), key=f"memory:{name}"),
            options={"indexConfig": configuration},
        )
        await_indexes(session, _PATIENCE)
        _write(graph, statement("memory/complete"), name=name)
    return settings


def memories(graph: Graph) -> dict[str, MemorySettings]:
    """List the memories of the graph that are whole, by name."""
    return {name: settings for name, (settings, complete) in _held(graph).items() if complete}


def memory_settings(graph: Graph, name: str) -> MemorySettings:
    """Give what the graph says of a memory; UsageError if there is none of the name or it is not whole."""
    held = _held(graph)
    if name not in held:
        known = ", ".join(held) or "none"
        raise UsageError(f"the graph has no memory called {name!r}; it has: {known}")
    settings, complete = held[name]
    if not complete:
        raise UsageError(f"the memory {name!r} was not written to its end; build it again")
    return settings


def search_memory(graph: Graph, name: str, vector: Vectors, k: int) -> list[FoundKey]:
    """Find the k keys nearest to a vector by the vector index, best first; it may miss one of many."""
    memory_settings(graph, name)
    rows = graph.read("memory/search", index=index_name(name), k=k, vector=vector.astype(float).tolist())
    return [
        FoundKey(
            MemoryKey(row["text"], row["label"], row["example"]["number"]),
            _example(row["example"]),
            row["cosine"],
        )
        for row in rows
    ]


def read_memory_graph(graph: Graph, name: str) -> KeyValueMemory:
    """Read a whole memory out of the graph, equal to the one that was written."""
    settings = memory_settings(graph, name)
    examples: list[MemoryExample] = []
    keys: list[MemoryKey] = []
    key_vectors, sentence_vectors = [], []
    with graph.session(read=True) as session:
        for row in session.run(statement("memory/read_examples", example=f"example:{name}")):
            examples.append(_example(row["example"]))
            sentence_vectors.append(np.asarray(row["vector"], np.float32))
        for row in session.run(statement("memory/read_keys", key=f"memory:{name}")):
            key = row["key"]
            keys.append(MemoryKey(key["text"], key["label"], key["example"]))
            key_vectors.append(np.asarray(row["vector"], np.float32))
    memory = KeyValueMemory(
        settings.kind, settings.words, settings.encoder, settings.scheme,
        tuple(examples), tuple(keys), np.stack(key_vectors), np.stack(sentence_vectors),
    )  # fmt: skip
    if memory.digest != settings.digest:
        raise UsageError(f"the memory {name!r} was changed after it was written; build it again")
    return memory


def open_memory(place: str, settings: Settings) -> Retrieval:
    """Open the memory of a folder, or else the one that has this name in the graph, with its own encoder.

    UsageError if there is neither, or if it holds pairs: sentences are looked up by their phrases.
    """
    folder = Path(place).expanduser()
    if folder.is_dir():
        memory, stated = read_memory(folder), read_settings(folder)
    elif not _NAME.fullmatch(place):
        raise UsageError(f"{place} is no folder; make one with: bioloom memory build DATA -o {place}")
    else:
        with open_graph(settings) as graph:
            memory, stated = read_memory_graph(graph, place), memory_settings(graph, place)
    if memory.kind != "chunks":
        raise UsageError(
            f"the memory {place} holds {memory.kind}; extraction looks up phrases: build it without --keys"
        )
    return Retrieval(memory, open_encoder(stated.opened_by))


def drop_memory(graph: LeasedGraph, name: str) -> bool:
    """Remove a memory, its keys, its examples and its index; say whether there was one."""
    check_name(name)
    graph.change_schema(statement("memory/drop_index", index=index_name(name)))
    for part in (f"memory:{name}", f"example:{name}"):
        while _write(graph, statement("memory/delete_nodes", part=part), most=5 * _BATCH):
            pass
    return bool(_write(graph, statement("memory/forget"), name=name))


def check_name(name: str) -> None:
    """Refuse what is no name of a memory: UsageError."""
    if not _NAME.fullmatch(name):
        raise UsageError(
            f"{name!r} is no name of a memory: up to 40 lower-case letters, digits, _ and -, a letter first"
        )


def index_name(name: str) -> str:
    """Name the vector index of a memory.

    >>> index_name("git")
    'memory_git'
    """
    return f"memory_{name}"


def _write(graph: LeasedGraph, query: str, **parameters: Any) -> int:
    """Run one statement in a transaction that is tried again where that helps; give the count it returns."""

    def work(tx: neo4j.ManagedTransaction) -> int:
        found = tx.run(query, parameters).single()
        return 0 if found is None else int(found[0])

    return graph.write(work)


def _held(graph: Graph) -> dict[str, tuple[MemorySettings, bool]]:
    held = {}
    for row in graph.read("memory/list"):
        stored = {"scheme": None, "opened_by": None, **row["memory"]}
        name, complete = stored.pop("name"), stored.pop("complete")
        held[name] = MemorySettings.model_validate(stored), complete
    return held


def _example_rows(memory: KeyValueMemory) -> Iterator[dict[str, object]]:
    for number, (example, vector) in enumerate(zip(memory.examples, memory.sentence_vectors, strict=True)):
        properties: dict[str, object] = {
            "number": number,
            "sentence": example.sentence,
            "label": example.label,
            "source": example.source,
        }
        if example.head is not None:
            properties["head"] = list(example.head)
        if example.tail is not None:
            properties["tail"] = list(example.tail)
        yield {"properties": properties, "vector": vector.astype(float).tolist()}


def _key_rows(memory: KeyValueMemory, ids: Mapping[int, str]) -> Iterator[dict[str, object]]:
    for number, (key, vector) in enumerate(zip(memory.keys, memory.key_vectors, strict=True)):
        yield {
            "properties": {"number": number, "text": key.text, "label": key.label, "example": key.example},
            "vector": vector.astype(float).tolist(),
            "example": ids[key.example],
        }


def _batches(rows: Iterator[dict[str, object]]) -> Iterator[Sequence[dict[str, object]]]:
    while batch := list(islice(rows, _BATCH)):
        yield batch


def _example(row: Mapping[str, object]) -> MemoryExample:
    return MemoryExample(
        str(row["sentence"]), str(row["label"]), _place(row.get("head")), _place(row.get("tail")),
        str(row["source"]),
    )  # fmt: skip


def _place(value: object) -> tuple[int, int] | None:
    if value is None:
        return None
    assert isinstance(value, list)
    start, end = value
    return int(start), int(end)
