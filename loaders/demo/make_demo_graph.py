"""Cut the demo's graph out of a Hetionet folder: 30 diseases with their drugs, symptoms and anatomy.

Usage: python loaders/demo/make_demo_graph.py HETIONET_FOLDER

Only edge types are taken whose data are in the public domain (CC0): CtD and CpD from PharmacotherapyDB,
DpS, DlA and DrD from co-occurrence in MEDLINE. The diseases are those with the most drugs.
"""

import gzip
import json
import sys
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path

from bioloom.records import LoadOptions, SourceEdge, SourceNode
from bioloom_loaders.hetionet import HetionetLoader

FREE = frozenset({"CtD", "CpD", "DpS", "DlA", "DrD"})
DISEASES = 30
_LEFT_OUT = {"hetionet_part", "synonym"}  # names of drugs other than the first are DrugBank's


def read_free_graph(folder: Path) -> tuple[dict[str, SourceNode], list[SourceEdge]]:
    """Read the nodes and the free edges of a Hetionet folder."""
    nodes: dict[str, SourceNode] = {}
    edges: list[SourceEdge] = []
    for record in HetionetLoader().records(folder, LoadOptions()):
        if isinstance(record, SourceNode):
            nodes[record.id] = record
        elif isinstance(record, SourceEdge) and record.properties["original_predicate"] in FREE:
            edges.append(record)
    return nodes, edges


def choose(edges: Iterable[SourceEdge]) -> list[SourceEdge]:
    """Keep the edges whose diseases are all among those with the most drugs."""
    edges = list(edges)
    drugs = Counter(edge.object for edge in edges if edge.properties["original_predicate"] in ("CtD", "CpD"))
    chosen = {name for name, _ in sorted(drugs.items(), key=lambda item: (-item[1], item[0]))[:DISEASES]}

    def diseases(edge: SourceEdge) -> set[str]:
        return {end for end in (edge.subject, edge.object) if end.startswith("DOID:")}

    kept = [edge for edge in edges if diseases(edge) <= chosen]
    return sorted(kept, key=lambda edge: (edge.subject, edge.predicate, edge.object))


def write_lines(path: Path, records: Iterable[Mapping[str, object]]) -> int:
    """Write gzipped JSON Lines without empty slots; say how many."""
    lines = [json.dumps({k: v for k, v in record.items() if v}, ensure_ascii=False) for record in records]
    path.write_bytes(gzip.compress(("\n".join(lines) + "\n").encode(), mtime=0))
    return len(lines)


def main(folder: Path) -> None:
    """Write hetionet_nodes.jsonl.gz and hetionet_edges.jsonl.gz beside this file."""
    nodes, edges = read_free_graph(folder)
    edges = choose(edges)
    used = sorted({end for edge in edges for end in (edge.subject, edge.object)})
    target = Path(__file__).parent / "hetionet"
    written = write_lines(
        target / "hetionet_nodes.jsonl.gz",
        (
            {"id": name, "name": nodes[name].name, "category": nodes[name].categories} | _kept(nodes[name])
            for name in used
        ),
    )
    lines = write_lines(
        target / "hetionet_edges.jsonl.gz",
        (
            {"subject": edge.subject, "predicate": edge.predicate, "object": edge.object} | _kept(edge)
            for edge in edges
        ),
    )
    kinds = Counter(str(edge.properties["original_predicate"]) for edge in edges)
    sys.stdout.write(f"{written} nodes, {lines} edges: {dict(sorted(kinds.items()))}\n")


def _kept(record: SourceNode | SourceEdge) -> dict[str, object]:
    return {slot: value for slot, value in record.properties.items() if slot not in _LEFT_OUT}


if __name__ == "__main__":
    main(Path(sys.argv[1]))
