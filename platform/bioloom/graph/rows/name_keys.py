"""Name keys: normal forms of entity names as an indexed property (`grounding.name_normalization`)."""

from collections.abc import Sequence

import neo4j

from bioloom.graph.connection import Graph
from bioloom.graph.rows.property_values import PropertyRow, row
from bioloom.graph.rows.upsert_policy import LOCAL
from bioloom.graph.statements import statement
from bioloom.grounding import name_keys, unmint
from bioloom.records import Entity

_ROWS = 5_000


def found_by(entity: Entity) -> tuple[str, ...]:
    """List the names that an entity is found by: its own, and the one that a minted id was made of.

    >>> found_by(Entity("bioloom:chemical.pcr-product", "PCR products", ("biolink:ChemicalEntity",)))
    ('PCR products', 'pcr product')
    """
    minted = unmint(entity.id, "") if entity.id.startswith(LOCAL) else None
    return (entity.name, *entity.synonyms, *(() if minted is None else (minted.name,)))


def keys_row(entity: Entity) -> PropertyRow:
    """Build the property that holds the keys of an entity's names; no record hash covers it.

    >>> keys_row(Entity("NCBIGene:7124", "TNF", ("biolink:Gene",), synonyms=("TNF-α",)))
    {'name_keys': ['tnf', 'tnfalpha']}
    """
    return row({"name_keys": name_keys(found_by(entity))})


def fill_name_keys(graph: Graph) -> int:
    """Add keys to the entities that an earlier release wrote without; count them."""
    done = 0
    with graph.session(read=True) as reading, graph.session() as writing:
        rows: list[PropertyRow] = []
        for id_, name, synonyms in reading.run(statement("names/unkeyed")):
            named = Entity(id_, name or "", (), tuple(synonyms or ()))
            rows.append({"id": id_, "keys": list(name_keys(found_by(named)))})
            if len(rows) == _ROWS:
                done += len(rows)
                writing.execute_write(_write, rows)
                rows = []
        if rows:
            writing.execute_write(_write, rows)
    return done + len(rows)


def _write(tx: neo4j.ManagedTransaction, rows: Sequence[PropertyRow]) -> None:
    tx.run(statement("names/set_keys"), rows=rows).consume()
