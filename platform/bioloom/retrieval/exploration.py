"""Exploration of the graph: entity search, neighbours of a node, the sentences that mention an entity."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bioloom.graph.connection import Graph
from bioloom.graph.rows.upsert_policy import LOCAL
from bioloom.names import nearest_names, normalise
from bioloom.records import Subgraph, SubgraphNode
from bioloom.retrieval.evidence_rows import edge_of, node_of
from bioloom.retrieval.statement_runner import run_statement

GROUP_KEY = 8
"""Texts of a group's key: predicate, direction, negation, own relation, three qualifiers, kind of node."""

NEIGHBOUR_KEY = 5
"""Texts of the key by which the relationships of a node are ordered."""

MOST_SYNONYMS = 40
"""Synonyms that are given of an entity that was found."""

_MOST_RANKED = 500
"""Entities of each index among which the best are searched, however few are asked for."""

_MOST_WORDS = 20
_ALIKE = 0.8
"""Share of letters that a name has in common with one that is mistyped for it."""

_WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True, slots=True)
class FoundEntity:
    """An entity that a search found; `connections` counts its claims and mentions."""

    id: str
    name: str
    category: str | None
    synonyms: tuple[str, ...]
    connections: int


@dataclass(frozen=True, slots=True)
class NeighbourGroup:
    """Neighbours of one kind: how many in all, and some of them; `key` names the group."""

    key: tuple[str, ...]
    total: int
    subgraph: Subgraph


@dataclass(frozen=True, slots=True)
class Surroundings:
    """A node and the groups of its neighbours."""

    center: SubgraphNode
    groups: tuple[NeighbourGroup, ...]


@dataclass(frozen=True, slots=True)
class Neighbourhood:
    """A node, a page of its relationships with their other ends, and the key of the next page if any."""

    center: SubgraphNode
    subgraph: Subgraph
    after: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class MentioningSentence:
    """A sentence that mentions an entity, and the words by which it does."""

    sentence_id: str
    document_id: str
    document_title: str
    text: str
    names: tuple[str, ...]


def similar_name(graph: Graph, words: Sequence[str]) -> str:
    """Give the name of an entity that is spelt almost as some words of a question; empty where none is."""
    said = " ".join(words)
    lucene = " ".join(f"{word}~" for word in _WORD.findall(said)[:_MOST_WORDS])
    queries = [{"number": 0, "lucene": lucene}] if lucene else []
    rows = run_statement(graph, "names/near", {"queries": queries, "k": _MOST_WORDS})
    known = [name for row in rows for name in (row["name"], *(row["synonym"] or ())) if name]
    return next(iter(nearest_names(said, known, 1, least=_ALIKE)), "")


def search_entities(graph: Graph, text: str, *, limit: int) -> tuple[FoundEntity, ...]:
    """Find entities by id, cross reference, name or synonym; the last word may be unfinished."""
    words = _WORD.findall(text.lower())  # operators of Lucene are in capitals
    if not words:
        return ()
    quoted = text.strip().replace("\\", "").replace('"', "")
    asked = " ".join(f"+{word}" for word in words[:-1])
    parameters = {
        "id": text.strip(),
        "xref": f'"{quoted}"',
        "name": f'"{normalise(text)}"',
        "words": f"{asked} +({words[-1]}^2 {words[-1]}*)".strip(),
        "candidates": max(_MOST_RANKED, limit),
        "limit": limit,
    }
    found: dict[str, FoundEntity] = {}
    for row in run_statement(graph, "browse/search", parameters):
        alike = normalise(row["name"]) if row["id"].startswith(LOCAL) else row["id"]
        category = row["category"][0] if row["category"] else None
        synonyms = tuple(row["synonyms"][:MOST_SYNONYMS])
        found.setdefault(alike, FoundEntity(row["id"], row["name"], category, synonyms, row["connections"]))
    return tuple(found.values())


def surroundings(
    graph: Graph, node: str, *, first: int, key: Sequence[str] | None = None, skip: int = 0
) -> Surroundings | None:
    """Give what stands around a node in groups, the first of each; with `key` further ones of that group.

    None if the graph does not hold the node. A mention that denotes an entity gives that entity.
    """
    center = _center(graph, node)
    if center is None:
        return None
    alike, kind = _alike(graph, center), None if key is None else list(key)
    parameters = {"id": center.id, "ids": alike, "first": first, "kind": kind, "skip": skip}
    groups = tuple(
        NeighbourGroup(tuple(row["kind"]), row["total"], _subgraph(row["edges"]))
        for row in run_statement(graph, "browse/groups", parameters)
    )
    return Surroundings(center, groups)


def neighbourhood(
    graph: Graph, node: str, *, limit: int, after: Sequence[str] | None = None
) -> Neighbourhood | None:
    """Give what surrounds an entity, mention, sentence or document; None if the graph does not hold it.

    Claims come first, then what ties the node to texts. An id that stands for another entity gives that one.
    """
    center = _node(graph, node)
    if center is None:
        return None
    parameters = {"id": center.id, "after": None if after is None else list(after), "limit": limit + 1}
    linked = run_statement(graph, "browse/neighbours", parameters)
    page = linked[:limit]
    more = tuple(page[-1]["key"]) if len(linked) > limit else None
    return Neighbourhood(center, _subgraph(page, center), more)


def mentioning_sentences(
    graph: Graph, entity: str, *, limit: int, after: str
) -> tuple[MentioningSentence, ...]:
    """Give a page of the sentences that mention an entity, in the order of their ids."""
    rows = run_statement(graph, "browse/mentions", {"id": entity, "limit": limit, "after": after})
    return tuple(MentioningSentence(**(row | {"names": tuple(row["names"])})) for row in rows)


def denoted_entities(graph: Graph, mentions: Sequence[str]) -> Mapping[str, str]:
    """Give the entity that each of these mentions denotes; those that denote none are left out."""
    rows = run_statement(graph, "browse/denoted", {"ids": list(mentions)})
    return {row["mention"]: row["entity"] for row in rows}


def _center(graph: Graph, node: str) -> SubgraphNode | None:
    found = _node(graph, node)
    entity = denoted_entities(graph, [node]).get(node) if found else None
    return (_node(graph, entity) if entity is not None else None) or found


def _node(graph: Graph, id_: str) -> SubgraphNode | None:
    found = run_statement(graph, "browse/node", {"id": id_})
    return node_of(found[0]["node"]) if found else None


def _alike(graph: Graph, center: SubgraphNode) -> list[str]:
    """List the ids that count as this entity: minted ones of one name, whatever type texts gave it."""
    if not center.id.startswith(LOCAL):
        return [center.id]
    found = run_statement(graph, "browse/homonyms", {"name": f'"{normalise(center.name)}"', "prefix": LOCAL})
    return [center.id, *(row["id"] for row in found if row["id"] != center.id)]


def _subgraph(rows: Sequence[Mapping[str, Any]], *besides: SubgraphNode) -> Subgraph:
    nodes = {node.id: node for node in besides} | {row["other"]["id"]: node_of(row["other"]) for row in rows}
    edges = tuple(edge_of(row["type"], row["start"], row["end"], row["edge"]) for row in rows)
    return Subgraph(tuple(nodes.values()), edges)
