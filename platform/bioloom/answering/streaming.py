"""Answer events: evidence and draft text told to a listener while an answer is made."""

from collections.abc import Sequence
from typing import Protocol

from bioloom.records import Citation, Evidence


class Listener(Protocol):
    """Receives events while an answer is made; called from the thread that makes it."""

    def evidence(self, candidates: Sequence[Citation]) -> None:
        """Receive the evidence once, numbered from 1 as a language model sees it."""

    def text(self, piece: str) -> None:
        """Receive a piece of a language model's draft: not verified yet, the answer replaces it."""


def candidates(evidence: Sequence[Evidence]) -> tuple[Citation, ...]:
    """Number the evidence that an answer may cite."""
    return tuple(Citation.of(piece, number) for number, piece in enumerate(evidence, 1))
