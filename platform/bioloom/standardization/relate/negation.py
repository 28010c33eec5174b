"""Whether a text denies the claim that was drawn from it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from bioloom.records.mapping import Claim

Kind = Literal["explicit", "implicit", "comparative"]


@dataclass(frozen=True, slots=True)
class Negation:
    """The words that deny a claim, their kind (SPEC R21), and where they stand.

    `start` and `end` count characters of the sentence that states the claim, or of the relation's own
    phrase where the claim comes without text.
    """

    cue: str
    kind: Kind
    start: int
    end: int


def detect_negation(claim: Claim) -> Negation | None:
    """Find the words by which the text denies this relation between this subject and this object."""
    return None
