"""Schema migrations: numbered constraints and indexes, each run once and recorded; safe with two clients."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import neo4j
from neo4j.exceptions import ClientError

from bioloom import resources
from bioloom.graph.connection import Graph
from bioloom.graph.name_keys import fill_name_keys
from bioloom.graph.statements import statement

_PATIENCE = 300  # seconds that the indexes of a big graph may take to fill
_RACED = ("EquivalentSchemaRuleAlreadyExists", "ConstraintAlreadyExists", "IndexAlreadyExists")
_BEFORE: Mapping[str, Callable[[Graph], object]] = {"015_entity_name_keys": fill_name_keys}
"""Data migrations that go with a schema migration; each is idempotent."""


def migrations() -> tuple[str, ...]:
    """List the schema files in the order in which they are run.

    >>> migrations()[0]
    '001_migration_name'
    """
    paths = resources.names("cypher", "schema", ".cypher")
    return tuple(path.removeprefix("schema/").removesuffix(".cypher") for path in paths)


def apply_schema(graph: Graph) -> tuple[str, ...]:
    """Run the pending migrations, wait for the indexes, and list what was run."""
    with graph.session() as session:
        seen = {row["name"] for row in session.run(statement("loads/applied"))}
        missing = [name for name in migrations() if name not in seen]
        for name in missing:
            if name in _BEFORE:
                _BEFORE[name](graph)
            try:
                session.execute_write(_run, name)
            except ClientError as error:
                if not (error.code or "").endswith(_RACED):
                    raise  # else another client ran the same migration first
        fresh = [name for name in missing if _record(session, name)]
        if missing:
            session.run(statement("loads/await_indexes"), seconds=_PATIENCE).consume()
    return tuple(fresh)


def _run(tx: neo4j.ManagedTransaction, name: str) -> None:
    tx.run(statement(f"schema/{name}")).consume()


def _record(session: neo4j.Session, name: str) -> bool:
    record = session.execute_write(
        lambda tx: tx.run(statement("loads/record_migration"), name=name).single(strict=True)
    )
    return bool(record["fresh"])
