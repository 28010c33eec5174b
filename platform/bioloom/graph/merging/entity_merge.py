"""Entity merge: names, edges and mentions move to the canonical entity; no source's statement is lost."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass, field
from operator import add

import neo4j

from bioloom.biolink import Biolink
from bioloom.graph.connection import Graph
from bioloom.graph.rows.property_maps import assertion_of
from bioloom.graph.rows.property_values import PropertyRow, Stored
from bioloom.graph.rows.upsert_policy import LOCAL, MINTED, STATED_ENDS, merge_properties
from bioloom.graph.statements import statement
from bioloom.graph.writing.entity_writer import alias_row, without_own_name
from bioloom.graph.writing.relationship_types import EdgeTypes
from bioloom.graph.writing.write_lease import LeasedGraph

_WARNING = "validation_warning"
_EDGES, _PAIRS = 5000, 200  # in one transaction, unless one entity has more edges


@dataclass(frozen=True, slots=True)
class Folded:
    """Counts of a merge: entities merged into others, edges moved, united or dropped.

    `united` edges said what another edge said already; `loops` had both ends in one thing and are gone.
    """

    entities: int = 0
    edges: int = 0
    united: int = 0
    loops: int = 0
    mentions: int = 0

    def __add__(self, other: Folded) -> Folded:
        return Folded(*map(add, astuple(self), astuple(other)))


@dataclass(frozen=True, slots=True)
class EntityEdge:
    """Stored edge: its element id, type and properties, and the ids of its ends."""

    element: str
    type: str
    properties: PropertyRow
    subject: str
    object: str


@dataclass
class _Moved:
    """Edges at their new ends, by type and id; those without an assertion id are not compared."""

    named: dict[str, dict[str, PropertyRow]] = field(default_factory=lambda: defaultdict(dict))
    foreign: list[tuple[str, PropertyRow]] = field(default_factory=list)
    united: int = 0
    loops: int = 0


def fold(
    graph: LeasedGraph, pairs: Mapping[str, str], biolink: Biolink, on_group: Callable[[int], None]
) -> Folded:
    """Merge each entity into the one that it stands for, in groups, each in one transaction.

    What is folded already, or has no node to be folded into, is left alone: the call can be repeated.
    """
    total = Folded()
    if not pairs:
        return total
    EdgeTypes(graph).finish()
    for group in _groups(graph, pairs):
        total += graph.write(fold_group, group, biolink)
        on_group(len(group))
    return total


def fold_group(tx: neo4j.ManagedTransaction, pairs: Mapping[str, str], biolink: Biolink) -> Folded:
    """Merge entities into others inside one transaction."""
    ids = sorted({*pairs, *pairs.values()})
    nodes = {
        id_: (dict(row), tuple(labels))
        for id_, row, labels in tx.run(statement("write/read_nodes"), ids=ids).values()
    }
    here = {one: other for one, other in pairs.items() if one in nodes and other in nodes and one != other}
    if not here:
        return Folded()
    _unite_nodes(tx, here, nodes)
    moved = move_edges(tx, edges_of(tx, sorted(here)), lambda end, _: here.get(end, end), biolink)
    rows = [{"before": one, "now": other} for one, other in here.items()]
    mentions = tx.run(statement("identity/move_denoted"), rows=rows).single(strict=True)["mentions"]
    tx.run(statement("identity/relead"), rows=rows).consume()
    tx.run(statement("identity/delete_nodes"), ids=sorted(here)).consume()
    return Folded(len(here), moved.edges, moved.united, moved.loops, mentions)


def edges_of(tx: neo4j.ManagedTransaction, ids: Sequence[str]) -> list[EntityEdge]:
    """Read all edges of entities, apart from what mentions denote."""
    return [EntityEdge(*row) for row in tx.run(statement("identity/edges_of"), ids=ids).values()]


def move_edges(
    tx: neo4j.ManagedTransaction,
    edges: Sequence[EntityEdge],
    end_of: Callable[[str, EntityEdge], str],
    biolink: Biolink,
) -> Folded:
    """Move edges to other ends and delete the old ones; an edge that is there already is united with."""
    moved = _Moved()
    for edge in edges:
        subject, object_ = end_of(edge.subject, edge), end_of(edge.object, edge)
        if subject == object_ and edge.subject != edge.object:
            moved.loops += 1
        elif "predicate" not in edge.properties or "id" not in edge.properties:
            row: PropertyRow = {"subject": subject, "object": object_}
            moved.foreign.append((edge.type, {**row, "properties": edge.properties}))  # type: ignore[dict-item]
        else:
            row = _claim_row(edge, subject, object_)
            known = moved.named[edge.type].get(str(row["id"]))
            moved.united += known is not None
            moved.named[edge.type][str(row["id"])] = row if known is None else merge_properties(known, row)
    elements = [edge.element for edge in edges]
    tx.run(statement("identity/delete_edges"), elements=elements).consume()
    _flag_violations(tx, [row for rows in moved.named.values() for row in rows.values()], biolink)
    for type_, rows in moved.named.items():
        moved.united += _write_edges(tx, type_, rows)
    for type_, row in moved.foreign:
        tx.run(statement("identity/create_edges", type=type_), rows=[row]).consume()
    return Folded(edges=len(edges), united=moved.united, loops=moved.loops)


def _claim_row(edge: EntityEdge, subject: str, object_: str) -> PropertyRow:
    """Build an edge's properties between its new ends, with the assertion id that follows from them."""
    row = dict(edge.properties)
    for (slot, local), before, now in (
        (STATED_ENDS[0], edge.subject, subject),
        (STATED_ENDS[1], edge.object, object_),
    ):
        if before != now:
            if row.setdefault(slot, before) != before and before.startswith(LOCAL):
                row.setdefault(local, before)
            for each in (slot, local):
                if row.get(each) == now:  # it goes back to the end that its source stated
                    del row[each]
    row |= {"subject": subject, "object": object_}
    return row | {"id": assertion_of(row).id}


