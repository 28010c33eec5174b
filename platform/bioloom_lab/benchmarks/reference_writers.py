"""Reference writers of a KGX graph, for comparison: a plain MERGE script, and the fastest idempotent recipe.

``python -m bioloom_lab.benchmarks.reference_writers merge|recipe FOLDER URI USER``, the password in
``NEO4J_PASSWORD``: a process of its own, so that what it costs can be read from the system. They read and
write; they check nothing, keep no checkpoint, and write the edges with the five properties that they have.
"""

from __future__ import annotations

import csv
import os
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any

import neo4j

from bioloom.graph.statements import statement

_BATCH = 10_000
_ENDS = ("subject", "predicate", "object")

Row = dict[str, Any]


def merge(session: neo4j.Session, folder: Path) -> None:
    """Write everything by MERGE in batches, as a script of an evening does."""
    _write_nodes(session, folder)
    for rows in _batches(folder / "graph_edges.tsv"):
        for predicate, group in _grouped(rows, "predicate").items():
            _run(session, statement("benchmarks/merge_edges", type=predicate), [_edge(row) for row in group])


def recipe(session: neo4j.Session, folder: Path) -> None:
    """Create edges of new types without a constraint; of other types, those that a probe finds missing."""
    _write_nodes(session, folder)
    guarded = set(session.run(statement("write/unique_edge_types")).value())
    written: set[str] = set()
    for rows in _batches(folder / "graph_edges.tsv"):
        for predicate, group in _grouped(rows, "predicate").items():
            if predicate in guarded:
                ids = [row["id"] for row in group]
                text = statement("benchmarks/missing_edges", type=predicate)
                with session.begin_transaction() as tx:
                    group = [group[at] for at in tx.run(text, ids=ids).value()]
            edges = [_edge(row) for row in {row["id"]: row for row in group}.values()]
            written.add(predicate)
            if edges:
                _run(session, statement("benchmarks/create_edges", type=predicate), edges)
    for predicate in sorted(written - guarded):
        text = statement("write/unique_edge_ids", constraint=f"edge_id {predicate}", type=predicate)
        session.run(text).consume()


WRITERS: Mapping[str, Callable[[neo4j.Session, Path], None]] = {"merge": merge, "recipe": recipe}


def _write_nodes(session: neo4j.Session, folder: Path) -> None:
    session.run(statement("benchmarks/node_ids")).consume()
    for rows in _batches(folder / "graph_nodes.tsv"):
        for category, group in _grouped(rows, "category").items():
            _run(session, statement("benchmarks/merge_nodes", label=category), group)


def _run(session: neo4j.Session, text: str, rows: list[Row]) -> None:
    session.run(text, rows=rows).consume()


def _batches(table: Path) -> Iterator[list[Row]]:
    with table.open(encoding="utf-8", newline="") as opened:
        rows = csv.DictReader(opened, delimiter="\t", quoting=csv.QUOTE_NONE)
        while batch := list(islice(rows, _BATCH)):
            yield batch


def _grouped(rows: list[Row], slot: str) -> dict[str, list[Row]]:
    groups: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        groups[row[slot]].append(row)
    return groups


def _edge(row: Row) -> Row:
    properties = {slot: value for slot, value in row.items() if slot not in _ENDS}
    properties["publications"] = row["publications"].split("|")
    return {"subject": row["subject"], "object": row["object"], "properties": properties}


def main(writer: str, folder: str, uri: str, user: str) -> None:
    """Run one writer."""
    password = os.environ["NEO4J_PASSWORD"]
    quiet = neo4j.NotificationMinimumSeverity.OFF
    driver = neo4j.GraphDatabase.driver(uri, auth=(user, password), notifications_min_severity=quiet)
    with driver, driver.session() as session:
        WRITERS[writer](session, Path(folder))


if __name__ == "__main__":
    main(*sys.argv[1:])
