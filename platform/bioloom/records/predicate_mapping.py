"""A free relation phrase between two things, and the Biolink predicate that it was standardized to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Claim:
    """What an extractor says: subject, free relation phrase, object, and the text that says it.

    RELATE's quadruple (SPEC R8). `text` is the sentence or the abstract, empty if unknown; categories
    are Biolink's (``biolink:Gene``), empty if unknown.
    """

    subject: str
    relationship: str
    object: str
    text: str = ""
    subject_categories: tuple[str, ...] = ()
    object_categories: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Candidate:
    """One predicate that a phrase may mean, with its score (0 to 1) and the descriptor that spoke for it."""

    key: str
    predicate: str
    score: float
    qualifiers: Mapping[str, str] = field(default_factory=dict)
    descriptor: str = ""


@dataclass(frozen=True, slots=True)
class Standardized:
    """What became of a claim: a predicate of the pinned release, in canonical direction, or NONE and why.

    `swapped` says that subject and object change places. `selector` names who chose (a model and its
    version, "sssom", "llm"). Without a predicate, `reason` is one of the codes of ``docs/rejects.md``.
    """

    predicate: str | None
    score: float
    selector: str
    qualifiers: Mapping[str, str] = field(default_factory=dict)
    negated: bool = False
    swapped: bool = False
    candidates: tuple[Candidate, ...] = ()
    reason: str | None = None
