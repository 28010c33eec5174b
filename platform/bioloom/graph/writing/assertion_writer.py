"""Assertion writer: edges between entities are created where missing, merged where changed, else skipped."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, chain
from operator import itemgetter
from typing import Any, TypeAlias

import neo4j

from bioloom.biolink import Biolink
from bioloom.errors import BioloomError
from bioloom.graph.rows.edge_rows import AssertionRow, edge_rows
from bioloom.graph.rows.property_values import PropertyRow
from bioloom.graph.rows.record_columns import ColumnSink, RecordColumns, take
from bioloom.graph.rows.supporting_evidence import SUPPORT
from bioloom.graph.rows.upsert_policy import (
    NO_VALUES_OF_EDGES,
    Origin,
    ValueConflict,
    WriteResult,
    find_conflict,
    merge_properties,
    merge_record,
    says_the_same,
)
from bioloom.graph.statements import statement
from bioloom.graph.writing.endpoint_cache import Categories, End

Conflicts: TypeAlias = dict[int, ValueConflict]
"""What contradicts the graph, by the positions of records in their batch."""


def flag_violations(rows: Iterable[AssertionRow], ends: Mapping[str, End], biolink: Biolink) -> None:
    """Write `validation_warning` on edges outside their predicate's domain or range."""
    faults: dict[tuple[Categories, str, Categories], str | None] = {}
    for edge in rows:
        key = ends[edge.subject][0], edge.predicate, ends[edge.object][0]
        if key not in faults:
            faults[key] = biolink.signature_fault(*key)
        if (fault := faults[key]) is not None:
            edge.warning = edge.properties["validation_warning"] = fault


def sift(
    columns: RecordColumns, ends: Mapping[str, End], biolink: Biolink, results: dict[int, WriteResult]
) -> Iterator[RecordColumns]:
    """Part edges by what is wrong with their ends; those that lack one get their result here."""
    subjects, objects = (list(map(ends.get, columns.texts(end))) for end in ("subject", "object"))
    if None in subjects or None in objects:
        whole = [at for at in range(len(columns)) if subjects[at] and objects[at]]
        for at in {*range(len(columns))}.difference(whole):
            lacking = WriteResult.NO_OBJECT if subjects[at] else WriteResult.NO_SUBJECT
            results[columns.positions[at]] = lacking
        if whole:
            yield from sift(columns.pick(whole), ends, biolink, results)
        return
    pairs = [(one[0], other[0]) for one, other in zip(subjects, objects, strict=True) if one and other]
    faults = {pair: biolink.signature_fault(pair[0], columns.kind, pair[1]) for pair in dict.fromkeys(pairs)}
    for fault in dict.fromkeys(faults.values()):
        yield columns.pick([at for at, pair in enumerate(pairs) if faults[pair] == fault]).with_warning(fault)


def create_mention_edges(tx: neo4j.ManagedTransaction, rows: Sequence[PropertyRow]) -> None:
    """Create edges between the mentions of new documents."""
    ordered = sorted(rows, key=lambda row: str(row["subject"]))
    _create(tx, statement("write/create_edges", end="Mention"), ordered)


def _create(tx: neo4j.ManagedTransaction, text: str, rows: Sequence[object]) -> None:
    """Create edges whose ids are not in the graph and whose ends are; node by node, which takes less time."""
    if rows:
        _check_created(tx.run(text, rows=rows), len(rows))


def _check_created(result: neo4j.Result, wanted: int) -> None:
    created = result.single(strict=True)["created"]
    if created != wanted:
        raise BioloomError(
            f"{wanted - created} ends of edges vanished while they were written: "
            "another program deletes nodes; run the same command again when it is done"
        )


def write_edges(
    tx: neo4j.ManagedTransaction,
    edges: Iterable[AssertionRow],
    columns: Sequence[RecordColumns],
    ends: Mapping[str, End],
    origin: Origin,
    new: Mapping[str, bool],
) -> tuple[dict[int, WriteResult], Conflicts]:
    """Write edges whose ends exist; those of `new` types are not looked up. Results by position.

    What came by columns is written first: each is the first of the batch with its id.
    """
    results: dict[int, WriteResult] = {}
    conflicts: Conflicts = {}
    types: dict[str, list[RecordColumns]] = defaultdict(list)
    for part in columns:
        types[part.kind].append(part)
    fresh: list[RecordColumns] = []
    for type_, parts in types.items():
        results |= _write_columns(tx, type_, parts, origin, fresh, conflicts, new=new.get(type_, False))
    if isinstance(tx, ColumnSink):
        tx.create_columns("entity entity", fresh, origin.current)
    else:
        _create_columns(tx, fresh, ends, origin.current)
    rounds: list[dict[str, dict[str, AssertionRow]]] = []
    depth: dict[str, int] = {}
    for edge in edges:  # records of one id are merged one after the other
        level = depth[edge.id] = depth.get(edge.id, -1) + 1
        if level == len(rounds):
            rounds.append(defaultdict(dict))
        rounds[level][edge.predicate][edge.id] = edge
    for level, found in enumerate(rounds):
        rows: list[PropertyRow] = []
        for type_, listed in found.items():
            is_new = level == 0 and new.get(type_, False) and not _overlap(listed, types[type_])
            results |= _write_distinct(tx, type_, listed, origin, rows, conflicts, new=is_new)
        _create_assertions(tx, rows, ends)
    return results, conflicts


