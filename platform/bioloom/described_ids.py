"""Set of ids as short hashes: 8 bytes for each of millions."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from hashlib import blake2b
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


class DescribedIds:
    """Set of the ids that a source describes, as hashes of 8 bytes each in a few sorted runs.

    A run is merged into the one before it unless that is more than twice as long, so that n ids cost
    O(n log n) however often they are asked for between.
    """

    def __init__(self) -> None:
        self._fresh = array("Q")
        self._runs: list[npt.NDArray[np.uint64]] = []

    def add(self, ids: Iterable[str]) -> None:
        """Add ids."""
        self._fresh.extend(map(_short_hash, ids))

    def hold(self, ids: Sequence[str]) -> list[bool]:
        """Say of each id whether it was added."""
        import numpy as np  # only a dry run of edges, and RDF, need it

        if self._fresh:
            self._runs.append(np.unique(np.frombuffer(self._fresh, dtype=np.uint64)))
            self._fresh = array("Q")
            while len(self._runs) > 1 and self._runs[-2].size <= 2 * self._runs[-1].size:
                self._runs[-2:] = [np.union1d(*self._runs[-2:])]
        asked = np.fromiter(map(_short_hash, ids), np.uint64, len(ids))
        found = np.zeros(len(ids), np.bool_)
        for run in self._runs:
            found |= run[np.minimum(np.searchsorted(run, asked), run.size - 1)] == asked
        held: list[bool] = found.tolist()
        return held


def _short_hash(text: str) -> int:
    return int.from_bytes(blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "big")
