"""A sentence as the networks of triples read it while they learn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from bioloom.extraction.networks.crf import Span
from bioloom.extraction.networks.tokenization import Words

Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class TripleLine:
    """A sentence as networks read it: spans of its words, and `links` (1 is the first relation) of pairs.

    `listed` are the pairs of which it is known whether they have a relation; None for all. `source` is the
    document's id.
    """

    scheme: str
    text: str
    words: Words
    spans: tuple[Span, ...]
    links: Mapping[Pair, int] = field(default_factory=dict)
    listed: frozenset[Pair] | None = None
    source: str = ""
