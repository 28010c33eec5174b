"""Ids that are stated to be one thing: the best that the graph describes leads, the others fold into it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import neo4j

from bioloom.biolink import Biolink
from bioloom.graph.connection import Graph
from bioloom.graph.folding import Folded, fold
from bioloom.graph.identity import EQUIVALENT, OPEN
from bioloom.graph.redirects import LOCAL
from bioloom.graph.statements import statement


def settle_cliques(graph: Graph, biolink: Biolink, on_group: Callable[[int], None]) -> Folded:
    """Fold what is stated to be one thing and still has nodes of its own.

    The leader is the id that Biolink prefers for its category among those that the graph describes, ties by
    id; so it does not depend on the order in which sources were loaded. Broken off, the same call goes on.
    """
    pairs: dict[str, str] = {}
    with graph.session() as session:
        for canonical, members in session.run(statement("identity/unsettled"), minted=LOCAL).values():
            present = {member["id"]: tuple(member["categories"] or ()) for member in members}
            leader = session.execute_write(_lead, canonical, present, biolink)
            pairs |= {member: leader for member in (*present, canonical) if member != leader}
    return fold(graph, pairs, biolink, on_group)


def _lead(
    tx: neo4j.ManagedTransaction,
    canonical: str,
    members: Mapping[str, tuple[str, ...]],
    biolink: Biolink,
) -> str:
    """Choose the leader of a clique, and let every member stand for it."""
    present = dict(members)
    for id_, _, is_present, categories in tx.run(statement("identity/standing"), ids=[canonical]).values():
        if is_present:
            present[id_] = tuple(categories or ())
    leader = min(present, key=lambda id_: (biolink.prefix_rank(id_, present[id_]), id_))
    if leader == canonical:
        return leader
    ((_, decision, _, _),) = tx.run(statement("identity/standing"), ids=[leader]).values()
    row = {name: decision[name] for name in ("score", "source", "justification") if name in decision}
    tx.run(statement("identity/relead"), rows=[{"before": canonical, "now": leader}]).consume()
    if decision.get("refused"):
        freed = [{"id": leader, "properties": {"canonical": None, "method": OPEN}}]
        tx.run(statement("identity/write"), rows=freed).consume()
    else:
        tx.run(statement("identity/forget"), ids=[leader]).consume()
    led = {**row, "canonical": leader, "method": EQUIVALENT}
    tx.run(statement("identity/write"), rows=[{"id": canonical, "properties": led}]).consume()
    return leader
