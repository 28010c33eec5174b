"""A hash of what the graph says, to compare two graphs."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable

import neo4j

from bioloom.graph.connection import Graph
from bioloom.graph.statements import statement


def digest(graph: Graph) -> str:
    """Hash all nodes and edges: labels, properties, ends by their ids.

    Two graphs with the same content have the same digest, in whatever order and in however many runs they
    were loaded. Left out are Load and Migration nodes, the memories of extractors, and `record_hash`, which
    says which files a node or edge came from, not what it says. Each item is hashed on its own and the hashes
    are added up, so that memory stays flat and no order matters; counts are part of the digest.
    """
    total, count = 0, 0
    with graph.session(read=True) as session:
        for name in ("digest/nodes", "digest/edges"):
            for row in session.run(statement(name)):
                total += _hash(row)
                count += 1
    return hashlib.sha256(f"{count} {total % (1 << 512)}".encode()).hexdigest()


def _hash(row: neo4j.Record) -> int:
    values: Iterable[object] = row.values()
    text = json.dumps(list(values), sort_keys=True, ensure_ascii=True, default=str)
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=32).digest(), "big")
