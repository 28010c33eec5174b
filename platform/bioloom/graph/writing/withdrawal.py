"""Withdrawal of documents and sources from the graph, with all that only they support."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import TypeAlias

import neo4j

from bioloom.graph.connection import Graph
from bioloom.graph.rows.supporting_evidence import remove_documents
from bioloom.graph.rows.upsert_policy import LOCAL, MINTED
from bioloom.graph.statements import statement
from bioloom.graph.writing.checkpoint import forget_loads
from bioloom.graph.writing.write_lease import LeasedGraph

Runner: TypeAlias = neo4j.ManagedTransaction | neo4j.Transaction

_DOCUMENTS, _ELEMENTS = 100, 5000  # a transaction
_FIRST = 10  # ids that a count names


@dataclass(frozen=True, slots=True)
class PlannedDeletion:
    """Counts of what a withdrawal would delete, and the first ids of the entities among it."""

    counts: Mapping[str, int]
    first: tuple[str, ...] = ()


def document_loads(graph: Graph, document_id: str) -> tuple[str, ...]:
    """Name the loads whose sources hold a document; none if the graph has no such document."""
    return tuple(
        load for row in graph.read("withdraw/find_document", id=document_id) for load in row["loads"]
    )


def source_loads(graph: Graph, source: str) -> tuple[str, ...]:
    """Name the loads that brought edges or documents of a primary knowledge source."""
    return tuple(sorted({row[0] for row in graph.read("withdraw/source_loads", source=source)}))


def withdraw_document(graph: LeasedGraph, document_id: str, loads: tuple[str, ...]) -> Mapping[str, int]:
    """Delete a document with its sentences, mentions, edges and the local entities it alone named."""
    reopen_loads(graph, list(loads), document_id)
    deleted = graph.write(delete_documents, [document_id])
    noted = {"ids": list(loads), "document": document_id}
    graph.write(lambda tx: tx.run(statement("withdraw/close_document"), noted).consume())
    return dict(deleted)


def withdraw_source(
    graph: LeasedGraph, source: str, loads: tuple[str, ...], release: Callable[[frozenset[str]], None]
) -> Mapping[str, int]:
    """Delete documents and edges of a source, then the entities that nothing keeps any more.

    These are those that only loads describe of which no document and no edge is left, and those that only
    the deleted edges kept. `release` lets names of texts go that hold such entities, given by their ids.
    Runs in many small transactions; after an interruption the same call goes on.
    """
    reopen_loads(graph, list(loads), source)
    deleted: Counter[str] = Counter()
    with graph.session() as session:
        while ids := session.run(
            statement("withdraw/find_documents"), source=source, most=_DOCUMENTS
        ).value():
            deleted += graph.write(delete_documents, ids)
    deleted += _delete_edges(graph, source)
    left = _still_stating(graph, loads)
    emptied = [load for load in loads if load not in left]
    brought = [*emptied, MINTED.rstrip(".")]
    if held := frozenset(row[0] for row in graph.read("withdraw/find_held", loads=brought, minted=LOCAL)):
        release(held)
    deleted += _delete_unsupported(graph, brought)
    return dict(deleted + Counter(loads=close_loads(graph, list(loads))))


def close_loads(graph: LeasedGraph, ids: list[str]) -> int:
    """Delete the nodes of withdrawn loads, unless something of them is left; count the deleted ones."""
    left = _still_stating(graph, ids)
    graph.write(lambda tx: tx.run(statement("withdraw/close_loads"), ids=sorted(left)).consume())
    return forget_loads(graph, sorted(set(ids).difference(left)))


def _still_stating(graph: Graph, ids: Iterable[str]) -> set[str]:
    return {row[0] for row in graph.read("withdraw/still_stating", ids=list(ids))}


def count_document(graph: Graph, document_id: str) -> Mapping[str, int]:
    """Count what a withdrawal of a document would delete; deletes nothing."""
    with graph.session() as session, session.begin_transaction() as tx:
        counted = delete_documents(tx, [document_id])
        tx.rollback()
    return dict(counted)


def count_withdrawal(
    graph: Graph, loads: tuple[str, ...], *, source: str | None = None, load: str | None = None
) -> PlannedDeletion:
    """Count what a withdrawal of a source or load would delete, besides entities that only texts name."""
    counted: Counter[str] = Counter()
    of: dict[str, object] = {"source": source, "load": None if load is None else f"{load}."}
    for what in ("documents", "edges"):
        (found,) = graph.read(f"withdraw/count_{what}", **of)
        counted += Counter(found.data())
    emptied = set(loads)
    if source is not None:
        emptied -= {row[0] for row in graph.read("withdraw/stating_others", ids=list(loads), source=source)}
    first: list[str] = []
    with graph.session(read=True) as session:
        going = session.run(statement("withdraw/going_entities"), {**of, "loads": sorted(emptied)})
        for row in going:
            counted["entities"] += 1
            if len(first) < _FIRST:
                first.append(row["id"])
    if load is not None:
        (shared,) = graph.read("withdraw/count_shared", load=of["load"])
        counted += Counter(shared.data())
    return PlannedDeletion(dict(+counted + Counter(loads=len(emptied))), tuple(first))


def remove_support(tx: Runner, ids: list[str]) -> tuple[int, list[str]]:
    """Remove documents from the evidence of edges between entities; delete edges left unsupported.

    Gives how many were deleted, and the ids of their ends.
    """
    gone: list[str] = []
    ends: set[str] = set()
    rows: list[dict[str, object]] = []
    for element, properties in tx.run(statement("withdraw/find_supported"), ids=ids).values():
        left = remove_documents(properties, ids)
        if left is None:
            gone.append(element)
            ends.update((properties["subject"], properties["object"]))
        else:
            rows.append({"element": element, "properties": left})
    if rows:
        tx.run(statement("withdraw/set_edges"), rows=rows).consume()
    if gone:
        tx.run(statement("withdraw/delete_edges"), elements=gone).consume()
    return len(gone), sorted(ends)


def delete_documents(tx: Runner, ids: list[str]) -> Counter[str]:
    """Delete documents with all that only they support; count it."""
    claims, ends = remove_support(tx, ids)
    named = sorted({*tx.run(statement("withdraw/denoted"), ids=ids).value(), *ends})
    deleted = Counter(tx.run(statement("withdraw/delete_documents"), ids=ids).single(strict=True).data())
    return deleted + Counter(edges=claims, entities=delete_orphans(tx, named))


def delete_edges(tx: Runner, edges: Mapping[str, Iterable[str]]) -> Counter[str]:
    """Delete edges, given their ends, and the entities that only they kept; count both."""
    tx.run(statement("withdraw/delete_edges"), elements=list(edges)).consume()
    ends = sorted({end for pair in edges.values() for end in pair})
    return Counter(edges=len(edges), entities=delete_orphans(tx, ends))


def delete_orphans(tx: Runner, ids: list[str]) -> int:
    """Delete those of these entities that no edge holds and no load describes; count them."""
    found = tx.run(statement("withdraw/delete_orphans"), ids=ids).single(strict=True)
    return int(found["entities"])


def _delete_edges(graph: LeasedGraph, source: str) -> Counter[str]:
    deleted: Counter[str] = Counter()
    for rows in _pages(graph, "withdraw/find_edges", source=source):
        deleted += graph.write(delete_edges, {row["element"]: row["ends"] for row in rows})
    return deleted


def _delete_unsupported(graph: LeasedGraph, loads: list[str]) -> Counter[str]:
    deleted: Counter[str] = Counter()
    for rows in _pages(graph, "withdraw/find_unsupported", loads=loads):
        deleted += Counter(entities=graph.write(delete_unsupported, [row["element"] for row in rows]))
    return deleted


def delete_unsupported(tx: Runner, elements: list[str]) -> int:
    """Delete entities, given their element ids, that no edge holds; count them."""
    found = tx.run(statement("withdraw/delete_unsupported"), elements=elements).single(strict=True)
    return int(found["entities"])


def _pages(graph: LeasedGraph, name: str, **parameters: object) -> Iterator[list[neo4j.Record]]:
    """Find rows in one long reading transaction, in pages for short writing ones."""
    with graph.session(read=True) as reading:
        found = reading.run(statement(name), parameters)
        while rows := [*islice(found, _ELEMENTS)]:
            yield rows


def reopen_loads(graph: LeasedGraph, loads: list[str], source: str) -> None:
    """Note that loads are being withdrawn, for a target: their next load starts anew."""
    graph.write(lambda tx: tx.run(statement("withdraw/reopen_loads"), ids=loads, source=source).consume())
