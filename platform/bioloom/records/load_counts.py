"""Load counts, which reconcile: read = written + rejected + skipped."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from bioloom.errors import BioloomError
from bioloom.records import Scalar
from bioloom.records.attributes import attributes

_NUMBERS = (
    "read", "extracted", "nodes", "edges", "documents", "sentences", "derived_nodes", "derived_edges",
)  # fmt: skip
_TABLES = ("rejected", "skips", "warnings")


@dataclass(frozen=True, slots=True)
class Counts:
    """Counts of a source's records by what became of them.

    One each: node line, edge line, document, sentence, mention (a node), relation (an edge), reject, skip.
    Derived edges and minted entities were not read and stand outside the balance. What an extractor found
    counts as read, as if the source had stated it; `extracted` says how much of `read` that is.

    >>> (Counts(read=3, nodes=1, skips={"unchanged": 2}) + Counts(read=1, edges=1)).balanced
    True
    """

    read: int = 0
    extracted: int = 0
    nodes: int = 0
    edges: int = 0
    documents: int = 0
    sentences: int = 0
    derived_nodes: int = 0
    derived_edges: int = 0
    rejected: Mapping[str, int] = field(default_factory=dict)
    skips: Mapping[str, int] = field(default_factory=dict)
    warnings: Mapping[str, int] = field(default_factory=dict)

    def __add__(self, other: Counts) -> Counts:
        numbers: dict[str, Any] = {name: getattr(self, name) + getattr(other, name) for name in _NUMBERS}
        tables: dict[str, Any] = {name: _sum(getattr(self, name), getattr(other, name)) for name in _TABLES}
        return Counts(**numbers, **tables)

    @property
    def written(self) -> int:
        """How many of the records read are now in the graph because of this load."""
        return self.nodes + self.edges + self.documents + self.sentences

    @property
    def skipped(self) -> int:
        """How many records were rightly left out or were there already."""
        return sum(self.skips.values())

    def as_json(self) -> dict[str, object]:
        """Give what was read, written, rejected and skipped as JSON values."""
        return {
            "read": self.read,
            "written": attributes(self, "nodes", "edges", "documents", "sentences"),
            "rejected": dict(self.rejected),
            "skipped": self.skipped,
        }

    @property
    def balanced(self) -> bool:
        """Whether read = written + rejected + skipped."""
        return self.read == self.written + sum(self.rejected.values()) + self.skipped

    def check(self) -> None:
        """Raise if the counts do not reconcile: a record was lost or counted twice."""
        if not self.balanced:
            raise BioloomError(
                f"the counts do not reconcile: read {self.read}, written {self.written}, "
                f"rejected {sum(self.rejected.values())}, skipped {self.skipped}; "
                "nothing of this batch was written. This is a fault of bioloom or of the loader"
            )

    def to_properties(self) -> dict[str, Scalar]:
        """Give the counts as properties of the Load node."""
        return attributes(self, *_NUMBERS) | {
            name: json.dumps(getattr(self, name), sort_keys=True, ensure_ascii=False) for name in _TABLES
        }

    @classmethod
    def from_properties(cls, properties: Mapping[str, object]) -> Counts:
        """Read the counts back from a Load node."""
        numbers: dict[str, Any] = {name: int(str(properties.get(name, 0))) for name in _NUMBERS}
        tables: dict[str, Any] = {name: json.loads(str(properties.get(name, "{}"))) for name in _TABLES}
        return cls(**numbers, **tables)


def _sum(one: Mapping[str, int], other: Mapping[str, int]) -> dict[str, int]:
    total = Counter(one)
    total.update(other)
    return dict(sorted(total.items()))
