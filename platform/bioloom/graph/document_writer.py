"""Documents into the graph: whole or not at all; a changed one replaces its older self."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import neo4j

from bioloom.biolink import Biolink
from bioloom.graph.assertion_writer import create_edges
from bioloom.graph.entity_writer import write_minted
from bioloom.graph.id_redirects import Redirects
from bioloom.graph.property_maps import DocumentRows, denoting
from bioloom.graph.property_values import Row
from bioloom.graph.statements import statement
from bioloom.graph.upsert_policy import MINTED, Fate
from bioloom.graph.withdrawal import remove_support
from bioloom.records import Entity


@dataclass(frozen=True, slots=True)
class DocumentOutcome:
    """Fates of documents in their order, how many entities they brought, and what did not fit."""

    fates: tuple[Fate, ...] = ()
    minted: int = 0
    unnamed: int = 0


def write_documents(
    tx: neo4j.ManagedTransaction,
    documents: Sequence[tuple[DocumentRows, Sequence[Entity]]],
    biolink: Biolink,
    redirects: Redirects,
) -> DocumentOutcome:
    """Write documents of distinct ids; those that did not change are left alone.

    A mention denotes the entity that its id stands for; an entity that stands for another is not made.
    """
    if not documents:
        return DocumentOutcome()
    found = tx.run(statement("write/probe_documents"), ids=[rows.id for rows, _ in documents]).values()
    stored: dict[str, str | None] = dict(found)
    fates = tuple(_fate(rows, stored) for rows, _ in documents)
    changed = [document for document, fate in zip(documents, fates, strict=True) if fate.written]
    outdated = [rows.id for rows, _ in changed if rows.id in stored]
    named_before = _remove(tx, outdated)
    brought = [entity for _, entities in changed for entity in entities if entity.id not in redirects]
    minted = write_minted(tx, brought, biolink)
    unnamed = _create(tx, [rows for rows, _ in changed], redirects)
    if named_before:
        tx.run(statement("withdraw/delete_orphans"), ids=named_before, minted=MINTED).consume()
    return DocumentOutcome(fates, minted, unnamed)


def _fate(rows: DocumentRows, stored: dict[str, str | None]) -> Fate:
    if rows.id not in stored:
        return Fate.CREATED
    return (
        Fate.UNCHANGED
        if _content(stored[rows.id]) == _content(rows.document["record_hash"])
        else Fate.UPDATED
    )


def _content(entry: object) -> str:
    return str(entry).rpartition(".")[2]


def _remove(tx: neo4j.ManagedTransaction, ids: list[str]) -> list[str]:
    if not ids:
        return []
    _, ends = remove_support(tx, ids)
    named: list[str] = sorted({*tx.run(statement("withdraw/denoted"), ids=ids).value(), *ends})
    tx.run(statement("withdraw/delete_documents"), ids=ids).consume()
    return named


def _create(tx: neo4j.ManagedTransaction, documents: Sequence[DocumentRows], redirects: Redirects) -> int:
    _run(tx, "write/create_documents", (rows.document for rows in documents))
    _run(tx, "write/create_sentences", (row for rows in documents for row in rows.sentences))
    _run(tx, "write/chain_sentences", (pair for rows in documents for pair in _chain(rows.sentences)))
    mentions = ({"label": label, "properties": row} for rows in documents for label, row in rows.mentions)
    _run(tx, "write/create_mentions", mentions)
    edges: dict[str, list[Row]] = defaultdict(list)
    for rows in documents:
        for type_, row in rows.edges:
            edges[type_].append(row)
    for type_, found in edges.items():
        create_edges(tx, type_, found, "Mention")
    denoted = [denoting(row, redirects) for rows in documents for row in rows.denoted]
    if not denoted:
        return 0
    created: int = tx.run(statement("write/denote"), rows=denoted).single(strict=True)["created"]
    return len(denoted) - created


def _chain(sentences: Sequence[Row]) -> list[Row]:
    ordered = sorted(sentences, key=lambda row: int(str(row["index"])))
    return [{"before": before["id"], "after": after["id"]} for before, after in pairwise(ordered)]


def _run(tx: neo4j.ManagedTransaction, name: str, rows: Iterable[Mapping[str, object]]) -> None:
    listed = list(rows)
    if listed:
        tx.run(statement(name), rows=listed).consume()
