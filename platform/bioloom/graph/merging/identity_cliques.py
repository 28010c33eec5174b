"""Identity cliques: ids stated to be equivalent; the preferred one leads, the others merge into it."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import neo4j

from bioloom.biolink import Biolink
from bioloom.graph.merging.entity_merge import Folded, fold
from bioloom.graph.rows.upsert_policy import LOCAL
from bioloom.graph.statements import statement
from bioloom.graph.writing.identity_decisions import EQUIVALENT, OPEN, read_standing
from bioloom.graph.writing.write_lease import LeasedGraph

_CLIQUES = 1000  # in one transaction


def settle_cliques(graph: LeasedGraph, biolink: Biolink, on_group: Callable[[int], None]) -> Folded:
    """Merge the nodes of ids that are stated to be equivalent.

    The leader is the id that Biolink prefers for its category among those that the graph describes, ties by
    id; so it does not depend on the order in which sources were loaded. Broken off, the same call goes on.
    """
    pairs: dict[str, str] = {}
    members: dict[str, dict[str, tuple[str, ...]]] = defaultdict(dict)
    for canonical, id_, categories in graph.read("identity/unsettled", minted=LOCAL):
        members[canonical][id_] = tuple(categories or ())
    cliques = [_Clique(canonical, found) for canonical, found in members.items()]
    for start in range(0, len(cliques), _CLIQUES):
        group = cliques[start : start + _CLIQUES]
        leaders = graph.write(_lead, group, biolink)
        for clique, leader in zip(group, leaders, strict=True):
            pairs |= {id_: leader for id_ in (*clique.members, clique.canonical) if id_ != leader}
    return fold(graph, pairs, biolink, on_group)


@dataclass(frozen=True, slots=True)
class _Clique:
    """Ids that stand for one canonical id: those of them that have nodes, with their categories."""

    canonical: str
    members: Mapping[str, tuple[str, ...]]


def _lead(tx: neo4j.ManagedTransaction, cliques: Sequence[_Clique], biolink: Biolink) -> list[str]:
    """Choose the leader of each clique and redirect all its members to it."""
    standing = read_standing(tx, [clique.canonical for clique in cliques])
    leaders = []
    for clique in cliques:
        present = dict(clique.members)
        if (leader := standing[clique.canonical]).present:
            present[clique.canonical] = leader.categories
        leaders.append(_first(present, biolink))
    changed = {
        clique.canonical: leader
        for clique, leader in zip(cliques, leaders, strict=True)
        if leader != clique.canonical
    }
    if changed:
        _relead(tx, changed)
    return leaders


def _first(present: Mapping[str, tuple[str, ...]], biolink: Biolink) -> str:
    return min(present, key=lambda id_: (biolink.prefix_rank(id_, present[id_]), id_))


def _relead(tx: neo4j.ManagedTransaction, changed: Mapping[str, str]) -> None:
    """Replace former leaders of cliques, given by their ids, and redirect the members to the new ones."""
    standing = read_standing(tx, list(changed.values()))
    moved = [{"before": before, "now": now} for before, now in changed.items()]
    tx.run(statement("identity/relead"), rows=moved).consume()
    rows: list[dict[str, object]] = []
    freed = []
    for before, now in changed.items():
        decision = standing[now].decision or {}
        kept = {name: decision[name] for name in ("score", "source", "justification") if name in decision}
        led = {**kept, "canonical": now, "method": EQUIVALENT}
        rows.append({"id": before, "properties": led})
        if decision.get("refused"):
            rows.append({"id": now, "properties": {"canonical": None, "method": OPEN}})
        else:
            freed.append(now)
    tx.run(statement("identity/forget"), ids=freed).consume()
    tx.run(statement("identity/write"), rows=rows).consume()
