"""RDF terms: curies as IRIs by the registered prefixes, values as literals, always valid."""

from __future__ import annotations

import math
import re
from functools import lru_cache
from urllib.parse import quote

from rdflib import XSD, Literal, URIRef

from bioloom import biolink

OURS = "https://w3id.org/bioloom/"
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


def node_iri(identifier: str) -> URIRef:
    """Give every node an IRI: its curie's, or one of ours that keeps the whole identifier.

    >>> str(node_iri("lab:protocol_1#T3"))
    'https://w3id.org/bioloom/node/lab:protocol_1%23T3'
    """
    return expand(identifier) or URIRef(f"{OURS}node/{quote(identifier, safe=':', errors='replace')}")


def claim_iri(identifier: str) -> URIRef:
    """Give a claim its IRI, from the hash that is its id."""
    return URIRef(f"{OURS}assertion/{quote(identifier, safe=':', errors='replace')}")


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
