"""Vector cache of large sets of texts: a suite encodes them once."""

from __future__ import annotations

import hashlib
import io
import zipfile
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from bioloom.embedding import Encoder, Vectors

_FEW = 1_000


class StoredEncoder:
    """Encoder with a vector cache on disk; calls with many texts are kept as float16."""

    def __init__(self, encoder: Encoder, folder: Path) -> None:
        self._encoder = encoder
        self._folder = folder
        self.name = encoder.name
        self.dimension = encoder.dimension

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Give one vector of length 1 a text: shape (len(texts), dimension), to about 1e-3."""
        if len(texts) < _FEW:
            return self._encoder.encode(texts)
        digest = hashlib.blake2b(digest_size=8)
        for text in (self.name, *texts):
            digest.update(text.encode("utf-8", "replace") + b"\0")
        path = self._folder / f"vectors-{digest.hexdigest()}.npz"
        found = self._read(path, len(texts))
        if found is None:
            made = self._encoder.encode(texts).astype(np.float16)
            self._folder.mkdir(parents=True, exist_ok=True)
            content = io.BytesIO()
            np.savez(content, vectors=made)
            part = path.with_suffix(".part")
            part.write_bytes(content.getvalue())
            part.replace(path)
            found = made.astype(np.float32)
        found /= np.maximum(np.linalg.norm(found, axis=1, keepdims=True), 1e-9)
        return found

    def _read(self, path: Path, count: int) -> Vectors | None:
        """Read what was kept; None where nothing was, or nothing whole."""
        try:
            with np.load(path, allow_pickle=False) as stored:
                vectors = stored["vectors"].astype(np.float32)
        except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile):
            return None
        whole = vectors.shape == (count, self.dimension) and bool(np.isfinite(vectors).all())
        return vectors if whole else None
