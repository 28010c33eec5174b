"""Node pinning: the ids of a query as the entities that they name and all subclasses of these."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import neo4j

from bioloom.exchange.trapi.query_graph import LogNote, QueryGraph
from bioloom.graph.statements import statement

_TOLD = 20  # ids that the log names


@dataclass(frozen=True, slots=True)
class PinnedNodes:
    """For each query node with ids: the ids to match, and for each the id that was asked for.

    `complete` is false where so much lies below an id that some of it was left out.
    """

    ids: Mapping[str, tuple[str, ...]]
    asked: Mapping[str, Mapping[str, str]]
    complete: bool
    notes: tuple[LogNote, ...]


def pin(tx: neo4j.Transaction, graph: QueryGraph, *, most: int) -> PinnedNodes:
    """Resolve all ids of a query at once: the entity of an id or of a cross reference, and its subclasses."""
    wanted = list(dict.fromkeys(id_ for node in graph.nodes for id_ in node.ids))
    if not wanted:
        return PinnedNodes({}, {}, True, ())
    ids_asked = [{"id": id_, "query": _lucene(id_)} for id_ in wanted]
    rows = tx.run(statement("trapi/pinned"), ids=ids_asked, most=most).values()
    found: dict[str, list[tuple[str, bool]]] = {}
    roots: dict[str, set[str]] = {}
    for asked, root, id_, inherited in rows:
        found.setdefault(asked, []).append((id_, inherited))
        roots.setdefault(asked, set()).add(root)
    ids: dict[str, tuple[str, ...]] = {}
    sources: dict[str, dict[str, str]] = {}
    for node in graph.nodes:
        if node.ids:
            ids[node.key], sources[node.key] = _standing_for(node.ids, found)
    missing = [id_ for id_ in wanted if id_ not in found]
    notes = [
        LogNote("INFO", "UnknownIdentifier", f"{id_[:200]}: neither an id nor a cross reference of the graph")
        for id_ in missing[:_TOLD]
    ]
    others = {asked: sorted(stands - {asked}) for asked, stands in roots.items() if stands - {asked}}
    notes += [
        LogNote("INFO", "EquivalentIdentifier", f"{asked[:200]} is {', '.join(stands[:_TOLD])} in the graph")
        for asked, stands in list(others.items())[:_TOLD]
    ]
    complete = len(rows) < most
    if not complete:
        notes.append(
            LogNote("WARNING", "Truncated", f"only {most} of the ids below the given ones are looked for")
        )
    return PinnedNodes(ids, sources, complete, tuple(notes))


def _lucene(id_: str) -> str:
    """Quote an id as Lucene text, which finds it whole."""
    escaped = id_.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _standing_for(
    asked: Iterable[str], found: Mapping[str, list[tuple[str, bool]]]
) -> tuple[tuple[str, ...], dict[str, str]]:
    """Join what several ids stand for; one that was asked for itself stands for itself."""
    sources: dict[str, str] = {}
    for inherited in (False, True):
        for id_ in asked:
            for member, below in found.get(id_, ()):
                if below is inherited:
                    sources.setdefault(member, id_)
    return tuple(sources), sources
