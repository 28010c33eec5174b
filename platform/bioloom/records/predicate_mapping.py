"""Predicate mapping: claims with free relation phrases, and the Biolink predicates they map to."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Claim:
    """Claim of an extractor: subject, free relation phrase, object, and the supporting text.

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
    """Candidate predicate of a phrase, with its score (0 to 1) and the descriptor that matched."""

    key: str
    predicate: str
    score: float
    qualifiers: Mapping[str, str] = field(default_factory=dict)
    descriptor: str = ""


@dataclass(frozen=True, slots=True)
class Standardized:
    """Mapping of a claim: a predicate of the pinned release in canonical direction, or NONE with a reason.

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
