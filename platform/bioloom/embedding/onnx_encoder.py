"""ONNX encoder: a folder with model.onnx, tokenizer.json and encoder.json, run by onnxruntime."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, PositiveInt

from bioloom.disk_cache import hex_digest
from bioloom.embedding.encoder import Vectors, encodable
from bioloom.embedding.model_files import (
    MODEL,
    TOKENIZER,
    cores,
    open_session,
    open_tokenizer,
    read_file,
    read_settings,
    side_by_side,
)
from bioloom.errors import SourceError

if TYPE_CHECKING:
    from tokenizers import Encoding

CONFIGURATION = "encoder.json"
_CHARACTERS_A_TOKEN = 40
_MOST_TEXTS = 128


class EncoderConfiguration(BaseModel):
    """Content of ``encoder.json``: longest text, and dimension and form of the output."""

    model_config = ConfigDict(frozen=True, extra="ignore")
    max_tokens: PositiveInt
    dimension: PositiveInt
    normalised: bool = True


class OnnxEncoder:
    """Sentence encoder of a folder; its name is a hash of the weights, the tokenizer and the settings.

    UsageError if the folder is not that of a model; SourceError if a file of it is broken, or if the model
    gives numbers that are not finite. `threads` is how many batches run at once; all cores if unset.
    """

    def __init__(self, folder: Path, *, threads: int | None = None, batch_tokens: int = 512) -> None:
        contents = {name: read_file(folder, name) for name in (MODEL, TOKENIZER, CONFIGURATION)}
        self._folder = folder
        self._threads = threads or cores()
        self._batch_tokens = batch_tokens
        self._configuration = read_settings(
            EncoderConfiguration, contents[CONFIGURATION], folder / CONFIGURATION
        )
        self._tokenizer = open_tokenizer(contents[TOKENIZER], folder / TOKENIZER)
        self._tokenizer.enable_truncation(self._configuration.max_tokens)
        self._session = open_session(contents[MODEL], folder / MODEL, ("ids", "mask"), "vectors")
        self.name = f"{folder.name}-{hex_digest(contents.values())}"
        self.dimension = self._configuration.dimension

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Give one vector of length 1 a text: shape (len(texts), dimension), float32.

        Texts longer than the model's limit are cut. Batches hold texts of like length.
        """
        vectors = np.empty((len(texts), self.dimension), np.float32)
        longest = self._configuration.max_tokens * _CHARACTERS_A_TOKEN
        encodings = self._tokenizer.encode_batch_fast([encodable(text, longest) for text in texts])
        batches = list(_batches([len(each) for each in encodings], self._batch_tokens))
        done = side_by_side(lambda batch: self._run([encodings[at] for at in batch]), batches, self._threads)
        for batch, found in zip(batches, done, strict=True):
            vectors[batch] = found
        return vectors

    def _run(self, encodings: list[Encoding]) -> Vectors:
        width = max(len(each) for each in encodings)
        ids = np.zeros((len(encodings), width), np.int64)
        mask = np.zeros_like(ids)
        for row, each in enumerate(encodings):
            ids[row, : len(each)] = each.ids
            mask[row, : len(each)] = 1
        vectors: Vectors = self._session.run(["vectors"], {"ids": ids, "mask": mask})[0]
        if vectors.shape != (len(encodings), self.dimension):
            raise SourceError(f"gives vectors of shape {vectors.shape}", str(self._folder / MODEL))
        if not np.isfinite(vectors).all():
            raise SourceError("gives numbers that are not finite", str(self._folder / MODEL))
        return vectors


def _batches(lengths: Sequence[int], tokens: int) -> Iterator[NDArray[np.intp]]:
    """Cut texts, sorted by length, into batches of at most so many tokens, padding counted."""
    order = np.argsort(np.asarray(lengths, np.intp), kind="stable")
    start = 0
    while start < len(order):
        end = start + 1
        while end < len(order) and end - start < _MOST_TEXTS:
            if lengths[order[end]] * (end - start + 1) > tokens:
                break
            end += 1
        yield order[start:end]
        start = end
