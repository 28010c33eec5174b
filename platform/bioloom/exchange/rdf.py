"""RDF in Biolink's vocabulary: each claim as a biolink:Association with its provenance, streamed.

A claim that is not denied also stands as a plain triple, so that simple SPARQL finds it; a denied one does
not, because a triple cannot say no.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, TypeAlias

from bioloom.errors import UsageError
from bioloom.exchange.files import whole_files
from bioloom.exchange.iris import claim_iri, expand, iri, literal, node_iri
from bioloom.exchange.progress import Counter, ExportReport, Progress
from bioloom.exchange.reading import EdgeRow, NodeRow, count, read_edges, read_nodes
from bioloom.graph.connection import Graph
from bioloom.graph.plain import Plain

BIOLINK = "https://w3id.org/biolink/vocab/"
_TYPE = iri("http://www.w3.org/1999/02/22-rdf-syntax-ns#type")
_LABEL = iri("http://www.w3.org/2000/01/rdf-schema#label")

Statement: TypeAlias = tuple[str, str]
Block: TypeAlias = tuple[str, list[Statement]]

_REFERENCES = frozenset(
    {
        "aggregator_knowledge_source",
        "primary_knowledge_source",
        "publications",
        "qualified_predicate",
        "same_as",
        "xref",
    }
)
"""Slots whose values are curies; where a prefix is known they become IRIs."""


def export_rdf(
    graph: Graph,
    path: Path,
    *,
    mentions: bool = False,
    force: bool = False,
    on_progress: Progress | None = None,
) -> ExportReport:
    """Write the graph as N-Triples (``.nt``) or Turtle (``.ttl``), packed where the name ends in ``.gz``.

    Memory does not grow with the graph. Curies become IRIs by Biolink's prefixes; an identifier whose
    prefix is not known keeps an IRI of ours with the whole identifier in it.
    """
    write = _writer(path)
    counter = Counter(count(graph, mentions=mentions), on_progress)
    with whole_files((path,), force=force) as (stream,):
        nodes = sum(1 for _ in counter.over(_written(write, stream, _nodes(graph, mentions))))
        edges = sum(1 for _ in counter.over(_written(write, stream, _claims(graph, mentions))))
    counter.finish()
    return ExportReport((path,), nodes, edges)


def _writer(path: Path) -> Callable[[IO[str], Block], None]:
    name = path.name.casefold().removesuffix(".gz")
    if name.endswith(".nt"):
        return _write_lines
    if name.endswith(".ttl"):
        return _write_block
    raise UsageError(
        f"{path.name} does not say a form of RDF; end it in .nt or .ttl, packed: .nt.gz or .ttl.gz"
    )


def _written(
    write: Callable[[IO[str], Block], None], stream: IO[str], groups: Iterator[list[Block]]
) -> Iterator[None]:
    for blocks in groups:
        for block in blocks:
            write(stream, block)
        yield


def _write_lines(stream: IO[str], block: Block) -> None:
    subject, statements = block
    for predicate, value in statements:
        stream.write(f"{subject} {predicate} {value} .\n")


def _write_block(stream: IO[str], block: Block) -> None:
    subject, statements = block
    rest = " ;\n    ".join(f"{predicate} {value}" for predicate, value in statements)
    stream.write(f"{subject}\n    {rest} .\n\n")


def _nodes(graph: Graph, mentions: bool) -> Iterator[list[Block]]:
    return ([_node(row)] for row in read_nodes(graph, mentions=mentions))


def _claims(graph: Graph, mentions: bool) -> Iterator[list[Block]]:
    return (_claim(row) for row in read_edges(graph, mentions=mentions))


def _node(row: NodeRow) -> Block:
    statements = [(_TYPE, iri(BIOLINK + "NamedThing"))]
    for slot, value in row.slots.items():
        if slot == "category":
            statements += [
                (_TYPE, _reference(item)) for item in _items(value) if item != "biolink:NamedThing"
            ]
        else:
            statements += _slot(slot, value)
        if slot == "name" and isinstance(value, str):
            statements.append((_LABEL, literal(value)))
    statements.append((_vocabulary("id"), literal(row.id)))
    return iri(node_iri(row.id)), statements


def _claim(row: EdgeRow) -> list[Block]:
    subject, predicate, thing = (
        iri(node_iri(row.subject)),
        _reference(row.predicate),
        iri(node_iri(row.object)),
    )
    statements = [
        (_TYPE, iri(BIOLINK + "Association")),
        (_vocabulary("subject"), subject),
        (_vocabulary("predicate"), predicate),
        (_vocabulary("object"), thing),
    ]
    for slot, value in row.slots.items():
        statements += _slot(slot, value)
    blocks: list[Block] = [(iri(claim_iri(str(row.slots["id"]))), statements)]
    if not row.slots.get("negated"):
        blocks.append((subject, [(predicate, thing)]))
    return blocks


def _slot(slot: str, value: Plain) -> list[Statement]:
    name = _vocabulary(slot)
    if slot in _REFERENCES:
        return [(name, _reference(item)) for item in _items(value)]
    return [(name, literal(item)) for item in _items(value)]


def _items(value: Plain) -> list[str | int | float | bool]:
    items = value if isinstance(value, list) else [value]
    return [item for item in items if isinstance(item, str | int | float | bool)]


def _reference(value: str | int | float | bool) -> str:
    address = expand(value) if isinstance(value, str) else None
    return literal(value) if address is None else iri(address)


def _vocabulary(slot: str) -> str:
    return iri(node_iri(f"biolink:{slot}"))
