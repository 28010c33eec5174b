"""Relation case: a claim whose relation is annotated."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from bioloom.errors import SourceError
from bioloom.records.predicate_mapping import Claim

Split = str
"""Name of a split of a corpus: train, dev."""

NONE = "NONE"
"""The label of a pair that is annotated as unrelated, or not annotated although its document is."""


@dataclass(frozen=True, slots=True)
class RelationCase:
    """Claim with the labels that its source gives it (`source`: chemprot, git, ddi or biored).

    `backward` says that the claim's subject is the source's object. `textual` says that the claim's subject
    stands first in the text, so that its phrase reads from subject to object. `details` are finer labels.
    """

    source: str
    document: str
    claim: Claim
    labels: tuple[str, ...]
    backward: bool = False
    textual: bool = True
    details: tuple[str, ...] = ()


def in_text_order(case: RelationCase) -> RelationCase:
    """Turn a claim round whose subject stands second in the text; its labels stay those of the source."""
    if case.textual:
        return case
    claim = case.claim
    turned = Claim(
        claim.object,
        claim.relationship,
        claim.subject,
        claim.text,
        claim.object_categories,
        claim.subject_categories,
    )
    return replace(case, claim=turned, backward=not case.backward, textual=True)


def read_lines(folder: Path, name: str) -> Iterator[str]:
    """Yield the lines of a gzipped file without line ends; SourceError if it cannot be read."""
    path = folder / name
    try:
        with gzip.open(path, "rt", encoding="utf-8") as file:
            for line in file:
                yield line.rstrip("\n")
    except (OSError, EOFError, UnicodeDecodeError) as error:
        raise SourceError(f"cannot be read: {error}", str(path)) from error
