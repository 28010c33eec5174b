"""Upsert policy: whether a record leaves a stored node or edge alone, replaces it or adds to it.

`record_hash` lists the records that a node or edge was made of, each as ``source.state.hash``: the load
that brought it, the state (fingerprint) of the load's source, and the hash of the record's content.
The same record again changes nothing. A record that changed in its source replaces what that source
stated before. A record of another source, or a second record of the same file, adds: lists are united
and missing values filled in. Where it states another value than the one that stays, an edge does not take
the record (two values make two claims), and of a node the first value stays.

A record that stands in the present state of its source has an entry of that state, so that what the source
no longer holds is found afterwards. Where a source stated several records of one node or edge before, the
first that comes again replaces what they made, the others add to it, and the rest stay listed until they go.
"""

import json
from collections.abc import Set
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain
from typing import Any

from bioloom.graph.rows.property_values import PropertyRow, Stored
from bioloom.graph.rows.supporting_evidence import derive_slots, listed

LOCAL = "bioloom:"
"""Prefix of the ids that were minted here."""

MINTED = "minted."
"""Prefix of the `record_hash` entries that documents made; described records take precedence over them."""


class WriteResult(StrEnum):
    """Result of writing one record to the database."""

    CREATED = "created"
    UPDATED = "updated"
    UNCHANGED = "unchanged"
    UPDATED_BUT_LEVEL = "updated, but for knowledge level or agent type"
    UPDATED_KIND = "updated, a thing of another kind"
    ONLY_LEVEL = "said before, with another knowledge level or agent type"
    ONLY_VALUE = "described before, with another value"
    OTHER_VALUE = "another value than the edge has"
    NO_SUBJECT = "no subject"
    NO_OBJECT = "no object"
    ONE_THING = "both ends are one thing"
    REFUSED = "a curator refused it"
    UNKNOWN = "no such entity"
    UNDECIDED = "written if the graph has its ends, which the source does not describe"

    @property
    def written(self) -> bool:
        """Whether the record changed the graph."""
        return self in _WRITTEN

    @property
    def keeps_level(self) -> bool:
        """Whether the edge kept another knowledge level or agent type than the record states."""
        return self in (WriteResult.UPDATED_BUT_LEVEL, WriteResult.ONLY_LEVEL)

    @property
    def rejects(self) -> bool:
        """Whether the graph could not take the record."""
        return self in _REJECTS


_WRITTEN = frozenset(
    {WriteResult.CREATED, WriteResult.UPDATED, WriteResult.UPDATED_BUT_LEVEL, WriteResult.UPDATED_KIND}
)
_REJECTS = frozenset(
    {
        WriteResult.NO_SUBJECT,
        WriteResult.NO_OBJECT,
        WriteResult.REFUSED,
        WriteResult.UNKNOWN,
        WriteResult.OTHER_VALUE,
    }
)


_ORIGINALS = ("original_subject", "original_predicate", "original_object")
_MAPPED = (*_ORIGINALS, "annotated_predicate", "predicate_mapped_by", "predicate_score")
"""What an edge keeps of the statement that it was made of."""

STATED_ENDS = (("original_subject", "subject_local_id"), ("original_object", "object_local_id"))
"""Slots of an edge with its ends as the source states them: a name or id, and the id minted from the name."""

NO_VALUES_OF_EDGES = frozenset(
    {"id", "subject", "predicate", "object", "record_hash", "biolink_version", "validation_warning", *_MAPPED}
    | {local for _, local in STATED_ENDS}
    | {"knowledge_level", "agent_type", "original_id", "primary_knowledge_source_from"}
    | {"original_primary_knowledge_source", "original_aggregator_knowledge_source"}
)
"""Properties of an edge in which records of one claim may differ: the claim, its wording, its check."""

NO_VALUES_OF_NODES = frozenset({"id", "name", "category", "record_hash", "normalised", "name_keys"})
"""Properties of a node in which records may differ: a second name becomes a synonym."""

_LONGEST_SHOWN = 60


