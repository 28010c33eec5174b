"""Graph digest: a hash of what the graph, one primary knowledge source or one load says."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass

from bioloom.graph.connection import Graph
from bioloom.graph.rows.record_entries import content_of
from bioloom.graph.statements import statement

_LEFT_OUT = ("record_hash", "shared_with", "source_file", "embedding", "embedded_by")
_MODULUS = 1 << 512


@dataclass(frozen=True, slots=True)
class Digest:
    """Digest of content, with the counts of the nodes and edges that it covers."""

    value: str
    nodes: int
    edges: int


def digest(graph: Graph, *, source: str | None = None, load: str | None = None) -> Digest:
    """Hash all nodes and edges, or those of one primary knowledge source or of one load.

    Equal content gives equal digests, whatever the order, the number and the paths of the loads that brought
    it. Left out are Load and Migration nodes, what an earlier version kept of memories, vectors, and which
    files a node or edge came from.
    The digest of a load covers its records as the source states them, whatever other loads say of the same
    nodes and edges. Each item is hashed on its own and the hashes are added up: memory stays flat.
    """
    names = (
        ("nodes",)
        if source is load is None
        else ("documents",)
        if load is None
        else ("entities", "documents")
    )
    nodes = edges = total = 0
    with graph.session(read=True) as session:
        for name in names:
            for row in session.run(statement(f"digest/{name}"), source=source, load=load):
                content = _content(row["properties"], load)
                nodes, total = nodes + 1, total + _hash("node", sorted(row["labels"]), content, row["named"])
        for row in session.run(statement("digest/edges"), source=source, load=load):
            content = _content(row["properties"], load)
            ends = [row["subject"], row["object"]] if load is None else []
            edges, total = edges + 1, total + _hash("edge", row["type"], content, *ends)
    value = hashlib.sha256(f"{nodes} {edges} {total % _MODULUS}".encode()).hexdigest()
    return Digest(value, nodes, edges)


def _content(properties: Mapping[str, object], load: str | None) -> object:
    """Give the properties but those on origin, lists without an order; of a load's record only its hashes."""
    entries = properties.get("record_hash")
    if load is not None and isinstance(entries, list):
        return sorted({content_of(entry) for entry in entries if entry.startswith(f"{load}.")})
    return {
        name: sorted(value, key=repr) if isinstance(value, list) else value
        for name, value in properties.items()
        if name not in _LEFT_OUT
    }


def _hash(*item: object) -> int:
    text = json.dumps(item, sort_keys=True, ensure_ascii=True, default=str)
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=32).digest(), "big")
