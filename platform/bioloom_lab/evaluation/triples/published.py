"""Published figures of triple and relation extraction, with remarks where they are inconsistent."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from bioloom.resources import read_table

TABLE = "published/triples.tsv"
NOTE = (
    "Published figures are on test splits, ours on development splits; GIT's and ChemProt's sentences "
    "carried marks around the entities."
)
FIGURES = ("precision", "recall", "f1", "head f1", "tail f1", "relation f1")


@dataclass(frozen=True, slots=True)
class PublishedTriples:
    """One system on one data set of one task; figures are 0 to 1.

    `kind` is "printed", or "corrected" for a row beside its printed one; `remark` says what is odd.
    """

    task: str
    data: str
    system: str
    source: str
    kind: str
    metrics: Mapping[str, float]
    remark: str


def published(task: str, *data: str) -> tuple[PublishedTriples, ...]:
    """Give the published figures of a task, of some data sets or of all, in the order of their table."""
    return tuple(row for row in _all() if row.task == task and (not data or row.data in data))


@cache
def _all() -> tuple[PublishedTriples, ...]:
    return tuple(
        PublishedTriples(
            row["task"],
            row["data"],
            row["system"],
            row["source"],
            row["kind"],
            {name: round(float(row[name]) / 100, 4) for name in FIGURES if row[name] != "-"},
            "" if row["remark"] == "-" else row["remark"],
        )
        for row in read_table(TABLE)
    )
