"""Streaming RDF serializer: rdflib writes one part after the other, so that memory stays flat."""

import io
import json
import re
from collections.abc import Iterable
from functools import cache
from typing import IO, TypeAlias

from rdflib import RDF, RDFS, XSD, Graph, Literal, URIRef
from rdflib.plugins.serializers.nt import _nt_row
from rdflib.plugins.serializers.turtle import TurtleSerializer
from rdflib.term import Node

from bioloom.biolink import converter

Triple: TypeAlias = tuple[URIRef, URIRef, URIRef | Literal]

_PART = 10_000
_PREFIX = re.compile(r"[A-Za-z][A-Za-z0-9_.-]*(?<![.-])")
_SHORT = re.compile(r"[A-Za-z][\w.-]*:\w(?:[\w.-]*[\w-])?", re.ASCII)


class TripleWriter:
    """Writer of triples as N-Triples (``nt``), Turtle (``ttl``) or JSON-LD (``jsonld``)."""

    def __init__(self, stream: IO[str], form: str) -> None:
        self._stream = stream
        self._form = form
        self._objects = 0
        self._part = Graph(bind_namespaces="none")

    def add(self, triples: Iterable[Triple]) -> None:
        """Add the triples of one record; they stay in one part."""
        if self._form == "nt":  # a line is a triple: nothing to gather
            self._stream.writelines(_nt_row(triple) for triple in triples)
            return
        for triple in triples:
            self._part.add(triple)
        if len(self._part) >= _PART:
            self._write_part()

    def close(self) -> None:
        """Write the triples that are still buffered, and what ends the file."""
        self._write_part()
        if self._form == "jsonld":
            self._stream.write("\n]\n" if self._objects else "[]\n")

    def _write_part(self) -> None:
        if self._form == "jsonld":
            for item in json.loads(self._part.serialize(format="json-ld")):
                self._stream.write(",\n" if self._objects else "[\n")
                self._stream.write(json.dumps(item, ensure_ascii=False, sort_keys=True))
                self._objects += 1
        elif len(self._part):
            for prefix, address in _prefixes().items():
                self._part.bind(prefix, address)
            written = io.BytesIO()
            _TurtlePart(self._part).serialize(written)
            self._stream.write(written.getvalue().decode("utf-8"))
        self._part = Graph(bind_namespaces="none")


class _TurtlePart(TurtleSerializer):
    """Turtle serializer of short names that every reader takes, and of doubles with all digits."""

    def get_pname(self, uri: Node, gen_prefix: bool = True) -> str | None:
        """Shorten an IRI only where the rest is a plain name; rdflib would also write ``MONDO:-x``."""
        name = super().get_pname(uri, gen_prefix)
        return name if name is not None and _SHORT.fullmatch(name) else None

    def label(self, node: Node, position: int) -> str:
        """Write a double with all its digits; rdflib's short form has seven."""
        if isinstance(node, Literal) and node.datatype == XSD.double:
            return node.n3(self.store.namespace_manager)
        return super().label(node, position)


@cache
def _prefixes() -> dict[str, str]:
    """Give the prefixes that Turtle may use, one for each namespace."""
    known = {prefix: iri for prefix, iri in converter().bimap.items() if _PREFIX.fullmatch(prefix)}
    return known | {"rdf": str(RDF), "rdfs": str(RDFS), "xsd": str(XSD)}
