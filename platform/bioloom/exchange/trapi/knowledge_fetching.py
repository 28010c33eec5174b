"""Knowledge fetching: the nodes, claims, subclass chains and sentences behind the results of a query."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import neo4j

from bioloom.biolink import Biolink
from bioloom.exchange.trapi.query_graph import QueryGraph
from bioloom.exchange.trapi.term_resolution import directions
from bioloom.graph.statements import statement


@dataclass(frozen=True, slots=True)
class StoredEdge:
    """A claim as stored, between entities or mentions that denote none.

    `spans` are the mentions at the ends of a claim between mentions: name, start and end in the document.
    """

    subject: str
    predicate: str
    object: str
    properties: Mapping[str, Any]
    spans: tuple[Mapping[str, Any], ...] = ()


@dataclass(frozen=True, slots=True)
class StatedSentence:
    """A sentence that states a claim: its text, its start in its document, what the document states."""

    id: str
    document: str
    text: str
    start: int
    stated: Mapping[str, Any]


def woven_edges(tx: neo4j.Transaction, graph: QueryGraph, biolink: Biolink) -> frozenset[str]:
    """Name the query edges whose predicates the graph states between mentions of texts."""
    found: set[str] = set()
    for edge in graph.edges:
        asked = directions(edge.predicates, biolink)
        types = "|".join(sorted(asked.out | asked.into))
        (count,) = tx.run(statement("trapi/between_mentions", any_types=types)).single(strict=True).values()
        if count:
            found.add(edge.key)
    return frozenset(found)


def fetch_claims(tx: neo4j.Transaction, elements: Iterable[str]) -> dict[str, StoredEdge]:
    """Read claims by the database's ids."""
    ids = list(dict.fromkeys(elements))
    rows = tx.run(statement("trapi/edges"), ids=ids).values() if ids else ()
    return {
        element: StoredEdge(subject, predicate, object_, properties, tuple(spans))
        for element, subject, predicate, object_, properties, spans in rows
    }


def fetch_chains(
    tx: neo4j.Transaction, pairs: Iterable[tuple[str, str]]
) -> tuple[dict[tuple[str, str], tuple[str, ...]], dict[str, StoredEdge]]:
    """Read the subclass edges from each member up to its root: their ids by pair, and the edges."""
    given = [{"member": member, "root": root} for member, root in pairs]
    if not given:
        return {}, {}
    rows = tx.run(statement("trapi/subclass_paths"), pairs=given).values()
    links = fetch_claims(tx, (link for _, _, found in rows for link in found))
    chains = {
        (member, root): tuple(str(links[link].properties["id"]) for link in found)
        for member, root, found in rows
        if all(link in links for link in found)
    }
    return chains, links


def fetch_nodes(tx: neo4j.Transaction, ids: Iterable[str]) -> dict[str, Mapping[str, Any]]:
    """Read entities and mentions by their ids."""
    wanted = list(dict.fromkeys(ids))
    return dict(tx.run(statement("trapi/nodes"), ids=wanted).values()) if wanted else {}


def fetch_sentences(tx: neo4j.Transaction, claims: Iterable[Mapping[str, Any]]) -> dict[str, StatedSentence]:
    """Read the sentences that state claims, by their ids."""
    wanted: dict[str, None] = {}
    for claim in claims:
        stated = claim.get("sentence_ids") or [claim.get("sentence_id")]
        wanted |= dict.fromkeys(id_ for id_ in stated if id_)
    rows = tx.run(statement("trapi/sentences"), ids=list(wanted)).values() if wanted else ()
    return {
        id_: StatedSentence(id_, document, text, start, stated or {})
        for id_, document, text, start, stated in rows
    }
