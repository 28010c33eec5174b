"""Stream of the graph's nodes and claims in the order of their ids, from which every export is written."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from neo4j.exceptions import Neo4jError, ServiceUnavailable, SessionExpired

from bioloom.errors import BioloomError, DatabaseUnavailable
from bioloom.graph.connection import Graph
from bioloom.graph.json_values import Plain, plain
from bioloom.graph.statements import statement

ENTITY = "biolink:NamedThing"
MENTION = "Mention"

_OURS = frozenset({"record_hash", "normalised", "name_keys", "biolink_version"})
"""Properties that only the database needs; a load writes them anew."""


_PAGE = 5_000  # rows


@dataclass(frozen=True, slots=True)
class StreamedNode:
    """An exported node: its id and its Biolink slots."""

    id: str
    slots: Mapping[str, Plain]


@dataclass(frozen=True, slots=True)
class StreamedEdge:
    """An exported claim: its ends and its other Biolink slots, `id` among them."""

    subject: str
    predicate: str
    object: str
    slots: Mapping[str, Plain]


def ends(*, mentions: bool) -> tuple[str, ...]:
    """Name the kinds of node that an export holds."""
    return (ENTITY, MENTION) if mentions else (ENTITY,)


def read_nodes(graph: Graph, *, mentions: bool) -> Iterator[StreamedNode]:
    """Stream the entities and, if asked for, the mentions of the texts."""
    for row in _pages(graph, statement("exchange/entities")):
        yield _node(row["properties"])
    if mentions:
        for row in _pages(graph, statement("exchange/mentions")):
            yield _mention(row["properties"], row["denoted"])


def read_edges(graph: Graph, *, mentions: bool) -> Iterator[StreamedEdge]:
    """Stream the claims between entities and, if asked for, those between mentions."""
    for end in ends(mentions=mentions):
        for predicate in edge_types(graph):
            for row in _pages(graph, statement("exchange/edges", type=predicate, end=end)):
                yield _edge(row)


def node_slots(graph: Graph, *, mentions: bool) -> list[str]:
    """Name every slot that exported nodes carry besides id, sorted."""
    found = set[str]()
    for end in ends(mentions=mentions):
        found.update(row["slot"] for row in _rows(graph, statement("exchange/node_slots", end=end)))
    if mentions:
        found |= {"xref", "category"}
    return sorted(found - _OURS - {"id"})


def edge_slots(graph: Graph, *, mentions: bool) -> list[str]:
    """Name every slot that exported claims carry besides their ends, sorted."""
    found = set[str]()
    for end in ends(mentions=mentions):
        for predicate in edge_types(graph):
            rows = _rows(graph, statement("exchange/edge_slots", type=predicate, end=end))
            found.update(row["slot"] for row in rows)
    return sorted(found - _OURS - {"id", "subject", "predicate", "object"})


def edge_types(graph: Graph) -> tuple[str, ...]:
    """Name the Biolink predicates in use, sorted."""
    return tuple(row["type"] for row in _rows(graph, statement("exchange/edge_types")))


def count(graph: Graph, *, mentions: bool) -> int:
    """Estimate from above how many nodes and claims an export holds, for its progress bar."""
    kinds = ends(mentions=mentions)
    nodes = sum(_count(graph, statement("exchange/count_nodes", end=end)) for end in kinds)
    edges = sum(_count(graph, statement("exchange/count_edges", type=name)) for name in edge_types(graph))
    return nodes + edges


@contextmanager
def database_faults() -> Iterator[None]:
    """Translate errors of the database into ours."""
    try:
        yield
    except (ServiceUnavailable, SessionExpired) as error:
        raise DatabaseUnavailable(f"the database went away ({error}); start it with: bioloom up") from error
    except Neo4jError as error:
        raise BioloomError(f"the database could not be read: {error.message or error}") from error


def _rows(graph: Graph, cypher: str) -> Iterator[Mapping[str, Any]]:
    with database_faults(), graph.session(read=True) as session:
        yield from session.run(cypher)


def _pages(graph: Graph, cypher: str) -> Iterator[Mapping[str, Any]]:
    """Read page after page of a statement that walks along an index of ids: the database holds one page."""
    after = ""
    with database_faults(), graph.session(read=True) as session:
        while page := session.execute_read(
            lambda tx, after: tx.run(cypher, after=after, most=_PAGE).fetch(_PAGE), after
        ):
            yield from page
            after = page[-1]["id"]


def _count(graph: Graph, cypher: str) -> int:
    return int(next(iter(_rows(graph, cypher)))["count"])


def _node(properties: Mapping[str, object]) -> StreamedNode:
    return StreamedNode(str(properties["id"]), _slots(properties, _OURS | {"id"}))


def _mention(properties: Mapping[str, object], denoted: list[str]) -> StreamedNode:
    """Convert a mention to a Biolink node: a list of categories, the entities that it denotes as xref."""
    category = properties.get("category")
    slots = _slots(properties, _OURS | {"id", "category"})
    slots["category"] = [str(category or ENTITY)]
    if denoted:
        slots["xref"] = [str(name) for name in sorted(denoted)]
    return StreamedNode(str(properties["id"]), slots)


def _edge(row: Mapping[str, Any]) -> StreamedEdge:
    slots = _slots(row["properties"], _OURS | {"subject", "predicate", "object"})
    return StreamedEdge(row["subject"], row["predicate"], row["object"], slots)


def _slots(properties: Mapping[str, object], without: frozenset[str]) -> dict[str, Plain]:
    return {key: plain(value) for key, value in sorted(properties.items()) if key not in without}
