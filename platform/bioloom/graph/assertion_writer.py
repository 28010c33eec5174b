"""Assertion writer: edges between entities are created where missing, merged where changed, else skipped."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from operator import itemgetter

import neo4j

from bioloom.biolink import Biolink
from bioloom.errors import BioloomError
from bioloom.graph.edge_rows import AssertionRow
from bioloom.graph.endpoint_cache import Categories, End
from bioloom.graph.property_values import PropertyRow
from bioloom.graph.statements import statement
from bioloom.graph.supporting_evidence import SUPPORT
from bioloom.graph.upsert_policy import Origin, WriteResult, merge_properties, merge_record, says_the_same


def flag_violations(rows: Iterable[AssertionRow], ends: Mapping[str, End], biolink: Biolink) -> None:
    """Write `validation_warning` on edges outside their predicate's domain or range."""
    faults: dict[tuple[Categories, str, Categories], str | None] = {}
    for edge in rows:
        key = ends[edge.subject][0], edge.predicate, ends[edge.object][0]
        if key not in faults:
            faults[key] = biolink.signature_fault(*key)
        if (fault := faults[key]) is not None:
            edge.warning = edge.properties["validation_warning"] = fault


def create_mention_edges(tx: neo4j.ManagedTransaction, rows: Sequence[PropertyRow]) -> None:
    """Create edges between the mentions of new documents."""
    ordered = sorted(rows, key=lambda row: str(row["subject"]))
    _create(tx, statement("write/create_edges", end="Mention"), ordered)


def _create(tx: neo4j.ManagedTransaction, text: str, rows: Sequence[object]) -> None:
    """Create edges whose ids are not in the graph and whose ends are; node by node, which takes less time."""
    if not rows:
        return
    record = tx.run(text, rows=rows).single(strict=True)
    if record["created"] != len(rows):
        raise BioloomError(
            f"{len(rows) - record['created']} ends of edges vanished while they were written: "
            "another program deletes nodes; run the same command again when it is done"
        )


def write_edges(
    tx: neo4j.ManagedTransaction,
    edges: Iterable[AssertionRow],
    ends: Mapping[str, End],
    origin: Origin,
    new: Mapping[str, bool],
) -> dict[int, WriteResult]:
    """Write edges whose ends exist; those of `new` types are not looked up. Results by position."""
    rounds: list[dict[str, dict[str, AssertionRow]]] = []
    depth: dict[str, int] = {}
    for edge in edges:  # records of one id are merged one after the other
        level = depth[edge.id] = depth.get(edge.id, -1) + 1
        if level == len(rounds):
            rounds.append(defaultdict(dict))
        rounds[level][edge.predicate][edge.id] = edge
    results: dict[int, WriteResult] = {}
    for level, types in enumerate(rounds):
        created: list[PropertyRow] = []
        for type_, rows in types.items():
            is_new = level == 0 and new.get(type_, False)
            results |= _write_distinct(tx, type_, rows, origin, created, new=is_new)
        placed = [(ends[str(row["subject"])][1], ends[str(row["object"])][1], row) for row in created]
        placed.sort(key=itemgetter(0))
        _create(tx, statement("write/create_assertions"), placed)
    return results


def _write_distinct(
    tx: neo4j.ManagedTransaction,
    type_: str,
    rows: Mapping[str, AssertionRow],
    origin: Origin,
    created: list[PropertyRow],
    *,
    new: bool,
) -> dict[int, WriteResult]:
    """Merge records into the edges of a type that are there; add those to `created` that are not."""
    missing: Sequence[int] = range(len(rows))
    different: Mapping[int, tuple[list[str], str | None]] = {}
    if not new:
        missing, different = _probe(tx, type_, rows, origin)
    edges, current = list(rows.values()), origin.current
    results = dict.fromkeys((edge.position for edge in edges), WriteResult.UNCHANGED)
    for at in missing:
        edge = edges[at]
        edge.properties["record_hash"] = [current + edge.content]
        created.append(edge.properties)
        results[edge.position] = WriteResult.CREATED
    changed: list[str] = []
    restated: list[dict[str, object]] = []
    for at, (entries, warning) in different.items():
        edge = edges[at]
        if not origin.known(entries, edge.content):
            changed.append(edge.id)
            results[edge.position] = WriteResult.UPDATED
        elif SUPPORT in edge.properties:
            continue  # stands and falls with its document
        elif origin.rebuilds(entries, edge.content):
            changed.append(edge.id)
        elif origin.entry(edge.content) not in entries or edge.warning != warning:
            now = origin.restated(entries, edge.content)
            restated.append({"id": edge.id, "record_hash": now, "warning": edge.warning})
    if changed:
        for id_ in _update(tx, type_, {id_: rows[id_] for id_ in changed}, origin):
            results[rows[id_].position] = WriteResult.UNCHANGED
    if restated:
        tx.run(statement("write/restate_edges", type=type_), rows=restated).consume()
    return results


def _probe(
    tx: neo4j.ManagedTransaction, type_: str, rows: Mapping[str, AssertionRow], origin: Origin
) -> tuple[Sequence[int], Mapping[int, tuple[list[str], str | None]]]:
    """Give the positions of rows without an edge; records and warning of edges that differ from their row."""
    found = tx.run(
        statement("write/probe_edges", type=type_),
        ids=list(rows),
        entries=[origin.entry(edge.content) for edge in rows.values()],
        warnings=[edge.warning for edge in rows.values()],
    ).single(strict=True)
    different = {at: (list(entries or ()), warning) for at, entries, warning in found["different"]}
    return found["missing"], different


def _update(
    tx: neo4j.ManagedTransaction, type_: str, changed: Mapping[str, AssertionRow], origin: Origin
) -> list[str]:
    """Merge records into stored edges; list the ids of those of which they say nothing new."""
    found = tx.run(statement("write/read_edges", type=type_), ids=list(changed)).values()
    rows = [(id_, old, _added(old, changed[id_], origin)) for id_, old in found]
    tx.run(statement("write/update_edges", type=type_), rows=[row for _, _, row in rows]).consume()
    return [id_ for id_, old, row in rows if says_the_same(old, row)]


def _added(old: PropertyRow, edge: AssertionRow, origin: Origin) -> PropertyRow:
    """Add a record to an edge. What a document says replaces nothing: it goes when the document does."""
    if SUPPORT in edge.properties:
        return merge_properties(old, edge.properties | {"record_hash": [origin.entry(edge.content)]})
    return merge_record(old, list(old.get("record_hash", ())), edge.properties, origin, edge.content)  # type: ignore[arg-type]