def _overlap(rows: Mapping[str, AssertionRow], columns: Sequence[RecordColumns]) -> bool:
    return any(not rows.keys().isdisjoint(part.texts("id")) for part in columns)


def _create_assertions(
    tx: neo4j.ManagedTransaction, rows: Sequence[PropertyRow], ends: Mapping[str, End]
) -> None:
    placed = [(ends[str(row["subject"])][1], ends[str(row["object"])][1], row) for row in rows]
    placed.sort(key=itemgetter(0))
    _create(tx, statement("write/create_assertions"), placed)


def _create_columns(
    tx: neo4j.ManagedTransaction, columns: Sequence[RecordColumns], ends: Mapping[str, End], current: str
) -> None:
    """Create what came by columns, those with properties of the same names in one statement."""
    alike: dict[tuple[str, str], list[dict[str, Any]]] = defaultdict(list)
    for part in columns:
        own = {name: part.own[name] for name in dict.fromkeys(("subject", "object", *part.own))}
        own["record_hash"] = [[current + content] for content in part.contents]
        subjects, objects = ([ends[id_][1] for id_ in part.texts(end)] for end in ("subject", "object"))
        order = sorted(range(len(part)), key=subjects.__getitem__)
        alike["\n".join(own), "\n".join(sorted(part.shared))].append(
            {
                "type": part.kind,
                "subjects": take(subjects, order),
                "objects": take(objects, order),
                "shared": part.shared,
                "columns": [take(column, order) for column in own.values()],
            }
        )
    for (own_names, shared_names), parts in alike.items():
        text = statement("write/create_columns", columns=own_names, shared=shared_names)
        wanted = sum(len(part["subjects"]) for part in parts)
        _check_created(tx.run(text, parts=parts), wanted)


def _write_columns(
    tx: neo4j.ManagedTransaction,
    type_: str,
    parts: Sequence[RecordColumns],
    origin: Origin,
    fresh: list[RecordColumns],
    conflicts: Conflicts,
    *,
    new: bool,
) -> dict[int, WriteResult]:
    """Merge what came by columns into the edges of a type; add to `fresh` what is not there."""
    positions = list(chain.from_iterable(part.positions for part in parts))
    if new:
        fresh.extend(parts)
        return dict.fromkeys(positions, WriteResult.CREATED)
    results = dict.fromkeys(positions, WriteResult.UNCHANGED)
    missing, different = _probe(
        tx,
        type_,
        [id_ for part in parts for id_ in part.texts("id")],
        [origin.entry(content) for part in parts for content in part.contents],
        [warning for part in parts for warning in (part.warning,) * len(part)],
    )
    results |= dict.fromkeys(take(positions, missing), WriteResult.CREATED)
    wanted, ends = {*missing}, accumulate(map(len, parts))
    for part, end in zip(parts, ends, strict=True):
        first = end - len(part)
        if lacking := [at for at in range(len(part)) if first + at in wanted]:
            fresh.append(part.pick(lacking))
        if other := [at for at in range(len(part)) if first + at in different]:
            rows = zip(edge_rows(part.pick(other)), other, strict=True)
            merged = [(row, *different[first + at]) for row, at in rows]
            results |= _merge(tx, type_, merged, origin, conflicts)
    return results


def _write_distinct(
    tx: neo4j.ManagedTransaction,
    type_: str,
    rows: Mapping[str, AssertionRow],
    origin: Origin,
    created: list[PropertyRow],
    conflicts: Conflicts,
    *,
    new: bool,
) -> dict[int, WriteResult]:
    """Merge records into the edges of a type that are there; add those to `created` that are not."""
    edges = list(rows.values())
    missing: Sequence[int] = range(len(rows))
    different: Mapping[int, tuple[list[str], str | None]] = {}
    if not new:
        entries = [origin.entry(edge.content) for edge in edges]
        missing, different = _probe(tx, type_, list(rows), entries, [edge.warning for edge in edges])
    results = dict.fromkeys((edge.position for edge in edges), WriteResult.UNCHANGED)
    for at in missing:
        edge = edges[at]
        edge.properties["record_hash"] = [origin.current + edge.content]
        created.append(edge.properties)
        results[edge.position] = WriteResult.CREATED
    merged = [(edges[at], *stored) for at, stored in different.items()]
    return results | _merge(tx, type_, merged, origin, conflicts)


