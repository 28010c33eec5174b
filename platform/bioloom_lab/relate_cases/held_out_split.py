"""A part of the training documents that the encoder does not see, to fit what judges its similarities."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from bioloom_lab.relate_cases.case import RelationCase

SHARE = 0.15


def is_held_out(document: str, share: float = SHARE) -> bool:
    """Say whether a document belongs to the held-out part: by a hash of its id, the same everywhere.

    >>> is_held_out("10047461"), is_held_out("10047461", share=1.0)
    (False, True)
    """
    digest = hashlib.blake2b(document.encode(), digest_size=4).digest()
    return int.from_bytes(digest) / 2**32 < share


def split_cases(
    cases: Iterable[RelationCase], share: float = SHARE
) -> tuple[tuple[RelationCase, ...], tuple[RelationCase, ...]]:
    """Give the cases to learn from and the held-out ones; a document's cases stay together."""
    learnt: list[RelationCase] = []
    held: list[RelationCase] = []
    for case in cases:
        (held if is_held_out(case.document, share) else learnt).append(case)
    return tuple(learnt), tuple(held)
