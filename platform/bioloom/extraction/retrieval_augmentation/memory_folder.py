"""Memory folder: settings, examples and keys as lines of JSON, with their vectors."""

import json
import zipfile
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeVar

import numpy as np
from pydantic import BaseModel, ConfigDict, PositiveInt, TypeAdapter, ValidationError

from bioloom.embedding import open_encoder
from bioloom.errors import BioloomError, SourceError, UsageError
from bioloom.extraction.retrieval_augmentation.key_value_memory import KeyValueMemory, Kind, check_encoder
from bioloom.extraction.retrieval_augmentation.memory_examples import MemoryExample, MemoryKey
from bioloom.extraction.retrieval_augmentation.retriever import Retrieval

SETTINGS, EXAMPLES, KEYS, VECTORS = "memory.json", "examples.jsonl", "keys.jsonl", "vectors.npz"
_FORM = 1

_Row = TypeVar("_Row", MemoryExample, MemoryKey)


class MemorySettings(BaseModel):
    """Content of ``memory.json``; `encoder` is the encoder's name, `opened_by` what opens it."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    form: int
    kind: Kind
    words: PositiveInt
    scheme: str | None
    encoder: str
    opened_by: str | None
    dimension: PositiveInt
    examples: PositiveInt
    keys: PositiveInt
    digest: str


def write_memory(memory: KeyValueMemory, folder: Path, *, opened_by: str | None = None) -> MemorySettings:
    """Write a memory into a folder, in place of one that is there; nothing half-written stays.

    `opened_by` is what `open_encoder` takes to open its encoder. BioloomError if the folder holds other
    things or cannot be written.
    """
    settings = settings_of(memory, opened_by)
    try:
        foreign = _foreign(folder)
        if foreign:
            raise BioloomError(f"{folder} holds other things ({foreign[0]}): name a folder of its own")
        folder.parent.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(prefix=f".{folder.name}-", dir=folder.parent) as place:
            drafts = Path(place)
            (drafts / SETTINGS).write_text(settings.model_dump_json(indent=2) + "\n", encoding="utf-8")
            for name, rows in ((EXAMPLES, memory.examples), (KEYS, memory.keys)):
                lines = (json.dumps(asdict(row), ensure_ascii=False) + "\n" for row in rows)
                (drafts / name).write_text("".join(lines), encoding="utf-8", newline="\n")
            np.savez(drafts / VECTORS, keys=memory.key_vectors, sentences=memory.sentence_vectors)
            folder.mkdir(exist_ok=True)
            folder.joinpath(SETTINGS).unlink(missing_ok=True)
            for name in (VECTORS, KEYS, EXAMPLES, SETTINGS):  # the settings last: they make it a memory
                drafts.joinpath(name).replace(folder / name)
    except OSError as error:
        raise BioloomError(f"cannot write {folder}: {error.strerror or error}") from error
    return settings


def settings_of(memory: KeyValueMemory, opened_by: str | None = None) -> MemorySettings:
    """Say what a memory is, beside what it holds."""
    return MemorySettings(
        form=_FORM, kind=memory.kind, words=memory.words, scheme=memory.scheme,
        encoder=memory.encoder, opened_by=opened_by, dimension=memory.key_vectors.shape[1],
        examples=len(memory.examples), keys=len(memory.keys), digest=memory.digest,
    )  # fmt: skip


def read_settings(folder: Path) -> MemorySettings:
    """Read what a memory's folder says of it. UsageError if it is none, SourceError if it is broken."""
    place = folder / SETTINGS
    if not place.is_file():
        raise UsageError(f"{folder} is no folder of a memory; make one with: bioloom memory build")
    try:
        settings = MemorySettings.model_validate_json(place.read_bytes())
    except ValidationError as fault:
        first = fault.errors()[0]
        where = ".".join(map(str, first["loc"]))
        raise SourceError(f"is not as bioloom writes it: {where} {first['msg']}", str(place)) from fault
    except OSError as error:
        raise SourceError(f"cannot be read: {error.strerror}", str(place)) from error
    if settings.form != _FORM:
        raise UsageError(f"{folder} is a memory of form {settings.form}, this bioloom reads form {_FORM}")
    return settings


def read_memory(folder: Path) -> KeyValueMemory:
    """Read a memory from its folder. UsageError if it is none, SourceError if something in it is broken."""
    settings = read_settings(folder)
    examples = tuple(_rows(folder / EXAMPLES, MemoryExample))
    keys = tuple(_rows(folder / KEYS, MemoryKey))
    place = folder / VECTORS
    try:
        with np.load(place, allow_pickle=False) as arrays:
            key_vectors, sentence_vectors = arrays["keys"], arrays["sentences"]
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile) as fault:
        raise SourceError(f"cannot be read: {fault}", str(place)) from fault
    memory = KeyValueMemory(
        settings.kind, settings.words, settings.encoder, settings.scheme,
        examples, keys, key_vectors, sentence_vectors,
    )  # fmt: skip
    shapes = (key_vectors.shape, sentence_vectors.shape)
    if shapes != ((settings.keys, settings.dimension), (settings.examples, settings.dimension)) or not all(
        vectors.dtype == np.float32 and np.isfinite(vectors).all()
        for vectors in (key_vectors, sentence_vectors)
    ):
        raise SourceError("does not hold the vectors of this memory", str(place))
    if memory.digest != settings.digest or any(key.example >= len(examples) for key in keys):
        raise SourceError("was changed after the memory was built; build it anew", str(folder))
    return memory


def open_memory(folder: Path, encoder: str | None = None) -> Retrieval:
    """Open a memory for look-ups, with its own encoder or a named one; UsageError if that is not its own."""
    settings = read_settings(folder)
    opened = open_encoder(settings.opened_by if encoder is None else encoder)
    check_encoder(settings.encoder, opened)
    return Retrieval(read_memory(folder), opened)


def _rows(place: Path, kind: type[_Row]) -> Iterator[_Row]:
    adapter = TypeAdapter(kind)
    try:
        with place.open("rb") as lines:
            for number, line in enumerate(lines, start=1):
                try:
                    yield adapter.validate_json(line)
                except ValidationError as fault:
                    raise SourceError(fault.errors()[0]["msg"], str(place), number) from fault
    except OSError as error:
        raise SourceError(f"cannot be read: {error.strerror}", str(place)) from error


def _foreign(folder: Path) -> list[str]:
    """Name what does not belong to a memory in a folder."""
    if not folder.exists():
        return []
    if not folder.is_dir():
        return [folder.name]
    return sorted(one.name for one in folder.iterdir() if one.name not in (SETTINGS, EXAMPLES, KEYS, VECTORS))
