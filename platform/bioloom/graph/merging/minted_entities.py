"""Minted entities: the names by which texts call them, what their mentions denote, and changes of that."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import neo4j

from bioloom.biolink import Biolink
from bioloom.graph.connection import Graph
from bioloom.graph.merging.entity_merge import EntityEdge, Folded, fold_group, move_edges
from bioloom.graph.rows.property_maps import MINTED_METHOD, NAMED_THING
from bioloom.graph.rows.property_values import PropertyRow
from bioloom.graph.rows.supporting_evidence import SUPPORT, split_edge
from bioloom.graph.rows.upsert_policy import LOCAL, MINTED
from bioloom.graph.statements import statement
from bioloom.graph.writing.entity_writer import write_minted
from bioloom.grounding.minting import is_spelling
from bioloom.records import Entity

Denoted = tuple[str, str, float | None]
"""An entity, the method by which it was found, and the score."""


@dataclass(frozen=True, slots=True)
class MintedThing:
    """Minted id: the names by which texts call it, and what their mentions denote now.

    `node_name` is the name of its node, None where it has no node. `sources`: the loads that describe
    that, where no text and no claim named it here. `only_edges`: no mention bears it, but edges were stated
    of it before it stood for another entity. `stated` are the names by which claims without a text call it.
    """

    id: str
    category: str
    names: Mapping[str, int]
    denoted: frozenset[Denoted] = frozenset()
    node_name: str | None = None
    sources: frozenset[str] = frozenset()
    only_edges: bool = False
    stated: Mapping[str, int] = field(default_factory=dict)

    @property
    def has_node(self) -> bool:
        """Say whether it is a node of the graph."""
        return self.node_name is not None

    @property
    def uses(self) -> int:
        """Number of mentions of it."""
        return sum(self.names.values())

    @property
    def spellings(self) -> Counter[str]:
        """Count its spellings in texts and claims."""
        return Counter(self.names) + Counter(self.stated)


@dataclass(frozen=True, slots=True)
class MentionRedirect:
    """Change of what the mentions of a minted id denote: an entity, or the id itself."""

    entity: Entity
    target: str
    method: str = MINTED_METHOD
    score: float | None = None
    held: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        """The minted id."""
        return self.entity.id


def read_minted(graph: Graph) -> dict[str, MintedThing]:
    """Read all minted ids that are in use."""
    names: dict[str, Counter[str]] = defaultdict(Counter)
    categories: dict[str, Counter[str]] = defaultdict(Counter)
    denoted: dict[str, set[Denoted]] = defaultdict(set)
    nodes: dict[str, tuple[str, str, frozenset[str]]] = {}
    with graph.session(read=True) as session:
        for row in session.run(statement("identity/minted_names"), minted=LOCAL):
            names[row["id"]][row["name"]] += row["uses"]
            categories[row["id"]][row["category"] or NAMED_THING] += row["uses"]
            denoted[row["id"]].add((row["denoted"], row["method"], row["score"]))
        for row in session.run(statement("identity/minted_nodes"), minted=LOCAL):
            listed = row["categories"] or [NAMED_THING]
            nodes[row["id"]] = (row["name"] or row["id"], listed[0], _loads(row["sources"]))
        rows = session.run(statement("identity/minted_decisions"), minted=LOCAL).value()
        stated = _count_spellings(session.run(statement("identity/stated_names"), minted=LOCAL).values())
        decided = {row["id"]: row for row in rows}
        asked = [
            {"id": id_, "canonical": held}
            for id_, row in decided.items()
            if (held := row.get("held") or row.get("canonical")) is not None
        ]
        moved = session.run(statement("identity/stated_of"), rows=asked).values() if asked else []
    for id_, counted in _count_spellings(
        (id_, names) for id_, names, supported in moved if not supported
    ).items():
        stated[id_] += counted
    found = {}
    for id_ in {id_ for id_, *_ in moved}.difference(names, nodes):
        category = decided[id_].get("category") or NAMED_THING
        found[id_] = MintedThing(id_, category, {}, only_edges=True, stated=stated[id_])
    for id_ in sorted({*names, *nodes}):
        kinds = categories.get(id_)
        category = _most(kinds) if kinds else nodes[id_][1]
        called: Mapping[str, int] = names.get(id_) or ({nodes[id_][0]: 0} if id_ in nodes else {})
        node_name, _, sources = nodes.get(id_, (None, None, frozenset()))
        loads = frozenset() if id_ in names else sources
        ends = frozenset(denoted.get(id_, ()))
        found[id_] = MintedThing(id_, category, called, ends, node_name, loads, stated=stated[id_])
    return dict(sorted(found.items()))


def read_minted_decisions(graph: Graph) -> dict[str, Mapping[str, object]]:
    """Read the decisions on all minted ids."""
    found = graph.read("identity/minted_decisions", minted=LOCAL)
    return {str(decision["id"]): decision for (decision,) in found}


def redirect_mentions(
    tx: neo4j.ManagedTransaction,
    changes: Sequence[MentionRedirect],
    decisions: Mapping[str, Mapping[str, object] | None],
    biolink: Biolink,
) -> Folded:
    """Redirect the mentions of some ids to other entities and record the decisions, in one transaction.

    `decisions` are written by id, a None takes one back. Edges that a source stated of the id go with it.
    """
    write_minted(tx, [change.entity for change in changes if change.target == change.id], biolink)
    rows = [
        {"id": change.id, "target": change.target, "properties": _properties(change)} for change in changes
    ]
    mentions = tx.run(statement("identity/redirect_mentions"), rows=rows).single(strict=True)["mentions"]
    _take_edges_along(tx, changes, biolink)
    written = [{"id": id_, "properties": row} for id_, row in decisions.items() if row is not None]
    if written:
        tx.run(statement("identity/write"), rows=written).consume()
    dropped = [id_ for id_, row in decisions.items() if row is None]
    if dropped:
        tx.run(statement("identity/forget"), ids=dropped).consume()
    pairs = {change.id: change.target for change in changes if change.target != change.id}
    return Folded(mentions=mentions) + fold_group(tx, pairs, biolink)


def _properties(change: MentionRedirect) -> PropertyRow:
    row: PropertyRow = {"method": change.method, "local_id": change.id}
    return row if change.score is None else row | {"score": change.score}


def _take_edges_along(
    tx: neo4j.ManagedTransaction, changes: Sequence[MentionRedirect], biolink: Biolink
) -> None:
    target = {change.id: change.target for change in changes}
    asked = [
        {"id": change.id, "held": held}
        for change in changes
        for held in change.held
        if held not in (change.id, change.target)
    ]
    if not asked:
        return
    edges: dict[str, EntityEdge] = {}
    stated: dict[str, dict[str, str]] = defaultdict(dict)
    for id_, held, *edge in tx.run(statement("identity/edges_stated_of"), rows=asked).values():
        found = EntityEdge(*edge)
        edges[found.element] = found
        stated[found.element][id_] = held
    moved = [edge for edge in edges.values() if SUPPORT not in edge.properties]
    owners = {
        edge.element: {held: target[id_] for id_, held in stated[edge.element].items()} for edge in moved
    }
    move_edges(tx, moved, lambda end, edge: owners[edge.element].get(end, end), biolink)
    supported = [edge for edge in edges.values() if SUPPORT in edge.properties]
    tx.run(statement("identity/delete_edges"), elements=[edge.element for edge in supported]).consume()
    parts = [
        EntityEdge(edge.element, edge.type, properties, subject, object_)
        for edge in supported
        for subject, object_, properties in split_edge(edge.properties, stated[edge.element], target)
        if subject != object_
    ]
    move_edges(tx, parts, lambda end, _: end, biolink)


def _count_spellings(rows: Iterable[Sequence[Any]]) -> dict[str, Counter[str]]:
    """Count the names of ends by the minted ids that they are names of."""
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for id_, names in rows:
        found[id_].update(name for name in {*names} if isinstance(name, str) and is_spelling(name, id_))
    return found


def _loads(sources: Sequence[str]) -> frozenset[str]:
    return frozenset() if MINTED.removesuffix(".") in sources else frozenset(sources)


def _most(counted: Counter[str]) -> str:
    return min(counted, key=lambda name: (-counted[name], name))
