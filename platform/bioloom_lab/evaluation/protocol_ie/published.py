"""What others published for the extraction of protocols, with where it stands and on what it was measured."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from bioloom.resources import read_table

TABLE = "published/protocol_ie.tsv"
NOTE = (
    "Published figures stand on other texts, most of them in another scheme too; "
    "none can be compared with ours cell by cell."
)
METRICS = ("NER", "NER partial", "Rel", "Rel+", "RE")


@dataclass(frozen=True, slots=True)
class PublishedExtraction:
    """One system on one test set; `metrics` are micro-F1, 0 to 1."""

    system: str
    test: str
    source: str
    metrics: Mapping[str, float]


@cache
def published() -> tuple[PublishedExtraction, ...]:
    """Read the published figures, in the order of their table."""
    return tuple(
        PublishedExtraction(
            row["system"],
            row["test"],
            row["source"],
            {name: round(float(row[name]) / 100, 4) for name in METRICS if row[name] != "-"},
        )
        for row in read_table(TABLE)
    )