@dataclass(frozen=True, slots=True)
class ValueConflict:
    """Slot of which a record states another value than the graph keeps; `more` counts further such slots."""

    slot: str
    kept: Stored
    stated: Stored
    more: int = 0

    def __str__(self) -> str:
        values = (json.dumps(value, ensure_ascii=False) for value in (self.kept, self.stated))
        kept, stated = (
            text if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]}..." for text in values
        )
        slots = f" (and {self.more} more slots)" if self.more > 1 else " (and one more slot)" * self.more
        return f"{self.slot} is {kept} in an earlier record and {stated} in this one{slots}"


@dataclass(frozen=True, slots=True)
class Origin:
    """Source of records, with the fingerprint of its present state.

    `retires` says that records of earlier states go at the end of this load.
    """

    source: str
    state: str
    retires: bool = False

    @property
    def earlier(self) -> str | None:
        """Prefix of the entries of this source, whatever their state; None where none of them goes."""
        return f"{self.source}." if self.retires else None

    @property
    def current(self) -> str:
        """Prefix of the entries of the present state."""
        return f"{self.source}.{self.state}."

    def entry(self, content: str) -> str:
        """Give the `record_hash` entry of one record of this source."""
        return f"{self.current}{content}"

    def known(self, entries: list[str], content: str) -> bool:
        """Say whether this source's record with this content is already in the graph."""
        return bool(self._stating(entries, content))

    def _stating(self, entries: list[str], content: str) -> list[str]:
        """List the entries of this source's record with this content, of whatever state."""
        mine = [entry for entry in entries if entry.startswith(f"{self.source}.")]
        return [entry for entry in mine if entry.endswith(f".{content}")]

    def standing(self, entries: list[str]) -> list[str]:
        """List the entries that a changed record of this source leaves in force."""
        mine = f"{self.source}."
        return [entry for entry in entries if not entry.startswith(mine) or entry.startswith(self.current)]

    def restated(self, entries: list[str], content: str) -> list[str]:
        """List the entries where a known record of this source is one of its present state."""
        others = set(entries).difference(self._stating(entries, content))
        return sorted({*others, self.entry(content)})

    def rebuilds(self, entries: list[str], content: str) -> bool:
        """Say whether a known record is written again, since it is one of several of this source."""
        mine = sum(entry.startswith(f"{self.source}.") for entry in entries)
        return self.retires and mine > 1 and self.entry(content) not in entries

    def awaited(self, entries: list[str], content: str) -> list[str]:
        """List the entries of earlier states whose records may still come, one of several having come now."""
        old = set(entries).difference(self.standing(entries))
        several = self.retires and len(old) > 1
        return sorted(entry for entry in old if several and not entry.endswith(f".{content}"))

    def supersedes(self, entries: list[str]) -> bool:
        """Say whether a changed record of this source replaces everything that was there."""
        return not self.standing(entries)


def merge_record(
    stored: PropertyRow, entries: list[str], new: PropertyRow, origin: Origin, content: str
) -> PropertyRow:
    """Merge a record into the stored properties.

    >>> now = Origin("kgx", "2")
    >>> merge_record({"name": "SHH"}, ["kgx.1.aa"], {"name": "Shh"}, now, "bb")["name"]
    'Shh'
    >>> new = {"name": "Shh", "xref": ["B:1"]}
    >>> merge_record({"name": "SHH", "xref": ["A:1"]}, ["other.1.aa"], new, now, "bb")
    {'name': 'SHH', 'xref': ['A:1', 'B:1'], 'record_hash': ['kgx.2.bb', 'other.1.aa']}
    """
    kept = origin.standing(entries)
    now = sorted({*kept, origin.entry(content), *origin.awaited(entries, content)})
    if not kept:
        return {**new, "record_hash": now}
    replaces = len(kept) < len(entries) and not any(entry.startswith(origin.current) for entry in kept)
    weak = replaces or all(entry.startswith(MINTED) for entry in kept)
    return _merged(stored, new, now, replaces=weak)