def _merge(
    tx: neo4j.ManagedTransaction,
    type_: str,
    different: Sequence[tuple[AssertionRow, list[str], str | None]],
    origin: Origin,
    conflicts: Conflicts,
) -> dict[int, WriteResult]:
    """Merge records into edges that differ from them, given the records and the warning of each."""
    results: dict[int, WriteResult] = {}
    changed: dict[str, AssertionRow] = {}
    restated: list[dict[str, object]] = []
    for edge, entries, warning in different:
        results[edge.position] = WriteResult.UNCHANGED
        if not origin.known(entries, edge.content):
            changed[edge.id] = edge
            results[edge.position] = WriteResult.UPDATED
        elif SUPPORT in edge.properties:
            continue  # stands and falls with its document
        elif origin.rebuilds(entries, edge.content):
            changed[edge.id] = edge
        elif origin.entry(edge.content) not in entries or edge.warning != warning:
            now = origin.restated(entries, edge.content)
            restated.append({"id": edge.id, "record_hash": now, "warning": edge.warning})
    if changed:
        for id_, result in _update(tx, type_, changed, origin, conflicts).items():
            known = results[changed[id_].position] is WriteResult.UNCHANGED
            if not known or result in (WriteResult.UNCHANGED, WriteResult.OTHER_VALUE):
                results[changed[id_].position] = result
    if restated:
        tx.run(statement("write/restate_edges", type=type_), rows=restated).consume()
    return results


def _probe(
    tx: neo4j.ManagedTransaction,
    type_: str,
    ids: Sequence[str],
    entries: Sequence[str],
    warnings: Sequence[str | None],
) -> tuple[Sequence[int], Mapping[int, tuple[list[str], str | None]]]:
    """Give the positions of records without an edge; records and warning of edges that differ from theirs."""
    text = statement("write/probe_edges", type=type_)
    found = tx.run(text, ids=ids, entries=entries, warnings=warnings).single(strict=True)
    different = {at: (list(listed or ()), warning) for at, listed, warning in found["different"]}
    return found["missing"], different


def _update(
    tx: neo4j.ManagedTransaction,
    type_: str,
    changed: Mapping[str, AssertionRow],
    origin: Origin,
    conflicts: Conflicts,
) -> dict[str, WriteResult]:
    """Merge records into stored edges; say of each id what became of the record.

    One that states another value than stays is left out, and told in `conflicts`.
    """
    results: dict[str, WriteResult] = {}
    rows: list[PropertyRow] = []
    for id_, old in tx.run(statement("write/read_edges", type=type_), ids=list(changed)).values():
        edge = changed[id_]
        merged = _added(old, edge, origin)
        apart = NO_VALUES_OF_EDGES | ({"extraction_confidence_score"} if SUPPORT in old else set())
        of_text = SUPPORT in edge.properties  # its values are listed, whatever else documents say
        conflict = None if of_text else find_conflict(merged, edge.properties, apart)
        if conflict is not None:
            conflicts[edge.position] = conflict
            results[id_] = WriteResult.OTHER_VALUE
            continue
        rows.append(merged)
        results[id_] = _result(old, merged, edge)
    tx.run(statement("write/update_edges", type=type_), rows=rows).consume()
    return results


def _result(old: PropertyRow, merged: PropertyRow, edge: AssertionRow) -> WriteResult:
    """Say what merging a record added; what a document says has its own level beside that of the edge."""
    differs = SUPPORT not in edge.properties and any(
        merged.get(slot) != edge.properties.get(slot) for slot in ("knowledge_level", "agent_type")
    )
    if says_the_same(old, merged):
        return WriteResult.ONLY_LEVEL if differs else WriteResult.UNCHANGED
    return WriteResult.UPDATED_BUT_LEVEL if differs else WriteResult.UPDATED


def _added(old: PropertyRow, edge: AssertionRow, origin: Origin) -> PropertyRow:
    """Add a record to an edge. What a document says replaces nothing: it goes when the document does."""
    if SUPPORT in edge.properties:
        return merge_properties(old, edge.properties | {"record_hash": [origin.entry(edge.content)]})
    return merge_record(old, list(old.get("record_hash", ())), edge.properties, origin, edge.content)  # type: ignore[arg-type]
