"""Source positions, rejects and skips of records, and declarations about a source."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Place:
    """Position of a record in its source: file as given, line from 1 (None for a whole file)."""

    file: str
    line: int | None = None

    def __str__(self) -> str:
        return self.file if self.line is None else f"{self.file}:{self.line}"


@dataclass(frozen=True, slots=True)
class Reject:
    """Record that does not enter the graph, kept with its reason so that it can be corrected and replayed.

    `code` is one of the upper-case reason codes of ``docs/rejects.md`` (``MISSING_PRIMARY_SOURCE``);
    `stage` is the stage that refused it: extract, map, validate or write; `record` is the
    original, as JSON values.
    """

    code: str
    stage: str
    message: str
    place: Place
    record: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class NumberedReject:
    """Reject with the number of the source record that it comes from, counted from 1.

    It is `part` of the record where the rest of it, a document, was read.
    """

    position: int
    reject: Reject
    part: bool = False


@dataclass(frozen=True, slots=True)
class Skip:
    """Record that is rightly left out (an annotator's note, an exact duplicate), with the reason.

    What a user may miss, such as a file of another format, has a `remedy` and is named in the report.
    A `count` of 0 is a warning: a part of a record that was read is missing.
    """

    reason: str
    place: Place
    count: int = 1
    remedy: str = ""


@dataclass(frozen=True, slots=True)
class LoadOptions:
    """Declarations about a source that the source does not state itself.

    `corpus` names the documents' namespace; the provenance fields fill edges that state none.
    """

    corpus: str | None = None
    primary_knowledge_source: str | None = None
    knowledge_level: str | None = None
    agent_type: str | None = None
