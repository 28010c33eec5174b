"""Node pinning: the ids of a query as the entities that they name and all subclasses of these."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import neo4j

from bioloom.biolink import Biolink
from bioloom.exchange.trapi.attributes import listed
from bioloom.exchange.trapi.query_graph import LogNote, QueryGraph
from bioloom.graph.statements import statement

_TOLD = 20  # ids that the log names


@dataclass(frozen=True, slots=True)
class PinnedRoot:
    """What an entity of the graph stands for: the id of the query, and the entity of that id.

    The `root` is the entity itself, or what it is a subclass of.
    """

    asked: str
    root: str


@dataclass(frozen=True, slots=True)
class PinnedNodes:
    """For each query node with ids: the ids to match, and what each of them stands for, one entry a root.

    `roots` are the entities of each id that was asked for.
    """

    ids: Mapping[str, tuple[str, ...]]
    standings: Mapping[str, Mapping[str, tuple[PinnedRoot, ...]]]
    roots: Mapping[str, tuple[str, ...]]
    notes: tuple[LogNote, ...] = ()


def pin(tx: neo4j.Transaction, graph: QueryGraph, biolink: Biolink, *, most: int) -> PinnedNodes:
    """Resolve all ids of a query at once: the entity of an id or of a cross reference, and its subclasses.

    Of several entities with one cross reference, the one whose id Biolink prefers for its category is first.
    """
    wanted = list(dict.fromkeys(id_ for node in graph.nodes for id_ in node.ids))
    if not wanted:
        return PinnedNodes({}, {}, {})
    ids_asked = [{"id": id_, "query": _lucene(id_)} for id_ in wanted]
    rows = tx.run(statement("trapi/pinned"), ids=ids_asked, most=most).values()
    found: dict[str, dict[str, list[str]]] = {}
    ranks: dict[str, int] = {}
    for asked, root, category, id_, _ in rows:
        found.setdefault(asked, {}).setdefault(root, []).append(id_)
        ranks[root] = biolink.prefix_rank(root, filter(biolink.is_category, listed(category)))
    ordered = {
        asked: {root: roots[root] for root in sorted(roots, key=lambda root: (ranks[root], root))}
        for asked, roots in found.items()
    }
    standings = {node.key: _standings(node.ids, ordered) for node in graph.nodes if node.ids}
    ids = {key: tuple(held) for key, held in standings.items()}
    notes = [
        LogNote("INFO", "UnknownIdentifier", f"{id_[:200]}: neither an id nor a cross reference of the graph")
        for id_ in [id_ for id_ in wanted if id_ not in found][:_TOLD]
    ]
    others = [(asked, list(roots)) for asked, roots in ordered.items() if asked not in roots]
    notes += [
        LogNote("INFO", "EquivalentIdentifier", f"{asked[:200]} is {', '.join(roots[:_TOLD])} in the graph")
        for asked, roots in others[:_TOLD]
    ]
    if len(rows) >= most:
        told = f"only {most} of the ids below the given ones are looked for"
        notes.append(LogNote("WARNING", "Truncated", told))
    roots = {asked: tuple(found) for asked, found in ordered.items()}
    return PinnedNodes(ids, standings, roots, tuple(notes))


def _lucene(id_: str) -> str:
    """Quote an id as Lucene text, which finds it whole."""
    escaped = id_.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _standings(
    asked: Iterable[str], found: Mapping[str, Mapping[str, Iterable[str]]]
) -> Mapping[str, tuple[PinnedRoot, ...]]:
    """Say for each entity which ids of the query it stands for.

    Ids that name one entity stand for it once: under its own id, or else under the first of them.
    """
    roots: dict[str, str] = {}
    members: dict[str, Iterable[str]] = {}
    for id_ in asked:
        for root, below in found.get(id_, {}).items():
            members[root] = below
            if root == id_:
                roots[root] = id_
            else:
                roots.setdefault(root, id_)
    standings: dict[str, list[PinnedRoot]] = {}
    for root, id_ in roots.items():
        for member in members[root]:
            standings.setdefault(member, []).append(PinnedRoot(id_, root))
    return {member: tuple(found) for member, found in standings.items()}
