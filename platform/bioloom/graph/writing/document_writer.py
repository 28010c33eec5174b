"""Document writer: a document is written whole or not at all; a changed one replaces its older version."""

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import pairwise

import neo4j

from bioloom.biolink import Biolink
from bioloom.graph.rows.id_redirects import Redirects
from bioloom.graph.rows.property_maps import DocumentRows, denotes_edge
from bioloom.graph.rows.property_values import PropertyRow
from bioloom.graph.rows.record_entries import content_of, load_of
from bioloom.graph.rows.upsert_policy import WriteResult
from bioloom.graph.statements import statement
from bioloom.graph.writing.assertion_writer import create_mention_edges
from bioloom.graph.writing.entity_writer import write_minted
from bioloom.graph.writing.withdrawal import delete_orphans, remove_support


def write_documents(
    tx: neo4j.ManagedTransaction,
    documents: Sequence[DocumentRows],
    biolink: Biolink,
    redirects: Redirects,
    standing: AbstractSet[str] = frozenset(),
) -> tuple[tuple[WriteResult, ...], int, int]:
    """Write documents of distinct ids; unchanged ones are left alone, and those that are `standing`.

    The loads whose documents are replaced by others start anew the next time. An entity that nothing but
    replaced documents named is called as their new versions do.
    A mention denotes the entity that its id stands for; an entity that stands for another is not created.
    Gives the result of each document, and counts new entities and mentions whose entity is missing.
    """
    if not documents:
        return (), 0, 0
    found = tx.run(statement("write/probe_documents"), ids=[rows.id for rows in documents]).values()
    stored: dict[str, list[str]] = dict(found)
    results = tuple(_compare(rows.id, rows.document["record_hash"], stored, standing) for rows in documents)
    changed = [rows for rows, result in zip(documents, results, strict=True) if result.written]
    unchanged = [rows for rows, result in zip(documents, results, strict=True) if not result.written]
    restated = [
        {"id": rows.id, "entries": now}
        for rows in unchanged
        if (now := _restated(stored[rows.id], str(rows.document["record_hash"]))) != stored[rows.id]
    ]
    _run(tx, "write/restate_documents", restated)
    replaced = [rows for rows in changed if rows.id in stored]
    named_before = _remove(tx, [rows.id for rows in replaced])
    standing_for = {found.canonical for found in redirects.values()}
    if left := [id_ for id_ in named_before if id_ not in standing_for]:
        delete_orphans(tx, left)  # they are named anew
    ours = {load_of(rows.document["record_hash"]) for rows in replaced}
    _run(
        tx, "write/reopen_replaced", {load_of(entry) for rows in replaced for entry in stored[rows.id]} - ours
    )
    brought = [entity for rows in changed for entity in rows.entities if entity.id not in redirects]
    minted = write_minted(tx, brought, biolink)
    _run(tx, "write/create_documents", (rows.document for rows in changed))
    _run(tx, "write/create_sentences", (row for rows in changed for row in rows.sentences))
    _run(tx, "write/chain_sentences", (pair for rows in changed for pair in _chain(rows.sentences)))
    mentions = ({"label": label, "properties": row} for rows in changed for label, row in rows.mentions)
    _run(tx, "write/create_mentions", mentions)
    create_mention_edges(tx, [row for rows in changed for row in rows.edges])
    denoted = [denotes_edge(row, redirects) for rows in changed for row in rows.denoted]
    created = tx.run(statement("write/denote"), rows=denoted).single(strict=True)["created"] if denoted else 0
    if named_before:
        delete_orphans(tx, named_before)
    return results, minted, len(denoted) - created


def _compare(
    id_: str, record_hash: object, stored: Mapping[str, list[str]], standing: AbstractSet[str]
) -> WriteResult:
    """Compare a document's content hash with the stored one."""
    if id_ not in stored:
        return WriteResult.CREATED
    same = id_ in standing or content_of(stored[id_][0]) == content_of(record_hash)
    return WriteResult.UNCHANGED if same else WriteResult.UPDATED


def _restated(entries: list[str], now: str) -> list[str]:
    """Give the records of a document, that of the load which finds it unchanged in its present state."""
    load = f"{load_of(now)}."
    known = [now if entry.startswith(load) else entry for entry in entries]
    return known if now in known else [*known, now]


def _remove(tx: neo4j.ManagedTransaction, ids: list[str]) -> list[str]:
    if not ids:
        return []
    _, ends = remove_support(tx, ids)
    named: list[str] = sorted({*tx.run(statement("withdraw/denoted"), ids=ids).value(), *ends})
    tx.run(statement("withdraw/delete_documents"), ids=ids).consume()
    return named


def _chain(sentences: Sequence[PropertyRow]) -> list[PropertyRow]:
    ordered = sorted(sentences, key=lambda row: int(str(row["index"])))
    return [{"before": before["id"], "after": after["id"]} for before, after in pairwise(ordered)]


def _run(tx: neo4j.ManagedTransaction, name: str, rows: Iterable[object]) -> None:
    listed = list(rows)
    if listed:
        tx.run(statement(name), rows=listed).consume()