def _flag_violations(tx: neo4j.ManagedTransaction, rows: Sequence[PropertyRow], biolink: Biolink) -> None:
    """Say of edges between new ends whether these are outside their predicate's domain or range."""
    ids = sorted({str(row[end]) for row in rows for end in ("subject", "object")})
    found = tx.run(statement("write/read_categories"), ids=ids, earlier=None, current=None).data()
    categories = {id_: tuple(row["category"] or ()) for row in found for id_ in row["ids"]}
    for row in rows:
        ends = (categories.get(str(row[end]), ()) for end in ("subject", "object"))
        _set_warning(row, biolink.signature_fault(next(ends), str(row["predicate"]), next(ends)))


def _set_warning(row: PropertyRow, fault: Stored | None) -> None:
    if fault is None:
        row.pop(_WARNING, None)
    else:
        row[_WARNING] = fault


def _write_edges(tx: neo4j.ManagedTransaction, type_: str, rows: Mapping[str, PropertyRow]) -> int:
    """Create edges, or unite them with those that have their ids; count the united ones."""
    found = dict(tx.run(statement("write/read_edges", type=type_), ids=list(rows)).values())
    changed = [merge_properties(stored, rows[id_]) for id_, stored in found.items()]
    for row in changed:
        _set_warning(row, rows[str(row["id"])].get(_WARNING))
    if changed:
        tx.run(statement("write/update_edges", type=type_), rows=changed).consume()
    created = [
        {"subject": row["subject"], "object": row["object"], "properties": row}
        for id_, row in rows.items()
        if id_ not in found
    ]
    if created:
        tx.run(statement("identity/create_edges", type=type_), rows=created).consume()
    return len(changed)


def _unite_nodes(
    tx: neo4j.ManagedTransaction,
    here: Mapping[str, str],
    nodes: Mapping[str, tuple[PropertyRow, tuple[str, ...]]],
) -> None:
    """Merge the described properties of entities; those that only documents name add nothing."""
    changed: dict[str, PropertyRow] = {}
    labels: dict[str, set[str]] = defaultdict(set)
    for one, other in sorted(here.items()):
        row, own = nodes[one]
        if _is_minted(row):
            continue
        stored = changed.get(other, nodes[other][0])
        changed[other] = without_own_name(merge_properties(stored, alias_row(row, other)))
        labels[other].update(own)
    rows = [
        {"id": id_, "properties": row, "add": sorted(labels[id_]), "drop": []} for id_, row in changed.items()
    ]
    if rows:
        tx.run(statement("write/update_nodes"), rows=rows).consume()


def _is_minted(row: PropertyRow) -> bool:
    entries = row.get("record_hash")
    return isinstance(entries, list) and all(str(entry).startswith(MINTED) for entry in entries)


def _groups(graph: Graph, pairs: Mapping[str, str]) -> Iterator[dict[str, str]]:
    counts: dict[str, int] = dict(map(tuple, graph.read("identity/edge_counts", ids=sorted(pairs))))
    group: dict[str, str] = {}
    edges = 0
    for one in sorted(counts):
        if group and (len(group) >= _PAIRS or edges + counts[one] > _EDGES):
            yield group
            group, edges = {}, 0
        group[one] = pairs[one]
        edges += counts[one]
    if group:
        yield group
