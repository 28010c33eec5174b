"""Tailored chunk scorer: relevance of each retrieved document to a sentence (SPEC P13, P18)."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field, PositiveInt

from bioloom.embedding.model_files import read_file, read_settings
from bioloom.errors import UsageError
from bioloom.extraction.networks.model_settings import Name
from bioloom.extraction.networks.onnx_network import read_heads
from bioloom.extraction.retrieval_augmentation.memory_examples import Retrieved

if TYPE_CHECKING:
    from bioloom.embedding import Encoder

Numbers: TypeAlias = NDArray[np.float64]

SETTINGS, MAPS = "scorer.json", "maps.npz"
TEMPERATURE = 0.1
"""The temperature (eta) if none is given; the papers do not print theirs."""
_LOWEST, _HIGHEST = 1e-6, 1e6
_SMALL = 1e-12


class ScorerSettings(BaseModel):
    """Settings of a scorer (``scorer.json``): the encoder of its maps, and how they were learnt."""

    model_config = ConfigDict(frozen=True, extra="ignore")
    encoder: Name
    dimension: PositiveInt
    temperature: Annotated[float, Field(ge=_LOWEST, le=_HIGHEST)] = TEMPERATURE
    loss: Name = "unknown"
    reader: Name = "unknown"
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Maps:
    """Linear maps of an encoder's vectors, each (dimension, dimension): of sentences and of documents."""

    sentence: NDArray[np.float32]
    document: NDArray[np.float32]

    @classmethod
    def identity(cls, dimension: int) -> Maps:
        """Give the maps that change nothing."""
        same = np.eye(dimension, dtype=np.float32)
        return cls(same, same)


class Scorer:
    """Document scorer by the cosine of mapped vectors; without maps by the plain cosine ("-WTCS", P23).

    UsageError if the maps are not of the encoder's size or the temperature is outside 1e-6 to 1e6.
    """

    def __init__(
        self, encoder: Encoder, maps: Maps | None = None, *, temperature: float = TEMPERATURE
    ) -> None:
        if not _LOWEST <= temperature <= _HIGHEST:
            raise UsageError(f"a temperature lies between {_LOWEST} and {_HIGHEST}, not at {temperature}")
        size = (encoder.dimension, encoder.dimension)
        if maps is not None and (maps.sentence.shape, maps.document.shape) != (size, size):
            raise UsageError(f"the maps of a scorer for {encoder.name} are of shape {size}")
        self._encoder = encoder
        self._maps = maps
        self.temperature = temperature
        self.name = "cosine" if maps is None else f"scorer@{_digest(maps)}"

    def probabilities(self, sentence: str, documents: Sequence[Retrieved]) -> Numbers:
        """Give P_T(d | x) for every document, as a softmax over them (P13): shape (documents,)."""
        return self.probabilities_of([sentence], [documents])[0]

    def choose(self, sentence: str, documents: Sequence[Retrieved]) -> Retrieved | None:
        """Give the most probable document (P18), the first of equals; None if there is none."""
        if not documents:
            return None
        return documents[int(np.argmax(self.probabilities(sentence, documents)))]

    def probabilities_of(
        self, sentences: Sequence[str], documents: Sequence[Sequence[Retrieved]]
    ) -> list[Numbers]:
        """Give P_T of the documents of many sentences; every distinct text is encoded once."""
        return [softmax(each, self.temperature) for each in self.similarities_of(sentences, documents)]

    def similarities_of(
        self, sentences: Sequence[str], documents: Sequence[Sequence[Retrieved]]
    ) -> list[Numbers]:
        """Give sim(x, d) for the documents of many sentences, each between -1 and 1."""
        texts = [[each.text for each in group] for group in documents]
        asked = self._mapped(sentences, self._maps.sentence if self._maps else None)
        distinct = list(dict.fromkeys(text for group in texts for text in group))
        at = {text: row for row, text in enumerate(distinct)}
        held = self._mapped(distinct, self._maps.document if self._maps else None)
        return [
            held[[at[text] for text in group]] @ vector if group else np.zeros(0)
            for vector, group in zip(asked, texts, strict=True)
        ]

    def save(self, folder: Path, *, loss: str = "unknown", reader: str = "unknown", seed: int = 0) -> Path:
        """Write the maps and whose vectors they belong to; plain cosine is written as maps of identity."""
        maps = self._maps or Maps.identity(self._encoder.dimension)
        settings = ScorerSettings(
            encoder=self._encoder.name,
            dimension=self._encoder.dimension,
            temperature=self.temperature,
            loss=loss,
            reader=reader,
            seed=seed,
        )
        folder.mkdir(parents=True, exist_ok=True)
        np.savez(folder / MAPS, sentence=maps.sentence, document=maps.document)
        (folder / SETTINGS).write_text(settings.model_dump_json(indent=2) + "\n", encoding="utf-8")
        return folder

    @classmethod
    def load(cls, folder: Path, encoder: Encoder) -> Scorer:
        """Read a scorer that `save` wrote.

        UsageError if the folder is none or another encoder's; SourceError if a file of it is broken.
        """
        settings = read_settings(ScorerSettings, read_file(folder, SETTINGS), folder / SETTINGS)
        if (settings.encoder, settings.dimension) != (encoder.name, encoder.dimension):
            raise UsageError(
                f"{folder} was learnt on vectors of {settings.encoder} ({settings.dimension} numbers), "
                f"not on those of {encoder.name} ({encoder.dimension})"
            )
        shape = (settings.dimension, settings.dimension)
        shapes = {"sentence": shape, "document": shape}
        found = read_heads(read_file(folder, MAPS), folder / MAPS, shapes)
        return cls(encoder, Maps(**found), temperature=settings.temperature)

    def _mapped(self, texts: Sequence[str], by: NDArray[np.float32] | None) -> Numbers:
        """Give unit vectors, mapped: shape (texts, dimension)."""
        if not texts:
            return np.zeros((0, self._encoder.dimension))
        vectors = self._encoder.encode(texts).astype(np.float64)
        if by is not None:
            vectors = vectors @ by.T.astype(np.float64)
        return np.asarray(vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), _SMALL))


def softmax(scores: Numbers, temperature: float = 1.0) -> Numbers:
    """Give exp(score / temperature), scaled to sum to 1; nothing for no scores.

    >>> softmax(np.array([2.0, 2.0])).tolist(), softmax(np.array([0.1, 0.2]), 1e-6).tolist()
    ([0.5, 0.5], [0.0, 1.0])
    """
    if not scores.size:
        return scores
    raised = np.exp((scores - scores.max()) / temperature)
    return np.asarray(raised / raised.sum())


def _digest(maps: Maps) -> str:
    digest = hashlib.blake2b(digest_size=4)
    for each in (maps.sentence, maps.document):
        digest.update(np.ascontiguousarray(each, np.float32).tobytes())
    return digest.hexdigest()
