"""RDF export in Biolink's vocabulary: each claim as a biolink:Association with its provenance, streamed.

A claim that is not denied also stands as a plain triple, so that simple SPARQL finds it; a denied one does
not, because a triple cannot say no.
"""

import math
import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Unpack
from urllib.parse import quote

from rdflib import RDF, RDFS, XSD, Literal, Namespace, URIRef

from bioloom import biolink
from bioloom.biolink.prefixes import OURS
from bioloom.errors import UsageError
from bioloom.exchange.graph_export import ExportKeywords, ExportReport, open_export
from bioloom.exchange.graph_stream import StreamedEdge, StreamedNode
from bioloom.exchange.rdf_serializer import Triple, TripleWriter
from bioloom.exchange.slots import slots_of
from bioloom.graph.connection import Graph
from bioloom.graph.json_values import Plain

_ADDRESS = re.compile(r"https?://\S+", re.IGNORECASE)
_FORBIDDEN = re.compile(r"[\x00-\x20<>\"{}|^`\\\x7f-\x9f\ud800-\udfff]")
_ODD = {"nan": "NaN", "inf": "INF", "-inf": "-INF"}
"""How XML Schema spells the numbers that are none."""


@lru_cache(maxsize=100_000)
def expand(curie: str) -> URIRef | None:
    """Expand a curie or pass an address through; None where the prefix is not known.

    >>> expand("MONDO:0005148"), expand("aspirin")
    (rdflib.term.URIRef('http://purl.obolibrary.org/obo/MONDO_0005148'), None)
    """
    if _ADDRESS.fullmatch(curie):
        return URIRef(_FORBIDDEN.sub(lambda sign: quote(sign[0], safe="", errors="replace"), curie))
    address = biolink.expand(curie) if curie.partition(":")[2] else None
    return None if address is None else URIRef(address)


@lru_cache(maxsize=100_000)
def node_iri(identifier: str) -> URIRef:
    """Give every node an IRI: its curie's, or one of ours that keeps the whole identifier.

    >>> str(node_iri("lab:protocol_1#T3"))
    'https://w3id.org/bioloom/node/lab:protocol_1%23T3'
    """
    return expand(identifier) or URIRef(f"{OURS}node/{quote(identifier, safe=':', errors='replace')}")


def claim_iri(identifier: str) -> URIRef:
    """Give a claim its IRI, from the hash that is its id."""
    return URIRef(f"{OURS}assertion/{quote(identifier, safe=':', errors='replace')}")


@lru_cache(maxsize=10_000, typed=True)
def literal(value: str | int | float | bool) -> Literal:
    """Give a value as a literal that keeps its type; half characters, which no file can hold, become "?".

    >>> literal("4 °C").n3(), literal(0.5).n3()
    ('"4 °C"', '"0.5"^^<http://www.w3.org/2001/XMLSchema#double>')
    """
    if isinstance(value, str):
        return Literal(value.encode("utf-8", errors="replace").decode("utf-8"))
    if isinstance(value, float) and not math.isfinite(value):
        return Literal(_ODD[repr(value)], datatype=XSD.double, normalize=False)
    return Literal(value)


BIOLINK = Namespace("https://w3id.org/biolink/vocab/")

_REFERENCES = slots_of("reference")
"""Slots whose values are curies; where a prefix is known they become IRIs."""


def export_rdf(graph: Graph, path: Path, **options: Unpack[ExportKeywords]) -> ExportReport:
    """Write the graph as N-Triples (``.nt``), Turtle (``.ttl``) or JSON-LD (``.jsonld``); ``.gz`` packs.

    Memory does not grow with the graph. Curies become IRIs by the registered prefixes; an identifier whose
    prefix is not known keeps an IRI of ours with the whole identifier in it.
    """
    form = _form(path)
    with open_export(graph, path, **options) as export:
        writer = TripleWriter(export.files[0], form)
        for node in export.nodes():
            writer.add(_node(node))
        for edge in export.edges():
            writer.add(_claim(edge))
        writer.close()
    return export.report


def _form(path: Path) -> str:
    form = path.name.casefold().removesuffix(".gz").rpartition(".")[2]
    if form not in {"nt", "ttl", "jsonld"}:
        raise UsageError(f"{path.name} does not say a form of RDF; end it in .nt, .ttl or .jsonld; .gz packs")
    return form


def _node(row: StreamedNode) -> Iterator[Triple]:
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


def _claim(row: StreamedEdge) -> Iterator[Triple]:
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
