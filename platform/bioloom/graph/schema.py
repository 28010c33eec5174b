"""Schema migrations: numbered constraints and indexes, each run once and recorded; safe with two clients."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

import neo4j
from neo4j.exceptions import ClientError

from bioloom import resources
from bioloom.errors import BioloomError
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


def schema_version(names: Iterable[str]) -> int:
    """Give the version of a schema: the highest number among its migrations, 0 without any.

    >>> schema_version(["001_migration_name", "020_entity_xrefs"])
    20
    """
    return max((int(number) for name in names if (number := name.partition("_")[0]).isdecimal()), default=0)


def read_migrations(graph: Graph) -> frozenset[str]:
    """Read which migrations a graph has seen; BioloomError if it is of a newer bioloom than this one."""
    with graph.session(read=True) as session:
        seen = frozenset(session.run(statement("loads/applied")).value())
    has, knows = schema_version(seen), schema_version(migrations())
    if has > knows:
        raise BioloomError(
            f"the graph has schema version {has}, written by a newer bioloom; this one knows {knows}: "
            "upgrade it (pip install --upgrade bioloom) and run the same command again"
        )
    return seen


def apply_schema(graph: Graph) -> tuple[str, ...]:
    """Run the pending migrations, wait for the indexes, and list what was run; refuse a newer graph."""
    seen = read_migrations(graph)
    with graph.session() as session:
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
