"""Model files: settings, tokenizer and the graph for onnxruntime, read whole and checked."""

import os
from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from bioloom.errors import SourceError, UsageError
from bioloom.thread_memory import ThreadPool

MODEL, TOKENIZER = "model.onnx", "tokenizer.json"

Settings = TypeVar("Settings", bound=BaseModel)
Given = TypeVar("Given")
Done = TypeVar("Done")


class _Vocabulary(BaseModel):
    vocab: dict[str, int] | list[tuple[str, float]]


class _TokenizerFile(BaseModel):
    """Parts of ``tokenizer.json`` that tell a whole file from a broken one before tokenizers reads it."""

    model: _Vocabulary
    added_tokens: list[dict[str, object]]


def read_file(folder: Path, name: str) -> bytes:
    """Read a file of a model; UsageError if the folder does not have it."""
    try:
        return (folder / name).read_bytes()
    except OSError as fault:
        raise UsageError(f"{folder} is not the folder of a model: {name}: {fault.strerror}") from fault


def read_settings(kind: type[Settings], content: bytes, file: Path) -> Settings:
    """Parse a settings file; SourceError names the first entry that is missing or wrong."""
    try:
        return kind.model_validate_json(content)
    except ValidationError as fault:
        first = fault.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        raise SourceError(f"{place} {first['msg']}".strip(), str(file)) from fault


def open_tokenizer(content: bytes, file: Path) -> Any:
    """Give the tokenizer of a ``tokenizer.json``, without padding; SourceError if it is none."""
    from tokenizers import Tokenizer  # here: a graph command needs no encoder

    try:
        _TokenizerFile.model_validate_json(content)
    except ValidationError as fault:
        raise SourceError("is not a tokenizer", str(file)) from fault
    tokenizer = Tokenizer.from_str(content.decode("utf-8"))
    tokenizer.no_padding()
    return tokenizer


def open_session(
    content: bytes, file: Path, inputs: Collection[str], output: str, *, watched: Collection[str] = ()
) -> Any:
    """Open an ONNX graph on one thread; SourceError if it is broken or has other inputs or outputs."""
    import onnxruntime
    from onnxruntime.capi import onnxruntime_pybind11_state as native

    faults: tuple[type[Exception], ...] = tuple(
        kind for kind in vars(native).values() if isinstance(kind, type) and issubclass(kind, Exception)
    )
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1  # batches run side by side instead
    options.inter_op_num_threads = 1
    options.enable_mem_pattern = False  # a plan would be kept for every shape of a batch
    options.log_severity_level = 4
    try:
        session = onnxruntime.InferenceSession(content, options, providers=["CPUExecutionProvider"])
    except faults as fault:
        raise SourceError(f"is not a model that onnxruntime takes: {fault}", str(file)) from fault
    names = {each.name for each in session.get_inputs()}, {each.name for each in session.get_outputs()}
    if names != (set(inputs), {output, *watched}):
        raise SourceError(f"does not take {' and '.join(inputs)} and give {output}", str(file))
    return session


def side_by_side(work: Callable[[Given], Done], items: Sequence[Given], threads: int) -> list[Done]:
    """Give the work on each item, in their order; so many threads work at once."""
    if threads == 1 or len(items) < 2:
        return [work(item) for item in items]
    with ThreadPool(threads) as pool:
        return list(pool.map(work, items))


def cores() -> int:
    """Count the processor cores that this process may use; OMP_NUM_THREADS may say fewer."""
    found = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    stated = os.environ.get("OMP_NUM_THREADS", "")
    return min(found, int(stated)) if stated.isdecimal() and int(stated) else found
