"""Name keys: normal forms of entity names as an indexed property (`grounding.name_normalization`)."""

from collections.abc import Sequence

import neo4j

from bioloom.graph.connection import Graph
from bioloom.graph.property_values import PropertyRow, row
from bioloom.graph.statements import statement
from bioloom.grounding import name_keys
from bioloom.records import Entity

_ROWS = 5_000


def keys_row(entity: Entity) -> PropertyRow:
    """Build the property that holds the keys of an entity's names; no record hash covers it.

    >>> keys_row(Entity("NCBIGene:7124", "TNF", ("biolink:Gene",), synonyms=("TNF-α",)))
    {'name_keys': ['tnf', 'tnfalpha']}
    """
    return row({"name_keys": name_keys((entity.name, *entity.synonyms))})


def fill_name_keys(graph: Graph) -> int:
    """Add keys to the entities that an earlier release wrote without; count them."""
    done = 0
    with graph.session(read=True) as reading, graph.session() as writing:
        rows: list[PropertyRow] = []
        for id_, name, synonyms in reading.run(statement("names/unkeyed")):
            rows.append({"id": id_, "keys": list(name_keys([name or "", *(synonyms or ())]))})
            if len(rows) == _ROWS:
                done += len(rows)
                writing.execute_write(_write, rows)
                rows = []
        if rows:
            writing.execute_write(_write, rows)
    return done + len(rows)


def _write(tx: neo4j.ManagedTransaction, rows: Sequence[PropertyRow]) -> None:
    tx.run(statement("names/set_keys"), rows=rows).consume()
