"""Assertion writer: edges between entities are created where missing, merged where changed, else skipped."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import neo4j

from bioloom.biolink import Biolink
from bioloom.errors import BioloomError
from bioloom.graph.endpoint_cache import Categories
from bioloom.graph.id_redirects import Redirects
from bioloom.graph.property_maps import NAMED_THING, assertion_row
from bioloom.graph.property_values import PropertyRow
from bioloom.graph.statements import statement
from bioloom.graph.supporting_evidence import SUPPORT, derive_slots, hash_record
from bioloom.graph.upsert_policy import Origin, WriteResult, merge_properties, merge_record, says_the_same
from bioloom.records import Assertion


@dataclass(frozen=True, slots=True)
class AssertionRow:
    """Property map of an edge to be written, and the hash of its record."""

    position: int
    type: str
    properties: PropertyRow
    content: str


def edge_rows(
    assertions: Mapping[int, Assertion], biolink: Biolink, redirects: Redirects
) -> tuple[dict[str, list[AssertionRow]], dict[int, WriteResult]]:
    """Build property maps of edges by type, each between the entities that its ends stand for.

    The position says which assertion a row came from; the hash is of the record as its source states it.
    An edge whose two ends are found to be one thing is no edge: its result comes along.
    """
    grouped: dict[str, list[AssertionRow]] = defaultdict(list)
    loops: dict[int, WriteResult] = {}
    for position, assertion in assertions.items():
        properties = assertion_row(assertion, biolink.version)
        content = hash_record(properties)
        if assertion.subject in redirects or assertion.object in redirects:
            moved = redirect_assertion(assertion, {id_: found.canonical for id_, found in redirects.items()})
            if moved.subject == moved.object and assertion.subject != assertion.object:
                loops[position] = WriteResult.ONE_THING
                continue
            properties = assertion_row(moved, biolink.version)
        row = AssertionRow(position, assertion.predicate, derive_slots(properties), content)
        grouped[assertion.predicate].append(row)
    return dict(grouped), loops


def redirect_assertion(assertion: Assertion, canonical: Mapping[str, str]) -> Assertion:
    """Give a claim between other entities; its properties keep the ends that its source stated.

    >>> source = ("infores:x", "not_provided", "not_provided")
    >>> claim = Assertion("MESH:D000431", "biolink:treats", "DOID:1", *source)
    >>> moved = redirect_assertion(claim, {"MESH:D000431": "CHEBI:16236"})
    >>> moved.subject, dict(moved.properties)
    ('CHEBI:16236', {'original_subject': 'MESH:D000431'})
    """
    properties = dict(assertion.properties)
    for slot, end in (("original_subject", assertion.subject), ("original_object", assertion.object)):
        if end in canonical:
            properties.setdefault(slot, end)
    return replace(
        assertion,
        subject=canonical.get(assertion.subject, assertion.subject),
        object=canonical.get(assertion.object, assertion.object),
        properties=properties,
    )


def flag_violations(rows: Sequence[AssertionRow], ends: Mapping[str, Categories], biolink: Biolink) -> int:
    """Write `validation_warning` on edges outside their predicate's domain or range; count them."""
    faults: dict[tuple[Categories, str, Categories], str | None] = {}
    warned = 0
    for edge in rows:
        key = ends[str(edge.properties["subject"])], edge.type, ends[str(edge.properties["object"])]
        if key not in faults:
            faults[key] = biolink.signature_fault(*key)
        if (fault := faults[key]) is not None:
            edge.properties["validation_warning"] = fault
            warned += 1
    return warned


def create_edges(
    tx: neo4j.ManagedTransaction, type_: str, rows: Sequence[PropertyRow], end: str = NAMED_THING
) -> None:
    """Create edges whose ids are not in the graph and whose ends are."""
    if not rows:
        return
    record = tx.run(statement("write/create_edges", type=type_, end=end), rows=list(rows)).single(strict=True)
    if record["created"] != len(rows):
        raise BioloomError(
            f"{len(rows) - record['created']} ends of {type_} edges vanished while they were written: "
            "another program deletes nodes; run the same command again when it is done"
        )


def write_edges(
    tx: neo4j.ManagedTransaction, type_: str, rows: Sequence[AssertionRow], origin: Origin, *, new: bool
) -> dict[int, WriteResult]:
    """Write edges of one type whose ends exist; `new` types are not looked up. Results by position."""
    rounds: list[dict[str, AssertionRow]] = []
    depth: dict[str, int] = {}
    for edge in rows:  # records of one id are merged one after the other
        id_ = str(edge.properties["id"])
        level = depth[id_] = depth.get(id_, -1) + 1
        if level == len(rounds):
            rounds.append({})
        rounds[level][id_] = edge
    results: dict[int, WriteResult] = {}
    for level, distinct in enumerate(rounds):
        results |= _write_distinct(tx, type_, distinct, origin, new=new and level == 0)
    return results


def _write_distinct(
    tx: neo4j.ManagedTransaction, type_: str, rows: Mapping[str, AssertionRow], origin: Origin, *, new: bool
) -> dict[int, WriteResult]:
    stored: dict[str, list[str]] = {}
    warned: dict[str, str | None] = {}
    if not new:
        for id_, entries, warning in tx.run(
            statement("write/probe_edges", type=type_), ids=list(rows)
        ).values():
            stored[id_], warned[id_] = list(entries or ()), warning
    results: dict[int, WriteResult] = {}
    created: list[PropertyRow] = []
    changed: list[str] = []
    restated: list[dict[str, object]] = []
    for id_, edge in rows.items():
        if id_ not in stored:
            created.append(edge.properties | {"record_hash": [origin.entry(edge.content)]})
            results[edge.position] = WriteResult.CREATED
        elif origin.known(stored[id_], edge.content):
            results[edge.position] = WriteResult.UNCHANGED
            if SUPPORT in edge.properties:
                continue  # stands and falls with its document
            entries, warning = stored[id_], edge.properties.get("validation_warning")
            if origin.rebuilds(entries, edge.content):
                changed.append(id_)
            elif origin.entry(edge.content) not in entries or warning != warned[id_]:
                now = origin.restated(entries, edge.content)
                restated.append({"id": id_, "record_hash": now, "warning": warning})
        else:
            changed.append(id_)
            results[edge.position] = WriteResult.UPDATED
    create_edges(tx, type_, created)
    if changed:
        for id_ in _update(tx, type_, {id_: rows[id_] for id_ in changed}, origin):
            results[rows[id_].position] = WriteResult.UNCHANGED
    if restated:
        tx.run(statement("write/restate_edges", type=type_), rows=restated).consume()
    return results


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
