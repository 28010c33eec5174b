"""Stale records: what a load once wrote and its source no longer holds, found and deleted."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

import neo4j

from bioloom.graph.rows.upsert_policy import LOCAL, MINTED, Origin
from bioloom.graph.statements import statement
from bioloom.graph.writing.checkpoint import advance
from bioloom.graph.writing.withdrawal import (
    close_loads,
    delete_documents,
    delete_edges,
    delete_unsupported,
    reopen_loads,
)
from bioloom.graph.writing.write_lease import LeasedGraph

Kind = Literal["documents", "edges", "entities"]

NO_STATE = "none"
"""State that no source has: with it, everything that a load wrote is stale."""

_SET_ENTRIES: Mapping[Kind, str] = {
    "documents": "stale/set_document_entries",
    "edges": "stale/set_edge_entries",
    "entities": "stale/set_entity_entries",
}
_PAGE: Mapping[Kind, int] = {"documents": 100, "edges": 5000, "entities": 5000}  # a transaction


@dataclass(frozen=True, slots=True)
class StaleRecord:
    """Document, edge or entity of which a source held more than it does now.

    `names` are its ids: of a document this and its file, of an edge its ends and what its source called them.
    """

    kind: Kind
    names: tuple[str, ...]


@dataclass(slots=True)
class StaleCounts:
    """Counts of stale records by kind: deleted, kept as the source could not be read, held by other sources.

    `shared` nodes and edges lost a record and stay, since other records state them.
    """

    deleted: Counter[str] = field(default_factory=Counter)
    kept: Counter[str] = field(default_factory=Counter)
    held: Counter[str] = field(default_factory=Counter)

    @property
    def done(self) -> bool:
        """Whether nothing stale is left."""
        return not self.kept and not self.held


def withdraw_stale(
    graph: LeasedGraph,
    origin: Origin,
    is_kept: Callable[[StaleRecord], bool],
    release: Callable[[frozenset[str]], None],
) -> StaleCounts:
    """Delete what a source held earlier and holds no longer, with all that only it supports.

    `is_kept` decides what stays; `release` lets names of texts go that hold an entity, given by ids. Runs in
    many small transactions; after an interruption the same call goes on.
    """
    counts = StaleCounts()
    stale = {"earlier": f"{origin.source}.", "current": origin.current}
    deleted, kept = counts.deleted, counts.kept
    with graph.session(read=True) as reading:
        for rows in _pages(reading, "documents", stale, is_kept, kept):
            deleted += graph.write(_withdraw, "documents", rows, stale)
        for rows in _pages(reading, "edges", stale, is_kept, kept):
            deleted += graph.write(_withdraw, "edges", rows, stale)
        held = reading.run(statement("stale/find_held"), {**stale, "named": MINTED, "minted": LOCAL}).value()
        free = frozenset(id_ for id_ in held if not is_kept(StaleRecord("entities", (id_,))))
        if free:
            release(free)
        for rows in _pages(reading, "entities", stale, is_kept, kept):
            deleted += graph.write(_withdraw, "entities", rows, stale)
        counts.held += Counter({"entities": deleted.pop("held", 0)})
        due = {"ungrounded": True} if deleted else {}
        graph.write(advance, origin.source, {"stale": not counts.done, **due})
    return counts


def withdraw_load(
    graph: LeasedGraph, load: str, release: Callable[[frozenset[str]], None]
) -> Mapping[str, int]:
    """Delete everything that only a load states, and its node; after an interruption the same call goes on.

    What others state too loses its records; an entity that edges of others end at stays.
    """
    reopen_loads(graph, [load], load)
    counts = withdraw_stale(graph, Origin(load, NO_STATE), lambda record: False, release)
    if not counts.done:
        graph.write(lambda tx: tx.run(statement("withdraw/close_loads"), ids=[load]).consume())
        return dict(counts.deleted)
    return dict(counts.deleted + Counter(loads=close_loads(graph, [load])))


def _pages(
    session: neo4j.Session,
    kind: Kind,
    stale: Mapping[str, str],
    is_kept: Callable[[StaleRecord], bool],
    kept: Counter[str],
) -> Iterator[list[neo4j.Record]]:
    """Find the stale records of a kind in one long reading transaction, in pages of those that go."""
    found = session.run(statement(f"stale/find_{kind}"), dict(stale))
    going: list[neo4j.Record] = []
    for row in found:
        if is_kept(StaleRecord(kind, tuple(str(name) for name in row["names"] if name is not None))):
            kept[kind] += 1
            continue
        going.append(row)
        if len(going) == _PAGE[kind]:
            yield going
            going = []
    if going:
        yield going


def _withdraw(
    tx: neo4j.ManagedTransaction, kind: Kind, rows: Sequence[neo4j.Record], stale: Mapping[str, str]
) -> Counter[str]:
    """Delete what only stale records state, and take these from what other records state too."""
    gone, shared = _split(rows, stale)
    tx.run(statement(_SET_ENTRIES[kind]), rows=shared).consume()
    counts = Counter(shared=len(shared))
    if kind == "documents":
        return counts + delete_documents(tx, [row["names"][0] for row in gone])
    if kind == "edges":
        return counts + delete_edges(tx, {row["element"]: row["names"][:2] for row in gone})
    unsupported = delete_unsupported(tx, [row["element"] for row in gone])
    return counts + Counter(entities=unsupported, held=len(gone) - unsupported)


def _split(
    rows: Sequence[neo4j.Record], stale: Mapping[str, str]
) -> tuple[list[neo4j.Record], list[dict[str, object]]]:
    """Part what only stale records state from what other records state too, with these."""
    gone: list[neo4j.Record] = []
    shared: list[dict[str, object]] = []
    for row in rows:
        left = [
            entry
            for entry in row["entries"]
            if not entry.startswith(stale["earlier"]) or entry.startswith(stale["current"]) or "-" in entry
        ]
        if left:
            shared.append({"element": row["element"], "entries": left})
        else:
            gone.append(row)
    return gone, shared
