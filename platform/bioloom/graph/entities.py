"""Entities into the graph: probe by id, create what is missing, merge what changed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

import neo4j

from bioloom.biolink import Biolink
from bioloom.graph.merging import MINTED, Fate, Origin, merged
from bioloom.graph.name_keys import keys_row
from bioloom.graph.rows import entity_labels, entity_row
from bioloom.graph.statements import statement
from bioloom.graph.values import Row, content_hash
from bioloom.records import Entity


def write_entities(
    tx: neo4j.ManagedTransaction, entities: Sequence[Entity], origin: Origin, biolink: Biolink
) -> list[Fate]:
    """Write described entities; tell the fate of each."""
    rounds: list[list[int]] = []
    depth: dict[str, int] = {}
    for position, entity in enumerate(entities):  # records of one id are merged one after the other
        level = depth[entity.id] = depth.get(entity.id, -1) + 1
        if level == len(rounds):
            rounds.append([])
        rounds[level].append(position)
    fates = [Fate.UNCHANGED] * len(entities)
    for positions in rounds:
        batch = [entities[position] for position in positions]
        for position, fate in zip(positions, _write_distinct(tx, batch, origin, biolink), strict=True):
            fates[position] = fate
    return fates


def _write_distinct(
    tx: neo4j.ManagedTransaction, entities: Sequence[Entity], origin: Origin, biolink: Biolink
) -> list[Fate]:
    stored = _probe(tx, [entity.id for entity in entities])
    fates: list[Fate] = []
    created: dict[tuple[str, ...], list[Row]] = defaultdict(list)
    changed: dict[str, tuple[Row, tuple[str, ...], str]] = {}
    for entity in entities:
        labels, properties = entity_labels(entity, biolink), entity_row(entity)
        content = content_hash([properties, labels])
        if entity.id not in stored:
            created[labels].append(properties | keys_row(entity) | {"record_hash": [origin.entry(content)]})
            fates.append(Fate.CREATED)
        elif origin.known(stored[entity.id], content):
            fates.append(Fate.UNCHANGED)
        else:
            changed[entity.id] = properties | keys_row(entity), labels, content
            fates.append(Fate.UPDATED)
    _create(tx, created)
    _update(tx, changed, origin)
    return fates


def write_minted(tx: neo4j.ManagedTransaction, entities: Sequence[Entity], biolink: Biolink) -> int:
    """Make sure that entities exist which documents or claims name; what is there stays. Count the new."""
    distinct = {entity.id: entity for entity in entities}
    stored = _probe(tx, list(distinct))
    created: dict[tuple[str, ...], list[Row]] = defaultdict(list)
    for entity in distinct.values():
        if entity.id not in stored:
            properties = entity_row(entity)
            entry = f"{MINTED}{content_hash(properties)}"
            row = properties | keys_row(entity) | {"record_hash": [entry]}
            created[entity_labels(entity, biolink)].append(row)
    _create(tx, created)
    return sum(len(rows) for rows in created.values())


def _probe(tx: neo4j.ManagedTransaction, ids: list[str]) -> dict[str, list[str]]:
    if not ids:
        return {}
    found = tx.run(statement("write/probe_nodes"), ids=ids)
    return {id_: list(entries or ()) for id_, entries in found.values()}


def _create(tx: neo4j.ManagedTransaction, created: dict[tuple[str, ...], list[Row]]) -> None:
    for labels, rows in created.items():
        tx.run(statement("write/create_nodes", labels="|".join(labels)), rows=rows).consume()


def _update(
    tx: neo4j.ManagedTransaction, changed: dict[str, tuple[Row, tuple[str, ...], str]], origin: Origin
) -> None:
    if not changed:
        return
    rows = []
    for id_, old, old_labels in tx.run(statement("write/read_nodes"), ids=list(changed)).values():
        properties, labels, content = changed[id_]
        entries = list(old.get("record_hash", ()))
        alone = origin.supersedes(entries)
        rows.append(
            {
                "id": id_,
                "properties": merged(old, entries, properties, origin, content),
                "add": list(labels),
                "drop": [label for label in old_labels if label not in labels] if alone else [],
            }
        )
    tx.run(statement("write/update_nodes"), rows=rows).consume()
