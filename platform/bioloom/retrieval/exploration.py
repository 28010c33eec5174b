"""Exploration of the graph: entity search, groups of neighbours, the sentences that mention an entity."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bioloom.graph.connection import Graph
from bioloom.graph.upsert_policy import LOCAL
from bioloom.names import nearest_names, normalise
from bioloom.records import Subgraph, SubgraphNode
from bioloom.retrieval.evidence_rows import edge_of, node_of
from bioloom.retrieval.query_runner import run_query

GROUP_KEY = 8
"""Texts of a group's key: predicate, direction, negation, own relation, three qualifiers, kind of node."""

MOST_SYNONYMS = 40
"""Synonyms that are given of an entity that was found."""

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
    rows = run_query(graph, "names/near", {"queries": queries, "k": _MOST_WORDS})
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
        "limit": limit,
    }
    found: dict[str, FoundEntity] = {}
    for row in run_query(graph, "browse/search", parameters):
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
    parameters = {
        "id": center.id,
        "ids": _alike(graph, center),
        "first": first,
        "kind": None if key is None else list(key),
        "skip": skip,
    }
    groups = tuple(
        NeighbourGroup(tuple(row["kind"]), row["total"], _subgraph(row["edges"]))
        for row in run_query(graph, "browse/groups", parameters)
    )
    return Surroundings(center, groups)


def mentioning_sentences(
    graph: Graph, entity: str, *, limit: int, after: str
) -> tuple[MentioningSentence, ...]:
    """Give a page of the sentences that mention an entity, in the order of their ids."""
    rows = run_query(graph, "browse/mentions", {"id": entity, "limit": limit, "after": after})
    return tuple(MentioningSentence(**(row | {"names": tuple(row["names"])})) for row in rows)


def denoted_entities(graph: Graph, mentions: Sequence[str]) -> Mapping[str, str]:
    """Give the entity that each of these mentions denotes; those that denote none are left out."""
    rows = run_query(graph, "browse/denoted", {"ids": list(mentions)})
    return {row["mention"]: row["entity"] for row in rows}


def _center(graph: Graph, node: str) -> SubgraphNode | None:
    found = run_query(graph, "browse/node", {"id": node})
    if not found:
        return None
    entity = denoted_entities(graph, [node]).get(node)
    if entity is not None:
        found = run_query(graph, "browse/node", {"id": entity}) or found
    return node_of(found[0]["node"])


def _alike(graph: Graph, center: SubgraphNode) -> list[str]:
    """List the ids that count as this entity: minted ones of one name, whatever type texts gave it."""
    if not center.id.startswith(LOCAL):
        return [center.id]
    found = run_query(graph, "browse/homonyms", {"name": f'"{normalise(center.name)}"', "prefix": LOCAL})
    return [center.id, *(row["id"] for row in found if row["id"] != center.id)]


def _subgraph(rows: Sequence[Mapping[str, Any]]) -> Subgraph:
    nodes = {row["other"]["id"]: node_of(row["other"]) for row in rows}
    edges = tuple(edge_of(row["type"], row["start"], row["end"], row["edge"]) for row in rows)
    return Subgraph(tuple(nodes.values()), edges)
