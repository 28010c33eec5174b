"""Schema migrations: numbered constraints and indexes, each run once and recorded; safe with two clients."""

from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import suppress
from itertools import groupby

import neo4j
from neo4j.exceptions import ClientError, Neo4jError

from bioloom import resources
from bioloom.errors import BioloomError
from bioloom.graph.connection import Graph
from bioloom.graph.rows.name_keys import fill_name_keys
from bioloom.graph.statements import statement

_PATIENCE = 300  # seconds that an index of a big graph may take to fill
_ORPHANED = "IndexWithNameAlreadyExists"
_RACED = ("EquivalentSchemaRuleAlreadyExists", "ConstraintAlreadyExists", "IndexAlreadyExists")
_BEFORE: Mapping[str, Callable[[Graph], object]] = {"015_entity_name_keys": fill_name_keys}
"""Data migrations that go with a schema migration; each is idempotent."""

OF_NAMES = (
    "012_entity_names",
    "014_entity_normalised",
    "015_entity_name_keys",
    "020_entity_xrefs",
    "022_entity_name",
)
"""Indexes of names: a new graph gets them after its first nodes, since filling them at once takes less."""

OF_LEASE = ("001_migration_name", "021_lease_id")
"""Migrations without which nobody can hold the write lease; a graph that has seen no others is new."""

_OF_DATA = frozenset({"019_denotes_local_ids", "023_load_state"})
"""Migrations of data alone: a transaction changes either the schema or data."""


def migrations() -> tuple[str, ...]:
    """List the schema files in the order in which they are run.

    >>> migrations()[0]
    '001_migration_name'
    """
    return resources.stems("cypher", "schema", ".cypher")


def schema_version(names: Iterable[str]) -> int:
    """Give the version of a schema: the highest number among its migrations, 0 without any.

    >>> schema_version(["001_migration_name", "020_entity_xrefs"])
    20
    """
    return max((int(number) for name in names if (number := name.partition("_")[0]).isdecimal()), default=0)


def read_migrations(graph: Graph) -> frozenset[str]:
    """Read which migrations a graph has seen; BioloomError if it is of a newer bioloom than this one."""
    seen = frozenset(row["name"] for row in graph.read("loads/applied"))
    has, knows = schema_version(seen), schema_version(migrations())
    if has > knows:
        raise BioloomError(
            f"the graph has schema version {has}, written by a newer bioloom; this one knows {knows}: "
            "upgrade it (pip install --upgrade bioloom) and run the same command again"
        )
    return seen


def apply_schema(
    graph: Graph, *, indexes_of_names: bool = True, only: Collection[str] | None = None
) -> tuple[str, ...]:
    """Run the pending migrations, wait for the indexes, and list what was run; refuse a newer graph.

    An index that failed is made again.
    Without `indexes_of_names` a new graph does not get these yet: they are pending until this runs again, as
    is all that is not among `only` these migrations.
    """
    seen = read_migrations(graph)
    _mend_indexes(graph)
    later = () if indexes_of_names or seen.difference(OF_LEASE) else OF_NAMES
    missing = [name for name in only or migrations() if name not in seen and name not in later]
    if not missing:
        return ()
    for name in missing:
        if name in _BEFORE:
            _BEFORE[name](graph)
    with graph.session() as session:
        in_order = sorted(missing, key=_OF_DATA.__contains__)  # one reading of the nodes fills all indexes
        for _, together in groupby(in_order, key=_OF_DATA.__contains__):
            _run_migrations(session, tuple(together))
        fresh = session.execute_write(
            lambda tx: tx.run(statement("loads/record_migrations"), names=missing).value()
        )
        await_indexes(session, _PATIENCE)
    return tuple(fresh)


def fill_name_indexes(graph: Graph) -> None:
    """Begin to fill the indexes of names that are pending; `apply_schema` waits for them."""
    seen = read_migrations(graph)
    if pending := tuple(name for name in OF_NAMES if name not in seen):
        with graph.session() as session:
            _run_migrations(session, pending)


def failed_indexes(graph: Graph) -> tuple[str, ...]:
    """List the indexes that the database gave up, at a value that is too long for them."""
    return tuple(sorted(row["name"] for row in graph.read("loads/failed_indexes")))


def _mend_indexes(graph: Graph) -> None:
    """Drop the failed indexes of the schema and make them again; one that fails anew is left so."""
    made = {name.partition("_")[2]: name for name in migrations()}
    failed = [name for name in failed_indexes(graph) if name in made]
    for name in failed:
        graph.change_schema(statement("loads/drop_index", index=name))
        graph.change_schema(statement(f"schema/{made[name]}"))
    for name in failed:
        with suppress(Neo4jError), graph.session() as session:
            session.run(statement("loads/await_index"), index=name, seconds=_PATIENCE).consume()


def await_indexes(session: neo4j.Session, seconds: int) -> None:
    """Wait until every index is online that no constraint owns; each may take so many seconds."""
    for index in session.run(statement("loads/filling_indexes")).value():
        session.run(statement("loads/await_index"), index=index, seconds=seconds).consume()


def _run_migrations(session: neo4j.Session, names: tuple[str, ...]) -> None:
    """Run migrations in one transaction, or one by one where another client ran some of them first."""
    try:
        session.execute_write(_run, *names)
    except ClientError as error:
        code = error.code or ""
        if code.endswith(_ORPHANED) and _drop_orphans(session, names):
            _run_migrations(session, names)
        elif not code.endswith(_RACED):
            raise
        elif len(names) > 1:
            for name in names:
                _run_migrations(session, (name,))


def _drop_orphans(session: neo4j.Session, names: Iterable[str]) -> int:
    """Drop the indexes that a server left that ended while it built the constraints of these migrations."""
    built = [name.partition("_")[2] for name in names]
    orphans = session.run(statement("loads/orphaned_indexes"), names=built).value()
    for index in orphans:
        drop = statement("loads/drop_index", index=index)
        session.execute_write(lambda tx, text: tx.run(text).consume(), drop)
    return len(orphans)


def _run(tx: neo4j.ManagedTransaction, *names: str) -> None:
    for name in names:
        tx.run(statement(f"schema/{name}")).consume()
