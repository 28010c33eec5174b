"""Retrieval of descriptors in the ways that were published, beside that of the product (SPEC R9 to R11)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import numpy as np

from bioloom.standardization.relate.descriptor_retrieval import DescriptorHit, retrieve
from bioloom.standardization.relate.embedding_space import Space

Merge = Literal["rrf", "concat"]
"""Several spaces merged by reciprocal ranks, or the second list put after the first."""


def retrieve_variant(
    phrases: Sequence[str], spaces: Sequence[Space], k: int = 10, *, merge: Merge = "rrf", refill: bool = True
) -> list[tuple[DescriptorHit, ...]]:
    """Give each phrase its nearest keys, as `retrieve` does, or with another merging of two spaces.

    Without `refill` a space gives the keys of its `k` nearest descriptors, as published, which are fewer.
    """
    if merge == "concat" and len(spaces) > 1:
        return _concatenated(phrases, spaces, k)
    hits = retrieve(phrases, spaces, k=k)
    return hits if refill else _of_nearest_descriptors(hits, phrases, spaces, k)


def _concatenated(phrases: Sequence[str], spaces: Sequence[Space], k: int) -> list[tuple[DescriptorHit, ...]]:
    """Put the list of each space after the one before; a score falls evenly from 1 through all of them."""
    every = retrieve(phrases, spaces, k=len(spaces[0].vocabulary.keys))
    lists = [retrieve(phrases, [space], k=k) for space in spaces]
    found = []
    for hits, *own in zip(every, *lists, strict=True):
        known = {hit.key: hit for hit in hits}
        width = sum(map(len, own))
        ranks: dict[str, int] = {}
        for rank, hit in enumerate(hit for each in own for hit in each):
            ranks.setdefault(hit.key, rank)
        found.append(tuple(known[key]._replace(score=1 - rank / width) for key, rank in ranks.items()))
    return found


def _of_nearest_descriptors(
    hits: Sequence[tuple[DescriptorHit, ...]], phrases: Sequence[str], spaces: Sequence[Space], k: int
) -> list[tuple[DescriptorHit, ...]]:
    """Keep the hits that a space has among its `k` nearest descriptors, negated ones included."""
    least = []
    for space in spaces:
        compared = space.compare(space.encode(phrases))
        cosines = np.concatenate([compared.descriptors, compared.denials])
        least.append(np.sort(cosines, axis=0)[-min(k, len(cosines))].tolist())
    return [
        tuple(
            hit
            for hit in found
            if any(max(near, hit.negative) >= low for near, low in zip(hit.similarities, lows, strict=True))
        )
        for found, *lows in zip(hits, *least, strict=True)
    ]
