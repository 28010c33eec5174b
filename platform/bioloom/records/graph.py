"""Nodes, edges and claims as sources state them, and entities and assertions as the graph takes them."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from json.encoder import JSONEncoder, encode_basestring
from typing import Literal, TypeAlias

from bioloom.errors import ProvenanceError
from bioloom.records.source import Place, Reject

Scalar: TypeAlias = str | int | float | bool
Value: TypeAlias = Scalar | tuple[Scalar, ...]

_PROVENANCE = ("primary_knowledge_source", "knowledge_level", "agent_type")
ID_LENGTH = 32
"""Characters of the id of an edge."""

_json = JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


@dataclass(frozen=True, slots=True)
class SourceNode:
    """A node as a file states it: nothing is checked yet. `properties` are KGX slots."""

    id: str
    categories: tuple[str, ...]
    place: Place
    name: str | None = None
    properties: Mapping[str, Value] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SourceEdge:
    """An edge as a file states it: nothing is checked yet. `properties` are KGX slots."""

    subject: str
    predicate: str
    object: str
    place: Place
    properties: Mapping[str, Value] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, eq=False)
class SourceTable:
    """Table of nodes or edges: its file, its columns, which of them hold lists, and what reads a row."""

    file: str
    columns: tuple[str, ...]
    lists: frozenset[str]
    read: Callable[[Mapping[str, str], Place], SourceNode | SourceEdge | Reject]
    of_nodes: bool = False


@dataclass(frozen=True, slots=True)
class TableRows:
    """Rows of a table that are not read yet: a cell for each of its columns, and the lines they stand in."""

    table: SourceTable
    cells: Sequence[Sequence[str]]
    lines: Sequence[int]

    def __len__(self) -> int:
        return len(self.lines)

    def record(self, at: int) -> SourceNode | SourceEdge | Reject:
        """Read a row; empty cells are left out."""
        cells = zip(self.table.columns, self.cells[at], strict=True)
        named = {name: cell for name, cell in cells if name and cell}
        return self.table.read(named, Place(self.table.file, self.lines[at]))

    def part(self, start: int, stop: int) -> TableRows:
        """Give the rows from one on and up to another."""
        return TableRows(self.table, self.cells[start:stop], self.lines[start:stop])


@dataclass(frozen=True, slots=True)
class SourceClaim:
    """A relation between two named things in an extractor's own words: nothing is checked yet.

    RELATE's quadruple (SPEC R8). `text` is the sentence or the abstract that says it, empty if unknown.
    An end without an id gets a local one, made of its name; a category may be empty or spelled freely.
    """

    subject: str
    relationship: str
    object: str
    place: Place
    text: str = ""
    subject_id: str = ""
    object_id: str = ""
    subject_category: str = ""
    object_category: str = ""
    properties: Mapping[str, Value] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Entity:
    """A thing with a CURIE and its most specific Biolink categories (``biolink:Gene``)."""

    id: str
    name: str
    categories: tuple[str, ...]
    synonyms: tuple[str, ...] = ()
    xrefs: tuple[str, ...] = ()
    native_type: str | None = None
    properties: Mapping[str, Value] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Assertion:
    """A standardized claim, in Biolink's canonical direction, with its full provenance.

    `level` says what its ends are: "entity" (nodes with a CURIE) or "mention" (places in a text).
    Cannot be built without primary source, knowledge level and agent type (ProvenanceError).

    >>> a = Assertion("DRUGBANK:DB00945", "biolink:treats", "DOID:6713", "infores:hetionet",
    ...               "knowledge_assertion", "manual_agent")
    >>> a.id == Assertion("DRUGBANK:DB00945", "biolink:treats", "DOID:6713", "infores:hetionet",
    ...                   "knowledge_assertion", "manual_agent").id
    True
    """

    subject: str
    predicate: str
    object: str
    primary_knowledge_source: str
    knowledge_level: str
    agent_type: str
    level: Literal["entity", "mention"] = "entity"
    negated: bool = False
    qualifiers: Mapping[str, str] = field(default_factory=dict)
    properties: Mapping[str, Value] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.primary_knowledge_source and self.knowledge_level and self.agent_type:
            return
        missing = next(slot for slot in _PROVENANCE if not getattr(self, slot))
        raise ProvenanceError(
            f"{self.subject} {self.predicate} {self.object} has no {missing}: every edge must state it"
        )

    @property
    def id(self) -> str:
        """Hash over subject, predicate, object, qualifiers, negation and primary source.

        Distinct claims never share an id, the same claim always does. Between mentions of a text the
        native relation (property `original_predicate`) is part of the claim: several of BioPIE's
        relations share one Biolink predicate, so that without it they would overwrite one another.
        """
        return claim_id(self.subject, self.object, self.identity_frame)

    @property
    def identity_frame(self) -> tuple[str, str]:
        """JSON text of the claim's identity between its subject and its object, and after that."""
        native = self.properties.get("original_predicate") if self.level == "mention" else None
        return _identity_frame(
            self.predicate,
            tuple(self.qualifiers.items()),
            self.negated,
            self.primary_knowledge_source,
            self.level,
            native,
        )


def claim_id(subject: str, object_: str, frame: tuple[str, str]) -> str:
    """Hash the identity of a claim between two ends."""
    return claim_ids((subject,), (object_,), frame)[0]


def claim_ids(subjects: Iterable[str], objects: Iterable[str], frame: tuple[str, str]) -> list[str]:
    """Hash the identities of claims that are alike but for their ends."""
    between, after = frame
    ends = zip(map(encode_basestring, subjects), map(encode_basestring, objects), strict=True)
    return [
        hashlib.sha256(f"[{subject}{between}{object_}{after}".encode()).hexdigest()[:ID_LENGTH]
        for subject, object_ in ends
    ]


@lru_cache(maxsize=4096)
def _identity_frame(
    predicate: str,
    qualifiers: tuple[tuple[str, str], ...],
    negated: bool,
    source: str,
    level: str,
    native: Value | None,
) -> tuple[str, str]:
    rest = [sorted(qualifiers), negated, source, *([native] if level == "mention" else [])]
    return f",{_json(predicate)},", f",{_json(rest)[1:]}"
