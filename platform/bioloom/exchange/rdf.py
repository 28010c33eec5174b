"""RDF in Biolink's vocabulary: each claim as a biolink:Association with its provenance, streamed.

A claim that is not denied also stands as a plain triple, so that simple SPARQL finds it; a denied one does
not, because a triple cannot say no.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from rdflib import RDF, RDFS, Literal, Namespace, URIRef

from bioloom.errors import UsageError
from bioloom.exchange.files import whole_files
from bioloom.exchange.iris import claim_iri, expand, literal, node_iri
from bioloom.exchange.progress import Counter, ExportReport, Progress
from bioloom.exchange.reading import EdgeRow, NodeRow, count, read_edges, read_nodes
from bioloom.exchange.triples import Triple, TripleWriter
from bioloom.graph.connection import Graph
from bioloom.graph.plain import Plain

BIOLINK = Namespace("https://w3id.org/biolink/vocab/")

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

    Memory does not grow with the graph. Curies become IRIs by the registered prefixes; an identifier whose
    prefix is not known keeps an IRI of ours with the whole identifier in it.
    """
    turtle = _is_turtle(path)
    counter = Counter(count(graph, mentions=mentions), on_progress)
    nodes = edges = 0
    with whole_files((path,), force=force) as (stream,):
        writer = TripleWriter(stream, turtle=turtle)
        for node in counter.over(read_nodes(graph, mentions=mentions)):
            writer.add(_node(node))
            nodes += 1
        for edge in counter.over(read_edges(graph, mentions=mentions)):
            writer.add(_claim(edge))
            edges += 1
        writer.close()
    counter.finish()
    return ExportReport((path,), nodes, edges)


def _is_turtle(path: Path) -> bool:
    name = path.name.casefold().removesuffix(".gz")
    if not name.endswith((".nt", ".ttl")):
        raise UsageError(
            f"{path.name} does not say a form of RDF; end it in .nt or .ttl, packed: .nt.gz or .ttl.gz"
        )
    return name.endswith(".ttl")


def _node(row: NodeRow) -> Iterator[Triple]:
    subject = node_iri(row.id)
    yield subject, RDF.type, BIOLINK.NamedThing
    for slot, value in row.slots.items():
        if slot == "category":
            yield from ((subject, RDF.type, _reference(item)) for item in _items(value))
        else:
            yield from _slot(subject, slot, value)
        if slot == "name" and isinstance(value, str):
            yield subject, RDFS.label, literal(value)
    yield subject, _vocabulary("id"), literal(row.id)


def _claim(row: EdgeRow) -> Iterator[Triple]:
    claim = claim_iri(str(row.slots["id"]))
    subject, predicate, thing = node_iri(row.subject), node_iri(row.predicate), node_iri(row.object)
    yield claim, RDF.type, BIOLINK.Association
    yield claim, BIOLINK.subject, subject
    yield claim, BIOLINK.predicate, predicate
    yield claim, BIOLINK.object, thing
    for slot, value in row.slots.items():
        yield from _slot(claim, slot, value)
    if not row.slots.get("negated"):
        yield subject, predicate, thing


def _slot(subject: URIRef, slot: str, value: Plain) -> Iterator[Triple]:
    name = _vocabulary(slot)
    for item in _items(value):
        yield subject, name, _reference(item) if slot in _REFERENCES else literal(item)


def _items(value: Plain) -> list[str | int | float | bool]:
    items = value if isinstance(value, list) else [value]
    return [item for item in items if isinstance(item, str | int | float | bool)]


def _reference(value: str | int | float | bool) -> URIRef | Literal:
    return (expand(value) if isinstance(value, str) else None) or literal(value)


def _vocabulary(slot: str) -> URIRef:
    return node_iri(f"biolink:{slot}")