def find_conflict(kept: PropertyRow, stated: PropertyRow, apart: Set[str]) -> ValueConflict | None:
    """Find a slot whose value in a record is lost in what was merged with it; slots `apart` are none.

    >>> str(find_conflict({"dose": "10 mg"}, {"dose": "20 mg"}, frozenset()))
    'dose is "10 mg" in an earlier record and "20 mg" in this one'
    >>> find_conflict({"xref": ["A:1", "B:1"]}, {"xref": ["B:1"]}, frozenset()) is None
    True
    """
    lost = [
        name
        for name, value in stated.items()
        if name not in apart and not ((old := kept.get(name)) == value or _holds(old, value))
    ]
    if not lost:
        return None
    slot = min(lost)
    return ValueConflict(slot, kept.get(slot, ""), stated[slot], len(lost) - 1)


def _holds(kept: Stored | None, value: Stored) -> bool:
    """Say whether a value that is stored is, or lists, all of another one."""
    if isinstance(value, list):
        listed = kept if isinstance(kept, list) else [kept]
        return (_is_set(value) or listed == value) and (
            set(value) <= {*listed} or {*map(str, value)} <= {*map(str, listed)}
        )
    if isinstance(kept, list):
        return value in kept or str(value) in kept
    return str(kept).strip() == str(value).strip()


def _is_set(values: list[Any]) -> bool:
    """Say whether a list may be united with others: no value is repeated, and none is measured."""
    return len({*values}) == len(values) and float not in map(type, values)


def merge_properties(stored: PropertyRow, other: PropertyRow) -> PropertyRow:
    """Merge the properties of two equivalent nodes or edges: lists are united, gaps filled.

    >>> other = {"taxon": "9606", "record_hash": ["a.1.y"]}
    >>> merge_properties({"name": "SHH", "record_hash": ["b.1.x"]}, other)
    {'name': 'SHH', 'record_hash': ['a.1.y', 'b.1.x'], 'taxon': '9606'}
    """
    entries = {entry for row in (stored, other) for entry in listed(row, "record_hash")}
    return _merged(stored, other, sorted(entries), replaces=False)


def _merged(stored: PropertyRow, new: PropertyRow, entries: list[str], *, replaces: bool) -> PropertyRow:
    """Unite lists, fill gaps, and replace other values where the new ones do that."""
    result = dict(stored)
    for name, value in new.items():
        old = stored.get(name)
        if isinstance(old, list) and isinstance(value, list):
            result[name] = _united(old, value, replaces=replaces)
        elif old is None or replaces:
            result[name] = value
    result["record_hash"] = entries
    if _stated_predicate(stored) != _stated_predicate(new):
        theirs, ours = _statement(new), _statement(stored)
        kept = theirs if not ours or (replaces and theirs) else ours
        result = {name: value for name, value in result.items() if name not in _MAPPED} | kept
    return _of_one_end(result, stored, new)


def _stated_predicate(row: PropertyRow) -> Stored | None:
    """Give the predicate of an edge in the words of its source; None for a node."""
    return row.get("original_predicate", row.get("predicate"))


def _statement(row: PropertyRow) -> PropertyRow:
    """Give what an edge keeps of its source's statement: one record's, never parts of two."""
    if not any(slot in row for slot in _ORIGINALS):
        return {}
    return {slot: row[slot] for slot in _MAPPED if slot in row}


def says_the_same(stored: PropertyRow, merged: PropertyRow) -> bool:
    """Say whether a merged record added nothing but itself to the list of records."""
    return {**merged, "record_hash": None} == {**stored, "record_hash": None}


def _of_one_end(result: PropertyRow, stored: PropertyRow, other: PropertyRow) -> PropertyRow:
    """Drop the name that a text gave to an end where the records disagree on it."""
    for slot in chain.from_iterable(STATED_ENDS):
        ends = stored.get(slot), other.get(slot)
        if ends[0] != ends[1] and any(str(end).startswith(LOCAL) for end in ends):
            result.pop(slot, None)
    return derive_slots(result)


def _united(old: list[Any], new: list[Any], *, replaces: bool) -> Stored:
    """Unite two lists; one that is no set stands for itself."""
    if not (_is_set(old) and _is_set(new)):
        longer = {*old} == {*new} and len(new) > len(old)
        return new if replaces or longer else old
    union = list(dict.fromkeys([*old, *new]))
    if len({type(item) for item in union}) > 1:
        return list(dict.fromkeys(str(item) for item in union))
    return union
