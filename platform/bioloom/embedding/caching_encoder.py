"""Embedding cache: an encoder that remembers the vectors of texts, and vectors kept on disk between runs."""

from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

from bioloom.disk_cache import DiskCache, content_key
from bioloom.embedding.encoder import Encoder, Vectors

_PORTION = 512  # texts between two signs of progress
_MOST = 200_000  # texts remembered: 300 MB with 384 dimensions

OnProgress = Callable[[int, int], None]
"""Told how many texts are done, of how many."""


class CachingEncoder:
    """Encoder that computes the vector of each text once and holds it in memory.

    When it holds more than 200,000 texts it forgets them and begins anew.
    """

    def __init__(self, encoder: Encoder) -> None:
        self._encoder = encoder
        self._rows: dict[str, int] = {}
        self._vectors = np.empty((0, encoder.dimension), np.float32)
        self.name = encoder.name
        self.dimension = encoder.dimension

    def encode(self, texts: Sequence[str], on_progress: OnProgress | None = None) -> Vectors:
        """Give one vector of length 1 a text: shape (len(texts), dimension), float32."""
        if len(self._rows) > _MOST:
            self._rows, self._vectors = {}, self._vectors[:0]
        fresh = [text for text in dict.fromkeys(texts) if text not in self._rows]
        found = [self._vectors]
        for start in range(0, len(fresh), _PORTION):
            portion = fresh[start : start + _PORTION]
            found.append(self._encoder.encode(portion))
            if on_progress is not None:
                on_progress(start + len(portion), len(fresh))
        if fresh:
            self._rows.update({text: len(self._rows) + at for at, text in enumerate(fresh)})
            self._vectors = np.concatenate(found)
        return self._vectors[[self._rows[text] for text in texts]]


def encode_cached(texts: Sequence[str], encoder: Encoder, cache: Path | None, *, name: str = "") -> Vectors:
    """Encode texts, or read their vectors from ``vectors.sqlite`` in the folder `cache`, where they are put.

    The key is the content: encoder, `name` and texts. Without a folder nothing is kept.
    """
    if cache is None:
        return encoder.encode(texts)
    disk = DiskCache(cache / "vectors.sqlite")
    key = content_key(encoder.name, name, *texts)
    kept = disk.find([key]).get(key)
    if kept is not None and len(kept) == 4 * len(texts) * encoder.dimension:
        return np.frombuffer(kept, "<f4").reshape(len(texts), encoder.dimension)
    found = encoder.encode(texts)
    disk.keep([(key, found.astype("<f4").tobytes())])
    return found
