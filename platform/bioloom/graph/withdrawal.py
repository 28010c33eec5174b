"""Withdrawal of documents and sources from the graph, with all that only they support."""

from collections import Counter
from collections.abc import Callable, Mapping
from itertools import islice
from typing import TypeAlias

import neo4j

from bioloom.graph.checkpoint import forget_loads
from bioloom.graph.connection import Graph
from bioloom.graph.statements import statement
from bioloom.graph.supporting_evidence import remove_documents
from bioloom.graph.upsert_policy import LOCAL, MINTED
from bioloom.graph.write_lease import LeasedGraph

Runner: TypeAlias = neo4j.ManagedTransaction | neo4j.Transaction

_DOCUMENTS, _ELEMENTS = 100, 5000  # a transaction


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
    graph.write(lambda tx: tx.run(statement("withdraw/close_loads"), ids=list(loads)).consume())
    return dict(deleted)


def withdraw_source(
    graph: LeasedGraph, source: str, loads: tuple[str, ...], release: Callable[[frozenset[str]], None]
) -> Mapping[str, int]:
    """Delete documents and edges of a source, then the entities that only its loads brought.

    `release` lets names of texts go that hold such entities, given by their ids. Runs in many small
    transactions; after an interruption the same call goes on.
    """
    reopen_loads(graph, list(loads), source)
    deleted: Counter[str] = Counter()
    with graph.session() as session:
        while ids := session.run(
            statement("withdraw/find_documents"), source=source, most=_DOCUMENTS
        ).value():
            deleted += graph.write(delete_documents, ids)
    deleted += _delete_found(graph, "edges", source=source)
    brought = [*loads, MINTED.rstrip(".")]
    if held := frozenset(row[0] for row in graph.read("withdraw/find_held", loads=brought, minted=LOCAL)):
        release(held)
    deleted += _delete_found(graph, "unsupported", loads=brought)
    return dict(deleted + Counter(loads=close_loads(graph, list(loads))))


def close_loads(graph: LeasedGraph, ids: list[str]) -> int:
    """Delete the nodes of withdrawn loads, unless something of them is left; count the deleted ones."""
    left = [row[0] for row in graph.read("withdraw/still_stating", ids=ids)]
    graph.write(lambda tx: tx.run(statement("withdraw/close_loads"), ids=left).consume())
    return forget_loads(graph, sorted(set(ids).difference(left)))


def count_document(graph: Graph, document_id: str) -> Mapping[str, int]:
    """Count what a withdrawal of a document would delete; deletes nothing."""
    with graph.session() as session, session.begin_transaction() as tx:
        counted = delete_documents(tx, [document_id])
        tx.rollback()
    return dict(counted)


def count_withdrawal(
    graph: Graph, loads: tuple[str, ...], *, source: str | None = None, load: str | None = None
) -> Mapping[str, int]:
    """Count what a withdrawal of a source or load would delete, besides entities that only texts name."""
    counted: Counter[str] = Counter()
    prefix = None if load is None else f"{load}."
    for what in ("documents", "edges", "entities"):
        (found,) = graph.read(f"withdraw/count_{what}", source=source, load=prefix, loads=list(loads))
        counted += Counter(found.data())
    return dict(counted)


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
    orphans = tx.run(statement("withdraw/delete_orphans"), ids=named, minted=MINTED).single(strict=True)
    return deleted + Counter(edges=claims, entities=orphans["entities"])


def _delete_found(graph: LeasedGraph, what: str, **parameters: object) -> Counter[str]:
    """Find elements in one long reading transaction and delete them in many short writing ones."""
    deleted: Counter[str] = Counter()
    with graph.session(read=True) as reading:
        found = reading.run(statement(f"withdraw/find_{what}"), parameters)
        while elements := [row["element"] for row in islice(found, _ELEMENTS)]:
            deleted += Counter(graph.write(_delete_elements, what, elements))
    return deleted


def _delete_elements(tx: neo4j.ManagedTransaction, what: str, elements: list[str]) -> dict[str, int]:
    return tx.run(statement(f"withdraw/delete_{what}"), elements=elements).single(strict=True).data()


def reopen_loads(graph: LeasedGraph, loads: list[str], source: str) -> None:
    """Note that loads are being withdrawn, for a target: their next load starts anew."""
    graph.write(lambda tx: tx.run(statement("withdraw/reopen_loads"), ids=loads, source=source).consume())
