"""Stale withdrawal: after a load, what its source held before and holds no longer leaves the graph."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path, PurePath

from bioloom.graph.rows.upsert_policy import Origin
from bioloom.graph.writing.stale_records import StaleCounts, StaleRecord, withdraw_stale
from bioloom.graph.writing.write_lease import LeasedGraph
from bioloom.pipeline.passes.grounding_pass import release_names
from bioloom.pipeline.reject_file import read_rejects, summarise
from bioloom.records import NumberedReject, SourceClaim, SourceNode
from bioloom.records.load_counts import Counts
from bioloom.records.record_serialization import parse_record

_MOST = 1_000_000
"""Rejects whose names are remembered; with more of them nothing counts as surely read."""


_BROKEN_OFF = frozenset({"BAD_COMPRESSION", "UNREADABLE"})
"""Rejects of files that may hold any number of records more."""


@dataclass(frozen=True, slots=True)
class StaleReport:
    """Counts of what a load withdrew and of what it kept, and notes that say why."""

    withdrawn: dict[str, int]
    kept: dict[str, int]
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class UnreadRecords:
    """Records that a load could not read, by what is known of them.

    `nodes` are ids, `ends` the two ends of edges and claims, `files` the names of files in which documents
    may be; a record of which nothing is known may be any node or edge (`unnamed`), and where not even that
    is known, any document too (`all`).
    """

    nodes: frozenset[str] = frozenset()
    ends: frozenset[frozenset[str]] = frozenset()
    files: frozenset[str] = frozenset()
    unnamed: bool = False
    all: bool = False

    def may_hold(self, record: StaleRecord) -> bool:
        """Say whether a record that was not found in the source may be one that could not be read."""
        if self.all:
            return True
        if record.kind == "documents":
            return any(_file(name) in self.files for name in record.names[1:])
        if self.unnamed:
            return True
        if record.kind == "entities":
            return record.names[0] in self.nodes
        return any(frozenset(pair) in self.ends for pair in combinations(record.names, 2))


def collect_unread(rejected: Iterable[NumberedReject]) -> UnreadRecords:
    """Collect what rejects say of the records that could not be read.

    Parts of documents that were read are none, and neither is what was read and the graph cannot hold.
    """
    nodes: set[str] = set()
    ends: set[frozenset[str]] = set()
    files: set[str] = set()
    unnamed = False
    for number, one in enumerate(rejected):
        if number == _MOST:
            return UnreadRecords(all=True)
        if one.part or one.reject.stage == "write":
            continue
        files.add(_file(one.reject.place.file))
        record = parse_record(one.reject.record, one.reject.place)
        if record is None:
            unnamed = True
        elif isinstance(record, SourceNode):
            nodes.add(record.id)
            unnamed = unnamed or ":" not in record.id
        else:
            ends.add(frozenset((record.subject, record.object)))
            named = (record.subject, record.object)
            unnamed = unnamed or not all(
                end if isinstance(record, SourceClaim) else ":" in end for end in named
            )
    return UnreadRecords(frozenset(nodes), frozenset(ends), frozenset(files), unnamed)


def withdraw_stale_records(
    graph: LeasedGraph, origin: Origin, rejects: Path, counts: Counts, *, drop: bool = False
) -> StaleReport:
    """Withdraw what the source of a load that was read to its end no longer holds.

    `counts` are those of the load. What may be among the records that could not be read stays, unless it is
    to `drop`; what a file may hold that breaks off or cannot be opened stays even then.
    """
    unread = find_unread(rejects, counts, drop=drop)
    found = withdraw_stale(graph, origin, unread.may_hold, lambda held: release_names(graph, held))
    return StaleReport(dict(found.deleted), dict(found.kept + found.held), tuple(_notes(found, counts)))


def find_unread(rejects: Path, counts: Counts, *, drop: bool = False) -> UnreadRecords:
    """Collect what a load could not read; everything if no record was read.

    If that is to `drop`, only what is behind the end of a file that breaks off or cannot be opened.
    """
    refused = sum(counts.rejected.values())
    dropped = drop and counts.read > refused
    if dropped and _BROKEN_OFF.isdisjoint(counts.rejected):
        return UnreadRecords()
    listed = sum(summarise(rejects).counts.values())
    if not counts.read or listed < refused:
        return UnreadRecords(all=True)
    rejected = read_rejects(rejects) if listed else ()
    return collect_unread(one for one in rejected if not dropped or one.reject.code in _BROKEN_OFF)


def _notes(found: StaleCounts, counts: Counts) -> Iterable[str]:
    if found.kept:
        listed = ", ".join(f"{count:,} {kind}" for kind, count in sorted(found.kept.items()))
        if counts.read:
            why = (
                f"{sum(counts.rejected.values()):,} records of it were rejected, and these may be among them"
            )
            broken_off = not _BROKEN_OFF.isdisjoint(counts.rejected)
            what = "mend the files that break off or cannot be opened" if broken_off else "correct them"
            cure = f"{what} (bioloom rejects lists them) and load it again"
            if not broken_off and counts.read > sum(counts.rejected.values()):
                cure += ", or withdraw all of it now: --drop-stale"
        else:
            why, cure = (
                "it holds no record at all now",
                "withdraw it if that is right: bioloom withdraw --load",
            )
        yield f"kept {listed} that were not found in the source any more: {why}; {cure}"
    if found.held:
        count = sum(found.held.values())
        yield f"{count:,} entities that it no longer describes stay, since edges that stay end at them"


def _file(name: str) -> str:
    """Name the file of a record without folder, archive member and suffix: one for text and annotations."""
    return PurePath(name.partition("!")[0]).stem
